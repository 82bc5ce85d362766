/* What objects of minds answer where arguments are missing: every call with no object and nothing else,
 * and with an object that is new and nothing else. The first are refused; what is refused changes nothing. */
#include "support/grids.h"
#include "support/test.h"

#include "wend/influence.h"
#include "wend/machine.h"
#include "wend/message.h"
#include "wend/mind.h"
#include "wend/predict.h"
#include "wend/rules.h"
#include "wend/squad.h"
#include "wend/tactics.h"
#include "wend/terrain_analysis.h"
#include "wend/traffic.h"

/* Makes a call. Without an object it is refused; a refused call changes nothing. */
#define REFUSES(hash, call)                                                                        \
    do {                                                                                           \
        const uint64_t before = hash(it);                                                          \
        const wend_result result = call;                                                           \
        assert_true(result < 0 || it != NULL);                                                     \
        assert_true(result >= 0 || hash(it) == before);                                            \
    } while (false)

static void think(void *user, wend_mind_turn *turn)
{
    (void)user;
    (void)turn;
}

static void call_rules(wend_rules *it)
{
    (void)wend_rules_error(it);
    wend_rules_get_info(it, NULL);
    (void)wend_rules_find_fact(it, NULL);
    (void)wend_rules_find_rule(it, NULL);
    (void)wend_rules_fact_name(it, 0);
    (void)wend_rules_rule_name(it, 0);
    (void)wend_rules_step_name(it, 0, 0);
    REFUSES(wend_rules_hash, wend_rules_add_agent(it, 0, NULL));
    REFUSES(wend_rules_hash, wend_rules_remove_agent(it, 0));
    (void)wend_rules_has_agent(it, 0);
    REFUSES(wend_rules_hash, wend_rules_agent_at(it, 0, NULL));
    REFUSES(wend_rules_hash, wend_rules_set_fact(it, 0, 0, 0));
    REFUSES(wend_rules_hash, wend_rules_set_facts(it, 0, NULL));
    (void)wend_rules_facts(it, 0);
    REFUSES(wend_rules_hash, wend_rules_decide(it, 0, 0, NULL));
    REFUSES(wend_rules_hash, wend_rules_update(it, 0, NULL));
    REFUSES(wend_rules_hash, wend_rules_get_decision(it, 0, NULL));
    REFUSES(wend_rules_hash, wend_rules_end(it, 0));
    REFUSES(wend_rules_hash, wend_rules_end_step(it, 0));
    REFUSES(wend_rules_hash, wend_rules_reset(it, 0));
    REFUSES(wend_rules_hash, wend_rules_explain(it, 0, NULL, 0, NULL));
    REFUSES(wend_rules_hash, wend_rules_get_place(it, 0, 0, NULL));
    (void)wend_rules_get_failure(it, NULL);
    REFUSES(wend_rules_hash, wend_rules_draw(it, 0, (wend_vec2){0}, NULL));
    (void)wend_rules_hash(it);
    REFUSES(wend_rules_hash, wend_rules_save(it, NULL, 0, NULL));
}

static void rules_refuse_what_is_missing(void **state)
{
    (void)state;
    const wend_rule rule = {.name = "rest"};
    wend_rules_def def = wend_rules_def_default();
    wend_rules *it = NULL;
    def.rules = &rule;
    def.rule_count = 1;
    assert_int_equal(wend_rules_create(&def, &it), WEND_OK);
    call_rules(NULL);
    call_rules(it);
    wend_rules_destroy(it);
}

static void call_minds(wend_minds *it)
{
    (void)wend_minds_error(it);
    REFUSES(wend_minds_hash, wend_minds_add_agent(it, NULL));
    REFUSES(wend_minds_hash, wend_minds_remove_agent(it, 0));
    REFUSES(wend_minds_hash, wend_minds_set_agent(it, NULL));
    REFUSES(wend_minds_hash, wend_minds_set_position(it, 0, (wend_vec3){0}));
    REFUSES(wend_minds_hash, wend_minds_set_points(it, NULL, 0));
    REFUSES(wend_minds_hash, wend_minds_wake(it, 0));
    (void)wend_minds_has_agent(it, 0);
    REFUSES(wend_minds_hash, wend_minds_agent_at(it, 0, NULL));
    REFUSES(wend_minds_hash, wend_minds_get_agent(it, 0, NULL));
    (void)wend_minds_decision(it, 0);
    REFUSES(wend_minds_hash, wend_minds_update(it, NULL, NULL));
    wend_minds_get_info(it, NULL);
    REFUSES(wend_minds_hash, wend_minds_draw(it, NULL));
    (void)wend_minds_hash(it);
    REFUSES(wend_minds_hash, wend_minds_save(it, NULL, 0, NULL));
}

