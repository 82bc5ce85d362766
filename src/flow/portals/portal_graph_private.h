/* portals/portal_graph_private.h: how costs and portals of a class are kept.
 *
 *   entries   [ 0 | 1 | 1 | 1 | own 0 | 1 | own 1 ]      one for each sector; 0: not built yet
 *                   |              |
 *   tile kinds     [.]   own      [.][.]                 framed costs beside each
 *                   |              |
 *   page kinds     [.]             |
 *                   |              |
 *   pages        [head windows costs][head windows costs] ...   words of 32 bits
 *
 * A sector of one open cost, or walls, whose frame is made of parts (four sides, four corners) that
 * are all of that cost or all walls is of a tile kind, and so shares its tile and its page. Others
 * have tiles of their own; their page may still be a kind's, when all cells inside are alike and
 * each side is open or closed all along.
 *
 * Notice only lists sectors that may have changed. Building one means to read its tile anew (with
 * its frame, so that nothing of other sectors needs to be looked at), to compare, and to work out
 * its page where windows or costs inside are not what they were. So what comes out depends on the
 * grids alone, not on the order of edits, slices or threads. */
#ifndef WENDI_FLOW_PORTALS_PORTAL_GRAPH_PRIVATE_H
#define WENDI_FLOW_PORTALS_PORTAL_GRAPH_PRIVATE_H

#include "base/core/array.h"
#include "base/core/key_table.h"
#include "base/core/memory.h"
#include "flow/portals/portal_graph.h"
#include "world/derived/agent_grid.h"

enum {
    WENDI_SIDE_PORTALS_MAX = 4 * (WENDI_ISLAND_TILE_SIDE / 2),
    WENDI_LINK_ENDS_MAX = WENDI_PORTALS_MAX - WENDI_SIDE_PORTALS_MAX, /* of one sector */
    WENDI_PAGE_NONE = 0,
    WENDI_SHARED_TILES_MAX = 1024, /* Further ones are not shared. */
    WENDI_FRAME_ALL = 255,
    WENDI_PORTAL_BATCH_MAX = 128, /* Sectors worked on at once. */
    WENDI_PORTAL_BATCH_BLOCK = 16
};

/** Entry of a sector that was never built. */
#define WENDI_ENTRY_UNBUILT 0u
/** Entry of a sector with a tile of its own: this bit and its index. */
#define WENDI_ENTRY_OWN 0x80000000u
/** Bit of a page that belongs to a page kind. */
#define WENDI_PAGE_SHARED 0x80000000u

/* ---- the sectors that wait: bits, and bits that tell which words have any ---- */

typedef struct wendi_dirty_sectors {
    uint64_t *words;  /* [word_count] a bit for each sector */
    uint64_t *groups; /* [group_count] a bit for each word, behind the words */
    uint32_t word_count, group_count;
    uint32_t first_group; /* Groups before it are empty. */
    uint32_t count;
} wendi_dirty_sectors;

bool wendi_dirty_sectors_create(wendi_dirty_sectors *waiting, const wend_allocator *allocator,
                                uint32_t sector_count);
void wendi_dirty_sectors_destroy(wendi_dirty_sectors *waiting, const wend_allocator *allocator);
size_t wendi_dirty_sectors_memory_bytes(const wendi_dirty_sectors *waiting);
void wendi_dirty_sectors_add(wendi_dirty_sectors *waiting, uint32_t sector);
void wendi_dirty_sectors_remove(wendi_dirty_sectors *waiting, uint32_t sector);
/** Lists the lowest ones. @param sectors [capacity]. @return how many. */
uint32_t wendi_dirty_sectors_list(wendi_dirty_sectors *waiting, uint32_t *sectors,
                                  uint32_t capacity);

/* ---- pages ---- */

/* Then windows [n], then costs [n * n]; n = first[6]. */
typedef struct wendi_portal_page_head {
    uint8_t first[WENDI_BLOCKED_ARCS + 1];
    uint8_t spare;
    uint32_t edges; /* ordered pairs of portals that are connected */
} wendi_portal_page_head;

