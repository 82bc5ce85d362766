/* Targets in a cell that lines of a cone lead to: corners, goals, links.
 * Cost: twice the corners near the cell. */
#include "route/mesh_disc/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

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
static bool misses(const wend_mesh_search *search, const wendi_disc_cone *c, wend_vec2 place,
                   double distance)
{
    if (c->is_full || wendi_disc_dot(c->right, c->left) <= 0) {
        return false;
    }
    const double slack = search->disc->slack;
    const wend_vec2 u = wendi_disc_sub(place, c->r.centre);
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

static bool is_in_polygon(const wendi_mesh_view *view, uint32_t polygon, wend_vec2 place)
{
    const uint32_t first = view->firsts[polygon];
    const uint32_t end = view->firsts[polygon + 1];
    for (uint32_t k = first; k < end; k++) {
        const wend_vec2 a = view->points[view->vertices[k]];
        const wend_vec2 b = view->points[view->vertices[k + 1 == end ? first : k + 1]];
        if (wendi_disc_cross(wendi_disc_sub(b, a), wendi_disc_sub(place, a)) < 0) {
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
    const uint32_t end = view->firsts[polygon + 1];
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
    for (uint32_t i = cells->polygon_firsts[cell];
         search->has_predicate && i < cells->polygon_firsts[cell + 1]; i++) {
        if (wendi_mesh_goals_test(search, cells->polygons[i])) {
            add_polygon_target(search, c, cell, cells->polygons[i]);
        }
    }
}

void wendi_disc_add_targets(wend_mesh_search *search, const wendi_disc_cone *c, uint32_t cell)
{
    const wendi_disc_range corners = wendi_disc_corners(search, cell);
    for (uint32_t i = corners.first; i < corners.first + corners.count; i++) {
        add_corner_target(search, c, cell, &search->disc->corners[i], false);
        add_corner_target(search, c, cell, &search->disc->corners[i], true);
    }
    add_end_targets(search, c, cell);
}
