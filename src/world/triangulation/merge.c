/* Merges labelled triangles to convex polygons.
 * Cost: sorts the inner edges by length; the rest is linear.
 *
 * Source: Hertel and Mehlhorn, "Fast triangulation of simple polygons" (1983): removing
 * edges in any order leaves at most four times as many polygons as necessary. Longest first leaves
 * fewer than orders by position (measured on maps of games), and rounder ones. */
#include "world/triangulation/merge.h"

#include "base/core/memory.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

/* Polygons while they grow: rings of half-edges. */
typedef struct half_edge_rings {
    const wendi_convex_merge_input *input;
    const wendi_cdt *cdt;
    uint32_t *next, *previous; /* [half_count] */
    uint8_t *is_removed;       /* [half_count] */
    wendi_sort_pair *order;    /* [half_count] inner edges, then as much scratch */
    size_t order_bytes;
} half_edge_rings;

static void free_rings(half_edge_rings *r)
{
    const wend_allocator *a = &r->cdt->allocator;
    wendi_free(a, r->next, r->cdt->half_count * sizeof *r->next);
    wendi_free(a, r->previous, r->cdt->half_count * sizeof *r->previous);
    wendi_free(a, r->is_removed, r->cdt->half_count);
    wendi_free(a, r->order, r->order_bytes);
}

static bool make_rings(half_edge_rings *r, const wendi_convex_merge_input *input)
{
    const wendi_cdt *cdt = input->cdt;
    const wend_allocator *a = &cdt->allocator;
    const size_t count = cdt->half_count;
    memset(r, 0, sizeof *r);
    r->input = input;
    r->cdt = cdt;
    r->next = wendi_alloc(a, count * sizeof *r->next);
    r->previous = wendi_alloc(a, count * sizeof *r->previous);
    r->is_removed = wendi_alloc_zero(a, count);
    r->order_bytes = input->merges ? count * sizeof *r->order : 0;
    r->order = wendi_alloc(a, r->order_bytes);
    if (r->next == NULL || r->previous == NULL || r->is_removed == NULL ||
        (r->order == NULL && r->order_bytes > 0)) {
        return false;
    }
    for (uint32_t h = 0; h < count; ++h) {
        r->next[h] = wendi_cdt_next(h);
        r->previous[h] = wendi_cdt_previous(h);
    }
    return true;
}

static wend_vec2 point_of(const half_edge_rings *r, uint32_t half)
{
    return r->cdt->points[r->cdt->halves[half].origin];
}

/* The half-edge beyond, unless there is a wall or nothing. */
static uint32_t beyond(const half_edge_rings *r, uint32_t half)
{
    const uint32_t twin = r->cdt->halves[half].twin;
    const bool is_wall = r->input->walls != NULL && r->input->walls[half] != 0;
    return twin == NONE || is_wall || r->input->labels[twin / 3] == 0 ? NONE : twin;
}

/* ---- merging ---- */

/* Lengths are not negative, so their bits sort as they do. */
static uint64_t length_key(const half_edge_rings *r, uint32_t half)
{
    const wend_vec2 a = point_of(r, half);
    const wend_vec2 b = point_of(r, wendi_cdt_next(half));
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    return UINT64_MAX - wendi_bits_of_f64(x * x + y * y);
}

static size_t list_edges(const half_edge_rings *r)
{
    const uint32_t *labels = r->input->labels;
    size_t count = 0;
    for (uint32_t h = 0; h < r->cdt->half_count; ++h) {
        const uint32_t twin = labels[h / 3] == 0 ? NONE : beyond(r, h);
        if (twin != NONE && h < twin && labels[h / 3] == labels[twin / 3]) {
            r->order[count++] = (wendi_sort_pair){length_key(r, h), h};
        }
    }
    return count;
}

static bool is_straight_on(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    return a.x < b.x || a.x > b.x ? (a.x < b.x) == (b.x < c.x) && (b.x < c.x || b.x > c.x)
                                  : (a.y < b.y) == (b.y < c.y) && (b.y < c.y || b.y > c.y);
}

/* True if the turn from the half-edge `in` to `out`, which begin at the same vertex after
 * merging, is to the left or straight. Two corners of 180 degrees would fold back. */
