/* The open file of a flow: loads baked fields, if they are the ones that would be built, and
 * checks the inputs that the file was built from.
 * Cost: two to four microseconds a field, and a read for some twenty sectors. */
#include "flow/baked/file.h"

#include "flow/portals/bit_stream.h"
#include "flow/portals/save.h"
#include "flow/tile/integrate.h"
#include "wend/grid.h"
#include "wend/overlay.h"

#include <string.h>

/* ---- memory ---- */

void wendi_baked_file_free_chunks(const wend_flow *flow, wendi_baked_chunk *chunks, uint32_t count)
{
    if (chunks != NULL) {
        wendi_free(&flow->allocator, chunks, ((size_t)count + 1) * sizeof *chunks);
    }
}

void wendi_baked_file_close(wend_flow *flow)
{
    wendi_baked_file *stream = flow->stream;
    if (stream == NULL) {
        return;
    }
    wendi_baked_file_free_chunks(flow, stream->chunks, stream->chunk_count);
    wendi_free(&flow->allocator, stream->buffer, stream->buffer_bytes);
    stream->chunks = NULL;
    stream->buffer = NULL;
    stream->chunk_count = 0;
    stream->buffer_bytes = 0;
    stream->buffered = UINT32_MAX;
    stream->read = NULL;
}

bool wendi_baked_file_reserve(wend_flow *flow)
{
    if (flow->stream == NULL) {
        flow->stream = wendi_alloc_zero(&flow->allocator, sizeof *flow->stream);
        wendi_baked_file_close(flow);
    }
    return flow->stream != NULL;
}

void wendi_baked_file_destroy(wend_flow *flow)
{
    wendi_baked_file_close(flow);
    wendi_free(&flow->allocator, flow->stream, sizeof *flow->stream);
    flow->stream = NULL;
}

size_t wendi_baked_file_memory_bytes(const wend_flow *flow)
{
    const wendi_baked_file *stream = flow->stream;
    if (stream == NULL) {
        return 0;
    }
    const size_t chunks = stream->chunks == NULL ? 0 : (size_t)stream->chunk_count + 1;
    return sizeof *stream + chunks * sizeof *stream->chunks + stream->buffer_bytes;
}

uint64_t wendi_baked_file_fields_loaded(const wend_flow *flow)
{
    return flow->stream == NULL ? 0 : flow->stream->fields;
}

/* ---- fields ---- */

bool wendi_baked_file_read(wend_flow *flow, wend_flow_read_fn read, void *context, uint64_t offset,
                           uint8_t *bytes, size_t count)
{
    flow->is_busy = true;
    const bool is_read = read(context, offset, bytes, count);
    flow->is_busy = false;
    return is_read;
}

/* @param content of the chunk. @return true if it was read and its checksum is right. */
static bool read_chunk(wend_flow *flow, uint32_t chunk, wendi_reader *content)
{
    wendi_baked_file *stream = flow->stream;
    const uint64_t offset = stream->chunks[chunk].offset;
    const size_t bytes = (size_t)(stream->chunks[chunk + 1].offset - offset);
    const size_t length = bytes - WENDI_BAKED_CHECKSUM;
    if (stream->buffered != chunk) {
        stream->buffered = UINT32_MAX;
        if (!wendi_baked_file_read(flow, stream->read, stream->context, offset, stream->buffer,
                                   bytes)) {
            return false;
        }
        wendi_reader tail;
        wendi_reader_init(&tail, stream->buffer + length, WENDI_BAKED_CHECKSUM);
        if (wendi_read_u64(&tail) != wend_hash_bytes(wend_hash_begin(), stream->buffer, length)) {
            return false;
        }
        stream->buffered = chunk;
    }
    wendi_reader_init(content, stream->buffer, length);
    return true;
}

/* Skips the fields of one cost tile. @param portal name of the field to find; UINT32_MAX: none.
 * @param bytes set to that field, if there is one. */
