/* obstacles/obstacles.h: what stops bodies, grid cells and walls alike: the points nearest to a
 * body's centre.
 *
 *        ######            Of each wall near a centre only its nearest point p counts: who keeps to
 *        ##p###            n . d <= distance - radius (n towards p) stays clear of all the ground
 *          | n             behind the line through p. So walls that lie behind the line of a nearer
 *          o               one are left out: joints of a straight wall, seams between cells, and
 * far walls stop nobody.
 *
 * Cells that a class cannot enter are kept as bits, repaired sector by sector; walls in buckets,
 * made anew when walls change. */
#ifndef WENDI_CROWD_OBSTACLES_OBSTACLES_H
#define WENDI_CROWD_OBSTACLES_OBSTACLES_H

#include "base/math/bits.h"
#include "base/math/floating_point.h"
#include "wend/crowd.h"

enum { WENDI_CONSTRAINTS_MOST = 8 };

/** A wall near a centre. */
typedef struct wendi_obstacle_constraint {
    double x, y;     /* Of length 1, from the centre towards the wall's nearest point. */
    double distance; /* Metres to that point. */
} wendi_obstacle_constraint;

/* Closed cells of one grid for one class, one bit each; a margin of closed ones lies around. */
typedef struct wendi_obstacle_cells {
    const wend_grid *grid; /* NULL = none */
    wend_grid_info info;
    double per_metre; /* cells */
    uint64_t revision;
    uint64_t *bits; /* [height + 2][words] */
    uint64_t *near; /* the same; set where any of a cell and the eight around it is closed */
    size_t words;   /* of a row */
} wendi_obstacle_cells;

/* A wall's line. */
typedef struct wendi_obstacle_line {
    double ax, ay, bx, by;
} wendi_obstacle_line;

/* Lines in buckets: each bucket lists all lines that come within the margin of it. */
typedef struct wendi_obstacle_lines {
    const wend_walls *walls; /* NULL = none */
    uint64_t revision;
    double low_x, low_y, size; /* of the buckets */
    uint32_t columns, rows;
    wendi_obstacle_line *lines; /* [line_count] */
    size_t line_count, line_capacity;
    uint32_t *starts; /* [columns * rows + 1] into items */
    size_t start_capacity;
    uint32_t *items;
    size_t item_capacity;
    wend_wall_id *ids; /* [id_capacity] scratch */
    size_t id_capacity;
} wendi_obstacle_lines;

/* What stops one class on one floor. */
typedef struct wendi_obstacle_set {
    wendi_obstacle_cells cells;
    wendi_obstacle_lines lines;
    wendi_obstacle_lines
        next; /* built beside them when walls change, so that there are always some */
} wendi_obstacle_set;

typedef struct wendi_obstacles {
    wendi_obstacle_set *sets; /* [floor_count][class_count] */
    uint32_t floor_count, class_count;
    wend_crowd_class *classes;
    double margin; /* Metres: the largest reach of a question. */
    wend_allocator allocator;
} wendi_obstacles;

/** @param margin metres, the largest reach of wendi_obstacles_nearest. */
wend_result wendi_obstacles_create(wendi_obstacles *b, const wend_crowd_def *def, double margin);
void wendi_obstacles_free(wendi_obstacles *b);
/** Looks for edits. @param has_changed set to true if anything was built anew.
 * @return WEND_OK, WEND_ERROR_MEMORY (as before; call again). */
wend_result wendi_obstacles_update(wendi_obstacles *b, bool *has_changed);
size_t wendi_obstacles_memory_bytes(const wendi_obstacles *b);

/** The set of a class on a floor; both must exist. */
static inline const wendi_obstacle_set *wendi_obstacles_set_of(const wendi_obstacles *b,
                                                               uint32_t floor, uint32_t crowd_class)
{
    return &b->sets[floor * b->class_count + crowd_class];
}
/** The walls nearest to a centre, the nearest first. A centre in a wall: what it lies in is left
 * out. @param reach metres, at most the margin. @param near [WENDI_CONSTRAINTS_MOST].
 * @return how many. */
