/* Fingerprint of a commander: groups that follow their assignments, enemies that are sighted, scouting. */
#include "golden.h"

#include "wend/commander.h"

enum { TICKS = 240, GROUPS = 10, GOALS = 8 };

static void add_goals(wend_commander *commander)
{
    for (uint64_t i = 0; i < GOALS; i++) {
        wend_commander_goal goal = wend_commander_goal_default();
        wend_commander_goal_id id;
        goal.kind = (wend_commander_kind)(i % 3);
        goal.position =
            (wend_vec2){wend_random_unit(3, 1, i) * 128, wend_random_unit(3, 2, i) * 128};
        goal.value = 1 + (double)(i % 4);
        goal.strength = (double)(i % 5);
        goal.superiority = 1;
        goal.partial = (double)(i % 3) / 2;
        goal.repeat = 40;
        goal.uses_reserve = i % 3 == 1;
        (void)wend_commander_add_goal(commander, &goal, &id);
    }
}

/* Each group goes toward its goal, and finishes it when it is there. */
static void move(wend_commander *commander, wend_vec2 *at)
{
    for (uint64_t i = 0; i < GROUPS; i++) {
        wend_commander_group group = wend_commander_group_default();
        wend_commander_assignment it;
        if (wend_commander_get_assignment(commander, i, &it) == WEND_OK && it.goal.index1 != 0) {
            const wend_vec2 way = {it.position.x - at[i].x, it.position.y - at[i].y};
            const double length = wend_vec2_length(way);
            at[i].x += length > 2 ? way.x / length * 2 : way.x;
            at[i].y += length > 2 ? way.y / length * 2 : way.y;
            if (length < 2 && it.kind != WEND_COMMANDER_SCOUT) {
                (void)wend_commander_finish_goal(commander, it.goal);
            }
        }
        group.user = i;
        group.position = at[i];
        group.strength = 1 + (double)(i % 3);
        (void)wend_commander_set_group(commander, &group);
        (void)wend_commander_set_seen(commander, at[i], 10);
    }
}

uint64_t golden_commander(void)
{
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander = NULL;
    uint64_t hash = wend_hash_begin();
    wend_vec2 at[GROUPS];
    def.scouting_count = 3;
    def.reserve = 0.2;
    def.half_life = 60;
    if (wend_commander_create(&def, &commander) != WEND_OK) {
        return 0;
    }
    for (uint64_t i = 0; i < GROUPS; i++) {
        at[i] = (wend_vec2){(double)i * 12, 5};
    }
    add_goals(commander);
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        const wend_commander_enemy enemy = {
            .user = tick % 7,
            .position = {wend_random_unit(4, 1, tick) * 128, wend_random_unit(4, 2, tick) * 128},
            .strength = 1 + (double)(tick % 3),
            .tick = tick,
            .certainty = 0.75};
        (void)wend_commander_set_tick(commander, tick);
        (void)wend_commander_report(commander, &enemy);
        move(commander, at);
        (void)wend_commander_update(commander, NULL);
        hash = tick % 20 == 0 ? wend_hash_u64(hash, wend_commander_hash(commander)) : hash;
    }
    wend_commander_destroy(commander);
    return hash;
}
