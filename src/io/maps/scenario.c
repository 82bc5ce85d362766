/* MovingAI scenarios: rows of starts, goals and lengths.
 * Cost: linear in the bytes, 96 bytes a row.
 *
 * Files show how far a length may lie from the true one by how they write numbers: with a fixed
 * number of decimals ("%.2f"), or with a fixed number of significant digits and trailing zeros cut
 * ("%g"). The rule is in docs/formats.md. It costs constant time a row; for lengths with many
 * digits up to length / 1.4 steps a row, 2^24 in all. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/core/decimal.h"
#include "io/core/file.h"
#include "io/core/lines.h"
#include "wend/io_map.h"
#include "wend/walls.h"

#include <string.h>

/* ---- the rounding of lengths ---- */

/** Number format of the lengths read so far. Zeroed at first. */
typedef struct length_style {
    bool has_rows;
    bool has_mixed_decimals;  /**< Not all with the same number of decimals. */
    bool has_trailing_zero;   /**< A zero after the point was not cut: fixed decimals. */
    int decimals;             /**< Most of any row. */
    int significant;          /**< Most of any row. */
    uint64_t fit_steps;       /**< Spent on the test of fit. */
    uint32_t fitting, tested; /**< Rows that are a + b * sqrt(2) to the last digit; rows tried. */
} length_style;

static const double square_root_of_2 = 1.41421356237309504880;

/* Nothing written by the usual generators is better than this, and wend's own costs are not
 * either: their diagonal is rounded to 2^-33, which adds up to 4e-9 over a long path. */
static const double finest = 1e-8;
/* Lengths added up with a square root of 2 cut to 9 decimals are good to this. */
static const double sums_of_rounded_diagonals = 1e-6;
/* A rounded number is half a unit off; the sums behind it add a little. */
static const double half_and_a_little = 0.51;

enum {
    DIGITS_OF_G = 6,     /**< Digits that "%g" writes. */
    COARSE_DECIMALS = 4, /**< Up to here a little of a unit hides all errors of sums. */
    FIT_STEPS_MAX = 1 << 24,
    POWER_MAX = 22
};

/* Longer ones are not tested for fit. */
static const double fit_length_max = 16384.0;

/** 10 to the n, n cut to -22 ... 22. */
static double power_of_ten(int n)
{
    int size = n < 0 ? -n : n;
    double power = 1.0;
    for (int i = 0; i < size && i < POWER_MAX; i++) {
        power *= 10.0;
    }
    return n < 0 ? 1.0 / power : power;
}

/** True if the rows look written with a fixed number of decimals. */
static bool is_fixed(const length_style *style)
{
    return style->has_trailing_zero || (!style->has_mixed_decimals && style->decimals > 0);
}

/** Takes one row's exact form into account, once all were added: whether it is a whole number of
 * straight and diagonal steps. Does nothing where the digits are too coarse to tell. */
static void length_style_fit(length_style *style, double length)
{
    double unit = power_of_ten(-style->decimals);
    if (unit >= sums_of_rounded_diagonals || length > fit_length_max ||
        style->fit_steps > FIT_STEPS_MAX) {
        return;
    }
    double error_max = unit > finest ? unit : finest;
    style->tested++;
    int diagonals_max = (int)(length / square_root_of_2) + 1;
    for (int diagonals = 0; diagonals <= diagonals_max; diagonals++) {
        double straight = length - diagonals * square_root_of_2;
        double off = straight - (double)(int64_t)(straight + 0.5);
        style->fit_steps++;
        if (off <= error_max && off >= -error_max) {
            style->fitting++;
            return;
        }
    }
}

/** The rounding of a row. @param whole its digits before the point, as wendi_decimal counts. */
static double length_rounding(const length_style *style, int whole)
{
    double rounding = 0.0;
    if (is_fixed(style)) {
        double unit = power_of_ten(-style->decimals);
        rounding = style->decimals <= COARSE_DECIMALS ? half_and_a_little * unit : unit;
    }
    /* A fixed number of digits with zeros cut: one unit of the last digit. */
    if (!style->has_trailing_zero && (!is_fixed(style) || style->significant <= DIGITS_OF_G)) {
        int digits = style->significant > DIGITS_OF_G ? style->significant : DIGITS_OF_G;
        double general = power_of_ten(whole - digits);
        rounding = general > rounding ? general : rounding;
    }
    /* Most rows, not all: one wrong row must not blunt the others. */
    bool is_exact = style->fitting > style->tested / 2;
    double floor = is_exact ? finest : sums_of_rounded_diagonals;
    return rounding > floor ? rounding : floor;
}

/* ---- rows ---- */

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

/** A whole number of a row, and its name for messages. */
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

/** A coordinate of a row, and the cell that it lies in. */
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

static wend_result read_length(wendi_span line, uint32_t number, stored_row *r, length_style *style,
                               wend_message *message)
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
    /* Takes one row's length into account. */
    style->has_mixed_decimals |= style->has_rows && length.decimals != style->decimals;
    style->has_trailing_zero |= length.ends_in_zero;
    style->has_rows = true;
    if (length.decimals > style->decimals) {
        style->decimals = length.decimals;
    }
    if (length.significant > style->significant) {
        style->significant = length.significant;
    }
    return WEND_OK;
}

/** bucket, map, width, height, start x y, goal x y, length. */
static wend_result read_row(wend_scenario *s, wendi_span line, uint32_t number, length_style *style,
                            wend_message *message)
{
    stored_row r;
    memset(&r, 0, sizeof r);
    r.row.line = number;
    const scenario_column first[] = {{"bucket", 0, INT32_MAX, &r.row.bucket}};
    const scenario_column sizes[] = {
        {"width", 1, INT32_MAX, &r.row.width},
        {"height", 1, INT32_MAX, &r.row.height},
    };
    const coordinate coordinates[] = {
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
        result = read_coordinates(&line, number, coordinates,
                                  sizeof coordinates / sizeof coordinates[0], message);
    }
    if (result == WEND_OK) {
        result = read_length(line, number, &r, style, message);
    }
    if (result == WEND_OK && !push_row(s, &r)) {
        result = wendi_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    return result;
}

static wend_result read_rows(wend_scenario *s, wendi_lines *lines, wend_message *message)
{
    length_style style;
    memset(&style, 0, sizeof style);
    wend_result result = read_version(lines, message);
    wendi_span line;
    while (result == WEND_OK && wendi_lines_next(lines, &line)) {
        if (!wendi_span_is_blank(line)) {
            result = read_row(s, line, lines->number, &style, message);
        }
    }
    if (result == WEND_OK) {
        for (size_t i = 0; i < s->count; i++) {
            length_style_fit(&style, s->rows[i].row.length);
        }
        for (size_t i = 0; i < s->count; i++) {
            s->rows[i].row.rounding = length_rounding(&style, s->rows[i].whole);
        }
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
