/* A grid, a mesh, a graph, a picture and pixels in each format: memory gets the bytes that a file
 * would. */
#include "io/core/png.h"
#include "support/test.h"
#include "wend/io.h"

#include <stdio.h>
#include <string.h>

static const char file_name[] = "test_io_bytes.out";

/* The bytes are those of the file, which goes, and they are given back. */
static void expect_file(wend_result result, uint8_t *bytes, size_t count)
{
    uint8_t *of_file = NULL;
    size_t file_count = 0;
    assert_int_equal(result, WEND_OK);
    assert_int_equal(wend_io_read_file(file_name, NULL, &of_file, &file_count, NULL), WEND_OK);
    assert_int_equal(remove(file_name), 0);
    assert_int_equal(count, file_count);
    assert_memory_equal(bytes, of_file, count + 1);
    wend_io_free(NULL, of_file, file_count);
    wend_io_free(NULL, bytes, count);
}

static wend_grid *make_grid(void)
{
    static const char map[] = "..#\n...\n";
    wend_grid *grid = NULL;
    assert_int_equal(
        wend_map_load_grid_memory((const uint8_t *)map, sizeof map - 1, NULL, &grid, NULL),
        WEND_OK);
    return grid;
}

static wend_mesh *make_mesh(void)
{
    static const char obj[] = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4\n";
    wend_mesh_options options = wend_mesh_options_default();
    wend_mesh *mesh = NULL;
    options.up = WEND_UP_Z;
    assert_int_equal(
        wend_mesh_load_memory((const uint8_t *)obj, sizeof obj - 1, &options, &mesh, NULL, NULL),
        WEND_OK);
    return mesh;
}

static wend_graph *make_graph(void)
{
    static const char text[] = "graph 1\nnode 0 0\nnode 1 2\nedge 0 1\n";
    wend_graph *graph = NULL;
    assert_int_equal(wend_graph_load_memory((const uint8_t *)text, sizeof text - 1,
                                            WEND_GRAPH_FORMAT_AUTO, NULL, &graph, NULL),
                     WEND_OK);
    return graph;
}

static void bytes_of_maps_meshes_and_graphs_are_those_of_files(void **state)
{
    (void)state;
    static const wend_map_format maps[] = {WEND_MAP_FORMAT_MOVINGAI, WEND_MAP_FORMAT_TEXT,
                                           WEND_MAP_FORMAT_GRID, WEND_MAP_FORMAT_PNG};
    static const wend_mesh_format meshes[] = {WEND_MESH_FORMAT_OBJ, WEND_MESH_FORMAT_POLYANYA,
                                              WEND_MESH_FORMAT_SAVED};
    static const wend_graph_format graphs[] = {WEND_GRAPH_FORMAT_TEXT, WEND_GRAPH_FORMAT_SAVED};
    wend_grid *grid = make_grid();
    wend_mesh *mesh = make_mesh();
    wend_graph *graph = make_graph();
    uint8_t *bytes = NULL;
    size_t count = 0;
    for (size_t i = 0; i < (wendi_png_exists() ? 4 : 3); i++) {
        assert_int_equal(wend_map_save_file(grid, file_name, maps[i], NULL), WEND_OK);
        const wend_result result = wend_map_save_memory(grid, maps[i], NULL, &bytes, &count, NULL);
        expect_file(result, bytes, count);
    }
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(wend_mesh_save_file(mesh, file_name, meshes[i], WEND_UP_Z, NULL), WEND_OK);
        const wend_result result =
            wend_mesh_save_memory(mesh, meshes[i], WEND_UP_Z, NULL, &bytes, &count, NULL);
        expect_file(result, bytes, count);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(wend_graph_save_file(graph, file_name, graphs[i], NULL), WEND_OK);
        const wend_result result =
            wend_graph_save_memory(graph, graphs[i], NULL, &bytes, &count, NULL);
        expect_file(result, bytes, count);
    }
    wend_grid_destroy(grid);
    wend_mesh_destroy(mesh);
    wend_graph_destroy(graph);
}

