/* The common parts of `wend flow`: its options, and the objects made from them.
 *
 *   flow.c         options, and the order of the steps
 *   flow_make.c    map -> portals -> stamps -> request
 *   flow_walk.c    agents that follow the fields, and the ratio of their paths to the cheapest ones
 *   flow_report.c  picture, text, JSON
 */
#ifndef CLI_COMMANDS_FLOW_H
#define CLI_COMMANDS_FLOW_H

#include "core/picture.h"
#include "map/items.h"
#include "map/map.h"

#include "wend/flow.h"
#include "wend/grid.h"
#include "wend/types.h"

enum { FLOW_POSITIONS_MAX = 256, FLOW_STAMPS_MAX = 256, FLOW_RANDOM_WALKS = 100 };

/* Further parts of pictures, beside the bits of wend_flow_show. */
enum { FLOW_DRAW_WALKS = 1 << 16, FLOW_DRAW_PORTALS = 1 << 17 };

typedef struct flow_positions {
    map_position items[FLOW_POSITIONS_MAX];
    size_t count;
} flow_positions;

typedef struct flow_stamp {
    int32_t x, y, width, height;
    uint8_t cost;
} flow_stamp;

/* Arguments of the command. */
typedef struct flow_arguments {
    map_arguments map;
    map_agent agent;
    picture_arguments picture;
    flow_positions to, from;
    flow_stamp stamps[FLOW_STAMPS_MAX];
    size_t stamp_count;
    wend_flow_integration integration;
    bool is_fine, has_angles, covers_all, seeds_portals;
    int64_t margin, sector; /* -1 = not given */
    uint32_t show;          /* bits of wend_flow_show and those above; 0 = not given */
} flow_arguments;

/* The path of one agent along the fields. */
typedef struct flow_walk {
    wend_node start;
    wend_flow_guidance why; /* WEND_FLOW_ARRIVED, or the guidance that stopped it */
    bool is_blocked;        /* it began where it cannot be */
    double cost, best; /* in steps over ground of cost 1; best: infinite without a path, and then
                          no agent walked */
    wend_vec2 *points; /* [count] metres: where it turned */
    size_t count, capacity;
} flow_walk;

/* Results of the command. */
typedef struct flow_work {
    const flow_arguments *arguments;
    wend_map *file;
    wend_grid *grid;
    wend_grid_info grid_info;
    wend_flow *flow;
    wend_space *space; /* for the cheapest paths */
    wend_search *search;
    wend_node goals[FLOW_POSITIONS_MAX];
    wend_flow_position goal_positions[FLOW_POSITIONS_MAX];
    wend_flow_position sources[FLOW_POSITIONS_MAX];
    size_t source_count;
    bool are_random; /* no --from: the sources were drawn */
    wend_flow_request_id id;
    wend_flow_request_info order;
    wend_flow_info figures;
    uint64_t portals_ns, repair_ns, request_ns;
    uint32_t sectors_repaired;
    flow_walk *walks; /* [source_count], NULL before they were walked */
    size_t arrived;
    double stretch_mean, stretch_worst; /* of the agents that arrived; NaN if none did */
} flow_work;

/** Map, flow, stamps, and the request with its fields. Cells in walls are no failure: the request's
 * state shows them. @return CLI_OK or CLI_BAD. */
int flow_make(const cli *c, flow_arguments *arguments, flow_work *work);
/** True if there are fields, and agents to follow them. */
bool flow_has_fields(const flow_work *work);
/** Frees all that exists. */
void flow_free(flow_work *work);

/** Walks from each source. @return CLI_OK or CLI_BAD. */
int flow_walk_all(const cli *c, flow_work *work);

/** Draws everything of one picture; the context is a flow_work. */
void flow_paint(void *context, const wend_draw *draw);
void flow_put_json(const flow_work *work);
void flow_put_text(const flow_work *work);

#endif
