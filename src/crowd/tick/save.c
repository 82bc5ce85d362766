/* save.c: a crowd as a hash and as bytes, and the crowd that bytes describe. Cost: a pass over all
 * columns and routes; loading takes the memory of a second crowd meanwhile. */
#include "crowd/contact/zones.h"
#include "crowd/core/crowd.h"
#include "crowd/formation/formations.h"
#include "crowd/steering/steering.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"

#include <string.h>

/* What a crowd is apart from what it moves on, as it is read from bytes: kept aside until all of
 * it is known to be sound.
 *
 *   | options and counts | bodies | velocities | routes | steering | zones | formations | */
typedef struct saved_crowd {
    uint32_t version; /* of the bytes */
    double horizon, reach, stuck_margin;
    uint64_t seed;
    uint32_t stuck_plan;
    uint32_t slots; /* of bodies, free ones among them */
    uint64_t tick, next_ticket, next_goal_group;
    wend_overlay_id jam;
    double last_overlap, max_overlap;
    uint64_t wall_violations, pairs_last;

    wendi_bodies bodies;
    wendi_reader velocities; /* the preferred and actual velocities, within the bytes */
    wendi_routes routes;
    wendi_steering steering;
    wendi_zones zones;
    wendi_formations formations;
} saved_crowd;

/* ---- checks of what was read ---- */

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

static bool is_kind_sound(const wend_crowd *crowd, const wendi_bodies *b, uint32_t i)
{
    const uint32_t all_flags = 2 * (uint32_t)WENDI_BODY_ON_SPECIAL_LEG - 1;
    return b->radius[i] <= crowd->max_radius && b->floor[i] < crowd->obstacles.floor_count &&
           b->goal_floor[i] < crowd->obstacles.floor_count &&
           b->crowd_class[i] < crowd->obstacles.class_count && b->flags[i] <= all_flags &&
           b->goal[i] <= (uint8_t)WEND_BODY_GOAL_STEER &&
           b->state[i] <= (uint8_t)WEND_BODY_GIVEN_UP &&
           b->stuck[i] <= (uint8_t)WENDI_STUCK_RESTARTED;
}

/* For some goals the vector is a velocity, for others a position. */
static bool is_goal_sound(const wend_crowd *crowd, const saved_crowd *state, uint32_t i)
{
    const wendi_bodies *b = &state->bodies;
    const bool is_velocity = b->goal[i] == (uint8_t)WEND_BODY_GOAL_VELOCITY ||
                             b->goal[i] == (uint8_t)WEND_BODY_GOAL_SLOT;
    const double most = is_velocity ? 1e3 : FAR;
    const bool needs_flow = b->goal[i] == (uint8_t)WEND_BODY_GOAL_FLOW;
    return is_within(b->goal_vector_x[i], -most, most) &&
           is_within(b->goal_vector_y[i], -most, most) && b->leg[i] <= state->routes.of[i].count &&
           (!needs_flow || crowd->flow != NULL) &&
           (b->goal_group[i] == 0 || b->goal_group[i] < state->next_goal_group);
}

static const char *check_body(const wend_crowd *crowd, const saved_crowd *state, uint32_t i)
{
    const wendi_bodies *b = &state->bodies;
    if (!are_numbers_sound(b, i) || !is_heading_sound(b, i)) {
        return "a number of a body is out of range";
    }
    if (!is_kind_sound(crowd, b, i)) {
        return "the kind of a body makes no sense";
    }
    return is_goal_sound(crowd, state, i) ? NULL : "the goal of a body makes no sense";
}

static bool are_counts_sound(const saved_crowd *state)
{
    return is_within(state->horizon, 0.1, 60) && is_within(state->reach, 1, 64) &&
           is_within(state->stuck_margin, 1, 100) && state->last_overlap >= 0 &&
           state->max_overlap >= state->last_overlap && state->next_ticket > 0 &&
           state->next_goal_group > 0;
}

/* Routes, steering, zones and formations checked themselves while they were read.
 * @return what is wrong; NULL if nothing. */
