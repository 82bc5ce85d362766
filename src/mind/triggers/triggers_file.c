/* Saves triggers as bytes, loads them, and hashes them.
 * Cost: linear.
 *
 * One section of bytes.h, magic "WTRG", version 1, with these numbers, little-endian:
 *
 *   tick u64, triggers as of slots.h; for each in use: kind u8, flags u8 (repeated, stay, asleep,
 *   taken, held), position, half_size, radius, height, amount, loudness 9 f64, item 2 u32, tag u32,
 *   user, first, period, sleep, wake, next, last agent u64, points u64, each 2 f64,
 *   agents inside u64; for each, by trigger and agent: trigger u32, agent u64,
 *   events u64; for each: type u8, trigger 2 u32, agent u64, tag u32, amount f64, user, count u64,
 *   level f64 */
#include "mind/triggers/triggers.h"

#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "wend/walls.h"

enum {
    MAGIC = 0x47525457,
    VERSION = 1,
    PAIR_BYTES = 12,
    EVENT_BYTES = 53,
    FLAG_REPEATED = 1,
    FLAG_STAY = 2,
    FLAG_ASLEEP = 4,
    FLAG_TAKEN = 8,
    FLAG_HELD = 16,
    FLAGS = 31
};

/* ---- pieces that all passes share ---- */

static void visit_trigger(wendi_visitor *v, wendi_trigger_record *it)
{
    uint8_t kind = (uint8_t)it->def.kind;
    uint8_t flags =
        (uint8_t)((it->def.is_repeated ? FLAG_REPEATED : 0) |
                  (it->def.is_stay_reported ? FLAG_STAY : 0) | (it->is_asleep ? FLAG_ASLEEP : 0) |
                  (it->has_taker ? FLAG_TAKEN : 0) | (it->is_held ? FLAG_HELD : 0));
    wendi_visit_u8(v, &kind);
    wendi_visit_u8(v, &flags);
    wendi_visit_f64(v, &it->def.position.x);
    wendi_visit_f64(v, &it->def.position.y);
    wendi_visit_f64(v, &it->def.position.z);
    wendi_visit_vec2(v, &it->def.half_size);
    wendi_visit_f64(v, &it->def.radius);
    wendi_visit_f64(v, &it->def.height);
    wendi_visit_f64(v, &it->def.amount);
    wendi_visit_f64(v, &it->def.loudness);
    wendi_visit_id(v, &it->def.item.index1, &it->def.item.generation);
    wendi_visit_u32(v, &it->def.tag);
    wendi_visit_u64(v, &it->def.user);
    wendi_visit_u64(v, &it->def.first_tick);
    wendi_visit_u64(v, &it->def.period);
    wendi_visit_u64(v, &it->def.sleep_ticks);
    wendi_visit_u64(v, &it->wake_tick);
    wendi_visit_u64(v, &it->next_tick);
    wendi_visit_u64(v, &it->last_agent);
    wendi_visit_expect(v, kind <= WEND_TRIGGER_SOUND && flags <= FLAGS,
                       "the kind of a trigger makes no sense");
    it->def.kind = kind <= WEND_TRIGGER_SOUND ? (wend_trigger_kind)kind : WEND_TRIGGER_TAKE;
    it->def.is_repeated = (flags & FLAG_REPEATED) != 0;
    it->def.is_stay_reported = (flags & FLAG_STAY) != 0;
    it->is_asleep = (flags & FLAG_ASLEEP) != 0;
    it->has_taker = (flags & FLAG_TAKEN) != 0;
    it->is_held = (flags & FLAG_HELD) != 0;
}

static void visit_event(wendi_visitor *v, wend_trigger_event *it)
{
    uint8_t type = (uint8_t)it->type;
    wendi_visit_u8(v, &type);
    wendi_visit_id(v, &it->trigger.index1, &it->trigger.generation);
    wendi_visit_u64(v, &it->agent);
    wendi_visit_u32(v, &it->tag);
    wendi_visit_f64(v, &it->amount);
    wendi_visit_u64(v, &it->user);
    wendi_visit_u64(v, &it->count);
    wendi_visit_f64(v, &it->level);
    wendi_visit_expect(v, type <= WEND_TRIGGER_HEARD, "an event makes no sense");
    it->type = type <= WEND_TRIGGER_HEARD ? (wend_trigger_event_type)type : WEND_TRIGGER_WOKE;
}

