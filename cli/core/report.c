/* Makes queries from the options for searching, and reports answers and paths as text and as
 * members of JSON objects.
 * Cost: linear in the legs. */
#include "core/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const HEURISTICS[] = {"best", "none", "manhattan", "octile", "euclidean"};

report_query report_query_default(void)
{
    return (report_query){.max_cost = -1.0,
                          .turn_cost = -1.0,
                          .start_heading = -1,
                          .goal_heading = -1,
                          .most_turn = -1};
}

bool report_method_read(void *target, const char *text, arg_expected *expected)
{
    const char *names[WEND_METHOD_COUNT];
    for (int i = 0; i < WEND_METHOD_COUNT; i++) {
        names[i] = wend_method_name((wend_method)i);
    }
    const int choice = arg_choice(text, names, WEND_METHOD_COUNT, expected);
    if (choice >= 0) {
        *(wend_method *)target = (wend_method)choice;
    }
    return choice >= 0;
}

static bool read_heuristic(void *target, const char *text, arg_expected *expected)
{
    const int choice =
        arg_choice(text, HEURISTICS, sizeof HEURISTICS / sizeof HEURISTICS[0], expected);
    if (choice >= 0) {
        *(wend_heuristic *)target = (wend_heuristic)choice;
    }
    return choice >= 0;
}

void report_method_add(args *a, wend_method *method)
{
    args_custom(a, "--method", "NAME",
                "best (default), breadth-first, breadth-first-bidirectional, dijkstra, greedy, "
                "astar, astar-weighted, astar-bidirectional or jump-point",
                report_method_read, method);
}

void report_query_add(args *a, report_query *how)
{
    report_method_add(a, &how->method);
    args_custom(a, "--heuristic", "NAME", "best (default), none, manhattan, octile, euclidean",
                read_heuristic, &how->heuristic);
    args_number(a, "--weight", "W", "for astar-weighted: at most W times the least cost", 1.0,
                1000.0, &how->weight);
    args_integer(a, "--max-steps", "N", "stop with a partial path after this many nodes", 1,
                 INT64_MAX, &how->max_steps);
    args_number(a, "--max-cost", "C", "search no node that costs more", 0.0, 2147483647.0,
                &how->max_cost);
    args_number(a, "--noise", "F",
                "vary the path by the seed: at most 1 + F times the least cost (default 0)", 0.0,
                10.0, &how->noise);
    args_integer(a, "--noise-seed", "N", "another seed gives another path (default 0)", 0,
                 INT64_MAX, &how->noise_seed);
}

void report_turning_add(args *a, report_query *how)
{
    args_number(a, "--turn-cost", "F", "cost of turning by 45 degrees (hexes: 60)", 0.0, 256.0,
                &how->turn_cost);
    args_integer(a, "--start-heading", "H",
                 "heading at the start, clockwise: 0 north ... 7 north-west (hexes: 0 ... 5)", 0, 7,
                 &how->start_heading);
    args_integer(a, "--goal-heading", "H", "heading at the goal", 0, 7, &how->goal_heading);
    args_integer(a, "--most-turn", "N",
                 "most turns of 45 degrees (hexes: 60) in one step; 1 cannot turn on the spot", 1,
                 4, &how->most_turn);
    args_flag(a, "--fewest-turns", "of all cheapest paths one with the fewest turns",
              &how->has_fewest_turns);
}

bool report_query_turns(const report_query *how)
{
    return how->turn_cost >= 0.0 || how->start_heading >= 0 || how->goal_heading >= 0 ||
           how->most_turn >= 0 || how->has_fewest_turns;
}

bool report_query_fits(const cli *c, const report_query *how)
{
    if (how->weight > 0.0 && how->method != WEND_METHOD_ASTAR_WEIGHTED) {
        cli_fail(c, "--weight: only --method astar-weighted has one");
        return false;
    }
    return true;
}

static wend_turning turning_make(const report_query *how)
{
    wend_turning turning = wend_turning_default();
    turning.cost = how->turn_cost > 0.0 ? wend_cost_from_double(how->turn_cost) : 0;
    turning.max_parts = how->most_turn > 0 ? (uint32_t)how->most_turn : 0;
    if (how->start_heading >= 0) {
        turning.start_heading = (uint32_t)how->start_heading;
    }
    if (how->goal_heading >= 0) {
        turning.goal_heading = (uint32_t)how->goal_heading;
    }
    turning.fewest_turns = how->has_fewest_turns;
    return turning;
}

wend_search_query report_query_make(report_query *how)
{
    wend_search_query query = wend_search_query_default();
    query.method = how->method;
    query.heuristic = how->heuristic;
    query.weight = how->weight > 0.0 ? how->weight : 1.0;
    query.max_steps = (uint64_t)how->max_steps;
    if (how->max_cost >= 0.0) {
        query.max_cost = wend_cost_from_double(how->max_cost);
    }
    query.noise = how->noise;
    query.noise_seed = (uint64_t)how->noise_seed;
    if (report_query_turns(how)) {
        how->turning = turning_make(how);
        query.turning = &how->turning;
    }
    return query;
}

