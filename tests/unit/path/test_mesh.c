/* Paths over small meshes: legs, polygons, links, validity, and pictures of their searches. */
#include "mesh.h"
#include "support/meshes.h"
#include "support/storeys.h"
#include "support/test.h"
#include "wend/hierarchy.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_path.h"
#include "wend/pathfinder.h"

#include <math.h>

static void path_mesh_bends_at_corners_and_has_heights(void **state)
{
    (void)state;
    bench b = bench_on(ring(0.5));
    expect_found(&b, WEND_MESH_METHOD_EXACT, 0.5, 1.5, 2.5, 1.5);
    assert_int_equal(wend_path_leg_count(b.path), 3);
    const wend_leg *legs = wend_path_legs(b.path);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(legs[i].behaviour, WEND_BEHAVIOUR_WALK);
        assert_true(legs[i].edge == WEND_EDGE_NONE);
        assert_true(is_near(legs[i].from_height, legs[i].from_point.x * 0.5));
        assert_true(is_near(legs[i].to_height, legs[i].to_point.x * 0.5));
        assert_true(legs[i].cost == wend_cost_from_double(legs[i].length));
    }
    assert_int_equal(legs[0].from, wend_mesh_locate(b.mesh, 0.5, 1.5, 0));
    assert_int_equal(legs[2].to, wend_mesh_locate(b.mesh, 2.5, 1.5, 0));
    assert_int_equal(legs[0].to, legs[1].from);
    assert_true(is_near(wend_path_length(b.path), 1 + 2 * sqrt(0.5)));
    /* The ground rises by half a metre for each of x. */
    assert_true(is_near(wend_path_length_3d(b.path), sqrt(1.25) + 2 * sqrt(0.5 + 0.0625)));
    bench_free(&b);
}

static void assert_joined(const wend_mesh *mesh, wend_node a, wend_node b)
{
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, a);
    bool is_joined = false;
    for (uint32_t c = 0; c < polygon.count; c++) {
        is_joined = is_joined || wend_mesh_neighbour(mesh, polygon.first_corner + c) == b;
    }
    assert_true(is_joined);
}

static void path_mesh_polygons_follow_through_vertices_and_along_edges(void **state)
{
    (void)state;
    static const double ways[4][4] = {
        {0.5, 0.5, 3.5, 3.5}, /* through the vertices of the diagonal */
        {0, 1, 4, 1},         /* along edges, from end to end */
        {1, 0, 1, 4},
        {0.25, 0.5, 3.75, 2.5},
    };
    bench b = bench_on(checkers(4, "0000000000000000", 0));
    for (int i = 0; i < 4; i++) {
        expect_found(&b, WEND_MESH_METHOD_EXACT, ways[i][0], ways[i][1], ways[i][2], ways[i][3]);
        wend_node polygons[MOST];
        size_t count = 0;
        assert_int_equal(wend_mesh_search_polygons(b.search, polygons, 1, &count), WEND_TRUNCATED);
        assert_int_equal(wend_mesh_search_polygons(b.search, polygons, MOST, &count), WEND_OK);
        assert_in_range(count, 4, 7);
        assert_int_equal(polygons[0], wend_mesh_locate(b.mesh, ways[i][0], ways[i][1], 0));
        assert_int_equal(polygons[count - 1], wend_path_leg(b.path, 0).to);
        for (size_t k = 1; k < count; k++) {
            assert_joined(b.mesh, polygons[k - 1], polygons[k]);
        }
    }
    bench_free(&b);
}

/* Two strips that nothing but links can join. */
static wend_mesh *two_sides(void)
{
    return checkers(3,
                    "0#0"
                    "0#0"
                    "0#0",
                    0);
}

