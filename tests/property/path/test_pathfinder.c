/* Random rooms with pillars as every world: all worlds give paths that can be walked, the mesh the
 * shortest. Some ten ms a room. */
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/graph.h"
#include "wend/search.h"
#include "wend/walls.h"

enum { GRID, VISIBILITY, FLOOD, EXPANDED, MESH, WORLDS, QUESTIONS = 6 };

static const double RADIUS = 0.4;

typedef struct worlds {
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_graph *graphs[WORLDS];
    wend_mesh *mesh;
    wend_space *spaces[WORLDS];
    wend_mesh_space *mesh_space;
    wend_pathfinder *finder[WORLDS];
    wend_path *path;
} worlds;

static bool build_graph(worlds *w, int world, uint64_t seed)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    wend_vec2 points[40];
    def.radius = RADIUS;
    def.points = points;
    def.point_count = world == VISIBILITY ? 40 : 1;
    def.spacing = 0.8;
    for (uint64_t i = 0; i < def.point_count; i++) {
        const wend_vec3 at = ways_level_place(w->walls, seed, 100 + i, RADIUS);
        points[i] = (wend_vec2){at.x, at.y};
    }
    wend_result result = WEND_OK;
    if (world == VISIBILITY) {
        result = wend_graph_build_visibility(w->walls, &def, &w->graphs[world]);
    } else if (world == FLOOD) {
        result = wend_graph_build_flood(w->walls, &def, &w->graphs[world]);
    } else {
        result = wend_graph_build_expanded(w->walls, &def, &w->graphs[world]);
    }
    wend_space_def space_def = wend_space_def_default();
    space_def.graph = w->graphs[world];
    return result == WEND_OK && wend_space_create(&space_def, &w->spaces[world]) == WEND_OK;
}

/* Cells so far from walls that steps between them keep the radius. */
static bool build_grid(worlds *w)
{
    wend_level_grid_def def = wend_level_grid_def_default();
    def.cell_size = 0.2; /* no passage is too narrow for these */
    def.radius = RADIUS + 0.75 * def.cell_size;
    wend_space_def space_def = wend_space_def_default();
    if (wend_level_build_grid(w->level, &def, &w->grid) != WEND_OK) {
        return false;
    }
    space_def.grid = w->grid;
    return wend_space_create(&space_def, &w->spaces[GRID]) == WEND_OK;
}

static bool build_mesh(worlds *w)
{
    const wend_level_mesh_def def = wend_level_mesh_def_default();
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    if (wend_level_build_mesh(w->level, &def, &w->mesh, NULL) != WEND_OK) {
        return false;
    }
    space_def.mesh = w->mesh;
    return wend_mesh_space_create(&space_def, &w->mesh_space) == WEND_OK;
}

static bool create_ways(worlds *w, int world)
{
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.radius = world == GRID ? 0 : RADIUS;
    def.space = w->spaces[world];
    def.mesh_space = world == MESH ? w->mesh_space : NULL;
    def.walls = world == MESH ? NULL : w->walls;
    def.max_nodes = 100000;
    if (world == GRID) {
        def.radius = RADIUS;
    }
    return wend_pathfinder_create(&def, &w->finder[world]) == WEND_OK;
}

static bool build(worlds *w, uint64_t seed)
{
    *w = (worlds){0};
    w->level = ways_level_random(seed);
    bool is_done = w->level != NULL &&
                   wend_level_build_walls(w->level, NULL, &w->walls) == WEND_OK && build_grid(w) &&
                   build_mesh(w) && wend_path_create(NULL, &w->path) == WEND_OK;
    for (int world = VISIBILITY; world <= EXPANDED && is_done; world++) {
        is_done = build_graph(w, world, seed);
    }
    for (int world = 0; world < WORLDS && is_done; world++) {
        is_done = create_ways(w, world);
    }
    return is_done;
}

static void destroy(worlds *w)
{
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_destroy(w->finder[world]);
        wend_space_destroy(w->spaces[world]);
        wend_graph_destroy(w->graphs[world]);
    }
    wend_mesh_space_destroy(w->mesh_space);
    wend_mesh_destroy(w->mesh);
    wend_grid_destroy(w->grid);
    wend_walls_destroy(w->walls);
    wend_level_destroy(w->level);
    wend_path_destroy(w->path);
}

