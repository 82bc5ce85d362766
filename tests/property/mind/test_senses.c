/* Senses against plain twins on random worlds: every observer tests every source with single rays and
 * plain geometry, counts certainty on, and hears through walls that are tested one by one. */
#include "support/gen.h"
#include "support/pools.h"
#include "support/test.h"
#include "wend/grid.h"
#include "wend/sense.h"
#include "wend/walls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WALLS = 24, SOURCES = 20, OBSERVERS = 8, LAMPS = 4, TICKS = 12, NOISES = 3 };

static const double SIDE = 30, CLOSE = 1e-9;

/* What an observer knows of a source. */
typedef struct twin_memory {
    bool is_kept, is_noticed;
    double certainty;
    wend_vec3 position;
    uint32_t points, hittable;
} twin_memory;

typedef struct twin_world {
    uint64_t seed, drawn;
    wend_walls *walls;
    wend_walls *single[WALLS]; /* each wall alone */
    double decibels[WALLS];
    wend_senses *senses;
    wend_sense_profile profiles[2];
    wend_source sources[SOURCES];
    wend_source_id source_ids[SOURCES];
    wend_observer observers[OBSERVERS];
    wend_observer_id observer_ids[OBSERVERS];
    wend_lamp lamps[LAMPS];
    twin_memory memory[OBSERVERS][SOURCES];
    uint64_t last_look[OBSERVERS];
    wend_noise noises[NOISES];
    uint32_t noise_count, lamp_count;
    double ambient;
    uint32_t target_limit;
    bool is_near; /* roundings decide */
} twin_world;

static double unit(twin_world *w)
{
    return wend_random_unit(w->seed, 9, w->drawn++);
}

static uint32_t below(twin_world *w, uint32_t count)
{
    return wend_random_below(w->seed, 9, w->drawn++, count);
}

static wend_vec3 somewhere(twin_world *w)
{
    const double x = SIDE * unit(w), y = SIDE * unit(w);
    return (wend_vec3){x, y, below(w, 2) == 0 ? 0 : 2 * unit(w)};
}

static double detour(void *context, wend_vec3 from, wend_vec3 to, double limit)
{
    (void)context;
    const double length = fabs(from.x - to.x) + fabs(from.y - to.y) + 1;
    return length <= limit ? length : (double)INFINITY;
}

/* ---- worlds ---- */

static wend_walls *new_walls(void)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    return walls;
}

static void add_wall(twin_world *w, uint32_t index)
{
    const uint32_t stops[4] = {WEND_STOPS_ALL, WEND_STOPS_ALL, WEND_STOPS_SHOT | WEND_STOPS_SOUND,
                               WEND_STOPS_SIGHT};
    const wend_vec3 a = somewhere(w);
    const wend_vec2 ends[2] = {{a.x, a.y}, {a.x + 10 * unit(w) - 5, a.y + 10 * unit(w) - 5}};
    const uint32_t kind = stops[below(w, 4)];
    const bool is_low = below(w, 3) == 0;
    w->single[index] = new_walls();
    wend_walls *both[2] = {w->walls, w->single[index]};
    for (int i = 0; i < 2; i++) {
        wend_wall_id id;
        assert_int_equal(wend_walls_add_segment(both[i], ends[0], ends[1], kind, 100 + index, &id),
                         WEND_OK);
        if (is_low) {
            assert_int_equal(wend_walls_set_heights(both[i], id, 0, 1.2), WEND_OK);
        }
    }
}

static wend_source some_source(twin_world *w)
{
    wend_source source = wend_source_default();
    source.position = somewhere(w);
    source.radius = 0.2 + unit(w);
    source.height = 0.5 + 2 * unit(w);
    source.groups = 1U << below(w, 3);
    source.team = below(w, 3);
    source.light = below(w, 4) == 0 ? 0.3 : 0;
    source.visibility = 0.2 + 0.8 * unit(w);
    source.blocks_sight = below(w, 2) == 0;
    source.blocks_shots = below(w, 3) == 0;
    source.is_active = below(w, 6) != 0;
    source.user = w->drawn;
    return source;
}

