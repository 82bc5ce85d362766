/* Analyses of terrain: definitions, creation, updates in slices.
 * Cost: an update reads the cells, and where one opened or closed takes some ten passes over all. */
#include "mind/strategy/terrain_analysis.h"

#include "base/core/budget.h"
#include "base/math/bits.h"
#include "world/derived/agent_grid.h"

#include <string.h>

enum { COOKIE = 0x54414e31 };

static const double METRES_MOST = 1 << 20;

wend_terrain_analysis_def wend_terrain_analysis_def_default(void)
{
    wend_terrain_analysis_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.cell_size = 1;
    def.team = WEND_TEAM_NONE;
    def.choke_ratio = 0.7;
    def.min_area = 12;
    def.height_radius = 8;
    def.height_advantage = 1;
    def.view_radius = 16;
    def.view_stride = 4;
    def.cover_radius = 2;
    return def;
}

/* ---- create, destroy ---- */

static wend_result check_length(wend_message *m, const char *function, const char *field,
                                double value, double low)
{
    return value >= low && value <= METRES_MOST
               ? WEND_OK
               : wendi_refuse(m, function, field, value, low, METRES_MOST);
}

wend_result wendi_terrain_check_def(const wend_terrain_analysis_def *def, const char *function)
{
    wend_message *m = def->message;
    wend_result result = check_length(m, function, "cell_size", def->cell_size, 1.0 / 1024);
    result = result != WEND_OK ? result : check_length(m, function, "radius", def->radius, 0);
    result = result != WEND_OK ? result
                               : check_length(m, function, "height_radius", def->height_radius, 0);
    result =
        result != WEND_OK ? result : check_length(m, function, "view_radius", def->view_radius, 0);
    result = result != WEND_OK ? result
                               : check_length(m, function, "cover_radius", def->cover_radius, 0);
    if (result != WEND_OK) {
        return result;
    }
    if (!(def->choke_ratio >= 0 && def->choke_ratio <= 1)) {
        return wendi_refuse(m, function, "choke_ratio", def->choke_ratio, 0, 1);
    }
    if (!(def->min_area >= 0) || !wendi_is_finite(def->min_area)) {
        return wendi_refuse(m, function, "min_area", def->min_area, 0, 1.7976931348623157e308);
    }
    if (!(def->height_advantage > 0) || !wendi_is_finite(def->height_advantage)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: height_advantage is %s, and must be above 0 and finite", function,
                          wendi_format_number(def->height_advantage).text);
    }
    if (def->view_stride < 1 || def->view_stride > WEND_TERRAIN_ANALYSIS_STRIDE_MAX) {
        return wendi_refuse(m, function, "view_stride", def->view_stride, 1,
                            WEND_TERRAIN_ANALYSIS_STRIDE_MAX);
    }
    return WEND_OK;
}

wend_result wendi_terrain_check_world(const wend_terrain_analysis_def *def, const char *function)
{
    wend_message *m = def->message;
    wend_grid_info info;
    if ((def->grid == NULL) == (def->mesh == NULL)) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: there must be either a grid or a mesh",
                          function);
    }
    if (def->mesh != NULL) {
        return WEND_OK;
    }
    const wend_result result =
        wendi_agent_grid_check(def->grid, def->movement_class, def->team, function, m);
    if (result != WEND_OK) {
        return result;
    }
    wend_grid_get_info(def->grid, &info);
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        return wendi_fail(m, WEND_ERROR_UNSUPPORTED,
                          "%s: the grid has hexes: an analysis needs squares", function);
    }
    if (info.width > WEND_TERRAIN_ANALYSIS_SIDE_MAX ||
        info.height > WEND_TERRAIN_ANALYSIS_SIDE_MAX) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: the grid has %d x %d cells, and may have %d on a side", function,
                          (int)info.width, (int)info.height, (int)WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    }
    return WEND_OK;
}

wend_result wendi_terrain_create(const wend_terrain_analysis_def *def,
                                 wend_terrain_analysis **analysis)
{
    wend_terrain_analysis *t = wendi_alloc_zero(&def->allocator, sizeof *t);
    if (t == NULL) {
        return WEND_ERROR_MEMORY;
    }
    t->allocator = def->allocator;
    t->grid = def->grid;
    t->mesh = def->mesh;
    t->movement_class = def->mesh == NULL ? def->movement_class : 0;
    t->team = def->mesh == NULL ? def->team : WEND_TEAM_NONE;
    t->cell_size = def->mesh == NULL ? 1 : def->cell_size;
    t->rules = (terrain_rules){.radius = def->radius + 0.0,
                               .choke_ratio = def->choke_ratio + 0.0,
                               .min_area = def->min_area + 0.0,
                               .height_radius = def->height_radius + 0.0,
                               .height_advantage = def->height_advantage,
                               .view_radius = def->view_radius + 0.0,
                               .cover_radius = def->cover_radius + 0.0,
                               .view_stride = def->view_stride};
    *analysis = t;
    return WEND_OK;
}

