/* Keeps the pieces of a polygon where obstacles moved a bit: they have the same corners and edges as before,
 * at other places.
 *
 *      +-----------+        +-----------+        Either nothing is planned but where corners are now,
 *      |\  a  /\   |        | \  a /\   |        and all pieces are still convex; or what was planned
 *      | +--+   b  |  -->   |  +--+  b  |        is connected as what is there. A space that follows
 *      | |##| ---- |        |  |##|---- |        moves points too, and leaves connections alone.
 *
 * Pieces that are convex, with an area, and joined as before lie beside each other without a gap: their
 * edges together go once around each point that is free, if the rim and the outlines do. These do where
 * each obstacle crosses the same edges of the polygon in the same order, each of its corners inside is
 * one of a piece, and no outline crosses another one: were one to move into another, a piece between
 * them would turn over.
 *
 * Cost: some steps a corner. */
#include "world/mesh/carve.h"

#include "base/core/memory.h"
#include "world/mesh/convex.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

static uint32_t vertex_of(const wendi_carve_job *job, const wendi_carve_record *record,
                          uint32_t point)
{
    return point < job->rim_count ? wendi_carve_rim(record)[point]
                                  : wendi_carve_inner(record)[point - job->rim_count];
}

/* True if the edge from a corner of the mesh is that from a corner of the job: to the same piece, and the
 * same edge there. */
static bool is_same_edge(const wend_mesh *m, const wendi_carve_job *job,
                         const wendi_carve_record *record, uint32_t corner, uint32_t at)
{
    const uint32_t twin = job->pieces.twins[at];
    if (twin == NONE) {
        return true; /* a hole, or the rim, where the record tells */
    }
    return m->neighbours[corner] == wendi_carve_pieces_of(record)[job->pieces.owners[twin]] &&
           m->vertices[m->twins[corner]] == vertex_of(job, record, job->pieces.corners[twin]);
}

static bool has_same_rim(const wendi_carve_job *job, const wendi_carve_record *record)
{
    if (memcmp(wendi_carve_rim_firsts(record), job->rim_firsts,
               ((size_t)job->edge_count + 1) * sizeof *job->rim_firsts) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < job->rim_count; i++) {
        if ((wendi_carve_rim_corners(record)[i] == NONE) != (job->pieces.rim_corners[i] == NONE)) {
            return false;
        }
    }
    return true;
}

