/* Chooses the velocity of each body so that it passes others in time and on one side, and lists
 * the bodies that it may touch in this tick.
 * Cost: the bodies in the cells around, some 20 to 60, of which about 16 are kept; see
 * neighbours.h. */
#include "crowd/avoidance/avoidance.h"
#include "crowd/avoidance/neighbours.h"
#include "crowd/core/motion.h"

#include "base/math/bits.h"
#include "base/math/clamp.h"

#include <string.h>

enum { AHEAD = 12 /* bodies to prefetch ahead */ };

void wendi_pass_gather(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        const wendi_body_snapshot *s = &w->snapshots[crowd->cells.order[at]];
        if (at + AHEAD < crowd->cells.count) {
            const wendi_body_snapshot *next = &w->snapshots[crowd->cells.order[at + AHEAD]];
            wendi_prefetch(next);
            wendi_prefetch((const char *)next + WENDI_CACHE_LINE);
        }
        w->x[at] = s->x;
        w->y[at] = s->y;
        w->vx[at] = s->vx;
        w->vy[at] = s->vy;
        w->pref_vx[at] = s->pref_vx;
        w->pref_vy[at] = s->pref_vy;
        w->dir_x[at] = s->dir_x;
        w->dir_y[at] = s->dir_y;
        w->radius[at] = s->radius;
        w->speed[at] = s->speed;
        w->weight[at] = s->weight;
        w->avoid_vx[at] = s->old_x;
        w->avoid_vy[at] = s->old_y;
        w->sidestep_x[at] = s->sidestep_x;
        w->sidestep_y[at] = s->sidestep_y;
        w->follow_speed[at] = s->follow_speed;
        w->headway[at] = s->headway;
        w->contact_vx[at] = s->contact_vx;
        w->contact_vy[at] = s->contact_vy;
        w->home_x[at] = s->home_x;
        w->home_y[at] = s->home_y;
        w->known[at] = s->known;
        w->reach[at] = s->reach;
        w->low[at] = s->low;
        w->high[at] = s->high;
        w->layer[at] = s->layer;
        w->avoids[at] = s->avoids;
        w->touches[at] = s->touches;
        w->priority[at] = s->priority;
        w->marks[at] = s->marks;
        w->wall_count[at] = s->wall_count;
    }
    for (size_t at = begin; crowd->detail.is_on && at < end; ++at) {
        w->stride[at] = crowd->detail.stride[crowd->cells.order[at]];
    }
}

/* ---- search ranges ---- */

enum {
    NEAREST = 16, /* neighbours kept, about */
    ENOUGH = 14   /* in the cells around: then no further cells are searched */
};

static uint32_t count_around(const wendi_body_grid *cells, uint32_t x, uint32_t y, int32_t around)
{
    uint32_t count = 0;
    for (int32_t row = -around; row <= around; ++row) {
        wendi_body_run runs[2];
        const uint32_t run_count = wendi_body_grid_row(cells, x, y, around, row, runs);
        for (uint32_t i = 0; i < run_count; ++i) {
            count += runs[i].end - runs[i].begin;
        }
    }
    return count;
}

/* Metres. */
static float cell_size(const wendi_body_grid *cells)
{
    return (float)((uint32_t)1 << cells->shift) * WENDI_FIXED_POSITION_UNIT;
}

/* The number of cells to each side that a distance covers. */
static int32_t cells_over(const wendi_body_grid *cells, float distance)
{
    const float size = cell_size(cells);
    const int32_t whole = (int32_t)(distance / size);
    return whole + ((float)whole * size < distance);
}

/* As few cells as hold enough bodies, and the distance within which about NEAREST of them are. */
wendi_neighbour_range wendi_neighbour_range_ahead(const wend_crowd *crowd, uint32_t at,
                                                  float contact)
{
    const wendi_body_grid *cells = &crowd->cells;
    const wendi_workspace *w = &crowd->work;
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_FIXED_POSITION_UNIT;
    const float reach = (float)crowd->reach;
    const int32_t most = cells_over(cells, wendi_max_f32(reach, contact));
    const int32_t least = cells_over(cells, contact);
    int32_t n = most < 2 ? most : 2;
    n = n < least ? least : n;
    uint32_t count = count_around(cells, w->x[at], w->y[at], n);
    while (count < ENOUGH && n < most) {
        count = count_around(cells, w->x[at], w->y[at], ++n);
    }
    const float side = (float)(2 * n + 1) * size;
    const float full = wendi_min_f32((float)n * size, reach);
    float squared = full * full;
    if (count > ENOUGH) {
        squared =
            wendi_min_f32(squared, side * side * (float)NEAREST / (3.14159265F * (float)count));
    }
    return (wendi_neighbour_range){n, wendi_max_f32(squared, contact * contact), true};
}

