/* Writes class 0 of a grid as a map file; names the cell that a format cannot hold.
 * Cost: linear in the cells; one row beside the bytes that are written. */
#include "base/core/array.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/output.h"
#include "io/core/png.h"
#include "io/maps/reader.h"

#include <stdio.h>
#include <string.h>

/** The character for a cost; 0 = the format has none. */
typedef char (*glyph_fn)(uint8_t cost);

static char octile_glyph(uint8_t cost)
{
    if (cost == WEND_COST_WALL) {
        return '@';
    }
    return cost == 1 ? '.' : '\0';
}

static char text_glyph(uint8_t cost)
{
    if (cost == WEND_COST_WALL) {
        return '#';
    }
    if (cost == 1) {
        return '.';
    }
    return cost <= 9 ? "0123456789"[cost] : '\0';
}

/** A map being written. */
typedef struct map_writer {
    const wend_grid *grid;
    wend_grid_info info;
    wend_map_format format;
    wendi_array_u8 out;
    uint8_t *row; /**< [width], costs. */
    wend_message *message;
} map_writer;

static wend_result out_of_memory(const map_writer *s)
{
    return wendi_fail(s->message, WEND_ERROR_MEMORY, "out of memory");
}

static void get_row(const map_writer *s, int32_t y)
{
    (void)wend_grid_get_costs(s->grid, 0, 0, y, s->info.width, 1, s->row, (size_t)s->info.width);
}

static wend_result write_rows(map_writer *s, glyph_fn glyph)
{
    size_t width = (size_t)s->info.width;
    for (int32_t y = 0; y < s->info.height; y++) {
        get_row(s, y);
        for (size_t x = 0; x < width; x++) {
            char c = glyph(s->row[x]);
            if (c == '\0') {
                return wendi_fail(s->message, WEND_ERROR_UNSUPPORTED,
                                  "the cell %d, %d has cost %d, which %s cannot hold", (int)x,
                                  (int)y, (int)s->row[x], wend_map_format_name(s->format));
            }
            s->row[x] = (uint8_t)c;
        }
        if (!wendi_array_u8_append(&s->out, s->row, width) || !wendi_array_u8_push(&s->out, '\n')) {
            return out_of_memory(s);
        }
    }
    return WEND_OK;
}

/** The grey that maps/png.c reads back as this cost. */
static void fill_grey_row(void *context, int32_t y, uint8_t *rgb)
{
    const map_writer *s = context;
    get_row(s, y);
    for (size_t x = 0; x < (size_t)s->info.width; x++) {
        uint8_t grey = s->row[x] == 1 ? 255 : (uint8_t)(255 - s->row[x]);
        memset(rgb + 3 * x, grey, 3);
    }
}

/** Refuses hexes and wrapping, which formats of costs alone cannot express. */
static wend_result check_shape(const map_writer *s)
{
    bool is_costs_alone = s->format == WEND_MAP_FORMAT_MOVINGAI ||
                          s->format == WEND_MAP_FORMAT_TEXT || s->format == WEND_MAP_FORMAT_PNG;
    if (is_costs_alone && s->info.neighbours == WEND_NEIGHBOURS_6) {
        return wendi_fail(s->message, WEND_ERROR_UNSUPPORTED,
                          "the cells are hexes, which %s cannot say; a grid (.wend) can",
                          wend_map_format_name(s->format));
    }
    if (is_costs_alone && s->info.wrap != WEND_WRAP_NONE) {
        return wendi_fail(s->message, WEND_ERROR_UNSUPPORTED,
                          "the map wraps around, which %s cannot say; a grid (.wend) can",
                          wend_map_format_name(s->format));
    }
    return WEND_OK;
}

