/* Maps of Warzone 2100: a game.map with its files beside it, or an archive of maps. Three classes
 * of costs, starts, and the objects on the map. */
#include "io/games/warzone.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/archive.h"

#include <stdio.h>
#include <string.h>

enum { NAME_CAPACITY = 512, ENTRIES_NAMED = 8 };

static const char map_name[] = "game.map";
/* The largest of the game's own files has a 50th of this. */
static const size_t file_bytes_max = (size_t)1 << 26;

/** The start of a player, by the best object so far. */
typedef struct start {
    int rank; /**< 0 = no object of the player; a command centre is the best. */
    double x, y;
} start;

typedef struct warzone_reader {
    const wendi_map_file_source *source;
    wendi_map_content *content;
    wendi_archive *archive;     /**< NULL = files lie beside the map. */
    char folder[NAME_CAPACITY]; /**< In the archive, with its slash. */
    const char *type;           /**< Of the objects being read. */
    int rank;                   /**< Of the objects being read. */
    start starts[WENDI_WARZONE_PLAYERS_MAX];
} warzone_reader;

static wend_message *message_of(const warzone_reader *r)
{
    return r->source->options->message;
}

bool wendi_map_is_warzone(const uint8_t *bytes, size_t count)
{
    static const uint8_t magic[4] = {'m', 'a', 'p', ' '};
    /* The version has a zero byte, which no text has. */
    bool is_map = count >= 8 && memcmp(bytes, magic, sizeof magic) == 0 && bytes[7] == 0;
    return is_map || wendi_archive_is_zip(bytes, count);
}

/* ---- files ---- */

/** A file of the map; bytes NULL = there is none. */
typedef struct file {
    uint8_t *bytes;
    size_t count;
} file;

static wendi_span span_of(const file *f)
{
    wendi_span span = {f->bytes, f->count};
    return span;
}

static void free_file(const warzone_reader *r, file *f)
{
    if (f->bytes != NULL) {
        wend_io_free(&r->source->options->allocator, f->bytes, f->count);
    }
    f->bytes = NULL;
}

/** Gets a file of the map. Which are there depends on the map's age: a missing one is no failure,
 * but leaves a message. */
static wend_result get_file(const warzone_reader *r, const char *name, file *f)
{
    f->bytes = NULL;
    f->count = 0;
    if (r->archive == NULL) {
        wend_result result = wendi_map_source_open_sibling(r->source, name, &f->bytes, &f->count);
        return result == WEND_ERROR_FILE ? WEND_OK : result;
    }
    char path[NAME_CAPACITY + 32];
    size_t index = 0;
    (void)snprintf(path, sizeof path, "%s%s", r->folder, name);
    if (!wendi_archive_find(r->archive, path, &index)) {
        (void)wendi_fail(message_of(r), WEND_ERROR_FILE, "no %.200s in the archive", path);
        return WEND_OK;
    }
    return wendi_archive_read(r->archive, index, file_bytes_max, &f->bytes, &f->count,
                              message_of(r));
}

/* ---- objects ---- */

static void note_start(warzone_reader *r, const wendi_warzone_object *object)
{
    if (object->player < 0 || object->player >= WENDI_WARZONE_PLAYERS_MAX || r->rank == 0) {
        return;
    }
    int rank = wendi_span_is(object->name, "A0CommandCentre") ? 3 : r->rank;
    start *s = &r->starts[object->player];
    if (rank > s->rank) {
        s->rank = rank;
        s->x = object->x;
        s->y = object->y;
    }
}

static wend_vec2 to_metres(const warzone_reader *r, double x, double y)
{
    double cell_size = r->source->options->cell_size;
    wend_vec2 position = {x / WENDI_WARZONE_TILE * cell_size, y / WENDI_WARZONE_TILE * cell_size};
    return position;
}

static wend_result add_item(const warzone_reader *r, wend_map_item_kind kind, wendi_span name,
                            const char *type, int32_t player, wend_vec2 position)
{
    wendi_map_item item;
    memset(&item, 0, sizeof item);
    item.kind = kind;
    item.name = name;
    item.type = wendi_span_of(type);
    item.player = player;
    item.team = -1;
    item.position = position;
    return wendi_map_content_add_item(r->content, &item);
}

static wend_result take_object(void *context, const wendi_warzone_object *object)
{
    warzone_reader *r = context;
    bool is_owned = r->rank > 0;
    note_start(r, object);
    return add_item(r, WEND_MAP_ITEM_THING, object->name, r->type, is_owned ? object->player : -1,
                    to_metres(r, object->x, object->y));
}

/** Files of objects, the newer format first. */
typedef struct object_files {
    const char *json, *bjo;
    const char *type;
    int rank; /**< Rank of objects as the start of a player; 0 = none. */
} object_files;

static wend_result read_objects(warzone_reader *r, const object_files *files)
{
    file f;
    wend_result result = get_file(r, files->json, &f);
    bool is_json = f.bytes != NULL;
    if (result == WEND_OK && !is_json) {
        result = get_file(r, files->bjo, &f);
    }
    if (result != WEND_OK || f.bytes == NULL) {
        return result;
    }
    r->type = files->type;
    r->rank = files->rank;
    result = is_json
                 ? wendi_warzone_read_json(span_of(&f), files->json, take_object, r, message_of(r))
                 : wendi_warzone_read_bjo(span_of(&f), files->bjo, take_object, r, message_of(r));
    free_file(r, &f);
    return result;
}

/* ---- one map ---- */

