/* The jump table: the successors of each jump point for each direction of arrival, so that a search
 * need not scan for them.
 *
 *   ids [cell] -> id            blocks [id] -> first word in
 *
 *   words  ... | ends | entry entry entry | ends | entry ...     a block for each jump point:
 *                       '-- one list for each direction of arrival, end to end
 *
 * ends:  16 bits for each direction of arrival: where its list ends, counted from the first entry.
 *        One word where only straight arrivals make jump points, else two.
 * entry: direction of arrival there (3 bits), a dead end (1: its list there is empty, so the entry
 *        matters only if the goal is visible from it), id (28), cell (32, py << 16 | px).
 *
 * The contents of a block follow from the bitmaps alone, in the order in which a scan finds them.
 * Ids and the offsets of blocks depend on past edits; the results of searches do not.
 * Blocks come in sizes, with a free list for each size. */
#ifndef WENDI_ROUTE_JUMP_TABLE_H
#define WENDI_ROUTE_JUMP_TABLE_H

#include "base/core/array.h"
#include "route/jump/map.h"
#include "world/cells/directions.h"

typedef struct wendi_step_table wendi_step_table;

enum {
    WENDI_JUMP_SIZES = 120,        /* sizes of blocks, see jump/table.c */
    WENDI_JUMP_ENTRIES_MAX = 65535 /* of one jump point; a map that needs more gets no table */
};

/** The inputs of the table. */
typedef struct wendi_jump_ground {
    const wendi_jump_map *map;
    const wendi_step_table *steps;
} wendi_jump_ground;

typedef struct wendi_jump_table {
    bool is_built;
    uint32_t columns, rows;
    uint32_t end_words; /* words of a block before its entries: 1 or 2 */
    uint32_t *ids;      /* [rows][columns] ~0 = no jump point */
    uint16_t *tiles;    /* [(rows + 15) / 16][(columns + 63) / 64] how many are in 16 x 64 cells */
    uint32_t *blocks;   /* [id_capacity]; of a free id: the next free one */
    uint64_t *words;    /* [word_capacity] */
    uint32_t id_count;  /* ids ever given */
    uint32_t id_capacity;
    uint32_t free_id; /* ~0 = none */
    uint32_t word_count, word_capacity;
    uint32_t
        free_blocks[WENDI_JUMP_SIZES]; /* ~0 = none; the next one is in the block's first word */
    uint8_t arrivals[256];             /* [mask] bit d: a jump point for arrivals in direction d */
    uint8_t successor_directions[256]; /* [mask] bit d: one of its lists scans in direction d */
    wendi_array_u32 listed, emptied;   /* scratch of repairs */
} wendi_jump_table;

/** The counts of a band of rows; then the first numbers of the band. */
typedef struct wendi_jump_band_sum {
    uint64_t ids, words;
} wendi_jump_band_sum;

/** A build that is cut into units. Ground and bitmaps stay the same meanwhile. */
typedef struct wendi_jump_table_build_state {
    wendi_jump_table *table; /* NULL = no build */
    const wendi_jump_ground *ground;
    wendi_jump_band_sum *bands;
    uint32_t band_count;
    uint32_t pass, next_band;
    uint32_t first_word, end_word; /* of the bands' rows that a pass is for */
} wendi_jump_table_build_state;

/** Begins a build; an old table is freed. @return WEND_OK, WEND_ERROR_MEMORY (no build, no table).
 */
wend_result wendi_jump_table_build_begin(wendi_jump_table_build_state *build,
                                         wendi_jump_table *table, const wendi_jump_ground *ground,
                                         const wend_allocator *allocator);
/** Does the next unit: some hundred cells of a band, of a pass over all bands.
 * @param steps the work is added, in steps of some 50 ns.
 * @return WEND_IN_PROGRESS, WEND_OK (done; is_built tells if the map allows a table),
 * WEND_ERROR_MEMORY (end the build). */
wend_result wendi_jump_table_build_unit(wendi_jump_table_build_state *build,
                                        const wend_allocator *allocator, uint64_t *steps);
/** Frees the scratch, and the table if it is not complete; does nothing where there is no build. */
void wendi_jump_table_build_end(wendi_jump_table_build_state *build,
                                const wend_allocator *allocator);
/** Builds the whole table; an old one is freed first.
 * @return WEND_OK (is_built is true if the map allows a table) or WEND_ERROR_MEMORY (no table
 * then). */
wend_result wendi_jump_table_build(wendi_jump_table *table, const wendi_jump_ground *ground,
                                   const wend_executor *executor, const wend_allocator *allocator);
/** The work of about half a build, in the units of wendi_jump_table_repair: the most that all
 * repairs of one update may cost before a rebuild is cheaper. */
