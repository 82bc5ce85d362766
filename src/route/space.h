/* A space: one grid for one class and team, laid out for searching.
 *
 *        stride = width + 2
 *      +---------------+
 *      |###############|   A frame of walls around the cells, so that no search asks whether a
 *      |#  cells      #|   neighbour lies inside. A place has two numbers: the public node
 *      |###############|   y * width + x, and the inner slot (y + 1) * stride + x + 1.
 *      +---------------+
 */
#ifndef WENDI_SPACE_H
#define WENDI_SPACE_H

#include "base/memory.h"
#include "route/jump_map.h"
#include "route/jump_table.h"
#include "route/step_table.h"
#include "wend/search.h"

struct wend_space {
    wend_allocator allocator;
    wend_executor executor; /* for building the jump table */
    const wend_grid *grid;
    uint32_t movement_class, team;
    int32_t width, height;
    uint32_t stride;     /* width + 2 */
    uint32_t slot_count; /* stride * (height + 2) */
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    double cell_size;
    wend_vec2 origin;
    uint64_t revision;
    uint8_t *costs;          /* [height + 2][stride], 255 in the frame; gates are walls too */
    uint64_t histogram[256]; /* cells of each cost */
    int32_t offsets[WENDI_DIRECTIONS]; /* slot of a neighbour - slot */
    uint8_t cost_min;                  /* least cost of an open cell, 1 where there is none */
    bool is_uniform;                   /* at most one cost among open cells */
    bool has_jump_map;                 /* the bitmaps below are built: uniform and 8 neighbours */
    wendi_jump_map jump;
    bool wants_jump_table; /* prepared: the table is kept right around edits */
    wendi_jump_table jump_table;
    wendi_step_table steps; /* which steps lead out of a cell */
};

static inline uint32_t wendi_space_slot(const wend_space *space, wend_node node)
{
    const uint32_t width = (uint32_t)space->width;
    return (node / width + 1) * space->stride + node % width + 1;
}

static inline wend_node wendi_space_node(const wend_space *space, uint32_t slot)
{
    const uint32_t y = slot / space->stride;
    return (y - 1) * (uint32_t)space->width + (slot - y * space->stride) - 1;
}

static inline uint32_t wendi_space_node_count(const wend_space *space)
{
    return (uint32_t)space->width * (uint32_t)space->height;
}

/** Is the step in this direction allowed from an open slot? Looks at walls and the corner rule. */
bool wendi_space_can_step(const wend_space *space, uint32_t slot, uint32_t direction);

/** Builds the jump table where it is wanted, can be had and is not there; drops it where jump points
 * cannot be used. @return WEND_OK or WEND_ERROR_MEMORY (there is none then). */
wend_result wendi_space_settle_jump_table(wend_space *space, const wend_executor *executor);

#endif
