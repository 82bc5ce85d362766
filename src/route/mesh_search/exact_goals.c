/* Goals and links of a cell that a node of the exact search leads into: shorter paths to goals,
 * and roots at the ends of links.
 * Cost: the goals, links and, for a predicate, the polygons of the cell. */
#include "route/mesh_search/search.h"

#include "base/math/predicates.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

enum {
    IS_END = WENDI_BOUND_IS_END,
    IS_ROOT = WENDI_BOUND_IS_ROOT,
    IS_PARENT = WENDI_BOUND_IS_PARENT
};

/* One bound of a node's view. */
typedef struct view_bound {
    wend_vec2 from, to; /* the bound's line */
    bool is_open;       /* nothing bounds */
    bool can_bend;      /* around the edge's end, */
    wend_vec2 bend;     /* which is this, */
    uint32_t vertex;    /* and this */
} view_bound;

typedef struct node_view {
    wend_vec2 root;
    double length; /* up to the root */
    uint32_t root_index;
    view_bound left, right;
    const view_bound
        *near; /* the root lies on the edge's line, beyond this end of it; NULL = not so */
} node_view;

static double distance(wend_vec2 a, wend_vec2 b)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy);
}

static view_bound view_bound_of(const node_view *e, uint32_t bits, wend_vec2 point,
                                const wendi_mesh_half *end)
{
    const bool is_parent = (bits & IS_PARENT) != 0;
    const view_bound s = {.from = is_parent ? point : e->root,
                          .to = is_parent ? e->root : point,
                          .is_open = (bits & IS_ROOT) != 0,
                          .can_bend = (bits & IS_END) != 0 && (bits & IS_ROOT) == 0 &&
                                      (end->flags & WENDI_HALF_CORNER) != 0,
                          .bend = end->point,
                          .vertex = end->vertex};
    return s;
}

/* The nearer end of the edge for a cone along the edge; NULL for all other cones. */
static const view_bound *near_side(const node_view *e)
{
    const wend_vec2 left = e->left.bend;
    const wend_vec2 right = e->right.bend;
    const double turn = wendi_orient(e->root, right, left);
    if (turn < 0 || turn > 0 || e->left.is_open || e->right.is_open) {
        return NULL;
    }
    if (wendi_compare_along(left, right, e->root) < 0) {
        return &e->left;
    }
    return wendi_compare_along(right, left, e->root) < 0 ? &e->right : NULL;
}

static node_view node_view_of(const wend_mesh_search *search, const wendi_mesh_node *node)
{
    const wendi_mesh_root *root = &search->intervals.roots[node->root];
    node_view e = {.root = root->point, .length = root->length, .root_index = node->root};
    e.left.is_open = e.right.is_open = true;
    if (node->half != NONE) {
        const wendi_mesh_cells *cells = &search->space->cells;
        e.left = view_bound_of(&e, node->bounds, node->left, &cells->halves[node->half]);
        e.right = view_bound_of(&e, node->bounds >> WENDI_BOUND_RIGHT, node->right,
                                &cells->halves[wendi_mesh_next(cells, node->half)]);
    }
    return e;
}

/* Paths to a point: straight from the root, or around a bend. */
typedef struct exact_arrival {
    double length;          /* infinity = not possible */
    const view_bound *bend; /* NULL = straight */
} exact_arrival;

static exact_arrival around(const node_view *e, const view_bound *s, wend_vec2 point)
{
    const double length = s->can_bend
                              ? e->length + distance(e->root, s->bend) + distance(s->bend, point)
                              : (double)INFINITY;
    const exact_arrival a = {length, s};
    return a;
}

static exact_arrival arrive(const node_view *e, wend_vec2 point)
{
    if (!e->right.is_open && wendi_orient(e->right.from, e->right.to, point) < 0) {
        return around(e, &e->right, point);
    }
    if (!e->left.is_open && wendi_orient(e->left.from, e->left.to, point) > 0) {
        return around(e, &e->left, point);
    }
    if (e->near != NULL &&
        wendi_compare_along(e->near->bend, e->near == &e->left ? e->right.bend : e->left.bend,
                            point) < 0) {
        return around(e, e->near, point); /* on the line, but before the edge: there and back */
    }
    const exact_arrival straight = {e->length + distance(e->root, point), NULL};
    return straight;
}

