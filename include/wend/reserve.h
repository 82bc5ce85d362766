/** @file wend/reserve.h
 * Reservations: claims of agents on places, items and targets, so that they do not pile on one.
 *
 *     claim (kind, key)            a target, an item, a cover: named by a number
 *     claim (kind, position, r)    a place: a disc, which collides with discs of the same kind
 *                |
 *                v
 *     names  (enemy, 17)  capacity 3   [agent 4, until 90] [agent 9, until 95] [agent 2, for ever]
 *            (item, 3)    capacity 1   [agent 4, until 60]
 *
 * A name has room for as many agents as its capacity. Where there is no room left, a claim of a
 * higher priority takes the weakest one over, and an event names the agent that lost it. Claims end
 * when they are released, at their tick, or with their agent (wend_reservations_release_agent). A
 * claim that an agent makes again renews the one it has.
 *
 * Kinds and keys are numbers of yours: kind 0 enemies by body, kind 1 items by
 * wend_reservations_item_key, and so on. An agent is a number of yours, too.
 *
 * Equal calls give equal ids, events and answers; nothing depends on the order of a hash.
 *
 * Threads: const calls from any number of threads while nothing changes.
 */
#ifndef WEND_RESERVE_H
#define WEND_RESERVE_H

#include "wend/items.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of reservations. */
enum {
    WEND_CLAIMS_MAX = 1 << 24,                /**< Claims of one object. */
    WEND_CLAIMS_RADIUS_MAX = 1024,            /**< Greatest radius of a claimed place, metres. */
    WEND_RESERVATIONS_CAPACITY_MAX = 1 << 24, /**< Greatest capacity. */
    WEND_RESERVATIONS_CAPACITY_NONE = -1      /**< No capacity of its own. */
};

/** Definition of reservations. */
typedef struct wend_reservations_def {
    uint32_t cookie;   /**< Set by wend_reservations_def_default; leave it. */
    uint32_t capacity; /**< Agents that a name or a place has room for where neither it nor its kind
                            has a capacity of its own, 0 to WEND_RESERVATIONS_CAPACITY_MAX.
                            Default 1. */
    double cell_size;  /**< Cell size of the index of places, metres, 1/1024 to 2^30; about their
                            diameter. Results do not depend on it. Default 2. */
    double max_height_difference; /**< Places farther apart in height do not collide: other floors.
                                       Metres, 0 or more. Default 2. */
    wend_allocator allocator;     /**< Default libc. */
    wend_message *message; /**< Text of a failure of create or load; may be NULL (default). */
} wend_reservations_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_reservations_def wend_reservations_def_default(void);
/** Creates reservations without claims, at tick 0.
 * @param reservations set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_reservations_create(const wend_reservations_def *def,
                                              wend_reservations **reservations);
/** Frees reservations; NULL is allowed. */
WEND_API void wend_reservations_destroy(wend_reservations *reservations);
/** Returns the message of the last failure of a call that changes the reservations; "" if none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_reservations_error(const wend_reservations *reservations);

/* ---- capacities ---- */

/** Sets the capacity of all names and places of a kind that have none of their own. Claims that are
 * held stay, even where there are now too many.
 * @param capacity 0 to WEND_RESERVATIONS_CAPACITY_MAX; WEND_RESERVATIONS_CAPACITY_NONE = that of
 * the definition again.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_reservations_set_kind_capacity(wend_reservations *reservations,
                                                         uint32_t kind, int32_t capacity);
/** Sets the capacity of one name; likewise. @param capacity as above; NONE = that of its kind. */
WEND_API wend_result wend_reservations_set_capacity(wend_reservations *reservations, uint32_t kind,
                                                    uint64_t key, int32_t capacity);
/** Returns the capacity of a name: its own, or that of its kind, or that of the definition. */
WEND_API uint32_t wend_reservations_get_capacity(const wend_reservations *reservations,
                                                 uint32_t kind, uint64_t key);

/* ---- claims ---- */

/** Id of a claim. index1 0 = none. */
typedef struct wend_claim_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_claim_id;

