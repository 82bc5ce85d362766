/* An update of minds.
 * Cost: bands look at every agent and point; the rest is linear in the agents, and in what they think.
 *
 *   bands ----> due, by urgency ----> budget ----> central ----> agents ----> publish ----> requests
 *   parallel    one after the other                alone         parallel     one after the other
 *
 * Only the order of agents by urgency is serial work before the callbacks, and it depends on nothing that a
 * thread does. */
#include "mind/schedule/minds.h"

#include "base/core/message.h"

#include <string.h>

enum { BAND_BLOCK = 256, THINK_BLOCK = 16, CHUNK = 64, QUEUE_FIRST = 16 };

/* An update under way. */
typedef struct mind_update {
    wend_minds *minds;
    uint32_t begin; /* of the agents in `due` that think in this loop */
} mind_update;

/* ---- bands ---- */

static void look_at_bands(void *context, size_t begin, size_t end)
{
    const mind_update *update = context;
    wend_minds *minds = update->minds;
    for (size_t i = begin; i < end; i++) {
        wendi_mind *mind = &minds->agents.minds[i];
        mind->next_band = wendi_minds_band_of(minds, mind->position, mind->band);
    }
}

static void set_bands(mind_update *update, const wend_executor *executor)
{
    wend_minds *minds = update->minds;
    if (minds->band_count == 0) {
        return;
    }
    wend_parallel_for(executor, minds->agents.table.count, BAND_BLOCK, look_at_bands, update);
    for (uint32_t i = 0; i < minds->agents.table.count; i++) {
        wendi_mind *mind = &minds->agents.minds[i];
        if (mind->next_band == mind->band) {
            continue;
        }
        mind->band = mind->next_band;
        const uint32_t period = wendi_minds_period_of(minds, mind->own_period, mind->band);
        if (period != mind->period) {
            wendi_minds_take_load(minds, mind);
            wendi_minds_set_period(minds, i, period);
        }
    }
}

/* ---- the agents that think ---- */

/* The agents that are due, the most urgent first. @return their number. */
static uint32_t list_due(wend_minds *minds)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < minds->agents.table.count; i++) {
        wendi_mind *mind = &minds->agents.minds[i];
        mind->has_thought = false;
        if (minds->think != NULL && mind->due <= minds->tick) {
            const uint64_t waited = minds->tick - mind->due + 1;
            const uint64_t most = UINT64_MAX / WEND_MINDS_PRIORITY_MAX;
            const uint64_t urgency = (waited < most ? waited : most) * mind->priority;
            minds->agents.due[count++] = (wendi_sort_pair){UINT64_MAX - urgency, i};
        }
    }
    wendi_sort_pairs(minds->agents.due, minds->agents.due_scratch, count);
    return count;
}

/* The steps that a budget has, without those that former updates took too many. */
static uint64_t pay_debt(wend_minds *minds, const wend_budget *budget)
{
    if (budget == NULL) {
        minds->debt = 0;
        return UINT64_MAX;
    }
    const uint64_t paid = minds->debt < budget->steps ? minds->debt : budget->steps;
    minds->debt -= paid;
    return budget->steps - paid;
}

/* How many of the due fit into the steps; the first one always does while there are any. */
static uint32_t fit(const wend_minds *minds, uint32_t due_count, uint64_t steps)
{
    uint64_t left = steps;
    for (uint32_t i = 0; i < due_count; i++) {
        const uint32_t cost = minds->agents.minds[minds->agents.due[i].value].cost;
        if (left == 0 || (cost > left && i > 0)) {
            return i;
        }
        left -= cost < left ? cost : left;
    }
    return due_count;
}

/* ---- callbacks ---- */

static wend_mind_turn turn_of(wend_minds *minds, uint32_t slot)
{
    return (wend_mind_turn){
        .minds = minds, .tick = minds->tick, .owner = minds, .slot = slot, .requests = 0};
}

static bool think_central(wend_minds *minds)
{
    if (minds->think_central == NULL || minds->tick % minds->central_period != 0) {
        return false;
    }
    wend_mind_turn turn = turn_of(minds, 0);
    minds->think_central(minds->user, &turn);
    return true;
}

