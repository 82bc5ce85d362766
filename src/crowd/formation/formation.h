/* The common parts of the files of formations.
 *
 *       members  [ body | role | slot | mode ]          in order of joining
 *                           |
 *       slots    [ offset | role ]  -> at [ x | y ]     the current pattern, and its positions
 *       holders  [ member + 1 ]                         of each slot; 0 = none
 *
 * A tick: wendi_formation_prepare finds on a draft what the formation needs, and gets it; nothing
 * fails after that. Then edits of walls are applied, paths begin (route.c, flow.c), the anchor and
 * the slots move (march.c), and members get their goals (members.c). */
#ifndef WENDI_CROWD_FORMATION_FORMATION_H
#define WENDI_CROWD_FORMATION_FORMATION_H

#include "crowd/core/crowd.h"
#include "crowd/formation/anchor.h"
#include "crowd/formation/anchor_path.h"
#include "crowd/formation/formations.h"
#include "crowd/formation/pattern.h"

enum {
    WENDI_FORMATION_CHUNK =
        256, /* most members of one assignment; larger formations are split by ranks */
    WENDI_FORMATION_LINE_MOST = 512 /* points of a flow traced ahead */
};

/* Spacings: the farthest that members may be from their slots. */
#define WENDI_SLOT_ERROR_MOST 1e300

/* The order of a formation. */
typedef enum wendi_formation_order {
    WENDI_FORMATION_HALTED = 0,
    WENDI_FORMATION_TO_POINT,
    WENDI_FORMATION_ALONG_PATH,
    WENDI_FORMATION_BY_FLOW
} wendi_formation_order;

/* Ways of moving a member to its slot. */
typedef enum wendi_member_mode {
    WENDI_MEMBER_STRAIGHT = 0,
    WENDI_MEMBER_DETOUR,   /* by a point on the anchor's path that is in sight */
    WENDI_MEMBER_BY_ROUTE, /* by its own route, to the final position of the slot */
    WENDI_MEMBER_BY_FLOW   /* by the flow, as a link is between it and its slot */
} wendi_member_mode;

typedef struct wendi_formation_member {
    uint32_t body, role, slot; /* slot WENDI_NONE: none yet */
    uint8_t mode;              /* wendi_member_mode */
    uint32_t failed_checks;    /* consecutive checks without a path to its slot */
    uint32_t late_ticks;       /* ticks that others kept it from its slot */
    wend_vec2 target;          /* of a detour or a route; after arrival: the position of the slot */
} wendi_formation_member;

/* The result of tracing the flow. */
typedef enum wendi_formation_trace {
    WENDI_TRACE_NONE = 0,
    WENDI_TRACE_CROSS_LINK, /* the anchor stands at a link */
    WENDI_TRACE_NO_PATH,    /* no path exists */
    WENDI_TRACE_WAIT,       /* the flow has no direction yet */
    WENDI_TRACE_EXTEND      /* the planned line */
} wendi_formation_trace;

/* The plan of a tick, made before anything changes. An answer of the route source outlives a tick
 * that fails; it is not part of hashes and saves. */
typedef struct wendi_formation_plan {
    wend_leg *legs; /* [leg_count] of the answer */
    size_t leg_count, leg_capacity;
    wend_vec2 *line; /* [line_count] where the path is to go, from the anchor on */
    size_t line_count, line_capacity;
    wendi_formation_trace trace;
    bool is_whole;      /* the line leads to the goal */
    bool is_answered;   /* by the route source */
    wend_result answer; /* if is_answered */
    uint64_t walls;     /* hash of the obstacles' revisions at the query */
    wend_vec2 goal;     /* of the query */
} wendi_formation_plan;

