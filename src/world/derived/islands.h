/* The inside of islands.
 *
 * The map is cut into tiles of 8 x 8 cells, for every size of sectors, so that the open cells
 * of a tile are one 64-bit word (bit 8 * y + x) and all work within a tile takes a few shifts.
 *
 *   tile     component         label            island
 *   # . .    [cells 0b...] --> [island] ------> [cell count]
 *   # # #                      [island] ----/   a label lists the next one of its island
 *   . . .    [cells 0b...] --> [island] --> ...
 *
 *   component   connected open cells of a tile. Component number t is the first one of tile t
 *               (without cells in a tile of walls); `next` lists further ones.
 *   label       components point to labels, so that joining two islands redirects the labels of
 *               the smaller one and touches no component.
 *   frame       a ring of tiles without cells around the map, so that neighbours need no checks; on
 *               maps that wrap neighbours are looked up instead.
 *
 * Components are the nodes of a graph whose edges are not stored: they follow from the words of
 * neighbouring tiles by shifts. */
#ifndef WENDI_WORLD_DERIVED_ISLANDS_H
#define WENDI_WORLD_DERIVED_ISLANDS_H

#include "base/core/array.h"
#include "base/core/closure.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "wend/islands.h"
#include "world/cells/directions.h"
#include "world/derived/agent_grid.h"

enum {
    WENDI_ISLAND_TILE_SIDE = 8,
    WENDI_ISLAND_TILE_COMPONENTS_MAX = 32, /* A chessboard of walls. */
    WENDI_ISLAND_TOUCHED_MAX =
        40, /* Components in the tiles around that cells of a tile can touch. */
    WENDI_ISLAND_TILE_SEEDS_MAX = 64 /* The same and the components of the tile itself. */
};

#define WENDI_ISLAND_LABEL_NONE UINT32_MAX
#define WENDI_ISLAND_TILE_COLUMN UINT64_C(0x0101010101010101) /* column 0 */
#define WENDI_ISLAND_TILE_ROW UINT64_C(0xff)                  /* row 0 */

typedef struct wendi_tile_component {
    uint64_t cells;
    uint32_t tile;
    uint32_t next;  /* The next component of the tile, or of the free list; 0 = none. */
    uint32_t label; /* WENDI_ISLAND_LABEL_NONE for a component without cells. */
    uint32_t seen;  /* Number of the last search that found it. */
    uint32_t link;  /* The next one in a list of a search. */
    uint32_t cut;   /* 1 + the cut whose search starts here, 0 outside of updates. */
} wendi_tile_component;

typedef struct wendi_island_label {
    uint32_t island;
    uint32_t component_count; /* 0 = free */
    uint32_t previous, next;
} wendi_island_label;

typedef struct wendi_island {
    uint64_t cell_count;  /* 0 = free */
    uint32_t first_label; /* The next one in the free list. */
} wendi_island;

/* The tiles of a map, and which cells are neighbours. */
typedef struct wendi_island_tiling {
    int32_t width, height;
    uint32_t tiles_x, tiles_y;
    uint32_t stride;     /* tiles_x + 2 */
    uint32_t tile_count; /* With the frame. */
    wend_wrap wrap;
    bool has_diagonals;              /* A step that changes both row and column. */
    uint64_t from[WENDI_DIRECTIONS]; /* Cells with a neighbour in a direction. */
} wendi_island_tiling;

typedef struct wendi_island_map {
    wendi_tile_component *components;
    wendi_island_label *labels;
    wendi_island *islands;
    size_t component_capacity, label_capacity, island_capacity;
    uint32_t component_count, label_count, island_count;
    uint32_t component_free, label_free,
        island_free;     /* 0, WENDI_ISLAND_LABEL_NONE, WEND_ISLAND_NONE: none */
    uint32_t used_count; /* Islands in use. */
} wendi_island_map;

/* A tile whose cells changed. */
typedef struct wendi_island_tile_change {
    uint32_t tile;
    uint32_t cluster; /* Another change of the same cluster; itself for the root. */
    uint64_t cells;   /* New. */
    uint64_t removed;
} wendi_island_tile_change;

/* A component from which a search of a cut starts. */
typedef struct wendi_cut_seed {
    uint32_t component;
    uint32_t next; /* Of the same cut; UINT32_MAX = none. */
} wendi_cut_seed;

/* Components of one island that may have been separated by removed cells. */
typedef struct wendi_island_cut {
    uint32_t island;
    uint32_t parent; /* The cut it was joined to; itself if none. */
    uint32_t first, last;
} wendi_island_cut;

