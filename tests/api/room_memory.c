/* What agents remember and find: memories, markers, smells. */
#include "fuzz.h"

enum { AGENTS = 5, SUBJECTS = 12 };

/* ---- memories ---- */

void make_memories(fuzz *f)
{
    wend_memories_def def = wend_memories_def_default();
    def.record_limit = 1 + count_to(f, 9);
    def.tick_seconds = chance(f, 2) ? real(f, 1.0 / 1048576, 3600) : def.tick_seconds;
    def.velocity_blend = chance(f, 2) ? real(f, 0, 1) : def.velocity_blend;
    def.velocity_gap = chance(f, 2) ? below(f, 30) : def.velocity_gap;
    def.share_certainty = chance(f, 2) ? real(f, 1.0 / 1048576, 1) : def.share_certainty;
    def.danger_distance = chance(f, 2) ? real(f, 1.0 / 1048576, 50) : def.danger_distance;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_memories *memories = NULL;
    GIVES(f, wend_memories_create(&def, &memories), "AM");
    keep(f, KIND_MEMORIES, memories, NULL, NULL, NULL);
}

static void set_memories(fuzz *f)
{
    wend_memories *memories = get(f, KIND_MEMORIES);
    const uint32_t index = below(f, WEND_MEMORIES_KINDS_MAX + 1);
    wend_memory_kind kind;
    GIVES(f, wend_memories_get_kind(memories, index, &kind), "A");
    kind.half_life = chance(f, 2) ? below(f, 50) : kind.half_life;
    kind.threshold = chance(f, 2) ? real(f, 0, 1) : kind.threshold;
    kind.weight = chance(f, 2) ? real(f, 0, 1024) : kind.weight;
    kind.guess_seconds = chance(f, 2) ? real(f, 0, 9) : kind.guess_seconds;
    kind.guess_distance = chance(f, 2) ? real(f, 0, 30) : kind.guess_distance;
    kind.max_speed = chance(f, 2) ? real(f, 0, 30) : kind.max_speed;
    if (chance(f, 8)) {
        kind = wend_memory_kind_default();
    }
    some_cookie(f, &kind.cookie);
    fuzz_watch(f, KIND_MEMORIES, memories);
    GIVES(f, wend_memories_set_kind(memories, chance(f, 2) ? below(f, 3) : index, &kind), "A");
    const uint64_t tick = wend_memories_tick(memories);
    fuzz_watch(f, KIND_MEMORIES, memories);
    GIVES(f, wend_memories_set_tick(memories, chance(f, 9) ? below(f, 9) : tick + below(f, 9)),
          "A");
    CHECK(f, wend_memories_tick(memories) >= tick);
}

static void edit_agents(fuzz *f)
{
    wend_memories *memories = get(f, KIND_MEMORIES);
    const uint64_t agent = below(f, AGENTS), group = below(f, 3);
    uint64_t listed;
    fuzz_watch(f, KIND_MEMORIES, memories);
    switch (below(f, 6)) {
    case 0:
        GIVES(f, wend_memories_remove_agent(memories, agent), "AS");
        CHECK(f, !wend_memories_has_agent(memories, agent));
        break;
    case 1:
        GIVES(f, wend_memories_leave(memories, agent, group), "AS");
        CHECK(f, !wend_memories_is_member(memories, agent, group));
        break;
    case 2:
    case 3:
        GIVES(f, wend_memories_join(memories, agent, group), "ASMF");
        break;
    default:
        GIVES(f, wend_memories_add_agent(memories, agent), "AMF");
        break;
    }
    const uint32_t count = wend_memories_agent_count(memories);
    const uint32_t index = below(f, count + 1);
    CHECK(f, wend_memories_agent(memories, index, &listed) == (index < count));
    CHECK(f, index >= count || wend_memories_has_agent(memories, listed));
}

