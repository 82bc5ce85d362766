/* Searches on maps with few and many links: which links they use, and estimates that stay
 * admissible. */
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/link.h"
#include "wend/search.h"

#include <string.h>

enum { WIDTH = 20, HEIGHT = 10 };

/* A river of walls at x = 10, and a ferry over it. */
typedef struct scene {
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_link_def ferry;
    wend_link_id id;
} scene;

static wend_node at(int32_t x, int32_t y)
{
    return (wend_node)(y * WIDTH + x);
}

static scene scene_new(uint32_t movement_class, uint32_t team)
{
    scene s = {0};
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 2);
    s.grid = grids_make(def);
    assert_int_equal(wend_grid_fill(s.grid, WEND_CLASS_ALL, 10, 0, 1, HEIGHT, WEND_COST_WALL),
                     WEND_OK);
    s.ferry = wend_link_def_default();
    s.ferry.from = at(9, 4);
    s.ferry.to = at(11, 4);
    s.ferry.cost = 10 * WEND_COST_ONE;
    assert_int_equal(wend_grid_add_link(s.grid, &s.ferry, &s.id, NULL), WEND_OK);
    wend_space_def space = wend_space_def_default();
    space.grid = s.grid;
    space.movement_class = movement_class;
    space.team = team;
    s.space = spaces_make(space);
    s.search = searches_on(s.space);
    return s;
}

static void scene_free(scene *s)
{
    wend_search_destroy(s->search);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

static wend_search_query query_of(wend_node start, wend_node goal, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    query.method = method;
    return query;
}

/* Least cost from left to right of the river; infinite without a path. */
static wend_cost across(const scene *s, bool is_back)
{
    const wend_search_query query =
        query_of(is_back ? at(15, 4) : at(5, 4), is_back ? at(5, 4) : at(15, 4), WEND_METHOD_BEST);
    wend_search_answer answer;
    const wend_result result = wend_search_find(s->search, &query);
    wend_search_get_answer(s->search, &answer);
    assert_true(result == WEND_OK || result == WEND_NO_PATH);
    return result == WEND_OK ? answer.cost : WEND_COST_INFINITE;
}

static void change(scene *s)
{
    assert_int_equal(wend_grid_set_link(s->grid, s->id, &s->ferry, NULL), WEND_OK);
    assert_int_equal(wend_space_update(s->space), WEND_OK);
}

static void links_every_one_sided_method_takes_them(void **state)
{
    (void)state;
    scene s = scene_new(0, WEND_TEAM_NONE);
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        const bool refuses = method == WEND_METHOD_ASTAR_BIDIRECTIONAL ||
                             method == WEND_METHOD_BREADTH_FIRST_BIDIRECTIONAL ||
                             method == WEND_METHOD_JUMP_POINT;
        const wend_search_query query = query_of(at(5, 4), at(15, 4), (wend_method)method);
        wend_search_answer answer;
        assert_int_equal(wend_search_find(s.search, &query),
                         refuses ? WEND_ERROR_UNSUPPORTED : WEND_OK);
        wend_search_get_answer(s.search, &answer);
        if (refuses) {
            assert_non_null(strstr(wend_search_error(s.search), "links"));
        } else {
            assert_true(wend_method_is_exact(answer.method)
                            ? answer.cost == (4 + 10 + 4) * WEND_COST_ONE
                            : answer.cost >= (4 + 10 + 4) * WEND_COST_ONE);
        }
    }
    scene_free(&s);
}

static void links_one_way_lead_one_way(void **state)
{
    (void)state;
    scene s = scene_new(0, WEND_TEAM_NONE);
    assert_true(across(&s, false) == 18 * WEND_COST_ONE);
    assert_true(across(&s, true) == WEND_COST_INFINITE);
    s.ferry.is_two_way = true;
    change(&s);
    assert_true(across(&s, true) == 18 * WEND_COST_ONE);
    scene_free(&s);
}

static void links_changed_are_seen_after_an_update(void **state)
{
    (void)state;
    scene s = scene_new(0, WEND_TEAM_NONE);
    const wend_search_query query = query_of(at(5, 4), at(15, 4), WEND_METHOD_BEST);
    s.ferry.cost = 3 * WEND_COST_ONE;
    assert_int_equal(wend_grid_set_link(s.grid, s.id, &s.ferry, NULL), WEND_OK);
    assert_int_equal(wend_search_find(s.search, &query), WEND_ERROR_STALE);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(across(&s, false) == 11 * WEND_COST_ONE);
    s.ferry.is_open = false;
    change(&s);
    assert_true(across(&s, false) == WEND_COST_INFINITE);
    /* Without links jump points can be used again. */
    const wend_search_query jump = query_of(at(5, 4), at(5, 8), WEND_METHOD_JUMP_POINT);
    assert_int_equal(wend_search_find(s.search, &jump), WEND_OK);
    s.ferry.is_open = true;
    change(&s);
    assert_true(across(&s, false) == 11 * WEND_COST_ONE);
    assert_int_equal(wend_grid_remove_link(s.grid, s.id), WEND_OK);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(across(&s, false) == WEND_COST_INFINITE);
    scene_free(&s);
}

static void links_masks_say_who_may_use_them(void **state)
{
    (void)state;
    for (uint32_t movement_class = 0; movement_class < 2; ++movement_class) {
        for (uint32_t team = 0; team < 3; ++team) {
            scene s = scene_new(movement_class, team == 2 ? WEND_TEAM_NONE : team);
            s.ferry.class_mask = 1u << 1;
            change(&s);
            assert_int_equal(across(&s, false) != WEND_COST_INFINITE, movement_class == 1);
            s.ferry.class_mask = UINT32_MAX;
            s.ferry.team_mask = 1u << 0;
            change(&s);
            assert_int_equal(across(&s, false) != WEND_COST_INFINITE, team != 0);
            s.ferry.team_mask = UINT32_MAX;
            change(&s);
            assert_true(across(&s, false) == WEND_COST_INFINITE);
            scene_free(&s);
        }
    }
}

