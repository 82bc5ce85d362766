/* Reads the level, map, mesh or graph of a file.
 * Cost: reading the file; maps are read twice. */
#include "world/source.h"

#include "core/input.h"
#include "map/format.h"

#include "wend/io.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { HEAD_CAPACITY = 65536 };

bool source_read_up(void *target, const char *text, arg_expected *expected)
{
    static const char *const NAMES[] = {"y", "z", "y-turned"};
    const int choice = arg_choice(text, NAMES, 3, expected);
    if (choice >= 0) {
        *(wend_up_axis *)target = (wend_up_axis)choice;
    }
    return choice >= 0;
}

bool source_read_format(void *target, const char *text, arg_expected *expected)
{
    static const char *const NAMES[] = {"wad",  "obj", "polyanya", "mesh", "graph",   "movingai",
                                        "text", "png", "grid",     "tmx",  "wesnoth", "warzone"};
    static const source_kind KINDS[] = {SOURCE_WAD, SOURCE_MESH, SOURCE_MESH, SOURCE_MESH,
                                        SOURCE_GRAPH};
    static const wend_mesh_format MESHES[] = {WEND_MESH_FORMAT_AUTO, WEND_MESH_FORMAT_OBJ,
                                              WEND_MESH_FORMAT_POLYANYA, WEND_MESH_FORMAT_SAVED,
                                              WEND_MESH_FORMAT_AUTO};
    enum { OTHERS = sizeof KINDS / sizeof KINDS[0] };
    source_format *format = target;
    const int choice = arg_choice(text, NAMES, sizeof NAMES / sizeof NAMES[0], expected);
    if (choice < 0) {
        return false;
    }
    *format = (source_format){.name = text};
    if (choice < OTHERS) {
        format->kind = KINDS[choice];
        format->mesh = MESHES[choice];
        return true;
    }
    return map_format_read_any(&format->map, text, expected);
}

void source_arguments_add(args *a, source_arguments *s)
{
    args_custom(a, "--format", "FORMAT",
                "what the file is: wad, obj, polyanya, mesh (saved), graph, or a map: movingai, "
                "text, png, grid, tmx, wesnoth, warzone (default by its first bytes, an OBJ by its "
                "name too)",
                source_read_format, &s->format);
    args_text(a, "--entry", "NAME", "which level or map of the file (default the first)",
              &s->entry);
    args_text(a, "--data", "FOLDER", "where the game keeps what its maps refer to",
              &s->data_folder);
    args_custom(a, "--up", "y|z|y-turned",
                "which axis of an OBJ points up: y (default; z becomes y) or y-turned (-z becomes "
                "y: no mirror image), or z",
                source_read_up, &s->up);
}

/* ---- the kind of a file ---- */

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text);
    const size_t tail = strlen(ending);
    return length >= tail && strcmp(text + length - tail, ending) == 0;
}

static bool has_word(const char *line, const char *word)
{
    const size_t length = strlen(word);
    return strncmp(line, word, length) == 0 &&
           (line[length] == '\0' || isspace((unsigned char)line[length]));
}

/* The first line that is no comment: "#" begins a comment in OBJs and graphs. A map may begin with
 * walls written so, but then nothing else in it equals one of the words searched for. */
static const char *first_line(const char *head)
{
    while (*head == '#' || isspace((unsigned char)*head)) {
        head += *head == '#' ? strcspn(head, "\n") : 1;
    }
    return head;
}

static bool has_any_word(const char *line, const char *const *words, size_t count)
{
    bool has = false;
    for (size_t i = 0; i < count; i++) {
        has = has || has_word(line, words[i]);
    }
    return has;
}

static source_kind kind_of_text(const char *head, const char *file)
{
    static const char *const GRAPH_WORDS[] = {"graph", "node"};
    static const char *const OBJ_WORDS[] = {"v", "vn", "vt", "o", "g", "mtllib", "usemtl"};
    const char *line = first_line(head);
    if (has_word(line, "mesh") || ends_with(file, ".obj") ||
        has_any_word(line, OBJ_WORDS, sizeof OBJ_WORDS / sizeof OBJ_WORDS[0])) {
        return SOURCE_MESH;
    }
    return has_any_word(line, GRAPH_WORDS, 2) ? SOURCE_GRAPH : SOURCE_MAP;
}

static source_kind kind_of_bytes(const char *head, size_t count, const char *file)
{
    if (count >= 4 && (memcmp(head, "IWAD", 4) == 0 || memcmp(head, "PWAD", 4) == 0)) {
        return SOURCE_WAD;
    }
    if (count >= 4 && memcmp(head, "WMSH", 4) == 0) {
        return SOURCE_MESH;
    }
    if (count >= 4 && memcmp(head, "WGRF", 4) == 0) {
        return SOURCE_GRAPH;
    }
    return kind_of_text(head, file);
}

