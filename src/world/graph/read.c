/* Reads edges, the edges at a node, and the changes since a revision.
 * Cost: constant for an edge; for a node its edges. Changes lie in a ring of 16 bytes for every
 * eighth edge or node, at most 64 kB. */
#include "world/graph/store.h"

static uint32_t behaviour_of(const wend_graph *graph, uint32_t edge)
{
    const uint32_t small = (uint32_t)(graph->edges[edge].word >> WENDI_GRAPH_BEHAVIOUR_AT) & 0xff;
    return small < WENDI_GRAPH_BEHAVIOUR_LARGE
               ? small
               : (uint32_t)wendi_graph_column_get(&graph->behaviours, edge);
}

static uint32_t flags_of(const wend_graph *graph, uint32_t edge)
{
    return (graph->edges[edge].word & WENDI_GRAPH_HAS_FLAGS) == 0
               ? 0
               : (uint32_t)wendi_graph_column_get(&graph->flags, edge);
}

wendi_graph_arc wendi_graph_arc_of(const wend_graph *graph, uint32_t edge)
{
    const wendi_graph_record *record = &graph->edges[edge];
    if (record->from == WEND_NODE_NONE) {
        return (wendi_graph_arc){.from = WEND_NODE_NONE};
    }
    return (wendi_graph_arc){record->from,
                             record->to,
                             record->word & WENDI_GRAPH_COST_MASK,
                             behaviour_of(graph, edge),
                             flags_of(graph, edge),
                             (record->word & WENDI_GRAPH_TWO_WAY) != 0,
                             (record->word & WENDI_GRAPH_CLOSED) == 0};
}

wend_result wend_graph_get_edge(const wend_graph *graph, uint32_t edge, wend_graph_edge *def)
{
    if (def != NULL) {
        *def = wend_graph_edge_default();
    }
    if (graph == NULL || def == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has_edge(graph, edge)) {
        return WEND_ERROR_STALE;
    }
    const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
    const uint64_t word = graph->edges[edge].word;
    def->from = arc.from;
    def->to = arc.to;
    def->cost = arc.cost;
    def->factor = wendi_graph_factor(graph, edge);
    def->follows_length = (word & WENDI_GRAPH_FOLLOWS) != 0;
    def->is_two_way = arc.is_two_way;
    def->is_open = arc.is_open;
    def->behaviour = arc.behaviour;
    def->flags = arc.flags;
    if ((word & WENDI_GRAPH_HAS_USER) != 0) {
        def->user = wendi_graph_column_get(&graph->edge_users, edge);
    }
    return WEND_OK;
}

size_t wend_graph_edge_count(const wend_graph *graph)
{
    return graph == NULL ? 0 : graph->edge_count;
}

uint32_t wend_graph_edge_limit(const wend_graph *graph)
{
    return graph == NULL ? 0 : graph->edge_limit;
}

uint32_t wendi_graph_first(const wend_graph *graph, wend_node node)
{
    return graph->firsts[node];
}

uint32_t wendi_graph_next(const wend_graph *graph, wend_node node, uint32_t edge)
{
    return wendi_graph_record_next(&graph->edges[edge], node);
}

/* True if the edge leads out of the node. */
static bool leads_from(const wendi_graph_record *record, wend_node node)
{
    return record->from == node || (record->word & WENDI_GRAPH_TWO_WAY) != 0;
}

