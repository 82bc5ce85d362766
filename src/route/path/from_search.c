/* Paths from finished searches.
 * Cost: the turns of the path, or its cells where factors differ. */
#include "route/mesh_search/search.h"
#include "route/mesh_space/patches.h"
#include "route/path/path.h"
#include "route/space/space.h"
#include "wend/mesh_path.h"

/* Fills the path with that to a node that lies inside. */
static wend_result follow(wend_path *path, const wend_search *search, wend_node node)
{
    wend_result result = wendi_search_trace(search, node, &path->trace);
    if (result == WEND_NO_PATH) {
        wend_path_clear(path);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (wend_search_space(search)->net != NULL) {
        return wendi_path_build_graph(path, wend_search_space(search), &path->trace);
    }
    return wendi_path_build(path, wend_search_space(search), path->trace.nodes.items,
                            path->trace.follows.count > 0 ? path->trace.follows.items : NULL,
                            path->trace.nodes.count);
}

static wend_result report_result(wend_path *path, const char *function, wend_result result)
{
    if (result == WEND_ERROR_ARGUMENT) {
        return wendi_fail(&path->error, result,
                          "%s: search has no path: start a query and run it first", function);
    }
    return result == WEND_ERROR_STALE
               ? wendi_fail(&path->error, result,
                            "%s: the world changed since the search: search again", function)
               : wendi_fail_plain(&path->error, function, result);
}

wend_result wend_path_to_node(wend_path *path, const wend_search *search, wend_node node)
{
    static const char function[] = "wend_path_to_node";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    const uint32_t count = wendi_space_node_count(wend_search_space(search));
    if (node >= count) {
        return wendi_refuse(&path->error, function, "node", node, 0, (double)count - 1);
    }
    return report_result(path, function, follow(path, search, node));
}

wend_result wend_path_from_search(wend_path *path, const wend_search *search)
{
    static const char function[] = "wend_path_from_search";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    wend_node node;
    const wend_result found = wendi_search_node(search, &node);
    if (found == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (found < 0) {
        return report_result(path, function, WEND_ERROR_ARGUMENT);
    }
    const wend_result result = report_result(path, function, follow(path, search, node));
    return result == WEND_OK && found != WEND_OK ? WEND_PARTIAL : result;
}

/* ---- over a mesh ---- */

static wend_leg segment_leg(const wend_mesh_space *space, const wendi_mesh_piece *piece,
                            const wendi_mesh_piece_segment *segment)
{
    wend_leg leg = {.from_point = segment->from, .to_point = segment->to, .edge = WEND_EDGE_NONE};
    leg.behaviour = WEND_BEHAVIOUR_WALK;
    leg.length = wend_vec2_distance(segment->from, segment->to);
    leg.cost = wend_cost_from_double(leg.length * piece->factor +
                                     wendi_mesh_patches_cost(space, segment->from, segment->to));
    return leg;
}

/* Adds the leg of a part. @param at the polygon where it begins, set to where it ends. */
static wend_result add_segment(wend_path *path, const wend_mesh_search *search,
                               const wendi_mesh_piece_segment *segment, uint32_t *at)
{
    const wendi_mesh_piece *piece = &search->pieces[segment->piece];
    const wend_mesh *mesh = search->space->mesh;
    wend_leg leg = segment_leg(search->space, piece, segment);
    if (piece->link_arc != WENDI_MESH_NONE) {
        const wendi_mesh_link_arc *link_arc = &search->space->link_arcs[piece->link_arc];
        leg.behaviour = search->space->view.links[link_arc->slot].behaviour;
        leg.edge = link_arc->slot;
        leg.cost = wend_cost_from_double(link_arc->cost * piece->factor);
    }
    leg.from = *at;
    const wend_result result = wendi_mesh_corridor_segment(&path->corridor, search, segment, at);
    leg.to = *at;
    leg.from_height = wend_mesh_height(mesh, leg.from, leg.from_point.x, leg.from_point.y);
    leg.to_height = wend_mesh_height(mesh, leg.to, leg.to_point.x, leg.to_point.y);
    path->spare.items[path->spare.count++] = leg;
    return result;
}

static wend_result add_mesh_piece(wend_path *path, const wend_mesh_search *search, size_t index,
                                  uint32_t *at)
{
    const wendi_mesh_piece *piece = &search->pieces[index];
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t segments = wendi_mesh_piece_split(piece, points);
    if (!wendi_path_reserve(path, &path->spare, path->spare.count + segments)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    for (size_t i = 0; i < segments && result == WEND_OK; i++) {
        const wendi_mesh_piece_segment segment = {index, i == 0 ? piece->from : points[i - 1],
                                                  points[i], i + 1 == segments};
        result = add_segment(path, search, &segment, at);
    }
    return result;
}

/* WEND_OK when there is a path to copy. */
static wend_result check_mesh_search(wend_path *path, const wend_mesh_search *search)
{
    static const char function[] = "wend_path_from_mesh_search";
    if (search->has_query && search->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (!search->has_query ||
        (search->answer.result != WEND_OK && search->answer.result != WEND_PARTIAL)) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: search has no path: start a query and run it to its end first",
                          function);
    }
    return WEND_OK;
}

wend_result wend_path_from_mesh_search(wend_path *path, const wend_mesh_search *search)
{
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    static const char function[] = "wend_path_from_mesh_search";
    if (search == NULL) {
        return wendi_refuse_null(&path->error, function, "search");
    }
    const wend_result result = check_mesh_search(path, search);
    if (result != WEND_OK) {
        return result;
    }
    return wendi_mesh_space_is_fresh(search->space)
               ? wendi_path_from_mesh_search(path, search)
               : wendi_fail(&path->error, WEND_ERROR_STALE,
                            "%s: the mesh changed: update its space and search again", function);
}

wend_result wendi_path_from_mesh_search(wend_path *path, const wend_mesh_search *search)
{
    wend_result result = check_mesh_search(path, search);
    if (result != WEND_OK) {
        return result;
    }
    path->spare.count = 0;
    uint32_t at = search->query.start.polygon;
    for (size_t i = 0; i < search->piece_count && result == WEND_OK; i++) {
        result = add_mesh_piece(path, search, i, &at);
    }
    if (result != WEND_OK) {
        return wendi_fail_plain(&path->error, "wend_path_from_mesh_search", result);
    }
    wendi_path_commit(path, search->query.start.polygon);
    return search->answer.result;
}
