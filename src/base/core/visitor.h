/* One pass over the fields of an object, from which its hash, its size, its bytes, and
 * reading them back follow.
 *
 *     static void visit_leg(wendi_visitor *v, wendi_route_leg *leg)
 *     {
 *         wendi_visit_f64(v, &leg->left);
 *         wendi_visit_u32(v, &leg->index);
 *         wendi_visit_expect(v, leg->left >= 0, "the length of a leg is negative");
 *     }
 *
 *     hashing     mixes every field into the hash
 *     writing     appends every field to a writer, which may only count (see bytes.h)
 *     reading     sets every field from a reader
 *
 * Only reading changes fields, so several threads may hash or write one object. The first failure
 * of reading sticks: every field and count behind it is read as 0, and later checks change
 * nothing. */
#ifndef WENDI_BASE_CORE_VISITOR_H
#define WENDI_BASE_CORE_VISITOR_H

#include "base/core/bytes.h"

/* Neither a writer nor a reader: hashing. */
typedef struct wendi_visitor {
    wendi_writer *writer;
    wendi_reader *reader;
    uint64_t hash;
    wend_result result; /* WEND_OK until reading fails */
    const char *reason; /* the mistake in the bytes, if reading fails */
} wendi_visitor;

wendi_visitor wendi_visitor_hashing(uint64_t hash);
wendi_visitor wendi_visitor_writing(wendi_writer *writer);
wendi_visitor wendi_visitor_reading(wendi_reader *reader);

static inline bool wendi_visitor_is_hashing(const wendi_visitor *v)
{
    return v->writer == NULL && v->reader == NULL;
}

static inline bool wendi_visitor_is_reading(const wendi_visitor *v)
{
    return v->reader != NULL;
}

/** True once reading failed, by a check or because the bytes ended. */
static inline bool wendi_visitor_has_failed(const wendi_visitor *v)
{
    return v->reader != NULL && v->reader->has_failed;
}

/** The result of reading so far: WEND_OK, WEND_ERROR_FILE, WEND_ERROR_MEMORY. */
wend_result wendi_visitor_result(const wendi_visitor *v);

/* ---- fields ---- */

void wendi_visit_u8(wendi_visitor *v, uint8_t *value);
void wendi_visit_u32(wendi_visitor *v, uint32_t *value);
void wendi_visit_u64(wendi_visitor *v, uint64_t *value);
/** The IEEE bits. */
void wendi_visit_f64(wendi_visitor *v, double *value);
void wendi_visit_vec2(wendi_visitor *v, wend_vec2 *value);

/** A flag, as a byte of 0 or 1; reading, any other is refused, and false. */
void wendi_visit_bool(wendi_visitor *v, bool *value);
/** The same as 32 bits. */
void wendi_visit_wide_bool(wendi_visitor *v, bool *value);

/** A number that memory holds as an enum, as flags or in fewer bits: 32 bits. @return the value;
 * reading, what was read, or 0 where that was above `most`, which refuses the bytes. */
uint32_t wendi_visit_code(wendi_visitor *v, uint32_t value, uint32_t most);
/** Two words, one behind the other; hashed as one number with `high` in its upper half. */
void wendi_visit_pair(wendi_visitor *v, uint32_t *high, uint32_t *low);
/** An id: its index, then its generation; hashed as one number with the index in its lower half. */
void wendi_visit_id(wendi_visitor *v, uint32_t *index1, uint32_t *generation);

/** Arrays, [count], without their count; hashed one item after the other. */
void wendi_visit_u8_array(wendi_visitor *v, uint8_t *values, size_t count);
void wendi_visit_u32_array(wendi_visitor *v, uint32_t *values, size_t count);
void wendi_visit_u64_array(wendi_visitor *v, uint64_t *values, size_t count);
void wendi_visit_f64_array(wendi_visitor *v, double *values, size_t count);

/** A count of items that follow, as u64. @return the count; reading, what was read, or 0 where so
 * many items of `item_bytes` or more cannot follow, or more than `most`, which refuses the bytes.
 */
size_t wendi_visit_count(wendi_visitor *v, size_t count, size_t item_bytes, size_t most);

/* ---- checks of the read values ---- */

/** Sets the reason for failures of reading from here on: static, or NULL. */
void wendi_visit_part(wendi_visitor *v, const char *reason);
/** Reading refuses the bytes. @param reason static; NULL: that of the part. */
void wendi_visit_refuse(wendi_visitor *v, const char *reason);
/** Reading refuses the bytes unless this is true. */
static inline void wendi_visit_expect(wendi_visitor *v, bool is_sound, const char *reason)
{
    if (!is_sound && wendi_visitor_is_reading(v)) {
        wendi_visit_refuse(v, reason);
    }
}

/** Reading ends for lack of memory; other passes continue. */
void wendi_visit_out_of_memory(wendi_visitor *v);
/** Reading ends for lack of memory unless this is true. @return has_memory. */
static inline bool wendi_visit_expect_memory(wendi_visitor *v, bool has_memory)
{
    if (!has_memory) {
        wendi_visit_out_of_memory(v);
    }
    return has_memory;
}

#endif
