/* Maps as objects: grid, names of classes, items and properties of a map file.
 * Cost: finding a name compares all of them. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/file.h"
#include "io/maps/reader.h"

#include <string.h>

struct wend_map {
    wend_map_options options; /**< A copy, for the content; its borrowed pointers are emptied. */
    wend_map_format format;
    wend_grid *grid;
    wendi_map_content content; /**< Without its costs. */
};

const char *wend_map_item_kind_name(wend_map_item_kind kind)
{
    switch (kind) {
    case WEND_MAP_ITEM_SPAWN:
        return "spawn";
    case WEND_MAP_ITEM_REGION:
        return "region";
    case WEND_MAP_ITEM_POLYGON:
        return "polygon";
    case WEND_MAP_ITEM_LINE:
        return "line";
    case WEND_MAP_ITEM_THING:
    default:
        return "thing";
    }
}

static wend_result open_from(const wendi_map_file_source *source, wend_map **map)
{
    const wend_map_options *o = source->options;
    wend_map *made = wendi_alloc_zero(&o->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail(o->message, WEND_ERROR_MEMORY, "out of memory for the map");
    }
    made->options = *o;
    wendi_map_content_init(&made->content, &made->options);
    wendi_map_file_source own = *source;
    own.options = &made->options;
    wend_result result = wendi_map_read_all(&own, &made->content, &made->grid, &made->format);
    made->options.message = NULL;
    if (result != WEND_OK) {
        wend_map_destroy(made);
        return result;
    }
    /* Items at a cell get its centre; the others get the cell at their position. */
    for (size_t i = 0; i < made->content.record_count; i++) {
        wendi_map_record *record = &made->content.records[i];
        if (record->is_at_cell) {
            record->node = wend_grid_node(made->grid, record->x, record->y);
            record->position = wend_grid_position(made->grid, record->node);
        } else {
            record->node = wend_grid_node_at(made->grid, record->position);
        }
    }
    *map = made;
    return WEND_OK;
}

wend_result wend_map_load_memory(const uint8_t *bytes, size_t count,
                                 const wend_map_options *options, wend_map **map)
{
    wend_map_options defaults = wend_map_options_default();
    const wend_map_options *o = options == NULL ? &defaults : options;
    if (map != NULL) {
        *map = NULL;
    }
    wend_result result = wendi_map_options_check(o);
    if (result != WEND_OK) {
        return result;
    }
    if (map == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          map == NULL ? "map" : "bytes");
    }
    const wendi_map_file_source source = {bytes, count, "", false, o};
    return open_from(&source, map);
}

wend_result wend_map_load_file(const char *file, const wend_map_options *options, wend_map **map)
{
    wend_map_options defaults = wend_map_options_default();
    const wend_map_options *o = options == NULL ? &defaults : options;
    if (map != NULL) {
        *map = NULL;
    }
    wend_result result = wendi_map_options_check(o);
    if (result != WEND_OK) {
        return result;
    }
    if (map == NULL) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "map is NULL");
    }
    wendi_map_file from;
    result = wendi_map_file_open(file, o, &from);
    if (result != WEND_OK) {
        return result;
    }
    result = open_from(&from.source, map);
    wendi_map_file_close(&from);
    if (result != WEND_OK) {
        wendi_file_message(o->message, file);
    }
    return result;
}

void wend_map_destroy(wend_map *map)
{
    if (map == NULL) {
        return;
    }
    wend_allocator allocator = map->options.allocator;
    wend_grid_destroy(map->grid);
    wendi_map_content_free(&map->content);
    wendi_free(&allocator, map, sizeof *map);
}

const char *wend_map_error(const wend_map *map)
{
    (void)map;
    return "";
}

wend_map_format wend_map_get_format(const wend_map *map)
{
    return map == NULL ? WEND_MAP_FORMAT_AUTO : map->format;
}

