/* Runs a scenario over a mesh, compares the lengths with the expected ones, and times the queries.
 * Cost: a search for each row, times --repeat. */
#include "core/input.h"
#include "core/times.h"
#include "json.h"
#include "progress.h"
#include "world/source.h"

#include "wend/pathfinder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tolerance of a length: relative, and in metres. */
static const double relative_most = 1e-6;
static const double absolute_most = 5e-6;

typedef struct polyanya_request {
    const char *file, *expected;
    source_arguments mesh;
    wend_mesh_method method;
    wend_corners corners;
    double radius;
    int64_t repeat, limit;
} polyanya_request;

typedef struct polyanya_work {
    polyanya_request *request;
    world_source source;
    wend_scenario *scenario;
    wend_pathfinder *pathfinder;
    size_t count;     /* rows that are run */
    double *expected; /* [count] */
    uint64_t *times;  /* [count][repeat], nanoseconds */
} polyanya_work;

typedef struct polyanya_totals {
    const char *method;
    size_t failed, longer, shorter;
    double length_sum, expected_sum, worst_relative_error;
    double locate_us; /* finding both ends, a query */
    times_summary times;
    double prepare_ms;
    size_t memory_bytes;
} polyanya_totals;

/* ---- expected lengths ---- */

/* The column called "length" of a head such as "index;micro;length"; 0 without a head. */
static size_t find_column(const char *line, bool *is_head)
{
    size_t column = 0;
    *is_head = strstr(line, "length") != NULL;
    while (*is_head && strncmp(line, "length", 6) != 0) {
        line = line + strcspn(line, ";,");
        if (*line == '\0') {
            return 0;
        }
        line++;
        column++;
    }
    return column;
}

static bool read_column(const char *line, size_t column, double *value)
{
    char text[64];
    for (; column > 0; column--) {
        line += strcspn(line, ";,");
        if (*line == '\0') {
            return false;
        }
        line++;
    }
    const size_t length = strcspn(line, ";,\r\n");
    if (length >= sizeof text) {
        return false;
    }
    memcpy(text, line, length);
    text[length] = '\0';
    return arg_parse_number(text, 0.0, 1e12, value);
}

static bool read_lengths(polyanya_work *work, const char *text, size_t *line_number)
{
    char line[1024];
    size_t column = 0;
    size_t read = 0;
    bool is_head = false;
    for (*line_number = 1; read < work->count; ++*line_number) {
        const size_t length = strcspn(text, "\n");
        if (*text == '\0' || length >= sizeof line) {
            return false;
        }
        memcpy(line, text, length);
        line[length] = '\0';
        text += length + (text[length] == '\n' ? 1 : 0);
        if (*line_number == 1) {
            column = find_column(line, &is_head);
        }
        if (is_head && *line_number == 1) {
            continue;
        }
        if (!read_column(line, column, &work->expected[read++])) {
            return false;
        }
    }
    return true;
}

static int load_expected(const cli *c, polyanya_work *work)
{
    const char *file = work->request->expected;
    size_t line = 0;
    if (file == NULL) {
        for (size_t i = 0; i < work->count; i++) {
            work->expected[i] = wend_scenario_get(work->scenario, i).length;
        }
        return CLI_OK;
    }
    wend_message message = {0};
    uint8_t *bytes = NULL;
    size_t count = 0;
    const wend_result result = input_read(file, &bytes, &count, &message);
    if (result != WEND_OK) {
        return input_fail(c, file, result, &message);
    }
    const bool is_read = read_lengths(work, (const char *)bytes, &line);
    input_free(file, bytes, count);
    return is_read ? CLI_OK
                   : cli_fail(c, "%s:%zu: expected the length of row %zu of the scenario",
                              input_name(file), line, line);
}

/* ---- preparing ---- */

static int open_search(const cli *c, polyanya_work *work, polyanya_totals *totals)
{
    wend_message message = {0};
    const uint64_t begin = wend_clock_ns();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = work->source.mesh;
    def.radius = work->request->radius;
    def.message = &message;
    const wend_result result = wend_pathfinder_create(&def, &work->pathfinder);
    totals->prepare_ms = (double)(wend_clock_ns() - begin) / 1e6;
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "search", result, &message);
}

static int open_work(const cli *c, polyanya_work *work, polyanya_totals *totals)
{
    polyanya_request *request = work->request;
    wend_message message = {0};
    const wend_result result = input_scenario_load(request->file, &work->scenario, &message);
    if (result != WEND_OK) {
        return input_fail(c, request->file, result, &message);
    }
    if (source_open(c, &request->mesh, &work->source) != CLI_OK) {
        return CLI_BAD;
    }
    if (work->source.mesh == NULL) {
        return cli_fail(c, "%s: expected a mesh (OBJ, Polyanya's or saved)", request->mesh.file);
    }
    const size_t rows = wend_scenario_count(work->scenario);
    work->count = rows < (size_t)request->limit ? rows : (size_t)request->limit;
    work->expected = calloc(work->count + 1, sizeof *work->expected);
    work->times = calloc(work->count * (size_t)request->repeat + 1, sizeof *work->times);
    if (work->expected == NULL || work->times == NULL) {
        return cli_fail_call(c, "scenario", WEND_ERROR_MEMORY, NULL);
    }
    return load_expected(c, work) == CLI_OK ? open_search(c, work, totals) : CLI_BAD;
}

