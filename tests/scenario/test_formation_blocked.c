/* Formations whose goal is in a wall, off the map or cut off, and whose path is jammed or walled
 * up: they come as near as possible, report that there is no path, or find another one. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/troop.h"
#include "support/walls.h"
#include "wend/search.h"

#include <math.h>

enum { MOST_TICKS = 6000, MEMBERS = 12 };

/* Through the gap at 0, or the long path around the wall's end. */
typedef struct guide {
    uint32_t asked, asked_around;
    bool is_shut;    /* the gap */
    bool has_no_way; /* nor any other */
} guide;

static wend_result lead(void *context, const wend_route_query *query, wend_path *path)
{
    guide *g = context;
    g->asked++;
    g->asked_around += query->is_around_jam;
    if (g->has_no_way) {
        return WEND_NO_PATH;
    }
    const wend_vec2 straight[] = {query->from, {18, 0}, {23, 0}, query->to};
    const wend_vec2 around[] = {query->from, {18, 62}, {23, 62}, query->to};
    const bool goes_around = g->is_shut || query->is_around_jam;
    return wend_path_from_points(path, goes_around ? around : straight, 4);
}

static troop begun(guide *g, double gap)
{
    troop t;
    troop_def def = {.shape = WEND_FORMATION_PHALANX, .count = MEMBERS, .gap = gap};
    if (g != NULL) {
        def.source = (wend_route_source){.start = lead, .context = g};
    }
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    return t;
}

static void go(troop *t, wend_vec2 to)
{
    assert_int_equal(wend_formation_set_goal(t->crowd, t->formation, to, (double)NAN), WEND_OK);
}

static size_t count_events(const troop *t, wend_event_kind kind)
{
    size_t count = 0;
    size_t found = 0;
    const wend_event *events = wend_crowd_get_events(t->crowd, &count);
    for (size_t i = 0; i < count; ++i) {
        found += events[i].kind == kind;
    }
    return found;
}

/* Ticks until there is no path. @return the number of reports; 0 = none. */
static size_t march_until_no_way(troop *t)
{
    size_t told = 0;
    for (size_t i = 0; i < MOST_TICKS && troop_info(t).state != WEND_BODY_NO_PATH; ++i) {
        assert_int_equal(troop_tick(t, 1), WEND_OK);
        told += count_events(t, WEND_EVENT_NO_PATH);
    }
    for (size_t i = 0; i < 200; ++i) {
        assert_int_equal(troop_tick(t, 1), WEND_OK);
        told += count_events(t, WEND_EVENT_NO_PATH);
    }
    return told;
}

static void goal_in_a_wall_is_moved_beside_it(void **state)
{
    (void)state;
    troop t = begun(NULL, 2);
    go(&t, (wend_vec2){20.3, 10});
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    const wend_formation_info info = troop_info(&t);
    assert_true(info.goal.x < 19.76 && info.goal.x > 19.7);
    assert_true(wend_vec2_distance(info.anchor, info.goal) < 0.05);
    troop_end(&t);
}

static void goal_beyond_a_wall_without_a_source_reports_no_path_once(void **state)
{
    (void)state;
    troop t = begun(NULL, 2);
    go(&t, (wend_vec2){30, 20});
    assert_int_equal(march_until_no_way(&t), 1);
    assert_true(troop_info(&t).anchor.x < 20 && troop_info(&t).anchor.x > 18);
    for (size_t i = 0; i < t.count; ++i) {
        assert_true(troop_place(&t, i).x < 20);
    }
    troop_end(&t);
}

static void goal_that_the_source_does_not_reach_reports_no_path(void **state)
{
    (void)state;
    guide g = {.has_no_way = true};
    troop t = begun(&g, 2);
    go(&t, (wend_vec2){30, 0});
    assert_int_equal(march_until_no_way(&t), 1);
    troop_end(&t);
}

/* Gives the path up to 15, 0 at first, and all of it once its flag is set. */
static wend_result lead_part(void *context, const wend_route_query *query, wend_path *path)
{
    guide *g = context;
    g->asked++;
    const wend_vec2 part[] = {query->from, {12, 0}};
    const wend_vec2 whole[] = {query->from, {18, 0}, {23, 0}, query->to};
    const wend_result result =
        wend_path_from_points(path, g->is_shut ? part : whole, g->is_shut ? 2 : 4);
    return result == WEND_OK && g->is_shut ? WEND_PARTIAL : result;
}

static wend_result poll_part(void *context, uint64_t ticket, wend_path *path)
{
    guide *g = context;
    const wend_route_query query = {.ticket = ticket, .from = {12, 0}, .to = {30, 0}};
    g->asked_around++;
    return g->is_shut ? WEND_PARTIAL : lead_part(g, &query, path);
}

static void part_of_a_path_is_marched_and_the_rest_when_it_is_known(void **state)
{
    (void)state;
    guide g = {.is_shut = true};
    troop_def def = {.shape = WEND_FORMATION_PHALANX, .count = MEMBERS, .gap = 4};
    def.source = (wend_route_source){.start = lead_part, .poll = poll_part, .context = &g};
    troop t;
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    go(&t, (wend_vec2){30, 0});
    assert_int_equal(troop_tick(&t, 600), WEND_OK);
    assert_int_equal(g.asked, 1);
    assert_int_equal(g.asked_around, 599);
    assert_int_equal(troop_info(&t).state, WEND_BODY_MOVING);
    assert_true(wend_vec2_distance(troop_info(&t).anchor, (wend_vec2){12, 0}) < 0.3);
    g.is_shut = false;
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_true(wend_vec2_distance(troop_info(&t).anchor, (wend_vec2){30, 0}) < 0.3);
    troop_end(&t);
}

