/* Messages of mixes. */
#include "sentences.h"

static wend_message m;

void try_mix(void)
{
    wend_mix_def def = wend_mix_def_default();
    wend_mix *mix = NULL, *loaded = NULL;
    double shares[2];
    def.message = &m;
    def.own_count = 65;
    TOLD(wend_mix_create(&def, &mix), m.text, "wend_mix_create: own_count is 65", "1 to 64");
    def.own_count = 3;
    (void)wend_mix_create(&def, &mix);
    TOLD(wend_mix_set_effect(mix, 0, 0, 2), wend_mix_error(mix),
         "wend_mix_set_effect: effect is 2");
    TOLD(wend_mix_add_outcome(mix, 5, 0, 1, 1), wend_mix_error(mix),
         "wend_mix_add_outcome: own is 5", "number of own kinds is 3");
    TOLD(wend_mix_add_seen(mix, 4, 1), wend_mix_error(mix), "wend_mix_add_seen: enemy is 4",
         "number of the opponent's kinds is 3");
    TOLD(wend_mix_solve(mix, NULL, shares, 2, NULL), wend_mix_error(mix),
         "wend_mix_solve: capacity is 2", "3 to 64");
    (void)wend_mix_set_tick(mix, 9);
    TOLD(wend_mix_set_tick(mix, 4), wend_mix_error(mix), "wend_mix_set_tick: tick is 4", "below 9");
    TOLD(wend_mix_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text, "wend_mix_load: ");
    wend_mix_destroy(mix);
}
