/* Updates of a graph's space: repairs of what changed, one edge or node a unit, and layouts in units.
 *
 *   edits --> list of changes --> repairs, one by one --> rates --> reachability
 *               |                      ^
 *               '-- too many, or ------'-- changes since the layout began
 *                   no room: layout
 *
 * Repairs read the graph as it is, so a change may be listed twice. Each slice adds what was edited
 * since the last one; should edits keep up with that for RESTARTS_MOST slices, the rest is done at
 * once.
 * Cost: some 2 us a changed edge; a layout some 0.2 us an edge and a node. */
#include "base/core/budget.h"
#include "route/space/space.h"
#include "world/graph/read.h"

enum { PHASE_NONE, PHASE_LAYOUT /* to begin */, PHASE_BUILD, PHASE_REPAIR, PHASE_END };

enum { RESTARTS_MOST = 64, FEW_CHANGES = 16, CHANGE_SHARE = 8 };

typedef struct wendi_graph_update_state {
    uint32_t phase;
    uint32_t restarts;
    uint64_t listed;             /* revision up to which changes are listed */
    wendi_graph_change *changes; /* [capacity] */
    size_t capacity, count, at;
    bool has_new_layout; /* this update has counted one */
    wendi_graph_flood flood;
    wendi_graph_layout_build build;
} wendi_graph_update_state;

bool wendi_space_graph_update_create(wend_space *space)
{
    space->net->update = wendi_alloc_zero(&space->allocator, sizeof *space->net->update);
    return space->net->update != NULL;
}

void wendi_space_graph_update_free(wend_space *space)
{
    wendi_graph_update_state *u = space->net->update;
    if (u != NULL) {
        wendi_graph_layout_end(&u->build, &space->allocator);
        wendi_free(&space->allocator, u->changes, u->capacity * sizeof *u->changes);
        wendi_free(&space->allocator, u, sizeof *u);
    }
    space->net->update = NULL;
}

size_t wendi_space_graph_update_bytes(const wendi_space_graph *net)
{
    const wendi_graph_update_state *u = net->update;
    return u == NULL ? 0
                     : sizeof *u + u->capacity * sizeof *u->changes +
                           (u->build.phase != 0 ? wendi_graph_layout_bytes(&u->build.made) : 0);
}

bool wendi_space_graph_is_updating(const wendi_space_graph *net)
{
    return net->update->phase != PHASE_NONE;
}

/* ---- what changed ---- */

static void ask_for_layout(wend_space *space)
{
    wendi_graph_update_state *u = space->net->update;
    wendi_graph_layout_end(&u->build, &space->allocator);
    u->phase = PHASE_LAYOUT;
    u->count = u->at = 0;
    u->flood.is_under_way = false;
}

/* Drops what is done, and makes room for more changes. */
static bool reserve_changes(wend_space *space, size_t more)
{
    wendi_graph_update_state *u = space->net->update;
    for (size_t k = u->at; k < u->count; ++k) {
        u->changes[k - u->at] = u->changes[k];
    }
    u->count -= u->at;
    u->at = 0;
    if (u->count + more <= u->capacity) {
        return true;
    }
    const size_t capacity = u->count + more + FEW_CHANGES;
    wendi_graph_change *changes =
        wendi_resize_items(&space->allocator, u->changes, u->capacity, capacity, sizeof *changes);
    if (changes != NULL) {
        u->changes = changes;
        u->capacity = capacity;
    }
    return changes != NULL;
}

/* Adds what was edited since the last slice to the list; too much is laid out again. */
static wend_result list_changes(wend_space *space)
{
    wendi_graph_update_state *u = space->net->update;
    const wend_graph *graph = space->graph;
    if (u->listed == wend_graph_revision(graph)) {
        return WEND_OK;
    }
    size_t count = 0;
    if (!wendi_graph_list_changes(graph, u->listed, NULL, 0, &count) && count == 0) {
        ask_for_layout(space);
        return WEND_OK;
    }
    const size_t all = u->count - u->at + count;
    const size_t size = (size_t)wend_graph_edge_limit(graph) + wend_graph_node_limit(graph);
    if (all > FEW_CHANGES && all > size / CHANGE_SHARE) {
        ask_for_layout(space);
        return WEND_OK;
    }
    if (!reserve_changes(space, count)) {
        return WEND_ERROR_MEMORY;
    }
    if (count > 0) {
        (void)wendi_graph_list_changes(graph, u->listed, u->changes + u->count,
                                       u->capacity - u->count, &count);
        u->count += count;
    }
    u->listed = wend_graph_revision(graph);
    return WEND_OK;
}

/* What was edited between two slices. */
static wend_result note_edits(wend_space *space)
{
    wendi_graph_update_state *u = space->net->update;
    if (u->phase == PHASE_BUILD && !wendi_graph_remembers(space->graph, u->build.since)) {
        ++u->restarts;
        ask_for_layout(space);
    }
    if (u->phase < PHASE_REPAIR || u->listed == wend_graph_revision(space->graph)) {
        return WEND_OK;
    }
    ++u->restarts;
    const wend_result result = list_changes(space);
    if (result == WEND_OK && u->phase == PHASE_END && u->at < u->count) {
        u->phase = PHASE_REPAIR;
    }
    return result;
}

