/* Ranges of what agents remember. */
#include "ranges.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

static wend_memories *make(void)
{
    const wend_memories_def def = wend_memories_def_default();
    wend_memories *it = NULL;
    (void)wend_memories_create(&def, &it);
    (void)wend_memories_add_agent(it, 1);
    return it;
}

static wend_result use_memories_def(const range_trial *t)
{
    wend_memories_def def = wend_memories_def_default();
    t->set(&def, t->range, t->value);
    wend_memories *it;
    const wend_result result = wend_memories_create(&def, &it);
    wend_memories_destroy(it);
    return result;
}

static wend_result use_memory_kind(const range_trial *t)
{
    wend_memory_kind kind = wend_memory_kind_default();
    wend_memories *it = make();
    t->set(&kind, t->range, t->value);
    const wend_result result = wend_memories_set_kind(it, 3, &kind);
    wend_memories_destroy(it);
    return result;
}

static wend_result use_observation(const range_trial *t)
{
    wend_memory_observation observation = wend_memory_observation_default();
    wend_memories *it = make();
    t->set(&observation, t->range, t->value);
    const wend_result result = wend_memories_observe(it, 1, &observation);
    wend_memories_destroy(it);
    return result;
}

static wend_result use_senses_options(const range_trial *t)
{
    wend_memory_senses_options options = wend_memory_senses_options_default();
    const wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = NULL;
    wend_memories *it = make();
    (void)wend_senses_create(&def, &senses);
    t->set(&options, t->range, t->value);
    const wend_result result = wend_memories_observe_senses(it, senses, &options, NULL);
    wend_senses_destroy(senses);
    wend_memories_destroy(it);
    return result;
}

static wend_result use_memory_query(const range_trial *t)
{
    wend_memory_query query = wend_memory_query_default();
    const wend_memory_observation observation = wend_memory_observation_default();
    wend_memories *it = make();
    wend_memory memory;
    const wend_vec3 origin = {0, 0, 0};
    (void)wend_memories_observe(it, 1, &observation);
    t->set(&query, t->range, t->value);
    const bool has_one = wend_memories_nearest(it, 1, origin, &query, &memory);
    wend_memories_destroy(it);
    return has_one ? WEND_OK : WEND_ERROR_ARGUMENT;
}

static wend_result use_memory_list(const range_trial *t)
{
    wend_memory_query query = wend_memory_query_default();
    wend_memories *it = make();
    size_t count;
    t->set(&query, t->range, t->value);
    const wend_result result = wend_memories_list(it, 1, &query, NULL, 0, &count);
    wend_memories_destroy(it);
    return result;
}

static wend_result use_guess_options(const range_trial *t)
{
    wend_memory_guess_options options = wend_memory_guess_options_default();
    const wend_memory_observation observation = wend_memory_observation_default();
    wend_memories *it = make();
    wend_grid_def grid_def = wend_grid_def_default();
    wend_grid *grid = NULL;
    wend_vec3 position;
    grid_def.width = grid_def.height = 4;
    grid_def.class_count = 3;
    (void)wend_grid_create(&grid_def, &grid);
    options.grid = grid;
    (void)wend_memories_observe(it, 1, &observation);
    t->set(&options, t->range, t->value);
    const wend_result result = wend_memories_guess(it, 1, 0, &options, &position);
    wend_memories_destroy(it);
    wend_grid_destroy(grid);
    return result;
}

static wend_result use_markers_def(const range_trial *t)
{
    wend_markers_def def = wend_markers_def_default();
    t->set(&def, t->range, t->value);
    wend_markers *it;
    const wend_result result = wend_markers_create(&def, &it);
    wend_markers_destroy(it);
    return result;
}

static wend_result use_marker(const range_trial *t)
{
    const wend_markers_def def = wend_markers_def_default();
    wend_marker marker = wend_marker_default();
    wend_markers *it = NULL;
    (void)wend_markers_create(&def, &it);
    t->set(&marker, t->range, t->value);
    const wend_result result = wend_markers_add(it, &marker, NULL);
    wend_markers_destroy(it);
    return result;
}

static wend_result use_marker_query(const range_trial *t)
{
    const wend_markers_def def = wend_markers_def_default();
    wend_marker_query query = wend_marker_query_default();
    wend_markers *it = NULL;
    size_t count;
    const wend_vec3 origin = {0, 0, 0};
    (void)wend_markers_create(&def, &it);
    t->set(&query, t->range, t->value);
    const wend_result result = wend_markers_in_circle(it, origin, 1, &query, NULL, 0, &count);
    wend_markers_destroy(it);
    return result;
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = def.height = 4;
    def.class_count = 3;
    (void)wend_grid_create(&def, &grid);
    return grid;
}

static wend_result use_smell_def(const range_trial *t)
{
    wend_smell_def def = wend_smell_def_default();
    wend_grid *grid = make_grid();
    def.grid = grid;
    t->set(&def, t->range, t->value);
    wend_smell *it;
    const wend_result result = wend_smell_create(&def, &it);
    wend_smell_destroy(it);
    wend_grid_destroy(grid);
    return result;
}

