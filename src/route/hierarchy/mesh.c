/* The graph of a mesh: middles of edges, ends of links, and the lines between them.
 * Cost: making: 0.5 us for each pair of edges of a polygon; following edits: 2 ns a polygon, and
 * the pairs of those that changed. */
#include "route/hierarchy/mesh.h"
#include "wend/graph.h"

#include <math.h>
#include <string.h>

/* ---- nodes ---- */

/* The nodes are numbered as the edges of polygons are listed, the lower polygon first; then the ends
 * of links. */
static uint32_t count_nodes(const wendi_mesh_view *view)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < view->corner_count; ++c) {
        const uint32_t twin = view->twins[c];
        count += twin != UINT32_MAX && twin > c ? 1 : 0;
    }
    for (uint32_t k = 0; k < view->link_limit; ++k) {
        count += view->links[k].is_used ? 2 : 0;
    }
    return count;
}

static double factor_of(const wendi_abstract_mesh *m, uint32_t polygon)
{
    const uint32_t cell = wendi_mesh_space_cell(m->space, polygon);
    return cell == UINT32_MAX ? (double)INFINITY : m->space->cells.factors[cell];
}

static double height_at(const wendi_abstract_mesh *m, uint32_t polygon, wend_vec2 at)
{
    return wend_mesh_height(m->space->mesh, polygon, at.x, at.y);
}

static wend_result add_node(wendi_abstract_mesh *m, wend_vec2 at, uint32_t polygon, uint32_t other)
{
    wend_graph_node def = wend_graph_node_default();
    wend_node node;
    def.position = at;
    def.height = height_at(m, polygon, at);
    const wend_result result = wend_graph_add_node(m->graph, &def, &node);
    if (result == WEND_OK) {
        m->polygons[node] = polygon;
        m->others[node] = other;
    }
    return result;
}

static uint32_t next_corner(const wendi_mesh_view *view, uint32_t polygon, uint32_t corner)
{
    return corner + 1 == view->ends[polygon] ? view->firsts[polygon] : corner + 1;
}

/* Adds the nodes. @param at_walls [vertex_count] vertices of outer edges. */
static wend_result add_nodes(wendi_abstract_mesh *m, const uint8_t *at_walls, uint32_t *of_corner)
{
    const wendi_mesh_view *view = &m->space->view;
    uint32_t node = 0;
    for (uint32_t p = 0; p < view->polygon_count; ++p) {
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; ++c) {
            of_corner[c] = UINT32_MAX;
            if (view->twins[c] == UINT32_MAX) {
                continue;
            }
            if (view->twins[c] < c) {
                of_corner[c] = of_corner[view->twins[c]];
                continue;
            }
            const uint32_t from = view->vertices[c];
            const uint32_t to = view->vertices[next_corner(view, p, c)];
            const wend_vec2 a = view->points[from];
            const wend_vec2 b = view->points[to];
            const wend_vec2 middle = wend_vec2_lerp(a, b, 0.5);
            const wend_result result = add_node(m, middle, p, view->neighbours[c]);
            if (result != WEND_OK) {
                return result;
            }
            /* Between two walls that are nearer than its diameter no disc passes. */
            m->is_narrow[node] = at_walls[from] != 0 && at_walls[to] != 0 &&
                                 wend_vec2_distance(a, b) < 2 * m->radius * (1 - 1e-9);
            of_corner[c] = node++;
        }
    }
    for (uint32_t k = 0; k < view->link_limit; ++k) {
        for (uint32_t end = 0; end < 2 && view->links[k].is_used; ++end) {
            const wend_mesh_location *at = end == 0 ? &view->links[k].from : &view->links[k].to;
            const wend_vec2 point = {at->x, at->y};
            const wend_result result = add_node(m, point, at->polygon, at->polygon);
            if (result != WEND_OK) {
                return result;
            }
            m->is_narrow[node++] = 0;
        }
    }
    return WEND_OK;
}

