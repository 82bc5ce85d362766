/* Finds the cells of a stamp's definition on a grid, and makes the stamp with its cells sorted by
 * sector.
 * Cost: linear in the cells of the shape. */
#include "world/layers/stamp_build.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "wend/hex.h"
#include "world/cells/directions.h"

#include <assert.h>
#include <string.h>

/* ---- cells on the map ---- */

enum { ANCHOR_MAX = 1 << 16 }; /* No cell can be inside when the anchor is further away. */

/* Wraps a coordinate where the map wraps. @return false: outside of the map. */
static bool wrap_into(int32_t *at, int32_t side, bool wraps)
{
    if (wraps) {
        *at = *at % side < 0 ? *at % side + side : *at % side;
    }
    return *at >= 0 && *at < side;
}

static void turn_square(const wend_stamp_def *def, int32_t i, int32_t j, int32_t *x, int32_t *y)
{
    if (def->is_mirrored) {
        i = def->width - 1 - i;
    }
    const int32_t turned_x[] = {i, -j, -i, j};
    const int32_t turned_y[] = {j, i, -j, -i};
    *x += turned_x[def->quarter_turns];
    *y += turned_y[def->quarter_turns];
}

bool wendi_stamp_cell_at(const wend_grid *grid, const wend_stamp_def *def, int32_t i, int32_t j,
                         int32_t *x, int32_t *y)
{
    const bool wraps_x = (grid->wrap & WEND_WRAP_X) != 0;
    const bool wraps_y = (grid->wrap & WEND_WRAP_Y) != 0;
    /* Wrapping keeps the shift of lines, as moved lines meet moved lines. */
    *x = wraps_x ? def->x % grid->width : def->x;
    *y = wraps_y ? def->y % grid->height : def->y;
    if (*x < -ANCHOR_MAX || *x > ANCHOR_MAX || *y < -ANCHOR_MAX || *y > ANCHOR_MAX) {
        return false;
    }
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        const wend_hex_layout layout = grid->hex_layout;
        const wend_hex centre = {0, 0};
        const wend_hex anchor = wend_hex_from_offset(layout, *x, *y);
        wend_hex hex = wend_hex_from_offset(layout, i, j);
        if (def->is_mirrored) {
            hex = wend_hex_reflect(hex, centre, 0);
        }
        hex = wend_hex_rotate(hex, centre, def->quarter_turns);
        wend_hex_to_offset(layout, (wend_hex){anchor.q + hex.q, anchor.r + hex.r}, x, y);
    } else {
        turn_square(def, i, j, x, y);
    }
    return wrap_into(x, grid->width, wraps_x) && wrap_into(y, grid->height, wraps_y);
}

/* The cost at an index of costs, 0 for none. */
static uint8_t cost_at(const wend_stamp_def *def, size_t index)
{
    return def->costs != NULL ? def->costs[index] : def->cost;
}

bool wendi_stamp_has_cost(const wend_stamp_def *def, size_t cell)
{
    const size_t cells = (size_t)def->width * (size_t)def->height;
    for (size_t layer = 0; layer < (size_t)def->layer_count; layer++) {
        if (cost_at(def, layer * cells + cell) != 0) {
            return true;
        }
    }
    return false;
}

/* ---- memory ---- */

static void *slice_block(unsigned char **at, size_t bytes)
{
    void *array = *at;
    *at += bytes;
    return array;
}

wendi_stamp *wendi_stamp_new(const wend_grid *grid, uint32_t piece_count, uint32_t cell_count,
                             uint32_t layer_count)
{
    const size_t piece_bytes = (size_t)piece_count * sizeof(wendi_stamp_piece);
    const size_t cell_bytes = (size_t)cell_count * sizeof(uint16_t);
    size_t cost_bytes = 0;
    size_t bytes = sizeof(wendi_stamp);
    if (!wendi_size_multiply(cell_count, layer_count, &cost_bytes) ||
        !wendi_size_add(bytes, piece_bytes, &bytes) || !wendi_size_add(bytes, cell_bytes, &bytes) ||
        !wendi_size_add(bytes, cost_bytes, &bytes)) {
        return NULL;
    }
    unsigned char *block = wendi_alloc(&grid->allocator, bytes);
    if (block == NULL) {
        return NULL;
    }
    unsigned char *at = block;
    wendi_stamp *stamp = slice_block(&at, sizeof *stamp);
    *stamp = (wendi_stamp){.bytes = bytes};
    stamp->piece_count = piece_count;
    stamp->cell_count = cell_count;
    stamp->layer_count = layer_count;
    stamp->pieces = slice_block(&at, piece_bytes);
    stamp->cells = slice_block(&at, cell_bytes);
    stamp->costs = slice_block(&at, cost_bytes);
    return stamp;
}

