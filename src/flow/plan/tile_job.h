/* Passes over single tiles, several at once.
 *
 *   gather (one thread)  ->  run (any threads, stage by stage)  ->  commit (one thread, in order)
 *
 * Jobs of a batch are divided by their number alone, write only their own tile and scratch, and are
 * committed in order: the result does not depend on threads. */
#ifndef WENDI_FLOW_PLAN_TILE_JOB_H
#define WENDI_FLOW_PLAN_TILE_JOB_H

#include "flow/plan/plan.h"
#include "flow/tile/border.h"

/** The cost of an unreached cell. */
#define WENDI_COST_UNREACHED INT64_MAX

enum {
    WENDI_TILE_JOBS_MAX = 16, /* of a batch */
    WENDI_TILE_JOB_BLOCK = 4, /* taken by a thread at a time */
    WENDI_TILE_JOB_STAGES = 3
};

typedef struct wendi_tile_job {
    wendi_plan *plan;
    uint32_t tile;
    wendi_plan_phase phase; /* LINE_OF_SIGHT, INTEGRATE or DIRECTIONS */
    wendi_sector_bounds bounds;
    wendi_tile_shape shape;
    wendi_cost_tile ground;
    /* LINE_OF_SIGHT */
    wendi_los_beams in[4], out[4];
    wendi_los_input los;
    uint8_t flags[WENDI_TILE_CELLS];
    int32_t visible_cells;
    bool is_fully_visible; /* visible everywhere: no flags are stored */
    bool is_los_deferred;  /* open, and not on the route: exact flags are computed on demand */
    bool is_empty;         /* DIRECTIONS: no cell is reached */
    bool is_narrow;        /* all costs around are of 16 bits, as the tile's own: they are read from
                            * borders */
    uint16_t around[8][WENDI_TILE_SIDE];    /* by direction; diagonals: one */
    int64_t bases[8];                       /* of those; WENDI_COST_UNREACHED: none */
    uint16_t frame[4][WENDI_BORDER_VALUES]; /* by side, with corners, in the tile's base */
    /* INTEGRATE, DIRECTIONS, not narrow: absolute costs around: north and south [width], east and
     * west [height], corners (south-east, south-west, north-west, north-east) */
    int64_t north[WENDI_TILE_SIDE], east[WENDI_TILE_SIDE], south[WENDI_TILE_SIDE];
    int64_t west[WENDI_TILE_SIDE], corner[4];
    int64_t least;             /* of them */
    bool is_shifted;           /* INTEGRATE: the field is known, and is not integrated */
    bool is_saturated;         /* 16 bits do not suffice */
    uint32_t changed;          /* bits of sides (0 north ... 3 west) whose cells changed */
    uint32_t improved;         /* bits of directions whose tiles may get cheaper */
    int64_t improved_costs[8]; /* least cost that enters them */
} wendi_tile_job;

/** Sets up jobs of a plan that can run now, at most `room`, from jobs[0] on.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_los_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                  uint32_t room, uint32_t *count);
wend_result wendi_integrate_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count);
wend_result wendi_direction_pass_gather(wend_flow *flow, wendi_plan *plan, wendi_tile_job *jobs,
                                        uint32_t room, uint32_t *count);
/** Runs a stage, 0 ... WENDI_TILE_JOB_STAGES - 1. Between two stages all jobs of the batch finish.
 */
void wendi_los_pass_run(wendi_tile_job *job, int stage);
void wendi_integrate_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage);
void wendi_direction_pass_run(const wend_flow *flow, wendi_tile_job *job, int stage);
/** Stores the result. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_los_pass_commit(wend_flow *flow, wendi_tile_job *job);
wend_result wendi_integrate_pass_commit(wend_flow *flow, wendi_tile_job *job);
wend_result wendi_direction_pass_commit(wend_flow *flow, wendi_tile_job *job);

/** Begins LINE_OF_SIGHT. */
wend_result wendi_los_pass_begin(wend_flow *flow, wendi_plan *plan);
/** Computes the exact flags of a tile whose flags are deferred. */
void wendi_los_pass_resolve(const wend_flow *flow, wendi_plan *plan, wendi_tile_job *job);
/** Continues with the next goal. @return false: there is none. */
bool wendi_los_pass_next_goal(wend_flow *flow, wendi_plan *plan, wend_result *result);
/** PREPARE: continues for up to *steps tiles, and counts them down. Creates fields, sets seeds,
 * queues tiles that have some or border on visible ones.
 * @return WEND_OK (done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY. */
