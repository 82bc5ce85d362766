/* The parts of a hierarchy.
 *
 *   level 1        regions, in an order in which those of one group follow each other:
 *                  +----+----+----+----+----+----+----+----+
 *                  | r0 | r1 | r2 | r3 | r4 | r5 | r6 | r7 |    each with a block: its portals, and
 *                  +----+----+----+----+----+----+----+----+    the costs between them
 *   level 2        |        c0         |        c1         |    each with a block: the costs between
 *                  +-------------------+-------------------+    those portals that lead out of it
 *
 *   layout         portals of all regions in a row, and the arcs between them that no block holds:
 *                  first  [ 0 | 2 | 2 | 5 ... ]       region -> its first portal
 *                  nodes  [ 17 | 90 | 4 | ... ]       ascending within a region
 *                  arcs   [ (over a border, a seam, a link, an edge) ... ]
 *
 * Blocks are kept with the hash of all they were made from, so that an update finds what changed by
 * comparing. Each update that found a change rebuilds the layout; it is linear in portals. */
#ifndef WENDI_ROUTE_HIERARCHY_HIERARCHY_H
#define WENDI_ROUTE_HIERARCHY_HIERARCHY_H

#include "base/core/array.h"
#include "base/core/message.h"
#include "route/space/space.h"
#include "wend/hierarchy.h"

enum { WENDI_ABSTRACT_COOKIE = 0x57484931 };

/* No portal, item or arc. */
#define WENDI_ABSTRACT_NONE UINT32_MAX

/** The portals of a cell of some level, and the costs between them. */
typedef struct wendi_abstract_block {
    uint64_t hash; /* of what it was made from; 0: was not made */
    uint32_t count;
    uint32_t *nodes;  /* level 1: [count] nodes of the world, ascending; else NULL */
    uint32_t *joined; /* level 1: [count] the least portal that a path within connects it to */
    uint64_t *costs;  /* [count][count] from row to column; infinite: no path within */
} wendi_abstract_block;

/** An arc between portals that leaves a region, or uses a link. */
typedef struct wendi_abstract_arc {
    uint64_t cost;
    uint32_t target;  /* portal */
    uint32_t follows; /* as in wendi_trace */
} wendi_abstract_arc;

/** Of level 2 and more: which portals lead out of a cell. */
typedef struct wendi_abstract_borders {
    uint32_t *first;   /* [cell_count + 1] */
    uint32_t *portals; /* [first[cell_count]] ascending */
    uint32_t *ranks;   /* [portal_count] its place among those of its cell, or none */
    uint32_t count;    /* of portals */
} wendi_abstract_borders;

typedef struct wendi_abstract_layout {
    uint32_t region_count;
    uint32_t portal_count;
    uint32_t arc_count;
    uint32_t *first;      /* [region_count + 1] */
    uint32_t *nodes;      /* [portal_count] */
    uint32_t *regions;    /* [portal_count] */
    uint32_t *arc_first;  /* [portal_count + 1] */
    uint32_t *components; /* [portal_count] */
    wendi_abstract_arc *arcs;
    wendi_abstract_borders borders[WEND_HIERARCHY_LEVELS_MAX]; /* 0: not used */
} wendi_abstract_layout;

/** A level: cells of it, each so many cells of the level below. Level 1 is levels[0]. */
typedef struct wendi_abstract_level {
    uint32_t cell_count;
    uint32_t *cells;              /* [region_count] the cell of each region; NULL on level 1 */
    uint32_t *first;              /* [cell_count + 1] its first region; NULL on level 1 */
    wendi_abstract_block *blocks; /* [cell_count] */
} wendi_abstract_level;

/** The division of the world. */
typedef struct wendi_abstract_regions {
    uint32_t count;
    /* grids */
    int32_t sector_size;
    uint32_t sectors_x, sectors_y;
    uint32_t *of_sector; /* [sectors_y][sectors_x] the region of a sector */
    uint32_t *sectors;   /* [count] the sector of a region */
    /* graphs */
    uint32_t node_count; /* of the arrays below */
    uint32_t added;      /* the region of nodes that were added after creation */
    uint32_t *of_node;   /* [node_count] */
    uint32_t *index;     /* [node_count] its place among the nodes of its region */
    uint32_t *first;     /* [count + 1] */
    uint32_t *nodes;     /* [node_count] by region, ascending within */
    uint32_t most;       /* nodes of the largest region */
} wendi_abstract_regions;

