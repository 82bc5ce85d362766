/* Storage of a portal graph.
 *
 *   entries        [ 0 | 1 | 1 | 1 | own 0 | 1 | own 1 ]   one for each sector; 0: not built yet
 *                        |              |
 *   shared tiles        [.]   own      [.][.]              framed costs beside each
 *                        |              |
 *   shared pages        [.]             |
 *                        |              |
 *   pages          [head portals costs][head portals costs] ...   words of 32 bits
 *
 * A sector is uniform if all its cells have one open cost or are walls, and each part of its frame
 * (four sides, four corners) is all of that cost or all walls. It uses a shared tile and a shared
 * page. Other sectors have tiles of their own; their page may still be shared, if all cells inside
 * are alike and each side is open or closed all along.
 *
 * Detecting changes only lists sectors that may have changed. Rebuilding a sector reads its tile
 * again (with its frame, so that no other sector matters), compares, and computes a new page if
 * portals or costs inside differ. So the result depends on the grids alone, not on the order of
 * edits, slices or threads. */
#ifndef WENDI_FLOW_PORTALS_PORTAL_GRAPH_PRIVATE_H
#define WENDI_FLOW_PORTALS_PORTAL_GRAPH_PRIVATE_H

#include "base/core/array.h"
#include "base/core/key_table.h"
#include "base/core/memory.h"
#include "flow/portals/portal_graph.h"
#include "world/derived/agent_grid.h"

enum {
    WENDI_SIDE_PORTALS_MAX = 4 * (WENDI_TILE_SIDE / 2),
    WENDI_LINK_ENDS_MAX = WENDI_PORTALS_MAX - WENDI_SIDE_PORTALS_MAX, /* of one sector */
    WENDI_PAGE_NONE = 0,
    WENDI_SHARED_TILES_MAX = 1024, /* Further ones are not shared. */
    WENDI_FRAME_ALL = 255,
    WENDI_PORTAL_BATCH_MAX = 128, /* Sectors processed at once. */
    WENDI_PORTAL_BATCH_BLOCK = 16
};

/** Entry of a sector that was never built. */
#define WENDI_ENTRY_UNBUILT 0u
/** Entry of a sector with a tile of its own: this bit and the tile's index. */
#define WENDI_ENTRY_OWN 0x80000000u
/** Bit of a shared page. */
#define WENDI_PAGE_SHARED 0x80000000u

/* ---- dirty sectors: bits, and bits that mark the words with any ---- */

typedef struct wendi_dirty_sectors {
    uint64_t *words;       /* [word_count] a bit for each sector */
    uint64_t *word_groups; /* [group_count] a bit for each word, behind the words */
    uint32_t word_count, word_group_count;
    uint32_t first_word_group; /* groups before it are empty */
    uint32_t count;
} wendi_dirty_sectors;

bool wendi_dirty_sectors_create(wendi_dirty_sectors *dirty, const wend_allocator *allocator,
                                uint32_t sector_count);
void wendi_dirty_sectors_destroy(wendi_dirty_sectors *dirty, const wend_allocator *allocator);
size_t wendi_dirty_sectors_memory_bytes(const wendi_dirty_sectors *dirty);
void wendi_dirty_sectors_add(wendi_dirty_sectors *dirty, uint32_t sector);
void wendi_dirty_sectors_remove(wendi_dirty_sectors *dirty, uint32_t sector);
/** Lists the lowest dirty sectors. @param sectors [capacity]. @return their number. */
uint32_t wendi_dirty_sectors_list(wendi_dirty_sectors *dirty, uint32_t *sectors, uint32_t capacity);

/* ---- pages ---- */

/* Followed by portals [n], then costs [n * n]; n = first[6]. */
typedef struct wendi_portal_page_head {
    uint8_t first[WENDI_SIDES + 1];
    uint8_t spare;
    uint32_t edges; /* ordered pairs of portals that are connected */
} wendi_portal_page_head;

typedef struct wendi_portal_pages {
    uint32_t *words;
    uint32_t used, capacity;
    uint32_t free[WENDI_PORTALS_MAX + 1]; /* by number of portals: the first free page; its first
                                           * word holds the next one */
} wendi_portal_pages;

