/* Maps of The Battle for Wesnoth: the hexes without the border, a class of costs for each type of
 * movement of the game's data, starts.
 * Cost: linear in the cells, 32 bytes each for a while, and types of movement times different
 * terrains. */
#include "io/games/wesnoth.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "io/games/wesnoth_terrain.h"
#include "wend/terrain.h"

#include <stdio.h>
#include <string.h>

/** A map being read.
 *
 *     b b b b b b      the border of one hex belongs to the file, not to the ground; of the columns
 *     b 0 1 2 3 b      within it, which are the grid's, 1, 3, 5... lie half a hex lower
 *     b b b b b b */
typedef struct wesnoth_reader {
    const wendi_map_file_source *source;
    wendi_map_content *content;
    int32_t border;
    int64_t columns, rows;  /**< Of the file. */
    int32_t width, height;  /**< Of the grid. */
    wendi_sort_pair *cells; /**< [width * height]: code and index; then by rising code. */
    wendi_wesnoth_rules rules;
    size_t movetypes[WEND_GRID_CLASSES_MAX]; /**< Of each class. */
    uint32_t class_count;
    uint32_t left_out; /**< Types of movement for which there was no class. */
} wesnoth_reader;

/* ---- classes and costs ---- */

enum { CODES_NAMED = 16 };

static wend_message *message_of(const wesnoth_reader *r)
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

static wend_result read_data(wesnoth_reader *r, data_file *file)
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

static wend_result read_rules(wesnoth_reader *r)
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

static wend_result add_note(const wesnoth_reader *r, const char *name, wendi_span value)
{
    return wendi_map_content_add_property(r->content, WENDI_MAP_ITSELF, wendi_span_of(name), value);
}

/** Adds a class. A type of movement that pays what an earlier one does becomes a property of the
 * map, and so do those beyond the last class. */
static wend_result add_class(wesnoth_reader *r, size_t movetype)
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

/** Names the classes: one for each type of movement that differs, by the game's rules if there is a
 * folder of its data, else one for walkers. */
static wend_result add_classes(wesnoth_reader *r)
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
static wend_result costs_of(const wesnoth_reader *r, wendi_wesnoth_code code, uint8_t *costs)
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
static wend_result fill(const wesnoth_reader *r, const wendi_sort_pair *cells, size_t count)
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

static void note_unknown(const wesnoth_reader *r, wendi_wesnoth_code code, unknown *u)
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

/** Writes the costs of all hexes, whose cells are sorted by terrain. */
static wend_result fill_all_costs(const wesnoth_reader *r)
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

/* ---- the map ---- */

/* ---- one hex ---- */

/** "2 Gg^Vh" or "Gg". @param start the word in front; length 0 = none. */
static bool read_hex(wendi_span text, wendi_span *start, wendi_wesnoth_code *code)
{
    wendi_span first = wendi_span_word(&text);
    wendi_span second = wendi_span_word(&text);
    bool has_start = second.length > 0;
    *start = first;
    start->length = has_start ? first.length : 0;
    return wendi_span_is_blank(text) &&
           wendi_wesnoth_code_from_text(has_start ? second : first, code);
}

/** Cuts the next hex off a row. */
static wendi_span next_hex(wendi_span *row)
{
    const uint8_t *comma = memchr(row->text, ',', row->length);
    size_t length = comma == NULL ? row->length : (size_t)(comma - row->text);
    size_t used = comma == NULL ? length : length + 1;
    wendi_span hex = {row->text, length};
    row->text += used;
    row->length -= used;
    return hex;
}

static bool starts_with(wendi_span line, const char *text)
{
    size_t length = strlen(text);
    return line.length >= length && memcmp(line.text, text, length) == 0;
}

/** Maps of early versions begin with a header. */
static bool is_header(wendi_span line)
{
    return starts_with(line, "border_size=") || starts_with(line, "usage=");
}

/** The next line that is not blank. */
static bool next_line(wendi_lines *lines, wendi_span *line)
{
    do {
        if (!wendi_lines_next(lines, line)) {
            return false;
        }
    } while (wendi_span_is_blank(*line));
    return true;
}

bool wendi_map_is_wesnoth(const uint8_t *bytes, size_t count)
{
    wendi_lines lines = wendi_lines_begin(bytes, count);
    wendi_span line;
    if (!next_line(&lines, &line)) {
        return false;
    }
    if (is_header(line)) {
        return true;
    }
    wendi_span start;
    wendi_wesnoth_code code;
    size_t whole = line.length;
    wendi_span hex = next_hex(&line);
    if (hex.length == whole || !read_hex(hex, &start, &code)) {
        return false;
    }
    /* Codes begin with a capital letter, those the game keeps for itself with '_'. */
    uint8_t first = (uint8_t)(code >> 56);
    return (first >= 'A' && first <= 'Z') || first == '_';
}

/* ---- the size ---- */

static wend_result read_header(wesnoth_reader *r, wendi_span line, uint32_t number)
{
    if (!starts_with(line, "border_size=")) {
        return WEND_OK;
    }
    int64_t border = 0;
    wendi_span value = {line.text + strlen("border_size="), line.length - strlen("border_size=")};
    value = wendi_span_word(&value);
    if (!wendi_span_integer(value, 0, 1, &border)) {
        return wendi_fail_line(message_of(r), number, "expected border_size=0 or border_size=1");
    }
    r->border = (int32_t)border;
    return WEND_OK;
}

