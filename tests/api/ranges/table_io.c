/* The ranges of what reads and draws, as the headers document them. */
#include "ranges.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Bytes of another format than the requested one are no error of the options. */
static wend_result of_options(wend_result result)
{
    return result == WEND_ERROR_FILE || result == WEND_ERROR_UNSUPPORTED ? WEND_OK : result;
}

static const char text_map[] = "....\n....\n....\n....\n";

static wend_result use_map_options(const range_trial *t)
{
    static const wend_colour_cost colours[2] = {{0, 0, 0, 1}, {9, 9, 9, 2}};
    wend_map_options def = wend_map_options_default();
    wend_map *it;
    def.format = WEND_MAP_FORMAT_TEXT;
    def.uses_glyph_cost = true;
    for (size_t i = 0; i < 256; i++) {
        def.glyph_cost[i] = 1;
    }
    if (strcmp(t->range->field, "hex_layout") == 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
    }
    if (strcmp(t->range->field, "colour_count") == 0) {
        def.colours = colours;
    }
    t->set(&def, t->range, t->value);
    const wend_result result =
        wend_map_load_memory((const uint8_t *)text_map, sizeof text_map - 1, &def, &it);
    wend_map_destroy(it);
    return of_options(result);
}

static wend_result use_picture_def(const range_trial *t)
{
    wend_picture_def def = wend_picture_def_default();
    wend_picture *it;
    def.low = (wend_vec2){0, 0};
    def.high = (wend_vec2){4, 4};
    def.pixels_per_metre = 0.5;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_picture_create(&def, &it);
    wend_picture_destroy(it);
    return of_options(result);
}

static wend_result use_level_options(const range_trial *t)
{
    wend_level_options def = wend_level_options_default();
    wend_level *it;
    def.format = WEND_LEVEL_FORMAT_MAP;
    t->set(&def, t->range, t->value);
    const wend_result result =
        wend_level_load_memory((const uint8_t *)text_map, sizeof text_map - 1, &def, &it);
    wend_level_destroy(it);
    return of_options(result);
}

static wend_result use_mesh_options(const range_trial *t)
{
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 3 2\n";
    wend_mesh_options def = wend_mesh_options_default();
    wend_mesh *it;
    def.format = WEND_MESH_FORMAT_OBJ;
    t->set(&def, t->range, t->value);
    const wend_result result =
        wend_mesh_load_memory((const uint8_t *)text, sizeof text - 1, &def, &it, NULL, NULL);
    wend_mesh_destroy(it);
    return of_options(result);
}

static const range rows[] = {
    {FIELD(wend_map_options, format), RANGE_INT32, 0, 7, use_map_options, 0},
    {FIELD(wend_map_options, neighbours), RANGE_INT32, 4, 4, use_map_options, 0},
    {FIELD(wend_map_options, neighbours), RANGE_INT32, 8, 8, use_map_options, 0},
    {FIELD(wend_map_options, hex_layout), RANGE_INT32, 0, 3, use_map_options, 0},
    {FIELD(wend_map_options, wrap), RANGE_INT32, 0, 3, use_map_options, 0},
    {FIELD(wend_map_options, corner_rule), RANGE_INT32, 0, 2, use_map_options, 0},
    {FIELD(wend_map_options, cell_size), RANGE_DOUBLE, DBL_TRUE_MIN, DBL_MAX / 4, use_map_options,
     0},
    {PART(wend_map_options, glyph_cost, glyph_cost['.']), RANGE_UINT8, 1, 255, use_map_options,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_map_options, colour_count), RANGE_SIZE, 1, 2, use_map_options, RANGE_ANY_ABOVE},
    {FIELD(wend_picture_def, format), RANGE_INT32, 0, 1, use_picture_def, 0},
    {PART(wend_picture_def, low, low.x), RANGE_DOUBLE, -30000, 3.9375, use_picture_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {PART(wend_picture_def, low, low.y), RANGE_DOUBLE, -30000, 3.9375, use_picture_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {PART(wend_picture_def, high, high.x), RANGE_DOUBLE, 0.0625, 30000, use_picture_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {PART(wend_picture_def, high, high.y), RANGE_DOUBLE, 0.0625, 30000, use_picture_def,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_picture_def, pixels_per_metre), RANGE_DOUBLE, 0, 16384, use_picture_def,
     RANGE_COSTLY_HIGH | RANGE_ANY_ABOVE},
    {FIELD(wend_level_options, format), RANGE_INT32, 0, 2, use_level_options, 0},
    {FIELD(wend_level_options, max_step_height), RANGE_DOUBLE, 0, (double)INFINITY,
     use_level_options, 0},
    {FIELD(wend_level_options, min_opening), RANGE_DOUBLE, 0, (double)INFINITY, use_level_options,
     0},
    {FIELD(wend_level_options, movement_class), RANGE_UINT32, 0, 0, use_level_options, 0},
    {FIELD(wend_level_options, team), RANGE_UINT32, 0, 31, use_level_options, 0},
    {FIELD(wend_level_options, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_level_options,
     RANGE_ANY_ABOVE},
    {FIELD(wend_mesh_options, format), RANGE_INT32, 0, 3, use_mesh_options, 0},
    {FIELD(wend_mesh_options, up), RANGE_INT32, 0, 2, use_mesh_options, 0},
    {FIELD(wend_mesh_options, weld), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_mesh_options, 0},
    {FIELD(wend_mesh_options, cell_size), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_mesh_options,
     0},
};
const range_list ranges_io = {rows, sizeof rows / sizeof *rows};
