/* The step table: for every neighbourhood mask and direction of arrival the steps that pruning
 * leaves.
 * Cost: some 30 microseconds, once for each space: 64 masks at a time, one in each bit of a word.
 */
#include "route/jump/step_table.h"

#include <string.h>

/* The nine cells of a neighbourhood are numbered by rows; the centre is 4. */
enum { CELLS = 9, CENTRE = 4, OUTSIDE = -1, HOODS_AT_ONCE = 64 };
/* Lengths of steps in units small enough to compare exactly: 99 / 70 is close enough to the square
 * root of 2 for nine cells. */
enum { STRAIGHT = 70, DIAGONAL = 99 };

/* 64 neighbourhood masks: bit k of a word belongs to mask first + k. */
typedef struct neighbour_masks {
    uint64_t open[CELLS];                    /* the cell is open */
    uint64_t steps[CELLS][WENDI_DIRECTIONS]; /* the step out of the cell is allowed */
} neighbour_masks;

static int cell_beside(int cell, uint32_t direction)
{
    const int x = cell % 3 + wendi_direction_x(direction);
    const int y = cell / 3 + wendi_direction_y(direction);
    return x < 0 || x > 2 || y < 0 || y > 2 ? OUTSIDE : y * 3 + x;
}

/* The world, and the kind of the centre. */
typedef struct step_window {
    const wendi_step_rules *rules;
    bool is_hex;
    bool is_rows;
    uint32_t kind;
} step_window;

/* The kind of a cell of the neighbourhood: every other row (column) of hexes is moved. */
static uint32_t kind_of(const step_window *w, int cell)
{
    const int line = w->is_rows ? cell / 3 : cell % 3;
    return w->is_hex && line != 1 ? 1 - w->kind : w->kind;
}

static int step_length(const step_window *w, uint32_t direction)
{
    return direction % 2 == 0 || w->is_hex ? STRAIGHT : DIAGONAL;
}

/* Bit k: the neighbour of this bit is open in mask first + k. */
static uint64_t open_pattern(uint32_t first, int bit)
{
    uint64_t pattern = 0;
    for (uint32_t k = 0; k < HOODS_AT_ONCE; ++k) {
        pattern |= (uint64_t)((first + k) >> bit & 1) << k;
    }
    return pattern;
}

static uint64_t can_step(const step_window *w, const uint64_t open[CELLS], int from,
                         uint32_t direction)
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

static void neighbour_masks_make(neighbour_masks *h, const step_window *w, uint32_t first)
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

/* The cells that can be reached without the centre at no higher cost, for an arrival. Any path of
 * one step is shorter than two through the centre, any path of three is longer. Of equal paths of
 * two steps the one whose first step is of the preferred kind is kept. */
