/* Lists the edges that may pass through a disc, by the nodes around it.
 *
 *        .---.         An edge that touches the disc has an end within the radius and half of its
 *     o--|---|--o      length. Most edges are at most four times as long as the mean; the others,
 *        '---'         a quarter at most, are listed and read all.
 *
 * Cost: the nodes near the disc, and the long edges; all edges once after nodes or edges changed. */
#include "world/graph/overlay.h"

#include "base/core/sort.h"
#include "world/graph/store.h"

enum { USUAL = 4, STACK = 4 * WENDI_QUADTREE_LEVELS };

/* In the plane; teleports pass through no ground. */
static double length_of(const wend_graph *graph, uint32_t edge)
{
    const wendi_graph_record *record = &graph->edges[edge];
    if (record->from == WEND_NODE_NONE ||
        wendi_graph_arc_of(graph, edge).behaviour == WEND_BEHAVIOUR_TELEPORT) {
        return 0;
    }
    const wend_vec2 a = graph->positions[record->from];
    const wend_vec2 b = graph->positions[record->to];
    return wend_sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* Measures the edges after changes. @return false: no memory. */
static bool measure(wend_graph *graph)
{
    wendi_graph_overlays *overlays = graph->overlays;
    if (overlays->layout_revision == graph->layout_revision &&
        overlays->position_revision == graph->position_revision) {
        return true;
    }
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t edge = 0; edge < graph->edge_limit; edge++) {
        const double length = length_of(graph, edge);
        sum += length;
        count += length > 0 ? 1 : 0;
    }
    overlays->usual = count > 0 ? (double)USUAL * sum / count : 0;
    overlays->layout_revision = 0; /* until all are listed */
    wendi_array_u32_clear(&overlays->longer);
    for (uint32_t edge = 0; edge < graph->edge_limit; edge++) {
        if (length_of(graph, edge) > overlays->usual &&
            !wendi_array_u32_push(&overlays->longer, edge)) {
            return false;
        }
    }
    overlays->layout_revision = graph->layout_revision;
    overlays->position_revision = graph->position_revision;
    return true;
}

/* A square around the disc, and the edges found. */
typedef struct near_edges {
    const wend_graph *graph;
    wend_vec2 low, high;
    wendi_array_u32 *found;
} near_edges;

static bool add_node(const near_edges *n, wend_node node)
{
    const wend_graph *graph = n->graph;
    const wend_vec2 at = graph->positions[node];
    if (!(at.x >= n->low.x && at.x <= n->high.x && at.y >= n->low.y && at.y <= n->high.y)) {
        return true;
    }
    for (uint32_t edge = graph->firsts[node]; edge != WEND_EDGE_NONE;
         edge = wendi_graph_record_next(&graph->edges[edge], node)) {
        if (!wendi_array_u32_push(n->found, edge)) {
            return false;
        }
    }
    return true;
}

static bool add_bucket(const near_edges *n, uint32_t link)
{
    while (link != WENDI_QUADTREE_EMPTY) {
        const wendi_quadtree_bucket *bucket =
            &n->graph->index.buckets[link & ~WENDI_QUADTREE_BUCKET];
        for (uint32_t i = 0; i < bucket->count; i++) {
            if (!add_node(n, bucket->nodes[i])) {
                return false;
            }
        }
        link = bucket->next;
    }
    return true;
}

/* A cell of the quadtree: coordinates among those of its level. */
typedef struct tree_cell {
    uint32_t link;
    unsigned level;
    uint64_t x, y;
} tree_cell;

static bool meets(const near_edges *n, const tree_cell *cell)
{
    return wendi_quadtree_coordinate(cell->x << cell->level) <= n->high.x &&
           wendi_quadtree_coordinate((cell->x + 1) << cell->level) >= n->low.x &&
           wendi_quadtree_coordinate(cell->y << cell->level) <= n->high.y &&
           wendi_quadtree_coordinate((cell->y + 1) << cell->level) >= n->low.y;
}

static bool add_nodes(const near_edges *n)
{
    const wendi_quadtree *index = &n->graph->index;
    tree_cell cells[STACK];
    uint32_t count = 0;
    cells[count++] = (tree_cell){index->root, index->level, index->x, index->y};
    while (count > 0) {
        const tree_cell cell = cells[--count];
        if (!meets(n, &cell)) {
            continue;
        }
        if ((cell.link & WENDI_QUADTREE_BUCKET) != 0) {
            if (!add_bucket(n, cell.link)) {
                return false;
            }
            continue;
        }
        for (uint32_t i = 0; i < 4; i++) {
            cells[count++] = (tree_cell){index->blocks[cell.link].links[i], cell.level - 1,
                                         2 * cell.x + (i & 1), 2 * cell.y + (i >> 1)};
        }
    }
    return true;
}

bool wendi_graph_overlays_find_near(wend_graph *graph, wend_vec2 centre, double radius,
                                    const uint32_t **edges, uint32_t *count)
{
    wendi_graph_overlays *overlays = graph->overlays;
    wendi_array_u32 *found = &overlays->near;
    *count = 0;
    if (!measure(graph)) {
        return false;
    }
    wendi_array_u32_clear(found);
    const double reach = (radius + 0.5 * overlays->usual) * (1 + 1e-9) + 1e-6;
    const near_edges n = {
        graph, {centre.x - reach, centre.y - reach}, {centre.x + reach, centre.y + reach}, found};
    if (!add_nodes(&n) ||
        !wendi_array_u32_append(found, overlays->longer.items, overlays->longer.count) ||
        !wendi_array_u32_resize(&overlays->scratch, found->count)) {
        return false;
    }
    wendi_sort_u32(found->items, overlays->scratch.items, found->count);
    for (size_t i = 0; i < found->count; i++) {
        if (*count == 0 || found->items[i] != found->items[*count - 1]) {
            found->items[(*count)++] = found->items[i];
        }
    }
    *edges = found->items;
    return true;
}