static wend_observer some_observer(twin_world *w)
{
    wend_observer observer = wend_observer_default();
    observer.position = somewhere(w);
    observer.heading = 6 * unit(w);
    observer.profile = below(w, 2);
    observer.hostile_teams = below(w, 8);
    observer.every = 1 + below(w, 3);
    observer.self = below(w, 2) == 0 ? w->source_ids[below(w, SOURCES)] : observer.self;
    observer.is_active = below(w, 8) != 0;
    return observer;
}

static wend_sense_profile some_profile(twin_world *w)
{
    wend_sense_profile profile = wend_sense_profile_default();
    profile.sight_range = 25 * unit(w);
    profile.sight_angle = below(w, 3) == 0 ? 6.283185307179586 : 4 * unit(w);
    profile.peripheral_range = 15 * unit(w);
    profile.peripheral_angle = 6 * unit(w);
    profile.peripheral_acuity = unit(w);
    profile.points = 1 + below(w, 15);
    profile.notice_seconds = below(w, 3) == 0 ? 0 : 0.3 * unit(w);
    profile.notice_seconds_far = unit(w);
    profile.forget_seconds = below(w, 3) == 0 ? 0 : unit(w);
    profile.min_fraction = below(w, 2) == 0 ? 0 : 0.4;
    profile.min_light = 0.2;
    profile.groups = 1 + below(w, 7);
    return profile;
}

static wend_senses *new_senses(twin_world *w)
{
    wend_senses_def def = wend_senses_def_default();
    wend_senses *senses = NULL;
    def.walls = w->walls;
    def.cell_size = 1 + 20 * unit(w);
    def.target_limit = w->target_limit;
    def.perception_limit = 64;
    def.ambient = w->ambient;
    def.sound_paths.get_length = w->seed % 2 == 0 ? detour : NULL;
    assert_int_equal(wend_senses_create(&def, &senses), WEND_OK);
    return senses;
}

static void make(twin_world *w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->walls = new_walls();
    for (uint32_t i = 0; i < WALLS; i++) {
        add_wall(w, i);
    }
    w->target_limit = below(w, 2) == 0 ? 3 : 32;
    w->ambient = below(w, 3) == 0 ? 1 : 0.3 * unit(w);
    w->senses = new_senses(w);
    for (uint32_t i = 0; i < WALLS; i++) {
        w->decibels[i] = below(w, 2) == 0 ? 15 : 30 * unit(w);
        assert_int_equal(wend_senses_set_material(w->senses, 100 + i, w->decibels[i]), WEND_OK);
    }
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t number;
        w->profiles[i] = some_profile(w);
        assert_int_equal(wend_senses_add_profile(w->senses, &w->profiles[i], &number), WEND_OK);
    }
    for (uint32_t i = 0; i < SOURCES; i++) {
        w->sources[i] = some_source(w);
        assert_int_equal(wend_senses_add_source(w->senses, &w->sources[i], &w->source_ids[i]),
                         WEND_OK);
    }
    for (uint32_t i = 0; i < OBSERVERS; i++) {
        w->observers[i] = some_observer(w);
        assert_int_equal(wend_senses_add_observer(w->senses, &w->observers[i], &w->observer_ids[i]),
                         WEND_OK);
    }
    w->lamp_count = below(w, LAMPS + 1);
    for (uint32_t i = 0; i < w->lamp_count; i++) {
        wend_lamp_id id;
        w->lamps[i] = wend_lamp_default();
        w->lamps[i].position = somewhere(w);
        w->lamps[i].radius = 2 + 15 * unit(w);
        w->lamps[i].strength = unit(w);
        assert_int_equal(wend_senses_add_lamp(w->senses, &w->lamps[i], &id), WEND_OK);
    }
}

static void destroy(twin_world *w)
{
    wend_senses_destroy(w->senses);
    wend_walls_destroy(w->walls);
    for (uint32_t i = 0; i < WALLS; i++) {
        wend_walls_destroy(w->single[i]);
    }
}

/* ---- sight of one source, plainly ---- */

static double twin_light(const twin_world *w, const wend_source *source)
{
    const wend_vec3 at = {source->position.x, source->position.y,
                          source->position.z + source->height / 2};
    double light = w->ambient + source->light;
    for (uint32_t i = 0; i < w->lamp_count; i++) {
        const wend_vec3 p = w->lamps[i].position;
        const double square =
            (p.x - at.x) * (p.x - at.x) + (p.y - at.y) * (p.y - at.y) + (p.z - at.z) * (p.z - at.z);
        const double part = square / (w->lamps[i].radius * w->lamps[i].radius);
        if (part < 1 && wend_walls_can_see_3d(w->walls, p, at, WEND_STOPS_SIGHT)) {
            light += w->lamps[i].strength * (1 - part);
        }
    }
    return fmin(light, 1);
}

