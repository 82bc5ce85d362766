/* The blocks of the jump table.
 * Cost: a few word scans for each direction and for each jump point found. */
#include "route/jump/table_block.h"
#include "route/jump/scan.h"
#include "route/jump/step_table.h"
#include "route/jump/table.h"

/* ---- successors of a cell ---- */

/* A cell, and the array that receives its successors. */
typedef struct successor_list {
    const wendi_jump_ground *ground;
    const wendi_jump_map *map;
    uint32_t px, py;
    uint64_t *targets;
    uint32_t count, first, capacity;
} successor_list;

static inline void put(successor_list *l, uint32_t px, uint32_t py, uint32_t direction)
{
    /* Before `first` the difference wraps around to a large number. */
    if (l->count - l->first < l->capacity) {
        l->targets[l->count - l->first] = wendi_jump_entry(px, py, direction);
    }
    ++l->count;
}

static inline void put_horizontal(successor_list *l, uint32_t px, uint32_t py, bool is_east)
{
    put(l, wendi_jump_stop_horizontal(l->map, px, py, is_east), py,
        is_east ? WENDI_EAST : WENDI_WEST);
}

static inline void put_vertical(successor_list *l, uint32_t px, uint32_t py, bool is_south)
{
    put(l, px, wendi_jump_stop_vertical(l->map, px, py, is_south),
        is_south ? WENDI_SOUTH : WENDI_NORTH);
}

static void list_straight(successor_list *l, uint32_t direction)
{
    const bool is_up = direction == WENDI_EAST || direction == WENDI_SOUTH;
    if (direction == WENDI_EAST || direction == WENDI_WEST) {
        const int reach = is_up ? WENDI_JUMP_REACH_EAST : WENDI_JUMP_REACH_WEST;
        if (wendi_scan_bit(wendi_jump_row(l->map, reach, l->py), l->px)) {
            put_horizontal(l, l->px, l->py, is_up);
        }
    } else {
        const int reach = is_up ? WENDI_JUMP_REACH_SOUTH : WENDI_JUMP_REACH_NORTH;
        if (wendi_scan_bit(wendi_jump_column(l->map, reach, l->px), l->py)) {
            put_vertical(l, l->px, l->py, is_up);
        }
    }
}

/* A diagonal from the cell. */
typedef struct successor_ray {
    uint32_t direction;
    bool is_east, is_south;
    const uint64_t *horizontal, *vertical; /* skewed lines: the side bits of its cells */
} successor_ray;

static bool is_forced(const successor_list *l, const successor_ray *d, uint32_t px, uint32_t py)
{
    const uint8_t *natural = l->ground->steps->natural[wendi_jump_neighbours_at(l->map, px, py)];
    return (natural[d->direction] & wendi_jump_sides(d->direction)) != 0;
}

/* Lists the jump points beside the cell at position px of the diagonal.
 * @return true if the cell is a jump point itself, so that the diagonal ends there. */
static bool list_beside(successor_list *l, const successor_ray *d, uint32_t px)
{
    const uint32_t distance = wendi_difference(px, l->px);
    const uint32_t py = d->is_south ? l->py + distance : l->py - distance;
    if (wendi_scan_bit(d->horizontal, px)) {
        if (l->map->rule != WEND_CORNER_NEVER && is_forced(l, d, px, py)) {
            put(l, px, py, d->direction);
            return true;
        }
        put_horizontal(l, px, py, d->is_east);
    }
    if (wendi_scan_bit(d->vertical, px)) {
        put_vertical(l, px, py, d->is_south);
    }
    return false;
}

static void list_up(successor_list *l, const successor_ray *d, uint32_t last)
{
    const uint32_t first = l->px + 1;
    uint64_t mask = UINT64_MAX << (first % 64);
    for (uint32_t word = first / 64; word <= last / 64; ++word) {
        mask &= word == last / 64 ? UINT64_MAX >> (63 - last % 64) : UINT64_MAX;
        uint64_t bits = (d->horizontal[word] | d->vertical[word]) & mask;
        for (; bits != 0; bits &= bits - 1) {
            if (list_beside(l, d, word * 64 + wendi_ctz64(bits))) {
                return;
            }
        }
        mask = UINT64_MAX;
    }
}

static void list_down(successor_list *l, const successor_ray *d, uint32_t last)
{
    const uint32_t first = l->px - 1;
    uint64_t mask = UINT64_MAX >> (63 - first % 64);
    for (uint32_t word = first / 64 + 1; word-- > last / 64;) {
        mask &= word == last / 64 ? UINT64_MAX << (last % 64) : UINT64_MAX;
        uint64_t bits = (d->horizontal[word] | d->vertical[word]) & mask;
        while (bits != 0) {
            const uint32_t high = 63 - wendi_clz64(bits);
            bits &= ~((uint64_t)1 << high);
            if (list_beside(l, d, word * 64 + high)) {
                return;
            }
        }
        mask = UINT64_MAX;
    }
}

static void list_diagonal(successor_list *l, uint32_t direction)
{
    static const int horizontal_maps[4] = {WENDI_JUMP_HORIZONTAL_NE, WENDI_JUMP_HORIZONTAL_SE,
                                           WENDI_JUMP_HORIZONTAL_SW, WENDI_JUMP_HORIZONTAL_NW};
    const int horizontal = horizontal_maps[direction / 2];
    const bool is_east = direction == WENDI_NORTH_EAST || direction == WENDI_SOUTH_EAST;
    const bool is_south = direction == WENDI_SOUTH_EAST || direction == WENDI_SOUTH_WEST;
    const bool is_rising = is_east != is_south;
    const uint32_t line = wendi_jump_line(l->map, l->px, l->py, is_rising);
    const uint64_t *step =
        wendi_jump_row(l->map, is_rising ? WENDI_JUMP_STEP_RISING : WENDI_JUMP_STEP_FALLING, line);
    const successor_ray d = {direction, is_east, is_south, wendi_jump_row(l->map, horizontal, line),
                             wendi_jump_row(l->map, horizontal + 1, line)};
    const uint32_t last =
        is_east ? wendi_jump_last_up(step, l->px) : wendi_jump_last_down(step, l->px);
    if (last == l->px) {
        return;
    }
    if (is_east) {
        list_up(l, &d, last);
    } else {
        list_down(l, &d, last);
    }
}

