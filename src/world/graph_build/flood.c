/* Builds graphs by flooding open ground from seeds.
 * Cost: that of the lattices; near walls 64 points for each square of the spacing are tested, few
 * of which become nodes.
 *
 * All coarse points that were reached become nodes. A finer one does where no node is visible from
 * it, the coarser ones first. Then a node is visible from each point. Where nodes visible from two
 * points one step apart are not connected yet, both points become nodes: so the graph connects what
 * the fine lattice connects. */
#include "world/graph_build/build.h"
#include "world/graph_build/lattice.h"

#include "base/core/memory.h"
#include "base/core/message.h"

static const char *const function = "wend_graph_build_flood";

enum { SIGHTS_MAX = 12 };

typedef struct flooder {
    wend_graph *graph;
    wendi_lattice *lattices; /* [point_count] */
    size_t lattice_count;
    wendi_lattice *now;
    uint32_t *groups; /* [points so far] a forest: which nodes are connected */
} flooder;

/* ---- connected nodes ---- */

static uint32_t group_of(const flooder *f, uint32_t point)
{
    uint32_t *groups = f->groups;
    while (groups[point] != point) {
        groups[point] = groups[groups[point]];
        point = groups[point];
    }
    return point;
}

static wend_result add_edge(const flooder *f, uint32_t one, uint32_t other)
{
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = f->now->points[one].node;
    edge.to = f->now->points[other].node;
    f->groups[group_of(f, one)] = group_of(f, other);
    return wend_graph_add_edge(f->graph, &edge, NULL);
}

static wend_result add_node(const flooder *f, uint32_t point)
{
    if (wend_graph_node_count(f->graph) >= f->now->def->max_nodes) {
        return WEND_ERROR_FULL;
    }
    wend_graph_node node = wend_graph_node_default();
    node.position = wendi_lattice_position_of(f->now, point);
    return wend_graph_add_node(f->graph, &node, &f->now->points[point].node);
}

/* ---- nodes around a point ---- */

static bool has_node(const flooder *f, uint32_t point)
{
    return point != UINT32_MAX && f->now->points[point].node != WEND_NODE_NONE;
}

static uint32_t push_once(uint32_t *found, uint32_t count, uint32_t point)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (found[k] == point) {
            return count;
        }
    }
    found[count] = point;
    return count + 1;
}

/* The first point with a node in one of eight directions, no farther than the spacing. */
static uint32_t node_towards(const flooder *f, const wendi_lattice_point *p, int direction)
{
    static const int32_t along[10] = {1, 1, 0, -1, -1, -1, 0, 1, 1, 1};
    const int32_t x = along[direction];
    const int32_t y = along[direction < 2 ? direction + 6 : direction - 2];
    for (int32_t k = 1; k <= WENDI_LATTICE_FINE; ++k) {
        const uint32_t point = wendi_lattice_find(f->now, p->x + k * x, p->y + k * y);
        if (has_node(f, point)) {
            return point;
        }
    }
    return UINT32_MAX;
}

/* The points with nodes that an agent can walk to straight: at the corners of the coarse square,
 * and in eight directions. @param most the number that is enough. */
static uint32_t visible_nodes(const flooder *f, uint32_t point, uint32_t most,
                              uint32_t found[SIGHTS_MAX])
{
    const wendi_lattice_point *p = &f->now->points[point];
    uint32_t count = 0;
    for (int k = 0; k < SIGHTS_MAX && count < most; ++k) {
        const int32_t x = wendi_lattice_floor(p->x) + (k % 2) * WENDI_LATTICE_FINE;
        const int32_t y = wendi_lattice_floor(p->y) + (k / 2) * WENDI_LATTICE_FINE;
        const uint32_t other = k < 4 ? wendi_lattice_find(f->now, x, y) : node_towards(f, p, k - 4);
        if (has_node(f, other) && other != point && wendi_lattice_is_clear(f->now, point, other)) {
            count = push_once(found, count, other);
        }
    }
    return count;
}

/* ---- from points to nodes ---- */

/* The level of a point. 0 is coarse. */
static int level_of(const wendi_lattice_point *p)
{
    int level = 0;
    for (int32_t step = WENDI_LATTICE_FINE; p->x % step != 0 || p->y % step != 0; step /= 2) {
        ++level;
    }
    return level;
}

static wend_result choose_node(const flooder *f, uint32_t point, int level)
{
    uint32_t found[SIGHTS_MAX];
    wendi_lattice_point *p = &f->now->points[point];
    if (level > 0 && visible_nodes(f, point, 1, found) == 1) {
        p->cover = found[0];
        return WEND_OK;
    }
    p->cover = point;
    return add_node(f, point);
}

