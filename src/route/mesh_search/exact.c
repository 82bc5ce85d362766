/* Exact mesh search by intervals (Polyanya), on cells that all cost the same: intervals are
 * expanded in the order of the least length of a path through them.
 * Cost: some 60 ns an interval. */
#include "route/mesh_search/exact_nodes.h"

static const uint32_t NONE = WENDI_MESH_NONE;

enum {
    IS_END = WENDI_BOUND_IS_END,
    IS_ROOT = WENDI_BOUND_IS_ROOT,
    IS_PARENT = WENDI_BOUND_IS_PARENT,
    RIGHT = WENDI_BOUND_RIGHT
};

/* True if the path can bend around the right end of the edge it enters by, with ground to see
 * there. */
static bool bends_right(const cell_scene *s)
{
    return (s->c.right & (IS_END | IS_ROOT)) == IS_END && (s->right > 2 || s->right_is_on) &&
           (corner_at(s, 1)->flags & WENDI_HALF_CORNER) != 0;
}

static bool bends_left(const cell_scene *s)
{
    return (s->c.left & (IS_END | IS_ROOT)) == IS_END &&
           (s->left + 1 < s->count || s->left_is_on) &&
           (corner_at(s, s->count)->flags & WENDI_HALF_CORNER) != 0;
}

/* The root at a bend; NONE if a shorter path there is known. */
static uint32_t bend_at(wend_mesh_search *search, const cell_scene *s, const wendi_mesh_half *bend)
{
    const double length =
        search->intervals.roots[s->root].length + distance(s->c.root, bend->point);
    return wendi_mesh_exact_add_root(search, bend->point, bend->vertex, s->root, length);
}

/* The part of edge i right of the right bound, seen from the corner that the bound passes. */
static void add_right(wend_mesh_search *search, const cell_scene *s, uint32_t root, uint32_t i)
{
    const uint32_t whole = s->right_is_on ? s->right : s->right - 1;
    exact_cone c;
    c.root = corner_at(s, 1)->point;
    bound_right(&c, corner_at(s, i)->point);
    if (i + 1 <= whole) {
        bound_left(&c, corner_at(s, i + 1)->point);
    } else {
        c.left_from = s->c.root;
        c.left_to = c.root;
        c.left = IS_PARENT;
    }
    add_node(search, s, i, root, &c);
}

static void add_left(wend_mesh_search *search, const cell_scene *s, uint32_t root, uint32_t i)
{
    const uint32_t whole = s->left_is_on ? s->left : s->left + 1;
    exact_cone c;
    c.root = corner_at(s, s->count)->point;
    bound_left(&c, corner_at(s, i + 1)->point);
    if (i >= whole) {
        bound_right(&c, corner_at(s, i)->point);
    } else {
        c.right_from = s->c.root;
        c.right_to = c.root;
        c.right = IS_PARENT;
    }
    add_node(search, s, i, root, &c);
}

static void add_seen(wend_mesh_search *search, const cell_scene *s, uint32_t i)
{
    exact_cone c = s->c;
    narrow(s, i, &c);
    add_node(search, s, i, s->root, &c);
}

static exact_cone cone_of(const wend_mesh_search *search, const wendi_mesh_node *node)
{
    exact_cone c;
    c.root = search->intervals.roots[node->root].point;
    c.left = node->bounds & ((1 << RIGHT) - 1);
    c.right = node->bounds >> RIGHT;
    c.left_from = (c.left & IS_PARENT) != 0 ? node->left : c.root;
    c.left_to = (c.left & IS_PARENT) != 0 ? c.root : node->left;
    c.right_from = (c.right & IS_PARENT) != 0 ? node->right : c.root;
    c.right_to = (c.right & IS_PARENT) != 0 ? c.root : node->right;
    return c;
}

/* Reaches the goals and links in the cell, if it has any. */
static bool reach_goals(wend_mesh_search *search, const cell_scene *s, uint32_t half, uint32_t cell)
{
    if (!wendi_mesh_cell_has_targets(search, cell)) {
        return true;
    }
    wendi_mesh_node node = {.half = half, .root = s->root};
    node.left = (s->c.left & IS_PARENT) != 0 ? s->c.left_from : s->c.left_to;
    node.right = (s->c.right & IS_PARENT) != 0 ? s->c.right_from : s->c.right_to;
    node.bounds = s->c.left | s->c.right << RIGHT;
    return wendi_mesh_exact_reach_goals(search, &node, cell);
}

/* The edges that can be crossed, as bits by their number in the scene. */
static uint64_t crossable_edges(const wend_mesh_search *search, const cell_scene *s, uint32_t cell)
{
    const wendi_mesh_open_halves *open_halves = &search->space->cells.open_halves[cell];
    uint64_t open = open_halves->open;
    for (uint64_t rest = open_halves->dead_ends; rest != 0; rest &= rest - 1) {
        const uint32_t at = wendi_ctz64(rest);
        open |= (uint64_t)wendi_mesh_can_cross(search, &s->halves[at]) << at;
    }
    /* From indices in the cell to numbers counted from the edge of entry. */
    return (open >> s->into | open << (s->count - s->into)) & below(s->count);
}

/* Bits first ... last. */
static uint64_t between(uint32_t first, uint32_t last)
{
    return first > last ? 0 : below(last + 1) & ~below(first);
}

/* The first and last edge that are seen. */
static uint32_t first_seen(const cell_scene *s)
{
    return s->right - (s->right_is_on || s->right == 1 ? 0 : 1);
}

static uint32_t last_seen(const cell_scene *s)
{
    return s->left_is_on || s->left == s->count ? s->left - 1 : s->left;
}

typedef enum expanded { ENDED, GOES_ON, NO_MEMORY } expanded;

