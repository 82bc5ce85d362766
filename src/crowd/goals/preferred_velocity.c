/* takes: bodies and their goals.
 * gives: bodies as the passes after this one see them: places, wishes, weights, walls near.
 * cost:  what goals take, and a look at the walls around. */
#include "crowd/core/motion.h"
#include "crowd/goals/spread.h"

#include "base/math/clamp.h"

/* Walls within a gap of FAR + FAR_RADII radii turn a wish along them; at NEAR fully. */
static const double FAR = 0.25;
static const double FAR_RADII = 0.4;
static const double NEAR = 0.1;
/* Seconds in which a body notices that it is slow. */
static const double SLOW_SECONDS = 1.0;
static const double PATIENCE_MOST = 10;
/* Bodies that stand make way for others more easily. */
static const double STANDING = 0.3;
/* Those who are slow draw lots: who wins goes first for a while. */
static const double LOT = 8;
static const double SLOW_TO_DRAW = 0.3;
static const double RIGHT_OF_WAY = 4;
static const double SLOW_TO_YIELD = 0.9;
static const double WAIT_TO_YIELD = 3; /* seconds without getting nearer */
static const double WAIT_TO_STEP_BACK = 1;
static const double NARROW = 8;   /* whose turn it is, where only one fits through */
static const double BESIDE = 0.7; /* the cosine of the angle under which a wall is beside a body */
static const double LETTING_PASS = 0.25;
static const double BURIED = 16; /* others make room for who is in a wall */
/* Who backs off does so at half its pace, for the first second of its trying. */
static const double BACK_PACE = -0.5;
static const double BACK_SECONDS = 1.0;
/* Metres that a body may go in a tick: no less, no more. */
static const double REACH_LEAST = 0.125;
static const double REACH_MOST = 6;
static const double REACH_PART = 1.1; /* of what its speed takes it: what pushes add */
static const double GOLDEN = 0.618;   /* slanting, as few doors are */
enum { LOT_TICKS = 120, LOT_SPREAD = 37, TURN_TICKS = 120, STEP_BACK_TICKS = 16 };

static const float MEMORY = 0.9F; /* of what was tried, against what came of it */

/* 0 to 1 from a number, the same on every machine. */
static double hash_unit(uint32_t i)
{
    i *= 2654435761U;
    i ^= i >> 15;
    i *= 2246822519U;
    i ^= i >> 13;
    return (double)(i & 0xFFFFU) / 65536.0;
}

/* ---- places ---- */

