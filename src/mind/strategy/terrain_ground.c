/* What an analysis computes of the cells themselves: distances to walls, walls around, heights, openness.
 * Cost: distances take for each cell the cells to its nearest wall in its row; openness 32 rays a sample;
 * the rest some passes over all cells. */
#include "mind/strategy/terrain_analysis.h"

#include "base/math/clamp.h"

#include <string.h>

enum { RAYS = 32, VIEW_MOST = 256 };

static const double TURN = 0x1.921fb54442d18p+2; /* two pi */

/* Runs a step for rows from the cursor on. */
typedef void (*row_fn)(const wend_terrain_analysis *t, terrain_result *r, int32_t y);

static wend_result for_rows(wend_terrain_analysis *t, uint64_t *steps, row_fn row)
{
    terrain_work *w = &t->work;
    terrain_result *r = &w->result;
    while ((int32_t)w->cursor < r->height) {
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        row(t, r, (int32_t)w->cursor++);
        *steps -= *steps < (uint64_t)r->width ? *steps : (uint64_t)r->width;
    }
    w->cursor = 0;
    return WEND_OK;
}

/* ---- distances ---- */

/* Cells to the nearest wall above in the column, the edge's included. */
static void down_row(const wend_terrain_analysis *t, terrain_result *r, int32_t y)
{
    (void)t;
    const size_t at = (size_t)y * (size_t)r->width;
    for (int32_t x = 0; x < r->width; x++) {
        const size_t i = at + (size_t)x;
        const uint32_t above = y == 0 ? 0 : r->labels[i - (size_t)r->width];
        r->labels[i] = r->open[i] != 0 ? above + 1 : 0;
    }
}

static void up_row(const wend_terrain_analysis *t, terrain_result *r, int32_t row)
{
    (void)t;
    const int32_t y = r->height - 1 - row;
    const size_t at = (size_t)y * (size_t)r->width;
    for (int32_t x = 0; x < r->width; x++) {
        const size_t i = at + (size_t)x;
        const uint32_t below = row == 0 ? 1 : r->labels[i + (size_t)r->width] + 1;
        r->labels[i] = r->labels[i] > below ? below : r->labels[i];
    }
}

/* From a centre to the nearest edge of a cell that many cells away, in half cells, squared. */
static uint32_t gap_square(uint32_t cells)
{
    return cells == 0 ? 0 : (2 * cells - 1) * (2 * cells - 1);
}

static void distance_row(const wend_terrain_analysis *t, terrain_result *r, int32_t y)
{
    (void)t;
    const uint32_t *columns = &r->labels[(size_t)y * (size_t)r->width];
    uint32_t *distances = &r->distances[(size_t)y * (size_t)r->width];
    for (int32_t x = 0; x < r->width; x++) {
        uint32_t best = gap_square(columns[x]);
        for (int32_t dx = 1; best > gap_square((uint32_t)dx); dx++) {
            const uint32_t beside = gap_square((uint32_t)dx);
            const uint32_t left = x - dx < 0 ? 0 : gap_square(columns[x - dx]);
            const uint32_t right = x + dx >= r->width ? 0 : gap_square(columns[x + dx]);
            const uint32_t least = beside + (left < right ? left : right);
            best = least < best ? least : best;
        }
        distances[x] = best;
    }
}

wend_result wendi_terrain_down(wend_terrain_analysis *t, uint64_t *steps)
{
    return for_rows(t, steps, down_row);
}

wend_result wendi_terrain_up(wend_terrain_analysis *t, uint64_t *steps)
{
    return for_rows(t, steps, up_row);
}

wend_result wendi_terrain_rows(wend_terrain_analysis *t, uint64_t *steps)
{
    return for_rows(t, steps, distance_row);
}

/* ---- walls around ---- */

static void walls_row(const wend_terrain_analysis *t, terrain_result *r, int32_t y)
{
    (void)t;
    const size_t stride = (size_t)r->width + 1;
    const uint32_t *above = &r->walls[(size_t)y * stride];
    uint32_t *row = &r->walls[((size_t)y + 1) * stride];
    uint32_t sum = 0;
    row[0] = 0;
    for (int32_t x = 0; x < r->width; x++) {
        sum += r->open[(size_t)y * (size_t)r->width + (size_t)x] == 0 ? 1 : 0;
        row[x + 1] = above[x + 1] + sum;
    }
}

wend_result wendi_terrain_walls(wend_terrain_analysis *t, uint64_t *steps)
{
    return for_rows(t, steps, walls_row);
}

/* ---- heights ---- */

/* Sums over the open cells above and left of each corner. */
typedef struct height_sums {
    double *heights; /* [height + 1][width + 1] */
    uint32_t *cells;
    size_t stride;
} height_sums;

