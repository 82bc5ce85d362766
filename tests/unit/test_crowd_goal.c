/* takes: bodies and every kind of goal; sources of routes that answer at once, later, never, wrong.
 * gives: where bodies get to, and what is reported on the way.
 * cost:  some thousand ticks of a few bodies. */
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"

#include "support/crowds.h"
#include "support/grids.h"

#include <math.h>
#include <string.h>

enum { KINDS = WEND_EVENT_FLOOR + 1 };

/* A source of routes, and what it was asked. */
typedef struct source {
    wend_result answer; /* to ask */
    uint32_t later;     /* polls until the answer; only after WEND_IN_PROGRESS */
    wend_result then;   /* to the poll after these */
    wend_vec2 corner;   /* of the way that it gives */
    uint32_t asks, polls, cancels;
    wend_route_query last;
    wend_crowd *crowd;
    wend_result nested;
} source;

static wend_result give(const source *s, wend_result result, wend_path *path)
{
    const wend_vec2 points[] = {s->last.from, s->corner, s->last.to};
    if (result == WEND_OK || result == WEND_PARTIAL) {
        assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    }
    return result;
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    source *s = context;
    s->asks++;
    s->last = *query;
    s->nested = wend_crowd_tick(s->crowd);
    assert_int_equal(wend_crowd_remove_body(s->crowd, (wend_body_id){1, 1}), WEND_ERROR_BUSY);
    assert_int_equal(wend_crowd_load(s->crowd, NULL, 0, NULL), WEND_ERROR_BUSY);
    return give(s, s->answer, path);
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    source *s = context;
    assert_true(ticket == s->last.ticket);
    s->polls++;
    return s->polls <= s->later ? WEND_IN_PROGRESS : give(s, s->then, path);
}

static void cancel(void *context, uint64_t ticket)
{
    source *s = context;
    assert_true(ticket == s->last.ticket);
    assert_int_equal(wend_crowd_tick(s->crowd), WEND_ERROR_BUSY);
    assert_int_equal(wend_crowd_remove_body(s->crowd, (wend_body_id){1, 1}), WEND_ERROR_BUSY);
    assert_int_equal(wend_crowd_load(s->crowd, NULL, 0, NULL), WEND_ERROR_BUSY);
    s->cancels++;
}

typedef struct stage {
    wend_crowd *crowd;
    wend_body_id id;
    uint32_t events[KINDS];
    uint32_t arrived_at; /* tick */
} stage;

static wend_crowd *make(source *s)
{
    wend_crowd_def def = wend_crowd_def_default();
    if (s != NULL) {
        def.route_source = (wend_route_source){ask, poll, cancel, s};
    }
    wend_crowd *crowd = crowds_make(def);
    if (s != NULL) {
        s->crowd = crowd;
    }
    return crowd;
}

static stage begin(source *s)
{
    stage st = {.crowd = make(s)};
    st.id = crowds_put(st.crowd, 0, 0);
    return st;
}

static void run(stage *st, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        size_t count;
        crowds_tick(st->crowd, 1);
        const wend_event *events = wend_crowd_get_events(st->crowd, &count);
        for (size_t k = 0; k < count; k++) {
            st->events[events[k].kind]++;
            if (events[k].kind == WEND_EVENT_ARRIVED) {
                st->arrived_at = (uint32_t)wend_crowd_tick_count(st->crowd);
            }
        }
    }
}

static wend_body get(const stage *st)
{
    return crowds_body(st->crowd, st->id);
}

static double distance_to(const stage *st, double x, double y)
{
    return wend_vec2_distance(get(st).position, (wend_vec2){x, y});
}

/* ---- points ---- */

static void body_goes_to_a_point_and_arrives_once(void **state)
{
    (void)state;
    stage st = begin(NULL);
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){4, 3}, 0), WEND_OK);
    assert_int_equal(get(&st).state, WEND_BODY_PATH_PENDING);
    run(&st, 300);
    const wend_body body = get(&st);
    assert_int_equal(body.goal, WEND_BODY_GOAL_POINT);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(distance_to(&st, 4, 3) < 0.12);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    /* Five metres at 1.3 metres a second, and some time to start and to stop. */
    assert_true(st.arrived_at > 70 && st.arrived_at < 110);
    wend_crowd_destroy(st.crowd);
}

