/* Formations in maps of rooms, bars and blocks, sent anywhere, while walls are drawn and torn down:
 * anchors and slots keep out of walls, and every order ends. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/formation.h"
#include "wend/search.h"
#include "wend/walls.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 14, MEMBERS = 16, TICKS = 6000 };

static const double CELL = 3;

/* A grid of wide cells with walls across some of them. */
typedef struct land {
    wend_grid *grid;
    wend_walls *walls;
    wend_space *space;
    wend_search *search;
    wend_crowd *crowd;
    wend_formation_id formation;
    wend_body_id members[MEMBERS];
    uint32_t count;
    wend_vec2 start;
} land;

static wend_result find(void *context, const wend_route_query *query, wend_path *path)
{
    land *l = context;
    wend_search_query q = wend_search_query_default();
    q.start = wend_grid_node_at(l->grid, query->from);
    q.goal = wend_grid_node_at(l->grid, query->to);
    if (wend_space_update(l->space) != WEND_OK || wend_search_find(l->search, &q) != WEND_OK) {
        return WEND_NO_PATH;
    }
    return wend_path_from_search(path, l->search);
}

static bool add_walls(land *l, uint64_t seed)
{
    const double side = (double)SIDE * CELL;
    const uint32_t count = wend_random_below(seed, 20, 0, 6);
    wend_walls_def def = wend_walls_def_default();
    bool is_fine = wend_walls_create(&def, &l->walls) == WEND_OK;
    for (uint32_t i = 0; i < count && is_fine; ++i) {
        const wend_vec2 a = {side * wend_random_unit(seed, 21, i),
                             side * wend_random_unit(seed, 22, i)};
        const double length = 1 + 4 * wend_random_unit(seed, 23, i);
        if (i % 2 == 0) {
            const wend_vec2 b = {a.x + length, a.y + 1};
            is_fine = wend_walls_add_segment(l->walls, a, b, WEND_STOPS_ALL, 0, NULL) == WEND_OK;
        } else {
            const wend_vec2 block[] = {
                a, {a.x + length, a.y}, {a.x + length, a.y + 1}, {a.x, a.y + 1}};
            is_fine =
                wend_walls_add_polygon(l->walls, block, 4, WEND_STOPS_ALL, true, NULL) == WEND_OK;
        }
    }
    return is_fine;
}

static bool make(land *l, uint64_t seed)
{
    static const gen_kind KINDS[] = {GEN_ROOMS, GEN_BARS, GEN_CAVE, GEN_OPEN};
    gen_map map = gen_map_make(KINDS[wend_random_below(seed, 24, 0, 4)], seed, SIDE, SIDE);
    wend_grid_def grid = wend_grid_def_default();
    grid.width = SIDE;
    grid.height = SIDE;
    grid.cell_size = CELL;
    grid.corner_rule = WEND_CORNER_NEVER;
    bool is_fine = wend_grid_create(&grid, &l->grid) == WEND_OK;
    for (int32_t i = 0; i < SIDE * SIDE && is_fine; ++i) {
        is_fine = wend_grid_fill(l->grid, 0, i % SIDE, i / SIDE, 1, 1, map.costs[i]) >= 0;
    }
    l->start = is_fine ? wend_grid_position(l->grid, map.start) : (wend_vec2){0, 0};
    gen_map_free(&map);
    wend_space_def space = wend_space_def_default();
    space.grid = l->grid;
    is_fine = is_fine && add_walls(l, seed) && wend_space_create(&space, &l->space) == WEND_OK;
    wend_search_def search = wend_search_def_default();
    search.space = l->space;
    is_fine = is_fine && wend_search_create(&search, &l->search) == WEND_OK;
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.grid = l->grid;
    crowd.walls = l->walls;
    if (seed % 3 != 0) {
        crowd.route_source = (wend_route_source){.start = find, .context = l};
    }
    return is_fine && wend_crowd_create(&crowd, &l->crowd) == WEND_OK;
}

static bool form(land *l, uint64_t seed)
{
    const uint32_t wanted = 3 + wend_random_below(seed, 25, 0, MEMBERS - 2);
    for (uint32_t i = 0; i < 200 && l->count < wanted; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position.x = l->start.x + 8 * wend_random_unit(seed, 26, i) - 4;
        body.position.y = l->start.y + 8 * wend_random_unit(seed, 27, i) - 4;
        l->count += wend_crowd_add_body(l->crowd, &body, &l->members[l->count]) == WEND_OK;
    }
    wend_formation_def def = wend_formation_def_default();
    def.shape = (wend_formation_shape)wend_random_below(seed, 28, 0, 5);
    return l->count == 0 || wend_formation_create(l->crowd, &def, l->members, NULL, l->count,
                                                  &l->formation) == WEND_OK;
}

