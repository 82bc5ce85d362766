/* Reads files by name, "-" for standard input, through the readers of the library.
 * Cost: reading; the bytes of a pipe are kept. */
#include "core/input.h"

#include "core/folder.h"
#include "streams.h"
#include "suggest.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A command names three files at most. */
enum {
    NAMES_MOST = 512,
    FOLDER_CAPACITY = 1024,
    KEPT_MOST = 4,
    FIRST_BYTES = 1 << 16,
    BYTES_MOST = 1 << 30
};

/* The bytes of a pipe. */
typedef struct kept_bytes {
    const char *file; /* as the user named it */
    uint8_t *bytes;
    size_t count;
} kept_bytes;

/* Input from pipes cannot be read again, so it is kept as long as the program runs. */
static kept_bytes kept[KEPT_MOST];

const char *input_name(const char *file)
{
    return strcmp(file, "-") == 0 ? "standard input" : file;
}

/* ---- pipes ---- */

static wend_result fail(wend_message *message, wend_result result, const char *file,
                        const char *what)
{
    if (message != NULL) {
        message->line = 0;
        snprintf(message->text, sizeof message->text, "%.190s: %.60s", input_name(file), what);
    }
    return result;
}

/* @param bytes freed by the caller in any case. */
static wend_result read_all(FILE *stream, const char *file, uint8_t **bytes, size_t *count,
                            wend_message *message)
{
    size_t capacity = 0;
    for (;;) {
        if (*count + 1 >= capacity) {
            capacity = capacity == 0 ? FIRST_BYTES : capacity * 2;
            uint8_t *grown = realloc(*bytes, capacity);
            if (grown == NULL) {
                return fail(message, WEND_ERROR_MEMORY, file, "out of memory");
            }
            *bytes = grown;
        }
        const size_t room = capacity - *count - 1;
        errno = 0;
        const size_t got = fread(*bytes + *count, 1, room, stream);
        *count += got;
        (*bytes)[*count] = 0;
        if (*count > BYTES_MOST) {
            return fail(message, WEND_ERROR_FILE, file, "larger than 1 GiB");
        }
        if (ferror(stream)) {
            char what[60];
            snprintf(what, sizeof what, "cannot be read: %s", strerror(errno));
            return fail(message, WEND_ERROR_FILE, file, what);
        }
        if (got < room) {
            return WEND_OK;
        }
    }
}

static wend_result keep(const char *file, kept_bytes *k, wend_message *message)
{
    const bool is_input = strcmp(file, "-") == 0;
    FILE *stream = is_input ? streams_input() : fopen(file, "rb");
    if (stream == NULL) {
        return fail(message, WEND_ERROR_FILE, file, "cannot be opened");
    }
    uint8_t *bytes = NULL;
    size_t count = 0;
    const wend_result result = read_all(stream, file, &bytes, &count, message);
    if (!is_input) {
        fclose(stream);
    }
    if (result != WEND_OK) {
        free(bytes);
        return result;
    }
    *k = (kept_bytes){.file = file, .bytes = bytes, .count = count};
    return WEND_OK;
}

/* Content of a pipe. @param k NULL: no pipe, the file is to be read by its name. */
static wend_result pipe_of(const char *file, const kept_bytes **k, wend_message *message)
{
    size_t at = 0;
    *k = NULL;
    for (; at < KEPT_MOST && kept[at].file != NULL; at++) {
        if (strcmp(kept[at].file, file) == 0) {
            *k = &kept[at];
            return WEND_OK;
        }
    }
    if (at == KEPT_MOST || !streams_is_once(file)) {
        return WEND_OK;
    }
    const wend_result result = keep(file, &kept[at], message);
    *k = result == WEND_OK ? &kept[at] : NULL;
    return result;
}

