/* takes: the attributes of an element.
 * gives: numbers, or what was found instead of them.
 * cost:  linear in the text. */
#include "base/core/message.h"
#include "io/tiled/tmx.h"

#include <string.h>

wend_result wendi_tmx_no_memory(const wendi_tmx *tmx)
{
    return wendi_fail(tmx->message, WEND_ERROR_MEMORY, "out of memory for the map");
}

wend_result wendi_tmx_integer(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                              const char *name, int64_t low, int64_t high, int64_t fallback,
                              int64_t *value)
{
    const char *text = wendi_xml_attribute(attributes, name);
    *value = fallback;
    if (text == NULL && fallback >= low && fallback <= high) {
        return WEND_OK;
    }
    if (text == NULL) {
        return wendi_fail_line(tmx->message, line, "there is no %s", name);
    }
    if (!wendi_span_integer(wendi_span_of(text), low, high, value)) {
        return wendi_fail_line(tmx->message, line,
                               "%s is '%.40s', expected a whole number from %lld to %lld", name,
                               text, (long long)low, (long long)high);
    }
    return WEND_OK;
}

bool wendi_tmx_parse_number(wendi_span span, double *value)
{
    bool is_negative = span.length > 0 && span.text[0] == '-';
    if (is_negative) {
        span.text++;
        span.length--;
    }
    wendi_decimal decimal;
    if ((is_negative && span.length > 0 && span.text[0] == '+') ||
        !wendi_span_decimal(span, &decimal)) {
        return false;
    }
    *value = is_negative ? -decimal.value : decimal.value;
    return true;
}

wend_result wendi_tmx_number(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                             const char *name, double *value)
{
    const char *text = wendi_xml_attribute(attributes, name);
    if (text != NULL && !wendi_tmx_parse_number(wendi_span_of(text), value)) {
        return wendi_fail_line(tmx->message, line, "%s is '%.40s', expected a number", name, text);
    }
    return WEND_OK;
}

wend_result wendi_tmx_either(const wendi_tmx *tmx, uint32_t line, const char **attributes,
                             const char *name, const char *first, const char *second,
                             bool *is_second)
{
    const char *text = wendi_xml_attribute(attributes, name);
    *is_second = text != NULL && strcmp(text, second) == 0;
    if (text == NULL || *is_second || strcmp(text, first) == 0) {
        return WEND_OK;
    }
    return wendi_fail_line(tmx->message, line, "%s is '%.40s', expected %s or %s", name, text,
                           first, second);
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

bool wendi_tmx_same_word(const char *a, const char *b)
{
    size_t i = 0;
    while (a[i] != '\0' && lower(a[i]) == lower(b[i])) {
        i++;
    }
    return a[i] == b[i];
}
