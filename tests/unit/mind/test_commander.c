/* Commanders: reasons, pauses, deadlines, reserves, fog, scouting, callbacks, hysteresis. */
#include "support/test.h"

#include "wend/commander.h"
#include "wend/grid.h"
#include "wend/memory.h"
#include "wend/pathfinder.h"

#include <math.h>

static wend_commander *make(uint32_t scouting)
{
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    def.scouting_count = scouting;
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    return commander;
}

static void set_group(wend_commander *commander, uint64_t user, double x, double strength)
{
    wend_commander_group group = wend_commander_group_default();
    group.user = user;
    group.position = (wend_vec2){x, 0};
    group.strength = strength;
    assert_int_equal(wend_commander_set_group(commander, &group), WEND_OK);
}

static wend_commander_goal goal_at(double x, double value, double strength)
{
    wend_commander_goal goal = wend_commander_goal_default();
    goal.position = (wend_vec2){x, 0};
    goal.value = value;
    goal.strength = strength;
    return goal;
}

static wend_commander_goal_id add(wend_commander *commander, wend_commander_goal goal)
{
    wend_commander_goal_id id;
    assert_int_equal(wend_commander_add_goal(commander, &goal, &id), WEND_OK);
    return id;
}

static wend_commander_reason reason_of(wend_commander *commander, wend_commander_goal_id id)
{
    wend_commander_goal_state state;
    assert_int_equal(wend_commander_get_goal_state(commander, id, &state), WEND_OK);
    return state.reason;
}

static wend_commander_assignment assignment_of(wend_commander *commander, uint64_t group)
{
    wend_commander_assignment it;
    assert_int_equal(wend_commander_get_assignment(commander, group, &it), WEND_OK);
    return it;
}

static void update(wend_commander *commander)
{
    assert_int_equal(wend_commander_update(commander, NULL), WEND_OK);
}

static void groups_join_until_the_strength_is_there(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_goal fortress = goal_at(50, 10, 5);
    fortress.partial = 0;
    const wend_commander_goal_id id = add(commander, fortress);
    set_group(commander, 1, 10, 3);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_NEW);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_WEAK);
    assert_int_equal(assignment_of(commander, 1).reason, WEND_COMMANDER_NOT_WORTH);
    set_group(commander, 2, 90, 3);
    set_group(commander, 3, 95, 3);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_ALLOTTED);
    assert_int_equal(assignment_of(commander, 1).goal.index1, id.index1);
    assert_int_equal(assignment_of(commander, 2).goal.index1, id.index1);
    assert_int_equal(assignment_of(commander, 3).goal.index1, 0);
    assert_true(fabs(assignment_of(commander, 1).gain - 10) < 1e-9);
    assert_int_equal(wend_commander_remove_group(commander, 2), WEND_OK);
    update(commander);
    assert_int_equal(assignment_of(commander, 3).goal.index1, id.index1);
    wend_commander_destroy(commander);
}

static double no_path(void *user, const wend_commander_group *group,
                      const wend_commander_goal *goal)
{
    (void)user;
    (void)group;
    (void)goal;
    return HUGE_VAL;
}

static void each_reason_is_given(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_inputs inputs = wend_commander_inputs_default();
    const wend_commander_goal_id poor = add(commander, goal_at(100, 0.5, 1));
    const wend_commander_goal_id rich = add(commander, goal_at(20, 5, 1));
    const wend_commander_goal_id second = add(commander, goal_at(24, 4, 1));
    update(commander);
    assert_int_equal(reason_of(commander, rich), WEND_COMMANDER_UNFIT);
    set_group(commander, 7, 0, 1);
    update(commander);
    assert_int_equal(reason_of(commander, poor), WEND_COMMANDER_NOT_WORTH);
    assert_int_equal(reason_of(commander, rich), WEND_COMMANDER_ALLOTTED);
    assert_int_equal(reason_of(commander, second), WEND_COMMANDER_OUTBID);
    inputs.distance = no_path;
    assert_int_equal(wend_commander_update(commander, &inputs), WEND_OK);
    assert_int_equal(reason_of(commander, rich), WEND_COMMANDER_UNREACHABLE);
    assert_int_equal(assignment_of(commander, 7).reason, WEND_COMMANDER_UNFIT);
    wend_commander_group group = wend_commander_group_default();
    group.user = 7;
    group.busy_until = 10;
    assert_int_equal(wend_commander_set_group(commander, &group), WEND_OK);
    update(commander);
    assert_int_equal(reason_of(commander, rich), WEND_COMMANDER_BUSY);
    assert_int_equal(assignment_of(commander, 7).reason, WEND_COMMANDER_BUSY);
    assert_int_equal(wend_commander_set_tick(commander, 10), WEND_OK);
    update(commander);
    assert_int_equal(reason_of(commander, rich), WEND_COMMANDER_ALLOTTED);
    wend_commander_destroy(commander);
}

