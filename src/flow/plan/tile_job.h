/* plan/tile_job.h: passes over single tiles, many at once.
 *
 *   gather (one thread)  ->  run (any threads, stage by stage)  ->  commit (one thread, in order)
 *
 * Jobs of a batch are cut by their number alone, write their own tile and scratch only, and are
 * committed in order: so the answer does not depend on who ran them. */
#ifndef WENDI_FLOW_PLAN_TILE_JOB_H
#define WENDI_FLOW_PLAN_TILE_JOB_H

#include "flow/core/flow_private.h"
#include "flow/tile/border.h"

/** The cost of what is not reached. */
#define WENDI_COST_UNREACHED INT64_MAX

enum {
    WENDI_TILE_JOBS_MAX = 16, /* of a batch */
    WENDI_TILE_JOB_BLOCK = 4, /* that one thread takes at a time */
    WENDI_TILE_JOB_STAGES = 3
};

typedef struct wendi_tile_job {
    wendi_plan *plan;
    uint32_t tile;
    wendi_plan_phase phase; /* SIGHT, RELAX or FLOW */
    wendi_sector_bounds place;
    wendi_tile_shape shape;
    wendi_cost_tile ground;
    /* SIGHT */
    wendi_los_beams in[4], out[4];
    wendi_los_input sight;
    uint8_t flags[WENDI_TILE_CELLS];
    int32_t lit;
    bool is_passed; /* lit all over: nothing to keep */
    bool is_dim;    /* open, and not on the route: which cells are lit is worked out when asked */
    bool is_empty;  /* FLOW: nothing is reached */
    bool is_fast; /* all costs around are of 16 bits, as mine: then those are copied as they are */
    uint16_t around[8][WENDI_ISLAND_TILE_SIDE]; /* by direction; diagonals: one */
    int64_t bases[8];                           /* of those; WENDI_COST_UNREACHED: nothing there */
    uint16_t frame[4][WENDI_BORDER_VALUES];     /* by side, with corners, as my base has it */
    /* RELAX, FLOW, not fast: costs around, abs. units: north and south [width], east and west
       [height], corners (south-east, south-west, north-west, north-east) */
    int64_t north[WENDI_ISLAND_TILE_SIDE], east[WENDI_ISLAND_TILE_SIDE],
        south[WENDI_ISLAND_TILE_SIDE];
    int64_t west[WENDI_ISLAND_TILE_SIDE], corner[4];
    int64_t least;       /* of them */
    bool is_saturated;   /* 16 bits do not do */
    uint32_t changed;    /* bits of sides (0 north ... 3 west) whose cells got cheaper */
    uint32_t wake;       /* bits of directions whose tiles may get cheaper */
    int64_t wake_key[8]; /* least cost that reaches them */
} wendi_tile_job;

/** How many jobs of a plan can run now, at most `room`; they are set up from jobs[0] on.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_los_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                  uint32_t room, uint32_t *count);
wend_result wendi_integrate_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count);
wend_result wendi_direction_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count);
/** Runs a stage, 0 ... WENDI_TILE_JOB_STAGES - 1. Between two stages all jobs of the batch are
 * done. */
void wendi_los_pass_run(wendi_tile_job *job, int stage);
void wendi_integrate_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage);
void wendi_direction_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage);
/** Takes the answer over. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_los_pass_commit(wend_flow *flow, wendi_tile_job *job);
wend_result wendi_integrate_pass_commit(wend_flow *flow, wendi_tile_job *job);
wend_result wendi_direction_pass_commit(wend_flow *flow, wendi_tile_job *job);

/** The flow pass over a finished field, angles included. @param flags framed: WENDI_FLOW_GOAL and
 * _LINK where they are to stand; NULL: nowhere. */
void wendi_field_find_directions(const wend_flow *flow, const wendi_field *field,
                                 const wendi_cost_tile *ground, const uint8_t *flags);

/** Before SIGHT. */
wend_result wendi_los_pass_begin(wend_flow *flow, wendi_plan *plan);
/** Works out the flags of a dim tile after all. */
void wendi_los_pass_resolve(const wend_flow *flow, wendi_plan *plan, wendi_tile_job *job);
/** Goes on to the next goal. @return is there one? */
bool wendi_los_pass_next_goal(wend_flow *flow, wendi_plan *plan, wend_result *result);
/** PREPARE: goes on for up to *steps tiles, and counts them down. Takes fields, sets seeds, queues
 * tiles that have some or border on light.
 * @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY. */
