/* Exact tests of one edge or one polygon against a segment.
 * Cost: two to ten signs an edge; a polygon only the tests of its edges beside the point. */
#include "world/walls/intersect.h"

#include "base/math/vec2.h"
#include "world/walls/traversal.h"

static int sign_of(double x)
{
    return (x > 0) - (x < 0);
}

static wendi_intersection intersect_collinear(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge)
{
    const bool is_forward = wendi_order_along(a, b, edge->a, edge->b) <= 0;
    wendi_intersection m = {.kind = WENDI_INTERSECTION_COLLINEAR};
    m.first = is_forward ? edge->a : edge->b;
    m.last = is_forward ? edge->b : edge->a;
    if (wendi_order_along(a, b, m.last, a) < 0 || wendi_order_along(a, b, m.first, b) > 0) {
        m.kind = WENDI_INTERSECTION_NONE;
    }
    return m;
}

static wendi_intersection intersect_end(wend_vec2 a, wend_vec2 b, wend_vec2 end, int side)
{
    wendi_intersection m = {
        .kind = WENDI_INTERSECTION_TOUCHES, .side = side, .first = end, .last = end};
    if (wendi_order_along(a, b, a, end) >= 0 || wendi_order_along(a, b, end, b) >= 0) {
        m.kind = WENDI_INTERSECTION_NONE;
    }
    return m;
}

wendi_intersection wendi_intersect_edge(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge)
{
    wendi_intersection none = {.kind = WENDI_INTERSECTION_NONE};
    const double first = wendi_orient(a, b, edge->a);
    const double second = wendi_orient(a, b, edge->b);
    if ((first > 0 && second > 0) || (first < 0 && second < 0)) {
        return none;
    }
    const int first_side = sign_of(first);
    const int second_side = sign_of(second);
    if (first_side == 0) {
        return second_side == 0 ? intersect_collinear(a, b, edge)
                                : intersect_end(a, b, edge->a, second_side);
    }
    if (second_side == 0) {
        return intersect_end(a, b, edge->b, first_side);
    }
    const double before = wendi_orient(edge->a, edge->b, a);
    const double after = wendi_orient(edge->a, edge->b, b);
    if (sign_of(before) * sign_of(after) < 0) {
        none.kind = WENDI_INTERSECTION_CROSSES;
        none.fraction = before / (before - after);
    }
    return none;
}

static int compare_segment(wend_vec2 p, wend_vec2 a, wend_vec2 b, double r)
{
    if (wendi_vec2_is_same(a, b) || wendi_compare_along(a, b, p) <= 0) {
        return wendi_compare_distance(p, a, r);
    }
    return wendi_compare_along(b, a, p) <= 0 ? wendi_compare_distance(p, b, r)
                                             : wendi_compare_line_distance(p, a, b, r);
}

int wendi_wall_edge_compare_distance(wend_vec2 p, const wendi_wall_edge *edge, double r)
{
    return compare_segment(p, edge->a, edge->b, r);
}

wend_vec2 wendi_wall_edge_nearest_point(const wendi_wall_edge *edge, wend_vec2 p)
{
    const wend_vec2 along = wend_vec2_sub(edge->b, edge->a);
    const double ahead = wend_vec2_dot(along, wend_vec2_sub(p, edge->a));
    const double square = wend_vec2_dot(along, along);
    if (!(ahead > 0)) {
        return edge->a;
    }
    return ahead < square ? wend_vec2_lerp(edge->a, edge->b, ahead / square) : edge->b;
}

/* True if two segments cross, apart from their ends. */
static bool do_touch(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge)
{
    const int first = sign_of(wendi_orient(a, b, edge->a)) * sign_of(wendi_orient(a, b, edge->b));
    const int second =
        sign_of(wendi_orient(edge->a, edge->b, a)) * sign_of(wendi_orient(edge->a, edge->b, b));
    return first < 0 && second < 0; /* segments that touch at an end are compared by that end */
}

/* True where doubles decide that the whole edge lies beside the segment's line, r away or more. */
static bool is_far_beside(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge, double r)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double first_x = edge->a.x - a.x;
    const double first_y = edge->a.y - a.y;
    const double second_x = edge->b.x - a.x;
    const double second_y = edge->b.y - a.y;
    const double first = x * first_y - y * first_x;
    const double second = x * second_y - y * second_x;
    const double slack = (wendi_abs(x) * (wendi_abs(first_y) + wendi_abs(second_y)) +
                          wendi_abs(y) * (wendi_abs(first_x) + wendi_abs(second_x))) *
                         1e-14;
    const double least = first > 0 && second > 0   ? (first < second ? first : second)
                         : first < 0 && second < 0 ? (first > second ? -first : -second)
                                                   : 0;
    const double sure = least - slack;
    return sure > 0 && sure * sure > r * r * (x * x + y * y) * (1 + 1e-14);
}

