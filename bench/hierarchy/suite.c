/* The suite of `wend bench hierarchy`: the report on stdout, progress on stderr.
 * Cost: a minute over all maps; a few seconds with --quick. */
#include "search/suite.h"
#include "bench.h"
#include "wend/io_world.h"
#include "wend/wend.h"

#include <stdlib.h>
#include <string.h>

enum { QUERIES = 200, QUERIES_QUICK = 20, SIDE = 1024, SIDE_QUICK = 128, EDITS = 40 };

static const char help[] =
    "usage: bench hierarchy [options]\n"
    "Measures hierarchies on grids beside A* and jump points with their table, on the same "
    "queries\n"
    "in the same run: what a path costs over the least, how long the route, the first piece and\n"
    "the whole path take, and what an edit costs.\n"
    "  --maps DIR     map files with scenarios (default: maps in the folder $WEND_DATA)\n"
    "  --only NAME    one map only, by its name without ending (also made-patches, ...)\n"
    "  --limit N      queries a map, evenly spaced through its scenario (default 200, 0 = all)\n"
    "  --sector N     side of sectors, 8 to 128 (default 32)\n"
    "  --spacing N    most cells between portals, 1 to 128 (default 8)\n"
    "  --levels N     levels, 1 to 4 (default: by size)\n"
    "  --json         JSON instead of Markdown\n"
    "  --quick        few queries, small made maps; files only with --maps\n";

/* The settings of hierarchies. */
typedef struct hierarchy_settings {
    size_t sector, spacing, levels;
} hierarchy_settings;

/* What is made of one map. */
typedef struct hierarchy_stand {
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *route;
    double build_ms;
} hierarchy_stand;

/* Sums over the queries of a map. */
typedef struct hierarchy_sums {
    size_t count, wrong;
    double route_excess, excess, worst; /* over the least, as parts of it */
    double astar_us, jump_us, route_us, piece_us, whole_us;
    double expanded, astar_expanded;
} hierarchy_sums;

static bool stand_make(hierarchy_stand *s, const bench_map *map, const hierarchy_settings *settings)
{
    memset(s, 0, sizeof *s);
    wend_space_def space = wend_space_def_default();
    wend_search_def search = wend_search_def_default();
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy_search_def route = wend_hierarchy_search_def_default();
    s->grid = bench_map_grid(map, NULL);
    space.grid = s->grid;
    space.has_jump_table = true;
    if (s->grid == NULL || wend_space_create(&space, &s->space) != WEND_OK) {
        return false;
    }
    search.space = s->space;
    def.space = s->space;
    def.sector_size = settings->sector != 0 ? (uint32_t)settings->sector : def.sector_size;
    def.portal_spacing = settings->spacing != 0 ? (uint32_t)settings->spacing : def.portal_spacing;
    def.level_count = (uint32_t)settings->levels;
    const uint64_t begin = bench_clock_ns();
    bool is_made = wend_hierarchy_create(&def, &s->hierarchy) == WEND_OK &&
                   wend_hierarchy_update(s->hierarchy, NULL) == WEND_OK;
    s->build_ms = (double)(bench_clock_ns() - begin) / 1e6;
    route.hierarchy = s->hierarchy;
    return is_made && wend_hierarchy_search_create(&route, &s->route) == WEND_OK &&
           wend_search_create(&search, &s->search) == WEND_OK &&
           wend_path_create(NULL, &s->path) == WEND_OK;
}

static void stand_free(hierarchy_stand *s)
{
    wend_path_destroy(s->path);
    wend_search_destroy(s->search);
    wend_hierarchy_search_destroy(s->route);
    wend_hierarchy_destroy(s->hierarchy);
    wend_space_destroy(s->space);
    wend_grid_destroy(s->grid);
}

static double since_us(uint64_t *begin)
{
    const uint64_t now = bench_clock_ns();
    const double us = (double)(now - *begin) / 1e3;
    *begin = bench_clock_ns();
    return us;
}

