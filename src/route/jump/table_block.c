/* The blocks of the jump table.
 * Cost: a few word scans for each direction and for each jump point found. */
#include "route/jump/table_block.h"
#include "route/jump/scan.h"

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
