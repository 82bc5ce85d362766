/* The bitmaps of jump point search (see map.h), built whole or repaired around changed cells.
 * Cost: a build takes about 8 ns a cell; a repair depends on the changed cells and the straight
 * runs that end at them. */
#include "route/jump/map.h"

#include "base/math/bits.h"
#include "route/jump/bits.h"
#include "route/jump/step_table.h"

#include <string.h>

/* 64 cells at once, one a bit, and their eight neighbours. */
typedef struct jump_neighbourhood {
    uint64_t centre, north, south, east, west;
    uint64_t north_east, north_west, south_east, south_west;
    uint64_t breaks; /* centres that are breaks */
} jump_neighbourhood;

typedef struct jump_diagonals {
    uint64_t step_rising, step_falling;
    uint64_t forced_ne, forced_se, forced_sw, forced_nw;
} jump_diagonals;

static size_t row_bitmap_words(const wendi_jump_map *map)
{
    return (size_t)map->rows * map->row_words;
}

static size_t column_bitmap_words(const wendi_jump_map *map)
{
    return (size_t)map->columns * map->column_words;
}

wend_result wendi_jump_map_create(wendi_jump_map *map, int32_t width, int32_t height,
                                  wend_corner_rule rule, uint8_t base,
                                  const wend_allocator *allocator)
{
    memset(map, 0, sizeof *map);
    map->rows = (uint32_t)height + 2;
    map->columns = (uint32_t)width + 2;
    map->row_words = (map->columns + 63) / 64;
    map->column_words = (map->rows + 63) / 64;
    map->rule = rule;
    map->base = base;
    const size_t break_words = base == 0 ? 0 : row_bitmap_words(map) + column_bitmap_words(map);
    const size_t words = break_words + row_bitmap_words(map) * WENDI_JUMP_BY_ROW +
                         column_bitmap_words(map) * (WENDI_JUMP_BITMAPS - WENDI_JUMP_BY_ROW);
    map->block_bytes = (words + map->rows) * sizeof(uint64_t);
    map->block = wendi_alloc_zero(allocator, map->block_bytes);
    if (map->block == NULL) {
        memset(map, 0, sizeof *map);
        return WEND_ERROR_MEMORY;
    }
    uint64_t *next = map->block;
    for (int which = 0; which < WENDI_JUMP_BITMAPS; ++which) {
        map->bits[which] = next;
        next += which < WENDI_JUMP_BY_ROW ? row_bitmap_words(map) : column_bitmap_words(map);
    }
    if (base != 0) {
        map->breaks = next;
        map->breaks_t = next + row_bitmap_words(map);
        next += break_words;
    }
    map->line_hashes = next;
    return WEND_OK;
}

void wendi_jump_map_destroy(wendi_jump_map *map, const wend_allocator *allocator)
{
    wendi_free(allocator, map->block, map->block_bytes);
    memset(map, 0, sizeof *map);
}

/* Brings the hashes of lines up to date with their open cells. */
static void hash_lines(wendi_jump_map *map, uint32_t from, uint32_t to)
{
    for (uint32_t line = from; line <= to; ++line) {
        const uint64_t *open = wendi_jump_row(map, WENDI_JUMP_OPEN, line);
        uint64_t hash = 0x9E3779B97F4A7C15u * (line + 1);
        for (uint32_t word = 0; word < map->row_words; ++word) {
            hash = (hash ^ open[word]) * 0xD6E8FEB86659FD93u;
            hash ^= hash >> 32;
        }
        map->hash += hash - map->line_hashes[line];
        map->line_hashes[line] = hash;
    }
}

static uint64_t *row(const wendi_jump_map *map, int which, uint32_t line)
{
    return map->bits[which] + (size_t)line * map->row_words;
}

static uint64_t *column(const wendi_jump_map *map, int which, uint32_t line)
{
    return map->bits[which] + (size_t)line * map->column_words;
}

/* Eight costs to eight bits, 1 = open. */
static uint64_t open_of_8(const uint8_t *costs)
{
    uint64_t bytes = 0;
    for (unsigned k = 0; k < 8; ++k) {
        bytes |= (uint64_t)costs[k] << (8 * k);
    }
    return wendi_neighbour_costs_open(bytes);
}

