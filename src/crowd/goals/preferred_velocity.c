/* The pass that snapshots each body: its preferred velocity, slid along walls, its right of way,
 * and the walls near it.
 * Cost: what goals take, and a search for walls. */
#include "crowd/core/motion.h"
#include "crowd/goals/goals.h"
#include "crowd/social/social.h"

#include "base/math/clamp.h"

/* Walls nearer than FAR + FAR_RADII radii turn a preferred velocity along them; fully at NEAR. */
static const double FAR = 0.25;
static const double FAR_RADII = 0.4;
static const double NEAR = 0.1;
/* Seconds in which slowness builds up. */
static const double SLOW_SECONDS = 1.0;
static const double PATIENCE_MOST = 10;
/* Bodies that rest yield more easily. */
static const double STANDING = 0.3;
/* Slow bodies draw lots: the winner has the right of way for a while. */
static const double LOT = 8;
static const double SLOW_TO_DRAW = 0.3;
static const double RIGHT_OF_WAY = 4;
static const double SLOW_TO_YIELD = 0.9;
static const double WAIT_TO_YIELD = 3; /* seconds without progress */
static const double SLOW_TO_TRY = 0.7;
static const double WAIT_TO_STEP_BACK = 1;
static const double NARROW = 8;         /* right of way where only one body fits through */
static const double BESIDE = 0.7;       /* cosine: a wall is beside the body */
static const double TWO_ABREAST = 4.05; /* radii: two bodies side by side */
static const double LETTING_PASS = 0.25;
/* A vehicle backs up when it is as slow as this, at a part of its speed, for up to three seconds. */
static const double SLOW_TO_BACK_UP = 0.7;
static const double BACK_UP_PACE = 0.4;
static const double EMBEDDED = 16; /* others make room for an embedded body */
/* A body that backs off does so at half its speed, for the first second. */
static const double BACK_PACE = -0.5;
static const double BACK_SECONDS = 1.0;
/* Metres that a body may move in a tick, least and most. */
static const double REACH_LEAST = 0.125;
static const double REACH_MOST = 6;
static const double REACH_PART = 1.1; /* of its speed: pushes add to it */
static const double GOLDEN = 0.618;   /* slanted, as few doors are */
enum {
    LOT_TICKS = 120,
    LOT_SPREAD = 37,
    TURN_TICKS = 120,
    STEP_BACK_TICKS = 16,
    BACK_UP_TICKS = 60,
    BACK_UP_LOTS = 4
};

/* The part of the velocity after avoidance that a body remembers, against the actual velocity. */
static const float MEMORY = 0.9F;
/* Part of its speed: a body that wants to be slower brakes, or finds its place among others in
 * short steps. If those were smooth, it would circle around a goal that it shares. */
static const double BRAKES = 0.9;

/* A number from 0 to 1, by a hash. */
static double hash_unit(uint32_t i)
{
    i *= 2654435761U;
    i ^= i >> 15;
    i *= 2246822519U;
    i ^= i >> 13;
    return (double)(i & 0xFFFFU) / 65536.0;
}

/* ---- walls ---- */

static const wendi_obstacle_set *set_of(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return wendi_obstacles_set_of(&crowd->obstacles, b->floor[body], b->crowd_class[body]);
}

