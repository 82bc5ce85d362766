/* Squads: fixed arrays, a part of each for every squad.
 *
 *   squads      | red          | blue         | (free)       |     [max_squads]
 *   troopers    | 4 | 7 | 9 | .| 2 | 3 | . | .| . | . | . | .|     [max_squads][max_members], by number
 *   enemies, seen cells: likewise
 *   table       number -> squad; the trooper is found within it by its number
 *
 *   squads.c        memory, membership, orders, queued edits
 *   squads_check.c  definitions, ranges
 *   squads_read.c   what is read, drawing, formations
 *   squads_bytes.c  hash, save, load
 *   update.c        the update: losses, captains, minds, retreat, regrouping
 *   orders.c        what members do under each order
 *   slots.c         slots by unit kind, and members assigned to them
 *   targets.c       targets, so that damage is concentrated
 *   scouting.c      cells of an area and their division */
#ifndef WENDI_MIND_SQUAD_SQUAD_H
#define WENDI_MIND_SQUAD_SQUAD_H

#include "base/core/memory.h"
#include "base/math/vec2.h"
#include "mind/agents/agent_table.h"
#include "wend/squad.h"

typedef struct wendi_trooper {
    wend_squad_member member;
    wend_squad_state state;
    wend_squad_assignment assignment;
    uint32_t slot;  /* WEND_SQUAD_SLOT_NONE before slots are assigned */
    uint32_t part;  /* 1: flanks; of bounding 0 or 1 */
    uint32_t stage; /* of the way around: 0, 1, 2 at its end */
    uint32_t cell1; /* 1 + the cell it scouts */
    bool has_state;
    bool has_shot;     /* a target was chosen */
    uint64_t shot;     /* number of the enemy */
    wend_vec2 shot_at; /* and its position */
} wendi_trooper;

typedef struct wendi_squad {
    wend_squad_def def;
    wend_squad_order order;
    uint32_t generation;
    bool is_used;
    uint32_t member_count, enemy_count;
    uint64_t captain, leader, flank_target;
    bool has_captain, has_leader, is_leader_set;
    bool is_dirty;  /* slots are to be assigned anew */
    bool has_begun; /* start, goal and heading are those of the order */
    bool has_place; /* slots lie around goal */
    bool is_done, is_retreating, is_regrouping;
    bool has_parts, has_bounded;
    wend_vec2 start, goal, centre;
    double heading, spread, strength, threat;
    double lines[2]; /* bounding: how far each part is from start */
    double side;     /* of a flank: 1 left, -1 right */
    uint32_t moving;
    uint32_t columns, rows, seen_count;
} wendi_squad;

/* A call of a mind that is carried out behind the update. */
typedef enum wendi_squad_edit_kind {
    WENDI_SQUAD_EDIT_JOIN,
    WENDI_SQUAD_EDIT_LEAVE,
    WENDI_SQUAD_EDIT_MERGE,
    WENDI_SQUAD_EDIT_REMOVE,
    WENDI_SQUAD_EDIT_ORDER,
    WENDI_SQUAD_EDIT_MOVE,
    WENDI_SQUAD_EDIT_CAPTAIN
} wendi_squad_edit_kind;

typedef struct wendi_squad_edit {
    wendi_squad_edit_kind kind;
    wend_squad_id squad, other;
    wend_squad_member member; /* its number for those of one agent */
    wend_squad_order order;
} wendi_squad_edit;

/* Who attacks what. Worth of an enemy with damage D of health H: worth if D >= H, else
 * worth * (D / H)^2 / 2, so that damage on one is worth more than on two; and damage beyond H nothing. */
typedef struct wendi_focus {
    uint32_t members, enemies;
    double *damage;   /* [members][enemies], 0: cannot attack it */
    double *bonus;    /* [members][enemies]: nearness, and the present target */
    double *health;   /* [enemies], above 0 */
    double *worth;    /* [enemies] */
    uint32_t *before; /* [members] the present target, or UINT32_MAX */
} wendi_focus;

