/* The objects of a map (rectangles, ellipses, points, polygons, lines, single tiles) as items: in
 * pixels at first, in metres once the map's extent is known.
 * Cost: linear in the points. */
#include "base/core/message.h"
#include "io/tiled/tmx.h"

#include <string.h>

static const double degree = 0.017453292519943295;

static wendi_map_record *open_record(const wendi_tmx *tmx)
{
    return &tmx->content->records[tmx->content->record_count - 1];
}

wend_result wendi_tmx_open_object(wendi_tmx *tmx)
{
    const wendi_map_item item = {.kind = WEND_MAP_ITEM_THING, .player = -1, .team = -1};
    memset(&tmx->object, 0, sizeof tmx->object);
    return wendi_map_content_add_item(tmx->content, &item);
}

static wend_result set_text(const wendi_tmx *tmx, const char *value, wendi_map_text *text)
{
    return value == NULL ? WEND_OK
                         : wendi_map_content_add_text(tmx->content, wendi_span_of(value), text);
}

wend_result wendi_tmx_object_attributes(wendi_tmx *tmx, uint32_t line, const char **attributes)
{
    static const char *const names[] = {"x", "y", "width", "height", "rotation"};
    wendi_tmx_object *o = &tmx->object;
    double *values[] = {&o->x, &o->y, &o->width, &o->height, &o->rotation_deg};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        wend_result result = wendi_tmx_number(tmx, line, attributes, names[i], values[i]);
        if (result != WEND_OK) {
            return result;
        }
    }
    if (o->width < 0.0 || o->height < 0.0) {
        return wendi_fail_line(tmx->message, line, "an object's width or height is below 0");
    }
    if (wendi_tmx_attribute(attributes, "gid") != NULL) {
        o->shape = WENDI_TMX_PICTURE;
    }
    const char *type = wendi_tmx_attribute(attributes, "type");
    if (type == NULL) {
        type = wendi_tmx_attribute(attributes, "class"); /* Its name in Tiled 1.9. */
    }
    wend_result result = set_text(tmx, type, &open_record(tmx)->type);
    if (result == WEND_OK) {
        result = set_text(tmx, wendi_tmx_attribute(attributes, "name"), &open_record(tmx)->name);
    }
    return result;
}

/** "x,y x,y ...", relative to the object. */
static wend_result add_points(wendi_tmx *tmx, uint32_t line, const char *list)
{
    while (*list != '\0') {
        wend_vec2 point;
        size_t x_length = strcspn(list, ", ");
        size_t y_length = list[x_length] == ',' ? strcspn(list + x_length + 1, " ") : 0;
        const uint8_t *at = (const uint8_t *)list;
        if (!wendi_tmx_parse_number((wendi_span){at, x_length}, &point.x) ||
            !wendi_tmx_parse_number((wendi_span){at + x_length + 1, y_length}, &point.y)) {
            return wendi_fail_line(tmx->message, line, "points go on '%.40s', expected X,Y", list);
        }
        wend_result result = wendi_map_content_add_point(tmx->content, point);
        if (result != WEND_OK) {
            return result;
        }
        list += x_length + 1 + y_length;
        list += strspn(list, " ");
    }
    return WEND_OK;
}

wend_result wendi_tmx_object_shape(wendi_tmx *tmx, uint32_t line, const char *name,
                                   const char **attributes)
{
    wendi_tmx_object *o = &tmx->object;
    if (strcmp(name, "point") == 0) {
        o->shape = WENDI_TMX_POINT;
    } else if (strcmp(name, "ellipse") == 0) {
        o->shape = WENDI_TMX_ELLIPSE;
    } else {
        const char *points = wendi_tmx_attribute(attributes, "points");
        if (points == NULL || points[0] == '\0' || open_record(tmx)->point_count > 0) {
            return wendi_fail_line(tmx->message, line, "a %s needs its points, once", name);
        }
        o->shape = name[4] == 'g' ? WENDI_TMX_POLYGON : WENDI_TMX_POLYLINE;
        return add_points(tmx, line, points);
    }
    return WEND_OK;
}

wend_result wendi_tmx_object_property(wendi_tmx *tmx, const char *name, const char *value)
{
    wendi_map_record *record = open_record(tmx);
    int64_t number = 0;
    bool is_number = wendi_span_integer(wendi_span_of(value), -1, INT32_MAX, &number);
    if (is_number && wendi_tmx_same_word(name, "player")) {
        record->player = (int32_t)number;
    }
    if (is_number && wendi_tmx_same_word(name, "team")) {
        record->team = (int32_t)number;
    }
    return wendi_map_content_add_property(tmx->content, tmx->content->record_count - 1,
                                          wendi_span_of(name), wendi_span_of(value));
}

static bool begins_with_spawn(const char *text)
{
    char head[6] = {0};
    for (size_t i = 0; i + 1 < sizeof head && text[i] != '\0'; i++) {
        head[i] = text[i];
    }
    return wendi_tmx_same_word(head, "spawn");
}

