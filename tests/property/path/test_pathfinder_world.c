/* Random worlds of every kind, edited between queries. A pathfinder that is given the world answers
 * as one whose space is made and updated by hand, to the last bit. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/walls.h"

#include <string.h>

enum {
    GRID_POINT,
    GRID_ROUND,
    GRID_SQUARE,
    GRID_WALLS,
    GRAPH,
    MESH,
    LEVEL_MESH,
    LEVEL_GRID,
    LEVEL_VISIBILITY,
    LEVEL_FLOOD,
    LEVEL_EXPANDED,
    KINDS,
    ROUNDS = 6,
    QUERIES = 4,
    ITEMS = 24
};

static const double RADIUS = 0.4;

/* The edited world, and the objects made of it by hand. */
typedef struct stage {
    int kind;
    uint64_t seed;
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_clearance *clearance;
    wend_space *space;
    wend_mesh_space *mesh_space;
    wend_pathfinder *by_hand, *own;
    wend_path *paths[2];
} stage;

static bool is_level(int kind)
{
    return kind >= LEVEL_MESH;
}

static bool is_grid(int kind)
{
    return kind <= GRID_WALLS || kind == LEVEL_GRID;
}

static void make_level(stage *s)
{
    s->level = ways_level_random(s->seed);
    assert_non_null(s->level);
    assert_int_equal(wend_level_build_walls(s->level, NULL, &s->walls), WEND_OK);
    for (uint64_t i = 0; i < ITEMS; i++) {
        const wend_vec3 at = ways_level_place(s->walls, s->seed, 100 + i, RADIUS);
        const wend_level_item item = {{at.x, at.y}, 0, 3, "item", i == 0};
        assert_int_equal(wend_level_add_item(s->level, &item, NULL), WEND_OK);
    }
}

/* The world of a level as its kind has it; of the other kinds the one that is edited. */
static void build_world(stage *s)
{
    wend_walls_destroy(s->walls);
    assert_int_equal(wend_level_build_walls(s->level, NULL, &s->walls), WEND_OK);
    if (is_grid(s->kind)) {
        wend_level_grid_def def = wend_level_grid_def_default();
        def.cell_size = s->kind == LEVEL_GRID ? RADIUS / 2 : 0.5;
        def.radius = s->kind == LEVEL_GRID ? RADIUS + 0.75 * def.cell_size : 0;
        assert_int_equal(wend_level_build_grid(s->level, &def, &s->grid), WEND_OK);
    } else if (s->kind == MESH || s->kind == LEVEL_MESH) {
        const wend_level_mesh_def def = wend_level_mesh_def_default();
        assert_int_equal(wend_level_build_mesh(s->level, &def, &s->mesh, NULL), WEND_OK);
    } else {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = RADIUS;
        const wend_graph_method method = s->kind == LEVEL_VISIBILITY ? WEND_GRAPH_VISIBILITY
                                         : s->kind == LEVEL_FLOOD    ? WEND_GRAPH_FLOOD
                                                                     : WEND_GRAPH_EXPANDED;
        assert_int_equal(wend_level_build_graph(s->level, method, &def, &s->graph), WEND_OK);
    }
}

static const double behaviours[] = {2, 1, 1};

static void describe(const stage *s, wend_pathfinder_def *def)
{
    *def = wend_pathfinder_def_default();
    def->radius =
        s->kind == GRID_POINT || s->kind == GRID_SQUARE || s->kind == GRID_WALLS ? 0 : RADIUS;
    def->walls = s->kind == GRID_WALLS || s->kind == GRAPH ? s->walls : NULL;
    def->max_nodes = 1000;
}

static void make_by_hand(stage *s)
{
    wend_pathfinder_def def;
    describe(s, &def);
    if (s->mesh != NULL) {
        s->mesh_space = mesh_spaces_on(s->mesh);
    } else {
        wend_space_def space = wend_space_def_default();
        space.grid = s->grid;
        space.graph = s->graph;
        space.size = s->kind == GRID_SQUARE ? 2 : 1;
        space.radius = s->kind == GRID_ROUND ? RADIUS : 0;
        space.behaviour_factors = s->kind == GRAPH ? behaviours : NULL;
        space.behaviour_count = s->kind == GRAPH ? 3 : 0;
        s->space = spaces_make(space);
        def.walls = is_level(s->kind) ? s->walls : def.walls;
    }
    def.space = s->space;
    def.mesh_space = s->mesh_space;
    assert_int_equal(wend_pathfinder_create(&def, &s->by_hand), WEND_OK);
}

static void destroy_by_hand(stage *s)
{
    wend_pathfinder_destroy(s->by_hand);
    wend_space_destroy(s->space);
    wend_mesh_space_destroy(s->mesh_space);
    s->by_hand = NULL;
    s->space = NULL;
    s->mesh_space = NULL;
}

static void destroy_world(stage *s)
{
    wend_grid_destroy(s->grid);
    wend_graph_destroy(s->graph);
    wend_mesh_destroy(s->mesh);
    s->grid = NULL;
    s->graph = NULL;
    s->mesh = NULL;
}

