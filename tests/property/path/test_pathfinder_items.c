/* Random items in random worlds of every kind. The path to the nearest item is that to the nearest
 * of their positions; how far it is to the nearest of each tag is the least of searches to each item
 * by itself. Both in slices as in one, by a pathfinder and by a planner, with items that change. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/graph.h"
#include "wend/table.h"

#include <math.h>
#include <string.h>

enum { ITEMS = 14, TAGS = 4, QUERIES = 3 };

static bool knows(void *user, uint64_t agent, wend_item_id item)
{
    (void)user;
    return agent == 0 || (agent + item.index1) % 3 != 0;
}

static wend_items *make_items(const planner_stage *s, uint64_t draw)
{
    const wend_items_def def = wend_items_def_default();
    wend_items *items;
    assert_int_equal(wend_items_create(&def, &items), WEND_OK);
    const uint32_t count = wend_random_below(s->seed, draw, 200, 8) == 0 ? 1 : ITEMS;
    for (uint64_t i = 0; i < count; i++) {
        wend_item item = wend_item_default();
        item.position = planner_stage_query(s, draw * 100 + i).to;
        item.tag = wend_random_below(s->seed, draw * 100 + i, 201, TAGS);
        item.user = 1000 + i;
        item.is_active = wend_random_below(s->seed, draw * 100 + i, 202, 5) > 0;
        wend_item_id id;
        assert_int_equal(wend_items_add(items, &item, &id), WEND_OK);
    }
    return items;
}

/* The items that a query asks for, by index. */
static size_t list(const wend_items *items, const wend_path_query *query, uint32_t tag,
                   wend_item_id *ids, wend_vec3 *positions)
{
    size_t count = 0;
    for (uint32_t i = 0; i < wend_items_limit(items); i++) {
        wend_item item;
        const wend_item_id id = wend_items_id(items, i);
        if (wend_items_get(items, id, &item) == WEND_OK && item.is_active &&
            (item.tag & query->tag_mask) == (tag & query->tag_mask) &&
            (query->is_item == NULL || knows(NULL, query->agent, id))) {
            positions[count] = item.position;
            ids[count++] = id;
        }
    }
    return count;
}

static wend_path_query item_query(const planner_stage *s, const wend_items *items, uint64_t id)
{
    wend_path_query query = planner_stage_query(s, id);
    query.goal_kind = WEND_PATH_TO_ITEM;
    query.items = items;
    query.tag = wend_random_below(s->seed, id, 210, TAGS);
    query.tag_mask = wend_random_below(s->seed, id, 211, 3) == 0 ? 1 : UINT32_MAX;
    query.is_item = wend_random_below(s->seed, id, 212, 2) == 0 ? knows : NULL;
    query.agent = id % 5;
    return query;
}

static wend_result run_in_slices(wend_pathfinder *pathfinder, const wend_path_query *query)
{
    wend_result result = wend_pathfinder_start(pathfinder, query);
    if (result != WEND_OK) {
        return result;
    }
    do {
        wend_budget budget = wend_budget_steps(7);
        result = wend_pathfinder_run(pathfinder, &budget);
    } while (result == WEND_IN_PROGRESS);
    return result;
}

