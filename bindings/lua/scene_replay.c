/* takes: a record
 * gives: its scene, ticked with the same inputs; the first tick whose hash differs
 * cost:  as the scene's, and a hash a tick
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "scene_private.h"
#include "wend/io.h"

enum { REPLAY_PATH_CAPACITY = 1024, REPLAY_FOUND = 60, REPLAY_DIGITS = 16 };

struct scene_replay {
    scene *played;
    uint8_t *bytes;
    size_t count;
    char *line;           /**< What is read next; ends of lines are zeros already. */
    uint32_t line_number; /**< Of the one read last; past the last one at the end. */
    char *file;
    uint64_t source_hash;
    bool has_ended; /**< The end mark was read. */
    bool is_copy;   /**< bytes came from malloc, not from wend_io_read_file. */
};

/* ---- lines ---- */

/* The next line, or NULL at the end. */
static char *take_line(scene_replay *r)
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
static wend_result fail_line(const scene_replay *r, wend_message *message, const char *line,
                             const char *expected)
{
    char found[REPLAY_FOUND + 4] = "the end";
    if (line != NULL) {
        size_t count = strlen(line) < REPLAY_FOUND ? strlen(line) : REPLAY_FOUND;
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

/* What follows a word at the beginning of a line; NULL where another one stands there. */
static const char *after(const char *line, const char *word)
{
    size_t count = strlen(word);
    bool is_it = line != NULL && strncmp(line, word, count) == 0 && line[count] == ' ';
    return is_it ? line + count + 1 : NULL;
}

/* A whole number up to 2^64 - 1 before a blank or the end. @return what follows it, or NULL. */
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
    return rest != NULL && *rest == '\0' && strlen(text) == REPLAY_DIGITS;
}

/* ---- opening ---- */

/* The scene beside the record, for records that were moved together with it. */
static void beside(const char *record, const char *scene_file, char *path)
{
    const char *slash = strrchr(record, '/');
    const char *name = strrchr(scene_file, '/');
    int folder = slash == NULL ? 0 : (int)(slash - record) + 1;
    snprintf(path, REPLAY_PATH_CAPACITY, "%.*s%s", folder, record,
             name == NULL ? scene_file : name + 1);
}

static bool exists(const char *file)
{
    FILE *opened = fopen(file, "rb");
    if (opened != NULL) {
        fclose(opened);
    }
    return opened != NULL;
}

static wend_result open_scene(scene_replay *r, const char *named, const char *chosen, uint64_t seed,
                              const scene_options *wanted, wend_message *message)
{
    char near_path[REPLAY_PATH_CAPACITY];
    scene_options options = wanted != NULL ? *wanted : scene_options_default();
    options.seed = seed;
    options.record = NULL;
    const char *file = chosen != NULL ? chosen : named;
    options.record_stream = NULL;
    if (chosen == NULL && !exists(named)) {
        beside(r->file, named, near_path);
        file = exists(near_path) ? near_path : named;
    }
    return scene_open(file, &options, &r->played, message);
}

static wend_result read_head(scene_replay *r, const char *chosen, const scene_options *options,
                             wend_message *message)
{
    uint64_t seed = 0;
    const char *line = take_line(r);
    if (line == NULL || strcmp(line, "wend-record 2") != 0) {
        return fail_line(r, message, line, "'wend-record 2'");
    }
    line = take_line(r);
    const char *named = after(line, "scene");
    if (named == NULL || named[0] == '\0') {
        return fail_line(r, message, line, "'scene FILE'");
    }
    line = take_line(r);
    if (!read_hash(after(line, "source"), &r->source_hash)) {
        return fail_line(r, message, line, "'source HASH', of 16 digits,");
    }
    line = take_line(r);
    const char *rest = read_count(after(line, "seed"), 10, &seed);
    if (rest == NULL || *rest != '\0') {
        return fail_line(r, message, line, "'seed NUMBER'");
    }
    return open_scene(r, named, chosen, seed, options, message);
}

/* @param bytes NULL: the file's. */
static wend_result open_record(scene_replay *r, const char *file, const uint8_t *bytes,
                               size_t count, wend_message *message)
{
    wend_result result = WEND_OK;
    r->file = malloc(strlen(file) + 1);
    if (r->file == NULL) {
        return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    memcpy(r->file, file, strlen(file) + 1);
    if (bytes == NULL) {
        result = wend_io_read_file(file, NULL, &r->bytes, &r->count, message);
    } else {
        r->is_copy = true;
        r->count = count;
        r->bytes = malloc(count + 1);
        if (r->bytes == NULL) {
            return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
        }
        memcpy(r->bytes, bytes, count);
        r->bytes[count] = 0;
    }
    r->line = (char *)r->bytes;
    return result;
}

static wend_result open_replay(const char *file, const uint8_t *bytes, size_t count,
                               const char *scene_file, const scene_options *options,
                               scene_replay **made, wend_message *message)
{
    scene_replay *r = calloc(1, sizeof *r);
    if (r == NULL) {
        return scene_fail(message, WEND_ERROR_MEMORY, "out of memory");
    }
    wend_result result = open_record(r, file, bytes, count, message);
    result = result == WEND_OK ? read_head(r, scene_file, options, message) : result;
    if (result != WEND_OK) {
        scene_replay_close(r);
        return result;
    }
    *made = r;
    return WEND_OK;
}

wend_result scene_replay_open(const char *file, const char *scene_file,
                              const scene_options *options, scene_replay **made,
                              wend_message *message)
{
    *made = NULL;
    return file == NULL ? scene_fail(message, WEND_ERROR_ARGUMENT, "a record expected")
                        : open_replay(file, NULL, 0, scene_file, options, made, message);
}

wend_result scene_replay_open_bytes(const char *file, const uint8_t *bytes, size_t count,
                                    const char *scene_file, const scene_options *options,
                                    scene_replay **made, wend_message *message)
{
    *made = NULL;
    return file == NULL || bytes == NULL
               ? scene_fail(message, WEND_ERROR_ARGUMENT, "a record and its name expected")
               : open_replay(file, bytes, count, scene_file, options, made, message);
}

scene *scene_replay_scene(const scene_replay *replay)
{
    return replay->played;
}

void scene_replay_close(scene_replay *replay)
{
    if (replay != NULL) {
        scene_close(replay->played);
        if (replay->is_copy) {
            free(replay->bytes);
        } else {
            wend_io_free(NULL, replay->bytes, replay->count);
        }
        free(replay->file);
        free(replay);
    }
}

/* ---- playing ---- */

static wend_result fail_input(const scene_replay *r, const char *line, const char *rest,
                              wend_message *message)
{
    char form[SCENE_FORM_CAPACITY], expected[SCENE_FORM_CAPACITY + 32];
    snprintf(expected, sizeof expected, "'i %" PRIu64 " %s'", scene_tick_count(r->played),
             scene_input_form(rest, form));
    return fail_line(r, message, line, expected);
}

static wend_result play_input(const scene_replay *r, const char *line, wend_message *message)
{
    uint64_t tick = 0;
    scene_input input;
    wend_body_id *bodies = NULL;
    const char *rest = read_count(after(line, "i"), 10, &tick);
    bool is_good = rest != NULL && tick == scene_tick_count(r->played) &&
                   scene_parse_input(r->played->L, rest, &input, &bodies);
    wend_result result = is_good ? scene_add_input(r->played, &input)
                                 : fail_input(r, line, rest == NULL ? "" : rest, message);
    free(bodies);
    return result;
}

static wend_result play_tick(const scene_replay *r, const char *line, scene_difference *difference,
                             wend_message *message)
{
    uint64_t tick = 0;
    uint64_t recorded = 0;
    const char *rest = read_count(after(line, "t"), 10, &tick);
    if (rest == NULL || tick != scene_tick_count(r->played) + 1 || !read_hash(rest, &recorded)) {
        char expected[64];
        snprintf(expected, sizeof expected, "'t %" PRIu64 " HASH', of 16 digits,",
                 scene_tick_count(r->played) + 1);
        return fail_line(r, message, line, expected);
    }
    wend_result result = scene_tick(r->played);
    if (result != WEND_OK) {
        return scene_fail(message, result, "%s", scene_message(r->played));
    }
    uint64_t played = scene_hash(r->played);
    if (difference != NULL) {
        bool is_changed = r->source_hash != r->played->source_hash;
        *difference = (scene_difference){tick, recorded, played, is_changed};
    }
    return recorded == played ? WEND_OK : WEND_PARTIAL;
}

/* "end TICKS", and nothing behind it. */
static wend_result play_end(scene_replay *r, const char *line, wend_message *message)
{
    uint64_t ticks = 0;
    const char *rest = read_count(after(line, "end"), 10, &ticks);
    if (rest == NULL || *rest != '\0' || ticks != scene_tick_count(r->played)) {
        char expected[64];
        snprintf(expected, sizeof expected, "'end %" PRIu64 "'", scene_tick_count(r->played));
        return fail_line(r, message, line, expected);
    }
    line = take_line(r);
    if (line != NULL) {
        return fail_line(r, message, line, "nothing behind the end mark");
    }
    r->has_ended = true;
    return WEND_NO_PATH;
}

wend_result scene_replay_tick(scene_replay *replay, scene_difference *difference,
                              wend_message *message)
{
    if (replay->has_ended) {
        return WEND_NO_PATH;
    }
    for (const char *line = take_line(replay); line != NULL; line = take_line(replay)) {
        if (after(line, "t") != NULL) {
            return play_tick(replay, line, difference, message);
        }
        if (after(line, "end") != NULL) {
            return play_end(replay, line, message);
        }
        if (after(line, "i") == NULL) {
            return fail_line(replay, message, line, "'i TICK INPUT', 't TICK HASH' or 'end TICKS'");
        }
        wend_result result = play_input(replay, line, message);
        if (result != WEND_OK) {
            return result;
        }
    }
    return scene_fail(
        message, WEND_ERROR_FILE,
        "%s:%u: the record was cut: it has no line 'end TICKS'; the same for %" PRIu64 " ticks",
        replay->file, (unsigned)replay->line_number, scene_tick_count(replay->played));
}
