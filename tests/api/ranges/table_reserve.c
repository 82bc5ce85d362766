/* Ranges of reservations. */
#include "ranges.h"

#include <math.h>
#include <stddef.h>

static wend_result use_reservations_def(const range_trial *t)
{
    wend_reservations_def def = wend_reservations_def_default();
    t->set(&def, t->range, t->value);
    wend_reservations *it;
    const wend_result result = wend_reservations_create(&def, &it);
    wend_reservations_destroy(it);
    return result;
}

static wend_result use_claim(const range_trial *t)
{
    const wend_reservations_def def = wend_reservations_def_default();
    wend_claim claim = wend_claim_default();
    wend_claim_id id;
    wend_reservations *it;
    claim.is_place = true;
    t->set(&claim, t->range, t->value);
    (void)wend_reservations_create(&def, &it);
    const wend_result result = wend_reservations_claim(it, &claim, &id);
    wend_reservations_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_reservations_def, capacity), RANGE_UINT32, 0, WEND_RESERVATIONS_CAPACITY_MAX,
     use_reservations_def, 0},
    {FIELD(wend_reservations_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, WEND_COORDINATE_MAX,
     use_reservations_def, 0},
    {FIELD(wend_reservations_def, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_reservations_def, 0},
    {FIELD(wend_claim, kind), RANGE_UINT32, 0, UINT32_MAX, use_claim, RANGE_ANY_ABOVE},
    {FIELD(wend_claim, key), RANGE_UINT64, 0, 18446744073709549568.0, use_claim, RANGE_ANY_ABOVE},
    {FIELD(wend_claim, agent), RANGE_UINT64, 0, 18446744073709549568.0, use_claim, RANGE_ANY_ABOVE},
    {FIELD(wend_claim, ticks), RANGE_UINT64, 0, 18446744073709549568.0, use_claim, RANGE_ANY_ABOVE},
    {FIELD(wend_claim, priority), RANGE_INT32, INT32_MIN, INT32_MAX, use_claim,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_claim, radius), RANGE_DOUBLE, 0, WEND_CLAIMS_RADIUS_MAX, use_claim, 0},
};

const range_list ranges_reserve = {items, sizeof items / sizeof *items};
