/* Hash, bytes and drawing of messages.
 *
 * Bytes: one section of bytes.h, magic "WMSG", version 1, with these numbers, little-endian:
 *
 *   max waiting u32, max rounds u32, cell size f64, tick u64, next number u64, counts u64[8],
 *   agents: count u64; each number u64, has position u8, position f64[2]
 *   memberships: count u64; each group u32, agent u64, ascending
 *   watches: count u64; each agent u64, request u32[2], type u32
 *   slots: count u64; each generation u32, is used u8, and if so the telegram
 *   free slots: count u64; each index u32, the next to be used last */
#include "mind/messages/messages.h"

#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

enum {
    MAGIC = 0x47534D57,
    VERSION = 1,
    AGENT_LEAST = 25,
    MEMBERSHIP_LEAST = 12,
    WATCH_LEAST = 20,
    SLOT_LEAST = 5
};

/* ---- fields ---- */

/* Reading refuses -0, NaN and infinity: equal messages have equal bytes. */
static void visit_plain(wendi_visitor *v, double *value, double most)
{
    wendi_visit_f64(v, value);
    wendi_visit_expect(v,
                       *value >= -most && *value <= most &&
                           wendi_bits_of_f64(*value + 0.0) == wendi_bits_of_f64(*value),
                       "a number is out of range");
}

static void visit_position(wendi_visitor *v, wend_vec2 *position)
{
    visit_plain(v, &position->x, WEND_COORDINATE_MAX);
    visit_plain(v, &position->y, WEND_COORDINATE_MAX);
}

static void visit_i64(wendi_visitor *v, int64_t *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    wendi_visit_u64(v, &bits);
    memcpy(value, &bits, sizeof bits);
}

static void visit_payload(wendi_visitor *v, wend_payload *payload)
{
    for (uint32_t i = 0; i < WEND_PAYLOAD_NUMBERS; i++) {
        visit_plain(v, &payload->numbers[i], DBL_MAX);
    }
    for (uint32_t i = 0; i < WEND_PAYLOAD_INTEGERS; i++) {
        visit_i64(v, &payload->integers[i]);
    }
    visit_position(v, &payload->position);
    payload->byte_count = wendi_visit_code(v, payload->byte_count, WEND_PAYLOAD_BYTES);
    wendi_visit_u8_array(v, payload->bytes, payload->byte_count);
}

static void visit_telegram(wendi_visitor *v, wend_telegram *t)
{
    wendi_visit_u64(v, &t->number);
    wendi_visit_u64(v, &t->sender);
    wendi_visit_u64(v, &t->receiver);
    wendi_visit_u64(v, &t->sent);
    wendi_visit_u64(v, &t->due);
    t->to = (wend_receivers)wendi_visit_code(v, (uint32_t)t->to, WEND_TO_ALL);
    wendi_visit_u32(v, &t->type);
    t->priority = wendi_visit_code(v, t->priority, WEND_TELEGRAM_PRIORITY_MAX);
    wendi_visit_u32(v, &t->merged);
    t->merge = (wend_merge)wendi_visit_code(v, (uint32_t)t->merge, WEND_MERGE_REPLACE);
    wendi_visit_bool(v, &t->includes_sender);
    visit_position(v, &t->centre);
    visit_plain(v, &t->radius, WEND_COORDINATE_MAX);
    visit_payload(v, &t->payload);
}

static void visit_head(wendi_visitor *v, wend_messages *messages)
{
    wendi_message_counts *counts = &messages->counts;
    uint64_t *const all[] = {&counts->sent,      &counts->merged,   &counts->cancelled,
                             &counts->delivered, &counts->gone,     &counts->empty,
                             &counts->unhandled, &counts->postponed};
    wendi_visit_u32(v, &messages->max_waiting);
    wendi_visit_u32(v, &messages->max_rounds);
    wendi_visit_f64(v, &messages->cell_size);
    wendi_visit_u64(v, &messages->tick);
    wendi_visit_u64(v, &messages->next_number);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        wendi_visit_u64(v, all[i]);
    }
}

