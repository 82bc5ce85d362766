/* Circles around the corners of walls for which expanded geometry has no arcs: lines from a
 * position that touch a circle beside all its arcs, and paths around a single corner.
 *
 *      from                      A circle has nodes where lines to other circles touch it. With one
 *         `.  __  .' to          or none there is no arc between nodes; a path around this corner
 *           `(  )'               alone needs none: line, arc, line.
 *              | wall
 *
 * Cost: each circle is tested for each position, its nodes where it can be touched, and a clearance
 * test there; sorting the walls' ends after edits of the graph or the walls. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"

#include "base/core/sort.h"
#include "wend/walls.h"
#include "world/graph/read.h"

#include <math.h>

/* ---- the circles of a graph ---- */

void wendi_pathfinder_circles_free(wendi_pathfinder_circles *circles,
                                   const wend_allocator *allocator)
{
    wendi_free(allocator, circles->firsts,
               ((size_t)circles->corners.count + 1) * sizeof *circles->firsts);
    wendi_free(allocator, circles->nodes, circles->node_count * sizeof *circles->nodes);
    wendi_corners_free(&circles->corners, allocator);
    const wendi_pathfinder_circles none = {.firsts = NULL};
    *circles = none;
}

/* Codes of corners and their indices, sorted by code. */
typedef struct corner_codes {
    wendi_sort_pair *items; /* [2 * count], the half behind is scratch */
    size_t count;
} corner_codes;

