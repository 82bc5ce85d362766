/* Joins the pieces that were cut, merges them, and writes them.
 * Cost: linear in their corners; merging sorts the edges between them. */
#include "world/mesh_carve/cutter.h"

#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* The pieces as rings of half-edges. */
typedef struct direct_half {
    uint32_t vertex, next, previous;
    uint32_t twin; /* NONE: the rim, or an outline */
    uint32_t link; /* the next one from the same vertex */
    bool is_hole, is_gone;
} direct_half;

typedef struct direct_rings {
    direct_half *halves;
    uint32_t count;
    wendi_sort_pair *order; /* [2 * count] */
    const wend_vec2 *points;
    const uint8_t *is_soft;
} direct_rings;

/* True if an edge has no other side. */
static bool is_border(const direct_cutter *c, const direct_half *half, uint32_t end)
{
    return half->is_hole || wendi_cutter_is_on_rim(c, (direct_corner){half->vertex, false}, end);
}

/* Finds the other side of each edge between pieces. @return false: it has none, or another edge has. */
static bool find_twins(const direct_cutter *c, const direct_rings *r, const uint32_t *heads)
{
    for (uint32_t h = 0; h < r->count; h++) {
        direct_half *half = &r->halves[h];
        const uint32_t end = r->halves[half->next].vertex;
        if (half->twin != NONE) {
            continue; /* found from the other side */
        }
        uint32_t at = heads[end];
        while (at != NONE && r->halves[r->halves[at].next].vertex != half->vertex) {
            at = r->halves[at].link;
        }
        if ((at == NONE) != is_border(c, half, end)) {
            return false;
        }
        if (at != NONE) {
            direct_half *twin = &r->halves[at];
            if (twin->twin != NONE || is_border(c, twin, half->vertex)) {
                return false;
            }
            half->twin = at;
            twin->twin = h;
        }
    }
    return true;
}

/* @return NO_MEMORY, or UNABLE where an edge between pieces has no other side, or another one has. */
static wendi_carve_outcome make_rings(const direct_cutter *c, const wend_allocator *work,
                                      direct_rings *r)
{
    r->points = c->points;
    r->is_soft = c->is_soft;
    r->count = 0;
    for (uint32_t i = 0; i < c->piece_count; i++) {
        r->count += c->pieces[i].is_gone ? 0 : c->pieces[i].count;
    }
    const size_t count = (size_t)r->count + 1;
    uint32_t *heads = wendi_alloc_items(work, c->point_count, sizeof *heads);
    r->halves = wendi_alloc_items(work, count, sizeof *r->halves);
    r->order = wendi_alloc_items(work, 2 * count, sizeof *r->order);
    if (r->halves == NULL || r->order == NULL || heads == NULL) {
        return WENDI_CARVE_NO_MEMORY;
    }
    memset(heads, 0xff, c->point_count * sizeof *heads);
    uint32_t at = 0;
    for (uint32_t i = 0; i < c->piece_count; i++) {
        const direct_piece *p = &c->pieces[i];
        for (uint32_t k = 0; k < p->count && !p->is_gone; k++, at++) {
            const direct_corner corner = c->corners[p->first + k];
            r->halves[at] = (direct_half){.vertex = corner.vertex,
                                          .next = k + 1 == p->count ? at - k : at + 1,
                                          .previous = k == 0 ? at + p->count - 1 : at - 1,
                                          .twin = NONE,
                                          .link = heads[corner.vertex],
                                          .is_hole = corner.is_hole};
            heads[corner.vertex] = at;
        }
    }
    return find_twins(c, r, heads) ? WENDI_CARVE_DONE : WENDI_CARVE_UNABLE;
}

static wend_vec2 point_of(const direct_rings *r, uint32_t half)
{
    return r->points[r->halves[half].vertex];
}

