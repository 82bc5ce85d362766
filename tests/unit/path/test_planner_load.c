/* Planners that load: from callbacks, without what bytes cannot hold, and other profiles than those
 * of the save; each refusal has a sentence, and the planner goes on as before. Goals that requests
 * share may lie outside the map. */
#include "support/grids.h"
#include "support/levels.h"
#include "support/test.h"

#include "wend/planner.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 30, HEIGHT = 20 };

typedef struct stage {
    wend_grid *grid;
    wend_planner *planner;
    uint8_t *bytes;
    size_t count;
    wend_planner_request_id id;
    wend_result from_callback[2];
    bool gives_back;
} stage;

static wend_planner *make(const wend_grid *grid, const wend_planner_profile_def *profile,
                          uint32_t goal_trees)
{
    wend_planner_def def = wend_planner_def_default();
    wend_planner *planner = NULL;
    uint32_t index;
    def.grid = grid;
    def.goal_trees = goal_trees;
    def.quantum = 16;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    const wend_result added = wend_planner_add_profile(planner, profile, &index);
    assert_string_equal(wend_planner_error(planner), "");
    assert_int_equal(added, WEND_OK);
    return planner;
}

static stage stage_make(const wend_planner_profile_def *profile)
{
    stage s = {.grid = grids_open(WIDTH, HEIGHT)};
    grids_wall(s.grid, 12, 0, 1, HEIGHT - 1);
    s.planner = make(s.grid, profile, 0);
    return s;
}

static void stage_free(stage *s)
{
    free(s->bytes);
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
}

static void save(stage *s)
{
    assert_int_equal(wend_planner_save(s->planner, NULL, 0, &s->count), WEND_TRUNCATED);
    s->bytes = malloc(s->count);
    assert_non_null(s->bytes);
    assert_int_equal(wend_planner_save(s->planner, s->bytes, s->count, &s->count), WEND_OK);
}

static wend_planner_request_def request_across(void)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    def.query.from = (wend_vec3){1.5, 1.5, 0};
    def.query.to = (wend_vec3){(double)WIDTH - 1.5, 1.5, 0};
    def.query.method = WEND_METHOD_ASTAR;
    return def;
}

/* ---- loading ---- */

static void load_in_callback(void *user, wend_planner *planner, wend_planner_request_id id)
{
    stage *s = user;
    size_t count = 0;
    (void)id;
    s->from_callback[0] = wend_planner_load(planner, s->bytes, s->count, NULL, NULL, NULL);
    s->from_callback[1] = wend_planner_save(planner, NULL, 0, &count);
}

static void load_and_save_in_a_callback_are_refused(void **state)
{
    (void)state;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    stage s = stage_make(&profile);
    save(&s);
    wend_planner_request_def request = request_across();
    request.on_answer = load_in_callback;
    request.user = &s;
    assert_int_equal(wend_planner_add_request(s.planner, &request, &s.id), WEND_OK);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(s.from_callback[0], WEND_ERROR_BUSY);
    assert_int_equal(s.from_callback[1], WEND_ERROR_BUSY);
    assert_int_equal(wend_planner_poll(s.planner, s.id, NULL, NULL), WEND_OK);
    assert_int_equal(wend_planner_load(s.planner, s.bytes, s.count, NULL, NULL, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(s.planner, s.id, NULL, NULL), WEND_ERROR_STALE);
    stage_free(&s);
}

static bool is_far(void *user, wend_node node)
{
    (void)user;
    return node % WIDTH == WIDTH - 2;
}

static void give_back(void *user, wend_planner_request_id id, wend_planner_request_def *def)
{
    stage *s = user;
    assert_int_equal(id.index1, s->id.index1);
    assert_int_equal(id.generation, s->id.generation);
    s->from_callback[0] = wend_planner_load(s->planner, s->bytes, s->count, NULL, NULL, NULL);
    def->query.is_goal = s->gives_back ? is_far : NULL;
    def->query.method = WEND_METHOD_COUNT; /* other changes have no effect */
    def->query.from = (wend_vec3){-5, -5, 0};
}

static void a_predicate_that_is_not_given_back_is_an_error_and_loses_nothing(void **state)
{
    (void)state;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    stage s = stage_make(&profile);
    wend_message message = {0};
    wend_planner_request_def request = request_across();
    request.query.method = WEND_METHOD_BEST;
    request.query.goal_kind = WEND_PATH_TO_PREDICATE;
    request.query.is_goal = is_far;
    assert_int_equal(wend_planner_add_request(s.planner, &request, &s.id), WEND_OK);
    wend_budget budget = wend_budget_steps(40);
    assert_int_equal(wend_planner_update(s.planner, &budget), WEND_IN_PROGRESS);
    save(&s);
    const uint64_t hash = wend_planner_hash(s.planner);
    assert_int_equal(wend_planner_load(s.planner, s.bytes, s.count, NULL, NULL, &message),
                     WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "predicate"));
    assert_string_equal(wend_planner_error(s.planner), message.text);
    assert_int_equal(wend_planner_load(s.planner, s.bytes, s.count, give_back, &s, &message),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(s.from_callback[0], WEND_ERROR_BUSY);
    assert_int_equal(wend_planner_hash(s.planner), hash);
    s.gives_back = true;
    assert_int_equal(wend_planner_load(s.planner, s.bytes, s.count, give_back, &s, &message),
                     WEND_OK);
    assert_string_equal(message.text, "");
    assert_int_equal(wend_planner_hash(s.planner), hash);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(s.planner, s.id, NULL, NULL), WEND_OK);
    stage_free(&s);
}

