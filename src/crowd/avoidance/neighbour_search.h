/* The search for neighbours, as a template. A kernel includes it after it has
 * defined, for its processor,
 *
 *    test_run(work, at, run, reach, others)          keeps the bodies within reach
 *    test_short_run(work, at, run, reach, others)    the same for eight or fewer, without a response
 *    test_run_ahead(work, strip, run, others)        keeps oncoming bodies within a strip
 *    strip_columns_of(rows, strip, row, out)         columns of that row and the next few
 *    count_near(work, at, run, squared)              how many of eight or fewer are near
 *
 * In a dense crowd the nearest neighbours move the same way. Oncoming bodies are found in a strip
 * ahead, far enough for lanes to form before crowds meet. */
#ifndef WENDI_CROWD_AVOIDANCE_NEIGHBOUR_SEARCH_H
#define WENDI_CROWD_AVOIDANCE_NEIGHBOUR_SEARCH_H

#include "crowd/avoidance/strip.h"

static inline int32_t whole_cells(float metres, float per_metre)
{
    const float cells = metres * per_metre;
    const int32_t whole = (int32_t)cells;
    return cells < (float)whole ? whole - 1 : whole;
}

static inline int32_t least_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t most_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* All cells. The compiler knows the number of rounds where `cells` is constant. */
static inline void find_in_cells(const wend_crowd *crowd, uint32_t at,
                                 const wendi_neighbour_range *reach, wendi_neighbours *others)
{
    const wendi_workspace *w = &crowd->work;
    others->count = 0;
    for (int32_t row = -reach->cells; row <= reach->cells; ++row) {
        wendi_body_run runs[2];
        const uint32_t count =
            wendi_body_grid_row(&crowd->cells, w->x[at], w->y[at], reach->cells, row, runs);
        for (uint32_t i = 0; i < count; ++i) {
            test_run(w, at, runs[i], reach, others);
        }
    }
}

/* The nine cells around a body as three runs. @return false where they are not, or where a run is
 * longer than the lanes. */
static inline bool short_rows(const wend_crowd *crowd, uint32_t at, wendi_body_run rows[3])
{
    const wendi_workspace *w = &crowd->work;
    const wendi_body_grid *cells = &crowd->cells;
    const uint32_t column = w->x[at] >> cells->shift & (cells->columns - 1);
    const uint32_t row = w->y[at] >> cells->shift;
    if (column - 1 >= cells->columns - 2) {
        return false;
    }
    uint32_t longest = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        const uint32_t *starts =
            cells->starts + ((row + i - 1) & (cells->rows - 1)) * cells->columns + column;
        rows[i] = (wendi_body_run){starts[-1], starts[2]};
        const uint32_t length = rows[i].end - rows[i].begin;
        longest = length > longest ? length : longest;
    }
    return longest <= WENDI_NEIGHBOUR_LANES;
}

/* No branch before all nine cells are read: most bodies are alone. */
static bool is_alone(const wend_crowd *crowd, uint32_t at, float squared)
{
    wendi_body_run rows[3];
    if (!short_rows(crowd, at, rows)) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        count += count_near(&crowd->work, at, rows[i], squared);
    }
    return count == 1; /* the body itself */
}

/* The cells next to it. */
static void find_adjacent(const wend_crowd *crowd, uint32_t at, const wendi_neighbour_range *reach,
                          wendi_neighbours *others)
{
    wendi_body_run rows[3];
    if (!short_rows(crowd, at, rows)) {
        find_in_cells(crowd, at, reach, others);
        return;
    }
    others->count = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        test_short_run(&crowd->work, at, rows[i], reach, others);
    }
}

/* Leaves out cells that are entirely out of reach. */
static void find_within(const wend_crowd *crowd, uint32_t at, const wendi_neighbour_range *reach,
                        wendi_neighbours *others)
{
    const wendi_workspace *w = &crowd->work;
    const wendi_body_grid *cells = &crowd->cells;
    const float per = 65536.0F / (float)((uint32_t)1 << cells->shift);
    const float far = sqrtf(reach->squared) + 1e-3F;
    const float x = within_cell(cells, w->x[at]);
    const float y = within_cell(cells, w->y[at]);
    const int32_t low = most_of(whole_cells(x - far, per), -reach->cells);
    const int32_t high = least_of(whole_cells(x + far, per), reach->cells);
    const int32_t last = least_of(whole_cells(y + far, per), reach->cells);
    others->count = 0;
    for (int32_t row = most_of(whole_cells(y - far, per), -reach->cells); row <= last; ++row) {
        wendi_body_run runs[2];
        const uint32_t count =
            wendi_body_grid_span(cells, w->x[at], w->y[at], row, low, high, runs);
        for (uint32_t i = 0; i < count; ++i) {
            test_run(w, at, runs[i], reach, others);
        }
    }
}

static void find_near(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach,
                      wendi_neighbours *others)
{
    /* Most searches are one of these two: compilers unroll their rows. */
    const wendi_neighbour_range next_to = {1, reach.squared, false};
    const wendi_neighbour_range two_around = {2, reach.squared, true};
    if (reach.cells == 1 && !reach.responds) {
        find_adjacent(crowd, at, &next_to, others);
    } else if (reach.cells == 2 && reach.responds) {
        find_in_cells(crowd, at, &two_around, others);
    } else {
        find_within(crowd, at, &reach, others);
    }
}

static void find_ahead(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach,
                       wendi_neighbours *others)
{
    const view_strip s = strip_of(crowd, at, reach);
    if (s.near >= s.far || s.dir_x * s.dir_x + s.dir_y * s.dir_y < 0.5F) {
        return;
    }
    const view_strip_rows rows = strip_rows_of(crowd, &s);
    view_strip_columns columns;
    for (int32_t row = rows.first; row <= rows.last; ++row) {
        const int32_t i = (row - rows.first) % STRIP_ROWS;
        if (i == 0) {
            strip_columns_of(&rows, &s, row, &columns);
        }
        if (columns.to[i] < columns.from[i]) {
            continue;
        }
        wendi_body_run runs[2];
        const uint32_t count = wendi_body_grid_span(&crowd->cells, s.x, s.y, row, columns.from[i],
                                                    columns.to[i], runs);
        for (uint32_t k = 0; k < count; ++k) {
            test_run_ahead(&crowd->work, &s, runs[k], others);
        }
    }
}

#endif
