/* The shortest useful crowd: a hundred agents, one flow field, a wall with a gap. docs/start.md
 * explains it line by line. */
#include "wend/wend.h"

#include <stdio.h>

enum { AGENTS = 100 };

int main(void)
{
    /* The world: 60 x 30 m, cells of one metre, a wall with a gap of four metres. */
    wend_message message;
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = 60;
    grid_def.height = 30;
    grid_def.message = &message;
    wend_grid *grid = NULL;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) {
        fprintf(stderr, "%s\n", message.text); /* which field is wrong, and its range */
        return 1;
    }
    wend_grid_fill(grid, 0, 30, 4, 1, 26, WEND_COST_WALL); /* class, x, y, width, height, cost */

    /* The directions: a flow field from everywhere to one goal. */
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.grid = grid;
    wend_flow *flow = NULL;
    wend_flow_create(&flow_def, &flow);
    wend_flow_request_id request; /* of class 0, to a position on floor 0 */
    wend_flow_add_request_to(flow, 0, (wend_vec2){50, 20}, 0, &request);
    wend_flow_update(flow, NULL); /* NULL: no budget, all of it now */

    /* The agents: discs of 0.25 m that walk 1.3 m/s and follow the field. */
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = grid;
    crowd_def.flow = flow;
    wend_crowd *crowd = NULL;
    wend_crowd_create(&crowd_def, &crowd);
    wend_body_id ids[AGENTS];
    for (int i = 0; i < AGENTS; i++) {
        const int column = i % 20;
        const int row = i / 20;
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){5 + 0.7 * column, 15 + 0.7 * row};
        wend_crowd_add_body(crowd, &body, &ids[i]);
    }
    wend_crowd_follow_flow(crowd, ids, AGENTS, request);

    /* Time: 20 ticks are one second. */
    wend_crowd_info info = {0};
    for (int tick = 1; info.arrived < AGENTS && tick <= 4000; tick++) {
        wend_crowd_tick(crowd);
        wend_crowd_get_info(crowd, &info);
        if (tick % 400 == 0 || info.arrived == AGENTS) {
            printf("%3d s: %3u of %d have arrived\n", tick / 20, info.arrived, AGENTS);
        }
    }
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    return info.arrived == AGENTS && info.wall_violations == 0 ? 0 : 1;
}
