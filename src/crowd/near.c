/* takes: bodies in the order of cells.
 * gives: those near each of them: all that are close, and those that come from afar.
 * cost:  the bodies in the cells around, some 20 to 60, of which about 16 are kept. */
#include "crowd/near.h"

enum {
    NEAREST = 16, /* others kept, about */
    ENOUGH = 14,  /* in the cells around: then no further cells are looked at */
    STRETCH = 32  /* bodies of a run measured at once */
};

static const float STRIP = 1.25F; /* metres to both sides of the way, seen far ahead */

static float maximum(float a, float b)
{
    return a > b ? a : b;
}

static float minimum(float a, float b)
{
    return a < b ? a : b;
}

/* ---- who is near ---- */

static uint32_t count_around(const wendi_cells *cells, uint32_t x, uint32_t y, int32_t around)
{
    uint32_t count = 0;
    for (int32_t row = -around; row <= around; ++row) {
        wendi_run runs[2];
        const uint32_t run_count = wendi_cells_row(cells, x, y, around, row, runs);
        for (uint32_t i = 0; i < run_count; ++i) {
            count += runs[i].end - runs[i].begin;
        }
    }
    return count;
}

/* As few cells as have enough others; and the distance within which about NEAREST of them are. */
wendi_around wendi_near_around(const wend_crowd *crowd, uint32_t at, float contact)
{
    const wendi_cells *cells = &crowd->cells;
    const wendi_work *w = &crowd->work;
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_PLACE_UNIT;
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
    return (wendi_around){n, maximum(squared, contact * contact)};
}

/* A stretch of a run, measured from a body. */
typedef struct stretch {
    float x[STRETCH], y[STRETCH], squared[STRETCH], comes[STRETCH];
} stretch;

static void measure(const uint32_t *restrict xs, const uint32_t *restrict ys, uint32_t count,
                    uint32_t own_x, uint32_t own_y, stretch *restrict out)
{
    for (uint32_t i = 0; i < count; ++i) {
        const float x = (float)(int32_t)(xs[i] - own_x) * WENDI_PLACE_UNIT;
        const float y = (float)(int32_t)(ys[i] - own_y) * WENDI_PLACE_UNIT;
        out->x[i] = x;
        out->y[i] = y;
        out->squared[i] = x * x + y * y;
    }
}

/* Each is written behind the last one that is kept, and kept or not: without a branch to guess. */
static void look_at_run(const wendi_work *w, uint32_t at, wendi_run run, float most,
                        wendi_nearby *others)
{
    const uint32_t floor = w->floor[at];
    stretch s;
    for (uint32_t begin = run.begin; begin < run.end; begin += STRETCH) {
        const uint32_t left = run.end - begin;
        const uint32_t length = left < STRETCH ? left : STRETCH;
        uint32_t count = others->count;
        measure(w->x + begin, w->y + begin, length, w->x[at], w->y[at], &s);
        for (uint32_t i = 0; i < length && count < WENDI_NEAR_MOST; ++i) {
            others->at[count] = begin + i;
            others->x[count] = s.x[i];
            others->y[count] = s.y[i];
            others->squared[count] = s.squared[i];
            count += (uint32_t)(s.squared[i] < most) & (uint32_t)(begin + i != at) &
                     (uint32_t)(w->floor[begin + i] == floor);
        }
        others->count = count;
    }
}

void wendi_near_look(const wend_crowd *crowd, uint32_t at, wendi_around reach, wendi_nearby *others)
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

/* Where the strip crosses the rows from low to high (metres from the body): columns from ... to. */
static bool strip_columns(float way_x, float way_y, float reach, float low, float high, float *from,
                          float *to)
{
    const float wide_x = STRIP * (way_y < 0 ? -way_y : way_y);
    const float wide_y = STRIP * (way_x < 0 ? -way_x : way_x);
    float begin = 0;
    float end = reach;
    if (way_y > 0.01F) {
        begin = maximum(begin, (low - wide_y) / way_y);
        end = minimum(end, (high + wide_y) / way_y);
    } else if (way_y < -0.01F) {
        begin = maximum(begin, (high + wide_y) / way_y);
        end = minimum(end, (low - wide_y) / way_y);
    }
    *from = minimum(begin * way_x, end * way_x) - wide_x;
    *to = maximum(begin * way_x, end * way_x) + wide_x;
    return begin <= end;
}

