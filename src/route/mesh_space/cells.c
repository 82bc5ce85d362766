/* Convex cells of a mesh for one filter, as few as are easily found, with the properties of their
 * edges.
 * Cost: some 0.2 us a polygon. */
#include "route/mesh_space/cells.h"
#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/predicates.h"
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- rings of corners ---- */

typedef struct cell_rings {
    const wendi_mesh_view *view;
    const wend_allocator *allocator;
    double *factor;       /* [polygon_count] 0 = closed to the agent */
    uint32_t *twin;       /* [corner_count] UINT32_MAX = wall */
    uint32_t *next;       /* [corner_count] around the cell */
    uint32_t *before;     /* [corner_count] */
    uint32_t *polygon_of; /* [corner_count] */
    uint32_t *half_of;    /* [corner_count] its number when laid out, UINT32_MAX = left out */
    wendi_sort_pair *order, *scratch; /* [corner_count] inner edges, the longest first */
    bool *is_gone;                    /* [corner_count] the edge was merged away */
} cell_rings;

static wend_vec2 ring_point(const cell_rings *r, uint32_t corner)
{
    return r->view->points[r->view->vertices[corner]];
}

/* True if a, b, c is a turn to the left, or straight on. */
static bool is_convex(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    const double turn = wendi_orient(a, b, c);
    return turn > 0 ||
           (!(turn < 0) && wendi_compare_along(a, b, c) > 0 && wendi_compare_along(b, a, c) < 0);
}

static void rings_free(cell_rings *r)
{
    const size_t corners = r->view->corner_count;
    wendi_free(r->allocator, r->factor, r->view->polygon_count * sizeof *r->factor);
    wendi_free(r->allocator, r->twin, corners * sizeof *r->twin);
    wendi_free(r->allocator, r->next, corners * sizeof *r->next);
    wendi_free(r->allocator, r->before, corners * sizeof *r->before);
    wendi_free(r->allocator, r->polygon_of, corners * sizeof *r->polygon_of);
    wendi_free(r->allocator, r->half_of, corners * sizeof *r->half_of);
    wendi_free(r->allocator, r->order, corners * sizeof *r->order);
    wendi_free(r->allocator, r->scratch, corners * sizeof *r->scratch);
    wendi_free(r->allocator, r->is_gone, corners * sizeof *r->is_gone);
}

/* Allocates for a view's corners. @return false without memory; call free in any case. */
static bool rings_reserve(cell_rings *r)
{
    const size_t corners = r->view->corner_count;
    r->factor = wendi_alloc_zero(r->allocator, r->view->polygon_count * sizeof *r->factor);
    r->twin = wendi_alloc(r->allocator, corners * sizeof *r->twin);
    r->next = wendi_alloc(r->allocator, corners * sizeof *r->next);
    r->before = wendi_alloc(r->allocator, corners * sizeof *r->before);
    r->polygon_of = wendi_alloc(r->allocator, corners * sizeof *r->polygon_of);
    r->half_of = wendi_alloc(r->allocator, corners * sizeof *r->half_of);
    r->order = wendi_alloc(r->allocator, corners * sizeof *r->order);
    r->scratch = wendi_alloc(r->allocator, corners * sizeof *r->scratch);
    r->is_gone = wendi_alloc_zero(r->allocator, corners * sizeof *r->is_gone);
    return r->factor != NULL && r->twin != NULL && r->next != NULL && r->before != NULL &&
           r->polygon_of != NULL && r->half_of != NULL && r->order != NULL && r->scratch != NULL &&
           r->is_gone != NULL;
}

