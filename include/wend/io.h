/** @file wend/io.h
 * Files and pictures: a library of its own (libwend_io) beside the core.
 *
 * Readers take bytes, so that they work on archives and can be fuzzed; each has a companion that
 * takes a file name. A bad file gives WEND_ERROR_FILE with a message of the found and the expected
 * content, and nothing is created. The readers of bytes leave the line in message->line; the
 * companions also put "file:line: " in front of the text. docs/formats.md describes the formats.
 * Nothing here depends on the locale.
 *
 * Threads: functions on different objects may run at the same time; one scenario may be read by
 * many threads, one picture is drawn by one.
 */
#ifndef WEND_IO_H
#define WEND_IO_H

#include "wend/io_map.h"
#include "wend/io_picture.h"
#include "wend/io_world.h"
#include "wend/wend.h"

#endif
