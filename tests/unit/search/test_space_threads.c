/* Eight threads read a grid with stamps, overlays and links, and all that is derived from it, at
 * once. */
#include "support/grids.h"
#include "support/pools.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/clearance.h"
#include "wend/islands.h"
#include "wend/link.h"
#include "wend/overlay.h"
#include "wend/search.h"
#include "wend/stamp.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 60, CELLS = SIDE * SIDE, QUESTIONS_PER_BLOCK = 50, THREADS = 8, AGENTS = 3 };

#if defined(__SANITIZE_THREAD__)
enum { QUESTIONS = 2000 };
#else
enum { QUESTIONS = 20000 };
#endif

/* Class 0 is plain, with a jump table; class 1 has an overlay and links. */
typedef struct scene {
    wend_grid *grid;
    wend_clearance *clearance;
    wend_space *spaces[AGENTS]; /* a point, a square agent, a point of class 1 */
    wend_islands *islands[AGENTS];
    uint64_t *answers; /* [QUESTIONS] by one thread */
    uint8_t *is_right; /* [QUESTIONS] */
} scene;

static uint32_t draw(uint64_t what, uint64_t index, uint32_t below)
{
    return wend_random_below(31, what, index, below);
}

/* ---- the scene ---- */

static void lay_stamps(wend_grid *grid)
{
    static const uint8_t house[9] = {255, 255, 255, 255, 0, 1, 255, 255, 255};
    for (uint64_t k = 0; k < 60; ++k) {
        wend_stamp_def def = wend_stamp_def_default();
        def.x = 1 + (int32_t)draw(1, k, SIDE - 4);
        def.y = 1 + (int32_t)draw(2, k, SIDE - 4);
        def.width = 3;
        def.height = 3;
        def.costs = house;
        wend_stamp_id id;
        assert_int_equal(wend_grid_add_stamp(grid, &def, &id, NULL), WEND_OK);
    }
}

static wend_grid *grid_new(void)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 2);
    wend_grid *grid = grids_make(def);
    /* A wall from side to side, which only links of class 1 cross. */
    assert_int_equal(wend_grid_fill(grid, WEND_CLASS_ALL, 0, SIDE / 2, SIDE, 1, WEND_COST_WALL),
                     WEND_OK);
    lay_stamps(grid);
    wend_overlay_def overlay = wend_overlay_def_default();
    overlay.class_mask = 2;
    wend_overlay_id jam;
    assert_int_equal(wend_grid_add_overlay(grid, &overlay, &jam, NULL), WEND_OK);
    assert_int_equal(wend_grid_overlay_add_rect(grid, jam, 5, 5, 30, 30, 3 * WEND_OVERLAY_ONE),
                     WEND_OK);
    for (uint64_t k = 0; k < 12; ++k) {
        wend_link_def link = wend_link_def_default();
        link.from = draw(3, k, CELLS / 2);
        link.to = CELLS - 1 - draw(4, k, CELLS / 2 - SIDE);
        link.class_mask = 2;
        link.is_two_way = k % 2 == 0;
        wend_link_id id;
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    return grid;
}

static void derive(scene *s)
{
    wend_clearance_def clearance = wend_clearance_def_default();
    clearance.grid = s->grid;
    assert_int_equal(wend_clearance_create(&clearance, &s->clearance), WEND_OK);
    for (uint32_t k = 0; k < AGENTS; ++k) {
        wend_space_def space = wend_space_def_default();
        space.grid = s->grid;
        space.movement_class = k / 2;
        space.size = k == 1 ? 2 : 1;
        space.clearance = k == 1 ? s->clearance : NULL;
        space.has_jump_table = true;
        s->spaces[k] = spaces_make(space);
        wend_islands_def islands = wend_islands_def_default();
        islands.grid = s->grid;
        islands.movement_class = k / 2;
        islands.size = space.size;
        islands.clearance = space.clearance;
        assert_int_equal(wend_islands_create(&islands, &s->islands[k]), WEND_OK);
    }
    wend_space_info info;
    wend_space_get_info(s->spaces[0], &info);
    assert_true(info.has_jump_table);
    wend_space_get_info(s->spaces[2], &info);
    assert_true(info.link_count > 0);
}

