/* takes: the bytes of a MovingAI scenario.
 * gives: its rows with the length's tolerance, or what is wrong and in which line.
 * cost:  linear in the bytes; 96 bytes a row. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/decimal.h"
#include "io/core/file_message.h"
#include "io/core/lines.h"
#include "io/maps/scenario_rounding.h"
#include "wend/io.h"

#include <string.h>

typedef struct stored_row {
    wend_scenario_row row;
    int32_t whole; /**< Digits before the point of its length. */
} stored_row;

struct wend_scenario {
    wend_allocator allocator;
    stored_row *rows;
    size_t count, capacity;
    char *map; /**< [map_bytes], zero-terminated; NULL without rows. */
    size_t map_bytes;
};

enum { FIRST_ROWS = 256 };

static bool push_row(wend_scenario *s, const stored_row *row)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity == 0 ? FIRST_ROWS : s->capacity * 2;
        stored_row *rows =
            wendi_resize_items(&s->allocator, s->rows, s->capacity, capacity, sizeof *row);
        if (rows == NULL) {
            return false;
        }
        s->rows = rows;
        s->capacity = capacity;
    }
    s->rows[s->count++] = *row;
    return true;
}

static wend_result read_version(wendi_lines *lines, wend_message *message)
{
    wendi_span line;
    if (!wendi_lines_next(lines, &line)) {
        return wendi_fail_line(message, 1, "empty, expected \"version 1\"");
    }
    wendi_span key = wendi_span_word(&line);
    wendi_span version = wendi_span_word(&line);
    bool is_one = wendi_span_is(version, "1") || wendi_span_is(version, "1.0");
    if (!wendi_span_is(key, "version") || !is_one || !wendi_span_is_blank(line)) {
        return wendi_fail_line(message, lines->number, "expected \"version 1\" or \"version 1.0\"");
    }
    return WEND_OK;
}

/** A whole number of a row, and what it is called in a message. */
typedef struct scenario_column {
    const char *name;
    int64_t low, high;
    int32_t *value;
} scenario_column;

static wend_result read_columns(wendi_span *line, uint32_t number, const scenario_column *columns,
                                size_t count, wend_message *message)
{
    for (size_t i = 0; i < count; i++) {
        int64_t value = 0;
        wendi_span word = wendi_span_word(line);
        if (!wendi_span_integer(word, columns[i].low, columns[i].high, &value)) {
            return wendi_fail_line(message, number, "%s %s, expected a number from %lld to %lld",
                                   word.length == 0 ? "no" : "bad", columns[i].name,
                                   (long long)columns[i].low, (long long)columns[i].high);
        }
        *columns[i].value = (int32_t)value;
    }
    return WEND_OK;
}

/** A place of a row, and the cell that it lies in. */
typedef struct coordinate {
    const char *name;
    double *value;
    int32_t *cell;
} coordinate;

static int32_t round_down(double value)
{
    const int32_t whole = (int32_t)value;
    return whole > value ? whole - 1 : whole;
}

static wend_result read_coordinates(wendi_span *line, uint32_t number, const coordinate *all,
                                    size_t count, wend_message *message)
{
    for (size_t i = 0; i < count; i++) {
        double value = 0.0;
        const wendi_span word = wendi_span_word(line);
        if (!wendi_span_double(word, &value) || value > WEND_COORDINATE_MAX ||
            value < -WEND_COORDINATE_MAX) {
            return wendi_fail_line(message, number,
                                   "%s %s, expected a number of at most 2^30 in size",
                                   word.length == 0 ? "no" : "bad", all[i].name);
        }
        *all[i].value = value;
        *all[i].cell = round_down(value);
    }
    return WEND_OK;
}

