/* Runs wend_messages_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. Messages that load must save again to the same bytes, and bear use. */
#include "fuzz/framed.h"
#include "wend/message.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x47534D57, VERSION = 1 }; /* of src/mind/messages/messages_state.c */

static void check_round_trip(const wend_messages *messages, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    check(wend_messages_save(messages, NULL, 0, &again_count) == WEND_TRUNCATED);
    check(again_count == count);
    uint8_t *again = malloc(again_count);
    if (again == NULL) {
        return;
    }
    check(wend_messages_save(messages, again, again_count, &again_count) == WEND_OK);
    /* There is a single saved form. */
    check(memcmp(again, bytes, count) == 0);
    free(again);
}

static bool deliver(void *user, uint64_t agent, const wend_telegram *telegram)
{
    check(wend_messages_has_agent(user, agent));
    check(telegram->payload.byte_count <= WEND_PAYLOAD_BYTES);
    wend_event event;
    wend_payload_path path;
    check(!wend_payload_get_event(&telegram->payload, &event) ||
          !wend_payload_get_path(&telegram->payload, &path));
    return true;
}

/* Whatever was loaded, telegrams can be sent and all of them are delivered in the end. */
static void use(wend_messages *messages)
{
    const wend_message_handler handler = {.deliver = deliver, .user = messages};
    wend_messages_info info;
    wend_messages_get_info(messages, &info);
    wend_telegram_def def = wend_telegram_def_default();
    def.to = WEND_TO_RADIUS;
    def.radius = 100;
    def.merge = WEND_MERGE_REPLACE;
    const wend_result sent = wend_messages_send(messages, &def, NULL);
    check(sent == WEND_OK || (sent == WEND_ERROR_FULL && info.waiting == info.max_waiting));
    for (uint64_t tick = info.tick; tick < info.tick + 200 && tick < WEND_MESSAGES_TICK_MAX;
         tick += 1 + tick % 7) {
        check(wend_messages_deliver(messages, tick, &handler) == WEND_OK);
    }
    (void)wend_messages_add_agent(messages, 1);
    (void)wend_messages_join_group(messages, 1, 1);
    check(wend_messages_deliver(messages, WEND_MESSAGES_TICK_MAX, &handler) == WEND_OK);
    (void)wend_messages_remove_agent(messages, 1);
    wend_messages_get_info(messages, &info);
    check(info.waiting == 0 || info.tick + WEND_TELEGRAM_DELAY_MAX > WEND_MESSAGES_TICK_MAX);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_messages *messages = NULL;
    wend_message message;
    wend_messages_def def = wend_messages_def_default();
    def.message = &message;
    const wend_result result = noted(wend_messages_load(&def, bytes, count, &messages));
    check((result == WEND_OK) == (messages != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (messages != NULL) {
        check_round_trip(messages, bytes, count);
        use(messages);
        wend_messages_destroy(messages);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
