/* derived/islands.h: what islands are made of inside.
 *
 * The map is cut into tiles of 8 x 8 cells, whatever the grid's sectors are, so that the open cells
 * of a tile are one 64-bit word (bit 8 * y + x) and everything within a tile takes a few shifts.
 *
 *   tile     part              label            island
 *   # . .    [cells 0b...] --> [island] ------> [cells: how many in all]
 *   # # #                      [island] ----/   a label lists the next one of its island
 *   . . .    [cells 0b...] --> [island] --> ...
 *
 *   part     open cells of a tile that hang together within it. Part number t is the first one of
 *            tile t (without cells in a tile of walls); further ones are listed by `next`.
 *   label    what parts point to, so that joining two islands points the labels of the smaller one
 *            elsewhere and touches no part.
 *   frame    a ring of tiles without cells around the map, so that neighbours need no checks; on
 *            maps that wrap around they are looked up instead.
 *
 * Parts are the nodes of a graph whose edges are not stored: two words of neighbouring tiles,
 * shifted over each other, tell them. */
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
    WENDI_ISLAND_TOUCHED_MAX = 40,   /* Parts that cells of a tile can touch in the tiles around. */
    WENDI_ISLAND_TILE_SEEDS_MAX = 64 /* The same and the parts of the tile itself. */
};

#define WENDI_ISLAND_LABEL_NONE UINT32_MAX
#define WENDI_ISLAND_TILE_COLUMN UINT64_C(0x0101010101010101) /* column 0 */
#define WENDI_ISLAND_TILE_ROW UINT64_C(0xff)                  /* row 0 */

typedef struct wendi_tile_component {
    uint64_t cells;
    uint32_t tile;
    uint32_t next;  /* A further part of the tile, or of the free list; 0 = none. */
    uint32_t label; /* WENDI_ISLAND_LABEL_NONE for a part without cells. */
    uint32_t seen;  /* Number of the search that found it last. */
    uint32_t link;  /* The next one in a list of a search. */
    uint32_t job;   /* 1 + the cut whose search begins here, 0 outside of updates. */
} wendi_tile_component;

typedef struct wendi_island_label {
    uint32_t island;
    uint32_t part_count; /* 0 = free */
    uint32_t previous, next;
} wendi_island_label;

typedef struct wendi_island {
    uint64_t cell_count;  /* 0 = free */
    uint32_t first_label; /* The next one in the free list. */
} wendi_island;

/* How the cells of a map lie in tiles, and which cells are neighbours. */
typedef struct wendi_island_tiling {
    int32_t width, height;
    uint32_t tiles_x, tiles_y;
    uint32_t stride;     /* tiles_x + 2 */
    uint32_t tile_count; /* With the frame. */
    wend_wrap wrap;
    bool has_diagonals;              /* Any step that changes row and column. */
    uint64_t from[WENDI_DIRECTIONS]; /* Cells with a neighbour in a direction. */
} wendi_island_tiling;

typedef struct wendi_island_map {
    wendi_tile_component *parts;
    wendi_island_label *labels;
    wendi_island *islands;
    size_t part_capacity, label_capacity, island_capacity;
    uint32_t part_count, label_count, island_count;
    uint32_t part_free, label_free,
        island_free;       /* 0, WENDI_ISLAND_LABEL_NONE, WEND_ISLAND_NONE: none */
    uint32_t living_count; /* Islands that are not free. */
} wendi_island_map;

/* A tile whose cells changed. */
typedef struct wendi_island_tile_change {
    uint32_t tile;
    uint32_t cluster; /* Another change of the same cluster, itself for the root. */
    uint64_t cells;   /* New. */
    uint64_t removed;
} wendi_island_tile_change;

/* A part from which the search around a cut begins. */
typedef struct wendi_cut_seed {
    uint32_t part;
    uint32_t next; /* Of the same job; UINT32_MAX = none. */
} wendi_cut_seed;

/* Parts of one island between which cells were removed: do they still hang together? */
typedef struct wendi_island_cut {
    uint32_t island;
    uint32_t parent; /* The job it became part of; itself if none. */
    uint32_t first, last;
} wendi_island_cut;

/* One of the searches that run by turns: what it has found and not yet looked around from, and what
 * is done. Lists of parts by `link`, 0 = empty. */
typedef struct wendi_cut_search {
    uint32_t pending_first, pending_last;
    uint32_t done_first, done_last;
    uint32_t parent; /* The group it met; itself if none. */
    uint32_t place;  /* In the list of those that still run. */
    uint32_t seed;   /* Where it began. */
} wendi_cut_search;

/* Memory of updates, kept between them. */
typedef struct wendi_island_scratch {
    uint32_t *sectors;
    wendi_island_tile_change *changes;
    wendi_sort_pair *pairs; /* [2 * pair_capacity]: seeds and room to sort them */
    wendi_cut_seed *seeds;
    wendi_island_cut *jobs;
    wendi_cut_search *groups;
    uint32_t *running;
    size_t sector_capacity, change_capacity, pair_capacity, seed_capacity, job_capacity,
        group_capacity, running_capacity;
    size_t change_count, pair_count, job_count;
} wendi_island_scratch;

/* Which islands links lead to from which; see derived/islands_links.c. */
typedef struct wendi_island_links {
    wendi_array_u32 islands;    /* Those with links to or from other ones, ascending. */
    wendi_closure closure;      /* Of their indices. */
    wendi_array_u64 link_tiles; /* Bit t: a link ends in tile t. */
    uint64_t revision;          /* Of the grid's links; 0 = to be worked out again. */
} wendi_island_links;

