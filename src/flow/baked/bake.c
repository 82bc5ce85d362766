/* Builds the fields of all portals of a class ahead; they are kept.
 * Cost: a cost pass and a direction pass for each portal; sectors that are alike share theirs. */
#include "flow/baked/file.h"

#include "base/core/budget.h"
#include "flow/portals/save.h"
#include "flow/tile/integrate.h"

#include <string.h>

enum { JOBS_MAX = 16, JOB_BLOCK = 4 };

/* A field being built. */
typedef struct bake_job {
    wendi_cost_tile ground;
    wendi_tile_shape shape;
    wendi_portal portal;
    uint32_t field;
    bool is_saturated; /* 16 bits do not suffice */
} bake_job;

typedef struct bake_batch {
    wend_flow *flow;
    uint32_t flow_class;
    bake_job jobs[JOBS_MAX];
    uint32_t count;
} bake_batch;

/* ---- kept fields: the bake counts as a user ---- */

/* ---- jobs ---- */

static uint32_t create_seeded_field(wend_flow *flow, const bake_job *job, bool is_wide)
{
    const uint32_t index = wendi_field_cache_create_field(&flow->fields, is_wide);
    if (index == WENDI_FIELD_NONE) {
        return index;
    }
    wendi_field *field = wendi_field_at(&flow->fields, index);
    field->ground = job->ground.key;
    field->width = (uint8_t)job->shape.width;
    field->height = (uint8_t)job->shape.height;
    memset(field->block, 0xFF, (size_t)job->shape.count * (is_wide ? 4 : 2));
    for (int32_t i = 0; i < job->portal.count; ++i) {
        const int32_t at = wendi_portal_cell_beyond(&job->shape, &job->portal, i);
        if (is_wide) {
            wendi_field_wide_costs(field)[at] = 0;
        } else {
            wendi_field_costs(field)[at] = 0;
        }
    }
    return index;
}

static void run_bake_job(const wend_flow *flow, bake_job *job)
{
    const wendi_field *field = wendi_field_at(&flow->fields, job->field);
    const uint8_t *cost = job->ground.cost;
    if (!field->is_wide) {
        job->is_saturated = !wendi_tile_integrate(&job->shape, cost, wendi_field_costs(field),
                                                  flow->map.has_diagonals);
    } else if (flow->integration == WEND_FLOW_EIKONAL) {
        (void)wendi_tile_integrate_eikonal(&job->shape, cost, wendi_field_wide_costs(field),
                                           flow->straight, flow->diagonal);
    } else {
        (void)wendi_tile_integrate_wide(&job->shape, cost, wendi_field_wide_costs(field),
                                        flow->straight, flow->diagonal);
    }
    if (!job->is_saturated) {
        wendi_field_find_directions(flow, field, &job->ground, NULL);
    }
}

static void run_bake_jobs(void *context, size_t begin, size_t end)
{
    bake_batch *batch = context;
    for (size_t i = begin; i < end; ++i) {
        run_bake_job(batch->flow, &batch->jobs[i]);
    }
}

static bool widen_field(wend_flow *flow, bake_job *job)
{
    const uint32_t wide = create_seeded_field(flow, job, true);
    if (wide == WENDI_FIELD_NONE) {
        return false;
    }
    wendi_field_cache_release(&flow->fields, job->field, flow->update);
    job->field = wide;
    job->is_saturated = false;
    run_bake_job(flow, job);
    return true;
}

/* @return false: no memory; the job still owns the field. */
static bool add_to_cache(wend_flow *flow, bake_job *job)
{
    if (job->is_saturated && !widen_field(flow, job)) {
        return false;
    }
    wendi_field_cache_add_portal(&flow->fields, job->field, wendi_portal_key(&job->portal),
                                 &job->shape);
    wendi_field *field = wendi_field_at(&flow->fields, job->field);
    field->is_kept = field->hash != 0;
    return field->is_kept;
}

static wend_result release_fields_from(bake_batch *batch, uint32_t from)
{
    for (uint32_t i = from; i < batch->count; ++i) {
        wendi_field_cache_release(&batch->flow->fields, batch->jobs[i].field, batch->flow->update);
    }
    return WEND_ERROR_MEMORY;
}

static wend_result run_bake_batch(bake_batch *batch)
{
    wend_flow *flow = batch->flow;
    wend_parallel_for(&flow->executor, batch->count, JOB_BLOCK, run_bake_jobs, batch);
    for (uint32_t i = 0; i < batch->count; ++i) {
        if (!add_to_cache(flow, &batch->jobs[i])) {
            return release_fields_from(batch, i);
        }
        ++flow->fields.built;
    }
    return WEND_OK;
}

/* ---- portals ---- */

static bool is_in_bake_batch(const bake_batch *batch, const bake_job *job)
{
    for (uint32_t i = 0; i < batch->count; ++i) {
        if (batch->jobs[i].ground.key == job->ground.key &&
            wendi_portal_key(&batch->jobs[i].portal) == wendi_portal_key(&job->portal)) {
            return true;
        }
    }
    return false;
}

