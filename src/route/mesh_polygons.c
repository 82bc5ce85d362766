/* takes: a finished search on a mesh.
 * gives: the polygons its way goes through.
 * cost:  the polygons its way touches. */
#include "route/mesh_corridor.h"
#include "route/mesh_search_private.h"

/* The polygon a piece must end in, as far as that is known. */
static uint32_t end_of(const wend_mesh_search *search, size_t piece)
{
    const wend_mesh_space *space = search->space;
    if (piece + 1 == search->piece_count) {
        return search->answer.place.polygon;
    }
    const wendi_mesh_piece *next = &search->pieces[piece + 1];
    if (next->hop == WENDI_MESH_NONE) {
        return WEND_NODE_NONE;
    }
    const wendi_mesh_hop *hop = &space->hops[next->hop];
    const wendi_mesh_link_slot *link = &space->view.links[hop->slot];
    return hop->is_reverse ? link->to.polygon : link->from.polygon;
}

/* Both ends of a link. */
static wend_result list_hop(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                            uint32_t index, uint32_t *at)
{
    const wendi_mesh_hop *hop = &search->space->hops[index];
    const wendi_mesh_link_slot *link = &search->space->view.links[hop->slot];
    const uint32_t to = hop->is_reverse ? link->from.polygon : link->to.polygon;
    wendi_array_u32_clear(&corridor->way);
    const bool is_listed =
        wendi_array_u32_push(&corridor->way, *at) && wendi_array_u32_push(&corridor->way, to);
    *at = to;
    return is_listed ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_mesh_corridor_piece(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                                      size_t piece, uint32_t *at)
{
    const wendi_mesh_piece *walked = &search->pieces[piece];
    if (walked->hop != WENDI_MESH_NONE) {
        return list_hop(corridor, search, walked->hop, at);
    }
    const wendi_mesh_line line = {walked->from, walked->to, *at, end_of(search, piece)};
    const wend_result result = wendi_mesh_corridor_follow(corridor, search->space, &line);
    if (result == WEND_OK) {
        *at = corridor->way.items[corridor->way.count - 1];
    }
    return result;
}

/* Appends the polygons of one piece, but for the first, where the one before ended. */
static void append(const wendi_mesh_corridor *corridor, wend_node *polygons, size_t capacity,
                   size_t *count)
{
    for (size_t i = 1; i < corridor->way.count; i++) {
        if (*count < capacity) {
            polygons[*count] = corridor->way.items[i];
        }
        ++*count;
    }
}

static wend_result list(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                        wend_node *polygons, size_t capacity, size_t *count)
{
    uint32_t at = search->query.start.polygon;
    if (capacity > 0) {
        polygons[0] = at;
    }
    *count = 1;
    for (size_t i = 0; i < search->piece_count; i++) {
        const wend_result result = wendi_mesh_corridor_piece(corridor, search, i, &at);
        if (result != WEND_OK) {
            *count = 0;
            return result;
        }
        append(corridor, polygons, capacity, count);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_mesh_search_polygons(const wend_mesh_search *search, wend_node *polygons,
                                      size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (search == NULL || !search->has_query || (polygons == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->answer.result != WEND_OK && search->answer.result != WEND_PARTIAL) {
        return WEND_OK;
    }
    wendi_mesh_corridor corridor;
    wendi_mesh_corridor_init(&corridor, &search->allocator);
    const wend_result result = list(&corridor, search, polygons, capacity, count);
    wendi_mesh_corridor_free(&corridor);
    return result;
}
