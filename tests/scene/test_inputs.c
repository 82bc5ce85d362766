/* Inputs of scenes do what they say, and impossible ones change nothing. */
#include "records.h"
#include "scene_file.h"
#include "support/test.h"
#include "wend/stamp.h"
#include "wend/walls.h"

/* ---- what inputs do ---- */

static void inputs_wait_for_the_next_tick_and_edit_the_ground(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = 20, .y = -3, .width = 4, .height = 8, .cost = 255});
    add(s, (scene_input){
               .kind = SCENE_INPUT_STAMP, .x = 30, .y = 5, .width = 3, .height = 3, .cost = 7});
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = -2, .y = 30, .width = 4, .height = 9, .cost = 9});
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 20, 0), 1);
    tick(s, 1);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 20, 0), 255);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 23, 4), 255);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 20, 5), 1);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 31, 6), 7);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 1, 31), 9);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s)), 1);
    add(s, (scene_input){.kind = SCENE_INPUT_LIFT, .x = 31, .y = 6});
    tick(s, 1);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s)), 0);
    scene_close(s);
    end(&f);
}

static void inputs_edit_walls_and_graphs(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    add(s, (scene_input){.kind = SCENE_INPUT_SEGMENT, .at = {20, 2}, .to = {20, 9}});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_ADD, .at = {5, 6}, .radius = 20, .index = 2});
    tick(s, 1);
    assert_int_equal(wend_walls_count(scene_walls(s)), 1);
    assert_int_equal(wend_graph_node_count(scene_graph(s)), 3);
    assert_int_equal(wend_graph_edge_count(scene_graph(s)), 2);
    add(s, (scene_input){.kind = SCENE_INPUT_ERASE, .at = {20.5, 5}, .radius = 1});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_MOVE, .index = 0, .at = {2, 3}});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_REMOVE, .index = 1});
    tick(s, 1);
    assert_int_equal(wend_walls_count(scene_walls(s)), 0);
    assert_int_equal(wend_graph_node_count(scene_graph(s)), 2);
    assert_true(wend_graph_position(scene_graph(s), 0).y > 2.5);
    scene_close(s);
    end(&f);
}

static void orders_go_by_the_flow_and_end_with_their_last_follower(void **state)
{
    fixture f;
    wend_body_id ids[20];
    wend_flow_request_id orders[4];
    wend_flow_info info;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    assert_int_equal(list(s, ids), 12);
    add(s,
        (scene_input){.kind = SCENE_INPUT_ORDER, .bodies = ids, .body_count = 12, .at = {40, 20}});
    tick(s, 1);
    assert_int_equal(scene_orders(s, orders, 4), 1);
    assert_int_equal(scene_order_of(s, ids[3]).index1, orders[0].index1);
    add(s, (scene_input){.kind = SCENE_INPUT_ORDER, .bodies = ids, .body_count = 6, .at = {40, 5}});
    tick(s, 1);
    assert_int_equal(scene_orders(s, orders, 4), 2);
    add(s, (scene_input){.kind = SCENE_INPUT_STOP, .bodies = ids + 6, .body_count = 6});
    tick(s, 1);
    assert_int_equal(scene_orders(s, orders, 4), 1);
    wend_flow_get_info(scene_flow(s), &info);
    assert_int_equal(info.requests, 1);
    assert_true(scene_can_reach(s, ids[0], (wend_vec2){40, 5}, 0));
    assert_false(scene_can_reach(s, ids[0], (wend_vec2){400, 5}, 0));
    tick(s, 700);
    wend_body body;
    assert_int_equal(wend_crowd_get_body(scene_crowd(s), ids[0], &body), WEND_OK);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    scene_close(s);
    end(&f);
}

static void sliders_and_keys_reach_the_scene(void **state)
{
    fixture f;
    scene_slider slider;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    assert_string_equal(scene_text(s), "1");
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = 2.5});
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 9, .value = 2.5});
    add(s, (scene_input){.kind = SCENE_INPUT_KEY, .key = "space"});
    tick(s, 1);
    assert_string_equal(scene_text(s), "2.5 speed 2.5 space");
    assert_true(scene_get_slider(s, 0, &slider));
    assert_true(slider.value > 2.4 && slider.value < 2.6);
    assert_false(scene_get_slider(s, 1, &slider));
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = 99});
    tick(s, 1);
    assert_true(scene_get_slider(s, 0, &slider) && slider.value < 4.5);
    scene_close(s);
    end(&f);
}

static void bad_inputs_are_refused_and_impossible_ones_change_nothing(void **state)
{
    fixture f;
    wend_body_id gone = {77, 3};
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    scene *twin = open_world(&f, false);
    const scene_input refused[] = {
        {.kind = 0},
        {.kind = SCENE_INPUT_KINDS},
        {.kind = SCENE_INPUT_EXPLODE, .at = {0.0, 1e300}},
        {.kind = SCENE_INPUT_KEY},
        {.kind = SCENE_INPUT_KEY, .key = "two words"},
        {.kind = SCENE_INPUT_STOP, .body_count = 3},
        {.kind = SCENE_INPUT_STOP, .bodies = &gone, .body_count = (size_t)1 << 40},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(scene_add_input(s, &refused[i]), WEND_ERROR_ARGUMENT);
    }
    add(s, (scene_input){.kind = SCENE_INPUT_ORDER, .bodies = &gone, .body_count = 1});
    add(s, (scene_input){.kind = SCENE_INPUT_STOP, .bodies = &gone, .body_count = 1});
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = 900, .y = 2, .width = 4, .height = 4, .cost = 255});
    add(s, (scene_input){.kind = SCENE_INPUT_CELLS,
                         .x = INT32_MAX,
                         .width = INT32_MAX,
                         .height = 1,
                         .cost = 300});
    add(s, (scene_input){.kind = SCENE_INPUT_STAMP, .x = 1, .width = 0, .cost = 255});
    add(s, (scene_input){.kind = SCENE_INPUT_LIFT, .x = -1});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_MOVE, .index = 900});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_REMOVE, .index = 900});
    add(s, (scene_input){.kind = SCENE_INPUT_ERASE, .radius = 5});
    add(s, (scene_input){.kind = SCENE_INPUT_EXPLODE, .radius = -5, .impulse = 1});
    tick(s, 1);
    tick(twin, 1);
    assert_true(scene_hash(s) == scene_hash(twin));
    scene_close(s);
    scene_close(twin);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_wait_for_the_next_tick_and_edit_the_ground),
        cmocka_unit_test(inputs_edit_walls_and_graphs),
        cmocka_unit_test(orders_go_by_the_flow_and_end_with_their_last_follower),
        cmocka_unit_test(sliders_and_keys_reach_the_scene),
        cmocka_unit_test(bad_inputs_are_refused_and_impossible_ones_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
