/* Maps drawn as text, and their islands. */
#ifndef TEST_UNIT_ISLANDS_H
#define TEST_UNIT_ISLANDS_H

#include "support/grids.h"
#include "support/test.h"
#include "wend/islands.h"
#include "world/derived/islands.h"

/* ---- worlds ---- */

/* A grid from rows of text: '#' is a wall. */
static inline wend_grid *draw_grid(wend_grid_def def, const char *const *rows)
{
    int32_t height = 0;
    while (rows[height] != NULL) {
        ++height;
    }
    return grids_drawn(def, rows, height);
}

static inline wend_islands *make_islands(const wend_grid *grid)
{
    wend_islands_def def = wend_islands_def_default();
    def.grid = grid;
    wend_islands *islands;
    assert_int_equal(wend_islands_create(&def, &islands), WEND_OK);
    return islands;
}

static inline void update(wend_islands *islands)
{
    assert_int_equal(wend_islands_update(islands), WEND_OK);
    assert_true(wend_islands_is_fresh(islands));
}

#endif
