/* Overlays of random meshes: lengths within shapes are those of many points on the line; paths
 * cost what their lines cost, no more than the shortest path does with overlays, and exactly as
 * much where that stays clear of them; slices change nothing. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/test.h"

#include "route/mesh_search/search.h"
#include "route/mesh_space/patches.h"
#include "wend/mesh_overlay.h"
#include "wend/mesh_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 120, POINTS = 1024, SAMPLES = 4096, OVERLAYS = 3, MESHES = 100 };

static wend_vec2 any_point(mesh_world *w)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w->mesh, &low, &high);
    const double x = mesh_world_below(w, 1001) / 1000.0;
    const double y = mesh_world_below(w, 1001) / 1000.0;
    return (wend_vec2){low.x + x * (high.x - low.x), low.y + y * (high.y - low.y)};
}

static double size_of(const mesh_world *w)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w->mesh, &low, &high);
    return high.x - low.x + high.y - low.y;
}

static bool add_shape(mesh_world *w, wend_overlay_id id)
{
    const int32_t amount = (int32_t)mesh_world_below(w, 20 * WEND_OVERLAY_ONE) - 200;
    const wend_vec2 at = any_point(w);
    const double size = size_of(w) * mesh_world_below(w, 100) / 400.0;
    if (mesh_world_below(w, 2) == 0) {
        return wend_mesh_overlay_add(w->mesh, id, at, size, amount) == WEND_OK;
    }
    if (mesh_world_below(w, 2) == 0) {
        const wend_vec2 high = {at.x + size, at.y + 0.5 * size};
        return wend_mesh_overlay_add_box(w->mesh, id, at, high, amount) == WEND_OK;
    }
    wend_vec2 points[WEND_MESH_OVERLAY_POINTS_MAX];
    const size_t count = 3 + mesh_world_below(w, WEND_MESH_OVERLAY_POINTS_MAX - 2);
    for (size_t i = 0; i < count; i++) {
        points[i] = any_point(w);
    }
    return wend_mesh_overlay_add_polygon(w->mesh, id, points, count, amount) == WEND_OK;
}

/* ---- lengths ---- */

static bool lengths_are_those_of_points(mesh_world *w)
{
    const wend_mesh_space *space = w->space;
    bool holds = true;
    for (size_t i = 0; i < space->patch_count && holds; i++) {
        const wend_vec2 a = any_point(w);
        const wend_vec2 b = any_point(w);
        const double step = wend_vec2_distance(a, b) / (double)SAMPLES;
        double metres = 0;
        for (uint32_t k = 0; k < SAMPLES; k++) {
            const wend_vec2 at = wend_vec2_lerp(a, b, (k + 0.5) / (double)SAMPLES);
            metres += wendi_mesh_patch_contains(&space->patches[i], at) ? step : 0;
        }
        const double is = wendi_mesh_patch_metres(&space->patches[i], a, b);
        holds = fabs(is - metres) <= (WEND_MESH_OVERLAY_POINTS_MAX + 2) * step;
    }
    return holds;
}

/* ---- paths ---- */

typedef struct found {
    wend_result result;
    wend_mesh_search_answer answer;
    wend_vec2 points[POINTS];
    size_t count;
} found;

static void find(wend_mesh_search *search, const wend_mesh_search_query *query, uint64_t slice,
                 found *f)
{
    memset(f, 0, sizeof *f);
    f->result = wend_mesh_search_start(search, query);
    if (f->result == WEND_OK) {
        do {
            wend_budget budget = wend_budget_steps(slice);
            f->result = wend_mesh_search_run(search, &budget);
        } while (f->result == WEND_IN_PROGRESS);
    }
    wend_mesh_search_get_answer(search, &f->answer);
    (void)wend_mesh_search_points(search, f->points, POINTS, &f->count);
}

static double extra_of(const mesh_world *w, const found *f)
{
    double extra = 0;
    for (size_t i = 1; i < f->count; i++) {
        extra +=
            wend_mesh_overlay_cost(w->mesh, w->def.overlay_layers, f->points[i - 1], f->points[i]);
    }
    return extra;
}

static bool is_same(const found *a, const found *b)
{
    return a->result == b->result && a->count == b->count &&
           memcmp(a->points, b->points, a->count * sizeof a->points[0]) == 0 &&
           a->answer.cost >= b->answer.cost && a->answer.cost <= b->answer.cost &&
           a->answer.bound >= b->answer.bound && a->answer.bound <= b->answer.bound;
}

static bool has_links(const wend_mesh *mesh)
{
    return wend_mesh_link_count(mesh) > 0;
}

static bool path_is_right(mesh_world *w, wend_mesh_search *plain, wend_path *path)
{
    static found f;
    static found sliced;
    static found shortest;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = mesh_world_place(w);
    query.goal = mesh_world_place(w);
    find(w->search, &query, UINT64_MAX, &f);
    find(w->search, &query, 1 + mesh_world_below(w, 9), &sliced);
    find(plain, &query, UINT64_MAX, &shortest);
    if (f.result != shortest.result || !is_same(&f, &sliced)) {
        return false;
    }
    if (f.result != WEND_OK) {
        return true;
    }
    const double least = shortest.answer.cost;
    const double through = least + extra_of(w, &shortest);
    bool holds =
        f.answer.cost <= through * (1 + 1e-9) + 1e-9 && f.answer.cost >= least * (1 - 1e-9) &&
        (least <= 0 || fabs(f.answer.bound * least - f.answer.cost) <= 1e-6 * (1 + f.answer.cost));
    if (!(extra_of(w, &shortest) > 0) && !has_links(w->mesh)) {
        holds = holds && f.answer.bound >= 1 && f.answer.bound <= 1 && f.count == shortest.count &&
                memcmp(f.points, shortest.points, f.count * sizeof f.points[0]) == 0;
    }
    if (!has_links(w->mesh)) {
        double length = 0;
        for (size_t i = 1; i < f.count; i++) {
            length += wend_vec2_distance(f.points[i - 1], f.points[i]);
        }
        const double factor = w->space->cells.factor_least;
        holds = holds && mesh_world_is_near(f.answer.cost, length * factor + extra_of(w, &f)) &&
                mesh_world_can_go(w, query.start, f.points, f.count);
    }
    holds = holds && wend_path_from_mesh_search(path, w->search) == WEND_OK &&
            (f.answer.cost > 1e9 || /* more than a cost holds, nearly */
             fabs(wend_cost_to_double(wend_path_cost(path)) - f.answer.cost) <=
                 1e-6 * (1 + f.answer.cost));
    query.method =
        mesh_world_below(w, 2) == 0 ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_CENTROID;
    find(w->search, &query, UINT64_MAX, &f);
    return holds && f.result == WEND_OK && f.answer.cost >= least * (1 - 1e-9);
}

