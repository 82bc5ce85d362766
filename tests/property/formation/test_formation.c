/* Formations of all shapes with random orders, deaths and gaps: threads make no difference, a saved
 * march continues bit for bit, and damaged bytes are refused without harm. */
#include "support/gen.h"
#include "support/test.h"
#include "support/troop.h"

#include <math.h>
#include <stdlib.h>

static wend_result straight(void *context, const wend_route_query *query, wend_path *path)
{
    const double *gap = context;
    /* Through the gap, where the wall is between. */
    const wend_vec2 points[] = {query->from, {19, 0.1 * *gap}, {22, 0}, query->to};
    const bool is_through = (query->from.x < 20) != (query->to.x < 20);
    const wend_vec2 ends[] = {query->from, query->to};
    return is_through ? wend_path_from_points(path, points, 4)
                      : wend_path_from_points(path, ends, 2);
}

static troop_def def_of(uint64_t seed, double *gap)
{
    static const wend_formation_shape SHAPES[] = {WEND_FORMATION_LINE, WEND_FORMATION_COLUMN,
                                                  WEND_FORMATION_WEDGE, WEND_FORMATION_PHALANX,
                                                  WEND_FORMATION_CIRCLE};
    *gap = 1.2 + 4 * wend_random_unit(seed, 1, 0);
    return (troop_def){.shape = SHAPES[wend_random_below(seed, 2, 0, 5)],
                       .count = 2 + wend_random_below(seed, 3, 0, 40),
                       .gap = *gap,
                       .is_mixed = wend_random_below(seed, 4, 0, 2) == 1,
                       .source = {.start = straight, .context = gap}};
}

/* The events of a tick depend on the seed and the tick alone. */
static void disturb(troop *t, uint64_t seed, uint64_t tick)
{
    if (tick % 100 == 20) {
        const wend_vec2 to = {5 + 40 * wend_random_unit(seed, 5, tick),
                              20 * wend_random_unit(seed, 6, tick) - 10};
        const bool is_free = wend_random_below(seed, 7, tick, 2) == 0;
        const double heading = is_free ? (double)NAN : 6 * wend_random_unit(seed, 8, tick);
        (void)wend_formation_set_goal(t->crowd, t->formation, to, heading);
    }
    if (tick % 40 == 7) {
        const uint32_t who = wend_random_below(seed, 9, tick, (uint32_t)t->count);
        (void)wend_crowd_remove_body(t->crowd, t->members[who]);
    }
    if (tick % 90 == 33) {
        wend_formation_def def = wend_formation_def_default();
        def.shape = (wend_formation_shape)wend_random_below(seed, 10, tick, 5);
        (void)wend_formation_reshape(t->crowd, t->formation, &def);
    }
}

static wend_result advance(troop *t, uint64_t seed, uint64_t ticks)
{
    for (uint64_t i = 0; i < ticks; ++i) {
        disturb(t, seed, wend_crowd_tick_count(t->crowd));
        const wend_result result = troop_tick(t, 1);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static uint64_t hash_with(uint64_t seed, uint32_t threads)
{
    wend_pool_def pool_def = wend_pool_def_default();
    pool_def.thread_count = threads;
    wend_pool *pool = NULL;
    if (wend_pool_create(&pool_def, &pool) != WEND_OK) {
        return threads;
    }
    const wend_executor executor = wend_pool_executor(pool);
    double gap = 0;
    troop_def def = def_of(seed, &gap);
    def.count += 300;
    def.executor = &executor;
    troop t;
    wend_result result = troop_begin(&t, &def);
    if (result == WEND_OK) {
        result = advance(&t, seed, 120);
    }
    const uint64_t hash = result == WEND_OK ? wend_crowd_hash(t.crowd) : threads;
    troop_end(&t);
    wend_pool_destroy(pool);
    return hash;
}

static bool threads_do_not_matter(uint64_t seed, void *context)
{
    (void)context;
    return hash_with(seed, 1) == hash_with(seed, 8);
}

static uint8_t *saved(const wend_crowd *crowd, size_t *count)
{
    (void)wend_crowd_save(crowd, NULL, 0, count);
    uint8_t *bytes = malloc(*count);
    return bytes != NULL && wend_crowd_save(crowd, bytes, *count, count) == WEND_OK ? bytes : NULL;
}

/* A second troop, of which nothing is alike but the walls, takes over what the first one saved. */
static bool goes_on(troop *a, troop *b, uint64_t seed)
{
    size_t count = 0;
    uint8_t *bytes = saved(a->crowd, &count);
    bool is_same = bytes != NULL && wend_crowd_load(b->crowd, bytes, count, NULL) == WEND_OK &&
                   wend_crowd_hash(a->crowd) == wend_crowd_hash(b->crowd);
    free(bytes);
    for (uint64_t i = 0; i < 6 && is_same; ++i) {
        is_same = advance(a, seed, 50) == WEND_OK && advance(b, seed, 50) == WEND_OK &&
                  wend_crowd_hash(a->crowd) == wend_crowd_hash(b->crowd);
    }
    return is_same;
}

static bool saved_march_goes_on(uint64_t seed, void *context)
{
    (void)context;
    double gap = 0;
    const troop_def def = def_of(seed, &gap);
    troop a;
    troop b;
    bool is_fine = troop_begin(&a, &def) == WEND_OK && troop_begin(&b, &def) == WEND_OK;
    is_fine = is_fine && advance(&a, seed, wend_random_below(seed, 11, 0, 400)) == WEND_OK &&
              troop_tick(&b, 5) == WEND_OK && goes_on(&a, &b, seed);
    troop_end(&a);
    troop_end(&b);
    return is_fine;
}

/* The figures of a formation are consistent for its user. */
static bool is_sound(const troop *t)
{
    const wend_formation_info info = troop_info(t);
    size_t count = 0;
    wend_body_id members[TROOP_MOST];
    const wend_result result =
        wend_formation_get_slots(t->crowd, t->formation, members, NULL, TROOP_MOST, &count);
    size_t there = 0;
    for (size_t i = 0; result == WEND_OK && i < count; ++i) {
        there += members[i].index1 != 0;
    }
    return result == WEND_ERROR_STALE ||
           (there == info.members && info.in_slot <= info.members && info.mean_error >= 0 &&
            info.mean_error < 1e3 && isfinite(info.heading));
}

static bool everybody_always_has_a_slot(uint64_t seed, void *context)
{
    (void)context;
    double gap = 0;
    const troop_def def = def_of(seed, &gap);
    troop t;
    bool is_fine = troop_begin(&t, &def) == WEND_OK;
    for (uint64_t i = 0; i < 400 && is_fine; ++i) {
        is_fine = advance(&t, seed, 1) == WEND_OK && is_sound(&t);
    }
    wend_crowd_info info;
    wend_crowd_get_info(t.crowd, &info);
    troop_end(&t);
    return is_fine && info.wall_violations == 0;
}

static void threads_give_the_same_march(void **state)
{
    (void)state;
    gen_property("threads", 4, threads_do_not_matter, NULL);
}

static void loaded_march_goes_on_bit_for_bit(void **state)
{
    (void)state;
    gen_property("save and load", 30, saved_march_goes_on, NULL);
}

static void members_always_have_slots(void **state)
{
    (void)state;
    gen_property("slots", 40, everybody_always_has_a_slot, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_give_the_same_march),
        cmocka_unit_test(loaded_march_goes_on_bit_for_bit),
        cmocka_unit_test(members_always_have_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
