/* Social groups in a hall, through a door of a metre, and in mixed traffic: how long they walk
 * abreast, how far members get from each other, how fast they are beside single persons, and that all
 * arrive. Positions alone are measured. WEND_FIGURES prints the figures of docs/social.md. */
#include "support/crowds.h"
#include "support/test.h"

#include "wend/pathfinder.h"
#include "wend/social.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GROUPS_MOST = 40, SEEDS = 5, TICKS_MOST = 6000 };

static const double SPACING = 0.75, SPEED = 1.3;

/* A street along x, with groups of the sizes given, and what was measured. */
typedef struct street {
    wend_crowd *crowd;
    wend_grid *grid;
    wend_pathfinder *finder;
    wend_body_id members[GROUPS_MOST][WEND_SOCIAL_MEMBERS_MAX];
    wend_social_id ids[GROUPS_MOST];
    wend_vec2 goals[GROUPS_MOST];
    size_t sizes[GROUPS_MOST];
    size_t count;
    double spread;          /* greatest, after the first three seconds and before anyone arrives */
    double spread_sum;      /* of all ticks and groups */
    size_t ticks, abreast;  /* of groups, likewise */
    double metres, seconds; /* of members on the way, likewise */
    double apart; /* seconds between the first and the last of a group to arrive, at most */
    size_t first_tick[GROUPS_MOST], last_tick[GROUPS_MOST];
} street;

/* Cells of half a metre; the door is in the middle of a wall at x = 25. */
static void begin(street *s, int32_t width, int32_t door)
{
    *s = (street){.count = 0};
    wend_grid_def ground = wend_grid_def_default();
    ground.width = 240;
    ground.height = 2 * width;
    ground.cell_size = 0.5;
    ground.origin = (wend_vec2){-30, -0.5 * width};
    assert_int_equal(wend_grid_create(&ground, &s->grid), WEND_OK);
    if (door > 0) {
        wend_grid_fill(s->grid, 0, 110, 0, 1, width - door, WEND_COST_WALL);
        wend_grid_fill(s->grid, 0, 110, width + door, 1, width - door, WEND_COST_WALL);
    }
    wend_pathfinder_def finder = wend_pathfinder_def_default();
    finder.grid = s->grid;
    finder.radius = 0.25;
    assert_int_equal(wend_pathfinder_create(&finder, &s->finder), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s->grid;
    def.route_source = wend_route_source_from_pathfinder(s->finder);
    s->crowd = crowds_make(def);
}

static void end(street *s)
{
    wend_crowd_destroy(s->crowd);
    wend_pathfinder_destroy(s->finder);
    wend_grid_destroy(s->grid);
}

/* A clump around a position, sent straight along the street. */
static void add(street *s, uint64_t seed, size_t size, wend_vec2 at, double metres)
{
    const size_t g = s->count++;
    const wend_social_def def = wend_social_def_default();
    s->sizes[g] = size;
    for (size_t i = 0; i < size; i++) {
        wend_body_def body = wend_body_def_default();
        body.heading = metres > 0 ? 0 : 3.14159265;
        body.speed = SPEED * (0.9 + 0.2 * wend_random_unit(seed, 3 * g, i));
        const double dx = 0.9 * floor((double)i / 2) + 0.2 * wend_random_unit(seed, 3 * g + 1, i);
        const double dy = 0.8 * (double)(i % 2) - 0.4 + 0.2 * wend_random_unit(seed, 3 * g + 2, i);
        s->members[g][i] = crowds_add(s->crowd, body, at.x + dx, at.y + dy);
    }
    s->goals[g] = (wend_vec2){at.x + metres, at.y};
    assert_int_equal(wend_social_create(s->crowd, &def, s->members[g], size, &s->ids[g]), WEND_OK);
    assert_int_equal(wend_social_set_goal(s->crowd, s->ids[g], s->goals[g], 0), WEND_OK);
}

static void measure(street *s, size_t g, size_t tick)
{
    double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9, spread = 0, speed = 0;
    size_t arrived = 0;
    bool is_on_the_way = tick > 60;
    for (size_t i = 0; i < s->sizes[g]; i++) {
        const wend_body b = crowds_body(s->crowd, s->members[g][i]);
        low_x = fmin(low_x, b.position.x);
        high_x = fmax(high_x, b.position.x);
        low_y = fmin(low_y, b.position.y);
        high_y = fmax(high_y, b.position.y);
        speed += fabs(b.velocity.x);
        arrived += b.state == WEND_BODY_ARRIVED;
        is_on_the_way = is_on_the_way && b.distance_left > 3;
        for (size_t k = 0; k < i; k++) {
            const wend_vec2 other = crowds_body(s->crowd, s->members[g][k]).position;
            spread = fmax(spread, wend_vec2_distance(b.position, other));
        }
    }
    if (arrived > 0 && s->first_tick[g] == 0) {
        s->first_tick[g] = tick;
    }
    if (arrived == s->sizes[g] && s->last_tick[g] == 0) {
        s->last_tick[g] = tick;
    }
    if (is_on_the_way) {
        s->spread = fmax(s->spread, spread);
        s->spread_sum += spread;
        s->ticks++;
        s->abreast += high_x - low_x <= SPACING &&
                      high_y - low_y >= 0.6 * SPACING * (double)(s->sizes[g] - 1);
        s->metres += speed * 0.05;
        s->seconds += 0.05 * (double)s->sizes[g];
    }
}

/* Until all have arrived. */
static void run(street *s)
{
    size_t there = 0;
    for (size_t tick = 1; tick <= TICKS_MOST && there < s->count; tick++) {
        crowds_tick(s->crowd, 1);
        there = 0;
        for (size_t g = 0; g < s->count; g++) {
            measure(s, g, tick);
            there += s->last_tick[g] > 0;
        }
    }
    assert_int_equal(there, s->count);
    for (size_t g = 0; g < s->count; g++) {
        s->apart = fmax(s->apart, 0.05 * (double)(s->last_tick[g] - s->first_tick[g]));
    }
    const wend_crowd_info info = crowds_info(s->crowd);
    assert_true(info.max_overlap < 1e-6);
    assert_int_equal(info.wall_violations, 0);
}

static void print(const char *what, size_t size, const street *s)
{
    if (getenv("WEND_FIGURES") != NULL) {
        printf("%-8s %zu: abreast %3.0f %%, spread mean %.2f most %.2f m, speed %.3f m/s, "
               "arrive within %.1f s\n",
               what, size, 100 * (double)s->abreast / (double)s->ticks,
               s->spread_sum / (double)s->ticks, s->spread, s->metres / s->seconds, s->apart);
    }
}

static void in_a_hall_they_walk_abreast_and_a_little_slower(void **state)
{
    (void)state;
    double speeds[WEND_SOCIAL_MEMBERS_MAX + 1] = {0};
    for (size_t size = 1; size <= WEND_SOCIAL_MEMBERS_MAX; size++) {
        street all = {.count = 0};
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            street s;
            begin(&s, 10, 0);
            add(&s, seed, size, (wend_vec2){0, 0}, 50);
            run(&s);
            end(&s);
            all.ticks += s.ticks;
            all.abreast += s.abreast;
            all.metres += s.metres;
            all.seconds += s.seconds;
            all.spread_sum += s.spread_sum;
            all.spread = fmax(all.spread, s.spread);
            all.apart = fmax(all.apart, s.apart);
        }
        print("hall", size, &all);
        speeds[size] = all.metres / all.seconds;
        if (size > 1) {
            assert_true((double)all.abreast / (double)all.ticks > 0.9);
            assert_true(all.spread < SPACING * (double)(size + 1));
            const double loss = speeds[size - 1] - speeds[size];
            assert_true(loss > 0.02 && loss < 0.12);
        }
    }
}