static void visit_agent(wendi_visitor *v, wendi_message_agent *agent)
{
    wendi_visit_u64(v, &agent->number);
    wendi_visit_bool(v, &agent->has_position);
    visit_position(v, &agent->position);
}

static void visit_membership(wendi_visitor *v, wendi_membership *it)
{
    wendi_visit_u32(v, &it->group);
    wendi_visit_u64(v, &it->agent);
}

static void visit_watch(wendi_visitor *v, wendi_watch *it)
{
    wendi_visit_u64(v, &it->agent);
    wendi_visit_id(v, &it->request.index1, &it->request.generation);
    wendi_visit_u32(v, &it->type);
}

/* ---- hash, save ---- */

/* Only reading changes anything; it has functions of its own below. */
static void visit_all(wendi_visitor *v, const wend_messages *messages)
{
    wend_messages head = *messages;
    visit_head(v, &head);
    (void)wendi_visit_count(v, messages->agent_count, AGENT_LEAST, SIZE_MAX);
    for (uint32_t i = 0; i < messages->agent_count; i++) {
        visit_agent(v, &messages->agents[i]);
    }
    (void)wendi_visit_count(v, messages->membership_count, MEMBERSHIP_LEAST, SIZE_MAX);
    for (uint32_t i = 0; i < messages->membership_count; i++) {
        visit_membership(v, &messages->memberships[i]);
    }
    (void)wendi_visit_count(v, messages->watch_count, WATCH_LEAST, SIZE_MAX);
    for (uint32_t i = 0; i < messages->watch_count; i++) {
        visit_watch(v, &messages->watches[i]);
    }
    (void)wendi_visit_count(v, messages->slot_count, SLOT_LEAST, SIZE_MAX);
    for (uint32_t i = 0; i < messages->slot_count; i++) {
        wendi_telegram_slot *slot = wendi_telegram_at(messages, i);
        bool is_used = slot->state != WENDI_TELEGRAM_FREE;
        wendi_visit_u32(v, &slot->generation);
        wendi_visit_bool(v, &is_used);
        if (is_used) {
            visit_telegram(v, &slot->telegram);
        }
    }
    (void)wendi_visit_count(v, messages->free_count, sizeof(uint32_t), SIZE_MAX);
    wendi_visit_u32_array(v, messages->free_slots, messages->free_count);
}

uint64_t wend_messages_hash(const wend_messages *messages)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (messages == NULL) {
        return 0;
    }
    visit_all(&v, messages);
    return v.hash;
}

static void write_messages(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_all(&v, object);
}

wend_result wend_messages_save(const wend_messages *messages, uint8_t *bytes, size_t capacity,
                               size_t *count)
{
    if (messages != NULL && messages->is_delivering) {
        if (count != NULL) {
            *count = 0;
        }
        return WEND_ERROR_BUSY;
    }
    return wendi_save_object(messages, write_messages, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- load ---- */

static bool is_known(const wend_messages *messages, uint64_t agent)
{
    return wendi_agent_slots_find(&messages->table, agent) != WENDI_AGENT_SLOT_NONE;
}

static bool is_zero(wend_vec2 position)
{
    return position.x <= 0 && position.x >= 0 && position.y <= 0 && position.y >= 0;
}

static void read_agents(wendi_visitor *v, wend_messages *messages)
{
    const size_t count = wendi_visit_count(v, 0, AGENT_LEAST, WEND_MESSAGES_AGENTS_MAX);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_message_agent it = {.number = 0};
        visit_agent(v, &it);
        wendi_visit_expect(v, it.has_position || is_zero(it.position),
                           "an agent without a position has one");
        wendi_visit_expect(v, !is_known(messages, it.number), "an agent occurs twice");
        if (!wendi_visitor_has_failed(v) &&
            wendi_visit_expect_memory(v, wendi_messages_reserve_agent(messages))) {
            wendi_messages_add(messages, it.number);
            messages->agents[messages->agent_count - 1] = it;
        }
    }
}

static void read_memberships(wendi_visitor *v, wend_messages *messages)
{
    const size_t count = wendi_visit_count(v, 0, MEMBERSHIP_LEAST, WEND_MESSAGES_GROUPS_MAX);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_membership it = {.agent = 0};
        visit_membership(v, &it);
        const wendi_membership *before = i > 0 ? &messages->memberships[i - 1] : NULL;
        wendi_visit_expect(v,
                           is_known(messages, it.agent) &&
                               (before == NULL || before->group < it.group ||
                                (before->group == it.group && before->agent < it.agent)),
                           "the groups are out of order, or have agents that do not exist");
        if (!wendi_visitor_has_failed(v) &&
            wendi_visit_expect_memory(v, wendi_messages_reserve_membership(messages))) {
            messages->memberships[messages->membership_count++] = it;
        }
    }
}

