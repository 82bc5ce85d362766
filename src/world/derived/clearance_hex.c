/* Rebuilds the clearance of a tile of hexes from the walls in and around it. Two lines are read
 * for each line up to the nearest wall; lines without walls are free.
 * Cost: 7 to 27 ns a cell for discs up to 16 cells, most where walls are few.
 *
 * Lines are handled as rows; layouts of columns are transposed before and after.
 *
 *      line of the wall        0 1 2 3        even numbers of lines away: hex i is above hex i
 *      one line away            0 1 2 3       odd ones: above the gap beside hex i
 *
 * So two arrays are made for each line: the distance in hexes to the nearest wall from above each
 * hex, and from above each gap. The distances in numbers are then read from a table by line and
 * count. */
#include "world/derived/clearance_store.h"

#include <string.h>

/* A tile and its surroundings, in lines and indices along them. */
typedef struct hex_tile {
    int32_t line, place; /* of the first hex on the map */
    int32_t lines, places;
    size_t stride; /* of the window: a margin of most + 1 before the tile */
} hex_tile;

/* ---- the window ---- */

static void turn(const uint8_t *cells, size_t width, size_t height, size_t stride, uint8_t *turned,
                 size_t turned_stride)
{
    for (size_t x = 0; x < width; ++x) {
        memset(turned + x * turned_stride + height, 0, turned_stride - height);
        for (size_t y = 0; y < height; ++y) {
            turned[x * turned_stride + y] = cells[y * stride + x];
        }
    }
}

static void read_window(wend_clearance *clearance, const hex_tile *tile)
{
    wendi_clearance_work *work = clearance->work;
    const int32_t before = clearance->most + 1;
    const int32_t lines = tile->lines + 2 * clearance->margin;
    const int32_t places = tile->places + 2 * before;
    if (wendi_hex_is_rows(clearance->layout)) {
        wendi_clearance_copy_squares(clearance, tile->place - before,
                                     tile->line - clearance->margin, places, lines, work->window,
                                     tile->stride);
        return;
    }
    wendi_clearance_copy_squares(clearance, tile->line - clearance->margin, tile->place - before,
                                 lines, places, work->turned, (size_t)lines);
    turn(work->turned, (size_t)lines, (size_t)places, (size_t)lines, work->window, tile->stride);
}

static bool is_moved(const wend_clearance *clearance, int32_t line)
{
    return wendi_hex_is_shifted(clearance->layout, line, line) != 0;
}

/* One doubling: counts walls up to `step` hexes farther on either side. */
static void widen_counts(const uint8_t *restrict from, uint8_t *restrict to, size_t count,
                         size_t step)
{
    const uint8_t *left = from - step;
    const uint8_t *right = from + step;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t nearer = left[i] < right[i] ? left[i] : right[i];
        const uint8_t through = (uint8_t)(nearer + step);
        to[i] = through < from[i] ? through : from[i];
    }
}

/* The distance, in hexes, to the nearest wall of a line, up to `far`; by steps of 1, 2, 4...
 * hexes, of which every distance is a sum. @param spare a second array of the same size; both
 * have WEND_CLEARANCE_MAX of `far` on either side. @return the array that holds the counts. */
static uint8_t *count_along(uint8_t *counts, uint8_t *spare, size_t count, uint8_t far)
{
    for (size_t step = 1; step < far; step *= 2) {
        widen_counts(counts, spare, count, step);
        uint8_t *swap = counts;
        counts = spare;
        spare = swap;
    }
    return counts;
}

/* The nearest walls of one line: above hexes [0] and above gaps [1]. The gap above hex i lies on
 * the side to which the line is not moved: hexes i - 1 and i of a moved line are beside it, else
 * i and i + 1. @return true if there is a wall within reach. */
static bool measure_line(const uint8_t *cells, const hex_tile *tile, int32_t most, bool moved,
                         uint8_t nearest[2][WENDI_CLEARANCE_TILE])
{
    enum { AROUND = WEND_CLEARANCE_MAX };
    const size_t before = (size_t)most + 1;
    const size_t count = (size_t)tile->places + 2 * before;
    if (memchr(cells, 0, count) == NULL) {
        return false;
    }
    const uint8_t far = (uint8_t)before;
    uint8_t lines[2][WENDI_CLEARANCE_STRIDE_MAX + 2 * AROUND];
    memset(lines, far, sizeof lines);
    for (size_t i = 0; i < count; ++i) {
        lines[0][AROUND + i] = cells[i] == 0 ? 0 : far;
    }
    const uint8_t *here = count_along(lines[0] + AROUND, lines[1] + AROUND, count, far) + before;
    const uint8_t *beside = moved ? here - 1 : here + 1;
    for (size_t i = 0; i < WENDI_CLEARANCE_TILE; ++i) {
        nearest[0][i] = here[i];
        nearest[1][i] = here[i] < beside[i] ? here[i] : beside[i];
    }
    return true;
}

