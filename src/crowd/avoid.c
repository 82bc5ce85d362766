/* takes: bodies in the order of cells, with what they wish.
 * gives: the velocity that each tries to have, so that it passes others in time and on one side;
 * and the others that it may touch in this tick. cost:  the bodies in the cells around, some 20 to
 * 60; what is worked out for the 16 or so nearest.
 *
 * For each other one the time of closest approach is looked at, were both to go on: the other one
 * as the mean of what it does and what it wishes. Where they would come too near, a body moves
 * aside, the sooner the more, and to the same side for both: to the right of those who meet head
 * on. What several others ask for is put together as a mean that weighs itself, so that many far
 * ones do not add up to more than one near one. */
#include "crowd/passes.h"

#include <math.h>

enum {
    NEAREST = 16,    /* others looked at, about */
    ENOUGH = 24,     /* in the cells around: then no further cells are looked at */
    NEAR_MOST = 48,  /* others kept */
    RUN_STRIDE = 256 /* bodies of a run measured at once */
};

static const float MARGIN = 0.15F; /* metres that are kept when passing */
static const float SOONEST = 0.5F; /* seconds within which aside is not hurried further */
static const float HEAD_ON = 1.5F; /* how far to the left one may be and still be passed right */
static const float ASIDE_REACH = 3.0F; /* who is further to a side than so many widths is let be */
static const float STRIP = 1.25F;      /* metres to both sides of the way, seen far ahead */
static const float HEADWAY = 0.22F;    /* seconds behind those that go the same way */
static const float CREEP = 0.3F;       /* metres a second that are always allowed behind them */
static const float ASIDE_MOST = 0.7F;  /* of the speed */
static const float RELAX = 0.15F;      /* seconds in which a velocity is taken up */
static const float MEMORY = 0.9F;      /* of what was tried, against what came of it */
static const float CARRY = 0.9F;       /* of pushes from tick to tick */
static const float CONTACT_REACH = 0.25F; /* metres of gap within which bodies may come to touch */

/* Others near a body, column by column. */
typedef struct nearby {
    uint32_t count;
    uint32_t at[NEAR_MOST];
    float x[NEAR_MOST], y[NEAR_MOST], squared[NEAR_MOST];
} nearby;

typedef struct around {
    int32_t cells; /* to each side */
    float squared; /* who is further away does not count */
} around;

static float maximum(float a, float b)
{
    return a > b ? a : b;
}

static float minimum(float a, float b)
{
    return a < b ? a : b;
}

/* ---- who is near ---- */

static uint32_t count_around(const wendi_cells *cells, uint32_t x, uint32_t y, int32_t around_cells)
{
    uint32_t count = 0;
    for (int32_t row = -around_cells; row <= around_cells; ++row) {
        wendi_run runs[2];
        const uint32_t run_count = wendi_cells_row(cells, x, y, around_cells, row, runs);
        for (uint32_t i = 0; i < run_count; ++i) {
            count += runs[i].end - runs[i].begin;
        }
    }
    return count;
}

/* As few cells as have enough others; and the distance within which about NEAREST of them are. */
static around look_around(const wend_crowd *crowd, uint32_t at, float contact)
{
    const wendi_cells *cells = &crowd->cells;
    const wendi_work *w = &crowd->work;
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_PLACE_UNIT;
    if ((w->marks[at] & (uint8_t)WENDI_MARK_AVOIDS) == 0) {
        return (around){1, contact * contact};
    }
    const float reach = (float)crowd->reach;
    int32_t most = (int32_t)(reach / size);
    most += (float)most * size < reach;
    int32_t n = most < 2 ? most : 2;
    uint32_t count = count_around(cells, w->x[at], w->y[at], n);
    while (count < ENOUGH && n < most) {
        count = count_around(cells, w->x[at], w->y[at], ++n);
    }
    const float side = (float)(2 * n + 1) * size;
    const float full = minimum((float)n * size, reach);
    float squared = full * full;
    if (count > ENOUGH) {
        squared = minimum(squared, side * side * (float)NEAREST / (3.14159265F * (float)count));
    }
    return (around){n, maximum(squared, contact * contact)};
}

static void measure(const wendi_work *w, uint32_t at, uint32_t begin, uint32_t count,
                    float *restrict x, float *restrict y, float *restrict squared)
{
    const uint32_t *restrict xs = w->x + begin;
    const uint32_t *restrict ys = w->y + begin;
    const uint32_t own_x = w->x[at];
    const uint32_t own_y = w->y[at];
    for (uint32_t i = 0; i < count; ++i) {
        const float dx = (float)(int32_t)(xs[i] - own_x) * WENDI_PLACE_UNIT;
        const float dy = (float)(int32_t)(ys[i] - own_y) * WENDI_PLACE_UNIT;
        x[i] = dx;
        y[i] = dy;
        squared[i] = dx * dx + dy * dy;
    }
}

