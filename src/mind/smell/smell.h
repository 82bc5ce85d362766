/* Smells: sources, the windows they spread in, and trails.
 *
 *   source     window [2r+1][2r+1]: path lengths from its cell, in 1/65536 of a cell
 *              trail: a ring of cells, the oldest first
 *   tiles      of 8, 16 or 32 cells: chains of the sources whose windows are centred there, in three classes of
 *              radius, so that a query looks as far as each class reaches
 *   buckets    chains of the cells of trails, by the hash of a cell
 *
 * Queries compute one window of their own, as large as a trail is smelled, on the stack. */
#ifndef WENDI_MIND_SMELL_SMELL_H
#define WENDI_MIND_SMELL_SMELL_H

#include "base/core/memory.h"
#include "wend/grid.h"
#include "wend/smell.h"

static const uint32_t WENDI_SMELL_ONE = 65536;      /* a straight step */
static const uint32_t WENDI_SMELL_DIAGONAL = 92682; /* times the square root of 2 */

enum {
    WENDI_SMELL_TILE = 8, /* cells along a tile of the smallest class; twice for each next one */
    WENDI_SMELL_CLASSES = 3,
    WENDI_SMELL_LANES = 16,
    WENDI_SMELL_NONE = 0x7FFFFFFF,
    WENDI_SMELL_HALVINGS = 32 /* after which a trail is gone */
};

/* A path length that is not reached. */
#define WENDI_SMELL_FAR UINT32_MAX

typedef struct wendi_smell_point {
    uint64_t tick;
    uint32_t cell;
    uint32_t next, previous; /* points of its bucket */
} wendi_smell_point;

/* What a nose reads of the sources around it. */
typedef struct wendi_smell_spot {
    const uint32_t *window;     /* of the source */
    int32_t centre_x, centre_y; /* of the window */
    uint32_t reach;             /* of the source */
    uint32_t next, previous;    /* in its tile */
} wendi_smell_spot;

typedef struct wendi_smell_source {
    wend_vec2 position;
    double radius;
    uint64_t user;
    uint32_t kind, intensity; /* intensity: in 1/65536 */
    uint32_t generation;
    uint32_t reach;  /* the radius in units of windows, 1 or more */
    uint32_t side;   /* of its window, 2r + 1 */
    uint32_t cell;   /* now; WEND_NODE_NONE outside */
    uint32_t centre; /* of the window; WEND_NODE_NONE: it has none */
    uint32_t *window;
    uint32_t trail_oldest, trail_count;
    uint32_t next, previous; /* next: in the list of free ones; previous: while they are loaded */
    bool is_used, leaves_trail, is_dirty, is_linked;
} wendi_smell_source;

/* Memory of one computation of a window. */
typedef struct wendi_smell_scratch {
    uint8_t *steps; /* [side][side] bits of the directions in which steps lead, within the window */
    uint8_t *arrivals; /* [side][side] the directions in which cells were reached */
    uint16_t *list[3]; /* [side * side] each */
} wendi_smell_scratch;

struct wend_smell {
    wend_allocator allocator;
    wend_message message;
    wend_executor executor;
    const wend_grid *grid;
    wend_grid_info info;
    uint32_t movement_class, team;
    uint32_t trail_limit, trail_reach, trail_share; /* share: of the intensity, in 1/65536 */
    double trail_strength, trail_radius;
    uint64_t trail_half_life, tick, revision;
    uint8_t *open;     /* [height][width] 1: open */
    uint8_t *steps;    /* [height][width] bits of the directions in which steps lead */
    uint32_t *sectors; /* [sectors] changed ones, during an update */
    int32_t tiles_x[WENDI_SMELL_CLASSES], tiles_y[WENDI_SMELL_CLASSES];
    uint32_t *tiles[WENDI_SMELL_CLASSES];       /* [tiles] first source */
    uint32_t class_counts[WENDI_SMELL_CLASSES]; /* linked sources */
    int32_t
        class_reach[WENDI_SMELL_CLASSES]; /* cells around a nose to look into: the largest yet */
    wendi_smell_source *sources;          /* [capacity] */
    wendi_smell_spot *spots;              /* [capacity] of linked sources */
    uint32_t *dirty;                      /* [capacity] */
    wendi_smell_point *points;            /* [capacity][trail_limit] */
    uint32_t *buckets;                    /* [bucket_count], a power of two */
    uint32_t capacity, limit, count, free_first, dirty_count, bucket_count;
    uint16_t *scratch; /* WENDI_SMELL_LANES of scratch_words, for windows of scratch_side */
    size_t scratch_words;
    uint32_t scratch_side;
};

