/* Pathfinders over every world on an allocator that fails at every call in turn: nothing leaks, and
 * paths are as before after a failure. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/graph.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <string.h>

enum { GRID, GRAPH, MESH, WORLDS };

typedef struct worlds {
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_space *spaces[WORLDS];
    wend_mesh_space *mesh_space;
    wend_vec3 from, to;
    int world;
    bool is_indexed;
} worlds;

static worlds worlds_of(void)
{
    worlds w;
    memset(&w, 0, sizeof w);
    w.level = ways_level_random(5);
    assert_non_null(w.level);
    assert_int_equal(wend_level_build_walls(w.level, NULL, &w.walls), WEND_OK);
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    grid_def.cell_size = 0.5;
    assert_int_equal(wend_level_build_grid(w.level, &grid_def, &w.grid), WEND_OK);
    const wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    assert_int_equal(wend_level_build_mesh(w.level, &mesh_def, &w.mesh, NULL), WEND_OK);
    wend_graph_build_def graph_def = wend_graph_build_def_default();
    graph_def.radius = 0.3;
    assert_int_equal(wend_graph_build_expanded(w.walls, &graph_def, &w.graph), WEND_OK);
    wend_space_def def = wend_space_def_default();
    def.grid = w.grid;
    w.spaces[GRID] = spaces_make(def);
    def.grid = NULL;
    def.graph = w.graph;
    w.spaces[GRAPH] = spaces_make(def);
    w.mesh_space = mesh_spaces_on(w.mesh);
    w.from = (wend_vec3){0.7, 9, 0};
    w.to = (wend_vec3){17.3, 9.1, 0};
    return w;
}

static void worlds_free(worlds *w)
{
    wend_space_destroy(w->spaces[GRID]);
    wend_space_destroy(w->spaces[GRAPH]);
    wend_mesh_space_destroy(w->mesh_space);
    wend_mesh_destroy(w->mesh);
    wend_graph_destroy(w->graph);
    wend_grid_destroy(w->grid);
    wend_walls_destroy(w->walls);
    wend_level_destroy(w->level);
}

/* A path that must stay as it was when something fails. */
typedef struct snapshot {
    size_t count;
    wend_cost cost;
} snapshot;

static snapshot snapshot_of(const wend_path *path)
{
    const snapshot s = {wend_path_leg_count(path), wend_path_cost(path)};
    return s;
}

static wend_result keep(wend_result result, const wend_path *path, snapshot before)
{
    if (result < 0) {
        assert_int_equal(wend_path_leg_count(path), before.count);
        assert_true(wend_path_cost(path) == before.cost);
    }
    return result;
}

static wend_result shape(wend_path *path, const worlds *w)
{
    snapshot before = snapshot_of(path);
    wend_path_walls how = wend_path_walls_default();
    how.walls = w->walls;
    how.smoothing = WEND_SMOOTHING_PRECISE;
    wend_result result = keep(wend_path_smooth_walls(path, &how), path, before);
    if (result == WEND_OK && w->world == MESH) {
        before = snapshot_of(path);
        result = keep(wend_path_smooth_mesh(path, w->mesh_space, 0.2, WEND_SMOOTHING_PRECISE), path,
                      before);
    }
    wend_path_rounding rounding = wend_path_rounding_default();
    rounding.turn_radius = 0.5;
    before = snapshot_of(path);
    return result == WEND_OK ? keep(wend_path_round(path, &rounding, NULL), path, before) : result;
}

static wend_result ask(wend_pathfinder *finder, wend_path *path, const worlds *w)
{
    wend_path_query query = wend_path_query_default();
    const wend_vec3 positions[2] = {w->to, {1, 17, 0}};
    query.from = w->from;
    query.to = w->to;
    query.is_searched = true;
    query.mesh_method = WEND_MESH_METHOD_MIDPOINT;
    query.shape = WEND_PATH_SMOOTH_PRECISE;
    wend_result result = wend_pathfinder_find(finder, &query);
    if (result < 0) {
        wend_path_answer answer;
        wend_pathfinder_get_answer(finder, &answer);
        assert_int_equal(answer.node, WEND_NODE_NONE);
        return result;
    }
    result = keep(wend_path_from_pathfinder(path, finder), path, snapshot_of(path));
    if (result == WEND_OK) {
        result = shape(path, w);
    }
    query.goal_kind = WEND_PATH_TO_POSITIONS;
    query.positions = positions;
    query.position_count = 2;
    return result < 0 ? result : wend_pathfinder_find(finder, &query);
}

static wend_result scenario(wend_allocator allocator, void *context)
{
    const worlds *w = context;
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.space = w->world == MESH ? NULL : w->spaces[w->world];
    def.mesh_space = w->world == MESH ? w->mesh_space : NULL;
    def.walls = w->world == MESH ? NULL : w->walls;
    def.has_index = w->is_indexed;
    def.allocator = allocator;
    wend_pathfinder *finder = NULL;
    wend_path *path = NULL;
    wend_result result = wend_pathfinder_create(&def, &finder);
    if (result == WEND_OK && w->is_indexed) {
        wend_budget budget = wend_budget_steps(50);
        result = wend_pathfinder_prepare(finder, &budget);
        result = result == WEND_IN_PROGRESS ? wend_pathfinder_prepare(finder, NULL) : result;
    }
    if (result == WEND_OK) {
        result = wend_path_create(&allocator, &path);
    }
    if (result == WEND_OK) {
        result = ask(finder, path, w);
    }
    wend_path_destroy(path);
    wend_pathfinder_destroy(finder);
    return result;
}

