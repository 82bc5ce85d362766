/* Searches on small meshes: what they refuse and why, and goals that no path leads to. */
#include "search.h"
#include "support/mesh_world.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

/* Three squares of 10 metres in a row. */
static wend_mesh *row_mesh(void)
{
    static const wend_vec3 points[] = {{0, 0, 0},  {10, 0, 0},  {20, 0, 0},  {30, 0, 0},
                                       {0, 10, 0}, {10, 10, 0}, {20, 10, 0}, {30, 10, 0}};
    static const uint32_t corners[] = {0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6};
    static const uint32_t sizes[] = {4, 4, 4};
    static const uint8_t areas[] = {0, 1, 0};
    wend_mesh_def def = meshes_def(points, 8, corners, sizes, 3);
    def.areas = areas;
    return meshes_make(def);
}

static wend_mesh_search_query along_row(void)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(1, 5, 0);
    query.goal = wend_mesh_location_at(29, 5, 0);
    return query;
}

static void mesh_method_names_go_there_and_back(void **state)
{
    (void)state;
    for (int i = 0; i < WEND_MESH_METHOD_COUNT; ++i) {
        const char *name = wend_mesh_method_name((wend_mesh_method)i);
        assert_int_equal(wend_mesh_method_from_name(name), i);
    }
    assert_string_equal(wend_mesh_method_name(WEND_MESH_METHOD_EXACT), "exact");
    assert_string_equal(wend_mesh_method_name(WEND_MESH_METHOD_COUNT), "?");
    assert_int_equal(wend_mesh_method_from_name("polyanya"), WEND_MESH_METHOD_COUNT);
    assert_int_equal(wend_mesh_method_from_name(NULL), WEND_MESH_METHOD_COUNT);
}

static void mesh_space_refuses_what_it_cannot_be_made_of(void **state)
{
    (void)state;
    wend_mesh *mesh = row_mesh();
    wend_message message;
    wend_mesh_space *space;
    wend_mesh_space_def def = wend_mesh_space_def_default();
    double factors[WEND_MESH_AREAS];
    assert_int_equal(wend_mesh_space_create(&def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_space_create(NULL, &space), WEND_ERROR_ARGUMENT);
    def.message = &message;
    assert_int_equal(wend_mesh_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "mesh is NULL"));
    def.mesh = mesh;
    def.factors = factors;
    static const double bad[] = {0, -1, 0.001, 65537, (double)NAN, -(double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        for (int k = 0; k < WEND_MESH_AREAS; ++k) {
            factors[k] = k == 200 ? bad[i] : 1;
        }
        assert_int_equal(wend_mesh_space_create(&def, &space), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(message.text, "factors[200]"));
        assert_null(space);
    }
    def.cookie = 0;
    assert_int_equal(wend_mesh_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_space_update(NULL), WEND_ERROR_ARGUMENT);
    wend_mesh_space_destroy(NULL);
    wend_mesh_destroy(mesh);
}

static bool never(void *user, wend_node polygon)
{
    (void)user;
    return polygon == WEND_NODE_NONE;
}

static void refuse(mesh_world *w, const wend_mesh_search_query *query, wend_result result,
                   const char *text)
{
    wend_mesh_search_answer answer;
    size_t count = 1;
    assert_int_equal(wend_mesh_search_find(w->search, query), result);
    if (strstr(wend_mesh_search_error(w->search), text) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", wend_mesh_search_error(w->search), text);
    }
    assert_int_equal(wend_mesh_search_run(w->search, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_points(w->search, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    wend_mesh_search_get_answer(w->search, &answer);
    assert_int_equal(answer.location.polygon, WEND_NODE_NONE);
}

static void mesh_search_refuses_queries_that_make_no_sense(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    const wend_mesh_search_query good = along_row();
    wend_mesh_search_query q = good;
    refuse(&w, NULL, WEND_ERROR_ARGUMENT, "wend_mesh_search_query_default");
    q.cookie = 0;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "wend_mesh_search_query_default");
    q = good;
    q.start.x = (double)NAN;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "start.x is nan");
    q = good;
    q.goal.z = 2 * WEND_COORDINATE_MAX;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "goal.z is 2147483648");
    q = good;
    q.method = WEND_MESH_METHOD_COUNT;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "method is 3, and must be from 0 to 2");
    q = good;
    q.radius = -1;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "radius");
    q = good;
    q.corners = (wend_corners)7;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "corners is 7, and must be from 0 to ");
    q = good;
    q.max_length = (double)NAN;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "max_length");
    q = good;
    q.noise = 11;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "noise is 11, and must be from 0 to 10");
    q.noise = 0.5;
    refuse(&w, &q, WEND_ERROR_UNSUPPORTED, "noise is above 0");
    q = good;
    q.goal_kind = WEND_MESH_GOAL_SET;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "goals is NULL");
    wend_mesh_location goals[] = {good.goal, good.goal};
    goals[1].y = (double)INFINITY;
    q.goals = goals;
    q.goal_count = 2;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "goals[1].y is inf");
    q.goal_kind = WEND_MESH_GOAL_PREDICATE;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "is_goal is NULL");
    q.goal_kind = (wend_mesh_goal_kind)9;
    refuse(&w, &q, WEND_ERROR_ARGUMENT, "goal_kind");
    assert_int_equal(wend_mesh_search_find(w.search, &good), WEND_OK);
    assert_string_equal(wend_mesh_search_error(w.search), "");
    mesh_world_free(&w);
}

