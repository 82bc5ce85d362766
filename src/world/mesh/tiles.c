/* Makes meshes of tiles, adds tiles and drops them.
 * Cost: linear in the tile, and islands and sums over all polygons. */
#include "world/mesh/tiles.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/walls.h"

#include <assert.h>
#include <string.h>

static const uint32_t COOKIE = 0x74696c73;
static const uint32_t NONE = UINT32_MAX;
static const uint64_t ITEMS_MAX = (uint64_t)1 << 30;

enum { POLYGONS_MAX = 1 << 20, CORNERS_MAX = 1 << 22 };

wend_mesh_tiles_def wend_mesh_tiles_def_default(void)
{
    wend_mesh_tiles_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_tiles = 32;
    def.max_polygons = 1024;
    def.max_corners = 6144;
    def.low = (wend_vec3){-4096, -4096, -4096};
    def.high = (wend_vec3){4096, 4096, 4096};
    return def;
}

/* ---- creating ---- */

static const char creating[] = "wend_mesh_create_tiles";

static wend_result check_factors(const wend_mesh_tiles_def *def)
{
    for (size_t i = 0; def->factors != NULL && i < WEND_MESH_AREAS; i++) {
        const double factor = def->factors[i];
        if (!(factor >= 1.0 / 256 && (factor <= 65536 || factor > 1.7976931348623157e308))) {
            return wendi_fail(
                def->message, WEND_ERROR_ARGUMENT,
                "%s: factors[%zu] is %s, and must be from 1/256 to 65536, or infinite", creating, i,
                wendi_format_number(factor).text);
        }
    }
    return WEND_OK;
}

static wend_result check_def(const wend_mesh_tiles_def *def)
{
    if (!wendi_check_range(def->message, creating, "max_tiles", def->max_tiles, 1,
                           WEND_MESH_TILES_MAX) ||
        !wendi_check_range(def->message, creating, "max_polygons", def->max_polygons, 1,
                           POLYGONS_MAX) ||
        !wendi_check_range(def->message, creating, "max_corners", def->max_corners, 3,
                           CORNERS_MAX) ||
        !wendi_check_range(def->message, creating, "cell_size", def->cell_size, 0,
                           WEND_COORDINATE_MAX)) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result = wendi_check_vec3(def->message, creating, "low", def->low);
    result =
        result == WEND_OK ? wendi_check_vec3(def->message, creating, "high", def->high) : result;
    if (result == WEND_OK &&
        !(def->low.x <= def->high.x && def->low.y <= def->high.y && def->low.z <= def->high.z)) {
        result = wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                            "%s: high lies below low, and must not", creating);
    }
    const uint64_t items =
        def->max_tiles * (2 + (uint64_t)def->max_corners + 2 * (uint64_t)def->max_polygons);
    if (result == WEND_OK && items > ITEMS_MAX) {
        result = wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                            "%s: max_tiles times the polygons and corners of a tile come to %lu, "
                            "and must not exceed 2^30",
                            creating, (unsigned long)items);
    }
    return result == WEND_OK ? check_factors(def) : result;
}

static bool make_tiles(wend_mesh *m, const wend_mesh_tiles_def *def)
{
    wendi_mesh_tiles *t = wendi_alloc_zero(&m->allocator, sizeof *t);
    if (t == NULL) {
        return false;
    }
    m->tiles = t;
    t->slot_count = def->max_tiles;
    t->max_polygons = def->max_polygons;
    t->max_corners = def->max_corners;
    t->slot_polygons = def->max_polygons + 1;
    t->slot_corners = def->max_corners + t->slot_polygons;
    wendi_array_u32_init(&t->beside, &m->allocator);
    t->slots = wendi_alloc_items_zero(&m->allocator, t->slot_count, sizeof *t->slots);
    t->borders = wendi_alloc_items(&m->allocator, m->base_corners, sizeof *t->borders);
    return t->slots != NULL && t->borders != NULL;
}

