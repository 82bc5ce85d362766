/* Calls of formations, sound and unsound: they do what the header says, and leave all as it was
 * where they refuse. */
#include "support/test.h"
#include "support/troop.h"
#include "wend/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static troop begun(wend_formation_shape shape, size_t count)
{
    troop t;
    const troop_def def = {.shape = shape, .count = count};
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    return t;
}

/* ---- making ---- */

static void created_has_a_slot_for_each_member(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_PHALANX, 18);
    const wend_formation_info info = troop_info(&t);
    assert_int_equal(info.members, 18);
    assert_int_equal(info.slots, 18);
    assert_int_equal(info.files, 6);
    assert_int_equal(info.state, WEND_BODY_NONE);
    wend_body_id members[18];
    wend_vec2 places[18];
    size_t count = 0;
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, members, places, 18, &count),
                     WEND_OK);
    assert_int_equal(count, 18);
    uint32_t seen = 0;
    for (size_t i = 0; i < 18; ++i) {
        seen |= 1U << (members[i].index1 - 1);
        assert_int_equal(wend_formation_of_body(t.crowd, members[i]).index1, t.formation.index1);
        assert_true(wend_vec2_length(places[i]) < 6);
    }
    assert_int_equal(seen, (1U << 18) - 1);
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, members, NULL, 3, &count),
                     WEND_TRUNCATED);
    troop_end(&t);
}

static void members_form_up_and_arrive_once(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_PHALANX, 12);
    size_t arrived = 0;
    for (size_t i = 0; i < 400; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        size_t count = 0;
        const wend_event *events = wend_crowd_get_events(t.crowd, &count);
        for (size_t k = 0; k < count; ++k) {
            arrived += events[k].kind == WEND_EVENT_ARRIVED;
        }
    }
    assert_int_equal(arrived, 12);
    wend_body body;
    assert_int_equal(wend_crowd_get_body(t.crowd, t.members[3], &body), WEND_OK);
    assert_int_equal(body.goal, WEND_BODY_GOAL_SLOT);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    assert_int_equal(troop_info(&t).in_slot, 12);
    troop_end(&t);
}

static void bad_definitions_are_refused_and_nobody_moves(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 6);
    const wend_formation_slot wild = {{HUGE_VAL, 0}, 0};
    const wend_body_id twice[] = {t.members[0], t.members[0]};
    const wend_body_id stale[] = {{1, 99}};
    wend_formation_def def = wend_formation_def_default();
    wend_formation_id id = {7, 7};
    const wend_formation_id none = {0, 0};
    const uint64_t before = wend_crowd_hash(t.crowd);
    assert_int_equal(wend_formation_create(NULL, &def, t.members, NULL, 6, &id),
                     WEND_ERROR_ARGUMENT);
    assert_memory_equal(&id, &none, sizeof id);
    assert_int_equal(wend_formation_create(t.crowd, NULL, t.members, NULL, 6, &id),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(t.crowd, &def, NULL, NULL, 6, &id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, NULL, 0, &id),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, NULL, SIZE_MAX, &id),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, NULL, 6, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(t.crowd, &def, twice, NULL, 2, &id),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_create(t.crowd, &def, stale, NULL, 1, &id), WEND_ERROR_STALE);
    def.spacing = (double)NAN;
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, NULL, 6, &id),
                     WEND_ERROR_ARGUMENT);
    def.spacing = -1;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_ERROR_ARGUMENT);
    def = wend_formation_def_default();
    def.shape = WEND_FORMATION_CUSTOM;
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, NULL, 6, &id),
                     WEND_ERROR_ARGUMENT);
    def.slots = &wild;
    def.slot_count = 1;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_ERROR_ARGUMENT);
    def.slot_count = SIZE_MAX;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_hash(t.crowd), before);
    troop_end(&t);
}

