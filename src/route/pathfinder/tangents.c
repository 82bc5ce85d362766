/* Tangents from a position to the circles around corners of expanded geometry, which follow the
 * circle to a node.
 * Cost: constant for each arc, a clearance test for each that is touched. */
#include "route/mesh_search/search.h"
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"
#include "wend/walls.h"

#include <math.h>

bool wendi_pathfinder_reserve_arcs(wend_pathfinder *pathfinder, size_t count)
{
    wendi_pathfinder_arcs *arcs = &pathfinder->graph.arcs;
    if (count <= arcs->capacity) {
        return true;
    }
    const size_t twice = arcs->capacity < 32 ? 64 : arcs->capacity * 2;
    const size_t more = twice < count ? count : twice;
    wendi_pathfinder_arc *items = wendi_resize(
        &pathfinder->allocator, arcs->items, arcs->capacity * sizeof *items, more * sizeof *items);
    if (items == NULL) {
        return false;
    }
    arcs->items = items;
    arcs->capacity = more;
    return true;
}

static wend_result add_arc(wend_pathfinder *pathfinder, uint32_t edge)
{
    wendi_pathfinder_arcs *arcs = &pathfinder->graph.arcs;
    const wend_graph *graph = pathfinder->def.space->graph;
    wend_graph_arc arc;
    wend_graph_edge def;
    if (!wend_graph_get_arc(graph, edge, pathfinder->def.walls, &arc) ||
        wend_graph_get_edge(graph, edge, &def) != WEND_OK || !def.is_open) {
        return WEND_OK;
    }
    if (!wendi_pathfinder_reserve_arcs(pathfinder, arcs->count + 1)) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_pathfinder_arc made = {.centre = arc.centre,
                                       .from = wend_graph_position(graph, def.from),
                                       .to = wend_graph_position(graph, def.to),
                                       .radius = arc.radius,
                                       .turn = arc.turn,
                                       .from_node = def.from,
                                       .to_node = def.to};
    arcs->items[arcs->count++] = made;
    return WEND_OK;
}

wend_result wendi_pathfinder_list_arcs(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_arcs *arcs = &pathfinder->graph.arcs;
    const wend_graph *graph = pathfinder->def.space->graph;
    const uint64_t revision = wend_graph_revision(graph);
    if (pathfinder->def.walls == NULL || arcs->revision == revision) {
        return WEND_OK;
    }
    arcs->count = 0;
    arcs->revision = 0;
    for (uint32_t edge = 0; edge < wend_graph_edge_limit(graph); edge++) {
        if (add_arc(pathfinder, edge) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
    }
    arcs->revision = revision;
    return WEND_OK;
}

/* The point in which the line from a position is tangent to a circle and continues
 * counter-clockwise (side 1) or clockwise (-1). Slightly outside, so that roundings cannot bring
 * it nearer than the radius. */
static wend_vec2 touch_of(wend_vec2 centre, double radius, wend_vec2 position, double side)
{
    const double wide = radius * (1 + 1e-11);
    const wend_vec2 to = wend_vec2_sub(position, centre);
    const double square = wend_vec2_dot(to, to);
    const double along = wide * wide / square;
    const double across = wide * wend_sqrt(square - wide * wide) / square;
    const wend_vec2 aside = wend_vec2_scale(wend_vec2_perpendicular(to), side * across);
    return wend_vec2_add(centre, wend_vec2_add(wend_vec2_scale(to, along), aside));
}

static void try_touch(const wend_pathfinder *pathfinder, const wendi_pathfinder_arc *arc,
                      wendi_pathfinder_end *end, wend_vec2 position, int direction,
                      wendi_pathfinder_ends *ends, wendi_pathfinder_touches *touches)
{
    const double side = direction;
    const wend_pathfinder_def *def = &pathfinder->def;
    const wend_vec2 touch = touch_of(arc->centre, arc->radius, position, side);
    const wend_vec2 spoke = wend_vec2_sub(touch, arc->centre);

    /* Radians from the arc's begin to the touching point, counter-clockwise, 0 to 2 pi. */
    const wend_vec2 a = wend_vec2_sub(arc->from, arc->centre);
    const double angle = wend_atan2(wend_vec2_cross(a, spoke), wend_vec2_dot(a, spoke));
    const double after = angle < 0 ? angle + 6.283185307179586 : angle;

    const double straight = wend_vec2_distance(position, touch);
    if (after > arc->turn || straight > def->max_node_distance ||
        !wend_walls_can_walk(def->walls, position, touch, def->radius, def->stops)) {
        return;
    }
    const double turn = side > 0 ? arc->turn - after : after;
    end->touch = touch;
    end->turn = side * turn;
    end->node = side > 0 ? arc->to_node : arc->from_node;
    end->cost = wend_cost_from_double((straight + turn * arc->radius) * def->factor);
    ends->items[ends->count++] = *end;
    const wendi_pathfinder_touch made = {touch,    arc->centre, straight, after,
                                         end->arc, end->place,  direction};
    touches->items[touches->count++] = made;
}

void wendi_pathfinder_add_tangents(const wend_pathfinder *pathfinder, wend_vec3 position,
                                   uint32_t index, wendi_pathfinder_ends *ends,
                                   wendi_pathfinder_touches *touches)
{
    const wendi_pathfinder_arcs *arcs = &pathfinder->graph.arcs;
    const wend_vec2 at = {position.x, position.y};
    for (size_t i = 0; i < arcs->count; i++) {
        const wendi_pathfinder_arc *arc = &arcs->items[i];
        wendi_pathfinder_end end = {.place = index, .arc = (uint32_t)i};
        if (wend_vec2_distance(at, arc->centre) > arc->radius * (1 + 1e-9)) {
            try_touch(pathfinder, arc, &end, at, 1, ends, touches);
            try_touch(pathfinder, arc, &end, at, -1, ends, touches);
        }
    }
}

wend_result wendi_pathfinder_add_arc_legs(wend_pathfinder *pathfinder, wend_vec2 centre,
                                          wend_vec2 from, wend_vec2 to, double turn, wend_node node)
{
    const wendi_mesh_piece piece = {.from = from,
                                    .to = to,
                                    .link_arc = UINT32_MAX,
                                    .factor = 1,
                                    .centre = centre,
                                    .turn = turn};
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t count = wendi_mesh_piece_split(&piece, points);
    wend_vec3 at = {from.x, from.y, 0};
    for (size_t i = 0; i < count; i++) {
        const wend_vec3 next = {points[i].x, points[i].y, 0};
        wend_leg leg = wendi_leg_straight(at, next, true);
        leg.cost = wend_cost_from_double(leg.length * pathfinder->def.factor);
        leg.from = leg.to = node;
        if (leg.length > 0 && wendi_path_append(pathfinder->path, &leg) != WEND_OK) {
            return WEND_ERROR_MEMORY;
        }
        at = next;
    }
    return WEND_OK;
}

wend_result wendi_pathfinder_add_tangent_legs(wend_pathfinder *pathfinder,
                                              const wendi_pathfinder_end *end, bool is_first)
{
    const wendi_pathfinder_arc *arc = &pathfinder->graph.arcs.items[end->arc];
    const wend_vec2 node = end->turn > 0 ? arc->to : arc->from;
    return is_first ? wendi_pathfinder_add_arc_legs(pathfinder, arc->centre, end->touch, node,
                                                    end->turn, end->node)
                    : wendi_pathfinder_add_arc_legs(pathfinder, arc->centre, node, end->touch,
                                                    -end->turn, end->node);
}
