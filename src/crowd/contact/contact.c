/* Moves bodies to their targets so that none overlap and none cross a wall.
 * Cost: the contacts of each body, once for each pass.
 *
 * The soft part pushes overlapping targets apart, the lighter body more. After a few passes the
 * change is kept for the next tick, so that a push travels through a whole crowd.
 *
 * The hard part moves each body towards its target, but by no more than its share of the gap to
 * each neighbour, measured along the line between them. Both compute the same shares, which add up
 * to the gap: two bodies that do not overlap before cannot overlap afterwards. A body that moves
 * away leaves the other the whole gap, so that columns advance.
 *
 * Between the two parts targets become what people do in a tick (smooth.h): they turn and accelerate
 * no further. The hard part shortens a displacement along others that turns a body more. */
#include "crowd/contact/contact.h"
#include "crowd/contact/smooth.h"
#include "crowd/core/motion.h"

#include "base/math/clamp.h"

#include <string.h>

enum {
    PROJECTIONS = 6,
    STRETCH = 64, /* contacts tested together */
    BOUNDS_MOST = WENDI_CONTACTS_MOST + WENDI_WALL_CONSTRAINTS_MOST
};

static const float SOFT_GAP = 0.01F;    /* metres between targets */
static const float SOFT_PART = 0.6F;    /* of an overlap, separated in a pass */
static const float SAME_TARGET = 1e-5F; /* metres; nearer targets are in one point */
static const float WALL_GAP = 0.002F;   /* metres between targets and walls */
static const float DEEP = 0.6F; /* of the distance at touch: below it only targets separate them */
static const float RESERVE = 0.001F;   /* metres of a gap, kept for rounding and for starts */
static const float ORDER_RATE = 10.0F; /* a tenth of a metre ahead counts fully */
static const float ALIKE = 0.966F;     /* cosine of 15 degrees: the same direction */
static const float ORDER_MOST = 0.45F; /* of a share, by the order along the direction */

/* ---- soft contact ---- */

/* The share of i in separating the pair; j has the rest. */
static float share_of(const wendi_workspace *w, uint32_t i, const wendi_contact *c)
{
    const uint32_t j = c->at;
    const uint32_t held = (uint32_t)WENDI_MARK_HELD;
    const bool is_held = (w->marks[i] & held) != 0;
    const bool is_other_held = (w->marks[j] & held) != 0;
    if (is_held != is_other_held) {
        return is_held ? 0 : 1;
    }
    /* A body that arrived yields at any priority: otherwise bodies with goals behind it might never
     * arrive. */
    const bool has_one_arrived = ((w->marks[i] ^ w->marks[j]) & (uint32_t)WENDI_MARK_RESTS) != 0;
    if (w->priority[i] != w->priority[j] && !has_one_arrived) {
        return w->priority[i] > w->priority[j] ? 0.03F : 0.97F;
    }
    float share = w->weight[j] / (w->weight[i] + w->weight[j]);
    const float alike = w->dir_x[i] * w->dir_x[j] + w->dir_y[i] * w->dir_y[j];
    const uint32_t stands = (uint32_t)WENDI_MARK_STANDS;
    if (alike > 0 && ((w->marks[i] | w->marks[j]) & stands) == 0) {
        const float x = w->dir_x[i] + w->dir_x[j];
        const float y = w->dir_y[i] + w->dir_y[j];
        const float ahead = (c->x * x + c->y * y) / sqrtf(x * x + y * y);
        share = wendi_clamp_f32(share + ORDER_MOST * wendi_clamp_f32(ahead * ORDER_RATE, -1, 1),
                                0.03F, 0.97F);
    }
    return share;
}

/* From the target of the other to that of the body. */
static wendi_vec2_f32 between_targets(const wendi_workspace *w, const wendi_contact *c)
{
    const wendi_vec2_f32 own = w->target[c->from];
    const wendi_vec2_f32 other = w->target[c->at];
    return (wendi_vec2_f32){own.x - c->x - other.x, own.y - c->y - other.y};
}

