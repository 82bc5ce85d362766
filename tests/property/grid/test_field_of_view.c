/* Fields of view on random maps of squares and hexes are what straight lines, tried one by one,
 * say, and symmetric. */
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/hex.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 13, CELLS_MAX = SIDE_MAX * SIDE_MAX, CORNERS_MAX = 6 };

/* ---- a random grid ---- */

/* Hexes wrap only where halves meet. */
static wend_wrap random_wrap(uint64_t seed, const wend_grid_def *def)
{
    uint32_t wrap = wend_random_below(seed, 6, 0, 4);
    const bool is_hex = def->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows =
        def->hex_layout == WEND_HEX_ODD_ROWS || def->hex_layout == WEND_HEX_EVEN_ROWS;
    if (is_hex && is_rows && def->height % 2 == 1) {
        wrap &= WEND_WRAP_X;
    }
    if (is_hex && !is_rows && def->width % 2 == 1) {
        wrap &= WEND_WRAP_Y;
    }
    return (wend_wrap)wrap;
}

static wend_grid *random_grid(uint64_t seed, int32_t side_max, bool may_wrap)
{
    const int32_t width = 1 + (int32_t)wend_random_below(seed, 1, 0, (uint32_t)side_max);
    const int32_t height = 1 + (int32_t)wend_random_below(seed, 2, 0, (uint32_t)side_max);
    const gen_kind kind = (gen_kind)wend_random_below(seed, 3, 0, GEN_KIND_COUNT);
    gen_map map = gen_map_make(kind, seed, width, height);
    wend_grid_def def = grids_def(width, height, 1);
    if (wend_random_below(seed, 4, 0, 3) != 0) {
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = (wend_hex_layout)wend_random_below(seed, 5, 0, 4);
    }
    def.wrap = may_wrap ? random_wrap(seed, &def) : WEND_WRAP_NONE;
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, width, height, map.costs, (size_t)width),
                     WEND_OK);
    gen_map_free(&map);
    return grid;
}

static uint32_t node_count(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return (uint32_t)info.width * (uint32_t)info.height;
}

static bool is_wall(const wend_grid *grid, wend_node node)
{
    int32_t x;
    int32_t y;
    (void)wend_grid_cell(grid, node, &x, &y);
    return wend_grid_cost(grid, 0, x, y) == WEND_COST_WALL;
}

/* ---- the slow twin: in whole numbers, squares in halves, hexes in sixths across ---- */

typedef struct point {
    int64_t x, y;
} point;

typedef struct outline {
    point corners[CORNERS_MAX]; /* clockwise, y down */
    int count;
} outline;

static bool is_hex(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return info.neighbours == WEND_NEIGHBOURS_6;
}

static point centre_of(const wend_grid *grid, wend_node node)
{
    if (is_hex(grid)) {
        const wend_hex hex = wend_grid_hex(grid, node);
        return (point){3 * (2 * (int64_t)hex.q + hex.r), 3 * (int64_t)hex.r};
    }
    int32_t x;
    int32_t y;
    (void)wend_grid_cell(grid, node, &x, &y);
    return (point){2 * (int64_t)x, 2 * (int64_t)y};
}

static outline outline_of(const wend_grid *grid, wend_node node)
{
    static const point hex[6] = {{0, -2}, {3, -1}, {3, 1}, {0, 2}, {-3, 1}, {-3, -1}};
    static const point square[4] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const point centre = centre_of(grid, node);
    outline o = {.count = is_hex(grid) ? 6 : 4};
    for (int i = 0; i < o.count; i++) {
        const point corner = o.count == 6 ? hex[i] : square[i];
        o.corners[i] = (point){centre.x + corner.x, centre.y + corner.y};
    }
    return o;
}

static int64_t cross(point a, point b)
{
    return a.x * b.y - a.y * b.x;
}

static point minus(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y};
}

/* top / bottom, bottom above 0 */
typedef struct fraction {
    int64_t top, bottom;
} fraction;

