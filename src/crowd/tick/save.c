/* A crowd as a hash and as bytes, and the crowd that bytes describe.
 * Cost: a pass over all columns and routes; loading takes the memory of a second crowd meanwhile.
 */
#include "crowd/contact/contacts.h"
#include "crowd/contact/zones.h"
#include "crowd/core/crowd.h"
#include "crowd/exits/exits.h"
#include "crowd/formation/formation.h"
#include "crowd/formation/formations.h"
#include "crowd/goals/goals.h"
#include "crowd/social/social.h"
#include "crowd/steering/steering.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/math/bits.h"

#include <string.h>

/* A crowd as it is read from bytes, kept aside until all of it is known to be sound: its options,
 * counts, bodies and routes, and the parts that it points to.
 *
 *   | options and counts | bodies | velocities | routes | steering | zones | formations | */
typedef struct saved_crowd {
    wend_crowd crowd;
    wendi_steering steering;
    wendi_zones zones;
    wendi_formations formations;
    wendi_social social;
    wendi_exits exits;
    wendi_reader velocities; /* the preferred and actual velocities, within the bytes */
    uint64_t *tickets;       /* [ticket_count] of bodies, then of formations */
    wendi_sort_pair *sorted; /* [ticket_count] the same in ascending order; twice that, to sort */
    size_t ticket_count;
    uint32_t version; /* of the bytes */
} saved_crowd;

/* ---- checks of the read fields ---- */

/* The ranges of columns. Positions may be further out than any body gets, and are still fixed
 * positions of body_grid.h; no push reaches the speeds. */
#define FAR WENDI_POSITION_MOST
#define FAST 1e6

typedef struct value_range {
    size_t offset; /* of the column in wendi_bodies */
    double low, high;
} value_range;

static const value_range RANGES[] = {
    {offsetof(wendi_bodies, x), -FAR, FAR},
    {offsetof(wendi_bodies, y), -FAR, FAR},
    {offsetof(wendi_bodies, vx), -FAST, FAST},
    {offsetof(wendi_bodies, vy), -FAST, FAST},
    {offsetof(wendi_bodies, push_x), -FAST, FAST},
    {offsetof(wendi_bodies, push_y), -FAST, FAST},
    {offsetof(wendi_bodies, heading_x), -1.01, 1.01},
    {offsetof(wendi_bodies, heading_y), -1.01, 1.01},
    {offsetof(wendi_bodies, speed), 0, 100},
    {offsetof(wendi_bodies, max_speed), 0, 125},
    {offsetof(wendi_bodies, acceleration), 0, 1e6},
    {offsetof(wendi_bodies, turn_rate), 0, 1e6},
    {offsetof(wendi_bodies, turn_radius), 0, 1e6},
    {offsetof(wendi_bodies, headway), 0, 10},
    {offsetof(wendi_bodies, mass), 1e-6, 1e9},
    {offsetof(wendi_bodies, goal_x), -FAR, FAR},
    {offsetof(wendi_bodies, goal_y), -FAR, FAR},
    {offsetof(wendi_bodies, home_x), -FAR, FAR},
    {offsetof(wendi_bodies, home_y), -FAR, FAR},
    {offsetof(wendi_bodies, goal_vector_x), -FAR, FAR},
    {offsetof(wendi_bodies, goal_vector_y), -FAR, FAR},
    {offsetof(wendi_bodies, goal_group_radius), 0, FAR},
    {offsetof(wendi_bodies, distance_left), 0, WENDI_REMAINING_MOST},
    {offsetof(wendi_bodies, distance_left_least), 0, 1e301},
    {offsetof(wendi_bodies, slow), -1e3, 1e3},
    {offsetof(wendi_bodies, patience), 0, 1e6},
    {offsetof(wendi_bodies, sidestep_x), -FAST, FAST},
    {offsetof(wendi_bodies, sidestep_y), -FAST, FAST},
    {offsetof(wendi_bodies, follow_speed), -FAR, FAR},
    {offsetof(wendi_bodies, avoid_vx), -FAST, FAST},
    {offsetof(wendi_bodies, avoid_vy), -FAST, FAST},
    {offsetof(wendi_bodies, contact_vx), -FAST, FAST},
    {offsetof(wendi_bodies, contact_vy), -FAST, FAST},
};

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static const double *column_of(const wendi_bodies *bodies, size_t offset)
{
    const double *column = NULL;
    memcpy(&column, (const unsigned char *)bodies + offset, sizeof column);
    return column;
}