uint64_t wendi_jump_table_work(const wendi_jump_table *table);
/** A repair that is cut between lines and jump points. The bitmaps stay the same meanwhile. */
typedef struct wendi_jump_table_repair_state {
    wendi_jump_table *table; /* NULL = no repair */
    const wendi_jump_ground *ground;
    const wend_allocator *allocator;
    uint32_t px0, py0, px1, py1; /* the rectangle and its neighbours */
    uint64_t cells_left;         /* cells to scan before all jump points are listed instead */
    uint64_t work_left;          /* before giving up; see wendi_jump_table_work */
    wend_result result;          /* WEND_ERROR_FULL once it is spent */
    uint32_t part, next;         /* what is next */
} wendi_jump_table_repair_state;

/** Begins a repair of the rectangle, as wendi_jump_table_repair. */
void wendi_jump_table_repair_begin(wendi_jump_table_repair_state *repair, wendi_jump_table *table,
                                   const wendi_jump_ground *ground, uint32_t px0, uint32_t py0,
                                   uint32_t px1, uint32_t py1, uint64_t work,
                                   const wend_allocator *allocator);
/** Does about so much work of a repair. @return WEND_IN_PROGRESS, and those of
 * wendi_jump_table_repair. */
wend_result wendi_jump_table_repair_run(wendi_jump_table_repair_state *repair, uint64_t work);
/** Repairs the table after wendi_jump_map_repair of the same rectangle px0 ... px1, py0 ... py1.
 * @param work the most it may cost; its cost is subtracted.
 * @return WEND_OK; WEND_ERROR_FULL (the work is spent, or a list is too long) and
 * WEND_ERROR_MEMORY: the table is not usable and must be destroyed or built. */
wend_result wendi_jump_table_repair(wendi_jump_table *table, const wendi_jump_ground *ground,
                                    uint32_t px0, uint32_t py0, uint32_t px1, uint32_t py1,
                                    uint64_t *work, const wend_allocator *allocator);
void wendi_jump_table_destroy(wendi_jump_table *table, const wend_allocator *allocator);
size_t wendi_jump_table_bytes(const wendi_jump_table *table);

/** Lists the successors of a cell entered in a direction (WENDI_DIRECTION_NONE: the start), as
 * entries without ids.
 * @param targets [capacity] those from number `first` on; others are counted but not written.
 * @return their number. */
uint32_t wendi_jump_successors(const wendi_jump_ground *ground, uint32_t px, uint32_t py,
                               uint32_t arrival, uint32_t first, uint64_t *targets,
                               uint32_t capacity);

/** The directions of arrival that force a turn in a cell with such a neighbourhood mask. */
uint8_t wendi_jump_arrivals_of(const wendi_step_table *steps, uint32_t mask);
/** The directions of arrival that make a cell a jump point; 0 = it is none. */
uint8_t wendi_jump_arrivals(const wendi_jump_table *table, const wendi_jump_map *map, uint32_t px,
                            uint32_t py);

static inline uint32_t wendi_jump_table_id(const wendi_jump_table *table, uint32_t cell)
{
    return table->ids[(size_t)(cell >> 16) * table->columns + (cell & 0xFFFF)];
}

static inline uint64_t wendi_jump_entry(uint32_t px, uint32_t py, uint32_t direction)
{
    return (uint64_t)direction << 61 | py << 16 | px;
}

static inline uint32_t wendi_jump_entry_cell(uint64_t entry)
{
    return (uint32_t)entry;
}

static inline uint32_t wendi_jump_entry_id(uint64_t entry)
{
    return (uint32_t)(entry >> 32) & 0x0FFFFFFF;
}

static const uint64_t WENDI_JUMP_DEAD_END = (uint64_t)1 << 60;

static inline bool wendi_jump_entry_is_dead_end(uint64_t entry)
{
    return (entry & WENDI_JUMP_DEAD_END) != 0;
}

static inline uint32_t wendi_jump_entry_direction(uint64_t entry)
{
    return (uint32_t)(entry >> 61);
}

/** A block's list for a direction of arrival. @param end set to behind its last entry. */
static inline const uint64_t *wendi_jump_block_list(const wendi_jump_table *table,
                                                    const uint64_t *block, uint32_t arrival,
                                                    const uint64_t **end)
{
    const uint64_t *entries = block + table->end_words;
    const uint32_t list = table->end_words == 1 ? arrival / 2 : arrival;
    const uint64_t ends = block[list / 4];
    const uint64_t before = list < 4 ? 0 : block[0] >> 48;
    const unsigned shift = 16 * (list % 4);
    *end = entries + (ends >> shift & 0xFFFF);
    return entries + ((ends << 16 | before) >> shift & 0xFFFF);
}

#endif
