/** @file wend/squad.h
 * Squads: agents that act together, as plain data and decisions.
 *
 *     orders ----------.
 *     members' states --+--> wend_squads_update --> an assignment for each member, and events
 *     known enemies ---'
 *
 * A squad has members, a captain and a leader. Each tick the user gives the states of the members and
 * what the squad knows of enemies; the update decides what each member does: where it goes, which target
 * it attacks, and the reason. The squads move no agent: a crowd, a planner or the game carries the
 * assignments out.
 *
 *     wend_squads_def def = wend_squads_def_default();
 *     wend_squads_create(&def, &squads);
 *     wend_squad_def red = wend_squad_def_default();
 *     wend_squads_add(squads, &red, &squad);
 *     wend_squad_member tank = {.agent = 7, .kind = WEND_UNIT_TOUGH, .strength = 3, .range = 2};
 *     wend_squads_join(squads, squad, &tank);
 *
 *     wend_squad_order order = {.kind = WEND_SQUAD_ATTACK, .target = 100};
 *     wend_squads_set_order(squads, squad, &order);
 *     wend_squads_set_state(squads, 7, &state);              each tick, for each member
 *     wend_squads_set_enemy(squads, squad, &enemy);          as enemies are perceived, or
 *     wend_squads_report_memories(squads, squad, memories, team)
 *     wend_squads_update(squads, tick);
 *     wend_squads_get_assignment(squads, 7, &assignment);
 *
 * All memory is allocated when the squads are created, so nothing fails for lack of memory later but
 * wend_squads_report_memories.
 * Positions are in metres, y up; headings in radians, 0 along x, to the left.
 *
 * The result depends on the calls alone; ties go to the smaller number. Threads: one thread at a time
 * changes an object; the const calls run from any number of threads between changes.
 *
 * Sources: van der Sterren, "Squad Tactics: Team AI and Emergent Maneuvers" and "Squad Tactics: Planned
 * Maneuvers" (AI Game Programming Wisdom, 2002): bounding overwatch, suppression and flanking; Kuhn
 * (1955) and Munkres (1957): slots and cells by least total cost.
 */
#ifndef WEND_SQUAD_H
#define WEND_SQUAD_H

#include "wend/formation.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of squads. */
enum {
    WEND_SQUADS_MAX = 4096,       /**< Squads of one object. */
    WEND_SQUAD_MEMBERS_MAX = 256, /**< Members of a squad. */
    WEND_SQUAD_ENEMIES_MAX = 256, /**< Enemies that a squad knows. */
    WEND_SQUAD_CELLS_MAX = 4096,  /**< Cells of an area to scout. */
    WEND_SQUAD_EDITS_MAX = 65536  /**< Queued edits of callbacks. */
};

/** Greatest strength, health, range, speed, ammunition and distance. */
static const double WEND_SQUAD_VALUE_MAX = 1048576;
/** No slot. */
static const uint32_t WEND_SQUAD_SLOT_NONE = UINT32_MAX;

/** Id of a squad. index1 0 = none. */
typedef struct wend_squad_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_squad_id;

/* ---- orders ---- */

/** Kinds of orders. */
typedef enum wend_squad_order_kind {
    WEND_SQUAD_HOLD =
        0,             /**< Members stay in the slots that they have; without slots where they are.
                                 Targets in range are attacked. Never done. */
    WEND_SQUAD_MOVE,   /**< To slots around `at`. Done when all members arrived. */
    WEND_SQUAD_ATTACK, /**< The enemy `target`. Done when it is forgotten or has no health. */
    WEND_SQUAD_ATTACK_AREA, /**< All enemies within `radius` of `at`. Done when the squad is there
                                 and knows none. */
    WEND_SQUAD_DEFEND,      /**< Slots around `at`, facing the enemies; those within `radius` are
                                 attacked, and no member goes farther. Never done. */
    WEND_SQUAD_ESCORT,  /**< A ring of `radius` around agent `target` if it is a member of a squad,
                                 else around `at`, which wend_squads_move_order moves. Never done. */
    WEND_SQUAD_RETREAT, /**< To slots around `at`. Done when all members arrived. */
    WEND_SQUAD_REGROUP, /**< To slots around the centre of the members. Done when they arrived. */
    WEND_SQUAD_SCOUT    /**< The area from `low` to `high` in cells of edge `radius`, divided among
                                 the members. Done when all cells are seen. */
} wend_squad_order_kind;

