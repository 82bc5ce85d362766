/* Telegrams: order, rounds, receivers, repeats, dead letters, what is refused, and bytes. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/message.h"

#include <math.h>
#include <string.h>

enum { HELLO = 1, REPLY, LOG_MAX = 64 };

typedef struct entry {
    uint64_t agent;
    wend_telegram telegram;
    wend_dead_reason dead; /* 0: delivered */
} entry;

typedef struct post {
    wend_messages *messages;
    entry log[LOG_MAX];
    uint32_t count;
    wend_telegram_id cancelled; /* by the first delivery */
    uint32_t echoes;            /* telegrams that are sent on delivery */
    uint64_t removed;           /* removed by the first delivery; 0: none */
    bool is_refusing;
    wend_result nested;
} post;

static bool deliver(void *user, uint64_t agent, const wend_telegram *telegram)
{
    post *p = user;
    p->log[p->count++] = (entry){agent, *telegram, (wend_dead_reason)0};
    p->nested = wend_messages_deliver(p->messages, 1000, NULL);
    assert_int_equal(wend_messages_clear(p->messages), WEND_ERROR_BUSY);
    size_t count = 1;
    assert_int_equal(wend_messages_save(p->messages, NULL, 0, &count), WEND_ERROR_BUSY);
    assert_int_equal(count, 0);
    if (p->cancelled.index1 != 0) {
        assert_int_equal(wend_messages_cancel(p->messages, p->cancelled), WEND_OK);
        p->cancelled.index1 = 0;
    }
    if (p->removed != 0) {
        assert_int_equal(wend_messages_remove_agent(p->messages, p->removed), WEND_OK);
        p->removed = 0;
    }
    if (p->echoes > 0) {
        wend_telegram_def def = wend_telegram_def_default();
        def.sender = agent;
        def.receiver = agent;
        def.type = REPLY;
        p->echoes--;
        assert_int_equal(wend_messages_send(p->messages, &def, NULL), WEND_OK);
    }
    return !p->is_refusing;
}

static void bury(void *user, uint64_t agent, const wend_telegram *telegram, wend_dead_reason reason)
{
    post *p = user;
    p->log[p->count++] = (entry){agent, *telegram, reason};
}

static post begin(uint32_t agents)
{
    post p = {.messages = NULL};
    const wend_messages_def def = wend_messages_def_default();
    assert_int_equal(wend_messages_create(&def, &p.messages), WEND_OK);
    for (uint32_t i = 1; i <= agents; i++) {
        assert_int_equal(wend_messages_add_agent(p.messages, i), WEND_OK);
    }
    return p;
}

static wend_result run(post *p, uint64_t tick)
{
    const wend_message_handler handler = {.deliver = deliver, .dead = bury, .user = p};
    p->count = 0;
    return wend_messages_deliver(p->messages, tick, &handler);
}

static wend_telegram_id send(post *p, uint64_t receiver, uint32_t type, uint32_t priority,
                             uint64_t delay)
{
    wend_telegram_def def = wend_telegram_def_default();
    wend_telegram_id id;
    def.receiver = receiver;
    def.type = type;
    def.priority = priority;
    def.delay = delay;
    assert_int_equal(wend_messages_send(p->messages, &def, &id), WEND_OK);
    return id;
}

static wend_messages_info info_of(const post *p)
{
    wend_messages_info info;
    wend_messages_get_info(p->messages, &info);
    return info;
}

static void telegrams_come_by_tick_then_priority_then_number(void **state)
{
    (void)state;
    post p = begin(3);
    send(&p, 1, 10, 0, 2);
    send(&p, 2, 11, 5, 2);
    send(&p, 3, 12, 0, 1);
    send(&p, 1, 13, 5, 2);
    send(&p, 2, 14, 0, 500);
    assert_int_equal(run(&p, 0), WEND_OK);
    assert_int_equal(p.count, 0);
    assert_int_equal(run(&p, 2), WEND_OK);
    assert_int_equal(p.count, 4);
    const uint32_t order[] = {12, 11, 13, 10};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(p.log[i].telegram.type, order[i]);
    }
    assert_int_equal(run(&p, 499), WEND_OK);
    assert_int_equal(p.count, 0);
    assert_int_equal(run(&p, 500), WEND_OK);
    assert_int_equal(p.count, 1);
    assert_int_equal(p.log[0].telegram.due, 500);
    wend_messages_destroy(p.messages);
}

