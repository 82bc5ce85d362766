/* Random halls with two to four doors: everyone gets out, by paths and by fields, and choosing exits by the
 * least time is never much slower than by the nearest exit, and much faster where people stand on one
 * side. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/exits.h"
#include "wend/pathfinder.h"

enum { EDGE = 5, PEOPLE_MOST = 200, DOORS_MOST = 4, TICKS_MOST = 9000 };

typedef struct hall {
    uint64_t seed;
    int32_t width, height; /* inside */
    uint32_t doors, people;
    bool is_uneven; /* all stand near the first door */
    wend_grid *grid;
    wend_pathfinder *paths;
    wend_crowd *crowd;
    wend_vec2 at[DOORS_MOST], out[DOORS_MOST];
    wend_body_id ids[PEOPLE_MOST];
    wend_exit_id exits[DOORS_MOST];
} hall;

static uint32_t pick(const hall *h, uint64_t k, uint32_t count)
{
    return wend_random_below(h->seed, 900 + k, 0, count);
}

/* Door i is in a wall of its own, and two metres wide. */
static void cut_door(hall *h, uint32_t i)
{
    const double along = 3 + pick(h, 10 + i, (uint32_t)(i % 2 == 0 ? h->height : h->width) - 6);
    const double edge = (double)EDGE;
    const double right = edge + h->width + 1.5;
    const double top = edge + h->height + 1.5;
    const wend_vec2 at[DOORS_MOST] = {{edge + 0.5, edge + 1 + along},
                                      {edge + 1 + along, edge + 0.5},
                                      {right, edge + 1 + along},
                                      {edge + 1 + along, top}};
    const wend_vec2 away[DOORS_MOST] = {{-3, 0}, {0, -3}, {3, 0}, {0, 3}};
    h->at[i] = at[i];
    h->out[i] = (wend_vec2){at[i].x + away[i].x, at[i].y + away[i].y};
    grids_fill(h->grid, (int32_t)at[i].x - (int32_t)(i % 2),
               (int32_t)at[i].y - (i % 2 == 0 ? 1 : 0), i % 2 == 0 ? 1 : 2, i % 2 == 0 ? 2 : 1, 1);
}

static void put_people(hall *h)
{
    const double wide = h->is_uneven ? h->width / 3.0 : h->width - 2.0;
    for (uint32_t i = 0; i < h->people; i++) {
        wend_body_def def = wend_body_def_default();
        def.speed = 1.1 + 0.4 * wend_random_unit(h->seed, i, 1);
        wend_vec2 at = {0, 0};
        size_t count = 1;
        for (uint64_t k = 2; count > 0; k += 2) {
            at.x = (double)EDGE + 2 + wide * wend_random_unit(h->seed, i, k);
            at.y = (double)EDGE + 2 + (h->height - 2) * wend_random_unit(h->seed, i, k + 1);
            (void)wend_crowd_query_circle(h->crowd, 0, at, 0.26, NULL, 0, &count);
        }
        h->ids[i] = crowds_add(h->crowd, def, at.x, at.y);
    }
}

