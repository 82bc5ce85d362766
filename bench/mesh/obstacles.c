/* Measures obstacles that are placed, moved and removed, each with the update of a space.
 * Cost: the edits times runs, some ten microseconds each; 1,000 obstacles in the steps of a walk. */
#include "mesh/obstacles.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_search.h"
#include "yardstick/yardstick.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS_MOST = 64 };

typedef struct obstacle_stage {
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_vec2 *places;                      /* [count] */
    double *place_us, *move_us, *remove_us; /* [count] */
    size_t count;
} obstacle_stage;

static double since(uint64_t before)
{
    return (double)(wend_clock_ns() - before) / 1e3;
}

static bool follow(const obstacle_stage *s, wend_result result, uint64_t before, double *us)
{
    const bool is_done = result == WEND_OK && wend_mesh_space_update(s->space) == WEND_OK;
    *us = fmin(*us, since(before));
    return is_done;
}

/* A disc within so many metres of a place, elsewhere in each step: on average it moves by half of that. */
static wend_mesh_obstacle_def disc_within(double reach, wend_vec2 place, uint64_t k, uint64_t step)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    const double x = wend_random_unit(17, k, 2 * step) - 0.5;
    const double y = wend_random_unit(17, k, 2 * step + 1) - 0.5;
    def.centre = (wend_vec2){place.x + reach * x, place.y + reach * y};
    return def;
}

static wend_mesh_obstacle_def disc_at(wend_vec2 place, uint64_t k, uint64_t step)
{
    return disc_within(1, place, k, step);
}

static bool measure_one(obstacle_stage *s, size_t k)
{
    wend_mesh_obstacle_id id = {0, 0};
    const wend_mesh_obstacle_def here = disc_at(s->places[k], k, 0);
    const wend_mesh_obstacle_def there = disc_at(s->places[k], k, 1);
    uint64_t before = wend_clock_ns();
    bool holds =
        follow(s, wend_mesh_add_obstacle(s->mesh, &here, &id, NULL), before, &s->place_us[k]);
    before = wend_clock_ns();
    holds = holds &&
            follow(s, wend_mesh_move_obstacle(s->mesh, id, &there, NULL), before, &s->move_us[k]);
    before = wend_clock_ns();
    return holds && follow(s, wend_mesh_remove_obstacle(s->mesh, id), before, &s->remove_us[k]);
}

static bool measure_ones(obstacle_stage *s, size_t runs, mesh_obstacle_row *row)
{
    bool holds = true;
    for (size_t k = 0; k < s->count; k++) {
        s->place_us[k] = s->move_us[k] = s->remove_us[k] = (double)INFINITY;
    }
    for (size_t run = 0; run < runs && holds; run++) {
        for (size_t k = 0; k < s->count && holds; k++) {
            holds = measure_one(s, k);
        }
    }
    row->place = mesh_edit_times_of(s->place_us, s->count);
    row->move = mesh_edit_times_of(s->move_us, s->count);
    row->remove = mesh_edit_times_of(s->remove_us, s->count);
    return holds;
}

/* ---- many ---- */

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return x < y ? -1 : x > y ? 1 : 0;
}

typedef struct many_discs {
    wend_mesh_obstacle_id ids[MESH_OBSTACLES_MANY];
    wend_mesh_obstacle_def defs[MESH_OBSTACLES_MANY];
} many_discs;

/* Moves all discs so many times, after a step that does not count. @param step_ms, update_ms set to the
 * medians. */
static bool measure_steps(obstacle_stage *s, many_discs *discs, double reach, size_t count,
                          double *step_ms, double *update_ms)
{
    double steps[STEPS_MOST] = {0};
    double updates[STEPS_MOST] = {0};
    bool holds = true;
    for (size_t step = 0; step <= count && holds; step++) {
        for (size_t k = 0; k < MESH_OBSTACLES_MANY; k++) {
            discs->defs[k] = disc_within(reach, s->places[k % s->count], k, step);
        }
        const uint64_t before = wend_clock_ns();
        holds = wend_mesh_set_obstacles(s->mesh, discs->ids, discs->defs, MESH_OBSTACLES_MANY,
                                        NULL) == WEND_OK;
        const uint64_t between = wend_clock_ns();
        holds = holds && wend_mesh_space_update(s->space) == WEND_OK;
        if (step > 0) {
            steps[step - 1] = since(before) / 1e3;
            updates[step - 1] = since(between) / 1e3;
        }
    }
    qsort(steps, count, sizeof *steps, compare);
    qsort(updates, count, sizeof *updates, compare);
    *step_ms = steps[count / 2];
    *update_ms = updates[count / 2];
    return holds;
}

