/* The cells of one cluster, with the properties of their edges; what building and mending share.
 * Cost: some 0.2 us a polygon. */
#include "route/mesh_space/cells.h"

#include "base/math/predicates.h"
#include "world/mesh_carve/pieces.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- polygons ---- */

double wendi_cells_factor(const wendi_mesh_view *view, const wendi_mesh_filter *filter,
                          uint32_t polygon)
{
    const uint32_t flags = view->flags == NULL ? 0 : view->flags[polygon];
    const bool is_shut = (view->closed != NULL && view->closed[polygon] != 0) ||
                         (flags & filter->flags_required) != filter->flags_required ||
                         (flags & filter->flags_refused) != 0;
    const double factor = filter->factors[view->areas[polygon]];
    return is_shut || !(factor <= 65536) ? 0 : factor;
}

void wendi_cells_set_factor_bounds(wendi_mesh_cells *cells)
{
    const wendi_mesh_mending *m = &cells->mending;
    double least = 0;
    double most = 0;
    for (uint32_t i = 0; i < WEND_MESH_AREAS; i++) {
        const double factor = m->area_factors[i];
        if (m->area_counts[i] > 0) {
            least = !(least > 0) || factor < least ? factor : least;
            most = factor > most ? factor : most;
        }
    }
    cells->factor_least = least > 0 ? least : 1;
    cells->factor_most = most > 0 ? most : 1;
}

void wendi_cells_set_twins(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t polygon)
{
    wendi_mesh_rings *r = &cells->rings;
    for (uint32_t c = view->firsts[polygon]; c < view->ends[polygon]; c++) {
        const uint32_t beyond = view->neighbours[c];
        if (beyond != WEND_NODE_NONE) {
            const bool is_open = r->factors[polygon] > 0 && r->factors[beyond] > 0;
            r->twin[c] = is_open ? view->twins[c] : NONE;
            r->twin[view->twins[c]] = is_open ? c : NONE;
        } else {
            r->twin[c] = NONE;
        }
    }
}

void wendi_cells_merge(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    wendi_mesh_rings *r = &cells->rings;
    for (uint32_t i = cl->polygon_firsts[cluster]; i < cl->polygon_firsts[cluster + 1]; i++) {
        wendi_ring_reset(r, view, cl->polygons[i]);
    }
    for (uint32_t i = cl->edge_firsts[cluster]; i < cl->edge_firsts[cluster + 1]; i++) {
        const uint32_t c = cl->edges[i];
        if (r->twin[c] == NONE || r->is_gone[c]) {
            continue;
        }
        const uint32_t beyond = cl->polygon_of[r->twin[c]];
        const double here = r->factors[cl->polygon_of[c]];
        const double there = r->factors[beyond];
        if (!(here < there) && !(here > there) && cl->cluster_of[beyond] == cluster) {
            (void)wendi_ring_merge(r, view, c);
        }
    }
}

/* ---- cells ---- */

/* True if the corner lies in the middle of a straight wall, or of a straight edge to one other
 * cell. */
static inline bool is_needless(const wendi_mesh_rings *r, const wendi_mesh_view *view,
                               uint32_t corner)
{
    const uint32_t before = r->before[corner];
    const uint32_t twin = r->twin[corner];
    const uint32_t twin_before = r->twin[before];
    if (twin != NONE) {
        return twin_before != NONE && r->next[twin] == twin_before;
    }
    const wend_vec2 a = wendi_ring_point(view, before);
    const wend_vec2 b = wendi_ring_point(view, corner);
    const wend_vec2 c = wendi_ring_point(view, r->next[corner]);
    return twin_before == NONE && !(wendi_orient(a, b, c) > 0) && wendi_ring_is_convex(a, b, c);
}

bool wendi_cells_is_as_emitted(const wendi_mesh_cells *cells, const wendi_mesh_view *view,
                               uint32_t corner)
{
    const wendi_mesh_rings *r = &cells->rings;
    return r->is_gone[corner] ||
           (r->half_of[corner] == NONE) == (!(r->factors[cells->clusters.polygon_of[corner]] > 0) ||
                                            is_needless(r, view, corner));
}

