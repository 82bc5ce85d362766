/* Checks a path that was found earlier against the space as it is now: the first leg that does not
 * hold any more.
 * Cost: the cells of each leg; of a graph the arcs of one node for each leg. */
#include "base/math/bits.h"
#include "base/math/predicates.h"
#include "base/math/vec2.h"
#include "route/mesh_space/corridor.h"
#include "route/mesh_space/space.h"
#include "route/path/path.h"
#include "route/space/space.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <math.h>

/* ---- cells and graphs ---- */

/* True if one step, also over a seam, leads from one cell to the other. */
static bool can_step(const wend_space *space, wend_node from, wend_node to)
{
    const uint32_t slot = wendi_space_slot(space, from);
    const uint32_t goal = wendi_space_slot(space, to);
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    if (!wendi_space_is_open_slot(space, slot) || !wendi_space_is_open_slot(space, goal)) {
        return false;
    }
    const uint32_t open =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    uint32_t steps = space->steps.natural[kind * 256 + open][WENDI_DIRECTION_NONE];
    for (; steps != 0; steps &= steps - 1) {
        if (wendi_space_beside(space, slot, wendi_ctz64(steps)) == goal) {
            return true;
        }
    }
    return false;
}

/* True if all steps of a leg are allowed that leads from centre to centre along cells in one line.
 */
static bool line_holds(const wend_space *space, const wend_leg *leg)
{
    wendi_tile_border line;
    if (can_step(space, leg->from, leg->to)) {
        return true;
    }
    if (!wendi_vec2_is_same(leg->from_point, wendi_path_position(space, leg->from)) ||
        !wendi_vec2_is_same(leg->to_point, wendi_path_position(space, leg->to)) ||
        !wendi_line_between(space, leg->from, leg->to, &line)) {
        return false;
    }
    bool holds = true;
    for (uint32_t k = 0; k < line.steps && holds; ++k) {
        holds = can_step(space, wendi_line_at(space, &line, leg->from, k),
                         wendi_line_at(space, &line, leg->from, k + 1));
    }
    return holds;
}

static bool link_holds(const wend_space *space, const wend_leg *leg)
{
    const wendi_space_links *links = &space->links;
    const uint32_t from = wendi_space_slot(space, leg->from);
    const uint32_t to = wendi_space_slot(space, leg->to);
    uint32_t k = links->count == 0 ? 0 : wendi_space_links_first(links, from);
    while (k < links->count && links->arcs[k].from == from &&
           (links->arcs[k].to != to || links->arcs[k].edge != leg->edge)) {
        ++k;
    }
    return k < links->count && links->arcs[k].from == from &&
           wendi_space_is_open_slot(space, from) && wendi_space_is_open_slot(space, to);
}

static bool cells_hold(const wend_space *space, double radius, const wend_leg *leg)
{
    const bool has_nodes = leg->from < space->node_count && leg->to < space->node_count;
    if (leg->edge != WEND_EDGE_NONE) {
        return has_nodes && link_holds(space, leg);
    }
    return (has_nodes && line_holds(space, leg)) ||
           wend_space_can_walk(space, leg->from_point, leg->to_point, radius, NULL);
}

/* Legs beside the graph are walks that are not in the graph. */
static bool edge_holds(const wendi_space_graph *net, const wend_leg *leg)
{
    if (leg->edge == WEND_EDGE_NONE) {
        return true;
    }
    if (leg->edge >= net->edge_count || net->ends[leg->edge].from == WEND_NODE_NONE) {
        return false;
    }
    /* Pieces of an arc need not begin at a node. */
    const wendi_graph_ends ends = net->ends[leg->edge];
    const uint32_t from = leg->from == ends.to ? ends.to : ends.from;
    for (uint32_t k = net->out.spans[from].first; k < net->out.spans[from].end; ++k) {
        if (net->out.items[k].edge == leg->edge && net->out.items[k].cost != WEND_COST_INFINITE) {
            return true;
        }
    }
    return false;
}

