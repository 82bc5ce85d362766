/* Memories and smells of many agents: ticks in which each perceives, remembers and smells.
 * Cost: some seconds. */
#include "measure/timing.h"
#include "mind/suite.h"
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

enum { AGENTS = 2000, AGENTS_QUICK = 200, TICKS = 100, TICKS_QUICK = 10, SIDE = 256, SEEN = 4 };

static const double TICK = 0.05, SPEED = 1.5;

typedef struct memory_stage {
    wend_grid *grid;
    wend_smell *smell;
    wend_memories *memories;
    wend_smell_id ids[AGENTS];
    wend_vec2 at[AGENTS], velocity[AGENTS];
    uint32_t count, found;
} memory_stage;

static bool stage_make(memory_stage *s, uint32_t count)
{
    wend_grid_def grid = wend_grid_def_default();
    wend_smell_def smell = wend_smell_def_default();
    const wend_memories_def memories = wend_memories_def_default();
    wend_smell_source source = wend_smell_source_default();
    memset(s, 0, sizeof *s);
    s->count = count;
    grid.width = grid.height = SIDE;
    if (wend_grid_create(&grid, &s->grid) != WEND_OK) {
        return false;
    }
    for (uint64_t i = 0; i < SIDE * SIDE / 10; i++) {
        (void)wend_grid_set_cost(s->grid, 0, (int32_t)wend_random_below(1, i, 0, SIDE),
                                 (int32_t)wend_random_below(1, i, 1, SIDE), WEND_COST_WALL);
    }
    smell.grid = s->grid;
    if (wend_smell_create(&smell, &s->smell) != WEND_OK ||
        wend_memories_create(&memories, &s->memories) != WEND_OK) {
        return false;
    }
    source.leaves_trail = true;
    for (uint64_t i = 0; i < count; i++) {
        const double angle = 6.28 * wend_random_unit(2, i, 2);
        s->at[i] = (wend_vec2){(double)SIDE * wend_random_unit(2, i, 0),
                               (double)SIDE * wend_random_unit(2, i, 1)};
        s->velocity[i] = (wend_vec2){SPEED * wend_cos(angle), SPEED * wend_sin(angle)};
        source.position = s->at[i];
        if (wend_smell_add_source(s->smell, &source, &s->ids[i]) != WEND_OK ||
            wend_memories_add_agent(s->memories, i) != WEND_OK) {
            return false;
        }
    }
    return wend_smell_update(s->smell) == WEND_OK;
}

static void stage_free(memory_stage *s)
{
    wend_smell_destroy(s->smell);
    wend_memories_destroy(s->memories);
    wend_grid_destroy(s->grid);
}

static void walk(memory_stage *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        wend_vec2 *at = &s->at[i], *v = &s->velocity[i];
        v->x = (at->x < 1 && v->x < 0) || (at->x > SIDE - 1 && v->x > 0) ? -v->x : v->x;
        v->y = (at->y < 1 && v->y < 0) || (at->y > SIDE - 1 && v->y > 0) ? -v->y : v->y;
        at->x += v->x * TICK;
        at->y += v->y * TICK;
    }
}

/* Each agent perceives four others, and asks for the most dangerous. */
static void remember(memory_stage *s, uint64_t tick)
{
    wend_memory_observation o = wend_memory_observation_default();
    wend_memory memory;
    (void)wend_memories_set_tick(s->memories, tick);
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t k = 1; k <= SEEN; k++) {
            const uint32_t other = (uint32_t)((i + 37 * k + tick / 40) % s->count);
            o.subject = other;
            o.position = (wend_vec3){s->at[other].x, s->at[other].y, 0};
            o.danger = k;
            (void)wend_memories_observe(s->memories, i, &o);
        }
        const wend_vec3 from = {s->at[i].x, s->at[i].y, 0};
        s->found += wend_memories_most_dangerous(s->memories, i, from, NULL, &memory, NULL) ? 1 : 0;
    }
}

/* Each agent moves, and smells what is strongest. */
static void smell(memory_stage *s, uint64_t tick)
{
    wend_nose nose = wend_nose_default();
    wend_scent scent;
    (void)wend_smell_set_tick(s->smell, tick);
    for (uint32_t i = 0; i < s->count; i++) {
        (void)wend_smell_move(s->smell, s->ids[i], s->at[i]);
    }
    (void)wend_smell_update(s->smell);
    for (uint32_t i = 0; i < s->count; i++) {
        nose.own = s->ids[i];
        s->found += wend_smell_strongest(s->smell, s->at[i], &nose, &scent) ? 1 : 0;
    }
}

static const bench_column columns[] = {{"agents", "agents"},
                                       {"memory_ms", "memory, ms"},
                                       {"smell_ms", "smell, ms"},
                                       {"ms", "ms a tick"}};

void bench_mind_memory(bench_suite *suite)
{
    const bool is_quick = suite->options.quick;
    const uint32_t ticks = is_quick ? TICKS_QUICK : TICKS;
    memory_stage *s = malloc(sizeof *s);
    double first[TICKS], second[TICKS], both[TICKS];
    if (s == NULL || !stage_make(s, is_quick ? AGENTS_QUICK : AGENTS)) {
        suite->failures++;
        free(s);
        return;
    }
    for (uint32_t tick = 0; tick < ticks; tick++) {
        walk(s);
        const uint64_t begin = bench_clock_ns();
        remember(s, tick);
        const uint64_t middle = bench_clock_ns();
        smell(s, tick);
        const uint64_t end = bench_clock_ns();
        first[tick] = (double)(middle - begin) / 1e6;
        second[tick] = (double)(end - middle) / 1e6;
        both[tick] = (double)(end - begin) / 1e6;
    }
    bench_table_begin(&suite->report, "memory", "Agents that remember and smell", columns,
                      sizeof columns / sizeof columns[0]);
    bench_cell_number(&suite->report, s->count, 0);
    bench_cell_number(&suite->report, bench_median(first, ticks), 3);
    bench_cell_number(&suite->report, bench_median(second, ticks), 3);
    const double median = bench_median(both, ticks);
    bench_cell_number(&suite->report, median, 3);
    bench_table_end(&suite->report);
    bench_report_time(&suite->report, "memory and smell of 2,000 agents, ms a tick", median, 1.5,
                      false);
    suite->failures += s->found == 0 ? 1 : 0;
    stage_free(s);
    free(s);
}
