/* takes: bodies in the order of cells, with what they wish.
 * gives: the velocity that each tries to have, so that it passes others in time and on one side;
 * and the others that it may touch in this tick.
 * cost:  see avoidance/neighbours.h and avoidance/response.h. */
#include "crowd/avoidance/kernels.h"
#include "crowd/core/motion.h"

#include "base/math/clamp.h"

#include <string.h>

enum { LOOK_TICKS = 3, SHORTER_MOST = 8 };

static const float ASIDE_MOST = 0.7F;     /* of the speed */
static const float CARRY = 0.9F;          /* of pushes from tick to tick */
static const float ONE_PLACE = 0.001F;    /* metres; who is nearer is in the same place */
static const float CONTACT_LEAST = 0.25F; /* metres of gap within which contacts are listed */

/* ---- who may be touched ---- */

/* Where a body's contacts are written: behind those of the one before it in its block. */
static wendi_contact *contacts_for(wendi_workspace *w, uint32_t at)
{
    w->contact_begin[at] = at % WENDI_CROWD_BLOCK == 0
                               ? at * WENDI_CONTACTS_MOST
                               : w->contact_begin[at - 1] + w->contact_count[at - 1];
    return w->contacts + w->contact_begin[at];
}

/* Two in one place have no line between them along which to part: theirs goes by their places in
 * the order, the same for both. */
static wendi_contact contact_of(uint32_t at, uint32_t other, float x, float y, float touch)
{
    static const float WAYS[8][2] = {{1, 0},  {0.71F, 0.71F},   {0, 1},  {-0.71F, 0.71F},
                                     {-1, 0}, {-0.71F, -0.71F}, {0, -1}, {0.71F, -0.71F}};
    if (x * x + y * y < ONE_PLACE * ONE_PLACE) {
        const float *way = WAYS[(at + other) * 2654435761U >> 29];
        const float sign = at < other ? ONE_PLACE : -ONE_PLACE;
        return (wendi_contact){at, other, sign * way[0], sign * way[1], touch, -1};
    }
    return (wendi_contact){at, other, x, y, touch, -1};
}

/* Where any two touch, and from the same distance on. @return is there room for all of them? */
static bool list_contacts_alike(wendi_workspace *w, uint32_t at, const wendi_neighbours *others)
{
    wendi_contact *contacts = contacts_for(w, at);
    const float most = 2 * (w->radius[at] + w->reach[at]);
    const float squared = most * most;
    const float touch = w->radius[at] + w->radius[at];
    uint32_t count = 0;
    uint32_t i = 0;
    for (; i < others->count && count < WENDI_CONTACTS_MOST; ++i) {
        contacts[count] = contact_of(at, others->at[i], others->x[i], others->y[i], touch);
        count += (uint32_t)(others->squared[i] < squared);
    }
    w->contact_count[at] = (uint8_t)count;
    return i == others->count;
}

/* Those whom a body and they, both as fast as they can, may come to touch. @return how many, more
 * than are listed where there is no room for all. */
static uint32_t list_within(wendi_workspace *w, uint32_t at, const wendi_neighbours *others,
                            float part)
{
    wendi_contact *contacts = contacts_for(w, at);
    uint32_t count = 0;
    const float reach = w->radius[at] + part * w->reach[at];
    const uint32_t touches = w->touches[at];
    const uint32_t layer = w->layer[at];
    for (uint32_t i = 0; i < others->count && count <= WENDI_CONTACTS_MOST; ++i) {
        const uint32_t j = others->at[i];
        const float most = reach + w->radius[j] + part * w->reach[j];
        if (count < WENDI_CONTACTS_MOST) {
            contacts[count] = (wendi_contact){
                at, j, others->x[i], others->y[i], w->radius[at] + w->radius[j], -1};
        }
        count += (uint32_t)(others->squared[i] < most * most) &
                 (uint32_t)((touches & w->layer[j]) != 0) &
                 (uint32_t)((w->touches[j] & layer) != 0);
    }
    return count;
}

/* Of too many the nearest. @return which part of the reach is accounted for: no further may it go.
 */
