/* The heuristic of a grid: estimates of the remaining cost that are never too large.
 * Cost: constant; with links up to eight distances each, and the square of their count once for
 * each query. */
#include "route/heuristic/grid.h"

#include "wend/hex.h"

#include <string.h>

/* Up to this number links are followed in chains exactly; of more, only the box counts. */
enum { CHAINS_MAX = 16 };

/* Half the square root of 3, rounded down: the least length of a hex step in a straight line. */
static const double half_sqrt_3 = 0.8660254037844;

/* ---- targets ---- */

void wendi_heuristic_box_clear(wendi_heuristic_box *target)
{
    memset(target, 0, sizeof *target);
    target->is_empty = true;
}

/* Axial coordinates of padded ones, and the third that follows. */
static void axial(const wend_space *space, int32_t px, int32_t py, int32_t axes[3])
{
    const wend_hex hex = wend_hex_from_offset(space->hex_layout, px - 1, py - 1);
    axes[0] = hex.q;
    axes[1] = hex.r;
    axes[2] = -hex.q - hex.r;
}

static void add_along(int32_t at, bool is_first, int32_t *low, int32_t *high)
{
    *low = is_first || at < *low ? at : *low;
    *high = is_first || at > *high ? at : *high;
}

void wendi_heuristic_box_add(wendi_heuristic_box *target, const wend_space *space, uint32_t slot)
{
    const int32_t px = (int32_t)(slot % space->stride);
    const int32_t py = (int32_t)(slot / space->stride);
    const bool is_first = target->is_empty;
    add_along(px, is_first, &target->low_x, &target->high_x);
    add_along(py, is_first, &target->low_y, &target->high_y);
    if (space->is_hex) {
        int32_t axes[3];
        axial(space, px, py, axes);
        for (int k = 0; k < 3; ++k) {
            add_along(axes[k], is_first, &target->low[k], &target->high[k]);
        }
    }
    target->is_empty = false;
}

/* ---- distances ---- */

/* As wendi_span_distance on a side that wraps around. */
static uint32_t outside_around(int32_t at, int32_t low, int32_t high, int32_t side)
{
    if (at >= low && at <= high) {
        return 0;
    }
    const int32_t ahead = low >= at ? low - at : low - at + side;
    const int32_t behind = at >= high ? at - high : at - high + side;
    return (uint32_t)(ahead < behind ? ahead : behind);
}

static uint32_t hexes_between(const wendi_grid_heuristic *estimator, const wendi_heuristic_box *to,
                              int32_t px, int32_t py)
{
    int32_t axes[3];
    axial(estimator->space, px, py, axes);
    uint32_t most = 0;
    for (int k = 0; k < 3; ++k) {
        const uint32_t far = wendi_span_distance(axes[k], to->low[k], to->high[k]);
        most = far > most ? far : most;
    }
    return most;
}

/* The least over the images of the cell where the map wraps. */
static uint32_t hexes_around(const wendi_grid_heuristic *estimator, const wendi_heuristic_box *to,
                             int32_t px, int32_t py)
{
    const wend_space *space = estimator->space;
    const int32_t images_x = space->wraps_x ? 1 : 0;
    const int32_t images_y = space->wraps_y ? 1 : 0;
    uint32_t least = UINT32_MAX;
    for (int32_t j = -images_y; j <= images_y; ++j) {
        for (int32_t i = -images_x; i <= images_x; ++i) {
            const uint32_t far =
                hexes_between(estimator, to, px + i * space->width, py + j * space->height);
            least = far < least ? far : least;
        }
    }
    return least;
}

/* The straight line, rounded down and one less, so that neither the square root's nor the
 * diagonal's rounding can raise it above the true cost. */
static uint64_t straight_line(uint64_t dx, uint64_t dy)
{
    const double length = wend_sqrt((double)(dx * dx + dy * dy)) * 4294967296.0;
    const uint64_t cost = (uint64_t)length;
    return cost > 0 ? cost - 1 : 0;
}

