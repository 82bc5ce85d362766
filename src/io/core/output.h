/* Text built in memory and written to a file at once; bytes for the caller. */
#ifndef WENDI_IO_CORE_OUTPUT_H
#define WENDI_IO_CORE_OUTPUT_H

#include "base/core/bytes.h"
#include "wend/io_map.h"

/* A writer keeps its failure, so that callers check it once, at the end. */
void wendi_text_write(wendi_writer *out, const char *text);
/** The shortest text that comes back as the same double. */
void wendi_text_write_double(wendi_writer *out, double value);
void wendi_text_write_u64(wendi_writer *out, uint64_t value);

/** Writes the file, if `written` is WEND_OK, and frees the writer. The message of another result
 * gets the name of the file. @return `written`, or the result of writing the file. */
wend_result wendi_text_save_file(wendi_writer *out, wend_result written, const char *file,
                                 wend_message *message);

/** Sets bytes and count to NULL and 0. @return false, with a message: one of them is NULL. */
bool wendi_save_begin(uint8_t **bytes, size_t *count, wend_message *message);
/** Copies the bytes written for the caller, as wend_io_read_file does: [*count], and a zero behind
 * them. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_save_copy(const wendi_array_u8 *from, const wend_allocator *allocator,
                            uint8_t **bytes, size_t *count, wend_message *message);

/** True if a file's name has this ending, capitals or not. */
bool wendi_name_ends(const char *file, const char *ending);

#endif