uint32_t wendi_obstacles_nearest(const wendi_obstacle_set *set, double x, double y, double reach,
                                 wendi_obstacle_constraint *near);
/** The same. @param known set to how far from the centre all walls are accounted for: to the reach,
 * or less far where there are too many. */
uint32_t wendi_obstacles_nearest_known(const wendi_obstacle_set *set, double x, double y,
                                       double reach, wendi_obstacle_constraint *near,
                                       double *known);
/** As wendi_obstacles_may_be_near below, without a glance first. */
bool wendi_obstacles_are_near(const wendi_obstacle_set *set, double x, double y, double reach);
/** Is a centre neither in a closed cell nor inside a solid polygon? */
bool wendi_obstacles_is_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                             uint32_t crowd_class, double x, double y);
/** The nearest place that is open, about `radius` into the open. @return is there one near? */
bool wendi_obstacles_nearest_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                  uint32_t crowd_class, wend_vec2 from, double radius,
                                  wend_vec2 *out);
/** Can a disc go straight from one place to another? Touching is fine. */
bool wendi_obstacles_is_segment_clear(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                                      double radius, double margin);
/** Moves a disc, sliding along walls: it never ends in one or beyond one, if it begins outside.
 * @param slide 0: what is left after a touch is lost, 1: goes on along the wall. */
wend_vec2 wendi_obstacles_move_disc(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 by,
                                    double radius, double margin);
/** The part of a displacement that walls allow. @param near [count] as wendi_obstacles_nearest
 * gives them for the centre, with a reach of radius + the displacement's length. */
wend_vec2 wendi_obstacles_clip(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 by,
                               double radius);

/** Have cells a bit each that tells whether one of them and the eight around it is closed? */
static inline bool wendi_obstacle_cells_have_near_bits(const wendi_obstacle_cells *cells)
{
    return cells->grid != NULL && cells->info.neighbours != WEND_NEIGHBOURS_6;
}

/** Where that bit of a place's cell is. They must have such bits. @return its word, NULL outside of
 * the grid. */
static inline const uint64_t *wendi_obstacle_cells_near_word(const wendi_obstacle_cells *cells,
                                                             double x, double y, uint32_t *bit)
{
    const double px = (x - cells->info.origin.x) * cells->per_metre;
    const double py = (y - cells->info.origin.y) * cells->per_metre;
    if (!(px >= 0 && py >= 0 && px < (double)cells->info.width &&
          py < (double)cells->info.height)) {
        return NULL;
    }
    const uint32_t column = (uint32_t)(int32_t)px + 1;
    *bit = column & 63;
    return &cells->near[((size_t)(int32_t)py + 1) * cells->words + (column >> 6)];
}

/** Is no closed cell within reach, at a glance? No means perhaps; outside of the grid all are
 * closed. */
static inline bool wendi_obstacle_cells_are_far(const wendi_obstacle_cells *cells, double x,
                                                double y, double reach)
{
    if (cells->grid == NULL) {
        return true;
    }
    /* Less than a cell, for the sake of rounding. */
    if (!wendi_obstacle_cells_have_near_bits(cells) || !(reach * cells->per_metre < 0.999)) {
        return false;
    }
    uint32_t bit = 0;
    const uint64_t *word = wendi_obstacle_cells_near_word(cells, x, y, &bit);
    return word != NULL && (*word >> bit & 1) == 0;
}

/** Is there any wall within reach, perhaps? Quick; no means no. */
static inline bool wendi_obstacles_may_be_near(const wendi_obstacle_set *set, double x, double y,
                                               double reach)
{
    return !(set->lines.line_count == 0 &&
             wendi_obstacle_cells_are_far(&set->cells, x, y, reach)) &&
           wendi_obstacles_are_near(set, x, y, reach);
}

/** Fetches what a glance at a place will read. */
static inline void wendi_obstacles_prefetch(const wendi_obstacle_set *set, double x, double y)
{
    if (wendi_obstacle_cells_have_near_bits(&set->cells)) {
        uint32_t bit = 0;
        const uint64_t *word = wendi_obstacle_cells_near_word(&set->cells, x, y, &bit);
        if (word != NULL) {
            wendi_prefetch(word);
        }
    }
}

#endif
