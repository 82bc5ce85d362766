/* Perceptions become records: life, velocity, the weakest that goes, what is gone, what is told.
 * Cost: a search among the records of the agent, and moving those behind a new one; sharing takes the
 * records of all members, sorted. */
#include "base/core/message.h"
#include "mind/memory/fading.h"
#include "mind/memory/memories.h"
#include "wend/walls.h"

#include <string.h>

enum { COOKIE = 0x4D454D33 };

wend_memory_observation wend_memory_observation_default(void)
{
    wend_memory_observation observation;
    memset(&observation, 0, sizeof observation);
    observation.cookie = COOKIE;
    observation.sense = 1;
    observation.certainty = 1;
    return observation;
}

/* ---- records ---- */

/* A tick after another one, or the end of time. */
static uint64_t later(uint64_t tick, uint64_t ticks)
{
    return ticks > UINT64_MAX - tick ? UINT64_MAX : tick + ticks;
}

bool wendi_memories_set_life(const wend_memories *memories, wendi_memory_record *record)
{
    const wend_memory_kind *kind = &memories->kinds[record->kind];
    record->until = 0;
    record->is_until_exact = true;
    if (record->certainty < kind->threshold) {
        return false;
    }
    const uint64_t whole = memories->life_of_one[record->kind];
    /* Most records are perceived again long before their end, whose logarithm costs more than all else. */
    record->is_until_exact = record->certainty >= 1 || whole == UINT64_MAX;
    record->until =
        later(record->last_tick,
              record->is_until_exact
                  ? whole
                  : wendi_fade_least_life(record->certainty, kind->threshold, kind->half_life));
    return true;
}

bool wendi_memories_is_in_life(const wend_memories *memories, const wendi_memory_record *record)
{
    const wend_memory_kind *kind = &memories->kinds[record->kind];
    const uint64_t life = wendi_fade_life(record->certainty, kind->threshold, kind->half_life);
    return memories->tick <= later(record->last_tick, life);
}

uint32_t wendi_memories_place(const wend_memories *memories, uint32_t agent, uint64_t subject)
{
    const uint64_t *subjects = &memories->subjects[wendi_memories_first(memories, agent)];
    uint32_t low = 0;
    /* Without branches, which would be wrong half of the time. */
    for (uint32_t left = memories->agents[agent].count; left > 0;) {
        const uint32_t half = (left + 1) / 2;
        low += half & (0U - (uint32_t)(subjects[low + half - 1] < subject));
        left -= half;
    }
    return low;
}

wendi_memory_record *wendi_memories_record(const wend_memories *memories, uint32_t agent,
                                           uint64_t subject)
{
    const uint32_t place = wendi_memories_place(memories, agent, subject);
    const size_t at = wendi_memories_first(memories, agent) + place;
    return place < memories->agents[agent].count && memories->subjects[at] == subject &&
                   wendi_memories_is_alive(memories, &memories->records[at])
               ? &memories->records[at]
               : NULL;
}

static void remove_at(wend_memories *memories, uint32_t agent, uint32_t place)
{
    const size_t at = wendi_memories_first(memories, agent) + place;
    const size_t behind = --memories->agents[agent].count - place;
    memmove(&memories->subjects[at], &memories->subjects[at + 1],
            behind * sizeof *memories->subjects);
    memmove(&memories->records[at], &memories->records[at + 1], behind * sizeof *memories->records);
}

void wendi_memories_purge(wend_memories *memories, uint32_t agent)
{
    const size_t first = wendi_memories_first(memories, agent);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < memories->agents[agent].count; i++) {
        if (wendi_memories_is_alive(memories, &memories->records[first + i])) {
            memories->subjects[first + kept] = memories->subjects[first + i];
            memories->records[first + kept++] = memories->records[first + i];
        }
    }
    memories->agents[agent].count = kept;
}

/* True if record a is weaker than b; the one of the smaller subject is a. */
static bool is_weaker(const wend_memories *memories, const wendi_memory_record *a,
                      const wendi_memory_record *b)
{
    const double first = memories->kinds[a->kind].weight * wendi_memories_certainty(memories, a);
    const double second = memories->kinds[b->kind].weight * wendi_memories_certainty(memories, b);
    return first < second || (first <= second && a->last_tick <= b->last_tick);
}

