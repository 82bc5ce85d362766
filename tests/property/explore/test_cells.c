/* Explorers of cells over random maps: tracing with the line and depth first exploration always end,
 * reach what is reachable and say so where nothing leads there; all others never walk through walls,
 * and continue from bytes. WEND_TEST_SCALE multiplies the maps: 250 of it are 100,000. */
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/explore.h"
#include "wend/hex.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 18, MAPS = 400 };

static uint32_t cell_count(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return (uint32_t)info.width * (uint32_t)info.height;
}

static bool is_open(const wend_grid *grid, wend_node node)
{
    int32_t x;
    int32_t y;
    return wend_grid_cell(grid, node, &x, &y) && wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y);
}

/* True if one step of the grid leads from a to b; both are open. */
static bool is_step(const wend_grid *grid, wend_node a, wend_node b)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        return wend_hex_distance(wend_grid_hex(grid, a), wend_grid_hex(grid, b)) == 1;
    }
    int32_t ax;
    int32_t ay;
    int32_t bx;
    int32_t by;
    wend_grid_cell(grid, a, &ax, &ay);
    wend_grid_cell(grid, b, &bx, &by);
    const int32_t dx = abs(ax - bx);
    const int32_t dy = abs(ay - by);
    if (dx + dy == 1) {
        return true;
    }
    if (dx != 1 || dy != 1 || info.neighbours != WEND_NEIGHBOURS_8) {
        return false;
    }
    const int beside = wend_grid_is_open(grid, 0, WEND_TEAM_NONE, ax, by) +
                       wend_grid_is_open(grid, 0, WEND_TEAM_NONE, bx, ay);
    return info.corner_rule == WEND_CORNER_ALWAYS ||
           beside >= (info.corner_rule == WEND_CORNER_NEVER ? 2 : 1);
}