void wendi_stamp_free(const wend_grid *grid, wendi_stamp *stamp)
{
    if (stamp != NULL) {
        wendi_free(&grid->allocator, stamp, stamp->bytes);
    }
}

/* ---- pieces ---- */

static uint32_t class_mask_of(const wend_grid *grid, const wendi_stamp *stamp,
                              const wendi_stamp_piece *piece)
{
    if (stamp->layer_count == 1) {
        return wendi_class_bits(grid, UINT32_MAX);
    }
    uint32_t mask = 0;
    for (uint32_t c = 0; c < stamp->layer_count; c++) {
        const uint8_t *costs = stamp->costs + (size_t)c * stamp->cell_count + piece->first;
        for (uint32_t i = 0; i < piece->count && (mask >> c & 1) == 0; i++) {
            mask |= costs[i] != 0 ? 1u << c : 0;
        }
    }
    return mask;
}

static void measure_piece(const wend_grid *grid, const wendi_stamp *stamp, wendi_stamp_piece *piece)
{
    const wendi_sector_rect rect = wendi_sector_rect_of(grid, piece->sector);
    piece->low_x = piece->low_y = INT32_MAX;
    piece->high_x = piece->high_y = INT32_MIN;
    for (uint32_t i = 0; i < piece->count; i++) {
        const uint32_t cell = stamp->cells[piece->first + i];
        const int32_t x = rect.x + (int32_t)(cell % rect.row_cells);
        const int32_t y = rect.y + (int32_t)(cell / rect.row_cells);
        piece->low_x = x < piece->low_x ? x : piece->low_x;
        piece->low_y = y < piece->low_y ? y : piece->low_y;
        piece->high_x = x > piece->high_x ? x : piece->high_x;
        piece->high_y = y > piece->high_y ? y : piece->high_y;
    }
    piece->class_mask = class_mask_of(grid, stamp, piece);
}

void wendi_stamp_measure(const wend_grid *grid, wendi_stamp *stamp)
{
    for (uint32_t i = 0; i < stamp->piece_count; i++) {
        wendi_stamp_piece *piece = &stamp->pieces[i];
        piece->stamp = stamp;
        piece->above = NULL;
        piece->below = NULL;
        measure_piece(grid, stamp, piece);
    }
}

wendi_cell_rect wendi_cell_rect_of_stamp(const wendi_stamp *stamp)
{
    wendi_cell_rect area = wendi_cell_rect_of_piece(&stamp->pieces[0]);
    for (uint32_t i = 1; i < stamp->piece_count; i++) {
        const wendi_cell_rect piece = wendi_cell_rect_of_piece(&stamp->pieces[i]);
        area.low_x = piece.low_x < area.low_x ? piece.low_x : area.low_x;
        area.low_y = piece.low_y < area.low_y ? piece.low_y : area.low_y;
        area.high_x = piece.high_x > area.high_x ? piece.high_x : area.high_x;
        area.high_y = piece.high_y > area.high_y ? piece.high_y : area.high_y;
    }
    return area;
}

/* ---- from a definition ---- */

/* The cells of a shape, sorted by sector and index; in the shape's order where it overlaps
 * itself. */
typedef struct stamp_cells {
    wendi_sort_pair *pairs; /* [2 * capacity], the second half for sorting */
    size_t capacity;
    size_t count;
} stamp_cells;

static wend_result find_cells(const wend_grid *grid, const wend_stamp_def *def, stamp_cells *shape,
                              wend_message *message)
{
    for (int32_t j = 0; j < def->height; j++) {
        for (int32_t i = 0; i < def->width; i++) {
            const uint32_t cell = (uint32_t)(j * def->width + i);
            int32_t x;
            int32_t y;
            if (!wendi_stamp_has_cost(def, cell)) {
                continue;
            }
            if (!wendi_stamp_cell_at(grid, def, i, j, &x, &y)) {
                return wendi_fail(message, WEND_ERROR_ARGUMENT,
                                  "wend_grid_add_stamp: cell %ld, %ld of the stamp has a cost "
                                  "and lies outside",
                                  (long)i, (long)j);
            }
            const wendi_cell_address address = wendi_grid_cell_address(grid, x, y);
            const uint64_t key = (uint64_t)address.sector * WENDI_SECTOR_CELLS_MAX + address.cell;
            shape->pairs[shape->count++] = (wendi_sort_pair){key, cell};
        }
    }
    return WEND_OK;
}

