/* The objects of a pathfinder that is given a world instead of a space: for a level first the
 * world, then clearance and islands, then the space.
 * Cost: that of the builders; an update takes the updates of the spaces, and for a level that grew
 * a complete rebuild. */
#include "route/pathfinder/layout.h"

#include "base/core/budget.h"
#include "base/core/message.h"
#include "base/math/floating_point.h"
#include "wend/clearance.h"
#include "wend/graph.h"
#include "wend/graph_overlay.h"
#include "wend/islands.h"
#include "wend/level.h"
#include "wend/walls.h"

#include <string.h>

/* ---- is the definition sound ---- */

static wend_result refuse_field(const wend_pathfinder_def *def, const char *field,
                                const char *worlds)
{
    return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                      "wend_pathfinder_create: %s is set, which is for %s: leave it unset", field,
                      worlds);
}

static bool is_graph_kind(wend_level_world kind)
{
    return kind == WEND_LEVEL_VISIBILITY || kind == WEND_LEVEL_FLOOD || kind == WEND_LEVEL_EXPANDED;
}

/* The kind of world that is searched, and laid out here. */
typedef struct laid_kinds {
    bool is_grid, is_graph, is_mesh;
} laid_kinds;

static laid_kinds kinds_of(const wend_pathfinder_def *def)
{
    const bool is_level = def->level != NULL;
    return (laid_kinds){def->grid != NULL || (is_level && def->level_world == WEND_LEVEL_GRID),
                        def->graph != NULL || (is_level && is_graph_kind(def->level_world)),
                        def->mesh != NULL || (is_level && def->level_world == WEND_LEVEL_MESH)};
}

static wend_result check_agent(const wend_pathfinder_def *def)
{
    const laid_kinds kinds = kinds_of(def);
    if (!kinds.is_grid && def->has_jump_table) {
        return refuse_field(def, "has_jump_table", "grids");
    }
    if (def->has_index && (kinds.is_mesh || def->mesh_space != NULL)) {
        return refuse_field(def, "has_index", "grids and graphs");
    }
    if (def->grid == NULL && def->movement_class != 0) {
        return refuse_field(def, "movement_class", "grid");
    }
    if (def->grid == NULL && def->team != WEND_TEAM_NONE) {
        return refuse_field(def, "team", "grid");
    }
    if (def->grid == NULL && def->size != 1) {
        return refuse_field(def, "size", "grid");
    }
    if (!kinds.is_graph && !kinds.is_mesh &&
        (def->flags_required != 0 || def->flags_refused != 0)) {
        return refuse_field(def, def->flags_required != 0 ? "flags_required" : "flags_refused",
                            "graphs and meshes");
    }
    if (!kinds.is_graph && (def->behaviour_factors != NULL || def->behaviour_count != 0)) {
        return refuse_field(
            def, def->behaviour_factors != NULL ? "behaviour_factors" : "behaviour_count",
            "graphs");
    }
    if (!kinds.is_mesh && (def->area_factors != NULL || def->has_islands)) {
        return refuse_field(def, def->area_factors != NULL ? "area_factors" : "has_islands",
                            "meshes");
    }
    return WEND_OK;
}

static wend_result check_level(const wend_pathfinder_def *def)
{
    static const char function[] = "wend_pathfinder_create";
    if ((unsigned)def->level_world > WEND_LEVEL_EXPANDED) {
        return wendi_refuse(def->message, function, "level_world", (double)def->level_world, 0,
                            WEND_LEVEL_EXPANDED);
    }
    if (!(def->cell_size >= 0 && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, function, "cell_size", def->cell_size, 0,
                            WEND_COORDINATE_MAX);
    }
    if (!(def->spacing >= 0 && def->spacing <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(def->message, function, "spacing", def->spacing, 0,
                            WEND_COORDINATE_MAX);
    }
    if ((unsigned)def->corners > WEND_CORNERS_MITRED) {
        return wendi_refuse(def->message, function, "corners", (double)def->corners, 0,
                            WEND_CORNERS_MITRED);
    }
    if (def->level == NULL) {
        return def->level_world != WEND_LEVEL_MESH  ? refuse_field(def, "level_world", "level")
               : def->cell_size > 0                 ? refuse_field(def, "cell_size", "level")
               : def->spacing > 0                   ? refuse_field(def, "spacing", "level")
               : def->corners != WEND_CORNERS_ROUND ? refuse_field(def, "corners", "level")
                                                    : WEND_OK;
    }
    if (def->walls != NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "wend_pathfinder_create: walls is set, but a level has its own: leave "
                          "it unset");
    }
    return WEND_OK;
}

