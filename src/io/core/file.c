/* Whole files: reading through the caller's allocator, writing whole or not at all (devices, pipes
 * and links are written in place).
 * Cost: linear; reading holds at most twice the file while it grows. */
#include "io/core/file.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/io_map.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Reading starts with this much and doubles. */
static const size_t first_bytes = 1 << 16;
static const size_t file_bytes_max = 1 << 30;
/* Names tried for the temporary file before giving up. */
enum { TEMPORARY_TRIES = 100, TEMPORARY_SUFFIX_CAPACITY = 16 };

/** strerror is not safe with threads, so the usual reasons are named here. */
static const char *reason(int error_number)
{
    switch (error_number) {
    case ENOENT:
        return "no such file or folder";
    case EACCES:
        return "no permission";
    case EISDIR:
        return "it is a folder";
    case ENOSPC:
        return "the disk is full";
    case EEXIST:
        return "there is such a file already";
    case EMFILE:
        return "too many open files";
    default:
        return "input/output error";
    }
}

/** Fails with "name: reason"; a long name loses its front. */
static wend_result fail_file(wend_message *message, wend_result result, const char *file,
                             const char *what, const char *why)
{
    (void)wendi_fail(message, result, "%s%s", what, why);
    wendi_file_message(message, file);
    return result;
}

/** A block that grows while a file is read; one byte is kept for the zero behind it. */
typedef struct growing {
    const wend_allocator *allocator;
    uint8_t *bytes;
    size_t count, capacity;
} growing;

static bool grow(growing *g)
{
    size_t capacity = g->capacity == 0 ? first_bytes : g->capacity * 2;
    uint8_t *bytes = wendi_resize(g->allocator, g->bytes, g->capacity, capacity);
    if (bytes == NULL) {
        return false;
    }
    g->bytes = bytes;
    g->capacity = capacity;
    return true;
}

static wend_result read_all(FILE *stream, const char *file, growing *g, wend_message *message)
{
    for (;;) {
        if (g->count + 1 >= g->capacity && !grow(g)) {
            return fail_file(message, WEND_ERROR_MEMORY, file, "out of memory", "");
        }
        errno = 0;
        size_t room = g->capacity - g->count - 1;
        size_t got = fread(g->bytes + g->count, 1, room, stream);
        g->count += got;
        if (g->count > file_bytes_max) {
            return fail_file(message, WEND_ERROR_FILE, file, "larger than 1 GiB", "");
        }
        if (ferror(stream) != 0) {
            return fail_file(message, WEND_ERROR_FILE, file, "cannot be read: ", reason(errno));
        }
        if (got < room) {
            return WEND_OK;
        }
    }
}

/** Cuts the block to size, so that the caller knows how large it is. */
static wend_result trim(growing *g)
{
    assert(g->bytes != NULL && g->count < g->capacity);
    g->bytes[g->count] = 0;
    uint8_t *bytes = wendi_resize(g->allocator, g->bytes, g->capacity, g->count + 1);
    if (bytes == NULL) {
        return WEND_ERROR_MEMORY;
    }
    g->bytes = bytes;
    g->capacity = g->count + 1;
    return WEND_OK;
}

wend_result wend_io_read_file(const char *file, const wend_allocator *allocator, uint8_t **bytes,
                              size_t *count, wend_message *message)
{
    wendi_message_clear(message);
    if (bytes != NULL) {
        *bytes = NULL;
    }
    if (count != NULL) {
        *count = 0;
    }
    if (file == NULL || bytes == NULL || count == NULL) {
        return wendi_fail(message, WEND_ERROR_ARGUMENT, "%s is NULL",
                          file == NULL    ? "file"
                          : bytes == NULL ? "bytes"
                                          : "count");
    }
    errno = 0;
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) {
        return fail_file(message, WEND_ERROR_FILE, file, "cannot be opened: ", reason(errno));
    }
    growing g = {allocator, NULL, 0, 0};
    wend_result result = read_all(stream, file, &g, message);
    (void)fclose(stream);
    if (result == WEND_OK && trim(&g) != WEND_OK) {
        result = fail_file(message, WEND_ERROR_MEMORY, file, "out of memory", "");
    }
    if (result != WEND_OK) {
        wendi_free(allocator, g.bytes, g.capacity);
        return result;
    }
    *bytes = g.bytes;
    *count = g.count;
    return WEND_OK;
}

