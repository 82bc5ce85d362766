/* Plans the pieces of polygons that an edit of obstacles concerns: they stay, or are cut anew, on the
 * executor where they are many.
 * Cost: some 0.1 us for a piece that stays, 1 us for one that is cut; see mesh_carve. */
#include "world/mesh/carve_plan.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum { ROUNDS_MAX = 8 /* of points that rounding asks for */ };

/* ---- pieces ---- */

/* Points that rounding asks for: both sides of their edges are planned again. */
static void add_extras(wendi_carve_planner *p, uint32_t index)
{
    wendi_mesh_carve *carve = p->carve;
    const wendi_carve_pieces pieces = carve->jobs[index].pieces;
    const uint32_t polygon = carve->jobs[index].polygon;
    const uint32_t count = carve->extra_count;
    carve->extras = wendi_resize_items(&p->plan, carve->extras, count,
                                       (size_t)count + pieces.extra_count, sizeof *carve->extras);
    if (carve->extras == NULL) {
        p->has_failed = true;
        carve->extra_count = 0;
        return;
    }
    for (uint32_t i = 0; i < pieces.extra_count; i++) {
        const uint32_t corner = p->m->firsts[polygon] + pieces.extra_edges[i];
        carve->extras[carve->extra_count++] =
            (wendi_carve_extra){wendi_carve_edge_name(p->m, corner), pieces.extras[i]};
        if (carve->base_twins[corner] != NONE) {
            const uint32_t other = wendi_carve_job_of(p, carve->base_neighbours[corner]);
            if (other != NONE) {
                carve->jobs[other].has_rim = carve->jobs[other].is_done = false;
            }
        }
    }
    carve->jobs[index].has_rim = carve->jobs[index].is_done = false;
}

/* The height of a point on an edge of a polygon, by its place between the ends: computed in the same
 * direction from both sides. */
static double edge_height(const wend_mesh *m, const wendi_carve_job *job, uint32_t edge,
                          wend_vec2 at)
{
    const bool is_reversed = job->is_reversed[edge] != 0;
    const uint32_t first = m->firsts[job->polygon];
    const uint32_t next = edge + 1 == job->edge_count ? 0 : edge + 1;
    const uint32_t from = first + (is_reversed ? next : edge);
    const uint32_t to = first + (is_reversed ? edge : next);
    const wend_vec2 a = wendi_mesh_point(m, from);
    const wend_vec2 b = wendi_mesh_point(m, to);
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double t = (x < 0 ? -x : x) > (y < 0 ? -y : y) ? (at.x - a.x) / x : (at.y - a.y) / y;
    return wendi_flush_coordinate(m->heights[from] + (m->heights[to] - m->heights[from]) * t);
}

/* Heights of the points of a job, from the polygon as made. */
static void plan_heights(wendi_carve_planner *p, wendi_carve_job *job)
{
    const wend_mesh *m = p->m;
    const uint32_t inner_count = job->pieces.inner_count;
    double *heights =
        wendi_alloc_items(&p->plan, (size_t)job->rim_count + inner_count, sizeof *heights);
    if (heights == NULL) {
        p->has_failed = true;
        return;
    }
    job->heights = heights;
    for (uint32_t e = 0; e < job->edge_count; e++) {
        const uint32_t first = job->rim_firsts[e];
        heights[first] = m->heights[m->firsts[job->polygon] + e];
        for (uint32_t i = first + 1; i < job->rim_firsts[e + 1]; i++) {
            heights[i] = edge_height(m, job, e, job->rim[i]);
        }
    }
    for (uint32_t i = 0; i < inner_count; i++) {
        heights[job->rim_count + i] =
            wendi_flush_coordinate(wendi_mesh_home_height(m, job->polygon, job->pieces.inner[i]));
    }
}

