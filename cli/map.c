/* Takes: a map's file name and what the user says about costs and neighbours.
 * Gives: a grid, or one line about what is wrong with the file.
 * Cost: reading the file; with --cost its first bytes twice. */
#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NEIGHBOURS[] = {"4", "8"};
static const char *const CORNERS[] = {"never", "one", "always"};

static bool read_neighbours(void *target, const char *text, char *expected, size_t capacity)
{
    map_arguments *m = target;
    const int choice = arg_choice(text, NEIGHBOURS, 2, expected, capacity);
    m->neighbours = choice == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    m->has_neighbours = true;
    return choice >= 0;
}

static bool read_corners(void *target, const char *text, char *expected, size_t capacity)
{
    map_arguments *m = target;
    const int choice = arg_choice(text, CORNERS, 3, expected, capacity);
    if (choice >= 0) {
        m->corner_rule = (wend_corner_rule)choice;
        m->has_corner_rule = true;
    }
    return choice >= 0;
}

static bool read_cost(void *target, const char *text, char *expected, size_t capacity)
{
    map_arguments *m = target;
    int64_t cost = WEND_COST_WALL;
    snprintf(expected, capacity,
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
    return (map_arguments){.cell_size = 1.0};
}

void map_arguments_add(args *a, map_arguments *m)
{
    args_custom(a, "--neighbours", "4|8", "ways out of a cell (default 8)", read_neighbours, m);
    args_custom(a, "--corners", "RULE",
                "when a diagonal step may pass walls: never (default), one, always", read_corners,
                m);
    args_custom(a, "--cost", "CHAR=N",
                "cost of a character of the map, 1 to 254 or 'wall'; may be given again", read_cost,
                m);
    args_number(a, "--cell-size", "M", "metres along a cell (default 1)", 0.001, 1e6,
                &m->cell_size);
    args_text(a, "--entry", "NAME", "which map of an archive (default the first)", &m->entry);
    args_text(a, "--data", "FOLDER", "where the game keeps what its maps refer to",
              &m->data_folder);
    args_text(a, "--tile-property", "NAME",
              "property of Tiled maps that says a tile's cost (default cost)", &m->tile_property);
}

const char *map_corner_name(wend_corner_rule rule)
{
    return CORNERS[rule];
}

/* What a character costs in maps with this head: the reader itself is asked, with a map of one
 * cell. 0 = not allowed. */
static uint8_t glyph_cost(const char *head, wend_map_format format, int glyph)
{
    char bytes[80];
    const int count = snprintf(bytes, sizeof bytes, "%s%c\n", head, glyph);
    wend_map_options options = wend_map_options_default();
    options.format = format;
    wend_grid *grid = NULL;
    if (wend_map_read((const uint8_t *)bytes, (size_t)count, &options, &grid, NULL) != WEND_OK) {
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
    const wend_result result = wend_io_read_file(m->file, NULL, &bytes, &count, &message);
    if (result != WEND_OK) {
        return cli_fail_call(c, m->file, result, &message);
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
    wend_io_free(NULL, bytes, count);
    for (int glyph = 0; glyph < 256; glyph++) {
        options->glyph_cost[glyph] =
            m->costs[glyph] != 0 ? m->costs[glyph] : glyph_cost(head, format, glyph);
    }
    options->use_glyph_cost = true;
    return CLI_OK;
}

/* Grids carry their own rules: what the user says must not be passed over in silence. */
static int check_rules(const cli *c, const map_arguments *m, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (m->has_neighbours && info.neighbours != m->neighbours) {
        return cli_fail(c, "--neighbours: %s itself says %d", m->file, (int)info.neighbours);
    }
    if (m->has_corner_rule && info.corner_rule != m->corner_rule) {
        return cli_fail(c, "--corners: %s itself says %s", m->file,
                        map_corner_name(info.corner_rule));
    }
    return CLI_OK;
}

static wend_map_options options_of(const map_arguments *m)
{
    wend_map_options options = wend_map_options_default();
    options.cell_size = m->cell_size;
    options.neighbours = m->has_neighbours ? m->neighbours : options.neighbours;
    options.corner_rule = m->has_corner_rule ? m->corner_rule : options.corner_rule;
    options.entry = m->entry;
    options.data_folder = m->data_folder;
    options.tile_property = m->tile_property != NULL ? m->tile_property : options.tile_property;
    return options;
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
    const wend_result result = wend_map_open(m->file, &options, file);
    if (result != WEND_OK) {
        return cli_fail_call(c, m->file, result, &message);
    }
    if (check_rules(c, m, wend_map_grid(*file)) != CLI_OK) {
        wend_map_destroy(*file);
        *file = NULL;
        return CLI_BAD;
    }
    *grid = wend_map_take_grid(*file);
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

/* A number, or else a name that only the map knows. */
static bool read_class(void *target, const char *text, char *expected, size_t capacity)
{
    map_agent *agent = target;
    snprintf(expected, capacity,
             "expected a whole number from 0 to %d, or the name of one of the map's classes",
             (int)WEND_GRID_CLASSES_MAX - 1);
    agent->class_name = NULL;
    if (strspn(text, "0123456789.+-") == strlen(text)) {
        return arg_parse_integer(text, 0, WEND_GRID_CLASSES_MAX - 1, &agent->movement_class);
    }
    agent->class_name = text;
    return true;
}

void map_class_add(args *a, map_agent *agent)
{
    *agent = (map_agent){.movement_class = -1, .team = -1};
    args_custom(a, "--class", "N|NAME", "the movement class to keep (default all)", read_class,
                agent);
}

void map_agent_add(args *a, map_agent *agent)
{
    *agent = (map_agent){.movement_class = 0, .team = -1};
    args_custom(a, "--class", "N|NAME", "movement class (default 0)", read_class, agent);
    args_integer(a, "--team", "N", "team whose gates are open (default none)", 0,
                 WEND_GRID_TEAMS_MAX - 1, &agent->team);
}

bool map_agent_resolve(const cli *c, const wend_map *file, map_agent *agent)
{
    uint32_t movement_class = 0;
    if (agent->class_name == NULL) {
        return true;
    }
    if (!wend_map_class_from_name(file, agent->class_name, &movement_class)) {
        cli_fail(c, "--class: the map has no class named '%s' (wend info lists them)",
                 agent->class_name);
        return false;
    }
    agent->movement_class = movement_class;
    agent->class_name = NULL;
    return true;
}

bool map_agent_fits(const cli *c, const wend_grid *grid, const map_agent *agent)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (agent->class_name != NULL) {
        cli_fail(c,
                 "--class: a scenario's map names no classes; expected a whole number, found "
                 "'%s'",
                 agent->class_name);
        return false;
    }
    if (agent->movement_class >= info.class_count) {
        cli_fail(c, "--class: expected a whole number from 0 to %d (the map's classes), found '%d'",
                 (int)info.class_count - 1, (int)agent->movement_class);
        return false;
    }
    return true;
}

int map_space(const cli *c, const wend_grid *grid, const map_agent *agent, wend_space **space)
{
    wend_message message = {0};
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.movement_class = (uint32_t)agent->movement_class;
    def.team = agent->team < 0 ? WEND_TEAM_NONE : (uint32_t)agent->team;
    def.message = &message;
    const wend_result result = wend_space_create(&def, space);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "space", result, &message);
}
