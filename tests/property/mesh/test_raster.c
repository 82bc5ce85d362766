/* Grids made of random meshes with links, doors and areas, in slices of any size and in one call,
 * and cells against a look at each. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/link.h"
#include "wend/stamp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES = 250 };

typedef struct fixture {
    uint64_t seed;
    gen_mesh gen;
    wend_mesh *mesh;
    wend_mesh_grid_def def;
    wend_message message;
} fixture;

static uint32_t draw(const fixture *f, uint64_t what, uint32_t below)
{
    return wend_random_below(f->seed, 73, what, below);
}

static void make(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->seed = seed;
    f->gen = gen_mesh_make((gen_mesh_kind)draw(f, 0, GEN_MESH_KINDS), seed, 6);
    f->mesh = gen_mesh_build(&f->gen, NULL);
    assert_non_null(f->mesh);
    for (uint32_t i = 0; i < draw(f, 1, 6); ++i) {
        wend_mesh_link link = wend_mesh_link_default();
        assert_int_equal(wend_mesh_random_location(f->mesh, seed, i, 1, &link.from), WEND_OK);
        assert_int_equal(wend_mesh_random_location(f->mesh, seed, i, 2, &link.to), WEND_OK);
        link.is_two_way = draw(f, 2 + i, 2) == 0;
        wend_mesh_link_id id = meshes_add_link(f->mesh, link);
        if (draw(f, 12 + i, 4) == 0) { /* an empty slot */
            assert_int_equal(wend_mesh_remove_link(f->mesh, id), WEND_OK);
        }
    }
    const uint32_t door = draw(f, 22, wend_mesh_polygon_count(f->mesh));
    assert_int_equal(wend_mesh_set_open(f->mesh, door, draw(f, 23, 2) == 0), WEND_OK);
    f->def = wend_mesh_grid_def_default();
    f->def.cell_size = 1.5 + draw(f, 24, 8);
    f->def.radius = draw(f, 25, 2) == 0 ? 0 : draw(f, 26, 12);
    f->def.max_slope = draw(f, 27, 4) == 0 ? 0.25 : f->def.max_slope;
    f->def.high = draw(f, 28, 4) == 0 ? 5 : f->def.high;
    f->def.neighbours = (wend_neighbours)(4 + 2 * draw(f, 29, 3));
    if (f->def.neighbours == WEND_NEIGHBOURS_6) {
        f->def.hex_layout = (wend_hex_layout)draw(f, 30, 4);
    }
    f->def.message = &f->message;
}

static void drop(fixture *f)
{
    wend_mesh_destroy(f->mesh);
    gen_mesh_free(&f->gen);
}

/* On one floor without slopes each cell is decided by its centre, except where rounding decides. */
static bool cells_are_right(const fixture *f, const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const double half = f->def.cell_size / 2;
    const double clear = f->def.radius > half ? f->def.radius : half;
    for (wend_node node = 0; node < (wend_node)(info.width * info.height); ++node) {
        const wend_vec2 at = wend_grid_position(grid, node);
        const wend_node polygon = wend_mesh_locate(f->mesh, at.x, at.y, 0);
        const wend_mesh_location place = {at.x, at.y, 0, polygon};
        const bool is_ground =
            polygon != WEND_NODE_NONE && wend_mesh_get_polygon(f->mesh, polygon).is_open;
        const double room =
            is_ground ? wend_mesh_wall_distance(f->mesh, place, 2 * clear, NULL) : -1;
        const bool is_open = wend_grid_ground_cost(grid, 0, (int32_t)node % info.width,
                                                   (int32_t)node / info.width) != WEND_COST_WALL;
        if ((room - clear > 1e-4 || room - clear < -1e-4) && is_open != (room > clear)) {
            fprintf(stderr, "cell %u: open %d, %g to the walls, %g wanted\n", node, is_open, room,
                    clear);
            return false;
        }
    }
    return true;
}

