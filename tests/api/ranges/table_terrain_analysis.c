/* Ranges of analyses of terrain. */
#include "ranges.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

static wend_result use_def(const range_trial *t)
{
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    def.grid = t->world->grid;
    t->set(&def, t->range, t->value);
    wend_terrain_analysis *it;
    wend_result result = wend_terrain_analysis_create(&def, &it);
    result = result == WEND_OK ? wend_terrain_analysis_update(it, NULL) : result;
    wend_terrain_analysis_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_terrain_analysis_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_def, 0},
    {FIELD(wend_terrain_analysis_def, movement_class), RANGE_UINT32, 0, 0, use_def, 0},
    {FIELD(wend_terrain_analysis_def, team), RANGE_UINT32, 0, 31, use_def, 0},
    {FIELD(wend_terrain_analysis_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_terrain_analysis_def, radius), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_terrain_analysis_def, choke_ratio), RANGE_DOUBLE, 0, 1, use_def, 0},
    {FIELD(wend_terrain_analysis_def, min_area), RANGE_DOUBLE, 0, DBL_MAX, use_def, 0},
    {FIELD(wend_terrain_analysis_def, height_radius), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_terrain_analysis_def, height_advantage), RANGE_DOUBLE, DBL_MIN, DBL_MAX, use_def,
     RANGE_ANY_BELOW},
    {FIELD(wend_terrain_analysis_def, view_radius), RANGE_DOUBLE, 0, 1048576, use_def, 0},
    {FIELD(wend_terrain_analysis_def, view_stride), RANGE_INT32, 1,
     WEND_TERRAIN_ANALYSIS_STRIDE_MAX, use_def, 0},
    {FIELD(wend_terrain_analysis_def, cover_radius), RANGE_DOUBLE, 0, 1048576, use_def, 0},
};

const range_list ranges_terrain_analysis = {items, sizeof items / sizeof *items};