static wend_result count_row(wesnoth_reader *r, wendi_span row, uint32_t number)
{
    int64_t columns = 1;
    for (size_t i = 0; i < row.length; i++) {
        columns += row.text[i] == ',' ? 1 : 0;
    }
    if (r->rows == 0) {
        r->columns = columns;
    }
    r->rows++;
    if (columns != r->columns) {
        return wendi_fail_line(message_of(r), number,
                               "row of %lld hexes, expected %lld as in the first row",
                               (long long)columns, (long long)r->columns);
    }
    return WEND_OK;
}

/** Finds the sizes, and that all rows are equally long. */
static wend_result measure(wesnoth_reader *r)
{
    wendi_lines lines = wendi_lines_begin(r->source->bytes, r->source->count);
    wendi_span line;
    while (next_line(&lines, &line)) {
        wend_result result = r->rows == 0 && is_header(line) ? read_header(r, line, lines.number)
                                                             : count_row(r, line, lines.number);
        if (result != WEND_OK) {
            return result;
        }
    }
    int64_t width = r->columns - 2 * r->border;
    int64_t height = r->rows - 2 * r->border;
    if (width < 1 || height < 1 || width > WEND_GRID_SIDE_MAX || height > WEND_GRID_SIDE_MAX) {
        return wendi_fail_line(
            message_of(r), lines.number,
            "%lld rows of %lld hexes with a border of %d: expected 1 to %d within",
            (long long)r->rows, (long long)r->columns, (int)r->border, (int)WEND_GRID_SIDE_MAX);
    }
    r->width = (int32_t)width;
    r->height = (int32_t)height;
    return WEND_OK;
}

/* ---- the hexes ---- */

/** Starts of players have numbers, other positions of a scenario words. */
static wend_result add_start(const wesnoth_reader *r, wendi_span start, int32_t x, int32_t y)
{
    int64_t player = 0;
    bool is_player = wendi_span_integer(start, 1, 99, &player);
    wendi_map_item item;
    memset(&item, 0, sizeof item);
    item.kind = is_player ? WEND_MAP_ITEM_SPAWN : WEND_MAP_ITEM_THING;
    item.name = start;
    item.type = wendi_span_of(is_player ? "start" : "location");
    item.player = is_player ? (int32_t)player : -1;
    item.team = -1;
    item.is_at_cell = true;
    item.x = x;
    item.y = y;
    return wendi_map_content_add_item(r->content, &item);
}

static wend_result read_row(wesnoth_reader *r, wendi_span row, int32_t y, uint32_t number)
{
    for (int32_t column = 0; column < r->columns; column++) {
        int32_t x = column - r->border;
        wendi_span start;
        wendi_wesnoth_code code;
        if (!read_hex(next_hex(&row), &start, &code)) {
            return wendi_fail_line(message_of(r), number,
                                   "column %d: expected a terrain code such as Gg^Vh, a start "
                                   "before it or none",
                                   (int)column + 1);
        }
        if (x < 0 || y < 0 || x >= r->width || y >= r->height) {
            continue;
        }
        size_t at = (size_t)y * (size_t)r->width + (size_t)x;
        r->cells[at].key = code;
        r->cells[at].value = (uint32_t)at;
        wend_result result = start.length == 0 ? WEND_OK : add_start(r, start, x, y);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

static wend_result read_rows(wesnoth_reader *r)
{
    wendi_lines lines = wendi_lines_begin(r->source->bytes, r->source->count);
    wendi_span line;
    int32_t y = -r->border;
    while (next_line(&lines, &line)) {
        if (y == -r->border && is_header(line)) {
            continue;
        }
        wend_result result = read_row(r, line, y, lines.number);
        if (result != WEND_OK) {
            return result;
        }
        y++;
    }
    return WEND_OK;
}

/** Reads the hexes, puts equal ones together, and gives each its costs. */
static wend_result read_hexes(wesnoth_reader *r)
{
    const wend_allocator *allocator = &r->source->options->allocator;
    size_t count = (size_t)r->width * (size_t)r->height;
    r->cells = wendi_alloc_items(allocator, count, 2 * sizeof *r->cells);
    if (r->cells == NULL) {
        return wendi_fail(message_of(r), WEND_ERROR_MEMORY, "out of memory for %d x %d hexes",
                          (int)r->width, (int)r->height);
    }
    wend_result result = read_rows(r);
    if (result == WEND_OK) {
        wendi_sort_pairs(r->cells, r->cells + count, count);
        result = fill_all_costs(r);
    }
    wendi_free(allocator, r->cells, count * 2 * sizeof *r->cells);
    return result;
}

wend_result wendi_map_read_wesnoth(const wendi_map_file_source *source, wendi_map_content *content)
{
    wesnoth_reader r;
    memset(&r, 0, sizeof r);
    r.source = source;
    r.content = content;
    r.border = 1;
    content->neighbours = WEND_NEIGHBOURS_6;
    content->hex_layout = WEND_HEX_ODD_COLUMNS;
    wendi_wesnoth_rules_init(&r.rules, &source->options->allocator, source->options->message);
    wend_result result = measure(&r);
    if (result == WEND_OK) {
        result = add_classes(&r);
    }
    if (result == WEND_OK) {
        result = wendi_map_content_resize(content, r.width, r.height, r.class_count);
    }
    if (result == WEND_OK) {
        result = read_hexes(&r);
    }
    wendi_wesnoth_rules_free(&r.rules);
    return result;
}
