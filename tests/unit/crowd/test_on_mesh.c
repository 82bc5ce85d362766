/* Bodies on a mesh: where they may be put, heights, walls, bridges, stairs, links, doors that shut
 * on them, and what such crowds refuse.
 * Cost: some thousand ticks of a few bodies. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/storeys.h"
#include "wend/explorers.h"
#include "wend/formation.h"
#include "wend/mesh_obstacle.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { SECOND = 20 };

static wend_crowd *plain(const wend_mesh *mesh)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.mesh = mesh;
    return crowds_make(def);
}

static wend_body_id put(wend_crowd *crowd, double x, double y, double z)
{
    return storeys_put(crowd, x, y, z);
}

static void walk(wend_crowd *crowd, wend_body_id id, double x, double y)
{
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){x, y}), WEND_OK);
}

static void a_body_is_put_on_the_floor_nearest_in_height(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    wend_crowd *crowd = plain(mesh);
    const wend_body_id low = put(crowd, 1, 1, 1);
    const wend_body_id high = put(crowd, 1, 1, 100);
    assert_true(fabs(crowds_body(crowd, low).z) < 1e-12);
    assert_int_equal(crowds_body(crowd, low).polygon, storeys_room(mesh, 0, 0));
    assert_true(fabs(crowds_body(crowd, high).z - 6) < 1e-12);
    assert_int_equal(crowds_body(crowd, high).polygon, storeys_room(mesh, 2, 0));
    assert_int_equal(wend_crowd_set_position_at(crowd, low, (wend_vec3){8, 1, 3.2}), WEND_OK);
    assert_int_equal(crowds_body(crowd, low).polygon, storeys_room(mesh, 1, 2));
    assert_int_equal(wend_crowd_set_position(crowd, low, (wend_vec2){1, 2}, 0), WEND_OK);
    assert_int_equal(crowds_body(crowd, low).polygon, storeys_room(mesh, 1, 0));
    wend_body_def def;
    assert_int_equal(wend_crowd_get_body_def(crowd, low, &def), WEND_OK);
    assert_true(fabs(def.z - 3) < 1e-12 && fabs(def.height - 1.8) < 1e-12);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

static void a_position_off_the_mesh_or_on_closed_ground_is_refused_and_said(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    wend_crowd *crowd = plain(mesh);
    wend_body_def def = wend_body_def_default();
    def.position = (wend_vec2){5.5, 1};
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(
        strstr(wend_crowd_error(crowd), "5.5,1 lies off the mesh, whose nearest ground is at 5,1"));
    assert_int_equal(wend_mesh_set_open(mesh, storeys_room(mesh, 0, 1), false), WEND_OK);
    def.position = (wend_vec2){5.5, 3};
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_crowd_error(crowd), "which is closed: open ground is expected"));
    def.z = (double)NAN;
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_ERROR_ARGUMENT);
    def.z = 3;
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_OK);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

static void many_bodies_are_put_around_one_on_its_floor_alone(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    wend_crowd *crowd = plain(mesh);
    wend_body_id ids[40];
    wend_body_def def = wend_body_def_default();
    def.position = (wend_vec2){9, 3};
    def.z = 3;
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, 20, ids), WEND_OK);
    def.z = 6;
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, 20, ids + 20), WEND_OK);
    for (uint32_t i = 0; i < 20; i++) {
        const wend_body a = crowds_body(crowd, ids[i]);
        const wend_body b = crowds_body(crowd, ids[i + 20]);
        assert_true(fabs(a.z - 3) < 1.6 && fabs(b.z - 6) < 1.6);
        assert_true(wend_vec2_distance(a.position, b.position) < 1e-9);
    }
    storeys_check(crowd, mesh);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

static void edges_without_a_neighbour_stop_a_body_and_stairs_lift_it(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    wend_crowd *crowd = plain(mesh);
    const wend_body_id id = put(crowd, 1, 3, 0);
    walk(crowd, id, -1.3, 0);
    crowds_tick(crowd, 5 * SECOND);
    assert_true(crowds_body(crowd, id).position.x > 0.25 &&
                crowds_body(crowd, id).position.x < 0.4);
    walk(crowd, id, 0, 1.3);
    crowds_tick(crowd, 5 * SECOND);
    assert_true(crowds_body(crowd, id).position.y > 7.6);
    walk(crowd, id, 1.3, 0);
    for (int i = 0; i < 8 * SECOND; i++) {
        crowds_tick(crowd, 1);
        storeys_check(crowd, mesh);
    }
    const wend_body up = crowds_body(crowd, id);
    assert_true(fabs(up.z - 3) < 1e-9 && up.position.x > 10);
    /* A throw of a kilometre ends at a wall. */
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){8e4, -8e4}), WEND_OK);
    for (int i = 0; i < SECOND; i++) {
        crowds_tick(crowd, 1);
        storeys_check(crowd, mesh);
    }
    assert_int_equal(crowds_info(crowd).wall_violations, 0);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