source_kind source_kind_of(const char *file)
{
    char head[HEAD_CAPACITY];
    const size_t count = input_head(file, head, sizeof head);
    return kind_of_bytes(head, count, file);
}

/* ---- opening ---- */

static wend_map_options map_options(const source_arguments *s, wend_message *message)
{
    wend_map_options options = wend_map_options_default();
    options.format = s->format.map;
    options.entry = s->entry;
    options.data_folder = s->data_folder;
    options.cell_size = s->cell_size > 0.0 ? s->cell_size : options.cell_size;
    options.message = message;
    return options;
}

static wend_result open_level(const source_arguments *s, world_source *source,
                              wend_message *message)
{
    const wend_map_options map = map_options(s, NULL);
    wend_level_options options = wend_level_options_default();
    options.format = source->kind == SOURCE_WAD ? WEND_LEVEL_FORMAT_WAD : WEND_LEVEL_FORMAT_MAP;
    options.entry = s->entry;
    options.map = &map;
    options.message = message;
    source->format = wend_level_format_name(options.format);
    source->is_y_up = source->kind == SOURCE_WAD;
    return input_level_open(s->file, &options, &source->level);
}

static wend_result open_map(const source_arguments *s, world_source *source, wend_message *message)
{
    const wend_map_options options = map_options(s, message);
    wend_map_format format = WEND_MAP_FORMAT_AUTO;
    const wend_result result = input_map_load(s->file, &options, &source->grid, &format);
    source->format = wend_map_format_name(format);
    return result;
}

static wend_result open_mesh(const source_arguments *s, world_source *source, wend_message *message)
{
    wend_mesh_options options = wend_mesh_options_default();
    wend_mesh_format format = WEND_MESH_FORMAT_AUTO;
    options.format = s->format.mesh;
    options.up = s->up;
    options.message = message;
    const wend_result result =
        input_mesh_open(s->file, &options, &source->mesh, &source->report, &format);
    source->format = wend_mesh_format_name(format);
    return result;
}

static wend_result open_graph(const source_arguments *s, world_source *source,
                              wend_message *message)
{
    source->format = "graph";
    return input_graph_open(s->file, WEND_GRAPH_FORMAT_AUTO, &source->graph, message);
}

static wend_result open_kind(const source_arguments *s, world_source *source, wend_message *message)
{
    switch (source->kind) {
    case SOURCE_WAD:
        return open_level(s, source, message);
    case SOURCE_MESH:
        return open_mesh(s, source, message);
    case SOURCE_GRAPH:
        return open_graph(s, source, message);
    case SOURCE_MAP:
        break;
    }
    const wend_result result = open_level(s, source, message);
    return result == WEND_OK ? open_map(s, source, message) : result;
}

int source_open(const cli *c, const source_arguments *s, world_source *source)
{
    wend_message message = {0};
    *source =
        (world_source){.kind = s->format.name != NULL ? s->format.kind : source_kind_of(s->file)};
    const wend_result result = open_kind(s, source, &message);
    return result == WEND_OK ? CLI_OK : input_fail(c, s->file, result, &message);
}

void source_close(world_source *source)
{
    wend_level_destroy(source->level);
    wend_grid_destroy(source->grid);
    wend_mesh_destroy(source->mesh);
    wend_graph_destroy(source->graph);
    *source = (world_source){.kind = SOURCE_MAP};
}

int source_need_level(const cli *c, const source_arguments *s, world_source *source)
{
    wend_message message = {0};
    if (source->level != NULL) {
        return CLI_OK;
    }
    if (source->mesh == NULL) {
        return cli_fail(c, "%s: a graph has no walls to build another world of",
                        input_name(s->file));
    }
    const wend_result result = wend_level_from_mesh(source->mesh, &source->level, &message);
    return result == WEND_OK ? CLI_OK : input_fail(c, s->file, result, &message);
}

bool source_find_item(const world_source *source, const char *text, wend_level_item *item)
{
    const size_t count = wend_level_item_count(source->level);
    int64_t number = 0;
    *item = (wend_level_item){.name = ""};
    if (text[0] == '#' && arg_parse_integer(text + 1, 0, INT32_MAX, &number)) {
        *item = wend_level_get_item(source->level, (uint32_t)number);
        return (size_t)number < count;
    }
    for (uint32_t i = 0; i < count; i++) {
        *item = wend_level_get_item(source->level, i);
        if (strcmp(item->name, text) == 0) {
            return true;
        }
    }
    return false;
}
