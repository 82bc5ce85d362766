/* Readers and writers of files and bytes, pictures. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

static const char *const map_texts[] = {"type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n",
                                        "...\n.#.\n",
                                        "..9\n1#5\n",
                                        "",
                                        "version 1\n0\ta.map\t3\t2\t0\t0\t2\t1\t2.41421356\n",
                                        "border_size=1\nGg, Gg\n"};
static const char *const world_texts[] = {
    "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4\n",
    "mesh\n2\n3 1\n0 0 1 0\n4 0 1 0\n0 4 1 0\n3 0 1 2 -1 -1 -1\n",
    "node 0 0\nnode 3 0 tag 2\nedge 0 1\n",
    "v 0 5 0\nv 10 0 0\nv 10 5 0\nf 1 2 3\n",
    "edge 0 0\n",
    ""};

static const uint8_t *some_text(fuzz *f, const char *const *texts, size_t *count)
{
    const char *text = texts[below(f, 6)];
    *count = strlen(text);
    return damaged(f, (const uint8_t *)text, count);
}

/* A name in the folder of this run, or one that cannot be. */
static const char *some_file(fuzz *f)
{
    static const char *const names[] = {"a.map", "a.txt",  "a.png", "a.wend",
                                        "a.obj", "a.mesh", "a.svg", "a.graph"};
    char *name = scratch(f, 300, 1);
    if (unsound(f, 12)) {
        return chance(f, 3) ? NULL : chance(f, 2) ? "" : "/no/such/folder/a.map";
    }
    snprintf(name, 300, "%s/%s", fuzz_folder, names[below(f, 8)]);
    return name;
}

static void files(fuzz *f)
{
    const char *file = some_file(f);
    size_t count = below(f, 100);
    const uint8_t *bytes = scratch(f, count, 1);
    const wend_result result = GIVES(
        f, wend_io_write_file(file, chance(f, 8) ? NULL : bytes, count, some_message(f)), "AML");
    uint8_t *got = NULL;
    size_t got_count = 0;
    const wend_result read = GIVES(
        f, wend_io_read_file(file, some_allocator(f), &got, &got_count, some_message(f)), "AML");
    CHECK(f, result != WEND_OK || read != WEND_OK || got_count == count);
    wend_io_free(some_allocator(f), got, got_count);
}

static wend_map_options some_options(fuzz *f)
{
    wend_map_options options = wend_map_options_default();
    options.format = (wend_map_format)(chance(f, 3) ? below(f, unsound(f, 9) ? 11 : 8) : 0);
    options.neighbours = (wend_neighbours)(4 + 2 * below(f, 3));
    options.hex_layout = (wend_hex_layout)below(f, 4);
    options.wrap = (wend_wrap)(chance(f, 4) ? below(f, 4) : 0);
    options.corner_rule = (wend_corner_rule)below(f, 3);
    options.cell_size = chance(f, 2) ? 1 : real(f, 0.1, 4);
    options.uses_glyph_cost = chance(f, 4);
    options.allocator = *some_allocator(f);
    options.message = some_message(f);
    some_cookie(f, &options.cookie);
    return options;
}

void make_map(fuzz *f)
{
    size_t count = 0;
    const uint8_t *bytes = some_text(f, map_texts, &count);
    const wend_map_options options = some_options(f);
    wend_map *map = NULL;
    if (chance(f, 3)) {
        GIVES(f, wend_map_load_file(some_file(f), &options, &map), "AMLU");
    } else {
        GIVES(f, wend_map_load_memory(bytes, count, &options, &map), "AMLU");
    }
    keep(f, KIND_MAP, map, NULL, NULL, NULL);
}

static void keep_small_grid(fuzz *f, wend_grid *grid)
{
    if (grid != NULL && grid_nodes(grid) > FUZZ_SIDE * FUZZ_SIDE) {
        wend_grid_destroy(grid);
        grid = NULL;
    }
    keep(f, KIND_GRID, grid, NULL, NULL, NULL);
}

