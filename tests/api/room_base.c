/* Vectors, mathematics, hashes, pools, hexes, terrain: what has no state. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

static wend_vec2 wild_vec2(fuzz *f)
{
    const wend_vec2 v = {wild(f), wild(f)};
    return chance(f, 2) ? somewhere(f) : v;
}

static void vectors(fuzz *f)
{
    const wend_vec2 a = wild_vec2(f);
    const wend_vec2 b = wild_vec2(f);
    const wend_vec2 sum = wend_vec2_add(a, b);
    const wend_vec2 back = wend_vec2_sub(sum, wend_vec2_scale(b, 1));
    CHECK(f, fabs(back.x - a.x) <= 1e-9 * (fabs(a.x) + fabs(b.x)) || !isfinite(sum.x));
    const double cross = wend_vec2_cross(a, b);
    CHECK(f, !isfinite(cross) || cross <= -wend_vec2_cross(b, a));
    CHECK(f, !(wend_vec2_dot(a, a) < 0));
    const double length = wend_vec2_length(wend_vec2_normalize(a));
    CHECK(f, !isfinite(a.x) || !isfinite(a.y) || length < 1.0001);
    CHECK(f, wend_vec2_distance(a, b) >= 0 || !isfinite(sum.x) || !isfinite(sum.y));
    wend_vec2_perpendicular(a);
    wend_vec2_lerp(a, b, wild(f));
    wend_vec3_from_vec2(a, wild(f));
}

static void mathematics(fuzz *f)
{
    const double x = wild(f);
    const double sine = wend_sin(x);
    const double cosine = wend_cos(x);
    CHECK(f, !isfinite(x) || fabs(sine * sine + cosine * cosine - 1) < 1e-12);
    CHECK(f, isfinite(x) || (isnan(sine) && isnan(cosine)));
    CHECK(f, isnan(x) || x < 0 || wend_sqrt(x) >= 0);
    CHECK(f, isnan(x) || wend_exp(x) >= 0);
    const double log = wend_log(x);
    CHECK(f, !(x > 1e-300 && x < 1e300) || fabs(wend_exp(log) / x - 1) < 1e-10);
    const double angle = wend_atan2(x, wild(f));
    CHECK(f, isnan(angle) || fabs(angle) <= 3.15);
    const wend_cost cost = chance(f, 2) ? some_cost(f) : wend_cost_from_double(x);
    const double number = wend_cost_to_double(cost);
    CHECK(f, number >= 0);
    const wend_cost again = wend_cost_from_double(number);
    CHECK(f, again == cost || number > 1048576 || cost == WEND_COST_INFINITE);
}

static void texts(fuzz *f)
{
    const int32_t number = chance(f, 4) ? whole(f, INT32_MIN, INT32_MAX) : whole(f, -9, 12);
    CHECK(f, wend_result_text((wend_result)number)[0] != 0);
    CHECK(f, wend_failure_reason_text((wend_failure_reason)number) != NULL);
    CHECK(f, wend_method_name((wend_method)number)[0] != 0);
    CHECK(f, wend_mesh_method_name((wend_mesh_method)number)[0] != 0);
    CHECK(f, wend_graph_method_name((wend_graph_method)number) != NULL);
    CHECK(f, wend_map_format_name((wend_map_format)number) != NULL);
    CHECK(f, wend_mesh_format_name((wend_mesh_format)number) != NULL);
    CHECK(f, wend_graph_format_name((wend_graph_format)number) != NULL);
    CHECK(f, wend_level_format_name((wend_level_format)number) != NULL);
    CHECK(f, wend_map_item_kind_name((wend_map_item_kind)number) != NULL);
    static const char *const names[] = {NULL,    "",      "a.map", "b.PNG",
                                        ".wend", "astar", "exact", "x.obj"};
    const char *name = names[below(f, 8)];
    wend_map_format_from_name(name);
    wend_mesh_format_from_name(name);
    wend_graph_format_from_name(name);
    CHECK(f, wend_method_from_name(name) <= WEND_METHOD_COUNT);
    CHECK(f, wend_mesh_method_from_name(name) <= WEND_MESH_METHOD_COUNT);
    wend_method_is_exact((wend_method)number);
    CHECK(f, wend_version()[0] != 0);
    CHECK(f, wend_check_floating_point(some_message(f)) == WEND_OK);
}

/* The messages of objects on their last failure. */
static void errors(fuzz *f)
{
    CHECK(f, wend_clearance_error(get(f, KIND_CLEARANCE)) != NULL);
    CHECK(f, wend_crowd_error(get(f, KIND_CROWD)) != NULL);
    CHECK(f, wend_flow_error(get(f, KIND_FLOW)) != NULL);
    CHECK(f, wend_graph_error(get(f, KIND_GRAPH)) != NULL);
    CHECK(f, wend_grid_error(get(f, KIND_GRID)) != NULL);
    CHECK(f, wend_islands_error(get(f, KIND_ISLANDS)) != NULL);
    CHECK(f, wend_level_error(get(f, KIND_LEVEL)) != NULL);
    CHECK(f, wend_mesh_error(get(f, KIND_MESH)) != NULL);
    CHECK(f, wend_mesh_space_error(get(f, KIND_MESH_SPACE)) != NULL);
    CHECK(f, wend_space_error(get(f, KIND_SPACE)) != NULL);
    CHECK(f, wend_walls_error(get(f, KIND_WALLS)) != NULL);
    CHECK(f, wend_path_error(get(f, KIND_PATH)) != NULL);
    CHECK(f, wend_index_error(get(f, KIND_INDEX)) != NULL);
    CHECK(f, wend_index_search_error(get(f, KIND_INDEX_SEARCH)) != NULL);
    CHECK(f, wend_hierarchy_error(get(f, KIND_HIERARCHY)) != NULL);
    CHECK(f, wend_hierarchy_search_error(get(f, KIND_HIERARCHY_SEARCH)) != NULL);
    CHECK(f, wend_incremental_error(get(f, KIND_INCREMENTAL)) != NULL);
    CHECK(f, wend_picture_error(get(f, KIND_PICTURE)) != NULL);
    /* Nothing changes these once they are made. */
    CHECK(f, wend_table_error(get(f, KIND_TABLE))[0] == 0);
    CHECK(f, wend_pool_error(get(f, KIND_POOL))[0] == 0);
    CHECK(f, wend_map_error(get(f, KIND_MAP))[0] == 0);
    CHECK(f, wend_scenario_error(get(f, KIND_SCENARIO))[0] == 0);
}

