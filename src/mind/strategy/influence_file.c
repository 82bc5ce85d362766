/* Influence maps as bytes.
 *
 * Sums are not saved: they are the stamps of the sources, which are stamped again. Only the lists of path
 * stamps that wait for an update are, because the grid may have changed since they were made.
 *
 * One section of bytes.h, magic "WINF", version 1, with these numbers, little-endian:
 *
 *   has grid u32, width u32, height u32, cell size f64, origin f64 x 2; with a grid: block u32, its width
 *   u32, height u32, class u32, team u32, a bit for each of its cells if it is open, 8 to a byte
 *   side count u32, half-life u32, tick u64, records u32,
 *   for each record: exists, waiting, touched u32 (bits), generation u32;
 *       the source where it exists: position f64 x 2, strength f64, radius f64, falloff u32, side u32,
 *       straight u32, user u64; the key: set u32, and x u32, y u32, strength u64, radius f64, side u32,
 *       falloff u32, straight u32; of a path stamp that waits: count u32, for each cell u32, fraction u32
 *   free records u32, their indices u32; waiting u32, their indices u32; the events of each side */
#include "mind/strategy/influence.h"

#include "base/math/bits.h"

#include <string.h>

enum { COOKIE = 0x494e4631, MAGIC = 0x464e4957, VERSION = 1, NEAR_ENOUGH = 1 << 21 };

/* ---- parts ---- */

static uint64_t code_of(int64_t value)
{
    return value < 0 ? ((uint64_t)-value << 1) - 1 : (uint64_t)value << 1;
}

static int64_t value_of(uint64_t code)
{
    return (code & 1) != 0 ? -(int64_t)(code >> 1) - 1 : (int64_t)(code >> 1);
}

static void visit_signed(wendi_visitor *v, int32_t *value)
{
    uint32_t code = (uint32_t)code_of(*value);
    wendi_visit_u32(v, &code);
    *value = (int32_t)value_of(code);
}

static void visit_positive(wendi_visitor *v, int32_t *value)
{
    *value = (int32_t)wendi_visit_code(v, (uint32_t)*value, INT32_MAX);
}

static void visit_open(wendi_visitor *v, wend_influence *map)
{
    const size_t count = (size_t)map->grid_width * (size_t)map->grid_height;
    for (size_t i = 0; i < count; i += 8) {
        uint8_t bits = 0;
        const size_t number = count - i < 8 ? count - i : 8;
        for (size_t k = 0; k < number; k++) {
            bits = (uint8_t)(bits | (map->open[i + k] & 1) << k);
        }
        wendi_visit_u8(v, &bits);
        if (wendi_visitor_is_reading(v)) {
            wendi_visit_expect(v, bits >> number == 0, "there are cells behind the last one");
            for (size_t k = 0; k < number; k++) {
                map->open[i + k] = bits >> k & 1;
            }
        }
    }
}

static void visit_source(wendi_visitor *v, wend_influence_source *source)
{
    wendi_visit_vec2(v, &source->position);
    wendi_visit_f64(v, &source->strength);
    wendi_visit_f64(v, &source->radius);
    source->falloff = (wend_falloff)wendi_visit_code(v, (uint32_t)source->falloff,
                                                     (uint32_t)WEND_FALLOFF_CONSTANT);
    wendi_visit_u32(v, &source->side);
    wendi_visit_wide_bool(v, &source->is_straight);
    wendi_visit_u64(v, &source->user);
}

static void visit_key(wendi_visitor *v, influence_key *key)
{
    uint64_t strength = code_of(key->strength);
    wendi_visit_wide_bool(v, &key->is_set);
    if (!key->is_set) {
        return;
    }
    visit_signed(v, &key->x);
    visit_signed(v, &key->y);
    wendi_visit_u64(v, &strength);
    wendi_visit_f64(v, &key->radius);
    wendi_visit_u32(v, &key->side);
    key->falloff = (uint8_t)wendi_visit_code(v, key->falloff, (uint32_t)WEND_FALLOFF_CONSTANT);
    wendi_visit_wide_bool(v, &key->is_straight);
    key->strength = value_of(strength);
}

/* ---- hash and save ---- */

static void visit_record(wendi_visitor *v, const influence_record *record)
{
    influence_record it = *record;
    uint32_t bits = (it.exists ? 1u : 0) | (it.is_waiting ? 2u : 0) | (it.is_touched ? 4u : 0);
    wendi_visit_u32(v, &bits);
    wendi_visit_u32(v, &it.generation);
    if (it.exists) {
        visit_source(v, &it.wanted);
    }
    visit_key(v, &it.key);
    if (it.is_waiting && it.key.is_set && !it.key.is_straight) {
        wendi_visit_u32(v, &it.list.count);
        for (uint32_t i = 0; i < it.list.count; i++) {
            influence_entry entry = it.list.entries[i];
            wendi_visit_u32(v, &entry.cell);
            wendi_visit_u32(v, &entry.fraction);
        }
    }
}

