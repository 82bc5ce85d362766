/* The walls of a mesh around a position, and movement along its surface.
 * Cost: the polygons within reach, some ten nanoseconds each; one polygon in the open.
 *
 *      +-------+--------+      The search spreads from the polygon under the position over every
 *      |   .---|-.      #      edge that is within reach; the edges that nothing lies beyond, or
 *      |  ( o  |  )     #      closed ground, are walls. So it meets those of this floor only, and
 *      +---`---+-'------+      none that lies behind a wall. */
#include "crowd/obstacles/candidates.h"

#include "base/math/vec2.h"
#include "world/mesh/tiles.h"

enum { FOUND_MOST = 96, STRIDES_MOST = 4096, CLOSED_MOST = 1024 };

/* Metres: the least radius in tests for a clear path, and the longest stride. */
static const double POINT = 0.02;
static const double STRIDE = 1.0;
/* Metres: no ground is further away. */
static const double ANYWHERE = 4e9;

static bool is_wall(const wend_mesh *m, uint32_t corner)
{
    const wend_node beyond = m->neighbours[corner];
    return beyond == WEND_NODE_NONE || !wendi_mesh_can_enter(m, beyond);
}

/* Squared distance of a position to a segment, without a division where that is above `most`. */
static double squared_to(wend_vec2 a, wend_vec2 b, wend_vec2 at, double most)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double x = at.x - a.x;
    const double y = at.y - a.y;
    const double whole = dx * dx + dy * dy;
    const double across = dx * y - dy * x;
    if (across * across > most * whole) {
        return HUGE_VAL;
    }
    const double along = x * dx + y * dy;
    if (!(along > 0)) {
        return x * x + y * y;
    }
    if (along >= whole) {
        return (at.x - b.x) * (at.x - b.x) + (at.y - b.y) * (at.y - b.y);
    }
    return across * across / whole;
}

/* The polygons that a search has found, in the order in which it spreads. */
typedef struct found_polygons {
    uint32_t count;
    wend_node items[FOUND_MOST];
} found_polygons;

/* @return false: there is no room. */
static bool find(found_polygons *found, wend_node polygon)
{
    for (uint32_t i = 0; i < found->count; ++i) {
        if (found->items[i] == polygon) {
            return true;
        }
    }
    if (found->count == (uint32_t)FOUND_MOST) {
        return false;
    }
    found->items[found->count++] = polygon;
    return true;
}

void wendi_obstacle_surface_find(const wend_mesh *mesh, wend_node polygon, double x, double y,
                                 double reach, wendi_obstacle_candidates *candidates)
{
    const wend_vec2 at = {x, y};
    const double most = reach * reach;
    found_polygons found;
    found.count = 0;
    candidates->is_amid = true;
    (void)find(&found, polygon);
    for (uint32_t i = 0; i < found.count; ++i) {
        const wend_node p = found.items[i];
        uint32_t corner = mesh->ends[p] - 1;
        wend_vec2 a = wendi_mesh_point(mesh, corner);
        for (uint32_t c = mesh->firsts[p]; c < mesh->ends[p]; ++c) {
            const wend_vec2 b = wendi_mesh_point(mesh, c);
            const double squared = squared_to(a, b, at, most);
            candidates->is_amid = candidates->is_amid && squared > most;
            if (squared <= most && is_wall(mesh, corner)) {
                const wendi_obstacle_line line = {a.x, a.y, b.x, b.y};
                wendi_obstacle_candidates_add_line(&line, x, y, reach, candidates);
            } else if (squared <= most && !find(&found, mesh->neighbours[corner])) {
                wendi_obstacle_candidates_drop(candidates, squared);
            }
            a = b;
            corner = c;
        }
    }
}

/* ---- edits ---- */

static void close_box(wendi_obstacle_edits *closed, wend_vec2 point)
{
    const wendi_obstacle_edits box = {point.x, point.y, point.x, point.y};
    wendi_obstacle_edits_add(closed, &box);
}

/* The end of a polygon's corners as made: one that obstacles cut up has none now. */
static uint32_t end_as_made(const wend_mesh *m, wend_node p)
{
    if (p >= m->base_count) {
        return m->ends[p];
    }
    return p + 1 < m->base_count ? m->firsts[p + 1] : m->base_corners;
}

