/* Memories take what senses perceive: perceptions become observations.
 * Cost: the perceptions, each with a search among the records of its agent. */
#include "base/core/message.h"
#include "base/math/bits.h"
#include "mind/memory/memories.h"
#include "mind/senses/store.h"
#include "wend/grid.h"

#include <string.h>

enum { COOKIE = 0x4D454D36, AHEAD = 8 /* observers */, LINE = 64 };

static const uint64_t UNKNOWN_MOST = (uint64_t)1 << 63, UNKNOWN_SMELLS = (uint64_t)1 << 32;

wend_memory_senses_options wend_memory_senses_options_default(void)
{
    wend_memory_senses_options options;
    memset(&options, 0, sizeof options);
    options.cookie = COOKIE;
    options.sight = 1;
    options.hearing = 0.5;
    options.touch = 1;
    options.smell = 0.5;
    options.identifying = 1U << WEND_SENSE_SIGHT | 1U << WEND_SENSE_TOUCH;
    options.is_noticed_first = true;
    options.unknown_subject = UNKNOWN_MOST;
    options.unknown_danger = 0.5;
    options.hostile_danger = 1;
    return options;
}

static wend_result check_options(const wend_memory_senses_options *o, wend_message *m,
                                 const char *function)
{
    static const char *const names[] = {"sight", "hearing",        "touch",
                                        "smell", "unknown_danger", "hostile_danger"};
    const double values[] = {o->sight, o->hearing,        o->touch,
                             o->smell, o->unknown_danger, o->hostile_danger};
    if (o->cookie != COOKIE) {
        return wendi_refuse_cookie(m, function, o->cookie, "wend_memory_senses_options_default");
    }
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        const double most = i < WEND_SENSE_COUNT ? 1 : WEND_MEMORIES_DANGER_MAX;
        if (!(values[i] >= 0 && values[i] <= most)) {
            return wendi_refuse(m, function, names[i], values[i], 0, most);
        }
    }
    if (o->unknown_kind >= WEND_MEMORIES_KINDS_MAX) {
        return wendi_refuse_index(m, function, "unknown_kind", o->unknown_kind, "kinds",
                                  WEND_MEMORIES_KINDS_MAX);
    }
    return o->unknown_subject <= UNKNOWN_MOST
               ? WEND_OK
               : wendi_refuse(m, function, "unknown_subject", (double)o->unknown_subject, 0,
                              (double)UNKNOWN_MOST);
}

/* A call that takes perceptions. */
typedef struct memory_taking {
    wend_memories *memories;
    const wend_memory_senses_options *options;
    size_t kept;
    uint32_t other;       /* the next noise or touch; they come by observer */
    uint32_t first_other; /* of the observer */
} memory_taking;

static double factor_of(const wend_memory_senses_options *options, wend_sense sense)
{
    const double factors[WEND_SENSE_COUNT] = {options->sight, options->hearing, options->touch,
                                              options->smell};
    return factors[sense];
}

static bool is_same_source(const wend_perception *a, const wend_perception *b)
{
    return a->source.index1 == b->source.index1 && a->source.generation == b->source.generation;
}

/* True if the sense of a perception tells what it perceives. */
static bool identifies(const wend_memory_senses_options *options, const wend_perception *p)
{
    return (options->identifying >> p->sense & 1) != 0 &&
           (p->sense != WEND_SENSE_SIGHT || p->is_noticed || !options->is_noticed_first);
}

/* @param known the perception that identifies it: itself, that of another sense, or NULL.
 * @param unknown the subject that the perception has while it is not identified. */
