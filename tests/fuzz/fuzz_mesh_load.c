/* Runs wend_mesh_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. A mesh that loads must save and load again to the same bytes; one in
 * USED of those meshes bears every query and edit, at a millisecond each. */
#include "fuzz/framed.h"
#include "wend/mesh.h"
#include "wend/mesh_tiles.h"
#include "world/mesh/file.h"
#include "world/mesh/store.h"

#include <stdlib.h>
#include <string.h>

enum { USED = 8, LARGEST = 1 << 24 };

/* The bytes of a mesh of tiles say how much room it has, whatever they hold. */
static void *resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)context;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return new_bytes > LARGEST ? NULL : realloc(block, new_bytes);
}

static void check_round_trip(const wend_mesh *mesh)
{
    size_t count;
    size_t count_again;
    wend_mesh *again = NULL;
    check(wend_mesh_save(mesh, NULL, 0, &count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(2 * count);
    if (bytes == NULL) {
        return;
    }
    check(wend_mesh_save(mesh, bytes, count, &count) == WEND_OK);
    check(wend_mesh_load(NULL, bytes, count, &again) == WEND_OK);
    check(wend_mesh_hash(again) == wend_mesh_hash(mesh));
    check(wend_mesh_save(again, bytes + count, count, &count_again) == WEND_OK);
    check(count_again == count && memcmp(bytes, bytes + count, count) == 0);
    wend_mesh_destroy(again);
    free(bytes);
}

/* Locations between corners, and moves to them. */
static void ask(const wend_mesh *mesh, uint32_t i)
{
    const uint32_t corners = wend_mesh_corner_count(mesh);
    const wend_vec3 a = wend_mesh_corner(mesh, i * 7 % corners);
    const wend_vec3 b = wend_mesh_corner(mesh, i * 13 % corners);
    wend_mesh_location place;
    wend_mesh_location end;
    wend_mesh_hit hit;
    check(wend_mesh_nearest(mesh, (a.x + b.x) / 2, (a.y + b.y) / 2, a.z, 1e12, &place));
    (void)wend_mesh_ray(mesh, place, b.x, b.y, &hit);
    check(hit.location.polygon < wend_mesh_polygon_count(mesh));
    check(wend_mesh_ray(mesh, hit.location, hit.location.x, hit.location.y, &hit));
    check(wend_mesh_move(mesh, place, b.x, b.y, &end) == WEND_OK);
    check(wend_mesh_ray(mesh, end, end.x, end.y, &hit) && hit.location.polygon == end.polygon);
    check(wend_mesh_wall_distance(mesh, place, 1e12, &hit) >= 0);
    check(wend_mesh_random_location(mesh, 1, i, 0, &place) >= WEND_OK);
    (void)wend_mesh_random_near(mesh, place, 5, 1, i, 1, &end);
    (void)wend_mesh_can_reach(mesh, place.polygon, hit.location.polygon);
}

static void use(wend_mesh *mesh)
{
    const uint32_t polygons = wend_mesh_polygon_count(mesh);
    for (uint32_t i = 0; i < 16; ++i) {
        ask(mesh, i);
        const wend_node p = i * 5 % polygons;
        check(wend_mesh_set_open(mesh, p, i % 3 == 0) == WEND_OK);
    }
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    const wend_vec3 at = wend_mesh_corner(mesh, 0);
    link.from = link.to = wend_mesh_location_at(at.x, at.y, at.z);
    check(wend_mesh_add_link(mesh, &link, &id, NULL) == WEND_OK);
    check(wend_mesh_remove_link(mesh, id) == WEND_OK);
}

static void drop_tiles(wend_mesh *mesh)
{
    wend_mesh_tile_id ids[4];
    size_t count;
    (void)wend_mesh_list_tiles(mesh, ids, 4, &count);
    for (size_t i = 0; i < count && i < 4; ++i) {
        check(wend_mesh_drop_tile(mesh, ids[i]) == WEND_OK);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_mesh *mesh = NULL;
    wend_message message;
    wend_mesh_def def = wend_mesh_def_default();
    def.message = &message;
    def.allocator.resize = resize;
    const wend_result result = noted(wend_mesh_load(&def, bytes, count, &mesh));
    check((result == WEND_OK) == (mesh != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (mesh != NULL) {
        check_round_trip(mesh);
        if (mesh->tiles != NULL) {
            drop_tiles(mesh);
        } else if (is_chosen(bytes, count, USED)) {
            use(mesh);
        }
        wend_mesh_destroy(mesh);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_MESH_FILE_MAGIC, 1, try_bytes);
    framed_try(data, size, WENDI_MESH_FILE_MAGIC, 3, try_bytes);
    framed_try(data, size, WENDI_MESH_FILE_MAGIC, WENDI_MESH_FILE_VERSION, try_bytes);
    return 0;
}
