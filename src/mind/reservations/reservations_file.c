/* Saves reservations as bytes, loads them, and hashes them.
 * Cost: linear; loading also looks through the claims of each agent.
 *
 * One section of bytes.h, magic "WRSV", version 1, with these numbers, little-endian:
 *
 *   capacity u32, greatest height difference f64, tick u64, claims made so far u64,
 *   limit of indices u32, claims u32, the generation of each index u32,
 *   the free indices u32, the one that the next claim takes first,
 *   for each claim, the oldest first: index u32, kind u32, agent u64, priority u32, expiry u64,
 *     number u64, is_place u8; then key u64, or x, y, z, radius f64,
 *   capacities u64; for each, in the order of setting: is_kind u8, kind u32, key u64, capacity u32,
 *   events u64; for each: type u8, is_place u8, kind u32, key u64, agent u64, by u64, id 2 u32 */
#include "mind/reservations/reservations.h"

#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "wend/walls.h"

enum {
    MAGIC = 0x56535257,
    VERSION = 1,
    CLAIM_BYTES_LEAST = 45,
    CAPACITY_BYTES = 17,
    EVENT_BYTES = 38
};

/* ---- pieces that all passes share ---- */

static void visit_head(wendi_visitor *v, wend_reservations *r)
{
    wendi_visit_u32(v, &r->default_capacity);
    wendi_visit_f64(v, &r->max_height_difference);
    wendi_visit_u64(v, &r->tick);
    wendi_visit_u64(v, &r->claimed_count);
    wendi_visit_u32(v, &r->limit);
    wendi_visit_u32(v, &r->count);
}

static void visit_claim(wendi_visitor *v, wendi_claim_record *it)
{
    uint32_t priority = (uint32_t)it->priority ^ 0x80000000u;
    uint8_t is_place = it->is_place ? 1 : 0;
    wendi_visit_u32(v, &it->kind);
    wendi_visit_u64(v, &it->agent);
    wendi_visit_u32(v, &priority);
    wendi_visit_u64(v, &it->expiry);
    wendi_visit_u64(v, &it->sequence);
    wendi_visit_u8(v, &is_place);
    wendi_visit_expect(v, is_place <= 1, "a claim is neither on a key nor on a place");
    if (is_place != 0) {
        wendi_visit_f64(v, &it->position.x);
        wendi_visit_f64(v, &it->position.y);
        wendi_visit_f64(v, &it->position.z);
        wendi_visit_f64(v, &it->radius);
    } else {
        wendi_visit_u64(v, &it->key);
    }
    it->is_place = is_place != 0;
    it->priority = (int32_t)((int64_t)priority - 0x80000000LL);
}

static void visit_capacity(wendi_visitor *v, uint8_t *is_kind, uint32_t *kind, uint64_t *key,
                           uint32_t *capacity)
{
    wendi_visit_u8(v, is_kind);
    wendi_visit_u32(v, kind);
    wendi_visit_u64(v, key);
    wendi_visit_u32(v, capacity);
}

static void visit_event(wendi_visitor *v, wend_claim_event *it)
{
    uint8_t type = (uint8_t)it->type, is_place = it->is_place ? 1 : 0;
    wendi_visit_u8(v, &type);
    wendi_visit_u8(v, &is_place);
    wendi_visit_u32(v, &it->kind);
    wendi_visit_u64(v, &it->key);
    wendi_visit_u64(v, &it->agent);
    wendi_visit_u64(v, &it->by);
    wendi_visit_id(v, &it->id.index1, &it->id.generation);
    wendi_visit_expect(v,
                       type <= WEND_CLAIM_REVOKED && is_place <= 1 &&
                           (is_place == 0 || it->key == 0) &&
                           (type == WEND_CLAIM_LOST || it->by == 0),
                       "an event makes no sense");
    it->type = type <= WEND_CLAIM_REVOKED ? (wend_claim_event_type)type : WEND_CLAIM_LOST;
    it->is_place = is_place != 0;
}

/* ---- writing and hashing ---- */