/* Puts "standard input:12: " before the message of a reader of bytes, as readers of files do. */
static wend_result name_it(wend_result result, const char *file, wend_message *message)
{
    char where[256];
    char text[WEND_MESSAGE_CAPACITY];
    if (result >= WEND_OK || message == NULL) {
        return result;
    }
    if (message->line > 0) {
        snprintf(where, sizeof where, "%.200s:%lu", input_name(file), (unsigned long)message->line);
    } else {
        snprintf(where, sizeof where, "%.200s", input_name(file));
    }
    memcpy(text, message->text, sizeof text);
    const size_t used = (size_t)snprintf(message->text, sizeof message->text, "%s: ", where);
    snprintf(message->text + used, sizeof message->text - used, "%.*s",
             (int)(sizeof message->text - used - 1),
             text[0] == '\0' ? wend_result_text(result) : text);
    return result;
}

/* ---- names ---- */

/* Names of a folder's files, in their order. */
typedef struct name_list {
    char *items[NAMES_MOST];
    size_t count;
} name_list;

static bool add_name(void *context, const char *name)
{
    name_list *list = context;
    const size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    size_t at = list->count;
    if (copy == NULL) {
        return false;
    }
    memcpy(copy, name, size);
    for (; at > 0 && strcmp(list->items[at - 1], copy) > 0; at--) {
        list->items[at] = list->items[at - 1];
    }
    list->items[at] = copy;
    list->count++;
    return list->count < NAMES_MOST;
}

/* @param suggestion [SUGGEST_CAPACITY] */
static void suggest_file(const char *file, char *suggestion)
{
    char folder[FOLDER_CAPACITY] = ".";
    const char *slash = strrchr(file, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - file) + 1;
    name_list list = {.count = 0};
    suggestion[0] = '\0';
    if (length >= sizeof folder) {
        return;
    }
    if (length > 0) {
        memcpy(folder, file, length);
        folder[length] = '\0';
    }
    (void)folder_each(folder, add_name, &list);
    suggest(file + length, (const char *const *)list.items, list.count, suggestion);
    for (size_t i = 0; i < list.count; i++) {
        free(list.items[i]);
    }
}

int input_fail(const cli *c, const char *file, wend_result result, const wend_message *message)
{
    char suggestion[SUGGEST_CAPACITY] = "";
    if (!streams_is_once(file) && message->text[0] != '\0') {
        FILE *there = fopen(file, "rb");
        if (there != NULL) {
            fclose(there);
        } else if (errno == ENOENT) {
            suggest_file(file, suggestion);
        }
    }
    return suggestion[0] == '\0' ? cli_fail_call(c, input_name(file), result, message)
                                 : cli_fail(c, "%s%s", message->text, suggestion);
}

/* ---- whole files ---- */

wend_result input_read(const char *file, uint8_t **bytes, size_t *count, wend_message *message)
{
    const kept_bytes *k = NULL;
    *bytes = NULL;
    *count = 0;
    const wend_result result = pipe_of(file, &k, message);
    if (k == NULL) {
        return result == WEND_OK ? wend_io_read_file(file, NULL, bytes, count, message) : result;
    }
    *bytes = k->bytes;
    *count = k->count;
    return WEND_OK;
}

void input_free(const char *file, uint8_t *bytes, size_t count)
{
    const kept_bytes *k = NULL;
    if (pipe_of(file, &k, NULL) == WEND_OK && k == NULL) {
        wend_io_free(NULL, bytes, count);
    }
}

size_t input_head(const char *file, char *head, size_t capacity)
{
    const kept_bytes *k = NULL;
    size_t count = 0;
    FILE *stream = NULL;
    if (pipe_of(file, &k, NULL) == WEND_OK && k == NULL) {
        stream = fopen(file, "rb");
    }
    if (stream != NULL) {
        count = fread(head, 1, capacity - 1, stream);
        fclose(stream);
    } else if (k != NULL) {
        count = k->count < capacity - 1 ? k->count : capacity - 1;
        memcpy(head, k->bytes, count);
    }
    head[count] = '\0';
    return count;
}