/* One of the searches of a cut, which run in turns: components found but not expanded, and
 * expanded ones, as lists by `link`, 0 = empty. */
typedef struct wendi_cut_search {
    uint32_t pending_first, pending_last;
    uint32_t done_first, done_last;
    uint32_t parent;        /* The search it was joined to; itself if none. */
    uint32_t running_index; /* Index among the running searches. */
    uint32_t seed;          /* The seed it started from. */
} wendi_cut_search;

/* Working memory of updates, kept between them. */
typedef struct wendi_island_scratch {
    uint32_t *sectors;
    wendi_island_tile_change *changes;
    wendi_sort_pair *pairs; /* [2 * pair_capacity]: seeds and room to sort them */
    wendi_cut_seed *seeds;
    wendi_island_cut *cuts;
    wendi_cut_search *searches;
    uint32_t *running;
    size_t sector_capacity, change_capacity, pair_capacity, seed_capacity, cut_capacity,
        search_capacity, running_capacity;
    size_t change_count, pair_count, cut_count;
} wendi_island_scratch;

/* Reachability between islands by links; see islands_links.c. */
typedef struct wendi_island_links {
    wendi_array_u32 islands;    /* Islands with links to or from others, ascending. */
    wendi_closure closure;      /* Of indices in `islands`. */
    wendi_array_u64 link_tiles; /* Bit t: a link ends in tile t. */
    uint64_t revision;          /* Of the grid's links; 0 = out of date. */
} wendi_island_links;

struct wend_islands {
    wend_allocator allocator;
    wendi_agent_grid agent_grid;
    wend_clearance *clearance; /* Updated with the islands; NULL = none. */
    int32_t size;              /* As in the definition. */
    double radius;
    wendi_island_tiling tiling;
    wendi_island_map map;
    wendi_island_scratch scratch;
    wendi_island_links links;
    uint32_t seen_next; /* All searches so far have lower numbers. */
    uint64_t revision;
    wend_message error; /* of the last failure */
};

/* ---- tiles: islands_tile.c ---- */

wendi_island_tiling wendi_island_tiling_of(const wend_grid *grid, bool is_disc);

static inline uint32_t wendi_island_tile_at(const wendi_island_tiling *tiling, uint32_t tile_x,
                                            uint32_t tile_y)
{
    return (tile_y + 1) * tiling->stride + tile_x + 1;
}

/** The tile of a node, and the bit of its cell; the node must lie inside. */
static inline uint32_t wendi_island_tile_of(const wendi_island_tiling *tiling, wend_node node,
                                            uint64_t *cell)
{
    const uint32_t y = node / (uint32_t)tiling->width;
    const uint32_t x = node - y * (uint32_t)tiling->width;
    *cell = UINT64_C(1) << ((y % WENDI_ISLAND_TILE_SIDE) * WENDI_ISLAND_TILE_SIDE +
                            x % WENDI_ISLAND_TILE_SIDE);
    return wendi_island_tile_at(tiling, x / WENDI_ISLAND_TILE_SIDE, y / WENDI_ISLAND_TILE_SIDE);
}

/** The tile `dx` columns (-1, 0, 1) and `dy` rows away, around the map where it wraps. */
uint32_t wendi_island_tile_neighbour(const wendi_island_tiling *tiling, uint32_t tile, int32_t dx,
                                     int32_t dy);
/** The cells and their neighbours within the tile. */
uint64_t wendi_island_tile_dilate(const wendi_island_tiling *tiling, uint64_t cells);
/** All of `cells` that are connected to `seed`, which must be among them. */
uint64_t wendi_island_tile_flood(const wendi_island_tiling *tiling, uint64_t cells, uint64_t seed);
/** Reads the open cells of adjacent tiles of a row. @param cells [count]. */
void wendi_island_tiles_read(const wendi_island_tiling *tiling, const wendi_agent_grid *agent_grid,
                             uint32_t tile_x, uint32_t tile_y, uint32_t count, uint64_t *cells);
/** The components of other tiles (where a small map wraps, of the same one too) that hold
 * neighbours of these cells. @param touched [WENDI_ISLAND_TOUCHED_MAX]. @return their number. */
uint32_t wendi_island_tile_touched(const wendi_island_tiling *tiling,
                                   const wendi_tile_component *components, uint32_t tile,
                                   uint64_t cells, uint32_t *touched);

/* ---- components, labels, islands: islands_map.c ---- */

