/* Repairs a clearance around one cell that became a wall or stopped being one.
 * Cost: the cells whose numbers change and a ring or two around them: 1 to 3 us where a fifth is
 * wall; on open ground 7 us for a new wall and 12 for one that vanishes (discs up to 16). */
#include "world/derived/clearance_store.h"

enum {
    LISTED_MAX = 96,    /* Most cells that are computed one by one ... */
    LISTED_COST = 3000, /* ... and most other cells that they may be expected to visit. */
    LOOK_COST = 8       /* The cost of a cell, however near its wall is. */
};

/* ---- squares ---- */

/* A square that the cell c limits, or has limited, reaches from its upper left cell p to c or beyond,
 * so that all cells between p and c are open. Rows are visited upwards from c, each to the left; no
 * row needs to continue where the one below it reached a wall:
 *
 *      . . # . .       rows above c go as far as the shortest row so far
 *      . # x x x
 *      # x x x c */

/* Repairs the square of one cell. @param span the side to which c limits it if c is a wall. */
typedef void (*visit_fn)(wend_clearance *clearance, int32_t x, int32_t y, uint8_t *square,
                         int32_t span);

/* Visits these cells, those to the right and below first; (x, y) is c. */
static void visit_squares(wend_clearance *clearance, int32_t x, int32_t y, visit_fn visit)
{
    int32_t limit = clearance->most;
    for (int32_t j = 0; j < clearance->most && limit > 0; ++j) {
        int32_t i = 0;
        while (i < limit) {
            const ptrdiff_t index = wendi_clearance_index(clearance, x - i, y - j);
            if (index < 0 || clearance->squares[index] == 0) {
                break;
            }
            visit(clearance, x - i, y - j, clearance->squares + index, i > j ? i : j);
            ++i;
        }
        limit = i;
    }
}

static void lower_square(wend_clearance *clearance, int32_t x, int32_t y, uint8_t *square,
                         int32_t span)
{
    (void)clearance;
    (void)x;
    (void)y;
    *square = (uint8_t)(*square < span ? *square : span);
}

static uint8_t square_at(const wend_clearance *clearance, int32_t x, int32_t y)
{
    const ptrdiff_t index = wendi_clearance_index(clearance, x, y);
    return index < 0 ? 0 : clearance->squares[index];
}

/* One more than the least of the squares to the right, below and between. */
static void raise_square(wend_clearance *clearance, int32_t x, int32_t y, uint8_t *square,
                         int32_t span)
{
    (void)span;
    const uint8_t right = square_at(clearance, x + 1, y);
    const uint8_t below = square_at(clearance, x, y + 1);
    const uint8_t between = square_at(clearance, x + 1, y + 1);
    uint8_t least = right < below ? right : below;
    least = between < least ? between : least;
    *square = (uint8_t)(least < clearance->most ? least + 1 : clearance->most);
}

/* ---- rings ---- */

static const wendi_clearance_offsets *offsets_at(const wend_clearance *clearance, int32_t x,
                                                 int32_t y)
{
    return &clearance
                ->offsets[clearance->is_hex ? wendi_hex_is_shifted(clearance->layout, x, y) : 0];
}

/* Lowers the numbers of cells around a new wall. */
static void lower_discs(wend_clearance *clearance, int32_t x, int32_t y)
{
    const wendi_clearance_offsets *offsets = offsets_at(clearance, x, y);
    bool goes_on = true;
    for (uint32_t ring = 0; ring < clearance->ring_count && goes_on; ++ring) {
        goes_on = false;
        for (uint32_t i = offsets->ring_first[ring]; i < offsets->ring_first[ring + 1]; ++i) {
            const wendi_clearance_offset *offset = &offsets->by_ring[i];
            const ptrdiff_t at = wendi_clearance_index(clearance, x + offset->dx, y + offset->dy);
            if (at < 0) {
                continue;
            }
            const uint16_t old = clearance->discs[at];
            goes_on |= old >= offset->stop_below;
            clearance->discs[at] = old < offset->number ? old : offset->number;
            if (clearance->is_hex && clearance->squares[at] > ring) {
                clearance->squares[at] = (uint8_t)ring;
                goes_on = true;
            }
        }
    }
}

/* Cells whose nearest wall was, or may have been, one that vanished. */
typedef struct affected_cells {
    const wendi_clearance_offset *cells[LISTED_MAX];
    uint32_t count; /* may exceed the list */
    uint32_t cost;
    int32_t x0, y0, x1, y1; /* rectangle around them, from the wall */
} affected_cells;