double wendi_mesh_exact_arrival(const wend_mesh_search *search, const wendi_mesh_node *node,
                                wend_vec2 point, bool *has_bend, wend_vec2 *bend)
{
    node_view e = node_view_of(search, node);
    e.near = node->half == NONE ? NULL : near_side(&e);
    const exact_arrival arrival = arrive(&e, point);
    *has_bend = arrival.bend != NULL;
    *bend = arrival.bend != NULL ? arrival.bend->bend : e.root;
    return arrival.length;
}

/* The root a path comes from: the node's, or a new one at the bend. There is room. */
static uint32_t root_before(wend_mesh_search *search, const node_view *e, const view_bound *bend)
{
    if (bend == NULL) {
        return e->root_index;
    }
    wendi_mesh_intervals *s = &search->intervals;
    const wendi_mesh_root root = {bend->bend, e->length + distance(e->root, bend->bend),
                                  bend->vertex, e->root_index};
    s->roots[s->root_count] = root;
    return (uint32_t)s->root_count++;
}

static bool improve(wend_mesh_search *search, const node_view *e, exact_arrival arrival,
                    wend_vec2 point, uint32_t goal)
{
    if (!(arrival.length < search->best.length)) {
        return true;
    }
    if (arrival.length > search->query.max_length) {
        search->hit_limit = true;
        return true;
    }
    if (search->groups != NULL) {
        wendi_mesh_search_reach_group(search, goal, arrival.length);
        return true;
    }
    if (!wendi_mesh_exact_reserve(search, 0, 1)) {
        return false;
    }
    search->best.length = arrival.length;
    search->best.point = point;
    search->best.root = root_before(search, e, arrival.bend);
    search->best.goal = goal;
    return true;
}

static bool reach_goals(wend_mesh_search *search, const node_view *e, uint32_t cell)
{
    for (uint32_t i = wendi_mesh_goals_in(search, cell); i != NONE; i = search->goals[i].next) {
        const wend_vec2 point = search->goals[i].point;
        if (!improve(search, e, arrive(e, point), point, i)) {
            return false;
        }
    }
    return true;
}

/* ---- goals that are polygons ---- */

/* The nearest point of a segment to another point. */
static wend_vec2 nearest_on(wend_vec2 a, wend_vec2 b, wend_vec2 to)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    double t = square > 0 ? ((to.x - a.x) * dx + (to.y - a.y) * dy) / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 at = {a.x + dx * t, a.y + dy * t};
    return at;
}

/* Clips a segment to one side of a line; false when nothing is left. */
static bool clip(wend_vec2 *a, wend_vec2 *b, wend_vec2 from, wend_vec2 to, double sign)
{
    const double at_a = sign * wendi_orient(from, to, *a);
    const double at_b = sign * wendi_orient(from, to, *b);
    if (at_a < 0 && at_b < 0) {
        return false;
    }
    if (at_a < 0 || at_b < 0) {
        const double t = at_a / (at_a - at_b);
        const wend_vec2 cut = {a->x + (b->x - a->x) * t, a->y + (b->y - a->y) * t};
        *(at_a < 0 ? a : b) = cut;
    }
    return true;
}

/* Improves the path to a polygon over one of its edges. */
static bool reach_edge(wend_mesh_search *search, const node_view *e, wend_vec2 a, wend_vec2 b,
                       uint32_t polygon)
{
    const view_bound *const sides[2] = {&e->left, &e->right};
    for (int i = 0; i < 2; i++) {
        const wend_vec2 at = nearest_on(a, b, sides[i]->bend);
        if (sides[i]->can_bend && !improve(search, e, around(e, sides[i], at), at, polygon)) {
            return false;
        }
    }
    if ((!e->right.is_open && !clip(&a, &b, e->right.from, e->right.to, 1)) ||
        (!e->left.is_open && !clip(&a, &b, e->left.from, e->left.to, -1))) {
        return true;
    }
    const wend_vec2 from = e->near == NULL ? e->root : e->near->bend;
    const wend_vec2 at = nearest_on(a, b, from);
    const exact_arrival straight = {e->length + distance(e->root, from) + distance(from, at), NULL};
    return improve(search, e, straight, at, polygon);
}

