/* The public face of messages: creation, agents, positions, groups, figures.
 * Cost: an agent is found in constant time; memberships are moved when one comes or goes. */
#include "mind/messages/messages.h"

#include "base/core/message.h"
#include "base/math/predicates.h"

#include <string.h>

enum { COOKIE = 0x4D534731, ITEMS_FIRST = 16 };

/* All arrays of agents are one block. */
static const size_t AGENT_BYTES = 2 * sizeof(wendi_message_agent) + 3 * sizeof(wendi_sort_pair);

static const double CELL_SIZE_MAX = 1024;

wend_messages_def wend_messages_def_default(void)
{
    wend_messages_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_waiting = 65536;
    def.max_rounds = 8;
    def.cell_size = 8;
    return def;
}

/* ---- create, destroy ---- */

wend_result wendi_messages_check_def(const wend_messages_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->max_waiting < 1 || def->max_waiting > WEND_MESSAGES_WAITING_MAX) {
        return wendi_refuse(m, function, "max_waiting", def->max_waiting, 1,
                            WEND_MESSAGES_WAITING_MAX);
    }
    if (def->max_rounds < 1 || def->max_rounds > WEND_MESSAGES_ROUNDS_MAX) {
        return wendi_refuse(m, function, "max_rounds", def->max_rounds, 1,
                            WEND_MESSAGES_ROUNDS_MAX);
    }
    if (!(def->cell_size >= 1 && def->cell_size <= CELL_SIZE_MAX)) {
        return wendi_refuse(m, function, "cell_size", def->cell_size, 1, CELL_SIZE_MAX);
    }
    if (def->tick > WEND_MESSAGES_TICK_MAX) {
        return wendi_refuse(m, function, "tick", (double)def->tick, 0,
                            (double)WEND_MESSAGES_TICK_MAX);
    }
    return WEND_OK;
}

