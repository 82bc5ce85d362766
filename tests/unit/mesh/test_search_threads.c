/* One mesh space, and threads with a search each: they all answer as one thread does. */
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/pools.h"
#include "support/test.h"

#include "wend/mesh_search.h"

#include <stdlib.h>
#include <string.h>

enum { QUERIES = 4000, QUERIES_PER_BLOCK = 50, THREADS = 8 };

typedef struct scene {
    wend_mesh *mesh;
    wend_mesh_space *space;
    uint64_t *prints;  /* [QUERIES] by one thread */
    uint8_t *is_right; /* [QUERIES] */
} scene;

static bool is_seventh(void *user, wend_node polygon)
{
    (void)user;
    return polygon % 7 == 3;
}

static wend_mesh_location place_of(const scene *s, uint64_t index, uint64_t which)
{
    const wend_node polygon = wend_random_below(5, which, index, wend_mesh_polygon_count(s->mesh));
    const wend_vec2 at = wend_mesh_get_polygon(s->mesh, polygon).centroid;
    wend_mesh_location place = wend_mesh_location_at(at.x, at.y, 0);
    place.polygon = polygon;
    return place;
}

static uint64_t print_of(const scene *s, wend_mesh_search *search, uint64_t index)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_vec2 points[256];
    size_t count = 0;
    query.start = place_of(s, index, 1);
    query.goal = place_of(s, index, 2);
    query.method = (wend_mesh_method)(index % WEND_MESH_METHOD_COUNT);
    query.goal_kind = index % 5 == 0 ? WEND_MESH_GOAL_PREDICATE : WEND_MESH_GOAL_LOCATION;
    query.is_goal = is_seventh;
    uint64_t hash = (uint64_t)(int64_t)wend_mesh_search_find(search, &query);
    (void)wend_mesh_search_points(search, points, 256, &count);
    for (size_t i = 0; i < 2 * count; ++i) {
        uint64_t bits;
        memcpy(&bits, i % 2 == 0 ? &points[i / 2].x : &points[i / 2].y, sizeof bits);
        hash = wend_hash_u64(hash, bits);
    }
    return hash;
}

/* Items are blocks of queries; each block makes a search of its own. */
static void ask_blocks(void *context, size_t begin, size_t end)
{
    const scene *s = context;
    for (size_t block = begin; block < end; ++block) {
        wend_mesh_search *search = NULL;
        const wend_result result = wend_mesh_search_create(s->space, NULL, &search);
        for (size_t k = 0; k < QUERIES_PER_BLOCK && result == WEND_OK; ++k) {
            const size_t index = block * QUERIES_PER_BLOCK + k;
            s->is_right[index] = print_of(s, search, index) == s->prints[index];
        }
        wend_mesh_search_destroy(search);
    }
}

static void mesh_search_from_many_threads_answers_as_from_one(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_JITTERED, 8, 60);
    scene s = {.mesh = gen_mesh_build(&gen, NULL)};
    gen_mesh_free(&gen);
    s.prints = calloc(QUERIES, sizeof *s.prints);
    s.is_right = calloc(QUERIES, 1);
    assert_true(s.prints != NULL && s.is_right != NULL);
    s.space = mesh_spaces_on(s.mesh);
    wend_mesh_search *search = mesh_searches_on(s.space);
    for (uint64_t k = 0; k < QUERIES; ++k) {
        s.prints[k] = print_of(&s, search, k);
    }
    wend_mesh_search_destroy(search);
    wend_pool *pool = pools_make(THREADS);
    const wend_executor executor = wend_pool_executor(pool);
    wend_parallel_for(&executor, QUERIES / QUERIES_PER_BLOCK, 1, ask_blocks, &s);
    wend_pool_destroy(pool);
    for (size_t k = 0; k < QUERIES; ++k) {
        assert_true(s.is_right[k]);
    }
    free(s.prints);
    free(s.is_right);
    wend_mesh_space_destroy(s.space);
    wend_mesh_destroy(s.mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_search_from_many_threads_answers_as_from_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