static wend_result write_bytes(map_writer *s)
{
    char header[80];
    int length = 0;
    size_t count = 0;
    wend_result result = WEND_OK;
    switch (s->format) {
    case WEND_MAP_FORMAT_MOVINGAI:
        length = snprintf(header, sizeof header, "type octile\nheight %d\nwidth %d\nmap\n",
                          (int)s->info.height, (int)s->info.width);
        if (!wendi_array_u8_append(&s->out, (const uint8_t *)header, (size_t)length)) {
            return out_of_memory(s);
        }
        return write_rows(s, octile_glyph);
    case WEND_MAP_FORMAT_TEXT:
        return write_rows(s, text_glyph);
    case WEND_MAP_FORMAT_PNG:
        return wendi_png_write(s->info.width, s->info.height, NULL, fill_grey_row, s, &s->out,
                               s->message);
    case WEND_MAP_FORMAT_GRID:
        result = wend_grid_save(s->grid, NULL, 0, &count);
        if (result == WEND_TRUNCATED) {
            result = wendi_array_u8_resize(&s->out, count)
                         ? wend_grid_save(s->grid, s->out.items, s->out.count, &count)
                         : WEND_ERROR_MEMORY;
        }
        return result == WEND_ERROR_MEMORY ? out_of_memory(s) : result;
    case WEND_MAP_FORMAT_TMX:
    case WEND_MAP_FORMAT_WESNOTH:
    case WEND_MAP_FORMAT_WARZONE:
        return wendi_fail(s->message, WEND_ERROR_UNSUPPORTED, "%s maps are read, not written",
                          wend_map_format_name(s->format));
    case WEND_MAP_FORMAT_AUTO:
    default:
        return wendi_fail(
            s->message, WEND_ERROR_ARGUMENT,
            "format is not given, and file ends in none of .map, .txt, .png and .wend");
    }
}

/** The format of a name's ending. */
typedef struct ending {
    const char *text;
    wend_map_format format;
} ending;

wend_map_format wend_map_format_from_name(const char *file)
{
    static const ending endings[] = {{".map", WEND_MAP_FORMAT_MOVINGAI},
                                     {".txt", WEND_MAP_FORMAT_TEXT},
                                     {".png", WEND_MAP_FORMAT_PNG},
                                     {".wend", WEND_MAP_FORMAT_GRID}};
    size_t length = file == NULL ? 0 : strlen(file);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i].text);
        if (length >= n && strcmp(file + length - n, endings[i].text) == 0) {
            return endings[i].format;
        }
    }
    return WEND_MAP_FORMAT_AUTO;
}

/** The contents of a file of the format. @param out to be freed in any case. */
static wend_result write_map(const wend_grid *grid, wend_map_format format, wendi_array_u8 *out,
                             wend_message *message)
{
    map_writer s;
    memset(&s, 0, sizeof s);
    s.grid = grid;
    s.format = format;
    s.message = message;
    wend_grid_get_info(grid, &s.info);
    wendi_array_u8_init(&s.out, NULL);
    s.row = wendi_alloc(NULL, (size_t)s.info.width);
    wend_result result = s.row == NULL ? out_of_memory(&s) : check_shape(&s);
    if (result == WEND_OK && s.row != NULL) {
        result = write_bytes(&s);
    }
    wendi_free(NULL, s.row, (size_t)s.info.width);
    *out = s.out;
    return result;
}

wend_result wend_map_save_file(const wend_grid *grid, const char *file, wend_map_format format,
                               wend_message *message)
{
    wendi_message_clear(message);
    if (grid == NULL || file == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          grid == NULL ? "grid" : "file");
    }
    const wend_map_format is =
        format == WEND_MAP_FORMAT_AUTO ? wend_map_format_from_name(file) : format;
    wendi_array_u8 out;
    wend_result result = write_map(grid, is, &out, message);
    if (result == WEND_OK) {
        result = wend_io_write_file(file, out.items, out.count, message);
    }
    wendi_array_u8_free(&out);
    return result;
}

wend_result wend_map_save_memory(const wend_grid *grid, wend_map_format format,
                                 const wend_allocator *allocator, uint8_t **bytes, size_t *count,
                                 wend_message *message)
{
    if (!wendi_save_begin(bytes, count, message)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (grid == NULL || format == WEND_MAP_FORMAT_AUTO) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          grid == NULL ? "grid is NULL" : "format is 0, and must be given");
    }
    wendi_array_u8 out;
    wend_result result = write_map(grid, format, &out, message);
    if (result == WEND_OK) {
        result = wendi_save_copy(&out, allocator, bytes, count, message);
    }
    wendi_array_u8_free(&out);
    return result;
}