static void perceive(fuzz *f)
{
    wend_memories *memories = get(f, KIND_MEMORIES);
    wend_memory_observation o = wend_memory_observation_default();
    const uint64_t agent = below(f, AGENTS);
    wend_memory memory;
    o.subject = below(f, SUBJECTS);
    o.kind = chance(f, 2) ? below(f, 3) : count_to(f, WEND_MEMORIES_KINDS_MAX - 1);
    o.team = below(f, 3);
    o.sense = 1u << below(f, 3);
    o.position = somewhere_high(f);
    o.velocity = (wend_vec3){real(f, -9, 9), real(f, -9, 9), 0};
    o.has_velocity = chance(f, 2);
    o.value = real(f, -100, 100);
    o.danger = real(f, 0, WEND_MEMORIES_DANGER_MAX);
    o.certainty = real(f, 0.01, 1);
    some_cookie(f, &o.cookie);
    fuzz_watch(f, KIND_MEMORIES, memories);
    const wend_result result = GIVES(f, wend_memories_observe(memories, agent, &o), "ATS");
    CHECK(f,
          result != WEND_OK || wend_memories_get(memories, agent, o.subject, &memory) == WEND_OK);
    CHECK(f, wend_memories_error(memories) != NULL);
}

static bool take(void *user, uint64_t agent, const wend_perception *perception,
                 wend_memory_observation *observation)
{
    (void)user;
    observation->subject += agent;
    observation->certainty *= 1.5; /* now and then more than there is */
    return perception->tag != 1;
}

static void perceive_by_senses(fuzz *f)
{
    wend_memories *memories = get(f, KIND_MEMORIES);
    wend_memory_senses_options options = wend_memory_senses_options_default();
    options.sight = real(f, 0, 1);
    options.hearing = real(f, 0, 1);
    options.touch = real(f, 0, 1);
    options.smell = real(f, 0, 1);
    options.identifying = below(f, 16);
    options.is_noticed_first = chance(f, 2);
    options.unknown_subject = chance(f, 2) ? below(f, SUBJECTS) : options.unknown_subject;
    options.unknown_kind = count_to(f, WEND_MEMORIES_KINDS_MAX - 1);
    options.unknown_danger = real(f, 0, WEND_MEMORIES_DANGER_MAX);
    options.hostile_danger = real(f, 0, WEND_MEMORIES_DANGER_MAX);
    options.take = chance(f, 3) ? take : NULL;
    some_cookie(f, &options.cookie);
    const wend_memory_senses_options *asked = chance(f, 3) ? NULL : &options;
    const wend_senses *senses = get(f, KIND_SENSES);
    size_t kept = 0;
    fuzz_watch(f, KIND_MEMORIES, memories);
    const wend_result result =
        GIVES(f, wend_memories_observe_senses(memories, senses, asked, &kept), "A");
    CHECK(f, result == WEND_OK || kept == 0);
    wend_nose nose = wend_nose_default();
    nose.sensitivity = real(f, 0, 9);
    some_cookie(f, &nose.cookie);
    fuzz_watch(f, KIND_MEMORIES, memories);
    GIVES(f,
          wend_memories_observe_smell(memories, below(f, AGENTS), get(f, KIND_SMELL),
                                      somewhere_high(f), chance(f, 3) ? NULL : &nose, asked, &kept),
          "AS");
    CHECK(f, kept <= WEND_MEMORIES_SMELLED_MAX);
}

static void forget(fuzz *f)
{
    wend_memories *memories = get(f, KIND_MEMORIES);
    const uint64_t agent = below(f, AGENTS), subject = below(f, SUBJECTS);
    size_t count = 0;
    fuzz_watch(f, KIND_MEMORIES, memories);
    switch (below(f, 6)) {
    case 0:
        GIVES(f, wend_memories_report_gone(memories, agent, subject), "AS");
        break;
    case 1:
        GIVES(f,
              wend_memories_report_empty(memories, agent, somewhere(f), real(f, 0, 9), roll(f),
                                         chance(f, 2) ? &count : NULL),
              "AS");
        break;
    case 2:
        GIVES(f, wend_memories_forget(memories, agent, subject), "AS");
        break;
    case 3:
        if (chance(f, 9)) {
            GIVES(f, wend_memories_forget_all(memories, agent), "AS");
        }
        break;
    case 4:
        GIVES(f, wend_memories_share(memories, below(f, 4), chance(f, 2) ? &count : NULL), "AM");
        break;
    default:
        GIVES(f, wend_memories_tell(memories, agent, below(f, AGENTS), &count), "AS");
        break;
    }
}

