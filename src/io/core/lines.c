/* Text files by lines, words and numbers: reads bytes in place, the same in every locale.
 * Cost: linear in the bytes, no memory. */
#include "io/core/lines.h"

#include "base/core/message.h"

#include <stdio.h>
#include <string.h>

wendi_lines wendi_lines_begin(const uint8_t *bytes, size_t count)
{
    static const uint8_t mark[3] = {0xEF, 0xBB, 0xBF};
    wendi_lines lines = {bytes, bytes, 0};
    if (count > 0) {
        lines.end = bytes + count;
    }
    if (count >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0) {
        lines.at += sizeof mark;
    }
    return lines;
}

bool wendi_lines_next(wendi_lines *lines, wendi_span *line)
{
    if (lines->at == lines->end) {
        return false;
    }
    size_t left = (size_t)(lines->end - lines->at);
    const uint8_t *newline = memchr(lines->at, '\n', left);
    line->text = lines->at;
    line->length = newline == NULL ? left : (size_t)(newline - lines->at);
    lines->at = newline == NULL ? lines->end : newline + 1;
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
        line->length--;
    }
    if (lines->number < UINT32_MAX) {
        lines->number++;
    }
    return true;
}

static bool is_gap(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/** Takes n bytes off the front. */
static wendi_span cut(wendi_span span, size_t n)
{
    wendi_span rest = {span.text + n, span.length - n};
    return rest;
}

bool wendi_lines_next_without_note(wendi_lines *lines, wendi_span *line)
{
    const bool is_there = wendi_lines_next(lines, line);
    const uint8_t *note =
        is_there && line->length > 0 ? memchr(line->text, '#', line->length) : NULL;
    if (note != NULL) {
        line->length = (size_t)(note - line->text);
    }
    return is_there;
}

wend_result wendi_fail_word(wend_message *message, const wendi_lines *lines, wendi_span word,
                            const char *expected)
{
    enum { SHOWN = 24 };
    char shown[SHOWN + 1];
    const size_t length = word.length < SHOWN ? word.length : SHOWN;
    for (size_t i = 0; i < length; i++) {
        shown[i] = word.text[i] > 0x20 && word.text[i] < 0x7F ? (char)word.text[i] : '?';
    }
    shown[length] = '\0';
    return wendi_fail_line(message, lines->number, "'%s', expected %s", shown, expected);
}

wendi_span wendi_span_word(wendi_span *line)
{
    size_t begin = 0;
    while (begin < line->length && is_gap(line->text[begin])) {
        begin++;
    }
    size_t end = begin;
    while (end < line->length && !is_gap(line->text[end])) {
        end++;
    }
    wendi_span word = {line->text + begin, end - begin};
    *line = cut(*line, end);
    return word;
}

bool wendi_span_is(wendi_span span, const char *text)
{
    size_t length = strlen(text);
    return span.length == length && memcmp(span.text, text, length) == 0;
}

bool wendi_span_is_blank(wendi_span span)
{
    for (size_t i = 0; i < span.length; i++) {
        if (!is_gap(span.text[i])) {
            return false;
        }
    }
    return true;
}

bool wendi_span_cut_name(wendi_span *word, const char *name)
{
    const size_t length = strlen(name);
    if (word->length <= length || memcmp(word->text, name, length) != 0 ||
        word->text[length] != '=') {
        return false;
    }
    word->text += length + 1;
    word->length -= length + 1;
    return true;
}

bool wendi_span_u64(wendi_span span, uint64_t most, uint64_t *value)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < span.length; i++) {
        const uint8_t digit = (uint8_t)(span.text[i] - '0');
        if (digit > 9 || sum > (most - digit) / 10) {
            return false;
        }
        sum = sum * 10 + digit;
    }
    *value = sum;
    return span.length > 0;
}

bool wendi_span_u32(wendi_span span, uint32_t *value)
{
    uint64_t number = 0;
    const bool is_fine = wendi_span_u64(span, UINT32_MAX, &number);
    *value = (uint32_t)number;
    return is_fine;
}

bool wendi_span_integer(wendi_span span, int64_t low, int64_t high, int64_t *value)
{
    bool negative = span.length > 0 && span.text[0] == '-';
    if (span.length > 0 && (negative || span.text[0] == '+')) {
        span = cut(span, 1);
    }
    if (span.length == 0) {
        return false;
    }
    int64_t sum = 0;
    for (size_t i = 0; i < span.length; i++) {
        if (!is_digit(span.text[i]) || sum > INT64_MAX / 10 - 1) {
            return false;
        }
        sum = sum * 10 + (span.text[i] - '0');
    }
    sum = negative ? -sum : sum;
    if (sum < low || sum > high) {
        return false;
    }
    *value = sum;
    return true;
}