static void visit_reservations(wendi_visitor *v, const wend_reservations *r)
{
    wend_reservations head = *r;
    visit_head(v, &head);
    for (uint32_t i = 0; i < r->limit; i++) {
        uint32_t generation = r->claims[i].generation;
        wendi_visit_u32(v, &generation);
    }
    for (uint32_t i = r->free_first; i != WENDI_CLAIM_NONE; i = r->claims[i].next_of_all) {
        uint32_t index = i;
        wendi_visit_u32(v, &index);
    }
    for (uint32_t i = r->first; i != WENDI_CLAIM_NONE; i = r->claims[i].next_of_all) {
        uint32_t index = i;
        wendi_claim_record it = r->claims[i];
        wendi_visit_u32(v, &index);
        visit_claim(v, &it);
    }
    const wendi_claim_names *names = &r->names;
    (void)wendi_visit_count(v, names->with_capacity_count, CAPACITY_BYTES, SIZE_MAX);
    uint32_t name = names->first_with_capacity;
    for (; name != WENDI_CLAIM_NONE; name = names->records[name].next_with_capacity) {
        wendi_claim_name it = names->records[name];
        uint8_t is_kind = it.space == WENDI_CLAIM_OF_KIND ? 1 : 0;
        uint32_t capacity = (uint32_t)it.capacity;
        visit_capacity(v, &is_kind, &it.kind, &it.key, &capacity);
    }
    (void)wendi_visit_count(v, r->event_count, EVENT_BYTES, SIZE_MAX);
    for (size_t i = 0; i < r->event_count; i++) {
        wend_claim_event it = r->events[i];
        visit_event(v, &it);
    }
}

uint64_t wend_reservations_hash(const wend_reservations *reservations)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (reservations == NULL) {
        return 0;
    }
    visit_reservations(&v, reservations);
    return v.hash;
}

static void write_reservations(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_reservations(&v, object);
}

wend_result wend_reservations_save(const wend_reservations *reservations, uint8_t *bytes,
                                   size_t capacity, size_t *count)
{
    return wendi_save_object(reservations, write_reservations, MAGIC, VERSION, bytes, capacity,
                             count);
}

/* ---- reading ---- */

/* -0 is never kept. */
static bool is_as_kept(double value, double low, double high)
{
    return value >= low && value <= high &&
           wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

/* Indices without a claim yet have NONE as owner; those in the list of free ones, 0. */
static void read_indices(wendi_visitor *v, wend_reservations *r, uint32_t limit, uint32_t count)
{
    for (uint32_t i = 0; i < limit; i++) {
        wendi_claim_record *it = &r->claims[i];
        *it = (wendi_claim_record){.owner = WENDI_CLAIM_NONE, .next_of_all = WENDI_CLAIM_NONE};
        wendi_visit_u32(v, &it->generation);
        wendi_visit_expect(v, it->generation != 0, "the generation of a claim is 0");
    }
    uint32_t *link = &r->free_first;
    for (uint32_t left = limit - count; left > 0 && !wendi_visitor_has_failed(v); left--) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        const bool is_sound = index < limit && r->claims[index].owner == WENDI_CLAIM_NONE;
        wendi_visit_expect(v, is_sound, "the free indices make no sense");
        if (is_sound) {
            *link = index;
            link = &r->claims[index].next_of_all;
            r->claims[index].owner = 0;
        }
    }
}

static bool is_sound(const wend_reservations *r, const wendi_claim_record *it, uint64_t number)
{
    wend_claim claim = wend_claim_default();
    claim.kind = it->kind;
    claim.key = it->key;
    claim.agent = it->agent;
    claim.is_place = it->is_place;
    claim.position = it->position;
    claim.radius = it->radius;
    return it->sequence >= number && it->sequence < r->claimed_count &&
           (it->expiry > r->tick || it->expiry == WENDI_CLAIM_NEVER) &&
           is_as_kept(it->position.x, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX) &&
           is_as_kept(it->position.y, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX) &&
           is_as_kept(it->position.z, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX) &&
           is_as_kept(it->radius, 0, WEND_CLAIMS_RADIUS_MAX) &&
           wendi_reservations_find_own(r, &claim) == WENDI_CLAIM_NONE;
}

static void read_claim(wendi_visitor *v, wend_reservations *r, uint32_t limit, uint64_t *number)
{
    uint32_t index = 0;
    wendi_claim_record it = {.owner = WENDI_CLAIM_NONE};
    wendi_visit_u32(v, &index);
    visit_claim(v, &it);
    const bool is_free =
        index < limit && !r->claims[index].is_used && r->claims[index].owner == WENDI_CLAIM_NONE;
    wendi_visit_expect(v, is_free, "two claims have one index");
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || is_sound(r, &it, *number),
                       "a claim is out of range");
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_claim_names_reserve(&r->names, 2, &r->allocator))) {
        return;
    }
    if (it.is_place) {
        wend_item place = wend_item_default();
        place.position = it.position;
        place.user = index;
        if (!wendi_visit_expect_memory(v, wend_items_add(r->places, &place, &it.item) == WEND_OK)) {
            return;
        }
    }
    it.generation = r->claims[index].generation;
    it.is_used = true;
    *number = it.sequence + 1;
    r->claims[index] = it;
    wendi_reservations_link(r, index);
}

