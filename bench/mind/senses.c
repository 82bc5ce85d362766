/* Rays of sight in a level of 2,000 walls, beside a test of all walls and a walk through a plain grid of
 * them; and ticks of agents that see and hear.
 * Cost: some seconds. */
#include "mind/suite.h"
#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SIDE = 200, CELL = 4;

enum { WALLS = 2000, AGENTS = 2000, AGENTS_QUICK = 200, TICKS = 60, TICKS_QUICK = 10 };
enum { PAIRS = 20000, PAIRS_QUICK = 2000, POINTS = 4, NOISES = 40, RUNS = 5 };
enum { CELLS = 50, CELL_WALLS = 64 };

typedef struct plain_wall {
    wend_vec2 a, b;
} plain_wall;

/* The walls, and a grid that lists for each cell the walls that cross it. */
typedef struct sight_world {
    wend_walls *walls;
    plain_wall plain[WALLS];
    uint16_t cells[CELLS * CELLS][CELL_WALLS];
    uint16_t counts[CELLS * CELLS];
} sight_world;

/* An eye, and points of a target. */
typedef struct sight_pair {
    wend_vec3 eye, points[POINTS];
} sight_pair;

static double unit(uint64_t id, uint64_t n)
{
    return wend_random_unit(77, id, n);
}

static int cell_of(double x)
{
    const int cell = (int)(x / CELL);
    return cell < 0 ? 0 : cell >= CELLS ? CELLS - 1 : cell;
}

static void world_make(sight_world *w)
{
    const wend_walls_def def = wend_walls_def_default();
    memset(w, 0, sizeof *w);
    (void)wend_walls_create(&def, &w->walls);
    for (uint64_t i = 0; i < WALLS; i++) {
        /* walls of rooms: along the axes, on a lattice, 1 to 6 m long */
        const double length = 1 + floor(6 * unit(i, 0));
        const double x = floor((SIDE - 8) * unit(i, 1)), y = floor((SIDE - 8) * unit(i, 2));
        const bool is_upright = unit(i, 3) < 0.5;
        plain_wall *it = &w->plain[i];
        it->a = (wend_vec2){x, y};
        it->b = (wend_vec2){is_upright ? x : x + length, is_upright ? y + length : y};
        (void)wend_walls_add_segment(w->walls, it->a, it->b, WEND_STOPS_ALL, i, NULL);
        for (int cy = cell_of(it->a.y); cy <= cell_of(it->b.y); cy++) {
            for (int cx = cell_of(it->a.x); cx <= cell_of(it->b.x); cx++) {
                const int cell = cy * CELLS + cx;
                if (w->counts[cell] < CELL_WALLS) {
                    w->cells[cell][w->counts[cell]++] = (uint16_t)i;
                }
            }
        }
    }
}

static void pair_make(sight_pair *pair, uint64_t id)
{
    const double angle = 6.283185307179586 * unit(id, 10), distance = 1 + 19 * unit(id, 11);
    const double x = 20 + (SIDE - 40) * unit(id, 12), y = 20 + (SIDE - 40) * unit(id, 13);
    const double tx = x + distance * wend_cos(angle), ty = y + distance * wend_sin(angle);
    pair->eye = (wend_vec3){x, y, 1.6};
    pair->points[0] = (wend_vec3){tx, ty, 0.9};
    pair->points[1] = (wend_vec3){tx, ty, 1.7};
    pair->points[2] = (wend_vec3){tx - 0.26 * wend_sin(angle), ty + 0.26 * wend_cos(angle), 0.9};
    pair->points[3] = (wend_vec3){tx + 0.26 * wend_sin(angle), ty - 0.26 * wend_cos(angle), 0.9};
}

/* ---- ray tests ---- */

