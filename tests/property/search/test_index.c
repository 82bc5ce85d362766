/* Indexes of random grids of one cost say what the slow reference says of all goals, with every corner
 * rule, and their paths exist; built in slices and by any number of threads, saved and loaded; they
 * fit their grid again when an edit is taken back. */
#include "support/gen.h"
#include "support/pools.h"
#include "support/reference.h"
#include "support/searches.h"
#include "support/test.h"

#include "route/index/index.h"
#include "wend/search.h"

#include <stdlib.h>
#include <string.h>

enum { MAPS = 70, BUILDS = 16, EDITS = 60, SIDE_MAX = 16, CELLS_MAX = SIDE_MAX * SIDE_MAX };
enum { LARGE = 4, LARGE_SIDE = 90, FACTOR = 3 };

/* A map with 8 neighbours and one cost. */
static gen_map plain(gen_map map)
{
    map.neighbours = WEND_NEIGHBOURS_8;
    map.corner_rule = (wend_corner_rule)(map.seed % 3);
    for (int32_t k = 0; k < map.width * map.height; ++k) {
        map.costs[k] = map.costs[k] == WEND_COST_WALL ? WEND_COST_WALL : FACTOR;
    }
    return map;
}

/* A map, its index, and what answers on it. */
typedef struct stage {
    wend_grid *grid;
    wend_space *space;
    wend_index *index;
    wend_index_search *search;
    wend_path *path;
} stage;

static wend_index *create(const wend_space *space, uint32_t most_shortcuts,
                          const wend_executor *executor)
{
    wend_index_def def = wend_index_def_default();
    def.space = space;
    if (executor != NULL) {
        def.executor = *executor;
    }
    wend_index *index = NULL;
    assert_int_equal(wend_index_create(&def, &index), WEND_OK);
    index->contraction.most_shortcuts = most_shortcuts;
    return index;
}

static wend_index_search *search_on(const wend_index *index, const wend_space *space)
{
    wend_index_search_def def = wend_index_search_def_default();
    def.index = index;
    def.space = space;
    wend_index_search *search = NULL;
    assert_int_equal(wend_index_search_create(&def, &search), WEND_OK);
    return search;
}

/* Some nodes may stay in the core. Labels may be left out, all or those of cells. */
static stage stage_make(const gen_map *map)
{
    static const wendi_hub_label_kind left_out[3] = {
        WENDI_HUB_LABELS_NONE, WENDI_HUB_LABELS_OF_CELLS, WENDI_HUB_LABELS_OF_JUMP_POINTS};
    static const wendi_hub_label_kind kinds[3] = {
        WENDI_HUB_LABELS_OF_CELLS, WENDI_HUB_LABELS_OF_JUMP_POINTS, WENDI_HUB_LABELS_NONE};
    stage s;
    s.grid = gen_map_grid(map, NULL);
    s.space = spaces_on(s.grid);
    s.index = create(s.space, map->seed % 4 == 0 ? (uint32_t)(map->seed / 4 % 4) : 1000, NULL);
    s.index->label_build.left_out = left_out[map->seed / 3 % 3];
    /* Lists of cells may have some of the hubs only. */
    s.index->label_build.listed_most = (uint32_t)(map->seed / 9 % 4 * (map->seed / 36 % 5) * 4);
    assert_int_equal(wend_index_build(s.index, NULL), WEND_OK);
    /* Without a good order of the jump points, labels would be too long. */
    assert_true(map->seed % 4 == 0 || s.index->labels.kind == kinds[map->seed / 3 % 3]);
    s.search = search_on(s.index, s.space);
    s.path = paths_make();
    return s;
}

