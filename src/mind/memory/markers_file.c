/* Saves markers as bytes, loads them, and hashes them. Linear.
 *
 * One section of bytes.h, magic "WMRK", version 1, with these numbers, little-endian:
 *
 *   cell size f64, limit u32, tick u64, markers ever added u64, count u32,
 *   for each, the oldest first: serial u64, kind u32, position 3 f64, direction 2 f64, value f64,
 *   source u64, user u64, lifetime u64, tick u64.
 *
 * Only markers that have not expired are there. The cell size is not hashed. */
#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "mind/memory/markers.h"
#include "wend/walls.h"

enum { MAGIC = 0x4B524D57, VERSION = 1, MARKER_BYTES = 92 };

static void visit_marker(wendi_visitor *v, wendi_marker_slot *slot)
{
    wendi_visit_u64(v, &slot->serial);
    wendi_visit_u32(v, &slot->kind);
    wendi_visit_f64(v, &slot->position.x);
    wendi_visit_f64(v, &slot->position.y);
    wendi_visit_f64(v, &slot->position.z);
    wendi_visit_f64(v, &slot->direction.x);
    wendi_visit_f64(v, &slot->direction.y);
    wendi_visit_f64(v, &slot->value);
    wendi_visit_u64(v, &slot->source);
    wendi_visit_u64(v, &slot->user);
    wendi_visit_u64(v, &slot->lifetime);
    wendi_visit_u64(v, &slot->tick);
}

/* Everything but the cell size, for writing and hashing. */
static void visit_markers(wendi_visitor *v, const wend_markers *markers)
{
    uint32_t limit = markers->limit, count = (uint32_t)wend_markers_count(markers);
    uint64_t tick = markers->tick, added = markers->added;
    wendi_visit_u32(v, &limit);
    wendi_visit_u64(v, &tick);
    wendi_visit_u64(v, &added);
    wendi_visit_u32(v, &count);
    for (uint64_t serial = wendi_markers_first(markers); serial < markers->added; serial++) {
        const wendi_marker_slot *slot = wendi_markers_at(markers, serial);
        if (slot != NULL) {
            wendi_marker_slot copy = *slot;
            visit_marker(v, &copy);
        }
    }
}

uint64_t wend_markers_hash(const wend_markers *markers)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (markers == NULL) {
        return 0;
    }
    visit_markers(&v, markers);
    return v.hash;
}

static void write_markers(const void *object, wendi_writer *writer)
{
    const wend_markers *markers = object;
    wendi_visitor v = wendi_visitor_writing(writer);
    double cell_size = markers->cell_size;
    wendi_visit_f64(&v, &cell_size);
    visit_markers(&v, markers);
}

wend_result wend_markers_save(const wend_markers *markers, uint8_t *bytes, size_t capacity,
                              size_t *count)
{
    return wendi_save_object(markers, write_markers, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- reading ---- */

static void read_marker(wendi_visitor *v, wend_markers *markers, uint64_t *next)
{
    wendi_marker_slot slot = {.serial = 0};
    const char *field;
    visit_marker(v, &slot);
    wendi_visit_expect(v, slot.serial >= *next && slot.serial < markers->added,
                       "markers are not in order");
    wendi_visit_expect(
        v,
        wendi_markers_is_sound(&slot, &field) && wendi_f64_is_plain(slot.position.x) &&
            wendi_f64_is_plain(slot.position.y) && wendi_f64_is_plain(slot.position.z) &&
            wendi_f64_is_plain(slot.direction.x) && wendi_f64_is_plain(slot.direction.y) &&
            wendi_f64_is_plain(slot.value) && slot.tick <= markers->tick,
        "a marker is out of range");
    wendi_markers_set_life(&slot);
    wendi_visit_expect(v, slot.until >= markers->tick, "a marker has expired");
    if (!wendi_visitor_has_failed(v) &&
        wendi_visit_expect_memory(v, wendi_markers_reserve(markers, slot.serial))) {
        wendi_markers_put(markers, &slot);
        *next = slot.serial + 1;
    }
}

static wend_result read_markers(wendi_visitor *v, wend_markers_def *def, wend_markers **markers)
{
    uint64_t tick = 0, added = 0;
    uint32_t count = 0;
    wendi_visit_part(v, "the data ends within the markers");
    wendi_visit_f64(v, &def->cell_size);
    wendi_visit_u32(v, &def->marker_limit);
    wendi_visit_u64(v, &tick);
    wendi_visit_u64(v, &added);
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v,
                       def->cell_size >= 1.0 / 1024 && def->cell_size <= WEND_COORDINATE_MAX &&
                           def->marker_limit >= 1 && def->marker_limit <= WEND_MARKERS_MAX,
                       "the definition is out of range");
    wendi_visit_expect(v, tick <= WEND_MARKERS_TICK_MAX && added <= UINT64_MAX / 2,
                       "the tick makes no sense");
    wendi_visit_expect(v,
                       count <= def->marker_limit &&
                           (uint64_t)count * MARKER_BYTES <= wendi_reader_remaining(v->reader),
                       "the number of markers makes no sense");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    wend_message *message = def->message;
    def->message = NULL;
    const wend_result result = wend_markers_create(def, markers);
    def->message = message;
    if (result != WEND_OK) {
        return result;
    }
    wend_markers *made = *markers;
    made->tick = tick;
    made->added = added;
    uint64_t next = wendi_markers_first(made);
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        read_marker(v, made, &next);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the markers");
    return wendi_visitor_result(v);
}

wend_result wend_markers_load(const wend_markers_def *def, const uint8_t *bytes, size_t count,
                              wend_markers **markers)
{
    static const char function[] = "wend_markers_load";
    wend_markers_def from = wend_markers_def_default();
    const uint32_t cookie = from.cookie;
    from = def == NULL ? from : *def;
    if (markers != NULL) {
        *markers = NULL;
    }
    if (!wendi_has_cookie(from.cookie, cookie, from.message, function,
                          "wend_markers_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (markers == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, markers == NULL ? "markers" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the markers",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_markers *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_markers(&v, &from, &made);
    if (result != WEND_OK) {
        wend_markers_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *markers = made;
    return WEND_OK;
}
