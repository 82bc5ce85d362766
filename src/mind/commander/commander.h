/* A commander in memory.
 *
 *   goals   [goal_capacity]   by the index of their id; those to scout that it made among them
 *   groups  [max_groups]      by rising number
 *   enemies [max_enemies]     by rising number
 *   cells   [width * height]  by rows
 *
 * An update fills an allotment (allot.h) with the open goals and all groups, solves it, and writes
 * the result back into groups and goals. */
#ifndef WENDI_MIND_COMMANDER_COMMANDER_H
#define WENDI_MIND_COMMANDER_COMMANDER_H

#include "base/core/message.h"
#include "base/core/slots.h"
#include "mind/commander/allot.h"
#include "wend/commander.h"

typedef struct wendi_commander_goal {
    wend_commander_goal it;
    bool is_scouting;
    uint64_t made;      /* tick */
    uint64_t open_tick; /* it is paused below it */
    wend_commander_reason reason;
    double needed, known, worth;
    int64_t strength; /* units */
    uint32_t group_count;
} wendi_commander_goal;

typedef struct wendi_commander_group {
    wend_commander_group it;
    int32_t goal; /* index, or -1 */
    uint64_t since;
    double gain;
    wend_commander_score score;
    wend_commander_reason reason;
} wendi_commander_group;

typedef struct wendi_commander_cell {
    double value;
    uint64_t seen; /* tick + 1; 0: never */
} wendi_commander_cell;

struct wend_commander {
    wend_commander_def def; /* its message is NULL */
    wend_message message;
    uint64_t tick, changes;
    double total;
    bool is_updating;
    wendi_slots slots;
    uint32_t goal_capacity; /* max_goals + scouting_count */
    uint32_t scouting_count;
    wendi_commander_goal *goals;
    wendi_commander_group *groups;
    uint32_t group_count;
    wend_commander_enemy *enemies;
    uint32_t enemy_count;
    wendi_commander_cell *cells;

    /* Scratch of an update. */
    wendi_commander_goal *candidates; /* [scouting_count] goals to scout that are to be added */
    double *cell_scores;              /* [width * height] */
    uint32_t *open;                   /* [goal_capacity] indices of goals, then candidates */
    wend_commander_score *scores;     /* [max_groups] of the chosen goals */
    wendi_allotment allotment;
};

/** Takes all memory for a definition that was checked. @return false: no memory, and what was taken
 * is freed by wend_commander_destroy. */
bool wendi_commander_reserve(wend_commander *commander);
/** True if a definition is sound; else its message says what is not. */
bool wendi_commander_check_def(const wend_commander_def *def, const char *function);
/** The same for a goal. @param m may be NULL. */
bool wendi_commander_check_goal(const wend_commander_goal *goal, wend_message *m,
                                const char *function);
/** The same for a group. */
bool wendi_commander_check_group(const wend_commander_group *group, wend_message *m,
                                 const char *function);
/** The same for a report. */
bool wendi_commander_check_enemy(const wend_commander_enemy *enemy, wend_message *m,
                                 const char *function);
/** Begins a call that changes a commander: WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. */
wend_result wendi_commander_begin(const wend_commander *commander);
/** The index of a goal, or -1. */
int32_t wendi_commander_find_goal(const wend_commander *commander, wend_commander_goal_id id);
/** The first group whose number is not below this one: its index, or group_count. */
uint32_t wendi_commander_group_place(const wend_commander *commander, uint64_t user);
/** The group of a number, or NULL. */
wendi_commander_group *wendi_commander_find_group(const wend_commander *commander, uint64_t user);
/** Frees a goal's groups and removes it. */
void wendi_commander_drop_goal(wend_commander *commander, uint32_t index);
/** What is left of an enemy's certainty. */
double wendi_commander_certainty(const wend_commander *commander,
                                 const wend_commander_enemy *enemy);
/** Forgets enemies of too little certainty. */
void wendi_commander_forget(wend_commander *commander);
/** Age of a cell's last sight / (age + scouting_age): 0 now, 1 never. */
double wendi_commander_unseen_part(const wend_commander *commander,
                                   const wendi_commander_cell *cell);
/** What scouting a cell is worth now, before travel and danger. */
double wendi_commander_scouting_worth(const wend_commander *commander,
                                      const wendi_commander_cell *cell);
wend_vec2 wendi_commander_cell_centre(const wend_commander *commander, uint32_t index);
/** Fills `candidates` with new goals to scout. @return their number. */
uint32_t wendi_commander_find_scouting(wend_commander *commander);
/** Notes that a cell is seen now, and removes the goal to scout it. */
void wendi_commander_see_cell(wend_commander *commander, uint32_t index);
/** Puts a goal into a free index, of which there must be one. @return its index. */
uint32_t wendi_commander_put_goal(wend_commander *commander, const wendi_commander_goal *goal);

#endif
