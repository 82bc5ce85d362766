/* Markers: create, add, remove, read.
 * Cost: constant a call; about 160 bytes a marker. */
#include "mind/memory/markers.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "wend/draw.h"
#include "wend/walls.h"

#include <string.h>

enum { COOKIE = 0x4D524B31, MARKER_COOKIE = 0x4D524B32, BUCKETS_FIRST = 64, CLEANED_MOST = 4 };

static const double CELL_LEAST = 1.0 / 1024;

wend_markers_def wend_markers_def_default(void)
{
    wend_markers_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.marker_limit = 4096;
    def.cell_size = 4;
    return def;
}

wend_marker wend_marker_default(void)
{
    wend_marker marker;
    memset(&marker, 0, sizeof marker);
    marker.cookie = MARKER_COOKIE;
    return marker;
}

wend_result wend_markers_create(const wend_markers_def *def, wend_markers **markers)
{
    static const char function[] = "wend_markers_create";
    if (markers != NULL) {
        *markers = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_markers_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (def->marker_limit < 1 || def->marker_limit > WEND_MARKERS_MAX) {
        return wendi_refuse(def->message, function, "marker_limit", def->marker_limit, 1,
                            WEND_MARKERS_MAX);
    }
    if (!(def->cell_size >= CELL_LEAST && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, function, "cell_size", def->cell_size, CELL_LEAST,
                            WEND_COORDINATE_MAX);
    }
    if (markers == NULL) {
        return wendi_refuse_null(def->message, function, "markers");
    }
    wend_markers *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->limit = def->marker_limit;
    made->cell_size = def->cell_size;
    made->page_count = (def->marker_limit + WENDI_MARKERS_PAGE - 1) / WENDI_MARKERS_PAGE;
    made->pages = wendi_alloc_items_zero(&def->allocator, made->page_count, sizeof *made->pages);
    if (made->pages == NULL) {
        wend_markers_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *markers = made;
    return WEND_OK;
}

void wend_markers_destroy(wend_markers *markers)
{
    if (markers == NULL) {
        return;
    }
    const wend_allocator allocator = markers->allocator;
    for (uint32_t i = 0; markers->pages != NULL && i < markers->page_count; i++) {
        wendi_free(&allocator, markers->pages[i], WENDI_MARKERS_PAGE * sizeof *markers->pages[i]);
    }
    wendi_free(&allocator, markers->pages, markers->page_count * sizeof *markers->pages);
    wendi_free(&allocator, markers->buckets, markers->bucket_count * sizeof *markers->buckets);
    wendi_free(&allocator, markers, sizeof *markers);
}

const char *wend_markers_error(const wend_markers *markers)
{
    return markers == NULL ? "" : markers->message.text;
}

size_t wend_markers_memory_bytes(const wend_markers *markers)
{
    return markers == NULL
               ? 0
               : sizeof *markers + markers->page_count * sizeof *markers->pages +
                     (size_t)markers->pages_used * WENDI_MARKERS_PAGE * sizeof **markers->pages +
                     markers->bucket_count * sizeof *markers->buckets;
}

wend_result wend_markers_set_tick(wend_markers *markers, uint64_t tick)
{
    if (markers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < markers->tick || tick > WEND_MARKERS_TICK_MAX) {
        return wendi_refuse(&markers->message, "wend_markers_set_tick", "tick", (double)tick,
                            (double)markers->tick, (double)WEND_MARKERS_TICK_MAX);
    }
    markers->tick = tick;
    return WEND_OK;
}

uint64_t wend_markers_tick(const wend_markers *markers)
{
    return markers == NULL ? 0 : markers->tick;
}

/* ---- buckets ---- */

static void link_slot(wend_markers *markers, uint32_t index)
{
    wendi_marker_slot *slot = wendi_markers_slot(markers, index);
    wendi_marker_bucket *bucket =
        &markers->buckets[wendi_markers_bucket(markers, slot->x, slot->y)];
    slot->newer = WENDI_MARKERS_NONE;
    slot->older = bucket->newest;
    if (bucket->newest == WENDI_MARKERS_NONE) {
        bucket->oldest = index;
    } else {
        wendi_markers_slot(markers, bucket->newest)->newer = index;
    }
    bucket->newest = index;
    slot->is_linked = true;
    markers->linked_count++;
}

static void unlink_slot(wend_markers *markers, wendi_marker_slot *slot)
{
    wendi_marker_bucket *bucket =
        &markers->buckets[wendi_markers_bucket(markers, slot->x, slot->y)];
    if (slot->newer == WENDI_MARKERS_NONE) {
        bucket->newest = slot->older;
    } else {
        wendi_markers_slot(markers, slot->newer)->older = slot->older;
    }
    if (slot->older == WENDI_MARKERS_NONE) {
        bucket->oldest = slot->newer;
    } else {
        wendi_markers_slot(markers, slot->older)->newer = slot->newer;
    }
    slot->is_linked = false;
    markers->linked_count--;
}

/* Takes expired markers from the end of a bucket. */
static void clean(wend_markers *markers, const wendi_marker_bucket *bucket)
{
    for (int i = 0; i < CLEANED_MOST && bucket->oldest != WENDI_MARKERS_NONE; i++) {
        wendi_marker_slot *slot = wendi_markers_slot(markers, bucket->oldest);
        if (wendi_markers_at(markers, slot->serial) != NULL) {
            return;
        }
        unlink_slot(markers, slot);
    }
}

/* Chains the markers anew, the oldest first, without those that are gone. */
static void chain_all(wend_markers *markers)
{
    for (uint32_t i = 0; i < markers->bucket_count; i++) {
        markers->buckets[i] = (wendi_marker_bucket){WENDI_MARKERS_NONE, WENDI_MARKERS_NONE};
    }
    markers->linked_count = 0;
    const uint64_t oldest = markers->added > markers->limit ? markers->added - markers->limit : 0;
    for (uint64_t serial = oldest; serial < markers->added; serial++) {
        const uint32_t index = wendi_markers_slot_of(markers, serial);
        if (markers->pages[index / WENDI_MARKERS_PAGE] == NULL) {
            continue;
        }
        wendi_markers_slot(markers, index)->is_linked = false;
        if (wendi_markers_at(markers, serial) != NULL) {
            link_slot(markers, index);
        }
    }
}

static bool reserve_buckets(wend_markers *markers)
{
    const uint32_t old = markers->bucket_count;
    if (markers->linked_count < old) {
        return true;
    }
    const uint32_t count = old == 0 ? (uint32_t)BUCKETS_FIRST : 2 * old;
    wendi_marker_bucket *buckets = wendi_alloc_items(&markers->allocator, count, sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    wendi_free(&markers->allocator, markers->buckets, old * sizeof *buckets);
    markers->buckets = buckets;
    markers->bucket_count = count;
    chain_all(markers);
    return true;
}

bool wendi_markers_reserve(wend_markers *markers, uint64_t serial)
{
    wendi_marker_slot **page =
        &markers->pages[wendi_markers_slot_of(markers, serial) / WENDI_MARKERS_PAGE];
    if (*page == NULL) {
        *page = wendi_alloc_items_zero(&markers->allocator, WENDI_MARKERS_PAGE, sizeof **page);
        markers->pages_used += *page != NULL ? 1 : 0;
    }
    return *page != NULL && reserve_buckets(markers);
}

void wendi_markers_set_life(wendi_marker_slot *slot)
{
    slot->until = slot->lifetime == 0 ? UINT64_MAX : slot->tick + slot->lifetime - 1;
}

void wendi_markers_put(wend_markers *markers, const wendi_marker_slot *marker)
{
    const uint32_t index = wendi_markers_slot_of(markers, marker->serial);
    wendi_marker_slot *slot = wendi_markers_slot(markers, index);
    if (slot->is_linked) {
        unlink_slot(markers, slot);
    }
    *slot = *marker;
    slot->is_used = true;
    slot->x = wendi_markers_cell(markers, slot->position.x);
    slot->y = wendi_markers_cell(markers, slot->position.y);
    clean(markers, &markers->buckets[wendi_markers_bucket(markers, slot->x, slot->y)]);
    link_slot(markers, index);
}

/* ---- markers ---- */

bool wendi_markers_is_sound(const wendi_marker_slot *slot, const char **field)
{
    *field = slot->kind >= WEND_MARKERS_KINDS_MAX                         ? "kind"
             : wendi_check_vec3(NULL, "", "", slot->position) != WEND_OK  ? "position"
             : wendi_check_vec2(NULL, "", "", slot->direction) != WEND_OK ? "direction"
             : !wendi_is_finite(slot->value)                              ? "value"
             : slot->lifetime > WEND_MARKERS_TICK_MAX                     ? "lifetime"
                                                                          : NULL;
    return *field == NULL;
}

static wend_result check_marker(wend_markers *markers, const char *function,
                                const wend_marker *marker, const wendi_marker_slot *slot)
{
    wend_message *m = &markers->message;
    const char *field;
    if (wendi_markers_is_sound(slot, &field)) {
        return WEND_OK;
    }
    if (strcmp(field, "kind") == 0) {
        return wendi_refuse_index(m, function, field, marker->kind, "kinds",
                                  WEND_MARKERS_KINDS_MAX);
    }
    if (strcmp(field, "position") == 0) {
        return wendi_check_vec3(m, function, field, marker->position);
    }
    if (strcmp(field, "direction") == 0) {
        return wendi_check_vec2(m, function, field, marker->direction);
    }
    if (strcmp(field, "lifetime") == 0) {
        return wendi_refuse(m, function, field, (double)marker->lifetime, 0,
                            (double)WEND_MARKERS_TICK_MAX);
    }
    return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: value is %s, and must be finite", function,
                      wendi_format_number(marker->value).text);
}

wend_result wend_markers_add(wend_markers *markers, const wend_marker *marker, wend_marker_id *id)
{
    static const char function[] = "wend_markers_add";
    if (id != NULL) {
        *id = (wend_marker_id){0, 0};
    }
    if (markers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (marker == NULL) {
        return wendi_refuse_null(&markers->message, function, "marker");
    }
    if (marker->cookie != MARKER_COOKIE) {
        return wendi_refuse_cookie(&markers->message, function, marker->cookie,
                                   "wend_marker_default");
    }
    const wend_vec3 at = marker->position;
    wendi_marker_slot slot = {
        .position = {at.x + 0.0, at.y + 0.0, at.z + 0.0}, /* -0 would save other bytes */
        .direction = {marker->direction.x + 0.0, marker->direction.y + 0.0},
        .value = marker->value + 0.0,
        .source = marker->source,
        .user = marker->user,
        .lifetime = marker->lifetime,
        .tick = markers->tick,
        .serial = markers->added,
        .kind = marker->kind};
    const wend_result result = check_marker(markers, function, marker, &slot);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_markers_reserve(markers, slot.serial)) {
        return wendi_fail_plain(&markers->message, function, WEND_ERROR_MEMORY);
    }
    wendi_markers_set_life(&slot);
    markers->added++;
    wendi_markers_put(markers, &slot);
    if (id != NULL) {
        *id = wendi_markers_id(markers, slot.serial);
    }
    return WEND_OK;
}

static wendi_marker_slot *find(const wend_markers *markers, wend_marker_id id)
{
    if (id.index1 == 0 || id.index1 > markers->limit ||
        markers->pages[(id.index1 - 1) / WENDI_MARKERS_PAGE] == NULL) {
        return NULL;
    }
    const wendi_marker_slot *slot = wendi_markers_slot(markers, id.index1 - 1);
    return slot->is_used && wendi_markers_id(markers, slot->serial).generation == id.generation
               ? wendi_markers_at(markers, slot->serial)
               : NULL;
}

wend_result wend_markers_remove(wend_markers *markers, wend_marker_id id)
{
    if (markers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_marker_slot *slot = find(markers, id);
    if (slot == NULL) {
        return wendi_refuse_id(&markers->message, "wend_markers_remove", "marker", id.index1,
                               id.generation);
    }
    if (slot->is_linked) {
        unlink_slot(markers, slot);
    }
    slot->is_used = false;
    return WEND_OK;
}

wend_result wend_markers_clear(wend_markers *markers)
{
    if (markers == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    markers->first = markers->added;
    return WEND_OK;
}

void wendi_markers_copy(const wendi_marker_slot *slot, wend_marker *marker)
{
    marker->kind = slot->kind;
    marker->position = slot->position;
    marker->direction = slot->direction;
    marker->value = slot->value;
    marker->source = slot->source;
    marker->user = slot->user;
    marker->lifetime = slot->lifetime;
    marker->tick = slot->tick;
}

wend_result wend_markers_get(const wend_markers *markers, wend_marker_id id, wend_marker *marker)
{
    if (marker != NULL) {
        *marker = wend_marker_default();
    }
    if (markers == NULL || marker == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_marker_slot *slot = find(markers, id);
    if (slot == NULL) {
        return WEND_ERROR_STALE;
    }
    wendi_markers_copy(slot, marker);
    return WEND_OK;
}

bool wend_markers_has(const wend_markers *markers, wend_marker_id id)
{
    return markers != NULL && find(markers, id) != NULL;
}

size_t wend_markers_count(const wend_markers *markers)
{
    size_t count = 0;
    if (markers != NULL) {
        for (uint64_t serial = wendi_markers_first(markers); serial < markers->added; serial++) {
            count += wendi_markers_at(markers, serial) != NULL ? 1 : 0;
        }
    }
    return count;
}

wend_result wend_markers_draw(const wend_markers *markers, const wend_draw *draw)
{
    if (markers == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint64_t serial = wendi_markers_first(markers); serial < markers->added; serial++) {
        const wendi_marker_slot *slot = wendi_markers_at(markers, serial);
        if (slot == NULL) {
            continue;
        }
        const wend_vec2 at = {slot->position.x, slot->position.y};
        const bool has_direction =
            !wendi_is_zero(slot->direction.x) || !wendi_is_zero(slot->direction.y);
        if (draw->circle != NULL) {
            draw->circle(draw->context, at, 0, WEND_MEANING_ITEM, slot->kind);
        }
        if (draw->line != NULL && has_direction) {
            draw->line(draw->context, at, wend_vec2_add(at, wend_vec2_normalize(slot->direction)),
                       WEND_MEANING_HEADING, 0);
        }
    }
    return WEND_OK;
}