static wend_result choose_nodes(const flooder *f)
{
    wend_result result = WEND_OK;
    for (int level = 0; level <= WENDI_LATTICE_LEVELS; ++level) {
        for (uint32_t point = 0; point < f->now->count && result == WEND_OK; ++point) {
            if (level_of(&f->now->points[point]) == level) {
                result = choose_node(f, point, level);
            }
        }
    }
    return result;
}

/* Edges between coarse points a spacing apart. */
static wend_result join_coarse(const flooder *f, uint32_t point)
{
    static const int8_t steps[4][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}};
    const wendi_lattice_point *p = &f->now->points[point];
    wend_result result = WEND_OK;
    for (int k = 0; k < 4 && result == WEND_OK; ++k) {
        const uint32_t other = wendi_lattice_find(f->now, p->x + steps[k][0] * WENDI_LATTICE_FINE,
                                                  p->y + steps[k][1] * WENDI_LATTICE_FINE);
        if (other != UINT32_MAX && wendi_lattice_is_clear(f->now, point, other)) {
            result = add_edge(f, point, other);
        }
    }
    return result;
}

/* Edges of a finer point: to coarse ones, and to finer ones of smaller number. */
static wend_result join_fine(const flooder *f, uint32_t point)
{
    uint32_t found[SIGHTS_MAX];
    const uint32_t count = visible_nodes(f, point, SIGHTS_MAX, found);
    wend_result result = WEND_OK;
    for (uint32_t k = 0; k < count && result == WEND_OK; ++k) {
        const bool is_coarse = wendi_lattice_is_coarse(&f->now->points[found[k]]);
        if (is_coarse || found[k] < point) {
            result = add_edge(f, point, found[k]);
        }
    }
    return result;
}

static wend_result join_nodes(const flooder *f)
{
    wend_result result = WEND_OK;
    for (uint32_t point = 0; point < f->now->count && result == WEND_OK; ++point) {
        if (has_node(f, point)) {
            result = wendi_lattice_is_coarse(&f->now->points[point]) ? join_coarse(f, point)
                                                                     : join_fine(f, point);
        }
    }
    return result;
}

/* Makes a point a node that is joined to the visible nodes. */
static wend_result promote(const flooder *f, uint32_t point)
{
    wendi_lattice_point *p = &f->now->points[point];
    if (has_node(f, point)) {
        return WEND_OK;
    }
    f->groups[point] = point;
    const wend_result result = add_node(f, point);
    return result == WEND_OK ? add_edge(f, point, p->cover) : result;
}

/* Joins the sets that one step between two points connects. */
static wend_result bridge(const flooder *f, uint32_t point)
{
    const wendi_lattice_point p = f->now->points[point];
    const uint32_t one = f->now->points[p.parent].cover;
    if (group_of(f, one) == group_of(f, p.cover)) {
        return WEND_OK;
    }
    wend_result result = promote(f, p.parent);
    result = result == WEND_OK ? promote(f, point) : result;
    return result == WEND_OK ? add_edge(f, p.parent, point) : result;
}

static wend_result make_nodes(const flooder *f)
{
    wend_result result = choose_nodes(f);
    result = result == WEND_OK ? join_nodes(f) : result;
    for (uint32_t point = 1; point < f->now->count && result == WEND_OK; ++point) {
        result = bridge(f, point);
    }
    return result;
}

/* ---- seeds ---- */

/* Whole steps of a lattice, rounded down; seeds lie within bounds, so that it fits. */
static int32_t steps_to(double distance, double step)
{
    const double steps = distance / step;
    const int32_t whole = (int32_t)steps;
    return whole > steps ? whole - 1 : whole;
}

/* True if an agent can walk straight to a seed from a reached point around it. */
static bool is_reached(const wendi_lattice *l, wend_vec2 seed)
{
    const int32_t x = steps_to(seed.x - l->anchor.x, l->fine);
    const int32_t y = steps_to(seed.y - l->anchor.y, l->fine);
    for (int k = 0; k < 8; ++k) {
        const int32_t step = k < 4 ? 1 : WENDI_LATTICE_FINE;
        const int32_t at_x = (k < 4 ? x : wendi_lattice_floor(x)) + (k % 2) * step;
        const int32_t at_y = (k < 4 ? y : wendi_lattice_floor(y)) + (k % 4 / 2) * step;
        if (wendi_lattice_find(l, at_x, at_y) != UINT32_MAX &&
            wend_walls_can_walk(l->walls, wendi_lattice_position(l, at_x, at_y), seed,
                                l->def->radius, l->def->stops)) {
            return true;
        }
    }
    return false;
}

