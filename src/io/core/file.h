/* Helpers of readers and writers of whole files, beside wend_io_read_file and
 * wend_io_write_file. */
#ifndef WENDI_IO_CORE_FILE_H
#define WENDI_IO_CORE_FILE_H

#include "base/math/floating_point.h"
#include "wend/io_map.h"

#include <stdio.h>

/** Puts "file:line: " (or "file: " without a line) in front of a message's text. A long file name
 * loses its front, so that the text stays. NULL message is fine. */
void wendi_file_message(wend_message *message, const char *file);

/* These differ between systems: core/file_posix.c, core/file_windows.c. */

/** Creates a file that was not there before, for writing bytes. @return NULL, with errno, if there
 * is such a file or it cannot be created. */
FILE *wendi_file_create_new(const char *file);
/** Gives `from` the name `to`; a file of that name is replaced, in one step where the system can.
 */
bool wendi_file_replace(const char *from, const char *to);
/** True if another file may take its name. Devices, pipes and links are written in place instead.
 * An unused name is replaceable. */
bool wendi_file_is_replaceable(const char *file);

#endif