/* What overlays add to the pieces of a path. */
static double extra_of_pieces(const wend_mesh_space *space, const wend_mesh_search *search)
{
    double extra = 0;
    for (size_t i = 0; i < search->piece_count; i++) {
        const wendi_mesh_piece *piece = &search->pieces[i];
        wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
        const size_t count =
            piece->link_arc == UINT32_MAX ? wendi_mesh_piece_split(piece, points) : 0;
        wend_vec2 from = piece->from;
        for (size_t k = 0; k < count; k++) {
            extra += wendi_mesh_patches_cost(space, from, points[k]);
            from = points[k];
        }
    }
    return extra;
}

static bool disc_is_right(mesh_world *w, wend_mesh_search *plain)
{
    static found f;
    static found sliced;
    static found shortest;
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = mesh_world_place(w);
    query.goal = mesh_world_place(w);
    query.radius = size_of(w) * (1 + mesh_world_below(w, 20)) / 2000.0;
    find(w->search, &query, UINT64_MAX, &f);
    find(w->search, &query, 1 + mesh_world_below(w, 9), &sliced);
    find(plain, &query, UINT64_MAX, &shortest);
    if (f.result != shortest.result || !is_same(&f, &sliced) || f.result != WEND_OK) {
        return f.result == shortest.result && is_same(&f, &sliced);
    }
    const double least = shortest.answer.cost;
    const double extra = extra_of_pieces(w->space, plain);
    return f.answer.cost <= (least + extra) * (1 + 1e-9) + 1e-9 &&
           f.answer.cost >= least * (1 - 1e-9) &&
           (extra > 0 || (f.answer.bound <= 1 && f.count == shortest.count)) &&
           (least <= 0 ||
            fabs(f.answer.bound * least - f.answer.cost) <= 1e-6 * (1 + f.answer.cost));
}

static bool is_loaded_as_saved(const wend_mesh *mesh)
{
    size_t count = 0;
    (void)wend_mesh_save(mesh, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    wend_mesh *loaded = NULL;
    const bool holds = wend_mesh_save(mesh, bytes, count, &count) == WEND_OK &&
                       wend_mesh_load(NULL, bytes, count, &loaded) == WEND_OK &&
                       wend_mesh_hash(loaded) == wend_mesh_hash(mesh);
    wend_mesh_destroy(loaded);
    free(bytes);
    return holds;
}

static bool overlays_hold(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    mesh_world_make(&w, seed);
    if (seed % 3 == 0) {
        mesh_world_link(&w, mesh_world_below(&w, 3));
    }
    mesh_world_follow(&w);
    wend_mesh_space_def def = w.def;
    def.overlay_layers = 0;
    wend_mesh_space *bare = NULL;
    wend_mesh_search *plain = NULL;
    wend_path *path = NULL;
    bool holds = wend_mesh_space_create(&def, &bare) == WEND_OK &&
                 wend_mesh_search_create(bare, NULL, &plain) == WEND_OK &&
                 wend_path_create(NULL, &path) == WEND_OK;
    wend_overlay_id ids[OVERLAYS];
    for (uint32_t i = 0; i < OVERLAYS; i++) {
        wend_mesh_overlay_def made = wend_mesh_overlay_def_default();
        made.layers = 1 + i % 2;
        made.keep = 0.8;
        holds = holds && wend_mesh_add_overlay(w.mesh, &made, &ids[i], NULL) == WEND_OK;
    }
    for (uint32_t round = 0; round < 5 && holds; round++) {
        for (uint32_t k = mesh_world_below(&w, 5); k > 0 && holds; k--) {
            holds = add_shape(&w, ids[mesh_world_below(&w, OVERLAYS)]);
        }
        holds =
            holds && wend_mesh_overlay_tick(w.mesh, ids[mesh_world_below(&w, OVERLAYS)]) == WEND_OK;
        holds = holds && wend_mesh_space_update(w.space) == WEND_OK &&
                wend_mesh_space_update(bare) == WEND_OK && bare->patch_count == 0 &&
                lengths_are_those_of_points(&w);
        for (uint32_t k = 0; k < 4 && holds; k++) {
            holds = path_is_right(&w, plain, path) && (k > 0 || disc_is_right(&w, plain));
        }
    }
    holds = holds && is_loaded_as_saved(w.mesh);
    wend_path_destroy(path);
    wend_mesh_search_destroy(plain);
    wend_mesh_space_destroy(bare);
    mesh_world_free(&w);
    return holds;
}

static void mesh_paths_count_the_overlays_they_pass(void **state)
{
    (void)state;
    gen_property("mesh overlays", SEEDS, overlays_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_paths_count_the_overlays_they_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
