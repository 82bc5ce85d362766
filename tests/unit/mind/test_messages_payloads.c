/* Payloads of events and of answers: damaged ones are none; lists that have no room send nothing. */
#include "support/crowds.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/message.h"
#include "wend/planner.h"

#include <math.h>
#include <string.h>

typedef struct inbox {
    wend_telegram telegrams[16];
    uint32_t count;
} inbox;

static bool take(void *user, uint64_t agent, const wend_telegram *telegram)
{
    inbox *in = user;
    (void)agent;
    assert_true(in->count < 16);
    in->telegrams[in->count++] = *telegram;
    return true;
}

static wend_messages *make(const wend_messages_def *def, uint64_t agents)
{
    wend_messages *messages;
    assert_int_equal(wend_messages_create(def, &messages), WEND_OK);
    for (uint64_t agent = 1; agent <= agents; agent++) {
        assert_int_equal(wend_messages_add_agent(messages, agent), WEND_OK);
    }
    return messages;
}

static void deliver(wend_messages *messages, uint64_t tick, inbox *in)
{
    const wend_message_handler handler = {.user = in, .deliver = take};
    in->count = 0;
    assert_int_equal(wend_messages_deliver(messages, tick, &handler), WEND_OK);
}

/* A crowd with two events of arrival in its last tick: of bodies 1 and 2. */
static wend_crowd *two_arrivals(void)
{
    wend_crowd *crowd = crowds_make(wend_crowd_def_default());
    for (uint64_t user = 1; user <= 2; user++) {
        wend_body_def body = wend_body_def_default();
        wend_body_id id;
        body.user = user;
        body.position = (wend_vec2){5.0 * (double)user, 0};
        assert_int_equal(wend_crowd_add_body(crowd, &body, &id), WEND_OK);
        assert_int_equal(wend_crowd_set_goal(crowd, id, body.position, 0), WEND_OK);
    }
    size_t count = 0;
    for (int i = 0; i < 100 && count < 2; i++) {
        crowds_tick(crowd, 1);
        (void)wend_crowd_get_events(crowd, &count);
    }
    assert_int_equal(count, 2);
    return crowd;
}

static void events_that_are_damaged_are_none(void **state)
{
    (void)state;
    const wend_messages_def def = wend_messages_def_default();
    wend_messages *messages = make(&def, 2);
    wend_crowd *crowd = two_arrivals();
    inbox in;
    wend_event event;
    assert_int_equal(wend_messages_send_events(messages, crowd, 0, 100), WEND_OK); /* all kinds */
    deliver(messages, 0, &in);
    assert_int_equal(in.count, 2);
    wend_payload payload = in.telegrams[1].payload;
    assert_true(wend_payload_get_event(&payload, &event));
    assert_int_equal(event.kind, WEND_EVENT_ARRIVED);
    assert_int_equal(event.user, 2);
    assert_false(wend_payload_get_event(NULL, &event));
    assert_int_equal(event.user, 0);
    assert_false(wend_payload_get_event(&payload, NULL));
    for (int i = 0; i < 4; i++) { /* the mark */
        payload.bytes[i] ^= 1;
        assert_false(wend_payload_get_event(&payload, &event));
        payload.bytes[i] ^= 1;
    }
    const uint8_t kinds[] = {WEND_EVENT_ARRIVED - 1, WEND_EVENT_FLOOR + 1, 255};
    for (size_t i = 0; i < sizeof kinds; i++) {
        payload.bytes[4] = kinds[i];
        assert_false(wend_payload_get_event(&payload, &event));
        assert_int_equal(event.kind, 0);
    }
    payload.bytes[4] = WEND_EVENT_FLOOR;
    assert_true(wend_payload_get_event(&payload, &event));
    payload.byte_count--;
    assert_false(wend_payload_get_event(&payload, &event));
    wend_crowd_destroy(crowd);
    wend_messages_destroy(messages);
}

static void events_without_room_are_not_sent(void **state)
{
    (void)state;
    wend_messages_def def = wend_messages_def_default();
    wend_crowd *crowd = two_arrivals();
    inbox in;
    def.max_waiting = 1;
    wend_messages *messages = make(&def, 2);
    assert_int_equal(wend_messages_send_events(messages, crowd, 0, 0), WEND_ERROR_FULL);
    assert_string_equal(wend_messages_error(messages),
                        "wend_messages_send_events: 0 telegrams wait of max_waiting 1, and there "
                        "are 2 events");
    deliver(messages, 0, &in);
    assert_int_equal(in.count, 0);
    /* Another kind than that of these events: nothing to send. */
    assert_int_equal(wend_messages_send_events(messages, crowd, 1u << WEND_EVENT_STUCK, 0),
                     WEND_OK);
    assert_int_equal(wend_messages_send_events(messages, NULL, 0, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_messages_send_events(NULL, crowd, 0, 0), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_messages_send_events(messages, crowd, 0,
                                               WEND_TELEGRAM_TYPE_MAX - WEND_EVENT_FLOOR + 1),
                     WEND_ERROR_ARGUMENT);
    wend_messages_destroy(messages);
    wend_crowd_destroy(crowd);
}

static void events_without_memory_are_not_sent(void **state)
{
    (void)state;
    fault_heap heap;
    wend_messages_def def = wend_messages_def_default();
    wend_crowd *crowd = two_arrivals();
    inbox in;
    fault_heap_init(&heap);
    def.allocator = fault_heap_allocator(&heap);
    wend_messages *messages = make(&def, 2);
    const uint64_t before = wend_messages_hash(messages);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    assert_int_equal(wend_messages_send_events(messages, crowd, 0, 0), WEND_ERROR_MEMORY);
    assert_true(wend_messages_hash(messages) == before);
    fault_heap_arm(&heap, FAULT_NONE, 0);
    assert_int_equal(wend_messages_send_events(messages, crowd, 0, 0), WEND_OK);
    deliver(messages, 0, &in);
    assert_int_equal(in.count, 2);
    wend_messages_destroy(messages);
    assert_int_equal(heap.live_blocks, 0);
    wend_crowd_destroy(crowd);
}

static wend_planner_request_id ask(wend_planner *planner, wend_vec3 to)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    def.query.from = (wend_vec3){1.5, 1.5, 0};
    def.query.to = to;
    assert_int_equal(wend_planner_add_request(planner, &def, &id), WEND_OK);
    return id;
}

