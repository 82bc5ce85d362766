/* A field as a part of a hash, as bytes, or from bytes.
 * Cost: two multiplications a field, or its bytes. */
#include "base/core/visitor.h"

#include "base/math/bits.h"
#include "base/math/mix.h"

wendi_visitor wendi_visitor_hashing(uint64_t hash)
{
    return (wendi_visitor){.hash = hash, .result = WEND_OK};
}

wendi_visitor wendi_visitor_writing(wendi_writer *writer)
{
    return (wendi_visitor){.writer = writer, .result = WEND_OK};
}

wendi_visitor wendi_visitor_reading(wendi_reader *reader)
{
    return (wendi_visitor){.reader = reader, .result = WEND_OK};
}

/* ---- numbers ---- */

void wendi_visit_u8(wendi_visitor *v, uint8_t *value)
{
    if (wendi_visitor_is_hashing(v)) {
        v->hash = wendi_hash_mix(v->hash, *value);
    } else if (wendi_visitor_is_reading(v)) {
        *value = wendi_read_u8(v->reader);
    } else {
        wendi_write_u8(v->writer, *value);
    }
}

void wendi_visit_u32(wendi_visitor *v, uint32_t *value)
{
    if (wendi_visitor_is_hashing(v)) {
        v->hash = wendi_hash_mix(v->hash, *value);
    } else if (wendi_visitor_is_reading(v)) {
        *value = wendi_read_u32(v->reader);
    } else {
        wendi_write_u32(v->writer, *value);
    }
}

void wendi_visit_u64(wendi_visitor *v, uint64_t *value)
{
    if (wendi_visitor_is_hashing(v)) {
        v->hash = wendi_hash_mix(v->hash, *value);
    } else if (wendi_visitor_is_reading(v)) {
        *value = wendi_read_u64(v->reader);
    } else {
        wendi_write_u64(v->writer, *value);
    }
}

void wendi_visit_f64(wendi_visitor *v, double *value)
{
    if (wendi_visitor_is_hashing(v)) {
        v->hash = wendi_hash_mix(v->hash, wendi_bits_of_f64(*value));
    } else if (wendi_visitor_is_reading(v)) {
        *value = wendi_read_f64(v->reader);
    } else {
        wendi_write_f64(v->writer, *value);
    }
}

void wendi_visit_vec2(wendi_visitor *v, wend_vec2 *value)
{
    wendi_visit_f64(v, &value->x);
    wendi_visit_f64(v, &value->y);
}

static const char flag_reason[] = "a flag is neither 0 nor 1";

void wendi_visit_bool(wendi_visitor *v, bool *value)
{
    uint8_t byte = *value ? 1 : 0;
    wendi_visit_u8(v, &byte);
    wendi_visit_expect(v, byte <= 1, flag_reason);
    if (wendi_visitor_is_reading(v)) {
        *value = byte == 1;
    }
}

void wendi_visit_wide_bool(wendi_visitor *v, bool *value)
{
    uint32_t word = *value ? 1 : 0;
    wendi_visit_u32(v, &word);
    wendi_visit_expect(v, word <= 1, flag_reason);
    if (wendi_visitor_is_reading(v)) {
        *value = word == 1;
    }
}

uint32_t wendi_visit_code(wendi_visitor *v, uint32_t value, uint32_t most)
{
    wendi_visit_u32(v, &value);
    if (wendi_visitor_is_reading(v) && value > most) {
        wendi_visit_refuse(v, NULL);
        return 0;
    }
    return value;
}

void wendi_visit_pair(wendi_visitor *v, uint32_t *high, uint32_t *low)
{
    if (wendi_visitor_is_hashing(v)) {
        v->hash = wendi_hash_mix(v->hash, (uint64_t)*high << 32 | *low);
    } else {
        wendi_visit_u32(v, high);
        wendi_visit_u32(v, low);
    }
}

void wendi_visit_id(wendi_visitor *v, uint32_t *index1, uint32_t *generation)
{
    if (wendi_visitor_is_hashing(v)) {
        wendi_visit_pair(v, generation, index1);
    } else {
        wendi_visit_pair(v, index1, generation);
    }
}

/* ---- arrays ---- */

void wendi_visit_u8_array(wendi_visitor *v, uint8_t *values, size_t count)
{
    if (wendi_visitor_is_reading(v)) {
        wendi_read_raw(v->reader, values, count);
    } else if (v->writer != NULL) {
        wendi_write_raw(v->writer, values, count);
    } else {
        for (size_t i = 0; i < count; ++i) {
            v->hash = wendi_hash_mix(v->hash, values[i]);
        }
    }
}

void wendi_visit_u32_array(wendi_visitor *v, uint32_t *values, size_t count)
{
    if (wendi_visitor_is_reading(v)) {
        wendi_read_u32_array(v->reader, values, count);
    } else if (v->writer != NULL) {
        wendi_write_u32_array(v->writer, values, count);
    } else {
        for (size_t i = 0; i < count; ++i) {
            v->hash = wendi_hash_mix(v->hash, values[i]);
        }
    }
}

void wendi_visit_u64_array(wendi_visitor *v, uint64_t *values, size_t count)
{
    if (wendi_visitor_is_reading(v)) {
        wendi_read_u64_array(v->reader, values, count);
    } else if (v->writer != NULL) {
        wendi_write_u64_array(v->writer, values, count);
    } else {
        for (size_t i = 0; i < count; ++i) {
            v->hash = wendi_hash_mix(v->hash, values[i]);
        }
    }
}

void wendi_visit_f64_array(wendi_visitor *v, double *values, size_t count)
{
    if (wendi_visitor_is_reading(v)) {
        wendi_read_f64_array(v->reader, values, count);
    } else if (v->writer != NULL) {
        wendi_write_f64_array(v->writer, values, count);
    } else {
        for (size_t i = 0; i < count; ++i) {
            v->hash = wendi_hash_mix(v->hash, wendi_bits_of_f64(values[i]));
        }
    }
}

size_t wendi_visit_count(wendi_visitor *v, size_t count, size_t item_bytes, size_t most)
{
    if (!wendi_visitor_is_reading(v)) {
        uint64_t value = count;
        wendi_visit_u64(v, &value);
        return count;
    }
    const size_t read = wendi_read_count(v->reader, item_bytes);
    wendi_visit_expect(v, read <= most, NULL);
    return read <= most ? read : 0;
}

/* ---- checks ---- */

void wendi_visit_part(wendi_visitor *v, const char *reason)
{
    if (!wendi_visitor_has_failed(v)) {
        v->reason = reason;
    }
}

void wendi_visit_refuse(wendi_visitor *v, const char *reason)
{
    if (!v->reader->has_failed) {
        v->result = WEND_ERROR_FILE;
        v->reason = reason != NULL ? reason : v->reason;
        wendi_reader_fail(v->reader);
    }
}

void wendi_visit_out_of_memory(wendi_visitor *v)
{
    if (wendi_visitor_is_reading(v) && !v->reader->has_failed) {
        v->result = WEND_ERROR_MEMORY;
        v->reason = "out of memory";
        wendi_reader_fail(v->reader);
    }
}

wend_result wendi_visitor_result(const wendi_visitor *v)
{
    return v->result == WEND_OK && wendi_visitor_has_failed(v) ? WEND_ERROR_FILE : v->result;
}
