/* The exact mesh search over random small grids against the shortest paths at any angle, found by
 * looking from every corner to every other in whole numbers. */
#include "support/gen.h"
#include "support/test.h"

#include "wend/mesh_search.h"

#include <math.h>
#include <string.h>

enum { SIDE = 7, ACROSS = SIDE + 1, SPOTS = ACROSS * ACROSS + 2 };

/* Cells are 2 units wide, so that middles are whole numbers. */
typedef struct spot {
    int32_t x, y;
} spot;

typedef struct field {
    bool is_wall[SIDE][SIDE];
    spot spots[SPOTS]; /* corners of cells; then start and goal */
    double reached[SPOTS];
} field;

static bool is_wall(const field *f, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE || f->is_wall[y][x];
}

/* Opens one of two walls that touch in a corner only, between two open cells: such corners are
 * another test's. */
static void part_diagonals(field *f)
{
    for (int32_t y = SIDE - 1; y > 0; --y) {
        for (int32_t x = SIDE - 1; x > 0; --x) {
            const bool a = f->is_wall[y][x];
            const bool b = f->is_wall[y - 1][x - 1];
            const bool c = f->is_wall[y][x - 1];
            const bool d = f->is_wall[y - 1][x];
            if (a == b && c == d && a != c) {
                f->is_wall[y][x] = f->is_wall[y][x - 1] = f->is_wall[y - 1][x] = true;
                f->is_wall[y - 1][x - 1] = true;
            }
        }
    }
}

static bool has_diagonal(const field *f)
{
    for (int32_t y = 1; y < SIDE; ++y) {
        for (int32_t x = 1; x < SIDE; ++x) {
            if (f->is_wall[y][x] == f->is_wall[y - 1][x - 1] &&
                f->is_wall[y][x - 1] == f->is_wall[y - 1][x] &&
                f->is_wall[y][x] != f->is_wall[y - 1][x]) {
                return true;
            }
        }
    }
    return false;
}

static int64_t side_of(spot a, spot b, int32_t x, int32_t y)
{
    return (int64_t)(b.x - a.x) * (y - a.y) - (int64_t)(b.y - a.y) * (x - a.x);
}

static int32_t least_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* True if the line passes through the inside of a cell. */
static bool enters(spot a, spot b, int32_t cell_x, int32_t cell_y)
{
    const int32_t x = 2 * cell_x;
    const int32_t y = 2 * cell_y;
    if (least_of(a.x, b.x) >= x + 2 || -least_of(-a.x, -b.x) <= x || least_of(a.y, b.y) >= y + 2 ||
        -least_of(-a.y, -b.y) <= y) {
        return false;
    }
    bool has_left = false;
    bool has_right = false;
    for (int32_t i = 0; i < 4; ++i) {
        const int64_t side = side_of(a, b, x + i % 2 * 2, y + i / 2 * 2);
        has_left = has_left || side > 0;
        has_right = has_right || side < 0;
    }
    return has_left && has_right;
}

/* Along a line of corners there must be an open cell on one side everywhere. */
static bool is_walled_in(const field *f, spot a, spot b)
{
    if (a.x == b.x && a.x % 2 == 0) {
        for (int32_t y = least_of(a.y, b.y) / 2; 2 * y < -least_of(-a.y, -b.y); ++y) {
            if (is_wall(f, a.x / 2, y) && is_wall(f, a.x / 2 - 1, y)) {
                return true;
            }
        }
    }
    if (a.y == b.y && a.y % 2 == 0) {
        for (int32_t x = least_of(a.x, b.x) / 2; 2 * x < -least_of(-a.x, -b.x); ++x) {
            if (is_wall(f, x, a.y / 2) && is_wall(f, x, a.y / 2 - 1)) {
                return true;
            }
        }
    }
    return false;
}

static bool sees(const field *f, spot a, spot b)
{
    for (int32_t y = 0; y < SIDE; ++y) {
        for (int32_t x = 0; x < SIDE; ++x) {
            if (f->is_wall[y][x] && enters(a, b, x, y)) {
                return false;
            }
        }
    }
    return !is_walled_in(f, a, b);
}

static double length_of(spot a, spot b)
{
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    return sqrt(x * x + y * y) / 2;
}

