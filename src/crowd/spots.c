/* takes: bodies, some of which are moved.
 * gives: chains of those that stand in the cells around a place.
 * cost:  a look at each body to fill; nothing but a chain to move one. */
#include "crowd/spots.h"

#include "base/memory.h"

enum { SIDE_LEAST = 16 };

static size_t head_bytes(const wendi_spots *spots)
{
    return (size_t)spots->side * spots->side * sizeof *spots->heads;
}

wend_result wendi_spots_create(wendi_spots *spots, uint32_t limit, const wend_allocator *a)
{
    *spots = (wendi_spots){.limit = limit, .side = SIDE_LEAST, .size = 1, .allocator = *a};
    while ((size_t)spots->side * spots->side < limit) {
        spots->side *= 2;
    }
    spots->heads = wendi_alloc_zero(a, head_bytes(spots));
    spots->next = wendi_alloc_zero(a, limit * sizeof *spots->next);
    if (spots->heads == NULL || spots->next == NULL) {
        wendi_spots_free(spots);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

void wendi_spots_free(wendi_spots *spots)
{
    wendi_free(&spots->allocator, spots->heads, spots->heads == NULL ? 0 : head_bytes(spots));
    wendi_free(&spots->allocator, spots->next,
               spots->next == NULL ? 0 : spots->limit * sizeof *spots->next);
    *spots = (wendi_spots){.allocator = spots->allocator};
}

size_t wendi_spots_bytes(const wendi_spots *spots)
{
    return head_bytes(spots) + spots->limit * sizeof *spots->next;
}

/* ---- chains ---- */

static uint32_t cell_of(const wendi_spots *spots, double metres)
{
    const double cells = metres / spots->size;
    const int64_t whole = (int64_t)cells;
    return (uint32_t)(uint64_t)(cells < (double)whole ? whole - 1 : whole);
}

static uint32_t *head_at(const wendi_spots *spots, uint32_t column, uint32_t row)
{
    const uint32_t mask = spots->side - 1;
    return &spots->heads[(size_t)(row & mask) * spots->side + (column & mask)];
}

static uint32_t *head_of(const wendi_spots *spots, double x, double y)
{
    return head_at(spots, cell_of(spots, x), cell_of(spots, y));
}

static void link(wendi_spots *spots, const wendi_bodies *bodies, uint32_t body)
{
    uint32_t *head = head_of(spots, bodies->x[body], bodies->y[body]);
    spots->next[body] = *head;
    *head = body;
}

void wendi_spots_fill(wendi_spots *spots, const wendi_bodies *bodies, double size)
{
    spots->size = size;
    for (size_t i = 0; i < (size_t)spots->side * spots->side; ++i) {
        spots->heads[i] = WENDI_NONE;
    }
    for (uint32_t i = 0; i < bodies->high; ++i) {
        if (wendi_bodies_is_there(bodies, i)) {
            link(spots, bodies, i);
        }
    }
}

void wendi_spots_move(wendi_spots *spots, wendi_bodies *bodies, uint32_t body, wend_vec2 to)
{
    uint32_t *from = head_of(spots, bodies->x[body], bodies->y[body]);
    bodies->x[body] = to.x;
    bodies->y[body] = to.y;
    if (from == head_of(spots, to.x, to.y)) {
        return;
    }
    while (*from != body) {
        from = &spots->next[*from];
    }
    *from = spots->next[body];
    link(spots, bodies, body);
}

void wendi_spots_around(const wendi_spots *spots, double x, double y, uint32_t heads[9])
{
    const uint32_t column = cell_of(spots, x);
    const uint32_t row = cell_of(spots, y);
    for (uint32_t i = 0; i < 9; ++i) {
        heads[i] = *head_at(spots, column + i % 3 - 1, row + i / 3 - 1);
    }
}
