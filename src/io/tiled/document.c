/* Walks through a map's XML and calls the parts that read tilesets, objects and layers.
 * Cost: a search in a short table for each element. */
#include "base/core/message.h"
#include "io/core/file.h"
#include "io/tiled/tmx.h"

#include <stdio.h>
#include <string.h>

/** The kind of an element by its name and its parent. */
typedef struct element_rule {
    const char *name;
    wendi_tmx_kind parent;
    wendi_tmx_kind kind;
} element_rule;

static const element_rule rules[] = {
    {"map", WENDI_TMX_ROOT, WENDI_TMX_MAP},
    {"tileset", WENDI_TMX_ROOT_TILESET, WENDI_TMX_TILESET},
    {"template", WENDI_TMX_ROOT_TEMPLATE, WENDI_TMX_TEMPLATE},
    {"object", WENDI_TMX_TEMPLATE, WENDI_TMX_TEMPLATE_OBJECT},
    {"tileset", WENDI_TMX_MAP, WENDI_TMX_TILESET},
    {"layer", WENDI_TMX_MAP, WENDI_TMX_LAYER},
    {"group", WENDI_TMX_MAP, WENDI_TMX_GROUP},
    {"objectgroup", WENDI_TMX_MAP, WENDI_TMX_OBJECTS},
    {"properties", WENDI_TMX_MAP, WENDI_TMX_PROPERTIES},
    {"tile", WENDI_TMX_TILESET, WENDI_TMX_TILE},
    {"terraintypes", WENDI_TMX_TILESET, WENDI_TMX_GROUNDS},
    {"wangsets", WENDI_TMX_TILESET, WENDI_TMX_WANGSETS},
    {"properties", WENDI_TMX_TILESET, WENDI_TMX_PROPERTIES},
    {"wangset", WENDI_TMX_WANGSETS, WENDI_TMX_GROUNDS},
    {"properties", WENDI_TMX_TILE, WENDI_TMX_PROPERTIES},
    {"terrain", WENDI_TMX_GROUNDS, WENDI_TMX_GROUND},
    {"wangcolor", WENDI_TMX_GROUNDS, WENDI_TMX_GROUND},
    {"wangtile", WENDI_TMX_GROUNDS, WENDI_TMX_WANGTILE},
    {"properties", WENDI_TMX_GROUND, WENDI_TMX_PROPERTIES},
    {"layer", WENDI_TMX_GROUP, WENDI_TMX_LAYER},
    {"group", WENDI_TMX_GROUP, WENDI_TMX_GROUP},
    {"objectgroup", WENDI_TMX_GROUP, WENDI_TMX_OBJECTS},
    {"properties", WENDI_TMX_GROUP, WENDI_TMX_PROPERTIES},
    {"properties", WENDI_TMX_LAYER, WENDI_TMX_PROPERTIES},
    {"data", WENDI_TMX_LAYER, WENDI_TMX_DATA},
    {"tile", WENDI_TMX_DATA, WENDI_TMX_DATA_TILE},
    {"chunk", WENDI_TMX_DATA, WENDI_TMX_CHUNK},
    {"tile", WENDI_TMX_CHUNK, WENDI_TMX_DATA_TILE},
    {"object", WENDI_TMX_OBJECTS, WENDI_TMX_OBJECT},
    {"properties", WENDI_TMX_OBJECT, WENDI_TMX_PROPERTIES},
    {"point", WENDI_TMX_OBJECT, WENDI_TMX_SHAPE},
    {"ellipse", WENDI_TMX_OBJECT, WENDI_TMX_SHAPE},
    {"polygon", WENDI_TMX_OBJECT, WENDI_TMX_SHAPE},
    {"polyline", WENDI_TMX_OBJECT, WENDI_TMX_SHAPE},
    {"properties", WENDI_TMX_TEMPLATE_OBJECT, WENDI_TMX_PROPERTIES},
    {"point", WENDI_TMX_TEMPLATE_OBJECT, WENDI_TMX_SHAPE},
    {"ellipse", WENDI_TMX_TEMPLATE_OBJECT, WENDI_TMX_SHAPE},
    {"polygon", WENDI_TMX_TEMPLATE_OBJECT, WENDI_TMX_SHAPE},
    {"polyline", WENDI_TMX_TEMPLATE_OBJECT, WENDI_TMX_SHAPE},
    {"property", WENDI_TMX_PROPERTIES, WENDI_TMX_PROPERTY},
};

