/* Step sets of uneven ground: an index for each cell into sets of steps, one set for each
 * different neighbourhood.
 * Cost: some 10 ns a cell and 0.3 microseconds a set; 2 bytes a cell and 32 a set. */
#include "route/space/step_sets.h"
#include "route/jump/step_table.h"

#include "base/math/mix.h"
#include "route/space/space.h"

#include <string.h>

enum {
    FIRST_CAPACITY = 64,
    CAPACITY_MOST = 65536,
    SETS_ALWAYS = 2048, /* this number pays on any map; */
    CELLS_A_SET = 8,    /* of more, each has to be shared by this number of cells on average */
    SAMPLED_ROWS = 32,  /* at most so many are sampled first, every eighth of a small map */
};

/* Costs of neighbourhoods of which only the open cells matter. */
enum { EVEN = 256, MOTLEY = 257 };

/* ---- memory ---- */

static void free_sets(wendi_step_sets *sets, const wend_allocator *allocator)
{
    const size_t capacity = sets->capacity;
    wendi_free(allocator, sets->sets, sets->sets == NULL ? 0 : capacity * sizeof sets->sets[0]);
    wendi_free(allocator, sets->neighbourhoods,
               sets->neighbourhoods == NULL ? 0 : capacity * sizeof sets->neighbourhoods[0]);
    wendi_free(allocator, sets->table_slots,
               sets->table_slots == NULL ? 0 : 2 * capacity * sizeof sets->table_slots[0]);
    sets->sets = NULL;
    sets->neighbourhoods = NULL;
    sets->table_slots = NULL;
    sets->capacity = 0;
    sets->count = 0;
}

void wendi_step_sets_destroy(wendi_step_sets *sets, const wend_allocator *allocator)
{
    free_sets(sets, allocator);
    wendi_free(allocator, sets->indices,
               sets->indices == NULL ? 0 : sets->slot_count * sizeof sets->indices[0]);
    memset(sets, 0, sizeof *sets);
}

size_t wendi_step_sets_bytes(const wendi_step_sets *sets)
{
    const size_t set =
        sizeof sets->sets[0] + sizeof sets->neighbourhoods[0] + 2 * sizeof sets->table_slots[0];
    return sets->indices == NULL
               ? 0
               : sets->slot_count * sizeof sets->indices[0] + sets->capacity * set;
}

/* The slot in the hash table of a neighbourhood, or a free one for it. */
static uint32_t find_table_slot(const wendi_step_sets *sets,
                                const wendi_step_neighbourhood *neighbourhood)
{
    const uint32_t mask = 2 * sets->capacity - 1;
    const uint64_t mixed = wendi_mix64(
        neighbourhood->bytes ^ (uint64_t)(neighbourhood->kind << 16 | neighbourhood->cost) << 20);
    uint32_t slot = (uint32_t)mixed & (2 * sets->capacity - 1);
    for (;; slot = (slot + 1) & mask) {
        const uint32_t index = sets->table_slots[slot];
        const wendi_step_neighbourhood *known = &sets->neighbourhoods[index];
        if (index == 0 ||
            (known->bytes == neighbourhood->bytes && known->kind == neighbourhood->kind &&
             known->cost == neighbourhood->cost)) {
            return slot;
        }
    }
}

/* Room for twice as many sets. */
static bool grow(wendi_step_sets *sets, const wend_allocator *allocator)
{
    wendi_step_sets grown = *sets;
    grown.capacity = sets->capacity == 0 ? FIRST_CAPACITY : 2 * sets->capacity;
    grown.sets = wendi_alloc(allocator, grown.capacity * sizeof grown.sets[0]);
    grown.neighbourhoods = wendi_alloc(allocator, grown.capacity * sizeof grown.neighbourhoods[0]);
    grown.table_slots =
        wendi_alloc_zero(allocator, 2 * grown.capacity * sizeof grown.table_slots[0]);
    if (grown.sets == NULL || grown.neighbourhoods == NULL || grown.table_slots == NULL) {
        free_sets(&grown, allocator);
        return false;
    }
    if (sets->capacity > 0) {
        memcpy(grown.sets, sets->sets, sets->count * sizeof grown.sets[0]);
        memcpy(grown.neighbourhoods, sets->neighbourhoods,
               sets->count * sizeof grown.neighbourhoods[0]);
    }
    for (uint32_t k = 1; k < sets->count; ++k) {
        grown.table_slots[find_table_slot(&grown, &grown.neighbourhoods[k])] = (uint16_t)k;
    }
    free_sets(sets, allocator);
    *sets = grown;
    return true;
}

