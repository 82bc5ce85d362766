/* Two thousand units follow one flow field, and an explosion throws them about on their way. */
#include <stdio.h>
#include <stdlib.h>
#include <wend/wend.h>

enum { UNITS = 2000 };

static void check(wend_result result, const char *text)
{
    if (result != WEND_OK) {
        fprintf(stderr, "%s\n", text);
        exit(1);
    }
}

int main(void)
{
    wend_message message = {0};
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = 120;
    grid_def.height = 80;
    grid_def.message = &message;
    wend_grid *grid = NULL;
    check(wend_grid_create(&grid_def, &grid), message.text);
    check(wend_grid_fill(grid, 0, 60, 25, 2, 30, WEND_COST_WALL), wend_grid_error(grid));

    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = grid;
    crowd_def.has_own_flow = true;
    crowd_def.max_bodies = UNITS;
    crowd_def.message = &message;
    wend_crowd *crowd = NULL;
    check(wend_crowd_create(&crowd_def, &crowd), message.text);
    wend_body_def body = wend_body_def_default();
    body.position = (wend_vec2){25, 40};
    body.speed = 3;
    static wend_body_id ids[UNITS];
    check(wend_crowd_add_bodies(crowd, &body, UNITS, ids), wend_crowd_error(crowd));
    wend_flow *flow = wend_crowd_flow(crowd);
    const wend_vec2 goal = {95, 40};
    wend_flow_request_id to; /* of class 0, to a position on floor 0 */
    check(wend_flow_add_request_to(flow, 0, goal, 0, &to), wend_flow_error(flow));
    check(wend_crowd_follow_flow(crowd, ids, UNITS, to), wend_crowd_error(crowd));

    for (int tick = 0; tick < 800; tick++) { /* 20 ticks are a second */
        if (tick == 100) {
            size_t hit = 0;
            check(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){40, 40}, 8, 1600, true, &hit),
                  wend_crowd_error(crowd)); /* floor, centre, radius, newton seconds, shielded */
            printf("the explosion hit %zu units\n", hit);
        }
        check(wend_crowd_tick(crowd), wend_crowd_error(crowd));
    }
    wend_crowd_info info;
    wend_crowd_get_info(crowd, &info);
    printf("%u of %u have arrived, %u in walls\n", info.arrived, info.bodies,
           (unsigned)info.wall_violations);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
    return info.arrived > 0 && info.wall_violations == 0 ? 0 : 1;
}
