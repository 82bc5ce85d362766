/* The command `wend serve`: path requests as lines of JSON, answered as lines of JSON. Cost: a
 * search for each, in turns where several stand in one line. */
#include "serve/request.h"

#include "core/input.h"
#include "progress.h"
#include "streams.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_CAPACITY = 1 << 20, BATCH_MAX = 4096 };

/* Options of the command. */
typedef struct serve_arguments {
    world_arguments how;
    int64_t steps, max_searches, memory_mb;
} serve_arguments;

/* A request whose path is searched. */
typedef struct pending {
    const cJSON *id;
    wend_planner_request_id request;
    bool is_cost_only;
} pending;

typedef struct server {
    const serve_arguments *arguments;
    world *w;
    wend_planner *planner;
    wend_path *path;
    wend_vec3 *positions; /* [SERVE_POSITIONS_MAX] */
    pending *waiting;     /* [BATCH_MAX] */
    size_t waiting_count;
    char *line; /* [LINE_CAPACITY] */
    uint64_t line_number;
} server;

/* ---- lines ---- */

/** Reads a line without its end. @param is_long more did not fit, and was passed over. @return
 * false at the end of the input. */
static bool read_line(FILE *in, char *line, size_t *length, bool *is_long)
{
    int c = getc(in);
    *length = 0;
    *is_long = false;
    if (c == EOF) {
        return false;
    }
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (*length + 1 < LINE_CAPACITY) {
            line[(*length)++] = (char)c;
        } else {
            *is_long = true;
        }
    }
    line[*length] = '\0';
    return true;
}

static void put_error(const server *s, const cJSON *id, const char *text)
{
    json j = json_begin(stdout);
    serve_put_id(&j, id);
    json_unsigned(&j, "line", s->line_number);
    json_text(&j, "error", text);
    json_finish(&j);
}

/* ---- requests ---- */

static void put_stats(const server *s, const cJSON *id)
{
    wend_planner_stats stats;
    wend_planner_get_stats(s->planner, &stats);
    json j = json_begin(stdout);
    serve_put_id(&j, id);
    json_unsigned(&j, "requests", stats.requests);
    json_unsigned(&j, "answered", stats.answered);
    json_unsigned(&j, "joined", stats.joined);
    json_unsigned(&j, "cached", stats.cached);
    json_unsigned(&j, "searches", stats.searches);
    json_unsigned(&j, "steps", stats.steps);
    json_unsigned(&j, "space_updates", stats.space_updates);
    json_unsigned(&j, "max_search_bytes", stats.max_search_bytes);
    json_unsigned(&j, "space_bytes", stats.space_bytes);
    json_number(&j, "ms", (double)stats.time_ns / 1e6);
    json_finish(&j);
}

static void make_edit(const server *s, const cJSON *id, const serve_edit *edit)
{
    const wend_result result =
        wend_grid_fill(s->w->grid, (uint32_t)edit->movement_class, edit->x, edit->y, edit->width,
                       edit->height, (uint8_t)edit->cost);
    if (result != WEND_OK) {
        put_error(s, id, wend_grid_error(s->w->grid));
        return;
    }
    json j = json_begin(stdout);
    serve_put_id(&j, id);
    json_text(&j, "result", "edited");
    json_unsigned(&j, "revision", wend_grid_revision(s->w->grid));
    json_finish(&j);
}

static void put_answer(const server *s, const pending *p)
{
    wend_planner_answer answer;
    const wend_result result =
        wend_planner_poll(s->planner, p->request, &answer, p->is_cost_only ? NULL : s->path);
    if (result < 0) {
        put_error(s, p->id, wend_result_text(result));
    } else {
        json j = json_begin(stdout);
        serve_put_id(&j, p->id);
        serve_put_answer(&j, &answer, result, p->is_cost_only ? NULL : s->path);
        json_finish(&j);
    }
    (void)wend_planner_release(s->planner, p->request);
}