struct wendi_formation {
    uint32_t generation; /* odd = in use */
    /* definition */
    wend_formation_shape shape;
    wend_formation_slot *def_slots; /* [given_count] slots of the definition, or NULL */
    uint32_t def_slot_count;
    uint32_t files;     /* as the definition has it */
    double spacing_def; /* of the definition; 0 = by radius */
    double spacing;     /* metres */
    bool is_narrowing, is_waiting;
    uint64_t user;
    /* members */
    wendi_formation_member *members; /* [count] */
    uint32_t count, capacity;        /* capacity of all arrays by member and by slot */
    double radius;                   /* of the largest member */
    uint32_t leader, leader_class;   /* a body, and its class */
    uint32_t floor;
    bool has_left; /* a member left since slots were filled */
    /* pattern */
    wend_formation_slot *slots; /* [pattern.slot_count] */
    wend_vec2 *at;              /* positions of slots, metres */
    uint32_t *holders;          /* [slot] member + 1; 0 = none */
    wendi_pattern pattern;
    uint32_t pinned;     /* files that the pattern keeps when members leave */
    uint32_t full_files; /* files where there is room */
    double full_width, full_depth;
    uint32_t room;        /* most files; 0 = any */
    uint32_t widen_ticks; /* with room for more files */
    /* march */
    uint8_t order; /* wendi_formation_order */
    uint8_t state; /* wend_body_state */
    bool needs_query;
    bool is_path_whole; /* the path leads to the goal */
    bool is_relaid;     /* slots jumped: they have no velocity */
    wend_vec2 goal;
    double goal_heading; /* NaN = any */
    uint64_t ticket;
    wend_flow_request_id flow;
    wendi_anchor_path path;
    wendi_anchor anchor;
    uint32_t waited;   /* ticks at less than half its speed */
    uint32_t stalled;  /* ticks without members getting nearer to their slots */
    double mean_least; /* spacings: the least mean distance from slots */
    double exit_arc;   /* where its path left a link; below 0: not moved since */
    uint32_t tries;    /* other paths tried at the goal */
    bool is_jammed;    /* needs another path */
    uint32_t settled;  /* the most members that had arrived */
    uint32_t settling; /* ticks since there were more of them */
    wendi_formation_plan plan;
};

/* Scratch of layouts and assignments. */
struct wendi_formation_scratch {
    wendi_pattern_scratch pattern;
    wend_formation_slot slots[WEND_FORMATION_SLOTS_MAX];
    wendi_sort_pair rows[WEND_FORMATION_SLOTS_MAX], columns[WEND_FORMATION_SLOTS_MAX];
    wendi_sort_pair sorting[WEND_FORMATION_SLOTS_MAX];
    double costs[WENDI_FORMATION_CHUNK * WENDI_FORMATION_CHUNK];
    uint32_t answers[WENDI_FORMATION_CHUNK];
    wend_vec2 line[WENDI_FORMATION_LINE_MOST];  /* traced from the flow */
    wend_vec2 before[WEND_FORMATION_SLOTS_MAX]; /* previous positions of slots */
};

/* ---- formations.c ---- */

/** The formation of an id; NULL for a stale or null id. */
wendi_formation *wendi_formation_find(const wend_crowd *crowd, wend_formation_id id);
/** The same for an idle crowd. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY,
 * WEND_ERROR_STALE. */
wend_result wendi_formation_find_idle(wend_crowd *crowd, const char *function, wend_formation_id id,
                                      wendi_formation **f);