static void go_refuses_what_is_no_place(void **state)
{
    (void)state;
    stage st = begin(NULL);
    const uint64_t hash = wend_crowd_hash(st.crowd);
    const wend_vec2 bad[] = {{(double)NAN, 0}, {0, (double)INFINITY}, {2e9, 0}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, bad[i], 0), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_group_goal(st.crowd, &st.id, 1, bad[i], 0),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_set_velocity(st.crowd, st.id, bad[i]), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){0, 0}, 1),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_set_goal(NULL, st.id, (wend_vec2){0, 0}, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, NULL), WEND_ERROR_ARGUMENT);
    const wend_flow_request_id order = {1, 1};
    assert_int_equal(wend_crowd_follow_flow(st.crowd, &st.id, 1, order), WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(st.crowd) == hash);
    wend_crowd_destroy(st.crowd);
}

static void those_who_go_together_settle_in_a_compact_shape(void **state)
{
    (void)state;
    enum { COUNT = 30 };
    stage st = {.crowd = make(NULL)};
    wend_body_id ids[COUNT + 1];
    for (uint32_t i = 0; i < COUNT; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = (wend_vec2){(double)(i % 6), (double)(i / 6)};
        assert_int_equal(wend_crowd_add_body(st.crowd, &def, &ids[i]), WEND_OK);
    }
    ids[COUNT] = (wend_body_id){77, 1};
    const uint64_t hash = wend_crowd_hash(st.crowd);
    assert_int_equal(wend_crowd_set_group_goal(st.crowd, ids, COUNT + 1, (wend_vec2){15, 2}, 0),
                     WEND_ERROR_STALE);
    assert_true(wend_crowd_hash(st.crowd) == hash);
    assert_int_equal(wend_crowd_set_group_goal(st.crowd, ids, COUNT, (wend_vec2){15, 2}, 0),
                     WEND_OK);
    run(&st, 1200);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        st.id = ids[i];
        assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
        /* All discs fit into a circle of 1.6 metres. */
        assert_true(distance_to(&st, 15, 2) < 3);
    }
    wend_crowd_destroy(st.crowd);
}

static void vehicle_that_faces_away_turns_in_a_few_seconds(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        stage st = {.crowd = make(NULL)};
        wend_body_def def = wend_body_def_default();
        def.turn_radius = 2;
        def.heading = 0.55 * i;
        assert_int_equal(wend_crowd_add_body(st.crowd, &def, &st.id), WEND_OK);
        assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){10, 0}, 0), WEND_OK);
        run(&st, 300);
        assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
        /* 7.7 seconds straight on; facing away it backs up through a quarter of a circle first. */
        assert_true(st.arrived_at < 270);
        wend_crowd_destroy(st.crowd);
    }
}

/* ---- paths ---- */

static void path_is_walked_leg_by_leg_and_its_behaviours_are_reported_as_they_change(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_path *path = paths_make();
    const wend_vec2 points[] = {{0, 0}, {2, 0}, {4, 0}, {6, 0}, {6, 2}};
    const uint32_t behaviours[] = {WEND_BEHAVIOUR_WALK, WEND_BEHAVIOUR_JUMP, WEND_BEHAVIOUR_SWIM,
                                   WEND_BEHAVIOUR_WALK};
    for (int i = 0; i < 4; i++) {
        const wend_leg leg = {
            .from_point = points[i], .to_point = points[i + 1], .behaviour = behaviours[i]};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    uint32_t told = 0;
    for (int i = 0; i < 300; i++) {
        size_t count;
        run(&st, 1);
        const wend_event *events = wend_crowd_get_events(st.crowd, &count);
        for (size_t k = 0; k < count; k++) {
            if (events[k].kind == WEND_EVENT_LEG) {
                told++;
                assert_int_equal(events[k].value, told);
                assert_int_equal(events[k].behaviour, behaviours[told]);
                assert_true(distance_to(&st, points[told].x, points[told].y) < 0.4);
            }
        }
        assert_int_equal(get(&st).behaviour, behaviours[told]);
    }
    assert_int_equal(told, 3);
    assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
    assert_true(distance_to(&st, 6, 2) < 0.15);
    wend_crowd_destroy(st.crowd);
}

static void follow(const stage *st, const uint32_t *behaviours, int count)
{
    wend_path *path = paths_make();
    for (int i = 0; i < count; i++) {
        const wend_leg leg = {
            .from_point = {2 * i, 0}, .to_point = {2 * i + 2, 0}, .behaviour = behaviours[i]};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st->crowd, st->id, path), WEND_OK);
    wend_path_destroy(path);
}

