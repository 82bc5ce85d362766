/* The state of a crowd, the common checks of its calls, and the life of a goal.
 *
 *   wend_crowd
 *     obstacles                the obstacles of bodies
 *     bodies, routes, events   a column or an entry for each body
 *     cells                    bodies sorted by grid cell, again in every tick
 *     work                     buffers of one tick
 *     chains, contacts, zones, steering, formations, social, exits   parts of higher folders, known
 *                              here by name only
 *
 * Higher folders supply the functions of a kind of goal through wendi_goal_provider. */
#ifndef WENDI_CROWD_CORE_CROWD_H
#define WENDI_CROWD_CORE_CROWD_H

#include "base/core/message.h"
#include "crowd/core/bodies.h"
#include "crowd/core/body_grid.h"
#include "crowd/core/body_queries.h"
#include "crowd/core/detail.h"
#include "crowd/core/events.h"
#include "crowd/core/routes.h"
#include "crowd/core/workspace.h"
#include "crowd/obstacles/obstacles.h"
#include "wend/graph_overlay.h"
#include "wend/mesh_overlay.h"
#include "wend/overlay.h"

typedef struct wendi_body_chains wendi_body_chains;
typedef struct wendi_contacts wendi_contacts;
typedef struct wendi_zones wendi_zones;
typedef struct wendi_steering wendi_steering;
typedef struct wendi_formations wendi_formations;
typedef struct wendi_social wendi_social;
typedef struct wendi_exits wendi_exits;

/** Provider of a kind of goal for the bodies that have it. */
typedef struct wendi_goal_provider {
    /** The preferred velocity for the goal. Called in parallel: writes this body's state alone.
     * @param is_standing set to true if the body is at its goal. */
    wend_vec2 (*preferred_velocity)(wend_crowd *crowd, uint32_t body, bool *is_standing);
    /** Drops the provider's state of a body whose goal ends, for any kind of goal. NULL: it has
     * none. */
    void (*release)(wend_crowd *crowd, uint32_t body);
    /** Lines that the centre of a body does not cross, besides walls. NULL: there are none.
     * @param borders [WENDI_BORDERS_MOST] @return how many. */
    uint32_t (*borders)(const wend_crowd *crowd, uint32_t body, wendi_wall_constraint *borders);
    bool keeps_pace; /* its velocities are within wendi_body_pace times max_speed already */
} wendi_goal_provider;

enum { WENDI_GOAL_KINDS = WEND_BODY_GOAL_STEER + 1, WENDI_BORDERS_MOST = 2 };

struct wend_crowd {
    wend_allocator allocator;
    wend_executor executor;
    double step;
    double max_radius;
    double radius_now; /* of the largest body that exists */
    float reach_now;   /* metres that the fastest body may move in this tick */
    double horizon;
    double reach;
    uint64_t seed;
    wend_flow *flow;
    wend_flow *own_flow; /* made by the crowd; then flow is the same. NULL: none */
    uint64_t flow_steps; /* of an update of own_flow */
    /* Of each class the largest radius that fits where own_flow leads; infinite without one. */
    double flow_radius[WEND_CROWD_CLASSES_MAX];
    double flow_cell; /* metres of a step of the flow */
    wend_route_source source;
    wend_grid *jam_grid;
    wend_overlay_id jam; /* {0, 0} until there is one */
    wend_graph *jam_graph;
    wend_mesh *jam_mesh;
    wend_overlay_id graph_jam; /* likewise */
    wend_overlay_id mesh_jam;  /* likewise */
    uint32_t stuck_plan;
    double stuck_margin;
    double stuck_leg_factor, stuck_leg_seconds;
    uint8_t meanwhile;     /* wend_meanwhile, not DEFAULT */
    double *floor_heights; /* [floor_count]; NULL = all are alike */
    wend_vec2 side;        /* y: -1 where bodies that meet pass on the right with y up */

