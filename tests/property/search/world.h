/* Random worlds for the tests of searches, with slow twins of the answers.
 *
 *   seed --> map, one class and team of a grid --> space, search, path
 *        '-> the same map as that class and team see it --> true costs from start, to goal
 *
 * A property looks at one world, and says what it found wrong instead of asserting, so that the
 * map can be shrunk and printed. Everything but size and cells of a map follows from its seed.
 */
#ifndef TEST_SEARCH_WORLD_H
#define TEST_SEARCH_WORLD_H

#include "support/gen.h"
#include "support/reference.h"
#include "support/test.h"
#include "wend/path.h"
#include "wend/search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
    gen_map map; /* as class and team see it: closed gates are walls */
    uint32_t movement_class, team;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
    uint32_t count;    /* cells */
    uint64_t *costs;   /* [count] true cost from map.start */
    uint64_t *to_goal; /* [count] true cost to map.goal */
    uint32_t *steps;   /* [count] fewest steps from map.start */
    wend_node *cells;  /* [count] room for a path */
    char what[160];    /* the fault */
} world;

enum { WORLD_SIDE_MAX = 12 };

static inline uint32_t world_draw(uint64_t seed, uint64_t what, uint32_t below)
{
    return wend_random_below(seed, 77, what, below);
}

static inline void *world_alloc(size_t bytes)
{
    void *block = calloc(1, bytes == 0 ? 1 : bytes);
    if (block == NULL) {
        fprintf(stderr, "test: out of memory\n");
        abort();
    }
    return block;
}

/* Notes what is wrong; always false. */
static inline bool world_wrong(world *w, const char *where, const char *what, uint64_t got,
                               uint64_t expected)
{
    snprintf(w->what, sizeof w->what, "%s: %s is %" PRIu64 ", expected %" PRIu64, where, what, got,
             expected);
    return false;
}

static inline bool world_equal(world *w, const char *where, const char *what, uint64_t got,
                               uint64_t expected)
{
    return got == expected || world_wrong(w, where, what, got, expected);
}

/* ---- maps ---- */

/* Mostly small; some cross the borders of 64-bit words. Some uniform ones cost more than 1. */
static inline gen_map world_map(uint64_t seed)
{
    static const int32_t sides[][2] = {{70, 9}, {9, 70}, {130, 5}, {62, 4}, {4, 63}, {64, 64}};
    const uint32_t shape = world_draw(seed, 1, 128);
    const gen_kind kind = (gen_kind)world_draw(seed, 2, GEN_KIND_COUNT);
    gen_map map = shape < 5 || (shape == 5 && world_draw(seed, 3, 8) == 0)
                      ? gen_map_make(kind, seed, sides[shape][0], sides[shape][1])
                      : gen_map_random(seed, WORLD_SIDE_MAX);
    if (world_draw(seed, 4, 4) == 0) {
        const uint8_t factor = (uint8_t)(2 + world_draw(seed, 5, 253));
        for (size_t k = 0; k < (size_t)map.width * (size_t)map.height; ++k) {
            map.costs[k] = map.costs[k] == 1 ? factor : map.costs[k];
        }
    }
    return map;
}

/* Makes walls of the model's cells where the grid's gate is closed to the world's team. */
static inline void world_close_gate(world *w, uint64_t seed)
{
    const uint32_t masks[4] = {UINT32_MAX, 1u << 5, ~(1u << 5), 0x80000000u};
    const uint32_t mask = masks[world_draw(seed, 11, 4)];
    const int32_t x = (int32_t)world_draw(seed, 12, (uint32_t)w->map.width);
    const int32_t y = (int32_t)world_draw(seed, 13, (uint32_t)w->map.height);
    const int32_t width = 1 + (int32_t)world_draw(seed, 14, (uint32_t)(w->map.width - x));
    const int32_t height = 1 + (int32_t)world_draw(seed, 15, (uint32_t)(w->map.height - y));
    assert_int_equal(wend_grid_set_closed_teams(w->grid, x, y, width, height, mask), WEND_OK);
    const bool is_closed =
        w->team == WEND_TEAM_NONE ? mask == UINT32_MAX : (mask >> w->team & 1) != 0;
    for (int32_t row = y; row < y + height && is_closed; ++row) {
        memset(w->map.costs + (size_t)row * (size_t)w->map.width + x, WEND_COST_WALL,
               (size_t)width);
    }
}

static inline void world_make_grid(world *w)
{
    const uint64_t seed = w->map.seed;
    wend_grid_def def = wend_grid_def_default();
    def.width = w->map.width;
    def.height = w->map.height;
    def.neighbours = w->map.neighbours;
    def.corner_rule = w->map.corner_rule;
    def.sector_size = 8 + (int32_t)world_draw(seed, 6, 25);
    def.class_count = world_draw(seed, 7, 4) == 0 ? 3 : 1;
    def.cost = 9;
    w->movement_class = world_draw(seed, 8, (uint32_t)def.class_count);
    w->team = world_draw(seed, 9, 2) == 0 ? WEND_TEAM_NONE : world_draw(seed, 10, 2) == 0 ? 5 : 31;
    assert_int_equal(wend_grid_create(&def, &w->grid), WEND_OK);
    assert_int_equal(wend_grid_set_costs(w->grid, w->movement_class, 0, 0, w->map.width,
                                         w->map.height, w->map.costs, (size_t)w->map.width),
                     WEND_OK);
    if (world_draw(seed, 16, 4) == 0) {
        world_close_gate(w, seed);
    }
}