/* Chains fall by number, so they are read twice: to count, and to fill in from the end. */
wend_result wend_graph_edges_from(const wend_graph *graph, wend_node node, uint32_t *edges,
                                  size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (graph == NULL || count == NULL || (edges == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has(graph, node)) {
        return WEND_ERROR_STALE;
    }
    for (uint32_t e = graph->firsts[node]; e != WEND_EDGE_NONE;
         e = wendi_graph_record_next(&graph->edges[e], node)) {
        *count += leads_from(&graph->edges[e], node) ? 1 : 0;
    }
    size_t at = *count;
    for (uint32_t e = graph->firsts[node]; e != WEND_EDGE_NONE && capacity > 0;
         e = wendi_graph_record_next(&graph->edges[e], node)) {
        if (leads_from(&graph->edges[e], node) && --at < capacity) {
            edges[at] = e;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

uint32_t wend_graph_edge_between(const wend_graph *graph, wend_node from, wend_node to)
{
    uint32_t least = WEND_EDGE_NONE;
    if (graph == NULL || !wendi_graph_has(graph, from) || from == to) {
        return least;
    }
    for (uint32_t e = graph->firsts[from]; e != WEND_EDGE_NONE;
         e = wendi_graph_record_next(&graph->edges[e], from)) {
        const wendi_graph_record *record = &graph->edges[e];
        const wend_node other = record->from == from ? record->to : record->from;
        least = other == to && leads_from(record, from) ? e : least;
    }
    return least;
}

/* ---- changes ---- */

enum { CHANGES_MIN = 16, NUMBERS_A_CHANGE = 8 };

/* The index in the ring of the oldest of the last `count` changes. */
static uint32_t ring_index(const wendi_graph_changes *changes, uint32_t count)
{
    return changes->next >= count ? changes->next - count
                                  : changes->next + (changes->capacity - count);
}

bool wendi_graph_reserve_changes(wend_graph *graph, uint32_t numbers)
{
    wendi_graph_changes *changes = &graph->changes;
    uint32_t wanted = numbers / NUMBERS_A_CHANGE;
    wanted = wanted < CHANGES_MIN                         ? (uint32_t)CHANGES_MIN
             : wanted > (uint32_t)WENDI_GRAPH_CHANGES_MAX ? (uint32_t)WENDI_GRAPH_CHANGES_MAX
                                                          : wanted;
    if (wanted <= changes->capacity) {
        return true;
    }
    wendi_graph_change *items = wendi_alloc(&graph->allocator, wanted * sizeof *items);
    if (items == NULL) {
        return false;
    }
    uint32_t from = ring_index(changes, changes->count);
    for (uint32_t k = 0; k < changes->count; ++k) {
        items[k] = changes->items[from];
        from = from + 1 == changes->capacity ? 0 : from + 1;
    }
    wendi_free(&graph->allocator, changes->items, changes->capacity * sizeof *items);
    *changes = (wendi_graph_changes){items, wanted, changes->count, changes->count, changes->floor};
    return true;
}

void wendi_graph_advance_layout(wend_graph *graph)
{
    ++graph->revision;
    graph->layout_revision = graph->revision;
}

void wendi_graph_forget_changes(wend_graph *graph)
{
    graph->changes.count = 0;
    graph->changes.next = 0;
    graph->changes.floor = graph->revision;
}

void wendi_graph_record_change(wend_graph *graph, uint32_t number, bool is_node)
{
    wendi_graph_changes *changes = &graph->changes;
    wendi_graph_change *item = &changes->items[changes->next];
    if (changes->count == changes->capacity) {
        changes->floor = item->revision;
    } else {
        ++changes->count;
    }
    *item = (wendi_graph_change){graph->revision, number, is_node};
    changes->next = changes->next + 1 == changes->capacity ? 0 : changes->next + 1;
}

bool wendi_graph_remembers(const wend_graph *graph, uint64_t since)
{
    return since >= graph->changes.floor;
}

bool wendi_graph_list_changes(const wend_graph *graph, uint64_t since, wendi_graph_change *changes,
                              size_t capacity, size_t *count)
{
    const wendi_graph_changes *ring = &graph->changes;
    *count = 0;
    if (!wendi_graph_remembers(graph, since)) {
        return false;
    }
    uint32_t newer = 0;
    while (newer < ring->count && ring->items[ring_index(ring, newer + 1)].revision > since) {
        ++newer;
    }
    if (newer > capacity) {
        *count = newer;
        return false;
    }
    for (; newer > 0; --newer) {
        changes[(*count)++] = ring->items[ring_index(ring, newer)];
    }
    return true;
}

bool wendi_graph_changed_edges(const wend_graph *graph, uint64_t since, uint32_t *edges,
                               size_t capacity, size_t *count)
{
    const wendi_graph_changes *ring = &graph->changes;
    *count = 0;
    uint32_t newer = 0;
    while (newer < ring->count && ring->items[ring_index(ring, newer + 1)].revision > since) {
        ++newer;
    }
    for (; newer > 0; --newer) {
        const wendi_graph_change *change = &ring->items[ring_index(ring, newer)];
        if (!change->is_node && *count < capacity) {
            edges[*count] = change->number;
        }
        *count += change->is_node ? 0 : 1;
    }
    return wendi_graph_remembers(graph, since) && *count <= capacity;
}

wendi_graph_revisions wendi_graph_revisions_of(const wend_graph *graph)
{
    return (wendi_graph_revisions){graph->revision, graph->layout_revision,
                                   graph->position_revision};
}

uint64_t wend_graph_revision(const wend_graph *graph)
{
    return graph == NULL ? 0 : graph->revision;
}
