/* Lays out again what edits of polygons concern.
 *
 *     +---+---+---+---+        p closes: its cluster A is divided into cells anew; in those beside it
 *     | B | A | p | B |        (B) the edges towards it change, or, where corners come or go, all of
 *     +---+---+---+---+        their halves are made anew; vertices of both get their fans anew
 *
 * Cost: some microseconds a polygon, whatever the size of the mesh. */
#include "route/mesh_space/cells.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { TAKEN_SHARE = 32 /* of polygons: reading all labels is less work than to follow so many */ };

bool wendi_mesh_cells_has_changed(const wendi_mesh_cells *cells, const wendi_mesh_view *view,
                                  const wendi_mesh_filter *filter, uint32_t p)
{
    const wendi_mesh_rings *r = &cells->rings;
    const double factor = wendi_cells_factor(view, filter, p);
    return factor < r->factors[p] || factor > r->factors[p] || view->areas[p] != r->areas[p];
}

/* Lists the cluster of a polygon that changed, which is made anew. */
static void list_own(wendi_mesh_cells *cells, uint32_t polygon)
{
    wendi_mesh_mending *m = &cells->mending;
    const uint32_t cluster = cells->clusters.cluster_of[polygon];
    if (m->cluster_stamps[cluster] < m->stamp) {
        m->cluster_stamps[cluster] = m->stamp + 1;
        m->cluster_list[m->cluster_count++] = cluster;
        m->own_count = m->cluster_count;
        wendi_cells_visit(cells, cluster, wendi_cells_unmark_dead_ends);
    }
}

/* Lists those beside one that is made anew, once all such are listed, and the corners of that one whose
 * edges lead there, open or not. */
static void list_beside(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t own)
{
    wendi_mesh_mending *m = &cells->mending;
    const wendi_mesh_clusters *cl = &cells->clusters;
    for (uint32_t i = cl->polygon_firsts[own]; i < cl->polygon_firsts[own + 1]; i++) {
        const uint32_t p = cl->polygons[i];
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            const uint32_t beyond = view->neighbours[c];
            const uint32_t cluster = beyond == WEND_NODE_NONE ? own : cl->cluster_of[beyond];
            if (m->cluster_stamps[cluster] > m->stamp) {
                continue;
            }
            m->border[m->border_count++] = c;
            if (m->cluster_stamps[cluster] < m->stamp) {
                m->cluster_stamps[cluster] = m->stamp;
                m->cluster_list[m->cluster_count++] = cluster;
                wendi_cells_visit(cells, cluster, wendi_cells_unmark_dead_ends);
            }
        }
    }
}

/* A cluster beside is made anew where corners of its rings come or go; else edges that closed become
 * walls, and linking the own ones does the rest. */
static void compare_beside(wendi_mesh_cells *cells, const wendi_mesh_view *view)
{
    wendi_mesh_mending *m = &cells->mending;
    const wendi_mesh_rings *r = &cells->rings;
    for (uint32_t i = 0; i < m->border_count; i++) {
        const uint32_t there = view->twins[m->border[i]];
        const uint32_t cluster = cells->clusters.cluster_of[view->neighbours[m->border[i]]];
        if (m->cluster_stamps[cluster] == m->stamp &&
            (!wendi_cells_is_as_emitted(cells, view, there) ||
             !wendi_cells_is_as_emitted(cells, view, r->next[there]))) {
            m->cluster_stamps[cluster] = m->stamp + 1;
        }
    }
}

static void close_beside(wendi_mesh_cells *cells, const wendi_mesh_view *view)
{
    const wendi_mesh_mending *m = &cells->mending;
    const wendi_mesh_rings *r = &cells->rings;
    for (uint32_t i = 0; i < m->border_count; i++) {
        const uint32_t there = view->twins[m->border[i]];
        const uint32_t cluster = cells->clusters.cluster_of[view->neighbours[m->border[i]]];
        if (m->cluster_stamps[cluster] == m->stamp && r->twin[there] == NONE &&
            r->half_of[there] != NONE) {
            wendi_cells_close_half(cells, r->half_of[there]);
        }
    }
}

/* Takes over the factor of a polygon. @return true: the least or the largest one may be another. */
static bool read_factor(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                        const wendi_mesh_filter *filter, uint32_t p)
{
    wendi_mesh_mending *m = &cells->mending;
    wendi_mesh_rings *r = &cells->rings;
    const uint8_t area = view->areas[p];
    const double factor = wendi_cells_factor(view, filter, p);
    const bool was_open = r->factors[p] > 0;
    bool has_bound = false;
    if (was_open) {
        has_bound = --m->area_counts[r->areas[p]] == 0;
    }
    if (factor > 0) {
        has_bound = has_bound || m->area_counts[area] == 0 || m->area_factors[area] < factor ||
                    m->area_factors[area] > factor;
        m->area_counts[area]++;
        m->area_factors[area] = factor;
    }
    r->factors[p] = factor;
    r->areas[p] = area;
    return has_bound;
}

