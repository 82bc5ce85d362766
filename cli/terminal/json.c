/* Writes one JSON object (RFC 8259) to a stream, key by key.
 * Cost: linear in the output; no memory. */
#include "json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the UTF-8 sequence at text; 0 if it is none (overlong, surrogate, too large, cut). */
static size_t utf8_length(const unsigned char *text)
{
    const unsigned char lead = text[0];
    const size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == 0 || lead > 0xF4) {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    const bool is_overlong = (lead == 0xE0 && text[1] < 0xA0) || (lead == 0xF0 && text[1] < 0x90);
    const bool is_surrogate = lead == 0xED && text[1] > 0x9F;
    const bool is_too_large = lead == 0xF4 && text[1] > 0x8F;
    return is_overlong || is_surrogate || is_too_large ? 0 : length;
}

static void put_ascii(FILE *out, unsigned char c)
{
    if (c == '"' || c == '\\') {
        fprintf(out, "\\%c", c);
    } else if (c == '\n') {
        fputs("\\n", out);
    } else if (c == '\t') {
        fputs("\\t", out);
    } else if (c < 0x20 || c == 0x7F) {
        fprintf(out, "\\u%04x", c);
    } else {
        fputc(c, out);
    }
}

static void put_string(FILE *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', out);
    while (*at != '\0') {
        const size_t length = utf8_length(at);
        if (length == 1) {
            put_ascii(out, *at);
        } else if (length == 0) {
            fputs("\\ufffd", out);
        } else {
            fwrite(at, 1, length, out);
        }
        at += length == 0 ? 1 : length;
    }
    fputc('"', out);
}

static void put_key(json *j, const char *key)
{
    const int top = j->depth - 1;
    assert((key == NULL) == (j->closer[top] == ']'));
    if (j->has_item[top]) {
        fputs(", ", j->out);
    }
    j->has_item[top] = true;
    if (key != NULL) {
        put_string(j->out, key);
        fputs(": ", j->out);
    }
}

static void open_level(json *j, char opener, char closer)
{
    assert(j->depth < JSON_DEPTH_MAX);
    fputc(opener, j->out);
    j->closer[j->depth] = closer;
    j->has_item[j->depth] = false;
    j->depth++;
}

json json_begin(FILE *out)
{
    json j = {.out = out};
    open_level(&j, '{', '}');
    return j;
}

void json_finish(json *j)
{
    while (j->depth > 0) {
        json_close(j);
    }
    fputc('\n', j->out);
}

void json_object(json *j, const char *key)
{
    put_key(j, key);
    open_level(j, '{', '}');
}

void json_array(json *j, const char *key)
{
    put_key(j, key);
    open_level(j, '[', ']');
}

void json_close(json *j)
{
    assert(j->depth > 0);
    j->depth--;
    fputc(j->closer[j->depth], j->out);
}

void json_text(json *j, const char *key, const char *text)
{
    if (text == NULL) {
        json_null(j, key);
        return;
    }
    put_key(j, key);
    put_string(j->out, text);
}

static bool has_same_bits(double a, double b)
{
    uint64_t a_bits = 0;
    uint64_t b_bits = 0;
    memcpy(&a_bits, &a, sizeof a);
    memcpy(&b_bits, &b, sizeof b);
    return a_bits == b_bits;
}

void json_format_number(double value, char *text)
{
    /* 17 digits always read back to the same bits; most numbers need fewer. The program never
     * calls setlocale, so the decimal point is a point. */
    int digits = 1;
    for (; digits <= 17; digits++) {
        snprintf(text, JSON_NUMBER_CAPACITY, "%.*e", digits - 1, value);
        if (has_same_bits(strtod(text, NULL), value)) {
            break;
        }
    }
    const char *mark = strchr(text, 'e');
    const long exponent = mark == NULL ? 0 : strtol(mark + 1, NULL, 10);
    if (exponent >= -5 && exponent < 17) {
        const int decimals = digits - 1 - (int)exponent;
        snprintf(text, JSON_NUMBER_CAPACITY, "%.*f", decimals > 0 ? decimals : 0, value);
    }
}

void json_number(json *j, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(j, key);
        return;
    }
    char text[JSON_NUMBER_CAPACITY];
    json_format_number(value, text);
    put_key(j, key);
    fputs(text, j->out);
}

void json_decimals(json *j, const char *key, double value, int decimals)
{
    if (!isfinite(value)) {
        json_null(j, key);
        return;
    }
    put_key(j, key);
    fprintf(j->out, "%.*f", decimals, value);
}

void json_integer(json *j, const char *key, int64_t value)
{
    put_key(j, key);
    fprintf(j->out, "%" PRId64, value);
}

void json_unsigned(json *j, const char *key, uint64_t value)
{
    put_key(j, key);
    fprintf(j->out, "%" PRIu64, value);
}

void json_bool(json *j, const char *key, bool value)
{
    put_key(j, key);
    fputs(value ? "true" : "false", j->out);
}

void json_null(json *j, const char *key)
{
    put_key(j, key);
    fputs("null", j->out);
}

void json_cell(json *j, const char *key, int32_t x, int32_t y)
{
    json_array(j, key);
    json_integer(j, NULL, x);
    json_integer(j, NULL, y);
    json_close(j);
}
