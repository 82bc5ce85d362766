/* Worlds for planners: grids of noise, and rooms with pillars as everything else. */
#include "support/planner_stage.h"

#include "support/gen.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/graph.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <string.h>

enum { SIDE = 48, QUERIES = 40 };

static const double RADIUS = 0.4;

static bool is_grid(planner_stage_kind kind)
{
    return kind <= STAGE_GRID_COSTS;
}

static bool is_round(planner_stage_kind kind)
{
    return kind == STAGE_GRID_ROUND || kind == STAGE_GRAPH || kind == STAGE_MESH_ROUND ||
           kind == STAGE_LEVEL;
}

static void make_world(planner_stage *s)
{
    if (is_grid(s->kind)) {
        const gen_kind kinds[3] = {GEN_NOISE, GEN_CAVE, GEN_WEIGHTED_NOISE};
        gen_map map = gen_map_make(kinds[s->kind], s->seed, SIDE, SIDE);
        map.neighbours = WEND_NEIGHBOURS_8;
        s->grid = gen_map_grid(&map, NULL);
        gen_map_free(&map);
        assert_non_null(s->grid);
        return;
    }
    s->level = ways_level_random(s->seed);
    assert_non_null(s->level);
    assert_int_equal(wend_level_build_walls(s->level, NULL, &s->walls), WEND_OK);
    if (s->kind == STAGE_GRAPH) {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = RADIUS;
        assert_int_equal(wend_graph_build_expanded(s->walls, &def, &s->graph), WEND_OK);
    } else if (s->kind != STAGE_LEVEL) {
        const wend_level_mesh_def def = wend_level_mesh_def_default();
        assert_int_equal(wend_level_build_mesh(s->level, &def, &s->mesh, NULL), WEND_OK);
    }
}

double planner_stage_radius(const planner_stage *s)
{
    return is_round(s->kind) ? RADIUS : 0;
}

static void make_twin(planner_stage *s)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = s->grid;
    def.graph = s->graph;
    def.mesh = s->mesh;
    def.level = s->kind == STAGE_LEVEL ? s->level : NULL;
    def.walls = s->kind == STAGE_GRAPH ? s->walls : NULL;
    def.radius = is_round(s->kind) ? RADIUS : 0;
    assert_int_equal(wend_pathfinder_create(&def, &s->twin), WEND_OK);
}

static void make_planner(planner_stage *s, const wend_planner_def *given)
{
    wend_planner_def def = given == NULL ? wend_planner_def_default() : *given;
    def.grid = s->grid;
    def.graph = s->graph;
    def.mesh = s->mesh;
    def.level = s->kind == STAGE_LEVEL ? s->level : NULL;
    def.walls = s->kind == STAGE_GRAPH ? s->walls : NULL;
    assert_int_equal(wend_planner_create(&def, &s->planner), WEND_OK);
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.radius = is_round(s->kind) ? RADIUS : 0;
    uint32_t index = 7;
    assert_int_equal(wend_planner_add_profile(s->planner, &profile, &index), WEND_OK);
    assert_int_equal(index, 0);
}

planner_stage planner_stage_make(planner_stage_kind kind, uint64_t seed,
                                 const wend_planner_def *def)
{
    planner_stage s = {.kind = kind, .seed = seed, .turning = wend_turning_default()};
    s.turning.cost = WEND_COST_ONE / 4;
    make_world(&s);
    make_twin(&s);
    make_planner(&s, def);
    assert_int_equal(wend_path_create(NULL, &s.path), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &s.twin_path), WEND_OK);
    return s;
}

void planner_stage_free(planner_stage *s)
{
    wend_planner_destroy(s->planner);
    wend_pathfinder_destroy(s->twin);
    wend_path_destroy(s->path);
    wend_path_destroy(s->twin_path);
    wend_grid_destroy(s->grid);
    wend_graph_destroy(s->graph);
    wend_mesh_destroy(s->mesh);
    wend_walls_destroy(s->walls);
    wend_level_destroy(s->level);
}

static wend_vec3 place(const planner_stage *s, uint64_t id)
{
    const double side =
        is_grid(s->kind) ? (double)SIDE : (double)WAYS_LEVEL_BLOCKS * WAYS_LEVEL_BLOCK;
    if (!is_grid(s->kind)) {
        return ways_level_place(s->walls, s->seed, id, RADIUS);
    }
    return (wend_vec3){side * wend_random_unit(s->seed, id, 1),
                       side * wend_random_unit(s->seed, id, 2), 0};
}