/** A claim. */
typedef struct wend_claim {
    uint32_t cookie;    /**< Set by wend_claim_default; leave it. */
    uint32_t kind;      /**< Your kind of thing. Default 0. */
    uint64_t key;       /**< Your number of the thing; ignored for a place. Default 0. */
    uint64_t agent;     /**< Your number of the agent. Default 0. */
    uint64_t ticks;     /**< Ends so many ticks from now; 0 = never. Default 0. */
    int32_t priority;   /**< A higher one takes over. Default 0. */
    bool is_place;      /**< A disc at a position instead of a key. Default false. */
    wend_vec3 position; /**< Place: its centre, metres, see WEND_COORDINATE_MAX. Default 0, 0, 0. */
    double radius;      /**< Place: metres, 0 to WEND_CLAIMS_RADIUS_MAX. Discs collide where their
                        centres are nearer than the sum of their radii. Default 0.5. */
} wend_claim;

/** Returns the default claim, with its cookie. */
WEND_API wend_claim wend_claim_default(void);
/** Claims a thing for an agent. Granted where the agent holds it already (that claim gets the new
 * ticks and priority and keeps its id; of a place: the same position and radius), where there is
 * room, or where enough of its holders have a lower priority: these lose it, the lowest priority
 * first, of equal ones the latest, each with an event. A place has room where fewer claims of
 * other agents collide with it than the capacity of its kind. Time: the holders of the name, or
 * the places around.
 * @param id set to {0, 0} first; stays so where the claim is not granted, which is no failure.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL (WEND_CLAIMS_MAX). */
WEND_API wend_result wend_reservations_claim(wend_reservations *reservations,
                                             const wend_claim *claim, wend_claim_id *id);
/** Ends a claim, without an event; its id is stale from now on.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_STALE. */
WEND_API wend_result wend_reservations_release(wend_reservations *reservations, wend_claim_id id);
/** Ends all claims of an agent, without events: it died, or changed its mind.
 * @return number of claims that ended. */
WEND_API uint32_t wend_reservations_release_agent(wend_reservations *reservations, uint64_t agent);
/** Ends all claims on a name, each with an event WEND_CLAIM_REVOKED: the thing is gone. The name's
 * own capacity stays.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_MEMORY (no claim ended). */
WEND_API wend_result wend_reservations_revoke(wend_reservations *reservations, uint32_t kind,
                                              uint64_t key);
/** Ends all claims and forgets events; capacities and tick stay, and the memory. */
WEND_API void wend_reservations_clear(wend_reservations *reservations);

/* ---- time and events ---- */

/** Why a claim ended. */
typedef enum wend_claim_event_type {
    WEND_CLAIM_LOST = 0, /**< A stronger claim took it over. */
    WEND_CLAIM_EXPIRED,  /**< Its ticks were over. */
    WEND_CLAIM_REVOKED   /**< The thing is gone. */
} wend_claim_event_type;

/** A claim that ended without its agent's doing. */
typedef struct wend_claim_event {
    wend_claim_event_type type; /**< Why. */
    uint32_t kind;              /**< Kind of the claim. */
    uint64_t key;               /**< Key of the claim; 0 of a place. */
    uint64_t agent;             /**< The agent that had it. */
    uint64_t by;                /**< LOST: the agent that has it now; else 0. */
    wend_claim_id id;           /**< The claim, which is stale. */
    bool is_place;              /**< A claim of a place. */
} wend_claim_event;

/** Goes on to a tick: forgets the events so far, and ends the claims whose tick is reached, in the
 * order of their age, each with an event. A claim for 10 ticks at tick 5 is held through tick 14.
 * Time: all claims, but only at ticks at which one may end.
 * @param tick not below that of the last update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (as before). */
WEND_API wend_result wend_reservations_update(wend_reservations *reservations, uint64_t tick);
/** Returns the tick of the last update. */
WEND_API uint64_t wend_reservations_tick(const wend_reservations *reservations);
/** Returns the events since the last update, its own first, in the order in which they happened.
 * @param count number of events; may be NULL.
 * @return [count], until the next call that changes the reservations; may be NULL for 0. */