static float list_contacts(wendi_workspace *w, uint32_t at, const wendi_neighbours *others)
{
    float part = 1;
    uint32_t count = list_within(w, at, others, part);
    for (uint32_t i = 0; count > WENDI_CONTACTS_MOST && i < SHORTER_MOST; ++i) {
        part *= 0.75F;
        count = list_within(w, at, others, part);
    }
    w->contact_count[at] = (uint8_t)(count < WENDI_CONTACTS_MOST ? count : WENDI_CONTACTS_MOST);
    return part;
}

/* ---- what to do about them ---- */

/* What others ask for as a mean, no more than a part of the body's own speed. */
static void set_sidestep(wendi_workspace *w, uint32_t at, const wendi_avoidance_response *given)
{
    const float x = given->x / given->total;
    const float y = given->y / given->total;
    const float part = wendi_length_factor(x, y, ASIDE_MOST * w->speed[at]);
    w->sidestep_x[at] = x * part;
    w->sidestep_y[at] = y * part;
    w->follow_speed[at] = given->speed;
}

/* What a block's bodies are to try, and how far they may. */
typedef struct velocity_block {
    float x[WENDI_CROWD_BLOCK], y[WENDI_CROWD_BLOCK];
    float listed[WENDI_CROWD_BLOCK]; /* part of the reach within which contacts are listed */
} velocity_block;

/* What is wished, as advised. This and the loops after it are without a branch, so that compilers
 * do several bodies at once. */
static void apply_responses(const wendi_workspace *w, size_t begin, size_t end, velocity_block *t)
{
    for (size_t at = begin; at < end; ++at) {
        const float pref_vx = w->pref_vx[at];
        const float pref_vy = w->pref_vy[at];
        const float slower = wendi_length_factor_lane(pref_vx, pref_vy, w->follow_speed[at]);
        const float x = pref_vx * slower + w->sidestep_x[at];
        const float y = pref_vy * slower + w->sidestep_y[at];
        const float wish = sqrtf(pref_vx * pref_vx + pref_vy * pref_vy);
        const float whole = wendi_length_factor_lane(x, y, wendi_max_f32(w->speed[at], wish));
        t->x[at - begin] = x * whole;
        t->y[at - begin] = y * whole;
    }
}

/* What is tried moves toward what is wanted. */
static void relax_velocities(wendi_workspace *w, size_t begin, size_t end, const velocity_block *t,
                             float rate)
{
    for (size_t at = begin; at < end; ++at) {
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all were tried */
        w->avoid_vx[at] += rate * (t->x[at - begin] - w->avoid_vx[at]);
        w->avoid_vy[at] += rate * (t->y[at - begin] - w->avoid_vy[at]);
    }
}

static void target(wendi_workspace *w, size_t begin, size_t end, const velocity_block *t,
                   float step)
{
    for (size_t at = begin; at < end; ++at) {
        const float avoid_vx = w->avoid_vx[at];
        const float avoid_vy = w->avoid_vy[at];
        const float x = avoid_vx + CARRY * w->contact_vx[at];
        const float y = avoid_vy + CARRY * w->contact_vy[at];
        const float most =
            wendi_max_f32(w->speed[at], sqrtf(avoid_vx * avoid_vx + avoid_vy * avoid_vy));
        const float listed = t->listed[at - begin] * w->reach[at] / (WENDI_TARGET_PACE_MOST * step);
        const float pace = wendi_min_f32(most, listed);
        const float part = wendi_length_factor_lane(x, y, WENDI_TARGET_PACE_MOST * pace);
        w->pace[at] = pace;
        w->target[at].x = x * part * step;
        w->target[at].y = y * part * step;
        w->travelled[at].x = 0;
        w->travelled[at].y = 0;
    }
}

static bool avoids(const wendi_workspace *w, size_t at)
{
    const uint32_t steps_aside = (uint32_t)WENDI_MARK_AVOIDS | (uint32_t)WENDI_MARK_HELD;
    return (w->marks[at] & steps_aside) == (uint32_t)WENDI_MARK_AVOIDS;
}

/* ---- what to do ---- */