    uint64_t tick;
    uint64_t next_ticket;  /* as of the last tick that succeeded */
    uint64_t fresh_ticket; /* also past the tickets of a tick that failed: never given twice */
    uint64_t next_goal_group;
    bool has_joining; /* since the last tick bodies were sent along requests of the flow */
    bool is_busy;

    wendi_obstacles obstacles;
    wendi_bodies bodies;
    wendi_routes routes;
    wendi_body_queries queries;
    wendi_body_grid cells;
    wendi_workspace work;
    wendi_events events;
    wendi_detail detail;
    wendi_body_chains *chains;
    wendi_contacts *contacts;
    wendi_zones *zones;
    wendi_steering *steering;
    wendi_formations *formations;
    wendi_social *social;
    wendi_exits *exits;
    uint32_t
        *exit1_of; /* [limit] of exits: exit + 1 of each body, 0 = none. NULL until there are any */
    const wendi_goal_provider *const *providers; /* [WENDI_GOAL_KINDS], by wend_body_goal */
    wend_message error; /* of the last failure: not part of hashes and saves */

    double last_overlap, max_overlap;
    uint64_t wall_violations;
    uint64_t last_pairs;
    uint64_t place_looks; /* work of the last choices of places, see wendi_obstacles_test_way */
    uint64_t ns[5];
};

/* ---- checks ---- */

/** True results only outside of ticks. Leaves the crowd's error alone, as several threads of a tick
 * may call at once. @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. */
wend_result wendi_crowd_check_idle(const wend_crowd *crowd);
/** Finds a body of an idle crowd. @param body set to its index.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY, WEND_ERROR_STALE (with a message). */
wend_result wendi_crowd_find(wend_crowd *crowd, const char *function, wend_body_id id,
                             uint32_t *body);
/** Refuses a position or a floor that is out of range. */
wend_result wendi_crowd_check_position(wend_crowd *crowd, const char *function, wend_vec2 position,
                                       uint32_t floor);
/** Rebuilds the changed parts of grids and walls. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_crowd_update_obstacles(wend_crowd *crowd, const char *function);
/** Cancels a query at the route source; ticket 0 is none. The crowd is busy meanwhile. */
void wendi_crowd_cancel_query(wend_crowd *crowd, uint64_t ticket);

/** The part of its speed that a body reaches on the ground under it. An embedded body has its full
 * speed. */
double wendi_body_pace(const wend_crowd *crowd, uint32_t body);

/** True if the disc of a body could move straight from one location to another. On a mesh: along the
 * surface, and to the floor at the height of `to`; NAN = to any. */
bool wendi_body_has_clear_way(const wend_crowd *crowd, uint32_t body,
                              const wend_mesh_location *from, const wend_mesh_location *to);
/** The same. @param looks grows by the work done, see wendi_obstacles_test_way. */
bool wendi_body_test_way(const wend_crowd *crowd, uint32_t body, const wend_mesh_location *from,
                         const wend_mesh_location *to, uint64_t *looks);

/* ---- levels of detail ---- */

/** Ticks that a body walks at once in this tick; 0 = it stands still. */
static inline uint32_t wendi_body_stride(const wend_crowd *crowd, uint32_t body)
{
    return crowd->detail.stride[body];
}

/** Seconds that a body walks in this tick. */
static inline double wendi_body_step(const wend_crowd *crowd, uint32_t body)
{
    return crowd->step * (double)crowd->detail.stride[body];
}

/** True once in so many ticks, in other ones for other bodies; in the tick of a body that makes up
 * for that one, too. */
static inline bool wendi_body_is_due(const wend_crowd *crowd, uint32_t body, uint32_t ticks)
{
    return (crowd->tick + body) % ticks < wendi_body_stride(crowd, body);
}

/* ---- goals ---- */

/** Begins a goal: progress is counted from zero. */
void wendi_goal_begin(wend_crowd *crowd, uint32_t body, wend_body_goal goal);
/** Ends the goal: cancels its query, drops its route, and informs all providers. The body then
 * rests where it is. */
void wendi_goal_end(wend_crowd *crowd, uint32_t body);

#endif