static bool is_same(wend_vec2 point, wend_vec3 place)
{
    return !(point.x < place.x) && !(point.x > place.x) && !(point.y < place.y) &&
           !(point.y > place.y);
}

static bool path_is_sound(const worlds *w, const wend_path_query *query)
{
    const size_t count = wend_path_leg_count(w->path);
    return count > 0 && is_same(wend_path_leg(w->path, 0).from_point, query->from) &&
           is_same(wend_path_leg(w->path, count - 1).to_point, query->to);
}

/* The path in one world. @return its length, 0 after a fault. */
static double ask(worlds *w, int world, wend_path_query *query)
{
    double lengths[3];
    for (int shape = WEND_PATH_AS_FOUND; shape >= 0; shape--) {
        query->shape = (wend_path_shape)shape;
        const wend_result result = wend_pathfinder_find(w->finder[world], query);
        if (result == WEND_NO_PATH && world == VISIBILITY) {
            return 1e9; /* random points need not see every position */
        }
        if (result != WEND_OK || wend_path_from_pathfinder(w->path, w->finder[world]) != WEND_OK ||
            !path_is_sound(w, query)) {
            print_message("world %d shape %d: no sound way\n", world, shape);
            return 0;
        }
        /* Arcs become lines outside of them, whose ends are rounded. */
        const double radius = world >= EXPANDED ? RADIUS * (1 - 1e-9) : RADIUS;
        if (!ways_level_is_clear(w->walls, w->path, radius)) {
            print_message("world %d shape %d: not clear\n", world, shape);
            return 0;
        }
        lengths[shape] = wend_path_length(w->path);
    }
    if (lengths[0] > lengths[2] * (1 + 1e-5) || lengths[1] > lengths[2] * (1 + 1e-5)) {
        print_message("world %d: smoothing made it longer\n", world);
        return 0;
    }
    return lengths[1];
}

static bool ways_agree(worlds *w, uint64_t seed)
{
    for (uint64_t q = 0; q < QUESTIONS; q++) {
        wend_path_query query = wend_path_query_default();
        query.from = ways_level_place(w->walls, seed, 2 * q, RADIUS);
        query.to = ways_level_place(w->walls, seed, 2 * q + 1, RADIUS);
        double lengths[WORLDS];
        for (int world = 0; world < WORLDS; world++) {
            lengths[world] = ask(w, world, &query);
            if (!(lengths[world] > 0)) {
                return false;
            }
        }
        for (int world = 0; world < MESH; world++) {
            /* The mesh's arcs are drawn up to 1 % of the radius outside. */
            if (lengths[MESH] > lengths[world] * (1 + 1e-3) + 1e-9) {
                print_message("world %d: %f, mesh %f\n", world, lengths[world], lengths[MESH]);
                return false;
            }
        }
        if (lengths[EXPANDED] > lengths[MESH] * 1.01) {
            print_message("expanded %f, mesh %f\n", lengths[EXPANDED], lengths[MESH]);
            return false;
        }
    }
    return true;
}

/* Of several positions the one that alone has the cheapest path, in every world. Cells choose
 * by their own costs, which straight lines undercut by 8 %, and by their centres. */
