/* Saves explorers of a crowd as bytes, loads them, and hashes them. Linear in what they remember.
 *
 * One section of bytes.h, magic "WEXP", version 2: the number of explorers u64, then each with its
 * slot, its fields in their order, its places, the corners of its path, and how it gives way to
 * others, with its trail. Version 1 has the latter not. */
#include "crowd/explore/explorers.h"

#include "base/core/memory.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"

enum { EXPLORER_BYTES = 200, PLACE_BYTES = 8, CORNER_BYTES = 16 };

static const double LENGTH_MOST = 1e300;

static void visit_number(wendi_visitor *v, double *value)
{
    wendi_visit_f64(v, value);
    wendi_visit_expect(v, *value >= -LENGTH_MOST && *value <= LENGTH_MOST,
                       "a number of an explorer is out of range");
}

static void visit_point(wendi_visitor *v, wend_vec2 *point)
{
    visit_number(v, &point->x);
    visit_number(v, &point->y);
}

static void visit_fields(wendi_visitor *v, wendi_explorer *e)
{
    wendi_visit_id(v, &e->body.index1, &e->body.generation);
    e->method = (wend_explore_method)wendi_visit_code(v, (uint32_t)e->method, WEND_EXPLORE_BY_MAP);
    e->hand = (wend_explore_hand)wendi_visit_code(v, (uint32_t)e->hand, WEND_EXPLORE_HAND_NEARER);
    e->state = (wend_explore_state)wendi_visit_code(v, (uint32_t)e->state, WEND_EXPLORE_LIMIT);
    e->has_stopped = wendi_visit_code(v, e->has_stopped ? 1 : 0, 1) != 0;
    visit_point(v, &e->goal);
    visit_point(v, &e->start);
    visit_number(v, &e->reach);
    visit_number(v, &e->sense);
    visit_number(v, &e->memory_cell);
    wendi_visit_u64(v, &e->max_ticks);
    wendi_visit_u64(v, &e->ticks);
    wendi_visit_u64(v, &e->collisions);
    wendi_visit_u64(v, &e->draws);
    visit_number(v, &e->travelled);
    visit_point(v, &e->last);
    visit_point(v, &e->hit);
    visit_point(v, &e->hit_normal);
    visit_number(v, &e->hit_left);
    visit_point(v, &e->wall);
    visit_point(v, &e->contact);
    visit_point(v, &e->normal);
    visit_number(v, &e->progress);
    visit_number(v, &e->line_side);
    e->is_right = wendi_visit_code(v, e->is_right ? 1 : 0, 1) != 0;
    e->is_leaving = wendi_visit_code(v, e->is_leaving ? 1 : 0, 1) != 0;
    visit_point(v, &e->heading);
    wendi_visit_u32(v, &e->run_left);
    wendi_visit_u32(v, &e->place);
    wendi_visit_u32(v, &e->target);
    e->has_path = wendi_visit_code(v, e->has_path ? 1 : 0, 1) != 0;
    wendi_visit_expect(v,
                       e->reach > 0 && e->reach <= 64 && e->sense >= 0 && e->sense <= 64 &&
                           e->memory_cell >= 0 && e->memory_cell <= 64,
                       "an explorer makes no sense");
}

static void visit_places(wendi_visitor *v, const wend_explorers *all, wendi_explorer *e)
{
    const size_t count = wendi_visit_count(v, e->table.count, PLACE_BYTES, (size_t)1 << 29);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); ++i) {
        wendi_explorer_place place = {0};
        if (!wendi_visitor_is_reading(v)) {
            place = e->places[i];
        }
        wendi_visit_u32(v, &place.key);
        wendi_visit_u32(v, &place.from);
        if (!wendi_visitor_is_reading(v)) {
            continue;
        }
        wendi_visit_expect(
            v, place.from <= i && wendi_key_table_find(&e->table, place.key) == UINT32_MAX,
            "a place of an explorer makes no sense");
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(v, wendi_explorer_reserve_place(all, e))) {
            return;
        }
        const uint32_t slot = wendi_key_table_slot(&e->table, place.key);
        e->places[wendi_key_table_add(&e->table, slot, place.key)] = place;
    }
    wendi_visit_expect(v, count == 0 || (e->place < count && e->target < count),
                       "an explorer is at no place of its own");
}