static void take(memory_taking *taking, uint32_t agent, const wend_perception *p,
                 const wend_perception *known, uint64_t unknown)
{
    const wend_memory_senses_options *options = taking->options;
    wend_memory_observation o = wend_memory_observation_default();
    o.sense = 1U << p->sense;
    o.position = p->position;
    o.certainty = p->certainty * factor_of(options, p->sense);
    if (known != NULL) {
        o.subject = known->user;
        o.kind = known->tag < WEND_MEMORIES_KINDS_MAX ? known->tag : options->unknown_kind;
        o.team = known->team;
        o.value = known->reaction;
        o.danger = known->is_hostile ? options->hostile_danger : 0;
    } else {
        o.subject = unknown;
        o.kind = options->unknown_kind;
        o.team = WEND_TEAM_NONE;
        o.danger = options->unknown_danger;
    }
    wend_memories *memories = taking->memories;
    const uint64_t number = memories->agents[agent].number;
    if (options->take != NULL && (!options->take(options->user, number, p, &o) ||
                                  wendi_memories_check_observation(&o, NULL, "") != WEND_OK)) {
        return;
    }
    if (known != NULL && unknown != options->unknown_subject) {
        wendi_memories_drop(memories, agent, unknown);
    }
    /* Factors and perceptions of certainty 0 say nothing. */
    if (o.certainty > 0 && wendi_memories_perceive(memories, agent, &o) == WEND_OK) {
        taking->kept++;
    }
}

/* The first perception of an observer in this tick, in the order of their lists, that identifies the
 * source of another one; NULL if there is none. */
static const wend_perception *find_known(const memory_taking *taking, const wend_senses *senses,
                                         uint32_t observer, const wend_perception *p)
{
    const wend_memory_senses_options *options = taking->options;
    const wendi_sense_observer *it = &senses->observers[observer];
    const wend_perception *kept = wendi_senses_kept(senses, observer, it->kept_half);
    if (identifies(options, p) || p->source.index1 == 0) {
        return identifies(options, p) ? p : NULL;
    }
    for (uint32_t i = 0; options->sight > 0 && i < it->kept_count; i++) {
        if (kept[i].tick == senses->tick && is_same_source(&kept[i], p) &&
            identifies(options, &kept[i])) {
            return &kept[i];
        }
    }
    for (uint32_t i = taking->first_other;
         i < senses->other_count && senses->others[i].observer == observer; i++) {
        const wend_perception *other = &senses->others[i].perception;
        if (factor_of(options, other->sense) > 0 && is_same_source(other, p) &&
            identifies(options, other)) {
            return other;
        }
    }
    return NULL;
}

static void take_from_observer(memory_taking *taking, const wend_senses *senses, uint32_t observer,
                               uint32_t agent)
{
    const wend_memory_senses_options *options = taking->options;
    const wendi_sense_observer *it = &senses->observers[observer];
    const wend_perception *kept = wendi_senses_kept(senses, observer, it->kept_half);
    const uint64_t unknown = options->unknown_subject;
    while (taking->other < senses->other_count &&
           senses->others[taking->other].observer < observer) {
        taking->other++;
    }
    taking->first_other = taking->other;
    for (uint32_t i = 0; options->sight > 0 && i < it->kept_count; i++) {
        if (kept[i].tick == senses->tick) {
            take(taking, agent, &kept[i], find_known(taking, senses, observer, &kept[i]),
                 unknown + kept[i].source.index1);
        }
    }
    for (;
         taking->other < senses->other_count && senses->others[taking->other].observer == observer;
         taking->other++) {
        const wend_perception *p = &senses->others[taking->other].perception;
        if (factor_of(options, p->sense) > 0) {
            take(taking, agent, p, find_known(taking, senses, observer, p),
                 unknown + p->source.index1);
        }
    }
}

static void fetch(const void *items, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LINE) {
        wendi_prefetch((const uint8_t *)items + at);
    }
}

/* Lists and records of different agents lie far apart: those of several are fetched at once. */
static void fetch_all(const wend_memories *memories, const wend_senses *senses, uint32_t observer,
                      uint32_t agent)
{
    const wendi_sense_observer *it = &senses->observers[observer];
    const wend_perception *kept = wendi_senses_kept(senses, observer, it->kept_half);
    const size_t at = wendi_memories_first(memories, agent), count = memories->agents[agent].count;
    fetch(kept, it->kept_count * sizeof *kept);
    fetch(&memories->subjects[at], count * sizeof *memories->subjects);
    fetch(&memories->records[at], count * sizeof *memories->records);
}