/** Writes the answers that are ready, in the order of their requests. */
static void put_ready(server *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->waiting_count; i++) {
        wend_planner_answer answer;
        (void)wend_planner_poll(s->planner, s->waiting[i].request, &answer, NULL);
        if (answer.state == WEND_PLANNER_READY) {
            put_answer(s, &s->waiting[i]);
        } else {
            s->waiting[kept++] = s->waiting[i];
        }
    }
    s->waiting_count = kept;
}

/** Answers all requests under way. */
static void serve_waiting(server *s)
{
    while (s->waiting_count > 0) {
        wend_budget budget = wend_budget_steps((uint64_t)s->arguments->steps);
        const wend_result result = wend_planner_update(s->planner, &budget);
        put_ready(s);
        if (result < 0) {
            for (size_t i = 0; i < s->waiting_count; i++) {
                put_error(s, s->waiting[i].id, wend_planner_error(s->planner));
                (void)wend_planner_release(s->planner, s->waiting[i].request);
            }
            s->waiting_count = 0;
        }
    }
}

static void add_path(server *s, const serve_request *request)
{
    pending *p = &s->waiting[s->waiting_count];
    *p = (pending){.id = request->id, .is_cost_only = request->path.is_cost_only};
    const wend_result result = wend_planner_add_request(s->planner, &request->path, &p->request);
    if (result == WEND_OK) {
        s->waiting_count++;
        return;
    }
    const char *text = wend_planner_error(s->planner);
    put_error(s, request->id, text[0] != '\0' ? text : wend_result_text(result));
}

static void take(server *s, const cJSON *object)
{
    char error[SERVE_ERROR_CAPACITY] = "";
    serve_request request = {.positions = s->positions};
    if (!serve_read(object, s->w, &request, error)) {
        put_error(s, request.id, error);
    } else if (request.kind == SERVE_PATH) {
        add_path(s, &request);
    } else {
        /* Requests before an edit are answered for the world before it. */
        serve_waiting(s);
        if (request.kind == SERVE_EDIT) {
            make_edit(s, request.id, &request.edit);
        } else {
            put_stats(s, request.id);
        }
    }
}

static void take_line(server *s, size_t length)
{
    char error[SERVE_ERROR_CAPACITY];
    const char *end = NULL;
    cJSON *all = cJSON_ParseWithLengthOpts(s->line, length + 1, &end, true);
    if (all == NULL) {
        const size_t byte = end == NULL ? 0 : (size_t)(end - s->line);
        snprintf(error, sizeof error, "no JSON: byte %zu", byte + 1);
        put_error(s, NULL, end == NULL ? "no JSON" : error);
    } else if (!cJSON_IsArray(all)) {
        take(s, all);
    } else if (cJSON_GetArraySize(all) > BATCH_MAX) {
        snprintf(error, sizeof error, "%d requests in a line; expected at most %d",
                 cJSON_GetArraySize(all), (int)BATCH_MAX);
        put_error(s, NULL, error);
    } else {
        const cJSON *object = NULL;
        cJSON_ArrayForEach(object, all)
        {
            take(s, object);
        }
    }
    serve_waiting(s);
    cJSON_Delete(all);
}

static int serve_lines(const cli *c, server *s)
{
    FILE *in = streams_input();
    size_t length = 0;
    bool is_long = false;
    while (read_line(in, s->line, &length, &is_long)) {
        s->line_number++;
        if (is_long) {
            put_error(s, NULL, "a line of more than a megabyte");
        } else if (strspn(s->line, " \t\r") < length) {
            take_line(s, length);
        }
        if (fflush(stdout) != 0) {
            return cli_fail(c, "standard output cannot be written");
        }
    }
    return CLI_OK;
}

/* ---- the world ---- */