/* True if the segment passes through an upright cylinder: by the chord that its circle cuts. */
static bool passes(twin_world *w, const wend_source *source, wend_vec3 from, wend_vec3 to)
{
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double ux = (to.x - from.x) / length, uy = (to.y - from.y) / length;
    const double cx = source->position.x - from.x, cy = source->position.y - from.y;
    const double along = cx * ux + cy * uy, beside = cx * uy - cy * ux;
    if (fabs(fabs(beside) - source->radius) < CLOSE) {
        w->is_near = true;
    }
    if (fabs(beside) >= source->radius) {
        return false;
    }
    const double half = sqrt(source->radius * source->radius - beside * beside);
    const double first = fmax(along - half, 0) / length, last = fmin(along + half, length) / length;
    if (first >= last) {
        return false;
    }
    const double z0 = from.z + (to.z - from.z) * first, z1 = from.z + (to.z - from.z) * last;
    return fmax(z0, z1) > source->position.z && fmin(z0, z1) < source->position.z + source->height;
}

/* 1 in the cone, 2 beside it, 0 in neither. */
static int twin_cone(twin_world *w, const wend_observer *observer, const wend_source *source)
{
    const wend_sense_profile *profile = &w->profiles[observer->profile];
    const double x = source->position.x - observer->position.x;
    const double y = source->position.y - observer->position.y;
    const double distance = hypot(x, y);
    const double off = fabs(remainder(atan2(y, x) - observer->heading, 6.283185307179586));
    const double ranges[2] = {profile->sight_range, profile->peripheral_range};
    const double angles[2] = {profile->sight_angle, profile->peripheral_angle};
    for (int i = 0; i < 2; i++) {
        w->is_near = w->is_near || fabs(distance - ranges[i]) < CLOSE ||
                     (fabs(off - angles[i] / 2) < CLOSE && angles[i] < 6.28);
        if (distance <= ranges[i] && off <= angles[i] / 2) {
            return i + 1;
        }
    }
    return 0;
}

static void twin_points(twin_world *w, uint32_t observer, uint32_t source, twin_memory *sight,
                        double *fraction)
{
    const wend_observer *o = &w->observers[observer];
    const wend_source *s = &w->sources[source];
    const wend_sense_profile *profile = &w->profiles[o->profile];
    const wend_vec3 eye = {o->position.x, o->position.y, o->position.z + o->eye_height};
    const double x = s->position.x - eye.x, y = s->position.y - eye.y;
    const double distance = sqrt(x * x + y * y), aside = s->radius * 0.875;
    const double tx = x / distance, ty = y / distance, half = s->position.z + s->height * 0.5;
    const wend_vec3 points[4] = {{s->position.x, s->position.y, half},
                                 {s->position.x, s->position.y, s->position.z + s->height * 0.9375},
                                 {s->position.x - ty * aside, s->position.y + tx * aside, half},
                                 {s->position.x + ty * aside, s->position.y - tx * aside, half}};
    uint32_t count = 0, seen = 0;
    sight->points = sight->hittable = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if ((profile->points >> i & 1) == 0) {
            continue;
        }
        bool is_seen = wend_walls_can_see_3d(w->walls, eye, points[i], WEND_STOPS_SIGHT);
        bool is_hit = wend_walls_can_see_3d(w->walls, eye, points[i], WEND_STOPS_SHOT);
        for (uint32_t k = 0; k < SOURCES; k++) {
            const wend_source *other = &w->sources[k];
            const bool is_self = o->self.index1 == w->source_ids[k].index1 &&
                                 o->self.generation == w->source_ids[k].generation;
            if (k != source && !is_self && other->is_active && passes(w, other, eye, points[i])) {
                is_seen = is_seen && !other->blocks_sight;
                is_hit = is_hit && !other->blocks_shots;
            }
        }
        count++;
        seen += is_seen ? 1 : 0;
        sight->points |= is_seen ? 1U << i : 0;
        sight->hittable |= is_hit ? 1U << i : 0;
    }
    *fraction = (double)seen / count;
}

