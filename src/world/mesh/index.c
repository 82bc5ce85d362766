/* The index of a mesh: square cells with the polygons that may lie in each, finer where there are
 * many.
 * Cost: building takes some 0.2 us and 12 bytes a polygon. Queries around a point visit cells in
 * rings, nearest first. */
#include "base/core/memory.h"
#include "wend/walls.h"
#include "world/mesh/carve.h"

#include <string.h>

enum {
    CROWD = 24,     /* cells with more polygons get a grid of their own */
    DEPTH_MAX = 10, /* levels of finer grids */
    SPREAD_MAX = 8, /* entries for each polygon, on average, before cells get larger */
    CELLS_MAX = 16, /* cells for each polygon, likewise */
    PAIRS_MAX = 2048
};

void wendi_mesh_index_free(wend_mesh *m)
{
    const wend_allocator *a = &m->allocator;
    wendi_mesh_index *index = &m->index;
    wendi_free(a, index->grids, index->grid_capacity * sizeof *index->grids);
    wendi_free(a, index->cells, index->cell_capacity * sizeof *index->cells);
    wendi_free(a, index->entries, index->entry_capacity * sizeof *index->entries);
    memset(index, 0, sizeof *index);
}

/* ---- room ---- */

static bool grow(const wend_allocator *a, void **block, size_t *capacity, size_t count,
                 size_t item_bytes)
{
    if (count <= *capacity) {
        return true;
    }
    const size_t wanted = *capacity * 2 > count ? *capacity * 2 : count;
    void *grown = wendi_resize_items(a, *block, *capacity, wanted, item_bytes);
    if (grown == NULL) {
        return false;
    }
    *block = grown;
    *capacity = wanted;
    return true;
}

static bool reserve(wend_mesh *m, size_t grids, size_t cells, size_t entries)
{
    const wend_allocator *a = &m->allocator;
    wendi_mesh_index *index = &m->index;
    void *grid_block = index->grids;
    void *cell_block = index->cells;
    void *entry_block = index->entries;
    const bool is_done =
        grow(a, &grid_block, &index->grid_capacity, grids, sizeof *index->grids) &&
        grow(a, &cell_block, &index->cell_capacity, cells, sizeof *index->cells) &&
        grow(a, &entry_block, &index->entry_capacity, entries, sizeof *index->entries);
    index->grids = grid_block;
    index->cells = cell_block;
    index->entries = entry_block;
    return is_done;
}

/* ---- the cells of a polygon ---- */

typedef struct index_span {
    double low, high;
} index_span;

static void include(index_span *s, double value)
{
    s->low = value < s->low ? value : s->low;
    s->high = value > s->high ? value : s->high;
}