bool wendi_mesh_carve_is_alike(const wend_mesh *m, const wendi_carve_job *job)
{
    const wendi_carve_record *record = wendi_mesh_record(m, job->polygon);
    const wendi_carve_pieces *pieces = &job->pieces;
    if (record == NULL || job->is_whole || record->obstacle_count != job->obstacle_count ||
        record->piece_count != pieces->count || record->rim_count != job->rim_count ||
        record->inner_count != pieces->inner_count || !has_same_rim(job, record)) {
        return false;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < pieces->count; i++) {
        const uint32_t p = wendi_carve_pieces_of(record)[i];
        if (m->ends[p] - m->firsts[p] != pieces->sizes[i]) {
            return false;
        }
        for (uint32_t c = m->firsts[p]; c < m->ends[p]; c++, at++) {
            if (m->vertices[c] != vertex_of(job, record, pieces->corners[at]) ||
                !is_same_edge(m, job, record, c, at)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- pieces that stay ---- */

void wendi_mesh_carve_write_sources(wendi_carve_record *record, const wendi_carve_job *job)
{
    const wendi_carve_pieces *pieces = &job->pieces;
    uint32_t *sources = wendi_carve_sources(record);
    const uint32_t *rim_corners = wendi_carve_rim_corners(record);
    uint32_t met =
        0; /* obstacles of which a point is one of the pieces', as a list in their order */
    record->can_stay = !job->has_extras && pieces->inner_corners != NULL && pieces->count > 0;
    for (uint32_t i = 0; i < job->rim_count; i++) {
        const uint32_t before = i == 0 ? job->rim_count - 1 : i - 1;
        const bool is_crossing = (rim_corners[before] == NONE) != (rim_corners[i] == NONE);
        sources[i] = job->rim_sources[i];
        /* What lies on the rim in another obstacle is no corner of a piece, and might become one. */
        record->can_stay = record->can_stay && sources[i] != WENDI_CARVE_UNKNOWN &&
                           is_crossing == (sources[i] != WENDI_CARVE_FIXED);
    }
    for (uint32_t i = 0; i < pieces->inner_count && record->can_stay; i++) {
        const uint32_t corner = pieces->inner_corners[i];
        sources[job->rim_count + i] =
            WENDI_CARVE_CORNERS_MAX * job->obstacles[corner / WENDI_CARVE_CORNERS_MAX] +
            corner % WENDI_CARVE_CORNERS_MAX;
    }
    for (uint32_t i = 0; i < job->obstacle_count && record->can_stay; i++) {
        bool is_met = false;
        for (uint32_t k = 0; k < record->rim_count && !is_met; k++) {
            is_met = sources[k] < WENDI_CARVE_UNKNOWN &&
                     sources[k] / (2 * WENDI_CARVE_CORNERS_MAX) == job->obstacles[i];
        }
        for (uint32_t k = 0; k < record->inner_count && !is_met; k++) {
            is_met = sources[record->rim_count + k] / WENDI_CARVE_CORNERS_MAX == job->obstacles[i];
        }
        met += is_met ? 1 : 0;
    }
    record->can_stay = record->can_stay && met == job->obstacle_count;
}

static bool has_same_obstacles(const wend_mesh *m, const wendi_carve_job *job,
                               const wendi_carve_record *record)
{
    for (uint32_t i = 0; i < job->obstacle_count; i++) {
        uint32_t k = 0;
        while (k < record->obstacle_count &&
               wendi_carve_obstacles(record)[k] != job->obstacles[i]) {
            k++;
        }
        if (k == record->obstacle_count || m->carve->slots[job->obstacles[i]].is_other) {
            return false;
        }
    }
    return true;
}

/* @param corners [count] points. */
static bool is_convex(const wend_vec2 *points, const uint32_t *corners, uint32_t count)
{
    wendi_convex_walk walk =
        wendi_convex_begin(points[corners[count - 2]], points[corners[count - 1]]);
    for (uint32_t i = 0; i < count; i++) {
        wendi_convex_add(&walk, points[corners[i]]);
    }
    return wendi_convex_end(&walk);
}

static bool are_convex(const wend_mesh *m, const wendi_carve_record *record,
                       const wend_vec2 *points)
{
    const uint32_t *corners = wendi_carve_points(record);
    for (uint32_t i = 0; i < record->piece_count; i++) {
        const uint32_t p = wendi_carve_pieces_of(record)[i];
        const uint32_t size = m->ends[p] - m->firsts[p];
        if (!is_convex(points, corners, size)) {
            return false;
        }
        corners += size;
    }
    return true;
}

bool wendi_mesh_carve_try_stay(const wend_mesh *m, wendi_carve_job *job, const wend_allocator *plan,
                               const wend_allocator *work)
{
    const wendi_carve_record *record = wendi_mesh_record(m, job->polygon);
    if (record == NULL || !record->can_stay || job->has_extras ||
        job->obstacle_count != record->obstacle_count || job->rim_count != record->rim_count ||
        memcmp(wendi_carve_rim_firsts(record), job->rim_firsts,
               ((size_t)job->edge_count + 1) * sizeof *job->rim_firsts) != 0 ||
        memcmp(wendi_carve_sources(record), job->rim_sources,
               job->rim_count * sizeof *job->rim_sources) != 0 ||
        !has_same_obstacles(m, job, record)) {
        return true;
    }
    const uint32_t inner_count = record->inner_count;
    const uint32_t *sources = wendi_carve_sources(record) + record->rim_count;
    wend_vec2 *points =
        wendi_alloc_items(work, (size_t)job->rim_count + inner_count, sizeof *points);
    wend_vec2 *inner = wendi_alloc_items(plan, (size_t)inner_count + 1, sizeof *inner);
    if (points == NULL || inner == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < inner_count; i++) {
        inner[i] = m->carve->slots[sources[i] / WENDI_CARVE_CORNERS_MAX]
                       .shape.points[sources[i] % WENDI_CARVE_CORNERS_MAX];
    }
    memcpy(points, job->rim, job->rim_count * sizeof *points);
    memcpy(points + job->rim_count, inner, inner_count * sizeof *points);
    if (are_convex(m, record, points)) {
        job->stays = true;
        job->pieces = (wendi_carve_pieces){.count = record->piece_count,
                                           .corner_count = record->corner_count,
                                           .inner_count = inner_count,
                                           .corners = wendi_carve_points(record),
                                           .inner = inner};
    }
    return true;
}

/* ---- moving ---- */

void wendi_mesh_carve_move(wend_mesh *m, const wendi_carve_job *job)
{
    wendi_carve_record *record = &m->carve->records[m->carve->record_of1[job->polygon] - 1];
    const wendi_carve_pieces *pieces = &job->pieces;
    memcpy(wendi_carve_obstacles(record), job->obstacles,
           job->obstacle_count * sizeof *job->obstacles);
    record->has_extras = job->has_extras;
    if (!job->stays) {
        if (pieces->corner_count > 0) {
            memcpy(wendi_carve_points(record), pieces->corners,
                   pieces->corner_count * sizeof *pieces->corners);
        }
        wendi_mesh_carve_write_sources(record, job);
    }
    for (uint32_t e = 0; e < job->edge_count; e++) {
        for (uint32_t i = job->rim_firsts[e] + 1; i < job->rim_firsts[e + 1]; i++) {
            m->points[wendi_carve_rim(record)[i]] = job->rim[i];
        }
    }
    for (uint32_t i = 0; i < pieces->inner_count; i++) {
        m->points[wendi_carve_inner(record)[i]] = pieces->inner[i];
    }
    wendi_mesh_note_move(m, job->polygon);
    uint32_t at = 0;
    for (uint32_t i = 0; i < pieces->count; i++) {
        const uint32_t p = wendi_carve_pieces_of(record)[i];
        wendi_mesh_note_move(m, p);
        for (uint32_t c = m->firsts[p]; job->heights != NULL && c < m->ends[p]; c++) {
            m->heights[c] = job->heights[pieces->corners[at++]];
        }
    }
}
