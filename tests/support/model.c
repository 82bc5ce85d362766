/* Small worlds of every kind: grids, steps and least costs by looking at everything, in time of
 * cells squared. */
#include "support/model.h"

#include "wend/grid.h"
#include "wend/hex.h"
#include "wend/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t draw(uint64_t seed, uint64_t what, uint32_t below)
{
    return wend_random_below(seed, what, 77, below);
}

/* ---- making ---- */

static uint8_t random_cost(uint64_t seed, uint64_t cell, uint32_t walls, uint32_t kind)
{
    if (draw(seed, 1000 + cell, 100) < walls) {
        return WEND_COST_WALL;
    }
    switch (kind) {
    case 0:
        return 1;
    case 1:
        return (uint8_t)(1 + draw(seed, 2000 + cell, 5));
    case 2:
        return (uint8_t)(3 + 4 * draw(seed, 2000 + cell / 5, 3));
    default:
        return (uint8_t)(1 + draw(seed, 2000 + cell, 254));
    }
}

static void make_links(model *m)
{
    const uint32_t cells = (uint32_t)(m->width * m->height);
    const uint32_t most = draw(m->seed, 30, 4) == 0 ? MODEL_LINKS_MAX : 3;
    m->link_count =
        draw(m->seed, 31, 3) == 0 && cells > 1 ? (int32_t)draw(m->seed, 32, most + 1) : 0;
    for (int32_t k = 0; k < m->link_count; ++k) {
        wend_link_def *link = &m->links[k];
        const uint64_t id = 100 + 10 * (uint64_t)k;
        *link = wend_link_def_default();
        link->from = draw(m->seed, id, cells);
        link->to = (link->from + 1 + draw(m->seed, id + 1, cells - 1)) % cells;
        link->cost = 1 + (WEND_COST_ONE / 4) * draw(m->seed, id + 2, 40);
        link->is_two_way = draw(m->seed, id + 3, 2) != 0;
        link->is_open = draw(m->seed, id + 4, 8) != 0;
        link->behaviour = WEND_BEHAVIOUR_JUMP;
    }
}

static void make_size(model *m)
{
    m->size = draw(m->seed, 40, 4) == 0 ? 2 + (int32_t)draw(m->seed, 41, 2) : 1;
    m->radius = m->size == 1 && m->neighbours != WEND_NEIGHBOURS_6 && draw(m->seed, 42, 4) == 0
                    ? 0.25 * (1 + draw(m->seed, 43, 8))
                    : 0.0;
}

static void make_rules(model *m)
{
    static const wend_neighbours kinds[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                            WEND_NEIGHBOURS_6};
    m->neighbours = kinds[draw(m->seed, 1, 4)];
    m->corner_rule = (wend_corner_rule)draw(m->seed, 2, 3);
    m->layout = m->neighbours == WEND_NEIGHBOURS_6 ? (wend_hex_layout)draw(m->seed, 3, 4)
                                                   : WEND_HEX_ODD_ROWS;
    m->wraps_x = draw(m->seed, 4, 3) == 0;
    m->wraps_y = draw(m->seed, 5, 3) == 0;
    m->width = 1 + (int32_t)draw(m->seed, 6, MODEL_SIDE_MAX);
    m->height = 1 + (int32_t)draw(m->seed, 7, MODEL_SIDE_MAX);
    if (m->neighbours == WEND_NEIGHBOURS_6) {
        const bool is_rows = m->layout == WEND_HEX_ODD_ROWS || m->layout == WEND_HEX_EVEN_ROWS;
        m->wraps_x = m->wraps_x && (is_rows || m->width % 2 == 0);
        m->wraps_y = m->wraps_y && (!is_rows || m->height % 2 == 0);
    }
}

model model_random(uint64_t seed)
{
    model m;
    memset(&m, 0, sizeof m);
    m.seed = seed;
    make_rules(&m);
    const uint32_t cells = (uint32_t)(m.width * m.height);
    const uint32_t walls = draw(seed, 8, 4) * 12;
    const uint32_t kind = draw(seed, 9, 4);
    for (uint32_t k = 0; k < cells; ++k) {
        m.costs[k] = random_cost(seed, k, walls, kind);
    }
    make_links(&m);
    make_size(&m);
    m.start = draw(seed, 10, cells);
    m.goal = draw(seed, 11, cells);
    return m;
}