/** Ways to carry out WEND_SQUAD_MOVE, _ATTACK and _ATTACK_AREA. */
typedef enum wend_squad_tactic {
    WEND_SQUAD_DIRECT = 0, /**< All at once; targets are chosen so that damage is concentrated. */
    WEND_SQUAD_FLANK,   /**< One part suppresses from the front, another goes around. For _MOVE as
                                _DIRECT. */
    WEND_SQUAD_BOUNDING /**< Two parts: one advances by a bound while the other holds and watches. */
} wend_squad_tactic;

/** An order. Zeroed fields have the meaning that their comments give. */
typedef struct wend_squad_order {
    wend_squad_order_kind kind; /**< Zeroed: WEND_SQUAD_HOLD. */
    wend_squad_tactic tactic;   /**< Zeroed: WEND_SQUAD_DIRECT. */
    wend_vec2 at;               /**< Metres; see the kinds. */
    wend_vec2 low;              /**< Lower corner of the area to scout. Unused by other kinds. */
    wend_vec2 high;             /**< Upper corner of that area. */
    double radius; /**< Metres, 0 to WEND_SQUAD_VALUE_MAX. 0 counts as 10; of _ESCORT as 2, and as 5
                          of _SCOUT. */
    double heading;   /**< Of _MOVE and _DEFEND if has_heading, radians. */
    bool has_heading; /**< False: the direction of the way; of _DEFEND that of the enemies. */
    uint32_t danger_profile; /**< Given back in assignments: a number of the user's for the class or
                                  profile whose costs contain the danger (docs/squads.md). */
    uint64_t target;         /**< Number of an enemy (_ATTACK) or of an agent (_ESCORT). */
} wend_squad_order;

/* ---- members ---- */

/** Kinds of units, by which rows are formed. */
typedef enum wend_unit_kind {
    WEND_UNIT_TOUGH = 0, /**< In the front row; the first to flank. */
    WEND_UNIT_SUPPORT,   /**< In the middle row, beside the captain. */
    WEND_UNIT_RANGED     /**< In the row behind; the first to suppress. */
} wend_unit_kind;

/** Roles: what a member may do. */
enum {
    WEND_SQUAD_CAN_ATTACK = 1, /**< Attack, suppress and watch. */
    WEND_SQUAD_CAN_FLANK = 2,  /**< Go around. */
    WEND_SQUAD_CAN_SCOUT = 4,  /**< Scout. */
    WEND_SQUAD_CAN_ALL = 7     /**< All of them. */
};

/** A member. */
typedef struct wend_squad_member {
    uint64_t agent;      /**< A number of the user's; an agent is a member of one squad at most. */
    wend_unit_kind kind; /**< Zeroed: WEND_UNIT_TOUGH. */
    int32_t rank;        /**< The member of the greatest rank becomes captain when there is none. */
    double strength;     /**< Damage by one attack at full health, 0 to WEND_SQUAD_VALUE_MAX. */
    double range;        /**< Metres, 0 to WEND_SQUAD_VALUE_MAX. */
    double radius;       /**< Metres, 0 to 1000. 0 counts as 0.5. */
    uint32_t roles;      /**< WEND_SQUAD_CAN_... together. 0 counts as WEND_SQUAD_CAN_ALL. */
} wend_squad_member;

/** The state of a member in this tick. A new member has full health at (0, 0), and takes part from the
 * first state that it is given. */
