/* Neighbours of random bodies, with positions that coincide or lie at the limits of the numbers:
 * all kernels of this machine find the same others in the same order, to the bit, and those that a
 * test of every pair finds. */
#include "crowd/avoidance/neighbours.h"
#include "crowd/core/crowd.h"
#include "support/gen.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 400, MOST = 400, SPARE = 8, SIDE = 32, CELLS = SIDE * SIDE, SHIFT = 16 };

/* Columns as a tick has them, of which more may be read than there are bodies. */
typedef struct world {
    wend_crowd crowd;
    uint64_t seed;
    uint32_t count;
    uint32_t starts[CELLS + 1];
    uint32_t keys[MOST];
    uint32_t place_x[MOST], place_y[MOST]; /* in any order */
    uint32_t x[MOST + SPARE], y[MOST + SPARE];
    int32_t low[MOST + SPARE], high[MOST + SPARE];
    uint32_t layer[MOST + SPARE], avoids[MOST + SPARE];
    float dir_x[MOST + SPARE], dir_y[MOST + SPARE], pref_vx[MOST + SPARE], pref_vy[MOST + SPARE];
    float vx[MOST + SPARE], vy[MOST + SPARE], radius[MOST + SPARE];
    float headway[MOST + SPARE];
    uint8_t marks[MOST + SPARE];
} world;

typedef struct seen {
    wendi_neighbours others;
    uint32_t near_count; /* of the first look */
    wendi_avoidance_response advice;
} seen;

static uint32_t below(const world *w, uint64_t what, uint64_t i, uint32_t count)
{
    return wend_random_below(w->seed, what, i, count);
}

static float number(const world *w, uint64_t what, uint64_t i)
{
    static const float special[] = {0.0F, -0.0F, 1e-20F, -1e-3F, 1e6F, -1e6F, 0.1F, 1.0F};
    if (below(w, what + 100, i, 4) == 0) {
        return special[below(w, what + 200, i, 8)];
    }
    return 4 * (float)wend_random_unit(w->seed, what, i) - 2;
}

static void put_anywhere(world *w)
{
    const uint32_t base = (uint32_t)wend_random(w->seed, 1, 0);
    const uint32_t spread = (uint32_t)(1 + below(w, 2, 0, 40)) << SHIFT;
    for (uint32_t i = 0; i < w->count; i++) {
        const bool is_beside = i > 0 && below(w, 3, i, 8) == 0;
        const uint32_t other = is_beside ? below(w, 4, i, i) : 0;
        w->place_x[i] = is_beside ? w->place_x[other] : base + below(w, 5, i, spread);
        w->place_y[i] = is_beside ? w->place_y[other] : base + below(w, 6, i, spread);
        w->keys[i] = (w->place_y[i] >> SHIFT) % SIDE * SIDE + (w->place_x[i] >> SHIFT) % SIDE;
    }
}

static void sort(world *w)
{
    uint32_t count = 0;
    for (uint32_t key = 0; key < CELLS; key++) {
        w->starts[key] = count;
        for (uint32_t i = 0; i < w->count; i++) {
            if (w->keys[i] == key) {
                w->x[count] = w->place_x[i];
                w->y[count++] = w->place_y[i];
            }
        }
    }
    w->starts[CELLS] = count;
}

static void fill(world *w)
{
    const uint32_t floors = 1 + below(w, 7, 0, 2);
    for (uint32_t i = 0; i < w->count; i++) {
        const double angle = 6.3 * wend_random_unit(w->seed, 10, i);
        const float goes = below(w, 11, i, 6) == 0 ? 0.0F : 1.0F;
        const bool is_straight = below(w, 12, i, 4) == 0;
        w->low[i] = (int32_t)below(w, 13, i, floors) - 1;
        w->high[i] = w->low[i] + (floors > 1 ? (int32_t)below(w, 22, i, 4) - 1 : 0);
        w->layer[i] = below(w, 14, i, 4);
        w->avoids[i] = below(w, 15, i, 4);
        w->dir_x[i] = goes * (is_straight ? 1.0F : (float)wend_cos(angle));
        w->dir_y[i] = goes * (is_straight ? 0.0F : (float)wend_sin(angle));
        w->pref_vx[i] = number(w, 16, i);
        w->pref_vy[i] = number(w, 17, i);
        w->vx[i] = number(w, 18, i);
        w->vy[i] = number(w, 19, i);
        w->radius[i] = 0.1F + (float)wend_random_unit(w->seed, 20, i);
        w->marks[i] = (uint8_t)below(w, 21, i, 16);
        w->headway[i] =
            below(w, 23, i, 2) == 0 ? 0.0F : 4 * (float)wend_random_unit(w->seed, 24, i);
    }
}

