/* Describes a level, a mesh or a graph.
 * Cost: reading it. */
#include "world/info.h"

#include "core/input.h"
#include "json.h"
#include "world/source.h"

#include "wend/wend.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More are only counted in text; JSON has them all. */
enum { ITEMS_SHOWN = 20, NAMES_SHOWN = 12 };

bool info_world_is_requested(int argc, char **argv)
{
    for (int i = 1; i < argc && !args_want_help(argc, argv); i++) {
        source_format format = {.kind = SOURCE_MAP};
        arg_expected unused = {.text = ""};
        if (strcmp(argv[i], "--format") == 0 && i + 1 < argc) {
            return source_read_format(&format, argv[i + 1], &unused) && format.kind != SOURCE_MAP;
        }
        if (strncmp(argv[i], "--format=", 9) == 0) {
            return source_read_format(&format, argv[i] + 9, &unused) && format.kind != SOURCE_MAP;
        }
        const bool is_name = argv[i][0] != '-' || argv[i][1] == '\0';
        if (is_name && source_kind_of(argv[i]) != SOURCE_MAP) {
            return true;
        }
    }
    return false;
}

/* ---- levels ---- */

static bool put_level_name(void *context, const char *name)
{
    json_text(context, NULL, name);
    return true;
}

static void level_json(json *j, const source_arguments *s, const wend_level *level)
{
    wend_vec2 low;
    wend_vec2 high;
    (void)wend_level_bounds(level, &low, &high);
    json_array(j, "levels");
    (void)input_level_list(s->file, NULL, put_level_name, j);
    json_close(j);
    json_unsigned(j, "lines", wend_level_line_count(level));
    json_unsigned(j, "sectors", wend_level_region_count(level));
    json_unsigned(j, "things", wend_level_item_count(level));
    json_unsigned(j, "teleports", wend_level_teleport_count(level));
    json_number(j, "width", high.x - low.x);
    json_number(j, "height", high.y - low.y);
    json_array(j, "items");
    for (uint32_t i = 0; i < wend_level_item_count(level); i++) {
        const wend_level_item item = wend_level_get_item(level, i);
        json_object(j, NULL);
        json_text(j, "name", item.name);
        json_unsigned(j, "tag", item.tag);
        json_number(j, "x", item.position.x);
        json_number(j, "y", item.position.y);
        json_number(j, "angle", item.angle);
        json_bool(j, "start", item.is_start);
        json_close(j);
    }
    json_close(j);
}

static bool print_level_name(void *context, const char *name)
{
    int *count = context;
    if (*count < NAMES_SHOWN) {
        printf("%s%s", *count == 0 ? "levels: " : " ", name);
    }
    ++*count;
    return true;
}

static void level_text(const source_arguments *s, const wend_level *level)
{
    wend_vec2 low;
    wend_vec2 high;
    int names = 0;
    (void)wend_level_bounds(level, &low, &high);
    (void)input_level_list(s->file, NULL, print_level_name, &names);
    if (names > NAMES_SHOWN) {
        printf(" and %d more", names - NAMES_SHOWN);
    }
    printf("%s%zu lines, %zu sectors, %zu things, %zu teleports, %g x %g m\n",
           names > 0 ? "\n" : "", wend_level_line_count(level), wend_level_region_count(level),
           wend_level_item_count(level), wend_level_teleport_count(level), high.x - low.x,
           high.y - low.y);
    const size_t count = wend_level_item_count(level);
    for (uint32_t i = 0; i < count && i < ITEMS_SHOWN; i++) {
        const wend_level_item item = wend_level_get_item(level, i);
        printf("  #%-4u %8.6g,%-8.6g tag %-5u %s\n", (unsigned)i, item.position.x, item.position.y,
               (unsigned)item.tag, item.name);
    }
    if (count > ITEMS_SHOWN) {
        printf("  and %zu more (--json lists all)\n", count - ITEMS_SHOWN);
    }
}

/* ---- meshes ---- */

typedef struct mesh_numbers {
    uint32_t islands;
    uint32_t walls;  /* outer edges */
    size_t vertices; /* different positions of corners */
    double area;
    wend_vec3 low, high;
} mesh_numbers;

static int compare_corners(const void *a, const void *b)
{
    const wend_vec3 *left = a;
    const wend_vec3 *right = b;
    const double by[3] = {left->x - right->x, left->y - right->y, left->z - right->z};
    for (int i = 0; i < 3; i++) {
        if (by[i] < 0.0 || by[i] > 0.0) {
            return by[i] < 0.0 ? -1 : 1;
        }
    }
    return 0;
}

static size_t count_vertices(const wend_mesh *mesh)
{
    const uint32_t count = wend_mesh_corner_count(mesh);
    wend_vec3 *corners = malloc((size_t)(count + 1) * sizeof *corners);
    size_t vertices = 0;
    for (uint32_t i = 0; corners != NULL && i < count; i++) {
        corners[i] = wend_mesh_corner(mesh, i);
    }
    if (corners != NULL) {
        qsort(corners, count, sizeof *corners, compare_corners);
    }
    for (uint32_t i = 0; corners != NULL && i < count; i++) {
        vertices += i == 0 || compare_corners(&corners[i - 1], &corners[i]) != 0 ? 1 : 0;
    }
    free(corners);
    return vertices;
}