wend_formation_id wendi_formation_id_of(const wendi_formations *all, uint32_t index);
/** Allocates the scratch once. @return false: out of memory. */
bool wendi_formations_reserve_scratch(wendi_formations *all);
/** Reserves memory for one more. @return false: out of memory, all as before. */
bool wendi_formations_reserve(wendi_formations *all);
/** Adds one at a free index. The capacity suffices. */
wendi_formation *wendi_formations_add(wendi_formations *all, const wendi_formation *f);
/** Frees its memory; its id is stale from now on. */
void wendi_formations_release(wendi_formations *all, wendi_formation *f);
/** Reserves memory for `count` members and slots. @return false: out of memory, all as before. */
bool wendi_formation_reserve(wendi_formation *f, const wend_allocator *a, uint32_t count);
/** Frees the memory of one outside the pool. */
void wendi_formation_free(wendi_formation *f, const wend_allocator *a);
/** Its value in wendi_routes.scratch_owner. */
uint32_t wendi_formation_route_owner(const wend_crowd *crowd, const wendi_formation *f);
/** Cancels its query without a visible effect. */
void wendi_formation_cancel_query(wend_crowd *crowd, wendi_formation *f);
/** The same, and it needs no route any more. */
void wendi_formation_cancel(wend_crowd *crowd, wendi_formation *f);

/* ---- slots.c ---- */

/** The definition of its pattern for a number of members. */
wendi_pattern_def wendi_formation_pattern_def(const wendi_formation *f, uint32_t members);
/** Lays the pattern out for the current members and room. Writes fields and slots only. */
void wendi_formation_lay_out(wendi_formations *all, wendi_formation *f, bool is_new);
/** Assigns members to slots: the least sum of squared distances, roles first. */
void wendi_formation_assign(wend_crowd *crowd, wendi_formation *f);
/** Fills the slots of members that left, from behind. */
void wendi_formation_fill_gaps(wend_crowd *crowd, wendi_formation *f);

/* ---- march.c ---- */

bool wendi_formation_is_bent_along_path(const wendi_formation *f);
double wendi_formation_arc(const wendi_formation *f);
wend_vec2 wendi_rotate_to(wend_vec2 forward, wend_vec2 offset);
/** Computes the positions of slots. */
void wendi_formation_place_slots(wend_crowd *crowd, wendi_formation *f);
/** One step of the anchor and the slots. */
void wendi_formation_march(wend_crowd *crowd, wendi_formation *f);
/** Places the anchor at an arc of its path, as far as that is open. Two points or more. */
void wendi_formation_set_anchor_arc(const wend_crowd *crowd, wendi_formation *f, double arc);
/** True if the anchor is at its goal with the wanted heading. */
bool wendi_formation_is_at_goal(const wendi_formation *f);
/** Sets the most files; the front stays where it is. */
void wendi_formation_set_files(wend_crowd *crowd, wendi_formation *f, uint32_t room);

/* ---- march.c: pace ---- */

/** Metres a second: the speed of the slowest member in order. */
double wendi_formation_slowest_speed(const wend_crowd *crowd, const wendi_formation *f);
/** The part of that speed at which the anchor moves; detects jams. */
double wendi_formation_pace(const wend_crowd *crowd, wendi_formation *f);
/** Restarts the anchor amidst its members; on a given path it goes back along that. */
void wendi_formation_regroup(const wend_crowd *crowd, wendi_formation *f);
/** Restarts a jammed formation that has no route source to query. Writes fields only, as
 * wendi_formation_regroup. */
void wendi_formation_clear_jam(const wend_crowd *crowd, wendi_formation *f);

/* ---- open_ground.c ---- */

/** The agent of its path: of the leader's class, as large as the largest member. */
wendi_anchor_path_agent wendi_formation_agent(const wend_crowd *crowd, const wendi_formation *f);
/** True if a position on its floor is open to a class. */
bool wendi_formation_is_open_to(const wend_crowd *crowd, const wendi_formation *f,
                                uint32_t crowd_class, wend_vec2 at);
/** The same for the class of the leader. */
bool wendi_formation_is_open(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 at);
/** The nearest open position with a radius of room from walls. */
wend_vec2 wendi_formation_open_position(const wend_crowd *crowd, const wendi_formation *f,
                                        wend_vec2 at);
/** The centre of the members on its floor. */
wend_vec2 wendi_formation_middle(const wend_crowd *crowd, const wendi_formation *f);
/** The wanted position if the member nearest to it sees it, else that member's position. */
wend_vec2 wendi_formation_anchor_position(const wend_crowd *crowd, const wendi_formation *f,
                                          wend_vec2 wanted);
