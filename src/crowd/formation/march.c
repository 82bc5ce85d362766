/* One step of a formation: the pace and position of its anchor, its width, its slots, and another
 * path where its members are jammed.
 * Cost: linear in members; a point on the path for each slot, and near walls a ray to it. */
#include "crowd/formation/formation.h"

#include "base/math/bits.h"
#include "base/math/clamp.h"

#include <math.h>
#include <string.h>

/* Spacings. Mean distance of members from their slots at which the anchor begins to slow down, and
 * at which it stands; and the same for the largest distance. */
static const double MEAN_FULL = 0.5;
static const double MEAN_NONE = 1.5;
static const double WORST_FULL = 3;
static const double WORST_NONE = 6;
/* After this long an anchor that waits for members moves on at half its speed. */
static const double WAIT_SECONDS = 10;
/* The time that members get to follow over a link, and more for each of them. */
static const double CROSS_SECONDS = 20;
static const double CROSS_EACH = 1;
/* Spacings. A jam: most members are this far from their slots, and get nearer by less than that,
 * for so long. */
static const double JAM_FAR = 1.5;
static const double NEARER = 0.25;
static const double JAM_SECONDS = 10;
/* Other paths tried at the goal. */
enum { TRIES_AT_GOAL = 2 };

/* ---- pace ---- */

double wendi_member_slot_error(const wend_crowd *crowd, const wendi_formation *f, uint32_t member)
{
    const wendi_formation_member *m = &f->members[member];
    if (m->slot == WENDI_NONE) {
        return 0;
    }
    const wend_vec2 at = {crowd->bodies.x[m->body], crowd->bodies.y[m->body]};
    return wend_vec2_distance(at, f->at[m->slot]);
}

double wendi_formation_slowest_speed(const wend_crowd *crowd, const wendi_formation *f)
{
    double least = -1;
    for (uint32_t i = 0; i < f->count; ++i) {
        const uint32_t body = f->members[i].body;
        const double speed = wendi_body_pace(crowd, body) * crowd->bodies.speed[body];
        /* No formation waits for a member with speed 0. */
        if (wendi_member_is_in_order(&f->members[i]) && speed > 0 && (least < 0 || speed < least)) {
            least = speed;
        }
    }
    return least < 0 ? crowd->bodies.speed[f->leader] : least;
}

/* Distances of members from their slots, in spacings. */
typedef struct slot_distances {
    double mean;
    bool are_most_far;
} slot_distances;

/* 1 while all are in their slots, 0 when many or one are far away. */
static double cohesion(const wend_crowd *crowd, const wendi_formation *f, slot_distances *d)
{
    uint32_t far = 0;
    double sum = 0;
    double worst = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; ++i) {
        if (wendi_member_is_in_order(&f->members[i])) {
            const double error = wendi_member_slot_error(crowd, f, i) / f->spacing;
            sum += error;
            worst = error > worst ? error : worst;
            far += error > JAM_FAR;
            count++;
        }
    }
    d->mean = count > 0 ? sum / count : 0;
    d->are_most_far = 2 * far > count;
    const double by_mean = (MEAN_NONE - d->mean) / (MEAN_NONE - MEAN_FULL);
    const double by_worst = (WORST_NONE - worst) / (WORST_NONE - WORST_FULL);
    const double part = by_mean < by_worst ? by_mean : by_worst;
    return wendi_clamp(part, 0, 1);
}

/* ---- jams ---- */

/* Detects that most members are far from their slots and do not get nearer. */
static void watch_jam(const wend_crowd *crowd, wendi_formation *f, const slot_distances *d)
{
    if (d->mean < f->mean_least - NEARER || !d->are_most_far) {
        f->mean_least = d->mean;
        f->stalled = 0;
        return;
    }
    f->stalled++;
    const bool may_try = !f->anchor.is_at_end || f->tries < (uint32_t)TRIES_AT_GOAL;
    if ((double)f->stalled * crowd->step > JAM_SECONDS && may_try) {
        f->is_jammed = true;
        f->stalled = 0;
        f->mean_least = d->mean;
        f->tries += f->anchor.is_at_end;
    }
}

/* Behind a link the pattern clears the exit, and waits for the rest there. */
static bool waits_behind_link(const wend_crowd *crowd, wendi_formation *f)
{
    if (!wendi_members_are_crossing(crowd, f)) {
        return false;
    }
    const double arc = wendi_formation_arc(f);
    f->exit_arc = f->exit_arc < 0 ? arc : f->exit_arc;
    return f->is_waiting && arc > f->exit_arc + f->pattern.depth / 2 + 2 * f->spacing;
}

