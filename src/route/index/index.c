/* Indexes: from the arcs of a graph's space, or the jump points of a grid's, to a hierarchy, in
 * slices.
 * Cost: that of the contraction. */
#include "route/index/index.h"
#include "base/core/budget.h"
#include "wend/graph.h"

#include <string.h>

wend_index_def wend_index_def_default(void)
{
    wend_index_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WENDI_INDEX_COOKIE;
    return def;
}

/* ---- making ---- */

static wend_result check(const wend_index_def *def)
{
    static const char function[] = "wend_index_create";
    if (def == NULL || !wendi_has_cookie(def->cookie, WENDI_INDEX_COOKIE, def->message, function,
                                         "wend_index_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->space == NULL) {
        return wendi_refuse_null(def->message, function, "space");
    }
    const wendi_space_graph *net = def->space->net;
    wend_space_info info;
    wend_space_get_info(def->space, &info);
    if (!info.is_fresh) {
        return wendi_fail(def->message, WEND_ERROR_STALE,
                          "%s: the space is older than its world: call wend_space_update first",
                          function);
    }
    if (net == NULL) {
        return def->space->has_jump_map && def->space->is_uniform
                   ? WEND_OK
                   : wendi_fail(
                         def->message, WEND_ERROR_UNSUPPORTED,
                         "%s: an index of a grid needs 8 neighbours, open cells of one cost, "
                         "and neither links nor a map that wraps: use a search",
                         function);
    }
    if (net->node_count >= WENDI_SHORTCUT || net->edge_count >= WENDI_SHORTCUT) {
        return wendi_fail(def->message, WEND_ERROR_FULL,
                          "%s: the space has 2147483648 nodes or edges, or more", function);
    }
    return WEND_OK;
}

/* An arc of a graph without one-way edges stands in the space twice, and is added once. */
static bool add_arcs(wendi_contraction *c, const wendi_space_graph *net)
{
    for (uint32_t node = 0; node < net->node_count; ++node) {
        for (uint32_t k = net->out.first[node]; k < net->out.first[node + 1]; ++k) {
            const wendi_space_arc *arc = &net->out.items[k];
            const bool is_twin = c->is_symmetric && arc->target < node;
            if (arc->cost == WEND_COST_INFINITE || arc->target == node || is_twin) {
                continue;
            }
            const bool has_memory =
                wendi_contraction_add_arc(c, node, arc->target, arc->cost, arc->edge) &&
                (!c->is_symmetric ||
                 wendi_contraction_add_arc(c, arc->target, node, arc->cost, arc->edge));
            if (!has_memory) {
                return false;
            }
        }
    }
    return true;
}

static bool create_of_graph(wend_index *made, const wendi_space_graph *net)
{
    made->hash = net->hash;
    made->node_count = net->node_count;
    made->edge_count = net->edge_count;
    return wendi_contraction_create(&made->contraction, net->node_count,
                                    !wendi_graph_is_one_way(net), &made->allocator) &&
           add_arcs(&made->contraction, net);
}

/* All arcs of a grid are of "edge" 0. */
static bool add_arc(void *context, uint32_t from, uint32_t to, uint64_t cost)
{
    wendi_contraction *c = context;
    return from == to || (wendi_contraction_add_arc(c, from, to, cost, 0) &&
                          (!c->is_symmetric || wendi_contraction_add_arc(c, to, from, cost, 0)));
}

static bool create_of_grid(wend_index *made, const wend_space *space)
{
    const wendi_jump_ground ground = wendi_index_ground(space);
    wendi_jump_states *states = &made->states;
    made->is_grid = true;
    if (wendi_jump_states_create(states, &ground, space->cost_min, &made->allocator) != WEND_OK) {
        return false;
    }
    made->hash = space->jump.hash;
    made->node_count = states->state_count;
    made->edge_count = 1;
    wendi_array_u64 scratch;
    wendi_array_u64_init(&scratch, &made->allocator);
    bool has_memory = wendi_contraction_create(&made->contraction, states->state_count,
                                               states->is_by_cell, &made->allocator);
    for (uint32_t cell = 0; cell < states->cell_count && has_memory; ++cell) {
        has_memory =
            wendi_jump_states_arcs(states, &ground, cell, &scratch, add_arc, &made->contraction);
    }
    wendi_array_u64_free(&scratch);
    return has_memory;
}

static wend_index *create(const wend_index_def *def)
{
    wend_index *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->allocator = def->allocator;
    made->executor = def->executor;
    const bool is_done = def->space->net != NULL ? create_of_graph(made, def->space->net)
                                                 : create_of_grid(made, def->space);
    if (!is_done) {
        wend_index_destroy(made);
        return NULL;
    }
    return made;
}

wend_result wend_index_create(const wend_index_def *def, wend_index **index)
{
    if (index != NULL) {
        *index = NULL;
    }
    const wend_result result = check(def);
    if (result != WEND_OK || def == NULL) {
        return result;
    }
    if (index == NULL) {
        return wendi_refuse_null(def->message, "wend_index_create", "index");
    }
    wendi_message_clear(def->message);
    wend_index *made = create(def);
    if (made == NULL) {
        return wendi_fail(def->message, WEND_ERROR_MEMORY,
                          "wend_index_create: out of memory for %lu nodes",
                          (unsigned long)def->space->node_count);
    }
    *index = made;
    return WEND_OK;
}

void wend_index_destroy(wend_index *index)
{
    if (index == NULL) {
        return;
    }
    const wend_allocator a = index->allocator;
    wendi_contraction_destroy(&index->contraction);
    wendi_hierarchy_destroy(&index->hierarchy, &a);
    wendi_jump_states_destroy(&index->states, &a);
    wendi_free(&a, index, sizeof *index);
}

const char *wend_index_error(const wend_index *index)
{
    return index == NULL ? "" : index->error.text;
}

/* ---- building ---- */

/* The layout is the last step, so that a budget without steps never does it. */
static wend_result build_slice(void *context, uint64_t *steps)
{
    wend_index *index = context;
    wend_result result = wendi_contraction_run(&index->contraction, &index->executor, steps);
    if (result != WEND_OK) {
        return result;
    }
    if (*steps == 0) {
        return WEND_IN_PROGRESS;
    }
    --*steps;
    result = wendi_hierarchy_lay_out(&index->hierarchy, &index->contraction);
    if (result == WEND_OK) {
        wendi_contraction_destroy(&index->contraction);
        index->is_built = true;
    }
    return result;
}

wend_result wend_index_build(wend_index *index, wend_budget *budget)
{
    if (index == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result =
        index->is_built ? WEND_OK : wendi_budget_run(budget, build_slice, index);
    return wendi_fail_plain(&index->error, "wend_index_build", result);
}

/* ---- queries ---- */

bool wendi_index_fits(const wend_index *index, const wend_space *space)
{
    if (index->is_grid) {
        const wendi_jump_states *states = &index->states;
        const wendi_jump_map *map = &space->jump;
        return space->has_jump_map && space->is_uniform &&
               space->revision == wend_grid_revision(space->grid) && map->hash == index->hash &&
               map->rows == states->rows && map->columns == states->columns &&
               map->rule == (wend_corner_rule)states->rule && space->cost_min == states->factor;
    }
    return space->net != NULL && space->revision == wend_graph_revision(space->graph) &&
           space->net->node_count == index->node_count && space->net->hash == index->hash;
}

bool wend_index_fits(const wend_index *index, const wend_space *space)
{
    return index != NULL && space != NULL && wendi_index_fits(index, space);
}

size_t wend_index_memory_bytes(const wend_index *index)
{
    if (index == NULL) {
        return 0;
    }
    return sizeof *index + (index->is_grid ? wendi_jump_states_bytes(&index->states) : 0) +
           (index->is_built ? wendi_hierarchy_bytes(&index->hierarchy)
                            : wendi_contraction_bytes(&index->contraction));
}

static uint64_t count_shortcuts(const wendi_hierarchy_arcs *arcs)
{
    uint64_t count = 0;
    for (uint32_t k = 0; k < arcs->count; ++k) {
        count += (arcs->items[k].via & WENDI_SHORTCUT) != 0 ? 1 : 0;
    }
    return count;
}

void wend_index_get_info(const wend_index *index, wend_index_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (index == NULL) {
        return;
    }
    const wendi_hierarchy *h = &index->hierarchy;
    info->is_built = index->is_built;
    info->node_count = index->node_count;
    info->done_count =
        index->is_built ? index->node_count : (uint32_t)index->contraction.order.count;
    info->memory_bytes = wend_index_memory_bytes(index);
    info->core_count = h->core_count;
    for (uint32_t side = 0; index->is_built && side < (h->is_symmetric ? 1u : 2u); ++side) {
        info->arc_count += h->arcs[side].count;
        info->shortcut_count += count_shortcuts(&h->arcs[side]);
    }
}