static void think_block(void *context, size_t begin, size_t end)
{
    const mind_update *update = context;
    wend_minds *minds = update->minds;
    for (size_t i = begin; i < end; i++) {
        const uint32_t place = update->begin + (uint32_t)i;
        const uint32_t index = minds->agents.due[place].value;
        const wendi_mind *mind = &minds->agents.minds[index];
        uint8_t *next = wendi_minds_next(minds, index);
        if (!mind->is_decided) {
            memcpy(next, wendi_minds_published(minds, index), minds->decision_bytes);
        }
        wend_mind_turn turn = turn_of(minds, place + 1);
        turn.agent = minds->agents.table.numbers[index];
        turn.elapsed = minds->tick - mind->last;
        turn.band = mind->band;
        turn.last = wendi_minds_published(minds, index);
        turn.next = next;
        minds->think(minds->user, &turn);
    }
}

/* @return how many thought; fewer than count only behind a deadline. */
static uint32_t think_all(mind_update *update, uint32_t count, const wend_budget *budget,
                          const wend_executor *executor)
{
    const uint64_t deadline = budget == NULL ? 0 : budget->deadline_ns;
    const uint32_t chunk = deadline == 0 ? count : (uint32_t)CHUNK;
    while (update->begin < count) {
        const uint32_t left = count - update->begin;
        const uint32_t now = left < chunk ? left : chunk;
        wend_parallel_for(executor, now, THINK_BLOCK, think_block, update);
        update->begin += now;
        if (deadline != 0 && wend_clock_ns() >= deadline) {
            break;
        }
    }
    return update->begin;
}

/* ---- publishing ---- */

static void publish(wend_minds *minds, uint32_t index)
{
    memcpy(wendi_minds_published(minds, index), wendi_minds_next(minds, index),
           minds->decision_bytes);
    minds->agents.minds[index].is_decided = false;
}

/* The next tick of the agent's phase that is at least half a period away. */
static uint64_t next_due(const wend_minds *minds, const wendi_mind *mind)
{
    const uint64_t from = minds->tick + (mind->period + 1) / 2;
    const uint32_t at = (uint32_t)(from % mind->period);
    return from + (mind->phase >= at ? mind->phase - at : mind->period - at + mind->phase);
}

static void publish_all(wend_minds *minds, uint32_t thought_count, bool has_central)
{
    for (uint32_t i = 0; i < thought_count; i++) {
        wendi_mind *mind = &minds->agents.minds[minds->agents.due[i].value];
        const uint64_t overdue = minds->tick - mind->due;
        minds->last.overdue_last =
            overdue > minds->last.overdue_last ? overdue : minds->last.overdue_last;
        minds->last.cost += mind->cost;
        mind->last = minds->tick;
        mind->due = next_due(minds, mind);
        mind->think_count++;
        mind->has_thought = true;
        publish(minds, minds->agents.due[i].value);
    }
    for (uint32_t i = 0; has_central && i < minds->agents.table.count; i++) {
        if (minds->agents.minds[i].is_decided) {
            publish(minds, i);
        }
    }
    minds->think_count += thought_count;
    minds->overdue_most = minds->last.overdue_last > minds->overdue_most ? minds->last.overdue_last
                                                                         : minds->overdue_most;
}

/* ---- requests ---- */

void wendi_minds_free_queue(wend_minds *minds)
{
    const wend_allocator *a = &minds->allocator;
    wendi_mind_queue *queue = &minds->queue;
    wendi_free(a, queue->items, queue->capacity * sizeof *queue->items);
    wendi_free(a, queue->order, queue->capacity * sizeof *queue->order);
    wendi_free(a, queue->scratch, queue->capacity * sizeof *queue->scratch);
    wendi_free(a, queue->bytes, (size_t)queue->capacity * minds->decision_bytes + 1);
    memset(queue, 0, sizeof *queue);
    wendi_mind_arrays_destroy(minds, &minds->spare);
}