static void what_is_sent_meanwhile_comes_in_further_rounds(void **state)
{
    (void)state;
    post p = begin(2);
    p.echoes = 20;
    send(&p, 1, HELLO, 0, 0);
    send(&p, 2, HELLO, 0, 0);
    assert_int_equal(run(&p, 0), WEND_PARTIAL); /* 8 rounds of 2 */
    assert_int_equal(p.count, 16);
    assert_int_equal(p.nested, WEND_ERROR_BUSY);
    assert_int_equal(p.log[1].agent, 2); /* the reply of 1 waits for the next round */
    assert_int_equal(p.log[2].telegram.type, REPLY);
    assert_int_equal(info_of(&p).postponed, 2);
    send(&p, 1, HELLO, 15, 0);
    assert_int_equal(run(&p, 1), WEND_OK);
    assert_int_equal(p.count, 7); /* 22 telegrams in all, and the new one */
    assert_int_equal(p.log[0].telegram.priority, 15);
    assert_int_equal(p.log[0].telegram.due, 0); /* sent in tick 0, too */
    wend_messages_destroy(p.messages);
}

static void groups_and_radii_reach_agents_by_number(void **state)
{
    (void)state;
    post p = begin(5);
    wend_telegram_def def = wend_telegram_def_default();
    assert_int_equal(wend_messages_join_group(p.messages, 4, 9), WEND_OK);
    assert_int_equal(wend_messages_join_group(p.messages, 2, 9), WEND_OK);
    assert_int_equal(wend_messages_join_group(p.messages, 2, 9), WEND_OK);
    assert_int_equal(wend_messages_join_group(p.messages, 5, 8), WEND_OK);
    uint64_t list[2];
    size_t count;
    assert_int_equal(wend_messages_list_group(p.messages, 9, list, 2, &count), WEND_OK);
    assert_true(count == 2 && list[0] == 2 && list[1] == 4);
    assert_int_equal(wend_messages_list_group(p.messages, 9, list, 1, &count), WEND_TRUNCATED);
    def.to = WEND_TO_GROUP;
    def.receiver = 9;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(run(&p, 0), WEND_OK);
    assert_true(p.count == 2 && p.log[0].agent == 2 && p.log[1].agent == 4);

    for (uint32_t i = 1; i <= 4; i++) {
        assert_int_equal(wend_messages_set_position(p.messages, i, (wend_vec2){i * 10.0, 0}),
                         WEND_OK);
    }
    def.to = WEND_TO_RADIUS;
    def.sender = 3;
    def.centre = (wend_vec2){30, 0};
    def.radius = 10;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(run(&p, 1), WEND_OK);
    assert_true(p.count == 2 && p.log[0].agent == 2 && p.log[1].agent == 4); /* not 3 itself */
    def.includes_sender = true;
    def.radius = 0;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(run(&p, 2), WEND_OK);
    assert_true(p.count == 1 && p.log[0].agent == 3);
    def.to = WEND_TO_ALL;
    def.includes_sender = false;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(run(&p, 3), WEND_OK);
    assert_int_equal(p.count, 4);
    wend_messages_destroy(p.messages);
}

static bool place_of(void *user, uint64_t agent, wend_vec2 *position)
{
    (void)user;
    *position = (wend_vec2){agent == 2 ? (double)NAN : (double)agent, 5};
    return agent != 1;
}

static void positions_can_come_from_a_callback(void **state)
{
    (void)state;
    post p = begin(4);
    wend_telegram_def def = wend_telegram_def_default();
    def.to = WEND_TO_RADIUS;
    def.radius = 100;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    const wend_message_handler handler = {
        .deliver = deliver, .dead = bury, .position = place_of, .user = &p};
    assert_int_equal(wend_messages_deliver(p.messages, 0, &handler), WEND_OK);
    assert_true(p.count == 2 && p.log[0].agent == 3 && p.log[1].agent == 4);
    wend_messages_destroy(p.messages);
}

