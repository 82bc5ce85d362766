/* Messages of influence maps. */
#include "sentences.h"

static wend_message m;

void try_influence(void)
{
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map = NULL, *loaded = NULL;
    wend_influence_source source = wend_influence_source_default();
    wend_influence_id id;
    def.message = &m;
    def.side_count = 40;
    TOLD(wend_influence_create(&def, &map), m.text, "wend_influence_create: side_count is 40",
         "1 to 32");
    def.side_count = 2;
    TOLD(wend_influence_create(&def, NULL), m.text, "wend_influence_create: influence is NULL");
    (void)wend_influence_create(&def, &map);
    source.radius = 300;
    TOLD(wend_influence_add(map, &source, &id), wend_influence_error(map),
         "wend_influence_add: radius is 300", "0 to 256");
    TOLD(wend_influence_add_event(map, &source), wend_influence_error(map),
         "wend_influence_add_event: radius is 300", "0 to 256");
    source.radius = 3;
    source.side = 5;
    (void)wend_influence_add(map, &(wend_influence_source){0}, &id);
    TOLD(wend_influence_add(map, &source, &id), wend_influence_error(map),
         "wend_influence_add: side is 5", "number of sides is 2");
    id = (wend_influence_id){3, 1};
    TOLD(wend_influence_set(map, id, &source), wend_influence_error(map),
         "wend_influence_set: source 3 of generation 1");
    TOLD(wend_influence_move(map, id, source.position), wend_influence_error(map),
         "wend_influence_move: source 3");
    TOLD(wend_influence_remove(map, id), wend_influence_error(map),
         "wend_influence_remove: source 3");
    (void)wend_influence_set_tick(map, 9);
    TOLD(wend_influence_set_tick(map, 4), wend_influence_error(map),
         "wend_influence_set_tick: tick is 4", "below 9");
    TOLD(wend_influence_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_influence_load: ");
    wend_influence_destroy(map);
}