static wend_result read_outside(wendi_tmx *tmx, uint32_t line, const char *name,
                                wendi_tmx_kind root);

static wendi_tmx_kind kind_of(const wendi_tmx *tmx, const char *name)
{
    wendi_tmx_kind parent = tmx->frames[tmx->depth].kind;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i].parent == parent && strcmp(rules[i].name, name) == 0) {
            wendi_tmx_kind kind = rules[i].kind;
            bool is_read_once = kind == WENDI_TMX_TILESET || kind == WENDI_TMX_OBJECTS;
            return is_read_once && tmx->is_second ? WENDI_TMX_IGNORED : kind;
        }
    }
    return WENDI_TMX_IGNORED;
}

static wend_result open_tileset(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    if (tmx->frames[tmx->depth - 1].kind == WENDI_TMX_ROOT_TILESET) {
        /* Its first number is in the map. */
        return wendi_tmx_tileset_count(tmx, line, attributes);
    }
    int64_t first_gid = 0;
    wend_result result =
        wendi_tmx_integer(tmx, line, attributes, "firstgid", 1, 0x0FFFFFFF, 0, &first_gid);
    if (result == WEND_OK) {
        result = wendi_tmx_add_tileset(tmx, line, (uint32_t)first_gid);
    }
    if (result == WEND_OK) {
        result = wendi_tmx_tileset_count(tmx, line, attributes);
    }
    tmx->first_gid = (uint32_t)first_gid;
    const char *source = wendi_tmx_attribute(attributes, "source");
    if (result == WEND_OK && source != NULL) {
        result = read_outside(tmx, line, source, WENDI_TMX_ROOT_TILESET);
    }
    return result;
}

static wend_result read_tile_id(wendi_tmx *tmx, uint32_t line, const char **attributes,
                                const char *name)
{
    int64_t id = 0;
    wend_result result = wendi_tmx_integer(tmx, line, attributes, name, 0,
                                           0x0FFFFFFF - (int64_t)tmx->first_gid, -1, &id);
    tmx->tile_gid = tmx->first_gid + (uint32_t)(result == WEND_OK ? id : 0);
    return result;
}

static wend_result open_tile(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    const char *terrain = wendi_tmx_attribute(attributes, "terrain");
    wend_result result = read_tile_id(tmx, line, attributes, "id");
    wendi_tmx_tileset_reaches(tmx, tmx->tile_gid);
    return result == WEND_OK && terrain != NULL
               ? wendi_tmx_add_corners(tmx, tmx->tile_gid, terrain, 0)
               : result;
}

static wend_result open_wangtile(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    const char *colours = wendi_tmx_attribute(attributes, "wangid");
    wend_result result = read_tile_id(tmx, line, attributes, "tileid");
    return result == WEND_OK && colours != NULL
               ? wendi_tmx_add_corners(tmx, tmx->tile_gid, colours, 1)
               : result;
}

static wend_result open_map(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    tmx->has_map = true;
    return tmx->is_second ? WEND_OK : wendi_tmx_map_attributes(tmx, line, attributes);
}

static wend_result open_layer(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    wendi_tmx_frame *frame = &tmx->frames[tmx->depth];
    const char *name = wendi_tmx_attribute(attributes, "name");
    if (frame->kind == WENDI_TMX_LAYER) {
        (void)snprintf(tmx->layer_name, sizeof tmx->layer_name, "%s", name == NULL ? "" : name);
    }
    return wendi_tmx_either(tmx, line, attributes, "visible", "1", "0", &frame->is_hidden);
}

static wend_result open_object(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    const char *source = wendi_tmx_attribute(attributes, "template");
    wend_result result = wendi_tmx_open_object(tmx);
    if (result == WEND_OK && source != NULL) {
        result = read_outside(tmx, line, source, WENDI_TMX_ROOT_TEMPLATE);
    }
    return result == WEND_OK ? wendi_tmx_object_attributes(tmx, line, attributes) : result;
}