typedef struct wend_squad_state {
    wend_vec2 position; /**< Metres. */
    double health;      /**< 0 to 1. */
    double speed;       /**< Metres a second, 0 to WEND_SQUAD_VALUE_MAX; given back only. */
    double ammunition;  /**< 0: it neither attacks nor suppresses. To WEND_SQUAD_VALUE_MAX. */
    bool is_alive;      /**< False: the member is lost, and leaves at the next update. */
    bool is_in_contact; /**< It fights: the squad does not regroup by itself. */
} wend_squad_state;

/** An enemy that a squad knows. Enemies without health or certainty are no targets. */
typedef struct wend_squad_enemy {
    uint64_t number;    /**< A number of the user's. */
    wend_vec2 position; /**< Metres: where it is, or is believed to be. */
    double strength;    /**< As of members, 0 to WEND_SQUAD_VALUE_MAX. */
    double health;      /**< The damage that it can take, 0 to WEND_SQUAD_VALUE_MAX. */
    double certainty;   /**< 0 to 1. */
} wend_squad_enemy;

/* ---- what members do ---- */

/** What a member does. */
typedef enum wend_squad_action {
    WEND_SQUAD_DO_HOLD = 0,  /**< Stays at `position`. */
    WEND_SQUAD_DO_GO,        /**< Goes to `position`. */
    WEND_SQUAD_DO_ATTACK,    /**< Attacks `target` from `position`, where it goes if need be. */
    WEND_SQUAD_DO_SUPPRESS,  /**< Keeps `target` down by fire from `position`. */
    WEND_SQUAD_DO_FLANK,     /**< Goes around `target`; `position` is next on its way. */
    WEND_SQUAD_DO_OVERWATCH, /**< Stays at `position` and watches; `target` if one is in range. */
    WEND_SQUAD_DO_RETREAT,   /**< Retreats to `position`. */
    WEND_SQUAD_DO_REGROUP,   /**< Comes back to the others, to `position`. */
    WEND_SQUAD_DO_ESCORT,    /**< Keeps to `position`, which moves with the escorted agent. */
    WEND_SQUAD_DO_SCOUT      /**< Goes to see the cell around `position`. */
} wend_squad_action;

/** Why. */
typedef enum wend_squad_reason {
    WEND_SQUAD_BY_ORDER = 0,     /**< The order says so. */
    WEND_SQUAD_BY_NO_STATE,      /**< The member has no state yet. */
    WEND_SQUAD_BY_ARRIVAL,       /**< It is where it should be. */
    WEND_SQUAD_BY_WEAKNESS,      /**< The enemies are too strong. */
    WEND_SQUAD_BY_SPREAD,        /**< The members are too far apart. */
    WEND_SQUAD_BY_PROTECTION,    /**< It is the protected captain, or the escorted agent. */
    WEND_SQUAD_BY_ROLE,          /**< Its roles do not allow more. */
    WEND_SQUAD_BY_NO_AMMUNITION, /**< It has no ammunition. */
    WEND_SQUAD_BY_NO_TARGET,     /**< There is no target for it, or no cell left. */
    WEND_SQUAD_BY_TURN           /**< The other part moves. */
} wend_squad_reason;

/** What a member does: each member has exactly one assignment. */
typedef struct wend_squad_assignment {
    wend_squad_action action; /**< What. */
    wend_squad_reason reason; /**< Why. */
    wend_vec2 position;       /**< Metres. */
    double heading;           /**< Radians: where it looks at `position`. */
    bool has_target;          /**< There is a target. */
    uint64_t target;          /**< Number of the enemy, or of the escorted agent; 0 if none. */
    uint32_t slot; /**< Its slot in the formation, the ring; WEND_SQUAD_SLOT_NONE if none. */
    uint32_t danger_profile; /**< Of the order. */
} wend_squad_assignment;

