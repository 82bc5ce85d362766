/* Commits edits of obstacles: replaces the pieces of polygons and connects them anew.
 * Cost: linear in the pieces and in the points on the rims of the polygons that were cut. */
#include "world/mesh/carve.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- creating ---- */

bool wendi_mesh_carve_create(wend_mesh *m)
{
    if (m->carve != NULL) {
        return true;
    }
    const wend_allocator *a = &m->allocator;
    wendi_mesh_carve *carve = wendi_alloc_zero(a, sizeof *carve);
    if (carve == NULL) {
        return false;
    }
    m->carve = carve;
    const size_t corners = m->base_corners;
    carve->base_twins = wendi_alloc_items(a, corners, sizeof(uint32_t));
    carve->base_neighbours = wendi_alloc_items(a, corners, sizeof(uint32_t));
    carve->record_of1 = wendi_alloc_items_zero(a, m->base_count, sizeof(uint32_t));
    carve->job_of1 = wendi_alloc_items_zero(a, m->base_count, sizeof(uint32_t));
    carve->seen = wendi_alloc_items_zero(a, m->base_count, sizeof(uint32_t));
    carve->members = wendi_alloc_items_zero(a, m->polygon_capacity, sizeof(uint32_t));
    carve->label_owners = wendi_alloc_items(a, m->polygon_capacity, sizeof(uint32_t));
    carve->label_waiting = wendi_alloc_items_zero(a, m->polygon_capacity, sizeof(uint32_t));
    carve->piece_owners = wendi_alloc_items_zero(a, 1, sizeof(uint32_t));
    carve->free_pieces = wendi_alloc_items_zero(a, 1, sizeof(uint32_t));
    carve->vertex_uses = wendi_alloc_items_zero(a, 1, sizeof(uint32_t));
    carve->free_vertices = wendi_alloc_items_zero(a, 1, sizeof(uint32_t));
    if (carve->base_twins == NULL || carve->base_neighbours == NULL || carve->record_of1 == NULL ||
        carve->job_of1 == NULL || carve->seen == NULL || carve->members == NULL ||
        carve->label_owners == NULL || carve->label_waiting == NULL ||
        carve->piece_owners == NULL || carve->free_pieces == NULL || carve->vertex_uses == NULL ||
        carve->free_vertices == NULL) {
        wendi_mesh_carve_free(m);
        return false;
    }
    carve->piece_owners[0] = NONE;
    memcpy(carve->base_twins, m->twins, corners * sizeof(uint32_t));
    memcpy(carve->base_neighbours, m->neighbours, corners * sizeof(uint32_t));
    wendi_arena_init(&carve->plan, a);
    wendi_arena_init(&carve->work, a);
    wendi_arena_init(&carve->lanes, a);
    wendi_array_u32_init(&carve->touched, a);
    return true;
}

/* Arrays of slots have a block even without one. */
static size_t slot_bytes(size_t slots)
{
    return (slots == 0 ? 1 : slots) * sizeof(uint32_t);
}