typedef struct wendi_portal_pages {
    uint32_t *words;
    uint32_t used, capacity;
    uint32_t free[WENDI_PORTALS_MAX + 1]; /* By windows: the first free page; its first word names
                                             the next one. */
} wendi_portal_pages;

static inline uint32_t wendi_portal_page_words(uint32_t windows)
{
    return (uint32_t)(sizeof(wendi_portal_page_head) / sizeof(uint32_t)) + windows +
           windows * windows;
}

/* A page's parts. */
typedef struct wendi_portal_page_view {
    wendi_portal_page_head *head;
    wendi_portal *windows;
    uint32_t *costs;
} wendi_portal_page_view;

wendi_portal_page_view wendi_portal_page_at(const wendi_portal_pages *store, uint32_t page);
/** The same of a page that is being made: its number of windows is not in its head yet. */
wendi_portal_page_view wendi_portal_page_view_new(const wendi_portal_pages *store, uint32_t page,
                                                  uint32_t windows);
/** Room for so many words more. @return false: no memory. */
bool wendi_portal_pages_reserve(wendi_portal_pages *store, const wend_allocator *allocator,
                                size_t words);
uint32_t wendi_portal_pages_allocate(wendi_portal_pages *store, uint32_t windows);
void wendi_portal_pages_release(wendi_portal_pages *store, uint32_t page);
/** Of what it says. */
uint64_t wendi_portal_page_hash(const wendi_portal_pages *store, uint32_t page);

/* ---- tiles ---- */

/* All cells inside cost the same; which parts of the frame do too (bits by direction, 0 east to 7
 * north-east): the others are walls. Closed ground has no bits. */
typedef struct wendi_uniform_tile {
    uint8_t cost; /* 0: the tile is not of this sort */
    uint8_t around;
} wendi_uniform_tile;

typedef struct wendi_shared_page {
    uint32_t page;
    uint64_t hash;
} wendi_shared_page;

typedef struct wendi_shared_tile {
    uint32_t key;
    uint32_t page_kind;
} wendi_shared_tile;

typedef struct wendi_shared_tiles {
    wendi_key_table page_keys, tile_keys;
    wendi_shared_page *pages; /* [page_capacity] */
    wendi_shared_tile *tiles; /* [tile_capacity] */
    uint8_t *tile_costs;      /* [tile_capacity][tile_bytes] */
    uint32_t page_capacity, tile_capacity;
} wendi_shared_tiles;

/* Sectors with tiles of their own. */
typedef struct wendi_own_tile {
    uint32_t page;  /* perhaps with WENDI_PAGE_SHARED; of a free one the next free one */
    uint32_t stamp; /* at which the tile became what it is */
} wendi_own_tile;

typedef struct wendi_own_tiles {
    wendi_own_tile *items; /* [capacity] */
    uint8_t *costs;        /* [capacity][tile_bytes] */
    uint32_t used, capacity, free_first, free_count;
} wendi_own_tiles;

/* ---- links ---- */

typedef struct wendi_portal_links {
    wendi_sector_link *ways; /* [way_count] by sector of their beginning */
    uint32_t *sectors;       /* [sector_count] with ends of ways, ascending */
    uint32_t *first;         /* [sector_count + 1] into ends */
    uint32_t *outs;    /* [sector_count] how many of the ends are beginnings: those come first */
    uint32_t *ends;    /* [2 * way_count] ways; beginnings ascending, then ends ascending */
    uint32_t *watched; /* [watched_count] sectors with ends that may open, ascending */
    uint32_t way_count, sector_count, watched_count;
    uint32_t *block; /* holds all but the ways */
    size_t block_bytes, way_bytes;
    bool is_stale;
} wendi_portal_links;

/* The ends in one sector. */
typedef struct wendi_sector_link_ends {
    const uint32_t *ways; /* [outs + ins] */
    uint32_t outs, ins;
} wendi_sector_link_ends;

wendi_sector_link_ends wendi_portal_links_in_sector(const wendi_portal_links *links,
                                                    uint32_t sector);
/** Looks through all links and joins; sectors whose ways are others now wait, with a new stamp.
 * @return false: no memory, nothing changed. */
