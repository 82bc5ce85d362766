/* The legs of bodies, with the distance left after each of them.
 * Cost: a route keeps its memory until the crowd is destroyed. */
#include "crowd/core/routes.h"
#include "crowd/core/bodies.h"

#include "base/core/memory.h"

#include <string.h>

wend_result wendi_routes_create(wendi_routes *routes, uint32_t limit, const wend_allocator *a)
{
    *routes = (wendi_routes){.limit = limit, .scratch_owner = WENDI_NONE, .allocator = *a};
    routes->of = wendi_alloc_zero(a, limit * sizeof *routes->of);
    if (routes->of == NULL || wend_path_create(a, &routes->scratch) != WEND_OK) {
        wendi_routes_free(routes);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

void wendi_routes_free(wendi_routes *routes)
{
    for (uint32_t i = 0; routes->of != NULL && i < routes->limit; ++i) {
        wendi_free(&routes->allocator, routes->of[i].legs,
                   routes->of[i].capacity * sizeof *routes->of[i].legs);
    }
    wendi_free(&routes->allocator, routes->of,
               routes->of == NULL ? 0 : routes->limit * sizeof *routes->of);
    wend_path_destroy(routes->scratch);
    *routes = (wendi_routes){.allocator = routes->allocator};
}

size_t wendi_routes_memory_bytes(const wendi_routes *routes)
{
    size_t bytes = routes->limit * sizeof *routes->of;
    for (uint32_t i = 0; i < routes->limit; ++i) {
        bytes += routes->of[i].capacity * sizeof *routes->of[i].legs;
    }
    return bytes;
}

bool wendi_routes_reserve(wendi_routes *routes, uint32_t body, size_t count)
{
    wendi_body_route *route = &routes->of[body];
    if (count <= route->capacity) {
        return true;
    }
    if (count > UINT32_MAX / 4) {
        return false;
    }
    const size_t more = 2 * count;
    wendi_route_leg *legs = wendi_resize(&routes->allocator, route->legs,
                                         route->capacity * sizeof *legs, more * sizeof *legs);
    if (legs == NULL) {
        return false;
    }
    route->legs = legs;
    route->capacity = (uint32_t)more;
    return true;
}

/* The floor with the nearest height, of equal ones the first. */
static uint32_t floor_at(const wendi_routes *routes, double height)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < routes->floor_count; ++i) {
        const double off = routes->floor_heights[i] - height;
        const double least = routes->floor_heights[best] - height;
        best = off * off < least * least ? i : best;
    }
    return best;
}

static void write_legs(const wendi_routes *routes, wendi_route_leg *out, const wend_leg *legs,
                       size_t count, double cost_unit)
{
    double left = 0;
    for (size_t i = count; i-- > 0;) {
        const double cost = cost_unit * wend_cost_to_double(legs[i].cost);
        out[i] = (wendi_route_leg){.from_x = legs[i].from_point.x,
                                   .from_y = legs[i].from_point.y,
                                   .to_x = legs[i].to_point.x,
                                   .to_y = legs[i].to_point.y,
                                   .from_z = legs[i].from_height,
                                   .to_z = legs[i].to_height,
                                   .left = left,
                                   .expected = cost > legs[i].length ? cost : legs[i].length,
                                   .behaviour = legs[i].behaviour,
                                   .index = (uint32_t)i};
        if (routes->floor_heights != NULL) {
            out[i].floor1 = floor_at(routes, legs[i].to_height) + 1;
        }
        left += legs[i].length;
    }
}

void wendi_routes_set(wendi_routes *routes, uint32_t body, const wend_leg *legs, size_t count)
{
    wendi_body_route *route = &routes->of[body];
    write_legs(routes, route->legs, legs, count, 0);
    route->count = (uint32_t)count;
    route->pending = 0;
}

bool wendi_routes_set_pending(wendi_routes *routes, uint32_t body, const wend_leg *legs,
                              size_t count, double cost_unit)
{
    wendi_body_route *route = &routes->of[body];
    if (!wendi_routes_reserve(routes, body, route->count + (count > 0 ? count : 1))) {
        return false;
    }
    write_legs(routes, route->legs + route->count, legs, count, cost_unit);
    route->pending = (uint32_t)count;
    return true;
}

void wendi_routes_copy_pending(wendi_routes *routes, uint32_t from, uint32_t to)
{
    const wendi_body_route *source = &routes->of[from];
    wendi_body_route *route = &routes->of[to];
    if (source->pending > 0) {
        memcpy(route->legs + route->count, source->legs + source->count,
               source->pending * sizeof *route->legs);
    }
    route->pending = source->pending;
}

void wendi_routes_apply_pending(wendi_routes *routes, uint32_t body)
{
    wendi_body_route *route = &routes->of[body];
    if (route->count > 0 && route->pending > 0) {
        memmove(route->legs, route->legs + route->count, route->pending * sizeof *route->legs);
    }
    route->count = route->pending;
    route->pending = 0;
}

