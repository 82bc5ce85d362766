/* Reads JSON in place: a text is checked once, then a value is a position in it.
 *
 *     {"from": [1, 2], "to": [9, 9]}
 *     ^        ^  ^
 *     object   |  json_next of the 1
 *              json_member "from"
 *
 * The text outlives its values. No memory is taken. A call reads the text from the value on, so a
 * member behind long ones takes longer. */
#ifndef CLI_TERMINAL_JSON_VALUE_H
#define CLI_TERMINAL_JSON_VALUE_H

#include <stdbool.h>
#include <stddef.h>

enum { JSON_NESTING_MAX = 64 };

typedef enum json_kind {
    JSON_NONE = 0, /* no value */
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

/* A value of a text that was checked; {NULL} = none, which every call takes. */
typedef struct json_value {
    const char *at;
} json_value;

/** Checks that a text is one value of JSON (RFC 8259), nested at most JSON_NESTING_MAX deep, with
 * white space around it at most.
 * @param text [length], and a zero behind it.
 * @param value set to none on failure.
 * @param fault set to the index of the first byte that does not fit. */
bool json_check(const char *text, size_t length, json_value *value, size_t *fault);

json_kind json_kind_of(json_value value);
bool json_is_true(json_value value);
/** NaN for a value that is no number. */
double json_to_number(json_value value);
/** Copies a text, unescaped, as UTF-8 with a zero behind it; cut where it is longer. Empty for a
 * value that is no text. @return the bytes of the whole text. */
size_t json_to_text(json_value value, char *text, size_t capacity);
bool json_is_text(json_value value, const char *text);

/** The value of the first key of this name; none without it, and of a value that is no object. */
json_value json_member(json_value object, const char *key);
/** The keys of an object, in its order, and the value of each. */
json_value json_first_key(json_value object);
json_value json_next_key(json_value key);
json_value json_key_value(json_value key);

/** The elements of an array, in its order. */
json_value json_first(json_value array);
json_value json_next(json_value element);
size_t json_size(json_value array);

#endif