/* Dijkstra from the start to the goal. */
static double least_length(field *f)
{
    bool is_done[SPOTS] = {false};
    for (int i = 0; i < SPOTS; ++i) {
        f->reached[i] = (double)INFINITY;
    }
    f->reached[SPOTS - 2] = 0;
    for (;;) {
        int at = -1;
        for (int i = 0; i < SPOTS; ++i) {
            if (!is_done[i] && f->reached[i] < (double)INFINITY &&
                (at < 0 || f->reached[i] < f->reached[at])) {
                at = i;
            }
        }
        if (at < 0 || at == SPOTS - 1) {
            return f->reached[SPOTS - 1];
        }
        is_done[at] = true;
        for (int i = 0; i < SPOTS; ++i) {
            const double length = f->reached[at] + length_of(f->spots[at], f->spots[i]);
            if (!is_done[i] && length < f->reached[i] && sees(f, f->spots[at], f->spots[i])) {
                f->reached[i] = length;
            }
        }
    }
}

static void make_field(field *f, uint64_t seed)
{
    const uint32_t walls = 10 + wend_random_below(seed, 1, 0, 35);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        f->is_wall[i / SIDE][i % SIDE] = wend_random_below(seed, 2, i, 100) < walls;
    }
    for (int i = 0; i < SIDE && has_diagonal(f); ++i) {
        part_diagonals(f);
    }
    for (int32_t i = 0; i < ACROSS * ACROSS; ++i) {
        f->spots[i] = (spot){i % ACROSS * 2, i / ACROSS * 2};
    }
}

static wend_mesh_search *search_of(const field *f, wend_grid **grid, wend_mesh **mesh,
                                   wend_mesh_space **space)
{
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = grid_def.height = SIDE;
    assert_int_equal(wend_grid_create(&grid_def, grid), WEND_OK);
    for (int32_t i = 0; i < SIDE * SIDE; ++i) {
        const bool wall = f->is_wall[i / SIDE][i % SIDE];
        (void)wend_grid_set_cost(*grid, 0, i % SIDE, i / SIDE, wall ? WEND_COST_WALL : 1);
    }
    if (wend_mesh_from_grid(*grid, 0, 0, NULL, mesh, NULL) != WEND_OK) {
        *mesh = NULL; /* no open cell */
        return NULL;
    }
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_search *search;
    def.mesh = *mesh;
    assert_int_equal(wend_mesh_space_create(&def, space), WEND_OK);
    assert_int_equal(wend_mesh_search_create(*space, NULL, &search), WEND_OK);
    return search;
}

static bool any_angle_is_least(uint64_t seed, void *context)
{
    (void)context;
    field f;
    wend_grid *grid;
    wend_mesh *mesh;
    wend_mesh_space *space = NULL;
    bool holds = true;
    make_field(&f, seed);
    wend_mesh_search *search = search_of(&f, &grid, &mesh, &space);
    for (uint64_t i = 0; i < 6 && holds && search != NULL && !has_diagonal(&f); ++i) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        for (uint32_t k = 0; k < 2; ++k) {
            const int32_t x = (int32_t)wend_random_below(seed, 3 + k, i, SIDE);
            const int32_t y = (int32_t)wend_random_below(seed, 5 + k, i, SIDE);
            f.spots[SPOTS - 2 + k] = (spot){2 * x + 1, 2 * y + 1};
            *(k == 0 ? &query.start : &query.goal) = wend_mesh_location_at(x + 0.5, y + 0.5, 0);
        }
        const spot a = f.spots[SPOTS - 2];
        const spot b = f.spots[SPOTS - 1];
        const bool is_open = !f.is_wall[a.y / 2][a.x / 2] && !f.is_wall[b.y / 2][b.x / 2];
        const double least = is_open ? least_length(&f) : (double)INFINITY;
        wend_mesh_search_answer answer;
        const wend_result result = wend_mesh_search_find(search, &query);
        wend_mesh_search_get_answer(search, &answer);
        holds = least < (double)INFINITY
                    ? result == WEND_OK && fabs(answer.length - least) <= 1e-9 * least
                    : result == WEND_NO_PATH;
        if (!holds) {
            print_message("%.17g for %.17g\n", answer.length, least);
        }
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
    return holds;
}

static void any_angle_ways_on_grids_are_the_shortest(void **state)
{
    (void)state;
    gen_property("any angle is least", 150, any_angle_is_least, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_angle_ways_on_grids_are_the_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
