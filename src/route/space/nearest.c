/* Straight distances between cells, and the nearest open cell.
 * Cost: the cells nearer than the answer. */
#include "route/space/space.h"

#include "wend/hex.h"

/* A cell moved by whole maps, as axial coordinates on hexes. */
static wend_hex image_of(const wend_space *space, wend_node node, int32_t columns, int32_t rows)
{
    const uint32_t width = (uint32_t)space->width;
    const int32_t x = (int32_t)(node % width) + columns * space->width;
    const int32_t y = (int32_t)(node / width) + rows * space->height;
    return space->is_hex ? wend_hex_from_offset(space->hex_layout, x, y) : (wend_hex){x, y};
}

int64_t wendi_space_squared_distance(const wend_space *space, wend_node a, wend_node b)
{
    const wend_hex from = image_of(space, a, 0, 0);
    const int32_t columns = space->wraps_x ? 1 : 0;
    const int32_t rows = space->wraps_y ? 1 : 0;
    int64_t least = INT64_MAX;
    for (int32_t j = -rows; j <= rows; ++j) {
        for (int32_t i = -columns; i <= columns; ++i) {
            const wend_hex to = image_of(space, b, i, j);
            const int64_t dx = to.q - from.q;
            const int64_t dy = to.r - from.r;
            const int64_t squared = dx * dx + dy * dy + (space->is_hex ? dx * dy : 0);
            least = squared < least ? squared : least;
        }
    }
    return least;
}

/* The nearest open cell found so far. */
typedef struct nearest_scan {
    const wend_space *space;
    wend_node from, best;
    int64_t squared;
} nearest_scan;

static int32_t fold(int32_t at, int32_t side, bool wraps)
{
    if (!wraps) {
        return at;
    }
    const int32_t rest = at % side;
    return rest < 0 ? rest + side : rest;
}

static void look_at(nearest_scan *n, int32_t x, int32_t y)
{
    const wend_space *space = n->space;
    x = fold(x, space->width, space->wraps_x);
    y = fold(y, space->height, space->wraps_y);
    if (x < 0 || y < 0 || x >= space->width || y >= space->height) {
        return;
    }
    const wend_node node = (wend_node)y * (wend_node)space->width + (wend_node)x;
    if (!wend_space_is_open(space, node)) {
        return;
    }
    const int64_t squared = wendi_space_squared_distance(space, n->from, node);
    if (squared < n->squared || (squared == n->squared && node < n->best)) {
        n->squared = squared;
        n->best = node;
    }
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* The cells at a distance in columns or rows, the larger of both: those on the map, which may be
 * far longer than it is wide, and around a seam each about once. */
static void look_around(nearest_scan *n, int32_t radius)
{
    const wend_space *space = n->space;
    const int32_t x = (int32_t)(n->from % (wend_node)space->width);
    const int32_t y = (int32_t)(n->from / (wend_node)space->width);
    const int32_t left = space->wraps_x ? space->width / 2 + 1 : x;
    const int32_t right = space->wraps_x ? left : space->width - 1 - x;
    const int32_t up = space->wraps_y ? space->height / 2 + 1 : y;
    const int32_t down = space->wraps_y ? up : space->height - 1 - y;
    if (radius <= up || radius <= down) {
        for (int32_t k = -least(radius, left); k <= least(radius, right); ++k) {
            look_at(n, x + k, y - radius);
            look_at(n, x + k, y + radius);
        }
    }
    if (radius <= left || radius <= right) {
        for (int32_t k = -least(radius, up); k <= least(radius, down); ++k) {
            look_at(n, x - radius, y + k);
            look_at(n, x + radius, y + k);
        }
    }
}

/* Four times the least squared distance of any cell of such a ring: lines of hexes lie nearer to
 * each other than a cell is wide, and every other one is moved by half a cell. */
static int64_t least_of_ring(const wend_space *space, int64_t radius)
{
    const int64_t across = space->is_hex ? 2 * radius - 1 : 2 * radius;
    const int64_t lines = space->is_hex ? 3 * radius * radius : 4 * radius * radius;
    return across * across < lines ? across * across : lines;
}

wend_node wend_space_nearest_open(const wend_space *space, wend_node node)
{
    if (space == NULL || node >= wendi_space_node_count(space)) {
        return WEND_NODE_NONE;
    }
    if (wend_space_is_open(space, node)) {
        return node;
    }
    if (space->net != NULL) {
        return WEND_NODE_NONE;
    }
    nearest_scan n = {space, node, WEND_NODE_NONE, INT64_MAX / 8};
    const int32_t most = space->width > space->height ? space->width : space->height;
    for (int32_t radius = 1; radius <= most && least_of_ring(space, radius) <= 4 * n.squared;
         ++radius) {
        look_around(&n, radius);
    }
    return n.best;
}
