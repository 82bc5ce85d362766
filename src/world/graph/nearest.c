/* Finds the nodes nearest to a position that satisfy a query.
 * Cost: that of the nodes about as near as the answer; walls are tested for one node after the
 * other. */
#include "base/math/bits.h"
#include "world/graph/shadow.h"
#include "world/graph/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x3e97c4a1;

/* Waiting cells: at most three for each level, and the current one. */
enum { BATCH = 256, BATCH_FIRST = 4, LEVELS = WENDI_QUADTREE_LEVELS + 1, WAITING = 3 * LEVELS + 1 };
enum { NO_QUARTER = 4 };

wend_graph_nearest_query wend_graph_nearest_query_default(void)
{
    wend_graph_nearest_query def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_distance = wendi_f64_of_bits(UINT64_C(0x7ff) << 52);
    def.max_height_difference = def.max_distance;
    def.stops = WEND_STOPS_WALK;
    return def;
}

/* The distance of a node: nearer first, then the smaller number. */
typedef struct far_node {
    double squared;
    wend_node node;
} far_node;

static bool is_before(far_node a, far_node b)
{
    return a.squared < b.squared || (a.squared <= b.squared && a.node < b.node);
}

/* The nearest nodes so far: a heap with the farthest first, sorted at the end. */
typedef struct node_batch {
    far_node items[BATCH];
    uint32_t count, capacity;
} node_batch;

typedef struct nearest_search {
    const wend_graph *graph;
    const wend_graph_nearest_query *query;
    wend_vec2 position;
    double max_squared;
    double bound;   /* The same with a margin for rounding. */
    far_node after; /* Only nodes after this one. */
    bool has_after;
    uint64_t visited;
    wendi_shadows shadows;
    node_batch found;
} nearest_search;

/* A cell that waits to be visited, and its distance. */
typedef struct waiting_cell {
    wend_vec2 low;
    double side, squared;
    uint32_t link;
} waiting_cell;

/* ---- cells ---- */

/* Rounding keeps order, so that no node in the cell is nearer than this, to the bit. */
static double cell_distance(wend_vec2 low, double side, wend_vec2 position)
{
    const double x = position.x < low.x          ? low.x - position.x
                     : position.x > low.x + side ? position.x - (low.x + side)
                                                 : 0;
    const double y = position.y < low.y          ? low.y - position.y
                     : position.y > low.y + side ? position.y - (low.y + side)
                                                 : 0;
    return x * x + y * y;
}

static double cell_distance_max(wend_vec2 low, double side, wend_vec2 position)
{
    const double x0 = position.x - low.x;
    const double x1 = low.x + side - position.x;
    const double y0 = position.y - low.y;
    const double y1 = low.y + side - position.y;
    const double x = x0 > x1 ? x0 : x1;
    const double y = y0 > y1 ? y0 : y1;
    return x * x + y * y;
}

/* The largest distance that still matters. */
static double bound_of(const nearest_search *h)
{
    const node_batch *found = &h->found;
    return found->count == found->capacity ? found->items[0].squared : h->bound;
}

/* True if the cell can hold a node that matters. */
static bool is_worth(const nearest_search *h, const waiting_cell *cell)
{
    return cell->squared <= bound_of(h) &&
           (!h->has_after ||
            cell_distance_max(cell->low, cell->side, h->position) >= h->after.squared) &&
           (h->shadows.count == 0 ||
            !wendi_shadows_contain_square(&h->shadows, cell->low, cell->side));
}

/* ---- nodes ---- */

/* Distances are compared exactly where doubles do not decide. */
static bool is_within(const nearest_search *h, wend_vec2 at, double squared)
{
    if (squared <= h->max_squared * (1 - 1e-15)) {
        return true;
    }
    return squared <= h->bound &&
           wendi_compare_distance(h->position, at, h->query->max_distance) <= 0;
}

static bool fits(const nearest_search *h, wend_node node)
{
    const wend_graph_nearest_query *query = h->query;
    if (query->tag != WEND_TAG_NONE && wendi_graph_tag(h->graph, node) != query->tag) {
        return false;
    }
    if (!wendi_is_finite(query->max_height_difference)) {
        return true;
    }
    const double difference = wendi_graph_height(h->graph, node) - query->height;
    return (difference < 0 ? -difference : difference) <= query->max_height_difference;
}