static void minds_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_minds_def def = wend_minds_def_default();
    wend_minds *it = NULL;
    def.think = think;
    assert_int_equal(wend_minds_create(&def, &it), WEND_OK);
    call_minds(NULL);
    call_minds(it);
    wend_minds_destroy(it);
}

static void call_machines(wend_machines *it)
{
    (void)wend_machines_error(it);
    (void)wend_machines_state_count(it);
    (void)wend_machines_state_name(it, 0);
    (void)wend_machines_find_state(it, NULL);
    (void)wend_machines_find_fact(it, NULL);
    (void)wend_machines_visits(it, 0);
    REFUSES(wend_machines_hash, wend_machines_add_agent(it, 0, 0));
    REFUSES(wend_machines_hash, wend_machines_remove_agent(it, 0));
    (void)wend_machines_has_agent(it, 0);
    (void)wend_machines_agent_count(it);
    REFUSES(wend_machines_hash, wend_machines_list_agents(it, NULL, 0, NULL));
    REFUSES(wend_machines_hash, wend_machines_set_fact(it, 0, 0, 0));
    REFUSES(wend_machines_hash, wend_machines_set_facts(it, 0, NULL, 0));
    (void)wend_machines_get_fact(it, 0, 0);
    REFUSES(wend_machines_hash, wend_machines_get_agent(it, 0, NULL));
    (void)wend_machines_is_in(it, 0, 0);
    REFUSES(wend_machines_hash, wend_machines_change(it, 0, 0));
    REFUSES(wend_machines_hash, wend_machines_push(it, 0, 0));
    REFUSES(wend_machines_hash, wend_machines_pop(it, 0));
    REFUSES(wend_machines_hash, wend_machines_update(it, 0));
    REFUSES(wend_machines_hash, wend_machines_receive(it, 0, NULL, NULL));
    REFUSES(wend_machines_hash, wend_machines_deliver(it, NULL, 0, NULL, NULL));
    (void)wend_machines_get_failures(it, NULL);
    (void)wend_machines_failure_count(it);
    REFUSES(wend_machines_hash, wend_machines_get_records(it, NULL, 0, NULL));
    (void)wend_machines_memory_bytes(it);
    (void)wend_machines_hash(it);
    REFUSES(wend_machines_hash, wend_machines_save(it, NULL, 0, NULL));
    REFUSES(wend_machines_hash, wend_machines_draw(it, NULL, NULL, NULL));
}

static void machines_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_state_def machine_state = wend_state_def_default();
    machine_state.name = "rest";
    wend_machines_def def = wend_machines_def_default();
    wend_machines *it = NULL;
    def.states = &machine_state;
    def.state_count = 1;
    assert_int_equal(wend_machines_create(&def, &it), WEND_OK);
    call_machines(NULL);
    call_machines(it);
    wend_machines_destroy(it);
}

static void call_messages(wend_messages *it)
{
    (void)wend_messages_error(it);
    REFUSES(wend_messages_hash, wend_messages_add_agent(it, 0));
    REFUSES(wend_messages_hash, wend_messages_remove_agent(it, 0));
    (void)wend_messages_has_agent(it, 0);
    (void)wend_messages_agent_count(it);
    REFUSES(wend_messages_hash, wend_messages_set_position(it, 0, (wend_vec2){0}));
    REFUSES(wend_messages_hash, wend_messages_follow_crowd(it, NULL));
    (void)wend_messages_get_position(it, 0, NULL);
    REFUSES(wend_messages_hash, wend_messages_join_group(it, 0, 0));
    REFUSES(wend_messages_hash, wend_messages_leave_group(it, 0, 0));
    (void)wend_messages_is_in_group(it, 0, 0);
    REFUSES(wend_messages_hash, wend_messages_list_group(it, 0, NULL, 0, NULL));
    REFUSES(wend_messages_hash, wend_messages_send(it, NULL, NULL));
    REFUSES(wend_messages_hash, wend_messages_cancel(it, (wend_telegram_id){0}));
    REFUSES(wend_messages_hash, wend_messages_get(it, (wend_telegram_id){0}, NULL));
    REFUSES(wend_messages_hash, wend_messages_clear(it));
    REFUSES(wend_messages_hash, wend_messages_deliver(it, 0, NULL));
    wend_messages_get_info(it, NULL);
    REFUSES(wend_messages_hash, wend_messages_send_events(it, NULL, 0, 0));
    REFUSES(wend_messages_hash,
            wend_messages_watch_request(it, (wend_planner_request_id){0}, 0, 0));
    REFUSES(wend_messages_hash, wend_messages_send_answers(it, NULL));
    (void)wend_messages_memory_bytes(it);
    (void)wend_messages_hash(it);
    REFUSES(wend_messages_hash, wend_messages_save(it, NULL, 0, NULL));
    REFUSES(wend_messages_hash, wend_messages_draw(it, NULL));
}