static void look_up_styles(fuzz *f)
{
    const wend_style style =
        wend_style_of((wend_meaning)below(f, (uint32_t)WEND_MEANING_COUNT + 2), real(f, -9, 300));
    CHECK(f, style.stroke_width >= 0 && style.mark_radius >= 0);
    CHECK(f, style.fill.alpha > 0 || style.stroke.alpha > 0);
}

static void ask_map(fuzz *f)
{
    wend_map *map = get(f, KIND_MAP);
    const uint32_t movement_class = below(f, 3);
    size_t index = below(f, 4);
    uint32_t found = 0;
    wend_map_get_format(map);
    CHECK(f, wend_map_class_name(map, movement_class) != NULL);
    wend_map_class_from_name(map, wend_map_class_name(map, movement_class), &found);
    wend_map_class_count(map);
    const wend_map_item item = wend_map_get_item(map, index);
    CHECK(f, item.name != NULL && item.type != NULL);
    CHECK(f, index < wend_map_item_count(map) || item.node == WEND_NODE_NONE);
    wend_map_item_from_name(map, chance(f, 3) ? NULL : item.name, &index);
    wend_map_item found_item;
    const bool is_found = wend_map_find_item(map, chance(f, 3) ? NULL : item.name, &found_item);
    CHECK(f, found_item.name != NULL && (is_found == (found_item.name[0] != '\0')));
    wend_map_item_property(map, index, "a");
    wend_map_property(map, chance(f, 2) ? NULL : "a");
    wend_map_has_tile_property(map);
    const wend_grid *inside = wend_map_grid(map);
    if (chance(f, 2)) {
        wend_grid *grid = wend_map_release_grid(map);
        CHECK(f, grid == inside && wend_map_grid(map) == NULL);
        keep_small_grid(f, grid);
    }
}

static void maps(fuzz *f)
{
    size_t count = 0;
    const uint8_t *bytes = some_text(f, map_texts, &count);
    const wend_map_options options = some_options(f);
    const char *file = some_file(f);
    wend_grid *grid = NULL;
    wend_map_format format = WEND_MAP_FORMAT_AUTO;
    if (chance(f, 2)) {
        GIVES(f, wend_map_load_grid_memory(bytes, count, &options, &grid, &format), "AMLU");
    } else {
        GIVES(f, wend_map_load_grid_file(file, &options, &grid, chance(f, 2) ? NULL : &format),
              "AMLU");
    }
    keep_small_grid(f, grid);
    const wend_grid *old = get(f, KIND_GRID);
    if (grid_nodes(old) > FUZZ_SIDE * FUZZ_SIDE) {
        return;
    }
    const wend_result stored = GIVES(
        f, wend_map_save_file(old, file, (wend_map_format)below(f, 8), some_message(f)), "AMLU");
    if (stored == WEND_OK) {
        wend_grid *again = NULL;
        const wend_result read =
            GIVES(f, wend_map_load_grid_file(file, NULL, &again, &format), "mL");
        CHECK(f, read == WEND_OK || read == WEND_ERROR_MEMORY);
        CHECK(f, read != WEND_OK || format != WEND_MAP_FORMAT_GRID ||
                     wend_grid_hash(again) == wend_grid_hash(old));
        wend_grid_destroy(again);
    }
}

/* Bytes saved to memory are freed; after a failure there are none. */
static void give_back(fuzz *f, const wend_allocator *allocator, wend_result result, uint8_t *bytes,
                      size_t count)
{
    CHECK(f, (bytes != NULL) == (result == WEND_OK) && (bytes != NULL || count == 0));
    if (bytes != NULL) {
        wend_io_free(allocator, bytes, count);
    }
}