static void a_save_of_other_profiles_is_refused(void **state)
{
    (void)state;
    const wend_planner_profile_def plain = wend_planner_profile_def_default();
    stage s = stage_make(&plain);
    save(&s);
    for (int i = 0; i < 5; i++) {
        wend_planner_profile_def other = plain;
        wend_message message = {0};
        other.has_hierarchy = i == 0;
        other.has_index = i == 1;
        other.has_jump_table = i == 2;
        other.radius = i == 3 ? 0.4 : 0;
        other.size = i == 4 ? 2 : 1;
        wend_planner *planner = make(s.grid, &other, 0);
        assert_int_equal(wend_planner_load(planner, s.bytes, s.count, NULL, NULL, &message),
                         WEND_ERROR_FILE);
        assert_non_null(strstr(message.text, "profiles"));
        wend_planner_destroy(planner);
    }
    stage_free(&s);
}

/* Items may be destroyed once the requests for them are released, also before the next update. */
static void a_save_reads_no_items_of_released_requests(void **state)
{
    (void)state;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    const wend_items_def items_def = wend_items_def_default();
    stage s = stage_make(&profile);
    wend_planner *other = make(s.grid, &profile, 0);
    wend_items *items = NULL;
    wend_item item = wend_item_default();
    wend_item_id item_id;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    item.tag = 1;
    item.position = request_across().query.to;
    assert_int_equal(wend_items_add(items, &item, &item_id), WEND_OK);
    wend_planner_request_def request = request_across();
    request.query.goal_kind = WEND_PATH_TO_ITEM;
    request.query.items = items;
    request.query.tag = 1;
    assert_int_equal(wend_planner_add_request(s.planner, &request, &s.id), WEND_OK);
    wend_budget budget = wend_budget_steps(90);
    assert_int_equal(wend_planner_update(s.planner, &budget), WEND_IN_PROGRESS);
    wend_planner_stats stats;
    wend_planner_get_stats(s.planner, &stats);
    assert_int_equal(stats.searching, 1);
    assert_int_equal(wend_planner_release(s.planner, s.id), WEND_OK);
    wend_items_destroy(items);
    save(&s);
    assert_int_equal(wend_planner_load(other, s.bytes, s.count, NULL, NULL, NULL), WEND_OK);
    assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_update(other, NULL), WEND_OK);
    assert_true(wend_planner_hash(other) == wend_planner_hash(s.planner));
    wend_planner_get_stats(other, &stats);
    assert_true(stats.held == 0 && stats.searching == 0);
    wend_planner_destroy(other);
    stage_free(&s);
}

static void load_refuses_null_and_no_bytes(void **state)
{
    (void)state;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    stage s = stage_make(&profile);
    wend_message message = {0};
    assert_int_equal(wend_planner_load(NULL, NULL, 0, NULL, NULL, &message), WEND_ERROR_ARGUMENT);
    assert_string_not_equal(message.text, "");
    assert_int_equal(wend_planner_load(s.planner, NULL, 7, NULL, NULL, &message),
                     WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_planner_error(s.planner), message.text);
    assert_int_equal(wend_planner_load(s.planner, NULL, 0, NULL, NULL, NULL), WEND_ERROR_FILE);
    assert_string_not_equal(wend_planner_error(s.planner), "");
    stage_free(&s);
}

