/* Squads: membership, captains, slots, each order, minds, formations, bytes. */
#include "support/test.h"

#include "wend/squad.h"

#include <math.h>
#include <string.h>

enum { MEMBERS = 6, BYTES = 1 << 16 };

typedef struct field {
    wend_squads *squads;
    wend_squad_id red;
    wend_vec2 at[16]; /* of members, by number */
} field;

static wend_squad_state state_at(wend_vec2 at)
{
    return (wend_squad_state){
        .position = at, .health = 1, .speed = 3, .ammunition = 10, .is_alive = true};
}

/* A squad of tough (1, 2), support (3) and ranged (4, 5, 6) members around a place. */
static field make(const wend_squads_def *squads_def, const wend_squad_def *def)
{
    field f;
    memset(&f, 0, sizeof f);
    const wend_squads_def standard = wend_squads_def_default();
    const wend_squad_def squad = wend_squad_def_default();
    assert_int_equal(wend_squads_create(squads_def == NULL ? &standard : squads_def, &f.squads),
                     WEND_OK);
    assert_int_equal(wend_squads_add(f.squads, def == NULL ? &squad : def, &f.red), WEND_OK);
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        const wend_squad_member member = {.agent = i,
                                          .kind = i < 3    ? WEND_UNIT_TOUGH
                                                  : i == 3 ? WEND_UNIT_SUPPORT
                                                           : WEND_UNIT_RANGED,
                                          .rank = i == 3 || i == 5 ? 2 : 0,
                                          .strength = 1,
                                          .range = i < 4 ? 2 : 12};
        assert_int_equal(wend_squads_join(f.squads, f.red, &member), WEND_OK);
        f.at[i] = (wend_vec2){(double)i, 0};
    }
    return f;
}

static void tell(const field *f)
{
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        const wend_squad_state state = state_at(f->at[i]);
        if (wend_squads_of_agent(f->squads, i).index1 != 0) {
            assert_int_equal(wend_squads_set_state(f->squads, i, &state), WEND_OK);
        }
    }
}

static wend_squad_assignment what(const field *f, uint64_t agent)
{
    wend_squad_assignment it;
    assert_int_equal(wend_squads_get_assignment(f->squads, agent, &it), WEND_OK);
    return it;
}

static wend_squad_info info_of(const field *f)
{
    wend_squad_info info;
    assert_int_equal(wend_squads_get_info(f->squads, f->red, &info), WEND_OK);
    return info;
}

static void order(const field *f, wend_squad_order it)
{
    assert_int_equal(wend_squads_set_order(f->squads, f->red, &it), WEND_OK);
}

static void know(const field *f, uint64_t number, wend_vec2 at, double strength, double health)
{
    const wend_squad_enemy enemy = {number, at, strength, health, 1};
    assert_int_equal(wend_squads_set_enemy(f->squads, f->red, &enemy), WEND_OK);
}

static bool has_event(const field *f, wend_squad_event_kind kind, uint64_t agent)
{
    size_t count;
    const wend_squad_event *events = wend_squads_events(f->squads, &count);
    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == kind && events[i].agent == agent) {
            return true;
        }
    }
    return false;
}

static double distance(wend_vec2 a, wend_vec2 b)
{
    return wend_vec2_length(wend_vec2_sub(a, b));
}

/* One tick: states, update, members move by at most a step to where they should be. */
static void step(field *f, uint64_t tick, double most)
{
    tell(f);
    assert_int_equal(wend_squads_update(f->squads, tick), WEND_OK);
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        if (wend_squads_of_agent(f->squads, i).index1 != 0) {
            const wend_vec2 to = what(f, i).position;
            const double far = distance(f->at[i], to);
            f->at[i] = far <= most ? to : wend_vec2_lerp(f->at[i], to, most / far);
        }
    }
}

