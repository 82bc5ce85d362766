/* The state of a flow, its requests and its movement classes. */
#ifndef WENDI_FLOW_CORE_FLOW_PRIVATE_H
#define WENDI_FLOW_CORE_FLOW_PRIVATE_H

#include "base/core/key_table.h"
#include "base/core/memory.h"
#include "base/core/message.h"
#include "flow/core/field_cache.h"
#include "flow/route/route.h"

/* The fields of one request; see plan/plan.h. */
typedef struct wendi_plan wendi_plan;

/* A goal or a source of a request. */
typedef struct wendi_flow_endpoint {
    uint32_t sector, floor;
    int32_t x, y;           /* cell on its floor */
    int32_t fine_x, fine_y; /* 64ths of a cell from the floor's corner */
    bool is_area;           /* the whole cell */
} wendi_flow_endpoint;

typedef struct wendi_flow_request {
    uint32_t generation; /* never 0 */
    uint32_t next_free1;
    bool is_used;
    bool is_due;         /* a new plan is needed */
    bool is_blocked;     /* no goal is open */
    bool is_unreachable; /* no source can reach a goal */
    uint32_t flow_class;
    wend_flow_seeds seeds;
    bool covers_all;
    double arrival_radius; /* metres */
    uint64_t user;
    uint64_t sequence;          /* order of arrival; the oldest request is updated first */
    uint64_t built;             /* plans completed */
    wendi_flow_endpoint *goals; /* [goal_count] as requested, blocked ones included */
    uint32_t goal_count;
    wendi_flow_endpoint *sources; /* [source_count] likewise */
    uint32_t source_count, source_capacity;
    wendi_key_table source_cells; /* cells of sources 0 ... source_seen - 1 */
    uint32_t source_seen;
    wendi_plan *plan; /* complete, sampled, perhaps shared with equal requests; NULL: none yet */
    wendi_plan *next; /* being built, likewise; NULL: none */
} wendi_flow_request;

/* Compatibility of classes: which may follow the fields of which others; see
 * requests/class_groups.c. */
typedef struct wendi_class_compatibility {
    uint32_t *fits;  /* [class_count] bit b of fits[a]: all ground open to a is open to b */
    uint64_t stamps; /* sum of the portal graphs' stamps when computed; 0: never */
} wendi_class_compatibility;

/* Connected components of each floor, joined by links; see reachability.c. */
typedef struct wendi_reachability wendi_reachability;

/* Portals and fields built ahead; see baked/file.h. */
typedef struct wendi_baked_file wendi_baked_file;

/* A plan without a request; see requests/kept_plans.h. */
typedef struct wendi_kept_plan {
    wendi_plan *plan;
    uint32_t removed;    /* number of the update before which its request was removed */
    uint32_t own_fields; /* fields that no other plan can use */
} wendi_kept_plan;

enum { WENDI_KEPT_PLANS_MAX = 16 };

typedef struct wendi_flow_class {
    wend_flow_class def;
    wendi_portal_graph *graph;
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
    bool is_wide;                /* costs of 32 bits from the start */
    uint32_t straight, diagonal; /* units of a step (12 on routes); diagonal 0: 4 neighbours */
    int32_t margin;
    wendi_field_cache fields;
    wendi_router *router;
    const wendi_plan *router_owner; /* the plan whose route is being searched */
    wendi_flow_request *requests;   /* [request_count] */
    uint32_t request_count, request_capacity, request_free1, request_used;
    uint64_t sequence;                          /* of the last request */
    wendi_kept_plan kept[WENDI_KEPT_PLANS_MAX]; /* [kept_count] the oldest first */
    uint32_t kept_count;
    uint32_t update;             /* number of updates */
    struct wendi_tile_job *jobs; /* [WENDI_TILE_JOBS_MAX] scratch */
    uint32_t *work; /* [request_capacity] requests that are not up to date, most urgent first */
    uint32_t work_capacity;
    uint32_t work_count, work_done; /* work_done: how many of them have their routes */
    uint64_t batch;                 /* number of the batch of jobs */
    uint64_t integrated;            /* integration passes over tiles so far */
    uint32_t repaired_last;
    wendi_baked_file *stream;
    bool is_by_clock;   /* the present update has a deadline: work is cut within steps, too */
    bool is_cut;        /* by clock: the piece of work in hand ended within a step */
    bool is_busy;       /* inside a callback of the user */
    wend_message error; /* of the last failure; not part of hashes and saves */
};

/** @return WEND_OK: the flow may be changed; WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. */
wend_result wendi_flow_check_idle(const wend_flow *flow);
/** The request of an id; NULL: there is none. */
wendi_flow_request *wendi_flow_find_request(const wend_flow *flow, wend_flow_request_id id);

/** Computes the directions of a field whose costs are final, angles included.
 * @param flags framed: WENDI_FLOW_GOAL and _LINK where they replace the direction; NULL: nowhere.
 */
void wendi_field_find_directions(const wend_flow *flow, const wendi_field *field,
                                 const wendi_cost_tile *ground, const uint8_t *flags);

/* ---- reachability.c ---- */

wend_result wendi_reachability_create(const wend_flow *flow, uint32_t flow_class,
                                      wendi_reachability **out, wend_message *message);
void wendi_reachability_destroy(wendi_reachability *reach);
/** Repairs components and links after edits. The portal graph of the class must be fresh, as links
 * are read from it. */
wend_result wendi_reachability_update(wendi_reachability *reach);
bool wendi_reachability_is_fresh(const wendi_reachability *reach);
/** True if cell b can be reached from cell a. Both lie inside. Constant time, any thread. */
bool wendi_reachability_has_path(const wendi_reachability *reach, uint32_t floor_a, int32_t ax,
                                 int32_t ay, uint32_t floor_b, int32_t bx, int32_t by);
size_t wendi_reachability_memory_bytes(const wendi_reachability *reach);

#endif
