/* A model of a grid with stamps, gradients and overlays, and random edits of both. */
#ifndef TEST_PROPERTY_STAMPS_MODEL_H
#define TEST_PROPERTY_STAMPS_MODEL_H

#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/hex.h"
#include "world/layers/compose.h"

#include <string.h>

enum {
    SIDE_MAX = 40,
    CELLS_MAX = SIDE_MAX * SIDE_MAX,
    CLASSES_MAX = 3,
    STAMPS_MAX = 24,
    OVERLAYS = 3,
    SHAPE_MAX = 14,
    EDITS = 100,
    SECTORS_MAX = 25
};

typedef struct model_stamp {
    wend_stamp_id id;
    uint8_t costs[CLASSES_MAX][CELLS_MAX];
} model_stamp;

typedef struct model_overlay {
    wend_overlay_id id; /* index1 0: none */
    uint32_t class_mask, keep, most;
    uint32_t values[CELLS_MAX];
} model_overlay;

typedef struct model {
    wend_grid_def def;
    int32_t width, height;
    uint32_t class_count;
    uint8_t ground[CLASSES_MAX][CELLS_MAX];
    uint8_t seen[CLASSES_MAX][CELLS_MAX];
    uint8_t before[CLASSES_MAX][CELLS_MAX]; /* Seen before the last edit. */
    model_stamp stamps[STAMPS_MAX];         /* In the order they were placed. */
    uint32_t stamp_count;
    wend_stamp_id lifted; /* A stale id. */
    model_overlay overlays[OVERLAYS];
    uint8_t gradients[CLASSES_MAX][WEND_GRADIENT_MAX];
    uint32_t gradient_counts[CLASSES_MAX];
} model;

typedef struct dice {
    uint64_t seed;
    uint64_t tick;
} dice;

static inline int32_t roll(dice *d, int32_t low, int32_t high)
{
    const uint32_t span = (uint32_t)(high - low + 1);
    return low + (int32_t)wend_random_below(d->seed, 0, d->tick++, span);
}

static inline bool is_hex(const model *m)
{
    return m->def.neighbours == WEND_NEIGHBOURS_6;
}

/* ---- the model: cells ---- */

/* Around the map where it wraps. @return the cell, -1 outside. */
static inline int32_t cell_of(const model *m, int32_t x, int32_t y)
{
    if ((m->def.wrap & WEND_WRAP_X) != 0) {
        x = (x % m->width + m->width) % m->width;
    }
    if ((m->def.wrap & WEND_WRAP_Y) != 0) {
        y = (y % m->height + m->height) % m->height;
    }
    return x < 0 || y < 0 || x >= m->width || y >= m->height ? -1 : y * m->width + x;
}

