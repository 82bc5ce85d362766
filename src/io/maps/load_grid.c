/* Reads a map of any known format into a grid, and checks the options of map readers.
 * Cost: linear in the bytes; one byte for each class and cell beside the grid. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "io/core/file.h"
#include "io/games/warzone.h"
#include "io/games/wesnoth.h"
#include "io/maps/reader.h"
#include "io/tiled/tmx.h"

#include <stdio.h>
#include <string.h>

static const uint32_t options_cookie = 0x4D41504Fu;

/* The first bytes of wend_grid_save. */
static const uint8_t grid_magic[4] = {'W', 'G', 'R', 'D'};

const char *wend_map_format_name(wend_map_format format)
{
    switch (format) {
    case WEND_MAP_FORMAT_MOVINGAI:
        return "movingai";
    case WEND_MAP_FORMAT_TEXT:
        return "text";
    case WEND_MAP_FORMAT_PNG:
        return "png";
    case WEND_MAP_FORMAT_GRID:
        return "grid";
    case WEND_MAP_FORMAT_TMX:
        return "tmx";
    case WEND_MAP_FORMAT_WESNOTH:
        return "wesnoth";
    case WEND_MAP_FORMAT_WARZONE:
        return "warzone";
    case WEND_MAP_FORMAT_AUTO:
    default:
        return "auto";
    }
}

wend_map_options wend_map_options_default(void)
{
    wend_map_options options;
    memset(&options, 0, sizeof options);
    options.cookie = options_cookie;
    options.format = WEND_MAP_FORMAT_AUTO;
    options.neighbours = WEND_NEIGHBOURS_8;
    options.hex_layout = WEND_HEX_ODD_ROWS;
    options.wrap = WEND_WRAP_NONE;
    options.corner_rule = WEND_CORNER_NEVER;
    options.cell_size = 1.0;
    options.tile_property = "cost";
    wendi_glyph_costs_octile(options.glyph_cost);
    return options;
}

wend_result wendi_map_cells_create(wendi_map_cells *cells, int32_t width, int32_t height,
                                   const wend_map_options *options)
{
    size_t count = (size_t)width * (size_t)height;
    uint8_t *costs = wendi_alloc(&options->allocator, count);
    if (costs == NULL) {
        return wendi_fail(options->message, WEND_ERROR_MEMORY, "out of memory for %d x %d cells",
                          (int)width, (int)height);
    }
    cells->costs = costs;
    cells->width = width;
    cells->height = height;
    return WEND_OK;
}

void wendi_map_cells_destroy(wendi_map_cells *cells, const wend_allocator *allocator)
{
    wendi_free(allocator, cells->costs, (size_t)cells->width * (size_t)cells->height);
    memset(cells, 0, sizeof *cells);
}

/** Refuses bad options with a message of their own, before wend_grid_create would. */
static wend_result check_values(const wend_map_options *o)
{
    if (!wendi_is_finite(o->cell_size) || o->cell_size <= 0.0) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT,
                          "cell_size is %s, and must be a finite number above 0",
                          wendi_format_number(o->cell_size).text);
    }
    if (o->format < WEND_MAP_FORMAT_AUTO || o->format > WEND_MAP_FORMAT_WARZONE) {
        return wendi_refuse(o->message, NULL, "format", (double)o->format, WEND_MAP_FORMAT_AUTO,
                            WEND_MAP_FORMAT_WARZONE);
    }
    if (o->tile_property == NULL || o->tile_property[0] == '\0') {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT,
                          "tile_property is %s, and must be a name",
                          o->tile_property == NULL ? "NULL" : "empty");
    }
    if ((o->colours == NULL) != (o->colour_count == 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "colours is %s, but colour_count is %zu",
                          o->colours == NULL ? "NULL" : "set", o->colour_count);
    }
    for (size_t i = 0; i < o->colour_count; i++) {
        if (o->colours[i].cost == 0) {
            return wendi_fail(o->message, WEND_ERROR_ARGUMENT,
                              "cost of colour %zu is 0, and must be from 1 to 255", i);
        }
    }
    return WEND_OK;
}

