/* The spans on the border of a convex polygon between which a disc can move without leaving it.
 * Cost: for each pair of walls some 30 ns; for a pair that may cut, the edges near the cut. */
#include "route/mesh_disc/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

static wend_vec2 at_line(wend_vec2 from, wend_vec2 delta, double t)
{
    const wend_vec2 at = {from.x + delta.x * t, from.y + delta.y * t};
    return at;
}

void wendi_disc_ring_clear(wendi_disc_ring *ring)
{
    ring->point_count = ring->span_count = 0;
}

bool wendi_disc_ring_point(wend_mesh_search *search, wendi_disc_ring *ring, wend_vec2 point)
{
    void *points = wendi_disc_grow(search, ring->points, &ring->point_capacity,
                                   ring->point_count + 1, sizeof *ring->points);
    if (points == NULL) {
        return false;
    }
    ring->points = points;
    ring->points[ring->point_count++] = point;
    return true;
}

bool wendi_disc_ring_add(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t edge, double low,
                         double high, uint32_t node)
{
    void *spans = wendi_disc_grow(search, ring->spans, &ring->span_capacity, ring->span_count + 1,
                                  sizeof *ring->spans);
    if (spans == NULL) {
        return false;
    }
    ring->spans = spans;
    ring->spans[ring->span_count++] = (wendi_disc_ring_span){low, high, edge, node};
    return true;
}

static wend_vec2 edge_of(const wendi_disc_ring *ring, uint32_t edge)
{
    const uint32_t next = edge + 1 == ring->point_count ? 0 : edge + 1;
    return wendi_disc_sub(ring->points[next], ring->points[edge]);
}

double wendi_disc_ring_along(const wendi_disc_ring *ring, uint32_t edge, wend_vec2 position)
{
    const wend_vec2 e = edge_of(ring, edge);
    const double square = wendi_disc_dot(e, e);
    const double t =
        square > 0 ? wendi_disc_dot(wendi_disc_sub(position, ring->points[edge]), e) / square : 0;
    return t > 0 ? t < 1 ? t : 1 : 0;
}

wend_vec2 wendi_disc_ring_middle(const wendi_disc_ring *ring, size_t span)
{
    const wendi_disc_ring_span *s = &ring->spans[span];
    return at_line(ring->points[s->edge], edge_of(ring, s->edge), 0.5 * (s->low + s->high));
}

bool wendi_disc_ring_clip(const wendi_disc_ring *ring, wend_vec2 from, wend_vec2 direction,
                          wendi_disc_clip *clip)
{
    clip->low = -(double)INFINITY;
    clip->high = (double)INFINITY;
    for (uint32_t k = 0; k < ring->point_count; k++) {
        const wend_vec2 e = edge_of(ring, k);
        const double base = wendi_disc_cross(e, wendi_disc_sub(from, ring->points[k]));
        const double slope = wendi_disc_cross(e, direction);
        if (slope > 0 && -base / slope > clip->low) {
            clip->low = -base / slope;
        } else if (slope < 0 && -base / slope < clip->high) {
            clip->high = -base / slope;
        }
    }
    clip->begin = at_line(from, direction, clip->low);
    clip->end = at_line(from, direction, clip->high);
    return clip->low > -(double)INFINITY && clip->high < (double)INFINITY && clip->low < clip->high;
}

uint32_t wendi_disc_ring_edge(const wendi_disc_ring *ring, wend_vec2 position)
{
    uint32_t best = 0;
    double least = (double)INFINITY;
    for (uint32_t k = 0; k < ring->point_count; k++) {
        const wend_vec2 to = at_line(ring->points[k], edge_of(ring, k), 1);
        const double distance = wendi_disc_point_distance(position, ring->points[k], to);
        if (distance < least) {
            least = distance;
            best = k;
        }
    }
    return best;
}

/* ---- gaps ---- */

bool wendi_disc_ring_begin(wend_mesh_search *search, wendi_disc_ring *ring)
{
    if (!wendi_array_u32_resize(&ring->gaps, ring->span_count)) {
        search->disc->is_out_of_memory = true;
        return false;
    }
    for (uint32_t k = 0; k < ring->span_count; k++) {
        ring->gaps.items[k] = k;
    }
    return true;
}

/* The gap that contains a point of an edge; NONE: it lies in a span. */
static uint32_t gap_at(const wendi_disc_ring *ring, uint32_t edge, wend_vec2 position)
{
    const double t = wendi_disc_ring_along(ring, edge, position);
    uint32_t k = 0;
    while (k < ring->span_count && (ring->spans[k].edge < edge ||
                                    (ring->spans[k].edge == edge && ring->spans[k].high < t))) {
        k++;
    }
    if (k == ring->span_count) {
        return 0;
    }
    return ring->spans[k].edge == edge && ring->spans[k].low <= t ? NONE : k;
}

