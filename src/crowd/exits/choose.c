/* How bodies choose exits, and how exits are measured.
 *
 *   queue of an exit     bodies on their way there, by the seconds that they still walk
 *
 *       walks   1.0   1.2   1.3   4.0          a rate of two bodies a second:
 *       through 1.0   1.5   2.0   4.0          the later of its walk, and half a second after the one ahead
 *
 *   a body that walks for 1.25 seconds would be through after 2.0 if it joined
 *
 * Cost: a look at each body with an exit in each tick. In a turn, five times a second, a sort of these
 * bodies; a quarter of them looks at all exits: a length, and a search in the queue. */
#include "crowd/exits/exits.h"
#include "crowd/goals/goals.h"

#include "base/math/clamp.h"

#include <string.h>

enum {
    TURNS = 4,       /* between two choices of a body */
    TURNS_AGAIN = 25 /* between two tries of exits to which there was no path */
};

static const double TURN = 0.2;      /* seconds */
static const double ESTIMATE = 2.4;  /* bodies a second that pass a metre of width */
static const double ESTIMATED = 6;   /* seconds of measurement that the estimate counts for */
static const double FADE = 0.99;     /* of the measurement, a turn */
static const double SOON = 2;        /* seconds: a body is before the exit */
static const double QUEUE = 1.5;     /* times the rate: so many before it are a queue */
static const double SAVED_LEAST = 2; /* seconds */
static const double SAVED_PART = 0.125;
static const double LENGTHENED = 2; /* metres */
static const double BESIDE = 1;     /* metres beside the door that count as in it */
static const double SPEED_LEAST = 0.01;

/* ---- lengths ---- */

static double behind(const wendi_exit *e)
{
    return e->def.has_goal ? wend_vec2_distance(e->def.position, e->def.goal) : 0;
}

static double straight(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return wend_vec2_distance((wend_vec2){b->x[body], b->y[body]}, e->def.position);
}

static bool has_request(const wendi_exit *e)
{
    return e->def.request.index1 != 0;
}

/* By the field; where there is none yet, a straight line. */
static double metres_by_flow(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const double x = b->x[body];
    const double y = b->y[body];
    double cost = 0;
    if (crowd->flow != NULL &&
        wend_flow_cost_left(crowd->flow, e->def.request, b->floor[body], x, y, &cost) == WEND_OK) {
        return wendi_clamp(cost * crowd->flow_cell - behind(e), 0, WENDI_EXIT_FAR);
    }
    double direction_x = 0;
    double direction_y = 0;
    const wend_flow_guidance why =
        crowd->flow == NULL ? WEND_FLOW_INVALID
                            : wend_flow_sample(crowd->flow, e->def.request, b->floor[body], x, y,
                                               &direction_x, &direction_y);
    return why == WEND_FLOW_INVALID || why == WEND_FLOW_UNREACHABLE ? WENDI_EXIT_FAR
                                                                    : straight(crowd, e, body);
}

double wendi_exit_metres(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    return has_request(e) ? metres_by_flow(crowd, e, body)
                          : straight(crowd, e, body) + wendi_max(e->detour[body], 0);
}

double wendi_exit_rate(const wendi_exit *e)
{
    return e->def.rate > 0 ? e->def.rate
                           : (ESTIMATE * e->def.width * ESTIMATED + e->busy_passed) /
                                 (ESTIMATED + e->busy_seconds);
}

static double seconds_to(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    return wendi_exit_metres(crowd, e, body) / wendi_max(crowd->bodies.speed[body], SPEED_LEAST);
}

/* A body that walks by a path to its exit learns how much longer the path is than a straight line. */
static void learn(const wend_crowd *crowd, wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t unknown = (uint32_t)WENDI_BODY_NEEDS_ROUTE | (uint32_t)WENDI_BODY_PARTIAL;
    if (has_request(e) || b->goal[body] != (uint8_t)WEND_BODY_GOAL_POINT) {
        return;
    }
    if (b->state[body] == (uint8_t)WEND_BODY_NO_PATH) {
        e->detour[body] = WENDI_EXIT_FAR;
    } else if (b->state[body] == (uint8_t)WEND_BODY_MOVING && (b->flags[body] & unknown) == 0) {
        const double more = b->distance_left[body] - behind(e) - straight(crowd, e, body);
        if (e->detour[body] >= 0 && more > e->detour[body] + LENGTHENED && b->ticket[body] == 0) {
            /* Pushed off its path it would walk back to a corner behind it. */
            b->flags[body] |= (uint32_t)WENDI_BODY_NEEDS_ROUTE;
        }
        e->detour[body] = wendi_clamp(more, 0, WENDI_EXIT_FAR);
    }
}

