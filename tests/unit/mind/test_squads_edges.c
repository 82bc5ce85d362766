/* Squads at the edges of their rules by hand: ratios, ranges, ties, sides, rows, cells. */
#include "support/test.h"

#include "wend/squad.h"

#include <math.h>
#include <string.h>

static const double QUARTER = 1.5707963267948966, NEAR = 1e-9;

typedef struct stage {
    wend_squads *squads;
    wend_squad_id squad;
    uint64_t tick;
} stage;

static stage make(const wend_squad_def *def)
{
    stage s = {.tick = 0};
    const wend_squads_def squads_def = wend_squads_def_default();
    assert_int_equal(wend_squads_create(&squads_def, &s.squads), WEND_OK);
    assert_int_equal(wend_squads_add(s.squads, def, &s.squad), WEND_OK);
    return s;
}

static void put(const stage *s, uint64_t agent, wend_vec2 at)
{
    const wend_squad_state state = {
        .position = at, .health = 1, .speed = 3, .ammunition = 10, .is_alive = true};
    assert_int_equal(wend_squads_set_state(s->squads, agent, &state), WEND_OK);
}

static void join(const stage *s, wend_squad_member member, wend_vec2 at)
{
    assert_int_equal(wend_squads_join(s->squads, s->squad, &member), WEND_OK);
    put(s, member.agent, at);
}

/* A ranged member of strength 1. */
static void join_ranged(const stage *s, uint64_t agent, double range, wend_vec2 at)
{
    join(s,
         (wend_squad_member){
             .agent = agent, .kind = WEND_UNIT_RANGED, .strength = 1, .range = range},
         at);
}

static void know(const stage *s, uint64_t number, wend_vec2 at, double strength, double certainty)
{
    const wend_squad_enemy enemy = {number, at, strength, 30, certainty};
    assert_int_equal(wend_squads_set_enemy(s->squads, s->squad, &enemy), WEND_OK);
}

static void order(const stage *s, wend_squad_order it)
{
    assert_int_equal(wend_squads_set_order(s->squads, s->squad, &it), WEND_OK);
}

static void update(stage *s)
{
    assert_int_equal(wend_squads_update(s->squads, ++s->tick), WEND_OK);
}

static wend_squad_assignment what(const stage *s, uint64_t agent)
{
    wend_squad_assignment it;
    assert_int_equal(wend_squads_get_assignment(s->squads, agent, &it), WEND_OK);
    return it;
}

static wend_squad_info info_of(const stage *s)
{
    wend_squad_info info;
    assert_int_equal(wend_squads_get_info(s->squads, s->squad, &info), WEND_OK);
    return info;
}

static double distance(wend_vec2 a, wend_vec2 b)
{
    return wend_vec2_length(wend_vec2_sub(a, b));
}

/* ---- retreat ---- */

/* Enemies that are far or uncertain count for less; a rally point is where it goes. */
static void the_threat_is_near_and_certain(void **state)
{
    (void)state;
    wend_squad_def def = wend_squad_def_default();
    def.has_rally = true;
    def.rally = (wend_vec2){3, -40};
    stage s = make(&def);
    join_ranged(&s, 1, 5, (wend_vec2){0, 0});
    know(&s, 50, (wend_vec2){51, 0}, 100, 1);
    know(&s, 51, (wend_vec2){49, 0}, 4, 0.5);
    update(&s);
    assert_true(fabs(info_of(&s).threat - 2) < NEAR);
    assert_false(info_of(&s).is_retreating);
    know(&s, 51, (wend_vec2){49, 0}, 4, 1);
    update(&s);
    assert_true(info_of(&s).is_retreating);
    assert_true(distance(what(&s, 1).position, def.rally) < NEAR);
    wend_squads_destroy(s.squads);
}

static void amid_enemies_a_squad_goes_back(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join_ranged(&s, 1, 5, (wend_vec2){0, 0});
    order(&s, (wend_squad_order){
                  .kind = WEND_SQUAD_MOVE, .at = {9, 0}, .heading = QUARTER, .has_heading = true});
    update(&s);
    assert_true(fabs(info_of(&s).heading - QUARTER) < NEAR); /* that which was ordered */
    know(&s, 50, (wend_vec2){0, 0}, 9, 1);
    update(&s);
    assert_true(info_of(&s).is_retreating);
    assert_true(distance(what(&s, 1).position, (wend_vec2){0, -def.retreat_distance}) < NEAR);
    wend_squads_destroy(s.squads);
}

/* ---- regrouping ---- */

