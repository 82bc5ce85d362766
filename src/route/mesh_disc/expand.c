/* Expansion of a root, or of a cone that enters a cell: the cones that leave the cell, and the
 * targets in it.
 * Cost: the edges of the cell, and twice the corners near it. */
#include "route/mesh_disc/search.h"

#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* ---- estimates ---- */

enum { GOALS_ESTIMATED = 6 /* more of them are not estimated one by one */ };

double wendi_disc_estimate(const wend_mesh_search *search, wend_vec2 place)
{
    if (search->has_predicate || search->goal_count > GOALS_ESTIMATED) {
        return 0;
    }
    double least = search->link_cost_min;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const double length = wendi_disc_distance(place, search->goals[i].point);
        least = length < least ? length : least;
    }
    return least;
}

/* The point in which the line in a direction crosses an edge. */
static wend_vec2 intersect(const wendi_disc_root *root, wend_vec2 dir, wend_vec2 a, wend_vec2 b)
{
    const double at_a = wendi_disc_side(root, dir, a);
    const double at_b = wendi_disc_side(root, dir, b);
    double t = at_a / (at_a - at_b);
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    return wend_vec2_lerp(a, b, t);
}

/* The least length from a position over the line from right to left to a goal. */
static double over(wend_vec2 from, wend_vec2 right, wend_vec2 left, wend_vec2 goal)
{
    const wend_vec2 e = wendi_disc_sub(left, right);
    const double square = wendi_disc_dot(e, e);
    if (!(square > 0)) {
        return wendi_disc_distance(from, right) + wendi_disc_distance(right, goal);
    }
    const double mine = wendi_disc_cross(e, wendi_disc_sub(from, right));
    const double beside = wendi_disc_cross(e, wendi_disc_sub(goal, right));
    if ((mine > 0) == (beside > 0)) {
        /* On this side of the line: the path to the line and back is as long as to the mirror
         * image. */
        goal.x += 2 * beside / square * e.y;
        goal.y -= 2 * beside / square * e.x;
    }
    const wend_vec2 way = wendi_disc_sub(goal, from);
    const double at_right = wendi_disc_cross(way, wendi_disc_sub(right, from));
    const double at_left = wendi_disc_cross(way, wendi_disc_sub(left, from));
    if ((at_right <= 0 && at_left >= 0) || (at_right >= 0 && at_left <= 0)) {
        return wendi_disc_distance(from, goal);
    }
    const double by_right = wendi_disc_distance(from, right) + wendi_disc_distance(right, goal);
    const double by_left = wendi_disc_distance(from, left) + wendi_disc_distance(left, goal);
    return by_right < by_left ? by_right : by_left;
}

static double up_to(wend_vec2 from, wend_vec2 right, wend_vec2 left)
{
    const wend_vec2 e = wendi_disc_sub(left, right);
    const double square = wendi_disc_dot(e, e);
    double t = square > 0 ? wendi_disc_dot(wendi_disc_sub(from, right), e) / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    return wendi_disc_distance(from, wend_vec2_lerp(right, left, t));
}

/* The least length of a path in the cone over the part of an edge: along the arc up to the cone's
 * first direction, from there on straight. */
static double key_of(const wend_mesh_search *search, const wendi_disc_cone *c, wend_vec2 right,
                     wend_vec2 left)
{
    const wendi_disc_root *r = &c->r;
    const wend_vec2 first = r->turning < 0 ? c->left : c->right;
    const wend_vec2 from = wendi_disc_leave(r, first);
    const double length = r->length + wendi_disc_arc(r, first);
    if (search->has_predicate || search->goal_count > GOALS_ESTIMATED) {
        return length + up_to(from, right, left);
    }
    double least = search->link_cost_min;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const double way = over(from, right, left, search->goals[i].point);
        least = way < least ? way : least;
    }
    return length + least;
}

/* ---- cones ---- */

/* The common directions of a cone and the lines from a to b. */
static bool narrow(const wendi_disc_cone *c, wend_vec2 a, wend_vec2 b, wendi_disc_cone *out)
{
    *out = *c;
    out->is_full = out->is_touching = false;
    if (c->is_full) {
        out->right = a;
        out->left = b;
        return true;
    }
    if (wendi_disc_is_between(c->right, c->left, a, c->slack)) {
        out->right = a;
    } else if (!wendi_disc_is_between(a, b, c->right, c->slack)) {
        return false;
    }
    if (wendi_disc_is_between(c->right, c->left, b, c->slack)) {
        out->left = b;
    } else if (!wendi_disc_is_between(a, b, c->left, c->slack)) {
        return false;
    }
    return wendi_disc_cross(out->right, out->left) >= -10 * c->slack;
}