wend_result wend_messages_create(const wend_messages_def *def, wend_messages **messages)
{
    static const char function[] = "wend_messages_create";
    if (messages != NULL) {
        *messages = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_messages_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = wendi_messages_check_def(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (messages == NULL) {
        return wendi_refuse_null(def->message, function, "messages");
    }
    wend_messages *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->max_waiting = def->max_waiting;
    made->max_rounds = def->max_rounds;
    made->cell_size = def->cell_size;
    made->tick = def->tick;
    made->horizon = def->tick + WENDI_MESSAGES_WHEEL - 1;
    const wendi_telegram_list empty = {WENDI_TELEGRAM_NONE, WENDI_TELEGRAM_NONE};
    made->now = made->far = empty;
    for (uint32_t i = 0; i < WENDI_MESSAGES_WHEEL; i++) {
        made->wheel[i] = empty;
    }
    *messages = made;
    return WEND_OK;
}

void wend_messages_destroy(wend_messages *messages)
{
    if (messages == NULL) {
        return;
    }
    const wend_allocator a = messages->allocator;
    wendi_free(&a, messages->agents, messages->agent_capacity * AGENT_BYTES);
    wendi_agent_slots_free(&messages->table, &a);
    wendi_free(&a, messages->memberships,
               messages->membership_capacity * sizeof *messages->memberships);
    wendi_free(&a, messages->watches, messages->watch_capacity * sizeof *messages->watches);
    wendi_messages_free_slots(messages);
    wendi_free(&a, messages, sizeof *messages);
}

const char *wend_messages_error(const wend_messages *messages)
{
    return messages == NULL ? "" : messages->message.text;
}

size_t wend_messages_memory_bytes(const wend_messages *messages)
{
    if (messages == NULL) {
        return 0;
    }
    return sizeof *messages + messages->agent_capacity * AGENT_BYTES +
           wendi_agent_slots_memory_bytes(&messages->table) +
           messages->membership_capacity * sizeof *messages->memberships +
           messages->watch_capacity * sizeof *messages->watches +
           wendi_messages_slot_bytes(messages);
}

void wend_messages_get_info(const wend_messages *messages, wend_messages_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (messages == NULL) {
        return;
    }
    const wendi_message_counts *counts = &messages->counts;
    *info = (wend_messages_info){.tick = messages->tick,
                                 .agents = messages->agent_count,
                                 .memberships = messages->membership_count,
                                 .waiting = messages->waiting,
                                 .max_waiting = messages->max_waiting,
                                 .watches = messages->watch_count,
                                 .sent = counts->sent,
                                 .merged = counts->merged,
                                 .cancelled = counts->cancelled,
                                 .delivered = counts->delivered,
                                 .gone = counts->gone,
                                 .empty = counts->empty,
                                 .unhandled = counts->unhandled,
                                 .postponed = counts->postponed};
}

/* ---- agents ---- */

static uint32_t larger(uint32_t capacity)
{
    return capacity == 0 ? (uint32_t)ITEMS_FIRST : 2 * capacity;
}

/* The capacity is a multiple of 16, so each array in the block is aligned. */
static bool grow_agents(wend_messages *messages)
{
    const uint32_t old = messages->agent_capacity, capacity = larger(old);
    wendi_message_agent *agents = wendi_alloc_items(&messages->allocator, capacity, AGENT_BYTES);
    if (agents == NULL) {
        return false;
    }
    wendi_message_agent *seen = agents + capacity;
    wendi_sort_pair *receivers = wendi_part_of(agents, 2 * capacity * sizeof *agents);
    if (old > 0) {
        memcpy(agents, messages->agents, old * sizeof *agents);
        memcpy(seen, messages->seen, messages->seen_count * sizeof *seen);
        memcpy(receivers, messages->receivers, messages->receiver_count * sizeof *receivers);
        memcpy(receivers + capacity, messages->cells, messages->seen_count * sizeof *receivers);
    }
    wendi_free(&messages->allocator, messages->agents, old * AGENT_BYTES);
    messages->agents = agents;
    messages->seen = seen;
    messages->receivers = receivers;
    messages->cells = receivers + capacity;
    messages->sort_scratch = receivers + 2 * (size_t)capacity;
    messages->agent_capacity = capacity;
    return true;
}

bool wendi_messages_reserve_agent(wend_messages *messages)
{
    return wendi_agent_slots_reserve(&messages->table, &messages->allocator) &&
           (messages->agent_count < messages->agent_capacity || grow_agents(messages));
}

void wendi_messages_add(wend_messages *messages, uint64_t agent)
{
    wendi_agent_slots_add(&messages->table, agent, messages->agent_count);
    messages->agents[messages->agent_count++] =
        (wendi_message_agent){.number = agent, .has_position = false};
}

static int64_t find(const wend_messages *messages, uint64_t agent)
{
    return messages == NULL ? WENDI_AGENT_SLOT_NONE
                            : wendi_agent_slots_find(&messages->table, agent);
}

static wend_result refuse_agent(wend_messages *messages, const char *function, uint64_t agent)
{
    return wendi_fail(&messages->message, WEND_ERROR_STALE,
                      "%s: agent %llu does not exist or was removed", function,
                      (unsigned long long)agent);
}

static wend_result refuse_full(wend_messages *messages, const char *function, uint32_t count,
                               const char *things)
{
    return wendi_fail(&messages->message, WEND_ERROR_FULL, "%s: there are %u %s already, the most",
                      function, (unsigned)count, things);
}

wend_result wend_messages_add_agent(wend_messages *messages, uint64_t agent)
{
    static const char function[] = "wend_messages_add_agent";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (find(messages, agent) != WENDI_AGENT_SLOT_NONE) {
        return wendi_fail(&messages->message, WEND_ERROR_ARGUMENT, "%s: agent %llu exists already",
                          function, (unsigned long long)agent);
    }
    if (messages->agent_count == WEND_MESSAGES_AGENTS_MAX) {
        return refuse_full(messages, function, messages->agent_count, "agents");
    }
    if (!wendi_messages_reserve_agent(messages)) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    }
    wendi_messages_add(messages, agent);
    return WEND_OK;
}

wend_result wend_messages_remove_agent(wend_messages *messages, uint64_t agent)
{
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int64_t index = find(messages, agent);
    if (index == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(messages, "wend_messages_remove_agent", agent);
    }
    const wendi_message_agent last = messages->agents[--messages->agent_count];
    messages->agents[index] = last;
    wendi_agent_slots_set(&messages->table, last.number, (uint32_t)index);
    wendi_agent_slots_remove(&messages->table, agent);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < messages->membership_count; i++) {
        messages->memberships[kept] = messages->memberships[i];
        kept += messages->memberships[i].agent != agent ? 1 : 0;
    }
    messages->membership_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < messages->watch_count; i++) {
        messages->watches[kept] = messages->watches[i];
        kept += messages->watches[i].agent != agent ? 1 : 0;
    }
    messages->watch_count = kept;
    return WEND_OK;
}