static bool is_new_ground(const flooder *f, const wendi_lattice *l)
{
    const wend_vec2 seed = l->anchor;
    if (!(seed.x >= l->low.x && seed.x <= l->high.x && seed.y >= l->low.y && seed.y <= l->high.y) ||
        !wend_walls_can_walk(l->walls, seed, seed, l->def->radius, l->def->stops) ||
        wend_walls_is_inside(l->walls, seed, l->def->stops)) {
        return false;
    }
    for (size_t k = 0; k < f->lattice_count; ++k) {
        if (is_reached(&f->lattices[k], seed)) {
            return false;
        }
    }
    return true;
}

static wend_result flood_from(flooder *f, const wendi_lattice *empty)
{
    if (!is_new_ground(f, empty)) {
        return WEND_OK;
    }
    const wend_allocator *a = &empty->def->allocator;
    f->now = &f->lattices[f->lattice_count++];
    *f->now = *empty;
    wend_result result = wendi_lattice_grow(f->now);
    if (result != WEND_OK) {
        return result;
    }
    const size_t bytes = f->now->count * sizeof *f->groups;
    f->groups = wendi_alloc(a, bytes);
    if (f->groups == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < f->now->count; ++i) {
        f->groups[i] = i;
    }
    result = make_nodes(f);
    wendi_free(a, f->groups, bytes);
    return result;
}

static wend_result flood_all(flooder *f, wendi_lattice *empty)
{
    const wend_graph_build_def *def = empty->def;
    const size_t bytes = def->point_count * sizeof *f->lattices;
    f->lattices = wendi_alloc_zero(&def->allocator, bytes);
    wend_result result = f->lattices == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    for (size_t i = 0; i < def->point_count && result == WEND_OK; ++i) {
        empty->anchor = def->points[i];
        result = flood_from(f, empty);
    }
    for (size_t k = 0; k < f->lattice_count; ++k) {
        wendi_lattice_free(&f->lattices[k]);
    }
    wendi_free(&def->allocator, f->lattices, bytes);
    return result;
}

/* ---- building ---- */

static wend_result refuse(const wend_graph_build_def *def, const char *what)
{
    return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "%s: %s", function, what);
}

/* Spacing and bounds. */
static wend_result prepare(wendi_lattice *empty)
{
    const wend_graph_build_def *def = empty->def;
    if (def->point_count == 0) {
        return refuse(def, "point_count is 0: a flood needs a seed");
    }
    wend_vec2 low;
    wend_vec2 high;
    if (!wend_walls_bounds(empty->walls, &low, &high)) {
        return refuse(def, "walls has none in it, and a flood needs walls around the ground");
    }
    const double wide = high.x - low.x;
    const double tall = high.y - low.y;
    const double side = wide > tall ? wide : tall;
    empty->spacing = def->spacing > 0 ? def->spacing : 2 * def->radius;
    empty->spacing = empty->spacing > 0 ? empty->spacing : side / 64;
    empty->fine = empty->spacing / (double)WENDI_LATTICE_FINE;
    if (!(side / empty->fine < INT32_MAX / 4)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: spacing is %s, which is too small for walls %s metres apart",
                          function, wendi_format_number(empty->spacing).text,
                          wendi_format_number(side).text);
    }
    empty->low = (wend_vec2){low.x - empty->spacing, low.y - empty->spacing};
    empty->high = (wend_vec2){high.x + empty->spacing, high.y + empty->spacing};
    return WEND_OK;
}

wend_result wend_graph_build_flood(const wend_walls *walls, const wend_graph_build_def *def,
                                   wend_graph **graph)
{
    if (wendi_graph_build_begin(def, function, "walls", walls, graph) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lattice empty = {.walls = walls, .def = def};
    wend_result result = prepare(&empty);
    flooder f = {.graph = NULL};
    result = result == WEND_OK ? wendi_graph_assemble_begin(def, function, 0, &f.graph) : result;
    if (result != WEND_OK) {
        return result;
    }
    result = flood_all(&f, &empty);
    if (result == WEND_OK && f.lattice_count == 0) {
        wend_graph_destroy(f.graph);
        return refuse(def, "points has no seed where an agent of this radius can stand");
    }
    return wendi_graph_assemble_end(def, function, result, f.graph, graph);
}