static void build(hall *h, bool by_flow)
{
    h->width = 14 + (int32_t)pick(h, 0, 20);
    h->height = 14 + (int32_t)pick(h, 1, 10);
    h->doors = 2 + pick(h, 2, 3);
    h->people = 100 + pick(h, 3, PEOPLE_MOST - 100);
    const int32_t w = h->width + 2;
    const int32_t t = h->height + 2;
    h->grid = grids_open(w + 2 * EDGE, t + 2 * EDGE);
    grids_wall(h->grid, EDGE, EDGE, w, 1);
    grids_wall(h->grid, EDGE, EDGE + t - 1, w, 1);
    grids_wall(h->grid, EDGE, EDGE, 1, t);
    grids_wall(h->grid, EDGE + w - 1, EDGE, 1, t);
    wend_pathfinder_def paths = wend_pathfinder_def_default();
    paths.grid = h->grid;
    assert_int_equal(wend_pathfinder_create(&paths, &h->paths), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = h->grid;
    def.max_bodies = PEOPLE_MOST;
    def.has_own_flow = true;
    def.route_source = wend_route_source_from_pathfinder(h->paths);
    h->crowd = crowds_make(def);
    for (uint32_t i = 0; i < h->doors; i++) {
        wend_exit_def exit = wend_exit_def_default();
        cut_door(h, i);
        exit.position = h->at[i];
        exit.width = 2;
        exit.goal = h->out[i];
        exit.has_goal = true;
        if (by_flow) {
            (void)wend_flow_add_request_to(wend_crowd_flow(h->crowd), 0, exit.goal, 0,
                                           &exit.request);
        }
        assert_int_equal(wend_crowd_add_exit(h->crowd, &exit, &h->exits[i]), WEND_OK);
    }
    put_people(h);
}

/* @return seconds until the last one was through a door. */
static double empty(uint64_t seed, bool is_uneven, bool by_flow, wend_exit_choice choice)
{
    hall h = {.seed = seed, .is_uneven = is_uneven};
    build(&h, by_flow);
    assert_int_equal(wend_crowd_leave(h.crowd, h.ids, h.people, choice), WEND_OK);
    uint32_t ticks = 0;
    for (uint32_t left = h.people; left > 0 && ticks < TICKS_MOST; ticks++) {
        crowds_tick(h.crowd, 1);
        size_t count = 0;
        const wend_event *events = wend_crowd_get_events(h.crowd, &count);
        for (size_t i = 0; i < count; i++) {
            if (events[i].kind == WEND_EVENT_ARRIVED) {
                assert_int_equal(wend_crowd_remove_body(h.crowd, events[i].body), WEND_OK);
            }
        }
        left = 0;
        for (uint32_t i = 0; i < h.doors; i++) {
            wend_exit_info info;
            assert_int_equal(wend_crowd_get_exit(h.crowd, h.exits[i], &info), WEND_OK);
            left += info.coming;
        }
    }
    uint64_t passed = 0;
    for (uint32_t i = 0; i < h.doors; i++) {
        wend_exit_info info;
        (void)wend_crowd_get_exit(h.crowd, h.exits[i], &info);
        passed += info.passed;
    }
    if (passed != h.people) {
        print_message("seed %lu: %lu of %lu passed\n", (unsigned long)seed, (unsigned long)passed,
                      (unsigned long)h.people);
    }
    assert_int_equal(passed, h.people);
    wend_crowd_destroy(h.crowd);
    wend_pathfinder_destroy(h.paths);
    wend_grid_destroy(h.grid);
    return ticks * 0.05;
}

enum { SEEDS = 12 };

static void compare(bool is_uneven, bool by_flow, double most_of_all, double most_of_one)
{
    double nearest = 0;
    double least = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        const double by_near = empty(seed, is_uneven, by_flow, WEND_EXIT_NEAREST);
        const double by_time = empty(seed, is_uneven, by_flow, WEND_EXIT_LEAST_TIME);
        if (!(by_time <= most_of_one * by_near)) {
            print_message("seed %lu: %g s by time, %g s by distance\n", (unsigned long)seed,
                          by_time, by_near);
        }
        assert_true(by_time <= most_of_one * by_near);
        nearest += by_near;
        least += by_time;
    }
    print_message("%s, by %s: nearest %.1f s, least time %.1f s\n",
                  is_uneven ? "on one side" : "anywhere", by_flow ? "flow" : "paths",
                  nearest / (double)SEEDS, least / (double)SEEDS);
    assert_true(least <= most_of_all * nearest);
}

static void paths_anywhere(void **state)
{
    (void)state;
    compare(false, false, 1.03, 1.35);
}

static void paths_on_one_side(void **state)
{
    (void)state;
    compare(true, false, 0.85, 1.35);
}

static void fields_anywhere(void **state)
{
    (void)state;
    compare(false, true, 1.03, 1.35);
}

static void fields_on_one_side(void **state)
{
    (void)state;
    compare(true, true, 0.85, 1.35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_anywhere),
        cmocka_unit_test(paths_on_one_side),
        cmocka_unit_test(fields_anywhere),
        cmocka_unit_test(fields_on_one_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
