/* Forces a segment between two vertices into a triangulation as edges with its mark.
 * Cost: the edges crossed and the edges that flip; at the ends, the smaller number of edges there.
 *
 *          l1-----l2
 *         /  \   /  \         Triangles that the segment a-b crosses are removed. The regions above
 *        a----\-/----b        and below are triangulated again by cutting corners off, which takes
 *         \    X    /         one sweep since all corners see a-b. Then edges flip until all are
 *          r1-----r2          Delaunay again.
 *
 * A vertex on the segment ends the piece, and the next one begins there. A marked edge on the
 * segment is a crossing: it loses its mark, a vertex is made, and four pieces lead to it.
 *
 * Source of the sweep: Toussaint and Avis, "On a convex hull algorithm for polygons and its
 * application to triangulation problems" (1982). */
#include "world/triangulation/cdt_private.h"

#include "base/math/predicates.h"

static const uint32_t TAG = (uint32_t)1 << 31;

/* ---- tasks ---- */

typedef struct cdt_piece {
    uint32_t from, to, mark;
} cdt_piece;

static bool push_piece(wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t mark)
{
    const uint32_t items[3] = {from, to, mark};
    return from == to || wendi_array_u32_append(&cdt->tasks, items, 3);
}

static cdt_piece pop_piece(wendi_cdt *cdt)
{
    cdt->tasks.count -= 3;
    const uint32_t *items = cdt->tasks.items + cdt->tasks.count;
    return (cdt_piece){items[0], items[1], items[2]};
}

static cdt_piece reversed(cdt_piece p)
{
    return (cdt_piece){p.to, p.from, wendi_cdt_reversed(p.mark)};
}

/* ---- marks ---- */

static void set_mark(wendi_cdt *cdt, uint32_t half, uint32_t mark)
{
    cdt->halves[half].mark = mark;
    cdt->halves[cdt->halves[half].twin].mark = wendi_cdt_reversed(mark);
}

static void record_lines(wendi_cdt *cdt, uint32_t a, uint32_t b)
{
    if (cdt->crossing_lines[0] == WENDI_CDT_NONE) {
        cdt->crossing_lines[0] = cdt->nodes[a >> 1].line;
        cdt->crossing_lines[1] = cdt->nodes[b >> 1].line;
    }
}

/* Prepends a list to that of the half-edge. */
static wend_result add_mark(wendi_cdt *cdt, uint32_t half, uint32_t mark)
{
    uint32_t all = cdt->halves[half].mark;
    if (all == WENDI_CDT_NONE) {
        set_mark(cdt, half, mark);
        return WEND_OK;
    }
    cdt->overlaps++;
    record_lines(cdt, all, mark);
    while (mark != WENDI_CDT_NONE) {
        uint32_t line;
        bool is_forward;
        mark = wendi_cdt_read(cdt, mark, &line, &is_forward);
        all = wendi_cdt_add_node(cdt, line, is_forward ? all : wendi_cdt_reversed(all));
        if (all == WENDI_CDT_NONE) {
            return WEND_ERROR_MEMORY;
        }
        all = is_forward ? all : wendi_cdt_reversed(all);
    }
    set_mark(cdt, half, all);
    return WEND_OK;
}

/* ---- the start of a piece ---- */

/* A turn around a vertex in search of the direction to another one. */
typedef struct cdt_fan {
    uint32_t target;
    uint32_t spoke;   /* From the vertex to u; the triangle on its left is tested. */
    double side;      /* Of u, relative to the segment: above 0 left of it. */
    bool leads_there; /* An edge lies on the segment, and spoke is it. */
} cdt_fan;

static cdt_fan fan_at(const wendi_cdt *cdt, uint32_t from, uint32_t to)
{
    const uint32_t spoke = cdt->firsts[from];
    const double side =
        wendi_orient(cdt->points[from], cdt->points[to], cdt->points[wendi_cdt_target(cdt, spoke)]);
    return (cdt_fan){to, spoke, side, false};
}

/* For points on one line: true if b lies on the same side of a as c. */
static bool is_ahead(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    if (a.x < b.x || a.x > b.x) {
        return (a.x < b.x) == (a.x < c.x);
    }
    return (a.y < b.y) == (a.y < c.y);
}

/* Tests one triangle. @return true if the segment leaves the vertex through it. */
static bool fan_step(const wendi_cdt *cdt, cdt_fan *f)
{
    const wend_vec2 a = cdt->points[cdt->halves[f->spoke].origin];
    const wend_vec2 b = cdt->points[f->target];
    const double before = f->side;
    if (!(before < 0.0) && !(before > 0.0) &&
        is_ahead(a, b, cdt->points[wendi_cdt_target(cdt, f->spoke)])) {
        f->leads_there = true;
        return true;
    }
    const uint32_t back = wendi_cdt_previous(f->spoke);
    f->side = wendi_orient(a, b, cdt->points[cdt->halves[back].origin]);
    if (before < 0.0 && f->side > 0.0) {
        return true;
    }
    f->spoke = cdt->halves[back].twin;
    return false;
}

