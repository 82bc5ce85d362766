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
static bool add_arcs_of_node(wendi_contraction *c, const wendi_space_graph *net, uint32_t node)
{
    for (uint32_t k = net->out.spans[node].first; k < net->out.spans[node].end; ++k) {
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
    return true;
}

/* All arcs of a grid are of "edge" 0. */
static bool add_arc(void *context, uint32_t from, uint32_t to, uint64_t cost)
{
    wendi_contraction *c = context;
    return from == to || (wendi_contraction_add_arc(c, from, to, cost, 0) &&
                          (!c->is_symmetric || wendi_contraction_add_arc(c, to, from, cost, 0)));
}

/* Makes the contraction once its nodes are known. @return false: no memory. */
static bool create_contraction(wend_index *index, bool is_symmetric)
{
    if (!wendi_contraction_create(&index->contraction, index->node_count, is_symmetric,
                                  &index->allocator)) {
        wendi_contraction_destroy(&index->contraction);
        return false;
    }
    index->phase = WENDI_INDEX_ARCS;
    return true;
}

static wend_result list_states(wend_index *index, const wend_space *space, uint64_t *steps)
{
    const wendi_jump_ground ground = wendi_index_ground(space);
    const wend_result result =
        wendi_jump_listing_run(&index->listing, &index->states, &ground, &index->allocator, steps);
    if (result != WEND_OK) {
        return result;
    }
    index->node_count = index->states.state_count;
    return create_contraction(index, index->states.is_by_cell) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Adding an arc a second time changes nothing, so a node whose arcs were not all added is begun
 * again. */
static wend_result list_arcs(wend_index *index, const wend_space *space, uint64_t *steps)
{
    wendi_contraction *c = &index->contraction;
    const wendi_jump_ground ground = wendi_index_ground(space);
    const uint32_t count = index->is_grid ? index->states.cell_count : index->node_count;
    for (; index->listed < count; ++index->listed) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const bool has_memory = index->is_grid
                                    ? wendi_jump_states_arcs(&index->states, &ground, index->listed,
                                                             &index->scratch, add_arc, c)
                                    : add_arcs_of_node(c, space->net, index->listed);
        if (!has_memory) {
            return WEND_ERROR_MEMORY;
        }
        *steps -= index->is_grid && *steps > 1 ? 2 : 1;
    }
    wendi_array_u64_free(&index->scratch);
    index->phase = WENDI_INDEX_CONTRACTION;
    return WEND_OK;
}

/* Lists what the contraction begins with. */
static wend_result list_slice(wend_index *index, const wend_space *space, uint64_t *steps)
{
    wend_result result = WEND_OK;
    if (index->phase == WENDI_INDEX_STATES) {
        result = list_states(index, space, steps);
    }
    if (result == WEND_OK && index->phase == WENDI_INDEX_ARCS) {
        result = list_arcs(index, space, steps);
    }
    return result;
}

static wend_index *create(const wend_index_def *def)
{
    wend_index *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    made->allocator = def->allocator;
    made->executor = def->executor;
    made->max_steps = def->max_steps;
    made->max_bytes = def->max_bytes;
    wendi_array_u64_init(&made->scratch, &made->allocator);
    const wend_space *space = def->space;
    made->is_grid = space->net == NULL;
    if (made->is_grid) {
        const wendi_jump_ground ground = wendi_index_ground(space);
        made->hash = space->jump.hash;
        made->edge_count = 1;
        wendi_jump_listing_begin(&made->listing, &made->states, &ground, space->cost_min);
        return made;
    }
    made->hash = space->net->hash;
    made->node_count = space->net->node_count;
    made->edge_count = space->net->edge_count;
    if (!create_contraction(made, !wendi_graph_is_one_way(space->net))) {
        wend_index_destroy(made);
        return NULL;
    }
    return made;
}

static wend_result create_as(const wend_index_def *def, bool is_listed, wend_index **index)
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
    uint64_t unlimited = UINT64_MAX;
    wend_index *made = create(def);
    if (made == NULL || (is_listed && list_slice(made, def->space, &unlimited) != WEND_OK)) {
        wend_index_destroy(made);
        return wendi_fail(def->message, WEND_ERROR_MEMORY,
                          "wend_index_create: out of memory for %lu nodes",
                          (unsigned long)def->space->node_count);
    }
    *index = made;
    return WEND_OK;
}