/* ---- a tick of an observer, plainly ---- */

typedef struct twin_target {
    uint32_t source;
    double distance;
    int cone;
} twin_target;

static int by_distance(const void *a, const void *b)
{
    const twin_target *p = a, *q = b;
    return p->distance < q->distance ? -1 : p->distance > q->distance ? 1 : 0;
}

static void twin_look(twin_world *w, uint32_t observer, uint64_t tick)
{
    const wend_observer *o = &w->observers[observer];
    const wend_sense_profile *profile = &w->profiles[o->profile];
    const uint64_t ticks = w->last_look[observer] == 0 ? 1 : tick - w->last_look[observer];
    const double passed = 0.05 * (double)ticks, looked = fmin(passed, 0.05 * o->every);
    twin_target targets[SOURCES];
    size_t count = 0;
    bool is_seen[SOURCES] = {false};
    for (uint32_t i = 0; i < SOURCES; i++) {
        const wend_source *s = &w->sources[i];
        const int cone = twin_cone(w, o, s);
        if (cone > 0 && s->is_active && (s->groups & profile->groups) != 0 &&
            !(o->self.index1 == w->source_ids[i].index1 &&
              o->self.generation == w->source_ids[i].generation)) {
            targets[count++] = (twin_target){
                i, hypot(s->position.x - o->position.x, s->position.y - o->position.y), cone};
        }
    }
    qsort(targets, count, sizeof *targets, by_distance);
    for (size_t i = 0; i < count && i < w->target_limit; i++) {
        const uint32_t source = targets[i].source;
        const wend_source *s = &w->sources[source];
        twin_memory *known = &w->memory[observer][source];
        twin_memory sight = *known;
        double fraction;
        const double light = twin_light(w, s);
        w->is_near = w->is_near || fabs(light - profile->min_light) < CLOSE;
        twin_points(w, observer, source, &sight, &fraction);
        if (light < profile->min_light || fraction < profile->min_fraction || !(fraction > 0)) {
            continue;
        }
        const double range =
            targets[i].cone == 1 ? profile->sight_range : profile->peripheral_range;
        const double acuity = targets[i].cone == 1 ? 1 : profile->peripheral_acuity;
        const double near = profile->notice_seconds, far = profile->notice_seconds_far;
        const double time = near + (far - near) * targets[i].distance / range;
        const double gain = looked * acuity * fraction * light * s->visibility / time;
        sight.certainty = fmin((known->is_kept ? known->certainty : 0) + gain, 1);
        w->is_near = w->is_near || (sight.certainty < 1 && sight.certainty > 1 - CLOSE);
        sight.is_kept = is_seen[source] = true;
        sight.is_noticed = (known->is_kept && known->is_noticed) || sight.certainty >= 1;
        sight.position = s->position;
        *known = sight;
    }
    for (uint32_t i = 0; i < SOURCES; i++) {
        twin_memory *known = &w->memory[observer][i];
        if (known->is_kept && !is_seen[i]) {
            known->certainty -= profile->forget_seconds > 0 ? passed / profile->forget_seconds : 2;
            w->is_near = w->is_near || fabs(known->certainty) < CLOSE;
            known->is_kept = known->certainty > 0 && w->sources[i].is_active;
        }
    }
    w->last_look[observer] = tick;
}

static bool sight_agrees(twin_world *w, uint32_t observer)
{
    wend_perception list[64];
    size_t count, k = 0;
    assert_int_equal(wend_senses_get_perceptions(w->senses, w->observer_ids[observer],
                                                 1U << WEND_SENSE_SIGHT, list, 64, &count),
                     WEND_OK);
    for (uint32_t i = 0; i < SOURCES; i++) {
        const twin_memory *known = &w->memory[observer][i];
        if (!known->is_kept) {
            continue;
        }
        const wend_perception *it = &list[k];
        if (k++ >= count || it->source.index1 != w->source_ids[i].index1 ||
            fabs(it->certainty - known->certainty) > CLOSE || it->is_noticed != known->is_noticed ||
            it->points != known->points || it->hittable != known->hittable ||
            wend_vec2_distance((wend_vec2){it->position.x, it->position.y},
                               (wend_vec2){known->position.x, known->position.y}) > 0) {
            return false;
        }
    }
    return k == count;
}