/* True if the turn from one half-edge to another that will follow it is to the left, or none. */
static bool turns_left(const direct_rings *r, uint32_t in, uint32_t out)
{
    const wend_vec2 a = point_of(r, in);
    const wend_vec2 b = point_of(r, out);
    const wend_vec2 d = point_of(r, r->halves[out].next);
    const double side = wendi_orient(a, b, d);
    return side > 0 || (!(side < 0) && wendi_carve_is_between(a, b, d));
}

static uint32_t count_ring(const direct_rings *r, uint32_t half)
{
    uint32_t count = 1;
    for (uint32_t at = r->halves[half].next; at != half; at = r->halves[at].next) {
        count++;
    }
    return count;
}

static bool ring_is_convex(const direct_rings *r, uint32_t half)
{
    uint32_t at = half;
    do {
        if (!turns_left(r, r->halves[at].previous, at)) {
            return false;
        }
        at = r->halves[at].next;
    } while (at != half);
    return true;
}

static void link(const direct_rings *r, uint32_t in, uint32_t out)
{
    r->halves[in].next = out;
    r->halves[out].previous = in;
}

/* True if a vertex between two half-edges is needed no more: an outline goes straight on there, but for
 * rounding, and no edge between pieces ends there. */
static bool is_needless(const direct_rings *r, uint32_t in, uint32_t out)
{
    return r->is_soft[r->halves[out].vertex] != 0 && r->halves[in].is_hole &&
           r->halves[out].is_hole;
}

/* Removes an edge if the pieces on both of its sides are convex together. */
static void try_edge(const direct_rings *r, uint32_t h)
{
    direct_half *halves = r->halves;
    const uint32_t t = halves[h].twin;
    const uint32_t ins[2] = {halves[h].previous, halves[t].previous};
    const uint32_t outs[2] = {halves[t].next, halves[h].next};
    const uint32_t afters[2] = {halves[outs[0]].next, halves[outs[1]].next};
    bool is_dropped[2];
    uint32_t dropped = 0;
    for (uint32_t i = 0; i < 2; i++) {
        is_dropped[i] = is_needless(r, ins[i], outs[i]);
        dropped += is_dropped[i] ? 1 : 0;
        if (!is_dropped[i] && !turns_left(r, ins[i], outs[i])) {
            return;
        }
    }
    if (count_ring(r, h) + count_ring(r, t) - 2 - dropped > WENDI_CARVE_PIECE_CORNERS) {
        return;
    }
    link(r, ins[0], outs[0]);
    link(r, ins[1], outs[1]);
    for (uint32_t i = 0; i < 2; i++) {
        if (is_dropped[i]) {
            link(r, halves[outs[i]].previous, halves[outs[i]].next);
        }
    }
    const bool is_done = dropped == 0 || ring_is_convex(r, is_dropped[0] ? afters[0] : outs[0]);
    if (!is_done) {
        halves[afters[1]].previous = outs[1];
        halves[afters[0]].previous = outs[0];
        link(r, ins[0], h);
        link(r, t, outs[0]);
        link(r, ins[1], t);
        link(r, h, outs[1]);
        return;
    }
    halves[h].is_gone = halves[t].is_gone = true;
    halves[outs[0]].is_gone = is_dropped[0];
    halves[outs[1]].is_gone = is_dropped[1];
}

/* Merges pieces by removing the edges between them, longest first, where what remains is convex. */
static void merge_rings(const direct_rings *r)
{
    direct_half *halves = r->halves;
    size_t count = 0;
    for (uint32_t h = 0; h < r->count; h++) {
        const uint32_t twin = halves[h].twin;
        if (twin != NONE && twin > h) {
            const wend_vec2 a = point_of(r, h);
            const wend_vec2 b = point_of(r, halves[h].next);
            const double x = b.x - a.x;
            const double y = b.y - a.y;
            r->order[count++] = (wendi_sort_pair){UINT64_MAX - wendi_bits_of_f64(x * x + y * y), h};
        }
    }
    wendi_sort_pairs(r->order, r->order + count, count);
    for (size_t i = 0; i < count; i++) {
        try_edge(r, r->order[i].value);
    }
}

