/* Ranges of the senses. */
#include "ranges.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

static wend_result use_senses_def(const range_trial *t)
{
    wend_senses_def def = wend_senses_def_default();
    t->set(&def, t->range, t->value);
    wend_senses *it;
    const wend_result result = wend_senses_create(&def, &it);
    wend_senses_destroy(it);
    return result;
}

/* Senses with one profile. */
static wend_senses *make_senses(void)
{
    const wend_senses_def def = wend_senses_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *it;
    uint32_t number;
    return wend_senses_create(&def, &it) == WEND_OK &&
                   wend_senses_add_profile(it, &profile, &number) == WEND_OK
               ? it
               : NULL;
}

static wend_result use_profile(const range_trial *t)
{
    wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses = make_senses();
    uint32_t number;
    t->set(&profile, t->range, t->value);
    const wend_result result = wend_senses_add_profile(senses, &profile, &number);
    wend_senses_destroy(senses);
    return result;
}

static wend_result use_source(const range_trial *t)
{
    wend_source source = wend_source_default();
    wend_senses *senses = make_senses();
    wend_source_id id;
    t->set(&source, t->range, t->value);
    const wend_result result = wend_senses_add_source(senses, &source, &id);
    wend_senses_destroy(senses);
    return result;
}

static wend_result use_observer(const range_trial *t)
{
    wend_observer observer = wend_observer_default();
    wend_senses *senses = make_senses();
    wend_observer_id id;
    t->set(&observer, t->range, t->value);
    const wend_result result = wend_senses_add_observer(senses, &observer, &id);
    wend_senses_destroy(senses);
    return result;
}

static wend_result use_lamp(const range_trial *t)
{
    wend_lamp lamp = wend_lamp_default();
    wend_senses *senses = make_senses();
    wend_lamp_id id;
    t->set(&lamp, t->range, t->value);
    const wend_result result = wend_senses_add_lamp(senses, &lamp, &id);
    wend_senses_destroy(senses);
    return result;
}

static wend_result use_noise(const range_trial *t)
{
    wend_noise noise = wend_noise_default();
    wend_senses *senses = make_senses();
    t->set(&noise, t->range, t->value);
    const wend_result result = wend_senses_add_noise(senses, &noise);
    wend_senses_destroy(senses);
    return result;
}

static wend_result use_touch(const range_trial *t)
{
    wend_touch touch = wend_touch_default();
    wend_senses *senses = make_senses();
    const wend_observer observer = wend_observer_default();
    wend_observer_id id;
    wend_result result = wend_senses_add_observer(senses, &observer, &id);
    t->set(&touch, t->range, t->value);
    result = result == WEND_OK ? wend_senses_add_touch(senses, id, &touch) : result;
    wend_senses_destroy(senses);
    return result;
}

#define FULL_ANGLE (2 * 3.141592653589793)
#define ANY_U32(type, field, use)                                                                  \
    {                                                                                              \
        FIELD(type, field), RANGE_UINT32, 0, UINT32_MAX, use, RANGE_ANY_ABOVE                      \
    }
#define ANY_U64(type, field, use)                                                                  \
    {                                                                                              \
        FIELD(type, field), RANGE_UINT64, 0, 18446744073709549568.0, use, RANGE_ANY_ABOVE          \
    }

