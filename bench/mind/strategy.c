/* Influence maps, analyses of terrain and traffic maps: updates beside a plain computation of everything.
 * Cost: some seconds. */
#include "mind/suite.h"
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, UNITS = 400, UNITS_QUICK = 60, TICKS = 60, TICKS_QUICK = 8, SIDES = 2 };

static const bench_column columns[] = {{"what", "what is done"},
                                       {"changes", "sources that change a tick"},
                                       {"ms", "ms a tick"},
                                       {"plain ms", "ms of the plain method"},
                                       {"ratio", "plain over ms"}};

static double unit(uint64_t id, uint64_t n)
{
    return wend_random_unit(91, id, n);
}

/* Rooms of 32 cells with doors. */
static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = def.height = SIDE;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        return NULL;
    }
    for (int32_t i = 32; i < SIDE; i += 32) {
        (void)wend_grid_fill(grid, 0, i, 0, 1, SIDE, WEND_COST_WALL);
        (void)wend_grid_fill(grid, 0, 0, i, SIDE, 1, WEND_COST_WALL);
    }
    for (int32_t i = 0; i < SIDE / 32; i++) {
        for (int32_t k = 32; k < SIDE; k += 32) {
            (void)wend_grid_fill(grid, 0, k, 32 * i + 14, 1, 3, 1);
            (void)wend_grid_fill(grid, 0, 32 * i + 18, k, 3, 1, 1);
        }
    }
    return grid;
}

static wend_influence_source source_of(uint64_t i, uint64_t tick)
{
    wend_influence_source source = wend_influence_source_default();
    source.position =
        (wend_vec2){(double)SIDE * unit(i, 1) + 0.2 * (double)tick * (unit(i, 3) - 0.5),
                    (double)SIDE * unit(i, 2) + 0.2 * (double)tick * (unit(i, 4) - 0.5)};
    source.radius = 10;
    source.side = (uint32_t)i % SIDES;
    return source;
}

/* All sources by a square of cells each, from nothing: what an update replaces. */
static double plain_ms(double *cells, size_t units, uint64_t tick)
{
    const uint64_t begin = bench_clock_ns();
    memset(cells, 0, sizeof(double) * SIDES * SIDE * SIDE);
    for (uint64_t i = 0; i < units; i++) {
        const wend_influence_source s = source_of(i, tick);
        double *layer = &cells[(size_t)s.side * SIDE * SIDE];
        const int32_t sx = (int32_t)s.position.x, sy = (int32_t)s.position.y, reach = 10;
        for (int32_t y = sy < reach ? 0 : sy - reach; y <= sy + reach && y < SIDE; y++) {
            for (int32_t x = sx < reach ? 0 : sx - reach; x <= sx + reach && x < SIDE; x++) {
                const double dx = x - sx, dy = y - sy;
                const double part = 1 - wend_sqrt(dx * dx + dy * dy) / s.radius;
                layer[(size_t)y * SIDE + (size_t)x] += part > 0 ? s.strength * part : 0;
            }
        }
    }
    return (double)(bench_clock_ns() - begin) / 1e6;
}

/* A new map of all sources along paths. */
static double fresh_ms(const wend_grid *grid, size_t units, uint64_t tick)
{
    const uint64_t begin = bench_clock_ns();
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map = NULL;
    wend_influence_id id;
    def.grid = grid;
    if (wend_influence_create(&def, &map) == WEND_OK) {
        for (uint64_t i = 0; i < units; i++) {
            const wend_influence_source source = source_of(i, tick);
            (void)wend_influence_add(map, &source, &id);
        }
        (void)wend_influence_update(map, NULL);
    }
    wend_influence_destroy(map);
    return (double)(bench_clock_ns() - begin) / 1e6;
}

static void put_row(bench_suite *suite, const char *what, double changes, double ms, double plain)
{
    char name[BENCH_NAME_CAPACITY];
    bench_cell_text(&suite->report, what);
    bench_cell_number(&suite->report, changes, 1);
    bench_cell_number(&suite->report, ms, 4);
    bench_cell_number(&suite->report, plain, 4);
    bench_cell_number(&suite->report, plain / ms, 1);
    (void)snprintf(name, sizeof name, "strategy, %s: ms a tick", what);
    bench_report_time(&suite->report, name, ms, 5, false);
}