static void make_own(stage *s)
{
    static const wend_level_world worlds[KINDS] = {
        [LEVEL_GRID] = WEND_LEVEL_GRID,
        [LEVEL_VISIBILITY] = WEND_LEVEL_VISIBILITY,
        [LEVEL_FLOOD] = WEND_LEVEL_FLOOD,
        [LEVEL_EXPANDED] = WEND_LEVEL_EXPANDED,
    };
    wend_pathfinder_def def;
    double copied[3] = {behaviours[0], behaviours[1], behaviours[2]};
    describe(s, &def);
    def.level = is_level(s->kind) ? s->level : NULL;
    def.level_world = worlds[s->kind];
    def.grid = is_level(s->kind) ? NULL : s->grid;
    def.graph = is_level(s->kind) ? NULL : s->graph;
    def.mesh = is_level(s->kind) ? NULL : s->mesh;
    def.size = s->kind == GRID_SQUARE ? 2 : 1;
    def.behaviour_factors = s->kind == GRAPH ? copied : NULL;
    def.behaviour_count = s->kind == GRAPH ? 3 : 0;
    wend_message message = {0};
    def.message = &message;
    const wend_result result = wend_pathfinder_create(&def, &s->own);
    if (result != WEND_OK) {
        print_message("kind %d: %s\n", s->kind, message.text);
    }
    assert_int_equal(result, WEND_OK);
    memset(copied, 0, sizeof copied);
}

static uint32_t pick(const stage *s, uint64_t id, uint64_t what, uint32_t below)
{
    return wend_random_below(s->seed, id, what, below);
}

static void edit_grid(stage *s, uint64_t id)
{
    wend_grid_info info;
    wend_grid_get_info(s->grid, &info);
    static const uint8_t costs[4] = {255, 1, 255, 3};
    const uint32_t kinds = s->kind == GRID_WALLS ? 3 : 4; /* walls go with cells of one cost */
    const int32_t x = (int32_t)pick(s, id, 1, (uint32_t)info.width - 6);
    const int32_t y = (int32_t)pick(s, id, 2, (uint32_t)info.height - 6);
    grids_fill(s->grid, x, y, 1 + (int32_t)pick(s, id, 3, 6), 1 + (int32_t)pick(s, id, 4, 6),
               costs[pick(s, id, 5, kinds)]);
}

static void edit_graph(stage *s, uint64_t id)
{
    const uint32_t edges = wend_graph_edge_limit(s->graph);
    if (pick(s, id, 1, 4) > 0) {
        (void)wend_graph_set_open(s->graph, pick(s, id, 2, edges), pick(s, id, 3, 3) == 0);
        return;
    }
    wend_graph_build_def how = wend_graph_build_def_default();
    how.radius = RADIUS;
    const wend_vec3 at = ways_level_place(s->walls, s->seed, 1000 + id, RADIUS);
    wend_node added = graphs_node(s->graph, at.x, at.y);
    assert_int_equal(wend_graph_join_tangent(s->graph, added, s->walls, &how), WEND_OK);
}

/* A pillar in a corner between blocks, where none stands yet. */
static void grow_level(stage *s, uint64_t id)
{
    const double x = 6.0 + 6.0 * (double)(id % 2) - 0.3;
    const double y = 2.0 + 2.5 * (double)id;
    const wend_vec2 pillar[3] = {{x, y}, {x + 0.6, y + 0.1}, {x + 0.2, y + 0.8}};
    assert_int_equal(wend_level_add_outline(s->level, pillar, 3, WEND_REGION_NONE, 0), WEND_OK);
}

static void edit(stage *s, uint64_t id)
{
    if (is_level(s->kind)) {
        if (id % 2 == 0) {
            grow_level(s, id / 2);
            destroy_by_hand(s);
            destroy_world(s);
            build_world(s);
            make_by_hand(s);
        }
        return;
    }
    for (uint64_t i = 0; i < 4; i++) {
        if (s->grid != NULL) {
            edit_grid(s, 10 * id + i);
        } else if (s->graph != NULL) {
            edit_graph(s, 10 * id + i);
        } else {
            (void)wend_mesh_set_open(s->mesh,
                                     pick(s, 10 * id + i, 1, wend_mesh_polygon_count(s->mesh)),
                                     pick(s, 10 * id + i, 2, 2) == 0);
        }
    }
    assert_int_equal(s->mesh_space != NULL ? wend_mesh_space_update(s->mesh_space)
                                           : wend_space_update(s->space),
                     WEND_OK);
}

static bool is_same_leg(const wend_leg *a, const wend_leg *b)
{
    return a->from == b->from && a->to == b->to &&
           memcmp(&a->from_point, &b->from_point, sizeof a->from_point) == 0 &&
           memcmp(&a->to_point, &b->to_point, sizeof a->to_point) == 0 &&
           memcmp(&a->from_height, &b->from_height, sizeof a->from_height) == 0 &&
           memcmp(&a->to_height, &b->to_height, sizeof a->to_height) == 0 && a->cost == b->cost &&
           memcmp(&a->length, &b->length, sizeof a->length) == 0 && a->behaviour == b->behaviour &&
           a->edge == b->edge;
}

