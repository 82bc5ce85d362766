/* Reads a record: its head, then its inputs and hashes, in order; an error is a sentence about the
 * line.
 * Cost: linear in the bytes. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"
#include "wend/io.h"

enum { READER_FOUND = 60, READER_DIGITS = 16 };

/* ---- lines ---- */

/* The next line, or NULL at the end. */
static char *take_line(scene_reader *r)
{
    char *end = (char *)r->bytes + r->count;
    r->line_number++;
    if (r->line >= end) {
        return NULL;
    }
    char *line = r->line;
    char *stop = memchr(line, '\n', (size_t)(end - line));
    if (stop == NULL) {
        stop = end;
    }
    r->line = stop + 1;
    stop -= stop > line && stop[-1] == '\r' ? 1 : 0;
    *stop = '\0';
    for (char *zero = line; zero < stop; zero += strlen(zero)) {
        *zero = *zero == '\0' ? '?' : *zero; /* Would end the line before its end. */
    }
    return line;
}

/* @param line as it was read; NULL = the record ended. */
static wend_result fail_line(const scene_reader *r, wend_message *message, const char *line,
                             const char *expected)
{
    char found[READER_FOUND + 4] = "the end";
    if (line != NULL) {
        size_t count = strlen(line) < READER_FOUND ? strlen(line) : READER_FOUND;
        size_t used = (size_t)snprintf(found, sizeof found, "'%.*s'", (int)count, line);
        for (size_t i = 0; i < used && i + 1 < sizeof found; i++) {
            found[i] = found[i] >= ' ' && found[i] <= '~' ? found[i] : '?';
        }
    }
    (void)scene_fail(message, WEND_ERROR_FILE, "%s:%u: %s expected, found %s", r->file,
                     (unsigned)r->line_number, expected, found);
    if (message != NULL) {
        message->line = r->line_number;
    }
    return WEND_ERROR_FILE;
}

/* Text after a word at the beginning of a line; NULL where another one stands there. */
static const char *after(const char *line, const char *word)
{
    size_t count = strlen(word);
    bool is_it = line != NULL && strncmp(line, word, count) == 0 && line[count] == ' ';
    return is_it ? line + count + 1 : NULL;
}

/* A whole number up to 2^64 - 1 before a blank or the end. @return the text after it, or NULL. */
static const char *read_count(const char *text, int base, uint64_t *value)
{
    char *end = NULL;
    if (text == NULL || *text == '-' || *text == '+' || *text == ' ') {
        return NULL;
    }
    *value = strtoull(text, &end, base);
    return end == text || (*end != ' ' && *end != '\0') ? NULL : end + (*end == ' ');
}

/* A hash is written with all its digits: fewer are a line that was cut. */
static bool read_hash(const char *text, uint64_t *hash)
{
    const char *rest = read_count(text, 16, hash);
    return rest != NULL && *rest == '\0' && strlen(text) == READER_DIGITS;
}

/* ---- head ---- */

/* Lines "parameter NAME=VALUE"; opening the scene tests them further. */
static wend_result read_parameters(scene_reader *r, wend_message *message)
{
    static const char word[] = "parameter ";
    const size_t length = sizeof word - 1;
    const char *const end = (const char *)r->bytes + r->count;
    /* Behind a last line without an end the next one would begin beyond the text. */
    while (r->line < end && (size_t)(end - r->line) > length &&
           strncmp(r->line, word, length) == 0) {
        const char *line = take_line(r);
        if (strchr(line, '=') == NULL || r->parameter_count == SCENE_PARAMETERS_MAX) {
            return fail_line(r, message, line, "'parameter NAME=VALUE', at most 32 of them,");
        }
        r->parameters[r->parameter_count++] = line + length;
    }
    return WEND_OK;
}

static wend_result read_head(scene_reader *r, wend_message *message)
{
    const char *line = take_line(r);
    if (line == NULL || strcmp(line, "wend-record 2") != 0) {
        return fail_line(r, message, line, "'wend-record 2'");
    }
    line = take_line(r);
    r->scene = after(line, "scene");
    if (r->scene == NULL || r->scene[0] == '\0') {
        return fail_line(r, message, line, "'scene FILE'");
    }
    line = take_line(r);
    if (!read_hash(after(line, "source"), &r->source_hash)) {
        return fail_line(r, message, line, "'source HASH', of 16 digits,");
    }
    line = take_line(r);
    const char *rest = read_count(after(line, "seed"), 10, &r->seed);
    if (rest == NULL || *rest != '\0') {
        return fail_line(r, message, line, "'seed NUMBER'");
    }
    return read_parameters(r, message);
}

