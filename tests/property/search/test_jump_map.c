/* Step tables of all neighbourhood masks, and jump bitmaps of random maps, cell by cell. */
#include "route/jump/map.h"
#include "route/jump/step_table.h"
#include "support/gen.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAPS = 10000, SIDE_MAX = 12, NEIGHBOURHOOD = 9, MIDDLE = 4 };

static const double FAR = 1e9;

static bool is_far(double length)
{
    return length >= FAR;
}

/* ---- the nine cells around a cell, in doubles and by brute force ---- */

typedef struct nine {
    bool is_open[NEIGHBOURHOOD];
    wend_neighbours neighbours;
    wend_corner_rule rule;
} nine;

static bool nine_is_open(const nine *n, int x, int y)
{
    return x >= 0 && x <= 2 && y >= 0 && y <= 2 && n->is_open[y * 3 + x];
}

/* Length of the step between two of the nine cells; infinite if it is not allowed. */
static double nine_step(const nine *n, int from, int to)
{
    const int x = from % 3;
    const int y = from / 3;
    const int tx = to % 3;
    const int ty = to / 3;
    const int along = abs(tx - x) + abs(ty - y);
    if (abs(tx - x) > 1 || abs(ty - y) > 1 || along == 0 || !nine_is_open(n, tx, ty)) {
        return FAR;
    }
    if (along == 1) {
        return 1;
    }
    const int sides = nine_is_open(n, tx, y) + nine_is_open(n, x, ty);
    const int needed = n->rule == WEND_CORNER_NEVER ? 2 : n->rule == WEND_CORNER_ONE_OPEN ? 1 : 0;
    return n->neighbours == WEND_NEIGHBOURS_8 && sides >= needed ? sqrt(2) : FAR;
}

static int cell_of(uint32_t direction)
{
    return MIDDLE + 3 * wendi_direction_y(direction) + wendi_direction_x(direction);
}

/* The shortest paths from a cell to all others that do not pass the middle. */
static void shortest_around(const nine *n, int from, double length[NEIGHBOURHOOD])
{
    for (int k = 0; k < NEIGHBOURHOOD; ++k) {
        length[k] = k == from ? 0 : FAR;
    }
    for (int round = 0; round < 3; ++round) {
        for (int a = 0; a < NEIGHBOURHOOD; ++a) {
            for (int b = 0; b < NEIGHBOURHOOD && a != MIDDLE && !is_far(length[a]); ++b) {
                const double sum = length[a] + nine_step(n, a, b);
                length[b] = b != MIDDLE && sum < length[b] ? sum : length[b];
            }
        }
    }
}

/* The useful steps from a cell: no other path is shorter, or as short and preferred. */
static uint32_t worthwhile(const nine *n, uint32_t arrival)
{
    uint32_t mask = 0;
    const int from =
        arrival == WENDI_DIRECTION_NONE ? MIDDLE : cell_of(wendi_direction_opposite(arrival));
    double around[NEIGHBOURHOOD];
    shortest_around(n, from, around);
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; ++d) {
        const double step = nine_step(n, MIDDLE, cell_of(d));
        if (is_far(step)) {
            continue;
        }
        if (arrival == WENDI_DIRECTION_NONE) {
            mask |= 1u << d;
            continue;
        }
        const double through = (arrival % 2 == 0 ? 1 : sqrt(2)) + step;
        const bool is_preferred = n->neighbours == WEND_NEIGHBOURS_8
                                      ? arrival % 2 == 1
                                      : arrival == WENDI_NORTH || arrival == WENDI_SOUTH;
        const bool is_equal = fabs(around[cell_of(d)] - through) < 1e-9;
        if (cell_of(d) != from && (is_equal ? is_preferred : around[cell_of(d)] > through)) {
            mask |= 1u << d;
        }
    }
    return mask;
}