/* Lists the nodes of each polygon: its edges', then those of links that end in it. */
static void list_nodes(wendi_abstract_mesh *m, const uint32_t *of_corner)
{
    const wendi_mesh_view *view = &m->space->view;
    memset(m->first, 0, ((size_t)view->polygon_count + 1) * sizeof m->first[0]);
    for (uint32_t p = 0; p < view->polygon_count; ++p) {
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; ++c) {
            m->first[p + 1] += of_corner[c] != UINT32_MAX ? 1 : 0;
        }
    }
    for (uint32_t node = m->first_link_node; node < m->node_count; ++node) {
        ++m->first[m->polygons[node] + 1];
    }
    for (uint32_t p = 0; p < view->polygon_count; ++p) {
        m->first[p + 1] += m->first[p];
    }
    for (uint32_t p = 0; p < view->polygon_count; ++p) {
        uint32_t at = m->first[p];
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; ++c) {
            if (of_corner[c] != UINT32_MAX) {
                m->nodes[at++] = of_corner[c];
            }
        }
        /* Where links' nodes of the polygon go on; read back below. */
        m->edge_first[p] = at;
    }
    for (uint32_t node = m->first_link_node; node < m->node_count; ++node) {
        m->nodes[m->edge_first[m->polygons[node]]++] = node;
    }
}

/* ---- edges ---- */

static uint32_t pairs_of(const wendi_abstract_mesh *m, uint32_t polygon)
{
    const uint32_t count = m->first[polygon + 1] - m->first[polygon];
    return count < 2 ? 0 : count * (count - 1) / 2;
}

/* The nearest cost that an edge can have. */
static wend_cost edge_cost(double value)
{
    const wend_cost most = (wend_cost)1 << 48;
    const wend_cost cost = wend_cost_from_double(value);
    return cost == 0 ? 1 : cost > most ? most : cost;
}

static wend_cost cost_of(const wendi_abstract_mesh *m, uint32_t a, uint32_t b, double factor)
{
    const wend_vec2 from = wend_graph_position(m->graph, a);
    const wend_vec2 to = wend_graph_position(m->graph, b);
    return edge_cost(wend_vec2_distance(from, to) * factor);
}

static bool is_narrow_at(const wendi_abstract_mesh *m, uint32_t a, uint32_t b)
{
    return m->is_narrow[a] != 0 || m->is_narrow[b] != 0;
}

/* Adds the edges of a polygon, or sets those that are there. */
static wend_result put_edges(wendi_abstract_mesh *m, uint32_t polygon, bool is_new)
{
    const double factor = m->factors[polygon];
    const bool is_open = factor < (double)INFINITY;
    uint32_t edge = m->edge_first[polygon];
    for (uint32_t i = m->first[polygon]; i < m->first[polygon + 1]; ++i) {
        for (uint32_t k = i + 1; k < m->first[polygon + 1]; ++k, ++edge) {
            wend_graph_edge def = wend_graph_edge_default();
            def.from = m->nodes[i];
            def.to = m->nodes[k];
            def.cost = cost_of(m, def.from, def.to, is_open ? factor : 1);
            def.is_open = is_open && !is_narrow_at(m, def.from, def.to);
            uint32_t made = edge;
            const wend_result result = is_new ? wend_graph_add_edge(m->graph, &def, &made)
                                              : wend_graph_set_edge(m->graph, edge, &def);
            if (result != WEND_OK) {
                return result;
            }
        }
    }
    return WEND_OK;
}

/* The edge of a link between its nodes. */
static wend_graph_edge link_edge(const wendi_abstract_mesh *m, const wendi_mesh_link_slot *link,
                                 uint32_t node)
{
    const wend_mesh_space *space = m->space;
    wend_graph_edge def = wend_graph_edge_default();
    def.from = node;
    def.to = node + 1;
    def.cost = edge_cost(link->cost * space->cells.factor_least);
    def.is_two_way = link->is_two_way;
    def.is_open = link->is_open && (link->flags & space->flags_required) == space->flags_required &&
                  (link->flags & space->flags_refused) == 0;
    return def;
}

/* Adds the edges of links, or sets those that are there and differ. */
static wend_result put_links(wendi_abstract_mesh *m, bool is_new)
{
    const wendi_mesh_view *view = &m->space->view;
    uint32_t node = m->first_link_node;
    uint32_t edge = m->first_link_edge;
    for (uint32_t k = 0; k < view->link_limit; ++k) {
        if (!view->links[k].is_used) {
            continue;
        }
        const wend_graph_edge def = link_edge(m, &view->links[k], node);
        wend_graph_edge is;
        wend_result result = WEND_OK;
        if (is_new) {
            uint32_t made;
            result = wend_graph_add_edge(m->graph, &def, &made);
        } else if (wend_graph_get_edge(m->graph, edge, &is) != WEND_OK || is.cost != def.cost ||
                   is.is_open != def.is_open || is.is_two_way != def.is_two_way) {
            result = wend_graph_set_edge(m->graph, edge, &def);
        }
        if (result != WEND_OK) {
            return result;
        }
        node += 2;
        ++edge;
    }
    return WEND_OK;
}

