/* Memories take from senses what a loop over the lists of perceptions would tell them, perception by
 * perception; and the rules of what is taken, by hand. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/grid.h"
#include "wend/memory.h"
#include "wend/walls.h"

#include <string.h>

enum { SEEDS = 20, TICKS = 30, OBSERVERS = 12, SOURCES = 12, LISTED = 64 };

static const uint64_t UNKNOWN = (uint64_t)1 << 63;

static wend_memories *memories_of(uint32_t limit, uint64_t agents)
{
    wend_memories_def def = wend_memories_def_default();
    wend_memories *memories = NULL;
    def.record_limit = limit;
    assert_int_equal(wend_memories_create(&def, &memories), WEND_OK);
    for (uint64_t i = 0; i < agents; i++) {
        assert_int_equal(wend_memories_add_agent(memories, i), WEND_OK);
    }
    return memories;
}

static wend_senses *senses_of(const wend_walls *walls)
{
    wend_senses_def def = wend_senses_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses = NULL;
    uint32_t number;
    def.walls = walls;
    assert_int_equal(wend_senses_create(&def, &senses), WEND_OK);
    assert_int_equal(wend_senses_add_profile(senses, &profile, &number), WEND_OK);
    return senses;
}

/* ---- random worlds ---- */

typedef struct sense_world {
    uint64_t seed, draw;
    wend_walls *walls;
    wend_senses *senses;
    wend_source_id sources[SOURCES];
    wend_observer_id observers[OBSERVERS];
    wend_memories *taken, *told;
} sense_world;

static double real(sense_world *w, double low, double high)
{
    return low + (high - low) * wend_random_unit(w->seed, 3, w->draw++);
}

static uint32_t below(sense_world *w, uint32_t count)
{
    return wend_random_below(w->seed, 4, w->draw++, count);
}

static wend_vec3 somewhere(sense_world *w)
{
    const double x = real(w, 0, 30), y = real(w, 0, 30);
    return (wend_vec3){x, y, 0};
}

static void world_make(sense_world *w, uint64_t seed)
{
    const wend_walls_def def = wend_walls_def_default();
    memset(w, 0, sizeof *w);
    w->seed = seed;
    assert_int_equal(wend_walls_create(&def, &w->walls), WEND_OK);
    for (int i = 0; i < 8; i++) {
        const wend_vec3 a = somewhere(w), b = somewhere(w);
        (void)wend_walls_add_segment(w->walls, (wend_vec2){a.x, a.y}, (wend_vec2){b.x, b.y},
                                     WEND_STOPS_ALL, 0, NULL);
    }
    w->senses = senses_of(w->walls);
    for (uint32_t i = 0; i < SOURCES; i++) {
        wend_source source = wend_source_default();
        source.position = somewhere(w);
        source.user = i;
        source.tag = below(w, 80);
        source.team = below(w, 3);
        source.reaction = real(w, -5, 5);
        assert_int_equal(wend_senses_add_source(w->senses, &source, &w->sources[i]), WEND_OK);
    }
    for (uint32_t i = 0; i < OBSERVERS; i++) {
        wend_observer observer = wend_observer_default();
        observer.position = somewhere(w);
        observer.user = i;
        observer.every = 1 + below(w, 3);
        observer.hostile_teams = below(w, 8);
        observer.self = w->sources[i];
        assert_int_equal(wend_senses_add_observer(w->senses, &observer, &w->observers[i]), WEND_OK);
    }
    /* Some observers have no agent. */
    w->taken = memories_of(1 + below(w, 8), OBSERVERS - 2);
    w->told = NULL;
}