static void close_work(polyanya_work *work)
{
    free(work->times);
    free(work->expected);
    wend_pathfinder_destroy(work->pathfinder);
    wend_scenario_destroy(work->scenario);
    source_close(&work->source);
}

/* ---- running ---- */

/* An end, found before the clock of the search starts: see docs/command.md. On an outer edge ground
 * may touch only diagonally: there the search finds all of it. */
static wend_node locate(const polyanya_work *work, wend_vec2 at)
{
    const wend_mesh *mesh = work->source.mesh;
    wend_mesh_location location = wend_mesh_location_at(at.x, at.y, 0.0);
    location.polygon = wend_mesh_locate(mesh, at.x, at.y, 0.0);
    return wend_mesh_wall_distance(mesh, location, absolute_most, NULL) < absolute_most
               ? WEND_NODE_NONE
               : location.polygon;
}

static bool find_path(polyanya_work *work, size_t row_index, wend_mesh_search_answer *answer,
                      uint64_t *nanoseconds, uint64_t *locating)
{
    const wend_scenario_row row = wend_scenario_get(work->scenario, row_index);
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){row.start.x, row.start.y, 0.0};
    query.to = (wend_vec3){row.goal.x, row.goal.y, 0.0};
    query.mesh_method = work->request->method;
    query.corners = work->request->corners;
    query.shape = WEND_PATH_AS_FOUND;
    query.is_searched = true;
    uint64_t begin = wend_clock_ns();
    query.from_polygon = locate(work, row.start);
    query.to_polygon = locate(work, row.goal);
    *locating += wend_clock_ns() - begin;
    begin = wend_clock_ns();
    const wend_result result = wend_pathfinder_find(work->pathfinder, &query);
    *nanoseconds = wend_clock_ns() - begin;
    /* For a disc the search gives the length along the arcs; the path has lines instead. */
    wend_mesh_search_get_answer(wend_pathfinder_mesh_search(work->pathfinder), answer);
    return result >= 0;
}

static void judge(const polyanya_work *work, size_t i, const wend_mesh_search_answer *answer,
                  polyanya_totals *totals)
{
    const double expected = work->expected[i];
    const wend_scenario_row row = wend_scenario_get(work->scenario, i);
    const double rounding = work->request->expected == NULL ? row.rounding : 0.0;
    const double slack = fmax(fmax(expected * relative_most, absolute_most), rounding);
    totals->expected_sum += expected;
    if (answer->result != WEND_OK) {
        totals->failed++;
        return;
    }
    const double error = answer->length - expected;
    totals->length_sum += answer->length;
    totals->longer += error > slack ? 1 : 0;
    totals->shorter += error < -slack ? 1 : 0;
    if (expected > 0.0) {
        totals->worst_relative_error = fmax(totals->worst_relative_error, fabs(error) / expected);
    }
}

static int run_rows(const cli *c, polyanya_work *work, polyanya_totals *totals)
{
    const size_t repeat = (size_t)work->request->repeat;
    uint64_t locating = 0;
    for (size_t pass = 0; pass < repeat; pass++) {
        for (size_t i = 0; i < work->count; i++) {
            wend_mesh_search_answer answer;
            progress_count("queries", pass * work->count + i, repeat * work->count);
            if (!find_path(work, i, &answer, &work->times[i * repeat + pass], &locating)) {
                const char *text = wend_pathfinder_error(work->pathfinder);
                return cli_fail(c, "%s:%u: %s", input_name(work->request->file),
                                (unsigned)wend_scenario_get(work->scenario, i).line,
                                text[0] == '\0' ? "the search failed" : text);
            }
            if (pass == 0) {
                judge(work, i, &answer, totals);
            }
            totals->method = wend_mesh_method_name(answer.method);
            totals->memory_bytes = answer.memory_bytes > totals->memory_bytes
                                       ? answer.memory_bytes
                                       : totals->memory_bytes;
        }
    }
    const double queries = (double)(work->count * repeat);
    totals->locate_us = queries > 0.0 ? (double)locating / queries / 1e3 : 0.0;
    totals->times = times_sum_up(work->times, work->count, repeat);
    return CLI_OK;
}

/* ---- telling ---- */

