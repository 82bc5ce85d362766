/* Formats of maps by name. */
#include "map/format.h"

static const wend_map_format FORMATS[] = {WEND_MAP_FORMAT_MOVINGAI, WEND_MAP_FORMAT_TEXT,
                                          WEND_MAP_FORMAT_PNG, WEND_MAP_FORMAT_GRID};
enum { FORMAT_COUNT = sizeof FORMATS / sizeof FORMATS[0] };

static bool read_format(void *target, const char *text, arg_expected *expected)
{
    const char *names[FORMAT_COUNT];
    for (int i = 0; i < FORMAT_COUNT; i++) {
        names[i] = wend_map_format_name(FORMATS[i]);
    }
    const int choice = arg_choice(text, names, FORMAT_COUNT, expected);
    if (choice >= 0) {
        *(wend_map_format *)target = FORMATS[choice];
    }
    return choice >= 0;
}

bool map_format_read_any(void *target, const char *text, arg_expected *expected)
{
    enum { FIRST = WEND_MAP_FORMAT_MOVINGAI, COUNT = WEND_MAP_FORMAT_WARZONE };
    const char *names[COUNT];
    for (int i = 0; i < COUNT; i++) {
        names[i] = wend_map_format_name((wend_map_format)(FIRST + i));
    }
    const int choice = arg_choice(text, names, COUNT, expected);
    if (choice >= 0) {
        *(wend_map_format *)target = (wend_map_format)(FIRST + choice);
    }
    return choice >= 0;
}

void map_format_add_reading(args *a, wend_map_format *format)
{
    args_custom(a, "--format", "FORMAT",
                "what the map is: movingai, text, png, grid, tmx, wesnoth or warzone (default by "
                "its first bytes)",
                map_format_read_any, format);
}

void map_format_add(args *a, wend_map_format *format)
{
    args_custom(a, "--to", "FORMAT",
                "movingai, text, png or grid (default by the name's ending: .map, .txt, .png, "
                ".wend; standard output has none)",
                read_format, format);
}
