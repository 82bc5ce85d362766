/* Finds a path between two cells of a map and draws it; without a path it gives the reason and the
 * nearest reachable cell.
 * Cost: one search. */
#include "world/path.h"
#include "core/input.h"
#include "core/picture.h"
#include "core/report.h"
#include "json.h"
#include "map/items.h"
#include "progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Arguments of the command. */
typedef struct path_request {
    map_arguments map;
    map_agent agent;
    picture_arguments picture;
    report_query how;
    map_position from, to;
    const char *world; /* "grid", or nothing said */
    bool is_smoothed, shows_cells, is_prepared;
    wend_smoothing smoothing;
} path_request;

/* Results of the command. */
typedef struct path_work {
    path_request *request;
    wend_map *file; /* its content beside the ground */
    wend_grid *map;
    wend_space *map_space; /* for a point */
    wend_space *space;     /* for the agent; the same when he is one */
    wend_pathfinder *pathfinder;
    wend_path *path;
    wend_node start, goal, nearest;
    wend_search_answer answer;
    wend_node *cells; /* of the path as it was found; NULL after smoothing */
    size_t cell_count;
    uint64_t nanoseconds;
} path_work;

static bool read_smooth(void *target, const char *text, arg_expected *expected)
{
    static const char *const NAMES[] = {"quick", "precise"};
    path_request *request = target;
    const int choice = text == NULL ? 1 : arg_choice(text, NAMES, 2, expected);
    request->is_smoothed = choice >= 0;
    request->smoothing = choice == 0 ? WEND_SMOOTHING_QUICK : WEND_SMOOTHING_PRECISE;
    return choice >= 0;
}

static void add_arguments(args *a, path_request *request)
{
    args_positional(a, "MAP", "a map file", true, &request->map.file);
    args_file(a, ARG_READS, "MAP", &request->map.file);
    args_text(a, "--world", "WORLD", "grid (default), pov, flood, expanded or mesh",
              &request->world);
    map_position_add(a, "--from", "where the path begins", &request->from);
    map_position_add(a, "--to", "where it is to lead", &request->to);
    report_query_add(a, &request->how);
    report_turning_add(a, &request->how);
    map_agent_add(a, &request->agent);
    args_flag(a, "--prepare", "build the jump table first: slower to begin with, then faster",
              &request->is_prepared);
    args_custom_optional(a, "--smooth", "[=quick|precise]",
                         "straighten the path where the agent fits through (default precise)",
                         read_smooth, request);
    args_flag(a, "--cells", "list every cell instead of straight legs", &request->shows_cells);
    map_arguments_add(a, &request->map);
    picture_arguments_add(a, &request->picture);
}

/* ---- searching ---- */

/* Smoothing keeps clear of the walls of the map itself: in the space for a radius the radius would
 * count twice. */
static int open_spaces(const cli *c, path_work *work)
{
    const path_request *request = work->request;
    map_agent point = request->agent;
    point.radius = 0.0;
    point.size = 1;
    int exit_code = map_space(c, work->map, &request->agent, request->is_prepared, &work->space);
    work->map_space = work->space;
    if (exit_code == CLI_OK && map_agent_is_large(&request->agent)) {
        work->map_space = NULL;
        exit_code = map_space(c, work->map, &point, false, &work->map_space);
    }
    return exit_code;
}

static int open_work(const cli *c, path_work *work)
{
    path_request *request = work->request;
    progress_say("reading", input_name(request->map.file));
    if (map_open(c, &request->map, &work->file, &work->map) != CLI_OK ||
        !map_agent_resolve(c, work->file, &request->agent) ||
        !map_agent_fits(c, work->map, &request->agent)) {
        return CLI_BAD;
    }
    work->start = map_position_node(c, work->file, work->map, "--from", &request->from);
    if (work->start == WEND_NODE_NONE) {
        return CLI_BAD;
    }
    work->goal = map_position_node(c, work->file, work->map, "--to", &request->to);
    if (work->goal == WEND_NODE_NONE || open_spaces(c, work) != CLI_OK) {
        return CLI_BAD;
    }
    wend_message message = {0};
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.space = work->space;
    def.message = &message;
    wend_result result = wend_pathfinder_create(&def, &work->pathfinder);
    result = result == WEND_OK ? wend_path_create(NULL, &work->path) : result;
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "path", result, &message);
}

static void close_work(path_work *work)
{
    free(work->cells);
    wend_path_destroy(work->path);
    wend_pathfinder_destroy(work->pathfinder);
    if (work->space != work->map_space) {
        wend_space_destroy(work->space);
    }
    wend_space_destroy(work->map_space);
    wend_grid_destroy(work->map);
    wend_map_destroy(work->file);
}

