/* A map of the editor Tiled with two kinds of units, and a wall that is built while they walk:
 * two_units samples/two_units.tmx. Vehicles have ground costs of their own ("cost:vehicle" of the
 * tiles), and are too wide for the door. */
#include <stdio.h>
#include <stdlib.h>
#include <wend/io.h>

enum { INFANTRY, VEHICLE, KINDS, EACH = 20 };

static void check(wend_result result, const char *text)
{
    if (result != WEND_OK) {
        fprintf(stderr, "%s\n", text);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    wend_message message = {0};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_map *map = NULL;
    check(wend_map_load_file(argc > 1 ? argv[1] : "two_units.tmx", &options, &map), message.text);
    wend_grid *grid = wend_map_release_grid(map); /* to build in it */

    wend_crowd_class kinds[KINDS] = {wend_crowd_class_default(), wend_crowd_class_default()};
    kinds[VEHICLE].radius = 0.9; /* too wide for the door, in which only infantry fits */
    wend_map_class_from_name(map, "vehicle", &kinds[VEHICLE].movement_class); /* 0 without one */
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.grid = grid;
    crowd_def.has_own_flow = true; /* flow fields that follow the edits of the grid */
    crowd_def.classes = kinds;
    crowd_def.class_count = KINDS;
    crowd_def.message = &message;
    wend_crowd *crowd = NULL;
    check(wend_crowd_create(&crowd_def, &crowd), message.text);

    wend_flow *flow = wend_crowd_flow(crowd);
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        wend_map_item goal, spawn;
        const char *home = kind == VEHICLE ? "garage" : "barracks";
        const bool has_ends =
            wend_map_find_item(map, "goal", &goal) && wend_map_find_item(map, home, &spawn);
        check(has_ends ? WEND_OK : WEND_ERROR_FILE, "the map lacks a goal, garage or barracks");
        wend_body_def body = wend_body_def_default();
        body.position = spawn.position;
        body.radius = kind == VEHICLE ? 0.9 : 0.3;
        body.crowd_class = kind;
        wend_body_id ids[EACH];
        check(wend_crowd_add_bodies(crowd, &body, EACH, ids), wend_crowd_error(crowd));
        wend_flow_request_id to; /* of the kind, to a position on floor 0 */
        check(wend_flow_add_request_to(flow, kind, goal.position, 0, &to), wend_flow_error(flow));
        check(wend_crowd_follow_flow(crowd, ids, EACH, to), wend_crowd_error(crowd));
    }
    for (int tick = 0; tick < 2400; tick++) { /* two minutes */
        if (tick == 100) {                    /* the gap in the north is closed */
            check(wend_grid_fill(grid, WEND_CLASS_ALL, 30, 2, 1, 6, WEND_COST_WALL),
                  wend_grid_error(grid));
        }
        check(wend_crowd_tick(crowd), wend_crowd_error(crowd));
    }
    wend_crowd_info info;
    wend_crowd_get_info(crowd, &info);
    printf("%u of %u have arrived\n", info.arrived, info.bodies);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
    wend_map_destroy(map);
    return info.arrived == KINDS * EACH ? 0 : 1;
}
