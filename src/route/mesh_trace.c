/* Takes: a finished search.
 * Gives: its way as straight pieces.
 * Cost: the pieces. */
#include "route/mesh_search_private.h"

#include "base/memory.h"

enum { NONE = WENDI_MESH_NONE };

static bool reserve(wend_mesh_search *search, size_t count)
{
    if (count <= search->piece_capacity) {
        return true;
    }
    const size_t capacity = count < 32 ? 32 : count + count / 2;
    wendi_mesh_piece *pieces =
        wendi_resize(&search->allocator, search->pieces, search->piece_capacity * sizeof *pieces,
                     capacity * sizeof *pieces);
    if (pieces == NULL) {
        return false;
    }
    search->pieces = pieces;
    search->piece_capacity = capacity;
    return true;
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

/* From the goal back; the caller turns them round. */
static void add(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t hop)
{
    if (hop == NONE && is_same(from, to)) {
        return;
    }
    const wendi_mesh_piece piece = {from, to, hop};
    search->pieces[search->piece_count++] = piece;
}

wend_result wendi_mesh_trace(wend_mesh_search *search)
{
    const wendi_mesh_intervals *s = &search->intervals;
    const uint32_t vertices = search->space->cells.vertex_count;
    size_t count = 1;
    for (uint32_t i = search->best.root; i != NONE; i = s->roots[i].parent) {
        count += 2;
    }
    search->piece_count = 0;
    if (!reserve(search, count)) {
        return WEND_ERROR_MEMORY;
    }
    wend_vec2 to = search->best.point;
    for (uint32_t i = search->best.root; i != NONE; i = s->roots[i].parent) {
        const wendi_mesh_root *root = &s->roots[i];
        add(search, root->point, to, NONE);
        to = root->point;
        if (root->vertex != NONE && root->vertex >= vertices) {
            const wendi_mesh_hop *hop = &search->space->hops[root->vertex - vertices];
            add(search, hop->from, hop->to, root->vertex - vertices);
            to = hop->from;
        }
    }
    for (size_t i = 0; i < search->piece_count / 2; i++) {
        const wendi_mesh_piece other = search->pieces[search->piece_count - 1 - i];
        search->pieces[search->piece_count - 1 - i] = search->pieces[i];
        search->pieces[i] = other;
    }
    return WEND_OK;
}

wend_result wend_mesh_search_points(const wend_mesh_search *search, wend_vec2 *points,
                                    size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (search == NULL || !search->has_query || (points == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (search->answer.result != WEND_OK && search->answer.result != WEND_PARTIAL) {
        return WEND_OK;
    }
    *count = search->piece_count + 1;
    if (*count > capacity) {
        return WEND_TRUNCATED;
    }
    points[0] = (wend_vec2){search->query.start.x, search->query.start.y};
    for (size_t i = 0; i < search->piece_count; i++) {
        points[i + 1] = search->pieces[i].to;
    }
    return WEND_OK;
}
