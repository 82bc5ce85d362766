/* Measures the queries of a mesh on both sides: least times and lengths.
 * Cost: both sides' queries times runs. */
#include "mesh/race.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_LOOKS = 1000 };

static double measure_clock(void)
{
    double least = 1e9;
    for (int k = 0; k < CLOCK_LOOKS; k++) {
        const uint64_t before = wend_clock_ns();
        const double time = (double)(wend_clock_ns() - before);
        least = time < least ? time : least;
    }
    return least;
}

/* ---- begin and end ---- */

static bool reserve_side(mesh_side *side, size_t count)
{
    side->times = malloc((count + 1) * sizeof *side->times);
    side->lengths = malloc((count + 1) * sizeof *side->lengths);
    if (side->times == NULL || side->lengths == NULL) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        side->times[k] = (double)INFINITY;
        side->lengths[k] = -1;
    }
    return true;
}

static bool reserve(mesh_race *race)
{
    const size_t count = race->query_count + 1;
    race->point_capacity = wend_mesh_corner_count(race->mesh) + 2;
    race->starts = calloc(count, sizeof *race->starts);
    race->goals = calloc(count, sizeof *race->goals);
    race->peer_starts = calloc(count, sizeof *race->peer_starts);
    race->peer_goals = calloc(count, sizeof *race->peer_goals);
    race->points = malloc(race->point_capacity * sizeof *race->points);
    return race->starts != NULL && race->goals != NULL && race->peer_starts != NULL &&
           race->peer_goals != NULL && race->points != NULL &&
           reserve_side(&race->wend, race->query_count) &&
           reserve_side(&race->detour, race->query_count);
}

static void find_places(mesh_race *race)
{
    for (size_t k = 0; k < race->query_count; k++) {
        const golden_query *query = mesh_race_query(race, k);
        bool is_on = golden_place(race->mesh, query->start, &race->starts[k]);
        is_on = golden_place(race->mesh, query->goal, &race->goals[k]) && is_on;
        if (race->peer != NULL) {
            race->peer_starts[k] = detour_peer_place(race->peer, query->start);
            race->peer_goals[k] = detour_peer_place(race->peer, query->goal);
            is_on = is_on && race->peer_starts[k].polygon != 0 && race->peer_goals[k].polygon != 0;
        }
        race->misplaced += is_on ? 0 : 1;
    }
}

bool mesh_race_begin(mesh_race *race, const golden_mesh *golden, const wend_mesh *mesh,
                     wend_mesh_method method, size_t count, char *error)
{
    memset(race, 0, sizeof *race);
    race->golden = golden;
    race->mesh = mesh;
    race->method = method;
    race->query_count = count == 0 || count > golden->query_count ? golden->query_count : count;
    race->clock_cost = measure_clock();
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    wend_result result = wend_mesh_space_create(&def, &race->space);
    if (result == WEND_OK) {
        result = wend_mesh_search_create(race->space, NULL, &race->search);
    }
    if (result != WEND_OK || !reserve(race)) {
        snprintf(error, GOLDEN_ERROR_CAPACITY, "%s: no search: %s", golden->name,
                 wend_result_text(result != WEND_OK ? result : WEND_ERROR_MEMORY));
        mesh_race_end(race);
        return false;
    }
    race->peer = detour_peer_create(mesh, &race->peer_why);
    find_places(race);
    return true;
}

void mesh_race_end(mesh_race *race)
{
    wend_mesh_search_destroy(race->search);
    wend_mesh_space_destroy(race->space);
    detour_peer_destroy(race->peer);
    free(race->starts);
    free(race->goals);
    free(race->peer_starts);
    free(race->peer_goals);
    free(race->points);
    free(race->wend.times);
    free(race->wend.lengths);
    free(race->detour.times);
    free(race->detour.lengths);
    memset(race, 0, sizeof *race);
}

const golden_query *mesh_race_query(const mesh_race *race, size_t k)
{
    return &race->golden->queries[k * race->golden->query_count / race->query_count];
}

/* ---- runs ---- */

static void keep_time(const mesh_race *race, mesh_side *side, size_t k, uint64_t before)
{
    const double time = (double)(wend_clock_ns() - before) - race->clock_cost;
    side->times[k] = time < side->times[k] ? time : side->times[k];
}

/* Search and corners of the path, as Detour's findPath and findStraightPath. */
static void run_wend(mesh_race *race)
{
    for (size_t k = 0; k < race->query_count; k++) {
        wend_mesh_search_answer answer;
        size_t count = 0;
        const uint64_t before = wend_clock_ns();
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.method = race->method;
        query.start = race->starts[k];
        query.goal = race->goals[k];
        const wend_result result = wend_mesh_search_find(race->search, &query);
        wend_mesh_search_points(race->search, race->points, race->point_capacity, &count);
        keep_time(race, &race->wend, k, before);
        wend_mesh_search_get_answer(race->search, &answer);
        race->wend.lengths[k] = result == WEND_OK ? answer.length : -1;
    }
}

