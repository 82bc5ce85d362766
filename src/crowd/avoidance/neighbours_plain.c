/* The search for neighbours on any processor.
 * Cost: some ten instructions for each body tested. */
#include "crowd/avoidance/neighbours.h"
#include "crowd/avoidance/strip.h"

enum { STRETCH = 32 /* bodies of a run that are measured together */ };

/* Some bodies of a run relative to another body. */
typedef struct neighbour_stretch {
    float x[STRETCH], y[STRETCH], squared[STRETCH], comes[STRETCH];
} neighbour_stretch;

static void measure(const uint32_t *restrict xs, const uint32_t *restrict ys, uint32_t count,
                    uint32_t own_x, uint32_t own_y, neighbour_stretch *restrict out)
{
    for (uint32_t i = 0; i < count; ++i) {
        const float x = (float)(int32_t)(xs[i] - own_x) * WENDI_FIXED_POSITION_UNIT;
        const float y = (float)(int32_t)(ys[i] - own_y) * WENDI_FIXED_POSITION_UNIT;
        out->x[i] = x;
        out->y[i] = y;
        out->squared[i] = x * x + y * y;
    }
}

/* Every body is written behind the last one kept, and kept or not: no branch to mispredict. */
static void test_run(const wendi_workspace *w, uint32_t at, wendi_body_run run,
                     const wendi_neighbour_range *reach, wendi_neighbours *others)
{
    const int32_t low = w->low[at];
    const int32_t high = w->high[at];
    neighbour_stretch s;
    for (uint32_t begin = run.begin; begin < run.end; begin += STRETCH) {
        const uint32_t left = run.end - begin;
        const uint32_t length = left < STRETCH ? left : STRETCH;
        uint32_t count = others->count;
        measure(w->x + begin, w->y + begin, length, w->x[at], w->y[at], &s);
        for (uint32_t i = 0; i < length && count < WENDI_NEIGHBOURS_MOST; ++i) {
            others->at[count] = begin + i;
            others->x[count] = s.x[i];
            others->y[count] = s.y[i];
            others->squared[count] = s.squared[i];
            count += (uint32_t)(s.squared[i] < reach->squared) & (uint32_t)(begin + i != at) &
                     (uint32_t)(w->low[begin + i] <= high) & (uint32_t)(w->high[begin + i] >= low);
        }
        others->count = count;
    }
}

static void strip_columns_of(const view_strip_rows *r, const view_strip *s, int32_t row,
                             view_strip_columns *out)
{
    const float slack = fabsf(s->dir_y) > LEVEL ? ROUNDED : ANYWHERE;
    for (int32_t i = 0; i < STRIP_ROWS; ++i) {
        const float low = (float)(row + i) * r->size - r->in_y;
        const float enters = (low - r->wide_y) * r->per_y;
        const float leaves = (low + r->size + r->wide_y) * r->per_y;
        const float begin = wendi_max_f32(r->begin, wendi_min_f32(enters, leaves) - slack);
        const float end = wendi_min_f32(r->end, wendi_max_f32(enters, leaves) + slack);
        const float left = wendi_min_f32(begin * s->dir_x, end * s->dir_x) - r->wide_x;
        const float right = wendi_max_f32(begin * s->dir_x, end * s->dir_x) + r->wide_x;
        const int32_t from = floor_to_int((r->in_x + left) * r->per_size);
        const int32_t to = floor_to_int((r->in_x + right) * r->per_size);
        out->from[i] = from;
        out->to[i] = begin <= end ? to : from - 1;
    }
}

/* 1 for bodies that come towards the body within the strip, else 0. */
static void test_oncoming(const view_strip *s, const float *restrict dir_x,
                          const float *restrict dir_y, uint32_t count,
                          neighbour_stretch *restrict m)
{
    for (uint32_t i = 0; i < count; ++i) {
        const float alike = s->dir_x * dir_x[i] + s->dir_y * dir_y[i];
        const float ahead = m->x[i] * s->dir_x + m->y[i] * s->dir_y;
        const float beside = m->x[i] * s->dir_y - m->y[i] * s->dir_x;
        const float opposed = alike < STRIP_ALIKE ? 1.0F : 0.0F;
        const float before = ahead > 0 ? opposed : 0.0F;
        const float within = beside * beside < STRIP * STRIP ? before : 0.0F;
        const float beyond = m->squared[i] >= s->near ? within : 0.0F;
        m->comes[i] = m->squared[i] < s->far ? beyond : 0.0F;
    }
}

static void test_run_ahead(const wendi_workspace *w, const view_strip *s, wendi_body_run run,
                           wendi_neighbours *others)
{
    neighbour_stretch m;
    for (uint32_t begin = run.begin; begin < run.end; begin += STRETCH) {
        const uint32_t left = run.end - begin;
        const uint32_t length = left < STRETCH ? left : STRETCH;
        measure(w->x + begin, w->y + begin, length, s->x, s->y, &m);
        test_oncoming(s, w->dir_x + begin, w->dir_y + begin, length, &m);
        for (uint32_t i = 0; i < length && others->count < WENDI_NEIGHBOURS_MOST; ++i) {
            if (m.comes[i] > 0 && w->low[begin + i] <= s->high && w->high[begin + i] >= s->low) {
                others->at[others->count] = begin + i;
                others->x[others->count] = m.x[i];
                others->y[others->count] = m.y[i];
                others->squared[others->count++] = m.squared[i];
            }
        }
    }
}

static uint32_t count_near(const wendi_workspace *w, uint32_t at, wendi_body_run run, float squared)
{
    const uint32_t length = run.end - run.begin;
    uint32_t count = 0;
    for (uint32_t i = 0; i < length && i < WENDI_NEIGHBOUR_LANES; ++i) {
        const float x =
            (float)(int32_t)(w->x[run.begin + i] - w->x[at]) * WENDI_FIXED_POSITION_UNIT;
        const float y =
            (float)(int32_t)(w->y[run.begin + i] - w->y[at]) * WENDI_FIXED_POSITION_UNIT;
        count += (uint32_t)(x * x + y * y < squared);
    }
    return count;
}

static inline void test_short_run(const wendi_workspace *w, uint32_t at, wendi_body_run run,
                                  const wendi_neighbour_range *reach, wendi_neighbours *others)
{
    test_run(w, at, run, reach, others);
}

#include "crowd/avoidance/neighbour_search.h"

const wendi_neighbour_kernel wendi_neighbour_kernel_plain = {
    "plain", is_alone, find_near, find_ahead, wendi_avoidance_respond_plain};
