/* Finds the outer edge nearest to a location on the surface.
 * Cost: some 30 ns for each polygon nearer than that edge.
 *
 * From the location's polygon the search spreads over edges nearer than the best wall so far, nearest
 * first. The polygons found stand in a list of fixed size. Where they are more, the cells around the
 * location are visited ring by ring: on one floor nothing can lie between a location and the wall
 * that is nearest in the plane. On several a wall may belong to another floor: a ray along the
 * surface towards it decides, and the wall that it hits first is certainly one of this floor. */
#include "base/math/vec2.h"
#include "world/mesh/store.h"

#include <string.h>

typedef struct wall_search {
    const wend_mesh *m;
    wend_vec2 at, on;
    wend_node polygon;
    double square;
    uint32_t corner;
} wall_search;

static double square_between(wend_vec2 a, wend_vec2 b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static wend_vec2 nearest_of(const wall_search *s, wend_node p, uint32_t corner)
{
    return wendi_mesh_closest_on_segment(wendi_mesh_point(s->m, corner),
                                         wendi_mesh_point(s->m, wendi_mesh_next(s->m, p, corner)),
                                         s->at);
}

static bool is_better(const wall_search *s, double square, uint32_t corner)
{
    return square < s->square || (!(square > s->square) && corner < s->corner);
}

static void offer(wall_search *s, wend_vec2 on, double square, uint32_t corner)
{
    if (is_better(s, square, corner)) {
        s->on = on;
        s->square = square;
        s->corner = corner;
    }
}

static void offer_walls(wall_search *s, const uint32_t walls[2])
{
    for (int i = 0; i < 2; ++i) {
        if (walls[i] != UINT32_MAX) {
            const wend_node owner = wendi_mesh_owner(s->m, walls[i]);
            const wend_vec2 on = nearest_of(s, owner, walls[i]);
            offer(s, on, square_between(on, s->at), walls[i]);
        }
    }
}

/* The wall found by turning about a corner; UINT32_MAX where there is ground all around. */
static uint32_t wall_about(const wend_mesh *m, wend_node p, uint32_t corner, bool clockwise)
{
    uint32_t c = corner;
    do {
        const uint32_t edge = clockwise ? c : wendi_mesh_previous(m, p, c);
        const wend_node beyond = m->neighbours[edge];
        if (beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(m, beyond)) {
            return edge;
        }
        c = clockwise ? wendi_mesh_next(m, beyond, m->twins[edge]) : m->twins[edge];
        p = beyond;
    } while (c != corner);
    return UINT32_MAX;
}

/* Goes straight to a vertex: finds walls before it, or, at the vertex, those that begin there. */
static void offer_at_vertex(wall_search *s, uint32_t vertex)
{
    const wend_mesh *m = s->m;
    const wendi_mesh_ray_end stop = wendi_mesh_cast_ray(m, s->polygon, s->at, m->points[vertex]);
    if (!stop.has_arrived) {
        offer_walls(s, stop.walls);
        return;
    }
    for (uint32_t c = m->firsts[stop.polygon]; c < m->ends[stop.polygon]; ++c) {
        if (m->vertices[c] == vertex) {
            const uint32_t walls[2] = {wall_about(m, stop.polygon, c, true),
                                       wall_about(m, stop.polygon, c, false)};
            offer_walls(s, walls);
        }
    }
}

/* Tests whether a nearer edge belongs to this floor. */
static void offer_along_surface(wall_search *s, wend_vec2 on, double square, uint32_t corner)
{
    const wend_mesh *m = s->m;
    const wend_node owner = wendi_mesh_owner(m, corner);
    const uint32_t ends[2] = {m->vertices[corner], m->vertices[wendi_mesh_next(m, owner, corner)]};
    for (int i = 0; i < 2; ++i) {
        if (wendi_vec2_is_same(on, m->points[ends[i]])) {
            offer_at_vertex(s, ends[i]);
            return;
        }
    }
    if (owner == s->polygon) {
        offer(s, on, square, corner);
        return;
    }
    /* A little past the point, so that the ray does not end just before it. */
    const double past = 1.0 + 1.0 / 1048576;
    const wend_vec2 to = {s->at.x + (on.x - s->at.x) * past, s->at.y + (on.y - s->at.y) * past};
    const wendi_mesh_ray_end stop = wendi_mesh_cast_ray(m, s->polygon, s->at, to);
    offer_walls(s, stop.walls);
}

static void visit(wall_search *s, wend_node p)
{
    const wend_mesh *m = s->m;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        const wend_node beyond = m->neighbours[c];
        if (beyond != WEND_NODE_NONE && wendi_mesh_can_enter(m, beyond)) {
            continue;
        }
        const wend_vec2 on = nearest_of(s, p, c);
        const double square = square_between(on, s->at);
        if (!is_better(s, square, c)) {
            continue;
        }
        if (m->has_floors) {
            offer_along_surface(s, on, square, c);
        } else {
            offer(s, on, square, c);
        }
    }
}

