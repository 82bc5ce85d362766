/* Meshes when memory runs out: nothing leaks, and what was there is as before. */
#include "support/fault.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <stdlib.h>
#include <string.h>

static wend_result make(const gen_mesh *gen, wend_allocator allocator, double weld,
                        wend_mesh **mesh)
{
    wend_mesh_def def =
        meshes_def(gen->points, gen->point_count, gen->corners, gen->sizes, gen->polygon_count);
    def.weld = weld;
    def.allocator = allocator;
    return wend_mesh_create(&def, mesh, NULL);
}

static wend_result create(wend_allocator allocator, void *context)
{
    wend_mesh *mesh;
    const wend_result result = make(context, allocator, 0.5, &mesh);
    assert_true((result == WEND_OK) == (mesh != NULL));
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_create_without_memory_gives_no_mesh(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_FLOORS, 3, 5);
    assert_true(fault_run(create, &gen) > 10);
    gen_mesh_free(&gen);
}

static wend_result cut(wend_allocator allocator, void *context)
{
    const wend_vec3 points[] = {{0, 0, 0}, {9, 0, 0}, {9, 9, 0}, {5, 4, 0}, {0, 9, 0}};
    const uint32_t corners[] = {0, 1, 2, 3, 4, 0, 1, 2, 3, 4};
    const uint32_t sizes[] = {5, 5};
    uint32_t neighbours[10];
    (void)context;
    memset(neighbours, 0xff, sizeof neighbours);
    wend_mesh *mesh;
    wend_mesh_def def = meshes_def(points, 5, corners, sizes, 2);
    def.neighbours = neighbours;
    def.allocator = allocator;
    const wend_result result = wend_mesh_create(&def, &mesh, NULL);
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_cut_without_memory_gives_no_mesh(void **state)
{
    (void)state;
    assert_true(fault_run(cut, NULL) > 10);
}

static wend_result add_links(wend_allocator allocator, void *context)
{
    wend_mesh *mesh;
    wend_result result = make(context, allocator, 0, &mesh);
    for (int i = 0; i < 40 && result == WEND_OK; ++i) {
        wend_mesh_link link = wend_mesh_link_default();
        wend_mesh_link_id id;
        const uint64_t hash = wend_mesh_hash(mesh);
        const uint64_t revision = wend_mesh_revision(mesh);
        link.from = wend_mesh_location_at(4, 4, 0);
        link.to = wend_mesh_location_at(5, 4, 0);
        result = wend_mesh_add_link(mesh, &link, &id, NULL);
        if (result != WEND_OK) {
            assert_int_equal(id.index1, 0);
            assert_true(wend_mesh_hash(mesh) == hash);
            assert_true(wend_mesh_revision(mesh) == revision);
            assert_int_equal(wend_mesh_link_count(mesh), i);
        }
    }
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_add_link_without_memory_changes_nothing(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_RECTANGLES, 4, 4);
    assert_true(fault_run(add_links, &gen) > 10);
    gen_mesh_free(&gen);
}

typedef struct saved {
    uint8_t *bytes;
    size_t count;
} saved;

static wend_result load(wend_allocator allocator, void *context)
{
    const saved *from = context;
    wend_mesh_def def = wend_mesh_def_default();
    wend_mesh *mesh;
    def.allocator = allocator;
    const wend_result result = wend_mesh_load(&def, from->bytes, from->count, &mesh);
    assert_true((result == WEND_OK) == (mesh != NULL));
    wend_mesh_destroy(mesh);
    return result;
}

static void mesh_load_without_memory_gives_no_mesh(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_FLOORS, 5, 5);
    wend_mesh *mesh = gen_mesh_build(&gen, NULL);
    wend_mesh_link link = wend_mesh_link_default();
    saved from;
    link.from = link.to = wend_mesh_location_at(4, 4, 0);
    meshes_add_link(mesh, link);
    assert_int_equal(wend_mesh_save(mesh, NULL, 0, &from.count), WEND_TRUNCATED);
    from.bytes = malloc(from.count);
    assert_non_null(from.bytes);
    assert_int_equal(wend_mesh_save(mesh, from.bytes, from.count, &from.count), WEND_OK);
    assert_true(fault_run(load, &from) > 10);
    free(from.bytes);
    wend_mesh_destroy(mesh);
    gen_mesh_free(&gen);
}

static wend_result others(wend_allocator allocator, void *context)
{
    wend_mesh_grid_def def = wend_mesh_grid_def_default();
    wend_grid *grid;
    wend_walls *walls;
    def.cell_size = 8;
    def.allocator = allocator;
    wend_result result = wend_mesh_to_grid(context, &def, &grid);
    assert_true((result == WEND_OK) == (grid != NULL));
    wend_grid_destroy(grid);
    if (result == WEND_OK) {
        result = wend_mesh_walls(context, WEND_STOPS_WALK, &allocator, &walls);
        assert_true((result == WEND_OK) == (walls != NULL));
        wend_walls_destroy(walls);
    }
    return result;
}

static wend_mesh *build_with_link(const gen_mesh *gen)
{
    wend_mesh *mesh = gen_mesh_build(gen, NULL);
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(4, 4, 0);
    assert_true(wend_mesh_nearest(mesh, 999, 999, 0, 9999, &link.to));
    meshes_add_link(mesh, link);
    return mesh;
}