/* Polygons of the same shapes as before. */
static bool read_polygons(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                          const wendi_mesh_filter *filter, uint32_t count)
{
    const wendi_mesh_edges edges = {view->firsts, view->ends, view->neighbours, view->twins,
                                    cells->polygon_count};
    wendi_mesh_mending *m = &cells->mending;
    bool has_bounds = false;
    for (uint32_t i = 0; i < count; i++) {
        list_own(cells, m->changed[i]);
    }
    for (uint32_t i = 0; i < m->own_count; i++) {
        list_beside(cells, view, m->cluster_list[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = m->changed[i];
        const bool was_open = cells->rings.factors[p] > 0;
        has_bounds = read_factor(cells, view, filter, p) || has_bounds;
        const bool is_open = cells->rings.factors[p] > 0;
        if (was_open == is_open) {
            continue;
        }
        wendi_cells_set_twins(cells, view, p);
        if (is_open) {
            wendi_mesh_components_open(&cells->components, &edges, p);
        } else {
            wendi_mesh_components_close(&cells->components, &edges, p);
        }
    }
    return has_bounds;
}

/* Puts the corners of a polygon where they are now. */
static void read_corners(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t p)
{
    wendi_mesh_mending *m = &cells->mending;
    const uint32_t *vertex_of = cells->clusters.vertex_of;
    for (uint32_t c = view->firsts[p]; c < view->firsts[p + 1]; c++) {
        const uint32_t before = vertex_of[c];
        const uint32_t now = c < view->ends[p] ? view->vertices[c] : NONE;
        if (before == now) {
            continue;
        }
        wendi_clusters_set_corner(&cells->clusters, c, now);
        if (before != NONE && m->vertex_stamps[before] < m->stamp) {
            m->vertex_stamps[before] = m->stamp;
            m->vertex_list[m->vertex_count++] = before;
        }
    }
}

/* Takes the components of the mesh, if the agent can be wherever that is open. */
static bool take_labels(wendi_mesh_cells *cells, const wendi_mesh_view *view)
{
    const wendi_mesh_components *of_mesh = view->components;
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        if ((cells->rings.factors[p] > 0) != (of_mesh->labels[p] != NONE)) {
            return false;
        }
    }
    memcpy(cells->components.labels, of_mesh->labels,
           view->polygon_count * sizeof *of_mesh->labels);
    memcpy(cells->components.sizes, of_mesh->sizes,
           view->polygon_capacity * sizeof *of_mesh->sizes); /* labels may be any number */
    cells->components.next_label = of_mesh->next_label;
    return true;
}

/* Numbers the components where many polygons changed. */
static void label_all(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                      const wendi_mesh_edges *edges)
{
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        cells->components.labels[p] = cells->rings.factors[p] > 0 ? 0 : NONE;
    }
    wendi_mesh_components_number(&cells->components, edges);
}

/* The same where few did. */
static void label_changed(wendi_mesh_cells *cells, const wendi_mesh_edges *edges, uint32_t count)
{
    wendi_mesh_mending *m = &cells->mending;
    const wendi_mesh_reconnect_work work = {m->owners, m->label_counts, m->groups};
    wendi_mesh_components_reconnect(&cells->components, edges, &work, m->changed, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = m->changed[i];
        if (cells->components.labels[p] != NONE && !(cells->rings.factors[p] > 0)) {
            wendi_mesh_components_close(&cells->components, edges, p);
        }
    }
}

/* Polygons that were cut, their pieces, and neighbours. Those that are closed without being cut, such as
 * doors, count as open until all are connected: their neighbours are not listed. */
