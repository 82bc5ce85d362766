/* Memories: create, destroy, kinds, time, agents and groups.
 * Cost: constant a call, but for growth; the properties of a kind visit all records. */
#include "mind/memory/memories.h"

#include "base/core/message.h"
#include "mind/memory/fading.h"
#include "wend/walls.h"

#include <string.h>

enum { COOKIE = 0x4D454D31, KIND_COOKIE = 0x4D454D32, AGENTS_FIRST = 16, GROUPS_FIRST = 8 };

static const double LEAST = 1.0 / 1048576;

wend_memories_def wend_memories_def_default(void)
{
    wend_memories_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.record_limit = 16;
    def.tick_seconds = 0.05;
    def.velocity_blend = 0.5;
    def.velocity_gap = 20;
    def.share_certainty = 0.9;
    def.danger_distance = 10;
    return def;
}

wend_memory_kind wend_memory_kind_default(void)
{
    wend_memory_kind kind;
    memset(&kind, 0, sizeof kind);
    kind.cookie = KIND_COOKIE;
    kind.half_life = 200;
    kind.threshold = 0.05;
    kind.weight = 1;
    kind.guess_seconds = 3;
    kind.guess_distance = 10;
    kind.max_speed = WEND_MEMORIES_SPEED_MAX;
    return kind;
}

/* ---- checks ---- */

static wend_result check_number(wend_message *m, const char *function, const char *field,
                                double value, double low, double high)
{
    return value >= low && value <= high ? WEND_OK
                                         : wendi_refuse(m, function, field, value, low, high);
}

static wend_result check_ticks(wend_message *m, const char *function, const char *field,
                               uint64_t value)
{
    return value <= WEND_MEMORIES_TICK_MAX
               ? WEND_OK
               : wendi_refuse(m, function, field, (double)value, 0, (double)WEND_MEMORIES_TICK_MAX);
}

wend_result wendi_memories_check_def(const wend_memories_def *def, wend_message *m,
                                     const char *function)
{
    wend_result r =
        check_number(m, function, "record_limit", def->record_limit, 1, WEND_MEMORIES_RECORDS_MAX);
    r = r != WEND_OK ? r
                     : check_number(m, function, "tick_seconds", def->tick_seconds, LEAST, 3600);
    r = r != WEND_OK ? r : check_number(m, function, "velocity_blend", def->velocity_blend, 0, 1);
    r = r != WEND_OK ? r : check_ticks(m, function, "velocity_gap", def->velocity_gap);
    r = r != WEND_OK ? r
                     : check_number(m, function, "share_certainty", def->share_certainty, LEAST, 1);
    return r != WEND_OK ? r
                        : check_number(m, function, "danger_distance", def->danger_distance, LEAST,
                                       WEND_COORDINATE_MAX);
}

wend_result wendi_memories_check_kind(const wend_memory_kind *kind, wend_message *m,
                                      const char *function)
{
    wend_result r = check_ticks(m, function, "half_life", kind->half_life);
    r = r != WEND_OK ? r : check_number(m, function, "threshold", kind->threshold, 0, 1);
    r = r != WEND_OK ? r : check_number(m, function, "weight", kind->weight, 0, 1024);
    r = r != WEND_OK ? r
                     : check_number(m, function, "guess_seconds", kind->guess_seconds, 0, 1048576);
    r = r != WEND_OK ? r
                     : check_number(m, function, "guess_distance", kind->guess_distance, 0,
                                    WEND_COORDINATE_MAX);
    return r != WEND_OK ? r
                        : check_number(m, function, "max_speed", kind->max_speed, 0,
                                       WEND_MEMORIES_SPEED_MAX);
}

/* ---- create, destroy ---- */

static void put_kind(wend_memories *memories, uint32_t index, const wend_memory_kind *kind)
{
    memories->kinds[index] = *kind;
    memories->kinds[index].threshold += 0.0;
    memories->kinds[index].weight += 0.0;
    memories->kinds[index].guess_seconds += 0.0;
    memories->kinds[index].guess_distance += 0.0;
    memories->kinds[index].max_speed += 0.0;
    for (uint64_t age = 0; age < WENDI_MEMORIES_AGES; age++) {
        memories->fades[index][age] = wendi_fade(age, kind->half_life);
    }
    memories->life_of_one[index] = wendi_fade_life(1, kind->threshold, kind->half_life);
}