static void regrouping_ends_at_half_the_spread_and_in_contact(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    for (int is_in_contact = 0; is_in_contact < 2; is_in_contact++) {
        stage s = make(&def);
        join_ranged(&s, 1, 5, (wend_vec2){0, 0});
        join_ranged(&s, 2, 5, (wend_vec2){62, 0});
        order(&s, (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {0, 90}});
        update(&s);
        assert_true(info_of(&s).is_regrouping);
        put(&s, 2, (wend_vec2){32, 0}); /* 16 from the centre: between half of 30 and 30 */
        update(&s);
        assert_true(info_of(&s).is_regrouping);
        const wend_squad_state state_of = {.position = {32, 0},
                                           .health = 1,
                                           .is_alive = true,
                                           .is_in_contact = is_in_contact != 0};
        assert_int_equal(wend_squads_set_state(s.squads, 2, &state_of), WEND_OK);
        update(&s);
        assert_int_equal(info_of(&s).is_regrouping, !is_in_contact);
        put(&s, 2, (wend_vec2){29, 0});
        update(&s);
        assert_false(info_of(&s).is_regrouping);
        wend_squads_destroy(s.squads);
    }
}

/* ---- places ---- */

static void of_equally_near_members_the_first_leads(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join_ranged(&s, 1, 5, (wend_vec2){0, 3});
    join_ranged(&s, 2, 5, (wend_vec2){0, -3});
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {40, 0}});
    update(&s);
    assert_int_equal(info_of(&s).leader, 1);
    wend_squads_destroy(s.squads);
}

/* A protected captain without tough members has the ranged ones in front; else they are behind. */
static void a_row_is_in_front_of_a_protected_captain(void **state)
{
    (void)state;
    wend_squad_def def = wend_squad_def_default();
    def.is_captain_protected = true;
    for (int has_tough = 0; has_tough < 2; has_tough++) {
        stage s = make(&def);
        wend_formation_slot slots[3];
        size_t count;
        join(&s, (wend_squad_member){.agent = 1, .kind = WEND_UNIT_SUPPORT, .rank = 9},
             (wend_vec2){0, 0});
        join_ranged(&s, 2, 5, (wend_vec2){1, 0});
        if (has_tough) {
            join(&s, (wend_squad_member){.agent = 3, .kind = WEND_UNIT_TOUGH}, (wend_vec2){2, 0});
        }
        update(&s);
        assert_int_equal(wend_squads_list_slots(s.squads, s.squad, slots, 3, &count), WEND_OK);
        assert_int_equal(count, has_tough ? 3 : 2);
        const uint32_t roles[2][3] = {{3, 4, 0}, {1, 4, 3}};
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(slots[i].role, roles[has_tough][i]);
            assert_true(i == 0 || slots[i].offset.x < slots[i - 1].offset.x);
        }
        wend_squads_destroy(s.squads);
    }
}

/* Members that pass each other keep their slots. */
static void slots_are_kept_on_the_way(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join(&s, (wend_squad_member){.agent = 3, .kind = WEND_UNIT_SUPPORT, .rank = 9},
         (wend_vec2){1, 0});
    join_ranged(&s, 1, 5, (wend_vec2){0, 2});
    join_ranged(&s, 2, 5, (wend_vec2){0, -2});
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {40, 0}});
    update(&s);
    const uint32_t slot = what(&s, 1).slot;
    put(&s, 1, (wend_vec2){20, -2});
    put(&s, 2, (wend_vec2){20, 2});
    update(&s);
    assert_int_equal(what(&s, 1).slot, slot);
    wend_squads_destroy(s.squads);
}

/* ---- attack, defence ---- */

static void others_are_attacked_within_the_engage_range(void **state)
{
    (void)state;
    for (int is_near = 0; is_near < 2; is_near++) {
        const wend_squad_def def = wend_squad_def_default();
        stage s = make(&def);
        join_ranged(&s, 1, 2, (wend_vec2){0, 0});
        order(&s, (wend_squad_order){.kind = WEND_SQUAD_ATTACK_AREA, .at = {100, 0}, .radius = 20});
        know(&s, 50, (wend_vec2){100, 0}, 0.1, 1);
        know(&s, 51, (wend_vec2){0, is_near ? 9 : 11}, 1, 1);
        update(&s);
        assert_int_equal(what(&s, 1).target, is_near ? 51 : 50);
        wend_squads_destroy(s.squads);
    }
}

/* The target of an order is worth four others. */
static void the_ordered_target_is_preferred(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join_ranged(&s, 1, 20, (wend_vec2){0, 0});
    know(&s, 50, (wend_vec2){10, 1}, 1, 0.5);
    know(&s, 51, (wend_vec2){10, -1}, 1, 1);
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_ATTACK, .target = 50});
    update(&s);
    assert_int_equal(what(&s, 1).target, 50);
    wend_squads_destroy(s.squads);
}

