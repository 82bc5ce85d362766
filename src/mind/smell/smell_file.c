/* Saves smells as bytes, loads them, and hashes them. Linear.
 *
 * One section of bytes.h, magic "WSML", version 1, with these numbers, little-endian:
 *
 *   width, height, movement class, team, limit of trails u32 each, half-life u64, strength f64,
 *   radius f64, tick u64, limit of indices u32,
 *   for each index: state u8 (0 free, 1 there, 2 there with a trail to leave), generation u32; if there:
 *     kind u32, position 2 f64, radius f64, intensity u32, user u64, cells of the trail u32, for each,
 *     the oldest first: cell u32, tick u64,
 *   the free indices u32 each, the one that the next source takes first.
 *
 * Cells that have faded away are left out. The field follows from the grid, which is saved apart. */
#include "base/core/message.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "mind/smell/smell.h"
#include "wend/walls.h"

enum { MAGIC = 0x4C4D5357, VERSION = 1, FREE = 0, THERE = 1, LEAVES = 2, SOURCE_BYTES_LEAST = 5 };

static void visit_head(wendi_visitor *v, wend_smell_def *def, uint32_t *width, uint32_t *height,
                       uint64_t *tick, uint32_t *limit)
{
    wendi_visit_u32(v, width);
    wendi_visit_u32(v, height);
    wendi_visit_u32(v, &def->movement_class);
    wendi_visit_u32(v, &def->team);
    wendi_visit_u32(v, &def->trail_limit);
    wendi_visit_u64(v, &def->trail_half_life);
    wendi_visit_f64(v, &def->trail_strength);
    wendi_visit_f64(v, &def->trail_radius);
    wendi_visit_u64(v, tick);
    wendi_visit_u32(v, limit);
}

static void visit_source(wendi_visitor *v, wendi_smell_source *it)
{
    wendi_visit_u32(v, &it->kind);
    wendi_visit_vec2(v, &it->position);
    wendi_visit_f64(v, &it->radius);
    wendi_visit_u32(v, &it->intensity);
    wendi_visit_u64(v, &it->user);
}

static void visit_point(wendi_visitor *v, wendi_smell_point *point)
{
    wendi_visit_u32(v, &point->cell);
    wendi_visit_u64(v, &point->tick);
}

/* Writing and hashing. */
static void visit_trail(wendi_visitor *v, const wend_smell *smell, uint32_t index)
{
    const wendi_smell_source *it = &smell->sources[index];
    uint32_t count = 0;
    for (uint32_t i = 0; i < it->trail_count; i++) {
        count += wendi_smell_is_alive(smell, wendi_smell_point_at(smell, index, i)) ? 1 : 0;
    }
    wendi_visit_u32(v, &count);
    for (uint32_t i = 0; i < it->trail_count; i++) {
        wendi_smell_point point = *wendi_smell_point_at(smell, index, i);
        if (wendi_smell_is_alive(smell, &point)) {
            visit_point(v, &point);
        }
    }
}

static void visit_smell(wendi_visitor *v, const wend_smell *smell)
{
    wend_smell_def def = {.movement_class = smell->movement_class,
                          .team = smell->team,
                          .trail_limit = smell->trail_limit,
                          .trail_half_life = smell->trail_half_life,
                          .trail_strength = smell->trail_strength,
                          .trail_radius = smell->trail_radius};
    uint32_t width = (uint32_t)smell->info.width, height = (uint32_t)smell->info.height;
    uint64_t tick = smell->tick;
    uint32_t limit = smell->limit;
    visit_head(v, &def, &width, &height, &tick, &limit);
    for (uint32_t i = 0; i < limit; i++) {
        wendi_smell_source it = smell->sources[i];
        uint8_t state = !it.is_used ? FREE : it.leaves_trail ? LEAVES : THERE;
        wendi_visit_u8(v, &state);
        wendi_visit_u32(v, &it.generation);
        if (it.is_used) {
            visit_source(v, &it);
            visit_trail(v, smell, i);
        }
    }
    for (uint32_t i = smell->free_first; i != WENDI_SMELL_NONE; i = smell->sources[i].next) {
        uint32_t index = i;
        wendi_visit_u32(v, &index);
    }
}

uint64_t wend_smell_hash(const wend_smell *smell)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (smell == NULL) {
        return 0;
    }
    visit_smell(&v, smell);
    return v.hash;
}

static void write_smell(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_smell(&v, object);
}

