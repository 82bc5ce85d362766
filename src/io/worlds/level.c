/* Opens levels, of a WAD or of a map, and lists the names of those in a file. */
#include "base/core/message.h"
#include "base/math/bits.h"
#include "io/core/file.h"
#include "io/games/wad.h"
#include "wend/io_world.h"

#include <stdio.h>
#include <string.h>

static const uint32_t options_cookie = 0x4C564F50u;

/** A file in memory, or bytes of the caller. */
typedef struct level_source {
    const uint8_t *bytes;
    size_t count;
    const char *file; /**< NULL: bytes only. */
} level_source;

const char *wend_level_format_name(wend_level_format format)
{
    switch (format) {
    case WEND_LEVEL_FORMAT_WAD:
        return "wad";
    case WEND_LEVEL_FORMAT_MAP:
        return "map";
    case WEND_LEVEL_FORMAT_AUTO:
    default:
        return "auto";
    }
}

wend_level_options wend_level_options_default(void)
{
    wend_level_options options;
    memset(&options, 0, sizeof options);
    options.cookie = options_cookie;
    options.format = WEND_LEVEL_FORMAT_AUTO;
    options.max_step_height = 24.0;
    options.min_opening = 56.0;
    options.opens_doors = true;
    options.uses_lifts = true;
    options.team = WEND_TEAM_NONE;
    return options;
}

static wend_result check_options(const wend_level_options *o)
{
    if (!wendi_has_cookie(o->cookie, options_cookie, o->message, NULL,
                          "wend_level_options_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(o->message);
    if (o->format < WEND_LEVEL_FORMAT_AUTO || o->format > WEND_LEVEL_FORMAT_MAP) {
        return wendi_refuse(o->message, NULL, "format", (double)o->format, WEND_LEVEL_FORMAT_AUTO,
                            WEND_LEVEL_FORMAT_MAP);
    }
    if (wendi_is_nan(o->max_step_height) || o->max_step_height < 0.0 ||
        wendi_is_nan(o->min_opening) || o->min_opening < 0.0) {
        const bool is_step = wendi_is_nan(o->max_step_height) || o->max_step_height < 0.0;
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "%s is %s, and must be 0 or more",
                          is_step ? "max_step_height" : "min_opening",
                          wendi_format_number(is_step ? o->max_step_height : o->min_opening).text);
    }
    return WEND_OK;
}

static bool is_wad(const level_source *from, const wend_level_options *o)
{
    return o->format == WEND_LEVEL_FORMAT_WAD ||
           (o->format == WEND_LEVEL_FORMAT_AUTO && wendi_wad_is(from->bytes, from->count));
}

/* ---- WAD ---- */

static wend_result open_wad(const level_source *from, const wend_level_options *o,
                            wend_level **level)
{
    wendi_wad wad;
    wendi_wad_level found;
    wend_result result = wendi_wad_open(from->bytes, from->count, o->message, &wad);
    result = result == WEND_OK ? wendi_wad_level_open(&wad, o->entry, &found) : result;
    return result == WEND_OK ? wendi_wad_build(&found, o, level) : result;
}

static wend_result list_wad(const level_source *from, const wend_level_options *o,
                            wend_level_name_fn see, void *context)
{
    wendi_wad wad;
    wend_result result = wendi_wad_open(from->bytes, from->count, o->message, &wad);
    uint32_t at = 0;
    uint32_t marker = 0;
    char name[WENDI_WAD_NAME_CAPACITY];
    while (result == WEND_OK && wendi_wad_next_level(&wad, &at, &marker, name)) {
        if (!see(context, name)) {
            break;
        }
    }
    return result;
}

/* ---- maps ---- */

/** Files are opened by name, so that others beside them are found. */
static wend_result open_map(const level_source *from, const wend_level_options *o, wend_map **map)
{
    wend_map_options options = o->map != NULL ? *o->map : wend_map_options_default();
    options.allocator = o->allocator;
    options.message = o->message;
    options.entry = o->entry != NULL ? o->entry : options.entry;
    const wend_result result = from->file != NULL
                                   ? wend_map_load_file(from->file, &options, map)
                                   : wend_map_load_memory(from->bytes, from->count, &options, map);
    const bool is_silent = o->message != NULL && o->message->text[0] == '\0';
    return result == WEND_ERROR_ARGUMENT && is_silent
               ? wendi_refuse_cookie(o->message, NULL, options.cookie, "wend_map_options_default")
               : result;
}

static wend_result add_items(const wend_map *map, wend_level *level)
{
    wend_result result = WEND_OK;
    for (size_t i = 0; result == WEND_OK && i < wend_map_item_count(map); i++) {
        const wend_map_item from = wend_map_get_item(map, i);
        const wend_level_item item = {from.position, 0.0, (uint32_t)(i + 1),
                                      from.name[0] != '\0' ? from.name : from.type,
                                      from.kind == WEND_MAP_ITEM_SPAWN};
        result = wend_level_add_item(level, &item, NULL);
    }
    return result;
}

static wend_result level_of_map(const wend_map *map, const wend_level_options *o,
                                wend_level **level)
{
    wend_level *made = NULL;
    if (o->movement_class >= wend_map_class_count(map)) {
        return wendi_refuse_index(o->message, NULL, "movement_class", o->movement_class, "classes",
                                  wend_map_class_count(map));
    }
    wend_result result =
        wend_level_from_grid(wend_map_grid(map), o->movement_class, o->team, &made, o->message);
    if (result != WEND_OK) {
        return result;
    }
    result = add_items(map, made);
    if (result != WEND_OK) {
        wend_level_destroy(made);
        result = result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FILE : result;
        return wendi_fail(o->message, result, "an item of the map cannot be kept");
    }
    *level = made;
    return WEND_OK;
}

static wend_result open_level_of_map(const level_source *from, const wend_level_options *o,
                                     wend_level **level)
{
    wend_map *map = NULL;
    wend_result result = open_map(from, o, &map);
    if (result == WEND_OK) {
        result = level_of_map(map, o, level);
        wend_map_destroy(map);
    }
    return result;
}

static wend_result list_maps(const level_source *from, const wend_level_options *o,
                             wend_level_name_fn see, void *context)
{
    wend_map *map = NULL;
    wend_result result = open_map(from, o, &map);
    if (result != WEND_OK) {
        return result;
    }
    bool goes_on = true;
    size_t count = 0;
    while (goes_on) {
        char key[32];
        (void)snprintf(key, sizeof key, "map %llu", (unsigned long long)count + 1);
        const char *name = wend_map_property(map, key);
        if (name == NULL) {
            break;
        }
        goes_on = see(context, name);
        count++;
    }
    if (count == 0) {
        (void)see(context, "");
    }
    wend_map_destroy(map);
    return WEND_OK;
}

/* ---- any ---- */

/** Only a WAD is read here: a map's reader reads its file itself, and names it in its messages. */
static wend_result read_source(const char *file, const wend_level_options *o, level_source *from,
                               uint8_t **bytes)
{
    wend_result result = wend_io_read_file(file, &o->allocator, bytes, &from->count, o->message);
    from->bytes = *bytes;
    from->file = file;
    return result;
}

wend_result wend_level_load_memory(const uint8_t *bytes, size_t count,
                                   const wend_level_options *options, wend_level **level)
{
    const wend_level_options defaults = wend_level_options_default();
    const wend_level_options *o = options == NULL ? &defaults : options;
    if (level != NULL) {
        *level = NULL;
    }
    wend_result result = check_options(o);
    if (result != WEND_OK) {
        return result;
    }
    if (level == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          level == NULL ? "level" : "bytes");
    }
    const level_source from = {bytes, count, NULL};
    return is_wad(&from, o) ? open_wad(&from, o, level) : open_level_of_map(&from, o, level);
}