static bool are_numbers_sound(const wendi_bodies *b, uint32_t i)
{
    for (size_t k = 0; k < sizeof RANGES / sizeof RANGES[0]; ++k) {
        if (!is_within(column_of(b, RANGES[k].offset)[i], RANGES[k].low, RANGES[k].high)) {
            return false;
        }
    }
    return wendi_bodies_are_finite(b, i) && b->radius[i] >= WENDI_CROWD_LENGTH_LEAST &&
           b->leg_free[i] >= 0;
}

static bool is_heading_sound(const wendi_bodies *b, uint32_t i)
{
    const double x = b->heading_x[i];
    const double y = b->heading_y[i];
    return is_within(x * x + y * y, 0.98, 1.02);
}

/* On a mesh, whose polygons are looked up again. */
static bool is_place_sound(const wendi_bodies *b, uint32_t i)
{
    return b->z == NULL ||
           (is_within(b->z[i], -FAR, FAR) && is_within(b->height[i], 0, WEND_COORDINATE_MAX) &&
            is_within(b->goal_z[i], -FAR, FAR) && is_within(b->link_x[i], -FAR, FAR) &&
            is_within(b->link_y[i], -FAR, FAR) && is_within(b->link_z[i], -FAR, FAR) &&
            is_within(b->link_speed[i], 0, 100));
}

static bool is_kind_sound(const wend_crowd *crowd, const wendi_bodies *b, uint32_t i)
{
    const uint32_t link = (uint32_t)WENDI_BODY_ON_LINK;
    const uint32_t all_flags =
        (2 * (uint32_t)WENDI_BODY_SEES_CORNER - 1) & ~(b->z == NULL ? link : 0);
    return b->radius[i] <= crowd->max_radius && b->floor[i] < crowd->obstacles.floor_count &&
           b->goal_floor[i] < crowd->obstacles.floor_count &&
           b->crowd_class[i] < crowd->obstacles.class_count && (b->flags[i] & ~all_flags) == 0 &&
           b->goal[i] <= (uint8_t)WEND_BODY_GOAL_STEER &&
           b->state[i] <= (uint8_t)WEND_BODY_GIVEN_UP &&
           b->stuck[i] <= (uint8_t)WENDI_STUCK_RESTARTED;
}

/* For some goals the vector is a velocity, for others a position. */
static bool is_goal_sound(const wend_crowd *crowd, const wend_crowd *read, uint32_t i)
{
    const wendi_bodies *b = &read->bodies;
    const bool is_velocity = b->goal[i] == (uint8_t)WEND_BODY_GOAL_VELOCITY ||
                             b->goal[i] == (uint8_t)WEND_BODY_GOAL_SLOT;
    const double most = is_velocity ? 1e3 : FAR;
    const bool needs_flow = b->goal[i] == (uint8_t)WEND_BODY_GOAL_FLOW;
    return is_within(b->goal_vector_x[i], -most, most) &&
           is_within(b->goal_vector_y[i], -most, most) && b->leg[i] <= read->routes.of[i].count &&
           (!needs_flow || crowd->flow != NULL) &&
           (b->goal_group[i] == 0 || b->goal_group[i] < read->next_goal_group);
}

static const char *check_body(const wend_crowd *crowd, const wend_crowd *read, uint32_t i)
{
    const wendi_bodies *b = &read->bodies;
    if (!are_numbers_sound(b, i) || !is_heading_sound(b, i) || !is_place_sound(b, i)) {
        return "a number of a body is out of range";
    }
    if (!is_kind_sound(crowd, b, i)) {
        return "the kind of a body makes no sense";
    }
    return is_goal_sound(crowd, read, i) ? NULL : "the goal of a body makes no sense";
}

static bool are_counts_sound(const wend_crowd *read)
{
    return is_within(read->horizon, 0.1, 60) && is_within(read->reach, 1, 64) &&
           is_within(read->stuck_margin, 1, 100) && read->last_overlap >= 0 &&
           read->max_overlap >= read->last_overlap && read->next_ticket > 0 &&
           read->next_goal_group > 0;
}

/* Routes, steering, zones and formations checked themselves while they were read.
 * @return the mistake; NULL if there is none. */
static const char *check_state(const wend_crowd *crowd, const wend_crowd *read)
{
    if (!are_counts_sound(read)) {
        return "the options make no sense";
    }
    for (uint32_t i = 0; i < read->bodies.high; ++i) {
        const char *reason =
            wendi_bodies_is_alive(&read->bodies, i) ? check_body(crowd, read, i) : NULL;
        if (reason != NULL) {
            return reason;
        }
    }
    return NULL;
}

enum { STATE_MAGIC = 0x44524357 /* "WCRD" */, STATE_VERSION = 12 };

/* ---- fields ---- */

