/* Analyses of terrain inside: a result, and the work on the next one.
 *
 *   ground      open cells, heights              read at once from a grid, or in slices from a mesh
 *   distances   to the nearest wall              columns, then rows
 *   regions     a flood from the peaks down      where two floods meet they join, or leave a border
 *   chokes      the borders, by pairs of regions
 *   walls, heights, openness                     sums over squares; rays
 *
 * The work makes a whole new result, which takes the place of the old one when it is done. */
#ifndef WENDI_MIND_STRATEGY_TERRAIN_ANALYSIS_H
#define WENDI_MIND_STRATEGY_TERRAIN_ANALYSIS_H

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "wend/grid.h"
#include "wend/mesh.h"
#include "wend/terrain_analysis.h"

/** Numbers of the definition. */
typedef struct terrain_rules {
    double radius, choke_ratio, min_area, height_radius, height_advantage, view_radius,
        cover_radius;
    int32_t view_stride;
} terrain_rules;

typedef struct terrain_result {
    int32_t width, height;
    double cell_size;
    wend_vec2 origin;
    /* [cells] each; the arrays that are not always there are NULL then */
    uint8_t *open;
    float *heights;
    uint32_t *distances; /* squared, in half cells, from the centre to the nearest wall's square */
    uint32_t *labels;    /* region */
    float *advantages;
    uint32_t *walls;    /* [height + 1][width + 1] closed cells above and left of a corner */
    uint16_t *openness; /* [samples_y][samples_x] in 1/65535 */
    int32_t samples_x, samples_y;
    wend_terrain_region *regions;
    uint32_t region_count;
    wend_terrain_choke *chokes;
    uint32_t choke_count, choke_capacity;
    uint32_t *choke_first; /* [region_count + 1] */
    uint32_t *choke_list;  /* [2 * choke_count] by region */
    wend_terrain_high_ground *highs;
    uint32_t high_count, high_capacity;
} terrain_result;

/** A cell where two floods met. */
typedef struct terrain_border {
    uint32_t cell, a, b;
} terrain_border;

/** A flood of the distances. */
typedef struct terrain_flood {
    uint32_t parent, peak_cell, peak, cell_count;
} terrain_flood;

typedef enum terrain_stage {
    TERRAIN_IDLE = 0,
    TERRAIN_RASTER,  /* a mesh becomes a grid */
    TERRAIN_DOWN,    /* distances along columns, from above */
    TERRAIN_UP,      /* and from below */
    TERRAIN_ROWS,    /* along rows */
    TERRAIN_SORT,    /* cells by falling distance */
    TERRAIN_LEVELS,  /* floods */
    TERRAIN_REGIONS, /* small ones join; numbers */
    TERRAIN_CHOKES,
    TERRAIN_WALLS,
    TERRAIN_HEIGHTS,
    TERRAIN_OPENNESS,
    TERRAIN_DONE
} terrain_stage;

typedef struct terrain_work {
    terrain_stage stage;
    uint32_t cursor; /* row, place in the order, or sample */
    uint64_t revision;
    terrain_result result;
    wendi_sort_pair *order, *order_scratch; /* [cells] */
    uint32_t order_count;
    uint32_t *queue; /* [cells] */
    uint32_t *marks; /* [cells] zeros between uses */
    terrain_flood *floods;
    uint32_t flood_count, flood_capacity;
    terrain_border *borders;
    uint32_t border_count, border_capacity;
    wend_mesh_raster *raster;
    /* rules of movement */
    bool has_diagonals;
    wend_corner_rule corner_rule;
} terrain_work;

struct wend_terrain_analysis {
    wend_allocator allocator;
    wend_message message;
    const wend_grid *grid;
    const wend_mesh *mesh;
    uint32_t movement_class, team;
    double cell_size; /* with a mesh */
    terrain_rules rules;
    float *heights; /* [height_count] as the user set them; NULL: none */
    size_t height_count;
    bool has_result, has_new_heights;
    uint64_t revision; /* of the world, of the result; 0: unknown */
    terrain_result result;
    terrain_work work;
    uint64_t analysed;
};

static inline size_t wendi_terrain_cells(const terrain_result *r)
{
    return (size_t)r->width * (size_t)r->height;
}

static inline wend_vec2 wendi_terrain_centre(const terrain_result *r, uint32_t cell)
{
    const uint32_t width = (uint32_t)r->width, column = cell % width, row = cell / width;
    return (wend_vec2){r->origin.x + ((double)column + 0.5) * r->cell_size,
                       r->origin.y + ((double)row + 0.5) * r->cell_size};
}

/** True if a step leads from a cell to one beside it, for agents that fit. Both inside; the second must
 * be ground of regions. */
bool wendi_terrain_is_step(const terrain_work *w, const terrain_rules *rules, int32_t x, int32_t y,
                           int32_t dx, int32_t dy);
/** True if agents fit in a cell. */
bool wendi_terrain_fits(const terrain_result *r, const terrain_rules *rules, size_t cell);

void wendi_terrain_free_result(terrain_result *r, const wend_allocator *a);
size_t wendi_terrain_result_bytes(const terrain_result *r);
/** Allocates a result's arrays by its size. @return false: no memory. */
bool wendi_terrain_reserve_result(terrain_result *r, const terrain_rules *rules, bool has_heights,
                                  const wend_allocator *a);

/* ---- the ground ---- */

static inline bool wendi_terrain_is_finite_f32(float value)
{
    return value - value >= 0; /* neither NaN nor infinite */
}

uint64_t wendi_terrain_world_revision(const wend_terrain_analysis *t);
/** The work's result takes the place and size of a grid, and the work its rules of movement. */
void wendi_terrain_take_place(terrain_work *w, const wend_grid *grid);
/** Allocates the work by the size of its result. @return false: no memory. */
bool wendi_terrain_reserve_work(wend_terrain_analysis *t, bool has_heights);
/** Reads the grid and begins the work; the stage stays idle where the ground is as it was.
 * @return false: no memory. */
bool wendi_terrain_begin_grid(wend_terrain_analysis *t);
/** Begins to make the mesh a grid. */
wend_result wendi_terrain_begin_mesh(wend_terrain_analysis *t);
/** Goes on making the mesh a grid; where that is done, reads it and sets the next stage. */
wend_result wendi_terrain_run_raster(wend_terrain_analysis *t, uint64_t *steps);

/* ---- stages: WEND_IN_PROGRESS while there is more to do in this one; steps are counted down ---- */

wend_result wendi_terrain_down(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_up(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_rows(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_sort(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_levels(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_regions(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_chokes(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_walls(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_heights(wend_terrain_analysis *t, uint64_t *steps);
wend_result wendi_terrain_openness(wend_terrain_analysis *t, uint64_t *steps);

/** Ends the work and frees what it made. */
void wendi_terrain_drop_work(wend_terrain_analysis *t);
/** Runs the work. @return WEND_OK: the result is the new one. */
wend_result wendi_terrain_run(wend_terrain_analysis *t, wend_budget *budget);
/** Checks a definition's numbers. */
wend_result wendi_terrain_check_def(const wend_terrain_analysis_def *def, const char *function);
/** Checks what a definition's world is. */
wend_result wendi_terrain_check_world(const wend_terrain_analysis_def *def, const char *function);
/** Makes an analysis of checked numbers. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_terrain_create(const wend_terrain_analysis_def *def,
                                 wend_terrain_analysis **analysis);

#endif
