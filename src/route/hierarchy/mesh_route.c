/* Routes over meshes, and their pieces.
 *
 * A route leads from a node beside the start to one beside the goal, over the middles of edges. Its
 * pieces are found by searches of the mesh itself, from where the last one ended to a hop some way
 * ahead, so that they are straight; about half of each is taken, and the rest lies in the next.
 *
 * Cost: the nodes of two polygons; a piece: a search of the mesh over a short way. */
#include "route/hierarchy/search.h"
#include "route/mesh_search/search.h"
#include "wend/graph.h"

#include <math.h>
#include <string.h>

enum { HOPS_AHEAD = 32, GIVES_UP_AFTER = 4096 };

/* ---- ends ---- */

/* The position in its polygon; NONE off the mesh. */
static wend_mesh_location located(const wend_mesh *mesh, wend_mesh_location at)
{
    if (at.polygon == WEND_NODE_NONE) {
        at.polygon = wend_mesh_locate(mesh, at.x, at.y, at.z);
    }
    return at;
}

static wend_cost cost_between(const wend_hierarchy_search *s, wend_vec2 a, wend_vec2 b,
                              uint32_t polygon)
{
    return wend_cost_from_double(wend_vec2_distance(a, b) * s->hierarchy->mesh->factors[polygon]);
}

/* The node of a polygon over which the way towards a point is shortest, as far as straight lines
 * tell. */
static uint32_t node_towards(const wend_hierarchy_search *s, const wend_mesh_location *at,
                             const wend_mesh_location *towards)
{
    const wendi_abstract_mesh *mesh = s->hierarchy->mesh;
    const wend_vec2 from = {at->x, at->y};
    const wend_vec2 to = {towards->x, towards->y};
    uint32_t best = WENDI_ABSTRACT_NONE;
    double least = (double)INFINITY;
    for (uint32_t k = mesh->first[at->polygon]; k < mesh->first[at->polygon + 1]; ++k) {
        const uint32_t node = mesh->nodes[k];
        const wend_vec2 over = wend_graph_position(mesh->graph, node);
        const double length = wend_vec2_distance(from, over) + wend_vec2_distance(over, to);
        if (mesh->is_narrow[node] == 0 && length < least) {
            least = length;
            best = node;
        }
    }
    return best;
}

static wend_failure_reason judge_mesh_ends(const wend_hierarchy_search *s)
{
    const wend_mesh_space *space = s->hierarchy->mesh->space;
    if (s->from.polygon == WEND_NODE_NONE || s->to.polygon == WEND_NODE_NONE) {
        return s->from.polygon == WEND_NODE_NONE ? WEND_FAILURE_START_OFF_GROUND
                                                 : WEND_FAILURE_GOAL_OFF_GROUND;
    }
    const uint32_t from = wendi_mesh_space_cell(space, s->from.polygon);
    const uint32_t to = wendi_mesh_space_cell(space, s->to.polygon);
    if (from == UINT32_MAX || to == UINT32_MAX) {
        return from == UINT32_MAX ? WEND_FAILURE_START_BLOCKED : WEND_FAILURE_GOAL_BLOCKED;
    }
    return wendi_mesh_space_is_reachable(space, from, to) ? WEND_FAILURE_NONE
                                                          : WEND_FAILURE_UNREACHABLE;
}

static bool make_mesh_search(wend_hierarchy_search *s)
{
    const wend_allocator *a = &s->allocator;
    if (s->mesh_search == NULL &&
        wend_mesh_search_create(s->hierarchy->def.mesh_space, a, &s->mesh_search) != WEND_OK) {
        return false;
    }
    s->mesh_search->is_pinned = s->is_pinned;
    s->mesh_search->is_piece = true;
    return s->piece != NULL || wend_path_create(a, &s->piece) == WEND_OK;
}

static bool is_finite_location(wend_mesh_location at)
{
    return isfinite(at.x) && isfinite(at.y) && isfinite(at.z);
}

