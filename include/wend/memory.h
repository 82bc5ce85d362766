/** @file wend/memory.h
 * Memories: what each agent perceived, where and when last, and how certain it still is.
 *
 * One object holds the memories of many agents. An agent has a bounded set of records, one for each
 * subject (another agent, an item, a noise). Perceptions are passed in by the user or taken from senses.
 *
 *     observe, report_gone --> records of an agent --> get, list, nearest, best, guess
 *                                 |        ^
 *                               share within groups
 *
 * Certainty halves with every half-life of the record's kind; below the threshold of its kind a record
 * is forgotten. Both are computed when a record is read, so agents that are not asked cost nothing, and
 * the tick is set in constant time. When a memory is full the weakest record goes: that with the least
 * product of certainty and weight of its kind, of equal ones that perceived longest ago, of these the
 * smallest subject. This may be the new one.
 *
 * Agents and subjects have numbers of the user's choice. Equal calls give equal memories and answers.
 *
 * Threads: one thread at a time; the const calls from any number.
 *
 * Source: memory records of perception as in Buckland, "Programming Game AI by Example" (2005), with
 * certainty that decays; certainties of independent perceptions add as 1 - (1 - a)(1 - b).
 */
#ifndef WEND_MEMORY_H
#define WEND_MEMORY_H

#include "wend/items.h"
#include "wend/sense.h"
#include "wend/smell.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of memories. */
enum {
    WEND_MEMORIES_AGENTS_MAX = 1 << 20, /**< Agents. */
    WEND_MEMORIES_RECORDS_MAX = 256,    /**< Records of an agent. */
    WEND_MEMORIES_KINDS_MAX = 64,       /**< Kinds of subjects are 0 ... 63. */
    WEND_MEMORIES_GROUPS_MAX = 8,       /**< Groups of an agent. */
    WEND_MEMORIES_SMELLED_MAX = 32      /**< Smells that an agent takes at once. */
};

/** Greatest speed of a subject, metres a second. */
static const double WEND_MEMORIES_SPEED_MAX = 65536;
/** Greatest danger of a subject. */
static const double WEND_MEMORIES_DANGER_MAX = 1048576;
/** Greatest half-life and tick. */
#define WEND_MEMORIES_TICK_MAX ((uint64_t)1 << 48)