/* The arrays of a mesh in which nothing is loaded. */
static bool fill(wend_mesh *m, const wend_mesh_tiles_def *def)
{
    const uint32_t last = m->base_corners - 1;
    m->low = def->low;
    m->high = def->high;
    m->cell_size = def->cell_size;
    m->has_floors = true;
    for (size_t i = 0; def->factors != NULL && i < WEND_MESH_AREAS; i++) {
        m->factors[i] = def->factors[i];
    }
    memset(m->twins, 0xff, m->base_corners * sizeof *m->twins);
    memset(m->neighbours, 0xff, m->base_corners * sizeof *m->neighbours);
    if (!make_tiles(m, def) || !wendi_mesh_carve_create(m) ||
        !wendi_mesh_components_reserve(&m->components, m->base_count, &m->allocator) ||
        !wendi_mesh_tiles_index_create(m, def->low, def->high, def->cell_size)) {
        return false;
    }
    for (uint32_t slot = 0; slot < m->tiles->slot_count; slot++) {
        wendi_tile_clear(m, slot);
    }
    const uint32_t nowhere = wendi_mesh_nowhere(m);
    m->firsts[nowhere] = m->ends[nowhere] = last;
    m->firsts[m->base_count] = m->base_corners;
    m->closed[nowhere] = WENDI_MESH_ABSENT;
    m->closed_count = m->base_count;
    m->points[last] = (wend_vec2){0, 0};
    m->heights[last] = 0;
    m->vertices[last] = last;
    m->tiles->borders[last] = (wendi_tile_border){.corner = NONE};
    m->tiles_revision = m->revision;
    wendi_mesh_tiles_follow(m);
    return true;
}

wend_result wend_mesh_create_tiles(const wend_mesh_tiles_def *def, wend_mesh **mesh)
{
    if (mesh != NULL) {
        *mesh = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, creating,
                                         "wend_mesh_tiles_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (mesh == NULL) {
        return wendi_refuse_null(def->message, creating, "mesh");
    }
    wendi_message_clear(def->message);
    const wend_result result = check_def(def);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t slot_polygons = def->max_polygons + 1;
    const uint32_t slot_corners = def->max_corners + slot_polygons;
    const uint32_t corners = def->max_tiles * slot_corners + 1;
    wend_mesh *m =
        wendi_mesh_new(&def->allocator, def->max_tiles * slot_polygons + 1, corners, corners, true);
    if (m == NULL || !fill(m, def)) {
        wend_mesh_destroy(m);
        return wendi_fail_plain(def->message, creating, WEND_ERROR_MEMORY);
    }
    *mesh = m;
    return WEND_OK;
}

void wendi_mesh_tiles_free(wend_mesh *m)
{
    wendi_mesh_tiles *t = m->tiles;
    if (t == NULL) {
        return;
    }
    const wend_allocator *a = &m->allocator;
    wendi_free(a, t->slots, t->slot_count * sizeof *t->slots);
    wendi_free(a, t->borders, (size_t)m->base_corners * sizeof *t->borders);
    wendi_free(a, t->cell_classes, t->cell_count);
    wendi_array_u32_free(&t->beside);
    wendi_free(a, t, sizeof *t);
    m->tiles = NULL;
}

size_t wendi_mesh_tiles_memory_bytes(const wend_mesh *m)
{
    const wendi_mesh_tiles *t = m->tiles;
    return t == NULL ? 0
                     : sizeof *t + t->slot_count * sizeof *t->slots +
                           (size_t)m->base_corners * sizeof *t->borders + t->cell_count +
                           t->beside.capacity * sizeof(uint32_t);
}

/* ---- reading ---- */

bool wendi_mesh_tiles_has_polygon(const wend_mesh *m, wend_node polygon)
{
    const uint32_t slot = polygon / m->tiles->slot_polygons;
    return slot < m->tiles->slot_count && polygon - wendi_tile_first_polygon(m->tiles, slot) <
                                              m->tiles->slots[slot].info.polygon_count;
}

/* The slot of a tile; UINT32_MAX: it is not there. */
static uint32_t find_in(const wendi_mesh_tiles *t, wend_mesh_tile_id id)
{
    for (uint32_t i = 0; i < t->slot_count; i++) {
        if (t->slots[i].is_used && t->slots[i].info.id.x == id.x && t->slots[i].info.id.y == id.y) {
            return i;
        }
    }
    return NONE;
}

