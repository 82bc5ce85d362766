/* The route of a request, and the fields of the sectors around it.
 *
 *   ROUTE          portals from each source to the goals (router)
 *   COVER          the sectors of the plan: those of the route, widened
 *   LINE_OF_SIGHT  beams from the goals, tile by tile, in order of distance in sectors
 *   PREPARE        fields for all tiles that need one, seeds, neighbours
 *   INTEGRATE      least costs: tiles whose surroundings got cheaper wait in a queue, cheapest
 *                  first, until it is empty. The result is the unique fixed point, in any order.
 *   DIRECTIONS     directions, tile by tile; equal fields are shared
 *   DONE
 *
 * A plan is a function of map, class, goals and sources alone. It is built beside the one that is
 * sampled and replaces it when it is complete. `stamp` is the state of the portal graph it was
 * built from: changes elsewhere leave it as it is.
 *
 * With portals as seeds (WEND_FLOW_SEED_PORTALS) there is a tile for each step of the route,
 * several in a sector where routes part. No tile depends on another one, so costs never cross
 * borders. */
#ifndef WENDI_FLOW_PLAN_PLAN_H
#define WENDI_FLOW_PLAN_PLAN_H

#include "base/core/heap.h"
#include "flow/core/flow_private.h"
#include "flow/line_of_sight/line_of_sight.h"

/** No tile. */
#define WENDI_TILE_NONE UINT32_MAX
/** No cell of the tile sees a goal. */
#define WENDI_LOS_NO_CELL UINT32_MAX
/** All cells of the tile see the goal. */
#define WENDI_LOS_ALL_CELLS (UINT32_MAX - 1)

typedef enum wendi_plan_phase {
    WENDI_PHASE_ROUTE,
    WENDI_PHASE_COVER,
    WENDI_PHASE_LINE_OF_SIGHT,
    WENDI_PHASE_PREPARE,
    WENDI_PHASE_INTEGRATE,
    WENDI_PHASE_DIRECTIONS,
    WENDI_PHASE_DONE
} wendi_plan_phase;

typedef struct wendi_plan_tile {
    wendi_sector_bounds bounds;
    int64_t base; /* units of D 0 */
    uint64_t
        field_serial; /* without a request: that of its field; 0: the field is the plan's own */
    uint32_t sector;
    uint32_t field; /* index, WENDI_FIELD_NONE, WENDI_FIELD_VISIBLE */
    uint32_t los;   /* index of a block of flags, WENDI_LOS_NO_CELL, WENDI_LOS_ALL_CELLS */
    uint32_t step;  /* portals as seeds: its step of the route; else the sector's first step */
    uint32_t next;  /* next tile of the same sector (portals as seeds) or NONE */
    uint32_t neighbours[8]; /* neighbours by direction (0 east ... 7 north-east), or NONE */
    uint8_t visible_goals;  /* goals whose beams enter (or that are inside): bits */
    bool is_reached;        /* INTEGRATE: base and D are set */
    bool is_fresh;        /* INTEGRATE: its border is checked after the next pass, changed or not */
    bool is_los_deferred; /* all cells are flagged as corners; exact flags are computed on
                           * demand */
    bool is_private;      /* holds goals or beginnings of links: its directions are not shared */
} wendi_plan_tile;

/* The part of a tile that sampling needs, in half a cache line: a sample of a complete plan reads
 * this and the cell itself. */
typedef struct wendi_plan_tile_view {
    const void *block;    /* its field's; NULL: it has none */
    const uint8_t *flags; /* [cells] its block of flags; NULL: no cell or all cells see the goal */
    uint32_t sector;
    uint32_t field;  /* as the tile's */
    bool is_visible; /* all cells see the goal */
    bool is_wide;    /* the field's D is of 32 bits */
    uint8_t spare[6];
} wendi_plan_tile_view;

/* Beams of one goal that leave a tile: those of side s are plan->beams[first[s] ... first[s+1]). */
typedef struct wendi_tile_beams {
    uint32_t first[5];
} wendi_tile_beams;

/* End of a step of the route; pages may have changed since the plan was begun. */
typedef struct wendi_step_target {
    uint32_t floor;
    int32_t x, y;   /* cell of the portal's node on its floor; of the last step, a goal's */
    uint8_t side;   /* of the portal, WENDI_SIDE_...; WENDI_SIDES for the last step */
    uint8_t before; /* cells of the portal before its node */
    uint8_t count;  /* cells of the portal */
} wendi_step_target;

/* A link or join between two tiles of a plan. */
typedef struct wendi_plan_link {
    uint32_t from, to; /* tiles */
    uint32_t link;     /* index among the class's links */
} wendi_plan_link;

/* A tile that is not kept as it is; see repair.h. */
typedef struct wendi_repair_tile {
    uint32_t tile;
    int64_t least; /* least cost that was reset */
    int64_t
        above; /* what its costs, once reached, are higher by than in the plan before, if it still
                    * has the field from there */
    bool needs_pass;
    bool is_new; /* it has another field */
} wendi_repair_tile;

/* PREPARE, INTEGRATE, DIRECTIONS: repair of the plan before. */
typedef struct wendi_plan_repair {
    const wendi_plan *before;   /* the plan that is sampled; NULL: nothing is taken from it */
    uint32_t *record_of;        /* [tile_count] index of a record, or UINT32_MAX */
    wendi_repair_tile *records; /* [record_count] */
    size_t record_count, record_capacity;
    uint32_t tile_count;
    bool is_begun;
} wendi_plan_repair;

