/* Fields of path queries for searches over cells and nodes: heuristics, noise, turning, the order
 * of expansion, given cells and nodes. A search with equal fields gives an equal answer. */
#include "pathfinders.h"
#include "wend/walls.h"

static wend_path_query between_nodes(wend_node from, wend_node to)
{
    wend_path_query query = wend_path_query_default();
    query.from_node = from;
    query.to_node = to;
    query.shape = WEND_PATH_AS_FOUND;
    return query;
}

/* Cells on both sides of the wall; the ends of the row of nodes. */
static wend_path_query across(const town *t, int world)
{
    return world == GRAPH
               ? between_nodes(0, 5)
               : between_nodes(wend_grid_node(t->grid, 2, 3), wend_grid_node(t->grid, 17, 4));
}

static void refuse(const town *t, int world, const wend_path_query *query, wend_result result,
                   const char *text)
{
    assert_int_equal(wend_pathfinder_find(t->finder[world], query), result);
    assert_non_null(strstr(wend_pathfinder_error(t->finder[world]), text));
}

/* The same query to a search of its own. */
static wend_search_answer search_alone(const town *t, int world, const wend_path_query *about,
                                       wend_path *path)
{
    wend_search_query query = wend_search_query_default();
    query.start = about->from_node;
    query.goal = about->to_node;
    query.method = about->method;
    query.weight = about->weight;
    query.heuristic = about->heuristic;
    query.estimate = about->estimate;
    query.user = about->user;
    query.noise = about->noise;
    query.noise_seed = about->noise_seed;
    query.turning = about->turning;
    query.records_order = about->records_order;
    wend_search *search = searches_on(world == GRID ? t->grid_space : t->graph_space);
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    wend_search_destroy(search);
    return answer;
}

static void find_as_alone(const town *t, int world, const wend_path_query *query)
{
    wend_path *path = paths_make();
    const wend_search_answer alone = search_alone(t, world, query, path);
    assert_int_equal(wend_pathfinder_find(t->finder[world], query), WEND_OK);
    const wend_path_answer found = answer_of(t->finder[world]);
    assert_int_equal(wend_path_from_pathfinder(t->path, t->finder[world]), WEND_OK);
    assert_string_equal(found.method, wend_method_name(alone.method));
    assert_true(found.expanded == alone.expanded && found.generated == alone.generated);
    assert_true(found.turns == alone.turns && found.heading == alone.heading);
    assert_true(found.bound >= alone.bound && found.bound <= alone.bound);
    assert_int_equal(wend_path_leg_count(t->path), wend_path_leg_count(path));
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        const wend_leg one = wend_path_leg(path, i);
        const wend_leg two = wend_path_leg(t->path, i);
        assert_true(one.from == two.from && one.to == two.to && one.cost == two.cost);
    }
    wend_path_destroy(path);
}

static void given_nodes_are_the_ends(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = GRID; world <= GRAPH; world++) {
        wend_path_query query = across(&t, world);
        find_as_alone(&t, world, &query);
        const wend_vec2 from =
            wend_space_position(world == GRID ? t.grid_space : t.graph_space, query.from_node);
        assert_true(wend_vec2_distance(wend_path_leg(t.path, 0).from_point, from) <= 0);

        query.to_node = query.from_node;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_true(answer_of(t.finder[world]).cost == 0);
        query.to_node = 100000;
        refuse(&t, world, &query, WEND_ERROR_ARGUMENT, "to_node is 100000, and must be from 0 to");
        query.from_node = 100000;
        refuse(&t, world, &query, WEND_ERROR_ARGUMENT, "from_node is 100000");
    }
    town_free(&t);
}

static void one_given_end_is_joined_to_a_position(void **state)
{
    (void)state;
    town t = town_of();
    wend_path_query query = query_of(1.2, 1.3, 8.8, 1.4);
    query.from_node = 2;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_OK);
    assert_int_equal(wend_path_from_pathfinder(t.path, t.finder[GRAPH]), WEND_OK);
    const wend_leg first = wend_path_leg(t.path, 0);
    const wend_leg last = wend_path_leg(t.path, wend_path_leg_count(t.path) - 1);
    assert_true(wend_vec2_distance(first.from_point, (wend_vec2){4.5, 8.5}) <= 0);
    assert_true(wend_vec2_distance(last.to_point, (wend_vec2){8.8, 1.4}) <= 0);
    query.goal_kind = WEND_PATH_TO_TAG;
    query.tag = 7;
    query.to_node = 4;
    refuse(&t, GRAPH, &query, WEND_ERROR_ARGUMENT, "to_node is set");
    query.to_node = WEND_NODE_NONE;
    assert_int_equal(wend_pathfinder_find(t.finder[GRAPH], &query), WEND_OK);
    assert_int_equal(answer_of(t.finder[GRAPH]).node, 1);
    town_free(&t);
}