void wend_io_free(const wend_allocator *allocator, uint8_t *bytes, size_t count)
{
    wendi_free(allocator, bytes, count + 1);
}

/** Opens a file beside `file` that was not there before. @param name [strlen(file) + capacity of
 * the suffix]. */
static FILE *open_temporary(const char *file, char *name, size_t capacity)
{
    for (int i = 0; i < TEMPORARY_TRIES; i++) {
        (void)snprintf(name, capacity, "%s.%d.tmp", file, i);
        errno = 0;
        FILE *stream = wendi_file_create_new(name);
        if (stream != NULL || errno != EEXIST) {
            return stream;
        }
    }
    return NULL;
}

static bool write_all(FILE *stream, const uint8_t *bytes, size_t count)
{
    bool ok = count == 0 || fwrite(bytes, 1, count, stream) == count;
    return fclose(stream) == 0 && ok;
}

static wend_result write_through(const char *file, char *name, size_t capacity,
                                 const uint8_t *bytes, size_t count, wend_message *message)
{
    FILE *stream = open_temporary(file, name, capacity);
    if (stream == NULL) {
        return fail_file(message, WEND_ERROR_FILE, file, "cannot be written: ", reason(errno));
    }
    if (!write_all(stream, bytes, count) || !wendi_file_replace(name, file)) {
        int error_number = errno;
        (void)remove(name);
        return fail_file(message, WEND_ERROR_FILE, file,
                         "cannot be written: ", reason(error_number));
    }
    return WEND_OK;
}

wend_result wend_io_write_file(const char *file, const uint8_t *bytes, size_t count,
                               wend_message *message)
{
    wendi_message_clear(message);
    if (file == NULL || file[0] == '\0' || (bytes == NULL && count > 0)) {
        return file != NULL && file[0] != '\0'
                   ? wendi_fail(message, WEND_ERROR_ARGUMENT, "bytes is NULL, but count is %zu",
                                count)
                   : wendi_fail(message, WEND_ERROR_ARGUMENT,
                                "file is %s, and must be the name of a file",
                                file == NULL ? "NULL" : "empty");
    }
    if (!wendi_file_is_replaceable(file)) {
        errno = 0;
        FILE *stream = fopen(file, "wb");
        if (stream == NULL || !write_all(stream, bytes, count)) {
            return fail_file(message, WEND_ERROR_FILE, file, "cannot be written: ", reason(errno));
        }
        return WEND_OK;
    }
    size_t capacity = strlen(file) + TEMPORARY_SUFFIX_CAPACITY;
    char *name = wendi_alloc(NULL, capacity);
    if (name == NULL) {
        return fail_file(message, WEND_ERROR_MEMORY, file, "out of memory", "");
    }
    wend_result result = write_through(file, name, capacity, bytes, count, message);
    wendi_free(NULL, name, capacity);
    return result;
}

/* The text needs room too. */
enum { FILE_NAME_SHOWN = 100 };

void wendi_file_message(wend_message *message, const char *file)
{
    if (message == NULL) {
        return;
    }
    size_t length = strlen(file);
    const char *dots = length > FILE_NAME_SHOWN ? "..." : "";
    const char *shown = length > FILE_NAME_SHOWN ? file + length - FILE_NAME_SHOWN : file;
    char text[WEND_MESSAGE_CAPACITY];
    memcpy(text, message->text, sizeof text);
    text[sizeof text - 1] = '\0';
    char place[FILE_NAME_SHOWN + 20];
    if (message->line > 0) {
        (void)snprintf(place, sizeof place, "%s%s:%lu", dots, shown, (unsigned long)message->line);
    } else {
        (void)snprintf(place, sizeof place, "%s%s", dots, shown);
    }
    /* The end of a long text is cut. */
    size_t used = strlen(place);
    memcpy(message->text, place, used);
    message->text[used++] = ':';
    message->text[used++] = ' ';
    size_t kept = strlen(text);
    kept = kept < sizeof message->text - used - 1 ? kept : sizeof message->text - used - 1;
    memcpy(message->text + used, text, kept);
    message->text[used + kept] = '\0';
}