/** A cell whose costs are recomputed. */
typedef struct wendi_abstract_task {
    uint32_t cell;
    uint64_t row; /* its first row among those of all tasks */
    wendi_abstract_block block;
} wendi_abstract_task;

typedef struct wendi_abstract_tasks {
    wendi_abstract_task *items;
    size_t count, capacity;
    uint64_t row_count, row_done;
    struct wendi_local *workers; /* [worker_count] scratch of each part of a batch */
    uint32_t worker_count;
} wendi_abstract_tasks;

typedef struct wendi_abstract_mesh wendi_abstract_mesh; /* see mesh.h */

typedef enum wendi_abstract_phase {
    WENDI_ABSTRACT_DIVIDE,  /* meshes: make the graph and the regions anew */
    WENDI_ABSTRACT_COMPARE, /* find the regions that changed */
    WENDI_ABSTRACT_ROWS,    /* their costs; `level` */
    WENDI_ABSTRACT_JOIN,    /* the layout */
    WENDI_ABSTRACT_GROUPS,  /* find the cells of `level` that changed */
    WENDI_ABSTRACT_READY
} wendi_abstract_phase;

struct wend_hierarchy {
    wend_allocator allocator;
    wend_executor executor;
    const wend_space *space;   /* of a mesh: of its graph */
    wendi_abstract_mesh *mesh; /* of a mesh, else NULL */
    wend_hierarchy_def def;    /* of a mesh, to divide it again; its regions are `given` */
    uint32_t *given;           /* [def.region_node_count] regions of polygons, or NULL */
    uint32_t level_count;
    uint32_t group_size;
    uint32_t portal_spacing;
    wendi_abstract_regions regions;
    wendi_abstract_level levels[WEND_HIERARCHY_LEVELS_MAX];
    wendi_abstract_layout layout;
    wendi_abstract_phase phase;
    uint32_t level;        /* of the phase, 0 = level 1 */
    uint32_t cell;         /* next one to be compared */
    uint32_t portals_most; /* of the cells that changed */
    wendi_abstract_tasks tasks;
    uint64_t space_revision; /* of the space, when its regions were compared */
    uint32_t space_updates;
    uint64_t version;   /* counts layouts, so that searches know theirs is gone */
    uint64_t work_done; /* rows */
    wend_message error;
};

static inline uint64_t wendi_abstract_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/** True if the hierarchy is complete, and as new as its space and world. */
bool wendi_abstract_is_ready(const wend_hierarchy *h);
/** True if it is complete, and as new as its space, which may be older than its world. */
bool wendi_abstract_fits(const wend_hierarchy *h);

/* ---- create.c ---- */

/** Refuses a definition with a field that is out of range. @param def may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result wendi_abstract_check(const wend_hierarchy_def *def);
/** Makes the graph of a mesh, its regions and levels anew; what was there is gone.
 * @return WEND_OK, WEND_ERROR_MEMORY (all is gone; try again). */
wend_result wendi_abstract_divide_mesh(wend_hierarchy *h);

/* ---- regions.c ---- */

/** Divides the world and makes the levels. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_abstract_divide(wend_hierarchy *h, const wend_hierarchy_def *def);
void wendi_abstract_regions_destroy(wend_hierarchy *h);
/** Takes in nodes that were added to a graph. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_abstract_add_nodes(wend_hierarchy *h);
size_t wendi_abstract_regions_bytes(const wend_hierarchy *h);

/** The cells of a sector. */
typedef struct wendi_abstract_rect {
    int32_t x, y, width, height;
} wendi_abstract_rect;
wendi_abstract_rect wendi_abstract_region_rect(const wend_hierarchy *h, uint32_t region);

