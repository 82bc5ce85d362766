/* Builds crowds of a kind and a number of moving bodies.
 * Cost: of the flow: fields for a whole map. */
#include "crowd/worlds.h"
#include "wend/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PART = 125, /* of a block, of a ring */
    ROWS = 8,
    MAP_SIDE = 1024,
    BLOCKS_OF_WALL = 1500,
    BLOCK_SIDE_MOST = 12,
    SEED = 91
};

static const double turn = 6.283185307179586;

const char *crowd_world_name(crowd_world_kind kind)
{
    static const char *const names[CROWD_WORLD_COUNT] = {"blocks", "rings", "flow"};
    return names[kind];
}

size_t crowd_world_ticks(crowd_world_kind kind)
{
    static const size_t ticks[CROWD_WORLD_COUNT] = {640, 640, 160};
    return ticks[kind];
}

/* The middle of the n-th of so many cells of a square pattern. */
static wend_vec2 place_of(size_t n, size_t count, double apart_x, double apart_y)
{
    const size_t columns = (size_t)ceil(sqrt((double)count));
    const size_t row = n / columns, column = n - row * columns;
    return (wend_vec2){apart_x * (double)column, apart_y * (double)row};
}

/* Body i of a pair of blocks, a metre apart, that face each other along x. */
static void lay_blocks(crowd_world *world)
{
    static const double gap = 4, far_off = 22, apart_x = 70, apart_y = 14;
    const size_t pairs = world->count / (2 * PART);
    for (size_t i = 0; i < world->count; i++) {
        const wend_vec2 middle = place_of(i / (2 * PART), pairs, apart_x, apart_y);
        const double side = i % (2 * PART) < PART ? -1 : 1;
        const size_t k = i % PART, column = k / ROWS, row = k % ROWS;
        const double x = gap + (double)column, y = (double)row + 0.1 * side;
        world->starts[i] = (wend_vec2){middle.x + side * x, middle.y + y};
        world->goals[i] = (wend_vec2){middle.x - side * (far_off - (double)column), middle.y + y};
    }
}

static void lay_rings(crowd_world *world)
{
    const double radius = (double)PART / turn;
    const size_t rings = world->count / PART;
    for (size_t i = 0; i < world->count; i++) {
        const wend_vec2 middle = place_of(i / PART, rings, 2 * radius + 4, 2 * radius + 4);
        const double angle = turn * (double)(i % PART) / (double)PART;
        const double x = radius * wend_cos(angle), y = radius * wend_sin(angle);
        world->starts[i] = (wend_vec2){middle.x + x, middle.y + y};
        world->goals[i] = (wend_vec2){middle.x - x, middle.y - y};
    }
}

static uint32_t below(uint64_t id, uint64_t what, uint32_t count)
{
    return wend_random_below(SEED, id, what, count);
}

/* A map with rectangles of wall. */
static bool make_map(crowd_world *world)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = MAP_SIDE;
    bool is_done = wend_grid_create(&def, &world->grid) == WEND_OK;
    for (uint64_t i = 0; is_done && i < BLOCKS_OF_WALL; i++) {
        const int32_t x0 = (int32_t)below(i, 0, MAP_SIDE), y0 = (int32_t)below(i, 1, MAP_SIDE);
        const int32_t width = 1 + (int32_t)below(i, 2, BLOCK_SIDE_MOST);
        const int32_t height = 1 + (int32_t)below(i, 3, BLOCK_SIDE_MOST);
        for (int32_t k = 0; is_done && k < width * height; k++) {
            const int32_t x = x0 + k % width, y = y0 + k / width;
            if (x < MAP_SIDE && y < MAP_SIDE &&
                abs(x - MAP_SIDE / 2) + abs(y - MAP_SIDE / 2) > 20) {
                is_done = wend_grid_set_cost(world->grid, WEND_CLASS_ALL, x, y, WEND_COST_WALL) ==
                          WEND_OK;
            }
        }
    }
    return is_done;
}

