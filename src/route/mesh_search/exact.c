/* Exact mesh search by intervals (Polyanya), on cells that all cost the same: intervals are
 * expanded in the order of the least length of a path through them.
 * Cost: some 60 ns an interval. */
#include "base/core/memory.h"
#include "route/mesh_search/exact_visibility.h"
#include "route/mesh_search/search.h"

static const uint32_t NONE = WENDI_MESH_NONE;

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
        wendi_length_queue_reserve(&s->queue, s->queue.count + nodes, &search->allocator);
    s->nodes = node_items;
    s->roots = root_items;
    return is_done;
}

/* Reserves the records of all vertices and links, and clears them. */
static bool prepare(wend_mesh_search *search)
{
    wendi_mesh_intervals *s = &search->intervals;
    const uint32_t count = search->space->cells.vertex_count + search->space->link_arc_count;
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
    wendi_length_queue_free(&s->queue, a);
}

size_t wendi_mesh_exact_bytes(const wend_mesh_search *search)
{
    const wendi_mesh_intervals *s = &search->intervals;
    return s->node_capacity * sizeof *s->nodes + s->root_capacity * sizeof *s->roots +
           s->known_capacity * sizeof *s->known + s->queue.capacity * sizeof *s->queue.entries;
}

/* ---- new nodes ---- */

enum { GOALS_ESTIMATED = 6 /* more of them are not estimated one by one */ };

/* The least length of a path from the root through the edge part. */
static inline double estimate(const wend_mesh_search *search, const exact_cone *c,
                              const edge_part *p)
{
    if (search->has_predicate || search->goal_count > GOALS_ESTIMATED) {
        return up_to(c, p);
    }
    double least = through(c, p, search->goals[0].point);
    for (uint32_t i = 1; i < search->goal_count; i++) {
        const double other = through(c, p, search->goals[i].point);
        least = other < least ? other : least;
    }
    return least < search->link_cost_min ? least : search->link_cost_min;
}

/* Records the length of a path to a vertex. */
static inline void set_vertex_length(wendi_mesh_intervals *s, uint32_t vertex, double length)
{
    wendi_mesh_vertex_record *known = &s->known[vertex];
    if (known->stamp != s->stamp || length < known->length) {
        known->stamp = s->stamp;
        known->length = length;
    }
}

/* Rounding must not make a path appear shorter than itself. */
static const double WENDI_MESH_LENGTH_SLACK = 1 - 1e-12;

/* True if a path of this length to `far` is longer than the known path to a vertex and straight on
 * from there. */
static inline bool is_longer(const wendi_mesh_intervals *s, double length,
                             const wendi_mesh_half *end, wend_vec2 far)
{
    const wendi_mesh_vertex_record *known = &s->known[end->vertex];
    const double most = length * WENDI_MESH_LENGTH_SLACK - known->length;
    return known->stamp == s->stamp && most > 0 && most > distance(end->point, far);
}

/* True if every point of the edge part is reached by a shorter path around one of the edge's ends.
 * Away from an end along the edge, the path from there grows by the distance, the path from the
 * root by no more: so the far end of the part decides. */
static inline bool is_beaten(const wendi_mesh_intervals *s, const edge_part *p, double length,
                             const wendi_mesh_half *right, const wendi_mesh_half *left)
{
    return is_longer(s, length + p->to_left, right, p->left) ||
           is_longer(s, length + p->to_right, left, p->right);
}

/* The best of the new nodes is kept in hand, as it often is the next to be expanded. */
static inline void push_node(wendi_mesh_intervals *s, wendi_length_entry entry)
{
    if (s->next_entry.number == WENDI_MESH_NONE) {
        s->next_entry = entry;
        return;
    }
    const bool is_better = wendi_length_entry_is_less(entry, s->next_entry);
    wendi_length_queue_push(&s->queue, is_better ? s->next_entry : entry);
    s->next_entry = is_better ? entry : s->next_entry;
}

