/* What objects of minds answer where arguments are missing: every call with no object and nothing else,
 * and with an object that is new and nothing else. The first are refused; what is refused changes nothing. */
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/cover.h"
#include "wend/marker.h"
#include "wend/memory.h"
#include "wend/reserve.h"
#include "wend/sense.h"
#include "wend/smell.h"
#include "wend/trigger.h"

/* Makes a call. Without an object it is refused; a refused call changes nothing. */
#define REFUSES(hash, call)                                                                        \
    do {                                                                                           \
        const uint64_t before = hash(it);                                                          \
        const wend_result result = call;                                                           \
        assert_true(result < 0 || it != NULL);                                                     \
        assert_true(result >= 0 || hash(it) == before);                                            \
    } while (false)

static void call_senses(wend_senses *it)
{
    (void)wend_senses_error(it);
    REFUSES(wend_senses_hash, wend_senses_add_profile(it, NULL, NULL));
    REFUSES(wend_senses_hash, wend_senses_set_profile(it, 0, NULL));
    REFUSES(wend_senses_hash, wend_senses_get_profile(it, 0, NULL));
    (void)wend_senses_profile_count(it);
    REFUSES(wend_senses_hash, wend_senses_add_source(it, NULL, NULL));
    REFUSES(wend_senses_hash, wend_senses_remove_source(it, (wend_source_id){0}));
    REFUSES(wend_senses_hash, wend_senses_set_source(it, (wend_source_id){0}, NULL));
    REFUSES(wend_senses_hash, wend_senses_move_source(it, (wend_source_id){0}, (wend_vec3){0}));
    REFUSES(wend_senses_hash, wend_senses_get_source(it, (wend_source_id){0}, NULL));
    (void)wend_senses_source_count(it);
    REFUSES(wend_senses_hash, wend_senses_add_observer(it, NULL, NULL));
    REFUSES(wend_senses_hash, wend_senses_remove_observer(it, (wend_observer_id){0}));
    REFUSES(wend_senses_hash, wend_senses_set_observer(it, (wend_observer_id){0}, NULL));
    REFUSES(wend_senses_hash,
            wend_senses_move_observer(it, (wend_observer_id){0}, (wend_vec3){0}, 0));
    REFUSES(wend_senses_hash, wend_senses_get_observer(it, (wend_observer_id){0}, NULL));
    (void)wend_senses_observer_count(it);
    REFUSES(wend_senses_hash, wend_senses_follow_crowd(it, NULL, NULL, 0));
    REFUSES(wend_senses_hash, wend_senses_add_lamp(it, NULL, NULL));
    REFUSES(wend_senses_hash, wend_senses_remove_lamp(it, (wend_lamp_id){0}));
    REFUSES(wend_senses_hash, wend_senses_set_lamp(it, (wend_lamp_id){0}, NULL));
    REFUSES(wend_senses_hash, wend_senses_get_lamp(it, (wend_lamp_id){0}, NULL));
    (void)wend_senses_lamp_count(it);
    REFUSES(wend_senses_hash, wend_senses_set_ambient(it, 0));
    (void)wend_senses_light_at(it, (wend_vec3){0});
    REFUSES(wend_senses_hash, wend_senses_add_noise(it, NULL));
    REFUSES(wend_senses_hash, wend_senses_set_material(it, 0, 0));
    (void)wend_senses_level_at(it, NULL, (wend_vec3){0}, 0);
    REFUSES(wend_senses_hash, wend_senses_add_touch(it, (wend_observer_id){0}, NULL));
    REFUSES(wend_senses_hash, wend_senses_add_contacts(it, NULL, 0));
    REFUSES(wend_senses_hash, wend_senses_update(it, NULL));
    (void)wend_senses_tick(it);
    wend_senses_get_info(it, NULL);
    (void)wend_senses_get_events(it, NULL);
    REFUSES(wend_senses_hash,
            wend_senses_get_perceptions(it, (wend_observer_id){0}, 0, NULL, 0, NULL));
    (void)wend_senses_get_first(it, (wend_observer_id){0}, 0, NULL, NULL, NULL);
    REFUSES(wend_senses_hash, wend_senses_get_threats(it, (wend_observer_id){0}, NULL, 0, NULL));
    (void)wend_senses_can_see(it, (wend_observer_id){0}, (wend_source_id){0}, NULL);
    (void)wend_senses_hash(it);
    REFUSES(wend_senses_hash, wend_senses_save(it, NULL, 0, NULL));
    REFUSES(wend_senses_hash, wend_senses_draw(it, 0, NULL));
    REFUSES(wend_senses_hash, wend_senses_draw_observer(it, (wend_observer_id){0}, 0, NULL));
}