/* Neighbour number 0 ... 7 (hexes: 5); the cell, or -1 outside. */
static inline int32_t neighbour_of(const model *m, int32_t x, int32_t y, int32_t number)
{
    if (is_hex(m)) {
        const wend_hex hex = wend_hex_from_offset(m->def.hex_layout, x, y);
        wend_hex_to_offset(m->def.hex_layout, wend_hex_neighbour(hex, number), &x, &y);
        return cell_of(m, x, y);
    }
    static const int32_t steps[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                        {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
    return cell_of(m, x + steps[number][0], y + steps[number][1]);
}

/* ---- the model: what is seen ---- */

static inline void add_gradient(const model *m, uint32_t c, uint8_t *costs)
{
    uint8_t distance[CELLS_MAX]; /* 0: wall, 255: not reached */
    for (int32_t i = 0; i < m->width * m->height; i++) {
        distance[i] = costs[i] == WEND_COST_WALL ? 0 : 255;
    }
    for (uint32_t k = 1; k <= m->gradient_counts[c]; k++) {
        for (int32_t i = 0; i < m->width * m->height; i++) {
            for (int32_t n = 0; n < (is_hex(m) ? 6 : 8) && distance[i] > k; n++) {
                const int32_t other = neighbour_of(m, i % m->width, i / m->width, n);
                const uint32_t there = other < 0 ? 0 : distance[other];
                distance[i] = there == k - 1 ? (uint8_t)k : distance[i];
            }
        }
    }
    for (int32_t i = 0; i < m->width * m->height; i++) {
        if (distance[i] != 0 && distance[i] != 255) {
            const uint32_t sum = costs[i] + (uint32_t)m->gradients[c][distance[i] - 1];
            costs[i] = (uint8_t)(sum > 254 ? 254 : sum);
        }
    }
}

static inline void see(model *m)
{
    memcpy(m->before, m->seen, sizeof m->before);
    for (uint32_t c = 0; c < m->class_count; c++) {
        uint8_t *costs = m->seen[c];
        memcpy(costs, m->ground[c], sizeof m->ground[c]);
        for (uint32_t s = 0; s < m->stamp_count; s++) {
            for (int32_t i = 0; i < m->width * m->height; i++) {
                const uint8_t cost = m->stamps[s].costs[c][i];
                costs[i] = cost != 0 ? cost : costs[i];
            }
        }
        if (m->gradient_counts[c] > 0) {
            add_gradient(m, c, costs);
        }
        for (uint32_t o = 0; o < OVERLAYS; o++) {
            const model_overlay *overlay = &m->overlays[o];
            for (int32_t i = 0; i < m->width * m->height && overlay->id.index1 != 0 &&
                                (overlay->class_mask >> c & 1) != 0;
                 i++) {
                const uint32_t sum = costs[i] + overlay->values[i] / 256;
                costs[i] = costs[i] == 255 ? 255 : (uint8_t)(sum > 254 ? 254 : sum);
            }
        }
    }
}

/* ---- making ---- */

static inline wend_grid *make(model *m, dice *d)
{
    memset(m, 0, sizeof *m);
    const wend_neighbours kinds[] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6, WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = roll(d, 1, roll(d, 0, 3) == 0 ? 6 : SIDE_MAX);
    def.height = roll(d, 1, roll(d, 0, 3) == 0 ? 6 : SIDE_MAX);
    def.neighbours = kinds[roll(d, 0, 2)];
    def.wrap = (wend_wrap)roll(d, 0, 3);
    if (def.neighbours == WEND_NEIGHBOURS_6) {
        def.hex_layout = (wend_hex_layout)roll(d, 0, 3);
        def.width += def.width & 1;
        def.height += def.height & 1;
    }
    def.sector_size = roll(d, 8, 32);
    def.class_count = roll(d, 1, CLASSES_MAX);
    def.cost = (uint8_t)(roll(d, 0, 4) == 0 ? roll(d, 1, 255) : 1);
    m->def = def;
    m->width = def.width;
    m->height = def.height;
    m->class_count = (uint32_t)def.class_count;
    memset(m->ground, def.cost, sizeof m->ground);
    memset(m->seen, def.cost, sizeof m->seen);
    return grids_make(def);
}

/* ---- edits of ground ---- */

static inline uint8_t roll_cost(dice *d)
{
    const uint8_t common[] = {1, 1, 7, WEND_COST_WALL, 250};
    return roll(d, 0, 9) == 0 ? (uint8_t)roll(d, 1, 255) : common[roll(d, 0, 4)];
}

static inline uint32_t roll_class(dice *d, const model *m)
{
    return roll(d, 0, 3) == 0 ? WEND_CLASS_ALL : (uint32_t)roll(d, 0, (int32_t)m->class_count - 1);
}

static inline void set_ground(model *m, uint32_t movement_class, int32_t x, int32_t y, uint8_t cost)
{
    for (uint32_t c = 0; c < m->class_count; c++) {
        if (movement_class == WEND_CLASS_ALL || movement_class == c) {
            m->ground[c][y * m->width + x] = cost;
        }
    }
}

static inline bool edit_ground(wend_grid *grid, model *m, dice *d)
{
    const uint32_t c = roll_class(d, m);
    const int32_t x = roll(d, 0, m->width - 1);
    const int32_t y = roll(d, 0, m->height - 1);
    const bool is_large = roll(d, 0, 3) == 0;
    const int32_t width = is_large ? roll(d, 0, m->width - x) : 1;
    const int32_t height = is_large ? roll(d, 0, m->height - y) : 1;
    const bool is_even = roll(d, 0, 1) == 0;
    uint8_t costs[CELLS_MAX];
    const uint8_t cost = roll_cost(d);
    for (int32_t i = 0; i < width * height; i++) {
        costs[i] = is_even ? cost : roll_cost(d);
        set_ground(m, c, x + i % width, y + i / width, costs[i]);
    }
    if (is_even) {
        return wend_grid_fill(grid, c, x, y, width, height, cost) == WEND_OK;
    }
    return wend_grid_set_costs(grid, c, x, y, width, height, costs, (size_t)width) == WEND_OK;
}

/* ---- stamps ---- */

/* The cell of the model for cell i, j of a shape; -1 outside. */
static inline int32_t model_place(const model *m, const wend_stamp_def *def, int32_t i, int32_t j)
{
    if (is_hex(m)) {
        const wend_hex_layout layout = m->def.hex_layout;
        const wend_hex zero = {0, 0};
        const wend_hex anchor = wend_hex_from_offset(layout, def->x, def->y);
        wend_hex hex = wend_hex_from_offset(layout, i, j);
        hex = def->is_mirrored ? wend_hex_reflect(hex, zero, 0) : hex;
        hex = wend_hex_rotate(hex, zero, def->quarter_turns);
        int32_t x;
        int32_t y;
        wend_hex_to_offset(layout, (wend_hex){anchor.q + hex.q, anchor.r + hex.r}, &x, &y);
        return cell_of(m, x, y);
    }
    int32_t x = def->is_mirrored ? def->width - 1 - i : i;
    int32_t y = j;
    for (int32_t turn = 0; turn < def->quarter_turns; turn++) {
        const int32_t old_x = x;
        x = -y;
        y = old_x;
    }
    return cell_of(m, def->x + x, def->y + y);
}

static inline uint8_t shape_cost(const wend_stamp_def *def, uint32_t c, int32_t cell)
{
    const int32_t layer = def->layer_count == 1 ? 0 : (int32_t)c;
    return def->costs[layer * def->width * def->height + cell];
}

/* @return can it be placed? */
static inline bool model_stamp_of(const model *m, const wend_stamp_def *def, model_stamp *stamp,
                                  bool *is_open)
{
    memset(stamp, 0, sizeof *stamp);
    bool has_any = false;
    *is_open = true;
    for (int32_t i = 0; i < def->width * def->height; i++) {
        for (uint32_t c = 0; c < m->class_count; c++) {
            const uint8_t cost = shape_cost(def, c, i);
            const int32_t cell = model_place(m, def, i % def->width, i / def->width);
            if (cost == 0) {
                continue;
            }
            if (cell < 0) {
                return false;
            }
            has_any = true;
            stamp->costs[c][cell] = cost;
            *is_open &= m->seen[0][cell] != WEND_COST_WALL;
        }
    }
    return has_any;
}

static inline void roll_shape(dice *d, const model *m, wend_stamp_def *def, uint8_t *costs)
{
    *def = wend_stamp_def_default();
    def->x = roll(d, -3, m->width + 2);
    def->y = roll(d, -3, m->height + 2);
    def->width = roll(d, 1, roll(d, 0, 2) == 0 ? SHAPE_MAX : 4);
    def->height = roll(d, 1, roll(d, 0, 2) == 0 ? SHAPE_MAX : 4);
    def->layer_count = roll(d, 0, 1) == 0 ? 1 : (int32_t)m->class_count;
    def->quarter_turns = roll(d, 0, is_hex(m) ? 5 : 3);
    def->is_mirrored = roll(d, 0, 1) == 0;
    def->costs = costs;
    const int32_t kind = roll(d, 0, 3);
    for (int32_t i = 0; i < def->width * def->height * def->layer_count; i++) {
        costs[i] = kind == 0 ? WEND_COST_WALL : roll(d, 0, 2) == 0 ? 0 : roll_cost(d);
    }
}

static inline bool edit_place(wend_grid *grid, model *m, dice *d)
{
    uint8_t costs[SHAPE_MAX * SHAPE_MAX * CLASSES_MAX];
    wend_stamp_def def;
    wend_message message;
    wend_stamp_id id;
    if (m->stamp_count == STAMPS_MAX) {
        return true;
    }
    roll_shape(d, m, &def, costs);
    model_stamp *stamp = &m->stamps[m->stamp_count];
    bool is_open;
    const bool can_place = model_stamp_of(m, &def, stamp, &is_open);
    if (wend_grid_can_add_stamp(grid, &def, false, 0) != can_place ||
        (can_place && wend_grid_can_add_stamp(grid, &def, true, 0) != is_open)) {
        return false;
    }
    const wend_result result = wend_grid_add_stamp(grid, &def, &id, &message);
    stamp->id = id;
    m->stamp_count += can_place ? 1 : 0;
    return result == (can_place ? WEND_OK : WEND_ERROR_ARGUMENT) && (id.index1 != 0) == can_place;
}

static inline bool edit_lift(wend_grid *grid, model *m, dice *d)
{
    if (m->lifted.index1 != 0 && wend_grid_remove_stamp(grid, m->lifted) != WEND_ERROR_STALE) {
        return false;
    }
    if (m->stamp_count == 0) {
        return true;
    }
    const uint32_t i = (uint32_t)roll(d, 0, (int32_t)m->stamp_count - 1);
    m->lifted = m->stamps[i].id;
    m->stamp_count--;
    memmove(&m->stamps[i], &m->stamps[i + 1], (m->stamp_count - i) * sizeof m->stamps[0]);
    return wend_grid_remove_stamp(grid, m->lifted) == WEND_OK;
}

/* ---- gradients and overlays ---- */

static inline bool edit_gradient(wend_grid *grid, model *m, dice *d)
{
    const uint32_t movement_class = roll_class(d, m);
    uint8_t additions[WEND_GRADIENT_MAX] = {0};
    const int32_t count = roll(d, 0, roll(d, 0, 5) == 0 ? WEND_GRADIENT_MAX : 3);
    for (int32_t i = 0; i < count; i++) {
        additions[i] = (uint8_t)(roll(d, 0, 2) == 0 ? 0 : roll(d, 1, 40));
    }
    for (uint32_t c = 0; c < m->class_count; c++) {
        if (movement_class == WEND_CLASS_ALL || movement_class == c) {
            m->gradient_counts[c] = (uint32_t)count;
            memcpy(m->gradients[c], additions, sizeof additions);
        }
    }
    return wend_grid_set_gradient(grid, movement_class, additions, (size_t)count) == WEND_OK;
}

static inline bool edit_overlay(wend_grid *grid, model *m, dice *d)
{
    model_overlay *overlay = &m->overlays[roll(d, 0, OVERLAYS - 1)];
    if (overlay->id.index1 != 0) {
        const wend_overlay_id id = overlay->id;
        overlay->id.index1 = 0;
        return wend_grid_remove_overlay(grid, id) == WEND_OK &&
               wend_grid_remove_overlay(grid, id) == WEND_ERROR_STALE;
    }
    const double keeps[] = {0.0, 0.5, 0.9, 0.999, 1.0};
    const uint32_t keep_bits[] = {0, 32768, 58982, 65470, 65536};
    const int32_t k = roll(d, 0, 4);
    wend_overlay_def def = wend_overlay_def_default();
    def.class_mask = roll(d, 0, 1) == 0 ? UINT32_MAX : (uint32_t)roll(d, 0, 7);
    def.keep = keeps[k];
    def.max_value = roll(d, 0, 1) == 0 ? 64 * 256 : (uint32_t)roll(d, 1, 65535);
    memset(overlay, 0, sizeof *overlay);
    overlay->class_mask = def.class_mask;
    overlay->keep = keep_bits[k];
    overlay->most = def.max_value;
    return wend_grid_add_overlay(grid, &def, &overlay->id, NULL) == WEND_OK;
}

static inline void model_add(model_overlay *overlay, int32_t cell, int32_t amount)
{
    const int64_t sum = (int64_t)overlay->values[cell] + amount;
    overlay->values[cell] = (uint32_t)(sum < 0                        ? 0
                                       : sum > (int64_t)overlay->most ? overlay->most
                                                                      : sum);
}

static inline int32_t roll_amount(dice *d)
{
    const int32_t common[] = {1, 256, 3000, -256, -70000, INT32_MAX, INT32_MIN};
    return roll(d, 0, 1) == 0 ? common[roll(d, 0, 6)] : roll(d, -2000, 5000);
}

static inline bool add_rect(wend_grid *grid, model *m, model_overlay *overlay, dice *d)
{
    const int32_t x = roll(d, 0, m->width - 1);
    const int32_t y = roll(d, 0, m->height - 1);
    const int32_t width = roll(d, 0, m->width - x);
    const int32_t height = roll(d, 0, m->height - y);
    const int32_t amount = roll_amount(d);
    for (int32_t i = 0; i < width * height; i++) {
        model_add(overlay, (y + i / width) * m->width + x + i % width, amount);
    }
    return wend_grid_overlay_add_rect(grid, overlay->id, x, y, width, height, amount) == WEND_OK;
}

/* True if an image of the cell's centre is within the radius. */
static inline bool is_in_disc(const wend_grid *grid, const model *m, int32_t cell, wend_vec2 centre,
                              double radius)
{
    const wend_vec2 at = wend_grid_position(grid, (wend_node)cell);
    const bool is_rows = m->def.hex_layout <= WEND_HEX_EVEN_ROWS;
    const double period_x = m->width * (is_hex(m) && !is_rows ? 0.8660254037844386 : 1.0);
    const double period_y = m->height * (is_hex(m) && is_rows ? 0.8660254037844386 : 1.0);
    const int32_t images_x = (m->def.wrap & WEND_WRAP_X) != 0 ? 40 : 0;
    const int32_t images_y = (m->def.wrap & WEND_WRAP_Y) != 0 ? 40 : 0;
    for (int32_t i = -images_x; i <= images_x; i++) {
        for (int32_t j = -images_y; j <= images_y; j++) {
            const double dx = at.x + i * period_x - centre.x;
            const double dy = at.y + j * period_y - centre.y;
            if (dx * dx + dy * dy <= radius * radius) {
                return true;
            }
        }
    }
    return false;
}

static inline bool add_disc(wend_grid *grid, model *m, model_overlay *overlay, dice *d)
{
    /* Of such numbers that no centre lies just on the border. */
    const wend_vec2 centre = {roll(d, -3000, m->width * 1000 + 3000) * 0.0010013,
                              roll(d, -3000, m->height * 1000 + 3000) * 0.0010017};
    const double radius = roll(d, 0, 4) == 0 ? 0.0 : roll(d, 1, 8000) * 0.0010011;
    const int32_t amount = roll_amount(d);
    const wend_node node = wend_grid_node_at(grid, centre);
    for (int32_t i = 0; i < m->width * m->height; i++) {
        const bool is_meant =
            radius > 0.0 ? is_in_disc(grid, m, i, centre, radius) : node == (wend_node)i;
        if (is_meant) {
            model_add(overlay, i, amount);
        }
    }
    return wend_grid_overlay_add(grid, overlay->id, centre, radius, amount) == WEND_OK;
}

static inline bool tick(wend_grid *grid, model *m, model_overlay *overlay)
{
    for (int32_t i = 0; i < m->width * m->height; i++) {
        overlay->values[i] = (uint32_t)((uint64_t)overlay->values[i] * overlay->keep >> 16);
    }
    return wend_grid_overlay_tick(grid, overlay->id) == WEND_OK;
}

static inline bool edit_numbers(wend_grid *grid, model *m, dice *d)
{
    model_overlay *overlay = &m->overlays[roll(d, 0, OVERLAYS - 1)];
    if (overlay->id.index1 == 0) {
        return true;
    }
    switch (roll(d, 0, 3)) {
    case 0:
        return add_rect(grid, m, overlay, d);
    case 1:
        return add_disc(grid, m, overlay, d);
    default:
        return tick(grid, m, overlay);
    }
}

#endif
