/* Replaces the arcs of a path over a graph of expanded geometry by tangents from outside, so that
 * each leg is straight.
 * Cost: some lines an arc. */
#include "base/math/vec2.h"
#include "route/mesh_search/search.h"
#include "route/path/path.h"
#include "wend/graph.h"
#include "wend/path_shape.h"

/* True if the leg goes from node to node. The lines of an arc that was split before, which name its
 * edge too, do not. */
static bool is_whole(const wend_graph *graph, const wend_leg *leg)
{
    return wendi_vec2_is_same(leg->from_point, wend_graph_position(graph, leg->from)) &&
           wendi_vec2_is_same(leg->to_point, wend_graph_position(graph, leg->to));
}

static bool find_arc(const wend_graph *graph, const wend_walls *walls, const wend_leg *leg,
                     wendi_mesh_piece *piece)
{
    wend_graph_arc arc;
    wend_graph_edge edge;
    if (leg->edge == WEND_EDGE_NONE || !is_whole(graph, leg) ||
        !wend_graph_get_arc(graph, leg->edge, walls, &arc) ||
        wend_graph_get_edge(graph, leg->edge, &edge) != WEND_OK) {
        return false;
    }
    piece->from = leg->from_point;
    piece->to = leg->to_point;
    piece->link_arc = UINT32_MAX;
    piece->factor = 1;
    piece->centre = arc.centre;
    piece->turn = edge.from == leg->from ? arc.turn : -arc.turn;
    return piece->turn < 0 || piece->turn > 0;
}

/* The lines of an arc cost as much a metre as the arc does. */
static wend_result add_lines(wend_path *path, const wend_leg *leg, const wendi_mesh_piece *piece)
{
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t count = wendi_mesh_piece_split(piece, points);
    const double rate = wend_cost_to_double(leg->cost) / wendi_mesh_piece_length(piece);
    if (!wendi_path_reserve(path, &path->spare, path->spare.count + count)) {
        return WEND_ERROR_MEMORY;
    }
    wend_leg line = *leg;
    for (size_t i = 0; i < count; i++) {
        line.to = i + 1 == count ? leg->to : leg->from;
        line.to_point = points[i];
        line.length = wend_vec2_distance(line.from_point, line.to_point);
        line.cost = wend_cost_from_double(line.length * rate);
        path->spare.items[path->spare.count++] = line;
        line.from_point = line.to_point;
        line.from = line.to;
    }
    return WEND_OK;
}

static wend_result add_leg(wend_path *path, const wend_leg *leg)
{
    if (!wendi_path_reserve(path, &path->spare, path->spare.count + 1)) {
        return WEND_ERROR_MEMORY;
    }
    path->spare.items[path->spare.count++] = *leg;
    return WEND_OK;
}

wend_result wend_path_split_arcs(wend_path *path, const wend_graph *graph, const wend_walls *walls)
{
    static const char function[] = "wend_path_split_arcs";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (graph == NULL || walls == NULL) {
        return wendi_refuse_null(&path->error, function, graph == NULL ? "graph" : "walls");
    }
    path->spare.count = 0;
    for (size_t i = 0; i < path->legs.count; i++) {
        wendi_mesh_piece piece;
        const wend_leg *leg = &path->legs.items[i];
        const wend_result result =
            find_arc(graph, walls, leg, &piece) ? add_lines(path, leg, &piece) : add_leg(path, leg);
        if (result != WEND_OK) {
            return wendi_fail_plain(&path->error, function, result);
        }
    }
    wendi_path_commit(path, path->start);
    return WEND_OK;
}
