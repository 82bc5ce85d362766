/* Messages of readers and writers of files, and of bakes. */
#include "sentences.h"

static wend_message m;

static void try_maps(void)
{
    static const uint8_t bytes[] = "..9\n";
    wend_map_options options = wend_map_options_default();
    wend_grid *grid = NULL;
    wend_map *map = NULL;
    wend_level *level = NULL;
    uint8_t *out = NULL;
    size_t count = 0;
    options.message = &m;
    options.format = (wend_map_format)40;
    TOLD(wend_map_load_grid_memory(bytes, 4, &options, &grid, NULL), m.text, "format is 40",
         "from 0 to ");
    TOLD(wend_map_load_memory(bytes, 4, &options, &map), m.text, "format is 40", "from 0 to ");
    options.format = WEND_MAP_FORMAT_AUTO;
    options.cell_size = -2;
    TOLD(wend_map_load_grid_file("a.txt", &options, &grid, NULL), m.text, "cell_size is -2",
         "above 0");
    TOLD(wend_map_load_file("a.txt", &options, &map), m.text, "cell_size is -2", "above 0");
    TOLD(wend_map_save_file(NULL, "a.txt", WEND_MAP_FORMAT_TEXT, &m), m.text, "grid is NULL");
    TOLD(wend_map_save_memory(NULL, WEND_MAP_FORMAT_TEXT, NULL, &out, &count, &m), m.text,
         "grid is NULL");
    wend_scenario *scenario = NULL;
    TOLD(wend_scenario_load_memory(bytes, 4, NULL, &scenario, &m), m.text,
         "expected \"version 1\"");
    TOLD(wend_scenario_load_file(NULL, NULL, &scenario, &m), m.text, "file is NULL");
    wend_level_options level_options = wend_level_options_default();
    level_options.message = &m;
    level_options.max_step_height = -1;
    TOLD(wend_level_load_memory(bytes, 4, &level_options, &level), m.text, "max_step_height is -1",
         "0 or more");
    TOLD(wend_level_load_file("a.wad", &level_options, &level), m.text, "max_step_height is -1");
    TOLD(wend_level_list_file("a.wad", &level_options, NULL, NULL), m.text,
         "max_step_height is -1");
    TOLD(wend_level_list_memory(bytes, 4, &level_options, NULL, NULL), m.text,
         "max_step_height is -1");
}

static void try_models(void)
{
    static const uint8_t bytes[] = "v 0 0 0\n";
    wend_mesh_options options = wend_mesh_options_default();
    wend_mesh *mesh = NULL;
    wend_graph *graph = NULL;
    wend_triangles triangles;
    uint8_t *out = NULL;
    size_t count = 0;
    options.message = &m;
    options.format = (wend_mesh_format)9;
    TOLD(wend_mesh_load_file("a.obj", &options, &mesh, NULL, NULL), m.text, "format is 9",
         "0 to 3");
    TOLD(wend_mesh_load_memory(bytes, 8, &options, &mesh, NULL, NULL), m.text, "format is 9");
    TOLD(wend_triangles_load_file("a.obj", &options, &triangles), m.text, "format is 9");
    TOLD(wend_triangles_load_memory(bytes, 8, &options, &triangles), m.text, "format is 9");
    TOLD(wend_mesh_save_file(NULL, "a.obj", WEND_MESH_FORMAT_OBJ, WEND_UP_Y, &m), m.text,
         "mesh is NULL");
    TOLD(wend_mesh_save_memory(NULL, WEND_MESH_FORMAT_OBJ, WEND_UP_Y, NULL, &out, &count, &m),
         m.text, "mesh is NULL");
    const wend_graph_format bad = (wend_graph_format)9;
    TOLD(wend_graph_load_file("a.graph", bad, NULL, &graph, &m), m.text, "format is 9", "0 to 2");
    TOLD(wend_graph_load_memory(bytes, 8, bad, NULL, &graph, &m), m.text, "format is 9");
    TOLD(wend_graph_save_file(NULL, "a.graph", WEND_GRAPH_FORMAT_TEXT, &m), m.text,
         "graph is NULL");
    TOLD(wend_graph_save_memory(NULL, WEND_GRAPH_FORMAT_TEXT, NULL, &out, &count, &m), m.text,
         "graph is NULL");
}

