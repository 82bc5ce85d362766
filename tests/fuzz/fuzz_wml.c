/* Runs the WML reader on any bytes: tags that close are those that are open, and a refusal has a
 * message. The text with its macros put in is bounded. */
#include "fuzz/check.h"
#include "io/games/wml.h"

/** The reader's calls so far. */
typedef struct told {
    size_t depth, values;
} told;

static wend_result on_open(void *context, wendi_span tag, uint32_t line)
{
    told *t = context;
    t->depth++;
    check(tag.length > 0 && line > 0 && t->depth <= WENDI_WML_TAGS_MAX);
    return WEND_OK;
}

static wend_result on_close(void *context, wendi_span tag, uint32_t line)
{
    told *t = context;
    check(tag.length > 0 && line > 0 && t->depth > 0);
    t->depth--;
    return WEND_OK;
}

static wend_result on_value(void *context, wendi_span key, wendi_span value, uint32_t line)
{
    told *t = context;
    check(key.length > 0 && value.length <= WENDI_WML_VALUE_MAX && line > 0);
    /* Enough to see the reader stop on request. */
    return ++t->values == 100 ? WEND_ERROR_FULL : WEND_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    told t = {0, 0};
    wend_message message = {0, ""};
    wendi_wml_macros macros = {NULL, 0, 0, {NULL, NULL}};
    wendi_wml_handler handler = {on_open, on_close, on_value, &t};
    wend_result result = wendi_wml_read(data, size, &macros, &handler, &message);
    check(result == WEND_OK || result == WEND_ERROR_FILE || result == WEND_ERROR_FULL);
    check((result == WEND_ERROR_FILE) == (message.text[0] != '\0'));
    check(result != WEND_OK || t.depth == 0);
    wendi_wml_macros_free(&macros);
    return 0;
}
