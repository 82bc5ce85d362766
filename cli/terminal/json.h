/* Writes one JSON object, with right escapes and numbers that read back to the same bits.
 *
 *     json j = json_begin(stdout);          {
 *     json_text(&j, "map", "a.map");          "map": "a.map",
 *     json_array(&j, "cells");                "cells": [
 *     json_integer(&j, NULL, 7);                7
 *     json_close(&j);                         ]
 *     json_finish(&j);                      }
 *
 * Inside arrays the key is NULL.
 */
#ifndef CLI_TERMINAL_JSON_H
#define CLI_TERMINAL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH_MAX = 16, JSON_NUMBER_CAPACITY = 40 };

typedef struct json {
    FILE *out;
    int depth;
    char closer[JSON_DEPTH_MAX];   /* '}' or ']' of each open level */
    bool has_item[JSON_DEPTH_MAX]; /* something stands there already */
} json;

/** Opens the outermost object. */
json json_begin(FILE *out);
/** Closes all open objects and arrays, and ends the line. */
void json_finish(json *j);

void json_object(json *j, const char *key);
void json_array(json *j, const char *key);
/** Closes the innermost object or array. */
void json_close(json *j);

/** @param text any bytes; those that are not UTF-8 become U+FFFD. NULL gives null. */
void json_text(json *j, const char *key, const char *text);
/** The shortest decimal that reads back to the same double; NaN and infinities give null. */
void json_number(json *j, const char *key, double value);
/** With this many digits behind the point; NaN and infinities give null. */
void json_decimals(json *j, const char *key, double value, int decimals);
void json_integer(json *j, const char *key, int64_t value);
void json_unsigned(json *j, const char *key, uint64_t value);
void json_bool(json *j, const char *key, bool value);
void json_null(json *j, const char *key);
/** An array [x, y]. */
void json_cell(json *j, const char *key, int32_t x, int32_t y);

/** The number json_number writes, for text output too. @param text [JSON_NUMBER_CAPACITY]. */
void json_format_number(double value, char *text);

#endif