static int open_planner(const cli *c, server *s)
{
    const world *w = s->w;
    wend_message message = {0};
    wend_planner_def def = wend_planner_def_default();
    def.grid = w->grid;
    def.graph = w->graph;
    def.mesh = w->mesh;
    def.walls = w->graph != NULL ? w->walls : NULL;
    def.max_requests = BATCH_MAX;
    def.max_searches = (uint32_t)s->arguments->max_searches;
    def.memory_ceiling = (size_t)s->arguments->memory_mb << 20;
    def.message = &message;
    wend_result result = wend_planner_create(&def, &s->planner);
    if (result != WEND_OK) {
        return cli_fail_call(c, "serve", result, &message);
    }
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    uint32_t index = 0;
    /* Cells that were made of a level keep the radius themselves. */
    profile.radius = w->is_radius_kept ? 0.0 : w->how->radius;
    profile.has_jump_table = w->grid != NULL;
    profile.has_islands = w->mesh != NULL;
    result = wend_planner_add_profile(s->planner, &profile, &index);
    if (result != WEND_OK) {
        return cli_fail(c, "%s", wend_planner_error(s->planner));
    }
    s->positions = malloc(SERVE_POSITIONS_MAX * sizeof *s->positions);
    s->waiting = malloc(BATCH_MAX * sizeof *s->waiting);
    s->line = malloc(LINE_CAPACITY);
    if (s->positions == NULL || s->waiting == NULL || s->line == NULL ||
        wend_path_create(NULL, &s->path) != WEND_OK) {
        return cli_fail_call(c, "serve", WEND_ERROR_MEMORY, NULL);
    }
    return CLI_OK;
}

static int run(const cli *c, const serve_arguments *arguments)
{
    world_source source = {.level = NULL};
    world w = {.how = &arguments->how};
    server s = {.arguments = arguments, .w = &w};
    progress_say("building", input_name(arguments->how.source.file));
    int exit_code = CLI_BAD;
    if (source_open(c, &arguments->how.source, &source) == CLI_OK &&
        world_build(c, &arguments->how, &source, &w) == CLI_OK && open_planner(c, &s) == CLI_OK) {
        progress_end();
        exit_code = serve_lines(c, &s);
    }
    wend_path_destroy(s.path);
    wend_planner_destroy(s.planner);
    free(s.positions);
    free(s.waiting);
    free(s.line);
    world_close(&w);
    source_close(&source);
    return exit_code;
}

int cmd_serve(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    serve_arguments arguments = {
        .how = world_arguments_default(), .steps = 20000, .max_searches = 32, .memory_mb = 64};
    args a = args_make(
        "Answers path requests, lines of JSON on standard input, as lines of JSON.",
        "  echo '{\"from\": [1.5, 1.5], \"to\": [62.5, 62.5]}' | wend serve maps/rooms65.map\n"
        "  wend serve level.mesh --radius 0.4 < requests.jsonl > answers.jsonl\n");
    a.details =
        "A line is a request, or a list of requests that are searched in turns:\n"
        "  {\"id\": 7, \"from\": [x, y], \"to\": [x, y, z]}      metres; id: a text or a number\n"
        "  {..., \"positions\": [[x, y], ...]}                the nearest of several\n"
        "  {..., \"to\": [x, y], \"within\": 5}                 or \"away\": 5\n"
        "  also \"shape\" (quick, precise, as-found), \"method\", \"weight\", \"priority\" (0 to "
        "15),\n"
        "  \"max_steps\", \"max_cost\", \"cost_only\"\n"
        "  {\"edit\": {\"x\": 3, \"y\": 4, \"width\": 2, \"height\": 1, \"cost\": 255}}   cells of "
        "a grid\n"
        "  {\"stats\": true}\n"
        "A bad line is answered with its number and what is wrong, and the next one is read.\n";
    args_positional(&a, "WORLD", "a WAD, a map, a mesh (OBJ, Polyanya) or a graph", true,
                    &arguments.how.source.file);
    world_arguments_add(&a, "--world", &arguments.how);
    args_integer(&a, "--steps", "N", "steps of searches before ready answers are written", 16,
                 INT64_C(1) << 40, &arguments.steps);
    args_integer(&a, "--max-searches", "N", "searches under way at once", 1,
                 WEND_PLANNER_SEARCHES_MAX, &arguments.max_searches);
    args_integer(&a, "--memory", "MB", "memory of all searches together", 1, 1 << 20,
                 &arguments.memory_mb);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    if (strcmp(arguments.how.source.file, "-") == 0) {
        return cli_fail(&c, "WORLD: expected a file; standard input has the requests");
    }
    return run(&c, &arguments);
}