static uint32_t gather_walls(wend_crowd *crowd, uint32_t body, wendi_body_snapshot *s,
                             wendi_obstacle_constraint *near)
{
    const wendi_bodies *b = &crowd->bodies;
    s->wall_count = 0;
    s->marks = 0;
    s->known = (float)(crowd->obstacles.margin - b->radius[body]);
    const uint32_t off = (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_ON_LINK;
    if ((b->flags[body] & off) != 0) {
        return 0;
    }
    const wendi_obstacle_set *set = set_of(crowd, body);
    const double speed = b->max_speed[body] > b->speed[body] ? b->max_speed[body] : b->speed[body];
    const double slide = FAR + FAR_RADII * b->radius[body];
    const double move = 2 * speed * wendi_body_step(crowd, body);
    double reach = b->radius[body] + (slide > move ? slide : move);
    reach = reach < crowd->obstacles.margin ? reach : crowd->obstacles.margin;
    const bool has_walls =
        set->cells.grid != NULL || set->lines.line_count > 0 || set->mesh != NULL;
    s->known = has_walls ? (float)(reach - b->radius[body]) : 1e9F;
    if (!wendi_obstacles_may_be_near(set, b->x[body], b->y[body], reach)) {
        return 0;
    }
    double known = 0;
    const wend_mesh_location at = wendi_bodies_location(b, body);
    bool is_amid = false;
    uint32_t count = wendi_obstacles_nearest_around(set, &at, reach, near, &known, &is_amid);
    s->marks = is_amid ? (uint8_t)WENDI_MARK_AMID : 0;
    s->known = (float)(known - b->radius[body]);
    /* With more walls than fit, the next one limits the movement. */
    if (count > WENDI_WALL_CONSTRAINTS_MOST) {
        count = WENDI_WALL_CONSTRAINTS_MOST;
        s->known = (float)(near[count].distance - b->radius[body]);
    }
    wendi_wall_constraint *walls = wendi_wall_constraints_of(&crowd->work, body);
    for (uint32_t i = 0; i < count; ++i) {
        walls[i].x = (float)near[i].x;
        walls[i].y = (float)near[i].y;
        walls[i].gap = (float)(near[i].distance - b->radius[body]);
    }
    s->wall_count = (uint8_t)count;
    return count;
}

/* Borders of the goal that the body may reach in this tick become walls to its centre; others limit
 * how far it moves, as do walls that are not known. */
static void add_borders(wend_crowd *crowd, uint32_t body, wendi_body_snapshot *s)
{
    const wendi_bodies *b = &crowd->bodies;
    const wendi_goal_provider *provider = crowd->providers[b->goal[body]];
    const uint32_t off = (uint32_t)WENDI_BODY_EMBEDDED | (uint32_t)WENDI_BODY_ON_LINK;
    if (provider == NULL || provider->borders == NULL || (b->flags[body] & off) != 0) {
        return;
    }
    wendi_wall_constraint borders[WENDI_BORDERS_MOST];
    const uint32_t count = provider->borders(crowd, body, borders);
    const double speed = wendi_max(b->max_speed[body], b->speed[body]);
    const float near = (float)(2 * speed * crowd->step + FAR_RADII * b->radius[body]);
    wendi_wall_constraint *walls = wendi_wall_constraints_of(&crowd->work, body);
    for (uint32_t i = 0; i < count; ++i) {
        if (borders[i].gap < near && s->wall_count < (uint8_t)WENDI_WALL_CONSTRAINTS_MOST) {
            walls[s->wall_count++] = borders[i];
        } else {
            s->known = wendi_min_f32(s->known, borders[i].gap);
        }
    }
}

/* Turns a direction that leads into walls along them, nearest first: a body does not press into a
 * niche. */
static wend_vec2 slide(const wendi_obstacle_constraint *near, uint32_t count, double radius,
                       wend_vec2 velocity, double *speed)
{
    const double far = FAR + FAR_RADII * radius;
    for (uint32_t i = 0; i < count; ++i) {
        const double gap = near[i].distance - radius;
        const double into = velocity.x * near[i].x + velocity.y * near[i].y;
        if (gap > far || into <= 0) {
            continue;
        }
        const double part = wendi_clamp((far - gap) / (far - NEAR), 0, 1) * into;
        wend_vec2 along = {velocity.x - part * near[i].x, velocity.y - part * near[i].y};
        const double length = sqrt(along.x * along.x + along.y * along.y) + 1e-12;
        velocity = (wend_vec2){along.x / length, along.y / length};
        *speed *= wendi_clamp(3 * length, 0, 1);
    }
    return velocity;
}

/* ---- right of way ---- */

/* In a corridor bodies on their right have the right of way: lanes grow from where crowds meet. */
static double at_side(const wendi_wall_constraint *walls, uint32_t count, wend_vec2 direction)
{
    double weight = 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double left = direction.x * (double)walls[i].y - direction.y * (double)walls[i].x;
        if (left < -BESIDE) {
            weight *= RIGHT_OF_WAY;
        } else if (left > BESIDE) {
            weight /= RIGHT_OF_WAY;
        }
    }
    return weight;
}