/* The point of a body in a square, by a hash. */
static wendi_vec2_f32 point_of(const wend_crowd *crowd, uint32_t at)
{
    const uint64_t drawn = wend_random(crowd->seed, crowd->cells.order[at], crowd->tick);
    const float per = 1.0F / 65536.0F;
    return (wendi_vec2_f32){(float)(drawn & 0xFFFFU) * per, (float)(drawn >> 16 & 0xFFFFU) * per};
}

/* As between_targets, for targets in one point: no line leads apart. Each body has a point in a
 * square, and the line is that between the points, so that a heap opens to all sides at once. */
static wendi_vec2_f32 between_points(const wend_crowd *crowd, const wendi_contact *c)
{
    const wendi_vec2_f32 own = point_of(crowd, c->from);
    const wendi_vec2_f32 other = point_of(crowd, c->at);
    const wendi_vec2_f32 d = {own.x - other.x, own.y - other.y};
    const float part = SAME_TARGET / (sqrtf(d.x * d.x + d.y * d.y) + 1e-9F);
    return (wendi_vec2_f32){part * d.x, part * d.y};
}

static const wendi_wall_constraint *walls_of(const wend_crowd *crowd, size_t at)
{
    return wendi_wall_constraints_of(&crowd->work, crowd->cells.order[at]);
}

static uint32_t contacts_end(const wendi_workspace *w, size_t end)
{
    return w->contact_begin[end - 1] + w->contact_count[end - 1];
}

void wendi_pass_contact_soft(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    memcpy(w->next + begin, w->target + begin, (end - begin) * sizeof *w->next);
    memset(w->next_moved + begin, 0, end - begin);

    /* All contacts of the block in their order; bodies without an overlap keep their targets. */
    const uint32_t contact_end = contacts_end(w, end);
    uint32_t found[STRETCH];
    for (uint32_t first = w->contact_begin[begin]; first < contact_end; first += STRETCH) {
        const uint32_t last = contact_end - first < STRETCH ? contact_end : first + STRETCH;
        /* Overlapping targets; no branch to mispredict. */
        uint32_t count = 0;
        for (uint32_t k = first; k < last; ++k) {
            const wendi_contact *c = &w->contacts[k];
            const wendi_vec2_f32 d = between_targets(w, c);
            const float touch = c->touch + SOFT_GAP;
            found[count] = k;
            count += (uint32_t)(d.x * d.x + d.y * d.y < touch * touch);
        }
        for (uint32_t i = 0; i < count; ++i) {
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): below count */
            wendi_contact *c = &w->contacts[found[i]];
            c->share = c->share < 0 ? share_of(w, c->from, c) : c->share;
            wendi_vec2_f32 d = between_targets(w, c);
            if (d.x * d.x + d.y * d.y < SAME_TARGET * SAME_TARGET) {
                d = between_points(crowd, c);
            }
            const float distance = sqrtf(d.x * d.x + d.y * d.y) + 1e-9F;
            const float part = SOFT_PART * (c->touch + SOFT_GAP - distance) / distance * c->share;
            w->next[c->from].x += part * d.x;
            w->next[c->from].y += part * d.y;
            w->next_moved[c->from] = 1;
        }
    }

    /* Off walls. A body that neither others nor walls moved in the last pass, nor others in this
     * one, is still clear of them. */
    for (size_t at = begin; at < end; ++at) {
        if (w->wall_count[at] == 0 || (w->moved[at] | w->next_moved[at]) == 0) {
            continue;
        }
        const wendi_wall_constraint *walls = walls_of(crowd, at);
        wendi_vec2_f32 *target = &w->next[at];
        for (uint32_t k = 0; k < w->wall_count[at]; ++k) {
            const float over =
                target->x * walls[k].x + target->y * walls[k].y - (walls[k].gap - WALL_GAP);
            if (over > 0) {
                target->x -= over * walls[k].x;
                target->y -= over * walls[k].y;
                w->next_moved[at] = 1;
            }
        }
    }
}