/* The part of an edge between two heights, widest case. */
static void include_edge(index_span *s, wend_vec2 a, wend_vec2 b, double low, double high)
{
    if ((a.y < low && b.y < low) || (a.y > high && b.y > high)) {
        return;
    }
    const double limits[2] = {low, high};
    for (int i = 0; i < 2; ++i) {
        const double y = limits[i];
        if ((a.y < y && b.y > y) || (a.y > y && b.y < y)) {
            include(s, a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
        }
    }
    if (a.y >= low && a.y <= high) {
        include(s, a.x);
    }
    if (b.y >= low && b.y <= high) {
        include(s, b.x);
    }
}

/* The part of a polygon in one row of a grid, with a margin for rounding. */
static index_span span_in_row(const wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p,
                              uint32_t row)
{
    const double margin = grid->cell_size / 1024;
    const double far = 4 * WEND_COORDINATE_MAX;
    const double low = row == 0 ? -far : grid->y + row * grid->cell_size - margin;
    const double high =
        row + 1 == grid->rows ? far : grid->y + (row + 1) * grid->cell_size + margin;
    index_span s = {far, -far};
    const uint32_t end = wendi_mesh_base_end(m, p);
    wend_vec2 a = wendi_mesh_point(m, end - 1);
    for (uint32_t c = m->firsts[p]; c < end; ++c) {
        const wend_vec2 b = wendi_mesh_point(m, c);
        include_edge(&s, a, b, low, high);
        a = b;
    }
    return (index_span){s.low - margin, s.high + margin};
}

static index_span rows_of(const wend_mesh *m, wend_node p)
{
    const double far = 4 * WEND_COORDINATE_MAX;
    index_span s = {far, -far};
    for (uint32_t c = m->firsts[p]; c < wendi_mesh_base_end(m, p); ++c) {
        include(&s, wendi_mesh_point(m, c).y);
    }
    return s;
}

static uint32_t column_of(const wendi_mesh_index_grid *grid, double x)
{
    return wendi_mesh_index_line(x, grid->x, grid->per_metre, grid->columns);
}

static uint32_t row_of(const wendi_mesh_index_grid *grid, double y)
{
    return wendi_mesh_index_line(y, grid->y, grid->per_metre, grid->rows);
}

void wendi_mesh_index_clip_rows(const wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p,
                                uint32_t *low, uint32_t *high)
{
    const index_span rows = rows_of(m, p);
    const uint32_t first = row_of(grid, rows.low);
    const uint32_t last = row_of(grid, rows.high);
    *low = *low < first ? first : *low;
    *high = *high > last ? last : *high;
}

bool wendi_mesh_index_span(const wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p,
                           uint32_t row, uint32_t *first, uint32_t *last)
{
    const index_span s = span_in_row(m, grid, p, row);
    *first = column_of(grid, s.low);
    *last = column_of(grid, s.high);
    return s.low <= s.high;
}

/* Polygons for a grid: [count], or NULL for all. */
typedef struct polygon_set {
    const uint32_t *polygons;
    uint32_t count;
} polygon_set;

typedef void (*span_fn)(wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p, uint32_t row,
                        uint32_t first, uint32_t last);

static void for_spans(wend_mesh *m, const wendi_mesh_index_grid *grid, polygon_set set,
                      span_fn visit)
{
    for (uint32_t i = 0; i < set.count; ++i) {
        const wend_node p = set.polygons == NULL ? i : set.polygons[i];
        const index_span rows = rows_of(m, p);
        const uint32_t last = row_of(grid, rows.high);
        for (uint32_t row = row_of(grid, rows.low); row <= last; ++row) {
            const index_span s = span_in_row(m, grid, p, row);
            if (s.low <= s.high) {
                visit(m, grid, p, row, column_of(grid, s.low), column_of(grid, s.high));
            }
        }
    }
}

static void count_span(wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p, uint32_t row,
                       uint32_t first, uint32_t last)
{
    (void)p;
    wendi_mesh_index_cell *cells = m->index.cells + grid->first_cell + (size_t)row * grid->columns;
    for (uint32_t x = first; x <= last; ++x) {
        cells[x].count++;
    }
}

static void fill_span(wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p, uint32_t row,
                      uint32_t first, uint32_t last)
{
    wendi_mesh_index_cell *cells = m->index.cells + grid->first_cell + (size_t)row * grid->columns;
    for (uint32_t x = first; x <= last; ++x) {
        m->index.entries[cells[x].first + cells[x].count++] = p;
    }
}

/* ---- one grid ---- */

/* Lays a grid over a rectangle; cells are no smaller than doubles resolve there. */
static wendi_mesh_index_grid lay_out(const wend_mesh *m, wend_vec2 low, wend_vec2 high,
                                     double cell_size)
{
    const double width = high.x - low.x;
    const double height = high.y - low.y;
    const double side = width > height ? width : height;
    double reach = -m->low.x > m->high.x ? -m->low.x : m->high.x;
    reach = -m->low.y > reach ? -m->low.y : reach;
    reach = m->high.y > reach ? m->high.y : reach;
    double least = side / 8192;
    least = least < reach * 1e-12 ? reach * 1e-12 : least;
    wendi_mesh_index_grid grid;
    memset(&grid, 0, sizeof grid);
    grid.cell_size = cell_size < least ? least : cell_size;
    grid.per_metre = 1 / grid.cell_size;
    grid.x = low.x;
    grid.y = low.y;
    grid.columns = (uint32_t)(width / grid.cell_size) + 1;
    grid.rows = (uint32_t)(height / grid.cell_size) + 1;
    return grid;
}

static void clear_cells(wend_mesh *m, const wendi_mesh_index_grid *grid)
{
    memset(m->index.cells + grid->first_cell, 0,
           (size_t)grid->columns * grid->rows * sizeof *m->index.cells);
}

/* Counts entries, and sets where they follow the present ones. */
static uint64_t count_entries(wend_mesh *m, const wendi_mesh_index_grid *grid, polygon_set set)
{
    clear_cells(m, grid);
    for_spans(m, grid, set, count_span);
    const size_t cell_count = (size_t)grid->columns * grid->rows;
    uint64_t sum = m->index.entry_count;
    for (size_t i = 0; i < cell_count; ++i) {
        wendi_mesh_index_cell *cell = &m->index.cells[grid->first_cell + i];
        const uint32_t count = cell->count;
        *cell = (wendi_mesh_index_cell){(uint32_t)sum, 0};
        sum += count;
    }
    return sum - m->index.entry_count;
}

/* Adds a grid for a set of polygons; *number is the grid's. */
static bool add_grid(wend_mesh *m, wendi_mesh_index_grid grid, polygon_set set)
{
    wendi_mesh_index *index = &m->index;
    const wend_vec2 low = {grid.x, grid.y};
    const wend_vec2 high = {grid.x + (grid.columns - 0.5) * grid.cell_size,
                            grid.y + (grid.rows - 0.5) * grid.cell_size};
    for (;;) {
        grid.first_cell = (uint32_t)index->cell_count;
        const size_t cell_count = (size_t)grid.columns * grid.rows;
        if (cell_count > (size_t)set.count * CELLS_MAX + 64) {
            grid = lay_out(m, low, high, grid.cell_size * 2);
            continue;
        }
        if (!reserve(m, index->grid_count + 1, index->cell_count + cell_count, 1)) {
            return false;
        }
        const uint64_t entries = count_entries(m, &grid, set);
        if (entries <= (uint64_t)set.count * SPREAD_MAX + cell_count || cell_count == 1) {
            if (entries + index->entry_count >= WENDI_MESH_INDEX_FINER ||
                !reserve(m, 1, 1, index->entry_count + (size_t)entries)) {
                return false;
            }
            for_spans(m, &grid, set, fill_span);
            index->entry_count += (size_t)entries;
            index->cell_count += cell_count;
            index->grids[index->grid_count++] = grid;
            return true;
        }
        grid = lay_out(m, low, high, grid.cell_size * 2);
    }
}

/* ---- finer grids ---- */

static bool refine(wend_mesh *m, uint32_t number, uint32_t depth);

/* True if the cells of the last grid hold far fewer entries than the cell they refine. Smaller
 * cells do not separate floors that lie over each other. */
static bool is_worth_it(const wend_mesh *m, size_t entries, uint32_t count)
{
    const wendi_mesh_index_grid *grid = &m->index.grids[m->index.grid_count - 1];
    return entries * 2 < (size_t)grid->columns * grid->rows * count;
}

/* A finer grid for the polygons of one cell; kept only where it helps. */
static bool refine_cell(wend_mesh *m, const wendi_mesh_index_grid *grid, size_t cell,
                        uint32_t depth)
{
    wendi_mesh_index *index = &m->index;
    const wendi_mesh_index_cell what = index->cells[cell];
    const size_t at = cell - grid->first_cell;
    const size_t row = at / grid->columns;
    const wend_vec2 low = {grid->x + (double)(at % grid->columns) * grid->cell_size,
                           grid->y + (double)row * grid->cell_size};
    uint32_t parts = 2;
    while (parts * parts < what.count && parts < 256) {
        parts++;
    }
    const wend_vec2 high = {low.x + grid->cell_size * (1 - 0.5 / parts),
                            low.y + grid->cell_size * (1 - 0.5 / parts)};
    const wendi_mesh_index_grid finer = lay_out(m, low, high, grid->cell_size / parts);
    if (finer.columns < 2 || finer.rows < 2) {
        return true;
    }
    /* The set lies in entries, which may move. */
    const size_t bytes = what.count * sizeof(uint32_t);
    uint32_t *polygons = wendi_alloc(&m->allocator, bytes);
    if (polygons == NULL) {
        return false;
    }
    memcpy(polygons, index->entries + what.first, bytes);
    const uint32_t number = (uint32_t)index->grid_count;
    const size_t cells_before = index->cell_count;
    const size_t entries_before = index->entry_count;
    const bool is_added = add_grid(m, finer, (polygon_set){polygons, what.count});
    wendi_free(&m->allocator, polygons, bytes);
    if (!is_added) {
        return false;
    }
    if (!is_worth_it(m, index->entry_count - entries_before, what.count)) {
        index->grid_count--;
        index->cell_count = cells_before;
        index->entry_count = entries_before;
        return true;
    }
    index->cells[cell] = (wendi_mesh_index_cell){number, WENDI_MESH_INDEX_FINER};
    return refine(m, number, depth + 1);
}

static bool refine(wend_mesh *m, uint32_t number, uint32_t depth)
{
    const wendi_mesh_index_grid grid = m->index.grids[number];
    const size_t cell_count = (size_t)grid.columns * grid.rows;
    const size_t entries_max = (size_t)m->polygon_count * 2 * SPREAD_MAX + 4096;
    for (size_t i = 0; depth < DEPTH_MAX && i < cell_count; ++i) {
        if (m->index.entry_count > entries_max) {
            break;
        }
        const size_t cell = grid.first_cell + i;
        const uint32_t count = m->index.cells[cell].count;
        if (count > CROWD && !refine_cell(m, &grid, cell, depth)) {
            return false;
        }
    }
    return true;
}

/* ---- floors ---- */

/* True if q lies nowhere to the left of an edge. Its own ends do not, without arithmetic. */
static bool is_right_of(const wend_mesh *m, wend_node q, uint32_t u, uint32_t v)
{
    for (uint32_t d = m->firsts[q]; d < m->ends[q]; ++d) {
        const uint32_t w = m->vertices[d];
        if (w != u && w != v && wendi_orient(m->points[u], m->points[v], m->points[w]) > 0) {
            return false;
        }
    }
    return true;
}

/* True if the line along an edge of polygon p separates it from q. A shared edge always does. */
static bool is_parted(const wend_mesh *m, wend_node p, wend_node q)
{
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        if (m->neighbours[c] == q) {
            return true;
        }
    }
    for (uint32_t c = m->firsts[p]; c < m->ends[p]; ++c) {
        if (is_right_of(m, q, m->vertices[c], m->vertices[wendi_mesh_next(m, p, c)])) {
            return true;
        }
    }
    return false;
}

