/* Lists the walls that touch a circle or a rectangle, by index.
 * Cost: the boxes that touch it, and k log k for k ids. */
#include "base/math/predicates.h"
#include "world/walls/intersect.h"
#include "world/walls/traversal.h"

static const double MOST_RADIUS = 8589934592.0;

/* The smallest ids so far, as a heap with the largest first, up to the capacity. */
typedef struct lowest_walls {
    const wend_walls *walls;
    wend_wall_id *ids;
    size_t capacity;
    size_t found;
} lowest_walls;

static void sink(wend_wall_id *ids, size_t count, size_t hole, wend_wall_id id)
{
    for (;;) {
        size_t child = 2 * hole + 1;
        if (child + 1 < count && ids[child + 1].index1 > ids[child].index1) {
            child++;
        }
        if (child >= count || ids[child].index1 <= id.index1) {
            break;
        }
        ids[hole] = ids[child];
        hole = child;
    }
    ids[hole] = id;
}

static void add(lowest_walls *l, uint32_t wall)
{
    const wend_wall_id id = wendi_wall_id_of(l->walls, wall);
    if (l->found < l->capacity) {
        wend_wall_id *ids = l->ids;
        size_t hole = l->found;
        while (hole > 0 && ids[(hole - 1) / 2].index1 < id.index1) {
            ids[hole] = ids[(hole - 1) / 2];
            hole = (hole - 1) / 2;
        }
        ids[hole] = id;
    } else if (l->capacity > 0 && id.index1 < l->ids[0].index1) {
        sink(l->ids, l->capacity, 0, id);
    }
    l->found++;
}

static wend_result finish(lowest_walls *l, size_t *count)
{
    const size_t kept = l->found < l->capacity ? l->found : l->capacity;
    for (size_t i = kept; i-- > 1;) {
        const wend_wall_id last = l->ids[i];
        l->ids[i] = l->ids[0];
        sink(l->ids, i, 0, last);
    }
    *count = l->found;
    return l->found > l->capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- candidates: a circle has a radius, a rectangle corners ---- */

typedef struct query_area {
    bool is_circle;
    wend_vec2 centre;
    double radius;
    wend_vec2 low, high;
} query_area;

/* True for rectangles without a common point, or with the whole rectangle on one side of the
 * edge. */
static bool box_touches(const query_area *in, const wendi_wall_edge *edge)
{
    const wend_vec2 a = edge->a;
    const wend_vec2 b = edge->b;
    if ((a.x < in->low.x && b.x < in->low.x) || (a.x > in->high.x && b.x > in->high.x) ||
        (a.y < in->low.y && b.y < in->low.y) || (a.y > in->high.y && b.y > in->high.y)) {
        return false;
    }
    const wend_vec2 corners[4] = {
        in->low, {in->high.x, in->low.y}, in->high, {in->low.x, in->high.y}};
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        const double side = wendi_orient(a, b, corners[i]);
        sum += (side > 0) - (side < 0);
    }
    return sum != 4 && sum != -4;
}

static bool edge_comes_in(const query_area *in, const wendi_wall_edge *edge)
{
    return in->is_circle ? wendi_wall_edge_compare_distance(in->centre, edge, in->radius) <= 0
                         : box_touches(in, edge);
}

static bool polygon_comes_in(const wend_walls *walls, const query_area *in, uint32_t wall)
{
    for (uint32_t e = walls->slots[wall].first_edge; e != WENDI_WALLS_NONE;
         e = walls->edges[e].next) {
        if (edge_comes_in(in, &walls->edges[e])) {
            return true;
        }
    }
    return wendi_wall_locate_point(walls, wall, in->is_circle ? in->centre : in->low) ==
           WENDI_INSIDE;
}

/* Segments are found by their edge, polygons as a whole: each wall once. */
static void collect(const wend_walls *walls, const query_area *in, uint32_t stops, lowest_walls *l)
{
    const wend_vec2 along = wend_vec2_sub(in->high, in->low);
    wendi_capsule capsule = {.from = in->low, .low = in->low, .high = in->high, .along_x = along.x};
    capsule.along_y = along.y;
    capsule.wide = WEND_COORDINATE_MAX * WEND_COORDINATE_MAX * 64; /* the rectangle only */
    wendi_wall_traversal traversal;
    wendi_wall_traversal_begin(&traversal, &walls->edge_tree, &capsule);
    for (uint32_t e; wendi_wall_traversal_next(&traversal, &capsule, &e);) {
        const wendi_wall_edge *edge = &walls->edges[e];
        if ((edge->stops & stops) != 0 && walls->slots[edge->wall].corners == NULL &&
            edge_comes_in(in, edge)) {
            add(l, edge->wall);
        }
    }
    wendi_wall_traversal_begin(&traversal, &walls->solid_tree, &capsule);
    for (uint32_t i; wendi_wall_traversal_next(&traversal, &capsule, &i);) {
        if ((walls->slots[i].stops & stops) != 0 && polygon_comes_in(walls, in, i)) {
            add(l, i);
        }
    }
}

static wend_result list_walls(const wend_walls *walls, const query_area *in, uint32_t stops,
                              wend_wall_id *ids, size_t capacity, size_t *count)
{
    lowest_walls l = {.walls = walls, .ids = ids, .capacity = capacity};
    collect(walls, in, stops, &l);
    return finish(&l, count);
}

wend_result wend_walls_query_circle(const wend_walls *walls, wend_vec2 centre, double radius,
                                    uint32_t stops, wend_wall_id *ids, size_t capacity,
                                    size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (walls == NULL || count == NULL || (ids == NULL && capacity > 0) ||
        !wendi_point_is_valid(centre) || !(radius >= 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const double r = radius < MOST_RADIUS ? wendi_flush_coordinate(radius) : MOST_RADIUS;
    query_area in = {.is_circle = true, .radius = r};
    in.centre = (wend_vec2){wendi_flush_coordinate(centre.x), wendi_flush_coordinate(centre.y)};
    const wendi_capsule around = wendi_capsule_make(in.centre, in.centre, r);
    in.low = around.low;
    in.high = around.high;
    return list_walls(walls, &in, stops, ids, capacity, count);
}

wend_result wend_walls_query_box(const wend_walls *walls, wend_vec2 low, wend_vec2 high,
                                 uint32_t stops, wend_wall_id *ids, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (walls == NULL || count == NULL || (ids == NULL && capacity > 0) ||
        !wendi_point_is_valid(low) || !wendi_point_is_valid(high) || low.x > high.x ||
        low.y > high.y) {
        return WEND_ERROR_ARGUMENT;
    }
    const query_area in = {
        .low = {wendi_flush_coordinate(low.x), wendi_flush_coordinate(low.y)},
        .high = {wendi_flush_coordinate(high.x), wendi_flush_coordinate(high.y)}};
    return list_walls(walls, &in, stops, ids, capacity, count);
}
