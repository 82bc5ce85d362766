/* Maps of every kind from a seed, the same on every machine. */
#include "support/gen.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WALL = WEND_COST_WALL, TERRAIN_MAX = 254 };

/* A row of random numbers. */
typedef struct dice {
    uint64_t seed;
    uint64_t thrown;
} dice;

/* min ... max, both possible. */
static int32_t dice_throw(dice *d, int32_t min, int32_t max)
{
    return min + (int32_t)wend_random_below(d->seed, 1, d->thrown++, (uint32_t)(max - min) + 1);
}

static size_t cell_count(const gen_map *map)
{
    return (size_t)map->width * (size_t)map->height;
}

static uint8_t *cell(const gen_map *map, int32_t x, int32_t y)
{
    return &map->costs[(size_t)y * (size_t)map->width + (size_t)x];
}

static void set_if_inside(gen_map *map, int32_t x, int32_t y, uint8_t cost)
{
    if (x >= 0 && y >= 0 && x < map->width && y < map->height) {
        *cell(map, x, y) = cost;
    }
}

static void fill_noise(gen_map *map, dice *d, int32_t wall_percent)
{
    for (size_t i = 0; i < cell_count(map); ++i) {
        map->costs[i] = dice_throw(d, 1, 100) <= wall_percent ? WALL : 1;
    }
}

static void fill_rooms(gen_map *map, dice *d)
{
    int32_t side = dice_throw(d, 3, 9);
    for (int32_t y = 0; y < map->height; ++y) {
        for (int32_t x = 0; x < map->width; ++x) {
            *cell(map, x, y) = x % side == side - 1 || y % side == side - 1 ? WALL : 1;
        }
    }
    /* A door to the right and one downwards for nearly every room. */
    for (int32_t y = 0; y < map->height; y += side) {
        for (int32_t x = 0; x < map->width; x += side) {
            int32_t right = dice_throw(d, 0, side - 2);
            int32_t down = dice_throw(d, 0, side - 2);
            if (dice_throw(d, 0, 9) > 0) {
                set_if_inside(map, x + side - 1, y + right, 1);
            }
            if (dice_throw(d, 0, 9) > 0) {
                set_if_inside(map, x + down, y + side - 1, 1);
            }
        }
    }
}

/* Cells with two even coordinates are halls; each is joined to the one above or to its left. */
static void fill_maze(gen_map *map, dice *d)
{
    memset(map->costs, WALL, cell_count(map));
    for (int32_t y = 0; y < map->height; y += 2) {
        for (int32_t x = 0; x < map->width; x += 2) {
            *cell(map, x, y) = 1;
            bool goes_up = x == 0 || (y > 0 && dice_throw(d, 0, 1) == 0);
            bool is_loop = dice_throw(d, 0, 19) == 0;
            if (goes_up || is_loop) {
                set_if_inside(map, x, y - 1, 1);
            }
            if (!goes_up || is_loop) {
                set_if_inside(map, x - 1, y, 1);
            }
        }
    }
}

static int32_t walls_around(const gen_map *map, int32_t cx, int32_t cy)
{
    int32_t walls = 0;
    for (int32_t y = cy - 1; y <= cy + 1; ++y) {
        for (int32_t x = cx - 1; x <= cx + 1; ++x) {
            bool is_outside = x < 0 || y < 0 || x >= map->width || y >= map->height;
            walls += is_outside || *cell(map, x, y) == WALL;
        }
    }
    return walls;
}

/* Noise that a cellular automaton rounds: a cell is rock where most cells around it are. */
static void fill_cave(gen_map *map, dice *d)
{
    fill_noise(map, d, dice_throw(d, 38, 46));
    gen_map next = gen_map_copy(map);
    for (int32_t round = 0; round < 3; ++round) {
        for (int32_t y = 0; y < map->height; ++y) {
            for (int32_t x = 0; x < map->width; ++x) {
                *cell(&next, x, y) = walls_around(map, x, y) >= 5 ? WALL : 1;
            }
        }
        memcpy(map->costs, next.costs, cell_count(map));
    }
    gen_map_free(&next);
}

static void fill_weighted_noise(gen_map *map, dice *d)
{
    /* Small ranges give many ties, large ones none. */
    int32_t most = dice_throw(d, 0, 1) == 0 ? 4 : TERRAIN_MAX;
    for (size_t i = 0; i < cell_count(map); ++i) {
        map->costs[i] = dice_throw(d, 1, 100) <= 15 ? WALL : (uint8_t)dice_throw(d, 1, most);
    }
}