static void randoms(fuzz *f)
{
    const uint64_t a = roll(f);
    CHECK(f, wend_random(a, 1, 2) == wend_random(a, 1, 2));
    const double unit = wend_random_unit(a, roll(f), 0);
    CHECK(f, unit >= 0 && unit < 1);
    const uint32_t count = chance(f, 8) ? 0 : (uint32_t)roll(f);
    const uint32_t number = wend_random_below(a, 3, 4, count);
    CHECK(f, count == 0 ? number == 0 : number < count);
    const uint64_t hash = wend_hash_u64(wend_hash_begin(), a);
    CHECK(f, wend_hash_bytes(hash, NULL, 0) == wend_hash_bytes(hash, &a, 0));
    const uint64_t before = wend_clock_ns();
    CHECK(f, wend_clock_ns() >= before);
    const wend_budget budget = wend_budget_steps(a);
    CHECK(f, budget.steps == a && budget.deadline_ns == 0);
    wend_budget_ns(a);
}

/* ---- parallel work ---- */

static void backwards(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                      void *job_context)
{
    (void)context;
    block_items = block_items > 0 ? block_items : 1;
    for (size_t block = (item_count + block_items - 1) / block_items; block > 0; --block) {
        const size_t begin = (block - 1) * block_items;
        const size_t end = item_count - begin < block_items ? item_count : begin + block_items;
        job(job_context, begin, end);
    }
}

wend_executor some_executor(fuzz *f)
{
    wend_executor executor = {0};
    if (chance(f, 3)) {
        executor.parallel_for = backwards;
    }
    return executor;
}

void make_pool(fuzz *f)
{
    wend_pool_def def = wend_pool_def_default();
    def.thread_count = 1 + below(f, 3);
    if (unsound(f, 6)) {
        def.thread_count = 257;
    }
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_pool *pool = NULL;
    GIVES(f, wend_pool_create(&def, &pool), "AMmU");
    keep(f, KIND_POOL, pool, NULL, NULL, NULL);
}

static void count_item(void *context, size_t begin, size_t end)
{
    uint8_t *seen = context;
    for (size_t i = begin; i < end; ++i) {
        seen[i]++;
    }
}