wend_result wendi_pathfinder_layout_check(const wend_pathfinder_def *def)
{
    const wend_result result = check_level(def);
    return result == WEND_OK ? check_agent(def) : result;
}

/* ---- worlds of levels ---- */

static void list_sizes(const wend_level *level, size_t sizes[WENDI_LEVEL_SIZES])
{
    sizes[0] = wend_level_region_count(level);
    sizes[1] = wend_level_line_count(level);
    sizes[2] = wend_level_item_count(level);
    sizes[3] = wend_level_teleport_count(level);
}

/* Half the radius, so that the rounding of walls to cells closes few passages; no more than 4096 of
 * them side by side. For a point a 256th of the longer side. */
static double cell_size_of(const wend_pathfinder_def *def)
{
    wend_vec2 low = {0, 0};
    wend_vec2 high = {0, 0};
    if (def->cell_size > 0) {
        return def->cell_size;
    }
    (void)wend_level_bounds(def->level, &low, &high);
    const double width = high.x - low.x;
    const double height = high.y - low.y;
    const double longer = width > height ? width : height;
    if (!(def->radius > 0)) {
        return longer > 0 ? longer / 256 : 1;
    }
    return def->radius / 2 > longer / 4096 ? def->radius / 2 : longer / 4096;
}

/* Cells so far from walls that all steps between them keep the radius. */
static wend_result build_grid(const wend_pathfinder_def *def, wendi_pathfinder_layout *layout,
                              wend_message *message)
{
    wend_level_grid_def how = wend_level_grid_def_default();
    how.cell_size = cell_size_of(def);
    how.radius = def->radius > 0 ? def->radius + 0.75 * how.cell_size : 0;
    how.allocator = def->allocator;
    how.message = message;
    return wend_level_build_grid(def->level, &how, &layout->grid);
}

static wend_result build_graph(const wend_pathfinder_def *def, wendi_pathfinder_layout *layout,
                               wend_message *message)
{
    wend_graph_build_def how = wend_graph_build_def_default();
    how.radius = def->radius;
    how.stops = def->stops;
    how.spacing = def->spacing;
    how.corners = def->corners;
    how.executor = def->executor;
    how.allocator = def->allocator;
    how.message = message;
    const wend_graph_method method = def->level_world == WEND_LEVEL_VISIBILITY
                                         ? WEND_GRAPH_VISIBILITY
                                     : def->level_world == WEND_LEVEL_FLOOD ? WEND_GRAPH_FLOOD
                                                                            : WEND_GRAPH_EXPANDED;
    return wend_level_build_graph(def->level, method, &how, &layout->graph);
}

static wend_result build_mesh(const wend_pathfinder_def *def, wendi_pathfinder_layout *layout,
                              wend_message *message)
{
    wend_level_mesh_def how = wend_level_mesh_def_default();
    how.allocator = def->allocator;
    how.message = message;
    return wend_level_build_mesh(def->level, &how, &layout->mesh, NULL);
}

static wend_result build_level(const wend_pathfinder_def *def, wendi_pathfinder_layout *layout,
                               wend_message *message)
{
    list_sizes(def->level, layout->level_sizes);
    if (def->level_world == WEND_LEVEL_MESH) {
        return build_mesh(def, layout, message);
    }
    const wend_result result = wend_level_build_walls(def->level, &def->allocator, &layout->walls);
    if (result != WEND_OK) {
        return result;
    }
    return def->level_world == WEND_LEVEL_GRID ? build_grid(def, layout, message)
                                               : build_graph(def, layout, message);
}

/* ---- spaces ---- */

