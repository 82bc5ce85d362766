/* Builds a world from a level, map or mesh and writes it to a file; with --coverage it measures
 * the ground that the nodes of a graph do not see.
 * Cost: building and writing. */
#include "core/input.h"
#include "core/output.h"
#include "json.h"
#include "progress.h"
#include "world/bake.h"
#include "world/world.h"

#include "wend/io.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct build_request {
    world_arguments how;
    bake_arguments bake;
    const char *out;
    const char *to; /* NULL = by the name's ending */
    bool has_coverage;
    const char *coverage_png; /* NULL = only the number */
} build_request;

typedef struct build_work {
    const build_request *request;
    world_source source;
    world w;
    wend_grid *inside; /* of the cells that coverage tests */
    wend_coverage coverage;
    wend_node *invisible;
    size_t invisible_count;
} build_work;

static bool read_coverage(void *target, const char *text, arg_expected *expected)
{
    build_request *request = target;
    snprintf(expected->text, sizeof expected->text, "expected a file's name");
    request->has_coverage = true;
    request->coverage_png = text;
    return text == NULL || text[0] != '\0';
}

/* ---- coverage ---- */

static wend_result look(build_work *work, double radius)
{
    size_t capacity = 0;
    wend_result result =
        wend_graph_coverage(work->w.graph, work->w.walls, work->inside, radius, WEND_STOPS_WALK,
                            &work->coverage, NULL, 0, &work->invisible_count);
    if (result != WEND_TRUNCATED) {
        return result;
    }
    capacity = work->invisible_count;
    work->invisible = malloc(capacity * sizeof *work->invisible);
    return work->invisible == NULL
               ? WEND_ERROR_MEMORY
               : wend_graph_coverage(work->w.graph, work->w.walls, work->inside, radius,
                                     WEND_STOPS_WALK, &work->coverage, work->invisible, capacity,
                                     &work->invisible_count);
}

static void paint_invisible(void *context, const wend_draw *draw)
{
    const build_work *work = context;
    wend_grid_info info;
    wend_grid_get_info(work->inside, &info);
    const double half = info.cell_size / 2.0;
    for (size_t i = 0; i < work->invisible_count; i++) {
        const wend_vec2 at = wend_grid_position(work->inside, work->invisible[i]);
        draw->cells(draw->context, (wend_vec2){at.x - half, at.y - half},
                    (wend_vec2){at.x + half, at.y + half}, WEND_MEANING_SEARCHED, 1.0);
    }
}

static int cover(const cli *c, build_work *work)
{
    const build_request *request = work->request;
    wend_message message = {0};
    if (work->w.graph == NULL || work->w.walls == NULL) {
        return cli_fail(c,
                        "--coverage: only graphs that were built (pov, flood, expanded) have one");
    }
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = world_cell_size(&request->how, &work->source);
    def.radius = request->how.radius;
    def.message = &message;
    wend_result result = wend_level_build_grid(work->source.level, &def, &work->inside);
    if (result == WEND_OK) {
        result = look(work, request->how.radius);
    }
    if (result != WEND_OK) {
        return cli_fail_call(c, "--coverage", result, &message);
    }
    if (work->coverage.walkable == 0) {
        return cli_fail(c, "--coverage: nothing of this radius can walk anywhere");
    }
    return request->coverage_png == NULL ? CLI_OK
                                         : world_picture(c, &work->w, request->coverage_png,
                                                         WEND_PICTURE_PNG, paint_invisible, work);
}

/* ---- writing ---- */

