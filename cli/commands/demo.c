/* Draws a city from a seed and a size, with a hundred routes, as PNG and SVG.
 * Cost: two hundred searches and two pictures, a second or so. */
#include "commands/demo_routes.h"
#include "core/folder.h"
#include "core/picture.h"
#include "generate/city.h"
#include "json.h"
#include "progress.h"

#include "wend/io.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_CAPACITY = 4096 };

/* The colour of a cost that only deep water has. */
static const double WATER_COLOUR = 14.0;
/* Strength of the tint of cells that all blocks searched, 0 to 1. */
static const double SEARCHED_TINT = 0.15;
/* Cells between two routes that share a road. */
static const double LANE_WIDTH = 0.4;
enum { LANE_COUNT = 5 };

typedef struct demo_request {
    const char *out;
    int64_t seed, size, threads;
} demo_request;

typedef struct demo_totals {
    size_t found;
    uint64_t expanded;
    double cost, mean_us;
} demo_totals;

typedef struct demo_work {
    const demo_request *request;
    int32_t size;
    uint8_t *kinds; /* [size][size], city_kind */
    wend_grid *grid;
    wend_space *space;
    wend_pool *pool;
    demo_routes routes;
    uint64_t wall_ns; /* of all routes together */
    uint64_t hash;
    demo_totals totals;
    char png[FILE_CAPACITY], svg[FILE_CAPACITY];
    bool has_png;
} demo_work;

/* ---- the world ---- */

static wend_result make_grid(demo_work *work, wend_message *message)
{
    const size_t cells = (size_t)work->size * (size_t)work->size;
    wend_grid_def def = wend_grid_def_default();
    def.width = work->size;
    def.height = work->size;
    def.message = message;
    uint8_t *costs = malloc(cells);
    work->kinds = malloc(cells);
    wend_result result = WEND_ERROR_MEMORY;
    if (costs != NULL && work->kinds != NULL &&
        city_make((uint64_t)work->request->seed, work->size, work->size, work->kinds)) {
        result = wend_grid_create(&def, &work->grid);
    }
    if (result == WEND_OK) {
        for (size_t i = 0; i < cells; i++) {
            costs[i] = city_cost((city_kind)work->kinds[i]);
        }
        result = wend_grid_set_costs(work->grid, 0, 0, 0, work->size, work->size, costs,
                                     (size_t)work->size);
    }
    free(costs);
    return result;
}

static wend_result make_world(demo_work *work, wend_message *message)
{
    wend_result result = make_grid(work, message);
    if (result == WEND_OK) {
        wend_space_def def = wend_space_def_default();
        def.grid = work->grid;
        def.message = message;
        result = wend_space_create(&def, &work->space);
    }
    if (result == WEND_OK) {
        wend_pool_def def = wend_pool_def_default();
        def.thread_count = (uint32_t)work->request->threads;
        result = wend_pool_create(&def, &work->pool);
    }
    if (result == WEND_OK) {
        result =
            demo_routes_make(&work->routes, work->grid, work->space, (uint64_t)work->request->seed);
    }
    return result;
}

static void free_world(demo_work *work)
{
    demo_routes_free(&work->routes);
    wend_pool_destroy(work->pool);
    wend_space_destroy(work->space);
    wend_grid_destroy(work->grid);
    free(work->kinds);
}

static demo_totals sum_up(const demo_work *work)
{
    demo_totals totals = {0};
    wend_cost cost = 0;
    uint64_t nanoseconds = 0;
    for (size_t i = 0; i < DEMO_ROUTE_COUNT; i++) {
        const demo_route *route = &work->routes.routes[i];
        totals.found += route->answer.result == WEND_OK;
        totals.expanded += route->answer.expanded;
        cost += wend_path_cost(route->path);
        nanoseconds += route->nanoseconds;
    }
    totals.cost = wend_cost_to_double(cost);
    totals.mean_us = (double)nanoseconds / (double)DEMO_ROUTE_COUNT / 1e3;
    return totals;
}

