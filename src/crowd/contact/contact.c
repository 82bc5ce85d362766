/* takes: aims of all bodies.
 * gives: how far each gets, so that nobody overlaps anybody and nobody crosses a wall.
 * cost:  the contacts of each body, once for each pass.
 *
 * The soft part pushes aims apart that overlap, the lighter one more: a few passes, and what they
 * change is carried to the next tick, so that a push goes through a whole crowd.
 *
 * The hard part moves: each along its way to the aim, but by no more than its share of the gap to
 * each other one, measured along the line between them. As both work out the same shares, which add
 * up to the gap, two that did not overlap before cannot overlap afterwards, whatever the rest does.
 * Who goes away leaves the other the whole gap, so that columns walk. */
#include "crowd/core/motion.h"

#include "base/math/clamp.h"

#include <string.h>

enum {
    PROJECTIONS = 6,
    STRETCH = 64, /* contacts looked at in one go */
    BOUNDS_MOST = WENDI_CONTACTS_MOST + WENDI_WALL_CONSTRAINTS_MOST
};

static const float SOFT_GAP = 0.01F;  /* metres that aims keep from each other */
static const float SOFT_PART = 0.6F;  /* of an overlap that is pushed apart in a pass */
static const float WALL_GAP = 0.002F; /* metres that aims keep from walls */
static const float DEEP = 0.6F;       /* of the distance at touch: then only aims part them */
static const float RESERVE = 0.001F;  /* metres of gaps that are kept for rounding and for starts */
static const float ORDER_RATE = 10.0F; /* who is ahead by a tenth of a metre is fully ahead */
static const float ALIKE = 0.966F;     /* cosine of 15 degrees: ways that are one */
static const float ORDER_MOST = 0.45F; /* of a share that goes by who is ahead */

/* ---- soft ---- */

