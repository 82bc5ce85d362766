/* core/flow_private.h: a flow from inside, for the files of this room. */
#ifndef WENDI_FLOW_CORE_FLOW_PRIVATE_H
#define WENDI_FLOW_CORE_FLOW_PRIVATE_H

#include "base/core/key_table.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "flow/plan/plan.h"

typedef struct wendi_flow_request {
    uint32_t generation; /* Never 0. */
    uint32_t next_free1;
    bool is_used;
    bool is_due;         /* a new plan is to be made */
    bool is_blocked;     /* no goal is open */
    bool is_unreachable; /* no source can reach a goal */
    uint32_t flow_class;
    wend_flow_seeds seeds;
    bool covers_all;
    double arrival_radius; /* metres */
    uint64_t user;
    uint64_t asked;             /* order of arrival: who waits longest comes first */
    uint64_t built;             /* plans completed */
    wendi_flow_endpoint *goals; /* [goal_count] as ordered, blocked ones too */
    uint32_t goal_count;
    wendi_flow_endpoint *sources; /* [source_count] likewise */
    uint32_t source_count, source_capacity;
    wendi_key_table source_cells; /* sources 0 ... source_seen - 1 by their cells */
    uint32_t source_seen;
    wendi_plan *plan; /* that is sampled; NULL: none yet */
    wendi_plan *next; /* that is being built; NULL: none */
} wendi_flow_request;

/* What tells which class can follow which; see requests/class_groups.c. */
typedef struct wendi_class_compatibility {
    uint32_t *fits;  /* [class_count] bit b of fits[a]: b can be wherever a can */
    uint64_t stamps; /* sum of the classes' portal stamps it was worked out at; 0 = never */
} wendi_class_compatibility;

/* Who can get where: islands of each floor, joined by ways; see core/reachability.c. */
typedef struct wendi_reachability wendi_reachability;

/* Portals and fields that were built ahead; see baked/file.c. */
typedef struct wendi_baked_file wendi_baked_file;

typedef struct wendi_flow_class {
    wend_flow_class def;
    wendi_portal_graph *portals;
    wendi_reachability *reach;
} wendi_flow_class;

struct wend_flow {
    wend_allocator allocator;
    wend_executor executor;
    wendi_sector_map map;
    wendi_flow_class *classes; /* [class_count] */
    uint32_t class_count;
    wendi_class_compatibility fits;
    wend_flow_integration integration;
    bool is_fine, has_angles, has_line_of_sight;
    bool is_wide;                /* D of 32 bits from the start */
    uint32_t straight, diagonal; /* units of a step (on routes 12); diagonal 0: 4 neighbours */
    int32_t margin;
    wendi_field_cache fields;
    wendi_router *router;
    uint32_t router_owner1;       /* index1 of the request whose route is being searched */
    wendi_flow_request *requests; /* [request_count] */
    uint32_t request_count, request_capacity, request_free1, request_used;
    uint64_t asked;              /* number of the last order */
    uint32_t update;             /* number of updates */
    struct wendi_tile_job *jobs; /* [WENDI_TILE_JOBS_MAX] scratch */
    uint32_t *work; /* [request_capacity] requests with something to do, most urgent first */
    uint32_t work_capacity;
    uint32_t work_count, work_done; /* work_done: how many have their routes */
    uint64_t relaxed;
    uint32_t repaired_last;
    wendi_baked_file *stream;
    bool is_busy;       /* inside a call of the user's */
    wend_message error; /* of the last failure: no part of hashes and saves */
};

/** May a flow be changed now? @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. */
wend_result wendi_flow_check_idle(const wend_flow *flow);
/** The request of an id; NULL: there is none. */
wendi_flow_request *wendi_flow_find_request(const wend_flow *flow, wend_flow_request_id id);

/* ---- core/reachability.c ---- */

wend_result wendi_reachability_create(const wend_flow *flow, uint32_t flow_class,
                                      wendi_reachability **reach, wend_message *message);
void wendi_reachability_destroy(wendi_reachability *reach);
/** After edits. Portals of the class must be fresh (links are taken from them). */
wend_result wendi_reachability_update(wendi_reachability *reach);
bool wendi_reachability_is_fresh(const wendi_reachability *reach);
/** Can one get from cell a to cell b? Cells lie inside. Constant time, any thread. */
bool wendi_reachability_has_path(const wendi_reachability *reach, uint32_t floor_a, int32_t ax,
                                 int32_t ay, uint32_t floor_b, int32_t bx, int32_t by);
size_t wendi_reachability_memory_bytes(const wendi_reachability *reach);

/* ---- baked/file.c ---- */

/** Ends streaming; fine if there is none. */
void wendi_baked_file_destroy(wend_flow *flow);
size_t wendi_baked_file_memory_bytes(const wend_flow *flow);
/** Fields read so far. */
uint64_t wendi_baked_file_fields_loaded(const wend_flow *flow);
/** Reads the field of a sector's window that was built ahead, if there is one and nothing it stands
 * on was edited since. @return its index, with one user; WENDI_FIELD_NONE: build it. */
uint32_t wendi_baked_file_load_field(wend_flow *flow, uint32_t flow_class, uint32_t sector,
                                     uint32_t window);

/* ---- plan*.c ---- */

/** Begins a plan for a request: open goals, sources that can reach one.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_create(wend_flow *flow, const wendi_flow_request *request,
                              wendi_plan **plan);
/** Gives its fields back. NULL is fine. */
void wendi_plan_destroy(wend_flow *flow, wendi_plan *plan);
/** Is it still what a fresh one would be? */
bool wendi_plan_is_current(const wend_flow *flow, const wendi_plan *plan);

#endif
