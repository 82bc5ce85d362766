/* The suite of `wend bench mesh`: the report on stdout, progress on stderr.
 * Cost: some seconds a mesh; under 5 seconds with --quick. */
#include "search/suite.h"
#include "bench.h"
#include "measure/maps.h"
#include "measure/options.h"
#include "mesh/edits.h"
#include "mesh/obstacles.h"
#include "mesh/overlays.h"
#include "mesh/race.h"
#include "mesh/tiles.h"
#include "wend/io_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATH_CAPACITY = 1024,
    RUNS = 7,
    RUNS_QUICK = 3,
    RUNS_MOST = 1000,
    QUERIES_QUICK = 50,
    EDITS = 2000,
    EDITS_QUICK = 100,
    OBSTACLES = 1000,
    TILE_QUERIES = 400,
    TILE_QUERIES_QUICK = 50,
    LIMIT_MOST = 1 << 30
};

static const char help[] =
    "usage: bench mesh [options]\n"
    "Measures the search for the shortest path over meshes beside Detour's findPath and\n"
    "findStraightPath: same polygons, same queries, same run, point location left out on\n"
    "both sides. A query's time is the least of all runs, which take turns.\n"
    "  --meshes DIR   golden meshes with queries (default: mesh/golden in the folder\n"
    "                 $WEND_DATA)\n"
    "                 and Polyanya's polygons of the same ground in ../polyanya\n"
    "  --only NAME    one mesh only, by its name without ending; or \"edits\",\n"
    "                 \"obstacles\" or \"tiles\": all meshes, but only that table\n"
    "  --limit N      queries a mesh, evenly spaced (default 0 = all)\n"
    "  --runs N       runs, of which the least counts (default 7)\n"
    "  --method NAME  exact (default), midpoint or centroid\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        three runs of 50 queries a mesh; times are printed, not judged\n";

typedef struct mesh_options {
    const char *folder, *only;
    size_t limit, runs;
    wend_mesh_method method;
    bool json, quick;
} mesh_options;

typedef struct small_row {
    mesh_small small[MESH_SMALL_COUNT];
    mesh_overlay_row overlays[MESH_OVERLAY_ROWS];
    mesh_edit_row edits;
    mesh_obstacle_row obstacles;
    mesh_tile_row tiles;
    bool has_peer, has_overlays, has_edits, has_obstacles, has_tiles;
    char mesh[GOLDEN_NAME_CAPACITY];
} small_row;

enum { SMALL_ROWS_MOST = 64 };

typedef struct mesh_suite {
    mesh_options options;
    bench_report report;
    size_t failures, meshes;
    const char *table;     /* the only one, by its name; NULL = all */
    bench_offered offered; /* names of meshes, for --only */
    small_row rows[SMALL_ROWS_MOST];
    size_t row_count;
} mesh_suite;

/* Comparison of the lengths, over all queries of a mesh. */
typedef struct verdict {
    size_t wrong, no_way;
    double worst_relative, worst_absolute;
    double over_mean, over_worst; /* Detour's length over ours, in per cent */
    size_t detour_failures;
} verdict;

static verdict judge(const mesh_race *race)
{
    verdict v = {0};
    size_t compared = 0;
    for (size_t k = 0; k < race->query_count; k++) {
        const double golden = mesh_race_query(race, k)->length;
        const double ours = race->wend.lengths[k];
        const double theirs = race->detour.lengths[k];
        const double error = fabs(ours - golden);
        v.no_way += ours < 0 ? 1 : 0;
        v.detour_failures += race->peer != NULL && theirs < 0 ? 1 : 0;
        if (ours < 0) {
            continue;
        }
        v.wrong += golden_is_right(ours, golden) ? 0 : 1;
        v.worst_absolute = fmax(v.worst_absolute, error);
        v.worst_relative =
            golden > 0.01 ? fmax(v.worst_relative, error / golden) : v.worst_relative;
        if (theirs >= 0 && ours > 0.01) {
            const double over = 100 * (theirs / ours - 1);
            v.over_mean += over;
            v.over_worst = fmax(v.over_worst, over);
            compared++;
        }
    }
    v.over_mean = compared > 0 ? v.over_mean / (double)compared : (double)NAN;
    return v;
}

