/* Small numbers in few bytes, and numbers of bits.
 *
 *   varint   seven bits a byte, lowest first; the top bit says that more follow
 *   gamma    n >= 1 as a zero for each bit but its highest, a one, and those bits, lowest first */
#ifndef WENDI_FLOW_PORTALS_BIT_STREAM_H
#define WENDI_FLOW_PORTALS_BIT_STREAM_H

#include "base/core/bytes.h"

void wendi_write_varint(wendi_writer *writer, uint64_t value);
/** Fails for a number of more than 64 bits, and for an encoding longer than necessary. */
uint64_t wendi_read_varint(wendi_reader *reader);

/** Maps numbers near 0 to small ones. */
static inline uint64_t wendi_zigzag(int64_t value)
{
    return value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1;
}

static inline int64_t wendi_unzigzag(uint64_t value)
{
    return (value & 1) != 0 ? -(int64_t)(value >> 1) - 1 : (int64_t)(value >> 1);
}

/* Bits, lowest of a byte first. */
typedef struct wendi_bit_writer {
    uint8_t *bytes; /* large enough; not checked */
    size_t count;   /* whole bytes written */
    uint64_t held;  /* bits of the next bytes */
    uint32_t held_count;
} wendi_bit_writer;

typedef struct wendi_bit_reader {
    const uint8_t *bytes; /* [count] */
    size_t count, at;     /* at: the next byte to hold */
    uint64_t held;        /* the next bits */
    uint32_t held_count;
    bool has_failed;
} wendi_bit_reader;

/** @param bits 0 to 32. */
void wendi_bit_writer_put(wendi_bit_writer *out, uint32_t value, uint32_t bits);
/** @param value 1 to 65535. */
void wendi_bit_writer_put_gamma(wendi_bit_writer *out, uint32_t value);
/** Pads the last byte with zeros. */
void wendi_bit_writer_finish(wendi_bit_writer *out);

/** @return 0 beyond the end; the failure persists. */
uint32_t wendi_bit_reader_get(wendi_bit_reader *in, uint32_t bits);
/** @return 1 to 65535; fails for more. */
uint32_t wendi_bit_reader_get_gamma(wendi_bit_reader *in);
/** True if less than eight bits are left, all 0, and nothing failed. */
bool wendi_bit_reader_is_done(const wendi_bit_reader *in);

#endif