static void part_of_a_path_that_leads_no_further_is_no_path(void **state)
{
    (void)state;
    guide g = {.is_shut = true};
    troop_def def = {.shape = WEND_FORMATION_PHALANX, .count = MEMBERS, .gap = 4};
    def.source = (wend_route_source){.start = lead_part, .context = &g};
    troop t;
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    go(&t, (wend_vec2){30, 0});
    assert_int_equal(march_until_no_way(&t), 1);
    assert_int_equal(g.asked, 2);
    troop_end(&t);
}

static void goal_off_the_map_is_moved_onto_it(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(30, 20, 1);
    wend_grid *grid = grids_make(grid_def);
    troop t = {.count = MEMBERS};
    t.crowd = crowds_on(grid, NULL);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){5 + 0.8 * (i % 4), 5 + 0.8 * (double)(i / 4)};
        assert_int_equal(wend_crowd_add_body(t.crowd, &body, &t.members[i]), WEND_OK);
    }
    const wend_formation_def formation = wend_formation_def_default();
    assert_int_equal(
        wend_formation_create(t.crowd, &formation, t.members, NULL, MEMBERS, &t.formation),
        WEND_OK);
    go(&t, (wend_vec2){1e5, 8});
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_true(troop_info(&t).anchor.x > 29 && troop_info(&t).anchor.x < 30);
    wend_crowd_destroy(t.crowd);
    wend_grid_destroy(grid);
}

/* A line across the gap, as thin as walls are. */
static wend_wall_id shut(const troop *t)
{
    wend_wall_id id =
        walls_add(t->walls, (wend_vec2){20.5, -2}, (wend_vec2){20.5, 2}, WEND_STOPS_ALL);
    return id;
}

static void wall_across_the_way_makes_it_ask_for_another(void **state)
{
    (void)state;
    guide g = {.asked = 0};
    troop t = begun(&g, 3);
    go(&t, (wend_vec2){35, 0});
    assert_int_equal(troop_tick(&t, 150), WEND_OK);
    (void)shut(&t);
    g.is_shut = true;
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_int_equal(g.asked, 2);
    assert_int_equal(troop_info(&t).in_slot, MEMBERS);
    assert_true(troop_info(&t).anchor.x > 34);
    troop_end(&t);
}

static void path_that_is_walled_up_is_gone_on_along_when_the_wall_falls(void **state)
{
    (void)state;
    troop t = begun(NULL, 3);
    const wend_vec2 points[] = {{0, 0}, {35, 0}};
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    assert_int_equal(wend_formation_follow_path(t.crowd, t.formation, path), WEND_OK);
    wend_path_destroy(path);
    assert_int_equal(troop_tick(&t, 150), WEND_OK);
    const wend_wall_id wall = shut(&t);
    assert_int_equal(march_until_no_way(&t), 1);
    assert_true(troop_info(&t).anchor.x < 20.5);
    assert_int_equal(wend_walls_remove(t.walls, wall), WEND_OK);
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_true(troop_info(&t).anchor.x > 34);
    assert_int_equal(troop_info(&t).in_slot, MEMBERS);
    troop_end(&t);
}

static void jam_in_a_gap_makes_it_query_a_path_around(void **state)
{
    (void)state;
    guide g = {.asked = 0};
    troop t = begun(&g, 3);
    for (int i = 0; i < 6; ++i) {
        wend_body_def body = wend_body_def_default();
        wend_body_id id;
        body.position = (wend_vec2){20.5, -1.25 + 0.5 * i};
        assert_int_equal(wend_crowd_add_body(t.crowd, &body, &id), WEND_OK);
        assert_int_equal(wend_crowd_set_held(t.crowd, id, true), WEND_OK);
    }
    go(&t, (wend_vec2){35, 0});
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_true(g.asked_around >= 1);
    assert_true(g.asked_around <= 4);
    assert_int_equal(troop_info(&t).in_slot, MEMBERS);
    for (size_t i = 0; i < t.count; ++i) {
        assert_true(troop_place(&t, i).x > 30);
    }
    troop_end(&t);
}

/* Every other one cannot walk. */
static void members_who_never_come_do_not_keep_it_going(void **state)
{
    (void)state;
    troop t = begun(NULL, 0);
    for (size_t i = 0; i < t.count; i += 2) {
        wend_body_def def;
        assert_int_equal(wend_crowd_get_body_def(t.crowd, t.members[i], &def), WEND_OK);
        def.speed = 0;
        def.max_speed = 0;
        assert_int_equal(wend_crowd_set_body(t.crowd, t.members[i], &def), WEND_OK);
    }
    wend_formation_def def = wend_formation_def_default();
    def.is_waiting = false;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_OK);
    go(&t, (wend_vec2){8, 0});
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    troop_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goal_in_a_wall_is_moved_beside_it),
        cmocka_unit_test(goal_beyond_a_wall_without_a_source_reports_no_path_once),
        cmocka_unit_test(goal_that_the_source_does_not_reach_reports_no_path),
        cmocka_unit_test(part_of_a_path_is_marched_and_the_rest_when_it_is_known),
        cmocka_unit_test(part_of_a_path_that_leads_no_further_is_no_path),
        cmocka_unit_test(goal_off_the_map_is_moved_onto_it),
        cmocka_unit_test(wall_across_the_way_makes_it_ask_for_another),
        cmocka_unit_test(path_that_is_walled_up_is_gone_on_along_when_the_wall_falls),
        cmocka_unit_test(jam_in_a_gap_makes_it_query_a_path_around),
        cmocka_unit_test(members_who_never_come_do_not_keep_it_going),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