/* The clearance for an agent with a size, which its islands and its space share. */
static wend_result make_clearance(const wend_pathfinder_def *def, bool is_deferred,
                                  wendi_pathfinder_layout *layout, wend_message *message)
{
    wend_grid_info info;
    wend_grid_get_info(def->grid, &info);
    const double cells = def->radius / info.cell_size;
    const double max_cells = WEND_CLEARANCE_MAX;
    if (!(cells <= max_cells)) {
        return wendi_refuse(message, "wend_pathfinder_create", "radius", def->radius, 0,
                            max_cells * info.cell_size);
    }
    if (def->size < 1 || def->size > WEND_CLEARANCE_MAX) {
        return wendi_refuse(message, "wend_pathfinder_create", "size", (double)def->size, 1,
                            WEND_CLEARANCE_MAX);
    }
    const int32_t whole = (int32_t)cells + 1;
    const int32_t most = whole > def->size ? whole : def->size;
    wend_clearance_def made = wend_clearance_def_default();
    made.grid = def->grid;
    made.movement_class = def->movement_class;
    made.team = def->team;
    made.max_clearance = most > WEND_CLEARANCE_MAX ? WEND_CLEARANCE_MAX : most;
    made.is_deferred = is_deferred;
    made.allocator = def->allocator;
    made.message = message;
    return wend_clearance_create(&made, &layout->clearance);
}

static wend_result make_islands(const wend_pathfinder_def *def, bool is_deferred,
                                wendi_pathfinder_layout *layout, wend_message *message)
{
    wend_islands_def made = wend_islands_def_default();
    made.grid = def->grid;
    made.movement_class = def->movement_class;
    made.team = def->team;
    made.clearance = layout->clearance;
    made.size = def->size;
    made.radius = def->radius;
    made.is_deferred = is_deferred;
    made.allocator = def->allocator;
    made.message = message;
    return wend_islands_create(&made, &layout->islands);
}

/* @param def one of a grid, whose radius is that of the space: cells of levels keep it already. */
static wend_result lay_out_grid(const wend_pathfinder_def *def, bool is_deferred,
                                wendi_pathfinder_layout *layout, wend_message *message)
{
    wend_result result = WEND_OK;
    if (def->size != 1 || def->radius > 0) {
        result = make_clearance(def, is_deferred, layout, message);
    }
    result = result == WEND_OK ? make_islands(def, is_deferred, layout, message) : result;
    if (result != WEND_OK) {
        return result;
    }
    wend_space_def made = wend_space_def_default();
    made.grid = def->grid;
    made.movement_class = def->movement_class;
    made.team = def->team;
    made.size = def->size;
    made.radius = def->radius;
    made.overlay_layers = def->overlay_layers;
    made.clearance = layout->clearance;
    made.islands = layout->islands;
    made.has_jump_table = def->has_jump_table;
    made.executor = def->executor;
    made.is_deferred = is_deferred;
    made.allocator = def->allocator;
    made.message = message;
    return wend_space_create(&made, &layout->space);
}

static wend_result lay_out_graph(const wend_pathfinder_def *def, const wend_graph *graph,
                                 bool is_deferred, wendi_pathfinder_layout *layout,
                                 wend_message *message)
{
    wend_space_def made = wend_space_def_default();
    made.graph = graph;
    made.flags_required = def->flags_required;
    made.flags_refused = def->flags_refused;
    made.overlay_layers = def->overlay_layers;
    made.behaviour_factors = def->behaviour_factors;
    made.behaviour_count = def->behaviour_count;
    made.is_deferred = is_deferred;
    made.allocator = def->allocator;
    made.message = message;
    return wend_space_create(&made, &layout->space);
}

static wend_result lay_out_mesh(const wend_pathfinder_def *def, const wend_mesh *mesh,
                                bool is_deferred, wendi_pathfinder_layout *layout,
                                wend_message *message)
{
    wend_mesh_space_def made = wend_mesh_space_def_default();
    made.mesh = mesh;
    made.flags_required = def->flags_required;
    made.flags_refused = def->flags_refused;
    made.factors = def->area_factors;
    made.overlay_layers = def->overlay_layers;
    made.has_islands = def->has_islands;
    made.is_deferred = is_deferred;
    made.allocator = def->allocator;
    made.message = message;
    return wend_mesh_space_create(&made, &layout->mesh_space);
}

static wend_result lay_out(const wend_pathfinder_def *def, bool is_deferred,
                           wendi_pathfinder_layout *layout, wend_message *message)
{
    const wend_result result = def->level == NULL ? WEND_OK : build_level(def, layout, message);
    if (result != WEND_OK) {
        return result;
    }
    const wend_graph *graph = layout->graph != NULL ? layout->graph : def->graph;
    const wend_mesh *mesh = layout->mesh != NULL ? layout->mesh : def->mesh;
    if (graph != NULL) {
        return lay_out_graph(def, graph, is_deferred, layout, message);
    }
    if (mesh != NULL) {
        return lay_out_mesh(def, mesh, is_deferred, layout, message);
    }
    wend_pathfinder_def of_cells = *def;
    if (layout->grid != NULL) {
        of_cells.grid = layout->grid;
        of_cells.radius = 0;
    }
    return lay_out_grid(&of_cells, is_deferred, layout, message);
}