static void check_table(wend_neighbours neighbours, wend_corner_rule rule)
{
    wendi_step_table *table = malloc(sizeof *table);
    assert_non_null(table);
    const wendi_step_rules rules = {neighbours, rule, WEND_HEX_ODD_ROWS};
    wendi_step_table_build(table, &rules);
    for (uint32_t hood = 0; hood < 256; ++hood) {
        nine n = {{false}, neighbours, rule};
        for (int k = 0; k < NEIGHBOURHOOD; ++k) {
            n.is_open[k] = k == MIDDLE || (hood >> (k < MIDDLE ? k : k - 1) & 1) != 0;
        }
        for (uint32_t arrival = 0; arrival <= WENDI_DIRECTION_NONE; ++arrival) {
            assert_int_equal(table->natural[hood][arrival], worthwhile(&n, arrival));
        }
    }
    free(table);
}

static void step_table_has_the_worthwhile_steps_of_every_hood(void **state)
{
    (void)state;
    for (int rule = WEND_CORNER_NEVER; rule <= WEND_CORNER_ALWAYS; ++rule) {
        check_table(WEND_NEIGHBOURS_4, (wend_corner_rule)rule);
        check_table(WEND_NEIGHBOURS_8, (wend_corner_rule)rule);
    }
}

static void hood_of_costs_knows_open_and_equal_cells(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        uint8_t cells[9 + 8];
        const uint8_t kinds[4] = {1, 7, 254, WEND_COST_WALL};
        uint32_t hood = 0;
        bool is_uniform = true;
        for (uint32_t k = 0; k < 9; ++k) {
            cells[k] = kinds[wend_random_below(seed, 1, k, k == MIDDLE ? 3 : 4)];
        }
        for (uint32_t k = 0; k < 9; ++k) {
            const uint32_t bit = k < MIDDLE ? k : k - 1;
            const bool is_open = k != MIDDLE && cells[k] != WEND_COST_WALL;
            hood |= is_open ? 1u << bit : 0;
            is_uniform = is_uniform && (!is_open || cells[k] == cells[MIDDLE]);
        }
        const uint64_t bytes = wendi_neighbour_costs_read(cells + MIDDLE, 3);
        assert_int_equal(wendi_neighbour_costs_open(bytes), hood);
        assert_int_equal(wendi_neighbour_costs_are_equal(bytes, cells[MIDDLE]), is_uniform);
    }
}

/* ---- the bitmaps ---- */

/* A map as jump maps see it, with its frame. */
typedef struct framed {
    const gen_map *map;
    int32_t rows, columns;
    uint8_t *costs; /* [rows][columns] */
    uint8_t *turns; /* [rows][columns] bit d: a turn is useful for an arrival by d */
} framed;

static bool is_open(const framed *f, int32_t px, int32_t py)
{
    return px >= 0 && py >= 0 && px < f->columns && py < f->rows &&
           f->costs[py * f->columns + px] != WEND_COST_WALL;
}

static nine nine_at(const framed *f, int32_t px, int32_t py)
{
    nine n = {{false}, WEND_NEIGHBOURS_8, f->map->corner_rule};
    for (int k = 0; k < NEIGHBOURHOOD; ++k) {
        n.is_open[k] = is_open(f, px + k % 3 - 1, py + k / 3 - 1);
    }
    return n;
}

/* The directions of arrival with useful steps other than straight on. */
static uint8_t turns_of(const framed *f, int32_t px, int32_t py)
{
    const nine n = nine_at(f, px, py);
    uint32_t turns = 0;
    for (uint32_t d = 0; d < WENDI_DIRECTIONS && n.is_open[MIDDLE]; ++d) {
        uint32_t anyway = 1u << d;
        if (d % 2 == 1) {
            anyway |= 1u << (d - 1) | 1u << (d + 1) % WENDI_DIRECTIONS;
        }
        turns |= (worthwhile(&n, d) & ~anyway) != 0 ? 1u << d : 0;
    }
    return (uint8_t)turns;
}