/* Turns around both ends alternately, since one of them may have very many edges. @param p
 * reversed if it was found from its end. @return the spoke. */
static uint32_t find_start(const wendi_cdt *cdt, cdt_piece *p, bool *leads_there)
{
    cdt_fan here = fan_at(cdt, p->from, p->to);
    cdt_fan there = fan_at(cdt, p->to, p->from);
    for (;;) {
        if (fan_step(cdt, &here)) {
            *leads_there = here.leads_there;
            return here.spoke;
        }
        if (fan_step(cdt, &there)) {
            *p = reversed(*p);
            *leads_there = there.leads_there;
            return there.spoke;
        }
    }
}

/* ---- crossings ---- */

static double clamp(double value, double a, double b)
{
    const double low = a < b ? a : b;
    const double high = a < b ? b : a;
    return value < low ? low : value > high ? high : value;
}

/* The nearest coordinate on the grid of crossings. */
static double snap_to_grid(const wendi_cdt *cdt, double value)
{
    const double steps = value / cdt->snap;
    return wendi_flush_coordinate((double)(int64_t)(steps < 0.0 ? steps - 0.5 : steps + 0.5) *
                                  cdt->snap);
}

/* The approximate crossing of a-b and c-d, which cross. */
static wend_vec2 crossing_of(const wendi_cdt *cdt, uint32_t ia, uint32_t ib, uint32_t ic,
                             uint32_t id)
{
    const wend_vec2 a = cdt->points[ia];
    const wend_vec2 b = cdt->points[ib];
    const wend_vec2 c = cdt->points[ic];
    const wend_vec2 d = cdt->points[id];
    const double from = wendi_orient(c, d, a);
    const double to = wendi_orient(c, d, b);
    const double along = from / (from - to);
    const double x = clamp(clamp(a.x + (b.x - a.x) * along, a.x, b.x), c.x, d.x);
    const double y = clamp(clamp(a.y + (b.y - a.y) * along, a.y, b.y), c.y, d.y);
    return (wend_vec2){snap_to_grid(cdt, x), snap_to_grid(cdt, y)};
}

/* True if a vertex lies between two others, nearer to the line through them than one step of the
 * grid. */
static bool is_beside(const wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t vertex)
{
    const wend_vec2 a = cdt->points[from];
    const wend_vec2 b = cdt->points[to];
    const wend_vec2 c = cdt->points[vertex];
    const double side = wendi_orient(a, b, c);
    return (side < 0.0 ? -side : side) <= cdt->snap * wend_vec2_distance(a, b) &&
           wendi_compare_along(a, b, c) > 0 && wendi_compare_along(b, a, c) > 0;
}

/* The vertex through which two crossing pieces are led: an end of one of them that the other
 * passes too closely, else a new vertex at the crossing. (Pieces that are nearly parallel would
 * cross again and again.) */
static uint32_t middle_of(wendi_cdt *cdt, cdt_piece p, cdt_piece other, uint32_t half)
{
    if (is_beside(cdt, p.from, p.to, other.from)) {
        return other.from;
    }
    if (is_beside(cdt, p.from, p.to, other.to)) {
        return other.to;
    }
    if (is_beside(cdt, other.from, other.to, p.from)) {
        return p.from;
    }
    if (is_beside(cdt, other.from, other.to, p.to)) {
        return p.to;
    }
    const wend_vec2 point = crossing_of(cdt, p.from, p.to, other.from, other.to);
    cdt->walk_start = half;
    return wendi_cdt_insert(cdt, point, cdt->snap);
}

