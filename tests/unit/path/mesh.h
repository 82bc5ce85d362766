/* Small meshes and paths over them. */
#ifndef TEST_UNIT_PATH_MESH_H
#define TEST_UNIT_PATH_MESH_H

#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/mesh_path.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 };

typedef struct bench {
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_search *search;
    wend_path *path;
} bench;

static inline bench bench_on(wend_mesh *mesh)
{
    bench b = {mesh, NULL, NULL, NULL};
    assert_non_null(mesh);
    b.space = mesh_spaces_on(mesh);
    b.search = mesh_searches_on(b.space);
    b.path = paths_make();
    return b;
}

static inline void bench_free(bench *b)
{
    wend_path_destroy(b->path);
    wend_mesh_search_destroy(b->search);
    wend_mesh_space_destroy(b->space);
    wend_mesh_destroy(b->mesh);
}

/* A square of `side` x `side` unit squares with the lower left corner at 0, 0; the ground rises by
 * `slope` along x. Polygon y * side + x; areas from a string, '#' = no polygon, '0' ... = area. */
static inline wend_mesh *checkers(int side, const char *areas, double slope)
{
    static const double factors_of[3] = {1, 3, 1};
    double factors[WEND_MESH_AREAS];
    wend_vec3 points[MOST];
    uint32_t corners[4 * MOST];
    uint32_t sizes[MOST];
    uint8_t area[MOST];
    size_t count = 0;
    for (int i = 0; i < WEND_MESH_AREAS; i++) {
        factors[i] = i < 3 ? factors_of[i] : 1;
    }
    for (int i = 0; i < (side + 1) * (side + 1); i++) {
        const double x = i % (side + 1);
        points[i] = (wend_vec3){x, (double)(i / (side + 1)), x * slope};
    }
    for (int i = 0; i < side * side; i++) {
        const uint32_t at = (uint32_t)(i / side * (side + 1) + i % side);
        if (areas[i] == '#') {
            continue;
        }
        const uint32_t square[4] = {at, at + 1, at + (uint32_t)side + 2, at + (uint32_t)side + 1};
        memcpy(&corners[4 * count], square, sizeof square);
        area[count] = (uint8_t)(areas[i] - '0');
        sizes[count++] = 4;
    }
    wend_mesh_def def =
        meshes_def(points, (size_t)(side + 1) * (size_t)(side + 1), corners, sizes, count);
    def.areas = area;
    def.factors = factors;
    return meshes_make(def);
}

/* Eight squares around a hole. */
static inline wend_mesh *ring(double slope)
{
    return checkers(3,
                    "000"
                    "0#0"
                    "000",
                    slope);
}

static inline wend_result find(bench *b, wend_mesh_method method, double x, double y, double to_x,
                               double to_y)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(x, y, 0);
    query.goal = wend_mesh_location_at(to_x, to_y, 0);
    query.method = method;
    const wend_result result = wend_mesh_search_find(b->search, &query);
    return result < 0 ? result : wend_path_from_mesh_search(b->path, b->search);
}

static inline void expect_found(bench *b, wend_mesh_method method, double x, double y, double to_x,
                                double to_y)
{
    assert_int_equal(find(b, method, x, y, to_x, to_y), WEND_OK);
}

static inline void smooth(bench *b)
{
    assert_int_equal(wend_path_smooth_mesh(b->path, b->space, 0, WEND_SMOOTHING_PRECISE), WEND_OK);
}

static inline bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * (1 + fabs(b));
}

#endif