static void end(land *l)
{
    wend_crowd_destroy(l->crowd);
    wend_search_destroy(l->search);
    wend_space_destroy(l->space);
    wend_walls_destroy(l->walls);
    wend_grid_destroy(l->grid);
}

static bool is_cell_open(const land *l, wend_vec2 at)
{
    int32_t x = 0;
    int32_t y = 0;
    return wend_grid_cell(l->grid, wend_grid_node_at(l->grid, at), &x, &y) &&
           wend_grid_cost(l->grid, 0, x, y) != WEND_COST_WALL;
}

/* In the open, but for the thickness of a wall that is touched. */
static bool is_open(const land *l, wend_vec2 at)
{
    static const double TOUCH = 0.1;
    const wend_vec2 around[] = {{at.x, at.y},
                                {at.x + TOUCH, at.y},
                                {at.x - TOUCH, at.y},
                                {at.x, at.y + TOUCH},
                                {at.x, at.y - TOUCH}};
    for (size_t i = 0; i < 5; ++i) {
        if (is_cell_open(l, around[i]) &&
            !wend_walls_is_inside(l->walls, around[i], WEND_STOPS_ALL)) {
            return true;
        }
    }
    return false;
}

static bool are_places_open(const land *l, const wend_formation_info *info)
{
    wend_body_id members[MEMBERS + 4];
    wend_vec2 places[MEMBERS + 4];
    size_t count = 0;
    bool is_fine = is_open(l, info->anchor) &&
                   wend_formation_get_slots(l->crowd, l->formation, members, places, MEMBERS + 4,
                                            &count) == WEND_OK;
    for (size_t i = 0; i < count && is_fine; ++i) {
        is_fine = is_open(l, places[i]);
    }
    return is_fine;
}

/* Anywhere on the map, in its walls, and around it. */
static wend_vec2 anywhere(uint64_t seed, uint64_t order)
{
    const double side = (double)SIDE * CELL;
    return (wend_vec2){1.5 * side * wend_random_unit(seed, 29, order) - 0.25 * side,
                       1.5 * side * wend_random_unit(seed, 30, order) - 0.25 * side};
}

static void edit(land *l, uint64_t seed, uint64_t tick)
{
    const wend_vec2 at = anywhere(seed, 100 + tick);
    int32_t x = 0;
    int32_t y = 0;
    if (wend_grid_cell(l->grid, wend_grid_node_at(l->grid, at), &x, &y)) {
        (void)wend_grid_fill(l->grid, 0, x, y, 1, 1, is_cell_open(l, at) ? WEND_COST_WALL : 1);
    }
}

static bool orders_end(uint64_t seed, bool has_edits)
{
    land l = {.count = 0};
    bool is_fine = make(&l, seed) && form(&l, seed);
    for (uint64_t order = 0; order < 3 && is_fine && l.count > 0; ++order) {
        const bool is_free = wend_random_below(seed, 31, order, 2) == 0;
        is_fine = wend_formation_set_goal(l.crowd, l.formation, anywhere(seed, order),
                                          is_free ? (double)NAN : 1) == WEND_OK;
        wend_formation_info info = {.state = WEND_BODY_MOVING};
        for (uint64_t i = 0; i < TICKS && is_fine && info.state != WEND_BODY_ARRIVED &&
                             (info.state != WEND_BODY_NO_PATH || i < 100);
             ++i) {
            if (has_edits && i % 50 == 10 && i < 1000) {
                edit(&l, seed, order * TICKS + i);
            }
            is_fine = wend_crowd_tick(l.crowd) == WEND_OK &&
                      wend_formation_get_info(l.crowd, l.formation, &info) == WEND_OK;
            if (is_fine && !are_places_open(&l, &info)) {
                (void)fprintf(stderr, "a place in a wall, tick %d\n", (int)i);
                is_fine = false;
            }
        }
        if (is_fine && info.state != WEND_BODY_ARRIVED && info.state != WEND_BODY_NO_PATH) {
            (void)fprintf(stderr, "state %d at the end\n", (int)info.state);
            is_fine = false;
        }
    }
    end(&l);
    return is_fine;
}

static bool in_walls(uint64_t seed, void *context)
{
    (void)context;
    return orders_end(seed, false);
}

static bool among_edits(uint64_t seed, void *context)
{
    (void)context;
    return orders_end(seed, true);
}

static void anchors_and_slots_keep_out_of_walls_and_orders_end(void **state)
{
    (void)state;
    gen_property("walls", 40, in_walls, NULL);
}

static void the_same_holds_while_walls_are_edited(void **state)
{
    (void)state;
    gen_property("edits", 30, among_edits, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anchors_and_slots_keep_out_of_walls_and_orders_end),
        cmocka_unit_test(the_same_holds_while_walls_are_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
