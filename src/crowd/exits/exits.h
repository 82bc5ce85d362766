/* Exits: doors and goals of a crowd, and which of them each body takes.
 *
 *   items      [ exit | exit | free | exit ]        detour[body] of each: metres that its path was longer
 *   exit1_of   [ 1 | 1 | 4 | 0 | WAITING | ...      than a straight line, by body
 *   bits       [ . | PASSED | NEAREST | ...
 *
 * All of it is done on one thread, at the end of a tick: bodies that pass are counted in each tick; in each
 * fifth of a second (a turn) the queues are laid out, and a quarter of the bodies chooses. Entries of bodies
 * with another order are 0. */
#ifndef WENDI_CROWD_EXITS_EXITS_H
#define WENDI_CROWD_EXITS_EXITS_H

#include "base/core/sort.h"
#include "crowd/core/crowd.h"
#include "wend/exits.h"

/** wend_crowd.exit1_of of a body that is to choose at the next turn: its exit was removed, or all are
 * closed. */
#define WENDI_EXIT_WAITING UINT32_MAX
/** Metres: longer than any detour. There is no path. */
#define WENDI_EXIT_FAR 1e12
/** Metres: a detour of which nothing is known; counts as 0. */
#define WENDI_EXIT_UNKNOWN (-1.0)

/* Limits of definitions, for calls and for files. Metres; bodies a second. */
#define WENDI_EXIT_WIDTH_LEAST 0.1
#define WENDI_EXIT_WIDTH_MOST 1000.0
#define WENDI_EXIT_RATE_LEAST 1e-3
#define WENDI_EXIT_RATE_MOST 1e6

/* Bits of a body. */
enum {
    WENDI_EXIT_PASSED = 1,
    WENDI_EXIT_CHOOSES_NEAREST = 2,
    WENDI_EXIT_IS_BEFORE = 4, /* it was before the door in the last tick */
    WENDI_EXIT_WAS_BEFORE = 8 /* in any tick since it was sent there */
};

typedef struct wendi_exit {
    uint32_t generation; /* odd = in use */
    wend_exit_def def;
    uint64_t passed;
    /* of the measurement: while there was a queue, and both less and less */
    double busy_seconds, busy_passed;
    uint64_t passed_before; /* at the last turn */
    bool was_busy;          /* at the last turn */
    double seconds;         /* until all are through */
    double *detour;         /* [limit] metres */
    /* of a turn */
    uint32_t first, count; /* of its queue, in wendi_exits.queue */
    uint32_t joined;       /* bodies that chose it in this turn */
} wendi_exit;

struct wendi_exits {
    wendi_exit *items; /* [WEND_CROWD_EXITS_MAX]; NULL until there is one */
    uint32_t count;    /* indices in use are below it */
    uint32_t active_count;
    uint32_t *exit1_of;               /* [limit] exit + 1; 0 = none */
    uint8_t *bits;                    /* [limit] */
    bool has_edits;                   /* since exits without a path were tried again */
    wendi_sort_pair *queue, *scratch; /* [limit] each: arrival, body; by exit, then by arrival */
    double *through;                  /* [limit] seconds until each of the queue is through */
    uint32_t limit;
    wend_allocator allocator;
};

void wendi_exits_init(wendi_exits *exits, uint32_t limit, const wend_allocator *a);
void wendi_exits_free(wendi_exits *exits);
size_t wendi_exits_memory_bytes(const wendi_exits *exits);
/** Allocates what does not depend on single exits. @return false: out of memory, all as before. */
bool wendi_exits_reserve(wendi_exits *exits);
/** Counts the bodies that passed, and lets bodies choose; at the end of a tick. */
void wendi_exits_tick(wend_crowd *crowd);
/** Metres that a body has to walk to an exit; WENDI_EXIT_FAR or more without a path. */
double wendi_exit_metres(const wend_crowd *crowd, const wendi_exit *e, uint32_t body);
/** Bodies a second that pass the exit. */
double wendi_exit_rate(const wendi_exit *e);
/** True if the body, which has passed its exit, is still behind it, with a path to its goal. */
bool wendi_exit_is_behind(const wend_crowd *crowd, uint32_t body);
/** True if the body walks to the goal of the exit as that is defined now. */
bool wendi_exit_is_goal_of(const wend_crowd *crowd, const wendi_exit *e, uint32_t body);
/** Sends a body to an exit, or on to its goal if WENDI_EXIT_PASSED is set. */
void wendi_exit_send(wend_crowd *crowd, uint32_t body, uint32_t index);
/** Visits all exits. Reading is into exits just initialized. @param crowd whose floors they are on. */
void wendi_exits_visit(wendi_exits *exits, const wendi_bodies *bodies, uint32_t floor_count,
                       wendi_visitor *v);

/** True for a rate, and for 0: measured. */
static inline bool wendi_exit_is_rate(double rate)
{
    return (rate >= 0 && rate <= 0) ||
           (rate >= WENDI_EXIT_RATE_LEAST && rate <= WENDI_EXIT_RATE_MOST);
}

static inline bool wendi_exit_is_open(const wendi_exit *e)
{
    return e->generation % 2 == 1 && !e->def.is_closed;
}

#endif