/** Keeps the first row's map and holds the others to it. */
static wend_result check_map(wend_scenario *s, wendi_span word, uint32_t number,
                             wend_message *message)
{
    if (word.length == 0 || memchr(word.text, 0, word.length) != NULL) {
        return wendi_fail_line(message, number, "no map, expected its name");
    }
    if (s->map != NULL) {
        return wendi_span_is(word, s->map)
                   ? WEND_OK
                   : wendi_fail_line(message, number, "another map than in the rows before");
    }
    char *map = wendi_alloc(&s->allocator, word.length + 1);
    if (map == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    memcpy(map, word.text, word.length);
    map[word.length] = '\0';
    s->map = map;
    s->map_bytes = word.length + 1;
    return WEND_OK;
}

static wend_result read_length(wendi_span line, uint32_t number, stored_row *r,
                               wendi_length_style *style, wend_message *message)
{
    wendi_decimal length;
    if (!wendi_span_decimal(wendi_span_word(&line), &length)) {
        return wendi_fail_line(message, number,
                               "bad or no length, expected a number such as 12.3431");
    }
    if (!wendi_span_is_blank(line)) {
        return wendi_fail_line(message, number, "more than nine columns");
    }
    r->row.length = length.value;
    r->whole = length.significant == 0 ? 0 : length.whole;
    wendi_length_style_add(style, &length);
    return WEND_OK;
}

/** bucket, map, width, height, start x y, goal x y, length. */
static wend_result read_row(wend_scenario *s, wendi_span line, uint32_t number,
                            wendi_length_style *style, wend_message *message)
{
    stored_row r;
    memset(&r, 0, sizeof r);
    r.row.line = number;
    const scenario_column first[] = {{"bucket", 0, INT32_MAX, &r.row.bucket}};
    const scenario_column sizes[] = {
        {"width", 1, INT32_MAX, &r.row.width},
        {"height", 1, INT32_MAX, &r.row.height},
    };
    const coordinate places[] = {
        {"start x", &r.row.start.x, &r.row.start_x},
        {"start y", &r.row.start.y, &r.row.start_y},
        {"goal x", &r.row.goal.x, &r.row.goal_x},
        {"goal y", &r.row.goal.y, &r.row.goal_y},
    };
    wend_result result = read_columns(&line, number, first, 1, message);
    if (result == WEND_OK) {
        result = check_map(s, wendi_span_word(&line), number, message);
    }
    if (result == WEND_OK) {
        result = read_columns(&line, number, sizes, sizeof sizes / sizeof sizes[0], message);
    }
    if (result == WEND_OK) {
        result = read_coordinates(&line, number, places, sizeof places / sizeof places[0], message);
    }
    if (result == WEND_OK) {
        result = read_length(line, number, &r, style, message);
    }
    if (result == WEND_OK && !push_row(s, &r)) {
        result = wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    return result;
}

static void set_roundings(wend_scenario *s, wendi_length_style *style)
{
    for (size_t i = 0; i < s->count; i++) {
        wendi_length_style_fit(style, s->rows[i].row.length);
    }
    for (size_t i = 0; i < s->count; i++) {
        s->rows[i].row.rounding = wendi_length_rounding(style, s->rows[i].whole);
    }
}

static wend_result read_rows(wend_scenario *s, wendi_lines *lines, wend_message *message)
{
    wendi_length_style style;
    memset(&style, 0, sizeof style);
    wend_result result = read_version(lines, message);
    wendi_span line;
    while (result == WEND_OK && wendi_lines_next(lines, &line)) {
        if (!wendi_span_is_blank(line)) {
            result = read_row(s, line, lines->number, &style, message);
        }
    }
    if (result == WEND_OK) {
        set_roundings(s, &style);
    }
    return result;
}

wend_result wend_scenario_load_memory(const uint8_t *bytes, size_t count,
                                      const wend_allocator *allocator, wend_scenario **scenario,
                                      wend_message *message)
{
    wendi_message_clear(message);
    if (scenario == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "scenario is NULL");
    }
    *scenario = NULL;
    if (bytes == NULL && count > 0) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "bytes is NULL");
    }
    wend_scenario *s = wendi_alloc_zero(allocator, sizeof *s);
    if (s == NULL) {
        return wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    if (allocator != NULL) {
        s->allocator = *allocator;
    }
    wendi_lines lines = wendi_lines_begin(bytes, count);
    wend_result result = read_rows(s, &lines, message);
    if (result != WEND_OK) {
        wend_scenario_destroy(s);
        return result;
    }
    *scenario = s;
    return WEND_OK;
}

wend_result wend_scenario_load_file(const char *file, const wend_allocator *allocator,
                                    wend_scenario **scenario, wend_message *message)
{
    wendi_message_clear(message);
    if (scenario == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "scenario is NULL");
    }
    *scenario = NULL;
    uint8_t *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_io_read_file(file, allocator, &bytes, &count, message);
    if (result != WEND_OK) {
        return result;
    }
    result = wend_scenario_load_memory(bytes, count, allocator, scenario, message);
    wend_io_free(allocator, bytes, count);
    if (result != WEND_OK) {
        wendi_file_message(message, file);
    }
    return result;
}

void wend_scenario_destroy(wend_scenario *scenario)
{
    if (scenario == NULL) {
        return;
    }
    wend_allocator allocator = scenario->allocator;
    wendi_free(&allocator, scenario->map, scenario->map_bytes);
    wendi_free(&allocator, scenario->rows, scenario->capacity * sizeof *scenario->rows);
    wendi_free(&allocator, scenario, sizeof *scenario);
}

const char *wend_scenario_error(const wend_scenario *scenario)
{
    (void)scenario;
    return "";
}

size_t wend_scenario_count(const wend_scenario *scenario)
{
    return scenario == NULL ? 0 : scenario->count;
}

wend_scenario_row wend_scenario_get(const wend_scenario *scenario, size_t index)
{
    wend_scenario_row none;
    memset(&none, 0, sizeof none);
    return scenario == NULL || index >= scenario->count ? none : scenario->rows[index].row;
}

const char *wend_scenario_map(const wend_scenario *scenario)
{
    return scenario == NULL || scenario->map == NULL ? "" : scenario->map;
}
