/* What explored maps, searches, indexes, planners and items answer where arguments are missing: every call
 * with no object and nothing else, and with an object and nothing else. The first are refused. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/explore.h"
#include "wend/hierarchy.h"
#include "wend/incremental.h"
#include "wend/index.h"
#include "wend/items.h"
#include "wend/pathfinder.h"
#include "wend/planner.h"

/* Objects that have no hash. */
static uint64_t no_hash(const void *it)
{
    (void)it;
    return 0;
}

/* Makes a call. Without an object it is refused; a refused call changes nothing. */
#define REFUSES(hash, call)                                                                        \
    do {                                                                                           \
        const uint64_t before = hash(it);                                                          \
        const wend_result result = call;                                                           \
        assert_true(result < 0 || it != NULL);                                                     \
        assert_true(result >= 0 || hash(it) == before);                                            \
    } while (false)

static void call_explored_map(wend_explored_map *it)
{
    (void)wend_explored_map_error(it);
    REFUSES(wend_explored_map_hash, wend_explored_map_report(it, NULL, 0, NULL));
    (void)wend_explored_map_get(it, 0, NULL);
    (void)wend_explored_map_known_count(it);
    (void)wend_explored_map_forget(it, 0);
    REFUSES(wend_explored_map_hash, wend_explored_map_update(it));
    (void)wend_explored_map_grid(it);
    (void)wend_explored_map_hash(it);
    REFUSES(wend_explored_map_hash, wend_explored_map_save(it, NULL, 0, NULL));
    REFUSES(wend_explored_map_hash, wend_explored_map_load(it, NULL, 0, NULL));
    REFUSES(wend_explored_map_hash, wend_explored_map_draw(it, NULL));
}

static void call_cell_explorer(wend_cell_explorer *it)
{
    (void)wend_cell_explorer_error(it);
    REFUSES(wend_cell_explorer_hash, wend_cell_explorer_start(it, 0, 0));
    REFUSES(wend_cell_explorer_hash, wend_cell_explorer_step(it));
    wend_cell_explorer_get_info(it, NULL);
    (void)wend_cell_explorer_hash(it);
    REFUSES(wend_cell_explorer_hash, wend_cell_explorer_save(it, NULL, 0, NULL));
    REFUSES(wend_cell_explorer_hash, wend_cell_explorer_load(it, NULL, 0, NULL));
}

static void call_incremental(wend_incremental *it)
{
    (void)wend_incremental_error(it);
    REFUSES(no_hash, wend_incremental_set_goal(it, 0));
    REFUSES(no_hash, wend_incremental_update(it, 0, NULL));
    wend_incremental_get_answer(it, NULL);
    (void)wend_incremental_cost_from(it, 0);
}

static void call_hierarchy(wend_hierarchy *it)
{
    (void)wend_hierarchy_error(it);
    REFUSES(wend_hierarchy_hash, wend_hierarchy_update(it, NULL));
    wend_hierarchy_get_info(it, NULL);
    (void)wend_hierarchy_memory_bytes(it);
    (void)wend_hierarchy_hash(it);
    REFUSES(wend_hierarchy_hash, wend_hierarchy_save(it, NULL, 0, NULL));
    (void)wend_hierarchy_region(it, 0);
    REFUSES(wend_hierarchy_hash, wend_hierarchy_portals(it, 0, NULL, 0, NULL));
    REFUSES(wend_hierarchy_hash, wend_hierarchy_draw(it, NULL));
}

static void call_hierarchy_search(wend_hierarchy_search *it)
{
    (void)wend_hierarchy_search_error(it);
    REFUSES(no_hash, wend_hierarchy_search_start(it, 0, 0));
    REFUSES(no_hash,
            wend_hierarchy_search_start_mesh(it, (wend_mesh_location){0}, (wend_mesh_location){0}));
    REFUSES(no_hash, wend_hierarchy_search_run(it, NULL));
    REFUSES(no_hash, wend_hierarchy_search_find(it, 0, 0));
    REFUSES(no_hash,
            wend_hierarchy_search_find_mesh(it, (wend_mesh_location){0}, (wend_mesh_location){0}));
    wend_hierarchy_search_get_answer(it, NULL);
    REFUSES(no_hash, wend_hierarchy_search_route(it, NULL, 0, NULL));
    REFUSES(no_hash, wend_hierarchy_search_next(it, NULL));
    wend_hierarchy_search_rewind(it);
}

static void call_index(wend_index *it)
{
    (void)wend_index_error(it);
    REFUSES(wend_index_hash, wend_index_build(it, NULL));
    wend_index_get_info(it, NULL);
    (void)wend_index_fits(it, NULL);
    (void)wend_index_memory_bytes(it);
    (void)wend_index_hash(it);
    REFUSES(wend_index_hash, wend_index_save(it, NULL, 0, NULL));
}