/* Room for one more request. */
static bool reserve_request(wend_minds *minds)
{
    const wend_allocator *a = &minds->allocator;
    wendi_mind_queue *queue = &minds->queue;
    if (queue->count < queue->capacity) {
        return true;
    }
    wendi_mind_queue made = *queue;
    made.capacity = queue->capacity == 0 ? (uint32_t)QUEUE_FIRST : 2 * queue->capacity;
    made.items = wendi_alloc_items(a, made.capacity, sizeof *made.items);
    made.order = wendi_alloc_items(a, made.capacity, sizeof *made.order);
    made.scratch = wendi_alloc_items(a, made.capacity, sizeof *made.scratch);
    made.bytes = wendi_alloc(a, (size_t)made.capacity * minds->decision_bytes + 1);
    if (made.items == NULL || made.order == NULL || made.scratch == NULL || made.bytes == NULL) {
        wendi_free(a, made.items, made.capacity * sizeof *made.items);
        wendi_free(a, made.order, made.capacity * sizeof *made.order);
        wendi_free(a, made.scratch, made.capacity * sizeof *made.scratch);
        wendi_free(a, made.bytes, (size_t)made.capacity * minds->decision_bytes + 1);
        return false;
    }
    if (queue->count > 0) {
        memcpy(made.items, queue->items, queue->count * sizeof *made.items);
        memcpy(made.order, queue->order, queue->count * sizeof *made.order);
        memcpy(made.bytes, queue->bytes, (size_t)queue->count * minds->decision_bytes);
    }
    wendi_free(a, queue->items, queue->capacity * sizeof *queue->items);
    wendi_free(a, queue->order, queue->capacity * sizeof *queue->order);
    wendi_free(a, queue->scratch, queue->capacity * sizeof *queue->scratch);
    wendi_free(a, queue->bytes, (size_t)queue->capacity * minds->decision_bytes + 1);
    *queue = made;
    return true;
}

/* Room for one more agent at the end of the update. */
static bool reserve_spare(wend_minds *minds, uint32_t period)
{
    const uint32_t needed = minds->agents.table.count + minds->queue.added + 1;
    const uint32_t there = minds->spare.table.capacity > minds->agents.table.capacity
                               ? minds->spare.table.capacity
                               : minds->agents.table.capacity;
    if (!wendi_minds_reserve_period(minds, period)) {
        return false;
    }
    if (needed <= there) {
        return true;
    }
    wendi_mind_arrays made;
    if (!wendi_mind_arrays_create(minds, wendi_agent_table_capacity(needed), &made)) {
        return false;
    }
    wendi_mind_arrays_destroy(minds, &minds->spare);
    minds->spare = made;
    return true;
}

/* Queues a request of a turn; the lock is held. */
static wend_result push_request(wend_mind_turn *turn, wendi_mind_request_kind kind,
                                const wend_mind_def *def)
{
    wend_minds *minds = turn->owner;
    wendi_mind_queue *queue = &minds->queue;
    if (kind == WENDI_MIND_ADD &&
        minds->agents.table.count + queue->added >= WEND_MINDS_AGENTS_MAX) {
        return WEND_ERROR_FULL;
    }
    if (!reserve_request(minds) || (kind == WENDI_MIND_ADD && !reserve_spare(minds, def->period))) {
        return WEND_ERROR_MEMORY;
    }
    uint8_t *bytes = &queue->bytes[(size_t)queue->count * minds->decision_bytes];
    queue->items[queue->count] = (wendi_mind_request){kind, *def};
    queue->order[queue->count] =
        (wendi_sort_pair){(uint64_t)turn->slot << 32 | turn->requests, queue->count};
    memset(bytes, 0, minds->decision_bytes);
    if (kind == WENDI_MIND_ADD && def->decision != NULL) {
        memcpy(bytes, def->decision, minds->decision_bytes);
    }
    queue->added += kind == WENDI_MIND_ADD ? 1 : 0;
    queue->count++;
    turn->requests++;
    return WEND_OK;
}

static wend_result request(wend_mind_turn *turn, wendi_mind_request_kind kind,
                           const wend_mind_def *def)
{
    if (turn == NULL || turn->owner == NULL || !turn->owner->is_updating) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_lock_take(turn->owner->lock);
    const wend_result result = push_request(turn, kind, def);
    wendi_lock_release(turn->owner->lock);
    return result;
}