/* The slow twin: a flood over the steps of the grid. */
static bool is_reachable(const wend_grid *grid, wend_node from, wend_node to)
{
    const uint32_t count = cell_count(grid);
    uint8_t *reached = calloc(count, 1);
    wend_node *queue = calloc(count, sizeof *queue);
    size_t first = 0;
    size_t last = 1;
    assert_true(reached != NULL && queue != NULL);
    reached[from] = 1;
    queue[0] = from;
    while (first < last) {
        const wend_node at = queue[first++];
        int32_t x;
        int32_t y;
        wend_grid_cell(grid, at, &x, &y);
        for (int32_t k = 0; k < 9; ++k) {
            const wend_node next = wend_grid_node(grid, x + k % 3 - 1, y + k / 3 - 1);
            if (next != WEND_NODE_NONE && next != at && reached[next] == 0 && is_open(grid, next) &&
                is_step(grid, at, next)) {
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

/* A random map of any kind, with a start that is open. @return false where none is. */
static bool make(uint64_t seed, wend_grid **grid, wend_node *start, wend_node *goal)
{
    gen_map map = gen_map_make((gen_kind)wend_random_below(seed, 1, 0, GEN_KIND_COUNT), seed,
                               1 + (int32_t)wend_random_below(seed, 2, 0, SIDE_MAX),
                               1 + (int32_t)wend_random_below(seed, 3, 0, SIDE_MAX));
    wend_grid_def def = grids_def(map.width, map.height, 1);
    static const wend_neighbours KINDS[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                            WEND_NEIGHBOURS_8};
    def.neighbours = KINDS[wend_random_below(seed, 4, 0, 3)];
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)wend_random_below(seed, 5, 0, 4);
    } else if (def.neighbours == WEND_NEIGHBOURS_8) {
        def.corner_rule = (wend_corner_rule)wend_random_below(seed, 5, 0, 3);
    }
    *grid = grids_make(def);
    assert_int_equal(
        wend_grid_set_costs(*grid, 0, 0, 0, map.width, map.height, map.costs, (size_t)map.width),
        WEND_OK);
    gen_map_free(&map);
    const uint32_t count = cell_count(*grid);
    *goal = wend_random_below(seed, 6, 0, count);
    *start = wend_random_below(seed, 7, 0, count);
    for (uint32_t i = 0; i < count && !is_open(*grid, *start); ++i) {
        *start = (*start + 1) % count;
    }
    return is_open(*grid, *start);
}

static wend_cell_explorer *explorer_over(const wend_grid *grid, wend_explore_method method,
                                         wend_explore_hand hand, uint64_t max_steps)
{
    wend_cell_explorer_def def = wend_cell_explorer_def_default();
    def.grid = grid;
    def.method = method;
    def.hand = hand;
    def.max_steps = max_steps;
    wend_cell_explorer *explorer = NULL;
    assert_int_equal(wend_cell_explorer_create(&def, &explorer), WEND_OK);
    return explorer;
}

/* Walks to the end and looks at every step. @return false where one is wrong. */
static bool walk(const wend_grid *grid, wend_cell_explorer *explorer, wend_result *result)
{
    wend_cell_explorer_info before;
    wend_cell_explorer_info after;
    wend_cell_explorer_get_info(explorer, &before);
    do {
        *result = wend_cell_explorer_step(explorer);
        wend_cell_explorer_get_info(explorer, &after);
        const bool has_moved = after.node != before.node;
        if ((has_moved &&
             (!is_open(grid, after.node) || !is_step(grid, before.node, after.node))) ||
            (*result == WEND_IN_PROGRESS && !has_moved) ||
            after.steps != before.steps + (has_moved ? 1 : 0)) {
            return false;
        }
        before = after;
    } while (*result == WEND_IN_PROGRESS);
    return (*result == WEND_OK) == (after.node == after.goal);
}

static bool ends_and_is_right(uint64_t seed, void *context)
{
    (void)context;
    wend_grid *grid;
    wend_node start;
    wend_node goal;
    bool is_right = true;
    if (make(seed, &grid, &start, &goal)) {
        static const wend_explore_method METHODS[] = {
            WEND_EXPLORE_TRACE_LINE, WEND_EXPLORE_TRACE_LINE, WEND_EXPLORE_TRACE_LINE,
            WEND_EXPLORE_DEPTH_FIRST};
        const wend_result expected = is_reachable(grid, start, goal) ? WEND_OK : WEND_NO_PATH;
        for (int k = 0; k < 4 && is_right; ++k) {
            wend_cell_explorer *explorer =
                explorer_over(grid, METHODS[k], (wend_explore_hand)(k % 3), 0);
            assert_int_equal(wend_cell_explorer_start(explorer, start, goal), WEND_OK);
            wend_result result;
            is_right = walk(grid, explorer, &result) && result == expected;
            wend_cell_explorer_destroy(explorer);
        }
    }
    wend_grid_destroy(grid);
    return is_right;
}

static void what_is_proven_holds_on_every_map(void **state)
{
    (void)state;
    gen_property("explore_cells", MAPS, ends_and_is_right, NULL);
}

/* ---- all methods: steps, limits, bytes ---- */

static bool continues_from_bytes(const wend_cell_explorer *explorer, wend_cell_explorer *other)
{
    size_t count = 0;
    assert_int_equal(wend_cell_explorer_save(explorer, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_cell_explorer_save(explorer, bytes, count, &count), WEND_OK);
    const bool is_loaded = wend_cell_explorer_load(other, bytes, count, NULL) == WEND_OK;
    free(bytes);
    return is_loaded && wend_cell_explorer_hash(explorer) == wend_cell_explorer_hash(other);
}

static bool method_is_right(const wend_grid *grid, uint64_t seed, wend_node start, wend_node goal,
                            wend_explore_method method)
{
    const wend_explore_hand hand = (wend_explore_hand)wend_random_below(seed, 9, 0, 3);
    wend_cell_explorer *explorer = explorer_over(grid, method, hand, 300);
    wend_cell_explorer *other = explorer_over(grid, WEND_EXPLORE_RANDOM, hand, 5);
    assert_int_equal(wend_cell_explorer_start(explorer, start, goal), WEND_OK);
    for (uint32_t i = wend_random_below(seed, 10, 0, 40); i > 0; --i) {
        (void)wend_cell_explorer_step(explorer);
    }
    wend_result result[2];
    const bool is_right = continues_from_bytes(explorer, other) &&
                          walk(grid, explorer, &result[0]) && walk(grid, other, &result[1]) &&
                          result[0] == result[1] &&
                          wend_cell_explorer_hash(explorer) == wend_cell_explorer_hash(other);
    wend_cell_explorer_destroy(explorer);
    wend_cell_explorer_destroy(other);
    return is_right;
}

static bool all_methods_are_right(uint64_t seed, void *context)
{
    (void)context;
    wend_grid *grid;
    wend_node start;
    wend_node goal;
    bool is_right = true;
    if (make(seed, &grid, &start, &goal)) {
        for (uint32_t m = 0; m <= WEND_EXPLORE_RANDOM && is_right; ++m) {
            is_right = method_is_right(grid, seed, start, goal, (wend_explore_method)m);
        }
    }
    wend_grid_destroy(grid);
    return is_right;
}

static void all_methods_step_over_open_cells_and_continue_from_bytes(void **state)
{
    (void)state;
    gen_property("explore_methods", MAPS / 4, all_methods_are_right, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proven_holds_on_every_map),
        cmocka_unit_test(all_methods_step_over_open_cells_and_continue_from_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