bool wendi_wall_edge_is_nearer(wend_vec2 a, wend_vec2 b, const wendi_wall_edge *edge, double r)
{
    if (is_far_beside(a, b, edge, r)) {
        return false;
    }
    return compare_segment(edge->a, a, b, r) < 0 || compare_segment(edge->b, a, b, r) < 0 ||
           compare_segment(a, edge->a, edge->b, r) < 0 ||
           compare_segment(b, edge->a, edge->b, r) < 0 || do_touch(a, b, edge);
}

/* ---- winding numbers of polygons ---- */

/* Counts the edges that cross the line from a point to the right. A point right beside the segment
 * is p, moved along the segment by far less than any distance, and aside by far less than that. */
typedef struct winding_probe {
    wend_vec2 p;
    wend_vec2 toward; /* the segment's other end */
    int side;         /* 1 left of the segment, -1 right of it, 0 = p itself */
    bool is_above;    /* the point lies above the height of p */
    bool is_on;       /* side 0: lies on an edge */
    int winding;
} winding_probe;

static bool is_over(const winding_probe *q, wend_vec2 corner)
{
    return corner.y > q->p.y || (!(corner.y < q->p.y) && !q->is_above);
}

/* The side of an edge on which the point lies. Never 0 for a point beside a segment. */
static int side_of(const winding_probe *q, const wendi_wall_edge *edge)
{
    const int side = sign_of(wendi_orient(edge->a, edge->b, q->p));
    if (side != 0 || q->side == 0) {
        return side;
    }
    const int ahead = sign_of(wendi_orient(edge->a, edge->b, q->toward));
    if (ahead != 0) {
        return ahead;
    }
    return wendi_order_along(q->p, q->toward, edge->a, edge->b) < 0 ? q->side : -q->side;
}

static bool is_between(double a, double b, double x)
{
    return (a <= x && x <= b) || (b <= x && x <= a);
}

static void count_edge(winding_probe *q, const wendi_wall_edge *edge)
{
    const bool from_over = is_over(q, edge->a);
    const bool to_over = is_over(q, edge->b);
    const bool may_touch = q->side == 0 && is_between(edge->a.y, edge->b.y, q->p.y) &&
                           is_between(edge->a.x, edge->b.x, q->p.x);
    if (from_over == to_over && !may_touch) {
        return;
    }
    const int side = side_of(q, edge);
    if (side == 0) {
        q->is_on = q->is_on || may_touch;
    } else if (from_over != to_over && (side > 0) == to_over) {
        q->winding += to_over ? 1 : -1;
    }
}

enum { FEW_CORNERS = 24 };

static void count_outline(const wend_walls *walls, uint32_t wall, winding_probe *q)
{
    const wendi_wall_slot *slot = &walls->slots[wall];
    if (slot->count <= FEW_CORNERS) {
        for (uint32_t e = slot->first_edge; e != WENDI_WALLS_NONE; e = walls->edges[e].next) {
            count_edge(q, &walls->edges[e]);
        }
        return;
    }
    /* an edge that crosses the line has a box there */
    const wend_vec2 right = {slot->high.x > q->p.x ? slot->high.x : q->p.x, q->p.y};
    const wendi_capsule capsule = wendi_capsule_make(q->p, right, 0);
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->edge_tree, &capsule);
    for (uint32_t e; wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        if (walls->edges[e].wall == wall) {
            count_edge(q, &walls->edges[e]);
        }
    }
}

wendi_containment wendi_wall_locate_point(const wend_walls *walls, uint32_t wall, wend_vec2 p)
{
    const wendi_wall_slot *slot = &walls->slots[wall];
    if (p.x < slot->low.x || p.x > slot->high.x || p.y < slot->low.y || p.y > slot->high.y) {
        return WENDI_OUTSIDE;
    }
    winding_probe q = {.p = p};
    count_outline(walls, wall, &q);
    return q.is_on ? WENDI_ON_OUTLINE : q.winding != 0 ? WENDI_INSIDE : WENDI_OUTSIDE;
}

void wendi_wall_solid_sides(const wend_walls *walls, uint32_t wall, wend_vec2 a, wend_vec2 b,
                            bool sides[2])
{
    for (int i = 0; i < 2; i++) {
        winding_probe q = {.p = a, .toward = b, .side = i == 0 ? 1 : -1};
        const bool is_level = !(b.y < a.y) && !(b.y > a.y);
        q.is_above = is_level ? (q.side > 0) == (b.x > a.x) : b.y > a.y;
        count_outline(walls, wall, &q);
        sides[i] = q.winding != 0;
    }
}