/* ---- the whole ---- */

bool wendi_pathfinder_lays_out(const wend_pathfinder_def *def)
{
    return def->grid != NULL || def->graph != NULL || def->mesh != NULL || def->level != NULL;
}

wend_result wendi_pathfinder_layout_create(const wend_pathfinder_def *def, bool is_deferred,
                                           wendi_pathfinder_layout *layout, wend_message *message)
{
    memset(layout, 0, sizeof *layout);
    wend_result result = lay_out(def, is_deferred, layout, message);
    if (result == WEND_OK && !is_deferred) {
        result =
            wendi_pathfinder_layout_begin_behind(def, layout->space, layout->mesh_space, layout);
    }
    if (result != WEND_OK) {
        wendi_pathfinder_layout_destroy(layout);
    }
    return result;
}

wend_result wendi_pathfinder_layout_begin_behind(const wend_pathfinder_def *def,
                                                 const wend_space *space,
                                                 const wend_mesh_space *mesh_space,
                                                 wendi_pathfinder_layout *layout)
{
    if (def->has_index) {
        layout->index = wendi_pathfinder_index_create(&def->allocator, &def->executor);
        if (layout->index == NULL) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (!def->has_hierarchy) {
        return WEND_OK;
    }
    wend_hierarchy_def made = wend_hierarchy_def_default();
    made.space = space;
    made.mesh_space = space == NULL ? mesh_space : NULL;
    made.radius = space == NULL ? def->radius : 0;
    made.executor = def->executor;
    made.allocator = def->allocator;
    return wend_hierarchy_create(&made, &layout->hierarchy);
}

wend_result wendi_pathfinder_layout_build_behind(const wendi_pathfinder_layout *layout,
                                                 const wend_space *space, wend_budget *budget)
{
    wend_result result = WEND_OK;
    const uint64_t weights[2] = {WENDI_BEHIND_HIERARCHY, WENDI_BEHIND_INDEX};
    for (int part = 0; part < 2 && result == WEND_OK; part++) {
        if (part == 0 ? layout->hierarchy == NULL : layout->index == NULL) {
            continue;
        }
        wend_budget own = {UINT64_MAX, budget == NULL ? 0 : budget->deadline_ns};
        if (budget != NULL && budget->steps != UINT64_MAX) {
            own.steps = budget->steps / weights[part];
        }
        const uint64_t before = own.steps;
        result = part == 0 ? wend_hierarchy_update(layout->hierarchy, &own)
                           : wendi_pathfinder_index_build(layout->index, space, &own);
        wendi_budget_spend(budget, (before - own.steps) * weights[part]);
    }
    return result;
}

void wendi_pathfinder_layout_destroy(wendi_pathfinder_layout *layout)
{
    wend_hierarchy_destroy(layout->hierarchy);
    wendi_pathfinder_index_destroy(layout->index);
    wend_mesh_space_destroy(layout->mesh_space);
    wend_space_destroy(layout->space);
    wend_islands_destroy(layout->islands);
    wend_clearance_destroy(layout->clearance);
    wend_mesh_destroy(layout->mesh);
    wend_graph_destroy(layout->graph);
    wend_grid_destroy(layout->grid);
    wend_walls_destroy(layout->walls);
    memset(layout, 0, sizeof *layout);
}

bool wendi_pathfinder_layout_is_level_fresh(const wend_pathfinder_def *def,
                                            const wendi_pathfinder_layout *layout)
{
    size_t sizes[WENDI_LEVEL_SIZES];
    if (def->level == NULL) {
        return true;
    }
    list_sizes(def->level, sizes);
    return memcmp(sizes, layout->level_sizes, sizeof sizes) == 0;
}

wend_result wendi_pathfinder_layout_update(wendi_pathfinder_layout *layout)
{
    return layout->mesh_space != NULL ? wend_mesh_space_update(layout->mesh_space)
                                      : wend_space_update(layout->space);
}
