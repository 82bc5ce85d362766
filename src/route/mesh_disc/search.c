/* The exact mesh search for a disc: the shortest path that keeps it clear of walls, on cells that
 * all cost the same.
 * Cost: per cone some 100 ns an edge of its cell, per target checked the edges near its line. */
#include "route/mesh_disc/search.h"

#include <string.h>

static const uint32_t NONE = WENDI_MESH_NONE;

/* ---- memory ---- */

void *wendi_disc_grow(wend_mesh_search *search, void *items, size_t *capacity, size_t count,
                      size_t item_bytes)
{
    if (count <= *capacity) {
        return items;
    }
    const size_t more = count < 64 ? 64 : count + count / 2;
    void *grown =
        wendi_resize(&search->allocator, items, *capacity * item_bytes, more * item_bytes);
    if (grown == NULL) {
        search->disc->is_out_of_memory = true;
        return NULL;
    }
    *capacity = more;
    return grown;
}

static void free_tables(wend_mesh_search *search)
{
    const wend_allocator *a = &search->allocator;
    wendi_mesh_disc *disc = search->disc;
    wendi_free(a, disc->known, disc->key_count * sizeof *disc->known);
    wendi_free(a, disc->corner_ranges, disc->cell_count * sizeof *disc->corner_ranges);
    wendi_free(a, disc->span_ranges, disc->half_count * sizeof *disc->span_ranges);
    wendi_free(a, disc->intervals, disc->cell_count * sizeof *disc->intervals);
    wendi_free(a, disc->marks, disc->cell_count * sizeof *disc->marks);
    wendi_free(a, disc->seen, disc->seen_capacity * sizeof *disc->seen);
    disc->seen = NULL;
    disc->seen_capacity = 0;
    disc->known = disc->corner_ranges = disc->span_ranges = NULL;
    disc->intervals = NULL;
    disc->marks = NULL;
    disc->cell_count = disc->half_count = disc->key_count = 0;
}

static bool reserve_tables(wend_mesh_search *search)
{
    const wend_allocator *a = &search->allocator;
    const wendi_mesh_cells *cells = &search->space->cells;
    wendi_mesh_disc *disc = search->disc;
    free_tables(search);
    disc->cell_count = cells->cell_count;
    disc->half_count = cells->half_count;
    disc->key_count = 2 * cells->half_count + search->space->link_arc_count;
    disc->known = wendi_alloc_zero(a, disc->key_count * sizeof *disc->known);
    disc->corner_ranges = wendi_alloc(a, disc->cell_count * sizeof *disc->corner_ranges);
    disc->span_ranges = wendi_alloc(a, disc->half_count * sizeof *disc->span_ranges);
    disc->intervals = wendi_alloc_zero(a, disc->cell_count * sizeof *disc->intervals);
    disc->marks = wendi_alloc_zero(a, disc->cell_count * sizeof *disc->marks);
    disc->known_stamp = disc->interval_stamp = disc->mark = 0;
    return disc->known != NULL && disc->corner_ranges != NULL && disc->span_ranges != NULL &&
           disc->intervals != NULL && disc->marks != NULL;
}

void wendi_disc_free(wend_mesh_search *search)
{
    const wend_allocator *a = &search->allocator;
    wendi_mesh_disc *disc = search->disc;
    if (disc == NULL) {
        return;
    }
    free_tables(search);
    wendi_free(a, disc->roots, disc->root_capacity * sizeof *disc->roots);
    wendi_free(a, disc->nodes, disc->node_capacity * sizeof *disc->nodes);
    wendi_free(a, disc->corners, disc->corner_capacity * sizeof *disc->corners);
    wendi_free(a, disc->spans, disc->span_capacity * sizeof *disc->spans);
    wendi_free(a, disc->cuts, disc->cut_capacity * sizeof *disc->cuts);
    wendi_length_queue_free(&disc->queue, a);
    wendi_array_u32_free(&disc->stack);
    wendi_array_u32_free(&disc->touched);
    wendi_array_u32_free(&disc->chain);
    wendi_disc_components_free(&disc->components, a);
    wendi_free(a, disc, sizeof *disc);
    search->disc = NULL;
}

