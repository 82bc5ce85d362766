/* Integration of random tiles by every kernel against plain search, to the bit. */
#include "flow/tile/integrate.h"
#include "flow/tile/kernels.h"
#include "support/gen.h"
#include "support/test.h"
#include "tile_reference.h"
#include "wend/base.h"

#include <math.h>
#include <string.h>

/* ---- what must come out ---- */

static bool scalar_is_reference(uint64_t seed, void *context)
{
    (void)context;
    const tile t = random_tile(seed);
    int64_t expected[WENDI_TILE_CELLS];
    uint16_t d[WENDI_TILE_CELLS];
    reference_costs(&t, expected);
    memcpy(d, t.d, sizeof d);
    const bool is_whole = wendi_tile_integrate_scalar(&t.shape, t.cost, d, t.has_diagonals);
    return equals_reference(&t, expected, d, is_whole);
}

static void tile_costs_are_those_of_plain_search(void **state)
{
    (void)state;
    gen_property("scalar", SEEDS / 3, scalar_is_reference, NULL);
}

/* ---- kernels ---- */

static bool kernels_are_scalar(uint64_t seed, void *context)
{
    (void)context;
    const tile t = random_tile(seed);
    uint16_t expected[WENDI_TILE_CELLS];
    uint16_t d[WENDI_TILE_CELLS];
    memcpy(expected, t.d, sizeof d);
    const bool is_whole = wendi_tile_integrate_scalar(&t.shape, t.cost, expected, t.has_diagonals);
    memcpy(d, t.d, sizeof d);
    bool same = wendi_tile_integrate(&t.shape, t.cost, d, t.has_diagonals) == is_whole &&
                memcmp(d, expected, sizeof d) == 0;
    memcpy(d, t.d, sizeof d);
    same = same && wendi_tile_integrate_rows(&t.shape, t.cost, d, t.has_diagonals) == is_whole &&
           memcmp(d, expected, sizeof d) == 0;
    for (int32_t i = 0; wendi_tile_kernel_at(i) != NULL; i++) {
        memcpy(d, t.d, sizeof d);
        const bool is_sure =
            wendi_tile_kernel_at(i)->integrate(&t.shape, t.cost, d, t.has_diagonals);
        same = same && memcmp(d, expected, sizeof d) == 0 && is_sure == is_whole;
    }
    return same;
}

/* A line of few and many different costs, with walls, so that sums are often equal. */
static bool borders_are_scalar(uint64_t seed, void *context)
{
    uint16_t in[WENDI_BORDER_VALUES], out[WENDI_BORDER_VALUES];
    uint8_t in_cost[WENDI_BORDER_VALUES], out_cost[WENDI_BORDER_VALUES];
    uint32_t *improved = context;
    const uint32_t most = wend_random_below(seed, 0, 0, 3) == 0 ? 60000 : 60;
    const uint32_t costs = wend_random_below(seed, 0, 1, 2) == 0 ? 1 : 254;
    for (uint64_t i = 0; i < WENDI_BORDER_VALUES; i++) {
        const bool none = wend_random_below(seed, i, 2, 8) == 0;
        in[i] = none ? WENDI_TILE_UNREACHED : (uint16_t)wend_random_below(seed, i, 3, most);
        out[i] = wend_random_below(seed, i, 4, 8) == 0
                     ? WENDI_TILE_UNREACHED
                     : (uint16_t)wend_random_below(seed, i, 5, most);
        in_cost[i] = wend_random_below(seed, i, 6, 6) == 0
                         ? WENDI_TILE_WALL
                         : (uint8_t)(1 + wend_random_below(seed, i, 7, costs));
        out_cost[i] = wend_random_below(seed, i, 8, 6) == 0
                          ? WENDI_TILE_WALL
                          : (uint8_t)(1 + wend_random_below(seed, i, 9, costs));
    }
    const wendi_border_line line = {in,
                                    out,
                                    in_cost,
                                    out_cost,
                                    1 + (int32_t)wend_random_below(seed, 0, 10, WENDI_TILE_SIDE),
                                    WENDI_FLOW_STRAIGHT,
                                    wend_random_below(seed, 0, 11, 3) == 0 ? 0
                                                                           : WENDI_FLOW_DIAGONAL};
    uint16_t expected[WENDI_BORDER_VALUES] = {0}, kept[WENDI_BORDER_VALUES] = {0};
    const uint32_t least = wendi_border_line_least_improvement_scalar(&line);
    wendi_border_line_prune_scalar(&line, expected);
    *improved += least != WENDI_BORDER_UNCHANGED;
    wendi_border_line_prune(&line, kept);
    bool same = wendi_border_line_least_improvement(&line) == least &&
                memcmp(kept, expected, sizeof kept) == 0;
    for (int32_t i = 0; wendi_tile_kernel_at(i) != NULL; i++) {
        memset(kept, 0, sizeof kept);
        wendi_tile_kernel_at(i)->prune(&line, kept);
        same = same && memcmp(kept, expected, sizeof kept) == 0 &&
               wendi_tile_kernel_at(i)->least_improvement(&line) == least;
    }
    return same;
}