static double score(void *user, uint64_t agent, const wend_memory *memory)
{
    (void)user;
    return (double)((memory->subject * 7 + agent) % 5) - 2;
}

static wend_vec3 correct(void *user, uint64_t agent, const wend_memory *memory, wend_vec3 guess)
{
    const double *shift = user;
    guess.x += agent < memory->subject ? *shift : 0;
    return guess;
}

static void recall(fuzz *f)
{
    wend_memories *memories = get(f, KIND_MEMORIES);
    const uint64_t agent = below(f, AGENTS), subject = below(f, SUBJECTS);
    wend_memory_query query = wend_memory_query_default();
    query.kinds = chance(f, 2) ? roll(f) : query.kinds;
    query.senses = below(f, 8);
    query.teams = (wend_memory_teams)below(f, 4);
    query.team = below(f, 3);
    query.min_certainty = chance(f, 2) ? real(f, 0, 1) : 0;
    query.max_age = chance(f, 2) ? below(f, 30) : query.max_age;
    query.is_gone_found = chance(f, 2);
    query.is_guessed = chance(f, 2);
    some_cookie(f, &query.cookie);
    const wend_memory_query *asked = chance(f, 4) ? NULL : &query;
    wend_memory *list = scratch(f, 10, sizeof *list);
    wend_memory memory, best;
    size_t count = 0;
    double value;
    GIVES(f, wend_memories_list(memories, agent, asked, list, below(f, 10), &count), "ATS");
    CHECK(f, count <= 10);
    query.max_distance = chance(f, 2) ? real(f, 0, 30) : query.max_distance;
    const wend_vec3 at = somewhere_high(f);
    const bool has_one = wend_memories_nearest(memories, agent, at, asked, &memory);
    CHECK(f, !has_one || wend_memories_get(memories, agent, memory.subject, &best) == WEND_OK);
    CHECK(f, wend_memories_best(memories, agent, at, asked, score, NULL, &best, &value) == has_one);
    CHECK(f, !wend_memories_most_dangerous(memories, agent, at, asked, &best, &value) || value > 0);
    GIVES(f, wend_memories_get(memories, agent, subject, &memory), "AS");
    wend_memory_guess_options options = wend_memory_guess_options_default();
    double shift = real(f, -1, 1);
    options.walls = chance(f, 2) ? get(f, KIND_WALLS) : NULL;
    options.stops = some_stops(f);
    options.grid = chance(f, 2) ? get(f, KIND_GRID) : NULL;
    options.movement_class = some_class(f);
    options.radius = real(f, 0, 2);
    options.correct = chance(f, 2) ? correct : NULL;
    options.user = &shift;
    some_cookie(f, &options.cookie);
    wend_vec3 guess;
    GIVES(f, wend_memories_guess(memories, agent, subject, chance(f, 3) ? NULL : &options, &guess),
          "AS");
    const wend_item_id item = {below(f, 5), below(f, 3)};
    CHECK(f, wend_memories_is_item(memories, agent, item) ==
                 (wend_memories_get(memories, agent, wend_memory_item_subject(item), &memory) ==
                      WEND_OK &&
                  !memory.is_gone));
    CHECK(f, memories == NULL || wend_memories_memory_bytes(memories) > 0);
    wend_draw draw;
    GIVES(f, wend_memories_draw(memories, agent, some_draw(f, &draw)), "AS");
}