static int keep_cells(const cli *c, path_work *work)
{
    wend_path_cells(work->path, work->space, NULL, 0, &work->cell_count);
    work->cells = malloc((work->cell_count + 1) * sizeof *work->cells);
    if (work->cells == NULL) {
        return cli_fail_call(c, "path", WEND_ERROR_MEMORY, NULL);
    }
    const wend_result result =
        wend_path_cells(work->path, work->space, work->cells, work->cell_count, &work->cell_count);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "path", result, NULL);
}

/* Straightens against the walls of the map itself: those that only stand for the radius would count
 * it twice. */
static int smooth(const cli *c, path_work *work)
{
    const wend_result result = wend_path_smooth(
        work->path, work->map_space, work->request->agent.radius, work->request->smoothing);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "--smooth", result, NULL);
}

static int find_path(const cli *c, path_work *work)
{
    path_request *request = work->request;
    wend_path_query query = report_path_query_make(&request->how);
    query.from_node = work->start;
    query.to_node = work->goal;
    query.records_order = picture_is_wanted(&request->picture);
    const uint64_t begin = wend_clock_ns();
    wend_result result = wend_pathfinder_find(work->pathfinder, &query);
    if (result >= 0) {
        result = wend_path_from_pathfinder(work->path, work->pathfinder);
    }
    work->nanoseconds = wend_clock_ns() - begin;
    progress_end();
    if (result < 0) {
        const char *text = wend_pathfinder_error(work->pathfinder);
        return cli_fail(c, "%s", text[0] == '\0' ? wend_result_text(result) : text);
    }
    wend_search_get_answer(wend_pathfinder_search(work->pathfinder), &work->answer);
    if (work->answer.result == WEND_NO_PATH) {
        return CLI_OK;
    }
    int exit_code = request->is_smoothed ? CLI_OK : keep_cells(c, work);
    if (exit_code == CLI_OK && request->is_smoothed) {
        exit_code = smooth(c, work);
    }
    return exit_code;
}

/* A separate search, without turning. */
static int find_nearest(const cli *c, path_work *work)
{
    wend_search *search = NULL;
    work->nearest = WEND_NODE_NONE;
    if (work->answer.result != WEND_NO_PATH || report_query_turns(&work->request->how)) {
        return CLI_OK;
    }
    const int exit_code = report_search(c, work->space, &search);
    if (exit_code == CLI_OK) {
        (void)wend_search_nearest_reachable(search, work->start, work->goal, &work->nearest);
    }
    wend_search_destroy(search);
    return exit_code;
}

/* ---- telling ---- */

static void paint(void *context, const wend_draw *draw)
{
    const path_work *work = context;
    (void)wend_grid_draw(work->map, (uint32_t)work->request->agent.movement_class, draw);
    (void)wend_search_draw(wend_pathfinder_search(work->pathfinder), draw);
    (void)wend_path_draw(work->path, 0, draw);
    if (draw->circle != NULL) {
        draw->circle(draw->context, wend_grid_position(work->map, work->start), 0.0,
                     WEND_MEANING_START, 0.0);
        draw->circle(draw->context, wend_grid_position(work->map, work->goal), 0.0,
                     WEND_MEANING_GOAL, 0.0);
    }
}

/* Reason for the lack of a path, as text. */
static void explain(const path_work *work, char *text, size_t capacity)
{
    const bool is_start = work->answer.reason == WEND_FAILURE_START_BLOCKED;
    const bool is_goal = work->answer.reason == WEND_FAILURE_GOAL_BLOCKED;
    const wend_node end = is_start ? work->start : work->goal;
    if ((is_start || is_goal) && wend_space_is_open(work->map_space, end)) {
        snprintf(text, capacity,
                 work->request->agent.size > 1 ? "the agent does not fit at the %s"
                                               : "the %s lies nearer than the radius to a wall",
                 is_start ? "start" : "goal");
    } else if (is_start || is_goal) {
        int32_t x = 0;
        int32_t y = 0;
        wend_grid_cell(work->map, end, &x, &y);
        snprintf(text, capacity, "the %s %d,%d is blocked", is_start ? "start" : "goal", (int)x,
                 (int)y);
    } else if (work->answer.reason == WEND_FAILURE_UNREACHABLE) {
        snprintf(text, capacity,
                 report_query_turns(&work->request->how)
                     ? "no path with these turns leads to the goal"
                     : "the goal is cut off from the start");
    } else {
        snprintf(text, capacity, "%s", wend_failure_reason_text(work->answer.reason));
    }
}

