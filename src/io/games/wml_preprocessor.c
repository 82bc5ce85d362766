/* The characters of a WML file without comments, with macros put in, and the macros it defines.
 * Cost: linear in the output, which is bounded. */
#include "io/games/wml_preprocessor.h"

#include "base/core/memory.h"
#include "base/core/message.h"

#include <string.h>

/* The game's own files give less than a hundredth of this. */
static const uint64_t characters_max = (uint64_t)1 << 26;

void wendi_wml_macros_free(wendi_wml_macros *macros)
{
    wendi_free(&macros->allocator, macros->items, macros->capacity * sizeof *macros->items);
    macros->items = NULL;
    macros->count = 0;
    macros->capacity = 0;
}

static bool same(wendi_span a, wendi_span b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/** The macro of a name, SIZE_MAX if there is none. */
static size_t find(const wendi_wml_macros *macros, wendi_span name)
{
    for (size_t i = name.length == 0 ? 0 : macros->count; i-- > 0;) {
        if (same(macros->items[i].name, name)) {
            return i;
        }
    }
    return SIZE_MAX;
}

static bool add(wendi_wml_macros *macros, const wendi_wml_macro *macro)
{
    if (macros->count == macros->capacity) {
        size_t capacity = macros->capacity == 0 ? 16 : macros->capacity * 2;
        wendi_wml_macro *items =
            wendi_resize(&macros->allocator, macros->items,
                         macros->capacity * sizeof *macros->items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        macros->items = items;
        macros->capacity = capacity;
    }
    macros->items[macros->count++] = *macro;
    return true;
}

void wendi_wml_source_begin(wendi_wml_source *text, wendi_wml_macros *macros, const uint8_t *bytes,
                            size_t count, wend_message *message)
{
    static const uint8_t mark[3] = {0xEF, 0xBB, 0xBF};
    static const uint8_t nothing[1] = {0};
    memset(text, 0, sizeof *text);
    text->macros = macros;
    text->line = 1;
    text->budget = characters_max;
    text->back = WENDI_WML_END;
    text->message = message;
    text->depth = 1;
    size_t skip = count >= sizeof mark && memcmp(bytes, mark, sizeof mark) == 0 ? sizeof mark : 0;
    text->frames[0].at = count == 0 ? nothing : bytes + skip;
    text->frames[0].end = text->frames[0].at + (count - skip);
    text->frames[0].macro = SIZE_MAX;
}

static int fail(wendi_wml_source *text, wend_result result)
{
    text->result = result;
    return WENDI_WML_FAILED;
}

/* ---- the frame on top ---- */

static wendi_wml_frame *top(wendi_wml_source *text)
{
    return &text->frames[text->depth - 1];
}

/** Moves the top frame forward and counts the file's lines. */
static void advance(wendi_wml_source *text, const uint8_t *to)
{
    wendi_wml_frame *frame = top(text);
    if (text->depth == 1) {
        for (const uint8_t *p = frame->at; p < to; p++) {
            text->line += *p == '\n' && text->line < UINT32_MAX ? 1 : 0;
        }
    }
    frame->at = to;
}

static const uint8_t *line_end(const wendi_wml_frame *frame)
{
    const uint8_t *newline = memchr(frame->at, '\n', (size_t)(frame->end - frame->at));
    return newline == NULL ? frame->end : newline;
}

/** The first occurrence of a text in [at, end); end if there is none. */
static const uint8_t *seek(const uint8_t *at, const uint8_t *end, const char *word)
{
    size_t length = strlen(word);
    for (; (size_t)(end - at) >= length; at++) {
        at = memchr(at, word[0], (size_t)(end - at));
        if (at == NULL || (size_t)(end - at) < length) {
            return end;
        }
        if (memcmp(at, word, length) == 0) {
            return at;
        }
    }
    return end;
}

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

/* ---- directives ---- */

/** The words of the rest of the line, '\r' not among them. */
static wendi_span rest_of_line(const wendi_wml_frame *frame)
{
    const uint8_t *end = line_end(frame);
    wendi_span line = {frame->at, (size_t)(end - frame->at)};
    if (line.length > 0 && line.text[line.length - 1] == '\r') {
        line.length--;
    }
    return line;
}

/** The word right behind a '#'; empty for a comment. */
static wendi_span directive_word(wendi_span *words)
{
    wendi_span none = {words->text, 0};
    return words->length > 0 && is_blank(words->text[0]) ? none : wendi_span_word(words);
}

/** "#define NAME A B", a body of lines, "#enddef". */
static int define(wendi_wml_source *text, wendi_span words)
{
    wendi_wml_macro macro;
    memset(&macro, 0, sizeof macro);
    macro.name = wendi_span_word(&words);
    wendi_span word = wendi_span_word(&words);
    for (; word.length > 0 && word.text[0] != '#'; word = wendi_span_word(&words)) {
        if (macro.parameter_count == WENDI_WML_PARAMETERS_MAX) {
            (void)wendi_fail_line(text->message, text->line, "a macro of more than %d parameters",
                                  (int)WENDI_WML_PARAMETERS_MAX);
            return fail(text, WEND_ERROR_FILE);
        }
        macro.parameters[macro.parameter_count++] = word;
    }
    wendi_wml_frame *frame = top(text);
    const uint8_t *body = line_end(frame);
    const uint8_t *end = seek(body, frame->end, "#enddef");
    if (macro.name.length == 0 || end == frame->end ||
        text->macros->count == WENDI_WML_MACROS_MAX) {
        (void)wendi_fail_line(text->message, text->line,
                              "a #define without a name or #enddef, or one too many");
        return fail(text, WEND_ERROR_FILE);
    }
    /* The end of the #define's own line is no part of the body. */
    macro.body.text = body + 1;
    macro.body.length = (size_t)(end - macro.body.text);
    if (!add(text->macros, &macro)) {
        (void)wendi_fail(text->message, WEND_ERROR_MEMORY, "out of memory for a macro");
        return fail(text, WEND_ERROR_MEMORY);
    }
    advance(text, end + strlen("#enddef"));
    return 0;
}

static bool opens_condition(wendi_span word)
{
    return wendi_span_is(word, "ifdef") || wendi_span_is(word, "ifndef") ||
           wendi_span_is(word, "ifhave") || wendi_span_is(word, "ifnhave") ||
           wendi_span_is(word, "ifver") || wendi_span_is(word, "ifnver");
}

/** Skips the branch of a condition: to behind its #endif or, with to_else, its #else. */
static void skip_branch(wendi_wml_source *text, bool to_else)
{
    wendi_wml_frame *frame = top(text);
    uint32_t nested = 0;
    for (;;) {
        const uint8_t *hash = memchr(frame->at, '#', (size_t)(frame->end - frame->at));
        if (hash == NULL) {
            advance(text, frame->end);
            return;
        }
        advance(text, hash + 1);
        wendi_span words = rest_of_line(frame);
        wendi_span word = directive_word(&words);
        if (opens_condition(word)) {
            nested++;
        } else if (nested == 0 &&
                   (wendi_span_is(word, "endif") || (to_else && wendi_span_is(word, "else")))) {
            advance(text, line_end(frame));
            return;
        } else if (wendi_span_is(word, "endif")) {
            nested--;
        }
    }
}

/** True if the condition holds. Macros are known; files and versions never exist. */
static bool holds(const wendi_wml_source *text, wendi_span word, wendi_span name)
{
    if (wendi_span_is(word, "ifdef")) {
        return find(text->macros, name) != SIZE_MAX;
    }
    if (wendi_span_is(word, "ifndef")) {
        return find(text->macros, name) == SIZE_MAX;
    }
    return wendi_span_is(word, "ifnhave") || wendi_span_is(word, "ifnver");
}

/** Behind a '#': carries out a directive, skips a comment. @return 0 or FAILED. */
static int directive(wendi_wml_source *text)
{
    wendi_span words = rest_of_line(top(text));
    wendi_span word = directive_word(&words);
    if (wendi_span_is(word, "define")) {
        return define(text, words);
    }
    if (wendi_span_is(word, "undef")) {
        size_t macro = find(text->macros, wendi_span_word(&words));
        if (macro != SIZE_MAX) {
            text->macros->items[macro].name.length = 0;
        }
    } else if (wendi_span_is(word, "else")) {
        skip_branch(text, false);
        return 0;
    }
    bool condition = opens_condition(word);
    bool left_out = condition && !holds(text, word, wendi_span_word(&words));
    advance(text, line_end(top(text)));
    if (left_out) {
        skip_branch(text, true);
    }
    return 0;
}

/* ---- macros ---- */

/** The next argument of a call: a word, or text in brackets. Length 0 = no more. */
static wendi_span argument(wendi_span *call)
{
    while (call->length > 0 && is_blank(call->text[0])) {
        call->text++;
        call->length--;
    }
    bool bracketed = call->length > 0 && call->text[0] == '(';
    size_t nested = 0;
    size_t n = 0;
    for (; n < call->length; n++) {
        uint8_t c = call->text[n];
        if (c == '(' || c == '{') {
            nested++;
        } else if (c == ')' || c == '}') {
            nested -= nested > 0 ? 1 : 0;
            if (bracketed && nested == 0) {
                break;
            }
        } else if (nested == 0 && is_blank(c)) {
            break;
        }
    }
    wendi_span word = {call->text, n};
    if (bracketed && n > 0) {
        word.text++;
        word.length--;
        n += n < call->length ? 1 : 0;
    }
    call->text += n;
    call->length -= n;
    return word;
}

static int push(wendi_wml_source *text, wendi_span span, size_t macro, wendi_span call)
{
    if (text->depth == WENDI_WML_FRAMES_MAX) {
        (void)wendi_fail_line(text->message, text->line, "macros within macros %d deep",
                              (int)WENDI_WML_FRAMES_MAX);
        return fail(text, WEND_ERROR_FILE);
    }
    wendi_wml_frame *frame = &text->frames[text->depth++];
    memset(frame, 0, sizeof *frame);
    frame->at = span.text;
    frame->end = span.text + span.length;
    frame->macro = macro;
    if (macro != SIZE_MAX) {
        for (uint32_t i = 0; i < text->macros->items[macro].parameter_count; i++) {
            frame->arguments[i] = argument(&call);
        }
    }
    return 0;
}

/** The parameter of the macro being read that has a name; NULL if there is none. */
static const wendi_span *parameter(const wendi_wml_source *text, wendi_span name)
{
    const wendi_wml_frame *frame = &text->frames[text->depth - 1];
    if (frame->macro == SIZE_MAX) {
        return NULL;
    }
    const wendi_wml_macro *macro = &text->macros->items[frame->macro];
    for (uint32_t i = 0; i < macro->parameter_count; i++) {
        if (same(macro->parameters[i], name)) {
            return &frame->arguments[i];
        }
    }
    return NULL;
}

/** Behind a '{': puts the macro in, or nothing for an unknown one. @return 0 or FAILED. */
static int expand(wendi_wml_source *text)
{
    wendi_wml_frame *frame = top(text);
    size_t nested = 1;
    const uint8_t *p = frame->at;
    for (; p < frame->end; p++) {
        nested += *p == '{' ? 1 : 0;
        nested -= *p == '}' ? 1 : 0;
        if (nested == 0) {
            break;
        }
    }
    if (p == frame->end) {
        (void)wendi_fail_line(text->message, text->line, "'{' without its '}'");
        return fail(text, WEND_ERROR_FILE);
    }
    wendi_span call = {frame->at, (size_t)(p - frame->at)};
    advance(text, p + 1);
    uint64_t price = 64 + text->macros->count + call.length;
    text->budget -= text->budget < price ? text->budget : price;
    wendi_span name = argument(&call);
    const wendi_span *value = parameter(text, name);
    if (value != NULL) {
        return value->length == 0 ? 0 : push(text, *value, SIZE_MAX, *value);
    }
    size_t macro = find(text->macros, name);
    return macro == SIZE_MAX ? 0 : push(text, text->macros->items[macro].body, macro, call);
}

int wendi_wml_source_next(wendi_wml_source *text, wendi_wml_mode mode)
{
    if (text->back != WENDI_WML_END) {
        int c = text->back;
        text->back = WENDI_WML_END;
        return c;
    }
    for (;;) {
        wendi_wml_frame *frame = top(text);
        if (frame->at == frame->end) {
            if (text->depth == 1) {
                return WENDI_WML_END;
            }
            text->depth--;
            continue;
        }
        if (text->budget == 0) {
            (void)wendi_fail_line(text->message, text->line, "too long with its macros put in");
            return fail(text, WEND_ERROR_FILE);
        }
        text->budget--;
        uint8_t c = *frame->at;
        advance(text, frame->at + 1);
        bool special = (c == '#' && mode == WENDI_WML_PLAIN) || (c == '{' && mode != WENDI_WML_RAW);
        if (!special) {
            return c;
        }
        if ((c == '#' ? directive(text) : expand(text)) != 0) {
            return WENDI_WML_FAILED;
        }
    }
}

void wendi_wml_source_back(wendi_wml_source *text, int c)
{
    text->back = c;
}
