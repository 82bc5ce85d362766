/* Maps of Tiled as texts, opened and looked at. What does not hold fails the cmocka
 * test. */
#ifndef TEST_SUPPORT_TMX_TEXT_H
#define TEST_SUPPORT_TMX_TEXT_H

#include "wend/io.h"

/* A map of 3 x 2 tiles of 16 x 16 pixels, its tilesets and layers to follow. */
#define TMX_HEAD                                                                                   \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                 \
    "<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" "                   \
    "tileheight=\"16\">\n"
/* Tile 1 costs 3, 2 is a wall, 3 says nothing. */
#define TMX_TILES                                                                                  \
    "<tileset firstgid=\"1\">"                                                                     \
    "<tile id=\"0\"><properties><property name=\"cost\" type=\"int\" value=\"3\"/></properties>"   \
    "</tile>"                                                                                      \
    "<tile id=\"1\"><properties><property name=\"blocked\" type=\"bool\" value=\"true\"/>"         \
    "</properties></tile></tileset>\n"
#define TMX_CSV(text) "<layer><data encoding=\"csv\">" text "</data></layer>"

/* The tiles 1,2,3,0,1,1 as 32 bits each, and packed by zlib. */
#define TMX_RAW "AQAAAAIAAAADAAAAAAAAAAEAAAABAAAA"
#define TMX_ZLIB "eJxjZGBgYAJiZgYIYIRiAACUAAk="

/** @param changed all but its message counts; NULL: the default options. */
wend_map *tmx_open_with(const char *text, const wend_map_options *changed);
wend_map *tmx_open(const char *text);

/** @param costs [height][width]. */
void tmx_expect_class(const wend_map *map, uint32_t movement_class, int32_t width, int32_t height,
                      const uint8_t *costs);
void tmx_expect_costs(const char *text, int32_t width, int32_t height, const uint8_t *costs);

bool tmx_is_near(double a, double b);
void tmx_expect_place(const wend_map_item *item, double x, double y);

/** A group's setup: ends the program where maps of Tiled cannot be read. */
int tmx_skip_without_xml(void **state);

#endif