/* Memory of wendi_focus_choose. */
typedef struct wendi_focus_scratch {
    double *sums;    /* [enemies] */
    uint32_t *trial; /* [members] */
    uint32_t *order; /* [enemies] */
} wendi_focus_scratch;

struct wend_squads {
    wend_allocator allocator;
    wend_message message;
    uint32_t max_squads, max_members, max_enemies, max_cells, max_edits;
    wend_squad_mind_fn mind;
    wend_squad_danger_fn danger;
    void *user;
    wendi_squad *squads;
    uint32_t used; /* squads with an index from here on were never used */
    wendi_trooper *troopers;
    wend_squad_enemy *enemies;
    uint8_t *seen;
    wendi_agent_table table;
    uint32_t *squad_of; /* [table.capacity] by index of the table */
    wend_squad_event *events;
    size_t event_count;
    wendi_squad_edit *edits;
    uint32_t edit_count;
    uint64_t tick;
    bool is_updating, is_minding;
    /* Scratch of the update. */
    double *costs; /* [max_members][max(max_members, max_cells)] */
    void *solver;
    size_t solver_bytes;
    uint32_t *lists;             /* [3][max_columns] */
    wend_formation_slot *slots;  /* [max_members] */
    wendi_focus focus;           /* room for max_members and max_enemies */
    wendi_focus_scratch scratch; /* likewise */
    uint32_t *targets;           /* [max_members] */
};

static inline uint32_t wendi_squads_columns(const wend_squads *squads)
{
    return squads->max_cells > squads->max_members ? squads->max_cells : squads->max_members;
}

static inline uint32_t wendi_squad_index(const wend_squads *squads, const wendi_squad *squad)
{
    return (uint32_t)(squad - squads->squads);
}

static inline wendi_trooper *wendi_squad_troopers(const wend_squads *squads,
                                                  const wendi_squad *squad)
{
    return &squads->troopers[(size_t)wendi_squad_index(squads, squad) * squads->max_members];
}

static inline wend_squad_enemy *wendi_squad_enemies(const wend_squads *squads,
                                                    const wendi_squad *squad)
{
    return &squads->enemies[(size_t)wendi_squad_index(squads, squad) * squads->max_enemies];
}

static inline uint8_t *wendi_squad_seen(const wend_squads *squads, const wendi_squad *squad)
{
    return &squads->seen[(size_t)wendi_squad_index(squads, squad) * squads->max_cells];
}

static inline wend_squad_id wendi_squad_id_of(const wend_squads *squads, const wendi_squad *squad)
{
    return (wend_squad_id){wendi_squad_index(squads, squad) + 1, squad->generation};
}

static inline bool wendi_squad_is_captain(const wendi_squad *squad, const wendi_trooper *trooper)
{
    return squad->has_captain && squad->captain == trooper->member.agent;
}

static inline bool wendi_squad_is_protected(const wendi_squad *squad, const wendi_trooper *trooper)
{
    return squad->def.is_captain_protected && wendi_squad_is_captain(squad, trooper);
}

static inline bool wendi_squad_is_target(const wend_squad_enemy *enemy)
{
    return enemy->health > 0 && enemy->certainty > 0;
}

static inline double wendi_squad_distance(wend_vec2 a, wend_vec2 b)
{
    return wendi_vec2_length_unscaled(wendi_vec2_sub(a, b));
}

/* ---- squads.c ---- */

/** Allocates all memory for the counts in the squads. @return false: no memory; destroy them. */
bool wendi_squads_reserve(wend_squads *squads);
/** The squad of an id, or NULL. */
wendi_squad *wendi_squads_find(const wend_squads *squads, wend_squad_id id);
/** The squad of an id that is about to be changed, or NULL: refused, with the reason in result and message.
 * @param what that which must not be NULL, with its name. */
wendi_squad *wendi_squads_begin_edit(wend_squads *squads, wend_squad_id id, const void *what,
                                     const char *name, const char *function, wend_result *result);
/** The squad and trooper of an agent, or NULL. */
wendi_trooper *wendi_squads_find_trooper(const wend_squads *squads, uint64_t agent,
                                         wendi_squad **squad);