static void run_influence(bench_suite *suite, const wend_grid *grid, const char *what)
{
    const size_t units = suite->options.quick ? UNITS_QUICK : UNITS;
    const size_t ticks = suite->options.quick ? TICKS_QUICK : TICKS;
    double times[TICKS], plain[TICKS], changes = 0;
    wend_influence_def def = wend_influence_def_default();
    wend_influence *map = NULL;
    wend_influence_id ids[UNITS];
    wend_influence_info info;
    double *cells = malloc(sizeof(double) * SIDES * SIDE * SIDE);
    def.grid = grid;
    def.width = def.height = SIDE;
    if (cells == NULL || wend_influence_create(&def, &map) != WEND_OK) {
        bench_suite_fail(suite, "strategy", "out of memory");
        free(cells);
        return;
    }
    for (uint64_t i = 0; i < units; i++) {
        const wend_influence_source source = source_of(i, 0);
        (void)wend_influence_add(map, &source, &ids[i]);
    }
    (void)wend_influence_update(map, NULL);
    for (size_t tick = 0; tick < ticks; tick++) {
        const uint64_t begin = bench_clock_ns();
        for (uint64_t i = 0; i < units; i++) {
            (void)wend_influence_move(map, ids[i], source_of(i, tick).position);
        }
        wend_influence_get_info(map, &info);
        changes += info.waiting;
        (void)wend_influence_update(map, NULL);
        times[tick] = (double)(bench_clock_ns() - begin) / 1e6;
        plain[tick] = grid == NULL ? plain_ms(cells, units, tick) : fresh_ms(grid, units, tick);
    }
    put_row(suite, what, changes / (double)ticks, bench_median(times, ticks),
            bench_median(plain, ticks));
    wend_influence_destroy(map);
    free(cells);
}

/* An edit of a grid under many sources: those near it are stamped again. Plain: a new map. */
static void run_edits(bench_suite *suite, wend_grid *grid)
{
    const size_t units = suite->options.quick ? UNITS_QUICK : UNITS;
    const size_t ticks = suite->options.quick ? TICKS_QUICK : TICKS;
    double times[TICKS], plain[TICKS];
    wend_influence_def def = wend_influence_def_default();
    wend_influence *maps[2] = {NULL, NULL};
    wend_influence_id id;
    def.grid = grid;
    for (size_t tick = 0; tick <= ticks; tick++) {
        (void)wend_grid_set_cost(grid, 0, (int32_t)(tick * 37 % SIDE), (int32_t)(tick * 53 % SIDE),
                                 tick % 2 == 0 ? WEND_COST_WALL : 1);
        for (int k = 0; k < 2; k++) { /* the second is made anew each time */
            const uint64_t begin = bench_clock_ns();
            if (maps[k] == NULL && wend_influence_create(&def, &maps[k]) == WEND_OK) {
                for (uint64_t i = 0; i < units; i++) {
                    const wend_influence_source source = source_of(i, 0);
                    (void)wend_influence_add(maps[k], &source, &id);
                }
            }
            (void)wend_influence_update(maps[k], NULL);
            const double ms = (double)(bench_clock_ns() - begin) / 1e6;
            if (tick > 0 && k == 0) {
                times[tick - 1] = ms;
            } else if (tick > 0) {
                plain[tick - 1] = ms;
            }
        }
        wend_influence_destroy(maps[1]);
        maps[1] = NULL;
    }
    put_row(suite, "an edit of the grid", 1, bench_median(times, ticks),
            bench_median(plain, ticks));
    wend_influence_destroy(maps[0]);
}

static void run_terrain(bench_suite *suite, wend_grid *grid)
{
    double times[5], again[5];
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis = NULL;
    def.grid = grid;
    for (size_t i = 0; i < 5; i++) {
        uint64_t begin = bench_clock_ns();
        if (wend_terrain_analysis_create(&def, &analysis) == WEND_OK) {
            (void)wend_terrain_analysis_update(analysis, NULL);
        }
        times[i] = (double)(bench_clock_ns() - begin) / 1e6;
        (void)wend_grid_set_cost(grid, 0, 3, 3, (uint8_t)(2 + i)); /* opens and closes nothing */
        begin = bench_clock_ns();
        (void)wend_terrain_analysis_update(analysis, NULL);
        again[i] = (double)(bench_clock_ns() - begin) / 1e6;
        wend_terrain_analysis_destroy(analysis);
        analysis = NULL;
    }
    put_row(suite, "terrain after an edit of costs", 1, bench_median(again, 5),
            bench_median(times, 5));
}

/* A commander of 32 moving groups, 24 goals and 64 known enemies. Plain: the scores of all pairs of a goal
 * and a group alone, without an allotment. */
