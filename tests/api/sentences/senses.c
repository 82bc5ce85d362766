/* Messages of the senses. */
#include "sentences.h"

#include <math.h>

static wend_message m;

static void try_things(wend_senses *senses)
{
    wend_source source = wend_source_default();
    wend_observer observer = wend_observer_default();
    wend_lamp lamp = wend_lamp_default();
    wend_source_id source_id;
    wend_observer_id observer_id;
    wend_lamp_id lamp_id;
    const wend_vec3 far = {1e30, 0, 0};
    source.radius = -1;
    TOLD(wend_senses_add_source(senses, &source, &source_id), wend_senses_error(senses),
         "wend_senses_add_source: radius is -1", "0 to 1024");
    lamp.radius = 0;
    TOLD(wend_senses_add_lamp(senses, &lamp, &lamp_id), wend_senses_error(senses),
         "wend_senses_add_lamp: radius is 0", "must be above 0 and at most 1073741824");
    lamp = wend_lamp_default();
    source.radius = 1;
    (void)wend_senses_add_source(senses, &source, &source_id);
    source.team = 99;
    TOLD(wend_senses_set_source(senses, source_id, &source), wend_senses_error(senses),
         "wend_senses_set_source: team is 99", "0 to 31");
    TOLD(wend_senses_move_source(senses, source_id, far), wend_senses_error(senses),
         "wend_senses_move_source: position.x is 1e+30");
    source_id.index1 = 8;
    TOLD(wend_senses_remove_source(senses, source_id), wend_senses_error(senses),
         "wend_senses_remove_source: source 8");
    observer.profile = 7;
    TOLD(wend_senses_add_observer(senses, &observer, &observer_id), wend_senses_error(senses),
         "wend_senses_add_observer: profile is 7", "number of profiles is 1");
    observer.profile = 0;
    (void)wend_senses_add_observer(senses, &observer, &observer_id);
    observer.every = 0;
    TOLD(wend_senses_set_observer(senses, observer_id, &observer), wend_senses_error(senses),
         "wend_senses_set_observer: every is 0", "1 to 1024");
    TOLD(wend_senses_move_observer(senses, observer_id, far, 0), wend_senses_error(senses),
         "wend_senses_move_observer: position.x is 1e+30");
    observer_id.index1 = 8;
    TOLD(wend_senses_remove_observer(senses, observer_id), wend_senses_error(senses),
         "wend_senses_remove_observer: observer 8");
    const wend_touch touch = wend_touch_default();
    TOLD(wend_senses_add_touch(senses, observer_id, &touch), wend_senses_error(senses),
         "wend_senses_add_touch: observer 8");
    lamp.strength = 2;
    TOLD(wend_senses_add_lamp(senses, &lamp, &lamp_id), wend_senses_error(senses),
         "wend_senses_add_lamp: strength is 2", "0 to 1");
    lamp_id.index1 = 8;
    TOLD(wend_senses_set_lamp(senses, lamp_id, &lamp), wend_senses_error(senses),
         "wend_senses_set_lamp: lamp 8");
    TOLD(wend_senses_remove_lamp(senses, lamp_id), wend_senses_error(senses),
         "wend_senses_remove_lamp: lamp 8");
}

void try_senses(void)
{
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = NULL, *loaded = NULL;
    wend_sense_profile profile = wend_sense_profile_default();
    wend_noise noise = wend_noise_default();
    uint32_t number;
    def.message = &m;
    def.target_limit = 0;
    TOLD(wend_senses_create(&def, &senses), m.text, "wend_senses_create: target_limit is 0",
         "1 to 32");
    def.target_limit = 4;
    (void)wend_senses_create(&def, &senses);
    TOLD(wend_senses_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_senses_load: ");
    (void)wend_senses_add_profile(senses, &profile, &number);
    profile.points = 0;
    TOLD(wend_senses_add_profile(senses, &profile, &number), wend_senses_error(senses),
         "wend_senses_add_profile: points is 0", "1 to 15");
    TOLD(wend_senses_set_profile(senses, 3, &profile), wend_senses_error(senses),
         "wend_senses_set_profile: profile is 3", "number of profiles is 1");
    try_things(senses);
    TOLD(wend_senses_set_ambient(senses, 2), wend_senses_error(senses),
         "wend_senses_set_ambient: ambient is 2", "0 to 1");
    noise.loudness = 1e9;
    TOLD(wend_senses_add_noise(senses, &noise), wend_senses_error(senses),
         "wend_senses_add_noise: loudness is 1000000000", "-1000 to 1000");
    TOLD(wend_senses_set_material(senses, 1, -1), wend_senses_error(senses),
         "wend_senses_set_material: decibels is -1", "0 to 1000");
    TOLD(wend_senses_add_contacts(senses, NULL, 1), wend_senses_error(senses),
         "wend_senses_add_contacts: contacts is NULL");
    TOLD(wend_senses_follow_crowd(senses, NULL, NULL, 0), wend_senses_error(senses),
         "wend_senses_follow_crowd: crowd is NULL");
    wend_senses_destroy(senses);
}
