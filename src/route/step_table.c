/* Takes: the number of neighbours, the corner rule, the layout of hexes.
 * Gives: for every hood and direction of arrival the steps worth taking.
 * Cost: some 30 microseconds, once for each space: 64 hoods at a time, one in each bit of a word.
 */
#include "route/step_table.h"

#include <string.h>

/* The nine cells of a hood are numbered by rows, the centre is 4. */
enum { CELLS = 9, CENTRE = 4, OUTSIDE = -1, HOODS_AT_ONCE = 64 };
/* Lengths of steps in units small enough to compare exactly: 99 / 70 is the square root of 2 as
 * closely as nine cells can tell. */
enum { STRAIGHT = 70, DIAGONAL = 99 };

/* 64 hoods: bit k of a word speaks of hood first + k. */
typedef struct hoods {
    uint64_t open[CELLS];                    /* is the cell open? */
    uint64_t steps[CELLS][WENDI_DIRECTIONS]; /* is the step out of the cell allowed? */
} hoods;

static int cell_beside(int cell, uint32_t direction)
{
    const int x = cell % 3 + wendi_direction_x(direction);
    const int y = cell / 3 + wendi_direction_y(direction);
    return x < 0 || x > 2 || y < 0 || y > 2 ? OUTSIDE : y * 3 + x;
}

/* Which world, and of which kind the centre is. */
typedef struct window {
    const wendi_step_rules *rules;
    bool is_hex;
    bool is_rows;
    uint32_t kind;
} window;

/* The kind of a cell of the hood: every other row (column) of hexes is moved. */
static uint32_t kind_of(const window *w, int cell)
{
    const int line = w->is_rows ? cell / 3 : cell % 3;
    return w->is_hex && line != 1 ? 1 - w->kind : w->kind;
}

static int step_length(const window *w, uint32_t direction)
{
    return direction % 2 == 0 || w->is_hex ? STRAIGHT : DIAGONAL;
}

/* Which of 64 hoods have the neighbour open, whose bit in a hood's number this is. */
static uint64_t open_pattern(uint32_t first, int bit)
{
    uint64_t pattern = 0;
    for (uint32_t k = 0; k < HOODS_AT_ONCE; ++k) {
        pattern |= (uint64_t)((first + k) >> bit & 1) << k;
    }
    return pattern;
}

static uint64_t can_step(const window *w, const uint64_t open[CELLS], int from, uint32_t direction)
{
    const wend_corner_rule rule = w->rules->corner_rule;
    const int to = cell_beside(from, direction);
    if (to == OUTSIDE || (direction % 2 == 1 && w->rules->neighbours == WEND_NEIGHBOURS_4)) {
        return 0;
    }
    if (w->is_hex) {
        return wendi_hex_from_eight(w->is_rows, kind_of(w, from), direction) < 6 ? open[to] : 0;
    }
    if (direction % 2 == 0 || rule == WEND_CORNER_ALWAYS) {
        return open[to];
    }
    const uint64_t one = open[cell_beside(from, direction - 1)];
    const uint64_t other = open[cell_beside(from, (direction + 1) % WENDI_DIRECTIONS)];
    return open[to] & (rule == WEND_CORNER_NEVER ? one & other : one | other);
}

static void hoods_make(hoods *h, const window *w, uint32_t first)
{
    for (int cell = 0; cell < CELLS; ++cell) {
        h->open[cell] =
            cell == CENTRE ? UINT64_MAX : open_pattern(first, cell < CENTRE ? cell : cell - 1);
    }
    for (int cell = 0; cell < CELLS; ++cell) {
        for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
            h->steps[cell][d] = can_step(w, h->open, cell, d);
        }
    }
}

/* Where who comes in by `arrival` could have gone as well without the centre. Any way of one step
 * is shorter than two through the centre, any of three is longer; of equal ways of two steps the
 * one whose first step is of the preferred kind stays. */
static void ways_around(const hoods *h, const window *w, uint32_t arrival, bool is_preferred,
                        uint64_t around[CELLS])
{
    const int from = cell_beside(CENTRE, wendi_opposite(arrival));
    memset(around, 0, CELLS * sizeof around[0]);
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const int beside = cell_beside(from, d);
        if (beside == OUTSIDE || beside == CENTRE) {
            continue;
        }
        around[beside] |= h->steps[from][d];
        for (uint32_t e = 0; e < WENDI_DIRECTIONS; ++e) {
            const int to = cell_beside(beside, e);
            if (to == OUTSIDE || to == CENTRE) {
                continue;
            }
            /* Cells with odd numbers lie straight beside the centre. */
            const int last = to % 2 == 1 || w->is_hex ? STRAIGHT : DIAGONAL;
            const int through = step_length(w, arrival) + last;
            const int sum = step_length(w, d) + step_length(w, e);
            if (sum < through || (sum == through && !is_preferred)) {
                around[to] |= h->steps[from][d] & h->steps[beside][e];
            }
        }
    }
}

