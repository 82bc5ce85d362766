/* formation/formation.h: what the files of formations share.
 *
 *      members  [ body | role | slot | mode ]          who is in it, in order of joining
 *                          |
 *      slots    [ offset | role ]  -> at [ x | y ]     the pattern as it is now, and where that is
 *      holders  [ member + 1 ]                         who has the slot; 0 = nobody
 *
 * A tick: formation/prepare.c finds out on a draft what the formation will need, and gets that;
 * nothing fails from there on. formation/open_ground.c looks for walls that were built,
 * formation/route.c and formation/flow.c begin ways; formation/march.c moves the anchor, as fast as
 * formation/pace.c says, and the slots; formation/members.c tells members. */
#ifndef WENDI_CROWD_FORMATION_FORMATION_H
#define WENDI_CROWD_FORMATION_FORMATION_H

#include "crowd/core/crowd.h"
#include "crowd/formation/anchor.h"
#include "crowd/formation/anchor_path.h"
#include "crowd/formation/pattern.h"

enum {
    WENDI_FORMATION_CHUNK = 256,    /* so many are assigned at once; more than that by ranks */
    WENDI_FORMATION_LINE_MOST = 512 /* points of a flow's way that are looked at ahead */
};

/* Spacings: as far from their slots as members may be. */
#define WENDI_SLOT_ERROR_MOST 1e300

/* Where a formation goes. */
typedef enum wendi_formation_order {
    WENDI_FORMATION_HALTED = 0,
    WENDI_FORMATION_TO_POINT,
    WENDI_FORMATION_ALONG_PATH,
    WENDI_FORMATION_BY_FLOW
} wendi_formation_order;

/* How a member gets to its slot. */
typedef enum wendi_member_mode {
    WENDI_MEMBER_STRAIGHT = 0,
    WENDI_MEMBER_DETOUR,   /* by a place on the anchor's way that it can walk to */
    WENDI_MEMBER_BY_ROUTE, /* by a route of its own, to where the slot will be in the end */
    WENDI_MEMBER_BY_FLOW   /* by the flow, as it is on another side of a link than its slot */
} wendi_member_mode;

typedef struct wendi_formation_member {
    uint32_t body, role, slot; /* slot WENDI_NONE: none yet */
    uint8_t mode;              /* wendi_member_mode */
    uint32_t failed_checks;    /* looks in a row that found no way to its slot */
    uint32_t late_ticks;       /* ticks that others kept it from its slot */
    wend_vec2 target;          /* where to, by a detour or apart; arrived: where the slot was */
} wendi_formation_member;

/* What a formation that follows a flow does about its way. */
typedef enum wendi_formation_trace {
    WENDI_TRACE_NONE = 0,
    WENDI_TRACE_CROSS_LINK, /* over the link that it stands at */
    WENDI_TRACE_NO_PATH,    /* there is no way */
    WENDI_TRACE_WAIT,       /* the flow does not know of one yet */
    WENDI_TRACE_EXTEND      /* along the line */
} wendi_formation_trace;

/* What is there for a tick before anything of it is done. An answer of the route source outlives a
 * tick that fails; it is no part of hashes and saves. */
typedef struct wendi_formation_plan {
    wend_leg *legs; /* [leg_count] as the route source answered */
    size_t leg_count, leg_capacity;
    wend_vec2 *line; /* [line_count], the anchor's place first: where the way is to go */
    size_t line_count, line_capacity;
    wendi_formation_trace trace;
    bool is_whole;      /* the line leads to the goal */
    bool is_answered;   /* by the route source */
    wend_result answer; /* where it is */
    uint64_t walls;     /* what barriers looked like when it was asked */
    wend_vec2 goal;     /* that it was asked for */
} wendi_formation_plan;

