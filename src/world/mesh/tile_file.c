/* Saves meshes of tiles and loads them, each tile in its place in memory.
 *
 *   most tiles u32, most polygons of one u32, most corners of one u32, world x f64, y f64, z f64, its
 *   other corner likewise, cell size f64, 256 factors f64, tiles u32; for each: its place u32, and its
 *   section of tile_bytes.c
 *
 * Cost: as adding the tiles. */
#include "world/mesh/tiles.h"

#include "base/core/message.h"

#include <string.h>

void wendi_mesh_tiles_write(const wend_mesh *m, wendi_writer *writer)
{
    const wendi_mesh_tiles *t = m->tiles;
    const double numbers[7] = {m->low.x,  m->low.y,  m->low.z,    m->high.x,
                               m->high.y, m->high.z, m->cell_size};
    wendi_write_u32(writer, t->slot_count);
    wendi_write_u32(writer, t->max_polygons);
    wendi_write_u32(writer, t->max_corners);
    wendi_write_f64_array(writer, numbers, 7);
    wendi_write_f64_array(writer, m->factors, WEND_MESH_AREAS);
    wendi_write_u32(writer, t->used_count);
    for (uint32_t slot = 0; slot < t->slot_count; slot++) {
        if (t->slots[slot].is_used) {
            wendi_write_u32(writer, slot);
            wendi_tile_write_slot(writer, m, slot);
        }
    }
}

/* ---- reading ---- */

static wend_result read_tile(wendi_reader *reader, wend_mesh *m, const char **reason)
{
    wendi_reader content;
    uint32_t version;
    wendi_tile tile;
    const wendi_mesh_tiles *t = m->tiles;
    const uint32_t slot = wendi_read_u32(reader);
    *reason = "a tile makes no sense";
    if (reader->has_failed || slot >= t->slot_count || t->slots[slot].is_used ||
        wendi_read_section(reader, WENDI_TILE_MAGIC, WENDI_TILE_VERSION, &content, &version,
                           NULL) != WEND_OK) {
        return WEND_ERROR_FILE;
    }
    wend_result result = wendi_tile_read(&content, &m->allocator, &tile, reason);
    if (result != WEND_OK) {
        return result;
    }
    *reason = "a tile is there twice, or has more than there is room for";
    result = WEND_ERROR_FILE;
    if (!wend_mesh_has_tile(m, tile.info.id) && tile.info.polygon_count <= t->max_polygons &&
        tile.info.corner_count <= t->max_corners) {
        result = wendi_mesh_tiles_place(m, slot, &tile);
    }
    wendi_tile_free(&tile, &m->allocator);
    return result;
}

static wend_result make(const wend_mesh_def *def, wendi_reader *reader, wend_mesh **mesh,
                        const char **reason)
{
    double numbers[7];
    double factors[WEND_MESH_AREAS];
    wend_message wrong = {0};
    wend_mesh_tiles_def made = wend_mesh_tiles_def_default();
    made.max_tiles = wendi_read_u32(reader);
    made.max_polygons = wendi_read_u32(reader);
    made.max_corners = wendi_read_u32(reader);
    wendi_read_f64_array(reader, numbers, 7);
    wendi_read_f64_array(reader, factors, WEND_MESH_AREAS);
    made.low = (wend_vec3){numbers[0], numbers[1], numbers[2]};
    made.high = (wend_vec3){numbers[3], numbers[4], numbers[5]};
    made.cell_size = numbers[6];
    made.factors = factors;
    made.allocator = def->allocator;
    made.message = &wrong;
    *reason = "the room for tiles makes no sense";
    const wend_result result =
        reader->has_failed ? WEND_ERROR_FILE : wend_mesh_create_tiles(&made, mesh);
    return result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FILE : result;
}

wend_result wendi_mesh_tiles_read(const wend_mesh_def *def, wendi_reader *reader, wend_mesh **mesh,
                                  const char **reason)
{
    wend_result result = make(def, reader, mesh, reason);
    const uint32_t count = result == WEND_OK ? wendi_read_u32(reader) : 0;
    if (result == WEND_OK && (reader->has_failed || count > (*mesh)->tiles->slot_count)) {
        result = WEND_ERROR_FILE;
    }
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = read_tile(reader, *mesh, reason);
    }
    return result == WEND_ERROR_FULL ? WEND_ERROR_MEMORY : result;
}
