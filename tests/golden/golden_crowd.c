/* The hash of a crowd in which everything that wend/crowd.h has happens at once. */
#include "golden.h"

enum { SEED = 6607, SIDE = 24, BODIES = 90, TICKS = 120 };

static double unit(uint64_t id, uint64_t k)
{
    return wend_random_unit(SEED, id, k);
}

static wend_vec2 place(uint64_t id, uint64_t k)
{
    return (wend_vec2){(double)SIDE * unit(id, k), (double)SIDE * unit(id + 1, k)};
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = SIDE;
    def.height = SIDE;
    if (wend_grid_create(&def, &grid) == WEND_OK) {
        (void)wend_grid_fill(grid, 0, 7, 0, 1, 11, WEND_COST_WALL);
        (void)wend_grid_fill(grid, 0, 7, 13, 1, 11, WEND_COST_WALL);
        (void)wend_grid_fill(grid, 0, 14, 5, 3, 3, WEND_COST_WALL);
    }
    return grid;
}

static wend_walls *make_walls(void)
{
    const wend_walls_def def = wend_walls_def_default();
    const wend_vec2 corners[] = {{18, 16}, {21, 17}, {19, 19}};
    wend_walls *walls = NULL;
    if (wend_walls_create(&def, &walls) == WEND_OK) {
        (void)wend_walls_add_polygon(walls, corners, 3, WEND_STOPS_ALL, 0, NULL);
        (void)wend_walls_add_segment(walls, (wend_vec2){10, 14}, (wend_vec2){13, 20},
                                     WEND_STOPS_ALL, 0, NULL);
    }
    return walls;
}

/* By the gap in the wall, if the goal is behind it. */
static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    const wend_vec2 points[] = {query->from, {6.5, 12}, {8.5, 12}, query->to};
    const bool is_far = (query->from.x < 7.5) != (query->to.x < 7.5);
    const wend_vec2 straight[] = {query->from, query->to};
    (void)context;
    return wend_path_from_points(path, is_far ? points : straight, is_far ? 4 : 2);
}

static void put(wend_crowd *crowd, uint64_t i)
{
    wend_body_def def = wend_body_def_default();
    def.position = place(1, i);
    def.heading = 6 * unit(3, i);
    def.radius = 0.15 + 0.3 * unit(4, i);
    def.speed = 0.8 + unit(5, i);
    def.mass = 20 + 100 * unit(6, i);
    def.acceleration = i % 7 == 0 ? 4 : 0;
    def.turn_rate = i % 7 == 1 ? 2 : 0;
    def.turn_radius = i % 7 == 2 ? 1 : 0;
    def.headway = i % 7 == 3 ? 0.5 : 0;
    def.group = (uint32_t)(i % 3);
    (void)wend_crowd_add_body(crowd, &def, NULL);
}

static void steer(wend_crowd *crowd, const wend_body_id *ids, uint32_t i)
{
    const wend_steer_item items[] = {
        {.kind = WEND_STEER_AVOID_WALLS, .weight = 2, .chance = 0.9, .range = 1.5},
        {.kind = WEND_STEER_PURSUE, .weight = 1, .chance = 0.7, .other = ids[i / 2]},
        {.kind = WEND_STEER_SEPARATE, .weight = 1, .chance = 0.7, .range = 2},
        {.kind = WEND_STEER_WANDER, .weight = 0.5, .chance = 0.9, .range = 2},
    };
    (void)wend_crowd_set_steering(crowd, ids[i], items, 4, (wend_steer_combine)(i % 3), 5,
                                  i % 2 == 0);
}

static void order(wend_crowd *crowd)
{
    wend_body_id ids[BODIES];
    wend_formation_id formation;
    size_t count;
    const wend_formation_def def = wend_formation_def_default();
    (void)wend_crowd_list_bodies(crowd, ids, BODIES, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (i % 4 == 0) {
            steer(crowd, ids, i);
        } else if (i % 4 == 1) {
            const wend_vec2 velocity = {2 * unit(20, i) - 1, 2 * unit(21, i) - 1};
            (void)wend_crowd_set_velocity(crowd, ids[i], velocity);
        } else {
            (void)wend_crowd_set_goal(crowd, ids[i], place(22, i), 0);
        }
    }
    (void)wend_crowd_set_group_goal(crowd, ids + 10, 20, (wend_vec2){20, 4}, 0);
    if (wend_formation_create(crowd, &def, ids + 40, NULL, 9, &formation) == WEND_OK) {
        (void)wend_formation_set_goal(crowd, formation, (wend_vec2){4, 20}, 1);
    }
}

static void disturb(wend_crowd *crowd, uint64_t tick)
{
    wend_zone_def zone = wend_zone_def_default();
    zone.kind = tick == 0 ? WEND_ZONE_CONVEYOR : WEND_ZONE_TORNADO;
    zone.low = (wend_vec2){9, 2};
    zone.high = (wend_vec2){12, 9};
    zone.centre = (wend_vec2){12, 12};
    zone.radius = 5;
    zone.velocity = (wend_vec2){tick == 0 ? 0.5 : 250, 100};
    if (tick == 0 || tick == 40) {
        zone.velocity.y = tick == 0 ? 0 : 100;
        (void)wend_crowd_add_zone(crowd, &zone, NULL);
    }
    if (tick % 30 == 25) {
        (void)wend_crowd_apply_explosion(crowd, 0, place(30, tick), 5, 300, true, NULL);
    }
}

uint64_t golden_crowd(void)
{
    wend_crowd_def def = wend_crowd_def_default();
    wend_crowd *crowd = NULL;
    wend_grid *grid = make_grid();
    wend_walls *walls = make_walls();
    uint64_t hash = wend_hash_begin();
    def.max_bodies = BODIES;
    def.grid = grid;
    def.walls = walls;
    def.route_source.start = ask;
    if (wend_crowd_create(&def, &crowd) == WEND_OK) {
        for (uint64_t i = 0; i < BODIES; i++) {
            put(crowd, i);
        }
        order(crowd);
    }
    for (uint64_t tick = 0; crowd != NULL && tick < TICKS; tick++) {
        disturb(crowd, tick);
        (void)wend_crowd_tick(crowd);
        hash = wend_hash_u64(hash, wend_crowd_hash(crowd));
    }
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    wend_grid_destroy(grid);
    return hash;
}