/* Ten bodies along the road, and ten across it on the bridge. @return the largest distance of one
 * from its line. */
static double cross(bool is_bridge)
{
    wend_mesh *mesh = storeys_bridge();
    wend_crowd *crowd = is_bridge ? plain(mesh) : crowds_open();
    wend_body_id ids[20];
    double most = 0;
    for (uint32_t i = 0; i < 20; i++) {
        const double along = -9 - 0.9 * (i / 2);
        ids[i] = i % 2 == 0 ? put(crowd, along, 0, 0) : put(crowd, 0, along, 3);
        walk(crowd, ids[i], i % 2 == 0 ? 1.3 : 0, i % 2 == 0 ? 0 : 1.3);
    }
    for (int t = 0; t < 20 * SECOND; t++) {
        crowds_tick(crowd, 1);
        for (uint32_t i = 0; i < 20; i++) {
            const wend_body body = crowds_body(crowd, ids[i]);
            const double off = fabs(i % 2 == 0 ? body.position.y : body.position.x);
            most = off > most ? off : most;
        }
    }
    for (uint32_t i = 0; i < 20 && is_bridge; i++) {
        const wend_body body = crowds_body(crowd, ids[i]);
        assert_true((i % 2 == 0 ? body.position.x : body.position.y) > 5);
    }
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
    return most;
}

static void streams_over_and_under_a_bridge_never_see_each_other(void **state)
{
    (void)state;
    assert_true(cross(true) < 1e-9);
    assert_true(cross(false) > 0.05); /* on one plane they do */
}

static void a_tall_body_under_a_low_bridge_meets_those_above(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_bridge();
    wend_crowd *crowd = plain(mesh);
    const wend_body_id above = put(crowd, 0, 0, 3);
    wend_body_def def = wend_body_def_default();
    wend_body_id below;
    def.position = (wend_vec2){0.1, 0};
    def.height = 3.5;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &below), WEND_OK);
    crowds_tick(crowd, 2 * SECOND);
    assert_true(wend_vec2_distance(crowds_body(crowd, above).position,
                                   crowds_body(crowd, below).position) > 0.49);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

static void a_route_leads_up_the_stairs_to_the_height_of_its_goal(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    const wend_body_id id = put(crowd, 1, 1, 0);
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){1, 1, 6}), WEND_OK);
    for (int i = 0; i < 60 * SECOND; i++) {
        crowds_tick(crowd, 1);
        storeys_check(crowd, mesh);
    }
    wend_body body = crowds_body(crowd, id);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(fabs(body.z - 6) < 1e-9 && fabs(body.goal_z - 6) < 1e-9);
    /* Without a height the goal is on its own floor. */
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){4, 1}, 0), WEND_OK);
    crowds_tick(crowd, 5 * SECOND);
    body = crowds_body(crowd, id);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(fabs(body.z - 6) < 1e-9);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

static uint32_t count_legs(const wend_crowd *crowd, uint32_t behaviour)
{
    size_t count = 0;
    uint32_t found = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    for (size_t i = 0; i < count; i++) {
        found += events[i].kind == WEND_EVENT_LEG && events[i].behaviour == behaviour;
    }
    return found;
}

static void a_lift_carries_a_body_in_its_time_and_nobody_meets_it(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    (void)storeys_add_lift(mesh, 0, 2);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    const wend_body_id id = put(crowd, 8, 1, 0);
    const wend_body_id other = put(crowd, 9, 1, 3); /* on the floor between */
    const wend_vec2 stood = crowds_body(crowd, other).position;
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){10, 1, 6}), WEND_OK);
    uint32_t begun = 0;
    uint32_t ended = 0;
    uint32_t on_link = 0;
    for (int i = 0; i < 15 * SECOND; i++) {
        crowds_tick(crowd, 1);
        storeys_check(crowd, mesh);
        begun += count_legs(crowd, WEND_BEHAVIOUR_USER);
        ended += count_legs(crowd, WEND_BEHAVIOUR_WALK);
        on_link += crowds_body(crowd, id).polygon == WEND_NODE_NONE;
    }
    const wend_body body = crowds_body(crowd, id);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(fabs(body.z - 6) < 1e-9);
    assert_int_equal(begun, 1);
    assert_int_equal(ended, 1);
    /* Six metres at 1.3 m/s. */
    assert_in_range(on_link, 6 * SECOND * 10 / 13 - 2, 6 * SECOND * 10 / 13 + 4);
    assert_true(wend_vec2_distance(crowds_body(crowd, other).position, stood) < 1e-9);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

