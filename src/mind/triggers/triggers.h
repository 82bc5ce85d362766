/* Triggers, and the points of an update in cells.
 *
 *     inside    (trigger 3, agent 4) (3, 9) (7, 4) ...     sorted; the agents in each area
 *     coming    the same for the tick under way; the difference gives the events
 *
 *     cells     row 0: | agents 5 2 | 7 | ...     agents by the key of their cell: row, column
 */
#ifndef WENDI_MIND_TRIGGERS_TRIGGERS_H
#define WENDI_MIND_TRIGGERS_TRIGGERS_H

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/slots.h"
#include "base/core/sort.h"
#include "wend/crowd.h"
#include "wend/trigger.h"

typedef struct wendi_trigger_record {
    wend_trigger def; /* points are the record's own */
    uint64_t wake_tick, next_tick, last_agent;
    bool is_asleep, has_taker;
    bool is_held; /* the last taker still touches it */
} wendi_trigger_record;

typedef struct wendi_trigger_pair {
    uint64_t agent;
    uint32_t trigger;
} wendi_trigger_pair;

typedef struct wendi_trigger_pairs {
    wendi_trigger_pair *items; /* [capacity] */
    size_t count, capacity;
} wendi_trigger_pairs;

/* Points sorted by their cells. */
typedef struct wendi_trigger_cells {
    wendi_sort_pair *order, *scratch; /* [capacity] key = cell, value = index of the point */
    size_t count, capacity;
    wend_vec2 low;
    double size;
    uint32_t columns, rows;
} wendi_trigger_cells;

struct wend_triggers {
    wend_allocator allocator;
    wend_message message;
    wend_triggers_def def;
    bool is_updating;
    uint64_t tick;
    wendi_slots slots;
    wendi_trigger_record *records; /* [record_capacity] */
    uint32_t record_capacity;
    wendi_trigger_pairs inside, coming;
    wend_trigger_event *events; /* [event_capacity] */
    size_t event_count, event_capacity;

    /* Of the update under way. */
    wend_trigger_agent *agents; /* [agent_capacity] by number */
    wendi_sort_pair *ranks;     /* [agent_capacity] */
    wendi_sort_pair *scratch;   /* [agent_capacity] */
    size_t agent_count, agent_capacity;
    wendi_trigger_cells agent_cells, noise_cells;
    double largest_radius;
    wend_trigger_agent *bodies; /* [body_capacity] of a crowd, with their ids and numbers */
    wend_body_id *body_ids;
    double *body_numbers; /* [3 * body_capacity] x, y, radius */
    size_t body_capacity;
};

/** Lays points out in cells. There must be room. @param points the positions, a stride apart. */
void wendi_trigger_cells_build(wendi_trigger_cells *cells, const wend_vec3 *first, size_t stride,
                               size_t count, double size);
bool wendi_trigger_cells_reserve(wendi_trigger_cells *cells, size_t count,
                                 const wend_allocator *allocator);
void wendi_trigger_cells_free(wendi_trigger_cells *cells, const wend_allocator *allocator);

/** A walk through the points in the cells of a box. */
typedef struct wendi_trigger_walk {
    const wendi_trigger_cells *cells;
    uint32_t first_column, last_column, row, last_row;
    size_t next, end;
} wendi_trigger_walk;

wendi_trigger_walk wendi_trigger_cells_walk(const wendi_trigger_cells *cells, wend_vec2 low,
                                            wend_vec2 high);
/** The index of the next point. @return false: no more. Points outside the box may come, too. */
bool wendi_trigger_walk_next(wendi_trigger_walk *walk, uint32_t *index);

bool wendi_triggers_reserve_records(wend_triggers *triggers, uint32_t count);
bool wendi_triggers_reserve_events(wend_triggers *triggers, size_t count);
bool wendi_trigger_pairs_reserve(wendi_trigger_pairs *pairs, size_t count,
                                 const wend_allocator *allocator);
/** The first pair of a trigger, and behind its last. */
size_t wendi_trigger_pairs_begin(const wendi_trigger_pairs *pairs, uint32_t trigger);
/** Checks the numbers of a trigger. @param message and function may be NULL. */
wend_result wendi_trigger_check(const wend_trigger *trigger, wend_message *message,
                                const char *function);
/** The position of a trigger now. @return false: its item is gone. */
bool wendi_trigger_position(const wend_triggers *triggers, const wendi_trigger_record *record,
                            wend_vec3 *position);
/** Sets a trigger's item active or not, as it is awake. */
void wendi_trigger_tell_item(const wend_triggers *triggers, const wendi_trigger_record *record);

#endif
