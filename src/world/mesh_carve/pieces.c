/* Carves shapes out of a convex polygon.
 * Cost: a triangulation of the rim's points and those of the holes, some 1 us a point. */
#include "world/mesh_carve/pieces.h"

#include "base/core/memory.h"
#include "base/math/predicates.h"
#include "world/mesh_carve/direct.h"
#include "world/triangulation/merge.h"
#include "world/triangulation/winding.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* Points and lines on their way to a triangulation. */
typedef struct carver {
    const wendi_carve_input *input;
    const wend_allocator *keep, *work;
    wend_vec2 *points;     /* the rim's first, then corners of shapes */
    wendi_cdt_line *lines; /* the rim's first */
    uint32_t *outlines;    /* of each line: 0 the rim, 1 + i shape i */
    uint32_t point_count, line_count, line_capacity;
    bool is_covered; /* by one shape alone */
} carver;

/* ---- lines ---- */

static bool add_line(carver *c, uint32_t from, uint32_t to, uint32_t outline)
{
    if (c->line_count == c->line_capacity) {
        const uint32_t wanted = 2 * c->line_capacity;
        wendi_cdt_line *lines =
            wendi_resize_items(c->work, c->lines, c->line_capacity, wanted, sizeof *c->lines);
        uint32_t *outlines =
            wendi_resize_items(c->work, c->outlines, c->line_capacity, wanted, sizeof *c->outlines);
        if (lines == NULL || outlines == NULL) {
            return false;
        }
        c->lines = lines;
        c->outlines = outlines;
        c->line_capacity = wanted;
    }
    c->lines[c->line_count] = (wendi_cdt_line){from, to};
    c->outlines[c->line_count++] = outline;
    return true;
}

static uint32_t next_on_rim(const carver *c, uint32_t i)
{
    return i + 1 == c->input->rim_count ? 0 : i + 1;
}

static bool begin(carver *c)
{
    const wendi_carve_input *input = c->input;
    uint32_t corners = 0;
    for (uint32_t i = 0; i < input->shape_count; i++) {
        corners += input->shapes[i]->count;
    }
    c->line_capacity = 2 * (input->rim_count + corners) + 8;
    c->points = wendi_alloc_items(c->work, (size_t)input->rim_count + corners, sizeof *c->points);
    c->lines = wendi_alloc_items(c->work, c->line_capacity, sizeof *c->lines);
    c->outlines = wendi_alloc_items(c->work, c->line_capacity, sizeof *c->outlines);
    if (c->points == NULL || c->lines == NULL || c->outlines == NULL) {
        return false;
    }
    memcpy(c->points, input->rim, input->rim_count * sizeof *c->points);
    c->point_count = input->rim_count;
    for (uint32_t i = 0; i < input->rim_count; i++) {
        (void)add_line(c, i, next_on_rim(c, i), 0);
    }
    return true;
}

/* ---- holes ---- */

/* A point of a shape's outline within the polygon, with the edges of the shape on which the outline
 * reaches and leaves it: the same one between two corners. */
typedef struct hole_point {
    uint32_t point, enters, leaves;
} hole_point;

enum { HOLE_POINTS_MAX = 5 * WENDI_CARVE_CORNERS_MAX };

typedef struct hole {
    hole_point points[HOLE_POINTS_MAX];
    uint32_t count;
} hole;

static void add_point(hole *h, hole_point at)
{
    if (h->count > 0 && h->points[h->count - 1].point == at.point) {
        h->points[h->count - 1].leaves = at.leaves;
    } else if (h->count < HOLE_POINTS_MAX) {
        h->points[h->count++] = at;
    }
}

static uint32_t find_on_rim(const carver *c, wend_vec2 at)
{
    for (uint32_t i = 0; i < c->input->rim_count; i++) {
        if (wendi_carve_is_same(c->input->rim[i], at)) {
            return i;
        }
    }
    return NONE;
}

static wend_vec2 corner_of(const carver *c, uint32_t edge)
{
    const wendi_carve_input *input = c->input;
    return input->rim[edge == input->edge_count ? 0 : input->firsts[edge]];
}

