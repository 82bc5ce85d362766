/* takes: bodies, some of which are moved.
 * gives: chains of those that stand in the cells around a place.
 * cost:  a look at each body to fill; nothing but a chain to move one. */
#include "crowd/contact/body_chains.h"

#include "base/core/memory.h"

enum { SIDE_LEAST = 16 };

static size_t head_bytes(const wendi_body_chains *chains)
{
    return (size_t)chains->side * chains->side * sizeof *chains->heads;
}

wend_result wendi_body_chains_create(wendi_body_chains *chains, uint32_t limit,
                                     const wend_allocator *a)
{
    *chains = (wendi_body_chains){.limit = limit, .side = SIDE_LEAST, .size = 1, .allocator = *a};
    while ((size_t)chains->side * chains->side < limit) {
        chains->side *= 2;
    }
    chains->heads = wendi_alloc_zero(a, head_bytes(chains));
    chains->next = wendi_alloc_zero(a, limit * sizeof *chains->next);
    if (chains->heads == NULL || chains->next == NULL) {
        wendi_body_chains_free(chains);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

void wendi_body_chains_free(wendi_body_chains *chains)
{
    wendi_free(&chains->allocator, chains->heads, chains->heads == NULL ? 0 : head_bytes(chains));
    wendi_free(&chains->allocator, chains->next,
               chains->next == NULL ? 0 : chains->limit * sizeof *chains->next);
    *chains = (wendi_body_chains){.allocator = chains->allocator};
}

size_t wendi_body_chains_memory_bytes(const wendi_body_chains *chains)
{
    return head_bytes(chains) + chains->limit * sizeof *chains->next;
}

/* ---- chains ---- */

static uint32_t cell_of(const wendi_body_chains *chains, double metres)
{
    const double cells = metres / chains->size;
    const int64_t whole = (int64_t)cells;
    return (uint32_t)(uint64_t)(cells < (double)whole ? whole - 1 : whole);
}

static uint32_t *head_at(const wendi_body_chains *chains, uint32_t column, uint32_t row)
{
    const uint32_t mask = chains->side - 1;
    return &chains->heads[(size_t)(row & mask) * chains->side + (column & mask)];
}

static uint32_t *head_of(const wendi_body_chains *chains, double x, double y)
{
    return head_at(chains, cell_of(chains, x), cell_of(chains, y));
}

static void link(wendi_body_chains *chains, const wendi_bodies *bodies, uint32_t body)
{
    uint32_t *head = head_of(chains, bodies->x[body], bodies->y[body]);
    chains->next[body] = *head;
    *head = body;
}

void wendi_body_chains_fill(wendi_body_chains *chains, const wendi_bodies *bodies, double size)
{
    chains->size = size;
    for (size_t i = 0; i < (size_t)chains->side * chains->side; ++i) {
        chains->heads[i] = WENDI_NONE;
    }
    for (uint32_t i = 0; i < bodies->high; ++i) {
        if (wendi_bodies_is_alive(bodies, i)) {
            link(chains, bodies, i);
        }
    }
}

void wendi_body_chains_move(wendi_body_chains *chains, wendi_bodies *bodies, uint32_t body,
                            wend_vec2 to)
{
    uint32_t *from = head_of(chains, bodies->x[body], bodies->y[body]);
    bodies->x[body] = to.x;
    bodies->y[body] = to.y;
    if (from == head_of(chains, to.x, to.y)) {
        return;
    }
    while (*from != body) {
        from = &chains->next[*from];
    }
    *from = chains->next[body];
    link(chains, bodies, body);
}

void wendi_body_chains_around(const wendi_body_chains *chains, double x, double y,
                              uint32_t heads[9])
{
    const uint32_t column = cell_of(chains, x);
    const uint32_t row = cell_of(chains, y);
    for (uint32_t i = 0; i < 9; ++i) {
        heads[i] = *head_at(chains, column + i % 3 - 1, row + i / 3 - 1);
    }
}