static void clear_cell(wendi_mesh_cells *cells, uint32_t cell)
{
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        cells->halves[h].twin = NONE;
        cells->halves[h].flags = 0;
    }
    cells->used_half_count -= cells->ranges[cell].end - cells->ranges[cell].first;
    cells->ranges[cell] = (wendi_mesh_range){0, 0};
    cells->polygon_ranges[cell] = (wendi_mesh_range){0, 0};
    cells->open_halves[cell] = (wendi_mesh_open_halves){0, 0};
    cells->exits[cell] = NONE;
}

void wendi_cells_visit(wendi_mesh_cells *cells, uint32_t cluster,
                       void (*visit)(wendi_mesh_cells *cells, uint32_t cell))
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    if (cluster < cl->count && cells->ranges[cluster].end > 0) {
        visit(cells, cluster);
        return;
    }
    for (uint32_t i = cl->polygon_firsts[cluster]; i < cl->polygon_firsts[cluster + 1]; i++) {
        if (cells->ranges[cl->count + i].end == 0) {
            return; /* they are numbered from the first on */
        }
        visit(cells, cl->count + i);
    }
}

/* True if all polygons of a cluster are open and cost the same. */
static bool is_whole(const wendi_mesh_cells *cells, uint32_t cluster)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    const double *factors = cells->rings.factors;
    const double first = factors[cl->polygons[cl->polygon_firsts[cluster]]];
    bool is_same = first > 0;
    for (uint32_t i = cl->polygon_firsts[cluster] + 1; i < cl->polygon_firsts[cluster + 1]; i++) {
        const double factor = factors[cl->polygons[i]];
        is_same = is_same && !(factor < first) && !(factor > first);
    }
    return is_same;
}

void wendi_cells_set_centroid(wendi_mesh_cells *cells, uint32_t cell)
{
    const uint32_t first = cells->ranges[cell].first;
    const wend_vec2 o = cells->halves[first].point;
    double area = 0;
    double x = 0;
    double y = 0;
    for (uint32_t h = first + 1; h + 1 < cells->ranges[cell].end; h++) {
        const wend_vec2 p = cells->halves[h].point;
        const wend_vec2 q = cells->halves[h + 1].point;
        const wend_vec2 a = {p.x - o.x, p.y - o.y};
        const wend_vec2 b = {q.x - o.x, q.y - o.y};
        const double twice = a.x * b.y - a.y * b.x;
        area += twice;
        x += twice * (a.x + b.x);
        y += twice * (a.y + b.y);
    }
    cells->centroids[cell] =
        (wend_vec2){area > 0 ? o.x + x / (3 * area) : o.x, area > 0 ? o.y + y / (3 * area) : o.y};
}

/* Makes a cell of the ring that a corner is on. @param half the first of its halves. @return the end. */
static uint32_t emit_ring(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t corner,
                          uint32_t cell, uint32_t half)
{
    wendi_mesh_rings *r = &cells->rings;
    const uint32_t *polygon_of = cells->clusters.polygon_of;
    cells->ranges[cell].first = half;
    cells->factors[cell] = r->factors[polygon_of[corner]];
    uint32_t at = corner;
    do {
        if (!is_needless(r, view, at)) {
            const uint32_t vertex = view->vertices[at];
            cells->halves[half] = (wendi_mesh_half){.point = view->points[vertex],
                                                    .vertex = wendi_cells_vertex(cells, vertex),
                                                    .twin = NONE,
                                                    .cell = cell};
            r->half_of[at] = half++;
        }
        cells->cell_of[polygon_of[at]] = cell;
        at = r->next[at];
    } while (at != corner);
    cells->ranges[cell].end = half;
    wendi_cells_set_centroid(cells, cell);
    cells->used_half_count += half - cells->ranges[cell].first;
    return half;
}