static void mesh_search_of_nothing_is_refused_or_empty(void **state)
{
    (void)state;
    mesh_world w;
    wend_mesh_search *none;
    wend_mesh_search_answer answer;
    size_t count;
    mesh_world_on(&w, row_mesh(), 1);
    assert_int_equal(wend_mesh_search_create(NULL, NULL, &none), WEND_ERROR_ARGUMENT);
    assert_null(none);
    assert_int_equal(wend_mesh_search_create(w.space, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_start(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_run(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_points(NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_points(w.search, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_mesh_search_error(NULL), "");
    assert_null(wend_mesh_search_space(NULL));
    assert_ptr_equal(wend_mesh_search_space(w.search), w.space);
    wend_mesh_search_get_answer(NULL, &answer);
    assert_int_equal(answer.location.polygon, WEND_NODE_NONE);
    wend_mesh_search_get_answer(w.search, NULL);
    wend_mesh_search_get_answer(w.search, &answer);
    assert_int_equal(answer.expanded, 0);
    assert_int_equal(wend_mesh_search_run(w.search, NULL), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(wend_mesh_search_error(w.search), "no query"));
    wend_mesh_search_destroy(NULL);
    mesh_world_free(&w);
}

static void mesh_search_without_a_path_has_a_reason(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    wend_mesh_search_query q = along_row();
    q.goal.x = 31;
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_GOAL_OFF_GROUND);
    assert_string_equal(wend_mesh_search_error(w.search),
                        "the goal is off the mesh: the nearest ground is 1.00 m away");
    q.start.x = -1.25;
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_START_OFF_GROUND);
    assert_string_equal(wend_mesh_search_error(w.search),
                        "the start is off the mesh: the nearest ground is 1.25 m away");
    q = along_row();
    q.max_length = 27.9;
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_LIMIT);
    q.max_length = 28;
    assert_int_equal(find(&w, &q, WEND_OK).reason, WEND_FAILURE_NONE);
    q.goal_kind = WEND_MESH_GOAL_PREDICATE;
    q.is_goal = never;
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_UNREACHABLE);
    assert_int_equal(wend_mesh_set_open(w.mesh, 1, false), WEND_OK);
    q = along_row();
    refuse(&w, &q, WEND_ERROR_STALE, "wend_mesh_space_update");
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_UNREACHABLE);
    /* Closed ground is ground; one goal on it is enough. */
    const wend_mesh_location goals[2] = {wend_mesh_location_at(15, 5, 0),
                                         wend_mesh_location_at(31, 5, 0)};
    q.goal = goals[0];
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_GOAL_BLOCKED);
    assert_string_equal(wend_mesh_search_error(w.search),
                        "the goal is blocked: polygon 1 is closed");
    q.goal_kind = WEND_MESH_GOAL_SET;
    q.goals = goals;
    q.goal_count = 2;
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_GOAL_BLOCKED);
    assert_string_equal(wend_mesh_search_error(w.search), "all goals are blocked");
    q.goals = goals + 1;
    q.goal_count = 1;
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_GOAL_OFF_GROUND);
    q.start = goals[0];
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_START_BLOCKED);
    mesh_world_free(&w);
}

