/* Lists the content of a map that the format of the output cannot hold.
 * Cost: a pass over the cells for those closed to teams. */
#include "map/left_out.h"

#include "wend/io.h"

#include <stdio.h>
#include <string.h>

static void add(left_out *left, const char *text)
{
    snprintf(left->parts[left->count++], LEFT_OUT_CAPACITY, "%s", text);
}

/* Of none nothing is left out. */
static void add_count(left_out *left, const char *before, size_t count, const char *one,
                      const char *many)
{
    char text[LEFT_OUT_CAPACITY];
    if (count > 0) {
        snprintf(text, sizeof text, "%s%zu %s", before, count, count == 1 ? one : many);
        add(left, text);
    }
}

static size_t name_count(const wend_map *file)
{
    size_t count = 0;
    for (uint32_t i = 0; i < wend_map_class_count(file); i++) {
        count += wend_map_class_name(file, i)[0] != '\0' ? 1 : 0;
    }
    return count;
}

static size_t closed_count(const wend_grid *grid, const wend_grid_info *info)
{
    size_t count = 0;
    for (int32_t y = 0; y < info->height; y++) {
        for (int32_t x = 0; x < info->width; x++) {
            count += wend_grid_get_closed_teams(grid, x, y) != 0 ? 1 : 0;
        }
    }
    return count;
}

/* A copy of one class lacks these in every format. */
static void add_uncopied(left_out *left, const wend_grid *grid, const wend_grid_info *info)
{
    add_count(left, "", wend_grid_link_count(grid), "link", "links");
    add_count(left, "", closed_count(grid, info), "cell closed to teams", "cells closed to teams");
    add_count(left, "the ground under ", wend_grid_stamp_count(grid), "stamp", "stamps");
}

static void add_rules(left_out *left, const wend_grid_info *info)
{
    const wend_grid_def def = wend_grid_def_default();
    const bool has_corners = info->neighbours == WEND_NEIGHBOURS_8;
    if (info->neighbours == WEND_NEIGHBOURS_4) {
        add(left, "4 neighbours");
    }
    if (has_corners && info->corner_rule != def.corner_rule) {
        add(left, "the corner rule");
    }
    if (info->cell_size < def.cell_size || info->cell_size > def.cell_size) {
        add(left, "the size of cells");
    }
}

left_out left_out_of(const wend_map *file, const wend_grid *grid, wend_map_format to,
                     bool is_one_class)
{
    left_out left = {.count = 0};
    const bool is_grid = to == WEND_MAP_FORMAT_GRID;
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (!is_grid && !is_one_class) {
        add_count(&left, "", (size_t)info.class_count - 1, "class", "classes");
    }
    if (is_grid && !is_one_class) {
        add_count(&left, "", name_count(file), "class name", "class names");
    }
    if (!is_grid || is_one_class) {
        add_uncopied(&left, grid, &info);
    }
    if (!is_grid) {
        add_rules(&left, &info);
    }
    add_count(&left, "", wend_map_item_count(file), "item", "items");
    return left;
}

void left_out_note(const cli *c, const left_out *left)
{
    char text[LEFT_OUT_MAX * (LEFT_OUT_CAPACITY + 2)] = "";
    size_t at = 0;
    for (size_t i = 0; i < left->count; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", i == 0 ? "" : ", ",
                               left->parts[i]);
    }
    if (left->count > 0) {
        cli_note(c, "left out: %s", text);
    }
}