/* A lift that takes as long as 20 metres: a crowd that was saved before the ride has it as slow. */
static void a_loaded_crowd_rides_as_slowly_as_the_saved_one(void **state)
{
    (void)state;
    enum { BYTES = 1 << 14 };
    static uint8_t bytes[BYTES];
    size_t count = 0;
    wend_mesh *mesh = storeys_make(3, NULL);
    const wend_mesh_link_id lift = storeys_add_lift(mesh, 0, 2);
    wend_mesh_link link;
    assert_int_equal(wend_mesh_get_link(mesh, lift, &link), WEND_OK);
    link.cost = 20;
    assert_int_equal(wend_mesh_set_link(mesh, lift, &link, NULL), WEND_OK);
    wend_pathfinder *pathfinders[2] = {NULL, NULL};
    wend_crowd *crowds[2] = {storeys_crowd(mesh, NULL, &pathfinders[0]),
                             storeys_crowd(mesh, NULL, &pathfinders[1])};
    const wend_body_id id = put(crowds[0], 8, 1, 0);
    assert_int_equal(wend_crowd_set_goal_at(crowds[0], id, (wend_vec3){10, 1, 6}), WEND_OK);
    crowds_tick(crowds[0], 3);
    assert_true(crowds_body(crowds[0], id).polygon != WEND_NODE_NONE);
    assert_int_equal(wend_crowd_save(crowds[0], bytes, BYTES, &count), WEND_OK);
    assert_int_equal(wend_crowd_load(crowds[1], bytes, count, NULL), WEND_OK);
    uint32_t on_link = 0;
    for (int i = 0; i < 25 * SECOND; i++) {
        crowds_tick(crowds[0], 1);
        crowds_tick(crowds[1], 1);
        on_link += crowds_body(crowds[1], id).polygon == WEND_NODE_NONE;
        assert_true(wend_crowd_hash(crowds[0]) == wend_crowd_hash(crowds[1]));
    }
    assert_in_range(on_link, 20 * SECOND * 10 / 13 - 2, 20 * SECOND * 10 / 13 + 4);
    for (int i = 0; i < 2; i++) {
        wend_crowd_destroy(crowds[i]);
        wend_pathfinder_destroy(pathfinders[i]);
    }
    wend_mesh_destroy(mesh);
}

static void an_order_on_a_link_is_carried_out_from_its_end(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    (void)storeys_add_lift(mesh, 0, 2);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    const wend_body_id id = put(crowd, 8.9, 1, 0);
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){10, 1, 6}), WEND_OK);
    crowds_tick(crowd, 2 * SECOND);
    assert_int_equal(crowds_body(crowd, id).polygon, WEND_NODE_NONE);
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){7, 5, 6}), WEND_OK);
    crowds_tick(crowd, 12 * SECOND);
    wend_body body = crowds_body(crowd, id);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(fabs(body.z - 6) < 1e-9 && body.position.y > 4.5);
    /* One that is told to stop gets to the end, and stands there. */
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){8, 1, 0}), WEND_OK);
    for (int i = 0; i < 10 * SECOND && crowds_body(crowd, id).polygon != WEND_NODE_NONE; i++) {
        crowds_tick(crowd, 1);
    }
    assert_int_equal(wend_crowd_stop(crowd, id), WEND_OK);
    crowds_tick(crowd, 8 * SECOND);
    body = crowds_body(crowd, id);
    assert_int_equal(body.polygon, storeys_room(mesh, 0, 2));
    assert_true(wend_vec2_distance(body.position, (wend_vec2){9, 1}) < 0.1);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