/* One-off sight is that of the update. */
static bool queries_agree(twin_world *w, uint32_t observer)
{
    for (uint32_t i = 0; i < SOURCES; i++) {
        const wend_observer *o = &w->observers[observer];
        const wend_sense_profile *profile = &w->profiles[o->profile];
        const wend_source *s = &w->sources[i];
        twin_memory sight = {0};
        wend_sight found;
        double fraction;
        const bool is_self = o->self.index1 == w->source_ids[i].index1 &&
                             o->self.generation == w->source_ids[i].generation;
        const bool can_see =
            wend_senses_can_see(w->senses, w->observer_ids[observer], w->source_ids[i], &found);
        if (!s->is_active || is_self || (s->groups & profile->groups) == 0) {
            if (can_see) {
                return false;
            }
            continue;
        }
        twin_points(w, observer, i, &sight, &fraction);
        const double light = twin_light(w, s);
        const bool expected = twin_cone(w, o, s) > 0 && light >= profile->min_light &&
                              fraction > 0 && fraction >= profile->min_fraction;
        if (can_see != expected || found.points != sight.points ||
            found.hittable != sight.hittable || fabs(found.light - light) > CLOSE) {
            return false;
        }
    }
    return true;
}

/* ---- noises, plainly ---- */

static bool hearing_agrees(twin_world *w, uint32_t observer, bool has_paths)
{
    wend_perception list[16];
    size_t count, k = 0;
    const wend_observer *o = &w->observers[observer];
    const wend_sense_profile *profile = &w->profiles[o->profile];
    const wend_vec3 ear = {o->position.x, o->position.y, o->position.z + o->eye_height};
    assert_int_equal(wend_senses_get_perceptions(w->senses, w->observer_ids[observer],
                                                 1U << WEND_SENSE_HEARING, list, 16, &count),
                     WEND_OK);
    for (uint32_t i = 0; i < w->noise_count && o->is_active; i++) {
        const wend_noise *n = &w->noises[i];
        const double x = n->position.x - ear.x, y = n->position.y - ear.y,
                     z = n->position.z - ear.z;
        double level = n->loudness - 20 * log10(fmax(sqrt(x * x + y * y + z * z), 1));
        double around = level;
        bool is_behind = false;
        for (uint32_t wall = 0; wall < WALLS; wall++) {
            if (!wend_walls_can_see_3d(w->single[wall], n->position, ear, WEND_STOPS_SOUND)) {
                level -= w->decibels[wall];
                is_behind = true;
            }
        }
        if (has_paths && is_behind) {
            const double length = detour(NULL, n->position, ear, (double)INFINITY);
            around = n->loudness - 20 * log10(fmax(length, 1)) - 6;
            level = fmax(level, around);
        }
        w->is_near = w->is_near || fabs(level - profile->hearing_threshold) < 1e-6;
        if (level < profile->hearing_threshold || (n->groups & profile->groups) == 0 ||
            (n->source.index1 != 0 && n->source.index1 == o->self.index1)) {
            continue;
        }
        if (k >= count || list[k].user != n->user || fabs(list[k].strength - level) > CLOSE ||
            fabs(wend_senses_level_at(w->senses, n, ear, WEND_STOPS_SOUND) - level) > CLOSE) {
            return false;
        }
        k++;
    }
    return k == count;
}

static void add_noises(twin_world *w)
{
    w->noise_count = below(w, NOISES + 1);
    for (uint32_t i = 0; i < w->noise_count; i++) {
        wend_noise *n = &w->noises[i];
        *n = wend_noise_default();
        n->position = somewhere(w);
        n->loudness = 20 + 60 * unit(w);
        n->groups = 1U << below(w, 3);
        n->source = below(w, 2) == 0 ? w->source_ids[below(w, SOURCES)] : n->source;
        n->user = w->drawn;
        assert_int_equal(wend_senses_add_noise(w->senses, n), WEND_OK);
    }
}

/* ---- ticks ---- */

/* Half of all moves are small: then walls between most often are the same as before. */
static wend_vec3 next_place(twin_world *w, wend_vec3 at)
{
    const double x = unit(w) - 0.5, y = unit(w) - 0.5;
    return below(w, 2) == 0 ? somewhere(w) : (wend_vec3){at.x + 0.4 * x, at.y + 0.4 * y, at.z};
}

