/* Saves items as bytes, loads them, and hashes them.
 * Cost: linear.
 *
 * One section of bytes.h, magic "WITM", version 1, with these numbers, little-endian:
 *
 *   cell size f64, revision u64, limit of indices u32,
 *   for each index: state u8 (0 free, 1 there, 2 there and active), generation u32; if there:
 *   x f64, y f64, z f64, tag u32, user u64, revision u64,
 *   the free indices u32 each, the one that the next item takes first. */
#include "base/core/visitor.h"
#include "wend/walls.h"
#include "world/items/store.h"

enum { FREE = 0, THERE = 1, ACTIVE = 2, RECORD_BYTES_LEAST = 5 };

static const double CELL_LEAST = 1.0 / 1024;

static void visit_record(wendi_visitor *v, wendi_items_record *record, uint8_t *state)
{
    wendi_visit_u8(v, state);
    wendi_visit_u32(v, &record->generation);
    if (*state != FREE) {
        wendi_visit_f64(v, &record->position.x);
        wendi_visit_f64(v, &record->position.y);
        wendi_visit_f64(v, &record->position.z);
        wendi_visit_u32(v, &record->tag);
        wendi_visit_u64(v, &record->user);
        wendi_visit_u64(v, &record->revision);
    }
}

/* Everything but the cell size, for writing and hashing: reading has checks in between. */
static void visit_items(wendi_visitor *v, const wend_items *items)
{
    uint64_t revision = items->revision;
    uint32_t limit = items->limit;
    wendi_visit_u64(v, &revision);
    wendi_visit_u32(v, &limit);
    for (uint32_t i = 0; i < items->limit; i++) {
        wendi_items_record record = items->records[i];
        uint8_t state = record.is_active ? ACTIVE : record.is_used ? THERE : FREE;
        visit_record(v, &record, &state);
    }
    uint32_t index = items->free_first;
    for (; index != WENDI_ITEMS_NONE; index = items->records[index].next) {
        uint32_t number = index;
        wendi_visit_u32(v, &number);
    }
}

uint64_t wend_items_hash(const wend_items *items)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (items != NULL) {
        visit_items(&v, items);
    }
    return v.hash;
}

static void write_items(const void *object, wendi_writer *writer)
{
    const wend_items *items = object;
    wendi_visitor v = wendi_visitor_writing(writer);
    double cell_size = items->cell_size;
    wendi_visit_f64(&v, &cell_size);
    visit_items(&v, items);
}

wend_result wend_items_save(const wend_items *items, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(items, write_items, WENDI_ITEMS_FILE_MAGIC, WENDI_ITEMS_FILE_VERSION,
                             bytes, capacity, count);
}

/* ---- loading ---- */

/* -0 is never kept. */
static bool is_as_kept(double value)
{
    return value >= -WEND_COORDINATE_MAX && value <= WEND_COORDINATE_MAX &&
           wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

static void read_record(wendi_visitor *v, wend_items *items, uint32_t index)
{
    wendi_items_record record = {.next = WENDI_ITEMS_NONE, .previous = WENDI_ITEMS_NONE};
    uint8_t state = FREE;
    visit_record(v, &record, &state);
    wendi_visit_expect(v, state <= ACTIVE, "the state of an item makes no sense");
    wendi_visit_expect(v, record.generation != 0, "the generation of an item is 0");
    wendi_visit_expect(v,
                       is_as_kept(record.position.x) && is_as_kept(record.position.y) &&
                           is_as_kept(record.position.z),
                       "a coordinate is out of range");
    wendi_visit_expect(v, record.revision <= items->revision, "an item is newer than the items");
    record.is_used = state != FREE;
    record.is_active = state == ACTIVE;
    items->records[index] = record;
    items->count += record.is_used ? 1 : 0;
}

/* Chains the free indices. A free record that is chained has its own index as `previous`. */
static void read_free(wendi_visitor *v, wend_items *items)
{
    uint32_t *link = &items->free_first;
    for (uint32_t left = items->limit - items->count; left > 0; left--) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        const bool is_free = index < items->limit && !items->records[index].is_used &&
                             items->records[index].previous == WENDI_ITEMS_NONE;
        wendi_visit_expect(v, is_free, "the free indices make no sense");
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        *link = index;
        link = &items->records[index].next;
        items->records[index].previous = index;
    }
}

