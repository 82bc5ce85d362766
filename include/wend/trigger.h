/** @file wend/trigger.h
 * Triggers: things that agents take and that come back, areas that they enter and leave, times,
 * and noises.
 *
 *     agents, noises --> wend_triggers_update --> events: taken, entered, left, stayed, time, noise
 *                               |
 *                               '--> items: not active while the thing is away, active again after
 *
 * A thing is linked to an item (wend/items.h): while it is away the item is not active, so
 * questions for the nearest, path queries and planners do not find it, and those under way hear of
 * it by the revision of the items, as of any edit. Call the update where worlds are edited: between
 * the updates of planners.
 *
 * A trigger sleeps after it fired, for sleep_ticks, and wakes by itself. What sleeps costs nothing.
 *
 * Events come in a defined order: by index of the trigger; of one trigger first that it woke, then
 * agents by their number, then the rest. Equal calls give equal ids and events.
 *
 * Threads: const calls from any number of threads while nothing changes.
 */
#ifndef WEND_TRIGGER_H
#define WEND_TRIGGER_H

#include "wend/items.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of triggers. */
enum {
    WEND_TRIGGERS_MAX = 1 << 24,       /**< Triggers of one object. */
    WEND_TRIGGER_POINTS_MAX = 1 << 16, /**< Corners of an area. */
    WEND_TRIGGER_AGENTS_MAX = 1 << 24  /**< Agents, and noises, of one update. */
};

/** sleep_ticks of a trigger that never wakes by itself. */
#define WEND_TRIGGER_FOREVER UINT64_MAX

/** Id of a trigger. index1 0 = none. */
typedef struct wend_trigger_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_trigger_id;

/** What fires a trigger. */
typedef enum wend_trigger_kind {
    WEND_TRIGGER_TAKE = 0, /**< An agent that touches it takes it. */
    WEND_TRIGGER_AREA,     /**< Agents enter, stay in and leave a circle, a box or a polygon. */
    WEND_TRIGGER_TIME,     /**< A tick is reached, once or every so often. */
    WEND_TRIGGER_SOUND     /**< A noise is loud enough where it is. */
} wend_trigger_kind;

/** A rule: true if an agent takes a thing that it touches; false = it does not need it, or may not.
 * Asked at each update as long as the agent touches it. It may call const functions of the
 * triggers; calls that change them give WEND_ERROR_BUSY. It must not edit the items.
 * @param user of the definition. */
typedef bool (*wend_trigger_accept_fn)(void *user, const wend_triggers *triggers,
                                       wend_trigger_id trigger, uint64_t agent);

/** A noise of an update. */
typedef struct wend_trigger_noise {
    wend_vec3 position; /**< Metres, see WEND_COORDINATE_MAX. */
    double loudness;    /**< Decibels at 1 metre, -1000 to 1000. */
    uint64_t agent;     /**< Your number of its source. */
    uint64_t user;      /**< Your value, passed on in the event. */
} wend_trigger_noise;

/** The level of a noise at a position, decibels: for walls that muffle.
 * @param user of the definition. */
typedef double (*wend_trigger_level_fn)(void *user, const wend_trigger_noise *noise,
                                        wend_vec3 position);

/** Definition of triggers. */
typedef struct wend_triggers_def {
    uint32_t cookie;   /**< Set by wend_triggers_def_default; leave it. */
    wend_items *items; /**< Of the things that are taken; outlive the triggers. NULL (default): no
                            trigger is linked. */
    double
        cell_size; /**< Cell size for looking up agents, metres, 1/1024 to 2^30; about the size of
                            usual triggers. Results do not depend on it. Default 4. */
    wend_trigger_accept_fn accept; /**< NULL (default): every agent takes what it touches. */
    wend_trigger_level_fn level; /**< NULL (default): loudness - 20 log10(distance), where less than
                                        1 metre counts as 1. With a function of yours each noise is
                                        tried at each trigger of sound. */
    void *user;                  /**< Passed to accept and level. Default NULL. */
    wend_allocator allocator;    /**< Default libc. */
    wend_message *message;       /**< Text of a failure of create or load; may be NULL (default). */
} wend_triggers_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_triggers_def wend_triggers_def_default(void);
/** Creates triggers, none yet, at tick 0.
 * @param triggers set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_triggers_create(const wend_triggers_def *def, wend_triggers **triggers);
/** Frees triggers; NULL is allowed. */
WEND_API void wend_triggers_destroy(wend_triggers *triggers);
/** Returns the message of the last failure of a call that changes the triggers; "" if none failed
 * (see wend/base.h). Never NULL. */
WEND_API const char *wend_triggers_error(const wend_triggers *triggers);

/* ---- triggers ---- */

