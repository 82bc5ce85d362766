/* The objects on a map of Warzone 2100, one call each: from droid.json, struct.json or
 * feature.json, or from dinit.bjo, struct.bjo or feat.bjo of older maps.
 * Cost: linear in the bytes; no memory but the stack, whose nesting is bounded. */
#include "base/core/bytes.h"
#include "base/core/message.h"
#include "io/games/warzone.h"

#include <string.h>

/* ---- JSON ---- */

enum { DEPTH_MAX = 16 };

typedef struct json {
    const uint8_t *at, *end;
    uint32_t line;
    const char *file;
    wendi_warzone_object_fn take;
    void *context;
    wend_message *message;
} json;

/** An object of the text, as far as it was read. */
typedef struct found {
    wendi_warzone_object object;
    bool has_position;
} found;

static wend_result fail_here(const json *j, const char *expected)
{
    return wendi_fail(j->message, WEND_ERROR_FILE, "%s:%lu: expected %s", j->file,
                      (unsigned long)j->line, expected);
}

/** The next character that is no blank, not taken; 0 at the end. */
static uint8_t peek(json *j)
{
    for (; j->at < j->end; j->at++) {
        uint8_t c = *j->at;
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
            return c;
        }
        j->line += c == '\n' && j->line < UINT32_MAX ? 1 : 0;
    }
    return 0;
}

/** Takes a character if it is the next one. */
static bool take(json *j, uint8_t c)
{
    if (peek(j) != c || j->at == j->end) {
        return false;
    }
    j->at++;
    return true;
}

/** Reads a string; escapes stay as they are. */
static wend_result read_string(json *j, wendi_span *string)
{
    if (!take(j, '"')) {
        return fail_here(j, "a string");
    }
    const uint8_t *begin = j->at;
    while (j->at < j->end && *j->at != '"') {
        j->at += *j->at == '\\' && j->end - j->at > 1 ? 2 : 1;
    }
    if (j->at == j->end) {
        return fail_here(j, "the '\"' that ends a string");
    }
    string->text = begin;
    string->length = (size_t)(j->at - begin);
    j->at++;
    return WEND_OK;
}

static bool is_word_byte(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '-' || c == '.';
}

/** Cuts off a number, true, false or null. */
static wendi_span read_word(json *j)
{
    (void)peek(j);
    wendi_span word = {j->at, 0};
    while (j->at < j->end && is_word_byte(*j->at)) {
        j->at++;
        word.length++;
    }
    return word;
}

static wend_result read_number(json *j, double *number)
{
    wendi_span word = read_word(j);
    bool is_negative = word.length > 0 && word.text[0] == '-';
    wendi_span digits = {word.text + (is_negative ? 1 : 0), word.length - (is_negative ? 1 : 0)};
    wendi_decimal decimal;
    if (!wendi_span_decimal(digits, &decimal)) {
        return fail_here(j, "a number");
    }
    *number = is_negative ? -decimal.value : decimal.value;
    return WEND_OK;
}

static wend_result read_value(json *j, int depth);