static void run_parallel(fuzz *f)
{
    wend_pool *pool = get(f, KIND_POOL);
    const wend_executor executor = pool != NULL ? wend_pool_executor(pool) : some_executor(f);
    CHECK(f, pool == NULL || wend_pool_thread_count(pool) >= 1);
    const size_t count = below(f, 200);
    uint8_t *seen = scratch(f, count, 1);
    wend_parallel_for(chance(f, 8) ? NULL : &executor, count, below(f, 20), count_item, seen);
    for (size_t i = 0; i < count; ++i) {
        CHECK(f, seen[i] == 1);
    }
}

/* ---- hexes ---- */

static wend_hex some_hex(fuzz *f)
{
    const wend_hex hex = {whole(f, -20, 20), whole(f, -20, 20)};
    const wend_hex far = {whole(f, -(1 << 28), 1 << 28), whole(f, -(1 << 28), 1 << 28)};
    wend_hex one = chance(f, 6) ? far : hex;
    const int32_t most = 1 << 28;
    one.q = one.q > most ? most : one.q < -most ? -most : one.q;
    one.r = one.r > most ? most : one.r < -most ? -most : one.r;
    return one;
}

static void hexes(fuzz *f)
{
    const wend_hex_layout layout = (wend_hex_layout)below(f, 4);
    const wend_hex a = some_hex(f);
    const wend_hex b = some_hex(f);
    int32_t x = 0;
    int32_t y = 0;
    wend_hex_to_offset(layout, a, &x, chance(f, 8) ? NULL : &y);
    wend_hex_to_offset(layout, a, NULL, &y);
    const wend_hex back = wend_hex_from_offset(layout, x, y);
    CHECK(f, back.q == a.q && back.r == a.r);
    wend_hex_from_offset(layout, whole(f, -100, 100), whole(f, -100, 100));
    const wend_vec2 origin = {0, 0};
    const wend_vec2 at = wend_hex_position(layout, real(f, 0.5, 2), somewhere(f), a);
    wend_hex_at(layout, real(f, 0.5, 2), at, wild_vec2(f));
    const wend_hex near = some_hex(f);
    const wend_hex found =
        wend_hex_at(layout, 1, origin, wend_hex_position(layout, 1, origin, near));
    CHECK(f, (found.q == near.q && found.r == near.r) || near.q > 1000 || near.q < -1000 ||
                 near.r > 1000 || near.r < -1000);
    wend_vec2 corners[WEND_HEX_DIRECTIONS];
    wend_hex_corners(layout, real(f, 0.5, 2), at, corners);
    CHECK(f, wend_hex_distance(a, b) == wend_hex_distance(b, a));
    wend_hex_neighbour(a, whole(f, -9, 9));
    const wend_hex small_a = {whole(f, -9, 9) % 64, whole(f, -9, 9) % 64};
    const wend_hex small_b = {whole(f, -9, 9) % 64, whole(f, -9, 9) % 64};
    const wend_hex turned = wend_hex_rotate(wend_hex_rotate(small_a, small_b, 2), small_b, -2);
    CHECK(f, turned.q == small_a.q && turned.r == small_a.r);
    wend_hex_reflect(small_a, small_b, whole(f, -4, 4));
    const size_t capacity = below(f, 40);
    wend_hex *list = scratch(f, capacity, sizeof *list);
    size_t count = 0;
    const int32_t radius = whole(f, 0, 12);
    GIVES(f, wend_hex_line(small_a, small_b, list, capacity, &count), "AT");
    CHECK(f, count == (size_t)wend_hex_distance(small_a, small_b) + 1);
    GIVES(f, wend_hex_ring(a, radius, list, capacity, &count), "AT");
    GIVES(f, wend_hex_range(small_a, radius, list, capacity, &count), "AT");
    wend_grid *grid = get(f, KIND_GRID);
    const wend_node node = some_node(f, grid_nodes(grid));
    const wend_hex hex = wend_grid_hex(grid, node);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    CHECK(f, info.neighbours != WEND_NEIGHBOURS_6 || node >= grid_nodes(grid) ||
                 wend_grid_hex_node(grid, hex) == node);
}

/* ---- terrain ---- */