bool wendi_portal_links_update(wendi_portal_graph *portals);
void wendi_portal_links_free(wendi_portal_links *links, const wend_allocator *allocator);
/** May ways end in any of the sectors first ... last? */
bool wendi_portal_links_watches(const wendi_portal_links *links, uint32_t first, uint32_t last);

/* ---- all of it ---- */

typedef struct wendi_portal_graph_floor {
    wendi_agent_grid ground;
    wend_clearance *clearance;         /* NULL: the class has no radius */
    int32_t reach;                     /* cells around a change that may change with it */
    uint64_t revision, links_revision; /* as of the last notice; 0 = never */
} wendi_portal_graph_floor;

typedef enum wendi_sector_change {
    WENDI_SECTOR_UNCHANGED,
    WENDI_SECTOR_SHARED_TILE, /* of a tile kind */
    WENDI_SECTOR_OWN_TILE
} wendi_sector_change;

typedef enum wendi_portal_page_source {
    WENDI_PAGE_KEPT,         /* what it has is right */
    WENDI_PAGE_SHARED_FOUND, /* a page kind's */
    WENDI_PAGE_MADE
} wendi_portal_page_source;

/* A sector that is being worked on. */
typedef struct wendi_sector_build {
    uint32_t sector;
    uint8_t width, height;
    uint8_t outcome; /* wendi_sector_change */
    uint8_t source;  /* wendi_portal_page_source */
    uint8_t windows; /* a made page's */
    wendi_uniform_tile face;
    uint32_t page; /* a made page's, once it has its place */
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
    uint32_t movement_class, team, class_index;
    wendi_portal_graph_floor *floors; /* [map->floor_count] */
    uint32_t *entries;                /* [map->sector_count] */
    uint32_t *stamps;                 /* [map->sector_count]; NULL: all 0 */
    size_t tile_bytes;                /* of the largest sector */
    wendi_dirty_sectors waiting;
    wendi_portal_pages pages;
    wendi_shared_tiles kinds;
    wendi_own_tiles owns;
    wendi_portal_links links;
    wendi_sector_build_batch batch;
    uint32_t stamp;
    bool is_stamped; /* since the last notice that found edits */
    uint64_t border_windows, ends, edges, built;
    uint32_t built_last;
};

/* ---- portals/cost_tile.c ---- */

/** Reads a sector's costs and frame. @param costs framed. */
void wendi_portal_graph_read_costs(const wendi_portal_graph *portals,
                                   const wendi_sector_bounds *place, const wendi_tile_shape *shape,
                                   uint8_t *costs);
/** What a tile looks like. */
wendi_uniform_tile wendi_uniform_tile_of(const wendi_tile_shape *shape, const uint8_t *costs);
/** The tile that looks like that. */
void wendi_uniform_tile_fill(const wendi_tile_shape *shape, wendi_uniform_tile face,
                             uint8_t *costs);
/** Do all cells inside cost the same? */
bool wendi_cost_tile_is_uniform(const wendi_tile_shape *shape, const uint8_t *costs);
/** Do two tiles agree inside? */
bool wendi_cost_tile_same_inside(const wendi_tile_shape *shape, const uint8_t *a, const uint8_t *b);
/** The framed costs that a built sector has. */
const uint8_t *wendi_portal_graph_costs(const wendi_portal_graph *portals, uint32_t sector);

/* What the nine sectors around a place cost, where each is known to be uniform; 0 where not.
 * Moving on along a row of sectors looks at three more. */
typedef struct wendi_sector_neighbourhood {
    uint32_t floor;
    int32_t column, row; /* -1: none yet */
    uint8_t costs[3][3]; /* [column][row] */
    uint8_t columns[3];  /* what all three of a column cost; 0: not the same */
} wendi_sector_neighbourhood;

void wendi_sector_neighbourhood_move(wendi_sector_neighbourhood *near,
                                     const wendi_portal_graph *portals,
                                     const wendi_sector_bounds *place);
wendi_uniform_tile wendi_sector_neighbourhood_uniform_tile(const wendi_sector_neighbourhood *near);

