/* Minds: the public face.
 * Cost: agents are found by hash; a new period of an agent looks at each of its phases. */
#include "mind/schedule/minds.h"

#include "base/core/message.h"
#include "base/math/mix.h"
#include "wend/draw.h"

#include <math.h>
#include <string.h>

enum { COOKIE = 0x4D4E4431, MIND_COOKIE = 0x4D4E4441, BLOCK_BYTES = 16 };

static const double HYSTERESIS_MOST = 1048576;

wend_minds_def wend_minds_def_default(void)
{
    wend_minds_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.central_period = 1;
    def.far_period = 1;
    return def;
}

wend_mind_def wend_mind_def_default(void)
{
    wend_mind_def def;
    memset(&def, 0, sizeof def);
    def.cookie = MIND_COOKIE;
    def.period = 1;
    def.cost = 1;
    def.priority = 1;
    return def;
}

/* ---- create, destroy ---- */

static wend_result check_bands(const wend_minds_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->band_count > WEND_MINDS_BANDS_MAX) {
        return wendi_refuse(m, function, "band_count", def->band_count, 0, WEND_MINDS_BANDS_MAX);
    }
    if (def->band_count > 0 && def->bands == NULL) {
        return wendi_refuse_null(m, function, "bands");
    }
    for (uint32_t i = 0; i < def->band_count; i++) {
        const double before = i == 0 ? 0 : def->bands[i - 1].distance;
        if (!(def->bands[i].distance > before && def->bands[i].distance <= HYSTERESIS_MOST)) {
            return wendi_fail(m, WEND_ERROR_ARGUMENT,
                              "%s: bands[%u].distance is %s, and must be above %s, at most %s",
                              function, i, wendi_format_number(def->bands[i].distance).text,
                              wendi_format_number(before).text,
                              wendi_format_number(HYSTERESIS_MOST).text);
        }
        if (def->bands[i].period < 1 || def->bands[i].period > WEND_MINDS_PERIOD_MAX) {
            return wendi_refuse(m, function, "period of a band", def->bands[i].period, 1,
                                WEND_MINDS_PERIOD_MAX);
        }
    }
    return WEND_OK;
}

static wend_result check_def(const wend_minds_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->decision_bytes > WEND_MINDS_DECISION_MAX) {
        return wendi_refuse(m, function, "decision_bytes", def->decision_bytes, 0,
                            WEND_MINDS_DECISION_MAX);
    }
    if (def->central_period < 1 || def->central_period > WEND_MINDS_PERIOD_MAX) {
        return wendi_refuse(m, function, "central_period", def->central_period, 1,
                            WEND_MINDS_PERIOD_MAX);
    }
    if (def->central_cost > WEND_MINDS_COST_MAX) {
        return wendi_refuse(m, function, "central_cost", def->central_cost, 0, WEND_MINDS_COST_MAX);
    }
    if (def->far_period < 1 || def->far_period > WEND_MINDS_PERIOD_MAX) {
        return wendi_refuse(m, function, "far_period", def->far_period, 1, WEND_MINDS_PERIOD_MAX);
    }
    if (!(def->hysteresis >= 0 && def->hysteresis <= HYSTERESIS_MOST)) {
        return wendi_refuse(m, function, "hysteresis", def->hysteresis, 0, HYSTERESIS_MOST);
    }
    const wend_result result = check_bands(def, function);
    if (result == WEND_OK && def->think == NULL && def->think_central == NULL) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: think and think_central are NULL", function);
    }
    return result;
}

/* The loads of the bands' periods are there from the beginning, so that an update needs no memory. */
static bool reserve_bands(wend_minds *minds)
{
    bool is_done = wendi_minds_reserve_period(minds, minds->far_period);
    for (uint32_t i = 0; i < minds->band_count; i++) {
        is_done = is_done && wendi_minds_reserve_period(minds, minds->bands[i].period);
    }
    return is_done;
}