/* Which part of what keeps them apart is i's: 1 minus what is j's. */
static float share_of(const wendi_workspace *w, uint32_t i, const wendi_contact *c)
{
    const uint32_t j = c->at;
    const uint32_t held = (uint32_t)WENDI_MARK_HELD;
    const bool is_held = (w->marks[i] & held) != 0;
    const bool is_other_held = (w->marks[j] & held) != 0;
    if (is_held != is_other_held) {
        return is_held ? 0 : 1;
    }
    /* Who arrived makes way, whatever its rank: else those who have a place behind it
     * might never get there. */
    const bool is_way_made = ((w->marks[i] ^ w->marks[j]) & (uint32_t)WENDI_MARK_RESTS) != 0;
    if (w->priority[i] != w->priority[j] && !is_way_made) {
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

/* From the other one's aim to the body's. */
static wendi_vec2_f32 between_aims(const wendi_workspace *w, const wendi_contact *c)
{
    const wendi_vec2_f32 own = w->target[c->from];
    const wendi_vec2_f32 other = w->target[c->at];
    return (wendi_vec2_f32){own.x - c->x - other.x, own.y - c->y - other.y};
}

static void push_apart(wendi_workspace *w, wendi_contact *c)
{
    c->share = c->share < 0 ? share_of(w, c->from, c) : c->share;
    const wendi_vec2_f32 d = between_aims(w, c);
    const float distance = sqrtf(d.x * d.x + d.y * d.y) + 1e-9F;
    const float part = SOFT_PART * (c->touch + SOFT_GAP - distance) / distance * c->share;
    w->next[c->from].x += part * d.x;
    w->next[c->from].y += part * d.y;
    w->next_moved[c->from] = 1;
}

/* Of some contacts those whose aims overlap: without a branch to guess. @return how many. */
static uint32_t find_overlaps(const wendi_workspace *w, uint32_t begin, uint32_t end,
                              uint32_t *found)
{
    uint32_t count = 0;
    for (uint32_t k = begin; k < end; ++k) {
        const wendi_contact *c = &w->contacts[k];
        const wendi_vec2_f32 d = between_aims(w, c);
        const float touch = c->touch + SOFT_GAP;
        found[count] = k;
        count += (uint32_t)(d.x * d.x + d.y * d.y < touch * touch);
    }
    return count;
}

/* All contacts of a block, in their order: whom nobody pushes stays as it is. */
static void push_all_apart(wendi_workspace *w, uint32_t begin, uint32_t end)
{
    uint32_t found[STRETCH];
    for (uint32_t first = begin; first < end; first += STRETCH) {
        const uint32_t last = end - first < STRETCH ? end : first + STRETCH;
        const uint32_t count = find_overlaps(w, first, last, found);
        for (uint32_t i = 0; i < count; ++i) {
            /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.ArraySubscript): below count */
            push_apart(w, &w->contacts[found[i]]);
        }
    }
}

static bool keep_off_walls(const wendi_wall_constraint *walls, uint32_t count,
                           wendi_vec2_f32 *target)
{
    bool moved = false;
    for (uint32_t k = 0; k < count; ++k) {
        const float over =
            target->x * walls[k].x + target->y * walls[k].y - (walls[k].gap - WALL_GAP);
        if (over > 0) {
            target->x -= over * walls[k].x;
            target->y -= over * walls[k].y;
            moved = true;
        }
    }
    return moved;
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
    push_all_apart(w, w->contact_begin[begin], contacts_end(w, end));
    for (size_t at = begin; at < end; ++at) {
        /* Whom neither others nor walls moved in the last pass, and others do not now, is still
         * clear of its walls. */
        if (w->wall_count[at] > 0 && (w->moved[at] | w->next_moved[at]) != 0) {
            w->next_moved[at] |=
                (uint8_t)keep_off_walls(walls_of(crowd, at), w->wall_count[at], &w->next[at]);
        }
    }
}

/* Does somebody near it not go its way? */
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

/* Those ahead hold up those behind, but do not push them back: among them all a jam would walk
 * backwards. */
static void keep_ground(const wendi_workspace *w, uint32_t at, wendi_vec2_f32 *target)
{
    const float back = target->x * w->dir_x[at] + target->y * w->dir_y[at];
    if (back < 0 && w->wall_count[at] == 0 && !has_oncoming(w, at)) {
        target->x -= back * w->dir_x[at];
        target->y -= back * w->dir_y[at];
    }
}

void wendi_pass_contact_soft_last(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    const float step = (float)crowd->step;
    wendi_pass_contact_soft(crowd, begin, end);
    for (size_t at = begin; at < end; ++at) {
        wendi_vec2_f32 *target = &w->next[at];
        keep_ground(w, (uint32_t)at, target);
        w->contact_vx[at] = target->x / step - w->avoid_vx[at];
        w->contact_vy[at] = target->y / step - w->avoid_vy[at];
        const float most = WENDI_TARGET_PACE_MOST * w->pace[at] * step;
        const float part =
            wendi_length_factor(target->x, target->y, most < w->known[at] ? most : w->known[at]);
        *target = (wendi_vec2_f32){target->x * part, target->y * part};
    }
}

/* ---- hard ---- */

/* A bound for a displacement d: d . n is to be at most `most`, and must be at most most + spare. */
typedef struct contact_bound {
    float x, y, most, spare;
} contact_bound;

static float absolute(float value)
{
    return value < 0 ? -value : value;
}

/* The bound that keeps i from j; false where they cannot touch, wherever both go. */
static bool bound_by_body(const wendi_workspace *w, uint32_t i, const wendi_contact *c,
                          float goal_vector_x, float goal_vector_y, contact_bound *out)
{
    const uint32_t j = c->at;
    const float x = c->x + w->travelled[j].x - w->travelled[i].x;
    const float y = c->y + w->travelled[j].y - w->travelled[i].y;
    const float touch = c->touch;
    const float other_x = w->target[j].x - w->travelled[j].x;
    const float other_y = w->target[j].y - w->travelled[j].y;
    const float moves = absolute(goal_vector_x) + absolute(goal_vector_y) + absolute(other_x) +
                        absolute(other_y) + 2 * RESERVE;
    const float squared = x * x + y * y;
    if (squared > (touch + moves) * (touch + moves)) {
        return false;
    }
    /* Out of a heap nobody gets without getting nearer to one of those that are in it. */
    if (squared < DEEP * DEEP * touch * touch) {
        return false;
    }
    const float distance = sqrtf(squared) + 1e-9F;
    out->x = x / distance;
    out->y = y / distance;
    const float gap = distance - touch;
    const float own = wendi_clamp_f32(goal_vector_x * out->x + goal_vector_y * out->y, 0, 1e9F);
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

static contact_bound bound_by_wall(const wendi_wall_constraint *wall, float travelled_x,
                                   float travelled_y)
{
    const float gap = wall->gap - (travelled_x * wall->x + travelled_y * wall->y);
    const float reserve = wendi_clamp_f32(gap, 0, RESERVE);
    /* Who is too near a wall that rose aims away from it: no further, others count on that. */
    return (contact_bound){wall->x, wall->y, gap < 0 ? 0 : gap - reserve, reserve};
}

static uint32_t list_bounds(const wend_crowd *crowd, uint32_t i, float x, float y,
                            contact_bound *bounds)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_contact *contacts = wendi_contacts_of(w, i);
    const wendi_wall_constraint *walls = walls_of(crowd, i);
    uint32_t count = 0;
    for (uint32_t k = 0; k < w->contact_count[i]; ++k) {
        count += bound_by_body(w, i, &contacts[k], x, y, &bounds[count]);
    }
    for (uint32_t k = 0; k < w->wall_count[i]; ++k) {
        bounds[count++] = bound_by_wall(&walls[k], w->travelled[i].x, w->travelled[i].y);
    }
    return count;
}

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

/* What projections left over is cut off: nobody goes beyond a bound. */
static float allowed(const contact_bound *bounds, uint32_t count, float x, float y)
{
    float part = 1;
    for (uint32_t k = 0; k < count; ++k) {
        const float along = x * bounds[k].x + y * bounds[k].y;
        const float most = (bounds[k].most > 0 ? bounds[k].most : 0) + bounds[k].spare;
        if (along > most && most < part * along) {
            part = most / along;
        }
    }
    return part;
}

/* Walls are known so far and no further, however hard others push. */
static float left_to_go(const wendi_workspace *w, uint32_t i)
{
    const float travelled =
        sqrtf(w->travelled[i].x * w->travelled[i].x + w->travelled[i].y * w->travelled[i].y);
    return wendi_clamp_f32(w->known[i] - travelled, 0, 1e9F);
}

/* Does nothing keep it from where it wants to be? Then it is there, and nobody who comes after it
 * drives it away. */
static bool has_room(const contact_bound *bounds, uint32_t count, float x, float y)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (bounds[k].most < 0 || x * bounds[k].x + y * bounds[k].y > bounds[k].most) {
            return false;
        }
    }
    return true;
}

