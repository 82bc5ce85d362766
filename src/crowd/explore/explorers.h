/* The explorers of a crowd and what their methods share.
 *
 *   slot_of [body] -> explorers [slot]
 *
 *   tracing, with the wall on the left (y downwards):
 *
 *       ######wall#######     contact: the centre of a disc that slides along the wall, exactly, a
 *              n|             little ahead of the body. The body follows it, whatever others do to
 *    (body)..(contact)-> t    the body; so what is proven of the trace does not depend on them. */
#ifndef WENDI_CROWD_EXPLORE_EXPLORERS_H
#define WENDI_CROWD_EXPLORE_EXPLORERS_H

#include "base/core/key_table.h"
#include "crowd/core/crowd.h"
#include "wend/explorers.h"
#include "wend/pathfinder.h"

enum { WENDI_EXPLORERS_MAGIC = 0x50584557, WENDI_EXPLORERS_VERSION = 2, WENDI_EXPLORER_TRAIL = 64 };

/* A place that was visited, and the one it was entered from. */
typedef struct wendi_explorer_place {
    uint32_t key;
    uint32_t from; /* index of a place; its own index: the first one */
} wendi_explorer_place;

typedef struct wendi_explorer {
    bool is_used;
    wend_body_id body;
    wend_explore_method method;
    wend_explore_hand hand;
    wend_explore_state state;
    bool has_stopped; /* once it is over: its body was told */
    wend_vec2 goal, start;
    double reach, sense, memory_cell;
    uint64_t max_ticks, ticks, collisions, draws;
    double travelled;
    wend_vec2 last; /* position at the last update */

    /* tracing */
    wend_vec2 hit, hit_normal; /* position at the collision */
    double hit_left;           /* metres from there to the goal; infinite before any */
    wend_vec2 wall;            /* the point touched last */
    wend_vec2 contact, normal; /* the centre of the disc that touches it, and the normal there */
    double progress;           /* metres along the wall since the collision, backwards below 0 */
    double line_side;          /* of the line from collision to goal, metres, at the last update */
    bool is_right;
    bool is_leaving; /* the contact is on the line to the goal: the trace ends there */

    /* turned, stepping back, random */
    wend_vec2 heading;
    uint32_t run_left; /* updates */

    /* places remembered */
    wendi_key_table table; /* by key */
    wendi_explorer_place *places;
    uint32_t place_capacity;
    uint32_t place, target; /* indices: the last one reached, the one it goes to */

    /* path by the map */
    wend_vec2 *corners;
    uint32_t corner_count, corner_capacity, corner_next;
    bool has_path;
    bool is_yielding; /* see below */

    /* giving way to others: see yield.c */
    wend_vec2 trail[WENDI_EXPLORER_TRAIL]; /* [trail_count] where it was, the last one last */
    uint32_t trail_count, trail_at;        /* trail_at: stepping back, the points behind it */
    wend_vec2 wanted;                      /* its last velocity */
    uint32_t stand_ticks;                  /* updates in which another one was against it */
    uint32_t yields, points_since;         /* steps back in a row; points of the trail since */
    uint32_t yield_left;                   /* updates that it still steps back */
    wend_body_id yields_to;
} wendi_explorer;

struct wend_explorers {
    wend_allocator allocator;
    wend_message error;
    wend_crowd *crowd;
    wend_explored_map *map;
    wend_pathfinder *pathfinder; /* over the map; NULL without one */
    wend_path *path;
    double radius;
    bool is_careful;
    uint64_t seed;
    uint32_t limit, count;
    wendi_explorer *items; /* [limit] */
    uint32_t *slot_of;     /* [bodies of the crowd], WENDI_NONE = does not explore */
    uint32_t body_limit;
};

/* What an explorer knows in one update. */
typedef struct wendi_explorer_view {
    wend_explorers *all;
    wendi_explorer *e;
    const wend_crowd *crowd;
    uint32_t floor, crowd_class;
    wend_vec2 at;
    double radius;         /* a little less than the body's: what touches it is no hit */
    double speed, advance; /* metres a second; in a tick */
} wendi_explorer_view;

/** A sweep of the body's disc. */
bool wendi_explorer_sweep(const wendi_explorer_view *view, wend_vec2 from, wend_vec2 to,
                          wend_crowd_hit *hit);
/** True if it can go straight for so many metres in a direction of length 1. */
bool wendi_explorer_is_free(const wendi_explorer_view *view, wend_vec2 direction, double distance);
uint32_t wendi_explorer_draw_below(const wendi_explorer_view *view, uint32_t count);
double wendi_explorer_draw_unit(const wendi_explorer_view *view);

/** Begins a trace at a hit in a direction of length 1. */
void wendi_explorer_begin_trace(const wendi_explorer_view *view, const wend_crowd_hit *hit,
                                wend_vec2 direction);
/** The velocity straight to a position near by, along a wall that the body was pushed against. */
wend_vec2 wendi_explorer_slide_to(const wendi_explorer_view *view, wend_vec2 target);

/** Goes on with a trace. @return the velocity; the state is STRAIGHT where it is over, NO_PATH where
 * it is back at the collision. */
wend_vec2 wendi_explorer_trace(const wendi_explorer_view *view);

/** Makes room for a place. @return false without memory. */
bool wendi_explorer_reserve_place(const wend_explorers *all, wendi_explorer *e);
/** The velocity of depth first exploration; there is room for a place. */
wend_vec2 wendi_explorer_remember(const wendi_explorer_view *view);

/** Reports the cells in sight to the map. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_explorer_report(const wendi_explorer_view *view);
/** Finds a path by the map where there is none, or what is known contradicts it. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_explorer_plan(const wendi_explorer_view *view);
/** The velocity along the path. */
wend_vec2 wendi_explorer_follow(const wendi_explorer_view *view);

/** The velocity by the method of the explorer. */
wend_vec2 wendi_explorer_move(const wendi_explorer_view *view);

/** The same, or that of a step back for another explorer. */
wend_vec2 wendi_explorer_give_way(const wendi_explorer_view *view);

/** Forgets an explorer; its slot is free. */
void wendi_explorer_release(wend_explorers *all, uint32_t slot);

#endif
