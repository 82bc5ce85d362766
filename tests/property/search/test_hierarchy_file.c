/* Hierarchies of grids, graphs and meshes that are saved and loaded are equal to those they were
 * saved from, without a search; after edits an update makes them equal to new ones; damaged bytes,
 * and those of other settings or sizes, are refused. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"

#include "wend/hierarchy.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS = 24, SIDE = 50, DAMAGES = 40 };

typedef struct world {
    wend_grid *grid;
    wend_graph *graph;
    wend_space *space;
    wend_mesh *mesh;
    wend_mesh_space *mesh_space;
} world;

static world make_world(uint64_t seed)
{
    static const gen_kind kinds[4] = {GEN_ROOMS, GEN_PATCHES, GEN_CAVE, GEN_NOISE};
    world w = {NULL, NULL, NULL, NULL, NULL};
    if (seed % 3 == 0) {
        gen_map map = gen_map_make(kinds[seed / 3 % 4], seed, SIDE, SIDE);
        w.grid = gen_map_grid(&map, NULL);
        gen_map_free(&map);
        w.space = spaces_on(w.grid);
    } else if (seed % 3 == 1) {
        const wend_node side = SIDE / 3;
        w.graph = graphs_empty();
        for (wend_node k = 0; k < side * side; ++k) {
            graphs_node(w.graph, k % side, k / side);
        }
        for (wend_node k = 0; k < side * side; ++k) {
            if (k % side != side - 1 && wend_random_unit(seed, k, 0) < 0.8) {
                graphs_edge(w.graph, k, k + 1, k % 5 != 0);
            }
            if (k + side < side * side) {
                graphs_edge(w.graph, k, k + side, true);
            }
        }
        w.space = spaces_on_graph(w.graph);
    } else {
        gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, seed, 8);
        w.mesh = gen_mesh_build(&gen, NULL);
        gen_mesh_free(&gen);
        w.mesh_space = mesh_spaces_on(w.mesh);
    }
    return w;
}

static void free_world(world *w)
{
    wend_space_destroy(w->space);
    wend_mesh_space_destroy(w->mesh_space);
    wend_grid_destroy(w->grid);
    wend_graph_destroy(w->graph);
    wend_mesh_destroy(w->mesh);
}

static wend_hierarchy_def def_of(const world *w)
{
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = w->space;
    def.mesh_space = w->mesh_space;
    def.sector_size = 8;
    def.region_nodes = 12;
    def.group_size = 2;
    def.level_count = 3;
    return def;
}

static wend_hierarchy *make(const world *w)
{
    const wend_hierarchy_def def = def_of(w);
    wend_hierarchy *hierarchy = NULL;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
    return hierarchy;
}

static uint8_t *save(const wend_hierarchy *hierarchy, size_t *count)
{
    assert_int_equal(wend_hierarchy_save(hierarchy, NULL, 0, count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    assert_non_null(bytes);
    assert_int_equal(wend_hierarchy_save(hierarchy, bytes, *count, count), WEND_OK);
    return bytes;
}

static void edit(const world *w, uint64_t seed)
{
    if (w->grid != NULL) {
        grids_fill(w->grid, (int32_t)wend_random_below(seed, 1, 1, SIDE - 4),
                   (int32_t)wend_random_below(seed, 1, 2, SIDE - 4), 3, 3, WEND_COST_WALL);
        assert_int_equal(wend_space_update(w->space), WEND_OK);
    } else if (w->graph != NULL) {
        const uint32_t count = (uint32_t)wend_graph_edge_count(w->graph);
        assert_int_equal(wend_graph_set_open(w->graph, wend_random_below(seed, 1, 3, count), false),
                         WEND_OK);
        assert_int_equal(wend_space_update(w->space), WEND_OK);
    } else {
        const uint32_t count = (uint32_t)wend_mesh_polygon_count(w->mesh);
        assert_int_equal(wend_mesh_set_open(w->mesh, wend_random_below(seed, 1, 4, count), false),
                         WEND_OK);
        assert_int_equal(wend_mesh_space_update(w->mesh_space), WEND_OK);
    }
}

static bool damage_is_refused(const wend_hierarchy_def *def, uint8_t *bytes, size_t count,
                              uint64_t seed)
{
    bool is_refused = true;
    wend_message message;
    wend_hierarchy_def with = *def;
    with.message = &message;
    for (uint64_t k = 0; k < DAMAGES && is_refused; ++k) {
        wend_hierarchy *loaded = NULL;
        const uint32_t at = wend_random_below(seed, k, 5, (uint32_t)count);
        bytes[at] ^= (uint8_t)(1u << k % 8);
        is_refused = wend_hierarchy_load(&with, bytes, count, &loaded) == WEND_ERROR_FILE &&
                     loaded == NULL && message.text[0] != '\0' &&
                     wend_hierarchy_load(&with, bytes, at, &loaded) == WEND_ERROR_FILE;
        bytes[at] ^= (uint8_t)(1u << k % 8);
    }
    return is_refused;
}

static bool files_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = make_world(seed);
    wend_hierarchy_def def = def_of(&w);
    wend_hierarchy *hierarchy = make(&w);
    size_t count = 0;
    size_t again_count = 0;
    uint8_t *bytes = save(hierarchy, &count);
    wend_hierarchy *loaded = NULL;
    wend_hierarchy_info info;
    bool holds = wend_hierarchy_load(&def, bytes, count, &loaded) == WEND_OK &&
                 wend_hierarchy_update(loaded, NULL) == WEND_OK &&
                 wend_hierarchy_hash(loaded) == wend_hierarchy_hash(hierarchy);
    wend_hierarchy_get_info(loaded, &info);
    holds = holds && info.work_done == 0;
    uint8_t *again = holds ? save(loaded, &again_count) : NULL;
    holds = holds && again_count == count && memcmp(again, bytes, count) == 0;
    free(again);
    wend_hierarchy_destroy(loaded);
    holds = holds && damage_is_refused(&def, bytes, count, seed);

    /* Of another world: what is different is worked out. */
    edit(&w, seed);
    const wend_result is_stale = wend_hierarchy_save(hierarchy, NULL, 0, &again_count);
    wend_hierarchy_get_info(hierarchy, &info);
    holds = holds && is_stale == (info.is_ready ? WEND_TRUNCATED : WEND_ERROR_STALE);
    wend_hierarchy *fresh = make(&w);
    wend_hierarchy *late = NULL;
    holds = holds && wend_hierarchy_load(&def, bytes, count, &late) == WEND_OK &&
            wend_hierarchy_update(late, NULL) == WEND_OK &&
            wend_hierarchy_hash(late) == wend_hierarchy_hash(fresh);
    wend_hierarchy_info all;
    wend_hierarchy_get_info(fresh, &all);
    wend_hierarchy_get_info(late, &info);
    holds = holds && (info.work_done < all.work_done || all.work_done < 200);
    wend_hierarchy_destroy(late);
    wend_hierarchy_destroy(fresh);

    def.portal_spacing = 5;
    wend_hierarchy *other = NULL;
    holds = holds && wend_hierarchy_load(&def, bytes, count, &other) == WEND_ERROR_FILE;
    free(bytes);
    wend_hierarchy_destroy(hierarchy);
    free_world(&w);
    return holds;
}

static void hierarchies_load_as_they_were_saved(void **state)
{
    (void)state;
    gen_property("files", WORLDS, files_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchies_load_as_they_were_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