/* A polygon in the middle of a cell has no edge left on its ring: it gets the cell of its
 * neighbours. */
static void spread_inwards(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t first,
                           uint32_t end)
{
    const wendi_mesh_rings *r = &cells->rings;
    const wendi_mesh_clusters *cl = &cells->clusters;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t i = first; i < end; i++) {
            const uint32_t p = cl->polygons[i];
            if (cells->cell_of[p] != NONE || !(r->factors[p] > 0)) {
                continue;
            }
            for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
                const uint32_t beyond = r->is_gone[c] ? cl->polygon_of[r->twin[c]] : p;
                if (cells->cell_of[beyond] != NONE) {
                    cells->cell_of[p] = cells->cell_of[beyond];
                    is_new = true;
                    break;
                }
            }
        }
    }
}

/* Lists the polygons of each cell of a cluster. */
static void list_polygons(wendi_mesh_cells *cells, uint32_t first, uint32_t end,
                          uint32_t first_cell, uint32_t end_cell)
{
    const uint32_t *polygons = cells->clusters.polygons;
    for (uint32_t i = first; i < end; i++) {
        if (cells->cell_of[polygons[i]] != NONE) {
            cells->polygon_ranges[cells->cell_of[polygons[i]]].end++;
        }
    }
    uint32_t at = first;
    for (uint32_t cell = first_cell; cell < end_cell; cell++) {
        const uint32_t count = cells->polygon_ranges[cell].end;
        cells->polygon_ranges[cell] = (wendi_mesh_range){at, at};
        at += count;
    }
    for (uint32_t i = first; i < end; i++) {
        if (cells->cell_of[polygons[i]] != NONE) {
            cells->polygons[cells->polygon_ranges[cells->cell_of[polygons[i]]].end++] = polygons[i];
        }
    }
}

/* As is_needless, of a corner of a piece: the cell beyond has both edges only if they are of the same
 * piece, or of polygons as made. */
static bool is_needless_of_piece(const wendi_mesh_cells *cells, const wendi_mesh_view *view,
                                 uint32_t corner)
{
    enum { CORNERS = WENDI_CARVE_PIECE_CORNERS };
    const wendi_mesh_rings *r = &cells->rings;
    const uint32_t base = cells->clusters.base_corners;
    const uint32_t twin = r->twin[corner];
    const uint32_t other = r->twin[r->before[corner]];
    if ((twin == NONE) != (other == NONE)) {
        return false;
    }
    if (twin != NONE && twin >= base &&
        (other < base || (twin - base) / CORNERS != (other - base) / CORNERS)) {
        return false;
    }
    return is_needless(r, view, corner);
}

/* The edge from a corner continues over needless corners; its twin begins at its end. */
static uint32_t twin_half(const wendi_mesh_rings *r, uint32_t corner)
{
    if (r->twin[corner] == NONE) {
        return NONE;
    }
    uint32_t last = corner;
    while (r->half_of[r->next[last]] == NONE) {
        last = r->next[last];
    }
    return r->half_of[r->twin[last]];
}

/* Makes the cell of a piece, which is a cluster of its own. Its halves are connected with those beyond
 * that are there: where both sides are made anew, by the later one. */