static void expect_no_path(mesh_world *w, const wend_mesh_search_query *query, const char *text)
{
    (void)find(w, query, WEND_NO_PATH);
    assert_string_equal(wend_mesh_search_error(w->search), text);
}

static void mesh_search_for_a_radius_says_what_has_no_room(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    wend_mesh_search_query q = along_row();
    q.radius = 1.5;
    expect_no_path(&w, &q,
                   "the start is blocked: the nearest wall is 1 m away, and the radius is "
                   "1.5 m");
    q.start.x = 2;
    expect_no_path(&w, &q,
                   "the goal is blocked: the nearest wall is 1 m away, and the radius is "
                   "1.5 m");
    q.radius = 0.5;
    q.max_length = 5;
    expect_no_path(&w, &q, "max_length is 5 m, and no goal is that near");
    q.max_length = (double)INFINITY;

    /* A door is shut; links over it, one with an end beside the door. */
    assert_int_equal(wend_mesh_set_open(w.mesh, 1, false), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    static const char apart[] =
        "no path leads from the start to the goal: the ground and the links that this agent can "
        "use do not connect them";
    expect_no_path(&w, &q, apart);
    q.radius = 0;
    expect_no_path(&w, &q, apart);
    q.radius = 2.5;
    expect_no_path(&w, &q,
                   "the start is blocked: the nearest wall is 2 m away, and the radius is "
                   "2.5 m");
    assert_int_equal(find(&w, &q, WEND_NO_PATH).reason, WEND_FAILURE_START_BLOCKED);
    q.radius = 0.5;
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    link.from = wend_mesh_location_at(9.75, 5, 0);
    link.to = wend_mesh_location_at(25, 5, 0);
    assert_int_equal(wend_mesh_add_link(w.mesh, &link, &id, NULL), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    for (int again = 0; again < 2; again++) {
        expect_no_path(&w, &q,
                       "no path for a radius of 0.5 m leads from the start to the goal; "
                       "links without room for it at both ends are not used: 1, the first "
                       "from 9.75, 5 to 25, 5");
    }
    assert_false(wend_mesh_space_can_walk(w.space, link.from, link.from, 0.5, NULL, NULL));
    assert_true(wend_mesh_space_can_walk(w.space, link.to, link.to, 0.5, NULL, NULL));
    q.radius = 0.25;
    assert_int_equal(find(&w, &q, WEND_OK).reason, WEND_FAILURE_NONE);
    assert_string_equal(wend_mesh_search_error(w.search), "");
    mesh_world_free(&w);
}

static void mesh_search_for_a_radius_over_several_costs_says_what_to_do(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    assert_int_equal(wend_mesh_set_factor(w.mesh, 1, 3), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    wend_mesh_search_query q = along_row();
    q.radius = 0.5;
    for (int method = 1; method < WEND_MESH_METHOD_COUNT; method++) {
        q.method = (wend_mesh_method)method;
        refuse(&w, &q, WEND_ERROR_UNSUPPORTED, "needs the exact method");
    }
    q.method = WEND_MESH_METHOD_EXACT;
    const wend_mesh_search_answer disc = find(&w, &q, WEND_OK); /* there is one way, over both */
    assert_true(fabs(disc.length - 28) < 1e-9 && fabs(disc.cost - 48) < 1e-9);
    assert_true(fabs(disc.bound - 48.0 / 28) < 1e-9);
    q.radius = 0;
    q.method = WEND_MESH_METHOD_EXACT;
    refuse(&w, &q, WEND_ERROR_UNSUPPORTED, "take WEND_MESH_METHOD_MIDPOINT");
    q.method = WEND_MESH_METHOD_MIDPOINT;
    assert_int_equal(find(&w, &q, WEND_OK).reason, WEND_FAILURE_NONE);
    mesh_world_free(&w);
}

static void mesh_goal_that_no_link_joins_is_known_to_be_unreachable(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    wend_mesh_link link = wend_mesh_link_default();
    assert_int_equal(wend_mesh_set_open(w.mesh, 1, false), WEND_OK);
    link.from = wend_mesh_location_at(1, 1, 0);
    link.to = wend_mesh_location_at(9, 1, 0);
    meshes_add_link(w.mesh, link);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    wend_mesh_search_query q = along_row();
    for (int method = 0; method < WEND_MESH_METHOD_COUNT; ++method) {
        q.method = (wend_mesh_method)method;
        const wend_mesh_search_answer answer = find(&w, &q, WEND_NO_PATH);
        assert_int_equal(answer.reason, WEND_FAILURE_UNREACHABLE);
        assert_int_equal(answer.expanded, 0);
    }
    link.to = wend_mesh_location_at(21, 1, 0);
    wend_mesh_link_id id = meshes_add_link(w.mesh, link);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    for (int method = 0; method < WEND_MESH_METHOD_COUNT; ++method) {
        q.method = (wend_mesh_method)method;
        (void)find(&w, &q, WEND_OK);
    }
    assert_int_equal(wend_mesh_remove_link(w.mesh, id), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    assert_int_equal(find(&w, &q, WEND_NO_PATH).expanded, 0);
    mesh_world_free(&w);
}

static void mesh_exact_search_over_two_costs_is_refused(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    assert_int_equal(wend_mesh_set_factor(w.mesh, 1, 3), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    wend_mesh_search_query q = along_row();
    refuse(&w, &q, WEND_ERROR_UNSUPPORTED, "WEND_MESH_METHOD_MIDPOINT");
    q.method = WEND_MESH_METHOD_MIDPOINT;
    const wend_mesh_search_answer answer = find(&w, &q, WEND_OK);
    assert_int_equal(answer.method, WEND_MESH_METHOD_MIDPOINT);
    assert_true(fabs(answer.length - 28) < 1e-12 && fabs(answer.cost - 48) < 1e-12);
    assert_true(answer.bound >= 1 && answer.bound <= 48.0 / 28 + 1e-12);
    /* All ground of one cost, whichever, is fine. */
    assert_int_equal(wend_mesh_set_factor(w.mesh, 0, 3), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    q.method = WEND_MESH_METHOD_EXACT;
    const wend_mesh_search_answer exact = find(&w, &q, WEND_OK);
    assert_true(fabs(exact.length - 28) < 1e-12 && fabs(exact.cost - 84) < 1e-12);
    mesh_world_free(&w);
}

static bool calls_back(void *user, wend_node polygon)
{
    const wend_mesh_search_query query = along_row();
    assert_int_equal(wend_mesh_search_start(user, &query), WEND_ERROR_BUSY);
    assert_int_equal(wend_mesh_search_run(user, NULL), WEND_ERROR_BUSY);
    return polygon == 2;
}

static void mesh_search_called_back_from_its_predicate_is_busy(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, row_mesh(), 1);
    wend_mesh_search_query q = along_row();
    q.goal_kind = WEND_MESH_GOAL_PREDICATE;
    q.is_goal = calls_back;
    q.user = w.search;
    const wend_mesh_search_answer answer = find(&w, &q, WEND_OK);
    assert_int_equal(answer.location.polygon, 2);
    assert_true(fabs(answer.length - 19) < 1e-12);
    mesh_world_free(&w);
}

static void mesh_search_points_that_do_not_fit_are_counted(void **state)
{
    (void)state;
    mesh_world w;
    wend_vec2 points[2];
    size_t count;
    mesh_world_on(&w, row_mesh(), 1);
    const wend_mesh_search_query q = along_row();
    (void)find(&w, &q, WEND_OK);
    assert_int_equal(wend_mesh_search_points(w.search, points, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(wend_mesh_search_points(w.search, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_search_points(w.search, points, 2, &count), WEND_OK);
    assert_true(points[1].x >= 29 && points[1].x <= 29);
    mesh_world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_method_names_go_there_and_back),
        cmocka_unit_test(mesh_space_refuses_what_it_cannot_be_made_of),
        cmocka_unit_test(mesh_search_refuses_queries_that_make_no_sense),
        cmocka_unit_test(mesh_search_of_nothing_is_refused_or_empty),
        cmocka_unit_test(mesh_search_without_a_path_has_a_reason),
        cmocka_unit_test(mesh_search_for_a_radius_says_what_has_no_room),
        cmocka_unit_test(mesh_search_for_a_radius_over_several_costs_says_what_to_do),
        cmocka_unit_test(mesh_goal_that_no_link_joins_is_known_to_be_unreachable),
        cmocka_unit_test(mesh_exact_search_over_two_costs_is_refused),
        cmocka_unit_test(mesh_search_called_back_from_its_predicate_is_busy),
        cmocka_unit_test(mesh_search_points_that_do_not_fit_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
