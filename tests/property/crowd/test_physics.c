/* Bodies in mazes of cells and of thin walls under a thousand changes of velocity of up to a
 * kilometre a second: each stays outside of walls, in its own part of the maze, and finite, tested
 * slowly after every tick. */
#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 12, BODIES = 24, TICKS = 250, CHANGES_A_TICK = 4 };

static const double CELL = 2.5;
static const double DEEPEST = 1e-4; /* metres that rounding may take */

typedef struct maze {
    uint64_t seed;
    wend_grid *grid;   /* NULL in a maze of walls */
    wend_walls *walls; /* NULL in one of cells */
    uint32_t parts[SIDE * SIDE];
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
    uint32_t homes[BODIES]; /* the part each was put down in */
} maze;

static wend_vec2 middle_of(uint32_t cell)
{
    return (wend_vec2){((double)(cell % SIDE) + 0.5) * CELL, ((double)(cell / SIDE) + 0.5) * CELL};
}

static uint32_t part_at(const maze *m, wend_vec2 at)
{
    if (!(at.x >= 0 && at.y >= 0 && at.x < (double)SIDE * CELL && at.y < (double)SIDE * CELL)) {
        return 0;
    }
    return m->parts[(uint32_t)(at.y / CELL) * SIDE + (uint32_t)(at.x / CELL)];
}

/* ---- mazes ---- */

static void build_cells(maze *m)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.cell_size = CELL;
    m->grid = grids_make(def);
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        if (wend_random_below(m->seed, i, 0, 100) < 35) {
            grids_set(m->grid, (int32_t)(i % SIDE), (int32_t)(i / SIDE), WEND_COST_WALL);
        }
    }
    crowd_slow_parts(m->grid, m->parts);
}

static void join(maze *m, uint32_t a, uint32_t b)
{
    const uint32_t old = m->parts[a];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        m->parts[i] = m->parts[i] == old ? m->parts[b] : m->parts[i];
    }
}

/* A wall between two rooms, or a door. */
static void build_side(maze *m, uint32_t room, uint32_t next, wend_vec2 from, wend_vec2 to)
{
    if (next == UINT32_MAX || wend_random_below(m->seed, room, next, 100) < 55) {
        walls_add(m->walls, from, to, WEND_STOPS_ALL);
    } else {
        join(m, room, next);
    }
}

static void build_walls(maze *m)
{
    m->walls = walls_empty();
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        m->parts[i] = i + 1;
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        const double x = (double)(i % SIDE) * CELL;
        const double y = (double)(i / SIDE) * CELL;
        build_side(m, i, i % SIDE > 0 ? i - 1 : UINT32_MAX, (wend_vec2){x, y},
                   (wend_vec2){x, y + CELL});
        build_side(m, i, i >= SIDE ? i - SIDE : UINT32_MAX, (wend_vec2){x, y},
                   (wend_vec2){x + CELL, y});
    }
    const double end = (double)SIDE * CELL;
    const wend_vec2 edges[4] = {{end, 0}, {end, end}, {0, end}, {end, end}};
    for (int i = 0; i < 4; i += 2) {
        walls_add(m->walls, edges[i], edges[i + 1], WEND_STOPS_ALL);
    }
}

/* ---- bodies ---- */

static void put_body(maze *m, uint32_t i)
{
    wend_body_def def = wend_body_def_default();
    uint32_t cell = 0;
    for (uint32_t k = 0; m->parts[cell] == 0 || k == 0; k++) {
        cell = wend_random_below(m->seed, 1000 + i, k, SIDE * SIDE);
    }
    def.radius = 0.1 + 0.7 * wend_random_unit(m->seed, i, 1);
    def.mass = 1 + 200 * wend_random_unit(m->seed, i, 2);
    def.position = middle_of(cell);
    assert_int_equal(wend_crowd_add_body(m->crowd, &def, &m->ids[i]), WEND_OK);
    m->homes[i] = m->parts[cell];
    assert_int_equal(wend_crowd_set_goal(m->crowd, m->ids[i],
                                         middle_of(wend_random_below(m->seed, i, 3, SIDE * SIDE)),
                                         0),
                     WEND_OK);
}

static void change_velocity(maze *m, uint64_t tick, uint32_t k)
{
    const uint64_t id = 5000 + k;
    const uint32_t i = wend_random_below(m->seed, id, tick, BODIES);
    wend_body body;
    assert_int_equal(wend_crowd_get_body(m->crowd, m->ids[i], &body), WEND_OK);
    const double angle = 6.2831853 * wend_random_unit(m->seed, id + 10, tick);
    const double most = wend_random_below(m->seed, id + 20, tick, 3) == 0 ? 1000 : 20;
    const double speed = most * wend_random_unit(m->seed, id + 30, tick);
    const wend_vec2 impulse = {body.mass * speed * wend_cos(angle),
                               body.mass * speed * wend_sin(angle)};
    assert_int_equal(wend_crowd_apply_impulse(m->crowd, m->ids[i], impulse), WEND_OK);
}

/* ---- the promise ---- */

static bool is_in_order(const maze *m, uint64_t tick)
{
    const double gap = crowd_slow_least_gap(m->crowd, m->grid, m->walls);
    if (!(gap >= -DEEPEST)) {
        print_message("seed %u tick %u: somebody is %g m in a wall\n", (unsigned)m->seed,
                      (unsigned)tick, -gap);
        return false;
    }
    for (uint32_t i = 0; i < BODIES; i++) {
        wend_body body;
        assert_int_equal(wend_crowd_get_body(m->crowd, m->ids[i], &body), WEND_OK);
        if (part_at(m, body.position) != m->homes[i]) {
            print_message("seed %u tick %u: body %u is in another part, at %g %g\n",
                          (unsigned)m->seed, (unsigned)tick, (unsigned)i, body.position.x,
                          body.position.y);
            return false;
        }
    }
    return true;
}

static bool run(maze *m)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = BODIES;
    def.grid = m->grid;
    def.walls = m->walls;
    m->crowd = crowds_make(def);
    for (uint32_t i = 0; i < BODIES; i++) {
        put_body(m, i);
    }
    bool is_good = true;
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        for (uint32_t k = 0; k < CHANGES_A_TICK; k++) {
            change_velocity(m, tick, k);
        }
        crowds_tick(m->crowd, 1);
        is_good = is_in_order(m, tick);
    }
    wend_crowd_info info;
    wend_crowd_get_info(m->crowd, &info);
    is_good = is_good && info.wall_violations == 0;
    wend_crowd_destroy(m->crowd);
    wend_grid_destroy(m->grid);
    wend_walls_destroy(m->walls);
    free(m);
    return is_good;
}

static maze *begin(uint64_t seed)
{
    maze *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->seed = seed;
    return m;
}

static bool holds_in_cells(uint64_t seed, void *context)
{
    (void)context;
    maze *m = begin(seed);
    build_cells(m);
    return run(m);
}

static bool holds_in_walls(uint64_t seed, void *context)
{
    (void)context;
    maze *m = begin(seed);
    build_walls(m);
    return run(m);
}

static void maze_of_cells_holds_everybody_at_a_kilometre_a_second(void **state)
{
    (void)state;
    gen_property("nobody gets into or beyond closed cells", 6, holds_in_cells, NULL);
}

static void maze_of_walls_holds_everybody_at_a_kilometre_a_second(void **state)
{
    (void)state;
    gen_property("nobody gets into or beyond walls", 6, holds_in_walls, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maze_of_cells_holds_everybody_at_a_kilometre_a_second),
        cmocka_unit_test(maze_of_walls_holds_everybody_at_a_kilometre_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