wend_result scene_reader_open(scene_reader *r, const char *file, const uint8_t *bytes, size_t count,
                              wend_message *message)
{
    *r = (scene_reader){.is_copy = bytes != NULL, .count = count};
    r->file = malloc(strlen(file) + 1);
    if (r->file == NULL) {
        return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    memcpy(r->file, file, strlen(file) + 1);
    if (bytes == NULL) {
        const wend_result result = wend_io_read_file(file, NULL, &r->bytes, &r->count, message);
        if (result != WEND_OK) {
            return result;
        }
    } else {
        r->bytes = malloc(count + 1);
        if (r->bytes == NULL) {
            return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
        }
        memcpy(r->bytes, bytes, count);
        r->bytes[count] = 0;
    }
    r->line = (char *)r->bytes;
    return read_head(r, message);
}

void scene_reader_close(scene_reader *r)
{
    if (r->is_copy) {
        free(r->bytes);
    } else {
        wend_io_free(NULL, r->bytes, r->count);
    }
    free(r->file);
    *r = (scene_reader){0};
}

/* ---- inputs, hashes, the end ---- */

static wend_result fail_input(const scene_reader *r, uint64_t ticks, const char *line,
                              const char *rest, wend_message *message)
{
    char form[SCENE_FORM_CAPACITY], expected[SCENE_FORM_CAPACITY + 32];
    snprintf(expected, sizeof expected, "'i %" PRIu64 " %s'", ticks, scene_input_form(rest, form));
    return fail_line(r, message, line, expected);
}

static wend_result read_input(const scene_reader *r, lua_State *L, uint64_t ticks, const char *line,
                              scene_reader_item *item, wend_message *message)
{
    uint64_t tick = 0;
    const char *rest = read_count(after(line, "i"), 10, &tick);
    bool is_good =
        rest != NULL && tick == ticks && scene_parse_input(L, rest, &item->input, &item->bodies);
    item->kind = SCENE_READER_INPUT;
    return is_good ? WEND_OK : fail_input(r, ticks, line, rest == NULL ? "" : rest, message);
}

static wend_result read_tick(const scene_reader *r, uint64_t ticks, const char *line,
                             scene_reader_item *item, wend_message *message)
{
    uint64_t tick = 0;
    const char *rest = read_count(after(line, "t"), 10, &tick);
    item->kind = SCENE_READER_TICK;
    if (rest == NULL || tick != ticks + 1 || !read_hash(rest, &item->hash)) {
        char expected[64];
        snprintf(expected, sizeof expected, "'t %" PRIu64 " HASH', of 16 digits,", ticks + 1);
        return fail_line(r, message, line, expected);
    }
    return WEND_OK;
}

/* "end TICKS", and nothing behind it. */
static wend_result read_end(scene_reader *r, uint64_t ticks, const char *line,
                            wend_message *message)
{
    uint64_t said = 0;
    const char *rest = read_count(after(line, "end"), 10, &said);
    if (rest == NULL || *rest != '\0' || said != ticks) {
        char expected[64];
        snprintf(expected, sizeof expected, "'end %" PRIu64 "'", ticks);
        return fail_line(r, message, line, expected);
    }
    line = take_line(r);
    if (line != NULL) {
        return fail_line(r, message, line, "nothing behind the end mark");
    }
    r->has_ended = true;
    return WEND_NO_PATH;
}

wend_result scene_reader_next(scene_reader *r, lua_State *L, uint64_t ticks,
                              scene_reader_item *item, wend_message *message)
{
    memset(item, 0, sizeof *item);
    if (r->has_ended) {
        return WEND_NO_PATH;
    }
    const char *line = take_line(r);
    if (line == NULL) {
        return scene_fail(
            message, WEND_ERROR_FILE,
            "%s:%u: the record was cut: it has no line 'end TICKS'; the same for %" PRIu64 " ticks",
            r->file, (unsigned)r->line_number, ticks);
    }
    if (after(line, "t") != NULL) {
        return read_tick(r, ticks, line, item, message);
    }
    if (after(line, "end") != NULL) {
        return read_end(r, ticks, line, message);
    }
    if (after(line, "i") == NULL) {
        return fail_line(r, message, line, "'i TICK INPUT', 't TICK HASH' or 'end TICKS'");
    }
    return read_input(r, L, ticks, line, item, message);
}