static framed framed_new(const gen_map *map)
{
    framed f = {map, map->height + 2, map->width + 2, NULL, NULL};
    f.costs = malloc((size_t)f.rows * (size_t)f.columns + 8);
    f.turns = malloc((size_t)f.rows * (size_t)f.columns);
    assert_non_null(f.costs);
    assert_non_null(f.turns);
    memset(f.costs, WEND_COST_WALL, (size_t)f.rows * (size_t)f.columns + 8);
    for (int32_t y = 0; y < map->height; ++y) {
        memcpy(f.costs + (size_t)(y + 1) * (size_t)f.columns + 1,
               map->costs + (size_t)y * (size_t)map->width, (size_t)map->width);
    }
    for (int32_t at = 0; at < f.rows * f.columns; ++at) {
        f.turns[at] = turns_of(&f, at % f.columns, at / f.columns);
    }
    return f;
}

static bool is_turning_point(const framed *f, int32_t px, int32_t py, uint32_t direction)
{
    return (f->turns[py * f->columns + px] >> direction & 1) != 0;
}

static bool stops(const framed *f, int32_t px, int32_t py, uint32_t direction)
{
    return !is_open(f, px, py) || is_turning_point(f, px, py, direction);
}

static bool reaches(const framed *f, int32_t px, int32_t py, uint32_t direction)
{
    do {
        px += wendi_direction_x(direction);
        py += wendi_direction_y(direction);
    } while (!stops(f, px, py, direction));
    return is_open(f, px, py);
}

static bool bit(const uint64_t *line, int32_t position)
{
    return (line[position / 64] >> (position % 64) & 1) != 0;
}

typedef struct bit_name {
    int which;
    uint32_t direction;
} bit_name;

/* Rows and columns of one cell. */
static bool lines_are_right(const framed *f, const wendi_jump_map *map, int32_t px, int32_t py)
{
    static const bit_name stop[4] = {{WENDI_JUMP_STOP_EAST, WENDI_EAST},
                                     {WENDI_JUMP_STOP_WEST, WENDI_WEST},
                                     {WENDI_JUMP_STOP_SOUTH, WENDI_SOUTH},
                                     {WENDI_JUMP_STOP_NORTH, WENDI_NORTH}};
    static const bit_name reach[4] = {{WENDI_JUMP_REACH_EAST, WENDI_EAST},
                                      {WENDI_JUMP_REACH_WEST, WENDI_WEST},
                                      {WENDI_JUMP_REACH_SOUTH, WENDI_SOUTH},
                                      {WENDI_JUMP_REACH_NORTH, WENDI_NORTH}};
    const uint32_t x = (uint32_t)px;
    const uint32_t y = (uint32_t)py;
    bool is_right = bit(wendi_jump_row(map, WENDI_JUMP_OPEN, y), px) == is_open(f, px, py) &&
                    bit(wendi_jump_column(map, WENDI_JUMP_OPEN_T, x), py) == is_open(f, px, py);
    for (int k = 0; k < 4; ++k) {
        const uint64_t *stop_line = k < 2 ? wendi_jump_row(map, stop[k].which, y)
                                          : wendi_jump_column(map, stop[k].which, x);
        const uint64_t *reach_line = k < 2 ? wendi_jump_row(map, reach[k].which, y)
                                           : wendi_jump_column(map, reach[k].which, x);
        const int32_t at = k < 2 ? px : py;
        is_right = is_right && bit(stop_line, at) == stops(f, px, py, stop[k].direction) &&
                   bit(reach_line, at) == reaches(f, px, py, reach[k].direction);
    }
    return is_right;
}

static const uint64_t *skewed(const wendi_jump_map *map, int which, int32_t px, int32_t py)
{
    const int32_t rows = (int32_t)map->rows;
    const int32_t line = which < WENDI_JUMP_STEP_FALLING ? px + py : py - px;
    return wendi_jump_row(map, which, (uint32_t)((line % rows + rows) % rows));
}

static bool diagonal_is_right(const framed *f, const wendi_jump_map *map, int32_t px, int32_t py,
                              int level, int upright, uint32_t direction)
{
    const uint32_t before = direction - 1;
    const uint32_t after = (direction + 1) % WENDI_DIRECTIONS;
    const uint32_t across = wendi_direction_x(before) != 0 ? before : after;
    const uint32_t along = across == before ? after : before;
    const bool has_level = is_open(f, px, py) &&
                           (reaches(f, px, py, across) || is_turning_point(f, px, py, direction));
    const bool has_upright = is_open(f, px, py) && reaches(f, px, py, along);
    return bit(skewed(map, level, px, py), px) == has_level &&
           bit(skewed(map, upright, px, py), px) == has_upright;
}