static void read_items(wendi_visitor *v, wend_items *items)
{
    uint32_t limit = 0;
    wendi_visit_part(v, "the data ends within the items");
    wendi_visit_f64(v, &items->cell_size);
    wendi_visit_u64(v, &items->revision);
    wendi_visit_u32(v, &limit);
    wendi_visit_expect(v, items->cell_size >= CELL_LEAST && items->cell_size <= WEND_COORDINATE_MAX,
                       "the cell size is out of range");
    wendi_visit_expect(v, items->revision != 0, "the revision is 0");
    /* Memory is allocated only for items that can follow. */
    wendi_visit_expect(v,
                       limit <= WEND_ITEMS_MAX && (uint64_t)limit * RECORD_BYTES_LEAST <=
                                                      wendi_reader_remaining(v->reader),
                       "the number of items makes no sense");
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, limit == 0 || wendi_items_reserve(items, limit))) {
        return;
    }
    for (; items->limit < limit && !wendi_visitor_has_failed(v); items->limit++) {
        read_record(v, items, items->limit);
    }
    if (!wendi_visitor_has_failed(v)) {
        read_free(v, items);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the items");
}

/* @param from its definition, message included. */
static wend_result load(const char *function, const wend_items_def *from, const uint8_t *bytes,
                        size_t count, wend_items **items)
{
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_ITEMS_FILE_MAGIC, WENDI_ITEMS_FILE_VERSION,
                                "there are bytes behind the items", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(from->message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_items_def def = *from;
    wend_items *made;
    def.cell_size = wend_items_def_default().cell_size;
    if (wend_items_create(&def, &made) != WEND_OK) {
        return wendi_fail_reason(from->message, function, WEND_ERROR_MEMORY, NULL);
    }
    wendi_visitor v = wendi_visitor_reading(&content);
    read_items(&v, made);
    if (wendi_visitor_result(&v) != WEND_OK) {
        wend_items_destroy(made);
        return wendi_fail_reason(from->message, function, wendi_visitor_result(&v), v.reason);
    }
    for (uint32_t i = 0; i < made->limit; i++) {
        if (made->records[i].is_used) {
            wendi_items_link(made, i);
        }
    }
    *items = made;
    return WEND_OK;
}

wend_result wend_items_load(const wend_items_def *def, const uint8_t *bytes, size_t count,
                            wend_items **items)
{
    static const char function[] = "wend_items_load";
    wend_items_def from = wend_items_def_default();
    const uint32_t cookie = from.cookie;
    from = def == NULL ? from : *def;
    if (items != NULL) {
        *items = NULL;
    }
    if (!wendi_has_cookie(from.cookie, cookie, from.message, function, "wend_items_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (items == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, items == NULL ? "items" : "bytes");
    }
    return load(function, &from, bytes, count, items);
}

wend_result wend_items_restore(wend_items *items, const uint8_t *bytes, size_t count)
{
    static const char function[] = "wend_items_restore";
    if (items == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(&items->message, function, "bytes");
    }
    wend_items *made = NULL;
    wend_items_def def = wend_items_def_default();
    def.allocator = items->allocator;
    wend_message message = {0};
    def.message = &message;
    const wend_result result = load(function, &def, bytes, count, &made);
    if (result != WEND_OK || made == NULL) {
        items->message = message;
        return result;
    }
    const wend_items old = *items;
    *items = *made;
    items->message = old.message;
    *made = old;
    wend_items_destroy(made);
    return WEND_OK;
}
