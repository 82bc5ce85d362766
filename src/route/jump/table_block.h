/* Blocks of the jump table, for building and repairing. */
#ifndef WENDI_ROUTE_JUMP_TABLE_BLOCK_H
#define WENDI_ROUTE_JUMP_TABLE_BLOCK_H

#include "route/jump/table.h"

static const uint32_t WENDI_JUMP_NO_ID = UINT32_MAX;

enum {
    WENDI_JUMP_TILE_ROWS = 16,
    WENDI_JUMP_TILE_COLUMNS = 64,
    WENDI_JUMP_ID = 0x0FFFFFFF,    /* the id in an element of ids */
    WENDI_JUMP_LISTED = 0x40000000 /* the jump point is in the list of those to repair */
};

/** The count of jump points around a cell. */
static inline uint16_t *wendi_jump_tile(const wendi_jump_table *table, uint32_t px, uint32_t py)
{
    const size_t tiles = (table->columns + WENDI_JUMP_TILE_COLUMNS - 1) / WENDI_JUMP_TILE_COLUMNS;
    return &table->tiles[py / WENDI_JUMP_TILE_ROWS * tiles + px / WENDI_JUMP_TILE_COLUMNS];
}

/** The size of the block for a number of words: sizes are exact up to 16 words, even up to 32,
 * then in steps of an eighth. */
uint32_t wendi_jump_size_of(uint32_t words);
/** Number of words in a block of a size. */
uint32_t wendi_jump_size_words(uint32_t size);

/** Words of a cell's block, WENDI_JUMP_NO_ID when it needs more entries than a block may have. */
uint32_t wendi_jump_block_count(const wendi_jump_table *table, const wendi_jump_ground *ground,
                                uint32_t px, uint32_t py);
/** Writes a cell's block, without marks.
 * @param capacity words of the block, which is not valid if it needs more.
 * @return the words it needs. */
uint32_t wendi_jump_block_fill(const wendi_jump_table *table, const wendi_jump_ground *ground,
                               uint32_t px, uint32_t py, uint64_t *block, uint32_t capacity);
/** The words of a filled block. */
uint32_t wendi_jump_block_words(const wendi_jump_table *table, const uint64_t *block);
/** Marks in a filled block which jump points are dead ends; the blocks of those must be filled. */
void wendi_jump_block_mark(const wendi_jump_table *table, uint64_t *block);

#endif
