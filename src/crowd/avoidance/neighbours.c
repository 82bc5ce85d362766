/* takes: bodies in the order of cells.
 * gives: those near each of them: all that are close, and those that come from afar.
 * cost:  the bodies in the cells around, some 20 to 60, of which about 16 are kept. */
#include "crowd/avoidance/kernels.h"

#include "base/math/clamp.h"

enum {
    NEAREST = 16, /* others kept, about */
    ENOUGH = 14   /* in the cells around: then no further cells are looked at */
};

/* ---- who is near ---- */

static uint32_t count_around(const wendi_body_grid *cells, uint32_t x, uint32_t y, int32_t around)
{
    uint32_t count = 0;
    for (int32_t row = -around; row <= around; ++row) {
        wendi_body_run runs[2];
        const uint32_t run_count = wendi_body_grid_row(cells, x, y, around, row, runs);
        for (uint32_t i = 0; i < run_count; ++i) {
            count += runs[i].end - runs[i].begin;
        }
    }
    return count;
}

/* Cells around that a distance reaches over. */
static int32_t cells_over(const wendi_body_grid *cells, float distance)
{
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_FIXED_POSITION_UNIT;
    const int32_t whole = (int32_t)(distance / size);
    return whole + ((float)whole * size < distance);
}

wendi_neighbour_range wendi_neighbour_range_contact(const wend_crowd *crowd, float contact)
{
    return (wendi_neighbour_range){cells_over(&crowd->cells, contact), contact * contact, false};
}

/* As few cells as have enough others; and the distance within which about NEAREST of them are. */
wendi_neighbour_range wendi_neighbour_range_ahead(const wend_crowd *crowd, uint32_t at,
                                                  float contact)
{
    const wendi_body_grid *cells = &crowd->cells;
    const wendi_workspace *w = &crowd->work;
    const float size = (float)((uint32_t)1 << cells->shift) * WENDI_FIXED_POSITION_UNIT;
    const float reach = (float)crowd->reach;
    const int32_t most = cells_over(cells, wendi_max_f32(reach, contact));
    const int32_t least = cells_over(cells, contact);
    int32_t n = most < 2 ? most : 2;
    n = n < least ? least : n;
    uint32_t count = count_around(cells, w->x[at], w->y[at], n);
    while (count < ENOUGH && n < most) {
        count = count_around(cells, w->x[at], w->y[at], ++n);
    }
    const float side = (float)(2 * n + 1) * size;
    const float full = wendi_min_f32((float)n * size, reach);
    float squared = full * full;
    if (count > ENOUGH) {
        squared =
            wendi_min_f32(squared, side * side * (float)NEAREST / (3.14159265F * (float)count));
    }
    return (wendi_neighbour_range){n, wendi_max_f32(squared, contact * contact), true};
}