enum { AVOIDANCE_TICKS = 3, SHORTER_MOST = 8 };

static const float ASIDE_MOST = 0.7F; /* of the speed */
/* Parts of the velocity that contacts added, and of a change of the sidestep at once: of bodies that
 * move as people do, and of others. */
static const float CARRY_SMOOTH = 0.8F;
static const float CARRY = 0.9F;
static const float SIDESTEP_SMOOTH = 0.7F;
static const float SIDESTEP = 1;
static const float SAME_POSITION = 0.001F; /* metres; nearer bodies are in one place */
static const float CONTACT_LEAST = 0.25F;  /* metres of gap within which contacts are listed */

/* ---- contacts ---- */

/* The contacts of a body follow those of the body before it in its block. */
static wendi_contact *contacts_for(wendi_workspace *w, uint32_t at)
{
    w->contact_begin[at] = at % WENDI_CROWD_BLOCK == 0
                               ? at * WENDI_CONTACTS_MOST
                               : w->contact_begin[at - 1] + w->contact_count[at - 1];
    return w->contacts + w->contact_begin[at];
}

/* Two bodies at one position have no line along which to separate: theirs depends on their
 * indices, the same for both. */
static wendi_contact contact_of(uint32_t at, uint32_t other, float x, float y, float touch)
{
    static const float DIRECTIONS[8][2] = {{1, 0},  {0.71F, 0.71F},   {0, 1},  {-0.71F, 0.71F},
                                           {-1, 0}, {-0.71F, -0.71F}, {0, -1}, {0.71F, -0.71F}};
    if (x * x + y * y < SAME_POSITION * SAME_POSITION) {
        const float *direction = DIRECTIONS[(at + other) * 2654435761U >> 29];
        const float sign = at < other ? SAME_POSITION : -SAME_POSITION;
        return (wendi_contact){at, other, sign * direction[0], sign * direction[1], touch, -1};
    }
    return (wendi_contact){at, other, x, y, touch, -1};
}

/* For bodies that all touch from the same distance on. @return false if there is no room for all
 * contacts. */
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

/* Lists the bodies that a body may touch when both move as fast as they can. @return how many; more
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

/* Lists the nearest where there are too many. @return the part of the reach that they cover: the
 * body may move no further. */
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

/* ---- responses ---- */

/* The wanted velocities of a block. */
typedef struct velocity_block {
    float x[WENDI_CROWD_BLOCK], y[WENDI_CROWD_BLOCK];
    float listed[WENDI_CROWD_BLOCK]; /* part of the reach that listed contacts cover */
    float step[WENDI_CROWD_BLOCK];   /* seconds */
} velocity_block;

static bool avoids(const wendi_workspace *w, size_t at)
{
    const uint32_t steps_aside = (uint32_t)WENDI_MARK_AVOIDS | (uint32_t)WENDI_MARK_HELD;
    return (w->marks[at] & steps_aside) == (uint32_t)WENDI_MARK_AVOIDS;
}

/* ---- the pass ---- */

/* Most bodies that need no avoidance in this tick have no neighbours: nothing more is searched
 * then. */
static bool is_alone(const wend_crowd *crowd, const wendi_neighbour_kernel *kernel, uint32_t at,
                     float contact)
{
    const float cell = (float)((uint32_t)1 << crowd->cells.shift) * WENDI_FIXED_POSITION_UNIT;
    return contact <= cell && kernel->is_alone(crowd, at, contact * contact);
}

/* Lists the contacts of a body and, if avoidance is due, computes its response. @return the part of
 * the reach that contacts cover. */