static inline uint32_t wendi_portal_page_words(uint32_t portals)
{
    return (uint32_t)(sizeof(wendi_portal_page_head) / sizeof(uint32_t)) + portals +
           portals * portals;
}

/* The parts of a page. */
typedef struct wendi_portal_page_view {
    wendi_portal_page_head *head;
    wendi_portal *portals;
    uint32_t *costs;
} wendi_portal_page_view;

wendi_portal_page_view wendi_portal_page_at(const wendi_portal_pages *store, uint32_t page);
/** The parts of a page under construction, whose head has no number of portals yet. */
wendi_portal_page_view wendi_portal_page_view_new(const wendi_portal_pages *store, uint32_t page,
                                                  uint32_t portals);
/** Reserves words. @return false: no memory. */
bool wendi_portal_pages_reserve(wendi_portal_pages *store, const wend_allocator *allocator,
                                size_t words);
uint32_t wendi_portal_pages_allocate(wendi_portal_pages *store, uint32_t portals);
void wendi_portal_pages_release(wendi_portal_pages *store, uint32_t page);
/** Hash of its content. */
uint64_t wendi_portal_page_hash(const wendi_portal_pages *store, uint32_t page);

/* ---- tiles ---- */

/* A tile whose cells have all the same cost. Each part of the frame has that cost as well (a bit
 * by direction, 0 east to 7 north-east) or consists of walls. A closed tile has no bits. */
typedef struct wendi_uniform_tile {
    uint8_t cost; /* 0: the tile is not uniform */
    uint8_t around;
} wendi_uniform_tile;

typedef struct wendi_shared_page {
    uint32_t page;
    uint64_t hash;
} wendi_shared_page;

typedef struct wendi_shared_tile {
    uint32_t key;
    uint32_t shared_page;
} wendi_shared_tile;

typedef struct wendi_shared_tiles {
    wendi_key_table page_keys, tile_keys;
    wendi_shared_page *pages; /* [page_capacity] */
    wendi_shared_tile *tiles; /* [tile_capacity] */
    uint8_t *tile_costs;      /* [tile_capacity][tile_bytes] */
    uint32_t page_capacity, tile_capacity;
} wendi_shared_tiles;

/* Tiles of single sectors. */
typedef struct wendi_own_tile {
    uint32_t page;  /* perhaps with WENDI_PAGE_SHARED; of a free entry the next free one */
    uint32_t stamp; /* at which the tile changed last */
    uint8_t cost;   /* of all cells inside; 0: there are several */
} wendi_own_tile;

typedef struct wendi_own_tiles {
    wendi_own_tile *items; /* [capacity] */
    uint8_t *costs;        /* [capacity][tile_bytes] */
    uint32_t used, capacity, free_first, free_count;
} wendi_own_tiles;

/* ---- links ---- */

typedef struct wendi_portal_links {
    wendi_sector_link *links; /* [link_count] by the sector they begin in */
    uint32_t *sectors;        /* [sector_count] with link ends, ascending */
    uint32_t *first;          /* [sector_count + 1] into ends */
    uint32_t *outs;    /* [sector_count] number of the ends that are beginnings; those come first */
    uint32_t *ends;    /* [2 * link_count] links; beginnings ascending, then ends ascending */
    uint32_t *watched; /* [watched_count] sectors with ends that may open, ascending */
    uint32_t link_count, sector_count, watched_count;
    uint32_t *block; /* holds everything but the links */
    size_t block_bytes, link_bytes;
    bool is_stale;
} wendi_portal_links;

/* The link ends in one sector. */
typedef struct wendi_sector_link_ends {
    const uint32_t *links; /* [outs + ins] */
    uint32_t outs, ins;
} wendi_sector_link_ends;

wendi_sector_link_ends wendi_portal_links_in_sector(const wendi_portal_links *link_table,
                                                    uint32_t sector);
/** Reads all links and joins, and marks sectors whose links changed as dirty, with a new stamp.
 * @return false: no memory, nothing changed. */
bool wendi_portal_links_update(wendi_portal_graph *graph);
void wendi_portal_links_free(wendi_portal_links *link_table, const wend_allocator *allocator);
/** True if links may end in any of the sectors first ... last. */
bool wendi_portal_links_watches(const wendi_portal_links *link_table, uint32_t first,
                                uint32_t last);