/* When there are too many the farthest gives way. */
static void keep(nearby *others, uint32_t at, float x, float y, float squared)
{
    uint32_t slot = others->count;
    if (slot < NEAR_MOST) {
        others->count++;
    } else {
        slot = 0;
        for (uint32_t i = 1; i < NEAR_MOST; ++i) {
            if (others->squared[i] > others->squared[slot]) {
                slot = i;
            }
        }
        if (squared >= others->squared[slot]) {
            return;
        }
    }
    others->at[slot] = at;
    others->x[slot] = x;
    others->y[slot] = y;
    others->squared[slot] = squared;
}

static void look_at_run(const wendi_work *w, uint32_t at, wendi_run run, float most, nearby *others)
{
    float x[RUN_STRIDE];
    float y[RUN_STRIDE];
    float squared[RUN_STRIDE];
    for (uint32_t begin = run.begin; begin < run.end; begin += RUN_STRIDE) {
        const uint32_t left = run.end - begin;
        const uint32_t count = left < RUN_STRIDE ? left : RUN_STRIDE;
        measure(w, at, begin, count, x, y, squared);
        for (uint32_t i = 0; i < count; ++i) {
            if (squared[i] < most && begin + i != at && w->floor[begin + i] == w->floor[at]) {
                keep(others, begin + i, x[i], y[i], squared[i]);
            }
        }
    }
}

static void look(const wend_crowd *crowd, uint32_t at, around reach, nearby *others)
{
    others->count = 0;
    for (int32_t row = -reach.cells; row <= reach.cells; ++row) {
        wendi_run runs[2];
        const uint32_t count = wendi_cells_row(&crowd->cells, crowd->work.x[at], crowd->work.y[at],
                                               reach.cells, row, runs);
        for (uint32_t i = 0; i < count; ++i) {
            look_at_run(&crowd->work, at, runs[i], reach.squared, others);
        }
    }
}

/* ---- who comes from afar ----
 *
 * In a dense crowd the nearest are those who walk along. Who comes towards it a body sees only in
 * a strip ahead, but far enough for lanes to form before crowds meet. */

/* Where the strip crosses rows low ... high (metres from the body): columns from ... to. */
static bool strip_columns(float way_x, float way_y, float reach, float low, float high, float *from,
                          float *to)
{
    float begin = 0;
    float end = reach;
    if (way_y > 0.01F || way_y < -0.01F) {
        const float a = ((way_y > 0 ? low : high) - (way_y > 0 ? STRIP : -STRIP)) / way_y;
        const float b = ((way_y > 0 ? high : low) + (way_y > 0 ? STRIP : -STRIP)) / way_y;
        begin = maximum(begin, a);
        end = minimum(end, b);
    } else if (low > STRIP || high < -STRIP) {
        return false;
    }
    *from = minimum(begin * way_x, end * way_x) - STRIP;
    *to = maximum(begin * way_x, end * way_x) + STRIP;
    return begin <= end;
}

static int32_t cells_to(float metres, float size)
{
    const float cells = metres / size;
    const int32_t whole = (int32_t)cells;
    return cells < (float)whole ? whole - 1 : whole;
}

/* Does it come towards the body, within the strip? */
static bool comes(const wendi_work *w, uint32_t at, uint32_t j, float x, float y)
{
    const float alike = w->way_x[at] * w->way_x[j] + w->way_y[at] * w->way_y[j];
    const float ahead = x * w->way_x[at] + y * w->way_y[at];
    const float beside = x * w->way_y[at] - y * w->way_x[at];
    return alike < 0.5F && ahead > 0 && beside < STRIP && beside > -STRIP;
}

static void look_far_at_run(const wendi_work *w, uint32_t at, wendi_run run, float near, float far,
                            nearby *others)
{
    for (uint32_t j = run.begin; j < run.end && others->count < NEAR_MOST; ++j) {
        const float x = (float)(int32_t)(w->x[j] - w->x[at]) * WENDI_PLACE_UNIT;
        const float y = (float)(int32_t)(w->y[j] - w->y[at]) * WENDI_PLACE_UNIT;
        const float squared = x * x + y * y;
        if (squared >= near && squared < far && w->floor[j] == w->floor[at] &&
            comes(w, at, j, x, y)) {
            keep(others, j, x, y, squared);
        }
    }
}

