/** @file wend/wend.h
 * The whole core in one include. Files and pictures are in wend/io.h. */
#ifndef WEND_WEND_H
#define WEND_WEND_H

#include "wend/base.h"
#include "wend/clearance.h"
#include "wend/crowd.h"
#include "wend/draw.h"
#include "wend/explore.h"
#include "wend/flow.h"
#include "wend/formation.h"
#include "wend/graph.h"
#include "wend/graph_build.h"
#include "wend/grid.h"
#include "wend/hex.h"
#include "wend/hierarchy.h"
#include "wend/index.h"
#include "wend/islands.h"
#include "wend/items.h"
#include "wend/level.h"
#include "wend/link.h"
#include "wend/mesh.h"
#include "wend/mesh_path.h"
#include "wend/mesh_search.h"
#include "wend/overlay.h"
#include "wend/path.h"
#include "wend/path_shape.h"
#include "wend/pathfinder.h"
#include "wend/planner.h"
#include "wend/search.h"
#include "wend/stamp.h"
#include "wend/steer.h"
#include "wend/sweep.h"
#include "wend/table.h"
#include "wend/terrain.h"
#include "wend/walls.h"

#endif