static void path_mesh_link_keeps_behaviour_cost_and_index(void **state)
{
    (void)state;
    bench b = bench_on(two_sides());
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(0.75, 1.5, 0);
    link.to = wend_mesh_location_at(2.25, 1.5, 0);
    link.behaviour = WEND_BEHAVIOUR_JUMP;
    link.cost = 7;
    assert_int_equal(find(&b, WEND_MESH_METHOD_EXACT, 0.5, 0.5, 2.5, 2.5), WEND_NO_PATH);
    assert_int_equal(wend_path_leg_count(b.path), 0);
    wend_mesh_link_id id = meshes_add_link(b.mesh, link);
    assert_int_equal(wend_path_from_mesh_search(b.path, b.search), WEND_NO_PATH);
    assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
    expect_found(&b, WEND_MESH_METHOD_MIDPOINT, 0.5, 0.5, 2.5, 2.5);
    smooth(&b);
    assert_int_equal(wend_path_leg_count(b.path), 3);
    const wend_leg jump = wend_path_leg(b.path, 1);
    assert_int_equal(jump.behaviour, WEND_BEHAVIOUR_JUMP);
    assert_int_equal(jump.edge, id.index1 - 1);
    assert_true(jump.cost == 7 * WEND_COST_ONE);
    assert_true(is_near(jump.length, 1.5));
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(b.search, &answer);
    assert_true(fabs(wend_cost_to_double(wend_path_cost(b.path)) - answer.cost) < 1e-9);
    wend_node polygons[MOST];
    size_t count;
    assert_int_equal(wend_mesh_search_polygons(b.search, polygons, MOST, &count), WEND_OK);
    assert_int_equal(count, 4);
    bench_free(&b);
}

/* Not that of the arc used: a two-way link has two arcs, and a removed one has none. */
static void path_mesh_link_is_named_by_its_own_index(void **state)
{
    (void)state;
    bench b = bench_on(two_sides());
    wend_mesh_link_id ids[4];
    for (uint32_t i = 0; i < 4; i++) {
        wend_mesh_link link = wend_mesh_link_default();
        link.from = wend_mesh_location_at(0.5, i < 3 ? 0.5 : 2.5, 0);
        link.to = wend_mesh_location_at(i < 3 ? 0.25 : 2.5, 2.5, 0);
        link.cost = i < 3 ? 50 : 7;
        link.is_two_way = true;
        ids[i] = meshes_add_link(b.mesh, link);
    }
    assert_int_equal(wend_mesh_remove_link(b.mesh, ids[1]), WEND_OK);
    assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
    for (int way = 0; way < 2; way++) {
        const double from = way == 0 ? 0.5 : 2.5;
        expect_found(&b, WEND_MESH_METHOD_EXACT, from, 1.5, 3 - from, 1.5);
        size_t named = 0;
        for (size_t i = 0; i < wend_path_leg_count(b.path); i++) {
            const wend_leg leg = wend_path_leg(b.path, i);
            assert_true(leg.edge == WEND_EDGE_NONE || leg.edge == ids[3].index1 - 1);
            named += leg.edge != WEND_EDGE_NONE;
        }
        assert_int_equal(named, 1);
    }
    bench_free(&b);
}