static void read_watches(wendi_visitor *v, wend_messages *messages)
{
    const size_t count = wendi_visit_count(v, 0, WATCH_LEAST, WEND_MESSAGES_WATCHES_MAX);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_watch it = {.agent = 0};
        visit_watch(v, &it);
        wendi_visit_expect(v, is_known(messages, it.agent) && it.type <= WEND_TELEGRAM_TYPE_MAX,
                           "a watch is out of range");
        if (!wendi_visitor_has_failed(v) &&
            wendi_visit_expect_memory(v, wendi_messages_reserve_watch(messages))) {
            messages->watches[messages->watch_count++] = it;
        }
    }
}

static bool is_sound(const wend_messages *messages, const wend_telegram *t)
{
    const bool has_receiver = t->to == WEND_TO_AGENT || t->to == WEND_TO_GROUP;
    const bool is_at_zero = is_zero(t->centre) && t->radius <= 0;
    return t->number < messages->next_number && t->sent <= messages->tick && t->due >= t->sent &&
           t->due - t->sent <= WEND_TELEGRAM_DELAY_MAX && t->type <= WEND_TELEGRAM_TYPE_MAX &&
           (has_receiver || t->receiver == 0) &&
           (t->to != WEND_TO_GROUP || t->receiver <= UINT32_MAX) &&
           (t->to == WEND_TO_RADIUS || is_at_zero) && t->radius >= 0;
}

static void read_slots(wendi_visitor *v, wend_messages *messages)
{
    const size_t count = wendi_visit_count(v, 0, SLOT_LEAST, (size_t)messages->max_waiting + 1);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        if (!wendi_visit_expect_memory(v, wendi_messages_reserve_slots(messages, 1))) {
            return;
        }
        const uint32_t index = messages->slot_count++;
        wendi_telegram_slot *slot = wendi_telegram_at(messages, index);
        bool is_used = false;
        wendi_visit_u32(v, &slot->generation);
        wendi_visit_expect(v, slot->generation != 0, "a generation is 0");
        wendi_visit_bool(v, &is_used);
        if (is_used) {
            visit_telegram(v, &slot->telegram);
            wendi_visit_expect(v, is_sound(messages, &slot->telegram),
                               "a telegram is out of range");
            if (wendi_visitor_has_failed(v) ||
                (slot->telegram.merge != WEND_MERGE_NONE &&
                 !wendi_visit_expect_memory(v, wendi_messages_reserve_buckets(messages)))) {
                return;
            }
            wendi_messages_link(messages, index);
        }
    }
    wendi_visit_expect(v, messages->waiting <= messages->max_waiting,
                       "more telegrams wait than may");
}

static void read_free(wendi_visitor *v, wend_messages *messages)
{
    const size_t count = wendi_visit_count(v, 0, sizeof(uint32_t), messages->slot_count);
    wendi_visit_expect(v, count == messages->slot_count - messages->waiting,
                       "the free slots are not those that are free");
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        wendi_telegram_slot *slot =
            index < messages->slot_count ? wendi_telegram_at(messages, index) : NULL;
        wendi_visit_expect(v, slot != NULL && slot->state == WENDI_TELEGRAM_FREE && slot->next == 0,
                           "the free slots are not those that are free");
        if (slot != NULL && !wendi_visitor_has_failed(v)) {
            slot->next = 1; /* it is in the list */
            messages->free_slots[messages->free_count++] = index;
        }
    }
}