static uint32_t corner_of(const corner_codes *codes, uint64_t code)
{
    size_t low = 0;
    size_t high = codes->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (codes->items[middle].key < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < codes->count && codes->items[low].key == code ? codes->items[low].value
                                                               : UINT32_MAX;
}

/* The corner whose circle a node lies on; UINT32_MAX: none. The user's own nodes may have any
 * `user`, so the distance counts too. */
static uint32_t corner_of_node(const wendi_corners *corners, const corner_codes *codes,
                               const wend_graph *graph, wend_node node, wend_vec2 *position)
{
    wend_graph_node def;
    if (wend_graph_get_node(graph, node, &def) != WEND_OK || (def.user & WENDI_CORNER_MARK) == 0) {
        return UINT32_MAX;
    }
    *position = def.position;
    const uint32_t corner = corner_of(codes, def.user);
    if (corner == UINT32_MAX) {
        return corner;
    }
    const double far = wend_vec2_distance(corners->items[corner].position, def.position);
    return fabs(far - corners->radius) <= 4 * corners->spare ? corner : UINT32_MAX;
}

/* Counts the nodes of each corner, or with room for them lists them behind firsts. */
static void visit_nodes(wendi_pathfinder_circles *c, const corner_codes *codes,
                        const wend_graph *graph)
{
    for (wend_node node = 0; node < wend_graph_node_limit(graph); node++) {
        wend_vec2 at = {0, 0};
        const uint32_t corner = corner_of_node(&c->corners, codes, graph, node, &at);
        if (corner == UINT32_MAX) {
            continue;
        }
        if (c->nodes == NULL) {
            c->firsts[corner]++;
            continue;
        }
        const wend_vec2 n =
            wend_vec2_normalize(wend_vec2_sub(at, c->corners.items[corner].position));
        c->nodes[--c->firsts[corner]] = (wendi_pathfinder_circle_node){at, n, node, corner};
    }
}

static bool list_nodes(wend_pathfinder *pathfinder, corner_codes *codes)
{
    wendi_pathfinder_circles *c = &pathfinder->graph.circles;
    const wend_graph *graph = pathfinder->def.space->graph;
    for (uint32_t i = 0; i < c->corners.count; i++) {
        codes->items[i] = (wendi_sort_pair){c->corners.items[i].code, i};
        c->firsts[i] = 0;
    }
    wendi_sort_pairs(codes->items, codes->items + codes->count, codes->count);
    visit_nodes(c, codes, graph);
    uint32_t sum = 0;
    for (uint32_t i = 0; i < c->corners.count; i++) {
        sum += c->firsts[i];
        c->firsts[i] = sum;
    }
    c->firsts[c->corners.count] = sum;
    c->node_count = sum;
    if (sum == 0) {
        return true;
    }
    c->nodes = wendi_alloc(&pathfinder->allocator, sum * sizeof *c->nodes);
    if (c->nodes == NULL) {
        c->node_count = 0;
        return false;
    }
    visit_nodes(c, codes, graph);
    return true;
}

/* Of a level it is known that its graph is one of circles; others are known by a node on one. */
static bool is_of_circles(const wend_pathfinder *pathfinder)
{
    const wend_pathfinder_def *def = &pathfinder->def;
    return pathfinder->graph.circles.node_count > 0 ||
           (def->level_world == WEND_LEVEL_EXPANDED && def->corners == WEND_CORNERS_ROUND);
}

static bool find_circles(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_circles *c = &pathfinder->graph.circles;
    const wend_allocator *allocator = &pathfinder->allocator;
    wend_graph_build_def how = wend_graph_build_def_default();
    how.radius = pathfinder->def.radius;
    how.stops = pathfinder->def.stops;
    how.allocator = *allocator;
    if (!wendi_corners_find(&c->corners, pathfinder->def.walls, NULL, &how)) {
        return false;
    }
    const size_t count = c->corners.count;
    corner_codes codes = {wendi_alloc(allocator, (2 * count + 1) * sizeof *codes.items), count};
    c->firsts = wendi_alloc(allocator, (count + 1) * sizeof *c->firsts);
    const bool is_done = codes.items != NULL && c->firsts != NULL && list_nodes(pathfinder, &codes);
    wendi_free(allocator, codes.items, (2 * count + 1) * sizeof *codes.items);
    return is_done;
}

wend_result wendi_pathfinder_list_circles(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_circles *c = &pathfinder->graph.circles;
    const wend_pathfinder_def *def = &pathfinder->def;
    if (def->walls == NULL || !(def->radius > 0)) {
        return WEND_OK;
    }
    const uint64_t graph_revision = wend_graph_revision(def->space->graph);
    const uint64_t walls_revision = wend_walls_revision(def->walls);
    if (c->graph_revision == graph_revision && c->walls_revision == walls_revision) {
        return WEND_OK;
    }
    wendi_pathfinder_circles_free(c, &pathfinder->allocator);
    if (!find_circles(pathfinder)) {
        wendi_pathfinder_circles_free(c, &pathfinder->allocator);
        return WEND_ERROR_MEMORY;
    }
    if (!is_of_circles(pathfinder)) {
        wendi_pathfinder_circles_free(c, &pathfinder->allocator);
    }
    c->graph_revision = graph_revision;
    c->walls_revision = walls_revision;
    return WEND_OK;
}

/* ---- from a position to a circle ---- */

/* The nodes of a circle next to a direction; NULL without nodes. */
typedef struct circle_gap {
    const wendi_pathfinder_circle_node *before, *after; /* clockwise, counter-clockwise */
} circle_gap;

static circle_gap gap_at(const wendi_pathfinder_circles *c, uint32_t corner, wend_vec2 n)
{
    circle_gap gap = {NULL, NULL};
    double least_before = 0;
    double least_after = 0;
    for (uint32_t i = c->firsts[corner]; i < c->firsts[corner + 1]; i++) {
        const wendi_pathfinder_circle_node *node = &c->nodes[i];
        const double before = wendi_angle_between(node->n, n);
        const double after = wendi_angle_between(n, node->n);
        if (gap.before == NULL || before < least_before) {
            gap.before = node;
            least_before = before;
        }
        if (gap.after == NULL || after < least_after) {
            gap.after = node;
            least_after = after;
        }
    }
    return gap;
}

/* True if the nodes around a direction are the ends of an arc, which is listed where it is open.
 * (The arc between the same nodes around the other side of the circle begins at the other one.) */
static bool is_in_arc(const wend_graph *graph, circle_gap gap)
{
    wend_graph_edge edge;
    if (gap.before == gap.after) {
        return false;
    }
    const uint32_t index = wend_graph_edge_between(graph, gap.before->node, gap.after->node);
    return index != WEND_EDGE_NONE && wend_graph_get_edge(graph, index, &edge) == WEND_OK &&
           (edge.flags & WEND_GRAPH_ARC) != 0 && edge.from == gap.before->node;
}

/* Adds the arc from a touching point to the next node, if a disc can roll there. */
static wend_result add_end(wend_pathfinder *pathfinder, const wendi_pathfinder_touch *touch,
                           wend_vec2 n, uint32_t corner, circle_gap gap,
                           wendi_pathfinder_ends *ends)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wendi_corner *around = &g->circles.corners.items[corner];
    const wendi_pathfinder_circle_node *node = touch->side > 0 ? gap.after : gap.before;
    if (node == NULL) {
        return WEND_OK;
    }
    const wend_vec2 from = touch->side > 0 ? n : node->n;
    const wend_vec2 to = touch->side > 0 ? node->n : n;
    if (!wendi_corner_can_roll(&g->circles.corners, around, from, to)) {
        return WEND_OK;
    }
    if (!wendi_pathfinder_reserve_arcs(pathfinder, g->arcs.total + 1)) {
        return WEND_ERROR_MEMORY;
    }
    const double turn = wendi_angle_between(from, to);
    const double reach = wend_vec2_distance(touch->centre, node->position);
    const wendi_pathfinder_arc arc = {.centre = touch->centre,
                                      .from = node->position,
                                      .to = node->position,
                                      .radius = reach,
                                      .turn = turn,
                                      .from_node = node->node,
                                      .to_node = node->node};
    const wendi_pathfinder_end end = {
        wend_cost_from_double((touch->straight + turn * reach) * pathfinder->def.factor),
        node->node,
        touch->place,
        (uint32_t)g->arcs.total,
        touch->point,
        touch->side > 0 ? turn : -turn};
    g->arcs.items[g->arcs.total++] = arc;
    ends->items[ends->count++] = end;
    return WEND_OK;
}

