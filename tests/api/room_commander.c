/* Commanders: goals, groups, reports, cells, updates, bytes. */
#include "fuzz.h"

void make_commander(fuzz *f)
{
    wend_commander_def def = wend_commander_def_default();
    def.max_goals = chance(f, 2) ? 1 + count_to(f, 12) : def.max_goals;
    def.max_groups = chance(f, 2) ? 1 + count_to(f, 12) : def.max_groups;
    def.max_enemies = chance(f, 2) ? 1 + count_to(f, 12) : def.max_enemies;
    def.width = chance(f, 2) ? whole(f, 1, 12) : def.width;
    def.height = chance(f, 2) ? whole(f, 1, 12) : def.height;
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 4) : def.cell_size;
    def.origin = chance(f, 2) ? somewhere(f) : def.origin;
    def.distance_weight = chance(f, 2) ? real(f, 0, 0.2) : def.distance_weight;
    def.danger_weight = chance(f, 2) ? real(f, 0, 1) : def.danger_weight;
    def.commitment = chance(f, 2) ? real(f, 0, 1) : def.commitment;
    def.reserve = chance(f, 2) ? real(f, 0, 1) : def.reserve;
    def.known_radius = chance(f, 2) ? real(f, 0, 30) : def.known_radius;
    def.half_life = chance(f, 2) ? 1 + count_to(f, 50) : def.half_life;
    def.forget_below = chance(f, 2) ? real(f, 0, 1) : def.forget_below;
    def.scouting_count = count_to(f, 5);
    def.scouting_value = chance(f, 2) ? real(f, 0, 4) : def.scouting_value;
    def.scouting_age = chance(f, 2) ? 1 + count_to(f, 50) : def.scouting_age;
    def.scouting_spacing = chance(f, 2) ? real(f, 0, 30) : def.scouting_spacing;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_commander *commander = NULL;
    GIVES(f, wend_commander_create(&def, &commander), "AM");
    keep(f, KIND_COMMANDER, commander, NULL, NULL, NULL);
}

static void some_goal_id(fuzz *f, const wend_commander *commander, wend_commander_goal_id *id)
{
    wend_commander_goal_id ids[32];
    size_t count = 0;
    for (uint32_t i = 0; i < wend_commander_goal_limit(commander) && count < 32; i++) {
        ids[count] = wend_commander_goal_at(commander, i);
        count += ids[count].index1 != 0 ? 1 : 0;
    }
    some_id(f, ids, count, id);
}

static wend_commander_goal some_goal(fuzz *f)
{
    wend_commander_goal goal = wend_commander_goal_default();
    goal.kind = (wend_commander_kind)count_to(f, WEND_COMMANDER_KINDS - 1);
    goal.position = somewhere(f);
    goal.value = real(f, 0, 10);
    goal.strength = real(f, 0, 10);
    goal.superiority = chance(f, 2) ? real(f, 0, 2) : goal.superiority;
    goal.partial = chance(f, 2) ? real(f, 0, 1) : goal.partial;
    goal.group_limit = chance(f, 2) ? below(f, 4) : 0;
    goal.deadline = chance(f, 3) ? below(f, 100) : goal.deadline;
    goal.repeat = chance(f, 3) ? below(f, 40) : goal.repeat;
    goal.uses_reserve = chance(f, 2);
    goal.user = roll(f);
    some_cookie(f, &goal.cookie);
    return goal;
}