static bool read_shapes(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                        const wendi_mesh_filter *filter, uint32_t count)
{
    const wendi_mesh_edges edges = {view->firsts, view->ends, view->neighbours, view->twins,
                                    cells->polygon_count};
    wendi_mesh_mending *m = &cells->mending;
    bool has_bounds = false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = m->changed[i];
        list_own(cells, p);
        has_bounds = read_factor(cells, view, filter, p) || has_bounds;
        read_corners(cells, view, p);
        /* A number of a piece may be that of another one now. */
        if (p >= view->base_count || view->ends[p] == view->firsts[p]) {
            wendi_mesh_components_drop(&cells->components, p);
        }
    }
    const bool are_taken = count > view->polygon_count / TAKEN_SHARE && take_labels(cells, view);
    const bool are_new =
        !are_taken && wendi_mesh_components_prefers_anew(count, view->polygon_count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = m->changed[i];
        const bool is_piece = p >= view->base_count && view->ends[p] > view->firsts[p];
        const uint32_t cluster = cells->clusters.cluster_of[p];
        if (cluster >= cells->clusters.count) {
            /* The piece is all of it, and what follows reads the same memory. */
            list_beside(cells, view, cluster);
            wendi_cells_merge(cells, view, cluster);
        }
        wendi_cells_set_twins(cells, view, p);
        if (!are_taken && !are_new && (is_piece || cells->rings.factors[p] > 0) &&
            cells->components.labels[p] == NONE) {
            wendi_mesh_components_add(&cells->components, &edges, p);
        }
    }
    for (uint32_t i = 0; i < m->own_count; i++) {
        if (m->cluster_list[i] < cells->clusters.count) {
            list_beside(cells, view, m->cluster_list[i]);
        }
    }
    if (are_new) {
        label_all(cells, view, &edges);
    } else if (!are_taken) {
        label_changed(cells, &edges, count);
    }
    return has_bounds;
}

static void set_vertex(wendi_mesh_cells *cells, uint32_t vertex)
{
    uint32_t *stamp = &cells->mending.vertex_stamps[vertex];
    if (*stamp <= cells->mending.stamp) {
        *stamp = cells->mending.stamp + 1;
        wendi_cells_set_vertex(cells, vertex);
    }
}

static void set_vertices(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    for (uint32_t i = cl->polygon_firsts[cluster]; i < cl->polygon_firsts[cluster + 1]; i++) {
        const uint32_t p = cl->polygons[i];
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            set_vertex(cells, view->vertices[c]);
        }
    }
}

/* The cell with the lowest polygon of a component without any circle. */
static uint32_t find_lowest(wendi_mesh_cells *cells, uint32_t root)
{
    uint32_t *queue = cells->components.queue; /* there are no more cells than polygons */
    uint32_t count = 0;
    uint32_t lowest = root;
    queue[count++] = root;
    for (uint32_t done = 0; done < count; done++) {
        const uint32_t cell = queue[done];
        if (cells->polygons[cells->polygon_ranges[cell].first] <
            cells->polygons[cells->polygon_ranges[lowest].first]) {
            lowest = cell;
        }
        for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
            const uint32_t twin = cells->halves[h].twin;
            if (twin != NONE && cells->exits[cells->halves[twin].cell] == twin) {
                queue[count++] = cells->halves[twin].cell;
            }
        }
    }
    return lowest;
}

/* The cells that lost or got edges, and those on their ways out, may be dead ends or not. Marking ends at
 * the root of each component without any circle that they are in. */
static void mark_waiting(wendi_mesh_cells *cells)
{
    wendi_mesh_mending *m = &cells->mending;
    for (uint32_t i = 0; i < m->waiting_count; i++) {
        m->is_waiting[m->waiting[i]] = false;
        m->waiting[i] = wendi_cells_mark_dead_ends(cells, m->waiting[i]);
    }
    uint32_t done_count = 0; /* the list becomes that of roots, flagged as done */
    for (uint32_t i = 0; i < m->waiting_count; i++) {
        const uint32_t root = m->waiting[i];
        if (cells->exits[root] == NONE && !m->is_waiting[root] &&
            wendi_cells_tree_of(cells, root) != NONE) {
            const uint32_t lowest = find_lowest(cells, root);
            wendi_cells_set_root(cells, lowest);
            m->is_waiting[lowest] = true;
            m->waiting[done_count++] = lowest;
        }
    }
    for (uint32_t i = 0; i < done_count; i++) {
        m->is_waiting[m->waiting[i]] = false;
    }
    m->waiting_count = 0;
}

/* ---- polygons whose corners moved ---- */

/* Where a wall goes straight on now, or no more, its corners come or go: the polygon counts as cut. */
static void find_cut_among_moved(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                                 uint32_t count)
{
    wendi_mesh_mending *m = &cells->mending;
    for (uint32_t i = m->cut_count; i < count; i++) {
        const uint32_t p = m->changed[i];
        bool is_same = true;
        for (uint32_t c = view->firsts[p]; c < view->ends[p] && is_same; c++) {
            is_same = cells->rings.twin[c] != NONE || wendi_cells_is_as_emitted(cells, view, c);
        }
        if (!is_same) {
            m->changed[i] = m->changed[m->cut_count];
            m->changed[m->cut_count++] = p;
        }
    }
}

