/* Obstacles of a mesh and the pieces that they leave of its polygons.
 *
 *   polygons   | 0 ... base_count - 1: as made | base_count ... : slots of pieces, in use or free |
 *   corners    | as made                       | 8 for each slot                                  |
 *   vertices   | as made                       | slots of further ones, counted by records        |
 *
 *   record of a carved polygon: its obstacles, pieces, the points of its rim (vertices) with the
 *   corner of a piece behind each, and the vertices inside
 *
 * A carved polygon keeps its corners in the arrays, but its range of them is empty and bit 1 of
 * `closed` is set; so it is with a free slot. The index of the mesh stays as it is: where it names a
 * carved polygon, the pieces of its record are meant.
 *
 * A neighbour of a carved polygon has a record too if a point lies on an edge that both share.
 *
 * An edit makes a job for each polygon whose obstacles change, and for each neighbour with whom it
 * shares an edge that gets other points. Jobs are planned from the obstacles as they will be, then
 * memory is reserved for all, and then they are committed, which cannot fail. */
#ifndef WENDI_WORLD_MESH_CARVE_H
#define WENDI_WORLD_MESH_CARVE_H

#include "base/core/bytes.h"
#include "wend/mesh_obstacle.h"
#include "world/mesh/store.h"
#include "world/mesh_carve/arena.h"
#include "world/mesh_carve/pieces.h"

enum {
    WENDI_MESH_ABSENT = 2 /* bit of closed: carved, or a free slot */
};

/* Sources of points of a rim. */
static const uint32_t WENDI_CARVE_FIXED = UINT32_MAX;       /* a corner of the polygon */
static const uint32_t WENDI_CARVE_UNKNOWN = UINT32_MAX - 1; /* more than one crossing, or none */

typedef struct wendi_mesh_obstacle_slot {
    wend_mesh_obstacle_def def;
    wendi_carve_shape shape;
    uint32_t generation, next_free1;
    bool is_used;
    bool is_changing; /* by the current edit, */
    bool is_other;    /* which does more than to move its corners */
} wendi_mesh_obstacle_slot;

/** Parts of data, one after the other. */
typedef struct wendi_carve_record {
    uint32_t polygon;
    uint32_t obstacle_count, piece_count, rim_count, edge_count, inner_count, corner_count;
    bool has_extras;
    bool can_stay; /* its pieces may stay where obstacles move; see carve_keep.c */
    uint32_t *data;
    size_t capacity;
} wendi_carve_record;

static inline uint32_t *wendi_carve_obstacles(const wendi_carve_record *r)
{
    return r->data;
}

static inline uint32_t *wendi_carve_pieces_of(const wendi_carve_record *r)
{
    return r->data + r->obstacle_count;
}

/** Vertices of the rim, [rim_count]. */
static inline uint32_t *wendi_carve_rim(const wendi_carve_record *r)
{
    return wendi_carve_pieces_of(r) + r->piece_count;
}

/** Corners of the mesh, [rim_count]; UINT32_MAX: an obstacle lies there. */
static inline uint32_t *wendi_carve_rim_corners(const wendi_carve_record *r)
{
    return wendi_carve_rim(r) + r->rim_count;
}

/** The point of the rim of each corner of the polygon, [edge_count + 1]. */
static inline uint32_t *wendi_carve_rim_firsts(const wendi_carve_record *r)
{
    return wendi_carve_rim_corners(r) + r->rim_count;
}

static inline uint32_t *wendi_carve_inner(const wendi_carve_record *r)
{
    return wendi_carve_rim_firsts(r) + r->edge_count + 1;
}

/** Where points are, [rim_count + inner_count]: a point of the rim 64 * obstacle + its crossing as in
 * wendi_carve_edge_points, or WENDI_CARVE_FIXED or UNKNOWN; an inner one 32 * obstacle + corner. */
static inline uint32_t *wendi_carve_sources(const wendi_carve_record *r)
{
    return wendi_carve_inner(r) + r->inner_count;
}

/** The points of the corners of all pieces, [corner_count]. */
static inline uint32_t *wendi_carve_points(const wendi_carve_record *r)
{
    return wendi_carve_sources(r) + r->rim_count + r->inner_count;
}

