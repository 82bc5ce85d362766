/* Crowds on random ground to which everything happens that the interface has. */
#include "support/crowd_scene.h"

#include "support/test.h"
#include "wend/grid.h"
#include "wend/walls.h"

enum { SIDE = 20, LIST = 512 };

static double unit(const crowd_scene *s, uint64_t id, uint64_t tick)
{
    return wend_random_unit(s->seed, id, tick);
}

static uint32_t below(const crowd_scene *s, uint64_t id, uint64_t tick, uint32_t count)
{
    return wend_random_below(s->seed, id, tick, count);
}

static wend_vec2 place(const crowd_scene *s, uint64_t id, uint64_t tick)
{
    return (wend_vec2){s->side * unit(s, id, tick), s->side * unit(s, id + 1, tick)};
}

/* ---- routes ---- */

/* A path by a random corner, or none; for late answers one tick later or two. */
static wend_result answer(const crowd_scene *s, uint64_t salt, wend_vec2 from, wend_vec2 to,
                          wend_path *path)
{
    const wend_vec2 points[] = {from, place(s, 700, salt), to};
    if (below(s, 702, salt, 9) == 0) {
        return WEND_NO_PATH;
    }
    return wend_path_from_points(path, points, 3);
}

static uint64_t salt_of(const wend_route_query *query)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), query->user);
    hash = wend_hash_u64(hash, (uint64_t)(query->to.x * 1024));
    return wend_hash_u64(hash, (uint64_t)(query->to.y * 1024));
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    crowd_scene *s = context;
    s->questions++;
    if (s->answers_later) {
        return WEND_IN_PROGRESS;
    }
    return answer(s, salt_of(query), query->from, query->to, path);
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    const crowd_scene *s = context;
    if (below(s, 710, ticket, 3) != 0) {
        return WEND_IN_PROGRESS;
    }
    return answer(s, ticket, place(s, 711, ticket), place(s, 713, ticket), path);
}

static void cancel(void *context, uint64_t ticket)
{
    (void)context;
    (void)ticket;
}

/* ---- ground ---- */

static void make_grid(crowd_scene *s)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    def.cell_size = 1.5;
    assert_int_equal(wend_grid_create(&def, &s->grid), WEND_OK);
    for (uint32_t i = 0; i < SIDE * SIDE / 8; i++) {
        assert_int_equal(wend_grid_set_cost(s->grid, 0, (int32_t)below(s, 1, i, SIDE),
                                            (int32_t)below(s, 2, i, SIDE), WEND_COST_WALL),
                         WEND_OK);
    }
}

static void add_wall(const crowd_scene *s, uint64_t i)
{
    const wend_vec2 a = place(s, 10, i);
    const wend_vec2 c[3] = {
        a, {a.x + 6 * unit(s, 12, i) - 3, a.y + 6 * unit(s, 13, i) - 3}, {a.x + 1, a.y + 1}};
    assert_int_equal(i % 3 == 0
                         ? wend_walls_add_polygon(s->walls, c, 3, WEND_STOPS_ALL, 0, NULL)
                         : wend_walls_add_segment(s->walls, a, c[1], WEND_STOPS_ALL, 0, NULL),
                     WEND_OK);
}

static void make_walls(crowd_scene *s)
{
    const wend_walls_def def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&def, &s->walls), WEND_OK);
    for (uint64_t i = 0; i < 12; i++) {
        add_wall(s, i);
    }
}

wend_result crowd_scene_crowd(crowd_scene *s, uint32_t max_bodies, const wend_executor *executor,
                              const wend_allocator *allocator, wend_crowd **crowd)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = max_bodies;
    def.grid = s->grid;
    def.walls = s->walls;
    def.seed = s->seed;
    def.stuck_margin = 1;
    def.stuck_plan |= below(s, 20, 0, 2) == 0 ? (uint32_t)WEND_STUCK_GIVE_UP : 0;
    def.route_source =
        (wend_route_source){.start = ask, .poll = poll, .cancel = cancel, .context = s};
    if (executor != NULL) {
        def.executor = *executor;
    }
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    return wend_crowd_create(&def, crowd);
}

wend_result crowd_scene_make(crowd_scene *s, uint64_t seed, uint32_t max_bodies,
                             const wend_executor *executor, const wend_allocator *allocator)
{
    *s = (crowd_scene){.seed = seed, .side = (double)SIDE * 1.5};
    if (seed % 4 != 0) {
        make_grid(s);
    }
    if (seed % 3 != 0) {
        make_walls(s);
    }
    return crowd_scene_crowd(s, max_bodies, executor, allocator, &s->crowd);
}

