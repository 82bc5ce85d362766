/* Explorers that block each other in a passage: after a wait one of them steps back along its own
 * trail, stays there for a while, returns to where it was, and goes on with its method.
 *
 *      ##########################
 *   o  . . . . (2)>  <(1)              (2) steps back to the left, until (1) is out of the
 *      ##########################      passage; its trail is dotted
 *
 * The one in the later slot steps back; so does one that stands in the way of another's step back.
 * Each time that it does not help it stays away for twice as long. The state of the method waits
 * meanwhile, so what is proven of a trace still holds.
 * Cost: a look at all explorers in every fourth update. */
#include "crowd/explore/explorers.h"

#include "base/math/clamp.h"

#include <string.h>

static const double WAIT = 2;      /* seconds against each other */
static const double AWAY = 2;      /* seconds of the first step back, before doubling */
static const double GAP = 0.4;     /* metres between bodies that block each other, at most */
static const double AHEAD = 0.3;   /* cosine: the other one is ahead */
static const double SPACING = 0.5; /* metres between points of the trail, at least */

enum {
    LOOK = 4 /* updates */,
    YIELDS_MOST = 5,
    PROGRESS = 6 /* points of the trail after which all is forgotten */
};

static bool is_same_body(wend_body_id a, wend_body_id b)
{
    return a.index1 == b.index1 && a.generation == b.generation;
}

/* The nearest explorer that is ahead, touches, nearly, and wants to go the other way; WENDI_NONE. */
static uint32_t find_blocker(const wendi_explorer_view *view, wend_vec2 direction)
{
    const wend_explorers *all = view->all;
    const wendi_bodies *b = &view->crowd->bodies;
    uint32_t found = WENDI_NONE;
    double nearest = 1e300;
    for (uint32_t i = 0; i < all->limit; ++i) {
        const wendi_explorer *other = &all->items[i];
        if (!other->is_used || other == view->e || other->state >= WEND_EXPLORE_ARRIVED) {
            continue;
        }
        const uint32_t body = other->body.index1 - 1;
        const wend_vec2 way = {b->x[body] - view->at.x, b->y[body] - view->at.y};
        const double distance = wend_vec2_length(way);
        if (b->floor[body] == view->floor && distance < nearest &&
            distance < view->radius + b->radius[body] + GAP &&
            wend_vec2_dot(way, direction) > AHEAD * distance &&
            wend_vec2_dot(other->wanted, way) < 0) {
            nearest = distance;
            found = i;
        }
    }
    return found;
}

/* True if this one steps back, and not the other. */
static bool yields_to(const wendi_explorer_view *view, uint32_t blocker)
{
    const wend_explorers *all = view->all;
    const wendi_explorer *other = &all->items[blocker];
    return other->is_yielding ? !is_same_body(other->yields_to, view->e->body)
                              : &all->items[blocker] < view->e;
}

/* Steps back where another explorer has been against it for a while.
 * @param wanted the velocity that it wants. */
static void watch(const wendi_explorer_view *view, wend_vec2 wanted)
{
    wendi_explorer *e = view->e;
    const double speed = wend_vec2_length(wanted);
    e->wanted = wanted;
    if ((e->ticks + (uint64_t)(e - view->all->items)) % LOOK != 0 || !(speed > 0)) {
        return;
    }
    const uint32_t blocker = find_blocker(view, wend_vec2_scale(wanted, 1 / speed));
    if (blocker == WENDI_NONE) {
        e->stand_ticks -= e->stand_ticks < LOOK ? e->stand_ticks : LOOK;
        return;
    }
    e->stand_ticks += LOOK;
    if ((double)e->stand_ticks * view->crowd->step < WAIT || !yields_to(view, blocker)) {
        return;
    }
    const double seconds = AWAY * (double)(2u << e->yields);
    e->stand_ticks = 0;
    e->yields += e->yields < YIELDS_MOST ? 1 : 0;
    e->yield_left = (uint32_t)(seconds / view->crowd->step);
    e->yields_to = view->all->items[blocker].body;
    e->trail_at = e->is_yielding ? e->trail_at : e->trail_count;
    e->is_yielding = true;
    e->points_since = 0;
}

static void leave_trail(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const double spacing = wendi_max(SPACING, 2 * view->radius);
    if (e->trail_count > 0 &&
        wend_vec2_distance(view->at, e->trail[e->trail_count - 1]) < spacing) {
        return;
    }
    if (e->trail_count == WENDI_EXPLORER_TRAIL) {
        memmove(e->trail, e->trail + 1, (WENDI_EXPLORER_TRAIL - 1) * sizeof e->trail[0]);
        e->trail_count--;
    }
    e->trail[e->trail_count++] = view->at;
    e->points_since += e->points_since < PROGRESS ? 1 : 0;
    e->yields = e->points_since == PROGRESS ? 0 : e->yields;
}

/* Back along the trail while there is time; then on along it to its end. */
static wend_vec2 step_back(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const double near = view->advance + 0.3 * view->radius;
    if (e->yield_left > 0) {
        e->yield_left--;
        while (e->trail_at > 0 && wend_vec2_distance(view->at, e->trail[e->trail_at - 1]) < near) {
            e->trail_at--;
        }
        return e->trail_at > 0 ? wendi_explorer_slide_to(view, e->trail[e->trail_at - 1])
                               : (wend_vec2){0, 0};
    }
    while (e->trail_at < e->trail_count &&
           wend_vec2_distance(view->at, e->trail[e->trail_at]) < near) {
        e->trail_at++;
    }
    e->is_yielding = e->trail_at < e->trail_count;
    return e->is_yielding ? wendi_explorer_slide_to(view, e->trail[e->trail_at])
                          : (wend_vec2){0, 0};
}

wend_vec2 wendi_explorer_give_way(const wendi_explorer_view *view)
{
    wendi_explorer *e = view->e;
    const bool is_back = e->is_yielding;
    const wend_vec2 velocity = is_back ? step_back(view) : wendi_explorer_move(view);
    if (!is_back) {
        leave_trail(view);
    }
    if (e->state < WEND_EXPLORE_ARRIVED) {
        watch(view, velocity);
    }
    return velocity;
}