/** A point relative to the object's corner, turned about it. */
static wend_vec2 turned(const wendi_tmx_object *o, double x, double y)
{
    if (o->rotation_deg >= 0.0 && o->rotation_deg <= 0.0) {
        return (wend_vec2){o->x + x, o->y + y};
    }
    double sine = wend_sin(o->rotation_deg * degree);
    double cosine = wend_cos(o->rotation_deg * degree);
    return (wend_vec2){o->x + x * cosine - y * sine, o->y + x * sine + y * cosine};
}

/** A rectangle that is turned against the grid becomes a polygon. */
static wend_result close_rectangle(wendi_tmx *tmx, wendi_map_record *record)
{
    const wendi_tmx_object *o = &tmx->object;
    bool is_straight =
        o->rotation_deg >= 0.0 && o->rotation_deg <= 0.0 && tmx->orientation != WENDI_TMX_STAGGERED;
    record->position = turned(o, o->width / 2, o->height / 2);
    record->size = (wend_vec2){o->width, o->height};
    if (o->width <= 0.0 && o->height <= 0.0) {
        return WEND_OK;
    }
    record->kind = WEND_MAP_ITEM_REGION;
    if (is_straight) {
        return WEND_OK;
    }
    record->kind = WEND_MAP_ITEM_POLYGON;
    const wend_vec2 corners[4] = {
        {0.0, 0.0}, {o->width, 0.0}, {o->width, o->height}, {0.0, o->height}};
    for (size_t i = 0; i < 4; i++) {
        wend_result result =
            wendi_map_content_add_point(tmx->content, turned(o, corners[i].x, corners[i].y));
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

wend_result wendi_tmx_close_object(wendi_tmx *tmx)
{
    wendi_map_record *record = open_record(tmx);
    const wendi_tmx_object *o = &tmx->object;
    const bool is_slanted =
        tmx->orientation == WENDI_TMX_ISOMETRIC || tmx->orientation == WENDI_TMX_STAGGERED;
    wend_vec2 *points = NULL;
    wend_result result = WEND_OK;
    switch (o->shape) {
    case WENDI_TMX_POLYGON:
    case WENDI_TMX_POLYLINE:
        points = tmx->content->points + record->first_point;
        for (size_t i = 0; i < record->point_count; i++) {
            points[i] = turned(o, points[i].x, points[i].y);
        }
        record->kind = o->shape == WENDI_TMX_POLYGON ? WEND_MAP_ITEM_POLYGON : WEND_MAP_ITEM_LINE;
        record->position = points[0];
        break;
    case WENDI_TMX_POINT:
        record->position = (wend_vec2){o->x, o->y};
        break;
    case WENDI_TMX_PICTURE:
        /* A tile is placed by its lower left corner, in slanted views by the middle of its lower
         * edge. */
        record->kind = WEND_MAP_ITEM_THING;
        record->position =
            is_slanted ? (wend_vec2){o->x, o->y} : turned(o, o->width / 2, -o->height / 2);
        record->size = (wend_vec2){o->width, o->height};
        break;
    case WENDI_TMX_RECTANGLE:
    case WENDI_TMX_ELLIPSE:
    default:
        result = close_rectangle(tmx, record);
        break;
    }
    if (begins_with_spawn(wendi_map_content_text(tmx->content, record->type)) ||
        begins_with_spawn(wendi_map_content_text(tmx->content, record->name))) {
        record->kind = WEND_MAP_ITEM_SPAWN;
    }
    return result;
}

static wend_vec2 placed(const wendi_tmx_affine *a, wend_vec2 pixel)
{
    return (wend_vec2){a->xx * pixel.x + a->xy * pixel.y + a->x0,
                       a->yx * pixel.x + a->yy * pixel.y + a->y0};
}

/** The size of the rectangle around points. */
static wend_vec2 extent(const wend_vec2 *points, size_t count)
{
    wend_vec2 low = points[0];
    wend_vec2 high = points[0];
    for (size_t i = 1; i < count; i++) {
        low.x = points[i].x < low.x ? points[i].x : low.x;
        low.y = points[i].y < low.y ? points[i].y : low.y;
        high.x = points[i].x > high.x ? points[i].x : high.x;
        high.y = points[i].y > high.y ? points[i].y : high.y;
    }
    return (wend_vec2){high.x - low.x, high.y - low.y};
}

void wendi_tmx_position_objects(const wendi_tmx *tmx)
{
    const wendi_map_content *content = tmx->content;
    for (size_t i = 0; i < content->point_count; i++) {
        content->points[i] = placed(&tmx->affine, content->points[i]);
    }
    for (size_t i = 0; i < content->record_count; i++) {
        wendi_map_record *record = &content->records[i];
        record->position = placed(&tmx->affine, record->position);
        record->size.x *= tmx->affine.xx;
        record->size.y *= tmx->affine.yy;
        if (record->point_count > 0) {
            record->size = extent(content->points + record->first_point, record->point_count);
        }
    }
}