wend_result wendi_map_options_check(const wend_map_options *options)
{
    if (!wendi_has_cookie(options->cookie, options_cookie, options->message, NULL,
                          "wend_map_options_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(options->message);
    return check_values(options);
}

static bool is_grid(const uint8_t *bytes, size_t count)
{
    return count >= sizeof grid_magic && memcmp(bytes, grid_magic, sizeof grid_magic) == 0;
}

static wend_map_format detect(const uint8_t *bytes, size_t count)
{
    if (wendi_map_is_png(bytes, count)) {
        return WEND_MAP_FORMAT_PNG;
    }
    if (wendi_map_is_movingai(bytes, count)) {
        return WEND_MAP_FORMAT_MOVINGAI;
    }
    if (wendi_map_is_tmx(bytes, count)) {
        return WEND_MAP_FORMAT_TMX;
    }
    if (is_grid(bytes, count)) {
        return WEND_MAP_FORMAT_GRID;
    }
    if (wendi_map_is_warzone(bytes, count)) {
        return WEND_MAP_FORMAT_WARZONE;
    }
    return wendi_map_is_wesnoth(bytes, count) ? WEND_MAP_FORMAT_WESNOTH : WEND_MAP_FORMAT_TEXT;
}

static wend_result fill_grid(const wendi_map_content *content, wend_grid *grid)
{
    for (uint32_t i = 0; i < content->class_count; i++) {
        wend_result result =
            wend_grid_set_costs(grid, i, 0, 0, content->width, content->height,
                                wendi_map_content_row(content, i, 0), (size_t)content->width);
        if (result != WEND_OK) {
            return wendi_fail(content->options->message, result, "out of memory for the grid");
        }
    }
    return WEND_OK;
}

static wend_result content_to_grid(const wendi_map_content *content, wend_grid **grid)
{
    const wend_map_options *options = content->options;
    wend_grid_def def = wend_grid_def_default();
    def.width = content->width;
    def.height = content->height;
    def.class_count = (int32_t)content->class_count;
    def.neighbours = content->neighbours;
    if (content->neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = content->hex_layout;
    }
    def.wrap = options->wrap;
    def.corner_rule = options->corner_rule;
    def.cell_size = options->cell_size;
    def.allocator = options->allocator;
    def.message = options->message;
    wend_grid *made = NULL;
    wend_result result = wend_grid_create(&def, &made);
    if (result != WEND_OK) {
        return result;
    }
    result = fill_grid(content, made);
    if (result != WEND_OK) {
        wend_grid_destroy(made);
        return result;
    }
    *grid = made;
    return WEND_OK;
}

static wend_result read_cells(const wendi_map_file_source *source, wend_map_format format,
                              wendi_map_content *content)
{
    wendi_map_cells cells = {NULL, 0, 0};
    wend_result result;
    if (format == WEND_MAP_FORMAT_PNG) {
        result = wendi_map_read_png(source->bytes, source->count, source->options, &cells);
    } else if (format == WEND_MAP_FORMAT_MOVINGAI) {
        result = wendi_map_read_movingai(source->bytes, source->count, source->options, &cells);
    } else {
        result = wendi_map_read_text(source->bytes, source->count, source->options, &cells);
    }
    if (result == WEND_OK) {
        wendi_map_content_move_cells(content, &cells);
    }
    return result;
}

static wend_result read_content(const wendi_map_file_source *source, wend_map_format format,
                                wendi_map_content *content)
{
    switch (format) {
    case WEND_MAP_FORMAT_WARZONE:
        return wendi_map_read_warzone(source, content);
    case WEND_MAP_FORMAT_WESNOTH:
        return wendi_map_read_wesnoth(source, content);
    case WEND_MAP_FORMAT_TMX:
        return wendi_map_read_tmx(source, content);
    case WEND_MAP_FORMAT_MOVINGAI:
    case WEND_MAP_FORMAT_TEXT:
    case WEND_MAP_FORMAT_PNG:
    case WEND_MAP_FORMAT_GRID:
    case WEND_MAP_FORMAT_AUTO:
    default:
        return read_cells(source, format, content);
    }
}

/** Loads a saved grid; of the content only the number of classes is set. */
static wend_result load_grid(const wendi_map_file_source *source, wendi_map_content *content,
                             wend_grid **grid)
{
    const wend_map_options *o = source->options;
    if (!is_grid(source->bytes, source->count)) {
        return wendi_fail(o->message, WEND_ERROR_FILE,
                          "not a saved grid: expected 'WGRD' at the start");
    }
    wend_result result =
        wend_grid_load(source->bytes, source->count, &o->allocator, grid, o->message);
    if (result == WEND_OK) {
        wend_grid_info info;
        wend_grid_get_info(*grid, &info);
        content->class_count = (uint32_t)info.class_count;
    }
    return result;
}

wend_result wendi_map_read_all(const wendi_map_file_source *source, wendi_map_content *content,
                               wend_grid **grid, wend_map_format *format)
{
    const wend_map_options *o = source->options;
    if (source->count == 0) {
        return wendi_fail_line(o->message, 1, "empty, expected a map");
    }
    wend_map_format is =
        o->format == WEND_MAP_FORMAT_AUTO ? detect(source->bytes, source->count) : o->format;
    wend_result result;
    if (is == WEND_MAP_FORMAT_GRID) {
        result = load_grid(source, content, grid);
    } else {
        result = read_content(source, is, content);
        if (result == WEND_OK) {
            result = content_to_grid(content, grid);
        }
        wendi_map_content_drop_costs(content);
    }
    *format = result == WEND_OK ? is : *format;
    return result;
}

static wend_result read_grid(const wendi_map_file_source *source, wend_grid **grid,
                             wend_map_format *format)
{
    wendi_map_content content;
    wendi_map_content_init(&content, source->options);
    wend_map_format is = WEND_MAP_FORMAT_AUTO;
    wend_result result = wendi_map_read_all(source, &content, grid, &is);
    wendi_map_content_free(&content);
    if (format != NULL) {
        *format = is;
    }
    return result;
}

/** Empties the outputs and checks the options. */
static wend_result begin(const wend_map_options *options, wend_grid **grid, wend_map_format *format)
{
    if (grid != NULL) {
        *grid = NULL;
    }
    if (format != NULL) {
        *format = WEND_MAP_FORMAT_AUTO;
    }
    return wendi_map_options_check(options);
}

wend_result wend_map_load_grid_memory(const uint8_t *bytes, size_t count,
                                      const wend_map_options *options, wend_grid **grid,
                                      wend_map_format *format)
{
    wend_map_options defaults = wend_map_options_default();
    const wend_map_options *o = options == NULL ? &defaults : options;
    wend_result result = begin(o, grid, format);
    if (result != WEND_OK) {
        return result;
    }
    if (grid == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          grid == NULL ? "grid" : "bytes");
    }
    const wendi_map_file_source source = {bytes, count, "", false, o};
    return read_grid(&source, grid, format);
}

wend_result wend_map_load_grid_file(const char *file, const wend_map_options *options,
                                    wend_grid **grid, wend_map_format *format)
{
    wend_map_options defaults = wend_map_options_default();
    const wend_map_options *o = options == NULL ? &defaults : options;
    wend_result result = begin(o, grid, format);
    if (result != WEND_OK) {
        return result;
    }
    wendi_map_file from;
    result = wendi_map_file_open(file, o, &from);
    if (result != WEND_OK) {
        return result;
    }
    result = grid == NULL ? wendi_fail(o->message, WEND_ERROR_ARGUMENT, "grid is NULL")
                          : read_grid(&from.source, grid, format);
    wendi_map_file_close(&from);
    if (result != WEND_OK) {
        wendi_file_message(o->message, file);
    }
    return result;
}
