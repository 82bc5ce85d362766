/* Random squads: every member has one assignment that fits its squad, captains are members, nothing moves
 * together that should not, bytes go on as the saved ones. Targets against the best of all choices. */
#include "mind/squad/squad.h"
#include "support/gen.h"
#include "support/squad_field.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { SEEDS = 60, TICKS = 40, BYTES = 1 << 16 };

static bool is_assignment_sound(const wend_squads *squads, wend_squad_id id, uint64_t agent)
{
    wend_squad_assignment it;
    wend_squad_member member;
    wend_squad_state state;
    wend_squad_info info;
    wend_squad_enemy enemies[8];
    wend_squad_order order;
    size_t count;
    if (wend_squads_get_assignment(squads, agent, &it) != WEND_OK ||
        wend_squads_get_member(squads, agent, &member, &state) != WEND_OK ||
        wend_squads_get_info(squads, id, &info) != WEND_OK ||
        wend_squads_get_order(squads, id, &order) != WEND_OK ||
        wend_squads_list_enemies(squads, id, enemies, 8, &count) != WEND_OK) {
        return false;
    }
    if (!isfinite(it.position.x) || !isfinite(it.position.y) || !isfinite(it.heading) ||
        (it.slot != WEND_SQUAD_SLOT_NONE && it.slot >= info.member_count) || !state.is_alive) {
        return false;
    }
    const bool is_fighting = it.action == WEND_SQUAD_DO_ATTACK ||
                             it.action == WEND_SQUAD_DO_SUPPRESS ||
                             it.action == WEND_SQUAD_DO_FLANK;
    bool is_known = !is_fighting && (!it.has_target || it.action == WEND_SQUAD_DO_ESCORT);
    for (size_t j = 0; j < count; j++) {
        is_known =
            is_known || (enemies[j].number == it.target && it.has_target && enemies[j].health > 0);
    }
    const bool may_fight = (member.roles & WEND_SQUAD_CAN_ATTACK) != 0 && state.ammunition > 0;
    const bool is_protected = info.captain == agent && info.has_captain;
    wend_squad_def def;
    (void)wend_squads_get_def(squads, id, &def);
    return is_known && (may_fight || !is_fighting) &&
           !(is_protected && def.is_captain_protected &&
             (it.action == WEND_SQUAD_DO_FLANK || it.action == WEND_SQUAD_DO_SCOUT ||
              it.action == WEND_SQUAD_DO_SUPPRESS)) &&
           (it.action != WEND_SQUAD_DO_SCOUT || (member.roles & WEND_SQUAD_CAN_SCOUT) != 0);
}

static bool is_squad_sound(const wend_squads *squads, wend_squad_id id)
{
    uint64_t agents[8];
    size_t count;
    wend_squad_info info;
    bool has_captain = false, is_fine = true;
    uint32_t slots = 0;
    if (wend_squads_list_members(squads, id, agents, 8, &count) != WEND_OK ||
        wend_squads_get_info(squads, id, &info) != WEND_OK) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        wend_squad_assignment it;
        const wend_squad_id of = wend_squads_of_agent(squads, agents[i]);
        (void)wend_squads_get_assignment(squads, agents[i], &it);
        has_captain = has_captain || agents[i] == info.captain;
        is_fine = is_fine && of.index1 == id.index1 && of.generation == id.generation &&
                  is_assignment_sound(squads, id, agents[i]);
        if (it.slot != WEND_SQUAD_SLOT_NONE) {
            is_fine = is_fine && (slots & (uint32_t)1 << it.slot) == 0;
            slots |= (uint32_t)1 << it.slot;
        }
    }
    return is_fine && (count == 0 || (info.has_captain && has_captain));
}

static bool are_squads_sound(uint64_t seed, void *context)
{
    (void)context;
    static uint8_t bytes[BYTES];
    const wend_squads_def def = wend_squads_def_default();
    wend_squads *squads = NULL, *twin = NULL;
    bool is_fine = squad_field_make(seed, &def, &squads) == WEND_OK;
    for (uint64_t tick = 0; tick < TICKS && is_fine; tick++) {
        wend_squad_id ids[4];
        size_t count = 0;
        is_fine = squad_field_step(squads, seed, tick) == WEND_OK &&
                  (twin == NULL || squad_field_step(twin, seed, tick) == WEND_OK) &&
                  (twin == NULL || wend_squads_hash(squads) == wend_squads_hash(twin)) &&
                  wend_squads_list(squads, ids, 4, &count) == WEND_OK;
        for (size_t i = 0; i < count && is_fine; i++) {
            is_fine = is_squad_sound(squads, ids[i]);
        }
        if (is_fine && tick == TICKS / 2) {
            size_t size;
            is_fine = wend_squads_save(squads, bytes, BYTES, &size) == WEND_OK &&
                      wend_squads_load(NULL, bytes, size, &twin) == WEND_OK;
        }
    }
    wend_squads_destroy(squads);
    wend_squads_destroy(twin);
    return is_fine;
}

static void members_have_one_sound_assignment(void **state)
{
    (void)state;
    gen_property("squads", SEEDS, are_squads_sound, NULL);
}

/* ---- targets ---- */

enum { SHOOTERS = 5, ENEMIES = 4 };

typedef struct problem {
    double damage[SHOOTERS * ENEMIES], bonus[SHOOTERS * ENEMIES], health[ENEMIES], worth[ENEMIES];
    uint32_t before[SHOOTERS], targets[SHOOTERS], trial[SHOOTERS], order[ENEMIES];
    double sums[ENEMIES];
    wendi_focus focus;
    wendi_focus_scratch scratch;
} problem;