/* Makes a free place in a full memory. @return false where the new record is the weakest. */
static bool remove_weakest(wend_memories *memories, uint32_t agent, uint64_t subject,
                           const wendi_memory_record *record)
{
    wendi_memories_purge(memories, agent);
    const uint32_t count = memories->agents[agent].count;
    if (count < memories->def.record_limit) {
        return true;
    }
    const size_t first = wendi_memories_first(memories, agent);
    uint32_t weakest = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (!is_weaker(memories, &memories->records[first + weakest],
                       &memories->records[first + i])) {
            weakest = i;
        }
    }
    const wendi_memory_record *it = &memories->records[first + weakest];
    const bool is_new_weaker = subject < memories->subjects[first + weakest]
                                   ? is_weaker(memories, record, it)
                                   : !is_weaker(memories, it, record);
    if (!is_new_weaker) {
        remove_at(memories, agent, weakest);
    }
    return !is_new_weaker;
}

bool wendi_memories_keep(wend_memories *memories, uint32_t agent, uint64_t subject,
                         const wendi_memory_record *record)
{
    const size_t first = wendi_memories_first(memories, agent);
    uint32_t place = wendi_memories_place(memories, agent, subject);
    if (place < memories->agents[agent].count && memories->subjects[first + place] == subject) {
        memories->records[first + place] = *record;
        return true;
    }
    if (memories->agents[agent].count == memories->def.record_limit) {
        if (!remove_weakest(memories, agent, subject, record)) {
            return false;
        }
        place = wendi_memories_place(memories, agent, subject);
    }
    const size_t at = first + place, behind = memories->agents[agent].count - place;
    memmove(&memories->subjects[at + 1], &memories->subjects[at],
            behind * sizeof *memories->subjects);
    memmove(&memories->records[at + 1], &memories->records[at], behind * sizeof *memories->records);
    memories->subjects[at] = subject;
    memories->records[at] = *record;
    memories->agents[agent].count++;
    return true;
}

/* ---- observe ---- */

wend_result wendi_memories_check_observation(const wend_memory_observation *o, wend_message *m,
                                             const char *function)
{
    if (o == NULL) {
        return wendi_refuse_null(m, function, "observation");
    }
    if (o->cookie != COOKIE) {
        return wendi_refuse_cookie(m, function, o->cookie, "wend_memory_observation_default");
    }
    if (o->kind >= WEND_MEMORIES_KINDS_MAX) {
        return wendi_refuse_index(m, function, "kind", o->kind, "kinds", WEND_MEMORIES_KINDS_MAX);
    }
    const wend_vec3 at = o->position;
    const double limit = WEND_COORDINATE_MAX;
    if (!(at.x >= -limit && at.x <= limit && at.y >= -limit && at.y <= limit && at.z >= -limit &&
          at.z <= limit)) {
        return wendi_check_vec3(m, function, "position", at);
    }
    const double most = WEND_MEMORIES_SPEED_MAX;
    const double speeds[] = {o->velocity.x, o->velocity.y, o->velocity.z};
    static const char *const names[] = {"velocity.x", "velocity.y", "velocity.z"};
    for (size_t i = 0; o->has_velocity && i < 3; i++) {
        if (!(speeds[i] >= -most && speeds[i] <= most)) {
            return wendi_refuse(m, function, names[i], speeds[i], -most, most);
        }
    }
    if (!wendi_is_finite(o->value)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: value is %s, and must be finite", function,
                          wendi_format_number(o->value).text);
    }
    if (!(o->danger >= 0 && o->danger <= WEND_MEMORIES_DANGER_MAX)) {
        return wendi_refuse(m, function, "danger", o->danger, 0, WEND_MEMORIES_DANGER_MAX);
    }
    return o->certainty > 0 && o->certainty <= 1
               ? WEND_OK
               : wendi_fail(m, WEND_ERROR_ARGUMENT,
                            "%s: certainty is %s, and must be above 0 and at most 1", function,
                            wendi_format_number(o->certainty).text);
}