/** A polygon that an edit cuts anew. */
typedef struct wendi_carve_job {
    uint32_t polygon;
    uint32_t *obstacles; /* [obstacle_count] slots, ordered by their shapes */
    uint32_t obstacle_count, obstacle_capacity;
    wend_vec2 *rim;
    uint32_t *rim_sources; /* [rim_count] */
    uint32_t *rim_firsts, *is_reversed;
    uint32_t rim_count, edge_count;
    wendi_carve_pieces pieces;
    double *heights; /* [rim_count + pieces.inner_count] of its points; NULL: all 0 */
    bool is_whole;   /* no obstacle, and no point on its edges: the polygon as made */
    bool has_extras, has_rim, is_done;
    bool is_gone;     /* of a tile that is dropped: nothing of it is left */
    bool stays;       /* its pieces stay: nothing else was planned, */
    bool is_kept;     /* or they are connected as they were: only their points move */
    uint32_t record1; /* while it is committed; 0: none */
} wendi_carve_job;

/** A point of an edge that rounding asked for; edge: the smaller corner of the two sides. */
typedef struct wendi_carve_extra {
    uint32_t edge;
    wend_vec2 at;
} wendi_carve_extra;

typedef struct wendi_mesh_carve {
    wendi_mesh_obstacle_slot *slots; /* [slot_capacity] */
    uint32_t slot_count, slot_capacity, free_first1, count;

    uint32_t *base_twins, *base_neighbours; /* [base_corners] of the mesh as made */
    uint32_t *record_of1;                   /* [base_count] record + 1; 0: as made */
    uint32_t *job_of1;                      /* [base_count] of the current edit */
    wendi_carve_record *records;            /* [record_capacity] */
    uint32_t *free_records;                 /* [record_capacity] */
    uint32_t record_count, record_capacity, free_record_count;

    uint32_t *piece_owners; /* [piece capacity] polygons; UINT32_MAX: free */
    uint32_t *free_pieces;  /* [piece capacity] */
    uint32_t free_piece_count;
    uint32_t *vertex_uses;   /* [vertex capacity] records in which each lies */
    uint32_t *free_vertices; /* [vertex capacity] */
    uint32_t free_vertex_count;
    uint32_t *members; /* [polygon_capacity] stamps of member_mark */
    uint32_t member_mark;
    uint32_t *label_owners, *label_waiting; /* [polygon_capacity] scratch of components */
    uint32_t *seen;                         /* [base_count] stamps of seen_mark */
    uint32_t seen_mark;

    wendi_arena plan, work; /* memory of the current edit, and of one of its polygons */
    wendi_arena lanes;      /* of tasks that plan polygons side by side */
    wendi_carve_job *jobs;
    uint32_t job_count, job_capacity;
    wendi_carve_extra *extras;
    uint32_t extra_count;
    wendi_array_u32
        touched; /* polygons whose connections change; then room for four times as many */
} wendi_mesh_carve;

/** One obstacle of an edit. */
typedef struct wendi_mesh_obstacle_change {
    uint32_t slot;
    bool was_used, is_used;     /* before and afterwards */
    wend_mesh_obstacle_def def; /* afterwards; after the edit or a failed one, as it was */
    wendi_carve_shape shape;
} wendi_mesh_obstacle_change;

/** Allocates the carve of a mesh without. @return false: no memory. */
bool wendi_mesh_carve_create(wend_mesh *mesh);
void wendi_mesh_carve_free(wend_mesh *mesh);
size_t wendi_mesh_carve_memory_bytes(const wend_mesh *mesh);

/** The end of the corners of a polygon as made. */
static inline uint32_t wendi_mesh_base_end(const wend_mesh *m, wend_node polygon)
{
    return polygon + 1 < m->base_count ? m->firsts[polygon + 1] : m->base_corners;
}

/** The polygon as made of a polygon or piece; WEND_NODE_NONE of a free slot. */
static inline wend_node wendi_mesh_home(const wend_mesh *m, wend_node polygon)
{
    return polygon < m->base_count ? polygon : m->carve->piece_owners[polygon - m->base_count];
}

/** The record of a polygon as made; NULL: it is not carved. */
static inline const wendi_carve_record *wendi_mesh_record(const wend_mesh *m, wend_node polygon)
{
    return m->carve == NULL || m->carve->record_of1[polygon] == 0
               ? NULL
               : &m->carve->records[m->carve->record_of1[polygon] - 1];
}