static bool has_floors_in(const wend_mesh *m, wendi_mesh_index_cell cell)
{
    for (uint32_t i = 0; i < cell.count; ++i) {
        for (uint32_t j = i + 1; j < cell.count && j - i < PAIRS_MAX; ++j) {
            const wend_node p = m->index.entries[cell.first + i];
            const wend_node q = m->index.entries[cell.first + j];
            if (!is_parted(m, p, q) && !is_parted(m, q, p)) {
                return true;
            }
        }
    }
    return false;
}

/* Cells of the finest grids hold few polygons, so there are few pairs, except where floors are
 * stacked, and there the first pair decides. (A fan of thousands about one point is not tested
 * in full.) */
static bool has_floors(const wend_mesh *m)
{
    for (size_t i = 0; i < m->index.cell_count; ++i) {
        if (m->index.cells[i].count != WENDI_MESH_INDEX_FINER &&
            has_floors_in(m, m->index.cells[i])) {
            return true;
        }
    }
    return false;
}

bool wendi_mesh_index_create(wend_mesh *m)
{
    const wend_vec2 low = {m->low.x, m->low.y};
    const wend_vec2 high = {m->high.x, m->high.y};
    const double surface = (high.x - low.x) * (high.y - low.y);
    const double cell_size =
        m->cell_size > 0 ? m->cell_size : wend_sqrt(surface / (1.0 + 2.0 * m->polygon_count));
    const polygon_set all = {NULL, m->polygon_count};
    if (!add_grid(m, lay_out(m, low, high, cell_size), all) || !refine(m, 0, 0)) {
        return false;
    }
    m->has_floors = has_floors(m);
    return true;
}

