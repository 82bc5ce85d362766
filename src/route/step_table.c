/* Takes: the number of neighbours and the corner rule.
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

static int step_length(uint32_t direction)
{
    return direction % 2 == 0 ? STRAIGHT : DIAGONAL;
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

static uint64_t can_step(const uint64_t open[CELLS], wend_neighbours neighbours,
                         wend_corner_rule rule, int from, uint32_t direction)
{
    const int to = cell_beside(from, direction);
    if (to == OUTSIDE || (direction % 2 == 1 && neighbours == WEND_NEIGHBOURS_4)) {
        return 0;
    }
    if (direction % 2 == 0 || rule == WEND_CORNER_ALWAYS) {
        return open[to];
    }
    const uint64_t one = open[cell_beside(from, direction - 1)];
    const uint64_t other = open[cell_beside(from, (direction + 1) % WENDI_DIRECTIONS)];
    return open[to] & (rule == WEND_CORNER_NEVER ? one & other : one | other);
}

static void hoods_make(hoods *h, uint32_t first, wend_neighbours neighbours, wend_corner_rule rule)
{
    for (int cell = 0; cell < CELLS; ++cell) {
        h->open[cell] =
            cell == CENTRE ? UINT64_MAX : open_pattern(first, cell < CENTRE ? cell : cell - 1);
    }
    for (int cell = 0; cell < CELLS; ++cell) {
        for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
            h->steps[cell][d] = can_step(h->open, neighbours, rule, cell, d);
        }
    }
}

/* Where who comes in by `arrival` could have gone as well without the centre. Any way of one step
 * is shorter than two through the centre, any of three is longer; of equal ways of two steps the
 * one whose first step is of the preferred kind stays. */
static void ways_around(const hoods *h, uint32_t arrival, bool is_preferred, uint64_t around[CELLS])
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
            const int last = to % 2 == 1 ? STRAIGHT : DIAGONAL; /* from the centre */
            const int through = step_length(arrival) + last;
            const int sum = step_length(d) + step_length(e);
            if (sum < through || (sum == through && !is_preferred)) {
                around[to] |= h->steps[from][d] & h->steps[beside][e];
            }
        }
    }
}

/* Of equal ways those that go diagonally first are preferred, with 4 neighbours vertically. */
static bool is_preferred_first(wend_neighbours neighbours, uint32_t direction)
{
    return neighbours == WEND_NEIGHBOURS_8 ? direction % 2 == 1
                                           : direction == WENDI_NORTH || direction == WENDI_SOUTH;
}

/* Spreads a word of 64 hoods over their entries of the table. */
static void put_bits(wendi_step_table *table, uint32_t first, uint32_t arrival, uint32_t direction,
                     uint64_t is_set)
{
    for (uint32_t k = 0; k < HOODS_AT_ONCE; ++k) {
        table->natural[first + k][arrival] |= (uint8_t)((is_set >> k & 1) << direction);
    }
}

void wendi_step_table_build(wendi_step_table *table, wend_neighbours neighbours,
                            wend_corner_rule rule)
{
    memset(table, 0, sizeof *table);
    for (uint32_t first = 0; first < 256; first += HOODS_AT_ONCE) {
        hoods h;
        hoods_make(&h, first, neighbours, rule);
        for (uint32_t arrival = 0; arrival <= WENDI_DIRECTION_NONE; ++arrival) {
            uint64_t around[CELLS] = {0};
            if (arrival != WENDI_DIRECTION_NONE) {
                ways_around(&h, arrival, is_preferred_first(neighbours, arrival), around);
                around[cell_beside(CENTRE, wendi_opposite(arrival))] = UINT64_MAX;
            }
            for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
                const uint64_t needed = h.steps[CENTRE][d] & ~around[cell_beside(CENTRE, d)];
                put_bits(table, first, arrival, d, needed);
            }
        }
    }
}
