/* takes: an area of a grid and a number of cells.
 * gives: the sectors that lie so near, around the map where it wraps.
 * cost:  constant time for each of them. */
#include "world/layers/compose.h"

/* Columns or rows of sectors. */
typedef struct sector_lines {
    uint32_t count;
    uint32_t at[16];
} sector_lines;

static void add_lines(const wend_grid *grid, sector_lines *lines, int32_t low, int32_t high)
{
    const uint32_t last = wendi_sector_along(grid, high);
    for (uint32_t i = wendi_sector_along(grid, low); i <= last; i++) {
        lines->at[lines->count++] = i;
    }
}

static sector_lines lines_between(const wend_grid *grid, int32_t low, int32_t high, int32_t side,
                                  bool wraps)
{
    sector_lines lines = {0, {0}};
    const bool is_low_out = low < 0;
    const bool is_high_out = high >= side;
    const int32_t around_low = low + side;
    const int32_t around_high = high - side;
    const int32_t inner_low = is_low_out ? 0 : low;
    const int32_t inner_high = is_high_out ? side - 1 : high;
    if (!wraps || (!is_low_out && !is_high_out)) {
        add_lines(grid, &lines, inner_low, inner_high);
        return lines;
    }
    /* Where the part that goes around meets the sectors of the other part, it is all lines. */
    const int32_t size = grid->sector_size;
    const bool is_all = (is_low_out && is_high_out) ||
                        (is_low_out && around_low / size <= inner_high / size) ||
                        (is_high_out && around_high / size >= inner_low / size);
    if (is_all) {
        add_lines(grid, &lines, 0, side - 1);
        return lines;
    }
    add_lines(grid, &lines, inner_low, inner_high);
    if (is_low_out) {
        add_lines(grid, &lines, around_low, side - 1);
    } else {
        add_lines(grid, &lines, 0, around_high);
    }
    return lines;
}

uint32_t wendi_sectors_within(const wend_grid *grid, wendi_cell_rect area, uint32_t reach,
                              uint32_t *sectors)
{
    const int32_t r = (int32_t)reach;
    const sector_lines columns = lines_between(grid, area.low_x - r, area.high_x + r, grid->width,
                                               (grid->wrap & WEND_WRAP_X) != 0);
    const sector_lines rows = lines_between(grid, area.low_y - r, area.high_y + r, grid->height,
                                            (grid->wrap & WEND_WRAP_Y) != 0);
    uint32_t count = 0;
    for (uint32_t y = 0; y < rows.count; y++) {
        for (uint32_t x = 0; x < columns.count; x++) {
            sectors[count++] = rows.at[y] * (uint32_t)grid->sectors_x + columns.at[x];
        }
    }
    return count;
}

wendi_cell_rect wendi_cell_rect_of_sector(const wendi_sector_rect *box)
{
    return (wendi_cell_rect){box->x, box->y, box->x + box->width - 1, box->y + box->height - 1};
}

wendi_cell_rect wendi_cell_rect_of_piece(const wendi_stamp_piece *piece)
{
    return (wendi_cell_rect){piece->low_x, piece->low_y, piece->high_x, piece->high_y};
}

wendi_sector_rect wendi_sector_rect_of(const wend_grid *grid, uint32_t sector)
{
    const wendi_patch all = {0, 0, grid->width, grid->height, NULL, 0, 0};
    return wendi_patch_sector_rect(grid, &all, sector % (uint32_t)grid->sectors_x,
                                   sector / (uint32_t)grid->sectors_x);
}
