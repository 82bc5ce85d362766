/* Builds the requested world from the content of a file.
 * Cost: that of the builder. */
#include "world/world.h"

#include "wend/wend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const NAMES[] = {"grid", "pov", "flood", "expanded", "mesh", "graph"};

const char *world_kind_name(world_kind kind)
{
    return kind < WORLD_DEFAULT ? NAMES[kind] : "?";
}

static bool read_kind(void *target, const char *text, arg_expected *expected)
{
    const int choice = arg_choice(text, NAMES, WORLD_GRAPH, expected);
    if (choice >= 0) {
        *(world_kind *)target = (world_kind)choice;
    }
    return choice >= 0;
}

static bool read_corners(void *target, const char *text, arg_expected *expected)
{
    static const char *const CORNERS[] = {"round", "mitred"};
    const int choice = arg_choice(text, CORNERS, 2, expected);
    if (choice >= 0) {
        *(wend_corners *)target = (wend_corners)choice;
    }
    return choice >= 0;
}

world_arguments world_arguments_default(void)
{
    return (world_arguments){.kind = WORLD_DEFAULT, .corners = WEND_CORNERS_ROUND};
}

void world_arguments_add(args *a, const char *option, world_arguments *how)
{
    args_custom(a, option, "WORLD",
                "grid, pov (points of visibility), flood, expanded or mesh (default: mesh for "
                "levels and meshes, grid for maps of cells)",
                read_kind, &how->kind);
    args_number(a, "--radius", "METRES", "of the agent, which is round (default 0)", 0.0, 1e9,
                &how->radius);
    args_number(a, "--cell-size", "M",
                "of a grid: metres along a cell (default: as wide as the agent, or a 256th of the "
                "longer side); of a map of cells: as it is read (default 1)",
                0.001, 1e6, &how->source.cell_size);
    args_number(a, "--spacing", "M",
                "of flood: metres between nodes (default: as wide as the agent)", 0.001, 1e6,
                &how->spacing);
    args_custom(a, "--corners", "round|mitred",
                "how corners are passed by expanded and mesh (default round)", read_corners,
                &how->corners);
    args_file(a, ARG_READS, "--points", &how->points);
    args_text(a, "--points", "FILE",
              "a graph whose nodes are the points of pov or the seeds of flood (default: the "
              "level's items, and where it begins)",
              &how->points);
    source_arguments_add(a, &how->source);
}

double world_cell_size(const world_arguments *how, const world_source *source)
{
    wend_vec2 low = {0.0, 0.0};
    wend_vec2 high = {0.0, 0.0};
    if (how->source.cell_size > 0.0 || source->kind == SOURCE_MAP) {
        return how->source.cell_size > 0.0 ? how->source.cell_size : 1.0;
    }
    if (how->radius > 0.0) {
        return 2.0 * how->radius;
    }
    (void)wend_level_bounds(source->level, &low, &high);
    const double longer = fmax(high.x - low.x, high.y - low.y);
    return longer > 0.0 ? longer / 256.0 : 1.0;
}

/* ---- the builders ---- */

static int build_grid(const cli *c, world *w, world_source *source)
{
    if (source->grid != NULL) {
        w->grid = source->grid;
        source->grid = NULL;
        return CLI_OK;
    }
    if (source_need_level(c, &w->how->source, source) != CLI_OK) {
        return CLI_BAD;
    }
    wend_message message = {0};
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = world_cell_size(w->how, source);
    def.radius = w->how->radius;
    def.message = &message;
    const wend_result result = wend_level_build_grid(source->level, &def, &w->grid);
    w->is_radius_kept = true;
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "grid", result, &message);
}

static int build_mesh(const cli *c, world *w, world_source *source)
{
    wend_message message = {0};
    wend_result result = WEND_OK;
    if (source->mesh != NULL) {
        w->mesh = source->mesh;
        w->report = source->report;
        source->mesh = NULL;
    } else if (source->grid != NULL) {
        result = wend_mesh_from_grid(source->grid, 0, WEND_TEAM_NONE, NULL, &w->mesh, &message);
    } else if (source_need_level(c, &w->how->source, source) != CLI_OK) {
        return CLI_BAD;
    } else {
        wend_level_mesh_def def = wend_level_mesh_def_default();
        def.message = &message;
        result = wend_level_build_mesh(source->level, &def, &w->mesh, &w->report);
    }
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "mesh", result, &message);
}

static int build_graph(const cli *c, world *w, world_source *source)
{
    if (source_need_level(c, &w->how->source, source) != CLI_OK) {
        return CLI_BAD;
    }
    return world_build_graph(c, w);
}

static world_kind default_kind(const world_source *source)
{
    switch (source->kind) {
    case SOURCE_MAP:
        return WORLD_GRID;
    case SOURCE_GRAPH:
        return WORLD_GRAPH;
    case SOURCE_WAD:
    case SOURCE_MESH:
        break;
    }
    return WORLD_MESH;
}

static int build_kind(const cli *c, world *w, world_source *source)
{
    switch (w->kind) {
    case WORLD_GRID:
        return build_grid(c, w, source);
    case WORLD_MESH:
        return build_mesh(c, w, source);
    case WORLD_GRAPH:
        w->graph = source->graph;
        source->graph = NULL;
        return CLI_OK;
    case WORLD_POV:
    case WORLD_FLOOD:
    case WORLD_EXPANDED:
    case WORLD_DEFAULT:
        break;
    }
    return build_graph(c, w, source);
}