static bool path_to_item_holds(planner_stage *s, const wend_items *items, uint64_t id)
{
    wend_item_id ids[ITEMS];
    wend_vec3 positions[ITEMS];
    const wend_path_query query = item_query(s, items, id);
    wend_path_query twin = query;
    twin.goal_kind = WEND_PATH_TO_POSITIONS;
    twin.positions = positions;
    twin.position_count = list(items, &query, query.tag, ids, positions);
    wend_path_answer answer;
    wend_path_answer expected;
    const wend_result result = run_in_slices(s->twin, &query);
    wend_pathfinder_get_answer(s->twin, &answer);
    (void)wend_path_from_pathfinder(s->path, s->twin);
    if (twin.position_count == 0) {
        return result == WEND_NO_PATH && answer.reason == WEND_FAILURE_NO_ITEM &&
               answer.item.index1 == 0;
    }
    const wend_result wanted = wend_pathfinder_find(s->twin, &twin);
    wend_pathfinder_get_answer(s->twin, &expected);
    (void)wend_path_from_pathfinder(s->twin_path, s->twin);
    if (result != wanted || (result == WEND_OK && (!planner_stage_same(s->path, s->twin_path) ||
                                                   answer.cost != expected.cost))) {
        print_message("another path, or %s for %s\n", wend_result_text(result),
                      wend_result_text(wanted));
        return false;
    }
    if (result != WEND_OK) {
        return (result == WEND_NO_PATH || result < 0) && answer.item.index1 == 0;
    }
    wend_item item;
    return memcmp(&answer.item, &ids[expected.goal_index], sizeof answer.item) == 0 &&
           answer.goal_index == 0 && wend_items_get(items, answer.item, &item) == WEND_OK &&
           answer.tag == item.tag && answer.item_user == item.user;
}

/* ---- each tag ---- */

/* The cost that a search by itself finds, as WEND_PATH_TO_EACH_TAG counts it. */
static wend_cost cost_alone(planner_stage *s, const wend_path_query *query, wend_vec3 to)
{
    wend_path_query alone = *query;
    alone.goal_kind = WEND_PATH_TO_POSITION;
    alone.to = to;
    alone.is_searched = s->grid != NULL;
    alone.method = WEND_METHOD_DIJKSTRA;
    alone.shape = WEND_PATH_AS_FOUND;
    if (wend_pathfinder_find(s->twin, &alone) != WEND_OK) {
        return WEND_COST_INFINITE;
    }
    wend_path_answer answer;
    wend_pathfinder_get_answer(s->twin, &answer);
    if (s->grid != NULL) {
        wend_search_answer found;
        wend_search_get_answer(wend_pathfinder_search(s->twin), &found);
        return found.cost;
    }
    return answer.cost;
}

/* Paths around grown corners have tangents in place of arcs, up to 1 % longer. */
static bool is_about(const planner_stage *s, wend_cost a, wend_cost b)
{
    const bool has_arcs = s->kind == STAGE_GRAPH || s->kind >= STAGE_MESH_ROUND;
    const double slack = has_arcs ? 0.01 : 1e-9;
    if (a == WEND_COST_INFINITE || b == WEND_COST_INFINITE) {
        return a == b;
    }
    const double x = wend_cost_to_double(a);
    const double y = wend_cost_to_double(b);
    return fabs(x - y) <= 1e-7 + slack * x;
}

static wend_path_query each_query(const planner_stage *s, const wend_items *items, uint64_t id)
{
    static const uint32_t tags[] = {2, 0, 3, 1, 2, 9};
    wend_path_query query = item_query(s, items, id);
    query.goal_kind = WEND_PATH_TO_EACH_TAG;
    query.tags = tags;
    query.tag_count = 1 + wend_random_below(s->seed, id, 220, 6);
    query.method = WEND_METHOD_BEST;
    query.mesh_method = WEND_MESH_METHOD_EXACT;
    query.noise = 0;
    query.turning = NULL;
    if (wend_random_below(s->seed, id, 221, 4) == 0) {
        query.max_cost = wend_cost_from_double(3 + wend_random_unit(s->seed, id, 222) * 12);
    }
    return query;
}