/* Handles the crossing of piece p and a marked half-edge: both go through one vertex. */
static wend_result split_at_crossing(wendi_cdt *cdt, cdt_piece p, uint32_t half)
{
    if (cdt->splits_left == 0) {
        cdt->lost_pieces++;
        return WEND_OK;
    }
    const wend_result result = wendi_cdt_reserve(cdt, 1);
    if (result != WEND_OK) {
        return result;
    }
    const cdt_piece other = {cdt->halves[half].origin, wendi_cdt_target(cdt, half),
                             cdt->halves[half].mark};
    cdt->splits_left--;
    cdt->crossings++;
    record_lines(cdt, other.mark, p.mark);
    set_mark(cdt, half, WENDI_CDT_NONE);
    if (!wendi_cdt_legalise(cdt, half)) {
        return WEND_ERROR_MEMORY;
    }
    const uint32_t middle = middle_of(cdt, p, other, half);
    const bool is_done = push_piece(cdt, middle, p.to, p.mark) &&
                         push_piece(cdt, p.from, middle, p.mark) &&
                         push_piece(cdt, middle, other.to, other.mark) &&
                         push_piece(cdt, other.from, middle, other.mark);
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- removing triangles ---- */

/* Follows the segment from the triangle at spoke, collecting the edges that it crosses. @param
 * end the vertex that the segment reaches. @param crossed a marked half-edge before that, or
 * WENDI_CDT_NONE. */
static bool collect(wendi_cdt *cdt, cdt_piece p, uint32_t spoke, uint32_t *end, uint32_t *crossed)
{
    const wend_vec2 a = cdt->points[p.from];
    const wend_vec2 b = cdt->points[p.to];
    uint32_t half = wendi_cdt_next(spoke); /* From the right of the segment to its left. */
    wendi_array_u32_clear(&cdt->lefts);
    wendi_array_u32_clear(&cdt->rights);
    wendi_array_u32_clear(&cdt->freed);
    bool is_done = wendi_array_u32_push(&cdt->rights, spoke) &&
                   wendi_array_u32_push(&cdt->lefts, wendi_cdt_next(half)) &&
                   wendi_array_u32_push(&cdt->freed, half / 3);
    double side = 1.0;
    *crossed = WENDI_CDT_NONE;
    while (is_done && (side < 0.0 || side > 0.0)) {
        if (cdt->halves[half].mark != WENDI_CDT_NONE) {
            *crossed = half;
            return true;
        }
        const uint32_t twin = cdt->halves[half].twin;
        const uint32_t right = wendi_cdt_next(twin);
        const uint32_t left = wendi_cdt_previous(twin);
        *end = cdt->halves[left].origin;
        side = wendi_orient(a, b, cdt->points[*end]);
        is_done = wendi_array_u32_push(&cdt->freed, twin / 3) &&
                  (side > 0.0 || wendi_array_u32_push(&cdt->rights, right)) &&
                  (side < 0.0 || wendi_array_u32_push(&cdt->lefts, left));
        half = side > 0.0 ? right : left;
    }
    return is_done;
}

/* Lists the rim of both parts: chain[i] begins rim edge i, beyond which lies outers[i]. The
 * right part comes first, then the left one, each with its last corner. */
static bool list_rim(wendi_cdt *cdt, uint32_t from, uint32_t end)
{
    const size_t rights = cdt->rights.count;
    const size_t lefts = cdt->lefts.count;
    const size_t all = rights + lefts + 2;
    if (!wendi_array_u32_resize(&cdt->chain, all) || !wendi_array_u32_resize(&cdt->outers, all) ||
        !wendi_array_u32_resize(&cdt->marks, all) || !wendi_array_u32_resize(&cdt->partners, all)) {
        return false;
    }
    cdt->chain.items[rights] = end;
    cdt->chain.items[all - 1] = from;
    for (size_t i = 0; i < rights + lefts; ++i) {
        const bool is_right = i < rights;
        const uint32_t half =
            is_right ? cdt->rights.items[i] : cdt->lefts.items[lefts - 1 - (i - rights)];
        const size_t index = is_right ? i : i + 1;
        cdt->chain.items[index] = cdt->halves[half].origin;
        cdt->outers.items[index] = cdt->halves[half].twin;
        cdt->marks.items[index] = cdt->halves[half].mark;
        cdt->partners.items[index] = half;
    }
    return true;
}

/* An edge may stick into a part, so that both its sides are rim: then each is the partner of the
 * other, and outers is set when the first of them is attached. (Nothing lies beyond the frame.) */
static void pair_rim(wendi_cdt *cdt)
{
    const uint32_t gap = (uint32_t)cdt->rights.count;
    const uint32_t last = (uint32_t)cdt->chain.count - 1;
    for (uint32_t i = 0; i < last; ++i) {
        if (i != gap) {
            cdt->halves[cdt->partners.items[i]].origin = TAG | i;
        }
    }
    for (uint32_t i = 0; i < last; ++i) {
        if (i != gap) {
            const uint32_t outer = cdt->outers.items[i];
            const uint32_t beyond = outer == WENDI_CDT_NONE ? 0 : cdt->halves[outer].origin;
            const bool is_rim = (beyond & TAG) != 0;
            cdt->partners.items[i] = is_rim ? beyond ^ TAG : WENDI_CDT_NONE;
            cdt->outers.items[i] = is_rim ? WENDI_CDT_NONE : outer;
        }
    }
}

/* ---- filling the gap ---- */

static void set_half(wendi_cdt *cdt, uint32_t half, uint32_t origin)
{
    cdt->halves[half] = (wendi_cdt_half){origin, WENDI_CDT_NONE, WENDI_CDT_NONE};
    cdt->firsts[origin] = half;
}

/* Connects an edge to the edge beyond it: a rim edge or a half-edge. */
static void close_edge(wendi_cdt *cdt, uint32_t beyond, uint32_t half)
{
    if ((beyond & TAG) != 0) {
        const uint32_t rim = beyond ^ TAG;
        const uint32_t partner = cdt->partners.items[rim];
        cdt->halves[half].mark = cdt->marks.items[rim];
        if (cdt->outers.items[rim] != WENDI_CDT_NONE) {
            wendi_cdt_join(cdt, half, cdt->outers.items[rim]);
        } else if (partner != WENDI_CDT_NONE) {
            cdt->outers.items[partner] = half;
        }
    } else {
        wendi_cdt_join(cdt, half, beyond);
    }
}

/* Triangulates the part between chain[low] and chain[high], all of whose corners see the closing
 * edge: corners are cut off in order. The stack holds pairs: a remaining corner, and what lies
 * beyond the edge that leads to it. Edges that may have to flip go to `made`. @return the
 * closing half-edge, from high to low, in base; false: no memory, and the triangulation is in
 * pieces. */
static bool triangulate_part(wendi_cdt *cdt, uint32_t low, uint32_t high, uint32_t *base)
{
    wendi_array_u32 *stack = &cdt->stack;
    const uint32_t *chain = cdt->chain.items;
    wendi_array_u32_clear(stack);
    bool is_done = wendi_array_u32_push(stack, low) && wendi_array_u32_push(stack, TAG | low);
    for (uint32_t i = low + 1; i <= high && is_done; ++i) {
        uint32_t beyond = TAG | (i - 1);
        while (stack->count >= 4) {
            const uint32_t *top = stack->items + stack->count;
            const uint32_t before = chain[top[-4]];
            const uint32_t corner = chain[top[-2]];
            if (!(wendi_orient(cdt->points[before], cdt->points[corner], cdt->points[chain[i]]) >
                  0.0)) {
                break;
            }
            const uint32_t half = 3 * cdt->freed.items[--cdt->freed.count];
            set_half(cdt, half, before);
            set_half(cdt, half + 1, corner);
            set_half(cdt, half + 2, chain[i]);
            close_edge(cdt, top[-1], half);
            close_edge(cdt, beyond, half + 1);
            beyond = half + 2;
            stack->count -= 2;
            is_done = is_done && wendi_array_u32_push(&cdt->made, beyond);
        }
        is_done = is_done && wendi_array_u32_push(stack, i) && wendi_array_u32_push(stack, beyond);
        *base = beyond;
    }
    return is_done;
}

/* Makes one edge of the segment from p.from to end, whose triangles have been collected. */
static wend_result make_edge(wendi_cdt *cdt, cdt_piece p, uint32_t end)
{
    if (!list_rim(cdt, p.from, end)) {
        return WEND_ERROR_MEMORY;
    }
    pair_rim(cdt);
    wendi_array_u32_clear(&cdt->made);
    const uint32_t rights = (uint32_t)cdt->rights.count;
    const uint32_t all = (uint32_t)cdt->chain.count;
    uint32_t right = WENDI_CDT_NONE;
    uint32_t left = WENDI_CDT_NONE;
    if (!triangulate_part(cdt, 0, rights, &right) ||
        !triangulate_part(cdt, rights + 1, all - 1, &left)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_cdt_join(cdt, left, right);
    set_mark(cdt, left, p.mark);
    for (size_t i = 0; i < cdt->made.count; ++i) {
        if (!wendi_cdt_legalise(cdt, cdt->made.items[i])) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* ---- pieces ---- */

static wend_result run_piece(wendi_cdt *cdt, cdt_piece p)
{
    bool leads_there = false;
    const uint32_t spoke = find_start(cdt, &p, &leads_there);
    if (leads_there) {
        const uint32_t end = wendi_cdt_target(cdt, spoke);
        const wend_result result = add_mark(cdt, spoke, p.mark);
        return result != WEND_OK || push_piece(cdt, end, p.to, p.mark) ? result : WEND_ERROR_MEMORY;
    }
    uint32_t end = p.to;
    uint32_t crossed = WENDI_CDT_NONE;
    if (!collect(cdt, p, spoke, &end, &crossed)) {
        return WEND_ERROR_MEMORY;
    }
    if (crossed != WENDI_CDT_NONE) {
        return split_at_crossing(cdt, p, crossed);
    }
    const wend_result result = make_edge(cdt, p, end);
    return result != WEND_OK || push_piece(cdt, end, p.to, p.mark) ? result : WEND_ERROR_MEMORY;
}

wend_result wendi_cdt_constrain(wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t mark)
{
    wendi_array_u32_clear(&cdt->tasks);
    wend_result result = push_piece(cdt, from, to, mark) ? WEND_OK : WEND_ERROR_MEMORY;
    while (result == WEND_OK && cdt->tasks.count > 0) {
        result = run_piece(cdt, pop_piece(cdt));
    }
    return result;
}