bool wend_path_is_valid(const wend_path *path, const wend_space *space, double radius,
                        size_t first_leg, size_t *leg)
{
    const size_t count = wend_path_leg_count(path);
    size_t at = first_leg < count ? first_leg : count;
    bool holds = path != NULL && space != NULL && radius >= 0;
    while (holds && at < count) {
        const wend_leg *next = &path->legs.items[at];
        holds = space->net != NULL ? edge_holds(space->net, next) : cells_hold(space, radius, next);
        at += holds;
    }
    if (leg != NULL) {
        *leg = at;
    }
    return holds;
}

/* ---- meshes ---- */

/* A path that is checked again, leg by leg. */
typedef struct path_recheck {
    const wend_mesh_space *space;
    double radius;
    wendi_mesh_corridor corridor;
    wendi_array_u32 around; /* polygons that hold a point */
    uint32_t at;            /* where the last leg ended: the agent can be there; NONE = unknown */
} path_recheck;

/* True if a piece that an obstacle left holds a point at some height. Numbers of pieces are used again, so
 * that a path may name another one than when it was found, also one on another floor. */
static bool piece_holds(const wend_mesh_space *space, wend_node piece, wend_vec2 at, double height)
{
    static const double same_floor = 0.01; /* metres */
    const wendi_mesh_view *view = &space->view;
    const uint32_t first = view->firsts[piece];
    const uint32_t end = view->ends[piece];
    for (uint32_t c = first; c < end; c++) {
        const uint32_t next = c + 1 == end ? first : c + 1;
        if (wendi_orient(view->points[view->vertices[c]], view->points[view->vertices[next]], at) <
            0) {
            return false;
        }
    }
    const double gap = wend_mesh_height(space->mesh, piece, at.x, at.y) - height;
    return first < end && (!wend_mesh_has_floors(space->mesh) || fabs(gap) <= same_floor);
}

/* The polygon of an end of a leg: the one that it names, or, where that was cut or is another piece by
 * now, the one that is there. */
static wend_node polygon_of(const wend_mesh_space *space, wend_node node, wend_vec2 at,
                            double height)
{
    const wendi_mesh_view *view = &space->view;
    const bool is_there = node < view->polygon_count && view->firsts[node] < view->ends[node];
    if (is_there && (node < view->base_count || piece_holds(space, node, at, height))) {
        return node;
    }
    return wend_mesh_locate(space->mesh, at.x, at.y, height);
}

/* Lists the polygons that hold a point and lie around a given one that does. */
static wend_result list_polygons_at(path_recheck *w, wend_vec2 point, wend_node polygon)
{
    wendi_array_u32_clear(&w->around);
    if (polygon == WEND_NODE_NONE) {
        return WEND_NO_PATH;
    }
    const bool has_memory =
        wendi_mesh_corridor_at_point(&w->corridor, w->space, point, polygon) &&
        wendi_array_u32_append(&w->around, w->corridor.polygons.items, w->corridor.polygons.count);
    return !has_memory ? WEND_ERROR_MEMORY : w->around.count > 0 ? WEND_OK : WEND_NO_PATH;
}

static bool is_around(const path_recheck *w, uint32_t polygon)
{
    size_t i = 0;
    while (i < w->around.count && w->around.items[i] != polygon) {
        i++;
    }
    return i < w->around.count;
}

/* Goes from one polygon. The one where the leg ended may be closed now: then any other around that
 * end will do. */
static wend_result check_from(path_recheck *w, const wend_leg *leg, uint32_t from)
{
    const wend_node to = polygon_of(w->space, leg->to, leg->to_point, leg->to_height);
    const bool is_open = wendi_mesh_space_cell(w->space, to) != UINT32_MAX;
    const wendi_mesh_line line = {leg->from_point, leg->to_point, from,
                                  is_open ? to : WEND_NODE_NONE};
    wend_result result = wendi_mesh_corridor_recheck(&w->corridor, w->space, &line, w->radius);
    if (result != WEND_OK) {
        return result;
    }
    w->at = w->corridor.path.items[w->corridor.path.count - 1];
    result = list_polygons_at(w, leg->to_point, to);
    return result != WEND_OK || is_around(w, w->at) ? result : WEND_NO_PATH;
}

