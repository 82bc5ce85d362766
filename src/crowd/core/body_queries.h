/* The queries of each body to the route source: its priority and profile, its movement meanwhile,
 * and goals that are no point.
 *
 *     of   [ default | tag 7, item 12 | default | places, 3 of them | ... ]   by body
 *
 * Most bodies have the defaults, which are all zero. Hashes and saves hold the others only, so those
 * of a crowd without any are what they were before this table existed. */
#ifndef WENDI_CROWD_CORE_BODY_QUERIES_H
#define WENDI_CROWD_CORE_BODY_QUERIES_H

#include "base/core/visitor.h"
#include "wend/crowd.h"

typedef struct wendi_body_query {
    uint8_t meanwhile; /* wend_meanwhile */
    uint8_t priority;  /* at most WEND_PLANNER_PRIORITY_MAX */
    uint8_t goal;      /* wend_route_goal */
    bool has_item;
    bool is_around_jam; /* the query under way; not part of hashes and saves, as queries are not */
    uint32_t profile1;  /* profile + 1; 0 = any */
    uint32_t tag;
    uint64_t item;
    wend_route_place *places; /* [capacity] */
    uint32_t place_count, capacity;
    uint32_t timed_leg1;  /* leg of the route whose time is taken, + 1; 0 = none */
    uint32_t timed_ticks; /* on it */
} wendi_body_query;

typedef struct wendi_body_queries {
    wendi_body_query *of; /* [limit] */
    uint32_t limit;
    wend_allocator allocator;
} wendi_body_queries;

wend_result wendi_body_queries_create(wendi_body_queries *queries, uint32_t limit,
                                      const wend_allocator *a);
void wendi_body_queries_free(wendi_body_queries *queries);
size_t wendi_body_queries_memory_bytes(const wendi_body_queries *queries);
/** Reserves memory for the places of an order. @return false: out of memory, all as before. */
bool wendi_body_queries_reserve(wendi_body_queries *queries, uint32_t body, size_t count);
/** The order of a body is one to a point from now on. */
void wendi_body_queries_end_order(wendi_body_queries *queries, uint32_t body);
/** All of a body is the default. */
void wendi_body_queries_clear(wendi_body_queries *queries, uint32_t body);
/** True if a body has anything that is not the default. */
bool wendi_body_queries_has_any(const wendi_body_queries *queries, uint32_t body_count);

/** Visits the entries that are not the default, of bodies 0 to body_count - 1. Reading is into a
 * table just created. */
void wendi_body_queries_visit(wendi_body_queries *queries, uint32_t body_count,
                              uint32_t floor_count, wendi_visitor *v);
/** Visits the heights of the places of orders, on a mesh; the entries have been visited. */
void wendi_body_queries_visit_heights(wendi_body_queries *queries, uint32_t body_count,
                                      wendi_visitor *v);
/** Visits the times that bodies have been on their legs. */
void wendi_body_queries_visit_times(wendi_body_queries *queries, uint32_t body_count,
                                    wendi_visitor *v);

#endif
