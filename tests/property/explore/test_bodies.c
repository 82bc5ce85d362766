/* Bodies that explore random mazes of squares, hexes and walls: tracing with the line, depth first
 * exploration and paths by the map reach what can be reached and say so otherwise; no body ends in a
 * wall; and all methods continue from bytes. */
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/explorers.h"
#include "wend/hex.h"
#include "wend/walls.h"

#include <stdlib.h>

enum { SIDE_MAX = 11, TICKS_MOST = 60000 };

typedef struct body_world {
    wend_grid *grid;
    wend_walls *walls; /* the closed cells of squares, where the grid is not used; else NULL */
    wend_node start, goal;
    bool is_reachable;
} body_world;

typedef struct body_run {
    wend_crowd *crowd;
    wend_explored_map *map;
    wend_explorers *explorers;
    wend_body_id body;
} body_run;

static bool is_open(const wend_grid *grid, wend_node node)
{
    int32_t x;
    int32_t y;
    return wend_grid_cell(grid, node, &x, &y) && wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y);
}

/* Over the sides of cells: bodies do not pass corners. */
static bool flood(const wend_grid *grid, wend_node from, wend_node to)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    uint8_t *reached = calloc((size_t)info.width * (size_t)info.height, 1);
    wend_node *queue = calloc((size_t)info.width * (size_t)info.height, sizeof *queue);
    size_t last = 1;
    reached[from] = 1;
    queue[0] = from;
    for (size_t first = 0; first < last; ++first) {
        for (int32_t d = 0; d < 6; ++d) {
            static const int8_t STEP[6][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, 0}, {0, 0}};
            int32_t x;
            int32_t y;
            wend_grid_cell(grid, queue[first], &x, &y);
            const wend_node next =
                info.neighbours == WEND_NEIGHBOURS_6
                    ? wend_grid_hex_node(grid,
                                         wend_hex_neighbour(wend_grid_hex(grid, queue[first]), d))
                    : wend_grid_node(grid, x + STEP[d][0], y + STEP[d][1]);
            if (next != WEND_NODE_NONE && reached[next] == 0 && is_open(grid, next)) {
                reached[next] = 1;
                queue[last++] = next;
            }
        }
    }
    const bool is_there = reached[to] != 0;
    free(reached);
    free(queue);
    return is_there;
}

/* Closed cells and the map's edge as polygons. */
static wend_walls *walls_of(const wend_grid *grid)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    for (int32_t y = -1; y <= info.height; ++y) {
        for (int32_t x = -1; x <= info.width; ++x) {
            if (!wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y)) {
                const wend_vec2 corners[4] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
                assert_int_equal(
                    wend_walls_add_polygon(walls, corners, 4, WEND_STOPS_WALK, 0, NULL), WEND_OK);
            }
        }
    }
    return walls;
}

static bool make_world(uint64_t seed, body_world *world)
{
    static const gen_kind KINDS[] = {GEN_NOISE, GEN_MAZE, GEN_ROOMS, GEN_BARS, GEN_CAVE};
    gen_map map = gen_map_make(KINDS[wend_random_below(seed, 1, 0, 5)], seed,
                               3 + (int32_t)wend_random_below(seed, 2, 0, SIDE_MAX - 2),
                               3 + (int32_t)wend_random_below(seed, 3, 0, SIDE_MAX - 2));
    wend_grid_def def = grids_def(map.width, map.height, 1);
    const uint32_t kind = wend_random_below(seed, 4, 0, 3);
    if (kind == 2) {
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = (wend_hex_layout)wend_random_below(seed, 5, 0, 4);
    }
    *world = (body_world){.grid = grids_make(def)};
    assert_int_equal(wend_grid_set_costs(world->grid, 0, 0, 0, map.width, map.height, map.costs,
                                         (size_t)map.width),
                     WEND_OK);
    const uint32_t count = (uint32_t)(map.width * map.height);
    gen_map_free(&map);
    world->start = wend_random_below(seed, 6, 0, count);
    world->goal = wend_random_below(seed, 7, 0, count);
    for (uint32_t i = 0; i < count && !is_open(world->grid, world->start); ++i) {
        world->start = (world->start + 1) % count;
    }
    if (!is_open(world->grid, world->start)) {
        wend_grid_destroy(world->grid);
        return false;
    }
    world->is_reachable = flood(world->grid, world->start, world->goal);
    world->walls = kind == 1 ? walls_of(world->grid) : NULL;
    return true;
}

