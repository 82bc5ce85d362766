/* Checks JSON, and reads its values in place.
 * Cost: linear in the text of the value at hand. */
#include "json_value.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- checking ---- */

/* The position that a check has reached; where it fails, that of the first byte that does not
 * fit. */
typedef struct cursor {
    const char *at;
    int depth;
} cursor;

static bool check_value(cursor *c);

static void skip_space(cursor *c)
{
    c->at += strspn(c->at, " \t\r\n");
}

static bool take(cursor *c, char expected)
{
    if (*c->at != expected) {
        return false;
    }
    c->at++;
    return true;
}

static bool take_digits(cursor *c)
{
    const size_t count = strspn(c->at, "0123456789");
    c->at += count;
    return count > 0;
}

static bool check_number(cursor *c)
{
    (void)take(c, '-');
    if (!take(c, '0') && !take_digits(c)) {
        return false;
    }
    if (take(c, '.') && !take_digits(c)) {
        return false;
    }
    if (*c->at == 'e' || *c->at == 'E') {
        c->at++;
        if (*c->at == '+' || *c->at == '-') {
            c->at++;
        }
        return take_digits(c);
    }
    return true;
}

static bool check_text(cursor *c)
{
    if (!take(c, '"')) {
        return false;
    }
    while (*c->at != '"') {
        if ((unsigned char)*c->at < 0x20) {
            return false;
        }
        if (*c->at++ != '\\') {
            continue;
        }
        if (*c->at == 'u') {
            const size_t digits = strspn(c->at + 1, "0123456789abcdefABCDEF");
            c->at += 1 + (digits < 4 ? digits : 4);
            if (digits < 4) {
                return false;
            }
        } else if (*c->at != '\0' && strchr("\"\\/bfnrt", *c->at) != NULL) {
            c->at++;
        } else {
            return false;
        }
    }
    c->at++;
    return true;
}

static bool check_key(cursor *c)
{
    if (!check_text(c)) {
        return false;
    }
    skip_space(c);
    if (!take(c, ':')) {
        return false;
    }
    skip_space(c);
    return true;
}

static bool check_group(cursor *c, char closer)
{
    if (c->depth == JSON_NESTING_MAX) {
        return false;
    }
    c->at++;
    c->depth++;
    skip_space(c);
    for (bool is_first = true; !take(c, closer); is_first = false) {
        if (!is_first) {
            if (!take(c, ',')) {
                return false;
            }
            skip_space(c);
        }
        if ((closer == '}' && !check_key(c)) || !check_value(c)) {
            return false;
        }
        skip_space(c);
    }
    c->depth--;
    return true;
}

static bool check_word(cursor *c, const char *word)
{
    for (; *word != '\0'; word++) {
        if (!take(c, *word)) {
            return false;
        }
    }
    return true;
}

static bool check_value(cursor *c)
{
    switch (*c->at) {
    case '{':
        return check_group(c, '}');
    case '[':
        return check_group(c, ']');
    case '"':
        return check_text(c);
    case 't':
        return check_word(c, "true");
    case 'f':
        return check_word(c, "false");
    case 'n':
        return check_word(c, "null");
    default:
        return check_number(c);
    }
}

bool json_check(const char *text, size_t length, json_value *value, size_t *fault)
{
    cursor c = {text, 0};
    *value = (json_value){NULL};
    skip_space(&c);
    const char *begin = c.at;
    bool is_good = check_value(&c);
    if (is_good) {
        skip_space(&c);
        is_good = c.at == text + length;
    }
    *fault = (size_t)(c.at - text);
    if (is_good) {
        *value = (json_value){begin};
    }
    return is_good;
}

/* ---- values ---- */

json_kind json_kind_of(json_value value)
{
    if (value.at == NULL) {
        return JSON_NONE;
    }
    switch (*value.at) {
    case '{':
        return JSON_OBJECT;
    case '[':
        return JSON_ARRAY;
    case '"':
        return JSON_TEXT;
    case 't':
    case 'f':
        return JSON_BOOL;
    case 'n':
        return JSON_NULL;
    default:
        return JSON_NUMBER;
    }
}

bool json_is_true(json_value value)
{
    return value.at != NULL && *value.at == 't';
}

double json_to_number(json_value value)
{
    return json_kind_of(value) == JSON_NUMBER ? strtod(value.at, NULL) : (double)NAN;
}

/* ---- texts ---- */

static uint32_t hex4(const char *at)
{
    char digits[5] = "";
    memcpy(digits, at, 4);
    return (uint32_t)strtoul(digits, NULL, 16);
}