/* ---- slow twins ---- */

/* Least cost from every cell to one, after Dijkstra, backwards. */
static inline void world_costs_to(const gen_map *map, wend_node goal, uint64_t *costs)
{
    const uint32_t count = (uint32_t)(map->width * map->height);
    bool *is_done = world_alloc(count);
    for (uint32_t k = 0; k < count; ++k) {
        costs[k] = REFERENCE_INFINITE;
    }
    costs[goal] = map->costs[goal] == WEND_COST_WALL ? REFERENCE_INFINITE : 0;
    for (;;) {
        uint32_t at = count;
        for (uint32_t k = 0; k < count; ++k) {
            const bool is_candidate = !is_done[k] && costs[k] != REFERENCE_INFINITE;
            at = is_candidate && (at == count || costs[k] < costs[at]) ? k : at;
        }
        if (at == count) {
            break;
        }
        is_done[at] = true;
        for (int32_t d = 0; d < 9; ++d) {
            const int32_t x = (int32_t)(at % (uint32_t)map->width) + d % 3 - 1;
            const int32_t y = (int32_t)(at / (uint32_t)map->width) + d / 3 - 1;
            if (x < 0 || y < 0 || x >= map->width || y >= map->height) {
                continue;
            }
            const wend_node from = (wend_node)(y * map->width + x);
            const uint64_t step = reference_step(map, from, at);
            if (step != REFERENCE_INFINITE && costs[at] + step < costs[from]) {
                costs[from] = costs[at] + step;
            }
        }
    }
    free(is_done);
}

/* Fewest steps from one cell to all others, ring by ring; UINT32_MAX = none. */
static inline void world_steps_from(const gen_map *map, wend_node start, uint32_t *steps)
{
    const uint32_t count = (uint32_t)(map->width * map->height);
    wend_node *wave = world_alloc(count * sizeof *wave);
    size_t end = 0;
    for (uint32_t k = 0; k < count; ++k) {
        steps[k] = UINT32_MAX;
    }
    if (map->costs[start] != WEND_COST_WALL) {
        steps[start] = 0;
        wave[end++] = start;
    }
    for (size_t next = 0; next < end; ++next) {
        const int32_t x = (int32_t)(wave[next] % (uint32_t)map->width);
        const int32_t y = (int32_t)(wave[next] / (uint32_t)map->width);
        for (int32_t d = 0; d < 9; ++d) {
            const int32_t tx = x + d % 3 - 1;
            const int32_t ty = y + d / 3 - 1;
            if (tx < 0 || ty < 0 || tx >= map->width || ty >= map->height) {
                continue;
            }
            const wend_node to = (wend_node)(ty * map->width + tx);
            if (steps[to] == UINT32_MAX &&
                reference_step(map, wave[next], to) != REFERENCE_INFINITE) {
                steps[to] = steps[wave[next]] + 1;
                wave[end++] = to;
            }
        }
    }
    free(wave);
}

/* ---- worlds ---- */

static inline world world_new(const gen_map *map)
{
    world w;
    memset(&w, 0, sizeof w);
    w.map = gen_map_copy(map);
    w.count = (uint32_t)(map->width * map->height);
    world_make_grid(&w);
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = w.grid;
    space_def.movement_class = w.movement_class;
    space_def.team = w.team;
    assert_int_equal(wend_space_create(&space_def, &w.space), WEND_OK);
    wend_search_def search_def = wend_search_def_default();
    search_def.space = w.space;
    assert_int_equal(wend_search_create(&search_def, &w.search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &w.path), WEND_OK);
    w.costs = world_alloc(w.count * sizeof w.costs[0]);
    w.to_goal = world_alloc(w.count * sizeof w.to_goal[0]);
    w.steps = world_alloc(w.count * sizeof w.steps[0]);
    w.cells = world_alloc(w.count * sizeof w.cells[0]);
    reference_dijkstra(&w.map, w.map.start, w.costs);
    return w;
}

static inline void world_free(world *w)
{
    wend_path_destroy(w->path);
    wend_search_destroy(w->search);
    wend_space_destroy(w->space);
    wend_grid_destroy(w->grid);
    gen_map_free(&w->map);
    free(w->costs);
    free(w->to_goal);
    free(w->steps);
    free(w->cells);
}

static inline bool world_is_wall(const world *w, wend_node node)
{
    return w->map.costs[node] == WEND_COST_WALL;
}

static inline bool world_is_uniform(const world *w)
{
    uint8_t seen = WEND_COST_WALL;
    for (uint32_t k = 0; k < w->count; ++k) {
        if (w->map.costs[k] != WEND_COST_WALL) {
            if (seen != WEND_COST_WALL && seen != w->map.costs[k]) {
                return false;
            }
            seen = w->map.costs[k];
        }
    }
    return true;
}