/* Every polygon that can be entered becomes a ring; edges to others become walls. */
static void rings_fill(cell_rings *r, const wendi_mesh_filter *filter)
{
    const wendi_mesh_view *view = r->view;
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        /* A polygon that cannot be entered has the factor 0. */
        const uint32_t flags = view->flags == NULL ? 0 : view->flags[p];
        const bool is_shut = (view->closed != NULL && view->closed[p] != 0) ||
                             (flags & filter->flags_required) != filter->flags_required ||
                             (flags & filter->flags_refused) != 0;
        const double factor = filter->factors[view->areas[p]];
        r->factor[p] = is_shut || !(factor <= 65536) ? 0 : factor;
    }
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        const uint32_t first = view->firsts[p];
        const uint32_t end = view->firsts[p + 1];
        for (uint32_t c = first; c < end; c++) {
            const uint32_t beyond = view->neighbours[c];
            const bool is_open =
                beyond != WEND_NODE_NONE && r->factor[p] > 0 && r->factor[beyond] > 0;
            r->twin[c] = is_open ? view->twins[c] : NONE;
            r->next[c] = c + 1 == end ? first : c + 1;
            r->before[c] = c == first ? end - 1 : c - 1;
            r->polygon_of[c] = p;
        }
    }
}

/* ---- merging ---- */

/* The first and the last of the edges around `corner` that the same two cells share in a row. */
static uint32_t chain_first(const cell_rings *r, uint32_t corner)
{
    uint32_t first = corner;
    for (;;) {
        const uint32_t before = r->before[first];
        if (r->twin[before] == NONE || before == corner ||
            r->twin[before] != r->next[r->twin[first]]) {
            return first;
        }
        first = before;
    }
}

static uint32_t chain_last(const cell_rings *r, uint32_t corner)
{
    uint32_t last = corner;
    for (;;) {
        const uint32_t next = r->next[last];
        if (r->twin[next] == NONE || next == corner || r->twin[next] != r->before[r->twin[last]]) {
            return last;
        }
        last = next;
    }
}

/* Removes the edges that two cells share, if the union is convex:
 *
 *       ...<-- after     here: first ... last, from a to b
 *   ----a ==== b----     there: their twins, from b to a
 *       before -->... */
static void merge(cell_rings *r, uint32_t corner)
{
    const uint32_t first = chain_first(r, corner);
    const uint32_t last = chain_last(r, corner);
    const uint32_t into = r->before[first];               /* here, ends at a */
    const uint32_t out = r->next[last];                   /* here, begins at b */
    const uint32_t there_out = r->next[r->twin[first]];   /* there, begins at a */
    const uint32_t there_into = r->before[r->twin[last]]; /* there, ends at b */
    const wend_vec2 a = ring_point(r, first);
    const wend_vec2 b = ring_point(r, out);
    if (into == last || !is_convex(ring_point(r, into), a, ring_point(r, r->next[there_out])) ||
        !is_convex(ring_point(r, there_into), b, ring_point(r, r->next[out]))) {
        return;
    }
    for (uint32_t c = first;; c = r->next[c]) {
        r->is_gone[c] = r->is_gone[r->twin[c]] = true;
        if (c == last) {
            break;
        }
    }
    r->next[into] = there_out;
    r->before[there_out] = into;
    r->next[there_into] = out;
    r->before[out] = there_into;
}

/* A non-negative double's bits rise with it. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Merges rings that cost the same while they stay convex, over the longest edges first. */
static void rings_merge(cell_rings *r)
{
    size_t count = 0;
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        const uint32_t twin = r->twin[c];
        const double here = r->factor[r->polygon_of[c]];
        if (twin == NONE || twin < c || here < r->factor[r->polygon_of[twin]] ||
            here > r->factor[r->polygon_of[twin]]) {
            continue;
        }
        const wend_vec2 along = wend_vec2_sub(ring_point(r, r->next[c]), ring_point(r, c));
        r->order[count].key = UINT64_MAX - bits_of(along.x * along.x + along.y * along.y);
        r->order[count].value = c;
        count++;
    }
    wendi_sort_pairs(r->order, r->scratch, count);
    for (size_t i = 0; i < count; i++) {
        if (!r->is_gone[r->order[i].value]) {
            merge(r, r->order[i].value);
        }
    }
}

/* ---- properties of cells ---- */

/* The cells around a vertex from one wall to the next are a fan. Where several fans meet in a
 * point, as two rooms that touch do, each becomes a vertex of its own, since no path leads from
 * one to the other there.
 *
 *      ####|          a fan begins at every wall's half and continues counter-clockwise:
 *      ####| fan      the half before it in its cell, that one's twin, and so on
 *      ----+----
 *      fan |#### */
