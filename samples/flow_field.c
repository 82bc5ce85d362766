/* One field for ten thousand agents. They start all over a map of halls and move to one goal, by
 * one request: every tick samples the directions of all agents at once and moves each by 40 cm. No
 * agent needs a search. The field is also drawn: flow_field [PICTURE.png]. */
#include "wend/flow.h"
#include "wend/io.h"

#include <stdio.h>

enum { WIDTH = 60, HEIGHT = 40, AGENTS = 10000, TICKS_MAX = 1000 };

typedef struct crowd {
    double x[AGENTS], y[AGENTS];
    double to_x[AGENTS], to_y[AGENTS];
    uint8_t why[AGENTS];
} crowd;

static wend_grid *make_halls(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return NULL;
    }
    wend_grid_fill(grid, 0, 15, 0, 1, 33, WEND_COST_WALL); /* three walls with a gap each */
    wend_grid_fill(grid, 0, 30, 12, 1, 28, WEND_COST_WALL);
    wend_grid_fill(grid, 0, 44, 0, 1, 18, WEND_COST_WALL);
    wend_grid_fill(grid, 0, 44, 22, 1, 18, WEND_COST_WALL);
    wend_grid_fill(grid, 0, 18, 4, 8, 5, 4); /* mud: four times the cost */
    return grid;
}

/* Random open positions, the same on every machine. */
static void place_crowd(const wend_grid *grid, crowd *c)
{
    uint64_t tries = 0;
    for (int i = 0; i < AGENTS; i++) {
        do {
            tries++;
            c->x[i] = wend_random_unit(1, tries, 0) * (double)WIDTH;
            c->y[i] = wend_random_unit(1, tries, 1) * (double)HEIGHT;
        } while (!wend_grid_is_open(grid, 0, WEND_TEAM_NONE, (int32_t)c->x[i], (int32_t)c->y[i]));
    }
}

/* @return the number of agents that have arrived. */
static int walk(const wend_grid *grid, const wend_flow *flow, wend_flow_request_id order, crowd *c,
                int *in_walls)
{
    int arrived = 0;
    wend_flow_sample_many(flow, order, NULL, c->x, c->y, AGENTS, c->to_x, c->to_y, c->why);
    for (int i = 0; i < AGENTS; i++) {
        c->x[i] += 0.4 * c->to_x[i];
        c->y[i] += 0.4 * c->to_y[i];
        arrived += c->why[i] == WEND_FLOW_ARRIVED ? 1 : 0;
        *in_walls +=
            wend_grid_is_open(grid, 0, WEND_TEAM_NONE, (int32_t)c->x[i], (int32_t)c->y[i]) ? 0 : 1;
    }
    return arrived;
}

static void draw(const wend_grid *grid, const wend_flow *flow, wend_flow_request_id order,
                 const char *file)
{
    wend_picture_def def = wend_picture_def_default();
    wend_grid_bounds(grid, &def.low, &def.high);
    wend_picture *picture = NULL;
    if (wend_picture_create(&def, &picture) == WEND_OK) {
        const wend_draw to = wend_picture_draw(picture);
        wend_grid_draw(grid, 0, &to);
        wend_flow_draw(flow, order, 0, WEND_FLOW_SHOW_ALL, &to);
        wend_picture_save_file(picture, file, NULL);
    }
    wend_picture_destroy(picture);
}

static int run(const wend_grid *grid, wend_flow *flow, crowd *c, const char *file)
{
    const wend_flow_position goal = {.position = {57.5, 4.5}};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true; /* agents are everywhere: no sources needed */
    def.arrival_radius = 3.0;
    wend_flow_request_id order;
    if (wend_flow_add_request(flow, &def, &order, NULL) != WEND_OK ||
        wend_flow_update(flow, NULL) != WEND_OK) {
        return 1;
    }
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    printf("%u sectors, %u portals, %u fields for %d agents\n", (unsigned)info.sectors,
           (unsigned)info.portals, (unsigned)info.fields_built, AGENTS);
    draw(grid, flow, order, file);
    place_crowd(grid, c);
    int arrived = 0;
    int in_walls = 0;
    int tick = 0;
    for (; tick < TICKS_MAX && arrived < AGENTS; tick++) {
        arrived = walk(grid, flow, order, c, &in_walls);
        if (tick % 50 == 0) {
            printf("tick %3d: %5d have arrived\n", tick, arrived);
        }
    }
    printf("all %d after %d ticks, %d steps ended in a wall\n", arrived, tick, in_walls);
    return arrived == AGENTS && in_walls == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    static crowd c;
    wend_grid *grid = make_halls();
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    wend_flow *flow = NULL;
    int exit_code = 1;
    if (wend_flow_create(&def, &flow) == WEND_OK) {
        exit_code = run(grid, flow, &c, argc > 1 ? argv[1] : "flow_field.png");
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    return exit_code;
}