/* Replaces the first item and restores the heap. */
static void sift_down(far_node *items, uint32_t count, far_node item)
{
    uint32_t at = 0;
    for (uint32_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && is_before(items[child], items[child + 1]) ? 1 : 0;
        if (!is_before(item, items[child])) {
            break;
        }
        items[at] = items[child];
        at = child;
    }
    items[at] = item;
}

static void keep(node_batch *found, far_node item)
{
    if (found->count == found->capacity) {
        sift_down(found->items, found->count, item);
        return;
    }
    uint32_t at = found->count++;
    for (; at > 0 && is_before(found->items[(at - 1) / 2], item); at = (at - 1) / 2) {
        found->items[at] = found->items[(at - 1) / 2];
    }
    found->items[at] = item;
}

static void sort(node_batch *found)
{
    for (uint32_t left = found->count; left > 1; --left) {
        const far_node last = found->items[left - 1];
        found->items[left - 1] = found->items[0];
        sift_down(found->items, left - 1, last);
    }
}

static void visit_node(nearest_search *h, wend_node node)
{
    const wend_vec2 at = h->graph->positions[node];
    const double x = at.x - h->position.x;
    const double y = at.y - h->position.y;
    const far_node item = {x * x + y * y, node};
    const node_batch *found = &h->found;
    ++h->visited;
    if (found->count == found->capacity && !is_before(item, found->items[0])) {
        return;
    }
    if ((h->has_after && !is_before(h->after, item)) || !fits(h, node) ||
        wendi_shadows_contain(&h->shadows, at) ||
        (wendi_is_finite(h->max_squared) && !is_within(h, at, item.squared))) {
        return;
    }
    keep(&h->found, item);
}

/* ---- the search ---- */

static void visit_bucket(nearest_search *h, uint32_t link)
{
    while (link != WENDI_QUADTREE_EMPTY) {
        const wendi_quadtree_bucket *bucket =
            &h->graph->index.buckets[link & ~WENDI_QUADTREE_BUCKET];
        for (uint32_t i = 0; i < bucket->count; ++i) {
            wendi_prefetch(&h->graph->positions[bucket->nodes[i]]);
        }
        for (uint32_t i = 0; i < bucket->count; ++i) {
            visit_node(h, bucket->nodes[i]);
        }
        link = bucket->next;
    }
}

/* The one of the four cells of a cell that is nearest to the position. */
static uint32_t nearest_quarter(const waiting_cell *cell, wend_vec2 position)
{
    const double half = cell->side / 2;
    return (position.x >= cell->low.x + half ? 1u : 0u) |
           (position.y >= cell->low.y + half ? 2u : 0u);
}

static waiting_cell quarter_cell(const nearest_search *h, const waiting_cell *cell,
                                 uint32_t quarter)
{
    const double half = cell->side / 2;
    return (waiting_cell){{cell->low.x + ((quarter & 1) != 0 ? half : 0),
                           cell->low.y + ((quarter & 2) != 0 ? half : 0)},
                          half,
                          0,
                          h->graph->index.blocks[cell->link].links[quarter]};
}

/* The target of a link, to be prefetched. */
static const void *target_of_link(const nearest_search *h, uint32_t link)
{
    return (link & WENDI_QUADTREE_BUCKET) != 0
               ? (const void *)&h->graph->index.buckets[link & ~WENDI_QUADTREE_BUCKET]
               : (const void *)&h->graph->index.blocks[link];
}

/* Pushes the four cells of a block but one, the nearest to the position last, so that it is
 * visited first. */
static uint32_t push_block(const nearest_search *h, const waiting_cell *cell, uint32_t but,
                           waiting_cell *waiting)
{
    const uint32_t nearest = nearest_quarter(cell, h->position);
    uint32_t count = 0;
    for (uint32_t i = 4; i-- > 0;) {
        const uint32_t quarter = nearest ^ i;
        waiting_cell part = quarter_cell(h, cell, quarter);
        if (part.link == WENDI_QUADTREE_EMPTY || quarter == but) {
            continue;
        }
        part.squared = cell_distance(part.low, part.side, h->position);
        if (is_worth(h, &part)) {
            wendi_prefetch(target_of_link(h, part.link));
            waiting[count++] = part;
        }
    }
    return count;
}

