/* Detects bodies without progress, tries the actions of the plan one after the other, and adds
 * costs where they are jammed.
 * Cost: a look at each body; an edit of the overlay for each report of a jam. */
#include "crowd/goals/goals.h"
#include "crowd/social/social.h"

/* Metres: less than this is no progress. */
static const double NEARER = 0.25;
static const double LEAST_SECONDS = 4;
static const double MOST_SECONDS = 10;
static const double PLAN_SECONDS = 3; /* for each action */

/* The cost of a jam halves in about seven seconds of the default step. */
static const double JAM_KEEP = 0.995;
enum { JAM_COST = 6 };

/* Metres left, without what a lane around a corner adds: lanes come and go with other bodies, which is
 * neither progress nor a loss. */
static double left_of(const wend_crowd *crowd, uint32_t body)
{
    return crowd->bodies.distance_left[body] - wendi_lane_detour(crowd, body);
}

/* Seconds without progress that a body accepts: the free time of its leg, times the margin, between
 * four seconds and ten: a leg of a minute is no reason to stand in a door for three. */
static double patience_of(const wend_crowd *crowd, uint32_t i)
{
    const wendi_bodies *b = &crowd->bodies;
    double seconds = b->leg_free[i] * crowd->stuck_margin;
    seconds = seconds < MOST_SECONDS ? seconds : MOST_SECONDS;
    return seconds > LEAST_SECONDS ? seconds : LEAST_SECONDS;
}

/* The next action of the plan. */
static uint8_t next_plan(uint32_t plan, uint8_t tried)
{
    static const uint32_t BITS[] = {0, WEND_STUCK_YIELD, WEND_STUCK_BACK_OFF, WEND_STUCK_REROUTE};
    for (uint8_t next = (uint8_t)(tried + 1); next <= (uint8_t)WENDI_STUCK_REROUTE; ++next) {
        if ((plan & BITS[next]) != 0) {
            return next;
        }
    }
    return WENDI_STUCK_REPORTED;
}

void wendi_stuck_end(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    b->stuck[body] = WENDI_STUCK_NOT;
    b->stuck_ticks[body] = 0;
    wendi_events_unset(&crowd->events, body, WEND_EVENT_STUCK);
}

static void begin_plan(wend_crowd *crowd, uint32_t i, uint8_t what)
{
    wendi_bodies *b = &crowd->bodies;
    b->stuck[i] = what;
    b->stuck_ticks[i] = 0;
    wendi_events_set(&crowd->events, i, WEND_EVENT_STUCK);
    if (what == (uint8_t)WENDI_STUCK_REROUTE) {
        b->flags[i] |= (uint32_t)WENDI_BODY_JAMMED;
        if (b->goal[i] == (uint8_t)WEND_BODY_GOAL_POINT && b->ticket[i] == 0 &&
            crowd->source.start != NULL) {
            b->flags[i] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
        }
    }
}

/* Follows an action that did not help. After the last one all begins again from the current
 * distance; until then the body stays stuck, so that its FREE event comes at the end. */
static void try_next(wend_crowd *crowd, uint32_t i)
{
    wendi_bodies *b = &crowd->bodies;
    const bool is_reported = b->stuck[i] == (uint8_t)WENDI_STUCK_REPORTED;
    const uint8_t next = next_plan(crowd->stuck_plan, b->stuck[i]);
    if (next == (uint8_t)WENDI_STUCK_REPORTED &&
        (crowd->stuck_plan & (uint32_t)WEND_STUCK_GIVE_UP) != 0) {
        b->state[i] = WEND_BODY_GIVEN_UP;
        wendi_stuck_end(crowd, i);
        b->home_x[i] = b->x[i];
        b->home_y[i] = b->y[i];
        wendi_events_set(&crowd->events, i, WEND_EVENT_GIVEN_UP);
    } else if (!is_reported) {
        begin_plan(crowd, i, next);
    } else {
        b->stuck[i] = WENDI_STUCK_RESTARTED;
        b->distance_left_least[i] = left_of(crowd, i);
        b->wait[i] = 0;
    }
}

/* True in the tick in which the body has been on its leg for longer than it should. */
static bool is_leg_late(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_body_query *timed = &crowd->queries.of[body];
    const wendi_body_route *route = &crowd->routes.of[body];
    if (!(crowd->stuck_leg_factor > 0) || b->leg[body] >= route->count || !(b->speed[body] > 0)) {
        return false;
    }
    const double expected = route->legs[b->leg[body]].expected / b->speed[body];
    const double most = crowd->stuck_leg_factor * expected + crowd->stuck_leg_seconds;
    if (timed->timed_leg1 != b->leg[body] + 1) {
        timed->timed_leg1 = b->leg[body] + 1;
        timed->timed_ticks = 0;
    }
    const double before = (double)timed->timed_ticks;
    timed->timed_ticks += wendi_body_stride(crowd, body);
    const double ticks = (double)timed->timed_ticks;
    return ticks * crowd->step > most && !(before * crowd->step > most);
}