static uint32_t find_tile(const wend_mesh *m, wend_mesh_tile_id id)
{
    return m->tiles == NULL ? NONE : find_in(m->tiles, id);
}

bool wend_mesh_has_tile(const wend_mesh *mesh, wend_mesh_tile_id id)
{
    return mesh != NULL && find_tile(mesh, id) != NONE;
}

wend_result wend_mesh_list_tiles(const wend_mesh *mesh, wend_mesh_tile_id *ids, size_t capacity,
                                 size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_mesh_tiles *t = mesh->tiles;
    size_t written = 0;
    for (uint32_t i = 0; t != NULL && i < t->slot_count && written < capacity; i++) {
        if (t->slots[i].is_used) {
            ids[written++] = t->slots[i].info.id;
        }
    }
    *count = t == NULL ? 0 : t->used_count;
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

bool wend_mesh_tile_of(const wend_mesh *mesh, wend_node polygon, wend_mesh_tile_id *id)
{
    if (id != NULL) {
        *id = (wend_mesh_tile_id){0, 0};
    }
    if (mesh == NULL || id == NULL || mesh->tiles == NULL || polygon >= mesh->polygon_count) {
        return false;
    }
    const uint32_t home = wendi_mesh_home(mesh, polygon);
    if (home == WEND_NODE_NONE || !wendi_mesh_tiles_has_polygon(mesh, home)) {
        return false;
    }
    *id = mesh->tiles->slots[home / mesh->tiles->slot_polygons].info.id;
    return true;
}

/* ---- adding ---- */

static bool plan(wend_mesh *m, uint32_t slot, bool is_gone)
{
    const wendi_mesh_tiles *t = m->tiles;
    const wend_mesh_tile_info *info = &t->slots[slot].info;
    const wendi_carve_tile tile = {.first = wendi_tile_first_polygon(t, slot),
                                   .count = info->polygon_count,
                                   .low = {info->low.x, info->low.y},
                                   .high = {info->high.x, info->high.y},
                                   .beside = t->beside.items,
                                   .beside_count = (uint32_t)t->beside.count,
                                   .is_gone = is_gone};
    return wendi_mesh_carve_plan_tile(m, &tile);
}

wend_result wendi_mesh_tiles_place(wend_mesh *m, uint32_t slot, const wendi_tile *tile)
{
    wendi_mesh_tiles *t = m->tiles;
    wendi_tile_enter(m, slot, tile);
    t->slots[slot].is_used = true;
    wend_result result = WEND_ERROR_MEMORY;
    if (wendi_tile_join(m, slot, true, false) && wendi_tile_index_reserve(m, slot) &&
        plan(m, slot, false)) {
        result = wendi_mesh_carve_reserve(m);
    }
    if (result != WEND_OK) {
        (void)wendi_tile_join(m, slot, false, false);
        wendi_mesh_carve_forget(m);
        t->slots[slot].is_used = false;
        wendi_tile_clear(m, slot);
        return result;
    }
    wendi_mesh_carve_commit(m, false);
    wendi_mesh_carve_forget(m);
    t->used_count++;
    m->tiles_revision = m->revision;
    wendi_tile_index_add(m, slot);
    wendi_mesh_tiles_follow(m);
    if (wendi_tile_take_links(m, slot)) {
        m->links_revision = m->revision;
        wendi_mesh_reach_rebuild(m);
    }
    return WEND_OK;
}

static const char adding[] = "wend_mesh_add_tile";

static wend_result place(wend_mesh *m, const wendi_tile *tile, wend_message *message)
{
    const wendi_mesh_tiles *t = m->tiles;
    const wend_mesh_tile_info *info = &tile->info;
    assert(t != NULL);
    if (find_in(t, info->id) != NONE) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s: tile %ld,%ld is there already", adding,
                          (long)info->id.x, (long)info->id.y);
    }
    if (info->polygon_count > t->max_polygons || info->corner_count > t->max_corners) {
        return wendi_fail(message, WEND_ERROR_FULL,
                          "%s: tile %ld,%ld has %lu polygons and %lu corners, but there is room "
                          "for %lu and %lu in a tile",
                          adding, (long)info->id.x, (long)info->id.y,
                          (unsigned long)info->polygon_count, (unsigned long)info->corner_count,
                          (unsigned long)t->max_polygons, (unsigned long)t->max_corners);
    }
    if (t->used_count == t->slot_count) {
        return wendi_fail(message, WEND_ERROR_FULL, "%s: there are %lu tiles, which is the most",
                          adding, (unsigned long)t->used_count);
    }
    uint32_t slot = 0;
    while (t->slots[slot].is_used) {
        slot++;
    }
    return wendi_mesh_tiles_place(m, slot, tile);
}