static void fill_snapshot(const wend_crowd *crowd, uint32_t body, wendi_body_snapshot *s)
{
    const wendi_bodies *b = &crowd->bodies;
    s->x = wendi_fixed_position(b->x[body]);
    s->y = wendi_fixed_position(b->y[body]);
    s->vx = (float)b->vx[body];
    s->vy = (float)b->vy[body];
    s->radius = (float)b->radius[body];
    s->speed = (float)b->speed[body];
    s->floor = b->floor[body];
    s->layer = b->layer[body];
    s->avoids = b->avoids[body];
    s->touches = b->touches[body];
    s->priority = b->priority[body];
    s->home_x = (float)(b->home_x[body] - b->x[body]);
    s->home_y = (float)(b->home_y[body] - b->y[body]);
    s->sidestep_x = (float)b->sidestep_x[body];
    s->sidestep_y = (float)b->sidestep_y[body];
    s->follow_speed = (float)b->follow_speed[body];
    s->contact_vx = (float)b->contact_vx[body];
    s->contact_vy = (float)b->contact_vy[body];
    /* What came of it in the last tick counts little, so that a jam does not make all forget that
     * they want on. */
    s->old_x = (s->vx - (float)b->push_x[body]) * (1 - MEMORY) + (float)b->avoid_vx[body] * MEMORY;
    s->old_y = (s->vy - (float)b->push_y[body]) * (1 - MEMORY) + (float)b->avoid_vy[body] * MEMORY;
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
    s->known = (float)(crowd->obstacles.margin - b->radius[body]);
    if ((b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0) {
        return 0;
    }
    const wendi_obstacle_set *set = set_of(crowd, body);
    const double speed = b->max_speed[body] > b->speed[body] ? b->max_speed[body] : b->speed[body];
    const double slide = FAR + FAR_RADII * b->radius[body];
    const double move = 2 * speed * crowd->step;
    double reach = b->radius[body] + (slide > move ? slide : move);
    reach = reach < crowd->obstacles.margin ? reach : crowd->obstacles.margin;
    const bool has_walls = set->cells.grid != NULL || set->lines.line_count > 0;
    s->known = has_walls ? (float)(reach - b->radius[body]) : 1e9F;
    if (!wendi_obstacles_may_be_near(set, b->x[body], b->y[body], reach)) {
        return 0;
    }
    double known = 0;
    uint32_t count =
        wendi_obstacles_nearest_known(set, b->x[body], b->y[body], reach, near, &known);
    s->known = (float)(known - b->radius[body]);
    /* Of more walls than there is room for the next one is as far as it may go. */
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

/* Turns a wish that leads into walls along them, nearest first: who is pushed into a niche does not
 * press into it. */
static wend_vec2 slide(const wendi_obstacle_constraint *near, uint32_t count, double radius,
                       wend_vec2 want, double *speed)
{
    const double far = FAR + FAR_RADII * radius;
    for (uint32_t i = 0; i < count; ++i) {
        const double gap = near[i].distance - radius;
        const double into = want.x * near[i].x + want.y * near[i].y;
        if (gap > far || into <= 0) {
            continue;
        }
        const double part = wendi_clamp((far - gap) / (far - NEAR), 0, 1) * into;
        wend_vec2 along = {want.x - part * near[i].x, want.y - part * near[i].y};
        const double length = sqrt(along.x * along.x + along.y * along.y) + 1e-12;
        want = (wend_vec2){along.x / length, along.y / length};
        *speed *= wendi_clamp(3 * length, 0, 1);
    }
    return want;
}

/* ---- who goes first ---- */

/* In a corridor those who walk on their right go first: lanes then grow from where crowds meet. */
static double at_side(const wendi_wall_constraint *walls, uint32_t count, wend_vec2 way)
{
    double weight = 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double left = way.x * (double)walls[i].y - way.y * (double)walls[i].x;
        if (left < -BESIDE) {
            weight *= RIGHT_OF_WAY;
        } else if (left > BESIDE) {
            weight /= RIGHT_OF_WAY;
        }
    }
    return weight;
}

/* Is there a wall close to its left and one close to its right? */
static bool is_narrow(const wendi_wall_constraint *walls, uint32_t count, wend_vec2 way)
{
    bool is_left = false;
    bool is_right = false;
    for (uint32_t i = 0; i < count; ++i) {
        const double left = way.x * (double)walls[i].y - way.y * (double)walls[i].x;
        is_left |= left > BESIDE;
        is_right |= left < -BESIDE;
    }
    return is_left && is_right;
}

/* Where one fits through directions take turns, by the clock, so that not only who is first gets
 * through but those behind it, too. Of two who go opposite ways it is the turn of one. */
static bool has_turn(uint64_t tick, wend_vec2 way)
{
    const bool is_upward = way.x + GOLDEN * way.y > 0;
    return is_upward == (tick / TURN_TICKS % 2 == 0);
}

/* The part of what it wants that a body gets done. Who wants into a wall gets nothing done. */
static double progress_of(const wendi_bodies *b, uint32_t body, wend_vec2 way, double speed,
                          double wanted)
{
    if (speed > 0.1) {
        return (b->vx[body] * way.x + b->vy[body] * way.y) / speed;
    }
    return wanted > 0.1 ? 0 : 1;
}

static void set_weight(wend_crowd *crowd, uint32_t body, wend_vec2 way, double pace, bool stands,
                       wendi_body_snapshot *s)
{
    wendi_bodies *b = &crowd->bodies;
    const double step = crowd->step;
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
        weight *= at_side(walls, s->wall_count, way);
        weight *= has_turn(crowd->tick, way) && is_narrow(walls, s->wall_count, way) ? NARROW : 1;
    }
    weight *= (b->flags[body] & (uint32_t)WENDI_BODY_EMBEDDED) != 0 ? BURIED : 1;
    if (stands) {
        weight *= STANDING;
    } else if (b->slow[body] > SLOW_TO_DRAW) {
        const uint64_t epoch = (crowd->tick + body * LOT_SPREAD % LOT_TICKS) / LOT_TICKS;
        const double lot = hash_unit(body * 7919U + (uint32_t)epoch * 104729U);
        weight *= 1 + LOT * lot * lot * wendi_clamp((b->slow[body] - SLOW_TO_DRAW) * 2, 0, 1);
    }
    s->weight = (float)weight;
}

static uint8_t marks_of(const wendi_bodies *b, uint32_t body, bool stands)
{
    uint32_t marks = stands ? (uint32_t)WENDI_MARK_STANDS : 0;
    const uint32_t flags = b->flags[body];
    marks |= (flags & (uint32_t)WENDI_BODY_HELD) != 0 ? (uint32_t)WENDI_MARK_HELD : 0;
    const uint32_t goes_on = (uint32_t)WENDI_BODY_NO_AVOIDANCE | (uint32_t)WENDI_BODY_EMBEDDED;
    const bool avoids = b->avoids[body] != 0 && (flags & goes_on) == 0;
    marks |= avoids ? (uint32_t)WENDI_MARK_AVOIDS : 0;
    marks |= b->touches[body] != 0 ? (uint32_t)WENDI_MARK_TOUCHES : 0;
    const bool turns =
        b->turn_rate[body] > 0 || b->turn_radius[body] > 0 || b->acceleration[body] > 0;
    marks |= turns ? (uint32_t)WENDI_MARK_TURNS : 0;
    marks |= wendi_body_is_resting(b, body) ? (uint32_t)WENDI_MARK_RESTS : 0;
    return (uint8_t)marks;
}