/* ---- the tables ---- */

static const bench_column columns[] = {
    {"mesh", "mesh"},
    {"polygons", "polygons"},
    {"queries", "queries"},
    {"mean_us", "mean µs"},
    {"median_us", "median"},
    {"p99_us", "p99"},
    {"detour_mean_us", "Detour mean µs"},
    {"detour_median_us", "median"},
    {"detour_p99_us", "p99"},
    {"mean_ratio", "mean ratio"},
    {"p99_ratio", "p99 ratio"},
    {"wrong", "wrong"},
    {"no_path", "no path"},
    {"worst_relative", "worst error, 1e-9"},
    {"worst_absolute", "in µm"},
    {"detour_over_mean", "Detour longer, mean %"},
    {"detour_over_worst", "worst %"},
};

static const bench_column small_columns[] = {
    {"mesh", "mesh"},           {"question", "question"}, {"wend_ns", "ns"},
    {"detour_ns", "Detour ns"}, {"ratio", "ratio"},
};

static const bench_column overlay_columns[] = {
    {"mesh", "mesh"},
    {"shapes", "shapes"},
    {"met", "met by a straight line"},
    {"exact_us", "exact, mean µs"},
    {"midpoint_us", "midpoint, mean µs"},
    {"exact_ratio", "exact, over no shapes"},
    {"midpoint_ratio", "midpoint, over no shapes"},
    {"update_us", "update, µs"},
};

static const bench_column edit_columns[] = {
    {"mesh", "mesh"},
    {"polygons", "polygons"},
    {"close_mean_us", "close, mean µs"},
    {"close_p99_us", "p99"},
    {"close_worst_us", "worst"},
    {"open_mean_us", "open, mean µs"},
    {"open_p99_us", "p99"},
    {"open_worst_us", "worst"},
    {"layout_us", "a new space, µs"},
    {"layout_ratio", "over close"},
    {"detour_ns", "Detour's flag, ns"},
};

static const bench_column obstacle_columns[] = {
    {"mesh", "mesh"},
    {"polygons", "polygons"},
    {"place_mean_us", "place, mean µs"},
    {"place_p99_us", "p99"},
    {"move_mean_us", "move, mean µs"},
    {"move_p99_us", "p99"},
    {"remove_mean_us", "remove, mean µs"},
    {"remove_p99_us", "p99"},
    {"among_mean_us", "move among 1,000, mean µs"},
    {"many_ms", "move 1,000 by half a metre, ms"},
    {"many_update_ms", "of it the space"},
    {"walk_ms", "by 5 cm, ms"},
    {"walk_update_ms", "of it the space"},
    {"many_pool_ms", "half a metre on all processors, ms"},
    {"walk_pool_ms", "5 cm on all processors, ms"},
    {"walk_stay_ms", "5 cm with pieces that stay, ms"},
    {"remake_us", "mesh and space anew, µs"},
    {"remake_ratio", "over place"},
    {"detour_ns", "Detour's flag for a polygon, ns"},
};

static const bench_column tile_columns[] = {
    {"mesh", "mesh"},
    {"polygons", "polygons"},
    {"tiles", "tiles"},
    {"add_us", "add, median µs"},
    {"drop_us", "drop"},
    {"update_us", "update of a space"},
    {"memory_ratio", "memory over the whole mesh"},
    {"queries", "queries"},
    {"wrong", "lengths that differ"},
    {"query_ratio", "time of a query over the whole mesh"},
};

