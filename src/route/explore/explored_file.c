/* Saves explored maps as bytes, loads them, and hashes them. Linear in what is known.
 *
 * One section of bytes.h, magic "WEPM", version 1: width, height, neighbours, corner rule, layout,
 * wrapping u32 each, cell size and origin f64, the number of known cells u64, and for each of them,
 * tile by tile: node u32, cost u8, time u64. */
#include "base/core/visitor.h"
#include "route/explore/explored.h"

enum { CELL_BYTES = 13 };

static void visit_shape(wendi_visitor *v, const wend_explored_map *map)
{
    static const char *const reason = "the map is of another size or has other rules";
    const wend_grid_info *info = &map->info;
    const uint32_t numbers[] = {(uint32_t)info->width,      (uint32_t)info->height,
                                (uint32_t)info->neighbours, (uint32_t)info->corner_rule,
                                (uint32_t)info->hex_layout, (uint32_t)info->wrap};
    const double lengths[] = {info->cell_size, info->origin.x, info->origin.y};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        uint32_t number = numbers[i];
        wendi_visit_u32(v, &number);
        wendi_visit_expect(v, number == numbers[i], reason);
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        double length = lengths[i];
        wendi_visit_f64(v, &length);
        wendi_visit_expect(v, !(length < lengths[i]) && !(length > lengths[i]), reason);
    }
}

static void visit_sighting(wendi_visitor *v, wend_sighting *sighting)
{
    wendi_visit_u32(v, &sighting->node);
    wendi_visit_u8(v, &sighting->cost);
    wendi_visit_u64(v, &sighting->time);
}

/* Writing and hashing. */
static void visit_known(wendi_visitor *v, const wend_explored_map *map)
{
    const int32_t side = WENDI_EXPLORED_TILE;
    visit_shape(v, map);
    (void)wendi_visit_count(v, map->cells.known, CELL_BYTES, SIZE_MAX);
    for (size_t t = 0; t < map->cells.count; ++t) {
        const wendi_explored_tile *tile = map->cells.tiles[t];
        const int32_t x = (int32_t)(t % (size_t)map->tiles_x) * side;
        const int32_t y = (int32_t)(t / (size_t)map->tiles_x) * side;
        for (int32_t i = 0; tile != NULL && i < WENDI_EXPLORED_TILE_CELLS; ++i) {
            if (tile->costs[i] != 0) {
                wend_sighting sighting = {wend_grid_node(map->grid, x + i % side, y + i / side),
                                          tile->costs[i], tile->times[i]};
                visit_sighting(v, &sighting);
            }
        }
    }
}

uint64_t wend_explored_map_hash(const wend_explored_map *map)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (map != NULL) {
        wendi_lock_take(map->lock);
        visit_known(&v, map);
        wendi_lock_release(map->lock);
    }
    return v.hash;
}

static void write_map(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_known(&v, object);
}

wend_result wend_explored_map_save(const wend_explored_map *map, uint8_t *bytes, size_t capacity,
                                   size_t *count)
{
    if (map != NULL) {
        wendi_lock_take(map->lock);
    }
    const wend_result result = wendi_save_object(map, write_map, WENDI_EXPLORED_MAGIC,
                                                 WENDI_EXPLORED_VERSION, bytes, capacity, count);
    if (map != NULL) {
        wendi_lock_release(map->lock);
    }
    return result;
}

static void read_known(wendi_visitor *v, const wend_explored_map *map, wendi_explored_cells *cells)
{
    visit_shape(v, map);
    wendi_visit_part(v, "the data ends within the map");
    const size_t most = (size_t)map->info.width * (size_t)map->info.height;
    const size_t count = wendi_visit_count(v, 0, CELL_BYTES, most);
    for (size_t i = 0; i < count && !wendi_visitor_has_failed(v); ++i) {
        wend_sighting sighting = {0};
        visit_sighting(v, &sighting);
        wendi_visit_expect(v, sighting.node < most && sighting.cost != 0,
                           "a known cell makes no sense");
        uint32_t cell = 0;
        if (wendi_visitor_has_failed(v) ||
            !wendi_visit_expect_memory(
                v, wendi_explored_reserve(map, cells,
                                          wendi_explored_find(map, sighting.node, &cell)))) {
            return;
        }
        wendi_visit_expect(v, wendi_explored_note(map, cells, &sighting), "a cell is there twice");
    }
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the map");
}

static const char loading[] = "wend_explored_map_load";

/* Under the lock, which guards the allocator as well. */
static wend_result load(wend_explored_map *map, wendi_reader *content, wend_message *message)
{
    wendi_explored_cells read;
    if (!wendi_explored_cells_create(map, &read)) {
        return wendi_fail_reason(message, loading, WEND_ERROR_MEMORY, NULL);
    }
    wendi_visitor v = wendi_visitor_reading(content);
    read_known(&v, map, &read);
    if (wendi_visitor_result(&v) != WEND_OK) {
        wendi_explored_cells_free(map, &read);
        return wendi_fail_reason(message, loading, wendi_visitor_result(&v), v.reason);
    }
    for (size_t t = 0; t < read.count; ++t) {
        read.has_changed[t] |= map->cells.tiles[t] != NULL;
    }
    wendi_explored_cells_free(map, &map->cells);
    map->cells = read;
    return WEND_OK;
}

wend_result wend_explored_map_load(wend_explored_map *map, const uint8_t *bytes, size_t count,
                                   wend_message *message)
{
    wend_message own = {0};
    wend_message *to = wendi_message_or(message, &own);
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    wend_result result;
    if (map == NULL || (bytes == NULL && count > 0)) {
        result = wendi_fail_reason(to, loading, WEND_ERROR_ARGUMENT, "no map, or no bytes");
    } else if (wendi_read_only_section(bytes, count, WENDI_EXPLORED_MAGIC, WENDI_EXPLORED_VERSION,
                                       "there are bytes behind the map", &content, &version,
                                       &reason) != WEND_OK) {
        result = wendi_fail_reason(to, loading, WEND_ERROR_FILE, reason.text);
    } else {
        wendi_lock_take(map->lock);
        result = load(map, &content, to);
        wendi_lock_release(map->lock);
    }
    return wendi_fail_as_both(map == NULL ? NULL : &map->error, to, loading, result);
}