static wend_result add_edges(wendi_abstract_mesh *m)
{
    uint32_t edge = 0;
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        m->edge_first[p] = edge;
        m->factors[p] = factor_of(m, p);
        edge += pairs_of(m, p);
        const wend_result result = put_edges(m, p, true);
        if (result != WEND_OK) {
            return result;
        }
    }
    m->first_link_edge = edge;
    return put_links(m, true);
}

/* ---- making ---- */

static bool reserve(wendi_abstract_mesh *m, const wend_allocator *a)
{
    const wendi_mesh_view *view = &m->space->view;
    const size_t polygons = view->polygon_count;
    m->polygon_count = view->polygon_count;
    m->node_count = count_nodes(view);
    m->first = wendi_alloc_items(a, polygons + 1, sizeof m->first[0]);
    m->nodes = wendi_alloc_items(a, 2 * (size_t)m->node_count + 1, sizeof m->nodes[0]);
    m->polygons = wendi_alloc_items(a, (size_t)m->node_count + 1, sizeof m->polygons[0]);
    m->others = wendi_alloc_items(a, (size_t)m->node_count + 1, sizeof m->others[0]);
    m->is_narrow = wendi_alloc_items(a, (size_t)m->node_count + 1, sizeof m->is_narrow[0]);
    m->edge_first = wendi_alloc_items(a, polygons + 1, sizeof m->edge_first[0]);
    m->factors = wendi_alloc_items(a, polygons + 1, sizeof m->factors[0]);
    return m->first != NULL && m->nodes != NULL && m->polygons != NULL && m->others != NULL &&
           m->is_narrow != NULL && m->edge_first != NULL && m->factors != NULL;
}

/* @param of_corner [corner_count], at_walls [vertex_count]: scratch. */
static wend_result fill(wendi_abstract_mesh *m, const wend_allocator *a, uint32_t *of_corner,
                        uint8_t *at_walls)
{
    const wendi_mesh_view *view = &m->space->view;
    wend_graph_def graph_def = wend_graph_def_default();
    graph_def.allocator = *a;
    wend_result result = wend_graph_create(&graph_def, &m->graph);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t p = 0; p < view->polygon_count; ++p) {
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; ++c) {
            if (view->twins[c] == UINT32_MAX) {
                at_walls[view->vertices[c]] = 1;
                at_walls[view->vertices[next_corner(view, p, c)]] = 1;
            }
        }
    }
    m->first_link_node = m->node_count;
    for (uint32_t k = 0; k < view->link_limit; ++k) {
        m->first_link_node -= view->links[k].is_used ? 2 : 0;
    }
    result = add_nodes(m, at_walls, of_corner);
    if (result == WEND_OK) {
        list_nodes(m, of_corner);
        result = add_edges(m);
    }
    if (result == WEND_OK) {
        wend_space_def space_def = wend_space_def_default();
        space_def.graph = m->graph;
        space_def.allocator = *a;
        result = wend_space_create(&space_def, &m->net);
    }
    m->revision = view->shape_revision;
    m->links_revision = view->links_revision;
    m->layout_revision = view->layout_revision;
    return result;
}

