/* Places around a goal that several bodies share: each body walks to a place of its own, so that
 * the group keeps its order, and nobody stands in the way of others.
 *
 *        . o o .          Places lie on a fixed lattice around the goal, the nearest ones first, and
 *       o o o o o         only where a straight way leads to them from the goal. Far ones are taken
 *  >   o o G o o .        first, seen from where the group comes; of those the one that is least
 *       o o o . .         to the side of the body's own way.
 *        o o . .
 *
 * Bodies choose when the goal is ahead in a straight line: on the last leg of a route, in the line
 * of sight of a flow. No place is stored but the body's own (home_x, home_y): a place is free if no
 * body that goes there or rests there needs the room.
 * Cost: nothing while no body seeks a place; else, every eighth tick, a pass over all bodies, and
 * for each choice a pass over the places of its goal and tests of the way there. The work of such a
 * round is counted and bounded; bodies that it leaves choose in a later round. */
#include "crowd/core/motion.h"
#include "crowd/goals/gathering.h"
#include "crowd/goals/goals.h"

#include "base/math/clamp.h"
#include "flow/core/cell_size.h"

#include <string.h>

enum {
    PERIOD = 8,                /* ticks between two rounds of choices */
    MANY = 6,                  /* bodies sent to one point one by one: from so many on a group */
    LOOKS_MOST = 1 << 22,      /* in a round; the other bodies choose later */
    FIND_LOOKS_MOST = 1 << 22, /* for the places of one goal; there are no more then */
    SIGHT_TICKS = 16           /* between two looks whether the way is clear */
};

static const double ROOMY = 0.98;        /* of WENDI_PLACE_SPACING is enough */
static const double ASIDE = 0.55;        /* metres ahead that a metre to the side costs */
static const double ARRIVAL = 0.8;       /* radii: near enough to the place */
static const double SLOW_TO_STRAY = 0.3; /* only a body this slow may have lost sight of it */
static const double SLOW_NEAR = 0.35;    /* of its speed lacks, inside of the disc: likewise */
static const double BLOCKED = 0.5;       /* seconds without progress: another place may be better */
static const double NEAR_DISC = 6; /* metres around the disc where a field need not be straight */

static bool is_flag(const wendi_bodies *b, uint32_t body, uint32_t flag)
{
    return (b->flags[body] & flag) != 0;
}

static const wendi_route_leg *last_leg(const wend_crowd *crowd, uint32_t body)
{
    const wendi_body_route *route = &crowd->routes.of[body];
    return route->count > 0 ? &route->legs[route->count - 1] : NULL;
}

/* @return false: the body has no goal of its own that others could share. */
static bool find_goal(const wend_crowd *crowd, uint32_t body, wendi_shared_goal *goal)
{
    const wendi_bodies *b = &crowd->bodies;
    if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_POINT) {
        *goal = (wendi_shared_goal){b->goal_x[body], b->goal_y[body], b->goal_floor[body]};
        return true;
    }
    if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_PATH) {
        const wendi_route_leg *leg = last_leg(crowd, body);
        if (leg == NULL) {
            return false;
        }
        *goal = (wendi_shared_goal){leg->to_x, leg->to_y,
                                    leg->floor1 != 0 ? leg->floor1 - 1 : b->floor[body]};
        return true;
    }
    if (b->goal[body] != (uint8_t)WEND_BODY_GOAL_FLOW || crowd->flow == NULL) {
        return false;
    }
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    wend_flow_position only;
    if (!wendi_flow_only_goal(crowd->flow, order, &only)) {
        return false;
    }
    *goal = (wendi_shared_goal){only.position.x, only.position.y, only.floor};
    return true;
}

static double height_of_goal(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_route_leg *leg = last_leg(crowd, body);
    return b->z == NULL ? 0 : leg != NULL ? leg->to_z : b->z[body];
}

/* ---- bodies by goal ---- */