static bool is_below(fraction a, fraction b)
{
    return a.top * b.bottom < b.top * a.bottom;
}

/* The range ]*enter, *leave[ in which from + t * way is inside an outline. @return false: none. */
static bool clip(point from, point way, const outline *o, fraction *enter, fraction *leave)
{
    *enter = (fraction){-1000000, 1};
    *leave = (fraction){1000000, 1};
    for (int i = 0; i < o->count; i++) {
        const point a = o->corners[i];
        const point edge = minus(o->corners[(i + 1) % o->count], a);
        const int64_t at = cross(edge, minus(from, a)); /* above 0 inside */
        const int64_t rise = cross(edge, way);
        if (rise == 0 && at <= 0) {
            return false;
        }
        const fraction here = {rise > 0 ? -at : at, rise > 0 ? rise : -rise};
        if (rise > 0 && is_below(*enter, here)) {
            *enter = here;
        }
        if (rise < 0 && is_below(here, *leave)) {
            *leave = here;
        }
    }
    return is_below(*enter, *leave);
}

/* True if the straight line between the centres passes no wall but those at its ends. */
static bool line_is_free(const wend_grid *grid, wend_node from, wend_node to)
{
    const fraction zero = {0, 1};
    const fraction one = {1, 1};
    const point start = centre_of(grid, from);
    const point way = minus(centre_of(grid, to), start);
    for (wend_node wall = 0; wall < node_count(grid); wall++) {
        fraction enter;
        fraction leave;
        if (wall == from || wall == to || !is_wall(grid, wall)) {
            continue;
        }
        const outline o = outline_of(grid, wall);
        if (clip(start, way, &o, &enter, &leave) && is_below(enter, one) && is_below(zero, leave)) {
            return false;
        }
    }
    return true;
}

/* Below the x axis come first; then by the angle. */
static int by_angle(const void *left, const void *right)
{
    const point a = *(const point *)left;
    const point b = *(const point *)right;
    const int half_a = a.y < 0 || (a.y == 0 && a.x < 0);
    const int half_b = b.y < 0 || (b.y == 0 && b.x < 0);
    if (half_a != half_b) {
        return half_a - half_b;
    }
    const int64_t turn = cross(a, b);
    return turn > 0 ? -1 : turn < 0;
}

/* The wall that a ray meets first; WEND_NODE_NONE if none. */
static wend_node first_wall(const wend_grid *grid, wend_node from, point way)
{
    const fraction zero = {0, 1};
    const point start = centre_of(grid, from);
    wend_node first = WEND_NODE_NONE;
    fraction nearest = {0, 1};
    for (wend_node wall = 0; wall < node_count(grid); wall++) {
        fraction enter;
        fraction leave;
        if (wall == from || !is_wall(grid, wall)) {
            continue;
        }
        const outline o = outline_of(grid, wall);
        if (clip(start, way, &o, &enter, &leave) && is_below(zero, leave) &&
            (first == WEND_NODE_NONE || is_below(enter, nearest))) {
            first = wall;
            nearest = enter;
        }
    }
    return first;
}

/* Rays to all corners of walls, and between each two neighbouring ones: which wall comes first does
 * not change but at those. */
static void see_walls(const wend_grid *grid, wend_node from, bool *seen)
{
    static point ways[CELLS_MAX * CORNERS_MAX + 4];
    static const point axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const point start = centre_of(grid, from);
    size_t count = 4;
    memcpy(ways, axes, sizeof axes);
    for (wend_node wall = 0; wall < node_count(grid); wall++) {
        if (wall != from && is_wall(grid, wall)) {
            const outline o = outline_of(grid, wall);
            for (int i = 0; i < o.count; i++) {
                ways[count++] = minus(o.corners[i], start);
            }
        }
    }
    qsort(ways, count, sizeof ways[0], by_angle);
    for (size_t i = 0; i < count; i++) {
        const point next = ways[(i + 1) % count];
        const point between = {ways[i].x + next.x, ways[i].y + next.y};
        const wend_node hits[2] = {first_wall(grid, from, ways[i]),
                                   first_wall(grid, from, between)};
        for (int k = 0; k < 2; k++) {
            if (hits[k] != WEND_NODE_NONE) {
                seen[hits[k]] = true;
            }
        }
    }
}

