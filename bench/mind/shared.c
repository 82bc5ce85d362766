/* What agents share: cover in a level of 2,000 walls, triggers of thousands, reservations.
 * Cost: some seconds. */
#include "mind/suite.h"
#include "wend/wend.h"

#include <math.h>
#include <stdlib.h>

static const double SIDE = 200;

enum { WALLS = 2000, QUERIES = 2000, QUERIES_QUICK = 200, REPAIRS = 40 };
enum { TRIGGERS = 4000, AGENTS = 2000, TICKS = 60, TICKS_QUICK = 10, CLAIMS = 200000, RUNS = 5 };

static double unit(uint64_t id, uint64_t n)
{
    return wend_random_unit(83, id, n);
}

static double milliseconds_since(uint64_t begin)
{
    return (double)(bench_clock_ns() - begin) / 1e6;
}

static void row(bench_suite *suite, const char *what, double value, int decimals,
                const char *unit_name)
{
    bench_cell_text(&suite->report, what);
    bench_cell_number(&suite->report, value, decimals);
    bench_cell_text(&suite->report, unit_name);
}

/* ---- cover ---- */

/* Walls of rooms: along the axes, on a lattice, 1 to 6 m long. */
static wend_walls *make_walls(void)
{
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *walls = NULL;
    (void)wend_walls_create(&def, &walls);
    for (uint64_t i = 0; i < WALLS; i++) {
        const double length = 1 + floor(6 * unit(i, 0));
        const wend_vec2 a = {floor((SIDE - 8) * unit(i, 1)), floor((SIDE - 8) * unit(i, 2))};
        const bool is_upright = unit(i, 3) < 0.5;
        const wend_vec2 b = {is_upright ? a.x : a.x + length, is_upright ? a.y + length : a.y};
        (void)wend_walls_add_segment(walls, a, b, WEND_STOPS_ALL, i, NULL);
    }
    return walls;
}

/* The mean time of a query in microseconds; its figures are added up. */
static double ask(const wend_cover *cover, size_t queries, wend_cover_stats *sums, size_t *found)
{
    const uint64_t begin = bench_clock_ns();
    for (uint64_t n = 0; n < queries; n++) {
        const wend_vec2 at = {SIDE * unit(10, n), SIDE * unit(11, n)};
        const wend_cover_threat threats[] = {{{at.x + 30 * unit(12, n) - 15, at.y + 12}, 1, 40},
                                             {{at.x + 12, at.y + 30 * unit(13, n) - 15}, 1, 40}};
        wend_cover_query query = wend_cover_query_default();
        wend_cover_spot spots[3];
        wend_cover_stats stats;
        size_t count = 0;
        query.position = at;
        query.threats = threats;
        query.threat_count = 2;
        (void)wend_cover_find(cover, &query, NULL, spots, 3, &count, &stats);
        sums->places_tested += stats.places_tested;
        sums->hidden += stats.hidden;
        sums->rays += stats.rays;
        *found += count > 0 ? 1 : 0;
    }
    return milliseconds_since(begin) * 1e3 / (double)queries;
}

/* The median time of a repair after a wall came or went, in microseconds. */
static double repair(wend_walls *walls, wend_cover *cover)
{
    double times[REPAIRS];
    wend_wall_id id = {0, 0};
    for (uint64_t k = 0; k < REPAIRS; k++) {
        if (k % 2 == 0) {
            const wend_vec2 a = {10 + (SIDE - 20) * unit(20, k), 10 + (SIDE - 20) * unit(21, k)};
            (void)wend_walls_add_segment(walls, a, (wend_vec2){a.x + 4, a.y}, WEND_STOPS_ALL, 0,
                                         &id);
        } else {
            (void)wend_walls_remove(walls, id);
        }
        const uint64_t begin = bench_clock_ns();
        (void)wend_cover_update(cover, NULL);
        times[k] = milliseconds_since(begin) * 1e3;
    }
    return bench_median(times, REPAIRS);
}

static void measure_cover(bench_suite *suite, size_t queries)
{
    wend_cover_def def = wend_cover_def_default();
    wend_walls *walls = make_walls();
    wend_cover *cover = NULL;
    wend_cover_stats sums = {0, 0, 0, 0};
    size_t found = 0;
    double times[RUNS];
    def.walls = walls;
    const uint64_t begin = bench_clock_ns();
    if (wend_cover_create(&def, &cover) != WEND_OK || wend_cover_update(cover, NULL) != WEND_OK) {
        suite->failures++;
    }
    const double computing = milliseconds_since(begin);
    row(suite, "cover: places along 2,000 walls", wend_cover_count(cover), 0, "");
    row(suite, "cover: computing them all", computing, 1, "ms");
    row(suite, "cover: repair around one wall", repair(walls, cover), 0, "us");
    for (size_t i = 0; i < RUNS; i++) {
        sums = (wend_cover_stats){0, 0, 0, 0};
        found = 0;
        times[i] = ask(cover, queries, &sums, &found);
    }
    const double mean = bench_median(times, RUNS), count = (double)queries;
    row(suite, "cover: a query, two threats", mean, 1, "us");
    row(suite, "cover: places tested a query", sums.places_tested / count, 1, "");
    row(suite, "cover: rays a query", sums.rays / count, 1, "");
    row(suite, "cover: queries with cover", 100 * (double)found / count, 0, "%");
    bench_report_time(&suite->report, "cover: a query of two threats, us", mean, 2000, false);
    wend_cover_destroy(cover);
    wend_walls_destroy(walls);
}