wend_path_query report_path_query_make(report_query *how)
{
    const wend_search_query search = report_query_make(how);
    wend_path_query query = wend_path_query_default();
    query.shape = WEND_PATH_AS_FOUND;
    query.method = search.method;
    query.heuristic = search.heuristic;
    query.weight = search.weight;
    query.max_steps = search.max_steps;
    query.max_cost = search.max_cost;
    query.noise = search.noise;
    query.noise_seed = search.noise_seed;
    query.turning = search.turning;
    return query;
}

int report_search(const cli *c, const wend_space *space, wend_search **search)
{
    wend_message message = {0};
    wend_search_def def = wend_search_def_default();
    def.space = space;
    def.message = &message;
    const wend_result result = wend_search_create(&def, search);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "search", result, &message);
}

const char *report_result_name(wend_result result)
{
    return result == WEND_OK ? "path" : result == WEND_PARTIAL ? "partial" : "no-path";
}

/* ---- JSON ---- */

void report_answer_json(json *j, const wend_search_answer *answer)
{
    json_text(j, "method", wend_method_name(answer->method));
    json_bool(j, "exact", wend_method_is_exact(answer->method));
    if (answer->result == WEND_NO_PATH) {
        json_null(j, "cost");
    } else {
        json_number(j, "cost", wend_cost_to_double(answer->cost));
    }
    json_number(j, "bound", answer->bound);
    json_unsigned(j, "expanded", answer->expanded);
    json_unsigned(j, "generated", answer->generated);
    json_unsigned(j, "max_frontier", answer->max_frontier);
    json_unsigned(j, "memory_bytes", answer->memory_bytes);
    if (answer->heading != WEND_HEADING_ANY && answer->result != WEND_NO_PATH) {
        json_unsigned(j, "turns", answer->turns);
        json_unsigned(j, "heading", answer->heading);
    }
}

void report_node_json(json *j, const char *key, const wend_grid *grid, wend_node node)
{
    int32_t x = -1;
    int32_t y = -1;
    wend_grid_cell(grid, node, &x, &y);
    json_cell(j, key, x, y);
}

static void put_leg(json *j, const wend_grid *grid, const wend_leg *leg)
{
    json_object(j, NULL);
    report_node_json(j, "from", grid, leg->from);
    report_node_json(j, "to", grid, leg->to);
    json_number(j, "cost", wend_cost_to_double(leg->cost));
    json_number(j, "length", leg->length);
    json_close(j);
}

void report_path_json(json *j, const wend_grid *grid, const wend_path *path)
{
    const size_t count = wend_path_leg_count(path);
    json_number(j, "path_cost", wend_cost_to_double(wend_path_cost(path)));
    json_number(j, "length", wend_path_length(path));
    json_array(j, "legs");
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wend_path_leg(path, i);
        put_leg(j, grid, &leg);
    }
    json_close(j);
}

/* ---- text ---- */

void report_path_text(const wend_path *path)
{
    const size_t count = wend_path_leg_count(path);
    printf("cost %.6f, %.2f m, %zu %s\n", wend_cost_to_double(wend_path_cost(path)),
           wend_path_length(path), count, count == 1 ? "leg" : "legs");
}

void report_legs_text(const wend_grid *grid, const wend_path *path)
{
    const size_t count = wend_path_leg_count(path);
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wend_path_leg(path, i);
        int32_t x[2] = {0, 0};
        int32_t y[2] = {0, 0};
        char from[32];
        char to[32];
        wend_grid_cell(grid, leg.from, &x[0], &y[0]);
        wend_grid_cell(grid, leg.to, &x[1], &y[1]);
        snprintf(from, sizeof from, "%d,%d", (int)x[0], (int)y[0]);
        snprintf(to, sizeof to, "%d,%d", (int)x[1], (int)y[1]);
        printf("  %-11s -> %-11s  cost %.4f  %.2f m\n", from, to, wend_cost_to_double(leg.cost),
               leg.length);
    }
}

void report_effort(const wend_search_answer *answer, uint64_t nanoseconds)
{
    printf("%s: %" PRIu64 " nodes expanded in %.1f us\n", wend_method_name(answer->method),
           answer->expanded, (double)nanoseconds / 1e3);
    if (answer->heading != WEND_HEADING_ANY && answer->result != WEND_NO_PATH) {
        printf("%u %s, the last heading is %u\n", (unsigned)answer->turns,
               answer->turns == 1 ? "turn" : "turns", (unsigned)answer->heading);
    }
}
