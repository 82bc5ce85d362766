/* Writes portals and baked fields (see file.h).
 * Cost: a microsecond a field; memory of the size of the file. */
#include "flow/baked/file.h"

#include "base/core/sort.h"
#include "flow/portals/bit_stream.h"
#include "flow/portals/save.h"

#include <string.h>

enum { PORTAL_BITS = 12, PORTAL_MASK = (1 << PORTAL_BITS) - 1 };

/* The sections, as their lengths are needed first. */
typedef struct baked_writer {
    const wend_flow *flow;
    wendi_portal_graph *classes[WEND_FLOW_CLASSES_MAX];
    wendi_sort_pair *fields; /* [count] name of cost tile and portal, index; as many for sorting */
    size_t count, capacity;
    wendi_writer graph, index, chunks;
    wendi_writer field_heads, encoded; /* of one cost tile */
    uint64_t chunk_first, ground_last;
    size_t chunk_begin; /* among the chunks' bytes */
    uint8_t cost[WENDI_TILE_CELLS];
    uint32_t d[WENDI_TILE_CELLS], back[WENDI_TILE_CELLS];
    uint8_t directions[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    uint8_t bytes[WENDI_FIELD_CODE_BYTES_MAX];
} baked_writer;

/* ---- list of fields ---- */

static wendi_portal portal_of(const wendi_field *field)
{
    const uint32_t key = field->portal - 1;
    return (wendi_portal){(uint8_t)(key >> 16), (uint8_t)(key >> 8), (uint8_t)key, 0};
}

static bool list_fields(baked_writer *s)
{
    const wendi_field_cache *fields = &s->flow->fields;
    for (uint32_t i = 0; i < fields->used; ++i) {
        s->capacity += wendi_field_at(fields, i)->is_kept;
    }
    if (s->capacity == 0) {
        return true;
    }
    s->fields = wendi_alloc(&s->flow->allocator, 2 * s->capacity * sizeof *s->fields);
    if (s->fields == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < fields->used; ++i) {
        const wendi_field *field = wendi_field_at(fields, i);
        if (field->is_kept) {
            const uint64_t ground = wendi_cost_tile_key_name(field->ground);
            const wendi_portal portal = portal_of(field);
            const uint32_t name = wendi_portal_name(portal.side, portal.first, portal.count);
            s->fields[s->count++] = (wendi_sort_pair){ground << PORTAL_BITS | name, i};
        }
    }
    wendi_sort_pairs(s->fields, s->fields + s->capacity, s->count);
    return true;
}

/* ---- one field ---- */

/* Encodes a field and checks that it decodes to itself. @return length; 0: it does not. */
static size_t encode_field(baked_writer *s, const wendi_field *field, const wendi_tile_shape *shape)
{
    const wendi_field_codec ground =
        wendi_baked_file_codec(s->flow, shape, s->cost, portal_of(field));

    for (int32_t i = 0; i < shape->count; ++i) {
        const uint32_t narrow = field->is_wide ? 0 : wendi_field_costs(field)[i];
        s->d[i] = field->is_wide                   ? wendi_field_wide_costs(field)[i]
                  : narrow == WENDI_TILE_UNREACHED ? WENDI_TILE_WIDE_UNREACHED
                                                   : narrow;
    }

    const uint8_t *flow = wendi_field_directions(&s->flow->fields, field);
    const size_t count = wendi_field_encode(&ground, s->d, flow, s->bytes);
    const bool is_whole = wendi_field_decode(&ground, s->bytes, count, s->back, s->directions);
    return is_whole && memcmp(s->d, s->back, (size_t)shape->count * sizeof *s->d) == 0 ? count : 0;
}

/* ---- cost tiles and chunks ---- */

static void end_chunk(baked_writer *s)
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

/* Writes fields first ... last - 1, all of one cost tile that still exists. */
static void save_ground(baked_writer *s, size_t first, size_t last, const wendi_tile_shape *shape)
{
    uint32_t portals = 0;
    wendi_array_u8_clear(&s->field_heads.bytes);
    wendi_array_u8_clear(&s->encoded.bytes);
    for (size_t i = first; i < last; ++i) {
        const wendi_field *field = wendi_field_at(&s->flow->fields, s->fields[i].value);
        const size_t count = encode_field(s, field, shape);
        if (count > 0) {
            wendi_write_u16(&s->field_heads, (uint16_t)(s->fields[i].key & PORTAL_MASK));
            wendi_write_varint(&s->field_heads, count);
            wendi_write_raw(&s->encoded, s->bytes, count);
            ++portals;
        }
    }
    if (portals > 0) {
        const uint64_t name = s->fields[first].key >> PORTAL_BITS;
        if (s->chunks.bytes.count == s->chunk_begin) {
            s->chunk_first = s->ground_last = name;
        }
        wendi_write_varint(&s->chunks, name - s->ground_last);
        wendi_write_u8(&s->chunks, (uint8_t)portals);
        wendi_write_raw(&s->chunks, s->field_heads.bytes.items, s->field_heads.bytes.count);
        wendi_write_raw(&s->chunks, s->encoded.bytes.items, s->encoded.bytes.count);
        s->ground_last = name;
        if (s->chunks.bytes.count - s->chunk_begin >= WENDI_BAKED_CHUNK) {
            end_chunk(s);
        }
    }
}

/* Fields of an older state of the ground are left out. */
static void save_fields(baked_writer *s)
{
    size_t first = 0;
    size_t kept = 0;
    for (size_t i = 0; i < s->count; ++i) {
        const uint64_t name = s->fields[i].key >> PORTAL_BITS;
        const wendi_field *field = wendi_field_at(&s->flow->fields, s->fields[i].value);
        wendi_tile_shape shape;
        if (wendi_cost_tile_key_find(s->classes, s->flow->class_count, field->ground, &shape,
                                     s->cost)) {
            s->fields[kept++] = s->fields[i];
        }
        const bool is_last = i + 1 == s->count || s->fields[i + 1].key >> PORTAL_BITS != name;
        if (is_last && kept > first) {
            const wendi_field *one = wendi_field_at(&s->flow->fields, s->fields[first].value);
            (void)wendi_cost_tile_key_find(s->classes, s->flow->class_count, one->ground, &shape,
                                           s->cost);
            save_ground(s, first, kept, &shape);
            first = kept;
        }
    }
    end_chunk(s);
}

/* ---- file ---- */

static wend_result write_sections(baked_writer *s)
{
    const size_t graph =
        wendi_write_section_begin(&s->graph, WENDI_BAKED_PORTALS, WENDI_BAKED_VERSION);
    for (uint32_t i = 0; i < s->flow->class_count; ++i) {
        wendi_portal_graph_save(s->classes[i], &s->graph);
    }
    wendi_write_section_end(&s->graph, graph);
    const size_t index =
        wendi_write_section_begin(&s->index, WENDI_BAKED_INDEX, WENDI_BAKED_VERSION);
    if (!list_fields(s)) {
        return WEND_ERROR_MEMORY;
    }
    save_fields(s);
    wendi_write_section_end(&s->index, index);
    const bool has_failed = s->graph.has_failed || s->index.has_failed || s->chunks.has_failed ||
                            s->field_heads.has_failed || s->encoded.has_failed;
    return has_failed ? WEND_ERROR_MEMORY : WEND_OK;
}

static wend_result assemble_file(baked_writer *s, wendi_writer *header, uint8_t *bytes,
                                 size_t capacity, size_t *count)
{
    const size_t section =
        wendi_write_section_begin(header, WENDI_BAKED_MAGIC, WENDI_BAKED_VERSION);
    wendi_baked_file_save_header(s->flow, header);
    wendi_write_u64(header, s->graph.bytes.count);
    wendi_write_u64(header, s->index.bytes.count);
    wendi_write_u64(header, s->chunks.bytes.count);
    wendi_write_section_end(header, section);
    const uint64_t needed = (uint64_t)header->bytes.count + s->graph.bytes.count +
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
    wendi_write_raw(&out, s->graph.bytes.items, s->graph.bytes.count);
    wendi_write_raw(&out, s->index.bytes.items, s->index.bytes.count);
    wendi_write_raw(&out, s->chunks.bytes.items, s->chunks.bytes.count);
    return WEND_OK;
}

wend_result wend_flow_save(const wend_flow *flow, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (flow == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }

    for (uint32_t i = 0; i < flow->class_count; ++i) {
        if (!wendi_portal_graph_is_fresh(flow->classes[i].graph)) {
            return WEND_ERROR_STALE;
        }
    }

    baked_writer *s = wendi_alloc_zero(&flow->allocator, sizeof *s);
    if (s == NULL) {
        return WEND_ERROR_MEMORY;
    }

    s->flow = flow;
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        s->classes[i] = flow->classes[i].graph;
    }
    wendi_writer_init(&s->graph, &flow->allocator);
    wendi_writer_init(&s->index, &flow->allocator);
    wendi_writer_init(&s->chunks, &flow->allocator);
    wendi_writer_init(&s->field_heads, &flow->allocator);
    wendi_writer_init(&s->encoded, &flow->allocator);

    wend_result result = write_sections(s);
    if (result == WEND_OK) {
        wendi_writer header;
        wendi_writer_init(&header, &flow->allocator);
        result = assemble_file(s, &header, bytes, capacity, count);
        wendi_writer_free(&header);
    }

    const wend_allocator *a = &s->flow->allocator;
    wendi_writer_free(&s->graph);
    wendi_writer_free(&s->index);
    wendi_writer_free(&s->chunks);
    wendi_writer_free(&s->field_heads);
    wendi_writer_free(&s->encoded);
    wendi_free(a, s->fields, 2 * s->capacity * sizeof *s->fields);
    wendi_free(a, s, sizeof *s);

    return result;
}