void wendi_stuck_watch(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->state[body] != (uint8_t)WEND_BODY_MOVING) {
        return;
    }
    if (is_leg_late(crowd, body) && b->stuck[body] == (uint8_t)WENDI_STUCK_NOT) {
        /* Yielding would make it later still. */
        const bool reroutes = (crowd->stuck_plan & (uint32_t)WEND_STUCK_REROUTE) != 0;
        begin_plan(crowd, body,
                   reroutes ? (uint8_t)WENDI_STUCK_REROUTE
                            : next_plan(crowd->stuck_plan, WENDI_STUCK_NOT));
        return;
    }
    const double nearer = NEARER * wendi_body_pace(crowd, body);
    const double left = left_of(crowd, body);
    if (left < b->distance_left_least[body] - nearer) {
        b->distance_left_least[body] = left;
        if (b->stuck[body] != (uint8_t)WENDI_STUCK_NOT) {
            wendi_stuck_end(crowd, body);
            wendi_events_set(&crowd->events, body, WEND_EVENT_FREE);
        }
        b->wait[body] = 0;
        return;
    }
    if (wendi_social_is_waiting(crowd, body)) {
        return;
    }
    b->wait[body] += wendi_body_stride(crowd, body);
    if (b->stuck[body] == (uint8_t)WENDI_STUCK_NOT ||
        b->stuck[body] == (uint8_t)WENDI_STUCK_RESTARTED) {
        const double waited = (double)b->wait[body] * crowd->step;
        if (waited > LEAST_SECONDS && waited > patience_of(crowd, body)) {
            begin_plan(crowd, body, next_plan(crowd->stuck_plan, WENDI_STUCK_NOT));
        }
        return;
    }
    b->stuck_ticks[body] += wendi_body_stride(crowd, body);
    if ((double)b->stuck_ticks[body] * crowd->step > PLAN_SECONDS) {
        try_next(crowd, body);
    }
}

static void add_jam_to_grid(wend_crowd *crowd, wend_vec2 position, double radius)
{
    if (crowd->jam.index1 == 0) {
        wend_overlay_def def = wend_overlay_def_default();
        def.keep = JAM_KEEP;
        if (wend_grid_add_overlay(crowd->jam_grid, &def, &crowd->jam, NULL) != WEND_OK) {
            return;
        }
    }
    (void)wend_grid_overlay_add(crowd->jam_grid, crowd->jam, position, radius,
                                JAM_COST * WEND_OVERLAY_ONE);
}

static void add_jam_to_graph(wend_crowd *crowd, wend_vec2 position, double radius)
{
    if (crowd->graph_jam.index1 == 0) {
        wend_graph_overlay_def def = wend_graph_overlay_def_default();
        def.keep = JAM_KEEP;
        if (wend_graph_add_overlay(crowd->jam_graph, &def, &crowd->graph_jam, NULL) != WEND_OK) {
            return;
        }
    }
    (void)wend_graph_overlay_add(crowd->jam_graph, crowd->graph_jam, position, radius,
                                 JAM_COST * WEND_OVERLAY_ONE);
}

static void add_jam_to_mesh(wend_crowd *crowd, wend_vec2 position, double radius)
{
    if (crowd->mesh_jam.index1 == 0) {
        wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
        def.keep = JAM_KEEP;
        if (wend_mesh_add_overlay(crowd->jam_mesh, &def, &crowd->mesh_jam, NULL) != WEND_OK) {
            return;
        }
    }
    (void)wend_mesh_overlay_add(crowd->jam_mesh, crowd->mesh_jam, position, radius,
                                JAM_COST * WEND_OVERLAY_ONE);
}

static void add_jam_cost(wend_crowd *crowd, uint32_t i)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_vec2 position = {b->x[i], b->y[i]};
    const double radius = wendi_jam_radius(b->radius[i]);
    if (b->floor[i] != 0) {
        return;
    }
    if (crowd->jam_grid != NULL) {
        add_jam_to_grid(crowd, position, radius);
    }
    if (crowd->jam_graph != NULL) {
        add_jam_to_graph(crowd, position, radius);
    }
    if (crowd->jam_mesh != NULL) {
        add_jam_to_mesh(crowd, position, radius);
    }
}

void wendi_stuck_note_jams(wend_crowd *crowd, uint32_t begin, uint32_t end)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_JAMMED;
    for (uint32_t i = begin; i < end; ++i) {
        if ((b->flags[i] & bit) != 0) {
            b->flags[i] &= ~bit;
            add_jam_cost(crowd, i);
        }
    }
}

void wendi_stuck_fade_jams(wend_crowd *crowd)
{
    if (crowd->jam.index1 != 0) {
        (void)wend_grid_overlay_tick(crowd->jam_grid, crowd->jam);
    }
    if (crowd->graph_jam.index1 != 0) {
        (void)wend_graph_overlay_tick(crowd->jam_graph, crowd->graph_jam);
    }
    if (crowd->mesh_jam.index1 != 0) {
        (void)wend_mesh_overlay_tick(crowd->jam_mesh, crowd->mesh_jam);
    }
}
