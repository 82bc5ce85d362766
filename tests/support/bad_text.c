/* Compares what a reader said of a text that it refused with what was expected. */
#include "support/bad_text.h"

#include "support/test.h"

#include <string.h>

void bad_text_check(const bad_text *bad, const wend_message *message)
{
    if (message->line != bad->line || strstr(message->text, bad->words) == NULL) {
        fail_msg("line %u: \"%s\", expected line %u and \"%s\"", message->line, message->text,
                 bad->line, bad->words);
    }
}
