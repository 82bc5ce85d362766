/** @file wend/commander.h
 * Commanders: goals are scored, and groups are allotted to them, under fog.
 *
 * A commander knows the goals of its side (ground to take, to hold, to scout), its groups (squads or
 * single agents), the enemies that were reported, and when each part of the world was seen last. An
 * update allots the groups to the goals and gives the reasons. The commander has no rules of a game: your
 * program gives orders by the assignments and reports what happens.
 *
 *     goals ----------------------.
 *     groups ----------------------+--> wend_commander_update --> an assignment for each group,
 *     reports, age -> known enemies |                              a state for each goal, with reasons
 *     cells seen ---> goals to scout'
 *
 * An allotment is worth the sum of these, and the update searches the allotment of the greatest sum:
 *
 *     each goal with groups     value where the strength there is all that is needed, else
 *                               value * partial * strength / needed
 *     each group with a goal    - travel    distance_weight * distance
 *                               - risk      danger_weight * danger * danger / (danger + strength)
 *                               + commitment * value * min(1, strength / needed), where it has this
 *                                 goal already, so that assignments do not change at every update
 *
 * The search begins with the present allotment, with a greedy one by gain and a greedy one by gain for
 * each unit of strength, and improves each by moves, exchanges, and goals that are seized or dissolved,
 * until no such step helps; small problems (up to 128 pairs) are kicked 12 times and improved again.
 * It is no exact solver: of 8,297 random problems of up to 5 groups and 4 goals 98.6 % were solved with the
 * best of all sums, and the sums were 99.8 % of the best in the mean; the worst was 38 %. Ties go to the
 * smaller index.
 *
 *     wend_commander_def def = wend_commander_def_default();
 *     wend_commander_create(&def, &commander);
 *     wend_commander_set_group(commander, &group);            when groups move or lose strength
 *     wend_commander_add_goal(commander, &goal, &id);
 *     wend_commander_report(commander, &enemy);               when one is sighted
 *     wend_commander_update(commander, NULL);                 once a second or so
 *     wend_commander_get_assignment(commander, group.user, &assignment);
 *
 * All memory is taken when the commander is created. Strengths are kept to 2^-16 and added as integers.
 * Threads: a commander is used by one thread at a time; the const calls by any number.
 *
 * Sources: Dill, "A Goal-Based Architecture for Opposing Player AI" (AIIDE 2006), and Mark and Dill,
 * "Improving AI Decision Modeling Through Utility Theory" (GDC 2010) for goals scored and commitment;
 * Straatman, Verweij, Champandard, Morcus and Kleve, "Hierarchical AI for Multiplayer Bots in Killzone 3"
 * (Game AI Pro, 2013) for goals and squads.
 */
#ifndef WEND_COMMANDER_H
#define WEND_COMMANDER_H

#include "wend/draw.h"
#include "wend/influence.h"
#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of commanders. */
enum {
    WEND_COMMANDER_GOALS_MAX = 1024,       /**< Goals of a commander. */
    WEND_COMMANDER_GROUPS_MAX = 1024,      /**< Groups. */
    WEND_COMMANDER_ENEMIES_MAX = 1 << 14,  /**< Known enemies. */
    WEND_COMMANDER_SIDE_CELLS_MAX = 256,   /**< Cells along one side of the world. */
    WEND_COMMANDER_SCOUTING_MAX = 64,      /**< Goals to scout that the commander makes. */
    WEND_COMMANDER_HALF_LIFE_MAX = 1 << 20 /**< Ticks. */
};

/** Greatest value of a goal, and greatest strength. */
static const double WEND_COMMANDER_VALUE_MAX = 1 << 20;
/** Greatest weight of a definition. */
static const double WEND_COMMANDER_WEIGHT_MAX = 1 << 20;

/** A commander. */
typedef struct wend_commander wend_commander;

