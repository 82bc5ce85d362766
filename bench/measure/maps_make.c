/* Generates square maps of a kind, a side and a seed, the same on every machine.
 * Cost: a few operations a cell. */
#include "measure/maps.h"

#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 16, BLOCK = 24, STREET = 4, FACTOR_MOST = 8 };

const char *bench_kind_name(bench_kind kind)
{
    static const char *const names[] = {
        "made-open",      "made-rooms", "made-maze", "made-random-10", "made-random-20",
        "made-random-35", "made-city",  "?",         "made-patches",   "made-noise"};
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "?";
}

/* Fills a rectangle, cut off at the map's edge. */
static void fill(bench_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t cost)
{
    for (int32_t row = y < 0 ? 0 : y; row < y + height && row < map->height; row++) {
        for (int32_t column = x < 0 ? 0 : x; column < x + width && column < map->width; column++) {
            map->costs[row * map->width + column] = cost;
        }
    }
}

static int32_t below(uint64_t seed, uint64_t id, uint64_t tick, int32_t count)
{
    return (int32_t)wend_random_below(seed, id, tick, (uint32_t)count);
}

static void add_rectangles(bench_map *map, uint64_t seed, int32_t count, int32_t side_most,
                           bool is_walls)
{
    for (int32_t i = 0; i < count; i++) {
        uint64_t id = (uint64_t)i;
        uint8_t cost = is_walls ? WEND_COST_WALL : (uint8_t)(1 + below(seed, id, 4, FACTOR_MOST));
        fill(map, below(seed, id, 0, map->width), below(seed, id, 1, map->height),
             2 + below(seed, id, 2, side_most), 2 + below(seed, id, 3, side_most), cost);
    }
}

static void make_open(bench_map *map, uint64_t seed)
{
    add_rectangles(map, seed, map->width / 8, map->width / 16, true);
}

/* Walls on every 16th row and column; each piece of wall between two rooms has one door of two
 * cells, a tenth has none. */
static void make_rooms(bench_map *map, uint64_t seed)
{
    int32_t rooms = (map->width + ROOM - 1) / ROOM;
    for (int32_t i = 1; i < rooms; i++) {
        fill(map, i * ROOM, 0, 1, map->height, WEND_COST_WALL);
        fill(map, 0, i * ROOM, map->width, 1, WEND_COST_WALL);
    }
    for (int32_t i = 0; i < rooms * rooms; i++) {
        int32_t x = i % rooms * ROOM, y = i / rooms * ROOM;
        uint64_t id = (uint64_t)i;
        if (x > 0 && below(seed, id, 0, 10) > 0) {
            fill(map, x, y + 1 + below(seed, id, 1, ROOM - 2), 1, 2, 1);
        }
        if (y > 0 && below(seed, id, 2, 10) > 0) {
            fill(map, x + 1 + below(seed, id, 3, ROOM - 2), y, 2, 1, 1);
        }
    }
}

/* Opens the wall between a cell of the maze and one of its neighbours not seen yet.
 * @return the neighbour, or -1. */
static int32_t dig(bench_map *map, uint64_t seed, int32_t cell, int32_t side, uint64_t tick)
{
    int32_t first = below(seed, (uint64_t)cell, tick, 4);
    for (int32_t i = 0; i < 4; i++) {
        int32_t way = (first + i) % 4;
        int32_t dx = (way == 0) - (way == 1), dy = (way == 2) - (way == 3);
        int32_t x = cell % side + dx, y = cell / side + dy;
        if (x < 0 || y < 0 || x >= side || y >= side ||
            map->costs[(2 * y + 1) * map->width + 2 * x + 1] != WEND_COST_WALL) {
            continue;
        }
        map->costs[(2 * y + 1) * map->width + 2 * x + 1] = 1;
        map->costs[(2 * y + 1 - dy) * map->width + 2 * x + 1 - dx] = 1;
        return y * side + x;
    }
    return -1;
}