static void bytes(fuzz *f)
{
    uint8_t *out = NULL;
    size_t count = 7;
    const wend_allocator *allocator = some_allocator(f);
    const wend_grid *grid = get(f, KIND_GRID);
    if (grid_nodes(grid) <= FUZZ_SIDE * FUZZ_SIDE) {
        const wend_result result =
            GIVES(f,
                  wend_map_save_memory(grid, (wend_map_format)below(f, 9), allocator, &out, &count,
                                       some_message(f)),
                  "AMU");
        give_back(f, allocator, result, out, count);
    }
    const wend_result mesh = GIVES(
        f,
        wend_mesh_save_memory(get(f, KIND_MESH), (wend_mesh_format)below(f, 5),
                              (wend_up_axis)below(f, 4), allocator, &out, &count, some_message(f)),
        "AMU");
    give_back(f, allocator, mesh, out, count);
    const wend_result graph =
        GIVES(f,
              wend_graph_save_memory(get(f, KIND_GRAPH), (wend_graph_format)below(f, 4), allocator,
                                     &out, &count, some_message(f)),
              "AM");
    give_back(f, allocator, graph, out, count);
    uint8_t *rgb = scratch(f, 3 * 4 * 5, 1);
    const wend_result png = GIVES(f,
                                  wend_io_save_png_memory(unsound(f, 9) ? 0 : 4, 5, rgb, allocator,
                                                          &out, &count, some_message(f)),
                                  "AMmU");
    give_back(f, allocator, png, out, count);
}

void make_scenario(fuzz *f)
{
    size_t count = 0;
    const uint8_t *bytes = some_text(f, map_texts, &count);
    wend_scenario *scenario = NULL;
    if (chance(f, 3)) {
        GIVES(f,
              wend_scenario_load_file(some_file(f), some_allocator(f), &scenario, some_message(f)),
              "AML");
    } else {
        GIVES(
            f,
            wend_scenario_load_memory(bytes, count, some_allocator(f), &scenario, some_message(f)),
            "AML");
    }
    keep(f, KIND_SCENARIO, scenario, NULL, NULL, NULL);
}

static void ask_scenario(fuzz *f)
{
    wend_scenario *scenario = get(f, KIND_SCENARIO);
    const size_t count = wend_scenario_count(scenario);
    const wend_scenario_row row = wend_scenario_get(scenario, below(f, 3));
    CHECK(f, count > 0 || row.line == 0);
    CHECK(f, wend_scenario_map(scenario) != NULL);
}

static bool see_level(void *context, const char *name)
{
    CHECK(context, name != NULL);
    return !chance(context, 3);
}

static void levels(fuzz *f)
{
    size_t count = 0;
    const uint8_t *bytes = some_text(f, map_texts, &count);
    wend_level_options options = wend_level_options_default();
    const wend_map_options map = some_options(f);
    options.format = (wend_level_format)(chance(f, 2) ? 0 : below(f, 4));
    options.entry = chance(f, 4) ? "MAP01" : NULL;
    options.max_step_height = chance(f, 4) ? real(f, 0, 50) : 24;
    options.min_opening = chance(f, 4) ? real(f, 0, 50) : 56;
    options.movement_class = some_class(f);
    options.team = some_team(f);
    options.map = chance(f, 2) ? NULL : &map;
    options.allocator = *some_allocator(f);
    options.message = some_message(f);
    some_cookie(f, &options.cookie);
    wend_level *level = NULL;
    if (chance(f, 2)) {
        GIVES(f, wend_level_load_memory(bytes, count, &options, &level), "AMLU");
        GIVES(f, wend_level_list_memory(bytes, count, &options, see_level, f), "AMLU");
    } else {
        GIVES(f, wend_level_load_file(some_file(f), &options, &level), "AMLU");
        GIVES(f, wend_level_list_file(some_file(f), &options, see_level, f), "AMLU");
    }
    keep(f, KIND_LEVEL, level, NULL, NULL, NULL);
}