static void path_is_not_cut_short_through_a_wall_that_was_just_built(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {3, 3}, {6, 0}};
    wend_vec2 way[4];
    size_t count;
    wend_walls *walls = walls_empty();
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    wend_crowd *crowd = crowds_on(NULL, walls);
    const wend_body_id id = crowds_put(crowd, 0, 0);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    assert_int_equal(wend_crowd_get_path(crowd, id, way, 4, &count), WEND_OK);
    assert_int_equal(count, 2); /* straight on */
    walls_add(walls, (wend_vec2){3, -9}, (wend_vec2){3, 2}, WEND_STOPS_WALK);
    assert_int_equal(wend_crowd_follow_path(crowd, id, path), WEND_OK);
    assert_int_equal(wend_crowd_get_path(crowd, id, way, 4, &count), WEND_OK);
    assert_int_equal(count, 3);
    wend_crowd_destroy(crowd);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

static void behaviour_of_a_body_ends_with_its_leg_its_path_and_its_order(void **state)
{
    (void)state;
    const uint32_t swims[] = {WEND_BEHAVIOUR_WALK, WEND_BEHAVIOUR_SWIM};
    stage st = begin(NULL);
    follow(&st, swims, 2);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_WALK);
    run(&st, 60);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_SWIM);
    run(&st, 200);
    assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_WALK);
    assert_int_equal(st.events[WEND_EVENT_LEG], 1);
    follow(&st, swims + 1, 1);
    run(&st, 5);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_SWIM);
    assert_int_equal(wend_crowd_stop(st.crowd, st.id), WEND_OK);
    assert_int_equal(get(&st).behaviour, WEND_BEHAVIOUR_WALK);
    wend_crowd_destroy(st.crowd);
}

static void teleport_leg_is_done_at_once(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_path *path = paths_make();
    const wend_vec2 points[] = {{0, 0}, {1, 0}, {500, 0}, {501, 0}};
    for (int i = 0; i < 3; i++) {
        const wend_leg leg = {.from_point = points[i],
                              .to_point = points[i + 1],
                              .behaviour = i == 1 ? WEND_BEHAVIOUR_TELEPORT : WEND_BEHAVIOUR_WALK};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    run(&st, 120);
    /* Its beginning, and its end. */
    assert_int_equal(st.events[WEND_EVENT_LEG], 2);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    assert_true(distance_to(&st, 501, 0) < 0.15);
    wend_crowd_destroy(st.crowd);
}

static void who_jumps_lands_beside_one_who_stands_at_the_exit(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_body_def def = wend_body_def_default();
    wend_body_id other;
    def.position = (wend_vec2){500, 0};
    assert_int_equal(wend_crowd_add_body(st.crowd, &def, &other), WEND_OK);
    wend_path *path = paths_make();
    const wend_leg legs[] = {
        {.to_point = {500, 0}, .behaviour = WEND_BEHAVIOUR_TELEPORT},
        {.from_point = {500, 0}, .to_point = {503, 0}, .behaviour = WEND_BEHAVIOUR_WALK}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_path_add_leg(path, &legs[i]), WEND_OK);
    }
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    run(&st, 120);
    const wend_crowd_info info = crowds_info(st.crowd);
    assert_true(info.max_overlap < 1e-3);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    assert_true(distance_to(&st, 503, 0) < 0.15);
    wend_crowd_destroy(st.crowd);
}

