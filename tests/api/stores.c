/* All objects made by the calls of an episode can be written in every format for them, and the
 * objects read back are the same: completely from formats that hold all, else in the parts that the
 * header names. The objects read write the same bytes again. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef struct stored {
    uint8_t *bytes;
    size_t count;
} stored;

/* ---- one kind each: write, read, compare what the format holds ---- */

static wend_result write_it(fuzz_kind kind, const void *it, uint32_t format, wend_up_axis up,
                            stored *to, wend_message *message)
{
    return kind == KIND_GRID ? wend_map_save_memory(it, (wend_map_format)format, NULL, &to->bytes,
                                                    &to->count, message)
           : kind == KIND_GRAPH ? wend_graph_save_memory(it, (wend_graph_format)format, NULL,
                                                         &to->bytes, &to->count, message)
                                : wend_mesh_save_memory(it, (wend_mesh_format)format, up, NULL,
                                                        &to->bytes, &to->count, message);
}

static wend_result read_it(fuzz_kind kind, const stored *from, wend_up_axis up, void **it,
                           uint32_t *format, wend_message *message)
{
    wend_result result = WEND_OK;
    *it = NULL;
    if (kind == KIND_GRID) {
        wend_map_options options = wend_map_options_default();
        wend_map_format found = WEND_MAP_FORMAT_AUTO;
        wend_grid *grid = NULL;
        options.message = message;
        result = wend_map_load_grid_memory(from->bytes, from->count, &options, &grid, &found);
        *it = grid;
        *format = (uint32_t)found;
    } else if (kind == KIND_GRAPH) {
        wend_graph *graph = NULL;
        result = wend_graph_load_memory(from->bytes, from->count, WEND_GRAPH_FORMAT_AUTO, NULL,
                                        &graph, message);
        *it = graph;
    } else {
        wend_mesh_options options = wend_mesh_options_default();
        wend_mesh_format found = WEND_MESH_FORMAT_AUTO;
        wend_mesh *mesh = NULL;
        options.message = message;
        options.up = up;
        result = wend_mesh_load_memory(from->bytes, from->count, &options, &mesh, NULL, &found);
        *it = mesh;
        *format = (uint32_t)found;
    }
    return result;
}

/* The costs of class 0. */
static void compare_grids(fuzz *f, const wend_grid *a, const wend_grid *b)
{
    wend_grid_info of_a;
    wend_grid_info of_b;
    wend_grid_get_info(a, &of_a);
    wend_grid_get_info(b, &of_b);
    CHECK(f, of_a.width == of_b.width && of_a.height == of_b.height);
    for (int32_t y = 0; y < of_a.height; ++y) {
        for (int32_t x = 0; x < of_a.width; ++x) {
            CHECK(f, wend_grid_cost(a, 0, x, y) == wend_grid_cost(b, 0, x, y));
        }
    }
}

/* All that the text format holds, which is all but the overlays. */
static bool is_same_text(fuzz *f, const wend_graph *a, const wend_graph *b)
{
    stored of_a = {NULL, 0};
    stored of_b = {NULL, 0};
    CHECK(f, write_it(KIND_GRAPH, a, WEND_GRAPH_FORMAT_TEXT, 0, &of_a, NULL) == WEND_OK);
    CHECK(f, write_it(KIND_GRAPH, b, WEND_GRAPH_FORMAT_TEXT, 0, &of_b, NULL) == WEND_OK);
    const bool is_same =
        of_a.count == of_b.count && memcmp(of_a.bytes, of_b.bytes, of_a.count) == 0;
    wend_io_free(NULL, of_a.bytes, of_a.count);
    wend_io_free(NULL, of_b.bytes, of_b.count);
    return is_same;
}

/* All but the overlays, once the gaps are closed. */
static void compare_graphs(fuzz *f, const wend_graph *a, const wend_graph *b)
{
    wend_graph_def def = wend_graph_def_default();
    wend_graph *copy = NULL;
    stored saved = {NULL, 0};
    CHECK(f, write_it(KIND_GRAPH, a, WEND_GRAPH_FORMAT_SAVED, 0, &saved, NULL) == WEND_OK);
    CHECK(f, wend_graph_load(&def, saved.bytes, saved.count, &copy) == WEND_OK);
    CHECK(f, wend_graph_compact(copy, NULL, NULL) == WEND_OK);
    CHECK(f, wend_graph_hash(copy) == wend_graph_hash(b) || is_same_text(f, copy, b));
    wend_graph_destroy(copy);
    wend_io_free(NULL, saved.bytes, saved.count);
}

/* Polygons; of an OBJ also heights and areas, else neighbours, which an OBJ does not name. */
static void compare_meshes(fuzz *f, const wend_mesh *a, const wend_mesh *b, bool is_obj)
{
    const uint32_t count = wend_mesh_polygon_count(a);
    uint32_t *numbers = malloc(((size_t)count + 1) * sizeof *numbers); /* in the file */
    uint32_t written = 0;
    CHECK(f, numbers != NULL);
    for (wend_node i = 0; i < count; ++i) {
        numbers[i] = written;
        written += wend_mesh_get_polygon(a, i).count > 0 ? 1 : 0;
    }
    CHECK(f, written == wend_mesh_polygon_count(b));
    for (wend_node i = 0; i < count; ++i) {
        const wend_mesh_polygon of_a = wend_mesh_get_polygon(a, i);
        const wend_mesh_polygon of_b = wend_mesh_get_polygon(b, numbers[i]);
        if (of_a.count == 0) {
            continue; /* obstacles cut it up */
        }
        CHECK(f, of_a.count == of_b.count && (!is_obj || of_a.area == of_b.area));
        for (uint32_t k = 0; k < of_a.count; ++k) {
            wend_vec3 p = wend_mesh_corner(a, of_a.first_corner + k);
            wend_vec3 q = wend_mesh_corner(b, of_b.first_corner + k);
            p.z = is_obj ? p.z : q.z;
            CHECK(f, memcmp(&p, &q, sizeof p) == 0);
            const wend_node beyond = wend_mesh_neighbour(a, of_a.first_corner + k);
            const wend_node number = beyond == WEND_NODE_NONE ? beyond : numbers[beyond];
            CHECK(f, is_obj || wend_mesh_neighbour(b, of_b.first_corner + k) == number);
        }
    }
    free(numbers);
}