static wend_result read_property(wendi_tmx *tmx, uint32_t line, const char *name, const char *value)
{
    wendi_tmx_frame *owner = &tmx->frames[tmx->depth - 2];
    if (owner->kind == WENDI_TMX_OBJECT || owner->kind == WENDI_TMX_TEMPLATE_OBJECT) {
        return wendi_tmx_object_property(tmx, name, value);
    }
    wend_result result = wendi_tmx_cost_property(tmx, line, name, value, &owner->costs);
    if (result == WEND_OK && owner->kind == WENDI_TMX_MAP && !tmx->is_second) {
        result = wendi_map_content_add_property(tmx->content, WENDI_MAP_ITSELF, wendi_span_of(name),
                                                wendi_span_of(value));
    }
    return result;
}

static wend_result open_property(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    const char *name = wendi_tmx_attribute(attributes, "name");
    const char *value = wendi_tmx_attribute(attributes, "value");
    wendi_array_u8_clear(&tmx->property_name);
    wendi_array_u8_clear(&tmx->text);
    if (name == NULL) {
        return wendi_fail_line(tmx->message, line, "a property without a name");
    }
    if (value != NULL) {
        return read_property(tmx, line, name, value);
    }
    /* A value of several lines is the text of the element. */
    return wendi_array_u8_append(&tmx->property_name, (const uint8_t *)name, strlen(name) + 1)
               ? WEND_OK
               : wendi_tmx_no_memory(tmx);
}

/** Calls the reader of an element that begins; elements without one are skipped. */
static wend_result dispatch_open(wendi_tmx *tmx, wendi_tmx_kind kind, uint32_t line,
                                 const char *name, const char **attributes)
{
    if (kind == WENDI_TMX_SHAPE) {
        return wendi_tmx_object_shape(tmx, line, name, attributes);
    }
    if (kind == WENDI_TMX_GROUNDS) {
        wendi_array_u8_clear(&tmx->tiles.grounds);
        return WEND_OK;
    }
    typedef wend_result (*open_fn)(wendi_tmx *, uint32_t, const char **);
    static const struct {
        wendi_tmx_kind kind;
        open_fn open;
    } opens[] = {{WENDI_TMX_MAP, open_map},
                 {WENDI_TMX_TILESET, open_tileset},
                 {WENDI_TMX_TILE, open_tile},
                 {WENDI_TMX_WANGTILE, open_wangtile},
                 {WENDI_TMX_LAYER, open_layer},
                 {WENDI_TMX_GROUP, open_layer},
                 {WENDI_TMX_DATA, wendi_tmx_open_data},
                 {WENDI_TMX_CHUNK, wendi_tmx_open_chunk},
                 {WENDI_TMX_OBJECT, open_object},
                 {WENDI_TMX_TEMPLATE_OBJECT, wendi_tmx_object_attributes},
                 {WENDI_TMX_PROPERTY, open_property}};
    for (size_t i = 0; i < sizeof opens / sizeof opens[0]; i++) {
        if (opens[i].kind == kind) {
            return opens[i].open(tmx, line, attributes);
        }
    }
    return kind == WENDI_TMX_DATA_TILE && tmx->is_second
               ? wendi_tmx_data_tile(tmx, line, attributes)
               : WEND_OK;
}

static wend_result on_open(void *context, uint32_t line, const char *name, const char **attributes)
{
    wendi_tmx *tmx = context;
    wendi_tmx_kind kind = kind_of(tmx, name);
    wendi_tmx_kind parent = tmx->frames[tmx->depth].kind;
    if (parent == WENDI_TMX_ROOT && kind != WENDI_TMX_MAP) {
        return wendi_fail_line(tmx->message, line, "found <%.40s>, expected <map>", name);
    }
    if (parent == WENDI_TMX_ROOT_TILESET && kind != WENDI_TMX_TILESET) {
        return wendi_fail_line(tmx->message, line, "found <%.40s>, expected <tileset>", name);
    }
    if (parent == WENDI_TMX_ROOT_TEMPLATE && kind != WENDI_TMX_TEMPLATE) {
        return wendi_fail_line(tmx->message, line, "found <%.40s>, expected <template>", name);
    }
    wendi_tmx_frame *frame = &tmx->frames[++tmx->depth];
    memset(frame, 0, sizeof *frame);
    frame->kind = kind;
    return dispatch_open(tmx, kind, line, name, attributes);
}