static uint32_t hash_of(const wendi_shared_goal *goal, uint32_t size)
{
    uint64_t bits[2];
    memcpy(&bits[0], &goal->x, sizeof bits[0]);
    memcpy(&bits[1], &goal->y, sizeof bits[1]);
    uint64_t hash = (bits[0] ^ (bits[1] << 21 | bits[1] >> 43)) + goal->floor;
    hash *= 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
    hash *= 0xBF58476D1CE4E5B9U;
    return (uint32_t)((hash >> 32) % size);
}

static bool is_equal(const wendi_shared_goal *a, const wendi_shared_goal *b)
{
    return !(a->x < b->x || a->x > b->x || a->y < b->y || a->y > b->y) && a->floor == b->floor;
}

/* Chains bodies by the hash of their goals; in a chain the last body comes first. */
static void chain_bodies(wend_crowd *crowd)
{
    wendi_workspace *w = &crowd->work;
    const wendi_bodies *b = &crowd->bodies;
    memset(w->place_first, 0xFF, b->limit * sizeof *w->place_first);
    memset(w->is_gathered, 0, b->limit * sizeof *w->is_gathered);
    for (uint32_t i = 0; i < b->high; ++i) {
        wendi_shared_goal goal;
        if (wendi_bodies_is_alive(b, i) && find_goal(crowd, i, &goal)) {
            uint32_t *first = &w->place_first[hash_of(&goal, b->limit)];
            w->place_next[i] = *first;
            *first = i;
        }
    }
}

static bool is_member(const wend_crowd *crowd, const wendi_gathering *g, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_shared_goal goal;
    const uint8_t state = b->state[body];
    if ((state != (uint8_t)WEND_BODY_MOVING && state != (uint8_t)WEND_BODY_PATH_PENDING &&
         state != (uint8_t)WEND_BODY_ARRIVED) ||
        !find_goal(crowd, body, &goal) || !is_equal(&goal, &g->goal)) {
        return false;
    }
    if (b->z == NULL) {
        return true;
    }
    const double off = height_of_goal(crowd, body) - g->at.z;
    return off <= b->height[g->like] && -off <= b->height[g->like];
}

/* True if a straight way leads the body to its goal, or nearly. */
static bool may_choose(const wend_crowd *crowd, const wendi_gathering *g, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t off = (uint32_t)WENDI_BODY_TELEPORTS | (uint32_t)WENDI_BODY_ON_LINK |
                         (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_PARTIAL |
                         (uint32_t)WENDI_BODY_REJOINS | (uint32_t)WENDI_BODY_SEEKS_EXIT;
    if (!is_flag(b, body, WENDI_BODY_SEEKS_PLACE) || is_flag(b, body, off) ||
        b->state[body] != (uint8_t)WEND_BODY_MOVING || b->floor[body] != g->goal.floor) {
        return false;
    }
    if (b->goal[body] != (uint8_t)WEND_BODY_GOAL_FLOW) {
        const wendi_body_route *route = &crowd->routes.of[body];
        return route->count > 0 && b->leg[body] + 1 == route->count &&
               !wendi_leg_changes_floor(&route->legs[route->count - 1], b->floor[body]) &&
               route->legs[route->count - 1].behaviour == (uint32_t)WEND_BEHAVIOUR_WALK;
    }
    if (wendi_body_has_lane(crowd, body)) {
        return false; /* from its lane it may see the goal before it is around the corner */
    }
    const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
    double x = 0;
    double y = 0;
    const wend_flow_guidance why =
        wend_flow_sample(crowd->flow, order, b->floor[body], b->x[body], b->y[body], &x, &y);
    return why == WEND_FLOW_LINE_OF_SIGHT || why == WEND_FLOW_ARRIVED ||
           (why == WEND_FLOW_FIELD && b->distance_left[body] > 0 &&
            b->distance_left[body] < g->radius + NEAR_DISC);
}

/* Counts the bodies of a goal. */
static void count_members(wend_crowd *crowd, wendi_gathering *g)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    g->least = 1e300;
    for (uint32_t i = w->place_first[hash_of(&g->goal, b->limit)]; i != WENDI_NONE;
         i = w->place_next[i]) {
        if (!is_member(crowd, g, i)) {
            continue;
        }
        const double radius = b->radius[i];
        w->is_gathered[i] = true;
        g->count++;
        g->resting += b->state[i] == (uint8_t)WEND_BODY_ARRIVED ? 1 : 0;
        g->squares += radius * radius;
        g->least = radius < g->least ? radius : g->least;
        g->most = radius > g->most ? radius : g->most;
        g->is_group |= b->goal_group[i] != 0;
    }
    g->radius = wendi_goal_group_radius(g->squares);
}