wend_result wend_index_create(const wend_index_def *def, wend_index **index)
{
    return create_as(def, true, index);
}

wend_result wendi_index_create_empty(const wend_index_def *def, wend_index **index)
{
    return create_as(def, false, index);
}

void wend_index_destroy(wend_index *index)
{
    if (index == NULL) {
        return;
    }
    const wend_allocator a = index->allocator;
    wendi_array_u64_free(&index->scratch);
    wendi_contraction_destroy(&index->contraction);
    wendi_hierarchy_layout_destroy(&index->layout, &a);
    wendi_hierarchy_destroy(&index->hierarchy, &a);
    wendi_hub_label_build_destroy(&index->label_build, &index->labels, &a);
    wendi_hub_labels_destroy(&index->labels, &a);
    wendi_jump_states_destroy(&index->states, &a);
    wendi_free(&a, index, sizeof *index);
}

const char *wend_index_error(const wend_index *index)
{
    return index == NULL ? "" : index->error.text;
}

/* ---- building ---- */

/* What is compared only grows, so that the outcome depends on the world alone, not on slices. */
static bool is_within_limits(const wend_index *index)
{
    const wendi_contraction *c = &index->contraction;
    const uint64_t steps = c->work / WENDI_CONTRACTION_RELAXATIONS;
    const uint64_t bytes = index->is_built ? wend_index_memory_bytes(index)
                                           : c->kept_count * sizeof(wendi_hierarchy_arc);
    return (index->max_steps == 0 || steps <= index->max_steps) &&
           (index->max_bytes == 0 || bytes <= index->max_bytes);
}

static wend_result contract(wend_index *index, uint64_t *steps)
{
    enum { STEPS_PER_CHECK = 4096 };
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS && *steps > 0) {
        const uint64_t granted = *steps < STEPS_PER_CHECK ? *steps : STEPS_PER_CHECK;
        uint64_t left = granted;
        result = wendi_contraction_run(&index->contraction, &index->executor, &left);
        *steps -= *steps == UINT64_MAX ? 0 : granted - left;
        if (!is_within_limits(index)) {
            index->is_refused = true;
            return WEND_ERROR_FULL;
        }
    }
    index->phase = result == WEND_OK ? WENDI_INDEX_LAYOUT : index->phase;
    return result;
}

/* Labels may take what the rest of the index leaves; without a limit as much as those that are built
 * behind. */
static size_t most_label_bytes(const wend_index *index)
{
    enum { BYTES_PER_CELL = 200, CELLS_MORE = 65536 };
    const wendi_jump_states *s = &index->states;
    const uint64_t by_cells = BYTES_PER_CELL * ((uint64_t)s->rows * s->columns + CELLS_MORE);
    const uint64_t most = index->max_bytes != 0 ? index->max_bytes : by_cells;
    const uint64_t others =
        sizeof *index + wendi_jump_states_bytes(s) + wendi_hierarchy_bytes(&index->hierarchy);
    const uint64_t left = most > others ? most - others : 0;
    return left < SIZE_MAX ? (size_t)left : SIZE_MAX;
}

wend_result wendi_index_label(wend_index *index, uint64_t *steps)
{
    index->label_build.most_bytes = most_label_bytes(index);
    return wendi_hub_label_build_run(&index->label_build, &index->labels, &index->states,
                                     &index->hierarchy, &index->executor, &index->allocator, steps);
}

/* The last of the hierarchy. @return WEND_OK, WEND_ERROR_FULL, WEND_ERROR_MEMORY (call again). */
static wend_result end_hierarchy(wend_index *index)
{
    if (index->is_grid && !wendi_hierarchy_place(&index->hierarchy, index->states.places,
                                                 index->states.factor, &index->allocator)) {
        wendi_hierarchy_destroy(&index->hierarchy, &index->allocator);
        return WEND_ERROR_MEMORY; /* it is laid out again */
    }
    index->is_built = true;
    const bool is_allowed = is_within_limits(index);
    index->is_built = false;
    if (!is_allowed) {
        wendi_hierarchy_destroy(&index->hierarchy, &index->allocator);
        index->is_refused = true;
        return WEND_ERROR_FULL;
    }
    wendi_contraction_destroy(&index->contraction);
    index->phase = WENDI_INDEX_LABELS;
    return WEND_OK;
}

