/* Goals that cannot be reached in random worlds of every kind: the path leads to the nearest of all
 * that can be, as a look at everything finds it, in slices as in one, by a planner as by itself. */
#include "support/gen.h"
#include "support/planner_stage.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/graph.h"

#include <math.h>

enum { QUERIES = 4, EDITS = 12, SAMPLES = 400 };

static const double RADIUS = 0.4;

/* How many paths led to a substitute, for each kind. */
static uint32_t substitutes[STAGE_KINDS];

static double distance(wend_vec3 a, wend_vec3 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    const double z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

static wend_path_query nearest_query(const planner_stage *s, uint64_t id)
{
    wend_path_query query = planner_stage_query(s, id);
    const double side = s->grid != NULL ? 48 : (double)WAYS_LEVEL_BLOCKS * WAYS_LEVEL_BLOCK;
    query.to = (wend_vec3){(wend_random_unit(s->seed, id, 301) * 1.4 - 0.2) * side,
                           (wend_random_unit(s->seed, id, 302) * 1.4 - 0.2) * side, 0};
    query.is_nearest_allowed = true;
    query.turning = NULL;
    if (s->grid != NULL) {
        /* With a limit the grid is flooded, else its islands tell. */
        query.max_cost = id % 2 == 0 ? wend_cost_from_double(1e6) : WEND_COST_INFINITE;
        query.from.x = floor(query.from.x) + 0.5;
        query.from.y = floor(query.from.y) + 0.5;
    }
    if (s->mesh != NULL || s->level != NULL) {
        query.mesh_method = WEND_MESH_METHOD_EXACT;
    }
    return query;
}

static bool can_reach(planner_stage *s, const wend_path_query *query, wend_vec3 to,
                      wend_node polygon, wend_node node)
{
    wend_path_query other = *query;
    other.is_nearest_allowed = false;
    other.to = to;
    other.to_polygon = polygon;
    other.to_node = node;
    return wend_pathfinder_find(s->twin, &other) == WEND_OK;
}

/* ---- what a look at everything finds ---- */

static double least_over_cells(planner_stage *s, const wend_path_query *query, bool *is_known)
{
    const wend_space *space = wend_pathfinder_space(s->twin);
    const wend_node start = wend_grid_node_at(s->grid, (wend_vec2){query->from.x, query->from.y});
    wend_node goal = wend_grid_node_at(s->grid, (wend_vec2){query->to.x, query->to.y});
    wend_space_info info;
    wend_space_get_info(space, &info);
    double least = (double)INFINITY;
    if (goal == WEND_NODE_NONE) {
        for (wend_node n = 0; n < info.node_count; n++) {
            const wend_vec2 at = wend_space_position(space, n);
            const double d = distance((wend_vec3){at.x, at.y, 0}, query->to);
            if (d < least) {
                least = d;
                goal = n;
            }
        }
    }
    wend_search_def def = wend_search_def_default();
    wend_search *search;
    wend_node nearest;
    def.space = space;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    *is_known = wend_space_is_open(space, start) &&
                wend_search_nearest_reachable(search, start, goal, &nearest) == WEND_OK;
    wend_vec2 at = {0, 0};
    if (*is_known) {
        at = wend_space_position(space, nearest);
    }
    wend_search_destroy(search);
    return distance((wend_vec3){at.x, at.y, 0}, query->to);
}

static double least_over_nodes(planner_stage *s, const wend_path_query *query)
{
    double least = (double)INFINITY;
    for (wend_node n = 0; n < wend_graph_node_limit(s->graph); n++) {
        wend_graph_node node;
        if (wend_graph_get_node(s->graph, n, &node) == WEND_OK) {
            const wend_vec3 at = {node.position.x, node.position.y, node.height};
            if (distance(at, query->to) < least && can_reach(s, query, at, WEND_NODE_NONE, n)) {
                least = distance(at, query->to);
            }
        }
    }
    return least;
}

/* The nearest point of a polygon, by points along its edges. */
static wend_vec3 sample_polygon(const wend_mesh *mesh, wend_node p, wend_vec3 to)
{
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
    wend_vec3 best = {0, 0, 0};
    double least = (double)INFINITY;
    if (wend_mesh_locate(mesh, to.x, to.y, to.z) == p) {
        return to;
    }
    for (uint32_t c = 0; c < polygon.count; c++) {
        const wend_vec3 a = wend_mesh_corner(mesh, polygon.first_corner + c);
        const wend_vec3 b = wend_mesh_corner(mesh, polygon.first_corner + (c + 1) % polygon.count);
        for (int i = 0; i <= SAMPLES; i++) {
            const double t = (double)i / (double)SAMPLES;
            const wend_vec3 at = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, 0};
            if (distance(at, to) < least) {
                least = distance(at, to);
                best = at;
            }
        }
    }
    return best;
}

static double least_over_polygons(planner_stage *s, const wend_mesh *mesh, double radius,
                                  const wend_path_query *query)
{
    double least = (double)INFINITY;
    for (wend_node p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        wend_vec3 at = sample_polygon(mesh, p, query->to);
        const wend_vec2 centroid = wend_mesh_get_polygon(mesh, p).centroid;
        const wend_vec3 from = at;
        const int steps = radius > 0 ? SAMPLES : 1;
        for (int i = 0; i <= steps; i++) {
            /* Just off the edge, where rounding does not matter. */
            const double t = radius > 0 ? (double)i / steps : (double)i * 1e-9;
            at = (wend_vec3){from.x + (centroid.x - from.x) * t, from.y + (centroid.y - from.y) * t,
                             0};
            if (distance(at, query->to) >= least) {
                break;
            }
            if (radius > 0 && !can_reach(s, query, at, p, WEND_NODE_NONE)) {
                wend_path_answer answer;
                wend_pathfinder_get_answer(s->twin, &answer);
                if (answer.reason != WEND_FAILURE_GOAL_BLOCKED) {
                    break; /* there is room, but no path */
                }
                continue;
            }
            if (radius > 0 || can_reach(s, query, at, p, WEND_NODE_NONE)) {
                least = distance(at, query->to);
                break;
            }
        }
    }
    return least;
}