bool wendi_obstacle_surface_update(wendi_obstacle_set *set)
{
    const wend_mesh *m = set->mesh;
    if (m == NULL || m->shape_revision == set->mesh_revision) {
        return false;
    }
    const uint64_t since = set->mesh_revision;
    if (wendi_mesh_remembers(m, since)) {
        for (wend_node p = wendi_mesh_changed_before(m, WEND_NODE_NONE, since); p != WEND_NODE_NONE;
             p = wendi_mesh_changed_before(m, p, since)) {
            const bool is_closed = !wendi_mesh_can_enter(m, p);
            for (uint32_t c = m->firsts[p]; is_closed && c < end_as_made(m, p); ++c) {
                close_box(&set->closed, wendi_mesh_point(m, c));
            }
        }
    } else {
        close_box(&set->closed, (wend_vec2){m->low.x, m->low.y});
        close_box(&set->closed, (wend_vec2){m->high.x, m->high.y});
    }
    set->mesh_revision = m->shape_revision;
    return true;
}

/* ---- movement ---- */

wend_mesh_location wendi_obstacle_surface_shift(const wend_mesh *mesh, wend_mesh_location from,
                                                double x, double y)
{
    const double to_x = wendi_flush_coordinate(x);
    const double to_y = wendi_flush_coordinate(y);
    return (wend_mesh_location){to_x, to_y, wend_mesh_height(mesh, from.polygon, to_x, to_y),
                                from.polygon};
}

wend_mesh_location wendi_obstacle_surface_move(const wend_mesh *mesh, wend_mesh_location from,
                                               double x, double y)
{
    if (wendi_mesh_contains(mesh, from.polygon, wendi_flush_coordinate(x),
                            wendi_flush_coordinate(y))) {
        return wendi_obstacle_surface_shift(mesh, from, x, y);
    }
    wend_mesh_location end = from;
    (void)wend_mesh_move(mesh, from, x, y, &end);
    return end;
}

/* Squared distance to the nearest wall of an open polygon's surroundings. */
static double squared_room(const wend_mesh *m, wend_node polygon, wend_vec2 at, double reach)
{
    wendi_obstacle_candidates candidates;
    candidates.count = 0;
    candidates.dropped = reach * reach;
    wendi_obstacle_surface_find(m, polygon, at.x, at.y, reach, &candidates);
    double least = candidates.dropped;
    for (uint32_t i = 0; i < candidates.count; ++i) {
        least = candidates.items[i].squared < least ? candidates.items[i].squared : least;
    }
    return least;
}

/* The centre in one ray, then the disc in strides as long as the distance to the nearest wall. */
bool wendi_obstacle_surface_test_way(const wend_mesh *mesh, const wend_mesh_location *from,
                                     wend_vec2 to, double radius, double margin,
                                     wend_mesh_location *end, uint64_t *looks)
{
    wend_node p = wendi_mesh_polygon_of(mesh, from);
    if (p == WEND_NODE_NONE || !wendi_coordinate_is_valid(to.x) ||
        !wendi_coordinate_is_valid(to.y)) {
        return false;
    }
    const wend_vec2 a = {wendi_flush_coordinate(from->x), wendi_flush_coordinate(from->y)};
    const wend_vec2 b = {wendi_flush_coordinate(to.x), wendi_flush_coordinate(to.y)};
    *looks += WENDI_SEARCH_LOOKS;
    const wendi_mesh_ray_end whole = wendi_mesh_cast_ray(mesh, p, a, b);
    if (!whole.has_arrived) {
        return false;
    }
    *end = (wend_mesh_location){b.x, b.y, wend_mesh_height(mesh, whole.polygon, b.x, b.y),
                                whole.polygon};
    const double thick = radius > POINT ? radius : POINT;
    const double least = 0.25 * radius > 0.01 ? 0.25 * radius : 0.01;
    const double reach = thick + STRIDE < margin ? thick + STRIDE : margin;
    const double length = wend_vec2_distance(a, b);
    double done = 0;
    wend_vec2 at = a;
    for (int32_t i = 0; i < STRIDES_MOST; ++i) {
        *looks += WENDI_SEARCH_LOOKS;
        const double room = wend_sqrt(squared_room(mesh, p, at, reach)) - thick;
        if (room < -1e-6) {
            return false;
        }
        if (!(done < length)) {
            return true;
        }
        done += room > least ? room : least;
        const double part = done < length ? done / length : 1;
        const wend_vec2 next =
            part < 1 ? (wend_vec2){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part} : b;
        const wendi_mesh_ray_end stop = wendi_mesh_cast_ray(mesh, p, at, next);
        if (!stop.has_arrived) {
            return false;
        }
        p = stop.polygon;
        at = next;
    }
    return false;
}

