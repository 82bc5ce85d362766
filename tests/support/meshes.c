/* Makes meshes of given polygons or of squares, with links, and what searches them. */
#include "support/meshes.h"

#include "support/test.h"

#include <stdlib.h>
#include <string.h>

wend_mesh_def meshes_def(const wend_vec3 *points, size_t point_count, const uint32_t *corners,
                         const uint32_t *sizes, size_t polygon_count)
{
    wend_mesh_def def = wend_mesh_def_default();
    def.points = points;
    def.point_count = point_count;
    def.corners = corners;
    def.sizes = sizes;
    def.polygon_count = polygon_count;
    return def;
}

wend_mesh *meshes_make(wend_mesh_def def)
{
    wend_mesh *mesh = NULL;
    assert_int_equal(wend_mesh_create(&def, &mesh, NULL), WEND_OK);
    return mesh;
}

wend_mesh *meshes_of(const wend_vec3 *points, size_t point_count, const uint32_t *corners,
                     const uint32_t *sizes, size_t polygon_count)
{
    return meshes_make(meshes_def(points, point_count, corners, sizes, polygon_count));
}

wend_mesh *meshes_lattice(uint32_t width, uint32_t height, double side, const char *const *pattern)
{
    const uint32_t row = width + 1;
    const size_t point_count = (size_t)row * (height + 1);
    const size_t most = (size_t)width * height;
    wend_vec3 *points = calloc(point_count, sizeof *points);
    uint32_t *corners = calloc(4 * most, sizeof *corners);
    uint32_t *sizes = calloc(most, sizeof *sizes);
    uint8_t *areas = calloc(most, sizeof *areas);
    assert_true(points != NULL && corners != NULL && sizes != NULL && areas != NULL);
    for (uint32_t i = 0; i < point_count; ++i) {
        points[i].x = side * (i % row);
        points[i].y = side * (double)(i / row);
    }
    size_t count = 0;
    for (uint32_t i = 0; i < most; ++i) {
        const char c = pattern != NULL ? pattern[i / width][i % width] : '.';
        if (c == '#') {
            continue;
        }
        const uint32_t at = i / width * row + i % width;
        const uint32_t square[4] = {at, at + 1, at + row + 1, at + row};
        memcpy(corners + 4 * count, square, sizeof square);
        areas[count] = (uint8_t)(c >= '0' && c <= '9' ? c - '0' : 0);
        sizes[count++] = 4;
    }
    wend_mesh_def def = meshes_def(points, point_count, corners, sizes, count);
    def.areas = areas;
    wend_mesh *mesh = meshes_make(def);
    free(points);
    free(corners);
    free(sizes);
    free(areas);
    return mesh;
}

wend_mesh_link_id meshes_add_link(wend_mesh *mesh, wend_mesh_link link)
{
    wend_mesh_link_id id;
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, NULL), WEND_OK);
    return id;
}

wend_mesh_link_id meshes_link(wend_mesh *mesh, wend_vec2 from, wend_vec2 to, bool is_two_way)
{
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(from.x, from.y, 0);
    link.to = wend_mesh_location_at(to.x, to.y, 0);
    link.is_two_way = is_two_way;
    return meshes_add_link(mesh, link);
}

wend_mesh_space *mesh_spaces_make(wend_mesh_space_def def)
{
    wend_mesh_space *space = NULL;
    assert_int_equal(wend_mesh_space_create(&def, &space), WEND_OK);
    return space;
}

wend_mesh_space *mesh_spaces_on(const wend_mesh *mesh)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = mesh;
    return mesh_spaces_make(def);
}

wend_mesh_search *mesh_searches_on(const wend_mesh_space *space)
{
    wend_mesh_search *search = NULL;
    assert_int_equal(wend_mesh_search_create(space, NULL, &search), WEND_OK);
    return search;
}

double mesh_spaces_cost(const wend_mesh_space *space, wend_vec2 from, wend_vec2 to)
{
    wend_mesh_search *search = mesh_searches_on(space);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    query.start = wend_mesh_location_at(from.x, from.y, 0);
    query.goal = wend_mesh_location_at(to.x, to.y, 0);
    const wend_result result = wend_mesh_search_find(search, &query);
    wend_mesh_search_get_answer(search, &answer);
    wend_mesh_search_destroy(search);
    return result == WEND_OK ? answer.cost : -1;
}

double meshes_cost(const wend_mesh *mesh, wend_vec2 from, wend_vec2 to)
{
    wend_mesh_space *space = mesh_spaces_on(mesh);
    const double cost = mesh_spaces_cost(space, from, to);
    wend_mesh_space_destroy(space);
    return cost;
}
