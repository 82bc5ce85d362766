/* Walls and graphs built around them. */
#ifndef TEST_UNIT_GRAPH_BUILD_H
#define TEST_UNIT_GRAPH_BUILD_H

#include "support/graphs.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>

static inline void add_segment(wend_walls *walls, double ax, double ay, double bx, double by)
{
    walls_add(walls, (wend_vec2){ax, ay}, (wend_vec2){bx, by}, WEND_STOPS_ALL);
}

static inline void add_box(wend_walls *walls, double ax, double ay, double bx, double by)
{
    const wend_vec2 points[4] = {{ax, ay}, {bx, ay}, {bx, by}, {ax, by}};
    walls_add_outline(walls, points, 4, WEND_STOPS_ALL);
}

static inline bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* True if an edge has a node at a position. */
static inline bool has_node_at(const wend_graph *graph, double x, double y)
{
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        const wend_vec2 p = wend_graph_position(graph, node);
        if (wend_graph_has_node(graph, node) && is_near(p.x, x) && is_near(p.y, y)) {
            return true;
        }
    }
    return false;
}

#endif