static void repeats_are_merged_within_their_window(void **state)
{
    (void)state;
    post p = begin(2);
    wend_telegram_def def = wend_telegram_def_default();
    wend_telegram_id first, second, third;
    def.receiver = 1;
    def.delay = 10;
    def.merge = WEND_MERGE_REPLACE;
    def.merge_window = 3;
    def.payload.numbers[0] = 1;
    assert_int_equal(wend_messages_send(p.messages, &def, &first), WEND_OK);
    def.delay = 13;
    def.payload.numbers[0] = 2;
    assert_int_equal(wend_messages_send(p.messages, &def, &second), WEND_OK);
    assert_true(first.index1 == second.index1 && first.generation == second.generation);
    def.merge = WEND_MERGE_KEEP;
    def.payload.numbers[0] = 3;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    def.delay = 14;
    assert_int_equal(wend_messages_send(p.messages, &def, &third), WEND_OK);
    assert_true(third.index1 != first.index1);
    def.merge = WEND_MERGE_NONE;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(info_of(&p).merged, 2);
    assert_int_equal(info_of(&p).waiting, 3);
    assert_int_equal(run(&p, 10), WEND_OK);
    assert_int_equal(p.count, 1);
    assert_true(p.log[0].telegram.payload.numbers[0] >= 2 &&
                p.log[0].telegram.payload.numbers[0] <= 2);
    assert_int_equal(p.log[0].telegram.merged, 2);
    wend_messages_destroy(p.messages);
}

static void telegrams_can_be_cancelled_also_in_their_round(void **state)
{
    (void)state;
    post p = begin(2);
    wend_telegram telegram;
    const wend_telegram_id later = send(&p, 1, HELLO, 0, 5);
    send(&p, 1, HELLO, 0, 0);
    p.cancelled = send(&p, 2, HELLO, 0, 0);
    assert_int_equal(run(&p, 0), WEND_OK);
    assert_int_equal(p.count, 1);
    assert_int_equal(wend_messages_get(p.messages, later, &telegram), WEND_OK);
    assert_int_equal(telegram.due, 5);
    assert_int_equal(wend_messages_cancel(p.messages, later), WEND_OK);
    assert_int_equal(wend_messages_cancel(p.messages, later), WEND_ERROR_STALE);
    assert_string_equal(wend_messages_error(p.messages),
                        "wend_messages_cancel: telegram 1 of generation 1 does not exist or was "
                        "removed: its id is out of date");
    assert_int_equal(wend_messages_get(p.messages, later, &telegram), WEND_ERROR_STALE);
    assert_int_equal(run(&p, 9), WEND_OK);
    assert_int_equal(p.count, 0);
    send(&p, 1, HELLO, 0, 3);
    assert_int_equal(wend_messages_clear(p.messages), WEND_OK);
    assert_int_equal(info_of(&p).waiting, 0);
    assert_int_equal(info_of(&p).cancelled, 3);
    wend_messages_destroy(p.messages);
}

static void dead_letters_are_counted_and_reported(void **state)
{
    (void)state;
    post p = begin(3);
    wend_telegram_def def = wend_telegram_def_default();
    send(&p, 77, HELLO, 0, 0);
    def.to = WEND_TO_GROUP;
    def.receiver = 1;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    send(&p, 1, HELLO, 0, 0);
    send(&p, 2, HELLO, 0, 0);
    p.removed = 2; /* by 1 */
    assert_int_equal(run(&p, 0), WEND_OK);
    assert_int_equal(p.count, 4);
    assert_true(p.log[0].agent == 77 && p.log[0].dead == WEND_DEAD_GONE);
    assert_true(p.log[1].dead == WEND_DEAD_EMPTY);
    assert_true(p.log[2].agent == 1 && p.log[2].dead == 0);
    assert_true(p.log[3].agent == 2 && p.log[3].dead == WEND_DEAD_GONE);
    p.is_refusing = true;
    p.removed = 3; /* by 3 itself */
    send(&p, 3, HELLO, 0, 0);
    assert_int_equal(run(&p, 1), WEND_OK);
    assert_true(p.count == 2 && p.log[1].dead == WEND_DEAD_UNHANDLED);
    send(&p, 1, HELLO, 0, 0);
    assert_int_equal(wend_messages_deliver(p.messages, 2, NULL), WEND_OK);
    const wend_messages_info info = info_of(&p);
    assert_true(info.gone == 2 && info.empty == 1 && info.unhandled == 2 && info.delivered == 1);
    assert_int_equal(info.agents, 1);
    wend_messages_destroy(p.messages);
}

