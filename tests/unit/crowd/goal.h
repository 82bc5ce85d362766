/* A body with a goal, and a route source with answers set by the test. */
#ifndef TEST_UNIT_CROWD_GOAL_H
#define TEST_UNIT_CROWD_GOAL_H

#include "support/crowds.h"
#include "support/test.h"

enum { KINDS = WEND_EVENT_FLOOR + 1 };

/* A route source, and its queries. */
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

static inline wend_result give(const source *s, wend_result result, wend_path *path)
{
    const wend_vec2 points[] = {s->last.from, s->corner, s->last.to};
    if (result == WEND_OK || result == WEND_PARTIAL) {
        assert_int_equal(wend_path_from_points(path, points, 3), WEND_OK);
    }
    return result;
}

static inline wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    source *s = context;
    s->asks++;
    s->last = *query;
    s->nested = wend_crowd_tick(s->crowd);
    const wend_body_def body = wend_body_def_default();
    assert_int_equal(wend_crowd_add_bodies(s->crowd, &body, 2, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_crowd_remove_body(s->crowd, (wend_body_id){1, 1}), WEND_ERROR_BUSY);
    assert_int_equal(wend_crowd_load(s->crowd, NULL, 0, NULL), WEND_ERROR_BUSY);
    return give(s, s->answer, path);
}

static inline wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    source *s = context;
    assert_true(ticket == s->last.ticket);
    s->polls++;
    return s->polls <= s->later ? WEND_IN_PROGRESS : give(s, s->then, path);
}

static inline void cancel(void *context, uint64_t ticket)
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

static inline wend_crowd *make(source *s)
{
    wend_crowd_def def = wend_crowd_def_default();
    if (s != NULL) {
        def.route_source =
            (wend_route_source){.start = ask, .poll = poll, .cancel = cancel, .context = s};
    }
    wend_crowd *crowd = crowds_make(def);
    if (s != NULL) {
        s->crowd = crowd;
    }
    return crowd;
}

static inline stage begin(source *s)
{
    stage st = {.crowd = make(s)};
    st.id = crowds_put(st.crowd, 0, 0);
    return st;
}

static inline void run(stage *st, uint32_t ticks)
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

static inline wend_body get(const stage *st)
{
    return crowds_body(st->crowd, st->id);
}

static inline double distance_to(const stage *st, double x, double y)
{
    return wend_vec2_distance(get(st).position, (wend_vec2){x, y});
}

#endif