static void solve_hard(wend_crowd *crowd, uint32_t i)
{
    wendi_workspace *w = &crowd->work;
    float x = w->target[i].x - w->travelled[i].x;
    float y = w->target[i].y - w->travelled[i].y;
    contact_bound bounds[BOUNDS_MOST];
    const uint32_t count = list_bounds(crowd, i, x, y, bounds);
    float part = 1;
    if (has_room(bounds, count, x, y)) {
        w->is_at_target[i] = true;
    } else {
        for (int32_t round = 0; round < PROJECTIONS && project(bounds, count, &x, &y); ++round) {
        }
        part = allowed(bounds, count, x, y);
    }
    part *= wendi_length_factor(x * part, y * part, left_to_go(w, i));
    w->next[i] = (wendi_vec2_f32){w->travelled[i].x + x * part, w->travelled[i].y + y * part};
}

/* Could one that has not moved yet be kept from its aim by another one? As bound_by_body and
 * has_room, but in doubt yes, and without a division: what both move along the line between them is
 * no more than the gap; who goes away from the other has room as long as they do not overlap. */
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

/* Most have room: who surely has is there, without a look at its bounds. */
void wendi_pass_contact_hard_first(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    uint8_t is_kept[WENDI_CROWD_BLOCK] = {0};
    const uint32_t contact_end = contacts_end(w, end);
    for (uint32_t k = w->contact_begin[begin]; k < contact_end; ++k) {
        const wendi_contact *c = &w->contacts[k];
        is_kept[c->from - begin] |= (uint8_t)is_close(w, c);
    }
    for (size_t at = begin; at < end; ++at) {
        w->is_at_target[at] = is_kept[at - begin] == 0 && w->wall_count[at] == 0;
        if (w->is_at_target[at]) {
            w->next[at] = w->target[at];
        } else {
            solve_hard(crowd, (uint32_t)at);
        }
    }
}

void wendi_pass_contact_hard(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_workspace *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        if (w->is_at_target[at]) {
            w->next[at] = w->travelled[at];
        } else {
            solve_hard(crowd, (uint32_t)at);
        }
    }
}
