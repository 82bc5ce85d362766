/* Noises: their listeners, and the level at each.
 * Cost: for each noise the observers in its reach, a ray for each, through all walls or as many as make
 * it silent; and a way around corners where that could be louder. */
#include "mind/senses/store.h"

#include "base/core/message.h"
#include "base/math/clamp.h"
#include "base/math/predicates.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double DECIBELS = 8.685889638065037; /* 20 / ln 10 */

double wendi_senses_distance_loss(double distance)
{
    return distance > 1 ? DECIBELS * wend_log(distance) : 0;
}

static double distance_3d(wend_vec3 a, wend_vec3 b)
{
    const double x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return wend_sqrt(x * x + y * y + z * z);
}

static double muffling_of(const wend_senses *senses, uint64_t user)
{
    uint32_t low = 0, high = senses->material_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (senses->materials[middle].user < user) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < senses->material_count && senses->materials[low].user == user
               ? senses->materials[low].decibels
               : senses->muffling;
}

/* True where a polygon is listed for the second, fourth, ... time: the way leaves it. */
static bool leaves(const wend_senses *senses, const wend_wall_crossing *crossings, size_t index)
{
    size_t before = 0;
    for (size_t i = 0; i < index; i++) {
        before += crossings[i].wall.index1 == crossings[index].wall.index1 ? 1 : 0;
    }
    wend_wall wall;
    return before % 2 == 1 &&
           wend_walls_get(senses->walls, crossings[index].wall, &wall) == WEND_OK &&
           wall.is_polygon;
}

double wendi_senses_muffled_level(const wend_senses *senses, double level, wend_vec3 from,
                                  wend_vec3 ear, uint32_t stops, wendi_crossings_need *need,
                                  size_t *crossings)
{
    wend_wall_crossing list[WENDI_SENSES_CROSSINGS];
    *crossings = 0;
    if (senses->walls == NULL) {
        return level;
    }
    const wend_result result =
        wendi_walls_crossings_in_cells(senses->walls, wendi_senses_cells(senses), from, ear, stops,
                                       need, list, WENDI_SENSES_CROSSINGS, crossings);
    if (result == WEND_PARTIAL) {
        return -HUGE_VAL;
    }
    const size_t listed = *crossings < WENDI_SENSES_CROSSINGS ? *crossings : WENDI_SENSES_CROSSINGS;
    for (size_t i = 0; i < listed; i++) {
        if (!leaves(senses, list, i)) {
            level -= muffling_of(senses, list[i].user);
        }
    }
    return level - (double)(*crossings - listed) * senses->muffling;
}

double wendi_senses_corner_level(const wend_senses *senses, const wend_noise *noise, wend_vec3 ear,
                                 double straight_level, double least, double *length)
{
    /* no way is shorter than the straight one */
    if (senses->sound_paths.get_length == NULL || !(straight_level - senses->corner_loss > least)) {
        return -HUGE_VAL;
    }
    /* a way of this length is as loud as `least` */
    const double limit = wend_exp((noise->loudness - senses->corner_loss - least) / DECIBELS);
    *length =
        senses->sound_paths.get_length(senses->sound_paths.context, noise->position, ear, limit);
    if (!(*length >= 0 && *length <= DBL_MAX)) {
        return -HUGE_VAL;
    }
    const double level =
        noise->loudness - wendi_senses_distance_loss(*length) - senses->corner_loss;
    return level > least ? level : -HUGE_VAL;
}

/* ---- listeners ---- */

/* What is known of the levels of a noise for a profile without a logarithm for each listener. */
typedef struct noise_reach {
    uint32_t profile; /* UINT32_MAX: none */
    double sure;      /* up to this distance it is loud enough, walls apart; 0: not known */
    double one_wall;  /* beyond this distance any wall makes it silent */
} noise_reach;

static noise_reach reach_for(const wend_senses *senses, const wend_noise *noise, uint32_t profile,
                             double least)
{
    const double above = noise->loudness - senses->profiles[profile].def.hearing_threshold;
    noise_reach reach = {profile, 0, HUGE_VAL};
    if (above >= 0) {
        reach.sure = wend_exp(above / DECIBELS) * (1 - 1e-9);
    }
    if (least > 1e-3) {
        reach.one_wall = wend_exp((above - least + 2e-6) / DECIBELS) * (1 + 1e-9);
    }
    return reach;
}

static double straight_level_of(const wend_noise *noise, double distance)
{
    return noise->loudness - wendi_senses_distance_loss(distance);
}

/* Finds out whether a noise reaches a listener of its groups if nothing is between them.
 * @param sure see noise_reach. */