static uint64_t distance_to(const wendi_grid_heuristic *estimator, const wendi_heuristic_box *to,
                            int32_t px, int32_t py)
{
    const wend_space *space = estimator->space;
    if (estimator->heuristic == WEND_HEURISTIC_NONE) {
        return 0;
    }
    if (space->is_hex && estimator->heuristic != WEND_HEURISTIC_MANHATTAN) {
        return hexes_around(estimator, to, px, py) * estimator->straight;
    }
    const uint32_t dx = space->wraps_x ? outside_around(px, to->low_x, to->high_x, space->width)
                                       : wendi_span_distance(px, to->low_x, to->high_x);
    const uint32_t dy = space->wraps_y ? outside_around(py, to->low_y, to->high_y, space->height)
                                       : wendi_span_distance(py, to->low_y, to->high_y);
    if (estimator->heuristic == WEND_HEURISTIC_EUCLIDEAN) {
        return straight_line(dx, dy) * space->cost_min;
    }
    const uint32_t both = dx < dy ? dx : dy;
    return (dx + dy - 2 * both) * estimator->straight + both * estimator->diagonal;
}

/* ---- links ---- */

/* An arc both of whose ends are open, while the chains are worked out. */
typedef struct link_chain {
    const wendi_link_arc *arc;
    uint64_t rest; /* from its beginning to a goal, through it */
    bool is_settled;
} link_chain;

static bool is_usable(const wend_space *space, const wendi_link_arc *arc)
{
    return space->costs[arc->from] != WEND_COST_WALL && space->costs[arc->to] != WEND_COST_WALL;
}

static uint64_t distance_from_slot(const wendi_grid_heuristic *estimator,
                                   const wendi_heuristic_box *to, uint32_t slot)
{
    const uint32_t stride = estimator->space->stride;
    return distance_to(estimator, to, (int32_t)(slot % stride), (int32_t)(slot / stride));
}

static uint64_t distance_between(const wendi_grid_heuristic *estimator, uint32_t from, uint32_t to)
{
    wendi_heuristic_box target;
    wendi_heuristic_box_clear(&target);
    wendi_heuristic_box_add(&target, estimator->space, to);
    return distance_from_slot(estimator, &target, from);
}

/* All links in one: the box around their beginnings, and the least that any last link of a chain
 * leaves. */
static void estimate_by_box(wendi_grid_heuristic *estimator)
{
    const wend_space *space = estimator->space;
    wendi_heuristic_link *all = &estimator->links[0];
    wendi_heuristic_box_clear(&all->from);
    all->rest = UINT64_MAX;
    for (uint32_t k = 0; k < space->links.count; ++k) {
        const wendi_link_arc *arc = &space->links.arcs[k];
        if (is_usable(space, arc)) {
            const uint64_t rest =
                arc->cost + distance_from_slot(estimator, &estimator->goals, arc->to);
            wendi_heuristic_box_add(&all->from, space, arc->from);
            all->rest = rest < all->rest ? rest : all->rest;
        }
    }
    estimator->link_count = all->from.is_empty ? 0 : 1;
}

/* Collects the usable arcs; more than CHAINS_MAX are only counted. */
static uint32_t collect_chains(const wendi_grid_heuristic *estimator, link_chain chains[CHAINS_MAX])
{
    const wend_space *space = estimator->space;
    uint32_t count = 0;
    for (uint32_t k = 0; k < space->links.count && count <= CHAINS_MAX; ++k) {
        const wendi_link_arc *arc = &space->links.arcs[k];
        if (!is_usable(space, arc)) {
            continue;
        }
        if (count < CHAINS_MAX) {
            const uint64_t rest =
                arc->cost + distance_from_slot(estimator, &estimator->goals, arc->to);
            chains[count] = (link_chain){arc, rest, false};
        }
        ++count;
    }
    return count;
}

