/* Maps that a flow is tried on: floors with costs, walls, gates, stamps, links and
 * joins, several classes, orders of every kind, and edits. A seed decides everything.
 */
#ifndef TEST_SUPPORT_FLOW_WORLD_H
#define TEST_SUPPORT_FLOW_WORLD_H

#include "support/edits.h"
#include "wend/flow.h"

enum {
    FLOW_WORLD_FLOORS = 2,
    FLOW_WORLD_CLASSES = 3,
    FLOW_WORLD_JOINS = 4,
    FLOW_ORDER_GOALS = 6,
    FLOW_ORDER_AREAS = 2,
    FLOW_ORDER_SOURCES = 12
};

typedef struct flow_world {
    uint64_t seed;
    edits_dice dice;
    edits_world floors[FLOW_WORLD_FLOORS];
    wend_grid *grids[FLOW_WORLD_FLOORS];
    uint32_t floor_count;
    wend_grid_info info; /* of every floor */
    wend_flow_class classes[FLOW_WORLD_CLASSES];
    wend_flow_join joins[FLOW_WORLD_JOINS];
    wend_flow_def def; /* points into this world, which must stay where it is */
    uint64_t edit;     /* number of the next one */
} flow_world;

/* A request that owns its positions. */
typedef struct flow_order {
    wend_flow_request_def def; /* see flow_order_def */
    wend_flow_position goals[FLOW_ORDER_GOALS];
    wend_flow_area areas[FLOW_ORDER_AREAS];
    wend_flow_position sources[FLOW_ORDER_SOURCES];
} flow_order;

/** Makes grids and the definition of a flow over them; flow_world_free gives the grids back. */
void flow_world_make(flow_world *world, uint64_t seed, int32_t side_max);
void flow_world_free(flow_world *world);
/** 0 ... below - 1. */
uint32_t flow_world_roll(flow_world *world, uint32_t below);
/** A flow over the world; the test fails without. NULL = the defaults. */
wend_flow *flow_world_flow(const flow_world *world, const wend_allocator *allocator,
                           const wend_executor *executor);
/** A position on any floor, in walls as well as on open ground. */
wend_flow_position flow_world_place(flow_world *world);
/** A request with random positions. */
void flow_world_order(flow_world *world, flow_order *order);
/** The definition, with pointers to the present positions of the request. */
const wend_flow_request_def *flow_order_def(flow_order *order);
/** An edit of one of the grids. */
void flow_world_edit(flow_world *world);
/** Adds a stamp to one of the floors, if it fits. */
void flow_world_stamp(flow_world *world);
/** Removes a stamp of one of the floors, if there is one. */
void flow_world_lift(flow_world *world);
/** Removes all stamps of all floors, in random order. */
void flow_world_lift_stamps(flow_world *world);

#endif