/* @param slots number of bodies, free ones among them. */
static void visit_options(wendi_visitor *v, wend_crowd *c, uint32_t *slots)
{
    wendi_visit_f64(v, &c->horizon);
    wendi_visit_f64(v, &c->reach);
    wendi_visit_f64(v, &c->stuck_margin);
    wendi_visit_u64(v, &c->seed);
    wendi_visit_u32(v, &c->stuck_plan);
    wendi_visit_u32(v, slots);
    wendi_visit_u64(v, &c->tick);
    wendi_visit_u64(v, &c->next_ticket);
    wendi_visit_u64(v, &c->next_goal_group);
    wendi_visit_id(v, &c->jam.index1, &c->jam.generation);
    wendi_visit_f64(v, &c->last_overlap);
    wendi_visit_f64(v, &c->max_overlap);
    wendi_visit_u64(v, &c->wall_violations);
    wendi_visit_u64(v, &c->last_pairs);
}

/* True if the crowd has anything that files before version 3 cannot hold. */
static bool has_queries(const wend_crowd *c)
{
    return c->stuck_leg_factor > 0 || c->meanwhile != (uint8_t)WEND_MEANWHILE_SEEK ||
           wendi_body_queries_has_any(&c->queries, c->bodies.high);
}

/* True if queries are under way at a source that keeps them. */
static bool has_tickets(const wend_crowd *c)
{
    bool has = false;
    for (uint32_t i = 0; c->source.has_ticket != NULL && i < c->bodies.high && !has; ++i) {
        has = wendi_bodies_is_alive(&c->bodies, i) && c->bodies.ticket[i] != 0;
    }
    for (uint32_t i = 0; c->source.has_ticket != NULL && i < c->formations->count && !has; ++i) {
        has = c->formations->items[i].ticket != 0;
    }
    return has;
}

/* On a mesh a leg that is not walked is left in the time that it takes, which earlier versions hold only
 * where bodies give up legs. */
static bool have_rides(const wend_crowd *c)
{
    return c->bodies.z != NULL && wendi_routes_have_rides(&c->routes, c->bodies.high);
}

/* A crowd that an earlier version holds is written as one. */
static uint32_t version_of(const wend_crowd *crowd)
{
    if (crowd == NULL) {
        return 2;
    }
    return have_rides(crowd)                           ? STATE_VERSION
           : wendi_bodies_have_headway(&crowd->bodies) ? 11
           : crowd->detail.is_on                       ? 10
           : crowd->exits->count > 0                   ? 9
           : crowd->social->count > 0                  ? 8
           : crowd->bodies.z != NULL                   ? 7
           : crowd->mesh_jam.index1 != 0               ? 6
           : has_tickets(crowd)                        ? 5
           : crowd->graph_jam.index1 != 0              ? 4
           : has_queries(crowd)                        ? 3
                                                       : 2;
}

/* How bodies query the route source; from version 3 on. */
static void visit_queries(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "a query of a body makes no sense");
    const uint32_t meanwhile = wendi_visit_code(v, c->meanwhile, WEND_MEANWHILE_TRACE);
    if (wendi_visitor_is_reading(v)) {
        c->meanwhile = (uint8_t)meanwhile;
    }
    wendi_visit_f64(v, &c->stuck_leg_factor);
    wendi_visit_f64(v, &c->stuck_leg_seconds);
    wendi_visit_expect(v, c->meanwhile != (uint8_t)WEND_MEANWHILE_DEFAULT, NULL);
    wendi_visit_expect(
        v, is_within(c->stuck_leg_factor, 0, 100) && is_within(c->stuck_leg_seconds, 0, 1000),
        NULL);
    wendi_body_queries_visit(&c->queries, c->bodies.high, c->obstacles.floor_count, v);
    if (c->stuck_leg_factor > 0) {
        wendi_routes_visit_expected(&c->routes, c->bodies.high, v);
        wendi_body_queries_visit_times(&c->queries, c->bodies.high, v);
    }
}

/* Queries under way; from version 5 on. @param tickets reading: [bodies, then formations]. */
static void visit_tickets(wendi_visitor *v, wend_crowd *c, uint64_t *tickets)
{
    const bool reads = wendi_visitor_is_reading(v);
    wendi_visit_part(v, "a ticket makes no sense");
    for (uint32_t i = 0; i < c->bodies.high; ++i) {
        const bool is_alive = wendi_bodies_is_alive(&c->bodies, i);
        uint64_t ticket = is_alive ? c->bodies.ticket[i] : 0;
        wendi_visit_u64(v, &ticket);
        wendi_visit_expect(v, ticket < UINT64_MAX && (is_alive || ticket == 0), NULL);
        if (reads && tickets != NULL) {
            tickets[i] = ticket;
        }
    }
    for (uint32_t i = 0; i < c->formations->count; ++i) {
        wendi_formation *f = &c->formations->items[i];
        uint64_t ticket = f->ticket;
        wendi_visit_u64(v, &ticket);
        wendi_visit_u64(v, &f->plan.walls);
        wendi_visit_expect(v, ticket < UINT64_MAX, NULL);
        if (reads && tickets != NULL) {
            tickets[c->bodies.high + i] = ticket;
        }
    }
}