static void put_side(mesh_suite *suite, const mesh_race *race, const mesh_side *side, bool is_there)
{
    bench_report *report = &suite->report;
    bench_cell_number(report, is_there ? mesh_race_mean_us(race, side) : (double)NAN, 3);
    bench_cell_number(report, is_there ? mesh_race_quantile_us(race, side, 0.5) : (double)NAN, 3);
    bench_cell_number(report, is_there ? mesh_race_quantile_us(race, side, 0.99) : (double)NAN, 3);
}

typedef void (*report_fn)(bench_report *report, const char *name, double value, double bound,
                          bool is_at_least);

static void keep(mesh_suite *suite, report_fn report, const char *mesh, const char *what,
                 double value, double bound)
{
    char name[BENCH_NAME_CAPACITY];
    snprintf(name, sizeof name, "%s: %s", mesh, what);
    report(&suite->report, name, value, bound, false);
}

static void put_row(mesh_suite *suite, const mesh_race *race)
{
    bench_report *report = &suite->report;
    const verdict v = judge(race);
    const char *name = race->golden->name;
    const bool has_peer = race->peer != NULL;
    const bool is_exact = race->method == WEND_MESH_METHOD_EXACT;
    const double mean =
        mesh_race_mean_us(race, &race->wend) / mesh_race_mean_us(race, &race->detour);
    const double p99 = mesh_race_quantile_us(race, &race->wend, 0.99) /
                       mesh_race_quantile_us(race, &race->detour, 0.99);
    bench_cell_text(report, name);
    bench_cell_number(report, wend_mesh_polygon_count(race->mesh), 0);
    bench_cell_number(report, (double)race->query_count, 0);
    put_side(suite, race, &race->wend, true);
    put_side(suite, race, &race->detour, has_peer);
    bench_cell_number(report, has_peer ? mean : (double)NAN, 3);
    bench_cell_number(report, has_peer ? p99 : (double)NAN, 3);
    bench_cell_number(report, (double)v.wrong, 0);
    bench_cell_number(report, (double)v.no_way, 0);
    bench_cell_number(report, 1e9 * v.worst_relative, 1);
    bench_cell_number(report, 1e6 * v.worst_absolute, 2);
    bench_cell_number(report, has_peer ? v.over_mean : (double)NAN, 2);
    bench_cell_number(report, has_peer ? v.over_worst : (double)NAN, 1);
    if (has_peer && is_exact) {
        keep(suite, bench_report_time, name, "mean over Detour's", mean, 1.0);
        keep(suite, bench_report_time, name, "p99 over Detour's", p99, 1.5);
    }
    if (is_exact) {
        keep(suite, bench_report_target, name, "wrong or missing paths",
             (double)(v.wrong + v.no_way), 0);
        suite->failures += v.wrong + v.no_way;
    }
}

static void note(mesh_suite *suite, const char *mesh, const char *text, size_t count)
{
    char line[2 * BENCH_NAME_CAPACITY];
    if (count > 0) {
        snprintf(line, sizeof line, "%s: %zu %s", mesh, count, text);
        bench_report_note(&suite->report, line);
    }
}

/* The tables that --only may name. */
static const char *const tables[] = {"edits", "obstacles", "tiles"};

static bool is_only(const mesh_suite *suite, const char *table)
{
    return suite->table != NULL && strcmp(suite->table, table) == 0;
}

static bool is_wanted(const mesh_suite *suite, const char *table)
{
    return suite->table == NULL || is_only(suite, table);
}

/* The row of a mesh's race; one of its own where a table is the only one. */
static small_row *row_of(mesh_suite *suite, const char *name)
{
    if (suite->table != NULL && suite->row_count < SMALL_ROWS_MOST) {
        snprintf(suite->rows[suite->row_count++].mesh, sizeof suite->rows[0].mesh, "%s", name);
    }
    return suite->row_count > 0 ? &suite->rows[suite->row_count - 1] : NULL;
}

/* ---- one mesh ---- */