static wend_vec3 shortened(wend_vec3 v, double most)
{
    const double square = v.x * v.x + v.y * v.y + v.z * v.z;
    if (square <= most * most) {
        return v;
    }
    const double length = wend_sqrt(square);
    const double factor = length > most ? most / length : 1;
    return (wend_vec3){v.x * factor, v.y * factor, v.z * factor};
}

static wend_vec3 blended(wend_vec3 a, wend_vec3 b, double part)
{
    return (wend_vec3){a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part,
                       a.z + (b.z - a.z) * part};
}

/* The velocity that follows from where the subject of a record was, and is now. */
static void estimate_velocity(const wend_memories *memories, const wend_memory_observation *o,
                              wendi_memory_record *record)
{
    const uint64_t age = memories->tick - record->last_tick;
    if (age == 0 || age > memories->def.velocity_gap) {
        record->has_velocity = age == 0 && record->has_velocity;
        record->velocity = age == 0 ? record->velocity : (wend_vec3){0, 0, 0};
        return;
    }
    const double seconds = (double)age * memories->def.tick_seconds;
    const wend_vec3 from = record->position, to = o->position;
    const wend_vec3 measured = {(to.x - from.x) / seconds, (to.y - from.y) / seconds,
                                (to.z - from.z) / seconds};
    const wend_vec3 estimate = shortened(measured, memories->kinds[o->kind].max_speed);
    record->velocity = record->has_velocity
                           ? blended(record->velocity, estimate, memories->def.velocity_blend)
                           : estimate;
    record->has_velocity = true;
}

/* A record after a perception. @param is_same it goes on with the same kind, where it was; false: what is
 * in it counts no more, but for the first tick. */
static void renew(const wend_memories *memories, const wend_memory_observation *o, bool is_same,
                  double certainty, wendi_memory_record *record)
{
    const bool is_this_tick = is_same && record->last_tick == memories->tick;
    if (!is_this_tick || o->certainty >= record->certainty) {
        if (o->has_velocity) {
            record->velocity = o->velocity;
            record->has_velocity = true;
        } else if (is_same) {
            estimate_velocity(memories, o, record);
        } else {
            record->velocity = (wend_vec3){0, 0, 0};
            record->has_velocity = false;
        }
        record->velocity =
            wendi_memories_plain(shortened(record->velocity, memories->kinds[o->kind].max_speed));
        record->position = wendi_memories_plain(o->position);
    }
    record->sense = is_this_tick ? record->sense | o->sense : o->sense;
    record->value = o->value + 0.0;
    record->danger = o->danger + 0.0;
    record->certainty = certainty;
    record->last_tick = memories->tick;
    record->kind = o->kind;
    record->team = o->team;
    record->is_gone = false;
    record->gone_tick = 0;
    (void)wendi_memories_set_life(memories, record);
}

wend_result wendi_memories_perceive(wend_memories *memories, uint32_t index,
                                    const wend_memory_observation *o)
{
    wendi_memory_record *before = wendi_memories_record(memories, index, o->subject);
    const bool is_same = before != NULL && before->kind == o->kind && !before->is_gone;
    double certainty = o->certainty;
    if (is_same) {
        const double left = wendi_memories_certainty(memories, before);
        certainty = 1 - (1 - left) * (1 - o->certainty);
        /* Rounding must not make it less certain than its parts. */
        certainty = certainty < o->certainty ? o->certainty : certainty;
    }
    if (certainty < memories->kinds[o->kind].threshold) {
        return WEND_TRUNCATED;
    }
    if (before != NULL) {
        renew(memories, o, is_same, certainty, before);
        before->source = memories->agents[index].number;
    } else {
        wendi_memory_record made = {.first_tick = memories->tick,
                                    .source = memories->agents[index].number};
        renew(memories, o, false, certainty, &made);
        if (!wendi_memories_keep(memories, index, o->subject, &made)) {
            return WEND_TRUNCATED;
        }
    }
    memories->agents[index].changed = ++memories->version;
    return WEND_OK;
}