/** Finds the part of the path that edits of walls left open. Writes fields only. @return true if a
 * blocked path is open again. */
bool wendi_formation_check_edits(const wend_crowd *crowd, wendi_formation *f);
/** The same, and measures the room beside the path. */
void wendi_formation_apply_edits(wend_crowd *crowd, wendi_formation *f);
/** True if a wall blocks its path. */
bool wendi_formation_is_path_blocked(const wendi_formation *f);

/* ---- flow.c ---- */

/** Plans the path along a flow. @param draft as in route.c. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formation_trace_flow(wend_crowd *crowd, wendi_formation *f,
                                       wendi_formation *draft);
/** Extends the path by the plan. */
void wendi_formation_follow_flow(wend_crowd *crowd, wendi_formation *f);

/* ---- route.c: plans ---- */

/** Gets all that the next tick needs: answers, lines, memory. Nothing else changes. @return
 * WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formation_prepare(wend_crowd *crowd, wendi_formation *f);
/** Plans a line, and reserves memory for the path along it. @param line [count], from the anchor
 * on. @return false: out of memory; except for the line all is as before. */
bool wendi_formation_plan_line(const wend_crowd *crowd, wendi_formation *f, const wend_vec2 *line,
                               size_t count);
/** The same for the legs of a path, from the point nearest to the anchor on. @param draft the
 * formation as it will be then; may be `f`. */
bool wendi_formation_plan_path(const wend_crowd *crowd, wendi_formation *f,
                               const wendi_formation *draft, const wend_leg *legs, size_t count);

/* ---- route.c: paths ---- */

/** Metres of path needed behind the anchor: for all members in single file. */
double wendi_formation_tail_length(const wendi_formation *f);
/** The formation stands, and its leader reports that there is no path. */
void wendi_formation_lose_path(wend_crowd *crowd, wendi_formation *f);

/** The leader is the member nearest to the goal. */
void wendi_formation_choose_leader(const wend_crowd *crowd, wendi_formation *f);
/** Begins a path at the anchor along the planned line. */
void wendi_formation_begin_path(wend_crowd *crowd, wendi_formation *f, bool is_whole);
/** True if the route source is to be queried in this tick. */
bool wendi_formation_needs_route(const wend_crowd *crowd, const wendi_formation *f);
/** Queries it for the draft of a formation, and plans the line. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_formation_query_route(wend_crowd *crowd, wendi_formation *f,
                                        wendi_formation *draft);
/** Applies the answer. */
void wendi_formation_apply_route(wend_crowd *crowd, wendi_formation *f);

/* ---- members.c ---- */

/** Gives a body the goal of its slot; its previous goal has ended. */
void wendi_member_begin(wend_crowd *crowd, uint32_t body);
/** Members whose class cannot use the path get their own routes. */
void wendi_members_split(wend_crowd *crowd, wendi_formation *f);
/** The anchor crossed a link: all members follow by the flow. */
void wendi_members_cross_link(wend_crowd *crowd, wendi_formation *f);
/** True if a member is still crossing a link. */
bool wendi_members_are_crossing(const wend_crowd *crowd, const wendi_formation *f);
/** All members move to their slots again. */
void wendi_members_restart(wend_crowd *crowd, wendi_formation *f);
/** True if a member moves to its slot, without a goal of its own. */
static inline bool wendi_member_is_in_order(const wendi_formation_member *m)
{
    return m->mode < (uint8_t)WENDI_MEMBER_BY_ROUTE;
}
/** Updates the goals of members. */
void wendi_members_tick(wend_crowd *crowd, wendi_formation *f);
/** Metres from its slot. */
double wendi_member_slot_error(const wend_crowd *crowd, const wendi_formation *f, uint32_t member);

#endif
