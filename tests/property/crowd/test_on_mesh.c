/* Random houses with floors, doors and lifts: no body is ever off the mesh or overlaps another,
 * threads do not matter, a saved and loaded crowd goes on bit for bit, and all arrive that can.
 * Cost: some ten thousand ticks of forty bodies. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/gen.h"
#include "support/pools.h"
#include "support/storeys.h"
#include "wend/mesh_obstacle.h"

#include <stdlib.h>

enum { SECOND = 20, BODIES = 40, ACT_TICKS = 12 * SECOND, REST_TICKS = 200 * SECOND };

typedef struct house {
    uint32_t floors;
    wend_mesh *mesh;
    wend_pathfinder *pathfinder;
    wend_crowd *crowd;
} house;

/* @param mesh NULL = a new one. */
static house make(uint64_t seed, const wend_executor *executor, wend_mesh *mesh)
{
    house h = {.floors = 2 + (uint32_t)(seed % 3), .mesh = mesh};
    wend_crowd_def def = wend_crowd_def_default();
    if (mesh == NULL) {
        h.mesh = storeys_make(h.floors, NULL);
        if (seed % 2 == 0) {
            (void)storeys_add_lift(h.mesh, 0, h.floors - 1);
        }
    }
    def.seed = seed;
    def.max_bodies = BODIES;
    def.executor = *executor;
    h.crowd = storeys_crowd(h.mesh, &def, &h.pathfinder);
    return h;
}

static void destroy(house *h)
{
    wend_crowd_destroy(h->crowd);
    wend_pathfinder_destroy(h->pathfinder);
    wend_mesh_destroy(h->mesh);
}

static wend_vec3 spot(const house *h, uint64_t seed, uint64_t tick, uint32_t i)
{
    static const double margin = 0.3;
    const bool is_right = wend_random_below(seed, i, tick * 4, 2) == 1;
    const double x = margin + wend_random_unit(seed, i, tick * 4 + 1) * (5 - 2 * margin);
    const double y = margin + wend_random_unit(seed, i, tick * 4 + 2) * (6 - 2 * margin);
    const uint32_t floor = wend_random_below(seed, i, tick * 4 + 3, h->floors);
    return (wend_vec3){is_right ? x + 6.5 : x, y, STOREYS_HEIGHT * floor};
}

static void fill(house *h, uint64_t seed)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        const wend_vec3 at = spot(h, seed, 1000000, i);
        (void)storeys_put(h->crowd, at.x, at.y, at.z);
    }
}

static wend_body_id id_of(uint32_t i)
{
    return (wend_body_id){i + 1, 1};
}

/* A box on some floor: one that is there moves, or goes. */
static void shift_box(house *h, uint64_t seed, uint64_t tick)
{
    wend_mesh_obstacle_id boxes[1];
    size_t count = 0;
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    const wend_vec3 at = spot(h, seed, tick, 7);
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){at.x, at.y};
    def.angle = 6 * wend_random_unit(seed, 8, tick);
    def.low = at.z - 0.5;
    def.high = at.z + 0.5;
    (void)wend_mesh_list_obstacles(h->mesh, boxes, 1, &count);
    if (count == 0) {
        assert_int_equal(wend_mesh_add_obstacle(h->mesh, &def, &boxes[0], NULL), WEND_OK);
    } else if (wend_random_below(seed, 9, tick, 3) > 0) {
        assert_int_equal(wend_mesh_move_obstacle(h->mesh, boxes[0], &def, NULL), WEND_OK);
    } else {
        assert_int_equal(wend_mesh_remove_obstacle(h->mesh, boxes[0]), WEND_OK);
    }
}

/* Doors, orders, boxes and throws. */
static void act(house *h, uint64_t seed, uint64_t tick)
{
    const uint32_t who = wend_random_below(seed, 1, tick, BODIES);
    const uint32_t what = wend_random_below(seed, 2, tick, 24);
    const uint32_t floor = wend_random_below(seed, 3, tick, h->floors);
    const wend_body body = crowds_body(h->crowd, id_of(who));
    if (what < 4) {
        assert_int_equal(wend_mesh_set_open(h->mesh, 3 * floor + 1, what < 2), WEND_OK);
    } else if (what < 12) {
        assert_int_equal(wend_crowd_set_goal_at(h->crowd, id_of(who), spot(h, seed, tick, who)),
                         WEND_OK);
    } else if (what == 12 && body.polygon != WEND_NODE_NONE) {
        const wend_vec2 impulse = {2000 * (wend_random_unit(seed, 4, tick) - 0.5),
                                   2000 * (wend_random_unit(seed, 5, tick) - 0.5)};
        assert_int_equal(wend_crowd_apply_impulse(h->crowd, id_of(who), impulse), WEND_OK);
    } else if (what < 17) {
        shift_box(h, seed, tick);
    } else if (what == 17) {
        assert_int_equal(wend_crowd_stop(h->crowd, id_of(who)), WEND_OK);
    }
}

