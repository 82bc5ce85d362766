/* The events of a tick.
 * Parallel passes set bits of a body; at the end of the tick the bits become events, in the order
 * of bodies. Each kind happens at most once in a tick, so that no queue is needed. Bits for which
 * there is no memory wait for the next tick. */
#ifndef WENDI_CROWD_CORE_EVENTS_H
#define WENDI_CROWD_CORE_EVENTS_H

#include "wend/crowd.h"

typedef struct wendi_bodies wendi_bodies;
typedef struct wendi_body_queries wendi_body_queries;
typedef struct wendi_routes wendi_routes;

typedef struct wendi_events {
    uint16_t *bits; /* [limit]: bit k set = wend_event_kind k */
    uint32_t limit;
    wend_event *items;
    size_t count, capacity;
    wend_allocator allocator;
} wendi_events;

wend_result wendi_events_create(wendi_events *events, uint32_t limit, const wend_allocator *a);
void wendi_events_free(wendi_events *events);

static inline void wendi_events_set(wendi_events *events, uint32_t body, wend_event_kind kind)
{
    events->bits[body] = (uint16_t)(events->bits[body] | 1U << (uint32_t)kind);
}

static inline void wendi_events_unset(wendi_events *events, uint32_t body, wend_event_kind kind)
{
    events->bits[body] = (uint16_t)(events->bits[body] & ~(1U << (uint32_t)kind));
}

/** The wend_stuck_plan of a wendi_stuck. */
uint32_t wendi_stuck_plan_bit(uint8_t stuck);
/** Lists the events of all bits and clears these. */
void wendi_events_collect(wendi_events *events, const wendi_bodies *bodies,
                          const wendi_body_queries *queries, const wendi_routes *routes);

#endif