static const char *check_state(const wend_crowd *crowd, const saved_crowd *state)
{
    if (!are_counts_sound(state)) {
        return "the options make no sense";
    }
    for (uint32_t i = 0; i < state->bodies.high; ++i) {
        const char *reason =
            wendi_bodies_is_alive(&state->bodies, i) ? check_body(crowd, state, i) : NULL;
        if (reason != NULL) {
            return reason;
        }
    }
    return NULL;
}

enum { STATE_MAGIC = 0x44524357 /* "WCRD" */, STATE_VERSION = 2 };

/* ---- hash ---- */

uint64_t wend_crowd_hash(const wend_crowd *crowd)
{
    uint64_t hash = wend_hash_begin();
    if (crowd == NULL) {
        return hash;
    }
    hash = wend_hash_u64(hash, crowd->tick);
    hash = wend_hash_u64(hash, crowd->next_goal_group);
    hash = wendi_bodies_hash(&crowd->bodies, hash);
    hash = wendi_routes_hash(&crowd->routes, &crowd->bodies, hash);
    hash = wendi_steering_hash(crowd->steering, &crowd->bodies, hash);
    hash = wendi_zones_hash(crowd->zones, hash);
    return wendi_formations_hash(crowd->formations, hash);
}

/* ---- writing ---- */

static void write_all(const wend_crowd *crowd, wendi_writer *writer)
{
    const size_t section =
        wendi_write_section_begin(writer, (uint32_t)STATE_MAGIC, (uint32_t)STATE_VERSION);
    /* Values that the loading crowd must share; the margin of obstacles depends on max_radius. */
    wendi_write_f64(writer, crowd->step);
    wendi_write_f64(writer, crowd->max_radius);
    wendi_write_u32(writer, crowd->obstacles.floor_count);
    wendi_write_u32(writer, crowd->obstacles.class_count);
    wendi_write_f64(writer, crowd->horizon);
    wendi_write_f64(writer, crowd->reach);
    wendi_write_f64(writer, crowd->stuck_margin);
    wendi_write_u64(writer, crowd->seed);
    wendi_write_u32(writer, crowd->stuck_plan);
    wendi_write_u32(writer, crowd->bodies.high);
    wendi_write_u64(writer, crowd->tick);
    wendi_write_u64(writer, crowd->next_ticket);
    wendi_write_u64(writer, crowd->next_goal_group);
    wendi_write_u32(writer, crowd->jam.index1);
    wendi_write_u32(writer, crowd->jam.generation);
    wendi_write_f64(writer, crowd->last_overlap);
    wendi_write_f64(writer, crowd->max_overlap);
    wendi_write_u64(writer, crowd->wall_violations);
    wendi_write_u64(writer, crowd->pairs_last);
    wendi_bodies_write(&crowd->bodies, writer);
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        wendi_write_f64(writer, crowd->work.preferred_x[i]);
        wendi_write_f64(writer, crowd->work.preferred_y[i]);
        wendi_write_f64(writer, crowd->work.moved_x[i]);
        wendi_write_f64(writer, crowd->work.moved_y[i]);
    }
    wendi_routes_write(&crowd->routes, &crowd->bodies, writer);
    wendi_steering_write(crowd->steering, &crowd->bodies, writer);
    wendi_zones_write(crowd->zones, writer);
    wendi_formations_write(crowd->formations, writer);
    wendi_write_section_end(writer, section);
}