wend_result wend_level_load_file(const char *file, const wend_level_options *options,
                                 wend_level **level)
{
    const wend_level_options defaults = wend_level_options_default();
    const wend_level_options *o = options == NULL ? &defaults : options;
    if (level != NULL) {
        *level = NULL;
    }
    wend_result result = check_options(o);
    if (result == WEND_OK && level == NULL) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "level is NULL");
    }
    level_source from = {NULL, 0, NULL};
    uint8_t *bytes = NULL;
    result = result == WEND_OK ? read_source(file, o, &from, &bytes) : result;
    if (result != WEND_OK) {
        return result;
    }
    const bool reads_wad = is_wad(&from, o);
    if (reads_wad) {
        result = open_wad(&from, o, level);
    }
    wend_io_free(&o->allocator, bytes, from.count);
    if (reads_wad && result != WEND_OK) {
        wendi_file_message(o->message, file);
    }
    return reads_wad ? result : open_level_of_map(&from, o, level);
}

wend_result wend_level_list_memory(const uint8_t *bytes, size_t count,
                                   const wend_level_options *options, wend_level_name_fn callback,
                                   void *context)
{
    const wend_level_options defaults = wend_level_options_default();
    const wend_level_options *o = options == NULL ? &defaults : options;
    wend_result result = check_options(o);
    if (result != WEND_OK) {
        return result;
    }
    if (callback == NULL || (bytes == NULL && count > 0)) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          callback == NULL ? "callback" : "bytes");
    }
    const level_source from = {bytes, count, NULL};
    return is_wad(&from, o) ? list_wad(&from, o, callback, context)
                            : list_maps(&from, o, callback, context);
}

wend_result wend_level_list_file(const char *file, const wend_level_options *options,
                                 wend_level_name_fn callback, void *context)
{
    const wend_level_options defaults = wend_level_options_default();
    const wend_level_options *o = options == NULL ? &defaults : options;
    wend_result result = check_options(o);
    if (result == WEND_OK && callback == NULL) {
        return wendi_fail(o->message, WEND_ERROR_ARGUMENT, "callback is NULL");
    }
    level_source from = {NULL, 0, NULL};
    uint8_t *bytes = NULL;
    result = result == WEND_OK ? read_source(file, o, &from, &bytes) : result;
    if (result != WEND_OK) {
        return result;
    }
    const bool reads_wad = is_wad(&from, o);
    if (reads_wad) {
        result = list_wad(&from, o, callback, context);
    }
    wend_io_free(&o->allocator, bytes, from.count);
    if (reads_wad && result != WEND_OK) {
        wendi_file_message(o->message, file);
    }
    return reads_wad ? result : list_maps(&from, o, callback, context);
}