/* Adds a corner of a shape, if it lies within the polygon. */
static void add_corner(carver *c, hole *h, wend_vec2 at, hole_point what)
{
    bool is_inside = true;
    for (uint32_t e = 0; e < c->input->edge_count; e++) {
        const double side = wendi_orient(corner_of(c, e), corner_of(c, e + 1), at);
        if (side < 0) {
            return;
        }
        is_inside = is_inside && side > 0;
    }
    what.point = is_inside ? NONE : find_on_rim(c, at);
    if (what.point == NONE) {
        what.point = c->point_count;
        c->points[c->point_count++] = at;
    }
    add_point(h, what);
}

/* True if a comes before b on the way from one point to another. */
static bool is_before(wend_vec2 from, wend_vec2 to, wend_vec2 a, wend_vec2 b)
{
    const double x = to.x - from.x;
    const double y = to.y - from.y;
    return (x < 0 ? -x : x) > (y < 0 ? -y : y) ? (x > 0 ? a.x < b.x : a.x > b.x)
                                               : (y > 0 ? a.y < b.y : a.y > b.y);
}

/* Adds the points of the rim on a shape's edge from a to b, between its ends, in order. */
static void add_crossings(const carver *c, hole *h, wend_vec2 a, wend_vec2 b, uint32_t edge,
                          const uint32_t *opposite)
{
    uint32_t found[2 * WENDI_CARVE_CORNERS_MAX];
    uint32_t count = 0;
    const wend_vec2 low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
    const wend_vec2 high = {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
    for (uint32_t e = 0; e < c->input->edge_count && count + 2 < 2 * WENDI_CARVE_CORNERS_MAX; e++) {
        const wend_vec2 p = corner_of(c, e);
        const wend_vec2 q = corner_of(c, e + 1);
        if ((p.x < low.x && q.x < low.x) || (p.x > high.x && q.x > high.x) ||
            (p.y < low.y && q.y < low.y) || (p.y > high.y && q.y > high.y)) {
            continue;
        }
        wend_vec2 at;
        const double side = wendi_orient(a, b, p);
        if (!(side > 0) && !(side < 0) && wendi_carve_is_between(a, p, b)) {
            found[count++] = c->input->firsts[e];
        }
        if (opposite[e] != 0 ? wendi_carve_cross(q, p, a, b, &at)
                             : wendi_carve_cross(p, q, a, b, &at)) {
            const uint32_t on_rim = find_on_rim(c, at);
            if (on_rim != NONE) {
                found[count++] = on_rim;
            }
        }
    }
    for (uint32_t i = 1; i < count; i++) {
        for (uint32_t k = i;
             k > 0 && is_before(a, b, c->input->rim[found[k]], c->input->rim[found[k - 1]]); k--) {
            const uint32_t other = found[k];
            found[k] = found[k - 1];
            found[k - 1] = other;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        add_point(h, (hole_point){found[i], edge, edge});
    }
}

/* True if two points of the rim lie on one edge of the polygon. */
static bool share_edge(const carver *c, uint32_t i, uint32_t k)
{
    for (uint32_t e = 0; e < c->input->edge_count; e++) {
        const uint32_t first = c->input->firsts[e];
        const uint32_t last = c->input->firsts[e + 1];
        const bool has_i = (i >= first && i <= last) || (i == 0 && last == c->input->rim_count);
        const bool has_k = (k >= first && k <= last) || (k == 0 && last == c->input->rim_count);
        if (has_i && has_k) {
            return true;
        }
    }
    return false;
}

/* Joins two points of a hole: by a straight line where the shape's edge runs inside the polygon, else
 * along the rim. */
static bool join(carver *c, const hole *h, uint32_t i, uint32_t outline, bool *is_straight)
{
    const uint32_t k = i + 1 == h->count ? 0 : i + 1;
    const hole_point *a = &h->points[i];
    const hole_point *b = &h->points[k];
    const uint32_t rim_count = c->input->rim_count;
    const bool is_on_edge = a->leaves == b->enters && (k > i || b->enters != b->leaves);
    const bool are_on_rim = a->point < rim_count && b->point < rim_count;
    if (!are_on_rim || (is_on_edge && !share_edge(c, a->point, b->point))) {
        *is_straight = true;
        return add_line(c, a->point, b->point, outline);
    }
    bool is_done = true;
    for (uint32_t at = a->point; is_done && at != b->point; at = next_on_rim(c, at)) {
        is_done = add_line(c, at, next_on_rim(c, at), outline);
    }
    return is_done;
}

static bool add_hole(carver *c, uint32_t shape_index, const uint32_t *opposite)
{
    const wendi_carve_shape *shape = c->input->shapes[shape_index];
    hole h;
    h.count = 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        const uint32_t before = i == 0 ? shape->count - 1 : i - 1;
        const wend_vec2 a = shape->points[i];
        const wend_vec2 b = shape->points[i + 1 == shape->count ? 0 : i + 1];
        add_corner(c, &h, a, (hole_point){0, before, i});
        add_crossings(c, &h, a, b, i, opposite);
    }
    if (h.count > 1 && h.points[0].point == h.points[h.count - 1].point) {
        h.points[0].enters = h.points[h.count - 1].enters;
        h.count--;
    }
    bool is_done = true;
    bool is_straight = false;
    const uint32_t first_line = c->line_count;
    for (uint32_t i = 0; is_done && h.count > 1 && i < h.count; i++) {
        is_done = join(c, &h, i, 1 + shape_index, &is_straight);
    }
    if (is_done && !is_straight) {
        c->line_count = first_line;
        c->is_covered = true; /* no part of its outline runs inside, and they overlap */
    }
    return is_done;
}

/* ---- points of the rim in the triangulation ---- */

/* The half-edge from one vertex to another; NONE. */
static uint32_t half_between(const wendi_cdt *cdt, uint32_t from, uint32_t to)
{
    const uint32_t first = cdt->firsts[from];
    uint32_t half = first;
    do {
        if (wendi_cdt_target(cdt, half) == to) {
            return half;
        }
        half = cdt->halves[wendi_cdt_previous(half)].twin;
    } while (half != NONE && half != first);
    return NONE;
}

static bool has_line(const wendi_cdt *cdt, uint32_t half, uint32_t line)
{
    uint32_t mark = cdt->halves[half].mark;
    while (mark != WENDI_CDT_NONE) {
        uint32_t other;
        bool is_forward;
        mark = wendi_cdt_read(cdt, mark, &other, &is_forward);
        if (other == line && is_forward) {
            return true;
        }
    }
    return false;
}

static uint32_t edge_of(const carver *c, uint32_t rim_point)
{
    uint32_t e = 0;
    while (e + 1 < c->input->edge_count && c->input->firsts[e + 1] <= rim_point) {
        e++;
    }
    return e;
}

/* Lists the vertices within a line of the rim. @return false: no memory. */
static bool add_extras(const carver *c, const wendi_cdt *cdt, uint32_t line,
                       wendi_carve_pieces *pieces)
{
    uint32_t at = cdt->vertices[line];
    const uint32_t end = cdt->vertices[next_on_rim(c, line)];
    for (uint32_t steps = 0; at != end && steps < cdt->vertex_count; steps++) {
        uint32_t half = cdt->firsts[at];
        for (uint32_t turns = 0; !has_line(cdt, half, line); turns++) {
            half = cdt->halves[wendi_cdt_previous(half)].twin;
            if (half == NONE || turns > cdt->half_count) {
                return true;
            }
        }
        at = wendi_cdt_target(cdt, half);
        if (at == end) {
            break;
        }
        const uint32_t count = pieces->extra_count;
        uint32_t *edges = wendi_resize_items(c->keep, pieces->extra_edges, count, count + 1,
                                             sizeof *pieces->extra_edges);
        pieces->extra_edges = edges == NULL ? pieces->extra_edges : edges;
        wend_vec2 *extras =
            wendi_resize_items(c->keep, pieces->extras, count, count + 1, sizeof *pieces->extras);
        pieces->extras = extras == NULL ? pieces->extras : extras;
        if (edges == NULL || extras == NULL) {
            return false;
        }
        edges[count] = edge_of(c, line);
        extras[count] = cdt->points[at];
        pieces->extra_count = count + 1;
    }
    return true;
}

static bool check_rim(const carver *c, const wendi_cdt *cdt, wendi_carve_pieces *pieces)
{
    for (uint32_t i = 0; i < c->input->rim_count; i++) {
        if (half_between(cdt, cdt->vertices[i], cdt->vertices[next_on_rim(c, i)]) == NONE &&
            !add_extras(c, cdt, i, pieces)) {
            return false;
        }
    }
    return true;
}

/* ---- pieces ---- */

static bool reserve_pieces(const carver *c, uint32_t count, uint32_t corner_count,
                           wendi_carve_pieces *pieces)
{
    const uint32_t rim_count = c->input->rim_count;
    pieces->count = count;
    pieces->corner_count = corner_count;
    pieces->rim_corners = wendi_alloc_items(c->keep, rim_count, sizeof(uint32_t));
    if (pieces->rim_corners == NULL) {
        return false;
    }
    memset(pieces->rim_corners, 0xff, rim_count * sizeof(uint32_t));
    if (count == 0) {
        return true;
    }
    pieces->sizes = wendi_alloc_items(c->keep, count, sizeof(uint32_t));
    pieces->corners = wendi_alloc_items(c->keep, corner_count, sizeof(uint32_t));
    pieces->owners = wendi_alloc_items(c->keep, corner_count, sizeof(uint32_t));
    pieces->twins = wendi_alloc_items(c->keep, corner_count, sizeof(uint32_t));
    return pieces->sizes != NULL && pieces->corners != NULL && pieces->owners != NULL &&
           pieces->twins != NULL;
}

/* A rim that is convex and short is its own piece. */
static bool is_one_piece(const carver *c)
{
    const wendi_carve_input *input = c->input;
    const uint32_t count = input->rim_count;
    if (input->shape_count > 0 || count > WENDI_CARVE_PIECE_CORNERS) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_vec2 a = input->rim[i == 0 ? count - 1 : i - 1];
        const wend_vec2 b = input->rim[i];
        const wend_vec2 d = input->rim[next_on_rim(c, i)];
        const double side = wendi_orient(a, b, d);
        if (side < 0 || (!(side > 0) && !wendi_carve_is_between(a, b, d))) {
            return false;
        }
    }
    return true;
}

