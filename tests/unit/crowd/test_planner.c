/* Crowds with a planner as their route source, and a wall that is built while bodies walk: all arrive,
 * on few steps a tick; answered and cancelled queries are released.
 * Cost: some thousand ticks of a few bodies. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/grids.h"
#include "wend/planner.h"

enum { BODIES = 12 };

typedef struct stage {
    wend_grid *grid;
    wend_planner *planner;
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
} stage;

/* 60 x 30 m: a wall at x 30 with gaps of four metres at both ends. */
static stage begin(void)
{
    stage s = {.grid = grids_open(60, 30)};
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 4, 1, 22, WEND_COST_WALL), WEND_OK);
    wend_planner_def planner_def = wend_planner_def_default();
    wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    uint32_t profile;
    planner_def.grid = s.grid;
    profile_def.radius = 0.25;
    assert_int_equal(wend_planner_create(&planner_def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &profile), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s.grid;
    def.route_source = wend_route_source_from_planner(s.planner, profile);
    s.crowd = crowds_make(def);
    for (uint32_t i = 0; i < BODIES; i++) {
        s.ids[i] = crowds_put(s.crowd, 5.5 + (i % 4), 20.5 + (i / 4));
        const wend_vec2 to = {50.5 + (i % 4), 20.5 + (i / 4)};
        assert_int_equal(wend_crowd_set_goal(s.crowd, s.ids[i], to, 0), WEND_OK);
    }
    return s;
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
}

static void tick(stage *s, uint32_t ticks, uint64_t steps)
{
    for (uint32_t i = 0; i < ticks; i++) {
        wend_budget budget = wend_budget_steps(steps);
        assert_true(wend_planner_update(s->planner, &budget) >= 0);
        crowds_tick(s->crowd, 1);
    }
}

static uint32_t held(stage *s)
{
    wend_planner_stats stats;
    (void)wend_planner_update(s->planner, NULL);
    wend_planner_get_stats(s->planner, &stats);
    return stats.held;
}

static void bodies_arrive_on_few_steps_a_tick_though_their_gap_is_closed(void **state)
{
    (void)state;
    stage s = begin();
    tick(&s, 200, 100);
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 26, 1, 4, WEND_COST_WALL), WEND_OK);
    tick(&s, 2400, 100);
    assert_int_equal(crowds_info(s.crowd).arrived, BODIES);
    assert_int_equal(held(&s), 0);
    end(&s);
}

/* ---- saved and loaded ---- */

enum { BYTES_MOST = 1 << 20 };

typedef struct saved {
    uint8_t planner[BYTES_MOST], crowd[BYTES_MOST];
    size_t planner_count, crowd_count;
} saved;

static void save(stage *s, saved *to)
{
    assert_int_equal(wend_planner_save(s->planner, to->planner, BYTES_MOST, &to->planner_count),
                     WEND_OK);
    assert_int_equal(wend_crowd_save(s->crowd, to->crowd, BYTES_MOST, &to->crowd_count), WEND_OK);
}

static void load(stage *s, const saved *from)
{
    assert_int_equal(
        wend_planner_load(s->planner, from->planner, from->planner_count, NULL, NULL, NULL),
        WEND_OK);
    assert_int_equal(wend_crowd_load(s->crowd, from->crowd, from->crowd_count, NULL), WEND_OK);
}

/* Both go on alike. */
static void go_on(stage *a, stage *b, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        tick(a, 1, 60);
        tick(b, 1, 60);
        assert_int_equal(wend_planner_hash(a->planner), wend_planner_hash(b->planner));
        assert_int_equal(wend_crowd_hash(a->crowd), wend_crowd_hash(b->crowd));
    }
}

static void crowd_and_planner_go_on_alike_after_both_are_loaded(void **state)
{
    (void)state;
    static saved first, second;
    stage a = begin();
    stage b = begin();
    tick(&a, 4, 60); /* some queries wait, some are searched, some lead on in part */
    tick(&b, 9, 80); /* another state, which is replaced */
    save(&a, &first);
    load(&b, &first);
    go_on(&a, &b, 6);
    save(&a, &second);
    load(&b, &second);
    go_on(&a, &b, 200);
    /* Back to the first one: tickets of then are again under way. */
    load(&a, &first);
    load(&b, &first);
    go_on(&a, &b, 1500);
    assert_int_equal(crowds_info(a.crowd).arrived, BODIES);
    assert_int_equal(held(&a), 0);
    end(&a);
    end(&b);
}

static void a_crowd_loaded_without_its_planner_queries_anew(void **state)
{
    (void)state;
    static saved first;
    stage a = begin();
    stage b = begin();
    tick(&a, 4, 60);
    save(&a, &first);
    assert_int_equal(wend_crowd_load(b.crowd, first.crowd, first.crowd_count, NULL), WEND_OK);
    tick(&b, 2000, 100);
    assert_int_equal(crowds_info(b.crowd).arrived, BODIES);
    assert_int_equal(held(&b), 0);
    end(&a);
    end(&b);
}