static void stale_formations_are_refused(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 3);
    assert_int_equal(wend_formation_destroy(t.crowd, t.formation), WEND_OK);
    const wend_formation_def def = wend_formation_def_default();
    const wend_vec2 to = {1, 1};
    wend_formation_info info;
    size_t count = 9;
    assert_int_equal(wend_formation_destroy(t.crowd, t.formation), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_add_member(t.crowd, t.formation, t.members[0], 0),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, to, 0), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_stop(t.crowd, t.formation), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_follow_path(t.crowd, t.formation, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_follow_flow(t.crowd, t.formation, (wend_flow_request_id){1, 1}),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_formation_get_info(t.crowd, t.formation, &info), WEND_ERROR_STALE);
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, NULL, NULL, 0, &count),
                     WEND_ERROR_STALE);
    assert_int_equal(count, 0);
    assert_int_equal(wend_formation_of_body(t.crowd, t.members[0]).index1, 0);
    assert_int_equal(wend_formation_remove_member(t.crowd, (wend_body_id){1, 77}),
                     WEND_ERROR_STALE);
    /* The slot of the table is used again, with another generation. */
    wend_formation_id id;
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, NULL, 3, &id), WEND_OK);
    assert_int_equal(id.index1, t.formation.index1);
    assert_true(id.generation != t.formation.generation);
    troop_end(&t);
}

static void orders_with_bad_numbers_are_refused(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 3);
    const uint64_t before = wend_crowd_hash(t.crowd);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){(double)NAN, 0}, 0),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){0, -HUGE_VAL}, 0),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){0, 0}, HUGE_VAL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_set_goal(NULL, t.formation, (wend_vec2){0, 0}, 0),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_follow_path(t.crowd, t.formation, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_follow_flow(t.crowd, t.formation, (wend_flow_request_id){1, 1}),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_get_info(t.crowd, t.formation, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, NULL, NULL, 1, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_hash(t.crowd), before);
    troop_end(&t);
}

/* ---- coming and going ---- */

static void who_gets_another_goal_leaves(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 4);
    assert_int_equal(wend_crowd_set_goal(t.crowd, t.members[1], (wend_vec2){9, 9}, 0), WEND_OK);
    assert_int_equal(troop_info(&t).members, 3);
    assert_int_equal(wend_formation_of_body(t.crowd, t.members[1]).index1, 0);
    assert_int_equal(wend_formation_remove_member(t.crowd, t.members[1]), WEND_OK);
    assert_int_equal(wend_formation_remove_member(t.crowd, t.members[2]), WEND_OK);
    assert_int_equal(troop_tick(&t, 1), WEND_OK);
    assert_int_equal(troop_info(&t).slots, 2);
    troop_end(&t);
}

static void the_last_who_leaves_ends_it(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 2);
    size_t count = 0;
    assert_int_equal(wend_crowd_remove_body(t.crowd, t.members[0]), WEND_OK);
    assert_int_equal(wend_formation_list(t.crowd, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 1);
    assert_int_equal(wend_crowd_remove_body(t.crowd, t.members[1]), WEND_OK);
    assert_int_equal(wend_formation_list(t.crowd, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_int_equal(troop_tick(&t, 2), WEND_OK);
    troop_end(&t);
}

static void who_joins_gets_a_slot_and_only_once(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_PHALANX, 8);
    wend_formation_def def = wend_formation_def_default();
    wend_formation_id other;
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members + 6, NULL, 2, &other), WEND_OK);
    assert_int_equal(troop_info(&t).members, 6);
    assert_int_equal(wend_formation_add_member(t.crowd, t.formation, t.members[6], 3), WEND_OK);
    assert_int_equal(wend_formation_add_member(t.crowd, t.formation, t.members[6], 3),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(troop_info(&t).members, 7);
    assert_int_equal(troop_info(&t).slots, 7);
    assert_int_equal(wend_formation_add_member(t.crowd, t.formation, t.members[7], 0), WEND_OK);
    wend_formation_info info;
    assert_int_equal(wend_formation_get_info(t.crowd, other, &info), WEND_ERROR_STALE);
    assert_int_equal(troop_tick(&t, 1), WEND_OK);
    troop_end(&t);
}