static void visit_head(wendi_visitor *v, wend_influence *map)
{
    uint32_t has_grid = map->ground.grid != NULL ? 1 : 0;
    wendi_visit_u32(v, &has_grid);
    visit_positive(v, &map->width);
    visit_positive(v, &map->height);
    wendi_visit_f64(v, &map->cell_size);
    wendi_visit_vec2(v, &map->origin);
    if (has_grid != 0) {
        visit_positive(v, &map->block);
        visit_positive(v, &map->grid_width);
        visit_positive(v, &map->grid_height);
        wendi_visit_u32(v, &map->movement_class);
        wendi_visit_u32(v, &map->team);
    }
    wendi_visit_u32(v, &map->side_count);
    wendi_visit_u32(v, &map->clock.half_life);
    wendi_visit_u64(v, &map->clock.tick);
}

/* Hashing and writing. */
static void visit_map(wendi_visitor *v, const wend_influence *from)
{
    wend_influence map = *from;
    visit_head(v, &map);
    if (map.ground.grid != NULL) {
        visit_open(v, &map);
    }
    wendi_visit_u32(v, &map.record_count);
    for (uint32_t i = 0; i < map.record_count; i++) {
        visit_record(v, &map.records[i]);
    }
    uint32_t count = (uint32_t)map.free_records.count;
    wendi_visit_u32(v, &count);
    wendi_visit_u32_array(v, map.free_records.items, count);
    count = (uint32_t)map.waiting.count - map.waiting_first;
    wendi_visit_u32(v, &count);
    if (count > 0) {
        wendi_visit_u32_array(v, map.waiting.items + map.waiting_first, count);
    }
    for (uint32_t i = 0; i < map.side_count; i++) {
        (void)wendi_fading_visit(v, &map.fading[i], &map.clock, &map.allocator);
    }
}

uint64_t wend_influence_hash(const wend_influence *influence)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (influence == NULL) {
        return 0;
    }
    visit_map(&v, influence);
    return v.hash;
}

static void write_map(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_map(&v, object);
}