static void a_removed_group_member_is_gone_in_mid_delivery(void **state)
{
    (void)state;
    post p = begin(3);
    wend_telegram_def def = wend_telegram_def_default();
    def.to = WEND_TO_ALL;
    p.removed = 3;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(run(&p, 0), WEND_OK);
    assert_int_equal(p.count, 3);
    assert_true(p.log[2].agent == 3 && p.log[2].dead == WEND_DEAD_GONE);
    wend_messages_destroy(p.messages);
}

static void what_is_out_of_range_is_refused_with_a_sentence(void **state)
{
    (void)state;
    post p = {.messages = NULL};
    wend_messages_def def = wend_messages_def_default();
    wend_message message;
    def.message = &message;
    def.cell_size = 0.5;
    assert_int_equal(wend_messages_create(&def, &p.messages), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text,
                        "wend_messages_create: cell_size is 0.5, and must be from 1 to 1024");
    def.cell_size = 8;
    def.max_waiting = 2;
    assert_int_equal(wend_messages_create(&def, &p.messages), WEND_OK);
    assert_int_equal(wend_messages_add_agent(p.messages, 1), WEND_OK);
    assert_int_equal(wend_messages_add_agent(p.messages, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_messages_join_group(p.messages, 2, 1), WEND_ERROR_STALE);
    assert_string_equal(wend_messages_error(p.messages),
                        "wend_messages_join_group: agent 2 does not exist or was removed");
    send(&p, 1, HELLO, 0, 1);
    send(&p, 1, HELLO, 0, 1);
    wend_telegram_def telegram = wend_telegram_def_default();
    const uint64_t before = wend_messages_hash(p.messages);
    assert_int_equal(wend_messages_send(p.messages, &telegram, NULL), WEND_ERROR_FULL);
    assert_string_equal(wend_messages_error(p.messages),
                        "wend_messages_send: 2 telegrams wait, as many as max_waiting");
    telegram.payload.numbers[2] = (double)INFINITY;
    assert_int_equal(wend_messages_send(p.messages, &telegram, NULL), WEND_ERROR_ARGUMENT);
    telegram.payload.numbers[2] = 0;
    telegram.payload.byte_count = WEND_PAYLOAD_BYTES + 1;
    assert_int_equal(wend_messages_send(p.messages, &telegram, NULL), WEND_ERROR_ARGUMENT);
    telegram.payload.byte_count = 0;
    telegram.cookie = 0;
    assert_int_equal(wend_messages_send(p.messages, &telegram, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_messages_hash(p.messages) == before);
    assert_int_equal(run(&p, 5), WEND_OK);
    assert_int_equal(run(&p, 4), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_messages_error(p.messages),
                        "wend_messages_deliver: tick is 4, and must be from 5 to 4.503599627e+15");
    wend_messages_destroy(p.messages);
}

static void events_of_a_crowd_reach_the_agents_of_its_bodies(void **state)
{
    (void)state;
    post p = begin(1);
    wend_crowd *crowd = crowds_make(wend_crowd_def_default());
    wend_body_def body = wend_body_def_default();
    wend_body_id ids[2];
    body.user = 1;
    assert_int_equal(wend_crowd_add_body(crowd, &body, &ids[0]), WEND_OK);
    body.user = 50; /* no agent */
    body.position.x = 10;
    assert_int_equal(wend_crowd_add_body(crowd, &body, &ids[1]), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, ids[0], (wend_vec2){1, 0}, 0), WEND_OK);
    assert_int_equal(wend_crowd_set_goal(crowd, ids[1], (wend_vec2){11, 0}, 0), WEND_OK);
    uint32_t arrived = 0;
    for (uint64_t tick = 0; tick < 200; tick++) {
        crowds_tick(crowd, 1);
        assert_int_equal(wend_messages_follow_crowd(p.messages, crowd), WEND_OK);
        assert_int_equal(
            wend_messages_send_events(p.messages, crowd, 1u << WEND_EVENT_ARRIVED, 100), WEND_OK);
        assert_int_equal(run(&p, tick), WEND_OK);
        for (uint32_t i = 0; i < p.count; i++) {
            wend_event event;
            wend_payload_path path;
            assert_int_equal(p.log[i].telegram.type, 100 + WEND_EVENT_ARRIVED);
            assert_true(wend_payload_get_event(&p.log[i].telegram.payload, &event));
            assert_false(wend_payload_get_path(&p.log[i].telegram.payload, &path));
            assert_true(event.kind == WEND_EVENT_ARRIVED && event.user == 1);
            assert_int_equal(event.body.index1, ids[0].index1);
            arrived++;
        }
    }
    wend_vec2 position;
    assert_int_equal(arrived, 1);
    assert_true(wend_messages_get_position(p.messages, 1, &position));
    assert_true(position.x > 0.5 && position.x < 1.5);
    assert_false(wend_messages_get_position(p.messages, 50, &position));
    wend_crowd_destroy(crowd);
    wend_messages_destroy(p.messages);
}

static void a_ready_path_comes_with_the_item_that_was_found(void **state)
{
    (void)state;
    post p = begin(2);
    wend_grid *grid = grids_open(32, 32);
    wend_planner_def def = wend_planner_def_default();
    wend_planner *planner = NULL;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    const wend_items_def items_def = wend_items_def_default();
    wend_items *items = NULL;
    uint32_t index;
    def.grid = grid;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &index), WEND_OK);
    wend_item item = wend_item_default();
    wend_item_id far_id, near_id;
    item.tag = 3;
    item.user = 40;
    item.position = (wend_vec3){28.5, 28.5, 0};
    assert_int_equal(wend_items_add(items, &item, &far_id), WEND_OK);
    item.user = 41;
    item.position = (wend_vec3){8.5, 2.5, 0};
    assert_int_equal(wend_items_add(items, &item, &near_id), WEND_OK);
    wend_planner_request_def request = wend_planner_request_def_default();
    wend_planner_request_id id;
    request.query.from = (wend_vec3){2.5, 2.5, 0};
    request.query.goal_kind = WEND_PATH_TO_ITEM;
    request.query.tag = 3;
    request.query.items = items;
    assert_int_equal(wend_planner_add_request(planner, &request, &id), WEND_OK);
    assert_int_equal(wend_messages_watch_request(p.messages, id, 1, 7), WEND_OK);
    const wend_planner_request_id none = {9, 9};
    assert_int_equal(wend_messages_watch_request(p.messages, none, 2, 8), WEND_OK);
    assert_int_equal(wend_messages_watch_request(p.messages, none, 3, 8), WEND_ERROR_STALE);
    assert_int_equal(wend_messages_send_answers(p.messages, planner), WEND_OK);
    assert_int_equal(run(&p, 0), WEND_OK);
    assert_int_equal(p.count, 1); /* the request that does not exist */
    wend_payload_path path;
    assert_true(wend_payload_get_path(&p.log[0].telegram.payload, &path));
    assert_int_equal(path.result, WEND_ERROR_STALE);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    assert_int_equal(wend_messages_send_answers(p.messages, planner), WEND_OK);
    assert_int_equal(wend_messages_send_answers(p.messages, planner), WEND_OK);
    assert_int_equal(run(&p, 1), WEND_OK);
    assert_int_equal(p.count, 1);
    assert_int_equal(p.log[0].telegram.type, 7);
    assert_true(wend_payload_get_path(&p.log[0].telegram.payload, &path));
    assert_int_equal(path.result, WEND_OK);
    assert_true(path.item.index1 == near_id.index1 && path.item_user == 41 && path.tag == 3);
    assert_true(path.request.index1 == id.index1 && path.length > 5.5 && path.length < 6.5);
    assert_int_equal(info_of(&p).watches, 0);
    wend_planner_destroy(planner);
    wend_items_destroy(items);
    wend_grid_destroy(grid);
    wend_messages_destroy(p.messages);
}

