/* takes: edits of a graph.
 * gives: what changed since a revision.
 * cost:  constant for an edit; a ring of 16 bytes for every eighth edge, at most 64 kB. */
#include "world/graph/store.h"

enum { CHANGES_MIN = 16, EDGES_A_CHANGE = 8 };

bool wendi_graph_reserve_changes(wend_graph *graph, uint32_t edges)
{
    wendi_graph_changes *changes = &graph->changes;
    uint32_t wanted = edges / EDGES_A_CHANGE;
    wanted = wanted < CHANGES_MIN               ? CHANGES_MIN
             : wanted > WENDI_GRAPH_CHANGES_MAX ? WENDI_GRAPH_CHANGES_MAX
                                                : wanted;
    if (wanted <= changes->capacity) {
        return true;
    }
    wendi_graph_change *items = wendi_alloc(&graph->allocator, wanted * sizeof *items);
    if (items == NULL) {
        return false;
    }
    /* Whoever reserves is about to change the layout, which makes older changes worthless. */
    wendi_free(&graph->allocator, changes->items, changes->capacity * sizeof *items);
    *changes = (wendi_graph_changes){items, wanted, 0, 0, graph->revision};
    return true;
}

void wendi_graph_advance_layout(wend_graph *graph)
{
    ++graph->revision;
    graph->layout_revision = graph->revision;
    graph->changes.count = 0;
    graph->changes.next = 0;
    graph->changes.floor = graph->revision;
}

void wendi_graph_record_change(wend_graph *graph, uint32_t edge)
{
    wendi_graph_changes *changes = &graph->changes;
    wendi_graph_change *item = &changes->items[changes->next];
    if (changes->count == changes->capacity) {
        changes->floor = item->revision;
    } else {
        ++changes->count;
    }
    *item = (wendi_graph_change){graph->revision, edge};
    changes->next = changes->next + 1 == changes->capacity ? 0 : changes->next + 1;
}

bool wendi_graph_changed_edges(const wend_graph *graph, uint64_t since, uint32_t *edges,
                               size_t capacity, size_t *count)
{
    const wendi_graph_changes *changes = &graph->changes;
    *count = 0;
    if (since < changes->floor) {
        return false;
    }
    uint32_t at = changes->next;
    for (uint32_t left = changes->count; left > 0; --left) {
        at = (at == 0 ? changes->capacity : at) - 1;
        if (changes->items[at].revision <= since) {
            break;
        }
        if (*count == capacity) {
            return false;
        }
        edges[(*count)++] = changes->items[at].edge;
    }
    return true;
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