/* Where bodies of a mesh are, and their routes and goals; from version 7 on. */
static void visit_mesh(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "the place of a body on its mesh makes no sense");
    wendi_bodies_visit_mesh(&c->bodies, v);
    wendi_routes_visit_heights(&c->routes, c->bodies.high, v);
    wendi_body_queries_visit_heights(&c->queries, c->bodies.high, v);
}

/* Social groups; from version 8 on. */
static void visit_social(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "a social group makes no sense");
    wendi_social_visit(c->social, &c->bodies, v);
}

/* Exits; from version 9 on. */
static void visit_exits(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "an exit makes no sense");
    wendi_exits_visit(c->exits, &c->bodies, c->obstacles.floor_count, v);
}

/* Levels of detail; from version 10 on. */
static void visit_detail(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "a level of detail makes no sense");
    wendi_detail_visit(&c->detail, c->bodies.high, c->obstacles.floor_count, c->tick, v);
}

/* Headways; from version 11 on. */
static void visit_headway(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "a headway makes no sense");
    wendi_bodies_visit_headway(&c->bodies, v);
}

/* How long legs take; from version 12 on. */
static void visit_times(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "the time of a leg makes no sense");
    wendi_routes_visit_expected(&c->routes, c->bodies.high, v);
}

/* All behind the velocities. */
static void visit_parts(wendi_visitor *v, wend_crowd *c)
{
    wendi_visit_part(v, "a route makes no sense");
    wendi_routes_visit(&c->routes, c->bodies.high, v);
    wendi_visit_part(v, "a set of behaviours makes no sense");
    wendi_steering_visit(c->steering, c->bodies.high, v);
    wendi_visit_part(v, "a zone makes no sense");
    wendi_zones_visit(c->zones, c->obstacles.floor_count, v);
    wendi_visit_part(v, "a formation makes no sense");
    wendi_formations_visit(c->formations, &c->bodies, c->obstacles.floor_count,
                           c->obstacles.class_count, v);
}

/* ---- hash ---- */

uint64_t wend_crowd_hash(const wend_crowd *crowd)
{
    if (crowd == NULL) {
        return wend_hash_begin();
    }
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    wend_crowd c = *crowd; /* visitors take fields that may change, and change none here */
    wendi_visit_u64(&v, &c.tick);
    wendi_visit_u64(&v, &c.next_goal_group);
    wendi_bodies_visit(&c.bodies, &v);
    visit_parts(&v, &c);
    if (has_queries(&c)) {
        visit_queries(&v, &c);
    }
    if (c.bodies.z != NULL) {
        visit_mesh(&v, &c);
    }
    if (c.social->count > 0) {
        visit_social(&v, &c);
    }
    if (c.exits->count > 0) {
        visit_exits(&v, &c);
    }
    if (c.detail.is_on) {
        visit_detail(&v, &c);
    }
    if (wendi_bodies_have_headway(&c.bodies)) {
        visit_headway(&v, &c);
    }
    return v.hash;
}

/* ---- writing ---- */

static void write_all(const void *object, wendi_writer *writer)
{
    const wend_crowd *crowd = object;
    const uint32_t version = version_of(crowd);
    bool is_with_tickets = version >= 5;
    /* Values that the loading crowd must share; the margin of obstacles depends on max_radius. */
    wendi_write_f64(writer, crowd->step);
    wendi_write_f64(writer, crowd->max_radius);
    wendi_write_u32(writer, crowd->obstacles.floor_count);
    wendi_write_u32(writer, crowd->obstacles.class_count);
    wendi_visitor v = wendi_visitor_writing(writer);
    wend_crowd c = *crowd;
    visit_options(&v, &c, &c.bodies.high);
    wendi_bodies_visit(&c.bodies, &v);
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        wendi_write_f64(writer, crowd->work.preferred_x[i]);
        wendi_write_f64(writer, crowd->work.preferred_y[i]);
        wendi_write_f64(writer, crowd->work.moved_x[i]);
        wendi_write_f64(writer, crowd->work.moved_y[i]);
    }
    visit_parts(&v, &c);
    if (version >= 3) {
        visit_queries(&v, &c);
    }
    if (version >= 4) {
        wendi_visit_id(&v, &c.graph_jam.index1, &c.graph_jam.generation);
    }
    if (version >= 8) {
        is_with_tickets = has_tickets(crowd);
        wendi_visit_bool(&v, &is_with_tickets);
    }
    if (is_with_tickets) {
        visit_tickets(&v, &c, NULL);
    }
    if (version >= 6) {
        wendi_visit_id(&v, &c.mesh_jam.index1, &c.mesh_jam.generation);
    }
    if (version >= 8) {
        bool is_on_mesh = c.bodies.z != NULL;
        wendi_visit_bool(&v, &is_on_mesh);
    }
    if (version >= 7 && c.bodies.z != NULL) {
        visit_mesh(&v, &c);
    }
    if (version >= 8) {
        visit_social(&v, &c);
    }
    if (version >= 9) {
        visit_exits(&v, &c);
    }
    if (version >= 11) {
        wendi_visit_bool(&v, &c.detail.is_on);
    }
    if (version >= 10 && c.detail.is_on) {
        visit_detail(&v, &c);
    }
    if (version >= 11) {
        visit_headway(&v, &c);
    }
    if (version >= 12) {
        visit_times(&v, &c);
    }
}

