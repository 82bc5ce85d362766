/* The states of an index of a grid: their memory, their arcs, and states from the open cells alone.
 * Cost: some scans for each state. */
#include "route/index/jump_states.h"
#include "route/jump/scan.h"
#include "route/jump/step_table.h"

#include <string.h>

/* ---- memory ---- */

static size_t id_count(const wendi_jump_states *s)
{
    return (size_t)s->rows * s->columns;
}

static bool create_bitmaps(wendi_jump_states *s, const wend_allocator *a)
{
    const size_t by_row = (size_t)s->rows * s->row_words;
    const size_t by_column = (size_t)s->columns * s->column_words;
    s->block_words = 11 * by_row + 6 * by_column;
    s->block = wendi_alloc_items_zero(a, s->block_words, sizeof s->block[0]);
    if (s->block == NULL) {
        return false;
    }
    s->open = s->block;
    uint64_t *next = s->block + by_row;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const bool is_column = d == WENDI_NORTH || d == WENDI_SOUTH;
        s->leaves[d] = next;
        next += is_column ? by_column : by_row;
    }
    for (uint32_t k = 0; k < 4; ++k) {
        s->row_turns[k] = next;
        s->column_turns[k] = next + by_row;
        next += by_row + by_column;
    }
    return true;
}

static bool create_arrays(wendi_jump_states *s, const wend_allocator *a)
{
    s->cells = wendi_alloc_items_zero(a, (size_t)s->cell_count + 1, sizeof s->cells[0]);
    s->arrivals = wendi_alloc_items_zero(a, (size_t)s->cell_count + 1, 1);
    s->first = wendi_alloc_items_zero(a, (size_t)s->cell_count + 1, sizeof s->first[0]);
    s->places = wendi_alloc_items_zero(a, (size_t)s->state_count + 1, sizeof s->places[0]);
    s->ids = wendi_alloc_items_zero(a, id_count(s), sizeof s->ids[0]);
    return s->cells != NULL && s->arrivals != NULL && s->first != NULL && s->places != NULL &&
           s->ids != NULL && create_bitmaps(s, a);
}

static void free_items(const wend_allocator *a, void *items, size_t count, size_t item_bytes)
{
    wendi_free(a, items, items == NULL ? 0 : count * item_bytes);
}

void wendi_jump_states_destroy(wendi_jump_states *s, const wend_allocator *allocator)
{
    const size_t cells = (size_t)s->cell_count + 1;
    free_items(allocator, s->cells, cells, sizeof s->cells[0]);
    free_items(allocator, s->arrivals, cells, 1);
    free_items(allocator, s->first, cells, sizeof s->first[0]);
    free_items(allocator, s->places, (size_t)s->state_count + 1, sizeof s->places[0]);
    free_items(allocator, s->ids, id_count(s), sizeof s->ids[0]);
    free_items(allocator, s->block, s->block_words, sizeof s->block[0]);
    memset(s, 0, sizeof *s);
}

bool wendi_jump_states_reserve(wendi_jump_states *s, const wend_allocator *allocator)
{
    const wendi_jump_states sizes = *s;
    if (create_arrays(s, allocator)) {
        return true;
    }
    wendi_jump_states_destroy(s, allocator);
    *s = sizes;
    return false;
}

size_t wendi_jump_states_bytes(const wendi_jump_states *s)
{
    return ((size_t)s->cell_count + 1) * (2 * sizeof(uint32_t) + 1) +
           ((size_t)s->state_count + 1) * sizeof(uint32_t) + id_count(s) * sizeof(uint32_t) +
           s->block_words * sizeof(uint64_t);
}

/* The costs of a plan's cells, [rows][columns]. */
static void fill_costs(const wendi_jump_plan *plan, uint8_t *costs)
{
    const size_t words = (plan->columns + 63) / 64;
    for (uint32_t py = 0; py < plan->rows; ++py) {
        for (uint32_t px = 0; px < plan->columns; ++px) {
            const bool is_inside =
                px > 0 && py > 0 && px + 1 < plan->columns && py + 1 < plan->rows;
            const bool is_open = is_inside && wendi_scan_bit(plan->open + py * words, px);
            costs[(size_t)py * plan->columns + px] = is_open ? 1 : WEND_COST_WALL;
        }
    }
}