static body_run begin(const body_world *world, wend_explore_method method, uint64_t seed)
{
    body_run run = {0};
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = world->walls == NULL ? world->grid : NULL;
    crowd_def.walls = world->walls;
    crowd_def.step = 0.1;
    crowd_def.max_bodies = 4;
    assert_int_equal(wend_crowd_create(&crowd_def, &run.crowd), WEND_OK);
    wend_body_def body = wend_body_def_default();
    body.position = wend_grid_position(world->grid, world->start);
    body.radius = 0.15 + 0.1 * wend_random_unit(seed, 8, 0);
    body.speed = 2;
    assert_int_equal(wend_crowd_add_body(run.crowd, &body, &run.body), WEND_OK);
    wend_explored_map_def map_def = wend_explored_map_def_default();
    map_def.like = world->grid;
    assert_int_equal(wend_explored_map_create(&map_def, &run.map), WEND_OK);
    wend_explorers_def def = wend_explorers_def_default();
    def.crowd = run.crowd;
    def.map = method == WEND_EXPLORE_BY_MAP ? run.map : NULL;
    def.max_explorers = 2;
    assert_int_equal(wend_explorers_create(&def, &run.explorers), WEND_OK);
    wend_explorer_def order = wend_explorer_def_default();
    order.goal = wend_grid_position(world->grid, world->goal);
    order.method = method;
    order.hand = (wend_explore_hand)wend_random_below(seed, 9, 0, 3);
    order.reach = 0.2;
    order.sense = 1.5;
    order.memory_cell = 1;
    assert_int_equal(wend_explorers_send(run.explorers, run.body, &order), WEND_OK);
    return run;
}

static void end(body_run *run)
{
    wend_explorers_destroy(run->explorers);
    wend_crowd_destroy(run->crowd);
    wend_explored_map_destroy(run->map);
}

static wend_explorer_info tick(const body_run *run)
{
    wend_explorer_info info;
    assert_int_equal(wend_explorers_update(run->explorers), WEND_OK);
    assert_int_equal(wend_crowd_tick(run->crowd), WEND_OK);
    assert_int_equal(wend_explorers_get_info(run->explorers, run->body, &info), WEND_OK);
    return info;
}

static bool explores_rightly(const body_world *world, wend_explore_method method, uint64_t seed)
{
    body_run run = begin(world, method, seed);
    wend_explorer_info info = {0};
    for (int i = 0; i < TICKS_MOST && info.state < WEND_EXPLORE_ARRIVED; ++i) {
        info = tick(&run);
    }
    wend_crowd_info crowd;
    wend_crowd_get_info(run.crowd, &crowd);
    const bool is_right =
        crowd.wall_violations == 0 &&
        info.state == (world->is_reachable ? WEND_EXPLORE_ARRIVED : WEND_EXPLORE_NO_PATH);
    if (!is_right) {
        print_message("method %d: state %d after %lu ticks, reachable %d\n", (int)method,
                      (int)info.state, (unsigned long)info.ticks, world->is_reachable);
    }
    end(&run);
    return is_right;
}

static bool proofs_hold(uint64_t seed, void *context)
{
    (void)context;
    body_world world;
    if (!make_world(seed, &world)) {
        return true;
    }
    const bool is_right = explores_rightly(&world, WEND_EXPLORE_TRACE_LINE, seed) &&
                          explores_rightly(&world, WEND_EXPLORE_DEPTH_FIRST, seed) &&
                          explores_rightly(&world, WEND_EXPLORE_BY_MAP, seed);
    wend_walls_destroy(world.walls);
    wend_grid_destroy(world.grid);
    return is_right;
}

static void bodies_reach_what_can_be_reached_and_say_so_otherwise(void **state)
{
    (void)state;
    gen_property("explore_bodies", 40, proofs_hold, NULL);
}

/* The line to the goal cuts a corner of a block: the disc touches it just before the corner, and the
 * line is free again less than the radius farther on. */