/** Whether numbers are in range. @param m, function for the sentence. */
wend_result wendi_squad_check_def(const wend_squad_def *def, wend_message *m, const char *function);
wend_result wendi_squad_check_member(const wend_squad_member *it, wend_message *m,
                                     const char *function);
wend_result wendi_squad_check_state(const wend_squad_state *it, wend_message *m,
                                    const char *function);
wend_result wendi_squad_check_enemy(const wend_squad_enemy *it, wend_message *m,
                                    const char *function);
/** Fills in what zeroed fields stand for, then checks. */
wend_result wendi_squad_check_order(const wend_squads *squads, wend_squad_order *order,
                                    wend_message *m, const char *function);
/** Takes an order that was checked. */
void wendi_squad_begin(wend_squads *squads, wendi_squad *squad, const wend_squad_order *order);
/** Removes a trooper; those behind it move up. */
void wendi_squads_drop(wend_squads *squads, wendi_squad *squad, wendi_trooper *trooper);
/** Carries out queued edits. */
void wendi_squads_run_edits(wend_squads *squads);
/* ---- slots.c ---- */

/** Width of a file, metres. */
double wendi_squad_pitch(const wend_squads *squads, const wendi_squad *squad);
/** The slots by unit kind. @param slots [member_count]. */
void wendi_squad_make_slots(const wend_squads *squads, const wendi_squad *squad,
                            wend_formation_slot *slots);
/** The role of a member in the formation, 1 to 4. */
uint32_t wendi_squad_slot_role(const wendi_squad *squad, const wendi_trooper *trooper);
/** A position given ahead and to the left of another one. */
wend_vec2 wendi_squad_place(wend_vec2 at, double heading, wend_vec2 offset);
/** Assigns members to the slots around goal if they are to be assigned anew; squads->slots are set. */
void wendi_squad_assign_slots(wend_squads *squads, wendi_squad *squad);
/** Assigns members but that of index `but` (UINT32_MAX: none) to the positions of a ring likewise. @return number of positions. */
uint32_t wendi_squad_assign_ring(wend_squads *squads, wendi_squad *squad, uint32_t but);
/** Position on a ring. */
wend_vec2 wendi_squad_ring_place(wend_vec2 at, double radius, uint32_t slot, uint32_t count);

/* ---- targets.c ---- */

double wendi_focus_score(const wendi_focus *focus, const uint32_t *targets);
/** Chooses targets: members that can attack anything have one. @param targets [members], or
 * UINT32_MAX. */
void wendi_focus_choose(const wendi_focus *focus, const wendi_focus_scratch *scratch,
                        uint32_t *targets);

/* ---- scouting.c ---- */

/** Columns and rows of an area in cells; false: more than most. */
bool wendi_squad_cells(const wend_squad_order *order, uint32_t most, uint32_t *columns,
                       uint32_t *rows);
void wendi_squad_see(const wend_squads *squads, wendi_squad *squad, wend_vec2 at, double radius);
void wendi_squad_scout(wend_squads *squads, wendi_squad *squad);

/* ---- orders.c ---- */

void wendi_squad_do_order(wend_squads *squads, wendi_squad *squad);
/** All go to the slots around goal. @return all arrived. */
bool wendi_squad_go_to_slots(wend_squads *squads, wendi_squad *squad, wend_squad_action action,
                             wend_squad_reason reason);
/** A member stands at a position, and attacks its target if it has one. */
void wendi_squad_stand(wendi_trooper *trooper, wend_vec2 position, double heading,
                       wend_squad_reason reason);
/** Chooses targets among the enemies in range of members. */
void wendi_squad_aim_in_range(wend_squads *squads, wendi_squad *squad);

/* ---- update.c ---- */

void wendi_squad_add_event(wend_squads *squads, const wendi_squad *squad,
                           wend_squad_event_kind kind, uint64_t agent);
/** The present order is done. */
void wendi_squad_finish(wend_squads *squads, wendi_squad *squad);

#endif
