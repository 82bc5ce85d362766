/* Saves memories as bytes, loads them, and hashes them. Linear.
 *
 * One section of bytes.h, magic "WMEM", version 1, with these numbers, little-endian:
 *
 *   record limit u32, seconds of a tick f64, blend f64, gap u64, certainty of sharing f64,
 *   distance of danger f64, tick u64, version u64,
 *   number of kinds that are not as the default u32, for each: kind u32, half-life u64, threshold,
 *   weight, seconds, distance and speed f64 each,
 *   number of agents u32, for each: number u64, version of its last news u64,
 *     number of groups u32, for each: group u64, version of its last share u64,
 *     number of records u32, for each by rising subject: subject u64, kind, team, sense u32 each,
 *     bits u8 (1 gone, 2 has a velocity), position and velocity f64 each, value, danger, certainty f64,
 *     first, last and gone tick u64 each, source u64.
 *
 * Forgotten records are left out. */
#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "mind/memory/memories.h"
#include "wend/walls.h"

enum { MAGIC = 0x4D454D57, VERSION = 1, AGENT_BYTES = 24, GONE = 1, MOVES = 2 };

static void visit_def(wendi_visitor *v, wend_memories_def *def)
{
    wendi_visit_u32(v, &def->record_limit);
    wendi_visit_f64(v, &def->tick_seconds);
    wendi_visit_f64(v, &def->velocity_blend);
    wendi_visit_u64(v, &def->velocity_gap);
    wendi_visit_f64(v, &def->share_certainty);
    wendi_visit_f64(v, &def->danger_distance);
}

static void visit_kind(wendi_visitor *v, wend_memory_kind *kind)
{
    wendi_visit_u64(v, &kind->half_life);
    wendi_visit_f64(v, &kind->threshold);
    wendi_visit_f64(v, &kind->weight);
    wendi_visit_f64(v, &kind->guess_seconds);
    wendi_visit_f64(v, &kind->guess_distance);
    wendi_visit_f64(v, &kind->max_speed);
}

static void visit_vec3(wendi_visitor *v, wend_vec3 *vector)
{
    wendi_visit_f64(v, &vector->x);
    wendi_visit_f64(v, &vector->y);
    wendi_visit_f64(v, &vector->z);
}

static void visit_record(wendi_visitor *v, uint64_t *subject, wendi_memory_record *record)
{
    uint8_t bits = (uint8_t)((record->is_gone ? GONE : 0) | (record->has_velocity ? MOVES : 0));
    wendi_visit_u64(v, subject);
    wendi_visit_u32(v, &record->kind);
    wendi_visit_u32(v, &record->team);
    wendi_visit_u32(v, &record->sense);
    wendi_visit_u8(v, &bits);
    visit_vec3(v, &record->position);
    visit_vec3(v, &record->velocity);
    wendi_visit_f64(v, &record->value);
    wendi_visit_f64(v, &record->danger);
    wendi_visit_f64(v, &record->certainty);
    wendi_visit_u64(v, &record->first_tick);
    wendi_visit_u64(v, &record->last_tick);
    wendi_visit_u64(v, &record->gone_tick);
    wendi_visit_u64(v, &record->source);
    wendi_visit_expect(v, bits <= (GONE | MOVES), "the bits of a record make no sense");
    record->is_gone = (bits & GONE) != 0;
    record->has_velocity = (bits & MOVES) != 0;
}

/* ---- writing and hashing ---- */

static bool is_same_kind(const wend_memory_kind *a, const wend_memory_kind *b)
{
    wendi_visitor x = wendi_visitor_hashing(0), y = wendi_visitor_hashing(0);
    wend_memory_kind first = *a, second = *b;
    visit_kind(&x, &first);
    visit_kind(&y, &second);
    return x.hash == y.hash;
}

static void visit_kinds(wendi_visitor *v, const wend_memories *memories)
{
    const wend_memory_kind plain = wend_memory_kind_default();
    uint32_t count = 0;
    for (uint32_t i = 0; i < WEND_MEMORIES_KINDS_MAX; i++) {
        count += is_same_kind(&memories->kinds[i], &plain) ? 0 : 1;
    }
    wendi_visit_u32(v, &count);
    for (uint32_t i = 0; i < WEND_MEMORIES_KINDS_MAX; i++) {
        wend_memory_kind kind = memories->kinds[i];
        uint32_t number = i;
        if (!is_same_kind(&kind, &plain)) {
            wendi_visit_u32(v, &number);
            visit_kind(v, &kind);
        }
    }
}