wend_result wend_crowd_save(const wend_crowd *crowd, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (crowd == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer writer;
    wendi_writer_init(&writer, &crowd->allocator);
    write_all(crowd, &writer);
    wend_result result = WEND_ERROR_MEMORY;
    if (!writer.has_failed) {
        *count = writer.bytes.count;
        result = *count > capacity ? WEND_TRUNCATED : WEND_OK;
    }
    if (result == WEND_OK && bytes != NULL && writer.bytes.items != NULL) {
        memcpy(bytes, writer.bytes.items, *count);
    }
    wendi_writer_free(&writer);
    return result;
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
    for (uint32_t i = 0; i < count * state->bodies.high; ++i) {
        const double value = wendi_read_f64(reader);
        is_fine = is_fine && value >= -1e6 && value <= 1e6;
    }
    return is_fine && !reader->has_failed;
}

static wend_result create_state(const wend_crowd *crowd, saved_crowd *state)
{
    const uint32_t limit = crowd->bodies.limit;
    const wend_allocator *a = &crowd->allocator;
    state->zones.allocator = *a;
    state->formations.allocator = *a;
    state->routes.allocator = *a;
    wendi_steering_init(&state->steering, limit, a);
    wend_result result = wendi_bodies_create(&state->bodies, limit, a);
    if (result == WEND_OK) {
        result = wendi_routes_create(&state->routes, limit, a);
    }
    if (result == WEND_OK) {
        result = wendi_formations_create(&state->formations, limit, a);
    }
    return result;
}

static void free_state(saved_crowd *state)
{
    wendi_formations_free(&state->formations);
    wendi_zones_free(&state->zones);
    wendi_steering_free(&state->steering);
    wendi_routes_free(&state->routes);
    wendi_bodies_free(&state->bodies);
}

static wend_result read_parts(const wend_crowd *crowd, saved_crowd *state, wendi_reader *reader,
                              const char **reason)
{
    *reason = "the columns of bodies make no sense";
    if (!wendi_bodies_read(&state->bodies, reader) || state->bodies.high != state->slots ||
        !read_velocities(state, reader)) {
        return WEND_ERROR_FILE;
    }
    *reason = "a route makes no sense";
    wend_result result = wendi_routes_read(&state->routes, &state->bodies, reader);
    if (result == WEND_OK) {
        *reason = "a set of behaviours makes no sense";
        result = wendi_steering_read(&state->steering, &state->bodies, reader);
    }
    if (result == WEND_OK) {
        *reason = "a zone makes no sense";
        result = wendi_zones_read(&state->zones, reader, crowd->obstacles.floor_count);
    }
    if (result == WEND_OK) {
        *reason = "a formation makes no sense";
        result =
            wendi_formations_read(&state->formations, &state->bodies, crowd->obstacles.floor_count,
                                  crowd->obstacles.class_count, reader);
    }
    if (result == WEND_OK && !wendi_reader_is_done(reader)) {
        *reason = "there are bytes behind the formations";
        result = WEND_ERROR_FILE;
    }
    return result;
}

static wend_result read_all(const wend_crowd *crowd, saved_crowd *state, wendi_reader *reader,
                            const char **reason)
{
    *reason = read_kind(crowd, reader);
    if (*reason != NULL) {
        return WEND_ERROR_FILE;
    }
    state->horizon = wendi_read_f64(reader);
    state->reach = wendi_read_f64(reader);
    state->stuck_margin = wendi_read_f64(reader);
    state->seed = wendi_read_u64(reader);
    state->stuck_plan = wendi_read_u32(reader);
    state->slots = wendi_read_u32(reader);
    state->tick = wendi_read_u64(reader);
    state->next_ticket = wendi_read_u64(reader);
    state->next_goal_group = wendi_read_u64(reader);
    state->jam.index1 = wendi_read_u32(reader);
    state->jam.generation = wendi_read_u32(reader);
    state->last_overlap = wendi_read_f64(reader);
    state->max_overlap = wendi_read_f64(reader);
    state->wall_violations = wendi_read_u64(reader);
    state->pairs_last = wendi_read_u64(reader);
    if (!reader->has_failed && state->slots > crowd->bodies.limit) {
        *reason = "there are more bodies than max_bodies";
        return WEND_ERROR_FULL;
    }
    *reason = "out of memory";
    wend_result result = create_state(crowd, state);
    if (result == WEND_OK) {
        result = read_parts(crowd, state, reader, reason);
    }
    if (result == WEND_OK) {
        *reason = check_state(crowd, state);
        result = *reason == NULL ? WEND_OK : WEND_ERROR_FILE;
    }
    *reason = result == WEND_ERROR_MEMORY ? "out of memory" : *reason;
    return result;
}

/* ---- replacing the crowd ---- */

static void apply_state(wend_crowd *crowd, saved_crowd *state)
{
    /* Cancels the queries of the crowd as it was. */
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        if (wendi_bodies_is_alive(b, i)) {
            wendi_crowd_cancel_query(crowd, b->ticket[i]);
        }
    }
    wendi_formations_cancel(crowd);
    /* Pending queries are sent again: bodies keep their flags, without a ticket. */
    crowd->horizon = state->horizon;
    crowd->reach = state->reach;
    crowd->stuck_margin = state->stuck_margin;
    crowd->seed = state->seed;
    crowd->stuck_plan = state->stuck_plan;
    crowd->tick = state->tick;
    crowd->next_goal_group = state->next_goal_group;
    /* No ticket is given twice. */
    const uint64_t next = state->next_ticket;
    crowd->next_ticket = next > crowd->next_ticket ? next : crowd->next_ticket;
    crowd->fresh_ticket = next > crowd->fresh_ticket ? next : crowd->fresh_ticket;
    crowd->last_overlap = state->last_overlap;
    crowd->max_overlap = state->max_overlap;
    crowd->wall_violations = state->wall_violations;
    crowd->pairs_last = state->pairs_last;
    /* The overlay of jams belongs to the grid: where the saved one does not exist, the current one
     * stays in use. */
    wend_overlay_def def;
    if (crowd->jam_grid != NULL &&
        wend_grid_get_overlay(crowd->jam_grid, state->jam, &def) == WEND_OK) {
        crowd->jam = state->jam;
    }
    wendi_workspace *w = &crowd->work;
    for (uint32_t i = 0; i < crowd->bodies.limit; ++i) {
        const bool is_there = i < state->bodies.high;
        const bool has_moved = is_there && state->version >= 2;
        w->preferred_x[i] = is_there ? wendi_read_f64(&state->velocities) : 0;
        w->preferred_y[i] = is_there ? wendi_read_f64(&state->velocities) : 0;
        w->moved_x[i] = has_moved ? wendi_read_f64(&state->velocities) : 0;
        w->moved_y[i] = has_moved ? wendi_read_f64(&state->velocities) : 0;
    }
    saved_crowd old = {.bodies = crowd->bodies,
                       .routes = crowd->routes,
                       .steering = *crowd->steering,
                       .zones = *crowd->zones,
                       .formations = *crowd->formations};
    crowd->bodies = state->bodies;
    crowd->routes = state->routes;
    *crowd->steering = state->steering;
    *crowd->zones = state->zones;
    *crowd->formations = state->formations;
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        crowd->bodies.ticket[i] = 0;
    }
    memset(crowd->events.bits, 0, crowd->events.limit * sizeof *crowd->events.bits);
    crowd->events.count = 0;
    /* Nothing of the last tick remains; embedded bodies are searched again. */
    crowd->cells.count = 0;
    crowd->work.has_edits = true;
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
    wendi_reader all;
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version = 0;
    wendi_reader_init(&all, bytes, count);
    if (wendi_read_section(&all, (uint32_t)STATE_MAGIC, (uint32_t)STATE_VERSION, &content, &version,
                           &reason) != WEND_OK) {
        return fail(message, WEND_ERROR_FILE, reason.text);
    }
    if (!wendi_reader_is_done(&all)) {
        return fail(message, WEND_ERROR_FILE, "there are bytes behind the crowd");
    }
    saved_crowd state = {.version = version};
    const char *what = NULL;
    const wend_result result = read_all(crowd, &state, &content, &what);
    if (result != WEND_OK) {
        free_state(&state);
        return fail(message, result, what);
    }
    apply_state(crowd, &state);
    return WEND_OK;
}

wend_result wend_crowd_load(wend_crowd *crowd, const uint8_t *bytes, size_t count,
                            wend_message *message)
{
    wend_message own = {0};
    wend_message *to = message != NULL ? message : &own;
    wendi_message_clear(to);
    return wendi_fail_as_both(crowd == NULL ? NULL : &crowd->error, to, "wend_crowd_load",
                              load(crowd, bytes, count, to));
}