void crowd_scene_free(crowd_scene *s)
{
    wend_crowd_destroy(s->crowd);
    wend_grid_destroy(s->grid);
    wend_walls_destroy(s->walls);
}

/* ---- bodies ---- */

static wend_body_def body(const crowd_scene *s, uint64_t id, uint64_t tick)
{
    wend_body_def def = wend_body_def_default();
    def.position = place(s, id, tick);
    def.radius = 0.15 + 0.5 * unit(s, id + 2, tick);
    def.speed = 0.5 + 2 * unit(s, id + 3, tick);
    def.mass = 10 + 150 * unit(s, id + 4, tick);
    def.heading = 6 * unit(s, id + 5, tick);
    def.group = below(s, id + 6, tick, 3);
    def.priority = (int32_t)below(s, id + 7, tick, 2);
    def.user = tick * 1000 + id;
    const uint32_t make = below(s, id + 8, tick, 6);
    def.acceleration = make == 0 ? 3 : 0;
    def.turn_rate = make == 1 ? 2 : 0;
    def.turn_radius = make == 2 ? 1 : 0;
    def.headway = make == 3 ? 0.6 : 0;
    return def;
}

/* In a wall, or when the crowd is full, there is one less. */
static void put(const crowd_scene *s, wend_crowd *crowd, uint64_t id, uint64_t tick)
{
    const wend_body_def def = body(s, id, tick);
    (void)wend_crowd_add_body(crowd, &def, NULL);
}

void crowd_scene_fill(const crowd_scene *s, wend_crowd *crowd, uint32_t bodies)
{
    for (uint64_t i = 0; i < bodies; i++) {
        put(s, crowd, 100, 100000 + i);
    }
}

/* ---- what happens ---- */

static wend_result steer(const crowd_scene *s, wend_crowd *crowd, const wend_body_id *ids,
                         size_t count, uint32_t at, uint64_t tick)
{
    wend_steer_item items[3];
    for (uint64_t i = 0; i < 3; i++) {
        items[i] = (wend_steer_item){
            .kind = (wend_steer_kind)below(s, 200 + i, tick, (uint32_t)WEND_STEER_AVOID_OTHERS + 1),
            .weight = 0.2 + unit(s, 210 + i, tick),
            .chance = unit(s, 220 + i, tick),
            .range = 5 * unit(s, 230 + i, tick),
            .target = place(s, 240 + 2 * i, tick),
            .extra = {s->side, s->side},
            .other = ids[below(s, 250 + i, tick, (uint32_t)count)],
            .other_b = ids[0],
            .group = below(s, 260 + i, tick, 3)};
    }
    return wend_crowd_set_steering(crowd, ids[at], items, 3,
                                   (wend_steer_combine)below(s, 270, tick, 3),
                                   1 + 5 * unit(s, 271, tick), below(s, 272, tick, 2) == 0);
}