static bool make_one_piece(const carver *c, wendi_carve_pieces *pieces)
{
    const uint32_t count = c->input->rim_count;
    if (!reserve_pieces(c, 1, count, pieces)) {
        return false;
    }
    pieces->sizes[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        pieces->corners[i] = i;
        pieces->owners[i] = 0;
        pieces->twins[i] = NONE;
        pieces->rim_corners[i] = i;
    }
    return true;
}

/* The corner of a polygon whose edge runs from one vertex to another. */
static uint32_t find_corner(const wendi_convex_polygons *from, uint32_t first, uint32_t size,
                            uint32_t vertex, uint32_t next)
{
    for (uint32_t i = 0; i < size; i++) {
        if (from->corners[first + i] == vertex &&
            from->corners[first + (i + 1 == size ? 0 : i + 1)] == next) {
            return first + i;
        }
    }
    return NONE;
}

/* Numbers the vertices: those of the rim as there, others in the order in which pieces use them. */
static bool number_points(const carver *c, const wendi_cdt *cdt, const wendi_convex_polygons *from,
                          uint32_t *numbers, wendi_carve_pieces *pieces)
{
    memset(numbers, 0xff, cdt->vertex_count * sizeof *numbers);
    for (uint32_t i = 0; i < c->input->rim_count; i++) {
        numbers[cdt->vertices[i]] = i;
    }
    pieces->inner = wendi_alloc_items(c->keep, cdt->vertex_count, sizeof *pieces->inner);
    if (pieces->inner == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < from->corner_count; i++) {
        uint32_t *number = &numbers[from->corners[i]];
        if (*number == NONE) {
            *number = c->input->rim_count + pieces->inner_count;
            pieces->inner[pieces->inner_count++] = cdt->points[from->corners[i]];
        }
        pieces->corners[i] = *number;
    }
    return true;
}