static void senses_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *it = NULL;

    assert_int_equal(wend_senses_create(&def, &it), WEND_OK);
    call_senses(NULL);
    call_senses(it);
    wend_senses_destroy(it);
}

static void call_memories(wend_memories *it)
{
    (void)wend_memories_error(it);
    REFUSES(wend_memories_hash, wend_memories_set_kind(it, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_get_kind(it, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_set_tick(it, 0));
    (void)wend_memories_tick(it);
    REFUSES(wend_memories_hash, wend_memories_add_agent(it, 0));
    REFUSES(wend_memories_hash, wend_memories_remove_agent(it, 0));
    (void)wend_memories_has_agent(it, 0);
    (void)wend_memories_agent_count(it);
    (void)wend_memories_agent(it, 0, NULL);
    REFUSES(wend_memories_hash, wend_memories_join(it, 0, 0));
    REFUSES(wend_memories_hash, wend_memories_leave(it, 0, 0));
    (void)wend_memories_is_member(it, 0, 0);
    REFUSES(wend_memories_hash, wend_memories_share(it, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_tell(it, 0, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_observe(it, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_report_gone(it, 0, 0));
    REFUSES(wend_memories_hash, wend_memories_report_empty(it, 0, (wend_vec2){0}, 0, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_forget(it, 0, 0));
    REFUSES(wend_memories_hash, wend_memories_forget_all(it, 0));
    REFUSES(wend_memories_hash, wend_memories_get(it, 0, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_list(it, 0, NULL, NULL, 0, NULL));
    (void)wend_memories_nearest(it, 0, (wend_vec3){0}, NULL, NULL);
    (void)wend_memories_best(it, 0, (wend_vec3){0}, NULL, NULL, NULL, NULL, NULL);
    (void)wend_memories_most_dangerous(it, 0, (wend_vec3){0}, NULL, NULL, NULL);
    REFUSES(wend_memories_hash, wend_memories_guess(it, 0, 0, NULL, NULL));
    (void)wend_memories_hash(it);
    (void)wend_memories_memory_bytes(it);
    REFUSES(wend_memories_hash, wend_memories_save(it, NULL, 0, NULL));
    REFUSES(wend_memories_hash, wend_memories_draw(it, 0, NULL));
}

static void memories_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_memories_def def = wend_memories_def_default();
    wend_memories *it = NULL;

    assert_int_equal(wend_memories_create(&def, &it), WEND_OK);
    call_memories(NULL);
    call_memories(it);
    wend_memories_destroy(it);
}

static void call_markers(wend_markers *it)
{
    (void)wend_markers_error(it);
    REFUSES(wend_markers_hash, wend_markers_set_tick(it, 0));
    (void)wend_markers_tick(it);
    REFUSES(wend_markers_hash, wend_markers_add(it, NULL, NULL));
    REFUSES(wend_markers_hash, wend_markers_remove(it, (wend_marker_id){0}));
    REFUSES(wend_markers_hash, wend_markers_clear(it));
    REFUSES(wend_markers_hash, wend_markers_get(it, (wend_marker_id){0}, NULL));
    (void)wend_markers_has(it, (wend_marker_id){0});
    (void)wend_markers_count(it);
    (void)wend_markers_nearest(it, (wend_vec3){0}, NULL);
    REFUSES(wend_markers_hash, wend_markers_in_circle(it, (wend_vec3){0}, 0, NULL, NULL, 0, NULL));
    REFUSES(wend_markers_hash,
            wend_markers_in_cone(it, (wend_vec3){0}, (wend_vec2){0}, 0, 0, NULL, NULL, 0, NULL));
    REFUSES(wend_markers_hash,
            wend_markers_in_box(it, (wend_vec3){0}, (wend_vec2){0}, NULL, NULL, 0, NULL));
    (void)wend_markers_hash(it);
    (void)wend_markers_memory_bytes(it);
    REFUSES(wend_markers_hash, wend_markers_save(it, NULL, 0, NULL));
    REFUSES(wend_markers_hash, wend_markers_draw(it, NULL));
}

static void markers_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_markers_def def = wend_markers_def_default();
    wend_markers *it = NULL;

    assert_int_equal(wend_markers_create(&def, &it), WEND_OK);
    call_markers(NULL);
    call_markers(it);
    wend_markers_destroy(it);
}

static void call_smell(wend_smell *it)
{
    (void)wend_smell_error(it);
    REFUSES(wend_smell_hash, wend_smell_set_tick(it, 0));
    (void)wend_smell_tick(it);
    REFUSES(wend_smell_hash, wend_smell_add_source(it, NULL, NULL));
    REFUSES(wend_smell_hash, wend_smell_remove_source(it, (wend_smell_id){0}));
    REFUSES(wend_smell_hash, wend_smell_set_source(it, (wend_smell_id){0}, NULL));
    REFUSES(wend_smell_hash, wend_smell_move(it, (wend_smell_id){0}, (wend_vec2){0}));
    REFUSES(wend_smell_hash, wend_smell_get_source(it, (wend_smell_id){0}, NULL));
    (void)wend_smell_has_source(it, (wend_smell_id){0});
    (void)wend_smell_source_count(it);
    REFUSES(wend_smell_hash, wend_smell_update(it));
    (void)wend_smell_is_fresh(it);
    REFUSES(wend_smell_hash, wend_smell_trail(it, (wend_smell_id){0}, NULL, 0, NULL));
    REFUSES(wend_smell_hash, wend_smell_at(it, (wend_vec2){0}, NULL, NULL, 0, NULL));
    (void)wend_smell_strongest(it, (wend_vec2){0}, NULL, NULL);
    (void)wend_smell_intensity(it, (wend_vec2){0}, NULL);
    (void)wend_smell_direction(it, (wend_vec2){0}, NULL, (wend_smell_id){0}, NULL);
    (void)wend_smell_follow(it, (wend_vec2){0}, NULL, (wend_smell_id){0}, NULL);
    (void)wend_smell_hash(it);
    (void)wend_smell_memory_bytes(it);
    REFUSES(wend_smell_hash, wend_smell_save(it, NULL, 0, NULL));
    REFUSES(wend_smell_hash, wend_smell_draw(it, 0, NULL));
}

static void smell_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(4, 4);
    wend_smell_def def = wend_smell_def_default();
    wend_smell *it = NULL;
    def.grid = grid;
    assert_int_equal(wend_smell_create(&def, &it), WEND_OK);
    call_smell(NULL);
    call_smell(it);
    wend_smell_destroy(it);
    wend_grid_destroy(grid);
}

static void call_cover(wend_cover *it)
{
    (void)wend_cover_error(it);
    REFUSES(wend_cover_hash, wend_cover_add_place(it, NULL, NULL));
    REFUSES(wend_cover_hash, wend_cover_remove_place(it, (wend_cover_id){0}));
    REFUSES(wend_cover_hash, wend_cover_get_place(it, (wend_cover_id){0}, NULL, NULL));
    (void)wend_cover_count(it);
    (void)wend_cover_limit(it);
    (void)wend_cover_id_at(it, 0);
    REFUSES(wend_cover_hash, wend_cover_add_obstacle(it, NULL, NULL));
    REFUSES(wend_cover_hash, wend_cover_set_obstacle(it, (wend_cover_id){0}, NULL));
    REFUSES(wend_cover_hash, wend_cover_remove_obstacle(it, (wend_cover_id){0}));
    REFUSES(wend_cover_hash, wend_cover_get_obstacle(it, (wend_cover_id){0}, NULL));
    (void)wend_cover_obstacle_count(it);
    REFUSES(wend_cover_hash, wend_cover_update(it, NULL));
    (void)wend_cover_is_current(it);
    REFUSES(wend_cover_hash, wend_cover_invalidate(it, (wend_vec2){0}, (wend_vec2){0}));
    (void)wend_cover_exposure(it, (wend_vec2){0}, (wend_vec2){0}, 0, false);
    REFUSES(wend_cover_hash, wend_cover_find(it, NULL, NULL, NULL, 0, NULL, NULL));
    (void)wend_cover_hash(it);
    (void)wend_cover_memory_bytes(it);
    REFUSES(wend_cover_hash, wend_cover_save(it, NULL, 0, NULL));
    REFUSES(wend_cover_hash, wend_cover_draw(it, NULL));
}

static void cover_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    wend_cover_def def = wend_cover_def_default();
    wend_cover *it = NULL;
    def.walls = walls;
    assert_int_equal(wend_cover_create(&def, &it), WEND_OK);
    call_cover(NULL);
    call_cover(it);
    wend_cover_destroy(it);
    wend_walls_destroy(walls);
}

static void call_reservations(wend_reservations *it)
{
    (void)wend_reservations_error(it);
    REFUSES(wend_reservations_hash, wend_reservations_set_kind_capacity(it, 0, 0));
    REFUSES(wend_reservations_hash, wend_reservations_set_capacity(it, 0, 0, 0));
    (void)wend_reservations_get_capacity(it, 0, 0);
    REFUSES(wend_reservations_hash, wend_reservations_claim(it, NULL, NULL));
    REFUSES(wend_reservations_hash, wend_reservations_release(it, (wend_claim_id){0}));
    (void)wend_reservations_release_agent(it, 0);
    REFUSES(wend_reservations_hash, wend_reservations_revoke(it, 0, 0));
    wend_reservations_clear(it);
    REFUSES(wend_reservations_hash, wend_reservations_update(it, 0));
    (void)wend_reservations_tick(it);
    (void)wend_reservations_events(it, NULL);
    (void)wend_reservations_is_free(it, NULL);
    (void)wend_reservations_count(it, 0, 0);
    (void)wend_reservations_total(it);
    (void)wend_reservations_find(it, 0, 0, 0);
    REFUSES(wend_reservations_hash, wend_reservations_list_holders(it, 0, 0, NULL, 0, NULL));
    REFUSES(wend_reservations_hash, wend_reservations_list_agent(it, 0, NULL, 0, NULL));
    REFUSES(wend_reservations_hash, wend_reservations_list(it, NULL, 0, NULL));
    REFUSES(wend_reservations_hash, wend_reservations_get(it, (wend_claim_id){0}, NULL));
    (void)wend_reservations_hash(it);
    (void)wend_reservations_memory_bytes(it);
    REFUSES(wend_reservations_hash, wend_reservations_save(it, NULL, 0, NULL));
    REFUSES(wend_reservations_hash, wend_reservations_draw(it, NULL));
}

static void reservations_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *it = NULL;

    assert_int_equal(wend_reservations_create(&def, &it), WEND_OK);
    call_reservations(NULL);
    call_reservations(it);
    wend_reservations_destroy(it);
}

static void call_triggers(wend_triggers *it)
{
    (void)wend_triggers_error(it);
    REFUSES(wend_triggers_hash, wend_triggers_add(it, NULL, NULL));
    REFUSES(wend_triggers_hash, wend_triggers_remove(it, (wend_trigger_id){0}));
    REFUSES(wend_triggers_hash, wend_triggers_get(it, (wend_trigger_id){0}, NULL));
    (void)wend_triggers_count(it);
    (void)wend_triggers_limit(it);
    (void)wend_triggers_id_at(it, 0);
    REFUSES(wend_triggers_hash, wend_triggers_set_asleep(it, (wend_trigger_id){0}, false));
    REFUSES(wend_triggers_hash, wend_triggers_move(it, (wend_trigger_id){0}, (wend_vec3){0, 0, 0}));
    REFUSES(wend_triggers_hash, wend_triggers_get_state(it, (wend_trigger_id){0}, NULL));
    (void)wend_triggers_is_inside(it, (wend_trigger_id){0}, 0);
    REFUSES(wend_triggers_hash, wend_triggers_list_inside(it, (wend_trigger_id){0}, NULL, 0, NULL));
    REFUSES(wend_triggers_hash, wend_triggers_update(it, 0, NULL, 0, NULL, 0));
    REFUSES(wend_triggers_hash, wend_triggers_update_crowd(it, 0, NULL, NULL, 0, NULL, 0));
    (void)wend_triggers_tick(it);
    (void)wend_triggers_events(it, NULL);
    (void)wend_triggers_hash(it);
    (void)wend_triggers_memory_bytes(it);
    REFUSES(wend_triggers_hash, wend_triggers_save(it, NULL, 0, NULL));
    REFUSES(wend_triggers_hash, wend_triggers_draw(it, NULL));
}

static void triggers_refuse_what_is_missing(void **state)
{
    (void)state;
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *it = NULL;

    assert_int_equal(wend_triggers_create(&def, &it), WEND_OK);
    call_triggers(NULL);
    call_triggers(it);
    wend_triggers_destroy(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(senses_refuse_what_is_missing),
        cmocka_unit_test(memories_refuse_what_is_missing),
        cmocka_unit_test(markers_refuse_what_is_missing),
        cmocka_unit_test(smell_refuse_what_is_missing),
        cmocka_unit_test(cover_refuse_what_is_missing),
        cmocka_unit_test(reservations_refuse_what_is_missing),
        cmocka_unit_test(triggers_refuse_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