WEND_API const wend_claim_event *wend_reservations_events(const wend_reservations *reservations,
                                                          size_t *count);

/* ---- questions ---- */

/** True if a claim would be granted now: to an agent that holds it, where there is room, or by its
 * priority. False for a bad claim. */
WEND_API bool wend_reservations_is_free(const wend_reservations *reservations,
                                        const wend_claim *claim);
/** Returns the number of claims on a name. */
WEND_API uint32_t wend_reservations_count(const wend_reservations *reservations, uint32_t kind,
                                          uint64_t key);
/** Returns the number of all claims. */
WEND_API uint32_t wend_reservations_total(const wend_reservations *reservations);
/** Returns an agent's claim on a name; {0, 0} if it has none. */
WEND_API wend_claim_id wend_reservations_find(const wend_reservations *reservations, uint32_t kind,
                                              uint64_t key, uint64_t agent);
/** Lists the claims on a name, the oldest first.
 * @param ids [capacity], may be NULL when capacity is 0; where there are more, the first.
 * @param count number of claims. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_reservations_list_holders(const wend_reservations *reservations,
                                                    uint32_t kind, uint64_t key, wend_claim_id *ids,
                                                    size_t capacity, size_t *count);
/** Lists the claims of an agent, likewise. */
WEND_API wend_result wend_reservations_list_agent(const wend_reservations *reservations,
                                                  uint64_t agent, wend_claim_id *ids,
                                                  size_t capacity, size_t *count);
/** Lists all claims, likewise. */
WEND_API wend_result wend_reservations_list(const wend_reservations *reservations,
                                            wend_claim_id *ids, size_t capacity, size_t *count);
/** Gets a claim. @param claim set to the default's values first; ticks = those that are left.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_reservations_get(const wend_reservations *reservations, wend_claim_id id,
                                           wend_claim *claim);

/* ---- items ---- */

/** Returns the key of an item: its index1, and its generation in the upper half, so that an item
 * that comes later does not inherit claims. */
WEND_API uint64_t wend_reservations_item_key(wend_item_id item);

/** What wend_reservations_is_item_free reads. */
typedef struct wend_free_items {
    const wend_reservations *reservations; /**< NULL: all items are free. */
    uint32_t kind;                         /**< Kind of claims on items. */
    int32_t priority;                      /**< That of the agent that asks. */
} wend_free_items;

/** A ready wend_is_item_fn (wend/items.h) for questions and path queries that find free items only:
 * true if a claim of the agent on the item would be granted.
 *
 *     wend_free_items free_items = {reservations, KIND_ITEM, 0};
 *     query.is_item = wend_reservations_is_item_free;
 *     query.user = &free_items;
 *     query.agent = agent;
 *
 * @param user a wend_free_items; NULL: all are free. */
WEND_API bool wend_reservations_is_item_free(void *user, uint64_t agent, wend_item_id item);

/* ---- all reservations ---- */

/** Returns a hash of all that can be read, events and the ids of claims to come included; not of
 * the cell size. 0 for NULL. */
WEND_API uint64_t wend_reservations_hash(const wend_reservations *reservations);
/** Returns the memory of the reservations in bytes. */
WEND_API size_t wend_reservations_memory_bytes(const wend_reservations *reservations);
/** Saves the reservations as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_reservations_save(const wend_reservations *reservations, uint8_t *bytes,
                                            size_t capacity, size_t *count);
/** Loads reservations from the bytes of wend_reservations_save; ids and hash are as before.
 * @param def gives cell_size, allocator and message; NULL = defaults.
 * @param reservations set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_reservations_load(const wend_reservations_def *def, const uint8_t *bytes,
                                            size_t count, wend_reservations **reservations);
/** Draws claimed places as discs (WEND_MEANING_SLOT, value = kind).
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_reservations_draw(const wend_reservations *reservations,
                                            const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
