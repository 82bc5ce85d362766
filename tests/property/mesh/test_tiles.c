/* Random meshes cut into tiles, which come and go in any order between obstacles, links and doors: paths
 * are those of the mesh that was cut with the missing polygons closed, and the mesh is the one that its
 * bytes give. */
#include "base/math/predicates.h"
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/test.h"
#include "twins.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_search.h"
#include "wend/mesh_tiles.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 6, STEPS = 14, TILES = 256 };

typedef struct tiled {
    world w; /* its mesh is the one that was cut */
    wend_mesh *mesh;
    wend_mesh_cut *cut;
    double size;
    uint8_t *kept[TILES]; /* bytes with edits, or NULL */
    size_t kept_count[TILES];
    wend_mesh_tile_id ids[TILES];
    bool is_there[TILES];
    uint32_t tile_count;
    uint32_t *tile_numbers; /* of the polygons of the whole mesh */
    wend_mesh_obstacle_id whole_obstacles[MOST], obstacles[MOST];
} tiled;

static wend_mesh_tile_id tile_of(const tiled *t, wend_node p)
{
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(t->w.mesh, p);
    wend_vec2 sum = {0, 0};
    for (uint32_t i = 0; i < polygon.count; ++i) {
        const wend_vec2 at = corner(t->w.mesh, polygon.first_corner + i);
        sum = wend_vec2_add(sum, at);
    }
    return (wend_mesh_tile_id){(int32_t)floor(sum.x / polygon.count / t->size),
                               (int32_t)floor(sum.y / polygon.count / t->size)};
}

static uint32_t number_of(const tiled *t, wend_mesh_tile_id id)
{
    uint32_t i = 0;
    while (i < t->tile_count && (t->ids[i].x != id.x || t->ids[i].y != id.y)) {
        ++i;
    }
    return i;
}

static bool make(tiled *t, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    if (!world_make(&t->w, seed, false)) {
        return false;
    }
    t->size = 16 + below(&t->w, 60);
    if (wend_mesh_cut_create(t->w.mesh, t->size, NULL, &t->cut, NULL) != WEND_OK) {
        return false;
    }
    t->tile_count = (uint32_t)wend_mesh_cut_count(t->cut);
    wend_mesh_tiles_def def = wend_mesh_cut_def(t->cut);
    def.max_tiles = t->tile_count;
    bool is_right = t->tile_count <= TILES && wend_mesh_create_tiles(&def, &t->mesh) == WEND_OK;
    for (uint32_t i = 0; i < t->tile_count && is_right; ++i) {
        size_t count;
        wend_mesh_tile_info info;
        const uint8_t *bytes = wend_mesh_cut_tile(t->cut, i, &count);
        is_right = wend_mesh_tile_read_info(bytes, count, &info, NULL) == WEND_OK;
        t->ids[i] = info.id;
    }
    const uint32_t polygons = wend_mesh_polygon_count(t->w.mesh);
    t->tile_numbers = malloc(polygons * sizeof *t->tile_numbers);
    for (wend_node p = 0; p < polygons && is_right; ++p) {
        t->tile_numbers[p] = number_of(t, tile_of(t, p));
        is_right = t->tile_numbers[p] < t->tile_count;
    }
    return is_right;
}

static void release(tiled *t)
{
    for (uint32_t i = 0; i < TILES; ++i) {
        free(t->kept[i]);
    }
    free(t->tile_numbers);
    wend_mesh_destroy(t->mesh);
    wend_mesh_cut_destroy(t->cut);
    world_free(&t->w);
}

static bool holds_or_says(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "%s\n", what);
    }
    return holds;
}

/* ---- edits ---- */

static bool add(tiled *t, uint32_t i)
{
    size_t count = t->kept_count[i];
    const uint8_t *bytes = t->kept[i] != NULL ? t->kept[i] : wend_mesh_cut_tile(t->cut, i, &count);
    t->is_there[i] = true;
    return wend_mesh_add_tile(t->mesh, bytes, count, NULL) == WEND_OK &&
           wend_mesh_add_tile(t->mesh, bytes, count, NULL) == WEND_ERROR_ARGUMENT;
}