wend_result wend_terrain_analysis_create(const wend_terrain_analysis_def *def,
                                         wend_terrain_analysis **analysis)
{
    static const char function[] = "wend_terrain_analysis_create";
    if (analysis != NULL) {
        *analysis = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_terrain_analysis_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    wend_result result = wendi_terrain_check_world(def, function);
    result = result == WEND_OK ? wendi_terrain_check_def(def, function) : result;
    if (result != WEND_OK) {
        return result;
    }
    if (analysis == NULL) {
        return wendi_refuse_null(def->message, function, "analysis");
    }
    return wendi_fail_plain(def->message, function, wendi_terrain_create(def, analysis));
}

void wendi_terrain_free_result(terrain_result *r, const wend_allocator *a)
{
    const size_t cells = wendi_terrain_cells(r);
    const size_t corners = ((size_t)r->width + 1) * ((size_t)r->height + 1);
    wendi_free(a, r->open, cells);
    wendi_free(a, r->heights, cells * sizeof *r->heights);
    wendi_free(a, r->distances, cells * sizeof *r->distances);
    wendi_free(a, r->labels, cells * sizeof *r->labels);
    wendi_free(a, r->advantages, cells * sizeof *r->advantages);
    wendi_free(a, r->walls, corners * sizeof *r->walls);
    wendi_free(a, r->openness, (size_t)r->samples_x * (size_t)r->samples_y * sizeof *r->openness);
    wendi_free(a, r->regions, ((size_t)r->region_count + 1) * sizeof *r->regions);
    wendi_free(a, r->chokes, r->choke_capacity * sizeof *r->chokes);
    wendi_free(a, r->choke_first, ((size_t)r->region_count + 2) * sizeof *r->choke_first);
    wendi_free(a, r->choke_list, (2 * (size_t)r->choke_count + 1) * sizeof *r->choke_list);
    wendi_free(a, r->highs, r->high_capacity * sizeof *r->highs);
    memset(r, 0, sizeof *r);
}

size_t wendi_terrain_result_bytes(const terrain_result *r)
{
    const size_t cells = wendi_terrain_cells(r);
    const size_t corners = ((size_t)r->width + 1) * ((size_t)r->height + 1);
    return cells * (1 + sizeof *r->distances + sizeof *r->labels) +
           (r->heights == NULL ? 0 : cells * (sizeof *r->heights + sizeof *r->advantages)) +
           (r->walls == NULL ? 0 : corners * sizeof *r->walls) +
           (size_t)r->samples_x * (size_t)r->samples_y * sizeof *r->openness +
           (size_t)r->region_count * sizeof *r->regions + r->choke_capacity * sizeof *r->chokes +
           ((size_t)r->region_count + 2 * (size_t)r->choke_count) * sizeof(uint32_t) +
           r->high_capacity * sizeof *r->highs;
}

bool wendi_terrain_reserve_result(terrain_result *r, const terrain_rules *rules, bool has_heights,
                                  const wend_allocator *a)
{
    const size_t cells = wendi_terrain_cells(r);
    const size_t corners = ((size_t)r->width + 1) * ((size_t)r->height + 1);
    r->open = wendi_alloc_zero(a, cells);
    r->distances = wendi_alloc_items(a, cells, sizeof *r->distances);
    r->labels = wendi_alloc_items(a, cells, sizeof *r->labels);
    r->walls = wendi_alloc_items_zero(a, corners, sizeof *r->walls);
    bool is_done = r->open != NULL && r->distances != NULL && r->labels != NULL && r->walls != NULL;
    if (has_heights) {
        r->heights = wendi_alloc_items_zero(a, cells, sizeof *r->heights);
        r->advantages = wendi_alloc_items_zero(a, cells, sizeof *r->advantages);
        is_done = is_done && r->heights != NULL && r->advantages != NULL;
    }
    if (rules->view_radius > 0) {
        r->samples_x = (r->width + rules->view_stride - 1) / rules->view_stride;
        r->samples_y = (r->height + rules->view_stride - 1) / rules->view_stride;
        r->openness = wendi_alloc_items_zero(a, (size_t)r->samples_x * (size_t)r->samples_y,
                                             sizeof *r->openness);
        is_done = is_done && r->openness != NULL;
    }
    return is_done;
}

void wendi_terrain_drop_work(wend_terrain_analysis *t)
{
    terrain_work *w = &t->work;
    const wend_allocator *a = &t->allocator;
    const size_t cells = wendi_terrain_cells(&w->result);
    wendi_free(a, w->order, cells * sizeof *w->order);
    wendi_free(a, w->order_scratch, cells * sizeof *w->order_scratch);
    wendi_free(a, w->queue, cells * sizeof *w->queue);
    wendi_free(a, w->marks, cells * sizeof *w->marks);
    wendi_free(a, w->floods, w->flood_capacity * sizeof *w->floods);
    wendi_free(a, w->borders, w->border_capacity * sizeof *w->borders);
    wend_mesh_raster_destroy(w->raster);
    wendi_terrain_free_result(&w->result, a);
    memset(w, 0, sizeof *w);
}

void wend_terrain_analysis_destroy(wend_terrain_analysis *analysis)
{
    if (analysis == NULL) {
        return;
    }
    const wend_allocator a = analysis->allocator;
    wendi_terrain_drop_work(analysis);
    wendi_terrain_free_result(&analysis->result, &a);
    wendi_free(&a, analysis->heights, analysis->height_count * sizeof *analysis->heights);
    wendi_free(&a, analysis, sizeof *analysis);
}

const char *wend_terrain_analysis_error(const wend_terrain_analysis *analysis)
{
    return analysis == NULL ? "" : analysis->message.text;
}

wend_result wend_terrain_analysis_set_heights(wend_terrain_analysis *analysis, const float *heights,
                                              size_t count)
{
    static const char function[] = "wend_terrain_analysis_set_heights";
    if (analysis == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *m = &analysis->message;
    wend_grid_info info;
    if (analysis->mesh != NULL) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: the heights are those of the mesh",
                          function);
    }
    wend_grid_get_info(analysis->grid, &info);
    const size_t cells = heights == NULL ? 0 : (size_t)info.width * (size_t)info.height;
    if (count != cells) {
        return wendi_refuse(m, function, "count", (double)count, (double)cells, (double)cells);
    }
    for (size_t i = 0; i < count; i++) {
        if (!wendi_terrain_is_finite_f32(heights[i])) {
            return wendi_fail(m, WEND_ERROR_ARGUMENT, "%s: height %zu is not finite", function, i);
        }
    }
    float *copy = count == 0 ? NULL : wendi_alloc_items(&analysis->allocator, count, sizeof *copy);
    if (count > 0 && copy == NULL) {
        return wendi_fail_plain(m, function, WEND_ERROR_MEMORY);
    }
    if (count > 0) {
        memcpy(copy, heights, count * sizeof *copy);
    }
    wendi_free(&analysis->allocator, analysis->heights,
               analysis->height_count * sizeof *analysis->heights);
    analysis->heights = copy;
    analysis->height_count = count;
    analysis->has_new_heights = true;
    return WEND_OK;
}