/** @param map the game.map. */
static wend_result read_map(warzone_reader *r, wendi_span map)
{
    file types;
    wend_result result = get_file(r, "ttypes.ttp", &types);
    if (result != WEND_OK) {
        return result;
    }
    if (types.bytes == NULL) {
        return WEND_ERROR_FILE; /* get_file wrote the message. */
    }
    result = wendi_warzone_read_terrain(map, span_of(&types), r->content);
    free_file(r, &types);
    static const object_files all[] = {{"struct.json", "struct.bjo", "structure", 1},
                                       {"droid.json", "dinit.bjo", "droid", 2},
                                       {"feature.json", "feat.bjo", "feature", 0}};
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        result = read_objects(r, &all[i]);
    }
    for (int32_t i = 0; i < WENDI_WARZONE_PLAYERS_MAX && result == WEND_OK; i++) {
        const start *found = &r->starts[i];
        if (found->rank > 0) {
            result = add_item(r, WEND_MAP_ITEM_SPAWN, wendi_span_of(""), "start", i,
                              to_metres(r, found->x, found->y));
        }
    }
    if (result == WEND_OK) {
        wendi_message_clear(message_of(r));
    }
    return result;
}

/* ---- archives ---- */

/** True if the entry is a game.map. @param folder its folder, without the slash behind it. */
static bool is_map_entry(const char *name, wendi_span *folder)
{
    size_t length = strlen(name);
    size_t tail = sizeof map_name - 1;
    if (length < tail || length >= NAME_CAPACITY || strcmp(name + length - tail, map_name) != 0 ||
        (length > tail && name[length - tail - 1] != '/')) {
        return false;
    }
    folder->text = (const uint8_t *)name;
    folder->length = length > tail ? length - tail - 1 : 0;
    return true;
}

/** True if the folder is the entry of the options, by its whole name or the last part of it. */
static bool is_wanted(wendi_span folder, const char *entry)
{
    size_t length = entry == NULL ? 0 : strlen(entry);
    if (entry == NULL) {
        return true;
    }
    if (length == 0 || length > folder.length ||
        memcmp(folder.text + folder.length - length, entry, length) != 0) {
        return false;
    }
    return length == folder.length || folder.text[folder.length - length - 1] == '/';
}

/** Notes the folders of all maps as a property, so that a program can offer them. */
static wend_result note_entries(const warzone_reader *r)
{
    size_t count = wendi_archive_count(r->archive);
    wend_result result = WEND_OK;
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        wendi_span folder;
        if (is_map_entry(wendi_archive_name(r->archive, i), &folder)) {
            char name[16];
            (void)snprintf(name, sizeof name, "map %lu", (unsigned long)r->content->property_count);
            result = wendi_map_content_add_property(r->content, WENDI_MAP_ITSELF,
                                                    wendi_span_of(name), folder);
        }
    }
    return result;
}

/** Lists the maps of the archive in the message, as far as it has room. */
static wend_result no_such_entry(const warzone_reader *r)
{
    char names[160] = "";
    size_t used = 0;
    size_t found = 0;
    size_t count = wendi_archive_count(r->archive);
    for (size_t i = 0; i < count; i++) {
        wendi_span folder;
        if (!is_map_entry(wendi_archive_name(r->archive, i), &folder)) {
            continue;
        }
        size_t last = folder.length;
        while (last > 0 && folder.text[last - 1] != '/') {
            last--;
        }
        size_t length = folder.length - last;
        if (found++ < ENTRIES_NAMED && used + length + 2 < sizeof names) {
            used += (size_t)snprintf(names + used, sizeof names - used, " %.*s", (int)length,
                                     (const char *)folder.text + last);
        }
    }
    const char *entry = r->source->options->entry;
    return wendi_fail(message_of(r), WEND_ERROR_FILE,
                      "no map '%.40s' among the %lu of the archive:%s%s",
                      entry == NULL ? "" : entry, (unsigned long)found, names,
                      found > ENTRIES_NAMED ? " ..." : "");
}

static wend_result read_entry(warzone_reader *r, size_t index, wendi_span folder)
{
    if (folder.length > 0) {
        (void)snprintf(r->folder, sizeof r->folder, "%.*s/", (int)folder.length,
                       (const char *)folder.text);
    }
    file map = {NULL, 0};
    wend_result result = wendi_archive_read(r->archive, index, file_bytes_max, &map.bytes,
                                            &map.count, message_of(r));
    if (result == WEND_OK) {
        result = wendi_map_content_add_property(r->content, WENDI_MAP_ITSELF,
                                                wendi_span_of("entry"), folder);
    }
    if (result == WEND_OK) {
        result = read_map(r, span_of(&map));
    }
    free_file(r, &map);
    return result == WEND_OK ? note_entries(r) : result;
}

static wend_result read_archive(warzone_reader *r)
{
    const wend_map_options *options = r->source->options;
    wend_result result = wendi_archive_open(r->source->bytes, r->source->count, &options->allocator,
                                            &r->archive, options->message);
    if (result != WEND_OK) {
        return result;
    }
    size_t count = wendi_archive_count(r->archive);
    size_t index = 0;
    wendi_span folder = {(const uint8_t *)"", 0};
    while (index < count && !(is_map_entry(wendi_archive_name(r->archive, index), &folder) &&
                              is_wanted(folder, options->entry))) {
        index++;
    }
    result = index < count ? read_entry(r, index, folder) : no_such_entry(r);
    wendi_archive_close(r->archive);
    return result;
}

wend_result wendi_map_read_warzone(const wendi_map_file_source *source, wendi_map_content *content)
{
    warzone_reader r;
    memset(&r, 0, sizeof r);
    r.source = source;
    r.content = content;
    /* Tiles are squares. */
    if (content->neighbours == WEND_NEIGHBOURS_6) {
        content->neighbours = WEND_NEIGHBOURS_8;
    }
    if (wendi_archive_is_zip(source->bytes, source->count)) {
        return read_archive(&r);
    }
    wendi_span map = {source->bytes, source->count};
    return read_map(&r, map);
}
