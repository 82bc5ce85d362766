/* Items: create, add, change, remove, read.
 * Cost: constant a call; 100 bytes an item. */
#include "wend/draw.h"
#include "wend/walls.h"
#include "world/items/store.h"

#include <string.h>

enum { COOKIE = 0x49544D31, ITEM_COOKIE = 0x49544D32, CAPACITY_FIRST = 16 };

static const double CELL_LEAST = 1.0 / 1024;

wend_items_def wend_items_def_default(void)
{
    wend_items_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.cell_size = 8;
    return def;
}

wend_item wend_item_default(void)
{
    wend_item item;
    memset(&item, 0, sizeof item);
    item.cookie = ITEM_COOKIE;
    item.is_active = true;
    return item;
}

wend_result wend_items_create(const wend_items_def *def, wend_items **items)
{
    static const char function[] = "wend_items_create";
    if (items != NULL) {
        *items = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_items_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (!(def->cell_size >= CELL_LEAST && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, function, "cell_size", def->cell_size, CELL_LEAST,
                            WEND_COORDINATE_MAX);
    }
    if (items == NULL) {
        return wendi_refuse_null(def->message, function, "items");
    }
    wend_items *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->cell_size = def->cell_size;
    made->revision = 1;
    made->free_first = WENDI_ITEMS_NONE;
    *items = made;
    return WEND_OK;
}

void wend_items_destroy(wend_items *items)
{
    if (items == NULL) {
        return;
    }
    const wend_allocator allocator = items->allocator;
    wendi_free(&allocator, items->records, items->capacity * sizeof *items->records);
    wendi_free(&allocator, items->buckets, items->capacity * sizeof *items->buckets);
    wendi_free(&allocator, items, sizeof *items);
}

const char *wend_items_error(const wend_items *items)
{
    return items == NULL ? "" : items->message.text;
}

/* ---- buckets ---- */

static void chain(wend_items *items, uint32_t index)
{
    wendi_items_record *record = &items->records[index];
    uint32_t *first = &items->buckets[wendi_items_bucket(items, record->cell)];
    record->previous = WENDI_ITEMS_NONE;
    record->next = *first;
    if (*first != WENDI_ITEMS_NONE) {
        items->records[*first].previous = index;
    }
    *first = index;
}

void wendi_items_link(wend_items *items, uint32_t index)
{
    wendi_items_record *record = &items->records[index];
    record->cell.x = wendi_items_cell_of(items, record->position.x);
    record->cell.y = wendi_items_cell_of(items, record->position.y);
    chain(items, index);
}

static void unchain(wend_items *items, uint32_t index)
{
    const wendi_items_record *record = &items->records[index];
    if (record->previous == WENDI_ITEMS_NONE) {
        items->buckets[wendi_items_bucket(items, record->cell)] = record->next;
    } else {
        items->records[record->previous].next = record->next;
    }
    if (record->next != WENDI_ITEMS_NONE) {
        items->records[record->next].previous = record->previous;
    }
}

static void chain_all(wend_items *items)
{
    for (uint32_t i = 0; i < items->capacity; i++) {
        items->buckets[i] = WENDI_ITEMS_NONE;
    }
    for (uint32_t i = 0; i < items->limit; i++) {
        if (items->records[i].is_used) {
            chain(items, i);
        }
    }
}

bool wendi_items_reserve(wend_items *items, uint32_t capacity)
{
    uint32_t wanted = items->capacity == 0 ? (uint32_t)CAPACITY_FIRST : items->capacity;
    while (wanted < capacity) {
        wanted *= 2;
    }
    if (wanted == items->capacity) {
        return true;
    }
    uint32_t *buckets = wendi_alloc_items(&items->allocator, wanted, sizeof *buckets);
    if (buckets == NULL) {
        return false;
    }
    wendi_items_record *records = wendi_resize_items(&items->allocator, items->records,
                                                     items->capacity, wanted, sizeof *records);
    if (records == NULL) {
        wendi_free(&items->allocator, buckets, wanted * sizeof *buckets);
        return false;
    }
    wendi_free(&items->allocator, items->buckets, items->capacity * sizeof *buckets);
    items->records = records;
    items->buckets = buckets;
    items->capacity = wanted;
    chain_all(items);
    return true;
}

/* ---- edits ---- */

static wendi_items_record *find(const wend_items *items, wend_item_id id)
{
    if (id.index1 == 0 || id.index1 > items->limit) {
        return NULL;
    }
    wendi_items_record *record = &items->records[id.index1 - 1];
    return record->is_used && record->generation == id.generation ? record : NULL;
}

static wend_result check_item(wend_items *items, const char *function, const wend_item *item)
{
    if (item == NULL) {
        return wendi_refuse_null(&items->message, function, "item");
    }
    if (item->cookie != ITEM_COOKIE) {
        return wendi_refuse_cookie(&items->message, function, item->cookie, "wend_item_default");
    }
    return wendi_check_vec3(&items->message, function, "item.position", item->position);
}

/* The record of an id for an edit; NULL: *result is the reason. */
static wendi_items_record *begin_edit(wend_items *items, const char *function, wend_item_id id,
                                      wend_result *result)
{
    *result = WEND_ERROR_ARGUMENT;
    if (items == NULL) {
        return NULL;
    }
    wendi_items_record *record = find(items, id);
    *result = record != NULL
                  ? WEND_OK
                  : wendi_refuse_id(&items->message, function, "item", id.index1, id.generation);
    return record;
}

static bool is_same_position(wend_vec3 a, wend_vec3 b)
{
    return wendi_bits_of_f64(a.x) == wendi_bits_of_f64(b.x) &&
           wendi_bits_of_f64(a.y) == wendi_bits_of_f64(b.y) &&
           wendi_bits_of_f64(a.z) == wendi_bits_of_f64(b.z);
}

/* Without -0, which is equal to 0 and has other bits. */
static wend_vec3 plain(wend_vec3 position)
{
    return (wend_vec3){position.x + 0.0, position.y + 0.0, position.z + 0.0};
}

/* @return true if the item was elsewhere. */
static bool set_position(wend_items *items, wendi_items_record *record, wend_vec3 position)
{
    position = plain(position);
    if (is_same_position(record->position, position)) {
        return false;
    }
    const uint32_t index = (uint32_t)(record - items->records);
    record->position = position;
    if (record->cell.x != wendi_items_cell_of(items, position.x) ||
        record->cell.y != wendi_items_cell_of(items, position.y)) {
        unchain(items, index);
        wendi_items_link(items, index);
    }
    return true;
}

static void note_change(wend_items *items, wendi_items_record *record, bool is_changed)
{
    if (is_changed) {
        record->revision = ++items->revision;
    }
}

wend_result wend_items_add(wend_items *items, const wend_item *item, wend_item_id *id)
{
    static const char function[] = "wend_items_add";
    if (id != NULL) {
        *id = (wend_item_id){0, 0};
    }
    if (items == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = check_item(items, function, item);
    if (result != WEND_OK) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&items->message, function, "id");
    }
    const bool is_new = items->free_first == WENDI_ITEMS_NONE;
    if (is_new && items->limit >= WEND_ITEMS_MAX) {
        return wendi_fail(&items->message, WEND_ERROR_FULL, "%s: there are %lu items, no more fit",
                          function, (unsigned long)items->count);
    }
    if (is_new && !wendi_items_reserve(items, items->limit + 1)) {
        return wendi_fail_plain(&items->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = is_new ? items->limit : items->free_first;
    wendi_items_record *record = &items->records[index];
    const uint32_t before = is_new ? 0 : record->generation;
    if (is_new) {
        items->limit++;
    } else {
        items->free_first = record->next;
    }
    *record = (wendi_items_record){.position = plain(item->position),
                                   .user = item->user,
                                   .revision = ++items->revision,
                                   .tag = item->tag,
                                   .generation = before == UINT32_MAX ? 1 : before + 1,
                                   .is_used = true,
                                   .is_active = item->is_active};
    wendi_items_link(items, index);
    items->count++;
    *id = wendi_items_id_of(items, index);
    return WEND_OK;
}

wend_result wend_items_remove(wend_items *items, wend_item_id id)
{
    wend_result result;
    wendi_items_record *record = begin_edit(items, "wend_items_remove", id, &result);
    if (record != NULL) {
        unchain(items, id.index1 - 1);
        *record = (wendi_items_record){.generation = record->generation, .next = items->free_first};
        items->free_first = id.index1 - 1;
        items->count--;
        items->revision++;
    }
    return result;
}

wend_result wend_items_set(wend_items *items, wend_item_id id, const wend_item *item)
{
    static const char function[] = "wend_items_set";
    wend_result result;
    wendi_items_record *record = begin_edit(items, function, id, &result);
    if (record == NULL) {
        return result;
    }
    result = check_item(items, function, item);
    if (result == WEND_OK) {
        const bool is_moved = set_position(items, record, item->position);
        const bool is_changed = record->tag != item->tag || record->user != item->user ||
                                record->is_active != item->is_active;
        record->tag = item->tag;
        record->user = item->user;
        record->is_active = item->is_active;
        note_change(items, record, is_moved || is_changed);
    }
    return result;
}

wend_result wend_items_move(wend_items *items, wend_item_id id, wend_vec3 position)
{
    static const char function[] = "wend_items_move";
    wend_result result;
    wendi_items_record *record = begin_edit(items, function, id, &result);
    if (record != NULL) {
        result = wendi_check_vec3(&items->message, function, "position", position);
    }
    if (result == WEND_OK) {
        note_change(items, record, set_position(items, record, position));
    }
    return result;
}

wend_result wend_items_set_active(wend_items *items, wend_item_id id, bool is_active)
{
    wend_result result;
    wendi_items_record *record = begin_edit(items, "wend_items_set_active", id, &result);
    if (record != NULL) {
        const bool is_changed = record->is_active != is_active;
        record->is_active = is_active;
        note_change(items, record, is_changed);
    }
    return result;
}

/* ---- reading ---- */

wend_result wend_items_get(const wend_items *items, wend_item_id id, wend_item *item)
{
    if (item != NULL) {
        *item = wend_item_default();
    }
    if (items == NULL || item == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_items_record *record = find(items, id);
    if (record == NULL) {
        return WEND_ERROR_STALE;
    }
    item->position = record->position;
    item->tag = record->tag;
    item->is_active = record->is_active;
    item->user = record->user;
    return WEND_OK;
}

bool wend_items_has(const wend_items *items, wend_item_id id)
{
    return items != NULL && find(items, id) != NULL;
}

uint32_t wend_items_count(const wend_items *items)
{
    return items == NULL ? 0 : items->count;
}

uint32_t wend_items_limit(const wend_items *items)
{
    return items == NULL ? 0 : items->limit;
}

wend_item_id wend_items_id(const wend_items *items, uint32_t index)
{
    return items != NULL && index < items->limit && items->records[index].is_used
               ? wendi_items_id_of(items, index)
               : (wend_item_id){0, 0};
}

uint64_t wend_items_revision(const wend_items *items)
{
    return items == NULL ? 0 : items->revision;
}

uint64_t wend_items_revision_of(const wend_items *items, wend_item_id id)
{
    const wendi_items_record *record = items == NULL ? NULL : find(items, id);
    return record == NULL ? 0 : record->revision;
}

size_t wend_items_memory_bytes(const wend_items *items)
{
    return items == NULL ? 0
                         : sizeof *items +
                               items->capacity * (sizeof *items->records + sizeof *items->buckets);
}

wend_result wend_items_draw(const wend_items *items, const wend_draw *draw)
{
    if (items == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < items->limit && draw->circle != NULL; i++) {
        const wendi_items_record *record = &items->records[i];
        if (record->is_used && record->is_active) {
            const wend_vec2 at = {record->position.x, record->position.y};
            draw->circle(draw->context, at, 0, WEND_MEANING_ITEM, record->tag);
        }
    }
    return WEND_OK;
}
