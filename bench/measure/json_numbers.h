/* The numbers of lists in a file of JSON. */
#ifndef BENCH_MEASURE_JSON_NUMBERS_H
#define BENCH_MEASURE_JSON_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_NUMBERS_ERROR = 160 };

/** The numbers of a list in their order, brackets dropped. */
typedef struct json_numbers {
    double *values;
    uint32_t *sizes; /* how many each innermost list has */
    size_t count, list_count;
} json_numbers;

/** Reads the list behind each key of the outermost object.
 * @param lists [count]; freed by json_numbers_free, also after a failure.
 * @param error [JSON_NUMBERS_ERROR]; written on failure.
 * @return false: no JSON, a key without a list of numbers, no memory, or a build without cJSON. */
bool json_numbers_read(const char *text, const char *const *keys, size_t count, json_numbers *lists,
                       char *error);
void json_numbers_free(json_numbers *lists, size_t count);

#endif
