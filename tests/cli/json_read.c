/* Validates JSON text (RFC 8259), and reads values by key. Each call scans the whole text. */
#include "json_read.h"

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RAW_CAPACITY = 1 << 16 };

static const char *skip_value(const char *at);

static const char *skip_space(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Each skip_ function returns the end of the skipped part, or NULL without one. */
static const char *skip_escape(const char *at)
{
    if (*at != 'u') {
        return *at != '\0' && strchr("\"\\/bfnrt", *at) != NULL ? at + 1 : NULL;
    }
    return strspn(at + 1, "0123456789abcdefABCDEF") >= 4 ? at + 5 : NULL;
}

static const char *skip_string(const char *at)
{
    if (*at++ != '"') {
        return NULL;
    }
    while (at != NULL && *at != '"') {
        if ((unsigned char)*at < 0x20) {
            return NULL;
        }
        at = *at == '\\' ? skip_escape(at + 1) : at + 1;
    }
    return at == NULL ? NULL : at + 1;
}

static const char *skip_digits(const char *at)
{
    const size_t count = strspn(at, "0123456789");
    return count > 0 ? at + count : NULL;
}

static const char *skip_number(const char *at)
{
    at += *at == '-';
    if (at[0] == '0' && at[1] >= '0' && at[1] <= '9') {
        return NULL;
    }
    at = skip_digits(at);
    if (at != NULL && *at == '.') {
        at = skip_digits(at + 1);
    }
    if (at != NULL && (*at == 'e' || *at == 'E')) {
        at++;
        at += *at == '+' || *at == '-';
        at = skip_digits(at);
    }
    return at;
}

static const char *skip_member(const char *at)
{
    at = skip_string(at);
    if (at == NULL || *skip_space(at) != ':') {
        return NULL;
    }
    return skip_value(skip_space(skip_space(at) + 1));
}

/* An object or an array. */
static const char *skip_group(const char *at, char closer)
{
    at = skip_space(at + 1);
    if (*at == closer) {
        return at + 1;
    }
    for (;;) {
        at = closer == '}' ? skip_member(at) : skip_value(at);
        if (at == NULL) {
            return NULL;
        }
        at = skip_space(at);
        if (*at == closer) {
            return at + 1;
        }
        if (*at != ',') {
            return NULL;
        }
        at = skip_space(at + 1);
    }
}

static const char *skip_word(const char *at, const char *word)
{
    return strncmp(at, word, strlen(word)) == 0 ? at + strlen(word) : NULL;
}

static const char *skip_value(const char *at)
{
    switch (*at) {
    case '{':
        return skip_group(at, '}');
    case '[':
        return skip_group(at, ']');
    case '"':
        return skip_string(at);
    case 't':
        return skip_word(at, "true");
    case 'f':
        return skip_word(at, "false");
    case 'n':
        return skip_word(at, "null");
    default:
        return skip_number(at);
    }
}

bool json_is_object(const char *text)
{
    const char *at = skip_space(text);
    const char *end = *at == '{' ? skip_value(at) : NULL;
    return end != NULL && *skip_space(end) == '\0';
}

bool json_raw(const char *object, const char *key, char *value, size_t capacity)
{
    const char *at = skip_space(skip_space(object) + 1);
    while (at != NULL && *at == '"') {
        const char *name_end = skip_string(at);
        const char *begin = skip_space(skip_space(name_end) + 1);
        const char *end = skip_value(begin);
        const size_t length = strlen(key);
        if ((size_t)(name_end - at) == length + 2 && strncmp(at + 1, key, length) == 0) {
            assert_true((size_t)(end - begin) < capacity);
            memcpy(value, begin, (size_t)(end - begin));
            value[end - begin] = '\0';
            return true;
        }
        at = skip_space(end);
        at = *at == ',' ? skip_space(at + 1) : NULL;
    }
    return false;
}

static char *need_raw(const char *object, const char *key)
{
    char *value = malloc(RAW_CAPACITY);
    assert_non_null(value);
    if (!json_raw(object, key, value, RAW_CAPACITY)) {
        fail_msg("no \"%s\" in %s", key, object);
    }
    return value;
}

double json_get_number(const char *object, const char *key)
{
    char *value = need_raw(object, key);
    const char *end = skip_number(value);
    if (end == NULL || *end != '\0') {
        fail_msg("\"%s\" is %s, expected a number", key, value);
    }
    const double number = strtod(value, NULL);
    free(value);
    return number;
}

void json_expect(const char *object, const char *key, const char *raw)
{
    char *value = need_raw(object, key);
    if (strcmp(value, raw) != 0) {
        fail_msg("\"%s\" is %s, expected %s", key, value, raw);
    }
    free(value);
}

size_t json_count(const char *object, const char *key)
{
    char *value = need_raw(object, key);
    assert_int_equal(value[0], '[');
    size_t count = 0;
    const char *at = skip_space(value + 1);
    while (*at != ']') {
        count++;
        at = skip_space(skip_value(at));
        at = *at == ',' ? skip_space(at + 1) : at;
    }
    free(value);
    return count;
}
