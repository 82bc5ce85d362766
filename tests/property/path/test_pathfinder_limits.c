/* Random rooms with pillars, as cells, as graphs and as meshes for a point and a disc: partial
 * paths can be walked, with more steps their end is never farther from the goal (over graphs,
 * whose estimates count goals' costs, it may be), slices change nothing, a limit that is not met
 * changes nothing, and max_cost is exact. */
#include "support/gen.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/walls.h"

#include <math.h>

enum { GRID, FLOOD, EXPANDED, MESH, MIDPOINT, DISC, WORLDS, QUERIES = 6, LIMITS = 12 };

static const double RADIUS = 0.4;

typedef struct rooms {
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_mesh *mesh;
    wend_pathfinder *finder[WORLDS];
    wend_path *path, *other;
} rooms;

static bool is_graph(int world)
{
    return world == FLOOD || world == EXPANDED;
}

static void make(rooms *r, uint64_t seed)
{
    *r = (rooms){.level = ways_level_random(seed)};
    wend_level_grid_def grid_def = wend_level_grid_def_default();
    grid_def.cell_size = 0.2;
    grid_def.radius = RADIUS + 0.75 * grid_def.cell_size;
    const wend_level_mesh_def mesh_def = wend_level_mesh_def_default();
    assert_int_equal(wend_level_build_walls(r->level, NULL, &r->walls), WEND_OK);
    assert_int_equal(wend_level_build_grid(r->level, &grid_def, &r->grid), WEND_OK);
    assert_int_equal(wend_level_build_mesh(r->level, &mesh_def, &r->mesh, NULL), WEND_OK);
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_def def = wend_pathfinder_def_default();
        def.grid = world == GRID ? r->grid : NULL;
        def.level = is_graph(world) ? r->level : NULL;
        def.level_world = world == FLOOD      ? WEND_LEVEL_FLOOD
                          : world == EXPANDED ? WEND_LEVEL_EXPANDED
                                              : WEND_LEVEL_MESH;
        def.spacing = world == FLOOD ? 1 : 0;
        def.mesh = world >= MESH ? r->mesh : NULL;
        def.radius = world == DISC || is_graph(world) ? RADIUS : 0;
        assert_int_equal(wend_pathfinder_create(&def, &r->finder[world]), WEND_OK);
    }
    assert_int_equal(wend_path_create(NULL, &r->path), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &r->other), WEND_OK);
}

static void destroy(rooms *r)
{
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder_destroy(r->finder[world]);
    }
    wend_path_destroy(r->path);
    wend_path_destroy(r->other);
    wend_mesh_destroy(r->mesh);
    wend_grid_destroy(r->grid);
    wend_walls_destroy(r->walls);
    wend_level_destroy(r->level);
}

/* The remaining cost as the search of the world estimates it. */
static double estimate(int world, wend_vec3 at, wend_vec3 to)
{
    const double dx = fabs(to.x - at.x);
    const double dy = fabs(to.y - at.y);
    const double diagonal = sqrt(2) - 1;
    return world == GRID ? fmax(dx, dy) + diagonal * fmin(dx, dy) : sqrt(dx * dx + dy * dy);
}

/* Rounding may put a line that touches a corner just beyond it. */
static bool is_clear(const rooms *r, wend_vec2 from, wend_vec2 to, double radius)
{
    const wend_vec2 along = wend_vec2_normalize(wend_vec2_sub(to, from));
    bool clear = false;
    for (int i = -1; i <= 1 && !clear; i++) {
        const wend_vec2 aside = {1e-9 * i * along.y, -1e-9 * i * along.x};
        clear = wend_walls_can_walk(r->walls, wend_vec2_add(from, aside), wend_vec2_add(to, aside),
                                    radius, WEND_STOPS_WALK);
    }
    return clear;
}

/* From the exact start to where the answer says, clear of all walls. A partial path may end on a
 * wall, where its end is rounded: the last bits before it do not count. */
static bool path_is_sound(const rooms *r, int world, const wend_path_query *query,
                          const wend_path_answer *answer)
{
    const size_t count = wend_path_leg_count(r->path);
    wend_vec2 end = {query->from.x, query->from.y};
    const double radius = world == MESH || world == MIDPOINT ? 0 : RADIUS * (1 - 1e-9);
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wend_path_leg(r->path, i);
        const wend_vec2 to =
            i + 1 < count ? leg.to_point : wend_vec2_lerp(leg.from_point, leg.to_point, 1 - 1e-9);
        if (wend_vec2_distance(leg.from_point, end) > 0 || !is_clear(r, end, to, radius)) {
            return false;
        }
        end = leg.to_point;
    }
    const wend_vec2 at = {answer->position.x, answer->position.y};
    return wend_vec2_distance(end, at) < 1e-9;
}

static bool is_same(const wend_path *a, const wend_path *b)
{
    bool same = wend_path_leg_count(a) == wend_path_leg_count(b);
    for (size_t i = 0; same && i < wend_path_leg_count(a); i++) {
        const wend_leg one = wend_path_leg(a, i);
        const wend_leg two = wend_path_leg(b, i);
        same = one.cost == two.cost && wend_vec2_distance(one.to_point, two.to_point) <= 0;
    }
    return same;
}

