/* Messages of traffic maps. */
#include "sentences.h"

static wend_message m;

void try_traffic(void)
{
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *traffic = NULL, *loaded = NULL;
    const wend_vec2 here = {1, 1}, far = {1e30, 0};
    def.message = &m;
    def.kind_count = 20;
    TOLD(wend_traffic_create(&def, &traffic), m.text, "wend_traffic_create: kind_count is 20",
         "0 to 16");
    def.kind_count = 2;
    (void)wend_traffic_create(&def, &traffic);
    TOLD(wend_traffic_add(traffic, far, here), wend_traffic_error(traffic),
         "wend_traffic_add: position.x is 1e+30");
    TOLD(wend_traffic_add_crowd(traffic, NULL, 0), wend_traffic_error(traffic),
         "wend_traffic_add_crowd: crowd is NULL");
    TOLD(wend_traffic_add_event(traffic, 4, here, 1), wend_traffic_error(traffic),
         "wend_traffic_add_event: kind is 4", "number of kinds is 2");
    TOLD(wend_traffic_write_overlay(traffic, 0, 1, NULL, (wend_overlay_id){1, 1}),
         wend_traffic_error(traffic), "wend_traffic_write_overlay: grid is NULL");
    (void)wend_traffic_set_tick(traffic, 9);
    TOLD(wend_traffic_set_tick(traffic, 4), wend_traffic_error(traffic),
         "wend_traffic_set_tick: tick is 4", "below 9");
    TOLD(wend_traffic_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_traffic_load: ");
    wend_traffic_destroy(traffic);
}