wend_result wend_mesh_add_tile(wend_mesh *mesh, const uint8_t *bytes, size_t count,
                               wend_message *message)
{
    wend_message own = {0};
    wend_message *failure = wendi_message_or(message, &own);
    if (mesh == NULL) {
        return wendi_refuse_null(failure, adding, "mesh");
    }
    wendi_tile tile;
    memset(&tile, 0, sizeof tile);
    wend_result result = WEND_OK;
    if (mesh->tiles == NULL) {
        result = wendi_fail(failure, WEND_ERROR_ARGUMENT,
                            "%s: the mesh was not made by wend_mesh_create_tiles", adding);
    } else if (bytes == NULL && count > 0) {
        result = wendi_refuse_null(failure, adding, "bytes");
    } else {
        result = wendi_tile_load(bytes, count, adding, &mesh->allocator, &tile, failure);
    }
    if (result == WEND_OK) {
        result = place(mesh, &tile, failure);
    }
    wendi_tile_free(&tile, &mesh->allocator);
    return wendi_fail_as_both(&mesh->error, failure, adding, result);
}

/* ---- dropping ---- */

static wend_result drop(wend_mesh *m, uint32_t slot)
{
    wendi_mesh_tiles *t = m->tiles;
    wend_result result = WEND_ERROR_MEMORY;
    if (wendi_tile_join(m, slot, false, true) && plan(m, slot, true)) {
        result = wendi_mesh_carve_reserve(m);
    }
    if (result != WEND_OK) {
        (void)wendi_tile_join(m, slot, true, false);
        wendi_mesh_carve_forget(m);
        return result;
    }
    wendi_tile_leave_links(m, slot);
    wendi_mesh_carve_commit(m, false);
    wendi_mesh_carve_forget(m);
    wendi_tile_index_remove(m, slot);
    t->slots[slot].is_used = false;
    t->used_count--;
    wendi_tile_clear(m, slot);
    wendi_mesh_tiles_follow(m);
    m->tiles_revision = m->revision;
    m->change_floor = m->revision; /* what was there can no longer be read */
    return WEND_OK;
}

wend_result wend_mesh_drop_tile(wend_mesh *mesh, wend_mesh_tile_id id)
{
    static const char function[] = "wend_mesh_drop_tile";
    if (mesh == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t slot = find_tile(mesh, id);
    if (slot == NONE) {
        return wendi_fail(&mesh->error, WEND_ERROR_STALE, "%s: tile %ld,%ld is not there", function,
                          (long)id.x, (long)id.y);
    }
    return wendi_fail_plain(&mesh->error, function, drop(mesh, slot));
}

/* ---- saving a tile ---- */

wend_result wend_mesh_save_tile(const wend_mesh *mesh, wend_mesh_tile_id id, uint8_t *bytes,
                                size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (mesh == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t slot = find_tile(mesh, id);
    if (slot == NONE) {
        return WEND_ERROR_STALE;
    }
    wendi_writer writer;
    wendi_writer_init_counting(&writer);
    wendi_tile_write_slot(&writer, mesh, slot);
    const wend_result result =
        wendi_writer_init_fixed(&writer, bytes, capacity, writer.bytes.count, count);
    if (result == WEND_OK) {
        wendi_tile_write_slot(&writer, mesh, slot);
    }
    return result;
}