static void visit_groups(wendi_visitor *v, const wend_memories *memories, uint32_t index)
{
    const wendi_memory_agent *agent = &memories->agents[index];
    uint32_t count = agent->group_count;
    wendi_visit_u32(v, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t group = agent->groups[i].group;
        uint64_t shared =
            memories->groups[(uint32_t)wendi_agent_slots_find(&memories->group_of, group)].shared;
        wendi_visit_u64(v, &group);
        wendi_visit_u64(v, &shared);
    }
}

static void visit_agent(wendi_visitor *v, const wend_memories *memories, uint32_t index)
{
    const wendi_memory_agent *agent = &memories->agents[index];
    const size_t first = wendi_memories_first(memories, index);
    uint64_t number = agent->number, changed = agent->changed;
    uint32_t count = 0;
    wendi_visit_u64(v, &number);
    wendi_visit_u64(v, &changed);
    visit_groups(v, memories, index);
    for (uint32_t i = 0; i < agent->count; i++) {
        count += wendi_memories_is_alive(memories, &memories->records[first + i]) ? 1 : 0;
    }
    wendi_visit_u32(v, &count);
    for (uint32_t i = 0; i < agent->count; i++) {
        wendi_memory_record record = memories->records[first + i];
        uint64_t subject = memories->subjects[first + i];
        if (wendi_memories_is_alive(memories, &record)) {
            visit_record(v, &subject, &record);
        }
    }
}

static void visit_memories(wendi_visitor *v, const wend_memories *memories)
{
    wend_memories_def def = memories->def;
    uint64_t tick = memories->tick, version = memories->version;
    uint32_t count = memories->agent_count;
    visit_def(v, &def);
    wendi_visit_u64(v, &tick);
    wendi_visit_u64(v, &version);
    visit_kinds(v, memories);
    wendi_visit_u32(v, &count);
    for (uint32_t i = 0; i < count; i++) {
        visit_agent(v, memories, i);
    }
}

uint64_t wend_memories_hash(const wend_memories *memories)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (memories == NULL) {
        return 0;
    }
    visit_memories(&v, memories);
    return v.hash;
}

static void write_memories(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_memories(&v, object);
}

wend_result wend_memories_save(const wend_memories *memories, uint8_t *bytes, size_t capacity,
                               size_t *count)
{
    return wendi_save_object(memories, write_memories, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- reading ---- */

/* Within the range, and not -0, which is never kept. */
static bool is_kept(double value, double low, double high)
{
    return value >= low && value <= high &&
           wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

static bool is_kept_vec3(wend_vec3 v, double most)
{
    return is_kept(v.x, -most, most) && is_kept(v.y, -most, most) && is_kept(v.z, -most, most);
}

static void read_kinds(wendi_visitor *v, wend_memories *memories)
{
    const wend_memory_kind plain = wend_memory_kind_default();
    uint32_t count = 0, next = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count <= WEND_MEMORIES_KINDS_MAX, "there are too many kinds");
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wend_memory_kind kind = plain;
        uint32_t number = 0;
        wendi_visit_u32(v, &number);
        visit_kind(v, &kind);
        const bool is_plain = is_kept(kind.threshold, 0, 1) && is_kept(kind.weight, 0, 1024) &&
                              is_kept(kind.guess_seconds, 0, 1048576) &&
                              is_kept(kind.guess_distance, 0, WEND_COORDINATE_MAX) &&
                              is_kept(kind.max_speed, 0, WEND_MEMORIES_SPEED_MAX);
        wendi_visit_expect(v,
                           number >= next && number < WEND_MEMORIES_KINDS_MAX && is_plain &&
                               !is_same_kind(&kind, &plain) &&
                               wendi_memories_check_kind(&kind, NULL, NULL) == WEND_OK,
                           "a kind is out of range");
        if (!wendi_visitor_has_failed(v)) {
            (void)wend_memories_set_kind(memories, number, &kind);
            next = number + 1;
        }
    }
}

static void read_groups(wendi_visitor *v, wend_memories *memories, uint32_t index)
{
    static const char reason[] = "the groups of an agent make no sense";
    uint32_t count = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count <= WEND_MEMORIES_GROUPS_MAX, reason);
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        const uint64_t agent = memories->agents[index].number;
        uint64_t number = 0, shared = 0;
        wendi_visit_u64(v, &number);
        wendi_visit_u64(v, &shared);
        wendi_visit_expect(
            v, shared <= memories->version && !wend_memories_is_member(memories, agent, number),
            reason);
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(v, wendi_memories_reserve_group(memories))) {
            return;
        }
        const bool is_new =
            (uint32_t)wendi_agent_slots_find(&memories->group_of, number) == UINT32_MAX;
        wendi_memory_group *group = wendi_memories_put_member(memories, index, number);
        group->shared = is_new ? shared : group->shared;
        wendi_visit_expect(v, group->shared == shared, reason);
    }
}