/* Of a cell with more corners than bits: edge by edge. */
static expanded spread_along(wend_mesh_search *search, cell_scene *s)
{
    find_visible_one_by_one(s);
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
static expanded spread(wend_mesh_search *search, cell_scene *s, uint32_t cell, uint32_t *half)
{
    find_visible(s);
    const uint64_t open_halves = crossable_edges(search, s, cell);
    uint64_t seen = open_halves & between(first_seen(s), last_seen(s));
    uint64_t rights = bends_right(s) ? open_halves & between(1, s->right - 1) : 0;
    uint64_t lefts = bends_left(s) ? open_halves & between(s->left, s->count - 1) : 0;
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
static expanded expand(wend_mesh_search *search, cell_scene *s, uint32_t *half)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t cell = cells->halves[*half].cell;
    const uint32_t first = cells->firsts[cell];
    s->halves = cells->halves + first;
    s->count = cells->firsts[cell + 1] - first;
    s->into = *half - first;
    if (!reach_goals(search, s, *half, cell)) {
        return NO_MEMORY;
    }
    if (search->ends_in == cell) {
        return ENDED;
    }
    return s->count <= WENDI_MESH_CELL_BITS ? spread(search, s, cell, half)
                                            : spread_along(search, s);
}

/* From a root inside its cell every edge is seen whole. */
static bool expand_root(wend_mesh_search *search, uint32_t root, uint32_t cell)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t first = cells->firsts[cell];
    cell_scene s = {.halves = cells->halves + first,
                    .count = cells->firsts[cell + 1] - first,
                    .root = root,
                    .c = {.root = search->intervals.roots[root].point}};
    if (!reach_goals(search, &s, NONE, cell) || !wendi_mesh_exact_reserve(search, s.count, 0)) {
        return false;
    }
    for (uint32_t i = 0; i < s.count; i++) {
        if (wendi_mesh_can_cross(search, corner_at(&s, i))) {
            bound_right(&s.c, corner_at(&s, i)->point);
            bound_left(&s.c, corner_at(&s, i + 1)->point);
            add_node(search, &s, i, root, &s.c);
        }
    }
    return true;
}

/* ---- the search ---- */

void wendi_mesh_exact_push(wend_mesh_search *search, double key, uint32_t number)
{
    const wendi_length_entry entry = {key, number};
    push_node(&search->intervals, entry);
}

uint32_t wendi_mesh_exact_add_root(wend_mesh_search *search, wend_vec2 point, uint32_t vertex,
                                   uint32_t parent, double length)
{
    wendi_mesh_intervals *s = &search->intervals;
    if (s->known[vertex].stamp == s->stamp &&
        s->known[vertex].length < length * WENDI_MESH_LENGTH_SLACK) {
        return NONE;
    }
    set_vertex_length(s, vertex, length);
    const wendi_mesh_root root = {point, length, vertex, parent};
    s->roots[s->root_count] = root;
    return (uint32_t)s->root_count++;
}

wend_result wendi_mesh_exact_begin(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    s->node_count = s->root_count = s->queue.count = s->queue.count_max = 0;
    s->next_entry.number = NONE;
    if (!wendi_mesh_exact_prepare(search) ||
        !wendi_mesh_exact_reserve(search, search->start_count, search->start_count)) {
        return WEND_ERROR_MEMORY;
    }
    const wend_vec2 start = {search->query.start.x, search->query.start.y};
    for (uint32_t i = 0; i < search->start_count; i++) {
        const wendi_mesh_root root = {start, 0, NONE, NONE};
        const wendi_mesh_node node = {.half = NONE, .root = i, .bounds = search->starts[i].cell};
        const wendi_length_entry entry = {0, i};
        s->roots[s->root_count++] = root;
        s->nodes[s->node_count++] = node;
        wendi_length_queue_push(&s->queue, entry);
    }
    return WEND_OK;
}

/* True if a shorter path to the node's root was found since. */
static bool is_useless(const wendi_mesh_intervals *s, const wendi_mesh_node *node)
{
    const wendi_mesh_root *root = &s->roots[node->root];
    return root->vertex != NONE &&
           root->length * WENDI_MESH_LENGTH_SLACK > s->known[root->vertex].length;
}

/* Follows a node until it branches or ends. */
static bool follow(wend_mesh_search *search, const wendi_mesh_node *node, uint64_t *steps)
{
    if (node->half == NONE) {
        --*steps;
        search->answer.expanded++;
        return expand_root(search, node->root, node->bounds);
    }
    cell_scene s; /* not cleared: that would take longer than filling the members that are read */
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
static bool pop_next(wendi_mesh_intervals *s, wendi_length_entry *next)
{
    if (s->next_entry.number == NONE) {
        if (s->queue.count == 0) {
            return false;
        }
        *next = wendi_length_queue_pop(&s->queue);
        return true;
    }
    *next = s->next_entry;
    s->next_entry.number = NONE;
    if (s->queue.count > 0 && wendi_length_entry_is_less(s->queue.entries[0], *next)) {
        const wendi_length_entry top = s->queue.entries[0];
        wendi_length_queue_replace(&s->queue, *next);
        *next = top;
    }
    return true;
}

wend_result wendi_mesh_exact_advance(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_intervals *s = &search->intervals;
    while (*steps > 0) {
        wendi_length_entry top;
        if (!pop_next(s, &top) || top.key >= search->best.length) {
            return search->best.length < (double)INFINITY ? WEND_OK : WEND_NO_PATH;
        }
        const wendi_mesh_node node = s->nodes[top.number];
        if (!is_useless(s, &node) && !follow(search, &node, steps)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_IN_PROGRESS;
}