static void goals_that_repeat_pause(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_goal goal = goal_at(4, 3, 0);
    goal.repeat = 50;
    set_group(commander, 1, 0, 1);
    const wend_commander_goal_id id = add(commander, goal);
    const wend_commander_goal_id once = add(commander, goal_at(90, 2, 0));
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_ALLOTTED);
    assert_int_equal(wend_commander_finish_goal(commander, id), WEND_OK);
    assert_int_equal(wend_commander_set_tick(commander, 49), WEND_OK);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_PAUSED);
    assert_int_equal(reason_of(commander, once), WEND_COMMANDER_ALLOTTED);
    assert_int_equal(wend_commander_finish_goal(commander, once), WEND_OK);
    assert_false(wend_commander_has_goal(commander, once));
    assert_int_equal(wend_commander_finish_goal(commander, once), WEND_ERROR_STALE);
    assert_int_equal(wend_commander_set_tick(commander, 50), WEND_OK);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_ALLOTTED);
    wend_commander_destroy(commander);
}

static void groups_that_would_come_late_are_not_sent(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_goal goal = goal_at(20, 3, 0);
    wend_commander_group group = wend_commander_group_default();
    group.speed = 0.5;
    goal.deadline = 39;
    assert_int_equal(wend_commander_set_group(commander, &group), WEND_OK);
    const wend_commander_goal_id id = add(commander, goal);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_LATE);
    goal.deadline = 40;
    assert_int_equal(wend_commander_set_goal(commander, id, &goal), WEND_OK);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_ALLOTTED);
    assert_int_equal(wend_commander_set_tick(commander, 41), WEND_OK);
    update(commander);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_EXPIRED);
    wend_commander_destroy(commander);
}

static void the_reserve_stays_but_for_goals_that_use_it(void **state)
{
    (void)state;
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    def.reserve = 0.5;
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    for (uint64_t i = 0; i < 4; i++) {
        set_group(commander, i, 0, 1);
    }
    const wend_commander_goal_id attack = add(commander, goal_at(10, 9, 2));
    const wend_commander_goal_id raid = add(commander, goal_at(10, 5, 1));
    update(commander);
    assert_int_equal(reason_of(commander, attack), WEND_COMMANDER_ALLOTTED);
    assert_int_equal(reason_of(commander, raid), WEND_COMMANDER_RESERVE);
    assert_int_equal(assignment_of(commander, 3).reason, WEND_COMMANDER_RESERVE);
    wend_commander_goal defence = goal_at(0, 5, 1);
    defence.uses_reserve = true;
    const wend_commander_goal_id home = add(commander, defence);
    update(commander);
    assert_int_equal(reason_of(commander, home), WEND_COMMANDER_ALLOTTED);
    wend_commander_destroy(commander);
}

/* 44 % of 25 groups are 11, though 25 * (1 - 0.56) is less in doubles. */
static void groups_that_just_fit_beside_the_reserve_are_sent(void **state)
{
    (void)state;
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    wend_commander_goal_state sent;
    def.reserve = 0.56;
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    for (uint64_t i = 0; i < 25; i++) {
        set_group(commander, i, 0, 1);
    }
    const wend_commander_goal_id attack = add(commander, goal_at(10, 99, 11));
    const wend_commander_goal_id raid = add(commander, goal_at(10, 50, 1));
    update(commander);
    assert_int_equal(wend_commander_get_goal_state(commander, attack, &sent), WEND_OK);
    assert_int_equal(sent.reason, WEND_COMMANDER_ALLOTTED);
    assert_int_equal(sent.group_count, 11);
    assert_int_equal(reason_of(commander, raid), WEND_COMMANDER_RESERVE);
    wend_commander_destroy(commander);
}