static void must(wend_result result, const char *what)
{
    if (result != WEND_OK) {
        fprintf(stderr, "model: %s: %s\n", what, wend_result_text(result));
        abort();
    }
}

wend_grid *model_grid(const model *m)
{
    wend_message message = {0};
    wend_grid_def def = wend_grid_def_default();
    def.width = m->width;
    def.height = m->height;
    def.neighbours = m->neighbours;
    def.corner_rule = m->corner_rule;
    def.hex_layout = m->layout;
    def.wrap = (wend_wrap)((m->wraps_x ? WEND_WRAP_X : 0) | (m->wraps_y ? WEND_WRAP_Y : 0));
    def.sector_size = 8;
    def.message = &message;
    wend_grid *grid;
    must(wend_grid_create(&def, &grid), message.text);
    must(wend_grid_set_costs(grid, 0, 0, 0, m->width, m->height, m->costs, (size_t)m->width),
         "costs");
    for (int32_t k = 0; k < m->link_count; ++k) {
        wend_link_id id;
        must(wend_grid_add_link(grid, &m->links[k], &id, &message), message.text);
    }
    return grid;
}

/* ---- cells ---- */

/* Folds coordinates where the world wraps; false outside. */
static bool fold(const model *m, int32_t *x, int32_t *y)
{
    if (m->wraps_x) {
        *x = (*x % m->width + m->width) % m->width;
    }
    if (m->wraps_y) {
        *y = (*y % m->height + m->height) % m->height;
    }
    return *x >= 0 && *y >= 0 && *x < m->width && *y < m->height;
}

static bool is_open(const model *m, int32_t x, int32_t y)
{
    return fold(m, &x, &y) && m->costs[y * m->width + x] != WEND_COST_WALL;
}

static bool fits_square(const model *m, int32_t x, int32_t y)
{
    for (int32_t j = 0; j < m->size; ++j) {
        for (int32_t i = 0; i < m->size; ++i) {
            if (!is_open(m, x + i, y + j)) {
                return false;
            }
        }
    }
    return true;
}

static bool fits_hexagon(const model *m, int32_t x, int32_t y)
{
    const wend_hex centre = wend_hex_from_offset(m->layout, x, y);
    for (int32_t q = -m->size + 1; q < m->size; ++q) {
        for (int32_t r = -m->size + 1; r < m->size; ++r) {
            const wend_hex hex = {centre.q + q, centre.r + r};
            int32_t hx;
            int32_t hy;
            wend_hex_to_offset(m->layout, hex, &hx, &hy);
            if (abs(q + r) < m->size && !is_open(m, hx, hy)) {
                return false;
            }
        }
    }
    return true;
}

/* Radii here are quarters of cells, so everything in eighths is whole. */
static bool fits_disc(const model *m, int32_t x, int32_t y)
{
    const int32_t reach = (int32_t)m->radius + 1;
    const int32_t eighths = (int32_t)(m->radius * 8);
    for (int32_t j = -reach; j <= reach; ++j) {
        for (int32_t i = -reach; i <= reach; ++i) {
            const int32_t gap_x = i == 0 ? 0 : abs(i) * 8 - 4;
            const int32_t gap_y = j == 0 ? 0 : abs(j) * 8 - 4;
            if (gap_x * gap_x + gap_y * gap_y < eighths * eighths && !is_open(m, x + i, y + j)) {
                return false;
            }
        }
    }
    return true;
}

bool model_fits(const model *m, int32_t x, int32_t y)
{
    if (!is_open(m, x, y)) {
        return false;
    }
    if (m->radius > 0.0) {
        return fits_disc(m, x, y);
    }
    return m->neighbours == WEND_NEIGHBOURS_6 ? fits_hexagon(m, x, y) : fits_square(m, x, y);
}

static wend_vec2 centre_of(const model *m, int32_t x, int32_t y)
{
    const wend_vec2 origin = {0, 0};
    if (m->neighbours == WEND_NEIGHBOURS_6) {
        return wend_hex_position(m->layout, 1.0, origin, wend_hex_from_offset(m->layout, x, y));
    }
    return (wend_vec2){x + 0.5, y + 0.5};
}