static void methods_without_costs_are_taken_between_nodes(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = GRID; world <= GRAPH; world++) {
        wend_path_query query = across(&t, world);
        for (int method = WEND_METHOD_BREADTH_FIRST; method < WEND_METHOD_COUNT; method++) {
            query.method = (wend_method)method;
            if (world == GRID || query.method != WEND_METHOD_JUMP_POINT) {
                find_as_alone(&t, world, &query);
            }
        }
    }
    town_free(&t);
}

/* ---- heuristics ---- */

typedef struct call_count {
    size_t calls, goals;
} call_count;

static wend_cost no_estimate(void *user, wend_node node, wend_node goal)
{
    call_count *count = user;
    (void)node;
    count->calls++;
    count->goals += goal != WEND_NODE_NONE;
    return 0;
}

static void own_heuristic_is_asked_with_the_users_data(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = GRID; world <= GRAPH; world++) {
        wend_path_query query = across(&t, world);
        call_count count = {0, 0};
        query.method = WEND_METHOD_ASTAR;
        query.heuristic = WEND_HEURISTIC_CUSTOM;
        query.user = &count;
        refuse(&t, world, &query, WEND_ERROR_ARGUMENT, "estimate is NULL");
        query.estimate = no_estimate;
        find_as_alone(&t, world, &query);
        assert_true(count.calls > 0 && count.goals == count.calls);
        query.from_node = query.to_node = WEND_NODE_NONE;
        query.from = (wend_vec3){1.2, 1.3, 0};
        query.to = (wend_vec3){8.8, 1.4, 0};
        count = (call_count){0, 0};
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_true(count.calls > 0);
        assert_true(count.goals == (world == GRAPH ? 0 : count.calls));
        query.heuristic = (wend_heuristic)77;
        refuse(&t, world, &query, WEND_ERROR_ARGUMENT, "heuristic is 77");
    }
    wend_path_query query = across(&t, GRID);
    query.heuristic = WEND_HEURISTIC_MANHATTAN;
    refuse(&t, GRID, &query, WEND_ERROR_UNSUPPORTED, "overestimates");
    town_free(&t);
}

/* ---- noise ---- */

static void noise_gives_other_paths_within_its_bound(void **state)
{
    (void)state;
    town t = town_of();
    wend_path_query query =
        between_nodes(wend_grid_node(t.grid, 1, 1), wend_grid_node(t.grid, 18, 2));
    find_as_alone(&t, GRID, &query);
    const wend_cost least = answer_of(t.finder[GRID]).cost;
    uint64_t hashes[8];
    size_t kinds = 0;
    query.noise = 0.5;
    for (query.noise_seed = 0; query.noise_seed < 8; query.noise_seed++) {
        find_as_alone(&t, GRID, &query);
        const wend_path_answer answer = answer_of(t.finder[GRID]);
        assert_true(answer.cost >= least && (double)answer.cost <= 1.5 * (double)least);
        assert_true(answer.bound >= 1.5 && answer.bound <= 1.5);
        uint64_t hash = wend_hash_begin();
        for (size_t i = 0; i < wend_path_leg_count(t.path); i++) {
            hash = wend_hash_u64(hash, wend_path_leg(t.path, i).to);
        }
        hashes[kinds] = hash;
        kinds += kinds == 0 || hash != hashes[kinds - 1];
    }
    assert_true(kinds > 1);
    query = across(&t, GRAPH);
    query.noise = 0.5;
    find_as_alone(&t, GRAPH, &query);
    query.noise = -1;
    refuse(&t, GRAPH, &query, WEND_ERROR_ARGUMENT, "noise is -1, and must be from 0 to 10");
    query.noise = 1;
    query.method = WEND_METHOD_DIJKSTRA;
    refuse(&t, GRAPH, &query, WEND_ERROR_UNSUPPORTED, "noise is above 0");
    town_free(&t);
}