static void known_enemies_raise_the_strength_that_is_needed_and_fade(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_goal goal = goal_at(20, 9, 1);
    wend_commander_goal_state seen;
    goal.superiority = 2;
    const wend_commander_goal_id id = add(commander, goal);
    const wend_commander_enemy enemy = {
        .user = 3, .position = {25, 0}, .strength = 4, .certainty = 1};
    assert_int_equal(wend_commander_report(commander, &enemy), WEND_OK);
    update(commander);
    assert_int_equal(wend_commander_get_goal_state(commander, id, &seen), WEND_OK);
    assert_true(fabs(seen.needed - 8) < 1e-9 && fabs(seen.known - 4) < 1e-9);
    assert_int_equal(wend_commander_set_tick(commander, 512), WEND_OK);
    update(commander);
    assert_int_equal(wend_commander_get_goal_state(commander, id, &seen), WEND_OK);
    assert_true(fabs(seen.needed - 4) < 1e-9);
    assert_int_equal(wend_commander_set_tick(commander, 512 * 5), WEND_OK);
    assert_int_equal(wend_commander_enemy_count(commander), 0);
    /* An older report does not replace a newer one. */
    wend_commander_enemy newer = enemy;
    newer.tick = 512 * 5;
    newer.strength = 7;
    assert_int_equal(wend_commander_report(commander, &newer), WEND_OK);
    newer.tick--;
    newer.strength = 1;
    assert_int_equal(wend_commander_report(commander, &newer), WEND_OK);
    assert_true(wend_commander_known_strength(commander, (wend_vec2){25, 0}, 1, UINT32_MAX) > 6.9);
    assert_true(wend_commander_known_strength(commander, (wend_vec2){25, 0}, 1, 5) <= 0);
    assert_int_equal(wend_commander_report_gone(commander, 3), WEND_OK);
    assert_int_equal(wend_commander_enemy_count(commander), 0);
    wend_commander_destroy(commander);
}

static void memories_are_reports(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories;
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    assert_int_equal(wend_memories_add_agent(memories, 1), WEND_OK);
    for (uint64_t i = 0; i < 4; i++) {
        wend_memory_observation it = wend_memory_observation_default();
        it.subject = 10 + i;
        it.team = i == 3 ? 1 : 2;
        it.position = (wend_vec3){5, (double)i, 0};
        it.danger = (double)i + 1;
        assert_int_equal(wend_memories_observe(memories, 1, &it), WEND_OK);
    }
    assert_int_equal(wend_commander_report_memories(commander, memories, 1, 1), WEND_OK);
    assert_int_equal(wend_commander_enemy_count(commander), 3);
    wend_commander_enemy enemy;
    assert_int_equal(wend_commander_get_enemy(commander, 2, &enemy), WEND_OK);
    assert_true(enemy.user == 12 && enemy.strength >= 3 && enemy.strength <= 3);
    assert_int_equal(wend_memories_report_gone(memories, 1, 11), WEND_OK);
    assert_int_equal(wend_commander_report_memories(commander, memories, 1, 1), WEND_OK);
    assert_int_equal(wend_commander_enemy_count(commander), 2);
    assert_int_equal(wend_commander_report_memories(commander, memories, 9, 1), WEND_ERROR_STALE);
    /* What is remembered is as old as it is, and does not replace later reports. */
    assert_int_equal(wend_memories_set_tick(memories, 6), WEND_OK);
    assert_int_equal(wend_commander_set_tick(commander, 6), WEND_OK);
    const wend_commander_enemy later = {
        .user = 10, .position = {20, 0}, .strength = 1, .tick = 5, .certainty = 1};
    const wend_commander_enemy back = {.user = 11, .strength = 1, .tick = 6, .certainty = 1};
    assert_int_equal(wend_commander_report(commander, &later), WEND_OK);
    assert_int_equal(wend_commander_report(commander, &back), WEND_OK);
    assert_int_equal(wend_commander_report_memories(commander, memories, 1, 1), WEND_OK);
    assert_int_equal(wend_commander_enemy_count(commander), 3);
    assert_int_equal(wend_commander_get_enemy(commander, 0, &enemy), WEND_OK);
    assert_true(enemy.tick == 5 && enemy.position.x >= 20);
    assert_int_equal(wend_commander_get_enemy(commander, 2, &enemy), WEND_OK);
    wend_memory remembered;
    assert_int_equal(wend_memories_get(memories, 1, 12, &remembered), WEND_OK);
    assert_true(enemy.tick == 0 && remembered.certainty < 1);
    assert_float_equal(enemy.certainty, remembered.certainty, 1e-12);
    wend_memories_destroy(memories);
    wend_commander_destroy(commander);
}

