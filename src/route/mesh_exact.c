/* Takes: a query on cells that all cost the same.
 * Gives: the shortest way, by expanding intervals in the order of what a way through them can be at
 *        best.
 * Cost: some 60 ns an interval. */
#include "route/mesh_search_private.h"

#include "base/bits.h"
#include "base/exact.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

enum {
    IS_END = WENDI_BOUND_IS_END,
    IS_ROOT = WENDI_BOUND_IS_ROOT,
    IS_PARENT = WENDI_BOUND_IS_PARENT,
    RIGHT = WENDI_BOUND_RIGHT
};

/* ---- memory ---- */

static bool grow(const wend_allocator *a, void **items, size_t *capacity, size_t needed,
                 size_t item_bytes)
{
    if (needed <= *capacity) {
        return true;
    }
    const size_t count = needed < 256 ? 256 : needed + needed / 2;
    void *grown = wendi_resize(a, *items, *capacity * item_bytes, count * item_bytes);
    if (grown == NULL) {
        return false;
    }
    *items = grown;
    *capacity = count;
    return true;
}

bool wendi_mesh_exact_reserve(wend_mesh_search *search, size_t nodes, size_t roots)
{
    wendi_mesh_intervals *s = &search->intervals;
    void *node_items = s->nodes;
    void *root_items = s->roots;
    const bool is_done =
        grow(&search->allocator, &node_items, &s->node_capacity, s->node_count + nodes,
             sizeof *s->nodes) &&
        grow(&search->allocator, &root_items, &s->root_capacity, s->root_count + roots,
             sizeof *s->roots) &&
        wendi_mesh_queue_reserve(&s->queue, s->queue.count + nodes, &search->allocator);
    s->nodes = node_items;
    s->roots = root_items;
    return is_done;
}

static bool take_known(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    const uint32_t count = search->space->cells.vertex_count + search->space->hop_count;
    if (count > s->known_capacity || s->stamp == UINT32_MAX) {
        const wend_allocator *a = &search->allocator;
        wendi_free(a, s->known, s->known_capacity * sizeof *s->known);
        s->known = wendi_alloc_zero(a, count * sizeof *s->known);
        s->known_capacity = s->known == NULL ? 0 : count;
        s->stamp = 0;
        if (s->known == NULL) {
            return false;
        }
    }
    s->stamp++;
    return true;
}

void wendi_mesh_exact_free(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    const wend_allocator *a = &search->allocator;
    wendi_free(a, s->nodes, s->node_capacity * sizeof *s->nodes);
    wendi_free(a, s->roots, s->root_capacity * sizeof *s->roots);
    wendi_free(a, s->known, s->known_capacity * sizeof *s->known);
    wendi_mesh_queue_free(&s->queue, a);
}

size_t wendi_mesh_exact_bytes(const wend_mesh_search *search)
{
    const wendi_mesh_intervals *s = &search->intervals;
    return s->node_capacity * sizeof *s->nodes + s->root_capacity * sizeof *s->roots +
           s->known_capacity * sizeof *s->known + s->queue.capacity * sizeof *s->queue.entries;
}

/* ---- estimates ---- */

static double distance(wend_vec2 a, wend_vec2 b)
{
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    return sqrt(dx * dx + dy * dy);
}