static void way_that_is_left_begins_at_the_body_and_ends_at_the_goal(void **state)
{
    (void)state;
    stage st = begin(NULL);
    wend_vec2 points[] = {{0, 0}, {3, 0}, {3, 3}};
    size_t count;
    assert_int_equal(wend_crowd_get_path(st.crowd, st.id, points, 3, &count), WEND_NO_PATH);
    assert_int_equal(count, 0);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    assert_int_equal(wend_crowd_follow_path(st.crowd, st.id, path), WEND_OK);
    wend_path_destroy(path);
    run(&st, 10);
    wend_vec2 way[8];
    const wend_result result = wend_crowd_get_path(st.crowd, st.id, way, 8, &count);
    assert_int_equal(result, WEND_OK);
    assert_true(count >= 2);
    assert_true(distance_to(&st, way[0].x, way[0].y) < 1e-12);
    assert_true(wend_vec2_distance(way[count - 1], points[2]) < 1e-12);
    assert_int_equal(wend_crowd_get_path(st.crowd, st.id, way, 1, &count), WEND_TRUNCATED);
    assert_int_equal(wend_crowd_get_path(st.crowd, st.id, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    wend_crowd_destroy(st.crowd);
}

/* ---- velocities, stopping, holding ---- */

static void velocity_that_is_set_is_walked_until_stopped(void **state)
{
    (void)state;
    stage st = begin(NULL);
    assert_int_equal(wend_crowd_set_velocity(st.crowd, st.id, (wend_vec2){0, -1}), WEND_OK);
    run(&st, 100);
    assert_true(fabs(get(&st).velocity.y + 1) < 0.02);
    assert_true(distance_to(&st, 0, -5) < 0.5);
    assert_int_equal(wend_crowd_set_velocity(st.crowd, st.id, (wend_vec2){0.5, 0}), WEND_OK);
    run(&st, 100);
    assert_true(fabs(get(&st).velocity.x - 0.5) < 0.02);
    assert_int_equal(wend_crowd_stop(st.crowd, st.id), WEND_OK);
    assert_int_equal(get(&st).goal, WEND_BODY_GOAL_NONE);
    run(&st, 100);
    assert_true(fabs(get(&st).velocity.x) < 0.01);
    wend_crowd_destroy(st.crowd);
}

/* One walks straight through where another one stands. */
static double pushed_aside(bool is_held)
{
    stage st = begin(NULL);
    wend_body_def def = wend_body_def_default();
    wend_body_id walker;
    def.position = (wend_vec2){-3, 0.02};
    def.avoids = 0;
    assert_int_equal(wend_crowd_add_body(st.crowd, &def, &walker), WEND_OK);
    assert_int_equal(wend_crowd_set_held(st.crowd, st.id, is_held), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(st.crowd, walker, (wend_vec2){1.3, 0}), WEND_OK);
    double most = 0;
    for (int i = 0; i < 120; i++) {
        run(&st, 1);
        const double far = distance_to(&st, 0, 0);
        most = far > most ? far : most;
    }
    wend_crowd_destroy(st.crowd);
    return most;
}

static void one_who_holds_makes_less_way_than_one_who_stands(void **state)
{
    (void)state;
    assert_true(pushed_aside(false) > 0.4);
    assert_true(pushed_aside(true) < 0.3);
}

/* ---- sources of routes ---- */

static void route_at_once_is_walked(void **state)
{
    (void)state;
    source s = {.answer = WEND_OK, .corner = {2, 2}};
    stage st = begin(&s);
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){4, 0}, 0), WEND_OK);
    run(&st, 1);
    assert_int_equal(s.asks, 1);
    assert_int_equal(s.nested, WEND_ERROR_BUSY);
    assert_true(s.last.ticket != 0);
    assert_int_equal(st.events[WEND_EVENT_ROUTE], 1);
    assert_int_equal(get(&st).state, WEND_BODY_MOVING);
    run(&st, 250);
    assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
    assert_int_equal(s.asks, 1);
    assert_int_equal(s.polls, 0);
    wend_crowd_destroy(st.crowd);
    assert_int_equal(s.cancels, 0);
}

