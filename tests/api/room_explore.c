/* room_explore.c: agents without a map: explorers of cells and of crowds, explored maps. Made, used
 * and destroyed within a step. */
#include "fuzz.h"

static uint8_t *some_file(fuzz *f, size_t count)
{
    return scratch(f, count < 1000000 ? count : 0, 1);
}

static void explore_cells(fuzz *f)
{
    wend_cell_explorer_def def = wend_cell_explorer_def_default();
    def.grid = get(f, KIND_GRID);
    def.movement_class = unsound(f, 20) ? 40 : 0;
    def.team = some_team(f);
    def.method = (wend_explore_method)below(f, unsound(f, 20) ? 9 : 6);
    def.hand = (wend_explore_hand)below(f, unsound(f, 20) ? 5 : 3);
    def.seed = roll(f);
    def.max_steps = 1 + below(f, 200);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_cell_explorer *explorer = NULL;
    const wend_result made = GIVES(f, wend_cell_explorer_create(&def, &explorer), "AMU");
    CHECK(f, (made == WEND_OK) == (explorer != NULL));
    const uint32_t nodes = grid_nodes(def.grid);
    wend_cell_explorer_info info;
    wend_result result =
        GIVES(f, wend_cell_explorer_start(explorer, some_node(f, nodes), some_node(f, nodes)), "A");
    for (uint32_t i = below(f, 250); i > 0 && result >= 0 && result != WEND_NO_PATH; --i) {
        result = GIVES(f, wend_cell_explorer_step(explorer), "AINPM");
        wend_cell_explorer_get_info(explorer, &info);
        CHECK(f, explorer == NULL || info.steps <= def.max_steps);
    }
    size_t count = 0;
    GIVES(f, wend_cell_explorer_save(explorer, NULL, 0, &count), "AT");
    uint8_t *bytes = some_file(f, count);
    GIVES(f, wend_cell_explorer_save(explorer, bytes, count, &count), "A");
    const uint64_t hash = wend_cell_explorer_hash(explorer);
    GIVES(f, wend_cell_explorer_load(explorer, bytes, count, some_message(f)), "AM");
    CHECK(f, hash == wend_cell_explorer_hash(explorer));
    uint8_t *bad = damaged(f, bytes, &count);
    GIVES(f, wend_cell_explorer_load(explorer, bad, count, some_message(f)), "ALM");
    CHECK(f, wend_cell_explorer_error(explorer) != NULL);
    wend_cell_explorer_destroy(explorer);
}

static wend_explored_map *some_map(fuzz *f)
{
    wend_explored_map_def def = wend_explored_map_def_default();
    def.like = chance(f, 2) ? get(f, KIND_GRID) : NULL;
    def.width = whole(f, 1, FUZZ_SIDE);
    def.height = whole(f, 1, FUZZ_SIDE);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_explored_map *map = NULL;
    GIVES(f, wend_explored_map_create(&def, &map), "AM");
    return map;
}

static void use_map(fuzz *f, wend_explored_map *map)
{
    const wend_grid *grid = wend_explored_map_grid(map);
    const uint32_t nodes = grid_nodes(grid);
    const size_t count = below(f, 30);
    wend_sighting *sightings = scratch(f, count, sizeof *sightings);
    for (size_t i = 0; i < count; ++i) {
        sightings[i].node = some_node(f, nodes);
        sightings[i].cost = (uint8_t)(unsound(f, 60) ? 0 : 1 + below(f, 255));
        sightings[i].time = below(f, 9);
    }
    size_t changed = 99;
    GIVES(f, wend_explored_map_report(map, sightings, count, &changed), "AM");
    CHECK(f, changed <= count);
    GIVES(f, wend_explored_map_update(map), "AM");
    wend_sighting got;
    const wend_node node = some_node(f, nodes);
    CHECK(f, wend_explored_map_get(map, node, &got) == (got.cost != 0));
    const size_t known = wend_explored_map_known_count(map);
    CHECK(f, wend_explored_map_forget(map, below(f, 9)) <= known);
    size_t bytes_count = 0;
    GIVES(f, wend_explored_map_save(map, NULL, 0, &bytes_count), "AT");
    uint8_t *bytes = some_file(f, bytes_count);
    GIVES(f, wend_explored_map_save(map, bytes, bytes_count, &bytes_count), "A");
    const uint64_t hash = wend_explored_map_hash(map);
    GIVES(f, wend_explored_map_load(map, bytes, bytes_count, some_message(f)), "AM");
    CHECK(f, hash == wend_explored_map_hash(map));
    uint8_t *bad = damaged(f, bytes, &bytes_count);
    GIVES(f, wend_explored_map_load(map, bad, bytes_count, some_message(f)), "ALM");
    wend_draw draw;
    GIVES(f, wend_explored_map_draw(map, some_draw(f, &draw)), "A");
    CHECK(f, wend_explored_map_error(map) != NULL);
}