static bool write_pieces(const carver *c, const wendi_cdt *cdt, const wendi_convex_polygons *from,
                         wendi_carve_pieces *pieces)
{
    uint32_t *numbers = wendi_alloc_items(c->work, cdt->vertex_count, sizeof *numbers);
    uint32_t *firsts = wendi_alloc_items(c->work, (size_t)from->count + 1, sizeof *firsts);
    if (numbers == NULL || firsts == NULL ||
        !reserve_pieces(c, from->count, from->corner_count, pieces) ||
        !number_points(c, cdt, from, numbers, pieces)) {
        return false;
    }
    firsts[0] = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        pieces->sizes[i] = from->sizes[i];
        firsts[i + 1] = firsts[i] + from->sizes[i];
    }
    for (uint32_t i = 0; i < from->count; i++) {
        for (uint32_t k = firsts[i]; k < firsts[i + 1]; k++) {
            const uint32_t next = k + 1 == firsts[i + 1] ? firsts[i] : k + 1;
            const uint32_t beyond = from->neighbours[k];
            const uint32_t point = pieces->corners[k];
            pieces->owners[k] = i;
            pieces->twins[k] = beyond == NONE
                                   ? NONE
                                   : find_corner(from, firsts[beyond], from->sizes[beyond],
                                                 from->corners[next], from->corners[k]);
            if (beyond == NONE && point < c->input->rim_count &&
                pieces->corners[next] == next_on_rim(c, point)) {
                pieces->rim_corners[point] = k;
            }
        }
    }
    return true;
}

