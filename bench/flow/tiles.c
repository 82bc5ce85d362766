/* Measures the costs and directions of a tile beside floods with a queue, and compares the
 * results.
 * Cost: a few milliseconds a run. */
#include "flow/suite.h"
#include "flow/tile/integrate.h"
#include "search/suite.h"
#include "yardstick/flow.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = YARDSTICK_TILE_SIDE,
    TILES = 1024, /* so many that no branch predictor learns them */
    PER_CENT = 100,
    COST_MOST = 254,
    SEED = 61
};

_Static_assert((int)YARDSTICK_WALL == (int)WENDI_TILE_WALL, "the same costs");
_Static_assert((int)YARDSTICK_STRAIGHT == (int)WENDI_FLOW_STRAIGHT, "the same steps");
_Static_assert((int)YARDSTICK_DIAGONAL == (int)WENDI_FLOW_DIAGONAL, "the same steps");
_Static_assert((int)YARDSTICK_TILE_FAR == (int)WENDI_TILE_UNREACHED, "the same costs to go");

typedef struct tile_kind {
    const char *name;
    uint32_t walls; /* per cent */
    bool has_costs;
} tile_kind;

static const tile_kind kinds[] = {
    {"open", 0, false}, {"20 % walls", 20, false}, {"20 % walls, costs 1-254", 20, true}};

typedef struct tile_set {
    yardstick_tile *tiles;   /* [TILES] */
    int32_t goals[TILES];    /* indices of open cells */
    yardstick_tile_fn plain; /* the flood to run, or: */
    bool (*relax)(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                  bool has_diagonals);
} tile_set;

static void make_tile(yardstick_tile *tile, int32_t *goal, const tile_kind *kind, uint64_t id)
{
    memset(tile->cost, YARDSTICK_WALL, sizeof tile->cost);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const uint64_t cell = id * SIDE * SIDE + (uint64_t)i;
        const uint32_t cost = kind->has_costs ? 1 + wend_random_below(SEED, cell, 0, COST_MOST) : 1;
        const bool is_wall = wend_random_below(SEED, cell, 1, PER_CENT) < kind->walls;
        tile->cost[(i / SIDE + 1) * YARDSTICK_TILE_STRIDE + i % SIDE + 1] =
            is_wall ? YARDSTICK_WALL : (uint8_t)cost;
    }
    const int32_t at = (int32_t)wend_random_below(SEED, id, 2, SIDE * SIDE);
    *goal = (at / SIDE + 1) * YARDSTICK_TILE_STRIDE + at % SIDE + 1;
    tile->cost[*goal] = 1;
}

static bool flood_all(void *context, size_t run)
{
    tile_set *set = context;
    (void)run;
    for (size_t i = 0; i < TILES; i++) {
        set->plain(&set->tiles[i], set->goals[i]);
    }
    return true;
}

/* The work of a plan for a tile: reset, seeds, costs, directions. */
static bool relax_tile(const tile_set *set, const wendi_tile_shape *shape, yardstick_tile *tile,
                       int32_t goal)
{
    uint8_t flags[YARDSTICK_TILE_CELLS];
    const wendi_tile_directions_input in = {.shape = *shape,
                                            .cost = tile->cost,
                                            .d = tile->d,
                                            .straight = WENDI_FLOW_STRAIGHT,
                                            .diagonal = WENDI_FLOW_DIAGONAL,
                                            .flags = flags};
    memset(flags, 0, sizeof flags);
    memset(tile->d, 0xff, sizeof tile->d);
    flags[goal] = WENDI_FLOW_GOAL;
    tile->d[goal] = 0;
    const bool is_done = set->relax(shape, tile->cost, tile->d, true);
    wendi_tile_directions(&in, tile->flow);
    return is_done;
}

static bool relax_all(void *context, size_t run)
{
    tile_set *set = context;
    const wendi_tile_shape shape = wendi_tile_shape_of(SIDE, SIDE);
    bool is_done = shape.count == YARDSTICK_TILE_CELLS;
    (void)run;
    for (size_t i = 0; is_done && i < TILES; i++) {
        is_done = relax_tile(set, &shape, &set->tiles[i], set->goals[i]);
    }
    return is_done;
}

static bool is_same(const yardstick_tile *a, const yardstick_tile *b)
{
    bool is_flow_same = true;
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        is_flow_same = is_flow_same && ((a->flow[i] ^ b->flow[i]) & WENDI_FLOW_DIRECTION_MASK) == 0;
    }
    return is_flow_same && memcmp(a->d, b->d, sizeof a->d) == 0;
}

