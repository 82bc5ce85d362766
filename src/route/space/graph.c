/* The space of a graph for one agent's flags and behaviour factors: edges as arcs by node,
 * repaired after edits.
 * Cost: 44 bytes an arc at most, 60 a node; see graph_update.c for what repairs take. */
#include "route/space/graph.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "route/space/space.h"
#include "wend/graph.h"

#include <string.h>

static const double factor_least = 1.0 / 256;
static const double factor_most = 65536;

static bool has_grid_fields(const wend_space_def *def)
{
    return def->movement_class != 0 || def->team != WEND_TEAM_NONE || def->size != 1 ||
           !(def->radius <= 0.0) || def->clearance != NULL || def->islands != NULL ||
           def->has_jump_table;
}

static wend_result check(const wend_space_def *def)
{
    if (has_grid_fields(def)) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_space_create: movement_class, team, size, radius, clearance, islands "
            "and has_jump_table are for grids, not for graphs: leave them unset");
    }
    if (def->behaviour_factors == NULL && def->behaviour_count > 0) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_space_create: behaviour_factors is NULL, but behaviour_count is %zu",
            def->behaviour_count);
    }
    for (size_t k = 0; k < def->behaviour_count; ++k) {
        const double factor = def->behaviour_factors[k];
        const bool is_never = factor > factor_most && !wendi_is_finite(factor);
        if (!is_never && !(factor >= factor_least && factor <= factor_most)) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "wend_space_create: behaviour_factors[%zu] is %s, and must be from "
                              "1/256 to 65536, or infinite",
                              k, wendi_format_number(factor).text);
        }
    }
    return WEND_OK;
}

static bool copy_factors(wendi_space_graph *net, const wend_space_def *def)
{
    if (def->behaviour_count == 0) {
        return true;
    }
    net->factors =
        wendi_alloc_items_zero(&def->allocator, def->behaviour_count, sizeof net->factors[0]);
    if (net->factors == NULL) {
        return false;
    }
    net->factor_count = def->behaviour_count;
    memcpy(net->factors, def->behaviour_factors, net->factor_count * sizeof net->factors[0]);
    return true;
}

/* Lays the graph out at once. */
static wend_result lay_out(wend_space *space)
{
    wendi_space_graph *net = space->net;
    wendi_graph_layout_build build;
    uint64_t steps = 0;
    if (!wendi_graph_layout_begin(&build, net, space->graph, &space->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        result = wendi_graph_layout_unit(&build, space->graph, &space->allocator, &steps);
    }
    if (result != WEND_OK) {
        wendi_graph_layout_end(&build, &space->allocator);
        return result;
    }
    build.made.update = net->update;
    *net = build.made;
    space->node_count = net->node_count;
    space->revision = wend_graph_revision(space->graph);
    return WEND_OK;
}

wend_result wendi_space_graph_create(wend_space *space, const wend_space_def *def)
{
    const wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    space->graph = def->graph;
    space->net = wendi_alloc_zero(&def->allocator, sizeof *space->net);
    if (space->net == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wendi_space_graph *net = space->net;
    net->flags_required = def->flags_required;
    net->flags_refused = def->flags_refused;
    net->overlay_layers = def->overlay_layers;
    wendi_graph_reachability_init(net, &def->allocator);
    if (!wendi_space_graph_update_create(space) || !copy_factors(net, def)) {
        return WEND_ERROR_MEMORY;
    }
    return def->is_deferred ? WEND_OK : lay_out(space);
}

void wendi_space_graph_destroy(wend_space *space)
{
    wendi_space_graph *net = space->net;
    if (net == NULL) {
        return;
    }
    wendi_space_graph_update_free(space);
    wendi_graph_layout_free(net, &space->allocator);
    wendi_free(&space->allocator, net->factors, net->factor_count * sizeof net->factors[0]);
    wendi_free(&space->allocator, net, sizeof *net);
    space->net = NULL;
}

size_t wendi_space_graph_bytes(const wendi_space_graph *net)
{
    return sizeof *net + net->factor_count * sizeof net->factors[0] +
           wendi_graph_layout_bytes(net) + wendi_space_graph_update_bytes(net);
}