size_t wendi_disc_bytes(const wend_mesh_search *search)
{
    const wendi_mesh_disc *d = search->disc;
    return d == NULL
               ? 0
               : sizeof *d + d->key_count * sizeof *d->known +
                     wendi_disc_components_bytes(&d->components) +
                     d->cell_count *
                         (sizeof *d->corner_ranges + sizeof *d->intervals + sizeof *d->marks) +
                     d->half_count * sizeof *d->span_ranges + d->root_capacity * sizeof *d->roots +
                     d->node_capacity * sizeof *d->nodes + d->seen_capacity * sizeof *d->seen +
                     d->corner_capacity * sizeof *d->corners + d->span_capacity * sizeof *d->spans +
                     d->cut_capacity * sizeof *d->cuts +
                     d->queue.capacity * sizeof *d->queue.entries +
                     (d->stack.capacity + d->touched.capacity + d->chain.capacity) *
                         sizeof(uint32_t);
}

/* ---- beginning ---- */

/* With another radius or another mesh the cached spans and corners are worthless. */
static void clear_cached(wend_mesh_search *search)
{
    wendi_mesh_disc *disc = search->disc;
    const double grain = wendi_mesh_space_rounding(search->space);
    disc->radius = search->query.radius;
    disc->revision = search->space->revision;
    disc->room = disc->radius * (1 - 5e-10) - 4 * grain;
    disc->room = disc->room > 0 ? disc->room : 0;
    disc->slack = disc->radius * 1e-9 + 16 * grain;
    disc->angle = 1e-11 + 8 * grain / disc->radius;
    disc->corner_count = disc->span_count = 0;
    disc->has_counted_links = false;
    disc->components.phase = WENDI_COMPONENTS_SPANS;
    disc->components.at = 0;
    memset(disc->corner_ranges, 0xFF, disc->cell_count * sizeof *disc->corner_ranges);
    memset(disc->span_ranges, 0xFF, disc->half_count * sizeof *disc->span_ranges);
}

static bool prepare(wend_mesh_search *search)
{
    const wend_mesh_space *space = search->space;
    if (search->disc == NULL) {
        search->disc = wendi_alloc_zero(&search->allocator, sizeof *search->disc);
        if (search->disc == NULL) {
            return false;
        }
        search->disc->stack.allocator = search->disc->touched.allocator =
            search->disc->chain.allocator = search->allocator;
        wendi_disc_components_init(&search->disc->components, &search->allocator);
    }
    wendi_mesh_disc *disc = search->disc;
    const bool is_other = disc->revision != space->revision || disc->known == NULL;
    if (is_other && !reserve_tables(search)) {
        free_tables(search);
        return false;
    }
    if (is_other || disc->radius < search->query.radius || disc->radius > search->query.radius) {
        clear_cached(search);
    }
    if (++disc->known_stamp == 0) {
        memset(disc->known, 0, disc->key_count * sizeof *disc->known);
        for (size_t i = 0; i < disc->seen_capacity; i++) {
            disc->seen[i].stamp = 0;
        }
        disc->known_stamp = 1;
    }
    disc->root_count = disc->node_count = disc->seen_count = disc->queue.count = 0;
    disc->is_out_of_memory = false;
    disc->components.is_wanted =
        !search->has_predicate && !search->is_piece &&
        (space->has_islands || disc->components.phase == WENDI_COMPONENTS_DONE);
    disc->components.goal = 0;
    return true;
}

static bool fits(wend_mesh_search *search, wend_vec2 position, uint32_t cell)
{
    return wendi_disc_line_is_clear(search, position, position, cell);
}

uint32_t wendi_mesh_disc_cramped_links(wend_mesh_search *search, uint32_t *first)
{
    const wend_mesh_space *space = search->space;
    wendi_mesh_disc *disc = search->disc;
    if (disc == NULL || disc->revision != space->revision || disc->radius < search->query.radius ||
        disc->radius > search->query.radius) {
        return 0; /* the ends alone answered the query */
    }
    if (!disc->has_counted_links) {
        disc->cramped_links = 0;
        disc->is_out_of_memory = false;
        for (uint32_t i = 0; i < space->link_arc_count; i++) {
            const wendi_mesh_link_arc *arc = &space->link_arcs[i];
            const bool is_counted = !arc->is_reverse && (!fits(search, arc->from, arc->from_cell) ||
                                                         !fits(search, arc->to, arc->to_cell));
            disc->cramped_first = is_counted && disc->cramped_links == 0 ? i : disc->cramped_first;
            disc->cramped_links += is_counted;
        }
        disc->has_counted_links = !disc->is_out_of_memory;
    }
    *first = disc->cramped_first;
    return disc->cramped_links;
}