struct wendi_formation {
    uint32_t generation; /* odd = there */
    /* as ordered */
    wend_formation_shape shape;
    wend_formation_slot *given; /* [given_count] of the definition, or NULL */
    uint32_t given_count;
    uint32_t files;     /* as the definition has it */
    double spacing_def; /* the same: 0 = by radius */
    double spacing;     /* metres */
    bool is_narrowing, is_waiting;
    uint64_t user;
    /* who */
    wendi_formation_member *members; /* [count] */
    uint32_t count, capacity;        /* capacity of all arrays by member and by slot */
    double radius;                   /* of the largest */
    uint32_t leader, leader_class;   /* a body, and its class */
    uint32_t floor;
    bool has_left; /* somebody did since slots were filled */
    /* the pattern */
    wend_formation_slot *slots; /* [pattern.slot_count] */
    wend_vec2 *at;              /* where they are, metres */
    uint32_t *holders;          /* member + 1 */
    wendi_pattern pattern;
    uint32_t pinned;     /* files that the pattern keeps when members die */
    uint32_t full_files; /* side by side where there is room */
    double full_width, full_depth;
    uint32_t room;        /* side by side at most; 0 = any */
    uint32_t widen_ticks; /* so long there has been room for more */
    /* the march */
    uint8_t order; /* wendi_formation_order */
    uint8_t state; /* wend_body_state */
    bool is_asking;
    bool is_path_whole; /* the way leads to the goal */
    bool is_relaid;     /* slots jumped: they have no velocity */
    wend_vec2 goal;
    double goal_heading; /* NaN = as it comes */
    uint64_t ticket;
    wend_flow_request_id flow;
    wendi_anchor_path path;
    wendi_anchor anchor;
    uint32_t waited;   /* ticks without going at half its speed */
    uint32_t stalled;  /* ticks in which members came no nearer to their slots */
    double mean_least; /* spacings: as near as they were on average */
    double exit_arc;   /* where its way came out of a link; below 0: it has not moved since */
    uint32_t tries;    /* other ways that were looked for at the goal */
    bool is_jammed;    /* looks for another way */
    uint32_t settled;  /* most members that had arrived */
    uint32_t settling; /* ticks since there were more of them */
    wendi_formation_plan plan;
};

/* What laying out and assigning work with. */
struct wendi_formation_scratch {
    wendi_pattern_scratch pattern;
    wend_formation_slot slots[WEND_FORMATION_SLOTS_MAX];
    wendi_sort_pair rows[WEND_FORMATION_SLOTS_MAX], columns[WEND_FORMATION_SLOTS_MAX];
    wendi_sort_pair sorting[WEND_FORMATION_SLOTS_MAX];
    double costs[WENDI_FORMATION_CHUNK * WENDI_FORMATION_CHUNK];
    uint32_t answers[WENDI_FORMATION_CHUNK];
    wend_vec2 line[WENDI_FORMATION_LINE_MOST];  /* as the flow leads */
    wend_vec2 before[WEND_FORMATION_SLOTS_MAX]; /* where slots were */
};

/* ---- formation/formations.c ---- */

/** The formation of an id; NULL when it is stale or none. */
wendi_formation *wendi_formation_find(const wend_crowd *crowd, wend_formation_id id);
/** The same, if the crowd may be changed now. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_BUSY, WEND_ERROR_STALE. */
wend_result wendi_formation_find_idle(wend_crowd *crowd, const char *function, wend_formation_id id,
                                      wendi_formation **f);
wend_formation_id wendi_formation_id_of(const wendi_formations *all, uint32_t index);
/** Scratch, when there is none yet. @return false: no memory. */
bool wendi_formations_reserve_scratch(wendi_formations *all);
/** Makes room for one more. @return false: no memory, all as before. */
bool wendi_formations_reserve(wendi_formations *all);
/** Puts one into a free place; there is room. */
wendi_formation *wendi_formations_add(wendi_formations *all, const wendi_formation *f);
/** Frees what it has; its id is stale from now on. */
void wendi_formations_release(wendi_formations *all, wendi_formation *f);
/** Room for so many members and slots. @return false: no memory, all as before. */
bool wendi_formation_reserve(wendi_formation *f, const wend_allocator *a, uint32_t count);
/** Frees the blocks of one that is not in the pool, or not any more. */
void wendi_formation_free(wendi_formation *f, const wend_allocator *a);
/** Who it is in wendi_routes.scratch_of. */
uint32_t wendi_formation_route_owner(const wend_crowd *crowd, const wendi_formation *f);
/** Nobody wants the answer any more to what was asked on its behalf. Nothing shows of it. */
void wendi_formation_cancel_query(wend_crowd *crowd, wendi_formation *f);
/** The same, and it asks no more. */
void wendi_formation_cancel(wend_crowd *crowd, wendi_formation *f);