static wend_result try_circle(wend_pathfinder *pathfinder, wend_vec2 at, uint32_t index,
                              uint32_t corner, int side, wendi_pathfinder_ends *ends,
                              wendi_pathfinder_touches *touches)
{
    const wend_pathfinder_def *def = &pathfinder->def;
    const wendi_pathfinder_circles *c = &pathfinder->graph.circles;
    const wendi_corner *around = &c->corners.items[corner];
    for (int is_exact = 0; is_exact < 2; is_exact++) {
        wendi_tangent t;
        const double reach = wendi_corners_reach(&c->corners, is_exact != 0);
        wendi_point_tangent(at, around->position, reach, side > 0 ? 0 : 1, &t);
        if (!wendi_corner_is_free(around, t.to_n)) {
            continue;
        }
        /* A position that touches the circle itself is not joined to the arcs of the graph. */
        const bool is_beside =
            wend_vec2_distance(at, around->position) > c->corners.radius * (1 + 1e-9);
        const circle_gap gap = gap_at(c, corner, t.to_n);
        if (is_beside && is_in_arc(def->space->graph, gap)) {
            return WEND_OK;
        }
        const wendi_pathfinder_touch touch = {t.to,
                                              around->position,
                                              wend_vec2_distance(at, t.to),
                                              0,
                                              (uint32_t)pathfinder->graph.arcs.count + corner,
                                              index,
                                              side};
        if (touch.straight <= def->max_node_distance &&
            wend_walls_can_walk(def->walls, at, t.to, def->radius, def->stops)) {
            touches->items[touches->count++] = touch;
            return add_end(pathfinder, &touch, t.to_n, corner, gap, ends);
        }
    }
    return WEND_OK;
}