static void a_full_list_of_enemies_keeps_the_strongest(void **state)
{
    (void)state;
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    def.max_enemies = 3;
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    for (uint64_t i = 0; i < 5; i++) {
        const wend_commander_enemy enemy = {
            .user = i, .strength = i == 1 ? 0.5 : 1 + (double)i, .certainty = 1};
        assert_int_equal(wend_commander_report(commander, &enemy), WEND_OK);
    }
    const wend_commander_enemy weak = {.user = 9, .strength = 2, .certainty = 1};
    assert_int_equal(wend_commander_report(commander, &weak), WEND_TRUNCATED);
    const uint64_t kept[3] = {2, 3, 4};
    for (uint32_t i = 0; i < 3; i++) {
        wend_commander_enemy enemy;
        assert_int_equal(wend_commander_get_enemy(commander, i, &enemy), WEND_OK);
        assert_true(enemy.user == kept[i]);
    }
    wend_commander_destroy(commander);
}

static void scouts_see_the_whole_world_and_begin_again(void **state)
{
    (void)state;
    wend_commander *commander = make(3);
    wend_commander_info info = {0};
    wend_vec2 at[2] = {{4, 4}, {100, 100}};
    uint64_t tick = 0;
    for (; tick < 3000 && info.seen < 1; tick++) {
        assert_int_equal(wend_commander_set_tick(commander, tick), WEND_OK);
        for (uint64_t i = 0; i < 2; i++) {
            wend_commander_group scout = wend_commander_group_default();
            wend_commander_assignment it;
            scout.user = i;
            scout.position = at[i];
            assert_int_equal(wend_commander_set_group(commander, &scout), WEND_OK);
            assert_int_equal(wend_commander_set_seen(commander, at[i], 9), WEND_OK);
            it = assignment_of(commander, i);
            if (it.goal.index1 != 0) {
                assert_int_equal(it.kind, WEND_COMMANDER_SCOUT);
                const wend_vec2 way = {it.position.x - at[i].x, it.position.y - at[i].y};
                const double length = fmax(wend_vec2_length(way), 1);
                at[i].x += way.x / length;
                at[i].y += way.y / length;
            }
        }
        update(commander);
        wend_commander_get_info(commander, &info);
        assert_true(info.scouting_count <= 2 && info.goal_count == info.scouting_count);
    }
    assert_true(info.seen >= 1);
    assert_true(tick < 2500);
    assert_true(info.scouting_count > 0); /* what was seen long ago is worth a visit */
    wend_commander_destroy(commander);
}

/* A cell that is seen now is worth nothing, and takes no place of a cell that is worth little. */
static void cells_that_are_worth_nothing_are_not_scouted(void **state)
{
    (void)state;
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander;
    def.width = 3;
    def.height = 1;
    def.scouting_count = 1;
    def.scouting_value = 8.5;
    def.distance_weight = 1;
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    wend_commander_group scout = wend_commander_group_default();
    scout.position = (wend_vec2){4, 4};
    assert_int_equal(wend_commander_set_group(commander, &scout), WEND_OK);
    assert_int_equal(wend_commander_set_seen(commander, scout.position, 0), WEND_OK);
    assert_int_equal(wend_commander_set_cell_value(commander, 2, 0, 0), WEND_OK);
    update(commander);
    const wend_commander_assignment it = assignment_of(commander, 0);
    assert_true(it.kind == WEND_COMMANDER_SCOUT && it.goal_user == 1);
    assert_int_equal(wend_commander_set_cell_value(commander, 1, 0, 0), WEND_OK);
    update(commander);
    wend_commander_cell never;
    assert_int_equal(wend_commander_get_cell(commander, 2, 0, &never), WEND_OK);
    assert_false(never.was_seen);
    assert_int_equal(assignment_of(commander, 0).goal.index1, 0);
    wend_commander_destroy(commander);
}