/** A trigger. */
typedef struct wend_trigger {
    uint32_t cookie;        /**< Set by wend_trigger_default; leave it. */
    wend_trigger_kind kind; /**< What fires it. Default WEND_TRIGGER_TAKE. */
    wend_vec3 position;     /**< Centre, metres, see WEND_COORDINATE_MAX; of a thing with an item
                                   that of the item, which may move. Default 0, 0, 0. */
    double radius;          /**< TAKE: touched by agents whose discs come nearer than this. AREA: of
                                   a circle, around the agents' centres. Metres, 0 to 2^30. Default
                                   0.5. */
    wend_vec2 half_size;    /**< AREA: of a box; both 0 (default): a circle. Metres, 0 to 2^30. */
    const wend_vec2 *points; /**< AREA: [point_count] corners of a polygon in either direction,
                                   copied; metres, not relative to position, which then gives the
                                   height alone. Default NULL. */
    size_t point_count;      /**< 0 (default) = no polygon; 3 to WEND_TRIGGER_POINTS_MAX. */
    double height;           /**< TAKE, AREA: agents whose height differs by more do not count:
                                   other floors. Metres, 0 or more. Default 2. */
    wend_item_id item;       /**< TAKE: the item it is linked to; {0, 0} (default) = none. */
    uint32_t tag;            /**< Your kind: health, ammunition, a door. Default 0. */
    double amount;           /**< Your amount, finite. Default 0. */
    uint64_t user;           /**< Your value. Default 0. */
    uint64_t first_tick;     /**< TIME: the tick at which it fires first. Default 0. */
    uint64_t period;         /**< TIME: ticks from one time to the next; 0 (default) = once. */
    double loudness;         /**< SOUND: fires at this level where it is, decibels, -1000 to 1000.
                                   Default 40. */
    uint64_t sleep_ticks;    /**< Ticks that it sleeps after it fired (an area: after an agent
                                   entered); 0 (default) = it does not sleep; WEND_TRIGGER_FOREVER.
                                   TIME: not read; one without a period sleeps for ever. */
    bool is_repeated;        /**< TAKE: an agent that stays there takes it again when it is back;
                                   false (default): it must have left in between. */
    bool is_stay_reported;   /**< AREA: events WEND_TRIGGER_STAYED. Default false. */
    bool is_asleep;          /**< It begins asleep, for ever. Default false. */
} wend_trigger;

/** Returns the default trigger, with its cookie. */
WEND_API wend_trigger wend_trigger_default(void);
/** Adds a trigger. Its item becomes active, or not, as the trigger is awake or asleep.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also an item without items, or of another kind than TAKE),
 * WEND_ERROR_STALE (the item), WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_triggers_add(wend_triggers *triggers, const wend_trigger *trigger,
                                       wend_trigger_id *id);
/** Removes a trigger; its item stays as it is. Agents in an area get no event.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_triggers_remove(wend_triggers *triggers, wend_trigger_id id);
/** Moves a trigger; of one that is linked to an item the item, which must exist. The corners of a
 * polygon move as far as its position does. Agents enter and leave with the next update.
 * @param position metres; the height, too.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also a corner outside WEND_COORDINATE_MAX),
 * WEND_ERROR_STALE (the trigger, or its item), WEND_ERROR_BUSY. */
WEND_API wend_result wend_triggers_move(wend_triggers *triggers, wend_trigger_id id,
                                        wend_vec3 position);
/** Gets a trigger. @param trigger set to the default's values first; its points until the next call
 * that changes the triggers. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_triggers_get(const wend_triggers *triggers, wend_trigger_id id,
                                       wend_trigger *trigger);
/** Returns the number of triggers. */
WEND_API uint32_t wend_triggers_count(const wend_triggers *triggers);
/** Returns the limit of indices: all are below it. */
WEND_API uint32_t wend_triggers_limit(const wend_triggers *triggers);
/** Returns the id of the trigger of an index; {0, 0} if there is none. */
WEND_API wend_trigger_id wend_triggers_id_at(const wend_triggers *triggers, uint32_t index);
/** Puts a trigger to sleep for ever, or wakes it (without an event); its item follows.
 * @return as wend_triggers_remove. */
WEND_API wend_result wend_triggers_set_asleep(wend_triggers *triggers, wend_trigger_id id,
                                              bool is_asleep);

/** The state of a trigger. */
typedef struct wend_trigger_state {
    bool is_asleep;      /**< It sleeps. */
    uint64_t wake_tick;  /**< The tick at which it wakes; WEND_TRIGGER_FOREVER; 0 if it is awake. */
    uint64_t next_tick;  /**< TIME: the tick at which it fires next. */
    bool has_taker;      /**< TAKE: it was taken. */
    uint64_t last_agent; /**< TAKE: by this agent, the last time. */
    uint32_t inside;     /**< AREA: agents in it. */
} wend_trigger_state;

/** Gets the state of a trigger. @param state zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_triggers_get_state(const wend_triggers *triggers, wend_trigger_id id,
                                             wend_trigger_state *state);
/** True if an agent is in an area, as of the last update. */
WEND_API bool wend_triggers_is_inside(const wend_triggers *triggers, wend_trigger_id id,
                                      uint64_t agent);