static void split_fans(wendi_mesh_cells *cells, bool *is_seen)
{
    for (uint32_t h = 0; h < cells->half_count; h++) {
        if (cells->halves[h].twin != NONE) {
            continue;
        }
        if (!is_seen[cells->halves[h].vertex]) {
            is_seen[cells->halves[h].vertex] = true;
            continue;
        }
        for (uint32_t at = h; at != NONE;) {
            cells->halves[at].vertex = cells->vertex_count;
            at = cells->halves[wendi_mesh_before(cells, at)].twin;
        }
        cells->vertex_count++;
    }
}

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
        if (wendi_orient(from, here, to) < 0 ||
            (!is_convex(from, here, to) && wendi_compare_along(here, to, from) > 0)) {
            return true;
        }
        at = cells->halves[before].twin;
    }
    return false;
}

static void mark_corners(wendi_mesh_cells *cells, bool *corners)
{
    for (uint32_t h = 0; h < cells->half_count; h++) {
        if (cells->halves[h].twin == NONE && is_corner(cells, h)) {
            corners[cells->halves[h].vertex] = true;
        }
    }
    for (uint32_t h = 0; h < cells->half_count; h++) {
        if (corners[cells->halves[h].vertex]) {
            cells->halves[h].flags |= WENDI_HALF_CORNER;
        }
    }
}

/* The only half of a cell that leads to a cell not yet taken away; NONE if there is not just
 * one. */
static uint32_t only_exit(const wendi_mesh_cells *cells, uint32_t cell, const bool *is_taken)
{
    uint32_t exit = NONE;
    for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
        const uint32_t twin = cells->halves[h].twin;
        if (twin == NONE || is_taken[cells->halves[twin].cell]) {
            continue;
        }
        if (exit != NONE) {
            return NONE;
        }
        exit = h;
    }
    return exit;
}

static void mark_dead_ends(wendi_mesh_cells *cells, bool *is_taken)
{
    memset(cells->exits, 0xFF, cells->cell_count * sizeof *cells->exits);
    for (uint32_t start = 0; start < cells->cell_count; start++) {
        uint32_t cell = start;
        while (!is_taken[cell]) {
            const uint32_t exit = only_exit(cells, cell, is_taken);
            if (exit == NONE) {
                break;
            }
            is_taken[cell] = true;
            cells->exits[cell] = exit;
            cells->halves[cells->halves[exit].twin].flags |= WENDI_HALF_DEAD_END;
            cell = cells->halves[cells->halves[exit].twin].cell;
        }
    }
}

/* Numbers the components by their lowest cell. @param waiting [cell_count] */
static void number_components(wendi_mesh_cells *cells, uint32_t *waiting)
{
    memset(cells->components, 0xFF, cells->cell_count * sizeof *cells->components);
    for (uint32_t start = 0; start < cells->cell_count; start++) {
        if (cells->components[start] != NONE) {
            continue;
        }
        uint32_t count = 1;
        waiting[0] = start;
        cells->components[start] = start;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t end = cells->firsts[waiting[i] + 1];
            for (uint32_t h = cells->firsts[waiting[i]]; h < end; h++) {
                const uint32_t twin = cells->halves[h].twin;
                if (twin != NONE && cells->components[cells->halves[twin].cell] == NONE) {
                    cells->components[cells->halves[twin].cell] = start;
                    waiting[count++] = cells->halves[twin].cell;
                }
            }
        }
    }
}

static wend_vec2 centroid_of(const wendi_mesh_cells *cells, uint32_t cell)
{
    const uint32_t first = cells->firsts[cell];
    const wend_vec2 o = cells->halves[first].point;
    double area = 0;
    double x = 0;
    double y = 0;
    for (uint32_t h = first + 1; h + 1 < cells->firsts[cell + 1]; h++) {
        const wend_vec2 a = wend_vec2_sub(cells->halves[h].point, o);
        const wend_vec2 b = wend_vec2_sub(cells->halves[h + 1].point, o);
        const double twice = a.x * b.y - a.y * b.x;
        area += twice;
        x += twice * (a.x + b.x);
        y += twice * (a.y + b.y);
    }
    const wend_vec2 at = {area > 0 ? o.x + x / (3 * area) : o.x,
                          area > 0 ? o.y + y / (3 * area) : o.y};
    return at;
}