/* Dijkstra over the links, from the goals back. */
static void settle_chains(const wendi_grid_heuristic *estimator, link_chain *chains, uint32_t count)
{
    for (uint32_t round = 0; round < count; ++round) {
        uint32_t next = count;
        for (uint32_t k = 0; k < count; ++k) {
            if (!chains[k].is_settled && (next == count || chains[k].rest < chains[next].rest)) {
                next = k;
            }
        }
        chains[next].is_settled = true;
        for (uint32_t k = 0; k < count; ++k) {
            const uint64_t through =
                chains[k].arc->cost +
                distance_between(estimator, chains[k].arc->to, chains[next].arc->from) +
                chains[next].rest;
            if (through < chains[k].rest) {
                chains[k].rest = through;
            }
        }
    }
}

/* True if the path from the link's beginning, to a goal or to another link, costs no more without
 * it. */
static bool is_redundant(const wendi_grid_heuristic *estimator, const link_chain *chains,
                         uint32_t count, uint32_t at)
{
    const uint32_t from = chains[at].arc->from;
    if (distance_from_slot(estimator, &estimator->goals, from) <= chains[at].rest) {
        return true;
    }
    for (uint32_t k = 0; k < count; ++k) {
        const uint64_t other =
            distance_between(estimator, from, chains[k].arc->from) + chains[k].rest;
        if (k != at && (other < chains[at].rest || (other == chains[at].rest && k < at))) {
            return true;
        }
    }
    return false;
}

static void estimate_by_chains(wendi_grid_heuristic *estimator)
{
    link_chain chains[CHAINS_MAX];
    const uint32_t count = collect_chains(estimator, chains);
    if (count > CHAINS_MAX) {
        estimate_by_box(estimator);
        return;
    }
    settle_chains(estimator, chains, count);
    for (uint32_t k = 0; k < count; ++k) {
        if (is_redundant(estimator, chains, count, k)) {
            continue;
        }
        if (estimator->link_count == WENDI_HEURISTIC_LINKS) {
            estimate_by_box(estimator);
            return;
        }
        wendi_heuristic_link *link = &estimator->links[estimator->link_count++];
        wendi_heuristic_box_clear(&link->from);
        wendi_heuristic_box_add(&link->from, estimator->space, chains[k].arc->from);
        link->rest = chains[k].rest;
    }
}

/* ---- estimates ---- */

void wendi_grid_heuristic_prepare(wendi_grid_heuristic *estimator, const wend_space *space,
                                  wend_heuristic heuristic, bool uses_links)
{
    const bool is_manhattan = heuristic == WEND_HEURISTIC_MANHATTAN;
    estimator->space = space;
    estimator->heuristic = heuristic;
    estimator->straight = WEND_COST_ONE * space->cost_min;
    estimator->diagonal = (is_manhattan ? 2 * WEND_COST_ONE : WEND_COST_DIAGONAL) * space->cost_min;
    if (space->is_hex && heuristic == WEND_HEURISTIC_EUCLIDEAN) {
        estimator->straight = (uint64_t)(half_sqrt_3 * 4294967296.0) * space->cost_min;
    }
    estimator->link_count = 0;
    if (uses_links && space->links.count > 0 && !estimator->goals.is_empty) {
        estimate_by_chains(estimator);
    }
    estimator->is_plain = !space->is_hex && !space->wraps && estimator->link_count == 0 &&
                          (is_manhattan || heuristic == WEND_HEURISTIC_OCTILE);
}

uint64_t wendi_grid_heuristic_at(const wendi_grid_heuristic *estimator, int32_t px, int32_t py)
{
    uint64_t least = distance_to(estimator, &estimator->goals, px, py);
    for (uint32_t k = 0; k < estimator->link_count; ++k) {
        const wendi_heuristic_link *link = &estimator->links[k];
        const uint64_t through = distance_to(estimator, &link->from, px, py) + link->rest;
        least = through < least ? through : least;
    }
    return least;
}
