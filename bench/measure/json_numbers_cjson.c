/* Reads lists of numbers by cJSON. */
#include "measure/json_numbers.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers and lists that a value has, itself counted. */
static size_t items_of(const cJSON *value)
{
    size_t count = 1;
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, value)
    {
        count += items_of(item);
    }
    return count;
}

static void add_numbers(const cJSON *value, json_numbers *list, size_t *first)
{
    if (cJSON_IsNumber(value)) {
        list->values[list->count++] = value->valuedouble;
    }
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, value)
    {
        add_numbers(item, list, first);
    }
    if (cJSON_IsArray(value) && list->count > *first) {
        list->sizes[list->list_count++] = (uint32_t)(list->count - *first);
        *first = list->count;
    }
}

static bool read_list(const cJSON *value, json_numbers *list)
{
    const size_t most = items_of(value);
    size_t first = 0;
    list->values = malloc(most * sizeof *list->values);
    list->sizes = malloc(most * sizeof *list->sizes);
    if (!cJSON_IsArray(value) || list->values == NULL || list->sizes == NULL) {
        return false;
    }
    add_numbers(value, list, &first);
    return list->count > 0;
}

bool json_numbers_read(const char *text, const char *const *keys, size_t count, json_numbers *lists,
                       char *error)
{
    memset(lists, 0, count * sizeof *lists);
    const char *end = text;
    cJSON *file = cJSON_ParseWithOpts(text, &end, true);
    if (file == NULL) {
        snprintf(error, JSON_NUMBERS_ERROR, "no JSON: byte %zu", (size_t)(end - text) + 1);
        return false;
    }
    bool is_ok = true;
    for (size_t i = 0; i < count && is_ok; i++) {
        is_ok = read_list(cJSON_GetObjectItemCaseSensitive(file, keys[i]), &lists[i]);
        if (!is_ok) {
            snprintf(error, JSON_NUMBERS_ERROR, "\"%s\" cannot be read", keys[i]);
        }
    }
    cJSON_Delete(file);
    return is_ok;
}

void json_numbers_free(json_numbers *lists, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(lists[i].values);
        free(lists[i].sizes);
    }
}