/** Grows an array of *capacity items to hold `needed`, with some to spare. @return the array;
 * NULL: no memory, nothing changed. */
void *wendi_islands_grow_array(const wend_allocator *allocator, void *block, size_t *capacity,
                               size_t needed, size_t item_bytes);
/** Reserves memory, so that this number can be acquired without failure. */
bool wendi_island_map_reserve(wendi_island_map *map, const wend_allocator *allocator,
                              size_t components, size_t labels);
void wendi_island_map_free(wendi_island_map *map, const wend_allocator *allocator);
size_t wendi_island_map_memory_bytes(const wendi_island_map *map);
/** A new component of a tile, without label. */
uint32_t wendi_tile_component_acquire(wendi_island_map *map, uint32_t tile, uint64_t cells);
/** Frees a component; it must have no label. */
void wendi_tile_component_release(wendi_island_map *map, uint32_t component);
/** Gives a component a label. It must have none. */
void wendi_tile_component_join(wendi_island_map *map, uint32_t component, uint32_t label);
/** Takes the label from a component. A label without components is freed, and an island without
 * labels. */
void wendi_tile_component_leave(wendi_island_map *map, uint32_t component);
/** A new label of a new island without cells. */
uint32_t wendi_island_label_acquire(wendi_island_map *map);
/** Joins the islands of two labels; the number of the one with more cells stays. @return the
 * freed number; WEND_ISLAND_NONE if they were one. */
uint32_t wendi_island_label_unite(wendi_island_map *map, uint32_t a, uint32_t b);
/** The component that holds a cell; UINT32_MAX if it is a wall. */
uint32_t wendi_tile_component_find(const wendi_island_map *map, uint32_t tile, uint64_t cell);

static inline uint32_t wendi_island_of_component(const wendi_island_map *map, uint32_t component)
{
    return map->labels[map->components[component].label].island;
}

/* ---- building and repairing ---- */

/** Builds a map from an agent grid. @param map undefined before and after a failure. */
/** Makes a map of a grid without open cells. @return WEND_OK, WEND_ERROR_MEMORY (it is empty). */
wend_result wendi_island_map_clear(wendi_island_map *map, const wend_islands *islands);
wend_result wendi_island_map_build(wendi_island_map *map, const wend_islands *islands);
/** Gives islands of `made` the numbers that they have in `old`, as far as they are the same. */
wend_result wendi_island_map_renumber(wendi_island_map *made, const wendi_island_map *old,
                                      const wend_islands *islands);
/** Reserves memory for cuts from a number of seeds. @return false: no memory. */
bool wendi_islands_reserve_cut(wend_islands *islands, size_t seeds);
/** Separates islands after cells were removed. The cells of scratch.changes are already gone from
 * their components; memory must be reserved. */
void wendi_islands_cut(wend_islands *islands);
void wendi_island_scratch_free(wendi_island_scratch *scratch, const wend_allocator *allocator);
size_t wendi_island_scratch_memory_bytes(const wendi_island_scratch *scratch);

/* Updates that are cut: sectors changed after the islands' revision, one at a time, over a clearance
 * that is up to date; when all are done, the update is finished. */

/** Brings one sector up to date. @param steps the work is added, in steps of some 50 ns.
 * @return WEND_OK, WEND_ERROR_MEMORY (nothing is changed). */
wend_result wendi_islands_update_sector(wend_islands *islands, uint32_t sector, uint64_t *steps);
/** @return WEND_OK, WEND_ERROR_MEMORY (for links; call again). */
wend_result wendi_islands_finish_update(wend_islands *islands, uint64_t revision);

/** True if the islands belong to this grid, class, team, size and radius. */
bool wendi_islands_match(const wend_islands *islands, const wend_grid *grid,
                         uint32_t movement_class, uint32_t team, int32_t size, double radius);

/* ---- links: islands_links.c ---- */

/** Computes which islands lead to which, if links changed or revision is 0. */
wend_result wendi_island_links_update(wend_islands *islands);
/** Marks a changed tile: if a link ends there, the closure is out of date. */
void wendi_island_links_mark_tile(wendi_island_links *links, uint32_t tile);
/** Marks an island whose number was freed. */
void wendi_island_links_mark_island(wendi_island_links *links, uint32_t island);
void wendi_island_links_free(wendi_island_links *links);
size_t wendi_island_links_memory_bytes(const wendi_island_links *links);
/** True if a chain of links leads from one island to the other. */
bool wendi_island_links_connect(const wendi_island_links *links, uint32_t from, uint32_t to);

#endif