/* ---- the numbers ---- */

/* The numbers of a line's hexes so far. */
typedef struct hex_row_numbers {
    uint8_t squares[WENDI_CLEARANCE_TILE];
    uint16_t discs[WENDI_CLEARANCE_TILE];
} hex_row_numbers;

/* Applies a line `away` lines off. The steps to a wall i hexes off are max(away, i + (away + 1)
 * / 2) in whole numbers, for gaps too. */
static void apply_line(const uint8_t *restrict nearest, const uint16_t *restrict numbers,
                       int32_t away, hex_row_numbers *restrict row)
{
    const uint8_t steps = (uint8_t)away;
    const uint8_t slant = (uint8_t)((away + 1) / 2);
    for (size_t i = 0; i < WENDI_CLEARANCE_TILE; ++i) {
        const uint8_t along = (uint8_t)(nearest[i] + slant);
        const uint8_t ring = along > steps ? along : steps;
        row->squares[i] = ring < row->squares[i] ? ring : row->squares[i];
    }
    for (size_t i = 0; i < WENDI_CLEARANCE_TILE; ++i) {
        const uint16_t number = numbers[nearest[i]];
        row->discs[i] = number < row->discs[i] ? number : row->discs[i];
    }
}

/* True if no wall at this distance in lines can be nearer than the numbers so far. */
static bool is_settled(const hex_row_numbers *row, int32_t away)
{
    uint16_t disc = 0;
    uint8_t square = 0;
    for (size_t i = 0; i < WENDI_CLEARANCE_TILE; ++i) {
        disc = row->discs[i] > disc ? row->discs[i] : disc;
        square = row->squares[i] > square ? row->squares[i] : square;
    }
    const int32_t least = away == 0 ? 0 : (3 * away - 2) * (3 * away - 2);
    return least >= disc && away >= square;
}

static void compute_row(const wend_clearance *clearance, int32_t line, hex_row_numbers *row)
{
    const wendi_clearance_work *work = clearance->work;
    memset(row->squares, clearance->most, sizeof row->squares);
    for (size_t i = 0; i < WENDI_CLEARANCE_TILE; ++i) {
        row->discs[i] = (uint16_t)clearance->cap;
    }
    const int32_t here = line + clearance->margin;
    for (int32_t away = 0; away <= clearance->margin && !is_settled(row, away); ++away) {
        const uint16_t *numbers =
            clearance->hex_numbers + (size_t)away * (size_t)(clearance->most + 2);
        if (work->has_wall[here - away]) {
            apply_line(work->nearest[here - away][away & 1], numbers, away, row);
        }
        if (work->has_wall[here + away]) {
            apply_line(work->nearest[here + away][away & 1], numbers, away, row);
        }
    }
}

/* ---- writing ---- */

static void write_turned(wend_clearance *clearance, const hex_tile *tile)
{
    for (int32_t i = 0; i < tile->places; ++i) {
        wendi_clearance_write_row(clearance, tile->line, tile->place + i, tile->lines,
                                  clearance->work->squares + (size_t)i * WENDI_CLEARANCE_TILE,
                                  clearance->work->discs + (size_t)i * WENDI_CLEARANCE_TILE);
    }
}

void wendi_clearance_hex_tile(wend_clearance *clearance, int32_t x, int32_t y, int32_t width,
                              int32_t height)
{
    const bool is_rows = wendi_hex_is_rows(clearance->layout);
    const hex_tile tile = {is_rows ? y : x, is_rows ? x : y, is_rows ? height : width,
                           is_rows ? width : height,
                           (size_t)(WENDI_CLEARANCE_TILE + 2 * (clearance->most + 1))};
    wendi_clearance_work *work = clearance->work;
    read_window(clearance, &tile);
    for (int32_t i = 0; i < tile.lines + 2 * clearance->margin; ++i) {
        work->has_wall[i] =
            measure_line(work->window + (size_t)i * tile.stride, &tile, clearance->most,
                         is_moved(clearance, tile.line - clearance->margin + i), work->nearest[i]);
    }
    for (int32_t line = 0; line < tile.lines; ++line) {
        hex_row_numbers row;
        compute_row(clearance, line, &row);
        if (is_rows) {
            wendi_clearance_write_row(clearance, x, y + line, width, row.squares, row.discs);
        } else {
            for (int32_t i = 0; i < tile.places; ++i) {
                work->squares[i * WENDI_CLEARANCE_TILE + line] = row.squares[i];
                work->discs[i * WENDI_CLEARANCE_TILE + line] = row.discs[i];
            }
        }
    }
    if (!is_rows) {
        write_turned(clearance, &tile);
    }
}