/** Definition of memories. */
typedef struct wend_memories_def {
    uint32_t cookie;       /**< Set by wend_memories_def_default; leave it. */
    uint32_t record_limit; /**< Records of an agent, 1 to WEND_MEMORIES_RECORDS_MAX. Default 16. */
    double tick_seconds;   /**< Seconds of a tick, 2^-20 to 3600. Default 0.05. */
    double velocity_blend; /**< Part of a new estimate in the velocity, 0 to 1. Default 0.5. */
    uint64_t velocity_gap; /**< Perceptions further apart than this give no estimate of a velocity,
                                ticks, 0 to WEND_MEMORIES_TICK_MAX. Default 20. */
    double
        share_certainty; /**< Factor of the certainty of what is told, above 0 to 1. Default 0.9. */
    double danger_distance;   /**< A danger counts half at this distance, metres, 2^-20 to 2^30.
                                   Default 10. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_memories_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_memories_def wend_memories_def_default(void);
/** Creates memories without agents; all kinds have the default properties.
 * @param memories set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_memories_create(const wend_memories_def *def, wend_memories **memories);
/** Frees memories; NULL is allowed. */
WEND_API void wend_memories_destroy(wend_memories *memories);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_memories_error(const wend_memories *memories);

/* ---- kinds and time ---- */

/** Properties of a kind of subjects. */
typedef struct wend_memory_kind {
    uint32_t cookie;      /**< Set by wend_memory_kind_default; leave it. */
    uint64_t half_life;   /**< Ticks until certainty halves, to WEND_MEMORIES_TICK_MAX; 0: it stays.
                                Default 200. */
    double threshold;     /**< Forgotten below this certainty, 0 to 1. 0: never. Default 0.05. */
    double weight;        /**< Factor of the certainty where a full memory selects the weakest, 0 to
                                1024. Default 1. */
    double guess_seconds; /**< Dead reckoning goes on this long, 0 to 2^20. Default 3. */
    double guess_distance; /**< And at most this far, metres, 0 to 2^30. Default 10. */
    double max_speed;      /**< Faster velocities are shortened to this, metres a second, 0 to
                                WEND_MEMORIES_SPEED_MAX (default). */
} wend_memory_kind;

/** Returns the default properties of a kind, with their cookie. */
WEND_API wend_memory_kind wend_memory_kind_default(void);
/** Sets the properties of a kind. What was forgotten stays forgotten; the life of the other records of
 * the kind changes. Time: all records.
 * @param kind 0 to WEND_MEMORIES_KINDS_MAX - 1.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_memories_set_kind(wend_memories *memories, uint32_t kind,
                                            const wend_memory_kind *properties);
/** Gets the properties of a kind.
 * @param properties set to the default first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_memories_get_kind(const wend_memories *memories, uint32_t kind,
                                            wend_memory_kind *properties);
/** Sets the tick, the time of all calls that follow. Constant time.
 * @param tick at least the present one, to WEND_MEMORIES_TICK_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_memories_set_tick(wend_memories *memories, uint64_t tick);
/** Returns the tick; 0 at first. */
WEND_API uint64_t wend_memories_tick(const wend_memories *memories);

/* ---- agents and groups ---- */

/** Adds an agent without records. Constant time, but for growth.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (there is one of this number), WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL. */
WEND_API wend_result wend_memories_add_agent(wend_memories *memories, uint64_t agent);
/** Removes an agent with all it remembers. What others remember of it stays.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_remove_agent(wend_memories *memories, uint64_t agent);
/** True if there is an agent of this number. */
WEND_API bool wend_memories_has_agent(const wend_memories *memories, uint64_t agent);
/** Returns the number of agents. */
WEND_API uint32_t wend_memories_agent_count(const wend_memories *memories);
/** Gets the number of an agent by its place in the list of agents, whose order changes where agents
 * are removed.
 * @param index 0 to wend_memories_agent_count - 1.
 * @param agent set to 0 first. @return false where the index is out of range. */
WEND_API bool wend_memories_agent(const wend_memories *memories, uint32_t index, uint64_t *agent);
/** Makes an agent a member of a group. Groups exist while they have members.
 * @return WEND_OK (also where it is a member), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent),
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL (it has WEND_MEMORIES_GROUPS_MAX groups). */
WEND_API wend_result wend_memories_join(wend_memories *memories, uint64_t agent, uint64_t group);
/** Ends the membership of an agent in a group.
 * @return WEND_OK (also where it is none), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_leave(wend_memories *memories, uint64_t agent, uint64_t group);
/** True if an agent is a member of a group. */
WEND_API bool wend_memories_is_member(const wend_memories *memories, uint64_t agent,
                                      uint64_t group);
/** Shares within a group: of each subject the newest record of all members replaces the older ones.
 *
 * Newer is what was perceived (or reported gone) later; at the same tick a report that it is gone, then
 * the greater certainty, then the smaller number of the agent that perceived it, then of the member that
 * tells. All members tell what they knew before the call. Copies have share_certainty times the certainty. A record that a member
 * perceived first itself keeps that first tick. Nothing happens if no member has perceived, joined or
 * been told anything since the last call. Time: the records of the members.
 * @param shared number of records copied; may be NULL.
 * @return WEND_OK (also for a group without members), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_memories_share(wend_memories *memories, uint64_t group, size_t *shared);
/** Tells one agent all that another one remembers, as sharing does, in this direction alone.
 * @param told number of records copied; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_tell(wend_memories *memories, uint64_t from, uint64_t to,
                                        size_t *told);

/* ---- perceptions ---- */

/** A perception. */
typedef struct wend_memory_observation {
    uint32_t cookie;    /**< Set by wend_memory_observation_default; leave it. */
    uint64_t subject;   /**< Number of what is perceived. Default 0. */
    uint32_t kind;      /**< Its kind, 0 to WEND_MEMORIES_KINDS_MAX - 1. Default 0. */
    uint32_t team;      /**< Its team, your number. Default 0. */
    uint32_t sense;     /**< Bits of the senses it is perceived by. Default 1. */
    wend_vec3 position; /**< Metres, see WEND_COORDINATE_MAX. */
    wend_vec3 velocity; /**< Metres a second, each coordinate up to WEND_MEMORIES_SPEED_MAX in size;
                             counts if has_velocity. */
    bool has_velocity;  /**< The velocity is perceived. False (default): it is estimated. */
    double value;       /**< Yours: health, amount. Finite. Default 0. */
    double danger;      /**< How dangerous it is, 0 to WEND_MEMORIES_DANGER_MAX. Default 0. */
    double certainty;   /**< Above 0 to 1. Default 1. */
} wend_memory_observation;

/** Returns the default perception, with its cookie. */
WEND_API wend_memory_observation wend_memory_observation_default(void);
/** Adds a perception at the present tick, or updates the record of its subject.
 *
 * Certainty becomes 1 - (1 - what it has aged to)(1 - that of the perception); where the kind changes or
 * the subject had been gone, that of the perception alone. A velocity that is not perceived is estimated
 * from the last position of its own, not more than velocity_gap ago. Of two perceptions in one tick the
 * more certain gives the position (the later of equal ones); the senses of both are kept.
 * @return WEND_OK, WEND_TRUNCATED (the memory is full and all records are stronger, or the certainty is
 * below the threshold: nothing is kept), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_observe(wend_memories *memories, uint64_t agent,
                                           const wend_memory_observation *observation);
/** Reports that a subject is not where it is remembered: it was taken, or has left. The record stays,
 * is_gone, until it is perceived again or forgotten, so that the news can be shared.
 * @return WEND_OK (also where it is not remembered), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such
 * agent). */
WEND_API wend_result wend_memories_report_gone(wend_memories *memories, uint64_t agent,
                                               uint64_t subject);
/** Reports that an area is seen, and empty but for what was perceived in this tick: all records with a
 * last known position in the circle, its line included, and older than this tick are gone.
 * @param radius metres, 0 or more, may be infinite.
 * @param kinds bits of the kinds that would be seen. @param count number of records; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_report_empty(wend_memories *memories, uint64_t agent,
                                                wend_vec2 centre, double radius, uint64_t kinds,
                                                size_t *count);
/** Forgets a subject.
 * @return WEND_OK (also where it is not remembered), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_memories_forget(wend_memories *memories, uint64_t agent,
                                          uint64_t subject);
/** Forgets all subjects of an agent. @return as wend_memories_forget. */
WEND_API wend_result wend_memories_forget_all(wend_memories *memories, uint64_t agent);

/* ---- perceptions of senses ---- */

/** Completes what is taken from a perception, or leaves it out. May read the memories, and must change
 * none. @param user of the options. @param observation as the options have it; the cookie stays. One that
 * wend_memories_observe would refuse is left out. @return false: it is left out. */
typedef bool (*wend_memory_take_fn)(void *user, uint64_t agent, const wend_perception *perception,
                                    wend_memory_observation *observation);

/** What memories take from senses.
 *
 * A perception becomes an observation of the present tick: position as perceived; sense = 1 << wend_sense;
 * certainty = that of the perception * the factor of its sense. An identified one has the user value as
 * subject, the tag as kind (unknown_kind where it is no kind), its team, value = reaction, and danger =
 * hostile_danger if it is hostile, else 0. One that is not identified has the subject unknown_subject +
 * index1 of its source, so unknown_subject itself for all without a source, unknown_kind, no team
 * (WEND_TEAM_NONE), value 0 and unknown_danger. When its source is identified, that record is forgotten. A
 * perception of a source that another sense of the observer identifies in the same update is identified by
 * that: subject, kind, team, value and danger are those of the other perception. */
typedef struct wend_memory_senses_options {
    uint32_t cookie; /**< Set by wend_memory_senses_options_default; leave it. */
    double sight;   /**< Factor of the certainty of sight, 0 to 1; 0: it is not taken. Default 1. */
    double hearing; /**< Of hearing, likewise. Default 0.5. */
    double touch;   /**< Of touch, likewise. Default 1. */
    double smell;   /**< Of smell, likewise. Default 0.5. */
    uint32_t identifying;  /**< 1 << wend_sense for each sense that tells what it perceives. Default
                                   sight and touch. */
    bool is_noticed_first; /**< Sight tells only of what is noticed. Default true. */
    uint64_t
        unknown_subject;   /**< Subject of what is not identified, to 2^63; that number and the 2^33
                                   behind it should be no subject else. Default 2^63. */
    uint32_t unknown_kind; /**< Its kind, 0 to WEND_MEMORIES_KINDS_MAX - 1. Default 0. */
    double unknown_danger; /**< Its danger, 0 to WEND_MEMORIES_DANGER_MAX. Default 0.5. */
    double hostile_danger; /**< Danger of what is hostile, likewise. Default 1. */
    wend_memory_take_fn take; /**< Called for each perception; NULL (default): all are taken. */
    void *user;               /**< Passed to take. */
} wend_memory_senses_options;

/** Returns the default options, with their cookie. */
WEND_API wend_memory_senses_options wend_memory_senses_options_default(void);
/** Takes what observers perceived in the last update of the senses: what is seen, heard and felt, by
 * index of the observer, in the order of wend_senses_get_perceptions. The user value of an observer is
 * the number of its agent; those without one are left out. What is only remembered by the senses is not
 * taken, so an update must come between two calls. Time: linear in the perceptions, each with
 * wend_memories_observe.
 * @param options NULL = the defaults. @param kept number of perceptions kept; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_memories_observe_senses(wend_memories *memories,
                                                  const wend_senses *senses,
                                                  const wend_memory_senses_options *options,
                                                  size_t *kept);
/** Takes what an agent smells at a position: the WEND_MEMORIES_SMELLED_MAX strongest sources, the
 * strongest first, with certainty = intensity, at most 1. Trails are not taken: what left them is
 * elsewhere. Of what is not identified the subject is unknown_subject + 2^32 + index1. Smells have no
 * teams. The perception of `take` has the kind of the smell as tag and the intensity as strength.
 * @param nose NULL = the default. @param options, kept as wend_memories_observe_senses.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_observe_smell(wend_memories *memories, uint64_t agent,
                                                 const wend_smell *smell, wend_vec3 position,
                                                 const wend_nose *nose,
                                                 const wend_memory_senses_options *options,
                                                 size_t *kept);

/* ---- queries ---- */

/** A record, as it is at the present tick. */
typedef struct wend_memory {
    uint64_t subject;    /**< As perceived. */
    uint32_t kind;       /**< As perceived. */
    uint32_t team;       /**< As perceived. */
    uint32_t sense;      /**< Senses of the last tick at which it was perceived. */
    wend_vec3 position;  /**< Last known position, metres. */
    wend_vec3 velocity;  /**< Metres a second; 0 where it is not known. */
    double value;        /**< As perceived last. */
    double danger;       /**< As perceived last. */
    double certainty;    /**< Now. */
    uint64_t first_tick; /**< First perceived or told. */
    uint64_t last_tick;  /**< Last perceived, by `source`. */
    uint64_t source;     /**< The agent that perceived it: itself, or one that told. */
    bool is_gone;        /**< Was seen not to be there. */
    uint64_t gone_tick;  /**< When; 0 if not. */
} wend_memory;

/** Teams that a query accepts. */
typedef enum wend_memory_teams {
    WEND_MEMORY_TEAMS_ANY = 0, /**< All. */
    WEND_MEMORY_TEAMS_SAME,    /**< wend_memory_query.team only. */
    WEND_MEMORY_TEAMS_OTHERS   /**< All but wend_memory_query.team. */
} wend_memory_teams;

/** Conditions of a query. */
typedef struct wend_memory_query {
    uint32_t cookie;         /**< Set by wend_memory_query_default; leave it. */
    uint64_t kinds;          /**< Bits of the kinds that match. Default all. */
    uint32_t senses;         /**< Perceived last by any of these senses; 0 (default): by any. */
    wend_memory_teams teams; /**< Default WEND_MEMORY_TEAMS_ANY. */
    uint32_t team;           /**< See teams. Default 0. */
    double min_certainty;    /**< 0 to 1. Default 0. */
    uint64_t max_age;        /**< Perceived at most so many ticks ago. Default UINT64_MAX. */
    double max_distance;     /**< In the plane, from the position of the query, metres, 0 or more.
                                  Default infinity. */
    bool is_gone_found;      /**< Records that are gone match too. Default false. */
    bool is_guessed; /**< Distances are to the guessed position of wend_memories_guess, without
                                  obstacles. Default false: to the last known one. */
} wend_memory_query;

/** Returns the default conditions, with their cookie. */
WEND_API wend_memory_query wend_memory_query_default(void);
/** Gets what an agent remembers of a subject, gone ones too.
 * @param memory zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent, or not remembered). */
WEND_API wend_result wend_memories_get(const wend_memories *memories, uint64_t agent,
                                       uint64_t subject, wend_memory *memory);
/** Lists what an agent remembers, by rising subject. There is no position: max_distance must be
 * infinite.
 * @param query NULL = the defaults.
 * @param list [capacity], may be NULL when capacity is 0; where more match, the first.
 * @param count number of records that match.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_list(const wend_memories *memories, uint64_t agent,
                                        const wend_memory_query *query, wend_memory *list,
                                        size_t capacity, size_t *count);
/** Gets the nearest record that matches (squared distances in the plane; ties: smaller subject).
 * @param position metres. @param query NULL = the defaults. @param memory zeroed first.
 * @return true if there is one; false also for bad arguments. */
WEND_API bool wend_memories_nearest(const wend_memories *memories, uint64_t agent,
                                    wend_vec3 position, const wend_memory_query *query,
                                    wend_memory *memory);
/** Scores a record; the greatest is the best, NaN is left out. It may call const functions of the
 * memories, and must change none. @param user of the call. */
typedef double (*wend_memory_score_fn)(void *user, uint64_t agent, const wend_memory *memory);
/** Gets the record with the greatest score (ties: smaller subject).
 * @param score not NULL. @param user passed to score. @param value its score; may be NULL.
 * @return as wend_memories_nearest. */
WEND_API bool wend_memories_best(const wend_memories *memories, uint64_t agent, wend_vec3 position,
                                 const wend_memory_query *query, wend_memory_score_fn score,
                                 void *user, wend_memory *memory, double *value);
/** Gets the most dangerous record: the greatest danger * certainty / (1 + distance /
 * danger_distance) above 0 (ties: smaller subject). @param value it; may be NULL.
 * @return as wend_memories_nearest. */
WEND_API bool wend_memories_most_dangerous(const wend_memories *memories, uint64_t agent,
                                           wend_vec3 position, const wend_memory_query *query,
                                           wend_memory *memory, double *value);

/** Corrects a guess, for example to the nearest position on a mesh. @param user of the options.
 * @param memory what is remembered. @param guess the guess so far. @return the corrected one; a
 * position that is not finite is ignored. */
typedef wend_vec3 (*wend_memory_correct_fn)(void *user, uint64_t agent, const wend_memory *memory,
                                            wend_vec3 guess);

/** Obstacles of dead reckoning. */
typedef struct wend_memory_guess_options {
    uint32_t cookie;                /**< Set by wend_memory_guess_options_default; leave it. */
    const wend_walls *walls;        /**< Walls that stop the subject; NULL (default): none. */
    uint32_t stops;                 /**< Kinds of walls. Default WEND_STOPS_WALK. */
    const wend_grid *grid;          /**< Closed cells stop it too; NULL (default): none. */
    uint32_t movement_class;        /**< Of the grid. Default 0. */
    double radius;                  /**< Of the subject, metres, 0 to 2^20. Default 0. */
    wend_memory_correct_fn correct; /**< Called last; may be NULL (default). */
    void *user;                     /**< Passed to correct. */
} wend_memory_guess_options;

/** Returns the default options, with their cookie: no obstacles. */
WEND_API wend_memory_guess_options wend_memory_guess_options_default(void);
/** Guesses where a subject is now: from its last known position along its velocity, for at most
 * guess_seconds and guess_distance, up to the first obstacle.
 * @param options NULL = no obstacles. @param position zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent, or not remembered). */
WEND_API wend_result wend_memories_guess(const wend_memories *memories, uint64_t agent,
                                         uint64_t subject, const wend_memory_guess_options *options,
                                         wend_vec3 *position);

/** Returns the subject that stands for an item: its generation in the upper half, its index + 1 in
 * the lower. Numbers of agents below 2^32 are different from all of them. */
WEND_API uint64_t wend_memory_item_subject(wend_item_id item);
/** A wend_is_item_fn: true if the agent remembers the item and it is not gone. With it "the nearest
 * health pack that I remember" is a query of items, paths or planners.
 * @param user the memories. @param agent that of the query. */
WEND_API bool wend_memories_is_item(void *user, uint64_t agent, wend_item_id item);

/* ---- all memories ---- */

/** Returns a hash of definition, kinds, agents and what they remember at the present tick; when
 * forgotten records were removed has no effect. 0 for NULL. */
WEND_API uint64_t wend_memories_hash(const wend_memories *memories);
/** Returns the memory of the memories in bytes; 0 for NULL. */
WEND_API size_t wend_memories_memory_bytes(const wend_memories *memories);
/** Saves the memories as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_memories_save(const wend_memories *memories, uint8_t *bytes,
                                        size_t capacity, size_t *count);
/** Loads memories from the bytes of wend_memories_save; they go on as the saved ones would have.
 * @param def gives allocator and message; NULL = defaults.
 * @param memories set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_memories_load(const wend_memories_def *def, const uint8_t *bytes,
                                        size_t count, wend_memories **memories);
/** Draws what an agent remembers: last known positions (WEND_MEANING_ITEM, value = kind; a
 * WEND_MEANING_NOTE where it is gone) and lines to the guessed ones (WEND_MEANING_VELOCITY).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_memories_draw(const wend_memories *memories, uint64_t agent,
                                        const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