/* ---- passing ---- */

/* True for bodies that are on their way to an exit. */
static bool is_coming(const wend_crowd *crowd, uint32_t body)
{
    const wendi_exits *all = crowd->exits;
    return all->exit1_of[body] != 0 && wendi_bodies_is_alive(&crowd->bodies, body) &&
           (all->bits[body] & (uint32_t)WENDI_EXIT_PASSED) == 0;
}

/* True for a position beyond the plane of a door with a goal behind it. */
static bool is_beyond_plane(const wend_exit_def *d, double x, double y)
{
    const wend_vec2 off = {x - d->position.x, y - d->position.y};
    return wend_vec2_dot(off, wend_vec2_sub(d->goal, d->position)) > 0;
}

/* True for a body beyond the door; without a goal behind it: in the door. */
static bool is_beyond(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const double near = e->def.width / 2 + b->radius[body];
    return e->def.has_goal ? is_beyond_plane(&e->def, b->x[body], b->y[body])
                           : straight(crowd, e, body) <= near;
}

/* True for a body beside the way straight through the door. */
static bool is_aside(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_exit_def *d = &e->def;
    const wend_vec2 off = {b->x[body] - d->position.x, b->y[body] - d->position.y};
    const wend_vec2 way = wend_vec2_normalize(wend_vec2_sub(d->goal, d->position));
    const double across = wend_vec2_dot(off, wend_vec2_perpendicular(way));
    const double most = d->width / 2 + b->radius[body] + BESIDE;
    return across > most || across < -most;
}

/* True if the rest of the body's route is beyond the plane of the door, or its goal in sight. */
static bool is_route_beyond(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    if (has_request(e)) {
        double x = 0;
        double y = 0;
        return crowd->flow != NULL &&
               wend_flow_sample(crowd->flow, e->def.request, b->floor[body], b->x[body], b->y[body],
                                &x, &y) == WEND_FLOW_LINE_OF_SIGHT;
    }
    const wendi_body_route *route = &crowd->routes.of[body];
    bool is_all = b->leg[body] < route->count;
    for (uint32_t i = b->leg[body]; i < route->count && is_all; ++i) {
        is_all = is_beyond_plane(&e->def, route->legs[i].to_x, route->legs[i].to_y);
    }
    return is_all;
}

/* True if the body is beyond the door, and the way that it walks does not lead through it any more. So it is
 * where that way is shorter than the one from the door to the goal. Before the door the length that is
 * known may be of a part of the way alone. */
static bool is_way_beyond(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t unknown = (uint32_t)WENDI_BODY_NEEDS_ROUTE | (uint32_t)WENDI_BODY_PARTIAL;
    return e->def.has_goal && b->state[body] == (uint8_t)WEND_BODY_MOVING &&
           (b->flags[body] & unknown) == 0 && is_beyond(crowd, e, body) &&
           ((b->distance_left[body] > 0 && b->distance_left[body] < behind(e)) ||
            is_route_beyond(crowd, e, body));
}

static bool is_level(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return b->floor[body] == e->def.floor && wendi_bodies_is_level_with(b, body, e->def.z);
}

/* Bodies that were never before the door are not counted: they were outside when they got the order. */
static void watch_door(wend_crowd *crowd, wendi_exit *e, uint32_t body)
{
    uint8_t *bits = &crowd->exits->bits[body];
    const uint32_t is_before = (uint32_t)WENDI_EXIT_IS_BEFORE;
    const uint32_t was_before = (uint32_t)WENDI_EXIT_WAS_BEFORE;
    const uint32_t before = *bits;
    bool has_crossed = false;
    if (is_level(crowd, e, body) && is_beyond(crowd, e, body)) {
        has_crossed = !e->def.has_goal || ((before & is_before) != 0 && !is_aside(crowd, e, body));
        *bits &= (uint8_t)~is_before;
    } else if (is_level(crowd, e, body)) {
        *bits |= (uint8_t)(is_before | was_before);
    }
    if (has_crossed || is_way_beyond(crowd, e, body) ||
        crowd->bodies.state[body] == (uint8_t)WEND_BODY_ARRIVED) {
        *bits |= (uint8_t)WENDI_EXIT_PASSED;
        crowd->bodies.flags[body] &= ~(uint32_t)WENDI_BODY_SEEKS_EXIT;
        e->passed += has_crossed || (before & was_before) != 0;
    }
}