/* The same query in slices. */
static bool slices_are_the_same(rooms *r, int world, const wend_path_query *query,
                                const wend_path_answer *whole, uint64_t slice)
{
    wend_path_answer answer;
    wend_pathfinder *finder = r->finder[world];
    wend_result result = wend_pathfinder_start(finder, query);
    result = result == WEND_OK ? WEND_IN_PROGRESS : result;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(slice);
        result = wend_pathfinder_run(finder, &budget);
    }
    wend_pathfinder_get_answer(finder, &answer);
    return result == whole->result && answer.reason == whole->reason &&
           answer.expanded == whole->expanded && answer.generated == whole->generated &&
           answer.cost == whole->cost && wend_path_from_pathfinder(r->other, finder) == result &&
           is_same(r->path, r->other);
}

static bool steps_hold(rooms *r, int world, wend_path_query query, const wend_path_answer *whole)
{
    double before = (double)INFINITY;
    for (uint64_t i = 1; i <= LIMITS; i++) {
        wend_path_answer answer;
        query.max_steps = 1 + (i - 1) * whole->expanded / LIMITS;
        const wend_result result = wend_pathfinder_find(r->finder[world], &query);
        wend_pathfinder_get_answer(r->finder[world], &answer);
        if (result == WEND_OK) {
            if (answer.cost != whole->cost || answer.expanded != whole->expanded) {
                print_message("world %d: a limit that is not met counts\n", world);
                return false;
            }
            continue; /* meshes count a row of cells as it is */
        }
        const double left = estimate(world, answer.position, query.to);
        if (result != WEND_PARTIAL || answer.reason != WEND_FAILURE_LIMIT ||
            wend_path_from_pathfinder(r->path, r->finder[world]) != WEND_PARTIAL ||
            answer.cost != wend_path_cost(r->path) || !path_is_sound(r, world, &query, &answer)) {
            print_message("world %d: %d after %d steps\n", world, (int)result,
                          (int)query.max_steps);
            return false;
        }
        if (left > before + 1e-6 && !is_graph(world)) {
            print_message("world %d: %f left, before %f\n", world, left, before);
            return false;
        }
        before = left;
        if (!slices_are_the_same(r, world, &query, &answer, 1 + i % 7)) {
            print_message("world %d: slices differ\n", world);
            return false;
        }
    }
    return true;
}

/* Just its cost is enough for a path; less is not. */
static bool cost_holds(rooms *r, int world, wend_path_query query, const wend_path_answer *whole)
{
    query.max_cost = whole->cost;
    wend_path_answer answer;
    if (world == MIDPOINT || whole->cost < WEND_COST_ONE) {
        return true; /* pulled tight only after the search */
    }
    if (wend_pathfinder_find(r->finder[world], &query) != WEND_OK) {
        print_message("world %d: not found with its own cost\n", world);
        return false;
    }
    wend_pathfinder_get_answer(r->finder[world], &answer);
    if (answer.cost != whole->cost) {
        print_message("world %d: another cost\n", world);
        return false;
    }
    /* Lines instead of arcs make the path of a disc a little longer than the search's length. */
    query.max_cost = whole->cost - (whole->cost >> (world == DISC || world == EXPANDED ? 5 : 20));
    const wend_result result = wend_pathfinder_find(r->finder[world], &query);
    wend_pathfinder_get_answer(r->finder[world], &answer);
    if (result != (world == GRID || is_graph(world) ? WEND_PARTIAL : WEND_NO_PATH) ||
        answer.reason != WEND_FAILURE_LIMIT || answer.cost > query.max_cost) {
        print_message("world %d: %d with less than its cost\n", world, (int)result);
        return false;
    }
    return true;
}

static bool limits_hold(uint64_t seed, void *context)
{
    (void)context;
    rooms r;
    bool holds = true;
    make(&r, seed);
    for (uint64_t q = 0; q < QUERIES && holds; q++) {
        for (int world = 0; world < WORLDS && holds; world++) {
            wend_path_query query = wend_path_query_default();
            wend_path_answer whole;
            query.from = ways_level_place(r.walls, seed, 2 * q, RADIUS);
            query.to = ways_level_place(r.walls, seed, 2 * q + 1, RADIUS);
            query.method = q % 2 == 0 ? WEND_METHOD_ASTAR : WEND_METHOD_BEST;
            query.mesh_method =
                world == MIDPOINT ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_EXACT;
            query.is_searched = q % 3 != 0;
            query.shape = WEND_PATH_AS_FOUND;
            if (world == GRID) {
                /* From centre to centre the path costs what the search found. */
                const wend_node from =
                    wend_grid_node_at(r.grid, (wend_vec2){query.from.x, query.from.y});
                const wend_node to = wend_grid_node_at(r.grid, (wend_vec2){query.to.x, query.to.y});
                const wend_vec2 a = wend_grid_position(r.grid, from);
                const wend_vec2 b = wend_grid_position(r.grid, to);
                query.from = (wend_vec3){a.x, a.y, 0};
                query.to = (wend_vec3){b.x, b.y, 0};
            }
            if (wend_pathfinder_find(r.finder[world], &query) != WEND_OK) {
                continue; /* of two cells one may be too near to a wall */
            }
            wend_pathfinder_get_answer(r.finder[world], &whole);
            holds = steps_hold(&r, world, query, &whole);
            query.is_searched = true;
            (void)wend_pathfinder_find(r.finder[world], &query);
            wend_pathfinder_get_answer(r.finder[world], &whole);
            holds = holds && cost_holds(&r, world, query, &whole);
        }
    }
    destroy(&r);
    return holds;
}

static void partial_paths_are_sound_and_limits_are_kept(void **state)
{
    (void)state;
    gen_property("pathfinder_limits", 25, limits_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partial_paths_are_sound_and_limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