/* ---- writing and hashing ---- */

static void visit_triggers(wendi_visitor *v, const wend_triggers *triggers)
{
    uint64_t tick = triggers->tick;
    wendi_slots slots = triggers->slots;
    wendi_visit_u64(v, &tick);
    wendi_slots_visit(v, &slots, 0, NULL, NULL);
    for (uint32_t i = 0; i < slots.limit; i++) {
        if (!wendi_slots_is_used(&slots, i)) {
            continue;
        }
        wendi_trigger_record it = triggers->records[i];
        visit_trigger(v, &it);
        (void)wendi_visit_count(v, it.def.point_count, 2 * sizeof(double), SIZE_MAX);
        for (size_t k = 0; k < it.def.point_count; k++) {
            wend_vec2 point = it.def.points[k];
            wendi_visit_vec2(v, &point);
        }
    }
    (void)wendi_visit_count(v, triggers->inside.count, PAIR_BYTES, SIZE_MAX);
    for (size_t i = 0; i < triggers->inside.count; i++) {
        wendi_trigger_pair pair = triggers->inside.items[i];
        wendi_visit_u32(v, &pair.trigger);
        wendi_visit_u64(v, &pair.agent);
    }
    (void)wendi_visit_count(v, triggers->event_count, EVENT_BYTES, SIZE_MAX);
    for (size_t i = 0; i < triggers->event_count; i++) {
        wend_trigger_event event = triggers->events[i];
        visit_event(v, &event);
    }
}

uint64_t wend_triggers_hash(const wend_triggers *triggers)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (triggers == NULL) {
        return 0;
    }
    visit_triggers(&v, triggers);
    return v.hash;
}

static void write_triggers(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_triggers(&v, object);
}