/** The digits of a number being read: value = digits * 10^-scale. */
typedef struct mantissa {
    uint64_t digits;
    int scale;
    int digit_count; /**< Digits seen, point or not. */
} mantissa;

/** More digits change nothing that a double could hold. */
enum { MANTISSA_DIGITS = 18, SCALE_MAX = 22, DIGITS_MAX = 400 };

static void push_digit(mantissa *m, wendi_decimal *d, uint8_t digit, bool after_point)
{
    m->digit_count++;
    d->decimals += after_point ? 1 : 0;
    d->ends_in_zero = after_point && digit == 0;
    if (digit != 0 || d->significant > 0) {
        d->significant++;
        d->whole += after_point ? 0 : 1;
    } else {
        d->whole -= after_point ? 1 : 0;
    }
    if (d->significant <= MANTISSA_DIGITS) {
        m->digits = m->digits * 10 + digit;
        m->scale += after_point ? 1 : 0;
    } else {
        m->scale -= after_point ? 0 : 1;
    }
}

/** Reads digits, a point, digits. @return the bytes read. */
static size_t read_mantissa(wendi_span span, mantissa *m, wendi_decimal *d)
{
    size_t i = 0;
    bool after_point = false;
    for (; i < span.length && m->digit_count < DIGITS_MAX; i++) {
        if (span.text[i] == '.' && !after_point) {
            after_point = true;
        } else if (is_digit(span.text[i])) {
            push_digit(m, d, (uint8_t)(span.text[i] - '0'), after_point);
        } else {
            break;
        }
    }
    return i;
}

/** 10 to the n, exact for 0 ... 22. */
static double power_of_ten(int n)
{
    double power = 1.0;
    for (int i = 0; i < n; i++) {
        power *= 10.0;
    }
    return power;
}

/** digits / 10^scale, with one rounding where that is possible; false above 10^15. */
static bool scale_mantissa(const mantissa *m, double *value)
{
    double whole = (double)m->digits;
    int scale = m->scale;
    if (m->digits == 0 || scale < -15) {
        *value = 0.0;
        return m->digits == 0;
    }
    for (; scale > SCALE_MAX; scale -= SCALE_MAX) {
        whole /= power_of_ten(SCALE_MAX);
    }
    *value = scale >= 0 ? whole / power_of_ten(scale) : whole * power_of_ten(-scale);
    return *value <= 1e15;
}

bool wendi_span_decimal(wendi_span span, wendi_decimal *decimal)
{
    wendi_decimal d = {0};
    mantissa m = {0};
    if (span.length > 0 && span.text[0] == '+') {
        span = cut(span, 1);
    }
    wendi_span rest = cut(span, read_mantissa(span, &m, &d));
    if (m.digit_count == 0) {
        return false;
    }
    if (rest.length > 0) {
        int64_t exponent = 0;
        if ((rest.text[0] != 'e' && rest.text[0] != 'E') ||
            !wendi_span_integer(cut(rest, 1), -DIGITS_MAX, DIGITS_MAX, &exponent)) {
            return false;
        }
        m.scale -= (int)exponent;
        d.whole += (int)exponent;
        d.decimals = d.decimals > exponent ? d.decimals - (int)exponent : 0;
    }
    if (!scale_mantissa(&m, &d.value)) {
        return false;
    }
    *decimal = d;
    return true;
}

const char *wendi_byte_name(uint8_t byte, char *name)
{
    if (byte > 0x20 && byte < 0x7F) {
        (void)snprintf(name, WENDI_BYTE_NAME_CAPACITY, "'%c'", byte);
    } else {
        (void)snprintf(name, WENDI_BYTE_NAME_CAPACITY, "byte 0x%02X", byte);
    }
    return name;
}

wendi_words wendi_words_begin(const uint8_t *bytes, size_t count)
{
    const wendi_words words = {wendi_lines_begin(bytes, count), {bytes, 0}};
    return words;
}

wendi_span wendi_words_next(wendi_words *words)
{
    for (;;) {
        wendi_span word = wendi_span_word(&words->rest);
        if (word.length > 0 || !wendi_lines_next(&words->lines, &words->rest)) {
            return word;
        }
    }
}

size_t wendi_words_left(const wendi_words *words)
{
    return words->rest.length + (size_t)(words->lines.end - words->lines.at);
}