/* ---- updates ---- */

/* The result of the work takes the place of the old one. */
static void finish(wend_terrain_analysis *t)
{
    wendi_terrain_free_result(&t->result, &t->allocator);
    t->result = t->work.result;
    t->revision = t->work.revision;
    memset(&t->work.result, 0, sizeof t->work.result);
    const terrain_result *r = &t->result; /* the size of the work's arrays */
    t->work.result.width = r->width;
    t->work.result.height = r->height;
    wendi_terrain_drop_work(t);
    t->has_result = true;
    t->analysed++;
}

static wend_result run_stage(wend_terrain_analysis *t, uint64_t *steps)
{
    switch (t->work.stage) {
    case TERRAIN_DOWN:
        return wendi_terrain_down(t, steps);
    case TERRAIN_UP:
        return wendi_terrain_up(t, steps);
    case TERRAIN_ROWS:
        return wendi_terrain_rows(t, steps);
    case TERRAIN_SORT:
        return wendi_terrain_sort(t, steps);
    case TERRAIN_LEVELS:
        return wendi_terrain_levels(t, steps);
    case TERRAIN_REGIONS:
        return wendi_terrain_regions(t, steps);
    case TERRAIN_CHOKES:
        return wendi_terrain_chokes(t, steps);
    case TERRAIN_WALLS:
        return wendi_terrain_walls(t, steps);
    case TERRAIN_HEIGHTS:
        return wendi_terrain_heights(t, steps);
    case TERRAIN_OPENNESS:
        return wendi_terrain_openness(t, steps);
    case TERRAIN_IDLE:
    case TERRAIN_RASTER:
    case TERRAIN_DONE:
        break;
    }
    return WEND_OK;
}