/** Kinds of events. */
typedef enum wend_squad_event_kind {
    WEND_SQUAD_MEMBER_LOST = 0,  /**< `agent` is not alive, and left. */
    WEND_SQUAD_CAPTAIN_REPLACED, /**< `agent` is captain from now on. */
    WEND_SQUAD_ORDER_DONE,       /**< The order is done; the squad holds. */
    WEND_SQUAD_RETREAT_BEGUN,    /**< The enemies are too strong. */
    WEND_SQUAD_RETREAT_ENDED,    /**< They no longer are. */
    WEND_SQUAD_REGROUP_BEGUN,    /**< The members were too far apart. */
    WEND_SQUAD_REGROUPED,        /**< They are together again. */
    WEND_SQUAD_AREA_SCOUTED,     /**< All cells are seen. */
    WEND_SQUAD_PARTS_SWAPPED     /**< Bounding: the moving part arrived, and the other one moves. */
} wend_squad_event_kind;

/** An event of the last update. */
typedef struct wend_squad_event {
    wend_squad_event_kind kind; /**< What happened. */
    wend_squad_id squad;        /**< To which squad. */
    uint64_t agent;             /**< The member; 0 for other events. */
} wend_squad_event;

/* ---- squads ---- */

/** Decides a squad's order: its captain's mind, or the squad's own. It is called at the beginning of the
 * update, for each squad with members, in the order of their indices; it sees the assignments of the last
 * update. It may call const functions of the squads. wend_squads_join, _leave, _merge, _remove,
 * _set_order, _move_order and _set_captain are queued there until the end of the update and give
 * WEND_IN_PROGRESS; all other calls that change the squads give WEND_ERROR_BUSY.
 * @param order the present order; to be changed where the result is true. Orders that
 * wend_squads_set_order would refuse are ignored.
 * @return true: *order is the order from now on. */
typedef bool (*wend_squad_mind_fn)(void *user, const wend_squads *squads, wend_squad_id squad,
                                   uint64_t tick, wend_squad_order *order);
/** Returns the danger of a position for a squad, 0 or more; other values count as 0. It may call const
 * functions of the squads; calls that change them give WEND_ERROR_BUSY. */
typedef double (*wend_squad_danger_fn)(void *user, wend_squad_id squad, wend_vec2 at);

/** Definition of squads. */
typedef struct wend_squads_def {
    uint32_t cookie;         /**< Set by wend_squads_def_default; leave it. */
    uint32_t max_squads;     /**< 1 to WEND_SQUADS_MAX. Default 16. */
    uint32_t max_members;    /**< Of a squad, 1 to WEND_SQUAD_MEMBERS_MAX. Default 16. */
    uint32_t max_enemies;    /**< That a squad knows, 1 to WEND_SQUAD_ENEMIES_MAX. Default 32. */
    uint32_t max_cells;      /**< Of an area to scout, 1 to WEND_SQUAD_CELLS_MAX. Default 256. */
    uint32_t max_edits;      /**< Queued in an update, 1 to WEND_SQUAD_EDITS_MAX. Default 64. */
    wend_squad_mind_fn mind; /**< Decides orders; NULL (default): the user alone does. */
    wend_squad_danger_fn danger; /**< For the side of a flank; NULL (default): by the enemies. */
    void *user;                  /**< For both. */
    wend_allocator allocator;    /**< Default libc. */
    wend_message *message;       /**< Text of a failure of create or load; may be NULL (default). */
} wend_squads_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_squads_def wend_squads_def_default(void);
/** Creates squads, with all their memory.
 * @param squads set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_squads_create(const wend_squads_def *def, wend_squads **squads);
/** Frees squads; NULL is allowed. Not from callbacks. */
WEND_API void wend_squads_destroy(wend_squads *squads);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_squads_error(const wend_squads *squads);

