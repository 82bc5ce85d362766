/* Rings of corners of a mesh's polygons, merged while they stay convex.
 * Cost: sorting the inner edges. */
#include "route/mesh_space/rings.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

void wendi_cell_rings_free(wendi_cell_rings *r)
{
    const size_t corners = r->view->corner_count;
    wendi_free(r->allocator, r->factor, r->view->polygon_count * sizeof *r->factor);
    wendi_free(r->allocator, r->twin, corners * sizeof *r->twin);
    wendi_free(r->allocator, r->next, corners * sizeof *r->next);
    wendi_free(r->allocator, r->before, corners * sizeof *r->before);
    wendi_free(r->allocator, r->polygon_of, corners * sizeof *r->polygon_of);
    wendi_free(r->allocator, r->half_of, corners * sizeof *r->half_of);
    wendi_free(r->allocator, r->order, corners * sizeof *r->order);
    wendi_free(r->allocator, r->scratch, corners * sizeof *r->scratch);
    wendi_free(r->allocator, r->is_gone, corners * sizeof *r->is_gone);
}

bool wendi_cell_rings_reserve(wendi_cell_rings *r)
{
    const size_t corners = r->view->corner_count;
    r->factor = wendi_alloc_zero(r->allocator, r->view->polygon_count * sizeof *r->factor);
    r->twin = wendi_alloc(r->allocator, corners * sizeof *r->twin);
    r->next = wendi_alloc(r->allocator, corners * sizeof *r->next);
    r->before = wendi_alloc(r->allocator, corners * sizeof *r->before);
    r->polygon_of = wendi_alloc(r->allocator, corners * sizeof *r->polygon_of);
    r->half_of = wendi_alloc(r->allocator, corners * sizeof *r->half_of);
    r->order = wendi_alloc(r->allocator, corners * sizeof *r->order);
    r->scratch = wendi_alloc(r->allocator, corners * sizeof *r->scratch);
    r->is_gone = wendi_alloc_zero(r->allocator, corners * sizeof *r->is_gone);
    return r->factor != NULL && r->twin != NULL && r->next != NULL && r->before != NULL &&
           r->polygon_of != NULL && r->half_of != NULL && r->order != NULL && r->scratch != NULL &&
           r->is_gone != NULL;
}

static double factor_of(const wendi_mesh_view *view, const wendi_mesh_filter *filter,
                        uint32_t polygon)
{
    const uint32_t flags = view->flags == NULL ? 0 : view->flags[polygon];
    const bool is_shut = (view->closed != NULL && view->closed[polygon] != 0) ||
                         (flags & filter->flags_required) != filter->flags_required ||
                         (flags & filter->flags_refused) != 0;
    const double factor = filter->factors[view->areas[polygon]];
    return is_shut || !(factor <= 65536) ? 0 : factor;
}

void wendi_cell_rings_fill(wendi_cell_rings *r, const wendi_mesh_filter *filter)
{
    const wendi_mesh_view *view = r->view;
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        r->factor[p] = factor_of(view, filter, p);
    }
    for (uint32_t p = 0; p < view->polygon_count; p++) {
        const uint32_t first = view->firsts[p];
        const uint32_t end = view->firsts[p + 1];
        for (uint32_t c = first; c < end; c++) {
            const uint32_t beyond = view->neighbours[c];
            const bool is_open =
                beyond != WEND_NODE_NONE && r->factor[p] > 0 && r->factor[beyond] > 0;
            r->twin[c] = is_open ? view->twins[c] : NONE;
            r->next[c] = c + 1 == end ? first : c + 1;
            r->before[c] = c == first ? end - 1 : c - 1;
            r->polygon_of[c] = p;
        }
    }
}

/* ---- merging ---- */

/* The first and the last of the edges around `corner` that the same two cells share in a row. */
static uint32_t chain_first(const wendi_cell_rings *r, uint32_t corner)
{
    uint32_t first = corner;
    for (;;) {
        const uint32_t before = r->before[first];
        if (r->twin[before] == NONE || before == corner ||
            r->twin[before] != r->next[r->twin[first]]) {
            return first;
        }
        first = before;
    }
}

static uint32_t chain_last(const wendi_cell_rings *r, uint32_t corner)
{
    uint32_t last = corner;
    for (;;) {
        const uint32_t next = r->next[last];
        if (r->twin[next] == NONE || next == corner || r->twin[next] != r->before[r->twin[last]]) {
            return last;
        }
        last = next;
    }
}

/* Removes the edges that two cells share, if the union is convex:
 *
 *       ...<-- after     here: first ... last, from a to b
 *   ----a ==== b----     there: their twins, from b to a
 *       before -->... */
static void merge(wendi_cell_rings *r, uint32_t corner)
{
    const uint32_t first = chain_first(r, corner);
    const uint32_t last = chain_last(r, corner);
    const uint32_t into = r->before[first];               /* here, ends at a */
    const uint32_t out = r->next[last];                   /* here, begins at b */
    const uint32_t there_out = r->next[r->twin[first]];   /* there, begins at a */
    const uint32_t there_into = r->before[r->twin[last]]; /* there, ends at b */
    const wend_vec2 a = wendi_cell_rings_point(r, first);
    const wend_vec2 b = wendi_cell_rings_point(r, out);
    if (into == last ||
        !wendi_mesh_is_convex(wendi_cell_rings_point(r, into), a,
                              wendi_cell_rings_point(r, r->next[there_out])) ||
        !wendi_mesh_is_convex(wendi_cell_rings_point(r, there_into), b,
                              wendi_cell_rings_point(r, r->next[out]))) {
        return;
    }
    for (uint32_t c = first;; c = r->next[c]) {
        r->is_gone[c] = r->is_gone[r->twin[c]] = true;
        if (c == last) {
            break;
        }
    }
    r->next[into] = there_out;
    r->before[there_out] = into;
    r->next[there_into] = out;
    r->before[out] = there_into;
}

/* A non-negative double's bits rise with it. */
static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void wendi_cell_rings_merge(wendi_cell_rings *r)
{
    size_t count = 0;
    for (uint32_t c = 0; c < r->view->corner_count; c++) {
        const uint32_t twin = r->twin[c];
        const double here = r->factor[r->polygon_of[c]];
        if (twin == NONE || twin < c || here < r->factor[r->polygon_of[twin]] ||
            here > r->factor[r->polygon_of[twin]]) {
            continue;
        }
        const wend_vec2 along =
            wend_vec2_sub(wendi_cell_rings_point(r, r->next[c]), wendi_cell_rings_point(r, c));
        r->order[count].key = UINT64_MAX - bits_of(along.x * along.x + along.y * along.y);
        r->order[count].value = c;
        count++;
    }
    wendi_sort_pairs(r->order, r->scratch, count);
    for (size_t i = 0; i < count; i++) {
        if (!r->is_gone[r->order[i].value]) {
            merge(r, r->order[i].value);
        }
    }
}