static wend_result dispatch_close(wendi_tmx *tmx, uint32_t line, const wendi_tmx_frame *frame)
{
    switch ((int)frame->kind) {
    case WENDI_TMX_TILESET:
        wendi_tmx_tileset_costs(tmx, &frame->costs);
        return WEND_OK;
    case WENDI_TMX_TILE:
        return wendi_tmx_add_tile(tmx, tmx->tile_gid, &frame->costs);
    case WENDI_TMX_GROUND:
        return wendi_tmx_add_ground(tmx, &frame->costs);
    case WENDI_TMX_PROPERTY:
        if (tmx->property_name.count == 0) {
            return WEND_OK;
        }
        if (!wendi_array_u8_push(&tmx->text, 0)) {
            return wendi_tmx_no_memory(tmx);
        }
        return read_property(tmx, line, (const char *)tmx->property_name.items,
                             (const char *)tmx->text.items);
    case WENDI_TMX_OBJECT:
        return wendi_tmx_close_object(tmx);
    case WENDI_TMX_DATA:
        return tmx->is_second && !tmx->is_infinite ? wendi_tmx_close_data(tmx) : WEND_OK;
    case WENDI_TMX_CHUNK:
        return tmx->is_second ? wendi_tmx_close_data(tmx) : WEND_OK;
    case WENDI_TMX_MAP:
        tmx->frames[0].costs = frame->costs;
        return WEND_OK;
    default:
        return WEND_OK;
    }
}

static wend_result on_close(void *context, uint32_t line)
{
    wendi_tmx *tmx = context;
    wend_result result = dispatch_close(tmx, line, &tmx->frames[tmx->depth]);
    tmx->depth--;
    return result;
}

static wend_result on_text(void *context, uint32_t line, const char *text, size_t count)
{
    wendi_tmx *tmx = context;
    wendi_tmx_kind kind = tmx->frames[tmx->depth].kind;
    bool is_data = (kind == WENDI_TMX_DATA || kind == WENDI_TMX_CHUNK) && tmx->is_second;
    bool is_property = kind == WENDI_TMX_PROPERTY && tmx->property_name.count > 0;
    if (!is_data && !is_property) {
        return WEND_OK;
    }
    if (tmx->text.count == 0) {
        tmx->line = line;
    }
    return wendi_array_u8_append(&tmx->text, (const uint8_t *)text, count)
               ? WEND_OK
               : wendi_tmx_no_memory(tmx);
}

static wendi_xml_events events_of(wendi_tmx *tmx)
{
    return (wendi_xml_events){.open = on_open, .close = on_close, .text = on_text, .context = tmx};
}

/** A tileset or a template in a file of its own. The message names that file and its line, behind
 * the line of the map. */
static wend_result read_outside(wendi_tmx *tmx, uint32_t line, const char *name,
                                wendi_tmx_kind root)
{
    const wend_allocator *allocator = &tmx->source->options->allocator;
    uint8_t *bytes = NULL;
    size_t count = 0;
    wend_result result = wendi_map_source_open_sibling(tmx->source, name, &bytes, &count);
    if (result == WEND_OK) {
        size_t depth = tmx->depth++;
        memset(&tmx->frames[tmx->depth], 0, sizeof tmx->frames[0]);
        tmx->frames[tmx->depth].kind = root;
        const wendi_xml_events events = events_of(tmx);
        result = wendi_xml_read(bytes, count, &events, tmx->message);
        tmx->depth = depth;
        wend_io_free(allocator, bytes, count);
        if (result != WEND_OK) {
            wendi_file_message(tmx->message, name);
        }
    }
    if (result != WEND_OK && tmx->message != NULL) {
        tmx->message->line = line;
    }
    return result;
}

wend_result wendi_tmx_read(wendi_tmx *tmx)
{
    const wendi_xml_events events = events_of(tmx);
    tmx->depth = 0;
    memset(&tmx->frames[0], 0, sizeof tmx->frames[0]);
    tmx->frames[0].kind = WENDI_TMX_ROOT;
    return wendi_xml_read(tmx->source->bytes, tmx->source->count, &events, tmx->message);
}