wend_result wend_influence_save(const wend_influence *influence, uint8_t *bytes, size_t capacity,
                                size_t *count)
{
    return wendi_save_object(influence, write_map, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- load ---- */

/* Creates the map that the head describes over the definition's grid. */
static wend_result read_head(wendi_visitor *v, const wend_influence_def *from, const char *function,
                             wend_influence **made)
{
    wend_influence head;
    memset(&head, 0, sizeof head);
    uint32_t has_grid = 0;
    const size_t start = v->reader->offset;
    wendi_visit_u32(v, &has_grid);
    wendi_visit_expect(v, has_grid <= 1, "the definition is out of range");
    v->reader->offset = wendi_visitor_has_failed(v) ? v->reader->offset : start;
    const wend_grid *grid = from->grid;
    if (!wendi_visitor_has_failed(v) && (grid != NULL) != (has_grid != 0)) {
        return wendi_fail(from->message, WEND_ERROR_ARGUMENT,
                          grid == NULL ? "%s: grid is NULL, and the saved map had one"
                                       : "%s: there is a grid, and the saved map had none",
                          function);
    }
    head.ground.grid = grid;
    visit_head(v, &head);
    wend_influence_def def = wend_influence_def_default();
    def.width = head.width;
    def.height = head.height;
    def.cell_size = head.cell_size;
    def.origin = head.origin;
    def.side_count = head.side_count;
    def.half_life = head.clock.half_life;
    def.grid = grid;
    def.allocator = from->allocator;
    if (grid != NULL && !wendi_visitor_has_failed(v)) {
        wend_grid_info info;
        wend_grid_get_info(grid, &info);
        def.block = head.block;
        def.movement_class = head.movement_class;
        def.team = head.team;
        if (info.width != head.grid_width || info.height != head.grid_height) {
            return wendi_fail(from->message, WEND_ERROR_ARGUMENT,
                              "%s: the grid is of another size than that of the saved map",
                              function);
        }
        wendi_visit_expect(v,
                           wendi_influence_fit_grid(&def, NULL) == WEND_OK &&
                               def.width == head.width && def.height == head.height,
                           "the definition does not fit the grid");
        const bool is_same_place =
            wendi_bits_of_f64(def.cell_size) == wendi_bits_of_f64(head.cell_size) &&
            wendi_bits_of_f64(def.origin.x + 0.0) == wendi_bits_of_f64(head.origin.x) &&
            wendi_bits_of_f64(def.origin.y + 0.0) == wendi_bits_of_f64(head.origin.y);
        wendi_visit_expect(v, is_same_place, "the grid lies elsewhere or has other cells");
    }
    wendi_visit_expect(v,
                       wendi_influence_check_def(&def, NULL) == WEND_OK &&
                           wendi_f64_is_plain(head.origin.x) && wendi_f64_is_plain(head.origin.y),
                       "the definition is out of range");
    wend_result result = wendi_visitor_result(v);
    result = result == WEND_OK ? wendi_influence_create(&def, made) : result;
    if (result == WEND_OK) {
        wendi_fading_clock_set(&(*made)->clock, def.half_life, head.clock.tick);
    }
    return result;
}

static void read_open(wendi_visitor *v, wend_influence *map)
{
    visit_open(v, map);
    for (int32_t y = 0; y < map->grid_height; y++) {
        for (int32_t x = 0; x < map->grid_width; x++) {
            map->open_count[wendi_influence_index(map, x / map->block, y / map->block)] +=
                map->open[(size_t)y * (size_t)map->grid_width + (size_t)x];
        }
    }
}

/* A key within what a source of this map can have. */
static bool is_sound_key(const wend_influence *map, const influence_key *key)
{
    const int64_t most = (int64_t)WEND_INFLUENCE_STRENGTH_MAX * (int64_t)WENDI_INFLUENCE_UNIT;
    const bool has_place =
        key->is_straight
            ? key->x >= -WENDI_INFLUENCE_FAR && key->x <= WENDI_INFLUENCE_FAR &&
                  key->y >= -WENDI_INFLUENCE_FAR && key->y <= WENDI_INFLUENCE_FAR
            : key->x >= 0 && key->y >= 0 && key->x < map->grid_width && key->y < map->grid_height;
    return has_place && key->strength != 0 && key->strength >= -most && key->strength <= most &&
           key->radius >= 0 && key->radius <= (double)WEND_INFLUENCE_REACH_MAX * map->cell_size &&
           wendi_f64_is_plain(key->radius) && key->side < map->side_count &&
           (map->ground.grid != NULL || key->is_straight);
}

static bool is_sound_source(const wend_influence *map, const wend_influence_source *source)
{
    const double units = source->strength * WENDI_INFLUENCE_UNIT;
    return wendi_influence_check_source(map, NULL, "", source) == WEND_OK &&
           wendi_f64_is_plain(source->position.x) && wendi_f64_is_plain(source->position.y) &&
           wendi_f64_is_plain(source->strength) && wendi_f64_is_plain(source->radius) &&
           !((double)(int64_t)units < units) && !((double)(int64_t)units > units);
}

static bool read_list(wendi_visitor *v, wend_influence *map, influence_list *list)
{
    uint32_t count = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count <= wendi_reader_remaining(v->reader) / 8,
                       "the data ends within a stamp");
    if (wendi_visitor_has_failed(v) || count == 0) {
        return true;
    }
    list->entries = wendi_alloc_items(&map->allocator, count, sizeof *list->entries);
    if (list->entries == NULL) {
        return false;
    }
    list->capacity = list->count = count;
    for (uint32_t i = 0; i < count; i++) {
        influence_entry *entry = &list->entries[i];
        wendi_visit_u32(v, &entry->cell);
        wendi_visit_u32(v, &entry->fraction);
        wendi_visit_expect(v,
                           entry->cell < wendi_influence_cells(map) && entry->fraction > 0 &&
                               entry->fraction <= (uint32_t)1 << WENDI_INFLUENCE_FRACTION_BITS &&
                               (i == 0 || entry->cell > entry[-1].cell),
                           "a stamp is out of range");
        if (wendi_visitor_has_failed(v)) {
            list->count = 0;
            return true;
        }
    }
    return true;
}

/* Reads a record and stamps it. @return false: no memory. */
static bool read_record(wendi_visitor *v, wend_influence *map, uint32_t index)
{
    influence_record *record = &map->records[index];
    *record = (influence_record){.wanted = wend_influence_source_default()};
    map->record_count = index + 1;
    const uint32_t bits = wendi_visit_code(v, 0, 7);
    record->exists = (bits & 1) != 0;
    record->is_waiting = (bits & 2) != 0;
    record->is_touched = (bits & 4) != 0;
    wendi_visit_u32(v, &record->generation);
    if (record->exists) {
        visit_source(v, &record->wanted);
        wendi_visit_expect(v, is_sound_source(map, &record->wanted), "a source is out of range");
        map->source_count++;
    }
    visit_key(v, &record->key);
    const influence_key *key = &record->key;
    wendi_visit_expect(v, !key->is_set || is_sound_key(map, key), "a stamp is out of range");
    wendi_visit_expect(
        v, !record->is_touched || (record->is_waiting && key->is_set && !key->is_straight),
        "a source that does not wait is touched");
    if (wendi_visitor_has_failed(v)) {
        record->key.is_set = false;
        return true;
    }
    const influence_key wanted = record->exists ? wendi_influence_key_of(map, &record->wanted)
                                                : (influence_key){.is_set = false};
    wendi_visit_expect(v, record->is_waiting || wendi_influence_is_same_key(key, &wanted),
                       "a source that does not wait differs from its stamp");
    if (wendi_visitor_has_failed(v)) {
        return true;
    }
    if ((record->exists && !wendi_influence_reserve_side(map, record->wanted.side)) ||
        (key->is_set && !wendi_influence_reserve_side(map, key->side))) {
        return false;
    }
    if (record->is_waiting && key->is_set && !key->is_straight) {
        if (!read_list(v, map, &record->list)) {
            return false;
        }
    } else {
        if (!wendi_influence_prepare(map, key)) {
            return false;
        }
        if (key->is_set && !key->is_straight) {
            record->list = map->spare;
            map->spare = (influence_list){NULL, 0, 0};
        }
    }
    if (record->is_waiting && key->is_straight && !wendi_influence_prepare(map, key)) {
        return false;
    }
    (void)wendi_influence_stamp(map, key, &record->list, 1);
    return true;
}

/* Reads a list of indices of records, each once: those that wait, or those that are free. */
static void read_indices(wendi_visitor *v, wend_influence *map, wendi_array_u32 *into,
                         bool is_waiting, uint32_t expected)
{
    uint32_t count = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count == expected, "a list of sources has another length");
    for (uint32_t i = 0; i < expected && !wendi_visitor_has_failed(v); i++) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        const bool is_record = index < map->record_count;
        influence_record *record = is_record ? &map->records[index] : NULL;
        wendi_visit_expect(v,
                           is_record && record->is_waiting == is_waiting &&
                               (is_waiting || !record->exists) && !record->is_listed,
                           "a list of sources is wrong");
        if (record != NULL && !wendi_visitor_has_failed(v)) {
            record->is_listed = true;
            (void)wendi_array_u32_push(into, index); /* there is room */
        }
    }
}