static void ask(hierarchy_stand *s, const bench_query *query, bool is_uniform, hierarchy_sums *sums)
{
    wend_search_query plain = wend_search_query_default();
    wend_search_answer least;
    wend_hierarchy_answer answer;
    plain.start = query->start;
    plain.goal = query->goal;
    plain.method = WEND_METHOD_ASTAR;
    uint64_t clock = bench_clock_ns();
    const wend_result found = wend_search_find(s->search, &plain);
    sums->astar_us += since_us(&clock);
    wend_search_get_answer(s->search, &least);
    if (is_uniform) {
        plain.method = WEND_METHOD_JUMP_POINT;
        clock = bench_clock_ns();
        (void)wend_search_find(s->search, &plain);
        sums->jump_us += since_us(&clock);
    }
    clock = bench_clock_ns();
    const wend_result routed = wend_hierarchy_search_find(s->route, query->start, query->goal);
    sums->route_us += since_us(&clock);
    const wend_result piece = wend_hierarchy_search_next(s->route, s->path);
    sums->piece_us += since_us(&clock);
    const wend_result whole = wend_path_from_hierarchy(s->path, s->route);
    sums->whole_us += since_us(&clock);
    wend_hierarchy_search_get_answer(s->route, &answer);
    sums->count++;
    sums->expanded += (double)answer.expanded;
    sums->astar_expanded += (double)least.expanded;
    const wend_cost cost = wend_path_cost(s->path);
    if (found != routed || piece < 0 || whole != found ||
        (found == WEND_OK && (cost < least.cost || cost > answer.cost))) {
        sums->wrong++;
    } else if (found == WEND_OK && least.cost > 0) {
        const double least_cost = (double)least.cost;
        const double excess = (double)(cost - least.cost) / least_cost;
        sums->excess += excess;
        sums->worst = excess > sums->worst ? excess : sums->worst;
        sums->route_excess += (double)(answer.cost - least.cost) / least_cost;
    }
}

/* The median time of repairs after walls of six cells came and went, in milliseconds. */
static double repair_ms(hierarchy_stand *s, const bench_map *map, size_t *wrong)
{
    double times[EDITS];
    for (size_t k = 0; k < EDITS; k++) {
        const uint64_t pair = k / 2;
        const int32_t x = (int32_t)wend_random_below(7, pair, 0, (uint32_t)map->width - 8);
        const int32_t y = (int32_t)wend_random_below(7, pair, 1, (uint32_t)map->height - 8);
        (void)wend_grid_fill(s->grid, 0, x, y, 6, 1, k % 2 == 0 ? WEND_COST_WALL : 1);
        *wrong += wend_space_update(s->space) == WEND_OK ? 0 : 1;
        const uint64_t begin = bench_clock_ns();
        *wrong += wend_hierarchy_update(s->hierarchy, NULL) == WEND_OK ? 0 : 1;
        times[k] = (double)(bench_clock_ns() - begin) / 1e6;
    }
    return bench_median(times, EDITS);
}

static const bench_column columns[] = {
    {"map", "map"},
    {"build_ms", "build ms"},
    {"bytes_a_cell", "bytes a cell"},
    {"portals", "portals"},
    {"repair_ms", "edit ms"},
    {"astar_us", "A* us"},
    {"jump_us", "jump us"},
    {"route_us", "route us"},
    {"piece_us", "1st piece us"},
    {"whole_us", "whole path us"},
    {"astar_expanded", "A* expands"},
    {"expanded", "portals expanded"},
    {"route_excess", "route over %"},
    {"excess", "path over %"},
    {"worst", "worst %"},
};