static void through_a_door_they_stay_together(void **state)
{
    (void)state;
    for (size_t size = 2; size <= WEND_SOCIAL_MEMBERS_MAX; size++) {
        street all = {.count = 0};
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            street s;
            begin(&s, 10, 1);
            add(&s, seed, size, (wend_vec2){0, 0}, 50);
            run(&s);
            end(&s);
            all.ticks += s.ticks;
            all.abreast += s.abreast;
            all.metres += s.metres;
            all.seconds += s.seconds;
            all.spread_sum += s.spread_sum;
            all.spread = fmax(all.spread, s.spread);
            all.apart = fmax(all.apart, s.apart);
        }
        print("door", size, &all);
        assert_true(all.spread < 1.4 * SPACING * (double)size);
    }
}

static void in_mixed_traffic_they_stay_together(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        street s;
        begin(&s, 8, 0);
        for (size_t i = 0; i < GROUPS_MOST; i++) {
            const bool is_back = i % 2 == 1;
            const double x = 4 * floor((double)i / 8);
            const double y = 1.8 * (double)(i / 2 % 4) - 2.7;
            const size_t size = i % 5 < 2 ? 1 : i % 5;
            add(&s, seed, size, (wend_vec2){is_back ? 50 - x : x, y}, is_back ? -50 : 50);
        }
        run(&s);
        print("mixed", 4, &s);
        assert_true(s.spread < 8);
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_hall_they_walk_abreast_and_a_little_slower),
        cmocka_unit_test(through_a_door_they_stay_together),
        cmocka_unit_test(in_mixed_traffic_they_stay_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
