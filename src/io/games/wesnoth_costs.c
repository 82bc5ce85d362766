/* takes: the terrain codes of a map, and the folder of the game's data or none.
 * gives: the names of its classes of movement, and what each pays for each hex.
 * cost:  linear in the hexes, and types of movement times different terrains. */
#include "base/core/message.h"
#include "io/games/wesnoth_private.h"
#include "wend/terrain.h"

#include <stdio.h>
#include <string.h>

enum { CODES_NAMED = 16 };

static wend_message *message_of(const wendi_wesnoth_reader *r)
{
    return r->source->options->message;
}

/* ---- the rules ---- */

typedef wend_result (*take_fn)(wendi_wesnoth_rules *rules, const uint8_t *bytes, size_t count);

/** Data files stay in memory until all are read: macros point into them. */
typedef struct data_file {
    const char *name;
    take_fn take;
    bool may_be_missing;
    uint8_t *bytes;
    size_t count;
} data_file;

static wend_result read_data(wendi_wesnoth_reader *r, data_file *file)
{
    wend_result result =
        wendi_map_source_open_data(r->source, file->name, &file->bytes, &file->count);
    if (result == WEND_ERROR_FILE && file->may_be_missing) {
        wendi_message_clear(message_of(r));
        return WEND_OK;
    }
    if (result != WEND_OK) {
        return result;
    }
    result = file->take(&r->rules, file->bytes, file->count);
    wend_message *message = message_of(r);
    if (result == WEND_ERROR_FILE && message != NULL) {
        wend_message found = *message;
        (void)wendi_fail(message, result, "%s:%lu: %.200s", file->name, (unsigned long)found.line,
                         found.text);
    }
    return result;
}

static wend_result read_rules(wendi_wesnoth_reader *r)
{
    data_file files[] = {{"core/macros/movetypes.cfg", wendi_wesnoth_read_macros, true, NULL, 0},
                         {"core/terrain.cfg", wendi_wesnoth_read_terrains, false, NULL, 0},
                         {"core/units.cfg", wendi_wesnoth_read_movetypes, false, NULL, 0}};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && result == WEND_OK; i++) {
        result = read_data(r, &files[i]);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (files[i].bytes != NULL) {
            wend_io_free(&r->source->options->allocator, files[i].bytes, files[i].count);
        }
    }
    return result;
}

/* ---- classes ---- */

static wend_result add_note(const wendi_wesnoth_reader *r, const char *name, wendi_span value)
{
    return wendi_map_content_add_property(r->content, WENDI_MAP_ITSELF, wendi_span_of(name), value);
}

/** A type of movement that pays what an earlier one does is told by a property of the map, and so
 * are those for which there are no more classes. */
static wend_result add_class(wendi_wesnoth_reader *r, size_t movetype)
{
    const char *name = wendi_wesnoth_movetype_name(&r->rules, movetype);
    size_t equal = r->rules.movetypes[movetype].equal;
    if (equal != movetype) {
        return add_note(r, name, wendi_span_of(wendi_wesnoth_movetype_name(&r->rules, equal)));
    }
    if (r->class_count == WEND_GRID_CLASSES_MAX) {
        char note[32];
        (void)snprintf(note, sizeof note, "left_out %lu", (unsigned long)++r->left_out);
        return add_note(r, note, wendi_span_of(name));
    }
    r->movetypes[r->class_count] = movetype;
    return wendi_map_content_name_class(r->content, r->class_count++, wendi_span_of(name));
}

wend_result wendi_wesnoth_add_classes(wendi_wesnoth_reader *r)
{
    if (r->source->options->data_folder == NULL) {
        r->class_count = 1;
        return wendi_map_content_name_class(r->content, 0, wendi_span_of("default"));
    }
    wend_result result = read_rules(r);
    for (size_t m = 0; m < r->rules.movetype_count && result == WEND_OK; m++) {
        result = add_class(r, m);
    }
    if (result == WEND_OK && r->class_count == 0) {
        result = wendi_fail(message_of(r), WEND_ERROR_FILE, "core/units.cfg: no movetype");
    }
    return result;
}

/* ---- costs ---- */

/** The costs of a terrain for every class. @param costs [class_count]. */
static wend_result costs_of(const wendi_wesnoth_reader *r, wendi_wesnoth_code code, uint8_t *costs)
{
    if (r->source->options->data_folder == NULL) {
        costs[0] = wendi_wesnoth_plain_cost(code);
        return WEND_OK;
    }
    uint32_t points[WEND_GRID_CLASSES_MAX];
    for (uint32_t i = 0; i < r->class_count; i++) {
        if (!wendi_wesnoth_points(&r->rules, r->movetypes[i], code, &points[i])) {
            char text[WENDI_WESNOTH_CODE_CAPACITY];
            wendi_wesnoth_code_to_text(code, text);
            return wendi_fail(message_of(r), WEND_ERROR_FILE,
                              "core/terrain.cfg: the aliases of %s go round in circles", text);
        }
    }
    (void)wend_terrain_table_from_points(points, r->class_count, WENDI_WESNOTH_UNREACHABLE, 1,
                                         costs);
    return WEND_OK;
}

/** Writes the costs of all hexes with one terrain. @param cells [count]. */
static wend_result fill(const wendi_wesnoth_reader *r, const wendi_sort_pair *cells, size_t count)
{
    uint8_t costs[WEND_GRID_CLASSES_MAX] = {0};
    wend_result result = costs_of(r, cells[0].key, costs);
    if (result != WEND_OK) {
        return result;
    }
    for (uint32_t i = 0; i < r->class_count; i++) {
        uint8_t *layer = wendi_map_content_row(r->content, i, 0);
        for (size_t c = 0; c < count; c++) {
            layer[cells[c].value] = costs[i];
        }
    }
    return WEND_OK;
}

/** Names terrains that the rules do not know. */
typedef struct unknown {
    char text[CODES_NAMED * (WENDI_WESNOTH_CODE_CAPACITY + 1)];
    size_t length, count;
} unknown;

static void note_unknown(const wendi_wesnoth_reader *r, wendi_wesnoth_code code, unknown *u)
{
    if (r->source->options->data_folder == NULL || wendi_wesnoth_has_terrain(&r->rules, code) ||
        u->count == CODES_NAMED) {
        return;
    }
    char text[WENDI_WESNOTH_CODE_CAPACITY];
    wendi_wesnoth_code_to_text(code, text);
    int length = snprintf(u->text + u->length, sizeof u->text - u->length, "%s%s",
                          u->count == 0 ? "" : " ", text);
    u->length += length > 0 ? (size_t)length : 0;
    u->count++;
}

/** Goes through the terrains of the map, each once. */
wend_result wendi_wesnoth_fill_costs(const wendi_wesnoth_reader *r)
{
    size_t count = (size_t)r->width * (size_t)r->height;
    unknown u = {{0}, 0, 0};
    for (size_t begin = 0; begin < count;) {
        size_t end = begin + 1;
        while (end < count && r->cells[end].key == r->cells[begin].key) {
            end++;
        }
        note_unknown(r, r->cells[begin].key, &u);
        wend_result result = fill(r, r->cells + begin, end - begin);
        if (result != WEND_OK) {
            return result;
        }
        begin = end;
    }
    return u.count == 0 ? WEND_OK : add_note(r, "unknown_terrain", wendi_span_of(u.text));
}