bool wendi_exit_is_behind(const wend_crowd *crowd, uint32_t body)
{
    const wendi_exits *all = crowd->exits;
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t exit1 = all->exit1_of[body];
    if (exit1 == 0 || exit1 == WENDI_EXIT_WAITING ||
        (all->bits[body] & (uint32_t)WENDI_EXIT_PASSED) == 0 ||
        b->state[body] == (uint8_t)WEND_BODY_NO_PATH) {
        return false;
    }
    const wendi_exit *e = &all->items[exit1 - 1];
    /* Others may have pushed it back by a step, or out of the door. */
    const wend_vec2 way = wend_vec2_normalize(wend_vec2_sub(e->def.goal, e->def.position));
    const bool is_there =
        e->def.has_goal
            ? is_beyond_plane(&e->def, b->x[body] + way.x, b->y[body] + way.y)
            : b->state[body] == (uint8_t)WEND_BODY_ARRIVED ||
                  straight(crowd, e, body) <= e->def.width / 2 + b->radius[body] + BESIDE;
    return is_there && wendi_exit_metres(crowd, e, body) < WENDI_EXIT_FAR;
}

/* A body behind its door without a path to the goal takes another exit, as those before it. */
static void watch_doors(wend_crowd *crowd)
{
    wendi_exits *all = crowd->exits;
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        if (b->state[i] == (uint8_t)WEND_BODY_NO_PATH) {
            all->bits[i] &= (uint8_t)WENDI_EXIT_CHOOSES_NEAREST;
        } else if (is_coming(crowd, i) && all->exit1_of[i] != WENDI_EXIT_WAITING) {
            watch_door(crowd, &all->items[all->exit1_of[i] - 1], i);
        }
    }
}

/* ---- queues ---- */

/* Lays out the queues of all exits. Bodies that know no path to theirs are in none. */
static void form_queues(wend_crowd *crowd)
{
    wendi_exits *all = crowd->exits;
    for (uint32_t i = 0; i < all->count; ++i) {
        all->items[i].count = 0;
        all->items[i].joined = 0;
    }
    uint32_t queued = 0;
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (!is_coming(crowd, i) || all->exit1_of[i] == WENDI_EXIT_WAITING) {
            continue;
        }
        wendi_exit *e = &all->items[all->exit1_of[i] - 1];
        learn(crowd, e, i);
        const double metres = wendi_exit_metres(crowd, e, i);
        if (crowd->bodies.state[i] != (uint8_t)WEND_BODY_NO_PATH && metres < WENDI_EXIT_FAR) {
            const double seconds = metres / wendi_max(crowd->bodies.speed[i], SPEED_LEAST);
            wendi_sort_pair *pair = &all->scratch[queued++];
            memcpy(&pair->key, &seconds, sizeof pair->key);
            pair->value = i;
            e->count++;
        }
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < all->count; ++i) {
        all->items[i].first = first;
        first += all->items[i].count;
        all->items[i].count = 0;
    }
    for (uint32_t i = 0; i < queued; ++i) {
        wendi_exit *e = &all->items[all->exit1_of[all->scratch[i].value] - 1];
        all->queue[e->first + e->count++] = all->scratch[i];
    }
}

static double arrival_of(const wendi_sort_pair *pair)
{
    double seconds = 0;
    memcpy(&seconds, &pair->key, sizeof seconds);
    return seconds;
}

/* When each body of a queue is through. */
static void pass_queue(wendi_exits *all, wendi_exit *e)
{
    wendi_sort_pair *queue = all->queue + e->first;
    double *through = all->through + e->first;
    const double each = 1 / wendi_exit_rate(e);
    wendi_sort_pairs(queue, all->scratch, e->count);
    for (uint32_t i = 0; i < e->count; ++i) {
        const double walk = arrival_of(&queue[i]);
        through[i] = i > 0 ? wendi_max(walk, through[i - 1] + each) : walk;
    }
    e->seconds = e->count > 0 ? through[e->count - 1] : 0;
}