wend_result wend_minds_create(const wend_minds_def *def, wend_minds **minds)
{
    static const char function[] = "wend_minds_create";
    if (minds != NULL) {
        *minds = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_minds_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = check_def(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (minds == NULL) {
        return wendi_refuse_null(def->message, function, "minds");
    }
    wend_minds *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->think = def->think;
    made->think_central = def->think_central;
    made->user = def->user;
    made->decision_bytes = def->decision_bytes;
    made->central_period = def->central_period;
    made->central_cost = def->central_cost;
    made->band_count = def->band_count;
    made->far_period = def->far_period;
    made->hysteresis = def->hysteresis + 0.0; /* -0 would save other bytes */
    for (uint32_t i = 0; i < def->band_count; i++) {
        made->bands[i] = def->bands[i];
    }
    made->lock = wendi_lock_create(&def->allocator);
    if (made->lock == NULL || !reserve_bands(made)) {
        wend_minds_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *minds = made;
    return WEND_OK;
}

void wend_minds_destroy(wend_minds *minds)
{
    if (minds == NULL) {
        return;
    }
    const wend_allocator allocator = minds->allocator;
    wendi_minds_free_queue(minds);
    wendi_mind_arrays_destroy(minds, &minds->agents);
    for (uint32_t i = 0; i <= WEND_MINDS_PERIOD_MAX; i++) {
        wendi_free(&allocator, minds->loads[i], i * sizeof *minds->loads[i]);
    }
    wendi_lock_destroy(minds->lock, &allocator);
    wendi_free(&allocator, minds, sizeof *minds);
}

const char *wend_minds_error(const wend_minds *minds)
{
    return minds == NULL ? "" : minds->message.text;
}

/* ---- arrays ---- */

/* One byte at least, so that an array without bytes is not NULL. */
static size_t decision_room(const wend_minds *minds, uint32_t capacity)
{
    return (size_t)capacity * minds->decision_bytes + BLOCK_BYTES;
}

bool wendi_mind_arrays_create(const wend_minds *minds, uint32_t capacity, wendi_mind_arrays *arrays)
{
    const wend_allocator *a = &minds->allocator;
    memset(arrays, 0, sizeof *arrays);
    if (!wendi_agent_table_create(&arrays->table, capacity, a)) {
        return false;
    }
    arrays->minds = wendi_alloc_items_zero(a, capacity, sizeof *arrays->minds);
    arrays->due = wendi_alloc_items_zero(a, capacity, sizeof *arrays->due);
    arrays->due_scratch = wendi_alloc_items_zero(a, capacity, sizeof *arrays->due_scratch);
    arrays->published = wendi_alloc_zero(a, decision_room(minds, capacity));
    arrays->next = wendi_alloc_zero(a, decision_room(minds, capacity));
    if (arrays->minds == NULL || arrays->due == NULL || arrays->due_scratch == NULL ||
        arrays->published == NULL || arrays->next == NULL) {
        wendi_mind_arrays_destroy(minds, arrays);
        return false;
    }
    return true;
}

void wendi_mind_arrays_destroy(const wend_minds *minds, wendi_mind_arrays *arrays)
{
    const wend_allocator *a = &minds->allocator;
    const uint32_t capacity = arrays->table.capacity;
    wendi_free(a, arrays->minds, capacity * sizeof *arrays->minds);
    wendi_free(a, arrays->due, capacity * sizeof *arrays->due);
    wendi_free(a, arrays->due_scratch, capacity * sizeof *arrays->due_scratch);
    wendi_free(a, arrays->published, decision_room(minds, capacity));
    wendi_free(a, arrays->next, decision_room(minds, capacity));
    wendi_agent_table_destroy(&arrays->table, a);
    memset(arrays, 0, sizeof *arrays);
}

void wendi_minds_move(wend_minds *minds, wendi_mind_arrays *to)
{
    const wendi_mind_arrays *from = &minds->agents;
    const size_t count = from->table.count;
    wendi_agent_table_copy(&to->table, &from->table);
    if (count > 0) {
        memcpy(to->minds, from->minds, count * sizeof *to->minds);
        memcpy(to->published, from->published, count * minds->decision_bytes);
    }
    wendi_mind_arrays_destroy(minds, &minds->agents);
    minds->agents = *to;
    memset(to, 0, sizeof *to);
}

static bool reserve_agent(wend_minds *minds)
{
    wendi_mind_arrays made;
    if (minds->agents.table.count < minds->agents.table.capacity) {
        return true;
    }
    if (!wendi_mind_arrays_create(minds, wendi_agent_table_capacity(minds->agents.table.count + 1),
                                  &made)) {
        return false;
    }
    wendi_minds_move(minds, &made);
    return true;
}

/* ---- periods ---- */

bool wendi_minds_reserve_period(wend_minds *minds, uint32_t period)
{
    if (minds->loads[period] == NULL) {
        minds->loads[period] =
            wendi_alloc_items_zero(&minds->allocator, period, sizeof *minds->loads[period]);
    }
    return minds->loads[period] != NULL;
}

uint32_t wendi_minds_band_of(const wend_minds *minds, wend_vec3 position, uint32_t band)
{
    if (minds->band_count == 0 || minds->point_count == 0) {
        return 0;
    }
    double least = 0;
    for (uint32_t i = 0; i < minds->point_count; i++) {
        const wend_vec3 p = minds->points[i];
        const double x = p.x - position.x, y = p.y - position.y, z = p.z - position.z;
        const double square = x * x + y * y + z * z;
        least = i == 0 || square < least ? square : least;
    }
    const double distance = wend_sqrt(least);
    uint32_t now = 0;
    while (now < minds->band_count && distance > minds->bands[now].distance) {
        now++;
    }
    const bool is_held = band < minds->band_count && now > band &&
                         distance <= minds->bands[band].distance + minds->hysteresis;
    return is_held ? band : now;
}

uint32_t wendi_minds_period_of(const wend_minds *minds, uint32_t own_period, uint32_t band)
{
    const uint32_t least = minds->band_count == 0     ? 1
                           : band < minds->band_count ? minds->bands[band].period
                                                      : minds->far_period;
    return own_period > least ? own_period : least;
}

void wendi_minds_add_load(wend_minds *minds, const wendi_mind *mind)
{
    minds->loads[mind->period][mind->phase] += mind->cost;
}

void wendi_minds_take_load(wend_minds *minds, const wendi_mind *mind)
{
    minds->loads[mind->period][mind->phase] -= mind->cost;
}

/* The least loaded phase; of equal ones the first behind a place that the agent's number gives, so that
 * agents of many periods do not meet in one tick. */
static uint32_t choose_phase(const wend_minds *minds, uint32_t period, uint64_t number)
{
    const uint64_t *loads = minds->loads[period];
    uint32_t phase = (uint32_t)(wendi_mix64(number) % period), best = phase;
    for (uint32_t i = 1; i < period; i++) {
        phase = phase + 1 < period ? phase + 1 : 0;
        best = loads[phase] < loads[best] ? phase : best;
    }
    return best;
}

/* The first tick of a phase from a tick on. */
static uint64_t first_tick(uint64_t from, uint32_t period, uint32_t phase)
{
    const uint32_t at = (uint32_t)(from % period);
    return from + (phase >= at ? phase - at : period - at + phase);
}

void wendi_minds_set_period(wend_minds *minds, uint32_t index, uint32_t period)
{
    wendi_mind *mind = &minds->agents.minds[index];
    const bool is_shorter = period <= mind->period;
    mind->period = period;
    mind->phase = choose_phase(minds, period, minds->agents.table.numbers[index]);
    wendi_minds_add_load(minds, mind);
    if (mind->due <= minds->tick) {
        return; /* it is due already, and stays so */
    }
    uint64_t from = is_shorter ? minds->tick : mind->last + (period + 1) / 2;
    from = from > minds->tick ? from : minds->tick;
    uint64_t due = first_tick(from, period, mind->phase);
    due = is_shorter && mind->due < due ? mind->due : due;
    /* However often its period changes, an agent comes to its turn. */
    const uint64_t latest = mind->last + 2 * (uint64_t)period;
    mind->due = due < latest ? due : latest > minds->tick ? latest : minds->tick;
}

/* ---- agents ---- */

wend_result wendi_mind_check(wend_message *m, const char *function, const wend_mind_def *def)
{
    if (def->period < 1 || def->period > WEND_MINDS_PERIOD_MAX) {
        return wendi_refuse(m, function, "period", def->period, 1, WEND_MINDS_PERIOD_MAX);
    }
    if (def->cost < 1 || def->cost > WEND_MINDS_COST_MAX) {
        return wendi_refuse(m, function, "cost", def->cost, 1, WEND_MINDS_COST_MAX);
    }
    if (def->priority < 1 || def->priority > WEND_MINDS_PRIORITY_MAX) {
        return wendi_refuse(m, function, "priority", def->priority, 1, WEND_MINDS_PRIORITY_MAX);
    }
    return wendi_check_vec3(m, function, "position", def->position);
}

static wend_vec3 plain_position(wend_vec3 position)
{
    return (wend_vec3){position.x + 0.0, position.y + 0.0, position.z + 0.0};
}

void wendi_minds_append(wend_minds *minds, const wend_mind_def *def, const uint8_t *decision)
{
    const uint32_t index = minds->agents.table.count;
    wendi_mind *mind = &minds->agents.minds[index];
    wendi_agent_table_add(&minds->agents.table, def->agent);
    memset(mind, 0, sizeof *mind);
    mind->position = plain_position(def->position);
    mind->own_period = def->period;
    mind->cost = def->cost;
    mind->priority = def->priority;
    mind->band = wendi_minds_band_of(minds, mind->position, UINT32_MAX);
    mind->period = wendi_minds_period_of(minds, def->period, mind->band);
    mind->phase = choose_phase(minds, mind->period, def->agent);
    mind->last = minds->tick;
    mind->due = first_tick(minds->tick, mind->period, mind->phase);
    wendi_minds_add_load(minds, mind);
    if (decision != NULL) {
        memcpy(wendi_minds_published(minds, index), decision, minds->decision_bytes);
    } else {
        memset(wendi_minds_published(minds, index), 0, minds->decision_bytes);
    }
}

void wendi_minds_remove_at(wend_minds *minds, uint32_t index)
{
    const uint32_t last = minds->agents.table.count - 1;
    wendi_minds_take_load(minds, &minds->agents.minds[index]);
    if (index != last) {
        minds->agents.minds[index] = minds->agents.minds[last];
        memcpy(wendi_minds_published(minds, index), wendi_minds_published(minds, last),
               minds->decision_bytes);
    }
    wendi_agent_table_remove(&minds->agents.table, index);
}

/* Refuses calls that change the object while it calls back. */
static wend_result begin_edit(const wend_minds *minds)
{
    return minds == NULL ? WEND_ERROR_ARGUMENT : minds->is_updating ? WEND_ERROR_BUSY : WEND_OK;
}

/* The index of an agent for a call that changes it. */
static wend_result find_agent(wend_minds *minds, uint64_t agent, const char *function,
                              uint32_t *index)
{
    const int32_t found = wendi_agent_table_find(&minds->agents.table, agent);
    if (found == WENDI_AGENT_NONE) {
        return wendi_fail(&minds->message, WEND_ERROR_STALE, "%s: there is no agent %llu", function,
                          (unsigned long long)agent);
    }
    *index = (uint32_t)found;
    return WEND_OK;
}

static wend_result begin_agent(wend_minds *minds, const wend_mind_def *def, const char *function)
{
    const wend_result result = begin_edit(minds);
    if (result != WEND_OK) {
        return result;
    }
    if (def == NULL) {
        return wendi_refuse_null(&minds->message, function, "def");
    }
    if (def->cookie != MIND_COOKIE) {
        return wendi_refuse_cookie(&minds->message, function, def->cookie, "wend_mind_def_default");
    }
    return wendi_mind_check(&minds->message, function, def);
}

wend_result wend_minds_add_agent(wend_minds *minds, const wend_mind_def *def)
{
    static const char function[] = "wend_minds_add_agent";
    const wend_result result = begin_agent(minds, def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (wendi_agent_table_find(&minds->agents.table, def->agent) != WENDI_AGENT_NONE) {
        return wendi_fail(&minds->message, WEND_ERROR_ARGUMENT,
                          "%s: agent is %llu, and there is one of this number", function,
                          (unsigned long long)def->agent);
    }
    if (minds->agents.table.count == WEND_MINDS_AGENTS_MAX) {
        return wendi_fail(&minds->message, WEND_ERROR_FULL, "%s: there are %d agents, the most",
                          function, WEND_MINDS_AGENTS_MAX);
    }
    if (!wendi_minds_reserve_period(minds, def->period) || !reserve_agent(minds)) {
        return wendi_fail_plain(&minds->message, function, WEND_ERROR_MEMORY);
    }
    wendi_minds_append(minds, def, def->decision);
    return WEND_OK;
}

wend_result wend_minds_remove_agent(wend_minds *minds, uint64_t agent)
{
    uint32_t index = 0;
    wend_result result = begin_edit(minds);
    if (result == WEND_OK) {
        result = find_agent(minds, agent, "wend_minds_remove_agent", &index);
    }
    if (result == WEND_OK) {
        wendi_minds_remove_at(minds, index);
    }
    return result;
}

wend_result wend_minds_set_agent(wend_minds *minds, const wend_mind_def *def)
{
    static const char function[] = "wend_minds_set_agent";
    uint32_t index = 0;
    wend_result result = begin_agent(minds, def, function);
    if (result == WEND_OK) {
        result = find_agent(minds, def->agent, function, &index);
    }
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_minds_reserve_period(minds, def->period)) {
        return wendi_fail_plain(&minds->message, function, WEND_ERROR_MEMORY);
    }
    wendi_mind *mind = &minds->agents.minds[index];
    wendi_minds_take_load(minds, mind);
    mind->position = plain_position(def->position);
    mind->own_period = def->period;
    mind->cost = def->cost;
    mind->priority = def->priority;
    const uint32_t period = wendi_minds_period_of(minds, def->period, mind->band);
    if (period != mind->period) {
        wendi_minds_set_period(minds, index, period);
    } else {
        wendi_minds_add_load(minds, mind);
    }
    if (def->decision != NULL) {
        memcpy(wendi_minds_published(minds, index), def->decision, minds->decision_bytes);
    }
    return WEND_OK;
}

wend_result wend_minds_set_position(wend_minds *minds, uint64_t agent, wend_vec3 position)
{
    static const char function[] = "wend_minds_set_position";
    uint32_t index = 0;
    wend_result result = begin_edit(minds);
    if (result == WEND_OK) {
        result = find_agent(minds, agent, function, &index);
    }
    if (result == WEND_OK) {
        result = wendi_check_vec3(&minds->message, function, "position", position);
    }
    if (result == WEND_OK) {
        minds->agents.minds[index].position = plain_position(position);
    }
    return result;
}

wend_result wend_minds_set_points(wend_minds *minds, const wend_vec3 *points, size_t count)
{
    static const char function[] = "wend_minds_set_points";
    wend_result result = begin_edit(minds);
    if (result != WEND_OK) {
        return result;
    }
    if (count > WEND_MINDS_POINTS_MAX) {
        return wendi_refuse(&minds->message, function, "count", (double)count, 0,
                            WEND_MINDS_POINTS_MAX);
    }
    if (points == NULL && count > 0) {
        return wendi_refuse_null(&minds->message, function, "points");
    }
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_check_vec3(&minds->message, function, "points", points[i]);
    }
    if (result == WEND_OK) {
        for (size_t i = 0; i < count; i++) {
            minds->points[i] = plain_position(points[i]);
        }
        minds->point_count = (uint32_t)count;
    }
    return result;
}

wend_result wend_minds_wake(wend_minds *minds, uint64_t agent)
{
    uint32_t index = 0;
    wend_result result = begin_edit(minds);
    if (result == WEND_OK) {
        result = find_agent(minds, agent, "wend_minds_wake", &index);
    }
    if (result == WEND_OK && minds->agents.minds[index].due > minds->tick) {
        minds->agents.minds[index].due = minds->tick;
    }
    return result;
}

bool wend_minds_has_agent(const wend_minds *minds, uint64_t agent)
{
    return minds != NULL && wendi_agent_table_find(&minds->agents.table, agent) != WENDI_AGENT_NONE;
}

wend_result wend_minds_agent_at(const wend_minds *minds, uint32_t index, uint64_t *agent)
{
    if (agent != NULL) {
        *agent = 0;
    }
    if (minds == NULL || agent == NULL || index >= minds->agents.table.count) {
        return WEND_ERROR_ARGUMENT;
    }
    *agent = minds->agents.table.numbers[index];
    return WEND_OK;
}

wend_result wend_minds_get_agent(const wend_minds *minds, uint64_t agent, wend_mind_info *info)
{
    if (info != NULL) {
        memset(info, 0, sizeof *info);
    }
    if (minds == NULL || info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int32_t index = wendi_agent_table_find(&minds->agents.table, agent);
    if (index == WENDI_AGENT_NONE) {
        return WEND_ERROR_STALE;
    }
    const wendi_mind *mind = &minds->agents.minds[index];
    *info = (wend_mind_info){.period = mind->period,
                             .own_period = mind->own_period,
                             .cost = mind->cost,
                             .priority = mind->priority,
                             .band = mind->band,
                             .position = mind->position,
                             .due_tick = mind->due,
                             .last_tick = mind->last,
                             .think_count = mind->think_count};
    return WEND_OK;
}

const uint8_t *wend_minds_decision(const wend_minds *minds, uint64_t agent)
{
    const int32_t index = minds == NULL ? (int32_t)WENDI_AGENT_NONE
                                        : wendi_agent_table_find(&minds->agents.table, agent);
    return index == WENDI_AGENT_NONE ? NULL : wendi_minds_published(minds, (uint32_t)index);
}

/* ---- numbers, drawing ---- */

static size_t arrays_bytes(const wend_minds *minds, uint32_t capacity)
{
    return capacity == 0 ? 0
                         : wendi_agent_table_bytes(capacity) +
                               capacity * (sizeof(wendi_mind) + 2 * sizeof(wendi_sort_pair)) +
                               2 * decision_room(minds, capacity);
}

void wend_minds_get_info(const wend_minds *minds, wend_minds_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (minds == NULL) {
        return;
    }
    *info = minds->last;
    info->agent_count = minds->agents.table.count;
    info->decision_bytes = minds->decision_bytes;
    info->tick = minds->tick;
    info->think_count = minds->think_count;
    info->overdue_most = minds->overdue_most;
    info->debt = minds->debt;
    info->dropped_count = minds->dropped_count;
    info->memory_bytes =
        sizeof *minds + arrays_bytes(minds, minds->agents.table.capacity) +
        minds->queue.capacity *
            (sizeof *minds->queue.items + 2 * sizeof *minds->queue.order + minds->decision_bytes);
    for (uint32_t i = 1; i <= WEND_MINDS_PERIOD_MAX; i++) {
        info->memory_bytes += minds->loads[i] != NULL ? i * sizeof *minds->loads[i] : 0;
    }
}

wend_result wend_minds_draw(const wend_minds *minds, const wend_draw *draw)
{
    if (minds == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (draw->circle == NULL) {
        return WEND_OK;
    }
    for (uint32_t i = 0; i < minds->point_count; i++) {
        for (uint32_t k = minds->band_count; k-- > 0;) {
            draw->circle(draw->context, (wend_vec2){minds->points[i].x, minds->points[i].y},
                         minds->bands[k].distance, WEND_MEANING_REACH,
                         (double)k / minds->band_count);
        }
    }
    for (uint32_t i = 0; i < minds->agents.table.count; i++) {
        const wendi_mind *mind = &minds->agents.minds[i];
        const double band = minds->band_count == 0 ? 0 : (double)mind->band / minds->band_count;
        draw->circle(draw->context, (wend_vec2){mind->position.x, mind->position.y}, 0,
                     mind->has_thought ? WEND_MEANING_SEARCHED : WEND_MEANING_AGENT, band);
    }
    return WEND_OK;
}