static void run_detour(mesh_race *race)
{
    for (size_t k = 0; k < race->query_count; k++) {
        const uint64_t before = wend_clock_ns();
        const bool is_found =
            detour_peer_find(race->peer, &race->peer_starts[k], &race->peer_goals[k]);
        keep_time(race, &race->detour, k, before);
        race->detour.lengths[k] = is_found ? detour_peer_length(race->peer) : -1;
    }
}

void mesh_race_run(mesh_race *race, size_t runs)
{
    for (size_t run = 0; run < runs; run++) {
        const bool is_detour_first = run % 2 == 1;
        if (is_detour_first && race->peer != NULL) {
            run_detour(race);
        }
        run_wend(race);
        if (!is_detour_first && race->peer != NULL) {
            run_detour(race);
        }
    }
}

/* ---- figures ---- */

double mesh_race_mean_us(const mesh_race *race, const mesh_side *side)
{
    double sum = 0;
    for (size_t k = 0; k < race->query_count; k++) {
        sum += side->times[k];
    }
    return sum / (double)race->query_count / 1000;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

double mesh_race_quantile_us(const mesh_race *race, const mesh_side *side, double quantile)
{
    double value = (double)NAN;
    double *sorted = malloc((race->query_count + 1) * sizeof *sorted);
    if (sorted != NULL && race->query_count > 0) {
        memcpy(sorted, side->times, race->query_count * sizeof *sorted);
        qsort(sorted, race->query_count, sizeof *sorted, compare_doubles);
        value = sorted[(size_t)(quantile * (double)(race->query_count - 1) + 0.5)] / 1000;
    }
    free(sorted);
    return value;
}

/* ---- small queries ---- */

static const double NEAR = 2;
static const double WALL = 100;

typedef double (*small_fn)(const mesh_race *race, size_t k);

static double our_locate(const mesh_race *race, size_t k)
{
    const wend_mesh_location *p = &race->starts[k];
    return wend_mesh_locate(race->mesh, p->x, p->y, p->z);
}

static double our_nearest(const mesh_race *race, size_t k)
{
    const wend_mesh_location *p = &race->starts[k];
    wend_mesh_location place;
    wend_mesh_nearest(race->mesh, p->x + 1, p->y, p->z, NEAR, &place);
    return place.x;
}

static double our_ray(const mesh_race *race, size_t k)
{
    wend_mesh_hit hit;
    wend_mesh_ray(race->mesh, race->starts[k], race->goals[k].x, race->goals[k].y, &hit);
    return hit.fraction;
}

static double our_wall(const mesh_race *race, size_t k)
{
    return wend_mesh_wall_distance(race->mesh, race->starts[k], WALL, NULL);
}

static wend_vec3 start_of(const mesh_race *race, size_t k, double aside)
{
    const wend_mesh_location *p = &race->starts[k];
    return (wend_vec3){p->x + aside, p->y, p->z};
}

static double peer_locate(const mesh_race *race, size_t k)
{
    return detour_peer_nearest(race->peer, start_of(race, k, 0), 0.01);
}

static double peer_nearest(const mesh_race *race, size_t k)
{
    return detour_peer_nearest(race->peer, start_of(race, k, 1), NEAR);
}

static double peer_ray(const mesh_race *race, size_t k)
{
    return detour_peer_ray(race->peer, &race->peer_starts[k], &race->peer_goals[k]);
}

static double peer_wall(const mesh_race *race, size_t k)
{
    return detour_peer_wall(race->peer, &race->peer_starts[k], WALL);
}

/* Nanoseconds a query; the sum of answers keeps the compiler from removing them. */
static double time_small(const mesh_race *race, small_fn ask, volatile double *sum)
{
    const uint64_t before = wend_clock_ns();
    for (size_t k = 0; k < race->query_count; k++) {
        *sum += ask(race, k);
    }
    return (double)(wend_clock_ns() - before) / (double)race->query_count;
}

void mesh_race_small(const mesh_race *race, size_t runs, mesh_small small[MESH_SMALL_COUNT])
{
    static const char *const names[] = {"locate", "nearest", "ray", "wall distance"};
    static const small_fn ours[] = {our_locate, our_nearest, our_ray, our_wall};
    static const small_fn theirs[] = {peer_locate, peer_nearest, peer_ray, peer_wall};
    volatile double sum = 0;
    for (size_t q = 0; q < MESH_SMALL_COUNT; q++) {
        small[q] = (mesh_small){names[q], (double)INFINITY, (double)INFINITY};
        for (size_t run = 0; run < runs; run++) {
            const double wend = time_small(race, ours[q], &sum);
            const double peer =
                race->peer != NULL ? time_small(race, theirs[q], &sum) : (double)NAN;
            small[q].wend_ns = wend < small[q].wend_ns ? wend : small[q].wend_ns;
            small[q].detour_ns = !(peer >= small[q].detour_ns) ? peer : small[q].detour_ns;
        }
    }
}
