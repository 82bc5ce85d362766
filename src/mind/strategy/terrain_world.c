/* The ground of an analysis, read from a grid at once or from a mesh, which becomes a grid in slices.
 * Cost: a pass over the cells. */
#include "mind/strategy/terrain_analysis.h"

#include "base/math/bits.h"
#include "base/math/vec2.h"
#include "world/derived/agent_grid.h"

#include <string.h>

enum { HIGH = 1 << 30 };

uint64_t wendi_terrain_world_revision(const wend_terrain_analysis *t)
{
    return t->mesh != NULL ? wend_mesh_revision(t->mesh) : wend_grid_revision(t->grid);
}

bool wendi_terrain_reserve_work(wend_terrain_analysis *t, bool has_heights)
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

void wendi_terrain_take_place(terrain_work *w, const wend_grid *grid)
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

bool wendi_terrain_begin_grid(wend_terrain_analysis *t)
{
    terrain_work *w = &t->work;
    const wendi_agent_grid ground = {.grid = t->grid,
                                     .movement_class = t->movement_class,
                                     .team = t->team,
                                     .overlay_layers = WEND_LAYER_JAM};
    wendi_terrain_take_place(w, t->grid);
    w->revision = wend_grid_revision(t->grid);
    if (!wendi_terrain_reserve_work(t, t->heights != NULL)) {
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

wend_result wendi_terrain_begin_mesh(wend_terrain_analysis *t)
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

wend_result wendi_terrain_run_raster(wend_terrain_analysis *t, uint64_t *steps)
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
    wendi_terrain_take_place(w, grid);
    if (w->result.width > WEND_TERRAIN_ANALYSIS_SIDE_MAX ||
        w->result.height > WEND_TERRAIN_ANALYSIS_SIDE_MAX) {
        w->result.width = w->result.height = 0;
        wend_grid_destroy(grid);
        return wendi_fail(&t->message, WEND_ERROR_ARGUMENT,
                          "wend_terrain_analysis_update: cell_size makes more than %d cells on a "
                          "side of the mesh",
                          (int)WEND_TERRAIN_ANALYSIS_SIDE_MAX);
    }
    if (!wendi_terrain_reserve_work(t, true)) {
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