/* ---- all formats of a kind ---- */

/* Texts of meshes have no form for one of which obstacles leave nothing. */
static bool is_covered(fuzz_kind kind, const void *it)
{
    if (kind != KIND_MESH) {
        return false;
    }
    for (wend_node i = 0; i < wend_mesh_polygon_count(it); ++i) {
        if (wend_mesh_get_polygon(it, i).count > 0) {
            return false;
        }
    }
    return true;
}

typedef struct store_case {
    fuzz_kind kind;
    uint32_t format;
    wend_up_axis up;
    bool is_whole;   /* all of the object is in it */
    bool may_refuse; /* WEND_ERROR_UNSUPPORTED: the format cannot hold the object */
} store_case;

static const store_case cases[] = {
    {KIND_GRID, WEND_MAP_FORMAT_MOVINGAI, 0, false, true},
    {KIND_GRID, WEND_MAP_FORMAT_TEXT, 0, false, true},
    {KIND_GRID, WEND_MAP_FORMAT_PNG, 0, false, true},
    {KIND_GRID, WEND_MAP_FORMAT_GRID, 0, true, false},
    {KIND_GRAPH, WEND_GRAPH_FORMAT_TEXT, 0, false, false},
    {KIND_GRAPH, WEND_GRAPH_FORMAT_SAVED, 0, true, false},
    {KIND_MESH, WEND_MESH_FORMAT_OBJ, WEND_UP_Y, false, false},
    {KIND_MESH, WEND_MESH_FORMAT_OBJ, WEND_UP_Z, false, false},
    {KIND_MESH, WEND_MESH_FORMAT_OBJ, WEND_UP_Y_TURNED, false, false},
    {KIND_MESH, WEND_MESH_FORMAT_POLYANYA, 0, false, true},
    {KIND_MESH, WEND_MESH_FORMAT_SAVED, 0, true, false},
};

static void compare(fuzz *f, const store_case *c, const void *a, const void *b)
{
    if (c->is_whole) {
        CHECK(f, fuzz_hash(c->kind, a) == fuzz_hash(c->kind, b));
    } else if (c->kind == KIND_GRID) {
        compare_grids(f, a, b);
    } else if (c->kind == KIND_GRAPH) {
        compare_graphs(f, a, b);
    } else {
        compare_meshes(f, a, b, c->format == WEND_MESH_FORMAT_OBJ);
    }
}

/* False for a mesh without ground, of which text is empty and no mesh: none of its tiles is there, or
 * obstacles lie over all of it. And for tiles of different meshes, which may have a polygon twice: text
 * is read without doubles. */
static bool is_text(const wend_mesh *mesh)
{
    bool has_any = false;
    size_t tiles = 0;
    wend_mesh_list_tiles(mesh, NULL, 0, &tiles);
    if (tiles > 1) {
        return false;
    }
    for (wend_node i = 0; i < wend_mesh_polygon_count(mesh); ++i) {
        has_any = has_any || wend_mesh_get_polygon(mesh, i).count > 0;
    }
    return has_any;
}

static void check_case(fuzz *f, const store_case *c, const void *it)
{
    if (c->kind == KIND_MESH && !c->is_whole && !is_text(it)) {
        return;
    }
    stored first = {NULL, 0};
    stored second = {NULL, 0};
    void *read = NULL;
    uint32_t format = c->format;
    const wend_result result = write_it(c->kind, it, c->format, c->up, &first, &f->message);
    if (result == WEND_ERROR_UNSUPPORTED &&
        (c->may_refuse || (!c->is_whole && is_covered(c->kind, it)))) {
        CHECK(f, f->message.text[0] != '\0' && first.bytes == NULL && first.count == 0);
        return;
    }
    if (result != WEND_OK || read_it(c->kind, &first, c->up, &read, &format, &f->message) != 0) {
        fuzz_fail(f, __FILE__, __LINE__, f->message.text);
    }
    CHECK(f, format == c->format);
    compare(f, c, it, read);
    const wend_result again = write_it(c->kind, read, c->format, c->up, &second, NULL);
    if (again == WEND_ERROR_UNSUPPORTED && c->may_refuse && c->kind == KIND_MESH &&
        wend_mesh_obstacle_count(it) > 0) {
        /* An obstacle over a line between ground that is not connected: a point where it crosses that
         * line is rounded, and may lie beyond it by the last digit. What was read has floors then. */
        wend_io_free(NULL, first.bytes, first.count);
        keep(f, c->kind, read, NULL, NULL, NULL);
        return;
    }
    CHECK(f, again == WEND_OK);
    CHECK(f, first.count == second.count);
    CHECK(f, memcmp(first.bytes, second.bytes, first.count) == 0);
    wend_io_free(NULL, first.bytes, first.count);
    wend_io_free(NULL, second.bytes, second.count);
    keep(f, c->kind, read, NULL, NULL, NULL);
}

uint32_t check_stores(fuzz *f, fuzz_kind kind, const void *it)
{
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        if (cases[i].kind == kind) {
            check_case(f, &cases[i], it);
            count++;
        }
    }
    return count;
}