static void list_affected(affected_cells *list, const wendi_clearance_offset *offset,
                          uint32_t parts)
{
    if (list->count < LISTED_MAX) {
        list->cells[list->count] = offset;
    }
    ++list->count;
    /* A wall at this distance is found after about 3 cells for each cell's squared size. */
    list->cost += LOOK_COST + 3 * offset->number / parts;
    list->x0 = offset->dx < list->x0 ? offset->dx : list->x0;
    list->x1 = offset->dx > list->x1 ? offset->dx : list->x1;
    list->y0 = offset->dy < list->y0 ? offset->dy : list->y0;
    list->y1 = offset->dy > list->y1 ? offset->dy : list->y1;
}

static void find_affected(const wend_clearance *clearance, int32_t x, int32_t y,
                          affected_cells *list)
{
    const wendi_clearance_offsets *offsets = offsets_at(clearance, x, y);
    bool goes_on = true;
    for (uint32_t ring = 0; ring < clearance->ring_count && goes_on; ++ring) {
        goes_on = false;
        for (uint32_t i = offsets->ring_first[ring]; i < offsets->ring_first[ring + 1]; ++i) {
            const wendi_clearance_offset *offset = &offsets->by_ring[i];
            const ptrdiff_t at = wendi_clearance_index(clearance, x + offset->dx, y + offset->dy);
            if (at < 0) {
                continue;
            }
            const bool has_ring = clearance->is_hex && clearance->squares[at] == ring;
            goes_on |= has_ring || clearance->discs[at] >= offset->stop_below;
            if (has_ring || clearance->discs[at] == offset->number) {
                list_affected(list, offset, clearance->parts);
            }
        }
    }
}

static bool is_wall(const wend_clearance *clearance, int32_t x, int32_t y)
{
    const ptrdiff_t at = wendi_clearance_index(clearance, x, y);
    return at < 0 || clearance->squares[at] == 0;
}

/* The number of the nearest wall around a cell, searched from the nearest cell on. */
static uint16_t find_number(const wend_clearance *clearance, int32_t x, int32_t y)
{
    const wendi_clearance_offset *offsets = offsets_at(clearance, x, y)->by_number;
    for (uint32_t i = 0; i < clearance->offset_count; ++i) {
        if (is_wall(clearance, x + offsets[i].dx, y + offsets[i].dy)) {
            return offsets[i].number;
        }
    }
    return (uint16_t)clearance->cap;
}

static uint8_t find_ring(const wend_clearance *clearance, int32_t x, int32_t y)
{
    const wendi_clearance_offset *offsets = offsets_at(clearance, x, y)->by_ring;
    for (uint32_t i = 0; i < clearance->offset_count && offsets[i].ring < clearance->most; ++i) {
        if (is_wall(clearance, x + offsets[i].dx, y + offsets[i].dy)) {
            return (uint8_t)offsets[i].ring;
        }
    }
    return (uint8_t)clearance->most;
}

/* Finds another nearest wall for the cells of a vanished one: one by one where they are few and
 * walls are near, else all in the rectangle around them together. */
static void raise_discs(wend_clearance *clearance, int32_t x, int32_t y, const affected_cells *list)
{
    if (list->count > LISTED_MAX || list->cost > LISTED_COST) {
        wendi_clearance_rebuild(clearance, x + list->x0, y + list->y0, list->x1 - list->x0 + 1,
                                list->y1 - list->y0 + 1);
        return;
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        const int32_t cell_x = x + list->cells[i]->dx;
        const int32_t cell_y = y + list->cells[i]->dy;
        const ptrdiff_t at = wendi_clearance_index(clearance, cell_x, cell_y);
        clearance->discs[at] = find_number(clearance, cell_x, cell_y);
        if (clearance->is_hex) {
            clearance->squares[at] = find_ring(clearance, cell_x, cell_y);
        }
    }
}

/* ---- cells ---- */

static void remove_wall(wend_clearance *clearance, int32_t x, int32_t y, uint8_t *square)
{
    affected_cells list = {.count = 0, .cost = 0};
    find_affected(clearance, x, y, &list);
    *square = 1;
    if (!clearance->is_hex) {
        visit_squares(clearance, x, y, raise_square);
    }
    raise_discs(clearance, x, y, &list);
}

void wendi_clearance_flip(wend_clearance *clearance, int32_t x, int32_t y)
{
    const int32_t reach = clearance->margin;
    uint8_t *square = clearance->squares + wendi_clearance_index(clearance, x, y);
    if (clearance->is_round) {
        *square = *square == 0;
        wendi_clearance_rebuild(clearance, x - reach, y - reach, 2 * reach + 1, 2 * reach + 1);
    } else if (*square != 0) {
        if (!clearance->is_hex) {
            visit_squares(clearance, x, y, lower_square);
        }
        lower_discs(clearance, x, y);
    } else {
        remove_wall(clearance, x, y, square);
    }
}