/* True if a neighbour does not move the same way. */
static bool has_oncoming(const wendi_workspace *w, uint32_t at)
{
    const wendi_contact *contacts = wendi_contacts_of(w, at);
    for (uint32_t k = 0; k < w->contact_count[at]; ++k) {
        const uint32_t j = contacts[k].at;
        if (w->dir_x[at] * w->dir_x[j] + w->dir_y[at] * w->dir_y[j] < ALIKE) {
            return true;
        }
    }
    return false;
}

/* True for a body with limits of its own and no other near it: after it was sent back it goes on for a
 * while. */
static bool brakes_alone(const wendi_workspace *w, size_t at)
{
    return w->contact_count[at] == 0 && (w->marks[at] & (uint32_t)WENDI_MARK_TURNS) != 0;
}

/* True for a vehicle: it moves along its heading only, and stops where others are in the way. A stuck
 * one that is held up slides: several may hold each other ahead and behind for ever. */
static bool moves_along_heading(const wend_crowd *crowd, size_t at)
{
    const wendi_bodies *b = &crowd->bodies;
    const uint32_t body = crowd->cells.order[at];
    if ((crowd->work.marks[at] & (uint32_t)WENDI_MARK_TURNS) == 0 || !(b->turn_radius[body] > 0)) {
        return false;
    }
    return b->stuck[body] == (uint8_t)WENDI_STUCK_NOT ||
           (b->flags[body] & (uint32_t)WENDI_BODY_WEDGED) == 0;
}

static wendi_vec2_f32 along_heading(const wend_crowd *crowd, size_t at, wendi_vec2_f32 target)
{
    const uint32_t body = crowd->cells.order[at];
    const float x = (float)crowd->bodies.heading_x[body];
    const float y = (float)crowd->bodies.heading_y[body];
    const float along = target.x * x + target.y * y;
    return (wendi_vec2_f32){along * x, along * y};
}

void wendi_pass_contact_soft_last(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    const wendi_smooth_limits limits = wendi_smooth_limits_of(crowd);
    const float step = limits.step;
    wendi_pass_contact_soft(crowd, begin, end);
    const bool is_detailed = crowd->detail.is_on;
    for (size_t at = begin; at < end; ++at) {
        wendi_vec2_f32 *target = &w->next[at];
        if (is_detailed && w->stride[at] == 0) {
            continue; /* where it wants to be */
        }
        const float seconds = is_detailed ? step * (float)w->stride[at] : step;
        const float back = target->x * w->dir_x[at] + target->y * w->dir_y[at];
        if (moves_along_heading(crowd, at)) {
            *target = along_heading(crowd, at, *target);
        } else if (back < 0 && w->wall_count[at] == 0 && !brakes_alone(w, at) &&
                   !has_oncoming(w, (uint32_t)at)) {
            /* Bodies in front hold up those behind, but do not push them back: together they would
             * move a jam backwards. */
            target->x -= back * w->dir_x[at];
            target->y -= back * w->dir_y[at];
        }
        w->contact_vx[at] = target->x / seconds - w->avoid_vx[at];
        w->contact_vy[at] = target->y / seconds - w->avoid_vy[at];
        if (wendi_is_smooth(w, at)) {
            wendi_smooth_target(w, at, &limits, target);
        }
        const float most = WENDI_TARGET_PACE_MOST * w->pace[at] * seconds;
        const float part =
            wendi_length_factor(target->x, target->y, most < w->known[at] ? most : w->known[at]);
        *target = (wendi_vec2_f32){target->x * part, target->y * part};
    }
}

/* ---- hard contact ---- */

/* A bound for a displacement d: d . n should be at most `most`, and must be at most most +
 * spare. */
