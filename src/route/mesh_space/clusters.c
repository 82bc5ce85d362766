/* Finds clusters: merges polygons over their longest edges while their union stays convex.
 * Cost: some 0.1 us a polygon, once for a mesh. */
#include "route/mesh_space/clusters.h"

#include "base/core/memory.h"
#include "base/math/predicates.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* ---- memory ---- */

bool wendi_cluster_work_reserve(wendi_cluster_work *work, const wendi_mesh_clusters *clusters,
                                const wend_allocator *allocator)
{
    const size_t corners = clusters->base_corners;
    const size_t polygons = clusters->base_polygons;
    work->order = wendi_alloc(allocator, corners * sizeof *work->order);
    work->scratch = wendi_alloc(allocator, corners * sizeof *work->scratch);
    work->roots = wendi_alloc(allocator, polygons * sizeof *work->roots);
    work->sizes = wendi_alloc(allocator, polygons * sizeof *work->sizes);
    if (work->order == NULL || work->scratch == NULL || work->roots == NULL ||
        work->sizes == NULL) {
        return false;
    }
    for (uint32_t p = 0; p < clusters->base_polygons; p++) {
        work->roots[p] = p;
        work->sizes[p] = 1;
    }
    work->run = WENDI_CLUSTER_RUN;
    return true;
}

void wendi_cluster_work_free(wendi_cluster_work *work, const wendi_mesh_clusters *clusters,
                             const wend_allocator *allocator)
{
    const size_t corners = clusters->base_corners;
    const size_t polygons = clusters->base_polygons;
    wendi_free(allocator, work->order, corners * sizeof *work->order);
    wendi_free(allocator, work->scratch, corners * sizeof *work->scratch);
    wendi_free(allocator, work->roots, polygons * sizeof *work->roots);
    wendi_free(allocator, work->sizes, polygons * sizeof *work->sizes);
    memset(work, 0, sizeof *work);
}

/* ---- corners at vertices ---- */

void wendi_clusters_set_corner(wendi_mesh_clusters *clusters, uint32_t corner, uint32_t vertex)
{
    const uint32_t before = clusters->vertex_of[corner];
    if (before == vertex) {
        return;
    }
    if (before != NONE) {
        uint32_t *link = &clusters->first_corners[before];
        while (*link != corner) {
            link = &clusters->next_corners[*link];
        }
        *link = clusters->next_corners[corner];
    }
    if (vertex != NONE) {
        uint32_t *link = &clusters->first_corners[vertex];
        while (*link != NONE && *link < corner) {
            link = &clusters->next_corners[*link];
        }
        clusters->next_corners[corner] = *link;
        *link = corner;
    }
    clusters->vertex_of[corner] = vertex;
}

/* ---- rings ---- */

bool wendi_ring_is_convex(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    const double turn = wendi_orient(a, b, c);
    return turn > 0 ||
           (!(turn < 0) && wendi_compare_along(a, b, c) > 0 && wendi_compare_along(b, a, c) < 0);
}

void wendi_ring_reset(wendi_mesh_rings *rings, const wendi_mesh_view *view, uint32_t polygon)
{
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->ends[polygon];
    for (uint32_t c = first; c < end; c++) {
        rings->next[c] = c + 1 == end ? first : c + 1;
        rings->before[c] = c == first ? end - 1 : c - 1;
        rings->is_gone[c] = false;
        rings->half_of[c] = NONE;
    }
    for (uint32_t c = end; c < view->firsts[polygon + 1]; c++) {
        rings->twin[c] = rings->half_of[c] = NONE;
        rings->is_gone[c] = true;
    }
}

/* The first and the last of the edges around `corner` that the same two cells share in a row. */
static uint32_t chain_first(const wendi_mesh_rings *r, uint32_t corner)
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

static uint32_t chain_last(const wendi_mesh_rings *r, uint32_t corner)
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

/*       ...<-- after     here: first ... last, from a to b
 *   ----a ==== b----     there: their twins, from b to a
 *       before -->... */
