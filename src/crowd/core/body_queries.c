/* The table of the bodies' queries of the route source.
 * Cost: constant; the places of an order are copied. */
#include "crowd/core/body_queries.h"

#include "base/core/memory.h"
#include "wend/planner.h"
#include "wend/walls.h"

wend_result wendi_body_queries_create(wendi_body_queries *queries, uint32_t limit,
                                      const wend_allocator *a)
{
    *queries = (wendi_body_queries){.limit = limit, .allocator = *a};
    queries->of = wendi_alloc_zero(a, limit * sizeof *queries->of);
    return queries->of == NULL ? WEND_ERROR_MEMORY : WEND_OK;
}

void wendi_body_queries_free(wendi_body_queries *queries)
{
    for (uint32_t i = 0; queries->of != NULL && i < queries->limit; ++i) {
        wendi_free(&queries->allocator, queries->of[i].places,
                   queries->of[i].capacity * sizeof *queries->of[i].places);
    }
    wendi_free(&queries->allocator, queries->of,
               queries->of == NULL ? 0 : queries->limit * sizeof *queries->of);
    queries->of = NULL;
}

size_t wendi_body_queries_memory_bytes(const wendi_body_queries *queries)
{
    size_t bytes = queries->limit * sizeof *queries->of;
    for (uint32_t i = 0; i < queries->limit; ++i) {
        bytes += queries->of[i].capacity * sizeof *queries->of[i].places;
    }
    return bytes;
}

bool wendi_body_queries_reserve(wendi_body_queries *queries, uint32_t body, size_t count)
{
    wendi_body_query *query = &queries->of[body];
    if (count <= query->capacity) {
        return true;
    }
    wend_route_place *places =
        wendi_resize(&queries->allocator, query->places, query->capacity * sizeof *places,
                     count * sizeof *places);
    if (places == NULL) {
        return false;
    }
    query->places = places;
    query->capacity = (uint32_t)count;
    return true;
}

void wendi_body_queries_end_order(wendi_body_queries *queries, uint32_t body)
{
    wendi_body_query *query = &queries->of[body];
    query->goal = WEND_ROUTE_TO_POINT;
    query->tag = 0;
    query->has_item = false;
    query->item = 0;
    query->place_count = 0;
    query->is_around_jam = false;
    query->timed_leg1 = 0;
    query->timed_ticks = 0;
}

void wendi_body_queries_clear(wendi_body_queries *queries, uint32_t body)
{
    wendi_body_queries_end_order(queries, body);
    queries->of[body].meanwhile = WEND_MEANWHILE_DEFAULT;
    queries->of[body].priority = 0;
    queries->of[body].profile1 = 0;
}

/* ---- state ---- */

static bool is_default(const wendi_body_query *query)
{
    return query->meanwhile == (uint8_t)WEND_MEANWHILE_DEFAULT && query->priority == 0 &&
           query->goal == (uint8_t)WEND_ROUTE_TO_POINT && query->profile1 == 0;
}

static uint32_t count_of(const wendi_body_queries *queries, uint32_t body_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < body_count; ++i) {
        count += is_default(&queries->of[i]) ? 0 : 1;
    }
    return count;
}

bool wendi_body_queries_has_any(const wendi_body_queries *queries, uint32_t body_count)
{
    return count_of(queries, body_count) > 0;
}

enum { QUERY_BYTES = 40, PLACE_BYTES = 20 };