static void world_step(sense_world *w)
{
    for (uint32_t i = 0; i < OBSERVERS; i++) {
        (void)wend_senses_move_observer(w->senses, w->observers[i], somewhere(w), real(w, -3, 3));
    }
    for (uint32_t i = 0; i < SOURCES; i++) {
        (void)wend_senses_move_source(w->senses, w->sources[i], somewhere(w));
    }
    for (uint32_t i = below(w, 4); i > 0; i--) {
        wend_noise noise = wend_noise_default();
        const uint32_t by = below(w, SOURCES);
        noise.position = somewhere(w);
        noise.source = below(w, 2) == 0 ? w->sources[by] : noise.source;
        noise.user = by;
        noise.team = below(w, 3);
        assert_int_equal(wend_senses_add_noise(w->senses, &noise), WEND_OK);
    }
    for (uint32_t i = below(w, 3); i > 0; i--) {
        wend_touch touch = wend_touch_default();
        touch.user = 100 + below(w, 3);
        const wend_observer_id felt = w->observers[below(w, OBSERVERS)];
        assert_int_equal(wend_senses_add_touch(w->senses, felt, &touch), WEND_OK);
    }
    assert_int_equal(wend_senses_update(w->senses, NULL), WEND_OK);
}

static double factor_of(const wend_memory_senses_options *o, wend_sense sense)
{
    return sense == WEND_SENSE_SIGHT     ? o->sight
           : sense == WEND_SENSE_HEARING ? o->hearing
                                         : o->touch;
}

static bool identifies(const wend_memory_senses_options *by, const wend_perception *p)
{
    return (by->identifying >> p->sense & 1) != 0 &&
           (p->sense != WEND_SENSE_SIGHT || p->is_noticed || !by->is_noticed_first);
}

/* The rule of the header, by public calls. @param known the perception that identifies it, or NULL.
 * @return 1 if the perception is kept. */
static size_t tell(wend_memories *memories, uint64_t agent, const wend_perception *p,
                   const wend_perception *known, const wend_memory_senses_options *by)
{
    wend_memory_observation o = wend_memory_observation_default();
    const bool is_known = known != NULL;
    const uint64_t unknown = by->unknown_subject + p->source.index1;
    o.sense = 1u << p->sense;
    o.position = p->position;
    o.certainty = p->certainty * factor_of(by, p->sense);
    o.subject = is_known ? known->user : unknown;
    o.kind = is_known && known->tag < WEND_MEMORIES_KINDS_MAX ? known->tag : by->unknown_kind;
    o.team = is_known ? known->team : WEND_TEAM_NONE;
    o.value = is_known ? known->reaction : 0;
    o.danger = !is_known ? by->unknown_danger : known->is_hostile ? by->hostile_danger : 0;
    if (is_known && p->source.index1 != 0) {
        (void)wend_memories_forget(memories, agent, unknown);
    }
    return o.certainty > 0 && wend_memories_observe(memories, agent, &o) == WEND_OK ? 1 : 0;
}

static size_t tell_all(sense_world *w, const wend_memory_senses_options *by)
{
    wend_perception list[LISTED];
    size_t kept = 0, count;
    for (uint64_t i = 0; i < OBSERVERS; i++) {
        assert_int_equal(wend_senses_get_perceptions(w->senses, w->observers[i], UINT32_MAX, list,
                                                     LISTED, &count),
                         WEND_OK);
        for (size_t k = 0; k < count && wend_memories_has_agent(w->told, i); k++) {
            if (list[k].tick == wend_senses_tick(w->senses) && factor_of(by, list[k].sense) > 0) {
                const wend_perception *known = identifies(by, &list[k]) ? &list[k] : NULL;
                for (size_t n = 0; n < count && known == NULL && list[k].source.index1 != 0; n++) {
                    const bool is_of_it = list[n].source.index1 == list[k].source.index1 &&
                                          list[n].source.generation == list[k].source.generation;
                    known = is_of_it && list[n].tick == list[k].tick &&
                                    factor_of(by, list[n].sense) > 0 && identifies(by, &list[n])
                                ? &list[n]
                                : NULL;
                }
                kept += tell(w->told, i, &list[k], known, by);
            }
        }
    }
    return kept;
}