static void make_problem(problem *p, uint64_t seed)
{
    memset(p, 0, sizeof *p);
    p->focus = (wendi_focus){.members = 1 + (uint32_t)wend_random_below(seed, 1, 0, SHOOTERS),
                             .enemies = 1 + (uint32_t)wend_random_below(seed, 2, 0, ENEMIES),
                             .damage = p->damage,
                             .bonus = p->bonus,
                             .health = p->health,
                             .worth = p->worth,
                             .before = p->before};
    p->scratch = (wendi_focus_scratch){p->sums, p->trial, p->order};
    for (uint32_t j = 0; j < p->focus.enemies; j++) {
        p->health[j] = 0.5 + 4 * wend_random_unit(seed, 3, j);
        p->worth[j] = 0.2 + 2 * wend_random_unit(seed, 4, j);
    }
    for (uint32_t i = 0; i < p->focus.members * p->focus.enemies; i++) {
        p->damage[i] = wend_random_below(seed, 5, i, 5) == 0 ? 0 : 2 * wend_random_unit(seed, 6, i);
        p->bonus[i] = 0.05 * wend_random_unit(seed, 7, i);
    }
    for (uint32_t i = 0; i < p->focus.members; i++) {
        p->before[i] = UINT32_MAX;
    }
}

/* The score of the best of all choices: each member attacks any enemy that it can attack. */
static double best_of_all(const problem *p)
{
    uint32_t choice[SHOOTERS] = {0}, targets[SHOOTERS];
    double best = 0;
    for (uint32_t i = 0; i < p->focus.members;) {
        bool is_valid = true;
        for (uint32_t k = 0; k < p->focus.members; k++) {
            targets[k] = choice[k] == p->focus.enemies ? UINT32_MAX : choice[k];
            is_valid = is_valid && (targets[k] == UINT32_MAX ||
                                    p->damage[k * p->focus.enemies + targets[k]] > 0);
        }
        const double score = is_valid ? wendi_focus_score(&p->focus, targets) : 0;
        best = score > best ? score : best;
        for (i = 0; i < p->focus.members && choice[i] == p->focus.enemies; i++) {
            choice[i] = 0;
        }
        if (i < p->focus.members) {
            choice[i]++;
        }
    }
    return best;
}

static void targets_are_nearly_the_best_of_all(void **state)
{
    (void)state;
    double sum = 0, least = 1;
    uint32_t count = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        problem p;
        make_problem(&p, seed);
        wendi_focus_choose(&p.focus, &p.scratch, p.targets);
        const double best = best_of_all(&p), score = wendi_focus_score(&p.focus, p.targets);
        assert_true(score <= best + 1e-9);
        /* No member alone finds anything better. */
        for (uint32_t i = 0; i < p.focus.members; i++) {
            uint32_t other[SHOOTERS];
            memcpy(other, p.targets, sizeof other);
            for (uint32_t j = 0; j < p.focus.enemies; j++) {
                other[i] = j;
                assert_true(!(p.damage[i * p.focus.enemies + j] > 0) ||
                            wendi_focus_score(&p.focus, other) <= score + 1e-9);
                assert_true(!(p.damage[i * p.focus.enemies + j] > 0) || p.targets[i] != UINT32_MAX);
            }
        }
        if (best > 0) {
            sum += score / best;
            least = score / best < least ? score / best : least;
            count++;
        }
    }
    print_message("targets: mean %.4f, least %.4f of the best\n", sum / count, least);
    assert_true(sum / count >= 0.97 && least >= 0.6);
}

/* With small changes of health the targets stay. */
static void targets_do_not_flicker(void **state)
{
    (void)state;
    wend_squads_def def = wend_squads_def_default();
    wend_squad_def squad = wend_squad_def_default();
    wend_squads *squads;
    wend_squad_id id;
    squad.retreat_ratio = 0;
    assert_int_equal(wend_squads_create(&def, &squads), WEND_OK);
    assert_int_equal(wend_squads_add(squads, &squad, &id), WEND_OK);
    for (uint64_t i = 0; i < 6; i++) {
        const wend_squad_member member = {.agent = i, .strength = 1, .range = 20};
        const wend_squad_state state_of = {
            .position = {0, (double)i}, .health = 1, .ammunition = 1, .is_alive = true};
        assert_int_equal(wend_squads_join(squads, id, &member), WEND_OK);
        assert_int_equal(wend_squads_set_state(squads, i, &state_of), WEND_OK);
    }
    uint64_t targets[6] = {0};
    uint32_t changes = 0;
    for (uint64_t tick = 0; tick < 50; tick++) {
        for (uint64_t j = 0; j < 3; j++) {
            const double wobble = 0.1 * wend_random_unit(5, tick, j);
            const wend_squad_enemy enemy = {
                1 + j, {10, 2.5 * (double)j}, 2 + wobble, 2.9 + wobble, 1};
            assert_int_equal(wend_squads_set_enemy(squads, id, &enemy), WEND_OK);
        }
        assert_int_equal(wend_squads_update(squads, tick), WEND_OK);
        for (uint64_t i = 0; i < 6; i++) {
            wend_squad_assignment it;
            assert_int_equal(wend_squads_get_assignment(squads, i, &it), WEND_OK);
            changes += tick > 0 && it.target != targets[i] ? 1 : 0;
            targets[i] = it.target;
        }
    }
    assert_int_equal(changes, 0);
    wend_squads_destroy(squads);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_have_one_sound_assignment),
        cmocka_unit_test(targets_are_nearly_the_best_of_all),
        cmocka_unit_test(targets_do_not_flicker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