static int store(const cli *c, const build_work *work)
{
    static const char *const GRIDS[] = {"movingai", "text", "png", "grid"};
    static const char *const MESHES[] = {"obj", "polyanya", "saved"};
    static const char *const GRAPHS[] = {"text", "saved"};
    const char *out = work->request->out;
    const char *to = work->request->to;
    const bool is_mesh = work->w.mesh != NULL;
    const bool is_graph = !is_mesh && work->w.graph != NULL;
    arg_expected expected = {.text = ""};
    const int choice = to == NULL ? -1
                       : is_mesh  ? arg_choice(to, MESHES, 3, &expected)
                       : is_graph ? arg_choice(to, GRAPHS, 2, &expected)
                                  : arg_choice(to, GRIDS, 4, &expected);
    if (to != NULL && choice < 0) {
        return cli_fail(c, "--to: %s, found '%s'%s", expected.text, to, expected.suggestion);
    }
    if (out == NULL) {
        return CLI_OK;
    }
    /* AUTO comes before the first of each list. */
    if (is_mesh) {
        return output_mesh(c, work->w.mesh, out, (wend_mesh_format)(choice + 1),
                           work->request->how.source.up);
    }
    return is_graph ? output_graph(c, work->w.graph, out, (wend_graph_format)(choice + 1))
                    : output_map(c, work->w.grid, out, (wend_map_format)(choice + 1));
}

static int build(const cli *c, build_work *work)
{
    const build_request *request = work->request;
    if (!request->bake.is_wanted) {
        return source_open(c, &request->how.source, &work->source) == CLI_OK
                   ? world_build(c, &request->how, &work->source, &work->w)
                   : CLI_BAD;
    }
    if (request->how.radius > 0.0 &&
        (request->how.kind == WORLD_MESH || request->how.kind == WORLD_DEFAULT)) {
        return cli_fail(c,
                        "--radius: a baked mesh serves every radius, so that it belongs to 'wend "
                        "path'; to leave out ground near walls take --agent-radius");
    }
    bake_arguments bake = request->bake;
    bake.cell_size = request->how.source.cell_size;
    work->source = (world_source){.kind = SOURCE_MESH, .format = "obj", .is_baked = true};
    const uint64_t begin = wend_clock_ns();
    if (bake_mesh(c, &request->how.source, &bake, &work->source.mesh, &work->source.report) !=
        CLI_OK) {
        return CLI_BAD;
    }
    const uint64_t baking = wend_clock_ns() - begin;
    const int exit_code = world_build(c, &request->how, &work->source, &work->w);
    work->w.nanoseconds += baking;
    return exit_code;
}

/* A graph without nodes is useless, and a wrong use of the command. */
static int check_nodes(const cli *c, const build_work *work)
{
    const world *w = &work->w;
    if (w->graph == NULL || w->kind == WORLD_GRAPH || wend_graph_node_count(w->graph) > 0) {
        return CLI_OK;
    }
    if (w->kind == WORLD_POV && work->request->how.points == NULL) {
        return cli_fail(c,
                        "--as pov: %s has no items that could become nodes: name a graph "
                        "of points by --points FILE, or take --as flood or --as expanded",
                        input_name(work->request->how.source.file));
    }
    return cli_fail(c,
                    "--as %s: the graph would have no nodes: nothing of this radius fits anywhere",
                    world_kind_name(w->kind));
}

/* ---- telling ---- */

static uint64_t mended(const wend_mesh_report *report)
{
    return report->crossings + report->dropped_lines + report->dropped_polygons +
           report->turned_polygons + report->split_polygons + report->open_ends +
           report->loose_edges;
}

static void put_report(json *j, const wend_mesh_report *report)
{
    json_object(j, "report");
    json_unsigned(j, "merged_points", report->merged_points);
    json_unsigned(j, "crossings", report->crossings);
    json_unsigned(j, "dropped_lines", report->dropped_lines);
    json_unsigned(j, "dropped_polygons", report->dropped_polygons);
    json_unsigned(j, "turned_polygons", report->turned_polygons);
    json_unsigned(j, "split_polygons", report->split_polygons);
    json_unsigned(j, "open_ends", report->open_ends);
    json_unsigned(j, "loose_edges", report->loose_edges);
    json_close(j);
}

