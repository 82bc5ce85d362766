/* Variable-length integers in bytes and in bits. */
#include "flow/portals/bit_stream.h"

#include "base/math/bits.h"

enum { GAMMA_ZEROS_MAX = 15 };

void wendi_write_varint(wendi_writer *writer, uint64_t value)
{
    for (; value > 127; value >>= 7) {
        wendi_write_u8(writer, (uint8_t)(value | 128));
    }
    wendi_write_u8(writer, (uint8_t)value);
}

uint64_t wendi_read_varint(wendi_reader *reader)
{
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
        const uint8_t byte = wendi_read_u8(reader);
        const uint64_t part = byte & 127u;
        if (part << shift >> shift != part || (byte == 0 && shift > 0)) {
            break;
        }
        value |= part << shift;
        if (byte < 128) {
            return value;
        }
    }
    wendi_reader_fail(reader);
    return 0;
}

void wendi_bit_writer_put(wendi_bit_writer *out, uint32_t value, uint32_t bits)
{
    out->held |= ((uint64_t)value & ((UINT64_C(1) << bits) - 1)) << out->held_count;
    for (out->held_count += bits; out->held_count >= 8; out->held_count -= 8) {
        out->bytes[out->count++] = (uint8_t)out->held;
        out->held >>= 8;
    }
}

void wendi_bit_writer_put_gamma(wendi_bit_writer *out, uint32_t value)
{
    uint32_t zeros = 0;
    while (value >> zeros > 1) {
        ++zeros;
    }
    wendi_bit_writer_put(out, UINT32_C(1) << zeros, zeros + 1);
    wendi_bit_writer_put(out, value, zeros);
}

void wendi_bit_writer_finish(wendi_bit_writer *out)
{
    if (out->held_count > 0) {
        wendi_bit_writer_put(out, 0, 8 - out->held_count);
    }
}

static void hold(wendi_bit_reader *in)
{
    while (in->held_count <= 56 && in->at < in->count) {
        in->held |= (uint64_t)in->bytes[in->at++] << in->held_count;
        in->held_count += 8;
    }
}

uint32_t wendi_bit_reader_get(wendi_bit_reader *in, uint32_t bits)
{
    hold(in);
    if (bits > in->held_count) {
        in->has_failed = true;
        return 0;
    }
    const uint32_t value = (uint32_t)(in->held & ((UINT64_C(1) << bits) - 1));
    in->held >>= bits;
    in->held_count -= bits;
    return value;
}

uint32_t wendi_bit_reader_get_gamma(wendi_bit_reader *in)
{
    hold(in);
    const uint32_t zeros = in->held == 0 ? UINT32_MAX : wendi_ctz64(in->held);
    if (zeros > GAMMA_ZEROS_MAX || 2 * zeros + 1 > in->held_count) {
        in->has_failed = true;
        return 1;
    }
    (void)wendi_bit_reader_get(in, zeros + 1);
    return UINT32_C(1) << zeros | wendi_bit_reader_get(in, zeros);
}

bool wendi_bit_reader_is_done(const wendi_bit_reader *in)
{
    return in->at == in->count && in->held_count < 8 && in->held == 0 && !in->has_failed;
}