wend_result wendi_jump_states_of_plan(wendi_jump_states *s, const wendi_jump_plan *plan,
                                      uint64_t *hash, const wend_allocator *allocator)
{
    memset(s, 0, sizeof *s);
    const size_t count = (size_t)plan->rows * plan->columns + 8; /* rows are read in eights */
    const wendi_step_rules rules = {WEND_NEIGHBOURS_8, plan->rule, WEND_HEX_ODD_ROWS};
    wendi_step_table *steps = wendi_alloc(allocator, sizeof *steps);
    uint8_t *costs = wendi_alloc_items_zero(allocator, count, 1);
    wendi_jump_map map;
    wend_result result = wendi_jump_map_create(&map, (int32_t)plan->columns - 2,
                                               (int32_t)plan->rows - 2, plan->rule, 0, allocator);
    if (steps == NULL || costs == NULL) {
        result = WEND_ERROR_MEMORY;
    } else if (result == WEND_OK) {
        wendi_step_table_build(steps, &rules);
        fill_costs(plan, costs);
        result = wendi_jump_map_build(&map, costs, plan->columns, allocator);
        *hash = map.hash;
    }
    if (result == WEND_OK) {
        const wendi_jump_ground ground = {&map, steps};
        result = wendi_jump_states_create(s, &ground, plan->factor, allocator);
    }
    wendi_jump_map_destroy(&map, allocator);
    wendi_free(allocator, costs, costs == NULL ? 0 : count);
    wendi_free(allocator, steps, steps == NULL ? 0 : sizeof *steps);
    return result;
}

/* ---- arcs ---- */

uint32_t wendi_jump_states_of(const wendi_jump_states *s, uint32_t cell, uint32_t direction)
{
    const uint32_t id = s->ids[(size_t)(cell >> 16) * s->columns + (cell & 0xFFFF)];
    return s->is_by_cell
               ? id
               : s->first[id] + wendi_popcount64(s->arrivals[id] & ((1u << direction) - 1));
}

bool wendi_jump_states_arcs(const wendi_jump_states *s, const wendi_jump_ground *ground,
                            uint32_t cell, wendi_array_u64 *scratch, wendi_jump_arc_fn arc,
                            void *context)
{
    const uint32_t px = s->cells[cell] & 0xFFFF;
    const uint32_t py = s->cells[cell] >> 16;
    uint32_t from = s->first[cell];
    for (uint32_t left = s->arrivals[cell]; left != 0; left &= left - 1) {
        const uint32_t arrival = wendi_ctz64(left);
        uint32_t count = wendi_jump_successors(ground, px, py, arrival, 0, scratch->items,
                                               (uint32_t)scratch->capacity);
        if (count > scratch->capacity) {
            if (!wendi_array_u64_reserve(scratch, count)) {
                return false;
            }
            count = wendi_jump_successors(ground, px, py, arrival, 0, scratch->items, count);
        }
        for (uint32_t k = 0; k < count; ++k) {
            const uint32_t to = wendi_jump_entry_cell(scratch->items[k]);
            const uint32_t dx = wendi_difference(to & 0xFFFF, px);
            const uint32_t dy = wendi_difference(to >> 16, py);
            const uint32_t diagonal = dx < dy ? dx : dy;
            const uint64_t cost = wendi_jump_states_cost(s, dx + dy - 2 * diagonal, diagonal);
            const uint32_t state =
                wendi_jump_states_of(s, to, wendi_jump_entry_direction(scratch->items[k]));
            if (!arc(context, from, state, cost)) {
                return false;
            }
        }
        from += s->is_by_cell ? 0 : 1;
    }
    return true;
}