static bool drop(tiled *t, uint32_t i)
{
    size_t count;
    free(t->kept[i]);
    bool ok = wend_mesh_save_tile(t->mesh, t->ids[i], NULL, 0, &count) == WEND_TRUNCATED;
    t->kept[i] = malloc(count);
    t->kept_count[i] = count;
    t->is_there[i] = false;
    ok = ok && wend_mesh_save_tile(t->mesh, t->ids[i], t->kept[i], count, &count) == WEND_OK;
    return ok && wend_mesh_drop_tile(t->mesh, t->ids[i]) == WEND_OK &&
           wend_mesh_drop_tile(t->mesh, t->ids[i]) == WEND_ERROR_STALE;
}

static bool change_tile(tiled *t)
{
    const uint32_t i = below(&t->w, t->tile_count);
    return t->is_there[i] ? drop(t, i) : add(t, i);
}

static wend_mesh_obstacle_def some_obstacle(world *w)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.centre = some_point(w);
    def.radius = 0.05 * (1 + below(w, 300));
    if (below(w, 3) > 0) {
        def.shape = WEND_MESH_OBSTACLE_BOX;
        def.half_width = below(w, 2) == 0 ? 1 + below(w, 12) : 0.1 * (1 + below(w, 90));
        def.half_depth = 1 + below(w, 12);
        def.angle = below(w, 2) == 0 ? 0 : 0.01 * below(w, 700);
    }
    return def;
}

static bool change_obstacle(tiled *t)
{
    const uint32_t i = below(&t->w, MOST);
    const wend_mesh_obstacle_def def = some_obstacle(&t->w);
    if (t->obstacles[i].index1 == 0) {
        return wend_mesh_add_obstacle(t->mesh, &def, &t->obstacles[i], NULL) == WEND_OK &&
               wend_mesh_add_obstacle(t->w.mesh, &def, &t->whole_obstacles[i], NULL) == WEND_OK;
    }
    if (below(&t->w, 2) == 0) {
        return wend_mesh_move_obstacle(t->mesh, t->obstacles[i], &def, NULL) == WEND_OK &&
               wend_mesh_move_obstacle(t->w.mesh, t->whole_obstacles[i], &def, NULL) == WEND_OK;
    }
    const bool ok = wend_mesh_remove_obstacle(t->mesh, t->obstacles[i]) == WEND_OK &&
                    wend_mesh_remove_obstacle(t->w.mesh, t->whole_obstacles[i]) == WEND_OK;
    t->obstacles[i] = t->whole_obstacles[i] = (wend_mesh_obstacle_id){0, 0};
    return ok;
}

/* A link, whether its ends are there or not. They lie on no border: there the polygon of a tile that is
 * loaded may have them, and in the whole mesh a closed one. */
static bool add_link(tiled *t)
{
    const wend_vec2 off = {0.3717, 0.2913};
    const wend_vec2 from = wend_vec2_add(some_point(&t->w), off);
    const wend_vec2 to = wend_vec2_add(some_point(&t->w), off);
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(from.x, from.y, below(&t->w, 8));
    link.to = wend_mesh_location_at(to.x, to.y, below(&t->w, 8));
    link.is_two_way = below(&t->w, 2) == 0;
    link.cost = 1 + below(&t->w, 30);
    wend_mesh_link_id id;
    if (wend_mesh_add_link(t->w.mesh, &link, &id, NULL) != WEND_OK) {
        return true;
    }
    (void)wend_mesh_get_link(t->w.mesh, id, &link);
    link.from.polygon = link.to.polygon = WEND_NODE_NONE;
    return wend_mesh_add_link(t->mesh, &link, &id, NULL) == WEND_OK;
}

/* ---- comparing ---- */

/* Closes what is not loaded. */
static void close_missing(const tiled *t)
{
    const wend_mesh *m = t->w.mesh;
    for (wend_node p = 0; p < wend_mesh_polygon_count(m); ++p) {
        if (wend_mesh_polygon_origin(m, p) == p) {
            (void)wend_mesh_set_open(t->w.mesh, p, t->is_there[t->tile_numbers[p]]);
        }
    }
}

static double length_of(wend_mesh_search *search, wend_mesh_location from, wend_mesh_location to,
                        double radius)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = from;
    query.goal = to;
    query.radius = radius;
    if (wend_mesh_search_find(search, &query) != WEND_OK) {
        return -1;
    }
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    return answer.cost;
}