static void an_area_without_enemies_is_gone_to(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join_ranged(&s, 1, 5, (wend_vec2){0, 0});
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_ATTACK_AREA, .at = {60, 0}, .radius = 15});
    update(&s);
    assert_false(info_of(&s).is_done);
    assert_int_equal(what(&s, 1).action, WEND_SQUAD_DO_GO);
    put(&s, 1, (wend_vec2){46, 0});
    update(&s);
    assert_true(info_of(&s).is_done);
    wend_squads_destroy(s.squads);
}

/* Defenders come out to the radius and no farther. */
static void a_defence_stays_in_its_radius(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join_ranged(&s, 1, 2, (wend_vec2){0, 0});
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_DEFEND, .at = {-8, 0}, .radius = 20});
    know(&s, 50, (wend_vec2){11.9, 0}, 1, 1);
    update(&s);
    assert_int_equal(what(&s, 1).target, 50);
    assert_true(distance(what(&s, 1).position, (wend_vec2){10.1, 0}) < NEAR); /* 0.9 of its range */
    put(&s, 1, (wend_vec2){30, 0});
    know(&s, 50, (wend_vec2){12, 0}, 1, 1);
    update(&s);
    assert_int_equal(what(&s, 1).target, 50);
    assert_true(distance(what(&s, 1).position, (wend_vec2){12, 0}) < NEAR);
    wend_squads_destroy(s.squads);
}

static void a_defence_turns_to_what_is_more_than_45_degrees_aside(void **state)
{
    (void)state;
    const double degrees[4] = {43, 47, 100, 170};
    for (int i = 0; i < 4; i++) {
        const wend_squad_def def = wend_squad_def_default();
        const double angle = degrees[i] * QUARTER / 90;
        stage s = make(&def);
        join_ranged(&s, 1, 2, (wend_vec2){-20, 0});
        order(&s, (wend_squad_order){.kind = WEND_SQUAD_DEFEND, .at = {0, 0}, .radius = 10});
        update(&s);
        assert_true(fabs(info_of(&s).heading) < NEAR);
        know(&s, 50, (wend_vec2){30 * cos(angle), 30 * sin(angle)}, 1, 1);
        update(&s);
        assert_true(fabs(info_of(&s).heading - (i == 0 ? 0 : angle)) < NEAR);
        wend_squads_destroy(s.squads);
    }
}

/* ---- flanks, bounds ---- */

/* Without danger: the side where those are that may flank; with none the left, and the nearest goes. */
static void of_safe_sides_the_flankers_choose(void **state)
{
    (void)state;
    for (int side = -1; side <= 1; side++) {
        const wend_squad_def def = wend_squad_def_default();
        stage s = make(&def);
        const double y = side < 0 ? -6 : 6;
        join(&s,
             (wend_squad_member){.agent = 1,
                                 .kind = WEND_UNIT_RANGED,
                                 .roles = side == 0 ? WEND_SQUAD_CAN_ALL : WEND_SQUAD_CAN_ATTACK,
                                 .strength = 1,
                                 .range = 12},
             (wend_vec2){0, 0});
        join_ranged(&s, 2, 12, (wend_vec2){0, y});
        know(&s, 50, (wend_vec2){24, y / 2}, 0.5, 1);
        order(&s, (wend_squad_order){
                      .kind = WEND_SQUAD_ATTACK, .tactic = WEND_SQUAD_FLANK, .target = 50});
        update(&s);
        assert_int_equal(what(&s, 1).action, WEND_SQUAD_DO_SUPPRESS);
        assert_int_equal(what(&s, 2).action, WEND_SQUAD_DO_FLANK);
        assert_true(what(&s, 2).position.y * y > 0);
        wend_squads_destroy(s.squads);
    }
}

static void of_the_enemies_of_an_area_the_flanked_one_stays(void **state)
{
    (void)state;
    const wend_squad_def def = wend_squad_def_default();
    stage s = make(&def);
    join_ranged(&s, 1, 12, (wend_vec2){0, 0});
    join_ranged(&s, 2, 12, (wend_vec2){0, 6});
    know(&s, 50, (wend_vec2){28, 0}, 0.5, 1);
    know(&s, 51, (wend_vec2){24, 0}, 0.5, 1);
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_ATTACK_AREA,
                                 .tactic = WEND_SQUAD_FLANK,
                                 .at = {26, 0},
                                 .radius = 20});
    update(&s);
    assert_int_equal(what(&s, 1).target, 51); /* the nearest */
    know(&s, 50, (wend_vec2){20, 0}, 0.5, 1);
    update(&s);
    assert_int_equal(what(&s, 1).target, 51);
    wend_squads_destroy(s.squads);
}

