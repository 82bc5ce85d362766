/* A search space: one grid, or one graph, for one kind of agent, laid out for searching. Of a graph
 * all is in `net` (see graph.h) and the members for cells stay zero; its slots are its nodes. The
 * drawing is of a grid.
 *
 *        stride = width + 2
 *      +---------------+
 *      |###############| A frame of walls around the cells, so that searches need no bounds checks.
 *      |#  cells      #| A cell has two numbers: the public node y * width + x, and the slot, its
 *      |###############| padded cell index (y + 1) * stride + x + 1.
 *      +---------------+
 *
 * Where the grid wraps around, the frame holds copies of the cells of the other side, and a step
 * onto one of them is folded to the cell itself. */
#ifndef WENDI_ROUTE_SPACE_SPACE_H
#define WENDI_ROUTE_SPACE_SPACE_H

#include "base/core/memory.h"
#include "base/core/message.h"
#include "route/jump/map.h"
#include "route/jump/step_table.h"
#include "route/jump/table.h"
#include "route/space/graph.h"
#include "route/space/links.h"
#include "route/space/step_sets.h"
#include "wend/search.h"
#include "world/derived/agent_grid.h"

/** A rectangle of cells, x1 and y1 included; empty where x1 < x0. */
typedef struct wendi_cell_box {
    int32_t x0, y0, x1, y1;
} wendi_cell_box;

static inline wendi_cell_box wendi_cell_box_none(void)
{
    return (wendi_cell_box){INT32_MAX, INT32_MAX, -1, -1};
}

/** What an update that is cut has still to do (see update.c). */
typedef struct wendi_space_update_state {
    uint32_t phase;          /* 0 = no update is under way */
    uint64_t listed;         /* revision of the grid up to which changed sectors are marked */
    uint64_t *marks;         /* [4][mark_words] sectors: for clearance, islands, costs, bitmaps */
    uint32_t *sectors;       /* [sector_count] scratch */
    wendi_cell_box *changed; /* [sector_count] cells that changed between open and wall */
    uint32_t sector_count, mark_words;
    uint32_t cursor;    /* where the search for the next mark begins; rows of sets done */
    uint32_t restarts;  /* slices that found new edits before the costs were complete */
    uint64_t work;      /* that the jump table's repairs may still cost */
    wendi_jump_map map; /* being built */
    wendi_jump_map_build_state map_build;
    wendi_jump_map_repair_state map_repair;
    wendi_jump_ground ground;
    wendi_jump_table_build_state table_build;
    wendi_jump_table_repair_state table_repair;
} wendi_space_update_state;

struct wend_space {
    wend_allocator allocator;
    wend_executor executor;  /* for building the jump table */
    const wend_grid *grid;   /* or */
    const wend_graph *graph; /* this one */
    wendi_space_graph *net;  /* for a graph, else NULL */
    uint32_t node_count;
    wendi_agent_grid ground;       /* the ground for the agent */
    wend_clearance *clearance;     /* for agents with a size, else NULL */
    wend_clearance *own_clearance; /* the same, when the space made it itself */
    wend_islands *islands;         /* of the same agent, or NULL */
    double radius;                 /* of the agent in walk tests, cells */
    int32_t width, height;
    uint32_t stride;     /* width + 2 */
    uint32_t slot_count; /* stride * (height + 2) */
    wend_neighbours neighbours;
    wend_hex_layout hex_layout;
    wend_corner_rule corner_rule; /* among the cells where the agent fits */
    bool is_hex;
    bool wraps_x, wraps_y, wraps;              /* wraps: any of the two */
    uint32_t row_mask, column_mask, kind_flip; /* for the kind of a cell: see wendi_space_kind */
    double cell_size;
    wend_vec2 origin;
    uint64_t revision;
    uint32_t update_count;   /* updates that found something to change */
    uint32_t layout_count;   /* of these, complete layouts of a graph */
    uint8_t *costs;          /* [height + 2][stride], 255 in the frame; gates are walls too */
    uint8_t *walls;          /* costs for clearance tests: of a round agent without its size; of
                                others the same array */
    uint64_t histogram[256]; /* cells of each cost */
    int32_t offsets[WENDI_DIRECTIONS]; /* slot of a neighbour - slot */
    uint8_t cost_min;                  /* least cost of an open cell, 1 where there is none */
    bool is_uniform;                   /* at most one cost among open cells */
    bool is_nearly_uniform;            /* or so few cells of others that jump points pay */
    bool has_jump_map; /* the bitmaps below are built: nearly uniform, 8 neighbours, no wrapping or
                          links */
    wendi_jump_map jump;
    bool has_breaks;       /* the next is built: there are, or were, cells of other costs */
    wendi_jump_map breaks; /* the same bitmaps, with breaks around those cells */
    bool keeps_jump_table; /* prepared: the table is kept right around edits */
    wendi_jump_table jump_table;
    wendi_step_table steps;    /* the steps that lead out of a cell */
    wendi_step_sets step_sets; /* the same by cells, on uneven ground that does not wrap */
    wendi_space_links links;
    wendi_space_update_state update;
    wend_message error; /* of the last failure */
};

