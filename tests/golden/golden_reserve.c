/* Fingerprint of reservations: agents that claim, lose and renew for some hundred ticks. */
#include "golden.h"

enum { TICKS = 200, AGENTS = 40 };

static uint64_t add_events(uint64_t hash, const wend_reservations *reservations)
{
    size_t count;
    const wend_claim_event *events = wend_reservations_events(reservations, &count);
    for (size_t i = 0; i < count; i++) {
        hash = wend_hash_u64(hash, (uint64_t)events[i].type << 32 | events[i].kind);
        hash = wend_hash_u64(hash, events[i].agent << 32 | events[i].by);
    }
    return hash;
}

uint64_t golden_reserve(void)
{
    const wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *reservations = NULL;
    uint64_t hash = wend_hash_begin();
    if (wend_reservations_create(&def, &reservations) != WEND_OK) {
        return 0;
    }
    (void)wend_reservations_set_kind_capacity(reservations, 0, 3);
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        (void)wend_reservations_update(reservations, tick);
        for (uint64_t agent = 0; agent < AGENTS; agent++) {
            const uint64_t draw = agent * TICKS + tick;
            wend_claim claim = wend_claim_default();
            wend_claim_id id;
            claim.kind = wend_random_below(31, 0, draw, 3);
            claim.key = wend_random_below(31, 1, draw, 12);
            claim.agent = agent;
            claim.ticks = wend_random_below(31, 2, draw, 9);
            claim.priority = (int32_t)wend_random_below(31, 3, draw, 3);
            claim.is_place = claim.kind == 2;
            claim.position.x = 20 * wend_random_unit(31, 4, draw);
            claim.position.y = 20 * wend_random_unit(31, 5, draw);
            (void)wend_reservations_claim(reservations, &claim, &id);
            hash = wend_hash_u64(hash, (uint64_t)id.generation << 32 | id.index1);
        }
        (void)wend_reservations_release_agent(reservations, tick % AGENTS);
        hash = add_events(hash, reservations);
    }
    hash = wend_hash_u64(hash, wend_reservations_hash(reservations));
    wend_reservations_destroy(reservations);
    return hash;
}
