/* Messages without memory are as they were before the call; a delivery allocates nothing. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/message.h"

#include <stdlib.h>

enum { AGENTS = 40, SENT = 300 };

static wend_messages_def def_of(wend_allocator allocator)
{
    wend_messages_def def = wend_messages_def_default();
    def.allocator = allocator;
    return def;
}

static wend_result save_and_load(const wend_messages *messages, wend_allocator allocator)
{
    size_t count;
    const wend_messages_def def = def_of(allocator);
    wend_messages *loaded;
    assert_int_equal(wend_messages_save(messages, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_messages_save(messages, bytes, count, &count), WEND_OK);
    const wend_result result = wend_messages_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_messages_hash(loaded) == wend_messages_hash(messages));
    wend_messages_destroy(loaded);
    free(bytes);
    return result;
}

static wend_result add_agents(wend_messages *messages)
{
    wend_result result = WEND_OK;
    for (uint64_t n = 0; n < AGENTS && result == WEND_OK; n++) {
        const uint64_t before = wend_messages_hash(messages);
        result = wend_messages_add_agent(messages, n);
        if (result == WEND_OK) {
            result = wend_messages_join_group(messages, n, (uint32_t)n % 3);
            assert_true(result == WEND_OK ||
                        !wend_messages_is_in_group(messages, n, (uint32_t)n % 3));
        } else {
            assert_true(wend_messages_hash(messages) == before);
        }
    }
    return result == WEND_OK
               ? wend_messages_watch_request(messages, (wend_planner_request_id){1, 1}, 1, 2)
               : result;
}

static wend_result send_some(wend_messages *messages)
{
    wend_result result = WEND_OK;
    for (uint32_t n = 0; n < SENT && result == WEND_OK; n++) {
        wend_telegram_def def = wend_telegram_def_default();
        /* Only these allocate. */
        const bool is_watched = n % 256 < 8;
        const uint64_t before = is_watched ? wend_messages_hash(messages) : 0;
        def.receiver = n % AGENTS;
        def.type = n;
        def.delay = n % 5;
        def.merge = n % 7 == 0 ? WEND_MERGE_KEEP : WEND_MERGE_NONE;
        result = wend_messages_send(messages, &def, NULL);
        assert_true(result == WEND_OK || (is_watched && wend_messages_hash(messages) == before));
    }
    return result;
}

static wend_result use_messages(wend_allocator allocator, void *context)
{
    (void)context;
    const wend_messages_def def = def_of(allocator);
    wend_messages *messages;
    wend_result result = wend_messages_create(&def, &messages);
    result = result == WEND_OK ? add_agents(messages) : result;
    result = result == WEND_OK ? send_some(messages) : result;
    result = result == WEND_OK ? save_and_load(messages, allocator) : result;
    wend_messages_destroy(messages);
    return result;
}

static void each_allocation_of_messages_may_fail(void **state)
{
    (void)state;
    assert_true(fault_run(use_messages, NULL) >= 12);
}

static bool send_on(void *user, uint64_t agent, const wend_telegram *telegram)
{
    wend_telegram_def def = wend_telegram_def_default();
    def.receiver = (agent + 1) % AGENTS;
    def.type = telegram->type;
    def.delay = 1;
    return wend_messages_send(user, &def, NULL) == WEND_OK;
}

static void a_steady_delivery_allocates_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_messages_def def = def_of(fault_heap_allocator(&heap));
    wend_messages *messages;
    assert_int_equal(wend_messages_create(&def, &messages), WEND_OK);
    assert_int_equal(add_agents(messages), WEND_OK);
    assert_int_equal(send_some(messages), WEND_OK);
    const wend_message_handler handler = {.deliver = send_on, .user = messages};
    for (uint64_t tick = 0; tick < 40; tick++) {
        if (tick == 20) {
            fault_heap_arm(&heap, FAULT_KEEP, 0);
        }
        assert_int_equal(wend_messages_deliver(messages, tick, &handler), WEND_OK);
    }
    wend_messages_info info;
    wend_messages_get_info(messages, &info);
    assert_true(info.waiting > SENT / 2 && info.unhandled == 0);
    wend_messages_destroy(messages);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_messages_may_fail),
        cmocka_unit_test(a_steady_delivery_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
