/* A ray through walls, in the plane or with heights, as the casts share it. */
#ifndef WENDI_WORLD_WALLS_RAY_H
#define WENDI_WORLD_WALLS_RAY_H

#include "world/walls/intersect.h"
#include "world/walls/traversal.h"

typedef struct wendi_wall_ray {
    const wend_walls *walls;
    wend_vec2 a, b;
    double a_height, b_height;
    bool has_heights; /* the heights of walls count */
    uint32_t stops;
    bool needs_any;      /* any hit is enough */
    bool is_hit, is_in;  /* is_in: a lies inside */
    bool is_touched[2];  /* a wall touches the ray on the left, on the right */
    bool is_solid[2];    /* at a */
    uint32_t solid_wall; /* of the last is_solid */
    uint32_t wall;
    double fraction;
    wendi_wall_edge edge; /* crossed; valid when is_crossed */
    bool is_crossed;
    bool is_face;    /* it enters a polygon from above or below, at pinch */
    wend_vec2 pinch; /* between walls on both sides, when is_hit and not is_crossed */
} wendi_wall_ray;

/** The walls that touch the ray at a point, or along a stretch without a gap. They stop the ray at the
 * first of these points where they touch both of its sides. */
typedef struct wendi_touched_walls {
    wend_vec2 last; /* its end, as far as known */
    bool is_touched[2];
} wendi_touched_walls;

/** A ray that meets walls by their heights. */
wendi_wall_ray wendi_wall_ray_make(const wend_walls *walls, wend_vec3 from, wend_vec3 to,
                                   uint32_t stops);
/** True if anything stops the ray. */
bool wendi_wall_ray_is_blocked(wendi_wall_ray *r);

/** Part of the ray at which a point on it lies. */
double wendi_wall_ray_fraction_at(const wendi_wall_ray *r, wend_vec2 at);
/** True if the wall is there at the height of the ray where its edge meets it. */
bool wendi_wall_ray_is_at_height(const wendi_wall_ray *r, uint32_t wall,
                                 const wendi_intersection *m);
/** True if the ray, which rises or falls, enters a polygon from above or below. */
bool wendi_wall_ray_enters_face(const wendi_wall_ray *r, uint32_t wall, double *fraction,
                                wend_vec2 *at);
/** Visits all edges that touch the ray at one of its points. @return the smallest wall there that
 * goes to a side, else WENDI_WALLS_NONE. */
uint32_t wendi_wall_ray_visit(const wendi_wall_ray *r, wend_vec2 at, wendi_touched_walls *c);
/** The first point after `at` where a wall leaves the ray, or a collinear stretch begins. */
bool wendi_wall_ray_next_touch(const wendi_wall_ray *r, wend_vec2 at, wend_vec2 *next);

static inline bool wendi_point3_is_valid(wend_vec3 p)
{
    return wendi_point_is_valid((wend_vec2){p.x, p.y}) && p.z >= -WEND_COORDINATE_MAX &&
           p.z <= WEND_COORDINATE_MAX;
}

/** True if a wall is there at the height where the ray starts. */
static inline bool wendi_wall_ray_starts_at_height(const wendi_wall_ray *r, uint32_t wall)
{
    return !r->has_heights ||
           (r->a_height > r->walls->slots[wall].bottom && r->a_height < r->walls->slots[wall].top);
}

static inline wendi_intersection wendi_wall_ray_intersect(const wendi_wall_ray *r,
                                                          const wendi_wall_edge *edge)
{
    wendi_intersection m = wendi_intersect_edge(r->a, r->b, edge);
    if (r->has_heights && m.kind != WENDI_INTERSECTION_NONE &&
        !wendi_wall_ray_is_at_height(r, edge->wall, &m)) {
        m.kind = WENDI_INTERSECTION_NONE;
    }
    return m;
}

/** The next edge in the capsule that stops the ray. @return false: there is none. */
static inline bool wendi_wall_ray_next_edge(const wendi_wall_ray *r,
                                            wendi_wall_traversal *traversal,
                                            const wendi_capsule *capsule,
                                            const wendi_wall_edge **edge)
{
    for (uint32_t e; wendi_wall_traversal_next(traversal, capsule, &e);) {
        *edge = &r->walls->edges[e];
        if (((*edge)->stops & r->stops) != 0) {
            return true;
        }
    }
    return false;
}

#endif
