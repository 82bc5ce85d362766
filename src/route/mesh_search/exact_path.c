/* Results of the exact search: the path as pieces, the point nearest to a goal, the drawing.
 * Cost: the roots of the path; for a drawing the intervals. */
#include "route/mesh_search/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

static wend_result trace(wend_mesh_search *search)
{
    const wendi_mesh_intervals *s = &search->intervals;
    const uint32_t vertices = search->space->cells.vertex_count;
    const double factor = search->space->cells.factor_least;
    wend_vec2 to = search->best.point;
    search->piece_count = 0;
    for (uint32_t i = search->best.root; i != NONE; i = s->roots[i].parent) {
        const wendi_mesh_root *root = &s->roots[i];
        if (!wendi_mesh_piece_add(search, root->point, to, NONE, factor)) {
            return WEND_ERROR_MEMORY;
        }
        to = root->point;
        if (root->vertex != NONE && root->vertex >= vertices) {
            const uint32_t link_arc = root->vertex - vertices;
            const wendi_mesh_link_arc *taken = &search->space->link_arcs[link_arc];
            if (!wendi_mesh_piece_add(search, taken->from, taken->to, link_arc, factor)) {
                return WEND_ERROR_MEMORY;
            }
            to = taken->from;
        }
    }

    /* The pieces were added from the goal back. */
    for (size_t i = 0; i < search->piece_count / 2; i++) {
        const wendi_mesh_piece other = search->pieces[search->piece_count - 1 - i];
        search->pieces[search->piece_count - 1 - i] = search->pieces[i];
        search->pieces[i] = other;
    }

    return WEND_OK;
}

static uint32_t take_nearest(wend_mesh_search *search)
{
    const wendi_mesh_nearest *nearest = &search->nearest;
    if (nearest->root == NONE) {
        search->best.point = (wend_vec2){search->query.start.x, search->query.start.y};
        search->best.root = 0;
        return search->start_cell;
    }
    search->best.point = nearest->point;
    search->best.root = nearest->root;
    return search->space->cells.halves[nearest->half].cell;
}

static uint32_t start_of(const wend_mesh_search *search)
{
    const wendi_mesh_root *roots = search->intervals.roots;
    uint32_t root = search->best.root;
    while (roots[root].parent != NONE) {
        root = roots[root].parent;
    }
    return root;
}

static void measure(wend_mesh_search *search)
{
    search->answer.length = search->best.length;
    search->answer.bound = 1;
}

/* The intervals in the order in which they were made; the open ones are drawn again as frontier. */
static void draw_intervals(const wend_mesh_search *search, const wend_draw *draw)
{
    const wendi_mesh_intervals *s = &search->intervals;
    for (size_t i = 0; i < s->node_count; i++) {
        const double share = s->node_count > 1 ? (double)i / (double)(s->node_count - 1) : 0;
        if (s->nodes[i].half != NONE) {
            wendi_mesh_draw_half(search, draw, s->nodes[i].half, WEND_MEANING_SEARCHED, share);
        }
    }
    for (size_t i = 0; i < s->queue.count; i++) {
        const uint32_t number = s->queue.entries[i].number;
        if (number < s->node_count && s->nodes[number].half != NONE) {
            wendi_mesh_draw_half(search, draw, s->nodes[number].half, WEND_MEANING_FRONTIER, 0);
        }
    }
}

static uint64_t generated(const wend_mesh_search *search)
{
    return search->intervals.node_count;
}

const wendi_mesh_method *wendi_mesh_exact_method(void)
{
    static const wendi_mesh_method method = {.begin = wendi_mesh_exact_begin,
                                             .advance = wendi_mesh_exact_advance,
                                             .take_nearest = take_nearest,
                                             .start_of = start_of,
                                             .trace = trace,
                                             .measure = measure,
                                             .draw = draw_intervals,
                                             .generated = generated,
                                             .memory_bytes = wendi_mesh_exact_bytes,
                                             .free_memory = wendi_mesh_exact_free};
    return &method;
}