static wend_result read_map(wendi_visitor *v, const wend_influence_def *def, const char *function,
                            wend_influence **made)
{
    uint32_t count = 0, free_count = 0, waiting = 0;
    wendi_visit_part(v, "the data ends within the map");
    const wend_result result = read_head(v, def, function, made);
    if (result != WEND_OK || *made == NULL) {
        return result;
    }
    wend_influence *map = *made;
    if (map->ground.grid != NULL) {
        read_open(v, map);
    }
    wendi_visit_u32(v, &count);
    wendi_visit_expect(
        v, count <= WEND_INFLUENCE_SOURCES_MAX && count <= wendi_reader_remaining(v->reader) / 12,
        "the number of sources makes no sense");
    if (!wendi_visitor_has_failed(v) &&
        !wendi_visit_expect_memory(v, wendi_influence_reserve_records(map, count))) {
        return wendi_visitor_result(v);
    }
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        if (!wendi_visit_expect_memory(v, read_record(v, map, i))) {
            return wendi_visitor_result(v);
        }
        waiting += map->records[i].is_waiting ? 1 : 0;
        free_count += !map->records[i].is_waiting && !map->records[i].exists ? 1 : 0;
    }
    if (!wendi_visitor_has_failed(v)) {
        read_indices(v, map, &map->free_records, false, free_count);
        read_indices(v, map, &map->waiting, true, waiting);
    }
    for (uint32_t i = 0; i < map->side_count && !wendi_visitor_has_failed(v); i++) {
        (void)wendi_visit_expect_memory(
            v, wendi_fading_visit(v, &map->fading[i], &map->clock, &map->allocator));
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the map");
    return wendi_visitor_result(v);
}

wend_result wend_influence_load(const wend_influence_def *def, const uint8_t *bytes, size_t count,
                                wend_influence **influence)
{
    static const char function[] = "wend_influence_load";
    wend_influence_def from = def == NULL ? wend_influence_def_default() : *def;
    if (influence != NULL) {
        *influence = NULL;
    }
    if (!wendi_has_cookie(from.cookie, COOKIE, from.message, function,
                          "wend_influence_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (influence == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, influence == NULL ? "influence" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the map",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_influence *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_map(&v, &from, function, &made);
    if (result != WEND_OK) {
        wend_influence_destroy(made);
        return result == WEND_ERROR_ARGUMENT
                   ? result
                   : wendi_fail_reason(from.message, function, result,
                                       result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *influence = made;
    return WEND_OK;
}