/* ---- patterns ---- */

static void roles_get_the_slots_that_are_for_them(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 6);
    /* Two ranks of three: shields in front. */
    const wend_formation_slot slots[] = {{{0, 0}, 5}, {{0, 0}, 5}, {{0, 0}, 5}};
    const uint32_t roles[] = {0, 5, 0, 5, 0, 5};
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_PHALANX;
    def.files = 3;
    def.slots = slots;
    def.slot_count = 3;
    wend_formation_id id;
    assert_int_equal(wend_formation_create(t.crowd, &def, t.members, roles, 6, &id), WEND_OK);
    wend_body_id members[6];
    size_t count = 0;
    assert_int_equal(wend_formation_get_slots(t.crowd, id, members, NULL, 6, &count), WEND_OK);
    for (size_t i = 0; i < 6; ++i) {
        assert_int_equal(roles[members[i].index1 - 1], i < 3 ? 5 : 0);
    }
    troop_end(&t);
}

static void custom_slots_are_filled_from_the_first_on(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_LINE, 3);
    const wend_formation_slot slots[] = {
        {{0, 0}, 0}, {{-2, 2}, 0}, {{-2, -2}, 0}, {{-4, 0}, 0}, {{-6, 0}, 0}};
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_CUSTOM;
    def.slots = slots;
    def.slot_count = 5;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &def), WEND_OK);
    wend_body_id members[5];
    size_t count = 0;
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, members, NULL, 5, &count),
                     WEND_OK);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < 5; ++i) {
        assert_int_equal(members[i].index1 != 0, i < 3);
    }
    /* The first one is removed: another member takes that slot, and the third is left empty. */
    assert_int_equal(wend_crowd_remove_body(t.crowd, members[0]), WEND_OK);
    assert_int_equal(troop_tick(&t, 1), WEND_OK);
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, members, NULL, 5, &count),
                     WEND_OK);
    assert_int_equal(count, 5);
    assert_true(members[0].index1 != 0 && members[1].index1 != 0 && members[2].index1 == 0);
    troop_end(&t);
}

static void hundreds_are_assigned_in_chunks(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_PHALANX, 700);
    wend_body_id members[700];
    size_t count = 0;
    assert_int_equal(wend_formation_get_slots(t.crowd, t.formation, members, NULL, 700, &count),
                     WEND_OK);
    uint8_t seen[700] = {0};
    for (size_t i = 0; i < 700; ++i) {
        assert_true(members[i].index1 > 0);
        seen[members[i].index1 - 1]++;
    }
    for (size_t i = 0; i < 700; ++i) {
        assert_int_equal(seen[i], 1);
    }
    troop_end(&t);
}

/* ---- marching ---- */

static void stopped_stays_where_it_is(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_PHALANX, 9);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){50, 0}, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_tick(&t, 200), WEND_OK);
    assert_int_equal(wend_formation_stop(t.crowd, t.formation), WEND_OK);
    const wend_vec2 anchor = troop_info(&t).anchor;
    assert_true(anchor.x > 5 && anchor.x < 20);
    assert_int_equal(troop_tick(&t, 200), WEND_OK);
    assert_true(wend_vec2_distance(anchor, troop_info(&t).anchor) < 1e-9);
    assert_int_equal(troop_info(&t).in_slot, 9);
    assert_int_equal(troop_info(&t).state, WEND_BODY_NONE);
    troop_end(&t);
}

static wend_result refuse(void *context, const wend_route_query *query, wend_path *path)
{
    (void)path;
    *(wend_route_query *)context = *query;
    return WEND_NO_PATH;
}