static void plan_pieces(wendi_carve_planner *p, uint32_t index, bool gives_up)
{
    wendi_mesh_carve *carve = p->carve;
    wendi_carve_job *job = &carve->jobs[index];
    job->is_done = true;
    job->is_whole = job->obstacle_count == 0 && job->rim_count == job->edge_count;
    memset(&job->pieces, 0, sizeof job->pieces);
    if (job->is_whole) {
        return;
    }
    if (gives_up) {
        /* Rounding goes on and on: nothing of the polygon is left, until the next edit there. */
        job->has_extras = true;
        job->pieces.rim_corners = wendi_alloc_items(&p->plan, job->rim_count, sizeof(uint32_t));
        p->has_failed = p->has_failed || job->pieces.rim_corners == NULL;
        for (uint32_t i = 0; !p->has_failed && i < job->rim_count; i++) {
            job->pieces.rim_corners[i] = NONE;
        }
        return;
    }
    const wendi_carve_shape **shapes =
        wendi_alloc_items(&p->work, (size_t)job->obstacle_count + 1, sizeof(void *));
    if (shapes == NULL) {
        p->has_failed = true;
        return;
    }
    for (uint32_t i = 0; i < job->obstacle_count; i++) {
        shapes[i] = &carve->slots[job->obstacles[i]].shape;
    }
    const wendi_carve_input input = {.rim = job->rim,
                                     .firsts = job->rim_firsts,
                                     .is_reversed = job->is_reversed,
                                     .rim_count = job->rim_count,
                                     .edge_count = job->edge_count,
                                     .shapes = shapes,
                                     .shape_count = job->obstacle_count};
    if (!wendi_carve_pieces_make(&input, &p->plan, &p->work, &job->pieces)) {
        p->has_failed = true;
    }
}

static void plan_heights_of(wendi_carve_planner *p, wendi_carve_job *job)
{
    if (!p->has_failed && p->m->heights != NULL) {
        plan_heights(p, job);
    }
}

/* Lets the pieces of a job with a rim stay, if they may. */
static void plan_stay(wendi_carve_planner *p, uint32_t index)
{
    wendi_carve_job *job = &p->carve->jobs[index];
    job->stays = false;
    if (!wendi_mesh_carve_try_stay(p->m, job, &p->plan, &p->work)) {
        p->has_failed = true;
    }
    if (job->stays) {
        job->is_done = true;
        plan_heights_of(p, job);
    }
}

/* Cuts a job with a rim, but for the points that it asks for. */
static void plan_cut(wendi_carve_planner *p, uint32_t index, bool gives_up)
{
    wendi_carve_job *job = &p->carve->jobs[index];
    plan_pieces(p, index, gives_up);
    if (!job->is_whole && job->pieces.extra_count == 0) {
        plan_heights_of(p, job);
    }
}

static bool is_waiting(const wendi_carve_job *job)
{
    return job->has_rim && !job->is_done;
}

/* ---- jobs side by side ---- */

/* The jobs of a lane are planned one after the other. Where there are no more jobs than lanes the calling
 * thread plans all. */
enum { LANES = 16, LANE_WORK_MOST = 1 << 19 };

/* Memory of a lane, which never asks the allocator: a job that does not fit is left to the calling
 * thread, with the same result. */
typedef struct plan_lane {
    wendi_room plan, work;
} plan_lane;

typedef struct plan_lanes {
    wendi_carve_planner *p;
    plan_lane items[LANES];
    size_t job_count; /* in each */
} plan_lanes;

static void plan_lane_jobs(void *context, size_t begin, size_t end)
{
    plan_lanes *lanes = context;
    plan_lane *lane = &lanes->items[begin / lanes->job_count];
    wendi_carve_planner own = *lanes->p;
    own.plan = wendi_room_allocator(&lane->plan);
    own.work = wendi_room_allocator(&lane->work);
    for (size_t i = begin; i < end; i++) {
        wendi_carve_job *job = &own.carve->jobs[i];
        if (is_waiting(job)) {
            own.has_failed = false;
            lane->work.used = 0;
            plan_cut(&own, (uint32_t)i, false);
            job->is_done = !own.has_failed;
        }
    }
}

