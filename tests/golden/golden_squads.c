/* Fingerprint of squads: members that come and go, all orders and tactics, losses, retreats. */
#include "golden.h"
#include "support/squad_field.h"

uint64_t golden_squads(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= 8; seed++) {
        const wend_squads_def def = wend_squads_def_default();
        wend_squads *squads = NULL;
        if (squad_field_make(seed, &def, &squads) != WEND_OK) {
            return 0;
        }
        for (uint64_t tick = 0; tick < 60; tick++) {
            (void)squad_field_step(squads, seed, tick);
            hash = wend_hash_u64(hash, wend_squads_hash(squads));
        }
        wend_squads_destroy(squads);
    }
    return hash;
}