/* The number of bodies of a queue that arrive before, or at the same time. */
static uint32_t count_ahead(const wendi_exits *all, const wendi_exit *e, double seconds)
{
    const wendi_sort_pair *queue = all->queue + e->first;
    uint32_t low = 0;
    uint32_t high = e->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (arrival_of(&queue[middle]) <= seconds) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The rate while there is a queue. */
static void measure(wendi_exits *all, wendi_exit *e, double seconds)
{
    const double passed = (double)(e->passed - e->passed_before);
    if (e->was_busy) {
        e->busy_seconds = FADE * e->busy_seconds + seconds;
        e->busy_passed = FADE * e->busy_passed + passed;
    }
    e->passed_before = e->passed;
    e->was_busy = (double)count_ahead(all, e, SOON) > QUEUE * SOON * wendi_exit_rate(e);
}

/* ---- choices ---- */

bool wendi_exit_is_goal_of(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    if (has_request(e)) {
        return b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW &&
               b->order_index[body] == e->def.request.index1 &&
               b->order_generation[body] == e->def.request.generation;
    }
    const wend_vec2 off = {b->goal_x[body] - e->def.goal.x, b->goal_y[body] - e->def.goal.y};
    return b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT && b->goal_floor[body] == e->def.floor &&
           !(wend_vec2_dot(off, off) > 0);
}

void wendi_exit_send(wend_crowd *crowd, uint32_t body, uint32_t index)
{
    const wendi_exit *e = &crowd->exits->items[index];
    if (has_request(e)) {
        wendi_goal_set_flow(crowd, body, e->def.request, crowd->next_goal_group++);
    } else {
        wendi_goal_set_point(crowd, body, e->def.has_goal ? e->def.goal : e->def.position,
                             e->def.floor, 0);
        if (crowd->bodies.z != NULL) {
            crowd->bodies.goal_z[body] = e->def.z;
        }
    }
    const uint32_t before = (uint32_t)WENDI_EXIT_IS_BEFORE | (uint32_t)WENDI_EXIT_WAS_BEFORE;
    uint8_t *bits = &crowd->exits->bits[body];
    *bits &= (uint8_t)~before;
    if ((*bits & (uint32_t)WENDI_EXIT_PASSED) == 0) {
        if (is_level(crowd, e, body) && !is_beyond(crowd, e, body)) {
            *bits |= (uint8_t)before;
        }
        crowd->bodies.flags[body] |= (uint32_t)WENDI_BODY_SEEKS_EXIT;
    }
    crowd->exit1_of[body] = index + 1;
}

/* Seconds until a body that joins the queue now is through. */
static double seconds_if_joined(const wend_crowd *crowd, const wendi_exit *e, uint32_t body)
{
    const wendi_exits *all = crowd->exits;
    const double walk = seconds_to(crowd, e, body);
    if ((all->bits[body] & (uint32_t)WENDI_EXIT_CHOOSES_NEAREST) != 0) {
        return walk;
    }
    const double each = 1 / wendi_exit_rate(e);
    const uint32_t ahead = count_ahead(all, e, walk);
    const double joined = (double)e->joined * each;
    return wendi_max(walk, ahead > 0 ? all->through[e->first + ahead - 1] + each + joined : joined);
}

/* The exit at which a body is through first, other than its own. @return WENDI_NONE: there is none. */
static uint32_t find_other(const wend_crowd *crowd, uint32_t body, uint32_t own, double *least)
{
    const wendi_exits *all = crowd->exits;
    const double speed = wendi_max(crowd->bodies.speed[body], SPEED_LEAST);
    uint32_t best = WENDI_NONE;
    *least = 1e300;
    for (uint32_t i = 0; i < all->count; ++i) {
        const wendi_exit *e = &all->items[i];
        if (i == own || !wendi_exit_is_open(e) ||
            wendi_exit_metres(crowd, e, body) >= WENDI_EXIT_FAR) {
            continue;
        }
        const double seconds = seconds_if_joined(crowd, e, body);
        if (seconds < *least && seconds < WENDI_EXIT_FAR / speed) {
            best = i;
            *least = seconds;
        }
    }
    return best;
}

/* A body without any exit stands. */
static void wait_for_exits(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    if (b->state[body] != (uint8_t)WEND_BODY_NO_PATH) {
        wendi_goal_set_point(crowd, body, (wend_vec2){b->x[body], b->y[body]}, b->floor[body], 0);
        wendi_body_lose_path(crowd, body);
        b->flags[body] &= ~(uint32_t)WENDI_BODY_NEEDS_ROUTE;
    }
    crowd->exit1_of[body] = WENDI_EXIT_WAITING;
}

/* A body without a path may take its own exit again: that may have a path or another request by now.
 * @param stay seconds until the body is through its own exit. */
static void choose(wend_crowd *crowd, uint32_t body, double stay, bool is_turn)
{
    wendi_exits *all = crowd->exits;
    const bool is_waiting = all->exit1_of[body] == WENDI_EXIT_WAITING;
    const bool is_lost = is_waiting || crowd->bodies.state[body] == (uint8_t)WEND_BODY_NO_PATH;
    const uint32_t own = is_lost ? WENDI_NONE : all->exit1_of[body] - 1;
    const bool has_own = !is_lost && wendi_exit_is_open(&all->items[own]) &&
                         wendi_exit_metres(crowd, &all->items[own], body) < WENDI_EXIT_FAR;
    if (has_own && !is_turn) {
        return;
    }
    double least = 0;
    const uint32_t best = find_other(crowd, body, own, &least);
    const double saved = wendi_max(SAVED_LEAST, SAVED_PART * stay);
    if (best != WENDI_NONE && (!has_own || least + saved < stay)) {
        const bool follows = is_lost && all->exit1_of[body] == best + 1 &&
                             has_request(&all->items[best]) &&
                             wendi_exit_is_goal_of(crowd, &all->items[best], body);
        if (!follows) {
            wendi_exit_send(crowd, body, best);
            all->items[best].joined++;
        }
    } else if (!has_own && best == WENDI_NONE &&
               (is_waiting || all->items[all->exit1_of[body] - 1].def.is_closed)) {
        wait_for_exits(crowd, body);
    }
}

/* Exits to which there was no path are tried again: by all bodies after an edit, and by those that have
 * no other. */
static void try_again(wend_crowd *crowd)
{
    wendi_exits *all = crowd->exits;
    const wendi_bodies *b = &crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        const bool has_none = b->state[i] == (uint8_t)WEND_BODY_NO_PATH;
        if (!is_coming(crowd, i) || (!all->has_edits && !has_none)) {
            continue;
        }
        for (uint32_t k = 0; k < all->count; ++k) {
            wendi_exit *e = &all->items[k];
            if (e->generation % 2 == 1 && e->detour[i] >= WENDI_EXIT_FAR) {
                e->detour[i] = WENDI_EXIT_UNKNOWN;
            }
        }
        if (has_none && b->goal[i] == (uint8_t)WEND_BODY_GOAL_POINT) {
            all->exit1_of[i] = WENDI_EXIT_WAITING;
        }
    }
    all->has_edits = false;
}

