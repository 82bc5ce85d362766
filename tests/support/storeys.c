/* See storeys.h. */
#include "support/storeys.h"

#include "support/crowds.h"
#include "support/test.h"

#include <math.h>

enum { POINTS_MOST = 512, CORNERS_MOST = 1024, POLYGONS_MOST = 256 };

typedef struct build {
    wend_vec3 points[POINTS_MOST];
    uint32_t corners[CORNERS_MOST];
    uint32_t sizes[POLYGONS_MOST];
    size_t points_count, corner_count, polygon_count;
} build;

/* The same point in space is the same point of the mesh. */
static void add(build *b, const wend_vec3 *points, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        assert_true(b->points_count < POINTS_MOST && b->corner_count < CORNERS_MOST);
        b->points[b->points_count] = points[i];
        b->corners[b->corner_count++] = (uint32_t)b->points_count++;
    }
    assert_true(b->polygon_count < POLYGONS_MOST);
    b->sizes[b->polygon_count++] = count;
}

static wend_mesh *finish(build *b, const wend_allocator *allocator)
{
    wend_mesh_def def = wend_mesh_def_default();
    wend_mesh *mesh = NULL;
    def.points = b->points;
    def.point_count = b->points_count;
    def.corners = b->corners;
    def.sizes = b->sizes;
    def.polygon_count = b->polygon_count;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    const wend_result result = wend_mesh_create(&def, &mesh, NULL);
    assert_true(result == WEND_OK || (allocator != NULL && result == WEND_ERROR_MEMORY));
    return mesh;
}

wend_mesh *storeys_make(uint32_t floors, const wend_allocator *allocator)
{
    static build b;
    b = (build){.points_count = 0};
    for (uint32_t i = 0; i < floors; i++) {
        const double z = STOREYS_HEIGHT * i;
        const wend_vec3 left[7] = {{0, 0, z}, {5, 0, z}, {5, 2, z}, {5, 4, z},
                                   {5, 6, z}, {2, 6, z}, {0, 6, z}};
        const wend_vec3 door[4] = {{5, 2, z}, {6, 2, z}, {6, 4, z}, {5, 4, z}};
        const wend_vec3 right[7] = {{6, 0, z}, {12, 0, z}, {12, 6, z}, {10, 6, z},
                                    {6, 6, z}, {6, 4, z},  {6, 2, z}};
        add(&b, left, 7);
        add(&b, door, 4);
        add(&b, right, 7);
    }
    for (uint32_t i = 0; i + 1 < floors; i++) {
        const double z = STOREYS_HEIGHT * i;
        const double up = z + STOREYS_HEIGHT;
        const wend_vec3 low[4] = {{0, 6, z}, {2, 6, z}, {2, 8, z}, {0, 8, z}};
        const wend_vec3 stairs[4] = {{2, 6, z}, {10, 6, up}, {10, 8, up}, {2, 8, z}};
        const wend_vec3 high[4] = {{10, 6, up}, {12, 6, up}, {12, 8, up}, {10, 8, up}};
        add(&b, low, 4);
        add(&b, stairs, 4);
        add(&b, high, 4);
    }
    return finish(&b, allocator);
}

wend_node storeys_room(const wend_mesh *mesh, uint32_t floor, uint32_t part)
{
    static const double x[3] = {1, 5.5, 9};
    const wend_node found = wend_mesh_locate(mesh, x[part], 3, STOREYS_HEIGHT * floor);
    assert_int_equal(found, 3 * floor + part);
    return found;
}

wend_mesh_link_id storeys_add_lift(wend_mesh *mesh, uint32_t from, uint32_t to)
{
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    link.from = wend_mesh_location_at(9, 1, STOREYS_HEIGHT * from);
    link.to = wend_mesh_location_at(9, 1, STOREYS_HEIGHT * to);
    link.behaviour = WEND_BEHAVIOUR_USER;
    link.is_two_way = true;
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, NULL), WEND_OK);
    return id;
}

wend_mesh *storeys_bridge(void)
{
    static build b;
    b = (build){.points_count = 0};
    const wend_vec3 road[4] = {{-20, -1.5, 0}, {20, -1.5, 0}, {20, 1.5, 0}, {-20, 1.5, 0}};
    const wend_vec3 bridge[4] = {{-1.5, -20, 3}, {1.5, -20, 3}, {1.5, 20, 3}, {-1.5, 20, 3}};
    add(&b, road, 4);
    add(&b, bridge, 4);
    return finish(&b, NULL);
}

wend_crowd *storeys_crowd(const wend_mesh *mesh, const wend_crowd_def *def,
                          wend_pathfinder **pathfinder)
{
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.mesh = mesh;
    finder_def.radius = 0.25;
    assert_int_equal(wend_pathfinder_create(&finder_def, pathfinder), WEND_OK);
    wend_crowd_def crowd_def = def == NULL ? wend_crowd_def_default() : *def;
    crowd_def.mesh = mesh;
    crowd_def.route_source = wend_route_source_from_pathfinder(*pathfinder);
    return crowds_make(crowd_def);
}

wend_body_id storeys_put(wend_crowd *crowd, double x, double y, double z)
{
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.position = (wend_vec2){x, y};
    def.z = z;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    return id;
}

void storeys_check(const wend_crowd *crowd, const wend_mesh *mesh)
{
    wend_body_id ids[512];
    size_t count = 0;
    assert_int_equal(wend_crowd_list_bodies(crowd, ids, 512, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        const wend_body body = crowds_body(crowd, ids[i]);
        if (body.polygon == WEND_NODE_NONE) {
            continue; /* on a link, or the ground is gone */
        }
        const double off =
            wend_mesh_height(mesh, body.polygon, body.position.x, body.position.y) - body.z;
        wend_mesh_location at;
        const wend_mesh_location here = {body.position.x, body.position.y, body.z, body.polygon};
        assert_true(fabs(off) < 1e-9);
        assert_int_equal(wend_mesh_move(mesh, here, here.x, here.y, &at), WEND_OK);
        assert_int_equal(at.polygon, body.polygon);
    }
}