static wend_memories *copy_of(const wend_memories *memories)
{
    static uint8_t bytes[1 << 16];
    wend_memories *copy = NULL;
    size_t count;
    assert_int_equal(wend_memories_save(memories, bytes, sizeof bytes, &count), WEND_OK);
    assert_int_equal(wend_memories_load(NULL, bytes, count, &copy), WEND_OK);
    return copy;
}

static void what_is_taken_is_what_the_lists_tell(void **state)
{
    (void)state;
    size_t all = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        sense_world w;
        world_make(&w, seed);
        w.told = copy_of(w.taken);
        wend_memory_senses_options options = wend_memory_senses_options_default();
        options.sight = below(&w, 4) == 0 ? 0 : real(&w, 0.1, 1);
        options.hearing = below(&w, 4) == 0 ? 0 : real(&w, 0.1, 1);
        options.touch = below(&w, 4) == 0 ? 0 : real(&w, 0.1, 1);
        options.identifying = below(&w, 8);
        options.is_noticed_first = below(&w, 2) == 0;
        options.unknown_kind = below(&w, 64);
        options.unknown_subject = below(&w, 2) == 0 ? 1000 : UNKNOWN;
        options.hostile_danger = real(&w, 0, 9);
        for (uint64_t tick = 0; tick < TICKS; tick++) {
            size_t kept;
            world_step(&w);
            (void)wend_memories_set_tick(w.taken, 3 * tick);
            (void)wend_memories_set_tick(w.told, 3 * tick);
            assert_int_equal(wend_memories_observe_senses(w.taken, w.senses, &options, &kept),
                             WEND_OK);
            assert_int_equal(kept, tell_all(&w, &options));
            assert_true(wend_memories_hash(w.taken) == wend_memories_hash(w.told));
            all += kept;
        }
        wend_memories_destroy(w.taken);
        wend_memories_destroy(w.told);
        wend_senses_destroy(w.senses);
        wend_walls_destroy(w.walls);
    }
    assert_true(all > 500);
}

/* ---- by hand ---- */

typedef struct stage {
    wend_senses *senses;
    wend_memories *memories;
    wend_source_id source;
} stage;

/* Agent 1 looks at a source of user value 7, tag 3 and team 1, 10 metres away. */
static stage stage_make(void)
{
    stage s = {senses_of(NULL), memories_of(8, 3), {0, 0}};
    wend_observer observer = wend_observer_default();
    wend_source source = wend_source_default();
    wend_observer_id id;
    observer.user = 1;
    observer.hostile_teams = 1 << 1;
    source.position = (wend_vec3){10, 0, 0};
    source.user = 7;
    source.tag = 3;
    source.team = 1;
    source.reaction = 42;
    assert_int_equal(wend_senses_add_observer(s.senses, &observer, &id), WEND_OK);
    assert_int_equal(wend_senses_add_source(s.senses, &source, &s.source), WEND_OK);
    return s;
}

static size_t stage_step(const stage *s, const wend_memory_senses_options *options)
{
    size_t kept;
    assert_int_equal(wend_senses_update(s->senses, NULL), WEND_OK);
    assert_int_equal(wend_memories_observe_senses(s->memories, s->senses, options, &kept), WEND_OK);
    return kept;
}

static void stage_free(const stage *s)
{
    wend_senses_destroy(s->senses);
    wend_memories_destroy(s->memories);
}

