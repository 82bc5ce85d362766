/* Makes a graph of a mesh: a node for each polygon, an edge for each shared edge and link.
 * Cost: linear. */
#include "base/core/message.h"
#include "base/math/bits.h"
#include "world/graph_build/build.h"
#include "world/mesh/view.h"

static const char *const FUNCTION = "wend_graph_from_mesh";

typedef struct mesh_graph_maker {
    const wend_mesh *mesh;
    wendi_mesh_view view;
    wend_graph *graph;
} mesh_graph_maker;

/* ---- positions ---- */

/* The position of the polygon's node. */
static wend_vec3 centre(const mesh_graph_maker *m, wend_node polygon)
{
    wend_graph_node node;
    if (wend_graph_get_node(m->graph, polygon, &node) != WEND_OK) {
        return (wend_vec3){0, 0, 0};
    }
    return (wend_vec3){node.position.x, node.position.y, node.height};
}

static wend_vec3 middle(wend_vec3 a, wend_vec3 b)
{
    return (wend_vec3){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
}

static double distance(wend_vec3 a, wend_vec3 b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    const double z = a.z - b.z;
    return wend_sqrt(x * x + y * y + z * z);
}

static bool is_passable(const mesh_graph_maker *m, wend_node polygon)
{
    return (m->view.closed == NULL || m->view.closed[polygon] == 0) &&
           wendi_is_finite(m->view.factors[m->view.areas[polygon]]);
}

/* The cost of a segment inside a polygon; a closed polygon costs as plain ground. */
static double segment_cost(const mesh_graph_maker *m, wend_node polygon, wend_vec3 a, wend_vec3 b)
{
    const double factor = m->view.factors[m->view.areas[polygon]];
    return distance(a, b) * (wendi_is_finite(factor) ? factor : 1.0);
}

/* ---- polygons ---- */

static wend_result add_nodes(mesh_graph_maker *m)
{
    wend_result result = WEND_OK;
    for (wend_node p = 0; p < m->view.polygon_count && result == WEND_OK; ++p) {
        const wend_vec2 at = wend_mesh_get_polygon(m->mesh, p).centroid;
        const double height = wend_mesh_height(m->mesh, p, at.x, at.y);
        result = wendi_graph_assemble_node(m->graph, (wend_vec3){at.x, at.y, height}, p);
    }
    return result;
}

static wend_result add_shared(mesh_graph_maker *m, wend_node p, uint32_t corner, uint32_t next)
{
    const wend_node other = m->view.neighbours[corner];
    const wend_vec3 length =
        middle(wend_mesh_corner(m->mesh, corner), wend_mesh_corner(m->mesh, next));
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = p;
    edge.to = other;
    edge.is_open = is_passable(m, p) && is_passable(m, other);
    return wendi_graph_assemble_edge(m->graph, &edge,
                                     segment_cost(m, p, centre(m, p), length) +
                                         segment_cost(m, other, length, centre(m, other)));
}

/* Each shared edge once, from the corner with the smaller number. */
static wend_result add_edges_of(mesh_graph_maker *m, wend_node p)
{
    const uint32_t first = m->view.firsts[p];
    const uint32_t end = m->view.ends[p];
    wend_result result = WEND_OK;
    for (uint32_t c = first; c < end && result == WEND_OK; ++c) {
        const uint32_t twin = m->view.twins[c];
        if (twin != UINT32_MAX && c < twin && m->view.neighbours[c] != p) {
            result = add_shared(m, p, c, c + 1 == end ? first : c + 1);
        }
    }
    return result;
}

/* ---- links ---- */

/* From node to node over the link. A link within a polygon leads nowhere in a graph. */
static wend_result add_link(mesh_graph_maker *m, const wendi_mesh_link_slot *link)
{
    const wend_node from = link->from.polygon;
    const wend_node to = link->to.polygon;
    if (from == to) {
        return WEND_OK;
    }
    const wend_vec3 start = {link->from.x, link->from.y, link->from.z};
    const wend_vec3 end = {link->to.x, link->to.y, link->to.z};
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = from;
    edge.to = to;
    edge.is_two_way = link->is_two_way;
    edge.is_open = link->is_open && is_passable(m, from) && is_passable(m, to);
    edge.behaviour = link->behaviour;
    edge.flags = link->flags;
    edge.user = link->user;
    return wendi_graph_assemble_edge(m->graph, &edge,
                                     segment_cost(m, from, centre(m, from), start) + link->cost +
                                         segment_cost(m, to, end, centre(m, to)));
}

static wend_result add_edges(mesh_graph_maker *m)
{
    wend_result result = WEND_OK;
    for (wend_node p = 0; p < m->view.polygon_count && result == WEND_OK; ++p) {
        result = add_edges_of(m, p);
    }
    for (uint32_t i = 0; i < m->view.link_limit && result == WEND_OK; ++i) {
        if (m->view.links[i].is_used) {
            result = add_link(m, &m->view.links[i]);
        }
    }
    return result;
}

wend_result wend_graph_from_mesh(const wend_mesh *mesh, const wend_graph_build_def *def,
                                 wend_graph **graph)
{
    if (graph != NULL) {
        *graph = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, wend_graph_build_def_default().cookie,
                                         def->message, FUNCTION, "wend_graph_build_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (graph == NULL || mesh == NULL) {
        return wendi_refuse_null(def->message, FUNCTION, mesh == NULL ? "mesh" : "graph");
    }
    mesh_graph_maker m = {mesh, wendi_mesh_view_of(mesh), NULL};
    wend_result result = wendi_graph_assemble_begin(def, FUNCTION, m.view.polygon_count, &m.graph);
    if (result != WEND_OK) {
        return result;
    }
    result = add_nodes(&m);
    result = result == WEND_OK ? add_edges(&m) : result;
    return wendi_graph_assemble_end(def, FUNCTION, result, m.graph, graph);
}
