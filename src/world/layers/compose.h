/* The final costs of a grid, composed of the ground and the layers on it.
 *
 *   ground --stamps, last added on top--> walls are final --+ gradient + overlays--> final costs
 *
 *   classes[c]        the final costs, which all readers see
 *   states[c].under   the ground of sectors where it differs from the final costs; entry 0 = equal
 *
 * Removing stamps and overlays and ticking must not need memory. A sector of a class that these may
 * change is "hot": stamps with costs for the class lie in it or within the gradient's reach of it,
 * or an overlay of the class has numbers there. Two pages, one for the ground and one for the final
 * costs, are promised to every hot sector: no other sector takes those that it does not hold yet.
 *
 *   pages in the store   | in use | promised | free |       hot sector: held + promised = 2
 *
 * A change is made in two steps: first the things that sectors are composed of, then composing
 * every sector that may change. Composing reads the ground and the stamps around, never composed
 * costs, so that the order does not matter. Bare grids have none of these structures.
 *
 * Composed are the overlays in the layer of jams alone: the costs for agents that count no other
 * layers. For others they are adjusted while they are read (layers.c). */
#ifndef WENDI_WORLD_LAYERS_COMPOSE_H
#define WENDI_WORLD_LAYERS_COMPOSE_H

#include "base/core/bytes.h"
#include "wend/overlay.h"
#include "wend/stamp.h"
#include "world/cells/store.h"
#include "world/layers/overlay_head.h"

enum {
    WENDI_SECTOR_CELLS_MAX = 1024,
    WENDI_COMPOSE_FILE_HAS_OVERLAYS = 1, /* Or gradients; see grid/file.h. */
    WENDI_COMPOSE_FILE_HAS_STAMPS = 2,
    WENDI_COMPOSE_FILE_HAS_LAYERS = 4, /* Overlays with layers other than that of jams. */
    WENDI_HOT_PAGES = 2,               /* Promised to a hot sector. */
    WENDI_SECTORS_WITHIN_MAX = 256     /* More than lie within a gradient's reach of a sector. */
};

/* ---- data ---- */

typedef struct wendi_stamp wendi_stamp;

/* The part of a stamp in one sector; the pieces in a sector form a stack. */
typedef struct wendi_stamp_piece {
    wendi_stamp *stamp;
    struct wendi_stamp_piece *above, *below;
    uint32_t sector;
    uint32_t class_mask;                  /* Classes for which any cell has a cost. */
    uint32_t first, count;                /* Its cells in the stamp's array. */
    int32_t low_x, low_y, high_x, high_y; /* On the map; the high ones are included. */
} wendi_stamp_piece;

/* One block of memory with the arrays behind it. */
struct wendi_stamp {
    uint64_t serial; /* Rises with every stamp added: their order. */
    uint64_t user;
    int32_t x, y; /* As given; on maps that wrap it may lie outside. */
    wendi_stamp *older, *newer;
    size_t bytes;
    uint32_t index;
    uint32_t piece_count, cell_count, layer_count;
    wendi_stamp_piece *pieces; /* [piece_count] by rising sector */
    uint16_t *cells;           /* [cell_count] in the sector's page, rising in each piece */
    uint8_t *costs;            /* [layer_count][cell_count] */
};

typedef struct wendi_stamp_slot {
    wendi_stamp *stamp;  /* NULL: free */
    uint32_t next_free1; /* Of a free slot: index1 of the next one, 0 = none. */
} wendi_stamp_slot;

typedef struct wendi_stamps {
    wendi_stamp_slot *slots; /* [capacity] */
    uint32_t capacity, slot_count, count;
    uint32_t free_first1;
    uint64_t serial; /* Of the last stamp added; its lower half is the generation of its id. */
    wendi_stamp *oldest, *newest;
    wendi_stamp_piece **tops; /* [sector_count] */
} wendi_stamps;

/* Sectors with a number other than 0 have a page; pages 0 ... count-1 are in use. */
typedef struct wendi_overlay {
    wendi_overlay_head head;
    uint32_t class_mask;
    uint32_t *entries; /* [sector_count] page + 1, 0 = none; NULL until needed */
    uint32_t *owners;  /* [capacity] the pages' sectors, in the block of the values */
    uint16_t *values;  /* [capacity][cells of a full sector] */
} wendi_overlay;

/* New memory for an overlay; NULL where it has enough. */
typedef struct wendi_overlay_block {
    uint32_t *entries;
    uint32_t *pages; /* owners, then values */
    uint32_t capacity;
} wendi_overlay_block;

