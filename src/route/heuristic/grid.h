/* Heuristic of a grid: the estimated remaining cost, never above the true one.
 *
 *   distance to the goals   in straight and diagonal steps (hexes: in hexes), around the map where
 *                           it wraps, times the least factor
 *   through links           the distance to a link's beginning, and the rest from there by the best
 *                           chain of links; the estimate is the least of all
 *
 * The box around them represents several goals, and the box around their beginnings many links.
 */
#ifndef WENDI_ROUTE_HEURISTIC_GRID_H
#define WENDI_ROUTE_HEURISTIC_GRID_H

#include "route/space/space.h"

/** A box around cells: padded coordinates, on hexes also the three axial ones. */
typedef struct wendi_heuristic_box {
    int32_t low_x, low_y, high_x, high_y;
    int32_t low[3], high[3]; /* q, r, -q - r */
    bool is_empty;
} wendi_heuristic_box;

/** A link's beginning, and the remaining cost from there. */
typedef struct wendi_heuristic_link {
    wendi_heuristic_box from;
    uint64_t rest;
} wendi_heuristic_link;

enum { WENDI_HEURISTIC_LINKS = 8 };

typedef struct wendi_grid_heuristic {
    const wend_space *space;
    wend_heuristic heuristic; /* resolved; never BEST or CUSTOM */
    uint64_t straight,
        diagonal;  /* least cost of such a step, as far as the heuristic counts them */
    bool is_plain; /* octile or Manhattan, no hexes, no wrapping, no links: see
                      wendi_grid_heuristic_plain */
    wendi_heuristic_box goals;
    wendi_heuristic_link links[WENDI_HEURISTIC_LINKS];
    uint32_t link_count;
} wendi_grid_heuristic;

/** Makes the box empty, or wider by a slot. */
void wendi_heuristic_box_clear(wendi_heuristic_box *target);
void wendi_heuristic_box_add(wendi_heuristic_box *target, const wend_space *space, uint32_t slot);

/** Prepares the estimates; the goals must be in the box.
 * @param uses_links estimates allow for links. */
void wendi_grid_heuristic_prepare(wendi_grid_heuristic *estimator, const wend_space *space,
                                  wend_heuristic heuristic, bool uses_links);

/** The estimate at padded coordinates. */
uint64_t wendi_grid_heuristic_at(const wendi_grid_heuristic *estimator, int32_t px, int32_t py);

/** From a position to a span of positions, 0 within. */
static inline uint32_t wendi_span_distance(int32_t at, int32_t low, int32_t high)
{
    const int32_t before = low - at;
    const int32_t behind = at - high;
    const int32_t far = before > behind ? before : behind;
    return far > 0 ? (uint32_t)far : 0;
}

/** The same as wendi_grid_heuristic_at for plain ones. */
static inline uint64_t wendi_grid_heuristic_plain(const wendi_grid_heuristic *estimator, int32_t px,
                                                  int32_t py)
{
    const uint32_t dx = wendi_span_distance(px, estimator->goals.low_x, estimator->goals.high_x);
    const uint32_t dy = wendi_span_distance(py, estimator->goals.low_y, estimator->goals.high_y);
    const uint32_t both = dx < dy ? dx : dy;
    return (dx + dy - 2 * both) * estimator->straight + both * estimator->diagonal;
}

#endif
