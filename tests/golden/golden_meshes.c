/* Hashes of walls, triangulations, paths over meshes and graphs of geometry. */
#include "golden.h"

#include <string.h>

enum { ROOMS = 4, HOLES = 9, ASKED = 12, SIDE = 30, POINTS_MOST = 64 };

static uint64_t hash_number(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend_hash_u64(hash, bits);
}

static uint64_t hash_point(uint64_t hash, wend_vec2 point)
{
    return hash_number(hash_number(hash, point.x), point.y);
}

/* A room with crooked pillars, which may overlap. */
static void make_outlines(uint64_t seed, wend_vec2 *points, uint32_t *sizes)
{
    static const wend_vec2 room[4] = {{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}};
    memcpy(points, room, sizeof room);
    sizes[0] = 4;
    for (uint32_t h = 0; h < HOLES; h++) {
        const double x = 2 + 24 * wend_random_unit(seed, h, 0);
        const double y = 2 + 24 * wend_random_unit(seed, h, 1);
        const double size = 0.5 + 2.5 * wend_random_unit(seed, h, 2);
        for (uint32_t i = 0; i < 4; i++) {
            const double angle = 1.5 * i + wend_random_unit(seed, h, 3);
            points[4 + 4 * h + i].x = x + size * wend_cos(angle);
            points[4 + 4 * h + i].y = y + size * wend_sin(angle);
        }
        sizes[1 + h] = 4;
    }
}

static wend_mesh *make_mesh(uint64_t seed)
{
    wend_vec2 points[4 + 4 * HOLES];
    uint32_t sizes[1 + HOLES];
    uint8_t holes[1 + HOLES];
    wend_mesh_outlines def = wend_mesh_outlines_default();
    wend_mesh *mesh = NULL;
    memset(holes, 1, sizeof holes);
    holes[0] = 0;
    make_outlines(seed, points, sizes);
    def.points = points;
    def.sizes = sizes;
    def.is_hole = holes;
    def.outline_count = 1 + HOLES;
    (void)wend_mesh_build(&def, &mesh, NULL);
    return mesh;
}

static wend_mesh_location place_of(uint64_t seed, uint64_t id)
{
    return wend_mesh_location_at((double)SIDE * wend_random_unit(seed, id, 8),
                                 (double)SIDE * wend_random_unit(seed, id, 9), 0);
}

static uint64_t hash_way(uint64_t hash, wend_mesh_search *search,
                         const wend_mesh_search_query *query)
{
    wend_vec2 points[POINTS_MOST];
    wend_mesh_search_answer answer;
    size_t count = 0;
    hash = wend_hash_u64(hash, (uint64_t)(int64_t)wend_mesh_search_find(search, query));
    wend_mesh_search_get_answer(search, &answer);
    hash = hash_number(hash_number(hash, answer.length), answer.cost);
    hash = wend_hash_u64(hash, answer.expanded);
    (void)wend_mesh_search_points(search, points, POINTS_MOST, &count);
    for (size_t i = 0; i < count && i < POINTS_MOST; i++) {
        hash = hash_point(hash, points[i]);
    }
    return hash;
}

static uint64_t hash_ways(uint64_t hash, const wend_mesh *mesh, uint64_t seed, double radius)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_space *space = NULL;
    wend_mesh_search *search = NULL;
    def.mesh = mesh;
    if (wend_mesh_space_create(&def, &space) == WEND_OK &&
        wend_mesh_search_create(space, NULL, &search) == WEND_OK) {
        for (uint64_t i = 0; i < ASKED; i++) {
            wend_mesh_search_query query = wend_mesh_search_query_default();
            query.start = place_of(seed, 2 * i);
            query.goal = place_of(seed, 2 * i + 1);
            query.radius = radius;
            hash = hash_way(hash, search, &query);
            query.radius = 0;
            query.method = i % 2 == 0 ? WEND_MESH_METHOD_MIDPOINT : WEND_MESH_METHOD_CENTROID;
            hash = hash_way(hash, search, &query);
        }
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    return hash;
}

uint64_t golden_mesh(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= ROOMS; seed++) {
        wend_mesh *mesh = make_mesh(seed);
        hash = wend_hash_u64(hash, mesh == NULL ? 0 : wend_mesh_hash(mesh));
        if (mesh != NULL) {
            hash = hash_ways(hash, mesh, seed, 0);
        }
        wend_mesh_destroy(mesh);
    }
    return hash;
}