/* ---- formation/slots.c ---- */

/** The pattern's definition for so many members. */
wendi_pattern_def wendi_formation_pattern_def(const wendi_formation *f, uint32_t members);
/** Lays the pattern out for the members there are and the room there is, as ordered first. Writes
 * fields and slots alone. */
void wendi_formation_lay_out(wendi_formations *all, wendi_formation *f, bool is_new);
/** Who goes to which slot: the least sum of squared ways, roles first. */
void wendi_formation_assign(wend_crowd *crowd, wendi_formation *f);
/** Slots of those who left are filled from behind. */
void wendi_formation_fill_gaps(wend_crowd *crowd, wendi_formation *f);

/* ---- formation/march.c ---- */

bool wendi_formation_is_bent_along_path(const wendi_formation *f);
double wendi_formation_arc(const wendi_formation *f);
wend_vec2 wendi_rotate_to(wend_vec2 forward, wend_vec2 offset);
/** Works out where slots are. */
void wendi_formation_place_slots(wend_crowd *crowd, wendi_formation *f);
/** One step of the anchor and the slots. */
void wendi_formation_march(wend_crowd *crowd, wendi_formation *f);
/** Puts the anchor at an arc of its way, as far as that is open. Two points or more. */
void wendi_formation_set_anchor_arc(const wend_crowd *crowd, wendi_formation *f, double arc);
/** The anchor is where it is to be, turned as it is to be. */
bool wendi_formation_is_at_goal(const wendi_formation *f);
/** Changes how many may go side by side; the front stays where it is. */
void wendi_formation_set_files(wend_crowd *crowd, wendi_formation *f, uint32_t room);

/* ---- formation/pace.c ---- */

/** Metres a second: of the slowest of those in order. */
double wendi_formation_slowest_speed(const wend_crowd *crowd, const wendi_formation *f);
/** The part of that at which the anchor goes; notes jams. */
double wendi_formation_pace(const wend_crowd *crowd, wendi_formation *f);
/** The anchor begins anew amidst its members; on a given path it goes back there. */
void wendi_formation_regroup(const wend_crowd *crowd, wendi_formation *f);
/** Who is jammed and has no route source to ask begins anew. Writes fields alone, as the above. */
void wendi_formation_clear_jam(const wend_crowd *crowd, wendi_formation *f);

/* ---- formation/open_ground.c ---- */

/** Who walks the way of a formation: one of the leader's class, as large as the largest. */
wendi_anchor_path_agent wendi_formation_walker(const wend_crowd *crowd, const wendi_formation *f);
/** Is a place on its floor open to a class? */
bool wendi_formation_is_open_to(const wend_crowd *crowd, const wendi_formation *f,
                                uint32_t crowd_class, wend_vec2 at);
/** The same for the leader. */
bool wendi_formation_is_open(const wend_crowd *crowd, const wendi_formation *f, wend_vec2 at);
/** The nearest place in the open, where there is room a radius from walls. */
wend_vec2 wendi_formation_open_position(const wend_crowd *crowd, const wendi_formation *f,
                                        wend_vec2 at);
/** The middle of the members on its floor. */
wend_vec2 wendi_formation_middle(const wend_crowd *crowd, const wendi_formation *f);
/** That place, if the member nearest to it sees it, else where that member is. */
wend_vec2 wendi_formation_anchor_position(const wend_crowd *crowd, const wendi_formation *f,
                                          wend_vec2 wanted);