void wendi_mesh_carve_free(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    if (carve == NULL) {
        return;
    }
    const wend_allocator *a = &m->allocator;
    const size_t corners = (size_t)m->base_corners * sizeof(uint32_t);
    const size_t polygons = (size_t)m->base_count * sizeof(uint32_t);
    const size_t pieces = slot_bytes(m->polygon_capacity - m->base_count);
    const size_t vertices = slot_bytes(m->vertex_capacity - m->base_vertices);
    for (uint32_t i = 0; i < carve->record_capacity; i++) {
        wendi_free(a, carve->records[i].data, carve->records[i].capacity * sizeof(uint32_t));
    }
    wendi_free(a, carve->records, carve->record_capacity * sizeof *carve->records);
    wendi_free(a, carve->free_records, carve->record_capacity * sizeof(uint32_t));
    wendi_free(a, carve->slots, carve->slot_capacity * sizeof *carve->slots);
    wendi_free(a, carve->base_twins, corners);
    wendi_free(a, carve->base_neighbours, corners);
    wendi_free(a, carve->record_of1, polygons);
    wendi_free(a, carve->job_of1, polygons);
    wendi_free(a, carve->seen, polygons);
    wendi_free(a, carve->members, (size_t)m->polygon_capacity * sizeof(uint32_t));
    wendi_free(a, carve->label_owners, (size_t)m->polygon_capacity * sizeof(uint32_t));
    wendi_free(a, carve->label_waiting, (size_t)m->polygon_capacity * sizeof(uint32_t));
    wendi_free(a, carve->piece_owners, pieces);
    wendi_free(a, carve->free_pieces, pieces);
    wendi_free(a, carve->vertex_uses, vertices);
    wendi_free(a, carve->free_vertices, vertices);
    wendi_array_u32_free(&carve->touched);
    wendi_arena_free(&carve->plan);
    wendi_arena_free(&carve->work);
    wendi_arena_free(&carve->lanes);
    wendi_free(a, carve, sizeof *carve);
    m->carve = NULL;
}

size_t wendi_mesh_carve_memory_bytes(const wend_mesh *m)
{
    const wendi_mesh_carve *carve = m->carve;
    if (carve == NULL) {
        return 0;
    }
    size_t bytes = sizeof *carve + carve->slot_capacity * sizeof *carve->slots +
                   (2 * (size_t)m->base_corners + 3 * (size_t)m->base_count) * sizeof(uint32_t) +
                   carve->record_capacity * (sizeof *carve->records + sizeof(uint32_t)) +
                   3 * (size_t)m->polygon_capacity * sizeof(uint32_t) +
                   2 * slot_bytes(m->polygon_capacity - m->base_count) +
                   2 * slot_bytes(m->vertex_capacity - m->base_vertices) +
                   carve->touched.capacity * sizeof(uint32_t) + carve->plan.chunk_bytes +
                   carve->work.chunk_bytes + carve->lanes.chunk_bytes +
                   m->retired_capacity * sizeof *m->retired;
    for (uint32_t i = 0; i < carve->record_capacity; i++) {
        bytes += carve->records[i].capacity * sizeof(uint32_t);
    }
    for (size_t i = 0; i < m->retired_count; i++) {
        bytes += m->retired[i].bytes;
    }
    return bytes;
}

/* ---- slots of pieces and vertices ---- */

static uint32_t acquire_piece(wend_mesh *m, uint32_t owner)
{
    wendi_mesh_carve *carve = m->carve;
    uint32_t slot = m->polygon_count - m->base_count;
    if (carve->free_piece_count > 0) {
        slot = carve->free_pieces[--carve->free_piece_count];
    } else {
        m->polygon_count++;
        m->closed_count++; /* until it is entered */
    }
    carve->piece_owners[slot] = owner;
    return m->base_count + slot;
}

static uint32_t acquire_vertex(wend_mesh *m, wend_vec2 at)
{
    wendi_mesh_carve *carve = m->carve;
    const uint32_t slot = carve->free_vertex_count > 0
                              ? carve->free_vertices[--carve->free_vertex_count]
                              : m->vertex_count++ - m->base_vertices;
    carve->vertex_uses[slot] = 0;
    m->points[m->base_vertices + slot] = at;
    return m->base_vertices + slot;
}

static void use_vertex(wend_mesh *m, uint32_t vertex)
{
    if (vertex >= m->base_vertices) {
        m->carve->vertex_uses[vertex - m->base_vertices]++;
    }
}

static void release_vertex(wend_mesh *m, uint32_t vertex)
{
    wendi_mesh_carve *carve = m->carve;
    if (vertex >= m->base_vertices && --carve->vertex_uses[vertex - m->base_vertices] == 0) {
        carve->free_vertices[carve->free_vertex_count++] = vertex - m->base_vertices;
    }
}

/* ---- leaving the old state ---- */

