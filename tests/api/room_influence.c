/* Influence maps: sources, events, updates, queries, bytes. */
#include "fuzz.h"

enum { SOURCE_IDS = 8, CELLS = 40 };

void make_influence(fuzz *f)
{
    wend_influence_def def = wend_influence_def_default();
    const wend_grid *grid = chance(f, 2) ? get(f, KIND_GRID) : NULL;
    def.grid = grid;
    def.width = chance(f, 2) ? whole(f, 1, 30) : def.width;
    def.height = chance(f, 2) ? whole(f, 1, 30) : def.height;
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 4) : def.cell_size;
    def.origin = chance(f, 2) ? somewhere(f) : def.origin;
    def.block = chance(f, 2) ? whole(f, 1, 3) : def.block;
    def.movement_class = chance(f, 4) ? some_class(f) : def.movement_class;
    def.team = chance(f, 4) ? some_team(f) : def.team;
    def.side_count = chance(f, 2) ? 1 + count_to(f, 4) : def.side_count;
    def.half_life = chance(f, 2) ? 1 + count_to(f, 50) : def.half_life;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_influence *map = NULL;
    GIVES(f, wend_influence_create(&def, &map), "AUM");
    keep(f, KIND_INFLUENCE, map, grid, NULL, NULL);
}

static wend_influence_source some_source(fuzz *f)
{
    wend_influence_source source = wend_influence_source_default();
    source.position = somewhere(f);
    source.strength = chance(f, 2) ? real(f, -20, 20) : source.strength;
    source.radius = chance(f, 2) ? real(f, 0, 12) : source.radius;
    source.falloff = (wend_falloff)whole(f, 0, 3);
    source.side = below(f, 3);
    source.is_straight = chance(f, 2);
    source.user = roll(f);
    some_cookie(f, &source.cookie);
    return source;
}

static wend_influence_id some_source_id(fuzz *f, const wend_influence *map)
{
    const uint32_t limit = wend_influence_limit(map);
    const wend_influence_id id = {below(f, SOURCE_IDS), 1 + below(f, 3)};
    return limit > 0 && !chance(f, 3) ? wend_influence_id_at(map, below(f, limit)) : id;
}

static void edit_sources(fuzz *f)
{
    wend_influence *map = get(f, KIND_INFLUENCE);
    for (uint32_t i = below(f, 6); i > 0; --i) {
        const wend_influence_source source = some_source(f);
        wend_influence_id id = some_source_id(f, map);
        fuzz_watch(f, KIND_INFLUENCE, map);
        switch (below(f, 7)) {
        case 0:
            GIVES(f, wend_influence_remove(map, id), "AS");
            CHECK(f, !wend_influence_has(map, id));
            break;
        case 1:
            GIVES(f, wend_influence_set(map, id, &source), "ASM");
            break;
        case 2:
            GIVES(f, wend_influence_move(map, id, somewhere(f)), "AS");
            break;
        case 3:
            GIVES(f, wend_influence_add_event(map, &source), "AM");
            break;
        default: {
            const wend_result result = GIVES(f, wend_influence_add(map, &source, &id), "AMF");
            CHECK(f, (result == WEND_OK) == (id.index1 != 0));
            CHECK(f, result != WEND_OK || wend_influence_has(map, id));
            break;
        }
        }
    }
    CHECK(f, wend_influence_error(map) != NULL);
}

static void update_influence(fuzz *f)
{
    wend_influence *map = get(f, KIND_INFLUENCE);
    wend_influence_info info;
    wend_budget budget;
    wend_influence_get_info(map, &info);
    GIVES(f, wend_influence_set_tick(map, info.tick + below(f, 20)), "A");
    if (chance(f, 10)) {
        GIVES(f, wend_influence_set_tick(map, roll(f) >> below(f, 64)), "A");
    }
    if (chance(f, 20)) {
        GIVES(f, wend_influence_clear_events(map), "A");
    }
    const wend_result result = GIVES(f, wend_influence_update(map, some_budget(f, &budget)), "AIM");
    CHECK(f, result != WEND_OK || wend_influence_is_fresh(map));
    wend_influence_get_info(map, &info);
    CHECK(f, result != WEND_OK || info.waiting == 0);
}

static wend_influence_measure some_measure(fuzz *f)
{
    wend_influence_measure measure = wend_influence_measure_default();
    measure.kind = (wend_influence_kind)whole(f, 0, 4);
    measure.own_sides = chance(f, 2) ? (uint32_t)roll(f) : measure.own_sides;
    measure.enemy_sides = chance(f, 2) ? (uint32_t)roll(f) : measure.enemy_sides;
    some_cookie(f, &measure.cookie);
    return measure;
}