static uint64_t steps_until(field *f, wend_squad_event_kind kind, uint64_t from, uint64_t most)
{
    for (uint64_t tick = from; tick < from + most; tick++) {
        step(f, tick, 1);
        if (has_event(f, kind, 0)) {
            return tick;
        }
    }
    fail_msg("no event %d in %d ticks", (int)kind, (int)most);
    return 0;
}

static void captains_are_replaced_by_rank_then_number(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    step(&f, 1, 0);
    assert_true(has_event(&f, WEND_SQUAD_CAPTAIN_REPLACED, 3));
    assert_int_equal(wend_squads_set_captain(f.squads, 1), WEND_OK);
    wend_squad_state dead = state_at(f.at[1]);
    tell(&f);
    dead.is_alive = false;
    assert_int_equal(wend_squads_set_state(f.squads, 1, &dead), WEND_OK);
    assert_int_equal(wend_squads_update(f.squads, 2), WEND_OK);
    assert_true(has_event(&f, WEND_SQUAD_MEMBER_LOST, 1));
    assert_true(has_event(&f, WEND_SQUAD_CAPTAIN_REPLACED, 3));
    assert_int_equal(info_of(&f).member_count, MEMBERS - 1);
    assert_int_equal(wend_squads_leave(f.squads, 3), WEND_OK);
    step(&f, 3, 0);
    assert_int_equal(info_of(&f).captain, 5);
    assert_int_equal(wend_squads_leave(f.squads, 3), WEND_ERROR_STALE);
    wend_squads_destroy(f.squads);
}

static void squads_split_and_merge(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    const uint64_t some[] = {2, 5}, twice[] = {2, 2};
    uint64_t agents[MEMBERS];
    size_t count;
    wend_squad_id blue;
    know(&f, 9, (wend_vec2){50, 0}, 1, 1);
    assert_int_equal(wend_squads_split(f.squads, f.red, twice, 2, &blue), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_split(f.squads, f.red, some, 2, &blue), WEND_OK);
    assert_int_equal(wend_squads_of_agent(f.squads, 5).index1, blue.index1);
    assert_int_equal(wend_squads_list_members(f.squads, f.red, agents, MEMBERS, &count), WEND_OK);
    assert_int_equal(count, 4);
    assert_int_equal(agents[1], 3);
    assert_int_equal(wend_squads_merge(f.squads, f.red, f.red), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_merge(f.squads, f.red, blue), WEND_OK);
    assert_int_equal(wend_squads_merge(f.squads, f.red, blue), WEND_ERROR_STALE);
    assert_int_equal(info_of(&f).member_count, MEMBERS);
    assert_int_equal(info_of(&f).enemy_count, 1);
    wend_squads_destroy(f.squads);
}

static void slots_are_rows_by_kind_with_the_captain_in_the_middle(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    wend_formation_slot slots[MEMBERS];
    size_t count;
    step(&f, 1, 0);
    assert_int_equal(wend_squads_list_slots(f.squads, f.red, slots, MEMBERS, &count), WEND_OK);
    assert_int_equal(count, MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
        assert_int_equal(slots[i].role, i < 2 ? 1 : i == 2 ? 4 : 3);
        const double row = slots[i].offset.x;
        assert_true(i < 2 ? row > 0 : i == 2 ? fabs(row) < 1e-9 : row < 0);
    }
    assert_true(fabs(slots[2].offset.y) < 1e-9);
    assert_true(fabs(slots[3].offset.y - 2) < 1e-9 && fabs(slots[5].offset.y + 2) < 1e-9);
    wend_squads_destroy(f.squads);
}

static void a_squad_moves_and_is_done(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {40, 0}, .danger_profile = 3});
    step(&f, 1, 1);
    assert_int_equal(what(&f, 1).action, WEND_SQUAD_DO_GO);
    assert_int_equal(what(&f, 1).danger_profile, 3);
    assert_int_equal(info_of(&f).leader, 6);
    (void)steps_until(&f, WEND_SQUAD_ORDER_DONE, 2, 60);
    assert_true(f.at[1].x > f.at[4].x);
    step(&f, 100, 1);
    assert_int_equal(what(&f, 4).action, WEND_SQUAD_DO_HOLD);
    assert_true(info_of(&f).is_done);
    wend_squads_destroy(f.squads);
}

