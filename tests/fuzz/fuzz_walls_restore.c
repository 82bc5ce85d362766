/* Runs wend_walls_restore on any bytes, and on the same bytes under a right frame and checksum, which chance
 * would never find. Walls that are restored save again to the same bytes, and bear queries and edits;
 * after refused bytes all walls are as before. */
#include "fuzz/framed.h"
#include "wend/walls.h"
#include "world/walls/store.h"

#include <stdlib.h>
#include <string.h>

static void use(wend_walls *walls)
{
    enum { IDS = 64 };
    wend_wall_id ids[IDS];
    wend_wall_id made[8];
    wend_wall_hit hit;
    size_t count = 0;
    (void)wend_walls_list(walls, ids, IDS, &count);
    for (size_t i = 0; i < count && i < IDS; i++) {
        wend_wall wall;
        check(wend_walls_get(walls, ids[i], &wall) == WEND_OK);
        (void)wend_walls_nearest(walls, wall.points[0], 1, wall.stops, &hit);
        if (i % 3 == 0) {
            check(wend_walls_remove(walls, ids[i]) == WEND_OK);
        }
    }
    for (size_t i = 0; i < 8; i++) {
        check(wend_walls_add_segment(walls, (wend_vec2){0, (double)i}, (wend_vec2){9, 0},
                                     WEND_STOPS_WALK, i, &made[i]) == WEND_OK);
    }
    (void)wend_walls_ray(walls, (wend_vec2){-5, -5}, (wend_vec2){50, 50}, WEND_STOPS_WALK, &hit);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_walls *walls = NULL;
    const wend_walls_def def = wend_walls_def_default();
    if (wend_walls_create(&def, &walls) != WEND_OK) {
        return;
    }
    (void)wend_walls_add_segment(walls, (wend_vec2){1, 1}, (wend_vec2){5, 1}, WEND_STOPS_WALK, 1,
                                 NULL);
    const uint64_t hash = wend_walls_hash(walls);
    const uint64_t revision = wend_walls_revision(walls);
    if (wend_walls_restore(walls, bytes, count) != WEND_OK) {
        check(wend_walls_hash(walls) == hash && wend_walls_revision(walls) == revision);
    } else {
        size_t again_count = 0;
        check(wend_walls_revision(walls) == revision + 1);
        check(wend_walls_save(walls, NULL, 0, &again_count) == WEND_TRUNCATED);
        check(again_count == count);
        uint8_t *again = malloc(again_count);
        if (again != NULL) {
            check(wend_walls_save(walls, again, again_count, &again_count) == WEND_OK);
            check(memcmp(again, bytes, count) == 0);
        }
        free(again);
        use(walls);
    }
    wend_walls_destroy(walls);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_WALLS_FILE_MAGIC, WENDI_WALLS_FILE_VERSION, try_bytes);
    return 0;
}