static bool is_same_path(const wend_path *a, const wend_path *b)
{
    bool is_same = wend_path_leg_count(a) == wend_path_leg_count(b);
    for (size_t i = 0; i < wend_path_leg_count(a) && is_same; i++) {
        const wend_leg of_a = wend_path_leg(a, i);
        const wend_leg of_b = wend_path_leg(b, i);
        is_same = is_same_leg(&of_a, &of_b);
    }
    return is_same;
}

static bool is_same_answer(const wend_path_answer *a, const wend_path_answer *b)
{
    return a->result == b->result && a->reason == b->reason && strcmp(a->method, b->method) == 0 &&
           a->node == b->node && a->goal_index == b->goal_index &&
           memcmp(&a->position, &b->position, sizeof a->position) == 0 && a->cost == b->cost &&
           memcmp(&a->length, &b->length, sizeof a->length) == 0 &&
           memcmp(&a->bound, &b->bound, sizeof a->bound) == 0;
}

static wend_path_query query_of(const stage *s, uint64_t id, wend_vec3 positions[3])
{
    wend_path_query query = wend_path_query_default();
    query.from = ways_level_place(s->walls, s->seed, 500 + 4 * id, RADIUS);
    query.to = ways_level_place(s->walls, s->seed, 501 + 4 * id, RADIUS);
    query.shape = (wend_path_shape)(id % 3);
    query.is_searched = id % 5 == 0;
    for (uint64_t k = 0; k < 3; k++) {
        positions[k] = ways_level_place(s->walls, s->seed, 501 + 4 * id + k, RADIUS);
    }
    if (id % 4 == 3) {
        query.goal_kind = WEND_PATH_TO_POSITIONS;
        query.positions = positions;
        query.position_count = 3;
    }
    return query;
}

/* One in steps of three, the other in one go. */
static bool answers_are_same(stage *s, uint64_t id)
{
    wend_vec3 positions[3];
    const wend_path_query query = query_of(s, id, positions);
    wend_path_answer answers[2];
    const wend_result result = wend_pathfinder_find(s->by_hand, &query);
    wend_result own = wend_pathfinder_start(s->own, &query);
    while (own == WEND_OK || own == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(3);
        own = wend_pathfinder_run(s->own, &budget);
        if (own == WEND_OK) {
            break;
        }
    }
    wend_pathfinder_get_answer(s->by_hand, &answers[0]);
    wend_pathfinder_get_answer(s->own, &answers[1]);
    if (result < 0 || own != result || !is_same_answer(&answers[0], &answers[1])) {
        print_message("kind %d: %d (%s), own %d (%s): %s\n", s->kind, result,
                      wend_failure_reason_text(answers[0].reason), own,
                      wend_failure_reason_text(answers[1].reason), wend_pathfinder_error(s->own));
        return false;
    }
    if (result == WEND_OK) {
        assert_int_equal(wend_path_from_pathfinder(s->paths[0], s->by_hand), WEND_OK);
        assert_int_equal(wend_path_from_pathfinder(s->paths[1], s->own), WEND_OK);
    }
    wend_cost costs[2];
    const bool can = wend_pathfinder_can_walk(s->by_hand, query.from, query.to, &costs[0]);
    const bool is_equal =
        can == wend_pathfinder_can_walk(s->own, query.from, query.to, &costs[1]) &&
        costs[0] == costs[1] &&
        wend_pathfinder_can_reach(s->by_hand, query.from, query.to) ==
            wend_pathfinder_can_reach(s->own, query.from, query.to);
    return is_equal && (result != WEND_OK || is_same_path(s->paths[0], s->paths[1]));
}

static bool own_is_as_by_hand(uint64_t seed, void *context)
{
    stage s = {.kind = *(const int *)context, .seed = seed};
    make_level(&s);
    build_world(&s);
    make_by_hand(&s);
    make_own(&s);
    for (int i = 0; i < 2; i++) {
        s.paths[i] = paths_make();
    }
    bool holds = true;
    for (uint64_t round = 0; round < ROUNDS && holds; round++) {
        for (uint64_t q = 0; q < QUERIES && holds; q++) {
            holds = answers_are_same(&s, round * QUERIES + q);
        }
        edit(&s, round);
        if (round % 3 == 1) {
            assert_int_equal(wend_pathfinder_update(s.own), WEND_OK);
        }
    }
    wend_path_destroy(s.paths[0]);
    wend_path_destroy(s.paths[1]);
    wend_pathfinder_destroy(s.own);
    destroy_by_hand(&s);
    destroy_world(&s);
    wend_walls_destroy(s.walls);
    wend_level_destroy(s.level);
    return holds;
}

static void pathfinder_over_a_world_answers_as_over_a_space_made_by_hand(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        gen_property("own_is_as_by_hand", is_level(kind) ? 4 : 12, own_is_as_by_hand, &kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pathfinder_over_a_world_answers_as_over_a_space_made_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