static uint32_t add_root(wend_mesh_search *search, const wendi_disc_root *root)
{
    wendi_mesh_disc *disc = search->disc;
    void *roots = wendi_disc_grow(search, disc->roots, &disc->root_capacity, disc->root_count + 1,
                                  sizeof *disc->roots);
    if (roots == NULL) {
        return NONE;
    }
    disc->roots = roots;
    disc->roots[disc->root_count] = *root;
    if (root->key != NONE) {
        wendi_disc_range *known = &disc->known[root->key];
        disc->roots[disc->root_count].next =
            known->count == disc->known_stamp ? known->first : NONE;
        known->first = (uint32_t)disc->root_count;
        known->count = disc->known_stamp;
    }
    return (uint32_t)disc->root_count++;
}

static bool any_goal_fits(wend_mesh_search *search)
{
    for (uint32_t i = 0; i < search->goal_count; i++) {
        if (fits(search, search->goals[i].point, search->goals[i].cell)) {
            return true;
        }
    }
    return search->has_predicate;
}

wend_result wendi_disc_begin(wend_mesh_search *search)
{
    const wend_vec2 at = {search->query.start.x, search->query.start.y};
    if (!prepare(search)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_OK;
    if (!fits(search, at, search->start_cell)) {
        search->answer.reason = WEND_FAILURE_START_BLOCKED;
        result = WEND_NO_PATH;
    } else if (!any_goal_fits(search)) {
        search->answer.reason = WEND_FAILURE_GOAL_BLOCKED;
        result = WEND_NO_PATH;
    } else {
        const wendi_disc_root start = {
            .centre = at, .at = at, .key = NONE, .parent = NONE, .cell = search->start_cell};
        const uint32_t root = add_root(search, &start);
        if (root != NONE) {
            search->nearest.estimate = wendi_disc_estimate(search, at);
            search->nearest.root = root;
            wendi_disc_expand_root(search, root);
        }
    }
    return search->disc->is_out_of_memory ? WEND_ERROR_MEMORY : result;
}

/* ---- searching ---- */

void wendi_disc_push(wend_mesh_search *search, double key, const wendi_disc_node *node)
{
    wendi_mesh_disc *disc = search->disc;
    if (key > search->query.max_length) {
        search->hit_limit = true;
        return;
    }
    void *nodes = wendi_disc_grow(search, disc->nodes, &disc->node_capacity, disc->node_count + 1,
                                  sizeof *disc->nodes);
    if (nodes == NULL) {
        return;
    }
    disc->nodes = nodes;
    if (!wendi_length_queue_reserve(&disc->queue, disc->queue.count + 1, &search->allocator)) {
        disc->is_out_of_memory = true;
        return;
    }
    const wendi_length_entry entry = {key, (uint32_t)disc->node_count};
    disc->nodes[disc->node_count++] = *node;
    wendi_length_queue_push(&disc->queue, entry);
}

/* The hash slot of the last cone of a root into a half, or the free one for it. */
static wendi_disc_cone_slot *seen_at(const wendi_mesh_disc *disc, uint32_t root, uint32_t half)
{
    const uint64_t mixed = ((uint64_t)root << 32 | half) * UINT64_C(0x9E3779B97F4A7C15);
    const size_t mask = disc->seen_capacity - 1;
    size_t at = (size_t)(mixed >> 32) & mask;
    while (disc->seen[at].stamp == disc->known_stamp) {
        const wendi_disc_node *node = &disc->nodes[disc->seen[at].node];
        if (node->root == root && node->item == half) {
            break;
        }
        at = (at + 1) & mask;
    }
    return &disc->seen[at];
}

static bool grow_seen(wend_mesh_search *search)
{
    wendi_mesh_disc *disc = search->disc;
    wendi_disc_cone_slot *old = disc->seen;
    const size_t old_capacity = disc->seen_capacity;
    const size_t capacity = old_capacity == 0 ? 256 : 2 * old_capacity;
    wendi_disc_cone_slot *made = wendi_alloc_zero(&search->allocator, capacity * sizeof *made);
    if (made == NULL) {
        return false;
    }
    disc->seen = made;
    disc->seen_capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++) {
        if (old[i].stamp == disc->known_stamp) {
            const wendi_disc_node *node = &disc->nodes[old[i].node];
            *seen_at(disc, node->root, node->item) = old[i];
        }
    }
    wendi_free(&search->allocator, old, old_capacity * sizeof *old);
    return true;
}