/* Of those who need not look ahead most have nobody near: then no more is asked. */
static bool is_alone(const wend_crowd *crowd, const wendi_neighbour_kernel *kernel, uint32_t at,
                     float contact)
{
    const float cell = (float)((uint32_t)1 << crowd->cells.shift) * WENDI_FIXED_POSITION_UNIT;
    return contact <= cell && kernel->is_alone(crowd, at, contact * contact);
}

/* Sees whom it may touch, and, if it looks ahead, what they ask for.
 * @return which part of the reach is accounted for. */
static float find_neighbours(wend_crowd *crowd, const wendi_neighbour_kernel *kernel, uint32_t at,
                             bool looks, uint64_t *pairs)
{
    wendi_workspace *w = &crowd->work;
    const float gap = wendi_max_f32(w->reach[at] + crowd->reach_now, CONTACT_LEAST);
    const float contact = w->radius[at] + (float)crowd->radius_now + gap;
    if (!looks && is_alone(crowd, kernel, at, contact)) {
        (void)contacts_for(w, at);
        w->contact_count[at] = 0;
        return 1;
    }
    wendi_neighbours others;
    const wendi_neighbour_range reach = looks ? wendi_neighbour_range_ahead(crowd, at, contact)
                                              : wendi_neighbour_range_contact(crowd, contact);
    kernel->find_near(crowd, at, reach, &others);
    const bool is_listed = w->are_alike && list_contacts_alike(w, at, &others);
    const float part_listed = is_listed ? 1 : list_contacts(w, at, &others);
    if (looks) {
        kernel->find_ahead(crowd, at, reach, &others);
        wendi_avoidance_response given;
        kernel->respond(crowd, at, &others, &given);
        set_sidestep(w, at, &given);
    }
    *pairs += others.count;
    return part_listed;
}

/* Who avoids looks ahead every third tick, a third of them in each: sooner nobody changes its way
 * anyhow. Whom it may touch is looked at in every tick. */
static bool is_avoidance_due(const wend_crowd *crowd, size_t at)
{
    return avoids(&crowd->work, at) && (crowd->tick + crowd->cells.order[at]) % LOOK_TICKS == 0;
}

static void choose_velocities(wend_crowd *crowd, size_t begin, size_t end, velocity_block *t)
{
    wendi_workspace *w = &crowd->work;
    const float step = (float)crowd->step;
    uint32_t marks = 0;
    for (size_t at = begin; at < end; ++at) {
        marks |= w->marks[at];
    }
    if ((marks & (uint32_t)WENDI_MARK_AVOIDS) != 0) {
        apply_responses(w, begin, end, t);
    }
    for (size_t at = begin; at < end; ++at) {
        if (!avoids(w, at)) {
            t->x[at - begin] = w->pref_vx[at];
            t->y[at - begin] = w->pref_vy[at];
        }
    }
    relax_velocities(w, begin, end, t, step / (WENDI_RELAXATION_SECONDS + step));
    for (size_t at = begin; (marks & (uint32_t)WENDI_MARK_TURNS) != 0 && at < end; ++at) {
        if ((w->marks[at] & (uint8_t)WENDI_MARK_TURNS) != 0) {
            const wend_vec2 tried = {(double)t->x[at - begin], (double)t->y[at - begin]};
            wendi_kinematics_apply(crowd, (uint32_t)at, crowd->cells.order[at], tried);
        }
    }
    target(w, begin, end, t, step);
    memset(w->moved + begin, 1, end - begin);
}

void wendi_pass_avoidance(wend_crowd *crowd, size_t begin, size_t end)
{
    const wendi_neighbour_kernel *kernel = wendi_neighbour_kernel_at(0);
    uint64_t pairs = 0;
    velocity_block t;
    for (size_t at = begin; at < end; ++at) {
        t.listed[at - begin] =
            find_neighbours(crowd, kernel, (uint32_t)at, is_avoidance_due(crowd, at), &pairs);
    }
    choose_velocities(crowd, begin, end, &t);
    crowd->work.blocks[begin / WENDI_CROWD_BLOCK].pairs = pairs;
}