/* ---- portals/sides.c ---- */

/* Cells of each side that are open on both sides of the border. */
typedef struct wendi_side_masks {
    uint32_t sides[4];
} wendi_side_masks;

wendi_side_masks wendi_side_masks_of(const wendi_tile_shape *shape, const uint8_t *costs);
/** How many windows the sides have together. */
uint32_t wendi_side_masks_count_portals(const wendi_side_masks *masks);
/** Writes a page's head (but for edges) and windows. */
void wendi_portal_page_write(const wendi_tile_shape *shape, const uint8_t *costs,
                             const wendi_side_masks *masks, const wendi_sector_link *ways,
                             const wendi_sector_link_ends *ends,
                             const wendi_portal_page_view *page);
/** Are the windows of links those of these ends? */
bool wendi_portal_page_has_ends(const wendi_portal_page_view *page, const wendi_sector_link *ways,
                                const wendi_sector_link_ends *ends);
/** Which sides are windows all along; -1 when one is neither that nor closed. */
int32_t wendi_side_masks_full_sides(const wendi_tile_shape *shape, const wendi_side_masks *masks);

/* ---- portals/edge_costs.c ---- */

/** Works out what it costs to get from each window's portal to each other one inside the sector.
 * @param windows [count]. @param table [count * count] as wendi_sector_portals.costs.
 * @return how many ordered pairs are connected. */
uint32_t wendi_portal_edge_costs(const wendi_tile_shape *shape, const uint8_t *costs,
                                 const wendi_portal *windows, uint32_t count, bool has_diagonals,
                                 uint32_t *table);

/* ---- portals/shared_tiles.c ---- */

/** The index of a page kind, made if it must be; UINT32_MAX without memory.
 * @param sides bits of whole windows. */
uint32_t wendi_shared_page_get(wendi_portal_graph *portals, const wendi_tile_shape *shape,
                               uint8_t cost, uint32_t sides);
/** The index of a tile kind if it is there; UINT32_MAX. */
uint32_t wendi_shared_tile_find(const wendi_portal_graph *portals, const wendi_tile_shape *shape,
                                wendi_uniform_tile face);
/** Makes one. @param is_full set when there are too many. @return its index; UINT32_MAX. */
uint32_t wendi_shared_tile_add(wendi_portal_graph *portals, const wendi_tile_shape *shape,
                               wendi_uniform_tile face, bool *is_full);
/** The key of a tile kind, as kept in it. */
uint32_t wendi_shared_tile_key(const wendi_tile_shape *shape, wendi_uniform_tile face);
void wendi_shared_tiles_free(wendi_portal_graph *portals);
size_t wendi_shared_tiles_memory_bytes(const wendi_portal_graph *portals);

/** Sides of a face that are windows: the bits of north, east, south, west. */
uint32_t wendi_uniform_tile_sides(wendi_uniform_tile face);

/* ---- portals/own_tiles.c ---- */

bool wendi_own_tiles_reserve(wendi_portal_graph *portals, uint32_t count);
uint32_t wendi_own_tiles_allocate(wendi_own_tiles *owns);
void wendi_own_tiles_release(wendi_own_tiles *owns, uint32_t own);
size_t wendi_own_tiles_memory_bytes(const wendi_portal_graph *portals);

/** The page of a built sector, without WENDI_PAGE_SHARED. */
uint32_t wendi_portal_graph_page(const wendi_portal_graph *portals, uint32_t sector);

/** Makes the table of stamps. @return false: no memory. */
bool wendi_portal_graph_reserve_stamps(wendi_portal_graph *portals);
/** A sector that was built before is another one now. */
void wendi_portal_graph_stamp_sector(wendi_portal_graph *portals, uint32_t sector);

static inline uint8_t *wendi_own_tile_costs(const wendi_portal_graph *portals, uint32_t own)
{
    return portals->owns.costs + own * portals->tile_bytes;
}

static inline uint8_t *wendi_shared_tile_costs(const wendi_portal_graph *portals, uint32_t kind)
{
    return portals->kinds.tile_costs + kind * portals->tile_bytes;
}

#endif