static void cancelled_queries_are_released(void **state)
{
    (void)state;
    stage s = begin();
    tick(&s, 2, 50);
    assert_true(held(&s) > 0);
    for (uint32_t i = 0; i < BODIES; i++) {
        assert_int_equal(wend_crowd_remove_body(s.crowd, s.ids[i]), WEND_OK);
    }
    assert_int_equal(held(&s), 0);
    end(&s);
}

static void a_source_without_planner_or_profile_finds_no_path(void **state)
{
    (void)state;
    stage s = begin();
    const wend_route_source sources[2] = {wend_route_source_from_planner(NULL, 0),
                                          wend_route_source_from_planner(s.planner, 9)};
    const wend_route_query query = {.ticket = 1, .to = {3, 3}};
    wend_path *path;
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sources[i].start(sources[i].context, &query, path), WEND_NO_PATH);
        assert_int_equal(sources[i].poll(sources[i].context, 1, path), WEND_NO_PATH);
        sources[i].cancel(sources[i].context, 1);
    }
    wend_path_destroy(path);
    end(&s);
}

/* ---- profiles, priorities, items ---- */

/* Two paths: a near gap of one cell, a far wide one. */
static void bodies_get_the_profile_of_their_class_and_size(void **state)
{
    (void)state;
    stage s = {.grid = grids_open(60, 30)};
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 0, 1, 30, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 14, 1, 1, 1), WEND_OK);
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 24, 1, 5, 1), WEND_OK);
    wend_planner_def planner_def = wend_planner_def_default();
    planner_def.grid = s.grid;
    assert_int_equal(wend_planner_create(&planner_def, &s.planner), WEND_OK);
    uint32_t small, large;
    wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    profile_def.radius = 0.25;
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &small), WEND_OK);
    profile_def.radius = 0.9;
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &large), WEND_OK);
    const wend_route_rule rules[2] = {{0, 0.3, small}, {WEND_ROUTE_CLASS_ANY, 1, large}};
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = s.grid;
    assert_int_equal(wend_route_source_from_profiles(&def, &crowd_def.route_source),
                     WEND_ERROR_ARGUMENT);
    def.planner = s.planner;
    assert_int_equal(wend_route_source_from_profiles(&def, &crowd_def.route_source),
                     WEND_ERROR_ARGUMENT);
    def.rules = rules;
    def.rule_count = 2;
    assert_int_equal(wend_route_source_from_profiles(&def, &crowd_def.route_source), WEND_OK);
    s.crowd = crowds_make(crowd_def);
    wend_body_def body = wend_body_def_default();
    wend_body_id ids[4];
    for (uint32_t i = 0; i < 4; i++) {
        body.radius = i == 1 ? 0.9 : i == 3 ? 1 : 0.25;
        body.route_profile = i == 2 ? large : i == 3 ? 7 : WEND_ROUTE_PROFILE_ANY;
        ids[i] = crowds_add(s.crowd, body, 10, 4.0 + 6 * i);
        assert_int_equal(wend_crowd_set_goal(s.crowd, ids[i], (wend_vec2){50, 4.0 + 6 * i}, 0),
                         WEND_OK);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(wend_planner_update(s.planner, NULL) >= 0);
        crowds_tick(s.crowd, 1);
    }
    double by[4] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        wend_vec2 points[16];
        size_t count = 0;
        (void)wend_crowd_get_path(s.crowd, ids[i], points, 16, &count);
        for (size_t k = 0; k < count; k++) {
            by[i] = points[k].x > 29 && points[k].x < 32 ? points[k].y : by[i];
        }
    }
    assert_true(by[0] > 14 && by[0] < 15);
    assert_true(by[1] > 23 && by[2] > 23);
    assert_int_equal(crowds_body(s.crowd, ids[3]).state, WEND_BODY_NO_PATH);
    end(&s);
}

static void of_several_places_the_planner_finds_the_nearest_by_path(void **state)
{
    (void)state;
    stage s = begin();
    /* In a straight line the second is nearer, behind the wall. */
    const wend_route_place places[2] = {{{10.5, 5.5}, 0, 0}, {{32.5, 15.5}, 0, 0}};
    assert_int_equal(wend_crowd_set_position(s.crowd, s.ids[0], (wend_vec2){27.5, 15.5}, 0),
                     WEND_OK);
    assert_int_equal(wend_crowd_set_goal_places(s.crowd, s.ids[0], places, 2), WEND_OK);
    for (uint32_t i = 1; i < BODIES; i++) {
        assert_int_equal(wend_crowd_remove_body(s.crowd, s.ids[i]), WEND_OK);
    }
    tick(&s, 600, 200);
    const wend_body body = crowds_body(s.crowd, s.ids[0]);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(body.has_item);
    assert_int_equal(body.item, 0);
    assert_int_equal(held(&s), 0);
    /* Over cells without tags there is no path to one. */
    assert_int_equal(wend_crowd_set_goal_tag(s.crowd, s.ids[0], 3), WEND_OK);
    tick(&s, 5, 200);
    assert_int_equal(crowds_body(s.crowd, s.ids[0]).state, WEND_BODY_NO_PATH);
    end(&s);
}

