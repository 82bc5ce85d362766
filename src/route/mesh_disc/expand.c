/* Expansion of a root, or of a cone that enters a cell: the cones that leave the cell, and the
 * targets in it.
 * Cost: the edges of the cell, and twice the corners near it. */
#include "route/mesh_disc/search.h"
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* ---- targets ---- */

static bool has(const wendi_disc_cone *c, wend_vec2 dir)
{
    return c->is_full || wendi_disc_is_between(c->right, c->left, dir, c->slack);
}

static void add_target(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell,
                       wendi_disc_node node, double distance)
{
    node.root = c->root;
    node.cell = cell;
    node.length = c->r.length + wendi_disc_arc(&c->r, node.right) + distance;
    const bool is_end = node.kind == WENDI_DISC_GOAL || node.kind == WENDI_DISC_POLYGON;
    const double rest = is_end ? 0 : wendi_disc_estimate(search, node.left);
    wendi_disc_push(search, node.length + rest, &node);
}

/* A point to arrive at, if the cone sees it. */
static void add_point_target(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell,
                             uint32_t kind, uint32_t item, wend_vec2 point)
{
    wendi_disc_node node = {.left = point, .kind = kind, .item = item};
    double distance = 0;
    if (wendi_disc_distance(point, c->r.at) <= search->disc->slack) {
        if (!c->is_touching) {
            return;
        }
        node.right = c->r.dir;
    } else if (!wendi_disc_tangent(&c->r, point, 0, search->disc->slack, &node.right, &distance) ||
               !has(c, node.right)) {
        return;
    }
    add_target(search, c, cell, node, distance);
}

/* True if a line in this direction can touch the corner's circle with the corner to its left (or
 * right): neither of its walls comes nearer there than the corner. */
static bool can_touch(const wendi_disc_corner *corner, wend_vec2 dir, bool is_left, double slack)
{
    const double before = -wendi_disc_cross(dir, corner->in);
    const double behind = wendi_disc_cross(dir, corner->out);
    return is_left ? before >= -slack && behind >= -slack : before <= slack && behind <= slack;
}

/* True if no line of a narrow cone passes a point ahead at that distance. Turning left, points
 * ahead move to the right. */
static bool misses(const wend_mesh_search *search, const wendi_disc_cone *c, wend_vec2 position,
                   double distance)
{
    if (c->is_full || wendi_disc_dot(c->right, c->left) <= 0) {
        return false;
    }
    const double slack = search->disc->slack;
    const wend_vec2 u = wendi_disc_sub(position, c->r.centre);
    const double ahead_right = wendi_disc_dot(c->right, u);
    const double ahead_left = wendi_disc_dot(c->left, u);
    if (ahead_right < -slack && ahead_left < -slack) {
        return true;
    }
    if (ahead_right <= slack || ahead_left <= slack) {
        return false;
    }
    const double more = slack + 10 * c->slack * (ahead_right + ahead_left);
    const double beside = distance - c->r.turning;
    return wendi_disc_cross(c->right, u) < beside - more ||
           wendi_disc_cross(c->left, u) > beside + more;
}

static void add_corner_target(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell,
                              const wendi_disc_corner *corner, bool is_left)
{
    const double turning = is_left ? search->disc->radius : -search->disc->radius;
    wendi_disc_node node = {.kind = WENDI_DISC_CORNER,
                            .item = 2 * corner->half + (is_left ? 1 : 0)};
    double distance;
    if (node.item == c->r.key || misses(search, c, corner->point, turning) ||
        !wendi_disc_tangent(&c->r, corner->point, turning, search->disc->slack, &node.right,
                            &distance) ||
        !has(c, node.right) || !can_touch(corner, node.right, is_left, 100 * c->slack)) {
        return;
    }
    node.left.x = corner->point.x + turning * node.right.y;
    node.left.y = corner->point.y - turning * node.right.x;
    if (wendi_disc_is_in_cell(search, cell, node.left)) {
        add_target(search, c, cell, node, distance);
    }
}

/* The shortest line onto the segment between two points, if it meets it between them. */
static void add_edge_target(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell,
                            uint32_t polygon, wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 e = wendi_disc_sub(b, a);
    const double length = sqrt(wendi_disc_dot(e, e));
    if (!(length > 0)) {
        return;
    }
    const wend_vec2 dir = {-e.y / length, e.x / length};
    const wend_vec2 from = wendi_disc_leave(&c->r, dir);
    const double along = wendi_disc_dot(wendi_disc_sub(from, a), e) / length;
    const double distance = -wendi_disc_dot(wendi_disc_sub(from, a), dir);
    if (along < 0 || along > length || distance < 0 || !has(c, dir)) {
        return;
    }
    const wend_vec2 at = wend_vec2_lerp(a, b, along / length);
    const wendi_disc_node node = {
        .right = dir, .left = at, .kind = WENDI_DISC_POLYGON, .item = polygon};
    add_target(search, c, cell, node, distance);
}

