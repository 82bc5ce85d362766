/* Opens the text of a map of Tiled, and checks its costs and positions. */
#include "support/tmx_text.h"

#include "io/core/inflate.h"
#include "io/core/xml.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

wend_map *tmx_open_with(const char *text, const wend_map_options *changed)
{
    wend_message message = {0, ""};
    wend_map_options options = changed == NULL ? wend_map_options_default() : *changed;
    options.message = &message;
    wend_map *map = NULL;
    wend_result result = wend_map_load_memory((const uint8_t *)text, strlen(text), &options, &map);
    if (result != WEND_OK) {
        print_error("%s\n", message.text);
    }
    assert_int_equal(result, WEND_OK);
    assert_int_equal(wend_map_get_format(map), WEND_MAP_FORMAT_TMX);
    return map;
}

wend_map *tmx_open(const char *text)
{
    return tmx_open_with(text, NULL);
}

void tmx_expect_class(const wend_map *map, uint32_t movement_class, int32_t width, int32_t height,
                      const uint8_t *costs)
{
    wend_grid_info info;
    wend_grid_get_info(wend_map_grid(map), &info);
    assert_int_equal(info.width, width);
    assert_int_equal(info.height, height);
    for (int32_t i = 0; i < width * height; i++) {
        uint8_t cost = wend_grid_cost(wend_map_grid(map), movement_class, i % width, i / width);
        if (cost != costs[i]) {
            print_error("cell %d,%d\n", (int)(i % width), (int)(i / width));
        }
        assert_int_equal(cost, costs[i]);
    }
}

void tmx_expect_costs(const char *text, int32_t width, int32_t height, const uint8_t *costs)
{
    wend_map *map = tmx_open(text);
    tmx_expect_class(map, 0, width, height, costs);
    wend_map_destroy(map);
}

bool tmx_is_near(double a, double b)
{
    return a > b - 1e-9 && a < b + 1e-9;
}

void tmx_expect_place(const wend_map_item *item, double x, double y)
{
    if (!tmx_is_near(item->position.x, x) || !tmx_is_near(item->position.y, y)) {
        print_error("%s lies at %.17g, %.17g\n", item->name, item->position.x, item->position.y);
    }
    assert_true(tmx_is_near(item->position.x, x) && tmx_is_near(item->position.y, y));
}

int tmx_skip_without_xml(void **state)
{
    (void)state;
    if (!wendi_xml_exists() || !wendi_inflate_exists()) {
        print_message("no expat or no zlib in this build: skipped\n");
        exit(EXIT_SUCCESS);
    }
    return 0;
}