double model_distance(const model *m, wend_node a, wend_node b)
{
    const wend_vec2 from = centre_of(m, (int32_t)a % m->width, (int32_t)a / m->width);
    double least = 1e9;
    for (int32_t j = m->wraps_y ? -1 : 0; j <= (m->wraps_y ? 1 : 0); ++j) {
        for (int32_t i = m->wraps_x ? -1 : 0; i <= (m->wraps_x ? 1 : 0); ++i) {
            const double away =
                wend_vec2_distance(from, centre_of(m, (int32_t)b % m->width + i * m->width,
                                                   (int32_t)b / m->width + j * m->height));
            least = away < least ? away : least;
        }
    }
    return least;
}

/* ---- steps ---- */

static bool fits_folded(const model *m, int32_t x, int32_t y)
{
    return fold(m, &x, &y) && model_fits(m, x, y);
}

static bool passes_corner(const model *m, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    const wend_corner_rule rule = m->radius > 0.0 ? WEND_CORNER_NEVER : m->corner_rule;
    const bool one = fits_folded(m, x + dx, y);
    const bool other = fits_folded(m, x, y + dy);
    return rule == WEND_CORNER_ALWAYS || (rule == WEND_CORNER_NEVER ? one && other : one || other);
}

static int put_step(const model *m, int32_t x, int32_t y, uint64_t length, uint32_t heading,
                    model_step *step)
{
    if (!fits_folded(m, x, y)) {
        return 0;
    }
    (void)fold(m, &x, &y);
    const wend_node to = (wend_node)(y * m->width + x);
    *step = (model_step){to, length * m->costs[to], heading};
    return 1;
}