wend_result wend_hierarchy_search_start_mesh(wend_hierarchy_search *search,
                                             wend_mesh_location start, wend_mesh_location goal)
{
    static const char function[] = "wend_hierarchy_search_start_mesh";
    if (search == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_hierarchy_search *s = search;
    const wend_hierarchy *h = s->hierarchy;
    s->phase = WENDI_ROUTE_NONE;
    if (h->def.mesh_space == NULL) {
        return wendi_fail(&s->error, WEND_ERROR_UNSUPPORTED,
                          "%s: the hierarchy is not of a mesh: use wend_hierarchy_search_start",
                          function);
    }
    if (!is_finite_location(start) || !is_finite_location(goal)) {
        return wendi_fail(&s->error, WEND_ERROR_ARGUMENT, "%s: %s is not finite", function,
                          is_finite_location(start) ? "goal" : "start");
    }
    const uint32_t polygons = wend_mesh_polygon_count(h->def.mesh_space->mesh);
    if ((start.polygon >= polygons && start.polygon != WEND_NODE_NONE) ||
        (goal.polygon >= polygons && goal.polygon != WEND_NODE_NONE)) {
        const bool is_start = start.polygon >= polygons && start.polygon != WEND_NODE_NONE;
        return wendi_refuse_index(&s->error, function, is_start ? "start.polygon" : "goal.polygon",
                                  is_start ? start.polygon : goal.polygon, "polygons", polygons);
    }
    wend_result result = wendi_route_check_ready(s, function);
    if (result == WEND_OK && !make_mesh_search(s)) {
        result = wendi_fail_plain(&s->error, function, WEND_ERROR_MEMORY);
    }
    if (result != WEND_OK) {
        return result;
    }
    s->from = located(h->mesh->space->mesh, start);
    s->to = located(h->mesh->space->mesh, goal);
    const wend_failure_reason reason = judge_mesh_ends(s);
    const bool has_ends = reason == WEND_FAILURE_NONE;
    const bool is_direct = has_ends && wendi_mesh_space_cell(h->mesh->space, s->from.polygon) ==
                                           wendi_mesh_space_cell(h->mesh->space, s->to.polygon);
    const uint32_t first = has_ends ? node_towards(s, &s->from, &s->to) : WENDI_ABSTRACT_NONE;
    const uint32_t last = has_ends ? node_towards(s, &s->to, &s->from) : WENDI_ABSTRACT_NONE;
    const bool has_nodes = first != WENDI_ABSTRACT_NONE && last != WENDI_ABSTRACT_NONE;
    result = wendi_route_begin(s, has_nodes ? first : 0, has_nodes ? last : 0, has_nodes);
    if (result != WEND_OK) {
        return wendi_fail_plain(&s->error, function, result);
    }
    s->answer.start = s->from.polygon;
    s->answer.goal = s->to.polygon;
    s->is_direct = is_direct;
    const wend_vec2 from = {s->from.x, s->from.y};
    const wend_vec2 to = {s->to.x, s->to.y};
    if (is_direct) {
        s->answer.cost = cost_between(s, from, to, s->from.polygon);
        s->answer.bound = 1;
        wendi_route_finish(s, WEND_OK, WEND_FAILURE_NONE);
    } else if (!has_ends || !has_nodes) {
        wendi_route_finish(s, WEND_NO_PATH, has_ends ? WEND_FAILURE_UNREACHABLE : reason);
    } else {
        s->from_cost =
            cost_between(s, from, wend_graph_position(h->mesh->graph, first), s->from.polygon);
        s->to_cost = cost_between(s, wend_graph_position(h->mesh->graph, last), to, s->to.polygon);
        wendi_route_judge_ends(s);
    }
    return WEND_OK;
}

wend_result wend_hierarchy_search_find_mesh(wend_hierarchy_search *search, wend_mesh_location start,
                                            wend_mesh_location goal)
{
    const wend_result result = wend_hierarchy_search_start_mesh(search, start, goal);
    return result != WEND_OK ? result : wend_hierarchy_search_run(search, NULL);
}

/* ---- pieces ---- */

/* A node as a location in a polygon that is open. */
static wend_mesh_location location_of(const wend_hierarchy_search *s, uint32_t node)
{
    const wendi_abstract_mesh *mesh = s->hierarchy->mesh;
    const wend_vec2 at = wend_graph_position(mesh->graph, node);
    const bool is_open = wendi_mesh_space_cell(mesh->space, mesh->polygons[node]) != UINT32_MAX;
    const uint32_t polygon = is_open ? mesh->polygons[node] : mesh->others[node];
    return (wend_mesh_location){at.x, at.y, wendi_route_position(s, node).z, polygon};
}

/* Finds the way from where the last piece ended to a target. */
static wend_result find_piece(wend_hierarchy_search *s, wend_mesh_location target)
{
    const wend_mesh_space *space = s->hierarchy->mesh->space;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = s->cursor.place;
    query.goal = target;
    query.radius = s->hierarchy->mesh->radius;
    query.corners = s->corners;
    query.method = space->cells.factor_least < space->cells.factor_most ? WEND_MESH_METHOD_MIDPOINT
                                                                        : WEND_MESH_METHOD_EXACT;
    query.max_steps = s->gives_up && query.radius > 0 ? (uint64_t)GIVES_UP_AFTER : 0;
    wend_result result = wend_mesh_search_find(s->mesh_search, &query);
    result = result == WEND_PARTIAL ? WEND_NO_PATH : result;
    return result == WEND_OK ? wendi_path_from_mesh_search(s->piece, s->mesh_search) : result;
}

/* So many legs are half of the piece. */
static size_t half_of(const wend_path *piece)
{
    const wend_cost half = piece->cost / 2;
    wend_cost sum = 0;
    size_t count = 0;
    while (count < piece->legs.count && (count == 0 || sum < half)) {
        sum += piece->legs.items[count++].cost;
    }
    return count;
}

wend_result wendi_route_take_mesh_piece(wend_hierarchy_search *search, wend_path *path)
{
    wend_hierarchy_search *s = search;
    const size_t ahead = s->cursor.hop + HOPS_AHEAD;
    bool is_last = true;
    if (!s->is_direct && !wendi_route_need_hop(s, ahead, &is_last)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_mesh_location target =
        is_last ? s->to : location_of(s, wendi_route_node(s, s->hops.items[ahead]));
    wend_result result = find_piece(s, target);
    if (result == WEND_NO_PATH && !is_last && !s->gives_up) {
        /* The disc has no room along the route. */
        is_last = true;
        result = find_piece(s, s->to);
    }
    if (result != WEND_OK) {
        return result;
    }
    const size_t count = is_last ? s->piece->legs.count : half_of(s->piece);
    if (count > 0) {
        if (!wendi_path_reserve(path, &path->spare, path->spare.count + count)) {
            return WEND_ERROR_MEMORY;
        }
        memcpy(path->spare.items + path->spare.count, s->piece->legs.items,
               count * sizeof path->spare.items[0]);
        path->spare.count += count;
        const wend_leg *leg = &s->piece->legs.items[count - 1];
        s->cursor.place =
            (wend_mesh_location){leg->to_point.x, leg->to_point.y, leg->to_height, leg->to};
    }
    s->cursor.hop += HOPS_AHEAD / 2;
    s->cursor.is_over = is_last;
    return WEND_OK;
}
