/* Finds a path between two positions of a level, mesh, graph or map through the requested world,
 * and draws it.
 * Cost: building the world, and one search. */
#include "world/path.h"

#include "core/input.h"
#include "progress.h"
#include "world/world_path.h"

#include <stdio.h>
#include <string.h>

typedef struct world_request {
    world_arguments how;
    world_path_query query;
    const char *png, *svg;
} world_request;

typedef struct world_work {
    world_source source;
    world w;
    world_path found;
    char size[96]; /* of the world, before start and goal came to it */
} world_work;

/* ---- choice of the world ---- */

/* The value of an option at argv[*index], NULL when it is another argument. */
static const char *value_of(int argc, char **argv, int *index, const char *option)
{
    const size_t length = strlen(option);
    if (argv[*index] == NULL || strncmp(argv[*index], option, length) != 0) {
        return NULL;
    }
    if (argv[*index][length] == '=') {
        return argv[*index] + length + 1;
    }
    return argv[*index][length] == '\0' && *index + 1 < argc ? argv[++*index] : NULL;
}

/* Files whose kind is not tested. */
static bool is_other_file(int argc, char **argv, int *index)
{
    static const char *const OPTIONS[] = {"--png", "--svg", "--data", "--points", "--entry"};
    for (size_t i = 0; i < sizeof OPTIONS / sizeof OPTIONS[0]; i++) {
        if (value_of(argc, argv, index, OPTIONS[i]) != NULL) {
            return true;
        }
    }
    return false;
}

bool path_world_is_requested(int argc, char **argv)
{
    const bool has_help = args_want_help(argc, argv);
    bool is_level = false;
    bool is_told = false; /* the kind of the file */
    for (int i = 1; i < argc; i++) {
        source_format format = {.kind = SOURCE_MAP};
        arg_expected unused = {.text = ""};
        const char *named = value_of(argc, argv, &i, "--format");
        if (named != NULL) {
            is_level = is_level ||
                       (source_read_format(&format, named, &unused) && format.kind != SOURCE_MAP);
            is_told = true;
            continue;
        }
        const char *kind = value_of(argc, argv, &i, "--world");
        if (kind != NULL && strcmp(kind, "grid") != 0) {
            return true;
        }
        if (kind == NULL && !is_other_file(argc, argv, &i) && !has_help && !is_told &&
            (argv[i][0] != '-' || argv[i][1] == '\0')) {
            is_level = is_level || source_kind_of(argv[i]) != SOURCE_MAP;
        }
    }
    return is_level;
}

/* ---- answering ---- */

static void paint(void *context, const wend_draw *draw)
{
    const world_work *work = context;
    world_path_paint(&work->w, &work->found, draw);
}

static int draw(const cli *c, const world_request *request, world_work *work)
{
    int exit_code = CLI_OK;
    if (request->png != NULL) {
        exit_code = world_picture(c, &work->w, request->png, WEND_PICTURE_PNG, paint, work);
    }
    if (request->svg != NULL && exit_code == CLI_OK) {
        exit_code = world_picture(c, &work->w, request->svg, WEND_PICTURE_SVG, paint, work);
    }
    return exit_code;
}

static void put_json(const world_request *request, const world_work *work)
{
    json j = json_begin(stdout);
    json_text(&j, "map", request->how.source.file);
    json_text(&j, "format", work->source.format);
    json_text(&j, "world", world_kind_name(work->w.kind));
    world_sizes_json(&j, &work->w);
    json_number(&j, "radius", request->how.radius);
    json_number(&j, "build_ms", (double)work->w.nanoseconds / 1e6);
    world_path_json(&j, &work->w, &work->found, request->query.smoothing);
    json_finish(&j);
}

static void put_text(const world_work *work)
{
    printf("%s: %s, built in %.2f ms\n", world_kind_name(work->w.kind), work->size,
           (double)work->w.nanoseconds / 1e6);
    world_path_text(&work->w, &work->found);
}

static int answer(const cli *c, const world_request *request, world_work *work)
{
    progress_say("building", input_name(request->how.source.file));
    if (source_open(c, &request->how.source, &work->source) != CLI_OK ||
        world_build(c, &request->how, &work->source, &work->w) != CLI_OK) {
        return CLI_BAD;
    }
    progress_end();
    world_size_text(&work->w, work->size, sizeof work->size);
    if (world_path_find(c, &work->w, &request->query, &work->found) != CLI_OK ||
        draw(c, request, work) != CLI_OK) {
        return CLI_BAD;
    }
    if (c->is_json) {
        put_json(request, work);
    } else {
        put_text(work);
    }
    return work->found.result == WEND_OK ? CLI_OK : CLI_NO_PATH;
}

int path_world(const cli *c, int argc, char **argv)
{
    world_request request = {.how = world_arguments_default()};
    args a =
        args_make("Builds a world from a level, mesh, graph or map and finds a path through it.",
                  "  wend path doom2.wad --entry MAP01 --radius 16 --png path.png\n"
                  "  wend path level.mesh --from 1,11 --to 20.5,3 --json\n"
                  "  wend path maps/rooms65.map --world expanded --radius 0.4 --from 1.5,1.5 "
                  "--to 62.5,62.5\n");
    a.details = "Without a path it prints the reason, and ends with 1.\n";
    args_positional(&a, "LEVEL", "a WAD, a map, a mesh (OBJ, Polyanya) or a graph", true,
                    &request.how.source.file);
    world_path_add_options(&a, &request.query);
    world_arguments_add(&a, "--world", &request.how);
    args_text(&a, "--png", "FILE", "draw a picture", &request.png);
    args_text(&a, "--svg", "FILE", "draw a picture that can be scaled", &request.svg);
    args_file(&a, ARG_READS, "LEVEL", &request.how.source.file);
    args_file(&a, ARG_WRITES, "--png", &request.png);
    args_file(&a, ARG_WRITES, "--svg", &request.svg);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, c, argc, argv, &exit_code)) {
        return exit_code;
    }
    world_work work = {.found = {.path = NULL}};
    exit_code = answer(c, &request, &work);
    world_path_close(&work.found);
    world_close(&work.w);
    source_close(&work.source);
    return exit_code;
}