/* @param kept a space that followed all edits. */
static bool paths_are_right(tiled *t, wend_mesh_space *kept)
{
    bool ok = wend_mesh_space_update(kept) == WEND_OK;
    wend_mesh_space *whole = mesh_spaces_on(t->w.mesh);
    wend_mesh_space *fresh = mesh_spaces_on(t->mesh);
    wend_mesh_search *searches[3] = {mesh_searches_on(whole), mesh_searches_on(fresh),
                                     mesh_searches_on(kept)};
    for (int k = 0; k < QUESTIONS && ok; ++k) {
        const wend_vec2 a = some_point(&t->w);
        const wend_vec2 b = some_point(&t->w);
        const wend_mesh_location from = wend_mesh_location_at(a.x, a.y, below(&t->w, 8));
        const wend_mesh_location to = wend_mesh_location_at(b.x, b.y, below(&t->w, 8));
        const double radius = k % 3 == 0 ? 1.25 : 0;
        /* A point on a border may be found on either side of it. */
        const wend_node p = wend_mesh_locate(t->w.mesh, a.x, a.y, from.z);
        const wend_node q = wend_mesh_locate(t->w.mesh, b.x, b.y, to.z);
        const wend_node its_p = wend_mesh_locate(t->mesh, a.x, a.y, from.z);
        const wend_node its_q = wend_mesh_locate(t->mesh, b.x, b.y, to.z);
        const double z[4] = {
            wend_mesh_height(t->w.mesh, p, a.x, a.y), wend_mesh_height(t->w.mesh, q, b.x, b.y),
            wend_mesh_height(t->mesh, its_p, a.x, a.y), wend_mesh_height(t->mesh, its_q, b.x, b.y)};
        if (p == WEND_NODE_NONE || q == WEND_NODE_NONE ||
            !wend_mesh_get_polygon(t->w.mesh, p).is_open ||
            !wend_mesh_get_polygon(t->w.mesh, q).is_open) {
            continue;
        }
        ok = holds_or_says(its_p != WEND_NODE_NONE && its_q != WEND_NODE_NONE, "ground is missing");
        if (!ok || fabs(z[0] - z[2]) > 1e-6 || fabs(z[1] - z[3]) > 1e-6) {
            continue; /* steps */
        }
        const double lengths[3] = {length_of(searches[0], from, to, radius),
                                   length_of(searches[1], from, to, radius),
                                   length_of(searches[2], from, to, radius)};
        ok = fabs(lengths[0] - lengths[1]) <= 1e-9 * (1 + fabs(lengths[0])) &&
             is(lengths[1], lengths[2]);
        if (!ok) {
            fprintf(stderr, "step %d radius %g: %.17g %.17g %.17g\n", k, radius, lengths[0],
                    lengths[1], lengths[2]);
        }
        const double walls[2] = {wend_mesh_wall_distance(t->w.mesh, from, 40, NULL),
                                 wend_mesh_wall_distance(t->mesh, from, 40, NULL)};
        ok = ok && holds_or_says(fabs(walls[0] - walls[1]) < 1e-9, "a wall is elsewhere");
    }
    for (int i = 0; i < 3; ++i) {
        wend_mesh_search_destroy(searches[i]);
    }
    wend_mesh_space_destroy(whole);
    wend_mesh_space_destroy(fresh);
    return ok;
}

static bool loads_again(const wend_mesh *m)
{
    size_t count;
    size_t count_again;
    wend_mesh *again = NULL;
    bool ok = wend_mesh_save(m, NULL, 0, &count) == WEND_TRUNCATED;
    uint8_t *bytes = malloc(2 * count);
    ok = ok && bytes != NULL && wend_mesh_save(m, bytes, count, &count) == WEND_OK &&
         wend_mesh_load(NULL, bytes, count, &again) == WEND_OK &&
         wend_mesh_hash(again) == wend_mesh_hash(m) &&
         wend_mesh_save(again, bytes + count, count, &count_again) == WEND_OK &&
         count_again == count && memcmp(bytes, bytes + count, count) == 0;
    free(bytes);
    wend_mesh_destroy(again);
    return ok;
}

