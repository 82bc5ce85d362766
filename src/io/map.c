/* takes: the bytes of a map in any known format, and options.
 * gives: a grid of one class, or what is wrong and in which line.
 * cost:  linear in the bytes; one byte a cell beside the grid. */
#include "base/memory.h"
#include "base/message.h"
#include "io/file_message.h"
#include "io/map_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint32_t options_cookie = 0x4D41504Fu;

/* How wend_grid_save begins. */
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
    options.corner_rule = WEND_CORNER_NEVER;
    options.cell_size = 1.0;
    wendi_glyph_costs(WENDI_GLYPHS_OCTILE, options.glyph_cost);
    return options;
}

wend_result wendi_cells_create(wendi_cells *cells, int32_t width, int32_t height,
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

void wendi_cells_destroy(wendi_cells *cells, const wend_allocator *allocator)
{
    wendi_free(allocator, cells->costs, (size_t)cells->width * (size_t)cells->height);
    memset(cells, 0, sizeof *cells);
}

/** What grid_create and set_costs would refuse is refused here with a text that fits. */
static wend_result check_options(const wend_map_options *o)
{
    if (!isfinite(o->cell_size) || o->cell_size <= 0.0) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "cell_size is not above 0");
    }
    if (o->format < WEND_MAP_FORMAT_AUTO || o->format > WEND_MAP_FORMAT_GRID) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "no such format");
    }
    if ((o->colours == NULL) != (o->colour_count == 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "colours and colour_count disagree");
    }
    for (size_t i = 0; i < o->colour_count; i++) {
        if (o->colours[i].cost == 0) {
            return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "a colour has cost 0");
        }
    }
    return WEND_OK;
}

static wend_map_format detect(const uint8_t *bytes, size_t count)
{
    if (wendi_map_is_png(bytes, count)) {
        return WEND_MAP_FORMAT_PNG;
    }
    if (wendi_map_is_movingai(bytes, count)) {
        return WEND_MAP_FORMAT_MOVINGAI;
    }
    if (count >= sizeof grid_magic && memcmp(bytes, grid_magic, sizeof grid_magic) == 0) {
        return WEND_MAP_FORMAT_GRID;
    }
    return WEND_MAP_FORMAT_TEXT;
}

static wend_result cells_to_grid(const wendi_cells *cells, const wend_map_options *options,
                                 wend_grid **grid)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = cells->width;
    def.height = cells->height;
    def.neighbours = options->neighbours;
    def.corner_rule = options->corner_rule;
    def.cell_size = options->cell_size;
    def.allocator = options->allocator;
    def.message = options->message;
    wend_grid *made = NULL;
    wend_result result = wend_grid_create(&def, &made);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_grid_set_costs(made, 0, 0, 0, cells->width, cells->height, cells->costs,
                                 (size_t)cells->width);
    if (result != WEND_OK) {
        wend_grid_destroy(made);
        return wendi_fail(options->message, result, "out of memory for the grid");
    }
    *grid = made;
    return WEND_OK;
}

static wend_result read_cells(const uint8_t *bytes, size_t count, wend_map_format format,
                              const wend_map_options *options, wend_grid **grid)
{
    wendi_cells cells = {NULL, 0, 0};
    wend_result result;
    if (format == WEND_MAP_FORMAT_PNG) {
        result = wendi_map_read_png(bytes, count, options, &cells);
    } else if (format == WEND_MAP_FORMAT_MOVINGAI) {
        result = wendi_map_read_movingai(bytes, count, options, &cells);
    } else {
        result = wendi_map_read_text(bytes, count, options, &cells);
    }
    if (result == WEND_OK) {
        result = cells_to_grid(&cells, options, grid);
        wendi_cells_destroy(&cells, &options->allocator);
    }
    return result;
}

wend_result wend_map_read(const uint8_t *bytes, size_t count, const wend_map_options *options,
                          wend_grid **grid, wend_map_format *format)
{
    wend_map_options defaults = wend_map_options_default();
    const wend_map_options *o = options == NULL ? &defaults : options;
    if (grid != NULL) {
        *grid = NULL;
    }
    if (format != NULL) {
        *format = WEND_MAP_FORMAT_AUTO;
    }
    if (o->cookie != options_cookie) {
        return WEND_ERROR_ARGUMENT; /* The message pointer cannot be trusted either. */
    }
    wendi_message_clear(o->message);
    wend_result result = check_options(o);
    if (result != WEND_OK) {
        return result;
    }
    if (grid == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "grid or bytes is NULL");
    }
    if (count == 0) {
        return wendi_fail_line(o->message, 1, "empty, expected a map");
    }
    wend_map_format is = o->format == WEND_MAP_FORMAT_AUTO ? detect(bytes, count) : o->format;
    result = is == WEND_MAP_FORMAT_GRID
                 ? wend_grid_load(bytes, count, &o->allocator, grid, o->message)
                 : read_cells(bytes, count, is, o, grid);
    if (result == WEND_OK && format != NULL) {
        *format = is;
    }
    return result;
}

wend_result wend_map_load(const char *file, const wend_map_options *options, wend_grid **grid,
                          wend_map_format *format)
{
    if (grid != NULL) {
        *grid = NULL;
    }
    if (format != NULL) {
        *format = WEND_MAP_FORMAT_AUTO;
    }
    const wend_allocator *allocator = options == NULL ? NULL : &options->allocator;
    wend_message *message = options == NULL ? NULL : options->message;
    if (options != NULL && options->cookie != options_cookie) {
        return WEND_ERROR_ARGUMENT; /* The message pointer cannot be trusted either. */
    }
    uint8_t *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_io_read_file(file, allocator, &bytes, &count, message);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_map_read(bytes, count, options, grid, format);
    wend_io_free(allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(message, file);
    }
    return result;
}