static void count_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                       double value)
{
    (void)meaning;
    assert_true(from.x < 2 && to.x > 2 && value > 0);
    ++*(uint32_t *)context;
}

static void count_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    (void)at;
    (void)meaning;
    assert_string_equal(text, "1");
    ++*(uint32_t *)context;
}

static void waiting_telegrams_are_drawn(void **state)
{
    (void)state;
    post p = begin(3);
    uint32_t count = 0;
    wend_telegram_def def = wend_telegram_def_default();
    const wend_draw draw = {.line = count_line, .text = count_text, .context = &count};
    assert_int_equal(wend_messages_set_position(p.messages, 1, (wend_vec2){1, 1}), WEND_OK);
    assert_int_equal(wend_messages_set_position(p.messages, 2, (wend_vec2){3, 1}), WEND_OK);
    def.sender = 1;
    def.receiver = 2;
    def.type = HELLO;
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    def.receiver = 3; /* no position */
    assert_int_equal(wend_messages_send(p.messages, &def, NULL), WEND_OK);
    assert_int_equal(wend_messages_draw(p.messages, &draw), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(wend_messages_draw(p.messages, NULL), WEND_ERROR_ARGUMENT);
    wend_messages_destroy(p.messages);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    post p = begin(3);
    uint8_t bytes[2048];
    size_t count;
    send(&p, 1, HELLO, 0, 3);
    const wend_telegram_id id = send(&p, 2, HELLO, 3, 900);
    assert_int_equal(wend_messages_join_group(p.messages, 3, 2), WEND_OK);
    assert_int_equal(wend_messages_cancel(p.messages, send(&p, 1, HELLO, 0, 4)), WEND_OK);
    assert_int_equal(wend_messages_save(p.messages, bytes, sizeof bytes, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        wend_message message;
        wend_messages_def def = wend_messages_def_default();
        wend_messages *loaded;
        def.message = &message;
        bytes[i] ^= 0x40;
        assert_int_equal(wend_messages_load(&def, bytes, count, &loaded), WEND_ERROR_FILE);
        assert_null(loaded);
        assert_true(strlen(message.text) > strlen("wend_messages_load: "));
        assert_int_equal(wend_messages_load(&def, bytes, i, &loaded), WEND_ERROR_FILE);
        bytes[i] ^= 0x40;
    }
    wend_messages *loaded;
    wend_telegram telegram;
    assert_int_equal(wend_messages_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_int_equal(wend_messages_get(loaded, id, &telegram), WEND_OK); /* ids stay */
    assert_int_equal(telegram.due, 900);
    wend_messages_destroy(loaded);
    wend_messages_destroy(p.messages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(telegrams_come_by_tick_then_priority_then_number),
        cmocka_unit_test(what_is_sent_meanwhile_comes_in_further_rounds),
        cmocka_unit_test(groups_and_radii_reach_agents_by_number),
        cmocka_unit_test(positions_can_come_from_a_callback),
        cmocka_unit_test(repeats_are_merged_within_their_window),
        cmocka_unit_test(telegrams_can_be_cancelled_also_in_their_round),
        cmocka_unit_test(dead_letters_are_counted_and_reported),
        cmocka_unit_test(a_removed_group_member_is_gone_in_mid_delivery),
        cmocka_unit_test(what_is_out_of_range_is_refused_with_a_sentence),
        cmocka_unit_test(events_of_a_crowd_reach_the_agents_of_its_bodies),
        cmocka_unit_test(a_ready_path_comes_with_the_item_that_was_found),
        cmocka_unit_test(waiting_telegrams_are_drawn),
        cmocka_unit_test(damaged_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