static void set_goals(fuzz *f)
{
    wend_commander *commander = get(f, KIND_COMMANDER);
    wend_commander_goal_id id;
    for (uint32_t i = below(f, 5); i > 0; --i) {
        const wend_commander_goal goal = some_goal(f);
        fuzz_watch(f, KIND_COMMANDER, commander);
        GIVES(f, wend_commander_add_goal(commander, &goal, &id), "AF");
    }
    const wend_commander_goal goal = some_goal(f);
    some_goal_id(f, commander, &id);
    fuzz_watch(f, KIND_COMMANDER, commander);
    GIVES(f, wend_commander_set_goal(commander, id, &goal), "AS");
    if (chance(f, 3)) {
        some_goal_id(f, commander, &id);
        fuzz_watch(f, KIND_COMMANDER, commander);
        GIVES(f, wend_commander_finish_goal(commander, id), "AS");
    }
    if (chance(f, 5)) {
        some_goal_id(f, commander, &id);
        fuzz_watch(f, KIND_COMMANDER, commander);
        GIVES(f, wend_commander_remove_goal(commander, id), "AS");
        CHECK(f, !wend_commander_has_goal(commander, id));
    }
    CHECK(f, wend_commander_error(commander) != NULL);
}

static void set_groups(fuzz *f)
{
    wend_commander *commander = get(f, KIND_COMMANDER);
    for (uint32_t i = below(f, 5); i > 0; --i) {
        wend_commander_group group = wend_commander_group_default();
        group.user = below(f, 20);
        group.position = somewhere(f);
        group.strength = real(f, 0, 6);
        group.fitness[below(f, WEND_COMMANDER_KINDS)] = real(f, 0, 2);
        group.speed = chance(f, 2) ? real(f, 0, 1) : 0;
        group.busy_until = chance(f, 3) ? below(f, 100) : 0;
        some_cookie(f, &group.cookie);
        fuzz_watch(f, KIND_COMMANDER, commander);
        GIVES(f, wend_commander_set_group(commander, &group), "AF");
    }
    if (chance(f, 3)) {
        fuzz_watch(f, KIND_COMMANDER, commander);
        GIVES(f, wend_commander_remove_group(commander, below(f, 20)), "AS");
    }
}

static void report(fuzz *f)
{
    wend_commander *commander = get(f, KIND_COMMANDER);
    wend_commander_info info;
    wend_commander_get_info(commander, &info);
    for (uint32_t i = below(f, 5); i > 0; --i) {
        const wend_commander_enemy enemy = {.user = below(f, 30),
                                            .position = somewhere(f),
                                            .strength = real(f, 0, 9),
                                            .kind = below(f, 3),
                                            .tick = info.tick - below(f, 3),
                                            .certainty = real(f, 0, 1)};
        fuzz_watch(f, KIND_COMMANDER, commander);
        GIVES(f, wend_commander_report(commander, &enemy), "AT");
    }
    if (chance(f, 3)) {
        GIVES(f, wend_commander_report_gone(commander, below(f, 30)), "A");
    }
    if (chance(f, 3)) {
        GIVES(f,
              wend_commander_report_memories(commander, get(f, KIND_MEMORIES), below(f, 6),
                                             below(f, 3)),
              "ASTM");
    }
    fuzz_watch(f, KIND_COMMANDER, commander);
    GIVES(f, wend_commander_set_seen(commander, somewhere(f), real(f, 0, 20)), "A");
    fuzz_watch(f, KIND_COMMANDER, commander);
    GIVES(f,
          wend_commander_set_cell_value(commander, whole(f, 0, 12), whole(f, 0, 12), real(f, 0, 3)),
          "A");
    fuzz_watch(f, KIND_COMMANDER, commander);
    GIVES(f, wend_commander_set_tick(commander, info.tick + below(f, 9)), "A");
    if (chance(f, 40)) {
        GIVES(f, wend_commander_set_tick(commander, roll(f) >> below(f, 64)), "A");
    }
}

static double distance(void *user, const wend_commander_group *group,
                       const wend_commander_goal *goal)
{
    fuzz *f = user;
    call_back();
    CHECK(f, group != NULL && goal != NULL);
    return unsound(f, 9) ? wild(f) : real(f, 0, 30);
}

