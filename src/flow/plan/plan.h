/* plan/plan.h: how a request's agents get to its goals: a route, and the fields of the sectors
 * around it.
 *
 *   ROUTE   windows from each source to the goals (router)
 *   COVER   which sectors take part: those of the route, widened
 *   SIGHT   light from the goals, tile by tile, in order of distance in sectors
 *   PREPARE fields of their own for all tiles that need one, seeds set, neighbours noted
 *   RELAX   least costs: tiles whose surroundings got cheaper wait in a queue, cheapest first,
 *           until none waits. The answer is the one fixed point, in whatever order.
 *   FLOW    directions, tile by tile; equal fields become one
 *   DONE
 *
 * A plan is a function of map, class, goals and sources alone; it is built beside the one that is
 * sampled and takes its place when it is done. `stamp` tells which state of the portals it was
 * built of: a change elsewhere leaves it as it is.
 *
 * With windows as seeds (WEND_FLOW_SEED_PORTALS) there is a tile for each step of the route,
 * several in a sector where ways part; no tile depends on another one, so nothing is relaxed across
 * borders.
 */
#ifndef WENDI_FLOW_PLAN_PLAN_H
#define WENDI_FLOW_PLAN_PLAN_H

#include "base/core/heap.h"
#include "flow/core/field_cache.h"
#include "flow/line_of_sight/line_of_sight.h"
#include "flow/route/route.h"

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

/* A goal cell, and where in it the goal is. */
typedef struct wendi_flow_endpoint {
    uint32_t sector, floor;
    int32_t x, y;           /* cell on its floor */
    int32_t fine_x, fine_y; /* 64ths of a cell from the floor's corner */
    bool is_area;           /* the whole cell */
} wendi_flow_endpoint;

typedef struct wendi_plan_tile {
    wendi_sector_bounds place;
    int64_t base; /* units that D 0 stands for */
    uint32_t sector;
    uint32_t field;     /* index, WENDI_FIELD_NONE, WENDI_FIELD_VISIBLE */
    uint32_t sight;     /* index of a block of flags, WENDI_LOS_NO_CELL, WENDI_LOS_ALL_CELLS */
    uint32_t step;      /* windows as seeds: its step of the route; else the sector's first step */
    uint32_t next;      /* further tile of the same sector (windows as seeds) or NONE */
    uint32_t beside[8]; /* tiles around by direction (0 east ... 7 north-east), or NONE */
    uint8_t sights;     /* which goals' light comes in (or is inside): bits */
    bool is_reached;    /* RELAX: base and D are set */
    bool is_fresh;   /* RELAX: its border is to be looked at after the next pass, changed or not */
    bool is_dim;     /* SIGHT: cells are flagged as if shadows' edges went through all of them */
    bool is_private; /* holds goals or beginnings of links: its directions are its own */
} wendi_plan_tile;

/* What sampling needs of a tile, in half a line of cache: a sample in a finished plan reads this
 * and the cell itself. */
typedef struct wendi_plan_tile_view {
    const void *block;    /* its field's; NULL: it has none */
    const uint8_t *flags; /* [cells] its block of sight; NULL: dark, or lit all over */
    uint32_t sector;
    uint32_t field; /* as the tile's */
    bool is_lit;    /* all cells see the goal */
    bool is_wide;   /* the field's D is of 32 bits */
    uint8_t spare[6];
} wendi_plan_tile_view;

/* Light that leaves a tile, of one goal: beams of side s are plan->beams[first[s] ... first[s+1]).
 */
typedef struct wendi_tile_beams {
    uint32_t first[5];
} wendi_tile_beams;

/* Where a step of the route leads to: pages may have changed since the plan was made. */
typedef struct wendi_step_target {
    uint32_t floor;
    int32_t x, y;   /* the portal's cell on its floor; of the last step, a goal's */
    uint8_t side;   /* of the window, WENDI_SIDE_...; WENDI_BLOCKED_ARCS for the last step */
    uint8_t before; /* cells of the window before the portal's */
    uint8_t count;  /* cells of the window */
} wendi_step_target;

/* A link or join between two tiles of a plan. */
typedef struct wendi_plan_link {
    uint32_t from, to; /* tiles */
    uint32_t way;      /* index among the class's ways */
} wendi_plan_link;