static void sum_heights(const terrain_result *r, height_sums *s)
{
    for (int32_t y = 0; y < r->height; y++) {
        double height = 0;
        uint32_t cells = 0;
        for (int32_t x = 0; x < r->width; x++) {
            const size_t i = (size_t)y * (size_t)r->width + (size_t)x;
            const size_t to = ((size_t)y + 1) * s->stride + (size_t)x + 1;
            if (r->open[i] != 0) {
                height += (double)r->heights[i];
                cells++;
            }
            s->heights[to] = s->heights[to - s->stride] + height;
            s->cells[to] = s->cells[to - s->stride] + cells;
        }
    }
}

static int32_t cells_of(double metres, double cell_size, int32_t most)
{
    const double cells = metres / cell_size;
    return cells < (double)most ? (int32_t)cells : most;
}

static void find_advantages(const terrain_rules *rules, terrain_result *r, const height_sums *s)
{
    const int32_t reach = cells_of(rules->height_radius, r->cell_size, 2 * r->width + r->height);
    for (int32_t y = 0; y < r->height; y++) {
        for (int32_t x = 0; x < r->width; x++) {
            const size_t i = (size_t)y * (size_t)r->width + (size_t)x;
            const size_t x0 = (size_t)wendi_max_i64(x - reach, 0);
            const size_t y0 = (size_t)wendi_max_i64(y - reach, 0);
            const size_t x1 = (size_t)wendi_min_i64((int64_t)x + reach + 1, r->width);
            const size_t y1 = (size_t)wendi_min_i64((int64_t)y + reach + 1, r->height);
            const size_t a = y0 * s->stride + x0, b = y0 * s->stride + x1;
            const size_t c = y1 * s->stride + x0, d = y1 * s->stride + x1;
            const uint32_t cells = s->cells[d] - s->cells[b] - s->cells[c] + s->cells[a];
            const double sum = s->heights[d] - s->heights[b] - s->heights[c] + s->heights[a];
            r->advantages[i] =
                r->open[i] != 0 ? (float)((double)r->heights[i] - sum / (double)cells) : 0;
        }
    }
}

/* The piece of high ground around a cell, by the queue. */
static wend_terrain_high_ground collect_high(wend_terrain_analysis *t, uint32_t from,
                                             uint32_t *count)
{
    terrain_work *w = &t->work;
    terrain_result *r = &w->result;
    const float least = (float)t->rules.height_advantage;
    uint32_t best = from;
    *count = 0;
    w->queue[(*count)++] = from;
    w->marks[from] = 1;
    for (uint32_t head = 0; head < *count; head++) {
        const uint32_t cell = w->queue[head];
        const int32_t x = (int32_t)(cell % (uint32_t)r->width);
        const int32_t y = (int32_t)(cell / (uint32_t)r->width);
        if (r->advantages[cell] > r->advantages[best] ||
            (cell < best && r->advantages[cell] >= r->advantages[best])) {
            best = cell;
        }
        for (int32_t k = 0; k < 9; k++) {
            const int32_t nx = x + k % 3 - 1, ny = y + k / 3 - 1;
            if (nx < 0 || ny < 0 || nx >= r->width || ny >= r->height) {
                continue;
            }
            const uint32_t next = (uint32_t)ny * (uint32_t)r->width + (uint32_t)nx;
            if (r->open[next] != 0 && r->advantages[next] >= least && w->marks[next] == 0) {
                w->marks[next] = 1;
                w->queue[(*count)++] = next;
            }
        }
    }
    return (wend_terrain_high_ground){wendi_terrain_centre(r, best), (double)r->advantages[best],
                                      (double)*count * r->cell_size * r->cell_size};
}

static bool add_high(terrain_result *r, const wend_allocator *a, wend_terrain_high_ground high)
{
    if (r->high_count == r->high_capacity) {
        const uint32_t capacity = r->high_capacity == 0 ? 8 : 2 * r->high_capacity;
        wend_terrain_high_ground *highs =
            wendi_resize_items(a, r->highs, r->high_capacity, capacity, sizeof *highs);
        if (highs == NULL) {
            return false;
        }
        r->highs = highs;
        r->high_capacity = capacity;
    }
    r->highs[r->high_count++] = high;
    return true;
}

static bool find_high_ground(wend_terrain_analysis *t)
{
    terrain_result *r = &t->work.result;
    const size_t cells = wendi_terrain_cells(r);
    const float least = (float)t->rules.height_advantage;
    for (size_t i = 0; i < cells; i++) {
        uint32_t count;
        if (r->open[i] == 0 || r->advantages[i] < least || t->work.marks[i] != 0) {
            continue;
        }
        const wend_terrain_high_ground high = collect_high(t, (uint32_t)i, &count);
        if (high.area >= t->rules.min_area && !add_high(r, &t->allocator, high)) {
            return false;
        }
    }
    memset(t->work.marks, 0, cells * sizeof *t->work.marks);
    return true;
}

