/* Saves, loads and hashes the overlays of a mesh.
 * Cost: linear in shapes; loading takes memory only for shapes that the bytes can hold.
 *
 *   overlays u8, for each: generation u32, used u8; if 1:
 *   layers u32, keep u32, most u32, shapes u32, for each of them, as added:
 *   number u32, points u8; of a disc (0 points) x f64, y f64, radius f64; else x f64, y f64 of each
 *   point */
#include "world/mesh/overlay.h"

#include "base/core/memory.h"
#include "base/math/bits.h"
#include "world/mesh/store.h"

#include <string.h>

enum { SHAPE_BYTES = 5 + 24 }; /* at least */

static uint32_t overlay_count(const wend_mesh *mesh)
{
    return wendi_overlay_used_count(wendi_mesh_overlay_table(mesh));
}

static uint64_t hash_point(uint64_t hash, wend_vec2 at)
{
    return wend_hash_u64(wend_hash_u64(hash, wendi_bits_of_f64(at.x)), wendi_bits_of_f64(at.y));
}

uint64_t wendi_mesh_overlays_hash(const wend_mesh *mesh, uint64_t hash)
{
    for (uint32_t i = 0; i < overlay_count(mesh); i++) {
        const wendi_mesh_overlay *overlay = &mesh->overlays->items[i];
        hash = wendi_overlay_head_hash(&overlay->head, hash);
        for (uint32_t k = 0; k < overlay->head.count; k++) {
            const wendi_mesh_patch *patch = &overlay->patches[k];
            hash = wend_hash_u64(hash, (uint64_t)patch->value << 32 | patch->point_count);
            hash = wend_hash_u64(hash_point(hash, patch->centre), wendi_bits_of_f64(patch->radius));
            for (uint32_t p = 0; p < patch->point_count; p++) {
                hash = hash_point(hash, patch->points[p]);
            }
        }
    }
    return hash;
}

/* ---- writing ---- */

static void write_overlay(const wendi_mesh_overlay *overlay, wendi_writer *writer)
{
    wendi_overlay_head_write(&overlay->head, writer);
    for (uint32_t i = 0; i < overlay->head.count; i++) {
        const wendi_mesh_patch *patch = &overlay->patches[i];
        wendi_write_u32(writer, patch->value);
        wendi_write_u8(writer, (uint8_t)patch->point_count);
        if (patch->point_count == 0) {
            wendi_write_f64(writer, patch->centre.x);
            wendi_write_f64(writer, patch->centre.y);
            wendi_write_f64(writer, patch->radius);
        }
        for (uint32_t p = 0; p < patch->point_count; p++) {
            wendi_write_f64(writer, patch->points[p].x);
            wendi_write_f64(writer, patch->points[p].y);
        }
    }
}

void wendi_mesh_overlays_write(const wend_mesh *mesh, wendi_writer *writer)
{
    wendi_write_u8(writer, (uint8_t)overlay_count(mesh));
    for (uint32_t i = 0; i < overlay_count(mesh); i++) {
        write_overlay(&mesh->overlays->items[i], writer);
    }
}

/* ---- reading ---- */

static wend_result bad(const char **reason, const char *what)
{
    *reason = what;
    return WEND_ERROR_FILE;
}

/* @return false: it cannot be. */
static bool read_patch(wendi_reader *reader, uint32_t most, wendi_mesh_patch *patch)
{
    memset(patch, 0, sizeof *patch);
    patch->value = wendi_read_u32(reader);
    patch->point_count = wendi_read_u8(reader);
    if (reader->has_failed || patch->value < 1 || patch->value > most ||
        (patch->point_count != 0 && patch->point_count < 3) ||
        patch->point_count > WEND_MESH_OVERLAY_POINTS_MAX) {
        return false;
    }
    if (patch->point_count == 0) {
        patch->centre.x = wendi_read_f64(reader);
        patch->centre.y = wendi_read_f64(reader);
        patch->radius = wendi_read_f64(reader);
    }
    for (uint32_t p = 0; p < patch->point_count; p++) {
        patch->points[p].x = wendi_read_f64(reader);
        patch->points[p].y = wendi_read_f64(reader);
    }
    return !reader->has_failed && wendi_mesh_patch_measure(patch) && patch->low.x < patch->high.x &&
           patch->low.y < patch->high.y;
}

static wend_result read_overlay(const wend_mesh *mesh, wendi_mesh_overlay *overlay,
                                wendi_reader *reader, const char **reason)
{
    uint32_t count;
    const wend_result result = wendi_overlay_head_read(&overlay->head, WEND_MESH_OVERLAY_VALUE_MAX,
                                                       reader, &count, reason);
    if (result != WEND_OK) {
        return result;
    }
    if (count > WEND_MESH_OVERLAY_SHAPES_MAX ||
        count > wendi_reader_remaining(reader) / SHAPE_BYTES) {
        return bad(reason, "an overlay's number of shapes cannot be");
    }
    if (count > 0) {
        overlay->patches = wendi_alloc_items(&mesh->allocator, count, sizeof *overlay->patches);
        if (overlay->patches == NULL) {
            return WEND_ERROR_MEMORY;
        }
        overlay->head.capacity = count;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!read_patch(reader, overlay->head.most, &overlay->patches[i])) {
            return bad(reason, "a shape of an overlay cannot be");
        }
        overlay->head.count = i + 1;
    }
    return WEND_OK;
}

wend_result wendi_mesh_overlays_read(wend_mesh *mesh, wendi_reader *reader, const char **reason)
{
    const uint32_t count = wendi_read_u8(reader);
    if (reader->has_failed || count < 1 || count > WEND_MESH_OVERLAYS_MAX) {
        return bad(reason, "the count of overlays is missing, 0 or too large");
    }
    if (!wendi_mesh_overlays_create(mesh)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = read_overlay(mesh, &mesh->overlays->items[i], reader, reason);
    }
    if (result == WEND_OK && mesh->overlays->items[count - 1].head.generation == 0) {
        return bad(reason, "the last overlay was never made");
    }
    return result;
}
