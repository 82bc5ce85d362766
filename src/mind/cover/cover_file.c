/* Saves cover as bytes, loads it, and hashes it.
 * Cost: linear.
 *
 * One section of bytes.h, magic "WCOV", version 1, with these numbers, little-endian:
 *
 *   stops_walk, stops, stops_low u32, radius, gap, spacing, peek distance, standing and crouched
 *   height f64,
 *   walls' states u64; for each: generation u32, stops u32, low, high 4 f64, is_dirty u8,
 *   places as of slots.h; for each in use: wall u32; if that is none: position, direction 4 f64,
 *     arc f64, is_low u8, user u64; else position, direction 4 f64, key u64,
 *   obstacles as of slots.h; for each in use: position, half_size, heading 6 f64, radius, height f64 */
#include "mind/cover/cover.h"

#include "base/math/vec2.h"

#include <math.h>

enum { MAGIC = 0x564F4357, VERSION = 1, STATE_BYTES = 41 };

/* ---- pieces that all passes share ---- */

static void visit_numbers(wendi_visitor *v, wend_cover_def *def)
{
    wendi_visit_u32(v, &def->stops_walk);
    wendi_visit_u32(v, &def->stops);
    wendi_visit_u32(v, &def->stops_low);
    wendi_visit_f64(v, &def->radius);
    wendi_visit_f64(v, &def->gap);
    wendi_visit_f64(v, &def->spacing);
    wendi_visit_f64(v, &def->peek_distance);
    wendi_visit_f64(v, &def->standing_height);
    wendi_visit_f64(v, &def->crouched_height);
}

static void visit_state(wendi_visitor *v, wendi_cover_wall *it)
{
    uint8_t is_dirty = it->is_dirty ? 1 : 0;
    wendi_visit_u32(v, &it->generation);
    wendi_visit_u32(v, &it->stops);
    wendi_visit_vec2(v, &it->low);
    wendi_visit_vec2(v, &it->high);
    wendi_visit_u8(v, &is_dirty);
    wendi_visit_expect(v, is_dirty <= 1, "the state of a wall makes no sense");
    it->is_dirty = is_dirty != 0;
}

static void visit_place(wendi_visitor *v, wendi_cover_record *it)
{
    uint8_t is_low = it->is_trusted_low ? 1 : 0;
    wendi_visit_u32(v, &it->wall);
    wendi_visit_vec2(v, &it->position);
    wendi_visit_vec2(v, &it->direction);
    if (it->wall == WENDI_COVER_NONE) {
        wendi_visit_f64(v, &it->trusted_arc);
        wendi_visit_u8(v, &is_low);
        wendi_visit_u64(v, &it->user);
        wendi_visit_expect(v, is_low <= 1, "a place makes no sense");
    } else {
        wendi_visit_u64(v, &it->key);
    }
    it->is_trusted_low = is_low != 0;
}

static void visit_solid(wendi_visitor *v, wendi_cover_solid *it)
{
    wendi_visit_vec2(v, &it->position);
    wendi_visit_vec2(v, &it->half_size);
    wendi_visit_vec2(v, &it->heading);
    wendi_visit_f64(v, &it->radius);
    wendi_visit_f64(v, &it->height);
}

/* ---- writing and hashing ---- */

static void visit_cover(wendi_visitor *v, const wend_cover *cover)
{
    wend_cover_def def = cover->def;
    wendi_slots places = cover->place_slots, solids = cover->solid_slots;
    visit_numbers(v, &def);
    (void)wendi_visit_count(v, cover->state_limit, STATE_BYTES, SIZE_MAX);
    for (uint32_t i = 0; i < cover->state_limit; i++) {
        wendi_cover_wall it = cover->states[i];
        visit_state(v, &it);
    }
    wendi_slots_visit(v, &places, 0, NULL, NULL);
    for (uint32_t i = 0; i < places.limit; i++) {
        if (wendi_slots_is_used(&places, i)) {
            wendi_cover_record it = cover->records[i];
            visit_place(v, &it);
        }
    }
    wendi_slots_visit(v, &solids, 0, NULL, NULL);
    for (uint32_t i = 0; i < solids.limit; i++) {
        if (wendi_slots_is_used(&solids, i)) {
            wendi_cover_solid it = cover->solid_records[i];
            visit_solid(v, &it);
        }
    }
}