/* Visits all waiting cells, and those in them. */
static void visit_waiting(nearest_search *h, waiting_cell *waiting, uint32_t count)
{
    while (count > 0) {
        const waiting_cell cell = waiting[--count];
        if (!is_worth(h, &cell)) {
            continue;
        }
        if ((cell.link & WENDI_QUADTREE_BUCKET) != 0) {
            visit_bucket(h, cell.link);
        } else {
            count += push_block(h, &cell, NO_QUARTER, waiting + count);
        }
    }
}

/* True if everything that matters is inside of the cell. */
static bool is_all_inside(const nearest_search *h, const waiting_cell *cell)
{
    const double sides[] = {h->position.x - cell->low.x, cell->low.x + cell->side - h->position.x,
                            h->position.y - cell->low.y, cell->low.y + cell->side - h->position.y};
    double least = sides[0];
    for (int i = 1; i < 4; ++i) {
        least = sides[i] < least ? sides[i] : least;
    }
    return least > 0 && bound_of(h) < least * least;
}

/* The path from the root down to the undivided cell of the position: what each cell holds, and a
 * unit in all of them. */
typedef struct root_path {
    uint64_t x, y;
    uint32_t depth;
    uint32_t links[LEVELS];
} root_path;

static uint64_t clamp(uint64_t unit, uint64_t cell, unsigned level)
{
    const uint64_t first = cell << level;
    const uint64_t last = first + (((uint64_t)1 << level) - 1);
    return unit < first ? first : unit > last ? last : unit;
}

static uint32_t quarter_at(const root_path *w, unsigned level)
{
    return (uint32_t)(w->x >> level & 1) | (uint32_t)(w->y >> level & 1) << 1;
}

/* In whole numbers: each step depends only on the link before. A position outside of the root is
 * moved to the nearest unit in it. */
static void descend(const wendi_quadtree *index, wend_vec2 position, root_path *w)
{
    uint32_t link = index->root;
    unsigned level = index->level;
    w->x = clamp(wendi_quadtree_unit(position.x), index->x, level);
    w->y = clamp(wendi_quadtree_unit(position.y), index->y, level);
    w->depth = 0;
    w->links[0] = link;
    while ((link & WENDI_QUADTREE_BUCKET) == 0) {
        --level;
        link = index->blocks[link].links[quarter_at(w, level)];
        w->links[++w->depth] = link;
    }
}

static waiting_cell cell_at(const nearest_search *h, const root_path *w, uint32_t depth)
{
    const unsigned level = h->graph->index.level - depth;
    waiting_cell cell = {{wendi_quadtree_coordinate(w->x >> level << level),
                          wendi_quadtree_coordinate(w->y >> level << level)},
                         (double)((uint64_t)1 << level) / WENDI_QUADTREE_UNITS,
                         0,
                         w->links[depth]};
    cell.squared = cell_distance(cell.low, cell.side, h->position);
    return cell;
}

/* Fills the batch with the nearest nodes after `after`: from the cell of the position upwards
 * until no nearer ones can lie outside. So the time does not depend on the extent of the graph,
 * but for the way down. */
static void run(nearest_search *h, uint32_t capacity)
{
    root_path w;
    waiting_cell waiting[WAITING];
    h->found.count = 0;
    h->found.capacity = capacity;
    descend(&h->graph->index, h->position, &w);
    waiting_cell cell = cell_at(h, &w, w.depth);
    if (is_worth(h, &cell)) {
        visit_bucket(h, cell.link);
    }
    while (w.depth > 0 && !is_all_inside(h, &cell)) {
        const uint32_t but = quarter_at(&w, h->graph->index.level - w.depth);
        cell = cell_at(h, &w, --w.depth);
        visit_waiting(h, waiting, push_block(h, &cell, but, waiting));
    }
    sort(&h->found);
}

static bool check(const wend_graph *graph, wend_vec2 position,
                  const wend_graph_nearest_query *query)
{
    return graph != NULL && query->cookie == COOKIE && wendi_graph_is_coordinate(position.x) &&
           wendi_graph_is_coordinate(position.y) && query->max_distance >= 0 &&
           query->max_height_difference >= 0 && wendi_is_finite(query->height) &&
           query->radius >= 0 && wendi_is_finite(query->radius);
}

