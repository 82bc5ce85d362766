/* Explorers that meet in a passage for one: one of them steps back until the other is through. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/explorers.h"

#include <string.h>

enum { ROWS = 7, MOST = 4, TICKS = 20 * 400 };

static const char *const rooms[ROWS] = {
    "##############################", //
    "#......################......#", //
    "#......################......#", //
    "#............................#", //
    "#......################......#", //
    "#......################......#", //
    "##############################",
};

typedef struct stage {
    wend_grid *grid;
    wend_crowd *crowd;
    wend_explorers *explorers;
    wend_body_id bodies[MOST];
    uint32_t count;
    bool has_yielded;
} stage;

static void start(stage *s)
{
    memset(s, 0, sizeof *s);
    s->grid = grids_drawn(grids_def(0, 0, 1), rooms, ROWS);
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = s->grid;
    crowd_def.max_bodies = MOST;
    assert_int_equal(wend_crowd_create(&crowd_def, &s->crowd), WEND_OK);
    wend_explorers_def def = wend_explorers_def_default();
    def.crowd = s->crowd;
    assert_int_equal(wend_explorers_create(&def, &s->explorers), WEND_OK);
}

static void send(stage *s, wend_vec2 from, wend_vec2 to, wend_explore_method method)
{
    wend_body_def body = wend_body_def_default();
    body.position = from;
    body.radius = 0.4;
    body.speed = 1.5;
    wend_body_id *id = &s->bodies[s->count++];
    assert_int_equal(wend_crowd_add_body(s->crowd, &body, id), WEND_OK);
    wend_explorer_def order = wend_explorer_def_default();
    order.goal = to;
    order.method = method;
    assert_int_equal(wend_explorers_send(s->explorers, *id, &order), WEND_OK);
}

static bool run(stage *s, uint32_t ticks)
{
    bool have_arrived = false;
    for (uint32_t tick = 0; tick < ticks && !have_arrived; ++tick) {
        assert_int_equal(wend_explorers_update(s->explorers), WEND_OK);
        assert_int_equal(wend_crowd_tick(s->crowd), WEND_OK);
        have_arrived = true;
        for (uint32_t i = 0; i < s->count; ++i) {
            wend_explorer_info info;
            assert_int_equal(wend_explorers_get_info(s->explorers, s->bodies[i], &info), WEND_OK);
            have_arrived = have_arrived && info.state == WEND_EXPLORE_ARRIVED;
            s->has_yielded = s->has_yielded || info.is_yielding;
        }
    }
    return have_arrived;
}

static void end(stage *s)
{
    wend_explorers_destroy(s->explorers);
    wend_crowd_destroy(s->crowd);
    wend_grid_destroy(s->grid);
}

static void two_that_meet_in_a_passage_both_arrive(void **state)
{
    (void)state;
    static const wend_explore_method methods[] = {WEND_EXPLORE_TRACE_LINE, WEND_EXPLORE_TRACE,
                                                  WEND_EXPLORE_CRASH_TURN,
                                                  WEND_EXPLORE_DEPTH_FIRST};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; ++i) {
        stage s;
        start(&s);
        send(&s, (wend_vec2){3, 3.5}, (wend_vec2){27, 3.5}, methods[i]);
        send(&s, (wend_vec2){27, 3.4}, (wend_vec2){3, 3.4}, methods[i]);
        assert_true(run(&s, TICKS));
        assert_true(s.has_yielded);
        end(&s);
    }
}

static void a_queue_steps_back_together(void **state)
{
    (void)state;
    stage s;
    start(&s);
    send(&s, (wend_vec2){27, 3.4}, (wend_vec2){3, 3.4}, WEND_EXPLORE_TRACE_LINE);
    send(&s, (wend_vec2){5, 3.5}, (wend_vec2){27, 3.5}, WEND_EXPLORE_TRACE_LINE);
    send(&s, (wend_vec2){3, 3.5}, (wend_vec2){26, 4.5}, WEND_EXPLORE_TRACE_LINE);
    assert_true(run(&s, TICKS));
    assert_true(s.has_yielded);
    end(&s);
}

/* One against two, then two against two: the order of slots alone leaves them where they met. */
static void one_in_the_way_of_a_step_back_steps_back_too(void **state)
{
    (void)state;
    stage s;
    start(&s);
    send(&s, (wend_vec2){4, 3.5}, (wend_vec2){26, 2.5}, WEND_EXPLORE_TRACE);
    send(&s, (wend_vec2){25, 3.4}, (wend_vec2){5, 2.5}, WEND_EXPLORE_TRACE);
    send(&s, (wend_vec2){27, 3.4}, (wend_vec2){3, 3.4}, WEND_EXPLORE_TRACE);
    assert_true(run(&s, TICKS));
    end(&s);
    start(&s);
    send(&s, (wend_vec2){4, 3.5}, (wend_vec2){26, 2.5}, WEND_EXPLORE_TRACE_LINE);
    send(&s, (wend_vec2){25, 3.4}, (wend_vec2){5, 2.5}, WEND_EXPLORE_TRACE_LINE);
    send(&s, (wend_vec2){2, 3.5}, (wend_vec2){26, 4.5}, WEND_EXPLORE_TRACE_LINE);
    send(&s, (wend_vec2){27, 3.4}, (wend_vec2){3, 3.4}, WEND_EXPLORE_TRACE_LINE);
    assert_true(run(&s, TICKS));
    end(&s);
}

static void a_step_back_goes_on_after_loading(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 15];
    static uint8_t crowd_bytes[1 << 16];
    size_t count;
    size_t crowd_count;
    stage s;
    start(&s);
    send(&s, (wend_vec2){3, 3.5}, (wend_vec2){27, 3.5}, WEND_EXPLORE_TRACE_LINE);
    send(&s, (wend_vec2){27, 3.4}, (wend_vec2){3, 3.4}, WEND_EXPLORE_TRACE_LINE);
    for (uint32_t tick = 0; tick < TICKS && !s.has_yielded; ++tick) {
        (void)run(&s, 1);
    }
    assert_true(s.has_yielded);
    assert_int_equal(wend_explorers_save(s.explorers, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_crowd_save(s.crowd, crowd_bytes, sizeof crowd_bytes, &crowd_count),
                     WEND_OK);
    (void)run(&s, 100);
    const uint64_t hash = wend_explorers_hash(s.explorers);
    assert_int_equal(wend_crowd_load(s.crowd, crowd_bytes, crowd_count, NULL), WEND_OK);
    assert_int_equal(wend_explorers_load(s.explorers, bytes, count, NULL), WEND_OK);
    (void)run(&s, 100);
    assert_true(wend_explorers_hash(s.explorers) == hash);
    for (size_t cut = 0; cut < count; cut += 5) {
        assert_int_equal(wend_explorers_load(s.explorers, bytes, cut, NULL), WEND_ERROR_FILE);
    }
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_that_meet_in_a_passage_both_arrive),
        cmocka_unit_test(a_queue_steps_back_together),
        cmocka_unit_test(one_in_the_way_of_a_step_back_steps_back_too),
        cmocka_unit_test(a_step_back_goes_on_after_loading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
