/* A map of the editor Tiled with two movement classes and a wall: walkers pay for mud and cannot
 * swim, boats keep to the water. The map is in this file; wend_map_load_file reads one from disk.
 *
 *     c . . # . . . .      # wall, m mud, ~ water; the items camp, gate, pier and harbour by their
 *     . . . # . . g .      first letters
 *     . . . m m . . .
 *     . . . # . . . .
 *     p ~ ~ ~ ~ ~ ~ h
 */
#include "wend/io.h"
#include "wend/wend.h"

#include <stdio.h>
#include <string.h>

static const char MAP[] =
    "<map version=\"1.10\" orientation=\"orthogonal\" renderorder=\"right-down\" width=\"8\" "
    "height=\"5\" tilewidth=\"32\" tileheight=\"32\" infinite=\"0\">"
    "<tileset firstgid=\"1\" name=\"ground\" tilewidth=\"32\" tileheight=\"32\" tilecount=\"4\">"
    "<tile id=\"0\"><properties><property name=\"cost\" type=\"int\" value=\"1\"/>"
    "<property name=\"cost:boat\" value=\"wall\"/></properties></tile>"
    "<tile id=\"1\"><properties><property name=\"blocked\" type=\"bool\" value=\"true\"/>"
    "</properties></tile>"
    "<tile id=\"2\"><properties><property name=\"cost\" type=\"int\" value=\"3\"/>"
    "<property name=\"cost:boat\" value=\"wall\"/></properties></tile>"
    "<tile id=\"3\"><properties><property name=\"cost\" value=\"wall\"/>"
    "<property name=\"cost:boat\" type=\"int\" value=\"1\"/></properties></tile>"
    "</tileset>"
    "<layer id=\"1\" name=\"ground\" width=\"8\" height=\"5\"><data encoding=\"csv\">"
    "1,1,1,2,1,1,1,1,"
    "1,1,1,2,1,1,1,1,"
    "1,1,1,3,3,1,1,1,"
    "1,1,1,2,1,1,1,1,"
    "4,4,4,4,4,4,4,4"
    "</data></layer>"
    "<objectgroup id=\"2\" name=\"spots\">"
    "<object id=\"1\" name=\"camp\" x=\"16\" y=\"16\"><point/></object>"
    "<object id=\"2\" name=\"gate\" x=\"208\" y=\"48\"><point/></object>"
    "<object id=\"3\" name=\"pier\" x=\"16\" y=\"144\"><point/></object>"
    "<object id=\"4\" name=\"harbour\" x=\"240\" y=\"144\"><point/></object>"
    "</objectgroup></map>";

/* @return the cost of the cheapest path of a class between two items, below 0 without one. */
static double find_cost(const wend_map *map, uint32_t movement_class, const char *from,
                        const char *to)
{
    size_t first = 0;
    size_t last = 0;
    if (!wend_map_item_from_name(map, from, &first) || !wend_map_item_from_name(map, to, &last)) {
        return -1.0;
    }
    wend_search_def def = wend_search_def_default();
    def.grid = wend_map_grid(map);
    def.movement_class = movement_class;
    wend_search *search = NULL;
    wend_search_query query = wend_search_query_default();
    query.start = wend_map_get_item(map, first).node;
    query.goal = wend_map_get_item(map, last).node;
    double cost = -1.0;
    if (wend_search_create(&def, &search) == WEND_OK &&
        wend_search_find(search, &query) == WEND_OK) {
        cost = wend_cost_to_double(wend_search_cost_to(search, query.goal));
    }
    wend_search_destroy(search);
    return cost;
}

int main(void)
{
    wend_message message = {0};
    wend_map_options options = wend_map_options_default();
    options.message = &message;
    wend_map *map = NULL;
    const wend_result result =
        wend_map_load_memory((const uint8_t *)MAP, strlen(MAP), &options, &map);
    if (result == WEND_ERROR_UNSUPPORTED) {
        printf("%s\n", message.text); /* a build without expat */
        return 0;
    }
    uint32_t boat = 0;
    if (result != WEND_OK || !wend_map_class_from_name(map, "boat", &boat)) {
        printf("%s\n", message.text);
        wend_map_destroy(map);
        return 1;
    }
    const double on_foot = find_cost(map, 0, "camp", "gate");
    const double by_boat = find_cost(map, boat, "pier", "harbour");
    const double on_land = find_cost(map, boat, "camp", "gate");
    printf("a walker from camp to gate: %.2f, through the mud\n", on_foot);
    printf("a boat from pier to harbour: %.2f\n", by_boat);
    printf("a boat from camp to gate: %s\n", on_land < 0.0 ? "no path" : "?");
    wend_map_destroy(map);
    return on_foot > 0.0 && by_boat > 0.0 && on_land < 0.0 ? 0 : 1;
}
