/* The index of a mesh of tiles: one grid over the world, whose cells have lists that grow and shrink.
 *
 *   cells    [ first, count | ... ]        classes [ block of 4 << class entries | ... ]
 *   entries  | block | block | free block --> next free one of its class | ... | room |
 *
 * A cell keeps its block until it is empty, so blocks that were needed once serve again.
 * Cost: the cells that a polygon meets. */
#include "world/mesh/tiles.h"

#include "base/core/memory.h"

#include <string.h>

static const uint32_t NONE = UINT32_MAX;

static const double CELLS_MAX = 262144;
static const double SIDE_MAX = 4096;

enum { NO_BLOCK = 255 };

bool wendi_mesh_tiles_index_create(wend_mesh *m, wend_vec3 low, wend_vec3 high, double cell_size)
{
    const double width = high.x - low.x;
    const double height = high.y - low.y;
    const double longest = width > height ? width : height;
    double size = wend_sqrt(width * height / CELLS_MAX);
    size = size < longest / SIDE_MAX ? longest / SIDE_MAX : size;
    size = size < cell_size ? cell_size : size;
    size = size > 0 ? size : 1;
    wendi_mesh_index_grid grid = {.x = low.x, .y = low.y, .cell_size = size};
    for (;;) {
        grid.per_metre = 1 / grid.cell_size;
        grid.columns = (uint32_t)(width / grid.cell_size) + 1;
        grid.rows = (uint32_t)(height / grid.cell_size) + 1;
        if ((double)grid.columns * grid.rows <= CELLS_MAX) {
            break;
        }
        grid.cell_size *= 1.125;
    }
    wendi_mesh_index *index = &m->index;
    const size_t cells = (size_t)grid.columns * grid.rows;
    index->grids = wendi_alloc_items(&m->allocator, 1, sizeof *index->grids);
    index->grid_capacity = index->grids == NULL ? 0 : 1;
    index->cells = wendi_alloc_items_zero(&m->allocator, cells, sizeof *index->cells);
    index->cell_capacity = index->cells == NULL ? 0 : cells;
    m->tiles->cell_classes = wendi_alloc(&m->allocator, cells);
    m->tiles->cell_count = cells;
    if (index->grids == NULL || index->cells == NULL || m->tiles->cell_classes == NULL) {
        return false;
    }
    index->grids[0] = grid;
    index->grid_count = 1;
    index->cell_count = cells;
    memset(m->tiles->cell_classes, NO_BLOCK, cells);
    memset(m->tiles->free_blocks, 0xff, sizeof m->tiles->free_blocks);
    return true;
}

/* ---- the cells of polygons ---- */

typedef void (*cell_fn)(wend_mesh *m, uint32_t cell, uint32_t polygon, uint64_t *sum);

static void visit_cells(wend_mesh *m, uint32_t slot, cell_fn visit, uint64_t *sum)
{
    const wendi_mesh_index_grid *grid = &m->index.grids[0];
    const uint32_t first = wendi_tile_first_polygon(m->tiles, slot);
    const uint32_t count = m->tiles->slots[slot].info.polygon_count;
    for (uint32_t p = first; p < first + count; p++) {
        uint32_t row = 0;
        uint32_t top = grid->rows - 1;
        wendi_mesh_index_clip_rows(m, grid, p, &row, &top);
        for (; row <= top; row++) {
            uint32_t left;
            uint32_t right;
            if (!wendi_mesh_index_span(m, grid, p, row, &left, &right)) {
                continue;
            }
            for (uint32_t column = left; column <= right; column++) {
                visit(m, row * grid->columns + column, p, sum);
            }
        }
    }
}

/* ---- room ---- */

/* A cell that grows from b to b + a entries takes blocks of less than 4 (b + a) together; the sum over
 * its new entries is no less. */
static void count_room(wend_mesh *m, uint32_t cell, uint32_t polygon, uint64_t *sum)
{
    (void)polygon;
    *sum += 4 * ((uint64_t)m->index.cells[cell].count + 1);
}

