/* Islands found by a flood fill over all cells. */
#ifndef TEST_PROPERTY_ISLANDS_FLOOD_H
#define TEST_PROPERTY_ISLANDS_FLOOD_H

#include "support/gen.h"
#include "support/test.h"
#include "wend/clearance.h"
#include "wend/hex.h"
#include "wend/islands.h"
#include "wend/link.h"

#include <math.h>

enum { SIDE_MAX = 70, CELLS_MAX = SIDE_MAX * SIDE_MAX, LINKS_MAX = 24 };

static const uint32_t NONE = UINT32_MAX;

/* One draw after the other. */
typedef struct dice {
    uint64_t seed, tick;
} dice;

static inline uint32_t roll(dice *d, uint32_t count)
{
    return wend_random_below(d->seed, 0, d->tick++, count);
}

/* A grid, the agent of the queries, and the slow answers. */
typedef struct model {
    wend_grid *grid;
    wend_grid_info info;
    uint32_t movement_class, team;
    wend_clearance *clearance;
    int32_t size;
    double radius;
    uint32_t count;
    uint32_t node_count;
    wend_link_id links[LINKS_MAX];
    uint32_t link_count;
    bool open[CELLS_MAX];
    uint32_t island[CELLS_MAX];
    uint64_t cells[CELLS_MAX];
    wend_node stack[CELLS_MAX];
    bool reached[CELLS_MAX];
} model;

/* ---- the slow answers ---- */

static inline bool is_open(const model *m, int32_t x, int32_t y)
{
    if (!wend_grid_is_open(m->grid, m->movement_class, m->team, x, y)) {
        return false;
    }
    if (m->size > 1) {
        return wend_clearance_square(m->clearance, x, y) >= m->size;
    }
    return m->radius <= 0.0 || wend_clearance_fits_disc(m->clearance, x, y, m->radius);
}

/* The node of a cell that may lie beyond a side that wraps. */
static inline wend_node around(const model *m, int32_t x, int32_t y)
{
    if ((m->info.wrap & WEND_WRAP_X) != 0) {
        x = (x + m->info.width) % m->info.width;
    }
    if ((m->info.wrap & WEND_WRAP_Y) != 0) {
        y = (y + m->info.height) % m->info.height;
    }
    return wend_grid_node(m->grid, x, y);
}

static inline bool is_free(const model *m, int32_t x, int32_t y)
{
    const wend_node node = around(m, x, y);
    return node != WEND_NODE_NONE && m->open[node];
}

/* The neighbour in a direction, by the corner rule; WEND_NODE_NONE if there is no step. */
static inline wend_node square_step(const model *m, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const bool is_diagonal = dx != 0 && dy != 0;
    if ((dx == 0 && dy == 0) || !is_free(m, x + dx, y + dy) ||
        (is_diagonal && m->info.neighbours == WEND_NEIGHBOURS_4)) {
        return WEND_NODE_NONE;
    }
    if (is_diagonal) {
        const int beside = is_free(m, x + dx, y) + is_free(m, x, y + dy);
        const wend_corner_rule rule = m->radius > 0.0 ? WEND_CORNER_NEVER : m->info.corner_rule;
        if (beside < 2 - (int)rule) {
            return WEND_NODE_NONE;
        }
    }
    return around(m, x + dx, y + dy);
}

static inline uint32_t steps_from(const model *m, wend_node node, wend_node steps[8])
{
    uint32_t count = 0;
    if (m->info.neighbours == WEND_NEIGHBOURS_6) {
        const wend_hex hex = wend_grid_hex(m->grid, node);
        for (int32_t d = 0; d < 6; ++d) {
            const wend_node to = wend_grid_hex_node(m->grid, wend_hex_neighbour(hex, d));
            if (to != WEND_NODE_NONE && m->open[to]) {
                steps[count++] = to;
            }
        }
        return count;
    }
    const int32_t x = (int32_t)node % m->info.width;
    const int32_t y = (int32_t)node / m->info.width;
    for (int32_t d = 0; d < 9; ++d) {
        const wend_node to = square_step(m, x, y, d % 3 - 1, d / 3 - 1);
        if (to != WEND_NODE_NONE) {
            steps[count++] = to;
        }
    }
    return count;
}

