/* Queries of memories: records as they are now, and guesses.
 * Cost: the records of one agent; nothing is changed, so any number of threads may ask. */
#include "base/core/message.h"
#include "base/math/bits.h"
#include "mind/memory/memories.h"
#include "wend/draw.h"
#include "wend/grid.h"
#include "wend/sweep.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { QUERY_COOKIE = 0x4D454D34, OPTIONS_COOKIE = 0x4D454D35 };

static const double RADIUS_MOST = 1048576;

static const wend_memory_query PLAIN_QUERY = {.cookie = QUERY_COOKIE,
                                              .kinds = UINT64_MAX,
                                              .max_age = UINT64_MAX,
                                              .max_distance = (double)INFINITY};

wend_memory_query wend_memory_query_default(void)
{
    return PLAIN_QUERY;
}

wend_memory_guess_options wend_memory_guess_options_default(void)
{
    wend_memory_guess_options options;
    memset(&options, 0, sizeof options);
    options.cookie = OPTIONS_COOKIE;
    options.stops = WEND_STOPS_WALK;
    return options;
}

static bool is_query(const wend_memory_query *query)
{
    return query->cookie == QUERY_COOKIE && query->teams >= WEND_MEMORY_TEAMS_ANY &&
           query->teams <= WEND_MEMORY_TEAMS_OTHERS && query->min_certainty >= 0 &&
           query->min_certainty <= 1 && query->max_distance >= 0;
}

static void copy_out(const wend_memories *memories, uint64_t subject,
                     const wendi_memory_record *record, wend_memory *memory)
{
    *memory = (wend_memory){.subject = subject,
                            .kind = record->kind,
                            .team = record->team,
                            .sense = record->sense,
                            .position = record->position,
                            .velocity = record->velocity,
                            .value = record->value,
                            .danger = record->danger,
                            .certainty = wendi_memories_certainty(memories, record),
                            .first_tick = record->first_tick,
                            .last_tick = record->last_tick,
                            .source = record->source,
                            .is_gone = record->is_gone,
                            .gone_tick = record->gone_tick};
}

/* Apart from distances. */
static bool matches(const wend_memories *memories, const wendi_memory_record *record,
                    const wend_memory_query *query)
{
    const bool is_team = query->teams == WEND_MEMORY_TEAMS_ANY ||
                         (query->team == record->team) == (query->teams == WEND_MEMORY_TEAMS_SAME);
    return wendi_memories_is_alive(memories, record) && is_team &&
           (query->kinds >> record->kind & 1) != 0 &&
           (query->senses == 0 || (query->senses & record->sense) != 0) &&
           (query->is_gone_found || !record->is_gone) &&
           memories->tick - record->last_tick <= query->max_age &&
           (query->min_certainty <= 0 ||
            wendi_memories_certainty(memories, record) >= query->min_certainty);
}