static void path_mesh_refuses_what_makes_no_sense(void **state)
{
    (void)state;
    bench b = bench_on(checkers(2, "0000", 0));
    size_t count = 7;
    assert_int_equal(wend_path_from_mesh_search(b.path, b.search), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_mesh_search(NULL, b.search), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_mesh_search(b.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_polygons(b.search, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_polygons(b.search, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    expect_found(&b, WEND_MESH_METHOD_EXACT, 0.5, 0.5, 0.5, 0.5);
    assert_int_equal(wend_path_leg_count(b.path), 0);
    expect_found(&b, WEND_MESH_METHOD_EXACT, 0.5, 0.5, 1.5, 1.25);
    assert_int_equal(wend_path_smooth_mesh(NULL, b.space, 0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth_mesh(b.path, NULL, 0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth_mesh(b.path, b.space, (double)NAN, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth_mesh(b.path, b.space, 0, (wend_smoothing)7),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_set_open(b.mesh, 3, false), WEND_OK);
    assert_int_equal(wend_path_smooth_mesh(b.path, b.space, 0, WEND_SMOOTHING_QUICK),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_path_from_mesh_search(b.path, b.search), WEND_ERROR_STALE);
    assert_int_equal(wend_path_leg_count(b.path), 1);
    bench_free(&b);
}

typedef struct drawn {
    int searched, frontier, start, goal;
} drawn;

static void on_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value)
{
    drawn *d = context;
    (void)from;
    (void)to;
    (void)value;
    d->searched += meaning == WEND_MEANING_SEARCHED;
    d->frontier += meaning == WEND_MEANING_FRONTIER;
}

static void on_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                      double value)
{
    drawn *d = context;
    (void)centre;
    (void)radius;
    (void)value;
    d->start += meaning == WEND_MEANING_START;
    d->goal += meaning == WEND_MEANING_GOAL;
}

static void mesh_search_draws_what_it_looked_at(void **state)
{
    (void)state;
    bench b = bench_on(ring(0));
    drawn d = {0};
    wend_draw draw = {0};
    draw.line = on_line;
    draw.circle = on_circle;
    draw.context = &d;
    assert_int_equal(wend_mesh_search_draw(b.search, &draw), WEND_OK);
    assert_int_equal(d.start, 0);
    for (int method = 0; method < WEND_MESH_METHOD_COUNT; method++) {
        d = (drawn){0};
        expect_found(&b, (wend_mesh_method)method, 0.5, 1.5, 2.5, 1.5);
        assert_int_equal(wend_mesh_search_draw(b.search, &draw), WEND_OK);
        assert_int_equal(d.start, 1);
        assert_int_equal(d.goal, 1);
        assert_true(d.searched > 0);
    }

    /* A disc draws its own cones; where nothing was searched, nothing of a query before shows. */
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    query.start = wend_mesh_location_at(0.5, 1.5, 0);
    query.goal = wend_mesh_location_at(2.5, 1.5, 0);
    query.radius = 0.25;
    for (int i = 0; i < 2; i++) {
        const wend_result expected = i == 0 ? WEND_OK : WEND_NO_PATH;
        d = (drawn){0};
        assert_int_equal(wend_mesh_search_find(b.search, &query), expected);
        wend_mesh_search_get_answer(b.search, &answer);
        assert_int_equal(wend_mesh_search_draw(b.search, &draw), WEND_OK);
        assert_true((d.searched > 0) == (i == 0));
        assert_true(answer.generated >= (uint64_t)d.searched);
        assert_true((answer.generated > 0) == (i == 0));
        query.goal.x = -5;
    }
    const wend_draw nothing = {0};
    assert_int_equal(wend_mesh_search_draw(b.search, &nothing), WEND_OK);
    assert_int_equal(wend_mesh_search_draw(NULL, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_draw(b.search, NULL), WEND_ERROR_ARGUMENT);
    bench_free(&b);
}

/* Along the edge between two squares, of which either may close; and to a corner of both. */
static void path_mesh_is_valid_beside_what_closes(void **state)
{
    (void)state;
    bench b = bench_on(checkers(4, "0000000000000000", 0));
    expect_found(&b, WEND_MESH_METHOD_EXACT, 0.5, 1, 3, 1);
    assert_int_equal(wend_path_leg_count(b.path), 1);
    for (wend_node closed = 0; closed < 16; closed++) {
        /* Squares 0 to 2 lie below the path, 4 to 6 above; 3 and 7 touch its end. */
        assert_int_equal(wend_mesh_set_open(b.mesh, closed, false), WEND_OK);
        assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
        assert_true(wend_path_is_valid_mesh(b.path, b.space, 0, 0, NULL, NULL));
        const bool is_beside = closed < 8;
        size_t leg = 9;
        wend_result result = WEND_OK;
        assert_int_equal(wend_path_is_valid_mesh(b.path, b.space, 0.25, 0, &leg, &result),
                         !is_beside);
        assert_int_equal(leg, is_beside ? 0 : 1);
        assert_int_equal(result, is_beside ? WEND_NO_PATH : WEND_OK);
        assert_int_equal(wend_mesh_set_open(b.mesh, closed, true), WEND_OK);
    }
    /* Both sides. */
    assert_int_equal(wend_mesh_set_open(b.mesh, 1, false), WEND_OK);
    assert_int_equal(wend_mesh_set_open(b.mesh, 5, false), WEND_OK);
    wend_result result = WEND_OK;
    assert_false(wend_path_is_valid_mesh(b.path, b.space, 0, 0, NULL, &result));
    assert_int_equal(result, WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
    assert_false(wend_path_is_valid_mesh(b.path, b.space, 0, 0, NULL, &result));
    assert_int_equal(result, WEND_NO_PATH);
    assert_true(wend_path_is_valid_mesh(b.path, b.space, 0, 1, NULL, &result));
    assert_int_equal(result, WEND_OK);
    assert_false(wend_path_is_valid_mesh(NULL, b.space, 0, 0, NULL, &result));
    assert_int_equal(result, WEND_ERROR_ARGUMENT);
    assert_false(wend_path_is_valid_mesh(b.path, NULL, 0, 0, NULL, &result));
    assert_int_equal(result, WEND_ERROR_ARGUMENT);
    assert_false(wend_path_is_valid_mesh(b.path, b.space, -1, 0, NULL, &result));
    assert_int_equal(result, WEND_ERROR_ARGUMENT);
    assert_false(wend_path_is_valid_mesh(b.path, b.space, (double)NAN, 0, NULL, NULL));
    /* Paths that name no polygons, on and off the mesh. */
    const wend_vec2 on[] = {{0.5, 0.5}, {0.5, 3.5}};
    const wend_vec2 off[] = {{0.5, 0.5}, {0.5, 4.5}};
    assert_int_equal(wend_path_from_points(b.path, on, 2), WEND_OK);
    assert_true(wend_path_is_valid_mesh(b.path, b.space, 0.5, 0, NULL, NULL));
    assert_int_equal(wend_path_from_points(b.path, off, 2), WEND_OK);
    assert_false(wend_path_is_valid_mesh(b.path, b.space, 0, 0, NULL, NULL));
    bench_free(&b);
}

/* A box on a floor of a house. */
static wend_mesh_obstacle_def box_at(uint32_t floor, double x, double y, double half)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.shape = WEND_MESH_OBSTACLE_BOX;
    def.centre = (wend_vec2){x, y};
    def.half_width = def.half_depth = half;
    def.low = STOREYS_HEIGHT * floor - 0.5;
    def.high = STOREYS_HEIGHT * floor + 0.5;
    return def;
}

/* A path over the upper floor leads past a box there. The box goes below, so that pieces there get the
 * numbers of those above, and another box comes to lie on the path, or beside it. */
static void check_beside_boxes(bench *b, wend_mesh_obstacle_id *ids, uint64_t place)
{
    const double y = 1 + 4 * wend_random_unit(3, place, 0);
    wend_mesh_obstacle_def boxes[2] = {box_at(1, 2.5, y < 3 ? y + 1 : y - 1, 0.5),
                                       box_at(0, 2, 3, 0.25)};
    assert_int_equal(wend_mesh_set_obstacles(b->mesh, ids, boxes, 2, NULL), WEND_OK);
    assert_int_equal(wend_mesh_space_update(b->space), WEND_OK);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(1, y, STOREYS_HEIGHT);
    query.goal = wend_mesh_location_at(4, y, STOREYS_HEIGHT);
    assert_int_equal(wend_mesh_search_find(b->search, &query), WEND_OK);
    assert_int_equal(wend_path_from_mesh_search(b->path, b->search), WEND_OK);
    assert_true(wend_path_is_valid_mesh(b->path, b->space, 0, 0, NULL, NULL));
    const bool is_across = place % 2 == 0;
    boxes[0] = box_at(0, 1 + 3 * wend_random_unit(4, place, 0),
                      1 + 4 * wend_random_unit(4, place, 1), 0.25);
    boxes[1] = box_at(1, 2.5, is_across ? y : y < 3 ? y + 1 : y - 1, 0.5);
    assert_int_equal(wend_mesh_set_obstacles(b->mesh, ids, boxes, 2, NULL), WEND_OK);
    assert_int_equal(wend_mesh_space_update(b->space), WEND_OK);
    assert_int_equal(wend_path_is_valid_mesh(b->path, b->space, 0, 0, NULL, NULL), !is_across);
    /* Without obstacles pieces have no numbers. */
    assert_int_equal(wend_mesh_remove_obstacle(b->mesh, ids[0]), WEND_OK);
    assert_int_equal(wend_mesh_remove_obstacle(b->mesh, ids[1]), WEND_OK);
    ids[0] = ids[1] = (wend_mesh_obstacle_id){0, 0};
    assert_int_equal(wend_mesh_space_update(b->space), WEND_OK);
    assert_true(wend_path_is_valid_mesh(b->path, b->space, 0, 0, NULL, NULL));
}

static void path_mesh_beside_an_obstacle_is_held_against_what_is_there_now(void **state)
{
    (void)state;
    bench b = bench_on(storeys_make(2, NULL));
    wend_mesh_obstacle_id ids[2] = {{0, 0}, {0, 0}};
    for (uint64_t place = 0; place < 64; place++) {
        check_beside_boxes(&b, ids, place);
    }
    bench_free(&b);
}

/* Beside ground that the goal does not connect to, a start without room is still what is wrong. */
static void pathfinder_names_a_start_without_room_before_ground_apart(void **state)
{
    (void)state;
    bench b = bench_on(checkers(3,
                                "000"
                                "###"
                                "000",
                                0));
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh_space = b.space;
    def.radius = 0.4;
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    wend_path_query query = wend_path_query_default();
    query.from = (wend_vec3){1.5, 0.25, 0};
    query.to = (wend_vec3){1.5, 2.5, 0};
    for (int i = 0; i < 3; i++) { /* the goal, the nearest point to it, to a goal off the mesh */
        wend_path_answer answer;
        query.is_nearest_allowed = i > 0;
        query.to.x = i == 2 ? 9 : 1.5;
        assert_int_equal(wend_pathfinder_find(finder, &query), WEND_NO_PATH);
        wend_pathfinder_get_answer(finder, &answer);
        assert_int_equal(answer.reason, WEND_FAILURE_START_BLOCKED);
        assert_string_equal(wend_pathfinder_error(finder),
                            "the start is blocked: the nearest wall is 0.25 m away, and the radius "
                            "is 0.4 m");
    }
    query.from.y = 0.5;
    query.to.x = 1.5;
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_OK);
    wend_pathfinder_destroy(finder);
    bench_free(&b);
}

/* The goal, in the air, is refused before anything is searched. */
static void a_disc_off_the_mesh_has_no_nearest_point_to_a_goal_in_the_air(void **state)
{
    (void)state;
    bench b = bench_on(checkers(4, "0000000000000000", 0));
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh_space = b.space;
    def.radius = 0.4;
    def.max_height_difference = 1;
    wend_path_query query = wend_path_query_default();
    query.is_nearest_allowed = true;
    query.to = (wend_vec3){2, 2, 4};
    for (int i = 0; i < 2; i++) {
        wend_pathfinder *finder = NULL;
        wend_path_answer answer;
        assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
        query.from = (wend_vec3){i == 0 ? 24 : 3, 2, 0};
        assert_int_equal(wend_pathfinder_find(finder, &query), i == 0 ? WEND_NO_PATH : WEND_OK);
        wend_pathfinder_get_answer(finder, &answer);
        assert_true(i == 1 || answer.reason == WEND_FAILURE_START_OFF_GROUND);
        wend_pathfinder_destroy(finder);
    }
    bench_free(&b);
}

/* The nearest point is found by the exact search: its refusal is the pathfinder's. */
static void a_disc_says_why_there_is_no_nearest_point_on_ground_of_two_costs(void **state)
{
    (void)state;
    bench b = bench_on(checkers(4, "0000000011111111", 0));
    wend_pathfinder_def def = wend_pathfinder_def_default();
    assert_int_equal(wend_mesh_set_factor(b.mesh, 1, 3), WEND_OK);
    assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
    def.mesh_space = b.space;
    def.radius = 0.4;
    def.max_height_difference = 1;
    wend_path_query query = wend_path_query_default();
    query.is_nearest_allowed = true;
    query.mesh_method = WEND_MESH_METHOD_MIDPOINT;
    query.from = (wend_vec3){3, 2, 0};
    query.to = (wend_vec3){2, 2, 4};
    wend_pathfinder *finder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    assert_int_equal(wend_pathfinder_find(finder, &query), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(wend_pathfinder_error(finder), "needs the exact method"));
    wend_pathfinder_destroy(finder);
    bench_free(&b);
}

/* Around a square of dear ground, over the corner of it, or past it. */
static void a_disc_goes_around_dearer_ground(void **state)
{
    (void)state;
    bench b = bench_on(checkers(5,
                                "00000"
                                "00000"
                                "00100"
                                "00000"
                                "00000",
                                0));
    wend_mesh_search_answer answer;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.radius = 0.25;
    for (int i = 0; i < 3; i++) {
        /* Factors of 3 and 1.0625, and a line that does not meet it. */
        assert_int_equal(wend_mesh_set_factor(b.mesh, 1, i == 1 ? 1.0625 : 3), WEND_OK);
        assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
        const double y = i == 2 ? 1.5 : 2.5;
        query.start = wend_mesh_location_at(0.5, y, 0);
        query.goal = wend_mesh_location_at(4.5, y, 0);
        assert_int_equal(wend_mesh_search_find(b.search, &query), WEND_OK);
        wend_mesh_search_get_answer(b.search, &answer);
        const double least = 1 + 2 * sqrt(1.5 * 1.5 + 0.5 * 0.5);
        const double expected = i == 0 ? least : i == 1 ? 4.0625 : 4;
        assert_true(answer.cost >= expected - 1e-9 && answer.cost < expected + 0.01);
        assert_true(fabs(answer.bound - answer.cost / 4) < 1e-12);
        assert_int_equal(wend_path_from_mesh_search(b.path, b.search), WEND_OK);
        assert_int_equal(wend_path_leg_count(b.path), i == 2 ? 1 : 3);
        assert_true(fabs(wend_cost_to_double(wend_path_cost(b.path)) - answer.cost) < 1e-6);
    }
    assert_true(answer.bound <= 1); /* exact: other ground does not matter */
    query.radius = 0;
    assert_int_equal(wend_mesh_search_start(b.search, &query), WEND_ERROR_UNSUPPORTED);
    bench_free(&b);
}

/* The cost of its edge would be more than the edge of a graph can have. */
static void a_hierarchy_takes_links_of_any_cost(void **state)
{
    (void)state;
    bench b = bench_on(checkers(4, "00#000#000#000#0", 0));
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *hierarchy = NULL;
    link.from = wend_mesh_location_at(0.5, 0.5, 0);
    link.to = wend_mesh_location_at(3.5, 0.5, 0);
    link.cost = 1 << 30;
    assert_int_equal(wend_mesh_add_link(b.mesh, &link, &id, NULL), WEND_OK);
    assert_int_equal(wend_mesh_set_factor(b.mesh, 0, 65536), WEND_OK);
    assert_int_equal(wend_mesh_space_update(b.space), WEND_OK);
    def.mesh_space = b.space;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    wend_hierarchy_destroy(hierarchy);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hierarchy_takes_links_of_any_cost),
        cmocka_unit_test(a_disc_goes_around_dearer_ground),
        cmocka_unit_test(a_disc_says_why_there_is_no_nearest_point_on_ground_of_two_costs),
        cmocka_unit_test(a_disc_off_the_mesh_has_no_nearest_point_to_a_goal_in_the_air),
        cmocka_unit_test(path_mesh_bends_at_corners_and_has_heights),
        cmocka_unit_test(path_mesh_polygons_follow_through_vertices_and_along_edges),
        cmocka_unit_test(path_mesh_link_keeps_behaviour_cost_and_index),
        cmocka_unit_test(path_mesh_link_is_named_by_its_own_index),
        cmocka_unit_test(path_mesh_refuses_what_makes_no_sense),
        cmocka_unit_test(mesh_search_draws_what_it_looked_at),
        cmocka_unit_test(path_mesh_is_valid_beside_what_closes),
        cmocka_unit_test(path_mesh_beside_an_obstacle_is_held_against_what_is_there_now),
        cmocka_unit_test(pathfinder_names_a_start_without_room_before_ground_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
