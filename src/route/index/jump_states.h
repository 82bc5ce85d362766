/* The jump points of a uniform grid as a graph, from which an index of a grid is made.
 *
 *   cells   [cell]   py << 16 | px, by rows     a jump point
 *   first   [cell]   its first state            a state: a jump point entered in a direction
 *   places  [state]  its cell
 *
 *   start --scan--> states --arcs of the hierarchy--> states <--scan back-- goal
 *
 * Where doors and single walls make jump points that are entered in many directions, the states of a
 * cell are one, and arcs lead both ways: such a graph has fewer nodes to take out.
 *
 * The arcs of a state lead to the states that a jump point search would find next, so of all
 * cheapest paths one exists that goes through states only. Its last part leads from a state
 * diagonally, then straight, to the goal; to find these states from the goal, the straight part is
 * followed back, and where `turns` has a bit the diagonal part too:
 *
 *      p . . .        leaves[SE]  p is a state that goes on to the south-east (a skewed line)
 *      . \ . .        turns[SE]   a cell with such a p on its diagonal, nothing between: a bit in its
 *      . . c - - G                row and one in its column
 *
 * All costs are those of paths, so a state too many does no harm. Coordinates are padded, as in
 * jump/map.h. */
#ifndef WENDI_ROUTE_INDEX_JUMP_STATES_H
#define WENDI_ROUTE_INDEX_JUMP_STATES_H

#include "base/core/array.h"
#include "base/core/visitor.h"
#include "route/jump/table.h"

typedef struct wendi_jump_states {
    uint32_t rows, columns, row_words, column_words; /* of the jump map */
    uint8_t rule;                                    /* wend_corner_rule */
    uint8_t factor;                                  /* of all open cells */
    bool is_by_cell;                                 /* one state a cell, arcs lead both ways */
    uint32_t cell_count, state_count;
    uint64_t *open;    /* [rows][row_words] bit: an open cell */
    uint32_t *cells;   /* [cell_count] */
    uint8_t *arrivals; /* [cell_count] bit d: there is a state for arrivals in direction d */
    uint32_t *first;   /* [cell_count + 1] */
    uint32_t *places;  /* [state_count] */
    uint32_t *ids;     /* [rows][columns] cell -> its number, ~0 = no jump point */
    uint64_t *leaves[WENDI_DIRECTIONS]; /* straight: in rows (columns); diagonal: in skewed lines */
    uint64_t *row_turns[4];             /* [direction / 2] of diagonals, by rows */
    uint64_t *column_turns[4];          /* and by columns */
    uint64_t *block;                    /* all bitmaps */
    size_t block_words;
} wendi_jump_states;

/** A state at an end of a path. */
typedef struct wendi_jump_end {
    uint32_t state;
    uint32_t straight, diagonal; /* steps between the two */
} wendi_jump_end;

typedef struct wendi_jump_ends {
    wend_allocator allocator;
    wendi_jump_end *items;
    size_t count, capacity;
} wendi_jump_ends;

/* ---- listing: jump_listing.c ---- */

typedef enum wendi_jump_listing_phase {
    WENDI_JUMP_LISTING_COUNT, /* row by row */
    WENDI_JUMP_LISTING_FILL,  /* row by row */
    WENDI_JUMP_LISTING_BITS,  /* cell by cell */
    WENDI_JUMP_LISTING_DONE
} wendi_jump_listing_phase;

/** The making of states, which can be cut. */
typedef struct wendi_jump_listing {
    wendi_jump_listing_phase phase;
    uint32_t at; /* next row or cell */
    uint32_t cells, states;
    uint8_t arrivals[256]; /* of each mask of neighbours the arrivals that force a turn */
} wendi_jump_listing;

/** Begins the states of a map, fewer than 2^31. */
void wendi_jump_listing_begin(wendi_jump_listing *listing, wendi_jump_states *s,
                              const wendi_jump_ground *ground, uint8_t factor);