/* What is being built, and the space that it is built from, or NULL once it is listed. */
typedef struct index_build {
    wend_index *index;
    const wend_space *space;
} index_build;

static wend_result build_slice(void *context, uint64_t *steps)
{
    const index_build *build = context;
    wend_index *index = build->index;
    wend_result result = list_slice(index, build->space, steps);
    if (result == WEND_OK && index->phase == WENDI_INDEX_CONTRACTION) {
        result = contract(index, steps);
    }
    if (result == WEND_OK && index->phase == WENDI_INDEX_LAYOUT) {
        result =
            wendi_hierarchy_lay_out(&index->layout, &index->hierarchy, &index->contraction, steps);
    }
    if (result == WEND_OK && index->phase == WENDI_INDEX_LAYOUT) {
        result = end_hierarchy(index);
    }
    if (result == WEND_OK && index->is_grid) {
        result = wendi_index_label(index, steps);
    }
    if (result == WEND_OK) {
        index->is_built = true;
        index->phase = WENDI_INDEX_DONE;
    }
    return result;
}

wend_result wendi_index_build(wend_index *index, const wend_space *space, wend_budget *budget)
{
    index_build build = {index, space};
    const wend_result result = index->is_built     ? WEND_OK
                               : index->is_refused ? WEND_ERROR_FULL
                                                   : wendi_budget_run(budget, build_slice, &build);
    return result == WEND_ERROR_FULL
               ? wendi_fail(&index->error, result,
                            "wend_index_build: the index would need more than max_steps or "
                            "max_bytes: this world has too few important nodes for one")
               : wendi_fail_plain(&index->error, "wend_index_build", result);
}

wend_result wend_index_build(wend_index *index, wend_budget *budget)
{
    return index == NULL ? WEND_ERROR_ARGUMENT : wendi_index_build(index, NULL, budget);
}

/* ---- queries ---- */

/* On a grid without labels a query on the hierarchy looks around both ends first, which takes longer
 * than a whole search with the jump table where jump points are rare. */
bool wendi_index_pays(const wend_index *index)
{
    enum { CELLS_PER_JUMP_POINT = 64 };
    const wendi_jump_states *s = &index->states;
    return !index->is_grid || index->labels.kind != WENDI_HUB_LABELS_NONE ||
           (uint64_t)CELLS_PER_JUMP_POINT * s->cell_count >= (uint64_t)s->rows * s->columns;
}

bool wendi_index_fits_space(const wend_index *index, const wend_space *space)
{
    if (index->is_grid) {
        const wendi_jump_states *states = &index->states;
        const wendi_jump_map *map = &space->jump;
        return space->has_jump_map && space->is_uniform && map->hash == index->hash &&
               map->rows == states->rows && map->columns == states->columns &&
               map->rule == (wend_corner_rule)states->rule && space->cost_min == states->factor;
    }
    return space->net != NULL && space->net->node_count == index->node_count &&
           space->net->hash == index->hash;
}

bool wendi_index_fits(const wend_index *index, const wend_space *space)
{
    const uint64_t revision =
        space->net != NULL ? wend_graph_revision(space->graph) : wend_grid_revision(space->grid);
    return space->revision == revision && wendi_index_fits_space(index, space);
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
           (index->is_built || index->phase >= WENDI_INDEX_LABELS
                ? wendi_hierarchy_bytes(&index->hierarchy) +
                      wendi_hub_labels_bytes(&index->labels) +
                      wendi_hub_label_build_bytes(&index->label_build, &index->labels)
                : wendi_contraction_bytes(&index->contraction) +
                      2 * (size_t)index->layout.longest * sizeof(wendi_sort_pair));
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
    info->done_count = index->phase >= WENDI_INDEX_LABELS || index->is_built
                           ? index->node_count
                           : (uint32_t)index->contraction.order.count;
    info->memory_bytes = wend_index_memory_bytes(index);
    info->label_bytes =
        index->labels.kind != WENDI_HUB_LABELS_NONE ? wendi_hub_labels_bytes(&index->labels) : 0;
    info->core_count = h->core_count;
    for (uint32_t side = 0; index->is_built && side < (h->is_symmetric ? 1u : 2u); ++side) {
        info->arc_count += h->arcs[side].count;
        info->shortcut_count += count_shortcuts(&h->arcs[side]);
    }
}