/** Definition of a squad. */
typedef struct wend_squad_def {
    uint32_t cookie; /**< Set by wend_squad_def_default; leave it. */
    uint32_t files;  /**< Members side by side in a row, 1 to WEND_SQUAD_MEMBERS_MAX. Default 5. */
    double spacing;  /**< Metres between the edges of members, 0 to 1000. Default 1. */
    double arrival;  /**< A member has arrived within so many metres, above 0 to 1000. Default 1. */
    double
        retreat_ratio; /**< Retreat begins when the squad's strength (the sum of strength * health)
                               is below this many times that of the enemies (strength * certainty), 0
                               (never) to 1000. Default 0.4. */
    double
        return_ratio; /**< It ends from this many times on, retreat_ratio to 1000. Default 0.7. */
    double
        threat_range; /**< Enemies count for that within so many metres of the squad's centre, 0 to
                               WEND_SQUAD_VALUE_MAX. Default 50. */
    double retreat_distance; /**< Without a rally point the squad retreats so far from the enemies'
                                  centre, 0 to WEND_SQUAD_VALUE_MAX. Default 20. */
    double spread_limit; /**< The squad regroups when a member is farther from the centre, metres, 0
                              (never) to WEND_SQUAD_VALUE_MAX; until half of it. Not while a member is in
                              contact, while it scouts, flanks, bounds, escorts or retreats. Default
                              30. */
    double engage_range; /**< Beside its targets a squad attacks enemies within so many metres of a
                              member, or within that member's range, 0 to WEND_SQUAD_VALUE_MAX. Default
                              10. */
    double bound;        /**< Length of a bound, metres, above 0 to 1000. Default 8. */
    double flank_distance; /**< Metres beside the target on the way around, above 0 to 1000. Default
                                 12. */
    double
        keep_target; /**< How much a member's present target is preferred, in parts of the worth of
                             a kill, 0 to 10, so that targets do not flicker. Default 0.15. */
    bool is_captain_protected; /**< The captain stays behind the others, and is not sent forward.
                                    Default false. */
    bool has_rally;            /**< There is a rally point. Default false. */
    wend_vec2 rally;           /**< Where the squad retreats to, metres. */
    uint64_t user;             /**< Your value, kept. */
} wend_squad_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_squad_def wend_squad_def_default(void);
/** Adds a squad without members, which holds.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_add(wend_squads *squads, const wend_squad_def *def,
                                     wend_squad_id *id);
/** Removes a squad; its members are free.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE; in a mind WEND_IN_PROGRESS, WEND_ERROR_FULL. */
WEND_API wend_result wend_squads_remove(wend_squads *squads, wend_squad_id id);
/** Sets another definition of a squad.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_set_def(wend_squads *squads, wend_squad_id id,
                                         const wend_squad_def *def);
/** Gets the definition of a squad. @param def zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_squads_get_def(const wend_squads *squads, wend_squad_id id,
                                         wend_squad_def *def);
/** Adds a member.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (it is a member of a squad already, too), WEND_ERROR_STALE,
 * WEND_ERROR_FULL; in a mind WEND_IN_PROGRESS. */
WEND_API wend_result wend_squads_join(wend_squads *squads, wend_squad_id id,
                                      const wend_squad_member *member);
/** Removes a member from its squad.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no member); in a mind WEND_IN_PROGRESS,
 * WEND_ERROR_FULL. */
WEND_API wend_result wend_squads_leave(wend_squads *squads, uint64_t agent);
/** Moves all members of one squad to another one, with what is known of enemies (as many as there is
 * room for), and removes it. The captain and the order are those of the other one.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the same squad), WEND_ERROR_STALE, WEND_ERROR_FULL (too many
 * members); in a mind WEND_IN_PROGRESS. */
WEND_API wend_result wend_squads_merge(wend_squads *squads, wend_squad_id into, wend_squad_id from);
/** Makes a squad of some members of another one, with its definition and known enemies. It holds.
 * @param agents [count], each a member of `from`, each once, 1 or more.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_split(wend_squads *squads, wend_squad_id from,
                                       const uint64_t *agents, size_t count, wend_squad_id *id);
/** Makes a member captain of its squad. A squad without a captain gets one in the next update: the
 * member of the greatest rank, among those of equal rank that of the smallest number.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE; in a mind WEND_IN_PROGRESS, WEND_ERROR_FULL. */
