/* Messages of triggers. */
#include "sentences.h"

static wend_message m;

void try_trigger(void)
{
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers = NULL, *loaded = NULL;
    wend_trigger trigger = wend_trigger_default();
    wend_trigger_id id;
    def.message = &m;
    def.cell_size = 0;
    TOLD(wend_triggers_create(&def, &triggers), m.text, "wend_triggers_create: cell_size is 0",
         "to 1073741824");
    def.cell_size = 1;
    TOLD(wend_triggers_create(&def, NULL), m.text, "wend_triggers_create: triggers is NULL");
    (void)wend_triggers_create(&def, &triggers);
    trigger.loudness = 2000;
    TOLD(wend_triggers_add(triggers, &trigger, &id), wend_triggers_error(triggers),
         "wend_triggers_add: loudness is 2000", "-1000 to 1000");
    trigger.loudness = 0;
    trigger.item.index1 = 4;
    TOLD(wend_triggers_add(triggers, &trigger, &id), wend_triggers_error(triggers),
         "wend_triggers_add: item is given", "no items");
    TOLD(wend_triggers_remove(triggers, (wend_trigger_id){3, 1}), wend_triggers_error(triggers),
         "wend_triggers_remove: trigger 3 of generation 1", "does not exist");
    TOLD(wend_triggers_set_asleep(triggers, (wend_trigger_id){3, 1}, true),
         wend_triggers_error(triggers), "wend_triggers_set_asleep: trigger 3 of generation 1",
         "does not exist");
    TOLD(wend_triggers_move(triggers, (wend_trigger_id){3, 1}, (wend_vec3){0, 0, 0}),
         wend_triggers_error(triggers), "wend_triggers_move: trigger 3 of generation 1",
         "does not exist");
    TOLD(wend_triggers_update(triggers, 1, NULL, 2, NULL, 0), wend_triggers_error(triggers),
         "wend_triggers_update: agents is NULL");
    TOLD(wend_triggers_update_crowd(triggers, 1, NULL, NULL, 0, NULL, 0),
         wend_triggers_error(triggers), "wend_triggers_update_crowd: crowd is NULL");
    TOLD(wend_triggers_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_triggers_load: ");
    wend_triggers_destroy(triggers);
}