static void connect(world *w)
{
    w->crowd.reach = 1 + 8 * wend_random_unit(w->seed, 30, 0);
    w->crowd.horizon = 0.5 + 4 * wend_random_unit(w->seed, 31, 0);
    w->crowd.cells = (wendi_body_grid){
        .count = w->count, .shift = SHIFT, .columns = SIDE, .rows = SIDE, .starts = w->starts};
    w->crowd.work = (wendi_workspace){.x = w->x,
                                      .y = w->y,
                                      .vx = w->vx,
                                      .vy = w->vy,
                                      .pref_vx = w->pref_vx,
                                      .pref_vy = w->pref_vy,
                                      .dir_x = w->dir_x,
                                      .dir_y = w->dir_y,
                                      .radius = w->radius,
                                      .headway = w->headway,
                                      .low = w->low,
                                      .high = w->high,
                                      .layer = w->layer,
                                      .avoids = w->avoids,
                                      .marks = w->marks};
}

static world *make(uint64_t seed)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->seed = seed;
    w->count = 1 + below(w, 0, 0, below(w, 0, 1, 3) == 0 ? 20 : MOST);
    put_anywhere(w);
    sort(w);
    fill(w);
    connect(w);
    return w;
}

static void see(const world *w, const wendi_neighbour_kernel *kernel, uint32_t at,
                wendi_neighbour_range reach, seen *out)
{
    memset(out, 0x7f, sizeof *out);
    kernel->find_near(&w->crowd, at, reach, &out->others);
    out->near_count = out->others.count;
    if (reach.responds) {
        kernel->find_ahead(&w->crowd, at, reach, &out->others);
        kernel->respond(&w->crowd, at, &out->others, &out->advice);
    }
}