static void set_open_halves(wendi_mesh_cells *cells)
{
    for (uint32_t h = 0; h < cells->half_count; h++) {
        const wendi_mesh_half *half = &cells->halves[h];
        const uint32_t first = cells->firsts[half->cell];
        if (half->twin != NONE && cells->firsts[half->cell + 1] - first <= WENDI_MESH_CELL_BITS) {
            wendi_mesh_open_halves *open_halves = &cells->open_halves[half->cell];
            const bool is_dead_end = (half->flags & WENDI_HALF_DEAD_END) != 0;
            *(is_dead_end ? &open_halves->dead_ends : &open_halves->open) |= (uint64_t)1
                                                                             << (h - first);
        }
    }
}

static void set_centroids(wendi_mesh_cells *cells)
{
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        cells->centroids[cell] = centroid_of(cells, cell);
    }
}

/* Sets the properties of cells that are laid out: vertices of fans, corners, dead ends,
 * components, factors, centroids, open halves.
 * @param marks [half_count + vertex_count of the view], false.
 * @param waiting [cell_count], of any content. */
static void set_properties(wendi_mesh_cells *cells, bool *marks, size_t mark_count,
                           uint32_t *waiting)
{
    cells->factor_least = cells->factor_most = cells->cell_count > 0 ? cells->factors[0] : 1;
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        const double factor = cells->factors[cell];
        cells->factor_least = factor < cells->factor_least ? factor : cells->factor_least;
        cells->factor_most = factor > cells->factor_most ? factor : cells->factor_most;
    }

    if (cells->cell_count == 0) {
        return;
    }
    split_fans(cells, marks);
    memset(marks, 0, mark_count);
    mark_corners(cells, marks);
    memset(marks, 0, mark_count);
    mark_dead_ends(cells, marks);
    number_components(cells, waiting);
    set_centroids(cells);
    set_open_halves(cells);
}

/* ---- layout ---- */

/* True if the corner lies in the middle of a straight wall, or of a straight edge to one other
 * cell. */
static bool is_needless(const cell_rings *r, uint32_t corner)
{
    const uint32_t before = r->before[corner];
    const uint32_t twin = r->twin[corner];
    const uint32_t twin_before = r->twin[before];
    if (twin != NONE) {
        return twin_before != NONE && r->next[twin] == twin_before;
    }
    const wend_vec2 a = ring_point(r, before);
    const wend_vec2 b = ring_point(r, corner);
    const wend_vec2 c = ring_point(r, r->next[corner]);
    return twin_before == NONE && !(wendi_orient(a, b, c) > 0) && is_convex(a, b, c);
}

static bool cells_reserve(wendi_mesh_cells *cells, const wend_allocator *a, uint32_t half_count,
                          uint32_t cell_count)
{
    cells->half_capacity = half_count;
    cells->cell_capacity = cell_count;
    const size_t polygons = cells->polygon_count;
    cells->halves = wendi_alloc(a, half_count * sizeof *cells->halves);
    cells->firsts = wendi_alloc(a, ((size_t)cell_count + 1) * sizeof *cells->firsts);
    cells->exits = wendi_alloc(a, cell_count * sizeof *cells->exits);
    cells->components = wendi_alloc(a, cell_count * sizeof *cells->components);
    cells->open_halves = wendi_alloc_zero(a, cell_count * sizeof *cells->open_halves);
    cells->centroids = wendi_alloc(a, cell_count * sizeof *cells->centroids);
    cells->polygon_firsts =
        wendi_alloc_zero(a, ((size_t)cell_count + 1) * sizeof *cells->polygon_firsts);
    cells->factors = wendi_alloc(a, cell_count * sizeof *cells->factors);
    cells->cell_of = wendi_alloc(a, polygons * sizeof *cells->cell_of);
    cells->polygons = wendi_alloc(a, polygons * sizeof *cells->polygons);
    return (half_count == 0 || cells->halves != NULL) && cells->firsts != NULL &&
           (cell_count == 0 ||
            (cells->exits != NULL && cells->components != NULL && cells->open_halves != NULL &&
             cells->centroids != NULL && cells->factors != NULL)) &&
           cells->polygon_firsts != NULL &&
           (polygons == 0 || (cells->cell_of != NULL && cells->polygons != NULL));
}