static void bounding_parts_alternate(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    order(&f, (wend_squad_order){
                  .kind = WEND_SQUAD_MOVE, .tactic = WEND_SQUAD_BOUNDING, .at = {40, 0}});
    uint32_t swaps = 0;
    for (uint64_t tick = 1; tick < 200 && !info_of(&f).is_done; tick++) {
        uint32_t watching[2] = {0, 0};
        const uint32_t moving = info_of(&f).moving_part;
        step(&f, tick, 1);
        for (uint64_t i = 1; i <= MEMBERS; i++) {
            watching[(i - 1) % 2] += what(&f, i).action == WEND_SQUAD_DO_OVERWATCH ? 1 : 0;
        }
        assert_true(watching[0] == 0 || watching[1] == 0);
        if (has_event(&f, WEND_SQUAD_PARTS_SWAPPED, 0)) {
            assert_int_equal(info_of(&f).moving_part, 1 - moving);
            assert_int_equal(watching[1 - moving], 3);
            swaps++;
        }
    }
    assert_true(info_of(&f).is_done);
    assert_true(swaps >= 5);
    wend_squads_destroy(f.squads);
}

static void an_attack_concentrates_and_ends_with_its_target(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    know(&f, 50, (wend_vec2){14, 0}, 1, 3);
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_ATTACK, .target = 50});
    step(&f, 1, 0);
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        const wend_squad_assignment it = what(&f, i);
        assert_int_equal(it.action, WEND_SQUAD_DO_ATTACK);
        assert_true(it.has_target && it.target == 50);
        assert_true(distance(it.position, (wend_vec2){14, 0}) <= (i < 4 ? 2 : 12));
    }
    know(&f, 50, (wend_vec2){14, 0}, 1, 0);
    step(&f, 2, 0);
    assert_true(has_event(&f, WEND_SQUAD_ORDER_DONE, 0));
    wend_squads_destroy(f.squads);
}

static void a_flank_goes_around_the_safer_side(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    know(&f, 50, (wend_vec2){24, 0}, 1, 30);
    know(&f, 51, (wend_vec2){24, 20}, 1, 30); /* on the left */
    order(&f,
          (wend_squad_order){.kind = WEND_SQUAD_ATTACK, .tactic = WEND_SQUAD_FLANK, .target = 50});
    step(&f, 1, 1);
    uint32_t suppress = 0, flank = 0;
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        const wend_squad_assignment it = what(&f, i);
        suppress += it.action == WEND_SQUAD_DO_SUPPRESS ? 1 : 0;
        flank += it.action == WEND_SQUAD_DO_FLANK && it.position.y < -10 ? 1 : 0;
    }
    assert_int_equal(suppress, 3);
    assert_int_equal(flank, 3);
    assert_int_equal(what(&f, 1).action, WEND_SQUAD_DO_FLANK);
    for (uint64_t tick = 2; tick < 60; tick++) {
        step(&f, tick, 1);
    }
    assert_int_equal(what(&f, 1).action, WEND_SQUAD_DO_ATTACK);
    assert_true(f.at[1].y < -0.5 && f.at[1].x > 20);
    wend_squads_destroy(f.squads);
}

static void a_weak_squad_retreats_until_it_is_stronger(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_DEFEND, .at = {0, 0}});
    know(&f, 50, (wend_vec2){20, 0}, 16, 30);
    step(&f, 1, 1);
    assert_true(has_event(&f, WEND_SQUAD_RETREAT_BEGUN, 0));
    assert_int_equal(what(&f, 1).action, WEND_SQUAD_DO_RETREAT);
    assert_int_equal(what(&f, 1).reason, WEND_SQUAD_BY_WEAKNESS);
    assert_true(what(&f, 1).position.x < -5);
    know(&f, 50, (wend_vec2){20, 0}, 12, 30); /* 6 of 12: between both ratios */
    step(&f, 2, 1);
    assert_true(info_of(&f).is_retreating);
    know(&f, 50, (wend_vec2){20, 0}, 8, 30);
    step(&f, 3, 1);
    assert_true(has_event(&f, WEND_SQUAD_RETREAT_ENDED, 0));
    assert_false(info_of(&f).is_retreating);
    wend_squads_destroy(f.squads);
}

