/* takes: a map's file, and the names of others it refers to.
 * gives: their bytes, from the disk or from where the caller's function takes them.
 * cost:  that of reading whole files. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "io/content/reader.h"

#include <stdio.h>
#include <string.h>

/** How much of a file's name is its folder, with the slash. */
static size_t folder_length(const char *file)
{
    size_t length = 0;
    for (size_t i = 0; file[i] != '\0'; i++) {
        if (file[i] == '/' || file[i] == '\\') {
            length = i + 1;
        }
    }
    return length;
}

wend_result wendi_map_file_open(const char *file, const wend_map_options *options,
                                wendi_map_file *opened)
{
    memset(opened, 0, sizeof *opened);
    const wend_allocator *allocator = &options->allocator;
    wend_result result =
        wend_io_read_file(file, allocator, &opened->bytes, &opened->count, options->message);
    if (result != WEND_OK) {
        return result;
    }
    size_t length = folder_length(file);
    opened->folder = wendi_alloc_zero(allocator, length + 1);
    if (opened->folder == NULL) {
        wend_io_free(allocator, opened->bytes, opened->count);
        return wendi_fail(options->message, WEND_ERROR_MEMORY, "%s: out of memory", file);
    }
    memcpy(opened->folder, file, length);
    opened->folder_bytes = length + 1;
    opened->source = (wendi_map_file_source){.bytes = opened->bytes,
                                             .count = opened->count,
                                             .folder = opened->folder,
                                             .is_file = true,
                                             .options = options};
    return WEND_OK;
}

void wendi_map_file_close(wendi_map_file *opened)
{
    const wend_allocator *allocator = &opened->source.options->allocator;
    wendi_free(allocator, opened->folder, opened->folder_bytes);
    wend_io_free(allocator, opened->bytes, opened->count);
}

static bool is_absolute(const char *name)
{
    return name[0] == '/' || name[0] == '\\' || (name[0] != '\0' && name[1] == ':');
}

/** What the caller's function gave must be whole; a lesser answer is none. */
static wend_result call_open(const wend_map_options *o, const char *name, uint8_t **bytes,
                             size_t *count)
{
    wendi_message_clear(o->message);
    wend_result result = o->open(o->open_context, name, &o->allocator, bytes, count, o->message);
    if (result == WEND_OK && *bytes == NULL) {
        result = WEND_ERROR_FILE;
    }
    if (result > WEND_OK) {
        wend_io_free(&o->allocator, *bytes, *count);
        result = WEND_ERROR_FILE;
    }
    if (result != WEND_OK) {
        *bytes = NULL;
        *count = 0;
        if (o->message != NULL && o->message->text[0] == '\0') {
            (void)wendi_fail(o->message, result, "%s: cannot be opened", name);
        }
    }
    return result;
}

/** @param between "" or "/". */
static wend_result open_joined(const wendi_map_file_source *source, const char *folder,
                               const char *between, const char *name, uint8_t **bytes,
                               size_t *count)
{
    const wend_map_options *o = source->options;
    size_t capacity = strlen(folder) + strlen(between) + strlen(name) + 1;
    char *joined = wendi_alloc(&o->allocator, capacity);
    if (joined == NULL) {
        return wendi_fail(o->message, WEND_ERROR_MEMORY, "%s: out of memory", name);
    }
    (void)snprintf(joined, capacity, "%s%s%s", folder, between, name);
    wend_result result = o->open != NULL
                             ? call_open(o, joined, bytes, count)
                             : wend_io_read_file(joined, &o->allocator, bytes, count, o->message);
    wendi_free(&o->allocator, joined, capacity);
    return result;
}

wend_result wendi_map_source_open_sibling(const wendi_map_file_source *source, const char *name,
                                          uint8_t **bytes, size_t *count)
{
    const wend_map_options *o = source->options;
    *bytes = NULL;
    *count = 0;
    if (name[0] == '\0' || is_absolute(name)) {
        return wendi_fail(o->message, WEND_ERROR_FILE,
                          "'%.60s': expected a name relative to the map's folder", name);
    }
    if (o->open != NULL) {
        return open_joined(source, "", "", name, bytes, count);
    }
    if (!source->is_file) {
        return wendi_fail(o->message, WEND_ERROR_FILE,
                          "the map needs '%.60s', and options->open is not set", name);
    }
    return open_joined(source, source->folder, "", name, bytes, count);
}

wend_result wendi_map_source_open_data(const wendi_map_file_source *source, const char *name,
                                       uint8_t **bytes, size_t *count)
{
    const wend_map_options *o = source->options;
    *bytes = NULL;
    *count = 0;
    if (o->data_folder != NULL) {
        return open_joined(source, o->data_folder, "/", name, bytes, count);
    }
    if (o->open != NULL) {
        return open_joined(source, "", "", name, bytes, count);
    }
    return wendi_fail(o->message, WEND_ERROR_FILE,
                      "the map needs '%.60s', and options->data_folder is not set", name);
}
