/* mesh_walks.h: can a disc go straight along a surface? */
#ifndef WENDI_MESH_WALKS_H
#define WENDI_MESH_WALKS_H

#include "route/mesh_corridor.h"

/** The result of wend_mesh_space_can_walk, with scratch of the caller's. @param cost set when the
 * answer is WEND_OK. */
wend_result wendi_mesh_walks(wendi_mesh_corridor *corridor, const wend_mesh_space *space,
                             const wendi_mesh_line *line, double radius, wend_cost *cost);

#endif
