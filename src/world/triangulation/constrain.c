/* takes: a triangulation, two of its vertices and a mark.
 * gives: edges with the mark all the way from the one to the other.
 * cost:  the edges in between and what flips; at the ends, the smaller number of edges there.
 *
 *          l1-----l2
 *         /  \   /  \         Triangles that the way a-b crosses are taken out; what is left above
 *        a----\-/----b        and below is triangulated anew by cutting corners off, which goes in
 *         \    X    /         one sweep since all of them see a-b. Then edges flip until all are
 *          r1-----r2          Delaunay again.
 *
 * Vertices on the way end the piece, and the next one begins there. An edge with a mark on the way
 * is a crossing: it loses its mark, a vertex is made, and four pieces lead to it.
 *
 * Source of the sweep: Toussaint and Avis, "On a convex hull algorithm for polygons and its
 * application to triangulation problems" (1982). */
#include "world/triangulation/cdt_private.h"

#include "base/math/predicates.h"

static const uint32_t TAG = (uint32_t)1 << 31;

/* ---- tasks ---- */

typedef struct piece {
    uint32_t from, to, mark;
} piece;

static bool push_piece(wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t mark)
{
    const uint32_t items[3] = {from, to, mark};
    return from == to || wendi_array_u32_append(&cdt->tasks, items, 3);
}

static piece pop_piece(wendi_cdt *cdt)
{
    cdt->tasks.count -= 3;
    const uint32_t *items = cdt->tasks.items + cdt->tasks.count;
    return (piece){items[0], items[1], items[2]};
}

static piece turned(piece p)
{
    return (piece){p.to, p.from, wendi_cdt_reversed(p.mark)};
}

/* ---- marks ---- */

static void set_mark(wendi_cdt *cdt, uint32_t half, uint32_t mark)
{
    cdt->halves[half].mark = mark;
    cdt->halves[cdt->halves[half].twin].mark = wendi_cdt_reversed(mark);
}

static void note_lines(wendi_cdt *cdt, uint32_t a, uint32_t b)
{
    if (cdt->crossing_lines[0] == WENDI_CDT_NONE) {
        cdt->crossing_lines[0] = cdt->nodes[a >> 1].line;
        cdt->crossing_lines[1] = cdt->nodes[b >> 1].line;
    }
}