static double cross(wend_vec2 o, wend_vec2 a, wend_vec2 b)
{
    return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

/* Where the line from p through q meets the edge from a to b. */
static wend_vec2 meet(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b)
{
    const double at_a = cross(p, q, a);
    const double at_b = cross(p, q, b);
    const double whole = at_a - at_b;
    double t = at_a / whole;
    t = t > 0 ? t : 0; /* also where the line runs along the edge: 0 / 0 */
    t = t < 1 ? t : 1;
    const wend_vec2 at = {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    return at;
}

/* What is seen from a root between two bounds, each a line. */
typedef struct cone {
    wend_vec2 root;
    wend_vec2 right_from, right_to, left_from, left_to;
    uint32_t right, left; /* bits of the bounds */
} cone;

/* The part of an edge that a cone sees. */
typedef struct part {
    wend_vec2 right, left;           /* where it ends */
    double to_right, to_left;        /* from the root */
    wend_vec2 edge_right, edge_left; /* the whole edge */
} part;

static part part_of(const cone *c, wend_vec2 right, wend_vec2 left)
{
    part p;
    p.edge_right = right;
    p.edge_left = left;
    p.right = (c->right & IS_END) != 0 ? right : meet(c->right_from, c->right_to, right, left);
    p.left = (c->left & IS_END) != 0 ? left : meet(c->left_from, c->left_to, right, left);
    p.to_right = distance(c->root, p.right);
    p.to_left = distance(c->root, p.left);
    return p;
}

/* The least length from the root through the seen part of an edge to a place. */
static double through(const cone *c, const part *p, wend_vec2 goal)
{
    const double dx = p->edge_left.x - p->edge_right.x;
    const double dy = p->edge_left.y - p->edge_right.y;
    const double beside = dx * (goal.y - p->edge_right.y) - dy * (goal.x - p->edge_right.x);
    if (beside > 0) {
        /* On the root's side of the edge: a way there and back is as long as to its mirror. */
        const double scale = 2 * beside / (dx * dx + dy * dy);
        goal.x += dy * scale;
        goal.y -= dx * scale;
    }
    if (cross(c->right_from, c->right_to, goal) < 0) {
        return p->to_right + distance(p->right, goal);
    }
    if (cross(c->left_from, c->left_to, goal) > 0) {
        return p->to_left + distance(p->left, goal);
    }
    return distance(c->root, goal);
}

/* The least length from the root to the seen part of an edge. */
static double up_to(const cone *c, const part *p)
{
    const double dx = p->left.x - p->right.x;
    const double dy = p->left.y - p->right.y;
    const double square = dx * dx + dy * dy;
    const double along = (c->root.x - p->right.x) * dx + (c->root.y - p->right.y) * dy;
    double t = square > 0 ? along / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 at = {p->right.x + dx * t, p->right.y + dy * t};
    return distance(c->root, at);
}

enum { GOALS_ESTIMATED = 6 /* more of them are not looked at one by one */ };

/* What a way from the root through the part costs at least. */
static double estimate(const wend_mesh_search *search, const cone *c, const part *p)
{
    if (search->asks || search->goal_count > GOALS_ESTIMATED) {
        return up_to(c, p);
    }
    double least = through(c, p, search->goals[0].point);
    for (uint32_t i = 1; i < search->goal_count; i++) {
        const double other = through(c, p, search->goals[i].point);
        least = other < least ? other : least;
    }
    return least < search->hop_least ? least : search->hop_least;
}

/* ---- expanding ---- */

/* A cone that comes into a cell by one of its halves. Corners are counted from 1, the right end of
 * that edge, around to `count`, its left end; edge i goes from corner i to corner i + 1. */
typedef struct scene {
    const wendi_mesh_half *halves; /* of the cell */
    uint32_t count, into;
    uint32_t root; /* index */
    cone c;
    uint32_t right; /* the first corner from 2 on (1 if nothing bounds) not right of the cone */
    uint32_t left;  /* the last up to count - 1 (count if nothing bounds) not left of it */
    bool right_is_on, left_is_on; /* that corner lies on the bound */
} scene;

static const wendi_mesh_half *corner_at(const scene *s, uint32_t i)
{
    const uint32_t at = s->into + i;
    return &s->halves[at < s->count ? at : at - s->count];
}

/* The bits below one. */
static uint64_t below(uint32_t bit)
{
    return ((uint64_t)1 << bit) - 1;
}

/* Of corners 2 ... count - 1, as bits: which lie right of a line, and of which that is not sure. */
typedef struct sides {
    uint64_t out, unsure;
} sides;

static void judge(sides *w, wend_vec2 from, wend_vec2 to, wend_vec2 corner, uint32_t i)
{
    const double left = (from.x - corner.x) * (to.y - corner.y);
    const double right = (from.y - corner.y) * (to.x - corner.x);
    const double value = left - right;
    const double bound = (fabs(left) + fabs(right)) * WENDI_ORIENT_BOUND;
    w->out |= (uint64_t)(value < 0) << i;
    w->unsure |= (uint64_t)(fabs(value) <= bound) << i;
}

/* Those of which it was not sure, exactly. @return which lie on the line. */
static uint64_t make_sure(const scene *s, sides *w, wend_vec2 from, wend_vec2 to)
{
    uint64_t on = 0;
    for (; w->unsure != 0; w->unsure &= w->unsure - 1) {
        const uint32_t i = wendi_ctz64(w->unsure);
        const double value = wendi_orient_exact(from, to, corner_at(s, i)->point);
        w->out = (w->out & ~((uint64_t)1 << i)) | (uint64_t)(value < 0) << i;
        on |= (uint64_t) !(value < 0 || value > 0) << i;
    }
    return on;
}

/* All corners against both bounds, without asking after each: which way the next one lies is what
 * no processor foresees. What is left of the left bound is right of it seen backwards. */
static void judge_all(const scene *s, sides *right, sides *left)
{
    const cone c = s->c;
    const wendi_mesh_half *const end = s->halves + s->count;
    const wendi_mesh_half *at = corner_at(s, 2);
    sides r = {0, 0};
    sides l = {0, 0};
    for (uint32_t i = 2; i < s->count; i++) {
        judge(&r, c.right_from, c.right_to, at->point, i);
        judge(&l, c.left_to, c.left_from, at->point, i);
        at = at + 1 == end ? s->halves : at + 1;
    }
    *right = r;
    *left = l;
}

/* Does the root lie on the line of the edge come in by, beyond this end of it? */
static bool is_in_line(const scene *s, wend_vec2 near, wend_vec2 far)
{
    const double side = wendi_orient(s->c.root, near, far);
    return !(side < 0 || side > 0) && wendi_compare_along(near, far, s->c.root) < 0;
}

/* A cone along an edge sees only what lies on the line beyond it. The cell's corners on that line
 * on the near side are on the bound too, but behind: going there and back would never end. */
static bool looks_back_right(const scene *s)
{
    return s->right == 2 && s->right_is_on &&
           is_in_line(s, corner_at(s, 1)->point, corner_at(s, s->count)->point);
}

static bool looks_back_left(const scene *s)
{
    return s->left + 1 == s->count && s->left_is_on &&
           is_in_line(s, corner_at(s, s->count)->point, corner_at(s, 1)->point);
}

/* Is a corner on a bound? */
static bool is_on(const scene *s, wend_vec2 from, wend_vec2 to, uint32_t i)
{
    const double side = wendi_orient(from, to, corner_at(s, i)->point);
    return !(side < 0 || side > 0);
}

/* The first corner beyond those behind the right end that is not right of the cone: on the line
 * again, or the left end. */
static void pass_back_right(scene *s)
{
    const cone *c = &s->c;
    s->right = s->count;
    while (s->right > 2 && is_on(s, c->right_from, c->right_to, s->right - 1)) {
        s->right--;
    }
}

static void pass_back_left(scene *s)
{
    const cone *c = &s->c;
    s->left = 1;
    while (s->left + 1 < s->count && is_on(s, c->left_from, c->left_to, s->left + 1)) {
        s->left++;
    }
}

/* Both leave right_is_on or left_is_on true: the ends of the edge are on the bounds. */
static void look_ahead(scene *s)
{
    if (looks_back_right(s)) {
        pass_back_right(s);
    }
    if (looks_back_left(s)) {
        pass_back_left(s);
    }
}

static void look(scene *s)
{
    const cone *c = &s->c;
    sides right;
    sides left;
    judge_all(s, &right, &left);
    s->right = 1;
    s->left = s->count;
    s->right_is_on = s->left_is_on = false;
    if ((c->right & IS_ROOT) == 0) {
        const uint64_t on = make_sure(s, &right, c->right_from, c->right_to);
        /* The left end of the edge is never right of the cone; it can lie on both bounds. */
        s->right = (uint32_t)wendi_ctz64(~right.out & ~(uint64_t)3);
        s->right_is_on =
            s->right == s->count
                ? !(wendi_orient(c->right_from, c->right_to, corner_at(s, s->count)->point) > 0)
                : (on >> s->right & 1) != 0;
    }
    if ((c->left & IS_ROOT) == 0) {
        const uint64_t on = make_sure(s, &left, c->left_to, c->left_from);
        const uint64_t within = ~left.out & below(s->count) & ~(uint64_t)1;
        s->left = 63 - wendi_clz64(within);
        s->left_is_on = s->left == 1
                            ? !(wendi_orient(c->left_from, c->left_to, corner_at(s, 1)->point) < 0)
                            : (on >> s->left & 1) != 0;
    }
    look_ahead(s);
}

/* The same for cells with more corners than bits. */
static void look_along(scene *s)
{
    const cone *c = &s->c;
    s->right = 1;
    s->left = s->count;
    s->right_is_on = s->left_is_on = false;
    if ((c->right & IS_ROOT) == 0) {
        double value = wendi_orient(c->right_from, c->right_to, corner_at(s, 2)->point);
        for (s->right = 2; value < 0 && s->right < s->count;) {
            s->right++;
            value = wendi_orient(c->right_from, c->right_to, corner_at(s, s->right)->point);
        }
        s->right_is_on = !(value > 0);
    }
    if ((c->left & IS_ROOT) == 0) {
        s->left = s->count - 1;
        double value = wendi_orient(c->left_from, c->left_to, corner_at(s, s->left)->point);
        for (; value > 0 && s->left > 1;) {
            s->left--;
            value = wendi_orient(c->left_from, c->left_to, corner_at(s, s->left)->point);
        }
        s->left_is_on = !(value < 0);
    }
    look_ahead(s);
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

static void bound_right(cone *c, wend_vec2 end)
{
    c->right_from = c->root;
    c->right_to = end;
    c->right = is_same(end, c->root) ? IS_END | IS_ROOT : IS_END;
}

static void bound_left(cone *c, wend_vec2 end)
{
    c->left_from = c->root;
    c->left_to = end;
    c->left = is_same(end, c->root) ? IS_END | IS_ROOT : IS_END;
}

/* Narrows the cone to what is seen through edge i. */
static void narrow(const scene *s, uint32_t i, cone *c)
{
    if (i >= s->right) {
        bound_right(c, corner_at(s, i)->point);
    } else if (i != 1) {
        c->right &= ~(uint32_t)IS_END;
    }
    if (i + 1 <= s->left) {
        bound_left(c, corner_at(s, i + 1)->point);
    } else if (i + 1 != s->count) {
        c->left &= ~(uint32_t)IS_END;
    }
}

/* A way of this length to a vertex is known now. */
static void note_length(wendi_mesh_intervals *s, uint32_t vertex, double length)
{
    wendi_mesh_known *known = &s->known[vertex];
    if (known->stamp != s->stamp || length < known->length) {
        known->stamp = s->stamp;
        known->length = length;
    }
}

/* Rounding must not let a way beat itself. */
static const double SLACK = 1 - 1e-12;

/* Is a way of this length to `far` longer than the way known to a vertex, and straight on from
 * there? */
static bool is_longer(const wendi_mesh_intervals *s, double length, const wendi_mesh_half *end,
                      wend_vec2 far)
{
    const wendi_mesh_known *known = &s->known[end->vertex];
    const double most = length * SLACK - known->length;
    return known->stamp == s->stamp && most > 0 && most > distance(end->point, far);
}

/* Is every place of the part reached in a shorter way by one of the edge's ends? Going away from an
 * end along the edge, the way from there grows by as much, the way from the root by no more: so the
 * far end of the part decides. */
static bool is_beaten(const wendi_mesh_intervals *s, const part *p, double length,
                      const wendi_mesh_half *right, const wendi_mesh_half *left)
{
    return is_longer(s, length + p->to_left, right, p->left) ||
           is_longer(s, length + p->to_right, left, p->right);
}

/* The best of the new nodes is kept in hand, as it often is the next to be expanded. */
static void queue_up(wendi_mesh_intervals *s, wendi_mesh_entry entry)
{
    if (s->hand.number == NONE) {
        s->hand = entry;
        return;
    }
    const bool is_better = wendi_mesh_entry_is_less(entry, s->hand);
    wendi_mesh_queue_push(&s->queue, is_better ? s->hand : entry);
    s->hand = is_better ? entry : s->hand;
}

void wendi_mesh_exact_wait(wend_mesh_search *search, double key, uint32_t number)
{
    const wendi_mesh_entry entry = {key, number};
    queue_up(&search->intervals, entry);
}

/* For queries that end after so many steps: the seen place nearest to a goal. */
static void note_nearest(wend_mesh_search *search, const part *p, uint32_t root, uint32_t half)
{
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const wend_vec2 goal = search->goals[i].point;
        const wend_vec2 way = wend_vec2_sub(p->left, p->right);
        const double square = wend_vec2_dot(way, way);
        double t = square > 0 ? wend_vec2_dot(wend_vec2_sub(goal, p->right), way) / square : 0;
        t = t > 0 ? t : 0;
        t = t < 1 ? t : 1;
        const wend_vec2 at = wend_vec2_lerp(p->right, p->left, t);
        if (distance(at, goal) < search->partial_estimate) {
            search->partial_estimate = distance(at, goal);
            search->partial_point = at;
            search->partial_root = root;
            search->partial_half = half;
        }
    }
}

/* Has a cone been turned all around its root, back to the cell it began in? Where the start or the
 * end of a link lies at a vertex without walls, nothing else would stop it. */
static bool is_full_turn(const wend_mesh_search *search, const cone *c, uint32_t root,
                         uint32_t half)
{
    if (((c->left | c->right) & IS_ROOT) == 0) {
        return false;
    }
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t vertex = search->intervals.roots[root].vertex;
    if (vertex != NONE && vertex < cells->vertex_count) {
        return false;
    }
    const uint32_t home = vertex == NONE
                              ? search->start_cell
                              : search->space->hops[vertex - cells->vertex_count].to_cell;
    return cells->halves[half].cell == home;
}

/* Adds a node for what a cone sees through edge i. */
static void add(wend_mesh_search *search, const scene *s, uint32_t i, uint32_t root, const cone *c)
{
    wendi_mesh_intervals *all = &search->intervals;
    const wendi_mesh_half *right = corner_at(s, i);
    const wendi_mesh_half *left = corner_at(s, i + 1);
    const double length = all->roots[root].length;
    const part p = part_of(c, right->point, left->point);
    const double key = length + estimate(search, c, &p);
    if (key >= search->best.length || is_beaten(all, &p, length, right, left) ||
        is_full_turn(search, c, root, right->twin)) {
        return;
    }
    if (key > search->query.max_length) {
        search->hit_limit = true;
        return;
    }
    if ((c->right & IS_END) != 0) {
        note_length(all, right->vertex, length + p.to_right);
    }
    if ((c->left & IS_END) != 0) {
        note_length(all, left->vertex, length + p.to_left);
    }
    if (search->query.max_steps != 0) {
        note_nearest(search, &p, root, right->twin);
    }
    const wendi_mesh_entry entry = {key, (uint32_t)all->node_count};
    wendi_mesh_node *node = &all->nodes[all->node_count++];
    node->left = (c->left & IS_PARENT) != 0 ? c->left_from : c->left_to;
    node->right = (c->right & IS_PARENT) != 0 ? c->right_from : c->right_to;
    node->half = right->twin;
    node->root = root;
    node->bounds = c->left | c->right << RIGHT;
    queue_up(all, entry);
}

/* Can the way bend around the right end of the edge it comes in by, with anything to see there? */
static bool bends_right(const scene *s)
{
    return (s->c.right & (IS_END | IS_ROOT)) == IS_END && (s->right > 2 || s->right_is_on) &&
           (corner_at(s, 1)->flags & WENDI_HALF_CORNER) != 0;
}

static bool bends_left(const scene *s)
{
    return (s->c.left & (IS_END | IS_ROOT)) == IS_END &&
           (s->left + 1 < s->count || s->left_is_on) &&
           (corner_at(s, s->count)->flags & WENDI_HALF_CORNER) != 0;
}

/* The root at a bend; NONE if a shorter way there is known. */
static uint32_t bend_at(wend_mesh_search *search, const scene *s, const wendi_mesh_half *bend)
{
    const double length =
        search->intervals.roots[s->root].length + distance(s->c.root, bend->point);
    return wendi_mesh_exact_root(search, bend->point, bend->vertex, s->root, length);
}

/* What lies right of the right bound behind edge i, seen from the corner the bound goes through. */
static void add_right(wend_mesh_search *search, const scene *s, uint32_t root, uint32_t i)
{
    const uint32_t whole = s->right_is_on ? s->right : s->right - 1;
    cone c;
    c.root = corner_at(s, 1)->point;
    bound_right(&c, corner_at(s, i)->point);
    if (i + 1 <= whole) {
        bound_left(&c, corner_at(s, i + 1)->point);
    } else {
        c.left_from = s->c.root;
        c.left_to = c.root;
        c.left = IS_PARENT;
    }
    add(search, s, i, root, &c);
}

static void add_left(wend_mesh_search *search, const scene *s, uint32_t root, uint32_t i)
{
    const uint32_t whole = s->left_is_on ? s->left : s->left + 1;
    cone c;
    c.root = corner_at(s, s->count)->point;
    bound_left(&c, corner_at(s, i + 1)->point);
    if (i >= whole) {
        bound_right(&c, corner_at(s, i)->point);
    } else {
        c.right_from = s->c.root;
        c.right_to = c.root;
        c.right = IS_PARENT;
    }
    add(search, s, i, root, &c);
}

static void add_seen(wend_mesh_search *search, const scene *s, uint32_t i)
{
    cone c = s->c;
    narrow(s, i, &c);
    add(search, s, i, s->root, &c);
}

static cone cone_of(const wend_mesh_search *search, const wendi_mesh_node *node)
{
    cone c;
    c.root = search->intervals.roots[node->root].point;
    c.left = node->bounds & ((1 << RIGHT) - 1);
    c.right = node->bounds >> RIGHT;
    c.left_from = (c.left & IS_PARENT) != 0 ? node->left : c.root;
    c.left_to = (c.left & IS_PARENT) != 0 ? c.root : node->left;
    c.right_from = (c.right & IS_PARENT) != 0 ? node->right : c.root;
    c.right_to = (c.right & IS_PARENT) != 0 ? c.root : node->right;
    return c;
}

/* Is there anything in the cell that a way could be for? Then it is written down. */
static bool reach(wend_mesh_search *search, const scene *s, uint32_t half, uint32_t cell)
{
    if (!wendi_mesh_has_aims(search, cell)) {
        return true;
    }
    wendi_mesh_node node = {.half = half, .root = s->root};
    node.left = (s->c.left & IS_PARENT) != 0 ? s->c.left_from : s->c.left_to;
    node.right = (s->c.right & IS_PARENT) != 0 ? s->c.right_from : s->c.right_to;
    node.bounds = s->c.left | s->c.right << RIGHT;
    return wendi_mesh_exact_reach(search, &node, cell);
}

/* The edges that can be crossed, as bits by their number in the scene. */
static uint64_t doors_of(const wend_mesh_search *search, const scene *s, uint32_t cell)
{
    const wendi_mesh_doors *doors = &search->space->cells.doors[cell];
    uint64_t open = doors->open;
    for (uint64_t rest = doors->dead_ends; rest != 0; rest &= rest - 1) {
        const uint32_t at = wendi_ctz64(rest);
        open |= (uint64_t)wendi_mesh_can_cross(search, &s->halves[at]) << at;
    }
    /* From places in the cell to numbers from the edge come in by. */
    return (open >> s->into | open << (s->count - s->into)) & below(s->count);
}

/* Bits first ... last. */
static uint64_t between(uint32_t first, uint32_t last)
{
    return first > last ? 0 : below(last + 1) & ~below(first);
}

/* The first and last edge that are seen. */
static uint32_t first_seen(const scene *s)
{
    return s->right - (s->right_is_on || s->right == 1 ? 0 : 1);
}

static uint32_t last_seen(const scene *s)
{
    return s->left_is_on || s->left == s->count ? s->left - 1 : s->left;
}

typedef enum expanded { ENDED, GOES_ON, NO_MEMORY } expanded;

/* Of a cell with more corners than bits: edge by edge. */
static expanded spread_along(wend_mesh_search *search, scene *s)
{
    look_along(s);
    if (!wendi_mesh_exact_reserve(search, 3 * (size_t)s->count, 2)) {
        return NO_MEMORY;
    }
    const uint32_t begin = first_seen(s);
    const uint32_t end = last_seen(s);
    const uint32_t right = bends_right(s) ? bend_at(search, s, corner_at(s, 1)) : NONE;
    const uint32_t left = bends_left(s) ? bend_at(search, s, corner_at(s, s->count)) : NONE;
    for (uint32_t i = 1; i < s->count; i++) {
        if (!wendi_mesh_can_cross(search, corner_at(s, i))) {
            continue;
        }
        if (i >= begin && i <= end) {
            add_seen(search, s, i);
        }
        if (right != NONE && i < s->right) {
            add_right(search, s, right, i);
        }
        if (left != NONE && i >= s->left) {
            add_left(search, s, left, i);
        }
    }
    return ENDED;
}

/* Where the cone leaves the cell by one edge and nothing else is to be seen, it is narrowed to that
 * and *half is where it goes on: no node is made. */
static expanded spread(wend_mesh_search *search, scene *s, uint32_t cell, uint32_t *half)
{
    look(s);
    const uint64_t doors = doors_of(search, s, cell);
    uint64_t seen = doors & between(first_seen(s), last_seen(s));
    uint64_t rights = bends_right(s) ? doors & between(1, s->right - 1) : 0;
    uint64_t lefts = bends_left(s) ? doors & between(s->left, s->count - 1) : 0;
    if ((rights | lefts) == 0 && (seen & (seen - 1)) == 0) {
        if (seen == 0) {
            return ENDED;
        }
        const uint32_t only = wendi_ctz64(seen);
        narrow(s, only, &s->c);
        *half = corner_at(s, only)->twin;
        return is_full_turn(search, &s->c, s->root, *half) ? ENDED : GOES_ON;
    }
    if (!wendi_mesh_exact_reserve(search, 3 * (size_t)s->count, 2)) {
        return NO_MEMORY;
    }
    for (; seen != 0; seen &= seen - 1) {
        add_seen(search, s, wendi_ctz64(seen));
    }
    const uint32_t right = rights != 0 ? bend_at(search, s, corner_at(s, 1)) : NONE;
    for (; right != NONE && rights != 0; rights &= rights - 1) {
        add_right(search, s, right, wendi_ctz64(rights));
    }
    const uint32_t left = lefts != 0 ? bend_at(search, s, corner_at(s, s->count)) : NONE;
    for (; left != NONE && lefts != 0; lefts &= lefts - 1) {
        add_left(search, s, left, wendi_ctz64(lefts));
    }
    return ENDED;
}

/* Goes into the cell behind `*half`. */
static expanded expand(wend_mesh_search *search, scene *s, uint32_t *half)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t cell = cells->halves[*half].cell;
    const uint32_t first = cells->firsts[cell];
    s->halves = cells->halves + first;
    s->count = cells->firsts[cell + 1] - first;
    s->into = *half - first;
    if (!reach(search, s, *half, cell)) {
        return NO_MEMORY;
    }
    if (search->ends_in == cell) {
        return ENDED;
    }
    return s->count <= WENDI_DOORS_MOST ? spread(search, s, cell, half) : spread_along(search, s);
}

/* From a root inside its cell every edge is seen whole. */
static bool expand_root(wend_mesh_search *search, uint32_t root, uint32_t cell)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t first = cells->firsts[cell];
    scene s = {.halves = cells->halves + first,
               .count = cells->firsts[cell + 1] - first,
               .root = root,
               .c = {.root = search->intervals.roots[root].point}};
    if (!reach(search, &s, NONE, cell) || !wendi_mesh_exact_reserve(search, s.count, 0)) {
        return false;
    }
    for (uint32_t i = 0; i < s.count; i++) {
        if (wendi_mesh_can_cross(search, corner_at(&s, i))) {
            bound_right(&s.c, corner_at(&s, i)->point);
            bound_left(&s.c, corner_at(&s, i + 1)->point);
            add(search, &s, i, root, &s.c);
        }
    }
    return true;
}

