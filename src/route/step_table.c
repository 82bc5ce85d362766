/* Takes: the number of neighbours and the corner rule.
 * Gives: for every hood and direction of arrival the steps worth taking.
 * Cost: some 100 microseconds, once for each space. */
#include "route/step_table.h"

#include <string.h>

/* The nine cells of a hood are numbered by rows, the centre is 4. */
enum { CELLS = 9, CENTRE = 4, FAR = 1000000 };
/* Lengths of steps in units small enough to compare exactly: 99 / 70 is the square root of 2 as
 * closely as nine cells can tell. */
enum { STRAIGHT = 70, DIAGONAL = 99 };

static bool is_open(uint32_t hood, int x, int y)
{
    if (x < 0 || x > 2 || y < 0 || y > 2) {
        return false;
    }
    const int cell = y * 3 + x;
    if (cell == CENTRE) {
        return true;
    }
    return (hood >> (cell < CENTRE ? cell : cell - 1) & 1) != 0;
}

static bool can_step(uint32_t hood, wend_neighbours neighbours, wend_corner_rule rule, int from,
                     uint32_t direction)
{
    const int x = from % 3;
    const int y = from / 3;
    const int dx = wendi_direction_x(direction);
    const int dy = wendi_direction_y(direction);
    if (!is_open(hood, x + dx, y + dy)) {
        return false;
    }
    if (direction % 2 == 0) {
        return true;
    }
    const int sides = (is_open(hood, x + dx, y) ? 1 : 0) + (is_open(hood, x, y + dy) ? 1 : 0);
    return neighbours == WEND_NEIGHBOURS_8 && (rule == WEND_CORNER_ALWAYS || sides == 2 ||
                                               (rule == WEND_CORNER_ONE_OPEN && sides == 1));
}

/* Shortest ways within the hood from a cell to all others that do not pass the centre. */
static void ways_around(uint32_t hood, wend_neighbours neighbours, wend_corner_rule rule, int from,
                        int length[CELLS])
{
    for (int cell = 0; cell < CELLS; ++cell) {
        length[cell] = FAR;
    }
    length[from] = 0;
    for (int round = 0; round < CELLS; ++round) {
        for (int cell = 0; cell < CELLS; ++cell) {
            for (uint32_t d = 0; d < WENDI_DIRECTIONS && length[cell] < FAR; ++d) {
                if (cell == CENTRE || !can_step(hood, neighbours, rule, cell, d)) {
                    continue;
                }
                const int to = cell + wendi_direction_y(d) * 3 + wendi_direction_x(d);
                const int sum = length[cell] + (d % 2 == 0 ? STRAIGHT : DIAGONAL);
                length[to] = sum < length[to] && to != CENTRE ? sum : length[to];
            }
        }
    }
}

static uint8_t allowed_steps(uint32_t hood, wend_neighbours neighbours, wend_corner_rule rule)
{
    uint32_t mask = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        mask |= can_step(hood, neighbours, rule, CENTRE, d) ? 1u << d : 0;
    }
    return (uint8_t)mask;
}

static uint8_t natural_steps(uint32_t hood, wend_neighbours neighbours, wend_corner_rule rule,
                             uint32_t arrival)
{
    const int from = CENTRE - wendi_direction_y(arrival) * 3 - wendi_direction_x(arrival);
    int around[CELLS];
    ways_around(hood, neighbours, rule, from, around);
    /* Of equal ways keep the one whose first step is of the preferred kind. */
    const bool is_preferred = neighbours == WEND_NEIGHBOURS_8
                                  ? arrival % 2 == 1
                                  : arrival == WENDI_NORTH || arrival == WENDI_SOUTH;
    const int first = arrival % 2 == 0 ? STRAIGHT : DIAGONAL;
    uint32_t mask = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const int to = CENTRE + wendi_direction_y(d) * 3 + wendi_direction_x(d);
        const int through = first + (d % 2 == 0 ? STRAIGHT : DIAGONAL);
        const bool is_needed = is_preferred ? around[to] >= through : around[to] > through;
        mask |= is_needed && to != from ? 1u << d : 0;
    }
    return (uint8_t)(mask & allowed_steps(hood, neighbours, rule));
}

void wendi_step_table_build(wendi_step_table *table, wend_neighbours neighbours,
                            wend_corner_rule rule)
{
    for (uint32_t hood = 0; hood < 256; ++hood) {
        for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
            table->natural[hood][d] = natural_steps(hood, neighbours, rule, d);
        }
        table->natural[hood][WENDI_DIRECTION_NONE] = allowed_steps(hood, neighbours, rule);
    }
}