static bool cell_is_right(const framed *f, const wendi_jump_map *map, int32_t px, int32_t py)
{
    const nine n = nine_at(f, px, py);
    const bool rising = n.is_open[MIDDLE] && !is_far(nine_step(&n, MIDDLE, 2));
    const bool falling = n.is_open[MIDDLE] && !is_far(nine_step(&n, MIDDLE, 8));
    return lines_are_right(f, map, px, py) &&
           bit(skewed(map, WENDI_JUMP_STEP_RISING, px, py), px) == rising &&
           bit(skewed(map, WENDI_JUMP_STEP_FALLING, px, py), px) == falling &&
           diagonal_is_right(f, map, px, py, WENDI_JUMP_HORIZONTAL_NE, WENDI_JUMP_VERTICAL_NE,
                             WENDI_NORTH_EAST) &&
           diagonal_is_right(f, map, px, py, WENDI_JUMP_HORIZONTAL_SE, WENDI_JUMP_VERTICAL_SE,
                             WENDI_SOUTH_EAST) &&
           diagonal_is_right(f, map, px, py, WENDI_JUMP_HORIZONTAL_SW, WENDI_JUMP_VERTICAL_SW,
                             WENDI_SOUTH_WEST) &&
           diagonal_is_right(f, map, px, py, WENDI_JUMP_HORIZONTAL_NW, WENDI_JUMP_VERTICAL_NW,
                             WENDI_NORTH_WEST);
}

static bool bitmaps_are_wrong(const gen_map *gen, void *context)
{
    (void)context;
    framed f = framed_new(gen);
    wendi_jump_map map;
    const wend_allocator libc = {NULL, NULL};
    assert_int_equal(
        wendi_jump_map_create(&map, gen->width, gen->height, gen->corner_rule, 0, &libc), WEND_OK);
    assert_int_equal(wendi_jump_map_build(&map, f.costs, (size_t)f.columns, &libc), WEND_OK);
    bool is_right = true;
    for (int32_t py = 0; py < f.rows && is_right; ++py) {
        for (int32_t px = 0; px < f.columns && is_right; ++px) {
            is_right = cell_is_right(&f, &map, px, py);
            if (!is_right) {
                fprintf(stderr, "wrong bits at cell %d, %d\n", (int)px - 1, (int)py - 1);
            }
        }
    }
    wendi_jump_map_destroy(&map, &libc);
    free(f.costs);
    free(f.turns);
    return !is_right;
}

static void jump_map_has_the_bits_its_header_says(void **state)
{
    (void)state;
    gen_property_maps("bitmaps of small maps", MAPS, SIDE_MAX, bitmaps_are_wrong, NULL);
}

static void jump_map_wider_than_words_has_the_bits_its_header_says(void **state)
{
    (void)state;
    static const int32_t sides[][2] = {{61, 5}, {62, 5}, {63, 4}, {64, 4},  {126, 3}, {130, 5},
                                       {5, 61}, {5, 62}, {4, 63}, {3, 130}, {70, 66}, {1, 200}};
    for (uint64_t k = 0; k < 4 * sizeof sides / sizeof sides[0]; ++k) {
        const int32_t *side = sides[k % (sizeof sides / sizeof sides[0])];
        gen_map map = gen_map_make((gen_kind)(k % GEN_KIND_COUNT), k, side[0], side[1]);
        map.corner_rule = (wend_corner_rule)(k % 3);
        if (bitmaps_are_wrong(&map, NULL)) {
            gen_shrink(&map, bitmaps_are_wrong, NULL);
            fail_msg("bitmaps of %d x %d cells", (int)side[0], (int)side[1]);
        }
        gen_map_free(&map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_table_has_the_worthwhile_steps_of_every_hood),
        cmocka_unit_test(hood_of_costs_knows_open_and_equal_cells),
        cmocka_unit_test(jump_map_has_the_bits_its_header_says),
        cmocka_unit_test(jump_map_wider_than_words_has_the_bits_its_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
