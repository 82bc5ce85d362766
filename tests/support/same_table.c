/* Compares two jump tables. */
#include "support/same_table.h"

static bool same_list(const wendi_jump_table *a, const wendi_jump_table *b, uint32_t cell,
                      uint32_t arrival)
{
    const uint64_t *a_end;
    const uint64_t *b_end;
    const uint64_t *from = a->words + a->blocks[wendi_jump_table_id(a, cell)];
    const uint64_t *to = b->words + b->blocks[wendi_jump_table_id(b, cell)];
    const uint64_t *p = wendi_jump_block_list(a, from, arrival, &a_end);
    const uint64_t *q = wendi_jump_block_list(b, to, arrival, &b_end);
    if (a_end - p != b_end - q) {
        return false;
    }
    for (; p < a_end; ++p, ++q) {
        const uint32_t next = wendi_jump_entry_cell(*p);
        if (next != wendi_jump_entry_cell(*q) ||
            wendi_jump_entry_direction(*p) != wendi_jump_entry_direction(*q) ||
            wendi_jump_entry_is_dead_end(*p) != wendi_jump_entry_is_dead_end(*q) ||
            wendi_jump_entry_id(*p) != wendi_jump_table_id(a, next) ||
            wendi_jump_entry_id(*q) != wendi_jump_table_id(b, next)) {
            return false;
        }
    }
    return true;
}

bool same_table(const wendi_jump_table *a, const wendi_jump_table *b)
{
    for (uint32_t py = 0; py < a->rows; ++py) {
        for (uint32_t px = 0; px < a->columns; ++px) {
            const uint32_t cell = py << 16 | px;
            const bool is_jump = wendi_jump_table_id(a, cell) != UINT32_MAX;
            if (is_jump != (wendi_jump_table_id(b, cell) != UINT32_MAX)) {
                return false;
            }
            for (uint32_t d = 0; is_jump && d < WENDI_DIRECTIONS; d += 2 / a->end_words) {
                if (!same_list(a, b, cell, d)) {
                    return false;
                }
            }
        }
    }
    return true;
}
