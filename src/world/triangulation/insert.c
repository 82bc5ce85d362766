/* Inserts points into a triangulation.
 * Cost: a walk to the point, and the edges that flip, some 0.5 us.
 *
 * Source: Lawson, "Software for C1 Surface Interpolation" (1977); the walk after Devillers, Pion
 * and Teillaud, "Walking in a Triangulation" (2002): which edge is tested first is random, so
 * that it ends in triangulations that are not Delaunay too. */
#include "world/triangulation/cdt_private.h"

#include "base/math/predicates.h"

static uint32_t random_bit(wendi_cdt *cdt)
{
    /* Marsaglia's xorshift. */
    cdt->random ^= cdt->random << 13;
    cdt->random ^= cdt->random >> 17;
    cdt->random ^= cdt->random << 5;
    return cdt->random >> 7 & 1;
}

static void set_half(wendi_cdt *cdt, uint32_t half, uint32_t origin, uint32_t mark)
{
    cdt->halves[half].origin = origin;
    cdt->halves[half].mark = mark;
    cdt->firsts[origin] = half;
}

/* Moves a half-edge to another index. */
static void move(wendi_cdt *cdt, wendi_cdt_half half, uint32_t to)
{
    cdt->halves[to] = half;
    cdt->firsts[half.origin] = to;
    if (half.twin != WENDI_CDT_NONE) {
        cdt->halves[half.twin].twin = to;
    }
}

/* ---- flips ---- */

/* The edge a-b between triangles a b c and b a d becomes c-d:
 *
 *          c                c          h:  a > b   becomes  d > c    n1: b > c   becomes  c > a
 *        / | \            /   \                                      p1: c > a   becomes  a > d
 *       a--+--b    =>    a-----b       with c-d instead of a-b
 *        \ | /            \   /        g:  b > a   becomes  c > d    n2: a > d   becomes  d > b
 *          d                d                                        p2: d > b   becomes  b > c
 */
static void flip(wendi_cdt *cdt, uint32_t h)
{
    const uint32_t g = cdt->halves[h].twin;
    const uint32_t n1 = wendi_cdt_next(h);
    const uint32_t p1 = wendi_cdt_previous(h);
    const uint32_t n2 = wendi_cdt_next(g);
    const uint32_t p2 = wendi_cdt_previous(g);
    const wendi_cdt_half bc = cdt->halves[n1];
    const wendi_cdt_half ca = cdt->halves[p1];
    const wendi_cdt_half ad = cdt->halves[n2];
    const wendi_cdt_half db = cdt->halves[p2];
    cdt->halves[h].origin = db.origin;
    cdt->halves[g].origin = ca.origin;
    move(cdt, ca, n1);
    move(cdt, ad, p1);
    move(cdt, db, n2);
    move(cdt, bc, p2);
}

/* True if an edge has no mark and the vertex beyond it lies in the triangle's circle. The four
 * corners are convex then: a vertex cannot lie there otherwise. */
static bool needs_flip(const wendi_cdt *cdt, uint32_t h)
{
    const wendi_cdt_half *half = &cdt->halves[h];
    if (half->mark != WENDI_CDT_NONE || half->twin == WENDI_CDT_NONE) {
        return false;
    }
    const wend_vec2 a = cdt->points[half->origin];
    const wend_vec2 b = cdt->points[wendi_cdt_target(cdt, h)];
    const wend_vec2 c = cdt->points[cdt->halves[wendi_cdt_previous(h)].origin];
    const wend_vec2 d = cdt->points[cdt->halves[wendi_cdt_previous(half->twin)].origin];
    return (cdt->is_rough ? wendi_in_circle_rough(a, b, c, d) : wendi_in_circle(a, b, c, d)) > 0.0;
}

/* Flips edges around a new vertex until its triangles are Delaunay. @param spoke begins at it. */
static void restore_delaunay(wendi_cdt *cdt, uint32_t spoke)
{
    const uint32_t last = wendi_cdt_target(cdt, spoke);
    do {
        uint32_t rim = wendi_cdt_next(spoke);
        while (needs_flip(cdt, rim)) {
            flip(cdt, rim);
            rim = wendi_cdt_previous(rim);
        }
        spoke = cdt->halves[wendi_cdt_next(rim)].twin;
    } while (wendi_cdt_target(cdt, spoke) != last);
}

