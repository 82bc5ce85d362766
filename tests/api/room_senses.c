/* Senses: what agents see, hear and feel. */
#include "fuzz.h"

#include <math.h>

enum { KNOWN = 24, LISTED = 6 };

/* ---- things to register ---- */

static wend_sense_profile some_profile(fuzz *f)
{
    wend_sense_profile profile = wend_sense_profile_default();
    profile.sight_range = real(f, 0, FUZZ_SIDE);
    profile.sight_angle = real(f, 0, 6.28);
    profile.peripheral_range = real(f, 0, FUZZ_SIDE);
    profile.peripheral_acuity = real(f, 0, 1);
    profile.points = chance(f, 2) ? 1 + below(f, 15) : profile.points;
    profile.notice_seconds = real(f, 0, 1);
    profile.forget_seconds = real(f, 0, 1);
    profile.min_fraction = real(f, 0, 1);
    profile.hearing_threshold = chance(f, 8) ? (double)INFINITY : real(f, -20, 40);
    profile.groups = chance(f, 3) ? below(f, 4) : profile.groups;
    some_cookie(f, &profile.cookie);
    return profile;
}

static wend_source some_source(fuzz *f)
{
    wend_source source = wend_source_default();
    source.position = somewhere_high(f);
    source.radius = real(f, 0, 3);
    source.height = real(f, 0, 3);
    source.team = chance(f, 2) ? below(f, 4) : source.team;
    source.blocks_sight = chance(f, 2);
    source.blocks_shots = chance(f, 3);
    source.is_active = !chance(f, 6);
    source.body = (wend_body_id){below(f, 4), 1};
    source.user = roll(f);
    some_cookie(f, &source.cookie);
    return source;
}

static wend_observer some_observer(fuzz *f, wend_source_id self)
{
    wend_observer observer = wend_observer_default();
    observer.position = somewhere_high(f);
    observer.eye_height = real(f, 0, 3);
    observer.heading = real(f, -10, 10);
    observer.profile = below(f, unsound(f, 20) ? 99 : 2);
    observer.hostile_teams = (uint32_t)roll(f);
    observer.every = 1 + count_to(f, 3);
    observer.self = self;
    observer.is_active = !chance(f, 6);
    observer.body = (wend_body_id){below(f, 4), 1};
    some_cookie(f, &observer.cookie);
    return observer;
}

static wend_lamp some_lamp(fuzz *f)
{
    wend_lamp lamp = wend_lamp_default();
    lamp.position = somewhere_high(f);
    lamp.radius = real(f, 1, 30);
    lamp.strength = real(f, 0, 1);
    lamp.is_on = !chance(f, 4);
    some_cookie(f, &lamp.cookie);
    return lamp;
}

/* Ids are dense and of the first generations, so they need not be kept. */
static wend_source_id some_source_id(fuzz *f)
{
    return (wend_source_id){below(f, KNOWN), chance(f, 6) ? below(f, 3) : 1};
}

static wend_observer_id some_observer_id(fuzz *f)
{
    return (wend_observer_id){below(f, KNOWN), chance(f, 6) ? below(f, 3) : 1};
}

static double sound_path(void *context, wend_vec3 from, wend_vec3 to, double limit)
{
    (void)context;
    (void)limit;
    call_back();
    return fabs(from.x - to.x) + fabs(from.y - to.y);
}

static void react(void *user, wend_observer_id observer, const wend_sense_event *event)
{
    (void)user;
    (void)observer;
    (void)event;
    call_back();
}

static double score(void *user, const wend_perception *perception)
{
    (void)user;
    return perception->sense == WEND_SENSE_TOUCH ? (double)NAN : perception->certainty;
}

void make_senses(fuzz *f)
{
    wend_senses_def def = wend_senses_def_default();
    def.walls = chance(f, 3) ? NULL : get(f, KIND_WALLS);
    def.tick_seconds = chance(f, 3) ? real(f, 0.01, 60) : def.tick_seconds;
    def.cell_size = real(f, 1, 40);
    def.target_limit = chance(f, 2) ? 1 + count_to(f, 7) : def.target_limit;
    def.ambient = real(f, 0, 1);
    def.muffling = real(f, 0, 30);
    def.sound_paths.get_length = chance(f, 2) ? sound_path : NULL;
    def.react = chance(f, 2) ? react : NULL;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_senses *senses = NULL;
    GIVES(f, wend_senses_create(&def, &senses), "AM");
    keep(f, KIND_SENSES, senses, def.walls, NULL, NULL);
    for (uint32_t i = 0; senses != NULL && i < 2; ++i) {
        const wend_sense_profile profile = some_profile(f);
        uint32_t number;
        GIVES(f, wend_senses_add_profile(senses, &profile, &number), "AMF");
    }
}

/* ---- registering ---- */