wend_result wend_mind_turn_add_agent(wend_mind_turn *turn, const wend_mind_def *def)
{
    const uint32_t cookie = wend_mind_def_default().cookie;
    if (def == NULL || def->cookie != cookie || wendi_mind_check(NULL, "", def) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    return request(turn, WENDI_MIND_ADD, def);
}

wend_result wend_mind_turn_remove_agent(wend_mind_turn *turn, uint64_t agent)
{
    wend_mind_def def = wend_mind_def_default();
    def.agent = agent;
    return request(turn, WENDI_MIND_REMOVE, &def);
}

wend_result wend_mind_turn_wake(wend_mind_turn *turn, uint64_t agent)
{
    wend_mind_def def = wend_mind_def_default();
    def.agent = agent;
    return request(turn, WENDI_MIND_WAKE, &def);
}

uint8_t *wend_mind_turn_decision(wend_mind_turn *turn, uint64_t agent)
{
    if (turn == NULL || turn->owner == NULL || !turn->owner->is_updating || turn->slot != 0) {
        return NULL;
    }
    wend_minds *minds = turn->owner;
    const int32_t index = wendi_agent_table_find(&minds->agents.table, agent);
    if (index == WENDI_AGENT_NONE) {
        return NULL;
    }
    wendi_mind *mind = &minds->agents.minds[index];
    uint8_t *next = wendi_minds_next(minds, (uint32_t)index);
    if (!mind->is_decided) {
        memcpy(next, wendi_minds_published(minds, (uint32_t)index), minds->decision_bytes);
        mind->is_decided = true;
    }
    return next;
}

/* The update is over, and the tick is the next one. */
static void do_requests(wend_minds *minds)
{
    wendi_mind_queue *queue = &minds->queue;
    if (minds->spare.table.capacity > 0) {
        wendi_minds_move(minds, &minds->spare);
    }
    wendi_sort_pairs(queue->order, queue->scratch, queue->count);
    for (uint32_t i = 0; i < queue->count; i++) {
        const wendi_mind_request *it = &queue->items[queue->order[i].value];
        const int32_t index = wendi_agent_table_find(&minds->agents.table, it->def.agent);
        if ((index == WENDI_AGENT_NONE) != (it->kind == WENDI_MIND_ADD)) {
            minds->dropped_count++;
        } else if (it->kind == WENDI_MIND_ADD) {
            wendi_minds_append(
                minds, &it->def,
                &queue->bytes[(size_t)queue->order[i].value * minds->decision_bytes]);
        } else if (it->kind == WENDI_MIND_REMOVE) {
            wendi_minds_remove_at(minds, (uint32_t)index);
        } else if (minds->agents.minds[index].due > minds->tick) {
            minds->agents.minds[index].due = minds->tick;
        }
    }
    queue->count = 0;
    queue->added = 0;
}

/* ---- the update ---- */

static void charge(wend_minds *minds, wend_budget *budget, uint64_t steps, bool has_central)
{
    minds->last.cost += has_central ? minds->central_cost : 0;
    if (budget != NULL) {
        const uint64_t taken = minds->last.cost < steps ? minds->last.cost : steps;
        minds->debt += minds->last.cost - taken;
        budget->steps = steps - taken;
    }
}

wend_result wend_minds_update(wend_minds *minds, wend_budget *budget, const wend_executor *executor)
{
    if (minds == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (minds->is_updating) {
        return WEND_ERROR_BUSY;
    }
    mind_update update = {.minds = minds};
    const uint64_t begin = wend_clock_ns();
    memset(&minds->last, 0, sizeof minds->last);
    set_bands(&update, executor);
    const uint32_t due_count = list_due(minds);
    const uint64_t steps = pay_debt(minds, budget);
    const uint64_t scheduled = wend_clock_ns();

    minds->is_updating = true;
    const bool has_central = think_central(minds);
    const uint64_t planned = wend_clock_ns();
    const uint64_t central_cost = has_central ? minds->central_cost : 0;
    const uint32_t fitting = fit(minds, due_count, steps > central_cost ? steps - central_cost : 0);
    const uint32_t thought_count = think_all(&update, fitting, budget, executor);
    minds->is_updating = false;
    const uint64_t thought = wend_clock_ns();

    publish_all(minds, thought_count, has_central);
    charge(minds, budget, steps, has_central);
    minds->tick++;
    do_requests(minds);
    minds->last.due_count = due_count;
    minds->last.thought_count = thought_count;
    minds->last.schedule_ns = scheduled - begin;
    minds->last.central_ns = planned - scheduled;
    minds->last.think_ns = thought - planned;
    minds->last.publish_ns = wend_clock_ns() - thought;
    return thought_count < due_count ? WEND_IN_PROGRESS : WEND_OK;
}
