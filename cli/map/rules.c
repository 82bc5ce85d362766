/* Gives grids the neighbours, corner rule, hex layout and wrapping of the options; options that
 * contradict the file are refused.
 * Cost: a copy of the costs where the file has no rules. */
#include "map/rules.h"

#include <stdlib.h>

static const char *const NEIGHBOURS[] = {"4", "6", "8"};
static const char *const CORNERS[] = {"never", "one", "always"};
static const char *const HEX_LAYOUTS[] = {"odd-rows", "even-rows", "odd-columns", "even-columns"};
static const char *const WRAPS[] = {"none", "x", "y", "both"};

map_rules map_rules_default(void)
{
    const wend_grid_def def = wend_grid_def_default();
    return (map_rules){.neighbours = def.neighbours,
                       .corner_rule = def.corner_rule,
                       .hex_layout = def.hex_layout,
                       .wrap = def.wrap};
}

/* ---- reading ---- */

static bool read_neighbours(void *target, const char *text, arg_expected *expected)
{
    static const wend_neighbours VALUES[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                             WEND_NEIGHBOURS_8};
    map_rules *rules = target;
    const int choice = arg_choice(text, NEIGHBOURS, 3, expected);
    rules->has_neighbours = choice >= 0;
    rules->neighbours = VALUES[choice >= 0 ? choice : 0];
    return choice >= 0;
}

static bool read_corners(void *target, const char *text, arg_expected *expected)
{
    map_rules *rules = target;
    const int choice = arg_choice(text, CORNERS, 3, expected);
    rules->has_corner_rule = choice >= 0;
    rules->corner_rule = (wend_corner_rule)(choice >= 0 ? choice : 0);
    return choice >= 0;
}

static bool read_hex_layout(void *target, const char *text, arg_expected *expected)
{
    map_rules *rules = target;
    const int choice = arg_choice(text, HEX_LAYOUTS, 4, expected);
    rules->has_hex_layout = choice >= 0;
    rules->hex_layout = (wend_hex_layout)(choice >= 0 ? choice : 0);
    return choice >= 0;
}

static bool read_wrap(void *target, const char *text, arg_expected *expected)
{
    map_rules *rules = target;
    const int choice = arg_choice(text, WRAPS, 4, expected);
    rules->has_wrap = choice >= 0;
    rules->wrap = (wend_wrap)(choice >= 0 ? choice : 0);
    return choice >= 0;
}

void map_rules_add(args *a, map_rules *rules)
{
    args_custom(a, "--neighbours", "4|6|8",
                "neighbours of a cell (default 8); 6 makes the cells hexes", read_neighbours,
                rules);
    args_custom(a, "--hex-layout", "LAYOUT",
                "which hexes lie half a cell further: odd-rows (default), even-rows, odd-columns, "
                "even-columns",
                read_hex_layout, rules);
    args_custom(a, "--corners", "RULE",
                "when a diagonal step may pass walls: never (default), one, always", read_corners,
                rules);
    args_custom(a, "--wrap", "SIDES", "which sides meet: none (default), x, y, both", read_wrap,
                rules);
}

void map_rules_apply(const map_rules *rules, wend_grid_def *def)
{
    def->neighbours = rules->has_neighbours ? rules->neighbours : def->neighbours;
    def->corner_rule = rules->has_corner_rule ? rules->corner_rule : def->corner_rule;
    def->hex_layout = rules->has_hex_layout ? rules->hex_layout : def->hex_layout;
    def->wrap = rules->has_wrap ? rules->wrap : def->wrap;
}

/* ---- comparing ---- */

int map_rules_check(const cli *c, const map_rules *rules, const char *file, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (rules->has_neighbours && info.neighbours != rules->neighbours) {
        return cli_fail(c, "--neighbours: %s defines %d", file, (int)info.neighbours);
    }
    if (rules->has_corner_rule && info.corner_rule != rules->corner_rule) {
        return cli_fail(c, "--corners: %s defines %s", file, map_corner_name(info.corner_rule));
    }
    if (rules->has_hex_layout && info.neighbours != WEND_NEIGHBOURS_6) {
        return cli_fail(c, "--hex-layout: the cells are no hexes; --neighbours 6 makes them so");
    }
    if (rules->has_hex_layout && info.hex_layout != rules->hex_layout) {
        return cli_fail(c, "--hex-layout: %s defines %s", file,
                        map_hex_layout_name(info.hex_layout));
    }
    if (rules->has_wrap && info.wrap != rules->wrap) {
        return cli_fail(c, "--wrap: %s defines %s", file, map_wrap_name(info.wrap));
    }
    return CLI_OK;
}

const char *map_corner_name(wend_corner_rule rule)
{
    return CORNERS[rule];
}

const char *map_hex_layout_name(wend_hex_layout layout)
{
    return HEX_LAYOUTS[layout];
}

const char *map_wrap_name(wend_wrap wrap)
{
    return WRAPS[wrap];
}

/* ---- copying ---- */

wend_grid_def map_def_of(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wend_grid_def def = wend_grid_def_default();
    def.width = info.width;
    def.height = info.height;
    def.neighbours = info.neighbours;
    def.corner_rule = info.corner_rule;
    def.hex_layout = info.hex_layout;
    def.wrap = info.wrap;
    def.sector_size = info.sector_size;
    def.cell_size = info.cell_size;
    def.origin = info.origin;
    return def;
}

static wend_result copy_class(const wend_grid *grid, uint32_t from, wend_grid *made, uint32_t to)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const size_t width = (size_t)info.width;
    uint8_t *row = malloc(width);
    wend_result result = row == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    for (int32_t y = 0; y < info.height && result == WEND_OK; y++) {
        (void)wend_grid_get_costs(grid, from, 0, y, info.width, 1, row, width);
        result = wend_grid_set_costs(made, to, 0, y, info.width, 1, row, width);
    }
    free(row);
    return result;
}

wend_result map_copy(const wend_grid *grid, const wend_grid_def *def, uint32_t first_class,
                     wend_grid **made)
{
    wend_result result = wend_grid_create(def, made);
    for (int32_t i = 0; i < def->class_count && result == WEND_OK; i++) {
        result = copy_class(grid, first_class + (uint32_t)i, *made, (uint32_t)i);
    }
    if (result != WEND_OK) {
        wend_grid_destroy(*made);
        *made = NULL;
    }
    return result;
}