uint64_t golden_mesh_disc(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= ROOMS; seed++) {
        wend_mesh *mesh = make_mesh(seed);
        if (mesh != NULL) {
            hash = hash_ways(hash, mesh, seed, 0.25 * (double)seed);
        }
        wend_mesh_destroy(mesh);
    }
    return hash;
}

static uint64_t hash_rays(uint64_t hash, const wend_walls *walls, uint64_t seed)
{
    for (uint64_t i = 0; i < (uint64_t)8 * ASKED; i++) {
        const wend_mesh_location from = place_of(seed, 2 * i);
        const wend_mesh_location to = place_of(seed, 2 * i + 1);
        const wend_vec2 a = {from.x, from.y};
        const wend_vec2 b = {to.x, to.y};
        wend_wall_hit hit;
        hash = wend_hash_u64(hash, wend_walls_ray(walls, a, b, WEND_STOPS_ALL, &hit));
        hash = hash_point(hash_number(hash, hit.fraction), hit.point);
        hash = wend_hash_u64(hash, wend_walls_sweep(walls, a, b, 0.3, WEND_STOPS_ALL, &hit));
        hash = hash_point(hash_number(hash, hit.fraction), hit.normal);
        hash = wend_hash_u64(hash, wend_walls_nearest(walls, a, 5, WEND_STOPS_ALL, &hit));
        hash = hash_number(hash, hit.distance);
    }
    return hash;
}

uint64_t golden_walls(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= ROOMS; seed++) {
        wend_mesh *mesh = make_mesh(seed);
        wend_walls *walls = NULL;
        if (mesh != NULL && wend_mesh_walls(mesh, WEND_STOPS_ALL, NULL, &walls) == WEND_OK) {
            hash = hash_rays(wend_hash_u64(hash, wend_walls_hash(walls)), walls, seed);
        }
        wend_walls_destroy(walls);
        wend_mesh_destroy(mesh);
    }
    return hash;
}

static uint64_t hash_graph(uint64_t hash, wend_result result, wend_graph *graph)
{
    hash = wend_hash_u64(hash, (uint64_t)(int64_t)result);
    hash = wend_hash_u64(hash, graph == NULL ? 0 : wend_graph_hash(graph));
    wend_graph_destroy(graph);
    return hash;
}

uint64_t golden_graph(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= ROOMS; seed++) {
        wend_mesh *mesh = make_mesh(seed);
        wend_walls *walls = NULL;
        if (mesh != NULL && wend_mesh_walls(mesh, WEND_STOPS_ALL, NULL, &walls) == WEND_OK) {
            const wend_vec2 start = {0.7, 0.7};
            wend_graph_build_def def = wend_graph_build_def_default();
            wend_graph *graph = NULL;
            wend_result result;
            def.radius = 0.4;
            def.points = &start;
            def.point_count = 1;
            result = wend_graph_build_flood(walls, &def, &graph);
            hash = hash_graph(hash, result, graph);
            result = wend_graph_build_expanded(walls, &def, &graph);
            hash = hash_graph(hash, result, graph);
            result = wend_graph_from_mesh(mesh, &def, &graph);
            hash = hash_graph(hash, result, graph);
        }
        wend_walls_destroy(walls);
        wend_mesh_destroy(mesh);
    }
    return hash;
}

static void add_shapes(wend_mesh *mesh, wend_overlay_id id, uint64_t seed)
{
    for (uint64_t i = 0; i < 9; i++) {
        const wend_mesh_location at = place_of(seed, 100 + i);
        const wend_vec2 low = {at.x, at.y};
        const wend_vec2 high = {at.x + 2, at.y + 3};
        const wend_vec2 corners[3] = {low, {at.x + 4, at.y + 1}, {at.x + 1, at.y + 4}};
        const int32_t amount = (int32_t)wend_random_below(seed, i, 7, 12 * WEND_OVERLAY_ONE);
        if (i % 3 == 0) {
            (void)wend_mesh_overlay_add_box(mesh, id, low, high, amount);
        } else if (i % 3 == 1) {
            (void)wend_mesh_overlay_add_polygon(mesh, id, corners, 3, amount);
        } else {
            (void)wend_mesh_overlay_add(mesh, id, low, 1.5, amount);
        }
    }
}