typedef struct wendi_gradient {
    uint32_t count; /* The last addition is not 0. */
    uint8_t additions[WEND_GRADIENT_MAX];
} wendi_gradient;

typedef struct wendi_class_state {
    wendi_layer under;
    uint32_t *hot;              /* [sector_count] number of reasons to be hot; NULL until needed */
    uint32_t *pending, *chosen; /* Bits of sectors, all 0 between edits. */
    uint32_t hot_count;
    wendi_gradient gradient;
} wendi_class_state;

typedef struct wendi_composition {
    wendi_stamps stamps;
    wendi_overlay overlays[WEND_OVERLAYS_MAX];
    wendi_class_state states[WEND_GRID_CLASSES_MAX];
} wendi_composition;

/* ---- tables (tables.c) ---- */

/* Tables that an edit made before it could fail, so that it can undo them. */
typedef struct wendi_compose_tables {
    bool compose, tops;
    uint32_t seen, states; /* Bits of classes. */
} wendi_compose_tables;

/** Makes the tables to compose these classes and, if needed, for stamps. @return false: no memory,
 * nothing changed. */
bool wendi_compose_create_tables(wend_grid *grid, uint32_t class_mask, bool needs_stamps,
                                 wendi_compose_tables *opened);
/** Frees tables that were just made and are unused. */
void wendi_compose_undo_tables(wend_grid *grid, const wendi_compose_tables *opened);
void wendi_compose_free(wend_grid *grid);
size_t wendi_compose_memory_bytes(const wend_grid *grid);

/** True if anything lies on the ground of a class. */
bool wendi_compose_is_active(const wend_grid *grid, uint32_t movement_class);
/** The bits of existing classes among these. */
uint32_t wendi_class_bits(const wend_grid *grid, uint32_t class_mask);

/** Number of pages that a sector holds for a class. */
uint32_t wendi_pages_held(const wend_grid *grid, uint32_t movement_class, uint32_t sector);
/** Adds or removes one reason to be hot. The pages must have been reserved. */
void wendi_hot_add(wend_grid *grid, uint32_t movement_class, uint32_t sector);
void wendi_hot_remove(wend_grid *grid, uint32_t movement_class, uint32_t sector);

/* ---- areas (compose.c) ---- */

/* Cells on the map; the high ones are included. */
typedef struct wendi_cell_rect {
    int32_t low_x, low_y, high_x, high_y;
} wendi_cell_rect;

/** Lists the sectors within `reach` cells of an area, which lies in one sector, each once. @param
 * sectors [WENDI_SECTORS_WITHIN_MAX]. @return their number. */
uint32_t wendi_sectors_within(const wend_grid *grid, wendi_cell_rect area, uint32_t reach,
                              uint32_t *sectors);
wendi_cell_rect wendi_cell_rect_of_sector(const wendi_sector_rect *rect);
wendi_cell_rect wendi_cell_rect_of_piece(const wendi_stamp_piece *piece);
/** The rectangle of a whole sector. */
wendi_sector_rect wendi_sector_rect_of(const wend_grid *grid, uint32_t sector);

/* ---- one sector (compose.c) ---- */

/* A class as a change will leave it. */
typedef struct wendi_class_view {
    const wend_grid *grid;
    uint32_t movement_class;
    const wendi_patch *patch; /* Put on the ground; NULL = none. */
    const wendi_gradient *gradient;
} wendi_class_view;

/* The costs of a sector; [cell_count of the rectangle]. */
typedef struct wendi_composed_sector {
    uint8_t ground[WENDI_SECTOR_CELLS_MAX];
    uint8_t seen[WENDI_SECTOR_CELLS_MAX];
} wendi_composed_sector;

/** The runs of a class's ground, under all that lies on it; see wendi_layer_runs. */
void wendi_ground_runs(const wend_grid *grid, uint32_t movement_class, wendi_run_fn fn,
                       void *context);
/** A class without a change. */
wendi_class_view wendi_class_view_of(const wend_grid *grid, uint32_t movement_class);
/** The layer that holds the ground of a sector. */
const wendi_layer *wendi_ground_layer(const wend_grid *grid, uint32_t movement_class,
                                      uint32_t sector);
/** The ground with its stamps: walls are final. @param ground NULL or [cell_count], written too. */
void wendi_compose_base(const wendi_class_view *view, const wendi_sector_rect *rect,
                        uint8_t *ground, uint8_t *base);
void wendi_compose_sector(const wendi_class_view *view, const wendi_sector_rect *rect,
                          wendi_composed_sector *composed);