static bool nearest_holds(planner_stage *s, const wend_path_query *query, size_t index,
                          const wend_path_nearest *nearest)
{
    wend_item_id ids[ITEMS];
    wend_vec3 positions[ITEMS];
    const size_t count = list(query->items, query, query->tags[index], ids, positions);
    wend_path_query free = *query;
    free.max_cost = WEND_COST_INFINITE;
    wend_cost least = WEND_COST_INFINITE;
    wend_cost told = WEND_COST_INFINITE;
    for (size_t i = 0; i < count; i++) {
        const wend_cost cost = cost_alone(s, &free, positions[i]);
        least = cost < least ? cost : least;
        if (ids[i].index1 == nearest->item.index1) {
            told = cost;
        }
    }
    if (least != WEND_COST_INFINITE && is_about(s, least, query->max_cost)) {
        return true;
    }
    least = least > query->max_cost ? WEND_COST_INFINITE : least;
    const bool is_found = nearest->result == WEND_OK;
    if (nearest->tag != query->tags[index] || is_found != (least != WEND_COST_INFINITE) ||
        !is_about(s, nearest->cost, least) || (is_found && !is_about(s, told, least))) {
        print_message("kind %d tag %u: %s, cost %.9f of item %u, alone %.9f, and %.9f\n",
                      (int)s->kind, nearest->tag, wend_result_text(nearest->result),
                      wend_cost_to_double(nearest->cost), nearest->item.index1,
                      wend_cost_to_double(least), wend_cost_to_double(told));
        return false;
    }
    return true;
}

static bool each_tag_holds(planner_stage *s, const wend_items *items, uint64_t id)
{
    const wend_path_query query = each_query(s, items, id);
    wend_path_nearest whole[6];
    wend_path_nearest sliced;
    const wend_result result = wend_pathfinder_find(s->twin, &query);
    if (result < 0) {
        print_message("%s\n", wend_pathfinder_error(s->twin));
        return false;
    }
    wend_path_answer answer;
    wend_pathfinder_get_answer(s->twin, &answer);
    bool is_any = false;
    for (size_t i = 0; i < query.tag_count; i++) {
        (void)wend_pathfinder_get_nearest(s->twin, i, &whole[i]);
        is_any = is_any || whole[i].result == WEND_OK;
    }
    bool holds = (result == WEND_OK && is_any) || (result == WEND_NO_PATH && !is_any) ||
                 (result == WEND_PARTIAL && answer.reason == WEND_FAILURE_LIMIT);
    holds = holds && run_in_slices(s->twin, &query) == result;
    for (size_t i = 0; i < query.tag_count && holds; i++) {
        (void)wend_pathfinder_get_nearest(s->twin, i, &sliced);
        holds = sliced.cost == whole[i].cost && sliced.item.index1 == whole[i].item.index1 &&
                sliced.result == whole[i].result;
    }
    for (size_t i = 0; i < query.tag_count && holds; i++) {
        holds = nearest_holds(s, &query, i, &whole[i]);
    }
    return holds;
}

static bool pathfinder_holds(uint64_t seed, void *context)
{
    (void)context;
    bool holds = true;
    for (int kind = 0; kind < STAGE_KINDS && holds; kind++) {
        planner_stage s = planner_stage_make((planner_stage_kind)kind, seed, NULL);
        wend_items *items = make_items(&s, seed);
        for (uint64_t i = 0; i < QUERIES && holds; i++) {
            holds = path_to_item_holds(&s, items, 1000 + i) && each_tag_holds(&s, items, 2000 + i);
        }
        wend_items_destroy(items);
        planner_stage_free(&s);
    }
    return holds;
}

static void nearest_item_and_each_tag_are_those_of_single_searches(void **state)
{
    (void)state;
    gen_property("pathfinder_items", 12, pathfinder_holds, NULL);
}

/* ---- tables ---- */

