/* Counts and draws the cells within a cost of a cell.
 * Cost: one search up to that cost. */
#include "core/picture.h"
#include "core/report.h"
#include "json.h"
#include "map/items.h"
#include "map/map.h"

#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct reach_request {
    map_arguments map;
    map_agent agent;
    picture_arguments picture;
    map_position from;
    double within; /* -1 = not given */
} reach_request;

typedef struct reach_work {
    reach_request *request;
    wend_map *file;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_node start, farthest;
    wend_cost farthest_cost;
    wend_node *nodes; /* [count] */
    size_t count;
    wend_search_answer answer;
    uint64_t nanoseconds;
} reach_work;

static int open_work(const cli *c, reach_work *work)
{
    reach_request *request = work->request;
    if (map_open(c, &request->map, &work->file, &work->grid) != CLI_OK ||
        !map_agent_resolve(c, work->file, &request->agent) ||
        !map_agent_fits(c, work->grid, &request->agent)) {
        return CLI_BAD;
    }
    work->start = map_position_node(c, work->file, work->grid, "--from", &request->from);
    if (work->start == WEND_NODE_NONE) {
        return CLI_BAD;
    }
    if (request->within < 0.0) {
        return cli_fail(c, "--within: missing; expected a cost, 0 or more");
    }
    if (map_space(c, work->grid, &request->agent, false, &work->space) != CLI_OK) {
        return CLI_BAD;
    }
    return report_search(c, work->space, &work->search);
}

static void close_work(reach_work *work)
{
    free(work->nodes);
    wend_search_destroy(work->search);
    wend_space_destroy(work->space);
    wend_grid_destroy(work->grid);
    wend_map_destroy(work->file);
}

static int list_cells(const cli *c, reach_work *work)
{
    (void)wend_search_visited(work->search, NULL, 0, &work->count);
    work->nodes = malloc((work->count + 1) * sizeof *work->nodes);
    if (work->nodes == NULL) {
        return cli_fail_call(c, "reach", WEND_ERROR_MEMORY, NULL);
    }
    const wend_result result =
        wend_search_visited(work->search, work->nodes, work->count, &work->count);
    if (result != WEND_OK) {
        return cli_fail_call(c, "reach", result, NULL);
    }
    work->farthest = work->start;
    for (size_t i = 0; i < work->count; i++) {
        const wend_cost cost = wend_search_cost_to(work->search, work->nodes[i]);
        const bool is_tie = cost == work->farthest_cost && work->nodes[i] < work->farthest;
        if (cost > work->farthest_cost || is_tie) {
            work->farthest_cost = cost;
            work->farthest = work->nodes[i];
        }
    }
    return CLI_OK;
}

static int find_cells(const cli *c, reach_work *work)
{
    wend_search_query query = wend_search_query_default();
    query.start = work->start;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.max_cost = wend_cost_from_double(work->request->within);
    const uint64_t begin = wend_clock_ns();
    const wend_result result = wend_search_find(work->search, &query);
    work->nanoseconds = wend_clock_ns() - begin;
    if (result < 0) {
        return cli_fail(c, "%s", wend_search_error(work->search));
    }
    wend_search_get_answer(work->search, &work->answer);
    return work->answer.result == WEND_NO_PATH ? CLI_OK : list_cells(c, work);
}

static void paint(void *context, const wend_draw *draw)
{
    const reach_work *work = context;
    (void)wend_grid_draw(work->grid, (uint32_t)work->request->agent.movement_class, draw);
    for (size_t i = 0; i < work->count; i++) {
        const double cost = wend_cost_to_double(wend_search_cost_to(work->search, work->nodes[i]));
        const double part = work->request->within > 0.0 ? cost / work->request->within : 0.0;
        wend_grid_draw_cell(work->grid, work->nodes[i], draw, WEND_MEANING_REACH, part);
    }
    if (draw->circle != NULL) {
        draw->circle(draw->context, wend_grid_position(work->grid, work->start), 0.0,
                     WEND_MEANING_START, 0.0);
    }
}

static void put_json(const reach_work *work)
{
    const reach_request *request = work->request;
    const bool is_open = work->answer.result != WEND_NO_PATH;
    json j = json_begin(stdout);
    json_text(&j, "map", request->map.file);
    report_node_json(&j, "from", work->grid, work->start);
    json_number(&j, "within", request->within);
    json_unsigned(&j, "cells", work->count);
    if (is_open) {
        report_node_json(&j, "farthest", work->grid, work->farthest);
        json_number(&j, "farthest_cost", wend_cost_to_double(work->farthest_cost));
    } else {
        json_text(&j, "reason", wend_failure_reason_text(work->answer.reason));
    }
    json_text(&j, "method", wend_method_name(work->answer.method));
    json_unsigned(&j, "expanded", work->answer.expanded);
    json_number(&j, "us", (double)work->nanoseconds / 1e3);
    json_finish(&j);
}

static void put_text(const reach_work *work)
{
    if (work->answer.result == WEND_NO_PATH) {
        printf("nothing can be reached: %s\n", wend_failure_reason_text(work->answer.reason));
        return;
    }
    int32_t x = 0;
    int32_t y = 0;
    wend_grid_cell(work->grid, work->start, &x, &y);
    printf("%zu cells within %g of %d,%d\n", work->count, work->request->within, (int)x, (int)y);
    wend_grid_cell(work->grid, work->farthest, &x, &y);
    printf("farthest: %d,%d at %.6f\n", (int)x, (int)y, wend_cost_to_double(work->farthest_cost));
    report_effort(&work->answer, work->nanoseconds);
}

static int answer(const cli *c, reach_work *work)
{
    const picture_arguments *picture = &work->request->picture;
    if (open_work(c, work) != CLI_OK || find_cells(c, work) != CLI_OK ||
        picture_write_files(c, picture, work->grid, paint, work) != CLI_OK ||
        picture_write_ascii(c, picture, work->grid, paint, work) != CLI_OK) {
        return CLI_BAD;
    }
    if (c->is_json) {
        put_json(work);
    } else {
        put_text(work);
    }
    return work->answer.result == WEND_NO_PATH ? CLI_NO_PATH : CLI_OK;
}

int cmd_reach(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    reach_request request = {.map = map_arguments_default(), .within = -1.0};
    args a = args_make("Shows all that can be reached from a cell within a cost.",
                       "  wend reach maps/city64.txt --from 30,30 --within 12 --ascii\n"
                       "  wend reach maps/city64.txt --from 30,30 --within 12 --svg reach.svg\n");
    args_positional(&a, "MAP", "a map file", true, &request.map.file);
    args_file(&a, ARG_READS, "MAP", &request.map.file);
    map_position_add(&a, "--from", "the start", &request.from);
    args_number(&a, "--within", "COST", "the largest cost", 0.0, 2147483647.0, &request.within);
    map_agent_add(&a, &request.agent);
    map_arguments_add(&a, &request.map);
    picture_arguments_add(&a, &request.picture);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    reach_work work = {.request = &request};
    exit_code = answer(&c, &work);
    close_work(&work);
    return exit_code;
}