static void what_is_glimpsed_is_unknown_until_it_is_noticed(void **state)
{
    (void)state;
    const stage s = stage_make();
    wend_memory memory;
    assert_int_equal(stage_step(&s, NULL), 1);
    assert_int_equal(wend_memories_get(s.memories, 1, UNKNOWN + 1, &memory), WEND_OK);
    assert_int_equal(memory.kind, 0);
    assert_int_equal(memory.team, WEND_TEAM_NONE);
    assert_true(memory.danger >= 0.5 && memory.danger <= 0.5);
    assert_true(memory.certainty < 0.2);
    for (int i = 0; i < 20; i++) {
        stage_step(&s, NULL);
    }
    assert_int_equal(wend_memories_get(s.memories, 1, UNKNOWN + 1, &memory), WEND_ERROR_STALE);
    assert_int_equal(wend_memories_get(s.memories, 1, 7, &memory), WEND_OK);
    assert_int_equal(memory.kind, 3);
    assert_int_equal(memory.team, 1);
    assert_int_equal(memory.sense, 1 << WEND_SENSE_SIGHT);
    assert_true(memory.value >= 42 && memory.danger >= 1 && memory.certainty >= 1);
    /* What only the senses remember is not taken. */
    wend_source source;
    assert_int_equal(wend_senses_get_source(s.senses, s.source, &source), WEND_OK);
    assert_int_equal(wend_senses_move_source(s.senses, s.source, (wend_vec3){-10, 0, 0}), WEND_OK);
    assert_int_equal(stage_step(&s, NULL), 0);
    stage_free(&s);
}

static void noises_are_unknown_unless_hearing_identifies(void **state)
{
    (void)state;
    const stage s = stage_make();
    wend_memory_senses_options options = wend_memory_senses_options_default();
    wend_noise noise = wend_noise_default();
    wend_memory memory;
    options.sight = 0;
    noise.user = 9;
    noise.position = (wend_vec3){0, 2, 0};
    assert_int_equal(wend_senses_add_noise(s.senses, &noise), WEND_OK);
    assert_int_equal(stage_step(&s, &options), 1);
    assert_int_equal(wend_memories_get(s.memories, 1, UNKNOWN, &memory), WEND_OK);
    assert_true(memory.certainty >= 0.5 && memory.certainty <= 0.5);
    options.identifying |= 1u << WEND_SENSE_HEARING;
    assert_int_equal(wend_senses_add_noise(s.senses, &noise), WEND_OK);
    assert_int_equal(stage_step(&s, &options), 1);
    assert_int_equal(wend_memories_get(s.memories, 1, 9, &memory), WEND_OK);
    assert_int_equal(memory.sense, 1 << WEND_SENSE_HEARING);
    options.hearing = 0;
    assert_int_equal(wend_senses_add_noise(s.senses, &noise), WEND_OK);
    assert_int_equal(stage_step(&s, &options), 0);
    stage_free(&s);
}

static void what_is_seen_and_heard_has_one_record(void **state)
{
    (void)state;
    const stage s = stage_make();
    wend_noise noise = wend_noise_default();
    wend_memory memory;
    noise.position = (wend_vec3){10, 0.5, 0};
    noise.source = s.source;
    noise.user = 9; /* of the noise: what is identified is its source */
    assert_int_equal(wend_senses_add_noise(s.senses, &noise), WEND_OK);
    stage_step(&s, NULL);
    assert_int_equal(wend_memories_get(s.memories, 1, UNKNOWN + 1, &memory), WEND_OK);
    for (int i = 0; i < 20; i++) {
        stage_step(&s, NULL);
    }
    assert_int_equal(wend_senses_add_noise(s.senses, &noise), WEND_OK);
    assert_int_equal(stage_step(&s, NULL), 2);
    assert_int_equal(wend_memories_get(s.memories, 1, UNKNOWN + 1, &memory), WEND_ERROR_STALE);
    assert_int_equal(wend_memories_get(s.memories, 1, 9, &memory), WEND_ERROR_STALE);
    assert_int_equal(wend_memories_get(s.memories, 1, 7, &memory), WEND_OK);
    assert_int_equal(memory.sense, 1 << WEND_SENSE_SIGHT | 1 << WEND_SENSE_HEARING);
    assert_int_equal(memory.kind, 3);
    assert_true(memory.value >= 42 && memory.danger >= 1);
    assert_true(memory.position.x >= 10 && memory.position.y <= 0); /* sight is the more certain */
    stage_free(&s);
}

static bool rename_or_leave_out(void *user, uint64_t agent, const wend_perception *perception,
                                wend_memory_observation *observation)
{
    int *calls = user;
    (*calls)++;
    assert_int_equal(agent, 1);
    assert_int_equal(perception->user, 7);
    observation->subject = 70;
    observation->certainty = *calls == 2 ? 2 : 1; /* unsound the second time */
    return *calls != 3;
}