static void tables(fuzz *f)
{
    const size_t kinds = below(f, 12);
    double *speeds = scratch(f, kinds, sizeof *speeds);
    uint32_t *points = scratch(f, kinds, sizeof *points);
    uint8_t *table = scratch(f, kinds, 1);
    for (size_t i = 0; i < kinds; ++i) {
        speeds[i] = real(f, 0, 10);
        points[i] = chance(f, 8) ? (uint32_t)roll(f) : 1 + below(f, 9);
    }
    const uint8_t scale = (uint8_t)(chance(f, 6) ? below(f, 256) : 1 + below(f, 9));
    GIVES(f, wend_terrain_table_from_speeds(unsound(f, 30) ? NULL : speeds, kinds, scale, table),
          "A");
    GIVES(f, wend_terrain_table_from_points(points, kinds, below(f, 100), scale, table), "A");
    const size_t count = below(f, 30);
    uint8_t *cells = scratch(f, count, 1);
    uint8_t *costs = scratch(f, count, 1);
    for (size_t i = 0; i < count; ++i) {
        cells[i] = (uint8_t)below(f, (uint32_t)kinds + (unsound(f, 30) ? 1 : 0));
        costs[i] = (uint8_t)(1 + below(f, 255));
    }
    GIVES(f, wend_terrain_apply_table(cells, count, table, kinds, costs), "A");
    for (size_t i = 0; i < count; ++i) {
        cells[i] = (uint8_t)(unsound(f, 60) ? 0 : 1 + below(f, 255));
        costs[i] = (uint8_t)(1 + below(f, 255));
    }
    GIVES(f, wend_terrain_combine(costs, cells, count, scale), "A");
    wend_slope_def def = wend_slope_def_default();
    def.cell_size = chance(f, 3) ? real(f, 0.1, 10) : 1;
    def.max_slope = chance(f, 3) ? real(f, 0, 10) : 1;
    def.per_slope = real(f, 0, 253);
    def.neighbours = (wend_neighbours)(4 + 2 * below(f, 3));
    def.hex_layout = (wend_hex_layout)below(f, 4);
    some_cookie(f, &def.cookie);
    const int32_t width = (int32_t)below(f, 6);
    const int32_t height = (int32_t)below(f, 6);
    float *heights = scratch(f, (size_t)(width * height), sizeof *heights);
    uint8_t *ground = scratch(f, (size_t)(width * height), 1);
    for (int32_t i = 0; i < width * height; ++i) {
        heights[i] = (float)real(f, -2, 2);
    }
    GIVES(f, wend_terrain_costs_from_heights(&def, heights, width, height, ground), "A");
}

/* ---- drawing ---- */

static void see_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                      double value)
{
    (void)high;
    (void)value;
    CHECK(context, meaning < WEND_MEANING_COUNT && !(low.x > high.x));
}

static void see_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                     double value)
{
    (void)from;
    (void)to;
    (void)value;
    CHECK(context, meaning < WEND_MEANING_COUNT);
}

static void see_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                        double value)
{
    (void)value;
    CHECK(context, points != NULL && count >= 3 && meaning < WEND_MEANING_COUNT);
}

static void see_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                       double value)
{
    (void)centre;
    (void)radius;
    (void)value;
    CHECK(context, meaning < WEND_MEANING_COUNT);
}

static void see_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    (void)at;
    CHECK(context, text != NULL && strlen(text) < 1000 && meaning < WEND_MEANING_COUNT);
}

const wend_draw *some_draw(fuzz *f, wend_draw *draw)
{
    memset(draw, 0, sizeof *draw);
    draw->cells = chance(f, 6) ? NULL : see_cells;
    draw->line = chance(f, 6) ? NULL : see_line;
    draw->polygon = chance(f, 6) ? NULL : see_polygon;
    draw->circle = chance(f, 6) ? NULL : see_circle;
    draw->text = chance(f, 6) ? NULL : see_text;
    draw->context = f;
    return unsound(f, 30) ? NULL : draw;
}

static const fuzz_action actions[] = {
    {"vectors", vectors, 1},
    {"mathematics", mathematics, 1},
    {"texts", texts, 1},
    {"randoms", randoms, 1},
    {"errors", errors, 1},
    {"make_pool", make_pool, 1},
    {"run_parallel", run_parallel, 1},
    {"hexes", hexes, 2},
    {"tables", tables, 1},
};
const fuzz_room room_base = {"base", actions, sizeof actions / sizeof *actions};