static void messages_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_messages_def def = wend_messages_def_default();
    wend_messages *it = NULL;

    assert_int_equal(wend_messages_create(&def, &it), WEND_OK);
    call_messages(NULL);
    call_messages(it);
    wend_messages_destroy(it);
}

static void call_squads(wend_squads *it)
{
    (void)wend_squads_error(it);
    REFUSES(wend_squads_hash, wend_squads_add(it, NULL, NULL));
    REFUSES(wend_squads_hash, wend_squads_remove(it, (wend_squad_id){0}));
    REFUSES(wend_squads_hash, wend_squads_set_def(it, (wend_squad_id){0}, NULL));
    REFUSES(wend_squads_hash, wend_squads_get_def(it, (wend_squad_id){0}, NULL));
    REFUSES(wend_squads_hash, wend_squads_join(it, (wend_squad_id){0}, NULL));
    REFUSES(wend_squads_hash, wend_squads_leave(it, 0));
    REFUSES(wend_squads_hash, wend_squads_merge(it, (wend_squad_id){0}, (wend_squad_id){0}));
    REFUSES(wend_squads_hash, wend_squads_split(it, (wend_squad_id){0}, NULL, 0, NULL));
    REFUSES(wend_squads_hash, wend_squads_set_captain(it, 0));
    REFUSES(wend_squads_hash, wend_squads_set_leader(it, 0, false));
    REFUSES(wend_squads_hash, wend_squads_set_state(it, 0, NULL));
    REFUSES(wend_squads_hash, wend_squads_set_enemy(it, (wend_squad_id){0}, NULL));
    REFUSES(wend_squads_hash, wend_squads_forget_enemy(it, (wend_squad_id){0}, 0));
    REFUSES(wend_squads_hash, wend_squads_report_memories(it, (wend_squad_id){0}, NULL, 0));
    REFUSES(wend_squads_hash, wend_squads_set_order(it, (wend_squad_id){0}, NULL));
    REFUSES(wend_squads_hash, wend_squads_move_order(it, (wend_squad_id){0}, (wend_vec2){0}));
    REFUSES(wend_squads_hash, wend_squads_get_order(it, (wend_squad_id){0}, NULL));
    REFUSES(wend_squads_hash, wend_squads_report_seen(it, (wend_squad_id){0}, (wend_vec2){0}, 0));
    REFUSES(wend_squads_hash, wend_squads_update(it, 0));
    REFUSES(wend_squads_hash, wend_squads_get_assignment(it, 0, NULL));
    (void)wend_squads_events(it, NULL);
    REFUSES(wend_squads_hash, wend_squads_get_info(it, (wend_squad_id){0}, NULL));
    (void)wend_squads_of_agent(it, 0);
    REFUSES(wend_squads_hash, wend_squads_get_member(it, 0, NULL, NULL));
    REFUSES(wend_squads_hash, wend_squads_list(it, NULL, 0, NULL));
    REFUSES(wend_squads_hash, wend_squads_list_members(it, (wend_squad_id){0}, NULL, 0, NULL));
    REFUSES(wend_squads_hash, wend_squads_list_enemies(it, (wend_squad_id){0}, NULL, 0, NULL));
    REFUSES(wend_squads_hash, wend_squads_list_slots(it, (wend_squad_id){0}, NULL, 0, NULL));
    REFUSES(wend_squads_hash,
            wend_squads_set_formation(it, (wend_squad_id){0}, NULL, NULL, 0, NULL));
    REFUSES(wend_squads_hash, wend_squads_draw(it, NULL));
    (void)wend_squads_memory_bytes(it);
    (void)wend_squads_hash(it);
    REFUSES(wend_squads_hash, wend_squads_save(it, NULL, 0, NULL));
}

static void squads_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_squads_def def = wend_squads_def_default();
    wend_squads *it = NULL;

    assert_int_equal(wend_squads_create(&def, &it), WEND_OK);
    call_squads(NULL);
    call_squads(it);
    wend_squads_destroy(it);
}