/* @return false: no memory. */
static bool add_portal(bake_batch *batch, const bake_job *request)
{
    wend_flow *flow = batch->flow;
    const uint32_t known = wendi_field_cache_find_portal(&flow->fields, request->ground.key,
                                                         wendi_portal_key(&request->portal));
    if (known != WENDI_FIELD_NONE) {
        if (!wendi_field_at(&flow->fields, known)->is_kept) {
            wendi_field_cache_retain(&flow->fields, known);
            wendi_field_at(&flow->fields, known)->is_kept = true;
        }

        return true;
    }
    if (is_in_bake_batch(batch, request)) {
        return true;
    }
    bake_job *job = &batch->jobs[batch->count];
    *job = *request;
    job->field = create_seeded_field(flow, job, flow->is_wide);
    batch->count += job->field != WENDI_FIELD_NONE;
    return job->field != WENDI_FIELD_NONE;
}

/* Adds the portals of a sector from at->portal on, as far as steps and room allow.
 * @return false: no memory. */
static bool add_sector(bake_batch *batch, wendi_bake_progress *at, uint64_t *steps)
{
    const wend_flow *flow = batch->flow;
    const wendi_portal_graph *graph = flow->classes[batch->flow_class].graph;
    const wendi_sector_portals page = wendi_portal_graph_sector(graph, at->sector);
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&flow->map, at->sector);
    bake_job job = {.ground = wendi_portal_graph_cost_tile(graph, at->sector),
                    .shape = wendi_tile_shape_of(bounds.width, bounds.height)};
    const uint32_t count = page.first[WENDI_SIDE_LINK_OUT];
    for (; *steps > 0 && at->portal < count && batch->count < JOBS_MAX; ++at->portal) {
        job.portal = page.portals[at->portal];
        if (!add_portal(batch, &job)) {
            return false;
        }
        --*steps;
    }
    if (at->portal >= count) {
        at->portal = 0;
        ++at->sector;
        *steps -= count == 0;
    }
    return true;
}

static wend_result bake_slice(void *context, uint64_t *steps)
{
    bake_batch *batch = context;
    wend_flow *flow = batch->flow;
    wendi_bake_progress *at = &flow->stream->bakes[batch->flow_class];
    const uint32_t sector_count = flow->map.sector_count;
    while (*steps > 0 && at->sector < sector_count) {
        const wendi_bake_progress before = *at;
        wend_result result = WEND_OK;
        batch->count = 0;
        while (*steps > 0 && at->sector < sector_count && batch->count < JOBS_MAX) {
            if (!add_sector(batch, at, steps)) {
                *at = before;
                return release_fields_from(batch, 0);
            }
        }
        result = run_bake_batch(batch);
        if (result != WEND_OK) {
            *at = before;
            return result;
        }
    }
    return at->sector < sector_count ? WEND_IN_PROGRESS : WEND_OK;
}

wend_result wend_flow_bake(wend_flow *flow, uint32_t flow_class, wend_budget *budget)
{
    static const char function[] = "wend_flow_bake";
    const wend_result allowed = wendi_flow_check_idle(flow);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (flow_class >= flow->class_count) {
        return wendi_refuse_index(&flow->error, function, "flow_class", flow_class, "classes",
                                  flow->class_count);
    }
    const wendi_portal_graph *graph = flow->classes[flow_class].graph;
    if (!wendi_portal_graph_is_fresh(graph)) {
        return wendi_fail(&flow->error, WEND_ERROR_STALE,
                          "%s: the portals are out of date: update the flow first", function);
    }
    if (!wendi_baked_file_reserve(flow)) {
        return wendi_fail_plain(&flow->error, function, WEND_ERROR_MEMORY);
    }
    wendi_bake_progress *bake = &flow->stream->bakes[flow_class];
    if (!bake->is_begun || bake->stamp != wendi_portal_graph_stamp(graph)) {
        *bake = (wendi_bake_progress){.stamp = wendi_portal_graph_stamp(graph), .is_begun = true};

        /* Releases fields whose cost tile does not exist any more. */
        wendi_portal_graph *classes[WEND_FLOW_CLASSES_MAX];
        for (uint32_t i = 0; i < flow->class_count; ++i) {
            classes[i] = flow->classes[i].graph;
        }
        for (uint32_t i = 0; i < flow->fields.used; ++i) {
            wendi_field *field = wendi_field_at(&flow->fields, i);
            wendi_tile_shape shape;
            uint8_t cost[WENDI_TILE_CELLS];
            if (field->is_kept && !wendi_cost_tile_key_find(classes, flow->class_count,
                                                            field->ground, &shape, cost)) {
                field->is_kept = false;
                wendi_field_cache_release(&flow->fields, i, flow->update);
            }
        }
    }
    bake_batch batch;
    batch.flow = flow;
    batch.flow_class = flow_class;
    batch.count = 0;
    return wendi_fail_plain(&flow->error, function, wendi_budget_run(budget, bake_slice, &batch));
}
