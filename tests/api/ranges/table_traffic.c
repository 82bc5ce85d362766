/* Ranges of traffic maps. */
#include "ranges.h"

#include <float.h>
#include <stddef.h>

static wend_result use_def(const range_trial *t)
{
    wend_traffic_def def = wend_traffic_def_default();
    t->set(&def, t->range, t->value);
    wend_traffic *it;
    const wend_result result = wend_traffic_create(&def, &it);
    wend_traffic_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_traffic_def, width), RANGE_INT32, 1, WEND_TRAFFIC_SIDE_MAX, use_def, 0},
    {FIELD(wend_traffic_def, height), RANGE_INT32, 1, WEND_TRAFFIC_SIDE_MAX, use_def, 0},
    {FIELD(wend_traffic_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_def, 0},
    {PART(wend_traffic_def, origin, origin.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_def, 0},
    {PART(wend_traffic_def, origin, origin.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_def, 0},
    {FIELD(wend_traffic_def, kind_count), RANGE_UINT32, 0, WEND_TRAFFIC_KINDS_MAX, use_def, 0},
    {FIELD(wend_traffic_def, least_speed), RANGE_DOUBLE, 0, DBL_MAX, use_def, 0},
    {FIELD(wend_traffic_def, half_life), RANGE_UINT32, 1, WEND_TRAFFIC_HALF_LIFE_MAX, use_def, 0},
};

const range_list ranges_traffic = {items, sizeof items / sizeof *items};