/* Bounds end where the least range reaches. */
static void bounds_lead_into_the_least_range(void **state)
{
    (void)state;
    wend_squad_def def = wend_squad_def_default();
    def.bound = 100;
    stage s = make(&def);
    join_ranged(&s, 1, 5, (wend_vec2){0, 1});
    join_ranged(&s, 2, 20, (wend_vec2){0, -1});
    know(&s, 50, (wend_vec2){50, 0}, 0.5, 1);
    order(&s, (wend_squad_order){
                  .kind = WEND_SQUAD_ATTACK, .tactic = WEND_SQUAD_BOUNDING, .target = 50});
    update(&s);
    assert_int_equal(what(&s, 1).action, WEND_SQUAD_DO_GO);
    assert_true(fabs(what(&s, 1).position.x - (50 - 0.9 * 5)) < NEAR);
    wend_squads_destroy(s.squads);
}

/* A protected captain stays two pitches behind the mean of the others alone. */
static void a_captain_is_behind_the_others(void **state)
{
    (void)state;
    wend_squad_def def = wend_squad_def_default();
    def.is_captain_protected = true;
    def.spacing = 3;
    stage s = make(&def);
    join(&s, (wend_squad_member){.agent = 1, .rank = 9, .radius = 1, .strength = 1, .range = 5},
         (wend_vec2){-9, 9});
    join_ranged(&s, 2, 5, (wend_vec2){4, 0});
    join_ranged(&s, 3, 5, (wend_vec2){6, 0});
    know(&s, 50, (wend_vec2){30, 0}, 0.5, 1);
    order(&s, (wend_squad_order){.kind = WEND_SQUAD_ATTACK, .target = 50});
    update(&s);
    assert_int_equal(what(&s, 1).reason, WEND_SQUAD_BY_PROTECTION);
    assert_true(distance(what(&s, 1).position, (wend_vec2){5 - 2 * (2 + def.spacing), 0}) < NEAR);
    wend_squads_destroy(s.squads);
}

/* ---- scouting ---- */

/* Cells at the high borders are cut; whole ones are not one more. A scout keeps its cell until it is seen;
 * a protected captain has none. */
static void scouts_keep_their_cells(void **state)
{
    (void)state;
    wend_squad_def def = wend_squad_def_default();
    def.is_captain_protected = true;
    stage s = make(&def);
    join(&s, (wend_squad_member){.agent = 1, .rank = 9}, (wend_vec2){-1, 5});
    join_ranged(&s, 2, 5, (wend_vec2){-1, 2});
    join_ranged(&s, 3, 5, (wend_vec2){31, 2});
    order(&s, (wend_squad_order){
                  .kind = WEND_SQUAD_SCOUT, .low = {0, 0}, .high = {24, 10}, .radius = 10});
    assert_int_equal(info_of(&s).cell_count, 3);
    update(&s);
    assert_int_equal(what(&s, 1).action, WEND_SQUAD_DO_HOLD);
    assert_int_equal(what(&s, 1).reason, WEND_SQUAD_BY_PROTECTION);
    assert_true(distance(what(&s, 2).position, (wend_vec2){5, 5}) < NEAR);
    assert_true(distance(what(&s, 3).position, (wend_vec2){22, 5}) < NEAR);
    put(&s, 2, (wend_vec2){-1, 30});
    put(&s, 3, (wend_vec2){15, -2}); /* the free cell is nearer now */
    update(&s);
    assert_true(distance(what(&s, 3).position, (wend_vec2){22, 5}) < NEAR);
    order(&s, (wend_squad_order){
                  .kind = WEND_SQUAD_SCOUT, .low = {0, 0}, .high = {30, 10}, .radius = 10});
    assert_int_equal(info_of(&s).cell_count, 3);
    wend_squads_destroy(s.squads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_threat_is_near_and_certain),
        cmocka_unit_test(amid_enemies_a_squad_goes_back),
        cmocka_unit_test(regrouping_ends_at_half_the_spread_and_in_contact),
        cmocka_unit_test(of_equally_near_members_the_first_leads),
        cmocka_unit_test(a_row_is_in_front_of_a_protected_captain),
        cmocka_unit_test(slots_are_kept_on_the_way),
        cmocka_unit_test(others_are_attacked_within_the_engage_range),
        cmocka_unit_test(the_ordered_target_is_preferred),
        cmocka_unit_test(an_area_without_enemies_is_gone_to),
        cmocka_unit_test(a_defence_stays_in_its_radius),
        cmocka_unit_test(a_defence_turns_to_what_is_more_than_45_degrees_aside),
        cmocka_unit_test(of_safe_sides_the_flankers_choose),
        cmocka_unit_test(of_the_enemies_of_an_area_the_flanked_one_stays),
        cmocka_unit_test(bounds_lead_into_the_least_range),
        cmocka_unit_test(a_captain_is_behind_the_others),
        cmocka_unit_test(scouts_keep_their_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