static int square_steps(const model *m, int32_t x, int32_t y, model_step *steps)
{
    static const int32_t dx[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    static const int32_t dy[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
    int count = 0;
    for (uint32_t d = 0; d < 8; d += m->neighbours == WEND_NEIGHBOURS_4 ? 2 : 1) {
        if (d % 2 == 0 || passes_corner(m, x, y, dx[d], dy[d])) {
            count += put_step(m, x + dx[d], y + dy[d],
                              d % 2 == 0 ? WEND_COST_ONE : WEND_COST_DIAGONAL, d, steps + count);
        }
    }
    return count;
}

static int hex_steps(const model *m, int32_t x, int32_t y, model_step *steps)
{
    static const int32_t dq[6] = {0, 1, 1, 0, -1, -1};
    static const int32_t dr[6] = {-1, -1, 0, 1, 1, 0};
    const wend_hex at = wend_hex_from_offset(m->layout, x, y);
    int count = 0;
    for (uint32_t d = 0; d < 6; ++d) {
        const wend_hex to = {at.q + dq[d], at.r + dr[d]};
        int32_t tx;
        int32_t ty;
        wend_hex_to_offset(m->layout, to, &tx, &ty);
        count += put_step(m, tx, ty, WEND_COST_ONE, d, steps + count);
    }
    return count;
}

static bool fits_node(const model *m, wend_node node)
{
    return model_fits(m, (int32_t)node % m->width, (int32_t)node / m->width);
}

static int link_steps(const model *m, wend_node from, model_step *steps)
{
    int count = 0;
    for (int32_t k = 0; k < m->link_count; ++k) {
        const wend_link_def *link = &m->links[k];
        if (link->is_open && link->from == from && fits_node(m, link->to)) {
            steps[count++] = (model_step){link->to, link->cost, MODEL_HEADING_NONE};
        }
        if (link->is_open && link->is_two_way && link->to == from && fits_node(m, link->from)) {
            steps[count++] = (model_step){link->from, link->cost, MODEL_HEADING_NONE};
        }
    }
    return count;
}

int model_steps(const model *m, wend_node from, model_step steps[MODEL_STEPS_MAX])
{
    const int32_t x = (int32_t)from % m->width;
    const int32_t y = (int32_t)from / m->width;
    const int count = m->neighbours == WEND_NEIGHBOURS_6 ? hex_steps(m, x, y, steps)
                                                         : square_steps(m, x, y, steps);
    return count + link_steps(m, from, steps + count);
}

/* ---- least costs ---- */

void model_dijkstra(const model *m, wend_node start, uint64_t *costs)
{
    const wend_node cells = (wend_node)(m->width * m->height);
    bool is_done[MODEL_CELLS_MAX] = {false};
    memset(costs, 0xFF, cells * sizeof costs[0]);
    if (!fits_node(m, start)) {
        return;
    }
    costs[start] = 0;
    for (;;) {
        wend_node next = cells;
        for (wend_node k = 0; k < cells; ++k) {
            if (!is_done[k] && costs[k] != UINT64_MAX &&
                (next == cells || costs[k] < costs[next])) {
                next = k;
            }
        }
        if (next == cells) {
            return;
        }
        is_done[next] = true;
        model_step steps[MODEL_STEPS_MAX];
        const int count = model_steps(m, next, steps);
        for (int k = 0; k < count; ++k) {
            const uint64_t sum = costs[next] + steps[k].cost;
            costs[steps[k].to] = sum < costs[steps[k].to] ? sum : costs[steps[k].to];
        }
    }
}

/* A cell and a heading. */
typedef struct model_state {
    uint64_t cost;
    uint32_t turns;
    bool is_known, is_done;
} model_state;

static bool is_less(const model_state *a, const model_state *b)
{
    return !b->is_known || a->cost < b->cost || (a->cost == b->cost && a->turns < b->turns);
}

static uint32_t parts_between(const model *m, uint32_t a, uint32_t b)
{
    const uint32_t all = m->neighbours == WEND_NEIGHBOURS_6 ? 6 : 8;
    if (a == MODEL_HEADING_NONE || b == MODEL_HEADING_NONE) {
        return 0;
    }
    const uint32_t one = (a + all - b) % all;
    return one < all - one ? one : all - one;
}

static void relax(const model *m, const wend_turning *turning, model_state *states, wend_node node,
                  uint32_t heading)
{
    const model_state *from = &states[node * MODEL_HEADINGS + heading];
    model_step steps[MODEL_STEPS_MAX];
    const int count = model_steps(m, node, steps);
    for (int k = 0; k < count; ++k) {
        const bool is_link = steps[k].heading == MODEL_HEADING_NONE;
        const uint32_t to_heading = is_link ? heading : steps[k].heading;
        const uint32_t parts = parts_between(m, heading, to_heading);
        if (turning->max_parts != 0 && parts > turning->max_parts) {
            continue;
        }
        model_state to = {from->cost + steps[k].cost + parts * turning->cost,
                          from->turns + (parts > 0), true, false};
        model_state *known = &states[steps[k].to * MODEL_HEADINGS + to_heading];
        if (is_less(&to, known)) {
            *known = to;
        }
    }
}

bool model_turning(const model *m, const wend_turning *turning, uint64_t *cost, uint32_t *turns)
{
    static model_state states[MODEL_CELLS_MAX * MODEL_HEADINGS];
    const uint32_t count = (uint32_t)(m->width * m->height) * MODEL_HEADINGS;
    memset(states, 0, count * sizeof states[0]);
    if (!fits_node(m, m->start) || !fits_node(m, m->goal)) {
        return false;
    }
    const uint32_t first =
        turning->start_heading == WEND_HEADING_ANY ? MODEL_HEADING_NONE : turning->start_heading;
    states[m->start * MODEL_HEADINGS + first] = (model_state){0, 0, true, false};
    for (;;) {
        uint32_t next = count;
        for (uint32_t k = 0; k < count; ++k) {
            if (states[k].is_known && !states[k].is_done &&
                (next == count || is_less(&states[k], &states[next]))) {
                next = k;
            }
        }
        if (next == count) {
            return false;
        }
        states[next].is_done = true;
        const uint32_t heading = next % MODEL_HEADINGS;
        if (next / MODEL_HEADINGS == m->goal &&
            (turning->goal_heading == WEND_HEADING_ANY || heading == MODEL_HEADING_NONE ||
             heading == turning->goal_heading)) {
            *cost = states[next].cost;
            *turns = states[next].turns;
            return true;
        }
        relax(m, turning, states, next / MODEL_HEADINGS, heading);
    }
}