static void pack_open_row(const uint8_t *costs, size_t count, uint64_t *line, size_t words)
{
    memset(line, 0, words * sizeof line[0]);
    size_t p = 0;
    for (; p + 8 <= count; p += 8) {
        line[p / 64] |= open_of_8(costs + p) << (p % 64);
    }
    for (; p < count; ++p) {
        line[p / 64] |= (uint64_t)(costs[p] != WEND_COST_WALL) << (p % 64);
    }
}

/* Jump points of one word for movement towards higher (up) and lower (down) positions; `side` are
 * the lines on both sides of the line moved along. */
typedef struct jump_words {
    uint64_t up, down;
} jump_words;

static jump_words jump_of_word(wend_corner_rule rule, const uint64_t *line,
                               const uint64_t *const side[2], size_t word, size_t words)
{
    const uint64_t after = wendi_bits_down(line, word, words); /* the next position is open */
    const uint64_t before = wendi_bits_up(line, word);
    jump_words jump = {0, 0};
    for (int k = 0; k < 2; ++k) {
        const uint64_t here = side[k][word];
        const uint64_t ahead = wendi_bits_down(side[k], word, words);
        const uint64_t behind = wendi_bits_up(side[k], word);
        switch (rule) {
        case WEND_CORNER_NEVER:
            jump.up |= ~behind & here;
            jump.down |= ~ahead & here;
            break;
        case WEND_CORNER_ONE_OPEN:
            jump.up |= ~here & ahead & after;
            jump.down |= ~here & behind & before;
            break;
        case WEND_CORNER_ALWAYS:
        default:
            jump.up |= ~here & ahead;
            jump.down |= ~here & behind;
            break;
        }
    }
    jump.up &= line[word];
    jump.down &= line[word];
    return jump;
}

/* Stops of the words first ... last of one line. @param breaks of the line, or NULL */
static void stop_line(wend_corner_rule rule, const uint64_t *line, const uint64_t *const side[2],
                      const uint64_t *breaks, size_t first, size_t last, size_t words, uint64_t *up,
                      uint64_t *down)
{
    for (size_t word = first; word <= last; ++word) {
        const jump_words jump = jump_of_word(rule, line, side, word, words);
        const uint64_t stop = ~line[word] | (breaks != NULL ? breaks[word] : 0);
        up[word] = stop | jump.up;
        down[word] = stop | jump.down;
    }
}

static void reach_line(const uint64_t *line, const uint64_t *stop_up, const uint64_t *stop_down,
                       size_t words, uint64_t *scratch, uint64_t *reach_up, uint64_t *reach_down)
{
    for (size_t word = 0; word < words; ++word) {
        scratch[word] = stop_up[word] & line[word];
    }
    wendi_bits_reach_up(scratch, stop_up, words, reach_up);
    for (size_t word = 0; word < words; ++word) {
        scratch[word] = stop_down[word] & line[word];
    }
    wendi_bits_reach_down(scratch, stop_down, words, reach_down);
}

static const int row_maps[4] = {WENDI_JUMP_STOP_EAST, WENDI_JUMP_STOP_WEST, WENDI_JUMP_REACH_EAST,
                                WENDI_JUMP_REACH_WEST};
static const int column_maps[4] = {WENDI_JUMP_STOP_SOUTH, WENDI_JUMP_STOP_NORTH,
                                   WENDI_JUMP_REACH_SOUTH, WENDI_JUMP_REACH_NORTH};

