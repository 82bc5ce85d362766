/* Maps of characters: plain text, and MovingAI's "type octile" and "type octile-corner", with a
 * cost for each cell.
 * Cost: linear in the bytes. */
#include "base/core/message.h"
#include "io/core/lines.h"
#include "io/maps/reader.h"

#include <string.h>

/* ---- characters ---- */

/** A character and its cost. */
typedef struct glyph {
    char character;
    uint8_t cost;
} glyph;

static const glyph octile[] = {
    {'.', 1},
    {'G', 1},
    {'S', 1}, /* ground, ground, swamp */
    {'@', WEND_COST_WALL},
    {'O', WEND_COST_WALL}, /* out of bounds */
    {'T', WEND_COST_WALL},
    {'W', WEND_COST_WALL}, /* trees, water */
};

/* A small letter is a ramp of the same ground. */
static const glyph octile_corner[] = {
    {'.', 1},
    {'G', 1},
    {'g', 1},
    {'S', 2},
    {'s', 2},
    {'T', 3},
    {'t', 3},
    {'W', 5},
    {'w', 5},
    {'@', WEND_COST_WALL},
    {'O', WEND_COST_WALL},
};

static const glyph plain[] = {
    {'.', 1},
    {' ', 1},
    {'1', 1},
    {'2', 2},
    {'3', 3},
    {'4', 4},
    {'5', 5},
    {'6', 6},
    {'7', 7},
    {'8', 8},
    {'9', 9},
    {'f', 3},
    {'h', 4},
    {'m', 6},
    {'w', 9}, /* forest, hills, marsh, water */
    {'#', WEND_COST_WALL},
    {'@', WEND_COST_WALL},
};

static void fill_costs(const glyph *glyphs, size_t count, uint8_t *cost)
{
    memset(cost, 0, 256);
    for (size_t i = 0; i < count; i++) {
        cost[(uint8_t)glyphs[i].character] = glyphs[i].cost;
    }
}

void wendi_glyph_costs_octile(uint8_t *cost)
{
    fill_costs(octile, sizeof octile / sizeof octile[0], cost);
}

/** The characters that are allowed, for the message; as many as fit. */
static const char *allowed(const uint8_t *glyph_cost, char *list, size_t capacity)
{
    size_t count = 0;
    for (int c = 0x20; c < 0x7F; c++) {
        if (glyph_cost[c] != 0 && count + 2 < capacity) {
            list[count++] = (char)c;
        }
    }
    list[count] = '\0';
    return list;
}

/** The costs of a row of characters. @param row, costs [width]. @param line for the message. */
static wend_result read_glyphs(const uint8_t *row, int32_t width, const uint8_t *glyph_cost,
                               uint32_t line, uint8_t *costs, wend_message *message)
{
    for (int32_t x = 0; x < width; x++) {
        costs[x] = glyph_cost[row[x]];
        if (costs[x] == 0) {
            char name[WENDI_BYTE_NAME_CAPACITY];
            char list[100];
            return wendi_fail_line(message, line, "%s in column %d, expected one of \"%s\"",
                                   wendi_byte_name(row[x], name), (int)x + 1,
                                   allowed(glyph_cost, list, sizeof list));
        }
    }
    return WEND_OK;
}

/* ---- plain text ---- */

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

