/* Random meshes in whole numbers, and slow twins of their queries. */
#ifndef TEST_PROPERTY_MESH_TWINS_H
#define TEST_PROPERTY_MESH_TWINS_H

#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/test.h"

#include <math.h>

enum { SIDE = 12, QUESTIONS = 24 };

/* Exactly equal. */
static inline bool is(double a, double b)
{
    return !(a < b) && !(a > b);
}

typedef struct world {
    gen_mesh gen;
    wend_mesh *mesh;
    uint64_t seed, draws;
} world;

static inline uint32_t below(world *w, uint32_t count)
{
    return wend_random_below(w->seed, 5, w->draws++, count);
}

static inline bool world_make(world *w, uint64_t seed, bool flat)
{
    w->seed = seed;
    w->draws = 0;
    w->gen = gen_mesh_make((gen_mesh_kind)(seed % (flat ? 2 : 3)), seed, SIDE);
    w->mesh = gen_mesh_build(&w->gen, NULL);
    return w->mesh != NULL;
}

static inline void world_free(world *w)
{
    wend_mesh_destroy(w->mesh);
    gen_mesh_free(&w->gen);
}

static inline wend_vec2 some_point(world *w)
{
    const uint32_t x = (uint32_t)(GEN_MESH_STEP * (w->gen.width + 3) + 8);
    const uint32_t y = (uint32_t)(GEN_MESH_STEP * w->gen.height + 8);
    return (wend_vec2){(double)below(w, x) - 4, (double)below(w, y) - 4};
}

/* ---- the slow twins ---- */

static inline double cross(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); /* exact in whole numbers */
}

static inline wend_vec2 corner(const wend_mesh *m, uint32_t c)
{
    const wend_vec3 p = wend_mesh_corner(m, c);
    return (wend_vec2){p.x, p.y};
}

static inline uint32_t next_of(const wend_mesh_polygon *polygon, uint32_t c)
{
    return c + 1 == polygon->first_corner + polygon->count ? polygon->first_corner : c + 1;
}

static inline bool holds(const wend_mesh *m, wend_node p, wend_vec2 at)
{
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, p);
    for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
        if (cross(corner(m, c), corner(m, next_of(&polygon, c)), at) < 0) {
            return false;
        }
    }
    return true;
}

static inline wend_node slow_locate(const wend_mesh *m, wend_vec2 at, double z)
{
    wend_node found = WEND_NODE_NONE;
    double best = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(m); ++p) {
        if (holds(m, p, at)) {
            const double gap = fabs(wend_mesh_height(m, p, at.x, at.y) - z);
            if (found == WEND_NODE_NONE || gap < best) {
                found = p;
                best = gap;
            }
        }
    }
    return found;
}

static inline double to_segment(wend_vec2 a, wend_vec2 b, wend_vec2 at)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    double t = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(a.x + x * t - at.x, a.y + y * t - at.y);
}

/* The least distance to any edge, or any outer one. */
static inline double slow_distance(const wend_mesh *m, wend_vec2 at, bool outer)
{
    double best = 1e9;
    for (wend_node p = 0; p < wend_mesh_polygon_count(m); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, p);
        for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
            if (!outer || wend_mesh_neighbour(m, c) == WEND_NODE_NONE) {
                const double d = to_segment(corner(m, c), corner(m, next_of(&polygon, c)), at);
                best = d < best ? d : best;
            }
        }
    }
    return best;
}

#endif