static void fill_patches(gen_map *map, dice *d)
{
    memset(map->costs, 1, cell_count(map));
    int32_t patches = dice_throw(d, 1, 12);
    for (int32_t i = 0; i < patches; ++i) {
        int32_t left = dice_throw(d, 0, map->width - 1);
        int32_t top = dice_throw(d, 0, map->height - 1);
        int32_t right = left + dice_throw(d, 1, 1 + map->width / 2);
        int32_t bottom = top + dice_throw(d, 1, 1 + map->height / 2);
        uint8_t cost = dice_throw(d, 0, 3) == 0 ? WALL : (uint8_t)dice_throw(d, 1, 20);
        for (int32_t y = top; y < bottom; ++y) {
            for (int32_t x = left; x < right; ++x) {
                set_if_inside(map, x, y, cost);
            }
        }
    }
}

static void fill_bars(gen_map *map, dice *d)
{
    memset(map->costs, 1, cell_count(map));
    int32_t distance = dice_throw(d, 2, 5);
    for (int32_t x = distance - 1; x < map->width; x += distance) {
        int32_t gap = dice_throw(d, 0, map->height - 1);
        for (int32_t y = 0; y < map->height; ++y) {
            *cell(map, x, y) = y == gap ? 1 : WALL;
        }
    }
}

static void fill(gen_map *map, dice *d)
{
    switch (map->kind) {
    case GEN_NOISE:
        fill_noise(map, d, dice_throw(d, 5, 45));
        break;
    case GEN_ROOMS:
        fill_rooms(map, d);
        break;
    case GEN_MAZE:
        fill_maze(map, d);
        break;
    case GEN_CAVE:
        fill_cave(map, d);
        break;
    case GEN_WEIGHTED_NOISE:
        fill_weighted_noise(map, d);
        break;
    case GEN_PATCHES:
        fill_patches(map, d);
        break;
    case GEN_BARS:
        fill_bars(map, d);
        break;
    case GEN_OPEN:
    case GEN_KIND_COUNT:
        memset(map->costs, 1, cell_count(map));
        break;
    }
}

/* A random cell, or the first open one after it. */
static wend_node pick_open(const gen_map *map, dice *d)
{
    size_t count = cell_count(map);
    size_t first = (size_t)dice_throw(d, 0, (int32_t)count - 1);
    for (size_t i = 0; i < count; ++i) {
        size_t node = (first + i) % count;
        if (map->costs[node] != WALL) {
            return (wend_node)node;
        }
    }
    return (wend_node)first;
}

static uint8_t *costs_new(size_t count)
{
    uint8_t *costs = malloc(count);
    if (costs == NULL) {
        fprintf(stderr, "gen_map: out of memory\n");
        abort();
    }
    return costs;
}

gen_map gen_map_make(gen_kind kind, uint64_t seed, int32_t width, int32_t height)
{
    dice d = {seed, 0};
    gen_map map = {.seed = seed, .kind = kind, .width = width, .height = height};
    map.neighbours = dice_throw(&d, 0, 3) == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    map.corner_rule = (wend_corner_rule)dice_throw(&d, WEND_CORNER_NEVER, WEND_CORNER_ALWAYS);
    map.costs = costs_new(cell_count(&map));
    fill(&map, &d);
    map.start = pick_open(&map, &d);
    map.goal = pick_open(&map, &d);
    return map;
}

gen_map gen_map_random(uint64_t seed, int32_t side_max)
{
    uint64_t own = wend_random(seed, 2, 0);
    gen_kind kind = (gen_kind)wend_random_below(own, 2, 1, GEN_KIND_COUNT);
    int32_t width = 1 + (int32_t)wend_random_below(own, 2, 2, (uint32_t)side_max);
    int32_t height = 1 + (int32_t)wend_random_below(own, 2, 3, (uint32_t)side_max);
    return gen_map_make(kind, seed, width, height);
}

gen_map gen_map_copy(const gen_map *map)
{
    gen_map copy = *map;
    copy.costs = costs_new(cell_count(map));
    memcpy(copy.costs, map->costs, cell_count(map));
    return copy;
}

void gen_map_free(gen_map *map)
{
    free(map->costs);
    map->costs = NULL;
}

void gen_map_print(const gen_map *map, FILE *out)
{
    bool is_uniform = true;
    for (size_t i = 0; i < cell_count(map); ++i) {
        is_uniform = is_uniform && (map->costs[i] == 1 || map->costs[i] == WALL);
    }
    fprintf(out, "seed %" PRIu64 ", kind %d, %" PRId32 " x %" PRId32, map->seed, (int)map->kind,
            map->width, map->height);
    fprintf(out, ", %d neighbours, corner rule %d, start %" PRIu64 ", goal %" PRIu64 "\n",
            (int)map->neighbours, (int)map->corner_rule, (uint64_t)map->start, (uint64_t)map->goal);
    for (int32_t y = 0; y < map->height; ++y) {
        for (int32_t x = 0; x < map->width; ++x) {
            uint8_t cost = *cell(map, x, y);
            if (cost == 1 || cost == WALL) {
                fprintf(out, "%s%c", is_uniform ? "" : "   ", cost == 1 ? '.' : '#');
            } else {
                fprintf(out, " %3u", (unsigned)cost);
            }
        }
        fputc('\n', out);
    }
}