static void body_heads_for_its_goal_while_it_asks(void **state)
{
    (void)state;
    source s = {.answer = WEND_IN_PROGRESS, .later = 30, .then = WEND_OK, .corner = {3, 1}};
    stage st = begin(&s);
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){6, 0}, 0), WEND_OK);
    run(&st, 30);
    assert_int_equal(s.asks, 1);
    assert_int_equal(s.polls, 29);
    assert_int_equal(get(&st).state, WEND_BODY_PATH_PENDING);
    assert_true(get(&st).position.x > 1);
    run(&st, 2);
    assert_int_equal(get(&st).state, WEND_BODY_MOVING);
    assert_int_equal(st.events[WEND_EVENT_ROUTE], 1);
    run(&st, 250);
    assert_int_equal(get(&st).state, WEND_BODY_ARRIVED);
    assert_int_equal(s.polls, 31);
    wend_crowd_destroy(st.crowd);
}

static void body_without_a_way_stands_and_says_so(void **state)
{
    (void)state;
    const wend_result answers[] = {WEND_NO_PATH, WEND_ERROR_MEMORY, WEND_ERROR_STALE};
    for (int i = 0; i < 6; i++) {
        source s = {
            .answer = i < 3 ? answers[i] : WEND_IN_PROGRESS, .later = 5, .then = answers[i % 3]};
        stage st = begin(&s);
        assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){6, 0}, 0), WEND_OK);
        run(&st, 10);
        assert_int_equal(st.events[WEND_EVENT_NO_PATH], 1);
        assert_int_equal(get(&st).state, WEND_BODY_NO_PATH);
        run(&st, 40);
        const double x = get(&st).position.x;
        run(&st, 20);
        assert_true(fabs(get(&st).position.x - x) < 0.02);
        assert_int_equal(s.asks, 1);
        wend_crowd_destroy(st.crowd);
    }
}

/* A source that knows the way up to `part` of it (metres along x) at first. */
typedef struct part_source {
    bool is_polled;
    double part;       /* how far each answer leads at most; without polls, on from the question */
    uint32_t whole_at; /* the poll that tells all of the way; UINT32_MAX: never */
    wend_result then;  /* what that poll answers */
    bool repeats;      /* polls before it tell the part again */
    uint32_t asks, polls, cancels;
    wend_route_query first;
} part_source;

static wend_result give_part(const part_source *s, wend_vec2 from, wend_path *path)
{
    const double most = from.x + s->part;
    const wend_vec2 end = {most < s->first.to.x ? most : s->first.to.x, s->first.to.y};
    const wend_vec2 points[] = {from, end};
    assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    return end.x < s->first.to.x ? WEND_PARTIAL : WEND_OK;
}

static wend_result ask_part(void *context, const wend_route_query *query, wend_path *path)
{
    part_source *s = context;
    if (s->asks++ == 0) {
        s->first = *query;
    }
    return give_part(s, query->from, path);
}

static wend_result poll_part(void *context, uint64_t ticket, wend_path *path)
{
    part_source *s = context;
    assert_true(ticket == s->first.ticket);
    s->polls++;
    if (s->polls < s->whole_at) {
        return s->repeats ? give_part(s, s->first.from, path) : WEND_PARTIAL;
    }
    const wend_vec2 points[] = {s->first.from, s->first.to};
    if (s->then == WEND_OK) {
        assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    }
    return s->then;
}

static void cancel_part(void *context, uint64_t ticket)
{
    part_source *s = context;
    assert_true(ticket == s->first.ticket);
    s->cancels++;
}

static stage begin_part(part_source *s)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.route_source =
        (wend_route_source){ask_part, s->is_polled ? poll_part : NULL, cancel_part, s};
    stage st = {.crowd = crowds_make(def)};
    st.id = crowds_put(st.crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){10, 0}, 0), WEND_OK);
    return st;
}