static void take_from_some(memory_taking *taking, const wend_senses *senses, uint32_t first)
{
    const uint32_t left = senses->observer_slots.limit - first;
    const uint32_t count = left < AHEAD ? left : (uint32_t)AHEAD;
    uint32_t agents[AHEAD];
    for (uint32_t i = 0; i < count; i++) {
        agents[i] =
            wendi_slots_is_used(&senses->observer_slots, first + i)
                ? wendi_memories_find(taking->memories, senses->observers[first + i].def.user)
                : UINT32_MAX;
        if (agents[i] != UINT32_MAX) {
            fetch_all(taking->memories, senses, first + i, agents[i]);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (agents[i] != UINT32_MAX) {
            take_from_observer(taking, senses, first + i, agents[i]);
        }
    }
}

wend_result wend_memories_observe_senses(wend_memories *memories, const wend_senses *senses,
                                         const wend_memory_senses_options *options, size_t *kept)
{
    static const char function[] = "wend_memories_observe_senses";
    const wend_memory_senses_options plain = wend_memory_senses_options_default();
    if (kept != NULL) {
        *kept = 0;
    }
    if (memories == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (senses == NULL) {
        return wendi_refuse_null(&memories->message, function, "senses");
    }
    memory_taking taking = {memories, options == NULL ? &plain : options, 0, 0, 0};
    const wend_result result = check_options(taking.options, &memories->message, function);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t first = 0; first < senses->observer_slots.limit; first += AHEAD) {
        take_from_some(&taking, senses, first);
    }
    if (kept != NULL) {
        *kept = taking.kept;
    }
    return WEND_OK;
}

wend_result wend_memories_observe_smell(wend_memories *memories, uint64_t agent,
                                        const wend_smell *smell, wend_vec3 position,
                                        const wend_nose *nose,
                                        const wend_memory_senses_options *options, size_t *kept)
{
    static const char function[] = "wend_memories_observe_smell";
    const wend_memory_senses_options plain = wend_memory_senses_options_default();
    wend_nose by = nose == NULL ? wend_nose_default() : *nose;
    memory_taking taking = {memories, options == NULL ? &plain : options, 0, 0, 0};
    wend_scent scents[WEND_MEMORIES_SMELLED_MAX];
    uint32_t index;
    size_t count;
    if (kept != NULL) {
        *kept = 0;
    }
    wend_result result = wendi_memories_begin(memories, function, agent, &index);
    if (result == WEND_OK) {
        result = check_options(taking.options, &memories->message, function);
    }
    if (result == WEND_OK) {
        result = wendi_check_vec3(&memories->message, function, "position", position);
    }
    if (result != WEND_OK) {
        return result;
    }
    by.has_no_trails = true;
    if (wend_smell_at(smell, (wend_vec2){position.x, position.y}, &by, scents,
                      WEND_MEMORIES_SMELLED_MAX, &count) < WEND_OK) {
        return wendi_fail(&memories->message, WEND_ERROR_ARGUMENT, "%s: %s", function,
                          smell == NULL ? "smell is NULL" : "the nose is not sound");
    }
    const size_t most = WEND_MEMORIES_SMELLED_MAX;
    for (size_t i = 0; taking.options->smell > 0 && i < (count < most ? count : most); i++) {
        const wend_scent *scent = &scents[i];
        wend_smell_source source;
        (void)wend_smell_get_source(smell, scent->source, &source);
        const wend_perception p = {.sense = WEND_SENSE_SMELL,
                                   .user = scent->user,
                                   .tag = scent->kind,
                                   .team = WEND_TEAM_NONE,
                                   .position = {source.position.x, source.position.y, position.z},
                                   .distance = scent->distance,
                                   .certainty = scent->intensity < 1 ? scent->intensity : 1,
                                   .strength = scent->intensity,
                                   .first_tick = memories->tick,
                                   .tick = memories->tick,
                                   .is_perceived = true};
        take(&taking, index, &p, identifies(taking.options, &p) ? &p : NULL,
             taking.options->unknown_subject + UNKNOWN_SMELLS + scent->source.index1);
    }
    if (kept != NULL) {
        *kept = taking.kept;
    }
    return WEND_OK;
}