bool wendi_cdt_legalise(wendi_cdt *cdt, uint32_t half)
{
    wendi_array_u32_clear(&cdt->stack);
    if (!wendi_array_u32_push(&cdt->stack, half)) {
        return false;
    }
    while (cdt->stack.count > 0) {
        const uint32_t h = cdt->stack.items[--cdt->stack.count];
        if (!needs_flip(cdt, h)) {
            continue;
        }
        const uint32_t g = cdt->halves[h].twin;
        flip(cdt, h);
        const uint32_t rim[4] = {wendi_cdt_next(h), wendi_cdt_previous(h), wendi_cdt_next(g),
                                 wendi_cdt_previous(g)};
        if (!wendi_array_u32_append(&cdt->stack, rim, 4)) {
            return false;
        }
    }
    return true;
}

/* ---- new vertices ---- */

static uint32_t add_vertex(wendi_cdt *cdt, wend_vec2 point)
{
    cdt->points[cdt->vertex_count] = point;
    return cdt->vertex_count++;
}

/* p lies inside of the triangle a b c of half-edge 3t:   t: a b p,   u: b c p,   v: c a p. */
static void split_triangle(wendi_cdt *cdt, uint32_t ab, uint32_t p)
{
    const uint32_t bc = wendi_cdt_next(ab);
    const uint32_t ca = wendi_cdt_previous(ab);
    const uint32_t u = cdt->half_count;
    const uint32_t v = u + 3;
    cdt->half_count += 6;
    const uint32_t a = cdt->halves[ab].origin;
    const uint32_t b = cdt->halves[bc].origin;
    const uint32_t c = cdt->halves[ca].origin;
    move(cdt, cdt->halves[bc], u);
    move(cdt, cdt->halves[ca], v);
    set_half(cdt, bc, b, WENDI_CDT_NONE);
    set_half(cdt, u + 1, c, WENDI_CDT_NONE);
    set_half(cdt, v + 1, a, WENDI_CDT_NONE);
    set_half(cdt, v + 2, p, WENDI_CDT_NONE);
    set_half(cdt, u + 2, p, WENDI_CDT_NONE);
    set_half(cdt, ca, p, WENDI_CDT_NONE);
    wendi_cdt_join(cdt, bc, u + 2);
    wendi_cdt_join(cdt, u + 1, v + 2);
    wendi_cdt_join(cdt, v + 1, ca);
    restore_delaunay(cdt, ca);
}

/* p lies on the edge h from a to b, between triangles a b c and b a d; the mark goes to both
 * halves:
 *
 *     a p c stays where a b c was,     u: p b c;
 *     b p d stays where b a d was,     v: p a d. */
static void split_edge(wendi_cdt *cdt, uint32_t h, uint32_t p)
{
    const uint32_t g = cdt->halves[h].twin;
    const uint32_t bc = wendi_cdt_next(h);
    const uint32_t ad = wendi_cdt_next(g);
    const uint32_t u = cdt->half_count;
    const uint32_t v = u + 3;
    cdt->half_count += 6;
    const uint32_t c = cdt->halves[wendi_cdt_previous(h)].origin;
    const uint32_t d = cdt->halves[wendi_cdt_previous(g)].origin;
    move(cdt, cdt->halves[bc], u + 1);
    move(cdt, cdt->halves[ad], v + 1);
    set_half(cdt, u + 2, c, WENDI_CDT_NONE);
    set_half(cdt, v + 2, d, WENDI_CDT_NONE);
    set_half(cdt, v, p, cdt->halves[g].mark);
    set_half(cdt, u, p, cdt->halves[h].mark);
    set_half(cdt, ad, p, WENDI_CDT_NONE);
    set_half(cdt, bc, p, WENDI_CDT_NONE);
    cdt->firsts[cdt->halves[h].origin] = h;
    cdt->firsts[cdt->halves[g].origin] = g;
    wendi_cdt_join(cdt, h, v);
    wendi_cdt_join(cdt, g, u);
    wendi_cdt_join(cdt, bc, u + 2);
    wendi_cdt_join(cdt, ad, v + 2);
    restore_delaunay(cdt, bc);
}