/* No two positions are farther apart. */
static double square_of_max(double most)
{
    return most > 4 * WEND_COORDINATE_MAX ? wendi_f64_of_bits(UINT64_C(0x7ff) << 52) : most * most;
}

/* An agent in a wall reaches nothing; no need to test one node after the other. */
static bool can_stand(const nearest_search *h)
{
    const wend_graph_nearest_query *query = h->query;
    if (query->walls == NULL) {
        return true;
    }
    return query->radius > 0 ? wend_walls_can_walk(query->walls, h->position, h->position,
                                                   query->radius, query->stops)
                             : !wend_walls_is_inside(query->walls, h->position, query->stops);
}

static bool can_walk(nearest_search *h, wend_node node)
{
    const wend_graph_nearest_query *query = h->query;
    const wend_vec2 at = h->graph->positions[node];
    if (query->walls == NULL) {
        return true;
    }
    if (wendi_shadows_contain(&h->shadows, at)) {
        return false;
    }
    if (!wend_walls_can_walk(query->walls, h->position, at, query->radius, query->stops)) {
        wendi_shadows_add(&h->shadows, at, query->radius, query->stops);
        /* Enclosed on all sides: nothing farther needs to be tested. */
        const double reach = wendi_shadows_reach(&h->shadows);
        if (reach * reach < h->max_squared) {
            h->max_squared = reach * reach;
            h->bound = h->max_squared * (1 + 1e-15);
        }
        return false;
    }
    return true;
}

/* Outputs the nodes of a batch that can be walked to. */
static size_t output_nodes(nearest_search *h, wend_node *nodes, size_t capacity)
{
    size_t count = 0;
    for (uint32_t i = 0; i < h->found.count && count < capacity; ++i) {
        if (can_walk(h, h->found.items[i].node)) {
            nodes[count++] = h->found.items[i].node;
        }
    }
    return count;
}

/* The number of nodes to find at once: as many as are needed, and a few more where walls may
 * refuse some, with growing batches. */
static uint32_t batch_size(const nearest_search *h, size_t wanted, uint32_t before)
{
    const size_t least = h->query->walls == NULL ? 1 : before == 0 ? BATCH_FIRST : 2 * before;
    const size_t size = wanted > least ? wanted : least;
    return size < BATCH ? (uint32_t)size : BATCH;
}

size_t wend_graph_nearest_many(const wend_graph *graph, wend_vec2 position,
                               const wend_graph_nearest_query *query, wend_node *nodes,
                               size_t capacity)
{
    const wend_graph_nearest_query standard = wend_graph_nearest_query_default();
    query = query == NULL ? &standard : query;
    if (nodes == NULL || !check(graph, position, query)) {
        return 0;
    }
    nearest_search h;
    h.graph = graph;
    h.query = query;
    h.position =
        (wend_vec2){wendi_flush_coordinate(position.x), wendi_flush_coordinate(position.y)};
    h.max_squared = square_of_max(query->max_distance);
    h.bound = h.max_squared * (1 + 1e-15);
    h.has_after = false;
    h.shadows.walls = query->walls;
    h.shadows.position = h.position;
    h.shadows.count = 0;
    h.shadows.side_count = 0;
    h.visited = 0;
    size_t count = 0;
    uint32_t size = 0;
    while (count < capacity && (size > 0 || can_stand(&h))) {
        size = batch_size(&h, capacity - count, size);
        run(&h, size);
        count += output_nodes(&h, nodes + count, capacity - count);
        if (h.found.count < size) {
            break;
        }
        h.has_after = true;
        h.after = h.found.items[size - 1];
    }
    if (query->examined != NULL) {
        *query->examined += h.visited;
    }
    return count;
}

wend_node wend_graph_nearest(const wend_graph *graph, wend_vec2 position,
                             const wend_graph_nearest_query *query)
{
    wend_node node = WEND_NODE_NONE;
    return wend_graph_nearest_many(graph, position, query, &node, 1) == 1 ? node : WEND_NODE_NONE;
}
