/* The clearance test of a segment over a surface. */
#ifndef WENDI_ROUTE_MESH_SPACE_SEGMENT_H
#define WENDI_ROUTE_MESH_SPACE_SEGMENT_H

#include "route/mesh_space/corridor.h"

/** The result of wend_mesh_space_can_walk, with scratch of the caller's. @param cost set when the
 * answer is WEND_OK. */
wend_result wendi_mesh_can_walk(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                                const wendi_mesh_line *line, double radius, wend_cost *cost);

#endif
