/* Messages of reservations. */
#include "sentences.h"

static wend_message m;

void try_reserve(void)
{
    wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *r = NULL, *loaded = NULL;
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    def.message = &m;
    def.cell_size = 0;
    TOLD(wend_reservations_create(&def, &r), m.text, "wend_reservations_create: cell_size is 0",
         "to 1073741824");
    def.cell_size = 1;
    TOLD(wend_reservations_create(&def, NULL), m.text,
         "wend_reservations_create: reservations is NULL");
    (void)wend_reservations_create(&def, &r);
    claim.is_place = true;
    claim.radius = -1;
    TOLD(wend_reservations_claim(r, &claim, &id), wend_reservations_error(r),
         "wend_reservations_claim: radius is -1", "0 to 1024");
    TOLD(wend_reservations_claim(r, NULL, &id), wend_reservations_error(r),
         "wend_reservations_claim: claim is NULL");
    TOLD(wend_reservations_release(r, (wend_claim_id){3, 1}), wend_reservations_error(r),
         "wend_reservations_release: claim 3 of generation 1", "does not exist");
    TOLD(wend_reservations_set_capacity(r, 0, 0, -5), wend_reservations_error(r),
         "wend_reservations_set_capacity: capacity is -5", "-1 to 16777216");
    TOLD(wend_reservations_set_kind_capacity(r, 0, -5), wend_reservations_error(r),
         "wend_reservations_set_kind_capacity: capacity is -5", "-1 to 16777216");
    (void)wend_reservations_update(r, 7);
    TOLD(wend_reservations_update(r, 6), wend_reservations_error(r),
         "wend_reservations_update: tick is 6", "from 7");
    TOLD(wend_reservations_load(&def, (const uint8_t *)"abc", 3, &loaded), m.text,
         "wend_reservations_load: ");
    wend_reservations_destroy(r);
}