void wendi_mesh_cells_free(wendi_mesh_cells *cells, const wend_allocator *allocator)
{
    wendi_free(allocator, cells->halves, cells->half_capacity * sizeof *cells->halves);
    wendi_free(allocator, cells->firsts,
               ((size_t)cells->cell_capacity + 1) * sizeof *cells->firsts);
    wendi_free(allocator, cells->exits, cells->cell_capacity * sizeof *cells->exits);
    wendi_free(allocator, cells->components, cells->cell_capacity * sizeof *cells->components);
    wendi_free(allocator, cells->open_halves, cells->cell_capacity * sizeof *cells->open_halves);
    wendi_free(allocator, cells->centroids, cells->cell_capacity * sizeof *cells->centroids);
    wendi_free(allocator, cells->polygon_firsts,
               ((size_t)cells->cell_capacity + 1) * sizeof *cells->polygon_firsts);
    wendi_free(allocator, cells->factors, cells->cell_capacity * sizeof *cells->factors);
    wendi_free(allocator, cells->cell_of, cells->polygon_count * sizeof *cells->cell_of);
    wendi_free(allocator, cells->polygons, cells->polygon_count * sizeof *cells->polygons);
    memset(cells, 0, sizeof *cells);
}

size_t wendi_mesh_cells_bytes(const wendi_mesh_cells *cells)
{
    return cells->half_capacity * sizeof *cells->halves +
           (size_t)cells->cell_capacity * (sizeof(double) + sizeof(wend_vec2) +
                                           4 * sizeof(uint32_t) + sizeof(wendi_mesh_open_halves)) +
           (size_t)cells->polygon_count * 2 * sizeof(uint32_t);
}

/* Numbers the corners that stay, ring after ring. Rings begin at their lowest corner that stays.
 * half_of[corner] = NONE for all others.
 * @return the number of cells */
static uint32_t number_halves(cell_rings *r, wendi_mesh_cells *cells)
{
    uint32_t halves = 0;
    uint32_t count = 0;
    memset(r->half_of, 0xFF, r->view->corner_count * sizeof *r->half_of);
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        if (r->is_gone[c] || r->half_of[c] != NONE || !(r->factor[r->polygon_of[c]] > 0) ||
            is_needless(r, c)) {
            continue;
        }
        if (cells != NULL) {
            cells->firsts[count] = halves;
            cells->factors[count] = r->factor[r->polygon_of[c]];
        }
        uint32_t at = c;
        do {
            if (!is_needless(r, at)) {
                r->half_of[at] = halves;
                halves++;
            }
            at = r->next[at];
        } while (at != c);
        count++;
    }
    if (cells != NULL) {
        cells->firsts[count] = halves;
    }
    return count;
}

/* The edge from a corner continues over redundant corners; its twin begins at its end. */
static uint32_t twin_half(const cell_rings *r, uint32_t corner)
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

static void fill_halves(cell_rings *r, wendi_mesh_cells *cells)
{
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        const uint32_t half = r->half_of[c];
        if (half == NONE) {
            continue;
        }
        wendi_mesh_half *h = &cells->halves[half];
        h->point = ring_point(r, c);
        h->vertex = r->view->vertices[c];
        h->twin = twin_half(r, c);
        h->flags = 0;
    }
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
            cells->halves[h].cell = cell;
        }
    }
}