/** Definition of a commander. */
typedef struct wend_commander_def {
    uint32_t cookie;      /**< Set by wend_commander_def_default; leave it. */
    uint32_t max_goals;   /**< Goals that you add, 1 to WEND_COMMANDER_GOALS_MAX. Default 64. */
    uint32_t max_groups;  /**< Groups, 1 to WEND_COMMANDER_GROUPS_MAX. Default 64. */
    uint32_t max_enemies; /**< Known enemies, 1 to WEND_COMMANDER_ENEMIES_MAX. Default 256. */
    int32_t width;        /**< Columns of cells, of which it is known when they were seen, 1 to
                                 WEND_COMMANDER_SIDE_CELLS_MAX. Default 16. */
    int32_t height;       /**< Rows, likewise. Default 16. */
    double cell_size; /**< Metres, 1/1024 to 2^20. Coarse: about the range of sight. Default 8. */
    wend_vec2 origin; /**< Outer corner of cell 0, 0, metres. Default 0, 0. */
    double distance_weight; /**< Value lost for each metre to a goal, 0 to
                                 WEND_COMMANDER_WEIGHT_MAX; so are the next two. Default 1/64. */
    double danger_weight;   /**< Value lost for each unit of danger on the path. Default 1/16. */
    double commitment;      /**< Part of a goal's value that keeps a group at it. Default 0.2. */
    double reserve;         /**< Part of the strength of all groups that is held back from goals
                                 without uses_reserve, 0 to 1. Default 0. */
    double
        known_radius; /**< Enemies so near to a goal count there, metres, 0 to 2^20. Default 16. */
    uint32_t half_life;      /**< Ticks in which the certainty of a report halves, 1 to
                                 WEND_COMMANDER_HALF_LIFE_MAX. Default 512. */
    double forget_below;     /**< Enemies less certain are forgotten, 0 to 1. Default 1/16. */
    uint32_t scouting_count; /**< Goals to scout that an update makes at most, 0 to
                                 WEND_COMMANDER_SCOUTING_MAX; never more than groups can scout.
                                 Default 0. */
    double scouting_value; /**< Value of a goal to scout a cell of value 1 that was never seen, 0 to
                                 WEND_COMMANDER_VALUE_MAX. Default 1. */
    uint32_t scouting_age; /**< Ticks after which a cell that was seen is worth half of that, 1 to
                                 WEND_COMMANDER_HALF_LIFE_MAX. Default 512. */
    double scouting_spacing;  /**< Least distance between two such goals, metres, 0 to 2^20. Default
                                 16. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_commander_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_commander_def wend_commander_def_default(void);
/** Creates a commander that knows nothing, at tick 0. Memory: about 76 bytes for each pair of a group and
 * a goal, 24 a cell, and the lists.
 * @param commander set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_commander_create(const wend_commander_def *def,
                                           wend_commander **commander);
/** Frees a commander; NULL is allowed, and so is anything but its own update. */
WEND_API void wend_commander_destroy(wend_commander *commander);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_commander_error(const wend_commander *commander);
/** Sets the present tick. Enemies with a certainty below forget_below are forgotten.
 * Time: enemies.
 * @param tick not below the present one.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_set_tick(wend_commander *commander, uint64_t tick);

/* All calls that change a commander give WEND_ERROR_BUSY within a callback of its update, and change
 * nothing then. */

/* ---- goals ---- */

/** Kinds of goals. Their meaning is yours, but for scouting. */
typedef enum wend_commander_kind {
    WEND_COMMANDER_ATTACK = 0, /**< Enemies are to be beaten. */
    WEND_COMMANDER_DEFEND,     /**< Something is to be held. */
    WEND_COMMANDER_CAPTURE,    /**< Something is to be taken. */
    WEND_COMMANDER_SCOUT,      /**< Something is to be seen. */
    WEND_COMMANDER_ESCORT,     /**< Something that moves is to be guarded. */
    WEND_COMMANDER_BUILD,      /**< Something is to be built, or gathered. */
    WEND_COMMANDER_OTHER,      /**< Yours. */
    WEND_COMMANDER_KINDS       /**< Number of kinds. */
} wend_commander_kind;

/** Id of a goal. index1 0 = none. */
typedef struct wend_commander_goal_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_commander_goal_id;

/** A goal. */
typedef struct wend_commander_goal {
    uint32_t cookie;          /**< Set by wend_commander_goal_default; leave it. */
    wend_commander_kind kind; /**< Default attack. */
    wend_vec2 position;       /**< Metres. Default 0, 0. */
    double value;             /**< What it is worth, 0 to WEND_COMMANDER_VALUE_MAX. Default 1. */
    double strength; /**< Strength that it needs, 0 to WEND_COMMANDER_VALUE_MAX; 0: any group will
                             do. Default 0. */
    double superiority; /**< Strength that it needs for each unit of strength of the enemies known
                             there, 0 to 1024: the greater of both counts. Default 0. */
    double partial; /**< What a part of the strength is worth, see above, 0 to 1: 0 for a fortress,
                             1 for guards of which each is of use. Default 1/2. */
    uint32_t group_limit; /**< Groups at most; 0 (default): any number. */
    uint64_t deadline; /**< The last tick; groups that know their speed and would come later are not
                             sent. Default UINT64_MAX: none. */
    uint64_t repeat;   /**< Ticks after which it is open again when it was finished. Default
                             UINT64_MAX: it is removed then. */
    bool uses_reserve; /**< Groups of the reserve may be sent. Default false. */
    uint64_t user;     /**< Your value, kept. Default 0. */
} wend_commander_goal;

/** Returns the default goal, with its cookie. */
WEND_API wend_commander_goal wend_commander_goal_default(void);
/** Adds a goal; the next update allots groups to it.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_add_goal(wend_commander *commander,
                                             const wend_commander_goal *goal,
                                             wend_commander_goal_id *id);
/** Sets all properties of a goal; its groups stay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also a goal to scout that the commander made),
 * WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_set_goal(wend_commander *commander, wend_commander_goal_id id,
                                             const wend_commander_goal *goal);
/** Gets the properties of a goal. @param goal set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_commander_get_goal(const wend_commander *commander,
                                             wend_commander_goal_id id, wend_commander_goal *goal);
/** Finishes a goal: its groups are free. A goal that repeats is open again after its pause, any other
 * is removed. @return as wend_commander_set_goal. */
WEND_API wend_result wend_commander_finish_goal(wend_commander *commander,
                                                wend_commander_goal_id id);
/** Removes a goal; its groups are free. Goals to scout that the commander made may be removed too.
 * @return as wend_commander_set_goal. */
WEND_API wend_result wend_commander_remove_goal(wend_commander *commander,
                                                wend_commander_goal_id id);
/** True if a goal exists now. */
WEND_API bool wend_commander_has_goal(const wend_commander *commander, wend_commander_goal_id id);
/** Returns the limit of indices of goals: all are below it. */
WEND_API uint32_t wend_commander_goal_limit(const wend_commander *commander);
/** Returns the id of the goal of an index; {0, 0} if there is none. */
WEND_API wend_commander_goal_id wend_commander_goal_at(const wend_commander *commander,
                                                       uint32_t index);

/* ---- groups ---- */

/** A group. */
typedef struct wend_commander_group {
    uint32_t cookie;    /**< Set by wend_commander_group_default; leave it. */
    uint64_t user;      /**< Its number, of your choice. Default 0. */
    wend_vec2 position; /**< Metres. Default 0, 0. */
    double strength;    /**< 0 to WEND_COMMANDER_VALUE_MAX. Default 1. */
    double
        fitness[WEND_COMMANDER_KINDS]; /**< Its strength for goals of a kind is strength * fitness,
                             each 0 to 1024; 0: it is never sent to any. Default 1. */
    double speed;                      /**< Metres a tick, 0 to 2^20; 0 (default): not known. */
    uint64_t busy_until; /**< Below this tick it keeps its goal, or gets none. Default 0. */
} wend_commander_group;

/** Returns the default group, with its cookie. */
WEND_API wend_commander_group wend_commander_group_default(void);
/** Adds a group, or sets all properties of the group of this number; its goal stays. Time: groups.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_set_group(wend_commander *commander,
                                              const wend_commander_group *group);
/** Gets the properties of a group. @param group set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such group). */
WEND_API wend_result wend_commander_get_group(const wend_commander *commander, uint64_t user,
                                              wend_commander_group *group);
/** Removes a group. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such group),
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_remove_group(wend_commander *commander, uint64_t user);
/** Returns the number of groups. */
WEND_API uint32_t wend_commander_group_count(const wend_commander *commander);
/** Gets the number of a group. @param index 0 to wend_commander_group_count - 1, by rising number.
 * @param user set to 0 first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_commander_group_at(const wend_commander *commander, uint32_t index,
                                             uint64_t *user);

/* ---- what is known ---- */

/** A report of an enemy. */
typedef struct wend_commander_enemy {
    uint64_t user;      /**< Its number, of your choice. */
    wend_vec2 position; /**< Metres. */
    double strength;    /**< 0 to WEND_COMMANDER_VALUE_MAX; kept to 2^-16. */
    uint32_t kind;      /**< Your value. */
    uint64_t tick;      /**< When it was sighted. */
    double certainty;   /**< At that tick, 0 to 1. Read: at the present tick. */
} wend_commander_enemy;

/** Reports an enemy; replaces the report of this number unless that is of a later tick. Where the list is
 * full the report of the least strength times certainty is dropped, which may be this one. A report whose
 * certainty is below forget_below by now is not kept, and an older one of this number stays.
 * @return WEND_OK, WEND_TRUNCATED (this one was not kept), WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_report(wend_commander *commander,
                                           const wend_commander_enemy *enemy);
/** Forgets an enemy: it is dead, or has left. @return WEND_OK (also where it is not known),
 * WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_report_gone(wend_commander *commander, uint64_t user);
/** Reports what an agent (a captain, or a group's shared memory) remembers of other teams: strength is
 * the danger of a record, number its subject, the position the last known one, the tick that of the record,
 * and certainty such that the present one is that of the record, as far as one of 1 has left so much. What
 * is remembered to be gone is forgotten unless it was reported since. Records of a strength of 0 are left
 * out. Both count the same ticks.
 * @param team that of the commander.
 * @return WEND_OK, WEND_TRUNCATED (some were not kept), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such
 * agent), WEND_ERROR_MEMORY, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_report_memories(wend_commander *commander,
                                                    const wend_memories *memories, uint64_t agent,
                                                    uint32_t team);
/** Returns the number of known enemies. */
WEND_API uint32_t wend_commander_enemy_count(const wend_commander *commander);
/** Gets a known enemy. @param index 0 to wend_commander_enemy_count - 1, by rising number.
 * @param enemy zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_commander_get_enemy(const wend_commander *commander, uint32_t index,
                                              wend_commander_enemy *enemy);
/** Returns the sum of strength times certainty of the enemies in a circle.
 * @param radius metres, 0 or more, may be infinite. @param kind their kind; UINT32_MAX: all. */
WEND_API double wend_commander_known_strength(const wend_commander *commander, wend_vec2 position,
                                              double radius, uint32_t kind);

/** Reports that an area is seen at the present tick: the cells with their centre in the circle, and
 * that of the position. Time: the cells of its box, and for each that is seen the indices of goals while
 * there are goals to scout.
 * @param radius metres, 0 to WEND_COORDINATE_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_set_seen(wend_commander *commander, wend_vec2 position,
                                             double radius);
/** Sets what it is worth to see a cell, 0 to 1024 (0: never scouted; 1 when created).
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_commander_set_cell_value(wend_commander *commander, int32_t x, int32_t y,
                                                   double value);
/** What is known of a cell. */
typedef struct wend_commander_cell {
    wend_vec2 position; /**< Its centre, metres. */
    double value;       /**< As set. */
    bool was_seen;      /**< It was seen. */
    uint64_t tick;      /**< When last; 0 if never. */
    double scouting;    /**< What scouting it is worth now. */
} wend_commander_cell;
/** Gets what is known of a cell. @param cell zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT (also
 * outside). */
WEND_API wend_result wend_commander_get_cell(const wend_commander *commander, int32_t x, int32_t y,
                                             wend_commander_cell *cell);

/* ---- updates ---- */

/** Returns the distance from a group to a goal, metres; NaN, below 0 or above 4 * WEND_COORDINATE_MAX
 * (infinite too) where there is no path. It may call const functions of the commander. */
typedef double (*wend_commander_distance_fn)(void *user, const wend_commander_group *group,
                                             const wend_commander_goal *goal);

/** What an update reads beside the commander. */
typedef struct wend_commander_inputs {
    uint32_t cookie;                     /**< Set by wend_commander_inputs_default; leave it. */
    wend_commander_distance_fn distance; /**< NULL (default): by the pathfinder. */
    void *user;                          /**< Passed to distance. */
    wend_pathfinder *pathfinder; /**< Distance is the length of its path, from height 0 to height 0;
                                      one query for each pair of a group and a goal. NULL (default):
                                      straight. */
    const wend_influence
        *influence; /**< Danger is its greatest value at 8 points of the straight line
                                      to the goal, or 0; NULL (default): it is the sum of strength
                                      times certainty of the known enemies within known_radius of the
                                      goal. */
    wend_influence_measure measure; /**< Of the influence; one out of range reads 0. Default the
                                      enemies of side 0. */
} wend_commander_inputs;

/** Returns the default inputs, with their cookie. */
WEND_API wend_commander_inputs wend_commander_inputs_default(void);
/** Makes goals to scout, and allots groups to goals. Goals to scout are for the cells
 * that are worth most (their value, times age / (age + scouting_age), less the travel of the nearest
 * group that can scout and the known enemies there times danger_weight); they remain until they were
 * seen. Their user value is row * width + column. A cell that no group reaches, or that is not worth the
 * path, counts as seen then. Time: pairs of groups and goals, goals times enemies, where goals to scout are
 * missing cells times groups and enemies, and for each of up to 64 rounds of improvement pairs of groups,
 * pairs of groups and goals, and where goals * goals * groups is at most 2^22 two greedy choices for each
 * goal; allocates nothing.
 * @param inputs NULL = the defaults.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY (this call is within a callback of an update, or
 * the pathfinder is busy), and of the pathfinder WEND_ERROR_MEMORY, WEND_ERROR_STALE (its shared space is
 * older than its world), WEND_ERROR_FULL, WEND_ERROR_UNSUPPORTED; after an error nothing has changed. */
WEND_API wend_result wend_commander_update(wend_commander *commander,
                                           const wend_commander_inputs *inputs);

/** Why a group cannot be sent to a goal, or why a goal or group has nothing. */
typedef enum wend_commander_reason {
    WEND_COMMANDER_ALLOTTED =
        0,                  /**< A goal: it has all that it needs. A group: it has a goal. A pair:
                                      it is possible. */
    WEND_COMMANDER_PARTLY,  /**< A goal: it has a part of what it needs. */
    WEND_COMMANDER_NEW,     /**< Not in an update yet. */
    WEND_COMMANDER_PAUSED,  /**< It was finished, and repeats later. */
    WEND_COMMANDER_EXPIRED, /**< Its deadline has passed. */
    WEND_COMMANDER_BUSY,    /**< The groups are busy. */
    WEND_COMMANDER_UNFIT,   /**< No group has a strength for this kind of goals. */
    WEND_COMMANDER_UNREACHABLE, /**< There is no path for any group that is fit. */
    WEND_COMMANDER_LATE,        /**< All would come after the deadline. */
    WEND_COMMANDER_WEAK,        /**< All together are too weak, and a part is worth nothing. */
    WEND_COMMANDER_NOT_WORTH,   /**< Travel and risk cost more than it is worth. */
    WEND_COMMANDER_RESERVE,     /**< The groups left are the reserve. */
    WEND_COMMANDER_OUTBID,      /**< Its groups are worth more at other goals. */
    WEND_COMMANDER_NO_GOALS     /**< A group: no goal is open. */
} wend_commander_reason;

/** Terms of a pair of a group and a goal. */
typedef struct wend_commander_score {
    wend_commander_reason
        reason;        /**< WEND_COMMANDER_ALLOTTED where it is possible; else busy, unfit,
                                       unreachable, late, paused, expired. */
    double strength;   /**< Of the group for this goal. */
    double distance;   /**< Metres. */
    double travel;     /**< distance_weight * distance. */
    double danger;     /**< On the path. */
    double risk;       /**< danger_weight * danger * danger / (danger + strength). */
    double commitment; /**< Where the group has this goal. */
    double cost;       /**< travel + risk - commitment. */
} wend_commander_score;

/** Gets the terms of a pair, as the next update would. @param score zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such group or goal, or as an update),
 * WEND_ERROR_MEMORY, WEND_ERROR_BUSY, WEND_ERROR_FULL, WEND_ERROR_UNSUPPORTED (of the pathfinder). */
WEND_API wend_result wend_commander_get_score(const wend_commander *commander,
                                              const wend_commander_inputs *inputs, uint64_t group,
                                              wend_commander_goal_id id,
                                              wend_commander_score *score);

/** What a group is to do. */
typedef struct wend_commander_assignment {
    wend_commander_goal_id goal; /**< {0, 0}: none. */
    uint64_t goal_user;          /**< User value of the goal. */
    wend_commander_kind kind;    /**< Kind of the goal. */
    wend_vec2 position;          /**< Position of the goal, metres. */
    uint64_t since;              /**< Tick of the update that assigned it. */
    double gain;                 /**< What the goal is worth with the group, less what it is worth
                                       without it. */
    wend_commander_score score;  /**< Terms at the last update. */
    wend_commander_reason
        reason; /**< Allotted, new, busy, no goals; unfit (no goal is possible), not
                                       worth (no goal is worth more with it than it costs), reserve. */
} wend_commander_assignment;

/** Gets the assignment of a group. @param assignment zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such group). */
WEND_API wend_result wend_commander_get_assignment(const wend_commander *commander, uint64_t group,
                                                   wend_commander_assignment *assignment);

/** State of a goal after the last update. */
typedef struct wend_commander_goal_state {
    wend_commander_reason reason; /**< What it has, or why it has nothing. */
    double needed;                /**< Strength that it needs. */
    double known;                 /**< Strength times certainty of the enemies known there. */
    double strength;              /**< Strength of its groups. */
    uint32_t group_count;         /**< Its groups. */
    double worth;                 /**< What it is worth with them. */
    bool is_scouting;             /**< The commander made it. */
    uint64_t open_tick;           /**< Paused: when it is open again; else 0. */
} wend_commander_goal_state;

/** Gets the state of a goal. @param state zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_commander_get_goal_state(const wend_commander *commander,
                                                   wend_commander_goal_id id,
                                                   wend_commander_goal_state *state);

/** Figures of a commander. */
typedef struct wend_commander_info {
    uint64_t tick;           /**< The present tick. */
    uint32_t goal_count;     /**< Goals, those to scout included. */
    uint32_t scouting_count; /**< Goals to scout that it made. */
    uint32_t group_count;    /**< Groups. */
    uint32_t allotted_count; /**< Groups with a goal. */
    uint32_t enemy_count;    /**< Known enemies. */
    double strength;         /**< Of all groups. */
    double reserved;         /**< Strength of the groups without a goal. */
    double total;            /**< Sum of the last update, see above; 0 before. */
    uint64_t changes; /**< Assignments that updates changed so far, from or to none included. */
    double seen;      /**< Part of the cells of a value above 0 that were ever seen. */
} wend_commander_info;

/** Gets the figures. @param info always set, zeroed for NULL. */
WEND_API void wend_commander_get_info(const wend_commander *commander, wend_commander_info *info);

/** Returns the memory of the commander in bytes; 0 for NULL. */
WEND_API size_t wend_commander_memory_bytes(const wend_commander *commander);
/** Returns a hash of the definition, goals, groups, reports, cells and assignments. 0 for NULL. */
WEND_API uint64_t wend_commander_hash(const wend_commander *commander);
/** Saves the commander as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_commander_save(const wend_commander *commander, uint8_t *bytes,
                                         size_t capacity, size_t *count);
/** Loads a commander from the bytes of wend_commander_save; it goes on as the saved one would have.
 * @param def gives allocator and message; NULL = defaults.
 * @param commander set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_commander_load(const wend_commander_def *def, const uint8_t *bytes,
                                         size_t count, wend_commander **commander);
/** Draws cells by the age of their last sight (WEND_MEANING_REACH, value = 0 now to 1 never), groups
 * (WEND_MEANING_AGENT), goals (WEND_MEANING_GOAL, with their values as text), assignments
 * (WEND_MEANING_PREFERRED) and known enemies (WEND_MEANING_ITEM, value = kind).
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_commander_draw(const wend_commander *commander, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
