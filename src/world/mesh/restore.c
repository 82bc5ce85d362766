/* Restores a mesh: what lies on it becomes what bytes say, as an edit of the mesh that is there.
 * Cost: loads a second mesh from the bytes, and cuts anew the polygons whose obstacles differ. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/mesh/overlay.h"
#include "world/mesh/tiles.h"

#include <string.h>

static const char restoring[] = "wend_mesh_restore";

/* ---- the mesh as made ---- */

static bool differs(double a, double b)
{
    return a < b || a > b;
}

static const uint32_t *base_twins(const wend_mesh *m)
{
    return m->carve == NULL ? m->twins : m->carve->base_twins;
}

static bool are_corners_same(const wend_mesh *a, const wend_mesh *b)
{
    bool are_same = true;
    for (uint32_t c = 0; c < a->base_corners && are_same; c++) {
        are_same = a->vertices[c] == b->vertices[c] && base_twins(a)[c] == base_twins(b)[c] &&
                   (a->heights == NULL || !differs(a->heights[c], b->heights[c]));
    }
    return are_same;
}

/* True if polygons as made have the same corners, in the same order. */
static bool is_same_ground(const wend_mesh *a, const wend_mesh *b)
{
    bool is_same = a->base_count == b->base_count && a->base_corners == b->base_corners &&
                   a->base_vertices == b->base_vertices &&
                   (a->heights == NULL) == (b->heights == NULL);
    for (uint32_t v = 0; is_same && v < a->base_vertices; v++) {
        is_same =
            !differs(a->points[v].x, b->points[v].x) && !differs(a->points[v].y, b->points[v].y);
    }
    for (uint32_t p = 0; is_same && p < a->base_count; p++) {
        is_same = a->firsts[p] == b->firsts[p];
    }
    return is_same && are_corners_same(a, b);
}

/* ---- obstacles ---- */

/* An obstacle may be cut out where it was: its definition can differ in its user. */
static bool cuts_same(const wendi_mesh_obstacle_slot *a, const wendi_mesh_obstacle_slot *b)
{
    bool is_same = a->shape.count == b->shape.count && !differs(a->def.low, b->def.low) &&
                   !differs(a->def.high, b->def.high);
    for (uint32_t i = 0; is_same && i < a->shape.count; i++) {
        is_same = wendi_carve_is_same(a->shape.points[i], b->shape.points[i]);
    }
    return is_same;
}

/* Room for so many slots; those behind the ones in use are empty. */
static bool reserve_slots(wend_mesh *m, uint32_t count)
{
    wendi_mesh_carve *carve = m->carve;
    if (count > carve->slot_capacity) {
        wendi_mesh_obstacle_slot *slots = wendi_resize_items(
            &m->allocator, carve->slots, carve->slot_capacity, count, sizeof *slots);
        if (slots == NULL) {
            return false;
        }
        carve->slots = slots;
        carve->slot_capacity = count;
    }
    if (count > carve->slot_count) {
        memset(&carve->slots[carve->slot_count], 0,
               (count - carve->slot_count) * sizeof *carve->slots);
    }
    return true;
}

/* Lists what becomes of each slot whose cut differs. @return their number. */
static size_t list_changes(const wendi_mesh_carve *carve, const wendi_mesh_obstacle_slot *wanted,
                           uint32_t wanted_count, wendi_mesh_obstacle_change *changes)
{
    const uint32_t slot_count = wanted_count > carve->slot_count ? wanted_count : carve->slot_count;
    size_t count = 0;
    for (uint32_t i = 0; i < slot_count; i++) {
        const bool was_used = i < carve->slot_count && carve->slots[i].is_used;
        const bool is_used = i < wanted_count && wanted[i].is_used;
        if ((was_used || is_used) &&
            !(was_used && is_used && cuts_same(&carve->slots[i], &wanted[i]))) {
            const wendi_mesh_obstacle_slot *shown = is_used ? &wanted[i] : &carve->slots[i];
            changes[count++] = (wendi_mesh_obstacle_change){.slot = i,
                                                            .was_used = was_used,
                                                            .is_used = is_used,
                                                            .def = shown->def,
                                                            .shape = shown->shape};
        }
    }
    return count;
}