static void stage_destroy(stage *s)
{
    wend_path_destroy(s->path);
    wend_index_search_destroy(s->search);
    wend_index_destroy(s->index);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

/* ---- answers ---- */

/* True if the path leads from start to goal, by steps that exist and cost so much. */
static bool path_is(const stage *s, const gen_map *map, wend_node start, wend_node goal,
                    wend_cost cost)
{
    static wend_node nodes[LARGE_SIDE * LARGE_SIDE];
    size_t count = 0;
    return wend_path_cells(s->path, s->space, nodes, sizeof nodes / sizeof nodes[0], &count) ==
               WEND_OK &&
           count > 0 && nodes[0] == start && nodes[count - 1] == goal &&
           wend_path_cost(s->path) == cost && reference_path(map, nodes, count) == cost &&
           wend_path_is_valid(s->path, s->space, 0, 0, NULL);
}

static bool answer_is_right(const stage *s, const gen_map *map, wend_node start, wend_node goal,
                            uint64_t cost)
{
    const bool has_path = cost != REFERENCE_INFINITE;
    const wend_failure_reason reason =
        has_path                              ? WEND_FAILURE_NONE
        : map->costs[start] == WEND_COST_WALL ? WEND_FAILURE_START_BLOCKED
        : map->costs[goal] == WEND_COST_WALL  ? WEND_FAILURE_GOAL_BLOCKED
                                              : WEND_FAILURE_UNREACHABLE;
    const wend_result result = wend_index_search_find(s->search, start, goal);
    wend_index_answer answer;
    wend_index_search_get_answer(s->search, &answer);
    return result == (has_path ? WEND_OK : WEND_NO_PATH) && answer.result == result &&
           answer.reason == reason && answer.cost == (has_path ? cost : WEND_COST_INFINITE) &&
           answer.start == start && answer.goal == goal &&
           wend_path_from_index(s->path, s->search) == result &&
           (!has_path || path_is(s, map, start, goal, cost));
}

static bool breaks(const gen_map *given, void *context)
{
    (void)context;
    gen_map map = plain(gen_map_copy(given));
    stage s = stage_make(&map);
    uint64_t costs[CELLS_MAX];
    const wend_node count = (wend_node)(map.width * map.height);
    bool holds = true;
    for (uint32_t k = 0; k < 3 && holds; ++k) {
        const wend_node start = k == 0 ? map.start : wend_random_below(map.seed, 500, k, count);
        reference_dijkstra(&map, start, costs);
        for (wend_node goal = 0; goal < count && holds; ++goal) {
            holds = answer_is_right(&s, &map, start, goal, costs[goal]);
        }
    }
    stage_destroy(&s);
    gen_map_free(&map);
    return !holds;
}

static void index_of_grids_equals_reference(void **state)
{
    (void)state;
    gen_property_maps("index of grids", MAPS, SIDE_MAX, breaks, NULL);
}

/* ---- larger maps, against jump points ---- */

static bool labels_are_one(const wendi_hub_labels *a, const wendi_hub_labels *b)
{
    return a->kind == b->kind && a->listed == b->listed && a->pool_count == b->pool_count &&
           (a->pool == NULL ||
            (memcmp(a->pool, b->pool, a->pool_count * sizeof a->pool[0]) == 0 &&
             memcmp(a->cells, b->cells,
                    (size_t)a->states->rows * a->states->columns * sizeof a->cells[0]) == 0));
}

static void build_in_slices(wend_index *index, uint64_t seed)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t k = 0; result == WEND_IN_PROGRESS; ++k) {
        wend_budget budget = wend_budget_steps(wend_random_below(seed, k, 7, 40));
        result = wend_index_build(index, &budget);
    }
    assert_int_equal(result, WEND_OK);
}

/* What is known of one cell spares work at the next one, and changes no list. */
static bool labels_are_one_in_slices(const stage *s, uint64_t seed)
{
    wend_index *sliced = create(s->space, seed % 4 == 0 ? (uint32_t)(seed / 4 % 4) : 1000, NULL);
    sliced->label_build.left_out = s->index->label_build.left_out;
    sliced->label_build.listed_most = s->index->label_build.listed_most;
    build_in_slices(sliced, seed);
    const bool is_one = labels_are_one(&sliced->labels, &s->index->labels);
    wend_index_destroy(sliced);
    return is_one;
}

static bool large_is_right(uint64_t seed, void *context)
{
    (void)context;
    static const gen_kind kinds[4] = {GEN_ROOMS, GEN_MAZE, GEN_CAVE, GEN_BARS};
    gen_map map =
        plain(gen_map_make(kinds[seed % 4], seed, LARGE_SIDE, LARGE_SIDE - (int32_t)(seed % 40)));
    stage s = stage_make(&map);
    wend_search *slow = searches_on(s.space);
    const wend_node count = (wend_node)(map.width * map.height);
    bool holds = labels_are_one_in_slices(&s, seed);
    for (uint32_t k = 0; k < 150 && holds; ++k) {
        wend_search_query query = wend_search_query_default();
        query.start = wend_random_below(seed, k, 0, count);
        query.goal = wend_random_below(seed, k, 1, count);
        query.method = WEND_METHOD_DIJKSTRA;
        const wend_result result = wend_search_find(slow, &query);
        wend_search_answer exact;
        wend_search_get_answer(slow, &exact);
        holds = answer_is_right(&s, &map, query.start, query.goal,
                                result == WEND_OK ? exact.cost : REFERENCE_INFINITE);
    }
    wend_search_destroy(slow);
    stage_destroy(&s);
    gen_map_free(&map);
    return holds;
}

static void index_of_large_grids_equals_search(void **state)
{
    (void)state;
    gen_property("large grids", LARGE, large_is_right, NULL);
}

/* ---- slices, threads, bytes ---- */