wend_result wend_memories_observe(wend_memories *memories, uint64_t agent,
                                  const wend_memory_observation *observation)
{
    static const char function[] = "wend_memories_observe";
    uint32_t index;
    wend_result result = wendi_memories_begin(memories, function, agent, &index);
    if (result == WEND_OK) {
        result = wendi_memories_check_observation(observation, &memories->message, function);
    }
    return result == WEND_OK ? wendi_memories_perceive(memories, index, observation) : result;
}

/* ---- gone, forgotten ---- */

static void set_gone(wend_memories *memories, uint32_t index, wendi_memory_record *record)
{
    if (!record->is_gone) {
        record->is_gone = true;
        record->gone_tick = memories->tick;
        record->velocity = (wend_vec3){0, 0, 0};
        record->has_velocity = false;
        memories->agents[index].changed = ++memories->version;
    }
}

wend_result wend_memories_report_gone(wend_memories *memories, uint64_t agent, uint64_t subject)
{
    uint32_t index;
    const wend_result result =
        wendi_memories_begin(memories, "wend_memories_report_gone", agent, &index);
    if (result == WEND_OK) {
        wendi_memory_record *record = wendi_memories_record(memories, index, subject);
        if (record != NULL) {
            set_gone(memories, index, record);
        }
    }
    return result;
}

wend_result wend_memories_report_empty(wend_memories *memories, uint64_t agent, wend_vec2 centre,
                                       double radius, uint64_t kinds, size_t *count)
{
    static const char function[] = "wend_memories_report_empty";
    uint32_t index;
    if (count != NULL) {
        *count = 0;
    }
    wend_result result = wendi_memories_begin(memories, function, agent, &index);
    if (result == WEND_OK) {
        result = wendi_check_vec2(&memories->message, function, "centre", centre);
    }
    if (result == WEND_OK && !(radius >= 0)) {
        result = wendi_fail(&memories->message, WEND_ERROR_ARGUMENT,
                            "%s: radius is %s, and must be 0 or more", function,
                            wendi_format_number(radius).text);
    }
    if (result != WEND_OK) {
        return result;
    }
    wendi_memory_record *records = &memories->records[wendi_memories_first(memories, index)];
    size_t gone = 0;
    for (uint32_t i = 0; i < memories->agents[index].count; i++) {
        const double x = records[i].position.x - centre.x, y = records[i].position.y - centre.y;
        if (wendi_memories_is_alive(memories, &records[i]) && !records[i].is_gone &&
            records[i].last_tick < memories->tick && (kinds >> records[i].kind & 1) != 0 &&
            x * x + y * y <= radius * radius) {
            set_gone(memories, index, &records[i]);
            gone++;
        }
    }
    if (count != NULL) {
        *count = gone;
    }
    return WEND_OK;
}

void wendi_memories_drop(wend_memories *memories, uint32_t agent, uint64_t subject)
{
    const uint32_t count = memories->agents[agent].count;
    const uint64_t *subjects = &memories->subjects[wendi_memories_first(memories, agent)];
    /* subjects of what is not identified come last, and most often there are none */
    if (count > 0 && subjects[count - 1] >= subject &&
        wendi_memories_record(memories, agent, subject) != NULL) {
        remove_at(memories, agent, wendi_memories_place(memories, agent, subject));
    }
}

wend_result wend_memories_forget(wend_memories *memories, uint64_t agent, uint64_t subject)
{
    uint32_t index;
    const wend_result result =
        wendi_memories_begin(memories, "wend_memories_forget", agent, &index);
    if (result == WEND_OK) {
        wendi_memories_drop(memories, index, subject);
    }
    return result;
}

wend_result wend_memories_forget_all(wend_memories *memories, uint64_t agent)
{
    uint32_t index;
    const wend_result result =
        wendi_memories_begin(memories, "wend_memories_forget_all", agent, &index);
    if (result == WEND_OK) {
        memories->agents[index].count = 0;
    }
    return result;
}