bool wend_messages_has_agent(const wend_messages *messages, uint64_t agent)
{
    return find(messages, agent) != WENDI_AGENT_SLOT_NONE;
}

uint32_t wend_messages_agent_count(const wend_messages *messages)
{
    return messages == NULL ? 0 : messages->agent_count;
}

/* ---- positions ---- */

wend_result wend_messages_set_position(wend_messages *messages, uint64_t agent, wend_vec2 position)
{
    static const char function[] = "wend_messages_set_position";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const int64_t index = find(messages, agent);
    if (index == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(messages, function, agent);
    }
    const wend_result result = wendi_check_vec2(&messages->message, function, "position", position);
    if (result == WEND_OK) {
        /* -0 is never kept: equal positions have equal bytes. */
        messages->agents[index].position = (wend_vec2){position.x + 0.0, position.y + 0.0};
        messages->agents[index].has_position = true;
    }
    return result;
}

wend_result wend_messages_follow_crowd(wend_messages *messages, const wend_crowd *crowd)
{
    static const char function[] = "wend_messages_follow_crowd";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (crowd == NULL) {
        return wendi_refuse_null(&messages->message, function, "crowd");
    }
    const size_t count = wend_crowd_body_count(crowd), each = 2 * sizeof(double) + sizeof(uint64_t);
    if (count == 0) {
        return WEND_OK;
    }
    double *x = wendi_alloc_items(&messages->allocator, count, each);
    if (x == NULL) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    }
    double *y = x + count;
    uint64_t *users = wendi_part_of(x, 2 * count * sizeof *x);
    const size_t listed = wend_crowd_get_bodies(crowd, count, NULL, x, y, NULL, NULL, users);
    for (size_t i = 0; i < listed; i++) {
        const int64_t index = find(messages, users[i]);
        if (index != WENDI_AGENT_SLOT_NONE) {
            messages->agents[index].position = (wend_vec2){x[i] + 0.0, y[i] + 0.0};
            messages->agents[index].has_position = true;
        }
    }
    wendi_free(&messages->allocator, x, count * each);
    return WEND_OK;
}

bool wend_messages_get_position(const wend_messages *messages, uint64_t agent, wend_vec2 *position)
{
    const int64_t index = find(messages, agent);
    const bool has_one = index != WENDI_AGENT_SLOT_NONE && messages->agents[index].has_position;
    if (position != NULL) {
        *position = has_one ? messages->agents[index].position : (wend_vec2){0, 0};
    }
    return has_one;
}

/* ---- groups ---- */

