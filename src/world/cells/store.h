/* The inside of a grid, for src/world and its tests.
 *
 *   sector  0 1 2 3 ...          layer: one value a cell, one table entry a sector
 *   entries 1 1 | 258 | 255      below 256: all cells of the sector have this value
 *                  |             256 and up: page number + 256
 *   pages   [0] [1] [2] ...      the sector's cells by rows, rows as long as the sector is wide
 *                                (cut off at the map's edge), so that its cells are contiguous
 *
 *   marks   0 7 0 9 ...          revision_base + mark = revision at which the sector last changed
 *   journal (7, 1) (9, 3) ...    ring of (mark, sector), so that changes are listed without a
 *                                pass over all marks
 *
 * The layer of gates holds 32-bit masks: its uniform values do not fit below 256 and are stored
 * in `values`, entry 0. A layer that was never changed has no table: all its cells are `base`.
 * Pages of all classes come from one store, those of the gates from another.
 *
 * Everything but nodes, cells and positions goes by sector and index in the sector. Hexes are
 * rows of cells too, and differ in neighbours and positions alone. */
#ifndef WENDI_WORLD_CELLS_STORE_H
#define WENDI_WORLD_CELLS_STORE_H

#include "base/core/message.h"
#include "base/math/floating_point.h"
#include "wend/grid.h"
#include "world/cells/links.h"

enum {
    WENDI_PAGE_FIRST = 256,       /* Entry of page 0. */
    WENDI_JOURNAL_CAPACITY = 4096 /* Entries in the ring. */
};

/* Pages of one size: 0 ... used-1 are in use or in the free list, which runs through them. */
typedef struct wendi_pages {
    unsigned char *bytes; /* [capacity][page_bytes] */
    size_t page_bytes;
    uint32_t capacity;
    uint32_t limit; /* No more pages are ever needed. */
    uint32_t used;
    uint32_t free_first; /* Valid when free_count > 0. */
    uint32_t free_count;
    uint32_t promised; /* Of the unused pages, reserved for hot sectors; see layers/compose.h. */
} wendi_pages;

typedef struct wendi_layer {
    uint32_t *entries; /* [sector_count] or NULL */
    uint32_t *values;  /* [sector_count] behind the entries, for masks; else NULL */
    wendi_pages *pages;
    uint32_t base;        /* Value of every sector while there is no table. */
    uint32_t apart_count; /* Sectors that are not uniformly base. */
    uint32_t cell_bytes;  /* 1 or 4 */
} wendi_layer;

typedef struct wendi_journal_entry {
    uint32_t mark;
    uint32_t sector;
} wendi_journal_entry;

typedef struct wendi_journal {
    wendi_journal_entry *entries; /* [WENDI_JOURNAL_CAPACITY], or NULL on maps too small for one */
    uint32_t next;                /* Index of the next entry. */
    uint32_t count;
    uint64_t floor; /* The journal holds every change after this revision. */
} wendi_journal;

struct wend_grid {
    wend_allocator allocator;
    int32_t width, height;
    int32_t sector_size, sectors_x, sectors_y;
    uint32_t sector_count;
    uint32_t sector_factor; /* 2^20 / sector_size, rounded up. */
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    wend_hex_layout hex_layout;
    wend_wrap wrap;
    uint32_t class_count;
    double cell_size;
    wend_vec2 origin;
    uint64_t revision, revision_base;
    uint32_t *marks; /* [sector_count] */
    wendi_journal journal;
    wendi_pages cost_pages, mask_pages;
    wendi_layer gates;
    wendi_layer classes[WEND_GRID_CLASSES_MAX];
    wendi_links links;
    struct wendi_composition *compose; /* Layers on the ground; NULL for bare ground. */
    wend_message error;                /* Of the last failure; not part of hashes and saves. */
};

/* The sector and index of a cell. */
typedef struct wendi_cell_address {
    uint32_t sector;
    uint32_t cell; /* Index in the sector's page. */
} wendi_cell_address;

/* The part of a rectangle in one sector. */
typedef struct wendi_sector_rect {
    uint32_t sector;
    int32_t x, y, width, height; /* On the map. */
    uint32_t first;              /* Index in the page of the cell x, y. */
    uint32_t row_cells;          /* Cells in a row of the page. */
    uint32_t cell_count;         /* Cells in the page. */
} wendi_sector_rect;

/* The sectors that a rectangle touches; the high ones are included. */
typedef struct wendi_sector_range {
    uint32_t low_x, low_y, high_x, high_y;
} wendi_sector_range;

/* New values for a rectangle. */
typedef struct wendi_patch {
    int32_t x, y, width, height;
    const void *cells; /* [height][stride] of the layer's cells; NULL: `value` everywhere. */
    size_t stride;
    uint32_t value;
} wendi_patch;

/* ---- addresses ---- */

/* The column (or row) of sectors of a cell. Exact: with sides up to 2^14 and sectors up to 2^5,
 * rounding sector_factor up adds less than 2^14 / 2^20 to x / sector_size, which lies 1 /
 * sector_size or more below the next whole number. */
static inline uint32_t wendi_sector_along(const wend_grid *grid, int32_t x)
{
    return ((uint32_t)x * grid->sector_factor) >> 20;
}

/* Cells of sector column (or row) i along a side of `side` cells. */
static inline int32_t wendi_sector_extent(const wend_grid *grid, int32_t side, uint32_t i)
{
    int32_t left = side - (int32_t)i * grid->sector_size;
    return left < grid->sector_size ? left : grid->sector_size;
}