/* True if walls are close on both sides. */
static bool is_narrow(const wendi_wall_constraint *walls, uint32_t count, wend_vec2 direction)
{
    bool is_left = false;
    bool is_right = false;
    for (uint32_t i = 0; i < count; ++i) {
        const double left = direction.x * (double)walls[i].y - direction.y * (double)walls[i].x;
        is_left |= left > BESIDE;
        is_right |= left < -BESIDE;
    }
    return is_left && is_right;
}

/* Where one body fits through, directions take turns by the clock, so that the bodies behind the
 * first get through, too. Of two opposite directions one has the turn. */
static bool has_turn(uint64_t tick, wend_vec2 direction)
{
    const bool is_upward = direction.x + GOLDEN * direction.y > 0;
    return is_upward == (tick / TURN_TICKS % 2 == 0);
}

/* The part of the preferred velocity that a body achieves. A body that moves into a wall achieves
 * nothing. */
static double progress_of(const wendi_bodies *b, uint32_t body, wend_vec2 direction, double speed,
                          double wanted_speed)
{
    if (speed > 0.1) {
        return (b->vx[body] * direction.x + b->vy[body] * direction.y) / speed;
    }
    return wanted_speed > 0.1 ? 0 : 1;
}

static void set_weight(wend_crowd *crowd, uint32_t body, wend_vec2 direction, double pace,
                       bool is_standing, wendi_body_snapshot *s)
{
    wendi_bodies *b = &crowd->bodies;
    const double step = wendi_body_step(crowd, body);
    b->slow[body] += step / SLOW_SECONDS * (1 - wendi_clamp(pace, 0, 1) - b->slow[body]);
    const double luck = hash_unit(body);
    b->patience[body] =
        wendi_clamp(b->patience[body] + step * (0.5 - pace) * (0.2 + 1.6 * luck), 0, PATIENCE_MOST);
    double weight = (1 + b->patience[body]) * (1 + 0.1 * luck) * b->mass[body];
    if (b->stuck[body] == (uint8_t)WENDI_STUCK_LET_PASS) {
        weight *= LETTING_PASS;
    }
    if (s->wall_count > 0) {
        const wendi_wall_constraint *walls = wendi_wall_constraints_of(&crowd->work, body);
        weight *= at_side(walls, s->wall_count, direction);
        weight *= has_turn(crowd->tick, direction) && is_narrow(walls, s->wall_count, direction)
                      ? NARROW
                      : 1;
    }
    weight *= (b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0 ? EMBEDDED : 1;
    if (is_standing) {
        weight *= STANDING;
    } else if (b->slow[body] > SLOW_TO_DRAW) {
        const uint64_t epoch = (crowd->tick + body * LOT_SPREAD % LOT_TICKS) / LOT_TICKS;
        const double lot = hash_unit(body * 7919U + (uint32_t)epoch * 104729U);
        weight *= 1 + LOT * lot * lot * wendi_clamp((b->slow[body] - SLOW_TO_DRAW) * 2, 0, 1);
    }
    s->weight = (float)weight;
}

static uint8_t marks_of(const wend_crowd *crowd, uint32_t body, bool is_standing)
{
    const wendi_bodies *b = &crowd->bodies;
    uint32_t marks = is_standing ? (uint32_t)WENDI_MARK_STANDS : 0;
    const uint32_t flags = b->flags[body];
    marks |= (flags & (uint32_t)WENDI_BODY_HELD) != 0 ? (uint32_t)WENDI_MARK_HELD : 0;
    const uint32_t goes_on = (uint32_t)WENDI_BODY_NO_AVOIDANCE | (uint32_t)WENDI_BODY_EMBEDDED |
                             (uint32_t)WENDI_BODY_ON_LINK;
    const bool avoids = b->avoids[body] != 0 && (flags & goes_on) == 0;
    marks |= avoids ? (uint32_t)WENDI_MARK_AVOIDS : 0;
    marks |= b->touches[body] != 0 ? (uint32_t)WENDI_MARK_TOUCHES : 0;
    /* A body that walks several ticks at once turns and accelerates at once, too. */
    const bool is_coarse = wendi_body_stride(crowd, body) > 1;
    const bool turns = !is_coarse && (b->turn_rate[body] > 0 || b->turn_radius[body] > 0 ||
                                      b->acceleration[body] > 0);
    marks |= turns ? (uint32_t)WENDI_MARK_TURNS : 0;
    marks |= wendi_body_is_resting(b, body) ? (uint32_t)WENDI_MARK_RESTS : 0;
    return (uint8_t)marks;
}

/* True for a body that moves as people do. The velocity of a body that external forces push is not
 * its own, and a velocity or a behaviour of the game has its own limits. Bodies that block each other
 * between walls try everything. */
static bool is_smooth(const wendi_bodies *b, uint32_t body, uint32_t marks, bool has_walls)
{
    const uint32_t bits = (uint32_t)WENDI_MARK_AVOIDS | (uint32_t)WENDI_MARK_TURNS |
                          (uint32_t)WENDI_MARK_RESTS | (uint32_t)WENDI_MARK_HELD;
    const uint32_t tries = (uint32_t)WENDI_BODY_ABRUPT | (uint32_t)WENDI_BODY_YIELDS |
                           (uint32_t)WENDI_BODY_WEDGED | (uint32_t)WENDI_BODY_STEPS_BACK;
    const uint8_t goal = b->goal[body];
    const bool is_ordered =
        goal == (uint8_t)WEND_BODY_GOAL_VELOCITY || goal == (uint8_t)WEND_BODY_GOAL_STEER;
    const bool is_pushed =
        b->push_x[body] * b->push_x[body] + b->push_y[body] * b->push_y[body] > 0;
    return (marks & bits) == (uint32_t)WENDI_MARK_AVOIDS && !is_pushed && !is_ordered &&
           (b->flags[body] & tries) == 0 && !(has_walls && b->slow[body] > SLOW_TO_TRY);
}

/* The faster a body may be, the further away are the bodies that it may touch. */
static double reach_of(const wend_crowd *crowd, uint32_t body, double preferred)
{
    const wendi_bodies *b = &crowd->bodies;
    const double speed = preferred > b->speed[body] ? preferred : b->speed[body];
    return wendi_clamp(REACH_PART * speed * wendi_body_step(crowd, body), REACH_LEAST, REACH_MOST);
}

static bool backs_off(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return b->stuck[body] == (uint8_t)WENDI_STUCK_BACK_OFF &&
           (double)b->stuck_ticks[body] * crowd->step < BACK_SECONDS;
}

/* True if the body stands still and made no progress for so long. */
static bool is_blocked(const wend_crowd *crowd, uint32_t body, double seconds)
{
    const wendi_bodies *b = &crowd->bodies;
    return b->slow[body] > SLOW_TO_YIELD && (double)b->wait[body] * crowd->step > seconds;
}

/* True if the walls to both sides leave no room for another body like it. */
static bool is_too_narrow_for_two(const wend_crowd *crowd, uint32_t body, wend_vec2 direction)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const double width = TWO_ABREAST * b->radius[body];
    const double reach = wendi_min(width - b->radius[body], crowd->obstacles.margin);
    const wend_mesh_location at = wendi_bodies_location(b, body);
    double known = 0;
    bool is_amid = false;
    const uint32_t count =
        wendi_obstacles_nearest_around(set_of(crowd, body), &at, reach, near, &known, &is_amid);
    const double length = sqrt(direction.x * direction.x + direction.y * direction.y);
    double left = 1e9;
    double right = 1e9;
    for (uint32_t i = 0; i < count; ++i) {
        const double across = direction.x * near[i].y - direction.y * near[i].x;
        if (across > BESIDE * length) {
            left = wendi_min(left, near[i].distance);
        } else if (across < -BESIDE * length) {
            right = wendi_min(right, near[i].distance);
        }
    }
    return left + right < width;
}

