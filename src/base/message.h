/* message.h: how a failing call writes the text for its caller, in one line. */
#ifndef WENDI_MESSAGE_H
#define WENDI_MESSAGE_H

#include "base/base_private.h"
#include "wend/base.h"

/** Empties a message; NULL is fine. */
void wendi_message_clear(wend_message *m);

/** Writes a message without a line and gives r back: `return wendi_fail(m, WEND_ERROR_FULL, ...)`.
 * Too long a text is cut. Only integers and text may be formatted: the decimal point of %f depends
 * on the locale. @param m may be NULL. */
wend_result wendi_fail(wend_message *m, wend_result r, const char *format, ...) WENDI_PRINTF(3, 4);

/** The same for a place in a file; gives WEND_ERROR_FILE. @param line 1-based, 0 = no line. */
wend_result wendi_fail_line(wend_message *m, uint32_t line, const char *format, ...)
    WENDI_PRINTF(3, 4);

#endif