static void visit_places(wendi_body_queries *queries, uint32_t body, uint32_t floor_count,
                         wendi_visitor *v)
{
    wendi_body_query *query = &queries->of[body];
    const size_t count =
        wendi_visit_count(v, query->place_count, PLACE_BYTES, WEND_CROWD_PLACES_MAX);
    if (wendi_visitor_is_reading(v)) {
        const bool has_room = wendi_body_queries_reserve(queries, body, count);
        query->place_count = wendi_visit_expect_memory(v, has_room) ? (uint32_t)count : 0;
    }
    for (uint32_t k = 0; k < query->place_count && !wendi_visitor_has_failed(v); ++k) {
        wend_route_place *place = &query->places[k];
        const double most = WEND_COORDINATE_MAX;
        wendi_visit_vec2(v, &place->position);
        wendi_visit_u32(v, &place->floor);
        if (wendi_visitor_is_reading(v)) {
            place->height = 0;
        }
        wendi_visit_expect(v,
                           place->position.x >= -most && place->position.x <= most &&
                               place->position.y >= -most && place->position.y <= most &&
                               place->floor < floor_count,
                           NULL);
    }
}

static void visit_query(wendi_body_queries *queries, uint32_t body, uint32_t floor_count,
                        wendi_visitor *v)
{
    wendi_body_query *query = &queries->of[body];
    const uint32_t meanwhile =
        wendi_visit_code(v, query->meanwhile, (uint32_t)WEND_MEANWHILE_TRACE);
    const uint32_t priority = wendi_visit_code(v, query->priority, WEND_PLANNER_PRIORITY_MAX);
    const uint32_t goal = wendi_visit_code(v, query->goal, (uint32_t)WEND_ROUTE_TO_TAG);
    const bool has_item = wendi_visit_code(v, query->has_item ? 1 : 0, 1) != 0;
    if (wendi_visitor_is_reading(v)) {
        query->meanwhile = (uint8_t)meanwhile;
        query->priority = (uint8_t)priority;
        query->goal = (uint8_t)goal;
        query->has_item = has_item;
    }
    wendi_visit_u32(v, &query->profile1);
    wendi_visit_u32(v, &query->tag);
    wendi_visit_u64(v, &query->item);
    visit_places(queries, body, floor_count, v);
    wendi_visit_expect(
        v,
        (query->goal == (uint8_t)WEND_ROUTE_TO_PLACES) == (query->place_count > 0) &&
            (query->goal != (uint8_t)WEND_ROUTE_TO_PLACES || query->item < query->place_count),
        NULL);
}

void wendi_body_queries_visit(wendi_body_queries *queries, uint32_t body_count,
                              uint32_t floor_count, wendi_visitor *v)
{
    if (!wendi_visitor_is_reading(v)) {
        (void)wendi_visit_count(v, count_of(queries, body_count), QUERY_BYTES, body_count);
        for (uint32_t i = 0; i < body_count; ++i) {
            if (!is_default(&queries->of[i])) {
                uint32_t body = i;
                wendi_visit_u32(v, &body);
                visit_query(queries, i, floor_count, v);
            }
        }
        return;
    }
    const size_t count = wendi_visit_count(v, 0, QUERY_BYTES, body_count);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); ++i) {
        uint32_t body = 0;
        wendi_visit_u32(v, &body);
        wendi_visit_expect(v, body < body_count && is_default(&queries->of[body]), NULL);
        if (!wendi_visitor_has_failed(v)) {
            visit_query(queries, body, floor_count, v);
        }
    }
}

void wendi_body_queries_visit_times(wendi_body_queries *queries, uint32_t body_count,
                                    wendi_visitor *v)
{
    for (uint32_t i = 0; i < body_count && !wendi_visitor_has_failed(v); ++i) {
        wendi_visit_pair(v, &queries->of[i].timed_leg1, &queries->of[i].timed_ticks);
    }
}

void wendi_body_queries_visit_heights(wendi_body_queries *queries, uint32_t body_count,
                                      wendi_visitor *v)
{
    const double most = WEND_COORDINATE_MAX;
    for (uint32_t i = 0; i < body_count; ++i) {
        for (uint32_t k = 0; k < queries->of[i].place_count && !wendi_visitor_has_failed(v); ++k) {
            double *height = &queries->of[i].places[k].height;
            wendi_visit_f64(v, height);
            wendi_visit_expect(v, *height >= -most && *height <= most, NULL);
        }
    }
}