/* Two bodies that meet where only one fits through cannot pass each other, and pushing helps
 * neither. The one that stands still without the right of way backs out until it has it, or until
 * no wall is near. */
static bool yields(wend_crowd *crowd, uint32_t body, uint32_t wall_count, wend_vec2 velocity)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_YIELDS;
    const uint32_t opposed = (uint32_t)WENDI_BODY_OPPOSED;
    if ((b->flags[body] & (bit | opposed)) == 0) {
        return false;
    }
    const bool begins = (b->flags[body] & opposed) != 0 && is_blocked(crowd, body, WAIT_TO_YIELD);
    const bool has_right = has_turn(crowd->tick, velocity);
    const bool goes_on = (b->flags[body] & bit) != 0 &&
                         (!has_right || (b->slow[body] < SLOW_TO_YIELD &&
                                         is_too_narrow_for_two(crowd, body, velocity)));
    const bool does = wall_count > 0 && ((begins && !has_right) || goes_on);
    b->flags[body] = does ? b->flags[body] | bit : b->flags[body] & ~bit;
    return does;
}

/* Two bodies side by side in a gap too narrow for both get on only if one steps back. The lighter
 * one does, for part of a second. */
static bool steps_back(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_STEPS_BACK;
    const uint32_t wedged = (uint32_t)WENDI_BODY_WEDGED;
    if ((b->flags[body] & (bit | wedged)) == 0) {
        return false;
    }
    const bool begins =
        (b->flags[body] & wedged) != 0 && is_blocked(crowd, body, WAIT_TO_STEP_BACK);
    const bool goes_on =
        (b->flags[body] & bit) != 0 && !wendi_body_is_due(crowd, body, STEP_BACK_TICKS);
    const bool does = begins || goes_on;
    b->flags[body] = does ? b->flags[body] | bit : b->flags[body] & ~bit;
    return does;
}