static void assignments_do_not_flip_between_equal_goals(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_info info;
    (void)add(commander, goal_at(-20, 2, 1));
    (void)add(commander, goal_at(20, 2, 1));
    set_group(commander, 1, 0, 1);
    update(commander);
    const uint32_t first = assignment_of(commander, 1).goal.index1;
    for (uint64_t tick = 1; tick < 100; tick++) {
        set_group(commander, 1, tick % 2 == 0 ? 5 : -5, 1);
        update(commander);
        assert_int_equal(assignment_of(commander, 1).goal.index1, first);
    }
    wend_commander_get_info(commander, &info);
    assert_true(info.changes == 1);
    set_group(commander, 1, first == 1 ? 70 : -70, 1);
    update(commander);
    assert_true(assignment_of(commander, 1).goal.index1 != first); /* now it is worth it */
    wend_commander_destroy(commander);
}

static double change_it(void *user, const wend_commander_group *group,
                        const wend_commander_goal *goal)
{
    wend_commander *commander = user;
    (void)goal;
    assert_int_equal(wend_commander_set_group(commander, group), WEND_ERROR_BUSY);
    assert_int_equal(wend_commander_remove_group(commander, group->user), WEND_ERROR_BUSY);
    assert_int_equal(wend_commander_update(commander, NULL), WEND_ERROR_BUSY);
    assert_int_equal(wend_commander_set_tick(commander, 99), WEND_ERROR_BUSY);
    assert_int_equal(wend_commander_group_count(commander), 1);
    return 1;
}

static void callbacks_change_nothing(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_inputs inputs = wend_commander_inputs_default();
    const wend_commander_goal_id id = add(commander, goal_at(9, 4, 1));
    set_group(commander, 1, 0, 1);
    inputs.distance = change_it;
    inputs.user = commander;
    assert_int_equal(wend_commander_update(commander, &inputs), WEND_OK);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_ALLOTTED);
    assert_true(fabs(assignment_of(commander, 1).score.distance - 1) < 1e-9);
    wend_commander_destroy(commander);
}

static void paths_and_influence_count(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid;
    grid_def.width = grid_def.height = 20;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    for (int32_t y = 0; y < 18; y++) {
        assert_int_equal(wend_grid_set_cost(grid, 0, 10, y, WEND_COST_WALL), WEND_OK);
    }
    wend_pathfinder_def path_def = wend_pathfinder_def_default();
    wend_commander_inputs inputs = wend_commander_inputs_default();
    path_def.grid = grid;
    assert_int_equal(wend_pathfinder_create(&path_def, &inputs.pathfinder), WEND_OK);
    wend_influence_def influence_def = wend_influence_def_default();
    wend_influence *influence;
    influence_def.width = influence_def.height = 20;
    assert_int_equal(wend_influence_create(&influence_def, &influence), WEND_OK);
    wend_influence_source enemy = wend_influence_source_default();
    wend_influence_id source;
    enemy.side = 1;
    enemy.strength = 6;
    enemy.radius = 4;
    enemy.position = (wend_vec2){10.5, 1.5};
    assert_int_equal(wend_influence_add(influence, &enemy, &source), WEND_OK);
    assert_int_equal(wend_influence_update(influence, NULL), WEND_OK);
    inputs.influence = influence;
    wend_commander *commander = make(0);
    wend_commander_goal goal = goal_at(18.5, 9, 1);
    goal.position.y = 1.5;
    const wend_commander_goal_id id = add(commander, goal);
    wend_commander_group group = wend_commander_group_default();
    group.position = (wend_vec2){2.5, 1.5};
    assert_int_equal(wend_commander_set_group(commander, &group), WEND_OK);
    wend_commander_score score;
    assert_int_equal(wend_commander_get_score(commander, &inputs, 0, id, &score), WEND_OK);
    assert_true(score.distance > 30);
    assert_true(score.danger > 5 && score.risk > 0);
    assert_int_equal(wend_commander_update(commander, &inputs), WEND_OK);
    assert_int_equal(reason_of(commander, id), WEND_COMMANDER_ALLOTTED);
    wend_commander_destroy(commander);
    wend_influence_destroy(influence);
    wend_pathfinder_destroy(inputs.pathfinder);
    wend_grid_destroy(grid);
}

