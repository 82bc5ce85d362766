/* Ranges of influence maps. */
#include "ranges.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static wend_result use_influence_def(const range_trial *t)
{
    wend_influence_def def = wend_influence_def_default();
    const char *field = t->range->field;
    if (strcmp(field, "block") == 0 || strcmp(field, "movement_class") == 0 ||
        strcmp(field, "team") == 0) {
        def.grid = t->world->grid;
    }
    t->set(&def, t->range, t->value);
    wend_influence *it;
    const wend_result result = wend_influence_create(&def, &it);
    wend_influence_destroy(it);
    return result;
}

static wend_result use_influence_source(const range_trial *t)
{
    wend_influence_def def = wend_influence_def_default();
    wend_influence_source source = wend_influence_source_default();
    wend_influence *it;
    wend_influence_id id;
    (void)wend_influence_create(&def, &it);
    t->set(&source, t->range, t->value);
    wend_result result = wend_influence_add(it, &source, &id);
    result = result == WEND_OK ? wend_influence_update(it, NULL) : result;
    wend_influence_destroy(it);
    return result;
}

static wend_result ask(const wend_influence_measure *measure, const wend_influence_area *area)
{
    wend_influence_def def = wend_influence_def_default();
    wend_influence *it;
    size_t count;
    (void)wend_influence_create(&def, &it);
    const wend_result result = wend_influence_list(it, measure, 1, 2, area, NULL, 0, &count);
    wend_influence_destroy(it);
    return result;
}

static wend_result use_influence_measure(const range_trial *t)
{
    wend_influence_measure measure = wend_influence_measure_default();
    t->set(&measure, t->range, t->value);
    return ask(&measure, NULL);
}

static wend_result use_influence_area(const range_trial *t)
{
    wend_influence_area area = wend_influence_area_default();
    t->set(&area, t->range, t->value);
    return ask(NULL, &area);
}

static const range items[] = {
    {FIELD(wend_influence_def, width), RANGE_INT32, 1, WEND_INFLUENCE_SIDE_CELLS_MAX,
     use_influence_def, 0},
    {FIELD(wend_influence_def, height), RANGE_INT32, 1, WEND_INFLUENCE_SIDE_CELLS_MAX,
     use_influence_def, 0},
    {FIELD(wend_influence_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, 1048576, use_influence_def, 0},
    {PART(wend_influence_def, origin, origin.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_influence_def, 0},
    {PART(wend_influence_def, origin, origin.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_influence_def, 0},
    {FIELD(wend_influence_def, block), RANGE_INT32, 1, WEND_INFLUENCE_BLOCK_MAX, use_influence_def,
     0},
    {FIELD(wend_influence_def, movement_class), RANGE_UINT32, 0, 0, use_influence_def, 0},
    {FIELD(wend_influence_def, team), RANGE_UINT32, 0, 31, use_influence_def, 0},
    {FIELD(wend_influence_def, team), RANGE_UINT32, UINT32_MAX, UINT32_MAX, use_influence_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_influence_def, side_count), RANGE_UINT32, 1, WEND_INFLUENCE_SIDES_MAX,
     use_influence_def, 0},
    {FIELD(wend_influence_def, half_life), RANGE_UINT32, 1, WEND_INFLUENCE_HALF_LIFE_MAX,
     use_influence_def, 0},
    {PART(wend_influence_source, position, position.x), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_influence_source, 0},
    {PART(wend_influence_source, position, position.y), RANGE_DOUBLE, -WEND_COORDINATE_MAX,
     WEND_COORDINATE_MAX, use_influence_source, 0},
    {FIELD(wend_influence_source, strength), RANGE_DOUBLE, -1048576, 1048576, use_influence_source,
     0},
    {FIELD(wend_influence_source, radius), RANGE_DOUBLE, 0, WEND_INFLUENCE_REACH_MAX,
     use_influence_source, 0},
    {FIELD(wend_influence_source, falloff), RANGE_INT32, 0, 3, use_influence_source, 0},
    {FIELD(wend_influence_source, side), RANGE_UINT32, 0, 1, use_influence_source, 0},
    {FIELD(wend_influence_source, user), RANGE_UINT64, 0, 18446744073709549568.0,
     use_influence_source, RANGE_ANY_ABOVE},
    {FIELD(wend_influence_measure, kind), RANGE_INT32, 0, 4, use_influence_measure, 0},
    {FIELD(wend_influence_measure, own_sides), RANGE_UINT32, 0, UINT32_MAX, use_influence_measure,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_influence_measure, enemy_sides), RANGE_UINT32, 0, UINT32_MAX, use_influence_measure,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
    {FIELD(wend_influence_area, radius), RANGE_DOUBLE, 0, (double)INFINITY, use_influence_area, 0},
};

const range_list ranges_influence = {items, sizeof items / sizeof *items};