/* ---- the graph ---- */

typedef struct wendi_portal_graph_floor {
    wendi_agent_grid ground;
    wend_clearance *clearance;         /* NULL: the class has no radius */
    int32_t reach;                     /* cells around a change that may change with it */
    uint64_t revision, links_revision; /* at the last detection; 0 = never */
} wendi_portal_graph_floor;

typedef enum wendi_sector_change {
    WENDI_SECTOR_UNCHANGED,
    WENDI_SECTOR_SHARED_TILE, /* a shared tile */
    WENDI_SECTOR_OWN_TILE
} wendi_sector_change;

typedef enum wendi_portal_page_source {
    WENDI_PAGE_KEPT,         /* unchanged */
    WENDI_PAGE_SHARED_FOUND, /* a shared page */
    WENDI_PAGE_MADE
} wendi_portal_page_source;

/* A sector being rebuilt. */
typedef struct wendi_sector_build {
    uint32_t sector;
    uint8_t width, height;
    uint8_t outcome; /* wendi_sector_change */
    uint8_t source;  /* wendi_portal_page_source */
    uint8_t portals; /* of a new page */
    wendi_uniform_tile face;
    uint32_t page; /* of a new page, once it is allocated */
} wendi_sector_build;

typedef struct wendi_sector_build_batch {
    wendi_sector_build *items; /* [WENDI_PORTAL_BATCH_MAX] */
    uint8_t *costs;            /* [WENDI_PORTAL_BATCH_MAX][tile_bytes] */
    uint32_t *sectors;         /* [WENDI_PORTAL_BATCH_MAX] */
    uint32_t count;
} wendi_sector_build_batch;

struct wendi_portal_graph {
    wend_allocator allocator;
    const wendi_sector_map *map;
    uint32_t movement_class, team, overlay_layers, class_index;
    wendi_portal_graph_floor *floors; /* [map->floor_count] */
    uint32_t *entries;                /* [map->sector_count] */
    uint32_t *stamps;                 /* [map->sector_count]; NULL: all 0 */
    size_t tile_bytes;                /* of the largest sector */
    wendi_dirty_sectors dirty;
    wendi_portal_pages pages;
    wendi_shared_tiles shared;
    wendi_own_tiles own_tiles;
    wendi_portal_links link_table;
    wendi_sector_build_batch batch;
    uint32_t stamp;
    bool is_stamped; /* since the last detection that found edits */
    uint64_t border_portals, ends, edges, built;
    uint32_t built_last;
};

/* ---- cost_tile.c ---- */

/** Reads a sector's costs and frame. @param costs framed. */
void wendi_portal_graph_read_costs(const wendi_portal_graph *graph,
                                   const wendi_sector_bounds *bounds, const wendi_tile_shape *shape,
                                   uint8_t *costs);
/** The pattern of a tile; cost 0 if it is not uniform. */
wendi_uniform_tile wendi_uniform_tile_of(const wendi_tile_shape *shape, const uint8_t *costs);
/** Writes the tile of a pattern. */
void wendi_uniform_tile_fill(const wendi_tile_shape *shape, wendi_uniform_tile face,
                             uint8_t *costs);
/** True if all cells inside have the same cost. */
bool wendi_cost_tile_is_uniform(const wendi_tile_shape *shape, const uint8_t *costs);
/** True if two tiles have equal cells inside. */
bool wendi_cost_tile_same_inside(const wendi_tile_shape *shape, const uint8_t *a, const uint8_t *b);

/* Costs of the nine sectors around a position, where each is known to be uniform; 0 where not.
 * Moving on along a row of sectors reads three more. */
typedef struct wendi_sector_neighbourhood {
    uint32_t floor;
    int32_t column, row; /* -1: not set yet */
    uint8_t costs[3][3]; /* [column][row] */
    uint8_t columns[3];  /* the cost of all three of a column; 0: they differ */
} wendi_sector_neighbourhood;

void wendi_sector_neighbourhood_move(wendi_sector_neighbourhood *neighbourhood,
                                     const wendi_portal_graph *graph,
                                     const wendi_sector_bounds *bounds);