/* Reads \uXXXX, and the second half of a pair; half a pair alone is U+FFFD. */
static uint32_t take_code_point(const char **at)
{
    const uint32_t high = hex4(*at + 2);
    *at += 6;
    if (high < 0xD800 || high > 0xDFFF) {
        return high;
    }
    const uint32_t low = high < 0xDC00 && (*at)[0] == '\\' && (*at)[1] == 'u' ? hex4(*at + 2) : 0;
    if (low < 0xDC00 || low > 0xDFFF) {
        return 0xFFFD;
    }
    *at += 6;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

static size_t write_utf8(uint32_t code, char *bytes)
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    const size_t count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const uint32_t leads[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = count; i-- > 0;) {
        bytes[i] = (char)((i == 0 ? leads[count] : 0x80) | (i == 0 ? code : (code & 0x3F)));
        code >>= 6;
    }
    return count;
}

/* The next character of a text, unescaped. @param bytes [4]. @return how many; 0 at the end. */
static size_t take_character(const char **at, char *bytes)
{
    static const char escapes[] = "\"\\/bfnrt";
    static const char meanings[] = "\"\\/\b\f\n\r\t";
    if (**at == '"') {
        return 0;
    }
    if (**at != '\\') {
        bytes[0] = *(*at)++;
        return 1;
    }
    if ((*at)[1] == 'u') {
        return write_utf8(take_code_point(at), bytes);
    }
    bytes[0] = meanings[strchr(escapes, (*at)[1]) - escapes];
    *at += 2;
    return 1;
}

size_t json_to_text(json_value value, char *text, size_t capacity)
{
    size_t used = 0;
    size_t all = 0;
    bool is_cut = false;
    if (json_kind_of(value) == JSON_TEXT) {
        const char *at = value.at + 1;
        char bytes[4];
        for (size_t count = 1; count > 0; all += count) {
            count = take_character(&at, bytes);
            is_cut = is_cut || used + count >= capacity;
            if (!is_cut) {
                memcpy(text + used, bytes, count);
                used += count;
            }
        }
    }
    if (capacity > 0) {
        text[used] = '\0';
    }
    return all;
}

bool json_is_text(json_value value, const char *text)
{
    if (json_kind_of(value) != JSON_TEXT) {
        return false;
    }
    const char *at = value.at + 1;
    char bytes[4];
    for (;;) {
        const size_t count = take_character(&at, bytes);
        if (count == 0) {
            return *text == '\0';
        }
        if (strncmp(text, bytes, count) != 0) {
            return false;
        }
        text += count;
    }
}

/* ---- groups ---- */

/* Behind a value, a key and its value, or white space. */
static const char *behind(const char *at)
{
    cursor c = {at, 0};
    (void)check_value(&c);
    skip_space(&c);
    return c.at;
}

/* The first item of a group; none where it is empty. */
static json_value first_of(json_value group)
{
    cursor c = {group.at + 1, 0};
    skip_space(&c);
    return (json_value){*c.at == ']' || *c.at == '}' ? NULL : c.at};
}

/* The item behind the end of another one. */
static json_value next_of(const char *end)
{
    if (*end != ',') {
        return (json_value){NULL};
    }
    cursor c = {end + 1, 0};
    skip_space(&c);
    return (json_value){c.at};
}

json_value json_first_key(json_value object)
{
    return json_kind_of(object) == JSON_OBJECT ? first_of(object) : (json_value){NULL};
}

json_value json_key_value(json_value key)
{
    if (key.at == NULL) {
        return key;
    }
    cursor c = {key.at, 0};
    (void)check_key(&c);
    return (json_value){c.at};
}

json_value json_next_key(json_value key)
{
    return key.at == NULL ? key : next_of(behind(json_key_value(key).at));
}

json_value json_member(json_value object, const char *key)
{
    json_value at = json_first_key(object);
    while (at.at != NULL && !json_is_text(at, key)) {
        at = json_next_key(at);
    }
    return json_key_value(at);
}

json_value json_first(json_value array)
{
    return json_kind_of(array) == JSON_ARRAY ? first_of(array) : (json_value){NULL};
}

json_value json_next(json_value element)
{
    return element.at == NULL ? element : next_of(behind(element.at));
}

size_t json_size(json_value array)
{
    size_t count = 0;
    for (json_value at = json_first(array); at.at != NULL; at = json_next(at)) {
        count++;
    }
    return count;
}