static void no_path_is_reported_and_the_formation_stands(void **state)
{
    (void)state;
    wend_route_query asked = {.ticket = 0};
    troop t;
    const troop_def def = {
        .shape = WEND_FORMATION_LINE, .count = 4, .source = {.start = refuse, .context = &asked}};
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){50, 7}, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_info(&t).state, WEND_BODY_PATH_PENDING);
    assert_int_equal(troop_tick(&t, 100), WEND_OK);
    assert_int_equal(troop_info(&t).state, WEND_BODY_NO_PATH);
    assert_true(asked.ticket != 0 && asked.to.x > 49 && asked.radius > 0.2);
    assert_true(wend_vec2_length(troop_info(&t).anchor) < 2);
    troop_end(&t);
}

static void formation_asks_for_those_who_are_left(void **state)
{
    (void)state;
    wend_route_query asked = {.ticket = 0};
    wend_body_def body;
    troop t;
    const troop_def def = {
        .shape = WEND_FORMATION_LINE, .count = 4, .source = {.start = refuse, .context = &asked}};
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    assert_int_equal(wend_crowd_get_body_def(t.crowd, t.members[0], &body), WEND_OK);
    const double radius = body.radius;
    body.radius = 2 * radius;
    assert_int_equal(wend_crowd_set_body(t.crowd, t.members[0], &body), WEND_OK);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){50, 7}, (double)NAN),
                     WEND_OK);
    assert_int_equal(wend_crowd_remove_body(t.crowd, t.members[0]), WEND_OK);
    assert_int_equal(troop_tick(&t, 1), WEND_OK);
    assert_true(asked.ticket != 0 && asked.radius <= radius);
    troop_end(&t);
}

/* ---- pictures ---- */

typedef struct picture {
    size_t slots, members, anchors;
} picture;

static void on_circle(void *context, wend_vec2 at, double radius, wend_meaning meaning,
                      double value)
{
    (void)at;
    (void)radius;
    (void)value;
    picture *p = context;
    p->slots += meaning == WEND_MEANING_SLOT;
    p->anchors += meaning == WEND_MEANING_ANCHOR;
}

static void on_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value)
{
    (void)from;
    (void)to;
    (void)value;
    picture *p = context;
    p->members += meaning == WEND_MEANING_SLOT_MEMBER;
}

static void drawn_are_slots_members_and_anchor(void **state)
{
    (void)state;
    troop t = begun(WEND_FORMATION_CIRCLE, 8);
    picture p = {0};
    const wend_draw draw = {.circle = on_circle, .line = on_line, .context = &p};
    assert_int_equal(wend_crowd_draw(t.crowd, 0, WEND_CROWD_SHOW_FORMATIONS, &draw), WEND_OK);
    assert_int_equal(p.slots, 8);
    assert_int_equal(p.members, 8);
    assert_int_equal(p.anchors, 1);
    const wend_draw nothing = {.context = NULL};
    assert_int_equal(wend_crowd_draw(t.crowd, 0, WEND_CROWD_SHOW_FORMATIONS, &nothing), WEND_OK);
    troop_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(created_has_a_slot_for_each_member),
        cmocka_unit_test(members_form_up_and_arrive_once),
        cmocka_unit_test(bad_definitions_are_refused_and_nobody_moves),
        cmocka_unit_test(stale_formations_are_refused),
        cmocka_unit_test(orders_with_bad_numbers_are_refused),
        cmocka_unit_test(who_gets_another_goal_leaves),
        cmocka_unit_test(the_last_who_leaves_ends_it),
        cmocka_unit_test(who_joins_gets_a_slot_and_only_once),
        cmocka_unit_test(roles_get_the_slots_that_are_for_them),
        cmocka_unit_test(custom_slots_are_filled_from_the_first_on),
        cmocka_unit_test(hundreds_are_assigned_in_chunks),
        cmocka_unit_test(stopped_stays_where_it_is),
        cmocka_unit_test(no_path_is_reported_and_the_formation_stands),
        cmocka_unit_test(formation_asks_for_those_who_are_left),
        cmocka_unit_test(drawn_are_slots_members_and_anchor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
