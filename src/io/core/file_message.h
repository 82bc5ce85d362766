/* core/file_message.h: messages of readers that were given a file's name. */
#ifndef WENDI_IO_CORE_FILE_MESSAGE_H
#define WENDI_IO_CORE_FILE_MESSAGE_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** Puts "file:line: " (or "file: " without a line) in front of a message's text. A long file name
 * loses its front, so that the text stays. NULL message is fine. */
void wendi_file_message(wend_message *message, const char *file);

#endif