static void call_index_search(wend_index_search *it)
{
    (void)wend_index_search_error(it);
    REFUSES(no_hash, wend_index_search_find(it, 0, 0));
    wend_index_search_get_answer(it, NULL);
}

static void call_planner(wend_planner *it)
{
    (void)wend_planner_error(it);
    REFUSES(wend_planner_hash, wend_planner_add_profile(it, NULL, NULL));
    (void)wend_planner_profile_count(it);
    (void)wend_planner_space(it, 0);
    (void)wend_planner_mesh_space(it, 0);
    REFUSES(wend_planner_hash, wend_planner_add_request(it, NULL, NULL));
    REFUSES(wend_planner_hash, wend_planner_poll(it, (wend_planner_request_id){0}, NULL, NULL));
    REFUSES(wend_planner_hash, wend_planner_get_nearest(it, (wend_planner_request_id){0}, 0, NULL));
    REFUSES(wend_planner_hash,
            wend_planner_join(it, (wend_planner_request_id){0}, (wend_vec3){0}, NULL));
    REFUSES(wend_planner_hash, wend_planner_cancel(it, (wend_planner_request_id){0}));
    REFUSES(wend_planner_hash, wend_planner_release(it, (wend_planner_request_id){0}));
    REFUSES(wend_planner_hash, wend_planner_update(it, NULL));
    wend_planner_get_stats(it, NULL);
    REFUSES(wend_planner_hash, wend_planner_save(it, NULL, 0, NULL));
    REFUSES(wend_planner_hash, wend_planner_load(it, NULL, 0, NULL, NULL, NULL));
    (void)wend_planner_hash(it);
    REFUSES(wend_planner_hash, wend_planner_draw(it, (wend_planner_request_id){0}, NULL));
}

static void call_items(wend_items *it)
{
    (void)wend_items_error(it);
    REFUSES(wend_items_hash, wend_items_add(it, NULL, NULL));
    REFUSES(wend_items_hash, wend_items_remove(it, (wend_item_id){0}));
    REFUSES(wend_items_hash, wend_items_set(it, (wend_item_id){0}, NULL));
    REFUSES(wend_items_hash, wend_items_move(it, (wend_item_id){0}, (wend_vec3){0}));
    REFUSES(wend_items_hash, wend_items_set_active(it, (wend_item_id){0}, false));
    REFUSES(wend_items_hash, wend_items_get(it, (wend_item_id){0}, NULL));
    (void)wend_items_has(it, (wend_item_id){0});
    (void)wend_items_count(it);
    (void)wend_items_limit(it);
    (void)wend_items_id(it, 0);
    (void)wend_items_revision(it);
    (void)wend_items_revision_of(it, (wend_item_id){0});
    (void)wend_items_nearest(it, (wend_vec3){0}, NULL);
    (void)wend_items_nearest_many(it, (wend_vec3){0}, NULL, NULL, 0);
    REFUSES(wend_items_hash, wend_items_in_circle(it, (wend_vec3){0}, 0, NULL, NULL, 0, NULL));
    REFUSES(wend_items_hash,
            wend_items_in_box(it, (wend_vec3){0}, (wend_vec2){0}, NULL, NULL, 0, NULL));
    (void)wend_items_hash(it);
    (void)wend_items_memory_bytes(it);
    REFUSES(wend_items_hash, wend_items_save(it, NULL, 0, NULL));
    REFUSES(wend_items_hash, wend_items_restore(it, NULL, 0));
    REFUSES(wend_items_hash, wend_items_draw(it, NULL));
}

static void call_pathfinder(wend_pathfinder *it)
{
    REFUSES(no_hash, wend_pathfinder_update(it));
    REFUSES(no_hash, wend_pathfinder_prepare(it, NULL));
    (void)wend_pathfinder_space(it);
    (void)wend_pathfinder_mesh_space(it);
    (void)wend_pathfinder_search(it);
    (void)wend_pathfinder_mesh_search(it);
    REFUSES(no_hash, wend_pathfinder_start(it, NULL));
    REFUSES(no_hash, wend_pathfinder_run(it, NULL));
    REFUSES(no_hash, wend_pathfinder_find(it, NULL));
    (void)wend_pathfinder_error(it);
    wend_pathfinder_get_answer(it, NULL);
    REFUSES(no_hash, wend_pathfinder_get_nearest(it, 0, NULL));
    (void)wend_pathfinder_can_walk(it, (wend_vec3){0}, (wend_vec3){0}, NULL);
    (void)wend_pathfinder_can_reach(it, (wend_vec3){0}, (wend_vec3){0});
}

static void explored_maps_refuse_what_is_missing(void **state)
{
    (void)state;
    const wend_explored_map_def def = wend_explored_map_def_default();
    wend_explored_map *it = NULL;
    wend_explored_map_def sized = def;
    sized.width = sized.height = 8;
    assert_int_equal(wend_explored_map_create(&sized, &it), WEND_OK);
    call_explored_map(NULL);
    call_explored_map(it);
    assert_false(wend_explored_map_get(it, 3, NULL));
    wend_explored_map_destroy(it);
    call_cell_explorer(NULL);
}

