/* Messages of commanders. */
#include "sentences.h"

static wend_message m;

static void try_changes(wend_commander *it)
{
    wend_commander_goal goal = wend_commander_goal_default();
    wend_commander_group group = wend_commander_group_default();
    wend_commander_enemy enemy = {.strength = -1};
    wend_commander_goal_id id = {9, 1};
    TOLD(wend_commander_set_goal(it, id, &goal), wend_commander_error(it),
         "wend_commander_set_goal: goal 9 of generation 1");
    TOLD(wend_commander_finish_goal(it, id), wend_commander_error(it),
         "wend_commander_finish_goal: goal 9");
    TOLD(wend_commander_remove_goal(it, (wend_commander_goal_id){0, 0}), wend_commander_error(it),
         "wend_commander_remove_goal: the id is {0, 0}");
    goal.partial = 2;
    TOLD(wend_commander_add_goal(it, &goal, &id), wend_commander_error(it),
         "wend_commander_add_goal: partial is 2", "0 to 1");
    group.fitness[2] = -1;
    TOLD(wend_commander_set_group(it, &group), wend_commander_error(it),
         "wend_commander_set_group: fitness is -1");
    TOLD(wend_commander_remove_group(it, 5), wend_commander_error(it),
         "wend_commander_remove_group: there is no group 5");
    TOLD(wend_commander_report(it, &enemy), wend_commander_error(it),
         "wend_commander_report: strength is -1");
    TOLD(wend_commander_report_memories(it, NULL, 1, 1), wend_commander_error(it),
         "wend_commander_report_memories: memories is NULL");
    TOLD(wend_commander_set_seen(it, (wend_vec2){0, 0}, -1), wend_commander_error(it),
         "wend_commander_set_seen: radius is -1");
    TOLD(wend_commander_set_cell_value(it, 99, 0, 1), wend_commander_error(it),
         "wend_commander_set_cell_value: cell 99, 0", "16 x 16");
}

void try_commander(void)
{
    wend_commander_def def = wend_commander_def_default();
    wend_commander_inputs inputs = wend_commander_inputs_default();
    wend_commander *it = NULL, *loaded = NULL;
    def.message = &m;
    def.reserve = 2;
    TOLD(wend_commander_create(&def, &it), m.text, "wend_commander_create: reserve is 2", "0 to 1");
    def.reserve = 0;
    (void)wend_commander_create(&def, &it);
    try_changes(it);
    inputs.cookie = 0;
    TOLD(wend_commander_update(it, &inputs), wend_commander_error(it),
         "wend_commander_update: cookie is 0");
    (void)wend_commander_set_tick(it, 9);
    TOLD(wend_commander_set_tick(it, 4), wend_commander_error(it),
         "wend_commander_set_tick: tick is 4", "below 9");
    TOLD(wend_commander_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_commander_load: ");
    wend_commander_destroy(it);
}