/* Ticks since a vehicle might last have begun to back up: others begin at other times. */
static uint64_t back_up_tick(const wend_crowd *crowd, uint32_t body)
{
    return crowd->tick + (uint64_t)body * LOT_SPREAD;
}

/* A vehicle cannot step aside. One that others block backs up for a while. */
static bool backs_up(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_STEPS_BACK;
    const bool is_wedged = (b->flags[body] & (uint32_t)WENDI_BODY_WEDGED) != 0;
    const bool begins = is_wedged && b->slow[body] > SLOW_TO_BACK_UP;
    const bool goes_on = (b->flags[body] & bit) != 0 && back_up_tick(crowd, body) % BACK_UP_TICKS >=
                                                            wendi_body_stride(crowd, body);
    const bool does = begins || goes_on;
    b->flags[body] = does ? b->flags[body] | bit : b->flags[body] & ~bit;
    return does;
}

/* It turns to its right meanwhile, as the one that it met does, or by lot to its left. */
static wend_vec2 backing_up(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint64_t drawn =
        wend_random(crowd->seed, body, back_up_tick(crowd, body) / BACK_UP_TICKS);
    const double side = drawn % BACK_UP_LOTS == 0 ? -1 : 1;
    const double speed = BACK_UP_PACE * b->speed[body];
    const double x = b->heading_x[body];
    const double y = b->heading_y[body];
    return (wend_vec2){speed * (side * y - x), speed * (-side * x - y)};
}