static void race_mesh(mesh_suite *suite, mesh_race *race)
{
    const char *name = race->golden->name;
    mesh_race_run(race, suite->options.runs);
    put_row(suite, race);
    note(suite, name, "queries with an end off the mesh", race->misplaced);
    note(suite, name, "queries for which Detour finds no path", judge(race).detour_failures);
    if (race->peer == NULL && detour_peer_is_there()) {
        char line[2 * BENCH_NAME_CAPACITY];
        snprintf(line, sizeof line, "%s: no Detour: %s", name, race->peer_why);
        bench_report_note(&suite->report, line);
    }
    if (suite->row_count < SMALL_ROWS_MOST) {
        small_row *row = &suite->rows[suite->row_count++];
        memcpy(row->mesh, name, sizeof row->mesh);
        row->has_peer = race->peer != NULL;
        mesh_race_small(race, suite->options.runs, row->small);
    }
}

/* The polygons of a golden mesh with overlays, in the row of its race. */
static void measure_overlays(mesh_suite *suite, const golden_mesh *golden, wend_mesh *mesh)
{
    if (suite->row_count > 0 && suite->row_count <= SMALL_ROWS_MOST) {
        small_row *row = &suite->rows[suite->row_count - 1];
        row->has_overlays = mesh_overlays_measure(golden, mesh, suite->options.limit,
                                                  suite->options.runs, row->overlays);
        suite->failures += row->has_overlays ? 0 : 1;
    }
}

static void measure_edits(mesh_suite *suite, const char *name, wend_mesh *mesh)
{
    small_row *row = is_wanted(suite, "edits") ? row_of(suite, name) : NULL;
    if (row != NULL) {
        row->has_edits = mesh_edits_measure(mesh, suite->options.quick ? EDITS_QUICK : EDITS,
                                            suite->options.runs, &row->edits);
        suite->failures += row->has_edits ? 0 : 1;
    }
}

static void measure_obstacles(mesh_suite *suite, const char *name, wend_mesh *mesh)
{
    small_row *row = is_wanted(suite, "obstacles") ? row_of(suite, name) : NULL;
    if (row != NULL) {
        row->has_obstacles =
            mesh_obstacles_measure(mesh, OBSTACLES, suite->options.runs, &row->obstacles);
        suite->failures += row->has_obstacles ? 0 : 1;
    }
}

static void measure_tiles(mesh_suite *suite, const char *name, const wend_mesh *mesh)
{
    small_row *row = is_wanted(suite, "tiles") ? row_of(suite, name) : NULL;
    if (row != NULL) {
        row->has_tiles = mesh_tiles_measure(
            mesh, suite->options.quick ? TILE_QUERIES_QUICK : TILE_QUERIES, &row->tiles);
        suite->failures += row->has_tiles ? row->tiles.wrong : 1;
        keep(suite, bench_report_target, name, "lengths over tiles that differ",
             (double)row->tiles.wrong, 0);
    }
}

static void use_golden(mesh_suite *suite, const golden_mesh *golden)
{
    char error[GOLDEN_ERROR_CAPACITY];
    wend_message message = {0};
    wend_mesh *mesh = NULL;
    mesh_race race;
    if (golden_make(golden, &mesh, &message) != WEND_OK) {
        fprintf(stderr, "%s: %s\n", golden->name, message.text);
        suite->failures++;
        return;
    }
    if (suite->table == NULL &&
        !mesh_race_begin(&race, golden, mesh, suite->options.method, suite->options.limit, error)) {
        fprintf(stderr, "%s\n", error);
        suite->failures++;
        wend_mesh_destroy(mesh);
        return;
    }
    if (suite->table == NULL) {
        race_mesh(suite, &race);
        mesh_race_end(&race);
        measure_overlays(suite, golden, mesh);
    }
    measure_edits(suite, golden->name, mesh);
    measure_obstacles(suite, golden->name, mesh);
    measure_tiles(suite, golden->name, mesh);
    wend_mesh_destroy(mesh);
}