/* ---- one query ---- */

static bool substitute_holds(planner_stage *s, uint64_t id)
{
    const wend_path_query query = nearest_query(s, id);
    wend_path_query plain = query;
    plain.is_nearest_allowed = false;
    wend_path_answer without;
    const wend_result alone = wend_pathfinder_find(s->twin, &plain);
    wend_pathfinder_get_answer(s->twin, &without);
    (void)wend_path_from_pathfinder(s->twin_path, s->twin);

    wend_path_answer answer;
    wend_result result = wend_pathfinder_start(s->twin, &query);
    while (result == WEND_OK || result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(1 + id % 300);
        result = wend_pathfinder_run(s->twin, &budget);
        if (result != WEND_IN_PROGRESS) {
            break;
        }
    }
    wend_pathfinder_get_answer(s->twin, &answer);
    (void)wend_path_from_pathfinder(s->path, s->twin);
    if (alone == WEND_OK || alone < 0) {
        return result == alone && !answer.is_nearest &&
               (alone < 0 || planner_stage_same(s->path, s->twin_path));
    }
    const bool is_start = without.reason == WEND_FAILURE_START_BLOCKED ||
                          without.reason == WEND_FAILURE_START_OFF_GROUND;
    if (is_start) {
        return result == WEND_NO_PATH && answer.reason == without.reason && !answer.is_nearest;
    }
    bool is_known = true;
    double slack = 1e-9;
    double over = 1e-6;
    double least = 0;
    if (s->grid != NULL) {
        least = least_over_cells(s, &query, &is_known);
    } else if (s->graph != NULL) {
        least = least_over_nodes(s, &query);
    } else if (s->mesh != NULL) {
        /* Samples lie up to 2 cm apart, and with a radius so do the lines that they begin. */
        slack = 0.06;
        over = s->kind == STAGE_MESH_ROUND ? 0.03 : over;
        least = least_over_polygons(s, s->mesh, s->kind == STAGE_MESH_ROUND ? RADIUS : 0, &query);
    } else {
        least = answer.goal_distance; /* a level's mesh is not to be had */
    }
    substitutes[s->kind] += result == WEND_OK ? 1 : 0;
    const bool is_right =
        result == WEND_OK && answer.is_nearest && answer.reason == without.reason &&
        fabs(answer.goal_distance - distance(answer.position, query.to)) < 1e-9 &&
        fabs(answer.goal_distance - least) <= slack && answer.goal_distance <= least + over;
    if (is_known && !is_right) {
        print_message("kind %d query %llu: %s, %.9f m from the goal, expected %.9f (%s)\n",
                      (int)s->kind, (unsigned long long)id, wend_result_text(result),
                      answer.goal_distance, least, wend_failure_reason_text(without.reason));
    }
    return !is_known || is_right;
}

/* A planner answers likewise. */
static bool planner_agrees(planner_stage *s, uint64_t first)
{
    wend_planner_request_id ids[QUERIES];
    for (uint64_t i = 0; i < QUERIES; i++) {
        wend_planner_request_def def = wend_planner_request_def_default();
        def.query = nearest_query(s, first + i);
        assert_int_equal(wend_planner_add_request(s->planner, &def, &ids[i]), WEND_OK);
    }
    wend_result result = WEND_IN_PROGRESS;
    for (int n = 0; n < 100000 && result == WEND_IN_PROGRESS; n++) {
        wend_budget budget = wend_budget_steps(70);
        result = wend_planner_update(s->planner, &budget);
    }
    bool is_same = result == WEND_OK;
    for (uint64_t i = 0; i < QUERIES && is_same; i++) {
        const wend_path_query query = nearest_query(s, first + i);
        wend_planner_answer answer;
        wend_path_answer alone;
        const wend_result planned = wend_planner_poll(s->planner, ids[i], &answer, s->path);
        is_same = wend_pathfinder_find(s->twin, &query) == planned;
        wend_pathfinder_get_answer(s->twin, &alone);
        (void)wend_path_from_pathfinder(s->twin_path, s->twin);
        is_same = is_same && (planned < 0 || (planner_stage_same(s->path, s->twin_path) &&
                                              answer.path.is_nearest == alone.is_nearest &&
                                              answer.path.expanded == alone.expanded));
        (void)wend_planner_release(s->planner, ids[i]);
    }
    return is_same;
}

static bool nearest_holds(uint64_t seed, void *context)
{
    (void)context;
    bool holds = true;
    for (int kind = 0; kind < STAGE_KINDS && holds; kind++) {
        planner_stage s = planner_stage_make((planner_stage_kind)kind, seed, NULL);
        for (int i = 0; i < EDITS && s.graph != NULL; i++) {
            planner_stage_edit(&s);
        }
        for (uint64_t i = 0; i < QUERIES && holds; i++) {
            holds = substitute_holds(&s, 7000 + i);
        }
        holds = holds && planner_agrees(&s, 8000);
        planner_stage_free(&s);
    }
    return holds;
}

static void goals_that_cannot_be_reached_give_the_nearest_that_can(void **state)
{
    (void)state;
    gen_property("pathfinder_nearest", 12, nearest_holds, NULL);
    for (int kind = 0; kind < STAGE_KINDS; kind++) {
        assert_true(substitutes[kind] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_that_cannot_be_reached_give_the_nearest_that_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
