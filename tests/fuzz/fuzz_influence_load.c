/* Runs wend_influence_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find; without a grid and with one. Maps that load must save again to the same bytes,
 * and bear use. */
#include "base/core/counted_memory.h"
#include "fuzz/framed.h"
#include "wend/grid.h"
#include "wend/influence.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x464e4957, VERSION = 1 }; /* of src/mind/strategy/influence_file.c */
enum { MEMORY_MOST = 1 << 24 };           /* a few bytes can describe a huge map */

static wend_grid *grid;

static void make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = 12;
    def.height = 10;
    if (grid == NULL && wend_grid_create(&def, &grid) == WEND_OK) {
        (void)wend_grid_fill(grid, 0, 5, 2, 1, 6, WEND_COST_WALL);
    }
}

static void check_round_trip(const wend_influence *map, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_influence_save(map, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_influence_save(map, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

/* Removing all sources and forgetting the events leaves nothing. */
static void use(wend_influence *map, const wendi_counted_memory *memory)
{
    wend_influence_measure m = wend_influence_measure_default();
    wend_influence_cell cell;
    wend_influence_info info;
    wend_influence_source source = wend_influence_source_default();
    wend_influence_id id;
    m.kind = WEND_INFLUENCE_OWN;
    m.own_sides = UINT32_MAX;
    wend_influence_get_info(map, &info);
    source.radius = 3 * info.cell_size;
    (void)wend_influence_add(map, &source, &id);
    (void)wend_influence_add_event(map, &source);
    (void)wend_influence_strongest(map, &m, NULL, &cell);
    check(wend_influence_update(map, NULL) != WEND_IN_PROGRESS);
    for (uint32_t i = 0; i < wend_influence_limit(map); i++) {
        id = wend_influence_id_at(map, i);
        if (id.index1 != 0) {
            check(wend_influence_get(map, id, &source) == WEND_OK);
            check(wend_influence_remove(map, id) == WEND_OK);
        }
    }
    (void)wend_influence_clear_events(map);
    if (wend_influence_update(map, NULL) != WEND_OK) {
        check(memory->refused > 0);
        return;
    }
    check(wend_influence_is_fresh(map));
    /* Lists of waiting stamps are taken off as they were put on, whatever they are. */
    for (int32_t i = 0; i < info.width && i < 40; i++) {
        const double value = wend_influence_cell_value(map, &m, i, i % info.height);
        check(value >= 0 && value <= 0);
    }
}

static void try_over(const wend_grid *world, const uint8_t *bytes, size_t count)
{
    wend_influence *map = NULL;
    wend_message message;
    wendi_counted_memory memory = {.limit = MEMORY_MOST};
    wend_influence_def def = wend_influence_def_default();
    def.allocator = wendi_counted_allocator(&memory);
    def.message = &message;
    def.grid = world;
    const wend_result result = noted(wend_influence_load(&def, bytes, count, &map));
    check((result == WEND_OK) == (map != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (map != NULL) {
        check_round_trip(map, bytes, count);
        use(map, &memory);
        wend_influence_destroy(map);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    try_over(NULL, bytes, count);
    try_over(grid, bytes, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    make_grid();
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
