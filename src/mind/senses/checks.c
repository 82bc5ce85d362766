/* Default definitions of the senses, and checks of what definitions and files hold. */
#include "mind/senses/store.h"

#include "base/core/message.h"
#include "base/math/clamp.h"
#include "wend/grid.h"

#include <float.h>
#include <string.h>

enum {
    SENSES_COOKIE = 0x534E5331,
    PROFILE_COOKIE = 0x534E5031,
    SOURCE_COOKIE = 0x534E4F31,
    OBSERVER_COOKIE = 0x534E4231,
    LAMP_COOKIE = 0x534E4C31,
    NOISE_COOKIE = 0x534E4E31,
    TOUCH_COOKIE = 0x534E5431
};

static const double PI = 3.141592653589793;
static const double BODY_MOST = 1024, DECIBELS_MOST = 1000, RADIANS_MOST = 1000;

wend_senses_def wend_senses_def_default(void)
{
    wend_senses_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SENSES_COOKIE;
    def.tick_seconds = 0.05;
    def.cell_size = 8;
    def.target_limit = 8;
    def.perception_limit = 16;
    def.ambient = 1;
    def.muffling = 15;
    def.corner_loss = 6;
    return def;
}

wend_sense_profile wend_sense_profile_default(void)
{
    wend_sense_profile profile;
    memset(&profile, 0, sizeof profile);
    profile.cookie = PROFILE_COOKIE;
    profile.sight_range = 30;
    profile.sight_angle = 2 * PI / 3;
    profile.peripheral_range = 15;
    profile.peripheral_angle = PI;
    profile.peripheral_acuity = 0.5;
    profile.points = WEND_SIGHT_ALL;
    profile.notice_seconds = 0.2;
    profile.notice_seconds_far = 1;
    profile.forget_seconds = 2;
    profile.min_light = 0.05;
    profile.hearing_threshold = 20;
    profile.hearing_clear = 20;
    profile.sight_stops = WEND_STOPS_SIGHT;
    profile.shot_stops = WEND_STOPS_SHOT;
    profile.sound_stops = WEND_STOPS_SOUND;
    profile.groups = UINT32_MAX;
    return profile;
}

wend_source wend_source_default(void)
{
    wend_source source;
    memset(&source, 0, sizeof source);
    source.cookie = SOURCE_COOKIE;
    source.radius = 0.3;
    source.height = 1.8;
    source.groups = 1;
    source.team = WEND_TEAM_NONE;
    source.visibility = 1;
    source.is_active = true;
    return source;
}

wend_observer wend_observer_default(void)
{
    wend_observer observer;
    memset(&observer, 0, sizeof observer);
    observer.cookie = OBSERVER_COOKIE;
    observer.eye_height = 1.6;
    observer.team = WEND_TEAM_NONE;
    observer.every = 1;
    observer.is_active = true;
    return observer;
}

wend_lamp wend_lamp_default(void)
{
    wend_lamp lamp;
    memset(&lamp, 0, sizeof lamp);
    lamp.cookie = LAMP_COOKIE;
    lamp.radius = 10;
    lamp.strength = 1;
    lamp.stops = WEND_STOPS_SIGHT;
    lamp.is_on = true;
    return lamp;
}

wend_noise wend_noise_default(void)
{
    wend_noise noise;
    memset(&noise, 0, sizeof noise);
    noise.cookie = NOISE_COOKIE;
    noise.loudness = 60;
    noise.groups = 1;
    noise.team = WEND_TEAM_NONE;
    return noise;
}

wend_touch wend_touch_default(void)
{
    wend_touch touch;
    memset(&touch, 0, sizeof touch);
    touch.cookie = TOUCH_COOKIE;
    touch.strength = 1;
    touch.groups = 1;
    touch.team = WEND_TEAM_NONE;
    return touch;
}

/* ---- checks ---- */

/* A check of many fields ends at the first one that is wrong. */
typedef struct field_check {
    wend_message *message;
    const char *function;
    wend_result result;
} field_check;

