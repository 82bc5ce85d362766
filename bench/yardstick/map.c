/* A map in a frame of walls, and directions of all its cells from their costs to a goal.
 * Cost: one pass over the map each. */
#include "yardstick/flow.h"

#include <stdlib.h>
#include <string.h>

/* Cells in a line of the cache; costs not to be paid, a bit that lesser ones do not have. */
enum { LINE = 16, FAR = 1 << 30 };

static int32_t stride_of(int32_t width)
{
    const int32_t lines = (width + 2 + LINE - 1) / LINE;
    return LINE * (lines | 1);
}

static void fill(yardstick_map *map, const uint8_t *costs)
{
    memset(map->costs, YARDSTICK_WALL, map->cell_count);
    memset(map->flow, YARDSTICK_NOWHERE, map->cell_count);
    for (int32_t y = 0; y < map->height; y++) {
        memcpy(map->costs + yardstick_map_cell(map, 0, y), costs + (size_t)y * (size_t)map->width,
               (size_t)map->width);
    }
    map->cost_most = 1;
    for (uint32_t i = 0; i < map->cell_count; i++) {
        const bool is_wall = map->costs[i] == YARDSTICK_WALL;
        map->blank[i] = is_wall ? 0 : YARDSTICK_MAP_FAR;
        map->cost_most =
            !is_wall && map->costs[i] > map->cost_most ? map->costs[i] : map->cost_most;
    }
}

bool yardstick_map_make(yardstick_map *map, const uint8_t *costs, int32_t width, int32_t height)
{
    memset(map, 0, sizeof *map);
    map->width = width;
    map->height = height;
    map->stride = stride_of(width);
    map->cell_count = (uint32_t)map->stride * (uint32_t)(height + 2);
    map->costs = malloc(map->cell_count);
    map->flow = malloc(map->cell_count);
    map->d = malloc(map->cell_count * sizeof *map->d);
    map->blank = malloc(map->cell_count * sizeof *map->blank);
    if (map->costs == NULL || map->flow == NULL || map->d == NULL || map->blank == NULL) {
        yardstick_map_free(map);
        return false;
    }
    fill(map, costs);
    return true;
}

void yardstick_map_free(yardstick_map *map)
{
    free(map->costs);
    free(map->flow);
    free(map->d);
    free(map->blank);
    memset(map, 0, sizeof *map);
}

/* The cost of entering each cell of a row and continuing from there, times eight: the low bits hold
 * a direction, so that the least value includes its own. */
static void enter(const yardstick_map *map, int32_t y, int32_t *restrict straight,
                  int32_t *restrict diagonal)
{
    const uint32_t *d = map->d + yardstick_map_cell(map, -1, y);
    const uint8_t *costs = map->costs + yardstick_map_cell(map, -1, y);
    const int32_t length = map->width + 2;
    for (int32_t x = 0; x < length; x++) {
        const int32_t at = (int32_t)(d[x] - 1); /* negative for walls and unreached cells */
        const int32_t cost = costs[x];
        const int32_t far = at < 0 ? FAR : 0;
        straight[x] = far | (8 * (at + YARDSTICK_STRAIGHT * cost) & (FAR - 1));
        diagonal[x] = far | (8 * (at + YARDSTICK_DIAGONAL * cost) & (FAR - 1));
    }
}

static inline int32_t lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* A diagonal step is one where both cells beside it can be entered. */
static inline int32_t beside(int32_t diagonal, int32_t a, int32_t b)
{
    return diagonal | ((a | b) & FAR);
}

/* Rows above, of and below the cells. */
typedef struct rows {
    int32_t *straight[3], *diagonal[3];
} rows;

static void choose_row(const rows *r, int32_t width, int32_t *restrict best)
{
    const int32_t *n = r->straight[0], *m = r->straight[1], *s = r->straight[2];
    const int32_t *nd = r->diagonal[0], *sd = r->diagonal[2];
    for (int32_t x = 1; x <= width; x++) {
        int32_t least = lesser(m[x + 1], beside(sd[x + 1], m[x + 1], s[x]) + 1);
        least = lesser(least, s[x] + 2);
        least = lesser(least, beside(sd[x - 1], m[x - 1], s[x]) + 3);
        least = lesser(least, m[x - 1] + 4);
        least = lesser(least, beside(nd[x - 1], m[x - 1], n[x]) + 5);
        least = lesser(least, n[x] + 6);
        least = lesser(least, beside(nd[x + 1], m[x + 1], n[x]) + 7);
        const bool is_nowhere = (m[x] | least) >= FAR;
        best[x - 1] = is_nowhere ? YARDSTICK_NOWHERE : (least & 7);
    }
}

static void narrow(const int32_t *restrict values, uint8_t *restrict bytes, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)values[i];
    }
}

static void turn(int32_t *row[3])
{
    int32_t *first = row[0];
    row[0] = row[1];
    row[1] = row[2];
    row[2] = first;
}

void yardstick_map_flow(yardstick_map *map, uint32_t goal)
{
    const size_t length = (size_t)map->width + 2;
    int32_t *values = calloc(7 * length, sizeof *values);
    if (values == NULL) {
        abort();
    }
    int32_t *best = values + 6 * length;
    rows r;
    for (size_t i = 0; i < 3; i++) {
        r.straight[i] = values + i * length;
        r.diagonal[i] = values + (i + 3) * length;
    }
    enter(map, -1, r.straight[1], r.diagonal[1]);
    enter(map, 0, r.straight[2], r.diagonal[2]);
    for (int32_t y = 0; y < map->height; y++) {
        uint8_t *flow = map->flow + yardstick_map_cell(map, 0, y);
        turn(r.straight);
        turn(r.diagonal);
        enter(map, y + 1, r.straight[2], r.diagonal[2]);
        choose_row(&r, map->width, best);
        narrow(best, flow, map->width);
    }
    map->flow[goal] = YARDSTICK_HERE;
    free(values);
}