/* Without links: what a flood over the edges reaches. */
static bool reach_is_right(tiled *t)
{
    const wend_mesh *m = t->mesh;
    const uint32_t count = wend_mesh_polygon_count(m);
    uint8_t *met = calloc(count, 1);
    wend_node *queue = malloc(count * sizeof *queue);
    assert_true(met != NULL && queue != NULL);
    const wend_node from = below(&t->w, count);
    uint32_t queued = 0;
    if (wend_mesh_get_polygon(m, from).is_open) {
        met[from] = 1;
        queue[queued++] = from;
    }
    for (uint32_t i = 0; i < queued; ++i) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, queue[i]);
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const wend_node q = wend_mesh_neighbour(m, polygon.first_corner + k);
            if (q != WEND_NODE_NONE && met[q] == 0 && wend_mesh_get_polygon(m, q).is_open) {
                met[q] = 1;
                queue[queued++] = q;
            }
        }
    }
    bool ok = true;
    for (wend_node q = 0; q < count && ok; ++q) {
        ok = wend_mesh_can_reach(m, from, q) == (met[q] != 0) &&
             (met[q] == 0 ||
              wend_mesh_get_polygon(m, q).island == wend_mesh_get_polygon(m, from).island);
    }
    free(met);
    free(queue);
    return ok;
}

/* ---- the properties ---- */

static bool tiles_that_come_and_go_give_the_paths(uint64_t seed, void *context)
{
    (void)context;
    tiled t;
    bool ok = make(&t, seed);
    wend_mesh_space *kept = ok ? mesh_spaces_on(t.mesh) : NULL;
    for (int step = 0; step < STEPS && ok; ++step) {
        for (uint32_t i = 0; i < 1 + t.tile_count / 3 && ok; ++i) {
            ok = holds_or_says(change_tile(&t), "an edit of tiles failed");
        }
        if (seed % 4 != 0) {
            ok = ok && holds_or_says(change_obstacle(&t), "an edit of obstacles failed");
        }
        ok = ok && (seed % 3 != 0 || holds_or_says(add_link(&t), "a link failed"));
        close_missing(&t);
        ok = ok && paths_are_right(&t, kept) &&
             (seed % 3 == 0 || holds_or_says(reach_is_right(&t), "the reach is wrong")) &&
             holds_or_says(loads_again(t.mesh), "it does not load again as it is");
    }
    wend_mesh_space_destroy(kept);
    release(&t);
    return ok;
}

static bool all_tiles_are_the_whole_mesh(uint64_t seed, void *context)
{
    (void)context;
    tiled t;
    bool ok = make(&t, seed);
    const uint32_t first = ok ? below(&t.w, t.tile_count) : 0;
    for (uint32_t i = 0; i < t.tile_count && ok; ++i) {
        ok = add(&t, (first + i) % t.tile_count);
    }
    const uint64_t hash = wend_mesh_hash(t.mesh);
    uint32_t count = 0;
    double sums[2] = {0, 0};
    for (wend_node p = 0; ok && p < wend_mesh_polygon_count(t.mesh); ++p) {
        count += wend_mesh_get_polygon(t.mesh, p).count > 0 ? 1 : 0;
        sums[0] += wend_mesh_get_polygon(t.mesh, p).surface;
    }
    for (wend_node p = 0; ok && p < wend_mesh_polygon_count(t.w.mesh); ++p) {
        sums[1] += wend_mesh_get_polygon(t.w.mesh, p).surface;
    }
    ok = ok && count == wend_mesh_polygon_count(t.w.mesh) && fabs(sums[0] - sums[1]) < 1e-6;
    wend_mesh_space *kept = ok ? mesh_spaces_on(t.mesh) : NULL;
    ok = ok && paths_are_right(&t, kept);
    /* The last one goes and comes: it is the only free place. */
    for (uint32_t i = 0; i < t.tile_count && ok; ++i) {
        ok = drop(&t, i) && wend_mesh_hash(t.mesh) != hash && add(&t, i) &&
             wend_mesh_hash(t.mesh) == hash;
    }
    wend_mesh_space_destroy(kept);
    release(&t);
    return ok;
}

static void mesh_tiles_that_come_and_go_give_the_paths_of_the_whole(void **state)
{
    (void)state;
    gen_property("tiles that come and go", 200, tiles_that_come_and_go_give_the_paths, NULL);
}

static void mesh_tiles_together_are_the_mesh_that_was_cut(void **state)
{
    (void)state;
    gen_property("all tiles", 200, all_tiles_are_the_whole_mesh, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_tiles_together_are_the_mesh_that_was_cut),
        cmocka_unit_test(mesh_tiles_that_come_and_go_give_the_paths_of_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