/* @return WEND_ERROR_MEMORY, WEND_ERROR_FULL: all is as before. */
static wend_result restore_obstacles(wend_mesh *m, const wendi_mesh_carve *wanted)
{
    if (wanted != NULL && !wendi_mesh_carve_create(m)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_mesh_carve *carve = m->carve;
    if (carve == NULL) {
        return WEND_OK;
    }
    const uint32_t wanted_count = wanted == NULL ? 0 : wanted->slot_count;
    const uint32_t most = wanted_count > carve->slot_count ? wanted_count : carve->slot_count;
    if (most == 0) {
        return WEND_OK;
    }
    wendi_mesh_obstacle_change *changes = wendi_alloc_items(&m->allocator, most, sizeof *changes);
    wend_result result = WEND_ERROR_MEMORY;
    if (changes != NULL && reserve_slots(m, most)) {
        const size_t count =
            list_changes(carve, wanted == NULL ? NULL : wanted->slots, wanted_count, changes);
        result = count == 0 ? WEND_OK : wendi_mesh_carve_edit(m, changes, count);
    }
    if (result == WEND_OK) { /* ids, those of obstacles to come too */
        for (uint32_t i = 0; i < wanted_count; i++) {
            carve->slots[i] = wanted->slots[i];
        }
        carve->slot_count = wanted_count;
        carve->count = wanted == NULL ? 0 : wanted->count;
        carve->free_first1 = wanted == NULL ? 0 : wanted->free_first1;
    }
    wendi_free(&m->allocator, changes, most * sizeof *changes);
    return result;
}

/* ---- polygons ---- */

/* Areas, flags and doors of polygons and of their pieces. @return true: one differed. */
static bool copy_properties(wend_mesh *m, const wend_mesh *wanted)
{
    bool has_changed = false;
    for (uint32_t home = 0; home < m->base_count; home++) {
        const uint8_t door = wanted->closed[home] & 1;
        if (m->areas[home] == wanted->areas[home] && m->flags[home] == wanted->flags[home] &&
            (m->closed[home] & 1) == door) {
            continue;
        }
        const wendi_carve_record *record = wendi_mesh_record(m, home);
        const uint32_t count = record == NULL ? 0 : record->piece_count;
        for (uint32_t i = 0; i <= count; i++) {
            const wend_node p = i == 0 ? home : wendi_carve_pieces_of(record)[i - 1];
            const uint8_t before = m->closed[p];
            m->areas[p] = wanted->areas[home];
            m->flags[p] = wanted->flags[home];
            m->closed[p] = (uint8_t)((before & WENDI_MESH_ABSENT) | door);
            m->closed_count += before == 0 && m->closed[p] != 0 ? 1 : 0;
            m->closed_count -= before != 0 && m->closed[p] == 0 ? 1 : 0;
            wendi_mesh_note_change(m, p);
        }
        has_changed = true;
    }
    return has_changed;
}

/* @return true: one differed. */
static bool copy_factors(wend_mesh *m, const wend_mesh *wanted)
{
    bool has_changed = false;
    for (size_t i = 0; i < WEND_MESH_AREAS; i++) {
        if (differs(m->factors[i], wanted->factors[i])) {
            if ((m->factors[i] > 65536) != (wanted->factors[i] > 65536)) {
                m->change_floor = m->revision; /* polygons anywhere are open or closed now */
            }
            m->factors[i] = wanted->factors[i];
            m->factors_revision = m->revision;
            has_changed = true;
        }
    }
    return has_changed;
}

/* ---- links ---- */

/* There is room for them. */
static void copy_links(wend_mesh *m, const wend_mesh *wanted)
{
    wendi_mesh_links *links = &m->links;
    const wendi_mesh_links *from = &wanted->links;
    if (links->slot_count == 0 && from->slot_count == 0) {
        return;
    }
    for (uint32_t i = 0; i < links->slot_count; i++) {
        links->slots[i].is_used = false;
    }
    wendi_mesh_reach_rebuild(m); /* forgets what they connect */
    for (uint32_t i = 0; i < from->slot_count; i++) {
        wendi_mesh_link_slot *slot = &links->slots[i];
        *slot = from->slots[i];
        links->next_free1[i] = from->next_free1[i];
        if (slot->is_used) {
            const wend_node start = wendi_mesh_home(wanted, slot->from.polygon);
            const wend_node end = wendi_mesh_home(wanted, slot->to.polygon);
            slot->from.polygon = wendi_mesh_piece_of_end(m, &slot->from, start);
            slot->to.polygon = wendi_mesh_piece_of_end(m, &slot->to, end);
        }
    }
    links->slot_count = from->slot_count;
    links->free_first1 = from->free_first1;
    links->count = from->count;
    links->one_way_count = from->one_way_count;
    m->links_revision = m->revision;
}

/* ---- the whole ---- */

/* What cannot fail. The other mesh gets the overlays that were there. */
static void take(wend_mesh *m, wend_mesh *wanted)
{
    m->revision++;
    const bool has_other_factors = copy_factors(m, wanted);
    const bool has_other_polygons = copy_properties(m, wanted);
    if (has_other_factors || has_other_polygons) {
        m->shape_revision = m->revision;
        wendi_mesh_components_rebuild(m);
    }
    copy_links(m, wanted);
    if (m->links.slot_count > 0) {
        wendi_mesh_reach_rebuild(m);
    }
    if (m->overlays != NULL || wanted->overlays != NULL) {
        wendi_mesh_overlays *overlays = m->overlays;
        m->overlays = wanted->overlays;
        wanted->overlays = overlays;
        m->overlays_revision = m->revision;
    }
}

static wend_result restore(wend_mesh *m, wend_mesh *wanted)
{
    if (wanted->tiles != NULL || !is_same_ground(m, wanted)) {
        return wendi_fail(&m->error, WEND_ERROR_FILE,
                          "%s: the bytes are those of a mesh with other polygons", restoring);
    }
    const uint32_t link_slots = wanted->links.slot_count;
    wend_result result = link_slots == 0 || wendi_mesh_links_reserve(m, link_slots)
                             ? restore_obstacles(m, wanted->carve)
                             : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        take(m, wanted);
    }
    return wendi_fail_plain(&m->error, restoring, result);
}

wend_result wend_mesh_restore(wend_mesh *mesh, const uint8_t *bytes, size_t count)
{
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (bytes == NULL && count > 0) {
        return wendi_refuse_null(&mesh->error, restoring, "bytes");
    }
    if (mesh->tiles != NULL) {
        return wendi_fail(&mesh->error, WEND_ERROR_ARGUMENT,
                          "%s: this is a mesh of tiles, which cannot be restored", restoring);
    }
    wend_mesh *wanted = NULL;
    wend_message message = {0};
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = mesh->allocator;
    def.message = &message;
    wend_result result = wend_mesh_load(&def, bytes, count, &wanted);
    if (result != WEND_OK || wanted == NULL) {
        (void)wendi_fail_as(&message, restoring, result);
        mesh->error = message;
        return result;
    }
    result = restore(mesh, wanted);
    wend_mesh_destroy(wanted);
    return result;
}
