/* Memories: agents, their records and their groups.
 *
 *   agents    | 0 | 1 | 2 | ...           by index; the last one moves into the place of a removed one
 *   subjects  [agent][record_limit]       rising, the first `count` of each agent
 *   records   [agent][record_limit]       likewise
 *   groups    head -> node -> node        nodes: agent index * WEND_MEMORIES_GROUPS_MAX + which of its groups
 *
 * A record has a tick to which it is remembered at least, so that reading compares two integers, but in
 * the last half-life of a record that was not perceived again: there the end is computed.
 * Forgotten records stay until the place is needed; no call sees them. */
#ifndef WENDI_MIND_MEMORY_MEMORIES_H
#define WENDI_MIND_MEMORY_MEMORIES_H

#include "mind/agents/agent_slots.h"
#include "mind/memory/fading.h"
#include "wend/memory.h"

enum {
    WENDI_MEMORIES_NONE = 0x7FFFFFFF,
    WENDI_MEMORIES_AGES = 32 /* whose fading is in a table */
};

typedef struct wendi_memory_record {
    wend_vec3 position, velocity;
    double value, danger;
    double certainty; /* at last_tick */
    uint64_t first_tick, last_tick, gone_tick;
    uint64_t until; /* a tick to which it is remembered at least; from the rest */
    uint64_t source;
    uint32_t kind, team, sense;
    bool is_gone, has_velocity;
    bool is_until_exact; /* it is forgotten after `until` */
} wendi_memory_record;

typedef struct wendi_memory_membership {
    uint64_t group;
    uint32_t next, previous; /* nodes */
} wendi_memory_membership;

typedef struct wendi_memory_agent {
    uint64_t number;
    uint64_t changed; /* the version of the last news */
    uint32_t count;   /* records */
    uint32_t group_count;
    wendi_memory_membership groups[WEND_MEMORIES_GROUPS_MAX];
} wendi_memory_agent;

typedef struct wendi_memory_group {
    uint64_t number;
    uint64_t shared; /* the version at the last share */
    uint32_t first;  /* node */
    uint32_t count;
} wendi_memory_group;

/* The best record of a subject among the members of a group. */
typedef struct wendi_memory_news {
    uint64_t subject, holder; /* holder: the agent with the record */
    wendi_memory_record record;
} wendi_memory_news;

struct wend_memories {
    wend_allocator allocator;
    wend_message message;
    wend_memories_def def;
    wend_memory_kind kinds[WEND_MEMORIES_KINDS_MAX];
    uint64_t life_of_one[WEND_MEMORIES_KINDS_MAX];              /* of a record of certainty 1 */
    double fades[WEND_MEMORIES_KINDS_MAX][WENDI_MEMORIES_AGES]; /* what is left of 1, by age */
    uint64_t tick, version;
    wendi_memory_agent *agents;   /* [agent_capacity] */
    uint64_t *subjects;           /* [agent_capacity][record_limit] */
    wendi_memory_record *records; /* [agent_capacity][record_limit] */
    uint32_t agent_count, agent_capacity;
    wendi_agent_slots agent_of; /* by number */
    wendi_memory_group *groups; /* [group_capacity] */
    uint32_t group_count, group_capacity;
    wendi_agent_slots group_of; /* by number */
    wendi_memory_news *news;    /* [news_capacity] of a call that shares */
    size_t news_capacity;
};

/** The index of an agent; UINT32_MAX: there is none. */
static inline uint32_t wendi_memories_find(const wend_memories *memories, uint64_t agent)
{
    return (uint32_t)wendi_agent_slots_find(&memories->agent_of, agent);
}

/** The index of an agent for a call that changes it; the result is WEND_OK, WEND_ERROR_ARGUMENT
 * (memories is NULL) or WEND_ERROR_STALE with its message. */
wend_result wendi_memories_begin(wend_memories *memories, const char *function, uint64_t agent,
                                 uint32_t *index);

static inline size_t wendi_memories_first(const wend_memories *memories, uint32_t agent)
{
    return (size_t)agent * memories->def.record_limit;
}

/** True if the record is not forgotten yet, by its life. */
bool wendi_memories_is_in_life(const wend_memories *memories, const wendi_memory_record *record);

static inline bool wendi_memories_is_alive(const wend_memories *memories,
                                           const wendi_memory_record *record)
{
    return memories->tick <= record->until ||
           (!record->is_until_exact && wendi_memories_is_in_life(memories, record));
}

/** Sets `until`. @return false where the record is forgotten at once. */
bool wendi_memories_set_life(const wend_memories *memories, wendi_memory_record *record);
/** The certainty of a record at the present tick. */
static inline double wendi_memories_certainty(const wend_memories *memories,
                                              const wendi_memory_record *record)
{
    const uint64_t age = memories->tick - record->last_tick;
    return record->certainty * (age < WENDI_MEMORIES_AGES
                                    ? memories->fades[record->kind][age]
                                    : wendi_fade(age, memories->kinds[record->kind].half_life));
}
/** The place of a subject among those of an agent: of its own, or where it belongs. */
uint32_t wendi_memories_place(const wend_memories *memories, uint32_t agent, uint64_t subject);
/** The live record of a subject; NULL if it is not remembered. */
wendi_memory_record *wendi_memories_record(const wend_memories *memories, uint32_t agent,
                                           uint64_t subject);
/** Removes forgotten records of an agent. */
void wendi_memories_purge(wend_memories *memories, uint32_t agent);
/** Keeps a record of an agent, in place of that of the same subject, else of the weakest one where the
 * memory is full. @return false where the weakest is this one: nothing changed. */
bool wendi_memories_keep(wend_memories *memories, uint32_t agent, uint64_t subject,
                         const wendi_memory_record *record);
/** Checks an observation. */
wend_result wendi_memories_check_observation(const wend_memory_observation *observation,
                                             wend_message *message, const char *function);
/** Keeps a sound observation. @return WEND_OK; WEND_TRUNCATED: it is not kept. */
wend_result wendi_memories_perceive(wend_memories *memories, uint32_t agent,
                                    const wend_memory_observation *observation);
/** Forgets a subject, if it is remembered. */
void wendi_memories_drop(wend_memories *memories, uint32_t agent, uint64_t subject);
/** Moves along the velocity of a record, without obstacles. */
wend_vec3 wendi_memories_reckon(const wend_memories *memories, const wendi_memory_record *record);
/** Makes room for one more agent, or one more group. @return false without memory. */
bool wendi_memories_reserve_agent(wend_memories *memories);
bool wendi_memories_reserve_group(wend_memories *memories);
/** Adds an agent for which there is room. @return its index. */
uint32_t wendi_memories_put_agent(wend_memories *memories, uint64_t number);
/** Adds a membership for which there is room. @return the group. */
wendi_memory_group *wendi_memories_put_member(wend_memories *memories, uint32_t agent,
                                              uint64_t group);
/** Checks a definition, or the properties of a kind, apart from the cookie. */
wend_result wendi_memories_check_def(const wend_memories_def *def, wend_message *message,
                                     const char *function);
wend_result wendi_memories_check_kind(const wend_memory_kind *kind, wend_message *message,
                                      const char *function);

static inline wend_vec3 wendi_memories_plain(wend_vec3 v)
{
    return (wend_vec3){v.x + 0.0, v.y + 0.0, v.z + 0.0}; /* -0 would save other bytes */
}

#endif