static void move(twin_world *w)
{
    for (uint32_t i = 0; i < SOURCES; i++) {
        wend_source *s = &w->sources[i];
        if (below(w, 3) == 0) {
            s->position = next_place(w, s->position);
            assert_int_equal(wend_senses_move_source(w->senses, w->source_ids[i], s->position),
                             WEND_OK);
        } else if (below(w, 12) == 0) {
            s->is_active = !s->is_active;
            assert_int_equal(wend_senses_set_source(w->senses, w->source_ids[i], s), WEND_OK);
        }
    }
    for (uint32_t i = 0; i < OBSERVERS; i++) {
        wend_observer *o = &w->observers[i];
        if (below(w, 2) == 0) {
            o->heading = 6 * unit(w);
            o->position = below(w, 2) == 0 ? next_place(w, o->position) : o->position;
            assert_int_equal(
                wend_senses_move_observer(w->senses, w->observer_ids[i], o->position, o->heading),
                WEND_OK);
        }
    }
}

static bool senses_agree(uint64_t seed, void *context)
{
    (void)context;
    static twin_world w;
    make(&w, seed);
    bool agrees = true;
    for (uint64_t tick = 1; tick <= TICKS && agrees && !w.is_near; tick++) {
        move(&w);
        add_noises(&w);
        assert_int_equal(wend_senses_update(w.senses, NULL), WEND_OK);
        for (uint32_t i = 0; i < OBSERVERS && agrees; i++) {
            if (w.observers[i].is_active && (tick + i) % w.observers[i].every == 0) {
                twin_look(&w, i, tick);
            }
            agrees = (sight_agrees(&w, i) && queries_agree(&w, i) &&
                      hearing_agrees(&w, i, seed % 2 == 0)) ||
                     w.is_near;
        }
    }
    destroy(&w);
    return agrees;
}

static void senses_are_those_of_the_twin(void **state)
{
    (void)state;
    gen_property("senses of the twin", 120, senses_agree, NULL);
}

/* ---- threads, and a save in the middle ---- */

static wend_senses *copy_of(const twin_world *w, const wend_senses *senses, bool has_paths)
{
    size_t count;
    wend_senses_def def = wend_senses_def_default();
    wend_senses *loaded = NULL;
    def.walls = w->walls;
    def.sound_paths.get_length = has_paths ? detour : NULL;
    assert_int_equal(wend_senses_save(senses, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_senses_save(senses, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_senses_load(&def, bytes, count, &loaded), WEND_OK);
    free(bytes);
    assert_true(wend_senses_hash(loaded) == wend_senses_hash(senses));
    return loaded;
}

static bool threads_agree(uint64_t seed, void *context)
{
    const wend_executor executor = wend_pool_executor(context);
    static twin_world w;
    make(&w, seed);
    bool agrees = true;
    for (uint64_t tick = 1; tick <= TICKS && agrees; tick++) {
        move(&w);
        add_noises(&w);
        if (below(&w, 4) == 0) { /* what is known of walls between is of no use any more */
            const wend_vec3 from = somewhere(&w), to = somewhere(&w);
            assert_int_equal(wend_walls_add_segment(w.walls, (wend_vec2){from.x, from.y},
                                                    (wend_vec2){to.x, to.y}, WEND_STOPS_ALL, 0,
                                                    NULL),
                             WEND_OK);
        }
        wend_senses *copy = copy_of(&w, w.senses, seed % 2 == 0);
        size_t count, other_count;
        assert_int_equal(wend_senses_update(w.senses, NULL), WEND_OK);
        assert_int_equal(wend_senses_update(copy, &executor), WEND_OK);
        const wend_sense_event *events = wend_senses_get_events(w.senses, &count);
        const wend_sense_event *others = wend_senses_get_events(copy, &other_count);
        agrees = count == other_count && wend_senses_hash(copy) == wend_senses_hash(w.senses);
        for (size_t i = 0; agrees && i < count; i++) {
            agrees = events[i].kind == others[i].kind &&
                     events[i].observer.index1 == others[i].observer.index1 &&
                     events[i].perception.user == others[i].perception.user;
        }
        wend_senses_destroy(copy);
    }
    destroy(&w);
    return agrees;
}

static void threads_and_saves_change_nothing(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(3);
    gen_property("senses on threads", 30, threads_agree, pool);
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(senses_are_those_of_the_twin),
        cmocka_unit_test(threads_and_saves_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
