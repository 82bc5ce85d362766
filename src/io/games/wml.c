/* Parses WML: tags and values, one call each.
 * Cost: linear in the text with its macros put in; one buffer for the longest value. */
#include "io/games/wml.h"

#include "base/core/array.h"
#include "base/core/message.h"

#include <string.h>

/** A tag or key being read. */
typedef struct name {
    uint8_t text[WENDI_WML_NAME_MAX];
    size_t length;
} name;

typedef struct parser {
    wendi_wml_source text;
    const wendi_wml_handler *handler;
    wendi_array_u8 value;
    name tags[WENDI_WML_TAGS_MAX]; /**< The open tags. */
    size_t depth;
} parser;

static wend_result fail_here(const parser *p, const char *what)
{
    return wendi_fail_line(p->text.message, p->text.line, "%s", what);
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static wendi_span span_of(const name *n)
{
    wendi_span span = {n->text, n->length};
    return span;
}

/* ---- tags ---- */

static bool is_name_character(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == ' ' || c == ',' || c == '.' || c == '-' || c == '/' || c == '+';
}

/** Reads a name up to its end mark, spaces at its end cut off.
 * @param c its first character, or the mark. */
static wend_result read_name(parser *p, int c, int mark, name *n)
{
    n->length = 0;
    for (; c != mark; c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN)) {
        if (c == WENDI_WML_FAILED) {
            return p->text.result;
        }
        if (!is_name_character(c) || n->length == sizeof n->text) {
            return fail_here(p, mark == ']' ? "a tag that is not closed by ']'"
                                            : "expected a [tag] or a key=value");
        }
        n->text[n->length++] = (uint8_t)c;
    }
    while (n->length > 0 && n->text[n->length - 1] == ' ') {
        n->length--;
    }
    return n->length == 0 ? fail_here(p, "a tag or key without a name") : WEND_OK;
}

static wend_result close_tag(parser *p, wendi_span tag)
{
    if (p->depth == 0 || p->tags[p->depth - 1].length != tag.length ||
        memcmp(p->tags[p->depth - 1].text, tag.text, tag.length) != 0) {
        return fail_here(p, "a closing tag that fits no open one");
    }
    p->depth--;
    return p->handler->close == NULL ? WEND_OK
                                     : p->handler->close(p->handler->context, tag, p->text.line);
}

/** A '[' was read. "[+tag]" continues an earlier tag, and is read like any other. */
static wend_result read_tag(parser *p)
{
    name tag;
    int c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
    bool closes = c == '/';
    if (c == '/' || c == '+') {
        c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
    }
    wend_result result = read_name(p, c, ']', &tag);
    if (result != WEND_OK) {
        return result;
    }
    if (closes) {
        return close_tag(p, span_of(&tag));
    }
    if (p->depth == WENDI_WML_TAGS_MAX) {
        return fail_here(p, "too many tags within each other");
    }
    p->tags[p->depth++] = tag;
    return p->handler->open == NULL
               ? WEND_OK
               : p->handler->open(p->handler->context, span_of(&tag), p->text.line);
}

/* ---- values ---- */

/** A value being read. */
typedef struct value_state {
    size_t kept; /**< Bytes that stay, spaces behind them not among them. */
    size_t part; /**< Beginning of the part being read. */
} value_state;

static wend_result push(parser *p, int c)
{
    if (p->value.count == WENDI_WML_VALUE_MAX) {
        return fail_here(p, "a value of more than 1 MiB");
    }
    if (!wendi_array_u8_push(&p->value, (uint8_t)c)) {
        return wendi_fail(p->text.message, WEND_ERROR_MEMORY, "out of memory for a value");
    }
    return WEND_OK;
}

/** A '"' was read: up to the next one; two of them stand for one. */
static wend_result read_quoted(parser *p)
{
    uint32_t line = p->text.line;
    for (;;) {
        int c = wendi_wml_source_next(&p->text, WENDI_WML_QUOTED);
        if (c == '"') {
            c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
            if (c != '"') {
                wendi_wml_source_back(&p->text, c);
                return c == WENDI_WML_FAILED ? p->text.result : WEND_OK;
            }
        }
        if (c == WENDI_WML_FAILED) {
            return p->text.result;
        }
        if (c == WENDI_WML_END) {
            return wendi_fail_line(p->text.message, line, "a text without its closing quote");
        }
        wend_result result = push(p, c);
        if (result != WEND_OK) {
            return result;
        }
    }
}