/* ---- sets ---- */

static uint32_t steps_of(const wendi_step_table *table,
                         const wendi_step_neighbourhood *neighbourhood, uint32_t arrival)
{
    if (neighbourhood->cost < EVEN) {
        return wendi_steps_onward(table, neighbourhood->kind, arrival, neighbourhood->bytes,
                                  (uint8_t)neighbourhood->cost);
    }
    const uint8_t *natural =
        table->natural[neighbourhood->kind * 256 + (uint32_t)neighbourhood->bytes];
    const uint8_t back = table->back[neighbourhood->kind][arrival];
    return neighbourhood->cost == EVEN ? natural[arrival]
                                       : natural[WENDI_DIRECTION_NONE] & ~(uint32_t)back;
}

static void put_set(wendi_step_sets *sets, const wendi_step_table *table,
                    const wendi_step_neighbourhood *neighbourhood)
{
    for (uint32_t arrival = 0; arrival < WENDI_ARRIVALS; ++arrival) {
        sets->sets[sets->count][arrival] = (uint8_t)steps_of(table, neighbourhood, arrival);
    }
    sets->neighbourhoods[sets->count] = *neighbourhood;
    ++sets->count;
}

static bool are_too_many(const wendi_step_sets *sets)
{
    return sets->count == CAPACITY_MOST ||
           (sets->count > SETS_ALWAYS && sets->count > sets->slot_count / CELLS_A_SET);
}

/* The index of a neighbourhood's set, which is added if there is none; 0 on failure. */
static uint32_t index_of(wendi_step_sets *sets, const wend_space *space,
                         const wendi_step_neighbourhood *neighbourhood)
{
    uint32_t slot = find_table_slot(sets, neighbourhood);
    if (sets->table_slots[slot] != 0) {
        return sets->table_slots[slot];
    }
    if (are_too_many(sets)) {
        sets->is_given_up = true;
        return 0;
    }
    if (sets->count == sets->capacity) {
        if (!grow(sets, &space->allocator)) {
            return 0;
        }
        slot = find_table_slot(sets, neighbourhood);
    }
    sets->table_slots[slot] = (uint16_t)sets->count;
    put_set(sets, &space->steps, neighbourhood);
    return sets->count - 1;
}

/* ---- cells ---- */

static wendi_step_neighbourhood neighbourhood_at(const wend_space *space, uint32_t slot,
                                                 uint32_t kind)
{
    const uint64_t bytes = wendi_space_neighbour_costs(space, slot, kind);
    const uint8_t cost = space->costs[slot];
    const uint64_t differs = wendi_neighbour_costs_differ(bytes, cost);
    if (differs != 0 && !wendi_neighbour_costs_are_mixed(differs)) {
        return (wendi_step_neighbourhood){bytes, kind, cost};
    }
    return (wendi_step_neighbourhood){wendi_neighbour_costs_open(bytes), kind,
                                      differs == 0 ? EVEN : MOTLEY};
}

/* Sets the index of one cell; false on failure. */
static bool put_cell(wendi_step_sets *sets, const wend_space *space, uint32_t px, uint32_t py)
{
    const uint32_t slot = py * space->stride + px;
    if (space->costs[slot] == WEND_COST_WALL) {
        sets->indices[slot] = 0;
        return true;
    }
    const wendi_step_neighbourhood neighbourhood =
        neighbourhood_at(space, slot, wendi_space_kind(space, px, py));
    const uint32_t index = index_of(sets, space, &neighbourhood);
    sets->indices[slot] = (uint16_t)index;
    return index != 0;
}