static int32_t cells_to(float metres, float per_metre)
{
    const float cells = metres * per_metre;
    const int32_t whole = (int32_t)cells;
    return cells < (float)whole ? whole - 1 : whole;
}

/* The strip as a body sees it. */
typedef struct strip {
    uint32_t x, y, floor;
    float way_x, way_y;
    float near, far; /* squares of distances */
} strip;

/* Do they come towards the body, within the strip? 1 or 0 for each. */
static void judge(const strip *s, const float *restrict way_x, const float *restrict way_y,
                  uint32_t count, stretch *restrict m)
{
    for (uint32_t i = 0; i < count; ++i) {
        const float alike = s->way_x * way_x[i] + s->way_y * way_y[i];
        const float ahead = m->x[i] * s->way_x + m->y[i] * s->way_y;
        const float beside = m->x[i] * s->way_y - m->y[i] * s->way_x;
        const float opposed = alike < 0.5F ? 1.0F : 0.0F;
        const float before = ahead > 0 ? opposed : 0.0F;
        const float within = beside * beside < STRIP * STRIP ? before : 0.0F;
        const float beyond = m->squared[i] >= s->near ? within : 0.0F;
        m->comes[i] = m->squared[i] < s->far ? beyond : 0.0F;
    }
}

static void look_far_at_run(const wendi_work *w, const strip *s, wendi_run run,
                            wendi_nearby *others)
{
    stretch m;
    for (uint32_t begin = run.begin; begin < run.end; begin += STRETCH) {
        const uint32_t left = run.end - begin;
        const uint32_t length = left < STRETCH ? left : STRETCH;
        measure(w->x + begin, w->y + begin, length, s->x, s->y, &m);
        judge(s, w->way_x + begin, w->way_y + begin, length, &m);
        for (uint32_t i = 0; i < length && others->count < WENDI_NEAR_MOST; ++i) {
            if (m.comes[i] > 0 && w->floor[begin + i] == s->floor) {
                others->at[others->count] = begin + i;
                others->x[others->count] = m.x[i];
                others->y[others->count] = m.y[i];
                others->squared[others->count++] = m.squared[i];
            }
        }
    }
}

/* Metres from the low edge of its cell to a place. */
static float within_cell(const wendi_cells *cells, uint32_t place)
{
    return (float)(place & (((uint32_t)1 << cells->shift) - 1)) * WENDI_PLACE_UNIT;
}

void wendi_near_look_far(const wend_crowd *crowd, uint32_t at, wendi_around reach,
                         wendi_nearby *others)
{
    const wendi_work *w = &crowd->work;
    const wendi_cells *cells = &crowd->cells;
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_PLACE_UNIT;
    const float per = 1 / size;
    const float far = (float)crowd->reach;
    const strip s = {w->x[at],     w->y[at],      w->floor[at], w->way_x[at],
                     w->way_y[at], reach.squared, far * far};
    if (s.near >= s.far || s.way_x * s.way_x + s.way_y * s.way_y < 0.5F) {
        return;
    }
    const float in_x = within_cell(cells, s.x);
    const float in_y = within_cell(cells, s.y);
    const float wide = STRIP * (s.way_x < 0 ? -s.way_x : s.way_x);
    const int32_t last = cells_to(in_y + maximum(far * s.way_y, 0) + wide, per);
    for (int32_t row = cells_to(in_y + minimum(far * s.way_y, 0) - wide, per); row <= last; ++row) {
        const float low = (float)row * size - in_y;
        float from = 0;
        float to = 0;
        if (!strip_columns(s.way_x, s.way_y, far, low, low + size, &from, &to)) {
            continue;
        }
        wendi_run runs[2];
        const uint32_t count = wendi_cells_span(cells, s.x, s.y, row, cells_to(in_x + from, per),
                                                cells_to(in_x + to, per), runs);
        for (uint32_t i = 0; i < count; ++i) {
            look_far_at_run(w, &s, runs[i], others);
        }
    }
}