static void explore_map(fuzz *f)
{
    wend_explored_map *map = some_map(f);
    for (uint32_t i = below(f, 5); i > 0; --i) {
        use_map(f, map);
    }
    wend_explored_map_destroy(map);
}

static void use_explorers(fuzz *f, wend_explorers *explorers, wend_crowd *crowd)
{
    wend_explorer_def order = wend_explorer_def_default();
    order.goal = somewhere(f);
    order.method = (wend_explore_method)below(f, unsound(f, 20) ? 12 : 7);
    order.hand = (wend_explore_hand)below(f, unsound(f, 20) ? 5 : 3);
    order.reach = chance(f, 2) ? real(f, 0.1, 4) : 0.5;
    order.sense = chance(f, 2) ? real(f, 0, 8) : 2;
    order.memory_cell = chance(f, 3) ? real(f, 0, 4) : 0;
    order.max_ticks = below(f, 99);
    some_cookie(f, &order.cookie);
    const wend_body_id body = some_body(f, crowd);
    GIVES(f, wend_explorers_send(explorers, body, &order), "ASF");
    for (uint32_t i = below(f, 12); i > 0; --i) {
        GIVES(f, wend_explorers_update(explorers), "AM");
        GIVES(f, wend_crowd_tick(crowd), "AM");
    }
    wend_explorer_info info;
    GIVES(f, wend_explorers_get_info(explorers, body, &info), "AS");
    wend_draw draw;
    GIVES(f, wend_explorers_draw(explorers, some_draw(f, &draw)), "A");
    if (chance(f, 3)) {
        GIVES(f, wend_explorers_stop(explorers, body), "AS");
    }
}

static void explore_crowd(fuzz *f)
{
    wend_explorers_def def = wend_explorers_def_default();
    def.crowd = get(f, KIND_CROWD);
    quiet(f, def.crowd);
    def.map = chance(f, 2) ? some_map(f) : NULL;
    def.max_explorers = 1 + below(f, unsound(f, 20) ? 40 : 4);
    def.is_careful = chance(f, 3);
    def.radius = chance(f, 2) ? real(f, 0, 1) : 0.25;
    def.seed = roll(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_explorers *explorers = NULL;
    GIVES(f, wend_explorers_create(&def, &explorers), "AMU");
    for (uint32_t i = below(f, 6); i > 0; --i) {
        use_explorers(f, explorers, def.crowd);
    }
    wend_crowd_hit hit;
    const bool is_hit = wend_crowd_sweep(def.crowd, below(f, 3), below(f, 3), somewhere(f),
                                         somewhere(f), real(f, 0, 2), &hit);
    CHECK(f, hit.fraction >= 0 && hit.fraction <= 1 && (is_hit || !hit.is_inside));
    CHECK(f, wend_explorers_count(explorers) <= def.max_explorers);
    size_t count = 0;
    GIVES(f, wend_explorers_save(explorers, NULL, 0, &count), "AT");
    uint8_t *bytes = some_file(f, count);
    GIVES(f, wend_explorers_save(explorers, bytes, count, &count), "A");
    const uint64_t hash = wend_explorers_hash(explorers);
    GIVES(f, wend_explorers_load(explorers, bytes, count, some_message(f)), "AM");
    CHECK(f, hash == wend_explorers_hash(explorers));
    uint8_t *bad = damaged(f, bytes, &count);
    GIVES(f, wend_explorers_load(explorers, bad, count, some_message(f)), "ALM");
    CHECK(f, wend_explorers_error(explorers) != NULL);
    wend_explorers_destroy(explorers);
    wend_explored_map_destroy(def.map);
}

static const fuzz_action actions[] = {
    {"explore_cells", explore_cells, 4},
    {"explore_map", explore_map, 3},
    {"explore_crowd", explore_crowd, 4},
};
const fuzz_room room_explore = {"explore", actions, sizeof actions / sizeof *actions};
