/* Finds stamps by id and by cell, and lists stamps and the cells they cover.
 * Cost: by cell: the stamps in its sector; by stamp: its cells. */
#include "world/layers/stamp_build.h"

/* ---- ids ---- */

wend_stamp_id wendi_stamp_id_of(const wendi_stamp *stamp)
{
    return (wend_stamp_id){stamp->index + 1, (uint32_t)stamp->serial};
}

wend_result wendi_stamp_find(const wend_grid *grid, wend_stamp_id id, wendi_stamp **stamp)
{
    *stamp = NULL;
    if (grid == NULL || id.index1 == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_stamps *stamps = grid->compose == NULL ? NULL : &grid->compose->stamps;
    if (stamps == NULL || id.index1 > stamps->slot_count) {
        return WEND_ERROR_STALE;
    }
    wendi_stamp *found = stamps->slots[id.index1 - 1].stamp;
    if (found == NULL || (uint32_t)found->serial != id.generation) {
        return WEND_ERROR_STALE;
    }
    *stamp = found;
    return WEND_OK;
}

size_t wend_grid_stamp_count(const wend_grid *grid)
{
    return grid == NULL || grid->compose == NULL ? 0 : grid->compose->stamps.count;
}

wend_result wend_grid_list_stamps(const wend_grid *grid, wend_stamp_id *ids, size_t capacity,
                                  size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (grid->compose == NULL) {
        return WEND_OK;
    }
    for (const wendi_stamp *stamp = grid->compose->stamps.oldest; stamp != NULL;
         stamp = stamp->newer) {
        if (*count < capacity) {
            ids[*count] = wendi_stamp_id_of(stamp);
        }
        ++*count;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_grid_get_stamp(const wend_grid *grid, wend_stamp_id id, wend_stamp_info *info)
{
    if (info == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *info = (wend_stamp_info){0};
    wendi_stamp *stamp;
    const wend_result result = wendi_stamp_find(grid, id, &stamp);
    if (result != WEND_OK) {
        return result;
    }
    const wendi_cell_rect area = wendi_cell_rect_of_stamp(stamp);
    *info = (wend_stamp_info){.x = stamp->x,
                              .y = stamp->y,
                              .cell_count = stamp->cell_count,
                              .low_x = area.low_x,
                              .low_y = area.low_y,
                              .high_x = area.high_x,
                              .high_y = area.high_y,
                              .user = stamp->user};
    return WEND_OK;
}

/* ---- by cell ---- */

/* The first of a piece's cells in the stamp's array that is not before this one. */
static uint32_t first_from(const wendi_stamp_piece *piece, uint32_t cell)
{
    uint32_t low = piece->first;
    uint32_t high = piece->first + piece->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (piece->stamp->cells[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* True if the piece has a cost in this cell for the class, or for any class. */
static bool covers(const wendi_stamp_piece *piece, uint32_t movement_class, uint32_t cell)
{
    const wendi_stamp *stamp = piece->stamp;
    const uint32_t at = first_from(piece, cell);
    if (at == piece->first + piece->count || stamp->cells[at] != cell) {
        return false;
    }
    const size_t layer = stamp->layer_count == 1 ? 0 : movement_class;
    return movement_class == WEND_CLASS_ALL || stamp->costs[layer * stamp->cell_count + at] != 0;
}

/* The top piece with a cost there; NULL if there is none. */
static const wendi_stamp_piece *top_piece(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                          int32_t y)
{
    if (grid->compose == NULL || grid->compose->stamps.tops == NULL) {
        return NULL;
    }
    const wendi_cell_address address = wendi_grid_cell_address(grid, x, y);
    const wendi_stamp_piece *piece = grid->compose->stamps.tops[address.sector];
    while (piece != NULL && !covers(piece, movement_class, address.cell)) {
        piece = piece->below;
    }
    return piece;
}

uint8_t wendi_stamp_cost_at(const wend_grid *grid, uint32_t movement_class, int32_t x, int32_t y)
{
    const wendi_stamp_piece *piece = top_piece(grid, movement_class, x, y);
    if (piece == NULL) {
        return 0;
    }
    const wendi_stamp *stamp = piece->stamp;
    const size_t layer = stamp->layer_count == 1 ? 0 : movement_class;
    const uint32_t at = first_from(piece, wendi_grid_cell_address(grid, x, y).cell);
    return stamp->costs[layer * stamp->cell_count + at];
}

wend_stamp_id wend_grid_stamp_at(const wend_grid *grid, uint32_t movement_class, int32_t x,
                                 int32_t y)
{
    if (grid == NULL || movement_class >= grid->class_count || !wendi_grid_is_inside(grid, x, y)) {
        return (wend_stamp_id){0, 0};
    }
    const wendi_stamp_piece *piece = top_piece(grid, movement_class, x, y);
    return piece == NULL ? (wend_stamp_id){0, 0} : wendi_stamp_id_of(piece->stamp);
}

bool wend_grid_stamp_touches(const wend_grid *grid, const wend_stamp_def *def)
{
    if (!wendi_stamp_def_is_valid(grid, def) || wend_grid_stamp_count(grid) == 0) {
        return false;
    }
    for (int32_t i = 0; i < def->width * def->height; i++) {
        int32_t x;
        int32_t y;
        if (wendi_stamp_has_cost(def, (size_t)i) &&
            wendi_stamp_cell_at(grid, def, i % def->width, i / def->width, &x, &y) &&
            top_piece(grid, WEND_CLASS_ALL, x, y) != NULL) {
            return true;
        }
    }
    return false;
}

/* ---- cells ---- */

/* An output array of nodes. */
typedef struct stamp_node_list {
    wend_node *nodes; /* [capacity] */
    size_t capacity, count;
} stamp_node_list;

static void add_node(stamp_node_list *list, wend_node node)
{
    if (list->count < list->capacity) {
        list->nodes[list->count] = node;
    }
    list->count++;
}

/* The cells of a piece in row y of the map, which its sector contains. */
static void add_row(const wend_grid *grid, const wendi_stamp_piece *piece, int32_t y,
                    stamp_node_list *list)
{
    const wendi_sector_rect rect = wendi_sector_rect_of(grid, piece->sector);
    const uint32_t start = (uint32_t)(y - rect.y) * rect.row_cells;
    const uint32_t end = start + rect.row_cells;
    const uint32_t piece_end = piece->first + piece->count;
    for (uint32_t i = first_from(piece, start); i < piece_end; i++) {
        const uint32_t cell = piece->stamp->cells[i];
        if (cell >= end) {
            return;
        }
        add_node(list, wend_grid_node(grid, rect.x + (int32_t)(cell - start), y));
    }
}

/* All pieces of one row of sectors, by rows of the map. */
static void add_pieces(const wend_grid *grid, const wendi_stamp_piece *pieces, uint32_t count,
                       stamp_node_list *list)
{
    const wendi_sector_rect rect = wendi_sector_rect_of(grid, pieces[0].sector);
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (uint32_t i = 0; i < count; i++) {
            add_row(grid, &pieces[i], y, list);
        }
    }
}

wend_result wend_grid_stamp_cells(const wend_grid *grid, wend_stamp_id id, wend_node *nodes,
                                  size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (count == NULL || (nodes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_stamp *stamp;
    const wend_result result = wendi_stamp_find(grid, id, &stamp);
    if (result != WEND_OK) {
        return result;
    }
    stamp_node_list list = {nodes, capacity, 0};
    const uint32_t columns = (uint32_t)grid->sectors_x;
    for (uint32_t i = 0; i < stamp->piece_count;) {
        uint32_t next = i + 1;
        while (next < stamp->piece_count &&
               stamp->pieces[next].sector / columns == stamp->pieces[i].sector / columns) {
            next++;
        }
        add_pieces(grid, &stamp->pieces[i], next - i, &list);
        i = next;
    }
    *count = list.count;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_stamp_cells(const wend_grid *grid, const wend_stamp_def *def, wend_node *nodes,
                             size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (count == NULL || (nodes == NULL && capacity > 0) || !wendi_stamp_def_is_valid(grid, def)) {
        return WEND_ERROR_ARGUMENT;
    }
    stamp_node_list list = {nodes, capacity, 0};
    for (int32_t i = 0; i < def->width * def->height; i++) {
        int32_t x;
        int32_t y;
        if (wendi_stamp_has_cost(def, (size_t)i)) {
            const bool is_inside =
                wendi_stamp_cell_at(grid, def, i % def->width, i / def->width, &x, &y);
            add_node(&list, is_inside ? wend_grid_node(grid, x, y) : WEND_NODE_NONE);
        }
    }
    *count = list.count;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