struct wend_islands {
    wend_allocator allocator;
    wendi_agent_grid ground;
    wend_clearance *clearance; /* To be updated; NULL = none. */
    int32_t size;              /* As in the definition. */
    double radius;
    wendi_island_tiling tiling;
    wendi_island_map map;
    wendi_island_scratch scratch;
    wendi_island_links links;
    uint32_t seen_next; /* All searches so far had lower numbers. */
    uint64_t revision;
    wend_message error; /* of the last failure */
};

/* ---- tiles: derived/islands_tile.c ---- */

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

/** The tile so many columns (-1, 0, 1) and rows away, around the map where it wraps. */
uint32_t wendi_island_tile_neighbour(const wendi_island_tiling *tiling, uint32_t tile, int32_t dx,
                                     int32_t dy);
/** The cells and their neighbours within the tile. */
uint64_t wendi_island_tile_dilate(const wendi_island_tiling *tiling, uint64_t cells);
/** All of `cells` that hang together with `seed`, which must be among them. */
uint64_t wendi_island_tile_flood(const wendi_island_tiling *tiling, uint64_t cells, uint64_t seed);
/** Reads the open cells of tiles that lie side by side. @param cells [count]. */
void wendi_island_tiles_read(const wendi_island_tiling *tiling, const wendi_agent_grid *ground,
                             uint32_t tile_x, uint32_t tile_y, uint32_t count, uint64_t *cells);
/** The parts of other tiles (where a small map wraps, of the same one, too) that hold neighbours of
 * these cells. @param parts [WENDI_ISLAND_TOUCHED_MAX]. @return how many. */
uint32_t wendi_island_tile_touched(const wendi_island_tiling *tiling,
                                   const wendi_tile_component *parts, uint32_t tile, uint64_t cells,
                                   uint32_t *touched);

/* ---- parts, labels, islands: derived/islands_map.c ---- */

/** Grows an array of *capacity items to hold `needed`, with some to spare. @return the array; NULL:
 * no memory, nothing changed. */
void *wendi_islands_grow_array(const wend_allocator *allocator, void *block, size_t *capacity,
                               size_t needed, size_t item_bytes);
/** Makes room so that so many can be taken without fail. */
bool wendi_island_map_reserve(wendi_island_map *map, const wend_allocator *allocator, size_t parts,
                              size_t labels);
void wendi_island_map_free(wendi_island_map *map, const wend_allocator *allocator);
size_t wendi_island_map_memory_bytes(const wendi_island_map *map);
/** A new part of a tile without label. */
uint32_t wendi_tile_component_acquire(wendi_island_map *map, uint32_t tile, uint64_t cells);
/** Gives a part back, which then has no label. */
void wendi_tile_component_release(wendi_island_map *map, uint32_t part);
/** Makes a part one of a label's. It must have none. */
void wendi_tile_component_join(wendi_island_map *map, uint32_t part, uint32_t label);
/** Takes a part from its label, which goes when it was the last one; its island goes with its last
 * label. */
void wendi_tile_component_leave(wendi_island_map *map, uint32_t part);
/** A new label of a new island without cells. */
uint32_t wendi_island_label_acquire(wendi_island_map *map);
/** Makes the islands of two labels one, which keeps the number of the one with more cells.
 * @return the number that went; WEND_ISLAND_NONE if they were one. */
uint32_t wendi_island_label_unite(wendi_island_map *map, uint32_t a, uint32_t b);
/** The part that holds a cell; UINT32_MAX if it is a wall. */
uint32_t wendi_tile_component_find(const wendi_island_map *map, uint32_t tile, uint64_t cell);

static inline uint32_t wendi_island_of_component(const wendi_island_map *map, uint32_t part)
{
    return map->labels[map->parts[part].label].island;
}

/* ---- making and repairing ---- */

/** Works out a map of a ground. @param map undefined before and after a failure. */
wend_result wendi_island_map_build(wendi_island_map *map, const wend_islands *islands);
/** Gives the islands of `made` the numbers they have in `old` as far as they are the same ones. */
wend_result wendi_island_map_renumber(wendi_island_map *made, const wendi_island_map *old,
                                      const wend_islands *islands);
/** Makes room for cuts that begin from so many seeds. @return false: no memory. */
bool wendi_islands_reserve_cut(wend_islands *islands, size_t seeds);
/** Makes islands of what removing cells cut off. The cells of scratch.changes are already gone from
 * their parts; there must be room. */
void wendi_islands_cut(wend_islands *islands);
void wendi_island_scratch_free(wendi_island_scratch *scratch, const wend_allocator *allocator);
size_t wendi_island_scratch_memory_bytes(const wendi_island_scratch *scratch);

/** Are they of this grid, class, team, size and radius? */
bool wendi_islands_match(const wend_islands *islands, const wend_grid *grid,
                         uint32_t movement_class, uint32_t team, int32_t size, double radius);

/* ---- links: derived/islands_links.c ---- */

/** Works out which islands lead to which, if links changed or revision is 0. */
wend_result wendi_island_links_update(wend_islands *islands);
/** Something happened to a tile, or to what is in it: if a link ends there, all must be worked out
 * again. */
void wendi_island_links_mark_tile(wendi_island_links *links, uint32_t tile);
/** A number of an island went. */
void wendi_island_links_mark_island(wendi_island_links *links, uint32_t island);
void wendi_island_links_free(wendi_island_links *links);
size_t wendi_island_links_memory_bytes(const wendi_island_links *links);
/** Does a way of links lead from one island to the other one? */
bool wendi_island_links_connect(const wendi_island_links *links, uint32_t from, uint32_t to);

#endif
