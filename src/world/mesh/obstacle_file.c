/* Saves, loads and hashes the obstacles of a mesh. A loaded mesh is cut anew by all of them.
 *
 *   slots u32, first free one + 1 u32; for each: generation u32, used u8, then of a free slot the next
 *   free one + 1 u32, else shape u8, corners u8, low f64, high f64, user u64, and of a circle x f64,
 *   y f64, radius f64, of a box x f64, y f64, half width f64, half depth f64, angle f64, of a polygon
 *   x f64, y f64 of each corner
 *
 * Numbers that a shape does not have become those of the default definition. */
#include "world/mesh/carve.h"

#include "base/core/memory.h"
#include "base/core/visitor.h"

#include <string.h>

enum { SLOT_BYTES = 9 /* the least */ };

static void visit_def(wendi_visitor *v, wend_mesh_obstacle_def *def)
{
    uint8_t shape = (uint8_t)def->shape;
    const bool is_box = def->shape == WEND_MESH_OBSTACLE_BOX;
    uint8_t corner_count = is_box ? 0 : (uint8_t)def->corner_count;
    wendi_visit_u8(v, &shape);
    wendi_visit_u8(v, &corner_count);
    if (wendi_visitor_is_reading(v)) {
        def->shape = shape == 0   ? WEND_MESH_OBSTACLE_CIRCLE
                     : shape == 1 ? WEND_MESH_OBSTACLE_BOX
                                  : WEND_MESH_OBSTACLE_POLYGON;
        def->corner_count = shape == 1 ? def->corner_count : corner_count;
    }
    wendi_visit_expect(v, shape <= 2 && corner_count <= WEND_MESH_OBSTACLE_CORNERS_MAX,
                       "the shape of an obstacle cannot be");
    wendi_visit_f64(v, &def->low);
    wendi_visit_f64(v, &def->high);
    wendi_visit_u64(v, &def->user);
    if (def->shape == WEND_MESH_OBSTACLE_POLYGON) {
        for (uint32_t i = 0; i < def->corner_count && i < WEND_MESH_OBSTACLE_CORNERS_MAX; i++) {
            wendi_visit_vec2(v, &def->corners[i]);
        }
        return;
    }
    wendi_visit_vec2(v, &def->centre);
    if (def->shape == WEND_MESH_OBSTACLE_CIRCLE) {
        wendi_visit_f64(v, &def->radius);
    } else {
        wendi_visit_f64(v, &def->half_width);
        wendi_visit_f64(v, &def->half_depth);
        wendi_visit_f64(v, &def->angle);
    }
}

uint64_t wendi_mesh_obstacles_hash(const wend_mesh *m, uint64_t hash)
{
    for (uint32_t i = 0; m->carve != NULL && i < m->carve->slot_count; i++) {
        wendi_mesh_obstacle_slot *slot = &m->carve->slots[i];
        if (slot->is_used) {
            hash = wend_hash_u64(hash, (uint64_t)i << 32 | slot->generation);
            wendi_visitor v = wendi_visitor_hashing(hash);
            visit_def(&v, &slot->def);
            hash = v.hash;
        }
    }
    return hash;
}

void wendi_mesh_obstacles_write(const wend_mesh *m, wendi_writer *writer)
{
    const wendi_mesh_carve *carve = m->carve;
    wendi_visitor v = wendi_visitor_writing(writer);
    wendi_write_u32(writer, carve->slot_count);
    wendi_write_u32(writer, carve->free_first1);
    for (uint32_t i = 0; i < carve->slot_count; i++) {
        wendi_mesh_obstacle_slot *slot = &carve->slots[i];
        wendi_write_u32(writer, slot->generation);
        wendi_write_u8(writer, slot->is_used ? 1 : 0);
        if (slot->is_used) {
            visit_def(&v, &slot->def);
        } else {
            wendi_write_u32(writer, slot->next_free1);
        }
    }
}

/* ---- reading ---- */

static bool read_slot(wendi_reader *reader, wendi_mesh_obstacle_slot *slot)
{
    wendi_visitor v = wendi_visitor_reading(reader);
    memset(slot, 0, sizeof *slot);
    slot->generation = wendi_read_u32(reader);
    const uint8_t is_used = wendi_read_u8(reader);
    if (reader->has_failed || slot->generation == 0 || is_used > 1) {
        return false;
    }
    slot->is_used = is_used == 1;
    if (!slot->is_used) {
        slot->next_free1 = wendi_read_u32(reader);
        return !reader->has_failed;
    }
    slot->def = wend_mesh_obstacle_def_default();
    wendi_circle_directions known = {.count = 0};
    visit_def(&v, &slot->def);
    return !reader->has_failed && !wendi_visitor_has_failed(&v) &&
           wendi_mesh_obstacle_measure(&slot->def, &known, &slot->shape, "", NULL) == WEND_OK;
}

/* True if the chain of free slots goes through all of them, each once. */
static bool chain_is_whole(const wendi_mesh_carve *carve)
{
    uint32_t left = carve->slot_count - carve->count;
    uint32_t at1 = carve->free_first1;
    while (at1 != 0 && left > 0) {
        if (at1 > carve->slot_count || carve->slots[at1 - 1].is_used) {
            return false;
        }
        at1 = carve->slots[at1 - 1].next_free1;
        left--;
    }
    return at1 == 0 && left == 0;
}

static wend_result place_all(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    if (carve->count == 0) {
        return WEND_OK;
    }
    wendi_mesh_obstacle_change *changes =
        wendi_alloc_items(&m->allocator, carve->count, sizeof *changes);
    if (changes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < carve->slot_count; i++) {
        if (carve->slots[i].is_used) {
            changes[count++] = (wendi_mesh_obstacle_change){.slot = i,
                                                            .is_used = true,
                                                            .def = carve->slots[i].def,
                                                            .shape = carve->slots[i].shape};
        }
    }
    const wend_result result = wendi_mesh_carve_edit(m, changes, count);
    wendi_free(&m->allocator, changes, carve->count * sizeof *changes);
    return result == WEND_ERROR_FULL ? WEND_ERROR_MEMORY : result;
}

wend_result wendi_mesh_obstacles_read(wend_mesh *m, wendi_reader *reader, const char **reason)
{
    const uint32_t count = wendi_read_u32(reader);
    const uint32_t free_first1 = wendi_read_u32(reader);
    *reason = "the obstacles make no sense";
    if (reader->has_failed || count > WEND_MESH_OBSTACLES_MAX || free_first1 > count ||
        (uint64_t)count * SLOT_BYTES > wendi_reader_remaining(reader)) {
        return WEND_ERROR_FILE;
    }
    if (!wendi_mesh_carve_create(m)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_mesh_carve *carve = m->carve;
    carve->slots = wendi_alloc_items(&m->allocator, count, sizeof *carve->slots);
    if (carve->slots == NULL && count > 0) {
        return WEND_ERROR_MEMORY;
    }
    carve->slot_capacity = count;
    carve->free_first1 = free_first1;
    for (; carve->slot_count < count; carve->slot_count++) {
        wendi_mesh_obstacle_slot *slot = &carve->slots[carve->slot_count];
        if (!read_slot(reader, slot)) {
            return WEND_ERROR_FILE;
        }
        carve->count += slot->is_used ? 1 : 0;
    }
    return chain_is_whole(carve) ? place_all(m) : WEND_ERROR_FILE;
}
