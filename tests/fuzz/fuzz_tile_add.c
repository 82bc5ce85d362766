/* Runs wend_mesh_add_tile on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find, into a mesh that has a tile with edges towards it. A tile that is added must save
 * again as the same bytes and bear queries, and dropping it must give the mesh back as it was. */
#include "fuzz/framed.h"
#include "wend/mesh_search.h"
#include "wend/mesh_tiles.h"
#include "world/mesh/tiles.h"

#include <string.h>

enum { ROOM = 64 };

static wend_mesh *mesh;

/* A room around a pillar, of which one tile is loaded. */
static void make_mesh(void)
{
    static const wend_vec2 points[8] = {{0, 0}, {20, 0}, {20, 12}, {0, 12},
                                        {8, 2}, {12, 2}, {12, 9},  {8, 9}};
    static const uint32_t sizes[2] = {4, 4};
    wend_mesh_outlines outlines = wend_mesh_outlines_default();
    outlines.points = points;
    outlines.sizes = sizes;
    outlines.outline_count = 2;
    wend_mesh *whole;
    wend_mesh_cut *cut;
    check(wend_mesh_build(&outlines, &whole, NULL) == WEND_OK);
    check(wend_mesh_cut_create(whole, 8, NULL, &cut, NULL) == WEND_OK);
    wend_mesh_tiles_def def = wend_mesh_cut_def(cut);
    def.max_tiles = 2;
    def.max_polygons = def.max_corners = ROOM;
    check(wend_mesh_create_tiles(&def, &mesh) == WEND_OK);
    size_t count;
    const uint8_t *bytes = wend_mesh_cut_tile(cut, 0, &count);
    check(wend_mesh_add_tile(mesh, bytes, count, NULL) == WEND_OK);
    wend_mesh_cut_destroy(cut);
    wend_mesh_destroy(whole);
}

static void use(wend_mesh_tile_info info)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    wend_mesh_space *space;
    wend_mesh_search *search;
    def.mesh = mesh;
    check(wend_mesh_space_create(&def, &space) == WEND_OK);
    check(wend_mesh_search_create(space, NULL, &search) == WEND_OK);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_hit hit;
    check(wend_mesh_nearest(mesh, info.low.x, info.low.y, info.low.z, 1e12, &query.start));
    check(wend_mesh_nearest(mesh, info.high.x, info.high.y, info.high.z, 1e12, &query.goal));
    (void)wend_mesh_ray(mesh, query.start, query.goal.x, query.goal.y, &hit);
    check(hit.location.polygon < wend_mesh_polygon_count(mesh));
    query.max_steps = 4096;
    const wend_result result = wend_mesh_search_find(search, &query);
    check(result >= WEND_OK || result == WEND_ERROR_UNSUPPORTED);
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    if (mesh == NULL) {
        make_mesh();
    }
    wend_message message = {0};
    wend_mesh_tile_info info;
    const uint64_t hash = wend_mesh_hash(mesh);
    const wend_result known = noted(wend_mesh_tile_read_info(bytes, count, &info, &message));
    check((known == WEND_OK) == (message.text[0] == '\0'));
    const wend_result result = wend_mesh_add_tile(mesh, bytes, count, &message);
    check((result == WEND_OK) == (message.text[0] == '\0'));
    check(result == WEND_OK || wend_mesh_hash(mesh) == hash);
    check(result != WEND_OK || known == WEND_OK);
    check(result == WEND_OK || result == WEND_ERROR_FILE || result == WEND_ERROR_FULL ||
          result == WEND_ERROR_ARGUMENT);
    if (result == WEND_OK) {
        static uint8_t again[1 << 16];
        size_t length;
        check(wend_mesh_save_tile(mesh, info.id, again, sizeof again, &length) == WEND_OK);
        check(length == count && memcmp(again, bytes, count) == 0);
        if (is_chosen(bytes, count, 8)) {
            use(info);
        }
        check(wend_mesh_drop_tile(mesh, info.id) == WEND_OK);
        check(wend_mesh_hash(mesh) == hash);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_TILE_MAGIC, WENDI_TILE_VERSION, try_bytes);
    return 0;
}