/** True if the sector has other walls than its final costs have now. */
bool wendi_compose_walls_differ(const wendi_class_view *view, uint32_t sector);
/** Pages needed to commit this, besides those that are held. */
uint32_t wendi_compose_pages_needed(const wendi_class_view *view, const wendi_sector_rect *rect,
                                    const wendi_composed_sector *composed);
/** Stores the costs; the pages must be there. @return true if any final cost changed. */
bool wendi_compose_commit(wend_grid *grid, const wendi_class_view *view,
                          const wendi_sector_rect *rect, const wendi_composed_sector *composed);

/** Adds a gradient to a sector's base (gradient.c). */
void wendi_gradient_add_costs(const wendi_class_view *view, const wendi_sector_rect *rect,
                              uint8_t *costs);
/** Adds the whole parts of numbers to costs (overlay.c). */
void wendi_overlay_add_numbers(const uint16_t *values, uint8_t *costs, uint32_t count);
/** Adds the overlays in any of the layers to a sector (overlay.c). */
void wendi_overlays_add_costs(const wend_grid *grid, uint32_t movement_class, uint32_t sector,
                              uint32_t layers, uint8_t *costs, uint32_t count);

/* ---- agents that count other layers (layers.c) ---- */

/** True if an overlay is part of the composed costs. */
static inline bool wendi_overlay_is_composed(const wendi_overlay *overlay)
{
    return (overlay->head.layers & WEND_LAYER_JAM) != 0;
}
/** The classes for which its sectors are hot. */
static inline uint32_t wendi_overlay_composed_classes(const wendi_overlay *overlay)
{
    return wendi_overlay_is_composed(overlay) ? overlay->class_mask : 0;
}
/** Turns the composed costs of cells x ... x+count-1 of row y into those for agents that count the
 * overlays in these layers. */
void wendi_layers_adjust_row(const wend_grid *grid, uint32_t movement_class, uint32_t layers,
                             int32_t x, int32_t y, int32_t count, uint8_t *costs);
/** The overlays (bits) that make a difference to agents that count these layers. */
uint32_t wendi_layers_differences(const wend_grid *grid, uint32_t movement_class, uint32_t layers);
/** True if any of the overlays has numbers in a sector. */
bool wendi_layers_have_numbers(const wend_grid *grid, uint32_t overlays, uint32_t sector);

/* ---- edits (recompose.c) ---- */

typedef struct wendi_recompose {
    wend_grid *grid;
    bool has_advanced; /* The new revision has started. */
    bool is_overlay;   /* Nothing changes but an overlay. */
} wendi_recompose;

/** Starts the new revision, once. */
void wendi_recompose_advance(wendi_recompose *job);
/** Marks a sector that changes for agents that count some layers. */
void wendi_recompose_mark(wendi_recompose *job, uint32_t sector);
/** Composes one sector and marks it if it changed. */
void wendi_recompose_sector(wendi_recompose *job, const wendi_class_view *view, uint32_t sector);
/** Composes the sectors that a stamp touches or touched, and those within its gradient's reach. */
void wendi_recompose_stamp(wendi_recompose *job, const wendi_stamp *stamp);
/** As wendi_grid_edit, for the ground of classes of which any is active. */
wend_result wendi_compose_edit(wend_grid *grid, uint32_t first_class, uint32_t class_count,
                               const wendi_patch *patch);

/** Sets the gradients of classes. @param gradients [class_count], read for those in the mask. */
wend_result wendi_gradients_set(wend_grid *grid, uint32_t class_mask,
                                const wendi_gradient *gradients);

/* ---- stamps ---- */

/** Allocates a stamp; *pieces and arrays lie behind it. NULL: no memory. */
wendi_stamp *wendi_stamp_new(const wend_grid *grid, uint32_t piece_count, uint32_t cell_count,
                             uint32_t layer_count);
void wendi_stamp_free(const wend_grid *grid, wendi_stamp *stamp);
/** The smallest rectangle of the map around a stamp's cells, from its measured pieces. */
wendi_cell_rect wendi_cell_rect_of_stamp(const wendi_stamp *stamp);
/** Computes rectangles and classes of a stamp's pieces from its cells and costs. */
void wendi_stamp_measure(const wend_grid *grid, wendi_stamp *stamp);
/** Allocates slots. @return false: no memory, nothing changed. *grown is a new block to be passed
 * to wendi_stamps_set_slots; NULL: none needed. */
bool wendi_stamps_reserve(const wend_grid *grid, uint32_t slot_count, wendi_stamp_slot **grown,
                          uint32_t *capacity);