static wend_commander_inputs some_inputs(fuzz *f, wend_commander *commander)
{
    wend_commander_inputs inputs = wend_commander_inputs_default();
    inputs.distance = chance(f, 2) ? distance : NULL;
    inputs.user = f;
    inputs.pathfinder = chance(f, 4) ? get_old(f, KIND_PATHFINDER) : NULL;
    inputs.influence = chance(f, 2) ? get(f, KIND_INFLUENCE) : NULL;
    may_call_back(f, KIND_COMMANDER, commander);
    some_cookie(f, &inputs.cookie);
    return inputs;
}

static void update(fuzz *f)
{
    wend_commander *commander = get(f, KIND_COMMANDER);
    wend_commander_info info;
    wend_commander_inputs inputs = some_inputs(f, commander);
    if (inputs.pathfinder != NULL) {
        inputs.distance = NULL;
    }
    fuzz_watch(f, KIND_COMMANDER, commander);
    GIVES(f, wend_commander_update(commander, chance(f, 5) ? NULL : &inputs), "AMmSFU");
    wend_commander_get_info(commander, &info);
    CHECK(f, info.allotted_count <= info.group_count);
}

static void read_commander(fuzz *f)
{
    wend_commander *commander = get(f, KIND_COMMANDER);
    const uint32_t groups = wend_commander_group_count(commander);
    wend_commander_goal_id id;
    wend_commander_goal goal;
    wend_commander_goal_state state;
    wend_commander_group group;
    wend_commander_assignment assignment;
    wend_commander_score score;
    wend_commander_enemy enemy;
    wend_commander_cell cell;
    wend_draw draw;
    uint64_t user = 0;
    some_goal_id(f, commander, &id);
    GIVES(f, wend_commander_get_goal(commander, id, &goal), "AS");
    GIVES(f, wend_commander_get_goal_state(commander, id, &state), "AS");
    GIVES(f, wend_commander_group_at(commander, below(f, groups + 1), &user), "A");
    GIVES(f, wend_commander_get_group(commander, user, &group), "AS");
    if (GIVES(f, wend_commander_get_assignment(commander, user, &assignment), "AS") == WEND_OK) {
        CHECK(f, (assignment.goal.index1 == 0) == (assignment.reason != WEND_COMMANDER_ALLOTTED));
    }
    const wend_commander_inputs inputs = some_inputs(f, NULL);
    GIVES(f, wend_commander_get_score(commander, &inputs, user, id, &score), "ASMmFU");
    GIVES(f,
          wend_commander_get_enemy(commander, below(f, wend_commander_enemy_count(commander) + 1),
                                   &enemy),
          "A");
    CHECK(f, wend_commander_known_strength(commander, somewhere(f), real(f, 0, 30),
                                           chance(f, 2) ? UINT32_MAX : below(f, 3)) >= 0);
    GIVES(f, wend_commander_get_cell(commander, whole(f, 0, 12), whole(f, 0, 12), &cell), "A");
    GIVES(f, wend_commander_draw(commander, some_draw(f, &draw)), "A");
    CHECK(f, commander == NULL || wend_commander_memory_bytes(commander) > 0);
}

static void save_commander(fuzz *f)
{
    const wend_commander *commander = get(f, KIND_COMMANDER);
    size_t count = 0;
    if (GIVES(f, wend_commander_save(commander, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_commander_save(commander, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_commander_def def = wend_commander_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_commander *loaded = NULL;
    GIVES(f, wend_commander_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL ||
                 wend_commander_hash(loaded) == wend_commander_hash(commander));
    keep(f, KIND_COMMANDER, loaded, NULL, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make a commander", make_commander, 1}, {"set its goals", set_goals, 4},
    {"set its groups", set_groups, 4},       {"report to a commander", report, 4},
    {"update a commander", update, 5},       {"read a commander", read_commander, 3},
    {"save a commander", save_commander, 1},
};

const fuzz_room room_commander = {"commander", actions, sizeof actions / sizeof *actions};