static void add_to_senses(fuzz *f)
{
    wend_senses *senses = get(f, KIND_SENSES);
    for (uint32_t i = below(f, 5); i > 0; --i) {
        const wend_source source = some_source(f);
        wend_source_id id = {0, 0};
        fuzz_watch(f, KIND_SENSES, senses);
        const wend_result result = GIVES(f, wend_senses_add_source(senses, &source, &id), "AMF");
        CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    }
    for (uint32_t i = below(f, 3); i > 0; --i) {
        const wend_observer observer = some_observer(f, some_source_id(f));
        wend_observer_id id = {0, 0};
        fuzz_watch(f, KIND_SENSES, senses);
        GIVES(f, wend_senses_add_observer(senses, &observer, &id), "AMF");
    }
    if (chance(f, 3)) {
        const wend_lamp lamp = some_lamp(f);
        wend_lamp_id id = {0, 0};
        fuzz_watch(f, KIND_SENSES, senses);
        GIVES(f, wend_senses_add_lamp(senses, &lamp, &id), "AMF");
    }
    if (chance(f, 4)) {
        const wend_sense_profile profile = some_profile(f);
        uint32_t number;
        fuzz_watch(f, KIND_SENSES, senses);
        GIVES(f, wend_senses_add_profile(senses, &profile, &number), "AMF");
    }
    CHECK(f, wend_senses_error(senses) != NULL);
}

static void change_senses(fuzz *f)
{
    wend_senses *senses = get(f, KIND_SENSES);
    const wend_source_id source_id = some_source_id(f);
    const wend_observer_id observer_id = some_observer_id(f);
    const wend_lamp_id lamp_id = {below(f, 6), 1};
    const wend_source source = some_source(f);
    const wend_observer observer = some_observer(f, source_id);
    const wend_lamp lamp = some_lamp(f);
    const wend_sense_profile profile = some_profile(f);
    fuzz_watch(f, KIND_SENSES, senses);
    switch (below(f, 12)) {
    case 0:
        GIVES(f, wend_senses_remove_source(senses, source_id), "AS");
        break;
    case 1:
        GIVES(f, wend_senses_set_source(senses, source_id, &source), "AS");
        break;
    case 2:
    case 3:
        GIVES(f, wend_senses_move_source(senses, source_id, somewhere_high(f)), "AS");
        break;
    case 4:
        GIVES(f, wend_senses_remove_observer(senses, observer_id), "AS");
        break;
    case 5:
        GIVES(f, wend_senses_set_observer(senses, observer_id, &observer), "AS");
        break;
    case 6:
    case 7:
        GIVES(f, wend_senses_move_observer(senses, observer_id, somewhere_high(f), real(f, -9, 9)),
              "AS");
        break;
    case 8:
        GIVES(f, wend_senses_remove_lamp(senses, lamp_id), "AS");
        break;
    case 9:
        GIVES(f, wend_senses_set_lamp(senses, lamp_id, &lamp), "AS");
        break;
    case 10:
        GIVES(f, wend_senses_set_profile(senses, below(f, 3), &profile), "A");
        break;
    default:
        GIVES(f, wend_senses_set_ambient(senses, real(f, 0, 1)), "A");
    }
}

static void make_noise(fuzz *f)
{
    wend_senses *senses = get(f, KIND_SENSES);
    wend_noise noise = wend_noise_default();
    noise.position = somewhere_high(f);
    noise.loudness = real(f, 0, 90);
    noise.source = some_source_id(f);
    some_cookie(f, &noise.cookie);
    const double level = wend_senses_level_at(senses, &noise, somewhere_high(f), some_stops(f));
    CHECK(f, level <= noise.loudness || isnan(noise.loudness));
    fuzz_watch(f, KIND_SENSES, senses);
    GIVES(f, wend_senses_add_noise(senses, &noise), "AMF");
    wend_touch touch = wend_touch_default();
    touch.position = somewhere_high(f);
    touch.strength = real(f, -9, 9);
    some_cookie(f, &touch.cookie);
    fuzz_watch(f, KIND_SENSES, senses);
    GIVES(f, wend_senses_add_touch(senses, some_observer_id(f), &touch), "AMFS");
    fuzz_watch(f, KIND_SENSES, senses);
    GIVES(
        f,
        wend_senses_set_material(senses, below(f, 4), chance(f, 4) ? (double)NAN : real(f, 0, 40)),
        "AMF");
    CHECK(f, wend_loudness_of_energy(wild(f)) >= 0);
}

static void follow_crowd(fuzz *f)
{
    wend_senses *senses = get(f, KIND_SENSES);
    const wend_crowd *crowd = get(f, KIND_CROWD);
    const double height = real(f, -3, 3);
    size_t count = 0;
    fuzz_watch(f, KIND_SENSES, senses);
    GIVES(f, wend_senses_follow_crowd(senses, crowd, chance(f, 2) ? &height : NULL, below(f, 2)),
          "A");
    const wend_contact *contacts = wend_crowd_get_contacts(crowd, &count);
    fuzz_watch(f, KIND_SENSES, senses);
    GIVES(f, wend_senses_add_contacts(senses, contacts, count), "AMF");
    const wend_contact made = {.body = {1 + below(f, 3), 1},
                               .other = {below(f, 4), 1},
                               .point = somewhere(f),
                               .speed = real(f, 0, 9)};
    fuzz_watch(f, KIND_SENSES, senses);
    GIVES(f, wend_senses_add_contacts(senses, &made, 1), "AMF");
}