static int run_queries(const cli *c, demo_work *work)
{
    wend_message message = {0};
    wend_result result = make_world(work, &message);
    if (result == WEND_OK) {
        const wend_executor executor = wend_pool_executor(work->pool);
        const uint64_t begin = wend_clock_ns();
        result = demo_routes_run(&work->routes, &executor);
        work->wall_ns = wend_clock_ns() - begin;
        work->hash = demo_routes_hash(&work->routes);
        work->totals = sum_up(work);
        if (result == WEND_OK) {
            result = demo_routes_trace(&work->routes, &executor);
        }
    }
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "city", result, &message);
}

/* ---- the picture ---- */

/* Draws runs of cells in a row for which `value_of` gives the same number of 0 or more. */
typedef double (*run_value_fn)(const demo_work *work, size_t cell);

static void paint_runs(const demo_work *work, const wend_draw *draw, wend_meaning meaning,
                       run_value_fn value_of)
{
    for (int32_t y = 0; y < work->size; y++) {
        const size_t row = (size_t)y * (size_t)work->size;
        for (int32_t x = 0; x < work->size;) {
            const double value = value_of(work, row + (size_t)x);
            int32_t end = x + 1;
            while (end < work->size && !(value_of(work, row + (size_t)end) < value) &&
                   !(value_of(work, row + (size_t)end) > value)) {
                end++;
            }
            if (value >= 0.0) {
                draw->cells(draw->context, (wend_vec2){x, y}, (wend_vec2){end, y + 1}, meaning,
                            value);
            }
            x = end;
        }
    }
}

static double water_value(const demo_work *work, size_t cell)
{
    return work->kinds[cell] == CITY_WATER ? WATER_COLOUR : -1.0;
}

/* Only streets are tinted, so that parks stay green: nearly everything is searched by someone. */
static double searched_value(const demo_work *work, size_t cell)
{
    const city_kind kind = (city_kind)work->kinds[cell];
    const int blocks = demo_routes_searched(&work->routes, (wend_node)cell);
    const bool is_green = kind == CITY_PARK || kind == CITY_GARDEN || kind == CITY_ROUGH;
    return blocks == 0 || is_green ? -1.0 : SEARCHED_TINT * blocks / (double)DEMO_BLOCK_COUNT;
}

/* Routes that share a road lie side by side in lanes, so that each can be seen. */
static wend_vec2 in_lane(wend_vec2 at, uint32_t route)
{
    const double shift = LANE_WIDTH * ((double)(route * 3 % LANE_COUNT) - (LANE_COUNT - 1) / 2.0);
    return (wend_vec2){at.x + shift, at.y + shift};
}

/* Lines one after the other become one stroke; marks at every leg would cut it in pieces. */
static void paint_route(const demo_work *work, uint32_t index, const wend_draw *draw)
{
    const demo_route *route = &work->routes.routes[index];
    const size_t count = wend_path_leg_count(route->path);
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wend_path_leg(route->path, i);
        draw->line(draw->context, in_lane(leg.from_point, index), in_lane(leg.to_point, index),
                   WEND_MEANING_PATH, index);
    }
}

static void paint_ends(const demo_work *work, uint32_t index, const wend_draw *draw)
{
    const demo_route *route = &work->routes.routes[index];
    const wend_node ends[2] = {route->start, route->goal};
    for (int i = 0; i < 2; i++) {
        draw->circle(draw->context, in_lane(wend_space_position(work->space, ends[i]), index), 0.0,
                     WEND_MEANING_AGENT, index);
    }
}

static void paint(void *context, const wend_draw *draw)
{
    const demo_work *work = context;
    (void)wend_grid_draw(work->grid, 0, draw);
    paint_runs(work, draw, WEND_MEANING_GROUND, water_value);
    paint_runs(work, draw, WEND_MEANING_SEARCHED, searched_value);
    for (uint32_t i = 0; i < DEMO_ROUTE_COUNT; i++) {
        paint_route(work, i, draw);
    }
    for (uint32_t i = 0; i < DEMO_ROUTE_COUNT; i++) {
        paint_ends(work, i, draw);
    }
}