/* Tiles on which two contestants differ, in costs or in directions. */
static size_t count_differences(const flow_contestant *one, const flow_contestant *other)
{
    const tile_set *set = one->context;
    yardstick_tile *kept = malloc(TILES * sizeof *kept);
    size_t differences = kept == NULL ? TILES : 0;
    const bool is_done = kept != NULL && one->work(one->context, 0);
    if (is_done) {
        memcpy(kept, set->tiles, TILES * sizeof *kept);
    }
    if (!is_done || !other->work(other->context, 0)) {
        differences = TILES;
    }
    for (size_t i = 0; is_done && i < TILES; i++) {
        differences += is_same(&kept[i], &set->tiles[i]) ? 0 : 1;
    }
    free(kept);
    return differences;
}

enum { FOUR, TUNED_FOUR, EIGHT, TUNED_EIGHT, WEND, SCALAR, CONTESTANTS };

static const bench_column columns[] = {{"tiles", "tiles of 10 x 10"},
                                       {"four_us", "queue flood, 4 neighbours, µs"},
                                       {"eight_us", "queue flood, 8 neighbours, µs"},
                                       {"tuned_four_us", "without branches, 4, µs"},
                                       {"tuned_eight_us", "without branches, 8, µs"},
                                       {"wend_us", "wend, 8, µs"},
                                       {"scalar_us", "wend, scalar, µs"},
                                       {"four_ratio", "flood, 4 / wend"},
                                       {"eight_ratio", "flood, 8 / wend"},
                                       {"tuned_ratio", "without branches, 8 / wend"},
                                       {"mismatches", "mismatches"}};

static void put_row(flow_suite *suite, const tile_kind *kind, const flow_contestant *c,
                    size_t mismatches)
{
    static const int order[CONTESTANTS] = {FOUR, EIGHT, TUNED_FOUR, TUNED_EIGHT, WEND, SCALAR};
    bench_cell_text(&suite->report, kind->name);
    for (int i = 0; i < CONTESTANTS; i++) {
        bench_cell_number(&suite->report, c[order[i]].ns / (double)TILES / 1000, 3);
    }
    bench_cell_number(&suite->report, c[FOUR].ns / c[WEND].ns, 2);
    bench_cell_number(&suite->report, c[EIGHT].ns / c[WEND].ns, 2);
    bench_cell_number(&suite->report, c[TUNED_EIGHT].ns / c[WEND].ns, 2);
    bench_cell_number(&suite->report, (double)mismatches, 0);
}

static void measure_kind(flow_suite *suite, const tile_kind *kind, yardstick_tile *tiles)
{
    static const yardstick_tile_fn plain[WEND] = {yardstick_flood_four, yardstick_tuned_four,
                                                  yardstick_flood_eight, yardstick_tuned_eight};
    flow_contestant contestants[CONTESTANTS];
    tile_set sets[CONTESTANTS];
    bench_progress("tiles", kind->name);
    memset(sets, 0, sizeof sets);
    for (size_t i = 0; i < CONTESTANTS; i++) {
        sets[i].tiles = tiles;
        sets[i].plain = i < WEND ? plain[i] : NULL;
        sets[i].relax = i == WEND ? wendi_tile_integrate : wendi_tile_integrate_scalar;
        for (size_t k = 0; k < TILES; k++) {
            make_tile(&tiles[k], &sets[i].goals[k], kind, k);
        }
        contestants[i] = (flow_contestant){i < WEND ? flood_all : relax_all, &sets[i], 0};
    }
    if (!flow_suite_race(suite, kind->name, contestants, CONTESTANTS)) {
        return;
    }
    const size_t mismatches = count_differences(&contestants[FOUR], &contestants[TUNED_FOUR]) +
                              count_differences(&contestants[EIGHT], &contestants[TUNED_EIGHT]) +
                              count_differences(&contestants[EIGHT], &contestants[WEND]) +
                              count_differences(&contestants[EIGHT], &contestants[SCALAR]);
    suite->mismatches += mismatches;
    put_row(suite, kind, contestants, mismatches);
    if (kind->has_costs) {
        bench_report_time(&suite->report, "tile with walls and costs, µs",
                          contestants[WEND].ns / (double)TILES / 1000, 0.45, false);
        bench_report_time(&suite->report, "tile with walls and costs: queue flood / wend",
                          contestants[FOUR].ns / contestants[WEND].ns, 6, true);
    }
}

void bench_flow_tiles(flow_suite *suite)
{
    yardstick_tile *tiles = calloc(TILES, sizeof *tiles);
    if (tiles == NULL) {
        flow_suite_fail(suite, "tiles", "out of memory");
        return;
    }
    bench_table_begin(&suite->report, "tiles", "One tile, costs and directions", columns,
                      sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        measure_kind(suite, &kinds[i], tiles);
    }
    bench_table_end(&suite->report);
    free(tiles);
}
