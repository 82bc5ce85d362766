/* Shortest paths of a point over a mesh, computed slowly: a graph of all corners and locations that
 * see each other over the surface, which is walked polygon by polygon.
 *
 *     A node of the graph is a fan: corners of polygons around one point that are connected by
 *     edges that can be crossed. Where two rooms touch in a point there are two fans, and no path
 *     from one to the other. Lines that pass exactly through a corner are left out: they are two
 *     edges of the graph, up to that corner and from there.
 *
 * All of it uses the public interface of the mesh, and exact orientation tests.
 */
#ifndef TEST_SUPPORT_SURFACE_H
#define TEST_SUPPORT_SURFACE_H

#include "wend/mesh_search.h"

enum { SURFACE_PLACES = 64 };

typedef struct surface_place {
    wend_vec2 at;
    wend_node members[3]; /* polygons it lies in: 1, or 2 on an edge */
    uint32_t member_count;
    uint32_t fan; /* it lies on this fan's corner; UINT32_MAX = no */
} surface_place;

typedef struct surface {
    const wend_mesh *mesh;
    uint32_t polygon_count, corner_count;
    wend_vec2 *points;     /* [corner_count] */
    uint32_t *firsts;      /* [polygon_count + 1] */
    uint32_t *polygon_of;  /* [corner_count] */
    uint32_t *twins;       /* [corner_count] UINT32_MAX = cannot be crossed */
    uint32_t *fans;        /* [corner_count] dense numbers */
    uint32_t *fan_corners; /* [fan_count] one corner of each */
    double *factors;       /* [polygon_count] 0 = closed */
    uint32_t fan_count;
    double *lines; /* [fan_count][fan_count] lengths; infinity = do not see each other */
    surface_place places[SURFACE_PLACES];
    uint32_t place_count;
    struct {
        uint32_t from, to; /* locations */
        double cost;
    } links[SURFACE_PLACES];
    uint32_t link_count;
    double *reached; /* [fan_count + SURFACE_PLACES] by surface_dijkstra */
} surface;

/** The surface as the agent of a space's definition sees it. Aborts without memory. */
surface surface_make(const wend_mesh_space_def *def);
void surface_free(surface *s);
/** Removes all locations and links. */
void surface_clear(surface *s);
/** Adds a location inside of a polygon, on its edge or at its corner. @return its number. */
uint32_t surface_add_place(surface *s, wend_vec2 at, wend_node polygon);
/** A path through a link. */
void surface_add_link(surface *s, uint32_t from, uint32_t to, double cost);
/** Least lengths from a location to all locations and corners. */
void surface_dijkstra(surface *s, uint32_t from);
/** The length found to a location; infinity = none. */
double surface_length(const surface *s, uint32_t place);
/** The least length to any location of a polygon, after surface_dijkstra. */
double surface_to_polygon(const surface *s, wend_node polygon);
/** True if a point can move straight from one location to another. */
bool surface_sees(const surface *s, uint32_t from, uint32_t to);

#endif