static void scene_make(scene *s)
{
    memset(s, 0, sizeof *s);
    s->grid = grid_new();
    derive(s);
    s->answers = calloc(QUESTIONS, sizeof s->answers[0]);
    s->is_right = calloc(QUESTIONS, 1);
    assert_non_null(s->answers);
    assert_non_null(s->is_right);
}

static void scene_free(scene *s)
{
    for (uint32_t k = 0; k < AGENTS; ++k) {
        wend_islands_destroy(s->islands[k]);
        wend_space_destroy(s->spaces[k]);
    }
    wend_clearance_destroy(s->clearance);
    wend_grid_destroy(s->grid);
    free(s->answers);
    free(s->is_right);
}

/* ---- queries ---- */

typedef struct searches {
    wend_search *of[AGENTS];
} searches;

static bool open_searches(const scene *s, searches *made)
{
    bool is_made = true;
    for (uint32_t k = 0; k < AGENTS; ++k) {
        wend_search_def def = wend_search_def_default();
        def.space = s->spaces[k];
        is_made = wend_search_create(&def, &made->of[k]) == WEND_OK && is_made;
    }
    return is_made;
}

static void searches_free(searches *made)
{
    for (uint32_t k = 0; k < AGENTS; ++k) {
        wend_search_destroy(made->of[k]);
    }
}

/* The results of all queries of two cells, in one number. */
static uint64_t answer_of(const scene *s, searches *made, uint64_t index)
{
    const uint32_t agent = draw(5, index, AGENTS);
    wend_search_query query = wend_search_query_default();
    query.start = draw(6, index, CELLS);
    query.goal = draw(7, index, CELLS);
    const int32_t x = (int32_t)(query.start % SIDE);
    const int32_t y = (int32_t)(query.start / SIDE);
    wend_search_answer answer;
    wend_node nearest;
    const wend_result result = wend_search_find(made->of[agent], &query);
    wend_search_get_answer(made->of[agent], &answer);
    const wend_islands *islands = s->islands[agent];
    const bool is_reached = wend_islands_can_reach(islands, query.start, query.goal);
    if ((result == WEND_OK) != is_reached) {
        return UINT64_MAX; /* never right */
    }
    const wend_result has_nearest =
        wend_islands_nearest(islands, query.start, query.goal, &nearest);
    uint64_t sum = answer.cost + answer.expanded + (uint64_t)has_nearest;
    const uint64_t parts[] = {nearest,
                              wend_islands_at(islands, query.goal),
                              (uint64_t)wend_clearance_square(s->clearance, x, y),
                              (uint64_t)(wend_clearance_disc(s->clearance, x, y) * 1000.0),
                              wend_grid_cost(s->grid, 1, x, y),
                              wend_grid_stamp_at(s->grid, 0, x, y).index1,
                              wend_space_is_open(s->spaces[1], query.goal)};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; ++k) {
        sum = sum * 1000003 + parts[k];
    }
    return sum & INT64_MAX;
}

/* Items are blocks of queries; each block makes its own searches. */
static void ask_blocks(void *context, size_t begin, size_t end)
{
    const scene *s = context;
    for (size_t block = begin; block < end; ++block) {
        searches made;
        const bool is_made = open_searches(s, &made);
        for (size_t k = 0; k < QUESTIONS_PER_BLOCK && is_made; ++k) {
            const size_t index = block * QUESTIONS_PER_BLOCK + k;
            s->is_right[index] = answer_of(s, &made, index) == s->answers[index];
        }
        searches_free(&made);
    }
}

static void space_islands_and_clearance_read_by_many_threads_answer_as_to_one(void **state)
{
    (void)state;
    scene s;
    scene_make(&s);
    searches made;
    assert_true(open_searches(&s, &made));
    for (size_t k = 0; k < QUESTIONS; ++k) {
        s.answers[k] = answer_of(&s, &made, k);
        assert_true(s.answers[k] != UINT64_MAX);
    }
    searches_free(&made);
    wend_pool *pool = pools_make(THREADS);
    const wend_executor executor = wend_pool_executor(pool);
    wend_parallel_for(&executor, QUESTIONS / QUESTIONS_PER_BLOCK, 1, ask_blocks, &s);
    wend_pool_destroy(pool);
    for (size_t k = 0; k < QUESTIONS; ++k) {
        assert_true(s.is_right[k]);
    }
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_islands_and_clearance_read_by_many_threads_answer_as_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
