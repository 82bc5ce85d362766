/* takes: a flow, and the header of a file.
 * gives: whether the file was made of the same maps, joins, classes and steps.
 * cost:  a fingerprint of each grid. */
#include "flow/baked/file.h"

static uint32_t steps_of(const wend_flow *flow)
{
    return (uint32_t)flow->integration | (uint32_t)flow->is_fine << 8 |
           (uint32_t)flow->map.has_diagonals << 9;
}

static uint64_t joins_hash(const wendi_sector_map *map)
{
    uint64_t hash = wend_hash_u64(wend_hash_begin(), map->join_count);
    for (uint32_t i = 0; i < map->join_count; ++i) {
        const wendi_one_way_join *way = &map->joins[i];
        hash = wend_hash_u64(hash, (uint64_t)way->from_floor << 32 | way->to_floor);
        hash = wend_hash_u64(hash, (uint64_t)(uint32_t)way->from_x << 32 | (uint32_t)way->from_y);
        hash = wend_hash_u64(hash, (uint64_t)(uint32_t)way->to_x << 32 | (uint32_t)way->to_y);
        hash = wend_hash_u64(hash, (uint64_t)way->cost << 32 | way->class_mask);
    }
    return hash;
}

static void write_class(const wend_flow_class *movement, wendi_writer *writer)
{
    wendi_write_u32(writer, movement->movement_class);
    wendi_write_u32(writer, movement->team);
    wendi_write_f64(writer, movement->radius);
}

void wendi_baked_file_save_header(const wend_flow *flow, wendi_writer *writer)
{
    const wendi_sector_map *map = &flow->map;
    wendi_write_u32(writer, map->floor_count);
    for (uint32_t i = 0; i < map->floor_count; ++i) {
        wendi_write_u64(writer, wend_grid_hash(map->floors[i].grid));
    }
    wendi_write_u32(writer, (uint32_t)map->sector_size);
    wendi_write_u64(writer, joins_hash(map));
    wendi_write_u32(writer, flow->class_count);
    for (uint32_t i = 0; i < flow->class_count; ++i) {
        write_class(&flow->classes[i].def, writer);
    }
    wendi_write_u32(writer, steps_of(flow));
}

static wend_result check_floors(const wend_flow *flow, wendi_reader *reader, wend_message *message)
{
    const wendi_sector_map *map = &flow->map;
    const uint32_t count = wendi_read_u32(reader);
    if (count != map->floor_count) {
        return wendi_fail(message, WEND_ERROR_FILE, "of another map: %lu floors, the flow has %lu",
                          (unsigned long)count, (unsigned long)map->floor_count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (wendi_read_u64(reader) != wend_grid_hash(map->floors[i].grid)) {
            return wendi_fail(message, WEND_ERROR_FILE, "of another map: floor %lu differs",
                              (unsigned long)i);
        }
    }
    const uint32_t sector_size = wendi_read_u32(reader);
    if (sector_size != (uint32_t)map->sector_size) {
        return wendi_fail(message, WEND_ERROR_FILE, "of another map: sectors of %lu cells",
                          (unsigned long)sector_size);
    }
    return WEND_OK;
}

static bool is_same_class(const wend_flow_class *movement, wendi_reader *reader)
{
    wend_flow_class read;
    read.movement_class = wendi_read_u32(reader);
    read.team = wendi_read_u32(reader);
    read.radius = wendi_read_f64(reader);
    return read.movement_class == movement->movement_class && read.team == movement->team &&
           read.radius >= movement->radius && read.radius <= movement->radius;
}

static wend_result check_classes(const wend_flow *flow, wendi_reader *reader, wend_message *message)
{
    const uint32_t count = wendi_read_u32(reader);
    if (count != flow->class_count) {
        return wendi_fail(message, WEND_ERROR_FILE,
                          "of other classes: %lu of them, the flow has %lu", (unsigned long)count,
                          (unsigned long)flow->class_count);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_same_class(&flow->classes[i].def, reader)) {
            return wendi_fail(message, WEND_ERROR_FILE, "of other classes: class %lu differs",
                              (unsigned long)i);
        }
    }
    return WEND_OK;
}

wend_result wendi_baked_file_check_header(const wend_flow *flow, wendi_reader *reader,
                                          wend_message *message)
{
    wend_result result = check_floors(flow, reader, message);
    if (result == WEND_OK && wendi_read_u64(reader) != joins_hash(&flow->map)) {
        result = wendi_fail(message, WEND_ERROR_FILE, "of other joins between floors");
    }
    if (result == WEND_OK) {
        result = check_classes(flow, reader, message);
    }
    if (result == WEND_OK && wendi_read_u32(reader) != steps_of(flow)) {
        result = wendi_fail(message, WEND_ERROR_FILE, "of another way to integrate fields");
    }
    return result;
}