static void a_corner_that_the_line_cuts_ends_the_trace(void **state)
{
    (void)state;
    for (int hand = 0; hand < 2; ++hand) {
        body_run run = {0};
        wend_grid *grid = grids_make(grids_def(20, 10, 1));
        assert_int_equal(wend_grid_fill(grid, 0, 2, 5, 8, 1, WEND_COST_WALL), WEND_OK);
        wend_crowd_def crowd_def = wend_crowd_def_default();
        crowd_def.grid = grid;
        assert_int_equal(wend_crowd_create(&crowd_def, &run.crowd), WEND_OK);
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){8.5, 4.61};
        body.speed = 4;
        assert_int_equal(wend_crowd_add_body(run.crowd, &body, &run.body), WEND_OK);
        wend_explorers_def def = wend_explorers_def_default();
        def.crowd = run.crowd;
        assert_int_equal(wend_explorers_create(&def, &run.explorers), WEND_OK);
        wend_explorer_def order = wend_explorer_def_default();
        order.goal = (wend_vec2){18, 7.04};
        order.hand = (wend_explore_hand)hand;
        assert_int_equal(wend_explorers_send(run.explorers, run.body, &order), WEND_OK);
        wend_explorer_info info = {0};
        for (int i = 0; i < 2000 && info.state < WEND_EXPLORE_ARRIVED; ++i) {
            info = tick(&run);
        }
        assert_int_equal(info.state, WEND_EXPLORE_ARRIVED);
        assert_true(info.collisions > 0);
        end(&run);
        wend_grid_destroy(grid);
    }
}

/* ---- bytes ---- */

static uint8_t *saved(const body_run *run, size_t counts[3])
{
    assert_int_equal(wend_crowd_save(run->crowd, NULL, 0, &counts[0]), WEND_TRUNCATED);
    assert_int_equal(wend_explored_map_save(run->map, NULL, 0, &counts[1]), WEND_TRUNCATED);
    assert_int_equal(wend_explorers_save(run->explorers, NULL, 0, &counts[2]), WEND_TRUNCATED);
    uint8_t *bytes = malloc(counts[0] + counts[1] + counts[2]);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(run->crowd, bytes, counts[0], &counts[0]), WEND_OK);
    assert_int_equal(wend_explored_map_save(run->map, bytes + counts[0], counts[1], &counts[1]),
                     WEND_OK);
    assert_int_equal(
        wend_explorers_save(run->explorers, bytes + counts[0] + counts[1], counts[2], &counts[2]),
        WEND_OK);
    return bytes;
}

static bool continues(const body_world *world, wend_explore_method method, uint64_t seed)
{
    body_run run = begin(world, method, seed);
    body_run other = begin(world, method, seed + 1);
    for (uint32_t i = 5 + wend_random_below(seed, 10, 0, 150); i > 0; --i) {
        (void)tick(&run);
    }
    size_t counts[3];
    uint8_t *bytes = saved(&run, counts);
    assert_int_equal(wend_crowd_load(other.crowd, bytes, counts[0], NULL), WEND_OK);
    assert_int_equal(wend_explored_map_load(other.map, bytes + counts[0], counts[1], NULL),
                     WEND_OK);
    uint8_t *own = bytes + counts[0] + counts[1];
    assert_int_equal(wend_explorers_load(other.explorers, own, counts[2], NULL), WEND_OK);
    bool is_right = wend_explorers_hash(run.explorers) == wend_explorers_hash(other.explorers);
    for (int i = 0; i < 60; ++i) {
        (void)tick(&run);
        (void)tick(&other);
    }
    is_right = is_right && wend_crowd_hash(run.crowd) == wend_crowd_hash(other.crowd) &&
               wend_explorers_hash(run.explorers) == wend_explorers_hash(other.explorers) &&
               wend_explored_map_hash(run.map) == wend_explored_map_hash(other.map);
    const uint64_t hash = wend_explorers_hash(other.explorers);
    own[wend_random_below(seed, 11, 0, (uint32_t)counts[2])] ^= 4;
    is_right = is_right &&
               wend_explorers_load(other.explorers, own, counts[2], NULL) == WEND_ERROR_FILE &&
               hash == wend_explorers_hash(other.explorers);
    free(bytes);
    end(&run);
    end(&other);
    return is_right;
}

static bool all_continue(uint64_t seed, void *context)
{
    (void)context;
    body_world world;
    if (!make_world(seed, &world)) {
        return true;
    }
    bool is_right = true;
    for (uint32_t m = 0; m <= WEND_EXPLORE_BY_MAP && is_right; ++m) {
        is_right = continues(&world, (wend_explore_method)m, seed);
    }
    wend_walls_destroy(world.walls);
    wend_grid_destroy(world.grid);
    return is_right;
}

static void all_methods_continue_from_bytes(void **state)
{
    (void)state;
    gen_property("explorers_bytes", 12, all_continue, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_reach_what_can_be_reached_and_say_so_otherwise),
        cmocka_unit_test(a_corner_that_the_line_cuts_ends_the_trace),
        cmocka_unit_test(all_methods_continue_from_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