static void visit_corners(wendi_visitor *v, const wend_explorers *all, wendi_explorer *e)
{
    const size_t count = wendi_visit_count(v, e->corner_count, CORNER_BYTES, UINT32_MAX / 2);
    if (wendi_visitor_is_reading(v) && count > 0) {
        e->corners = wendi_alloc_items_zero(&all->allocator, count, sizeof *e->corners);
        e->corner_capacity = e->corners == NULL ? 0 : (uint32_t)count;
        e->corner_count = e->corner_capacity;
        if (!wendi_visit_expect_memory(v, e->corners != NULL)) {
            return;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        visit_point(v, &e->corners[i]);
    }
    wendi_visit_u32(v, &e->corner_next);
    wendi_visit_expect(v, e->corner_next <= count, "an explorer is beyond its path");
}

static void visit_yield(wendi_visitor *v, wendi_explorer *e)
{
    e->is_yielding = wendi_visit_code(v, e->is_yielding ? 1 : 0, 1) != 0;
    wendi_visit_id(v, &e->yields_to.index1, &e->yields_to.generation);
    visit_point(v, &e->wanted);
    wendi_visit_u32(v, &e->stand_ticks);
    wendi_visit_u32(v, &e->yields);
    wendi_visit_u32(v, &e->points_since);
    wendi_visit_u32(v, &e->yield_left);
    wendi_visit_u32(v, &e->trail_at);
    const size_t count = wendi_visit_count(v, e->trail_count, CORNER_BYTES, WENDI_EXPLORER_TRAIL);
    e->trail_count = (uint32_t)count;
    for (size_t i = 0; i < count; ++i) {
        visit_point(v, &e->trail[i]);
    }
    wendi_visit_expect(v, e->yields <= 16 && e->trail_at <= count,
                       "an explorer gives way in no way that can be");
}

/* Reading: into items that are all free. */
static void visit_explorers(wendi_visitor *v, wend_explorers *all, uint32_t version)
{
    wendi_visit_part(v, "the data ends within the explorers");
    const size_t count = wendi_visit_count(v, all->count, EXPLORER_BYTES, SIZE_MAX / 1024);
    uint32_t least = 0;
    for (size_t k = 0; k < count && !wendi_visitor_has_failed(v); ++k) {
        uint32_t slot = least;
        while (!wendi_visitor_is_reading(v) && !all->items[slot].is_used) {
            slot++;
        }
        wendi_visit_u32(v, &slot);
        wendi_visit_expect(v, slot >= least && slot < all->limit,
                           "the slot of an explorer makes no sense");
        if (wendi_visitor_has_failed(v)) {
            return;
        }
        least = slot + 1;
        wendi_explorer *e = &all->items[slot];
        e->is_used = true;
        visit_fields(v, e);
        visit_places(v, all, e);
        visit_corners(v, all, e);
        if (version >= 2) {
            visit_yield(v, e);
        }
        all->count += wendi_visitor_is_reading(v) ? 1 : 0;
        const uint32_t body = e->body.index1 - 1;
        const bool is_body = body < all->body_limit &&
                             (all->slot_of[body] == WENDI_NONE || !wendi_visitor_is_reading(v));
        wendi_visit_expect(v, is_body, "an explorer has no body of its own");
        if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
            all->slot_of[body] = slot;
        }
    }
}

/* Writing and hashing change nothing but the copy. */
uint64_t wend_explorers_hash(const wend_explorers *explorers)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (explorers != NULL) {
        wend_explorers copy = *explorers;
        visit_explorers(&v, &copy, WENDI_EXPLORERS_VERSION);
    }
    return v.hash;
}

static void write_explorers(const void *object, wendi_writer *writer)
{
    wend_explorers copy = *(const wend_explorers *)object;
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_explorers(&v, &copy, WENDI_EXPLORERS_VERSION);
}

wend_result wend_explorers_save(const wend_explorers *explorers, uint8_t *bytes, size_t capacity,
                                size_t *count)
{
    return wendi_save_object(explorers, write_explorers, WENDI_EXPLORERS_MAGIC,
                             WENDI_EXPLORERS_VERSION, bytes, capacity, count);
}

static const char loading[] = "wend_explorers_load";

static void swap_items(wend_explorers *a, wend_explorers *b)
{
    wendi_explorer *items = a->items;
    uint32_t *slots = a->slot_of;
    const uint32_t count = a->count;
    a->items = b->items;
    a->slot_of = b->slot_of;
    a->count = b->count;
    b->items = items;
    b->slot_of = slots;
    b->count = count;
}

static void free_items(wend_explorers *read)
{
    for (uint32_t i = 0; i < read->limit && read->items != NULL; ++i) {
        wendi_free(&read->allocator, read->items[i].places,
                   read->items[i].place_capacity * sizeof *read->items[i].places);
        wendi_key_table_destroy(&read->items[i].table, &read->allocator);
        wendi_free(&read->allocator, read->items[i].corners,
                   read->items[i].corner_capacity * sizeof *read->items[i].corners);
    }
    wendi_free(&read->allocator, read->items,
               read->items == NULL ? 0 : read->limit * sizeof *read->items);
    wendi_free(&read->allocator, read->slot_of,
               read->slot_of == NULL ? 0 : read->body_limit * sizeof *read->slot_of);
}

static wend_result load(wend_explorers *all, const uint8_t *bytes, size_t count,
                        wend_message *message)
{
    if (all == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail_reason(message, loading, WEND_ERROR_ARGUMENT,
                                 "no explorers, or no bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, WENDI_EXPLORERS_MAGIC, WENDI_EXPLORERS_VERSION,
                                "there are bytes behind the explorers", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(message, loading, WEND_ERROR_FILE, reason.text);
    }
    wend_explorers read = {
        .allocator = all->allocator, .limit = all->limit, .body_limit = all->body_limit};
    read.items = wendi_alloc_items_zero(&read.allocator, read.limit, sizeof *read.items);
    read.slot_of = wendi_alloc_items(&read.allocator, read.body_limit, sizeof *read.slot_of);
    if (read.items == NULL || read.slot_of == NULL) {
        free_items(&read);
        return wendi_fail_reason(message, loading, WEND_ERROR_MEMORY, NULL);
    }
    for (uint32_t i = 0; i < read.body_limit; ++i) {
        read.slot_of[i] = WENDI_NONE;
    }
    wendi_visitor v = wendi_visitor_reading(&content);
    visit_explorers(&v, &read, version);
    wendi_visit_expect(&v, wendi_visitor_has_failed(&v) || wendi_reader_is_done(v.reader),
                       "there are bytes behind the explorers");
    const wend_result result = wendi_visitor_result(&v);
    if (result == WEND_OK) {
        swap_items(all, &read);
    }
    free_items(&read);
    return result == WEND_OK ? WEND_OK : wendi_fail_reason(message, loading, result, v.reason);
}

wend_result wend_explorers_load(wend_explorers *explorers, const uint8_t *bytes, size_t count,
                                wend_message *message)
{
    wend_message own = {0};
    wend_message *to = wendi_message_or(message, &own);
    return wendi_fail_as_both(explorers == NULL ? NULL : &explorers->error, to, loading,
                              load(explorers, bytes, count, to));
}