/** Goes on with them for up to *steps steps of less than a microsecond, and counts them down. The
 * map is the same in each call. @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call
 * again to continue, or destroy the states). */
wend_result wendi_jump_listing_run(wendi_jump_listing *listing, wendi_jump_states *s,
                                   const wendi_jump_ground *ground, const wend_allocator *allocator,
                                   uint64_t *steps);

/* ---- states ---- */

/** Makes room for the states that are counted. @return false: no memory; nothing was reserved. */
bool wendi_jump_states_reserve(wendi_jump_states *s, const wend_allocator *allocator);
/** Finds the states of a map, fewer than 2^31. @return WEND_OK, WEND_ERROR_MEMORY (destroy it). */
wend_result wendi_jump_states_create(wendi_jump_states *s, const wendi_jump_ground *ground,
                                     uint8_t factor, const wend_allocator *allocator);
/** The open cells of a grid, sizes and words as in a jump map; the frame is ignored. */
typedef struct wendi_jump_plan {
    uint32_t columns, rows;
    wend_corner_rule rule;
    uint8_t factor;
    const uint64_t *open; /* [rows][(columns + 63) / 64] */
} wendi_jump_plan;

/** The same from the open cells alone. @param hash set to that of the jump map. */
wend_result wendi_jump_states_of_plan(wendi_jump_states *s, const wendi_jump_plan *plan,
                                      uint64_t *hash, const wend_allocator *allocator);
void wendi_jump_states_destroy(wendi_jump_states *s, const wend_allocator *allocator);
size_t wendi_jump_states_bytes(const wendi_jump_states *s);

/** Called for each arc of a state. @return false: no memory. */
typedef bool (*wendi_jump_arc_fn)(void *context, uint32_t from, uint32_t to, uint64_t cost);
/** Lists the arcs of the states of a cell. @return false: no memory. */
bool wendi_jump_states_arcs(const wendi_jump_states *s, const wendi_jump_ground *ground,
                            uint32_t cell, wendi_array_u64 *scratch, wendi_jump_arc_fn arc,
                            void *context);

/** The state of a jump point entered in a direction that makes it one. */
uint32_t wendi_jump_states_of(const wendi_jump_states *s, uint32_t cell, uint32_t direction);

/** The cost of a number of steps. */
static inline uint64_t wendi_jump_states_cost(const wendi_jump_states *s, uint64_t straight,
                                              uint64_t diagonal)
{
    return (straight * WEND_COST_ONE + diagonal * WEND_COST_DIAGONAL) * s->factor;
}

/* ---- ends: jump_ends.c ---- */

void wendi_jump_ends_free(wendi_jump_ends *ends);
/** True if the path is clear that leads from one cell to another diagonally first. */
bool wendi_jump_is_clear(const wendi_jump_map *map, uint32_t from, uint32_t to);
/** The cell where that path turns from its diagonal part to its straight one. */
static inline uint32_t wendi_jump_turn(uint32_t from, uint32_t to)
{
    const uint32_t px = from & 0xFFFF;
    const uint32_t py = from >> 16;
    const uint32_t gx = to & 0xFFFF;
    const uint32_t gy = to >> 16;
    const uint32_t dx = px < gx ? gx - px : px - gx;
    const uint32_t dy = py < gy ? gy - py : py - gy;
    const uint32_t diagonal = dx < dy ? dx : dy;
    const uint32_t cx = px < gx ? px + diagonal : px - diagonal;
    const uint32_t cy = py < gy ? py + diagonal : py - diagonal;
    return cy << 16 | cx;
}
/** Lists the states that a search finds first from a cell. @return false: no memory. */
bool wendi_jump_ends_of_start(const wendi_jump_states *s, const wendi_jump_ground *ground,
                              uint32_t cell, wendi_jump_ends *ends);
/** Lists the states from which a cell is reached last. @return false: no memory. */
bool wendi_jump_ends_of_goal(const wendi_jump_states *s, const wendi_jump_ground *ground,
                             uint32_t cell, wendi_jump_ends *ends);

#endif