/* ---- out of closed ground ---- */

typedef struct open_search {
    const wend_mesh *m;
    wend_vec2 at;
    double z;
    double square; /* of the distance in space to the nearest open ground so far */
    wend_mesh_location out;
} open_search;

static void offer(open_search *s, wend_node p, wend_vec2 on)
{
    const double z = wend_mesh_height(s->m, p, on.x, on.y);
    const double x = on.x - s->at.x;
    const double y = on.y - s->at.y;
    const double square = x * x + y * y + (z - s->z) * (z - s->z);
    if (square < s->square || (!(square > s->square) && p < s->out.polygon)) {
        s->square = square;
        s->out = (wend_mesh_location){on.x, on.y, z, p};
    }
}

/* Spreads over closed polygons; the edges to open ones lead out. */
static void search_joined(open_search *s, wend_node polygon)
{
    const wend_mesh *m = s->m;
    wend_node closed[CLOSED_MOST];
    uint32_t count = 0;
    closed[count++] = polygon;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_node p = closed[i];
        for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
            const wend_node beyond = m->neighbours[c];
            if (beyond == WEND_NODE_NONE) {
                continue;
            }
            if (wendi_mesh_can_enter(m, beyond)) {
                offer(s, beyond,
                      wendi_mesh_closest_on_segment(wendi_mesh_point(m, c),
                                                    wendi_mesh_point(m, wendi_mesh_next(m, p, c)),
                                                    s->at));
                continue;
            }
            bool is_known = count == (uint32_t)CLOSED_MOST;
            for (uint32_t k = 0; k < count && !is_known; ++k) {
                is_known = closed[k] == beyond;
            }
            if (!is_known) {
                closed[count++] = beyond;
            }
        }
    }
}

static void consider(void *context, wend_node p)
{
    open_search *s = context;
    if (wendi_mesh_can_enter(s->m, p)) {
        wend_vec2 on = s->at;
        if (!wendi_mesh_contains(s->m, p, on.x, on.y)) {
            (void)wendi_mesh_closest_point(s->m, p, s->at.x, s->at.y, &on);
        }
        offer(s, p, on);
    }
}

bool wendi_obstacle_surface_nearest_open(const wend_mesh *mesh, const wend_mesh_location *from,
                                         double radius, wend_mesh_location *out)
{
    open_search s = {.m = mesh,
                     .at = {wendi_flush_coordinate(from->x), wendi_flush_coordinate(from->y)},
                     .z = from->z,
                     .square = wendi_mesh_squared(ANYWHERE),
                     .out = {from->x, from->y, from->z, WEND_NODE_NONE}};
    *out = s.out;
    if (!wendi_coordinate_is_valid(from->x) || !wendi_coordinate_is_valid(from->y)) {
        return false;
    }
    if (mesh->tiles != NULL && wendi_mesh_tiles_is_gap(mesh, from->x, from->y)) {
        return false; /* it waits for the tile */
    }
    if (from->polygon < mesh->polygon_count &&
        wendi_mesh_contains(mesh, from->polygon, s.at.x, s.at.y)) {
        search_joined(&s, from->polygon);
    }
    if (s.out.polygon == WEND_NODE_NONE) {
        wendi_mesh_visit_rings(mesh, s.at, &s.square, consider, &s);
    }
    if (s.out.polygon == WEND_NODE_NONE) {
        return false;
    }
    /* A little into the open, as far as the walls there allow. */
    const wend_vec2 off = {s.out.x - s.at.x, s.out.y - s.at.y};
    const double length = wendi_vec2_length_unscaled(off);
    const wend_mesh_location edge = wendi_mesh_snap_location(mesh, s.out.polygon, s.out.x, s.out.y);
    const double part = length > 0 ? radius / length : 0;
    *out = wendi_obstacle_surface_move(mesh, edge, edge.x + off.x * part, edge.y + off.y * part);
    return true;
}