static float find_neighbours(wend_crowd *crowd, const wendi_neighbour_kernel *kernel, uint32_t at,
                             bool is_due, uint64_t *pairs)
{
    wendi_workspace *w = &crowd->work;
    const float gap = wendi_max_f32(w->reach[at] + crowd->reach_now, CONTACT_LEAST);
    const float contact = w->radius[at] + (float)crowd->radius_now + gap;
    if (!is_due && is_alone(crowd, kernel, at, contact)) {
        (void)contacts_for(w, at);
        w->contact_count[at] = 0;
        return 1;
    }
    wendi_neighbours others;
    const bool is_coarse = wendi_body_stride(crowd, crowd->cells.order[at]) > 1;
    wendi_neighbour_range reach = {cells_over(&crowd->cells, contact), contact * contact, false};
    if (is_due && is_coarse) {
        /* All bodies of the cells that are searched for contacts anyhow. */
        const float far = (float)reach.cells * cell_size(&crowd->cells);
        reach.squared = far * far;
        reach.responds = true;
    } else if (is_due) {
        reach = wendi_neighbour_range_ahead(crowd, at, contact);
    }
    kernel->find_near(crowd, at, reach, &others);
    const bool is_listed = w->are_alike && list_contacts_alike(w, at, &others);
    const float part_listed = is_listed ? 1 : list_contacts(w, at, &others);
    if (is_due) {
        if (!is_coarse) {
            kernel->find_ahead(crowd, at, reach, &others);
        }
        wendi_avoidance_response response;
        kernel->respond(crowd, at, &others, &response);
        /* The mean of the requests of the neighbours, at most a part of the body's speed. */
        const float x = response.x / response.total;
        const float y = response.y / response.total;
        const float part = wendi_length_factor(x, y, ASIDE_MOST * w->speed[at]);
        const float at_once = wendi_is_smooth(w, at) ? SIDESTEP_SMOOTH : SIDESTEP;
        /* Exactly the new one where all of it is at once. */
        w->sidestep_x[at] = at_once * (x * part) + (1 - at_once) * w->sidestep_x[at];
        w->sidestep_y[at] = at_once * (y * part) + (1 - at_once) * w->sidestep_y[at];
        w->follow_speed[at] = response.speed;
    }
    *pairs += others.count;
    return part_listed;
}

/* A body computes its response every third tick, a third of the bodies in each; one that makes up for
 * several ticks computes it each time. Contacts are listed in every tick. */
static bool is_avoidance_due(const wend_crowd *crowd, size_t at)
{
    const uint32_t body = crowd->cells.order[at];
    return avoids(&crowd->work, at) &&
           (wendi_body_stride(crowd, body) > 1 || wendi_body_is_due(crowd, body, AVOIDANCE_TICKS));
}

/* Lists contacts and computes responses. @return the marks of the bodies that move. */
static uint32_t find_all_neighbours(wend_crowd *crowd, size_t begin, size_t end, velocity_block *t)
{
    wendi_workspace *w = &crowd->work;
    const wendi_neighbour_kernel *kernel = wendi_neighbour_kernel_at(0);
    uint64_t pairs = 0;
    uint32_t marks = 0;
    for (size_t at = begin; at < end; ++at) {
        if (crowd->detail.is_on && w->stride[at] == 0) {
            (void)contacts_for(w, (uint32_t)at);
            w->contact_count[at] = 0;
            t->listed[at - begin] = 1;
            continue;
        }
        t->listed[at - begin] =
            find_neighbours(crowd, kernel, (uint32_t)at, is_avoidance_due(crowd, at), &pairs);
        marks |= w->marks[at];
    }
    w->blocks[begin / WENDI_CROWD_BLOCK].pairs = pairs;
    return marks;
}

/* Preferred velocity and response. The long loops of this pass have no branches, so that compilers
 * vectorize them. */