wend_result wend_memories_get(const wend_memories *memories, uint64_t agent, uint64_t subject,
                              wend_memory *memory)
{
    if (memory != NULL) {
        memset(memory, 0, sizeof *memory);
    }
    if (memories == NULL || memory == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = wendi_memories_find(memories, agent);
    const wendi_memory_record *record =
        index == UINT32_MAX ? NULL : wendi_memories_record(memories, index, subject);
    if (record == NULL) {
        return WEND_ERROR_STALE;
    }
    copy_out(memories, subject, record, memory);
    return WEND_OK;
}

wend_result wend_memories_list(const wend_memories *memories, uint64_t agent,
                               const wend_memory_query *query, wend_memory *list, size_t capacity,
                               size_t *count)
{
    query = query == NULL ? &PLAIN_QUERY : query;
    if (count != NULL) {
        *count = 0;
    }
    if (memories == NULL || count == NULL || (list == NULL && capacity > 0) || !is_query(query) ||
        query->max_distance < (double)INFINITY) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = wendi_memories_find(memories, agent);
    if (index == UINT32_MAX) {
        return WEND_ERROR_STALE;
    }
    const size_t first = wendi_memories_first(memories, index);
    size_t found = 0;
    for (size_t i = first; i < first + memories->agents[index].count; i++) {
        if (matches(memories, &memories->records[i], query)) {
            if (found < capacity) {
                copy_out(memories, memories->subjects[i], &memories->records[i], &list[found]);
            }
            found++;
        }
    }
    *count = found;
    return found > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- the best ---- */

wend_vec3 wendi_memories_reckon(const wend_memories *memories, const wendi_memory_record *record)
{
    const wend_memory_kind *kind = &memories->kinds[record->kind];
    const wend_vec3 v = record->velocity, from = record->position;
    const double passed = (double)(memories->tick - record->last_tick) * memories->def.tick_seconds;
    const double seconds = passed < kind->guess_seconds ? passed : kind->guess_seconds;
    const double speed = wend_sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    const double distance = speed * seconds;
    if (!(distance > 0)) {
        return from;
    }
    const double part = distance > kind->guess_distance ? kind->guess_distance / speed : seconds;
    wend_vec3 to = {from.x + v.x * part, from.y + v.y * part, from.z + v.z * part};
    double *const ends[] = {&to.x, &to.y, &to.z};
    for (size_t i = 0; i < 3; i++) {
        *ends[i] = *ends[i] > WEND_COORDINATE_MAX    ? WEND_COORDINATE_MAX
                   : *ends[i] < -WEND_COORDINATE_MAX ? -WEND_COORDINATE_MAX
                                                     : *ends[i];
    }
    return to;
}

/* A query for one record; the greatest score is the best. */
typedef struct memory_contest {
    const wend_memories *memories;
    const wend_memory_query *query;
    uint64_t agent;
    wend_vec3 at;
    wend_memory_score_fn score; /* NULL: by distance, or danger */
    void *user;
    bool is_by_danger;
} memory_contest;

static double score_of(const memory_contest *c, size_t i, double square)
{
    if (c->score == NULL) {
        return -square;
    }
    wend_memory memory;
    copy_out(c->memories, c->memories->subjects[i], &c->memories->records[i], &memory);
    return c->score(c->user, c->agent, &memory);
}

/* The danger of a record at a position. @param least nothing up to this counts. */
static double danger_of(const wend_memories *memories, const wendi_memory_record *record,
                        double square, double least)
{
    const double nearness = 1 + sqrt(square) / memories->def.danger_distance;
    /* Age makes no record more dangerous than it was. */
    if (record->danger * record->certainty / nearness <= least) {
        return least;
    }
    return record->danger * wendi_memories_certainty(memories, record) / nearness;
}

/* Agents most often are asked one after another: the records of the next one are fetched meanwhile. */
static void fetch_next(const wend_memories *memories, uint32_t index)
{
    enum { LINE = 64 };
    if (index + 1 < memories->agent_count) {
        const wendi_memory_record *first =
            &memories->records[wendi_memories_first(memories, index + 1)];
        const size_t bytes = memories->agents[index + 1].count * sizeof *first;
        for (size_t at = 0; at < bytes; at += LINE) {
            wendi_prefetch((const uint8_t *)first + at);
        }
    }
}

static bool find_best(const memory_contest *c, wend_memory *memory, double *value)
{
    const wend_memories *memories = c->memories;
    if (memory != NULL) {
        memset(memory, 0, sizeof *memory);
    }
    if (value != NULL) {
        *value = 0;
    }
    if (memories == NULL || memory == NULL || !is_query(c->query) ||
        wendi_check_vec3(NULL, "", "", c->at) != WEND_OK) {
        return false;
    }
    const uint32_t index = wendi_memories_find(memories, c->agent);
    if (index == UINT32_MAX) {
        return false;
    }
    fetch_next(memories, index);
    const double most = c->query->max_distance * c->query->max_distance;
    const size_t first = wendi_memories_first(memories, index);
    const size_t end = first + memories->agents[index].count;
    size_t best = end;
    double greatest = 0;
    for (size_t i = first; i < end; i++) {
        const wendi_memory_record *record = &memories->records[i];
        /* Neither age nor distance makes a record more dangerous than it was. */
        if ((c->is_by_danger && record->danger * record->certainty <= greatest) ||
            !matches(memories, record, c->query)) {
            continue;
        }
        const wend_vec3 at =
            c->query->is_guessed ? wendi_memories_reckon(memories, record) : record->position;
        const double x = at.x - c->at.x, y = at.y - c->at.y, square = x * x + y * y;
        if (square > most) {
            continue;
        }
        const double score = c->is_by_danger ? danger_of(memories, record, square, greatest)
                                             : score_of(c, i, square);
        if (!wendi_is_nan(score) && (best == end || score > greatest) &&
            (!c->is_by_danger || score > 0)) {
            best = i;
            greatest = score;
        }
    }
    if (best == end) {
        return false;
    }
    copy_out(memories, memories->subjects[best], &memories->records[best], memory);
    if (value != NULL) {
        *value = greatest;
    }
    return true;
}

bool wend_memories_nearest(const wend_memories *memories, uint64_t agent, wend_vec3 position,
                           const wend_memory_query *query, wend_memory *memory)
{
    const memory_contest contest = {.memories = memories,
                                    .query = query == NULL ? &PLAIN_QUERY : query,
                                    .agent = agent,
                                    .at = position};
    return find_best(&contest, memory, NULL);
}

bool wend_memories_best(const wend_memories *memories, uint64_t agent, wend_vec3 position,
                        const wend_memory_query *query, wend_memory_score_fn score, void *user,
                        wend_memory *memory, double *value)
{
    const memory_contest contest = {.memories = score == NULL ? NULL : memories,
                                    .query = query == NULL ? &PLAIN_QUERY : query,
                                    .agent = agent,
                                    .at = position,
                                    .score = score,
                                    .user = user};
    return find_best(&contest, memory, value);
}

bool wend_memories_most_dangerous(const wend_memories *memories, uint64_t agent, wend_vec3 position,
                                  const wend_memory_query *query, wend_memory *memory,
                                  double *value)
{
    const memory_contest contest = {.memories = memories,
                                    .query = query == NULL ? &PLAIN_QUERY : query,
                                    .agent = agent,
                                    .at = position,
                                    .is_by_danger = true};
    return find_best(&contest, memory, value);
}

/* ---- guesses ---- */

static bool are_options(const wend_memory_guess_options *options)
{
    wend_grid_info info = {0};
    if (options->grid != NULL) {
        wend_grid_get_info(options->grid, &info);
    }
    return options->cookie == OPTIONS_COOKIE && options->radius >= 0 &&
           options->radius <= RADIUS_MOST &&
           (options->grid == NULL || options->movement_class < (uint32_t)info.class_count);
}

/* Cuts a movement off at the first obstacle. */
static wend_vec3 stopped(const wend_memory_guess_options *options, wend_vec3 from, wend_vec3 to)
{
    const wend_vec2 a = {from.x, from.y}, b = {to.x, to.y};
    double part = 1;
    wend_wall_hit wall;
    wend_grid_hit cell;
    if (options->walls != NULL &&
        wend_walls_sweep(options->walls, a, b, options->radius, options->stops, &wall)) {
        part = wall.fraction;
    }
    if (options->grid != NULL && wend_grid_sweep(options->grid, options->movement_class,
                                                 WEND_TEAM_NONE, a, b, options->radius, &cell)) {
        part = cell.fraction < part ? cell.fraction : part;
    }
    return part >= 1 ? to
                     : (wend_vec3){from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part,
                                   from.z + (to.z - from.z) * part};
}

wend_result wend_memories_guess(const wend_memories *memories, uint64_t agent, uint64_t subject,
                                const wend_memory_guess_options *options, wend_vec3 *position)
{
    const wend_memory_guess_options defaults = wend_memory_guess_options_default();
    options = options == NULL ? &defaults : options;
    if (position != NULL) {
        *position = (wend_vec3){0, 0, 0};
    }
    if (memories == NULL || position == NULL || !are_options(options)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = wendi_memories_find(memories, agent);
    const wendi_memory_record *record =
        index == UINT32_MAX ? NULL : wendi_memories_record(memories, index, subject);
    if (record == NULL) {
        return WEND_ERROR_STALE;
    }
    wend_vec3 guess = stopped(options, record->position, wendi_memories_reckon(memories, record));
    if (options->correct != NULL) {
        wend_memory memory;
        copy_out(memories, subject, record, &memory);
        const wend_vec3 corrected = options->correct(options->user, agent, &memory, guess);
        guess = wendi_check_vec3(NULL, "", "", corrected) == WEND_OK ? corrected : guess;
    }
    *position = guess;
    return WEND_OK;
}

/* ---- items, drawing ---- */

uint64_t wend_memory_item_subject(wend_item_id item)
{
    return (uint64_t)item.generation << 32 | item.index1;
}

bool wend_memories_is_item(void *user, uint64_t agent, wend_item_id item)
{
    const wend_memories *memories = user;
    const uint32_t index = memories == NULL ? UINT32_MAX : wendi_memories_find(memories, agent);
    const wendi_memory_record *record =
        index == UINT32_MAX
            ? NULL
            : wendi_memories_record(memories, index, wend_memory_item_subject(item));
    return record != NULL && !record->is_gone;
}

wend_result wend_memories_draw(const wend_memories *memories, uint64_t agent, const wend_draw *draw)
{
    if (memories == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = wendi_memories_find(memories, agent);
    if (index == UINT32_MAX) {
        return WEND_ERROR_STALE;
    }
    const size_t first = wendi_memories_first(memories, index);
    for (size_t i = first; i < first + memories->agents[index].count; i++) {
        const wendi_memory_record *record = &memories->records[i];
        if (!wendi_memories_is_alive(memories, record)) {
            continue;
        }
        const wend_vec2 at = {record->position.x, record->position.y};
        const wend_vec3 to = wendi_memories_reckon(memories, record);
        if (draw->circle != NULL) {
            draw->circle(draw->context, at, 0,
                         record->is_gone ? WEND_MEANING_NOTE : WEND_MEANING_ITEM, record->kind);
        }
        if (draw->line != NULL && record->has_velocity) {
            draw->line(draw->context, at, (wend_vec2){to.x, to.y}, WEND_MEANING_VELOCITY, 0);
        }
    }
    return WEND_OK;
}