uint64_t wend_cover_hash(const wend_cover *cover)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (cover == NULL) {
        return 0;
    }
    visit_cover(&v, cover);
    return v.hash;
}

static void write_cover(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_cover(&v, object);
}

wend_result wend_cover_save(const wend_cover *cover, uint8_t *bytes, size_t capacity, size_t *count)
{
    return wendi_save_object(cover, write_cover, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- reading ---- */

/* -0 is never kept. */
static bool is_kept(double value)
{
    return wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

static bool is_place_kept(wend_vec2 v)
{
    return fabs(v.x) <= WEND_COORDINATE_MAX && fabs(v.y) <= WEND_COORDINATE_MAX && is_kept(v.x) &&
           is_kept(v.y);
}

/* A direction of about length 1, or 0, 0. */
static bool is_direction(wend_vec2 v)
{
    const double square = v.x * v.x + v.y * v.y;
    return is_place_kept(v) &&
           ((square > 0.999 && square < 1.001) || (wendi_is_zero(v.x) && wendi_is_zero(v.y)));
}

static void read_states(wendi_visitor *v, wend_cover *cover)
{
    const size_t count = wendi_visit_count(v, 0, STATE_BYTES, WENDI_COVER_NONE);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, count == 0 ||
                                          wendi_cover_reserve_states(cover, (uint32_t)count))) {
        return;
    }
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_cover_wall *it = &cover->states[i];
        *it = (wendi_cover_wall){.first = WENDI_COVER_NONE};
        visit_state(v, it);
        wendi_visit_expect(
            v,
            is_place_kept(it->low) && is_place_kept(it->high) &&
                (it->generation != 0 ||
                 (it->stops == 0 && wendi_is_zero(it->low.x) && wendi_is_zero(it->low.y) &&
                  wendi_is_zero(it->high.x) && wendi_is_zero(it->high.y))),
            "the state of a wall makes no sense");
        cover->dirty_count += it->is_dirty ? 1 : 0;
        cover->state_limit++;
    }
}

static bool is_sound_place(const wend_cover *cover, const wendi_cover_record *it)
{
    wend_cover_place place = wend_cover_place_default();
    place.position = it->position;
    place.direction = it->direction;
    place.trusted_arc = it->trusted_arc;
    return wendi_cover_check_place(&place, NULL, NULL) == WEND_OK && is_place_kept(it->position) &&
           is_direction(it->direction) && is_kept(it->trusted_arc) &&
           (it->wall == WENDI_COVER_NONE ||
            (it->wall < cover->state_limit && cover->states[it->wall].generation != 0 &&
             it->key < UINT64_MAX));
}

/* Puts a place into its wall's list by key; false where the key is there already. Places of a wall
 * were mostly made in this order, so the search from `last` is short. */
static bool list_place(wend_cover *cover, uint32_t index, uint32_t *last)
{
    wendi_cover_record *records = cover->records, *it = &records[index];
    uint32_t *link = &cover->states[it->wall].first;
    if (*last != WENDI_COVER_NONE && records[*last].wall == it->wall &&
        records[*last].key < it->key) {
        link = &records[*last].next_of_wall;
    }
    while (*link != WENDI_COVER_NONE && records[*link].key < it->key) {
        link = &records[*link].next_of_wall;
    }
    if (*link != WENDI_COVER_NONE && records[*link].key == it->key) {
        return false;
    }
    it->next_of_wall = *link;
    *link = index;
    *last = index;
    return true;
}