/* Takes a polygon or piece out of the mesh. */
static void retire_polygon(wend_mesh *m, uint32_t p)
{
    wendi_mesh_components_drop(&m->components, p);
    m->closed_count += m->closed[p] == 0 ? 1 : 0;
    m->closed[p] |= WENDI_MESH_ABSENT;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; c++) {
        m->twins[c] = NONE;
        m->neighbours[c] = WEND_NODE_NONE;
    }
    m->ends[p] = m->firsts[p];
    wendi_mesh_note_change(m, p);
}

/* Numbers of pieces and vertices are given back from the last to the first, so that the pieces of the
 * same polygon get them again: what lies side by side stays so in memory. */
static void leave(wend_mesh *m, const wendi_carve_job *job)
{
    wendi_mesh_carve *carve = m->carve;
    const wendi_carve_record *record = wendi_mesh_record(m, job->polygon);
    if (record == NULL) {
        retire_polygon(m, job->polygon);
        return;
    }
    for (uint32_t i = record->piece_count; i-- > 0;) {
        const uint32_t p = wendi_carve_pieces_of(record)[i];
        retire_polygon(m, p);
        m->closed[p] = WENDI_MESH_ABSENT;
        carve->piece_owners[p - m->base_count] = NONE;
        carve->free_pieces[carve->free_piece_count++] = p - m->base_count;
    }
    wendi_mesh_note_change(m, job->polygon);
    for (uint32_t i = record->inner_count; i-- > 0;) {
        release_vertex(m, wendi_carve_inner(record)[i]);
    }
    for (uint32_t i = record->rim_count; i-- > 0;) {
        release_vertex(m, wendi_carve_rim(record)[i]);
    }
}

/* ---- entering the new state ---- */

/* Gives a polygon or piece its properties. */
static void enter_polygon(wend_mesh *m, uint32_t p, uint32_t home, uint32_t size)
{
    m->areas[p] = m->areas[home];
    m->flags[p] = m->flags[home];
    m->islands[p] = m->islands[home];
    m->closed[p] = m->closed[home] & 1;
    m->closed_count -= m->closed[p] == 0 ? 1 : 0;
    m->ends[p] = m->firsts[p] + size;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; c++) {
        m->twins[c] = NONE;
        m->neighbours[c] = WEND_NODE_NONE;
    }
    wendi_mesh_note_change(m, p);
}

/* The vertices of the points on an edge: the neighbour's, if it has them already. */
static void set_edge_vertices(wend_mesh *m, const wendi_carve_job *job, uint32_t edge,
                              uint32_t *rim)
{
    const wendi_mesh_carve *carve = m->carve;
    const uint32_t corner = m->firsts[job->polygon] + edge;
    const uint32_t first = job->rim_firsts[edge];
    const uint32_t count = job->rim_firsts[edge + 1] - first - 1;
    rim[first] = m->vertices[corner];
    const uint32_t twin = carve->base_twins[corner];
    const uint32_t beyond = carve->base_neighbours[corner];
    const wendi_carve_record *record = twin == NONE ? NULL : wendi_mesh_record(m, beyond);
    if (record != NULL) {
        const uint32_t *firsts = wendi_carve_rim_firsts(record) + (twin - m->firsts[beyond]);
        for (uint32_t i = 0; i < count; i++) {
            rim[first + 1 + i] = wendi_carve_rim(record)[firsts[1] - 1 - i];
        }
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        rim[first + 1 + i] = acquire_vertex(m, job->rim[first + 1 + i]);
    }
}