bool wendi_ring_merge(wendi_mesh_rings *r, const wendi_mesh_view *view, uint32_t corner)
{
    const uint32_t first = chain_first(r, corner);
    const uint32_t last = chain_last(r, corner);
    const uint32_t into = r->before[first];               /* here, ends at a */
    const uint32_t out = r->next[last];                   /* here, begins at b */
    const uint32_t there_out = r->next[r->twin[first]];   /* there, begins at a */
    const uint32_t there_into = r->before[r->twin[last]]; /* there, ends at b */
    const wend_vec2 a = wendi_ring_point(view, first);
    const wend_vec2 b = wendi_ring_point(view, out);
    if (into == last ||
        !wendi_ring_is_convex(wendi_ring_point(view, into), a,
                              wendi_ring_point(view, r->next[there_out])) ||
        !wendi_ring_is_convex(wendi_ring_point(view, there_into), b,
                              wendi_ring_point(view, r->next[out]))) {
        return false;
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
    return true;
}

/* ---- edges, the longest first ---- */

/* A non-negative double's bits rise with it. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void wendi_clusters_list_edges(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                               const wendi_mesh_view *view, uint32_t first_polygon, uint32_t end)
{
    for (uint32_t p = first_polygon; p < end; p++) {
        const uint32_t first = view->firsts[p];
        const uint32_t after = view->ends[p];
        for (uint32_t c = first; c < after; c++) {
            clusters->polygon_of[c] = p;
            if (view->twins[c] == NONE || view->twins[c] < c) {
                continue;
            }
            const wend_vec2 along = wend_vec2_sub(
                wendi_ring_point(view, c + 1 == after ? first : c + 1), wendi_ring_point(view, c));
            work->order[work->order_count].key =
                UINT64_MAX - bits_of(along.x * along.x + along.y * along.y);
            work->order[work->order_count].value = c;
            work->order_count++;
        }
    }
}

void wendi_clusters_sort_run(wendi_cluster_work *work, uint32_t first, uint32_t end)
{
    wendi_sort_pairs(work->order + first, work->scratch + first, end - first);
}

/* So many edges at a time. The first of two equal ones is that of the first run, as in a sort of
 * all. */
bool wendi_clusters_merge_runs(wendi_cluster_work *w)
{
    for (uint32_t left = WENDI_CLUSTER_MERGES; left > 0 && w->run < w->order_count; left--) {
        if (w->out == w->end) { /* the next pair */
            if (w->end == w->order_count) {
                wendi_sort_pair *order = w->order;
                w->order = w->scratch;
                w->scratch = order;
                w->run *= 2;
                w->end = 0;
                w->out = 0;
            }
            if (w->run >= w->order_count) {
                break;
            }
            const uint32_t rest = w->order_count - w->end;
            w->one = w->end;
            w->two = w->one_end = w->end + (rest < w->run ? rest : w->run);
            const uint32_t second = w->order_count - w->two;
            w->end = w->two + (second < w->run ? second : w->run);
        }
        const bool takes_two = w->one == w->one_end ||
                               (w->two < w->end && w->order[w->two].key < w->order[w->one].key);
        w->scratch[w->out++] = w->order[takes_two ? w->two++ : w->one++];
    }
    return w->run >= w->order_count;
}

/* ---- clusters ---- */

static uint32_t root_of(wendi_cluster_work *work, uint32_t polygon)
{
    while (work->roots[polygon] != polygon) {
        work->roots[polygon] = work->roots[work->roots[polygon]];
        polygon = work->roots[polygon];
    }
    return polygon;
}

void wendi_clusters_merge(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                          wendi_mesh_rings *rings, const wendi_mesh_view *view, uint32_t first_edge,
                          uint32_t end)
{
    for (uint32_t i = first_edge; i < end; i++) {
        const uint32_t corner = work->order[i].value;
        if (rings->is_gone[corner]) {
            continue;
        }
        const uint32_t a = root_of(work, clusters->polygon_of[corner]);
        const uint32_t b = root_of(work, clusters->polygon_of[rings->twin[corner]]);
        const uint32_t polygons = work->sizes[a] + (a != b ? work->sizes[b] : 0);
        if (polygons <= WENDI_CLUSTER_POLYGONS && wendi_ring_merge(rings, view, corner)) {
            work->roots[b] = a;
            work->sizes[a] = polygons;
        }
    }
}

void wendi_clusters_number(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                           const wendi_mesh_rings *rings, uint32_t first_corner, uint32_t end)
{
    for (uint32_t c = first_corner; c < end; c++) {
        if (rings->is_gone[c]) {
            continue; /* merged away */
        }
        const uint32_t root = root_of(work, clusters->polygon_of[c]);
        if (clusters->cluster_of[root] == NONE) {
            clusters->cluster_of[root] = clusters->count++;
        }
    }
    clusters->edge_count = work->order_count; /* at most */
}

void wendi_clusters_count(wendi_mesh_clusters *clusters, wendi_cluster_work *work,
                          const wendi_mesh_view *view, const wendi_mesh_rings *rings,
                          uint32_t first_polygon, uint32_t end)
{
    for (uint32_t p = first_polygon; p < end; p++) {
        const uint32_t root = root_of(work, p);
        const uint32_t cluster = clusters->cluster_of[root];
        clusters->cluster_of[p] = cluster;
        clusters->polygon_firsts[cluster]++;
        for (uint32_t c = view->firsts[p]; c < view->ends[p]; c++) {
            clusters->whole_firsts[cluster] += !rings->is_gone[c];
            clusters->split_firsts[cluster] += work->sizes[root] > 1;
        }
    }
}

static void add_up(uint32_t *firsts, uint32_t count, uint32_t sum)
{
    for (uint32_t i = 0; i <= count; i++) {
        const uint32_t here = firsts[i];
        firsts[i] = sum;
        sum += here;
    }
}

/* True if the edge lies inside of a cluster. */
static bool is_inner(const wendi_mesh_clusters *clusters, const wendi_mesh_view *view,
                     uint32_t corner)
{
    return clusters->cluster_of[clusters->polygon_of[corner]] ==
           clusters->cluster_of[clusters->polygon_of[view->twins[corner]]];
}

void wendi_clusters_count_edges(wendi_mesh_clusters *clusters, const wendi_cluster_work *work,
                                const wendi_mesh_view *view, uint32_t first_edge, uint32_t end)
{
    for (uint32_t i = first_edge; i < end; i++) {
        const uint32_t c = work->order[i].value;
        clusters->edge_firsts[clusters->cluster_of[clusters->polygon_of[c]]] +=
            is_inner(clusters, view, c);
    }
}

void wendi_clusters_add_up(wendi_mesh_clusters *clusters)
{
    add_up(clusters->polygon_firsts, clusters->count, 0);
    add_up(clusters->edge_firsts, clusters->count, 0);
    add_up(clusters->whole_firsts, clusters->count, 0);
    add_up(clusters->split_firsts, clusters->count, clusters->whole_firsts[clusters->count]);
    clusters->base_halves = clusters->split_firsts[clusters->count];
}

void wendi_clusters_place_edges(wendi_mesh_clusters *clusters, const wendi_cluster_work *work,
                                const wendi_mesh_view *view, uint32_t first_edge, uint32_t end)
{
    for (uint32_t i = first_edge; i < end; i++) {
        const uint32_t c = work->order[i].value;
        if (is_inner(clusters, view, c)) {
            clusters
                ->edges[clusters->edge_firsts[clusters->cluster_of[clusters->polygon_of[c]]]++] = c;
        }
    }
}

void wendi_clusters_place(wendi_mesh_clusters *clusters, uint32_t first_polygon, uint32_t end)
{
    for (uint32_t p = first_polygon; p < end; p++) {
        clusters->polygons[clusters->polygon_firsts[clusters->cluster_of[p]]++] = p;
    }
}

static void move_back(uint32_t *firsts, uint32_t count)
{
    memmove(firsts + 1, firsts, count * sizeof *firsts);
    firsts[0] = 0;
}

void wendi_clusters_end(wendi_mesh_clusters *clusters)
{
    move_back(clusters->polygon_firsts, clusters->count);
    move_back(clusters->edge_firsts, clusters->count);
}