typedef struct contact_bound {
    float x, y, most, spare;
} contact_bound;

static float absolute(float value)
{
    return value < 0 ? -value : value;
}

/* The bound of body i by another; false where they cannot touch wherever both move. */
static bool bound_by_body(const wendi_workspace *w, uint32_t i, const wendi_contact *c, float own_x,
                          float own_y, contact_bound *out)
{
    const uint32_t j = c->at;
    const float x = c->x + w->travelled[j].x - w->travelled[i].x;
    const float y = c->y + w->travelled[j].y - w->travelled[i].y;
    const float touch = c->touch;
    const float other_x = w->target[j].x - w->travelled[j].x;
    const float other_y = w->target[j].y - w->travelled[j].y;
    const float moves =
        absolute(own_x) + absolute(own_y) + absolute(other_x) + absolute(other_y) + 2 * RESERVE;
    const float squared = x * x + y * y;
    if (squared > (touch + moves) * (touch + moves)) {
        return false;
    }
    /* No body leaves a heap without approaching one that is in it. */
    if (squared < DEEP * DEEP * touch * touch) {
        return false;
    }
    const float distance = sqrtf(squared) + 1e-9F;
    out->x = x / distance;
    out->y = y / distance;
    const float gap = distance - touch;
    const float own = wendi_clamp_f32(own_x * out->x + own_y * out->y, 0, 1e9F);
    const float others = wendi_clamp_f32(-(other_x * out->x + other_y * out->y), 0, 1e9F);
    const float share = own + others > 1e-9F ? own / (own + others) : 0.5F;
    const float reserve = wendi_clamp_f32(gap, 0, RESERVE);
    out->spare = 0.5F * reserve;
    out->most = gap < -1e-6F ? 0.5F * gap : (gap - reserve) * share;
    if (out->most > 0 && gap < RESERVE) {
        out->most = 0;
    }
    return true;
}

/* Projects a displacement onto each bound that it exceeds. @return true if it exceeded one. */
static bool project(const contact_bound *bounds, uint32_t count, float *x, float *y)
{
    bool is_over = false;
    for (uint32_t k = 0; k < count; ++k) {
        const float over = *x * bounds[k].x + *y * bounds[k].y - bounds[k].most;
        if (over > 0) {
            *x -= over * bounds[k].x;
            *y -= over * bounds[k].y;
            is_over = true;
        }
    }
    return is_over;
}

/* True if a body is in another. */
static bool is_too_deep(const contact_bound *bounds, uint32_t count)
{
    bool is_deep = false;
    for (uint32_t k = 0; k < count; ++k) {
        is_deep |= bounds[k].most < -RESERVE;
    }
    return is_deep;
}