/* True if the bodies of a goal get places. Few that only happen to have one goal, perhaps as
 * enemies, each go to the point itself. */
static bool has_places(const wendi_gathering *g)
{
    return g->is_group ? g->count > 1 : g->count >= (uint32_t)MANY;
}

/* A body that is not placed although it could be seeks from now on; without places none does. */
static void mark_seekers(wend_crowd *crowd, const wendi_gathering *g)
{
    wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    const uint32_t seeks = (uint32_t)WENDI_BODY_SEEKS_PLACE;
    for (uint32_t i = w->place_first[hash_of(&g->goal, b->limit)]; i != WENDI_NONE;
         i = w->place_next[i]) {
        if (!is_member(crowd, g, i)) {
            continue;
        }
        if (!has_places(g)) {
            b->flags[i] &= ~seeks;
        } else if (b->state[i] != (uint8_t)WEND_BODY_ARRIVED &&
                   !is_flag(b, i, WENDI_BODY_HAS_PLACE)) {
            b->flags[i] |= seeks;
        }
    }
}

/* Lists the bodies that choose now: large ones first, then those nearest to the goal. */
static void list_seekers(wend_crowd *crowd, wendi_gathering *g)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_workspace *w = &crowd->work;
    for (uint32_t i = w->place_first[hash_of(&g->goal, b->limit)]; i != WENDI_NONE;
         i = w->place_next[i]) {
        if (!is_member(crowd, g, i) || !may_choose(crowd, g, i)) {
            continue;
        }
        const wend_vec2 to = {g->goal.x - b->x[i], g->goal.y - b->y[i]};
        const double squared = to.x * to.x + to.y * to.y;
        const double length = wend_sqrt(squared);
        g->ahead.x += length > 0 ? to.x / length : 0;
        g->ahead.y += length > 0 ? to.y / length : 0;
        const double part = g->least / b->radius[i];
        const double smaller = part * part * part * part;
        const double key = squared * smaller * smaller;
        wendi_sort_pair *pair = &w->place_pairs[g->seekers++];
        memcpy(&pair->key, &key, sizeof pair->key);
        pair->value = i;
    }
    g->ahead = wend_vec2_scale(g->ahead, g->seekers > 0 ? 1.0 / (double)g->seekers : 0);
    wendi_sort_pairs(w->place_pairs, w->place_scratch, g->seekers);
}

/* ---- choices ---- */

/* Places that others go to or rest at. A body that looks for a better place keeps its own. */
static void take_places(wend_crowd *crowd, const wendi_gathering *g, uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    for (uint32_t i = w->place_first[hash_of(&g->goal, b->limit)]; i != WENDI_NONE;
         i = w->place_next[i]) {
        if (is_member(crowd, g, i) &&
            (b->state[i] == (uint8_t)WEND_BODY_ARRIVED || is_flag(b, i, WENDI_BODY_HAS_PLACE))) {
            wendi_places_take(crowd, g, b->home_x[i], b->home_y[i], b->radius[i], looks);
        }
    }
}

/* How good a place is for a body: far ones first, as seen from where the group comes; where bodies
 * come from all sides, or others rest already, those next to the goal or to the body. */