wend_result wend_triggers_save(const wend_triggers *triggers, uint8_t *bytes, size_t capacity,
                               size_t *count)
{
    return wendi_save_object(triggers, write_triggers, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- reading ---- */

/* -0 is never kept. */
static bool is_kept(double value)
{
    return wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

static bool is_sound(const wend_triggers *triggers, const wendi_trigger_record *it)
{
    const wend_trigger *def = &it->def;
    const bool is_time = def->kind == WEND_TRIGGER_TIME, is_take = def->kind == WEND_TRIGGER_TAKE;
    return wendi_trigger_check(def, NULL, "") == WEND_OK && is_kept(def->position.x) &&
           is_kept(def->position.y) && is_kept(def->position.z) && is_kept(def->half_size.x) &&
           is_kept(def->half_size.y) && is_kept(def->radius) && is_kept(def->height) &&
           is_kept(def->amount) && is_kept(def->loudness) &&
           (it->is_asleep ? it->wake_tick > triggers->tick || it->wake_tick == WEND_TRIGGER_FOREVER
                          : it->wake_tick == 0) &&
           (is_time || it->next_tick == 0) && (is_take || (!it->has_taker && !it->is_held)) &&
           (it->has_taker || (!it->is_held && it->last_agent == 0));
}

/* Reads the points of a trigger into memory of its own. */
static void read_points(wendi_visitor *v, wend_triggers *triggers, wendi_trigger_record *it)
{
    const size_t count = wendi_visit_count(v, 0, 2 * sizeof(double), WEND_TRIGGER_POINTS_MAX);
    if (wendi_visitor_has_failed(v) || count == 0) {
        return;
    }
    wend_vec2 *points = wendi_alloc_items(&triggers->allocator, count, sizeof *points);
    if (!wendi_visit_expect_memory(v, points != NULL)) {
        return;
    }
    it->def.points = points;
    it->def.point_count = count;
    for (size_t i = 0; i < count; i++) {
        wendi_visit_vec2(v, &points[i]);
        wendi_visit_expect(v, is_kept(points[i].x) && is_kept(points[i].y),
                           "a trigger is out of range");
    }
}

/* Records in use are valid to destroy from here on, whatever the bytes say. */
static void clear_records(wend_triggers *triggers)
{
    for (uint32_t i = 0; i < triggers->slots.limit; i++) {
        triggers->records[i] = (wendi_trigger_record){.def = wend_trigger_default()};
    }
}

static void read_records(wendi_visitor *v, wend_triggers *triggers)
{
    wendi_slots *slots = &triggers->slots;
    wendi_slots_visit(v, slots, WEND_TRIGGERS_MAX, "the indices of triggers make no sense",
                      &triggers->allocator);
    if (!wendi_visit_expect_memory(v, wendi_triggers_reserve_records(triggers, slots->limit))) {
        slots->limit = 0; /* there are no records to free */
        return;
    }
    clear_records(triggers);
    for (uint32_t i = 0; i < slots->limit && !wendi_visitor_has_failed(v); i++) {
        if (!wendi_slots_is_used(slots, i)) {
            continue;
        }
        wendi_trigger_record *it = &triggers->records[i];
        visit_trigger(v, it);
        read_points(v, triggers, it);
        wendi_visit_expect(v, wendi_visitor_has_failed(v) || is_sound(triggers, it),
                           "a trigger is out of range");
        wendi_visit_expect(v, it->def.item.index1 != 0 || it->def.item.generation == 0,
                           "the item of a trigger makes no sense");
        wendi_visit_expect(v, it->def.item.index1 == 0 || triggers->def.items != NULL,
                           "a trigger has an item, but there are no items");
    }
}

static void read_pairs(wendi_visitor *v, wend_triggers *triggers)
{
    wendi_trigger_pairs *inside = &triggers->inside;
    const size_t count = wendi_visit_count(v, 0, PAIR_BYTES, SIZE_MAX);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(
            v, wendi_trigger_pairs_reserve(inside, count, &triggers->allocator))) {
        return;
    }
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_trigger_pair *pair = &inside->items[i];
        wendi_visit_u32(v, &pair->trigger);
        wendi_visit_u64(v, &pair->agent);
        const bool is_next = i == 0 || pair[-1].trigger < pair->trigger ||
                             (pair[-1].trigger == pair->trigger && pair[-1].agent < pair->agent);
        wendi_visit_expect(v,
                           is_next && wendi_slots_is_used(&triggers->slots, pair->trigger) &&
                               triggers->records[pair->trigger].def.kind == WEND_TRIGGER_AREA,
                           "the agents in areas make no sense");
        inside->count++;
    }
}

static void read_events(wendi_visitor *v, wend_triggers *triggers)
{
    const size_t count = wendi_visit_count(v, 0, EVENT_BYTES, SIZE_MAX);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_triggers_reserve_events(triggers, count))) {
        return;
    }
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wend_trigger_event *it = &triggers->events[i];
        *it = (wend_trigger_event){.type = WEND_TRIGGER_WOKE};
        visit_event(v, it);
        wendi_visit_expect(v,
                           it->trigger.index1 != 0 && it->trigger.index1 <= triggers->slots.limit &&
                               it->trigger.generation != 0 && wendi_is_finite(it->amount) &&
                               wendi_is_finite(it->level),
                           "an event makes no sense");
        triggers->event_count++;
    }
}

wend_result wend_triggers_load(const wend_triggers_def *def, const uint8_t *bytes, size_t count,
                               wend_triggers **triggers)
{
    static const char function[] = "wend_triggers_load";
    const wend_triggers_def plain = wend_triggers_def_default();
    const wend_triggers_def from = def == NULL ? plain : *def;
    wend_triggers *made = NULL;
    if (triggers != NULL) {
        *triggers = NULL;
    }
    if (!wendi_has_cookie(from.cookie, plain.cookie, from.message, function,
                          "wend_triggers_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wend_triggers_create(&from, &made);
    if (result != WEND_OK) {
        return wendi_fail_as(from.message, function, result);
    }
    if (triggers == NULL || (bytes == NULL && count > 0)) {
        wend_triggers_destroy(made);
        return wendi_refuse_null(from.message, function, triggers == NULL ? "triggers" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the triggers",
                                &content, &version, &reason) != WEND_OK) {
        wend_triggers_destroy(made);
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wendi_visitor v = wendi_visitor_reading(&content);
    wendi_visit_part(&v, "the data ends within the triggers");
    wendi_visit_u64(&v, &made->tick);
    read_records(&v, made);
    read_pairs(&v, made);
    read_events(&v, made);
    wendi_visit_expect(&v, wendi_visitor_has_failed(&v) || wendi_reader_is_done(v.reader),
                       "there are bytes behind the triggers");
    result = wendi_visitor_result(&v);
    if (result != WEND_OK) {
        wend_triggers_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *triggers = made;
    return WEND_OK;
}
