/* takes: a flow with portals that are up to date, and the fields that were baked.
 * gives: bytes (see baked/file.h).
 * cost:  a microsecond a field; memory of the size of the file while it is written. */
#include "flow/baked/file.h"

#include "base/core/sort.h"
#include "flow/portals/bit_stream.h"
#include "flow/portals/save.h"

#include <string.h>

enum { WINDOW_BITS = 12, WINDOW_MASK = (1 << WINDOW_BITS) - 1 };

/* What is written before it is known how long it is. */
typedef struct save {
    const wend_flow *flow;
    wendi_portal_graph *classes[WEND_FLOW_CLASSES_MAX];
    wendi_sort_pair *fields; /* [count] name of ground and window, index; as many for sorting */
    size_t count, capacity;
    wendi_writer portals, index, chunks;
    wendi_writer heads, packed; /* of one ground */
    uint64_t chunk_first, ground_last;
    size_t chunk_begin; /* among the chunks' bytes */
    uint8_t cost[WENDI_TILE_CELLS];
    uint32_t d[WENDI_TILE_CELLS], back[WENDI_TILE_CELLS];
    uint8_t directions[WENDI_ISLAND_TILE_SIDE * WENDI_ISLAND_TILE_SIDE];
    uint8_t bytes[WENDI_FIELD_CODE_BYTES_MAX];
} save;

/* ---- which fields ---- */

static wendi_portal window_of(const wendi_field *field)
{
    const uint32_t key = field->window - 1;
    return (wendi_portal){(uint8_t)(key >> 16), (uint8_t)(key >> 8), (uint8_t)key, 0};
}

static uint32_t name_of(const wendi_field *field)
{
    const wendi_portal window = window_of(field);
    return wendi_portal_name(window.side, window.first, window.count);
}

static bool list_fields(save *s)
{
    const wendi_field_cache *fields = &s->flow->fields;
    for (uint32_t i = 0; i < fields->capacity; ++i) {
        s->capacity += fields->items[i].is_kept;
    }
    if (s->capacity == 0) {
        return true;
    }
    s->fields = wendi_alloc(&s->flow->allocator, 2 * s->capacity * sizeof *s->fields);
    if (s->fields == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < fields->capacity; ++i) {
        const wendi_field *field = &fields->items[i];
        if (field->is_kept) {
            const uint64_t ground = wendi_cost_tile_key_name(field->ground);
            s->fields[s->count++] = (wendi_sort_pair){ground << WINDOW_BITS | name_of(field), i};
        }
    }
    wendi_sort_pairs(s->fields, s->fields + s->capacity, s->count);
    return true;
}

/* ---- one field ---- */

static void read_costs(const wendi_field *field, const wendi_tile_shape *shape, uint32_t *d)
{
    for (int32_t i = 0; i < shape->count; ++i) {
        const uint32_t narrow = field->is_wide ? 0 : wendi_field_costs(field)[i];
        d[i] = field->is_wide                   ? wendi_field_wide_costs(field)[i]
               : narrow == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED
                                                : narrow;
    }
}

/* Packs a field, and looks whether it would come back as it is. @return how many bytes; 0: it would
 * not. */
static size_t pack_field(save *s, const wendi_field *field, const wendi_tile_shape *shape)
{
    const wendi_field_codec ground =
        wendi_baked_file_codec(s->flow, shape, s->cost, window_of(field));
    read_costs(field, shape, s->d);
    const uint8_t *flow = wendi_field_directions(&s->flow->fields, field);
    const size_t count = wendi_field_encode(&ground, s->d, flow, s->bytes);
    const bool is_whole = wendi_field_decode(&ground, s->bytes, count, s->back, s->directions);
    return is_whole && memcmp(s->d, s->back, (size_t)shape->count * sizeof *s->d) == 0 ? count : 0;
}

/* ---- grounds and chunks ---- */

static void end_chunk(save *s)
{
    const size_t length = s->chunks.bytes.count - s->chunk_begin;
    if (length == 0 || s->chunks.has_failed) {
        return;
    }
    wendi_write_u64(&s->chunks, wend_hash_bytes(wend_hash_begin(),
                                                s->chunks.bytes.items + s->chunk_begin, length));
    wendi_write_u64(&s->index, s->chunk_first);
    wendi_write_u32(&s->index, (uint32_t)length + WENDI_BAKED_CHECKSUM);
    s->chunk_begin = s->chunks.bytes.count;
}

static void write_ground(save *s, uint64_t name, uint32_t windows)
{
    if (s->chunks.bytes.count == s->chunk_begin) {
        s->chunk_first = s->ground_last = name;
    }
    wendi_write_varint(&s->chunks, name - s->ground_last);
    wendi_write_u8(&s->chunks, (uint8_t)windows);
    wendi_write_raw(&s->chunks, s->heads.bytes.items, s->heads.bytes.count);
    wendi_write_raw(&s->chunks, s->packed.bytes.items, s->packed.bytes.count);
    s->ground_last = name;
    if (s->chunks.bytes.count - s->chunk_begin >= WENDI_BAKED_CHUNK) {
        end_chunk(s);
    }
}