static int32_t steps_between(const wend_grid *grid, wend_node a, wend_node b)
{
    if (is_hex(grid)) {
        return wend_hex_distance(wend_grid_hex(grid, a), wend_grid_hex(grid, b));
    }
    const point way = minus(centre_of(grid, a), centre_of(grid, b));
    const int64_t x = llabs(way.x) / 2;
    const int64_t y = llabs(way.y) / 2;
    return (int32_t)(x > y ? x : y);
}

static void see_slowly(const wend_grid *grid, wend_node from, bool *seen)
{
    memset(seen, 0, CELLS_MAX * sizeof seen[0]);
    see_walls(grid, from, seen);
    for (wend_node to = 0; to < node_count(grid); to++) {
        seen[to] = seen[to] || to == from || (!is_wall(grid, to) && line_is_free(grid, from, to));
    }
}

/* ---- the properties ---- */

/* True if the list is ascending, and exactly the visible cells within the radius. */
static bool agrees(const wend_grid *grid, wend_node from, int32_t radius, const bool *seen)
{
    wend_node nodes[CELLS_MAX];
    size_t count;
    if (wend_grid_field_of_view(grid, 0, from, radius, nodes, CELLS_MAX, &count) != WEND_OK) {
        return false;
    }
    size_t k = 0;
    bool holds = true;
    for (wend_node to = 0; to < node_count(grid); to++) {
        const bool should = seen[to] && steps_between(grid, from, to) <= radius;
        const bool is = k < count && nodes[k] == to;
        if (should != is) {
            print_error("from %u to %u, radius %d: %s seen\n", from, to, (int)radius,
                        should ? "should be" : "should not be");
            holds = false;
        }
        k += is ? 1 : 0;
    }
    return holds && k == count;
}

static bool view_is_exact(uint64_t seed, void *context)
{
    (void)context;
    bool seen[CELLS_MAX];
    bool holds = true;
    wend_grid *grid = random_grid(seed, SIDE_MAX, false);
    for (uint64_t look = 0; look < 3 && holds; look++) {
        const wend_node from = wend_random_below(seed, 10, look, node_count(grid));
        see_slowly(grid, from, seen);
        const int32_t radius = (int32_t)wend_random_below(seed, 11, look, SIDE_MAX);
        holds = agrees(grid, from, 2 * SIDE_MAX, seen) && agrees(grid, from, radius, seen);
    }
    wend_grid_destroy(grid);
    return holds;
}

static void view_is_what_straight_lines_say(void **state)
{
    (void)state;
    gen_property("view_is_exact", 150, view_is_exact, NULL);
}

/* ---- around maps that wrap ---- */

/* Copies on both sides of the map that reach so far. */
static int32_t copies_for(int32_t radius, int32_t side, bool wraps)
{
    return wraps ? (radius + side - 1) / side : 0;
}

/* The map and its copies as one grid that does not wrap. Hexes keep their layout: along a wrapped
 * axis the side is even. */
static wend_grid *unroll(const wend_grid *grid, int32_t copies_x, int32_t copies_y)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wend_grid_def def = wend_grid_def_default();
    def.width = info.width * (2 * copies_x + 1);
    def.height = info.height * (2 * copies_y + 1);
    def.neighbours = info.neighbours;
    def.hex_layout = info.hex_layout;
    wend_grid *plane = grids_make(def);
    for (int32_t y = 0; y < def.height; y++) {
        for (int32_t x = 0; x < def.width; x++) {
            const uint8_t cost = wend_grid_cost(grid, 0, x % info.width, y % info.height);
            grids_set(plane, x, y, cost);
        }
    }
    return plane;
}