wend_result wend_smell_save(const wend_smell *smell, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (smell != NULL && !wend_smell_is_fresh(smell)) {
        if (count != NULL) {
            *count = 0;
        }
        return WEND_ERROR_STALE;
    }
    return wendi_save_object(smell, write_smell, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- reading ---- */

static void read_trail(wendi_visitor *v, wend_smell *smell, uint32_t index)
{
    const uint32_t cells = (uint32_t)smell->info.width * (uint32_t)smell->info.height;
    uint32_t count = 0;
    uint64_t last = 0;
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v, count <= smell->trail_limit, "a trail is too long");
    for (uint32_t i = 0; i < count && !wendi_visitor_has_failed(v); i++) {
        wendi_smell_point point = {.cell = 0};
        visit_point(v, &point);
        wendi_visit_expect(v,
                           point.cell < cells && point.tick <= smell->tick && point.tick >= last &&
                               (point.tick > smell->tick || wendi_smell_is_alive(smell, &point)),
                           "a cell of a trail makes no sense");
        last = point.tick;
        if (!wendi_visitor_has_failed(v)) {
            wendi_smell_leave(smell, index, point.cell, point.tick);
        }
    }
}

static void read_source(wendi_visitor *v, wend_smell *smell, uint32_t index)
{
    wendi_smell_source it = {.next = WENDI_SMELL_NONE, .previous = WENDI_SMELL_NONE};
    wend_smell_source source = wend_smell_source_default();
    uint8_t state = FREE;
    const char *field;
    double most;
    wendi_visit_u8(v, &state);
    wendi_visit_u32(v, &it.generation);
    wendi_visit_expect(v, state <= LEAVES && it.generation != 0,
                       "the state of a source makes no sense");
    if (state == FREE || wendi_visitor_has_failed(v)) {
        smell->sources[index] = it;
        return;
    }
    visit_source(v, &it);
    source.kind = it.kind;
    source.position = it.position;
    source.radius = it.radius;
    source.intensity = (double)it.intensity / WENDI_SMELL_ONE;
    wendi_visit_expect(v,
                       wendi_smell_is_sound(smell, &source, &field, &most) &&
                           wendi_f64_is_plain(it.position.x) && wendi_f64_is_plain(it.position.y) &&
                           wendi_f64_is_plain(it.radius),
                       "a source is out of range");
    if (wendi_visitor_has_failed(v)) {
        return;
    }
    it.reach = wendi_smell_reach_of(smell, it.radius);
    if (!wendi_visit_expect_memory(
            v, wendi_smell_reserve_window(smell, wendi_smell_side(it.reach), &it.window))) {
        return;
    }
    it.side = wendi_smell_side(it.reach);
    it.is_used = true;
    it.leaves_trail = state == LEAVES;
    smell->sources[index] = it;
    smell->count++;
    wendi_smell_begin(smell, index);
    read_trail(v, smell, index);
}

/* Chains the free indices. A free source that is chained has its own index as `previous`. */
static void read_free(wendi_visitor *v, wend_smell *smell)
{
    uint32_t *link = &smell->free_first;
    for (uint32_t left = smell->limit - smell->count; left > 0; left--) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        const bool is_free = index < smell->limit && !smell->sources[index].is_used &&
                             smell->sources[index].previous == WENDI_SMELL_NONE;
        wendi_visit_expect(v, is_free, "the free indices make no sense");
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        *link = index;
        link = &smell->sources[index].next;
        smell->sources[index].previous = index;
    }
}

static wend_result read_smell(wendi_visitor *v, wend_smell_def *def, wend_smell **smell)
{
    uint32_t width = 0, height = 0, limit = 0;
    uint64_t tick = 0;
    wend_grid_info info;
    wendi_visit_part(v, "the data ends within the smells");
    visit_head(v, def, &width, &height, &tick, &limit);
    wend_grid_get_info(def->grid, &info);
    wendi_visit_expect(v, width == (uint32_t)info.width && height == (uint32_t)info.height,
                       "the smells belong to a grid of another size");
    wendi_visit_expect(v,
                       tick <= WEND_SMELL_TICK_MAX && limit <= WEND_SMELL_SOURCES_MAX &&
                           (uint64_t)limit * SOURCE_BYTES_LEAST <=
                               wendi_reader_remaining(v->reader),
                       "the number of sources makes no sense");
    wendi_visit_expect(
        v, wendi_f64_is_plain(def->trail_strength) && wendi_f64_is_plain(def->trail_radius),
        "the definition is out of range");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    wend_message *message = def->message;
    def->message = NULL; /* the file is wrong, not a definition */
    const wend_result result = wend_smell_create(def, smell);
    def->message = message;
    wendi_visit_expect(v, result != WEND_ERROR_ARGUMENT, "the definition is out of range");
    if (result != WEND_OK) {
        return result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FILE : result;
    }
    wend_smell *made = *smell;
    made->tick = tick;
    if (!wendi_visit_expect_memory(v, limit == 0 || wendi_smell_reserve(made, limit))) {
        return wendi_visitor_result(v);
    }
    while (made->limit < limit && !wendi_visitor_has_failed(v)) {
        made->sources[made->limit] =
            (wendi_smell_source){.next = WENDI_SMELL_NONE, .previous = WENDI_SMELL_NONE};
        made->limit++;
        read_source(v, made, made->limit - 1);
    }
    if (!wendi_visitor_has_failed(v)) {
        read_free(v, made);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the smells");
    return wendi_visitor_result(v);
}

wend_result wend_smell_load(const wend_smell_def *def, const uint8_t *bytes, size_t count,
                            wend_smell **smell)
{
    static const char function[] = "wend_smell_load";
    if (smell != NULL) {
        *smell = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, wend_smell_def_default().cookie, def->message,
                                         function, "wend_smell_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (smell == NULL || def->grid == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(def->message, function,
                                 smell == NULL       ? "smell"
                                 : def->grid == NULL ? "grid"
                                                     : "bytes");
    }
    wend_smell_def from = *def;
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the smells",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(def->message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_smell *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_smell(&v, &from, &made);
    if (result != WEND_OK) {
        wend_smell_destroy(made);
        return wendi_fail_reason(def->message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    (void)wend_smell_update(made);
    *smell = made;
    return WEND_OK;
}