static wend_result check_walk(path_recheck *w, const wend_leg *leg)
{
    if (!wendi_coordinate_is_valid(leg->from_point.x) ||
        !wendi_coordinate_is_valid(leg->from_point.y) ||
        !wendi_coordinate_is_valid(leg->to_point.x) ||
        !wendi_coordinate_is_valid(leg->to_point.y)) {
        return WEND_NO_PATH;
    }
    if (w->at != UINT32_MAX) {
        return check_from(w, leg, w->at);
    }
    const wend_node from = polygon_of(w->space, leg->from, leg->from_point, leg->from_height);
    wend_result result = list_polygons_at(w, leg->from_point, from);
    if (result != WEND_OK) {
        return result;
    }
    wendi_array_u32 starts = w->around;
    wendi_array_u32_init(&w->around, &w->space->allocator);
    result = WEND_NO_PATH;
    for (size_t i = 0; i < starts.count && result == WEND_NO_PATH; i++) {
        const bool is_open = wendi_mesh_space_cell(w->space, starts.items[i]) != UINT32_MAX;
        result = is_open ? check_from(w, leg, starts.items[i]) : WEND_NO_PATH;
    }
    wendi_array_u32_free(&starts);
    return result;
}

/* True if the agent has clearance at an end of a link. */
static wend_result check_room(path_recheck *w, wend_vec2 at, uint32_t polygon)
{
    const wendi_mesh_line line = {at, at, polygon, WEND_NODE_NONE};
    return w->radius > 0 ? wendi_mesh_corridor_recheck(&w->corridor, w->space, &line, w->radius)
                         : WEND_OK;
}

static wend_result check_link(path_recheck *w, const wend_leg *leg)
{
    const wend_mesh_space *space = w->space;
    for (uint32_t i = 0; i < space->link_arc_count; i++) {
        const wendi_mesh_link_arc *link_arc = &space->link_arcs[i];
        if (link_arc->slot != leg->edge || !wendi_vec2_is_same(link_arc->from, leg->from_point) ||
            !wendi_vec2_is_same(link_arc->to, leg->to_point)) {
            continue;
        }
        const wendi_mesh_link_slot *link = &space->view.links[link_arc->slot];
        const uint32_t from = link_arc->is_reverse ? link->to.polygon : link->from.polygon;
        const uint32_t to = link_arc->is_reverse ? link->from.polygon : link->to.polygon;
        wend_result result = list_polygons_at(w, leg->from_point, from);
        const wend_node here = polygon_of(space, leg->from, leg->from_point, leg->from_height);
        if (result == WEND_OK && !is_around(w, w->at != UINT32_MAX ? w->at : here)) {
            result = WEND_NO_PATH; /* it begins on another floor now */
        }
        result = result == WEND_OK ? check_room(w, leg->from_point, from) : result;
        result = result == WEND_OK ? check_room(w, leg->to_point, to) : result;
        w->at = to;
        return result;
    }
    return WEND_NO_PATH;
}

bool wend_path_is_valid_mesh(const wend_path *path, const wend_mesh_space *space, double radius,
                             size_t first_leg, size_t *leg, wend_result *result)
{
    const size_t count = wend_path_leg_count(path);
    size_t at = first_leg < count ? first_leg : count;
    wend_result found = WEND_OK;
    if (path == NULL || space == NULL || !(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        found = WEND_ERROR_ARGUMENT;
    } else if (!wendi_mesh_space_is_usable(space)) {
        found = WEND_ERROR_STALE;
    } else {
        path_recheck w = {.space = space, .radius = radius, .at = UINT32_MAX};
        wendi_mesh_corridor_init(&w.corridor, &space->allocator);
        wendi_array_u32_init(&w.around, &space->allocator);
        while (found == WEND_OK && at < count) {
            const wend_leg *next = &path->legs.items[at];
            found = next->edge != WEND_EDGE_NONE ? check_link(&w, next) : check_walk(&w, next);
            at += found == WEND_OK;
        }
        wendi_array_u32_free(&w.around);
        wendi_mesh_corridor_free(&w.corridor);
    }
    if (leg != NULL) {
        *leg = at;
    }
    if (result != NULL) {
        *result = found;
    }
    return found == WEND_OK;
}