/* True if the next query is answered by the index. */
static bool is_indexed(wend_planner *planner)
{
    wend_planner_request_def request = request_across();
    wend_planner_request_id id;
    wend_planner_answer answer;
    wend_budget budget = wend_budget_steps(400); /* no time to build another one */
    request.query.method = WEND_METHOD_BEST;
    assert_int_equal(wend_planner_add_request(planner, &request, &id), WEND_OK);
    while (wend_planner_poll(planner, id, &answer, NULL) == WEND_IN_PROGRESS) {
        budget.steps = 400;
        assert_true(wend_planner_update(planner, &budget) >= 0);
    }
    return strcmp(answer.path.method, "index") == 0;
}

static void a_loaded_planner_has_an_index_where_the_saved_one_had_it(void **state)
{
    (void)state;
    wend_planner_profile_def profile = wend_planner_profile_def_default();
    profile.has_index = true;
    for (int had = 0; had < 2; had++) {
        stage s = stage_make(&profile);
        wend_planner *other = make(s.grid, &profile, 0);
        if (had == 1) {
            assert_int_equal(wend_planner_update(s.planner, NULL), WEND_OK);
        } else {
            assert_int_equal(wend_planner_update(other, NULL), WEND_OK);
        }
        save(&s);
        assert_int_equal(wend_planner_load(other, s.bytes, s.count, NULL, NULL, NULL), WEND_OK);
        assert_int_equal(is_indexed(other), had);
        assert_int_equal(is_indexed(s.planner), had);
        assert_int_equal(wend_planner_hash(other), wend_planner_hash(s.planner));
        wend_planner_destroy(other);
        stage_free(&s);
    }
}

/* ---- goals that requests share ---- */

static void a_goal_node_outside_the_map_gets_no_tree(void **state)
{
    (void)state;
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_grid *grid = grids_open(5, 4);
    wend_planner *planner = make(grid, &profile, 2);
    wend_planner_request_def request = wend_planner_request_def_default();
    request.query.from = (wend_vec3){0.5, 0.5, 0};
    request.query.to_node = 1000000000;
    for (int i = 0; i < 4; i++) { /* as many steps as a tree takes, and a turn for one */
        wend_planner_request_id id;
        assert_int_equal(wend_planner_add_request(planner, &request, &id), WEND_OK);
        assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
        assert_int_equal(wend_planner_poll(planner, id, NULL, NULL), WEND_ERROR_ARGUMENT);
    }
    wend_planner_destroy(planner);
    wend_grid_destroy(grid);
}

/* Every save tries to bring the mesh to the level, in vain. */
static void a_level_without_ground_saves_to_the_same_bytes_each_time(void **state)
{
    (void)state;
    const wend_vec2 corners[4] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
    wend_level *level = levels_room(corners, 4);
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    wend_planner *planner = NULL;
    uint8_t *bytes[2];
    size_t counts[2];
    uint32_t number;
    def.level = level;
    assert_int_equal(wend_planner_create(&def, &planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(planner, &profile, &number), WEND_OK);
    assert_int_equal(wend_level_add_outline(level, corners, 4, WEND_REGION_NONE, 0), WEND_OK);
    wend_planner_request_def request = wend_planner_request_def_default();
    wend_planner_request_id id;
    request.query.from = (wend_vec3){1, 1, 0};
    request.query.to = (wend_vec3){7, 7, 0};
    assert_int_equal(wend_planner_add_request(planner, &request, &id), WEND_OK);
    assert_int_equal(wend_planner_update(planner, NULL), WEND_OK);
    assert_int_equal(wend_planner_poll(planner, id, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(
        wend_planner_error(planner),
        "wend_planner_poll: the space of profile 0 could not be built anew from its "
        "world");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_planner_save(planner, NULL, 0, &counts[i]), WEND_TRUNCATED);
        bytes[i] = malloc(counts[i]);
        assert_int_equal(wend_planner_save(planner, bytes[i], counts[i], &counts[i]), WEND_OK);
    }
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(bytes[0], bytes[1], counts[0]);
    assert_string_not_equal(wend_planner_error(planner), "");
    free(bytes[0]);
    free(bytes[1]);
    wend_planner_destroy(planner);
    wend_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_without_ground_saves_to_the_same_bytes_each_time),
        cmocka_unit_test(load_and_save_in_a_callback_are_refused),
        cmocka_unit_test(a_predicate_that_is_not_given_back_is_an_error_and_loses_nothing),
        cmocka_unit_test(a_save_of_other_profiles_is_refused),
        cmocka_unit_test(a_save_reads_no_items_of_released_requests),
        cmocka_unit_test(load_refuses_null_and_no_bytes),
        cmocka_unit_test(a_loaded_planner_has_an_index_where_the_saved_one_had_it),
        cmocka_unit_test(a_goal_node_outside_the_map_gets_no_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