static inline bool wendi_grid_is_inside(const wend_grid *grid, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < grid->width && y < grid->height;
}

wendi_cell_address wendi_grid_cell_address(const wend_grid *grid, int32_t x, int32_t y);

/** The part of the patch in the sector of column sector_x, row sector_y; they must overlap. */
wendi_sector_rect wendi_patch_sector_rect(const wend_grid *grid, const wendi_patch *patch,
                                          uint32_t sector_x, uint32_t sector_y);

/* The patch must not be empty. */
static inline wendi_sector_range wendi_patch_sectors(const wend_grid *grid,
                                                     const wendi_patch *patch)
{
    return (wendi_sector_range){wendi_sector_along(grid, patch->x),
                                wendi_sector_along(grid, patch->y),
                                wendi_sector_along(grid, patch->x + patch->width - 1),
                                wendi_sector_along(grid, patch->y + patch->height - 1)};
}

/* ---- pages ---- */

/** Reserves memory so that `count` pages can be acquired without fail, besides promised ones.
 * @return false: no memory, nothing changed. */
bool wendi_pages_reserve(wendi_pages *pages, const wend_allocator *allocator, uint32_t count);
/** A page of undefined content; it must be reserved. */
uint32_t wendi_pages_acquire(wendi_pages *pages);
void wendi_pages_release(wendi_pages *pages, uint32_t page);
void *wendi_pages_at(const wendi_pages *pages, uint32_t page);

/* ---- layers: reading ---- */

/** A sector's cells; NULL when it is uniform, *value is then its value. */
const void *wendi_layer_cells(const wendi_layer *layer, uint32_t sector, uint32_t *value);
uint32_t wendi_layer_value(const wend_grid *grid, const wendi_layer *layer, int32_t x, int32_t y);
/** @param cells [count] of the layer's cells. */
void wendi_layer_copy_row(const wend_grid *grid, const wendi_layer *layer, int32_t x, int32_t y,
                          int32_t count, void *cells);
/** True if rows y and y + 1 are equal. */
bool wendi_layer_rows_equal(const wend_grid *grid, const wendi_layer *layer, int32_t y);

typedef void (*wendi_run_fn)(void *context, uint32_t value, uint32_t count);
/** Calls fn for all cells in reading order, as the longest runs of equal values. The runs depend
 * on the values alone, not on how they are stored. */
void wendi_layer_runs(const wend_grid *grid, const wendi_layer *layer, wendi_run_fn fn,
                      void *context);
/** The same, but a sector with an entry in `under` is read there. @param under NULL = none. */
void wendi_layer_runs_under(const wend_grid *grid, const wendi_layer *layer,
                            const wendi_layer *under, wendi_run_fn fn, void *context);
/** The same for row y. */
void wendi_layer_row_runs(const wend_grid *grid, const wendi_layer *layer, int32_t y,
                          wendi_run_fn fn, void *context);

/* ---- layers: changing ---- */

typedef enum wendi_layer_change {
    WENDI_LAYER_UNCHANGED, /* The sector stays as it is. */
    WENDI_LAYER_CELLS_CHANGE,
    WENDI_LAYER_NEEDS_PAGE /* It changes and needs a page for it. */
} wendi_layer_change;

wendi_layer_change wendi_layer_plan(const wendi_layer *layer, const wendi_patch *patch,
                                    const wendi_sector_rect *rect);
/** Puts the patch into the sector; a page that becomes uniform is released. The table and, if
 * planned, a page must be there. @return true if anything changed. */
bool wendi_layer_apply(wendi_layer *layer, const wendi_patch *patch, const wendi_sector_rect *rect);

size_t wendi_layer_memory_bytes(const wend_grid *grid, const wendi_layer *layer);
bool wendi_layer_make_table(wend_grid *grid, wendi_layer *layer);
void wendi_layer_free_table(wend_grid *grid, wendi_layer *layer);

/* ---- edits ---- */

/** One edit of layers [layer_count], which share one store of pages; the patch must lie inside.
 * @return WEND_OK or WEND_ERROR_MEMORY (nothing changed). */
wend_result wendi_grid_edit(wend_grid *grid, wendi_layer *layers, uint32_t layer_count,
                            const wendi_patch *patch);

/** True if the rectangle lies inside. Sides may be 0, not negative. */
bool wendi_grid_has_rect(const wend_grid *grid, int32_t x, int32_t y, int32_t width,
                         int32_t height);

/** Refuses a rectangle that does not lie inside. */
wend_result wendi_grid_check_rect(wend_grid *grid, const char *function, int32_t x, int32_t y,
                                  int32_t width, int32_t height);
/** Refuses a movement class that does not exist. */
wend_result wendi_grid_check_class(wend_grid *grid, const char *function, uint32_t movement_class);

/** True if `cells` can hold [height][stride] cells. A rectangle without cells needs no array. */
bool wendi_grid_has_array(const void *cells, size_t stride, int32_t width, int32_t height);

/* ---- revisions ---- */

/** Starts a new revision; wendi_grid_mark_sector then marks the sectors that change in it. Never
 * fails. */
void wendi_grid_advance_revision(wend_grid *grid);
void wendi_grid_mark_sector(wend_grid *grid, uint32_t sector);
/** Resets to revision 1, as if just created. */
void wendi_grid_reset_history(wend_grid *grid);

#endif