/* The class of a window by its side. */
static inline uint32_t wendi_smell_class(uint32_t side)
{
    return side <= 17 ? 0 : side <= 49 ? 1 : 2;
}

/** Cells along the side of a tile of a class. */
static inline int32_t wendi_smell_tile_side(uint32_t radius_class)
{
    return WENDI_SMELL_TILE << radius_class;
}

static inline size_t wendi_smell_tile_count(const wend_smell *smell, uint32_t radius_class)
{
    return (size_t)smell->tiles_x[radius_class] * (size_t)smell->tiles_y[radius_class];
}

/** Words of one scratch for windows of a side. */
static inline size_t wendi_smell_scratch_words(uint32_t side)
{
    const size_t cells = (size_t)side * side;
    return 4 * cells;
}

/** Divides memory into a scratch. @param memory [wendi_smell_scratch_words(side)]. */
wendi_smell_scratch wendi_smell_scratch_of(uint16_t *memory, uint32_t side);

/** Computes the path lengths from a cell over open cells, below a reach.
 * @param window [side][side], the cell in its middle. */
void wendi_smell_spread(const wend_smell *smell, uint32_t cell, uint32_t reach, uint32_t side,
                        const wendi_smell_scratch *scratch, uint32_t *window);

/** Computes the steps of the cells in a rectangle, which may reach around the map or beyond it. */
void wendi_smell_find_steps(const wend_smell *smell, int32_t x0, int32_t y0, int32_t x1,
                            int32_t y1);

/** The neighbour of a cell in a direction (see cells/directions.h) if a step leads there; else
 * WEND_NODE_NONE. */
uint32_t wendi_smell_step(const wend_smell *smell, uint32_t cell, uint32_t direction);

/** The side of the window for a reach. */
static inline uint32_t wendi_smell_side(uint32_t reach)
{
    return 2 * ((reach - 1) / WENDI_SMELL_ONE) + 1;
}

/* ---- sources ---- */

wendi_smell_source *wendi_smell_find(const wend_smell *smell, wend_smell_id id);
/** Reads the grid where it changed. @param is_whole all of it. */
void wendi_smell_read_grid(wend_smell *smell, bool is_whole);
/** Makes room for a number of sources. @return false without memory; smells as before. */
bool wendi_smell_reserve(wend_smell *smell, uint32_t capacity);
/** Allocates the window of a source, and scratch for it. */
bool wendi_smell_reserve_window(wend_smell *smell, uint32_t side, uint32_t **window);
/** Sets what follows from the position and radius of a source, and marks it dirty. */
void wendi_smell_begin(wend_smell *smell, uint32_t index);
/** Checks a source's content. @param field the wrong field, or NULL. */
bool wendi_smell_is_sound(const wend_smell *smell, const wend_smell_source *source,
                          const char **field, double *most);
/** The reach of a radius in metres, in units of windows, 1 or more. */
uint32_t wendi_smell_reach_of(const wend_smell *smell, double radius);

/* ---- trails ---- */

static inline wendi_smell_point *wendi_smell_point_at(const wend_smell *smell, uint32_t source,
                                                      uint32_t index)
{
    const uint32_t at = (smell->sources[source].trail_oldest + index) % smell->trail_limit;
    return &smell->points[(size_t)source * smell->trail_limit + at];
}

static inline bool wendi_smell_is_alive(const wend_smell *smell, const wendi_smell_point *point)
{
    return (smell->tick - point->tick) / smell->trail_half_life < WENDI_SMELL_HALVINGS;
}

static inline uint32_t wendi_smell_bucket(const wend_smell *smell, uint32_t cell)
{
    return (cell * 0x9E3779B1u >> 8) & (smell->bucket_count - 1);
}

/** Adds a cell to the trail of a source. */
void wendi_smell_leave(wend_smell *smell, uint32_t source, uint32_t cell, uint64_t tick);
/** The intensity of a point of a trail, in 1/65536. */
uint32_t wendi_smell_trail_intensity(const wend_smell *smell, uint32_t source,
                                     const wendi_smell_point *point);

#endif