static wend_result follow(const crowd_scene *s, wend_crowd *crowd, wend_body_id id, uint64_t tick)
{
    wend_path *path = NULL;
    wend_vec2 points[4];
    for (uint64_t i = 0; i < 4; i++) {
        points[i] = place(s, 300 + 2 * i, tick);
    }
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    assert_int_equal(wend_path_from_points(path, points, 4), WEND_OK);
    if (below(s, 310, tick, 2) == 0) {
        const wend_leg leg = {.from_point = points[3],
                              .to_point = points[0],
                              .behaviour = below(s, 311, tick, 2) == 0 ? WEND_BEHAVIOUR_TELEPORT
                                                                       : WEND_BEHAVIOUR_JUMP};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    const wend_result result = wend_crowd_follow_path(crowd, id, path);
    wend_path_destroy(path);
    return result;
}

static wend_result form_up(const crowd_scene *s, wend_crowd *crowd, const wend_body_id *ids,
                           size_t count, uint64_t tick)
{
    wend_formation_def def = wend_formation_def_default();
    wend_formation_id id;
    def.shape = (wend_formation_shape)below(s, 320, tick, 5);
    const size_t members = count < 7 ? count : 7;
    const wend_result result = wend_formation_create(crowd, &def, ids, NULL, members, &id);
    return result == WEND_OK ? wend_formation_set_goal(crowd, id, place(s, 321, tick), 0.5)
                             : result;
}

static wend_result order_one(const crowd_scene *s, wend_crowd *crowd, const wend_body_id *ids,
                             size_t count, uint64_t tick)
{
    const uint32_t at = below(s, 400, tick, (uint32_t)count);
    const wend_vec2 to = place(s, 401, tick);
    switch (below(s, 403, tick, 10)) {
    case 0:
        return steer(s, crowd, ids, count, at, tick);
    case 1:
        return wend_crowd_set_velocity(crowd, ids[at], (wend_vec2){to.x / 8 - 1.5, to.y / 8 - 1.5});
    case 2:
        return follow(s, crowd, ids[at], tick);
    case 3:
        return wend_crowd_stop(crowd, ids[at]);
    case 4:
        return wend_crowd_set_held(crowd, ids[at], below(s, 404, tick, 2) == 0);
    case 5:
        return wend_crowd_set_group_goal(crowd, ids, count < 12 ? count : 12, to, 0);
    case 6:
        return below(s, 405, tick, 4) == 0 ? form_up(s, crowd, ids, count, tick) : WEND_OK;
    default:
        return wend_crowd_set_goal(crowd, ids[at], to, 0);
    }
}

static wend_result push_one(const crowd_scene *s, wend_crowd *crowd, const wend_body_id *ids,
                            size_t count, uint64_t tick)
{
    const uint32_t at = below(s, 500, tick, (uint32_t)count);
    wend_zone_def zone = wend_zone_def_default();
    switch (below(s, 501, tick, 12)) {
    case 0:
        return wend_crowd_apply_impulse(
            crowd, ids[at],
            (wend_vec2){2000 * unit(s, 502, tick) - 1000, 2000 * unit(s, 503, tick) - 1000});
    case 1:
        return wend_crowd_apply_explosion(crowd, 0, place(s, 504, tick), 6, 300, tick % 2 == 0,
                                          NULL);
    case 2:
        zone.kind = (wend_zone_kind)below(s, 506, tick, 3);
        zone.low = place(s, 507, tick);
        zone.centre = zone.low;
        zone.high = (wend_vec2){zone.low.x + 5, zone.low.y + 5};
        zone.radius = 4;
        zone.velocity = (wend_vec2){zone.kind == WEND_ZONE_CONVEYOR ? 1 : 300, 20};
        return wend_crowd_add_zone(crowd, &zone, NULL);
    case 3:
        (void)wend_crowd_remove_zone(crowd, (wend_zone_id){1 + below(s, 508, tick, 3), 1});
        return WEND_OK;
    case 4:
        return wend_crowd_remove_body(crowd, ids[at]);
    case 5:
        put(s, crowd, 600, tick);
        return WEND_OK;
    case 6:
        (void)wend_crowd_set_position(crowd, ids[at], place(s, 509, tick), 0);
        return WEND_OK;
    default:
        return WEND_OK;
    }
}

static void edit_ground(const crowd_scene *s, uint64_t tick)
{
    if (below(s, 520, tick, 6) != 0) {
        return;
    }
    if (s->grid != NULL) {
        const uint8_t cost = below(s, 521, tick, 2) == 0 ? WEND_COST_WALL : 1;
        assert_int_equal(wend_grid_set_cost(s->grid, 0, (int32_t)below(s, 522, tick, SIDE),
                                            (int32_t)below(s, 523, tick, SIDE), cost),
                         WEND_OK);
    }
    if (s->walls != NULL) {
        wend_wall_id first;
        size_t count;
        add_wall(s, tick);
        (void)wend_walls_list(s->walls, &first, 1, &count);
        assert_int_equal(wend_walls_remove(s->walls, first), WEND_OK);
    }
}

wend_result crowd_scene_act(const crowd_scene *s, wend_crowd *crowd, uint64_t tick)
{
    wend_body_id ids[LIST];
    size_t count;
    if (s->edits_ground) {
        edit_ground(s, tick);
    }
    (void)wend_crowd_list_bodies(crowd, ids, LIST, &count);
    count = count < LIST ? count : LIST;
    wend_result result = WEND_OK;
    for (uint64_t k = 0; k < 3 && count > 0 && result >= 0; k++) {
        result = order_one(s, crowd, ids, count, tick * 8 + k);
    }
    if (result >= 0 && count > 0) {
        result = push_one(s, crowd, ids, count, tick);
    }
    return result;
}