wend_result wendi_plan_prepare(wend_flow *flow, wendi_plan *plan, uint64_t *steps);
/** PREPARE: gives a tile an empty field. @return false: no memory. */
bool wendi_plan_create_field(wend_flow *flow, wendi_plan *plan, const wendi_tile_job *job);
/** PREPARE: sets the neighbours of a tile. */
void wendi_plan_find_neighbours(const wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** The cost of a goal's cell, which lies in these bounds. */
int64_t wendi_plan_goal_cost(const wend_flow *flow, const wendi_plan *plan,
                             const wendi_sector_bounds *bounds, uint32_t index);
/** Queues a tile for a pass, or moves it forward. There is room. */
void wendi_plan_queue_tile(wendi_plan *plan, uint32_t tile, int64_t key);
/** Lowers D of a cell to a cost from outside (a goal, a visible cell, the end of a link).
 * @param index framed. @return false: no memory. */
bool wendi_plan_lower_cost(wend_flow *flow, wendi_plan *plan, uint32_t index_of_tile, int32_t index,
                           int64_t cost);
/** Gives a tile a field of 32 bits instead of one of 16. @return false: no memory. */
bool wendi_plan_widen_tile(wend_flow *flow, wendi_plan *plan, wendi_plan_tile *tile);
/** Reads the costs to the goal of a line of cells, WENDI_COST_UNREACHED where there is none.
 * @param x, y first cell, in the tile. @param dx, dy to the next one. @param costs [count]. */
void wendi_plan_read_costs(const wend_flow *flow, const wendi_plan *plan, uint32_t index, int32_t x,
                           int32_t y, int32_t dx, int32_t dy, int32_t count, int64_t *costs);
/** Reads the costs around a tile. */
void wendi_tile_job_read_surroundings(const wend_flow *flow, wendi_tile_job *job);
/** Writes the costs around into the frame, and lowers the base if one is below it.
 * @param is_clipped set if a cost does not fit. @return false: the tile needs 32 bits first,
 * nothing was written. */
bool wendi_tile_job_write_frame(const wend_flow *flow, wendi_tile_job *job, bool *is_clipped);
/** ---- borders.c: borders of tiles with 16-bit costs ---- */
wend_result wendi_plan_borders_reserve(wend_flow *flow, wendi_plan *plan);
void wendi_plan_borders_free(const wend_allocator *a, wendi_plan *plan, size_t sector_cells);
size_t wendi_plan_borders_memory_bytes(size_t sector_cells, uint32_t tile_count);
/** Stores the border of a tile, from its field or from the straight lines to the goal. */
void wendi_plan_border_update(const wend_flow *flow, wendi_plan *plan, uint32_t tile,
                              const wendi_tile_shape *shape);
void wendi_plan_border_update_visible(const wend_flow *flow, wendi_plan *plan, uint32_t tile);
/** Prefetches the data that a pass over the tile reads. */
void wendi_tile_job_prefetch(const wend_flow *flow, const wendi_tile_job *job);
/** The same for tiles with 16-bit costs all around.
 * @return read: true if they are; write: true if a cost was clipped. */
bool wendi_tile_job_read_borders(const wend_flow *flow, wendi_tile_job *job);
bool wendi_tile_job_write_narrow_frame(const wend_flow *flow, wendi_tile_job *job);
bool wendi_plan_border_is_high(const wend_flow *flow, const wendi_plan *plan, uint32_t tile);
void wendi_tile_job_find_improved_narrow(const wend_flow *flow, wendi_tile_job *job);
/** Makes frame cells unreached that no cheapest path crosses. */
void wendi_tile_job_prune_frame(const wend_flow *flow, wendi_tile_job *job);
/** Finds the neighbours that a tile improves. */
void wendi_tile_job_find_improved(const wend_flow *flow, wendi_tile_job *job);
/** The cost from the beginning of a link through it. WENDI_COST_UNREACHED: none. */
int64_t wendi_plan_link_cost(const wend_flow *flow, const wendi_plan *plan,
                             const wendi_plan_link *of);
/** The links that begin in a tile: first ... last - 1 of plan->links. */
void wendi_plan_links_from(const wendi_plan *plan, uint32_t tile, uint32_t *first, uint32_t *last);

/** Sets the common part of a job. */
void wendi_tile_job_init(const wend_flow *flow, wendi_plan *plan, uint32_t tile,
                         wendi_tile_job *job);

#endif