/* Stops and reach of the lines first ... end - 1; beyond the first and last line are walls. */
static void build_lines(const wendi_jump_map *map, bool is_row, uint32_t first, uint32_t end,
                        uint64_t *scratch)
{
    const int *which = is_row ? row_maps : column_maps;
    const uint64_t *open = map->bits[is_row ? WENDI_JUMP_OPEN : WENDI_JUMP_OPEN_T];
    const uint32_t lines = is_row ? map->rows : map->columns;
    const uint32_t words = is_row ? map->row_words : map->column_words;
    const uint64_t *breaks = is_row ? map->breaks : map->breaks_t;
    const uint64_t *none = scratch + words; /* a line of walls */
    memset(scratch + words, 0, words * sizeof scratch[0]);
    for (uint32_t k = first; k < end; ++k) {
        const size_t at = (size_t)k * words;
        const uint64_t *side[2] = {k > 0 ? open + at - words : none,
                                   k + 1 < lines ? open + at + words : none};
        uint64_t *up = map->bits[which[0]] + at;
        uint64_t *down = map->bits[which[1]] + at;
        stop_line(map->rule, open + at, side, breaks == NULL ? NULL : breaks + at, 0, words - 1,
                  words, up, down);
        reach_line(open + at, up, down, words, scratch, map->bits[which[2]] + at,
                   map->bits[which[3]] + at);
    }
}

static jump_neighbourhood neighbourhood_of_word(const wendi_jump_map *map, uint32_t py, size_t word)
{
    const uint64_t *line = row(map, WENDI_JUMP_OPEN, py);
    const uint64_t *above = row(map, WENDI_JUMP_OPEN, py - 1);
    const uint64_t *below = row(map, WENDI_JUMP_OPEN, py + 1);
    const size_t words = map->row_words;
    jump_neighbourhood h;
    h.centre = line[word];
    h.west = wendi_bits_up(line, word);
    h.east = wendi_bits_down(line, word, words);
    h.north = above[word];
    h.north_west = wendi_bits_up(above, word);
    h.north_east = wendi_bits_down(above, word, words);
    h.south = below[word];
    h.south_west = wendi_bits_up(below, word);
    h.south_east = wendi_bits_down(below, word, words);
    h.breaks = map->breaks == NULL ? 0 : map->breaks[(size_t)py * words + word];
    return h;
}

/* Steps along diagonals and the cells where a diagonal has a forced neighbour (only when corners
 * may be cut: otherwise a diagonal step has both its sides open, and forces nothing). */
static jump_diagonals diagonals_of(wend_corner_rule rule, const jump_neighbourhood *h)
{
    jump_diagonals d = {h->centre & h->north_east,
                        h->centre & h->south_east,
                        h->breaks,
                        h->breaks,
                        h->breaks,
                        h->breaks};
    if (rule == WEND_CORNER_NEVER) {
        d.step_rising &= h->north & h->east;
        d.step_falling &= h->south & h->east;
        return d;
    }
    /* The other side of the wall must be open too, unless corners may always be cut. */
    const uint64_t any = rule == WEND_CORNER_ALWAYS ? UINT64_MAX : 0;
    const uint64_t n = h->north | any;
    const uint64_t e = h->east | any;
    const uint64_t s = h->south | any;
    const uint64_t w = h->west | any;
    d.step_rising &= n | e;
    d.step_falling &= s | e;
    d.forced_ne |= h->centre & ((~h->west & h->north_west & n) | (~h->south & h->south_east & e));
    d.forced_sw |= h->centre & ((~h->north & h->north_west & w) | (~h->east & h->south_east & s));
    d.forced_se |= h->centre & ((~h->north & h->north_east & e) | (~h->west & h->south_west & s));
    d.forced_nw |= h->centre & ((~h->east & h->north_east & n) | (~h->south & h->south_west & w));
    return d;
}

/* Scratch of a build: bitmaps by row. */
enum { SCRATCH_REACH_NORTH, SCRATCH_REACH_SOUTH, SCRATCH_PLAIN, SCRATCH_SKEW, SCRATCH_BITMAPS };