static void look_far(const wend_crowd *crowd, uint32_t at, around reach, nearby *others)
{
    const wendi_work *w = &crowd->work;
    const wendi_cells *cells = &crowd->cells;
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_PLACE_UNIT;
    const float far = (float)crowd->reach;
    const int32_t most = cells_to(far, size) + 1;
    if (reach.squared >= far * far ||
        w->way_x[at] * w->way_x[at] + w->way_y[at] * w->way_y[at] < 0.5F) {
        return;
    }
    for (int32_t row = -most; row <= most; ++row) {
        float from = 0;
        float to = 0;
        if (!strip_columns(w->way_x[at], w->way_y[at], far, (float)(row - 1) * size,
                           (float)(row + 1) * size, &from, &to)) {
            continue;
        }
        wendi_run runs[2];
        const uint32_t count = wendi_cells_span(cells, w->x[at], w->y[at], row,
                                                cells_to(from, size), cells_to(to, size) + 1, runs);
        for (uint32_t i = 0; i < count; ++i) {
            look_far_at_run(w, at, runs[i], reach.squared, far * far, others);
        }
    }
}

/* ---- who may be touched ---- */

static void list_contacts(wendi_work *w, uint32_t at, const nearby *others)
{
    uint32_t *contacts = w->contacts + (size_t)at * WENDI_CONTACTS_MOST;
    uint32_t count = 0;
    if (w->touches[at] == 0) {
        w->contact_count[at] = 0;
        return;
    }
    for (uint32_t i = 0; i < others->count && count < WENDI_CONTACTS_MOST; ++i) {
        const uint32_t j = others->at[i];
        const float reach = w->radius[at] + w->radius[j] + CONTACT_REACH;
        const bool do_touch =
            (w->touches[at] & w->layer[j]) != 0 && (w->touches[j] & w->layer[at]) != 0;
        if (others->squared[i] < reach * reach && do_touch) {
            contacts[count++] = j;
        }
    }
    w->contact_count[at] = (uint8_t)count;
}

/* ---- what to do about them ---- */

typedef struct advice {
    float x, y;  /* sums of what others ask for */
    float total; /* of their weights */
    float speed; /* at most, behind others */
} advice;

static void keep_behind(const wendi_work *w, uint32_t at, uint32_t j, float x, float y,
                        float distance, float alike, advice *out)
{
    const float ahead = x * w->way_x[at] + y * w->way_y[at];
    const float beside = x * w->way_y[at] - y * w->way_x[at];
    const float touch = w->radius[at] + w->radius[j];
    if (alike > 0.3F && ahead > 0 && beside * beside < touch * touch * 0.8F) {
        const float room = maximum((distance - touch) / HEADWAY + CREEP, 0);
        out->speed = minimum(out->speed, room);
    }
}

static void pass_by(const wend_crowd *crowd, uint32_t at, uint32_t j, float x, float y, float alike,
                    advice *out)
{
    const wendi_work *w = &crowd->work;
    const float horizon = (float)crowd->horizon;
    /* Who stands makes way as one that stays where it is, even if it was on its way back. */
    const float own = (w->marks[at] & (uint8_t)WENDI_MARK_STANDS) != 0 ? 0.0F : 1.0F;
    /* Of those who go the same way what they wish counts: who waits with them does not push past.
     */
    const float wish = 0.5F + 0.5F * maximum(alike, 0);
    const float wx = own * w->wish_x[at] - wish * w->wish_x[j] - (1 - wish) * w->vx[j];
    const float wy = own * w->wish_y[at] - wish * w->wish_y[j] - (1 - wish) * w->vy[j];
    const float squared = wx * wx + wy * wy;
    const float along = x * wx + y * wy;
    if (squared < 0.01F || along <= 0) {
        return;
    }
    const float time = along / squared;
    const float closing = sqrtf(squared);
    const float touch = w->radius[at] + w->radius[j];
    const float wide = touch + MARGIN;
    if (time - wide / closing > horizon) {
        return;
    }
    const float right_x = wy / closing;
    const float right_y = -wx / closing;
    const float side = x * right_x + y * right_y;
    const float left_most = HEAD_ON * wide * maximum(-alike, 0);
    const float turn = side > left_most ? -1.0F : 1.0F;
    float aside = wide + turn * side;
    if (aside <= 0 || aside > ASIDE_REACH * wide) {
        return;
    }
    const float until = maximum(time - touch / closing, 0);
    aside = aside / (until + SOONEST) * minimum(maximum(1 - until / horizon, 0), 1);
    out->x += aside * aside * turn * right_x;
    out->y += aside * aside * turn * right_y;
    out->total += aside;
}