static void put(bench_suite *suite, const bench_map *map, hierarchy_stand *s,
                const hierarchy_sums *sums, bool is_uniform)
{
    bench_report *r = &suite->report;
    wend_hierarchy_info info;
    wend_hierarchy_get_info(s->hierarchy, &info);
    const double cells = (double)map->width * (double)map->height;
    const double count = (double)sums->count;
    size_t wrong = sums->wrong;
    bench_cell_text(r, map->name);
    bench_cell_number(r, s->build_ms, 0);
    bench_cell_number(r, (double)info.memory_bytes / cells, 1);
    bench_cell_number(r, info.portal_count, 0);
    bench_cell_number(r, repair_ms(s, map, &wrong), 2);
    bench_cell_number(r, sums->astar_us / count, 0);
    if (is_uniform) {
        bench_cell_number(r, sums->jump_us / count, 0);
    } else {
        bench_cell_none(r);
    }
    bench_cell_number(r, sums->route_us / count, 0);
    bench_cell_number(r, sums->piece_us / count, 0);
    bench_cell_number(r, sums->whole_us / count, 0);
    bench_cell_number(r, sums->astar_expanded / count, 0);
    bench_cell_number(r, sums->expanded / count, 0);
    bench_cell_number(r, 100 * sums->route_excess / count, 2);
    bench_cell_number(r, 100 * sums->excess / count, 2);
    bench_cell_number(r, 100 * sums->worst, 2);
    if (wrong > 0) {
        bench_suite_fail(suite, map->name, "answers are wrong");
    }
    char name[BENCH_NAME_CAPACITY];
    (void)snprintf(name, sizeof name, "%s: mean cost over the least, %%", map->name);
    bench_report_target(r, name, 100 * sums->excess / count, 3, false);
}

static void use_map(bench_suite *suite, const bench_map *map, void *context)
{
    hierarchy_stand s;
    hierarchy_sums sums = {0};
    bench_progress("hierarchy", map->name);
    if (!stand_make(&s, map, context)) {
        bench_suite_fail(suite, map->name, "out of memory");
    } else {
        wend_space_info info;
        wend_space_get_info(s.space, &info);
        for (size_t k = 0; k < map->query_count; k++) {
            ask(&s, &map->queries[k], info.is_uniform, &sums);
        }
        put(suite, map, &s, &sums, info.is_uniform);
    }
    stand_free(&s);
}

/* ---- meshes ---- */

static const bench_column mesh_columns[] = {
    {"mesh", "mesh"},
    {"polygons", "polygons"},
    {"build_ms", "build ms"},
    {"kilobytes", "kB"},
    {"exact_us", "exact us"},
    {"route_us", "route us"},
    {"piece_us", "1st piece us"},
    {"whole_us", "whole path us"},
    {"exact_expanded", "exact expands"},
    {"expanded", "portals expanded"},
    {"route_excess", "route over %"},
    {"excess", "path over %"},
    {"worst", "worst %"},
};

typedef struct mesh_stand {
    wend_mesh_space *space;
    wend_mesh_search *exact;
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *route;
    wend_path *path;
} mesh_stand;

static void ask_mesh(mesh_stand *s, wend_mesh_location start, wend_mesh_location goal,
                     hierarchy_sums *sums)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer least;
    wend_hierarchy_answer answer;
    query.start = start;
    query.goal = goal;
    uint64_t clock = bench_clock_ns();
    const wend_result found = wend_mesh_search_find(s->exact, &query);
    sums->astar_us += since_us(&clock);
    wend_mesh_search_get_answer(s->exact, &least);
    clock = bench_clock_ns();
    const wend_result routed = wend_hierarchy_search_find_mesh(s->route, start, goal);
    sums->route_us += since_us(&clock);
    const wend_result piece = wend_hierarchy_search_next(s->route, s->path);
    sums->piece_us += since_us(&clock);
    const wend_result whole = wend_path_from_hierarchy(s->path, s->route);
    sums->whole_us += since_us(&clock);
    wend_hierarchy_search_get_answer(s->route, &answer);
    sums->count++;
    sums->expanded += (double)answer.expanded;
    sums->astar_expanded += (double)least.expanded;
    const double cost = wend_cost_to_double(wend_path_cost(s->path));
    const double slack = 1e-6;
    if (found != routed || piece < 0 || whole != found ||
        (found == WEND_OK &&
         (cost < least.cost - slack || cost > wend_cost_to_double(answer.cost) + slack))) {
        sums->wrong++;
    } else if (found == WEND_OK && least.cost > 0) {
        const double excess = cost / least.cost - 1;
        sums->excess += excess;
        sums->worst = excess > sums->worst ? excess : sums->worst;
        sums->route_excess += wend_cost_to_double(answer.cost) / least.cost - 1;
    }
}