/* ---- triggers ---- */

static void fill(wend_triggers *triggers)
{
    for (uint64_t n = 0; n < TRIGGERS; n++) {
        wend_trigger trigger = wend_trigger_default();
        wend_trigger_id id;
        trigger.kind = n % 4 == 0 ? WEND_TRIGGER_AREA : WEND_TRIGGER_TAKE;
        trigger.position = (wend_vec3){SIDE * unit(30, n), SIDE * unit(31, n), 0};
        trigger.radius = n % 4 == 0 ? 4 : 0.5;
        trigger.sleep_ticks = n % 4 == 0 ? 0 : 100;
        (void)wend_triggers_add(triggers, &trigger, &id);
    }
}

static void measure_triggers(bench_suite *suite, size_t ticks)
{
    const wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers = NULL;
    wend_trigger_agent *agents = calloc(AGENTS, sizeof *agents);
    double times[TICKS];
    size_t events = 0;
    if (agents == NULL || wend_triggers_create(&def, &triggers) != WEND_OK) {
        suite->failures++;
        free(agents);
        return;
    }
    fill(triggers);
    for (uint64_t tick = 0; tick < ticks; tick++) {
        for (uint64_t i = 0; i < AGENTS; i++) {
            const double x = SIDE * unit(40, i) + 0.2 * (double)tick;
            agents[i] = (wend_trigger_agent){i, {x, SIDE * unit(41, i), 0}, 0.4};
        }
        size_t count;
        const uint64_t begin = bench_clock_ns();
        (void)wend_triggers_update(triggers, tick, agents, AGENTS, NULL, 0);
        times[tick] = milliseconds_since(begin);
        (void)wend_triggers_events(triggers, &count);
        events += count;
    }
    const double median = bench_median(times, ticks);
    row(suite, "triggers: a tick of 4,000 with 2,000 agents", median, 3, "ms");
    row(suite, "triggers: events a tick", (double)events / (double)ticks, 0, "");
    bench_report_time(&suite->report, "triggers: a tick of 4,000 with 2,000 agents, ms", median, 4,
                      false);
    wend_triggers_destroy(triggers);
    free(agents);
}

/* ---- reservations ---- */

static void measure_reservations(bench_suite *suite)
{
    const wend_reservations_def def = wend_reservations_def_default();
    wend_reservations *reservations = NULL;
    if (wend_reservations_create(&def, &reservations) != WEND_OK) {
        suite->failures++;
        return;
    }
    (void)wend_reservations_set_kind_capacity(reservations, 0, 3);
    const uint64_t begin = bench_clock_ns();
    for (uint64_t n = 0; n < CLAIMS; n++) {
        wend_claim claim = wend_claim_default();
        wend_claim_id id;
        claim.kind = n % 2 == 0 ? 0 : 1;
        claim.is_place = n % 2 != 0;
        claim.key = wend_random_below(83, 50, n, 800);
        claim.agent = n % AGENTS;
        claim.ticks = 20;
        claim.position = (wend_vec3){SIDE * unit(51, n), SIDE * unit(52, n), 0};
        (void)wend_reservations_claim(reservations, &claim, &id);
        if (n % AGENTS == 0) {
            (void)wend_reservations_update(reservations, n / AGENTS);
        }
    }
    const double each = milliseconds_since(begin) * 1e3 / (double)CLAIMS;
    row(suite, "reservations: a claim", each, 3, "us");
    bench_report_time(&suite->report, "reservations: a claim, us", each, 5, false);
    wend_reservations_destroy(reservations);
}

void bench_mind_shared(bench_suite *suite)
{
    static const bench_column columns[] = {{"what", "what"}, {"value", "value"}, {"unit", "unit"}};
    const bool is_quick = suite->options.quick;
    bench_table_begin(&suite->report, "shared", "Cover, triggers, reservations", columns, 3);
    measure_cover(suite, is_quick ? QUERIES_QUICK : QUERIES);
    measure_triggers(suite, is_quick ? TICKS_QUICK : TICKS);
    measure_reservations(suite);
    bench_table_end(&suite->report);
}