static void take_turn(wend_crowd *crowd, uint64_t turn, double seconds)
{
    wendi_exits *all = crowd->exits;
    form_queues(crowd);
    if (turn % TURNS_AGAIN == 0) {
        try_again(crowd);
    }
    for (uint32_t i = 0; i < all->count; ++i) {
        wendi_exit *e = &all->items[i];
        pass_queue(all, e);
        measure(all, e, seconds);
    }
    const uint32_t mine = (uint32_t)(turn % TURNS);
    /* The queues stay as they were laid out; those that join one in this turn count besides. */
    for (uint32_t i = 0; i < all->count; ++i) {
        const wendi_exit *e = &all->items[i];
        for (uint32_t k = 0; k < e->count; ++k) {
            const uint32_t body = all->queue[e->first + k].value;
            const bool is_nearest = (all->bits[body] & (uint32_t)WENDI_EXIT_CHOOSES_NEAREST) != 0;
            const double stay =
                is_nearest ? arrival_of(&all->queue[e->first + k]) : all->through[e->first + k];
            if (all->exit1_of[body] != WENDI_EXIT_WAITING) {
                choose(crowd, body, stay, body % TURNS == mine);
            }
        }
    }
    for (uint32_t i = 0; i < crowd->bodies.high; ++i) {
        if (is_coming(crowd, i) && (all->exit1_of[i] == WENDI_EXIT_WAITING ||
                                    crowd->bodies.state[i] == (uint8_t)WEND_BODY_NO_PATH)) {
            choose(crowd, i, 0, true);
        }
    }
}

void wendi_exits_tick(wend_crowd *crowd)
{
    wendi_exits *all = crowd->exits;
    if (all->count == 0) {
        return;
    }
    const double ticks = TURN / crowd->step + 0.5;
    const uint64_t period = ticks > 1 ? (uint64_t)ticks : 1;
    watch_doors(crowd);
    if (crowd->tick % period == 0) {
        take_turn(crowd, crowd->tick / period, (double)period * crowd->step);
    }
}