wend_path_query planner_stage_query(const planner_stage *s, uint64_t id)
{
    const uint64_t kind = wend_random_below(s->seed, id, 77, QUERIES); /* so some are equal */
    wend_path_query query = wend_path_query_default();
    query.from = place(s, 2 * kind);
    query.to = place(s, 2 * kind + 1);
    query.shape = (wend_path_shape)(kind % 3);
    query.is_searched = kind % 2 == 0;
    query.mesh_method = kind % 5 == 0 ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_EXACT;
    query.method = kind % 7 == 0 ? WEND_METHOD_ASTAR : WEND_METHOD_BEST;
    if (s->grid != NULL || s->graph != NULL) {
        /* Equal queries but for the seed have different answers. */
        query.noise = kind % 4 == 1 ? 0.5 : 0;
        query.noise_seed = id % 3;
        query.turning = kind % 4 == 3 ? &s->turning : NULL;
        query.shape = query.turning != NULL ? WEND_PATH_AS_FOUND : query.shape;
    }
    return query;
}

wend_planner_request_id planner_stage_add(planner_stage *s, uint64_t id)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id made;
    def.query = planner_stage_query(s, id);
    def.priority = wend_random_below(s->seed, id, 78, 4);
    wend_turning turning = s->turning; /* copied, so it may change */
    def.query.turning = def.query.turning != NULL ? &turning : NULL;
    assert_int_equal(wend_planner_add_request(s->planner, &def, &made), WEND_OK);
    turning.cookie = 0;
    return made;
}

void planner_stage_edit(planner_stage *s)
{
    const uint64_t n = s->edits++;
    const bool opens = wend_random_below(s->seed, n, 90, 2) == 0;
    if (s->grid != NULL) {
        const int32_t x = (int32_t)wend_random_below(s->seed, n, 91, SIDE - 6);
        const int32_t y = (int32_t)wend_random_below(s->seed, n, 92, SIDE - 6);
        const int32_t wide = 1 + (int32_t)wend_random_below(s->seed, n, 93, 6);
        const uint8_t cost = opens ? 1 : WEND_COST_WALL;
        assert_int_equal(wend_grid_fill(s->grid, 0, x, y, wide, 2, cost), WEND_OK);
    } else if (s->graph != NULL) {
        const uint32_t edge = wend_random_below(s->seed, n, 91, wend_graph_edge_limit(s->graph));
        assert_true(wend_graph_set_open(s->graph, edge, opens) >= 0);
    } else if (s->mesh != NULL) {
        const uint32_t count = wend_mesh_polygon_count(s->mesh);
        const wend_node polygon = wend_random_below(s->seed, n, 91, count);
        assert_int_equal(wend_mesh_set_open(s->mesh, polygon, opens || n % 3 > 0), WEND_OK);
    } else {
        const wend_vec3 at = ways_level_place(s->walls, s->seed, 500 + n, RADIUS);
        const wend_level_item item = {{at.x, at.y}, 0, 3, "item", false};
        assert_int_equal(wend_level_add_item(s->level, &item, NULL), WEND_OK);
    }
}

uint64_t planner_stage_revision(const planner_stage *s)
{
    return s->grid != NULL    ? wend_grid_revision(s->grid)
           : s->graph != NULL ? wend_graph_revision(s->graph)
           : s->mesh != NULL  ? wend_mesh_revision(s->mesh)
                              : 0;
}

bool planner_stage_same(const wend_path *a, const wend_path *b)
{
    const size_t count = wend_path_leg_count(a);
    bool is_same = count == wend_path_leg_count(b);
    for (size_t i = 0; i < count && is_same; i++) {
        const wend_leg p = wend_path_leg(a, i);
        const wend_leg q = wend_path_leg(b, i);
        is_same = p.from == q.from && p.to == q.to && p.cost == q.cost && p.edge == q.edge &&
                  p.behaviour == q.behaviour &&
                  memcmp(&p.from_point, &q.from_point, sizeof p.from_point) == 0 &&
                  memcmp(&p.to_point, &q.to_point, sizeof p.to_point) == 0 &&
                  memcmp(&p.length, &q.length, sizeof p.length) == 0;
    }
    return is_same;
}

bool planner_stage_is_valid(planner_stage *s, const wend_path *path)
{
    if (s->kind == STAGE_LEVEL) {
        return true; /* items are no ground */
    }
    assert_int_equal(wend_pathfinder_update(s->twin), WEND_OK);
    const wend_mesh_space *mesh = wend_pathfinder_mesh_space(s->twin);
    return mesh != NULL
               ? wend_path_is_valid_mesh(path, mesh, is_round(s->kind) ? RADIUS : 0, 0, NULL, NULL)
               : planner_stage_is_valid_in(s, wend_pathfinder_space(s->twin), path);
}

wend_space *planner_stage_snapshot(const planner_stage *s)
{
    if (s->grid == NULL) {
        return NULL;
    }
    wend_space_def def = wend_space_def_default();
    def.grid = s->grid;
    def.radius = is_round(s->kind) ? RADIUS : 0;
    return spaces_make(def);
}

bool planner_stage_is_valid_in(const planner_stage *s, const wend_space *space,
                               const wend_path *path)
{
    return wend_path_is_valid(path, space, is_round(s->kind) ? RADIUS : 0, 0, NULL) ||
           wend_path_is_valid(path, space, 0, 0, NULL);
}