static void skip_ground(wendi_reader *content, uint32_t portal, const uint8_t **bytes,
                        size_t *count)
{
    const uint32_t portals = wendi_read_u8(content);
    uint64_t before = 0, all = 0;
    bool is_found = false;
    for (uint32_t i = 0; i < portals; ++i) {
        const uint32_t name = wendi_read_u16(content);
        const uint64_t length = wendi_read_varint(content);
        if (length > WENDI_FIELD_CODE_BYTES_MAX) {
            wendi_reader_fail(content);
        }
        if (name == portal && !is_found) {
            is_found = true;
            before = all;
            *count = (size_t)length;
        }
        all += length;
    }
    if (all > wendi_reader_remaining(content)) {
        wendi_reader_fail(content);
        return;
    }
    *bytes = is_found ? content->bytes + content->offset + before : NULL;
    content->offset += (size_t)all;
}

/* @return its bytes, in the buffer; NULL: not found. */
static const uint8_t *find_field(wend_flow *flow, uint64_t ground, uint32_t portal, size_t *count)
{
    const wendi_baked_file *stream = flow->stream;

    /* The last chunk that may hold a cost tile; UINT32_MAX: none. */
    uint32_t low = 0, high = stream->chunk_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (stream->chunks[middle].first <= ground) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const uint32_t chunk = low == 0 ? UINT32_MAX : low - 1;
    wendi_reader content;
    if (chunk == UINT32_MAX || !read_chunk(flow, chunk, &content)) {
        return NULL;
    }
    uint64_t name = stream->chunks[chunk].first;
    const uint8_t *bytes = NULL;
    while (bytes == NULL && name <= ground && wendi_reader_remaining(&content) > 0) {
        name += wendi_read_varint(&content);
        skip_ground(&content, name == ground ? portal : UINT32_MAX, &bytes, count);
    }
    return content.has_failed ? NULL : bytes;
}

wendi_field_codec wendi_baked_file_codec(const wend_flow *flow, const wendi_tile_shape *shape,
                                         const uint8_t *cost, wendi_portal portal)
{
    return (wendi_field_codec){.shape = *shape,
                               .cost = cost,
                               .portal = portal,
                               .straight = flow->straight,
                               .diagonal = flow->diagonal,
                               .is_eikonal = flow->integration == WEND_FLOW_EIKONAL};
}

/* ---- checks ---- */

