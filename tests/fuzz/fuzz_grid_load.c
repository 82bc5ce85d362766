/* Runs wend_grid_load on any bytes, and on the same bytes under a right frame and checksum,
 * which chance would never find. A grid that loads must save and load again to the same bytes,
 * and bear edits, stamps and ticks. Maps of more than 2^18 cells are passed over, which makes
 * for more runs. */
#include "base/math/bits.h"
#include "fuzz/framed.h"
#include "wend/grid.h"
#include "wend/overlay.h"
#include "wend/stamp.h"
#include "world/grid/file.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *save(const wend_grid *grid, size_t *count)
{
    check(wend_grid_save(grid, NULL, 0, count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    if (bytes != NULL) {
        check(wend_grid_save(grid, bytes, *count, count) == WEND_OK);
    }
    return bytes;
}

static wend_result place_and_lift(wend_grid *grid, const wend_grid_info *info)
{
    const uint8_t costs[] = {WEND_COST_WALL, 0, 3, 9};
    wend_stamp_def def = wend_stamp_def_default();
    wend_stamp_id id;
    def.x = info->width / 2;
    def.y = info->height / 2;
    def.width = (int32_t)(sizeof costs);
    def.height = 1;
    def.costs = costs;
    if (wend_grid_add_stamp(grid, &def, &id, NULL) == WEND_OK) {
        check(wend_grid_remove_stamp(grid, id) == WEND_OK);
    }
    size_t count;
    wend_stamp_id first;
    const wend_result result = wend_grid_list_stamps(grid, &first, 1, &count);
    check(count == wend_grid_stamp_count(grid));
    return count == 0 ? result : wend_grid_remove_stamp(grid, first);
}

/* Overlays of the first generations, whose ids are known. */
static void tick_overlays(wend_grid *grid)
{
    for (uint32_t i = 0; i < WEND_OVERLAYS_MAX * 2; i++) {
        const wend_overlay_id id = {1 + i / 2, 1 + i % 2};
        if (wend_grid_overlay_tick(grid, id) == WEND_OK) {
            check(wend_grid_overlay_add(grid, id, (wend_vec2){1.0, 1.0}, 3.0, 999) == WEND_OK);
            check(wend_grid_overlay_tick(grid, id) == WEND_OK);
            check(wend_grid_remove_overlay(grid, id) == WEND_OK);
        }
    }
}

/* Reads every part once, so that a sanitizer sees a page or index that leads astray. */
static void use(wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    check(info.revision == 1);
    (void)wend_grid_is_open(grid, 0, 3, info.width - 1, info.height - 1);
    check(wend_grid_fill(grid, WEND_CLASS_ALL, info.width / 2, 0, 1, info.height, 9) == WEND_OK);
    check(wend_grid_set_closed_teams(grid, 0, info.height / 2, info.width, 1, 5) == WEND_OK);
    check(wend_grid_ground_cost(grid, 0, info.width / 2, 0) == 9);
    check(place_and_lift(grid, &info) == WEND_OK);
    tick_overlays(grid);
    check(wend_grid_set_gradient(grid, 0, NULL, 0) == WEND_OK);
}

static void check_round_trip(const wend_grid *grid)
{
    size_t count;
    uint8_t *bytes = save(grid, &count);
    wend_grid *again = NULL;
    if (bytes == NULL) {
        return;
    }
    wend_result result = wend_grid_load(bytes, count, NULL, &again, NULL);
    check(result == WEND_OK || result == WEND_ERROR_MEMORY);
    if (again != NULL) {
        size_t again_count;
        uint8_t *again_bytes = save(again, &again_count);
        check(wend_grid_hash(again) == wend_grid_hash(grid));
        check(again_bytes == NULL ||
              (again_count == count && memcmp(again_bytes, bytes, count) == 0));
        free(again_bytes);
        wend_grid_destroy(again);
    }
    free(bytes);
}

/* True if the header has more cells than a run should take. */
static bool is_too_large(const uint8_t *bytes, size_t count)
{
    enum { CELLS_MAX = 1 << 18, SIZE_AT = 16, CLASSES_AT = 16 + 13 };
    if (count <= CLASSES_AT) {
        return false;
    }
    const uint64_t width = wendi_load_u32(bytes + SIZE_AT);
    const uint64_t height = wendi_load_u32(bytes + SIZE_AT + 4);
    return width <= WEND_GRID_SIDE_MAX && height <= WEND_GRID_SIDE_MAX &&
           width * height * bytes[CLASSES_AT] > CELLS_MAX;
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    if (is_too_large(bytes, count)) {
        return;
    }
    wend_grid *grid = NULL;
    wend_message message;
    wend_result result = noted(wend_grid_load(bytes, count, NULL, &grid, &message));
    check((result == WEND_OK) == (grid != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (grid != NULL) {
        check_round_trip(grid);
        use(grid);
        wend_grid_destroy(grid);
    }
}

/* Seeds that carry a frame already keep their version. */
static uint32_t version_of(const uint8_t *data, size_t size)
{
    return framed_already(data, size, WENDI_GRID_FILE_MAGIC) && data[4] < WENDI_GRID_FILE_VERSION
               ? data[4]
               : WENDI_GRID_FILE_VERSION;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_GRID_FILE_MAGIC, version_of(data, size), try_bytes);
    return 0;
}