static mesh_numbers measure(const wend_mesh *mesh)
{
    mesh_numbers n = {.vertices = count_vertices(mesh)};
    wend_mesh_bounds(mesh, &n.low, &n.high);
    for (wend_node i = 0; i < wend_mesh_polygon_count(mesh); i++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, i);
        n.area += polygon.surface;
        n.islands = polygon.island >= n.islands ? polygon.island + 1 : n.islands;
    }
    for (uint32_t i = 0; i < wend_mesh_corner_count(mesh); i++) {
        n.walls += wend_mesh_neighbour(mesh, i) == WEND_NODE_NONE ? 1 : 0;
    }
    return n;
}

static void mesh_json(json *j, const wend_mesh *mesh)
{
    const mesh_numbers n = measure(mesh);
    json_unsigned(j, "polygons", wend_mesh_polygon_count(mesh));
    json_unsigned(j, "vertices", n.vertices);
    json_unsigned(j, "corners", wend_mesh_corner_count(mesh));
    json_unsigned(j, "outer_edges", n.walls);
    json_number(j, "area", n.area);
    json_unsigned(j, "islands", n.islands);
    json_bool(j, "floors", wend_mesh_has_floors(mesh));
    json_unsigned(j, "links", wend_mesh_link_count(mesh));
    json_number(j, "width", n.high.x - n.low.x);
    json_number(j, "height", n.high.y - n.low.y);
    json_unsigned(j, "memory_bytes", wend_mesh_memory_bytes(mesh));
}

static void mesh_text(const wend_mesh *mesh)
{
    const mesh_numbers n = measure(mesh);
    printf("%u polygons, %zu vertices, %u outer edges, %g x %g m\n",
           (unsigned)wend_mesh_polygon_count(mesh), n.vertices, (unsigned)n.walls,
           n.high.x - n.low.x, n.high.y - n.low.y);
    printf("area %.6g m2, %u %s, %s, %zu links\n", n.area, (unsigned)n.islands,
           n.islands == 1 ? "island" : "islands",
           wend_mesh_has_floors(mesh) ? "floors over each other" : "one floor",
           wend_mesh_link_count(mesh));
    printf("memory: %zu bytes\n", wend_mesh_memory_bytes(mesh));
}

/* ---- graphs ---- */

static void graph_json(json *j, const wend_graph *graph)
{
    json_unsigned(j, "nodes", wend_graph_node_count(graph));
    json_unsigned(j, "edges", wend_graph_edge_count(graph));
    json_unsigned(j, "memory_bytes", wend_graph_memory_bytes(graph));
}

static void graph_text(const wend_graph *graph)
{
    printf("%zu nodes, %zu edges\nmemory: %zu bytes\n", wend_graph_node_count(graph),
           wend_graph_edge_count(graph), wend_graph_memory_bytes(graph));
}

/* ---- telling ---- */

static void put_json(const source_arguments *s, const world_source *source)
{
    static const char *const KINDS[] = {"map", "level", "mesh", "graph"};
    json j = json_begin(stdout);
    json_text(&j, "map", s->file);
    json_text(&j, "format", source->format);
    json_text(&j, "kind", KINDS[source->kind]);
    if (source->mesh != NULL) {
        mesh_json(&j, source->mesh);
    } else if (source->graph != NULL) {
        graph_json(&j, source->graph);
    } else {
        level_json(&j, s, source->level);
    }
    json_finish(&j);
}

static void put_text(const source_arguments *s, const world_source *source)
{
    printf("%s: %s\n", input_name(s->file), source->format);
    if (source->mesh != NULL) {
        mesh_text(source->mesh);
    } else if (source->graph != NULL) {
        graph_text(source->graph);
    } else {
        level_text(s, source->level);
    }
}

int info_world(const cli *c, int argc, char **argv)
{
    source_arguments s = {.file = NULL};
    args a = args_make("Says what a level, mesh or graph is made of.",
                       "  wend info doom2.wad --entry MAP02\n"
                       "  wend info level.mesh --json\n");
    args_positional(&a, "LEVEL", "a WAD, a mesh (OBJ, Polyanya) or a graph", true, &s.file);
    args_file(&a, ARG_READS, "LEVEL", &s.file);
    source_arguments_add(&a, &s);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, c, argc, argv, &exit_code)) {
        return exit_code;
    }
    world_source source;
    exit_code = source_open(c, &s, &source);
    if (exit_code == CLI_OK && c->is_json) {
        put_json(&s, &source);
    } else if (exit_code == CLI_OK) {
        put_text(&s, &source);
    }
    source_close(&source);
    return exit_code;
}
