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
#include "crowd/passes.h"

enum { PROJECTIONS = 6, CONTACTS = WENDI_CONTACTS_MOST + WENDI_WALLS_MOST };

static const float SOFT_GAP = 0.01F;  /* metres that aims keep from each other */
static const float SOFT_PART = 0.6F;  /* of an overlap that is pushed apart in a pass */
static const float WALL_GAP = 0.002F; /* metres that aims keep from walls */
static const float DEEP = 0.6F;       /* of the distance at touch: then only aims part them */
static const float RESERVE = 0.001F;  /* metres of gaps that are kept for rounding and for starts */
static const float ORDER_RATE = 10.0F; /* who is ahead by a tenth of a metre is fully ahead */
static const float ORDER_MOST = 0.45F; /* of a share that goes by who is ahead */

static float clamp(float value, float low, float high)
{
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

/* ---- soft ---- */

/* Which part of what keeps them apart is i's: 1 minus what is j's. */
static float share_of(const wendi_work *w, uint32_t i, const wendi_contact *c)
{
    const uint32_t j = c->at;
    const uint32_t held = (uint32_t)WENDI_MARK_HELD;
    const bool is_held = (w->marks[i] & held) != 0;
    const bool is_other_held = (w->marks[j] & held) != 0;
    if (is_held != is_other_held) {
        return is_held ? 0 : 1;
    }
    if (w->priority[i] != w->priority[j]) {
        return w->priority[i] > w->priority[j] ? 0.03F : 0.97F;
    }
    float share = w->weight[j] / (w->weight[i] + w->weight[j]);
    const float alike = w->way_x[i] * w->way_x[j] + w->way_y[i] * w->way_y[j];
    const uint32_t stands = (uint32_t)WENDI_MARK_STANDS;
    if (alike > 0 && ((w->marks[i] | w->marks[j]) & stands) == 0) {
        const float x = w->way_x[i] + w->way_x[j];
        const float y = w->way_y[i] + w->way_y[j];
        const float ahead = (c->x * x + c->y * y) / sqrtf(x * x + y * y);
        share = clamp(share + ORDER_MOST * clamp(ahead * ORDER_RATE, -1, 1), 0.03F, 0.97F);
    }
    return share;
}

static bool push_apart(const wendi_work *w, uint32_t i, float *x, float *y)
{
    bool moved = false;
    const wendi_contact *contacts = w->contacts + (size_t)i * WENDI_CONTACTS_MOST;
    const float own_x = w->aim_x[i];
    const float own_y = w->aim_y[i];
    for (uint32_t k = 0; k < w->contact_count[i]; ++k) {
        const wendi_contact *c = &contacts[k];
        const float dx = own_x - c->x - w->aim_x[c->at];
        const float dy = own_y - c->y - w->aim_y[c->at];
        const float touch = c->touch + SOFT_GAP;
        const float squared = dx * dx + dy * dy;
        if (squared >= touch * touch) {
            continue;
        }
        const float distance = sqrtf(squared) + 1e-9F;
        const float part = SOFT_PART * (touch - distance) / distance * share_of(w, i, c);
        *x += part * dx;
        *y += part * dy;
        moved = true;
    }
    return moved;
}

static bool keep_off_walls(const wendi_near_wall *walls, uint32_t count, float *x, float *y)
{
    bool moved = false;
    for (uint32_t k = 0; k < count; ++k) {
        const float over = *x * walls[k].x + *y * walls[k].y - (walls[k].gap - WALL_GAP);
        if (over > 0) {
            *x -= over * walls[k].x;
            *y -= over * walls[k].y;
            moved = true;
        }
    }
    return moved;
}

static const wendi_near_wall *walls_of(const wend_crowd *crowd, size_t at)
{
    return crowd->work.walls + (size_t)crowd->cells.order[at] * WENDI_WALLS_MOST;
}

/* Has anything changed since it was last pushed? */
static bool is_news(const wendi_work *w, uint32_t i)
{
    const wendi_contact *contacts = w->contacts + (size_t)i * WENDI_CONTACTS_MOST;
    uint32_t moved = w->moved[i];
    for (uint32_t k = 0; k < w->contact_count[i]; ++k) {
        moved |= w->moved[contacts[k].at];
    }
    return moved != 0;
}

static void soften(wend_crowd *crowd, uint32_t i, float *x, float *y)
{
    wendi_work *w = &crowd->work;
    *x = w->aim_x[i];
    *y = w->aim_y[i];
    if (!is_news(w, i)) {
        w->next_moved[i] = 0;
        return;
    }
    bool moved = push_apart(w, i, x, y);
    if (w->wall_count[i] > 0) {
        moved |= keep_off_walls(walls_of(crowd, i), w->wall_count[i], x, y);
    }
    w->next_moved[i] = moved;
}

void wendi_pass_soft(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_work *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        soften(crowd, (uint32_t)at, &w->next_x[at], &w->next_y[at]);
    }
}