/* Two health packs over cells, the nearer one behind the wall; then the other one is taken. */
static void orders_to_a_tag_lead_to_the_nearest_item_over_any_world(void **state)
{
    (void)state;
    stage s = {.grid = grids_open(60, 30)};
    wend_items *items = NULL;
    const wend_items_def items_def = wend_items_def_default();
    wend_planner_def planner_def = wend_planner_def_default();
    const wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    uint32_t profile;
    assert_int_equal(wend_grid_fill(s.grid, 0, 30, 4, 1, 22, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    wend_item_id ids[2];
    for (int i = 0; i < 2; i++) {
        wend_item item = wend_item_default();
        item.position = (wend_vec3){i == 0 ? 33.5 : 18.5, 15.5, 0};
        item.tag = 4;
        assert_int_equal(wend_items_add(items, &item, &ids[i]), WEND_OK);
    }
    planner_def.grid = s.grid;
    assert_int_equal(wend_planner_create(&planner_def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &profile), WEND_OK);
    const wend_route_rule rule = {WEND_ROUTE_CLASS_ANY, 1, profile};
    wend_profile_source_def def = wend_profile_source_def_default();
    wend_crowd_def crowd_def = wend_crowd_def_default();
    def.planner = s.planner;
    def.rules = &rule;
    def.rule_count = 1;
    def.items = items;
    crowd_def.grid = s.grid;
    assert_int_equal(wend_route_source_from_profiles(&def, &crowd_def.route_source), WEND_OK);
    s.crowd = crowds_make(crowd_def);
    const wend_body_id body = crowds_put(s.crowd, 28.5, 15.5);
    for (int i = 1; i >= 0; i--) {
        assert_int_equal(wend_crowd_set_goal_tag(s.crowd, body, 4), WEND_OK);
        tick(&s, 800, 400);
        const wend_body there = crowds_body(s.crowd, body);
        assert_int_equal(there.state, WEND_BODY_ARRIVED);
        assert_true(there.has_item);
        assert_true(there.item == ((uint64_t)ids[i].generation << 32 | ids[i].index1));
        assert_int_equal(wend_items_set_active(items, ids[i], false), WEND_OK);
    }
    end(&s);
    wend_items_destroy(items);
}

/* One corridor with a standing body: there is no other path, and the same one counts as none. */
static void the_same_way_again_is_no_way_for_a_query_around_a_jam(void **state)
{
    (void)state;
    const char *const rows[] = {"############", "#..........#", "############"};
    stage s = {.grid = grids_drawn(grids_def(0, 0, 1), rows, 3)};
    wend_planner_def planner_def = wend_planner_def_default();
    wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    uint32_t profile;
    planner_def.grid = s.grid;
    profile_def.radius = 0.25;
    assert_int_equal(wend_planner_create(&planner_def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &profile), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s.grid;
    def.jam_grid = s.grid;
    def.route_source = wend_route_source_from_planner(s.planner, profile);
    s.crowd = crowds_make(def);
    const wend_body_id walker = crowds_put(s.crowd, 2.5, 1.5);
    const wend_body_id blocker = crowds_put_sized(s.crowd, 6.5, 1.5, 0.45);
    assert_int_equal(wend_crowd_set_held(s.crowd, blocker, true), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(s.crowd, walker, (wend_vec2){10.5, 1.5}, 0), WEND_OK);
    uint32_t routes = 0;
    uint64_t plans[4] = {9, 9, 9, 9};
    uint32_t plan_count = 0;
    for (int i = 0; i < 600; i++) {
        tick(&s, 1, 400);
        size_t count;
        const wend_event *events = wend_crowd_get_events(s.crowd, &count);
        for (size_t k = 0; k < count; k++) {
            routes += events[k].kind == WEND_EVENT_ROUTE ? 1 : 0;
            assert_true(events[k].kind != WEND_EVENT_FREE);
            if (events[k].kind == WEND_EVENT_STUCK && plan_count < 4) {
                plans[plan_count++] = events[k].value;
            }
        }
    }
    wend_planner_stats stats;
    wend_planner_get_stats(s.planner, &stats);
    assert_true(stats.requests >= 2); /* it queried again */
    assert_int_equal(routes, 1);
    assert_int_equal(plans[2], WEND_STUCK_REROUTE);
    assert_int_equal(plans[3], WEND_STUCK_CONTINUE);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_arrive_on_few_steps_a_tick_though_their_gap_is_closed),
        cmocka_unit_test(cancelled_queries_are_released),
        cmocka_unit_test(crowd_and_planner_go_on_alike_after_both_are_loaded),
        cmocka_unit_test(a_crowd_loaded_without_its_planner_queries_anew),
        cmocka_unit_test(a_source_without_planner_or_profile_finds_no_path),
        cmocka_unit_test(bodies_get_the_profile_of_their_class_and_size),
        cmocka_unit_test(of_several_places_the_planner_finds_the_nearest_by_path),
        cmocka_unit_test(orders_to_a_tag_lead_to_the_nearest_item_over_any_world),
        cmocka_unit_test(the_same_way_again_is_no_way_for_a_query_around_a_jam),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