/* The same ground in Polyanya's own polygons, where the folder beside has them. */
static void use_polyanya(mesh_suite *suite, const golden_mesh *golden)
{
    char path[PATH_CAPACITY];
    char error[GOLDEN_ERROR_CAPACITY];
    wend_mesh *mesh = NULL;
    mesh_race race;
    golden_mesh named = *golden;
    const int length =
        snprintf(path, sizeof path, "%s/../polyanya/%s.mesh", suite->options.folder, golden->name);
    FILE *probe = length > 0 && length < PATH_CAPACITY ? fopen(path, "rb") : NULL;
    if (probe == NULL) {
        return;
    }
    fclose(probe);
    snprintf(named.name, sizeof named.name, "%.50s.mesh", golden->name);
    const bool is_loaded = wend_mesh_load_file(path, NULL, &mesh, NULL, NULL) == WEND_OK;
    if (is_loaded && is_only(suite, "edits")) {
        measure_edits(suite, named.name, mesh);
    } else if (is_loaded && mesh_race_begin(&race, &named, mesh, suite->options.method,
                                            suite->options.limit, error)) {
        race_mesh(suite, &race);
        mesh_race_end(&race);
        measure_edits(suite, named.name, mesh);
    } else {
        fprintf(stderr, "%s: cannot be used\n", path);
        suite->failures++;
    }
    wend_mesh_destroy(mesh);
}

static void use_file(mesh_suite *suite, const char *path)
{
    char error[GOLDEN_ERROR_CAPACITY];
    golden_mesh golden;
    if (!golden_load(&golden, path, error)) {
        fprintf(stderr, "%s\n", error);
        suite->failures++;
        return;
    }
    bench_offer(&suite->offered, golden.name);
    if (suite->table != NULL || suite->options.only == NULL ||
        strcmp(suite->options.only, golden.name) == 0) {
        bench_progress("mesh", golden.name);
        suite->meshes++;
        use_golden(suite, &golden);
        if (is_wanted(suite, "edits")) {
            use_polyanya(suite, &golden);
        }
    }
    golden_free(&golden);
}

static void put_small(mesh_suite *suite)
{
    bench_report *report = &suite->report;
    bench_table_begin(report, "small", "Small questions", small_columns,
                      sizeof small_columns / sizeof small_columns[0]);
    for (size_t k = 0; k < suite->row_count; k++) {
        for (size_t q = 0; q < MESH_SMALL_COUNT; q++) {
            const mesh_small *small = &suite->rows[k].small[q];
            const double theirs = suite->rows[k].has_peer ? small->detour_ns : (double)NAN;
            bench_cell_text(report, suite->rows[k].mesh);
            bench_cell_text(report, small->name);
            bench_cell_number(report, small->wend_ns, 0);
            bench_cell_number(report, theirs, 0);
            bench_cell_number(report, small->wend_ns / theirs, 2);
        }
    }
    bench_table_end(report);
}

static void put_overlays(mesh_suite *suite)
{
    bench_report *report = &suite->report;
    bench_table_begin(report, "overlays", "Paths over meshes with overlays", overlay_columns,
                      sizeof overlay_columns / sizeof overlay_columns[0]);
    for (size_t k = 0; k < suite->row_count; k++) {
        const mesh_overlay_row *rows = suite->rows[k].overlays;
        for (size_t i = 0; suite->rows[k].has_overlays && i < MESH_OVERLAY_ROWS; i++) {
            bench_cell_text(report, suite->rows[k].mesh);
            bench_cell_number(report, (double)rows[i].shapes, 0);
            bench_cell_number(report, rows[i].met, 1);
            bench_cell_number(report, rows[i].exact_us, 2);
            bench_cell_number(report, rows[i].midpoint_us, 2);
            bench_cell_number(report, rows[i].exact_us / rows[0].exact_us, 2);
            bench_cell_number(report, rows[i].midpoint_us / rows[0].midpoint_us, 2);
            bench_cell_number(report, rows[i].update_us, 1);
        }
    }
    bench_table_end(report);
}

