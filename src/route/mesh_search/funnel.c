/* The funnel algorithm: the shortest path through a corridor of cells, in pieces cut where the
 * ground's cost changes.
 * Cost: the edges crossed, times bends at worst.
 *
 *     left   o------o-----o        The funnel: an apex and two sides. Each edge crossed narrows a
 *           /|     /                side; where a side would cross the other one, the path bends at
 *     apex o |    /                 the other side's corner, and that is the new apex.
 *           \|   /
 *     right  o--o */
#include "route/mesh_search/search.h"

#include "base/math/predicates.h"
#include "base/math/vec2.h"

#include <math.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* Edges crossed one after the other: stop first + i + 1 of the chain was entered by edge i. */
typedef struct funnel_corridor {
    const wend_mesh_search *search;
    const uint32_t *nodes; /* of the chain, from the one the corridor begins at */
    size_t count;          /* edges */
    wend_vec2 from, to;
} funnel_corridor;

static const wendi_mesh_half *half_of(const funnel_corridor *c, size_t i)
{
    const wend_mesh_search *search = c->search;
    return &search->space->cells.halves[search->midpoint.nodes[c->nodes[i + 1]].half];
}

/* Seen in the direction of the path; beyond the last edge both are its end. */
static wend_vec2 left_of(const funnel_corridor *c, size_t i)
{
    return i == c->count ? c->to : half_of(c, i)->point;
}

static wend_vec2 right_of(const funnel_corridor *c, size_t i)
{
    const wendi_mesh_cells *cells = &c->search->space->cells;
    if (i == c->count) {
        return c->to;
    }
    return cells->halves[wendi_mesh_next(cells, (uint32_t)(half_of(c, i) - cells->halves))].point;
}

static double factor_after(const funnel_corridor *c, size_t edges)
{
    return c->search->space->cells.factors[wendi_mesh_midpoint_cell(c->search, c->nodes[edges])];
}

/* Adds the line from a, just beyond edge `first - 1`, to b, at edge `last`, cut where the cost
 * changes. */
static bool add_straight(wend_mesh_search *search, const funnel_corridor *c, wend_vec2 a,
                         size_t first, wend_vec2 b, size_t last)
{
    wend_vec2 from = a;
    for (size_t i = first; i < last; i++) {
        const double before = factor_after(c, i);
        const double after = factor_after(c, i + 1);
        if (before < after || after < before) {
            /* The point in which the line from a to b crosses edge i. */
            const wend_vec2 p = right_of(c, i);
            const wend_vec2 q = left_of(c, i);
            const wend_vec2 direction = wend_vec2_sub(b, a);
            const double at_p = wend_vec2_cross(direction, wend_vec2_sub(p, a));
            const double at_q = wend_vec2_cross(direction, wend_vec2_sub(q, a));
            double t = at_p / (at_p - at_q);
            t = t > 0 ? t : 0; /* also where the line runs along the edge: 0 / 0 */
            t = t < 1 ? t : 1;
            const wend_vec2 at = wend_vec2_lerp(p, q, t);

            if (!wendi_mesh_piece_add(search, from, at, NONE, before)) {
                return false;
            }
            from = at;
        }
    }
    return wendi_mesh_piece_add(search, from, b, NONE, factor_after(c, last));
}

/* One side of the funnel. */
typedef struct funnel_flank {
    wend_vec2 point;
    size_t edge;
} funnel_flank;

static bool pull(wend_mesh_search *search, const funnel_corridor *c)
{
    funnel_flank apex = {c->from, 0};
    funnel_flank left = {left_of(c, 0), 0};
    funnel_flank right = {right_of(c, 0), 0};
    size_t next_edge = 0; /* the first edge not yet crossed from the apex */
    for (size_t i = 1; i <= c->count; i++) {
        const wend_vec2 new_left = left_of(c, i);
        const wend_vec2 new_right = right_of(c, i);
        const bool left_narrows = wendi_orient(apex.point, left.point, new_left) <= 0;
        const bool right_narrows = wendi_orient(apex.point, right.point, new_right) >= 0;
        const bool left_crosses = left_narrows && !wendi_vec2_is_same(apex.point, right.point) &&
                                  wendi_orient(apex.point, right.point, new_left) < 0;
        const bool right_crosses = right_narrows && !wendi_vec2_is_same(apex.point, left.point) &&
                                   wendi_orient(apex.point, left.point, new_right) > 0;
        if (left_crosses || right_crosses) {
            const funnel_flank bend = left_crosses ? right : left;
            if (!add_straight(search, c, apex.point, next_edge, bend.point, bend.edge)) {
                return false;
            }
            apex = bend;
            next_edge = bend.edge;
            /* Begin again behind the edge of the bend. */
            i = bend.edge + 1;
            left.point = left_of(c, i);
            right.point = right_of(c, i);
            left.edge = right.edge = i;
            continue;
        }
        if (left_narrows) {
            left.point = new_left;
            left.edge = i;
        }
        if (right_narrows) {
            right.point = new_right;
            right.edge = i;
        }
    }
    return add_straight(search, c, apex.point, next_edge, c->to, c->count);
}

wend_result wendi_mesh_funnel(wend_mesh_search *search, wend_vec2 to)
{
    const wendi_mesh_midpoint *midpoint = &search->midpoint;
    const uint32_t *chain = midpoint->chain.items;
    const size_t count = midpoint->chain.count;
    wend_vec2 from = {search->query.start.x, search->query.start.y};
    size_t begin = 0;
    search->piece_count = 0;
    for (size_t i = 1; i <= count; i++) {
        const uint32_t link_arc = i < count ? wendi_mesh_midpoint_link_arc(search, chain[i]) : NONE;
        if (i < count && link_arc == NONE) {
            continue;
        }
        const wendi_mesh_link_arc *taken =
            link_arc == NONE ? NULL : &search->space->link_arcs[link_arc];
        const funnel_corridor c = {search, chain + begin, i - begin - 1, from,
                                   taken == NULL ? to : taken->from};
        if (!pull(search, &c)) {
            return WEND_ERROR_MEMORY;
        }
        if (taken != NULL) {
            if (!wendi_mesh_piece_add(search, taken->from, taken->to, link_arc,
                                      search->space->cells.factor_least)) {
                return WEND_ERROR_MEMORY;
            }
            from = taken->to;
            begin = i;
        }
    }
    return WEND_OK;
}