static uint64_t diagonal_word(const wendi_jump_map *map, const uint64_t *scratch, int which,
                              uint32_t py, size_t word)
{
    const jump_neighbourhood h = neighbourhood_of_word(map, py, word);
    const jump_diagonals d = diagonals_of(map->rule, &h);
    const size_t at = (size_t)py * map->row_words + word;
    const uint64_t east = map->bits[WENDI_JUMP_REACH_EAST][at];
    const uint64_t west = map->bits[WENDI_JUMP_REACH_WEST][at];
    const uint64_t north = scratch[SCRATCH_REACH_NORTH * row_bitmap_words(map) + at];
    const uint64_t south = scratch[SCRATCH_REACH_SOUTH * row_bitmap_words(map) + at];
    switch (which) {
    case WENDI_JUMP_STEP_RISING:
        return d.step_rising;
    case WENDI_JUMP_STEP_FALLING:
        return d.step_falling;
    case WENDI_JUMP_HORIZONTAL_NE:
        return d.forced_ne | (h.centre & east);
    case WENDI_JUMP_HORIZONTAL_SE:
        return d.forced_se | (h.centre & east);
    case WENDI_JUMP_HORIZONTAL_SW:
        return d.forced_sw | (h.centre & west);
    case WENDI_JUMP_HORIZONTAL_NW:
        return d.forced_nw | (h.centre & west);
    case WENDI_JUMP_VERTICAL_NE:
    case WENDI_JUMP_VERTICAL_NW:
        return h.centre & north;
    default:
        return h.centre & south;
    }
}

/* One row of a bitmap of diagonals, before it is skewed. */
static void build_diagonal_row(const wendi_jump_map *map, uint64_t *scratch, int which, uint32_t py)
{
    uint64_t *plain = scratch + SCRATCH_PLAIN * row_bitmap_words(map) + (size_t)py * map->row_words;
    const bool is_frame = py == 0 || py + 1 == map->rows;
    for (size_t word = 0; word < map->row_words; ++word) {
        plain[word] = is_frame ? 0 : diagonal_word(map, scratch, which, py, word);
    }
}

/* ---- breaks ---- */

static uint64_t get_bit(const uint64_t *line, uint32_t position)
{
    return line[position / 64] >> (position % 64) & 1;
}

static void put_bit(uint64_t *line, uint32_t position, uint64_t value)
{
    const uint64_t bit = (uint64_t)1 << (position % 64);
    line[position / 64] = (line[position / 64] & ~bit) | (value != 0 ? bit : 0);
}

static void put_break(const wendi_jump_map *map, uint32_t px, uint32_t py, uint64_t is_break)
{
    put_bit(map->breaks + (size_t)py * map->row_words, px, is_break);
    put_bit(map->breaks_t + (size_t)px * map->column_words, py, is_break);
}

/* Sets the breaks of a rectangle: the cells around each raised one. */
static void put_breaks(const wendi_jump_map *map, const uint8_t *costs, size_t stride, uint32_t px0,
                       uint32_t py0, uint32_t px1, uint32_t py1)
{
    for (uint32_t py = py0; py <= py1; ++py) {
        for (uint32_t px = px0; px <= px1; ++px) {
            put_break(map, px, py, 0);
        }
    }
    for (uint32_t y = py0 - 1; y <= py1 + 1; ++y) {
        for (uint32_t x = px0 - 1; x <= px1 + 1; ++x) {
            const uint8_t cost = costs[y * stride + x];
            if (cost == map->base || cost == WEND_COST_WALL) {
                continue;
            }
            for (uint32_t py = y > py0 ? y - 1 : py0; py <= y + 1 && py <= py1; ++py) {
                for (uint32_t px = x > px0 ? x - 1 : px0; px <= x + 1 && px <= px1; ++px) {
                    put_break(map, px, py, costs[py * stride + px] != WEND_COST_WALL);
                }
            }
        }
    }
}

/* ---- build, a unit at a time ---- */

enum { UNIT_LINES = 64 };

/* What a build does, in this order, each in units of so many lines. */
enum {
    BUILD_OPEN,
    BUILD_OPEN_T,
    BUILD_ROWS,
    BUILD_COLUMNS,
    BUILD_REACH_NORTH,
    BUILD_REACH_SOUTH,
    BUILD_DIAGONALS, /* from here on two parts for each bitmap of diagonals: its rows, the skew */
    BUILD_END = BUILD_DIAGONALS + 2 * (WENDI_JUMP_VERTICAL_NW - WENDI_JUMP_STEP_RISING + 1)
};