static void meshes(fuzz *f)
{
    size_t count = 0;
    const uint8_t *bytes = some_text(f, world_texts, &count);
    const char *file = some_file(f);
    wend_mesh_options options = wend_mesh_options_default();
    options.format = (wend_mesh_format)(chance(f, 2) ? 0 : below(f, 5));
    options.up = (wend_up_axis)below(f, 3);
    options.weld = chance(f, 4) ? real(f, 0, 2) : 0;
    options.cell_size = chance(f, 4) ? real(f, 0, 9) : 0;
    options.is_strict = chance(f, 4);
    options.allocator = *some_allocator(f);
    options.message = some_message(f);
    some_cookie(f, &options.cookie);
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    wend_mesh_format format = WEND_MESH_FORMAT_AUTO;
    if (chance(f, 2)) {
        GIVES(f, wend_mesh_load_memory(bytes, count, &options, &mesh, &report, &format), "AMLF");
    } else {
        GIVES(f, wend_mesh_load_file(file, &options, &mesh, NULL, NULL), "AMLF");
    }
    keep(f, KIND_MESH, mesh, NULL, NULL, NULL);
    const wend_mesh *old = get(f, KIND_MESH);
    const wend_mesh_format to = (wend_mesh_format)below(f, 4);
    const wend_result stored = GIVES(
        f, wend_mesh_save_file(old, file, to, (wend_up_axis)below(f, 3), some_message(f)), "AMLU");
    if (stored == WEND_OK) {
        wend_mesh *again = NULL;
        const wend_result read =
            GIVES(f, wend_mesh_load_file(file, NULL, &again, NULL, &format), "mL");
        CHECK(f, read == WEND_OK || read == WEND_ERROR_MEMORY || format != WEND_MESH_FORMAT_SAVED);
        CHECK(f, again == NULL || format != WEND_MESH_FORMAT_SAVED ||
                     wend_mesh_hash(again) == wend_mesh_hash(old));
        wend_mesh_destroy(again);
    }
    wend_triangles triangles;
    if (chance(f, 2)) {
        GIVES(f, wend_triangles_load_memory(bytes, count, &options, &triangles), "AML");
    } else {
        GIVES(f, wend_triangles_load_file(file, &options, &triangles), "AML");
    }
    wend_triangles_free(&triangles);
}

static void graphs(fuzz *f)
{
    size_t count = 0;
    const uint8_t *bytes = some_text(f, world_texts, &count);
    const char *file = some_file(f);
    const wend_graph_format format = (wend_graph_format)(chance(f, 2) ? 0 : below(f, 4));
    wend_graph *graph = NULL;
    if (chance(f, 2)) {
        GIVES(f,
              wend_graph_load_memory(bytes, count, format, some_allocator(f), &graph,
                                     some_message(f)),
              "AMLF");
    } else {
        GIVES(f, wend_graph_load_file(file, format, some_allocator(f), &graph, some_message(f)),
              "AMLF");
    }
    keep(f, KIND_GRAPH, graph, NULL, NULL, NULL);
    const wend_graph *old = get(f, KIND_GRAPH);
    if (GIVES(f, wend_graph_save_file(old, file, format, some_message(f)), "AML") == WEND_OK) {
        wend_graph *again = NULL;
        const wend_result read =
            GIVES(f, wend_graph_load_file(file, format, NULL, &again, NULL), "m");
        CHECK(f, read != WEND_OK || format != WEND_GRAPH_FORMAT_SAVED ||
                     wend_graph_hash(again) == wend_graph_hash(old));
        wend_graph_destroy(again);
    }
}

