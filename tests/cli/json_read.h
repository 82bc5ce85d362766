/* A strict reader of JSON, to check what the command writes. */
#ifndef TEST_CLI_JSON_READ_H
#define TEST_CLI_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

/** True if the text is one JSON object, with white space around it at most. */
bool json_is_object(const char *text);
/** The raw value of a key of the outermost object ("[1, 2]", "\"text\"", "null").
 * @param value [capacity]. @return false when there is no such key. */
bool json_raw(const char *object, const char *key, char *value, size_t capacity);
/** The number of a key; fails the test when it is none. */
double json_get_number(const char *object, const char *key);
/** Checks the raw value of a key. */
void json_expect(const char *object, const char *key, const char *raw);
/** The number of elements of the array of a key. */
size_t json_count(const char *object, const char *key);

#endif