static void try_items(void)
{
    static const uint8_t bytes[] = "item 0 0\n";
    uint8_t *out = NULL;
    size_t count = 0;
    TOLD(wend_items_add_file("a.items", NULL, NULL, NULL, &m), m.text, "items is NULL");
    TOLD(wend_items_add_memory(bytes, 9, NULL, NULL, NULL, &m), m.text, "items is NULL");
    TOLD(wend_items_save_text_file(NULL, NULL, "a.items", &m), m.text, "items is NULL");
    TOLD(wend_items_save_text_file(NULL, NULL, NULL, &m), m.text, "file is NULL");
    TOLD(wend_items_save_text_memory(NULL, NULL, NULL, &out, &count, &m), m.text, "items is NULL");
}

static void try_pictures(void)
{
    wend_picture_def def = wend_picture_def_default();
    wend_picture *picture = NULL;
    uint8_t *out = NULL;
    size_t count = 0;
    def.message = &m;
    def.format = WEND_PICTURE_SVG;
    def.high = (wend_vec2){4, 4};
    def.pixels_per_metre = -1;
    TOLD(wend_picture_create(&def, &picture), m.text, "wend_picture_create: pixels_per_metre is -1",
         "0 or more");
    def.pixels_per_metre = 2;
    wend_picture_create(&def, &picture);
    TOLD(wend_picture_save_file(picture, NULL, NULL), wend_picture_error(picture),
         "wend_picture_save_file: file is NULL");
    TOLD(wend_picture_save_file(picture, "plan.png", NULL), wend_picture_error(picture),
         "wend_picture_save_file: the picture is an SVG, and the file's name ends in .png");
    TOLD(wend_picture_save_memory(picture, NULL, NULL, &count, NULL), wend_picture_error(picture),
         "wend_picture_save_memory: bytes");
    wend_picture_destroy(picture);
    static const uint8_t rgb[3] = {0, 0, 0};
    TOLD(wend_io_save_png_file("a.png", 0, 1, rgb, &m), m.text, "width is 0", "1 to 16384");
    TOLD(wend_io_save_png_memory(1, -3, rgb, NULL, &out, &count, &m), m.text, "height is -3",
         "1 to 16384");
    TOLD(wend_io_read_file(NULL, NULL, &out, &count, &m), m.text, "file is NULL");
    TOLD(wend_io_write_file("", rgb, 3, &m), m.text, "file is empty", "name of a file");
}

void try_files(void)
{
    try_maps();
    try_models();
    try_items();
    try_pictures();
}

#if defined(WEND_HAVE_RECAST)
#include "wend/bake.h"

void try_bakes(void)
{
    static const wend_vec3 points[3] = {{0, 0, 0}, {8, 0, 0}, {0, 8, 0}};
    static const uint32_t indices[3] = {0, 1, 2};
    wend_bake_def def = wend_bake_def_default();
    wend_bake *bake = NULL;
    wend_mesh *mesh = NULL;
    def.message = &m;
    TOLD(wend_bake_start(&def, &bake), m.text, "wend_bake_start: point_count is 0", "1 or more");
    def.points = points;
    def.point_count = 3;
    def.corners = indices;
    def.triangle_count = 1;
    def.max_slope_deg = 100;
    TOLD(wend_mesh_bake(&def, &mesh, NULL), m.text, "wend_mesh_bake: max_slope_deg is 100",
         "0 to 90");
    def.max_slope_deg = 45;
    wend_bake_start(&def, &bake);
    TOLD(wend_bake_finish(bake, NULL, NULL), wend_bake_error(bake),
         "wend_bake_finish: mesh is NULL");
    wend_bake_destroy(bake);
}
#endif