static void a_squad_that_is_spread_regroups(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    f.at[6] = (wend_vec2){60, 0};
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {0, 40}});
    step(&f, 1, 1);
    assert_true(has_event(&f, WEND_SQUAD_REGROUP_BEGUN, 0));
    assert_int_equal(what(&f, 6).action, WEND_SQUAD_DO_REGROUP);
    (void)steps_until(&f, WEND_SQUAD_REGROUPED, 2, 80);
    (void)steps_until(&f, WEND_SQUAD_ORDER_DONE, 90, 100);
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_REGROUP});
    (void)steps_until(&f, WEND_SQUAD_ORDER_DONE, 200, 40);
    wend_squads_destroy(f.squads);
}

static void an_escort_is_a_ring_that_moves(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_ESCORT, .at = {5, 5}, .radius = 4});
    step(&f, 1, 0);
    assert_int_equal(wend_squads_move_order(f.squads, f.red, (wend_vec2){9, 9}), WEND_OK);
    step(&f, 2, 0);
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        const wend_squad_assignment it = what(&f, i);
        assert_int_equal(it.action, WEND_SQUAD_DO_ESCORT);
        assert_true(fabs(distance(it.position, (wend_vec2){9, 9}) - 4) < 1e-9);
        for (uint64_t j = 1; j < i; j++) {
            assert_true(what(&f, j).slot != it.slot);
        }
    }
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_ESCORT, .target = 3});
    step(&f, 3, 0);
    assert_int_equal(what(&f, 3).reason, WEND_SQUAD_BY_PROTECTION);
    assert_true(fabs(distance(what(&f, 1).position, f.at[3]) - 2) < 1e-9);
    wend_squads_destroy(f.squads);
}

static void an_area_is_scouted_by_all(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    order(&f, (wend_squad_order){
                  .kind = WEND_SQUAD_SCOUT, .low = {0, 0}, .high = {32, 22}, .radius = 6});
    assert_int_equal(info_of(&f).cell_count, 24);
    step(&f, 1, 1);
    for (uint64_t i = 2; i <= MEMBERS; i++) {
        assert_int_equal(what(&f, i).action, WEND_SQUAD_DO_SCOUT);
        assert_true(distance(what(&f, i).position, what(&f, i - 1).position) > 1);
    }
    const uint32_t seen = info_of(&f).seen_count;
    assert_int_equal(wend_squads_report_seen(f.squads, f.red, (wend_vec2){27, 15}, 4), WEND_OK);
    assert_true(info_of(&f).seen_count > seen);
    (void)steps_until(&f, WEND_SQUAD_AREA_SCOUTED, 2, 100);
    assert_true(info_of(&f).is_done);
    const wend_squad_order large = {.kind = WEND_SQUAD_SCOUT, .high = {1000, 1000}};
    assert_int_equal(wend_squads_set_order(f.squads, f.red, &large), WEND_ERROR_ARGUMENT);
    wend_squads_destroy(f.squads);
}

static void a_protected_captain_stays_behind(void **state)
{
    (void)state;
    wend_squad_def def = wend_squad_def_default();
    def.is_captain_protected = true;
    field f = make(NULL, &def);
    know(&f, 50, (wend_vec2){30, 0}, 1, 30);
    order(&f, (wend_squad_order){.kind = WEND_SQUAD_ATTACK, .target = 50});
    for (uint64_t tick = 1; tick < 60; tick++) {
        step(&f, tick, 1);
        assert_int_equal(what(&f, 3).reason, WEND_SQUAD_BY_PROTECTION);
    }
    for (uint64_t i = 1; i <= MEMBERS; i++) {
        assert_true(i == 3 || f.at[3].x < f.at[i].x + 6);
    }
    assert_true(f.at[3].x < f.at[1].x - 4);
    wend_squads_destroy(f.squads);
}