static int draw_pictures(const cli *c, demo_work *work)
{
    const char *out = work->request->out;
    snprintf(work->png, sizeof work->png, "%s/demo.png", out);
    snprintf(work->svg, sizeof work->svg, "%s/demo.svg", out);
    if (strlen(out) > FILE_CAPACITY - 16 || !folder_make(out)) {
        return cli_fail(c, "--out: cannot make the folder '%s': %s", out,
                        strlen(out) > FILE_CAPACITY - 16 ? "the name is too long"
                                                         : strerror(errno));
    }
    wend_picture_def def = wend_picture_def_default();
    def.high = (wend_vec2){1.0, 1.0};
    wend_picture *probe = NULL;
    work->has_png = wend_picture_create(&def, &probe) != WEND_ERROR_UNSUPPORTED;
    wend_picture_destroy(probe);
    if (work->has_png && picture_write(c, work->png, WEND_PICTURE_PNG, work->grid, paint, work)) {
        return CLI_BAD;
    }
    return picture_write(c, work->svg, WEND_PICTURE_SVG, work->grid, paint, work);
}

/* ---- telling ---- */

static void put_json(const demo_work *work, const char *hash)
{
    const demo_totals *totals = &work->totals;
    json j = json_begin(stdout);
    json_integer(&j, "seed", work->request->seed);
    json_integer(&j, "size", work->size);
    json_integer(&j, "routes", DEMO_ROUTE_COUNT);
    json_unsigned(&j, "found", totals->found);
    json_number(&j, "cost", totals->cost);
    json_text(&j, "method", wend_method_name(work->routes.routes[0].answer.method));
    json_unsigned(&j, "expanded", totals->expanded);
    json_number(&j, "mean_us", totals->mean_us);
    json_number(&j, "all_ms", (double)work->wall_ns / 1e6);
    json_unsigned(&j, "threads", wend_pool_thread_count(work->pool));
    json_text(&j, "hash", hash);
    json_text(&j, "png", work->has_png ? work->png : NULL);
    json_text(&j, "svg", work->svg);
    json_finish(&j);
}

static void put_text(const demo_work *work, const char *hash)
{
    const demo_totals *totals = &work->totals;
    printf("a city of %d x %d cells, seed %" PRId64 "\n", (int)work->size, (int)work->size,
           work->request->seed);
    printf("%d routes searched at once, %zu found, total cost %.3f\n", (int)DEMO_ROUTE_COUNT,
           totals->found, totals->cost);
    printf("%s: %" PRIu64 " nodes expanded, %.1f us a route on average\n",
           wend_method_name(work->routes.routes[0].answer.method), totals->expanded,
           totals->mean_us);
    printf("all of them in %.1f ms on %u threads\n", (double)work->wall_ns / 1e6,
           (unsigned)wend_pool_thread_count(work->pool));
    printf("hash of all paths: %s (the same on every machine)\n", hash);
    printf("picture: %s%s%s\n", work->has_png ? work->png : "", work->has_png ? ", " : "",
           work->svg);
}

static int answer(const cli *c, demo_work *work)
{
    progress_say("asking for routes and drawing them", "");
    const bool is_done = run_queries(c, work) == CLI_OK && draw_pictures(c, work) == CLI_OK;
    progress_end();
    if (!is_done) {
        return CLI_BAD;
    }
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64, work->hash);
    if (c->is_json) {
        put_json(work, hash);
    } else {
        put_text(work, hash);
    }
    return work->totals.found == DEMO_ROUTE_COUNT ? CLI_OK : CLI_NO_PATH;
}

int cmd_demo(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    demo_request request = {.out = "demo-out", .seed = 1, .size = 512};
    args a = args_make("Finds a hundred routes through a generated city at once and draws them.",
                       "  wend demo\n"
                       "  wend demo --out pictures --seed 7 --size 1024\n");
    args_text(&a, "--out", "DIR", "folder for the pictures (default demo-out)", &request.out);
    args_integer(&a, "--seed", "N", "another city (default 1)", 0, INT64_MAX, &request.seed);
    args_integer(&a, "--size", "N", "cells along a side (default 512)", 512, 4096, &request.size);
    args_integer(&a, "--threads", "N", "threads (default one for each processor)", 1, 256,
                 &request.threads);
    int exit_code = CLI_BAD;
    if (!args_parse(&a, &c, argc, argv, &exit_code)) {
        return exit_code;
    }
    demo_work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        return cli_fail_call(&c, "demo", WEND_ERROR_MEMORY, NULL);
    }
    work->request = &request;
    work->size = (int32_t)request.size;
    exit_code = answer(&c, work);
    free_world(work);
    free(work);
    return exit_code;
}