static void a_callback_completes_and_leaves_out(void **state)
{
    (void)state;
    const stage s = stage_make();
    wend_memory_senses_options options = wend_memory_senses_options_default();
    wend_memory memory;
    int calls = 0;
    options.take = rename_or_leave_out;
    options.user = &calls;
    assert_int_equal(stage_step(&s, &options), 1);
    assert_int_equal(wend_memories_get(s.memories, 1, 70, &memory), WEND_OK);
    assert_int_equal(stage_step(&s, &options), 0);
    assert_int_equal(stage_step(&s, &options), 0);
    assert_int_equal(calls, 3);
    options.unknown_kind = 64;
    assert_int_equal(wend_memories_observe_senses(s.memories, s.senses, &options, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_memories_observe_senses(s.memories, NULL, NULL, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_memories_observe_senses(NULL, s.senses, NULL, NULL), WEND_ERROR_ARGUMENT);
    stage_free(&s);
}

static void smells_are_taken_at_a_position(void **state)
{
    (void)state;
    wend_grid_def grid_def = wend_grid_def_default();
    wend_smell_def def = wend_smell_def_default();
    wend_smell_source source = wend_smell_source_default();
    wend_memory_senses_options options = wend_memory_senses_options_default();
    wend_grid *grid = NULL;
    wend_smell *smell = NULL;
    wend_smell_id id;
    wend_memory memory;
    size_t kept;
    grid_def.width = grid_def.height = 16;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    def.grid = grid;
    assert_int_equal(wend_smell_create(&def, &smell), WEND_OK);
    source.position = (wend_vec2){4.5, 4.5};
    source.kind = 5;
    source.user = 77;
    source.radius = 8;
    assert_int_equal(wend_smell_add_source(smell, &source, &id), WEND_OK);
    assert_int_equal(wend_smell_update(smell), WEND_OK);
    wend_memories *memories = memories_of(4, 2);
    const wend_vec3 at = {6.5, 4.5, 3};
    assert_int_equal(wend_memories_observe_smell(memories, 0, smell, at, NULL, NULL, &kept),
                     WEND_OK);
    assert_int_equal(kept, 1);
    assert_int_equal(wend_memories_get(memories, 0, UNKNOWN + ((uint64_t)1 << 32) + 1, &memory),
                     WEND_OK);
    assert_true(memory.position.x >= 4.5 && memory.position.x <= 4.5 && memory.position.z >= 3);
    assert_true(memory.certainty > 0.3 && memory.certainty < 0.4); /* 3/4 of the intensity, half */
    options.identifying |= 1u << WEND_SENSE_SMELL;
    assert_int_equal(wend_memories_observe_smell(memories, 0, smell, at, NULL, &options, &kept),
                     WEND_OK);
    assert_int_equal(wend_memories_get(memories, 0, UNKNOWN + ((uint64_t)1 << 32) + 1, &memory),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_memories_get(memories, 0, 77, &memory), WEND_OK);
    assert_int_equal(memory.kind, 5);
    assert_int_equal(memory.sense, 1 << WEND_SENSE_SMELL);
    assert_int_equal(wend_memories_observe_smell(memories, 9, smell, at, NULL, NULL, &kept),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_memories_observe_smell(memories, 0, NULL, at, NULL, NULL, &kept),
                     WEND_ERROR_ARGUMENT);
    wend_memories_destroy(memories);
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_is_what_the_lists_tell),
        cmocka_unit_test(what_is_glimpsed_is_unknown_until_it_is_noticed),
        cmocka_unit_test(noises_are_unknown_unless_hearing_identifies),
        cmocka_unit_test(what_is_seen_and_heard_has_one_record),
        cmocka_unit_test(a_callback_completes_and_leaves_out),
        cmocka_unit_test(smells_are_taken_at_a_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
