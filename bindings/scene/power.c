/* Finds the first line of a script with a power other than a square: C's pow rounds differently on
 * different machines, and operators of numbers cannot be replaced.
 * Cost: linear in the text. */
#include <ctype.h>
#include <string.h>

#include "scene/private.h"

typedef struct reader {
    const char *text, *end;
    uint32_t line;
} reader;

static char peek(const reader *r, size_t ahead)
{
    return (size_t)(r->end - r->text) > ahead ? r->text[ahead] : '\0';
}

static void skip(reader *r, size_t count)
{
    for (size_t i = 0; i < count && r->text < r->end; i++) {
        r->line += *r->text == '\n';
        r->text++;
    }
}

/* Signs between the brackets of [[, [=[ ... + 2; 0 = none begins here. */
static size_t long_bracket(const reader *r)
{
    size_t level = 1;
    while (peek(r, level) == '=') {
        level++;
    }
    return peek(r, 0) == '[' && peek(r, level) == '[' ? level + 1 : 0;
}

static bool ends_long(const reader *r, size_t width)
{
    if (peek(r, 0) != ']' || peek(r, width - 1) != ']') {
        return false;
    }
    for (size_t i = 1; i + 1 < width; i++) {
        if (peek(r, i) != '=') {
            return false;
        }
    }
    return true;
}

static void skip_long(reader *r, size_t width)
{
    skip(r, width);
    while (r->text < r->end && !ends_long(r, width)) {
        skip(r, 1);
    }
    skip(r, width);
}

static void skip_quoted(reader *r)
{
    char quote = *r->text;
    skip(r, 1);
    while (r->text < r->end && *r->text != quote) {
        skip(r, *r->text == '\\' ? 2 : 1);
    }
    skip(r, 1);
}

static void skip_comment(reader *r)
{
    skip(r, 2);
    size_t width = long_bracket(r);
    if (width > 0) {
        skip_long(r, width);
        return;
    }
    while (r->text < r->end && *r->text != '\n') {
        skip(r, 1);
    }
}

/* True if only the number 2 follows. */
static bool is_square(const reader *r)
{
    size_t i = 1;
    while (peek(r, i) == ' ') {
        i++;
    }
    char next = peek(r, i + 1);
    return peek(r, i) == '2' && !isalnum((unsigned char)next) && next != '.' && next != '_';
}

uint32_t scene_find_power(const char *text, size_t count)
{
    reader r = {text, text + count, 1};
    while (r.text < r.end) {
        char c = *r.text;
        size_t width = long_bracket(&r);
        if (c == '-' && peek(&r, 1) == '-') {
            skip_comment(&r);
        } else if (width > 0) {
            skip_long(&r, width);
        } else if (c == '"' || c == '\'') {
            skip_quoted(&r);
        } else if (c == '^' && !is_square(&r)) {
            return r.line;
        } else {
            skip(&r, 1);
        }
    }
    return 0;
}