static void call_influence(wend_influence *it)
{
    (void)wend_influence_error(it);
    REFUSES(wend_influence_hash, wend_influence_add(it, NULL, NULL));
    REFUSES(wend_influence_hash, wend_influence_remove(it, (wend_influence_id){0}));
    REFUSES(wend_influence_hash, wend_influence_set(it, (wend_influence_id){0}, NULL));
    REFUSES(wend_influence_hash, wend_influence_move(it, (wend_influence_id){0}, (wend_vec2){0}));
    REFUSES(wend_influence_hash, wend_influence_get(it, (wend_influence_id){0}, NULL));
    (void)wend_influence_has(it, (wend_influence_id){0});
    (void)wend_influence_limit(it);
    (void)wend_influence_id_at(it, 0);
    REFUSES(wend_influence_hash, wend_influence_add_event(it, NULL));
    REFUSES(wend_influence_hash, wend_influence_set_tick(it, 0));
    REFUSES(wend_influence_hash, wend_influence_clear_events(it));
    REFUSES(wend_influence_hash, wend_influence_update(it, NULL));
    (void)wend_influence_is_fresh(it);
    wend_influence_get_info(it, NULL);
    (void)wend_influence_cell_at(it, (wend_vec2){0}, NULL, NULL);
    (void)wend_influence_position(it, 0, 0);
    (void)wend_influence_cell_value(it, NULL, 0, 0);
    (void)wend_influence_value(it, NULL, (wend_vec2){0});
    REFUSES(wend_influence_hash, wend_influence_gradient(it, NULL, (wend_vec2){0}, NULL));
    REFUSES(wend_influence_hash, wend_influence_get_values(it, NULL, 0, 0, 0, 0, NULL, 0));
    (void)wend_influence_control(it, 0, 0, NULL);
    (void)wend_influence_strongest(it, NULL, NULL, NULL);
    (void)wend_influence_weakest(it, NULL, NULL, NULL);
    (void)wend_influence_nearest(it, NULL, (wend_vec2){0}, 0, 0, NULL, NULL);
    (void)wend_influence_sum(it, NULL, NULL);
    REFUSES(wend_influence_hash, wend_influence_list(it, NULL, 0, 0, NULL, NULL, 0, NULL));
    REFUSES(wend_influence_hash, wend_influence_list_front(it, NULL, NULL, NULL, 0, NULL));
    REFUSES(wend_influence_hash,
            wend_influence_list_conflicts(it, NULL, 0, 0, NULL, NULL, 0, NULL));
    (void)wend_influence_hash(it);
    REFUSES(wend_influence_hash, wend_influence_save(it, NULL, 0, NULL));
    REFUSES(wend_influence_hash, wend_influence_draw(it, NULL, NULL));
}

static void influence_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(4, 4);
    wend_influence_def def = wend_influence_def_default();
    wend_influence *it = NULL;
    def.grid = grid;
    assert_int_equal(wend_influence_create(&def, &it), WEND_OK);
    call_influence(NULL);
    call_influence(it);
    wend_influence_destroy(it);
    wend_grid_destroy(grid);
}

static void call_terrain_analysis(wend_terrain_analysis *it)
{
    (void)wend_terrain_analysis_error(it);
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_set_heights(it, NULL, 0));
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_update(it, NULL));
    (void)wend_terrain_analysis_is_fresh(it);
    wend_terrain_analysis_get_info(it, NULL);
    (void)wend_terrain_analysis_region_at(it, (wend_vec2){0});
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_get_region(it, 0, NULL));
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_get_choke(it, 0, NULL));
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_list_chokes(it, 0, NULL, 0, NULL));
    REFUSES(wend_terrain_analysis_hash,
            wend_terrain_analysis_chokes_on_path(it, NULL, 0, NULL, 0, NULL));
    REFUSES(wend_terrain_analysis_hash,
            wend_terrain_analysis_find_route(it, 0, 0, NULL, 0, NULL, 0, NULL));
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_get_cell(it, (wend_vec2){0}, NULL));
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_get_high_ground(it, 0, NULL));
    REFUSES(wend_terrain_analysis_hash,
            wend_terrain_analysis_find_spots(it, NULL, 0, 0, 0, NULL, 0, NULL));
    (void)wend_terrain_analysis_hash(it);
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_save(it, NULL, 0, NULL));
    REFUSES(wend_terrain_analysis_hash, wend_terrain_analysis_draw(it, NULL));
}

static void terrain_analysis_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(4, 4);
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *it = NULL;
    def.grid = grid;
    assert_int_equal(wend_terrain_analysis_create(&def, &it), WEND_OK);
    call_terrain_analysis(NULL);
    call_terrain_analysis(it);
    wend_terrain_analysis_destroy(it);
    wend_grid_destroy(grid);
}