static void emit_piece(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    wendi_mesh_rings *r = &cells->rings;
    const uint32_t place = cl->polygon_firsts[cluster];
    const uint32_t p = cl->polygons[place];
    const uint32_t cell = cl->count + place;
    const uint32_t first = cl->split_firsts[cluster];
    const uint32_t old_end = cells->ranges[cell].end;
    uint32_t half = first;
    for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
        r->half_of[c] = NONE;
        if (r->factors[p] > 0 && !is_needless_of_piece(cells, view, c)) {
            const uint32_t vertex = view->vertices[c];
            cells->halves[half] = (wendi_mesh_half){.point = view->points[vertex],
                                                    .vertex = wendi_cells_vertex(cells, vertex),
                                                    .twin = NONE,
                                                    .cell = cell};
            r->half_of[c] = half++;
        }
    }
    for (uint32_t h = half; h < old_end; h++) {
        cells->halves[h].twin = NONE;
        cells->halves[h].flags = 0;
    }
    const bool is_open = half > first;
    cells->used_half_count += half - first;
    cells->used_half_count -= old_end == 0 ? 0 : old_end - first;
    cells->open_halves[cell] = (wendi_mesh_open_halves){0, 0};
    cells->exits[cell] = NONE;
    cells->cell_of[p] = is_open ? cell : NONE;
    cells->ranges[cell] = is_open ? (wendi_mesh_range){first, half} : (wendi_mesh_range){0, 0};
    cells->polygon_ranges[cell] =
        is_open ? (wendi_mesh_range){place, place + 1} : (wendi_mesh_range){0, 0};
    if (is_open) {
        cells->factors[cell] = r->factors[p];
        wendi_cells_set_centroid(cells, cell);
        cells->polygons[place] = p;
        wendi_cells_link(cells, view, cluster);
    }
}

void wendi_cells_emit(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    if (cluster >= cl->count) {
        emit_piece(cells, view, cluster);
        return;
    }
    wendi_mesh_rings *r = &cells->rings;
    const uint32_t first = cl->polygon_firsts[cluster];
    const uint32_t end = cl->polygon_firsts[cluster + 1];
    wendi_cells_visit(cells, cluster, clear_cell);
    for (uint32_t i = first; i < end; i++) {
        const uint32_t p = cl->polygons[i];
        cells->cell_of[p] = NONE;
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            r->half_of[c] = NONE;
        }
    }
    const bool has_one = cluster < cl->count && is_whole(cells, cluster);
    const uint32_t first_cell = has_one ? cluster : cl->count + first;
    uint32_t half = has_one ? cl->whole_firsts[cluster] : cl->split_firsts[cluster];
    uint32_t cell = first_cell;
    for (uint32_t i = first; i < end; i++) {
        const uint32_t p = cl->polygons[i];
        for (uint32_t c = view->firsts[p]; c < view->ends[p] && r->factors[p] > 0; c++) {
            if (!r->is_gone[c] && r->half_of[c] == NONE && !is_needless(r, view, c)) {
                half = emit_ring(cells, view, c, cell++, half);
            }
        }
    }
    if (end - first > 1) {
        spread_inwards(cells, view, first, end);
    }
    list_polygons(cells, first, end, first_cell, cell);
}

void wendi_cells_link(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    const wendi_mesh_rings *r = &cells->rings;
    for (uint32_t i = cl->polygon_firsts[cluster]; i < cl->polygon_firsts[cluster + 1]; i++) {
        const uint32_t p = cl->polygons[i];
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            const uint32_t half = r->half_of[c];
            const uint32_t twin = half == NONE ? NONE : twin_half(r, c);
            if (twin != NONE) {
                cells->halves[half].twin = twin;
                cells->halves[twin].twin = half;
            }
        }
    }
}

/* ---- vertices ---- */

/* True if a path may bend at the vertex of a wall's half, seen counter-clockwise to the next wall.
 * A fan can go around more than once, as a winding stair does; no cell takes more than half a turn,
 * so that an angle above half a turn shows at one of the edges. */
static bool is_corner(const wendi_mesh_cells *cells, uint32_t half)
{
    const wend_vec2 here = cells->halves[half].point;
    const wend_vec2 to = cells->halves[wendi_mesh_next(cells, half)].point;
    for (uint32_t at = half; at != NONE;) {
        const uint32_t before = wendi_mesh_before(cells, at);
        const wend_vec2 from = cells->halves[before].point;
        const double side = wendi_orient(from, here, to);
        if (side < 0 || (!(side > 0) && !wendi_ring_is_convex(from, here, to) &&
                         wendi_compare_along(here, to, from) > 0)) {
            return true;
        }
        at = cells->halves[before].twin;
    }
    return false;
}