uint32_t wendi_jump_successors(const wendi_jump_ground *ground, uint32_t px, uint32_t py,
                               uint32_t arrival, uint32_t first, uint64_t *targets,
                               uint32_t capacity)
{
    successor_list l = {ground, ground->map, px, py, targets, 0, first, capacity};
    uint32_t steps = ground->steps->natural[wendi_jump_neighbours_at(ground->map, px, py)][arrival];
    for (; steps != 0; steps &= steps - 1) {
        const uint32_t direction = wendi_ctz64(steps);
        if (direction % 2 == 0) {
            list_straight(&l, direction);
        } else {
            list_diagonal(&l, direction);
        }
    }
    return l.count;
}

/* ---- blocks ---- */

enum { EXACT_SIZES = 16, EVEN_SIZES = 8, SIZES_A_DOUBLING = 8 };

uint32_t wendi_jump_size_of(uint32_t words)
{
    if (words <= EXACT_SIZES) {
        return words - 1;
    }
    if (words <= 2 * EXACT_SIZES) {
        return EXACT_SIZES + (words - EXACT_SIZES - 1) / 2;
    }
    const unsigned doubling = 63 - wendi_clz64(words - 1);
    return EXACT_SIZES + EVEN_SIZES + (doubling - 5) * SIZES_A_DOUBLING +
           ((words - 1) >> (doubling - 3)) - SIZES_A_DOUBLING;
}

uint32_t wendi_jump_size_words(uint32_t size)
{
    if (size < EXACT_SIZES) {
        return size + 1;
    }
    if (size < EXACT_SIZES + EVEN_SIZES) {
        return EXACT_SIZES + 2 * (size - EXACT_SIZES + 1);
    }
    const uint32_t more = size - EXACT_SIZES - EVEN_SIZES;
    return (more % SIZES_A_DOUBLING + SIZES_A_DOUBLING + 1) << (more / SIZES_A_DOUBLING + 2);
}

uint8_t wendi_jump_arrivals(const wendi_jump_table *table, const wendi_jump_map *map, uint32_t px,
                            uint32_t py)
{
    return wendi_scan_bit(wendi_jump_row(map, WENDI_JUMP_OPEN, py), px)
               ? table->arrivals[wendi_jump_neighbours_at(map, px, py)]
               : 0;
}

uint32_t wendi_jump_block_count(const wendi_jump_table *table, const wendi_jump_ground *ground,
                                uint32_t px, uint32_t py)
{
    uint32_t arrivals = wendi_jump_arrivals(table, ground->map, px, py);
    uint32_t count = 0;
    for (; arrivals != 0; arrivals &= arrivals - 1) {
        count += wendi_jump_successors(ground, px, py, wendi_ctz64(arrivals), 0, NULL, 0);
    }
    return count <= WENDI_JUMP_ENTRIES_MAX ? table->end_words + count : WENDI_JUMP_NO_ID;
}

uint32_t wendi_jump_block_fill(const wendi_jump_table *table, const wendi_jump_ground *ground,
                               uint32_t px, uint32_t py, uint64_t *block, uint32_t capacity)
{
    const uint32_t arrivals = wendi_jump_arrivals(table, ground->map, px, py);
    const uint32_t lists = 4 * table->end_words;
    uint64_t *entries = block + table->end_words;
    const uint32_t room = capacity - table->end_words;
    uint32_t count = 0;
    for (uint32_t list = 0; list < lists; ++list) {
        const uint32_t arrival = lists == 4 ? 2 * list : list;
        if ((arrivals >> arrival & 1) != 0) {
            const uint32_t free = count < room ? room - count : 0;
            count += wendi_jump_successors(ground, px, py, arrival, 0, entries + room - free, free);
        }
        const unsigned shift = 16 * (list % 4);
        block[list / 4] = (shift == 0 ? 0 : block[list / 4]) | (uint64_t)count << shift;
    }
    for (uint32_t k = 0; k < count && k < room; ++k) {
        const uint64_t id = wendi_jump_table_id(table, wendi_jump_entry_cell(entries[k]));
        entries[k] |= (id & WENDI_JUMP_ID) << 32;
    }
    return table->end_words + count;
}

uint32_t wendi_jump_block_words(const wendi_jump_table *table, const uint64_t *block)
{
    return table->end_words + (uint32_t)(block[table->end_words - 1] >> 48);
}

void wendi_jump_block_mark(const wendi_jump_table *table, uint64_t *block)
{
    uint64_t *entry = block + table->end_words;
    uint64_t *const end_of_block = block + wendi_jump_block_words(table, block);
    for (; entry < end_of_block; ++entry) {
        const uint64_t *end;
        const uint64_t *next = table->words + table->blocks[wendi_jump_entry_id(*entry)];
        const uint64_t *list =
            wendi_jump_block_list(table, next, wendi_jump_entry_direction(*entry), &end);
        *entry = list == end ? *entry | WENDI_JUMP_DEAD_END : *entry & ~WENDI_JUMP_DEAD_END;
    }
}
