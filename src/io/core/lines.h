/* Text files by lines, words and numbers, without a copy and without the locale.
 *
 *     bytes  T y p e \r \n h e i ...        line 1 = "Type", line 2 = "hei..."
 *            ^ at                            a byte order mark in front is passed over
 *
 * wendi_words reads files in which the end of a line is a space like any other. */
#ifndef WENDI_IO_CORE_LINES_H
#define WENDI_IO_CORE_LINES_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** Bytes of a longer text; borrowed, not zero-terminated. */
typedef struct wendi_span {
    const uint8_t *text;
    size_t length;
} wendi_span;

/** A reader of lines. */
typedef struct wendi_lines {
    const uint8_t *at, *end;
    uint32_t number; /**< Of the line read last; stays at UINT32_MAX once there. */
} wendi_lines;

/** The value of a decimal number, and how it was written. */
typedef struct wendi_decimal {
    double value;
    int decimals;    /**< Digits after the point, the exponent taken off. */
    int significant; /**< Digits from the first that is not 0 to the last written. */
    int whole;       /**< Digits before the point from the first that is not 0; the exponent added.
                        Below 1 for numbers under 1. */
    bool ends_in_zero; /**< The last digit after the point is 0. */
} wendi_decimal;

/** Room for a name of wendi_byte_name. */
enum { WENDI_BYTE_NAME_CAPACITY = 12 };

/** Starts before the first line. bytes may be NULL when count is 0. */
wendi_lines wendi_lines_begin(const uint8_t *bytes, size_t count);

/** The next line without its end ("\n" or "\r\n"); false at the end of the bytes. */
bool wendi_lines_next(wendi_lines *lines, wendi_span *line);

/** The next line, without what follows a #. */
bool wendi_lines_next_without_note(wendi_lines *lines, wendi_span *line);

/** Reports a word of the line that was read last: "'word', expected ...". @return WEND_ERROR_FILE. */
wend_result wendi_fail_word(wend_message *message, const wendi_lines *lines, wendi_span word,
                            const char *expected);

/** Cuts the next word off a line; words lie between spaces and tabs. Length 0 = no more. */
wendi_span wendi_span_word(wendi_span *line);

/** True if the span equals a zero-terminated text. */
bool wendi_span_is(wendi_span span, const char *text);

/** True if the span holds only spaces and tabs. */
bool wendi_span_is_blank(wendi_span span);

/** Cuts "name=" off the front of a word, if that is how it begins and more follows. */
bool wendi_span_cut_name(wendi_span *word, const char *name);

/** A whole number without a sign that fills the span; false if it is none or above most. */
bool wendi_span_u64(wendi_span span, uint64_t most, uint64_t *value);
bool wendi_span_u32(wendi_span span, uint32_t *value);

/** A whole number, with sign or without, that fills the span; false if it is none or outside
 * low ... high. */
bool wendi_span_integer(wendi_span span, int64_t low, int64_t high, int64_t *value);

/** A number such as 12, 0.25 or 1.5e+03 that fills the span, 0 to 10^15; false if it is none. The
 * value is exact to the last bit for up to 15 digits, and within two units in the last place for
 * more. */
bool wendi_span_decimal(wendi_span span, wendi_decimal *decimal);

/** A text whose words may stand on any line. */
typedef struct wendi_words {
    wendi_lines lines;
    wendi_span rest; /**< Of the line being read. */
} wendi_words;

wendi_words wendi_words_begin(const uint8_t *bytes, size_t count);

/** The next word; length 0 at the end of the bytes. words->lines.number is its line. */
wendi_span wendi_words_next(wendi_words *words);

/** Bytes not read yet. */
size_t wendi_words_left(const wendi_words *words);

/** Names a byte for people: 'x' or byte 0x07. @param name [WENDI_BYTE_NAME_CAPACITY]. */
const char *wendi_byte_name(uint8_t byte, char *name);

#endif