static bool same_bits(float a, float b)
{
    uint32_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

static bool is_same_advice(const wendi_avoidance_response *a, const wendi_avoidance_response *b)
{
    return same_bits(a->x, b->x) && same_bits(a->y, b->y) && same_bits(a->total, b->total) &&
           same_bits(a->speed, b->speed);
}

static bool is_same(const seen *a, const seen *b, bool responds)
{
    const size_t bytes = a->others.count * sizeof a->others.x[0];
    return a->others.count == b->others.count && a->near_count == b->near_count &&
           memcmp(a->others.at, b->others.at, bytes) == 0 &&
           memcmp(a->others.x, b->others.x, bytes) == 0 &&
           memcmp(a->others.y, b->others.y, bytes) == 0 &&
           memcmp(a->others.squared, b->others.squared, bytes) == 0 &&
           (!responds || is_same_advice(&a->advice, &b->advice));
}

static bool kernels_agree(uint64_t seed, void *context)
{
    (void)context;
    world *w = make(seed);
    bool is_good = true;
    for (uint32_t at = 0; is_good && at < w->count; at++) {
        const wendi_neighbour_range looks[] = {wendi_neighbour_range_ahead(&w->crowd, at, 0.5F),
                                               {1, 0.8F, false}};
        for (size_t k = 0; k < 2; k++) {
            seen expected;
            see(w, &wendi_neighbour_kernel_plain, at, looks[k], &expected);
            for (int32_t i = 0; wendi_neighbour_kernel_at(i) != NULL; i++) {
                seen found;
                see(w, wendi_neighbour_kernel_at(i), at, looks[k], &found);
                is_good = is_good && is_same(&expected, &found, looks[k].responds);
            }
        }
    }
    free(w);
    return is_good;
}

static void crowd_kernels_see_and_hear_the_same(void **state)
{
    (void)state;
    gen_property("kernels", SEEDS, kernels_agree, NULL);
}

/* True if the other one is within reach, or far away in the strip and oncoming. */
static bool is_seen(const world *w, uint32_t at, uint32_t other, wendi_neighbour_range reach)
{
    const float x = (float)(int32_t)(w->x[other] - w->x[at]) * WENDI_FIXED_POSITION_UNIT;
    const float y = (float)(int32_t)(w->y[other] - w->y[at]) * WENDI_FIXED_POSITION_UNIT;
    const float squared = x * x + y * y;
    const float far = (float)w->crowd.reach;
    const float dir_x = w->dir_x[at], dir_y = w->dir_y[at];
    if (other == at || w->low[other] > w->high[at] || w->high[other] < w->low[at]) {
        return false;
    }
    if (squared < reach.squared) {
        return true;
    }
    const float beside = x * dir_y - y * dir_x;
    return dir_x * dir_x + dir_y * dir_y >= 0.5F && squared < far * far &&
           x * dir_x + y * dir_y > 0 && beside * beside < 1.25F * 1.25F &&
           dir_x * w->dir_x[other] + dir_y * w->dir_y[other] < 0.5F;
}

static bool all_are_seen(uint64_t seed, void *context)
{
    (void)context;
    world *w = make(seed);
    bool is_good = true;
    for (uint32_t at = 0; is_good && at < w->count; at++) {
        const wendi_neighbour_range reach = wendi_neighbour_range_ahead(&w->crowd, at, 0.5F);
        seen found;
        uint32_t count = 0;
        see(w, wendi_neighbour_kernel_at(0), at, reach, &found);
        for (uint32_t i = 0; i < w->count; i++) {
            count += is_seen(w, at, i, reach);
        }
        is_good =
            found.others.count == (count < WENDI_NEIGHBOURS_MOST ? count : WENDI_NEIGHBOURS_MOST);
        for (uint32_t i = 0; i < found.others.count; i++) {
            is_good = is_good && is_seen(w, at, found.others.at[i], reach);
        }
    }
    free(w);
    return is_good;
}

static void crowd_looks_find_whom_a_look_at_every_pair_finds(void **state)
{
    (void)state;
    gen_property("looks", SEEDS, all_are_seen, NULL);
}

/* True if another body, on any floor, is within the distance. */
static bool has_company(const world *w, uint32_t at, float squared)
{
    for (uint32_t i = 0; i < w->count; i++) {
        const float x = (float)(int32_t)(w->x[i] - w->x[at]) * WENDI_FIXED_POSITION_UNIT;
        const float y = (float)(int32_t)(w->y[i] - w->y[at]) * WENDI_FIXED_POSITION_UNIT;
        if (i != at && x * x + y * y < squared) {
            return true;
        }
    }
    return false;
}

/* Only where a quick test cannot tell may a body alone be reported as possibly not alone. */
static bool loners_are_alone(uint64_t seed, void *context)
{
    (void)context;
    static const float squares[] = {1.0F, 0.8F, 0.1F};
    world *w = make(seed);
    uint32_t alone = 0, told = 0, differ = 0, wrong = 0;
    for (uint32_t k = 0; k < 3 * w->count; k++) {
        const uint32_t at = k / 3;
        const float squared = squares[k % 3];
        const bool is_told = wendi_neighbour_kernel_plain.is_alone(&w->crowd, at, squared);
        const bool is_alone = !has_company(w, at, squared);
        for (int32_t i = 0; wendi_neighbour_kernel_at(i) != NULL; i++) {
            differ += wendi_neighbour_kernel_at(i)->is_alone(&w->crowd, at, squared) != is_told;
        }
        wrong += is_told && !is_alone;
        const uint32_t column = w->x[at] >> SHIFT & (SIDE - 1);
        const bool is_inside = column > 0 && column < SIDE - 1 && w->count <= WENDI_NEIGHBOUR_LANES;
        alone += is_alone && is_inside;
        told += is_told && is_inside;
    }
    free(w);
    return differ == 0 && wrong == 0 && alone == told;
}

static void crowd_kernels_tell_who_is_alone(void **state)
{
    (void)state;
    gen_property("loners", SEEDS, loners_are_alone, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_kernels_see_and_hear_the_same),
        cmocka_unit_test(crowd_kernels_tell_who_is_alone),
        cmocka_unit_test(crowd_looks_find_whom_a_look_at_every_pair_finds),
    };
    return cmocka_run_group_tests_name("crowd_kernels", tests, NULL, NULL);
}