static void leave_by_span(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t half,
                          wend_vec2 right, wend_vec2 left)
{
    wend_vec2 a;
    wend_vec2 b;
    double length;
    wendi_disc_cone out;
    const double slack = search->disc->slack;
    if (!wendi_disc_tangent(&c->r, right, 0, slack, &a, &length) ||
        !wendi_disc_tangent(&c->r, left, 0, slack, &b, &length) ||
        wendi_disc_cross(a, b) < -10 * c->slack || !narrow(c, a, b, &out)) {
        return;
    }
    const wend_vec2 low = intersect(&c->r, out.right, right, left);
    const wend_vec2 high = intersect(&c->r, out.left, right, left);
    wendi_disc_node node = {.right = out.right,
                            .left = out.left,
                            .kind = WENDI_DISC_CONE,
                            .item = search->space->cells.halves[half].twin,
                            .root = c->root};
    wendi_disc_push_cone(search, key_of(search, &out, low, high), &node);
}

static void leave_by(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t half)
{
    const wendi_disc_range spans = wendi_disc_spans(search, half);
    /* A path into a dead end and out again would be shorter along the edge where that is free in
     * one part: it can swing out over the edge only where an obstacle lies between. */
    if (spans.count <= 1 && !wendi_mesh_can_cross(search, &search->space->cells.halves[half])) {
        return;
    }
    const bool is_turned = search->space->cells.halves[half].twin < half;
    for (uint32_t i = spans.first; i < spans.first + spans.count; i++) {
        const wendi_disc_span s = search->disc->spans[i];
        leave_by_span(search, c, half, is_turned ? s.left : s.right, is_turned ? s.right : s.left);
    }
}

/* ---- expanding ---- */

void wendi_disc_expand_cone(wend_mesh_search *search, uint32_t node)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const wendi_disc_node *n = &search->disc->nodes[node];
    const uint32_t into = n->item;
    const uint32_t cell = cells->halves[into].cell;
    const wendi_disc_cone c = {.root = n->root,
                               .r = search->disc->roots[n->root],
                               .right = n->right,
                               .left = n->left,
                               .slack = search->disc->angle};
    wendi_disc_add_targets(search, &c, cell);
    for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
        if (h != into && cells->halves[h].twin != NONE) {
            leave_by(search, &c, h);
        }
    }
}

/* The cells of the arc; a line from one of them to another one is treated there. */
static void expand_touched(wend_mesh_search *search, const wendi_disc_cone *c)
{
    wendi_mesh_disc *disc = search->disc;
    const wendi_mesh_cells *cells = &search->space->cells;
    /* Finding spans and corners floods other cells: these are marked by their own stamp. */
    for (size_t i = 0; i < disc->touched.count; i++) {
        disc->marks[disc->touched.items[i]] = disc->mark;
    }
    for (size_t i = 0; i < disc->touched.count && !disc->is_out_of_memory; i++) {
        const uint32_t cell = disc->touched.items[i];
        wendi_disc_add_targets(search, c, cell);
        for (uint32_t h = cells->firsts[cell]; h < cells->firsts[cell + 1]; h++) {
            const uint32_t twin = cells->halves[h].twin;
            if (twin != NONE && disc->marks[cells->halves[twin].cell] != disc->mark) {
                leave_by(search, c, h);
            }
        }
    }
}

void wendi_disc_expand_root(wend_mesh_search *search, uint32_t root)
{
    wendi_mesh_disc *disc = search->disc;
    const wendi_disc_root r = disc->roots[root];
    wendi_disc_cone c = {.root = root, .r = r, .is_touching = true, .slack = disc->angle};
    c.is_full = !(r.turning > 0) && !(r.turning < 0);
    c.right = r.turning > 0 ? r.dir : r.end;
    c.left = r.turning > 0 ? r.end : r.dir;
    if (++disc->mark == 0) {
        memset(disc->marks, 0, disc->cell_count * sizeof *disc->marks);
        disc->mark = 1;
    }
    wendi_disc_list_arc_cells(search, &r);
    expand_touched(search, &c);
}