static wend_influence_area some_area(fuzz *f)
{
    wend_influence_area area = wend_influence_area_default();
    if (chance(f, 2)) {
        area.low = somewhere(f);
        area.high = somewhere(f);
    }
    if (chance(f, 2)) {
        area.centre = somewhere(f);
        area.radius = real(f, 0, 20);
    }
    some_cookie(f, &area.cookie);
    return area;
}

static void read_influence(fuzz *f)
{
    const wend_influence *map = get(f, KIND_INFLUENCE);
    const wend_influence_measure measure = some_measure(f);
    const wend_influence_measure *m = chance(f, 4) ? NULL : &measure;
    const wend_vec2 at = somewhere(f);
    wend_influence_source source;
    wend_influence_info info;
    wend_vec2 gradient;
    int32_t x, y;
    double margin;
    wend_draw draw;
    const wend_influence_id id = some_source_id(f, map);
    const wend_result result = GIVES(f, wend_influence_get(map, id, &source), "AS");
    CHECK(f, (result == WEND_OK) == wend_influence_has(map, id));
    wend_influence_get_info(map, &info);
    const double value = wend_influence_value(map, m, at);
    CHECK(f, value >= value);
    GIVES(f, wend_influence_gradient(map, m, at, &gradient), "A");
    if (wend_influence_cell_at(map, at, &x, &y)) {
        const wend_vec2 centre = wend_influence_position(map, x, y);
        int32_t again_x, again_y;
        CHECK(f, wend_influence_cell_at(map, centre, &again_x, &again_y) && again_x == x &&
                     again_y == y);
    }
    const int32_t column = whole(f, 0, 31), row = whole(f, 0, 31);
    (void)wend_influence_cell_value(map, m, column, row);
    const uint32_t side = wend_influence_control(map, column, row, &margin);
    CHECK(f, side == WEND_SIDE_NONE || (side < info.side_count && margin > 0));
    double *values = scratch(f, 64, sizeof *values);
    GIVES(f,
          wend_influence_get_values(map, m, column, row, (int32_t)below(f, 9), (int32_t)below(f, 9),
                                    values, 8),
          "A");
    GIVES(f, wend_influence_draw(map, m, some_draw(f, &draw)), "A");
}

static void find_cells(fuzz *f)
{
    const wend_influence *map = get(f, KIND_INFLUENCE);
    const wend_influence_measure measure = some_measure(f);
    const wend_influence_area area = some_area(f);
    const wend_influence_area *a = chance(f, 4) ? NULL : &area;
    wend_influence_cell *cells = scratch(f, CELLS, sizeof *cells);
    wend_influence_cell most = {0}, least = {0}, nearest;
    size_t count;
    const bool has_most = wend_influence_strongest(map, &measure, a, &most);
    CHECK(f, has_most == wend_influence_weakest(map, &measure, a, &least));
    CHECK(f, !has_most || most.value >= least.value);
    const double low = real(f, -20, 20);
    CHECK(f, !wend_influence_nearest(map, &measure, somewhere(f), low, low + 5, a, &nearest) ||
                 (nearest.value >= low && nearest.value <= low + 5));
    (void)wend_influence_sum(map, &measure, a);
    const size_t capacity = below(f, CELLS + 1);
    GIVES(f, wend_influence_list(map, &measure, low, low + 9, a, cells, capacity, &count), "AT");
    GIVES(f, wend_influence_list_front(map, &measure, a, cells, capacity, &count), "AT");
    GIVES(f,
          wend_influence_list_conflicts(map, &measure, real(f, 0.001, 9), real(f, 0, 1), a, cells,
                                        capacity, &count),
          "AT");
    wend_influence_term terms[2] = {{map, measure, real(f, -2, 2)},
                                    {get(f, KIND_INFLUENCE), some_measure(f), 1}};
    (void)wend_influence_score(terms, below(f, 3), somewhere(f));
    (void)wend_influence_best(terms, below(f, 3), a, &most);
}

static void save_influence(fuzz *f)
{
    const wend_influence *map = get(f, KIND_INFLUENCE);
    const wend_grid *grid = chance(f, 2) ? get(f, KIND_GRID) : NULL;
    size_t count = 0;
    if (GIVES(f, wend_influence_save(map, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_influence_save(map, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_influence_def def = wend_influence_def_default();
    def.grid = grid;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_influence *loaded = NULL;
    GIVES(f, wend_influence_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_influence_hash(loaded) == wend_influence_hash(map));
    keep(f, KIND_INFLUENCE, loaded, grid, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make an influence map", make_influence, 1},     {"edit sources", edit_sources, 6},
    {"update an influence map", update_influence, 4}, {"read an influence map", read_influence, 3},
    {"find cells of influence", find_cells, 3},       {"save an influence map", save_influence, 1},
};

const fuzz_room room_influence = {"influence", actions, sizeof actions / sizeof *actions};