static void read_places(wendi_visitor *v, wend_cover *cover)
{
    uint32_t last = WENDI_COVER_NONE;
    wendi_slots *slots = &cover->place_slots;
    wendi_slots_visit(v, slots, WEND_COVER_PLACES_MAX, "the indices of places make no sense",
                      &cover->allocator);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_cover_reserve_records(cover, slots->limit))) {
        return;
    }
    for (uint32_t i = 0; i < slots->limit && !wendi_visitor_has_failed(v); i++) {
        if (!wendi_slots_is_used(slots, i)) {
            continue;
        }
        cover->records[i] = (wendi_cover_record){.next_of_wall = WENDI_COVER_NONE};
        visit_place(v, &cover->records[i]);
        wendi_visit_expect(v,
                           wendi_visitor_has_failed(v) || is_sound_place(cover, &cover->records[i]),
                           "a place is out of range");
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        wendi_visit_expect(
            v, cover->records[i].wall == WENDI_COVER_NONE || list_place(cover, i, &last),
            "two places are the same");
        (void)wendi_visit_expect_memory(v, wendi_cover_link_place(cover, i));
    }
}

static void read_solids(wendi_visitor *v, wend_cover *cover)
{
    wendi_slots *slots = &cover->solid_slots;
    wendi_slots_visit(v, slots, WEND_COVER_OBSTACLES_MAX, "the indices of obstacles make no sense",
                      &cover->allocator);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_cover_reserve_solids(cover, slots->limit))) {
        return;
    }
    for (uint32_t i = 0; i < slots->limit && !wendi_visitor_has_failed(v); i++) {
        wendi_cover_solid *it = &cover->solid_records[i];
        wend_cover_obstacle obstacle = wend_cover_obstacle_default();
        if (!wendi_slots_is_used(slots, i)) {
            continue;
        }
        *it = (wendi_cover_solid){.radius = 0};
        visit_solid(v, it);
        obstacle.position = it->position;
        obstacle.half_size = it->half_size;
        obstacle.heading = it->heading;
        obstacle.radius = it->radius;
        obstacle.height = it->height;
        wendi_visit_expect(v,
                           wendi_visitor_has_failed(v) ||
                               (wendi_cover_check_obstacle(&obstacle, NULL, "") == WEND_OK &&
                                is_place_kept(it->position) && is_place_kept(it->half_size) &&
                                is_direction(it->heading) && is_kept(it->height)),
                           "an obstacle is out of range");
        if (!wendi_visitor_has_failed(v)) {
            (void)wendi_visit_expect_memory(v, wendi_cover_link_solid(cover, it, i));
        }
    }
}

static wend_result read_cover(wendi_visitor *v, wend_cover_def *def, wend_cover **cover)
{
    wend_message *message = def->message;
    wendi_visit_part(v, "the data ends within the cover");
    visit_numbers(v, def);
    def->message = NULL; /* the file is wrong, not a definition */
    const bool is_plain = is_kept(def->gap) && is_kept(def->peek_distance) &&
                          is_kept(def->standing_height) && is_kept(def->crouched_height);
    wendi_visit_expect(v, is_plain && wendi_cover_check(def, "") == WEND_OK,
                       "the definition is out of range");
    wend_result result = wendi_visitor_result(v);
    if (result == WEND_OK) {
        result = wend_cover_create(def, cover);
    }
    def->message = message;
    if (result != WEND_OK) {
        return result;
    }
    read_states(v, *cover);
    read_places(v, *cover);
    read_solids(v, *cover);
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the cover");
    return wendi_visitor_result(v);
}

wend_result wend_cover_load(const wend_cover_def *def, const uint8_t *bytes, size_t count,
                            wend_cover **cover)
{
    static const char function[] = "wend_cover_load";
    wend_message reason = {0};
    if (cover != NULL) {
        *cover = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, wend_cover_def_default().cookie, def->message,
                                         function, "wend_cover_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Worlds, callbacks and the other numbers that the definition gives are checked as in create. */
    wend_cover *made = NULL;
    wend_result result = wend_cover_create(def, &made);
    if (result != WEND_OK) {
        return wendi_fail_as(def->message, function, result);
    }
    wend_message *message = def->message;
    wend_cover_destroy(made);
    made = NULL;
    if (cover == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(message, function, cover == NULL ? "cover" : "bytes");
    }
    wendi_reader content;
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the cover",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_cover_def from = *def;
    wendi_visitor v = wendi_visitor_reading(&content);
    result = read_cover(&v, &from, &made);
    if (result != WEND_OK) {
        wend_cover_destroy(made);
        return wendi_fail_reason(message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *cover = made;
    return WEND_OK;
}