static bool reaches(const wend_senses *senses, const wend_noise *noise, uint32_t observer,
                    double sure, wendi_sense_pair *pair)
{
    const wendi_sense_observer *it = &senses->observers[observer];
    const bool is_own = noise->source.index1 != 0 && noise->source.index1 == it->def.self.index1 &&
                        noise->source.generation == it->def.self.generation;
    if (is_own) {
        return false;
    }
    pair->ear = it->def.position;
    pair->ear.z += it->def.eye_height;
    pair->observer = observer;
    pair->profile = it->def.profile;
    pair->distance = distance_3d(noise->position, pair->ear);
    if (pair->distance <= sure) {
        return true;
    }
    pair->has_level = true;
    pair->level = pair->straight_level = straight_level_of(noise, pair->distance);
    return pair->straight_level >= senses->profiles[pair->profile].def.hearing_threshold;
}

/* Metres at which a noise falls to the least threshold of any profile, and a bit. */
static double reach_of(const wend_noise *noise, double threshold)
{
    const double reach = wend_exp((noise->loudness - threshold) / DECIBELS) * (1 + 1e-12);
    return reach < 1 ? 1 : wendi_min(reach, 4 * WEND_COORDINATE_MAX);
}

/* True if levels are of use only where walls do not make a noise silent. */
static bool needs_few_levels(const wend_senses *senses)
{
    return senses->walls != NULL && senses->sound_paths.get_length == NULL;
}

static bool add_pair(wend_senses *senses, const wendi_sense_pair *pair)
{
    void *pairs = senses->pairs;
    const bool has_room = wendi_senses_reserve(&senses->allocator, &pairs, &senses->pair_capacity,
                                               sizeof *pair, (uint64_t)senses->pair_count + 1);
    senses->pairs = pairs;
    if (has_room) {
        senses->pairs[senses->pair_count++] = *pair;
    }
    return has_room;
}

static bool find_listeners(wend_senses *senses, uint32_t noise, double threshold)
{
    const wend_noise *it = &senses->noises[noise];
    if (!(it->loudness >= threshold)) {
        return true;
    }
    const double reach = reach_of(it, threshold);
    const wendi_sense_index *index = &senses->observer_index;
    const bool needs_few = needs_few_levels(senses);
    noise_reach known = {UINT32_MAX, 0, HUGE_VAL};
    wendi_sense_runs runs =
        wendi_sense_runs_make(index, (wend_vec2){it->position.x - reach, it->position.y - reach},
                              (wend_vec2){it->position.x + reach, it->position.y + reach});
    for (uint32_t begin, end; wendi_sense_runs_next(&runs, &begin, &end);) {
        for (uint32_t i = begin; i < end; i++) {
            const wendi_sense_entry *entry = &index->entries[i];
            const double x = entry->x - it->position.x, y = entry->y - it->position.y;
            if (x * x + y * y > reach * reach || (entry->groups & it->groups) == 0) {
                continue;
            }
            const uint32_t profile = senses->observers[entry->number].def.profile;
            if (needs_few && known.profile != profile) {
                known = reach_for(senses, it, profile, 0);
            }
            wendi_sense_pair pair = {.noise = noise};
            if (reaches(senses, it, entry->number, known.sure, &pair) && !add_pair(senses, &pair)) {
                return false;
            }
        }
    }
    return true;
}

static const wend_sense_profile *profile_of(const wend_senses *senses, const wendi_sense_pair *pair)
{
    return &senses->profiles[pair->profile].def;
}

/* The least that a wall takes, whatever its material. */
static double least_muffling(const wend_senses *senses)
{
    double least = senses->muffling;
    for (uint32_t i = 0; i < senses->material_count; i++) {
        least = wendi_min(least, senses->materials[i].decibels);
    }
    return least;
}

enum { SECTORS = 16, MUFFLE_BLOCK = 256 };

/* A noise and the walls around it that made it silent to its listeners so far.
 *
 *      \ 1 | 1 /       a sector is an eighth of the circle, cut once more where one coordinate is twice the
 *     2 \ | / 0        other; a wall in a sector most often is in the way to the next listener there, too
 */
typedef struct muffled_noise {
    uint32_t noise; /* UINT32_MAX: none */
    noise_reach reach;
    wendi_wall_fan fan; /* only what a single edge needs */
    uint32_t blockers1[SECTORS];
} muffled_noise;

static uint32_t sector_of(double x, double y)
{
    const double wide = fabs(x), high = fabs(y);
    return (uint32_t)(x < 0) | (uint32_t)(y < 0) << 1 | (uint32_t)(wide < high) << 2 |
           (uint32_t)(2 * wendi_min(wide, high) < wendi_max(wide, high)) << 3;
}

typedef struct muffle_job {
    wend_senses *senses;
    double least;
} muffle_job;

static void begin_noise(const muffle_job *job, muffled_noise *m, const wendi_sense_pair *pair)
{
    const wend_senses *senses = job->senses;
    const wend_noise *noise = &senses->noises[pair->noise];
    if (m->noise != pair->noise) {
        memset(m, 0, sizeof *m);
        m->noise = pair->noise;
        m->reach.profile = UINT32_MAX;
        m->fan.walls = senses->walls;
        m->fan.at = (wend_vec2){wendi_flush_coordinate(noise->position.x),
                                wendi_flush_coordinate(noise->position.y)};
    }
    if (m->reach.profile != pair->profile) {
        m->reach = reach_for(senses, noise, pair->profile, job->least);
        m->fan.stops[0] = m->fan.stops[1] = senses->profiles[pair->profile].def.sound_stops;
    }
}