/* Triangulates, labels and merges. */
static bool triangulate(const carver *c, wendi_carve_pieces *pieces)
{
    const uint32_t outline_count = 1 + c->input->shape_count;
    wendi_cdt cdt;
    if (wendi_cdt_build_rough(&cdt, c->work, c->points, c->point_count, c->lines, c->line_count) !=
            WEND_OK ||
        !check_rim(c, &cdt, pieces)) {
        return false;
    }
    if (pieces->extra_count > 0) {
        return true;
    }
    uint8_t *is_hole = wendi_alloc_zero(c->work, outline_count);
    uint8_t *keeps = wendi_alloc_zero(c->work, cdt.vertex_count);
    uint32_t *labels = wendi_alloc_items(c->work, cdt.half_count / 3, sizeof *labels);
    if (is_hole == NULL || keeps == NULL || labels == NULL) {
        return false;
    }
    memset(is_hole + 1, 1, outline_count - 1);
    for (uint32_t i = 0; i < c->input->rim_count; i++) {
        keeps[cdt.vertices[i]] = 1;
    }
    const wendi_winding_input winding = {&cdt, c->outlines, outline_count, is_hole, NULL};
    const wendi_convex_merge_input merging = {&cdt, labels, NULL,
                                              true, keeps,  WENDI_CARVE_PIECE_CORNERS};
    wendi_convex_polygons polygons;
    return wendi_winding_label(&winding, labels, NULL) == WEND_OK &&
           wendi_convex_merge(&merging, &polygons) == WEND_OK &&
           write_pieces(c, &cdt, &polygons, pieces);
}

bool wendi_carve_pieces_make(const wendi_carve_input *input, const wend_allocator *keep,
                             const wend_allocator *work, wendi_carve_pieces *pieces)
{
    memset(pieces, 0, sizeof *pieces);
    carver c = {.input = input, .keep = keep, .work = work};
    if (is_one_piece(&c)) {
        return make_one_piece(&c, pieces);
    }
    const wendi_carve_outcome outcome = wendi_carve_direct(input, keep, work, pieces);
    if (outcome != WENDI_CARVE_UNABLE) {
        return outcome == WENDI_CARVE_DONE;
    }
    if (!begin(&c)) {
        return false;
    }
    for (uint32_t i = 0; i < input->shape_count && !c.is_covered; i++) {
        if (!add_hole(&c, i, input->is_reversed)) {
            return false;
        }
    }
    return c.is_covered ? reserve_pieces(&c, 0, 0, pieces) : triangulate(&c, pieces);
}
