/* The polygons that the path of a finished mesh search passes.
 * Cost: the polygons it touches. */
#include "route/mesh_search/piece.h"
#include "route/mesh_search/search.h"
#include "route/mesh_space/corridor.h"

/* The polygon a piece must end in, as far as that is known. */
static uint32_t end_of(const wend_mesh_search *search, size_t piece)
{
    const wend_mesh_space *space = search->space;
    if (piece + 1 == search->piece_count) {
        return search->answer.place.polygon;
    }
    const wendi_mesh_piece *next = &search->pieces[piece + 1];
    if (next->link_arc == WENDI_MESH_NONE) {
        return WEND_NODE_NONE;
    }
    const wendi_mesh_link_arc *link_arc = &space->link_arcs[next->link_arc];
    const wendi_mesh_link_slot *link = &space->view.links[link_arc->slot];
    return link_arc->is_reverse ? link->to.polygon : link->from.polygon;
}

/* Both ends of a link. */
static wend_result list_link_arc(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                                 uint32_t index, uint32_t *at)
{
    const wendi_mesh_link_arc *link_arc = &search->space->link_arcs[index];
    const wendi_mesh_link_slot *link = &search->space->view.links[link_arc->slot];
    const uint32_t to = link_arc->is_reverse ? link->from.polygon : link->to.polygon;
    wendi_array_u32_clear(&corridor->path);
    const bool is_listed =
        wendi_array_u32_push(&corridor->path, *at) && wendi_array_u32_push(&corridor->path, to);
    *at = to;
    return is_listed ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_mesh_corridor_segment(wendi_mesh_corridor *corridor,
                                        const wend_mesh_search *search,
                                        const wendi_mesh_piece_segment *segment, uint32_t *at)
{
    const wendi_mesh_piece *piece = &search->pieces[segment->piece];
    if (piece->link_arc != WENDI_MESH_NONE) {
        return list_link_arc(corridor, search, piece->link_arc, at);
    }
    const uint32_t to = segment->is_last ? end_of(search, segment->piece) : WEND_NODE_NONE;
    const wendi_mesh_line line = {segment->from, segment->to, *at, to};
    const wend_result result = wendi_mesh_corridor_follow(corridor, search->space, &line);
    if (result == WEND_OK) {
        *at = corridor->path.items[corridor->path.count - 1];
    }
    return result;
}

/* Appends the polygons of one piece, but for the first, where the one before ended. */
static void append(const wendi_mesh_corridor *corridor, wend_node *polygons, size_t capacity,
                   size_t *count)
{
    for (size_t i = 1; i < corridor->path.count; i++) {
        if (*count < capacity) {
            polygons[*count] = corridor->path.items[i];
        }
        ++*count;
    }
}

typedef struct polygon_list {
    wend_node *polygons;
    size_t capacity;
    size_t *count;
} polygon_list;

static wend_result list_piece(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                              size_t index, uint32_t *at, const polygon_list *list)
{
    const wendi_mesh_piece *piece = &search->pieces[index];
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    const size_t parts = wendi_mesh_piece_split(piece, points);
    wend_result result = WEND_OK;
    for (size_t i = 0; i < parts && result == WEND_OK; i++) {
        const wendi_mesh_piece_segment segment = {index, i == 0 ? piece->from : points[i - 1],
                                                  points[i], i + 1 == parts};
        result = wendi_mesh_corridor_segment(corridor, search, &segment, at);
        if (result == WEND_OK) {
            append(corridor, list->polygons, list->capacity, list->count);
        }
    }
    return result;
}

static wend_result list_all(wendi_mesh_corridor *corridor, const wend_mesh_search *search,
                            const polygon_list *list)
{
    uint32_t at = search->query.start.polygon;
    if (list->capacity > 0) {
        list->polygons[0] = at;
    }
    *list->count = 1;
    for (size_t i = 0; i < search->piece_count; i++) {
        const wend_result result = list_piece(corridor, search, i, &at, list);
        if (result != WEND_OK) {
            *list->count = 0;
            return result;
        }
    }
    return *list->count > list->capacity ? WEND_TRUNCATED : WEND_OK;
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
    const polygon_list list = {polygons, capacity, count};
    wendi_mesh_corridor corridor;
    wendi_mesh_corridor_init(&corridor, &search->allocator);
    const wend_result result = list_all(&corridor, search, &list);
    wendi_mesh_corridor_free(&corridor);
    return result;
}
