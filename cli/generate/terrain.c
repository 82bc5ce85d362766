/* Generates the costs of a map from a seed and a size.
 * Cost: linear in the cells. */
#include "generate/terrain.h"

#include "wend/grid.h"

#include <string.h>

enum { ROOM_SIDE = 8, OPEN = 1, CAVE_ROUNDS = 5 };

static size_t at(int32_t width, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)width + (size_t)x;
}

static uint64_t place_id(int32_t x, int32_t y)
{
    return (uint64_t)y * 65536 + (uint64_t)x;
}

/* ---- rooms ---- */

/* Opens a door in the wall to the right of (or below) the room with this number. */
static void open_door(uint64_t seed, int32_t width, int32_t height, int32_t room_x, int32_t room_y,
                      int is_below, uint8_t *costs)
{
    const uint64_t id = place_id(room_x, room_y) * 2 + (uint64_t)is_below;
    if (wend_random_unit(seed, id, 0) > 0.85) {
        return;
    }
    const int32_t along = 1 + (int32_t)wend_random_below(seed, id, 1, ROOM_SIDE - 1);
    const int32_t x = room_x * ROOM_SIDE + (is_below ? along : ROOM_SIDE);
    const int32_t y = room_y * ROOM_SIDE + (is_below ? ROOM_SIDE : along);
    if (x < width - 1 && y < height - 1) {
        costs[at(width, x, y)] = OPEN;
    }
}

void terrain_rooms(uint64_t seed, int32_t width, int32_t height, uint8_t *costs)
{
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const int is_edge = x == width - 1 || y == height - 1;
            const int is_wall = is_edge || x % ROOM_SIDE == 0 || y % ROOM_SIDE == 0;
            costs[at(width, x, y)] = is_wall ? WEND_COST_WALL : OPEN;
        }
    }
    for (int32_t y = 0; y * ROOM_SIDE < height; y++) {
        for (int32_t x = 0; x * ROOM_SIDE < width; x++) {
            open_door(seed, width, height, x, y, 0, costs);
            open_door(seed, width, height, x, y, 1, costs);
        }
    }
}

/* ---- maze ---- */

/* Corridor cells lie on odd columns and rows. Each tunnels towards north or west; which one is
 * drawn by runs along the row, after the "sidewinder" of Buck, "Mazes for Programmers" (2015). */
static void sidewind_row(uint64_t seed, int32_t width, int32_t y, uint8_t *costs)
{
    int32_t run_start = 1;
    for (int32_t x = 1; x < width - 1; x += 2) {
        const uint64_t id = place_id(x, y);
        const int is_last = x + 2 >= width - 1;
        costs[at(width, x, y)] = OPEN;
        if (y == 1 || (!is_last && wend_random_unit(seed, id, 0) < 0.55)) {
            if (!is_last) {
                costs[at(width, x + 1, y)] = OPEN;
            }
            continue;
        }
        const uint32_t members = (uint32_t)(x - run_start) / 2 + 1;
        const int32_t chosen = run_start + 2 * (int32_t)wend_random_below(seed, id, 1, members);
        costs[at(width, chosen, y - 1)] = OPEN;
        run_start = x + 2;
    }
}

static void open_loops(uint64_t seed, int32_t width, int32_t height, uint8_t *costs)
{
    for (int32_t y = 1; y < height - 1; y += 2) {
        for (int32_t x = 2; x < width - 2; x += 2) {
            if (wend_random_unit(seed, place_id(x, y), 2) < 0.06) {
                costs[at(width, x, y)] = OPEN;
            }
        }
    }
}

void terrain_maze(uint64_t seed, int32_t width, int32_t height, uint8_t *costs)
{
    memset(costs, WEND_COST_WALL, (size_t)width * (size_t)height);
    for (int32_t y = 1; y < height - 1; y += 2) {
        sidewind_row(seed, width, y, costs);
    }
    open_loops(seed, width, height, costs);
}

/* ---- noise and caves ---- */

void terrain_noise(uint64_t seed, int32_t width, int32_t height, double density, uint8_t *costs)
{
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const int is_wall = wend_random_unit(seed, place_id(x, y), 3) < density;
            costs[at(width, x, y)] = is_wall ? WEND_COST_WALL : OPEN;
        }
    }
}

static int walls_around(const uint8_t *costs, int32_t width, int32_t height, int32_t x, int32_t y)
{
    int walls = 0;
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            const int32_t nx = x + dx;
            const int32_t ny = y + dy;
            const int is_outside = nx < 0 || ny < 0 || nx >= width || ny >= height;
            walls += is_outside || costs[at(width, nx, ny)] == WEND_COST_WALL;
        }
    }
    return walls;
}

void terrain_cave(uint64_t seed, int32_t width, int32_t height, uint8_t *costs, uint8_t *scratch)
{
    const size_t cells = (size_t)width * (size_t)height;
    terrain_noise(seed, width, height, 0.45, costs);
    for (int round = 0; round < CAVE_ROUNDS; round++) {
        memcpy(scratch, costs, cells);
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                const int walls = walls_around(scratch, width, height, x, y);
                costs[at(width, x, y)] = walls >= 5 ? WEND_COST_WALL : OPEN;
            }
        }
    }
}