static inline uint8_t world_cost_min(const world *w)
{
    uint8_t least = WEND_COST_WALL;
    for (uint32_t k = 0; k < w->count; ++k) {
        least = w->map.costs[k] < least ? w->map.costs[k] : least;
    }
    return least == WEND_COST_WALL ? 1 : least;
}

/* All open cells cost the same, but for one in 64 at most. */
static inline bool world_is_nearly_uniform(const world *w)
{
    const uint8_t least = world_cost_min(w);
    uint32_t open = 0;
    uint32_t raised = 0;
    for (uint32_t k = 0; k < w->count; ++k) {
        open += w->map.costs[k] != WEND_COST_WALL ? 1 : 0;
        raised += w->map.costs[k] != WEND_COST_WALL && w->map.costs[k] != least ? 1 : 0;
    }
    return 64 * raised <= open;
}

static inline bool world_can_jump(const world *w)
{
    return w->map.neighbours == WEND_NEIGHBOURS_8 && world_is_nearly_uniform(w);
}

static inline wend_search_query world_query(const world *w, wend_method method, wend_node goal)
{
    wend_search_query query = wend_search_query_default();
    query.start = w->map.start;
    query.goal = goal;
    query.method = method;
    return query;
}

/* The path to the answer's node: from start by steps that exist, at the cost of the answer. */
static inline bool world_path_is_sound(world *w, const char *where,
                                       const wend_search_answer *answer)
{
    size_t count = 0;
    return world_equal(w, where, "result of the path",
                       (uint64_t)wend_path_from_search(w->path, w->search),
                       (uint64_t)answer->result) &&
           world_equal(w, where, "result of its cells",
                       (uint64_t)wend_path_cells(w->path, w->space, w->cells, w->count, &count),
                       WEND_OK) &&
           world_equal(w, where, "start of the path", w->cells[0], w->map.start) &&
           world_equal(w, where, "end of the path", w->cells[count - 1], answer->node) &&
           world_equal(w, where, "cost of its cells", reference_path(&w->map, w->cells, count),
                       answer->cost) &&
           world_equal(w, where, "cost of the path", wend_path_cost(w->path), answer->cost) &&
           world_equal(w, where, "cost_to", wend_search_cost_to(w->search, answer->node),
                       answer->cost);
}

static inline wend_failure_reason world_reason(const world *w, wend_node goal)
{
    return world_is_wall(w, w->map.start)         ? WEND_FAILURE_START_BLOCKED
           : world_is_wall(w, goal)               ? WEND_FAILURE_GOAL_BLOCKED
           : w->costs[goal] == REFERENCE_INFINITE ? WEND_FAILURE_UNREACHABLE
                                                  : WEND_FAILURE_NONE;
}

/* The answer to a query with one goal node without limits: a valid path, or none for the right
 * reason. The caller checks the cost. */
static inline bool world_answer_is_sound(world *w, const char *where, wend_result result,
                                         wend_node goal)
{
    const wend_failure_reason reason = world_reason(w, goal);
    const wend_result expected = reason == WEND_FAILURE_NONE ? WEND_OK : WEND_NO_PATH;
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    if (!world_equal(w, where, "result", (uint64_t)result, (uint64_t)expected) ||
        !world_equal(w, where, "result in the answer", (uint64_t)answer.result,
                     (uint64_t)expected) ||
        !world_equal(w, where, "reason", answer.reason, reason)) {
        return false;
    }
    if (expected == WEND_OK) {
        return world_equal(w, where, "node", answer.node, goal) &&
               world_path_is_sound(w, where, &answer);
    }
    return world_equal(w, where, "result of no path",
                       (uint64_t)wend_path_from_search(w->path, w->search), WEND_NO_PATH) &&
           world_equal(w, where, "node is reachable",
                       answer.node < w->count && (w->costs[answer.node] != REFERENCE_INFINITE ||
                                                  answer.node == w->map.start),
                       1);
}

/* ---- properties ---- */

typedef bool (*world_holds_fn)(world *w);

typedef struct world_property {
    world_holds_fn holds;
    char what[160];
} world_property;

static inline bool world_fails(const gen_map *map, void *context)
{
    world_property *property = context;
    world w = world_new(map);
    const bool holds = property->holds(&w);
    memcpy(property->what, w.what, sizeof property->what);
    world_free(&w);
    return !holds;
}

static inline bool world_seed_holds(uint64_t seed, void *context)
{
    world_property *property = context;
    gen_map map = world_map(seed);
    const bool fails = world_fails(&map, context);
    if (fails) {
        gen_shrink(&map, world_fails, context);
        (void)world_fails(&map, context);
        fprintf(stderr, "%s\n", property->what);
    }
    gen_map_free(&map);
    return !fails;
}

/* Fails the test at the first world for which holds says no, shrunk and with what was wrong. */
static inline void world_check(const char *name, uint32_t seeds, world_holds_fn holds)
{
    world_property property;
    memset(&property, 0, sizeof property);
    property.holds = holds;
    gen_property(name, seeds, world_seed_holds, &property);
}

#endif