static void put_json(const build_work *work)
{
    const build_request *request = work->request;
    json j = json_begin(stdout);
    json_text(&j, "in", request->how.source.file);
    json_text(&j, "in_format", work->source.format);
    json_text(&j, "world", world_kind_name(work->w.kind));
    json_text(&j, "out", request->out);
    world_sizes_json(&j, &work->w);
    json_number(&j, "radius", request->how.radius);
    json_number(&j, "build_ms", (double)work->w.nanoseconds / 1e6);
    if (work->w.mesh != NULL) {
        put_report(&j, &work->w.report);
    }
    if (request->has_coverage) {
        json_object(&j, "coverage");
        json_unsigned(&j, "walkable", work->coverage.walkable);
        json_unsigned(&j, "invisible", work->coverage.invisible);
        json_number(&j, "part", work->coverage.part);
        json_close(&j);
    }
    json_finish(&j);
}

static void put_text(const build_work *work)
{
    const build_request *request = work->request;
    char size[96];
    world_size_text(&work->w, size, sizeof size);
    printf("%s (%s) -> %s: %s, built in %.2f ms\n", input_name(request->how.source.file),
           work->source.format, world_kind_name(work->w.kind), size,
           (double)work->w.nanoseconds / 1e6);
    if (work->w.mesh != NULL && mended(&work->w.report) > 0) {
        printf("repaired: %" PRIu64 " faults (--json lists them)\n", mended(&work->w.report));
    }
    if (request->has_coverage) {
        printf("invisible: %" PRIu64 " of %" PRIu64 " cells where an agent can stand, %.2f %%\n",
               work->coverage.invisible, work->coverage.walkable, work->coverage.part * 100.0);
    }
    if (request->out != NULL) {
        printf("written: %s\n", output_name(request->out));
    }
}

static void add_arguments(args *a, build_request *request)
{
    args_positional(a, "LEVEL", "a WAD, a map, a mesh (OBJ, Polyanya) or a graph", true,
                    &request->how.source.file);
    args_text(a, "-o", "FILE",
              "the output, by the name's ending: graphs .graph .txt .wend, meshes .obj .mesh "
              ".wend, grids as wend convert",
              &request->out);
    args_text(a, "--to", "FORMAT",
              "graphs: text, saved; meshes: obj, polyanya, saved; grids: movingai, text, png, grid "
              "(default by the name's ending; standard output has none)",
              &request->to);
    args_file(a, ARG_READS, "LEVEL", &request->how.source.file);
    args_file(a, ARG_WRITES, "-o", &request->out);
    args_file(a, ARG_WRITES, "--coverage", &request->coverage_png);
    world_arguments_add(a, "--as", &request->how);
    args_custom_optional(a, "--coverage", "[=PNG]",
                         "count the cells from which no node is visible, and draw them",
                         read_coverage, request);
    bake_arguments_add(a, &request->bake);
}

int cmd_build(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    build_request request = {.how = world_arguments_default()};
    args a = args_make("Builds a grid, graph or mesh of a level and writes it.",
                       "  wend build doom2.wad --entry MAP01 --as mesh -o map01.wend\n"
                       "  wend build doom2.wad --as flood --radius 16 -o map01.graph "
                       "--coverage=unseen.png\n"
                       "  wend build level.obj --as mesh --bake -o level.wend\n");
    add_arguments(&a, &request);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    build_work work = {.request = &request};
    progress_say("building", input_name(request.how.source.file));
    exit_code = build(&c, &work);
    if (exit_code == CLI_OK) {
        exit_code = check_nodes(&c, &work);
    }
    if (exit_code == CLI_OK && request.has_coverage) {
        progress_say("looking for what no node sees", "");
        exit_code = cover(&c, &work);
    }
    if (exit_code == CLI_OK) {
        exit_code = store(&c, &work);
    }
    progress_end();
    if (exit_code == CLI_OK && c.is_json) {
        put_json(&work);
    } else if (exit_code == CLI_OK) {
        put_text(&work);
    }
    free(work.invisible);
    wend_grid_destroy(work.inside);
    world_close(&work.w);
    source_close(&work.source);
    return exit_code;
}