/* The polygon a root lies in that is the start or the end of a link; NONE for all others. */
static uint32_t polygon_of_root(const wend_mesh_search *search, const node_view *e)
{
    const wend_mesh_space *space = search->space;
    const uint32_t vertex = search->intervals.roots[e->root_index].vertex;
    if (vertex == NONE) {
        return search->starts[e->root_index].polygon;
    }
    if (vertex < space->cells.vertex_count) {
        return NONE;
    }
    const wendi_mesh_link_arc *link_arc = &space->link_arcs[vertex - space->cells.vertex_count];
    const wendi_mesh_link_slot *link = &space->view.links[link_arc->slot];
    return link_arc->is_reverse ? link->from.polygon : link->to.polygon;
}

static bool reach_polygons(wend_mesh_search *search, const node_view *e, uint32_t cell)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const wendi_mesh_view *view = &search->space->view;
    for (uint32_t i = cells->polygon_ranges[cell].first; i < cells->polygon_ranges[cell].end; i++) {
        const uint32_t polygon = cells->polygons[i];
        if (!wendi_mesh_goals_test(search, polygon)) {
            continue;
        }
        if (polygon == polygon_of_root(search, e)) {
            const exact_arrival here = {e->length, NULL};
            return improve(search, e, here, e->root, polygon);
        }
        const uint32_t first = view->firsts[polygon];
        const uint32_t end = view->ends[polygon];
        for (uint32_t c = first; c < end; c++) {
            const uint32_t next = c + 1 == end ? first : c + 1;
            if (!reach_edge(search, e, view->points[view->vertices[c]],
                            view->points[view->vertices[next]], polygon)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- links ---- */

/* The least remaining length from a point. */
static double remaining_length(const wend_mesh_search *search, wend_vec2 point)
{
    if (search->has_predicate) {
        return 0;
    }
    double least = search->link_cost_min;
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const double length = distance(point, search->goals[i].point);
        least = length < least ? length : least;
    }
    return least;
}

static bool reach_link_arc(wend_mesh_search *search, const node_view *e, uint32_t index)
{
    const wendi_mesh_link_arc *link_arc = &search->space->link_arcs[index];
    const exact_arrival arrival = arrive(e, link_arc->from);
    const double length = arrival.length + link_arc->cost;
    const uint32_t vertex = search->space->cells.vertex_count + index;
    wendi_mesh_intervals *s = &search->intervals;
    const double key = length + remaining_length(search, link_arc->to);
    if (!(key < search->best.length) ||
        (s->known[vertex].stamp == s->stamp && s->known[vertex].length <= length)) {
        return true;
    }
    if (key > search->query.max_length) {
        search->hit_limit = true;
        return true;
    }
    if (!wendi_mesh_exact_reserve(search, 1, 2)) {
        return false;
    }
    const uint32_t before = root_before(search, e, arrival.bend);
    const uint32_t root = wendi_mesh_exact_add_root(search, link_arc->to, vertex, before, length);
    const wendi_mesh_node node = {.half = NONE, .root = root, .bounds = link_arc->to_cell};
    s->nodes[s->node_count++] = node;
    wendi_mesh_exact_push(search, key, (uint32_t)s->node_count - 1);
    return true;
}

bool wendi_mesh_exact_reach_goals(wend_mesh_search *search, const wendi_mesh_node *node,
                                  uint32_t cell)
{
    if (search->visits != NULL) {
        return wendi_mesh_visits_add(search, node, cell);
    }
    const wend_mesh_space *space = search->space;
    const bool has_predicate = search->query.goal_kind == WEND_MESH_GOAL_PREDICATE;
    const bool has_goals = wendi_mesh_goals_in(search, cell) != NONE;
    const bool has_links = space->link_arc_firsts != NULL &&
                           space->link_arc_firsts[cell] < space->link_arc_firsts[cell + 1];
    if (!has_predicate && !has_goals && !has_links) {
        return true;
    }
    node_view e = node_view_of(search, node);
    e.near = node->half == NONE ? NULL : near_side(&e);
    if ((has_goals && !reach_goals(search, &e, cell)) ||
        (has_predicate && !reach_polygons(search, &e, cell))) {
        return false;
    }
    for (uint32_t i = has_links ? space->link_arc_firsts[cell] : 0;
         has_links && i < space->link_arc_firsts[cell + 1]; i++) {
        if (!reach_link_arc(search, &e, i)) {
            return false;
        }
    }
    return true;
}
