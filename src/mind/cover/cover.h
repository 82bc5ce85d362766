/* Places in cover, those of each wall in a list, and obstacles as walls of their own.
 *
 *     states   | 0 | 1 | 2 | ...    what each wall was when its places were computed, by its index
 *                |       '-> place -> place -> ...      by rising key: edge, side, number
 *                '-> place
 *     places   an index of items over all of them, for the nearest
 *     solids   the obstacles as polygons, which rays and standing agents meet */
#ifndef WENDI_MIND_COVER_COVER_H
#define WENDI_MIND_COVER_COVER_H

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/slots.h"
#include "wend/cover.h"

enum {
    WENDI_COVER_NONE = 0x7FFFFFFF,
    /* Kinds that an obstacle stops. */
    WENDI_SOLID_WALK = 1,
    WENDI_SOLID_SHOT = 2,
    WENDI_SOLID_CORNERS = 16
};

typedef struct wendi_cover_record {
    wend_vec2 position, direction;
    double trusted_arc, trusted_cosine;
    uint64_t user, key;
    uint32_t wall, next_of_wall; /* NONE: designed */
    wend_item_id item;
    bool is_trusted_low;
} wendi_cover_record;

typedef struct wendi_cover_wall {
    wend_vec2 low, high;
    uint32_t generation, stops; /* generation 0: there is none */
    uint32_t first;
    bool is_dirty;
} wendi_cover_wall;

typedef struct wendi_cover_solid {
    wend_vec2 position, half_size, heading;
    double radius, height;
    wend_wall_id wall;
    wend_item_id item;
} wendi_cover_solid;

typedef struct wendi_cover_box {
    wend_vec2 low, high;
} wendi_cover_box;

struct wend_cover {
    wend_allocator allocator;
    wend_message message;
    wend_cover_def def; /* its numbers, worlds and callbacks */
    bool is_updating;

    wendi_slots place_slots;
    wendi_cover_record *records; /* [record_capacity] */
    uint32_t record_capacity;
    wend_items *places; /* user = index */

    wendi_slots solid_slots;
    wendi_cover_solid *solid_records; /* [solid_capacity] */
    uint32_t solid_capacity;
    wend_items *solid_places;
    wend_walls *solids;

    uint64_t seen_revision;   /* of the walls; 0: never */
    wendi_cover_wall *states; /* [state_capacity] */
    uint32_t state_capacity, state_limit, dirty_count;
    wend_wall_id *ids;      /* [id_capacity] */
    wendi_cover_box *boxes; /* [box_capacity] */
    size_t id_capacity, box_capacity;
};

/** A position along a wall. @return false: stop. */
typedef bool (*wendi_cover_sample_fn)(void *context, uint64_t key, wend_vec2 position,
                                      wend_vec2 direction);

/** Visits the positions along both sides of a wall's edges, by rising key. */
void wendi_cover_samples(const wend_cover *cover, const wend_wall *wall, double radius,
                         wendi_cover_sample_fn visit, void *context);
/** True if a body can stand at a position: walls, obstacles, ground. */
bool wendi_cover_stands(const wend_cover *cover, wend_vec2 position, double radius,
                        bool with_solids);
/** True if a computed position is behind something that is wide enough. */
bool wendi_cover_is_wide(const wend_cover *cover, wend_vec2 position, wend_vec2 direction);
/** Rays of a shooter to the three points of a body that are not stopped, 0 to 3. */
uint32_t wendi_cover_visible(const wend_cover *cover, wend_vec2 shooter, wend_vec2 position,
                             double radius, bool is_crouched);
/** True if nothing stops a shot between two points. */
bool wendi_cover_is_clear(const wend_cover *cover, wend_vec2 a, wend_vec2 b, bool is_crouched);

/** Puts a record into a new place, in the index, too. @return WEND_OK, WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL. */
wend_result wendi_cover_put(wend_cover *cover, const wendi_cover_record *record, uint32_t *index);
/** Takes a place out, but not of its wall's list. */
void wendi_cover_take(wend_cover *cover, uint32_t index);
/** Removes all places of a wall. */
void wendi_cover_clear_wall(wend_cover *cover, wendi_cover_wall *state);
/** Room for so many walls' states, boxes. */
bool wendi_cover_reserve_states(wend_cover *cover, uint32_t count);
/** Room for so many records of places, of obstacles. */
bool wendi_cover_reserve_records(wend_cover *cover, uint32_t count);
bool wendi_cover_reserve_solids(wend_cover *cover, uint32_t count);
/** Puts an index's item and polygon in, from its record. @return false without memory, as before. */
bool wendi_cover_link_place(wend_cover *cover, uint32_t index);
bool wendi_cover_link_solid(wend_cover *cover, wendi_cover_solid *solid, uint32_t index);
/** Checks the numbers of a definition, of a place, of an obstacle. */
wend_result wendi_cover_check(const wend_cover_def *def, const char *function);
wend_result wendi_cover_check_place(const wend_cover_place *place, wend_message *message,
                                    const char *function);
wend_result wendi_cover_check_obstacle(const wend_cover_obstacle *obstacle, wend_message *message,
                                       const char *function);

#endif