/* Sends its squad away, and tries edits. */
typedef struct mind {
    wend_squads *squads;
    uint32_t calls;
} mind;

static bool decide(void *user, const wend_squads *squads, wend_squad_id squad, uint64_t tick,
                   wend_squad_order *order_of)
{
    mind *self = user;
    wend_squad_info info;
    const wend_squad_state state = state_at((wend_vec2){0, 0});
    self->calls++;
    assert_int_equal(wend_squads_get_info(squads, squad, &info), WEND_OK);
    assert_int_equal(wend_squads_update(self->squads, tick), WEND_ERROR_BUSY);
    assert_int_equal(wend_squads_set_state(self->squads, 1, &state), WEND_ERROR_BUSY);
    if (tick != 1) {
        return false;
    }
    assert_int_equal(wend_squads_leave(self->squads, 2), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_set_captain(self->squads, 1), WEND_IN_PROGRESS);
    assert_int_equal(wend_squads_leave(self->squads, info.captain), WEND_IN_PROGRESS);
    *order_of = (wend_squad_order){.kind = WEND_SQUAD_MOVE, .at = {100, 0}};
    return true;
}

static void a_mind_orders_and_its_edits_wait(void **state)
{
    (void)state;
    mind self = {NULL, 0};
    wend_squads_def def = wend_squads_def_default();
    def.mind = decide;
    def.user = &self;
    field f = make(&def, NULL);
    self.squads = f.squads;
    step(&f, 1, 1);
    assert_int_equal(what(&f, 1).action, WEND_SQUAD_DO_GO);
    assert_int_equal(wend_squads_of_agent(f.squads, 2).index1, 0);
    assert_int_equal(wend_squads_of_agent(f.squads, 3).index1, 0);
    assert_int_equal(info_of(&f).captain, 1);
    step(&f, 2, 1);
    assert_int_equal(self.calls, 2);
    wend_squads_destroy(f.squads);
}

static void a_formation_follows_the_squad(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    wend_crowd_def crowd_def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    wend_body_id bodies[MEMBERS];
    wend_formation_id formation = {0, 0};
    wend_formation_info info;
    crowd_def.max_bodies = 16;
    assert_int_equal(wend_crowd_create(&crowd_def, &crowd), WEND_OK);
    for (int i = 0; i < MEMBERS; i++) {
        wend_body_def body = wend_body_def_default();
        body.position = f.at[i + 1];
        assert_int_equal(wend_crowd_add_body(crowd, &body, &bodies[i]), WEND_OK);
    }
    step(&f, 1, 0);
    assert_int_equal(wend_squads_set_formation(f.squads, f.red, crowd, bodies, 2, &formation),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_set_formation(f.squads, f.red, crowd, bodies, MEMBERS, &formation),
                     WEND_OK);
    const wend_formation_id first = formation;
    assert_int_equal(wend_squads_leave(f.squads, 6), WEND_OK);
    assert_int_equal(
        wend_squads_set_formation(f.squads, f.red, crowd, bodies, MEMBERS - 1, &formation),
        WEND_OK);
    assert_int_equal(formation.index1, first.index1);
    assert_int_equal(wend_formation_get_info(crowd, formation, &info), WEND_OK);
    assert_int_equal(info.members, MEMBERS - 1);
    assert_int_equal(wend_formation_of_body(crowd, bodies[5]).index1, 0);
    wend_crowd_destroy(crowd);
    wend_squads_destroy(f.squads);
}