/** Lists the agents in an area, by number, as of the last update.
 * @param agents [capacity], may be NULL when capacity is 0.
 * @param count number of agents.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_triggers_list_inside(const wend_triggers *triggers, wend_trigger_id id,
                                               uint64_t *agents, size_t capacity, size_t *count);

/* ---- update ---- */

/** An agent of an update. */
typedef struct wend_trigger_agent {
    uint64_t agent;     /**< Your number of the agent; each once in an update. */
    wend_vec3 position; /**< Metres, see WEND_COORDINATE_MAX; z = height. */
    double radius;      /**< Metres, 0 to 1024. */
} wend_trigger_agent;

/** Kinds of events. */
typedef enum wend_trigger_event_type {
    WEND_TRIGGER_WOKE = 0, /**< It is back. */
    WEND_TRIGGER_LEFT,     /**< The agent left the area, is gone, or the area sleeps. */
    WEND_TRIGGER_ENTERED,  /**< The agent entered the area. */
    WEND_TRIGGER_STAYED,   /**< The agent was and is in the area. */
    WEND_TRIGGER_TAKEN,    /**< The agent took the thing. */
    WEND_TRIGGER_TIMED,    /**< The tick is reached. */
    WEND_TRIGGER_HEARD     /**< A noise was loud enough: the loudest; of equal ones the first. */
} wend_trigger_event_type;

/** An event. */
typedef struct wend_trigger_event {
    wend_trigger_event_type type; /**< Kind. */
    wend_trigger_id trigger;      /**< The trigger. */
    uint64_t agent;               /**< The agent; HEARD: the source of the noise; else 0. */
    uint32_t tag;                 /**< Of the trigger. */
    double amount;                /**< Of the trigger. */
    uint64_t user;                /**< Of the trigger; HEARD: of the noise. */
    uint64_t count;               /**< TIMED: times since the last update; else 1. */
    double level;                 /**< HEARD: its level there, decibels; else 0. */
} wend_trigger_event;

/** Goes on to a tick: wakes what is back, and fires what agents touch, enter and leave, what the
 * tick reaches, and what noises are loud enough for. A thing goes to the nearest agent that touches
 * it and that `accept` allows (ties: the smaller number); one agent may take several things. Events
 * of the last update are forgotten first. Time: linear in agents and triggers, with sorting; areas
 * and things look at the agents in their cells.
 * @param tick not below that of the last update.
 * @param agents [agent_count], in any order. @param noises [noise_count].
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (as before), WEND_ERROR_BUSY. */
WEND_API wend_result wend_triggers_update(wend_triggers *triggers, uint64_t tick,
                                          const wend_trigger_agent *agents, size_t agent_count,
                                          const wend_trigger_noise *noises, size_t noise_count);
/** The same with the bodies of a crowd as agents. The number of a body is its index1, with its
 * generation in the upper half.
 * @param floor_heights [floor_count] z of each floor, see WEND_COORDINATE_MAX; bodies on other floors
 * are at height 0. NULL: all are. */
WEND_API wend_result wend_triggers_update_crowd(wend_triggers *triggers, uint64_t tick,
                                                const wend_crowd *crowd,
                                                const double *floor_heights, uint32_t floor_count,
                                                const wend_trigger_noise *noises,
                                                size_t noise_count);
/** Returns the tick of the last update. */
WEND_API uint64_t wend_triggers_tick(const wend_triggers *triggers);
/** Returns the events of the last update.
 * @param count number of events; may be NULL.
 * @return [count], until the next update; may be NULL for 0. */
WEND_API const wend_trigger_event *wend_triggers_events(const wend_triggers *triggers,
                                                        size_t *count);

/* ---- all triggers ---- */

/** Returns a hash of all that can be read, events and ids to come included; not of the cell size. 0
 * for NULL. */
WEND_API uint64_t wend_triggers_hash(const wend_triggers *triggers);
/** Returns the memory of the triggers in bytes. */
WEND_API size_t wend_triggers_memory_bytes(const wend_triggers *triggers);
/** Saves the triggers as bytes, the same on every machine: what sleeps and until when, and which
 * agent is where. The items are saved by wend_items_save.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_triggers_save(const wend_triggers *triggers, uint8_t *bytes,
                                        size_t capacity, size_t *count);
/** Loads triggers from the bytes of wend_triggers_save; ids and hash are as before.
 * @param def as for create; NULL = defaults. The items are as they were saved with the triggers.
 * @param triggers set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_triggers_load(const wend_triggers_def *def, const uint8_t *bytes,
                                        size_t count, wend_triggers **triggers);
/** Draws areas as outlines (WEND_MEANING_ZONE, value = kind), things that are awake
 * (WEND_MEANING_ITEM, value = tag), and sounds as marks.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_triggers_draw(const wend_triggers *triggers, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
