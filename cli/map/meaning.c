/* Refuses options that have no meaning for the format of a map. */
#include "core/input.h"
#include "map/map.h"

typedef struct meaning {
    const char *option;
    bool is_given, has_meaning;
    const char *where; /* it has one */
} meaning;

int map_arguments_check(const cli *c, const map_arguments *m, const wend_map *file)
{
    const wend_map_format format = wend_map_get_format(file);
    const bool is_text = format == WEND_MAP_FORMAT_MOVINGAI || format == WEND_MAP_FORMAT_TEXT;
    const meaning meanings[] = {
        {"--cost", m->has_costs, is_text, "movingai and text maps have characters"},
        {"--cell-size", m->cell_size > 0.0, format != WEND_MAP_FORMAT_GRID,
         "maps that do not say it themselves take it"},
        {"--entry", m->entry != NULL, format == WEND_MAP_FORMAT_WARZONE,
         "archives of Warzone 2100 have several maps"},
        {"--data", m->data_folder != NULL, format == WEND_MAP_FORMAT_WESNOTH,
         "maps of Wesnoth refer to a game's rules"},
        {"--tile-property", m->tile_property != NULL, format == WEND_MAP_FORMAT_TMX,
         "maps of Tiled have properties of tiles"},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (meanings[i].is_given && !meanings[i].has_meaning) {
            return cli_fail(c, "%s: only %s; %s is %s", meanings[i].option, meanings[i].where,
                            input_name(m->file), wend_map_format_name(format));
        }
    }
    if (m->tile_property != NULL && !wend_map_has_tile_property(file)) {
        return cli_fail(c, "--tile-property: no tile has the property '%s', nor a layer or the map",
                        m->tile_property);
    }
    return CLI_OK;
}
