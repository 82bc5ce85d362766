/* One grid and one space, and threads with a search each: they all answer as one thread does.
 * WEND_TEST_SCALE makes it longer. */
#include "support/grids.h"
#include "support/pools.h"
#include "support/test.h"
#include "wend/link.h"
#include "wend/search.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 48, QUERIES_PER_BLOCK = 50, THREADS = 8 };

#if defined(__SANITIZE_THREAD__)
enum { QUERIES = 4000 };
#else
enum { QUERIES = 100000 };
#endif

typedef struct scene {
    bool is_hex;
    uint32_t queries;
    wend_space *space;
    wend_cost *costs;  /* [queries] by one thread */
    uint8_t *is_right; /* [queries] */
} scene;

static wend_grid *grid_new(bool is_hex)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = is_hex ? WEND_NEIGHBOURS_6 : WEND_NEIGHBOURS_8;
    def.wrap = is_hex ? WEND_WRAP_BOTH : WEND_WRAP_NONE;
    wend_grid *grid = grids_make(def);
    for (uint64_t k = 0; k < SIDE * SIDE / 4; ++k) {
        const int32_t x = (int32_t)wend_random_below(9, 1, k, SIDE);
        const int32_t y = (int32_t)wend_random_below(9, 2, k, SIDE);
        grids_set(grid, x, y, WEND_COST_WALL);
    }
    for (uint32_t k = 0; k < 20 && is_hex; ++k) {
        wend_link_def link = wend_link_def_default();
        wend_link_id id;
        link.from = wend_random_below(9, 3, k, SIDE * SIDE);
        link.to = (link.from + 1 + wend_random_below(9, 4, k, SIDE * SIDE - 1)) % (SIDE * SIDE);
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    return grid;
}

static wend_search_query query_of(uint64_t index, bool is_hex, const wend_turning *turning)
{
    static const wend_method methods[] = {WEND_METHOD_JUMP_POINT, WEND_METHOD_ASTAR,
                                          WEND_METHOD_ASTAR_BIDIRECTIONAL,
                                          WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL};
    wend_search_query query = wend_search_query_default();
    query.start = wend_random_below(5, 1, index, SIDE * SIDE);
    query.goal = wend_random_below(5, 2, index, SIDE * SIDE);
    query.method = is_hex ? WEND_METHOD_ASTAR : methods[index % 4];
    query.turning = is_hex && index % 4 == 1 ? turning : NULL;
    query.noise = is_hex && index % 4 == 2 ? 0.3 : 0.0;
    return query;
}

/* WEND_COST_INFINITE without a path or after a failure. */
static wend_cost answer_of(wend_search *search, uint64_t index, bool is_hex)
{
    wend_turning turning = wend_turning_default();
    turning.cost = WEND_COST_ONE / 2;
    turning.max_parts = 1;
    const wend_search_query query = query_of(index, is_hex, &turning);
    wend_search_answer answer;
    const wend_result result = wend_search_find(search, &query);
    wend_search_get_answer(search, &answer);
    return result == WEND_OK ? answer.cost : WEND_COST_INFINITE;
}

static wend_search *search_new(const scene *s)
{
    wend_search_def def = wend_search_def_default();
    def.space = s->space;
    wend_search *search = NULL;
    return wend_search_create(&def, &search) == WEND_OK ? search : NULL;
}

/* Items are blocks of queries; each block makes a search of its own. */
static void ask_blocks(void *context, size_t begin, size_t end)
{
    const scene *s = context;
    for (size_t block = begin; block < end; ++block) {
        wend_search *search = search_new(s);
        for (size_t k = 0; k < QUERIES_PER_BLOCK && search != NULL; ++k) {
            const size_t index = block * QUERIES_PER_BLOCK + k;
            s->is_right[index] = answer_of(search, index, s->is_hex) == s->costs[index];
        }
        wend_search_destroy(search);
    }
}

static void check_threads(scene *s, const wend_space_def *space_def)
{
    s->costs = calloc(s->queries, sizeof(wend_cost));
    s->is_right = calloc(s->queries, 1);
    assert_non_null(s->costs);
    assert_non_null(s->is_right);
    assert_int_equal(wend_space_create(space_def, &s->space), WEND_OK);
    wend_search *search = search_new(s);
    for (size_t k = 0; k < s->queries; ++k) {
        s->costs[k] = answer_of(search, k, s->is_hex);
    }
    wend_search_destroy(search);
    wend_pool *pool = pools_make(THREADS);
    const wend_executor executor = wend_pool_executor(pool);
    wend_parallel_for(&executor, s->queries / QUERIES_PER_BLOCK, 1, ask_blocks, s);
    wend_pool_destroy(pool);
    for (size_t k = 0; k < s->queries; ++k) {
        assert_true(s->is_right[k]);
    }
    free(s->costs);
    free(s->is_right);
    wend_space_destroy(s->space);
}

static void search_from_many_threads_answers_as_from_one(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(false);
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    scene s = {.queries = QUERIES};
    check_threads(&s, &space_def);
    wend_grid_destroy(grid);
}

/* Hexes that wrap, links, a size, turning and noise: data computed on first use must not be shared.
 */
static void search_of_hexes_from_many_threads_answers_as_from_one(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(true);
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    space_def.radius = 0.5;
    scene s = {.is_hex = true, .queries = QUERIES / 20};
    check_threads(&s, &space_def);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_from_many_threads_answers_as_from_one),
        cmocka_unit_test(search_of_hexes_from_many_threads_answers_as_from_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