static void part_of_a_route_is_walked_while_the_question_goes_on(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        part_source s = {
            .is_polled = true, .part = 4, .whole_at = 400, .then = WEND_OK, .repeats = i == 1};
        stage st = begin_part(&s);
        run(&st, 300);
        assert_int_equal(s.asks, 1);
        assert_int_equal(s.polls, 299);
        assert_int_equal(st.events[WEND_EVENT_ARRIVED], 0);
        assert_int_equal(st.events[WEND_EVENT_STUCK], 0);
        assert_int_equal(st.events[WEND_EVENT_ROUTE], 0);
        const wend_body body = get(&st);
        assert_int_equal(body.state, WEND_BODY_PATH_PENDING);
        assert_true(wend_vec2_distance(body.goal_point, (wend_vec2){10, 0}) < 1e-12);
        assert_true(distance_to(&st, 4, 0) < 0.15);
        assert_true(body.distance_left > 5.8 && body.distance_left < 6.2);
        run(&st, 300);
        assert_int_equal(s.polls, 400);
        assert_int_equal(st.events[WEND_EVENT_ROUTE], 1);
        assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
        assert_true(distance_to(&st, 10, 0) < 0.15);
        wend_crowd_destroy(st.crowd);
        assert_int_equal(s.cancels, 0);
    }
}

static void part_of_a_route_that_leads_nowhere_ends_with_no_way(void **state)
{
    (void)state;
    part_source s = {.is_polled = true, .part = 4, .whole_at = 200, .then = WEND_NO_PATH};
    stage st = begin_part(&s);
    run(&st, 400);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 0);
    assert_int_equal(st.events[WEND_EVENT_NO_PATH], 1);
    assert_int_equal(s.polls, 200);
    wend_crowd_destroy(st.crowd);
}

static void part_of_a_route_is_given_up_with_the_question(void **state)
{
    (void)state;
    part_source s = {.is_polled = true, .part = 4, .whole_at = UINT32_MAX};
    stage st = begin_part(&s);
    run(&st, 20);
    assert_int_equal(wend_crowd_stop(st.crowd, st.id), WEND_OK);
    assert_int_equal(s.cancels, 1);
    wend_crowd_destroy(st.crowd);
}

static void source_without_polls_is_asked_again_from_the_end_of_a_part(void **state)
{
    (void)state;
    part_source s = {.part = 4};
    stage st = begin_part(&s);
    run(&st, 400);
    assert_int_equal(s.asks, 3);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 1);
    assert_true(distance_to(&st, 10, 0) < 0.15);
    wend_crowd_destroy(st.crowd);
    part_source stops = {.part = 0.05};
    st = begin_part(&stops);
    run(&st, 50);
    assert_int_equal(stops.asks, 1);
    assert_int_equal(st.events[WEND_EVENT_NO_PATH], 1);
    assert_int_equal(st.events[WEND_EVENT_ARRIVED], 0);
    wend_crowd_destroy(st.crowd);
}

/* A source whose answer to a jam leaves the straight way by so much; 0: the same way again. */
typedef struct detour {
    double off;
    uint32_t asks, jams;
} detour;

static wend_result ask_detour(void *context, const wend_route_query *query, wend_path *path)
{
    detour *s = context;
    const double off = query->is_around_jam ? s->off : 0;
    const wend_vec2 corners[] = {
        query->from, {query->from.x + 0.3, off}, {6 + 0.1 * (double)s->asks, off}, query->to};
    s->asks++;
    s->jams += query->is_around_jam;
    return wend_path_from_points(path, corners, 4);
}

/* Goes along a passage in which another one holds its place, for twenty seconds. */
static stage run_jammed(detour *s, wend_stuck_plan plan)
{
    const wend_vec2 ends[] = {{-2, 0.3}, {8, 0.3}, {-2, -0.3}, {8, -0.3}};
    wend_walls *walls = crowds_walls(ends, 2);
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = walls;
    def.stuck_plan = plan;
    def.route_source = (wend_route_source){.ask = ask_detour, .context = s};
    stage st = {.crowd = crowds_make(def)};
    const wend_body_id held = crowds_put(st.crowd, 3, 0);
    assert_int_equal(wend_crowd_set_held(st.crowd, held, true), WEND_OK);
    st.id = crowds_put(st.crowd, 0, 0);
    assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){12, 0}, 0), WEND_OK);
    run(&st, 400);
    wend_crowd_destroy(st.crowd);
    wend_walls_destroy(walls);
    return st;
}

