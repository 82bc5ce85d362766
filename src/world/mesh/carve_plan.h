/* What the files share that plan an edit of obstacles: carve_plan.c finds the polygons and their rims,
 * carve_jobs.c their pieces. */
#ifndef WENDI_WORLD_MESH_CARVE_PLAN_H
#define WENDI_WORLD_MESH_CARVE_PLAN_H

#include "world/mesh/carve.h"

/* An edit while it is planned. */
typedef struct wendi_carve_planner {
    wend_mesh *m;
    wendi_mesh_carve *carve;
    wend_allocator plan, work;
    bool has_failed; /* no memory */
    bool can_stay;   /* pieces may: asked for, and polygons as made have the same neighbours */
} wendi_carve_planner;

/** The job of a polygon, made if there is none, with the obstacles that stay. @return its index;
 * UINT32_MAX: no memory. */
uint32_t wendi_carve_job_of(wendi_carve_planner *p, uint32_t polygon);
/** The smaller corner of the two sides of an edge. */
uint32_t wendi_carve_edge_name(const wend_mesh *m, uint32_t corner);
/** Lists the points of a job's rim, and makes jobs of neighbours that get other points. */
void wendi_carve_plan_rim(wendi_carve_planner *p, uint32_t index);
/** Plans rims, which may make more jobs, and then pieces, which may ask for more points.
 * @return false: no memory. */
bool wendi_carve_plan_jobs(wendi_carve_planner *p);

#endif