/* ---- updates and what they give ---- */

static void update_senses(fuzz *f)
{
    wend_senses *senses = get(f, KIND_SENSES);
    const wend_executor executor = some_executor(f);
    const uint64_t tick = wend_senses_tick(senses);
    wend_senses_info info;
    size_t count = 9;
    fuzz_watch(f, KIND_SENSES, senses);
    may_call_back(f, KIND_SENSES, senses);
    const wend_result result =
        GIVES(f, wend_senses_update(senses, chance(f, 2) ? &executor : NULL), "AM");
    CHECK(f, wend_senses_tick(senses) == tick + (result == WEND_OK ? 1 : 0));
    wend_senses_get_info(senses, &info);
    CHECK(f, info.looks <= wend_senses_observer_count(senses) && info.rays <= 4 * info.targets);
    const wend_sense_event *events = wend_senses_get_events(senses, &count);
    CHECK(f, (events == NULL) == (count == 0));
    for (size_t i = 1; result == WEND_OK && i < count; i++) {
        CHECK(f, events[i - 1].observer.index1 <= events[i].observer.index1);
    }
}

static void read_senses(fuzz *f)
{
    const wend_senses *senses = get(f, KIND_SENSES);
    const wend_observer_id id = some_observer_id(f);
    const size_t capacity = below(f, LISTED);
    wend_perception *list = scratch(f, capacity, sizeof *list);
    wend_perception first;
    size_t count = 0;
    const wend_result result = GIVES(
        f, wend_senses_get_perceptions(senses, id, below(f, 8), list, capacity, &count), "ATS");
    for (size_t i = 0; result == WEND_OK && i < count; i++) {
        CHECK(f, list[i].certainty >= 0 && list[i].certainty <= 1 && list[i].tick >= 1);
    }
    const bool has_first =
        wend_senses_get_first(senses, id, 7, chance(f, 2) ? score : NULL, NULL, &first);
    CHECK(f, !has_first || first.tick >= 1);
    GIVES(f, wend_senses_get_threats(senses, id, list, capacity, &count), "ATS");
    CHECK(f, count <= capacity);
    wend_sight sight;
    const bool can_see = wend_senses_can_see(senses, id, some_source_id(f), &sight);
    CHECK(f, !can_see || (sight.is_in_range && sight.points != 0));
    wend_source source;
    wend_observer observer;
    wend_lamp lamp;
    wend_sense_profile profile;
    GIVES(f, wend_senses_get_source(senses, some_source_id(f), &source), "AS");
    GIVES(f, wend_senses_get_observer(senses, id, &observer), "AS");
    GIVES(f, wend_senses_get_lamp(senses, (wend_lamp_id){below(f, 6), 1}, &lamp), "AS");
    GIVES(f, wend_senses_get_profile(senses, below(f, 4), &profile), "A");
    CHECK(f, senses == NULL || wend_senses_profile_count(senses) <= WEND_SENSES_PROFILES_MAX);
    CHECK(f, wend_senses_source_count(senses) <= WEND_SENSES_SOURCES_MAX);
    CHECK(f, wend_senses_lamp_count(senses) <= WEND_SENSES_LAMPS_MAX);
    const double light = wend_senses_light_at(senses, somewhere_high(f));
    CHECK(f, light >= 0 && light <= 1);
    wend_draw draw;
    GIVES(f, wend_senses_draw(senses, below(f, 33), some_draw(f, &draw)), "A");
    GIVES(f, wend_senses_draw_observer(senses, id, below(f, 33), some_draw(f, &draw)), "AS");
}

static void save_senses(fuzz *f)
{
    const wend_senses *senses = get(f, KIND_SENSES);
    size_t count = 0;
    if (GIVES(f, wend_senses_save(senses, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_senses_save(senses, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_senses_def def = wend_senses_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_senses *loaded = NULL;
    GIVES(f, wend_senses_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_senses_hash(loaded) == wend_senses_hash(senses));
    keep(f, KIND_SENSES, loaded, NULL, NULL, NULL);
}

static void ask_for_paths(fuzz *f)
{
    const wend_sound_paths paths = wend_sound_paths_from_pathfinder(get(f, KIND_PATHFINDER));
    if (paths.get_length != NULL) {
        const double length =
            paths.get_length(paths.context, somewhere_high(f), somewhere_high(f), real(f, 0, 99));
        CHECK(f, length >= 0);
    }
}

static const fuzz_action actions[] = {
    {"make senses", make_senses, 1},
    {"add to senses", add_to_senses, 5},
    {"change senses", change_senses, 5},
    {"make a noise", make_noise, 3},
    {"follow a crowd", follow_crowd, 1},
    {"update senses", update_senses, 6},
    {"read senses", read_senses, 3},
    {"save senses", save_senses, 1},
    {"ask for ways of sounds", ask_for_paths, 1},
};

const fuzz_room room_senses = {"senses", actions, sizeof actions / sizeof *actions};