wendi_abstract_mesh *wendi_abstract_mesh_create(const wend_mesh_space *space, double radius,
                                                const wend_allocator *allocator)
{
    wendi_abstract_mesh *m = wendi_alloc_zero(allocator, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    m->space = space;
    m->radius = radius;
    const size_t corners = (size_t)space->view.corner_count + 1;
    const size_t vertices = (size_t)space->view.vertex_count + 1;
    uint32_t *of_corner = wendi_alloc_items(allocator, corners, sizeof of_corner[0]);
    uint8_t *at_walls = wendi_alloc_items_zero(allocator, vertices, sizeof at_walls[0]);
    const bool is_made = reserve(m, allocator) && of_corner != NULL && at_walls != NULL &&
                         fill(m, allocator, of_corner, at_walls) == WEND_OK;
    wendi_free(allocator, of_corner, corners * sizeof of_corner[0]);
    wendi_free(allocator, at_walls, vertices * sizeof at_walls[0]);
    if (!is_made) {
        wendi_abstract_mesh_destroy(m, allocator);
        return NULL;
    }
    return m;
}

void wendi_abstract_mesh_destroy(wendi_abstract_mesh *mesh, const wend_allocator *allocator)
{
    if (mesh == NULL) {
        return;
    }
    const size_t polygons = (size_t)mesh->polygon_count + 1;
    const size_t nodes = (size_t)mesh->node_count + 1;
    wend_space_destroy(mesh->net);
    wend_graph_destroy(mesh->graph);
    wendi_free(allocator, mesh->first, polygons * sizeof mesh->first[0]);
    wendi_free(allocator, mesh->nodes, (2 * nodes - 1) * sizeof mesh->nodes[0]);
    wendi_free(allocator, mesh->polygons, nodes * sizeof mesh->polygons[0]);
    wendi_free(allocator, mesh->others, nodes * sizeof mesh->others[0]);
    wendi_free(allocator, mesh->is_narrow, nodes * sizeof mesh->is_narrow[0]);
    wendi_free(allocator, mesh->edge_first, polygons * sizeof mesh->edge_first[0]);
    wendi_free(allocator, mesh->factors, polygons * sizeof mesh->factors[0]);
    wendi_free(allocator, mesh, sizeof *mesh);
}

size_t wendi_abstract_mesh_bytes(const wendi_abstract_mesh *mesh)
{
    if (mesh == NULL) {
        return 0;
    }
    wend_space_info info;
    wend_space_get_info(mesh->net, &info);
    return sizeof *mesh + info.memory_bytes + wend_graph_memory_bytes(mesh->graph) +
           ((size_t)mesh->polygon_count + 1) *
               (sizeof mesh->first[0] + sizeof mesh->edge_first[0] + sizeof mesh->factors[0]) +
           (2 * (size_t)mesh->node_count + 1) * sizeof mesh->nodes[0] +
           ((size_t)mesh->node_count + 1) *
               (2 * sizeof mesh->polygons[0] + sizeof mesh->is_narrow[0]);
}

/* ---- edits ---- */

static bool is_end_of(const wendi_abstract_mesh *m, const wend_mesh_location *at, uint32_t node)
{
    const wend_vec2 is = wend_graph_position(m->graph, node);
    return m->polygons[node] == at->polygon && !(is.x < at->x || is.x > at->x) &&
           !(is.y < at->y || is.y > at->y);
}

/* True if the links lead from and to where the graph has them. */
static bool has_same_links(const wendi_abstract_mesh *m)
{
    const wendi_mesh_view *view = &m->space->view;
    uint32_t node = m->first_link_node;
    for (uint32_t k = 0; k < view->link_limit; ++k) {
        const wendi_mesh_link_slot *link = &view->links[k];
        if (!link->is_used) {
            continue;
        }
        if (node == m->node_count || !is_end_of(m, &link->from, node) ||
            !is_end_of(m, &link->to, node + 1)) {
            return false;
        }
        node += 2;
    }
    return node == m->node_count;
}

bool wendi_abstract_mesh_is_outdated(const wendi_abstract_mesh *mesh)
{
    const wendi_mesh_view *view = &mesh->space->view;
    return mesh->layout_revision != view->layout_revision ||
           (mesh->links_revision != view->links_revision && !has_same_links(mesh));
}

bool wendi_abstract_mesh_fits(const wendi_abstract_mesh *mesh)
{
    const wendi_mesh_view *view = &mesh->space->view;
    return mesh->revision == view->shape_revision && mesh->links_revision == view->links_revision &&
           mesh->layout_revision == view->layout_revision;
}

bool wendi_abstract_mesh_is_fresh(const wendi_abstract_mesh *mesh)
{
    return wendi_mesh_space_is_fresh(mesh->space) && wendi_abstract_mesh_fits(mesh);
}

/* Sets the edges of polygons whose factors changed. */
static wend_result put_factors(wendi_abstract_mesh *m)
{
    for (uint32_t p = 0; p < m->polygon_count; ++p) {
        const double factor = factor_of(m, p);
        if (factor < m->factors[p] || factor > m->factors[p]) {
            m->factors[p] = factor;
            const wend_result result = put_edges(m, p, false);
            if (result != WEND_OK) {
                m->factors[p] = -1; /* to be done again */
                return result;
            }
        }
    }
    return WEND_OK;
}

wend_result wendi_abstract_mesh_update(wendi_abstract_mesh *mesh)
{
    const wendi_mesh_view *view = &mesh->space->view;
    if (wendi_abstract_mesh_fits(mesh)) {
        return WEND_OK;
    }
    wend_result result = mesh->revision == view->shape_revision ? WEND_OK : put_factors(mesh);
    result =
        result == WEND_OK ? put_links(mesh, false) : result; /* their costs have the least factor */
    result = result == WEND_OK ? wend_space_update(mesh->net) : result;
    if (result == WEND_OK) {
        mesh->revision = view->shape_revision;
        mesh->links_revision = view->links_revision;
    }
    return result;
}