/* The cells around a vertex from one wall to the next are a fan. Where several fans meet in a
 * point, as two rooms that touch do, each becomes a vertex of its own, since no path leads from
 * one to the other there.
 *
 *      ####|          a fan begins at every wall's half and continues counter-clockwise:
 *      ####| fan      the half before it in its cell, that one's twin, and so on
 *      ----+----
 *      fan |####      numbers of further fans: by the corners at which they begin */
void wendi_cells_set_vertex(wendi_mesh_cells *cells, uint32_t vertex)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    const uint32_t *half_of = cells->rings.half_of;
    const uint32_t first = cl->first_corners[vertex];
    const uint32_t number = wendi_cells_vertex(cells, vertex);
    for (uint32_t c = first; c != NONE; c = cl->next_corners[c]) {
        if (half_of[c] != NONE) {
            cells->halves[half_of[c]].vertex = number;
            cells->halves[half_of[c]].flags &= ~(uint32_t)WENDI_HALF_CORNER;
        }
    }
    bool is_first = true;
    for (uint32_t c = first; c != NONE; c = cl->next_corners[c]) {
        const uint32_t half = half_of[c];
        if (half == NONE || cells->halves[half].twin != NONE) {
            continue;
        }
        const uint32_t flag = is_corner(cells, half) ? WENDI_HALF_CORNER : 0;
        for (uint32_t at = half; at != NONE;) {
            cells->halves[at].vertex = is_first ? number : wendi_cells_fan(cells, c);
            cells->halves[at].flags |= flag;
            at = cells->halves[wendi_mesh_before(cells, at)].twin;
        }
        is_first = false;
    }
}

void wendi_cells_turn_vertex(wendi_mesh_cells *cells, uint32_t vertex)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    for (uint32_t c = cl->first_corners[vertex]; c != NONE; c = cl->next_corners[c]) {
        const uint32_t half = cells->rings.half_of[c];
        if (half == NONE || cells->halves[half].twin != NONE) {
            continue;
        }
        const uint32_t flag = is_corner(cells, half) ? WENDI_HALF_CORNER : 0;
        if (flag == (cells->halves[half].flags & WENDI_HALF_CORNER)) {
            continue;
        }
        for (uint32_t at = half; at != NONE;) {
            cells->halves[at].flags ^= WENDI_HALF_CORNER;
            at = cells->halves[wendi_mesh_before(cells, at)].twin;
        }
    }
}

/* ---- dead ends ---- */

/* Flags a half that leads into a dead end, or not. */
static void set_dead_end(wendi_mesh_cells *cells, uint32_t half, bool is_dead_end)
{
    wendi_mesh_half *at = &cells->halves[half];
    at->flags =
        is_dead_end ? at->flags | WENDI_HALF_DEAD_END : at->flags & ~(uint32_t)WENDI_HALF_DEAD_END;
    if (cells->ranges[at->cell].end - cells->ranges[at->cell].first <= WENDI_MESH_CELL_BITS) {
        wendi_mesh_open_halves *open = &cells->open_halves[at->cell];
        const uint64_t bit = (uint64_t)1 << (half - cells->ranges[at->cell].first);
        open->open = is_dead_end ? open->open & ~bit : open->open | bit;
        open->dead_ends = is_dead_end ? open->dead_ends | bit : open->dead_ends & ~bit;
    }
}

void wendi_cells_close_half(wendi_mesh_cells *cells, uint32_t half)
{
    const uint32_t cell = cells->halves[half].cell;
    const uint32_t index = half - cells->ranges[cell].first;
    cells->halves[half].twin = NONE;
    cells->halves[half].flags &= ~(uint32_t)WENDI_HALF_DEAD_END;
    if (index < WENDI_MESH_CELL_BITS) {
        cells->open_halves[cell].open &= ~((uint64_t)1 << index);
        cells->open_halves[cell].dead_ends &= ~((uint64_t)1 << index);
    }
}