static bool is_convex(const half_edge_rings *r, uint32_t in, uint32_t out)
{
    const wend_vec2 a = point_of(r, in);
    const wend_vec2 b = point_of(r, out);
    const wend_vec2 c = point_of(r, r->next[out]);
    const double turn = wendi_orient(a, b, c);
    return turn > 0.0 || (!(turn < 0.0) && is_straight_on(a, b, c));
}

static void link(half_edge_rings *r, uint32_t in, uint32_t out)
{
    r->next[in] = out;
    r->previous[out] = in;
}

/* The corners of a ring, counted up to a limit. */
static uint32_t count_corners(const half_edge_rings *r, uint32_t half, uint32_t limit)
{
    uint32_t count = 1;
    for (uint32_t at = r->next[half]; at != half && count <= limit; at = r->next[at]) {
        count++;
    }
    return count;
}

static bool has_room(const half_edge_rings *r, uint32_t half, uint32_t twin)
{
    const uint32_t most = r->input->corners_max;
    return most == 0 || count_corners(r, half, most) + count_corners(r, twin, most) - 2 <= most;
}

static void try_edge(half_edge_rings *r, uint32_t half)
{
    const uint32_t twin = r->cdt->halves[half].twin;
    if (!has_room(r, half, twin) || !is_convex(r, r->previous[half], r->next[twin]) ||
        !is_convex(r, r->previous[twin], r->next[half])) {
        return;
    }
    r->is_removed[half] = 1;
    r->is_removed[twin] = 1;
    link(r, r->previous[half], r->next[twin]);
    link(r, r->previous[twin], r->next[half]);
}

/* ---- polygons ---- */

void wendi_convex_polygons_free(wendi_convex_polygons *polygons)
{
    const wend_allocator *a = &polygons->allocator;
    const size_t bytes = polygons->triangle_count * sizeof(uint32_t);
    wendi_free(a, polygons->sizes, bytes);
    wendi_free(a, polygons->labels, bytes);
    wendi_free(a, polygons->corners, 3 * bytes);
    wendi_free(a, polygons->neighbours, 3 * bytes);
    wendi_free(a, polygons->owners, bytes);
    memset(polygons, 0, sizeof *polygons);
}

static bool reserve_polygons(wendi_convex_polygons *polygons, const wendi_cdt *cdt)
{
    memset(polygons, 0, sizeof *polygons);
    polygons->allocator = cdt->allocator;
    polygons->triangle_count = cdt->half_count / 3;
    const wend_allocator *a = &polygons->allocator;
    const size_t bytes = polygons->triangle_count * sizeof(uint32_t);
    polygons->sizes = wendi_alloc(a, bytes);
    polygons->labels = wendi_alloc(a, bytes);
    polygons->corners = wendi_alloc(a, 3 * bytes);
    polygons->neighbours = wendi_alloc(a, 3 * bytes);
    polygons->owners = wendi_alloc(a, bytes);
    return polygons->sizes != NULL && polygons->labels != NULL && polygons->corners != NULL &&
           polygons->neighbours != NULL && polygons->owners != NULL;
}

/* Numbers the rings by their first half-edges, and stores the number in the triangles that have
 * a half-edge on the rim. The sizes hold a half-edge of each ring for now. */
static void number_rings(const half_edge_rings *r, wendi_convex_polygons *polygons,
                         uint32_t *ring_of)
{
    for (uint32_t h = 0; h < r->cdt->half_count; ++h) {
        ring_of[h] = NONE;
    }
    for (uint32_t h = 0; h < r->cdt->half_count; ++h) {
        if (ring_of[h] != NONE || r->is_removed[h] != 0 || r->input->labels[h / 3] == 0) {
            continue;
        }
        const uint32_t ring = polygons->count++;
        polygons->sizes[ring] = h;
        polygons->labels[ring] = r->input->labels[h / 3];
        uint32_t at = h;
        do {
            ring_of[at] = ring;
            at = r->next[at];
        } while (at != h);
    }
}