/* With a table of the graph the same is found without a search; of items and of nodes with tags. */
static bool table_holds(uint64_t seed, void *context)
{
    (void)context;
    planner_stage s = planner_stage_make(STAGE_GRAPH, seed, NULL);
    for (wend_node n = 0; n < wend_graph_node_limit(s.graph); n++) {
        wend_graph_node node;
        if (n % 5 == seed % 5 && wend_graph_get_node(s.graph, n, &node) == WEND_OK) {
            node.tag = wend_random_below(seed, n, 240, TAGS);
            assert_int_equal(wend_graph_set_node(s.graph, n, &node), WEND_OK);
        }
    }
    assert_int_equal(wend_pathfinder_update(s.twin), WEND_OK);
    wend_items *items = make_items(&s, seed);
    wend_table_def def = wend_table_def_default();
    def.space = wend_pathfinder_space(s.twin);
    def.has_costs = seed % 2 == 0;
    wend_table *table;
    assert_int_equal(wend_table_create(&def, &table), WEND_OK);
    wend_pathfinder_def ahead = wend_pathfinder_def_default();
    ahead.graph = s.graph;
    ahead.walls = s.walls;
    ahead.radius = 0.4;
    ahead.table = table;
    wend_pathfinder *pathfinder;
    assert_int_equal(wend_pathfinder_create(&ahead, &pathfinder), WEND_OK);
    bool holds = true;
    for (uint64_t i = 0; i < 6 && holds; i++) {
        wend_path_query query = each_query(&s, i % 2 == 0 ? items : NULL, 6000 + i);
        wend_path_answer answer;
        const wend_result result = wend_pathfinder_find(s.twin, &query);
        holds = wend_pathfinder_find(pathfinder, &query) == result;
        wend_pathfinder_get_answer(pathfinder, &answer);
        holds = holds && (answer.expanded == 0 || answer.reason == WEND_FAILURE_NO_ITEM);
        for (size_t k = 0; k < query.tag_count && holds; k++) {
            wend_path_nearest a;
            wend_path_nearest b;
            (void)wend_pathfinder_get_nearest(pathfinder, k, &a);
            (void)wend_pathfinder_get_nearest(s.twin, k, &b);
            holds = a.result == b.result && a.cost == b.cost && a.node == b.node &&
                    a.item.index1 == b.item.index1;
        }
    }
    /* A table that does not fit any more is not asked. */
    wend_path_query query = each_query(&s, NULL, 6100);
    planner_stage_edit(&s);
    wend_path_answer answer;
    const wend_result result = wend_pathfinder_find(s.twin, &query);
    holds = holds && wend_pathfinder_find(pathfinder, &query) == result;
    wend_pathfinder_get_answer(pathfinder, &answer);
    wend_pathfinder_destroy(pathfinder);
    wend_table_destroy(table);
    wend_items_destroy(items);
    planner_stage_free(&s);
    return holds;
}

static void a_table_tells_the_same_of_each_tag_as_a_search(void **state)
{
    (void)state;
    gen_property("pathfinder_tables", 15, table_holds, NULL);
}

/* ---- planners ---- */

static void change_items(const planner_stage *s, wend_items *items, uint64_t step)
{
    const uint32_t index = wend_random_below(s->seed, step, 230, wend_items_limit(items));
    const wend_item_id id = wend_items_id(items, index);
    const uint32_t how = wend_random_below(s->seed, step, 231, 3);
    if (id.index1 == 0) {
        return;
    }
    if (how == 0) {
        (void)wend_items_set_active(items, id, step % 2 == 0);
    } else if (how == 1) {
        (void)wend_items_move(items, id, planner_stage_query(s, 5000 + step).from);
    } else if (wend_items_count(items) > 3) {
        (void)wend_items_remove(items, id);
    }
}