void wendi_pass_soft_last(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_work *w = &crowd->work;
    const float step = (float)crowd->step;
    for (size_t at = begin; at < end; ++at) {
        float x = 0;
        float y = 0;
        soften(crowd, (uint32_t)at, &x, &y);
        w->carry_x[at] = x / step - w->own_x[at];
        w->carry_y[at] = y / step - w->own_y[at];
        const float most = WENDI_AIM_MOST * w->pace[at] * step;
        const float part = wendi_limit(x, y, most < w->known[at] ? most : w->known[at]);
        w->next_x[at] = x * part;
        w->next_y[at] = y * part;
        w->is_there[at] = false;
    }
}

/* ---- hard ---- */

/* A bound for a displacement d: d . n is to be at most `most`, and must be at most most + spare. */
typedef struct bound {
    float x, y, most, spare;
} bound;

static float absolute(float value)
{
    return value < 0 ? -value : value;
}

/* The bound that keeps i from j; false where they cannot touch, wherever both go. */
static bool bound_by_body(const wendi_work *w, uint32_t i, const wendi_contact *c, float want_x,
                          float want_y, bound *out)
{
    const uint32_t j = c->at;
    const float x = c->x + w->gone_x[j] - w->gone_x[i];
    const float y = c->y + w->gone_y[j] - w->gone_y[i];
    const float touch = c->touch;
    const float other_x = w->aim_x[j] - w->gone_x[j];
    const float other_y = w->aim_y[j] - w->gone_y[j];
    const float moves =
        absolute(want_x) + absolute(want_y) + absolute(other_x) + absolute(other_y) + 2 * RESERVE;
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
    const float own = clamp(want_x * out->x + want_y * out->y, 0, 1e9F);
    const float others = clamp(-(other_x * out->x + other_y * out->y), 0, 1e9F);
    const float share = own + others > 1e-9F ? own / (own + others) : 0.5F;
    const float reserve = clamp(gap, 0, RESERVE);
    out->spare = 0.5F * reserve;
    out->most = gap < -1e-6F ? 0.5F * gap : (gap - reserve) * share;
    if (out->most > 0 && gap < RESERVE) {
        out->most = 0;
    }
    return true;
}

static bound bound_by_wall(const wendi_near_wall *wall, float gone_x, float gone_y)
{
    const float gap = wall->gap - (gone_x * wall->x + gone_y * wall->y);
    const float reserve = clamp(gap, 0, RESERVE);
    /* Who is too near a wall that rose aims away from it: no further, others count on that. */
    return (bound){wall->x, wall->y, gap < 0 ? 0 : gap - reserve, reserve};
}

static uint32_t list_bounds(const wend_crowd *crowd, uint32_t i, float x, float y, bound *bounds)
{
    const wendi_work *w = &crowd->work;
    const wendi_contact *contacts = w->contacts + (size_t)i * WENDI_CONTACTS_MOST;
    const wendi_near_wall *walls = walls_of(crowd, i);
    uint32_t count = 0;
    for (uint32_t k = 0; k < w->contact_count[i]; ++k) {
        count += bound_by_body(w, i, &contacts[k], x, y, &bounds[count]);
    }
    for (uint32_t k = 0; k < w->wall_count[i]; ++k) {
        bounds[count++] = bound_by_wall(&walls[k], w->gone_x[i], w->gone_y[i]);
    }
    return count;
}

static bool project(const bound *bounds, uint32_t count, float *x, float *y)
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
static float allowed(const bound *bounds, uint32_t count, float x, float y)
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
static float left_to_go(const wendi_work *w, uint32_t i)
{
    const float gone = sqrtf(w->gone_x[i] * w->gone_x[i] + w->gone_y[i] * w->gone_y[i]);
    return clamp(w->known[i] - gone, 0, 1e9F);
}

/* Does nothing keep it from where it wants to be? Then it is there, and nobody who comes after it
 * drives it away. */
static bool has_room(const bound *bounds, uint32_t count, float x, float y)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (bounds[k].most < 0 || x * bounds[k].x + y * bounds[k].y > bounds[k].most) {
            return false;
        }
    }
    return true;
}

static void harden(wend_crowd *crowd, uint32_t i)
{
    wendi_work *w = &crowd->work;
    float x = w->aim_x[i] - w->gone_x[i];
    float y = w->aim_y[i] - w->gone_y[i];
    bound bounds[CONTACTS];
    const uint32_t count = list_bounds(crowd, i, x, y, bounds);
    float part = 1;
    if (has_room(bounds, count, x, y)) {
        w->is_there[i] = true;
    } else {
        for (int32_t round = 0; round < PROJECTIONS && project(bounds, count, &x, &y); ++round) {
        }
        part = allowed(bounds, count, x, y);
    }
    part *= wendi_limit(x * part, y * part, left_to_go(w, i));
    w->next_x[i] = w->gone_x[i] + x * part;
    w->next_y[i] = w->gone_y[i] + y * part;
}

void wendi_pass_hard(wend_crowd *crowd, size_t begin, size_t end)
{
    wendi_work *w = &crowd->work;
    for (size_t at = begin; at < end; ++at) {
        if (w->is_there[at]) {
            w->next_x[at] = w->gone_x[at];
            w->next_y[at] = w->gone_y[at];
        } else {
            harden(crowd, (uint32_t)at);
        }
    }
}
