/* Random rooms with one to three boxes and walls, which leave circles around corners with many
 * nodes, one, or none: expanded geometry of a level and the exact search over its mesh find paths
 * between the same positions, of the same length. */
#include "support/gen.h"
#include "support/levels.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/graph.h"
#include "wend/pathfinder.h"

#include <math.h>

enum { MESH, EXPANDED, GRAPH, WORLDS, PLACES = 8 };

static const double WIDTH = 6;
static const double HEIGHT = 8;

typedef struct room {
    wend_level *level;
    wend_walls *walls;
    wend_mesh *mesh;
    wend_graph *graph;
    wend_pathfinder *finder[WORLDS];
    wend_path *path;
    double radius;
    uint32_t boxes;
} room;

/* In its third of the room: a turned box, a wall that stands alone, or one from below or above. */
static void add_obstacle(room *r, uint32_t inside, uint64_t seed, uint64_t i)
{
    const double x = ((double)i + 0.3 + 0.4 * wend_random_unit(seed, i, 1)) * WIDTH;
    const double y = HEIGHT * (0.3 + 0.4 * wend_random_unit(seed, i, 2));
    const uint32_t kind = wend_random_below(seed, i, 3, 5);
    if (kind < 3) {
        wend_vec2 corners[4];
        const double turn = kind == 0 ? 0.785398163397448 : 6 * wend_random_unit(seed, i, 4);
        const double reach = 0.6 + wend_random_unit(seed, i, 5);
        for (int k = 0; k < 4; k++) {
            const double angle = turn + k * 1.5707963267948966;
            corners[k] = (wend_vec2){x + reach * wend_cos(angle), y + reach * wend_sin(angle)};
        }
        assert_int_equal(wend_level_add_outline(r->level, corners, 4, WEND_REGION_NONE, inside),
                         WEND_OK);
        return;
    }
    wend_level_line line = {{x, y}, {x, y}, inside, inside, WEND_STOPS_ALL, 0};
    if (kind == 3) {
        line.b.x = x + 1.5 * (wend_random_unit(seed, i, 6) - 0.5);
        line.b.y = y + 1.5;
    } else {
        line.a.y = wend_random_below(seed, i, 7, 2) == 0 ? 0 : HEIGHT;
    }
    assert_int_equal(wend_level_add_line(r->level, &line, NULL), WEND_OK);
}

static room make(uint64_t seed)
{
    room r = {.level = levels_empty(), .boxes = 1 + wend_random_below(seed, 0, 0, 3)};
    const wend_level_region region = {0, 3, 0, 0};
    const double side = WIDTH * r.boxes;
    const wend_vec2 outline[4] = {{0, 0}, {side, 0}, {side, HEIGHT}, {0, HEIGHT}};
    const wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    uint32_t inside = 0;
    r.radius = 0.1 + 0.5 * wend_random_unit(seed, 0, 9);
    assert_int_equal(wend_level_add_region(r.level, &region, &inside), WEND_OK);
    assert_int_equal(wend_level_add_outline(r.level, outline, 4, inside, WEND_REGION_NONE),
                     WEND_OK);
    for (uint64_t i = 0; i < r.boxes; i++) {
        add_obstacle(&r, inside, seed, i);
    }
    assert_int_equal(wend_level_build_walls(r.level, NULL, &r.walls), WEND_OK);
    assert_int_equal(wend_level_build_mesh(r.level, &mesh_def, &r.mesh, NULL), WEND_OK);
    wend_graph_build_def how = wend_graph_build_def_default();
    how.radius = r.radius;
    assert_int_equal(wend_graph_build_expanded(r.walls, &how, &r.graph), WEND_OK);
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_def def = wend_pathfinder_def_default();
        def.mesh = world == MESH ? r.mesh : NULL;
        def.level = world == EXPANDED ? r.level : NULL;
        def.level_world = world == EXPANDED ? WEND_LEVEL_EXPANDED : WEND_LEVEL_MESH;
        def.graph = world == GRAPH ? r.graph : NULL;
        def.walls = world == GRAPH ? r.walls : NULL;
        def.radius = r.radius;
        assert_int_equal(wend_pathfinder_create(&def, &r.finder[world]), WEND_OK);
    }
    assert_int_equal(wend_path_create(NULL, &r.path), WEND_OK);
    return r;
}