static void put_json(const polyanya_work *work, const polyanya_totals *totals)
{
    json j = json_begin(stdout);
    json_text(&j, "mesh", work->request->mesh.file);
    json_text(&j, "method", totals->method);
    json_number(&j, "radius", work->request->radius);
    json_unsigned(&j, "polygons", wend_mesh_polygon_count(work->source.mesh));
    json_unsigned(&j, "queries", work->count);
    json_unsigned(&j, "failed", totals->failed);
    json_unsigned(&j, "longer", totals->longer);
    json_unsigned(&j, "shorter", totals->shorter);
    json_number(&j, "length_sum", totals->length_sum);
    json_number(&j, "expected_sum", totals->expected_sum);
    json_number(&j, "worst_relative_error", totals->worst_relative_error);
    json_number(&j, "mean_us", totals->times.mean_us);
    json_number(&j, "median_us", totals->times.median_us);
    json_number(&j, "p99_us", totals->times.p99_us);
    json_number(&j, "max_us", totals->times.max_us);
    json_number(&j, "locate_us", totals->locate_us);
    json_number(&j, "prepare_ms", totals->prepare_ms);
    json_unsigned(&j, "memory_bytes", totals->memory_bytes);
    json_finish(&j);
}

static void put_text(const polyanya_work *work, const polyanya_totals *totals)
{
    printf("mesh        %s, %u polygons\n", work->request->mesh.file,
           (unsigned)wend_mesh_polygon_count(work->source.mesh));
    printf("method      %s\n", totals->method == NULL ? "none: no row to run" : totals->method);
    printf("queries     %zu, %zu without a path, %zu longer, %zu shorter than expected\n",
           work->count, totals->failed, totals->longer, totals->shorter);
    printf("length      %.6f, expected %.6f, at most %.3g of one off\n", totals->length_sum,
           totals->expected_sum, totals->worst_relative_error);
    printf("us a query  mean %.2f, median %.2f, p99 %.2f, max %.2f\n", totals->times.mean_us,
           totals->times.median_us, totals->times.p99_us, totals->times.max_us);
    printf("located     in %.3f us a query\n", totals->locate_us);
    printf("prepared    in %.3f ms\n", totals->prepare_ms);
}

static bool read_method(void *target, const char *text, arg_expected *expected)
{
    const char *names[WEND_MESH_METHOD_COUNT];
    for (int i = 0; i < WEND_MESH_METHOD_COUNT; i++) {
        names[i] = wend_mesh_method_name((wend_mesh_method)i);
    }
    const int choice = arg_choice(text, names, WEND_MESH_METHOD_COUNT, expected);
    if (choice >= 0) {
        *(wend_mesh_method *)target = (wend_mesh_method)choice;
    }
    return choice >= 0;
}

static void add_arguments(args *a, polyanya_request *request)
{
    args_positional(a, "FILE.scen", "a scenario file", true, &request->file);
    args_text(a, "--mesh", "FILE", "its mesh; must be given", &request->mesh.file);
    args_file(a, ARG_READS, "FILE.scen", &request->file);
    args_file(a, ARG_READS, "--mesh", &request->mesh.file);
    args_file(a, ARG_READS, "--expected", &request->expected);
    args_text(a, "--expected", "FILE",
              "right lengths, one a row: a number a line, or a column called length between "
              "semicolons (default: the scenario's own)",
              &request->expected);
    args_custom(a, "--method", "NAME", "exact (default), midpoint or centroid", read_method,
                &request->method);
    args_number(a, "--radius", "METRES", "of the agent (default 0)", 0.0, 1e9, &request->radius);
    args_integer(a, "--repeat", "N",
                 "run all queries so often; the time of each is the median (default 1)", 1, 1000,
                 &request->repeat);
    args_integer(a, "--limit", "N", "only the first N rows", 1, INT32_MAX, &request->limit);
    args_custom(a, "--up", "y|z|y-turned",
                "which axis of an OBJ points up: y (default; z becomes y) or y-turned (-z becomes "
                "y: no mirror image), or z",
                source_read_up, &request->mesh.up);
}

int cmd_polyanya(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    polyanya_request request = {.repeat = 1, .limit = INT32_MAX};
    args a =
        args_make("Runs a scenario over a mesh and compares each length with the expected one.",
                  "  wend polyanya arena.scen --mesh arena.mesh\n"
                  "  wend polyanya arena.scen --mesh arena.mesh --expected arena.csv --json\n");
    a.details =
        "Scenarios of grids contain lengths along cells; paths over a mesh may be shorter.\n"
        "Ends with 1 when a row has no path or a longer one than expected, with --expected\n"
        "also when one is shorter.\n";
    add_arguments(&a, &request);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    if (request.mesh.file == NULL) {
        return cli_fail(&c, "--mesh: missing; expected the scenario's mesh");
    }
    polyanya_work work = {.request = &request};
    polyanya_totals totals = {.method = NULL};
    exit_code = open_work(&c, &work, &totals);
    if (exit_code == CLI_OK) {
        exit_code = run_rows(&c, &work, &totals);
        progress_end();
    }
    if (exit_code == CLI_OK) {
        if (c.is_json) {
            put_json(&work, &totals);
        } else {
            put_text(&work, &totals);
        }
        const bool is_wrong = request.expected != NULL && totals.shorter > 0;
        exit_code = totals.failed + totals.longer > 0 || is_wrong ? CLI_NO_PATH : CLI_OK;
    }
    close_work(&work);
    return exit_code;
}