/* Of equal ways those that go diagonally first are preferred, with 4 neighbours vertically, with
 * hexes in an even direction: of the two directions that lead to a place one is even. */
static bool is_preferred_first(const window *w, uint32_t arrival)
{
    if (w->is_hex) {
        const uint32_t from = kind_of(w, cell_beside(CENTRE, wendi_opposite(arrival)));
        return wendi_hex_from_eight(w->is_rows, from, arrival) % 2 == 0;
    }
    return w->rules->neighbours == WEND_NEIGHBOURS_8
               ? arrival % 2 == 1
               : arrival == WENDI_NORTH || arrival == WENDI_SOUTH;
}

/* Spreads a word of 64 hoods over their entries of the table. */
static void put_bits(uint8_t (*natural)[WENDI_ARRIVALS], uint32_t first, uint32_t arrival,
                     uint32_t direction, uint64_t is_set)
{
    for (uint32_t k = 0; k < HOODS_AT_ONCE; ++k) {
        natural[first + k][arrival] |= (uint8_t)((is_set >> k & 1) << direction);
    }
}

static void build_hoods(wendi_step_table *table, const window *w, uint32_t first)
{
    hoods h;
    hoods_make(&h, w, first);
    for (uint32_t arrival = 0; arrival < WENDI_ARRIVALS; ++arrival) {
        uint64_t around[CELLS] = {0};
        if (arrival < WENDI_DIRECTIONS) {
            ways_around(&h, w, arrival, is_preferred_first(w, arrival), around);
            around[cell_beside(CENTRE, wendi_opposite(arrival))] = UINT64_MAX;
        }
        for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
            const uint64_t needed = h.steps[CENTRE][d] & ~around[cell_beside(CENTRE, d)];
            put_bits(table->natural + w->kind * 256, first, arrival, d, needed);
        }
    }
}

static uint8_t bit_of(uint32_t direction)
{
    return (uint8_t)(1u << direction % WENDI_DIRECTIONS);
}

/* The direction one came from and the two beside it: places that can be entered from there in one
 * step that is shorter than two. */
static uint8_t back_of(const window *w, uint32_t arrival)
{
    if (arrival >= WENDI_DIRECTIONS) {
        return 0;
    }
    const uint32_t back = wendi_opposite(arrival);
    if (!w->is_hex) {
        return (uint8_t)(bit_of(back) | bit_of(back + 1) | bit_of(back + 7));
    }
    const uint32_t hex = wendi_hex_from_eight(w->is_rows, w->kind, back);
    uint8_t steps = 0;
    for (uint32_t k = 5; k <= 7 && hex < 6; ++k) {
        steps |= bit_of(wendi_hex_to_eight(w->is_rows, w->kind, (hex + k) % 6));
    }
    return steps;
}

/* The bytes of a hood in which no neighbour lies. */
static uint64_t aside_of(const window *w)
{
    uint64_t bytes = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS && w->is_hex; ++d) {
        const int cell = cell_beside(CENTRE, d);
        if (wendi_hex_from_eight(w->is_rows, w->kind, d) == 6) {
            bytes |= (uint64_t)255 << 8 * (cell < CENTRE ? cell : cell - 1);
        }
    }
    return bytes;
}

void wendi_step_table_build(wendi_step_table *table, const wendi_step_rules *rules)
{
    memset(table, 0, sizeof *table);
    window w = {rules, rules->neighbours == WEND_NEIGHBOURS_6, wendi_hex_is_rows(rules->hex_layout),
                0};
    const uint32_t kinds = w.is_hex ? WENDI_KINDS : 1;
    for (w.kind = 0; w.kind < kinds; ++w.kind) {
        for (uint32_t first = 0; first < 256; first += HOODS_AT_ONCE) {
            build_hoods(table, &w, first);
        }
        for (uint32_t arrival = 0; arrival < WENDI_ARRIVALS; ++arrival) {
            table->back[w.kind][arrival] = back_of(&w, arrival);
        }
        table->aside[w.kind] = aside_of(&w);
    }
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        table->lengths[d] = d % 2 == 0 || w.is_hex ? WEND_COST_ONE : WEND_COST_DIAGONAL;
    }
}