static void call_traffic(wend_traffic *it)
{
    (void)wend_traffic_error(it);
    REFUSES(wend_traffic_hash, wend_traffic_add(it, (wend_vec2){0}, (wend_vec2){0}));
    REFUSES(wend_traffic_hash, wend_traffic_add_crowd(it, NULL, 0));
    REFUSES(wend_traffic_hash, wend_traffic_add_event(it, 0, (wend_vec2){0}, 0));
    REFUSES(wend_traffic_hash, wend_traffic_set_tick(it, 0));
    REFUSES(wend_traffic_hash, wend_traffic_clear(it));
    wend_traffic_get_info(it, NULL);
    (void)wend_traffic_cell_count(it, 0, 0, 0);
    (void)wend_traffic_count_at(it, 0, (wend_vec2){0});
    (void)wend_traffic_direction_count(it, 0, 0, 0);
    REFUSES(wend_traffic_hash, wend_traffic_get_direction(it, 0, 0, NULL));
    (void)wend_traffic_sum(it, 0, 0, 0, 0, 0);
    (void)wend_traffic_busiest(it, 0, 0, 0, 0, 0, NULL, 0);
    (void)wend_traffic_quietest(it, 0, 0, 0, 0, 0, NULL, 0, NULL, 0);
    REFUSES(wend_traffic_hash, wend_traffic_write_overlay(it, 0, 0, NULL, (wend_overlay_id){0}));
    (void)wend_traffic_hash(it);
    REFUSES(wend_traffic_hash, wend_traffic_save(it, NULL, 0, NULL));
    REFUSES(wend_traffic_hash, wend_traffic_draw(it, 0, NULL));
}

static void traffic_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *it = NULL;

    assert_int_equal(wend_traffic_create(&def, &it), WEND_OK);
    call_traffic(NULL);
    call_traffic(it);
    wend_traffic_destroy(it);
}

static void call_predictor(wend_predictor *it)
{
    (void)wend_predictor_error(it);
    REFUSES(wend_predictor_hash, wend_predictor_add(it, 0));
    REFUSES(wend_predictor_hash, wend_predictor_begin_sequence(it));
    REFUSES(wend_predictor_hash, wend_predictor_clear(it));
    (void)wend_predictor_predict(it, NULL);
    REFUSES(wend_predictor_hash, wend_predictor_get_probabilities(it, NULL, 0));
    (void)wend_predictor_count(it, NULL, 0);
    wend_predictor_get_info(it, NULL);
    (void)wend_predictor_hash(it);
    REFUSES(wend_predictor_hash, wend_predictor_save(it, NULL, 0, NULL));
}

static void predictor_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_predictor_def def = wend_predictor_def_default();
    wend_predictor *it = NULL;

    assert_int_equal(wend_predictor_create(&def, &it), WEND_OK);
    call_predictor(NULL);
    call_predictor(it);
    wend_predictor_destroy(it);
}

static void call_tactics(wend_tactics *it)
{
    (void)wend_tactics_error(it);
    REFUSES(wend_tactics_hash, wend_tactics_choose(it, 0, NULL));
    REFUSES(wend_tactics_hash, wend_tactics_add(it, 0, 0, 0));
    REFUSES(wend_tactics_hash, wend_tactics_clear(it));
    REFUSES(wend_tactics_hash, wend_tactics_get(it, 0, 0, NULL));
    (void)wend_tactics_history_count(it);
    REFUSES(wend_tactics_hash, wend_tactics_get_decision(it, 0, NULL));
    (void)wend_tactics_memory_bytes(it);
    (void)wend_tactics_hash(it);
    REFUSES(wend_tactics_hash, wend_tactics_save(it, NULL, 0, NULL));
}

static void tactics_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_tactics_def def = wend_tactics_def_default();
    wend_tactics *it = NULL;
    def.tactic_count = 2;
    assert_int_equal(wend_tactics_create(&def, &it), WEND_OK);
    call_tactics(NULL);
    call_tactics(it);
    wend_tactics_destroy(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_refuse_what_is_missing),
        cmocka_unit_test(minds_refuse_what_is_missing),
        cmocka_unit_test(machines_refuse_what_is_missing),
        cmocka_unit_test(messages_refuse_what_is_missing),
        cmocka_unit_test(squads_refuse_what_is_missing),
        cmocka_unit_test(influence_refuse_what_is_missing),
        cmocka_unit_test(terrain_analysis_refuse_what_is_missing),
        cmocka_unit_test(traffic_refuse_what_is_missing),
        cmocka_unit_test(predictor_refuse_what_is_missing),
        cmocka_unit_test(tactics_refuse_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
