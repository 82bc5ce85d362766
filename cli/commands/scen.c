/* Runs a scenario, compares the costs with the published ones, and times the queries.
 * Cost: a search for each row, times --repeat. */
#include "world/scen.h"
#include "core/input.h"
#include "core/report.h"
#include "core/times.h"
#include "json.h"
#include "map/map.h"
#include "map/scen_rows.h"
#include "progress.h"
#include "streams.h"

#include "wend/io.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Arguments of the command. */
typedef struct scen_request {
    const char *file;
    map_arguments map;
    map_agent agent;
    report_query how;
    scen_world_kind world;
    int64_t repeat, limit;
    bool is_prepared;
} scen_request;

typedef struct scen_work {
    scen_request *request;
    char map_name[SCEN_NAME_CAPACITY];
    wend_scenario *scenario;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    scen_world world;
    wend_path *path;
    scen_rows rows;
    uint64_t *times; /* [query][repeat], nanoseconds */
} scen_work;

/* The answer to a row, over cells or in another world. */
typedef struct scen_answer {
    wend_result result;
    const char *method; /* static storage */
    double cost;        /* in cells */
    size_t memory_bytes;
} scen_answer;

/* Results of the command. */
typedef struct scen_totals {
    const char *method;
    size_t solved, mismatches;
    double cost_sum, expected_sum;
    times_summary times;
    double prepare_ms;
    size_t memory_bytes;
} scen_totals;

/* ---- preparing ---- */

static int open_scenario(const cli *c, scen_work *work)
{
    const scen_request *request = work->request;
    wend_message message = {0};
    const wend_result result = input_scenario_load(request->file, &work->scenario, &message);
    if (result != WEND_OK) {
        return input_fail(c, request->file, result, &message);
    }
    map_arguments map = request->map;
    if (map.file == NULL) {
        if (streams_is_once(request->file) ||
            !scen_find_map(request->file, work->scenario, work->map_name)) {
            return cli_fail(c, "%s: its map is not beside it; name it with --map",
                            input_name(request->file));
        }
        map.file = work->map_name;
    } else {
        snprintf(work->map_name, sizeof work->map_name, "%s", map.file);
    }
    return map_load(c, &map, &work->grid, NULL);
}

static int open_work(const cli *c, scen_work *work, scen_totals *totals)
{
    const scen_request *request = work->request;
    if (open_scenario(c, work) != CLI_OK || !map_agent_fits(c, work->grid, &request->agent)) {
        return CLI_BAD;
    }
    const uint64_t begin = wend_clock_ns();
    if (map_space(c, work->grid, &request->agent, request->is_prepared, &work->space) != CLI_OK ||
        report_search(c, work->space, &work->search) != CLI_OK) {
        return CLI_BAD;
    }
    wend_space_info info;
    wend_space_get_info(work->space, &info);
    work->world.kind = request->world;
    if (scen_world_open(c, &work->world, work->grid, &request->agent, info.is_uniform) != CLI_OK) {
        return CLI_BAD;
    }
    totals->prepare_ms = (double)(wend_clock_ns() - begin) / 1e6;
    if (!scen_rows_choose(&work->rows, work->scenario, work->grid, work->space,
                          (size_t)request->limit) ||
        wend_path_create(NULL, &work->path) != WEND_OK) {
        return cli_fail_call(c, "scenario", WEND_ERROR_MEMORY, NULL);
    }
    work->times = calloc(work->rows.run_count * (size_t)request->repeat + 1, sizeof *work->times);
    return work->times != NULL ? CLI_OK : cli_fail(c, "--repeat: out of memory for so many times");
}

static void close_work(scen_work *work)
{
    free(work->times);
    scen_rows_free(&work->rows);
    wend_path_destroy(work->path);
    scen_world_close(&work->world);
    wend_search_destroy(work->search);
    wend_space_destroy(work->space);
    wend_grid_destroy(work->grid);
    wend_scenario_destroy(work->scenario);
}

/* ---- running ---- */