static bool reserve_result(const direct_cutter *c, const direct_rings *r,
                           const wend_allocator *keep, wendi_carve_pieces *result)
{
    const size_t count = (size_t)r->count + 1;
    result->rim_corners = wendi_alloc_items(keep, c->input->rim_count, sizeof(uint32_t));
    result->sizes = wendi_alloc_items(keep, count / 3 + 1, sizeof(uint32_t));
    result->corners = wendi_alloc_items(keep, count, sizeof(uint32_t));
    result->owners = wendi_alloc_items(keep, count, sizeof(uint32_t));
    result->twins = wendi_alloc_items(keep, count, sizeof(uint32_t));
    result->inner = wendi_alloc_items(keep, c->point_count, sizeof *result->inner);
    result->inner_corners = wendi_alloc_items(keep, c->point_count, sizeof(uint32_t));
    return result->rim_corners != NULL && result->sizes != NULL && result->corners != NULL &&
           result->owners != NULL && result->twins != NULL && result->inner != NULL &&
           result->inner_corners != NULL;
}

/* Writes the rings one after the other, and numbers the points in the order of their use. */
static wendi_carve_outcome write_result(const direct_cutter *c, const direct_rings *r,
                                        const wend_allocator *keep, const wend_allocator *work,
                                        wendi_carve_pieces *result)
{
    const uint32_t rim_count = c->input->rim_count;
    uint32_t *numbers = wendi_alloc_items(work, c->point_count, sizeof *numbers);
    uint32_t *places = wendi_alloc_items(work, (size_t)r->count + 1, sizeof *places);
    if (numbers == NULL || places == NULL || !reserve_result(c, r, keep, result)) {
        return WENDI_CARVE_NO_MEMORY;
    }
    bool are_corners = true; /* all inner points are */
    memset(numbers, 0xff, c->point_count * sizeof *numbers);
    memset(places, 0xff, r->count * sizeof *places);
    memset(result->rim_corners, 0xff, rim_count * sizeof *result->rim_corners);
    for (uint32_t first = 0; first < r->count; first++) {
        if (r->halves[first].is_gone || places[first] != NONE) {
            continue;
        }
        const uint32_t begin = result->corner_count;
        uint32_t h = first;
        do {
            const uint32_t vertex = r->halves[h].vertex;
            if (numbers[vertex] == NONE) {
                numbers[vertex] = vertex;
                if (vertex >= rim_count) {
                    numbers[vertex] = rim_count + result->inner_count;
                    result->inner_corners[result->inner_count] = c->shape_corners[vertex];
                    are_corners = are_corners && c->shape_corners[vertex] != NONE;
                    result->inner[result->inner_count++] = c->points[vertex];
                }
            }
            if (r->halves[h].twin == NONE && !r->halves[h].is_hole) {
                result->rim_corners[vertex] = result->corner_count;
            }
            places[h] = result->corner_count;
            result->corners[result->corner_count] = numbers[vertex];
            result->twins[result->corner_count] = r->halves[h].twin;
            result->owners[result->corner_count++] = result->count;
            h = r->halves[h].next;
        } while (h != first);
        result->sizes[result->count++] = result->corner_count - begin;
    }
    for (uint32_t k = 0; k < result->corner_count; k++) {
        result->twins[k] = result->twins[k] == NONE ? NONE : places[result->twins[k]];
    }
    result->inner_corners = are_corners ? result->inner_corners : NULL;
    return WENDI_CARVE_DONE;
}

wendi_carve_outcome wendi_cutter_write(const direct_cutter *c, bool merges,
                                       const wend_allocator *keep, const wend_allocator *work,
                                       wendi_carve_pieces *result)
{
    direct_rings rings;
    wendi_carve_outcome outcome = make_rings(c, work, &rings);
    if (outcome == WENDI_CARVE_DONE) {
        if (merges) {
            merge_rings(&rings);
        }
        outcome = write_result(c, &rings, keep, work, result);
    }
    return outcome;
}