/** What walls that were built or torn down leave of the way. Writes fields alone. @return is it a
 * way along which all go on that stood? */
bool wendi_formation_check_edits(const wend_crowd *crowd, wendi_formation *f);
/** The same, and the room beside the way. */
void wendi_formation_apply_edits(wend_crowd *crowd, wendi_formation *f);
/** Is there a wall across its way? */
bool wendi_formation_is_path_blocked(const wendi_formation *f);

/* ---- formation/flow.c ---- */

/** What there is to do about the way by an order of the flow, and the line where that leads.
 * @param draft as in formation/prepare.c. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formation_trace_flow(wend_crowd *crowd, wendi_formation *f,
                                       wendi_formation *draft);
/** Does that: makes the way as long as it has to be. */
void wendi_formation_follow_flow(wend_crowd *crowd, wendi_formation *f);

/* ---- formation/prepare.c ---- */

/** Gets all that the next tick needs of others: answers, lines, memory. Nothing else changes.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formation_prepare(wend_crowd *crowd, wendi_formation *f);
/** Makes a line the one to take, and makes room for the way along it. @param line [count], the
 * anchor's place first. @return false: no memory; but for that line all is as before. */
bool wendi_formation_plan_line(const wend_crowd *crowd, wendi_formation *f, const wend_vec2 *line,
                               size_t count);
/** The same along a path's legs, from the place on it that is nearest to the anchor.
 * @param draft the formation as it will be then; may be `f`. */
bool wendi_formation_plan_path(const wend_crowd *crowd, wendi_formation *f,
                               const wendi_formation *draft, const wend_leg *legs, size_t count);

/* ---- formation/route.c ---- */

/** So much of the way must be there behind the anchor: for a single file of all. */
double wendi_formation_tail_length(const wendi_formation *f);
/** It stands, and its leader tells that there is no way. */
void wendi_formation_lose_path(wend_crowd *crowd, wendi_formation *f);

/** The member nearest to the goal. */
void wendi_formation_choose_leader(const wend_crowd *crowd, wendi_formation *f);
/** A new way begins at the anchor and goes along the line that is ready. */
void wendi_formation_begin_path(wend_crowd *crowd, wendi_formation *f, bool is_whole);
/** Is it to ask the route source in this tick? */
bool wendi_formation_needs_route(const wend_crowd *crowd, const wendi_formation *f);
/** Asks it, on behalf of a formation as it is in the draft; makes the line ready.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_formation_query_route(wend_crowd *crowd, wendi_formation *f,
                                        wendi_formation *draft);
/** Takes what was answered. */
void wendi_formation_apply_route(wend_crowd *crowd, wendi_formation *f);

/* ---- formation/members.c ---- */

/** Makes a body a member on its way to its slot; whatever it was after has ended. */
void wendi_member_begin(wend_crowd *crowd, uint32_t body);
/** Those whose class cannot go the way get routes of their own. */
void wendi_members_split(wend_crowd *crowd, wendi_formation *f);
/** The anchor went over a link: all members follow by the flow. */
void wendi_members_cross_link(wend_crowd *crowd, wendi_formation *f);
/** Is any of them still on its way over a link? */
bool wendi_members_are_crossing(const wend_crowd *crowd, const wendi_formation *f);
/** All are on their way again. */
void wendi_members_restart(wend_crowd *crowd, wendi_formation *f);
/** Does it go to its slot by what is said here, and not by a goal of its own? */
static inline bool wendi_member_is_in_order(const wendi_formation_member *m)
{
    return m->mode < (uint8_t)WENDI_MEMBER_BY_ROUTE;
}
/** Tells members where their slots are. */
void wendi_members_tick(wend_crowd *crowd, wendi_formation *f);
/** Metres from its slot. */
double wendi_member_slot_error(const wend_crowd *crowd, const wendi_formation *f, uint32_t member);

#endif