/* Writes the pieces of a job into their slots. */
static void write_pieces(wend_mesh *m, const wendi_carve_job *job, wendi_carve_record *record)
{
    const wendi_carve_pieces *pieces = &job->pieces;
    uint32_t *ids = wendi_carve_pieces_of(record);
    const uint32_t *rim = wendi_carve_rim(record);
    const uint32_t *inner = wendi_carve_inner(record);
    uint32_t *rim_corners = wendi_carve_rim_corners(record);
    uint32_t at = 0;
    for (uint32_t i = 0; i < pieces->count; i++) {
        ids[i] = acquire_piece(m, job->polygon);
        enter_polygon(m, ids[i], job->polygon, pieces->sizes[i]);
    }
    /* A corner of a job's list lies as far from the first of its piece as in the mesh. */
    uint32_t first = 0;
    for (uint32_t i = 0; i < pieces->count; i++) {
        for (uint32_t k = 0; k < pieces->sizes[i]; k++, at++) {
            const uint32_t c = m->firsts[ids[i]] + k;
            const uint32_t point = pieces->corners[at];
            m->vertices[c] = point < job->rim_count ? rim[point] : inner[point - job->rim_count];
            if (job->heights != NULL) {
                m->heights[c] = job->heights[point];
            }
            pieces->corners[at] = c; /* no longer needed; read for twins below */
        }
        first += pieces->sizes[i];
    }
    for (uint32_t i = 0; i < first; i++) {
        if (pieces->twins[i] != NONE) {
            m->twins[pieces->corners[i]] = pieces->corners[pieces->twins[i]];
            m->neighbours[pieces->corners[i]] = ids[pieces->owners[pieces->twins[i]]];
        }
    }
    for (uint32_t i = 0; i < job->rim_count; i++) {
        const uint32_t corner = pieces->rim_corners[i];
        rim_corners[i] = corner == NONE ? NONE : pieces->corners[corner];
    }
}

static void enter(wend_mesh *m, const wendi_carve_job *job)
{
    wendi_mesh_carve *carve = m->carve;
    if (job->is_whole) {
        m->ends[job->polygon] = m->firsts[job->polygon];
        enter_polygon(m, job->polygon, job->polygon,
                      wendi_mesh_base_end(m, job->polygon) - m->firsts[job->polygon]);
        return;
    }
    wendi_carve_record *record = &carve->records[carve->record_of1[job->polygon] - 1];
    record->polygon = job->polygon;
    record->obstacle_count = job->obstacle_count;
    record->piece_count = job->pieces.count;
    record->rim_count = job->rim_count;
    record->edge_count = job->edge_count;
    record->inner_count = job->pieces.inner_count;
    record->corner_count = job->pieces.corner_count;
    record->has_extras = job->has_extras;
    for (uint32_t i = 0; i < job->obstacle_count; i++) {
        wendi_carve_obstacles(record)[i] = job->obstacles[i];
    }
    memcpy(wendi_carve_rim_firsts(record), job->rim_firsts,
           ((size_t)job->edge_count + 1) * sizeof(uint32_t));
    /* The neighbours' records show this job as one that has no vertices yet. */
    for (uint32_t e = 0; e < job->edge_count; e++) {
        set_edge_vertices(m, job, e, wendi_carve_rim(record));
    }
    for (uint32_t i = 0; i < job->rim_count; i++) {
        use_vertex(m, wendi_carve_rim(record)[i]);
    }
    for (uint32_t i = 0; i < job->pieces.inner_count; i++) {
        wendi_carve_inner(record)[i] = acquire_vertex(m, job->pieces.inner[i]);
        use_vertex(m, wendi_carve_inner(record)[i]);
    }
    if (job->pieces.corner_count > 0) {
        memcpy(wendi_carve_points(record), job->pieces.corners,
               job->pieces.corner_count * sizeof(uint32_t));
    }
    write_pieces(m, job, record);
    wendi_mesh_carve_write_sources(record, job);
}

/* ---- connecting ---- */

/* Lists a polygon once. */
static void touch(wend_mesh *m, uint32_t p, uint32_t mark)
{
    if (m->carve->members[p] != mark) {
        m->carve->members[p] = mark;
        (void)wendi_array_u32_push(&m->carve->touched, p);
    }
}

/* The corner behind a point of the rim of a polygon that is carved or not. @param i counted from the
 * edge's first. */