static float worth_of(const wendi_gathering *g, const wendi_place *p, wend_vec2 from, wend_vec2 way,
                      bool takes_nearest)
{
    const float x = p->x - (float)from.x;
    const float y = p->y - (float)from.y;
    if (takes_nearest) {
        return -sqrtf(x * x + y * y);
    }
    const float ahead = p->x * (float)g->ahead.x + p->y * (float)g->ahead.y;
    const float aside = x * (float)way.y - y * (float)way.x;
    const float spread = 1 - sqrtf((float)(g->ahead.x * g->ahead.x + g->ahead.y * g->ahead.y));
    const float out = spread > 0 ? spread * sqrtf(p->x * p->x + p->y * p->y) : 0;
    return ahead - out - (float)ASIDE * (aside < 0 ? -aside : aside);
}

/* The best place with room, of the nearest ones if there is one among them; WENDI_NONE. */
static uint32_t best_place(const wend_crowd *crowd, const wendi_gathering *g, uint32_t body,
                           bool takes_nearest, uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    const wend_vec2 from = {b->x[body] - g->goal.x, b->y[body] - g->goal.y};
    const double squared = g->ahead.x * g->ahead.x + g->ahead.y * g->ahead.y;
    const wend_vec2 way = squared > 0.25 ? wend_vec2_normalize(g->ahead)
                                         : wend_vec2_normalize((wend_vec2){-from.x, -from.y});
    const float room = (float)(ROOMY * WENDI_PLACE_SPACING * b->radius[body]);
    uint32_t best = WENDI_NONE;
    float most = -1e30F;
    uint32_t i = 0;
    for (; i < g->places && (i < g->nearer || best == WENDI_NONE); ++i) {
        if (w->places[i].room < room) {
            continue;
        }
        const float worth = worth_of(g, &w->places[i], from, way, takes_nearest);
        if (worth > most) {
            best = i;
            most = worth;
        }
    }
    *looks += i;
    return best;
}

/* True if a straight way is wide enough for bodies side by side, but for its ends: through a door
 * bodies go to their goal, one behind the other, and to places of their own only behind it. */
static bool has_wide_way(const wend_crowd *crowd, uint32_t body, wend_vec2 from, wend_vec2 to,
                         uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    const double wide = wendi_min(WENDI_PLACE_WIDE * b->radius[body], crowd->obstacles.margin);
    const wend_vec2 way = wend_vec2_sub(to, from);
    const double length = wend_vec2_length(way);
    if (!(length > 4 * wide)) {
        return true;
    }
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
    const wend_vec2 end = wend_vec2_scale(way, 2 * wide / length);
    const wend_vec2 side =
        wend_vec2_scale(wend_vec2_perpendicular(way), (wide - b->radius[body]) / length);
    for (int32_t k = -1; k <= 1; ++k) {
        /* Along a wall the others are all on one side. */
        const wend_vec2 off = wend_vec2_scale(side, (double)k);
        wend_mesh_location begin = wendi_bodies_location(b, body);
        const wend_vec2 at = {begin.x + end.x + off.x, begin.y + end.y + off.y};
        if (set->mesh != NULL) {
            begin = wendi_obstacle_surface_move(set->mesh, begin, at.x, at.y);
        }
        begin.x = at.x;
        begin.y = at.y;
        if (wendi_obstacles_test_way(set, &begin, wend_vec2_add(wend_vec2_sub(to, end), off), wide,
                                     crowd->obstacles.margin, NULL, looks)) {
            return true;
        }
    }
    return false;
}

