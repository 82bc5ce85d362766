/* Analyses of terrain: definitions, updates in slices, bytes.
 * Cost: an update reads the cells, and where one opened or closed takes some ten passes over all.
 *
 * One section of bytes.h, magic "WTAN", version 1, with these numbers, little-endian:
 *
 *   from a mesh u32, class u32, team u32, cell size of a mesh f64, radius f64, choke ratio f64, least area
 *   f64, height radius f64, advantage f64, view radius f64, stride u32, cover radius f64
 *   heights u64, the bits of each f32; has a result u32; then its width u32, height u32, cell size f64,
 *   origin f64 x 2, a bit for each cell if it is open, 8 to a byte, has heights u32, the bits of each */
#include "mind/strategy/terrain_analysis.h"

#include "base/core/budget.h"
#include "base/core/visitor.h"
#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"
#include "world/derived/agent_grid.h"

#include <string.h>

enum { COOKIE = 0x54414e31, MAGIC = 0x4e415457, VERSION = 1, HIGH = 1 << 30 };

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

/* Checks what a definition's world is. */
static wend_result check_world(const wend_terrain_analysis_def *def, const char *function)
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
    wend_result result = check_world(def, function);
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

static bool is_finite_f32(float value)
{
    return value - value >= 0; /* neither NaN nor infinite */
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
        if (!is_finite_f32(heights[i])) {
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

/* ---- the ground ---- */

static uint64_t world_revision(const wend_terrain_analysis *t)
{
    return t->mesh != NULL ? wend_mesh_revision(t->mesh) : wend_grid_revision(t->grid);
}

/* Allocates the work by the size of its result. */
static bool reserve_work(wend_terrain_analysis *t, bool has_heights)
{
    terrain_work *w = &t->work;
    const wend_allocator *a = &t->allocator;
    const size_t cells = wendi_terrain_cells(&w->result);
    w->order = wendi_alloc_items(a, cells, sizeof *w->order);
    w->order_scratch = wendi_alloc_items(a, cells, sizeof *w->order_scratch);
    w->queue = wendi_alloc_items(a, cells, sizeof *w->queue);
    w->marks = wendi_alloc_items_zero(a, cells, sizeof *w->marks);
    return w->order != NULL && w->order_scratch != NULL && w->queue != NULL && w->marks != NULL &&
           wendi_terrain_reserve_result(&w->result, &t->rules, has_heights, a);
}

static void read_open(const wendi_agent_grid *ground, terrain_result *r)
{
    for (int32_t y = 0; y < r->height; y++) {
        uint8_t *row = &r->open[(size_t)y * (size_t)r->width];
        wendi_agent_grid_copy_row(ground, 0, y, r->width, row);
        for (int32_t x = 0; x < r->width; x++) {
            row[x] = row[x] != WEND_COST_WALL ? 1 : 0;
        }
    }
}

static void take_place(terrain_work *w, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    w->result.width = info.width;
    w->result.height = info.height;
    w->result.cell_size = info.cell_size;
    w->result.origin = wendi_vec2_add(info.origin, (wend_vec2){0, 0});
    w->has_diagonals = info.neighbours == WEND_NEIGHBOURS_8;
    w->corner_rule = info.corner_rule;
}

static bool has_same_heights(const terrain_result *a, const terrain_result *b)
{
    return (a->heights == NULL) == (b->heights == NULL) &&
           (a->heights == NULL ||
            memcmp(a->heights, b->heights, wendi_terrain_cells(a) * sizeof *a->heights) == 0);
}

/* True if the ground of the work is that of the result. */
static bool is_same_ground(const wend_terrain_analysis *t)
{
    const terrain_result *a = &t->result, *b = &t->work.result;
    return t->has_result && a->width == b->width && a->height == b->height &&
           wendi_bits_of_f64(a->cell_size) == wendi_bits_of_f64(b->cell_size) &&
           wendi_bits_of_f64(a->origin.x) == wendi_bits_of_f64(b->origin.x) &&
           wendi_bits_of_f64(a->origin.y) == wendi_bits_of_f64(b->origin.y) &&
           memcmp(a->open, b->open, wendi_terrain_cells(a)) == 0 && has_same_heights(a, b);
}

/* The ground is read: the work goes on, or was for nothing. */
static void begin_or_drop(wend_terrain_analysis *t)
{
    if (is_same_ground(t)) {
        t->revision = t->work.revision;
        wendi_terrain_drop_work(t);
    } else {
        t->work.stage = TERRAIN_DOWN;
    }
}

static bool begin_grid(wend_terrain_analysis *t)
{
    terrain_work *w = &t->work;
    const wendi_agent_grid ground = {.grid = t->grid,
                                     .movement_class = t->movement_class,
                                     .team = t->team,
                                     .overlay_layers = WEND_LAYER_JAM};
    take_place(w, t->grid);
    w->revision = wend_grid_revision(t->grid);
    if (!reserve_work(t, t->heights != NULL)) {
        return false;
    }
    read_open(&ground, &w->result);
    if (t->heights != NULL) {
        memcpy(w->result.heights, t->heights, t->height_count * sizeof *t->heights);
    }
    t->has_new_heights = false;
    begin_or_drop(t);
    return true;
}

static wend_result begin_mesh(wend_terrain_analysis *t)
{
    wend_mesh_grid_def def = wend_mesh_grid_def_default();
    def.cell_size = t->cell_size;
    def.allocator = t->allocator;
    def.message = &t->message;
    t->work.revision = wend_mesh_revision(t->mesh);
    const wend_result result = wend_mesh_raster_start(t->mesh, &def, &t->work.raster);
    t->work.stage = result == WEND_OK ? TERRAIN_RASTER : TERRAIN_IDLE;
    return result;
}

static void read_mesh_heights(const wend_mesh *mesh, terrain_result *r)
{
    const size_t cells = wendi_terrain_cells(r);
    for (size_t i = 0; i < cells; i++) {
        const wend_vec2 at = wendi_terrain_centre(r, (uint32_t)i);
        const wend_node polygon =
            r->open[i] == 0 ? WEND_NODE_NONE : wend_mesh_locate(mesh, at.x, at.y, (double)HIGH);
        if (polygon != WEND_NODE_NONE) {
            r->heights[i] = (float)wend_mesh_height(mesh, polygon, at.x, at.y) + 0.0F;
        }
    }
}

/* Makes the mesh a grid, and reads that. */
static wend_result run_raster(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_work *w = &t->work;
    wend_budget budget = {.steps = *steps, .deadline_ns = 0};
    wend_result result = wend_mesh_raster_run(w->raster, &budget);
    *steps = *steps == UINT64_MAX ? *steps : budget.steps; /* without a limit it stays */
    wend_grid *grid = NULL;
    result = result == WEND_OK ? wend_mesh_raster_finish(w->raster, &grid) : result;
    if (result != WEND_OK) {
        return result;
    }
    const wendi_agent_grid ground = {
        .grid = grid, .team = WEND_TEAM_NONE, .overlay_layers = WEND_LAYER_JAM};
    take_place(w, grid);
    if (w->result.width > WEND_TERRAIN_ANALYSIS_SIDE_MAX ||
        w->result.height > WEND_TERRAIN_ANALYSIS_SIDE_MAX) {
        w->result.width = w->result.height = 0;
        wend_grid_destroy(grid);
        return wendi_fail(&t->message, WEND_ERROR_ARGUMENT,
                          "wend_terrain_analysis_update: cell_size makes more than %d cells on a "
                          "side of the mesh",
                          (int)WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    }
    if (!reserve_work(t, true)) {
        wend_grid_destroy(grid);
        return WEND_ERROR_MEMORY;
    }
    read_open(&ground, &w->result);
    wend_grid_destroy(grid);
    read_mesh_heights(t->mesh, &w->result);
    wend_mesh_raster_destroy(w->raster);
    w->raster = NULL;
    begin_or_drop(t);
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
            const wend_result result = run_raster(t, steps);
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
    return !t->has_result || t->has_new_heights || t->revision != world_revision(t);
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
            result = begin_mesh(t);
        } else if (t->work.stage == TERRAIN_IDLE) {
            result = begin_grid(t) ? WEND_OK : WEND_ERROR_MEMORY;
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

/* ---- bytes ---- */

static void visit_rules(wendi_visitor *v, terrain_rules *rules)
{
    wendi_visit_f64(v, &rules->radius);
    wendi_visit_f64(v, &rules->choke_ratio);
    wendi_visit_f64(v, &rules->min_area);
    wendi_visit_f64(v, &rules->height_radius);
    wendi_visit_f64(v, &rules->height_advantage);
    wendi_visit_f64(v, &rules->view_radius);
    rules->view_stride = (int32_t)wendi_visit_code(v, (uint32_t)rules->view_stride, INT32_MAX);
    wendi_visit_f64(v, &rules->cover_radius);
}

static void visit_floats(wendi_visitor *v, float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = 0;
        memcpy(&bits, &values[i], sizeof bits);
        wendi_visit_u32(v, &bits);
        if (wendi_visitor_is_reading(v)) {
            memcpy(&values[i], &bits, sizeof bits);
            wendi_visit_expect(v, is_finite_f32(values[i]), "a height is not finite");
        }
    }
}

static void visit_open(wendi_visitor *v, uint8_t *open, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        uint8_t bits = 0;
        const size_t number = count - i < 8 ? count - i : 8;
        for (size_t k = 0; k < number; k++) {
            bits = (uint8_t)(bits | (open[i + k] & 1) << k);
        }
        wendi_visit_u8(v, &bits);
        if (wendi_visitor_is_reading(v)) {
            wendi_visit_expect(v, bits >> number == 0, "there are cells behind the last one");
            for (size_t k = 0; k < number; k++) {
                open[i + k] = bits >> k & 1;
            }
        }
    }
}

/* Class, team, cell size and rules. */
static void visit_head(wendi_visitor *v, wend_terrain_analysis *t, uint32_t *is_mesh)
{
    wendi_visit_u32(v, is_mesh);
    wendi_visit_u32(v, &t->movement_class);
    wendi_visit_u32(v, &t->team);
    wendi_visit_f64(v, &t->cell_size);
    visit_rules(v, &t->rules);
}

static void visit_place(wendi_visitor *v, terrain_result *r)
{
    r->width = (int32_t)wendi_visit_code(v, (uint32_t)r->width, WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    r->height = (int32_t)wendi_visit_code(v, (uint32_t)r->height, WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    wendi_visit_f64(v, &r->cell_size);
    wendi_visit_vec2(v, &r->origin);
}

/* Hashing and writing. */
static void visit_analysis(wendi_visitor *v, const wend_terrain_analysis *from)
{
    wend_terrain_analysis t = *from;
    uint32_t is_mesh = t.mesh != NULL ? 1 : 0;
    uint64_t heights = t.height_count;
    uint32_t has_result = t.has_result ? 1 : 0, has_heights = t.result.heights != NULL ? 1 : 0;
    visit_head(v, &t, &is_mesh);
    wendi_visit_u64(v, &heights);
    visit_floats(v, t.heights, t.height_count);
    wendi_visit_u32(v, &has_result);
    if (has_result == 0) {
        return;
    }
    const size_t cells = wendi_terrain_cells(&t.result);
    visit_place(v, &t.result);
    visit_open(v, t.result.open, cells);
    wendi_visit_u32(v, &has_heights);
    visit_floats(v, t.result.heights, has_heights != 0 ? cells : 0);
}

uint64_t wend_terrain_analysis_hash(const wend_terrain_analysis *analysis)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (analysis == NULL) {
        return 0;
    }
    visit_analysis(&v, analysis);
    return v.hash;
}

static void write_analysis(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_analysis(&v, object);
}

wend_result wend_terrain_analysis_save(const wend_terrain_analysis *analysis, uint8_t *bytes,
                                       size_t capacity, size_t *count)
{
    return wendi_save_object(analysis, write_analysis, MAGIC, VERSION, bytes, capacity, count);
}

static bool is_plain(double value)
{
    return wendi_bits_of_f64(value + 0.0) == wendi_bits_of_f64(value);
}

static bool are_plain(const terrain_rules *r)
{
    return is_plain(r->radius) && is_plain(r->choke_ratio) && is_plain(r->min_area) &&
           is_plain(r->height_radius) && is_plain(r->view_radius) && is_plain(r->cover_radius);
}

/* Creates the analysis that the head describes, over the definition's world. */
static wend_result read_head(wendi_visitor *v, const wend_terrain_analysis_def *from,
                             const char *function, wend_terrain_analysis **made)
{
    wend_terrain_analysis head;
    uint32_t is_mesh = 0;
    memset(&head, 0, sizeof head);
    visit_head(v, &head, &is_mesh);
    wendi_visit_expect(v, is_mesh <= 1 && are_plain(&head.rules), "the definition is out of range");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    if ((is_mesh != 0) != (from->mesh != NULL)) {
        return wendi_fail(from->message, WEND_ERROR_ARGUMENT,
                          is_mesh != 0 ? "%s: the saved analysis is of a mesh"
                                       : "%s: the saved analysis is of a grid",
                          function);
    }
    wend_terrain_analysis_def def = *from;
    def.message = NULL; /* the file is wrong, not a definition */
    def.movement_class = head.movement_class;
    def.team = head.team;
    def.cell_size = head.cell_size;
    def.radius = head.rules.radius;
    def.choke_ratio = head.rules.choke_ratio;
    def.min_area = head.rules.min_area;
    def.height_radius = head.rules.height_radius;
    def.height_advantage = head.rules.height_advantage;
    def.view_radius = head.rules.view_radius;
    def.view_stride = head.rules.view_stride;
    def.cover_radius = head.rules.cover_radius;
    const bool is_world = is_mesh != 0 ? def.movement_class == 0 && def.team == WEND_TEAM_NONE
                                       : !(def.cell_size < 1) && !(def.cell_size > 1) &&
                                             check_world(&def, "") == WEND_OK;
    wendi_visit_expect(v, is_world && wendi_terrain_check_def(&def, "") == WEND_OK,
                       "the definition is out of range");
    const wend_result result = wendi_visitor_result(v);
    return result == WEND_OK ? wendi_terrain_create(&def, made) : result;
}

/* Reads the user's heights. @return WEND_OK or what is wrong. */
static wend_result read_heights(wendi_visitor *v, wend_terrain_analysis *t)
{
    uint64_t count = 0;
    wend_grid_info info = {0};
    wendi_visit_u64(v, &count);
    if (t->grid != NULL) {
        wend_grid_get_info(t->grid, &info);
    }
    wendi_visit_expect(v, count == 0 || count == (uint64_t)info.width * (uint64_t)info.height,
                       "the heights are those of another grid");
    wendi_visit_expect(v, count <= wendi_reader_remaining(v->reader) / 4,
                       "the data ends within the heights");
    if (wendi_visitor_has_failed(v) || count == 0) {
        return wendi_visitor_result(v);
    }
    t->heights = wendi_alloc_items(&t->allocator, (size_t)count, sizeof *t->heights);
    if (t->heights == NULL) {
        return WEND_ERROR_MEMORY;
    }
    t->height_count = (size_t)count;
    memset(t->heights, 0, t->height_count * sizeof *t->heights);
    visit_floats(v, t->heights, t->height_count);
    return wendi_visitor_result(v);
}

/* Reads the ground of the result into the work. */
static wend_result read_ground(wendi_visitor *v, wend_terrain_analysis *t,
                               const wend_terrain_analysis_def *from, const char *function)
{
    terrain_result place;
    wend_grid_info info = {0};
    memset(&place, 0, sizeof place);
    visit_place(v, &place);
    const size_t cells = wendi_terrain_cells(&place);
    wendi_visit_expect(v,
                       place.width > 0 && place.height > 0 && place.cell_size > 0 &&
                           wendi_is_finite(place.cell_size) && is_plain(place.origin.x) &&
                           is_plain(place.origin.y) && wendi_is_finite(place.origin.x) &&
                           wendi_is_finite(place.origin.y),
                       "the place of the ground is out of range");
    wendi_visit_expect(v, cells / 8 <= wendi_reader_remaining(v->reader),
                       "the data ends within the ground");
    if (wendi_visitor_has_failed(v)) {
        return wendi_visitor_result(v);
    }
    if (t->grid != NULL) {
        wend_grid_get_info(t->grid, &info);
        if (info.width != place.width || info.height != place.height) {
            return wendi_fail(from->message, WEND_ERROR_ARGUMENT,
                              "%s: the grid is of another size than that of the saved analysis",
                              function);
        }
        take_place(&t->work, t->grid);
    } else {
        t->work.has_diagonals = true;
        t->work.corner_rule = WEND_CORNER_NEVER;
    }
    const bool has_diagonals = t->work.has_diagonals;
    const wend_corner_rule corner_rule = t->work.corner_rule;
    t->work.result = place;
    t->work.has_diagonals = has_diagonals;
    t->work.corner_rule = corner_rule;
    /* Bits first: whether there are heights stands behind them. */
    uint8_t *open = wendi_alloc_zero(&t->allocator, cells);
    if (open == NULL) {
        t->work.result.width = t->work.result.height = 0;
        return WEND_ERROR_MEMORY;
    }
    uint32_t has_heights = 0;
    visit_open(v, open, cells);
    has_heights = wendi_visit_code(v, 0, 1);
    wendi_visit_expect(v, has_heights == 0 || cells <= wendi_reader_remaining(v->reader) / 4,
                       "the data ends within the heights");
    wend_result result = wendi_visitor_result(v);
    if (result == WEND_OK && !reserve_work(t, has_heights != 0)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        memcpy(t->work.result.open, open, cells);
        visit_floats(v, t->work.result.heights, has_heights != 0 ? cells : 0);
        result = wendi_visitor_result(v);
    }
    wendi_free(&t->allocator, open, cells);
    return result;
}

static wend_result read_analysis(wendi_visitor *v, const wend_terrain_analysis_def *def,
                                 const char *function, wend_terrain_analysis **made)
{
    wendi_visit_part(v, "the data ends within the analysis");
    wend_result result = read_head(v, def, function, made);
    wend_terrain_analysis *t = *made;
    if (result != WEND_OK || t == NULL) {
        return result;
    }
    result = read_heights(v, t);
    if (result != WEND_OK) {
        return result;
    }
    const bool has_result = wendi_visit_code(v, 0, 1) != 0;
    result = wendi_visitor_result(v);
    if (result == WEND_OK && has_result) {
        result = read_ground(v, t, def, function);
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the analysis");
    result = result == WEND_OK ? wendi_visitor_result(v) : result;
    if (result == WEND_OK && has_result) {
        t->work.stage = TERRAIN_DOWN;
        result = wendi_terrain_run(t, NULL);
        t->revision = 0;
        t->analysed = 0;
    }
    if (result == WEND_OK && t->grid != NULL) {
        t->has_new_heights =
            (t->heights != NULL) != (t->result.heights != NULL) ||
            (t->heights != NULL &&
             memcmp(t->heights, t->result.heights, t->height_count * sizeof *t->heights) != 0);
    }
    return result;
}

wend_result wend_terrain_analysis_load(const wend_terrain_analysis_def *def, const uint8_t *bytes,
                                       size_t count, wend_terrain_analysis **analysis)
{
    static const char function[] = "wend_terrain_analysis_load";
    if (analysis != NULL) {
        *analysis = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_terrain_analysis_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (analysis == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(def->message, function, analysis == NULL ? "analysis" : "bytes");
    }
    if ((def->grid == NULL) == (def->mesh == NULL)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: there must be either a grid or a mesh", function);
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the analysis",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(def->message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_terrain_analysis *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_analysis(&v, def, function, &made);
    if (result != WEND_OK) {
        wend_terrain_analysis_destroy(made);
        return result == WEND_ERROR_ARGUMENT
                   ? result
                   : wendi_fail_reason(def->message, function, result,
                                       result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *analysis = made;
    return WEND_OK;
}
