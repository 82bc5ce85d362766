/* Convex cells of a mesh for one filter, as few as are easily found, with the properties of their
 * edges; laid out in units.
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

enum { SORT_RUN = 1024, MERGES_A_UNIT = 1024, FLOODED_A_UNIT = 128 };

/* Two runs of sorted edges that become one. */
typedef struct merge_state {
    uint32_t one, one_end, two, end, out;
} merge_state;

struct wendi_mesh_cells_build {
    wend_allocator allocator;
    wendi_mesh_view view;
    wendi_mesh_filter filter;
    cell_rings rings;
    wendi_mesh_cells cells;
    uint32_t phase, at; /* index of the next item */
    uint32_t edge_count, run;
    merge_state merging;
    uint32_t half_count, cell_count;
    uint32_t done, waiting; /* of a flood */
    bool *marks;            /* [mark_count + 1] */
    size_t mark_count;
};

typedef struct wendi_mesh_cells_build build;

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

/* A polygon that cannot be entered has the factor 0. */
static void read_factors(build *b, uint32_t first, uint32_t end)
{
    const wendi_mesh_view *view = &b->view;
    const wendi_mesh_filter *filter = &b->filter;
    for (uint32_t p = first; p < end; p++) {
        const uint32_t flags = view->flags == NULL ? 0 : view->flags[p];
        const bool is_shut = (view->closed != NULL && view->closed[p] != 0) ||
                             (flags & filter->flags_required) != filter->flags_required ||
                             (flags & filter->flags_refused) != 0;
        const double factor = filter->factors[view->areas[p]];
        b->rings.factor[p] = is_shut || !(factor <= 65536) ? 0 : factor;
    }
}

