/* Writes numbers as little-endian bytes in checked sections, and reads them back without reading
 * out of bounds.
 * Cost: linear; a section is read once more for its checksum. */
#include "base/core/bytes.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"

#include <string.h>

/* magic, version and length; and the offset of the length */
enum { HEADER_BYTES = 16, LENGTH_OFFSET = 8, CHECKSUM_BYTES = 8 };

static uint64_t checksum(const uint8_t *bytes, size_t count)
{
    return wend_hash_bytes(wend_hash_begin(), bytes, count);
}

/* ---- writing ---- */

void wendi_writer_init(wendi_writer *writer, const wend_allocator *allocator)
{
    wendi_array_u8_init(&writer->bytes, allocator);
    writer->has_failed = false;
    writer->is_counting = false;
}

void wendi_writer_free(wendi_writer *writer)
{
    wendi_array_u8_free(&writer->bytes);
    writer->has_failed = false;
}

void wendi_writer_init_counting(wendi_writer *writer)
{
    wendi_writer_init(writer, NULL);
    writer->is_counting = true;
}

/* The array belongs to the caller: it is neither moved nor freed. */
static void *refuse(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)context;
    (void)block;
    (void)old_bytes;
    (void)new_bytes;
    return NULL;
}

wend_result wendi_writer_init_fixed(wendi_writer *writer, uint8_t *bytes, size_t capacity,
                                    uint64_t needed, size_t *count)
{
    const wend_allocator none = {refuse, NULL};
    wendi_writer_init(writer, &none);
    if (needed > SIZE_MAX) {
        return WEND_ERROR_MEMORY;
    }
    *count = (size_t)needed;
    if (capacity < *count) {
        return WEND_TRUNCATED;
    }
    writer->bytes.items = bytes;
    writer->bytes.capacity = capacity;
    return WEND_OK;
}

/* Room for the next bytes; NULL when they are only counted, or memory ran out. */
static uint8_t *extend(wendi_writer *writer, size_t count, size_t item_bytes)
{
    wendi_array_u8 *bytes = &writer->bytes;
    size_t total;
    if (writer->has_failed) {
        return NULL;
    }
    if (!wendi_size_multiply(count, item_bytes, &total) ||
        !wendi_size_add(bytes->count, total, &total) ||
        (!writer->is_counting && !wendi_array_u8_reserve(bytes, total))) {
        writer->has_failed = true;
        return NULL;
    }
    uint8_t *at = bytes->items == NULL ? NULL : bytes->items + bytes->count;
    bytes->count = total;
    return at;
}

void wendi_write_raw(wendi_writer *writer, const void *bytes, size_t count)
{
    uint8_t *at = extend(writer, count, 1);
    if (at != NULL && count > 0) {
        memcpy(at, bytes, count);
    }
}

static void store(uint8_t *at, uint64_t value, size_t byte_count)
{
    for (size_t i = 0; i < byte_count; i++) {
        at[i] = (uint8_t)(value >> (8 * i));
    }
}

static void write_number(wendi_writer *writer, uint64_t value, size_t byte_count)
{
    uint8_t *at = extend(writer, 1, byte_count);
    if (at != NULL) {
        store(at, value, byte_count);
    }
}

void wendi_write_u8(wendi_writer *writer, uint8_t value)
{
    write_number(writer, value, 1);
}

void wendi_write_u16(wendi_writer *writer, uint16_t value)
{
    write_number(writer, value, 2);
}

void wendi_write_u32(wendi_writer *writer, uint32_t value)
{
    write_number(writer, value, 4);
}

void wendi_write_u64(wendi_writer *writer, uint64_t value)
{
    write_number(writer, value, 8);
}

void wendi_write_f64(wendi_writer *writer, double value)
{
    write_number(writer, wendi_bits_of_f64(value), 8);
}

void wendi_write_u32_array(wendi_writer *writer, const uint32_t *values, size_t count)
{
    uint8_t *at = extend(writer, count, 4);
    for (size_t i = 0; at != NULL && i < count; i++) {
        store(at + 4 * i, values[i], 4);
    }
}

void wendi_write_u64_array(wendi_writer *writer, const uint64_t *values, size_t count)
{
    uint8_t *at = extend(writer, count, 8);
    for (size_t i = 0; at != NULL && i < count; i++) {
        store(at + 8 * i, values[i], 8);
    }
}

void wendi_write_f64_array(wendi_writer *writer, const double *values, size_t count)
{
    uint8_t *at = extend(writer, count, 8);
    for (size_t i = 0; at != NULL && i < count; i++) {
        store(at + 8 * i, wendi_bits_of_f64(values[i]), 8);
    }
}