/** "<<" was read: up to ">>", as it stands. */
static wend_result read_raw(parser *p)
{
    uint32_t line = p->text.line;
    size_t begin = p->value.count;
    for (;;) {
        int c = wendi_wml_source_next(&p->text, WENDI_WML_RAW);
        if (c < 0) {
            return c == WENDI_WML_FAILED
                       ? p->text.result
                       : wendi_fail_line(p->text.message, line, "a \"<<\" without its \">>\"");
        }
        size_t count = p->value.count;
        if (c == '>' && count > begin && p->value.items[count - 1] == '>') {
            p->value.count--;
            return WEND_OK;
        }
        wend_result result = push(p, c);
        if (result != WEND_OK) {
            return result;
        }
    }
}

/** Appends one character, or the quoted or raw text that it opens, to the value. */
static wend_result read_piece(parser *p, value_state *s, int c)
{
    wend_result result = WEND_OK;
    if (c == '"') {
        /* A quote begins: a lone '_' before it only marks the text for translators. */
        if (s->kept == s->part + 1 && p->value.items[s->part] == '_') {
            p->value.count = s->part;
        }
        result = read_quoted(p);
    } else if (c == '<') {
        int next = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
        if (next == '<') {
            result = read_raw(p);
        } else {
            wendi_wml_source_back(&p->text, next);
            result = next == WENDI_WML_FAILED ? p->text.result : push(p, c);
        }
    } else {
        result = push(p, c);
    }
    s->kept = is_space(c) ? s->kept : p->value.count;
    if (c == '"') {
        s->part = p->value.count;
    }
    return result;
}

/** Reads a value up to the end of its line. */
static wend_result read_value(parser *p)
{
    value_state s = {0, 0};
    p->value.count = 0;
    int c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
    while (c != '\n' && c != WENDI_WML_END) {
        if (c == WENDI_WML_FAILED) {
            return p->text.result;
        }
        if (c == '+') {
            /* The value continues, also on a later line. */
            p->value.count = s.kept;
            s.part = s.kept;
            do {
                c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
            } while (is_space(c) || c == '\n');
            continue;
        }
        if (p->value.count > s.part || !is_space(c)) {
            wend_result result = read_piece(p, &s, c);
            if (result != WEND_OK) {
                return result;
            }
        }
        c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
    }
    p->value.count = s.kept;
    return WEND_OK;
}

/** Reads "key=value". @param c its first character. */
static wend_result read_pair(parser *p, int c)
{
    name key;
    uint32_t line = p->text.line;
    wend_result result = read_name(p, c, '=', &key);
    if (result == WEND_OK) {
        result = read_value(p);
    }
    if (result != WEND_OK || p->handler->value == NULL) {
        return result;
    }
    wendi_span value = {p->value.items, p->value.count};
    return p->handler->value(p->handler->context, span_of(&key), value, line);
}

static wend_result read_all(parser *p)
{
    for (;;) {
        int c = wendi_wml_source_next(&p->text, WENDI_WML_PLAIN);
        wend_result result = WEND_OK;
        if (c == WENDI_WML_FAILED) {
            return p->text.result;
        }
        if (c == WENDI_WML_END) {
            return p->depth == 0 ? WEND_OK : fail_here(p, "the file ends within a tag");
        }
        if (c == '[') {
            result = read_tag(p);
        } else if (!is_space(c) && c != '\n') {
            result = read_pair(p, c);
        }
        if (result != WEND_OK) {
            return result;
        }
    }
}

wend_result wendi_wml_read(const uint8_t *bytes, size_t count, wendi_wml_macros *macros,
                           const wendi_wml_handler *handler, wend_message *message)
{
    parser p;
    wendi_wml_source_begin(&p.text, macros, bytes, count, message);
    p.handler = handler;
    p.depth = 0;
    wendi_array_u8_init(&p.value, &macros->allocator);
    wend_result result = read_all(&p);
    wendi_array_u8_free(&p.value);
    return result;
}