static bool tick(house *h)
{
    crowds_tick(h->crowd, 1);
    storeys_check(h->crowd, h->mesh);
    return crowds_info(h->crowd).wall_violations == 0;
}

/* A crowd of its own over a mesh loaded from bytes, with the state of another. */
static house reload(const house *from, uint64_t seed, const wend_executor *executor)
{
    size_t count = 0;
    assert_int_equal(wend_mesh_save(from->mesh, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *ground = malloc(count);
    wend_mesh *mesh = NULL;
    assert_non_null(ground);
    assert_int_equal(wend_mesh_save(from->mesh, ground, count, &count), WEND_OK);
    assert_int_equal(wend_mesh_load(NULL, ground, count, &mesh), WEND_OK);
    free(ground);
    house h = make(seed, executor, mesh);
    assert_int_equal(wend_crowd_save(from->crowd, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(from->crowd, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_crowd_load(h.crowd, bytes, count, NULL), WEND_OK);
    assert_true(wend_crowd_hash(h.crowd) == wend_crowd_hash(from->crowd));
    /* A file that ends early changes nothing. */
    assert_int_equal(wend_crowd_load(h.crowd, bytes, count - 9, NULL), WEND_ERROR_FILE);
    assert_true(wend_crowd_hash(h.crowd) == wend_crowd_hash(from->crowd));
    free(bytes);
    return h;
}

static bool everybody_arrives(house *h, uint64_t seed)
{
    wend_mesh_obstacle_id box;
    size_t count = 0;
    if (wend_mesh_list_obstacles(h->mesh, &box, 1, &count) == WEND_OK && count == 1) {
        assert_int_equal(wend_mesh_remove_obstacle(h->mesh, box), WEND_OK);
    }
    for (uint32_t i = 0; i < h->floors; i++) {
        assert_int_equal(wend_mesh_set_open(h->mesh, 3 * i + 1, true), WEND_OK);
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        assert_int_equal(wend_crowd_set_goal_at(h->crowd, id_of(i), spot(h, seed, 77, i)), WEND_OK);
    }
    bool is_good = true;
    for (int t = 0; t < REST_TICKS && is_good; t++) {
        is_good = tick(h);
        /* A body that a box left too near to a wall finds no path until it has moved. */
        for (uint32_t i = 0; t % (5 * SECOND) == 0 && i < BODIES; i++) {
            if (crowds_body(h->crowd, id_of(i)).state == WEND_BODY_NO_PATH) {
                assert_int_equal(wend_crowd_set_goal_at(h->crowd, id_of(i), spot(h, seed, 77, i)),
                                 WEND_OK);
            }
        }
        if (t % SECOND == 0 && crowds_info(h->crowd).arrived == BODIES) {
            return true;
        }
    }
    return false;
}

static bool agree(uint64_t seed, void *context)
{
    const wend_executor *executors = context;
    house a = make(seed, &executors[0], NULL);
    house b = make(seed, &executors[1], NULL);
    house c = {.crowd = NULL};
    bool is_good = true;
    fill(&a, seed);
    fill(&b, seed);
    for (uint64_t t = 0; t < ACT_TICKS && is_good; t++) {
        if (t == ACT_TICKS / 3) {
            c = reload(&b, seed, &executors[0]);
        }
        act(&a, seed, t);
        act(&b, seed, t);
        is_good = tick(&a) && tick(&b) && wend_crowd_hash(a.crowd) == wend_crowd_hash(b.crowd);
        if (c.crowd != NULL) {
            act(&c, seed, t);
            is_good = is_good && tick(&c) && wend_crowd_hash(c.crowd) == wend_crowd_hash(a.crowd);
        }
    }
    is_good = is_good && everybody_arrives(&a, seed);
    destroy(&a);
    destroy(&b);
    destroy(&c);
    return is_good;
}

static void crowds_in_houses_stay_on_their_floors_and_arrive(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(8);
    const wend_executor executors[2] = {{NULL, NULL}, wend_pool_executor(pool)};
    gen_property("bodies on a mesh", 12, agree, (void *)(uintptr_t)executors);
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_in_houses_stay_on_their_floors_and_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
