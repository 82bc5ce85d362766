/* takes: bodies on their way, and how long they take for it.
 * gives: who is stuck, and what it does about it.
 * cost:  a look at each body, and an overlay's edit for those who report a jam. */
#include "crowd/core/motion.h"

/* A body that got no nearer by this much (metres) in its time waits. */
static const double NEARER = 0.25;
static const double LEAST_SECONDS = 4;
static const double MOST_SECONDS = 10;
static const double PLAN_SECONDS = 3; /* each thing is tried for so long */

/* A jam is forgotten by half in about seven seconds of the default step. */
static const double JAM_KEEP = 0.995;
enum { JAM_COST = 6 };

/* Seconds that a body may be without getting nearer: the free time of what it has left of its leg,
 * times the margin, but no less than a few seconds and no more than ten: a leg of a minute is no
 * reason to stand wedged in a door for three. */
static double patience_of(const wend_crowd *crowd, uint32_t i)
{
    const wendi_bodies *b = &crowd->bodies;
    double seconds = b->leg_free[i] * crowd->stuck_margin;
    seconds = seconds < MOST_SECONDS ? seconds : MOST_SECONDS;
    return seconds > LEAST_SECONDS ? seconds : LEAST_SECONDS;
}

/* The next thing to try that the plan has, after the one that was tried. */
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

void wendi_stuck_end(wend_crowd *crowd, uint32_t i)
{
    wendi_bodies *b = &crowd->bodies;
    b->stuck[i] = WENDI_STUCK_NOT;
    b->stuck_ticks[i] = 0;
    wendi_events_unset(&crowd->events, i, WEND_EVENT_STUCK);
}

static void give_up(wend_crowd *crowd, uint32_t i)
{
    wendi_bodies *b = &crowd->bodies;
    b->state[i] = WEND_BODY_GIVEN_UP;
    wendi_stuck_end(crowd, i);
    b->home_x[i] = b->x[i];
    b->home_y[i] = b->y[i];
    wendi_events_set(&crowd->events, i, WEND_EVENT_GIVEN_UP);
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
            crowd->source.ask != NULL) {
            b->flags[i] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
        }
    }
}

/* What comes after a plan that did not help. After the last one all begins again, from where it is
 * by now; until then it is stuck as before, so that who is told of it hears how it ends. */
static void try_next(wend_crowd *crowd, uint32_t i)
{
    wendi_bodies *b = &crowd->bodies;
    const bool is_told = b->stuck[i] == (uint8_t)WENDI_STUCK_REPORTED;
    const uint8_t next = next_plan(crowd->stuck_plan, b->stuck[i]);
    if (next == (uint8_t)WENDI_STUCK_REPORTED &&
        (crowd->stuck_plan & (uint32_t)WEND_STUCK_GIVE_UP) != 0) {
        give_up(crowd, i);
    } else if (!is_told) {
        begin_plan(crowd, i, next);
    } else {
        b->stuck[i] = WENDI_STUCK_RESTARTED;
        b->to_go_least[i] = b->distance_left[i];
        b->wait[i] = 0;
    }
}

static void clear_stuck(wend_crowd *crowd, uint32_t i)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->stuck[i] != (uint8_t)WENDI_STUCK_NOT) {
        wendi_stuck_end(crowd, i);
        wendi_events_set(&crowd->events, i, WEND_EVENT_FREE);
    }
    b->wait[i] = 0;
}

void wendi_stuck_watch(wend_crowd *crowd, uint32_t i)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->state[i] != (uint8_t)WEND_BODY_MOVING) {
        return;
    }
    if (b->distance_left[i] < b->to_go_least[i] - NEARER) {
        b->to_go_least[i] = b->distance_left[i];
        clear_stuck(crowd, i);
        return;
    }
    b->wait[i]++;
    if (b->stuck[i] == (uint8_t)WENDI_STUCK_NOT || b->stuck[i] == (uint8_t)WENDI_STUCK_RESTARTED) {
        const double waited = (double)b->wait[i] * crowd->step;
        if (waited > LEAST_SECONDS && waited > patience_of(crowd, i)) {
            begin_plan(crowd, i, next_plan(crowd->stuck_plan, WENDI_STUCK_NOT));
        }
        return;
    }
    b->stuck_ticks[i]++;
    if ((double)b->stuck_ticks[i] * crowd->step > PLAN_SECONDS) {
        try_next(crowd, i);
    }
}

static void add_jam_cost(wend_crowd *crowd, uint32_t i)
{
    const wendi_bodies *b = &crowd->bodies;
    if (crowd->jam_grid == NULL || b->floor[i] != 0) {
        return;
    }
    if (crowd->jam.index1 == 0) {
        wend_overlay_def def = wend_overlay_def_default();
        def.keep = JAM_KEEP;
        if (wend_grid_add_overlay(crowd->jam_grid, &def, &crowd->jam, NULL) != WEND_OK) {
            return;
        }
    }
    (void)wend_grid_overlay_add(crowd->jam_grid, crowd->jam, (wend_vec2){b->x[i], b->y[i]},
                                wendi_jam_radius(b->radius[i]), JAM_COST * WEND_OVERLAY_ONE);
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
}