static void searches_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(8, 8);
    wend_space_def space_def = wend_space_def_default();
    wend_space *space = NULL;
    space_def.grid = grid;
    assert_int_equal(wend_space_create(&space_def, &space), WEND_OK);
    wend_incremental_def incremental_def = wend_incremental_def_default();
    wend_incremental *incremental = NULL;
    incremental_def.space = space;
    assert_int_equal(wend_incremental_create(&incremental_def, &incremental), WEND_OK);
    call_incremental(NULL);
    call_incremental(incremental);
    wend_incremental_destroy(incremental);
    wend_hierarchy_def hierarchy_def = wend_hierarchy_def_default();
    wend_hierarchy *hierarchy = NULL;
    hierarchy_def.space = space;
    assert_int_equal(wend_hierarchy_create(&hierarchy_def, &hierarchy), WEND_OK);
    call_hierarchy(NULL);
    call_hierarchy(hierarchy);
    wend_hierarchy_search_def search_def = wend_hierarchy_search_def_default();
    wend_hierarchy_search *search = NULL;
    search_def.hierarchy = hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&search_def, &search), WEND_OK);
    call_hierarchy_search(NULL);
    call_hierarchy_search(search);
    wend_hierarchy_search_destroy(search);
    wend_hierarchy_destroy(hierarchy);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void indexes_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(8, 8);
    wend_space_def space_def = wend_space_def_default();
    wend_space *space = NULL;
    space_def.grid = grid;
    assert_int_equal(wend_space_create(&space_def, &space), WEND_OK);
    wend_index_def def = wend_index_def_default();
    wend_index *index = NULL;
    def.space = space;
    call_index(NULL);
    call_index_search(NULL);
    if (wend_index_create(&def, &index) == WEND_OK) {
        call_index(index);
        wend_index_search_def search_def = wend_index_search_def_default();
        wend_index_search *search = NULL;
        search_def.index = index;
        search_def.space = space;
        if (wend_index_search_create(&search_def, &search) == WEND_OK) {
            call_index_search(search);
        }
        wend_index_search_destroy(search);
    }
    wend_index_destroy(index);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void planners_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(8, 8);
    wend_planner_def def = wend_planner_def_default();
    const wend_planner_profile_def profile = wend_planner_profile_def_default();
    const wend_planner_request_def request = wend_planner_request_def_default();
    wend_planner *it = NULL;
    uint32_t index = 7;
    def.grid = grid;
    assert_int_equal(wend_planner_create(&def, &it), WEND_OK);
    call_planner(NULL);
    call_planner(it);
    assert_int_equal(wend_planner_add_profile(it, NULL, &index), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_planner_error(it), "wend_planner_add_profile: def is NULL");
    assert_int_equal(wend_planner_add_profile(it, &profile, NULL), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_planner_error(it), "wend_planner_add_profile: profile is NULL");
    assert_int_equal(wend_planner_add_profile(it, &profile, &index), WEND_OK);
    assert_int_equal(wend_planner_add_request(it, &request, NULL), WEND_ERROR_ARGUMENT);
    assert_null(wend_planner_space(it, 1));
    assert_null(wend_planner_mesh_space(it, 0));
    call_planner(it);
    wend_planner_destroy(it);
    wend_grid_destroy(grid);
}

static void items_and_pathfinders_refuse_what_is_missing(void **state)
{
    (void)state;
    const wend_items_def def = wend_items_def_default();
    wend_items *items = NULL;
    wend_item item = wend_item_default();
    wend_item_id id;
    assert_int_equal(wend_items_create(&def, &items), WEND_OK);
    call_items(NULL);
    call_items(items);
    assert_int_equal(wend_items_add(items, &item, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_items_add(items, &item, &id), WEND_OK);
    assert_int_equal(wend_items_get(items, id, NULL), WEND_ERROR_ARGUMENT);
    wend_items_destroy(items);
    wend_grid *grid = grids_open(8, 8);
    wend_pathfinder_def pathfinder_def = wend_pathfinder_def_default();
    wend_pathfinder *pathfinder = NULL;
    pathfinder_def.grid = grid;
    assert_int_equal(wend_pathfinder_create(&pathfinder_def, &pathfinder), WEND_OK);
    call_pathfinder(NULL);
    call_pathfinder(pathfinder);
    wend_pathfinder_destroy(pathfinder);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explored_maps_refuse_what_is_missing),
        cmocka_unit_test(searches_refuse_what_is_missing),
        cmocka_unit_test(indexes_refuse_what_is_missing),
        cmocka_unit_test(planners_refuse_what_is_missing),
        cmocka_unit_test(items_and_pathfinders_refuse_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