/* A height as a level, 256 to the metre. Further than 2^22 metres from 0 all are one. */
static int32_t level_of(double z)
{
    const double levels = z * 256;
    return levels < -1073741824 ? -1073741824 : levels > 1073741824 ? 1073741824 : (int32_t)levels;
}

/* A body on a link meets no other: its levels are none. */
static void set_levels(const wendi_bodies *b, uint32_t body, wendi_body_snapshot *s)
{
    if (b->z == NULL) {
        s->low = (int32_t)b->floor[body];
        s->high = s->low;
    } else if ((b->flags[body] & (uint32_t)WENDI_BODY_ON_LINK) != 0) {
        s->low = INT32_MAX;
        s->high = INT32_MIN;
    } else {
        s->low = level_of(b->z[body]);
        s->high = level_of(b->z[body] + b->height[body]);
    }
}

static void update_body(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_body_snapshot *s = &crowd->work.snapshots[body];
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const uint32_t count = gather_walls(crowd, body, s, near);
    bool is_standing = false;
    const double pace = wendi_body_pace(crowd, body);
    wend_vec2 velocity = wendi_goal_velocity(crowd, body, pace, &is_standing);
    if (crowd->social->of[body] != 0) {
        velocity = wendi_social_velocity(crowd, body, velocity, pace);
    }
    if (b->turn_radius[body] > 0 && wendi_body_stride(crowd, body) == 1) {
        if (!is_standing && backs_up(crowd, body)) {
            velocity = backing_up(crowd, body);
        }
    } else if (!is_standing && (backs_off(crowd, body) || steps_back(crowd, body))) {
        velocity = (wend_vec2){velocity.x * BACK_PACE, velocity.y * BACK_PACE};
    } else if (!is_standing && yields(crowd, body, s->wall_count, velocity)) {
        velocity = (wend_vec2){-velocity.x, -velocity.y};
    }
    crowd->work.preferred_x[body] = velocity.x;
    crowd->work.preferred_y[body] = velocity.y;
    const double wanted_speed = sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    double speed = wanted_speed;
    wend_vec2 direction = {0, 0};
    if (speed > 0) {
        direction = (wend_vec2){velocity.x / speed, velocity.y / speed};
        if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW && b->avoids[body] != 0) {
            direction = wendi_flow_spread_direction(crowd, body, pace * b->speed[body], near, count,
                                                    direction);
        }
        direction = slide(near, count, b->radius[body], direction, &speed);
    }
    set_weight(crowd, body, direction, progress_of(b, body, direction, speed, wanted_speed),
               is_standing, s);

    /* The snapshot. */
    s->x = wendi_fixed_position(b->x[body]);
    s->y = wendi_fixed_position(b->y[body]);
    s->vx = (float)b->vx[body];
    s->vy = (float)b->vy[body];
    s->radius = (float)b->radius[body];
    s->speed = (float)(pace * b->speed[body]);
    set_levels(b, body, s);
    s->layer = b->layer[body];
    s->avoids = b->avoids[body];
    s->touches = b->touches[body];
    s->priority = b->priority[body];
    s->home_x = (float)(b->home_x[body] - b->x[body]);
    s->home_y = (float)(b->home_y[body] - b->y[body]);
    s->sidestep_x = (float)b->sidestep_x[body];
    s->sidestep_y = (float)b->sidestep_y[body];
    s->follow_speed = (float)b->follow_speed[body];
    s->headway = (float)b->headway[body];
    s->contact_vx = (float)b->contact_vx[body];
    s->contact_vy = (float)b->contact_vy[body];
    s->marks = (uint8_t)(s->marks | marks_of(crowd, body, is_standing));
    if (wendi_body_stride(crowd, body) == 1 && is_smooth(b, body, s->marks, s->wall_count > 0) &&
        speed > BRAKES * pace * b->speed[body]) {
        s->marks = (uint8_t)(s->marks | (uint32_t)WENDI_MARK_SMOOTH);
    }
    /* The actual velocity counts little, so that bodies in a jam keep trying. */
    const float memory = (s->marks & (uint32_t)WENDI_MARK_SMOOTH) != 0 ? 1 : MEMORY;
    s->old_x = (s->vx - (float)b->push_x[body]) * (1 - memory) + (float)b->avoid_vx[body] * memory;
    s->old_y = (s->vy - (float)b->push_y[body]) * (1 - memory) + (float)b->avoid_vy[body] * memory;
    s->reach = (float)reach_of(crowd, body, speed);
    s->dir_x = (float)direction.x;
    s->dir_y = (float)direction.y;
    s->pref_vx = (float)(direction.x * speed);
    s->pref_vy = (float)(direction.y * speed);
    add_borders(crowd, body, s);
}

