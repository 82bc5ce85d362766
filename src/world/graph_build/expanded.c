/* takes: walls, and a radius they are grown by.
 * gives: a graph on which searches find shortest ways of a disc.
 * cost:  that of its parts; nearly all goes into asking the walls for each two corners. */
#include "world/graph_build/expanded.h"

#include "base/core/message.h"
#include "world/graph/store.h"
#include "world/graph_build/assemble.h"
#include "world/walls/store.h"

static const char *const who = "wend_graph_build_expanded";

wend_result wendi_graph_expand(const wend_walls *walls, const wend_level *level,
                               const wend_graph_build_def *def, wend_graph **graph)
{
    wend_graph *made;
    wend_result result = wendi_graph_assemble_begin(def, who, 0, &made);
    if (result != WEND_OK) {
        return result;
    }
    wendi_corners corners;
    if (!wendi_corners_find(&corners, walls, level, def)) {
        result = WEND_ERROR_MEMORY;
    } else if (def->corners == WEND_CORNERS_MITRED || !(def->radius > 0)) {
        result = wendi_expanded_points(&corners, def, made);
    } else {
        result = wendi_expanded_circles(&corners, def, made);
    }
    wendi_corners_free(&corners, &def->allocator);
    return wendi_graph_assemble_end(def, who, result, made, graph);
}

wend_result wend_graph_build_expanded(const wend_walls *walls, const wend_graph_build_def *def,
                                      wend_graph **graph)
{
    if (graph != NULL) {
        *graph = NULL;
    }
    if (wendi_graph_build_check(def, who,
                                walls == NULL   ? "walls"
                                : graph == NULL ? "graph"
                                                : NULL,
                                NULL) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_graph_expand(walls, NULL, def, graph);
}

bool wend_graph_get_arc(const wend_graph *graph, uint32_t edge, const wend_walls *walls,
                        wend_graph_arc *arc)
{
    if (arc != NULL) {
        *arc = (wend_graph_arc){{0, 0}, 0, 0};
    }
    wend_graph_edge def;
    if (graph == NULL || walls == NULL || arc == NULL ||
        wend_graph_get_edge(graph, edge, &def) != WEND_OK || (def.flags & WEND_GRAPH_ARC) == 0) {
        return false;
    }
    const uint64_t wall = (def.user >> 32) - 1;
    const uint32_t corner = (uint32_t)def.user;
    if (wall >= walls->slot_limit || corner >= walls->slots[wall].count) {
        return false;
    }
    const wendi_wall_slot *slot = &walls->slots[wall];
    arc->centre = slot->corners == NULL ? slot->ends[corner] : slot->corners[corner];
    arc->radius = wend_vec2_distance(arc->centre, wend_graph_position(graph, def.from));
    arc->turn =
        wendi_angle_between(wend_vec2_sub(wend_graph_position(graph, def.from), arc->centre),
                            wend_vec2_sub(wend_graph_position(graph, def.to), arc->centre));
    return true;
}