static void a_door_that_shuts_on_a_body_lets_it_out(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    wend_crowd *crowd = plain(mesh);
    const wend_body_id id = put(crowd, 5.7, 3, 3);
    const wend_body_id below = put(crowd, 5.7, 3, 0);
    crowds_tick(crowd, 1);
    assert_int_equal(wend_mesh_set_open(mesh, storeys_room(mesh, 1, 1), false), WEND_OK);
    crowds_tick(crowd, 1);
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, WEND_EVENT_EMBEDDED);
    assert_int_equal(events[0].body.index1, id.index1);
    crowds_tick(crowd, SECOND);
    assert_int_equal(crowds_body(crowd, id).polygon, storeys_room(mesh, 1, 2));
    assert_int_equal(crowds_body(crowd, below).polygon, storeys_room(mesh, 0, 1));
    assert_true(crowds_body(crowd, id).position.x > 6);
    /* And it cannot go back in. */
    walk(crowd, id, -1.3, 0);
    crowds_tick(crowd, 3 * SECOND);
    assert_true(crowds_body(crowd, id).position.x > 6.2);
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

static void a_closed_door_ahead_sends_a_body_another_way(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    (void)storeys_add_lift(mesh, 0, 2);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    /* Up the stairs, through the door of floor 1: it shuts, and the lift is on the other side of
     * the door of floor 0. */
    const wend_body_id id = put(crowd, 1, 5, 0);
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){1, 1, 3}), WEND_OK);
    crowds_tick(crowd, 2 * SECOND);
    assert_int_equal(wend_mesh_set_open(mesh, storeys_room(mesh, 1, 1), false), WEND_OK);
    crowds_tick(crowd, 8 * SECOND);
    assert_true(crowds_body(crowd, id).state == WEND_BODY_MOVING);
    assert_int_equal(wend_mesh_set_open(mesh, storeys_room(mesh, 1, 1), true), WEND_OK);
    crowds_tick(crowd, 40 * SECOND);
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

static void an_obstacle_put_on_a_body_lets_it_out(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    wend_crowd *crowd = plain(mesh);
    const wend_body_id id = put(crowd, 9, 3, 3);
    const wend_body_id above = put(crowd, 9, 3, 6);
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id obstacle;
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){9.2, 3};
    def.half_width = 1;
    def.half_depth = 1;
    def.low = 2.5;
    def.high = 3.5;
    crowds_tick(crowd, 1);
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &obstacle, NULL), WEND_OK);
    crowds_tick(crowd, 1);
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].kind, WEND_EVENT_EMBEDDED);
    assert_int_equal(crowds_body(crowd, id).polygon, WEND_NODE_NONE);
    crowds_tick(crowd, 2 * SECOND);
    storeys_check(crowd, mesh);
    const wend_body out = crowds_body(crowd, id);
    assert_true(out.position.x < 8.2 && out.polygon != WEND_NODE_NONE && fabs(out.z - 3) < 1e-9);
    assert_int_equal(crowds_body(crowd, above).polygon, storeys_room(mesh, 2, 2));
    /* It is a wall now, and gone with the obstacle. */
    walk(crowd, id, 1.3, 0);
    crowds_tick(crowd, 3 * SECOND);
    assert_true(crowds_body(crowd, id).position.x < 8);
    assert_int_equal(wend_mesh_remove_obstacle(mesh, obstacle), WEND_OK);
    crowds_tick(crowd, 3 * SECOND);
    assert_true(crowds_body(crowd, id).position.x > 10);
    assert_int_equal(crowds_body(crowd, id).polygon, storeys_room(mesh, 1, 2));
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

