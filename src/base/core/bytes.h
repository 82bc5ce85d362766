/* Numbers to bytes and back, the same on every machine, for saving and loading.
 *
 * All numbers are little-endian. A section frames a piece so that a reader can trust it:
 *
 *   | magic u32 | version u32 | length u64 | length bytes ... | checksum u64 |
 *   |<---------------------- under the checksum ------------->|
 *
 * Errors stick: after the first failure a writer writes nothing more and a reader gives zeros, so
 * that a whole record can be read first and checked once at its end. */
#ifndef WENDI_BASE_CORE_BYTES_H
#define WENDI_BASE_CORE_BYTES_H

#include "base/core/array.h"

/* ---- writing ---- */

typedef struct wendi_writer {
    wendi_array_u8 bytes; /* Written so far. */
    bool has_failed;      /* Memory ran out at some point. */
    bool is_counting;     /* Only bytes.count grows. */
} wendi_writer;

/** An empty writer over this allocator (NULL = libc). */
void wendi_writer_init(wendi_writer *writer, const wend_allocator *allocator);
void wendi_writer_free(wendi_writer *writer);

/** A writer that writes nothing and counts the bytes that it would write, in bytes.count. */
void wendi_writer_init_counting(wendi_writer *writer);

/** A writer into [capacity] bytes of the caller's, which are neither moved nor freed: for saves
 * that know how many bytes they need. Needs no wendi_writer_free. @param needed bytes that will
 * be written. @param count set to it. @return WEND_OK; WEND_TRUNCATED (the array is too small:
 * write nothing), WEND_ERROR_MEMORY (more than this machine can address). */
wend_result wendi_writer_init_fixed(wendi_writer *writer, uint8_t *bytes, size_t capacity,
                                    uint64_t needed, size_t *count);

void wendi_write_u8(wendi_writer *writer, uint8_t value);
void wendi_write_u16(wendi_writer *writer, uint16_t value);
void wendi_write_u32(wendi_writer *writer, uint32_t value);
void wendi_write_u64(wendi_writer *writer, uint64_t value);
/** The IEEE bits, so that -0 and NaN are kept. */
void wendi_write_f64(wendi_writer *writer, double value);
/** @param bytes [count]; may be NULL when count is 0. */
void wendi_write_raw(wendi_writer *writer, const void *bytes, size_t count);
/** @param values [count], without their count. */
void wendi_write_u32_array(wendi_writer *writer, const uint32_t *values, size_t count);
void wendi_write_u64_array(wendi_writer *writer, const uint64_t *values, size_t count);
void wendi_write_f64_array(wendi_writer *writer, const double *values, size_t count);

/** Opens a section. @return the argument of wendi_write_section_end. Sections may be nested. */
size_t wendi_write_section_begin(wendi_writer *writer, uint32_t magic, uint32_t version);
/** Closes it: fills in the length and appends the checksum. */
void wendi_write_section_end(wendi_writer *writer, size_t section);

/** Saves an object as one section into [capacity] bytes of the caller's: for the saves of the
 * public face. Allocates nothing; `write` is called twice, first to count. @param write what stands
 * in the section. @param count set to the bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT (a NULL),
 * WEND_ERROR_MEMORY (more than this machine can address). */
wend_result wendi_save_object(const void *object,
                              void (*write)(const void *object, wendi_writer *writer),
                              uint32_t magic, uint32_t version, uint8_t *bytes, size_t capacity,
                              size_t *count);

/* ---- reading ---- */

typedef struct wendi_reader {
    const uint8_t *bytes; /* [count], owned by the caller. */
    size_t count;
    size_t offset;   /* Of the next byte to read. */
    bool has_failed; /* Data was missing or invalid. */
} wendi_reader;

/** A reader at the start of [count] bytes; bytes may be NULL when count is 0. */
void wendi_reader_init(wendi_reader *reader, const void *bytes, size_t count);

/** The next number; 0, and the failure sticks, when too few bytes remain. */
uint8_t wendi_read_u8(wendi_reader *reader);
uint16_t wendi_read_u16(wendi_reader *reader);
uint32_t wendi_read_u32(wendi_reader *reader);
uint64_t wendi_read_u64(wendi_reader *reader);
double wendi_read_f64(wendi_reader *reader);
/** Reads [count] bytes or values; zeros when too few remain. */
void wendi_read_raw(wendi_reader *reader, void *bytes, size_t count);
void wendi_read_u32_array(wendi_reader *reader, uint32_t *values, size_t count);
void wendi_read_u64_array(wendi_reader *reader, uint64_t *values, size_t count);
void wendi_read_f64_array(wendi_reader *reader, double *values, size_t count);

/** A count (written as u64) of items that follow, each at least item_bytes long in the stream.
 * Fails if fewer can follow, which bounds allocations by the size of the stream. */
size_t wendi_read_count(wendi_reader *reader, size_t item_bytes);

/** Bytes not read yet; 0 after a failure. */
size_t wendi_reader_remaining(const wendi_reader *reader);

/** True when nothing failed and every byte was read. */
bool wendi_reader_is_done(const wendi_reader *reader);

/** Makes the failure stick, for values that are invalid. */
void wendi_reader_fail(wendi_reader *reader);

/** Opens the next section and steps over it. @param version_limit the newest version that is
 * understood. @param content a reader of exactly the section's bytes; empty and failed on error.
 * @param version the section's version, 1 to version_limit; 0 on error. @param message says what
 * is wrong; may be NULL. @return WEND_OK or WEND_ERROR_FILE. Reads the whole section once for
 * its checksum. */
wend_result wendi_read_section(wendi_reader *reader, uint32_t magic, uint32_t version_limit,
                               wendi_reader *content, uint32_t *version, wend_message *message);

/** The same for bytes that are one section and nothing else. @param behind what is wrong when more
 * follow. */
wend_result wendi_read_only_section(const void *bytes, size_t count, uint32_t magic,
                                    uint32_t version_limit, const char *behind,
                                    wendi_reader *content, uint32_t *version,
                                    wend_message *message);

#endif