/* ---- maps, levels, meshes, graphs, scenarios ---- */

wend_result input_map_open(const char *file, const wend_map_options *options, wend_map **map)
{
    const kept_bytes *k = NULL;
    *map = NULL;
    const wend_result result = pipe_of(file, &k, options->message);
    if (k == NULL) {
        return result == WEND_OK ? wend_map_load_file(file, options, map) : result;
    }
    return name_it(wend_map_load_memory(k->bytes, k->count, options, map), file, options->message);
}

wend_result input_map_load(const char *file, const wend_map_options *options, wend_grid **grid,
                           wend_map_format *format)
{
    const kept_bytes *k = NULL;
    *grid = NULL;
    const wend_result result = pipe_of(file, &k, options->message);
    if (k == NULL) {
        return result == WEND_OK ? wend_map_load_grid_file(file, options, grid, format) : result;
    }
    return name_it(wend_map_load_grid_memory(k->bytes, k->count, options, grid, format), file,
                   options->message);
}

wend_result input_level_open(const char *file, const wend_level_options *options,
                             wend_level **level)
{
    const kept_bytes *k = NULL;
    *level = NULL;
    const wend_result result = pipe_of(file, &k, options->message);
    if (k == NULL) {
        return result == WEND_OK ? wend_level_load_file(file, options, level) : result;
    }
    return name_it(wend_level_load_memory(k->bytes, k->count, options, level), file,
                   options->message);
}

wend_result input_level_list(const char *file, const wend_level_options *options,
                             wend_level_name_fn see, void *context)
{
    const kept_bytes *k = NULL;
    const wend_result result = pipe_of(file, &k, NULL);
    if (k == NULL) {
        return result == WEND_OK ? wend_level_list_file(file, options, see, context) : result;
    }
    return wend_level_list_memory(k->bytes, k->count, options, see, context);
}

wend_result input_mesh_open(const char *file, const wend_mesh_options *options, wend_mesh **mesh,
                            wend_mesh_report *report, wend_mesh_format *format)
{
    const kept_bytes *k = NULL;
    *mesh = NULL;
    const wend_result result = pipe_of(file, &k, options->message);
    if (k == NULL) {
        return result == WEND_OK ? wend_mesh_load_file(file, options, mesh, report, format)
                                 : result;
    }
    return name_it(wend_mesh_load_memory(k->bytes, k->count, options, mesh, report, format), file,
                   options->message);
}

wend_result input_triangles_open(const char *file, const wend_mesh_options *options,
                                 wend_triangles *triangles)
{
    const kept_bytes *k = NULL;
    *triangles = (wend_triangles){.points = NULL};
    const wend_result result = pipe_of(file, &k, options->message);
    if (k == NULL) {
        return result == WEND_OK ? wend_triangles_load_file(file, options, triangles) : result;
    }
    return name_it(wend_triangles_load_memory(k->bytes, k->count, options, triangles), file,
                   options->message);
}

wend_result input_graph_open(const char *file, wend_graph_format format, wend_graph **graph,
                             wend_message *message)
{
    const kept_bytes *k = NULL;
    *graph = NULL;
    const wend_result result = pipe_of(file, &k, message);
    if (k == NULL) {
        return result == WEND_OK ? wend_graph_load_file(file, format, NULL, graph, message)
                                 : result;
    }
    return name_it(wend_graph_load_memory(k->bytes, k->count, format, NULL, graph, message), file,
                   message);
}

wend_result input_scenario_load(const char *file, wend_scenario **scenario, wend_message *message)
{
    const kept_bytes *k = NULL;
    *scenario = NULL;
    const wend_result result = pipe_of(file, &k, message);
    if (k == NULL) {
        return result == WEND_OK ? wend_scenario_load_file(file, NULL, scenario, message) : result;
    }
    return name_it(wend_scenario_load_memory(k->bytes, k->count, NULL, scenario, message), file,
                   message);
}