/* Most bytes that jobs usually take. */
static void estimate(const wendi_carve_planner *p, const wendi_carve_job *job, size_t *plan,
                     size_t *work)
{
    const size_t shapes = job->obstacle_count;
    size_t points = job->rim_count;
    for (uint32_t i = 0; i < job->obstacle_count; i++) {
        points += p->carve->slots[job->obstacles[i]].shape.count;
    }
    *plan = 192 * points + 1024 * shapes + 1024;
    *work = 320 * points + 10240 * shapes + 4096;
}

/* Plans the waiting jobs on the executor, as far as lanes have room. */
static void plan_in_lanes(wendi_carve_planner *p)
{
    wendi_mesh_carve *carve = p->carve;
    wend_allocator memory = wendi_arena_allocator(&carve->lanes);
    plan_lanes lanes = {.p = p};
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < carve->job_count && waiting <= LANES; i++) {
        waiting += is_waiting(&carve->jobs[i]) ? 1 : 0;
    }
    if (p->m->executor.parallel_for == NULL || waiting <= LANES) {
        return;
    }
    lanes.job_count = ((size_t)carve->job_count + LANES - 1) / LANES;
    wendi_arena_reset(&carve->lanes);
    for (size_t k = 0; k < LANES && k * lanes.job_count < carve->job_count; k++) {
        plan_lane *lane = &lanes.items[k];
        for (size_t i = k * lanes.job_count; i < (k + 1) * lanes.job_count; i++) {
            if (i < carve->job_count && is_waiting(&carve->jobs[i])) {
                size_t plan;
                size_t work;
                estimate(p, &carve->jobs[i], &plan, &work);
                lane->plan.bytes += plan;
                lane->work.bytes = work > lane->work.bytes ? work : lane->work.bytes;
            }
        }
        lane->work.bytes =
            lane->work.bytes < LANE_WORK_MOST ? lane->work.bytes : (size_t)LANE_WORK_MOST;
        lane->plan.block = wendi_alloc(&memory, lane->plan.bytes + 1);
        lane->work.block = wendi_alloc(&memory, lane->work.bytes + 1);
        if (lane->plan.block == NULL || lane->work.block == NULL) {
            p->has_failed = true;
            return;
        }
    }
    wend_parallel_for(&p->m->executor, carve->job_count, lanes.job_count, plan_lane_jobs, &lanes);
}

/* Plans rims, which may make more jobs, and then pieces, which may ask for more points. */
bool wendi_carve_plan_jobs(wendi_carve_planner *p)
{
    wendi_mesh_carve *carve = p->carve;
    bool is_done = false;
    for (uint32_t round = 0; !is_done && !p->has_failed; round++) {
        const bool gives_up = round >= ROUNDS_MAX;
        for (uint32_t i = 0; i < carve->job_count && !p->has_failed; i++) {
            if (!carve->jobs[i].has_rim) {
                wendi_carve_plan_rim(p, i);
                wendi_arena_reset(&carve->work);
            }
        }
        for (uint32_t i = 0; i < carve->job_count && p->can_stay && !p->has_failed; i++) {
            if (is_waiting(&carve->jobs[i])) {
                plan_stay(p, i);
                wendi_arena_reset(&carve->work);
            }
        }
        if (round == 0 && !p->has_failed) {
            plan_in_lanes(p);
        }
        /* Points that a job asks for send others back to their rims: those are passed over. */
        is_done = true;
        for (uint32_t i = 0; i < carve->job_count && !p->has_failed; i++) {
            if (is_waiting(&carve->jobs[i])) {
                plan_cut(p, i, gives_up);
                wendi_arena_reset(&carve->work);
            }
            if (carve->jobs[i].has_rim && carve->jobs[i].pieces.extra_count > 0 && !p->has_failed) {
                add_extras(p, i);
            }
        }
        for (uint32_t i = 0; i < carve->job_count; i++) {
            is_done = is_done && carve->jobs[i].has_rim && carve->jobs[i].is_done;
        }
    }
    return !p->has_failed;
}