static wend_planner *plan_on(const wend_grid *grid)
{
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner;
    uint32_t index;
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    return planner;
}

/* A result in the bytes and in the integers of a payload. */
static void set_result(wend_payload *payload, int64_t result)
{
    payload->integers[0] = result;
    for (int i = 0; i < 4; i++) {
        payload->bytes[24 + i] = (uint8_t)((uint64_t)result >> 8 * i);
    }
}

static void answers_that_are_damaged_are_none(void **state)
{
    (void)state;
    const wend_messages_def def = wend_messages_def_default();
    wend_messages *messages = make(&def, 2);
    wend_grid *grid = grids_open(16, 16);
    wend_planner *planner = plan_on(grid);
    inbox in;
    wend_payload_path path;
    const wend_planner_request_id id = ask(planner, (wend_vec3){9.5, 1.5, 0});
    assert_int_equal(wend_messages_watch_request(messages, id, 1, 7), WEND_OK);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    assert_int_equal(wend_messages_send_answers(messages, planner), WEND_OK);
    deliver(messages, 0, &in);
    assert_int_equal(in.count, 1);
    const wend_payload sound = in.telegrams[0].payload;
    assert_true(wend_payload_get_path(&sound, &path));
    assert_int_equal(path.result, WEND_OK);
    assert_true(path.request.index1 == id.index1 && fabs(path.length - 8) < 1e-9 &&
                fabs(path.position.x - 9.5) < 1e-9);
    assert_false(wend_payload_get_path(NULL, &path));
    assert_int_equal(path.request.index1, 0);
    assert_false(wend_payload_get_path(&sound, NULL));
    wend_payload payload = sound;
    payload.bytes[2] ^= 1; /* the mark */
    assert_false(wend_payload_get_path(&payload, &path));
    payload = sound;
    payload.byte_count++;
    assert_false(wend_payload_get_path(&payload, &path));
    payload = sound;
    payload.bytes[24] ^= 1; /* the result: another one than that of the integers */
    assert_false(wend_payload_get_path(&payload, &path));
    payload = sound;
    payload.bytes[31] = 255; /* the reason */
    assert_false(wend_payload_get_path(&payload, &path));
    const int64_t results[] = {(int64_t)WEND_ERROR_UNSUPPORTED - 1, (int64_t)WEND_TRUNCATED + 1,
                               INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        payload = sound;
        set_result(&payload, results[i]);
        assert_false(wend_payload_get_path(&payload, &path));
        assert_int_equal(path.request.index1, 0);
    }
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
    wend_messages_destroy(messages);
}

/* Answers that have no room wait for the next call. */
static void answers_without_room_are_sent_later(void **state)
{
    (void)state;
    wend_messages_def def = wend_messages_def_default();
    wend_grid *grid = grids_open(16, 16);
    wend_planner *planner = plan_on(grid);
    inbox in;
    wend_payload_path path;
    def.max_waiting = 2;
    wend_messages *messages = make(&def, 3);
    grids_wall(grid, 12, 12, 1, 1);
    for (uint64_t agent = 1; agent <= 3; agent++) {
        const wend_vec3 to =
            agent == 1 ? (wend_vec3){12.5, 12.5, 0} : (wend_vec3){9.5, (double)agent, 0};
        assert_int_equal(wend_messages_watch_request(messages, ask(planner, to), agent, 7),
                         WEND_OK);
    }
    assert_int_equal(wend_messages_send_answers(messages, planner), WEND_OK); /* none is ready */
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    assert_int_equal(wend_messages_send_answers(messages, planner), WEND_IN_PROGRESS);
    assert_int_equal(wend_messages_send_answers(messages, planner), WEND_IN_PROGRESS);
    deliver(messages, 0, &in);
    assert_int_equal(in.count, 2);
    assert_true(wend_payload_get_path(&in.telegrams[0].payload, &path));
    assert_int_equal(path.result, WEND_NO_PATH); /* into a wall */
    assert_true(path.cost <= 0 && path.reason == WEND_FAILURE_GOAL_BLOCKED);
    assert_int_equal(wend_messages_send_answers(messages, planner), WEND_OK);
    deliver(messages, 1, &in);
    assert_int_equal(in.count, 1);
    assert_int_equal(wend_messages_send_answers(messages, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_messages_send_answers(NULL, planner), WEND_ERROR_ARGUMENT);
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
    wend_messages_destroy(messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_that_are_damaged_are_none),
        cmocka_unit_test(events_without_room_are_not_sent),
        cmocka_unit_test(events_without_memory_are_not_sent),
        cmocka_unit_test(answers_that_are_damaged_are_none),
        cmocka_unit_test(answers_without_room_are_sent_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