static void add_responses(const wendi_workspace *w, size_t begin, size_t end, uint32_t marks,
                          velocity_block *t)
{
    for (size_t at = begin; (marks & (uint32_t)WENDI_MARK_AVOIDS) != 0 && at < end; ++at) {
        const float pref_vx = w->pref_vx[at];
        const float pref_vy = w->pref_vy[at];
        const float slower = wendi_length_factor_lane(pref_vx, pref_vy, w->follow_speed[at]);
        const float x = pref_vx * slower + w->sidestep_x[at];
        const float y = pref_vy * slower + w->sidestep_y[at];
        const float pref_speed = sqrtf(pref_vx * pref_vx + pref_vy * pref_vy);
        const float whole = wendi_length_factor_lane(x, y, wendi_max_f32(w->speed[at], pref_speed));
        t->x[at - begin] = x * whole;
        t->y[at - begin] = y * whole;
    }
    for (size_t at = begin; at < end; ++at) {
        if (!avoids(w, at)) {
            t->x[at - begin] = w->pref_vx[at];
            t->y[at - begin] = w->pref_vy[at];
        }
    }
}

/* The seconds that each body walks. */
static void set_steps(const wend_crowd *crowd, size_t begin, size_t end, velocity_block *t)
{
    const float step = (float)crowd->step;
    for (size_t at = begin; at < end; ++at) {
        t->step[at - begin] = step;
    }
    for (size_t at = begin; crowd->detail.is_on && at < end; ++at) {
        t->step[at - begin] = step * (float)crowd->work.stride[at];
    }
}

/* Velocities move towards those wanted, within what bodies can do; those of bodies that stand still
 * stay. */
static void approach_velocities(wend_crowd *crowd, size_t begin, size_t end, uint32_t marks,
                                const velocity_block *t)
{
    wendi_workspace *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        const float rate = t->step[at - begin] / (WENDI_RELAXATION_SECONDS + t->step[at - begin]);
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): all were tried */
        w->avoid_vx[at] += rate * (t->x[at - begin] - w->avoid_vx[at]);
        w->avoid_vy[at] += rate * (t->y[at - begin] - w->avoid_vy[at]);
    }
    for (size_t at = begin; (marks & (uint32_t)WENDI_MARK_TURNS) != 0 && at < end; ++at) {
        if ((w->marks[at] & (uint8_t)WENDI_MARK_TURNS) != 0) {
            const wend_vec2 tried = {(double)t->x[at - begin], (double)t->y[at - begin]};
            wendi_kinematics_apply(crowd, (uint32_t)at, crowd->cells.order[at], tried);
        }
    }
}

/* Targets: the displacement of a step, with the velocity that contacts added. A body that stands still
 * wants to move as in its last step. */
static void set_targets(wend_crowd *crowd, size_t begin, size_t end, velocity_block *t)
{
    wendi_workspace *w = &crowd->work;
    const float step = (float)crowd->step;
    for (size_t at = begin; crowd->detail.is_on && at < end; ++at) {
        const uint8_t level = crowd->detail.level[crowd->cells.order[at]];
        t->step[at - begin] = w->stride[at] > 0 ? t->step[at - begin] : step * (float)(1U << level);
    }
    for (size_t at = begin; at < end; ++at) {
        const float vx = w->avoid_vx[at];
        const float vy = w->avoid_vy[at];
        const float carry = wendi_is_smooth(w, at) ? CARRY_SMOOTH : CARRY;
        const float x = vx + carry * w->contact_vx[at];
        const float y = vy + carry * w->contact_vy[at];
        const float most = wendi_max_f32(w->speed[at], sqrtf(vx * vx + vy * vy));
        const float seconds = t->step[at - begin];
        const float listed =
            t->listed[at - begin] * w->reach[at] / (WENDI_TARGET_PACE_MOST * seconds);
        const float pace = wendi_min_f32(most, listed);
        const float part = wendi_length_factor_lane(x, y, WENDI_TARGET_PACE_MOST * pace);
        w->pace[at] = pace;
        w->target[at].x = x * part * seconds;
        w->target[at].y = y * part * seconds;
        w->travelled[at].x = 0;
        w->travelled[at].y = 0;
    }
}

void wendi_pass_avoidance(wend_crowd *crowd, size_t begin, size_t end)
{
    velocity_block t;
    const uint32_t marks = find_all_neighbours(crowd, begin, end, &t);
    add_responses(&crowd->work, begin, end, marks, &t);
    set_steps(crowd, begin, end, &t);
    approach_velocities(crowd, begin, end, marks, &t);
    set_targets(crowd, begin, end, &t);
    memset(crowd->work.moved + begin, 1, end - begin);
}