static void move_cells(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t count)
{
    const wendi_mesh_mending *m = &cells->mending;
    for (uint32_t i = m->cut_count; i < count; i++) {
        const uint32_t p = m->changed[i];
        const uint32_t cell = cells->cell_of[p];
        for (uint32_t c = view->firsts[p]; cell != NONE && c < view->ends[p]; c++) {
            const uint32_t half = cells->rings.half_of[c];
            if (half != NONE) {
                cells->halves[half].point = view->points[view->vertices[c]];
            }
        }
        if (cell != NONE && view->ends[p] > view->firsts[p]) {
            wendi_cells_set_centroid(cells, cell);
        }
    }
}

/* Angles at vertices that no cell made anew has. */
static void turn_vertices(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t count)
{
    wendi_mesh_mending *m = &cells->mending;
    for (uint32_t i = m->cut_count; i < count; i++) {
        const uint32_t p = m->changed[i];
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            const uint32_t vertex = view->vertices[c];
            if (m->vertex_stamps[vertex] <= m->stamp) {
                m->vertex_stamps[vertex] = m->stamp + 1;
                wendi_cells_turn_vertex(cells, vertex);
            }
        }
    }
}

/* New stamps: the first for clusters beside and listed vertices, the second for clusters that are made
 * anew and vertices that are done. */
static void begin_stamps(wendi_mesh_cells *cells)
{
    wendi_mesh_mending *m = &cells->mending;
    if (m->stamp >= UINT32_MAX - 3) {
        const wendi_mesh_clusters *cl = &cells->clusters;
        const size_t clusters = (size_t)cl->count + cl->polygon_count - cl->base_polygons;
        memset(m->cluster_stamps, 0, clusters * sizeof *m->cluster_stamps);
        memset(m->vertex_stamps, 0, cells->clusters.vertex_count * sizeof *m->vertex_stamps);
        m->stamp = 0;
    }
    m->stamp += 2;
    m->cluster_count = m->own_count = m->vertex_count = m->border_count = 0;
}

/* Keeps the listed clusters that are made anew. */
static void keep_anew(wendi_mesh_mending *m)
{
    uint32_t kept = m->own_count;
    for (uint32_t i = m->own_count; i < m->cluster_count; i++) {
        if (m->cluster_stamps[m->cluster_list[i]] > m->stamp) {
            m->cluster_list[kept++] = m->cluster_list[i];
        }
    }
    m->cluster_count = kept;
}

/* Makes the cells of the listed clusters. Those of pieces come last, and connect themselves, so that what
 * many obstacles cut is passed through once. */
static void emit_and_link(wendi_mesh_cells *cells, const wendi_mesh_view *view)
{
    const wendi_mesh_mending *m = &cells->mending;
    const uint32_t base_count = cells->clusters.count;
    for (uint32_t i = 0; i < m->cluster_count; i++) {
        if (m->cluster_list[i] < base_count) {
            wendi_cells_emit(cells, view, m->cluster_list[i]);
        }
    }
    for (uint32_t i = 0; i < m->cluster_count; i++) {
        if (m->cluster_list[i] >= base_count) {
            wendi_cells_emit(cells, view, m->cluster_list[i]);
        }
    }
    for (uint32_t i = 0; i < m->cluster_count; i++) {
        if (m->cluster_list[i] < base_count) {
            wendi_cells_link(cells, view, m->cluster_list[i]);
        }
    }
}

void wendi_mesh_cells_mend(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                           const wendi_mesh_filter *filter, uint32_t changed_count, bool has_shapes)
{
    wendi_mesh_mending *m = &cells->mending;
    begin_stamps(cells);
    find_cut_among_moved(cells, view, changed_count);
    const bool has_bounds = has_shapes ? read_shapes(cells, view, filter, m->cut_count)
                                       : read_polygons(cells, view, filter, m->cut_count);
    for (uint32_t i = 0; i < m->own_count; i++) {
        if (!has_shapes || m->cluster_list[i] < cells->clusters.count) {
            wendi_cells_merge(cells, view, m->cluster_list[i]);
        }
    }
    compare_beside(cells, view);
    keep_anew(m);
    close_beside(cells, view);
    emit_and_link(cells, view);
    move_cells(cells, view, changed_count);
    for (uint32_t i = 0; i < m->cluster_count; i++) {
        set_vertices(cells, view, m->cluster_list[i]);
        wendi_cells_open(cells, m->cluster_list[i]);
        wendi_cells_visit(cells, m->cluster_list[i], wendi_cells_unmark_dead_ends);
    }
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        set_vertex(cells, m->vertex_list[i]);
    }
    turn_vertices(cells, view, changed_count);
    mark_waiting(cells);
    if (has_bounds) {
        wendi_cells_set_factor_bounds(cells);
    }
}