static void links_into_or_out_of_walls_cannot_be_used(void **state)
{
    (void)state;
    scene s = scene_new(0, WEND_TEAM_NONE);
    const wend_node ends[2] = {s.ferry.from, s.ferry.to};
    for (size_t k = 0; k < 2; ++k) {
        const int32_t x = (int32_t)ends[k] % WIDTH;
        grids_set(s.grid, x, 4, WEND_COST_WALL);
        assert_int_equal(wend_space_update(s.space), WEND_OK);
        assert_true(across(&s, false) == WEND_COST_INFINITE);
        grids_set(s.grid, x, 4, 1);
        assert_int_equal(wend_space_update(s.space), WEND_OK);
        assert_true(across(&s, false) == 18 * WEND_COST_ONE);
    }
    scene_free(&s);
}

static void links_several_between_the_same_cells_the_cheapest_is_taken(void **state)
{
    (void)state;
    scene s = scene_new(0, WEND_TEAM_NONE);
    wend_link_def def = s.ferry;
    wend_link_id cheap;
    wend_link_id expensive;
    def.cost = 2 * WEND_COST_ONE;
    assert_int_equal(wend_grid_add_link(s.grid, &def, &cheap, NULL), WEND_OK);
    def.cost = 5 * WEND_COST_ONE;
    assert_int_equal(wend_grid_add_link(s.grid, &def, &expensive, NULL), WEND_OK);
    assert_int_equal(wend_space_update(s.space), WEND_OK);
    assert_true(across(&s, false) == 10 * WEND_COST_ONE);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_search(path, s.search), WEND_OK);
    assert_int_equal(wend_path_leg(path, 1).edge, cheap.index1 - 1);
    wend_path_destroy(path);
    scene_free(&s);
}

/* ---- estimates ---- */

enum { SIDE = 30, MAPS = 60 };

static uint32_t pick(uint64_t seed, uint64_t what, uint32_t below)
{
    return wend_random_below(seed, 61, what, below);
}

/* Cheap links, few to very many: chains of them are the cheapest paths. */
static wend_grid *linked_grid(uint64_t seed)
{
    static const wend_neighbours kinds[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                            WEND_NEIGHBOURS_8};
    static const uint32_t counts[] = {1, 9, 16, 17, 18, 40, 200};
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.neighbours = kinds[seed % 3];
    def.wrap = seed % 5 == 0 ? WEND_WRAP_BOTH : WEND_WRAP_NONE;
    wend_grid *grid = grids_make(def);
    for (uint64_t k = 0; k < SIDE * SIDE / 5; ++k) {
        grids_set(grid, (int32_t)pick(seed, 2 * k, SIDE), (int32_t)pick(seed, 2 * k + 1, SIDE),
                  k % 2 == 0 ? WEND_COST_WALL : 3);
    }
    for (uint64_t k = 0; k < counts[seed % 7]; ++k) {
        wend_link_def link = wend_link_def_default();
        wend_link_id id;
        link.from = pick(seed, 10000 + 4 * k, SIDE * SIDE);
        link.to = (link.from + 1 + pick(seed, 10001 + 4 * k, SIDE * SIDE - 1)) % (SIDE * SIDE);
        link.cost = 1 + pick(seed, 10002 + 4 * k, 4) * (WEND_COST_ONE / 2);
        link.is_two_way = pick(seed, 10003 + 4 * k, 3) == 0;
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    return grid;
}

static void links_many_keep_guesses_admissible(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < MAPS; ++seed) {
        world w = world_on(linked_grid(seed));
        for (uint64_t k = 0; k < 12; ++k) {
            const wend_node goals[3] = {pick(seed, 90 + 5 * k, SIDE * SIDE),
                                        pick(seed, 91 + 5 * k, SIDE * SIDE),
                                        pick(seed, 92 + 5 * k, SIDE * SIDE)};
            wend_search_query query =
                query_of(pick(seed, 93 + 5 * k, SIDE * SIDE), goals[0], WEND_METHOD_DIJKSTRA);
            query.goal_kind = k % 3 == 0 ? WEND_GOAL_SET : WEND_GOAL_NODE;
            query.goals = goals;
            query.goal_count = 3;
            wend_search_answer least;
            const wend_result result = wend_search_find(w.search, &query);
            wend_search_get_answer(w.search, &least);
            for (int heuristic = 0; heuristic < WEND_HEURISTIC_CUSTOM; ++heuristic) {
                wend_search_answer answer;
                query.method = WEND_METHOD_ASTAR;
                query.heuristic = (wend_heuristic)heuristic;
                const wend_result found = wend_search_find(w.search, &query);
                wend_search_get_answer(w.search, &answer);
                if (found != WEND_ERROR_UNSUPPORTED) {
                    assert_int_equal(found, result);
                    assert_true(answer.cost == least.cost || result != WEND_OK);
                }
            }
        }
        world_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_every_one_sided_method_takes_them),
        cmocka_unit_test(links_one_way_lead_one_way),
        cmocka_unit_test(links_changed_are_seen_after_an_update),
        cmocka_unit_test(links_masks_say_who_may_use_them),
        cmocka_unit_test(links_into_or_out_of_walls_cannot_be_used),
        cmocka_unit_test(links_several_between_the_same_cells_the_cheapest_is_taken),
        cmocka_unit_test(links_many_keep_guesses_admissible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