static uint32_t corner_behind(const wend_mesh *m, uint32_t polygon, uint32_t corner, uint32_t i)
{
    const wendi_carve_record *record = wendi_mesh_record(m, polygon);
    if (record == NULL) {
        return corner;
    }
    const uint32_t edge = corner - m->firsts[polygon];
    return wendi_carve_rim_corners(record)[wendi_carve_rim_firsts(record)[edge] + i];
}

/* The polygon of a corner: that as made, or a piece. */
static uint32_t owner_of(const wend_mesh *m, uint32_t corner, uint32_t home)
{
    return corner < m->base_corners
               ? home
               : m->base_count + (corner - m->base_corners) / WENDI_CARVE_PIECE_CORNERS;
}

static void connect(wend_mesh *m, const wendi_carve_job *job, uint32_t mark)
{
    const wendi_mesh_carve *carve = m->carve;
    const uint32_t first = m->firsts[job->polygon];
    for (uint32_t e = 0; e < job->edge_count; e++) {
        const uint32_t twin = carve->base_twins[first + e];
        if (twin == NONE) {
            continue;
        }
        const uint32_t beyond = carve->base_neighbours[first + e];
        const uint32_t count = job->rim_firsts[e + 1] - job->rim_firsts[e];
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t here = corner_behind(m, job->polygon, first + e, i);
            const uint32_t there = corner_behind(m, beyond, twin, count - 1 - i);
            if (here != NONE) {
                m->twins[here] = there;
                m->neighbours[here] = there == NONE ? WEND_NODE_NONE : owner_of(m, there, beyond);
            }
            if (there != NONE) {
                const uint32_t neighbour = owner_of(m, there, beyond);
                m->twins[there] = here;
                m->neighbours[there] =
                    here == NONE ? WEND_NODE_NONE : owner_of(m, here, job->polygon);
                touch(m, neighbour, mark);
                const uint32_t job1 = carve->job_of1[beyond];
                if (job1 == 0 || carve->jobs[job1 - 1].is_kept) {
                    wendi_mesh_note_change(m, neighbour);
                }
            }
        }
    }
}

/* ---- links ---- */

uint32_t wendi_mesh_piece_of_end(const wend_mesh *m, const wend_mesh_location *end, uint32_t home)
{
    const wendi_carve_record *record = wendi_mesh_record(m, home);
    for (uint32_t i = 0; record != NULL && i < record->piece_count; i++) {
        const uint32_t piece = wendi_carve_pieces_of(record)[i];
        if (wendi_mesh_contains(m, piece, end->x, end->y)) {
            return piece;
        }
    }
    return home;
}

/* Finds the homes of links' ends before pieces go. They are put into the polygons. */
static void send_links_home(wend_mesh *m)
{
    for (uint32_t i = 0; i < m->links.slot_count; i++) {
        wendi_mesh_link_slot *slot = &m->links.slots[i];
        if (slot->is_used) {
            slot->from.polygon = wendi_mesh_home(m, slot->from.polygon);
            slot->to.polygon = wendi_mesh_home(m, slot->to.polygon);
        }
    }
}

static void place_links(wend_mesh *m)
{
    for (uint32_t i = 0; i < m->links.slot_count; i++) {
        wendi_mesh_link_slot *slot = &m->links.slots[i];
        if (slot->is_used) {
            slot->from.polygon = wendi_mesh_piece_of_end(m, &slot->from, slot->from.polygon);
            slot->to.polygon = wendi_mesh_piece_of_end(m, &slot->to, slot->to.polygon);
        }
    }
    m->links_revision = m->revision;
    wendi_mesh_reach_rebuild(m);
}

/* ---- the whole ---- */