static bool are_numbers_apart(wend_messages *messages)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < messages->slot_count; i++) {
        const wendi_telegram_slot *slot = wendi_telegram_at(messages, i);
        if (slot->state != WENDI_TELEGRAM_FREE) {
            messages->round[count++] = (wendi_sort_pair){slot->telegram.number, 0};
        }
    }
    wendi_sort_pairs(messages->round, messages->round_scratch, count);
    bool are_apart = true;
    for (uint32_t i = 1; i < count; i++) {
        are_apart = are_apart && messages->round[i].key != messages->round[i - 1].key;
    }
    return are_apart;
}

static wend_result read_messages(wendi_visitor *v, const wend_messages_def *from,
                                 wend_messages **messages)
{
    wend_messages head;
    memset(&head, 0, sizeof head);
    wendi_visit_part(v, "the data ends within the messages");
    visit_head(v, &head);
    wend_messages_def def = *from;
    def.max_waiting = head.max_waiting;
    def.max_rounds = head.max_rounds;
    def.cell_size = head.cell_size;
    def.tick = head.tick;
    def.message = NULL; /* the file is wrong, not a definition */
    wendi_visit_expect(
        v, wendi_messages_check_def(&def, NULL) == WEND_OK && head.next_number <= UINT64_MAX >> 5,
        "the definition is out of range");
    wend_result result = wendi_visitor_result(v);
    if (result == WEND_OK) {
        result = wend_messages_create(&def, messages);
    }
    if (result != WEND_OK) {
        return result;
    }
    wend_messages *made = *messages;
    made->counts = head.counts;
    made->next_number = head.next_number;
    read_agents(v, made);
    read_memberships(v, made);
    read_watches(v, made);
    read_slots(v, made);
    read_free(v, made);
    if (!wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, are_numbers_apart(made), "two telegrams have one number");
        wendi_visit_expect(v, wendi_reader_is_done(v->reader),
                           "there are bytes behind the messages");
    }
    return wendi_visitor_result(v);
}

wend_result wend_messages_load(const wend_messages_def *def, const uint8_t *bytes, size_t count,
                               wend_messages **messages)
{
    static const char function[] = "wend_messages_load";
    const wend_messages_def from = def == NULL ? wend_messages_def_default() : *def;
    if (messages != NULL) {
        *messages = NULL;
    }
    if (!wendi_has_cookie(from.cookie, wend_messages_def_default().cookie, from.message, function,
                          "wend_messages_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (messages == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, messages == NULL ? "messages" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the messages",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_messages *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_messages(&v, &from, &made);
    if (result != WEND_OK) {
        wend_messages_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *messages = made;
    return WEND_OK;
}

/* ---- drawing ---- */

static void draw_telegram(const wend_messages *messages, const wend_telegram *t,
                          const wend_draw *draw)
{
    char text[16];
    wend_vec2 from, to;
    const bool has_from = wend_messages_get_position(messages, t->sender, &from);
    (void)snprintf(text, sizeof text, "%lu", (unsigned long)t->type);
    if (t->to == WEND_TO_RADIUS) {
        if (draw->circle != NULL) {
            draw->circle(draw->context, t->centre, t->radius, WEND_MEANING_NOTE, t->type);
        }
        if (draw->text != NULL) {
            draw->text(draw->context, t->centre, text, WEND_MEANING_NOTE);
        }
    } else if (t->to == WEND_TO_AGENT && has_from &&
               wend_messages_get_position(messages, t->receiver, &to)) {
        if (draw->line != NULL) {
            draw->line(draw->context, from, to, WEND_MEANING_NOTE, t->type);
        }
        if (draw->text != NULL) {
            draw->text(draw->context, wend_vec2_lerp(from, to, 0.5), text, WEND_MEANING_NOTE);
        }
    }
}

wend_result wend_messages_draw(const wend_messages *messages, const wend_draw *draw)
{
    if (messages == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < messages->slot_count; i++) {
        const wendi_telegram_slot *slot = wendi_telegram_at(messages, i);
        if (slot->state != WENDI_TELEGRAM_FREE) {
            draw_telegram(messages, &slot->telegram, draw);
        }
    }
    return WEND_OK;
}
