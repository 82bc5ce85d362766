/* The legs that bodies move along, and pending answers of the route source.
 *
 *      legs  [ count: the route | pending: of an answer | ... ]  capacity
 *
 * Each body has an array of its own, kept when its route changes: a warm crowd allocates nothing.
 * Legs of an answer stay pending behind the route until the tick has all the memory that it needs;
 * then they replace the route. Answers of a tick that fails stay pending for the next one, the last
 * of them perhaps still in the scratch path. They are not part of hashes and saves. */
#ifndef WENDI_CROWD_CORE_ROUTES_H
#define WENDI_CROWD_CORE_ROUTES_H

#include "base/core/visitor.h"
#include "wend/crowd.h"

typedef struct wendi_route_leg {
    double from_x, from_y, to_x, to_y; /* metres */
    double from_z, to_z;               /* heights; they count on a mesh */
    double left;                       /* metres from `to` to the route's end */
    double expected; /* metres that take as long: of its cost, at least its length */
    uint32_t behaviour;
    uint32_t index;  /* in the path that was given, for reports */
    uint32_t floor1; /* floor of its end + 1; 0 = that of its begin */
} wendi_route_leg;

typedef struct wendi_body_route {
    wendi_route_leg *legs; /* [capacity] */
    uint32_t count, capacity;
    uint32_t pending;       /* legs behind those */
    int8_t answer;          /* wend_result of the source, if is_answered */
    bool is_answered;       /* in this tick */
    bool is_worth_walking;  /* the pending part of a route is long enough */
    wend_route_answer said; /* by the source about its path */
} wendi_body_route;

typedef struct wendi_routes {
    wendi_body_route *of; /* [limit], by body */
    uint32_t limit;
    const double *floor_heights; /* [floor_count]; NULL = all are alike */
    uint32_t floor_count;
    wend_path *scratch;     /* filled by the route source */
    uint32_t scratch_owner; /* the body of the answer, or `limit` + a formation */
    wend_allocator allocator;
} wendi_routes;

wend_result wendi_routes_create(wendi_routes *routes, uint32_t limit, const wend_allocator *a);
void wendi_routes_free(wendi_routes *routes);
size_t wendi_routes_memory_bytes(const wendi_routes *routes);
/** True if a body on this floor is on another one at the end of the leg. */
static inline bool wendi_leg_changes_floor(const wendi_route_leg *leg, uint32_t floor)
{
    return leg->floor1 != 0 && leg->floor1 - 1 != floor;
}

/** Reserves memory for `count` legs, and as many again for a pending answer. Keeps the legs.
 * @return false: out of memory, all as before. */
bool wendi_routes_reserve(wendi_routes *routes, uint32_t body, size_t count);
/** Replaces a body's route. The capacity suffices. */
void wendi_routes_set(wendi_routes *routes, uint32_t body, const wend_leg *legs, size_t count);
/** Keeps legs as a pending answer, and reserves memory for at least one.
 * @param cost_unit metres of a cost of 1, as wend_route_answer.
 * @return false: out of memory, all as before. */
bool wendi_routes_set_pending(wendi_routes *routes, uint32_t body, const wend_leg *legs,
                              size_t count, double cost_unit);
/** Keeps the pending legs of one body as those of another, too. The capacity suffices. */
void wendi_routes_copy_pending(wendi_routes *routes, uint32_t from, uint32_t to);
/** Makes the pending legs the body's route. */
void wendi_routes_apply_pending(wendi_routes *routes, uint32_t body);
/** True if the body's route has exactly these legs. */
bool wendi_routes_equal(const wendi_routes *routes, uint32_t body, const wend_leg *legs,
                        size_t count);
/** Drops a body's route and its pending answer. */
void wendi_routes_clear(wendi_routes *routes, uint32_t body);

/** Visits the routes of bodies 0 to body_count - 1. Reading is into routes just created. */
void wendi_routes_visit(wendi_routes *routes, uint32_t body_count, wendi_visitor *v);
/** True if a leg of a route is not walked. */
bool wendi_routes_have_rides(const wendi_routes *routes, uint32_t body_count);
/** Visits the heights of their legs, on a mesh; the routes have been visited. */
void wendi_routes_visit_heights(wendi_routes *routes, uint32_t body_count, wendi_visitor *v);
/** Visits the expected times of their legs; the routes have been visited. */
void wendi_routes_visit_expected(wendi_routes *routes, uint32_t body_count, wendi_visitor *v);

#endif