static advice listen(const wend_crowd *crowd, uint32_t at, const nearby *others)
{
    const wendi_work *w = &crowd->work;
    advice out = {.total = 1e-9F, .speed = 1e9F};
    const bool goes = (w->marks[at] & (uint8_t)WENDI_MARK_STANDS) == 0;
    for (uint32_t i = 0; i < others->count; ++i) {
        const uint32_t j = others->at[i];
        if ((w->avoids[at] & w->layer[j]) == 0) {
            continue;
        }
        const float alike = w->way_x[at] * w->way_x[j] + w->way_y[at] * w->way_y[j];
        if (goes && (w->marks[j] & (uint8_t)WENDI_MARK_STANDS) == 0) {
            keep_behind(w, at, j, others->x[i], others->y[i], sqrtf(others->squared[i]), alike,
                        &out);
        }
        pass_by(crowd, at, j, others->x[i], others->y[i], alike, &out);
    }
    return out;
}

static void follow_advice(const wendi_work *w, uint32_t at, const advice *given, float *x, float *y)
{
    const float speed = w->speed[at];
    float aside_x = given->x / given->total;
    float aside_y = given->y / given->total;
    const float part = wendi_limit(aside_x, aside_y, ASIDE_MOST * speed);
    aside_x *= part;
    aside_y *= part;
    const float slower = wendi_limit(*x, *y, given->speed);
    *x = *x * slower + aside_x;
    *y = *y * slower + aside_y;
    const float most =
        maximum(speed, sqrtf(w->wish_x[at] * w->wish_x[at] + w->wish_y[at] * w->wish_y[at]));
    const float whole = wendi_limit(*x, *y, most);
    *x *= whole;
    *y *= whole;
}

/* What is tried moves toward what is wanted; what came of it in the last tick counts little, so
 * that a jam does not make all forget that they want on. */
static void take_up(wend_crowd *crowd, uint32_t at, uint32_t body, float x, float y)
{
    wendi_bodies *b = &crowd->bodies;
    wendi_work *w = &crowd->work;
    const float step = (float)crowd->step;
    const float rate = step / (RELAX + step);
    const float old_x =
        (w->vx[at] - (float)b->push_x[body]) * (1 - MEMORY) + (float)b->own_x[body] * MEMORY;
    const float old_y =
        (w->vy[at] - (float)b->push_y[body]) * (1 - MEMORY) + (float)b->own_y[body] * MEMORY;
    w->own_x[at] = old_x + rate * (x - old_x);
    w->own_y[at] = old_y + rate * (y - old_y);
}

static void aim(wend_crowd *crowd, uint32_t at, uint32_t body)
{
    const wendi_bodies *b = &crowd->bodies;
    wendi_work *w = &crowd->work;
    const float step = (float)crowd->step;
    const float x = w->own_x[at] + CARRY * (float)b->carry_x[body];
    const float y = w->own_y[at] + CARRY * (float)b->carry_y[body];
    const float most =
        maximum(w->speed[at], sqrtf(w->own_x[at] * w->own_x[at] + w->own_y[at] * w->own_y[at]));
    w->pace[at] = most;
    const float part = wendi_limit(x, y, WENDI_AIM_MOST * most);
    w->aim_x[at] = x * part * step;
    w->aim_y[at] = y * part * step;
    w->gone_x[at] = 0;
    w->gone_y[at] = 0;
}

static void avoid(wend_crowd *crowd, uint32_t at)
{
    wendi_work *w = &crowd->work;
    const uint32_t body = crowd->cells.order[at];
    nearby others;
    const float contact = w->radius[at] + (float)crowd->radius_now + CONTACT_REACH;
    const around reach = look_around(crowd, at, contact);
    look(crowd, at, reach, &others);
    list_contacts(w, at, &others);
    if ((w->marks[at] & (uint8_t)WENDI_MARK_AVOIDS) != 0) {
        look_far(crowd, at, reach, &others);
    }
    w->pairs[at] = others.count;
    float x = w->wish_x[at];
    float y = w->wish_y[at];
    if ((w->marks[at] & (uint8_t)WENDI_MARK_AVOIDS) != 0) {
        const advice given = listen(crowd, at, &others);
        follow_advice(w, at, &given, &x, &y);
    }
    take_up(crowd, at, body, x, y);
    wendi_turn(crowd, at, body);
    aim(crowd, at, body);
}

void wendi_pass_avoid(wend_crowd *crowd, size_t begin, size_t end)
{
    for (size_t at = begin; at < end; ++at) {
        avoid(crowd, (uint32_t)at);
    }
}