static void save_memories(fuzz *f)
{
    const wend_memories *memories = get(f, KIND_MEMORIES);
    size_t count = 0;
    if (GIVES(f, wend_memories_save(memories, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_memories_save(memories, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_memories_def def = wend_memories_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_memories *loaded = NULL;
    GIVES(f, wend_memories_load(&def, copy, count, &loaded), "ALM");
    CHECK(f,
          !is_same || loaded == NULL || wend_memories_hash(loaded) == wend_memories_hash(memories));
    keep(f, KIND_MEMORIES, loaded, NULL, NULL, NULL);
}

/* ---- markers ---- */

void make_markers(fuzz *f)
{
    wend_markers_def def = wend_markers_def_default();
    def.marker_limit = 1 + count_to(f, 40);
    def.cell_size = chance(f, 2) ? real(f, 1.0 / 1024, 30) : def.cell_size;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_markers *markers = NULL;
    GIVES(f, wend_markers_create(&def, &markers), "AM");
    keep(f, KIND_MARKERS, markers, NULL, NULL, NULL);
}

static void add_markers(fuzz *f)
{
    wend_markers *markers = get(f, KIND_MARKERS);
    for (uint32_t i = below(f, 6); i > 0; --i) {
        wend_marker marker = wend_marker_default();
        wend_marker_id id = {0, 0};
        marker.kind = count_to(f, WEND_MARKERS_KINDS_MAX - 1);
        marker.position = somewhere_high(f);
        marker.direction = (wend_vec2){real(f, -1, 1), real(f, -1, 1)};
        marker.value = real(f, -9, 9);
        marker.source = below(f, 5);
        marker.lifetime = below(f, 30);
        some_cookie(f, &marker.cookie);
        fuzz_watch(f, KIND_MARKERS, markers);
        const wend_result result = GIVES(f, wend_markers_add(markers, &marker, &id), "AM");
        CHECK(f, (result == WEND_OK) == wend_markers_has(markers, id));
    }
    const uint64_t tick = wend_markers_tick(markers);
    fuzz_watch(f, KIND_MARKERS, markers);
    GIVES(f, wend_markers_set_tick(markers, chance(f, 9) ? below(f, 9) : tick + below(f, 9)), "A");
    CHECK(f, wend_markers_tick(markers) >= tick);
    if (chance(f, 30)) {
        GIVES(f, wend_markers_clear(markers), "A");
        CHECK(f, wend_markers_count(markers) == 0);
    }
    CHECK(f, wend_markers_error(markers) != NULL);
}

static bool some_is_marker(void *user, wend_marker_id id, const wend_marker *marker)
{
    (void)user;
    return (id.index1 + marker->kind) % 3 != 0;
}

static void find_markers(fuzz *f)
{
    wend_markers *markers = get(f, KIND_MARKERS);
    wend_marker_query query = wend_marker_query_default();
    query.kinds = chance(f, 2) ? roll(f) : query.kinds;
    query.max_age = chance(f, 2) ? below(f, 30) : query.max_age;
    query.max_distance = chance(f, 2) ? real(f, 0, 20) : query.max_distance;
    query.max_height_difference = chance(f, 2) ? real(f, 0, 4) : query.max_height_difference;
    query.walls = chance(f, 3) ? get(f, KIND_WALLS) : NULL;
    query.stops = some_stops(f);
    query.is_marker = chance(f, 3) ? some_is_marker : NULL;
    some_cookie(f, &query.cookie);
    const wend_marker_query *asked = chance(f, 5) ? NULL : &query;
    wend_marker_id *ids = scratch(f, 5, sizeof *ids);
    wend_marker marker;
    size_t count = 0;
    const wend_vec3 at = somewhere_high(f);
    const wend_marker_id nearest = wend_markers_nearest(markers, at, asked);
    CHECK(f, nearest.index1 == 0 || wend_markers_get(markers, nearest, &marker) == WEND_OK);
    GIVES(f, wend_markers_in_circle(markers, at, real(f, 0, 12), asked, ids, below(f, 6), &count),
          "TA");
    CHECK(f, count <= wend_markers_count(markers));
    GIVES(f,
          wend_markers_in_cone(markers, at, somewhere(f), real(f, 0, 3.14), real(f, 0, 12), asked,
                               ids, below(f, 6), &count),
          "TA");
    GIVES(f, wend_markers_in_box(markers, at, somewhere(f), asked, ids, below(f, 6), &count), "TA");
    const wend_marker_id id = chance(f, 2) ? nearest : (wend_marker_id){below(f, 9), below(f, 3)};
    if (chance(f, 3)) {
        fuzz_watch(f, KIND_MARKERS, markers);
        GIVES(f, wend_markers_remove(markers, id), "AS");
        CHECK(f, !wend_markers_has(markers, id));
    }
    GIVES(f, wend_markers_get(markers, id, &marker), "AS");
    CHECK(f, markers == NULL || wend_markers_memory_bytes(markers) > 0);
    wend_draw draw;
    GIVES(f, wend_markers_draw(markers, some_draw(f, &draw)), "A");
}

static void save_markers(fuzz *f)
{
    const wend_markers *markers = get(f, KIND_MARKERS);
    size_t count = 0;
    if (GIVES(f, wend_markers_save(markers, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_markers_save(markers, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_markers_def def = wend_markers_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_markers *loaded = NULL;
    GIVES(f, wend_markers_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_markers_hash(loaded) == wend_markers_hash(markers));
    keep(f, KIND_MARKERS, loaded, NULL, NULL, NULL);
}

/* ---- smells ---- */

static wend_smell_def some_smell_def(fuzz *f)
{
    wend_smell_def def = wend_smell_def_default();
    def.grid = get(f, KIND_GRID);
    def.movement_class = chance(f, 3) ? some_class(f) : 0;
    def.team = some_team(f);
    def.trail_limit = count_to(f, 8);
    def.trail_half_life = 1 + below(f, 30);
    def.trail_strength = real(f, 0, 1);
    def.trail_radius = chance(f, 2) ? real(f, 0, 2) : def.trail_radius;
    def.executor = some_executor(f);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    return def;
}

void make_smell(fuzz *f)
{
    const wend_smell_def def = some_smell_def(f);
    wend_smell *smell = NULL;
    GIVES(f, wend_smell_create(&def, &smell), "AM");
    keep(f, KIND_SMELL, smell, def.grid, NULL, NULL);
}

static wend_smell_id some_source(fuzz *f)
{
    return (wend_smell_id){below(f, 6), 1 + below(f, 2)};
}

static void edit_sources(fuzz *f)
{
    wend_smell *smell = get(f, KIND_SMELL);
    wend_smell_source source, got;
    wend_smell_id id = some_source(f);
    if (GIVES(f, wend_smell_get_source(smell, id, &source), "AS") != WEND_OK) {
        source = wend_smell_source_default();
    }
    source.kind = chance(f, 2) ? below(f, 3) : count_to(f, WEND_SMELL_KINDS_MAX - 1);
    source.position = somewhere(f);
    source.radius = chance(f, 2) ? real(f, 0, 6) : source.radius;
    source.intensity = real(f, 0, WEND_SMELL_INTENSITY_MAX);
    source.leaves_trail = chance(f, 2);
    source.user = roll(f);
    some_cookie(f, &source.cookie);
    fuzz_watch(f, KIND_SMELL, smell);
    const uint32_t what = below(f, 6);
    if (what == 0) {
        GIVES(f, wend_smell_remove_source(smell, id), "AS");
        CHECK(f, !wend_smell_has_source(smell, id));
    } else if (what == 1) {
        GIVES(f, wend_smell_set_source(smell, id, &source), "ASM");
    } else if (what < 4) {
        GIVES(f, wend_smell_move(smell, id, somewhere(f)), "AS");
    } else if (wend_smell_source_count(smell) < 6) {
        const wend_result result = GIVES(f, wend_smell_add_source(smell, &source, &id), "AMF");
        CHECK(f, (result == WEND_OK) == wend_smell_has_source(smell, id));
        CHECK(f, result != WEND_OK || wend_smell_get_source(smell, id, &got) == WEND_OK);
    }
    const uint64_t tick = wend_smell_tick(smell);
    if (chance(f, 2)) {
        fuzz_watch(f, KIND_SMELL, smell);
        GIVES(f, wend_smell_set_tick(smell, chance(f, 9) ? below(f, 9) : tick + below(f, 9)), "A");
    }
    if (chance(f, 2)) {
        GIVES(f, wend_smell_update(smell), "A");
        CHECK(f, smell == NULL || wend_smell_is_fresh(smell));
    }
    CHECK(f, wend_smell_tick(smell) >= tick && wend_smell_error(smell) != NULL);
}

static void sniff(fuzz *f)
{
    const wend_smell *smell = get(f, KIND_SMELL);
    const wend_vec2 at = somewhere(f);
    const wend_smell_id id = chance(f, 2) ? some_source(f) : (wend_smell_id){0, 0};
    wend_nose nose = wend_nose_default();
    double *profile = scratch(f, WEND_SMELL_KINDS_MAX, sizeof *profile);
    for (uint32_t i = 0; i < 3; ++i) {
        profile[i] = real(f, 0, 1024);
    }
    nose.threshold = chance(f, 2) ? real(f, 0, 9) : 0;
    nose.sensitivity = chance(f, 2) ? real(f, 0, 1024) : 1;
    nose.profile = chance(f, 3) ? profile : NULL;
    nose.kinds = chance(f, 3) ? roll(f) : nose.kinds;
    nose.own = some_source(f);
    nose.has_no_trails = chance(f, 4);
    nose.has_no_sources = chance(f, 4);
    some_cookie(f, &nose.cookie);
    const wend_nose *asked = chance(f, 3) ? NULL : &nose;
    wend_scent *scents = scratch(f, 5, sizeof *scents);
    wend_smell_step *steps = scratch(f, 5, sizeof *steps);
    wend_scent scent;
    wend_vec2 direction;
    size_t count = 0, steps_count = 0;
    const wend_result result =
        GIVES(f, wend_smell_at(smell, at, asked, scents, below(f, 6), &count), "AT");
    const bool has_one = wend_smell_strongest(smell, at, asked, &scent);
    CHECK(f, result < WEND_OK || has_one == (count > 0));
    CHECK(f, !has_one || scent.intensity > 0);
    CHECK(f, wend_smell_intensity(smell, at, asked) >= 0);
    (void)wend_smell_direction(smell, at, asked, id, &direction);
    (void)wend_smell_follow(smell, at, asked, id, &steps[0]);
    GIVES(f, wend_smell_trail(smell, some_source(f), steps, below(f, 6), &steps_count), "ATS");
    CHECK(f, smell == NULL || wend_smell_memory_bytes(smell) > 0);
    wend_draw draw;
    GIVES(f, wend_smell_draw(smell, roll(f), some_draw(f, &draw)), "A");
}

static void save_smell(fuzz *f)
{
    const wend_smell *smell = get(f, KIND_SMELL);
    size_t count = 0;
    if (GIVES(f, wend_smell_save(smell, NULL, 0, &count), "ATMS") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_smell_save(smell, bytes, count, &count), "AM");
    const uint8_t *copy = chance(f, 2) ? bytes : damaged(f, bytes, &count);
    const wend_smell_def def = some_smell_def(f);
    wend_smell *loaded = NULL;
    GIVES(f, wend_smell_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, loaded == NULL || wend_smell_is_fresh(loaded));
    keep(f, KIND_SMELL, loaded, def.grid, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make memories", make_memories, 1},
    {"set memories", set_memories, 2},
    {"edit agents", edit_agents, 5},
    {"perceive", perceive, 8},
    {"perceive by senses", perceive_by_senses, 3},
    {"forget", forget, 4},
    {"recall", recall, 4},
    {"save memories", save_memories, 1},
    {"make markers", make_markers, 1},
    {"add markers", add_markers, 6},
    {"find markers", find_markers, 4},
    {"save markers", save_markers, 1},
    {"make smells", make_smell, 1},
    {"edit sources", edit_sources, 8},
    {"sniff", sniff, 4},
    {"save smells", save_smell, 1},
};

const fuzz_room room_memory = {"memory", actions, sizeof actions / sizeof *actions};