static double side(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static bool crosses(const plain_wall *w, wend_vec2 from, wend_vec2 to)
{
    return side(from, to, w->a) * side(from, to, w->b) < 0 &&
           side(w->a, w->b, from) * side(w->a, w->b, to) < 0;
}

static bool see_all_walls(const sight_world *w, wend_vec2 from, wend_vec2 to)
{
    for (size_t i = 0; i < WALLS; i++) {
        if (crosses(&w->plain[i], from, to)) {
            return false;
        }
    }
    return true;
}

/* From cell to cell along the ray. */
static bool see_by_grid(const sight_world *w, wend_vec2 from, wend_vec2 to)
{
    int x = cell_of(from.x), y = cell_of(from.y);
    const int last_x = cell_of(to.x), last_y = cell_of(to.y);
    const double dx = to.x - from.x, dy = to.y - from.y;
    const int step_x = dx > 0 ? 1 : -1, step_y = dy > 0 ? 1 : -1;
    const double slow_x = fabs(dx) > 1e-12 ? CELL / fabs(dx) : 1e300;
    const double slow_y = fabs(dy) > 1e-12 ? CELL / fabs(dy) : 1e300;
    double next_x =
        (dx > 0 ? (double)(x + 1) * CELL - from.x : from.x - (double)x * CELL) * slow_x / CELL;
    double next_y =
        (dy > 0 ? (double)(y + 1) * CELL - from.y : from.y - (double)y * CELL) * slow_y / CELL;
    for (;;) {
        const int cell = y * CELLS + x;
        for (size_t k = 0; k < w->counts[cell]; k++) {
            if (crosses(&w->plain[w->cells[cell][k]], from, to)) {
                return false;
            }
        }
        if ((x == last_x && y == last_y) || (next_x > 1 && next_y > 1)) {
            return true;
        }
        if (next_x < next_y) {
            next_x += slow_x;
            x += step_x;
        } else {
            next_y += slow_y;
            y += step_y;
        }
        if (x < 0 || y < 0 || x >= CELLS || y >= CELLS) {
            return true;
        }
    }
}

typedef enum sight_way { BY_POINTS, BY_RAYS, BY_ALL, BY_GRID, WAY_COUNT } sight_way;

static size_t see(const sight_world *w, const sight_pair *pair, sight_way way)
{
    const wend_vec2 from = {pair->eye.x, pair->eye.y};
    size_t seen = 0;
    if (way == BY_POINTS) {
        uint32_t bits =
            wend_walls_see_points(w->walls, pair->eye, pair->points, POINTS, WEND_STOPS_SIGHT);
        for (; bits != 0; bits &= bits - 1) {
            seen++;
        }
        return seen;
    }
    for (size_t i = 0; i < POINTS; i++) {
        const wend_vec2 to = {pair->points[i].x, pair->points[i].y};
        seen += way == BY_RAYS  ? wend_walls_can_see(w->walls, from, to, WEND_STOPS_SIGHT)
                : way == BY_ALL ? see_all_walls(w, from, to)
                                : see_by_grid(w, from, to);
    }
    return seen;
}

static const bench_column ray_columns[] = {
    {"way", "rays from one eye to 4 points, up to 20 m"},
    {"mega_rays", "M rays/s"},
    {"ratio", "times the slowest"},
    {"visible", "visible %"},
};

static void run_rays(bench_suite *suite, const sight_world *world)
{
    static const char *const names[WAY_COUNT] = {"wend_walls_see_points", "wend_walls_can_see",
                                                 "all walls, in doubles", "plain grid of cells"};
    const size_t count = suite->options.quick ? PAIRS_QUICK : PAIRS;
    sight_pair *pairs = calloc(count, sizeof *pairs);
    double speeds[WAY_COUNT];
    size_t visible[WAY_COUNT];
    if (pairs == NULL) {
        bench_suite_fail(suite, "senses", "out of memory");
        return;
    }
    for (size_t i = 0; i < count; i++) {
        pair_make(&pairs[i], i);
    }
    for (sight_way way = BY_POINTS; way < WAY_COUNT; way++) {
        const size_t tried = way == BY_ALL ? count / 10 : count;
        double times[RUNS];
        for (size_t run = 0; run < RUNS; run++) {
            const uint64_t begin = bench_clock_ns();
            visible[way] = 0;
            for (size_t i = 0; i < tried; i++) {
                visible[way] += see(world, &pairs[i], way);
            }
            times[run] = (double)(bench_clock_ns() - begin);
        }
        speeds[way] = (double)(tried * POINTS) / bench_median(times, RUNS) * 1e3;
    }
    size_t wrong = visible[BY_POINTS] != visible[BY_RAYS] ? 1 : 0;
    bench_table_begin(&suite->report, "rays", "Rays of sight among 2,000 walls", ray_columns,
                      sizeof ray_columns / sizeof ray_columns[0]);
    for (sight_way way = BY_POINTS; way < WAY_COUNT; way++) {
        const size_t tried = way == BY_ALL ? count / 10 : count;
        bench_cell_text(&suite->report, names[way]);
        bench_cell_number(&suite->report, speeds[way], 2);
        bench_cell_number(&suite->report, speeds[way] / speeds[BY_ALL], 1);
        bench_cell_number(&suite->report, 100 * (double)visible[way] / (double)(tried * POINTS), 2);
    }
    bench_table_end(&suite->report);
    if (wrong > 0) {
        bench_suite_fail(suite, "senses", "rays to points differ from single rays");
    }
    bench_report_time(&suite->report, "sight: M rays a second", speeds[BY_POINTS], 3, true);
    bench_report_time(&suite->report, "sight: rays to points, times a plain grid",
                      speeds[BY_POINTS] / speeds[BY_GRID], 0.5, true);
    free(pairs);
}

/* ---- ticks ---- */

static const bench_column tick_columns[] = {
    {"case", "2,000 walls, 4 rays a target"},
    {"agents", "agents"},
    {"targets", "targets each"},
    {"noises", "noises a tick"},
    {"listens", "pairs in reach"},
    {"mega_rays", "M rays/s"},
    {"tick_ms", "ms a tick"},
};

typedef struct tick_case {
    const char *name;
    size_t noises;
    double ambient;
    uint32_t lamps;
    bool bodies_block;
    double most_ms; /* a tick of everything, of which senses are the larger part, has 8 */
} tick_case;

static wend_senses *senses_make(const sight_world *world, size_t agents, const tick_case *which)
{
    wend_senses_def def = wend_senses_def_default();
    wend_sense_profile profile = wend_sense_profile_default();
    wend_senses *senses = NULL;
    uint32_t number;
    def.walls = world->walls;
    def.target_limit = 4;
    def.perception_limit = 8;
    def.ambient = which->ambient;
    profile.sight_range = 25;
    if (wend_senses_create(&def, &senses) != WEND_OK ||
        wend_senses_add_profile(senses, &profile, &number) != WEND_OK) {
        return senses;
    }
    for (uint64_t i = 0; i < agents; i++) {
        wend_source source = wend_source_default();
        wend_observer observer = wend_observer_default();
        wend_observer_id id;
        source.position = (wend_vec3){SIDE * unit(i, 20), SIDE * unit(i, 21), 0};
        source.team = (uint32_t)i % 2;
        source.blocks_sight = which->bodies_block;
        observer.position = source.position;
        observer.heading = 6 * unit(i, 22);
        observer.hostile_teams = 1U << (i + 1) % 2;
        (void)wend_senses_add_source(senses, &source, &observer.self);
        (void)wend_senses_add_observer(senses, &observer, &id);
    }
    for (uint64_t i = 0; i < which->lamps; i++) {
        wend_lamp lamp = wend_lamp_default();
        wend_lamp_id id;
        lamp.position = (wend_vec3){SIDE * unit(i, 30), SIDE * unit(i, 31), 2};
        (void)wend_senses_add_lamp(senses, &lamp, &id);
    }
    return senses;
}

/* All agents walk half a metre and turn. */
static void step(wend_senses *senses, size_t agents, size_t noises, uint64_t tick)
{
    for (uint32_t i = 0; i < agents; i++) {
        wend_observer observer;
        if (wend_senses_get_observer(senses, (wend_observer_id){i + 1, 1}, &observer) == WEND_OK) {
            observer.heading += 0.3 * (unit(i, 100 + tick) - 0.5);
            observer.position.x += 0.1 * wend_cos(observer.heading);
            observer.position.y += 0.1 * wend_sin(observer.heading);
            (void)wend_senses_move_observer(senses, (wend_observer_id){i + 1, 1}, observer.position,
                                            observer.heading);
            (void)wend_senses_move_source(senses, (wend_source_id){i + 1, 1}, observer.position);
        }
    }
    for (uint64_t i = 0; i < noises; i++) {
        wend_noise noise = wend_noise_default();
        noise.position = (wend_vec3){SIDE * unit(i, 1000 + tick), SIDE * unit(i, 2000 + tick), 1};
        noise.loudness = 50;
        (void)wend_senses_add_noise(senses, &noise);
    }
}

static void run_case(bench_suite *suite, const sight_world *world, const tick_case *which)
{
    const size_t agents = suite->options.quick ? AGENTS_QUICK : AGENTS;
    const size_t ticks = suite->options.quick ? TICKS_QUICK : TICKS;
    double times[TICKS];
    wend_senses *senses = senses_make(world, agents, which);
    wend_senses_info info;
    double targets = 0, listens = 0, rays = 0;
    for (size_t tick = 0; senses != NULL && tick < ticks; tick++) {
        step(senses, agents, which->noises, tick);
        const uint64_t begin = bench_clock_ns();
        (void)wend_senses_update(senses, NULL);
        times[tick] = (double)(bench_clock_ns() - begin) / 1e6;
        wend_senses_get_info(senses, &info);
        targets += (double)info.targets;
        listens += (double)info.listens;
        rays += (double)info.rays;
    }
    const double ms = bench_median(times, ticks);
    const double all = (double)ticks;
    bench_cell_text(&suite->report, which->name);
    bench_cell_number(&suite->report, (double)agents, 0);
    bench_cell_number(&suite->report, targets / all / (double)agents, 2);
    bench_cell_number(&suite->report, (double)which->noises, 0);
    bench_cell_number(&suite->report, listens / all, 0);
    bench_cell_number(&suite->report, rays / all / ms / 1e3, 2);
    bench_cell_number(&suite->report, ms, 3);
    char name[BENCH_NAME_CAPACITY];
    (void)snprintf(name, sizeof name, "senses, %s: ms a tick", which->name);
    bench_report_time(&suite->report, name, ms, which->most_ms, false);
    wend_senses_destroy(senses);
}

void bench_mind_senses(bench_suite *suite)
{
    static const tick_case cases[] = {
        {"sight", 0, 1, 0, false, 4},
        {"sight and hearing", NOISES, 1, 0, false, 5},
        {"sight, bodies block", NOISES, 1, 0, true, 8},
        {"sight at night, 200 lamps", NOISES, 0.1, 200, false, 8},
    };
    sight_world *world = calloc(1, sizeof *world);
    if (world == NULL) {
        bench_suite_fail(suite, "senses", "out of memory");
        return;
    }
    world_make(world);
    run_rays(suite, world);
    bench_table_begin(&suite->report, "ticks", "Ticks of senses, on one core", tick_columns,
                      sizeof tick_columns / sizeof tick_columns[0]);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_case(suite, world, &cases[i]);
    }
    bench_table_end(&suite->report);
    wend_walls_destroy(world->walls);
    free(world);
}
