/* takes: a place and how far to look, which may shrink while looking.
 * gives: every polygon in the cells of the index that come so near, nearest cells first; some
 *        more than once.
 * cost:  the cells in rings around the place, till a whole ring lies too far away. */
#include "world/mesh/store.h"

static const double FAR = 8 * WEND_COORDINATE_MAX;

typedef struct rings {
    const wend_mesh *m;
    wend_vec2 at;
    const double *square;
    wendi_mesh_visit_fn visit;
    void *context;
} rings;

double wendi_mesh_squared(double most)
{
    return most < FAR ? most * most : FAR * FAR;
}

static double beyond(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

static void search_grid(const rings *r, uint32_t number);

static void search_cell(const rings *r, const wendi_mesh_index_grid *grid, uint32_t column,
                        uint32_t row)
{
    const double margin = grid->cell_size / 512;
    const double x = grid->x + column * grid->cell_size;
    const double y = grid->y + row * grid->cell_size;
    const double dx = beyond(r->at.x, x - margin, x + grid->cell_size + margin);
    const double dy = beyond(r->at.y, y - margin, y + grid->cell_size + margin);
    if (dx * dx + dy * dy > *r->square) {
        return;
    }
    const wendi_mesh_index_cell cell =
        r->m->index.cells[grid->first_cell + (size_t)row * grid->columns + column];
    if (cell.count == WENDI_MESH_INDEX_FINER) {
        search_grid(r, cell.first);
        return;
    }
    for (uint32_t i = 0; i < cell.count; ++i) {
        r->visit(r->context, r->m->index.entries[cell.first + i]);
    }
}

/* How far off everything in the grid lies at least that is k or more cells away from a middle. */
static double ring_distance(const wendi_mesh_index_grid *grid, double at, double low,
                            uint32_t middle, uint32_t k, uint32_t limit)
{
    double best = FAR;
    if (middle >= k) {
        best = at - (low + (middle - k + 1.0) * grid->cell_size);
    }
    if (middle + k < limit) {
        const double right = low + ((double)middle + k) * grid->cell_size - at;
        best = right < best ? right : best;
    }
    return best - grid->cell_size / 512;
}

/* Cells k away from the middle, by larger coordinate. */
static void search_ring(const rings *r, const wendi_mesh_index_grid *grid, uint32_t x, uint32_t y,
                        uint32_t k)
{
    const uint32_t left = x > k ? x - k : 0;
    const uint32_t right = x + k < grid->columns ? x + k : grid->columns - 1;
    const uint32_t low = y > k ? y - k : 0;
    const uint32_t high = y + k < grid->rows ? y + k : grid->rows - 1;
    for (uint32_t row = low; row <= high; ++row) {
        const bool is_whole = row + k == y || row == y + k;
        if (is_whole) {
            for (uint32_t column = left; column <= right; ++column) {
                search_cell(r, grid, column, row);
            }
            continue;
        }
        if (x >= k) {
            search_cell(r, grid, x - k, row);
        }
        if (k > 0 && x + k < grid->columns) {
            search_cell(r, grid, x + k, row);
        }
    }
}

static void search_grid(const rings *r, uint32_t number)
{
    const wendi_mesh_index_grid *grid = &r->m->index.grids[number];
    const uint32_t x = wendi_mesh_index_line(r->at.x, grid->x, grid->per_metre, grid->columns);
    const uint32_t y = wendi_mesh_index_line(r->at.y, grid->y, grid->per_metre, grid->rows);
    search_cell(r, grid, x, y);
    for (uint32_t k = 1; k < grid->columns || k < grid->rows; ++k) {
        const double dx = ring_distance(grid, r->at.x, grid->x, x, k, grid->columns);
        const double dy = ring_distance(grid, r->at.y, grid->y, y, k, grid->rows);
        const double nearest_of_ring = dx < dy ? dx : dy;
        if (nearest_of_ring > 0 && nearest_of_ring * nearest_of_ring > *r->square) {
            return;
        }
        search_ring(r, grid, x, y, k);
    }
}

void wendi_mesh_visit_rings(const wend_mesh *m, wend_vec2 at, const double *square,
                            wendi_mesh_visit_fn visit, void *context)
{
    const rings r = {m, at, square, visit, context};
    search_grid(&r, 0);
}