/* -0 is accepted as 0, so that what is saved is loaded again. */
/* A pathfinder that cannot answer does not say that there is no path. */
static void a_pathfinder_that_is_stale_fails_the_update(void **state)
{
    (void)state;
    wend_commander *commander = make(0);
    wend_commander_inputs inputs = wend_commander_inputs_default();
    wend_grid_def grid_def = wend_grid_def_default();
    wend_space_def space_def = wend_space_def_default();
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    wend_commander_group group = wend_commander_group_default();
    wend_commander_goal goal = wend_commander_goal_default();
    wend_commander_goal_id id;
    wend_commander_score score;
    wend_grid *grid;
    wend_space *space;
    grid_def.width = grid_def.height = 16;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    space_def.grid = grid;
    assert_int_equal(wend_space_create(&space_def, &space), WEND_OK);
    finder_def.space = space;
    assert_int_equal(wend_pathfinder_create(&finder_def, &inputs.pathfinder), WEND_OK);
    group.position = (wend_vec2){1.5, 1.5};
    goal.position = (wend_vec2){9.5, 1.5};
    assert_int_equal(wend_commander_set_group(commander, &group), WEND_OK);
    assert_int_equal(wend_commander_add_goal(commander, &goal, &id), WEND_OK);
    assert_int_equal(wend_commander_update(commander, &inputs), WEND_OK);
    assert_int_equal(assignment_of(commander, 0).goal.index1, id.index1);
    const uint64_t hash = wend_commander_hash(commander);
    assert_int_equal(wend_grid_set_cost(grid, 0, 5, 5, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_commander_update(commander, &inputs), WEND_ERROR_STALE);
    assert_true(wend_commander_hash(commander) == hash);
    assert_int_equal(wend_commander_get_score(commander, &inputs, 0, id, &score), WEND_ERROR_STALE);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_int_equal(wend_commander_update(commander, &inputs), WEND_OK);
    wend_pathfinder_destroy(inputs.pathfinder);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    wend_commander_destroy(commander);
}

static void zeros_with_a_sign_are_saved_as_zeros(void **state)
{
    (void)state;
    static uint8_t bytes[1 << 14];
    wend_commander_def def = wend_commander_def_default();
    wend_commander *commander, *loaded;
    size_t count;
    def.origin = (wend_vec2){-0.0, -0.0};
    def.distance_weight = def.danger_weight = def.commitment = def.reserve = -0.0;
    def.known_radius = def.forget_below = def.scouting_value = def.scouting_spacing = -0.0;
    assert_int_equal(wend_commander_create(&def, &commander), WEND_OK);
    set_group(commander, 1, -0.0, 2);
    (void)add(commander, goal_at(-0.0, 3, -0.0));
    update(commander);
    assert_int_equal(wend_commander_save(commander, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_commander_load(NULL, bytes, count, &loaded), WEND_OK);
    assert_true(wend_commander_hash(loaded) == wend_commander_hash(commander));
    wend_commander_destroy(loaded);
    wend_commander_destroy(commander);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_join_until_the_strength_is_there),
        cmocka_unit_test(each_reason_is_given),
        cmocka_unit_test(goals_that_repeat_pause),
        cmocka_unit_test(groups_that_would_come_late_are_not_sent),
        cmocka_unit_test(the_reserve_stays_but_for_goals_that_use_it),
        cmocka_unit_test(groups_that_just_fit_beside_the_reserve_are_sent),
        cmocka_unit_test(known_enemies_raise_the_strength_that_is_needed_and_fade),
        cmocka_unit_test(memories_are_reports),
        cmocka_unit_test(a_full_list_of_enemies_keeps_the_strongest),
        cmocka_unit_test(scouts_see_the_whole_world_and_begin_again),
        cmocka_unit_test(cells_that_are_worth_nothing_are_not_scouted),
        cmocka_unit_test(assignments_do_not_flip_between_equal_goals),
        cmocka_unit_test(callbacks_change_nothing),
        cmocka_unit_test(paths_and_influence_count),
        cmocka_unit_test(a_pathfinder_that_is_stale_fails_the_update),
        cmocka_unit_test(zeros_with_a_sign_are_saved_as_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