static bool is_reachable(const wend_crowd *crowd, uint32_t body, uint32_t flow_class, wend_vec2 to,
                         uint64_t *looks)
{
    const wendi_bodies *b = &crowd->bodies;
    const wend_mesh_location from = wendi_bodies_location(b, body);
    const wend_mesh_location there = wend_mesh_location_at(to.x, to.y, (double)NAN);
    const uint32_t floor = b->floor[body];
    if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW &&
        !wend_flow_can_reach(crowd->flow, flow_class, (wend_flow_position){{from.x, from.y}, floor},
                             (wend_flow_position){to, floor})) {
        return false;
    }
    return wendi_body_test_way(crowd, body, &from, &there, looks) &&
           has_wide_way(crowd, body, (wend_vec2){from.x, from.y}, to, looks);
}

static uint32_t flow_class_of(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    wend_flow_request_info info = {.flow_class = 0};
    if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW) {
        const wend_flow_request_id order = {b->order_index[body], b->order_generation[body]};
        (void)wend_flow_get_request(crowd->flow, order, &info);
    }
    return info.flow_class;
}

/* Gives a body a place that it sees. */
static void choose(wend_crowd *crowd, const wendi_gathering *g, uint32_t body, uint64_t *looks)
{
    enum { TRIES = 3 };
    wendi_bodies *b = &crowd->bodies;
    const bool moves_over = is_flag(b, body, WENDI_BODY_HAS_PLACE);
    const bool takes_nearest = moves_over || 4 * g->resting > g->count;
    const uint32_t flow_class = flow_class_of(crowd, body);
    for (int32_t i = 0; i < TRIES; ++i) {
        const uint32_t at = best_place(crowd, g, body, takes_nearest, looks);
        if (at == WENDI_NONE) {
            return;
        }
        wendi_place *place = &crowd->work.places[at];
        const wend_vec2 to = {g->goal.x + (double)place->x, g->goal.y + (double)place->y};
        if (!is_reachable(crowd, body, flow_class, to, looks)) {
            place->room = -1;
            continue;
        }
        const wend_vec2 here = {b->x[body], b->y[body]};
        const wend_vec2 home = {b->home_x[body], b->home_y[body]};
        if (moves_over && !(wend_vec2_distance(here, to) < wend_vec2_distance(here, home))) {
            return;
        }
        b->home_x[body] = to.x;
        b->home_y[body] = to.y;
        if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW) {
            b->goal_x[body] = g->goal.x;
            b->goal_y[body] = g->goal.y;
        }
        b->flags[body] |= (uint32_t)WENDI_BODY_HAS_PLACE;
        b->flags[body] &= ~(uint32_t)WENDI_BODY_SEEKS_PLACE;
        b->goal_group_radius[body] = wendi_max(b->goal_group_radius[body], g->radius);
        b->distance_left[body] = wend_vec2_distance(here, to);
        b->distance_left_least[body] = b->distance_left[body];
        b->wait[body] = 0;
        wendi_places_take(crowd, g, to.x, to.y, b->radius[body], looks);
        return;
    }
}

/* The body of the goal between two positions that is nearest to the second: if it moves there, and
 * the body at the first one takes its place, both walk less. WENDI_NONE: there is none. */
static uint32_t find_between(const wend_crowd *crowd, const wendi_gathering *g, uint32_t body,
                             wend_vec2 from, wend_vec2 to)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_workspace *w = &crowd->work;
    uint32_t best = WENDI_NONE;
    double least = 1e300;
    for (uint32_t i = w->place_first[hash_of(&g->goal, b->limit)]; i != WENDI_NONE;
         i = w->place_next[i]) {
        const uint32_t off = (uint32_t)WENDI_BODY_HELD | (uint32_t)WENDI_BODY_EMBEDDED;
        if (i == body || b->state[i] != (uint8_t)WEND_BODY_ARRIVED ||
            !is_flag(b, i, WENDI_BODY_HAS_PLACE) || is_flag(b, i, off) ||
            b->radius[i] < b->radius[body] || b->radius[i] > b->radius[body] ||
            !is_member(crowd, g, i)) {
            continue;
        }
        const wend_vec2 home = {b->home_x[i], b->home_y[i]};
        const wend_vec2 there = wend_vec2_sub(to, home);
        const wend_vec2 back = wend_vec2_sub(from, home);
        const double squared = wend_vec2_dot(there, there);
        if (wend_vec2_dot(there, back) < 0 && squared < least) {
            best = i;
            least = squared;
        }
    }
    return best;
}