/* For queries with a limit of steps: the visible point nearest to a goal. */
static inline void note_nearest(wend_mesh_search *search, const edge_part *p, uint32_t root,
                                uint32_t half)
{
    for (uint32_t i = 0; i < search->goal_count; i++) {
        const wend_vec2 goal = search->goals[i].point;
        const wend_vec2 direction = wend_vec2_sub(p->left, p->right);
        const double square = wend_vec2_dot(direction, direction);
        double t =
            square > 0 ? wend_vec2_dot(wend_vec2_sub(goal, p->right), direction) / square : 0;
        t = t > 0 ? t : 0;
        t = t < 1 ? t : 1;
        const wend_vec2 at = wend_vec2_lerp(p->right, p->left, t);
        if (distance(at, goal) < search->nearest.estimate) {
            search->nearest = (wendi_mesh_nearest){distance(at, goal), root, half, at};
        }
    }
}

/* True if a cone was turned all around its root, back to the cell it began in. Where the start or
 * the end of a link lies at a vertex without walls, nothing else would stop it. */
static inline bool is_full_turn(const wend_mesh_search *search, const exact_cone *c, uint32_t root,
                                uint32_t half)
{
    if (((c->left | c->right) & WENDI_BOUND_IS_ROOT) == 0) {
        return false;
    }
    const wendi_mesh_cells *cells = &search->space->cells;
    const uint32_t vertex = search->intervals.roots[root].vertex;
    if (vertex != WENDI_MESH_NONE && vertex < cells->vertex_count) {
        return false;
    }
    const uint32_t home = vertex == WENDI_MESH_NONE
                              ? search->start_cell
                              : search->space->link_arcs[vertex - cells->vertex_count].to_cell;
    return cells->halves[half].cell == home;
}

/* Adds a node for the part of edge i that a cone sees. */
static inline void add_node(wend_mesh_search *search, const cell_scene *s, uint32_t i,
                            uint32_t root, const exact_cone *c)
{
    wendi_mesh_intervals *all = &search->intervals;
    const wendi_mesh_half *right = corner_at(s, i);
    const wendi_mesh_half *left = corner_at(s, i + 1);
    const double length = all->roots[root].length;
    const edge_part p = part_of(c, right->point, left->point);
    const double key = length + estimate(search, c, &p);
    if (key >= search->best.length || is_beaten(all, &p, length, right, left) ||
        is_full_turn(search, c, root, right->twin)) {
        return;
    }
    if (key > search->query.max_length) {
        search->hit_limit = true;
        return;
    }
    if ((c->right & WENDI_BOUND_IS_END) != 0) {
        set_vertex_length(all, right->vertex, length + p.to_right);
    }
    if ((c->left & WENDI_BOUND_IS_END) != 0) {
        set_vertex_length(all, left->vertex, length + p.to_left);
    }
    if (search->query.max_steps != 0) {
        note_nearest(search, &p, root, right->twin);
    }
    const wendi_length_entry entry = {key, (uint32_t)all->node_count};
    wendi_mesh_node *node = &all->nodes[all->node_count++];
    node->left = (c->left & WENDI_BOUND_IS_PARENT) != 0 ? c->left_from : c->left_to;
    node->right = (c->right & WENDI_BOUND_IS_PARENT) != 0 ? c->right_from : c->right_to;
    node->half = right->twin;
    node->root = root;
    node->bounds = c->left | c->right << WENDI_BOUND_RIGHT;
    push_node(all, entry);
}

/* ---- expanding ---- */

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
    for (uint64_t rest = search->detour.is_avoiding ? open : 0; rest != 0; rest &= rest - 1) {
        const uint32_t at = wendi_ctz64(rest);
        open &= ~((uint64_t)wendi_mesh_detour_is_covered(search, &s->halves[at]) << at);
    }
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

/* If the cone leaves the cell by one edge and sees nothing else, it is narrowed to that edge, and
 * *half is the edge of its continuation: no node is made. */
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
    const uint32_t first = cells->ranges[cell].first;
    s->halves = cells->halves + first;
    s->count = cells->ranges[cell].end - first;
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
    const uint32_t first = cells->ranges[cell].first;
    cell_scene s = {.halves = cells->halves + first,
                    .count = cells->ranges[cell].end - first,
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
    if (!prepare(search) ||
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
    expanded outcome = GOES_ON;
    while (outcome == GOES_ON) {
        /* A row of cells counts as it is, even if that is more than was allowed: where it would be
         * cut off does not matter to the answer. */
        *steps -= *steps > 0;
        search->answer.expanded++;
        outcome = expand(search, &s, &half);
    }
    return outcome != NO_MEMORY;
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