/* True if all lines of a cone are lines of one before it. */
static bool is_within(const wendi_disc_node *cone, const wendi_disc_node *before)
{
    return wendi_disc_dot(before->right, cone->right) > 0 &&
           wendi_disc_dot(before->left, cone->left) > 0 &&
           wendi_disc_cross(before->right, cone->right) >= 0 &&
           wendi_disc_cross(cone->left, before->left) >= 0;
}

void wendi_disc_push_cone(wend_mesh_search *search, double key, wendi_disc_node *node)
{
    wendi_mesh_disc *disc = search->disc;
    if (2 * (disc->seen_count + 1) > disc->seen_capacity && !grow_seen(search)) {
        disc->is_out_of_memory = true;
        return;
    }
    wendi_disc_cone_slot *found = seen_at(disc, node->root, node->item);
    node->same = found->stamp == disc->known_stamp ? found->node : NONE;
    for (uint32_t i = node->same; i != NONE; i = disc->nodes[i].same) {
        if (is_within(node, &disc->nodes[i])) {
            return;
        }
    }
    const size_t count = disc->node_count;
    wendi_disc_push(search, key, node);
    if (disc->node_count > count) {
        const wendi_disc_cone_slot last = {disc->known_stamp, (uint32_t)count};
        disc->seen_count += node->same == NONE ? 1 : 0;
        *found = last;
    }
}

/* True if a root at the same corner already leaves as this one would, and no later. Else
 * `root->end` is limited to the directions in which this one is better. */
static bool is_beaten_by(wend_mesh_search *search, const wendi_disc_root *other,
                         wendi_disc_root *root)
{
    if (!(root->turning > 0) && !(root->turning < 0)) {
        return other->length <= root->length;
    }
    const double angle = wendi_disc_angle(other->dir, root->dir);
    const double sign = root->turning > 0 ? 1 : -1;
    const double way = angle * search->disc->radius;
    if (angle < 1e-9 || sign * wendi_disc_cross(other->dir, root->dir) > 0) {
        return other->length + way <= root->length * (1 + 1e-13) &&
               (angle < 1e-9 || wendi_disc_arc_is_clear(search, other, root->dir));
    }
    if (root->length + way >= other->length && angle < wendi_disc_angle(root->dir, root->end)) {
        root->end = other->dir;
    }
    return false;
}

static bool is_beaten(wend_mesh_search *search, wendi_disc_root *root)
{
    const wendi_mesh_disc *disc = search->disc;
    const wendi_disc_range *known = &disc->known[root->key];
    if (known->count != disc->known_stamp) {
        return false;
    }
    for (uint32_t i = known->first; i != NONE; i = disc->roots[i].next) {
        const wendi_disc_root other = disc->roots[i];
        if (is_beaten_by(search, &other, root)) {
            return true;
        }
    }
    return false;
}

/* True if the disc has clearance on the whole path to a target. */
static bool is_clear(wend_mesh_search *search, const wendi_disc_node *node)
{
    const wendi_disc_root root = search->disc->roots[node->root];
    const wend_vec2 from = wendi_disc_leave(&root, node->right);
    if (wendi_disc_arc(&root, node->right) > 0 &&
        !wendi_disc_arc_is_clear(search, &root, node->right)) {
        return false;
    }
    return wendi_disc_line_is_clear(search, from, node->left, node->cell);
}

