/* Sources of routes that answer at once, later, in part, never or wrongly. */
#include "goal.h"
#include "support/crowds.h"
#include "support/test.h"
#include "wend/walls.h"

#include <math.h>

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

/* A source that first gives the path up to `part` (metres along x). */
typedef struct part_source {
    bool is_polled;
    double part;       /* most metres of an answer; without polls, from the query on */
    uint32_t whole_at; /* the poll that gives the whole path; UINT32_MAX: never */
    wend_result then;  /* the answer of that poll */
    bool repeats;      /* polls before it give the part again */
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
    def.route_source = (wend_route_source){.start = ask_part,
                                           .poll = s->is_polled ? poll_part : NULL,
                                           .cancel = cancel_part,
                                           .context = s};
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

/* A source whose answer to a jam leaves the straight path by this much; 0: the same path again. */
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

/* Moves along a passage with a held body, for twenty seconds. */
static stage run_jammed(detour *s, wend_stuck_plan plan)
{
    const wend_vec2 ends[] = {{-2, 0.3}, {8, 0.3}, {-2, -0.3}, {8, -0.3}};
    wend_walls *walls = crowds_walls(ends, 2);
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = walls;
    def.stuck_plan = plan;
    def.route_source = (wend_route_source){.start = ask_detour, .context = s};
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
