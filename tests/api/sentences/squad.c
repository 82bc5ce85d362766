/* Messages of squads. */
#include "sentences.h"

#include <math.h>

static wend_message m;

void try_squads(void)
{
    wend_squads_def def = wend_squads_def_default();
    wend_squads *squads = NULL;
    wend_squad_def squad = wend_squad_def_default();
    wend_squad_id id, made;
    const wend_squad_id none = {7, 1};
    def.message = &m;
    def.max_cells = 0;
    TOLD(wend_squads_create(&def, &squads), m.text, "wend_squads_create: max_cells is 0",
         "1 to 4096");
    def.max_cells = 4;
    def.max_squads = 1;
    TOLD(wend_squads_create(&def, NULL), m.text, "wend_squads_create: squads is NULL");
    (void)wend_squads_create(&def, &squads);
    TOLD(wend_squads_add(squads, NULL, &id), wend_squads_error(squads),
         "wend_squads_add: def is NULL");
    squad.arrival = 0;
    TOLD(wend_squads_add(squads, &squad, &id), wend_squads_error(squads),
         "wend_squads_add: arrival is 0");
    squad.arrival = 1;
    (void)wend_squads_add(squads, &squad, &id);
    TOLD(wend_squads_add(squads, &squad, &made), wend_squads_error(squads),
         "wend_squads_add: there are 1 squads");
    TOLD(wend_squads_set_def(squads, id, NULL), wend_squads_error(squads),
         "wend_squads_set_def: def is NULL");
    TOLD(wend_squads_remove(squads, none), wend_squads_error(squads),
         "wend_squads_remove: squad 7 of generation 1");
    const wend_squad_member member = {.agent = 4}, weak = {.agent = 5, .strength = -1};
    (void)wend_squads_join(squads, id, &member);
    TOLD(wend_squads_join(squads, id, &member), wend_squads_error(squads),
         "wend_squads_join: agent 4 is a member");
    TOLD(wend_squads_join(squads, id, &weak), wend_squads_error(squads),
         "wend_squads_join: strength is -1");
    TOLD(wend_squads_leave(squads, 9), wend_squads_error(squads),
         "wend_squads_leave: agent 9 is in no squad");
    TOLD(wend_squads_merge(squads, id, id), wend_squads_error(squads),
         "wend_squads_merge: into and from are the same");
    TOLD(wend_squads_split(squads, id, NULL, 1, &made), wend_squads_error(squads),
         "wend_squads_split: agents is NULL");
    TOLD(wend_squads_set_captain(squads, 9), wend_squads_error(squads),
         "wend_squads_set_captain: agent 9");
    TOLD(wend_squads_set_leader(squads, 9, true), wend_squads_error(squads),
         "wend_squads_set_leader: agent 9");
    const wend_squad_state state = {.health = 2};
    TOLD(wend_squads_set_state(squads, 4, &state), wend_squads_error(squads),
         "wend_squads_set_state: health is 2");
    const wend_squad_enemy enemy = {.certainty = (double)NAN};
    TOLD(wend_squads_set_enemy(squads, id, &enemy), wend_squads_error(squads),
         "wend_squads_set_enemy: certainty is nan");
    TOLD(wend_squads_report_memories(squads, id, NULL, 0), wend_squads_error(squads),
         "wend_squads_report_memories: memories is NULL");
    TOLD(wend_squads_forget_enemy(squads, id, 3), wend_squads_error(squads),
         "wend_squads_forget_enemy: enemy 3 is not known");
    const wend_squad_order scout = {.kind = WEND_SQUAD_SCOUT, .high = {100, 100}};
    TOLD(wend_squads_set_order(squads, id, &scout), wend_squads_error(squads),
         "wend_squads_set_order: the area from low to high must have from 1 to 4 cells");
    TOLD(wend_squads_move_order(squads, id, (wend_vec2){(double)NAN, 0}), wend_squads_error(squads),
         "wend_squads_move_order: at.x is nan");
    TOLD(wend_squads_report_seen(squads, id, (wend_vec2){0, 0}, -1), wend_squads_error(squads),
         "wend_squads_report_seen: radius is -1");
    (void)wend_squads_update(squads, 5);
    TOLD(wend_squads_update(squads, 4), wend_squads_error(squads), "wend_squads_update: tick is 4");
    wend_squads *loaded = NULL;
    TOLD(wend_squads_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_squads_load: ");
    wend_squads_destroy(squads);
}