typedef struct wendi_plan {
    wendi_plan_phase phase;
    wend_flow_seeds seeds;
    uint32_t flow_class;
    uint32_t stamp;   /* of the portals when it was begun */
    uint32_t request; /* index of whose it is */
    bool is_failed;   /* no memory: to be begun anew */
    bool is_whole;    /* covers_all */
    bool is_touchy;   /* goals, sources or ways are blocked now, or there are none: any change may
                         matter */
    wendi_flow_endpoint *goals; /* [goal_count] the open ones */
    uint32_t goal_count;
    uint32_t *picked; /* [goal_count] the first picked_count: goals, one of each island */
    uint32_t picked_count;
    uint32_t sight_goal_count;        /* goals 0 ... are seen; 0 = no sight pass */
    wendi_sector_cell *route_goals;   /* [goal_count] */
    wendi_sector_cell *route_sources; /* [route_source_count] those that can reach a goal */
    uint32_t route_source_count;
    uint32_t unreachable_count;
    uint32_t goal_capacity, source_capacity; /* of the arrays above */
    wendi_route route;
    wendi_step_target *places; /* [route.step_count] */
    wendi_plan_tile *tiles;    /* [tile_count] */
    uint32_t tile_count, tile_capacity;
    wendi_plan_tile_view *looks; /* [tile_count] complete when the plan is */
    uint32_t look_capacity;
    bool is_direct;  /* tile k is that of sector k, for all sectors */
    uint32_t *table; /* [1 << table_bits] tile index of a sector's first tile, or NONE */
    uint32_t table_bits;
    uint32_t *order; /* [tile_count] SIGHT: tiles by distance from the goal */
    uint32_t order_capacity;
    uint32_t order_count;  /* SIGHT: of those on the goal's floor */
    uint32_t done;         /* SIGHT, FLOW: how far */
    uint32_t goal_done;    /* SIGHT: goal in hand */
    uint8_t *sight_blocks; /* [sight_count] [cells of a sector] WENDI_FLOW_VISIBLE, _CORNER; with
                              several goals the low bits name the nearest one seen */
    uint32_t sight_count, sight_capacity;
    wendi_tile_beams *lights; /* [light_count] for goal g and tile t: g * tile_count + t */
    uint32_t light_count;
    wendi_plan_link *ways; /* [way_count] by tile they begin in */
    uint32_t way_count, way_capacity;
    wendi_los_beam *beams;
    uint32_t beam_count, beam_capacity;
    int64_t *border_bases; /* RELAX: [border_count]; see plan/borders.c */
    uint16_t *borders;
    uint32_t border_count;
    uint32_t wide_count; /* tiles of 32 bits: then borders are not used */
    wendi_heap queue;    /* RELAX: tiles by least new cost around them */
    uint32_t lit_count;  /* tiles that need no field */
} wendi_plan;

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
    uint32_t place = sector * 0x9E3779B1u >> (32 - plan->table_bits);
    while (plan->table[place] != WENDI_TILE_NONE &&
           plan->looks[plan->table[place]].sector != sector) {
        place = (place + 1) & mask;
    }
    return plan->table[place];
}

/** Notes what sampling needs of a tile whose field and sight are as they will stay. */
void wendi_plan_update_tile_view(const wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** Where the corner of a sector lies from a goal, in 64ths of a cell; for sight. */
void wendi_plan_goal_offset(const wendi_plan *plan, uint32_t goal, const wendi_sector_bounds *place,
                            int32_t *left, int32_t *top);
/** Light of one goal that comes into a tile. @param lights [4] room for it.
 * @return false: none. */
bool wendi_plan_los_input(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint32_t goal, wendi_los_beams lights[4], wendi_los_input *in);
/** Units of the straight line from the middle of a cell to a goal, rounded down; the cost of a cell
 * that sees it. */
int64_t wendi_plan_straight_cost(const wend_flow *flow, const wendi_plan *plan, uint32_t goal,
                                 const wendi_sector_bounds *place, int32_t x, int32_t y);
/** Flags of a tile that is dim, as the pass for sight would have set them. @param flags framed. */
void wendi_plan_los_flags(const wend_flow *flow, const wendi_plan *plan, uint32_t tile,
                          uint8_t *flags);
size_t wendi_plan_memory_bytes(const wendi_plan *plan, size_t sector_cells);

/* ---- for those that build plans ---- */

/** After ROUTE: notes where the steps lead. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_find_step_targets(wend_flow *flow, wendi_plan *plan);
/** COVER: which sectors take part. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_cover(wend_flow *flow, wendi_plan *plan);
/** The same with windows as seeds: a tile for each step. */
wend_result wendi_plan_cover_steps(wend_flow *flow, wendi_plan *plan);
/** Makes room for tiles, and an empty table. */
wend_result wendi_plan_reserve_tiles(wend_flow *flow, wendi_plan *plan, uint32_t tile_count);
/** Adds a tile for a sector that has none, or at the end of the sector's. There must be room. */
uint32_t wendi_plan_add_tile(const wend_flow *flow, wendi_plan *plan, uint32_t sector);

#endif
