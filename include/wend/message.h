/** @file wend/message.h
 * Messages between agents: at once or delayed, to one agent, to a group, to all within a radius.
 *
 *     send --> waiting, by tick --> deliver(tick): a round, and further rounds of what it sends
 *
 *     wend_messages_def def = wend_messages_def_default();
 *     wend_messages_create(&def, &messages);
 *     wend_messages_add_agent(messages, 7);
 *
 *     wend_telegram_def telegram = wend_telegram_def_default();
 *     telegram.receiver = 7;
 *     telegram.type = HELP;
 *     telegram.delay = 20;                                          ticks
 *     wend_messages_send(messages, &telegram, NULL);
 *
 *     each tick: wend_messages_deliver(messages, tick, &handler);   handler.deliver(user, 7, telegram)
 *
 * A message under way is a *telegram*. Agents are named by numbers of the user's.
 *
 * **Order.** Telegrams are delivered by tick, then by priority (the higher first), then by the number
 * of sending. A telegram to several agents reaches them by rising agent number.
 *
 * **Rounds.** Telegrams that are sent while others are delivered wait for the next round. With delay 0
 * that is a round of the same call; after max_rounds rounds the rest waits for the next call, where it
 * comes first. Receivers are determined when the turn of a telegram comes: groups as they are then,
 * positions as they were at the beginning of the round.
 *
 * **Dead letters.** A telegram to an agent that does not exist (any more), to a group or radius without
 * agents, or that its receiver does not handle, is counted and reported to handler.dead.
 *
 * **Repeats.** A telegram with a merge rule is merged with one that waits already, if type, sender and
 * receiver are the same and both are due within merge_window ticks of each other.
 *
 * Deliveries allocate nothing. Threads: one thread at a time; the const calls from any number.
 *
 * Source: Buckland, "Programming Game AI by Example" (2005), chapter 2, the message dispatcher.
 */
#ifndef WEND_MESSAGE_H
#define WEND_MESSAGE_H

#include "wend/crowd.h"
#include "wend/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of messages. */
enum {
    WEND_MESSAGES_WAITING_MAX = 1 << 20, /**< Telegrams that wait. */
    WEND_MESSAGES_AGENTS_MAX = 1 << 20,  /**< Agents. */
    WEND_MESSAGES_GROUPS_MAX = 1 << 22,  /**< Memberships in groups, all agents together. */
    WEND_MESSAGES_WATCHES_MAX = 1 << 20, /**< Requests of planners that are watched. */
    WEND_MESSAGES_ROUNDS_MAX = 256,      /**< Rounds of a call. */
    WEND_TELEGRAM_PRIORITY_MAX = 15,     /**< Highest priority. */
    WEND_PAYLOAD_NUMBERS = 4,            /**< Numbers of a payload. */
    WEND_PAYLOAD_INTEGERS = 2,           /**< Integers of a payload. */
    WEND_PAYLOAD_BYTES = 32              /**< Bytes of a payload. */
};

/** Greatest type of a telegram. */
static const uint32_t WEND_TELEGRAM_TYPE_MAX = UINT32_MAX - 1;
/** Greatest delay of a telegram, and greatest merge window, ticks. */
static const uint64_t WEND_TELEGRAM_DELAY_MAX = (uint64_t)1 << 40;
/** Greatest tick. */
static const uint64_t WEND_MESSAGES_TICK_MAX = (uint64_t)1 << 52;