static void begin(wend_space *space)
{
    wendi_graph_update_state *u = space->net->update;
    u->phase = PHASE_REPAIR;
    u->listed = space->revision;
    u->count = u->at = 0;
    u->restarts = 0;
    u->has_new_layout = false;
    ++space->update_count;
    if (space->revision == 0) { /* it was never laid out */
        ask_for_layout(space);
    }
}

/* ---- units ---- */

/* Answers of before cannot be read any more. */
static void count_layout(wend_space *space)
{
    wendi_graph_update_state *u = space->net->update;
    space->layout_count += u->has_new_layout ? 0 : 1;
    u->has_new_layout = true;
    space->node_count = space->net->node_count;
}

static wend_result build(wend_space *space, uint64_t *steps)
{
    wendi_space_graph *net = space->net;
    wendi_graph_update_state *u = net->update;
    const wend_result result =
        wendi_graph_layout_unit(&u->build, space->graph, &space->allocator, steps);
    if (result != WEND_OK) {
        return result == WEND_IN_PROGRESS ? WEND_OK : result;
    }
    wendi_space_graph made = u->build.made;
    made.update = u;
    wendi_graph_layout_free(net, &space->allocator);
    *net = made;
    count_layout(space);
    u->listed = u->build.since;
    u->restarts += u->listed != wend_graph_revision(space->graph) ? 1 : 0;
    u->phase = PHASE_REPAIR;
    u->count = u->at = 0;
    return list_changes(space);
}

/* The components after an edge was closed. */
static void check_components(wend_space *space, const wendi_graph_edit *edit)
{
    wendi_space_graph *net = space->net;
    wendi_graph_update_state *u = net->update;
    if (wendi_graph_components_hold(net, edit->from, edit->to, true)) {
        return;
    }
    if (net->components.count == 2 * net->node_capacity) {
        ask_for_layout(space);
        return;
    }
    wendi_graph_flood_begin(&u->flood, net, edit->from, edit->to);
}

static wend_result repair(wend_space *space, uint64_t *steps)
{
    enum { CHECK_STEPS = 16 };
    wendi_space_graph *net = space->net;
    wendi_graph_update_state *u = net->update;
    if (u->flood.is_under_way) {
        wendi_graph_flood_unit(&u->flood, net, steps);
        return WEND_OK;
    }
    if (u->at == u->count) {
        wendi_graph_rates_update(net);
        *steps += CHECK_STEPS;
        u->phase = PHASE_END;
        return WEND_OK;
    }
    const wendi_graph_change change = u->changes[u->at];
    wendi_graph_edit edit = {0};
    const wend_result result =
        change.is_node
            ? wendi_graph_repair_node(net, space->graph, change.number, &space->allocator, &edit)
            : wendi_graph_repair_edge(net, space->graph, change.number, &space->allocator, &edit);
    *steps += edit.steps;
    if (edit.is_new_layout) {
        count_layout(space);
    }
    if (result == WEND_ERROR_FULL) {
        ask_for_layout(space);
        return WEND_OK;
    }
    if (result != WEND_OK) {
        return result;
    }
    ++u->at;
    if (edit.is_closed) {
        *steps += CHECK_STEPS;
        check_components(space, &edit);
    }
    if (wendi_graph_is_one_way(net) != (net->one_way_count > 0)) {
        ask_for_layout(space); /* the last one-way edge went */
    }
    return WEND_OK;
}

static wend_result do_unit(wend_space *space, uint64_t *steps)
{
    wendi_graph_update_state *u = space->net->update;
    *steps += 1;
    switch (u->phase) {
    case PHASE_LAYOUT:
        if (!wendi_graph_layout_begin(&u->build, space->net, space->graph, &space->allocator)) {
            return WEND_ERROR_MEMORY;
        }
        u->phase = PHASE_BUILD;
        return WEND_OK;
    case PHASE_BUILD:
        return build(space, steps);
    default:
        return repair(space, steps);
    }
}

/* ---- the whole ---- */

wend_result wendi_space_graph_update_some(wend_space *space, wend_budget *budget, uint64_t *steps)
{
    wendi_graph_update_state *u = space->net->update;
    if (u->phase == PHASE_NONE && space->revision != wend_graph_revision(space->graph)) {
        begin(space);
    }
    wend_result result = u->phase != PHASE_NONE ? note_edits(space) : WEND_OK;
    bool goes_on = result == WEND_OK && u->phase != PHASE_NONE && u->phase != PHASE_END;
    while (goes_on) {
        uint64_t done = 0;
        result = do_unit(space, &done);
        wendi_budget_spend(budget, done);
        *steps += done;
        goes_on = result == WEND_OK && u->phase != PHASE_END &&
                  (u->restarts > RESTARTS_MOST || wendi_budget_grant(budget, 1) > 0);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (u->phase != PHASE_NONE && u->phase != PHASE_END) {
        return WEND_IN_PROGRESS;
    }
    wendi_graph_reachability_update(space->net, budget, steps);
    if (u->phase == PHASE_END) {
        u->phase = PHASE_NONE;
        space->revision = u->listed;
    }
    return WEND_OK;
}

wend_result wendi_space_graph_update(wend_space *space)
{
    uint64_t steps = 0;
    return wendi_space_graph_update_some(space, NULL, &steps);
}
