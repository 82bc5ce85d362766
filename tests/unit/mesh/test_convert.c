/* Grids, walls and pictures made of meshes. */
#include "lattice.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/link.h"
#include "wend/mesh.h"
#include "wend/stamp.h"
#include "wend/walls.h"

#include <math.h>

/* ---- grids, walls, pictures ---- */

static void mesh_to_grid_opens_where_there_is_room(void **state)
{
    (void)state;
    const char *const hole[] = {"...", ".#.", "..."};
    wend_mesh *mesh = lattice(hole, 3);
    wend_mesh_grid_def def = wend_mesh_grid_def_default();
    wend_grid *grid;
    meshes_link(mesh, (wend_vec2){1, 1}, (wend_vec2){11, 11}, false);
    assert_int_equal(wend_mesh_set_area(mesh, 0, 4), WEND_OK);
    assert_int_equal(wend_mesh_set_factor(mesh, 4, 2.5), WEND_OK);
    assert_int_equal(wend_mesh_set_open(mesh, 1, false), WEND_OK);
    def.cell_size = 2;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_OK);
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.width, 6);
    assert_int_equal(info.height, 6);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 0, 0), 3);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 2, 0), WEND_COST_WALL);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 2, 2), WEND_COST_WALL);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 4, 4), 1);
    assert_int_equal(wend_grid_link_count(grid), 1);
    wend_grid_destroy(grid);
    def.radius = 1.5;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_OK);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 4, 4), WEND_COST_WALL);
    wend_grid_destroy(grid);
    def.radius = 0;
    def.neighbours = WEND_NEIGHBOURS_6;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_OK);
    wend_grid_get_info(grid, &info);
    assert_int_equal(info.width, 7);
    wend_grid_destroy(grid);
    def.cell_size = 1e-5;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_ERROR_ARGUMENT);
    def.cell_size = 0;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_ERROR_ARGUMENT);
    def.cell_size = 1;
    def.radius = -1;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_ERROR_ARGUMENT);
    def.radius = 0;
    def.max_slope = (double)NAN;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_to_grid(NULL, &def, &grid), WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_mesh_to_grid(mesh, &def, &grid), WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

static void mesh_to_grid_takes_the_floor_and_slope_asked_for(void **state)
{
    (void)state;
    const wend_vec3 points[] = {{0, 0, 0},  {8, 0, 8},  {8, 8, 8},  {0, 8, 0},
                                {0, 0, 20}, {8, 0, 20}, {8, 8, 20}, {0, 8, 20}};
    const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint32_t sizes[] = {4, 4};
    const uint8_t areas[] = {1, 2};
    double factors[WEND_MESH_AREAS];
    for (int i = 0; i < WEND_MESH_AREAS; ++i) {
        factors[i] = 1 + 10 * i;
    }
    wend_mesh_def def = wend_mesh_def_default();
    wend_grid *grid;
    def.points = points;
    def.point_count = 8;
    def.corners = corners;
    def.sizes = sizes;
    def.polygon_count = 2;
    def.areas = areas;
    def.factors = factors;
    wend_mesh *mesh = meshes_make(def);
    assert_true(wend_mesh_has_floors(mesh));
    wend_mesh_grid_def to = wend_mesh_grid_def_default();
    to.cell_size = 1;
    assert_int_equal(wend_mesh_to_grid(mesh, &to, &grid), WEND_OK);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 4, 4), 21);
    wend_grid_destroy(grid);
    to.high = 10;
    assert_int_equal(wend_mesh_to_grid(mesh, &to, &grid), WEND_OK);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 4, 4), 11);
    wend_grid_destroy(grid);
    to.max_slope = 0.9;
    assert_int_equal(wend_mesh_to_grid(mesh, &to, &grid), WEND_OK);
    assert_int_equal(wend_grid_ground_cost(grid, 0, 4, 4), WEND_COST_WALL);
    wend_grid_destroy(grid);
    wend_mesh_destroy(mesh);
}

static void mesh_walls_are_its_outer_edges(void **state)
{
    (void)state;
    const char *const row[] = {".."};
    wend_mesh *mesh = lattice(row, 1);
    wend_walls *walls;
    assert_int_equal(wend_mesh_walls(mesh, WEND_STOPS_WALK, NULL, &walls), WEND_OK);
    assert_int_equal(wend_walls_count(walls), 6);
    assert_true(
        wend_walls_can_walk(walls, (wend_vec2){1, 2}, (wend_vec2){7, 2}, 1, WEND_STOPS_WALK));
    assert_false(
        wend_walls_can_walk(walls, (wend_vec2){1, 2}, (wend_vec2){9, 2}, 0, WEND_STOPS_WALK));
    wend_walls_destroy(walls);
    assert_int_equal(wend_mesh_walls(NULL, WEND_STOPS_WALK, NULL, &walls), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_walls(mesh, 0, NULL, &walls), WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

typedef struct counts {
    int polygons, walls, edges, portals;
} counts;

static void count_polygon(void *context, const wend_vec2 *points, size_t count,
                          wend_meaning meaning, double value)
{
    (void)points;
    (void)value;
    assert_true(count >= 3);
    ((counts *)context)->polygons += meaning == WEND_MEANING_GROUND;
}

static void count_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                       double value)
{
    counts *all = context;
    (void)from;
    (void)to;
    (void)value;
    all->walls += meaning == WEND_MEANING_WALL;
    all->edges += meaning == WEND_MEANING_EDGE;
    all->portals += meaning == WEND_MEANING_PORTAL;
}

static void mesh_draws_ground_edges_walls_and_links(void **state)
{
    (void)state;
    const char *const row[] = {"..."};
    wend_mesh *mesh = lattice(row, 1);
    counts all = {0};
    wend_draw draw = {.polygon = count_polygon, .line = count_line, .context = &all};
    wend_mesh_link link = wend_mesh_link_default();
    link.from = link.to = wend_mesh_location_at(1, 1, 0);
    meshes_add_link(mesh, link);
    assert_int_equal(wend_mesh_set_open(mesh, 2, false), WEND_OK);
    assert_int_equal(wend_mesh_draw(mesh, &draw), WEND_OK);
    assert_int_equal(all.polygons, 2);
    assert_int_equal(all.walls, 8);
    assert_int_equal(all.edges, 2);
    assert_int_equal(all.portals, 1);
    draw.polygon = NULL;
    draw.line = NULL;
    assert_int_equal(wend_mesh_draw(mesh, &draw), WEND_OK);
    assert_int_equal(wend_mesh_draw(NULL, &draw), WEND_ERROR_ARGUMENT);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_to_grid_opens_where_there_is_room),
        cmocka_unit_test(mesh_to_grid_takes_the_floor_and_slope_asked_for),
        cmocka_unit_test(mesh_walls_are_its_outer_edges),
        cmocka_unit_test(mesh_draws_ground_edges_walls_and_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