uint64_t golden_mesh_overlay(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= 2; seed++) {
        wend_mesh *mesh = make_mesh(seed);
        wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
        wend_overlay_id id;
        def.keep = 0.75;
        if (mesh == NULL || wend_mesh_add_overlay(mesh, &def, &id, NULL) != WEND_OK) {
            wend_mesh_destroy(mesh);
            return 0;
        }
        add_shapes(mesh, id, seed);
        for (int tick = 0; tick < 3; tick++) {
            hash = hash_ways(hash, mesh, seed, 0);
            hash = hash_ways(hash, mesh, seed, 0.3);
            (void)wend_mesh_overlay_tick(mesh, id);
            hash = wend_hash_u64(hash, wend_mesh_hash(mesh));
        }
        wend_mesh_destroy(mesh);
    }
    return hash;
}

/* ---- by pathfinders ---- */

static wend_items *make_golden_items(uint64_t seed)
{
    wend_items *items = NULL;
    const wend_items_def def = wend_items_def_default();
    if (wend_items_create(&def, &items) != WEND_OK) {
        return NULL;
    }
    for (uint64_t i = 0; i < 12; i++) {
        const wend_mesh_location at = place_of(seed, 200 + i);
        wend_item item = wend_item_default();
        wend_item_id id;
        item.position = (wend_vec3){at.x, at.y, at.z};
        item.tag = (uint32_t)(i % 3);
        (void)wend_items_add(items, &item, &id);
    }
    return items;
}

/* Paths by the hierarchy, and costs to each tag. */
static uint64_t hash_finder(uint64_t hash, wend_pathfinder *finder, const wend_items *items,
                            uint64_t seed)
{
    static const uint32_t tags[3] = {0, 1, 2};
    for (uint64_t i = 0; i < 12; i++) {
        const wend_mesh_location from = place_of(seed, 2 * i);
        const wend_mesh_location to = place_of(seed, 2 * i + 1);
        wend_path_query query = wend_path_query_default();
        wend_path_answer answer;
        query.from = (wend_vec3){from.x, from.y, from.z};
        query.to = (wend_vec3){to.x, to.y, to.z};
        query.method = WEND_METHOD_HIERARCHY;
        query.is_searched = true;
        hash = wend_hash_u64(hash, (uint64_t)(int64_t)wend_pathfinder_find(finder, &query));
        wend_pathfinder_get_answer(finder, &answer);
        hash = wend_hash_u64(wend_hash_u64(hash, answer.cost), answer.node);
        query.method = WEND_METHOD_BEST;
        query.goal_kind = WEND_PATH_TO_EACH_TAG;
        query.items = items;
        query.tags = tags;
        query.tag_count = 3;
        hash = wend_hash_u64(hash, (uint64_t)(int64_t)wend_pathfinder_find(finder, &query));
        for (size_t k = 0; k < 3; k++) {
            wend_path_nearest nearest;
            (void)wend_pathfinder_get_nearest(finder, k, &nearest);
            hash = wend_hash_u64(wend_hash_u64(hash, nearest.cost), nearest.item.index1);
        }
    }
    return hash;
}

uint64_t golden_mesh_routes(void)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t seed = 1; seed <= 2; seed++) {
        wend_mesh *mesh = make_mesh(seed);
        wend_items *items = make_golden_items(seed);
        const wend_mesh_overlay_def jam = wend_mesh_overlay_def_default();
        wend_pathfinder_def def = wend_pathfinder_def_default();
        wend_pathfinder *finder = NULL;
        wend_overlay_id id;
        def.mesh = mesh;
        def.radius = seed == 2 ? 0.3 : 0;
        def.has_hierarchy = true;
        if (mesh == NULL || items == NULL ||
            wend_mesh_add_overlay(mesh, &jam, &id, NULL) != WEND_OK ||
            wend_pathfinder_create(&def, &finder) != WEND_OK ||
            wend_pathfinder_prepare(finder, NULL) != WEND_OK) {
            hash = 0;
        } else {
            hash = hash_finder(hash, finder, items, seed);
            add_shapes(mesh, id, seed);
            hash = hash_finder(hash, finder, items, seed);
        }
        wend_pathfinder_destroy(finder);
        wend_items_destroy(items);
        wend_mesh_destroy(mesh);
    }
    return hash;
}
