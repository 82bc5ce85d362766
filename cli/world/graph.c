/* Builds walls and a graph from a level by the options.
 * Cost: that of the builder. */
#include "core/input.h"
#include "world/world.h"

#include "wend/io.h"

#include <stdlib.h>

int world_read_points(const cli *c, const char *file, wend_vec2 **points, size_t *count)
{
    wend_message message = {0};
    wend_graph *graph = NULL;
    *points = NULL;
    *count = 0;
    const wend_result result = input_graph_open(file, WEND_GRAPH_FORMAT_AUTO, &graph, &message);
    if (result != WEND_OK) {
        return cli_fail_call(c, file, result, &message);
    }
    *points = malloc((wend_graph_node_count(graph) + 1) * sizeof **points);
    for (wend_node node = 0; *points != NULL && node < wend_graph_node_limit(graph); node++) {
        if (wend_graph_has_node(graph, node)) {
            (*points)[(*count)++] = wend_graph_position(graph, node);
        }
    }
    wend_graph_destroy(graph);
    return *points != NULL ? CLI_OK : cli_fail_call(c, file, WEND_ERROR_MEMORY, NULL);
}

/* The builder's name is the world's. */
static wend_graph_method method_of(world_kind kind)
{
    if (kind == WORLD_POV) {
        return WEND_GRAPH_VISIBILITY;
    }
    return kind == WORLD_FLOOD ? WEND_GRAPH_FLOOD : WEND_GRAPH_EXPANDED;
}

int world_build_graph(const cli *c, world *w)
{
    wend_message message = {0};
    wend_vec2 *points = NULL;
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = w->how->radius;
    def.spacing = w->how->spacing;
    def.corners = w->how->corners;
    def.message = &message;
    if (w->how->points != NULL &&
        world_read_points(c, w->how->points, &points, &def.point_count) != CLI_OK) {
        return CLI_BAD;
    }
    def.points = points;
    wend_result result = wend_level_build_walls(w->source->level, NULL, &w->walls);
    if (result == WEND_OK) {
        result = wend_level_build_graph(w->source->level, method_of(w->kind), &def, &w->graph);
    }
    free(points);
    return result == WEND_OK ? CLI_OK
                             : cli_fail_call(c, world_kind_name(w->kind), result, &message);
}