wend_result wendi_plan_prepare(wend_flow *flow, wendi_plan *plan, uint64_t *steps);
/** Queues a tile for a pass, or moves it to the front. There is room. */
void wendi_plan_queue_tile(wendi_plan *plan, uint32_t tile, int64_t key);
/** Lowers D of a cell to a cost from outside (a goal, light, the end of a link).
 * @param index framed. @return false: no memory. */
bool wendi_plan_lower_cost(wend_flow *flow, wendi_plan *plan, uint32_t tile, int32_t index,
                           int64_t cost);
/** Gives a tile a field of 32 bits instead of one of 16. @return false: no memory. */
bool wendi_plan_widen_tile(wend_flow *flow, wendi_plan *plan, wendi_plan_tile *tile);
/** Costs to the goal of a line of cells, WENDI_COST_UNREACHED where there is none.
 * @param x, y first cell, in the tile. @param dx, dy to the next one. @param costs [count]. */
void wendi_plan_read_costs(const wend_flow *flow, const wendi_plan *plan, uint32_t tile, int32_t x,
                           int32_t y, int32_t dx, int32_t dy, int32_t count, int64_t *costs);
/** Reads what lies around a tile. */
void wendi_tile_job_read_surroundings(const wend_flow *flow, wendi_tile_job *job);
/** Writes what lies around into the frame; moves the base where something is below it.
 * @param is_clipped was anything too dear for 16 bits? @return false: the tile needs 32 bits first,
 * nothing was written. */
bool wendi_tile_job_write_frame(const wend_flow *flow, wendi_tile_job *job, bool *is_clipped);
/** Borders of tiles whose costs are of 16 bits. */
wend_result wendi_plan_borders_reserve(wend_flow *flow, wendi_plan *plan);
void wendi_plan_borders_free(const wend_allocator *a, wendi_plan *plan, size_t sector_cells);
size_t wendi_plan_borders_memory_bytes(size_t sector_cells, uint32_t tile_count);
/** Keeps the border of a tile as its field has it, or as the straight lines to the goal are. */
void wendi_plan_border_update(const wend_flow *flow, wendi_plan *plan, uint32_t tile,
                              const wendi_tile_shape *shape);
void wendi_plan_border_update_visible(const wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** What a pass over the tile reads is fetched into the caches. */
void wendi_tile_job_prefetch(const wend_flow *flow, const wendi_tile_job *job);
/** The same three for tiles whose costs, and all around, are of 16 bits; see plan/borders.c.
 * @return around: are they? frame: was anything too dear? */
bool wendi_tile_job_read_borders(const wend_flow *flow, wendi_tile_job *job);
bool wendi_tile_job_write_narrow_frame(const wend_flow *flow, wendi_tile_job *job);
bool wendi_plan_border_is_high(const wend_flow *flow, const wendi_plan *plan, uint32_t tile);
void wendi_tile_job_find_improved_narrow(const wend_flow *flow, wendi_tile_job *job);
/** Makes frame cells unreached that no cheapest way goes through. */
void wendi_tile_job_prune_frame(const wend_flow *flow, wendi_tile_job *job);
/** Finds whom a tile wakes. */
void wendi_tile_job_find_improved(const wend_flow *flow, wendi_tile_job *job);
/** What a link costs that begins in a tile: to its end and from there. WENDI_COST_UNREACHED:
 * nothing.
 */
int64_t wendi_plan_link_cost(const wend_flow *flow, const wendi_plan *plan,
                             const wendi_plan_link *way);
/** The ways that begin in a tile: first ... last - 1 of plan->ways. */
void wendi_plan_links_from(const wendi_plan *plan, uint32_t tile, uint32_t *first, uint32_t *last);

/** What all jobs need to know of a tile. */
void wendi_tile_job_init(const wend_flow *flow, wendi_plan *plan, uint32_t tile,
                         wendi_tile_job *job);

#endif