static bool is_record(const wend_memories *memories, const wendi_memory_record *r)
{
    return r->kind < WEND_MEMORIES_KINDS_MAX && is_kept_vec3(r->position, WEND_COORDINATE_MAX) &&
           is_kept_vec3(r->velocity, WEND_MEMORIES_SPEED_MAX) && wendi_is_finite(r->value) &&
           wendi_bits_of_f64(r->value + 0.0) == wendi_bits_of_f64(r->value) &&
           is_kept(r->danger, 0, WEND_MEMORIES_DANGER_MAX) && r->certainty > 0 &&
           r->certainty <= 1 && r->last_tick <= memories->tick && r->first_tick <= memories->tick &&
           r->gone_tick <= memories->tick &&
           (r->is_gone ? r->gone_tick >= r->last_tick : r->gone_tick == 0) &&
           (r->has_velocity ||
            (!(r->velocity.x < 0) && !(r->velocity.x > 0) && !(r->velocity.y < 0) &&
             !(r->velocity.y > 0) && !(r->velocity.z < 0) && !(r->velocity.z > 0)));
}

static void read_records(wendi_visitor *v, wend_memories *memories, uint32_t index)
{
    const size_t first = wendi_memories_first(memories, index);
    uint32_t count = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count <= memories->def.record_limit, "an agent has too many records");
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_memory_record record = {.kind = 0};
        uint64_t subject = 0;
        visit_record(v, &subject, &record);
        wendi_visit_expect(v, i == 0 || subject > memories->subjects[first + i - 1],
                           "subjects are not in order");
        wendi_visit_expect(v, is_record(memories, &record), "a record is out of range");
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        wendi_visit_expect(v,
                           wendi_memories_set_life(memories, &record) &&
                               wendi_memories_is_alive(memories, &record),
                           "a record is forgotten");
        memories->subjects[first + i] = subject;
        memories->records[first + i] = record;
        memories->agents[index].count++;
    }
}

static void read_agent(wendi_visitor *v, wend_memories *memories)
{
    uint64_t number = 0, changed = 0;
    wendi_visit_u64(v, &number);
    wendi_visit_u64(v, &changed);
    wendi_visit_expect(
        v, changed <= memories->version && wendi_memories_find(memories, number) == UINT32_MAX,
        "the number of an agent makes no sense");
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_memories_reserve_agent(memories))) {
        return;
    }
    const uint32_t index = wendi_memories_put_agent(memories, number);
    memories->agents[index].changed = changed;
    read_groups(v, memories, index);
    if (!wendi_visitor_has_failed(v)) {
        read_records(v, memories, index);
    }
}

static wend_result read_memories(wendi_visitor *v, wend_memories_def *def, wend_memories **memories)
{
    wendi_visit_part(v, "the data ends within the memories");
    visit_def(v, def);
    wend_message *message = def->message;
    def->message = NULL; /* the file is wrong, not a definition */
    wendi_visit_expect(v,
                       is_kept(def->velocity_blend, 0, 1) &&
                           wendi_memories_check_def(def, NULL, NULL) == WEND_OK,
                       "the definition is out of range");
    wend_result result = wendi_visitor_result(v);
    wend_memories *made = NULL;
    if (result == WEND_OK) {
        result = wend_memories_create(def, &made);
    }
    def->message = message;
    *memories = made;
    if (made == NULL) {
        return result;
    }
    uint32_t count = 0;
    wendi_visit_u64(v, &made->tick);
    wendi_visit_u64(v, &made->version);
    wendi_visit_expect(v, made->tick <= WEND_MEMORIES_TICK_MAX && made->version <= UINT64_MAX / 2,
                       "the tick makes no sense");
    read_kinds(v, made);
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v,
                       wendi_visitor_has_failed(v) ||
                           (count <= WEND_MEMORIES_AGENTS_MAX &&
                            (uint64_t)count * AGENT_BYTES <= wendi_reader_remaining(v->reader)),
                       "the number of agents makes no sense");
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        read_agent(v, made);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the memories");
    return wendi_visitor_result(v);
}

wend_result wend_memories_load(const wend_memories_def *def, const uint8_t *bytes, size_t count,
                               wend_memories **memories)
{
    static const char function[] = "wend_memories_load";
    wend_memories_def from = wend_memories_def_default();
    const uint32_t cookie = from.cookie;
    from = def == NULL ? from : *def;
    if (memories != NULL) {
        *memories = NULL;
    }
    if (!wendi_has_cookie(from.cookie, cookie, from.message, function,
                          "wend_memories_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (memories == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, memories == NULL ? "memories" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the memories",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_memories *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_memories(&v, &from, &made);
    if (result != WEND_OK) {
        wend_memories_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *memories = made;
    return WEND_OK;
}