/* The item of an answer that is not outdated is the nearest of those that there are. */
static bool is_answer_of_now(planner_stage *s, wend_planner_request_id id,
                             const wend_path_query *query)
{
    wend_planner_answer answer;
    wend_path_answer now;
    const wend_result result = wend_planner_poll(s->planner, id, &answer, s->path);
    if (answer.is_outdated || answer.items_revision != wend_items_revision(query->items)) {
        return true;
    }
    const wend_result expected = wend_pathfinder_find(s->twin, query);
    wend_pathfinder_get_answer(s->twin, &now);
    /* Of paths of equal cost over cells the other items decide which is found. */
    bool is_same = result == expected && (answer.path.cost <= now.cost + (now.cost >> 32) ||
                                          answer.path.item.index1 == now.item.index1);
    for (size_t i = 0; i < query->tag_count && is_same && query->tags != NULL; i++) {
        wend_path_nearest a;
        wend_path_nearest b;
        (void)wend_planner_get_nearest(s->planner, id, i, &a);
        (void)wend_pathfinder_get_nearest(s->twin, i, &b);
        is_same = a.result == b.result && is_about(s, a.cost, b.cost);
    }
    if (!is_same) {
        print_message("kind %d: %s of item %u, now %s of item %u\n", (int)s->kind,
                      wend_result_text(result), answer.path.item.index1, wend_result_text(expected),
                      now.item.index1);
    }
    return is_same;
}

static bool planner_holds(uint64_t seed, void *context)
{
    (void)context;
    bool holds = true;
    for (int kind = 0; kind < STAGE_KINDS && holds; kind++) {
        wend_planner_def def = wend_planner_def_default();
        def.max_searches = 3;
        def.quantum = 32;
        def.max_retries = 3;
        planner_stage s = planner_stage_make((planner_stage_kind)kind, seed, &def);
        wend_items *items = make_items(&s, seed);
        enum { REQUESTS = 12 };
        wend_planner_request_id ids[REQUESTS];
        wend_path_query queries[REQUESTS];
        bool is_checked[REQUESTS] = {false};
        for (uint64_t i = 0; i < REQUESTS; i++) {
            wend_planner_request_def request = wend_planner_request_def_default();
            queries[i] = i % 3 == 2 ? each_query(&s, items, i) : item_query(&s, items, i / 2);
            queries[i].agent = i % 3;
            request.query = queries[i];
            request.query.agent = i % 2 == 0 ? 0 : queries[i].agent;
            request.agent = queries[i].agent;
            assert_int_equal(wend_planner_add_request(s.planner, &request, &ids[i]), WEND_OK);
            wend_planner_request_def other = wend_planner_request_def_default();
            other.query = queries[i]; /* joined, or not */
            wend_planner_request_id second;
            assert_int_equal(wend_planner_add_request(s.planner, &other, &second), WEND_OK);
            assert_int_equal(wend_planner_release(s.planner, second), WEND_OK);
        }
        wend_result result = WEND_IN_PROGRESS;
        for (uint64_t n = 0; n < 20000 && result == WEND_IN_PROGRESS && holds; n++) {
            wend_budget budget = wend_budget_steps(200);
            result = wend_planner_update(s.planner, &budget);
            for (uint64_t i = 0; i < REQUESTS && holds; i++) {
                wend_planner_answer answer;
                (void)wend_planner_poll(s.planner, ids[i], &answer, NULL);
                if (answer.state == WEND_PLANNER_READY && !is_checked[i]) {
                    is_checked[i] = true;
                    holds = is_answer_of_now(&s, ids[i], &queries[i]);
                }
            }
            change_items(&s, items, n);
        }
        holds = holds && result == WEND_OK;
        for (uint64_t i = 0; i < REQUESTS; i++) {
            assert_int_equal(wend_planner_release(s.planner, ids[i]), WEND_OK);
        }
        wend_planner_destroy(s.planner);
        s.planner = NULL;
        wend_items_destroy(items);
        planner_stage_free(&s);
    }
    return holds;
}

static void planner_answers_hold_of_the_items_whose_revision_they_name(void **state)
{
    (void)state;
    gen_property("planner_items", 6, planner_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_item_and_each_tag_are_those_of_single_searches),
        cmocka_unit_test(a_table_tells_the_same_of_each_tag_as_a_search),
        cmocka_unit_test(planner_answers_hold_of_the_items_whose_revision_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