static void put_mesh(bench_suite *suite, const char *name, const wend_mesh *mesh,
                     const mesh_stand *s, double build_ms, const hierarchy_sums *sums)
{
    bench_report *r = &suite->report;
    const double count = (double)sums->count;
    bench_cell_text(r, name);
    bench_cell_number(r, wend_mesh_polygon_count(mesh), 0);
    bench_cell_number(r, build_ms, 0);
    bench_cell_number(r, (double)wend_hierarchy_memory_bytes(s->hierarchy) / 1024, 0);
    bench_cell_number(r, sums->astar_us / count, 0);
    bench_cell_number(r, sums->route_us / count, 0);
    bench_cell_number(r, sums->piece_us / count, 0);
    bench_cell_number(r, sums->whole_us / count, 0);
    bench_cell_number(r, sums->astar_expanded / count, 0);
    bench_cell_number(r, sums->expanded / count, 0);
    bench_cell_number(r, 100 * sums->route_excess / count, 2);
    bench_cell_number(r, 100 * sums->excess / count, 2);
    bench_cell_number(r, 100 * sums->worst, 2);
    if (sums->wrong > 0) {
        bench_suite_fail(suite, name, "answers are wrong");
    }
    char text[BENCH_NAME_CAPACITY];
    (void)snprintf(text, sizeof text, "%s (mesh): mean cost over the least, %%", name);
    bench_report_target(r, text, 100 * sums->excess / count, 3, false);
}

static void use_mesh(bench_suite *suite, const char *name, const wend_mesh *mesh)
{
    mesh_stand s = {0};
    hierarchy_sums sums = {0};
    wend_mesh_space_def space = wend_mesh_space_def_default();
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy_search_def route = wend_hierarchy_search_def_default();
    space.mesh = mesh;
    bool is_made = wend_mesh_space_create(&space, &s.space) == WEND_OK;
    def.mesh_space = s.space;
    const uint64_t begin = bench_clock_ns();
    is_made = is_made && wend_hierarchy_create(&def, &s.hierarchy) == WEND_OK &&
              wend_hierarchy_update(s.hierarchy, NULL) == WEND_OK;
    const double build_ms = (double)(bench_clock_ns() - begin) / 1e6;
    route.hierarchy = s.hierarchy;
    is_made = is_made && wend_hierarchy_search_create(&route, &s.route) == WEND_OK &&
              wend_mesh_search_create(s.space, NULL, &s.exact) == WEND_OK &&
              wend_path_create(NULL, &s.path) == WEND_OK;
    for (uint64_t k = 0; k < suite->options.limit && is_made; k++) {
        wend_mesh_location start;
        wend_mesh_location goal;
        if (wend_mesh_random_location(mesh, 5, k, 0, &start) == WEND_OK &&
            wend_mesh_random_location(mesh, 5, k, 1, &goal) == WEND_OK) {
            ask_mesh(&s, start, goal, &sums);
        }
    }
    if (is_made && sums.count > 0) {
        put_mesh(suite, name, mesh, &s, build_ms, &sums);
    } else {
        bench_suite_fail(suite, name, "out of memory, or no ground");
    }
    wend_path_destroy(s.path);
    wend_mesh_search_destroy(s.exact);
    wend_hierarchy_search_destroy(s.route);
    wend_hierarchy_destroy(s.hierarchy);
    wend_mesh_space_destroy(s.space);
}