bool wendi_tile_index_reserve(wend_mesh *m, uint32_t slot)
{
    wendi_mesh_index *index = &m->index;
    uint64_t needed = index->entry_count;
    visit_cells(m, slot, count_room, &needed);
    if (needed <= index->entry_capacity) {
        return true;
    }
    if (needed >= WENDI_MESH_INDEX_FINER) {
        return false;
    }
    const size_t half = index->entry_capacity + index->entry_capacity / 2;
    const size_t wanted = needed > half ? (size_t)needed : half;
    uint32_t *entries = wendi_resize_items(&m->allocator, index->entries, index->entry_capacity,
                                           wanted, sizeof *entries);
    if (entries == NULL) {
        return false;
    }
    index->entries = entries;
    index->entry_capacity = wanted;
    return true;
}

/* ---- blocks ---- */

static uint32_t acquire_block(wend_mesh *m, uint32_t class)
{
    uint32_t *head = &m->tiles->free_blocks[class];
    const uint32_t block = *head;
    if (block != NONE) {
        *head = m->index.entries[block];
        return block;
    }
    const uint32_t made = (uint32_t)m->index.entry_count;
    m->index.entry_count += (size_t)4 << class;
    return made;
}

static void release_block(wend_mesh *m, uint32_t block, uint32_t class)
{
    m->index.entries[block] = m->tiles->free_blocks[class];
    m->tiles->free_blocks[class] = block;
}

/* Room for one more entry. */
static void make_room(wend_mesh *m, uint32_t cell)
{
    wendi_mesh_index_cell *at = &m->index.cells[cell];
    uint8_t *class = &m->tiles->cell_classes[cell];
    if (*class == NO_BLOCK) {
        *class = 0;
        at->first = acquire_block(m, 0);
    } else if (at->count == 4u << *class) {
        const uint32_t block = acquire_block(m, *class + 1u);
        memcpy(m->index.entries + block, m->index.entries + at->first,
               at->count * sizeof(uint32_t));
        release_block(m, at->first, *class);
        at->first = block;
        *class += 1;
    }
}

/* ---- entries ---- */

/* Entries rise, so that the order does not show when they came. */
static void add_entry(wend_mesh *m, uint32_t cell, uint32_t polygon, uint64_t *sum)
{
    (void)sum;
    make_room(m, cell);
    wendi_mesh_index_cell *at = &m->index.cells[cell];
    uint32_t *entries = m->index.entries + at->first;
    uint32_t i = at->count++;
    for (; i > 0 && entries[i - 1] > polygon; i--) {
        entries[i] = entries[i - 1];
    }
    entries[i] = polygon;
}

static void remove_entry(wend_mesh *m, uint32_t cell, uint32_t polygon, uint64_t *sum)
{
    (void)sum;
    wendi_mesh_index_cell *at = &m->index.cells[cell];
    uint32_t *entries = m->index.entries + at->first;
    uint32_t i = 0;
    while (entries[i] != polygon) {
        i++;
    }
    at->count--;
    memmove(entries + i, entries + i + 1, (at->count - i) * sizeof *entries);
    if (at->count == 0) {
        release_block(m, at->first, m->tiles->cell_classes[cell]);
        m->tiles->cell_classes[cell] = NO_BLOCK;
        at->first = 0;
    }
}

void wendi_tile_index_add(wend_mesh *m, uint32_t slot)
{
    uint64_t none = 0;
    visit_cells(m, slot, add_entry, &none);
}

void wendi_tile_index_remove(wend_mesh *m, uint32_t slot)
{
    uint64_t none = 0;
    visit_cells(m, slot, remove_entry, &none);
}

bool wendi_mesh_tiles_is_gap(const wend_mesh *m, double x, double y)
{
    const wend_vec2 at = {wendi_flush_coordinate(x), wendi_flush_coordinate(y)};
    const wendi_mesh_index_cell cell = wendi_mesh_index_cell_at(m, at.x, at.y);
    for (uint32_t i = 0; i < cell.count; i++) {
        const uint32_t p = m->index.entries[cell.first + i];
        const uint32_t end = wendi_mesh_base_end(m, p);
        bool is_inside = true;
        wend_vec2 a = wendi_mesh_point(m, end - 1);
        for (uint32_t c = m->firsts[p]; is_inside && c < end; c++) {
            const wend_vec2 b = wendi_mesh_point(m, c);
            is_inside = wendi_orient(a, b, at) >= 0;
            a = b;
        }
        if (is_inside) {
            return false;
        }
    }
    return true;
}
