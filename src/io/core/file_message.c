/* takes: the message of a reader of bytes, and the file they came from.
 * gives: the same message with file and line in front.
 * cost:  one copy of the text. */
#include "io/core/file_message.h"

#include <stdio.h>
#include <string.h>

/* The text needs room too. */
enum { FILE_NAME_SHOWN = 100 };

void wendi_file_message(wend_message *message, const char *file)
{
    if (message == NULL) {
        return;
    }
    size_t length = strlen(file);
    const char *dots = length > FILE_NAME_SHOWN ? "..." : "";
    const char *shown = length > FILE_NAME_SHOWN ? file + length - FILE_NAME_SHOWN : file;
    char text[WEND_MESSAGE_CAPACITY];
    memcpy(text, message->text, sizeof text);
    text[sizeof text - 1] = '\0';
    char place[FILE_NAME_SHOWN + 20];
    if (message->line > 0) {
        (void)snprintf(place, sizeof place, "%s%s:%lu", dots, shown, (unsigned long)message->line);
    } else {
        (void)snprintf(place, sizeof place, "%s%s", dots, shown);
    }
    /* What does not fit is cut on purpose. */
    size_t used = strlen(place);
    memcpy(message->text, place, used);
    message->text[used++] = ':';
    message->text[used++] = ' ';
    size_t kept = strlen(text);
    kept = kept < sizeof message->text - used - 1 ? kept : sizeof message->text - used - 1;
    memcpy(message->text + used, text, kept);
    message->text[used + kept] = '\0';
}