static bool make_maze(bench_map *map, uint64_t seed)
{
    int32_t side = (map->width - 1) / 2;
    int32_t *stack = calloc((size_t)side * (size_t)side + 1, sizeof *stack);
    if (stack == NULL) {
        return false;
    }
    memset(map->costs, WEND_COST_WALL, (size_t)map->width * (size_t)map->height);
    map->costs[map->width + 1] = 1;
    int32_t depth = 1; /* the first cell, 0, lies on the stack */
    for (uint64_t tick = 0; depth > 0; tick++) {
        int32_t next = dig(map, seed, stack[depth - 1], side, tick);
        if (next >= 0) {
            stack[depth++] = next;
        } else {
            depth--;
        }
    }
    free(stack);
    return true;
}

static void add_walls(bench_map *map, uint64_t seed, int32_t per_cent)
{
    for (int32_t i = 0; i < map->width * map->height; i++) {
        if (below(seed, (uint64_t)i, 7, 100) < per_cent) {
            map->costs[i] = WEND_COST_WALL;
        }
    }
}

/* Blocks of houses between streets; two of three have a yard with a gate. */
static void make_city(bench_map *map, uint64_t seed)
{
    int32_t blocks = map->width / BLOCK + 1;
    for (int32_t i = 0; i < blocks * blocks; i++) {
        uint64_t id = (uint64_t)i;
        int32_t side = BLOCK - STREET - below(seed, id, 0, 4);
        int32_t x = i % blocks * BLOCK + below(seed, id, 1, 3) + 1;
        int32_t y = i / blocks * BLOCK + below(seed, id, 2, 3) + 1;
        fill(map, x, y, side, side, WEND_COST_WALL);
        if (below(seed, id, 3, 3) > 0) {
            fill(map, x + 4, y + 4, side - 8, side - 8, 1);
            fill(map, x + side / 2, y, 2, 5, 1);
        }
    }
}

static void make_noise(bench_map *map, uint64_t seed)
{
    for (int32_t i = 0; i < map->width * map->height; i++) {
        map->costs[i] = (uint8_t)(1 + below(seed, (uint64_t)i, 8, FACTOR_MOST));
    }
    add_walls(map, seed, 10);
}

static void make_patches(bench_map *map, uint64_t seed)
{
    add_rectangles(map, seed, map->width, map->width / 8, false);
    add_rectangles(map, seed + 1, map->width / 4, map->width / 16, true);
}

static bool make_kind(bench_map *map, bench_kind kind, uint64_t seed)
{
    switch (kind) {
    case BENCH_OPEN:
        make_open(map, seed);
        return true;
    case BENCH_ROOMS:
        make_rooms(map, seed);
        return true;
    case BENCH_MAZE:
        return make_maze(map, seed);
    case BENCH_RANDOM_10:
        add_walls(map, seed, 10);
        return true;
    case BENCH_RANDOM_20:
        add_walls(map, seed, 20);
        return true;
    case BENCH_RANDOM_35:
        add_walls(map, seed, 35);
        return true;
    case BENCH_CITY:
        make_city(map, seed);
        return true;
    case BENCH_PATCHES:
        make_patches(map, seed);
        return true;
    case BENCH_NOISE:
        make_noise(map, seed);
        return true;
    case BENCH_KIND_COUNT:
        break;
    }
    return false;
}

bool bench_map_make(bench_map *map, bench_kind kind, int32_t side, uint64_t seed)
{
    memset(map, 0, sizeof *map);
    map->width = side;
    map->height = side;
    map->has_diagonals = true;
    map->costs = malloc((size_t)side * (size_t)side);
    if (map->costs == NULL) {
        return false;
    }
    memset(map->costs, 1, (size_t)side * (size_t)side);
    snprintf(map->name, sizeof map->name, "%s", bench_kind_name(kind));
    if (!make_kind(map, kind, seed)) {
        bench_map_free(map);
        return false;
    }
    return true;
}