size_t wendi_write_section_begin(wendi_writer *writer, uint32_t magic, uint32_t version)
{
    size_t section = writer->bytes.count;
    wendi_write_u32(writer, magic);
    wendi_write_u32(writer, version);
    wendi_write_u64(writer, 0);
    return section;
}

void wendi_write_section_end(wendi_writer *writer, size_t section)
{
    uint64_t sum = 0;
    if (!writer->has_failed && !writer->is_counting) {
        uint8_t *start = writer->bytes.items + section;
        size_t count = writer->bytes.count - section;
        store(start + LENGTH_OFFSET, count - HEADER_BYTES, 8);
        sum = checksum(start, count);
    }
    wendi_write_u64(writer, sum);
}

wend_result wendi_save_object(const void *object,
                              void (*write)(const void *object, wendi_writer *writer),
                              uint32_t magic, uint32_t version, uint8_t *bytes, size_t capacity,
                              size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (object == NULL || count == NULL || (bytes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_writer writer;
    wendi_writer_init_counting(&writer);
    wend_result result = WEND_OK;
    for (int pass = 0; pass < 2 && result == WEND_OK; pass++) {
        const size_t section = wendi_write_section_begin(&writer, magic, version);
        write(object, &writer);
        wendi_write_section_end(&writer, section);
        if (writer.has_failed) {
            result = WEND_ERROR_MEMORY;
        } else if (pass == 0) {
            const size_t needed = writer.bytes.count;
            result = wendi_writer_init_fixed(&writer, bytes, capacity, needed, count);
        }
    }
    return result;
}

/* ---- reading ---- */

void wendi_reader_init(wendi_reader *reader, const void *bytes, size_t count)
{
    reader->bytes = bytes;
    reader->count = count;
    reader->offset = 0;
    reader->has_failed = false;
}

size_t wendi_reader_remaining(const wendi_reader *reader)
{
    return reader->has_failed ? 0 : reader->count - reader->offset;
}

bool wendi_reader_is_done(const wendi_reader *reader)
{
    return !reader->has_failed && reader->offset == reader->count;
}

void wendi_reader_fail(wendi_reader *reader)
{
    reader->has_failed = true;
}

/* Steps over the next bytes; NULL when there are too few. */
static const uint8_t *advance(wendi_reader *reader, size_t byte_count)
{
    if (wendi_reader_remaining(reader) < byte_count) {
        reader->has_failed = true;
    }
    if (reader->has_failed) {
        return NULL;
    }
    const uint8_t *at = reader->bytes + reader->offset;
    reader->offset += byte_count;
    return at;
}

uint8_t wendi_read_u8(wendi_reader *reader)
{
    const uint8_t *at = advance(reader, 1);
    return at == NULL ? 0 : at[0];
}

uint16_t wendi_read_u16(wendi_reader *reader)
{
    const uint8_t *at = advance(reader, 2);
    return (uint16_t)(at == NULL ? 0 : at[0] | at[1] << 8);
}

uint32_t wendi_read_u32(wendi_reader *reader)
{
    const uint8_t *at = advance(reader, 4);
    return at == NULL ? 0 : wendi_load_u32(at);
}

uint64_t wendi_read_u64(wendi_reader *reader)
{
    const uint8_t *at = advance(reader, 8);
    return at == NULL ? 0 : wendi_load_u64(at);
}

double wendi_read_f64(wendi_reader *reader)
{
    return wendi_f64_of_bits(wendi_read_u64(reader));
}

void wendi_read_raw(wendi_reader *reader, void *bytes, size_t count)
{
    if (count == 0) {
        return;
    }
    const uint8_t *at = advance(reader, count);
    if (at == NULL) {
        memset(bytes, 0, count);
    } else {
        memcpy(bytes, at, count);
    }
}

/* Steps over an array; NULL when it is empty or too few bytes remain: it comes whole or as zeros. */
static const uint8_t *advance_array(wendi_reader *reader, size_t count, size_t item_bytes)
{
    if (wendi_reader_remaining(reader) / item_bytes < count) {
        reader->has_failed = true;
    }
    return count == 0 ? NULL : advance(reader, count * item_bytes);
}

void wendi_read_u32_array(wendi_reader *reader, uint32_t *values, size_t count)
{
    const uint8_t *at = advance_array(reader, count, 4);
    for (size_t i = 0; i < count; i++) {
        values[i] = at == NULL ? 0 : wendi_load_u32(at + 4 * i);
    }
}

void wendi_read_u64_array(wendi_reader *reader, uint64_t *values, size_t count)
{
    const uint8_t *at = advance_array(reader, count, 8);
    for (size_t i = 0; i < count; i++) {
        values[i] = at == NULL ? 0 : wendi_load_u64(at + 8 * i);
    }
}

void wendi_read_f64_array(wendi_reader *reader, double *values, size_t count)
{
    const uint8_t *at = advance_array(reader, count, 8);
    for (size_t i = 0; i < count; i++) {
        values[i] = wendi_f64_of_bits(at == NULL ? 0 : wendi_load_u64(at + 8 * i));
    }
}

size_t wendi_read_count(wendi_reader *reader, size_t item_bytes)
{
    uint64_t count = wendi_read_u64(reader);
    size_t limit = wendi_reader_remaining(reader) / (item_bytes == 0 ? 1 : item_bytes);
    if (count > limit) {
        reader->has_failed = true;
    }
    return reader->has_failed ? 0 : (size_t)count;
}

static wend_result damaged(wendi_reader *reader, wend_message *message, const char *what)
{
    reader->has_failed = true;
    return wendi_fail(message, WEND_ERROR_FILE, "%s at byte %llu", what,
                      (unsigned long long)reader->offset);
}

/* A magic is four letters in the order of the bytes. Bytes that are no letters are shown as dots. */
static wend_result wrong_kind(wendi_reader *reader, uint32_t magic, wend_message *message)
{
    const size_t left = wendi_reader_remaining(reader);
    char found[5] = {0};
    for (size_t i = 0; i < 4 && i < left; ++i) {
        const uint8_t byte = reader->bytes[reader->offset + i];
        found[i] = (char)(byte > 0x20 && byte < 0x7F ? byte : '.');
    }
    reader->has_failed = true;
    return wendi_fail(message, WEND_ERROR_FILE, "%sexpected '%c%c%c%c' at byte %llu, found %s%s%s",
                      reader->offset == 0 ? "not a file of wend's of this kind: " : "",
                      (int)(magic & 0xFF), (int)(magic >> 8 & 0xFF), (int)(magic >> 16 & 0xFF),
                      (int)(magic >> 24 & 0xFF), (unsigned long long)reader->offset,
                      left > 0 ? "'" : "no data", found, left > 0 ? "'" : "");
}

/* True if the data goes on as a section of the kind does, as far as there are bytes at all. */
static bool is_kind(const wendi_reader *reader, uint32_t magic)
{
    const size_t left = wendi_reader_remaining(reader);
    bool is_same = left > 0;
    for (size_t i = 0; i < 4 && i < left; ++i) {
        is_same = is_same && reader->bytes[reader->offset + i] == (uint8_t)(magic >> 8 * i);
    }
    return is_same;
}

wend_result wendi_read_section(wendi_reader *reader, uint32_t magic, uint32_t version_limit,
                               wendi_reader *content, uint32_t *version, wend_message *message)
{
    wendi_reader_init(content, NULL, 0);
    wendi_reader_fail(content);
    *version = 0;
    if (!is_kind(reader, magic)) {
        return wrong_kind(reader, magic, message);
    }
    if (wendi_reader_remaining(reader) < HEADER_BYTES + CHECKSUM_BYTES) {
        return damaged(reader, message, "the data ends within a section");
    }
    const uint8_t *start = reader->bytes + reader->offset;
    uint32_t version_found = wendi_load_u32(start + 4);
    uint64_t length = wendi_load_u64(start + LENGTH_OFFSET);
    if (length > wendi_reader_remaining(reader) - HEADER_BYTES - CHECKSUM_BYTES) {
        return damaged(reader, message, "the data ends within a section");
    }
    size_t framed = HEADER_BYTES + (size_t)length;
    if (wendi_load_u64(start + framed) != checksum(start, framed)) {
        return damaged(reader, message, "wrong checksum of the section");
    }
    if (version_found == 0 || version_found > version_limit) {
        return damaged(reader, message, "unknown version of the section");
    }
    reader->offset += framed + CHECKSUM_BYTES;
    wendi_reader_init(content, start + HEADER_BYTES, (size_t)length);
    *version = version_found;
    wendi_message_clear(message);
    return WEND_OK;
}

wend_result wendi_read_only_section(const void *bytes, size_t count, uint32_t magic,
                                    uint32_t version_limit, const char *behind,
                                    wendi_reader *content, uint32_t *version, wend_message *message)
{
    wendi_reader all;
    wendi_reader_init(&all, bytes, count);
    const wend_result result =
        wendi_read_section(&all, magic, version_limit, content, version, message);
    if (result == WEND_OK && !wendi_reader_is_done(&all)) {
        return wendi_fail(message, WEND_ERROR_FILE, "%s", behind);
    }
    return result;
}