static void mesh_grid_and_walls_without_memory_give_none(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, 6, 5);
    wend_mesh *mesh = build_with_link(&gen);
    assert_true(fault_run(others, mesh) > 2);
    wend_mesh_destroy(mesh);
    gen_mesh_free(&gen);
}

/* A run that ran out of memory continues from there. */
static wend_result raster(wend_allocator allocator, void *context)
{
    wend_mesh_grid_def def = wend_mesh_grid_def_default();
    wend_mesh_raster *raster;
    wend_grid *whole;
    wend_grid *grid;
    def.cell_size = 4;
    assert_int_equal(wend_mesh_to_grid(context, &def, &whole), WEND_OK);
    def.allocator = allocator;
    const wend_result started = wend_mesh_raster_start(context, &def, &raster);
    assert_true((started == WEND_OK) == (raster != NULL));
    wend_result met = started;
    for (int tries = 0; started == WEND_OK && tries < 3; ++tries) {
        wend_budget budget = wend_budget_steps(UINT64_MAX - 1);
        const wend_result result = wend_mesh_raster_run(raster, &budget);
        uint32_t done;
        uint32_t all;
        wend_mesh_raster_progress(raster, &done, &all);
        assert_true((result == WEND_OK) == (done == all));
        met = met == WEND_OK ? result : met;
    }
    if (started == WEND_OK && wend_mesh_raster_finish(raster, &grid) == WEND_OK) {
        assert_true(wend_grid_hash(grid) == wend_grid_hash(whole));
        wend_grid_destroy(grid);
    } else {
        assert_true(met == WEND_ERROR_MEMORY);
    }
    wend_mesh_raster_destroy(raster);
    wend_grid_destroy(whole);
    return met;
}

static void mesh_raster_goes_on_where_memory_ended(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, 6, 5);
    wend_mesh *mesh = build_with_link(&gen);
    assert_true(fault_run(raster, mesh) > 4);
    wend_mesh_destroy(mesh);
    gen_mesh_free(&gen);
}

typedef struct walked {
    const wend_mesh *mesh;
    const wend_path *path;
} walked;

static wend_result ask_path(wend_allocator allocator, void *context)
{
    const walked *w = context;
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_space *space;
    def.mesh = w->mesh;
    def.allocator = allocator;
    wend_result result = wend_mesh_space_create(&def, &space);
    if (result == WEND_OK) {
        size_t leg = 9;
        const bool is_valid = wend_path_is_valid_mesh(w->path, space, 1, 0, &leg, &result);
        assert_true(is_valid == (result == WEND_OK));
        assert_int_equal(leg, is_valid ? 1 : 0);
    }
    wend_mesh_space_destroy(space);
    return result;
}

static void mesh_path_without_memory_is_not_called_valid(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{4, 4}, {12, 12}};
    gen_mesh gen = gen_mesh_make(GEN_MESH_RECTANGLES, 4, 4);
    wend_mesh *mesh = gen_mesh_build(&gen, NULL);
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, 2), WEND_OK);
    walked w = {mesh, path};
    assert_true(fault_run(ask_path, &w) > 8);
    wend_path_destroy(path);
    wend_mesh_destroy(mesh);
    gen_mesh_free(&gen);
}

/* Queries and edits of polygons take no memory at all. */
static void mesh_questions_and_edits_take_no_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    gen_mesh gen = gen_mesh_make(GEN_MESH_FLOORS, 7, 8);
    wend_mesh *mesh;
    wend_mesh_hit hit;
    wend_mesh_location place;
    assert_int_equal(make(&gen, fault_heap_allocator(&heap), 0, &mesh), WEND_OK);
    const size_t calls = atomic_load(&heap.calls);
    for (uint64_t i = 0; i < 50; ++i) {
        assert_int_equal(wend_mesh_random_location(mesh, 1, i, 0, &place), WEND_OK);
        (void)wend_mesh_random_near(mesh, place, 30, 1, i, 1, &place);
        (void)wend_mesh_ray(mesh, place, 50, 50, &hit);
        (void)wend_mesh_move(mesh, place, 50, 50, &place);
        (void)wend_mesh_wall_distance(mesh, place, 1000, &hit);
        (void)wend_mesh_nearest(mesh, place.x + 30, place.y, place.z, 100, &place);
        assert_int_equal(wend_mesh_set_open(mesh, 0, i % 2 == 0), WEND_OK);
        assert_int_equal(wend_mesh_set_area(mesh, 0, (uint8_t)i), WEND_OK);
    }
    assert_true(atomic_load(&heap.calls) == calls);
    wend_mesh_destroy(mesh);
    assert_true(atomic_load(&heap.live_blocks) == 0);
    gen_mesh_free(&gen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_create_without_memory_gives_no_mesh),
        cmocka_unit_test(mesh_cut_without_memory_gives_no_mesh),
        cmocka_unit_test(mesh_add_link_without_memory_changes_nothing),
        cmocka_unit_test(mesh_load_without_memory_gives_no_mesh),
        cmocka_unit_test(mesh_grid_and_walls_without_memory_give_none),
        cmocka_unit_test(mesh_raster_goes_on_where_memory_ended),
        cmocka_unit_test(mesh_path_without_memory_is_not_called_valid),
        cmocka_unit_test(mesh_questions_and_edits_take_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