double wendi_formation_pace(const wend_crowd *crowd, wendi_formation *f)
{
    if (waits_behind_link(crowd, f)) {
        f->waited++;
        const double most = CROSS_SECONDS + CROSS_EACH * f->count;
        return (double)f->waited * crowd->step > most ? 0.5 : 0;
    }
    slot_distances d = {0, false};
    const double part = cohesion(crowd, f, &d);
    if (part >= 0.5) {
        f->waited = 0;
        f->stalled = 0;
        f->mean_least = WENDI_SLOT_ERROR_MOST;
        return f->is_waiting ? part : 1;
    }
    watch_jam(crowd, f, &d);
    f->waited++;
    if (!f->is_waiting) {
        return 1;
    }
    return (double)f->waited * crowd->step > WAIT_SECONDS ? 0.5 : part;
}

/* The nearest point of the path behind the anchor. */
static double nearest_behind(const wendi_formation *f, wend_vec2 to)
{
    double best = wendi_formation_arc(f);
    double least = wend_vec2_distance(f->anchor.position, to);
    for (uint32_t i = 0; i <= (uint32_t)f->anchor.leg && i < f->path.count; ++i) {
        const double distance = wend_vec2_distance(f->path.points[i], to);
        if (distance < least) {
            least = distance;
            best = f->path.arcs[i];
        }
    }
    return best;
}

void wendi_formation_regroup(const wend_crowd *crowd, wendi_formation *f)
{
    const wend_vec2 middle = wendi_formation_middle(crowd, f);
    f->waited = 0;
    f->is_relaid = true;
    if (f->order == (uint8_t)WENDI_FORMATION_ALONG_PATH) {
        if (f->path.count >= 2) {
            wendi_formation_set_anchor_arc(crowd, f, nearest_behind(f, middle));
        }
        return;
    }
    f->anchor.position = wendi_formation_anchor_position(crowd, f, middle);
    f->anchor.leg = 0;
    f->anchor.is_at_end = false;
    wendi_anchor_path_clear(&f->path);
}

void wendi_formation_clear_jam(const wend_crowd *crowd, wendi_formation *f)
{
    if (f->is_jammed && f->order != (uint8_t)WENDI_FORMATION_TO_POINT) {
        f->is_jammed = false;
        wendi_formation_regroup(crowd, f);
    }
}

/* ---- slots ---- */

/* Time with room for more files, and the extra room, before the pattern widens. */
static const double WIDEN_SECONDS = 1;
static const double WIDEN_SPACINGS = 0.25;
/* Slots move at most this many times as fast as the slowest member. */
static const double SLOT_SPEED = 1.25;

/* ---- positions of slots ---- */

wend_vec2 wendi_rotate_to(wend_vec2 forward, wend_vec2 offset)
{
    return (wend_vec2){forward.x * offset.x - forward.y * offset.y,
                       forward.y * offset.x + forward.x * offset.y};
}

double wendi_formation_arc(const wendi_formation *f)
{
    const uint32_t leg = (uint32_t)f->anchor.leg;
    if (leg >= f->path.count) {
        return wendi_anchor_path_end(&f->path);
    }
    return f->path.arcs[leg] + wend_vec2_distance(f->path.points[leg], f->anchor.position);
}

bool wendi_formation_is_bent_along_path(const wendi_formation *f)
{
    const bool faces = f->anchor.is_at_end && wendi_is_finite(f->goal_heading);
    return f->path.count >= 2 && f->pattern.depth > f->pattern.width && !faces;
}

/* The slot, and the point that must see it: its point on the path, or the anchor. */
static wend_vec2 slot_position(const wendi_formation *f, uint32_t slot, bool is_strung, double arc,
                               wend_vec2 *base)
{
    const wend_vec2 offset = f->slots[slot].offset;
    if (!is_strung) {
        *base = f->anchor.position;
        return wendi_anchor_slot_position(&f->anchor, offset);
    }
    /* Beyond the ends of the path it may be blocked. */
    const double end = f->path.arcs[f->path.open - 1];
    *base = wendi_anchor_path_point(&f->path, wendi_clamp(arc + offset.x, f->path.arcs[0], end));
    const wend_vec2 on_path = wendi_anchor_path_point(&f->path, arc + offset.x);
    const double half = f->pattern.half_width > f->spacing ? f->pattern.half_width : f->spacing;
    const wend_vec2 ahead = wendi_anchor_path_direction(&f->path, arc + offset.x, half);
    return (wend_vec2){on_path.x - ahead.y * offset.y, on_path.y + ahead.x * offset.y};
}