/* A decoded field. */
typedef struct decoded_field {
    uint32_t d[WENDI_TILE_CELLS];
    uint8_t directions[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
} decoded_field;

/* Fields of steps: each cell leads to the neighbour that is cheapest by costs that follow from the
 * directions. Only the right costs satisfy this equation, since every step costs something. */
static bool has_same_directions(const wendi_tile_shape *shape, const decoded_field *in,
                                const uint8_t *flow)
{
    for (int32_t i = 0; i < shape->width * shape->height; ++i) {
        if ((flow[i] & WENDI_FLOW_DIRECTION_MASK) != in->directions[i]) {
            return false;
        }
    }
    return true;
}

/* Fields of the Eikonal equation: no cost can be lowered, and every cell leads to a cheaper one,
 * so that all paths end. */
static bool satisfies_eikonal(const wend_flow *flow, const wendi_field_codec *ground,
                              const decoded_field *in, const uint8_t *directions)
{
    const wendi_tile_shape *shape = &ground->shape;
    uint32_t d[WENDI_TILE_CELLS];
    memcpy(d, in->d, (size_t)shape->count * sizeof *d);
    if (!wendi_tile_integrate_eikonal(shape, ground->cost, d, flow->straight, flow->diagonal) ||
        memcmp(d, in->d, (size_t)shape->count * sizeof *d) != 0) {
        return false;
    }
    for (int32_t i = 0; i < shape->width * shape->height; ++i) {
        const int32_t at = wendi_tile_index(shape, i % shape->width, i / shape->width);
        const uint8_t k = directions[i] & WENDI_FLOW_DIRECTION_MASK;
        if (d[at] != WENDI_TILE_WIDE_UNREACHED &&
            (k > 7 || d[at + wendi_flow_dy[k] * shape->stride + wendi_flow_dx[k]] >= d[at])) {
            return false;
        }
    }
    return true;
}

/* ---- creating fields ---- */

static bool needs_wide(const wend_flow *flow, const wendi_tile_shape *shape, const uint32_t *d)
{
    bool needs = flow->is_wide;
    for (int32_t i = 0; i < shape->count && !needs; ++i) {
        needs = d[i] >= WENDI_TILE_UNREACHED && d[i] != WENDI_TILE_WIDE_UNREACHED;
    }
    return needs;
}

static void set_costs(const wendi_field *field, const wendi_tile_shape *shape, const uint32_t *d)
{
    if (field->is_wide) {
        memcpy(wendi_field_wide_costs(field), d, (size_t)shape->count * sizeof *d);
        return;
    }
    uint16_t *narrow = wendi_field_costs(field);
    for (int32_t i = 0; i < shape->count; ++i) {
        narrow[i] =
            d[i] == WENDI_TILE_WIDE_UNREACHED ? (uint16_t)WENDI_TILE_UNREACHED : (uint16_t)d[i];
    }
}

static uint32_t create_field(wend_flow *flow, const wendi_field_codec *from,
                             const wendi_cost_tile *ground, const decoded_field *in)
{
    const wendi_tile_shape *shape = &from->shape;
    const uint32_t index =
        wendi_field_cache_create_field(&flow->fields, needs_wide(flow, shape, in->d));
    if (index == WENDI_FIELD_NONE) {
        return index;
    }
    wendi_field *field = wendi_field_at(&flow->fields, index);
    field->ground = ground->key;
    field->width = (uint8_t)shape->width;
    field->height = (uint8_t)shape->height;
    set_costs(field, shape, in->d);
    wendi_field_find_directions(flow, field, ground, NULL);
    const uint8_t *directions = wendi_field_directions(&flow->fields, field);
    const bool is_right = from->is_eikonal ? satisfies_eikonal(flow, from, in, directions)
                                           : has_same_directions(shape, in, directions);
    if (!is_right) {
        wendi_field_cache_release(&flow->fields, index, flow->update);
        return WENDI_FIELD_NONE;
    }
    return index;
}

uint32_t wendi_baked_file_load_field(wend_flow *flow, uint32_t flow_class, uint32_t sector,
                                     uint32_t portal)
{
    wendi_baked_file *stream = flow->stream;
    if (stream == NULL || stream->read == NULL) {
        return WENDI_FIELD_NONE;
    }
    const wendi_portal_graph *graph = flow->classes[flow_class].graph;
    const wendi_cost_tile ground = wendi_portal_graph_cost_tile(graph, sector);
    const wendi_sector_portals page = wendi_portal_graph_sector(graph, sector);
    const wendi_portal *at = &page.portals[portal];
    if (!wendi_cost_tile_key_is_original(ground.key)) {
        return WENDI_FIELD_NONE;
    }
    size_t count = 0;
    const uint8_t *bytes = find_field(flow, wendi_cost_tile_key_name(ground.key),
                                      wendi_portal_name(at->side, at->first, at->count), &count);
    if (bytes == NULL) {
        return WENDI_FIELD_NONE;
    }
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&flow->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(bounds.width, bounds.height);
    const wendi_field_codec from = wendi_baked_file_codec(flow, &shape, ground.cost, *at);
    decoded_field in;
    if (!wendi_field_decode(&from, bytes, count, in.d, in.directions)) {
        return WENDI_FIELD_NONE;
    }
    const uint32_t index = create_field(flow, &from, &ground, &in);
    if (index != WENDI_FIELD_NONE) {
        wendi_field_cache_add_portal(&flow->fields, index, wendi_portal_key(at), &shape);
        ++stream->fields;
    }
    return index;
}

/* True if a class counts other overlays than those in the layer of jams. */
static bool has_layers(const wend_flow *flow)
{
    bool has_any = false;
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        has_any = has_any || flow->classes[i].def.overlay_layers != WEND_LAYER_JAM;
    }
    return has_any;
}

static uint32_t steps_of(const wend_flow *flow)
{
    return (uint32_t)flow->integration | (uint32_t)flow->is_fine << 8 |
           (uint32_t)flow->map.has_diagonals << 9 | (uint32_t)has_layers(flow) << 10;
}

static uint64_t joins_hash(const wendi_sector_map *map)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), map->join_count);
    for (uint32_t i = 0; i < map->join_count; ++i) {
        const wendi_one_way_join *join = &map->joins[i];
        hash = wend_hash_u64(hash, (uint64_t)join->from_floor << 32 | join->to_floor);
        hash = wend_hash_u64(hash, (uint64_t)(uint32_t)join->from_x << 32 | (uint32_t)join->from_y);
        hash = wend_hash_u64(hash, (uint64_t)(uint32_t)join->to_x << 32 | (uint32_t)join->to_y);
        hash = wend_hash_u64(hash, (uint64_t)join->cost << 32 | join->class_mask);
    }
    return hash;
}