/* Bodies at rest stand between a body and its place: they move up by one, each to the place of the
 * next, and leave it the place of the first. */
static void move_up(wend_crowd *crowd, const wendi_gathering *g, uint32_t body, uint64_t *looks)
{
    enum { ROW_MOST = 16 };
    wendi_bodies *b = &crowd->bodies;
    const wend_vec2 from = {b->x[body], b->y[body]};
    for (int32_t k = 0; k < ROW_MOST; ++k) {
        const wend_vec2 to = {b->home_x[body], b->home_y[body]};
        const uint32_t next = find_between(crowd, g, body, from, to);
        *looks += g->count;
        if (next == WENDI_NONE) {
            return;
        }
        b->home_x[body] = b->home_x[next];
        b->home_y[body] = b->home_y[next];
        b->home_x[next] = to.x;
        b->home_y[next] = to.y;
    }
}

static void serve(wend_crowd *crowd, const wendi_gathering *g, uint32_t seeker, uint64_t *looks)
{
    const uint32_t body = crowd->work.place_pairs[seeker].value;
    if (is_flag(&crowd->bodies, body, WENDI_BODY_HAS_PLACE)) {
        move_up(crowd, g, body, looks);
    }
    choose(crowd, g, body, looks);
}

/* A part of `count` that comes to every index in turn, round by round, and does not stay near. */
static uint32_t turn_of(const wend_crowd *crowd, uint32_t count)
{
    const uint32_t round = (uint32_t)(crowd->tick / PERIOD);
    return (uint32_t)((uint64_t)(round * 2654435769U) * count >> 32);
}

/* The first body of a goal that seeks a place, to stand for them all: whose turn it is does not
 * matter to what places there are. */
static uint32_t first_like(const wend_crowd *crowd, const wendi_gathering *g)
{
    const wendi_workspace *w = &crowd->work;
    uint32_t like = g->like;
    for (uint32_t i = w->place_first[hash_of(&g->goal, crowd->bodies.limit)]; i != WENDI_NONE;
         i = w->place_next[i]) {
        if (i < like && is_flag(&crowd->bodies, i, WENDI_BODY_SEEKS_PLACE) &&
            is_member(crowd, g, i)) {
            like = i;
        }
    }
    return like;
}

/* All choices of the bodies that have this body's goal. Most of the looks are for the first of them:
 * they need their places soonest. The rest is for each in turn, so that bodies in front that find
 * no place again and again keep none of the others from theirs. */
static void gather(wend_crowd *crowd, uint32_t like, const wendi_shared_goal *goal, uint64_t *looks)
{
    wendi_gathering g = {.goal = *goal, .like = like};
    g.at = wend_mesh_location_at(goal->x, goal->y, height_of_goal(crowd, like));
    g.like = first_like(crowd, &g);
    g.at.z = height_of_goal(crowd, g.like);
    count_members(crowd, &g);
    mark_seekers(crowd, &g);
    if (!has_places(&g)) {
        crowd->bodies.flags[like] &= ~(uint32_t)WENDI_BODY_SEEKS_PLACE;
        return;
    }
    list_seekers(crowd, &g);
    if (g.seekers == 0) {
        return;
    }
    uint64_t finding = 0;
    wendi_places_find(crowd, &g, FIND_LOOKS_MOST, &finding);
    take_places(crowd, &g, &finding);
    *looks += finding;
    /* The first gathering of a round always has looks left for choices. */
    const uint64_t most = *looks == finding ? finding + LOOKS_MOST : LOOKS_MOST;
    uint32_t served = 0;
    for (; served < g.seekers && *looks < most / 4 * 3; ++served) {
        serve(crowd, &g, served, looks);
    }
    const uint32_t rest = g.seekers - served;
    const uint32_t turn = turn_of(crowd, rest);
    for (uint32_t i = 0; i < rest && *looks < most; ++i) {
        serve(crowd, &g, served + (turn + i < rest ? turn + i : turn + i - rest), looks);
    }
}