/** Definition of messages. */
typedef struct wend_messages_def {
    uint32_t cookie;      /**< Set by wend_messages_def_default; leave it. */
    uint32_t max_waiting; /**< Telegrams that wait at once, 1 to WEND_MESSAGES_WAITING_MAX. Memory
                               grows as needed, some 250 bytes each. Default 65536. */
    uint32_t
        max_rounds;   /**< Rounds of a call of deliver, 1 to WEND_MESSAGES_ROUNDS_MAX. Default 8. */
    double cell_size; /**< Side of the cells by which agents within a radius are found, metres, 1
                              to 1024. About a usual radius. Default 8. */
    uint64_t tick;    /**< Tick to begin with, at most WEND_MESSAGES_TICK_MAX. Default 0. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_messages_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_messages_def wend_messages_def_default(void);
/** Creates messages without agents and telegrams.
 * @param messages set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_create(const wend_messages_def *def, wend_messages **messages);
/** Frees messages; NULL is allowed. Not from a callback of the same messages. */
WEND_API void wend_messages_destroy(wend_messages *messages);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_messages_error(const wend_messages *messages);

/* ---- agents: all of these may be called from callbacks of a delivery ---- */

/** Adds an agent, in no group and without a position.
 * @param agent any number that is not added yet.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (it exists), WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_add_agent(wend_messages *messages, uint64_t agent);
/** Removes an agent from everything. Telegrams that wait for it become dead letters; those that it
 * has sent are delivered; its watches end. Time: linear in memberships and watches.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_messages_remove_agent(wend_messages *messages, uint64_t agent);
/** Returns true if the agent exists. */
WEND_API bool wend_messages_has_agent(const wend_messages *messages, uint64_t agent);
/** Returns the number of agents. */
WEND_API uint32_t wend_messages_agent_count(const wend_messages *messages);
/** Sets the position by which telegrams to a radius find an agent.
 * @param position metres, see WEND_COORDINATE_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_messages_set_position(wend_messages *messages, uint64_t agent,
                                                wend_vec2 position);
/** Sets the positions of all agents that have a body in a crowd: the agent is the body's user value.
 * Other agents keep theirs. Call it after each tick of the crowd. Time: linear in the bodies.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_follow_crowd(wend_messages *messages, const wend_crowd *crowd);
/** Gets the position of an agent as it was set last.
 * @param position set to 0, 0 first.
 * @return true if it has one. */
WEND_API bool wend_messages_get_position(const wend_messages *messages, uint64_t agent,
                                         wend_vec2 *position);
/** Adds an agent to a group; an agent can be in any number of groups. Does nothing if it is in it.
 * @param group any number.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent), WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_join_group(wend_messages *messages, uint64_t agent,
                                              uint32_t group);
/** Removes an agent from a group. Does nothing if it is not in it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (no such agent). */
WEND_API wend_result wend_messages_leave_group(wend_messages *messages, uint64_t agent,
                                               uint32_t group);
/** Returns true if the agent is in the group. */
WEND_API bool wend_messages_is_in_group(const wend_messages *messages, uint64_t agent,
                                        uint32_t group);
/** Lists the agents of a group, by rising number.
 * @param agents [capacity], may be NULL when capacity is 0.
 * @param count number of agents in the group.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_messages_list_group(const wend_messages *messages, uint32_t group,
                                              uint64_t *agents, size_t capacity, size_t *count);

/* ---- sending ---- */

/** Content of a telegram, without pointers, so that it can be saved. Zeroed is empty. */
typedef struct wend_payload {
    double numbers[WEND_PAYLOAD_NUMBERS];    /**< Finite numbers. */
    int64_t integers[WEND_PAYLOAD_INTEGERS]; /**< Any. */
    wend_vec2 position;                      /**< Metres, see WEND_COORDINATE_MAX. */
    uint32_t byte_count;                     /**< Bytes used, 0 to WEND_PAYLOAD_BYTES. */
    uint8_t bytes[WEND_PAYLOAD_BYTES];       /**< Bytes behind byte_count are not kept. */
} wend_payload;

/** Receivers of a telegram. */
typedef enum wend_receivers {
    WEND_TO_AGENT = 0, /**< The agent `receiver`. */
    WEND_TO_GROUP,     /**< All agents of the group `receiver`. */
    WEND_TO_RADIUS,    /**< All agents with a position within `radius` of `centre` (<=). */
    WEND_TO_ALL        /**< All agents. */
} wend_receivers;

/** Rules for a telegram that repeats one that waits. */
typedef enum wend_merge {
    WEND_MERGE_NONE = 0, /**< Both are delivered. */
    WEND_MERGE_KEEP,     /**< The one that waits stays as it is. */
    WEND_MERGE_REPLACE   /**< The one that waits gets the payload of the repeat. */
} wend_merge;

/** Definition of a telegram. */
typedef struct wend_telegram_def {
    uint32_t cookie;      /**< Set by wend_telegram_def_default; leave it. */
    wend_receivers to;    /**< Receivers. Default WEND_TO_AGENT. */
    uint64_t sender;      /**< Any number; it need not be an agent. Default 0. */
    uint64_t receiver;    /**< Agent, or group (below 2^32). Default 0. */
    wend_vec2 centre;     /**< WEND_TO_RADIUS: metres, see WEND_COORDINATE_MAX. Default 0, 0. */
    double radius;        /**< WEND_TO_RADIUS: metres, 0 to WEND_COORDINATE_MAX. Default 0. */
    bool includes_sender; /**< False (default): of several receivers the sender is left out. */
    uint32_t type;        /**< Meaning, yours; 0 to WEND_TELEGRAM_TYPE_MAX. Default 0. */
    uint32_t priority;    /**< 0 to WEND_TELEGRAM_PRIORITY_MAX. Default 0. */
    uint64_t delay;       /**< Ticks from the current one, 0 to WEND_TELEGRAM_DELAY_MAX. 0: the next
                                round or call. Default 0. */
    wend_merge merge;     /**< Default WEND_MERGE_NONE. It merges only with telegrams that have a
                                rule, too. */
    uint64_t
        merge_window; /**< Ticks between both due ticks, 0 to WEND_TELEGRAM_DELAY_MAX. Default 0:
                                due in the same tick. */
    wend_payload payload; /**< Default empty. */
} wend_telegram_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_telegram_def wend_telegram_def_default(void);

/** Id of a telegram that waits. index1 0 = none. Stale once it is delivered or cancelled. */
typedef struct wend_telegram_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_telegram_id;

/** A telegram. */
typedef struct wend_telegram {
    uint64_t number;      /**< Number of sending, from 0. */
    uint64_t sender;      /**< As defined. */
    uint64_t receiver;    /**< As defined. */
    uint64_t sent;        /**< Tick in which it was sent. */
    uint64_t due;         /**< Tick in which it is due. */
    wend_receivers to;    /**< As defined. */
    uint32_t type;        /**< As defined. */
    uint32_t priority;    /**< As defined. */
    uint32_t merged;      /**< Repeats that were merged with it. */
    wend_merge merge;     /**< As defined. */
    bool includes_sender; /**< As defined. */
    wend_vec2 centre;     /**< As defined; 0, 0 unless it goes to a radius. */
    double radius;        /**< As defined; 0 unless it goes to a radius. */
    wend_payload payload; /**< As defined; of the last repeat with WEND_MERGE_REPLACE. */
} wend_telegram;

/** Sends a telegram, or merges it with one that waits. May be called from callbacks of a delivery. A
 * receiver that does not exist is no error here: it may exist when the telegram is due.
 * @param id set to {0, 0} first; of the telegram that waits now; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL (max_waiting wait), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_send(wend_messages *messages, const wend_telegram_def *def,
                                        wend_telegram_id *id);
/** Cancels a telegram that waits; it is not delivered and is no dead letter. May be called from
 * callbacks of a delivery, also for telegrams of the same round.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE (delivered, cancelled, or none). */
WEND_API wend_result wend_messages_cancel(wend_messages *messages, wend_telegram_id id);
/** Gets a telegram that waits.
 * @param telegram zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE. */
WEND_API wend_result wend_messages_get(const wend_messages *messages, wend_telegram_id id,
                                       wend_telegram *telegram);
/** Removes all telegrams that wait, without dead letters. Agents, groups and watches stay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_messages_clear(wend_messages *messages);

/* ---- delivery ---- */

/** Reasons for dead letters. */
typedef enum wend_dead_reason {
    WEND_DEAD_GONE = 1, /**< The receiver does not exist (any more). */
    WEND_DEAD_EMPTY,    /**< The group or radius has no agent, except perhaps the sender. */
    WEND_DEAD_UNHANDLED /**< handler.deliver returned false. */
} wend_dead_reason;

/** Callbacks of a delivery; each may be NULL. They may send, cancel, and add, remove and move agents.
 * What they may not: deliver, clear (WEND_ERROR_BUSY), destroy the messages. */
typedef struct wend_message_handler {
    /** Handles a telegram that has reached an agent. The telegram is valid until it returns.
     * @return true if the agent handled it. NULL: nothing is handled. */
    bool (*deliver)(void *user, uint64_t agent, const wend_telegram *telegram);
    /** Receives a dead letter. @param agent the agent that did not get or handle it; 0 with
     * WEND_DEAD_EMPTY. */
    void (*dead)(void *user, uint64_t agent, const wend_telegram *telegram,
                 wend_dead_reason reason);
    /** Gives the position of an agent, at the beginning of each round with a telegram to a radius; it
     * may call const functions only. False, or a position that is not finite: no position. NULL: the
     * positions that were set. */
    bool (*position)(void *user, uint64_t agent, wend_vec2 *position);
    void *user; /**< Passed back untouched. */
} wend_message_handler;

/** Moves on to a tick and delivers all telegrams that are due, in rounds.
 * @param tick the current one or a later one, at most WEND_MESSAGES_TICK_MAX.
 * @param handler NULL: all are dead letters, and nothing is reported.
 * @return WEND_OK; WEND_PARTIAL (max_rounds rounds were not enough: the rest waits for the next call),
 * WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_messages_deliver(wend_messages *messages, uint64_t tick,
                                           const wend_message_handler *handler);

/** Figures of messages; counts since their creation. */
typedef struct wend_messages_info {
    uint64_t tick;        /**< Tick of the last delivery. */
    uint32_t agents;      /**< Agents. */
    uint32_t memberships; /**< Memberships in groups. */
    uint32_t waiting;     /**< Telegrams that wait. */
    uint32_t max_waiting; /**< As defined. */
    uint32_t watches;     /**< Requests that are watched. */
    uint64_t sent;        /**< Telegrams sent, merged ones not counted. */
    uint64_t merged;      /**< Repeats that were merged. */
    uint64_t cancelled;   /**< Telegrams cancelled or cleared. */
    uint64_t delivered;   /**< Deliveries to an agent that it handled. */
    uint64_t gone;        /**< Dead letters: WEND_DEAD_GONE. */
    uint64_t empty;       /**< Dead letters: WEND_DEAD_EMPTY. */
    uint64_t unhandled;   /**< Dead letters: WEND_DEAD_UNHANDLED. */
    uint64_t postponed;   /**< Telegrams that max_rounds put off to a later call, each time. */
} wend_messages_info;

/** Gets the figures. @param info zeroed when messages is NULL. */
WEND_API void wend_messages_get_info(const wend_messages *messages, wend_messages_info *info);

/* ---- events of crowds, answers of planners ---- */

/** Sends the events of the last tick of a crowd to the agents of the bodies: the agent is the body's
 * user value, and sender and receiver. Bodies without an agent are skipped. The type is first_type +
 * the wend_event_kind; wend_payload_get_event reads the payload.
 * @param kinds bits 1 << wend_event_kind; 0 = all.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL (not all would fit: none is sent),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_send_events(wend_messages *messages, const wend_crowd *crowd,
                                               uint32_t kinds, uint32_t first_type);
/** Gets the event of a telegram from wend_messages_send_events.
 * @param event zeroed first.
 * @return false if the payload is none of an event. */
WEND_API bool wend_payload_get_event(const wend_payload *payload, wend_event *event);
/** Watches a request of a planner: wend_messages_send_answers sends its answer to the agent.
 * @param id not looked at until then.
 * @param type 0 to WEND_TELEGRAM_TYPE_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such agent), WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_watch_request(wend_messages *messages,
                                                 wend_planner_request_id id, uint64_t agent,
                                                 uint32_t type);
/** Sends the answers of all watched requests that are ready (or do not exist any more), in the order
 * in which they were watched, and ends their watches. Sender and receiver are the agent;
 * wend_payload_get_path reads the payload. Call it after each wend_planner_update. The requests are not
 * released.
 * @return WEND_OK; WEND_IN_PROGRESS (max_waiting wait: the rest stays watched; call again),
 * WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_messages_send_answers(wend_messages *messages, wend_planner *planner);

/** The answer of a planner as a telegram holds it. */
typedef struct wend_payload_path {
    wend_planner_request_id request; /**< The request. */
    wend_result result; /**< As wend_planner_poll: WEND_OK, WEND_PARTIAL, WEND_NO_PATH, or an
                                     error. WEND_ERROR_STALE: the request was released. */
    wend_failure_reason reason; /**< As wend_path_answer.reason. */
    wend_item_id item;          /**< The item that was found; {0, 0}: none. */
    uint64_t item_user;         /**< Its user value. */
    uint32_t tag;               /**< Its tag. */
    wend_vec2 position;         /**< End of the path. */
    double length;              /**< Length of the path, as wend_path_answer.length. */
    double cost;                /**< Cost of the path, as wend_cost_to_double; 0 without a path. */
} wend_payload_path;

/** Gets the answer of a telegram from wend_messages_send_answers.
 * @param path zeroed first.
 * @return false if the payload is none of an answer. */
WEND_API bool wend_payload_get_path(const wend_payload *payload, wend_payload_path *path);

/* ---- state ---- */

/** Returns the memory of the messages in bytes; 0 for NULL. */
WEND_API size_t wend_messages_memory_bytes(const wend_messages *messages);
/** Returns a hash of the whole state. 0 for NULL. */
WEND_API uint64_t wend_messages_hash(const wend_messages *messages);
/** Saves the messages as bytes, the same on every machine: agents, groups, positions, watches, and all
 * telegrams that wait.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY,
 * WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_messages_save(const wend_messages *messages, uint8_t *bytes,
                                        size_t capacity, size_t *count);
/** Loads messages from the bytes of wend_messages_save; they go on as the saved ones would have, and
 * ids stay valid.
 * @param def gives allocator and message; NULL = defaults.
 * @param messages set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_messages_load(const wend_messages_def *def, const uint8_t *bytes,
                                        size_t count, wend_messages **messages);
/** Draws the telegrams that wait, by index: a line from the sender to the receiver, where both have a
 * set position; a circle for a radius; beside it the type as text. Meaning: WEND_MEANING_NOTE.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_messages_draw(const wend_messages *messages, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