static void items_as_text(fuzz *f)
{
    static const char *const texts[] = {"item 0 0\nitem 3 0 tag=2 inactive\n",
                                        "item 1 2 3\ntrigger take 0 0 item=0 sleep_ticks=4\n",
                                        "trigger area 1 1 half_size=2,3\n",
                                        "trigger time 0 0 period=3\ntrigger sound 2 2\n",
                                        "trigger take 0 0 item=0\n",
                                        ""};
    size_t count = 0;
    const uint8_t *bytes = some_text(f, texts, &count);
    const char *file = some_file(f);
    wend_items *items = get(f, KIND_ITEMS);
    wend_triggers *triggers = chance(f, 2) ? get(f, KIND_TRIGGERS) : NULL;
    const wend_allocator *allocator = some_allocator(f);
    if (chance(f, 2)) {
        GIVES(f, wend_items_add_memory(bytes, count, items, triggers, allocator, some_message(f)),
              "AMLF");
    } else {
        GIVES(f, wend_items_add_file(file, items, triggers, allocator, some_message(f)), "AMLF");
    }
    if (GIVES(f, wend_items_save_text_file(items, triggers, file, some_message(f)), "AML") ==
        WEND_OK) {
        uint8_t *out = NULL;
        const wend_result result = GIVES(
            f,
            wend_items_save_text_memory(items, triggers, allocator, &out, &count, some_message(f)),
            "AM");
        give_back(f, allocator, result, out, count);
    }
}

/* ---- pictures ---- */

void make_picture(fuzz *f)
{
    wend_picture_def def = wend_picture_def_default();
    def.format = (wend_picture_format)below(f, unsound(f, 20) ? 4 : 2);
    def.high.x = real(f, 1, 30);
    def.high.y = real(f, 1, 30);
    def.pixels_per_metre = f->is_sound ? 2 : real(f, 0.5, 4);
    def.is_y_up = chance(f, 2);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_picture *picture = NULL;
    GIVES(f, wend_picture_create(&def, &picture), "AMU");
    keep(f, KIND_PICTURE, picture, NULL, NULL, NULL);
}

static void draw_picture(fuzz *f)
{
    wend_picture *picture = get(f, KIND_PICTURE);
    const wend_draw draw = wend_picture_draw(picture);
    const wend_grid *grid = get(f, KIND_GRID);
    if (draw.line != NULL && grid_nodes(grid) <= FUZZ_SIDE * FUZZ_SIDE) {
        const wend_vec2 points[3] = {somewhere(f), somewhere(f), somewhere(f)};
        const wend_vec2 wild_point = {wild(f), wild(f)};
        wend_grid_draw(grid, 0, &draw);
        wend_walls_draw(get(f, KIND_WALLS), &draw);
        draw.line(draw.context, somewhere(f), wild_point, WEND_MEANING_EDGE, wild(f));
        draw.circle(draw.context, somewhere(f), wild(f), WEND_MEANING_BODY, wild(f));
        draw.polygon(draw.context, points, 3, WEND_MEANING_GROUND, wild(f));
        draw.text(draw.context, somewhere(f), "text", WEND_MEANING_NOTE);
    }
    GIVES(f, wend_picture_save_file(picture, some_file(f), some_message(f)), "AMmL");
    uint8_t *out = NULL;
    size_t count = 0;
    const wend_allocator *allocator = some_allocator(f);
    const wend_result given = GIVES(
        f, wend_picture_save_memory(picture, allocator, &out, &count, some_message(f)), "AMm");
    give_back(f, allocator, given, out, count);
    uint8_t *rgb = scratch(f, 3 * 4 * 5, 1);
    GIVES(f, wend_io_save_png_file(some_file(f), unsound(f, 9) ? 0 : 4, 5, rgb, some_message(f)),
          "AMmLU");
}

static const fuzz_action actions[] = {
    {"files", files, 1},
    {"make_map", make_map, 2},
    {"ask_map", ask_map, 2},
    {"look_up_styles", look_up_styles, 1},
    {"maps", maps, 3},
    {"bytes", bytes, 1},
    {"make_scenario", make_scenario, 1},
    {"ask_scenario", ask_scenario, 1},
    {"levels", levels, 2},
    {"meshes", meshes, 3},
    {"graphs", graphs, 3},
    {"items as text", items_as_text, 3},
    {"pictures", draw_picture, 1},
    {"make_picture", make_picture, 1},
};
const fuzz_room room_io = {"io", actions, sizeof actions / sizeof *actions};