/* The meshes beside the folder of maps, random queries. */
static void use_meshes(bench_suite *suite)
{
    bench_files files = {0};
    char *folder = suite->options.maps_folder != NULL
                       ? bench_files_join(suite->options.maps_folder, "../mesh/polyanya")
                       : NULL;
    if (folder == NULL || !bench_files_list(&files, folder, ".mesh")) {
        free(folder);
        return;
    }
    for (size_t k = 0; k < files.count; k++) {
        const char *slash = strrchr(files.names[k], '/');
        const char *name = slash != NULL ? slash + 1 : files.names[k];
        wend_mesh *mesh = NULL;
        if (strstr(files.names[k], "/bad/") != NULL || !bench_suite_wants(suite, name)) {
            continue;
        }
        bench_progress("hierarchy", name);
        if (wend_mesh_load_file(files.names[k], NULL, &mesh, NULL, NULL) == WEND_OK) {
            use_mesh(suite, name, mesh);
        }
        wend_mesh_destroy(mesh);
    }
    bench_files_free(&files);
    free(folder);
}

static int run_suite(const bench_options *options, hierarchy_settings *settings)
{
    bench_suite suite = {.options = *options};
    bench_report_begin(&suite.report, stdout, options->json, options->quick);
    bench_table_begin(
        &suite.report, "hierarchy",
        "Hierarchies on grids: times are means over the queries, costs over the least", columns,
        sizeof columns / sizeof columns[0]);
    bench_suite_each_file(&suite, true, use_map, settings);
    bench_suite_each_file(&suite, false, use_map, settings);
    static const bench_kind kinds[] = {BENCH_OPEN, BENCH_ROOMS, BENCH_CITY, BENCH_PATCHES,
                                       BENCH_NOISE};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        bench_suite_made(&suite, kinds[k], true, use_map, settings);
    }
    bench_table_end(&suite.report);
    bench_table_begin(&suite.report, "meshes",
                      "Hierarchies on meshes, beside the exact search: random queries",
                      mesh_columns, sizeof mesh_columns / sizeof mesh_columns[0]);
    use_meshes(&suite);
    bench_table_end(&suite.report);
    const size_t missed = bench_report_end(&suite.report);
    if (options->only != NULL && suite.wanted == 0) {
        return bench_options_refuse("hierarchy", "--only",
                                    "the name of a map, without ending, made-rooms, ...",
                                    options->only, suite.offered.names, suite.offered.count);
    }
    return suite.failures > 0 || missed > 0 ? 1 : 0;
}

int wend_bench_hierarchy_main(int argc, char **argv)
{
    bench_options options = {0};
    hierarchy_settings settings = {0};
    bool has_limit = false;
    const bench_option table[] = {
        {.name = "--json", .flag = &options.json},
        {.name = "--quick", .flag = &options.quick},
        {.name = "--maps", .text = &options.maps_folder},
        {.name = "--only", .text = &options.only},
        {.name = "--limit", .count = &options.limit, .most = 1 << 30, .is_given = &has_limit},
        {.name = "--sector", .count = &settings.sector, .least = 8, .most = 128},
        {.name = "--spacing", .count = &settings.spacing, .least = 1, .most = 128},
        {.name = "--levels", .count = &settings.levels, .least = 1, .most = 4}};
    int status =
        bench_options_read("hierarchy", help, table, sizeof table / sizeof table[0], argc, argv);
    if (status >= 0) {
        return status;
    }
    options.side = options.quick ? SIDE_QUICK : SIDE;
    if (!has_limit) {
        options.limit = options.quick ? QUERIES_QUICK : QUERIES;
    }
    const char *data = getenv("WEND_DATA");
    char *folder = NULL;
    if (options.maps_folder == NULL && !options.quick && data != NULL && data[0] != '\0') {
        folder = bench_files_join(data, "maps");
        options.maps_folder = folder;
    }
    status = run_suite(&options, &settings);
    free(folder);
    return status;
}
