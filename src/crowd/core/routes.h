/* core/routes.h: the legs that bodies walk along, and the questions they ask for them.
 *
 *      legs  [ count: walked along | parked: of an answer | ... ]  capacity
 *
 * Each body has an array of its own, kept when its route changes, so that a crowd that is warm
 * takes no memory. What the route source answers is parked behind the route there is, until the
 * tick has all the memory it needs: then it takes the route's place. Answers of a tick that fails
 * stay parked for the tick after it, the last one maybe in the scratch path yet. They are no part
 * of hashes and saves. */
#ifndef WENDI_CROWD_CORE_ROUTES_H
#define WENDI_CROWD_CORE_ROUTES_H

#include "crowd/core/bodies.h"

typedef struct wendi_route_leg {
    double from_x, from_y, to_x, to_y; /* metres */
    double left;                       /* metres from `to` to the route's end */
    uint32_t behaviour;
    uint32_t index; /* of the path that was given, for reports */
} wendi_route_leg;

typedef struct wendi_body_route {
    wendi_route_leg *legs; /* [capacity] */
    uint32_t count, capacity;
    uint32_t pending;      /* legs behind those */
    int8_t answer;         /* wend_result of the source, where */
    bool is_answered;      /* it was asked in this tick */
    bool is_worth_walking; /* what is parked is long enough to be worth walking */
} wendi_body_route;

typedef struct wendi_routes {
    wendi_body_route *of; /* [limit], by body */
    uint32_t limit;
    wend_path *scratch;     /* what the route source fills */
    uint32_t scratch_owner; /* the body whose answer is still in there, or `limit` + a formation */
    wend_allocator allocator;
} wendi_routes;

wend_result wendi_routes_create(wendi_routes *routes, uint32_t limit, const wend_allocator *a);
void wendi_routes_free(wendi_routes *routes);
size_t wendi_routes_memory_bytes(const wendi_routes *routes);
/** Makes room for so many legs, and as many again: an answer is parked behind them when they are
 * asked for once more. Keeps what is there. @return false: no memory, all as before. */
bool wendi_routes_reserve(wendi_routes *routes, uint32_t body, size_t count);
/** Replaces a body's route by legs. There is capacity for them. */
void wendi_routes_set(wendi_routes *routes, uint32_t body, const wend_leg *legs, size_t count);
/** Parks legs behind a body's route, and makes room for one at least.
 * @return false: no memory, all as before. */
bool wendi_routes_set_pending(wendi_routes *routes, uint32_t body, const wend_leg *legs,
                              size_t count);
/** Makes what is parked the body's route. */
void wendi_routes_apply_pending(wendi_routes *routes, uint32_t body);
/** True if the body's route has these very legs. */
bool wendi_routes_equal(const wendi_routes *routes, uint32_t body, const wend_leg *legs,
                        size_t count);
/** Ends a body's route; drops what was answered and not taken. */
void wendi_routes_clear(wendi_routes *routes, uint32_t body);

uint64_t wendi_routes_hash(const wendi_routes *routes, const wendi_bodies *bodies, uint64_t hash);
void wendi_routes_write(const wendi_routes *routes, const wendi_bodies *bodies,
                        wendi_writer *writer);
/** Into routes just created. @return fits? (also false without memory: see reader->has_failed) */
wend_result wendi_routes_read(wendi_routes *routes, const wendi_bodies *bodies,
                              wendi_reader *reader);

#endif