wend_result wend_crowd_save(const wend_crowd *crowd, uint8_t *bytes, size_t capacity, size_t *count)
{
    const uint32_t version = version_of(crowd);
    return wendi_save_object(crowd, write_all, STATE_MAGIC, version, bytes, capacity, count);
}

/* ---- reading ---- */

static const char *read_kind(const wend_crowd *crowd, wendi_reader *reader)
{
    const double step = wendi_read_f64(reader);
    const double max_radius = wendi_read_f64(reader);
    const uint32_t floors = wendi_read_u32(reader);
    const uint32_t classes = wendi_read_u32(reader);
    if (wendi_bits_of_f64(step) != wendi_bits_of_f64(crowd->step)) {
        return "this is a crowd of another step";
    }
    if (wendi_bits_of_f64(max_radius) != wendi_bits_of_f64(crowd->max_radius)) {
        return "this is a crowd of another max_radius";
    }
    if (floors != crowd->obstacles.floor_count) {
        return "this is a crowd of another number of floors";
    }
    return classes != crowd->obstacles.class_count ? "this is a crowd of another number of classes"
                                                   : NULL;
}

/* Checked once here, applied at the end from its place in the bytes. */
static bool read_velocities(saved_crowd *state, wendi_reader *reader)
{
    state->velocities = *reader;
    bool is_fine = true;
    const uint32_t count = state->version < 2 ? 2 : 4; /* version 1 had no actual velocities */
    for (uint32_t i = 0; i < count * state->crowd.bodies.high; ++i) {
        const double value = wendi_read_f64(reader);
        is_fine = is_fine && value >= -1e6 && value <= 1e6;
    }
    return is_fine && !reader->has_failed;
}

/* Room for the tickets, and for them in order. */
static bool reserve_tickets(const wend_crowd *crowd, saved_crowd *state)
{
    const size_t count = (size_t)state->crowd.bodies.high + state->formations.count;
    state->ticket_count = count;
    state->tickets = wendi_alloc_items_zero(&crowd->allocator, count + 1, sizeof *state->tickets);
    state->sorted = wendi_alloc_items(&crowd->allocator, 2 * count + 1, sizeof *state->sorted);
    return state->tickets != NULL && state->sorted != NULL;
}