struct wendi_plan {
    wendi_plan_phase phase;
    wend_flow_seeds seeds;
    uint32_t flow_class;
    uint32_t stamp;             /* of the portal graph when the plan was begun */
    uint32_t users;             /* requests that have it, or 1: it is kept without one */
    uint32_t cover_stage;       /* COVER: of cover.c */
    uint64_t batch;             /* that its jobs were added to last */
    bool is_failed;             /* no memory: it has to be begun again */
    bool is_whole;              /* covers_all */
    bool any_change_matters;    /* goals, sources or links are blocked now, or there are none */
    wendi_flow_endpoint *goals; /* [goal_count] the open ones */
    uint32_t goal_count;
    uint32_t *component_goals; /* [goal_count] the first component_goal_count: one goal of each
                                * component */
    uint32_t component_goal_count;
    uint32_t los_goal_count;          /* goals 0 ... have lines of sight; 0: no pass */
    wendi_sector_cell *route_goals;   /* [goal_count] */
    wendi_sector_cell *route_sources; /* [route_source_count] those that can reach a goal */
    uint32_t route_source_count;
    uint32_t unreachable_count;
    uint32_t goal_capacity, source_capacity; /* of the arrays above */
    wendi_route route;
    wendi_step_target *step_targets; /* [route.step_count] */
    wendi_plan_tile *tiles;          /* [tile_count] */
    uint32_t tile_count, tile_capacity;
    wendi_plan_tile_view *tile_views; /* [tile_count] complete when the plan is */
    uint32_t view_capacity;
    bool is_direct;  /* tile k is that of sector k, for all sectors */
    uint32_t *table; /* [1 << table_bits] 1 + index of a sector's first tile, or 0: memory that is
                      * zero need not be touched before it is used */
    uint32_t table_bits;
    uint32_t *los_order; /* [tile_count] LINE_OF_SIGHT: tiles by distance from the goal */
    uint32_t los_order_capacity;
    uint32_t los_order_count; /* LINE_OF_SIGHT: of those on the goal's floor */
    uint32_t los_distance;    /* LINE_OF_SIGHT: of the farthest tile that beams leave */
    uint32_t done;            /* LINE_OF_SIGHT, PREPARE, DIRECTIONS: tiles done; COVER: items */
    uint32_t goal_done;       /* LINE_OF_SIGHT: current goal */
    uint8_t *los_blocks; /* [los_block_count] [cells of a sector] WENDI_FLOW_VISIBLE, _LOS_CORNER;
                          * with several goals the low bits are the nearest visible one */
    uint32_t los_block_count, los_block_capacity;
    wendi_tile_beams *tile_beams; /* [tile_beams_count] of goal g and tile t: g * tile_count + t */
    uint32_t tile_beams_count;
    wendi_plan_link *links; /* [link_count] by tile they begin in */
    uint32_t link_count, link_capacity;
    wendi_los_beam *beams;
    uint32_t beam_count, beam_capacity;
    int64_t *border_bases; /* INTEGRATE: [border_count]; see borders.c */
    uint16_t *borders;
    uint32_t border_count;
    uint32_t wide_count;    /* tiles of 32 bits: if any, borders are not used */
    wendi_heap queue;       /* INTEGRATE: tiles by least new cost around them */
    uint32_t visible_count; /* tiles that need no field */
    wendi_plan_repair repair;
};

/** Begins a plan with one user for a request: its open goals, and its sources that can reach one of
 * them. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_create(wend_flow *flow, const wendi_flow_request *request, wendi_plan **out);
/** Removes a user; with the last one the plan is destroyed, and its fields are released. NULL is fine.
 */
void wendi_plan_release(wend_flow *flow, wendi_plan *plan);
/** True if a plan begun now would come out the same. */
bool wendi_plan_is_current(const wend_flow *flow, const wendi_plan *plan);

/** The tile of a sector; WENDI_TILE_NONE. */
static inline uint32_t wendi_plan_find_tile(const wendi_plan *plan, uint32_t sector)
{
    if (plan->is_direct) {
        return sector < plan->tile_count ? sector : WENDI_TILE_NONE;
    }
    if (plan->table == NULL) {
        return WENDI_TILE_NONE;
    }
    const uint32_t mask = ((uint32_t)1 << plan->table_bits) - 1;
    uint32_t bounds = sector * 0x9E3779B1u >> (32 - plan->table_bits);
    while (plan->table[bounds] != 0 && plan->tile_views[plan->table[bounds] - 1].sector != sector) {
        bounds = (bounds + 1) & mask;
    }
    return plan->table[bounds] - 1; /* 0: WENDI_TILE_NONE */
}

/** Updates the view of a tile whose field and flags are final. */
void wendi_plan_update_tile_view(const wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** The beams of one goal that enter a tile. @param tile_beams storage for them.
 * @return false: none. */
bool wendi_plan_los_input(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint32_t goal, wendi_los_beams tile_beams[4], wendi_los_input *in);
/** Units of the straight line from the middle of a cell to a goal, rounded down: the cost of a
 * cell that sees it. */
int64_t wendi_plan_straight_cost(const wend_flow *flow, const wendi_plan *plan, uint32_t goal,
                                 const wendi_sector_bounds *bounds, int32_t x, int32_t y);
/** The exact flags of a tile whose flags are deferred. @param flags framed. */
void wendi_plan_los_flags(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint8_t *flags);
size_t wendi_plan_memory_bytes(const wendi_plan *plan, size_t sector_cells);

/* ---- building ---- */

/** After ROUTE: finds where the steps lead. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_find_step_targets(wend_flow *flow, wendi_plan *plan);
/** COVER: chooses the sectors; by clock a piece of them. @return WEND_OK, WEND_IN_PROGRESS,
 * WEND_ERROR_MEMORY. */
wend_result wendi_plan_cover(wend_flow *flow, wendi_plan *plan);
/** The same with portals as seeds: a tile for each step. */
wend_result wendi_plan_cover_steps(wend_flow *flow, wendi_plan *plan);

#endif