static void visit_next(void *context, wend_node p)
{
    visit(context, p);
}

/* ---- spreading ---- */

enum { MET_MAX = 96 };

static const double DONE = 1e300;

/* Polygons found, and the distance of the edge that led to each; DONE = expanded. */
typedef struct reached_polygons {
    uint32_t count;
    wend_node polygons[MET_MAX];
    double squares[MET_MAX];
} reached_polygons;

/* @return false when the list is full. */
static bool reach_polygon(reached_polygons *all, wend_node p, double square)
{
    for (uint32_t i = 0; i < all->count; ++i) {
        if (all->polygons[i] == p) {
            const bool is_nearer = all->squares[i] < DONE && square < all->squares[i];
            all->squares[i] = is_nearer ? square : all->squares[i];
            return true;
        }
    }
    if (all->count == MET_MAX) {
        return false;
    }
    all->polygons[all->count] = p;
    all->squares[all->count++] = square;
    return true;
}

static bool spread_from(wall_search *s, reached_polygons *all, wend_node p)
{
    const wend_mesh *m = s->m;
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        const wend_node beyond = m->neighbours[c];
        const wend_vec2 on = nearest_of(s, p, c);
        const double square = square_between(on, s->at);
        if (square > s->square) {
            continue;
        }
        if (beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(m, beyond)) {
            offer(s, on, square, c);
        } else if (!reach_polygon(all, beyond, square)) {
            return false;
        }
    }
    return true;
}

/* The nearest one of the list that is not expanded. */
static uint32_t nearest_reached(const reached_polygons *all)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < all->count; ++i) {
        best = all->squares[i] < all->squares[best] ? i : best;
    }
    return best;
}

/* @return false when there were too many polygons; the walls found so far are valid all the
 * same. */
static bool spread(wall_search *s)
{
    reached_polygons all;
    all.count = 0;
    (void)reach_polygon(&all, s->polygon, 0);
    for (;;) {
        const uint32_t i = nearest_reached(&all);
        if (all.squares[i] > s->square) {
            return true;
        }
        all.squares[i] = DONE;
        if (!spread_from(s, &all, all.polygons[i])) {
            return false;
        }
    }
}

double wend_mesh_wall_distance(const wend_mesh *mesh, wend_mesh_location location,
                               double max_distance, wend_mesh_hit *hit)
{
    wend_mesh_hit ignored = {.fraction = 0};
    hit = hit == NULL ? &ignored : hit;
    memset(hit, 0, sizeof *hit);
    hit->location = wend_mesh_location_at(0, 0, 0);
    hit->corner = WEND_EDGE_NONE;
    const wend_node p = mesh == NULL || !(max_distance >= 0)
                            ? WEND_NODE_NONE
                            : wendi_mesh_polygon_of(mesh, &location);
    if (p == WEND_NODE_NONE) {
        return -1;
    }
    wall_search s = {.m = mesh,
                     .at = {wendi_flush_coordinate(location.x), wendi_flush_coordinate(location.y)},
                     .polygon = p,
                     .square = wendi_mesh_squared(max_distance),
                     .corner = UINT32_MAX};
    if (!spread(&s)) {
        wendi_mesh_visit_rings(mesh, s.at, &s.square, visit_next, &s);
    }
    if (s.corner == UINT32_MAX) {
        return max_distance;
    }
    const wend_node owner = wendi_mesh_owner(mesh, s.corner);
    hit->location = wendi_mesh_snap_location(mesh, owner, s.on.x, s.on.y);
    hit->corner = s.corner;
    hit->normal = wendi_mesh_normal(mesh, owner, s.corner);
    const double distance = wend_sqrt(s.square);
    return distance < max_distance ? distance : max_distance;
}