/* One query, path included. @param nanoseconds its duration. @return false after an error. */
static bool answer_row(scen_work *work, const wend_scenario_row *row, scen_answer *answer,
                       uint64_t *nanoseconds)
{
    wend_search_query query = report_query_make(&work->request->how);
    query.start = wend_grid_node(work->grid, row->start_x, row->start_y);
    query.goal = wend_grid_node(work->grid, row->goal_x, row->goal_y);
    const uint64_t begin = wend_clock_ns();
    if (work->world.pathfinder != NULL) {
        wend_path_answer found;
        const wend_result over_world = scen_world_find(&work->world, query.start, query.goal,
                                                       work->path, &found, &answer->cost);
        *nanoseconds = wend_clock_ns() - begin;
        answer->result = found.result;
        answer->method = found.method;
        answer->memory_bytes = 0;
        return over_world >= 0;
    }
    wend_result result = wend_search_find(work->search, &query);
    if (result >= 0) {
        result = wend_path_from_search(work->path, work->search);
    }
    *nanoseconds = wend_clock_ns() - begin;
    wend_search_answer found;
    wend_search_get_answer(work->search, &found);
    *answer = (scen_answer){found.result, wend_method_name(found.method),
                            wend_cost_to_double(found.cost), found.memory_bytes};
    return result >= 0;
}

static int fail_row(const cli *c, const scen_work *work, const wend_scenario_row *row)
{
    const char *text = work->world.pathfinder != NULL
                           ? wend_pathfinder_error(work->world.pathfinder)
                           : wend_search_error(work->search);
    return cli_fail(c, "%s:%u: %s", input_name(work->request->file), (unsigned)row->line,
                    text[0] == '\0' ? "the search failed" : text);
}

/* The longest query once, unmeasured, so that memory is warm. */
static int warm_up(const cli *c, scen_work *work, scen_totals *totals)
{
    wend_scenario_row longest = {0};
    for (size_t i = 0; i < work->rows.run_count; i++) {
        const wend_scenario_row row = wend_scenario_get(work->scenario, work->rows.run[i]);
        longest = i == 0 || row.length > longest.length ? row : longest;
    }
    scen_answer answer = {.method = ""};
    uint64_t unused = 0;
    if (work->rows.run_count > 0 && !answer_row(work, &longest, &answer, &unused)) {
        return fail_row(c, work, &longest);
    }
    totals->method = answer.method;
    return CLI_OK;
}

static void judge(const scen_world *world, const wend_scenario_row *row, const scen_answer *answer,
                  scen_totals *totals)
{
    const double cost = answer->cost;
    const bool is_right = world->pathfinder != NULL
                              ? scen_world_is_right(world, cost, row->length, row->rounding)
                              : fabs(cost - row->length) <= row->rounding;
    const bool is_solved = answer->result == WEND_OK;
    totals->expected_sum += row->length;
    if (is_solved) {
        totals->solved++;
        totals->cost_sum += cost;
    }
    if (!is_solved || !is_right) {
        totals->mismatches++;
    }
}

/* Whole passes over the rows, so that a repeat does not find the caches full of its own query. */
static int run_rows(const cli *c, scen_work *work, scen_totals *totals)
{
    const size_t repeat = (size_t)work->request->repeat;
    for (size_t pass = 0; pass < repeat; pass++) {
        for (size_t i = 0; i < work->rows.run_count; i++) {
            const wend_scenario_row row = wend_scenario_get(work->scenario, work->rows.run[i]);
            scen_answer answer;
            progress_count("queries", pass * work->rows.run_count + i,
                           repeat * work->rows.run_count);
            if (!answer_row(work, &row, &answer, &work->times[i * repeat + pass])) {
                return fail_row(c, work, &row);
            }
            if (pass == 0) {
                judge(&work->world, &row, &answer, totals);
            }
            const size_t bytes = answer.memory_bytes;
            totals->memory_bytes = bytes > totals->memory_bytes ? bytes : totals->memory_bytes;
        }
    }
    progress_end();
    wend_space_info info;
    wend_space_get_info(work->space, &info);
    totals->memory_bytes += info.memory_bytes;
    return CLI_OK;
}

/* ---- telling ---- */

