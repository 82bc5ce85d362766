/* takes: rows of characters from a map.
 * gives: the cost each character stands for.
 * cost:  a table of 256 costs a map, one look-up a cell. */
#include "base/core/message.h"
#include "io/content/reader.h"
#include "io/core/lines.h"

#include <string.h>

/** A character and what a step onto it costs. */
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

static const glyph text[] = {
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

static void fill(const glyph *glyphs, size_t count, uint8_t *cost)
{
    memset(cost, 0, 256);
    for (size_t i = 0; i < count; i++) {
        cost[(uint8_t)glyphs[i].character] = glyphs[i].cost;
    }
}

void wendi_glyph_costs(wendi_glyphs glyphs, uint8_t *cost)
{
    switch (glyphs) {
    case WENDI_GLYPHS_OCTILE_CORNER:
        fill(octile_corner, sizeof octile_corner / sizeof octile_corner[0], cost);
        return;
    case WENDI_GLYPHS_TEXT:
        fill(text, sizeof text / sizeof text[0], cost);
        return;
    case WENDI_GLYPHS_OCTILE:
    default:
        fill(octile, sizeof octile / sizeof octile[0], cost);
        return;
    }
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

wend_result wendi_glyph_row(const uint8_t *row, int32_t width, const uint8_t *glyph_cost,
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