uint32_t wendi_messages_membership_bound(const wend_messages *messages, uint32_t group,
                                         uint64_t agent)
{
    uint32_t low = 0, high = messages->membership_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const wendi_membership *it = &messages->memberships[middle];
        if (it->group < group || (it->group == group && it->agent < agent)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_member(const wend_messages *messages, uint32_t at, uint32_t group, uint64_t agent)
{
    return at < messages->membership_count && messages->memberships[at].group == group &&
           messages->memberships[at].agent == agent;
}

bool wendi_messages_reserve_membership(wend_messages *messages)
{
    if (messages->membership_count < messages->membership_capacity) {
        return true;
    }
    const uint32_t capacity = larger(messages->membership_capacity);
    wendi_membership *grown =
        wendi_resize_items(&messages->allocator, messages->memberships,
                           messages->membership_capacity, capacity, sizeof *grown);
    if (grown != NULL) {
        messages->memberships = grown;
        messages->membership_capacity = capacity;
    }
    return grown != NULL;
}

wend_result wend_messages_join_group(wend_messages *messages, uint64_t agent, uint32_t group)
{
    static const char function[] = "wend_messages_join_group";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (find(messages, agent) == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(messages, function, agent);
    }
    const uint32_t at = wendi_messages_membership_bound(messages, group, agent);
    if (is_member(messages, at, group, agent)) {
        return WEND_OK;
    }
    if (messages->membership_count == WEND_MESSAGES_GROUPS_MAX) {
        return refuse_full(messages, function, messages->membership_count, "memberships");
    }
    if (!wendi_messages_reserve_membership(messages)) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    }
    wendi_membership *it = &messages->memberships[at];
    memmove(it + 1, it, (messages->membership_count - at) * sizeof *it);
    *it = (wendi_membership){.agent = agent, .group = group};
    messages->membership_count++;
    return WEND_OK;
}

wend_result wend_messages_leave_group(wend_messages *messages, uint64_t agent, uint32_t group)
{
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (find(messages, agent) == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(messages, "wend_messages_leave_group", agent);
    }
    const uint32_t at = wendi_messages_membership_bound(messages, group, agent);
    if (is_member(messages, at, group, agent)) {
        wendi_membership *it = &messages->memberships[at];
        messages->membership_count--;
        memmove(it, it + 1, (messages->membership_count - at) * sizeof *it);
    }
    return WEND_OK;
}

bool wend_messages_is_in_group(const wend_messages *messages, uint64_t agent, uint32_t group)
{
    return messages != NULL &&
           is_member(messages, wendi_messages_membership_bound(messages, group, agent), group,
                     agent);
}

wend_result wend_messages_list_group(const wend_messages *messages, uint32_t group,
                                     uint64_t *agents, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (messages == NULL || count == NULL || (agents == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    uint32_t at = wendi_messages_membership_bound(messages, group, 0);
    for (; at < messages->membership_count && messages->memberships[at].group == group; at++) {
        if (*count < capacity) {
            agents[*count] = messages->memberships[at].agent;
        }
        ++*count;
    }
    return *count <= capacity ? WEND_OK : WEND_TRUNCATED;
}

/* ---- watches ---- */

bool wendi_messages_reserve_watch(wend_messages *messages)
{
    if (messages->watch_count < messages->watch_capacity) {
        return true;
    }
    const uint32_t capacity = larger(messages->watch_capacity);
    wendi_watch *grown = wendi_resize_items(&messages->allocator, messages->watches,
                                            messages->watch_capacity, capacity, sizeof *grown);
    if (grown != NULL) {
        messages->watches = grown;
        messages->watch_capacity = capacity;
    }
    return grown != NULL;
}

wend_result wend_messages_watch_request(wend_messages *messages, wend_planner_request_id id,
                                        uint64_t agent, uint32_t type)
{
    static const char function[] = "wend_messages_watch_request";
    if (messages == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (find(messages, agent) == WENDI_AGENT_SLOT_NONE) {
        return refuse_agent(messages, function, agent);
    }
    if (type > WEND_TELEGRAM_TYPE_MAX) {
        return wendi_refuse(&messages->message, function, "type", type, 0, WEND_TELEGRAM_TYPE_MAX);
    }
    if (messages->watch_count == WEND_MESSAGES_WATCHES_MAX) {
        return refuse_full(messages, function, messages->watch_count, "watches");
    }
    if (!wendi_messages_reserve_watch(messages)) {
        return wendi_fail_plain(&messages->message, function, WEND_ERROR_MEMORY);
    }
    messages->watches[messages->watch_count++] =
        (wendi_watch){.agent = agent, .request = id, .type = type};
    return WEND_OK;
}
