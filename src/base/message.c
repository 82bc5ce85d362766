/* takes: a message (may be NULL), a printf format and its values.
 * gives: the text cut to the message's size, and the result to return.
 * cost:  one vsnprintf. */
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>

void wendi_message_clear(wend_message *m)
{
    if (m != NULL) {
        m->line = 0;
        m->text[0] = '\0';
    }
}

WENDI_PRINTF(3, 0)
static void write_text(wend_message *m, uint32_t line, const char *format, va_list values)
{
    m->line = line;
    if (vsnprintf(m->text, sizeof m->text, format, values) < 0) {
        m->text[0] = '\0';
    }
}

wend_result wendi_fail(wend_message *m, wend_result r, const char *format, ...)
{
    if (m != NULL) {
        va_list values;
        va_start(values, format);
        write_text(m, 0, format, values);
        va_end(values);
    }
    return r;
}

wend_result wendi_fail_line(wend_message *m, uint32_t line, const char *format, ...)
{
    if (m != NULL) {
        va_list values;
        va_start(values, format);
        write_text(m, line, format, values);
        va_end(values);
    }
    return WEND_ERROR_FILE;
}