static size_t scratch_bytes(const wendi_jump_map *map)
{
    const size_t line_words = 2 * (size_t)(map->row_words + map->column_words);
    return (SCRATCH_BITMAPS * row_bitmap_words(map) + line_words) * sizeof(uint64_t);
}

wend_result wendi_jump_map_build_begin(wendi_jump_map_build_state *build, const wendi_jump_map *map,
                                       const wend_allocator *allocator)
{
    build->part = build->line = 0;
    build->scratch = wendi_alloc(allocator, scratch_bytes(map));
    return build->scratch == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

void wendi_jump_map_build_end(wendi_jump_map_build_state *build, const wendi_jump_map *map,
                              const wend_allocator *allocator)
{
    wendi_free(allocator, build->scratch, build->scratch == NULL ? 0 : scratch_bytes(map));
    build->scratch = NULL;
}

/* Lines of a part; of a skew its passes. */
static uint32_t lines_of_part(const wendi_jump_map *map, uint32_t part)
{
    if (part >= BUILD_DIAGONALS && (part - BUILD_DIAGONALS) % 2 == 1) {
        return wendi_bits_skew_passes(map->row_words);
    }
    const bool is_columns =
        part == BUILD_COLUMNS || part == BUILD_REACH_NORTH || part == BUILD_REACH_SOUTH;
    return is_columns ? map->columns : map->rows;
}

static void build_diagonals(wendi_jump_map_build_state *build, const wendi_jump_map *map,
                            uint32_t first, uint32_t end)
{
    const size_t bitmap = row_bitmap_words(map);
    const uint32_t part = build->part - BUILD_DIAGONALS;
    const int which = WENDI_JUMP_STEP_RISING + (int)(part / 2);
    if (part % 2 == 0) {
        for (uint32_t py = first; py < end; ++py) {
            build_diagonal_row(map, build->scratch, which, py);
        }
        return;
    }
    for (uint32_t pass = first; pass < end; ++pass) {
        wendi_bits_skew_pass(build->scratch + SCRATCH_PLAIN * bitmap, map->rows, map->row_words,
                             which < WENDI_JUMP_STEP_FALLING, map->bits[which],
                             build->scratch + SCRATCH_SKEW * bitmap, pass);
    }
}

static void build_part(wendi_jump_map_build_state *build, wendi_jump_map *map, const uint8_t *costs,
                       size_t stride, uint32_t first, uint32_t end)
{
    const size_t bitmap = row_bitmap_words(map);
    uint64_t *scratch = build->scratch;
    uint64_t *lines = scratch + SCRATCH_BITMAPS * bitmap;
    const bool is_north = build->part == BUILD_REACH_NORTH;
    switch (build->part) {
    case BUILD_OPEN:
        for (uint32_t py = first; py < end; ++py) {
            pack_open_row(costs + py * stride, map->columns, row(map, WENDI_JUMP_OPEN, py),
                          map->row_words);
        }
        hash_lines(map, first, end - 1);
        if (map->breaks != NULL) {
            put_breaks(map, costs, stride, 1, first > 1 ? first : 1, map->columns - 2,
                       end < map->rows ? end - 1 : map->rows - 2);
        }
        break;
    case BUILD_OPEN_T:
        wendi_bits_transpose(row(map, WENDI_JUMP_OPEN, first), end - first, map->row_words,
                             map->bits[WENDI_JUMP_OPEN_T] + first / UNIT_LINES, map->columns,
                             map->column_words);
        break;
    case BUILD_ROWS:
    case BUILD_COLUMNS:
        build_lines(map, build->part == BUILD_ROWS, first, end, lines);
        break;
    case BUILD_REACH_NORTH:
    case BUILD_REACH_SOUTH:
        wendi_bits_transpose(
            column(map, is_north ? WENDI_JUMP_REACH_NORTH : WENDI_JUMP_REACH_SOUTH, first),
            end - first, map->column_words,
            scratch + (is_north ? SCRATCH_REACH_NORTH : SCRATCH_REACH_SOUTH) * bitmap +
                first / UNIT_LINES,
            map->rows, map->row_words);
        break;
    default:
        build_diagonals(build, map, first, end);
        break;
    }
}

uint64_t wendi_jump_map_build_unit(wendi_jump_map_build_state *build, wendi_jump_map *map,
                                   const uint8_t *costs, size_t stride)
{
    const uint32_t lines = lines_of_part(map, build->part);
    const bool is_skew = build->part >= BUILD_DIAGONALS && (build->part - BUILD_DIAGONALS) % 2 == 1;
    const uint32_t unit = is_skew ? 1 : UNIT_LINES;
    const uint32_t first = build->line;
    const uint32_t end = lines - first < unit ? lines : first + unit;
    build_part(build, map, costs, stride, first, end);
    build->line = end;
    if (end == lines) {
        build->line = 0;
        build->part++;
    }
    /* Words, a few of them a step. */
    const uint64_t words =
        is_skew ? row_bitmap_words(map) : (uint64_t)(end - first) * (map->row_words + 1);
    return 1 + words / 24;
}

bool wendi_jump_map_build_is_done(const wendi_jump_map_build_state *build)
{
    return build->part == BUILD_END;
}

wend_result wendi_jump_map_build(wendi_jump_map *map, const uint8_t *costs, size_t stride,
                                 const wend_allocator *allocator)
{
    wendi_jump_map_build_state build;
    const wend_result result = wendi_jump_map_build_begin(&build, map, allocator);
    while (result == WEND_OK && !wendi_jump_map_build_is_done(&build)) {
        (void)wendi_jump_map_build_unit(&build, map, costs, stride);
    }
    wendi_jump_map_build_end(&build, map, allocator);
    return result;
}

/* ---- repair ---- */

/* Recomputes the diagonal bits of one cell of the inside. */
static void refresh_cell(const wendi_jump_map *map, uint32_t px, uint32_t py)
{
    if (px == 0 || py == 0 || px + 1 >= map->columns || py + 1 >= map->rows) {
        return;
    }
    const uint64_t *line = row(map, WENDI_JUMP_OPEN, py);
    const uint64_t *above = row(map, WENDI_JUMP_OPEN, py - 1);
    const uint64_t *below = row(map, WENDI_JUMP_OPEN, py + 1);
    const jump_neighbourhood h = {
        get_bit(line, px),
        get_bit(above, px),
        get_bit(below, px),
        get_bit(line, px + 1),
        get_bit(line, px - 1),
        get_bit(above, px + 1),
        get_bit(above, px - 1),
        get_bit(below, px + 1),
        get_bit(below, px - 1),
        map->breaks == NULL ? 0 : get_bit(map->breaks + (size_t)py * map->row_words, px)};
    const jump_diagonals d = diagonals_of(map->rule, &h);
    const uint64_t east = get_bit(row(map, WENDI_JUMP_REACH_EAST, py), px);
    const uint64_t west = get_bit(row(map, WENDI_JUMP_REACH_WEST, py), px);
    const uint64_t north = get_bit(column(map, WENDI_JUMP_REACH_NORTH, px), py);
    const uint64_t south = get_bit(column(map, WENDI_JUMP_REACH_SOUTH, px), py);
    const uint32_t rising = (px + py) % map->rows;
    const uint32_t falling = (py + map->rows - px % map->rows) % map->rows;
    put_bit(row(map, WENDI_JUMP_STEP_RISING, rising), px, d.step_rising & 1);
    put_bit(row(map, WENDI_JUMP_STEP_FALLING, falling), px, d.step_falling & 1);
    put_bit(row(map, WENDI_JUMP_HORIZONTAL_NE, rising), px, (d.forced_ne | (h.centre & east)) & 1);
    put_bit(row(map, WENDI_JUMP_HORIZONTAL_SW, rising), px, (d.forced_sw | (h.centre & west)) & 1);
    put_bit(row(map, WENDI_JUMP_HORIZONTAL_SE, falling), px, (d.forced_se | (h.centre & east)) & 1);
    put_bit(row(map, WENDI_JUMP_HORIZONTAL_NW, falling), px, (d.forced_nw | (h.centre & west)) & 1);
    put_bit(row(map, WENDI_JUMP_VERTICAL_NE, rising), px, h.centre & north & 1);
    put_bit(row(map, WENDI_JUMP_VERTICAL_SW, rising), px, h.centre & south & 1);
    put_bit(row(map, WENDI_JUMP_VERTICAL_SE, falling), px, h.centre & south & 1);
    put_bit(row(map, WENDI_JUMP_VERTICAL_NW, falling), px, h.centre & north & 1);
}

/* One line under repair: rows when is_row, else columns. */
typedef struct jump_line_repair {
    const wendi_jump_map *map;
    bool is_row;
    uint32_t line;
    size_t words, first, last; /* words whose stops may have changed */
    const uint64_t *open, *stop_up, *stop_down;
    uint64_t *reach_up, *reach_down;
    uint64_t *refreshed; /* counts cells */
} jump_line_repair;

static void refresh_changed(const jump_line_repair *r, size_t word, uint64_t changed)
{
    *r->refreshed += wendi_popcount64(changed);
    while (changed != 0) {
        const uint32_t position = (uint32_t)(word * 64 + wendi_ctz64(changed));
        changed &= changed - 1;
        refresh_cell(r->map, r->is_row ? position : r->line, r->is_row ? r->line : position);
    }
}

/* Reach flows from higher words to lower ones, one bit a border; beyond the words that changed it
 * can stop as soon as that bit is as before. */
static void repair_reach_up(const jump_line_repair *r)
{
    uint64_t carry = r->reach_up[r->last] >> 63;
    for (size_t word = r->last + 1; word-- > 0;) {
        const uint64_t stop = r->stop_up[word];
        const uint64_t jump = stop & r->open[word];
        uint64_t reach;
        uint64_t with_carry[2] = {jump | (~stop & carry << 63), stop};
        wendi_bits_reach_up(&with_carry[0], &with_carry[1], 1, &reach);
        const uint64_t good = (with_carry[0] | (reach & ~stop)) & 1;
        reach |= carry << 63;
        const uint64_t changed = reach ^ r->reach_up[word];
        r->reach_up[word] = reach;
        refresh_changed(r, word, changed);
        carry = good;
        if (word <= r->first && (word == 0 || r->reach_up[word - 1] >> 63 == carry)) {
            return;
        }
    }
}

static void repair_reach_down(const jump_line_repair *r)
{
    uint64_t carry = r->reach_down[r->first] & 1;
    for (size_t word = r->first; word < r->words; ++word) {
        const uint64_t stop = r->stop_down[word];
        const uint64_t jump = stop & r->open[word];
        uint64_t reach;
        const uint64_t with_carry = jump | (~stop & carry);
        wendi_bits_reach_down(&with_carry, &stop, 1, &reach);
        const uint64_t good = (with_carry | (reach & ~stop)) >> 63;
        reach |= carry;
        const uint64_t changed = reach ^ r->reach_down[word];
        r->reach_down[word] = reach;
        refresh_changed(r, word, changed);
        carry = good;
        if (word >= r->last && (word + 1 == r->words || (r->reach_down[word + 1] & 1) == carry)) {
            return;
        }
    }
}

/* Stops and reach of a line, whose positions low ... high may have changed. @return cells computed
 * and words read. */
static uint64_t repair_line(const wendi_jump_map *map, bool is_row, uint32_t line, uint32_t low,
                            uint32_t high)
{
    const int *which = is_row ? row_maps : column_maps;
    const uint64_t *open = map->bits[is_row ? WENDI_JUMP_OPEN : WENDI_JUMP_OPEN_T];
    const size_t words = is_row ? map->row_words : map->column_words;
    const size_t at = (size_t)line * words;
    const uint64_t *side[2] = {open + at - words, open + at + words};
    uint64_t refreshed = 0;
    jump_line_repair r = {map,
                          is_row,
                          line,
                          words,
                          low / 64,
                          high / 64,
                          open + at,
                          map->bits[which[0]] + at,
                          map->bits[which[1]] + at,
                          map->bits[which[2]] + at,
                          map->bits[which[3]] + at,
                          &refreshed};
    const uint64_t *breaks = is_row ? map->breaks : map->breaks_t;
    stop_line(map->rule, open + at, side, breaks == NULL ? NULL : breaks + at, r.first, r.last,
              words, map->bits[which[0]] + at, map->bits[which[1]] + at);
    repair_reach_up(&r);
    repair_reach_down(&r);
    return refreshed + 2 + (high - low) / 32;
}

enum { REPAIR_OPEN, REPAIR_ROWS, REPAIR_COLUMNS, REPAIR_CELLS, REPAIR_END };

void wendi_jump_map_repair_begin(wendi_jump_map_repair_state *repair, uint32_t px0, uint32_t py0,
                                 uint32_t px1, uint32_t py1)
{
    *repair = (wendi_jump_map_repair_state){.px0 = px0, .py0 = py0, .px1 = px1, .py1 = py1};
}

bool wendi_jump_map_repair_is_done(const wendi_jump_map_repair_state *repair)
{
    return repair->part == REPAIR_END;
}

static void repair_open(const wendi_jump_map_repair_state *r, wendi_jump_map *map,
                        const uint8_t *costs, size_t stride)
{
    for (uint32_t py = r->py0; py <= r->py1; ++py) {
        for (uint32_t px = r->px0; px <= r->px1; ++px) {
            const uint64_t is_open = costs[py * stride + px] != WEND_COST_WALL;
            put_bit(row(map, WENDI_JUMP_OPEN, py), px, is_open);
            put_bit(column(map, WENDI_JUMP_OPEN_T, px), py, is_open);
        }
    }
    hash_lines(map, r->py0, r->py1);
}

uint64_t wendi_jump_map_repair_unit(wendi_jump_map_repair_state *r, wendi_jump_map *map,
                                    const uint8_t *costs, size_t stride)
{
    /* Lines of the frame are walls for ever, so they need no repair. */
    const uint32_t left = r->px0 > 1 ? r->px0 - 1 : 1;
    const uint32_t top = r->py0 > 1 ? r->py0 - 1 : 1;
    const uint32_t right = r->px1 + 2 < map->columns ? r->px1 + 1 : map->columns - 2;
    const uint32_t bottom = r->py1 + 2 < map->rows ? r->py1 + 1 : map->rows - 2;
    if (r->part == REPAIR_OPEN) {
        repair_open(r, map, costs, stride);
        const bool has_breaks = map->breaks != NULL;
        *r = has_breaks
                 ? (wendi_jump_map_repair_state){left,   top,         right,
                                                 bottom, REPAIR_ROWS, top > 1 ? top - 1 : 1}
                 : (wendi_jump_map_repair_state){r->px0, r->py0, r->px1, r->py1, REPAIR_ROWS, top};
        if (has_breaks) {
            put_breaks(map, costs, stride, r->px0, r->py0, r->px1, r->py1);
        }
        return (uint64_t)(r->px1 - r->px0 + 1) * (r->py1 - r->py0 + 1);
    }
    const uint32_t line = r->line++;
    uint64_t work = right - left + 1;
    if (r->part == REPAIR_ROWS) {
        work = repair_line(map, true, line, r->px0 - 1, r->px1 + 1);
    } else if (r->part == REPAIR_COLUMNS) {
        work = repair_line(map, false, line, r->py0 - 1, r->py1 + 1);
    } else {
        for (uint32_t px = left; px <= right; ++px) {
            refresh_cell(map, px, line);
        }
    }
    if (line == (r->part == REPAIR_COLUMNS ? right : bottom)) {
        r->part++;
        r->line = r->part == REPAIR_COLUMNS ? left : top;
    }
    return work;
}

void wendi_jump_map_repair(wendi_jump_map *map, const uint8_t *costs, size_t stride, uint32_t px0,
                           uint32_t py0, uint32_t px1, uint32_t py1)
{
    wendi_jump_map_repair_state repair;
    wendi_jump_map_repair_begin(&repair, px0, py0, px1, py1);
    while (!wendi_jump_map_repair_is_done(&repair)) {
        (void)wendi_jump_map_repair_unit(&repair, map, costs, stride);
    }
}