void wendi_stamps_set_slots(wend_grid *grid, wendi_stamp_slot *grown, uint32_t capacity);
/** Reserves the pages to promise to the stamp's sectors. */
bool wendi_stamp_reserve(wend_grid *grid, const wendi_stamp *stamp);
/** Puts a stamp with index and serial on top of all, without composing. */
void wendi_stamp_attach(wend_grid *grid, wendi_stamp *stamp);
/** Removes a stamp without composing; its sectors stay hot until wendi_stamp_cool. */
void wendi_stamp_detach(wend_grid *grid, wendi_stamp *stamp);
void wendi_stamp_cool(wend_grid *grid, const wendi_stamp *stamp);

/** The cost that the effective stamp gives to a cell; 0 where there is none. The class exists, and
 * the cell lies inside. */
uint8_t wendi_stamp_cost_at(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y);

/* ---- overlays (overlay.c) ---- */

uint16_t *wendi_overlay_page(const wend_grid *grid, const wendi_overlay *overlay, uint32_t sector);
/** Allocates memory for a total of pages, to be passed to wendi_overlay_set_block or
 * wendi_overlay_free_block. @return false: no memory, nothing to free. */
bool wendi_overlay_reserve(const wend_grid *grid, const wendi_overlay *overlay, uint32_t count,
                           wendi_overlay_block *block);
void wendi_overlay_set_block(const wend_grid *grid, wendi_overlay *overlay,
                             const wendi_overlay_block *block);
void wendi_overlay_free_block(const wend_grid *grid, const wendi_overlay_block *block);
/** Adds a page of zeros for a sector, which becomes hot; there must be room. */
uint16_t *wendi_overlay_add_page(wend_grid *grid, wendi_overlay *overlay, uint32_t sector);
/** Removes a sector's page. The sector stays hot until wendi_overlay_cool_sector. */
void wendi_overlay_remove_page(const wend_grid *grid, wendi_overlay *overlay, uint32_t sector);
void wendi_overlay_cool_sector(wend_grid *grid, const wendi_overlay *overlay, uint32_t sector);
/** Pages that must be promised before the sector can become hot. */
uint32_t wendi_overlay_pages_missing(const wend_grid *grid, const wendi_overlay *overlay,
                                     uint32_t sector);
void wendi_overlay_free(const wend_grid *grid, wendi_overlay *overlay);
size_t wendi_overlay_memory_bytes(const wend_grid *grid, const wendi_overlay *overlay);

/** The heads of the grid's overlays. */
wendi_overlay_table wendi_grid_overlay_table(const wend_grid *grid);
/** @param overlay NULL on failure. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
wend_result wendi_overlay_find(const wend_grid *grid, wend_overlay_id id, wendi_overlay **overlay);
/** The same for a call that may change the grid; writes the grid's error on failure. */
wend_result wendi_overlay_find_or_fail(wend_grid *grid, const char *function, wend_overlay_id id,
                                       wendi_overlay **overlay);
/** Composes a sector for the classes of the overlay. */
void wendi_overlay_recompose(wendi_recompose *job, const wendi_overlay *overlay, uint32_t sector);

/* ---- bytes (compose_file.c, stamp_file.c, overlay_file.c) ---- */

/** Mixes all that lies on the ground into a hash; bare ground leaves it as it is. */
uint64_t wendi_compose_hash(const wend_grid *grid, uint64_t hash);
void wendi_compose_write(const wend_grid *grid, wendi_writer *writer);
/** Fills a grid that has its ground. @param version of the file. @param reason what is wrong,
 * when the result is WEND_ERROR_FILE. @return WEND_OK, WEND_ERROR_MEMORY, WEND_ERROR_FILE. */
wend_result wendi_compose_read(wend_grid *grid, uint32_t version, wendi_reader *reader,
                               const char **reason);

uint64_t wendi_stamps_hash(const wend_grid *grid, uint64_t hash);
void wendi_stamps_write(const wend_grid *grid, wendi_writer *writer);
wend_result wendi_stamps_read(wend_grid *grid, uint32_t version, wendi_reader *reader,
                              const char **reason);
uint64_t wendi_overlays_hash(const wend_grid *grid, uint64_t hash);
void wendi_overlays_write(const wend_grid *grid, wendi_writer *writer);
/** True if any lies in other layers than that of jams alone. */
bool wendi_overlays_have_layers(const wend_grid *grid);
wend_result wendi_overlays_read(wend_grid *grid, bool has_layers, wendi_reader *reader,
                                const char **reason);

#endif