/* Finds the cell of each polygon: walked through the rings, then through merged edges. */
static void fill_polygons(cell_rings *r, wendi_mesh_cells *cells)
{
    const wendi_mesh_view *view = r->view;
    memset(cells->cell_of, 0xFF, view->polygon_count * sizeof *cells->cell_of);
    for (uint32_t c = 0; c < view->corner_count; c++) {
        if (r->half_of[c] == NONE) {
            continue;
        }
        const uint32_t cell = cells->halves[r->half_of[c]].cell;
        for (uint32_t at = c;;) {
            cells->cell_of[r->polygon_of[at]] = cell;
            at = r->next[at];
            if (r->half_of[at] != NONE) {
                break;
            }
        }
    }
}

/* A polygon in the middle of a cell has no edge left on its ring: it gets the cell of its
 * neighbours. */
static void spread_polygons(cell_rings *r, wendi_mesh_cells *cells)
{
    const wendi_mesh_view *view = r->view;
    uint32_t *waiting = r->before; /* no longer needed */
    uint32_t count = 0;
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        if (cells->cell_of[p] != NONE) {
            waiting[count++] = p;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t p = waiting[i];
        for (uint32_t c = view->firsts[p]; c < view->firsts[p + 1]; c++) {
            const uint32_t beyond = r->is_gone[c] ? r->polygon_of[r->twin[c]] : p;
            if (cells->cell_of[beyond] == NONE) {
                cells->cell_of[beyond] = cells->cell_of[p];
                waiting[count++] = beyond;
            }
        }
    }
}

static void list_polygons(wendi_mesh_cells *cells)
{
    uint32_t *firsts = cells->polygon_firsts;
    for (uint32_t p = 0; p < cells->polygon_count; p++) {
        if (cells->cell_of[p] != NONE) {
            firsts[cells->cell_of[p] + 1]++;
        }
    }
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        firsts[cell + 1] += firsts[cell];
    }
    for (uint32_t p = cells->polygon_count; p-- > 0;) {
        if (cells->cell_of[p] != NONE) {
            firsts[cells->cell_of[p] + 1]--;
            cells->polygons[firsts[cells->cell_of[p] + 1]] = p;
        }
    }
    /* Each entry was counted down to its own cell's first: shift back. */
    for (uint32_t cell = 0; cell < cells->cell_count; cell++) {
        firsts[cell] = firsts[cell + 1];
    }
    uint32_t total = 0;
    for (uint32_t p = 0; p < cells->polygon_count; p++) {
        total += cells->cell_of[p] != NONE;
    }
    firsts[cells->cell_count] = total;
}

static wend_result lay_out(cell_rings *r, wendi_mesh_cells *cells)
{
    uint32_t half_count = 0;
    const uint32_t cell_count = number_halves(r, NULL);
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        half_count += r->half_of[c] != NONE;
    }
    const size_t flags =
        (size_t)half_count + r->view->vertex_count; /* cells and all fans are fewer */
    bool *marks = wendi_alloc_zero(r->allocator, flags + 1);
    if (marks == NULL || !cells_reserve(cells, r->allocator, half_count, cell_count)) {
        wendi_free(r->allocator, marks, flags + 1);
        return WEND_ERROR_MEMORY;
    }
    cells->half_count = half_count;
    cells->cell_count = number_halves(r, cells);
    fill_halves(r, cells);
    fill_polygons(r, cells);
    spread_polygons(r, cells);
    list_polygons(cells);
    /* `next` is no longer needed; there are fewer cells than corners. */
    set_properties(cells, marks, flags, r->next);
    wendi_free(r->allocator, marks, flags + 1);
    return WEND_OK;
}

wend_result wendi_mesh_cells_create(const wendi_mesh_view *view, const wendi_mesh_filter *filter,
                                    const wend_allocator *allocator, wendi_mesh_cells *cells)
{
    memset(cells, 0, sizeof *cells);
    cells->polygon_count = view->polygon_count;
    cells->vertex_count = view->vertex_count;
    cell_rings r = {.view = view, .allocator = allocator};
    wend_result result = WEND_ERROR_MEMORY;
    if (rings_reserve(&r)) {
        rings_fill(&r, filter);
        rings_merge(&r);
        result = lay_out(&r, cells);
    }
    rings_free(&r);
    if (result != WEND_OK) {
        wendi_mesh_cells_free(cells, allocator);
    }
    return result;
}