WEND_API wend_result wend_squads_set_captain(wend_squads *squads, uint64_t agent);
/** Makes a member leader of its squad until it leaves. Without one the leader is the member nearest to
 * the goal. @param is_leader false: it is no longer set.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_set_leader(wend_squads *squads, uint64_t agent, bool is_leader);

/** Sets the state of a member.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_set_state(wend_squads *squads, uint64_t agent,
                                           const wend_squad_state *state);
/** Adds or changes an enemy that a squad knows.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_set_enemy(wend_squads *squads, wend_squad_id id,
                                           const wend_squad_enemy *enemy);
/** Forgets an enemy. @return WEND_OK, WEND_ERROR_ARGUMENT (it is not known), WEND_ERROR_STALE,
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_forget_enemy(wend_squads *squads, wend_squad_id id,
                                              uint64_t number);
/** Members report what they remember of other teams: the enemies that the squad knows become those that
 * its members remember, each by the newest record of all members (in the order of wend_memories_share).
 *
 * number is the subject of a record, the position the last known one, strength its danger, certainty that of
 * now. Memories keep no health: an enemy that was known keeps it, a new one has 1. Records of danger 0, and
 * what is remembered to be gone, are no enemies. An enemy that no member remembers is forgotten, also one of
 * wend_squads_set_enemy. Members without a memory report nothing. With max_enemies fewer than there
 * are those of the greatest strength * certainty are kept, of equal ones the smaller numbers. Call it before
 * wend_squads_update.
 * @param memories by the numbers of the members. @param team that of the squad.
 * @return WEND_OK, WEND_TRUNCATED (some were not kept), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE,
 * WEND_ERROR_MEMORY, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_report_memories(wend_squads *squads, wend_squad_id id,
                                                 const wend_memories *memories, uint32_t team);
/** Sets the order of a squad; it begins anew, an equal one too.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (of an area to scout: too many cells, too), WEND_ERROR_STALE; in a
 * mind WEND_IN_PROGRESS, WEND_ERROR_FULL. */
WEND_API wend_result wend_squads_set_order(wend_squads *squads, wend_squad_id id,
                                           const wend_squad_order *order);
/** Moves the order's `at` without beginning anew. Results as wend_squads_set_order. */
WEND_API wend_result wend_squads_move_order(wend_squads *squads, wend_squad_id id, wend_vec2 at);
/** Gets the order of a squad. @param order zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_squads_get_order(const wend_squads *squads, wend_squad_id id,
                                           wend_squad_order *order);
/** Reports what is seen of the area to scout: cells whose centres lie within a distance of a position.
 * The cells in which members stand are reported by the update. Without an order to scout nothing happens.
 * @param radius metres, 0 to WEND_SQUAD_VALUE_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_squads_report_seen(wend_squads *squads, wend_squad_id id, wend_vec2 at,
                                             double radius);

/** Decides for all squads. Allocates nothing. The events of the last update are replaced.
 * @param tick not below that of the last update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY (in a callback). */
WEND_API wend_result wend_squads_update(wend_squads *squads, uint64_t tick);
/** Gets what a member does. Before its first update it holds.
 * @param assignment zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no member). */
WEND_API wend_result wend_squads_get_assignment(const wend_squads *squads, uint64_t agent,
                                                wend_squad_assignment *assignment);
/** Returns the events of the last update, by squad. They are neither saved nor hashed.
 * @param count their number, may be NULL.
 * @return [count], until the next update. NULL for NULL. */
WEND_API const wend_squad_event *wend_squads_events(const wend_squads *squads, size_t *count);

/** What a squad is like. */
typedef struct wend_squad_info {
    uint32_t member_count; /**< Members. */
    uint32_t enemy_count;  /**< Known enemies. */
    bool has_captain;      /**< There is a captain. */
    bool has_leader;       /**< There is a leader: a squad with members had an update. */
    uint64_t captain;      /**< The captain; 0 if none. */
    uint64_t leader;       /**< The leader; 0 if none. */
    wend_vec2 centre;      /**< Mean position of members, metres, at the last update. */
    double heading;        /**< Of the formation, radians. */
    double spread;         /**< Greatest distance of a member from the centre, metres. */
    double strength;       /**< Sum of strength * health of members. */
    double threat;         /**< Sum of strength * certainty of enemies in threat_range. */
    bool is_done;          /**< The order is done. */
    bool is_retreating;    /**< It retreats because the enemies are too strong. */
    bool is_regrouping;    /**< It regroups because the members were too far apart. */
    uint32_t moving_part;  /**< Bounding: the part that moves, 0 or 1. */
    uint32_t cell_count;   /**< Cells of the area to scout. */
    uint32_t seen_count;   /**< Those that are seen. */
} wend_squad_info;