void wendi_baked_file_save_header(const wend_flow *flow, wendi_writer *writer)
{
    const wendi_sector_map *map = &flow->map;
    wendi_write_u32(writer, map->floor_count);
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        wendi_write_u64(writer, wend_grid_hash(map->floors[i].grid));
    }
    wendi_write_u32(writer, (uint32_t)map->sector_size);
    wendi_write_u64(writer, joins_hash(map));
    wendi_write_u32(writer, flow->class_count);
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        const wend_flow_class *movement = &flow->classes[i].def;
        wendi_write_u32(writer, movement->movement_class);
        wendi_write_u32(writer, movement->team);
        wendi_write_f64(writer, movement->radius);
    }
    wendi_write_u32(writer, steps_of(flow));
    for (uint32_t i = 0; i < flow->class_count && has_layers(flow); ++i) {
        wendi_write_u32(writer, flow->classes[i].def.overlay_layers);
    }
}

static wend_result check_floors(const wend_flow *flow, wendi_reader *reader, wend_message *message)
{
    const wendi_sector_map *map = &flow->map;
    const uint32_t count = wendi_read_u32(reader);
    if (count != map->floor_count) {
        return wendi_fail(message, WEND_ERROR_FILE, "of another map: %lu floors, the flow has %lu",
                          (unsigned long)count, (unsigned long)map->floor_count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (wendi_read_u64(reader) != wend_grid_hash(map->floors[i].grid)) {
            return wendi_fail(message, WEND_ERROR_FILE, "of another map: floor %lu differs",
                              (unsigned long)i);
        }
    }
    const uint32_t sector_size = wendi_read_u32(reader);
    if (sector_size != (uint32_t)map->sector_size) {
        return wendi_fail(message, WEND_ERROR_FILE, "of another map: sectors of %lu cells",
                          (unsigned long)sector_size);
    }
    return WEND_OK;
}

static bool is_same_class(const wend_flow_class *movement, wendi_reader *reader)
{
    wend_flow_class read;
    read.movement_class = wendi_read_u32(reader);
    read.team = wendi_read_u32(reader);
    read.radius = wendi_read_f64(reader);
    return read.movement_class == movement->movement_class && read.team == movement->team &&
           read.radius >= movement->radius && read.radius <= movement->radius;
}

static wend_result check_classes(const wend_flow *flow, wendi_reader *reader, wend_message *message)
{
    const uint32_t count = wendi_read_u32(reader);
    if (count != flow->class_count) {
        return wendi_fail(message, WEND_ERROR_FILE,
                          "of other classes: %lu of them, the flow has %lu", (unsigned long)count,
                          (unsigned long)flow->class_count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_same_class(&flow->classes[i].def, reader)) {
            return wendi_fail(message, WEND_ERROR_FILE, "of other classes: class %lu differs",
                              (unsigned long)i);
        }
    }
    return WEND_OK;
}

wend_result wendi_baked_file_check_header(const wend_flow *flow, wendi_reader *reader,
                                          wend_message *message)
{
    wend_result result = check_floors(flow, reader, message);
    if (result == WEND_OK && wendi_read_u64(reader) != joins_hash(&flow->map)) {
        result = wendi_fail(message, WEND_ERROR_FILE, "of other joins between floors");
    }
    if (result == WEND_OK) {
        result = check_classes(flow, reader, message);
    }
    if (result == WEND_OK && wendi_read_u32(reader) != steps_of(flow)) {
        result = wendi_fail(message, WEND_ERROR_FILE, "of another kind of integration");
    }
    for (uint32_t i = 0; result == WEND_OK && i < flow->class_count && has_layers(flow); ++i) {
        if (wendi_read_u32(reader) != flow->classes[i].def.overlay_layers) {
            result = wendi_fail(message, WEND_ERROR_FILE,
                                "of other classes: class %lu counts other overlay_layers",
                                (unsigned long)i);
        }
    }
    return result;
}