wend_result wendi_terrain_heights(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_result *r = &t->work.result;
    const size_t cells = wendi_terrain_cells(r);
    if (r->heights == NULL) {
        return WEND_OK;
    }
    if (*steps == 0) {
        return WEND_IN_PROGRESS;
    }
    height_sums s = {.stride = (size_t)r->width + 1};
    const size_t corners = s.stride * ((size_t)r->height + 1);
    s.heights = wendi_alloc_items_zero(&t->allocator, corners, sizeof *s.heights);
    s.cells = wendi_alloc_items_zero(&t->allocator, corners, sizeof *s.cells);
    bool is_done = s.heights != NULL && s.cells != NULL;
    if (is_done) {
        sum_heights(r, &s);
        find_advantages(&t->rules, r, &s);
        is_done = find_high_ground(t);
    }
    wendi_free(&t->allocator, s.heights, corners * sizeof *s.heights);
    wendi_free(&t->allocator, s.cells, corners * sizeof *s.cells);
    *steps -= *steps < 2 * cells ? *steps : 2 * cells;
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- openness ---- */

/* Cells that a ray passes, straight through their grid. */
typedef struct ray_walk {
    const terrain_result *r;
    int32_t x, y, step_x, step_y;
    double next_x, next_y, width_x, width_y; /* along the ray, in cells */
} ray_walk;

static bool is_seen_through(const terrain_result *r, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < r->width && y < r->height &&
           r->open[(size_t)y * (size_t)r->width + (size_t)x] != 0;
}

/* How far a ray from a cell's centre gets, in cells, at most `reach`. */
static double ray_length(const terrain_result *r, int32_t x, int32_t y, double cos_angle,
                         double sin_angle, double reach)
{
    const double never = 4 * (double)VIEW_MOST;
    const double size_x = cos_angle < 0 ? -cos_angle : cos_angle;
    const double size_y = sin_angle < 0 ? -sin_angle : sin_angle;
    ray_walk w = {r,     x,     y,    cos_angle < 0 ? -1 : 1, sin_angle < 0 ? -1 : 1, never,
                  never, never, never};
    if (size_x > 1e-9) {
        w.width_x = 1 / size_x;
        w.next_x = 0.5 / size_x;
    }
    if (size_y > 1e-9) {
        w.width_y = 1 / size_y;
        w.next_y = 0.5 / size_y;
    }
    for (;;) {
        const bool is_x = w.next_x < w.next_y;
        const double at = is_x ? w.next_x : w.next_y;
        if (at >= reach) {
            return reach;
        }
        w.x += is_x ? w.step_x : 0;
        w.y += is_x ? 0 : w.step_y;
        w.next_x += is_x ? w.width_x : 0;
        w.next_y += is_x ? 0 : w.width_y;
        if (!is_seen_through(r, w.x, w.y)) {
            return at;
        }
    }
}

/* The open cell of a sample nearest to its middle; false: none. */
static bool sample_cell(const terrain_result *r, int32_t sample, int32_t stride, int32_t *x,
                        int32_t *y)
{
    const int32_t x0 = sample % r->samples_x * stride, y0 = sample / r->samples_x * stride;
    int64_t best = INT64_MAX;
    for (int32_t row = y0; row < y0 + stride && row < r->height; row++) {
        for (int32_t column = x0; column < x0 + stride && column < r->width; column++) {
            const int64_t dx = 2 * (column - x0) + 1 - stride, dy = 2 * (row - y0) + 1 - stride;
            if (r->open[(size_t)row * (size_t)r->width + (size_t)column] != 0 &&
                dx * dx + dy * dy < best) {
                best = dx * dx + dy * dy;
                *x = column;
                *y = row;
            }
        }
    }
    return best != INT64_MAX;
}

wend_result wendi_terrain_openness(wend_terrain_analysis *t, uint64_t *steps)
{
    terrain_work *w = &t->work;
    terrain_result *r = &w->result;
    double cosines[RAYS], sines[RAYS];
    if (r->openness == NULL) {
        return WEND_OK;
    }
    /* In cells; not 0 for the smallest radii either, by which lengths are divided. */
    const double least = 1.0 / 65536;
    const double reach = wendi_clamp(t->rules.view_radius / r->cell_size, least, (double)VIEW_MOST);
    for (int32_t i = 0; i < RAYS; i++) { /* between the axes and diagonals, where corners lie */
        cosines[i] = wend_cos(TURN * ((double)i + 0.5) / (double)RAYS);
        sines[i] = wend_sin(TURN * ((double)i + 0.5) / (double)RAYS);
    }
    while ((int32_t)w->cursor < r->samples_x * r->samples_y) {
        int32_t x = 0, y = 0;
        double sum = 0;
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const bool is_open = sample_cell(r, (int32_t)w->cursor, t->rules.view_stride, &x, &y);
        for (int32_t i = 0; is_open && i < RAYS; i++) {
            const double length = ray_length(r, x, y, cosines[i], sines[i], reach) / reach;
            sum += length * length;
        }
        r->openness[w->cursor++] = (uint16_t)(sum / (double)RAYS * 65535 + 0.5);
        *steps -= *steps < RAYS ? *steps : RAYS;
    }
    w->cursor = 0;
    return WEND_OK;
}