static void bytes_of_pictures_are_those_of_files(void **state)
{
    (void)state;
    static const uint8_t rgb[2][2][3] = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}};
    static const wend_picture_format formats[] = {WEND_PICTURE_SVG, WEND_PICTURE_PNG};
    wend_grid *grid = make_grid();
    uint8_t *bytes = NULL;
    size_t count = 0;
    for (size_t i = 0; i < (wendi_png_exists() ? 2 : 1); i++) {
        wend_picture_def def = wend_picture_def_default();
        wend_picture *picture = NULL;
        def.format = formats[i];
        wend_grid_bounds(grid, &def.low, &def.high);
        assert_int_equal(wend_picture_create(&def, &picture), WEND_OK);
        const wend_draw draw = wend_picture_draw(picture);
        assert_int_equal(wend_grid_draw(grid, 0, &draw), WEND_OK);
        assert_int_equal(wend_picture_save_file(picture, file_name, NULL), WEND_OK);
        const wend_result result = wend_picture_save_memory(picture, NULL, &bytes, &count, NULL);
        expect_file(result, bytes, count);
        wend_picture_destroy(picture);
    }
    wend_grid_destroy(grid);
    if (wendi_png_exists()) {
        assert_int_equal(wend_io_save_png_file(file_name, 2, 2, &rgb[0][0][0], NULL), WEND_OK);
        const wend_result result =
            wend_io_save_png_memory(2, 2, &rgb[0][0][0], NULL, &bytes, &count, NULL);
        expect_file(result, bytes, count);
    }
}

static void bytes_that_cannot_be_made_are_null(void **state)
{
    (void)state;
    uint8_t byte = 0;
    uint8_t *bytes = &byte;
    size_t count = 7;
    wend_message message = {0};
    wend_grid *grid = make_grid();
    wend_mesh *mesh = make_mesh();
    wend_graph *graph = make_graph();
    assert_int_equal(
        wend_map_save_memory(grid, WEND_MAP_FORMAT_AUTO, NULL, &bytes, &count, &message),
        WEND_ERROR_ARGUMENT);
    assert_null(bytes);
    assert_int_equal(count, 0);
    assert_non_null(strstr(message.text, "format is 0, and must be given"));
    assert_int_equal(wend_map_save_memory(grid, WEND_MAP_FORMAT_TMX, NULL, &bytes, &count, NULL),
                     WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_map_save_memory(NULL, WEND_MAP_FORMAT_GRID, NULL, &bytes, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_save_memory(grid, WEND_MAP_FORMAT_GRID, NULL, NULL, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_map_save_memory(grid, WEND_MAP_FORMAT_GRID, NULL, &bytes, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_mesh_save_memory(mesh, WEND_MESH_FORMAT_AUTO, WEND_UP_Y, NULL, &bytes, &count, NULL),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_mesh_save_memory(NULL, WEND_MESH_FORMAT_OBJ, WEND_UP_Y, NULL, &bytes, &count, NULL),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_graph_save_memory(graph, WEND_GRAPH_FORMAT_AUTO, NULL, &bytes, &count, NULL),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_graph_save_memory(NULL, WEND_GRAPH_FORMAT_TEXT, NULL, &bytes, &count, NULL),
        WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_picture_save_memory(NULL, NULL, &bytes, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_io_save_png_memory(0, 1, &byte, NULL, &bytes, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_io_save_png_memory(1, 1, NULL, NULL, &bytes, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_null(bytes);
    wend_grid_destroy(grid);
    wend_mesh_destroy(mesh);
    wend_graph_destroy(graph);
}

static void bytes_that_have_no_place_are_refused(void **state)
{
    (void)state;
    static const uint8_t rgb[3] = {1, 2, 3};
    uint8_t *bytes = NULL;
    size_t count = 7;
    wend_message message = {0};
    wend_mesh *mesh = make_mesh();
    wend_graph *graph = make_graph();
    wend_picture_def def = wend_picture_def_default();
    wend_picture *picture = NULL;
    def.format = WEND_PICTURE_SVG;
    def.high = (wend_vec2){1, 1};
    assert_int_equal(wend_picture_create(&def, &picture), WEND_OK);
    assert_string_equal(wend_picture_error(NULL), "");
    assert_string_equal(wend_picture_error(picture), "");

    assert_int_equal(
        wend_mesh_save_memory(mesh, WEND_MESH_FORMAT_OBJ, WEND_UP_Y, NULL, NULL, &count, &message),
        WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "bytes or count is NULL");
    assert_int_equal(count, 0);
    assert_int_equal(
        wend_graph_save_memory(graph, WEND_GRAPH_FORMAT_TEXT, NULL, &bytes, NULL, &message),
        WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "bytes or count is NULL");
    assert_int_equal(wend_io_save_png_memory(1, 1, rgb, NULL, NULL, &count, NULL),
                     WEND_ERROR_ARGUMENT);

    assert_int_equal(wend_picture_save_memory(NULL, NULL, NULL, NULL, &message),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "bytes or count is NULL"));
    assert_int_equal(wend_picture_save_memory(picture, NULL, NULL, &count, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_picture_error(picture), "bytes or count is NULL"));
    assert_null(bytes);
    wend_picture_destroy(picture);
    wend_mesh_destroy(mesh);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_maps_meshes_and_graphs_are_those_of_files),
        cmocka_unit_test(bytes_of_pictures_are_those_of_files),
        cmocka_unit_test(bytes_that_cannot_be_made_are_null),
        cmocka_unit_test(bytes_that_have_no_place_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
