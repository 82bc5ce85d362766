/* Reads a map file into a grid, with the costs and neighbours of the options.
 * Cost: reading the file; with --cost its first bytes twice. */
#include "map/map.h"

#include "core/input.h"
#include "map/data.h"
#include "streams.h"

#include "wend/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_cost(void *target, const char *text, arg_expected *expected)
{
    map_arguments *m = target;
    int64_t cost = WEND_COST_WALL;
    snprintf(expected->text, sizeof expected->text,
             "expected a character, '=' and a cost from 1 to 254 or 'wall', such as W=5");
    if (text[0] == '\0' || text[1] != '=') {
        return false;
    }
    if (strcmp(text + 2, "wall") != 0 && !arg_parse_integer(text + 2, 1, 254, &cost)) {
        return false;
    }
    m->costs[(unsigned char)text[0]] = (uint8_t)cost;
    m->has_costs = true;
    return true;
}

map_arguments map_arguments_default(void)
{
    return (map_arguments){.rules = map_rules_default()};
}

void map_arguments_add(args *a, map_arguments *m)
{
    map_format_add_reading(a, &m->format);
    map_rules_add(a, &m->rules);
    args_custom(a, "--cost", "CHAR=N",
                "cost of a character of the map, 1 to 254 or 'wall'; may be given again", read_cost,
                m);
    args_may_repeat(a);
    args_number(a, "--cell-size", "M", "metres along a cell (default 1)", 0.001, 1e6,
                &m->cell_size);
    args_text(a, "--entry", "NAME", "which map of an archive (default the first)", &m->entry);
    args_text(a, "--data", "FOLDER", "where the game keeps what its maps refer to",
              &m->data_folder);
    args_text(a, "--tile-property", "NAME",
              "property with the cost of a tile in Tiled maps (default cost)", &m->tile_property);
}

/* Cost of a character in maps with this head: the reader itself gives it for a map of one cell. 0 =
 * not allowed. */
static uint8_t glyph_cost(const char *head, wend_map_format format, int glyph)
{
    char bytes[80];
    const int count = snprintf(bytes, sizeof bytes, "%s%c\n", head, glyph);
    wend_map_options options = wend_map_options_default();
    options.format = format;
    wend_grid *grid = NULL;
    if (wend_map_load_grid_memory((const uint8_t *)bytes, (size_t)count, &options, &grid, NULL) !=
        WEND_OK) {
        return 0;
    }
    const uint8_t cost = wend_grid_cost(grid, 0, 0, 0);
    wend_grid_destroy(grid);
    return cost;
}

static bool begins_with(const uint8_t *bytes, size_t count, const char *text)
{
    const size_t length = strlen(text);
    return count >= length && memcmp(bytes, text, length) == 0;
}

/* The format's own costs with the user's over them: the library takes either table, not a mix. */
static int fill_costs(const cli *c, const map_arguments *m, wend_map_options *options)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    wend_message message = {0};
    const wend_result result = input_read(m->file, &bytes, &count, &message);
    if (result != WEND_OK) {
        return input_fail(c, m->file, result, &message);
    }
    const char *head = "";
    wend_map_format format = WEND_MAP_FORMAT_MOVINGAI;
    if (begins_with(bytes, count, "type octile-corner")) {
        head = "type octile-corner\nheight 1\nwidth 1\nmap\n";
    } else if (begins_with(bytes, count, "type ")) {
        head = "type octile\nheight 1\nwidth 1\nmap\n";
    } else {
        format = WEND_MAP_FORMAT_TEXT;
    }
    input_free(m->file, bytes, count);
    for (int glyph = 0; glyph < 256; glyph++) {
        options->glyph_cost[glyph] =
            m->costs[glyph] != 0 ? m->costs[glyph] : glyph_cost(head, format, glyph);
    }
    options->uses_glyph_cost = true;
    return CLI_OK;
}

static wend_map_options options_of(const map_arguments *m)
{
    wend_map_options options = wend_map_options_default();
    options.format = m->format;
    options.cell_size = m->cell_size > 0.0 ? m->cell_size : options.cell_size;
    options.neighbours = m->rules.neighbours;
    options.corner_rule = m->rules.corner_rule;
    options.hex_layout = m->rules.hex_layout;
    options.wrap = m->rules.wrap;
    options.entry = m->entry;
    options.data_folder = m->data_folder;
    options.tile_property = m->tile_property != NULL ? m->tile_property : options.tile_property;
    return options;
}

/* Opens a map again with the rules of its game; only the reader detects a map of a game. Rules that
 * cannot be read leave the map as it was opened without them. */
static void add_rules(const cli *c, const map_arguments *m, wend_map_options options,
                      wend_map **file)
{
    char folder[MAP_DATA_CAPACITY];
    if (m->data_folder != NULL || streams_is_once(m->file) ||
        wend_map_get_format(*file) != WEND_MAP_FORMAT_WESNOTH ||
        !map_data_find(m->file, folder, sizeof folder)) {
        return;
    }
    wend_map *with_rules = NULL;
    options.data_folder = folder;
    const wend_result result = wend_map_load_file(m->file, &options, &with_rules);
    if (result == WEND_OK) {
        wend_map_destroy(*file);
        *file = with_rules;
        cli_note(c, "the map lies in a game: its rules are read as by --data %s", folder);
    } else {
        cli_note(c, "the rules of the game around the map are left out: %s", options.message->text);
    }
}

int map_open(const cli *c, const map_arguments *m, wend_map **file, wend_grid **grid)
{
    wend_message message = {0};
    wend_map_options options = options_of(m);
    options.message = &message;
    *grid = NULL;
    *file = NULL;
    if (m->has_costs && fill_costs(c, m, &options) != CLI_OK) {
        return CLI_BAD;
    }
    const wend_result result = input_map_open(m->file, &options, file);
    if (result != WEND_OK) {
        return input_fail(c, m->file, result, &message);
    }
    add_rules(c, m, options, file);
    *grid = wend_map_release_grid(*file);
    if (map_arguments_check(c, m, *file) != CLI_OK ||
        map_rules_check(c, &m->rules, input_name(m->file), *grid) != CLI_OK) {
        wend_grid_destroy(*grid);
        wend_map_destroy(*file);
        *grid = NULL;
        *file = NULL;
        return CLI_BAD;
    }
    return CLI_OK;
}

int map_load(const cli *c, const map_arguments *m, wend_grid **grid, wend_map_format *format)
{
    wend_map *file = NULL;
    const int exit_code = map_open(c, m, &file, grid);
    if (format != NULL) {
        *format = wend_map_get_format(file);
    }
    wend_map_destroy(file);
    return exit_code;
}

wend_node map_node(const cli *c, const wend_grid *grid, const char *option, const arg_cell *cell)
{
    if (!cell->is_given) {
        cli_fail(c, "%s: missing; expected a cell as X,Y", option);
        return WEND_NODE_NONE;
    }
    const wend_node node = wend_grid_node(grid, cell->x, cell->y);
    if (node == WEND_NODE_NONE) {
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        cli_fail(c, "%s: expected a cell from 0,0 to %d,%d, found '%d,%d'", option,
                 (int)info.width - 1, (int)info.height - 1, (int)cell->x, (int)cell->y);
    }
    return node;
}