static bool is_in_polygon(const wendi_mesh_view *view, uint32_t polygon, wend_vec2 position)
{
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->ends[polygon];
    for (uint32_t k = first; k < end; k++) {
        const wend_vec2 a = view->points[view->vertices[k]];
        const wend_vec2 b = view->points[view->vertices[k + 1 == end ? first : k + 1]];
        if (wendi_disc_cross(wendi_disc_sub(b, a), wendi_disc_sub(position, a)) < 0) {
            return false;
        }
    }
    return true;
}

/* A path enters a polygon first where one of its edges has clearance: straight onto the edge, or at
 * an end of the free part. */
static void add_polygon_target(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell,
                               uint32_t polygon)
{
    const wendi_mesh_view *view = &search->space->view;
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->ends[polygon];
    if (c->is_touching && is_in_polygon(view, polygon, c->r.at)) {
        add_point_target(search, c, cell, WENDI_DISC_POLYGON, polygon, c->r.at);
        return;
    }
    for (uint32_t k = first; k < end; k++) {
        const wend_vec2 a = view->points[view->vertices[k]];
        const wend_vec2 b = view->points[view->vertices[k + 1 == end ? first : k + 1]];
        wendi_disc_find_free(search, a, b, cell);
        for (size_t i = 0; i < search->disc->cut_count; i++) {
            const wendi_disc_interval free = search->disc->cuts[i];
            const wend_vec2 low = wend_vec2_lerp(a, b, free.low);
            const wend_vec2 high = wend_vec2_lerp(a, b, free.high);
            add_point_target(search, c, cell, WENDI_DISC_POLYGON, polygon, low);
            add_point_target(search, c, cell, WENDI_DISC_POLYGON, polygon, high);
            add_edge_target(search, c, cell, polygon, low, high);
        }
    }
}

static void add_end_targets(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell)
{
    const wend_mesh_space *space = search->space;
    const wendi_mesh_cells *cells = &space->cells;
    for (uint32_t i = wendi_mesh_goals_in(search, cell); i != NONE; i = search->goals[i].next) {
        add_point_target(search, c, cell, WENDI_DISC_GOAL, i, search->goals[i].point);
    }
    for (uint32_t i = space->link_arc_firsts == NULL ? 0 : space->link_arc_firsts[cell];
         space->link_arc_firsts != NULL && i < space->link_arc_firsts[cell + 1]; i++) {
        add_point_target(search, c, cell, WENDI_DISC_LINK, i, space->link_arcs[i].from);
    }
    for (uint32_t i = cells->polygon_ranges[cell].first;
         search->has_predicate && i < cells->polygon_ranges[cell].end; i++) {
        if (wendi_mesh_goals_test(search, cells->polygons[i])) {
            add_polygon_target(search, c, cell, cells->polygons[i]);
        }
    }
}

/* Pushes the targets in a cell that lines of a cone lead to. */
static void add_targets(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell)
{
    const wendi_disc_range corners = wendi_disc_corners(search, cell);
    for (uint32_t i = corners.first; i < corners.first + corners.count; i++) {
        add_corner_target(search, c, cell, &search->disc->corners[i], false);
        add_corner_target(search, c, cell, &search->disc->corners[i], true);
    }
    add_end_targets(search, c, cell);
}

/* ---- cones ---- */

/* ---- estimates ---- */

enum { GOALS_ESTIMATED = 6 /* more of them are not estimated one by one */ };

double wendi_disc_estimate(const wend_mesh_search *search, wend_vec2 position)
{
    if (search->has_predicate || search->goal_count > GOALS_ESTIMATED) {
        return 0;
    }
    double least = search->link_cost_min;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const double length = wendi_disc_distance(position, search->goals[i].point);
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
    const wend_vec2 direction = wendi_disc_sub(goal, from);
    const double at_right = wendi_disc_cross(direction, wendi_disc_sub(right, from));
    const double at_left = wendi_disc_cross(direction, wendi_disc_sub(left, from));
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
    if (search->detour.is_avoiding &&
        wendi_mesh_detour_is_covered(search, &search->space->cells.halves[half])) {
        return;
    }
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
    add_targets(search, &c, cell);
    for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
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
        add_targets(search, c, cell);
        for (uint32_t h = cells->ranges[cell].first; h < cells->ranges[cell].end; h++) {
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