static void destroy(room *r)
{
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_destroy(r->finder[world]);
    }
    wend_path_destroy(r->path);
    wend_graph_destroy(r->graph);
    wend_mesh_destroy(r->mesh);
    wend_walls_destroy(r->walls);
    wend_level_destroy(r->level);
}

static bool place_of(const room *r, uint64_t seed, uint64_t id, wend_vec3 *place)
{
    for (uint64_t tick = 0; tick < 100; tick++) {
        wend_wall_hit hit;
        const wend_vec2 at = {WIDTH * r->boxes * wend_random_unit(seed, 100 + id, 2 * tick),
                              HEIGHT * wend_random_unit(seed, 100 + id, 2 * tick + 1)};
        *place = (wend_vec3){at.x, at.y, 0};
        if (wend_mesh_locate(r->mesh, at.x, at.y, 0) != WEND_NODE_NONE &&
            !wend_walls_nearest(r->walls, at, r->radius * 1.000001, WEND_STOPS_WALK, &hit)) {
            return true;
        }
    }
    return false;
}

static bool keeps_radius(const room *r)
{
    for (size_t i = 0; i < wend_path_leg_count(r->path); i++) {
        const wend_leg leg = wend_path_leg(r->path, i);
        if (!wend_walls_can_walk(r->walls, leg.from_point, leg.to_point, r->radius * (1 - 1e-9),
                                 WEND_STOPS_WALK)) {
            return false;
        }
    }
    return true;
}

static bool pair_agrees(room *r, wend_vec3 from, wend_vec3 to)
{
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    wend_mesh_search_answer exact;
    query.from = from;
    query.to = to;
    query.is_searched = true;
    query.shape = WEND_PATH_AS_FOUND;
    const wend_result expected = wend_pathfinder_find(r->finder[MESH], &query);
    wend_mesh_search_get_answer(wend_pathfinder_mesh_search(r->finder[MESH]), &exact);
    query.is_searched = false;
    for (int world = EXPANDED; world < WORLDS; world++) {
        const wend_result result = wend_pathfinder_find(r->finder[world], &query);
        wend_pathfinder_get_answer(r->finder[world], &answer);
        if (result != expected) {
            /* A graph without nodes does not show that it was made by expanded geometry. */
            if (world == GRAPH && wend_graph_node_count(r->graph) == 0) {
                continue;
            }
            print_message("world %d: %d (%s), over the mesh %d; %f,%f to %f,%f, radius %f\n", world,
                          (int)result, wend_pathfinder_error(r->finder[world]), (int)expected,
                          from.x, from.y, to.x, to.y, r->radius);
            return false;
        }
        if (result == WEND_OK &&
            (wend_path_from_pathfinder(r->path, r->finder[world]) != WEND_OK || !keeps_radius(r) ||
             answer.length > exact.length * 1.01 + 1e-9 || answer.length < exact.length - 1e-9)) {
            print_message("world %d: length %f, over the mesh %f; %f,%f to %f,%f, radius %f\n",
                          world, answer.length, exact.length, from.x, from.y, to.x, to.y,
                          r->radius);
            return false;
        }
    }
    return true;
}

static bool rooms_agree(uint64_t seed, void *context)
{
    (void)context;
    room r = make(seed);
    wend_vec3 places[PLACES];
    uint64_t count = 0;
    bool agrees = true;
    for (uint64_t i = 0; i < PLACES; i++) {
        count += place_of(&r, seed, i, &places[count]);
    }
    for (uint64_t i = 0; i < count && agrees; i++) {
        for (uint64_t k = 0; k < count && agrees; k++) {
            agrees = pair_agrees(&r, places[i], places[k]);
        }
    }
    destroy(&r);
    return agrees;
}

static void every_pair_of_positions_has_the_path_of_the_mesh(void **state)
{
    (void)state;
    gen_property("pathfinder_corners", 150, rooms_agree, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_positions_has_the_path_of_the_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