static bool put_cells(wendi_step_sets *sets, const wend_space *space, int32_t x0, int32_t y0,
                      int32_t x1, int32_t y1)
{
    for (int32_t y = y0; y <= y1; ++y) {
        for (int32_t x = x0; x <= x1; ++x) {
            if (!put_cell(sets, space, (uint32_t)x + 1, (uint32_t)y + 1)) {
                return false;
            }
        }
    }
    return true;
}

static bool reserve_all(wendi_step_sets *sets, const wend_space *space)
{
    sets->indices = wendi_alloc(&space->allocator, space->slot_count * sizeof(uint16_t));
    if (sets->indices == NULL || !grow(sets, &space->allocator)) {
        return false;
    }
    /* Cells follow by rows; the frame above and below is zero as its ends are. */
    memset(sets->indices, 0, space->stride * sizeof(uint16_t));
    memset(sets->indices + space->slot_count - space->stride, 0, space->stride * sizeof(uint16_t));
    memset(sets->sets[0], 0, sizeof sets->sets[0]);
    memset(&sets->neighbourhoods[0], 0, sizeof sets->neighbourhoods[0]);
    sets->count = 1;
    return true;
}

static void drop(wendi_step_sets *sets, const wend_space *space)
{
    const bool is_given_up = sets->is_given_up;
    wendi_step_sets_destroy(sets, &space->allocator);
    sets->is_given_up = is_given_up;
}

bool wendi_step_sets_begin(wendi_step_sets *sets, const wend_space *space)
{
    memset(sets, 0, sizeof *sets);
    sets->slot_count = space->slot_count;

    /* Where most cells differ from most of their neighbours, hardly two neighbourhoods are alike.
     */
    uint64_t mixed_count = 0;
    uint64_t others = 0;
    const uint32_t apart = (uint32_t)space->height / SAMPLED_ROWS;
    for (uint32_t py = 1; py <= (uint32_t)space->height; py += apart > 8 ? apart : 8) {
        for (uint32_t px = 1; px <= (uint32_t)space->width; ++px) {
            const uint32_t slot = py * space->stride + px;
            const uint8_t cost = space->costs[slot];
            const uint64_t bytes = wendi_neighbour_costs_read(space->costs + slot, space->stride);
            const bool is_mixed =
                wendi_neighbour_costs_are_mixed(wendi_neighbour_costs_differ(bytes, cost));
            mixed_count += cost != WEND_COST_WALL && is_mixed;
            others += cost != WEND_COST_WALL && !is_mixed;
        }
    }
    sets->is_given_up = mixed_count > others;

    const bool has_begun = !sets->is_given_up && reserve_all(sets, space);
    if (!has_begun) {
        drop(sets, space);
    }
    return has_begun;
}

bool wendi_step_sets_put_rows(wendi_step_sets *sets, const wend_space *space, int32_t y0,
                              int32_t y1)
{
    for (int32_t y = y0; y <= y1; ++y) {
        uint16_t *row = sets->indices + (size_t)(y + 1) * space->stride;
        row[0] = row[space->stride - 1] = 0;
    }
    const bool is_put = put_cells(sets, space, 0, y0, space->width - 1, y1);
    if (!is_put) {
        drop(sets, space);
    }
    return is_put;
}

void wendi_step_sets_build(wendi_step_sets *sets, const wend_space *space)
{
    if (wendi_step_sets_begin(sets, space)) {
        (void)wendi_step_sets_put_rows(sets, space, 0, space->height - 1);
    }
}

static int32_t within(int32_t at, int32_t side)
{
    return at < 0 ? 0 : at >= side ? side - 1 : at;
}

void wendi_step_sets_repair(wendi_step_sets *sets, const wend_space *space, int32_t x0, int32_t y0,
                            int32_t x1, int32_t y1)
{
    if (sets->indices != NULL &&
        !put_cells(sets, space, within(x0, space->width), within(y0, space->height),
                   within(x1, space->width), within(y1, space->height))) {
        drop(sets, space);
    }
}