static void same_way_again_for_a_jam_is_no_way(void **state)
{
    (void)state;
    detour same = {.off = 0};
    stage st = run_jammed(&same, WEND_STUCK_REROUTE);
    assert_true(same.jams > 0);
    assert_int_equal(st.events[WEND_EVENT_ROUTE], 1);
    assert_int_equal(st.events[WEND_EVENT_FREE], 0);
    assert_int_equal(st.events[WEND_EVENT_NO_PATH], 0);
    detour other = {.off = 5};
    st = run_jammed(&other, WEND_STUCK_REROUTE);
    assert_true(other.jams > 0);
    assert_true(st.events[WEND_EVENT_ROUTE] > 1);
}

static void question_nobody_waits_for_any_more_is_cancelled(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        source s = {.answer = WEND_IN_PROGRESS, .later = UINT32_MAX};
        stage st = begin(&s);
        assert_int_equal(wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){6, 0}, 0), WEND_OK);
        run(&st, 3);
        assert_int_equal(s.cancels, 0);
        const uint64_t first = s.last.ticket;
        wend_result result = WEND_OK;
        if (i == 0) {
            result = wend_crowd_remove_body(st.crowd, st.id);
        } else if (i == 1) {
            result = wend_crowd_stop(st.crowd, st.id);
        } else if (i == 2) {
            result = wend_crowd_set_goal(st.crowd, st.id, (wend_vec2){1, 0}, 0);
        } else if (i == 3) {
            result = wend_crowd_set_velocity(st.crowd, st.id, (wend_vec2){1, 0});
        } else {
            result = wend_crowd_set_group_goal(st.crowd, &st.id, 1, (wend_vec2){1, 0}, 0);
        }
        assert_int_equal(result, WEND_OK);
        assert_int_equal(s.cancels, 1);
        run(&st, 2);
        assert_int_equal(s.asks, i == 2 || i == 4 ? 2 : 1);
        assert_true(s.asks == 1 || s.last.ticket != first);
        wend_crowd_destroy(st.crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_goes_to_a_point_and_arrives_once),
        cmocka_unit_test(go_refuses_what_is_no_place),
        cmocka_unit_test(those_who_go_together_settle_in_a_compact_shape),
        cmocka_unit_test(vehicle_that_faces_away_turns_in_a_few_seconds),
        cmocka_unit_test(path_is_walked_leg_by_leg_and_its_behaviours_are_reported_as_they_change),
        cmocka_unit_test(path_is_not_cut_short_through_a_wall_that_was_just_built),
        cmocka_unit_test(behaviour_of_a_body_ends_with_its_leg_its_path_and_its_order),
        cmocka_unit_test(teleport_leg_is_done_at_once),
        cmocka_unit_test(who_jumps_lands_beside_one_who_stands_at_the_exit),
        cmocka_unit_test(way_that_is_left_begins_at_the_body_and_ends_at_the_goal),
        cmocka_unit_test(velocity_that_is_set_is_walked_until_stopped),
        cmocka_unit_test(one_who_holds_makes_less_way_than_one_who_stands),
        cmocka_unit_test(route_at_once_is_walked),
        cmocka_unit_test(body_heads_for_its_goal_while_it_asks),
        cmocka_unit_test(body_without_a_way_stands_and_says_so),
        cmocka_unit_test(part_of_a_route_is_walked_while_the_question_goes_on),
        cmocka_unit_test(part_of_a_route_that_leads_nowhere_ends_with_no_way),
        cmocka_unit_test(part_of_a_route_is_given_up_with_the_question),
        cmocka_unit_test(source_without_polls_is_asked_again_from_the_end_of_a_part),
        cmocka_unit_test(same_way_again_for_a_jam_is_no_way),
        cmocka_unit_test(question_nobody_waits_for_any_more_is_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