static const range items[] = {
    {FIELD(wend_senses_def, tick_seconds), RANGE_DOUBLE, DBL_MIN, 60, use_senses_def,
     RANGE_ANY_BELOW},
    {FIELD(wend_senses_def, cell_size), RANGE_DOUBLE, 1, WEND_COORDINATE_MAX, use_senses_def, 0},
    {FIELD(wend_senses_def, target_limit), RANGE_UINT32, 1, 16, use_senses_def, 0},
    {FIELD(wend_senses_def, perception_limit), RANGE_UINT32, 8, WEND_SENSES_KEPT_MAX,
     use_senses_def, 0},
    {FIELD(wend_senses_def, ambient), RANGE_DOUBLE, 0, 1, use_senses_def, 0},
    {FIELD(wend_senses_def, muffling), RANGE_DOUBLE, 0, 1000, use_senses_def, 0},
    {FIELD(wend_senses_def, corner_loss), RANGE_DOUBLE, 0, 1000, use_senses_def, 0},
    {FIELD(wend_sense_profile, sight_range), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_profile, 0},
    {FIELD(wend_sense_profile, sight_angle), RANGE_DOUBLE, 0, FULL_ANGLE, use_profile, 0},
    {FIELD(wend_sense_profile, peripheral_range), RANGE_DOUBLE, 0, WEND_COORDINATE_MAX, use_profile,
     0},
    {FIELD(wend_sense_profile, peripheral_angle), RANGE_DOUBLE, 0, FULL_ANGLE, use_profile, 0},
    {FIELD(wend_sense_profile, peripheral_acuity), RANGE_DOUBLE, 0, 1, use_profile, 0},
    {FIELD(wend_sense_profile, points), RANGE_UINT32, 1, WEND_SIGHT_ALL, use_profile, 0},
    {FIELD(wend_sense_profile, notice_seconds), RANGE_DOUBLE, 0, 3600, use_profile, 0},
    {FIELD(wend_sense_profile, notice_seconds_far), RANGE_DOUBLE, 0, 3600, use_profile, 0},
    {FIELD(wend_sense_profile, forget_seconds), RANGE_DOUBLE, 0, 86400, use_profile, 0},
    {FIELD(wend_sense_profile, min_fraction), RANGE_DOUBLE, 0, 1, use_profile, 0},
    {FIELD(wend_sense_profile, min_light), RANGE_DOUBLE, 0, 1, use_profile, 0},
    {FIELD(wend_sense_profile, hearing_threshold), RANGE_DOUBLE, -1000, 1000, use_profile, 0},
    {FIELD(wend_sense_profile, hearing_clear), RANGE_DOUBLE, DBL_MIN, 1000, use_profile,
     RANGE_ANY_BELOW},
    ANY_U32(wend_sense_profile, sight_stops, use_profile),
    ANY_U32(wend_sense_profile, shot_stops, use_profile),
    ANY_U32(wend_sense_profile, sound_stops, use_profile),
    ANY_U32(wend_sense_profile, groups, use_profile),
    {FIELD(wend_source, radius), RANGE_DOUBLE, 0, 1024, use_source, 0},
    {FIELD(wend_source, height), RANGE_DOUBLE, 0, 1024, use_source, 0},
    ANY_U32(wend_source, tag, use_source),
    ANY_U32(wend_source, groups, use_source),
    {FIELD(wend_source, team), RANGE_UINT32, 0, 31, use_source, 0},
    {FIELD(wend_source, light), RANGE_DOUBLE, 0, 1, use_source, 0},
    {FIELD(wend_source, visibility), RANGE_DOUBLE, 0, 1, use_source, 0},
    {FIELD(wend_source, reaction), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_source, 0},
    ANY_U64(wend_source, user, use_source),
    {FIELD(wend_observer, eye_height), RANGE_DOUBLE, 0, 1024, use_observer, 0},
    {FIELD(wend_observer, heading), RANGE_DOUBLE, -1000, 1000, use_observer, 0},
    {FIELD(wend_observer, profile), RANGE_UINT32, 0, 0, use_observer, 0},
    {FIELD(wend_observer, team), RANGE_UINT32, 0, 31, use_observer, 0},
    ANY_U32(wend_observer, hostile_teams, use_observer),
    {FIELD(wend_observer, every), RANGE_UINT32, 1, WEND_SENSES_EVERY_MAX, use_observer, 0},
    ANY_U64(wend_observer, user, use_observer),
    {FIELD(wend_lamp, radius), RANGE_DOUBLE, DBL_MIN, WEND_COORDINATE_MAX, use_lamp,
     RANGE_ANY_BELOW},
    {FIELD(wend_lamp, strength), RANGE_DOUBLE, 0, 1, use_lamp, 0},
    ANY_U32(wend_lamp, stops, use_lamp),
    ANY_U64(wend_lamp, user, use_lamp),
    {FIELD(wend_noise, loudness), RANGE_DOUBLE, -1000, 1000, use_noise, 0},
    ANY_U32(wend_noise, tag, use_noise),
    ANY_U32(wend_noise, groups, use_noise),
    {FIELD(wend_noise, team), RANGE_UINT32, 0, 31, use_noise, 0},
    {FIELD(wend_noise, reaction), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_noise, 0},
    ANY_U64(wend_noise, user, use_noise),
    {FIELD(wend_touch, strength), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_touch, 0},
    ANY_U32(wend_touch, tag, use_touch),
    ANY_U32(wend_touch, groups, use_touch),
    {FIELD(wend_touch, team), RANGE_UINT32, 0, 31, use_touch, 0},
    {FIELD(wend_touch, reaction), RANGE_DOUBLE, -DBL_MAX, DBL_MAX, use_touch, 0},
    ANY_U64(wend_touch, user, use_touch),
};

const range_list ranges_senses = {items, sizeof items / sizeof *items};