/* The root that a target becomes. */
static wendi_disc_root root_of(const wend_mesh_search *search, const wendi_disc_node *node)
{
    const wendi_mesh_cells *cells = &search->space->cells;
    wendi_disc_root root = {.centre = node->left,
                            .at = node->left,
                            .dir = node->right,
                            .length = node->length,
                            .key = NONE,
                            .parent = node->root,
                            .cell = node->cell};
    if (node->kind == WENDI_DISC_LINK) {
        const wendi_mesh_link_arc *link_arc = &search->space->link_arcs[node->item];
        root.centre = root.at = link_arc->to;
        root.length += link_arc->cost;
        root.cell = link_arc->to_cell;
        root.key = 2 * cells->half_count + node->item;
    } else if (node->kind == WENDI_DISC_CORNER) {
        wendi_disc_corner corner;
        const bool is_left = (node->item & 1) != 0;
        (void)wendi_disc_corner_at(cells, node->item / 2, &corner);
        root.key = node->item;
        root.centre = corner.point;
        root.turning = is_left ? search->disc->radius : -search->disc->radius;
        root.end.x = is_left ? -corner.in.x : corner.out.x;
        root.end.y = is_left ? -corner.in.y : corner.out.y;
    }
    return root;
}

static void note_nearest(wend_mesh_search *search, uint32_t root)
{
    const double estimate = wendi_disc_estimate(search, search->disc->roots[root].at);
    if (estimate < search->nearest.estimate) {
        search->nearest.estimate = estimate;
        search->nearest.root = root;
    }
}

/* @return WEND_OK: the path is found; else WEND_IN_PROGRESS. */
static wend_result arrive(wend_mesh_search *search, const wendi_disc_node *node)
{
    wendi_disc_root root = root_of(search, node);
    const bool is_end = root.key == NONE;
    if ((!is_end && is_beaten(search, &root)) || !is_clear(search, node)) {
        return WEND_IN_PROGRESS;
    }
    if (node->kind == WENDI_DISC_LINK && !fits(search, root.at, root.cell)) {
        return WEND_IN_PROGRESS;
    }
    const uint32_t made = add_root(search, &root);
    if (made == NONE) {
        return WEND_IN_PROGRESS;
    }
    if (is_end && search->groups != NULL) {
        wendi_mesh_search_reach_group(search, node->item, root.length);
        return search->best.length < (double)INFINITY ? WEND_OK : WEND_IN_PROGRESS;
    }
    if (is_end) {
        search->best.length = root.length;
        search->best.point = root.at;
        search->best.root = made;
        search->best.goal = node->item;
        return WEND_OK;
    }
    note_nearest(search, made);
    wendi_disc_expand_root(search, made);
    return WEND_IN_PROGRESS;
}

/* True if the search has taken about as long as the check of its feasibility would. */
static bool must_check_components(const wend_mesh_search *search)
{
    const wendi_mesh_disc *disc = search->disc;
    return disc->components.phase != WENDI_COMPONENTS_DONE && !search->has_predicate &&
           !search->is_piece && search->answer.expanded >= search->space->cells.used_half_count / 2;
}

wend_result wendi_disc_check(wend_mesh_search *search, uint64_t *steps)
{
    wendi_disc_components *components = &search->disc->components;
    if (!components->is_wanted) {
        return WEND_OK;
    }
    if (!wendi_disc_components_build(search, steps)) {
        return search->disc->is_out_of_memory ? WEND_ERROR_MEMORY : WEND_IN_PROGRESS;
    }
    const wend_result result = wendi_disc_components_check(search, steps);
    components->is_wanted = result == WEND_IN_PROGRESS;
    return result;
}

wend_result wendi_disc_advance(wend_mesh_search *search, uint64_t *steps)
{
    wendi_mesh_disc *disc = search->disc;
    wend_result result = WEND_IN_PROGRESS;
    while (*steps > 0 && result == WEND_IN_PROGRESS) {
        if (disc->queue.count == 0) {
            return WEND_NO_PATH;
        }
        if (must_check_components(search)) {
            disc->components.is_wanted = true;
            return WEND_IN_PROGRESS;
        }
        const uint32_t number = wendi_length_queue_pop(&disc->queue).number;
        const wendi_disc_node node = disc->nodes[number];
        --*steps;
        search->answer.expanded++;
        if (node.kind == WENDI_DISC_CONE) {
            wendi_disc_expand_cone(search, number);
        } else {
            result = arrive(search, &node);
        }
        if (disc->is_out_of_memory) {
            return WEND_ERROR_MEMORY;
        }
    }
    return result;
}