static void bytes_go_on_as_the_saved_ones(void **state)
{
    (void)state;
    static uint8_t bytes[BYTES], again[BYTES];
    size_t count, again_count;
    field f = make(NULL, NULL), g;
    know(&f, 50, (wend_vec2){24, 0}, 1, 30);
    order(&f,
          (wend_squad_order){.kind = WEND_SQUAD_ATTACK, .tactic = WEND_SQUAD_FLANK, .target = 50});
    for (uint64_t tick = 1; tick < 10; tick++) {
        step(&f, tick, 1);
    }
    assert_int_equal(wend_squads_save(f.squads, bytes, BYTES, &count), WEND_OK);
    g = f;
    assert_int_equal(wend_squads_load(NULL, bytes, count, &g.squads), WEND_OK);
    assert_true(wend_squads_hash(f.squads) == wend_squads_hash(g.squads));
    assert_int_equal(wend_squads_save(g.squads, again, BYTES, &again_count), WEND_OK);
    assert_int_equal(count, again_count);
    assert_memory_equal(bytes, again, count);
    for (uint64_t tick = 10; tick < 40; tick++) {
        step(&f, tick, 1);
        step(&g, tick, 1);
        assert_true(wend_squads_hash(f.squads) == wend_squads_hash(g.squads));
    }
    for (size_t i = 0; i < count; i++) {
        wend_squads *none = NULL;
        assert_true(wend_squads_load(NULL, bytes, i, &none) == WEND_ERROR_FILE && none == NULL);
    }
    wend_squads_destroy(f.squads);
    wend_squads_destroy(g.squads);
}

static void what_is_out_of_range_is_refused(void **state)
{
    (void)state;
    field f = make(NULL, NULL);
    const wend_squad_member same = {.agent = 1};
    const wend_squad_member loud = {.agent = 30, .strength = -1};
    wend_squad_order bad = {.kind = WEND_SQUAD_MOVE, .at = {(double)NAN, 0}};
    const wend_squad_enemy enemy = {.number = 1, .certainty = 2};
    wend_squad_assignment it;
    assert_int_equal(wend_squads_join(f.squads, f.red, &same), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_join(f.squads, f.red, &loud), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_set_order(f.squads, f.red, &bad), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_set_enemy(f.squads, f.red, &enemy), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_forget_enemy(f.squads, f.red, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_squads_get_assignment(f.squads, 99, &it), WEND_ERROR_STALE);
    assert_int_equal(wend_squads_remove(f.squads, f.red), WEND_OK);
    assert_int_equal(wend_squads_remove(f.squads, f.red), WEND_ERROR_STALE);
    assert_int_equal(wend_squads_of_agent(f.squads, 1).index1, 0);
    assert_int_equal(wend_squads_update(f.squads, 5), WEND_OK);
    assert_int_equal(wend_squads_update(f.squads, 4), WEND_ERROR_ARGUMENT);
    wend_squads_destroy(f.squads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captains_are_replaced_by_rank_then_number),
        cmocka_unit_test(squads_split_and_merge),
        cmocka_unit_test(slots_are_rows_by_kind_with_the_captain_in_the_middle),
        cmocka_unit_test(a_squad_moves_and_is_done),
        cmocka_unit_test(bounding_parts_alternate),
        cmocka_unit_test(an_attack_concentrates_and_ends_with_its_target),
        cmocka_unit_test(a_flank_goes_around_the_safer_side),
        cmocka_unit_test(a_weak_squad_retreats_until_it_is_stronger),
        cmocka_unit_test(a_squad_that_is_spread_regroups),
        cmocka_unit_test(an_escort_is_a_ring_that_moves),
        cmocka_unit_test(an_area_is_scouted_by_all),
        cmocka_unit_test(a_protected_captain_stays_behind),
        cmocka_unit_test(a_mind_orders_and_its_edits_wait),
        cmocka_unit_test(a_formation_follows_the_squad),
        cmocka_unit_test(bytes_go_on_as_the_saved_ones),
        cmocka_unit_test(what_is_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