static inline void flood(model *m, wend_node from, uint32_t island)
{
    uint32_t top = 0;
    m->stack[top++] = from;
    m->island[from] = island;
    m->cells[island] = 0;
    while (top > 0) {
        wend_node steps[8];
        const wend_node node = m->stack[--top];
        const uint32_t count = steps_from(m, node, steps);
        ++m->cells[island];
        for (uint32_t i = 0; i < count; ++i) {
            if (m->island[steps[i]] == NONE) {
                m->island[steps[i]] = island;
                m->stack[top++] = steps[i];
            }
        }
    }
}

static inline void find_islands(model *m)
{
    for (wend_node node = 0; node < m->node_count; ++node) {
        m->island[node] = NONE;
        m->open[node] = is_open(m, (int32_t)node % m->info.width, (int32_t)node / m->info.width);
    }
    m->count = 0;
    for (wend_node node = 0; node < m->node_count; ++node) {
        if (m->open[node] && m->island[node] == NONE) {
            flood(m, node, m->count++);
        }
    }
}

static inline bool is_usable(const model *m, const wend_link_def *link)
{
    const bool is_closed = m->team == WEND_TEAM_NONE ? link->team_mask == UINT32_MAX
                                                     : (link->team_mask >> m->team & 1) != 0;
    return link->is_open && !is_closed && (link->class_mask >> m->movement_class & 1) != 0 &&
           m->open[link->from] && m->open[link->to];
}

static inline bool follow(model *m, wend_node from, wend_node to, bool *reaches)
{
    const uint32_t a = m->island[from];
    const uint32_t b = m->island[to];
    const bool is_new = reaches[a] && !reaches[b];
    reaches[b] = reaches[b] || reaches[a];
    return is_new;
}

/* The cells that can be reached from one by steps and links. */
static inline void find_reached(model *m, wend_node from)
{
    bool reaches[CELLS_MAX] = {false};
    reaches[m->island[from]] = true;
    for (bool is_on = true; is_on;) {
        is_on = false;
        for (uint32_t i = 0; i < m->link_count; ++i) {
            wend_link_def link;
            (void)wend_grid_get_link(m->grid, m->links[i], &link);
            if (is_usable(m, &link)) {
                is_on = follow(m, link.from, link.to, reaches) || is_on;
                is_on = (link.is_two_way && follow(m, link.to, link.from, reaches)) || is_on;
            }
        }
    }
    for (wend_node node = 0; node < m->node_count; ++node) {
        m->reached[node] = m->open[node] && reaches[m->island[node]];
    }
}

/* Squared distance of centres, around the map; cells are 1 m and hexes exact enough to compare
 * after rounding to 1/8 (all are multiples of 1/4). */
static inline double distance(const model *m, wend_node a, wend_node b)
{
    const wend_vec2 p = wend_grid_position(m->grid, a);
    const wend_vec2 q = wend_grid_position(m->grid, b);
    const bool is_hex = m->info.neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows = m->info.hex_layout <= WEND_HEX_EVEN_ROWS;
    const double thin = sqrt(0.75);
    const double wide = m->info.width * (is_hex && !is_rows ? thin : 1.0);
    const double high = m->info.height * (is_hex && is_rows ? thin : 1.0);
    double dx = fabs(p.x - q.x);
    double dy = fabs(p.y - q.y);
    if ((m->info.wrap & WEND_WRAP_X) != 0 && wide - dx < dx) {
        dx = wide - dx;
    }
    if ((m->info.wrap & WEND_WRAP_Y) != 0 && high - dy < dy) {
        dy = high - dy;
    }
    return floor((dx * dx + dy * dy) * 4.0 + 0.5);
}

static inline wend_node find_nearest(const model *m, wend_node goal)
{
    wend_node nearest = WEND_NODE_NONE;
    double best = 0.0;
    for (wend_node node = 0; node < m->node_count; ++node) {
        if (m->reached[node]) {
            const double d = distance(m, node, goal);
            if (nearest == WEND_NODE_NONE || d < best) {
                nearest = node;
                best = d;
            }
        }
    }
    return nearest;
}

#endif