/* ---- rings around a point ---- */

static const double FAR = 8 * WEND_COORDINATE_MAX;

typedef struct index_rings {
    const wend_mesh *m;
    wend_vec2 at;
    const double *square;
    wendi_mesh_visit_fn visit;
    void *context;
} index_rings;

double wendi_mesh_squared(double most)
{
    return most < FAR ? most * most : FAR * FAR;
}

static double beyond(double value, double low, double high)
{
    return value < low ? low - value : value > high ? value - high : 0;
}

static void search_grid(const index_rings *r, uint32_t number);

static void search_cell(const index_rings *r, const wendi_mesh_index_grid *grid, uint32_t column,
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
        const wend_node p = r->m->index.entries[cell.first + i];
        const wendi_carve_record *record = wendi_mesh_record(r->m, p);
        if (record == NULL) {
            r->visit(r->context, p);
        }
        for (uint32_t k = 0; record != NULL && k < record->piece_count; ++k) {
            r->visit(r->context, wendi_carve_pieces_of(record)[k]);
        }
    }
}

/* Lower bound of the distance of everything k or more cells away from a middle. */
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

/* Visits the cells k away from the middle, by the larger coordinate. */
static void search_ring(const index_rings *r, const wendi_mesh_index_grid *grid, uint32_t x,
                        uint32_t y, uint32_t k)
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

static void search_grid(const index_rings *r, uint32_t number)
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
    const index_rings r = {m, at, square, visit, context};
    search_grid(&r, 0);
}