static void tile_kernels_give_the_scalar_borders(void **state)
{
    (void)state;
    uint32_t improved = 0;
    gen_property("borders", 20 * SEEDS, borders_are_scalar, &improved);
    assert_true(improved > SEEDS && improved < 19 * SEEDS);
}

static void tile_kernels_give_the_scalar_costs(void **state)
{
    (void)state;
    gen_property("kernels", SEEDS, kernels_are_scalar, NULL);
}

static bool flows_are_scalar(uint64_t seed, void *context)
{
    (void)context;
    tile t = random_tile(seed);
    /* Costs that were not relaxed have directions too, and ties of all kinds. */
    if (pick(seed, 20, 0, 2) == 0) {
        wendi_tile_integrate_scalar(&t.shape, t.cost, t.d, t.has_diagonals);
    }
    const wendi_tile_directions_input in = {t.shape,
                                            t.cost,
                                            t.d,
                                            NULL,
                                            12,
                                            t.has_diagonals ? 17 : 0,
                                            pick(seed, 21, 0, 2) == 0 ? t.flags : NULL};
    const size_t cells = (size_t)(t.shape.width * t.shape.height);
    uint8_t expected[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    uint8_t flow[WENDI_TILE_SIDE * WENDI_TILE_SIDE + 1];
    wendi_tile_directions_scalar(&in, expected);
    flow[cells] = 77;
    wendi_tile_directions(&in, flow);
    bool same = memcmp(flow, expected, cells) == 0;
    for (int32_t i = 0; wendi_tile_kernel_at(i) != NULL; i++) {
        memset(flow, 0, cells);
        wendi_tile_kernel_at(i)->directions(&in, flow);
        same = same && memcmp(flow, expected, cells) == 0 && flow[cells] == 77;
    }
    return same;
}

static void tile_kernels_give_the_scalar_flow(void **state)
{
    (void)state;
    gen_property("flows", SEEDS, flows_are_scalar, NULL);
}

/* ---- flow ---- */

/* The first of the best exits; NEVER without one. */
static int32_t reference_direction(const tile *t, int32_t x, int32_t y)
{
    int64_t best = WENDI_TILE_UNREACHED;
    int32_t found = NEVER;
    for (int32_t direction = 0; direction < 8; direction++) {
        const int32_t to =
            wendi_tile_index(&t->shape, x + wendi_flow_dx[direction], y + wendi_flow_dy[direction]);
        const int64_t cost = t->d[to] + step_cost(t, x, y, direction);
        if (can_step(t, x, y, direction) && cost < best) {
            best = cost;
            found = direction;
        }
    }
    return found;
}

static uint8_t reference_flow(const tile *t, int32_t x, int32_t y)
{
    if (is_wall(t, x, y)) {
        return WENDI_FLOW_NONE;
    }
    bool has_room = true;
    for (int32_t a = 0; a < 9; a++) {
        for (int32_t b = 0; b < 9; b++) {
            const int32_t from = wendi_tile_index(&t->shape, x + a % 3 - 1, y + a / 3 - 1);
            const int32_t to = wendi_tile_index(&t->shape, x + b % 3 - 1, y + b / 3 - 1);
            has_room = has_room && t->cost[from] != WENDI_TILE_WALL &&
                       8 * t->cost[from] <= 9 * t->cost[to];
        }
    }
    const uint8_t flags = t->flags[wendi_tile_index(&t->shape, x, y)];
    const int32_t found = reference_direction(t, x, y);
    const int32_t way = (flags & 15) != 0 ? flags & 15 : found == NEVER ? WENDI_FLOW_NONE : found;
    return (uint8_t)(way | (flags & 0x60) | WENDI_FLOW_PATHABLE | (has_room ? WENDI_FLOW_ROOM : 0));
}

static bool flow_is_reference(uint64_t seed, void *context)
{
    (void)context;
    tile t = random_tile(seed);
    wendi_tile_integrate(&t.shape, t.cost, t.d, t.has_diagonals);
    const wendi_tile_directions_input in = {
        t.shape, t.cost, t.d, NULL, 12, t.has_diagonals ? 17 : 0, t.flags};
    uint8_t flow[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    wendi_tile_directions(&in, flow);
    bool same = true;
    for (int32_t y = 0; y < t.shape.height; y++) {
        for (int32_t x = 0; x < t.shape.width; x++) {
            same = same && flow[y * t.shape.width + x] == reference_flow(&t, x, y);
        }
    }
    return same;
}

static void tile_flow_is_the_first_of_the_best_paths(void **state)
{
    (void)state;
    gen_property("flow", SEEDS / 3, flow_is_reference, NULL);
}

/* ---- 32 bits ---- */

static bool wide_is_reference(uint64_t seed, void *context)
{
    (void)context;
    const tile t = random_tile(seed);
    int64_t expected[WENDI_TILE_CELLS];
    uint32_t d[WENDI_TILE_CELLS];
    reference_costs(&t, expected);
    for (int32_t i = 0; i < t.shape.count; i++) {
        d[i] = t.d[i] == WENDI_TILE_UNREACHED ? UINT32_MAX : t.d[i];
    }
    bool same = wendi_tile_integrate_wide(&t.shape, t.cost, d, 12, t.has_diagonals ? 17 : 0);
    for (int32_t i = 0; i < t.shape.count; i++) {
        const int32_t x = i % t.shape.stride - 1;
        const int32_t y = i / t.shape.stride - 1;
        const bool is_none = expected[i] == NEVER || (is_inside(&t, x, y) && is_wall(&t, x, y));
        same = same && d[i] == (is_none ? UINT32_MAX : (uint32_t)expected[i]);
    }
    return same;
}

static void tile_costs_of_32_bits_are_those_of_plain_search(void **state)
{
    (void)state;
    gen_property("wide", SEEDS / 3, wide_is_reference, NULL);
}

/* The flow from 32 bits is that from 16 bits, where those are enough. */
static bool wide_flow_is_flow(uint64_t seed, void *context)
{
    (void)context;
    tile t = random_tile(seed);
    uint32_t wide[WENDI_TILE_CELLS];
    for (int32_t i = 0; i < t.shape.count; i++) {
        wide[i] = t.d[i] == WENDI_TILE_UNREACHED ? UINT32_MAX : t.d[i];
    }
    const uint32_t diagonal = t.has_diagonals ? 17 : 0;
    if (!wendi_tile_integrate(&t.shape, t.cost, t.d, t.has_diagonals) ||
        !wendi_tile_integrate_wide(&t.shape, t.cost, wide, 12, diagonal)) {
        return true;
    }
    const wendi_tile_directions_input in = {t.shape, t.cost, t.d, NULL, 12, diagonal, t.flags};
    const wendi_tile_directions_input wide_in = {t.shape, t.cost,   NULL,   wide,
                                                 12,      diagonal, t.flags};
    const size_t cells = (size_t)(t.shape.width * t.shape.height);
    uint8_t flow[2][WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    uint8_t angles[2][WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    wendi_tile_directions(&in, flow[0]);
    wendi_tile_directions(&wide_in, flow[1]);
    wendi_tile_angles(&in, flow[0], angles[0]);
    wendi_tile_angles(&wide_in, flow[0], angles[1]);
    bool same = memcmp(angles[0], angles[1], cells) == 0;
    for (size_t i = 0; i < cells; i++) {
        /* Seeds near the end of 16 bits have paths that need 32 bits. */
        same = same && (flow[0][i] == flow[1][i] || (flow[0][i] & 15) == WENDI_FLOW_NONE);
    }
    return same;
}

static void tile_flow_of_32_bits_is_that_of_16(void **state)
{
    (void)state;
    gen_property("wide flow", SEEDS / 3, wide_flow_is_flow, NULL);
}

/* ---- angles ---- */

/* Moves half a cell along the angle: the cells crossed must be open. */
static bool angle_is_open(const tile *t, int32_t x, int32_t y, int32_t angle)
{
    const double turn = (double)angle * 2.0 * 3.14159265358979323846 / 256.0;
    for (int32_t i = 1; i <= 10; i++) {
        const double px = (double)x + 0.1 * i * cos(turn);
        const double py = (double)y + 0.1 * i * sin(turn);
        if (is_wall(t, (int32_t)floor(px + 0.5), (int32_t)floor(py + 0.5))) {
            return false;
        }
    }
    return true;
}

/* No wall between, and nearer to the goal. */
static bool angles_lead_down(uint64_t seed, void *context)
{
    (void)context;
    tile t = random_tile(seed);
    t.has_diagonals = true;
    wendi_tile_integrate(&t.shape, t.cost, t.d, true);
    const wendi_tile_directions_input in = {t.shape, t.cost, t.d, NULL, 12, 17, t.flags};
    uint8_t flow[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    uint8_t angles[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    wendi_tile_directions(&in, flow);
    wendi_tile_angles(&in, flow, angles);
    bool holds = true;
    for (int32_t i = 0; i < t.shape.width * t.shape.height; i++) {
        const bool has_way = (flow[i] & WENDI_FLOW_DIRECTION_MASK) < 8;
        const int32_t x = i % t.shape.width;
        const int32_t y = i / t.shape.width;
        holds = holds && (has_way ? angle_is_open(&t, x, y, angles[i]) : angles[i] == 0);
    }
    return holds;
}

static void tile_angles_lead_into_no_wall(void **state)
{
    (void)state;
    gen_property("angles", SEEDS / 6, angles_lead_down, NULL);
}

/* ---- Eikonal ---- */

/* The least whole number at which a front over both sides is not yet past, from below. */
static uint32_t slow_both(int64_t low, int64_t high, int64_t p, int64_t q, int64_t straight)
{
    if (high >= low + p * straight) {
        return UINT32_MAX;
    }
    int64_t value = high;
    while (true) {
        const int64_t next = value + 1;
        const int64_t a = (next - low) * q;
        const int64_t b = (next - high) * p;
        if (a * a + b * b > p * p * q * q * straight * straight) {
            return (uint32_t)value;
        }
        value = next;
    }
}

static bool are_even(const tile *t, const int32_t *cells, int32_t count)
{
    for (int32_t i = 0; i < count * count; i++) {
        if (8 * t->cost[cells[i / count]] > 9 * t->cost[cells[i % count]]) {
            return false;
        }
    }
    return true;
}

static uint32_t slow_eikonal(const tile *t, const uint32_t *d, int32_t i)
{
    static const int32_t sides[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t best = d[i];
    for (int32_t s = 0; s < 4; s++) {
        const int32_t a = i + sides[s][0] + sides[s][1] * t->shape.stride;
        const int32_t next = (s + 1) % 4;
        const int32_t b = i + sides[next][0] + sides[next][1] * t->shape.stride;
        const bool has_a = t->cost[a] != WENDI_TILE_WALL && d[a] != UINT32_MAX;
        const bool has_b = t->cost[b] != WENDI_TILE_WALL && d[b] != UINT32_MAX;
        if (has_a && d[a] + 12U * t->cost[a] < best) {
            best = d[a] + 12U * t->cost[a];
        }
        const int32_t corner[3] = {a, b, a + b - i};
        const uint32_t past = d[a + b - i];
        const bool is_past = t->cost[a] != WENDI_TILE_WALL && t->cost[b] != WENDI_TILE_WALL &&
                             t->cost[a + b - i] != WENDI_TILE_WALL && past != UINT32_MAX;
        if (is_past && t->has_diagonals && !are_even(t, corner, 3) &&
            past + 17U * t->cost[a + b - i] < best) {
            best = past + 17U * t->cost[a + b - i];
        }
        if (!has_a || !has_b || !are_even(t, corner, 2)) {
            continue;
        }
        const bool a_is_low = d[a] <= d[b];
        const uint32_t both = slow_both(d[a_is_low ? a : b], d[a_is_low ? b : a],
                                        t->cost[a_is_low ? a : b], t->cost[a_is_low ? b : a], 12);
        best = both < best ? both : best;
    }
    return best;
}

static void slow_eikonal_costs(const tile *t, uint32_t *d)
{
    bool changed = true;
    while (changed) {
        changed = false;
        /* Another order than that of the sweeps. */
        for (int32_t x = t->shape.width - 1; x >= 0; x--) {
            for (int32_t y = 0; y < t->shape.height; y++) {
                const int32_t i = wendi_tile_index(&t->shape, x, y);
                const uint32_t value = is_wall(t, x, y) ? UINT32_MAX : slow_eikonal(t, d, i);
                changed |= value != d[i];
                d[i] = value;
            }
        }
    }
}

static bool eikonal_is_reference(uint64_t seed, void *context)
{
    (void)context;
    const tile t = random_tile(seed);
    uint32_t expected[WENDI_TILE_CELLS];
    uint32_t d[WENDI_TILE_CELLS];
    for (int32_t i = 0; i < t.shape.count; i++) {
        d[i] = t.d[i] == WENDI_TILE_UNREACHED ? UINT32_MAX : t.d[i];
    }
    memcpy(expected, d, sizeof d);
    slow_eikonal_costs(&t, expected);
    const bool is_whole =
        wendi_tile_integrate_eikonal(&t.shape, t.cost, d, 12, t.has_diagonals ? 17 : 0);
    return is_whole && memcmp(d, expected, (size_t)t.shape.count * sizeof d[0]) == 0;
}

static void tile_eikonal_costs_do_not_depend_on_the_order(void **state)
{
    (void)state;
    gen_property("eikonal", SEEDS / 30, eikonal_is_reference, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tile_costs_are_those_of_plain_search),
        cmocka_unit_test(tile_kernels_give_the_scalar_costs),
        cmocka_unit_test(tile_kernels_give_the_scalar_borders),
        cmocka_unit_test(tile_kernels_give_the_scalar_flow),
        cmocka_unit_test(tile_flow_is_the_first_of_the_best_paths),
        cmocka_unit_test(tile_costs_of_32_bits_are_those_of_plain_search),
        cmocka_unit_test(tile_flow_of_32_bits_is_that_of_16),
        cmocka_unit_test(tile_angles_lead_into_no_wall),
        cmocka_unit_test(tile_eikonal_costs_do_not_depend_on_the_order),
    };
    return cmocka_run_group_tests_name("flow_tile", tests, NULL, NULL);
}