/* ---- the walk ---- */

/* Position of a point: in the triangle of half, on half (not at its ends), or at half's origin. */
typedef enum location_kind { SPOT_INSIDE, SPOT_EDGE, SPOT_VERTEX } location_kind;

typedef struct cdt_location {
    uint32_t half;
    location_kind kind;
} cdt_location;

static double side_of(const wendi_cdt *cdt, uint32_t half, wend_vec2 point)
{
    return wendi_orient(cdt->points[cdt->halves[half].origin],
                        cdt->points[wendi_cdt_target(cdt, half)], point);
}

/* The location given by three signs, none of them negative; [i] belongs to the i-th half-edge
 * from half on. */
static cdt_location location_in(uint32_t half, const double sides[3])
{
    for (uint32_t i = 0; i < 3; ++i) {
        if (!(sides[i] > 0.0)) {
            const uint32_t next = wendi_cdt_next(half);
            if (!(sides[(i + 1) % 3] > 0.0)) {
                return (cdt_location){next, SPOT_VERTEX};
            }
            const bool is_at_origin = !(sides[(i + 2) % 3] > 0.0);
            return (cdt_location){half, is_at_origin ? SPOT_VERTEX : SPOT_EDGE};
        }
        half = wendi_cdt_next(half);
    }
    return (cdt_location){half, SPOT_INSIDE};
}

/* The point lies in or on the triangle's first edge, since the walk came over it; or no edge was
 * crossed yet and all three are tested. */
static cdt_location locate(wendi_cdt *cdt, wend_vec2 point)
{
    uint32_t half = cdt->walk_start;
    double sides[3];
    sides[0] = side_of(cdt, half, point);
    if (sides[0] < 0.0) {
        half = cdt->halves[half].twin;
        sides[0] = -sides[0];
    }
    for (;;) {
        const uint32_t one = random_bit(cdt) == 0 ? 1 : 2;
        const uint32_t halves[3] = {half, wendi_cdt_next(half), wendi_cdt_previous(half)};
        uint32_t out = one;
        sides[one] = side_of(cdt, halves[one], point);
        if (!(sides[one] < 0.0)) {
            out = 3 - one;
            sides[out] = side_of(cdt, halves[out], point);
            if (!(sides[out] < 0.0)) {
                return location_in(half, sides);
            }
        }
        half = cdt->halves[halves[out]].twin;
        sides[0] = -sides[out];
    }
}

static bool is_near(wend_vec2 a, wend_vec2 b, double most)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    return x <= most && x >= -most && y <= most && y >= -most;
}

/* A half-edge that begins at a corner of the triangle near enough to the point, not of the
 * frame. */
static uint32_t near_corner(const wendi_cdt *cdt, uint32_t half, wend_vec2 point, double snap)
{
    for (uint32_t i = 0; i < 3; ++i) {
        const uint32_t vertex = cdt->halves[half].origin;
        if (vertex >= WENDI_CDT_FRAME && is_near(cdt->points[vertex], point, snap)) {
            return half;
        }
        half = wendi_cdt_next(half);
    }
    return WENDI_CDT_NONE;
}

uint32_t wendi_cdt_insert(wendi_cdt *cdt, wend_vec2 point, double snap)
{
    const cdt_location at = locate(cdt, point);
    const uint32_t there = at.kind == SPOT_VERTEX ? at.half
                           : snap > 0.0           ? near_corner(cdt, at.half, point, snap)
                                                  : WENDI_CDT_NONE;
    if (there != WENDI_CDT_NONE) {
        cdt->walk_start = there;
        return cdt->halves[there].origin;
    }
    const uint32_t vertex = add_vertex(cdt, point);
    if (at.kind == SPOT_EDGE) {
        split_edge(cdt, at.half, vertex);
    } else {
        split_triangle(cdt, at.half, vertex);
    }
    cdt->walk_start = cdt->firsts[vertex];
    return vertex;
}