/* Nearer by more than rounding, so that a passage just wide enough stays open. */
static double too_near(const wendi_mesh_disc *disc)
{
    return disc->room - 4 * disc->slack;
}

/* Joins the gaps of two points between which the disc should have no clearance. Where floors lie
 * over each other the walls may be those of another floor: so the line is tested. */
static void join_gaps(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t cell,
                      const uint32_t *gaps, wend_vec2 from, wend_vec2 to)
{
    if (gaps[0] == NONE || gaps[1] == NONE ||
        wendi_disc_find_root(&ring->gaps, gaps[0]) == wendi_disc_find_root(&ring->gaps, gaps[1])) {
        return;
    }
    wendi_disc_find_free(search, from, to, cell);
    if (search->disc->cut_count == 0 && !search->disc->is_out_of_memory) {
        wendi_disc_join_roots(&ring->gaps, gaps[0], gaps[1]);
    }
}

void wendi_disc_ring_touch(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t cell,
                           wendi_disc_wall wall)
{
    const double near = too_near(search->disc);
    uint32_t gaps[2] = {NONE, NONE};
    wend_vec2 first = {0, 0};
    if (ring->span_count < 2 || !(near > 0)) {
        return;
    }
    for (uint32_t k = 0; k < ring->point_count; k++) {
        double middle;
        const wend_vec2 from = ring->points[k];
        const wend_vec2 to = at_line(from, edge_of(ring, k), 1);
        if (!wendi_disc_line_is_near(from, to, wall.from, wall.to, near, &middle)) {
            continue;
        }
        const wend_vec2 at = at_line(from, edge_of(ring, k), middle);
        gaps[1] = gap_at(ring, k, at);
        if (gaps[0] == NONE) {
            gaps[0] = gaps[1];
            first = at;
        } else {
            join_gaps(search, ring, cell, gaps, first, at);
        }
    }
}

static wend_vec2 nearest_on(wendi_disc_wall wall, wend_vec2 position)
{
    const wend_vec2 e = wendi_disc_sub(wall.to, wall.from);
    const double square = wendi_disc_dot(e, e);
    const double t =
        square > 0 ? wendi_disc_dot(wendi_disc_sub(position, wall.from), e) / square : 0;
    return t <= 0 ? wall.from : t >= 1 ? wall.to : at_line(wall.from, e, t);
}

/* Finds where two walls that do not cross are nearest to each other. @return the squared distance.
 */
static double nearest(wendi_disc_wall a, wendi_disc_wall b, wend_vec2 *on_a, wend_vec2 *on_b)
{
    const wend_vec2 ends[] = {a.from, a.to, b.from, b.to};
    double best = (double)INFINITY;
    for (int i = 0; i < 4; i++) {
        const wend_vec2 there = nearest_on(i < 2 ? b : a, ends[i]);
        const wend_vec2 off = wendi_disc_sub(there, ends[i]);
        const double square = wendi_disc_dot(off, off);
        if (square < best) {
            best = square;
            *on_a = i < 2 ? ends[i] : there;
            *on_b = i < 2 ? there : ends[i];
        }
    }
    return best;
}

void wendi_disc_ring_cut(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t cell,
                         wendi_disc_wall a, wendi_disc_wall b)
{
    const double width = 2 * too_near(search->disc);
    wend_vec2 from = {0, 0};
    wend_vec2 to = {0, 0};
    const double square = nearest(a, b, &from, &to);
    if (ring->span_count < 2 || !(width > 0) || !(square > 0) || square >= width * width) {
        return;
    }
    wendi_disc_clip clip;
    const double rounding = search->disc->slack / sqrt(square);
    if (!wendi_disc_ring_clip(ring, from, wendi_disc_sub(to, from), &clip) ||
        clip.low < -rounding || clip.high > 1 + rounding || clip.low > 0.5 || clip.high < 0.5) {
        return;
    }
    const uint32_t gaps[] = {gap_at(ring, wendi_disc_ring_edge(ring, clip.begin), clip.begin),
                             gap_at(ring, wendi_disc_ring_edge(ring, clip.end), clip.end)};
    join_gaps(search, ring, cell, gaps, clip.begin, clip.end);
}

/* Behind a span, the border of its component follows the pieces that begin in the next gap, and
 * returns to the border of the ring in the last gap before it that they reach: the span behind that
 * gap is the next of the component. */
void wendi_disc_ring_join(wendi_disc_ring *ring, wendi_array_u32 *roots)
{
    const uint32_t count = (uint32_t)ring->span_count;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t gap = k + 1 == count ? 0 : k + 1;
        const uint32_t root = wendi_disc_find_root(&ring->gaps, gap);
        do {
            gap = gap == 0 ? count - 1 : gap - 1;
        } while (wendi_disc_find_root(&ring->gaps, gap) != root);
        wendi_disc_join_roots(roots, ring->spans[k].node, ring->spans[gap].node);
    }
}