static bool is_same(const wend_grid *a, const wend_grid *b)
{
    size_t counts[2];
    assert_int_equal(wend_grid_save(a, NULL, 0, &counts[0]), WEND_TRUNCATED);
    assert_int_equal(wend_grid_save(b, NULL, 0, &counts[1]), WEND_TRUNCATED);
    uint8_t *bytes = malloc(counts[0] + counts[1]);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(a, bytes, counts[0], &counts[0]), WEND_OK);
    assert_int_equal(wend_grid_save(b, bytes + counts[0], counts[1], &counts[1]), WEND_OK);
    const bool is_equal =
        counts[0] == counts[1] && memcmp(bytes, bytes + counts[0], counts[0]) == 0 &&
        wend_grid_hash(a) == wend_grid_hash(b) && wend_grid_revision(a) == wend_grid_revision(b);
    free(bytes);
    return is_equal;
}

/* Slices of `size` steps; 0 = of random ones, some of none; 1000 = each with a deadline that is
 * over as soon as it is looked at again. */
static bool run_in_slices(const fixture *f, wend_mesh_raster *raster, uint32_t size)
{
    uint32_t done = 0;
    uint32_t all = 0;
    wend_result result = WEND_IN_PROGRESS;
    for (uint64_t slice = 0; result == WEND_IN_PROGRESS; ++slice) {
        const uint32_t before = done;
        const uint32_t steps = size != 0 ? size : draw(f, 1000 + slice, 90);
        wend_budget budget = size == 1000 ? wend_budget_ns(2000) : wend_budget_steps(steps);
        wend_grid *grid = NULL;
        result = wend_mesh_raster_run(raster, &budget);
        wend_mesh_raster_progress(raster, &done, &all);
        const bool is_spent = size == 1000 || steps - budget.steps == done - before;
        if (!is_spent || (result == WEND_OK) != (done == all) ||
            (result == WEND_IN_PROGRESS && size != 1000 && budget.steps != 0)) {
            fprintf(stderr, "slice %llu of %u steps: %d, %u + %u of %u\n",
                    (unsigned long long)slice, steps, (int)result, before, done - before, all);
            return false;
        }
        if (result == WEND_IN_PROGRESS) {
            assert_int_equal(wend_mesh_raster_finish(raster, &grid), WEND_IN_PROGRESS);
            assert_null(grid);
        }
    }
    return result == WEND_OK;
}

static bool slices_are_whole(fixture *f)
{
    static const uint32_t sizes[] = {0, 1, 7, 100, 999, 1000};
    wend_grid *whole = NULL;
    assert_int_equal(wend_mesh_to_grid(f->mesh, &f->def, &whole), WEND_OK);
    bool holds = f->gen.kind == GEN_MESH_FLOORS || f->def.max_slope < 1 || f->def.high < 9 ||
                 cells_are_right(f, whole);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && holds; ++i) {
        wend_mesh_raster *raster = NULL;
        wend_grid *grid = NULL;
        wend_grid *none = whole;
        assert_int_equal(wend_mesh_raster_start(f->mesh, &f->def, &raster), WEND_OK);
        holds = run_in_slices(f, raster, sizes[i]);
        assert_int_equal(wend_mesh_raster_finish(raster, &grid), WEND_OK);
        holds = holds && is_same(whole, grid);
        assert_int_equal(wend_mesh_raster_finish(raster, &none), WEND_ERROR_ARGUMENT);
        assert_null(none);
        assert_string_equal(f->message.text,
                            "wend_mesh_raster_finish: the grid was handed over already");
        assert_int_equal(wend_mesh_raster_run(raster, NULL), WEND_ERROR_ARGUMENT);
        wend_mesh_raster_destroy(raster);
        wend_grid_destroy(grid);
    }
    wend_grid_destroy(whole);
    return holds;
}

/* Links with ends on the outermost edges of the mesh, and anywhere, come along, unless both ends
 * lie in one cell. */
static bool links_come_along(const fixture *f)
{
    wend_mesh *mesh = gen_mesh_build(&f->gen, NULL);
    const uint32_t corners = wend_mesh_corner_count(mesh);
    wend_grid *grid = NULL;
    uint32_t far = 0;
    for (uint32_t i = 0; i < 20; ++i) {
        const wend_vec3 a = wend_mesh_corner(mesh, draw(f, 40 + i, corners));
        const wend_vec3 b = wend_mesh_corner(mesh, draw(f, 60 + i, corners));
        wend_mesh_link link = wend_mesh_link_default();
        link.from = wend_mesh_location_at(a.x, a.y, a.z);
        link.to = wend_mesh_location_at(b.x, b.y, b.z);
        meshes_add_link(mesh, link);
        const wend_vec2 way = {b.x - a.x, b.y - a.y};
        far += wend_vec2_length(way) > 3 * f->def.cell_size;
    }
    assert_int_equal(wend_mesh_to_grid(mesh, &f->def, &grid), WEND_OK);
    const size_t count = wend_grid_link_count(grid);
    wend_grid_destroy(grid);
    wend_mesh_destroy(mesh);
    return count >= far && count <= 20;
}

