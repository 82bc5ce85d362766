/* Small maps of hexes. */
#ifndef TEST_UNIT_PATH_HEX_H
#define TEST_UNIT_PATH_HEX_H

#include "route/segment/segment.h"
#include "support/grids.h"
#include "support/test.h"

static inline wend_grid *grid_new(int32_t width, int32_t height, wend_hex_layout layout,
                                  wend_wrap wrap)
{
    wend_grid_def def = grids_def(width, height, 1);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = layout;
    def.wrap = wrap;
    def.cell_size = 2.0;
    def.origin = (wend_vec2){10.0, 20.0};
    return grids_make(def);
}

#define assert_near(got, expected) near((got), (expected), __LINE__)

static inline void near(double got, double expected, int line)
{
    if (!(got >= expected - 1e-4 && got <= expected + 1e-4)) {
        fail_msg("%s:%d: got %.12g, expected %.12g", __FILE__, line, got, expected);
    }
}

static const wend_hex_layout LAYOUTS[] = {WEND_HEX_ODD_ROWS, WEND_HEX_EVEN_ROWS,
                                          WEND_HEX_ODD_COLUMNS, WEND_HEX_EVEN_COLUMNS};

#endif
