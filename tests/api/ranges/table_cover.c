/* Ranges of cover. */
#include "ranges.h"

#include <math.h>
#include <stddef.h>

static wend_cover *cover_of(const range_trial *t)
{
    wend_cover_def def = wend_cover_def_default();
    wend_cover *it = NULL;
    def.walls = t->world->walls;
    (void)wend_cover_create(&def, &it);
    return it;
}

static wend_result use_cover_def(const range_trial *t)
{
    wend_cover_def def = wend_cover_def_default();
    wend_cover *it;
    def.walls = t->world->walls;
    def.grid = t->world->grid;
    t->set(&def, t->range, t->value);
    const wend_result result = wend_cover_create(&def, &it);
    wend_cover_destroy(it);
    return result;
}

static wend_result use_place(const range_trial *t)
{
    wend_cover *it = cover_of(t);
    wend_cover_place place = wend_cover_place_default();
    t->set(&place, t->range, t->value);
    const wend_result result = wend_cover_add_place(it, &place, NULL);
    wend_cover_destroy(it);
    return result;
}

static wend_result use_obstacle(const range_trial *t)
{
    wend_cover *it = cover_of(t);
    wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    wend_cover_id id;
    t->set(&obstacle, t->range, t->value);
    const wend_result result = wend_cover_add_obstacle(it, &obstacle, &id);
    wend_cover_destroy(it);
    return result;
}

static wend_result use_query(const range_trial *t)
{
    static wend_cover_threat threats[17];
    wend_cover *it = cover_of(t);
    wend_cover_query query = wend_cover_query_default();
    wend_cover_spot spot;
    size_t count;
    query.threats = threats;
    query.threat_count = 1;
    t->set(&query, t->range, t->value);
    const wend_result result = wend_cover_find(it, &query, NULL, &spot, 1, &count, NULL);
    wend_cover_destroy(it);
    return result;
}

static const range items[] = {
    {FIELD(wend_cover_def, movement_class), RANGE_UINT32, 0, 0, use_cover_def, 0},
    {FIELD(wend_cover_def, stops_walk), RANGE_UINT32, 0, UINT32_MAX, use_cover_def,
     RANGE_ANY_ABOVE},
    {FIELD(wend_cover_def, stops), RANGE_UINT32, 1, UINT32_MAX, use_cover_def, RANGE_ANY_ABOVE},
    {FIELD(wend_cover_def, stops_low), RANGE_UINT32, 0, UINT32_MAX, use_cover_def, RANGE_ANY_ABOVE},
    {FIELD(wend_cover_def, radius), RANGE_DOUBLE, 1.0 / 64, 64, use_cover_def, 0},
    {FIELD(wend_cover_def, gap), RANGE_DOUBLE, 0, 64, use_cover_def, 0},
    {FIELD(wend_cover_def, spacing), RANGE_DOUBLE, 1.0 / 64, 65536, use_cover_def, 0},
    {FIELD(wend_cover_def, peek_distance), RANGE_DOUBLE, 0, 64, use_cover_def, 0},
    {FIELD(wend_cover_def, standing_height), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_cover_def,
     0},
    {FIELD(wend_cover_def, crouched_height), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_cover_def,
     0},
    {FIELD(wend_cover_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, WEND_COORDINATE_MAX, use_cover_def,
     0},
    {FIELD(wend_cover_place, trusted_arc), RANGE_DOUBLE, 0, 3.2, use_place, 0},
    {FIELD(wend_cover_place, user), RANGE_UINT64, 0, 18446744073709549568.0, use_place,
     RANGE_ANY_ABOVE},
    {FIELD(wend_cover_obstacle, radius), RANGE_DOUBLE, 1.0 / 1024, 65536, use_obstacle, 0},
    {FIELD(wend_cover_obstacle, height), RANGE_DOUBLE, 0, (double)INFINITY, use_obstacle, 0},
    {FIELD(wend_cover_query, radius), RANGE_DOUBLE, 0, 64, use_query, 0},
    {FIELD(wend_cover_query, threat_count), RANGE_SIZE, 1, WEND_COVER_THREATS_MAX, use_query, 0},
    {FIELD(wend_cover_query, max_distance), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_query, 0},
    {FIELD(wend_cover_query, max_cost), RANGE_DOUBLE, 0, (double)INFINITY, use_query, 0},
    {FIELD(wend_cover_query, max_exposure), RANGE_DOUBLE, 0, 1, use_query, 0},
    {FIELD(wend_cover_query, max_candidates), RANGE_UINT32, 0, WEND_COVER_CANDIDATES_MAX, use_query,
     0},
    {FIELD(wend_cover_query, max_found), RANGE_UINT32, 0, WEND_COVER_CANDIDATES_MAX, use_query, 0},
    {FIELD(wend_cover_query, min_separation), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_query, 0},
    {FIELD(wend_cover_query, distance_weight), RANGE_DOUBLE, 0, 1048576, use_query, 0},
    {FIELD(wend_cover_query, exposure_weight), RANGE_DOUBLE, 0, 1048576, use_query, 0},
    {FIELD(wend_cover_query, danger_weight), RANGE_DOUBLE, 0, 1048576, use_query, 0},
    {FIELD(wend_cover_query, peek_weight), RANGE_DOUBLE, 0, 1048576, use_query, 0},
    {FIELD(wend_cover_query, danger_spacing), RANGE_DOUBLE, 1.0 / 64, 65536, use_query, 0},
    {FIELD(wend_cover_query, claim_kind), RANGE_UINT32, 0, UINT32_MAX, use_query, RANGE_ANY_ABOVE},
    {FIELD(wend_cover_query, agent), RANGE_UINT64, 0, 18446744073709549568.0, use_query,
     RANGE_ANY_ABOVE},
    {FIELD(wend_cover_query, priority), RANGE_INT32, INT32_MIN, INT32_MAX, use_query,
     RANGE_ANY_BELOW | RANGE_ANY_ABOVE},
};

const range_list ranges_cover = {items, sizeof items / sizeof *items};