static bool holds_for(uint64_t seed, void *context)
{
    (void)context;
    fixture f;
    make(&f, seed);
    const bool holds = slices_are_whole(&f) && links_come_along(&f);
    drop(&f);
    return holds;
}

static void mesh_made_a_grid_in_slices_is_the_grid_made_whole(void **state)
{
    (void)state;
    gen_property("grids of meshes", MESHES, holds_for, NULL);
}

static void mesh_edited_under_way_gives_no_grid(void **state)
{
    (void)state;
    fixture f;
    make(&f, 5);
    wend_mesh_raster *raster = NULL;
    wend_grid *grid = NULL;
    wend_budget budget = wend_budget_steps(9);
    assert_int_equal(wend_mesh_raster_start(f.mesh, &f.def, &raster), WEND_OK);
    assert_int_equal(wend_mesh_raster_run(raster, &budget), WEND_IN_PROGRESS);
    const wend_node polygon = wend_mesh_polygon_count(f.mesh) - 1;
    assert_int_equal(wend_mesh_set_flags(f.mesh, polygon, 77), WEND_OK);
    assert_int_equal(wend_mesh_raster_run(raster, NULL), WEND_ERROR_STALE);
    assert_string_equal(f.message.text,
                        "wend_mesh_raster_run: the mesh was edited since the raster was "
                        "started: start another one");
    assert_int_equal(wend_mesh_raster_finish(raster, &grid), WEND_ERROR_STALE);
    assert_null(grid);
    wend_mesh_raster_destroy(raster);
    drop(&f);
}

static void mesh_raster_refuses_what_cannot_be(void **state)
{
    (void)state;
    fixture f;
    make(&f, 6);
    wend_mesh_raster *raster = NULL;
    wend_grid *grid = NULL;
    uint32_t done = 1;
    uint32_t all = 1;
    wend_mesh_grid_def bad = f.def;
    bad.radius = -1;
    assert_int_equal(wend_mesh_raster_start(f.mesh, &bad, &raster), WEND_ERROR_ARGUMENT);
    assert_null(raster);
    assert_string_equal(f.message.text,
                        "wend_mesh_raster_start: radius is -1, and must be from 0 to 1073741824");
    bad = f.def;
    bad.cell_size = 0;
    assert_int_equal(wend_mesh_raster_start(f.mesh, &bad, &raster), WEND_ERROR_ARGUMENT);
    assert_string_equal(
        f.message.text,
        "wend_mesh_raster_start: cell_size is 0, and must be above 0 and at most 2^30");
    assert_int_equal(wend_mesh_raster_start(NULL, &f.def, &raster), WEND_ERROR_ARGUMENT);
    assert_string_equal(f.message.text, "wend_mesh_raster_start: mesh is NULL");
    assert_int_equal(wend_mesh_raster_start(f.mesh, NULL, &raster), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_raster_start(f.mesh, &f.def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_raster_run(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_raster_finish(NULL, &grid), WEND_ERROR_ARGUMENT);
    wend_mesh_raster_progress(NULL, &done, &all);
    assert_true(done == 0 && all == 0);
    assert_int_equal(wend_mesh_raster_start(f.mesh, &f.def, &raster), WEND_OK);
    assert_int_equal(wend_mesh_raster_finish(raster, NULL), WEND_ERROR_ARGUMENT);
    wend_mesh_raster_destroy(raster); /* with the grid that it holds */
    wend_mesh_raster_destroy(NULL);
    drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_made_a_grid_in_slices_is_the_grid_made_whole),
        cmocka_unit_test(mesh_edited_under_way_gives_no_grid),
        cmocka_unit_test(mesh_raster_refuses_what_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