static bool nearest_of_several_is_chosen(worlds *w, uint64_t seed)
{
    for (uint64_t q = 0; q < QUESTIONS; q++) {
        wend_vec3 positions[3];
        for (uint64_t k = 0; k < 3; k++) {
            positions[k] = ways_level_place(w->walls, seed, 200 + 4 * q + k, RADIUS);
        }
        for (int world = 0; world < WORLDS; world++) {
            wend_path_query query = wend_path_query_default();
            wend_path_answer answer;
            query.from = ways_level_place(w->walls, seed, 203 + 4 * q, RADIUS);
            query.shape = world == GRID ? WEND_PATH_SMOOTH_PRECISE : WEND_PATH_AS_FOUND;
            double alone[3];
            double least = 1e9;
            for (int k = 0; k < 3; k++) {
                query.to = positions[k];
                const wend_result result = wend_pathfinder_find(w->finder[world], &query);
                wend_pathfinder_get_answer(w->finder[world], &answer);
                alone[k] = result == WEND_OK ? wend_cost_to_double(answer.cost) : 1e9;
                least = alone[k] < least ? alone[k] : least;
            }
            query.goal_kind = WEND_PATH_TO_POSITIONS;
            query.positions = positions;
            query.position_count = 3;
            const wend_result result = wend_pathfinder_find(w->finder[world], &query);
            wend_pathfinder_get_answer(w->finder[world], &answer);
            const double most = world == GRID ? least * 1.0824 + 0.5 : least * (1 + 1e-6);
            if (least < 1e9 &&
                (result != WEND_OK || alone[answer.goal_index] > most ||
                 wend_cost_to_double(answer.cost) > alone[answer.goal_index] * 1.01)) {
                print_message("world %d: place %zu of %f %f %f\n", world, answer.goal_index,
                              alone[0], alone[1], alone[2]);
                return false;
            }
        }
    }
    return true;
}

static bool several_places_hold(uint64_t seed, void *context)
{
    (void)context;
    worlds w;
    const bool holds = build(&w, seed) && nearest_of_several_is_chosen(&w, seed);
    destroy(&w);
    return holds;
}

static void way_to_several_places_takes_the_nearest_in_every_world(void **state)
{
    (void)state;
    gen_property("nearest_of_several", 12, several_places_hold, NULL);
}

/* Nothing in between: the nearest in a straight line, though cells count it as farther. */
static bool nearest_in_the_open_is_chosen(uint64_t seed, void *context)
{
    const wend_neighbours neighbours = *(const wend_neighbours *)context;
    wend_grid_def def = grids_def(40, 40, 1);
    def.neighbours = neighbours;
    wend_pathfinder *finder;
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    wend_grid *grid = grids_make(def);
    wend_space *space = spaces_on(grid);
    finder_def.space = space;
    assert_int_equal(wend_pathfinder_create(&finder_def, &finder), WEND_OK);
    wend_vec2 points[4];
    wend_vec3 positions[3];
    double least = 1e9;
    for (uint64_t k = 0; k < 4; k++) {
        points[k] = wend_grid_position(grid, wend_random_below(seed, k, 0, 1600));
        if (k > 0) {
            const double far = wend_vec2_distance(points[0], points[k]);
            positions[k - 1] = (wend_vec3){points[k].x, points[k].y, 0};
            least = far < least ? far : least;
        }
    }
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    query.from = (wend_vec3){points[0].x, points[0].y, 0};
    query.goal_kind = WEND_PATH_TO_POSITIONS;
    query.positions = positions;
    query.position_count = 3;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    wend_pathfinder_get_answer(finder, &answer);
    const double got = wend_vec2_distance(points[0], points[answer.goal_index + 1]);
    wend_pathfinder_destroy(finder);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return got <= least + 1e-9;
}

static void way_to_several_places_in_the_open_takes_the_nearest(void **state)
{
    (void)state;
    wend_neighbours neighbours[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6};
    for (int k = 0; k < 3; k++) {
        gen_property("nearest_in_the_open", 60, nearest_in_the_open_is_chosen, &neighbours[k]);
    }
}

static bool all_worlds_agree(uint64_t seed, void *context)
{
    (void)context;
    worlds w;
    const bool is_built = build(&w, seed);
    if (!is_built) {
        print_message("a world was not built\n");
    }
    const bool holds = is_built && ways_agree(&w, seed);
    destroy(&w);
    return holds;
}

static void ways_of_all_worlds_can_be_walked_and_the_mesh_has_the_shortest(void **state)
{
    (void)state;
    gen_property("ways_of_all_worlds", 12, all_worlds_agree, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_of_all_worlds_can_be_walked_and_the_mesh_has_the_shortest),
        cmocka_unit_test(way_to_several_places_takes_the_nearest_in_every_world),
        cmocka_unit_test(way_to_several_places_in_the_open_takes_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