/* A slice of the work under way. */
static wend_result run_slice(void *context, uint64_t *steps)
{
    wend_terrain_analysis *t = context;
    while (t->work.stage != TERRAIN_IDLE) {
        if (t->work.stage == TERRAIN_RASTER) {
            if (*steps == 0) {
                return WEND_IN_PROGRESS;
            }
            const wend_result result = wendi_terrain_run_raster(t, steps);
            if (result != WEND_OK) {
                return result;
            }
            continue; /* it set the stage */
        }
        const wend_result result = run_stage(t, steps);
        if (result != WEND_OK) {
            return result;
        }
        t->work.stage = (terrain_stage)(t->work.stage + 1);
        if (t->work.stage == TERRAIN_DONE) {
            finish(t);
        }
    }
    return WEND_OK;
}

wend_result wendi_terrain_run(wend_terrain_analysis *t, wend_budget *budget)
{
    const wend_result result = wendi_budget_run(budget, run_slice, t);
    if (result != WEND_OK && result != WEND_IN_PROGRESS) {
        wendi_terrain_drop_work(t);
    }
    return result;
}

static bool is_stale(const wend_terrain_analysis *t)
{
    return !t->has_result || t->has_new_heights || t->revision != wendi_terrain_world_revision(t);
}

wend_result wend_terrain_analysis_update(wend_terrain_analysis *analysis, wend_budget *budget)
{
    static const char function[] = "wend_terrain_analysis_update";
    wend_terrain_analysis *t = analysis;
    if (t == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (t->work.stage == TERRAIN_RASTER && t->work.revision != wend_mesh_revision(t->mesh)) {
        wendi_terrain_drop_work(t); /* a raster needs its mesh as it was */
    }
    while (t->work.stage != TERRAIN_IDLE || is_stale(t)) {
        wend_result result = WEND_OK;
        if (t->work.stage == TERRAIN_IDLE && t->mesh != NULL) {
            result = wendi_terrain_begin_mesh(t);
        } else if (t->work.stage == TERRAIN_IDLE) {
            result = wendi_terrain_begin_grid(t) ? WEND_OK : WEND_ERROR_MEMORY;
        }
        if (result != WEND_OK) {
            wendi_terrain_drop_work(t);
            return result == WEND_ERROR_ARGUMENT ? wendi_fail_as(&t->message, function, result)
                                                 : wendi_fail_plain(&t->message, function, result);
        }
        if (t->work.stage == TERRAIN_IDLE) {
            continue; /* the ground is as it was */
        }
        result = wendi_terrain_run(t, budget);
        if (result == WEND_IN_PROGRESS) {
            return result;
        }
        if (result != WEND_OK) {
            return result == WEND_ERROR_ARGUMENT ? result
                                                 : wendi_fail_plain(&t->message, function, result);
        }
    }
    return WEND_OK;
}

bool wend_terrain_analysis_is_fresh(const wend_terrain_analysis *analysis)
{
    return analysis != NULL && analysis->work.stage == TERRAIN_IDLE && !is_stale(analysis);
}

void wend_terrain_analysis_get_info(const wend_terrain_analysis *analysis,
                                    wend_terrain_analysis_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (analysis == NULL) {
        return;
    }
    const terrain_result *r = &analysis->result;
    const size_t at_work =
        wendi_terrain_cells(&analysis->work.result) * (2 * sizeof(wendi_sort_pair) + 8);
    *info = (wend_terrain_analysis_info){
        .width = r->width,
        .height = r->height,
        .cell_size = r->cell_size,
        .origin = r->origin,
        .region_count = r->region_count,
        .choke_count = r->choke_count,
        .high_ground_count = r->high_count,
        .analysed = analysis->analysed,
        .memory_bytes = sizeof *analysis + wendi_terrain_result_bytes(r) + at_work +
                        wendi_terrain_result_bytes(&analysis->work.result) +
                        analysis->height_count * sizeof *analysis->heights};
}