/* The visible cells of the copies, each moved onto the map. */
static void see_copies(const wend_grid *grid, wend_node from, int32_t radius, bool *seen)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t copies_x = copies_for(radius, info.width, (info.wrap & WEND_WRAP_X) != 0);
    const int32_t copies_y = copies_for(radius, info.height, (info.wrap & WEND_WRAP_Y) != 0);
    wend_grid *plane = unroll(grid, copies_x, copies_y);
    const uint32_t capacity = node_count(plane);
    wend_node *nodes = malloc(capacity * sizeof nodes[0]);
    assert_non_null(nodes);
    int32_t x;
    int32_t y;
    (void)wend_grid_cell(grid, from, &x, &y);
    const wend_node middle =
        wend_grid_node(plane, x + copies_x * info.width, y + copies_y * info.height);
    size_t count;
    assert_int_equal(wend_grid_field_of_view(plane, 0, middle, radius, nodes, capacity, &count),
                     WEND_OK);
    memset(seen, 0, CELLS_MAX * sizeof seen[0]);
    for (size_t i = 0; i < count; i++) {
        (void)wend_grid_cell(plane, nodes[i], &x, &y);
        seen[wend_grid_node(grid, x % info.width, y % info.height)] = true;
    }
    free(nodes);
    wend_grid_destroy(plane);
}

static bool view_around_is_that_of_copies(uint64_t seed, void *context)
{
    (void)context;
    bool should[CELLS_MAX];
    bool is[CELLS_MAX] = {false};
    wend_node nodes[CELLS_MAX];
    size_t count;
    wend_grid *grid = random_grid(seed, SIDE_MAX, true);
    const wend_node from = wend_random_below(seed, 10, 0, node_count(grid));
    const int32_t radius = (int32_t)wend_random_below(seed, 11, 0, 2 * SIDE_MAX);
    see_copies(grid, from, radius, should);
    assert_int_equal(wend_grid_field_of_view(grid, 0, from, radius, nodes, CELLS_MAX, &count),
                     WEND_OK);
    bool holds = true;
    for (size_t i = 0; i < count; i++) {
        holds = holds && (i == 0 || nodes[i - 1] < nodes[i]);
        is[nodes[i]] = true;
    }
    holds = holds && memcmp(is, should, node_count(grid) * sizeof is[0]) == 0;
    wend_grid_destroy(grid);
    return holds;
}

static void view_around_a_map_is_that_of_its_copies(void **state)
{
    (void)state;
    gen_property("view_around_is_that_of_copies", 400, view_around_is_that_of_copies, NULL);
}

static bool view_is_symmetric(uint64_t seed, void *context)
{
    (void)context;
    enum { SIDE = 40 };
    wend_grid *grid = random_grid(seed, SIDE, true);
    const uint32_t count = node_count(grid);
    const int32_t radius = (int32_t)wend_random_below(seed, 12, 0, SIDE);
    uint8_t *sees = calloc(count, count);
    wend_node *nodes = malloc(count * sizeof nodes[0]);
    assert_true(sees != NULL && nodes != NULL);
    for (wend_node from = 0; from < count; from++) {
        size_t seen = 0;
        (void)wend_grid_field_of_view(grid, 0, from, radius, nodes, count, &seen);
        for (size_t i = 0; i < seen; i++) {
            sees[from * count + nodes[i]] = !is_wall(grid, from) && !is_wall(grid, nodes[i]);
        }
    }
    bool holds = true;
    for (wend_node a = 0; a < count; a++) {
        for (wend_node b = 0; b < a; b++) {
            holds = holds && sees[a * count + b] == sees[b * count + a];
        }
    }
    free(nodes);
    free(sees);
    wend_grid_destroy(grid);
    return holds;
}

static void view_who_sees_is_seen(void **state)
{
    (void)state;
    gen_property("view_is_symmetric", 30, view_is_symmetric, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_is_what_straight_lines_say),
        cmocka_unit_test(view_who_sees_is_seen),
        cmocka_unit_test(view_around_a_map_is_that_of_its_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
