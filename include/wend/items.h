/** @file wend/items.h
 * Items: things with a position and a tag that are no bodies: weapons, health, cover, a sound, a
 * trail, an order's flag. Searches ask for the nearest of a tag (wend/pathfinder.h,
 * WEND_PATH_TO_ITEM), senses and minds for what is around.
 *
 *     add, move, set_active, remove --> items --> nearest, in a circle, in a box
 *                                         |
 *                                         '-----> path queries over any world
 *
 * The index is independent of the world: items lie at positions, over a grid, a graph or a mesh
 * alike. An item that is not active stays where it is and is not found (a weapon that comes back in
 * half a minute).
 *
 * Equal calls give equal ids and equal answers; ties go to the smaller index. Queries measure in
 * the plane; max_height_difference tells floors apart.
 *
 * Threads: queries may run from any number of threads, while nothing is edited. Items that a
 * planner's requests name are edited like its world, between updates.
 */
#ifndef WEND_ITEMS_H
#define WEND_ITEMS_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of items. */
enum { WEND_ITEMS_MAX = 1 << 24 /**< Items of one index. */ };

/** Definition of an index of items. */
typedef struct wend_items_def {
    uint32_t cookie;  /**< Set by wend_items_def_default; leave it. */
    double cell_size; /**< Cell size of the index, metres, 1/1024 to 2^30; about the distance
                                   between neighbouring items, or that of usual queries. The answers
                                   do not depend on it. Default 8. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_items_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_items_def wend_items_def_default(void);
/** Creates an empty index of items.
 * @param items set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_items_create(const wend_items_def *def, wend_items **items);
/** Returns the message of the last failure of a call that changes the items; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_items_error(const wend_items *items);
/** Frees items; NULL is allowed. */
WEND_API void wend_items_destroy(wend_items *items);

/* ---- items ---- */

/** Id of an item. index1 0 = none. */
typedef struct wend_item_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_item_id;

/** An item. */
typedef struct wend_item {
    uint32_t cookie;    /**< Set by wend_item_default; leave it. */
    wend_vec3 position; /**< Metres, see WEND_COORDINATE_MAX; z = height. Default 0, 0, 0. */
    uint32_t tag;       /**< The user's kind of item; see wend_items_query.tag. Default 0. */
    bool is_active;     /**< False: it exists, but is not found. Default true. */
    uint64_t user;      /**< Your value, kept. Default 0. */
} wend_item;

/** Returns the default item, with its cookie. */
WEND_API wend_item wend_item_default(void);
/** Adds an item. Constant time, but for growth.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL (WEND_ITEMS_MAX). */
WEND_API wend_result wend_items_add(wend_items *items, const wend_item *item, wend_item_id *id);
/** Removes an item; its id is stale from now on. Constant time.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_items_remove(wend_items *items, wend_item_id id);
/** Sets all properties of an item. Constant time; never allocates, as the next two.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_items_set(wend_items *items, wend_item_id id, const wend_item *item);
/** Moves an item. @param position metres. @return as wend_items_set. */
WEND_API wend_result wend_items_move(wend_items *items, wend_item_id id, wend_vec3 position);
/** Makes an item active or not: it was taken, and has come back. @return as wend_items_set. */
WEND_API wend_result wend_items_set_active(wend_items *items, wend_item_id id, bool is_active);
/** Gets an item.
 * @param item set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_items_get(const wend_items *items, wend_item_id id, wend_item *item);
/** True if an item exists now. */
WEND_API bool wend_items_has(const wend_items *items, wend_item_id id);
/** Returns the number of items, active or not. */
WEND_API uint32_t wend_items_count(const wend_items *items);
/** Returns the limit of indices: all are below it. */
WEND_API uint32_t wend_items_limit(const wend_items *items);
/** Returns the id of the item of an index; {0, 0} if there is none. */
WEND_API wend_item_id wend_items_id(const wend_items *items, uint32_t index);
/** Returns the revision, which counts edits that changed something, from 1. */
WEND_API uint64_t wend_items_revision(const wend_items *items);
/** Returns the revision of the last change of an item; 0 for a stale id. */
WEND_API uint64_t wend_items_revision_of(const wend_items *items, wend_item_id id);

/* ---- queries ---- */

/** A condition on items, called with the asking agent: for example, whether it knows of the item.
 * It must depend on nothing that changes during the query, and edit no items.
 * @param user of the query. @param agent of the query. */
typedef bool (*wend_is_item_fn)(void *user, uint64_t agent, wend_item_id item);

/** Conditions of a query. */
typedef struct wend_items_query {
    uint32_t cookie;        /**< Set by wend_items_query_default; leave it. */
    uint32_t tag;           /**< Only items whose tag equals this in the bits of tag_mask.
                                       Default 0. */
    uint32_t tag_mask;      /**< UINT32_MAX: the tag itself. 0 (default): any tag. Or some of
                                       the bits, where they stand for groups of tags or traits. */
    bool is_inactive_found; /**< Items that are not active count too. Default false. */
    double max_distance;    /**< wend_items_nearest and _nearest_many: greatest distance in the
                                       plane, metres, 0 or more. Default infinity. */
    double max_height_difference; /**< Only items whose height differs from the position's by at
                                       most this: the same floor. Default infinity. */
    wend_is_item_fn is_item;      /**< Only items for which this is true; called for those that meet
                                       the other conditions, in any order. Default NULL: all. */
    void *user;                   /**< Passed to is_item. Default NULL. */
    uint64_t agent;               /**< Likewise: your number of the agent that asks. Default 0. */
} wend_items_query;

/** Returns the default conditions, with their cookie. */
WEND_API wend_items_query wend_items_query_default(void);
/** Finds the matching item nearest to a position (squared distances in the plane as doubles; ties:
 * smaller index). Time: the items about as near as the answer; where the index has no more cells
 * with items than it would look into, all items.
 * @param query NULL = the defaults. @return {0, 0} where none matches, or an argument is bad. */
WEND_API wend_item_id wend_items_nearest(const wend_items *items, wend_vec3 position,
                                         const wend_items_query *query);
/** Finds the matching items nearest to a position, the nearest first, up to capacity of them.
 * @param ids [capacity]. @return number of ids written; 0 where an argument is bad. */
WEND_API size_t wend_items_nearest_many(const wend_items *items, wend_vec3 position,
                                        const wend_items_query *query, wend_item_id *ids,
                                        size_t capacity);
/** Lists the matching items in a circle, its line included, by rising index.
 * @param centre metres. @param radius metres, 0 or more, may be infinite.
 * @param query NULL = the defaults.
 * @param ids [capacity], may be NULL when capacity is 0; where there are more items, the first.
 * @param count number of items. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_items_in_circle(const wend_items *items, wend_vec3 centre, double radius,
                                          const wend_items_query *query, wend_item_id *ids,
                                          size_t capacity, size_t *count);
/** Lists the matching items in a box, its edges included, likewise.
 * @param low lower corner, metres; low.z is the height that max_height_difference is measured from.
 * @param high upper corner. Where it lies below low the box is empty. */
WEND_API wend_result wend_items_in_box(const wend_items *items, wend_vec3 low, wend_vec2 high,
                                       const wend_items_query *query, wend_item_id *ids,
                                       size_t capacity, size_t *count);

/* ---- all items ---- */

/** Returns a hash of all that can be read, revisions and the ids of items to come included; not of
 * the cell size. */
WEND_API uint64_t wend_items_hash(const wend_items *items);
/** Returns the memory of the items in bytes. */
WEND_API size_t wend_items_memory_bytes(const wend_items *items);
/** Saves the items as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_items_save(const wend_items *items, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads items from the bytes of wend_items_save; ids, revisions and hash are as before.
 * @param def gives allocator and message; NULL = defaults.
 * @param items set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_items_load(const wend_items_def *def, const uint8_t *bytes, size_t count,
                                     wend_items **items);
/** Replaces the items by those of the bytes of wend_items_save; ids, revisions and hash are as they were at
 * the save. All objects that use the items see the loaded ones. A search for items that is under way, and triggers
 * linked to them, are loaded after them (wend_planner_load, wend_triggers_load).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; wend_items_error gives the reason). After an error all is as before. */
WEND_API wend_result wend_items_restore(wend_items *items, const uint8_t *bytes, size_t count);
/** Draws active items (WEND_MEANING_ITEM, value = tag) as marks.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_items_draw(const wend_items *items, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
