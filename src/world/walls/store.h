/* The inside of a set of walls.
 *
 *   slots[i]    a wall (index1 = i + 1), its corners, its first edge
 *   edges[e]    a -> b of some wall, and the next edge of that wall; leaf e of the tree edge_tree
 *   solid_tree  leaf i: the rectangle around the polygon in slots[i]
 *
 * Free slots and free edges are chained through first_edge and next. Queries read only. */
#ifndef WENDI_WORLD_WALLS_STORE_H
#define WENDI_WORLD_WALLS_STORE_H

#include "base/core/bytes.h"
#include "world/walls/read.h"
#include "world/walls/tree.h"

#include <float.h>

static const uint32_t WENDI_WALLS_NONE = UINT32_MAX;

typedef struct wendi_wall_slot {
    wend_vec2 ends[2];   /* of a segment */
    wend_vec2 *corners;  /* [count] of a polygon; NULL = a segment, or no wall */
    wend_vec2 low, high; /* around the wall */
    uint64_t user;
    double bottom, top; /* heights */
    uint32_t count;     /* corners; 0 = no wall */
    uint32_t generation;
    uint32_t stops;
    uint32_t first_edge;
} wendi_wall_slot;

typedef struct wendi_wall_edge {
    wend_vec2 a, b;
    uint32_t wall;
    uint32_t stops; /* the wall's */
    uint32_t next;
} wendi_wall_edge;

struct wend_walls {
    wend_allocator allocator;
    wendi_wall_slot *slots;
    wendi_wall_edge *edges;
    wendi_wall_tree edge_tree;
    wendi_wall_tree solid_tree;
    size_t count;
    uint32_t slot_limit, slot_capacity, free_slot;
    uint32_t edge_limit, edge_capacity, free_edge;
    uint32_t edge_count;
    uint32_t bounded_count; /* walls with a bottom or a top */
    uint64_t revision;
    wendi_walls_change changes[WENDI_WALLS_CHANGES]; /* a ring of those that can block */
    uint32_t change_count, next_change;
    uint64_t change_floor; /* it holds all such changes after this revision */
    wend_message error;    /* of the last failure */
};

enum { WENDI_WALLS_FILE_MAGIC = 0x4C415757, WENDI_WALLS_FILE_VERSION = 1 };

/** Writes what stands in a section of this magic. @param object the walls. */
void wendi_walls_write(const void *object, wendi_writer *writer);

/** Reserves memory for more walls and edges. @param are_polygons some of the walls.
 * @return WEND_OK, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
wend_result wendi_walls_make_room(wend_walls *walls, uint64_t wall_count, uint64_t edge_count,
                                  bool are_polygons);
/** Puts the edges of a wall, for the next wendi_wall_tree_build, and its bounds; memory must be
 * reserved. */
void wendi_walls_put_edges(wend_walls *walls, uint32_t wall);

static inline bool wendi_point_is_valid(wend_vec2 p)
{
    return p.x >= -WEND_COORDINATE_MAX && p.x <= WEND_COORDINATE_MAX &&
           p.y >= -WEND_COORDINATE_MAX && p.y <= WEND_COORDINATE_MAX;
}

/** True if a wall has a bottom or a top. */
static inline bool wendi_wall_is_bounded(const wendi_wall_slot *slot)
{
    return slot->bottom >= -DBL_MAX || slot->top <= DBL_MAX;
}

static inline wend_wall_id wendi_wall_id_of(const wend_walls *walls, uint32_t wall)
{
    return (wend_wall_id){wall + 1, walls->slots[wall].generation};
}

/** NULL when the wall does not exist. */
static inline wendi_wall_slot *wendi_wall_find(const wend_walls *walls, wend_wall_id id)
{
    const bool is_there = id.index1 > 0 && id.index1 <= walls->slot_limit &&
                          walls->slots[id.index1 - 1].count > 0 &&
                          walls->slots[id.index1 - 1].generation == id.generation;
    return is_there ? &walls->slots[id.index1 - 1] : NULL;
}

#endif
