/* Takes: a grid, a file name, a format.
 * Gives: the file.
 * Cost: linear in the cells. */
#include "map_format.h"

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

void map_format_add(args *a, wend_map_format *format)
{
    args_custom(a, "--to", "FORMAT",
                "movingai, text, png or grid (default by the name's ending: .map, .txt, .png, "
                ".wend)",
                read_format, format);
}

int map_format_store(const cli *c, const wend_grid *grid, const char *file, wend_map_format format)
{
    wend_message message = {0};
    const wend_result result = wend_map_store(grid, file, format, &message);
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, file, result, &message);
}
