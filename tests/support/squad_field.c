#include "support/squad_field.h"

static double real(uint64_t seed, uint64_t a, uint64_t b, double low, double high)
{
    return low + (high - low) * wend_random_unit(seed, a, b);
}

static wend_squad_member member_of(uint64_t seed, uint64_t agent)
{
    return (wend_squad_member){.agent = agent,
                               .kind = (wend_unit_kind)wend_random_below(seed, agent, 1, 3),
                               .rank = (int32_t)wend_random_below(seed, agent, 2, 4) - 1,
                               .strength = real(seed, agent, 3, 0, 4),
                               .range = real(seed, agent, 4, 1, 15),
                               .roles = (uint32_t)wend_random_below(seed, agent, 5, 8)};
}

wend_result squad_field_make(uint64_t seed, const wend_squads_def *like, wend_squads **squads)
{
    wend_squads_def def = *like;
    def.max_squads = 4;
    def.max_members = 8;
    def.max_enemies = 6;
    def.max_cells = 64;
    wend_result result = wend_squads_create(&def, squads);
    for (uint64_t s = 0; s < 3 && result == WEND_OK; s++) {
        wend_squad_def squad = wend_squad_def_default();
        wend_squad_id id;
        squad.is_captain_protected = wend_random_below(seed, s, 6, 2) == 0;
        squad.has_rally = wend_random_below(seed, s, 7, 3) == 0;
        squad.rally = (wend_vec2){-30, 10};
        squad.files = 1 + (uint32_t)wend_random_below(seed, s, 8, 4);
        result = wend_squads_add(*squads, &squad, &id);
        for (uint64_t i = 0; i < 6 && result == WEND_OK; i++) {
            const wend_squad_member member = member_of(seed, s * 8 + i);
            result = wend_squads_join(*squads, id, &member);
        }
    }
    return result;
}

static void change_member(wend_squads *squads, const wend_squad_id *ids, size_t count,
                          uint64_t seed, uint64_t tick, uint64_t agent)
{
    const wend_squad_id of = wend_squads_of_agent(squads, agent);
    const uint64_t how = wend_random_below(seed, tick * 32 + agent, 10, 60);
    if (of.index1 == 0) {
        const wend_squad_member member = member_of(seed, agent);
        if (how < 10 && count > 0) {
            (void)wend_squads_join(
                squads, ids[wend_random_below(seed, tick, agent, (uint32_t)count)], &member);
        }
        return;
    }
    wend_squad_state state;
    wend_squad_assignment to;
    (void)wend_squads_get_member(squads, agent, NULL, &state);
    (void)wend_squads_get_assignment(squads, agent, &to);
    if (tick == 0) {
        state.position =
            (wend_vec2){real(seed, agent, 11, -10, 10), real(seed, agent, 12, -10, 10)};
    } else {
        state.position = wend_vec2_lerp(state.position, to.position, 0.2);
    }
    state.health = real(seed, tick, agent, 0, 1);
    state.ammunition = how % 7 == 0 ? 0 : 5;
    state.is_in_contact = how == 9;
    state.is_alive = how != 1;
    (void)wend_squads_set_state(squads, agent, &state);
    if (how == 2) {
        (void)wend_squads_leave(squads, agent);
    } else if (how == 3) {
        (void)wend_squads_set_captain(squads, agent);
    } else if (how == 4) {
        (void)wend_squads_set_leader(squads, agent, tick % 2 == 0);
    } else if (how == 5) {
        wend_squad_id made;
        (void)wend_squads_split(squads, of, &agent, 1, &made);
    } else if (how == 6 && count > 0) {
        (void)wend_squads_merge(squads, ids[wend_random_below(seed, tick, agent, (uint32_t)count)],
                                of);
    }
}

static void change_squad(wend_squads *squads, wend_squad_id id, uint64_t seed, uint64_t tick)
{
    const uint64_t key = tick * 8 + id.index1;
    for (uint64_t j = 0; j < 3; j++) {
        const wend_squad_enemy enemy = {
            .number = wend_random_below(seed, key, 20 + j, 7),
            .position = {real(seed, key, 30 + j, -40, 40), real(seed, key, 40 + j, -40, 40)},
            .strength = real(seed, key, 50 + j, 0, 6),
            .health = real(seed, key, 60 + j, -1, 6) < 0 ? 0 : 3,
            .certainty = real(seed, key, 70 + j, 0, 1)};
        if (wend_random_below(seed, key, 80 + j, 3) == 0) {
            (void)wend_squads_forget_enemy(squads, id, enemy.number);
        } else {
            (void)wend_squads_set_enemy(squads, id, &enemy);
        }
    }
    if (wend_random_below(seed, key, 90, 8) != 0 && tick > 0) {
        return;
    }
    const wend_squad_order order = {
        .kind = (wend_squad_order_kind)wend_random_below(seed, key, 91, WEND_SQUAD_SCOUT + 1),
        .tactic = (wend_squad_tactic)wend_random_below(seed, key, 92, WEND_SQUAD_BOUNDING + 1),
        .at = {real(seed, key, 93, -40, 40), real(seed, key, 94, -40, 40)},
        .low = {-20, -20},
        .high = {real(seed, key, 95, -19, 10), real(seed, key, 96, -19, 10)},
        .radius = real(seed, key, 97, 4, 9),
        .has_heading = key % 3 == 0,
        .heading = real(seed, key, 98, -3, 3),
        .target = wend_random_below(seed, key, 99, 12)};
    (void)wend_squads_set_order(squads, id, &order);
}

wend_result squad_field_step(wend_squads *squads, uint64_t seed, uint64_t tick)
{
    wend_squad_id ids[4];
    size_t count;
    (void)wend_squads_list(squads, ids, 4, &count);
    for (uint64_t agent = 0; agent < SQUAD_FIELD_AGENTS; agent++) {
        change_member(squads, ids, count, seed, tick, agent);
    }
    (void)wend_squads_list(squads, ids, 4, &count);
    for (size_t i = 0; i < count; i++) {
        change_squad(squads, ids[i], seed, tick);
    }
    return wend_squads_update(squads, tick);
}
