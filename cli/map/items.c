/* Finds the cells of items by name, and lists the classes and items of a map.
 * Cost: a pass over the items. */
#include "map/items.h"

#include "wend/io.h"

#include <stdio.h>
#include <string.h>

/* More are only counted in text; JSON has them all. */
enum { ITEMS_SHOWN = 20 };

/* "2.5,7.25". */
static bool read_position(const char *text, wend_vec2 *position)
{
    char first[64];
    const size_t length = strcspn(text, ",");
    if (text[length] == '\0' || length >= sizeof first) {
        return false;
    }
    memcpy(first, text, length);
    first[length] = '\0';
    return arg_parse_number(first, -1e9, 1e9, &position->x) &&
           arg_parse_number(text + length + 1, -1e9, 1e9, &position->y);
}

bool map_position_read(void *target, const char *text, arg_expected *expected)
{
    map_position *given = target;
    snprintf(expected->text, sizeof expected->text,
             "expected a cell as X,Y, such as 12,7, a position in metres, such as 12.5,7.0, or the "
             "name of an item of the map");
    given->item = NULL;
    const char *comma = strchr(text, ',');
    const char *point = strchr(text, '.');
    /* Both numbers have a point: "1.5,2" is rather a slip in a cell. */
    given->is_position = comma != NULL && point != NULL && point < comma &&
                         strchr(comma, '.') != NULL &&
                         strspn(text, "0123456789.,+-") == strlen(text);
    if (given->is_position) {
        return read_position(text, &given->position);
    }
    if (strspn(text, "0123456789.,+-") == strlen(text)) {
        return arg_parse_cell(text, &given->cell);
    }
    given->item = text;
    return true;
}

void map_position_add(args *a, const char *name, const char *help, map_position *given)
{
    args_custom(a, name, "X,Y|ITEM", help, map_position_read, given);
}

/* By name, or by "#" and the number that wend info gives it. */
static bool find_item(const wend_map *file, const char *text, wend_map_item *item)
{
    size_t index = 0;
    int64_t number = 0;
    bool is_found = wend_map_item_from_name(file, text, &index);
    if (!is_found && text[0] == '#' && arg_parse_integer(text + 1, 0, INT64_MAX, &number)) {
        index = (size_t)number;
        is_found = index < wend_map_item_count(file);
    }
    *item = wend_map_get_item(file, index);
    return is_found;
}

/* Most items that are looked through for one of nearly the name. */
enum { ITEMS_COMPARED = 256 };

static void refuse_item(const cli *c, const wend_map *file, const char *option, const char *text)
{
    const char *names[ITEMS_COMPARED];
    char suggestion[SUGGEST_CAPACITY];
    size_t count = wend_map_item_count(file);
    count = count < ITEMS_COMPARED ? count : ITEMS_COMPARED;
    for (size_t i = 0; i < count; i++) {
        names[i] = wend_map_get_item(file, i).name;
    }
    cli_fail(c, "%s: the map has no item named '%s'%s (wend info lists them)", option, text,
             suggest(text, names, count, suggestion));
}

wend_node map_position_node(const cli *c, const wend_map *file, const wend_grid *grid,
                            const char *option, const map_position *given)
{
    if (given->is_position) {
        const wend_node node = wend_grid_node_at(grid, given->position);
        if (node == WEND_NODE_NONE) {
            cli_fail(c, "%s: %g,%g lies outside of the map", option, given->position.x,
                     given->position.y);
        }
        return node;
    }
    if (given->item == NULL) {
        return map_node(c, grid, option, &given->cell);
    }
    wend_map_item item;
    if (!find_item(file, given->item, &item)) {
        refuse_item(c, file, option, given->item);
        return WEND_NODE_NONE;
    }
    if (item.node == WEND_NODE_NONE) {
        cli_fail(c, "%s: '%s' lies outside of the map's cells", option, given->item);
    }
    return item.node;
}

static void put_item(json *j, const wend_grid *grid, const wend_map_item *item)
{
    int32_t x = 0;
    int32_t y = 0;
    json_object(j, NULL);
    json_text(j, "kind", wend_map_item_kind_name(item->kind));
    json_text(j, "name", item->name);
    json_text(j, "type", item->type);
    if (item->player >= 0) {
        json_integer(j, "player", item->player);
    }
    if (item->team >= 0) {
        json_integer(j, "team", item->team);
    }
    if (wend_grid_cell(grid, item->node, &x, &y)) {
        json_cell(j, "cell", x, y);
    } else {
        json_null(j, "cell");
    }
    json_number(j, "x", item->position.x);
    json_number(j, "y", item->position.y);
    json_number(j, "width", item->size.x);
    json_number(j, "height", item->size.y);
    json_array(j, "points");
    for (size_t i = 0; i < item->point_count; i++) {
        json_array(j, NULL);
        json_number(j, NULL, item->points[i].x);
        json_number(j, NULL, item->points[i].y);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

void map_items_json(json *j, const wend_map *file, const wend_grid *grid)
{
    json_array(j, "class_names");
    for (uint32_t i = 0; i < wend_map_class_count(file); i++) {
        json_text(j, NULL, wend_map_class_name(file, i));
    }
    json_close(j);
    json_array(j, "items");
    for (size_t i = 0; i < wend_map_item_count(file); i++) {
        const wend_map_item item = wend_map_get_item(file, i);
        put_item(j, grid, &item);
    }
    json_close(j);
}

static void put_class_names(const wend_map *file)
{
    const char *between = "classes: ";
    for (uint32_t i = 0; i < wend_map_class_count(file); i++) {
        const char *name = wend_map_class_name(file, i);
        if (name[0] != '\0') {
            printf("%s%u %s", between, (unsigned)i, name);
            between = ", ";
        }
    }
    if (between[0] == ',') {
        printf("\n");
    }
}

void map_items_text(const wend_map *file, const wend_grid *grid)
{
    const size_t count = wend_map_item_count(file);
    put_class_names(file);
    if (count > 0) {
        printf("%zu %s\n", count, count == 1 ? "item" : "items");
    }
    for (size_t i = 0; i < count && i < ITEMS_SHOWN; i++) {
        const wend_map_item item = wend_map_get_item(file, i);
        int32_t x = -1;
        int32_t y = -1;
        wend_grid_cell(grid, item.node, &x, &y);
        printf("  #%-3zu %-7s %4d,%-4d %s%s%s\n", i, wend_map_item_kind_name(item.kind), (int)x,
               (int)y, item.name, item.name[0] != '\0' && item.type[0] != '\0' ? ", " : "",
               item.type);
    }
    if (count > ITEMS_SHOWN) {
        printf("  and %zu more (--json lists all)\n", count - ITEMS_SHOWN);
    }
}
