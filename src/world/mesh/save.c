/* takes: a mesh.
 * gives: it as bytes, the same on every machine.
 * cost:  linear. */
#include "base/core/bytes.h"
#include "world/mesh/file.h"
#include "world/mesh/store.h"

static uint64_t bytes_needed(const wend_mesh *m)
{
    const uint64_t corner = WENDI_MESH_FILE_CORNER_BYTES + (m->heights == NULL ? 0 : 8);
    const uint64_t links =
        (uint64_t)m->links.count * WENDI_MESH_FILE_LINK_BYTES +
        (uint64_t)(m->links.slot_count - m->links.count) * WENDI_MESH_FILE_FREE_BYTES;
    return WENDI_MESH_FILE_FRAME_BYTES + WENDI_MESH_FILE_HEADER_BYTES +
           WENDI_MESH_FILE_FACTOR_BYTES + 8 +
           (uint64_t)m->vertex_count * WENDI_MESH_FILE_VERTEX_BYTES +
           (uint64_t)m->polygon_count * WENDI_MESH_FILE_POLYGON_BYTES + m->corner_count * corner +
           links;
}

static void write_shape(wendi_writer *writer, const wend_mesh *m)
{
    wendi_write_u32(writer, m->polygon_count);
    wendi_write_u32(writer, m->corner_count);
    wendi_write_u32(writer, m->vertex_count);
    wendi_write_u8(writer, m->heights == NULL ? 0 : 1);
    wendi_write_f64(writer, m->cell_size);
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        wendi_write_f64(writer, m->points[v].x);
        wendi_write_f64(writer, m->points[v].y);
    }
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        wendi_write_u32(writer, m->firsts[p + 1] - m->firsts[p]);
        wendi_write_u8(writer, m->areas[p]);
        wendi_write_u8(writer, m->closed[p]);
        wendi_write_u32(writer, m->flags[p]);
    }
    for (uint32_t c = 0; c < m->corner_count; ++c) {
        wendi_write_u32(writer, m->vertices[c]);
        wendi_write_u32(writer, m->twins[c]);
        if (m->heights != NULL) {
            wendi_write_f64(writer, m->heights[c]);
        }
    }
    for (size_t i = 0; i < WEND_MESH_AREAS; ++i) {
        wendi_write_f64(writer, m->factors[i]);
    }
}

static void write_end(wendi_writer *writer, const wend_mesh_location *place)
{
    wendi_write_f64(writer, place->x);
    wendi_write_f64(writer, place->y);
    wendi_write_u32(writer, place->polygon);
}

static void write_links(wendi_writer *writer, const wend_mesh *m)
{
    wendi_write_u32(writer, m->links.slot_count);
    wendi_write_u32(writer, m->links.free_first1);
    for (uint32_t i = 0; i < m->links.slot_count; ++i) {
        const wendi_mesh_link_slot *slot = &m->links.slots[i];
        wendi_write_u32(writer, slot->generation);
        if (!slot->is_used) {
            wendi_write_u8(writer, 0);
            wendi_write_u32(writer, m->links.next_free1[i]);
            continue;
        }
        wendi_write_u8(writer, (uint8_t)(WENDI_MESH_LINK_USED |
                                         (slot->is_two_way ? WENDI_MESH_LINK_TWO_WAY : 0) |
                                         (slot->is_open ? WENDI_MESH_LINK_OPEN : 0)));
        write_end(writer, &slot->from);
        write_end(writer, &slot->to);
        wendi_write_f64(writer, slot->cost);
        wendi_write_u64(writer, slot->user);
        wendi_write_u32(writer, slot->behaviour);
        wendi_write_u32(writer, slot->flags);
    }
}

wend_result wend_mesh_save(const wend_mesh *m, uint8_t *bytes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (m == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer writer;
    const wend_result result =
        wendi_writer_init_fixed(&writer, bytes, capacity, bytes_needed(m), count);
    if (result != WEND_OK) {
        return result;
    }
    const size_t section =
        wendi_write_section_begin(&writer, WENDI_MESH_FILE_MAGIC, WENDI_MESH_FILE_VERSION);
    write_shape(&writer, m);
    write_links(&writer, m);
    wendi_write_section_end(&writer, section);
    return writer.has_failed ? WEND_ERROR_MEMORY : WEND_OK;
}
