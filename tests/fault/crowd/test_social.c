/* A tick without memory leaves the queries of the members of a social group as they were: an order to
 * one of them before the next tick changes no other. */
#include "support/crowds.h"
#include "support/fault.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/social.h"

enum { MEMBERS = 2, TRIES = 200 };

/* A source that works on the queries of members for ever, and answers others at once. */
typedef struct clerk {
    uint64_t tickets[MEMBERS]; /* by user - 1: the latest query of each */
    uint32_t starts[MEMBERS], polls[MEMBERS], cancels[MEMBERS];
    uint32_t others;
    fault_heap *heap;
} clerk;

static wend_result start(void *context, const wend_route_query *query, wend_path *path)
{
    clerk *c = context;
    if (query->user == 0) {
        c->others++;
        /* The path is the crowd's: it gets its memory in any case. */
        const fault_mode mode = c->heap->mode;
        const wend_vec2 points[2] = {query->from, query->to};
        c->heap->mode = FAULT_NONE;
        const wend_result result = wend_path_from_points(path, points, 2);
        c->heap->mode = mode;
        return result;
    }
    c->tickets[query->user - 1] = query->ticket;
    c->starts[query->user - 1]++;
    return WEND_IN_PROGRESS;
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    clerk *c = context;
    (void)path;
    for (uint32_t i = 0; i < MEMBERS; i++) {
        c->polls[i] += c->tickets[i] == ticket;
    }
    return WEND_IN_PROGRESS;
}

static void cancel(void *context, uint64_t ticket)
{
    clerk *c = context;
    for (uint32_t i = 0; i < MEMBERS; i++) {
        c->cancels[i] += c->tickets[i] == ticket;
    }
}

typedef struct stage {
    fault_heap heap;
    clerk clerk;
    wend_walls *walls;
    wend_crowd *crowd;
    wend_body_id members[MEMBERS], stranger;
} stage;

/* Two members on either side of a wall, each with a query of its own; then the wall is gone. */
static void begin(stage *s)
{
    *s = (stage){.walls = walls_empty()};
    fault_heap_init(&s->heap);
    s->clerk.heap = &s->heap;
    const wend_wall_id wall =
        walls_add(s->walls, (wend_vec2){1, -50}, (wend_vec2){1, 50}, WEND_STOPS_ALL);
    wend_crowd_def def = wend_crowd_def_default();
    def.walls = s->walls;
    def.allocator = fault_heap_allocator(&s->heap);
    def.route_source =
        (wend_route_source){.start = start, .poll = poll, .cancel = cancel, .context = &s->clerk};
    s->crowd = crowds_make(def);
    wend_body_def body = wend_body_def_default();
    for (uint32_t i = 0; i < MEMBERS; i++) {
        body.user = i + 1;
        s->members[i] = crowds_add(s->crowd, body, 2 * i, 0);
    }
    s->stranger = crowds_put(s->crowd, 20, 0);
    const wend_social_def social = wend_social_def_default();
    wend_social_id id;
    assert_int_equal(wend_social_create(s->crowd, &social, s->members, MEMBERS, &id), WEND_OK);
    assert_int_equal(wend_social_set_goal(s->crowd, id, (wend_vec2){0, 40}, 0), WEND_OK);
    crowds_tick(s->crowd, 1);
    assert_int_equal(s->clerk.starts[0], 1);
    assert_int_equal(s->clerk.starts[1], 1);
    assert_int_equal(wend_walls_remove(s->walls, wall), WEND_OK);
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_walls_destroy(s->walls);
}

/* Ticks without memory for the route of the stranger, after the queries of the members. */
static void fail_a_tick(stage *s)
{
    assert_int_equal(wend_crowd_set_goal(s->crowd, s->stranger, (wend_vec2){30, 0}, 0), WEND_OK);
    wend_result result = WEND_OK;
    for (size_t k = 0; k < TRIES && s->clerk.others == 0; k++) {
        fault_heap_arm(&s->heap, FAULT_KEEP, k);
        result = wend_crowd_tick(s->crowd);
        fault_heap_arm(&s->heap, FAULT_NONE, 0);
    }
    assert_int_equal(result, WEND_ERROR_MEMORY);
    assert_int_equal(s->clerk.others, 1);
}

static void member_whose_guide_leaves_after_a_failed_tick_keeps_its_query(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    fail_a_tick(&s);
    assert_int_equal(s.clerk.cancels[1], 0);
    assert_int_equal(wend_crowd_set_goal(s.crowd, s.members[0], (wend_vec2){-9, 0}, 0), WEND_OK);
    crowds_tick(s.crowd, 2);
    assert_int_equal(s.clerk.starts[1], 1);
    assert_int_equal(s.clerk.cancels[1], 0);
    assert_true(s.clerk.polls[1] >= 2);
    end(&s);
}

static void member_that_sees_its_guide_gives_its_query_up(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    fail_a_tick(&s);
    crowds_tick(s.crowd, 3);
    assert_int_equal(s.clerk.starts[1], 1);
    assert_int_equal(s.clerk.cancels[1], 1);
    assert_int_equal(s.clerk.polls[1], 0);
    assert_true(s.clerk.polls[0] >= 2);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(member_whose_guide_leaves_after_a_failed_tick_keeps_its_query),
        cmocka_unit_test(member_that_sees_its_guide_gives_its_query_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