/** Reads the values of an array whose '[' and first values were taken. */
static wend_result read_rest(json *j, int depth)
{
    while (!take(j, ']')) {
        if (!take(j, ',')) {
            return fail_here(j, "',' or ']'");
        }
        wend_result result = read_value(j, depth);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

/** "[x, y, z]". */
static wend_result read_position(json *j, found *f, int depth)
{
    if (!take(j, '[')) {
        return fail_here(j, "[x, y, z]");
    }
    wend_result result = read_number(j, &f->object.x);
    if (result == WEND_OK && !take(j, ',')) {
        result = fail_here(j, "[x, y, z]");
    }
    if (result == WEND_OK) {
        result = read_number(j, &f->object.y);
    }
    f->has_position = result == WEND_OK;
    return result == WEND_OK ? read_rest(j, depth) : result;
}

/** Reads one "key": value of an object. */
static wend_result read_member(json *j, found *f, int depth)
{
    wendi_span key = {j->at, 0};
    wend_result result = read_string(j, &key);
    if (result != WEND_OK) {
        return result;
    }
    if (!take(j, ':')) {
        return fail_here(j, "':'");
    }
    if (wendi_span_is(key, "position")) {
        return read_position(j, f, depth);
    }
    if (wendi_span_is(key, "startpos") || wendi_span_is(key, "player")) {
        /* "startpos" and "player" are numbers, or words such as "scavenger", which is no player. */
        const uint8_t c = peek(j);
        if (c < '0' || c > '9') {
            return read_value(j, depth);
        }
        int64_t player = 0;
        wendi_span word = read_word(j);
        if (!wendi_span_integer(word, 0, INT32_MAX, &player)) {
            return fail_here(j, "a player's number");
        }
        f->object.player = (int32_t)player;
        return WEND_OK;
    }
    /* Droids have a template, and sometimes a name for people beside it. */
    if (wendi_span_is(key, "template") ||
        (wendi_span_is(key, "name") && f->object.name.length == 0)) {
        return peek(j) == '"' ? read_string(j, &f->object.name) : read_value(j, depth);
    }
    return read_value(j, depth);
}

static wend_result read_object(json *j, int depth)
{
    found f = {{{j->at, 0}, -1, 0.0, 0.0}, false};
    for (bool is_first = true; !take(j, '}'); is_first = false) {
        if (!is_first && !take(j, ',')) {
            return fail_here(j, "',' or '}'");
        }
        wend_result result = read_member(j, &f, depth);
        if (result != WEND_OK) {
            return result;
        }
    }
    return f.has_position ? j->take(j->context, &f.object) : WEND_OK;
}

static wend_result read_value(json *j, int depth)
{
    wendi_span string;
    if (depth == DEPTH_MAX) {
        return fail_here(j, "fewer brackets within each other");
    }
    if (peek(j) == '"') {
        return read_string(j, &string);
    }
    if (take(j, '{')) {
        return read_object(j, depth + 1);
    }
    if (take(j, '[')) {
        if (take(j, ']')) {
            return WEND_OK;
        }
        wend_result result = read_value(j, depth + 1);
        return result == WEND_OK ? read_rest(j, depth + 1) : result;
    }
    return read_word(j).length > 0 ? WEND_OK : fail_here(j, "a value");
}

wend_result wendi_warzone_read_json(wendi_span text, const char *file,
                                    wendi_warzone_object_fn take_fn, void *context,
                                    wend_message *message)
{
    json j = {text.text, text.text + text.length, 1, file, take_fn, context, message};
    wend_result result = read_value(&j, 0);
    if (result == WEND_OK && peek(&j) != 0) {
        return fail_here(&j, "the end");
    }
    return result;
}

/* ---- records ---- */

/* "dint", version, count, then records of one length, which depends on the version:
 *
 *     name | id | x | y | z | direction | player | ...        32 bits each after the name */
enum {
    HEADER_BYTES = 12,
    NAME_BYTES_OLD = 40,
    NAME_BYTES_NEW = 60,
    LAST_VERSION_OLD = 19,
    PLACE_BYTES = 24
};

static wendi_warzone_object read_record(const uint8_t *record, size_t name_bytes)
{
    const uint8_t *zero = memchr(record, 0, name_bytes);
    wendi_warzone_object object;
    object.name.text = record;
    object.name.length = zero == NULL ? name_bytes : (size_t)(zero - record);
    wendi_reader reader;
    wendi_reader_init(&reader, record + name_bytes, PLACE_BYTES);
    (void)wendi_read_u32(&reader); /* its number */
    object.x = wendi_read_u32(&reader);
    object.y = wendi_read_u32(&reader);
    (void)wendi_read_u64(&reader); /* height and direction */
    uint32_t player = wendi_read_u32(&reader);
    object.player = player < WENDI_WARZONE_PLAYERS_MAX ? (int32_t)player : -1;
    return object;
}

wend_result wendi_warzone_read_bjo(wendi_span bytes, const char *file,
                                   wendi_warzone_object_fn take_fn, void *context,
                                   wend_message *message)
{
    if (bytes.length < HEADER_BYTES) {
        return wendi_fail(message, WEND_ERROR_FILE, "%s: too short for its header", file);
    }
    wendi_reader header;
    wendi_reader_init(&header, bytes.text, bytes.length);
    (void)wendi_read_u32(&header);
    uint32_t version = wendi_read_u32(&header);
    uint32_t count = wendi_read_u32(&header);
    size_t name_bytes = version <= LAST_VERSION_OLD ? NAME_BYTES_OLD : NAME_BYTES_NEW;
    size_t record_bytes = count == 0 ? 0 : (bytes.length - HEADER_BYTES) / count;
    if (count > 0 && record_bytes < name_bytes + PLACE_BYTES) {
        return wendi_fail(message, WEND_ERROR_FILE, "%s: too short for its %lu records", file,
                          (unsigned long)count);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *record = bytes.text + HEADER_BYTES + (size_t)i * record_bytes;
        wendi_warzone_object object = read_record(record, name_bytes);
        wend_result result = take_fn(context, &object);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}