static void put_edits(mesh_suite *suite)
{
    bench_report *report = &suite->report;
    bench_table_begin(report, "edits", "Closing and opening a polygon, with the update of a space",
                      edit_columns, sizeof edit_columns / sizeof edit_columns[0]);
    for (size_t k = 0; k < suite->row_count; k++) {
        const mesh_edit_row *row = &suite->rows[k].edits;
        if (suite->rows[k].has_edits) {
            bench_cell_text(report, suite->rows[k].mesh);
            bench_cell_number(report, (double)row->polygons, 0);
            bench_cell_number(report, row->close.mean, 3);
            bench_cell_number(report, row->close.p99, 2);
            bench_cell_number(report, row->close.worst, 2);
            bench_cell_number(report, row->open.mean, 3);
            bench_cell_number(report, row->open.p99, 2);
            bench_cell_number(report, row->open.worst, 2);
            bench_cell_number(report, row->layout_us, 0);
            bench_cell_number(report, row->layout_us / row->close.mean, 0);
            bench_cell_number(report, row->detour_ns, 1);
        }
    }
    bench_table_end(report);
}

static void put_obstacles(mesh_suite *suite)
{
    bench_report *report = &suite->report;
    bench_table_begin(report, "obstacles", "Obstacles of a metre, with the update of a space",
                      obstacle_columns, sizeof obstacle_columns / sizeof obstacle_columns[0]);
    for (size_t k = 0; k < suite->row_count; k++) {
        const mesh_obstacle_row *row = &suite->rows[k].obstacles;
        if (suite->rows[k].has_obstacles) {
            bench_cell_text(report, suite->rows[k].mesh);
            bench_cell_number(report, (double)row->polygons, 0);
            bench_cell_number(report, row->place.mean, 1);
            bench_cell_number(report, row->place.p99, 1);
            bench_cell_number(report, row->move.mean, 1);
            bench_cell_number(report, row->move.p99, 1);
            bench_cell_number(report, row->remove.mean, 1);
            bench_cell_number(report, row->remove.p99, 1);
            bench_cell_number(report, row->among.mean, 1);
            bench_cell_number(report, row->many_ms, 2);
            bench_cell_number(report, row->update_ms, 2);
            bench_cell_number(report, row->walk_ms, 2);
            bench_cell_number(report, row->walk_update_ms, 2);
            bench_cell_number(report, row->many_pool_ms, 2);
            bench_cell_number(report, row->walk_pool_ms, 2);
            bench_cell_number(report, row->walk_stay_ms, 2);
            bench_cell_number(report, row->remake_us, 0);
            bench_cell_number(report, row->remake_us / row->place.mean, 0);
            bench_cell_number(report, row->detour_ns, 1);
        }
    }
    bench_table_end(report);
}

static void put_tiles(mesh_suite *suite)
{
    bench_report *report = &suite->report;
    bench_table_begin(report, "tiles", "Tiles that are dropped and added, all others loaded",
                      tile_columns, sizeof tile_columns / sizeof tile_columns[0]);
    for (size_t k = 0; k < suite->row_count; k++) {
        const mesh_tile_row *row = &suite->rows[k].tiles;
        if (suite->rows[k].has_tiles) {
            bench_cell_text(report, suite->rows[k].mesh);
            bench_cell_number(report, (double)row->polygons, 0);
            bench_cell_number(report, (double)row->tiles, 0);
            bench_cell_number(report, row->add_us, 0);
            bench_cell_number(report, row->drop_us, 0);
            bench_cell_number(report, row->update_us, 0);
            bench_cell_number(report, row->memory, 1);
            bench_cell_number(report, (double)row->queries, 0);
            bench_cell_number(report, (double)row->wrong, 0);
            bench_cell_number(report, row->query_ratio, 2);
        }
    }
    bench_table_end(report);
}