static void open_cell(wendi_mesh_cells *cells, uint32_t cell)
{
    const wendi_mesh_range range = cells->ranges[cell];
    wendi_mesh_open_halves open = {0, 0};
    for (uint32_t h = range.first; h < range.end; h++) {
        wendi_mesh_half *half = &cells->halves[h];
        if (half->twin == NONE) {
            continue;
        }
        const uint64_t bit = (uint64_t)1 << ((h - range.first) & 63);
        half->flags &= ~(uint32_t)WENDI_HALF_DEAD_END;
        if (cells->exits[cells->halves[half->twin].cell] == half->twin) {
            half->flags |= WENDI_HALF_DEAD_END;
            open.dead_ends |= bit;
        } else {
            open.open |= bit;
        }
        set_dead_end(cells, half->twin, cells->exits[cell] == h);
    }
    cells->open_halves[cell] =
        range.end - range.first <= WENDI_MESH_CELL_BITS ? open : (wendi_mesh_open_halves){0, 0};
}

void wendi_cells_open(wendi_mesh_cells *cells, uint32_t cluster)
{
    wendi_cells_visit(cells, cluster, open_cell);
}

/* The only half of a cell that leads to a cell that is no dead end; NONE if there is not just
 * one. */
static uint32_t only_exit(const wendi_mesh_cells *cells, uint32_t cell)
{
    uint32_t exit = NONE;
    const uint64_t open = cells->open_halves[cell].open;
    if ((open & (open - 1)) != 0) {
        return NONE; /* at least two lead on */
    }
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        const uint32_t twin = cells->halves[h].twin;
        if (twin == NONE || cells->exits[cells->halves[twin].cell] != NONE) {
            continue;
        }
        if (exit != NONE) {
            return NONE;
        }
        exit = h;
    }
    return exit;
}

uint32_t wendi_cells_mark_dead_ends(wendi_mesh_cells *cells, uint32_t cell)
{
    while (cells->exits[cell] == NONE) {
        const uint32_t exit = only_exit(cells, cell);
        if (exit == NONE) {
            break;
        }
        const uint32_t twin = cells->halves[exit].twin;
        cells->exits[cell] = exit;
        set_dead_end(cells, twin, true);
        cell = cells->halves[twin].cell;
    }
    return cell;
}

uint32_t wendi_cells_tree_of(const wendi_mesh_cells *cells, uint32_t cell)
{
    while (cells->exits[cell] != NONE) {
        cell = cells->halves[cells->halves[cells->exits[cell]].twin].cell;
    }
    if (cells->open_halves[cell].open != 0) {
        return NONE;
    }
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
        const uint32_t twin = cells->halves[h].twin;
        if (twin != NONE && cells->exits[cells->halves[twin].cell] != twin) {
            return NONE;
        }
    }
    return cells->ranges[cell].end > 0 ? cell : NONE;
}

void wendi_cells_set_root(wendi_mesh_cells *cells, uint32_t cell)
{
    uint32_t exit = cells->exits[cell];
    cells->exits[cell] = NONE;
    while (exit != NONE) { /* what led out of a cell leads into the next one now */
        const uint32_t twin = cells->halves[exit].twin;
        const uint32_t next = cells->halves[twin].cell;
        const uint32_t next_exit = cells->exits[next];
        set_dead_end(cells, twin, false);
        set_dead_end(cells, exit, true);
        cells->exits[next] = twin;
        exit = next_exit;
    }
}

static void list_waiting(wendi_mesh_cells *cells, uint32_t cell)
{
    wendi_mesh_mending *m = &cells->mending;
    if (!m->is_waiting[cell]) {
        m->is_waiting[cell] = true;
        m->waiting[m->waiting_count++] = cell;
    }
}

void wendi_cells_unmark_dead_ends(wendi_mesh_cells *cells, uint32_t cell)
{
    list_waiting(cells, cell);
    while (cells->exits[cell] != NONE) {
        const uint32_t twin = cells->halves[cells->exits[cell]].twin;
        cells->exits[cell] = NONE;
        set_dead_end(cells, twin, false);
        cell = cells->halves[twin].cell;
        list_waiting(cells, cell);
    }
}
