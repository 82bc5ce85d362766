/* Bytes as the content of a section that is otherwise right (base/core/bytes.h): a right
 * checksum, which chance would never find. */
#ifndef TEST_FUZZ_FRAMED_H
#define TEST_FUZZ_FRAMED_H

#include "base/core/bytes.h"
#include "base/math/bits.h"
#include "fuzz/check.h"

enum { FRAME_BEFORE = 16, FRAME_AFTER = 8 };

typedef void (*framed_fn)(const uint8_t *bytes, size_t count);

/* Have the bytes a frame already, as seeds do? */
static inline bool framed_already(const uint8_t *data, size_t size, uint32_t magic)
{
    return size >= FRAME_BEFORE + FRAME_AFTER && wendi_load_u32(data) == magic;
}

/** Calls with the bytes as they are. Whatever they hold, nearly all of them end at their checksum, and
 * those that do not are in a frame already: one input in eight sees that, in half the time. */
static inline void raw_try(const uint8_t *data, size_t size, framed_fn try_bytes)
{
    if (is_chosen(data, size, 8)) {
        try_bytes(data, size);
    }
}

/** Calls with the bytes, or what is in their frame, in a frame of this kind. */
static inline void framed_try(const uint8_t *data, size_t size, uint32_t magic, uint32_t version,
                              framed_fn try_bytes)
{
    if (framed_already(data, size, magic)) {
        data += FRAME_BEFORE;
        size -= FRAME_BEFORE + FRAME_AFTER;
    }
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    const size_t section = wendi_write_section_begin(&writer, magic, version);
    wendi_write_raw(&writer, data, size);
    wendi_write_section_end(&writer, section);
    if (!writer.has_failed) {
        try_bytes(writer.bytes.items, writer.bytes.count);
    }
    wendi_writer_free(&writer);
}

#endif
