/* Runs wend_crowd_load on any bytes, and on the same bytes under a right frame and checksum of each
 * version of the format, which chance would never find. A crowd that loads must save and load again
 * to the same bytes and the same hash; one in USED of those crowds is drawn and bears ticks. Ground
 * and crowd are kept from run to run, for a failed load leaves a crowd as it was: microseconds
 * where nothing loads, else some tens, and milliseconds with the ticks. */
#include "fuzz/framed.h"
#include "wend/crowd.h"
#include "wend/grid.h"
#include "wend/walls.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x44524357, VERSIONS = 2, LIMIT = 64, TICKS = 4, SIDE = 16, USED = 16 };

typedef struct ground {
    wend_grid *grid;
    wend_walls *walls;
} ground;

static bool begin(ground *g)
{
    wend_grid_def grid_def = wend_grid_def_default();
    const wend_walls_def walls_def = wend_walls_def_default();
    grid_def.width = SIDE;
    grid_def.height = SIDE;
    if (wend_grid_create(&grid_def, &g->grid) != WEND_OK ||
        wend_walls_create(&walls_def, &g->walls) != WEND_OK) {
        return false;
    }
    check(wend_grid_fill(g->grid, 0, 4, 4, 3, 2, WEND_COST_WALL) == WEND_OK);
    check(wend_walls_add_segment(g->walls, (wend_vec2){9, 2}, (wend_vec2){11, 9}, WEND_STOPS_ALL, 0,
                                 NULL) == WEND_OK);
    return true;
}

static wend_crowd *make(const ground *g)
{
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    def.max_bodies = LIMIT;
    def.grid = g->grid;
    def.walls = g->walls;
    (void)wend_crowd_create(&def, &crowd);
    return crowd;
}

static uint8_t *save(const wend_crowd *crowd, size_t *count)
{
    check(wend_crowd_save(crowd, NULL, 0, count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    if (bytes != NULL) {
        check(wend_crowd_save(crowd, bytes, *count, count) == WEND_OK);
    }
    return bytes;
}

static void on_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value)
{
    (void)context;
    (void)value;
    /* No NaN comes out of it. */
    check(meaning < WEND_MEANING_COUNT && from.x <= from.x + 1 && to.y <= to.y + 1);
}

static void use(wend_crowd *crowd)
{
    const wend_draw draw = {.line = on_line};
    for (int i = 0; i < TICKS; i++) {
        check(wend_crowd_draw(crowd, 0, UINT32_MAX, &draw) == WEND_OK);
        check(wend_crowd_tick(crowd) == WEND_OK);
        check(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){8, 8}, 9, 500, true, NULL) ==
              WEND_OK);
    }
    wend_body_id ids[LIMIT];
    size_t count;
    check(wend_crowd_list_bodies(crowd, ids, LIMIT, &count) == WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_body body;
        check(wend_crowd_get_body(crowd, ids[i], &body) == WEND_OK);
        check(body.position.x <= body.position.x + 1 && body.heading <= 4);
        check(wend_crowd_remove_body(crowd, ids[i]) == WEND_OK);
    }
    check(wend_crowd_tick(crowd) == WEND_OK);
}

static void check_round_trip(const ground *g, const wend_crowd *crowd)
{
    size_t counts[2];
    wend_crowd *again = make(g);
    uint8_t *bytes = save(crowd, &counts[0]);
    if (again != NULL && bytes != NULL) {
        check(wend_crowd_load(again, bytes, counts[0], NULL) == WEND_OK);
        check(wend_crowd_hash(again) == wend_crowd_hash(crowd));
        uint8_t *more = save(again, &counts[1]);
        check(more == NULL || (counts[0] == counts[1] && memcmp(bytes, more, counts[0]) == 0));
        free(more);
    }
    free(bytes);
    wend_crowd_destroy(again);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    static ground g;
    static wend_crowd *crowd;
    static uint64_t hash;
    if (g.walls == NULL && !begin(&g)) {
        exit(EXIT_FAILURE);
    }
    if (crowd == NULL) {
        crowd = make(&g);
        check(crowd != NULL);
        hash = wend_crowd_hash(crowd);
    }
    wend_message message;
    const wend_result result = noted(wend_crowd_load(crowd, bytes, count, &message));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (result != WEND_OK) {
        check(wend_crowd_hash(crowd) == hash);
        return;
    }
    check_round_trip(&g, crowd);
    if (is_chosen(bytes, count, USED)) {
        use(crowd);
    }
    wend_crowd_destroy(crowd);
    crowd = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    for (uint32_t version = 1; version <= VERSIONS; version++) {
        framed_try(data, size, MAGIC, version, try_bytes);
    }
    return 0;
}