static wend_result read_plain_rows(wendi_lines lines, const uint8_t *glyph_cost,
                                   const wendi_map_cells *cells, wend_message *message)
{
    wendi_span row;
    for (int32_t y = 0; y < cells->height && wendi_lines_next(&lines, &row); y++) {
        wend_result result = read_glyphs(row.text, cells->width, glyph_cost, lines.number,
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
    fill_costs(plain, sizeof plain / sizeof plain[0], table);
    const uint8_t *glyph_cost = options->uses_glyph_cost ? options->glyph_cost : table;
    wendi_map_cells made;
    result = wendi_map_cells_create(&made, (int32_t)width, (int32_t)height, options);
    if (result != WEND_OK) {
        return result;
    }
    result = read_plain_rows(lines, glyph_cost, &made, options->message);
    if (result != WEND_OK) {
        wendi_map_cells_destroy(&made, &options->allocator);
        return result;
    }
    *cells = made;
    return WEND_OK;
}

/* ---- MovingAI ---- */

/** The header above the rows. */
typedef struct movingai_header {
    int32_t width, height; /**< 0 = not read yet. */
    bool has_corners;      /**< "octile-corner": a block of heights may come first. */
} movingai_header;

bool wendi_map_is_movingai(const uint8_t *bytes, size_t count)
{
    wendi_lines lines = wendi_lines_begin(bytes, count);
    size_t left = (size_t)(lines.end - lines.at);
    return left >= 5 && memcmp(lines.at, "type", 4) == 0 &&
           (lines.at[4] == ' ' || lines.at[4] == '\t');
}

static wend_result read_type(wendi_lines *lines, movingai_header *h, wend_message *message)
{
    wendi_span line;
    if (!wendi_lines_next(lines, &line)) {
        return wendi_fail_line(message, 1, "empty, expected \"type octile\"");
    }
    wendi_span key = wendi_span_word(&line);
    wendi_span type = wendi_span_word(&line);
    h->has_corners = wendi_span_is(type, "octile-corner");
    if (!wendi_span_is(key, "type") || !wendi_span_is_blank(line) ||
        (!h->has_corners && !wendi_span_is(type, "octile"))) {
        return wendi_fail_line(message, lines->number,
                               "expected \"type octile\" or \"type octile-corner\"");
    }
    return WEND_OK;
}

/** One of "height H" and "width W", each once, in any order. */
static wend_result read_size(wendi_span line, uint32_t number, movingai_header *h,
                             wend_message *message)
{
    wendi_span key = wendi_span_word(&line);
    wendi_span value = wendi_span_word(&line);
    bool is_height = wendi_span_is(key, "height");
    if (!is_height && !wendi_span_is(key, "width")) {
        return wendi_fail_line(message, number, "expected \"height\", \"width\" or \"map\"");
    }
    int32_t *size = is_height ? &h->height : &h->width;
    const char *name = is_height ? "height" : "width";
    int64_t cells = 0;
    if (*size != 0) {
        return wendi_fail_line(message, number, "a second %s", name);
    }
    if (!wendi_span_integer(value, 1, WEND_GRID_SIDE_MAX, &cells) || !wendi_span_is_blank(line)) {
        return wendi_fail_line(message, number, "expected %s and a number from 1 to %d", name,
                               (int)WEND_GRID_SIDE_MAX);
    }
    *size = (int32_t)cells;
    return WEND_OK;
}

static wend_result read_header(wendi_lines *lines, movingai_header *h, wend_message *message)
{
    wend_result result = read_type(lines, h, message);
    wendi_span line;
    while (result == WEND_OK) {
        if (!wendi_lines_next(lines, &line)) {
            return wendi_fail_line(message, lines->number, "ends before the line \"map\"");
        }
        wendi_span rest = line;
        if (wendi_span_is(wendi_span_word(&rest), "map") && wendi_span_is_blank(rest)) {
            break;
        }
        result = read_size(line, lines->number, h, message);
    }
    if (result == WEND_OK && (h->width == 0 || h->height == 0)) {
        return wendi_fail_line(message, lines->number, "the rows begin without a %s",
                               h->width == 0 ? "width" : "height");
    }
    return result;
}

/** The next row, which must have the map's width. @param y for the message. */
static wend_result next_row(wendi_lines *lines, const movingai_header *h, int32_t y,
                            wendi_span *row, wend_message *message)
{
    if (!wendi_lines_next(lines, row)) {
        return wendi_fail_line(message, lines->number, "ends after %d rows, expected %d", (int)y,
                               (int)h->height);
    }
    if (row->length != (size_t)h->width) {
        return wendi_fail_line(message, lines->number, "row of %llu characters, expected %d",
                               (unsigned long long)row->length, (int)h->width);
    }
    return WEND_OK;
}

/** Lines from here on that are not blank; stops counting above `most`. */
static int64_t count_rows(wendi_lines lines, int64_t most)
{
    int64_t rows = 0;
    wendi_span line;
    while (rows <= most && wendi_lines_next(&lines, &line)) {
        rows += line.length > 0 ? 1 : 0;
    }
    return rows;
}

/** The heights of the corners; read to be sure of the format, and not used. */
static wend_result skip_heights(wendi_lines *lines, const movingai_header *h, wend_message *message)
{
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < h->height && result == WEND_OK; y++) {
        wendi_span row;
        result = next_row(lines, h, y, &row, message);
        for (int32_t x = 0; x < h->width && result == WEND_OK; x++) {
            if (row.text[x] < '0' || row.text[x] > '?') {
                char name[WENDI_BYTE_NAME_CAPACITY];
                return wendi_fail_line(message, lines->number,
                                       "%s in column %d, expected a height from '0' to '?'",
                                       wendi_byte_name(row.text[x], name), (int)x + 1);
            }
        }
    }
    return result;
}

static wend_result read_movingai_rows(wendi_lines *lines, const movingai_header *h,
                                      const uint8_t *glyph_cost, const wendi_map_cells *cells,
                                      wend_message *message)
{
    for (int32_t y = 0; y < h->height; y++) {
        wendi_span row;
        wend_result result = next_row(lines, h, y, &row, message);
        if (result == WEND_OK) {
            result = read_glyphs(row.text, h->width, glyph_cost, lines->number,
                                 cells->costs + (size_t)y * (size_t)h->width, message);
        }
        if (result != WEND_OK) {
            return result;
        }
    }
    wendi_span rest;
    while (wendi_lines_next(lines, &rest)) {
        if (!wendi_span_is_blank(rest)) {
            return wendi_fail_line(message, lines->number, "more than the %d rows of the map",
                                   (int)h->height);
        }
    }
    return WEND_OK;
}

wend_result wendi_map_read_movingai(const uint8_t *bytes, size_t count,
                                    const wend_map_options *options, wendi_map_cells *cells)
{
    wendi_lines lines = wendi_lines_begin(bytes, count);
    movingai_header h = {0, 0, false};
    wend_result result = read_header(&lines, &h, options->message);
    if (result == WEND_OK && h.has_corners && count_rows(lines, h.height) > h.height) {
        result = skip_heights(&lines, &h, options->message);
    }
    if (result != WEND_OK) {
        return result;
    }
    /* No memory for rows that cannot be there. */
    uint64_t left = (uint64_t)(lines.end - lines.at);
    if (left < (uint64_t)h.width * (uint64_t)h.height) {
        return wendi_fail_line(options->message, lines.number,
                               "%llu bytes follow, too few for %d rows of %d characters",
                               (unsigned long long)left, (int)h.height, (int)h.width);
    }
    uint8_t table[256];
    if (h.has_corners) {
        fill_costs(octile_corner, sizeof octile_corner / sizeof octile_corner[0], table);
    } else {
        wendi_glyph_costs_octile(table);
    }
    const uint8_t *glyph_cost = options->uses_glyph_cost ? options->glyph_cost : table;
    wendi_map_cells made;
    result = wendi_map_cells_create(&made, h.width, h.height, options);
    if (result != WEND_OK) {
        return result;
    }
    result = read_movingai_rows(&lines, &h, glyph_cost, &made, options->message);
    if (result != WEND_OK) {
        wendi_map_cells_destroy(&made, &options->allocator);
        return result;
    }
    *cells = made;
    return WEND_OK;
}