/* True if the wall that made the noise silent in this direction does so again. */
static bool is_silent_again(const muffled_noise *m, const wendi_sense_pair *pair, uint32_t sector)
{
    return m->blockers1[sector] > 0 && !pair->has_level && pair->distance > m->reach.one_wall &&
           wendi_wall_fan_is_stopped_by(&m->fan, m->blockers1[sector] - 1,
                                        (wend_vec2){pair->ear.x, pair->ear.y}, 1e-29);
}

/* Walls beyond those that leave a noise audible need not be found; often one is in the way to several
 * listeners. */
static void muffle(void *context, size_t begin, size_t end)
{
    const muffle_job *job = context;
    wend_senses *senses = job->senses;
    muffled_noise m = {.noise = UINT32_MAX};
    wendi_crossings_need need = {.edge1 = 0};
    for (size_t i = begin; i < end; i++) {
        wendi_sense_pair *pair = &senses->pairs[i];
        const wend_sense_profile *profile = profile_of(senses, pair);
        const wend_noise *noise = &senses->noises[pair->noise];
        begin_noise(job, &m, pair);
        const uint32_t sector =
            sector_of(pair->ear.x - noise->position.x, pair->ear.y - noise->position.y);
        if (is_silent_again(&m, pair, sector)) {
            pair->level = -HUGE_VAL;
            pair->is_muffled = true;
            continue;
        }
        if (!pair->has_level) {
            pair->straight_level = straight_level_of(noise, pair->distance);
        }
        /* a bit more than what is above the threshold: roundings, see wendi_senses_listen */
        const double above = pair->straight_level - profile->hearing_threshold + 1e-6;
        need.most = above < job->least * 1e6 ? (size_t)(above / job->least) : SIZE_MAX;
        need.edge1 = m.blockers1[sector];
        size_t crossings;
        pair->level =
            wendi_senses_muffled_level(senses, pair->straight_level, noise->position, pair->ear,
                                       profile->sound_stops, &need, &crossings);
        pair->is_muffled = crossings > 0;
        m.blockers1[sector] = need.edge1;
    }
}

wend_result wendi_senses_listen(wend_senses *senses, const wend_executor *executor)
{
    double threshold = HUGE_VAL;
    senses->pair_count = 0;
    for (uint32_t i = 0; i < senses->profile_count; i++) {
        threshold = wendi_min(threshold, senses->profiles[i].def.hearing_threshold);
    }
    for (uint32_t i = 0; i < senses->noise_count; i++) {
        if (!find_listeners(senses, i, threshold)) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (senses->walls != NULL) {
        muffle_job job = {senses, least_muffling(senses)};
        wend_parallel_for(executor, senses->pair_count, MUFFLE_BLOCK, muffle, &job);
    }
    for (uint32_t i = 0; i < senses->pair_count; i++) {
        wendi_sense_pair *pair = &senses->pairs[i];
        const wend_sense_profile *profile = profile_of(senses, pair);
        if (!pair->is_muffled || senses->sound_paths.get_length == NULL) {
            continue;
        }
        /* what is not above the threshold is of no use, but at the threshold it is */
        const double least = wendi_max(pair->level, profile->hearing_threshold - 1e-9);
        double length = pair->distance;
        senses->info.paths += pair->straight_level - senses->corner_loss > least ? 1 : 0;
        const double level = wendi_senses_corner_level(
            senses, &senses->noises[pair->noise], pair->ear, pair->straight_level, least, &length);
        if (level > pair->level) {
            pair->level = level;
            pair->distance = length;
            pair->is_around_corner = true;
        }
    }
    return WEND_OK;
}

/* ---- asked from outside ---- */

double wend_senses_level_at(const wend_senses *senses, const wend_noise *noise, wend_vec3 position,
                            uint32_t sound_stops)
{
    if (senses == NULL || noise == NULL || wendi_senses_check_noise(noise, NULL, NULL) != WEND_OK ||
        wendi_check_vec3(NULL, NULL, NULL, position) != WEND_OK) {
        return -HUGE_VAL;
    }
    const double distance = distance_3d(noise->position, position);
    const double straight = noise->loudness - wendi_senses_distance_loss(distance);
    size_t crossings;
    double length = 0;
    const double level = wendi_senses_muffled_level(senses, straight, noise->position, position,
                                                    sound_stops, NULL, &crossings);
    const double around =
        crossings > 0 ? wendi_senses_corner_level(senses, noise, position, straight, level, &length)
                      : level;
    return wendi_max(level, around);
}

double wend_loudness_of_energy(double joules)
{
    return joules > 1e-12 ? 0.5 * DECIBELS * (wend_log(joules) - wend_log(1e-12)) : 0;
}