/* Moves a body as far towards its target as all bounds allow. */
static void solve_hard(wend_crowd *crowd, const wendi_smooth_limits *limits, uint32_t i)
{
    wendi_workspace *w = &crowd->work;
    const wendi_vec2_f32 travelled = w->travelled[i];
    float x = w->target[i].x - travelled.x;
    float y = w->target[i].y - travelled.y;

    contact_bound bounds[BOUNDS_MOST];
    uint32_t count = 0;
    const wendi_contact *contacts = wendi_contacts_of(w, i);
    for (uint32_t k = 0; k < w->contact_count[i]; ++k) {
        count += bound_by_body(w, i, &contacts[k], x, y, &bounds[count]);
    }
    const wendi_wall_constraint *walls = walls_of(crowd, i);
    for (uint32_t k = 0; k < w->wall_count[i]; ++k) {
        const float gap = walls[k].gap - (travelled.x * walls[k].x + travelled.y * walls[k].y);
        const float reserve = wendi_clamp_f32(gap, 0, RESERVE);
        /* A body too near a new wall moves away from it no further than its target: others rely on
         * that. */
        bounds[count++] =
            (contact_bound){walls[k].x, walls[k].y, gap < 0 ? 0 : gap - reserve, reserve};
    }

    /* Without constraints it reaches its target, and later bodies do not displace it. */
    bool has_room = true;
    for (uint32_t k = 0; k < count && has_room; ++k) {
        has_room = !(bounds[k].most < 0 || x * bounds[k].x + y * bounds[k].y > bounds[k].most);
    }
    float part = 1;
    if (has_room) {
        w->is_at_target[i] = true;
    } else {
        bool is_over = !moves_along_heading(crowd, i) || is_too_deep(bounds, count);
        for (int32_t round = 0; round < PROJECTIONS && is_over; ++round) {
            is_over = project(bounds, count, &x, &y);
        }
        /* The excess left by projections is cut off: no bound is exceeded. */
        for (uint32_t k = 0; k < count; ++k) {
            const float along = x * bounds[k].x + y * bounds[k].y;
            const float most = (bounds[k].most > 0 ? bounds[k].most : 0) + bounds[k].spare;
            if (along > most && most < part * along) {
                part = most / along;
            }
        }
    }

    /* Walls are known up to a distance: no push moves a body further. */
    const float done = sqrtf(travelled.x * travelled.x + travelled.y * travelled.y);
    const float left = wendi_clamp_f32(w->known[i] - done, 0, 1e9F);
    part *= wendi_length_factor(x * part, y * part, left);
    if (wendi_is_smooth(w, i)) {
        part *= wendi_smooth_slide(w, i, limits, x * part, y * part);
    }
    w->next[i] = (wendi_vec2_f32){travelled.x + x * part, travelled.y + y * part};
}

/* True if another body may constrain one that has not moved yet. As bound_by_body, but true in
 * doubt and without a division: false where both move along the line between them by less
 * than the gap, or the body moves away without an overlap. */
static bool is_close(const wendi_workspace *w, const wendi_contact *c)
{
    const wendi_vec2_f32 own = w->target[c->from];
    const wendi_vec2_f32 other = w->target[c->at];
    const float squared = c->x * c->x + c->y * c->y;
    const float distance = sqrtf(squared);
    const float along = own.x * c->x + own.y * c->y;
    const float nears = -(other.x * c->x + other.y * c->y);
    const float moves = along + (nears > 0 ? nears : 0.0F) + 2 * RESERVE * distance;
    return !((along > 0 ? moves : 0.0F) < squared - c->touch * distance);
}

/* Most bodies have room: a body that surely has reaches its target without a look at its bounds. */
void wendi_pass_contact_hard_first(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    const wendi_smooth_limits limits = wendi_smooth_limits_of(crowd);
    uint8_t is_kept[WENDI_CROWD_BLOCK] = {0};
    const uint32_t contact_end = contacts_end(w, end);
    for (uint32_t k = w->contact_begin[begin]; k < contact_end; ++k) {
        const wendi_contact *c = &w->contacts[k];
        is_kept[c->from - begin] |= (uint8_t)is_close(w, c);
    }
    const bool is_detailed = crowd->detail.is_on;
    for (size_t at = begin; at < end; ++at) {
        w->is_at_target[at] = is_kept[at - begin] == 0 && w->wall_count[at] == 0;
        if (is_detailed && w->stride[at] == 0) {
            w->next[at] = w->travelled[at]; /* it stands still, also in the passes after this one */
        } else if (w->is_at_target[at]) {
            w->next[at] = w->target[at];
        } else {
            solve_hard(crowd, &limits, (uint32_t)at);
        }
    }
}

void wendi_pass_contact_hard(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    const wendi_smooth_limits limits = wendi_smooth_limits_of(crowd);
    for (size_t at = begin; at < end; ++at) {
        if (w->is_at_target[at]) {
            w->next[at] = w->travelled[at];
        } else {
            solve_hard(crowd, &limits, (uint32_t)at);
        }
    }
}