/** Gets what a squad is like. @param info zeroed first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_squads_get_info(const wend_squads *squads, wend_squad_id id,
                                          wend_squad_info *info);
/** Returns the squad of an agent; {0, 0} if none. */
WEND_API wend_squad_id wend_squads_of_agent(const wend_squads *squads, uint64_t agent);
/** Gets a member and its state.
 * @param member zeroed first; may be NULL. @param state likewise.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_squads_get_member(const wend_squads *squads, uint64_t agent,
                                            wend_squad_member *member, wend_squad_state *state);
/** Lists all squads, by index.
 * @param ids [capacity], may be NULL when capacity is 0. @param count their number.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_squads_list(const wend_squads *squads, wend_squad_id *ids,
                                      size_t capacity, size_t *count);
/** Lists the members of a squad, by number. @param agents [capacity], otherwise as wend_squads_list.
 * @return also WEND_ERROR_STALE. */
WEND_API wend_result wend_squads_list_members(const wend_squads *squads, wend_squad_id id,
                                              uint64_t *agents, size_t capacity, size_t *count);
/** Lists the known enemies, by number. @param enemies [capacity], otherwise as
 * wend_squads_list_members. */
WEND_API wend_result wend_squads_list_enemies(const wend_squads *squads, wend_squad_id id,
                                              wend_squad_enemy *enemies, size_t capacity,
                                              size_t *count);
/** Lists the slots of a squad's formation by unit kind, by slot: tough units in front, the captain in
 * the middle, ranged units behind. Roles: 1 tough, 2 support, 3 ranged, 4 captain. @param slots
 * [capacity], otherwise as wend_squads_list_members. */
WEND_API wend_result wend_squads_list_slots(const wend_squads *squads, wend_squad_id id,
                                            wend_formation_slot *slots, size_t capacity,
                                            size_t *count);

/** Makes or updates a formation of a crowd from a squad's slots: members that left the squad leave the
 * formation, new ones join, and the pattern becomes that of wend_squads_list_slots. Its goal stays.
 * @param bodies [count] of the members, by their numbers.
 * @param formation {0, 0} or one that was destroyed: a new one is made. On failure it may have some of
 * the new members already.
 * @return as wend_formation_create; WEND_ERROR_ARGUMENT where count is not that of the members. */
WEND_API wend_result wend_squads_set_formation(const wend_squads *squads, wend_squad_id id,
                                               wend_crowd *crowd, const wend_body_id *bodies,
                                               size_t count, wend_formation_id *formation);

/** Draws members, captains, leaders and assignments of all squads: agents, the captain with a ring, a
 * line to each position, a line to each target.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_squads_draw(const wend_squads *squads, const wend_draw *draw);
/** Returns the memory of the squads in bytes; 0 for NULL. */
WEND_API size_t wend_squads_memory_bytes(const wend_squads *squads);
/** Returns a hash of all that decides what follows. 0 for NULL. */
WEND_API uint64_t wend_squads_hash(const wend_squads *squads);
/** Saves the squads as bytes, the same on every machine; not in a callback.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_squads_save(const wend_squads *squads, uint8_t *bytes, size_t capacity,
                                      size_t *count);
/** Loads squads from the bytes of wend_squads_save; they go on as the saved ones would have.
 * @param def gives callbacks, user, allocator and message; NULL = defaults.
 * @param squads set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_squads_load(const wend_squads_def *def, const uint8_t *bytes,
                                      size_t count, wend_squads **squads);

#ifdef __cplusplus
}
#endif
#endif