static wend_result use_smell_source(const range_trial *t)
{
    wend_smell_def def = wend_smell_def_default();
    wend_smell_source source = wend_smell_source_default();
    wend_grid *grid = make_grid();
    wend_smell *it = NULL;
    wend_smell_id id;
    def.grid = grid;
    (void)wend_smell_create(&def, &it);
    t->set(&source, t->range, t->value);
    const wend_result result = wend_smell_add_source(it, &source, &id);
    wend_smell_destroy(it);
    wend_grid_destroy(grid);
    return result;
}

static wend_result use_nose(const range_trial *t)
{
    wend_smell_def def = wend_smell_def_default();
    wend_nose nose = wend_nose_default();
    wend_grid *grid = make_grid();
    wend_smell *it = NULL;
    size_t count;
    const wend_vec2 at = {1, 1};
    def.grid = grid;
    (void)wend_smell_create(&def, &it);
    t->set(&nose, t->range, t->value);
    const wend_result result = wend_smell_at(it, at, &nose, NULL, 0, &count);
    wend_smell_destroy(it);
    wend_grid_destroy(grid);
    return result;
}

static const range items[] = {
    {FIELD(wend_smell_def, movement_class), RANGE_UINT32, 0, 2, use_smell_def, 0},
    {FIELD(wend_smell_def, team), RANGE_UINT32, 0, WEND_GRID_TEAMS_MAX - 1, use_smell_def, 0},
    {FIELD(wend_smell_def, trail_limit), RANGE_UINT32, 0, WEND_SMELL_TRAIL_MAX, use_smell_def, 0},
    {FIELD(wend_smell_def, trail_half_life), RANGE_UINT64, 1, 281474976710656.0, use_smell_def, 0},
    {FIELD(wend_smell_def, trail_strength), RANGE_DOUBLE, 0, 1, use_smell_def, 0},
    {FIELD(wend_smell_def, trail_radius), RANGE_DOUBLE, 0, WEND_SMELL_TRAIL_RADIUS_MAX,
     use_smell_def, 0},
    {FIELD(wend_smell_source, kind), RANGE_UINT32, 0, WEND_SMELL_KINDS_MAX - 1, use_smell_source,
     0},
    {FIELD(wend_smell_source, radius), RANGE_DOUBLE, 0, WEND_SMELL_RADIUS_MAX, use_smell_source, 0},
    {FIELD(wend_smell_source, intensity), RANGE_DOUBLE, 0, 65535, use_smell_source, 0},
    {FIELD(wend_smell_source, user), RANGE_UINT64, 0, 18446744073709549568.0, use_smell_source,
     RANGE_ANY_ABOVE},
    {FIELD(wend_nose, threshold), RANGE_DOUBLE, 0, (double)INFINITY, use_nose, 0},
    {FIELD(wend_nose, sensitivity), RANGE_DOUBLE, 0, 1024, use_nose, 0},
    {FIELD(wend_nose, kinds), RANGE_UINT64, 0, 18446744073709549568.0, use_nose, RANGE_ANY_ABOVE},
    {FIELD(wend_markers_def, marker_limit), RANGE_UINT32, 1, WEND_MARKERS_MAX, use_markers_def, 0},
    {FIELD(wend_markers_def, cell_size), RANGE_DOUBLE, 1.0 / 1024, 1073741824, use_markers_def, 0},
    {FIELD(wend_marker, kind), RANGE_UINT32, 0, WEND_MARKERS_KINDS_MAX - 1, use_marker, 0},
    {FIELD(wend_marker, value), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_marker, 0},
    {FIELD(wend_marker, source), RANGE_UINT64, 0, 18446744073709549568.0, use_marker,
     RANGE_ANY_ABOVE},
    {FIELD(wend_marker, user), RANGE_UINT64, 0, 18446744073709549568.0, use_marker,
     RANGE_ANY_ABOVE},
    {FIELD(wend_marker, lifetime), RANGE_UINT64, 0, 281474976710656.0, use_marker, 0},
    {FIELD(wend_marker, tick), RANGE_UINT64, 0, 18446744073709549568.0, use_marker,
     RANGE_ANY_ABOVE},
    {FIELD(wend_marker_query, kinds), RANGE_UINT64, 0, 18446744073709549568.0, use_marker_query,
     RANGE_ANY_ABOVE},
    {FIELD(wend_marker_query, max_age), RANGE_UINT64, 0, 18446744073709549568.0, use_marker_query,
     RANGE_ANY_ABOVE},
    {FIELD(wend_marker_query, max_distance), RANGE_DOUBLE, 0, (double)INFINITY, use_marker_query,
     0},
    {FIELD(wend_marker_query, max_height_difference), RANGE_DOUBLE, 0, (double)INFINITY,
     use_marker_query, 0},
    {FIELD(wend_marker_query, stops), RANGE_UINT32, 0, UINT32_MAX, use_marker_query,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memories_def, record_limit), RANGE_UINT32, 1, WEND_MEMORIES_RECORDS_MAX,
     use_memories_def, 0},
    {FIELD(wend_memories_def, tick_seconds), RANGE_DOUBLE, 1.0 / 1048576, 3600, use_memories_def,
     0},
    {FIELD(wend_memories_def, velocity_blend), RANGE_DOUBLE, 0, 1, use_memories_def, 0},
    {FIELD(wend_memories_def, velocity_gap), RANGE_UINT64, 0, 281474976710656.0, use_memories_def,
     0},
    {FIELD(wend_memories_def, share_certainty), RANGE_DOUBLE, 1.0 / 1048576, 1, use_memories_def,
     0},
    {FIELD(wend_memories_def, danger_distance), RANGE_DOUBLE, 1.0 / 1048576, 1073741824,
     use_memories_def, 0},
    {FIELD(wend_memory_kind, half_life), RANGE_UINT64, 0, 281474976710656.0, use_memory_kind, 0},
    {FIELD(wend_memory_kind, threshold), RANGE_DOUBLE, 0, 1, use_memory_kind, 0},
    {FIELD(wend_memory_kind, weight), RANGE_DOUBLE, 0, 1024, use_memory_kind, 0},
    {FIELD(wend_memory_kind, guess_seconds), RANGE_DOUBLE, 0, 1048576, use_memory_kind, 0},
    {FIELD(wend_memory_kind, guess_distance), RANGE_DOUBLE, 0, 1073741824, use_memory_kind, 0},
    {FIELD(wend_memory_kind, max_speed), RANGE_DOUBLE, 0, 65536, use_memory_kind, 0},
    {FIELD(wend_memory_observation, kind), RANGE_UINT32, 0, WEND_MEMORIES_KINDS_MAX - 1,
     use_observation, 0},
    {FIELD(wend_memory_observation, subject), RANGE_UINT64, 0, 18446744073709549568.0,
     use_observation, RANGE_ANY_ABOVE},
    {FIELD(wend_memory_observation, team), RANGE_UINT32, 0, UINT32_MAX, use_observation,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memory_observation, sense), RANGE_UINT32, 0, UINT32_MAX, use_observation,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memory_observation, value), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_observation, 0},
    {FIELD(wend_memory_observation, danger), RANGE_DOUBLE, 0, 1048576, use_observation, 0},
    {FIELD(wend_memory_observation, certainty), RANGE_DOUBLE, 0x1p-1074, 1, use_observation, 0},
    {FIELD(wend_memory_senses_options, sight), RANGE_DOUBLE, 0, 1, use_senses_options, 0},
    {FIELD(wend_memory_senses_options, hearing), RANGE_DOUBLE, 0, 1, use_senses_options, 0},
    {FIELD(wend_memory_senses_options, touch), RANGE_DOUBLE, 0, 1, use_senses_options, 0},
    {FIELD(wend_memory_senses_options, smell), RANGE_DOUBLE, 0, 1, use_senses_options, 0},
    {FIELD(wend_memory_senses_options, identifying), RANGE_UINT32, 0, UINT32_MAX,
     use_senses_options, RANGE_ANY_ABOVE},
    {FIELD(wend_memory_senses_options, unknown_subject), RANGE_UINT64, 0, 9223372036854775808.0,
     use_senses_options, RANGE_ANY_ABOVE}, /* the next double is far above */
    {FIELD(wend_memory_senses_options, unknown_kind), RANGE_UINT32, 0, WEND_MEMORIES_KINDS_MAX - 1,
     use_senses_options, 0},
    {FIELD(wend_memory_senses_options, unknown_danger), RANGE_DOUBLE, 0, 1048576,
     use_senses_options, 0},
    {FIELD(wend_memory_senses_options, hostile_danger), RANGE_DOUBLE, 0, 1048576,
     use_senses_options, 0},
    {FIELD(wend_memory_query, kinds), RANGE_UINT64, 0, 18446744073709549568.0, use_memory_list,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memory_query, senses), RANGE_UINT32, 0, UINT32_MAX, use_memory_list,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memory_query, teams), RANGE_UINT32, 0, WEND_MEMORY_TEAMS_OTHERS, use_memory_list,
     0},
    {FIELD(wend_memory_query, team), RANGE_UINT32, 0, UINT32_MAX, use_memory_list, RANGE_ANY_ABOVE},
    {FIELD(wend_memory_query, max_age), RANGE_UINT64, 0, 18446744073709549568.0, use_memory_list,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memory_query, min_certainty), RANGE_DOUBLE, 0, 1, use_memory_query, 0},
    {FIELD(wend_memory_query, max_distance), RANGE_DOUBLE, 0, (double)INFINITY, use_memory_query,
     0},
    {FIELD(wend_memory_guess_options, stops), RANGE_UINT32, 0, UINT32_MAX, use_guess_options,
     RANGE_ANY_ABOVE},
    {FIELD(wend_memory_guess_options, movement_class), RANGE_UINT32, 0, 2, use_guess_options, 0},
    {FIELD(wend_memory_guess_options, radius), RANGE_DOUBLE, 0, 1048576, use_guess_options, 0},
};

const range_list ranges_memory = {items, sizeof items / sizeof *items};