/** Shows slots in their new state, cuts all polygons concerned, and raises the revision. @return
 * WEND_OK, WEND_ERROR_MEMORY (all is as before), WEND_ERROR_FULL. */
wend_result wendi_mesh_carve_edit(wend_mesh *mesh, wendi_mesh_obstacle_change *changes,
                                  size_t count);

/** The piece that contains the end of a link; the polygon as made, which is absent, where an obstacle
 * covers it. */
uint32_t wendi_mesh_piece_of_end(const wend_mesh *mesh, const wend_mesh_location *end,
                                 uint32_t home);

/* ---- carve_plan.c ---- */

/** Makes and plans the jobs of an edit. @return false: no memory. */
bool wendi_mesh_carve_plan(wend_mesh *mesh, const wendi_mesh_obstacle_change *changes,
                           size_t count);
/** A tile that comes or goes; see tiles.h. */
typedef struct wendi_carve_tile {
    uint32_t first, count;  /* its polygons */
    wend_vec2 low, high;    /* the box around them */
    const uint32_t *beside; /* [beside_count] polygons that are cut anew, too */
    uint32_t beside_count;
    bool is_gone;
} wendi_carve_tile;

/** The same for a tile. @return false: no memory. */
bool wendi_mesh_carve_plan_tile(wend_mesh *mesh, const wendi_carve_tile *tile);
/** Forgets the jobs. */
void wendi_mesh_carve_forget(wend_mesh *mesh);

/* ---- committing ---- */

/** Does what was planned and reserved, and raises the revision. @param keeps polygons as made have the
 * same neighbours, so that pieces may be kept. */
void wendi_mesh_carve_commit(wend_mesh *mesh, bool keeps);

/* ---- carve_keep.c ---- */

/** True if the pieces of a job have the corners and edges that its record has. */
bool wendi_mesh_carve_is_alike(const wend_mesh *mesh, const wendi_carve_job *job);
/** Lets the pieces of a polygon stay, if they are convex where obstacles lie now: sets the job's.
 * @param plan allocator of what it sets. @param work of everything else. @return false: no memory. */
bool wendi_mesh_carve_try_stay(const wend_mesh *mesh, wendi_carve_job *job,
                               const wend_allocator *plan, const wend_allocator *work);
/** Writes where the points of a job are into its record. */
void wendi_mesh_carve_write_sources(wendi_carve_record *record, const wendi_carve_job *job);
/** Moves their points. */
void wendi_mesh_carve_move(wend_mesh *mesh, const wendi_carve_job *job);

/* ---- carve_room.c ---- */

/** Reserves memory for all jobs. */
wend_result wendi_mesh_carve_reserve(wend_mesh *mesh);
/** Frees the arrays that were replaced by larger ones. */
void wendi_mesh_carve_free_retired(wend_mesh *mesh);

/* ---- carve_labels.c ---- */

/** A stamp of members that nothing has. */
uint32_t wendi_mesh_carve_mark(wend_mesh *mesh);
/** Updates the components after the connections of the touched polygons changed; those that are new
 * have no label yet, and those that are absent have none any more. */
void wendi_mesh_carve_update_labels(wend_mesh *mesh);

/* ---- obstacle_file.c ---- */

uint64_t wendi_mesh_obstacles_hash(const wend_mesh *mesh, uint64_t hash);
void wendi_mesh_obstacles_write(const wend_mesh *mesh, wendi_writer *writer);
/** Reads obstacles into a finished mesh without. @param reason set on WEND_ERROR_FILE. */
wend_result wendi_mesh_obstacles_read(wend_mesh *mesh, wendi_reader *reader, const char **reason);

/** The directions of a circle's corners, computed once for many circles of as many. */
typedef struct wendi_circle_directions {
    uint32_t count;  /* 0: none */
    double cos_half; /* of half the angle between two */
    wend_vec2 directions[WEND_MESH_OBSTACLE_CORNERS_MAX];
} wendi_circle_directions;

/** Computes the shape of a definition. @param known of circles before; the same directions for all.
 * @param message may be NULL. */
wend_result wendi_mesh_obstacle_measure(const wend_mesh_obstacle_def *def,
                                        wendi_circle_directions *known, wendi_carve_shape *shape,
                                        const char *function, wend_message *message);

#endif