static void range(field_check *c, const char *field, double value, double low, double high)
{
    if (c->result == WEND_OK && !(value >= low && value <= high)) {
        c->result = wendi_refuse(c->message, c->function, field, value, low, high);
    }
}

static void above(field_check *c, const char *field, double value, double high)
{
    if (c->result == WEND_OK && !(value > 0 && value <= high)) {
        c->result = wendi_fail(
            c->message, WEND_ERROR_ARGUMENT, "%s: %s is %s, and must be above 0 and at most %s",
            c->function, field, wendi_format_number(value).text, wendi_format_number(high).text);
    }
}

static void place(field_check *c, wend_vec3 position)
{
    if (c->result == WEND_OK) {
        c->result = wendi_check_vec3(c->message, c->function, "position", position);
    }
}

static void finite(field_check *c, const char *field, double value)
{
    range(c, field, value, -DBL_MAX, DBL_MAX);
}

static void team(field_check *c, uint32_t value)
{
    if (value != WEND_TEAM_NONE) {
        range(c, "team", value, 0, 31);
    }
}

static bool has_cookie(field_check *c, uint32_t cookie, uint32_t expected, const char *maker)
{
    if (c->result == WEND_OK && cookie != expected) {
        c->result = wendi_refuse_cookie(c->message, c->function, cookie, maker);
    }
    return c->result == WEND_OK;
}

wend_result wendi_senses_check_def(const wend_senses_def *def, wend_message *m,
                                   const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, def->cookie, SENSES_COOKIE, "wend_senses_def_default")) {
        return c.result;
    }
    above(&c, "tick_seconds", def->tick_seconds, 60);
    range(&c, "cell_size", def->cell_size, 1, WEND_COORDINATE_MAX);
    range(&c, "target_limit", def->target_limit, 1, WEND_SENSES_TARGETS_MAX);
    range(&c, "perception_limit", def->perception_limit, def->target_limit, WEND_SENSES_KEPT_MAX);
    range(&c, "ambient", def->ambient, 0, 1);
    range(&c, "muffling", def->muffling, 0, DECIBELS_MOST);
    range(&c, "corner_loss", def->corner_loss, 0, DECIBELS_MOST);
    return c.result;
}

wend_result wendi_senses_check_profile(const wend_sense_profile *profile, wend_message *m,
                                       const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, profile->cookie, PROFILE_COOKIE, "wend_sense_profile_default")) {
        return c.result;
    }
    range(&c, "sight_range", profile->sight_range, 0, WEND_COORDINATE_MAX);
    range(&c, "sight_angle", profile->sight_angle, 0, 2 * PI);
    range(&c, "peripheral_range", profile->peripheral_range, 0, WEND_COORDINATE_MAX);
    range(&c, "peripheral_angle", profile->peripheral_angle, 0, 2 * PI);
    range(&c, "peripheral_acuity", profile->peripheral_acuity, 0, 1);
    range(&c, "points", profile->points, 1, WEND_SIGHT_ALL);
    range(&c, "notice_seconds", profile->notice_seconds, 0, 3600);
    range(&c, "notice_seconds_far", profile->notice_seconds_far, 0, 3600);
    range(&c, "forget_seconds", profile->forget_seconds, 0, 86400);
    range(&c, "min_fraction", profile->min_fraction, 0, 1);
    range(&c, "min_light", profile->min_light, 0, 1);
    if (!(profile->hearing_threshold > DBL_MAX)) {
        range(&c, "hearing_threshold", profile->hearing_threshold, -DECIBELS_MOST, DECIBELS_MOST);
    }
    above(&c, "hearing_clear", profile->hearing_clear, DECIBELS_MOST);
    return c.result;
}