static void run_commander(bench_suite *suite)
{
    enum { GROUPS = 32, GOALS = 24, ENEMIES = 64, UPDATES = 20 };
    double times[UPDATES], plain[UPDATES];
    wend_commander_def def = wend_commander_def_default();
    wend_commander *it = NULL;
    wend_commander_goal_id ids[GOALS];
    def.scouting_count = 4;
    if (wend_commander_create(&def, &it) != WEND_OK) {
        bench_suite_fail(suite, "strategy", "out of memory");
        return;
    }
    for (uint64_t i = 0; i < GOALS; i++) {
        wend_commander_goal goal = wend_commander_goal_default();
        goal.position = (wend_vec2){128 * unit(i, 11), 128 * unit(i, 12)};
        goal.value = 1 + 5 * unit(i, 13);
        goal.strength = 4 * unit(i, 14);
        goal.superiority = 1;
        (void)wend_commander_add_goal(it, &goal, &ids[i]);
    }
    for (size_t tick = 0; tick < UPDATES; tick++) {
        (void)wend_commander_set_tick(it, tick * 20);
        for (uint64_t i = 0; i < GROUPS; i++) {
            wend_commander_group group = wend_commander_group_default();
            group.user = i;
            group.position = (wend_vec2){128 * unit(i, 21 + tick), 128 * unit(i, 61 + tick)};
            (void)wend_commander_set_group(it, &group);
        }
        for (uint64_t i = 0; i < ENEMIES; i++) {
            const wend_commander_enemy enemy = {.user = i,
                                                .position = {128 * unit(i, 3), 128 * unit(i, 4)},
                                                .strength = 1,
                                                .tick = tick * 20,
                                                .certainty = 1};
            (void)wend_commander_report(it, &enemy);
        }
        uint64_t begin = bench_clock_ns();
        wend_commander_score score;
        for (uint64_t i = 0; i < GROUPS; i++) {
            for (size_t goal = 0; goal < GOALS; goal++) {
                (void)wend_commander_get_score(it, NULL, i, ids[goal], &score);
            }
        }
        plain[tick] = (double)(bench_clock_ns() - begin) / 1e6;
        begin = bench_clock_ns();
        (void)wend_commander_update(it, NULL);
        times[tick] = (double)(bench_clock_ns() - begin) / 1e6;
    }
    put_row(suite, "a commander; plain: scores of all pairs alone", GROUPS,
            bench_median(times, UPDATES), bench_median(plain, UPDATES));
    wend_commander_destroy(it);
}

/* The mix of 8 kinds against 8, its bound proved. Plain: all iterations. */
static void run_mix(bench_suite *suite)
{
    enum { KINDS = 8, ANSWERS = 9 };
    double times[2][ANSWERS];
    for (uint32_t way = 0; way < 2; way++) {
        wend_mix_def def = wend_mix_def_default();
        wend_mix *mix = NULL;
        double shares[KINDS];
        def.own_count = def.enemy_count = KINDS;
        def.tolerance = way == 0 ? def.tolerance : 0;
        if (wend_mix_create(&def, &mix) != WEND_OK) {
            bench_suite_fail(suite, "strategy", "out of memory");
            return;
        }
        for (uint32_t n = 0; n < ANSWERS; n++) {
            for (uint32_t i = 0; i < KINDS * KINDS; i++) {
                (void)wend_mix_set_effect(mix, i / KINDS, i % KINDS, 2 * unit(i, 200 + n) - 1);
            }
            const uint64_t begin = bench_clock_ns();
            (void)wend_mix_solve(mix, NULL, shares, KINDS, NULL);
            times[way][n] = (double)(bench_clock_ns() - begin) / 1e6;
        }
        wend_mix_destroy(mix);
    }
    put_row(suite, "a mix of 8 kinds; plain: 4,096 iterations", 1, bench_median(times[0], ANSWERS),
            bench_median(times[1], ANSWERS));
}

void bench_mind_strategy(bench_suite *suite)
{
    wend_grid *grid = make_grid();
    if (grid == NULL) {
        bench_suite_fail(suite, "strategy", "out of memory");
        return;
    }
    bench_table_begin(&suite->report, "strategy",
                      "Influence and terrain of 256 x 256 cells, 400 sources, on one core; plain = "
                      "all anew",
                      columns, sizeof columns / sizeof columns[0]);
    run_influence(suite, NULL, "influence, straight");
    run_influence(suite, grid, "influence, along paths");
    run_edits(suite, grid);
    run_terrain(suite, grid);
    run_commander(suite);
    run_mix(suite);
    bench_table_end(&suite->report);
    wend_grid_destroy(grid);
}