/* The same steps once more, on a thread for each processor. */
static bool measure_on_pool(obstacle_stage *s, many_discs *discs, size_t count,
                            mesh_obstacle_row *row)
{
    const wend_pool_def def = wend_pool_def_default();
    double update_ms;
    wend_pool *pool;
    if (wend_pool_create(&def, &pool) != WEND_OK) {
        return false;
    }
    const wend_executor executor = wend_pool_executor(pool);
    const bool holds = wend_mesh_set_executor(s->mesh, &executor) == WEND_OK &&
                       measure_steps(s, discs, 0.1, count, &row->walk_pool_ms, &update_ms) &&
                       measure_steps(s, discs, 1, count, &row->many_pool_ms, &update_ms);
    (void)wend_mesh_set_executor(s->mesh, NULL);
    wend_pool_destroy(pool);
    return holds;
}

/* The same steps with pieces that stay. */
static bool measure_staying(obstacle_stage *s, many_discs *discs, size_t count,
                            mesh_obstacle_row *row)
{
    double update_ms;
    const bool holds = wend_mesh_set_keeps_pieces(s->mesh, true) == WEND_OK &&
                       measure_steps(s, discs, 0.1, count, &row->walk_stay_ms, &update_ms);
    return wend_mesh_set_keeps_pieces(s->mesh, false) == WEND_OK && holds;
}

static bool measure_many(obstacle_stage *s, size_t runs, mesh_obstacle_row *row)
{
    many_discs *discs = calloc(1, sizeof *discs);
    const size_t count = 8 * runs < STEPS_MOST ? 8 * runs : STEPS_MOST;
    bool holds = discs != NULL &&
                 measure_steps(s, discs, 0.1, count, &row->walk_ms, &row->walk_update_ms) &&
                 measure_steps(s, discs, 1, count, &row->many_ms, &row->update_ms) &&
                 measure_on_pool(s, discs, count, row) && measure_staying(s, discs, count, row);
    for (size_t k = 0; k < MESH_OBSTACLES_MANY && k < s->count && holds; k++) {
        const wend_mesh_obstacle_def def = disc_at(s->places[k], k, count + 1);
        const uint64_t before = wend_clock_ns();
        s->move_us[k] = (double)INFINITY;
        holds = follow(s, wend_mesh_move_obstacle(s->mesh, discs->ids[k], &def, NULL), before,
                       &s->move_us[k]);
    }
    row->among = mesh_edit_times_of(
        s->move_us, s->count < MESH_OBSTACLES_MANY ? s->count : MESH_OBSTACLES_MANY);
    for (size_t k = 0; k < MESH_OBSTACLES_MANY && holds; k++) {
        holds = wend_mesh_remove_obstacle(s->mesh, discs->ids[k]) == WEND_OK;
    }
    free(discs);
    return holds;
}

/* ---- made anew ---- */

/* What a user of a mesh that cannot be carved would do. */
static double measure_remake(const wend_mesh *mesh, size_t runs)
{
    size_t count = 0;
    double least = (double)NAN;
    (void)wend_mesh_save(mesh, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    bool holds = bytes != NULL && wend_mesh_save(mesh, bytes, count, &count) == WEND_OK;
    for (size_t run = 0; run < runs && holds; run++) {
        wend_mesh *again = NULL;
        wend_mesh_space *space = NULL;
        wend_mesh_space_def def = wend_mesh_space_def_default();
        const uint64_t before = wend_clock_ns();
        holds = wend_mesh_load(NULL, bytes, count, &again) == WEND_OK;
        def.mesh = again;
        holds = holds && wend_mesh_space_create(&def, &space) == WEND_OK;
        least = fmin(least, since(before));
        wend_mesh_space_destroy(space);
        wend_mesh_destroy(again);
    }
    free(bytes);
    return least;
}

static bool find_places(obstacle_stage *s)
{
    for (size_t k = 0; k < s->count; k++) {
        wend_mesh_location at;
        if (wend_mesh_random_location(s->mesh, 23, k, 0, &at) != WEND_OK) {
            return false;
        }
        s->places[k] = (wend_vec2){at.x, at.y};
    }
    return true;
}

bool mesh_obstacles_measure(wend_mesh *mesh, size_t count, size_t runs, mesh_obstacle_row *row)
{
    obstacle_stage s = {.mesh = mesh, .count = count};
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    s.places = calloc(count + 1, sizeof *s.places);
    s.place_us = calloc(count + 1, sizeof *s.place_us);
    s.move_us = calloc(count + 1, sizeof *s.move_us);
    s.remove_us = calloc(count + 1, sizeof *s.remove_us);
    *row = (mesh_obstacle_row){.polygons = wend_mesh_polygon_count(mesh)};
    row->remake_us = measure_remake(mesh, runs);
    row->detour_ns = mesh_edits_detour_ns(mesh, count);
    const bool holds = count > 0 && s.places != NULL && s.place_us != NULL && s.move_us != NULL &&
                       s.remove_us != NULL && find_places(&s) &&
                       wend_mesh_space_create(&def, &s.space) == WEND_OK &&
                       measure_ones(&s, runs, row) && measure_many(&s, runs, row);
    wend_mesh_space_destroy(s.space);
    free(s.places);
    free(s.place_us);
    free(s.move_us);
    free(s.remove_us);
    return holds;
}
