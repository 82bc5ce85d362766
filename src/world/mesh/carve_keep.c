/* Keeps the pieces of a polygon where obstacles moved a bit: the new pieces have the corners and edges of
 * those that are there, at other places.
 *
 *      +-----------+        +-----------+        A space that follows then moves points too, and
 *      |\  a  /\   |        | \  a /\   |        leaves connections alone. The pieces are planned
 *      | +--+   b  |  -->   |  +--+  b  |        anew in any case, since they must be those that a
 *      | |##| ---- |        |  |##|---- |        fresh cut makes.
 *
 * Cost: some steps a corner. */
#include "world/mesh/carve.h"

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

void wendi_mesh_carve_move(wend_mesh *m, const wendi_carve_job *job)
{
    wendi_carve_record *record = &m->carve->records[m->carve->record_of1[job->polygon] - 1];
    const wendi_carve_pieces *pieces = &job->pieces;
    memcpy(wendi_carve_obstacles(record), job->obstacles,
           job->obstacle_count * sizeof *job->obstacles);
    record->has_extras = job->has_extras;
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