/* ---- on the way to a place ---- */

wend_vec2 wendi_place_velocity(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const wend_mesh_location from = wendi_bodies_location(b, body);
    const wend_mesh_location to =
        wend_mesh_location_at(b->home_x[body], b->home_y[body], (double)NAN);
    const double left = wend_vec2_distance((wend_vec2){from.x, from.y}, (wend_vec2){to.x, to.y});
    if (wendi_body_is_due(crowd, body, SIGHT_TICKS) && b->slow[body] > SLOW_TO_STRAY &&
        !wendi_body_has_clear_way(crowd, body, &from, &to)) {
        wendi_body_drop_place(b, body); /* it was pushed behind a corner, or there is a new wall */
    }
    if (left <= ARRIVAL * b->radius[body]) {
        const double x = b->goal_x[body] - to.x;
        const double y = b->goal_y[body] - to.y;
        b->distance_left[body] = wend_sqrt(x * x + y * y);
        wendi_body_arrive(crowd, body, to.x, to.y);
    } else {
        b->distance_left[body] = left;
    }
    return wendi_goal_velocity_toward(b, body, to.x, to.y, 0);
}

/* ---- rounds ---- */

/* A body gives up its place when its flow now leads elsewhere. It looks for another one when it gets
 * no nearer to the one it has. */
static void review(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    if (b->state[body] != (uint8_t)WEND_BODY_MOVING || !is_flag(b, body, WENDI_BODY_HAS_PLACE)) {
        return;
    }
    wendi_shared_goal goal;
    const wendi_shared_goal old = {b->goal_x[body], b->goal_y[body], b->floor[body]};
    if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW &&
        !(find_goal(crowd, body, &goal) && is_equal(&goal, &old))) {
        wendi_body_drop_place(b, body);
    } else {
        const uint32_t seeks = (uint32_t)WENDI_BODY_SEEKS_PLACE;
        const bool is_blocked =
            (double)b->wait[body] * crowd->step > BLOCKED ||
            (b->slow[body] > SLOW_NEAR && b->distance_left[body] < b->goal_group_radius[body]);
        b->flags[body] = is_blocked ? b->flags[body] | seeks : b->flags[body] & ~seeks;
    }
}

void wendi_goals_assign_places(wend_crowd *crowd)
{
    const wendi_bodies *b = &crowd->bodies;
    crowd->place_looks = 0;
    if (crowd->tick % PERIOD != 0) {
        return;
    }
    bool is_any = false;
    for (uint32_t i = 0; i < b->high; ++i) {
        review(crowd, i);
        is_any |= is_flag(b, i, WENDI_BODY_SEEKS_PLACE);
    }
    if (!is_any) {
        return;
    }
    chain_bodies(crowd);
    const uint32_t first = turn_of(crowd, b->high);
    uint64_t looks = 0;
    for (uint32_t k = 0; k < b->high && looks < (uint64_t)LOOKS_MOST; ++k) {
        const uint32_t i = first + k < b->high ? first + k : first + k - b->high;
        wendi_shared_goal goal;
        if (!wendi_bodies_is_alive(b, i) || !is_flag(b, i, WENDI_BODY_SEEKS_PLACE) ||
            crowd->work.is_gathered[i]) {
            continue;
        }
        if (!find_goal(crowd, i, &goal)) {
            crowd->bodies.flags[i] &= ~(uint32_t)WENDI_BODY_SEEKS_PLACE;
            continue;
        }
        gather(crowd, i, &goal, &looks);
    }
    crowd->place_looks = looks;
}