/* Puts a list before the one that the half-edge has. */
static wend_result add_mark(wendi_cdt *cdt, uint32_t half, uint32_t mark)
{
    uint32_t all = cdt->halves[half].mark;
    if (all == WENDI_CDT_NONE) {
        set_mark(cdt, half, mark);
        return WEND_OK;
    }
    cdt->overlaps++;
    note_lines(cdt, all, mark);
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

/* ---- where the way begins ---- */

/* Turning around a vertex, looking for the way to another one. */
typedef struct fan {
    uint32_t target;
    uint32_t spoke;   /* From the vertex to u; the triangle to its left is looked at. */
    double side;      /* Of u, seen along the way: above 0 left of it. */
    bool leads_there; /* An edge lies on the way, and spoke is it. */
} fan;

static fan fan_at(const wendi_cdt *cdt, uint32_t from, uint32_t to)
{
    const uint32_t spoke = cdt->firsts[from];
    const double side =
        wendi_orient(cdt->points[from], cdt->points[to], cdt->points[wendi_cdt_target(cdt, spoke)]);
    return (fan){to, spoke, side, false};
}

/* Of points on one line: does b lie on the same side of a as c? */
static bool is_ahead(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    if (a.x < b.x || a.x > b.x) {
        return (a.x < b.x) == (a.x < c.x);
    }
    return (a.y < b.y) == (a.y < c.y);
}

/* Looks at one triangle. @return is it where the way leaves the vertex? */
static bool fan_step(const wendi_cdt *cdt, fan *f)
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

/* Looks from both ends in turn, since one of them may be the centre of a wheel. @param p turned
 * around if it was found from its end. @return the spoke. */
static uint32_t find_start(const wendi_cdt *cdt, piece *p, bool *leads_there)
{
    fan here = fan_at(cdt, p->from, p->to);
    fan there = fan_at(cdt, p->to, p->from);
    for (;;) {
        if (fan_step(cdt, &here)) {
            *leads_there = here.leads_there;
            return here.spoke;
        }
        if (fan_step(cdt, &there)) {
            *p = turned(*p);
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

/* The nearest place of the grid of crossings. */
static double on_grid(const wendi_cdt *cdt, double value)
{
    const double steps = value / cdt->snap;
    return wendi_flush_coordinate((double)(int64_t)(steps < 0.0 ? steps - 0.5 : steps + 0.5) *
                                  cdt->snap);
}

/* About where a-b and c-d, which cross, do so. */
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
    return (wend_vec2){on_grid(cdt, x), on_grid(cdt, y)};
}

/* Does a vertex lie between two others, nearer to the line through them than the grid is fine? */
static bool is_beside(const wendi_cdt *cdt, uint32_t from, uint32_t to, uint32_t vertex)
{
    const wend_vec2 a = cdt->points[from];
    const wend_vec2 b = cdt->points[to];
    const wend_vec2 c = cdt->points[vertex];
    const double side = wendi_orient(a, b, c);
    return (side < 0.0 ? -side : side) <= cdt->snap * wend_vec2_distance(a, b) &&
           wendi_compare_along(a, b, c) > 0 && wendi_compare_along(b, a, c) > 0;
}

/* Where two ways that cross are to be led through: an end of one of them that the other passes too
 * near by, else a vertex where they cross. (Ways that are nearly one would cross again and again.)
 */
static uint32_t middle_of(wendi_cdt *cdt, piece p, piece other, uint32_t half)
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
    cdt->near = half;
    return wendi_cdt_insert(cdt, point, cdt->snap);
}

/* The way p meets the marked half-edge: both go through one vertex. */
static wend_result cross(wendi_cdt *cdt, piece p, uint32_t half)
{
    if (cdt->splits_left == 0) {
        cdt->lost_pieces++;
        return WEND_OK;
    }
    const wend_result result = wendi_cdt_reserve(cdt, 1);
    if (result != WEND_OK) {
        return result;
    }
    const piece other = {cdt->halves[half].origin, wendi_cdt_target(cdt, half),
                         cdt->halves[half].mark};
    cdt->splits_left--;
    cdt->crossings++;
    note_lines(cdt, other.mark, p.mark);
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

/* ---- what is taken out ---- */

/* Goes along the way from the triangle at spoke, collecting what is crossed. @param end the vertex
 * at which the way comes to. @param crossed a marked half-edge before that, or WENDI_CDT_NONE. */
static bool collect(wendi_cdt *cdt, piece p, uint32_t spoke, uint32_t *end, uint32_t *crossed)
{
    const wend_vec2 a = cdt->points[p.from];
    const wend_vec2 b = cdt->points[p.to];
    uint32_t half = wendi_cdt_next(spoke); /* From the right of the way to its left. */
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

/* Lays the rim of both parts down: chain[i] begins rim edge i, beyond which lies outers[i]. The
 * right part comes first, then the left one, each with its last corner. */
static bool lay_rim(wendi_cdt *cdt, uint32_t from, uint32_t end)
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
        const size_t place = is_right ? i : i + 1;
        cdt->chain.items[place] = cdt->halves[half].origin;
        cdt->outers.items[place] = cdt->halves[half].twin;
        cdt->marks.items[place] = cdt->halves[half].mark;
        cdt->partners.items[place] = half;
    }
    return true;
}

/* An edge may stick into a part, so that both its sides are rim: then each has the other one as
 * partner, and outers is where the first of them comes to lie. (Beyond the frame lies nothing.) */
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

/* ---- what is filled in ---- */

static void attach(wendi_cdt *cdt, uint32_t rim, uint32_t half)
{
    const uint32_t partner = cdt->partners.items[rim];
    cdt->halves[half].mark = cdt->marks.items[rim];
    if (cdt->outers.items[rim] != WENDI_CDT_NONE) {
        wendi_cdt_join(cdt, half, cdt->outers.items[rim]);
    } else if (partner != WENDI_CDT_NONE) {
        cdt->outers.items[partner] = half;
    }
}

static void lay_half(wendi_cdt *cdt, uint32_t half, uint32_t origin)
{
    cdt->halves[half] = (wendi_cdt_half){origin, WENDI_CDT_NONE, WENDI_CDT_NONE};
    cdt->firsts[origin] = half;
}

/* What lies beyond an edge of the part that is left: a rim edge or a half-edge. */
static void close_edge(wendi_cdt *cdt, uint32_t beyond, uint32_t half)
{
    if ((beyond & TAG) != 0) {
        attach(cdt, beyond ^ TAG, half);
    } else {
        wendi_cdt_join(cdt, half, beyond);
    }
}

/* Triangulates the part between chain[low] and chain[high], all of whose corners see the edge that
 * closes it: corners are cut off as they come. The stack holds pairs: a corner that is left, and
 * what lies beyond the edge that leads to it. What may have to flip goes to `made`.
 * @return the half-edge that closes it, from high to low by base; false: no memory, and the
 * triangulation is in pieces. */
static bool fill(wendi_cdt *cdt, uint32_t low, uint32_t high, uint32_t *base)
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
            lay_half(cdt, half, before);
            lay_half(cdt, half + 1, corner);
            lay_half(cdt, half + 2, chain[i]);
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

/* Makes one edge of the way from p.from to end, whose triangles have been collected. */
static wend_result carve(wendi_cdt *cdt, piece p, uint32_t end)
{
    if (!lay_rim(cdt, p.from, end)) {
        return WEND_ERROR_MEMORY;
    }
    pair_rim(cdt);
    wendi_array_u32_clear(&cdt->made);
    const uint32_t rights = (uint32_t)cdt->rights.count;
    const uint32_t all = (uint32_t)cdt->chain.count;
    uint32_t right = WENDI_CDT_NONE;
    uint32_t left = WENDI_CDT_NONE;
    if (!fill(cdt, 0, rights, &right) || !fill(cdt, rights + 1, all - 1, &left)) {
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

/* ---- the way ---- */

static wend_result run_piece(wendi_cdt *cdt, piece p)
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
        return cross(cdt, p, crossed);
    }
    const wend_result result = carve(cdt, p, end);
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