void wendi_snapshot_still(wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_body_snapshot *s = &crowd->work.snapshots[body];
    const bool is_standing = wendi_body_is_resting(b, body);
    const double vx = b->avoid_vx[body];
    const double vy = b->avoid_vy[body];
    const double speed = sqrt(vx * vx + vy * vy);
    const double ticks = (double)(1U << crowd->detail.level[body]) * crowd->step;
    *s = (wendi_body_snapshot){
        .x = wendi_fixed_position(b->x[body]),
        .y = wendi_fixed_position(b->y[body]),
        .vx = (float)b->vx[body],
        .vy = (float)b->vy[body],
        .dir_x = speed > 0 ? (float)(vx / speed) : 0,
        .dir_y = speed > 0 ? (float)(vy / speed) : 0,
        .old_x = (float)vx,
        .old_y = (float)vy,
        .radius = (float)b->radius[body],
        .speed = (float)b->speed[body],
        .weight = (float)((1 + b->patience[body]) * b->mass[body] * (is_standing ? STANDING : 1)),
        .reach = (float)wendi_clamp(REACH_PART * b->speed[body] * ticks, REACH_LEAST, REACH_MOST),
        .layer = b->layer[body],
        .avoids = b->avoids[body],
        .touches = b->touches[body],
        .priority = b->priority[body]};
    set_levels(b, body, s);
    uint32_t marks = is_standing ? (uint32_t)WENDI_MARK_STANDS | (uint32_t)WENDI_MARK_RESTS : 0;
    marks |= (b->flags[body] & (uint32_t)WENDI_BODY_HELD) != 0 ? (uint32_t)WENDI_MARK_HELD : 0;
    marks |= b->touches[body] != 0 ? (uint32_t)WENDI_MARK_TOUCHES : 0;
    s->marks = (uint8_t)marks;
}

/* Prefetches for a later body; most are of one class. */
static void prefetch_walls(const wend_crowd *crowd, uint32_t body, uint32_t end)
{
    enum { AHEAD = 8 };
    const wendi_bodies *b = &crowd->bodies;
    if (end - body > AHEAD) {
        wendi_obstacles_prefetch(set_of(crowd, body), b->x[body + AHEAD], b->y[body + AHEAD]);
    }
}

void wendi_pass_preferred_velocity(wend_crowd *crowd, size_t begin, size_t end)
{
    float least = 1e9F;
    float most = 0;
    wendi_goal_sample_flows(crowd, (uint32_t)begin, (uint32_t)end);
    for (size_t i = begin; i < end; ++i) {
        if (wendi_bodies_is_alive(&crowd->bodies, (uint32_t)i) &&
            wendi_body_stride(crowd, (uint32_t)i) > 0) {
            prefetch_walls(crowd, (uint32_t)i, (uint32_t)end);
            update_body(crowd, (uint32_t)i);
            const float reach = crowd->work.snapshots[i].reach;
            least = reach < least ? reach : least;
            most = reach > most ? reach : most;
        }
    }
    crowd->work.blocks[begin / WENDI_CROWD_BLOCK].reach_least = least;
    crowd->work.blocks[begin / WENDI_CROWD_BLOCK].reach_most = most;
}
