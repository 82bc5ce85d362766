/* Events of crowds and answers of planners as telegrams, and their payloads.
 *
 *   bytes of an event    "EVNT" kind u32, behaviour u32, body id, user u64; integers: kind, value
 *   bytes of an answer   "PATH" request id, item id, tag u32, result i32, reason u32;
 *                        integers: result, item's user value; numbers: length, cost */
#include "mind/messages/messages.h"

#include "base/core/bytes.h"
#include "base/core/message.h"
#include "base/math/predicates.h"

#include <float.h>
#include <string.h>

enum { EVENT_MARK = 0x544E5645, PATH_MARK = 0x48544150, EVENT_BYTES = 28, PATH_BYTES = 32 };

/* Writes at most WEND_PAYLOAD_BYTES: the calls below say how many. */
static wendi_writer write_bytes(wend_payload *payload, uint32_t count)
{
    wendi_writer writer;
    size_t needed;
    (void)wendi_writer_init_fixed(&writer, payload->bytes, WEND_PAYLOAD_BYTES, count, &needed);
    payload->byte_count = count;
    return writer;
}

static int64_t signed_of(uint64_t value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of(int64_t value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- events ---- */

static void fill_event(wend_payload *payload, const wend_event *event)
{
    wendi_writer writer = write_bytes(payload, EVENT_BYTES);
    wendi_write_u32(&writer, EVENT_MARK);
    wendi_write_u32(&writer, (uint32_t)event->kind);
    wendi_write_u32(&writer, event->behaviour);
    wendi_write_u32(&writer, event->body.index1);
    wendi_write_u32(&writer, event->body.generation);
    wendi_write_u64(&writer, event->user);
    payload->integers[0] = (int64_t)event->kind;
    payload->integers[1] = signed_of(event->value);
}

bool wend_payload_get_event(const wend_payload *payload, wend_event *event)
{
    if (event != NULL) {
        memset(event, 0, sizeof *event);
    }
    if (payload == NULL || event == NULL || payload->byte_count != EVENT_BYTES) {
        return false;
    }
    wendi_reader reader;
    wendi_reader_init(&reader, payload->bytes, EVENT_BYTES);
    const uint32_t mark = wendi_read_u32(&reader), kind = wendi_read_u32(&reader);
    if (mark != EVENT_MARK || kind < WEND_EVENT_ARRIVED || kind > WEND_EVENT_FLOOR) {
        return false;
    }
    event->kind = (wend_event_kind)kind;
    event->behaviour = wendi_read_u32(&reader);
    event->body.index1 = wendi_read_u32(&reader);
    event->body.generation = wendi_read_u32(&reader);
    event->user = wendi_read_u64(&reader);
    event->value = bits_of(payload->integers[1]);
    return true;
}

static bool is_wanted(const wend_messages *messages, const wend_event *event, uint32_t kinds)
{
    return (kinds == 0 || (kinds >> (uint32_t)event->kind & 1) != 0) &&
           wendi_agent_slots_find(&messages->table, event->user) != WENDI_AGENT_SLOT_NONE;
}

wend_result wend_messages_send_events(wend_messages *messages, const wend_crowd *crowd,
                                      uint32_t kinds, uint32_t first_type)
{
    static const char function[] = "wend_messages_send_events";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (crowd == NULL) {
        return wendi_refuse_null(&messages->message, function, "crowd");
    }
    if (first_type > WEND_TELEGRAM_TYPE_MAX - WEND_EVENT_FLOOR) {
        return wendi_refuse(&messages->message, function, "first_type", first_type, 0,
                            WEND_TELEGRAM_TYPE_MAX - WEND_EVENT_FLOOR);
    }
    size_t count, wanted = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    for (size_t i = 0; i < count; i++) {
        wanted += is_wanted(messages, &events[i], kinds) ? 1 : 0;
    }
    if (wanted > messages->max_waiting - messages->waiting) {
        return wendi_fail(&messages->message, WEND_ERROR_FULL,
                          "%s: %u telegrams wait of max_waiting %u, and there are %llu events",
                          function, (unsigned)messages->waiting, (unsigned)messages->max_waiting,
                          (unsigned long long)wanted);
    }
    if (!wendi_messages_reserve_slots(messages, (uint32_t)wanted)) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        if (is_wanted(messages, &events[i], kinds)) {
            wend_telegram_def def = wend_telegram_def_default();
            def.sender = def.receiver = events[i].user;
            def.type = first_type + (uint32_t)events[i].kind;
            fill_event(&def.payload, &events[i]);
            (void)wendi_messages_put(messages, &def);
        }
    }
    return WEND_OK;
}

/* ---- answers ---- */

static double finite_or_zero(double value)
{
    return value >= -DBL_MAX && value <= DBL_MAX ? value : 0;
}

static void fill_path(wend_payload *payload, wend_planner_request_id id, wend_result result,
                      const wend_path_answer *answer)
{
    const bool has_path = result == WEND_OK || result == WEND_PARTIAL;
    wendi_writer writer = write_bytes(payload, PATH_BYTES);
    wendi_write_u32(&writer, PATH_MARK);
    wendi_write_u32(&writer, id.index1);
    wendi_write_u32(&writer, id.generation);
    wendi_write_u32(&writer, answer->item.index1);
    wendi_write_u32(&writer, answer->item.generation);
    wendi_write_u32(&writer, answer->tag);
    wendi_write_u32(&writer, (uint32_t)result);
    wendi_write_u32(&writer, (uint32_t)answer->reason);
    payload->integers[0] = (int64_t)result;
    payload->integers[1] = signed_of(answer->item_user);
    payload->numbers[0] = finite_or_zero(answer->length);
    payload->numbers[1] = has_path ? finite_or_zero(wend_cost_to_double(answer->cost)) : 0;
    const wend_vec2 end = {answer->position.x, answer->position.y};
    if (wendi_coordinate_is_valid(end.x) && wendi_coordinate_is_valid(end.y)) {
        payload->position = end;
    }
}

bool wend_payload_get_path(const wend_payload *payload, wend_payload_path *path)
{
    if (path != NULL) {
        memset(path, 0, sizeof *path);
    }
    if (payload == NULL || path == NULL || payload->byte_count != PATH_BYTES) {
        return false;
    }
    wendi_reader reader;
    wendi_reader_init(&reader, payload->bytes, PATH_BYTES);
    const uint32_t mark = wendi_read_u32(&reader);
    wend_payload_path it;
    memset(&it, 0, sizeof it);
    it.request.index1 = wendi_read_u32(&reader);
    it.request.generation = wendi_read_u32(&reader);
    it.item.index1 = wendi_read_u32(&reader);
    it.item.generation = wendi_read_u32(&reader);
    it.tag = wendi_read_u32(&reader);
    const uint32_t result = wendi_read_u32(&reader), reason = wendi_read_u32(&reader);
    const int64_t plain = payload->integers[0];
    if (mark != PATH_MARK || plain < WEND_ERROR_UNSUPPORTED || plain > WEND_TRUNCATED ||
        (uint32_t)plain != result || reason > INT32_MAX) {
        return false;
    }
    it.result = (wend_result)plain;
    it.reason = (wend_failure_reason)reason;
    it.item_user = bits_of(payload->integers[1]);
    it.position = payload->position;
    it.length = payload->numbers[0];
    it.cost = payload->numbers[1];
    *path = it;
    return true;
}

/* @return false: the request is not answered yet. */
static bool send_answer(wend_messages *messages, wend_planner *planner, const wendi_watch *watch)
{
    wend_planner_answer answer;
    const wend_result result = wend_planner_poll(planner, watch->request, &answer, NULL);
    if (answer.state != WEND_PLANNER_READY && answer.state != WEND_PLANNER_NONE) {
        return false;
    }
    wend_telegram_def def = wend_telegram_def_default();
    def.sender = def.receiver = watch->agent;
    def.type = watch->type;
    fill_path(&def.payload, watch->request, result, &answer.path);
    (void)wendi_messages_put(messages, &def);
    return true;
}

wend_result wend_messages_send_answers(wend_messages *messages, wend_planner *planner)
{
    static const char function[] = "wend_messages_send_answers";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (planner == NULL) {
        return wendi_refuse_null(&messages->message, function, "planner");
    }
    const uint32_t room = messages->max_waiting - messages->waiting;
    const uint32_t most = messages->watch_count < room ? messages->watch_count : room;
    if (!wendi_messages_reserve_slots(messages, most)) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    }
    uint32_t kept = 0, sent = 0;
    for (uint32_t i = 0; i < messages->watch_count; i++) {
        const wendi_watch watch = messages->watches[i];
        if (sent < most && send_answer(messages, planner, &watch)) {
            sent++;
        } else {
            messages->watches[kept++] = watch;
        }
    }
    const bool is_full = sent == most && kept > 0 && messages->waiting == messages->max_waiting;
    messages->watch_count = kept;
    return is_full ? WEND_IN_PROGRESS : WEND_OK;
}