static void put_json(const path_work *work)
{
    const path_request *request = work->request;
    char why[128];
    json j = json_begin(stdout);
    json_text(&j, "map", request->map.file);
    json_text(&j, "result", report_result_name(work->answer.result));
    report_node_json(&j, "from", work->map, work->start);
    report_node_json(&j, "to", work->map, work->goal);
    report_answer_json(&j, &work->answer);
    json_number(&j, "us", (double)work->nanoseconds / 1e3);
    if (work->answer.result != WEND_OK) {
        explain(work, why, sizeof why);
        json_text(&j, "reason", wend_failure_reason_text(work->answer.reason));
        json_text(&j, "why", why);
    }
    if (work->nearest != WEND_NODE_NONE) {
        report_node_json(&j, "nearest", work->map, work->nearest);
    }
    if (work->answer.result != WEND_NO_PATH) {
        report_path_json(&j, work->map, work->path);
        json_text(&j, "smoothing",
                  !request->is_smoothed                          ? NULL
                  : request->smoothing == WEND_SMOOTHING_PRECISE ? "precise"
                                                                 : "quick");
    }
    if (work->cells != NULL) {
        json_array(&j, "cells");
        for (size_t i = 0; i < work->cell_count; i++) {
            report_node_json(&j, NULL, work->map, work->cells[i]);
        }
        json_close(&j);
    }
    json_finish(&j);
}

static void put_cells(const path_work *work)
{
    for (size_t i = 0; i < work->cell_count; i++) {
        int32_t x = 0;
        int32_t y = 0;
        wend_grid_cell(work->map, work->cells[i], &x, &y);
        printf("%d,%d\n", (int)x, (int)y);
    }
}

static void put_no_path(const path_work *work)
{
    char why[128];
    explain(work, why, sizeof why);
    printf("no path: %s\n", why);
    if (work->nearest != WEND_NODE_NONE) {
        int32_t x = 0;
        int32_t y = 0;
        wend_grid_cell(work->map, work->nearest, &x, &y);
        printf("nearest cell that can be reached: %d,%d\n", (int)x, (int)y);
    }
    report_effort(&work->answer, work->nanoseconds);
}

static void put_text(const path_work *work)
{
    const path_request *request = work->request;
    if (work->answer.result == WEND_NO_PATH) {
        put_no_path(work);
        return;
    }
    const char *part = work->answer.result == WEND_PARTIAL ? " (partial: a limit was reached)" : "";
    int32_t from_x = 0, from_y = 0, to_x = 0, to_y = 0;
    wend_grid_cell(work->map, work->start, &from_x, &from_y);
    wend_grid_cell(work->map, work->goal, &to_x, &to_y);
    printf("path from %d,%d to %d,%d%s\n", (int)from_x, (int)from_y, (int)to_x, (int)to_y, part);
    report_path_text(work->path);
    report_effort(&work->answer, work->nanoseconds);
    if (request->shows_cells && work->cells != NULL) {
        put_cells(work);
    } else {
        report_legs_text(work->map, work->path);
    }
}

static int answer(const cli *c, path_work *work)
{
    if (open_work(c, work) != CLI_OK || find_path(c, work) != CLI_OK ||
        picture_write_files(c, &work->request->picture, work->map, paint, work) != CLI_OK ||
        picture_write_ascii(c, &work->request->picture, work->map, paint, work) != CLI_OK ||
        find_nearest(c, work) != CLI_OK) {
        return CLI_BAD;
    }
    const wend_result result = work->answer.result;
    if (c->is_json) {
        put_json(work);
    } else {
        put_text(work);
    }
    return result == WEND_OK ? CLI_OK : CLI_NO_PATH;
}

int cmd_path(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    if (path_world_is_requested(argc, argv)) {
        return path_world(&c, argc, argv);
    }
    path_request request = {.map = map_arguments_default(), .how = report_query_default()};
    args a = args_make("Finds a path between two cells of a map.",
                       "  wend path maps/rooms65.map --from 1,1 --to 62,62 --ascii\n"
                       "  wend path maps/city64.txt --from 2,2 --to 60,58 --smooth --png path.png\n"
                       "  wend path maps/rooms65.map --from 1,1 --to 62,62 --method dijkstra "
                       "--json\n");
    a.details =
        "Without a path it prints the reason and the reachable cell nearest to the goal.\n"
        "Levels (WAD), meshes and graphs are taken too, and --world pov|flood|expanded|mesh "
        "builds\nsuch a world of a map: 'wend path --world mesh --help' lists the options "
        "of these.\n";
    add_arguments(&a, &request);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    if (request.shows_cells && request.is_smoothed) {
        return cli_fail(&c, "--cells: a smoothed path has no cells; leave --smooth out");
    }
    if (request.is_smoothed && request.agent.size > 1) {
        return cli_fail(&c,
                        "--smooth: supports round agents only; give a --radius instead of --size");
    }
    if (request.is_smoothed && report_query_turns(&request.how)) {
        return cli_fail(&c, "--smooth: a straightened path would turn otherwise");
    }
    if (!report_query_fits(&c, &request.how)) {
        return CLI_BAD;
    }
    path_work work = {.request = &request};
    exit_code = answer(&c, &work);
    close_work(&work);
    return exit_code;
}
