/* takes: a finished search on a mesh.
 * gives: its way as a path.
 * cost:  the polygons the way touches. */
#include "route/mesh_search_private.h"
#include "route/path_private.h"
#include "wend/mesh_path.h"

static wend_leg walked_leg(const wendi_mesh_piece *piece)
{
    wend_leg leg = {.from_point = piece->from, .to_point = piece->to, .edge = WEND_EDGE_NONE};
    leg.behaviour = WEND_BEHAVIOUR_WALK;
    leg.length = wend_vec2_distance(piece->from, piece->to);
    leg.cost = wend_cost_from_double(leg.length * piece->factor);
    return leg;
}

static wend_leg hop_leg(const wend_mesh_search *search, const wendi_mesh_piece *piece)
{
    const wendi_mesh_hop *hop = &search->space->hops[piece->hop];
    wend_leg leg = walked_leg(piece);
    leg.behaviour = search->space->view.links[hop->slot].behaviour;
    leg.edge = hop->slot;
    leg.cost = wend_cost_from_double(hop->cost * piece->factor);
    return leg;
}

/* Adds the leg of a piece. @param at the polygon where it begins, set to where it ends. */
static wend_result add_piece(wend_path *path, const wend_mesh_search *search, size_t index,
                             uint32_t *at)
{
    const wendi_mesh_piece *piece = &search->pieces[index];
    const wend_mesh *mesh = search->space->mesh;
    wend_leg leg = piece->hop == WENDI_MESH_NONE ? walked_leg(piece) : hop_leg(search, piece);
    leg.from = *at;
    const wend_result result = wendi_mesh_corridor_piece(&path->corridor, search, index, at);
    leg.to = *at;
    leg.from_height = wend_mesh_height(mesh, leg.from, leg.from_point.x, leg.from_point.y);
    leg.to_height = wend_mesh_height(mesh, leg.to, leg.to_point.x, leg.to_point.y);
    path->spare.items[path->spare.count++] = leg;
    return result;
}

/* WEND_OK when there is a way to take over. */
static wend_result check(wend_path *path, const wend_mesh_search *search)
{
    if (path == NULL || search == NULL || !search->has_query) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (search->answer.result != WEND_OK && search->answer.result != WEND_PARTIAL) {
        return WEND_ERROR_ARGUMENT;
    }
    return wendi_mesh_space_is_fresh(search->space) ? WEND_OK : WEND_ERROR_STALE;
}

wend_result wend_path_from_mesh_search(wend_path *path, const wend_mesh_search *search)
{
    wend_result result = check(path, search);
    if (result != WEND_OK) {
        return result;
    }
    path->spare.count = 0;
    if (!wendi_path_reserve(path, &path->spare, search->piece_count)) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t at = search->query.start.polygon;
    for (size_t i = 0; i < search->piece_count && result == WEND_OK; i++) {
        result = add_piece(path, search, i, &at);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_path_commit(path, search->query.start.polygon);
    return search->answer.result;
}