static void an_obstacle_on_a_route_is_walked_around(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    const wend_body_id id = put(crowd, 6.5, 3, 0);
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    wend_mesh_obstacle_id obstacle;
    double aside = 0;
    def.centre = (wend_vec2){9, 3};
    def.radius = 0.8;
    def.high = 1;
    assert_int_equal(wend_crowd_set_goal_at(crowd, id, (wend_vec3){11.5, 3, 0}), WEND_OK);
    crowds_tick(crowd, 3);
    assert_int_equal(wend_mesh_add_obstacle(mesh, &def, &obstacle, NULL), WEND_OK);
    for (int i = 0; i < 8 * SECOND; i++) {
        crowds_tick(crowd, 1);
        storeys_check(crowd, mesh);
        aside = fmax(aside, fabs(crowds_body(crowd, id).position.y - 3));
    }
    assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
    assert_true(aside > 0.8);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

static void the_nearest_place_counts_heights(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(3, NULL);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    const wend_body_id id = put(crowd, 1, 1, 0);
    const wend_route_place places[2] = {{{1, 1.5}, 0, 6}, {{8, 3}, 0, 0}};
    assert_int_equal(wend_crowd_set_goal_places(crowd, id, places, 2), WEND_OK);
    crowds_tick(crowd, 12 * SECOND);
    const wend_body body = crowds_body(crowd, id);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_true(body.has_item && body.item == 1 && fabs(body.z) < 1e-9);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

static void a_group_settles_around_a_goal_upstairs(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    wend_pathfinder *pathfinder = NULL;
    wend_crowd *crowd = storeys_crowd(mesh, NULL, &pathfinder);
    wend_body_id ids[12];
    for (uint32_t i = 0; i < 12; i++) {
        ids[i] = put(crowd, 0.5 + 0.7 * (i % 4), 0.5 + 0.7 * (i / 4), 0);
    }
    assert_int_equal(wend_crowd_set_group_goal_at(crowd, ids, 12, (wend_vec3){9, 2, 3}), WEND_OK);
    for (int i = 0; i < 60 * SECOND; i++) {
        crowds_tick(crowd, 1);
        storeys_check(crowd, mesh);
    }
    for (uint32_t i = 0; i < 12; i++) {
        const wend_body body = crowds_body(crowd, ids[i]);
        assert_int_equal(body.state, WEND_BODY_ARRIVED);
        assert_true(fabs(body.z - 3) < 1e-9);
    }
    assert_true(crowds_info(crowd).max_overlap < 0.01);
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_mesh_destroy(mesh);
}

static void what_a_mesh_has_not_is_refused_with_a_reason(void **state)
{
    (void)state;
    wend_mesh *mesh = storeys_make(2, NULL);
    wend_crowd *crowd = plain(mesh);
    const wend_body_id id = put(crowd, 1, 1, 0);
    wend_message message = {.text = ""};
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *other = NULL;
    def.mesh = mesh;
    def.message = &message;
    def.has_own_flow = true;
    assert_int_equal(wend_crowd_create(&def, &other), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "flows lead over grids"));
    wend_walls *walls = crowds_walls(NULL, 0);
    def.has_own_flow = false;
    def.walls = walls;
    assert_int_equal(wend_crowd_create(&def, &other), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "a mesh is all the ground of a crowd"));
    wend_walls_destroy(walls);
    wend_formation_id formation;
    const wend_formation_def formation_def = wend_formation_def_default();
    assert_int_equal(wend_formation_create(crowd, &formation_def, &id, NULL, 1, &formation),
                     WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(wend_crowd_error(crowd), "bodies on a mesh walk in no formations"));
    wend_explorers_def explorers_def = wend_explorers_def_default();
    wend_explorers *explorers = NULL;
    explorers_def.crowd = crowd;
    explorers_def.message = &message;
    assert_int_equal(wend_explorers_create(&explorers_def, &explorers), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(message.text, "the crowd is on a mesh"));
    wend_crowd_hit hit;
    assert_false(wend_crowd_sweep(crowd, 0, 0, (wend_vec2){1, 1}, (wend_vec2){50, 1}, 0.2, &hit));
    wend_crowd_destroy(crowd);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_is_put_on_the_floor_nearest_in_height),
        cmocka_unit_test(a_position_off_the_mesh_or_on_closed_ground_is_refused_and_said),
        cmocka_unit_test(many_bodies_are_put_around_one_on_its_floor_alone),
        cmocka_unit_test(edges_without_a_neighbour_stop_a_body_and_stairs_lift_it),
        cmocka_unit_test(streams_over_and_under_a_bridge_never_see_each_other),
        cmocka_unit_test(a_tall_body_under_a_low_bridge_meets_those_above),
        cmocka_unit_test(a_route_leads_up_the_stairs_to_the_height_of_its_goal),
        cmocka_unit_test(a_lift_carries_a_body_in_its_time_and_nobody_meets_it),
        cmocka_unit_test(a_loaded_crowd_rides_as_slowly_as_the_saved_one),
        cmocka_unit_test(an_order_on_a_link_is_carried_out_from_its_end),
        cmocka_unit_test(a_door_that_shuts_on_a_body_lets_it_out),
        cmocka_unit_test(a_closed_door_ahead_sends_a_body_another_way),
        cmocka_unit_test(an_obstacle_put_on_a_body_lets_it_out),
        cmocka_unit_test(an_obstacle_on_a_route_is_walked_around),
        cmocka_unit_test(the_nearest_place_counts_heights),
        cmocka_unit_test(a_group_settles_around_a_goal_upstairs),
        cmocka_unit_test(what_a_mesh_has_not_is_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
