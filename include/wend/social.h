/** @file wend/social.h
 * Social groups: two to four people that walk together.
 *
 *      two abreast      three in a V      four in a U      2 + 2, less room     a file: a door,
 *                                                                               or a dense crowd
 *        o   o            o     o         o         o          o   o                 o
 *                            o              o     o                                  o
 *                                                              o   o                 o
 *
 * Members of a social group are bodies of the crowd as all others: each has its own goal, avoids
 * others and touches walls. While two or more of them walk to a point, along a path or by a flow, on
 * one floor and in sight of each other, they walk abreast where there is room, in two files or one
 * behind the other where there is none or the crowd is dense, slow down or stand for those that fall
 * behind, and hurry after those ahead (up to wend_body_def.max_speed). They walk as fast as the
 * slowest of them, and a little slower for each further member. Members that stand, have arrived or
 * have other goals are left alone.
 *
 * Waiting ends: a member that has stood for ten seconds for one that comes no nearer walks on at half
 * its speed. So all arrive that can.
 *
 * A group stays together when its members get other orders, until they leave it. A body is in one
 * social group at most; it may be in a formation, which then decides where it walks. Social groups
 * belong to a crowd: wend_crowd_tick moves them, and they are hashed, saved and loaded with it.
 *
 * Sources: Moussaid, Perozo, Garnier, Helbing, Theraulaz, "The Walking Behaviour of Pedestrian Social
 * Groups and Its Impact on Crowd Dynamics" (2010); Karamouzas, Overmars, "Simulating and Evaluating
 * the Local Behavior of Small Pedestrian Groups" (2012). Figures: docs/social.md.
 */
#ifndef WEND_SOCIAL_H
#define WEND_SOCIAL_H

#include "wend/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of social groups. */
enum {
    WEND_SOCIAL_MEMBERS_MAX = 4,           /**< Most members of a group. */
    WEND_CROWD_SOCIAL_GROUPS_MAX = 1 << 20 /**< Most social groups of one crowd. */
};

/** Id of a social group. index1 0 = none. */
typedef struct wend_social_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_social_id;

/** Definition of a social group. */
typedef struct wend_social_def {
    uint32_t cookie;   /**< Set by wend_social_def_default; leave it. */
    double spacing;    /**< Metres between the centres of neighbours side by side, 1e-6 to 1000; 0 =
                            three radii of the largest member (default): 0.75 for people. */
    double speed_loss; /**< Part of their speed that members lose for each member beyond the first,
                            0 to 0.25. Default 0.05: 0.065 metres a second of 1.3. */
    uint64_t user;     /**< Your value, kept. */
} wend_social_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_social_def wend_social_def_default(void);

/** Makes bodies a social group. Their goals stay. A member of another group leaves it.
 * @param members [count], each once.
 * @param count 1 to WEND_SOCIAL_MEMBERS_MAX.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (a member), WEND_ERROR_FULL,
 * WEND_ERROR_MEMORY, WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_social_create(wend_crowd *crowd, const wend_social_def *def,
                                        const wend_body_id *members, size_t count,
                                        wend_social_id *id);
/** Destroys a group; its members keep their goals, and walk alone.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_social_destroy(wend_crowd *crowd, wend_social_id id);
/** Adds a member, which leaves another group. A member of this group stays what it is.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_FULL
 * (WEND_SOCIAL_MEMBERS_MAX), WEND_ERROR_BUSY. */
WEND_API wend_result wend_social_add_member(wend_crowd *crowd, wend_social_id id,
                                            wend_body_id member);
/** Removes a member from its group; its goal stays. Bodies removed from the crowd leave by
 * themselves, and a group without members is destroyed.
 * @return WEND_OK (also for a body in no group), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE,
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_social_remove_member(wend_crowd *crowd, wend_body_id member);
/** Sends all members to a point, as wend_crowd_set_group_goal does. Where the crowd has a route
 * source, one path is asked for, that of the first member; the others take it too if they see where
 * it begins, and are of its class and no larger. On a mesh the point is on the floor of the first
 * member: use wend_crowd_set_group_goal_at for others.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_social_set_goal(wend_crowd *crowd, wend_social_id id, wend_vec2 to,
                                          uint32_t to_floor);

/** State and figures of a social group. */
typedef struct wend_social_info {
    wend_vec2 centre; /**< Metres: the middle of its members. */
    double heading;   /**< Radians: the direction in which the group walks; 0 before it does. */
    double spread;    /**< Metres: the greatest distance between two members. */
    uint32_t members; /**< Members. */
    uint32_t walking; /**< Members that walk together now; 0 or at least 2. */
    uint32_t files;   /**< Files in which these walk: 1 to walking; 0 while none do. */
    uint32_t arrived; /**< Members whose state is WEND_BODY_ARRIVED. */
    bool is_waiting;  /**< One that is ahead waits for others. */
    uint64_t user;    /**< As defined. */
} wend_social_info;

/** Gets state and figures of a group, as of the last tick.
 * @param info zeroed first. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_social_get_info(const wend_crowd *crowd, wend_social_id id,
                                          wend_social_info *info);
/** Lists the members of a group, in the order in which they joined.
 * @param members [capacity], may be NULL when capacity is 0.
 * @param count number of members.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_social_list_members(const wend_crowd *crowd, wend_social_id id,
                                              wend_body_id *members, size_t capacity,
                                              size_t *count);
/** Returns the social group of a body; {0, 0} if none. */
WEND_API wend_social_id wend_social_of_body(const wend_crowd *crowd, wend_body_id body);
/** Lists all social groups of a crowd, by index. Parameters and results as wend_crowd_list_bodies.
 */
WEND_API wend_result wend_social_list(const wend_crowd *crowd, wend_social_id *ids, size_t capacity,
                                      size_t *count);

#ifdef __cplusplus
}
#endif
#endif
