/* Corners of squares and hexes. Corners of hexes lie on a lattice of whole numbers, so that hexes that
 * share a corner share its coordinates. */
#include "world/grid/corners.h"

#include "wend/hex.h"
#include "world/cells/directions.h"
#include "world/cells/store.h"

wend_vec2 wendi_square_corner(const wend_grid *grid, int32_t x, int32_t y)
{
    return (wend_vec2){grid->origin.x + x * grid->cell_size, grid->origin.y + y * grid->cell_size};
}

/* In half cells along its line of hexes and in 1 / (2 root 3) across. */
wend_vec2 wendi_hex_corner(const wend_grid *grid, int32_t x, int32_t y, int32_t i)
{
    static const int8_t along[WENDI_HEX_EDGES] = {0, 1, 1, 0, -1, -1};
    static const int8_t across[WENDI_HEX_EDGES] = {-2, -1, 1, 2, 1, -1};
    const bool is_rows = wendi_hex_is_rows(grid->hex_layout);
    const int32_t moved = (int32_t)wendi_hex_is_shifted(grid->hex_layout, x, y);
    const int32_t k = is_rows ? i % WENDI_HEX_EDGES : WENDI_HEX_EDGES - 1 - i % WENDI_HEX_EDGES;
    const double a = 0.5 * (2 * (is_rows ? x : y) + 1 + moved + along[k]);
    const double c = 0.28867513459481287 * (3 * (is_rows ? y : x) + 2 + across[k]);
    return (wend_vec2){grid->origin.x + (is_rows ? a : c) * grid->cell_size,
                       grid->origin.y + (is_rows ? c : a) * grid->cell_size};
}

void wendi_hex_beyond_edge(const wend_grid *grid, int32_t x, int32_t y, int32_t i, int32_t *to_x,
                           int32_t *to_y)
{
    const wend_hex_layout layout = grid->hex_layout;
    const int32_t direction = wendi_hex_is_rows(layout) ? i + 1 : i;
    wend_hex_to_offset(layout, wend_hex_neighbour(wend_hex_from_offset(layout, x, y), direction),
                       to_x, to_y);
}
