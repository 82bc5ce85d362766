/* takes: rows of characters, all equally long.
 * gives: a cost for each cell.
 * cost:  linear in the bytes, which are looked at twice. */
#include "base/core/message.h"
#include "io/content/reader.h"
#include "io/core/lines.h"

/** Sizes of the map: its first row's width, and the rows up to the last that is not empty. */
static wend_result measure(wendi_lines lines, int64_t *width, int64_t *height,
                           wend_message *message)
{
    wendi_span line;
    int64_t rows = 0;
    *width = 0;
    *height = 0;
    while (wendi_lines_next(&lines, &line)) {
        rows++;
        if (rows == 1) {
            *width =
                line.length > WEND_GRID_SIDE_MAX ? WEND_GRID_SIDE_MAX + 1 : (int64_t)line.length;
        }
        if (line.length > 0) {
            *height = rows;
        }
        if (*width == 0 || *width > WEND_GRID_SIDE_MAX) {
            return wendi_fail_line(message, 1, "the first row has %s characters, expected 1 to %d",
                                   *width == 0 ? "no" : "too many", (int)WEND_GRID_SIDE_MAX);
        }
        if (*height > WEND_GRID_SIDE_MAX) {
            return wendi_fail_line(message, lines.number, "more than %d rows",
                                   (int)WEND_GRID_SIDE_MAX);
        }
    }
    if (*height == 0) {
        return wendi_fail_line(message, 1, "no rows, expected a map");
    }
    return WEND_OK;
}

static wend_result check_widths(wendi_lines lines, int64_t width, int64_t height,
                                wend_message *message)
{
    wendi_span row;
    for (int64_t y = 0; y < height && wendi_lines_next(&lines, &row); y++) {
        if (row.length != (size_t)width) {
            return wendi_fail_line(message, lines.number,
                                   "row of %llu characters, expected %lld as in the first row",
                                   (unsigned long long)row.length, (long long)width);
        }
    }
    return WEND_OK;
}

static wend_result read_rows(wendi_lines lines, const uint8_t *glyph_cost,
                             const wendi_map_cells *cells, wend_message *message)
{
    wendi_span row;
    for (int32_t y = 0; y < cells->height && wendi_lines_next(&lines, &row); y++) {
        wend_result result =
            wendi_glyph_row(row.text, cells->width, glyph_cost, lines.number,
                            cells->costs + (size_t)y * (size_t)cells->width, message);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

wend_result wendi_map_read_text(const uint8_t *bytes, size_t count, const wend_map_options *options,
                                wendi_map_cells *cells)
{
    const wendi_lines lines = wendi_lines_begin(bytes, count);
    int64_t width = 0;
    int64_t height = 0;
    wend_result result = measure(lines, &width, &height, options->message);
    if (result == WEND_OK) {
        result = check_widths(lines, width, height, options->message);
    }
    if (result != WEND_OK) {
        return result;
    }
    uint8_t table[256];
    wendi_glyph_costs(WENDI_GLYPHS_TEXT, table);
    const uint8_t *glyph_cost = options->use_glyph_cost ? options->glyph_cost : table;
    wendi_map_cells made;
    result = wendi_map_cells_create(&made, (int32_t)width, (int32_t)height, options);
    if (result != WEND_OK) {
        return result;
    }
    result = read_rows(lines, glyph_cost, &made, options->message);
    if (result != WEND_OK) {
        wendi_map_cells_destroy(&made, &options->allocator);
        return result;
    }
    *cells = made;
    return WEND_OK;
}