/* ---- turning ---- */

static void turning_costs_as_in_a_search(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = GRID; world <= GRAPH; world++) {
        wend_path_query query = across(&t, world);
        wend_turning turning = wend_turning_default();
        turning.cost = WEND_COST_ONE / 2;
        turning.fewest_turns = true;
        query.turning = &turning;
        find_as_alone(&t, world, &query);
        assert_true(answer_of(t.finder[world]).turns > 0);
        query.shape = WEND_PATH_SMOOTH_QUICK;
        refuse(&t, world, &query, WEND_ERROR_UNSUPPORTED, "shape must be");
        query.shape = WEND_PATH_AS_FOUND;
        turning.cookie = 0;
        refuse(&t, world, &query, WEND_ERROR_ARGUMENT, "wend_turning_default");
    }
    /* There are no obstacles, but the straight path would turn. */
    wend_turning turning = wend_turning_default();
    wend_path_query query = query_of(1.25, 1.25, 3.25, 2.25);
    turning.start_heading = 2;
    turning.max_parts = 1;
    query.shape = WEND_PATH_AS_FOUND;
    query.turning = &turning;
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_OK);
    const wend_path_answer answer = answer_of(t.finder[GRID]);
    assert_string_equal(answer.method, "astar");
    assert_true(answer.heading != WEND_HEADING_ANY);
    query.turning = NULL;
    assert_int_equal(wend_pathfinder_find(t.finder[GRID], &query), WEND_OK);
    assert_int_equal(answer_of(t.finder[GRID]).heading, WEND_HEADING_ANY);
    town_free(&t);
}

/* ---- the order of expansion ---- */

static void order_of_expansion_is_kept_when_asked_for(void **state)
{
    (void)state;
    town t = town_of();
    for (int world = GRID; world <= GRAPH; world++) {
        wend_path_query query = across(&t, world);
        const wend_search *search = wend_pathfinder_search(t.finder[world]);
        wend_node nodes[512];
        size_t count = 0;
        query.method = WEND_METHOD_DIJKSTRA;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_search_visited(search, nodes, 512, &count), WEND_OK);
        assert_int_equal(count, 0);
        query.records_order = true;
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_OK);
        assert_int_equal(wend_search_visited(search, nodes, 512, &count), WEND_OK);
        assert_int_equal(count, answer_of(t.finder[world]).expanded);
        assert_int_equal(nodes[0], query.from_node);
    }
    town_free(&t);
}

/* ---- meshes ---- */

static void meshes_refuse_what_is_for_cells_and_nodes(void **state)
{
    (void)state;
    town t = town_of();
    const wend_turning turning = wend_turning_default();
    const wend_path_query plain = query_of(1, 1, 9, 1);
    wend_path_query query = plain;
    query.heuristic = WEND_HEURISTIC_EUCLIDEAN;
    refuse(&t, MESH, &query, WEND_ERROR_UNSUPPORTED, "heuristic is set");
    query = plain;
    query.noise = 0.1;
    refuse(&t, MESH, &query, WEND_ERROR_UNSUPPORTED, "noise is set");
    query = plain;
    query.turning = &turning;
    refuse(&t, MESH, &query, WEND_ERROR_UNSUPPORTED, "turning is set");
    query = plain;
    query.records_order = true;
    refuse(&t, MESH, &query, WEND_ERROR_UNSUPPORTED, "records_order is set");
    query = plain;
    query.from_node = 0;
    refuse(&t, MESH, &query, WEND_ERROR_UNSUPPORTED, "from_node is set");
    query = plain;
    query.to_node = 0;
    refuse(&t, MESH, &query, WEND_ERROR_UNSUPPORTED, "to_node is set");
    assert_int_equal(wend_pathfinder_find(t.finder[MESH], &plain), WEND_OK);
    town_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_nodes_are_the_ends),
        cmocka_unit_test(one_given_end_is_joined_to_a_position),
        cmocka_unit_test(methods_without_costs_are_taken_between_nodes),
        cmocka_unit_test(own_heuristic_is_asked_with_the_users_data),
        cmocka_unit_test(noise_gives_other_paths_within_its_bound),
        cmocka_unit_test(turning_costs_as_in_a_search),
        cmocka_unit_test(order_of_expansion_is_kept_when_asked_for),
        cmocka_unit_test(meshes_refuse_what_is_for_cells_and_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