/* Counts the sectors and the different cells in sorted pairs. */
static void count_cells(const stamp_cells *shape, uint32_t *piece_count, uint32_t *cell_count)
{
    *piece_count = 0;
    *cell_count = 0;
    uint64_t last = UINT64_MAX;
    for (size_t i = 0; i < shape->count; i++) {
        const uint64_t key = shape->pairs[i].key;
        *cell_count += key != last ? 1 : 0;
        *piece_count += key / WENDI_SECTOR_CELLS_MAX != last / WENDI_SECTOR_CELLS_MAX ? 1 : 0;
        last = key;
    }
}

static void add_costs(const wend_stamp_def *def, wendi_stamp *stamp, uint32_t at, uint32_t cell)
{
    const size_t cells = (size_t)def->width * (size_t)def->height;
    for (uint32_t layer = 0; layer < stamp->layer_count; layer++) {
        const uint8_t cost = cost_at(def, layer * cells + cell);
        uint8_t *to = &stamp->costs[(size_t)layer * stamp->cell_count + at];
        *to = cost != 0 ? cost : *to;
    }
}

static void fill_stamp(const wend_stamp_def *def, const stamp_cells *shape, wendi_stamp *stamp)
{
    memset(stamp->costs, 0, (size_t)stamp->layer_count * stamp->cell_count);
    uint64_t last = UINT64_MAX;
    uint32_t cell = 0;
    wendi_stamp_piece *piece = NULL;
    for (size_t i = 0; i < shape->count; i++) {
        const uint64_t key = shape->pairs[i].key;
        if (key / WENDI_SECTOR_CELLS_MAX != last / WENDI_SECTOR_CELLS_MAX) {
            piece = piece == NULL ? stamp->pieces : piece + 1;
            *piece = (wendi_stamp_piece){.first = cell};
            piece->sector = (uint32_t)(key / WENDI_SECTOR_CELLS_MAX);
        }
        assert(piece != NULL); /* no key lies in the sector of UINT64_MAX */
        if (key != last) {
            stamp->cells[cell++] = (uint16_t)(key % WENDI_SECTOR_CELLS_MAX);
            piece->count++;
        }
        add_costs(def, stamp, cell - 1, shape->pairs[i].value);
        last = key;
    }
}

static wend_result no_memory(wend_message *message)
{
    return wendi_fail(message, WEND_ERROR_MEMORY, "wend_grid_add_stamp: no memory");
}

static wend_result build_from_cells(const wend_grid *grid, const wend_stamp_def *def,
                                    stamp_cells *shape, wendi_stamp **stamp, wend_message *message)
{
    const wend_result result = find_cells(grid, def, shape, message);
    if (result != WEND_OK) {
        return result;
    }
    wendi_sort_pairs(shape->pairs, shape->pairs + shape->capacity, shape->count);
    uint32_t piece_count;
    uint32_t cell_count;
    count_cells(shape, &piece_count, &cell_count);
    *stamp = wendi_stamp_new(grid, piece_count, cell_count, (uint32_t)def->layer_count);
    if (*stamp == NULL) {
        return no_memory(message);
    }
    (*stamp)->user = def->user;
    (*stamp)->x = def->x;
    (*stamp)->y = def->y;
    fill_stamp(def, shape, *stamp);
    wendi_stamp_measure(grid, *stamp);
    return WEND_OK;
}

wend_result wendi_stamp_build(const wend_grid *grid, const wend_stamp_def *def, wendi_stamp **stamp,
                              wend_message *message)
{
    *stamp = NULL;
    stamp_cells shape = {NULL, 0, 0};
    const size_t cells = (size_t)def->width * (size_t)def->height;
    for (size_t i = 0; i < cells; i++) {
        shape.capacity += wendi_stamp_has_cost(def, i) ? 1 : 0;
    }
    if (shape.capacity == 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT,
                          "wend_grid_add_stamp: no cell of the stamp has a cost");
    }
    const size_t bytes = 2 * shape.capacity * sizeof *shape.pairs;
    shape.pairs = wendi_alloc(&grid->allocator, bytes);
    if (shape.pairs == NULL) {
        return no_memory(message);
    }
    const wend_result result = build_from_cells(grid, def, &shape, stamp, message);
    wendi_free(&grid->allocator, shape.pairs, bytes);
    return result;
}