wend_result wend_memories_create(const wend_memories_def *def, wend_memories **memories)
{
    static const char function[] = "wend_memories_create";
    if (memories != NULL) {
        *memories = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_memories_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = wendi_memories_check_def(def, def->message, function);
    if (result != WEND_OK) {
        return result;
    }
    if (memories == NULL) {
        return wendi_refuse_null(def->message, function, "memories");
    }
    wend_memories *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->def = *def;
    made->def.message = NULL;
    made->def.velocity_blend += 0.0;
    const wend_memory_kind kind = wend_memory_kind_default();
    for (uint32_t i = 0; i < WEND_MEMORIES_KINDS_MAX; i++) {
        put_kind(made, i, &kind);
    }
    *memories = made;
    return WEND_OK;
}

void wend_memories_destroy(wend_memories *memories)
{
    if (memories == NULL) {
        return;
    }
    const wend_allocator allocator = memories->allocator;
    const size_t records = wendi_memories_first(memories, memories->agent_capacity);
    wendi_free(&allocator, memories->agents, memories->agent_capacity * sizeof *memories->agents);
    wendi_free(&allocator, memories->subjects, records * sizeof *memories->subjects);
    wendi_free(&allocator, memories->records, records * sizeof *memories->records);
    wendi_free(&allocator, memories->groups, memories->group_capacity * sizeof *memories->groups);
    wendi_free(&allocator, memories->news, memories->news_capacity * sizeof *memories->news);
    wendi_agent_slots_free(&memories->agent_of, &allocator);
    wendi_agent_slots_free(&memories->group_of, &allocator);
    wendi_free(&allocator, memories, sizeof *memories);
}

const char *wend_memories_error(const wend_memories *memories)
{
    return memories == NULL ? "" : memories->message.text;
}

size_t wend_memories_memory_bytes(const wend_memories *memories)
{
    if (memories == NULL) {
        return 0;
    }
    const size_t records = wendi_memories_first(memories, memories->agent_capacity);
    return sizeof *memories + memories->agent_capacity * sizeof *memories->agents +
           records * (sizeof *memories->subjects + sizeof *memories->records) +
           memories->group_capacity * sizeof *memories->groups +
           memories->news_capacity * sizeof *memories->news +
           wendi_agent_slots_memory_bytes(&memories->agent_of) +
           wendi_agent_slots_memory_bytes(&memories->group_of);
}

/* ---- kinds and time ---- */

wend_result wend_memories_set_kind(wend_memories *memories, uint32_t kind,
                                   const wend_memory_kind *properties)
{
    static const char function[] = "wend_memories_set_kind";
    if (memories == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (kind >= WEND_MEMORIES_KINDS_MAX) {
        return wendi_refuse_index(&memories->message, function, "kind", kind, "kinds",
                                  WEND_MEMORIES_KINDS_MAX);
    }
    if (properties == NULL) {
        return wendi_refuse_null(&memories->message, function, "properties");
    }
    if (properties->cookie != KIND_COOKIE) {
        return wendi_refuse_cookie(&memories->message, function, properties->cookie,
                                   "wend_memory_kind_default");
    }
    const wend_result result = wendi_memories_check_kind(properties, &memories->message, function);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t a = 0; a < memories->agent_count; a++) {
        wendi_memories_purge(memories, a); /* by the old properties */
    }
    put_kind(memories, kind, properties);
    for (uint32_t a = 0; a < memories->agent_count; a++) {
        wendi_memory_record *records = &memories->records[wendi_memories_first(memories, a)];
        for (uint32_t i = 0; i < memories->agents[a].count; i++) {
            if (records[i].kind == kind) {
                (void)wendi_memories_set_life(memories, &records[i]);
            }
        }
        wendi_memories_purge(memories, a);
    }
    return WEND_OK;
}

wend_result wend_memories_get_kind(const wend_memories *memories, uint32_t kind,
                                   wend_memory_kind *properties)
{
    if (properties != NULL) {
        *properties = wend_memory_kind_default();
    }
    if (memories == NULL || properties == NULL || kind >= WEND_MEMORIES_KINDS_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    *properties = memories->kinds[kind];
    return WEND_OK;
}

wend_result wend_memories_set_tick(wend_memories *memories, uint64_t tick)
{
    if (memories == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < memories->tick || tick > WEND_MEMORIES_TICK_MAX) {
        return wendi_refuse(&memories->message, "wend_memories_set_tick", "tick", (double)tick,
                            (double)memories->tick, (double)WEND_MEMORIES_TICK_MAX);
    }
    memories->tick = tick;
    return WEND_OK;
}

uint64_t wend_memories_tick(const wend_memories *memories)
{
    return memories == NULL ? 0 : memories->tick;
}

/* ---- agents ---- */

wend_result wendi_memories_begin(wend_memories *memories, const char *function, uint64_t agent,
                                 uint32_t *index)
{
    if (memories == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *index = wendi_memories_find(memories, agent);
    return *index != UINT32_MAX
               ? WEND_OK
               : wendi_fail(&memories->message, WEND_ERROR_STALE, "%s: there is no agent %llu",
                            function, (unsigned long long)agent);
}

bool wendi_memories_reserve_agent(wend_memories *memories)
{
    const wend_allocator *allocator = &memories->allocator;
    if (!wendi_agent_slots_reserve(&memories->agent_of, allocator)) {
        return false;
    }
    if (memories->agent_count < memories->agent_capacity) {
        return true;
    }
    const uint32_t old = memories->agent_capacity;
    const uint32_t capacity = old == 0 ? (uint32_t)AGENTS_FIRST : 2 * old;
    const size_t limit = memories->def.record_limit;
    wendi_memory_agent *agents = wendi_alloc_items(allocator, capacity, sizeof *agents);
    uint64_t *subjects = wendi_alloc_items(allocator, capacity, limit * sizeof *subjects);
    wendi_memory_record *records = wendi_alloc_items(allocator, capacity, limit * sizeof *records);
    if (agents == NULL || subjects == NULL || records == NULL) {
        wendi_free(allocator, agents, capacity * sizeof *agents);
        wendi_free(allocator, subjects, capacity * limit * sizeof *subjects);
        wendi_free(allocator, records, capacity * limit * sizeof *records);
        return false;
    }
    if (old > 0) {
        memcpy(agents, memories->agents, old * sizeof *agents);
        memcpy(subjects, memories->subjects, old * limit * sizeof *subjects);
        memcpy(records, memories->records, old * limit * sizeof *records);
    }
    wendi_free(allocator, memories->agents, old * sizeof *agents);
    wendi_free(allocator, memories->subjects, old * limit * sizeof *subjects);
    wendi_free(allocator, memories->records, old * limit * sizeof *records);
    memories->agents = agents;
    memories->subjects = subjects;
    memories->records = records;
    memories->agent_capacity = capacity;
    return true;
}

uint32_t wendi_memories_put_agent(wend_memories *memories, uint64_t number)
{
    const uint32_t index = memories->agent_count++;
    memset(&memories->agents[index], 0, sizeof memories->agents[index]);
    memories->agents[index].number = number;
    wendi_agent_slots_add(&memories->agent_of, number, index);
    return index;
}

wend_result wend_memories_add_agent(wend_memories *memories, uint64_t agent)
{
    static const char function[] = "wend_memories_add_agent";
    if (memories == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (wendi_memories_find(memories, agent) != UINT32_MAX) {
        return wendi_fail(&memories->message, WEND_ERROR_ARGUMENT,
                          "%s: there is an agent %llu already", function,
                          (unsigned long long)agent);
    }
    if (memories->agent_count >= WEND_MEMORIES_AGENTS_MAX) {
        return wendi_fail(&memories->message, WEND_ERROR_FULL,
                          "%s: there are %lu agents, no more fit", function,
                          (unsigned long)memories->agent_count);
    }
    if (!wendi_memories_reserve_agent(memories)) {
        return wendi_fail_plain(&memories->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = wendi_memories_put_agent(memories, agent);
    memories->agents[index].changed = ++memories->version;
    return WEND_OK;
}

/* ---- groups ---- */

static wendi_memory_membership *node_at(wend_memories *memories, uint32_t node)
{
    return &memories->agents[node / WEND_MEMORIES_GROUPS_MAX]
                .groups[node % WEND_MEMORIES_GROUPS_MAX];
}

static void link_node(wend_memories *memories, uint32_t node)
{
    wendi_memory_membership *it = node_at(memories, node);
    wendi_memory_group *group =
        &memories->groups[(uint32_t)wendi_agent_slots_find(&memories->group_of, it->group)];
    it->previous = WENDI_MEMORIES_NONE;
    it->next = group->first;
    if (group->first != WENDI_MEMORIES_NONE) {
        node_at(memories, group->first)->previous = node;
    }
    group->first = node;
    group->count++;
}

static void unlink_node(wend_memories *memories, uint32_t node)
{
    const wendi_memory_membership *it = node_at(memories, node);
    wendi_memory_group *group =
        &memories->groups[(uint32_t)wendi_agent_slots_find(&memories->group_of, it->group)];
    if (it->previous == WENDI_MEMORIES_NONE) {
        group->first = it->next;
    } else {
        node_at(memories, it->previous)->next = it->next;
    }
    if (it->next != WENDI_MEMORIES_NONE) {
        node_at(memories, it->next)->previous = it->previous;
    }
    group->count--;
}

/* Removes a group without members. */
static void drop_if_empty(wend_memories *memories, uint64_t number)
{
    const uint32_t index = (uint32_t)wendi_agent_slots_find(&memories->group_of, number);
    if (memories->groups[index].count > 0) {
        return;
    }
    const uint32_t last = --memories->group_count;
    wendi_agent_slots_remove(&memories->group_of, number);
    if (index != last) {
        memories->groups[index] = memories->groups[last];
        wendi_agent_slots_set(&memories->group_of, memories->groups[index].number, index);
    }
}

bool wendi_memories_reserve_group(wend_memories *memories)
{
    if (!wendi_agent_slots_reserve(&memories->group_of, &memories->allocator)) {
        return false;
    }
    if (memories->group_count < memories->group_capacity) {
        return true;
    }
    const uint32_t old = memories->group_capacity;
    const uint32_t capacity = old == 0 ? (uint32_t)GROUPS_FIRST : 2 * old;
    wendi_memory_group *groups =
        wendi_resize_items(&memories->allocator, memories->groups, old, capacity, sizeof *groups);
    if (groups == NULL) {
        return false;
    }
    memories->groups = groups;
    memories->group_capacity = capacity;
    return true;
}

wendi_memory_group *wendi_memories_put_member(wend_memories *memories, uint32_t agent,
                                              uint64_t group)
{
    wendi_memory_agent *it = &memories->agents[agent];
    uint32_t index = (uint32_t)wendi_agent_slots_find(&memories->group_of, group);
    if (index == UINT32_MAX) {
        index = memories->group_count++;
        memories->groups[index] =
            (wendi_memory_group){.number = group, .first = WENDI_MEMORIES_NONE};
        wendi_agent_slots_add(&memories->group_of, group, index);
    }
    it->groups[it->group_count].group = group;
    link_node(memories, agent * WEND_MEMORIES_GROUPS_MAX + it->group_count);
    it->group_count++;
    return &memories->groups[index];
}

/* Which of the groups of an agent it is; group_count if none. */
static uint32_t membership_of(const wendi_memory_agent *agent, uint64_t group)
{
    uint32_t i = 0;
    while (i < agent->group_count && agent->groups[i].group != group) {
        i++;
    }
    return i;
}

wend_result wend_memories_join(wend_memories *memories, uint64_t agent, uint64_t group)
{
    static const char function[] = "wend_memories_join";
    uint32_t index;
    const wend_result result = wendi_memories_begin(memories, function, agent, &index);
    if (result != WEND_OK) {
        return result;
    }
    wendi_memory_agent *it = &memories->agents[index];
    if (membership_of(it, group) < it->group_count) {
        return WEND_OK;
    }
    if (it->group_count >= WEND_MEMORIES_GROUPS_MAX) {
        return wendi_fail(&memories->message, WEND_ERROR_FULL,
                          "%s: the agent is a member of %d groups, no more fit", function,
                          WEND_MEMORIES_GROUPS_MAX);
    }
    if (!wendi_memories_reserve_group(memories)) {
        return wendi_fail_plain(&memories->message, function, WEND_ERROR_MEMORY);
    }
    (void)wendi_memories_put_member(memories, index, group);
    it->changed = ++memories->version;
    return WEND_OK;
}

static void remove_membership(wend_memories *memories, uint32_t index, uint32_t which)
{
    wendi_memory_agent *it = &memories->agents[index];
    const uint32_t node = index * WEND_MEMORIES_GROUPS_MAX, last = it->group_count - 1;
    const uint64_t group = it->groups[which].group;
    unlink_node(memories, node + which);
    if (which != last) {
        unlink_node(memories, node + last);
        it->groups[which] = it->groups[last];
        link_node(memories, node + which);
    }
    it->group_count--;
    drop_if_empty(memories, group);
}

wend_result wend_memories_leave(wend_memories *memories, uint64_t agent, uint64_t group)
{
    uint32_t index;
    const wend_result result = wendi_memories_begin(memories, "wend_memories_leave", agent, &index);
    if (result == WEND_OK) {
        const uint32_t which = membership_of(&memories->agents[index], group);
        if (which < memories->agents[index].group_count) {
            remove_membership(memories, index, which);
        }
    }
    return result;
}

bool wend_memories_is_member(const wend_memories *memories, uint64_t agent, uint64_t group)
{
    const uint32_t index = memories == NULL ? UINT32_MAX : wendi_memories_find(memories, agent);
    return index != UINT32_MAX &&
           membership_of(&memories->agents[index], group) < memories->agents[index].group_count;
}

/* Moves an agent, with its records and memberships, to a free index. */
static void move_agent(wend_memories *memories, uint32_t from, uint32_t to)
{
    const uint32_t count = memories->agents[from].group_count;
    for (uint32_t i = 0; i < count; i++) {
        unlink_node(memories, from * WEND_MEMORIES_GROUPS_MAX + i);
    }
    memories->agents[to] = memories->agents[from];
    for (uint32_t i = 0; i < count; i++) {
        link_node(memories, to * WEND_MEMORIES_GROUPS_MAX + i);
    }
    const size_t source = wendi_memories_first(memories, from);
    const size_t target = wendi_memories_first(memories, to);
    const size_t records = memories->agents[to].count;
    memcpy(&memories->subjects[target], &memories->subjects[source],
           records * sizeof *memories->subjects);
    memcpy(&memories->records[target], &memories->records[source],
           records * sizeof *memories->records);
    wendi_agent_slots_set(&memories->agent_of, memories->agents[to].number, to);
}

wend_result wend_memories_remove_agent(wend_memories *memories, uint64_t agent)
{
    uint32_t index;
    const wend_result result =
        wendi_memories_begin(memories, "wend_memories_remove_agent", agent, &index);
    if (result != WEND_OK) {
        return result;
    }
    while (memories->agents[index].group_count > 0) {
        remove_membership(memories, index, memories->agents[index].group_count - 1);
    }
    wendi_agent_slots_remove(&memories->agent_of, agent);
    const uint32_t last = --memories->agent_count;
    if (index != last) {
        move_agent(memories, last, index);
    }
    return WEND_OK;
}

bool wend_memories_has_agent(const wend_memories *memories, uint64_t agent)
{
    return memories != NULL && wendi_memories_find(memories, agent) != UINT32_MAX;
}

uint32_t wend_memories_agent_count(const wend_memories *memories)
{
    return memories == NULL ? 0 : memories->agent_count;
}

bool wend_memories_agent(const wend_memories *memories, uint32_t index, uint64_t *agent)
{
    if (agent != NULL) {
        *agent = 0;
    }
    if (memories == NULL || agent == NULL || index >= memories->agent_count) {
        return false;
    }
    *agent = memories->agents[index].number;
    return true;
}