/* As near to the position as the open ground in sight of `base` allows. */
static wend_vec2 in_the_open(const wend_crowd *crowd, const wendi_formation *f,
                             const wendi_obstacle_set *set, wend_vec2 base, wend_vec2 at)
{
    const double margin = crowd->obstacles.margin;
    const bool has_walls = set->cells.grid != NULL || set->lines.line_count > 0;
    if (!has_walls || (wend_vec2_distance(base, at) <= margin &&
                       !wendi_obstacles_may_be_near(set, at.x, at.y, margin))) {
        return at;
    }
    const wendi_anchor_path_agent agent = wendi_formation_agent(crowd, f);
    if (!wendi_anchor_path_open_position_near(&agent, base, &base)) {
        base = f->anchor.position;
        if (!wendi_anchor_path_open_position_near(&agent, base, &base)) {
            return base;
        }
    }
    const wend_vec2 path = wend_vec2_sub(at, base);
    const double length = wend_vec2_length(path);
    if (!(length > 1e-9)) {
        return base;
    }
    const wend_vec2 direction = {path.x / length, path.y / length};
    const double clear =
        wendi_anchor_path_clear_distance(set, base, direction, length, f->radius, margin);
    return clear < length ? wend_vec2_add(base, wend_vec2_scale(direction, clear)) : at;
}

void wendi_formation_place_slots(wend_crowd *crowd, wendi_formation *f)
{
    const wendi_obstacle_set *set =
        wendi_obstacles_set_of(&crowd->obstacles, f->floor, f->leader_class);
    const bool is_strung = wendi_formation_is_bent_along_path(f);
    const double arc = is_strung ? wendi_formation_arc(f) : 0;
    for (uint32_t i = 0; i < f->pattern.slot_count; ++i) {
        wend_vec2 base;
        const wend_vec2 at = slot_position(f, i, is_strung, arc, &base);
        f->at[i] = in_the_open(crowd, f, set, base, at);
    }
}

/* ---- width ---- */

static uint32_t files_for(double room, double spacing)
{
    const double files = floor(room / spacing + 1e-6) + 1;
    return files < (double)WEND_FORMATION_SLOTS_MAX ? (uint32_t)files : WEND_FORMATION_SLOTS_MAX;
}

/* The path behind the anchor may be blocked by new walls: the least arc that can be reached, or one
 * below `most`. */
static double open_behind(const wend_crowd *crowd, const wendi_formation *f, double most)
{
    const wendi_anchor_path_agent agent = wendi_formation_agent(crowd, f);
    wend_vec2 at = f->anchor.position;
    double arc = wendi_formation_arc(f);
    for (uint32_t i = (uint32_t)f->anchor.leg + 1; i > 0 && arc > most; --i) {
        if (!wendi_anchor_path_is_leg_open(&agent, at, f->path.points[i - 1])) {
            return arc;
        }
        at = f->path.points[i - 1];
        arc = f->path.arcs[i - 1];
    }
    return arc;
}

/* The anchor jumps along its path, as far as that is open. */
void wendi_formation_set_anchor_arc(const wend_crowd *crowd, wendi_formation *f, double arc)
{
    const double end = f->path.arcs[f->path.open - 1];
    arc = wendi_clamp(arc, open_behind(crowd, f, arc), end);
    f->anchor.position = wendi_anchor_path_point(&f->path, arc);
    f->anchor.leg = wendi_anchor_path_leg_at(&f->path, arc);
    f->anchor.is_at_end = f->anchor.is_at_end && arc >= end;
}

void wendi_formation_set_files(wend_crowd *crowd, wendi_formation *f, uint32_t room)
{
    const double before = f->pattern.depth;
    f->room = room;
    f->widen_ticks = 0;
    wendi_formation_lay_out(crowd->formations, f, false);
    /* At its goal it stays there. */
    if (f->path.count >= 2 && !f->anchor.is_at_end) {
        const double metres = (before - f->pattern.depth) / 2;
        wendi_formation_set_anchor_arc(crowd, f, wendi_formation_arc(f) + metres);
    }
    wendi_formation_assign(crowd, f);
}

static void widen(wend_crowd *crowd, wendi_formation *f, double room)
{
    const uint32_t files = files_for(room - WIDEN_SPACINGS * f->spacing, f->spacing);
    if (files <= f->pattern.files) {
        f->widen_ticks = 0;
    } else if ((double)++f->widen_ticks * crowd->step >= WIDEN_SECONDS) {
        wendi_formation_set_files(crowd, f, files >= f->full_files ? 0 : files);
    }
}

/* ---- a step ---- */