wend_result wendi_pathfinder_add_circle_tangents(wend_pathfinder *pathfinder, wend_vec3 position,
                                                 uint32_t index, wendi_pathfinder_ends *ends,
                                                 wendi_pathfinder_touches *touches)
{
    const wend_vec2 at = {position.x, position.y};
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < pathfinder->graph.circles.corners.count && result == WEND_OK; i++) {
        result = try_circle(pathfinder, at, index, i, 1, ends, touches);
        if (result == WEND_OK) {
            result = try_circle(pathfinder, at, index, i, -1, ends, touches);
        }
    }
    return result;
}

/* ---- around one corner ---- */

/* Radians counter-clockwise from one touching point of a circle to another; below 0 where a disc
 * cannot roll there. */
static double roll_between(const wend_pathfinder *pathfinder, const wendi_pathfinder_touch *from,
                           const wendi_pathfinder_touch *to)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    if (from->key < g->arcs.count) {
        return to->after - from->after;
    }
    const wendi_corners *corners = &g->circles.corners;
    const wendi_corner *corner = &corners->items[from->key - g->arcs.count];
    const wend_vec2 a = wend_vec2_normalize(wend_vec2_sub(from->point, corner->position));
    const wend_vec2 b = wend_vec2_normalize(wend_vec2_sub(to->point, corner->position));
    return wendi_corner_can_roll(corners, corner, a, b) ? wendi_angle_between(a, b) : -1;
}

static void try_turn(wend_pathfinder *pathfinder, const wendi_pathfinder_touch *from,
                     const wendi_pathfinder_touch *to)
{
    wendi_pathfinder_turn *best = &pathfinder->graph.turn;
    if (from->side == to->side) {
        return; /* one of the two would have to turn back */
    }
    const double turn =
        from->side > 0 ? roll_between(pathfinder, from, to) : roll_between(pathfinder, to, from);
    const double reach = wend_vec2_distance(from->point, from->centre);
    const wend_cost cost = wend_cost_from_double((from->straight + turn * reach + to->straight) *
                                                 pathfinder->def.factor);
    if (turn >= 0 && cost < best->cost && cost <= wendi_pathfinder_cost_limit(pathfinder)) {
        *best = (wendi_pathfinder_turn){cost, *from, *to, from->side > 0 ? turn : -turn};
    }
}

void wendi_pathfinder_find_turn(wend_pathfinder *pathfinder, const uint32_t *groups, uint32_t group)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    const wendi_pathfinder_touches *starts = &g->from_start;
    size_t first = 0;
    g->turn.cost = WEND_COST_INFINITE;
    for (size_t i = 0; i < g->from_goals.count; i++) {
        const wendi_pathfinder_touch *goal = &g->from_goals.items[i];
        first = i > 0 && goal->place != goal[-1].place ? 0 : first;
        while (first < starts->count && starts->items[first].key < goal->key) {
            first++;
        }
        const bool is_wanted = groups == NULL || groups[goal->place] == group;
        for (size_t k = first; is_wanted && k < starts->count && starts->items[k].key == goal->key;
             k++) {
            try_turn(pathfinder, &starts->items[k], goal);
        }
    }
}

wend_result wendi_pathfinder_set_turn(wend_pathfinder *pathfinder)
{
    const wendi_pathfinder_turn *turn = &pathfinder->graph.turn;
    const wend_vec3 from = {turn->from.point.x, turn->from.point.y, 0};
    const wend_vec3 to = {turn->to.point.x, turn->to.point.y, 0};
    wend_leg first = wendi_leg_straight(pathfinder->query.from, from, false);
    wend_leg last = wendi_leg_straight(to, pathfinder->positions[turn->to.place], false);
    first.cost = wend_cost_from_double(first.length * pathfinder->def.factor);
    last.cost = wend_cost_from_double(last.length * pathfinder->def.factor);
    wend_path_clear(pathfinder->path);
    const wend_result result =
        wendi_pathfinder_add_arc_legs(pathfinder, turn->from.centre, turn->from.point,
                                      turn->to.point, turn->turn, WEND_NODE_NONE);
    return result == WEND_OK ? wendi_path_add_end_legs(pathfinder->path, &first, &last) : result;
}