/* Every polygon that can be entered becomes a ring; edges to others become walls. */
static void fill_rings(build *b, uint32_t first_polygon, uint32_t end_polygon)
{
    cell_rings *r = &b->rings;
    const wendi_mesh_view *view = r->view;
    for (uint32_t p = first_polygon; p < end_polygon; p++) {
        const uint32_t first = view->firsts[p];
        const uint32_t end = view->ends[p];
        for (uint32_t c = first; c < end; c++) {
            const uint32_t beyond = view->neighbours[c];
            const bool is_open =
                beyond != WEND_NODE_NONE && r->factor[p] > 0 && r->factor[beyond] > 0;
            r->twin[c] = is_open ? view->twins[c] : NONE;
            r->next[c] = c + 1 == end ? first : c + 1;
            r->before[c] = c == first ? end - 1 : c - 1;
            r->polygon_of[c] = p;
        }
        for (uint32_t c = end; c < view->firsts[p + 1]; c++) {
            r->twin[c] = NONE; /* room for more corners, or those of a polygon that is cut up */
            r->is_gone[c] = true;
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

/* Lists the edges between rings that cost the same, the longest to come first. */
static void list_edges(build *b, uint32_t first, uint32_t end)
{
    cell_rings *r = &b->rings;
    for (uint32_t c = first; c < end; c++) {
        const uint32_t twin = r->twin[c];
        const double here = r->factor[r->polygon_of[c]];
        if (twin == NONE || twin < c || here < r->factor[r->polygon_of[twin]] ||
            here > r->factor[r->polygon_of[twin]]) {
            continue;
        }
        const wend_vec2 along = wend_vec2_sub(ring_point(r, r->next[c]), ring_point(r, c));
        r->order[b->edge_count].key = UINT64_MAX - bits_of(along.x * along.x + along.y * along.y);
        r->order[b->edge_count].value = c;
        b->edge_count++;
    }
}

/* Sorts runs of the edges. */
static void sort_runs(build *b, uint32_t first, uint32_t end)
{
    wendi_sort_pairs(b->rings.order + first, b->rings.scratch + first, end - first);
    b->run = SORT_RUN;
}

static bool is_sorted(const build *b)
{
    return b->run >= b->edge_count;
}

/* Merges pairs of runs into runs of twice their length, so many edges at a time. The first of two
 * equal ones is that of the first run, as in a sort of all. */
static void merge_runs(build *b)
{
    cell_rings *r = &b->rings;
    merge_state *m = &b->merging;
    for (uint32_t left = MERGES_A_UNIT; left > 0; left--) {
        if (m->out == m->end) { /* the next pair */
            if (m->end == b->edge_count) {
                wendi_sort_pair *order = r->order;
                r->order = r->scratch;
                r->scratch = order;
                b->run *= 2;
                m->end = 0;
                m->out = 0;
            }
            if (is_sorted(b)) {
                return;
            }
            const uint32_t rest = b->edge_count - m->end;
            m->one = m->end;
            m->two = m->one_end = m->end + (rest < b->run ? rest : b->run);
            const uint32_t second = b->edge_count - m->two;
            m->end = m->two + (second < b->run ? second : b->run);
        }
        const bool takes_two = m->one == m->one_end ||
                               (m->two < m->end && r->order[m->two].key < r->order[m->one].key);
        r->scratch[m->out++] = r->order[takes_two ? m->two++ : m->one++];
    }
}

/* Merges rings that cost the same while they stay convex, over the longest edges first. */
static void merge_rings(build *b, uint32_t first, uint32_t end)
{
    cell_rings *r = &b->rings;
    for (uint32_t i = first; i < end; i++) {
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
static void split_fans(build *b, uint32_t first, uint32_t end)
{
    wendi_mesh_cells *cells = &b->cells;
    bool *is_seen = b->marks;
    for (uint32_t h = first; h < end; h++) {
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

static void find_corners(build *b, uint32_t first, uint32_t end)
{
    const wendi_mesh_cells *cells = &b->cells;
    for (uint32_t h = first; h < end; h++) {
        if (cells->halves[h].twin == NONE && is_corner(cells, h)) {
            b->marks[cells->halves[h].vertex] = true;
        }
    }
}

static void mark_corners(build *b, uint32_t first, uint32_t end)
{
    for (uint32_t h = first; h < end; h++) {
        if (b->marks[b->cells.halves[h].vertex]) {
            b->cells.halves[h].flags |= WENDI_HALF_CORNER;
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

static void mark_dead_ends(build *b, uint32_t first, uint32_t end)
{
    wendi_mesh_cells *cells = &b->cells;
    bool *is_taken = b->marks;
    for (uint32_t start = first; start < end; start++) {
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

/* Numbers the components by their lowest cell: floods, so many cells at a time. @return true at the
 * end. */
static bool number_components(build *b)
{
    wendi_mesh_cells *cells = &b->cells;
    uint32_t *waiting = b->rings.next; /* no longer needed; there are fewer cells than corners */
    for (uint32_t left = FLOODED_A_UNIT; left > 0; left--) {
        if (b->done == b->waiting) { /* the next component */
            while (b->at < cells->cell_count && cells->components[b->at] != NONE) {
                b->at++;
            }
            if (b->at == cells->cell_count) {
                return true;
            }
            b->done = 0;
            b->waiting = 1;
            waiting[0] = b->at;
            cells->components[b->at] = b->at;
        }
        const uint32_t cell = waiting[b->done++];
        for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
            const uint32_t twin = cells->halves[h].twin;
            if (twin != NONE && cells->components[cells->halves[twin].cell] == NONE) {
                cells->components[cells->halves[twin].cell] = b->at;
                waiting[b->waiting++] = cells->halves[twin].cell;
            }
        }
    }
    return false;
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

static void set_open_halves(build *b, uint32_t first_half, uint32_t end)
{
    wendi_mesh_cells *cells = &b->cells;
    for (uint32_t h = first_half; h < end; h++) {
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

/* Centroids, and the least and the largest factor. */
static void set_figures(build *b, uint32_t first, uint32_t end)
{
    wendi_mesh_cells *cells = &b->cells;
    if (first == 0) {
        cells->factor_least = cells->factor_most = cells->cell_count > 0 ? cells->factors[0] : 1;
    }
    for (uint32_t cell = first; cell < end; cell++) {
        const double factor = cells->factors[cell];
        cells->factor_least = factor < cells->factor_least ? factor : cells->factor_least;
        cells->factor_most = factor > cells->factor_most ? factor : cells->factor_most;
        cells->centroids[cell] = centroid_of(cells, cell);
    }
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
 * half_of[corner] = NONE for all others. Once there is memory for cells, it is filled in. */
static void number_halves(build *b, uint32_t first, uint32_t end)
{
    cell_rings *r = &b->rings;
    wendi_mesh_cells *cells = b->cells.firsts != NULL ? &b->cells : NULL;
    for (uint32_t c = first; c < end; c++) {
        if (r->is_gone[c] || r->half_of[c] != NONE || !(r->factor[r->polygon_of[c]] > 0) ||
            is_needless(r, c)) {
            continue;
        }
        if (cells != NULL) {
            cells->firsts[b->cell_count] = b->half_count;
            cells->factors[b->cell_count] = r->factor[r->polygon_of[c]];
        }
        uint32_t at = c;
        do {
            if (!is_needless(r, at)) {
                r->half_of[at] = b->half_count;
                b->half_count++;
            }
            at = r->next[at];
        } while (at != c);
        b->cell_count++;
    }
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

static void fill_halves(build *b, uint32_t first, uint32_t end)
{
    cell_rings *r = &b->rings;
    for (uint32_t c = first; c < end; c++) {
        const uint32_t half = r->half_of[c];
        if (half == NONE) {
            continue;
        }
        wendi_mesh_half *h = &b->cells.halves[half];
        h->point = ring_point(r, c);
        h->vertex = r->view->vertices[c];
        h->twin = twin_half(r, c);
        h->flags = 0;
    }
}

static void fill_owners(build *b, uint32_t first, uint32_t end)
{
    wendi_mesh_cells *cells = &b->cells;
    for (uint32_t cell = first; cell < end; cell++) {
        for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
            cells->halves[h].cell = cell;
        }
    }
}

/* Finds the cell of each polygon: walked through the rings, then through merged edges. */
static void fill_polygons(build *b, uint32_t first, uint32_t end)
{
    cell_rings *r = &b->rings;
    wendi_mesh_cells *cells = &b->cells;
    for (uint32_t c = first; c < end; c++) {
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

/* Lists the polygons that have a cell. */
static void list_spread(build *b, uint32_t first, uint32_t end)
{
    uint32_t *waiting = b->rings.before; /* no longer needed */
    for (uint32_t p = first; p < end; p++) {
        if (b->cells.cell_of[p] != NONE) {
            waiting[b->waiting++] = p;
        }
    }
}

/* A polygon in the middle of a cell has no edge left on its ring: it gets the cell of its
 * neighbours. @return true at the end. */
static bool spread_polygons(build *b)
{
    const cell_rings *r = &b->rings;
    const wendi_mesh_view *view = r->view;
    wendi_mesh_cells *cells = &b->cells;
    uint32_t *waiting = b->rings.before;
    for (uint32_t left = FLOODED_A_UNIT; left > 0 && b->done < b->waiting; left--) {
        const uint32_t p = waiting[b->done++];
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            const uint32_t beyond = r->is_gone[c] ? r->polygon_of[r->twin[c]] : p;
            if (cells->cell_of[beyond] == NONE) {
                cells->cell_of[beyond] = cells->cell_of[p];
                waiting[b->waiting++] = beyond;
            }
        }
    }
    return b->done == b->waiting;
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

/* ---- units ---- */

static void clear_marks(build *b)
{
    memset(b->marks, 0, b->mark_count);
}

/* Memory for as many halves and cells as were counted. @return false without. */
static bool reserve_cells(build *b)
{
    wendi_mesh_cells *cells = &b->cells;
    const wend_allocator *a = &b->allocator;
    if (cells->firsts == NULL && !cells_reserve(cells, a, b->half_count, b->cell_count)) {
        wendi_mesh_cells_free(cells, a);
        cells->polygon_count = b->view.polygon_count;
        cells->vertex_count = b->view.vertex_count;
        return false;
    }
    b->mark_count = (size_t)b->half_count + b->view.vertex_count; /* cells and all fans are fewer */
    b->marks = wendi_alloc_zero(a, b->mark_count + 1);
    if (b->marks == NULL) {
        return false;
    }
    cells->half_count = b->half_count;
    cells->cell_count = b->cell_count;
    cells->firsts[b->cell_count] = b->half_count;
    b->half_count = b->cell_count = 0;
    memset(b->rings.half_of, 0xFF, b->view.corner_count * sizeof *b->rings.half_of);
    memset(cells->cell_of, 0xFF, b->view.polygon_count * sizeof *cells->cell_of);
    if (cells->cell_count > 0) { /* else there may be no arrays */
        memset(cells->exits, 0xFF, cells->cell_count * sizeof *cells->exits);
        memset(cells->components, 0xFF, cells->cell_count * sizeof *cells->components);
    }
    return true;
}

/* What the items of a phase are. */
typedef enum phase_items {
    OF_POLYGONS,
    OF_CORNERS,
    OF_EDGES,
    OF_HALVES,
    OF_CELLS,
    ONCE,    /* one unit */
    UNTIL_OK /* as many as it takes */
} phase_items;

typedef struct build_phase {
    phase_items items;
    uint32_t unit, steps; /* of so many items, some 50 ns each */
    void (*run)(build *b, uint32_t first, uint32_t end);
} build_phase;

enum {
    AT_FACTORS, /* reads the mesh as it is; all others read what never changes */
    AT_MERGE_RUNS = 4,
    AT_RESERVE = 7,
    AT_SPREAD = 13,
    AT_LIST,
    AT_CLEAR_FANS = 16,
    AT_CLEAR_CORNERS = 19,
    AT_COMPONENTS = 21,
    AT_END = 24
};

static const build_phase phases[AT_END] = {
    {OF_POLYGONS, 256, 24, read_factors},
    {OF_POLYGONS, 64, 40, fill_rings},
    {OF_CORNERS, 256, 80, list_edges},
    {OF_EDGES, SORT_RUN, 400, sort_runs},
    {UNTIL_OK, 0, 120, NULL}, /* AT_MERGE_RUNS */
    {OF_EDGES, 64, 160, merge_rings},
    {OF_CORNERS, 128, 100, number_halves},
    {ONCE, 0, 400, NULL}, /* AT_RESERVE */
    {OF_CORNERS, 128, 120, number_halves},
    {OF_CORNERS, 128, 80, fill_halves},
    {OF_CELLS, 128, 40, fill_owners},
    {OF_CORNERS, 256, 60, fill_polygons},
    {OF_POLYGONS, 512, 24, list_spread},
    {UNTIL_OK, 0, 120, NULL}, /* AT_SPREAD */
    {ONCE, 0, 400, NULL},     /* AT_LIST */
    {OF_HALVES, 256, 60, split_fans},
    {ONCE, 0, 60, NULL}, /* AT_CLEAR_FANS */
    {OF_HALVES, 64, 120, find_corners},
    {OF_HALVES, 512, 40, mark_corners},
    {ONCE, 0, 60, NULL}, /* AT_CLEAR_CORNERS */
    {OF_CELLS, 64, 60, mark_dead_ends},
    {UNTIL_OK, 0, 120, NULL}, /* AT_COMPONENTS */
    {OF_CELLS, 64, 80, set_figures},
    {OF_HALVES, 256, 60, set_open_halves},
};

static uint32_t items_of(const build *b, phase_items items)
{
    switch (items) {
    case OF_POLYGONS:
        return b->view.polygon_count;
    case OF_CORNERS:
        return b->view.corner_count;
    case OF_EDGES:
        return b->edge_count;
    case OF_HALVES:
        return b->cells.half_count;
    case OF_CELLS:
        return b->cells.cell_count;
    case ONCE:
    case UNTIL_OK:
    default:
        return 0;
    }
}

static void go_on(build *b)
{
    b->phase++;
    b->at = 0;
    if (b->phase == AT_SPREAD - 1 || b->phase == AT_COMPONENTS) {
        b->done = b->waiting = 0;
    }
}

/* A unit of a phase that is not a loop over items. @return WEND_OK at its end. */
static wend_result run_special(build *b)
{
    bool is_done = true;
    switch (b->phase) {
    case AT_MERGE_RUNS:
        if (!is_sorted(b)) {
            merge_runs(b);
        }
        is_done = is_sorted(b);
        break;
    case AT_RESERVE:
        if (!reserve_cells(b)) {
            return WEND_ERROR_MEMORY;
        }
        break;
    case AT_SPREAD:
        is_done = spread_polygons(b);
        break;
    case AT_LIST:
        list_polygons(&b->cells);
        break;
    case AT_CLEAR_FANS:
    case AT_CLEAR_CORNERS:
        clear_marks(b);
        break;
    case AT_COMPONENTS:
    default:
        is_done = number_components(b);
        break;
    }
    return is_done ? WEND_OK : WEND_IN_PROGRESS;
}

wend_result wendi_mesh_cells_unit(wendi_mesh_cells_build *b, uint64_t *steps)
{
    const build_phase *phase = &phases[b->phase];
    *steps += phase->steps;
    if (phase->run == NULL) {
        const wend_result result = run_special(b);
        if (result < 0) {
            return result;
        }
        if (result == WEND_OK) {
            go_on(b);
        }
        return WEND_IN_PROGRESS;
    }
    const uint32_t count = items_of(b, phase->items);
    const uint32_t end = count - b->at < phase->unit ? count : b->at + phase->unit;
    phase->run(b, b->at, end);
    b->at = end;
    if (end == count) {
        go_on(b);
    }
    return b->phase == AT_END ? WEND_OK : WEND_IN_PROGRESS;
}

bool wendi_mesh_cells_is_reading(const wendi_mesh_cells_build *b)
{
    return b->phase == AT_FACTORS;
}

void wendi_mesh_cells_read_again(wendi_mesh_cells_build *b, const wendi_mesh_view *view,
                                 const wendi_mesh_filter *filter)
{
    b->view = *view;
    b->filter = *filter;
    b->at = 0;
}

wendi_mesh_cells_build *wendi_mesh_cells_begin(const wendi_mesh_view *view,
                                               const wendi_mesh_filter *filter,
                                               const wend_allocator *allocator)
{
    build *b = wendi_alloc_zero(allocator, sizeof *b);
    if (b == NULL) {
        return NULL;
    }
    b->view = *view;
    b->filter = *filter;
    b->allocator = *allocator;
    b->rings = (cell_rings){.view = &b->view, .allocator = &b->allocator};
    b->cells.polygon_count = view->polygon_count;
    b->cells.vertex_count = view->vertex_count;
    b->run = SORT_RUN;
    if (!rings_reserve(&b->rings)) {
        wendi_mesh_cells_end(b, NULL);
        return NULL;
    }
    memset(b->rings.half_of, 0xFF, view->corner_count * sizeof *b->rings.half_of);
    return b;
}

void wendi_mesh_cells_end(wendi_mesh_cells_build *b, wendi_mesh_cells *cells)
{
    if (b == NULL) {
        return;
    }
    const wend_allocator allocator = b->allocator;
    rings_free(&b->rings);
    wendi_free(&allocator, b->marks, b->marks == NULL ? 0 : b->mark_count + 1);
    if (cells != NULL) {
        *cells = b->cells;
    } else {
        wendi_mesh_cells_free(&b->cells, &allocator);
    }
    wendi_free(&allocator, b, sizeof *b);
}