bool wendi_formation_is_at_goal(const wendi_formation *f)
{
    return f->order == (uint8_t)WENDI_FORMATION_HALTED || f->state == (uint8_t)WEND_BODY_NO_PATH ||
           (f->is_path_whole && f->anchor.is_at_end && f->anchor.is_turned);
}

/* At the end a pattern turns on the spot to the wanted heading: at once where that is far. */
static void face_goal(wend_crowd *crowd, wendi_formation *f, bool was_strung)
{
    const bool is_strung = wendi_formation_is_bent_along_path(f);
    const wend_vec2 wanted = {wend_cos(f->goal_heading), wend_sin(f->goal_heading)};
    const bool is_far = wend_vec2_dot(wanted, f->anchor.forward) < 0.5;
    if (!was_strung && !is_far) {
        return;
    }
    if (is_far) {
        f->anchor.heading = wend_atan2(wanted.y, wanted.x);
        f->anchor.forward = wanted;
    }
    f->is_relaid = was_strung != is_strung || is_far;
    wendi_formation_assign(crowd, f);
}

static void step_anchor(wend_crowd *crowd, wendi_formation *f)
{
    const bool was_strung = wendi_formation_is_bent_along_path(f);
    const bool was_there = f->anchor.is_at_end;
    const uint32_t here = (uint32_t)f->anchor.leg + 1;
    const wendi_anchor_line path = {f->path.points, f->path.open > here ? f->path.open : here};
    const wendi_anchor_limits limits = {
        .speed = wendi_formation_slowest_speed(crowd, f) * wendi_formation_pace(crowd, f),
        .half_width = f->pattern.half_width,
        .reach = was_strung ? f->pattern.half_width : f->pattern.reach,
        .heading = f->goal_heading};
    wendi_anchor_step(&f->anchor, path, &limits, crowd->step);
    if (f->anchor.is_at_end && wendi_formation_is_path_blocked(f)) {
        wendi_formation_lose_path(crowd, f);
    } else if (!was_there && f->anchor.is_at_end && f->is_path_whole &&
               wendi_is_finite(f->goal_heading)) {
        face_goal(crowd, f, was_strung);
    }
}

/* Gives the velocity of a slot, limited, to its member. */
static void move_slot(wend_crowd *crowd, const wendi_formation *f, uint32_t slot, wend_vec2 before,
                      double most)
{
    if (f->holders[slot] == 0 || !wendi_member_is_in_order(&f->members[f->holders[slot] - 1])) {
        return;
    }
    const uint32_t body = f->members[f->holders[slot] - 1].body;
    wend_vec2 v = wend_vec2_scale(wend_vec2_sub(f->at[slot], before), 1 / crowd->step);
    const double speed = wend_vec2_length(v);
    v = f->is_relaid ? f->anchor.velocity : v;
    v = speed > most && !f->is_relaid ? wend_vec2_scale(v, most / speed) : v;
    crowd->bodies.goal_vector_x[body] = v.x;
    crowd->bodies.goal_vector_y[body] = v.y;
}

void wendi_formation_march(wend_crowd *crowd, wendi_formation *f)
{
    f->anchor.velocity = (wend_vec2){0, 0};
    f->anchor.turn_rate = 0;
    if (f->state == (uint8_t)WEND_BODY_MOVING && f->path.count > 0) {
        if (f->is_narrowing && f->path.count >= 2) {
            /* Fits the pattern to the room from its last rank to a little ahead of the first; at
             * the end to that of the full pattern, since its tail may never leave the gap it stands
             * in. */
            const double arc = wendi_formation_arc(f);
            const double half = (f->anchor.is_at_end ? f->full_depth : f->pattern.depth) / 2;
            const double ahead = half + f->full_width / 2 + 2 * f->spacing;
            const double room =
                wendi_anchor_path_narrowest(&f->path, arc - half - f->spacing / 2, arc + ahead);
            if (!f->anchor.is_at_end && files_for(room, f->spacing) < f->pattern.files) {
                wendi_formation_set_files(crowd, f, files_for(room, f->spacing));
            } else if (f->room > 0) {
                widen(crowd, f, room);
            }
        }
        step_anchor(crowd, f);
    }
    wend_vec2 *before = crowd->formations->scratch->before;
    memcpy(before, f->at, f->pattern.slot_count * sizeof *before);
    wendi_formation_place_slots(crowd, f);
    const double most = SLOT_SPEED * wendi_formation_slowest_speed(crowd, f);
    for (uint32_t i = 0; i < f->pattern.slot_count; ++i) {
        move_slot(crowd, f, i, before[i], most);
    }
    f->is_relaid = false;
}