/* Gives removed half-edges the ring of their triangle's others, or of the triangle beyond. */
static void number_triangles(const half_edge_rings *r, wendi_convex_polygons *polygons,
                             uint32_t *ring_of)
{
    for (uint32_t t = 0; t < polygons->triangle_count; ++t) {
        polygons->owners[t] = NONE;
        for (uint32_t i = 0; i < 3; ++i) {
            if (ring_of[3 * t + i] != NONE) {
                polygons->owners[t] = ring_of[3 * t + i];
            }
        }
    }
    /* Triangles without remaining edges get the ring of those beside them, over any distance.
     * The rings are not needed any more, so `next` serves as the stack. */
    uint32_t *stack = r->next;
    for (uint32_t first = 0; first < polygons->triangle_count; ++first) {
        uint32_t count = 0;
        if (polygons->owners[first] != NONE) {
            stack[count++] = first;
        }
        while (count > 0) {
            const uint32_t t = stack[--count];
            for (uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
                const uint32_t other = r->is_removed[h] != 0 ? r->cdt->halves[h].twin / 3 : t;
                if (polygons->owners[other] == NONE) {
                    polygons->owners[other] = polygons->owners[t];
                    stack[count++] = other;
                }
            }
        }
    }
}

static uint32_t ring_beyond(const half_edge_rings *r, const uint32_t *ring_of, uint32_t half)
{
    const uint32_t twin = beyond(r, half);
    return twin == NONE ? NONE : ring_of[twin];
}

/* True if the corner at which a half-edge begins lies within a straight border to one neighbour. */
static bool is_needless(const half_edge_rings *r, const uint32_t *ring_of, uint32_t half)
{
    const uint32_t in = r->previous[half];
    const uint8_t *keeps = r->input->keeps;
    return r->input->merges && (keeps == NULL || keeps[r->cdt->halves[half].origin] == 0) &&
           ring_beyond(r, ring_of, in) == ring_beyond(r, ring_of, half) &&
           !(wendi_orient(point_of(r, in), point_of(r, half), point_of(r, r->next[half])) > 0.0);
}

static void write_corners(const half_edge_rings *r, wendi_convex_polygons *polygons,
                          const uint32_t *ring_of)
{
    for (uint32_t i = 0; i < polygons->count; ++i) {
        const uint32_t first = polygons->sizes[i];
        const uint32_t before = polygons->corner_count;
        uint32_t at = first;
        do {
            if (!is_needless(r, ring_of, at)) {
                polygons->corners[polygons->corner_count] = r->cdt->halves[at].origin;
                polygons->neighbours[polygons->corner_count++] = ring_beyond(r, ring_of, at);
            }
            at = r->next[at];
        } while (at != first);
        polygons->sizes[i] = polygons->corner_count - before;
    }
}

static wend_result write_polygons(half_edge_rings *r, wendi_convex_polygons *polygons)
{
    const size_t bytes = r->cdt->half_count * sizeof(uint32_t);
    uint32_t *ring_of = wendi_alloc(&r->cdt->allocator, bytes);
    if (ring_of == NULL || !reserve_polygons(polygons, r->cdt)) {
        wendi_free(&r->cdt->allocator, ring_of, bytes);
        return WEND_ERROR_MEMORY;
    }
    number_rings(r, polygons, ring_of);
    write_corners(r, polygons, ring_of);
    number_triangles(r, polygons, ring_of);
    wendi_free(&r->cdt->allocator, ring_of, bytes);
    return WEND_OK;
}

wend_result wendi_convex_merge(const wendi_convex_merge_input *input,
                               wendi_convex_polygons *polygons)
{
    memset(polygons, 0, sizeof *polygons);
    half_edge_rings r;
    if (input->cdt->half_count == 0) {
        return WEND_OK;
    }
    if (!make_rings(&r, input)) {
        free_rings(&r);
        return WEND_ERROR_MEMORY;
    }
    if (input->merges) {
        const size_t count = list_edges(&r);
        wendi_sort_pairs(r.order, r.order + count, count);
        for (size_t i = 0; i < count; ++i) {
            try_edge(&r, r.order[i].value);
        }
    }
    const wend_result result = write_polygons(&r, polygons);
    free_rings(&r);
    return result;
}