/** Of which kind (see wendi_step_table) the cell at padded coordinates is. */
static inline uint32_t wendi_space_kind(const wend_space *space, uint32_t px, uint32_t py)
{
    return (py & space->row_mask) ^ (px & space->column_mask) ^ space->kind_flip;
}

/** The padded coordinate of the cell whose copy lies in the frame. */
static inline int32_t wendi_space_fold_along(int32_t at, int32_t side)
{
    return at == 0 ? side : at > side ? 1 : at;
}

/** The slot beside a slot, folded where the grid wraps. The step must lead to a cell. */
uint32_t wendi_space_beside(const wend_space *space, uint32_t slot, uint32_t direction);
/** The slot from which a step in this direction leads here, folded likewise. */
static inline uint32_t wendi_space_before(const wend_space *space, uint32_t slot,
                                          uint32_t direction)
{
    return space->wraps ? wendi_space_beside(space, slot, wendi_direction_opposite(direction))
                        : slot - (uint32_t)space->offsets[direction];
}

/** The costs of the neighbours, with directions that have no neighbour as walls. */
static inline uint64_t wendi_space_neighbour_costs(const wend_space *space, uint32_t slot,
                                                   uint32_t kind)
{
    return wendi_neighbour_costs_read(space->costs + slot, space->stride) |
           space->steps.aside[kind];
}

/** True if no path leads from one open slot to the other, by the islands, or the components of a
 * graph; false proves nothing. */
bool wendi_space_is_unreachable(const wend_space *space, uint32_t from, uint32_t to);

/** Squared distance of the centres of two cells, in cells; around the map where that is nearer. */
int64_t wendi_space_squared_distance(const wend_space *space, wend_node a, wend_node b);

/* grid_costs.c */

/** A complete rebuild. */
void wendi_space_read_costs(wend_space *space);
/** The cells of changed sectors, and those around them that a size concerns. Repairs the jump
 * bitmaps. */
void wendi_space_read_sectors(wend_space *space, const uint32_t *sectors, size_t count);

/** How far around a changed cell costs may change, in cells. */
int32_t wendi_space_reach(const wend_space *space);
/** Reads the costs of a sector and `reach` around it. @param changed widened by the cells that
 * changed between open and wall. @return the work, in steps of some 50 ns. */
uint64_t wendi_space_read_sector(wend_space *space, uint32_t sector, int32_t reach,
                                 wendi_cell_box *changed);
void wendi_space_repair_step_sets(wend_space *space, uint32_t sector, int32_t reach);

/* space.c */

/** Sets what follows from the histogram. */
void wendi_space_judge_costs(wend_space *space);
bool wendi_space_can_have_jump_map(const wend_space *space);
wend_result wendi_space_update_links(wend_space *space);

/* update.c */

/** True while an update is cut: costs and bitmaps are of no one revision. */
static inline bool wendi_space_is_updating(const wend_space *space)
{
    return space->update.phase != 0 ||
           (space->net != NULL && wendi_space_graph_is_updating(space->net));
}
/** Goes on with an update of either kind of space, or begins one, as far as a budget goes (NULL: to
 * the end), at least one unit. @param steps the work is added, in steps of some 50 ns.
 * @return WEND_IN_PROGRESS, WEND_OK (the space shows its revision, which is that of the
 * world unless it was edited since the costs were complete), WEND_ERROR_MEMORY (call again). */
wend_result wendi_space_update_some(wend_space *space, wend_budget *budget, uint64_t *steps);
size_t wendi_space_update_bytes(const wend_space *space);
/** Frees what an update under way holds. */
void wendi_space_update_free(wend_space *space);

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
    return space->node_count;
}

/* Slots of either kind of space, outside of hot loops. */

static inline uint32_t wendi_space_slot_of_node(const wend_space *space, wend_node node)
{
    return space->net != NULL ? node : wendi_space_slot(space, node);
}

static inline wend_node wendi_space_node_of_slot(const wend_space *space, uint32_t slot)
{
    return space->net != NULL ? slot : wendi_space_node(space, slot);
}

static inline bool wendi_space_is_open_slot(const wend_space *space, uint32_t slot)
{
    return space->net != NULL ? space->net->exists[slot] != 0
                              : space->costs[slot] != WEND_COST_WALL;
}

/** Builds the jump table where it is requested, possible and missing; drops it where jump
 * points cannot be used. @return WEND_OK or WEND_ERROR_MEMORY (there is none then). */
wend_result wendi_space_update_jump_table(wend_space *space, const wend_executor *executor);
/** Repairs the table after the bitmaps were repaired in a padded rectangle (inclusive); if that
 * fails, or exceeds `work`, it drops the table, to be rebuilt by an update. */
void wendi_space_repair_jump_table(wend_space *space, uint32_t px0, uint32_t py0, uint32_t px1,
                                   uint32_t py1, uint64_t *work);

#endif