const wend_grid *wend_map_grid(const wend_map *map)
{
    return map == NULL ? NULL : map->grid;
}

wend_grid *wend_map_release_grid(wend_map *map)
{
    if (map == NULL) {
        return NULL;
    }
    wend_grid *grid = map->grid;
    map->grid = NULL;
    return grid;
}

uint32_t wend_map_class_count(const wend_map *map)
{
    return map == NULL ? 0 : map->content.class_count;
}

const char *wend_map_class_name(const wend_map *map, uint32_t movement_class)
{
    if (movement_class >= wend_map_class_count(map)) {
        return "";
    }
    return wendi_map_content_text(&map->content, map->content.class_names[movement_class]);
}

bool wend_map_class_from_name(const wend_map *map, const char *name, uint32_t *movement_class)
{
    uint32_t count = name == NULL || name[0] == '\0' ? 0 : wend_map_class_count(map);
    uint32_t found = 0;
    bool is_found = false;
    for (uint32_t i = 0; i < count && !is_found; i++) {
        if (strcmp(wend_map_class_name(map, i), name) == 0) {
            found = i;
            is_found = true;
        }
    }
    if (movement_class != NULL) {
        *movement_class = found;
    }
    return is_found;
}

size_t wend_map_item_count(const wend_map *map)
{
    return map == NULL ? 0 : map->content.record_count;
}

wend_map_item wend_map_get_item(const wend_map *map, size_t index)
{
    wend_map_item item = {.name = "", .type = "", .player = -1, .team = -1, .node = WEND_NODE_NONE};
    if (index >= wend_map_item_count(map)) {
        return item;
    }
    const wendi_map_content *content = &map->content;
    const wendi_map_record *record = &content->records[index];
    item.kind = record->kind;
    item.name = wendi_map_content_text(content, record->name);
    item.type = wendi_map_content_text(content, record->type);
    item.player = record->player;
    item.team = record->team;
    item.position = record->position;
    item.size = record->size;
    item.node = record->node;
    item.points = record->point_count == 0 ? NULL : content->points + record->first_point;
    item.point_count = record->point_count;
    return item;
}

bool wend_map_item_from_name(const wend_map *map, const char *name, size_t *index)
{
    size_t count = name == NULL || name[0] == '\0' ? 0 : wend_map_item_count(map);
    size_t found = 0;
    bool is_found = false;
    for (size_t i = 0; i < count && !is_found; i++) {
        if (strcmp(wendi_map_content_text(&map->content, map->content.records[i].name), name) ==
            0) {
            found = i;
            is_found = true;
        }
    }
    if (index != NULL) {
        *index = found;
    }
    return is_found;
}

bool wend_map_find_item(const wend_map *map, const char *name, wend_map_item *item)
{
    size_t index = 0;
    const bool is_found = wend_map_item_from_name(map, name, &index);
    if (item != NULL) {
        *item = wend_map_get_item(is_found ? map : NULL, index);
    }
    return is_found;
}

static const char *find_property(const wendi_map_content *content, size_t item, const char *name)
{
    /* The last one holds: an item overrides its template. */
    for (size_t i = content->property_count; i > 0; i--) {
        const wendi_map_property *property = &content->properties[i - 1];
        if (property->item == item &&
            strcmp(wendi_map_content_text(content, property->name), name) == 0) {
            return wendi_map_content_text(content, property->value);
        }
    }
    return NULL;
}

const char *wend_map_item_property(const wend_map *map, size_t index, const char *name)
{
    if (index >= wend_map_item_count(map) || name == NULL) {
        return NULL;
    }
    return find_property(&map->content, index, name);
}

const char *wend_map_property(const wend_map *map, const char *name)
{
    return map == NULL || name == NULL ? NULL
                                       : find_property(&map->content, WENDI_MAP_ITSELF, name);
}

bool wend_map_has_tile_property(const wend_map *map)
{
    return map != NULL && map->content.has_tile_property;
}
