/* Runs wend_grid_walls_restore on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find: once with walls of the user, once with its own. What is restored saves again to
 * the same bytes, and follows edits; after refused bytes all is as before. */
#include "fuzz/framed.h"
#include "wend/grid.h"
#include "wend/grid_walls.h"
#include "wend/walls.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x53575747, VERSION = 1 };

static void use(wend_grid *grid, wend_grid_walls *grid_walls)
{
    check(wend_grid_fill(grid, WEND_CLASS_ALL, 2, 2, 3, 1, WEND_COST_WALL) == WEND_OK);
    check(wend_grid_walls_update(grid_walls) == WEND_OK);
    check(wend_grid_walls_is_fresh(grid_walls));
    check(wend_grid_fill(grid, WEND_CLASS_ALL, 0, 0, 12, 9, 1) == WEND_OK);
    check(wend_grid_walls_update(grid_walls) == WEND_OK);
    check(wend_grid_walls_segment_count(grid_walls) <=
          wend_walls_count(wend_grid_walls_get(grid_walls)));
}

static void try_kind(const uint8_t *bytes, size_t count, wend_walls *walls)
{
    wend_grid *grid = NULL;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid_walls_def def = wend_grid_walls_def_default();
    wend_grid_walls *grid_walls = NULL;
    grid_def.width = 12;
    grid_def.height = 9;
    grid_def.sector_size = 8;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) {
        return;
    }
    (void)wend_grid_fill(grid, 0, 5, 3, 4, 4, WEND_COST_WALL);
    def.grid = grid;
    def.walls = walls;
    if (wend_grid_walls_create(&def, &grid_walls) != WEND_OK) {
        wend_grid_destroy(grid);
        return;
    }
    const uint64_t hash = wend_grid_walls_hash(grid_walls);
    const uint64_t walls_hash = wend_walls_hash(wend_grid_walls_get(grid_walls));
    if (wend_grid_walls_restore(grid_walls, bytes, count) != WEND_OK) {
        check(wend_grid_walls_hash(grid_walls) == hash);
        check(wend_walls_hash(wend_grid_walls_get(grid_walls)) == walls_hash);
    } else {
        uint8_t *again = malloc(count);
        size_t again_count = 0;
        if (again != NULL && wend_grid_walls_is_fresh(grid_walls)) {
            check(wend_grid_walls_save(grid_walls, again, count, &again_count) == WEND_OK);
            check(again_count == count && memcmp(again, bytes, count) == 0);
        }
        free(again);
    }
    use(grid, grid_walls);
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_walls *walls = NULL;
    const wend_walls_def def = wend_walls_def_default();
    try_kind(bytes, count, NULL);
    if (wend_walls_create(&def, &walls) == WEND_OK) {
        (void)wend_walls_add_segment(walls, (wend_vec2){1, 1}, (wend_vec2){5, 1}, WEND_STOPS_WALK,
                                     1, NULL);
        try_kind(bytes, count, walls);
        wend_walls_destroy(walls);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
