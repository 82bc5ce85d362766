/* Traffic maps: counting, questions, overlays, bytes. */
#include "fuzz.h"

enum { CELLS = 12 };

void make_traffic(fuzz *f)
{
    wend_traffic_def def = wend_traffic_def_default();
    def.width = chance(f, 2) ? whole(f, 1, 30) : def.width;
    def.height = chance(f, 2) ? whole(f, 1, 30) : def.height;
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 4) : def.cell_size;
    def.origin = chance(f, 2) ? somewhere(f) : def.origin;
    def.kind_count = chance(f, 2) ? count_to(f, 4) : def.kind_count;
    def.has_directions = chance(f, 2);
    def.least_speed = chance(f, 2) ? real(f, 0, 2) : def.least_speed;
    def.half_life = chance(f, 2) ? 1 + count_to(f, 50) : def.half_life;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_traffic *traffic = NULL;
    GIVES(f, wend_traffic_create(&def, &traffic), "AM");
    keep(f, KIND_TRAFFIC, traffic, NULL, NULL, NULL);
}

static void count_agents(fuzz *f)
{
    wend_traffic *traffic = get(f, KIND_TRAFFIC);
    wend_traffic_info info;
    for (uint32_t i = below(f, 9); i > 0; --i) {
        fuzz_watch(f, KIND_TRAFFIC, traffic);
        GIVES(f,
              wend_traffic_add(traffic, somewhere(f), (wend_vec2){real(f, -2, 2), real(f, -2, 2)}),
              "AM");
        fuzz_watch(f, KIND_TRAFFIC, traffic);
        GIVES(f, wend_traffic_add_event(traffic, below(f, 3), somewhere(f), real(f, 0, 9)), "AM");
    }
    if (chance(f, 3)) {
        fuzz_watch(f, KIND_TRAFFIC, traffic);
        GIVES(f,
              wend_traffic_add_crowd(traffic, get(f, KIND_CROWD),
                                     chance(f, 2) ? UINT32_MAX : below(f, 3)),
              "AM");
    }
    wend_traffic_get_info(traffic, &info);
    GIVES(f, wend_traffic_set_tick(traffic, info.tick + below(f, 20)), "A");
    if (chance(f, 20)) {
        GIVES(f, wend_traffic_set_tick(traffic, roll(f) >> below(f, 64)), "A");
    }
    if (chance(f, 20)) {
        GIVES(f, wend_traffic_clear(traffic), "A");
    }
    CHECK(f, wend_traffic_error(traffic) != NULL);
}

static void read_traffic(fuzz *f)
{
    const wend_traffic *traffic = get(f, KIND_TRAFFIC);
    const int32_t kind = whole(f, -1, 3), x = whole(f, 0, 31), y = whole(f, 0, 31);
    const int32_t width = whole(f, 0, 31), height = whole(f, 0, 31);
    wend_traffic_cell *cells = scratch(f, CELLS, sizeof *cells);
    wend_vec2 direction;
    wend_draw draw;
    CHECK(f, wend_traffic_cell_count(traffic, kind, x, y) >= 0);
    CHECK(f, wend_traffic_count_at(traffic, kind, somewhere(f)) >= 0);
    CHECK(f, wend_traffic_direction_count(traffic, below(f, 9), x, y) >= 0);
    if (GIVES(f, wend_traffic_get_direction(traffic, x, y, &direction), "A") == WEND_OK) {
        CHECK(f, wend_vec2_length(direction) <= 1.000001);
    }
    CHECK(f, wend_traffic_sum(traffic, kind, x, y, width, height) >= 0);
    size_t count =
        wend_traffic_busiest(traffic, kind, x, y, width, height, cells, below(f, CELLS + 1));
    for (size_t i = 1; i < count; ++i) {
        CHECK(f, cells[i].count <= cells[i - 1].count);
    }
    count = wend_traffic_quietest(traffic, kind, x, y, width, height,
                                  chance(f, 2) ? NULL : get(f, KIND_GRID), some_class(f), cells,
                                  below(f, CELLS + 1));
    for (size_t i = 1; i < count; ++i) {
        CHECK(f, cells[i].count >= cells[i - 1].count);
    }
    GIVES(f, wend_traffic_draw(traffic, kind, some_draw(f, &draw)), "A");
}

static void write_overlay(fuzz *f)
{
    wend_traffic *traffic = get(f, KIND_TRAFFIC);
    wend_grid *grid = get(f, KIND_GRID);
    wend_overlay_id ids[WEND_OVERLAYS_MAX], id;
    size_t count = 0;
    (void)wend_grid_list_overlays(grid, ids, WEND_OVERLAYS_MAX, &count);
    some_id(f, ids, count, &id);
    quiet(f, grid);
    GIVES(f, wend_traffic_write_overlay(traffic, whole(f, -1, 3), real(f, 0, 3), grid, id), "ASM");
}

static void save_traffic(fuzz *f)
{
    const wend_traffic *traffic = get(f, KIND_TRAFFIC);
    size_t count = 0;
    if (GIVES(f, wend_traffic_save(traffic, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_traffic_save(traffic, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_traffic_def def = wend_traffic_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_traffic *loaded = NULL;
    GIVES(f, wend_traffic_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_traffic_hash(loaded) == wend_traffic_hash(traffic));
    keep(f, KIND_TRAFFIC, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make a traffic map", make_traffic, 1}, {"count agents", count_agents, 5},
    {"read a traffic map", read_traffic, 3}, {"write an overlay of traffic", write_overlay, 1},
    {"save a traffic map", save_traffic, 1},
};

const fuzz_room room_traffic = {"traffic", actions, sizeof actions / sizeof *actions};