static int run_suite(mesh_suite *suite)
{
    bench_files files = {0};
    if (!bench_files_list(&files, suite->options.folder, ".json") || files.count == 0) {
        fprintf(stderr, "bench mesh: %s: no golden meshes in there\n", suite->options.folder);
        bench_files_free(&files);
        return 2;
    }
    bench_report_begin(&suite->report, stdout, suite->options.json, suite->options.quick);
    if (!detour_peer_is_there()) {
        bench_report_note(&suite->report, detour_peer_hint());
    }
    if (suite->table == NULL) {
        bench_table_begin(&suite->report, "paths", "The shortest path over meshes", columns,
                          sizeof columns / sizeof columns[0]);
    }
    for (size_t k = 0; k < files.count; k++) {
        use_file(suite, files.names[k]);
    }
    if (suite->table == NULL) {
        bench_table_end(&suite->report);
        put_small(suite);
        put_overlays(suite);
    }
    if (is_wanted(suite, "edits")) {
        put_edits(suite);
    }
    if (is_wanted(suite, "obstacles")) {
        put_obstacles(suite);
    }
    if (is_wanted(suite, "tiles")) {
        put_tiles(suite);
    }
    const size_t missed = bench_report_end(&suite->report);
    bench_files_free(&files);
    if (suite->meshes == 0) {
        return bench_options_refuse("mesh", "--only", "the name of a golden mesh, without ending",
                                    suite->options.only, suite->offered.names,
                                    suite->offered.count);
    }
    return suite->failures > 0 || missed > 0 ? 1 : 0;
}

/* ---- options ---- */

static int take_options(mesh_options *options, int argc, char **argv)
{
    static const char *const methods[] = {"exact", "midpoint", "centroid"};
    const char *method = methods[0];
    bool has_limit = false;
    memset(options, 0, sizeof *options);
    const bench_option table[] = {
        {.name = "--json", .flag = &options->json},
        {.name = "--quick", .flag = &options->quick},
        {.name = "--meshes", .text = &options->folder},
        {.name = "--only", .text = &options->only},
        {.name = "--limit", .count = &options->limit, .most = LIMIT_MOST, .is_given = &has_limit},
        {.name = "--runs", .count = &options->runs, .least = 1, .most = RUNS_MOST},
        {.name = "--method", .text = &method, .choices = methods, .choice_count = 3}};
    const int status =
        bench_options_read("mesh", help, table, sizeof table / sizeof table[0], argc, argv);
    options->method = wend_mesh_method_from_name(method);
    if (!has_limit) {
        options->limit = options->quick ? QUERIES_QUICK : 0;
    }
    if (options->runs == 0) {
        options->runs = options->quick ? RUNS_QUICK : RUNS;
    }
    return status;
}

/* $WEND_DATA/mesh/golden, to be freed. */
static char *default_folder(void)
{
    const char *data = getenv("WEND_DATA");
    char *meshes = data != NULL && data[0] != '\0' ? bench_files_join(data, "mesh") : NULL;
    char *folder = meshes != NULL ? bench_files_join(meshes, "golden") : NULL;
    free(meshes);
    return folder;
}

int wend_bench_mesh_main(int argc, char **argv)
{
    mesh_options options;
    int status = take_options(&options, argc, argv);
    if (status >= 0) {
        return status;
    }
    char *folder = options.folder == NULL ? default_folder() : NULL;
    options.folder = folder != NULL ? folder : options.folder;
    if (options.folder == NULL) {
        fprintf(stderr,
                "bench mesh: set WEND_DATA to the folder that has mesh/golden, or give --meshes\n");
        return 2;
    }
    mesh_suite *suite = calloc(1, sizeof *suite);
    status = 2;
    if (suite != NULL) {
        suite->options = options;
        for (size_t k = 0; k < sizeof tables / sizeof tables[0] && options.only != NULL; k++) {
            suite->table = strcmp(options.only, tables[k]) == 0 ? tables[k] : suite->table;
        }
        status = run_suite(suite);
    }
    free(suite);
    free(folder);
    return status;
}