/* ---- the search ---- */

uint32_t wendi_mesh_exact_root(wend_mesh_search *search, wend_vec2 point, uint32_t vertex,
                               uint32_t parent, double length)
{
    wendi_mesh_intervals *s = &search->intervals;
    if (s->known[vertex].stamp == s->stamp && s->known[vertex].length < length * SLACK) {
        return NONE;
    }
    note_length(s, vertex, length);
    const wendi_mesh_root root = {point, length, vertex, parent};
    s->roots[s->root_count] = root;
    return (uint32_t)s->root_count++;
}

wend_result wendi_mesh_exact_begin(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    s->node_count = s->root_count = s->queue.count = s->queue.count_max = 0;
    s->hand.number = NONE;
    if (!take_known(search) || !wendi_mesh_exact_reserve(search, 1, 1)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    const wendi_mesh_root root = {start, 0, NONE, NONE};
    const wendi_mesh_node node = {.half = NONE, .root = 0, .bounds = search->start_cell};
    const wendi_mesh_entry entry = {0, 0};
    s->roots[s->root_count++] = root;
    s->nodes[s->node_count++] = node;
    wendi_mesh_queue_push(&s->queue, entry);
    return WEND_OK;
}

/* Was a shorter way to the node's root found since? */
static bool is_useless(const wendi_mesh_intervals *s, const wendi_mesh_node *node)
{
    const wendi_mesh_root *root = &s->roots[node->root];
    return root->vertex != NONE && root->length * SLACK > s->known[root->vertex].length;
}

/* Follows a node until it branches or ends. */
static bool follow(wend_mesh_search *search, const wendi_mesh_node *node, uint64_t *steps)
{
    if (node->half == NONE) {
        --*steps;
        search->answer.expanded++;
        return expand_root(search, node->root, node->bounds);
    }
    scene s; /* not set to zero, which would take longer than what is needed of it */
    s.root = node->root;
    s.c = cone_of(search, node);
    uint32_t half = node->half;
    expanded how = GOES_ON;
    while (how == GOES_ON) {
        /* A row of cells counts as it is, even if that is more than was allowed: where it would be
         * cut off does not matter to the answer. */
        *steps -= *steps > 0;
        search->answer.expanded++;
        how = expand(search, &s, &half);
    }
    return how != NO_MEMORY;
}

/* The least of the queue and the hand; false when there is none. */
static bool take_next(wendi_mesh_intervals *s, wendi_mesh_entry *next)
{
    if (s->hand.number == NONE) {
        if (s->queue.count == 0) {
            return false;
        }
        *next = wendi_mesh_queue_pop(&s->queue);
        return true;
    }
    *next = s->hand;
    s->hand.number = NONE;
    if (s->queue.count > 0 && wendi_mesh_entry_is_less(s->queue.entries[0], *next)) {
        const wendi_mesh_entry top = s->queue.entries[0];
        wendi_mesh_queue_replace(&s->queue, *next);
        *next = top;
    }
    return true;
}

wend_result wendi_mesh_exact_advance(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_intervals *s = &search->intervals;
    while (*steps > 0) {
        wendi_mesh_entry top;
        if (!take_next(s, &top) || top.key >= search->best.length) {
            return search->best.length < (double)INFINITY ? WEND_OK : WEND_NO_PATH;
        }
        const wendi_mesh_node node = s->nodes[top.number];
        if (!is_useless(s, &node) && !follow(search, &node, steps)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_IN_PROGRESS;
}
