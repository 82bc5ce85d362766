/* Events in the order of bodies and kinds.
 * Cost: a look at the bits of each body. */
#include "crowd/core/events.h"
#include "crowd/core/bodies.h"
#include "crowd/core/body_queries.h"
#include "crowd/core/routes.h"

#include "base/core/memory.h"

#include <string.h>

wend_result wendi_events_create(wendi_events *events, uint32_t limit, const wend_allocator *a)
{
    *events = (wendi_events){.limit = limit, .allocator = *a};
    events->bits = wendi_alloc_zero(a, limit * sizeof *events->bits);
    events->capacity = (size_t)limit + 64;
    events->items = wendi_alloc(a, events->capacity * sizeof *events->items);
    if (events->bits == NULL || events->items == NULL) {
        wendi_events_free(events);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

void wendi_events_free(wendi_events *events)
{
    wendi_free(&events->allocator, events->bits,
               events->bits == NULL ? 0 : events->limit * sizeof *events->bits);
    wendi_free(&events->allocator, events->items,
               events->items == NULL ? 0 : events->capacity * sizeof *events->items);
    *events = (wendi_events){.allocator = events->allocator};
}

static bool has_room(wendi_events *events)
{
    if (events->count < events->capacity) {
        return true;
    }
    const size_t more = events->capacity * 2;
    wend_event *items = wendi_resize(&events->allocator, events->items,
                                     events->capacity * sizeof *items, more * sizeof *items);
    if (items == NULL) {
        return false;
    }
    events->items = items;
    events->capacity = more;
    return true;
}

uint32_t wendi_stuck_plan_bit(uint8_t stuck)
{
    static const uint32_t PLANS[] = {WEND_STUCK_CONTINUE, WEND_STUCK_YIELD,    WEND_STUCK_BACK_OFF,
                                     WEND_STUCK_REROUTE,  WEND_STUCK_CONTINUE, WEND_STUCK_CONTINUE};
    return PLANS[stuck];
}

static wend_event describe(uint32_t body, wend_event_kind kind, const wendi_bodies *bodies,
                           const wendi_body_queries *queries, const wendi_routes *routes)
{
    wend_event event = {
        .kind = kind, .body = wendi_bodies_id(bodies, body), .user = bodies->user[body]};
    const wendi_body_route *route = &routes->of[body];
    if (kind == WEND_EVENT_LEG && bodies->leg[body] < route->count) {
        event.behaviour = route->legs[bodies->leg[body]].behaviour;
        event.value = route->legs[bodies->leg[body]].index;
    } else if (kind == WEND_EVENT_STUCK) {
        event.value = wendi_stuck_plan_bit(bodies->stuck[body]);
    } else if (kind == WEND_EVENT_ROUTE) {
        event.value = queries->of[body].item;
    } else if (kind == WEND_EVENT_FLOOR) {
        event.value = bodies->floor[body];
    }
    return event;
}

static void collect_body(wendi_events *events, uint32_t body, const wendi_bodies *bodies,
                         const wendi_body_queries *queries, const wendi_routes *routes)
{
    for (uint32_t kind = 1; kind <= WEND_EVENT_FLOOR && events->bits[body] != 0; ++kind) {
        if ((events->bits[body] >> kind & 1) == 0) {
            continue;
        }
        if (!has_room(events)) {
            return;
        }
        events->items[events->count++] =
            describe(body, (wend_event_kind)kind, bodies, queries, routes);
        events->bits[body] = (uint16_t)(events->bits[body] & ~(1U << kind));
    }
}

void wendi_events_collect(wendi_events *events, const wendi_bodies *bodies,
                          const wendi_body_queries *queries, const wendi_routes *routes)
{
    enum { AT_ONCE = 4 };
    events->count = 0;
    for (uint32_t i = 0; i < bodies->high; ++i) {
        /* Most bodies have none. */
        uint64_t four = 1;
        if (i % AT_ONCE == 0 && bodies->high - i >= AT_ONCE) {
            memcpy(&four, events->bits + i, sizeof four);
        }
        if (four == 0) {
            i += AT_ONCE - 1;
        } else if (events->bits[i] != 0) {
            collect_body(events, i, bodies, queries, routes);
        }
    }
}
