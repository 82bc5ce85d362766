/* takes: a formation on its way, where its members are.
 * gives: how fast its anchor goes, and another way where its members get no further.
 * cost:  linear in members; a question to the route source for each ten seconds of a jam. */
#include "crowd/formation/formation.h"

#include "base/math/clamp.h"

#include <math.h>

/* Mean way of members to their slots, in spacings, from which on the anchor is slower, and at which
 * it stands; and the same for the one who has the longest way. */
static const double MEAN_FULL = 0.5;
static const double MEAN_NONE = 1.5;
static const double WORST_FULL = 3;
static const double WORST_NONE = 6;
/* Who waited for so long for those who do not come goes on at half its speed. */
static const double WAIT_SECONDS = 10;
/* Those who follow over a link are waited for so long, and so much longer for each of them. */
static const double CROSS_SECONDS = 20;
static const double CROSS_EACH = 1;
/* Where most are so far from their slots, and come nearer by less than that, for so long, there is
 * a jam. Spacings. */
static const double JAM_FAR = 1.5;
static const double NEARER = 0.25;
static const double JAM_SECONDS = 10;
/* At the goal other ways are tried so often. */
enum { TRIES_AT_GOAL = 2 };

/* ---- how fast ---- */

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
        const double speed = crowd->bodies.speed[f->members[i].body];
        /* Nobody waits for ever for those who do not walk at all. */
        if (wendi_member_is_in_order(&f->members[i]) && speed > 0 && (least < 0 || speed < least)) {
            least = speed;
        }
    }
    return least < 0 ? crowd->bodies.speed[f->leader] : least;
}

/* How far members are from their slots, in spacings. */
typedef struct slot_distances {
    double mean;
    bool are_most_far;
} slot_distances;

/* 1 while all are in their slots, 0 when many or one are far from there. */
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

/* Most are far from their slots and do not come nearer. */
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

/* Behind a link the pattern gets out of the way of those who come, and waits for them there. */
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

/* The place on the way behind the anchor that is nearest. */
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