/* Open cells at random, each its own. */
static bool lay_flow(crowd_world *world)
{
    uint8_t *taken = calloc((size_t)MAP_SIDE * MAP_SIDE, 1);
    uint64_t tries = 0;
    for (size_t i = 0; taken != NULL && i < world->count; tries++) {
        const int32_t x = (int32_t)below(tries, 8, MAP_SIDE);
        const int32_t y = (int32_t)below(tries, 9, MAP_SIDE);
        uint8_t *cell = &taken[(size_t)y * MAP_SIDE + (size_t)x];
        if (*cell == 0 && wend_grid_is_open(world->grid, 0, WEND_TEAM_NONE, x, y)) {
            *cell = 1;
            world->starts[i++] = (wend_vec2){x + 0.5, y + 0.5};
        }
    }
    free(taken);
    return taken != NULL;
}

static bool make_flow(crowd_world *world)
{
    wend_flow_def def = wend_flow_def_default();
    if (!make_map(world) || !lay_flow(world)) {
        return false;
    }
    def.grid = world->grid;
    return wend_flow_create(&def, &world->flow) == WEND_OK;
}

static bool send_by_flow(crowd_world *world, const wend_body_id *ids)
{
    const wend_flow_position goal = {{(double)MAP_SIDE / 2.0, (double)MAP_SIDE / 2.0}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    wend_flow_request_id order;
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true;
    return wend_flow_add_request(world->flow, &def, &order, NULL) == WEND_OK &&
           wend_flow_update(world->flow, NULL) == WEND_OK &&
           wend_crowd_follow_flow(world->crowd, ids, world->count, order) == WEND_OK;
}

static bool make_crowd(crowd_world *world, const wend_executor *executor)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = (uint32_t)world->count;
    def.grid = world->grid;
    def.flow = world->flow;
    if (executor != NULL) {
        def.executor = *executor;
    }
    return wend_crowd_create(&def, &world->crowd) == WEND_OK;
}

static bool put_bodies(crowd_world *world, crowd_world_kind kind, wend_body_id *ids)
{
    for (size_t i = 0; i < world->count; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = world->starts[i];
        def.avoids = kind == CROWD_WORLD_FLOW ? 0 : def.avoids;
        if (wend_crowd_add_body(world->crowd, &def, &ids[i]) != WEND_OK) {
            return false;
        }
        if (kind != CROWD_WORLD_FLOW &&
            wend_crowd_set_goal(world->crowd, ids[i], world->goals[i], 0) != WEND_OK) {
            return false;
        }
    }
    return kind != CROWD_WORLD_FLOW || send_by_flow(world, ids);
}

static void find_bounds(crowd_world *world)
{
    static const double border = 40;
    world->low = world->high = world->starts[0];
    for (size_t i = 0; i < world->count; i++) {
        world->low.x = fmin(world->low.x, world->starts[i].x - border);
        world->low.y = fmin(world->low.y, world->starts[i].y - border);
        world->high.x = fmax(world->high.x, world->starts[i].x + border);
        world->high.y = fmax(world->high.y, world->starts[i].y + border);
    }
}

static bool lay(crowd_world *world, crowd_world_kind kind)
{
    switch (kind) {
    case CROWD_WORLD_BLOCKS:
        lay_blocks(world);
        return true;
    case CROWD_WORLD_RINGS:
        lay_rings(world);
        return true;
    case CROWD_WORLD_FLOW:
        return make_flow(world);
    case CROWD_WORLD_COUNT:
    default:
        return false;
    }
}

bool crowd_world_make(crowd_world *world, crowd_world_kind kind, size_t count,
                      const wend_executor *executor)
{
    memset(world, 0, sizeof *world);
    world->count = count;
    world->starts = calloc(count, sizeof *world->starts);
    world->goals = calloc(count, sizeof *world->goals);
    wend_body_id *ids = calloc(count, sizeof *ids);
    const bool is_done = count > 0 && world->starts != NULL && world->goals != NULL &&
                         ids != NULL && lay(world, kind) && make_crowd(world, executor) &&
                         put_bodies(world, kind, ids);
    free(ids);
    if (!is_done) {
        crowd_world_free(world);
        return false;
    }
    find_bounds(world);
    return true;
}

void crowd_world_free(crowd_world *world)
{
    wend_crowd_destroy(world->crowd);
    wend_flow_destroy(world->flow);
    wend_grid_destroy(world->grid);
    free(world->starts);
    free(world->goals);
    memset(world, 0, sizeof *world);
}