static wend_result create_state(const wend_crowd *crowd, saved_crowd *state)
{
    const uint32_t limit = crowd->bodies.limit;
    const wend_allocator *a = &crowd->allocator;
    wendi_steering_init(&state->steering, limit, a);
    wend_result result =
        wendi_bodies_create(&state->crowd.bodies, limit, crowd->bodies.z != NULL, a);
    if (result == WEND_OK) {
        result = wendi_routes_create(&state->crowd.routes, limit, a);
        state->crowd.routes.floor_heights = crowd->floor_heights;
        state->crowd.routes.floor_count = crowd->obstacles.floor_count;
    }
    if (result == WEND_OK) {
        result = wendi_body_queries_create(&state->crowd.queries, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_formations_create(&state->formations, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_social_create(&state->social, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_detail_create(&state->crowd.detail, limit, a);
    }
    return result;
}

static void free_state(saved_crowd *state)
{
    const wend_allocator *a = &state->crowd.queries.allocator;
    wendi_free(a, state->tickets, (state->ticket_count + 1) * sizeof *state->tickets);
    wendi_free(a, state->sorted, (2 * state->ticket_count + 1) * sizeof *state->sorted);
    wendi_formations_free(&state->formations);
    wendi_social_free(&state->social);
    wendi_exits_free(&state->exits);
    wendi_zones_free(&state->zones);
    wendi_steering_free(&state->steering);
    wendi_detail_free(&state->crowd.detail);
    wendi_body_queries_free(&state->crowd.queries);
    wendi_routes_free(&state->crowd.routes);
    wendi_bodies_free(&state->crowd.bodies);
}

/* All behind the velocities, as far as the version has it. */
static void read_parts(const wend_crowd *crowd, saved_crowd *state, wendi_visitor *v)
{
    visit_parts(v, &state->crowd);
    if (state->version >= 3) {
        visit_queries(v, &state->crowd);
    }
    if (state->version >= 4) {
        wendi_visit_id(v, &state->crowd.graph_jam.index1, &state->crowd.graph_jam.generation);
    }
    bool is_with_tickets = state->version >= 5;
    if (state->version >= 8) {
        wendi_visit_bool(v, &is_with_tickets);
    }
    if (is_with_tickets && !wendi_visitor_has_failed(v) &&
        wendi_visit_expect_memory(v, reserve_tickets(crowd, state))) {
        visit_tickets(v, &state->crowd, state->tickets);
    }
    if (state->version >= 6) {
        wendi_visit_id(v, &state->crowd.mesh_jam.index1, &state->crowd.mesh_jam.generation);
    }
    bool is_on_mesh = state->version >= 7;
    if (state->version >= 8) {
        wendi_visit_bool(v, &is_on_mesh);
    }
    wendi_visit_expect(v, is_on_mesh == (crowd->bodies.z != NULL),
                       crowd->bodies.z != NULL ? "this is a crowd without a mesh"
                                               : "this is a crowd on a mesh");
    if (is_on_mesh && !wendi_visitor_has_failed(v)) {
        visit_mesh(v, &state->crowd);
    }
    if (state->version >= 8 && !wendi_visitor_has_failed(v)) {
        visit_social(v, &state->crowd);
    }
    if (state->version >= 9 && !wendi_visitor_has_failed(v)) {
        visit_exits(v, &state->crowd);
    }
    bool is_detailed = state->version >= 10;
    if (state->version >= 11) {
        wendi_visit_bool(v, &is_detailed);
    }
    if (is_detailed && !wendi_visitor_has_failed(v)) {
        visit_detail(v, &state->crowd);
    }
    if (state->version >= 11 && !wendi_visitor_has_failed(v)) {
        visit_headway(v, &state->crowd);
    }
    if (state->version >= 12 && !wendi_visitor_has_failed(v)) {
        visit_times(v, &state->crowd);
    }
}

static wend_result read_all(const wend_crowd *crowd, saved_crowd *state, wendi_reader *reader,
                            const char **reason)
{
    *reason = read_kind(crowd, reader);
    if (*reason != NULL) {
        return WEND_ERROR_FILE;
    }
    wendi_visitor v = wendi_visitor_reading(reader);
    uint32_t slots = 0;
    visit_options(&v, &state->crowd, &slots);
    if (!reader->has_failed && slots > crowd->bodies.limit) {
        *reason = "there are more bodies than max_bodies";
        return WEND_ERROR_FULL;
    }
    *reason = "out of memory";
    if (create_state(crowd, state) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    wendi_visit_part(&v, "the columns of bodies make no sense");
    wendi_bodies_visit(&state->crowd.bodies, &v);
    wendi_visit_expect(&v, state->crowd.bodies.high == slots, NULL);
    if (!wendi_visitor_has_failed(&v)) {
        wendi_visit_expect(&v, read_velocities(state, reader), NULL);
    }
    read_parts(crowd, state, &v);
    if (!wendi_visitor_has_failed(&v)) {
        wendi_visit_expect(&v, wendi_reader_is_done(reader),
                           "there are bytes behind the last part");
    }
    if (!wendi_visitor_has_failed(&v)) {
        *reason = check_state(crowd, &state->crowd);
        return *reason == NULL ? WEND_OK : WEND_ERROR_FILE;
    }
    *reason = v.reason;
    return wendi_visitor_result(&v);
}

/* ---- replacing the crowd ---- */

/* Keeps the tickets that the source has. */
static void keep_tickets(wend_crowd *crowd, saved_crowd *state)
{
    for (size_t i = 0; i < state->ticket_count; ++i) {
        const uint64_t ticket = state->tickets[i];
        const bool is_kept = ticket != 0 && crowd->source.has_ticket != NULL &&
                             crowd->source.has_ticket(crowd->source.context, ticket);
        state->tickets[i] = is_kept ? ticket : 0;
        state->sorted[i] = (wendi_sort_pair){state->tickets[i], 0};
        if (is_kept && ticket >= crowd->fresh_ticket) {
            crowd->fresh_ticket = ticket + 1; /* no ticket is given twice */
        }
    }
    if (state->ticket_count > 0) {
        wendi_sort_pairs(state->sorted, state->sorted + state->ticket_count, state->ticket_count);
    }
}

/* True if a query under way is one that the loaded state keeps. */
static bool is_kept_ticket(const saved_crowd *state, uint64_t ticket)
{
    size_t low = 0;
    size_t high = state->ticket_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (state->sorted[middle].key < ticket) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < state->ticket_count && state->sorted[low].key == ticket;
}

/* Cancels all queries of the crowd before loading, except those that are kept. */
static void cancel_queries(wend_crowd *crowd, saved_crowd *state)
{
    const wendi_bodies *b = &crowd->bodies;
    keep_tickets(crowd, state);
    for (uint32_t i = 0; i < b->high; ++i) {
        if (wendi_bodies_is_alive(b, i) && !is_kept_ticket(state, b->ticket[i])) {
            wendi_crowd_cancel_query(crowd, b->ticket[i]);
        }
    }
    for (uint32_t i = 0; i < crowd->formations->count; ++i) {
        wendi_formation *f = &crowd->formations->items[i];
        f->ticket = is_kept_ticket(state, f->ticket) ? 0 : f->ticket;
    }
    wendi_formations_cancel(crowd);
}

/* Gives kept queries their tickets back. */
static void set_tickets(wend_crowd *crowd, const saved_crowd *state)
{
    for (size_t i = 0; i < state->ticket_count; ++i) {
        if (i < crowd->bodies.high) {
            crowd->bodies.ticket[i] = state->tickets[i];
        } else {
            crowd->formations->items[i - crowd->bodies.high].ticket = state->tickets[i];
        }
    }
}

static void apply_settings(wend_crowd *crowd, const wend_crowd *read)
{
    crowd->horizon = read->horizon;
    crowd->reach = read->reach;
    crowd->stuck_margin = read->stuck_margin;
    crowd->stuck_leg_factor = read->stuck_leg_factor;
    crowd->stuck_leg_seconds = read->stuck_leg_seconds;
    crowd->meanwhile = read->meanwhile;
    crowd->seed = read->seed;
    crowd->stuck_plan = read->stuck_plan;
    crowd->tick = read->tick;
    crowd->next_goal_group = read->next_goal_group;
    crowd->has_joining = true; /* bodies that do are marked */
    /* No ticket is given twice. */
    const uint64_t next = read->next_ticket;
    crowd->next_ticket = next > crowd->next_ticket ? next : crowd->next_ticket;
    crowd->fresh_ticket = next > crowd->fresh_ticket ? next : crowd->fresh_ticket;
    crowd->last_overlap = read->last_overlap;
    crowd->max_overlap = read->max_overlap;
    crowd->wall_violations = read->wall_violations;
    crowd->last_pairs = read->last_pairs;
}

/* Overlays of jams belong to the ground: where a saved one does not exist, the current one stays in
 * use. */
static void apply_jams(wend_crowd *crowd, const wend_crowd *read)
{
    wend_overlay_def def;
    if (crowd->jam_grid != NULL &&
        wend_grid_get_overlay(crowd->jam_grid, read->jam, &def) == WEND_OK) {
        crowd->jam = read->jam;
    }
    wend_graph_overlay_def graph_def;
    if (crowd->jam_graph != NULL &&
        wend_graph_get_overlay(crowd->jam_graph, read->graph_jam, &graph_def) == WEND_OK) {
        crowd->graph_jam = read->graph_jam;
    }
    wend_mesh_overlay_def mesh_def;
    if (crowd->jam_mesh != NULL &&
        wend_mesh_get_overlay(crowd->jam_mesh, read->mesh_jam, &mesh_def) == WEND_OK) {
        crowd->mesh_jam = read->mesh_jam;
    }
}

static void apply_velocities(wendi_workspace *w, uint32_t limit, saved_crowd *state)
{
    for (uint32_t i = 0; i < limit; ++i) {
        const bool is_there = i < state->crowd.bodies.high;
        const bool has_moved = is_there && state->version >= 2;
        w->preferred_x[i] = is_there ? wendi_read_f64(&state->velocities) : 0;
        w->preferred_y[i] = is_there ? wendi_read_f64(&state->velocities) : 0;
        w->moved_x[i] = has_moved ? wendi_read_f64(&state->velocities) : 0;
        w->moved_y[i] = has_moved ? wendi_read_f64(&state->velocities) : 0;
    }
}

/* The parts with memory of their own. @return those that the crowd had, and the buffers of the state. */
static saved_crowd exchange_parts(wend_crowd *crowd, const saved_crowd *state)
{
    const saved_crowd old = {.crowd = {.bodies = crowd->bodies,
                                       .routes = crowd->routes,
                                       .queries = crowd->queries,
                                       .detail = crowd->detail},
                             .steering = *crowd->steering,
                             .zones = *crowd->zones,
                             .formations = *crowd->formations,
                             .social = *crowd->social,
                             .exits = *crowd->exits,
                             .tickets = state->tickets,
                             .sorted = state->sorted,
                             .ticket_count = state->ticket_count};
    crowd->bodies = state->crowd.bodies;
    crowd->routes = state->crowd.routes;
    crowd->queries = state->crowd.queries;
    crowd->detail = state->crowd.detail;
    *crowd->steering = state->steering;
    *crowd->zones = state->zones;
    *crowd->formations = state->formations;
    *crowd->social = state->social;
    *crowd->exits = state->exits;
    crowd->exit1_of = crowd->exits->exit1_of;
    return old;
}

/* Nothing of the last tick remains; embedded bodies are searched again. */
static void forget_last_tick(wend_crowd *crowd)
{
    crowd->contacts->may_be_any = true;
    crowd->contacts->count = 0;
    memset(crowd->events.bits, 0, crowd->events.limit * sizeof *crowd->events.bits);
    crowd->events.count = 0;
    /* The saved routes are those of the world as it is: what was edited since this crowd's last tick, by
     * the loading of the world for example, cuts none of them. */
    wendi_obstacles_forget_edits(&crowd->obstacles);
    crowd->cells.count = 0;
    crowd->work.has_edits = true;
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (wendi_bodies_is_alive(&crowd->bodies, i) && crowd->detail.level[i] > 0) {
            wendi_snapshot_still(crowd, i);
        }
    }
}

static void apply_state(wend_crowd *crowd, saved_crowd *state)
{
    cancel_queries(crowd, state);
    /* Other pending queries are sent again: bodies keep their flags, without a ticket. */
    apply_settings(crowd, &state->crowd);
    apply_jams(crowd, &state->crowd);
    apply_velocities(&crowd->work, crowd->bodies.limit, state);
    saved_crowd old = exchange_parts(crowd, state);
    set_tickets(crowd, state);
    forget_last_tick(crowd);
    free_state(&old);
}

static wend_result fail(wend_message *message, wend_result result, const char *reason)
{
    return wendi_fail(message, result, "wend_crowd_load: %s", reason);
}

static wend_result load(wend_crowd *crowd, const uint8_t *bytes, size_t count,
                        wend_message *message)
{
    if (crowd == NULL || (bytes == NULL && count > 0)) {
        return fail(message, WEND_ERROR_ARGUMENT, "no crowd, or no bytes");
    }
    if (crowd->is_busy) {
        return fail(message, WEND_ERROR_BUSY,
                    "wend_crowd_load: the crowd is in the middle of a tick");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version = 0;
    if (wendi_read_only_section(bytes, count, STATE_MAGIC, STATE_VERSION,
                                "there are bytes behind the crowd", &content, &version,
                                &reason) != WEND_OK) {
        return fail(message, WEND_ERROR_FILE, reason.text);
    }
    saved_crowd state = {.crowd = {.steering = &state.steering,
                                   .zones = &state.zones,
                                   .formations = &state.formations,
                                   .social = &state.social,
                                   .exits = &state.exits,
                                   .obstacles = {.floor_count = crowd->obstacles.floor_count,
                                                 .class_count = crowd->obstacles.class_count},
                                   .routes = {.allocator = crowd->allocator},
                                   .queries = {.allocator = crowd->allocator},
                                   .detail = {.allocator = crowd->allocator},
                                   .stuck_leg_seconds = 4,
                                   .meanwhile = WEND_MEANWHILE_SEEK},
                         .zones = {.allocator = crowd->allocator},
                         .formations = {.allocator = crowd->allocator},
                         .social = {.allocator = crowd->allocator},
                         .exits = {.allocator = crowd->allocator, .limit = crowd->bodies.limit},
                         .version = version};
    const char *what = NULL;
    const wend_result result = read_all(crowd, &state, &content, &what);
    if (result != WEND_OK) {
        free_state(&state);
        return fail(message, result, what);
    }
    if (wendi_crowd_update_obstacles(crowd, "wend_crowd_load") != WEND_OK) {
        free_state(&state);
        return fail(message, WEND_ERROR_MEMORY, "no memory for the edited walls");
    }
    apply_state(crowd, &state);
    return WEND_OK;
}

wend_result wend_crowd_load(wend_crowd *crowd, const uint8_t *bytes, size_t count,
                            wend_message *message)
{
    wend_message own = {0};
    wend_message *to = wendi_message_or(message, &own);
    return wendi_fail_as_both(crowd == NULL ? NULL : &crowd->error, to, "wend_crowd_load",
                              load(crowd, bytes, count, to));
}
