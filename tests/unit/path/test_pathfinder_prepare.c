/* Indexes and hierarchies of pathfinders that are built again while a query is under way. */
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/pathfinder.h"

enum { SIDE = 40 };

typedef struct shared_stage {
    wend_grid *grid;
    wend_space *space;
    wend_pathfinder *finder;
} shared_stage;

static shared_stage stage_make(bool is_shared)
{
    shared_stage s = {.grid = grids_open(SIDE, SIDE)};
    grids_wall(s.grid, 20, 0, 1, SIDE - 5);
    grids_wall(s.grid, 10, 5, 1, SIDE - 5);
    s.space = spaces_on(s.grid);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.space = is_shared ? s.space : NULL;
    def.grid = is_shared ? NULL : s.grid;
    def.has_index = def.has_hierarchy = true;
    assert_int_equal(wend_pathfinder_create(&def, &s.finder), WEND_OK);
    assert_int_equal(wend_pathfinder_prepare(s.finder, NULL), WEND_OK);
    return s;
}

static void stage_free(shared_stage *s)
{
    wend_pathfinder_destroy(s->finder);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

static wend_path_query query_across(wend_method method)
{
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){1.5, 1.5, 0};
    query.to = (wend_vec3){(double)SIDE - 1.5, 1.5, 0};
    query.method = method;
    return query;
}

static void a_query_under_way_does_not_outlive_its_index_or_hierarchy(void **state)
{
    (void)state;
    const wend_method methods[2] = {WEND_METHOD_BEST, WEND_METHOD_HIERARCHY};
    for (int k = 0; k < 4; k++) {
        shared_stage s = stage_make(k % 2 == 0);
        const wend_path_query query = query_across(methods[k / 2]);
        wend_budget budget = wend_budget_steps(1);
        assert_int_equal(wend_pathfinder_start(s.finder, &query), WEND_OK);
        if (k / 2 == 1) {
            assert_int_equal(wend_pathfinder_run(s.finder, &budget), WEND_IN_PROGRESS);
        }
        grids_fill(s.grid, 5, 20, 3, 1, WEND_COST_WALL);
        assert_int_equal(wend_space_update(s.space), WEND_OK);
        assert_int_equal(wend_pathfinder_prepare(s.finder, NULL), WEND_OK);
        assert_int_equal(wend_pathfinder_run(s.finder, NULL), WEND_ERROR_STALE);
        assert_int_equal(wend_pathfinder_find(s.finder, &query), WEND_OK);

        /* An answer is kept, though another index or hierarchy is built after it. */
        wend_path_answer answer;
        wend_path_answer later;
        wend_pathfinder_get_answer(s.finder, &answer);
        grids_fill(s.grid, 30, 20, 3, 1, WEND_COST_WALL);
        assert_int_equal(wend_space_update(s.space), WEND_OK);
        assert_int_equal(wend_pathfinder_prepare(s.finder, NULL), WEND_OK);
        wend_pathfinder_get_answer(s.finder, &later);
        assert_int_equal(later.cost, answer.cost);
        assert_int_equal(later.expanded, answer.expanded);
        assert_string_equal(later.method, k / 2 == 1 ? "hierarchy" : "index");
        wend_path *path = paths_make();
        assert_int_equal(wend_path_from_pathfinder(path, s.finder), WEND_OK);
        assert_int_equal(wend_path_cost(path), answer.cost);
        wend_path_destroy(path);
        stage_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_query_under_way_does_not_outlive_its_index_or_hierarchy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