static void read_capacities(wendi_visitor *v, wend_reservations *r)
{
    size_t count = wendi_visit_count(v, 0, CAPACITY_BYTES, UINT32_MAX);
    for (; count > 0 && !wendi_visitor_has_failed(v); count--) {
        uint8_t is_kind = 0;
        uint32_t kind = 0, capacity = 0;
        uint64_t key = 0;
        visit_capacity(v, &is_kind, &kind, &key, &capacity);
        wendi_visit_expect(v,
                           is_kind <= 1 && (is_kind == 0 || key == 0) &&
                               capacity <= WEND_RESERVATIONS_CAPACITY_MAX,
                           "a capacity is out of range");
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(v, wendi_claim_names_reserve(&r->names, 1, &r->allocator))) {
            return;
        }
        const uint32_t name = wendi_claim_names_get(
            &r->names, is_kind != 0 ? WENDI_CLAIM_OF_KIND : WENDI_CLAIM_OF_KEY, kind, key);
        wendi_visit_expect(v, r->names.records[name].capacity == WEND_RESERVATIONS_CAPACITY_NONE,
                           "a name has two capacities");
        if (!wendi_visitor_has_failed(v)) {
            wendi_claim_names_set_capacity(&r->names, name, (int32_t)capacity);
        }
    }
}

static void read_events(wendi_visitor *v, wend_reservations *r)
{
    const size_t count = wendi_visit_count(v, 0, EVENT_BYTES, UINT32_MAX);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_reservations_reserve_events(r, count))) {
        return;
    }
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wend_claim_event *it = &r->events[r->event_count++];
        *it = (wend_claim_event){.type = WEND_CLAIM_LOST};
        visit_event(v, it);
        wendi_visit_expect(
            v, it->id.index1 != 0 && it->id.index1 <= r->limit && it->id.generation != 0,
            "an event is about no claim");
    }
}

static void read_reservations(wendi_visitor *v, wend_reservations *r)
{
    wend_reservations head = {.limit = 0};
    wend_reservations_def def = wend_reservations_def_default();
    uint64_t number = 0;
    wendi_visit_part(v, "the data ends within the reservations");
    visit_head(v, &head);
    def.capacity = head.default_capacity;
    def.max_height_difference = head.max_height_difference;
    wendi_visit_expect(v,
                       wendi_reservations_check(&def, NULL) == WEND_OK &&
                           wendi_bits_of_f64(head.max_height_difference + 0.0) ==
                               wendi_bits_of_f64(head.max_height_difference),
                       "the definition is out of range");
    wendi_visit_expect(v, head.claimed_count <= UINT64_MAX / 2, "too many claims were made");
    wendi_visit_expect(v,
                       head.limit <= WEND_CLAIMS_MAX && head.count <= head.limit &&
                           (uint64_t)head.limit * 4 <= wendi_reader_remaining(v->reader) &&
                           (uint64_t)head.count * CLAIM_BYTES_LEAST <=
                               wendi_reader_remaining(v->reader),
                       "the number of claims makes no sense");
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_reservations_reserve_claims(r, head.limit))) {
        return;
    }
    r->default_capacity = head.default_capacity;
    r->max_height_difference = head.max_height_difference;
    r->tick = head.tick;
    r->claimed_count = head.claimed_count;
    r->limit = head.limit;
    read_indices(v, r, head.limit, head.count);
    for (uint32_t i = 0; i < head.count && !wendi_visitor_has_failed(v); i++) {
        read_claim(v, r, head.limit, &number);
    }
    read_capacities(v, r);
    read_events(v, r);
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the reservations");
}

wend_result wend_reservations_load(const wend_reservations_def *def, const uint8_t *bytes,
                                   size_t count, wend_reservations **reservations)
{
    static const char function[] = "wend_reservations_load";
    const wend_reservations_def plain = wend_reservations_def_default();
    wend_reservations_def from = def == NULL ? plain : *def;
    if (reservations != NULL) {
        *reservations = NULL;
    }
    if (!wendi_has_cookie(from.cookie, plain.cookie, from.message, function,
                          "wend_reservations_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    from.capacity = plain.capacity;
    from.max_height_difference = plain.max_height_difference;
    if (wendi_reservations_check(&from, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (reservations == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function,
                                 reservations == NULL ? "reservations" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION,
                                "there are bytes behind the reservations", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_reservations *made = NULL;
    if (wend_reservations_create(&from, &made) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_MEMORY, NULL);
    }
    wendi_visitor v = wendi_visitor_reading(&content);
    read_reservations(&v, made);
    const wend_result result = wendi_visitor_result(&v);
    if (result != WEND_OK) {
        wend_reservations_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *reservations = made;
    return WEND_OK;
}
