/* Runs wend_terrain_analysis_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Analyses that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/grid.h"
#include "wend/terrain_analysis.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x4e415457, VERSION = 1 }; /* of src/mind/strategy/terrain_file.c */

static wend_grid *grid;

static void make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = 12;
    def.height = 10;
    if (grid == NULL && wend_grid_create(&def, &grid) == WEND_OK) {
        (void)wend_grid_fill(grid, 0, 5, 0, 1, 6, WEND_COST_WALL);
    }
}

static void check_round_trip(const wend_terrain_analysis *it, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_terrain_analysis_save(it, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_terrain_analysis_save(it, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static void use(wend_terrain_analysis *it)
{
    wend_terrain_analysis_info info;
    wend_terrain_cell cell;
    wend_terrain_choke choke;
    size_t count;
    wend_terrain_analysis_get_info(it, &info);
    for (uint32_t i = 0; i < info.choke_count; i++) {
        check(wend_terrain_analysis_get_choke(it, i, &choke) == WEND_OK);
        check(choke.region_b < info.region_count);
        const wend_result result = wend_terrain_analysis_find_route(
            it, choke.region_a, choke.region_b, NULL, 0, NULL, 0, &count);
        check(result == WEND_TRUNCATED && count > 0);
    }
    check(wend_terrain_analysis_update(it, NULL) == WEND_OK);
    check(wend_terrain_analysis_is_fresh(it));
    (void)wend_terrain_analysis_get_cell(it, (wend_vec2){3.5, 4.5}, &cell);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_terrain_analysis *it = NULL;
    wend_message message;
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    def.message = &message;
    def.grid = grid;
    const wend_result result = noted(wend_terrain_analysis_load(&def, bytes, count, &it));
    check((result == WEND_OK) == (it != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (it != NULL) {
        check_round_trip(it, bytes, count);
        use(it);
        wend_terrain_analysis_destroy(it);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    make_grid();
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