static void paths_around(const neighbour_masks *h, const step_window *w, uint32_t arrival,
                         bool is_preferred, uint64_t around[CELLS])
{
    const int from = cell_beside(CENTRE, wendi_direction_opposite(arrival));
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

/* Of equal paths those that go diagonally first are preferred, with 4 neighbours vertically first,
 * with hexes first in an even direction: of the two directions that lead to a cell one is even. */
static bool is_preferred_first(const step_window *w, uint32_t arrival)
{
    if (w->is_hex) {
        const uint32_t from = kind_of(w, cell_beside(CENTRE, wendi_direction_opposite(arrival)));
        return wendi_hex_from_eight(w->is_rows, from, arrival) % 2 == 0;
    }
    return w->rules->neighbours == WEND_NEIGHBOURS_8
               ? arrival % 2 == 1
               : arrival == WENDI_NORTH || arrival == WENDI_SOUTH;
}

/* Spreads a word of 64 masks over their entries of the table. */
static void put_bits(uint8_t (*natural)[WENDI_ARRIVALS], uint32_t first, uint32_t arrival,
                     uint32_t direction, uint64_t is_set)
{
    for (uint32_t k = 0; k < HOODS_AT_ONCE; ++k) {
        natural[first + k][arrival] |= (uint8_t)((is_set >> k & 1) << direction);
    }
}

static void build_masks(wendi_step_table *table, const step_window *w, uint32_t first)
{
    neighbour_masks h;
    neighbour_masks_make(&h, w, first);
    for (uint32_t arrival = 0; arrival < WENDI_ARRIVALS; ++arrival) {
        uint64_t around[CELLS] = {0};
        if (arrival < WENDI_DIRECTIONS) {
            paths_around(&h, w, arrival, is_preferred_first(w, arrival), around);
            around[cell_beside(CENTRE, wendi_direction_opposite(arrival))] = UINT64_MAX;
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

/* The direction back and the two beside it: cells that can be entered from the previous cell in one
 * step, which is shorter than two. */
static uint8_t back_of(const step_window *w, uint32_t arrival)
{
    if (arrival >= WENDI_DIRECTIONS) {
        return 0;
    }
    const uint32_t back = wendi_direction_opposite(arrival);
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

/* The shift of a direction's byte in the neighbour costs. */
static uint8_t shift_of(uint32_t direction)
{
    static const uint8_t shifts[WENDI_DIRECTIONS] = {8, 16, 32, 56, 48, 40, 24, 0};
    return shifts[direction % WENDI_DIRECTIONS];
}

/* Paths of two straight steps, or of two steps between hexes, around the corner to either side. */
static wendi_step_sides sides_of(const step_window *w, uint32_t arrival)
{
    wendi_step_sides sides = {{0, 0}, {0, 0}, 0};
    const uint32_t back = wendi_direction_opposite(arrival);
    if (w->is_hex) {
        const uint32_t hex = wendi_hex_from_eight(w->is_rows, w->kind, back);
        sides.or_same = !is_preferred_first(w, arrival);
        for (uint32_t k = 0; k < 2 && hex < 6; ++k) {
            const uint32_t turn = k == 0 ? 1 : 5;
            const uint32_t between = wendi_hex_to_eight(w->is_rows, w->kind, (hex + turn) % 6);
            const uint32_t beside = wendi_hex_to_eight(w->is_rows, w->kind, (hex + 2 * turn) % 6);
            sides.shifts[k] = shift_of(between);
            sides.steps[k] = bit_of(beside);
        }
    } else if (arrival % 2 == 0) {
        sides.or_same = arrival == WENDI_EAST || arrival == WENDI_WEST;
        for (uint32_t k = 0; k < 2; ++k) {
            const uint32_t turn = k == 0 ? 1 : 7;
            sides.shifts[k] = shift_of(back + turn);
            sides.steps[k] = bit_of(back + 2 * turn);
        }
    }
    return sides;
}

void wendi_step_table_build(wendi_step_table *table, const wendi_step_rules *rules)
{
    memset(table, 0, sizeof *table);
    step_window w = {rules, rules->neighbours == WEND_NEIGHBOURS_6,
                     wendi_hex_is_rows(rules->hex_layout), 0};
    const uint32_t kinds = w.is_hex ? WENDI_KINDS : 1;
    table->has_diagonals = rules->neighbours == WEND_NEIGHBOURS_8;
    table->needs_corners = rules->corner_rule == WEND_CORNER_NEVER;
    for (w.kind = 0; w.kind < kinds; ++w.kind) {
        for (uint32_t first = 0; first < 256; first += HOODS_AT_ONCE) {
            build_masks(table, &w, first);
        }
        for (uint32_t arrival = 0; arrival < WENDI_ARRIVALS; ++arrival) {
            table->back[w.kind][arrival] = back_of(&w, arrival);
        }
        for (uint32_t arrival = 0; arrival < WENDI_DIRECTIONS; ++arrival) {
            table->sides[w.kind][arrival] = sides_of(&w, arrival);
        }

        /* Bytes of the neighbour costs that belong to no neighbour. */
        uint64_t bytes = 0;
        for (uint32_t d = 0; d < WENDI_DIRECTIONS && w.is_hex; ++d) {
            const int cell = cell_beside(CENTRE, d);
            if (wendi_hex_from_eight(w.is_rows, w.kind, d) == 6) {
                bytes |= (uint64_t)255 << 8 * (cell < CENTRE ? cell : cell - 1);
            }
        }
        table->aside[w.kind] = bytes;
    }
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        table->lengths[d] = d % 2 == 0 || w.is_hex ? WEND_COST_ONE : WEND_COST_DIAGONAL;
    }
}

/* ---- uneven ground ---- */

/* With diagonals. From the previous cell p the paths around the centre c to one side lead through
 * x, which is beside p and c, to y and z; a diagonal step to y, a straight one to z:
 *
 *      . x y       x . .       The step to x costs more than the one from p there; to y it may
 *      p c z       p is in     cost more than p, x, y; to z it may cost more than p, x, z.
 *      . . .       a corner:   x is one further round from p than the corner if p is straight
 *                  x y         beside c, else the next cell round.
 *                p c z
 */
typedef struct side_path {
    int first;   /* length of the step from p to c, */
    int second;  /* and from p to x */
    int cost;    /* of c */
    int blocked; /* added if the step to x cannot be made */
    bool needs_corners;
} side_path;

enum { UNEVEN_STRAIGHT = 985, UNEVEN_DIAGONAL = 1393, UNEVEN_BLOCKED = 1 << 24 };

static int blocked_by(uint32_t cost)
{
    return cost == WEND_COST_WALL ? UNEVEN_BLOCKED : 0;
}

/* Bits 0, 1, 2: the steps to x, y, z are redundant. The lengths are integer stand-ins for 1 and the
 * square root of 2, so exact that no sum of four costs compares differently; equal sums have equal
 * terms. */
static uint32_t redundant_aside(const side_path *w, uint32_t x, uint32_t y, uint32_t z)
{
    const int to_x = (int)x * w->second + w->blocked + blocked_by(x);
    const int to_c = w->cost * w->first;
    const int more = UNEVEN_DIAGONAL - UNEVEN_STRAIGHT;
    const int corner = w->needs_corners ? blocked_by(y) : 0;
    return (uint32_t)(to_x < to_c + (int)x * UNEVEN_STRAIGHT) |
           (uint32_t)(to_x <= to_c + (int)y * more) << 1 |
           (uint32_t)(to_x + (int)z * more + corner < to_c) << 2;
}

static uint32_t cost_at(uint64_t bytes, uint32_t direction)
{
    return (uint32_t)(bytes >> shift_of(direction)) & 255;
}

/* One side: turn = 1 clockwise from p, or 7 counter-clockwise. */
static uint32_t redundant_to_side(const wendi_step_table *table, uint32_t arrival, uint64_t bytes,
                                  uint8_t cost, uint32_t turn)
{
    const bool is_straight = arrival % 2 == 0;
    const uint32_t back = wendi_direction_opposite(arrival);
    const uint32_t x = back + (is_straight ? 2 * turn : turn);
    const side_path way = {
        is_straight ? UNEVEN_STRAIGHT : UNEVEN_DIAGONAL,
        is_straight ? UNEVEN_DIAGONAL : UNEVEN_STRAIGHT, cost,
        is_straight && table->needs_corners ? blocked_by(cost_at(bytes, back + turn)) : 0,
        table->needs_corners};
    const uint32_t needless = redundant_aside(&way, cost_at(bytes, x), cost_at(bytes, x + turn),
                                              cost_at(bytes, x + 2 * turn));
    return (needless & 1) << x % 8 | (needless >> 1 & 1) << (x + turn) % 8 |
           (needless >> 2) << (x + 2 * turn) % 8;
}

uint32_t wendi_steps_redundant(const wendi_step_table *table, uint32_t kind, uint32_t arrival,
                               uint64_t bytes, uint8_t cost)
{
    const wendi_step_sides *sides = &table->sides[kind][arrival];
    uint32_t needless = 0;
    for (uint32_t k = 0; k < 2; ++k) {
        const uint32_t between = (uint32_t)(bytes >> sides->shifts[k]) & 255;
        needless |= between < cost + (uint32_t)sides->or_same ? sides->steps[k] : 0;
    }
    if (table->has_diagonals) {
        needless |= redundant_to_side(table, arrival, bytes, cost, 1);
        needless |= redundant_to_side(table, arrival, bytes, cost, 7);
    }
    return needless;
}