/* Fields first ... last - 1, all of one ground that is still there. */
static void add_ground(save *s, size_t first, size_t last, const wendi_tile_shape *shape)
{
    uint32_t windows = 0;
    wendi_array_u8_clear(&s->heads.bytes);
    wendi_array_u8_clear(&s->packed.bytes);
    for (size_t i = first; i < last; ++i) {
        const wendi_field *field = &s->flow->fields.items[s->fields[i].value];
        const size_t count = pack_field(s, field, shape);
        if (count > 0) {
            wendi_write_u16(&s->heads, (uint16_t)(s->fields[i].key & WINDOW_MASK));
            wendi_write_varint(&s->heads, count);
            wendi_write_raw(&s->packed, s->bytes, count);
            ++windows;
        }
    }
    if (windows > 0) {
        write_ground(s, s->fields[first].key >> WINDOW_BITS, windows);
    }
}

/* Of an older state of the ground there may be fields as well: those come to nothing. */
static void add_fields(save *s)
{
    size_t first = 0;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; ++i) {
        const uint64_t name = s->fields[i].key >> WINDOW_BITS;
        const wendi_field *field = &s->flow->fields.items[s->fields[i].value];
        wendi_tile_shape shape;
        if (wendi_cost_tile_key_find(s->classes, s->flow->class_count, field->ground, &shape,
                                     s->cost)) {
            s->fields[kept++] = s->fields[i];
        }
        const bool is_last = i + 1 == s->count || s->fields[i + 1].key >> WINDOW_BITS != name;
        if (is_last && kept > first) {
            const wendi_field *one = &s->flow->fields.items[s->fields[first].value];
            (void)wendi_cost_tile_key_find(s->classes, s->flow->class_count, one->ground, &shape,
                                           s->cost);
            add_ground(s, first, kept, &shape);
            first = kept;
        }
    }
    end_chunk(s);
}

/* ---- all ---- */

static void init(save *s, const wend_flow *flow)
{
    s->flow = flow;
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        s->classes[i] = flow->classes[i].portals;
    }
    wendi_writer_init(&s->portals, &flow->allocator);
    wendi_writer_init(&s->index, &flow->allocator);
    wendi_writer_init(&s->chunks, &flow->allocator);
    wendi_writer_init(&s->heads, &flow->allocator);
    wendi_writer_init(&s->packed, &flow->allocator);
}

static void destroy(save *s)
{
    const wend_allocator *a = &s->flow->allocator;
    wendi_writer_free(&s->portals);
    wendi_writer_free(&s->index);
    wendi_writer_free(&s->chunks);
    wendi_writer_free(&s->heads);
    wendi_writer_free(&s->packed);
    wendi_free(a, s->fields, 2 * s->capacity * sizeof *s->fields);
    wendi_free(a, s, sizeof *s);
}

static wend_result collect(save *s)
{
    const size_t portals =
        wendi_write_section_begin(&s->portals, WENDI_BAKED_PORTALS, WENDI_BAKED_VERSION);
    for (uint32_t i = 0; i < s->flow->class_count; ++i) {
        wendi_portal_graph_save(s->classes[i], &s->portals);
    }
    wendi_write_section_end(&s->portals, portals);
    const size_t index =
        wendi_write_section_begin(&s->index, WENDI_BAKED_INDEX, WENDI_BAKED_VERSION);
    if (!list_fields(s)) {
        return WEND_ERROR_MEMORY;
    }
    add_fields(s);
    wendi_write_section_end(&s->index, index);
    const bool has_failed = s->portals.has_failed || s->index.has_failed || s->chunks.has_failed ||
                            s->heads.has_failed || s->packed.has_failed;
    return has_failed ? WEND_ERROR_MEMORY : WEND_OK;
}

static wend_result assemble(save *s, wendi_writer *header, uint8_t *bytes, size_t capacity,
                            size_t *count)
{
    const size_t section =
        wendi_write_section_begin(header, WENDI_BAKED_MAGIC, WENDI_BAKED_VERSION);
    wendi_baked_file_save_header(s->flow, header);
    wendi_write_u64(header, s->portals.bytes.count);
    wendi_write_u64(header, s->index.bytes.count);
    wendi_write_u64(header, s->chunks.bytes.count);
    wendi_write_section_end(header, section);
    const uint64_t needed = (uint64_t)header->bytes.count + s->portals.bytes.count +
                            s->index.bytes.count + s->chunks.bytes.count;
    if (header->has_failed) {
        return WEND_ERROR_MEMORY;
    }
    wendi_writer out;
    const wend_result result = wendi_writer_init_fixed(&out, bytes, capacity, needed, count);
    if (result != WEND_OK) {
        return result;
    }
    wendi_write_raw(&out, header->bytes.items, header->bytes.count);
    wendi_write_raw(&out, s->portals.bytes.items, s->portals.bytes.count);
    wendi_write_raw(&out, s->index.bytes.items, s->index.bytes.count);
    wendi_write_raw(&out, s->chunks.bytes.items, s->chunks.bytes.count);
    return WEND_OK;
}

static bool is_fresh(const wend_flow *flow)
{
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        if (!wendi_portal_graph_is_fresh(flow->classes[i].portals)) {
            return false;
        }
    }
    return true;
}

wend_result wend_flow_save(const wend_flow *flow, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (flow == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!is_fresh(flow)) {
        return WEND_ERROR_STALE;
    }
    save *s = wendi_alloc_zero(&flow->allocator, sizeof *s);
    if (s == NULL) {
        return WEND_ERROR_MEMORY;
    }
    init(s, flow);
    wend_result result = collect(s);
    if (result == WEND_OK) {
        wendi_writer header;
        wendi_writer_init(&header, &flow->allocator);
        result = assemble(s, &header, bytes, capacity, count);
        wendi_writer_free(&header);
    }
    destroy(s);
    return result;
}
