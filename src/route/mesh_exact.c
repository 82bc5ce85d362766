/* Takes: a query on cells that all cost the same.
 * Gives: the shortest way, by expanding intervals in the order of what a way through them can be at
 *        best.
 * Cost: some 60 ns an interval. */
#include "route/mesh_search_private.h"

#include "base/exact.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

enum {
    NONE = WENDI_MESH_NONE,
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

static bool take_root_lengths(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    const uint32_t count = search->space->cells.vertex_count + search->space->hop_count;
    if (count > s->root_capacity_stamps || s->stamp == UINT32_MAX) {
        const wend_allocator *a = &search->allocator;
        wendi_free(a, s->root_lengths, s->root_capacity_stamps * sizeof *s->root_lengths);
        wendi_free(a, s->root_stamps, s->root_capacity_stamps * sizeof *s->root_stamps);
        s->root_lengths = wendi_alloc(a, count * sizeof *s->root_lengths);
        s->root_stamps = wendi_alloc_zero(a, count * sizeof *s->root_stamps);
        s->root_capacity_stamps = count;
        s->stamp = 0;
        if (s->root_lengths == NULL || s->root_stamps == NULL) {
            wendi_free(a, s->root_lengths, count * sizeof *s->root_lengths);
            wendi_free(a, s->root_stamps, count * sizeof *s->root_stamps);
            s->root_lengths = NULL;
            s->root_stamps = NULL;
            s->root_capacity_stamps = 0;
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
    wendi_free(a, s->root_lengths, s->root_capacity_stamps * sizeof *s->root_lengths);
    wendi_free(a, s->root_stamps, s->root_capacity_stamps * sizeof *s->root_stamps);
    wendi_mesh_queue_free(&s->queue, a);
}

size_t wendi_mesh_exact_bytes(const wend_mesh_search *search)
{
    const wendi_mesh_intervals *s = &search->intervals;
    return s->node_capacity * sizeof *s->nodes + s->root_capacity * sizeof *s->roots +
           s->root_capacity_stamps * (sizeof *s->root_lengths + sizeof *s->root_stamps) +
           s->queue.capacity * sizeof *s->queue.entries;
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

/* A cone's view of an edge, from right to left. */
typedef struct view {
    wend_vec2 root;
    wend_vec2 right_from, right_to; /* the right bound's line */
    wend_vec2 left_from, left_to;
    wend_vec2 right_end, left_end;  /* of the edge */
    bool right_is_end, left_is_end; /* the bound goes through the edge's end */
} view;

/* The least length from the root through the seen part of the edge to a place. */
static double through(const view *v, wend_vec2 goal)
{
    const double dx = v->left_end.x - v->right_end.x;
    const double dy = v->left_end.y - v->right_end.y;
    const double beside = dx * (goal.y - v->right_end.y) - dy * (goal.x - v->right_end.x);
    if (beside > 0) {
        /* On the root's side of the edge: a way there and back is as long as to its mirror. */
        const double scale = 2 * beside / (dx * dx + dy * dy);
        goal.x += dy * scale;
        goal.y -= dx * scale;
    }
    if (cross(v->right_from, v->right_to, goal) < 0) {
        const wend_vec2 by = v->right_is_end
                                 ? v->right_end
                                 : meet(v->right_from, v->right_to, v->right_end, v->left_end);
        return distance(v->root, by) + distance(by, goal);
    }
    if (cross(v->left_from, v->left_to, goal) > 0) {
        const wend_vec2 by = v->left_is_end
                                 ? v->left_end
                                 : meet(v->left_from, v->left_to, v->right_end, v->left_end);
        return distance(v->root, by) + distance(by, goal);
    }
    return distance(v->root, goal);
}

/* The least length from the root to the seen part of the edge. */
static double up_to(const view *v)
{
    const wend_vec2 a = v->right_is_end
                            ? v->right_end
                            : meet(v->right_from, v->right_to, v->right_end, v->left_end);
    const wend_vec2 b =
        v->left_is_end ? v->left_end : meet(v->left_from, v->left_to, v->right_end, v->left_end);
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    const double square = dx * dx + dy * dy;
    double t = square > 0 ? ((v->root.x - a.x) * dx + (v->root.y - a.y) * dy) / square : 0;
    t = t > 0 ? t : 0;
    t = t < 1 ? t : 1;
    const wend_vec2 at = {a.x + dx * t, a.y + dy * t};
    return distance(v->root, at);
}

enum { GOALS_ESTIMATED = 6 /* more of them are not looked at one by one */ };

/* What a way from the root through the edge costs at least. */
static double estimate(const wend_mesh_search *search, const view *v)
{
    if (search->opens_dead_ends || search->goal_count > GOALS_ESTIMATED) {
        return up_to(v);
    }
    double least = through(v, search->goals[0].point);
    for (uint32_t i = 1; i < search->goal_count; i++) {
        const double other = through(v, search->goals[i].point);
        least = other < least ? other : least;
    }
    return least < search->hop_least ? least : search->hop_least;
}

/* ---- expanding ---- */

/* One node being expanded: its cell's corners 1 ... count from the right end of the edge around to
 * the left one, and its bounds as lines. */
typedef struct scene {
    const wendi_mesh_half *halves;
    const wendi_mesh_root *root;
    uint32_t first, count, offset;
    view v;
    bool left_is_open, right_is_open; /* nothing bounds there */
    bool left_is_end, right_is_end;   /* the bound goes through the end of the edge come in by */
} scene;

static uint32_t half_at(const scene *s, uint32_t i)
{
    const uint32_t at = s->offset + i;
    return s->first + (at < s->count ? at : at - s->count);
}

static void set_bounds(scene *s, const wend_mesh_search *search, const wendi_mesh_node *node)
{
    const wendi_mesh_root *root = &search->intervals.roots[node->root];
    const uint32_t left = node->bounds;
    const uint32_t right = node->bounds >> RIGHT;
    s->root = root;
    s->v.root = s->v.left_from = s->v.right_from = root->point;
    s->v.left_to = node->left;
    s->v.right_to = node->right;
    if ((left & IS_PARENT) != 0) {
        s->v.left_from = node->left;
        s->v.left_to = root->point;
    }
    if ((right & IS_PARENT) != 0) {
        s->v.right_from = node->right;
        s->v.right_to = root->point;
    }
    s->left_is_open = (left & IS_ROOT) != 0;
    s->right_is_open = (right & IS_ROOT) != 0;
    s->left_is_end = (left & IS_END) != 0;
    s->right_is_end = (right & IS_END) != 0;
}

static double from_right(const scene *s, uint32_t i)
{
    return wendi_orient(s->v.right_from, s->v.right_to, s->halves[half_at(s, i)].point);
}

static double from_left(const scene *s, uint32_t i)
{
    return wendi_orient(s->v.left_from, s->v.left_to, s->halves[half_at(s, i)].point);
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return !(a.x < b.x) && !(a.x > b.x) && !(a.y < b.y) && !(a.y > b.y);
}

/* Which edges are seen: edge i goes from corner i to corner i + 1. */
typedef struct seen {
    uint32_t right; /* the first corner, from 2 on (1 if nothing bounds), not right of the
                       right bound */
    uint32_t left;  /* the last corner, up to count - 1 (count if...), not left of the left */
    bool right_is_on, left_is_on; /* that corner lies on the bound */
} seen;

static seen look(const scene *s)
{
    seen w = {1, s->count, false, false};
    if (!s->right_is_open) {
        double value = from_right(s, 2);
        for (w.right = 2; value < 0 && w.right < s->count; value = from_right(s, w.right)) {
            w.right++;
        }
        w.right_is_on = !(value > 0);
    }
    if (!s->left_is_open) {
        w.left = s->count - 1;
        double value = from_left(s, w.left);
        for (; value > 0 && w.left > 1; value = from_left(s, w.left)) {
            w.left--;
        }
        w.left_is_on = !(value < 0);
    }
    return w;
}

/* Adds a node for the edge from corner i on, seen through these bounds. */
static void add(wend_mesh_search *search, const scene *s, uint32_t i, wendi_mesh_node *node,
                const view *v)
{
    wendi_mesh_intervals *all = &search->intervals;
    const wendi_mesh_half *half = &s->halves[half_at(s, i)];
    if (!wendi_mesh_can_cross(search, half)) {
        return;
    }
    node->half = half->twin;
    const double root_length = all->roots[node->root].length;
    const double key = root_length + estimate(search, v);
    if (key >= search->best.length) {
        return;
    }
    if (key > search->query.max_length) {
        search->hit_limit = true;
        return;
    }
    const wendi_mesh_entry entry = {key, (uint32_t)all->node_count};
    all->nodes[all->node_count++] = *node;
    wendi_mesh_queue_push(&all->queue, entry);
}

/* The bounds of the part of edge i that is seen: where a corner lies within the bounds it takes
 * over. */
static void add_seen(wend_mesh_search *search, const scene *s, const seen *w,
                     const wendi_mesh_node *from, uint32_t i)
{
    wendi_mesh_node node = *from;
    view v = s->v;
    uint32_t left = from->bounds & (IS_PARENT | (i + 1 == s->count ? IS_END : 0));
    uint32_t right = (from->bounds >> RIGHT) & (IS_PARENT | (i == 1 ? IS_END : 0));
    v.right_end = s->halves[half_at(s, i)].point;
    v.left_end = s->halves[half_at(s, i + 1)].point;
    if (i >= w->right) {
        node.right = v.right_to = v.right_end;
        v.right_from = v.root;
        right = IS_END | (is_same(v.right_end, v.root) ? IS_ROOT : 0);
    }
    if (i + 1 <= w->left) {
        node.left = v.left_to = v.left_end;
        v.left_from = v.root;
        left = IS_END | (is_same(v.left_end, v.root) ? IS_ROOT : 0);
    }
    v.right_is_end = (right & IS_END) != 0;
    v.left_is_end = (left & IS_END) != 0;
    node.bounds = left | right << RIGHT;
    add(search, s, i, &node, &v);
}

/* What lies right of the right bound, beyond a corner the way can bend around. */
static void add_right(wend_mesh_search *search, scene *s, const seen *w,
                      const wendi_mesh_node *from)
{
    const wendi_mesh_half *bend = &s->halves[half_at(s, 1)];
    const uint32_t end = w->right_is_on ? w->right : w->right - 1;
    if (!s->right_is_end || s->right_is_open || (bend->flags & WENDI_HALF_CORNER) == 0 ||
        w->right < 2 || (w->right == 2 && !w->right_is_on)) {
        return;
    }
    const double length = s->root->length + distance(s->v.root, bend->point);
    const uint32_t root =
        wendi_mesh_exact_root(search, bend->point, bend->vertex, from->root, length);
    if (root == NONE) {
        return;
    }
    for (uint32_t i = 1; i < w->right; i++) {
        wendi_mesh_node node = {.root = root};
        view v = {.root = bend->point};
        v.right_from = v.left_from = v.root;
        v.right_end = v.right_to = node.right = s->halves[half_at(s, i)].point;
        v.left_end = s->halves[half_at(s, i + 1)].point;
        v.right_is_end = true;
        uint32_t right = IS_END | (i == 1 ? IS_ROOT : 0);
        uint32_t left = IS_PARENT;
        if (i + 1 <= end) {
            left = IS_END;
            node.left = v.left_to = v.left_end;
            v.left_is_end = true;
        } else {
            node.left = v.left_from = s->v.root;
            v.left_to = v.root;
        }
        node.bounds = left | right << RIGHT;
        add(search, s, i, &node, &v);
    }
}

static void add_left(wend_mesh_search *search, scene *s, const seen *w, const wendi_mesh_node *from)
{
    const uint32_t k = s->count;
    const wendi_mesh_half *bend = &s->halves[half_at(s, k)];
    const uint32_t begin = w->left_is_on ? w->left : w->left + 1;
    if (!s->left_is_end || s->left_is_open || (bend->flags & WENDI_HALF_CORNER) == 0 ||
        w->left > k - 1 || (w->left == k - 1 && !w->left_is_on)) {
        return;
    }
    const double length = s->root->length + distance(s->v.root, bend->point);
    const uint32_t root =
        wendi_mesh_exact_root(search, bend->point, bend->vertex, from->root, length);
    if (root == NONE) {
        return;
    }
    for (uint32_t i = k - 1; i >= w->left && i >= 1; i--) {
        wendi_mesh_node node = {.root = root};
        view v = {.root = bend->point};
        v.right_from = v.left_from = v.root;
        v.left_end = v.left_to = node.left = s->halves[half_at(s, i + 1)].point;
        v.right_end = s->halves[half_at(s, i)].point;
        v.left_is_end = true;
        uint32_t left = IS_END | (i == k - 1 ? IS_ROOT : 0);
        uint32_t right = IS_PARENT;
        if (i >= begin) {
            right = IS_END;
            node.right = v.right_to = v.right_end;
            v.right_is_end = true;
        } else {
            node.right = v.right_from = s->v.root;
            v.right_to = v.root;
        }
        node.bounds = left | right << RIGHT;
        add(search, s, i, &node, &v);
    }
}

static bool expand(wend_mesh_search *search, const wendi_mesh_node *node)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t cell = cells->halves[node->half].cell;
    const uint32_t first = cells->firsts[cell];
    const uint32_t count = cells->firsts[cell + 1] - first;
    if (!wendi_mesh_exact_reach(search, node, cell) ||
        !wendi_mesh_exact_reserve(search, 3 * (size_t)count, 2)) {
        return false;
    }
    scene s = {.halves = cells->halves, .first = first, .count = count};
    s.offset = node->half - first;
    set_bounds(&s, search, node);
    const seen w = look(&s);
    const uint32_t begin = w.right_is_on || s.right_is_open ? w.right : w.right - 1;
    const uint32_t end = w.left_is_on ? w.left - 1 : w.left;
    for (uint32_t i = begin; i <= end && i < count; i++) {
        add_seen(search, &s, &w, node, i);
    }
    add_right(search, &s, &w, node);
    add_left(search, &s, &w, node);
    return true;
}

/* From a root inside its cell every edge is seen whole. */
static bool expand_root(wend_mesh_search *search, const wendi_mesh_node *node, uint32_t cell)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t first = cells->firsts[cell];
    const uint32_t count = cells->firsts[cell + 1] - first;
    if (!wendi_mesh_exact_reach(search, node, cell) ||
        !wendi_mesh_exact_reserve(search, count, 0)) {
        return false;
    }
    scene s = {.halves = cells->halves, .first = first, .count = count};
    s.root = &search->intervals.roots[node->root];
    s.v.root = s.root->point;
    const seen all = {1, count, false, false};
    for (uint32_t i = 1; i <= count; i++) {
        /* The edge from the last corner on leads back to the first. */
        s.offset = i == count ? count - 1 : 0;
        add_seen(search, &s, &all, node, i == count ? 1 : i);
    }
    return true;
}

/* ---- the search ---- */

uint32_t wendi_mesh_exact_root(wend_mesh_search *search, wend_vec2 point, uint32_t vertex,
                               uint32_t parent, double length)
{
    wendi_mesh_intervals *s = &search->intervals;
    if (s->root_stamps[vertex] == s->stamp && s->root_lengths[vertex] < length) {
        return NONE;
    }
    s->root_stamps[vertex] = s->stamp;
    s->root_lengths[vertex] = length;
    const wendi_mesh_root root = {point, length, vertex, parent};
    s->roots[s->root_count] = root;
    return (uint32_t)s->root_count++;
}

wend_result wendi_mesh_exact_begin(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    s->node_count = s->root_count = s->queue.count = s->queue.count_max = 0;
    if (!take_root_lengths(search) || !wendi_mesh_exact_reserve(search, 1, 1)) {
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
    return root->vertex != NONE && root->length > s->root_lengths[root->vertex];
}

wend_result wendi_mesh_exact_advance(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_intervals *s = &search->intervals;
    while (*steps > 0) {
        if (s->queue.count == 0 || s->queue.entries[0].key >= search->best.length) {
            return search->best.length < (double)INFINITY ? WEND_OK : WEND_NO_PATH;
        }
        const wendi_mesh_entry top = wendi_mesh_queue_pop(&s->queue);
        const wendi_mesh_node node = s->nodes[top.number];
        if (is_useless(s, &node)) {
            continue;
        }
        --*steps;
        search->answer.expanded++;
        const bool is_done =
            node.half == NONE ? expand_root(search, &node, node.bounds) : expand(search, &node);
        if (!is_done) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_IN_PROGRESS;
}
