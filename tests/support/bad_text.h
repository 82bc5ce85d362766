/* A table of texts that a reader refuses, each with what it must say. */
#ifndef TEST_SUPPORT_BAD_TEXT_H
#define TEST_SUPPORT_BAD_TEXT_H

#include "wend/base.h"

typedef struct bad_text {
    const char *text;
    uint32_t line;     /* that the message names */
    const char *words; /* part of the message */
} bad_text;

/** Fails the cmocka test if the message names another line, or has not these words. */
void bad_text_check(const bad_text *bad, const wend_message *message);

#endif