static void put_json(const scen_work *work, const scen_totals *totals)
{
    json j = json_begin(stdout);
    json_text(&j, "map", work->map_name);
    json_text(&j, "method", work->rows.run_count > 0 ? totals->method : NULL);
    json_unsigned(&j, "queries", work->rows.run_count);
    json_unsigned(&j, "solved", totals->solved);
    json_unsigned(&j, "mismatches", totals->mismatches);
    json_unsigned(&j, "skipped", work->rows.skip_count);
    json_number(&j, "cost_sum", totals->cost_sum);
    json_number(&j, "expected_sum", totals->expected_sum);
    json_number(&j, "mean_us", totals->times.mean_us);
    json_number(&j, "median_us", totals->times.median_us);
    json_number(&j, "p99_us", totals->times.p99_us);
    json_number(&j, "max_us", totals->times.max_us);
    json_number(&j, "prepare_ms", totals->prepare_ms);
    json_unsigned(&j, "memory_bytes", totals->memory_bytes);
    json_array(&j, "skipped_rows");
    for (size_t i = 0; i < work->rows.skip_count; i++) {
        json_object(&j, NULL);
        json_unsigned(&j, "line", work->rows.skips[i].line);
        json_text(&j, "why", work->rows.skips[i].why);
        json_close(&j);
    }
    json_finish(&j);
}

static void put_text(const cli *c, const scen_work *work, const scen_totals *totals)
{
    for (size_t i = 0; i < work->rows.skip_count; i++) {
        cli_note(c, "%s:%u: skipped: %s", input_name(work->request->file),
                 (unsigned)work->rows.skips[i].line, work->rows.skips[i].why);
    }
    printf("map         %s\n", input_name(work->map_name));
    printf("method      %s\n", work->rows.run_count > 0 ? totals->method : "none: no row to run");
    printf("queries     %zu, %zu solved, %zu mismatches, %zu skipped\n", work->rows.run_count,
           totals->solved, totals->mismatches, work->rows.skip_count);
    printf("cost        %.6f, expected %.6f\n", totals->cost_sum, totals->expected_sum);
    printf("us a query  mean %.2f, median %.2f, p99 %.2f, max %.2f\n", totals->times.mean_us,
           totals->times.median_us, totals->times.p99_us, totals->times.max_us);
    printf("prepared    in %.3f ms\n", totals->prepare_ms);
    printf("memory      %zu bytes: space and search\n", totals->memory_bytes);
}

static int answer(const cli *c, scen_work *work)
{
    scen_totals totals = {0};
    if (open_work(c, work, &totals) != CLI_OK || warm_up(c, work, &totals) != CLI_OK ||
        run_rows(c, work, &totals) != CLI_OK) {
        return CLI_BAD;
    }
    totals.times = times_sum_up(work->times, work->rows.run_count, (size_t)work->request->repeat);
    if (c->is_json) {
        put_json(work, &totals);
    } else {
        put_text(c, work, &totals);
    }
    return totals.mismatches == 0 ? CLI_OK : CLI_NO_PATH;
}

static void add_arguments(args *a, scen_request *request)
{
    args_positional(a, "FILE.scen", "a scenario file", true, &request->file);
    args_file(a, ARG_READS, "FILE.scen", &request->file);
    args_text(a, "--map", "FILE", "its map (default: found beside the scenario)",
              &request->map.file);
    args_file(a, ARG_READS, "--map", &request->map.file);
    report_query_add(a, &request->how);
    args_integer(a, "--repeat", "N",
                 "run all queries so often; the time of each is the median (default 1)", 1, 1000,
                 &request->repeat);
    args_integer(a, "--limit", "N", "only the first N rows", 1, INT32_MAX, &request->limit);
    args_flag(a, "--prepare", "build the jump table first (see wend path --help)",
              &request->is_prepared);
    scen_world_add(a, &request->world);
    map_agent_add(a, &request->agent);
    map_arguments_add(a, &request->map);
}

int cmd_scen(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    scen_request request = {.map = map_arguments_default(),
                            .how = report_query_default(),
                            .repeat = 1,
                            .limit = INT32_MAX};
    args a = args_make("Runs a scenario and compares each cost with the length in the file.",
                       "  wend scen maps/rooms65.map.scen\n"
                       "  wend scen maps/rooms65.map.scen --method dijkstra --json\n"
                       "  wend scen other.scen --map maps/rooms65.map --repeat 5\n");
    a.details =
        "Ends with 1 when a cost differs by more than the file's rounding or no path is\n"
        "found. Rows that do not fit the map are skipped and named. In another --world paths\n"
        "are straight: there a cost above the length in the file counts as different.\n";
    add_arguments(&a, &request);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    if (!report_query_fits(&c, &request.how)) {
        return CLI_BAD;
    }
    if (request.world != SCEN_GRID && request.how.method != WEND_METHOD_BEST) {
        return cli_fail(&c, "--method: is for --world grid");
    }
    scen_work work = {.request = &request};
    exit_code = answer(&c, &work);
    close_work(&work);
    return exit_code;
}