static void ways_without_memory_leak_nothing_and_paths_stay(void **state)
{
    (void)state;
    worlds w = worlds_of();
    for (w.world = 0; w.world < WORLDS; w.world++) {
        assert_true(fault_run(scenario, &w) > 8);
    }
    w.is_indexed = true;
    for (w.world = 0; w.world < MESH; w.world++) {
        assert_true(fault_run(scenario, &w) > 8);
    }
    worlds_free(&w);
}

static void edit(const worlds *w, wend_level *level, bool is_shut)
{
    const wend_vec2 pillar[3] = {{6, 6}, {6.2, 6}, {6.1, 6.2}};
    grids_set(w->grid, 9, 9, is_shut ? 255 : 1);
    assert_int_equal(wend_graph_set_open(w->graph, 3, !is_shut), WEND_OK);
    assert_int_equal(wend_mesh_set_open(w->mesh, 0, !is_shut), WEND_OK);
    if (is_shut) {
        assert_int_equal(wend_level_add_outline(level, pillar, 3, WEND_REGION_NONE, 0), WEND_OK);
    }
}

static wend_result build_behind(const worlds *w, wend_pathfinder *finder)
{
    wend_budget budget = wend_budget_steps(500);
    wend_result result = w->is_indexed ? wend_pathfinder_prepare(finder, &budget) : WEND_OK;
    assert_true(result >= 0 || wend_pathfinder_error(finder)[0] != '\0');
    return result == WEND_IN_PROGRESS ? wend_pathfinder_prepare(finder, NULL) : result;
}

/* A world that is laid out by the pathfinder, edited and queried again, also by a hierarchy. */
static wend_result own_scenario(wend_allocator allocator, void *context)
{
    const worlds *w = context;
    static const double factors[256] = {1, 1};
    const wend_level_item item = {{0.7, 9}, 0, 1, "start", true};
    wend_level *level = ways_level_random(5);
    assert_int_equal(wend_level_add_item(level, &item, NULL), WEND_OK);
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = w->world == 0 ? w->grid : NULL;
    def.graph = w->world == 1 ? w->graph : NULL;
    def.mesh = w->world == 2 ? w->mesh : NULL;
    def.level = w->world >= 3 ? level : NULL;
    def.level_world = w->world >= 3 ? (wend_level_world)(w->world - 3) : WEND_LEVEL_MESH;
    def.behaviour_factors = w->world == 1 ? factors : NULL;
    def.behaviour_count = w->world == 1 ? 2 : 0;
    def.radius = 0.3;
    def.cell_size = w->world == 3 + (int)WEND_LEVEL_GRID ? 0.5 : 0;
    def.spacing = w->world == 3 + (int)WEND_LEVEL_FLOOD ? 1.5 : 0;
    def.has_hierarchy = w->is_indexed;
    def.allocator = allocator;
    wend_pathfinder *pathfinder = NULL;
    wend_path_query query = wend_path_query_default();
    query.from = w->from;
    query.to = w->to;
    query.method = w->is_indexed ? WEND_METHOD_HIERARCHY : WEND_METHOD_BEST;
    wend_result result = wend_pathfinder_create(&def, &pathfinder);
    assert_true((result == WEND_OK) == (pathfinder != NULL));
    result = result == WEND_OK ? build_behind(w, pathfinder) : result;
    result = result == WEND_OK ? wend_pathfinder_find(pathfinder, &query) : result;
    if (result >= 0) {
        edit(w, level, true);
        result = wend_pathfinder_update(pathfinder);
        assert_true(result == WEND_OK ||
                    (result == WEND_ERROR_MEMORY && wend_pathfinder_error(pathfinder)[0] != 0));
        result = result == WEND_OK ? build_behind(w, pathfinder) : result;
        result = result == WEND_OK ? wend_pathfinder_find(pathfinder, &query) : result;
        edit(w, level, false);
    }
    wend_pathfinder_destroy(pathfinder);
    wend_level_destroy(level);
    return result;
}

static void worlds_laid_out_without_memory_leak_nothing(void **state)
{
    (void)state;
    worlds w = worlds_of();
    for (w.world = 0; w.world < 3 + 5; w.world++) {
        assert_true(fault_run(own_scenario, &w) > 8);
    }
    w.is_indexed = true;
    w.world = 2;
    assert_true(fault_run(own_scenario, &w) > 8);
    worlds_free(&w);
}

static wend_result mesh_scenario(wend_allocator allocator, void *context)
{
    const worlds *w = context;
    wend_mesh_search *search = NULL;
    wend_path *path = NULL;
    wend_node polygons[256];
    size_t count;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(w->from.x, w->from.y, 0);
    query.goal = wend_mesh_location_at(w->to.x, w->to.y, 0);
    wend_result result = wend_mesh_search_create(w->mesh_space, &allocator, &search);
    result = result == WEND_OK ? wend_path_create(&allocator, &path) : result;
    result = result == WEND_OK ? wend_mesh_search_find(search, &query) : result;
    if (result == WEND_OK) {
        result = keep(wend_path_from_mesh_search(path, search), path, snapshot_of(path));
    }
    if (result == WEND_OK) {
        result = wend_mesh_search_polygons(search, polygons, 256, &count);
        assert_true(result == WEND_OK ? count > 1 : count == 0);
    }
    wend_path_destroy(path);
    wend_mesh_search_destroy(search);
    return result;
}

static void mesh_paths_without_memory_leak_nothing(void **state)
{
    (void)state;
    worlds w = worlds_of();
    assert_true(fault_run(mesh_scenario, &w) > 4);
    worlds_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_without_memory_leak_nothing_and_paths_stay),
        cmocka_unit_test(mesh_paths_without_memory_leak_nothing),
        cmocka_unit_test(worlds_laid_out_without_memory_leak_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
