/* takes: a place on a mesh and one to move towards.
 * gives: where going straight and sliding along walls ends.
 * cost:  a ray for each corner it slides around.
 *
 *      a---------.             It goes straight till an edge stops it, and slides along that edge
 *                 \  edge      towards the point of it that is nearest to b: there it ends, or
 *        b   <-----+-----v     at the edge's end v, from where it goes on in the same way. All
 *                              places it goes on from are corners, so nothing is rounded there. */
#include "base/math/vec2.h"
#include "world/mesh/store.h"

typedef struct slide {
    const wend_mesh *m;
    wend_vec2 at, goal;
    wend_node polygon;
} slide;

/* Slides along the edge from a corner. @return true at its end, false where it came to rest. */
static bool slide_along(slide *s, uint32_t corner)
{
    const wend_mesh *m = s->m;
    const wend_node p = wendi_mesh_owner(m, corner);
    const wend_vec2 u = wendi_mesh_point(m, corner);
    const wend_vec2 v = wendi_mesh_point(m, wendi_mesh_next(m, p, corner));
    s->polygon = p;
    const bool is_before = wendi_compare_along(u, v, s->goal) <= 0;
    const bool is_beyond = wendi_compare_along(v, u, s->goal) <= 0;
    if (is_before || is_beyond) {
        s->at = is_before ? u : v;
        return true;
    }
    s->at = wendi_mesh_closest_on_segment(u, v, s->goal);
    return false;
}

/* Of the two edges that stop it at a corner: the one to slide along, or UINT32_MAX where neither
 * leads nearer. */
static uint32_t choose(const slide *s, const wendi_mesh_ray_end *stop)
{
    uint32_t best = UINT32_MAX;
    double best_gain = 0;
    const wend_vec2 at = s->m->points[stop->vertex];
    for (int i = 0; i < 2; ++i) {
        const wend_node p = wendi_mesh_owner(s->m, stop->walls[i]);
        const uint32_t next = wendi_mesh_next(s->m, p, stop->walls[i]);
        const bool begins = s->m->vertices[stop->walls[i]] == stop->vertex;
        const wend_vec2 end = wendi_mesh_point(s->m, begins ? next : stop->walls[i]);
        if (wendi_compare_along(at, end, s->goal) <= 0) {
            continue;
        }
        const wend_vec2 on = wendi_mesh_closest_on_segment(at, end, s->goal);
        const double gain = wend_vec2_distance(at, s->goal) - wend_vec2_distance(on, s->goal);
        if (best == UINT32_MAX || gain > best_gain) {
            best = stop->walls[i];
            best_gain = gain;
        }
    }
    return best;
}

/* One ray and one edge. @return false when it came to rest. */
static bool advance(slide *s)
{
    const wendi_mesh_ray_end stop = wendi_mesh_cast_ray(s->m, s->polygon, s->at, s->goal);
    s->polygon = stop.polygon;
    if (stop.has_arrived) {
        s->at = s->goal;
        return false;
    }
    if (!stop.is_at_vertex) {
        const wend_vec2 before = s->at;
        return slide_along(s, stop.walls[0]) && !wendi_vec2_is_same(before, s->at);
    }
    s->at = s->m->points[stop.vertex];
    const uint32_t wall = choose(s, &stop);
    return wall != UINT32_MAX && slide_along(s, wall);
}

wend_result wend_mesh_move(const wend_mesh *m, wend_mesh_location from, double x, double y,
                           wend_mesh_location *end)
{
    if (end == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *end = from;
    if (m == NULL || !wendi_coordinate_is_valid(x) || !wendi_coordinate_is_valid(y)) {
        return WEND_ERROR_ARGUMENT;
    }
    slide s = {.m = m,
               .at = {wendi_flush_coordinate(from.x), wendi_flush_coordinate(from.y)},
               .goal = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)},
               .polygon = wendi_mesh_polygon_of(m, &from)};
    if (s.polygon == WEND_NODE_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    /* Each step comes nearer to the goal, over corners: there can be no more than all of them. */
    for (uint64_t left = (uint64_t)m->corner_count + 2; left > 0 && advance(&s); --left) {
    }
    *end = wendi_mesh_snap_location(m, s.polygon, s.at.x, s.at.y);
    return WEND_OK;
}