wendi_uniform_tile
wendi_sector_neighbourhood_uniform_tile(const wendi_sector_neighbourhood *neighbourhood);

/* ---- sides.c ---- */

/* Cells of each side that are open on both sides of the border. */
typedef struct wendi_side_masks {
    uint32_t sides[4];
} wendi_side_masks;

wendi_side_masks wendi_side_masks_of(const wendi_tile_shape *shape, const uint8_t *costs);
/** Number of portals on all sides. */
uint32_t wendi_side_masks_count_portals(const wendi_side_masks *masks);
/** Writes a page's head (but for edges) and portals. */
void wendi_portal_page_write(const wendi_tile_shape *shape, const uint8_t *costs,
                             const wendi_side_masks *masks, const wendi_sector_link *links,
                             const wendi_sector_link_ends *ends,
                             const wendi_portal_page_view *page);
/** True if the portals of links are those of these ends. */
bool wendi_portal_page_has_ends(const wendi_portal_page_view *page, const wendi_sector_link *links,
                                const wendi_sector_link_ends *ends);
/** Bits of the sides that are one portal all along; -1 if a side is neither that nor closed. */
int32_t wendi_side_masks_full_sides(const wendi_tile_shape *shape, const wendi_side_masks *masks);

/* ---- edge_costs.c ---- */

/** Computes the cost from each portal's node to each other one inside the sector. @param portals
 * [count]. @param table [count * count] as wendi_sector_portals.costs. @return number of ordered
 * pairs that are connected. */
uint32_t wendi_portal_edge_costs(const wendi_tile_shape *shape, const uint8_t *costs,
                                 const wendi_portal *portals, uint32_t count, bool has_diagonals,
                                 uint32_t *table);

/* ---- tiles.c ---- */

/** Index of a shared page, added if necessary; UINT32_MAX without memory.
 * @param sides bits of full sides. */
uint32_t wendi_shared_page_get(wendi_portal_graph *graph, const wendi_tile_shape *shape,
                               uint8_t cost, uint32_t sides);
/** Index of a shared tile; UINT32_MAX: there is none. */
uint32_t wendi_shared_tile_find(const wendi_portal_graph *graph, const wendi_tile_shape *shape,
                                wendi_uniform_tile face);
/** Adds a shared tile. @param is_full set when there are too many. @return its index; UINT32_MAX.
 */
uint32_t wendi_shared_tile_add(wendi_portal_graph *graph, const wendi_tile_shape *shape,
                               wendi_uniform_tile face, bool *is_full);
/** The key of a shared tile. */
uint32_t wendi_shared_tile_key(const wendi_tile_shape *shape, wendi_uniform_tile face);
void wendi_shared_tiles_free(wendi_portal_graph *graph);
size_t wendi_shared_tiles_memory_bytes(const wendi_portal_graph *graph);

bool wendi_own_tiles_reserve(wendi_portal_graph *graph, uint32_t count);
uint32_t wendi_own_tiles_allocate(wendi_own_tiles *own_tiles);
void wendi_own_tiles_release(wendi_own_tiles *own_tiles, uint32_t own);
/** Stores the framed costs of a tile. */
void wendi_own_tile_set_costs(wendi_portal_graph *graph, uint32_t own,
                              const wendi_tile_shape *shape, const uint8_t *costs);
size_t wendi_own_tiles_memory_bytes(const wendi_portal_graph *graph);

/** The page of a built sector, without WENDI_PAGE_SHARED. */
uint32_t wendi_portal_graph_page(const wendi_portal_graph *graph, uint32_t sector);

/** Creates the table of stamps. @return false: no memory. */
bool wendi_portal_graph_reserve_stamps(wendi_portal_graph *graph);
/** Gives a rebuilt sector the current stamp. */
void wendi_portal_graph_stamp_sector(wendi_portal_graph *graph, uint32_t sector);

static inline uint8_t *wendi_own_tile_costs(const wendi_portal_graph *graph, uint32_t own)
{
    return graph->own_tiles.costs + own * graph->tile_bytes;
}

static inline uint8_t *wendi_shared_tile_costs(const wendi_portal_graph *graph,
                                               uint32_t shared_tile)
{
    return graph->shared.tile_costs + shared_tile * graph->tile_bytes;
}

#endif