static uint8_t *save(const wend_index *index, size_t *count)
{
    assert_int_equal(wend_index_save(index, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    const size_t capacity = *count;
    assert_int_equal(wend_index_save(index, bytes, capacity, count), WEND_OK);
    return bytes;
}

/* Lists of cells may have some of the hubs only; those of what is loaded have all. */
static bool builds_are_one(uint64_t seed, void *context)
{
    gen_map map = plain(gen_map_random(seed, 2 * SIDE_MAX));
    wend_grid *grid = gen_map_grid(&map, NULL);
    wend_space *space = spaces_on(grid);
    wend_index *index = create(space, 1000, NULL);
    wend_index *sliced = create(space, 1000, NULL);
    wend_index *threaded = create(space, 1000, context);
    const uint32_t listed = seed % 2 == 0 ? 0 : 1 + (uint32_t)(seed % 30);
    index->label_build.listed_most = sliced->label_build.listed_most =
        threaded->label_build.listed_most = listed;
    assert_int_equal(wend_index_build(index, NULL), WEND_OK);
    assert_int_equal(wend_index_build(threaded, NULL), WEND_OK);
    build_in_slices(sliced, seed);
    const uint64_t hash = wend_index_hash(index);
    bool holds = wend_index_hash(sliced) == hash && wend_index_hash(threaded) == hash &&
                 wend_index_memory_bytes(sliced) == wend_index_memory_bytes(index) &&
                 wend_index_memory_bytes(threaded) == wend_index_memory_bytes(index) &&
                 labels_are_one(&sliced->labels, &index->labels) &&
                 labels_are_one(&threaded->labels, &index->labels);

    size_t count;
    uint8_t *bytes = save(index, &count);
    wend_index *loaded = NULL;
    holds = holds && wend_index_load(NULL, bytes, count, &loaded) == WEND_OK &&
            wend_index_hash(loaded) == hash && wend_index_fits(loaded, space) &&
            (listed != 0 || wend_index_memory_bytes(loaded) == wend_index_memory_bytes(index));
    if (holds) {
        size_t again_count;
        uint8_t *again = save(loaded, &again_count);
        holds = again_count == count && memcmp(again, bytes, count) == 0;
        free(again);
        wend_index_search *one = search_on(index, space);
        wend_index_search *other = search_on(loaded, space);
        for (uint32_t k = 0; k < 20 && holds; ++k) {
            const wend_node cells = (wend_node)(map.width * map.height);
            const wend_node start = wend_random_below(seed, k, 8, cells);
            const wend_node goal = wend_random_below(seed, k, 9, cells);
            wend_index_answer a;
            wend_index_answer b;
            const wend_result result = wend_index_search_find(one, start, goal);
            holds = wend_index_search_find(other, start, goal) == result;
            wend_index_search_get_answer(one, &a);
            wend_index_search_get_answer(other, &b);
            holds = holds && a.cost == b.cost && (listed != 0 || a.expanded == b.expanded);
        }
        wend_index_search_destroy(one);
        wend_index_search_destroy(other);
    }
    wend_index *broken = NULL;
    bytes[wend_random_below(seed, 3, 3, (uint32_t)count)] ^= 1;
    holds = holds && wend_index_load(NULL, bytes, count, &broken) == WEND_ERROR_FILE;
    free(bytes);
    wend_index_destroy(loaded);
    wend_index_destroy(threaded);
    wend_index_destroy(sliced);
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    gen_map_free(&map);
    return holds;
}

static void index_of_grids_is_one_in_slices_threads_and_bytes(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(4);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("builds", BUILDS, builds_are_one, &executor);
    wend_pool_destroy(pool);
}

/* ---- edits ---- */

static bool set(wend_grid *grid, const gen_map *map, wend_node cell, uint8_t cost)
{
    return wend_grid_set_cost(grid, 0, (int32_t)cell % map->width, (int32_t)cell / map->width,
                              cost) == WEND_OK;
}

/* Any change of a wall makes the index stale, also one of the ground's one cost, and taking it back
 * makes it fit. */
static bool edits_are_told(uint64_t seed, void *context)
{
    (void)context;
    gen_map map = plain(gen_map_random(seed, 3 * SIDE_MAX));
    stage s = stage_make(&map);
    const wend_node count = (wend_node)(map.width * map.height);
    bool holds = true;
    for (uint32_t k = 0; k < 12 && holds; ++k) {
        const wend_node cell = wend_random_below(seed, k, 4, count);
        const bool is_wall = map.costs[cell] == WEND_COST_WALL;
        holds = wend_index_search_find(s.search, cell, map.goal) >= WEND_OK &&
                set(s.grid, &map, cell, is_wall ? FACTOR : WEND_COST_WALL) &&
                wend_index_search_find(s.search, cell, map.goal) == WEND_ERROR_STALE &&
                wend_space_update(s.space) == WEND_OK && !wend_index_fits(s.index, s.space) &&
                wend_path_from_index(s.path, s.search) < 0 &&
                wend_index_search_find(s.search, cell, map.goal) == WEND_ERROR_STALE &&
                set(s.grid, &map, cell, map.costs[cell]) && !wend_index_fits(s.index, s.space) &&
                wend_space_update(s.space) == WEND_OK && wend_index_fits(s.index, s.space);
    }
    stage_destroy(&s);
    gen_map_free(&map);
    return holds;
}

static void index_of_a_grid_fits_again_when_an_edit_is_taken_back(void **state)
{
    (void)state;
    gen_property("edits", EDITS, edits_are_told, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(index_of_grids_equals_reference),
        cmocka_unit_test(index_of_large_grids_equals_search),
        cmocka_unit_test(index_of_grids_is_one_in_slices_threads_and_bytes),
        cmocka_unit_test(index_of_a_grid_fits_again_when_an_edit_is_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