/* Takes what is cut anew out of the mesh, with its records, and gives each job one. */
static void leave_all(wend_mesh *m, bool keeps)
{
    wendi_mesh_carve *carve = m->carve;
    for (uint32_t i = carve->job_count; i-- > 0;) {
        wendi_carve_job *job = &carve->jobs[i];
        job->is_kept = job->stays || (keeps && wendi_mesh_carve_is_alike(m, job));
        if (!job->is_kept) {
            leave(m, job);
        }
    }
    /* Records of jobs are hidden until they are written. */
    for (uint32_t i = 0; i < carve->job_count; i++) {
        wendi_carve_job *job = &carve->jobs[i];
        job->record1 = carve->record_of1[job->polygon];
        if (!job->is_kept) {
            carve->record_of1[job->polygon] = 0;
        }
    }
    for (uint32_t i = 0; i < carve->job_count; i++) {
        wendi_carve_job *job = &carve->jobs[i];
        if (job->record1 == 0 && !job->is_whole) {
            job->record1 =
                1 + (carve->free_record_count > 0 ? carve->free_records[--carve->free_record_count]
                                                  : carve->record_count++);
        }
    }
}

static void enter_all(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    for (uint32_t i = 0; i < carve->job_count; i++) {
        wendi_carve_job *job = &carve->jobs[i];
        if (job->is_kept) {
            wendi_mesh_carve_move(m, job);
            continue;
        }
        if (job->is_whole && job->record1 != 0) {
            carve->free_records[carve->free_record_count++] = job->record1 - 1;
        } else {
            carve->record_of1[job->polygon] = job->record1;
        }
        if (!job->is_gone) {
            enter(m, job);
        }
    }
}

void wendi_mesh_carve_commit(wend_mesh *m, bool keeps)
{
    wendi_mesh_carve *carve = m->carve;
    m->revision++;
    m->shape_revision = m->layout_revision = m->revision;
    if (m->links.count > 0) {
        send_links_home(m);
    }
    leave_all(m, keeps);
    enter_all(m);
    m->corner_count =
        m->base_corners + (m->polygon_count - m->base_count) * WENDI_CARVE_PIECE_CORNERS;
    const uint32_t mark = wendi_mesh_carve_mark(m);
    wendi_array_u32_clear(&carve->touched);
    for (uint32_t i = 0; i < carve->job_count; i++) {
        const wendi_carve_job *job = &carve->jobs[i];
        const wendi_carve_record *record = wendi_mesh_record(m, job->polygon);
        if (job->is_gone || job->is_kept) {
            continue;
        }
        for (uint32_t k = 0; record != NULL && k < record->piece_count; k++) {
            touch(m, wendi_carve_pieces_of(record)[k], mark);
        }
        if (record == NULL) {
            touch(m, job->polygon, mark);
        }
        connect(m, job, mark);
    }
    wendi_mesh_carve_update_labels(m);
    if (m->links.count > 0) {
        place_links(m);
    }
}

static void exchange(wend_mesh *m, wendi_mesh_obstacle_change *change)
{
    wendi_mesh_obstacle_slot *slot = &m->carve->slots[change->slot];
    const wend_mesh_obstacle_def def = slot->def;
    const wendi_carve_shape shape = slot->shape;
    slot->def = change->def;
    slot->shape = change->shape;
    change->def = def;
    change->shape = shape;
}

wend_result wendi_mesh_carve_edit(wend_mesh *m, wendi_mesh_obstacle_change *changes, size_t count)
{
    wendi_mesh_carve *carve = m->carve;
    for (size_t i = 0; i < count; i++) {
        exchange(m, &changes[i]);
        wendi_mesh_obstacle_slot *slot = &carve->slots[changes[i].slot];
        slot->is_changing = true;
        slot->is_other = !changes[i].was_used || slot->shape.count != changes[i].shape.count;
    }
    wend_result result = WEND_ERROR_MEMORY;
    if (wendi_mesh_carve_plan(m, changes, count)) {
        result = wendi_mesh_carve_reserve(m);
    }
    if (result == WEND_OK) {
        wendi_mesh_carve_commit(m, true);
    }
    for (size_t i = 0; i < count; i++) {
        carve->slots[changes[i].slot].is_changing = false;
        carve->slots[changes[i].slot].is_other = false;
        if (result != WEND_OK) {
            exchange(m, &changes[i]);
        }
    }
    wendi_mesh_carve_forget(m);
    return result;
}