/* ---- around it ---- */

static void graph_bounds(const wend_graph *graph, wend_vec2 *low, wend_vec2 *high)
{
    bool is_first = true;
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        const wend_vec2 at = wend_graph_position(graph, node);
        if (wend_graph_has_node(graph, node)) {
            *low = is_first ? at : (wend_vec2){fmin(low->x, at.x), fmin(low->y, at.y)};
            *high = is_first ? at : (wend_vec2){fmax(high->x, at.x), fmax(high->y, at.y)};
            is_first = false;
        }
    }
}

static void find_bounds(world *w)
{
    if (w->source->level != NULL) {
        (void)wend_level_bounds(w->source->level, &w->low, &w->high);
    } else if (w->mesh != NULL) {
        wend_vec3 low;
        wend_vec3 high;
        wend_mesh_bounds(w->mesh, &low, &high);
        w->low = (wend_vec2){low.x, low.y};
        w->high = (wend_vec2){high.x, high.y};
    } else if (w->graph != NULL) {
        graph_bounds(w->graph, &w->low, &w->high);
    }
    if (w->grid != NULL && w->source->kind == SOURCE_MAP) {
        wend_grid_bounds(w->grid, &w->low, &w->high);
    }
}

/* Options that mean nothing for the file's format are the user's mistake. */
static int check_format(const cli *c, const world *w)
{
    const source_arguments *s = &w->how->source;
    const source_kind kind = w->source->kind;
    if (s->entry != NULL && (kind == SOURCE_MESH || kind == SOURCE_GRAPH)) {
        return cli_fail(c, "--entry: means nothing for %s", w->source->format);
    }
    if (s->data_folder != NULL && kind != SOURCE_MAP) {
        return cli_fail(c, "--data: means nothing for %s", w->source->format);
    }
    return CLI_OK;
}

/* Nor for the kind of world. */
static int check(const cli *c, const world *w)
{
    const char *name = world_kind_name(w->kind);
    if (w->how->source.cell_size > 0.0 && w->kind != WORLD_GRID && w->source->kind != SOURCE_MAP &&
        !w->source->is_baked) {
        return cli_fail(c, "--cell-size: means nothing for %s", name);
    }
    if (w->how->spacing > 0.0 && w->kind != WORLD_FLOOD) {
        return cli_fail(c, "--spacing: means nothing for %s", name);
    }
    if (w->how->points != NULL && w->kind != WORLD_FLOOD && w->kind != WORLD_POV) {
        return cli_fail(c, "--points: means nothing for %s", name);
    }
    if (w->how->corners != WEND_CORNERS_ROUND && w->kind != WORLD_EXPANDED &&
        w->kind != WORLD_MESH) {
        return cli_fail(c, "--corners: means nothing for %s", name);
    }
    return CLI_OK;
}

int world_build(const cli *c, const world_arguments *how, world_source *source, world *w)
{
    *w = (world){.kind = how->kind == WORLD_DEFAULT ? default_kind(source) : how->kind,
                 .how = how,
                 .source = source};
    if (check_format(c, w) != CLI_OK || check(c, w) != CLI_OK) {
        return CLI_BAD;
    }
    const uint64_t begin = wend_clock_ns();
    const int exit_code = build_kind(c, w, source);
    w->nanoseconds = wend_clock_ns() - begin;
    find_bounds(w);
    w->node_limit = wend_graph_node_limit(w->graph);
    w->edge_limit = wend_graph_edge_limit(w->graph);
    return exit_code;
}

void world_close(world *w)
{
    wend_walls_destroy(w->walls);
    wend_grid_destroy(w->grid);
    wend_graph_destroy(w->graph);
    wend_mesh_destroy(w->mesh);
    *w = (world){.kind = WORLD_DEFAULT};
}

void world_size_text(const world *w, char *text, size_t capacity)
{
    if (w->mesh != NULL) {
        snprintf(text, capacity, "%u polygons", (unsigned)wend_mesh_polygon_count(w->mesh));
    } else if (w->graph != NULL) {
        snprintf(text, capacity, "%zu nodes, %zu edges", wend_graph_node_count(w->graph),
                 wend_graph_edge_count(w->graph));
    } else {
        wend_grid_info info;
        wend_grid_get_info(w->grid, &info);
        snprintf(text, capacity, "%d x %d cells of %g m", (int)info.width, (int)info.height,
                 info.cell_size);
    }
}

void world_sizes_json(json *j, const world *w)
{
    if (w->mesh != NULL) {
        json_unsigned(j, "polygons", wend_mesh_polygon_count(w->mesh));
    } else if (w->graph != NULL) {
        json_unsigned(j, "nodes", wend_graph_node_count(w->graph));
        json_unsigned(j, "edges", wend_graph_edge_count(w->graph));
    } else {
        wend_grid_info info;
        wend_grid_get_info(w->grid, &info);
        json_integer(j, "width", info.width);
        json_integer(j, "height", info.height);
        json_number(j, "cell_size", info.cell_size);
    }
}