wend_result wendi_senses_check_source(const wend_source *source, wend_message *m,
                                      const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, source->cookie, SOURCE_COOKIE, "wend_source_default")) {
        return c.result;
    }
    place(&c, source->position);
    range(&c, "radius", source->radius, 0, BODY_MOST);
    range(&c, "height", source->height, 0, BODY_MOST);
    team(&c, source->team);
    range(&c, "light", source->light, 0, 1);
    range(&c, "visibility", source->visibility, 0, 1);
    finite(&c, "reaction", source->reaction);
    range(&c, "body.index1", source->body.index1, 0, WEND_CROWD_BODIES_MAX);
    return c.result;
}

wend_result wendi_senses_check_observer(const wend_observer *observer, uint32_t profile_count,
                                        wend_message *m, const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, observer->cookie, OBSERVER_COOKIE, "wend_observer_default")) {
        return c.result;
    }
    place(&c, observer->position);
    range(&c, "eye_height", observer->eye_height, 0, BODY_MOST);
    range(&c, "heading", observer->heading, -RADIANS_MOST, RADIANS_MOST);
    team(&c, observer->team);
    range(&c, "every", observer->every, 1, WEND_SENSES_EVERY_MAX);
    range(&c, "body.index1", observer->body.index1, 0, WEND_CROWD_BODIES_MAX);
    if (c.result == WEND_OK && observer->profile >= profile_count) {
        c.result = wendi_refuse_index(m, function, "profile", observer->profile, "profiles",
                                      profile_count);
    }
    return c.result;
}

wend_result wendi_senses_check_lamp(const wend_lamp *lamp, wend_message *m, const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, lamp->cookie, LAMP_COOKIE, "wend_lamp_default")) {
        return c.result;
    }
    place(&c, lamp->position);
    above(&c, "radius", lamp->radius, WEND_COORDINATE_MAX);
    range(&c, "strength", lamp->strength, 0, 1);
    return c.result;
}

wend_result wendi_senses_check_noise(const wend_noise *noise, wend_message *m, const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, noise->cookie, NOISE_COOKIE, "wend_noise_default")) {
        return c.result;
    }
    place(&c, noise->position);
    range(&c, "loudness", noise->loudness, -DECIBELS_MOST, DECIBELS_MOST);
    team(&c, noise->team);
    finite(&c, "reaction", noise->reaction);
    return c.result;
}

wend_result wendi_senses_check_touch(const wend_touch *touch, wend_message *m, const char *function)
{
    field_check c = {m, function, WEND_OK};
    if (!has_cookie(&c, touch->cookie, TOUCH_COOKIE, "wend_touch_default")) {
        return c.result;
    }
    place(&c, touch->position);
    finite(&c, "strength", touch->strength);
    team(&c, touch->team);
    finite(&c, "reaction", touch->reaction);
    return c.result;
}

/* ---- what follows from definitions ---- */

void wendi_senses_derive_observer(wendi_sense_observer *observer)
{
    observer->facing =
        (wend_vec2){wend_cos(observer->def.heading), wend_sin(observer->def.heading)};
}

/* All around is below every cosine, whatever is rounded. */
static double square_cosine_of_half(double angle)
{
    const double cosine = angle < 2 * PI ? wend_cos(angle / 2) : -2;
    return cosine < 0 ? -(cosine * cosine) : cosine * cosine;
}

static double square_of_range(double range)
{
    return range > 0 ? range * range : -1;
}

void wendi_senses_derive_profile(wendi_sense_profile *profile)
{
    profile->square_cosine = square_cosine_of_half(profile->def.sight_angle);
    profile->square_peripheral_cosine = square_cosine_of_half(profile->def.peripheral_angle);
    profile->square_range = square_of_range(profile->def.sight_range);
    profile->square_peripheral_range = square_of_range(profile->def.peripheral_range);
    profile->reach = wendi_max(profile->def.sight_range, profile->def.peripheral_range);
    const double half = 0.5 * wendi_max(profile->def.sight_angle, profile->def.peripheral_angle);
    profile->cosine = wend_cos(half);
    profile->sine = wend_sin(half);
}