/** The region of a node that is inside. */
static inline uint32_t wendi_abstract_region_of(const wend_hierarchy *h, wend_node node)
{
    const wendi_abstract_regions *r = &h->regions;
    if (r->of_node != NULL) {
        return r->of_node[node];
    }
    const uint32_t width = (uint32_t)h->space->width;
    const uint32_t size = (uint32_t)r->sector_size;
    return r->of_sector[node / width / size * r->sectors_x + node % width / size];
}

/** The cell of a region on a level, 0 = level 1. */
static inline uint32_t wendi_abstract_cell_of(const wend_hierarchy *h, uint32_t level,
                                              uint32_t region)
{
    return level == 0 ? region : h->levels[level].cells[region];
}

/** The first region of a cell. */
static inline uint32_t wendi_abstract_cell_first(const wend_hierarchy *h, uint32_t level,
                                                 uint32_t cell)
{
    return level == 0 ? cell : h->levels[level].first[cell];
}

/* ---- portals.c ---- */

/** The hash of all that the portals and costs of a region depend on; never 0. */
uint64_t wendi_abstract_region_hash(const wend_hierarchy *h, uint32_t region);
/** The portals of a region, ascending. @param nodes emptied first. @return false: no memory. */
bool wendi_abstract_find_portals(const wend_hierarchy *h, uint32_t region, wendi_array_u32 *nodes);
/** Takes an arc out of a portal: into another region, over a seam, or along a link or edge.
 * @return false to stop. */
typedef bool (*wendi_abstract_arc_fn)(void *context, wend_node to, uint64_t cost, uint32_t follows);
/** Lists the arcs out of a node that leave its region, and all its links. @return false: stopped.
 */
bool wendi_abstract_list_arcs(const wend_hierarchy *h, wend_node from, uint32_t region,
                              wendi_abstract_arc_fn take, void *context);

/* ---- layout.c ---- */

/** Rebuilds the layout. @return WEND_OK, WEND_ERROR_MEMORY (it is as before). */
wend_result wendi_abstract_join(wend_hierarchy *h);
void wendi_abstract_layout_destroy(wendi_abstract_layout *layout, const wend_hierarchy *h);
size_t wendi_abstract_layout_bytes(const wend_hierarchy *h);
/** The portal at a node, or none. */
uint32_t wendi_abstract_portal_at(const wendi_abstract_layout *layout, uint32_t region,
                                  wend_node node);

/** The block of the cell that a portal lies in. */
static inline const wendi_abstract_block *wendi_abstract_block_of(const wend_hierarchy *h,
                                                                  uint32_t level, uint32_t portal)
{
    return &h->levels[level].blocks[wendi_abstract_cell_of(h, level, h->layout.regions[portal])];
}

/** The row of a portal in its block; none if it does not lead out of its cell. */
static inline uint32_t wendi_abstract_rank(const wend_hierarchy *h, uint32_t level, uint32_t portal)
{
    return level == 0 ? portal - h->layout.first[h->layout.regions[portal]]
                      : h->layout.borders[level].ranks[portal];
}

/** The portals of a block, in the order of its rows: on level 1 they follow each other. */
static inline uint32_t wendi_abstract_column(const wend_hierarchy *h, uint32_t level, uint32_t cell,
                                             uint32_t column)
{
    const wendi_abstract_layout *layout = &h->layout;
    return level == 0 ? layout->first[cell] + column
                      : layout->borders[level].portals[layout->borders[level].first[cell] + column];
}

/* ---- update.c ---- */

/** Finds the portals of a region that are connected within it, in either direction. */
void wendi_abstract_join_portals(wendi_abstract_block *block);
void wendi_abstract_tasks_clear(wend_hierarchy *h);
size_t wendi_abstract_tasks_bytes(const wend_hierarchy *h);
/** Allocates the arrays of a block by its count. @param has_nodes on level 1. @return false: no memory;
 * wendi_abstract_block_free frees what there is. */
bool wendi_abstract_block_make(wendi_abstract_block *block, bool has_nodes,
                               const wend_allocator *allocator);
void wendi_abstract_block_free(wendi_abstract_block *block, const wend_allocator *allocator);
size_t wendi_abstract_block_bytes(const wendi_abstract_block *block);

#endif