/* The faster it may go, the further away are those whom it may touch. */
static double reach_of(const wend_crowd *crowd, uint32_t body, double wish)
{
    const wendi_bodies *b = &crowd->bodies;
    const double speed = wish > b->speed[body] ? wish : b->speed[body];
    return wendi_clamp(REACH_PART * speed * crowd->step, REACH_LEAST, REACH_MOST);
}

static bool backs_off(const wend_crowd *crowd, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    return b->stuck[body] == (uint8_t)WENDI_STUCK_BACK_OFF &&
           (double)b->stuck_ticks[body] * crowd->step < BACK_SECONDS;
}

/* Does it stand still, and got no nearer for so long? */
static bool stands_still(const wend_crowd *crowd, uint32_t body, double seconds)
{
    const wendi_bodies *b = &crowd->bodies;
    return b->slow[body] > SLOW_TO_YIELD && (double)b->wait[body] * crowd->step > seconds;
}

/* Two who met between walls where one fits through cannot get past each other, and pushing gets
 * neither back: who stands still there and has not got the turn walks back, until it has, or no
 * wall is near. */
static bool yields(wend_crowd *crowd, uint32_t body, uint32_t wall_count, wend_vec2 want)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_YIELDS;
    const uint32_t opposed = (uint32_t)WENDI_BODY_OPPOSED;
    if ((b->flags[body] & (bit | opposed)) == 0) {
        return false;
    }
    const bool begins = (b->flags[body] & opposed) != 0 && stands_still(crowd, body, WAIT_TO_YIELD);
    const bool does =
        wall_count > 0 && !has_turn(crowd->tick, want) && (begins || (b->flags[body] & bit) != 0);
    b->flags[body] = does ? b->flags[body] | bit : b->flags[body] & ~bit;
    return does;
}

/* Two side by side in a gap for one and a half: neither gets on before one of them steps back. The
 * lighter one does, for part of a second. */
static bool steps_back(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_STEPS_BACK;
    const uint32_t wedged = (uint32_t)WENDI_BODY_WEDGED;
    if ((b->flags[body] & (bit | wedged)) == 0) {
        return false;
    }
    const bool begins =
        (b->flags[body] & wedged) != 0 && stands_still(crowd, body, WAIT_TO_STEP_BACK);
    const bool goes_on = (b->flags[body] & bit) != 0 && (crowd->tick + body) % STEP_BACK_TICKS != 0;
    const bool does = begins || goes_on;
    b->flags[body] = does ? b->flags[body] | bit : b->flags[body] & ~bit;
    return does;
}

static void update_body(wend_crowd *crowd, uint32_t body)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_body_snapshot *s = &crowd->work.snapshots[body];
    wendi_obstacle_constraint near[WENDI_CONSTRAINTS_MOST];
    const uint32_t count = gather_walls(crowd, body, s, near);
    bool stands = false;
    wend_vec2 want = wendi_goal_velocity(crowd, body, &stands);
    if (!stands && (backs_off(crowd, body) || steps_back(crowd, body))) {
        want = (wend_vec2){want.x * BACK_PACE, want.y * BACK_PACE};
    } else if (!stands && yields(crowd, body, s->wall_count, want)) {
        want = (wend_vec2){-want.x, -want.y};
    }
    crowd->work.preferred_x[body] = want.x;
    crowd->work.preferred_y[body] = want.y;
    const double wanted = sqrt(want.x * want.x + want.y * want.y);
    double speed = wanted;
    wend_vec2 way = {0, 0};
    if (speed > 0) {
        way = (wend_vec2){want.x / speed, want.y / speed};
        if (b->goal[body] == (uint8_t)WEND_BODY_GOAL_FLOW && b->avoids[body] != 0) {
            way = wendi_flow_spread_direction(crowd, body, near, count, way);
        }
        way = slide(near, count, b->radius[body], way, &speed);
    }
    set_weight(crowd, body, way, progress_of(b, body, way, speed, wanted), stands, s);
    fill_snapshot(crowd, body, s);
    s->marks = marks_of(b, body, stands);
    s->reach = (float)reach_of(crowd, body, speed);
    s->dir_x = (float)way.x;
    s->dir_y = (float)way.y;
    s->pref_vx = (float)(way.x * speed);
    s->pref_vy = (float)(way.y * speed);
}

/* Of one that comes soon; most are of one class. */
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
        if (wendi_bodies_is_alive(&crowd->bodies, (uint32_t)i)) {
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