bool wendi_routes_equal(const wendi_routes *routes, uint32_t body, const wend_leg *legs,
                        size_t count)
{
    const wendi_body_route *route = &routes->of[body];
    bool are_equal = route->count == count;
    for (size_t i = 0; i < count && are_equal; ++i) {
        const wendi_route_leg *leg = &route->legs[i];
        const wend_vec2 from = {leg->from_x, leg->from_y};
        const wend_vec2 to = {leg->to_x, leg->to_y};
        are_equal = leg->behaviour == legs[i].behaviour &&
                    !(wend_vec2_distance(from, legs[i].from_point) > 0) &&
                    !(wend_vec2_distance(to, legs[i].to_point) > 0);
    }
    return are_equal;
}

void wendi_routes_clear(wendi_routes *routes, uint32_t body)
{
    wendi_body_route *route = &routes->of[body];
    route->count = 0;
    route->pending = 0;
    route->is_answered = false;
    routes->scratch_owner = routes->scratch_owner == body ? WENDI_NONE : routes->scratch_owner;
}

/* ---- state ---- */

/* The floor of a leg's end lies above its index, so that a leg that stays on its floor is written
 * as it was before there were floors. Paths have no 2^25 legs. */
enum { LEG_BYTES = 48, FLOOR_SHIFT = 25 };

static bool is_leg_sound(const wendi_route_leg *leg)
{
    const double most = WENDI_POSITION_MOST; /* a path begins at its body */
    return leg->from_x >= -most && leg->from_x <= most && leg->from_y >= -most &&
           leg->from_y <= most && leg->to_x >= -most && leg->to_x <= most && leg->to_y >= -most &&
           leg->to_y <= most && leg->left >= 0 && leg->left < 1e300;
}

static void visit_leg(wendi_visitor *v, wendi_route_leg *leg, uint32_t floor_count)
{
    wendi_visit_f64(v, &leg->from_x);
    wendi_visit_f64(v, &leg->from_y);
    wendi_visit_f64(v, &leg->to_x);
    wendi_visit_f64(v, &leg->to_y);
    wendi_visit_f64(v, &leg->left);
    uint32_t behaviour = leg->behaviour;
    uint32_t packed = (leg->index & ((1U << FLOOR_SHIFT) - 1)) | leg->floor1 << FLOOR_SHIFT;
    wendi_visit_pair(v, &behaviour, &packed);
    if (wendi_visitor_is_reading(v)) {
        leg->from_z = 0;
        leg->to_z = 0;
        leg->behaviour = behaviour;
        leg->index = packed & ((1U << FLOOR_SHIFT) - 1);
        leg->floor1 = packed >> FLOOR_SHIFT;
        const double x = leg->to_x - leg->from_x;
        const double y = leg->to_y - leg->from_y;
        leg->expected = wend_sqrt(x * x + y * y);
        wendi_visit_expect(v, is_leg_sound(leg) && leg->floor1 <= floor_count, NULL);
    }
}

void wendi_routes_visit(wendi_routes *routes, uint32_t body_count, wendi_visitor *v)
{
    for (uint32_t i = 0; i < body_count && !wendi_visitor_has_failed(v); ++i) {
        wendi_body_route *route = &routes->of[i];
        const size_t count = wendi_visit_count(v, route->count, LEG_BYTES, UINT32_MAX);
        if (wendi_visitor_is_reading(v)) {
            const bool has_room = wendi_routes_reserve(routes, i, count);
            route->count = wendi_visit_expect_memory(v, has_room) ? (uint32_t)count : 0;
        }
        for (uint32_t k = 0; k < route->count && !wendi_visitor_has_failed(v); ++k) {
            visit_leg(v, &route->legs[k], routes->floor_count);
        }
    }
}

void wendi_routes_visit_expected(wendi_routes *routes, uint32_t body_count, wendi_visitor *v)
{
    for (uint32_t i = 0; i < body_count && !wendi_visitor_has_failed(v); ++i) {
        wendi_body_route *route = &routes->of[i];
        for (uint32_t k = 0; k < route->count && !wendi_visitor_has_failed(v); ++k) {
            wendi_visit_f64(v, &route->legs[k].expected);
            wendi_visit_expect(v, route->legs[k].expected >= 0 && route->legs[k].expected < 1e300,
                               NULL);
        }
    }
}

bool wendi_routes_have_rides(const wendi_routes *routes, uint32_t body_count)
{
    bool have = false;
    for (uint32_t i = 0; i < body_count && !have; ++i) {
        const wendi_body_route *route = &routes->of[i];
        for (uint32_t k = 0; k < route->count && !have; ++k) {
            have = route->legs[k].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK;
        }
    }
    return have;
}

void wendi_routes_visit_heights(wendi_routes *routes, uint32_t body_count, wendi_visitor *v)
{
    const double most = WENDI_POSITION_MOST;
    for (uint32_t i = 0; i < body_count && !wendi_visitor_has_failed(v); ++i) {
        wendi_body_route *route = &routes->of[i];
        for (uint32_t k = 0; k < route->count && !wendi_visitor_has_failed(v); ++k) {
            wendi_route_leg *leg = &route->legs[k];
            wendi_visit_f64(v, &leg->from_z);
            wendi_visit_f64(v, &leg->to_z);
            wendi_visit_expect(v,
                               leg->from_z >= -most && leg->from_z <= most && leg->to_z >= -most &&
                                   leg->to_z <= most,
                               NULL);
        }
    }
}
