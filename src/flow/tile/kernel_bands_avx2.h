/* Bands of two rows in a register of AVX2, one in each half, for work that
 * does not depend on other rows. */
#ifndef WENDI_FLOW_TILE_KERNEL_BANDS_AVX2_H
#define WENDI_FLOW_TILE_KERNEL_BANDS_AVX2_H

typedef __m256i band;

enum { BAND_ROWS = 2 };

/** A register of a row and, where there is room, one of the next row. */
static inline band band_load(const void *row, const void *next)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(lanes_load(row)), lanes_load(next), 1);
}

static inline band band_lanes(uint16_t value)
{
    return _mm256_set1_epi16((short)value);
}

static inline band band_bytes(uint8_t value)
{
    return _mm256_set1_epi8((char)value);
}

static inline band band_or(band a, band b)
{
    return _mm256_or_si256(a, b);
}

static inline band band_and(band a, band b)
{
    return _mm256_and_si256(a, b);
}

/** Bits of b that are not in a. */
static inline band band_without(band a, band b)
{
    return _mm256_andnot_si256(a, b);
}

/** Sum, 65535 when it is more. */
static inline band band_add(band a, band b)
{
    return _mm256_adds_epu16(a, b);
}

static inline band band_times(band a, band b)
{
    return _mm256_mullo_epi16(a, b);
}

static inline band band_min(band a, band b)
{
    return _mm256_min_epu16(a, b);
}

static inline band band_equal(band a, band b)
{
    return _mm256_cmpeq_epi16(a, b);
}

static inline band band_equal_bytes(band a, band b)
{
    return _mm256_cmpeq_epi8(a, b);
}

static inline band band_max_bytes(band a, band b)
{
    return _mm256_max_epu8(a, b);
}

static inline band band_sub_bytes(band a, band b)
{
    return _mm256_sub_epi8(a, b);
}

/* As the functions of lanes of the same names, for each row separately. */
static inline band band_low_bytes(band bytes)
{
    return _mm256_unpacklo_epi8(bytes, _mm256_setzero_si256());
}

static inline band band_high_bytes(band bytes)
{
    return _mm256_unpackhi_epi8(bytes, _mm256_setzero_si256());
}

static inline band band_low_mask(band bytes)
{
    return _mm256_unpacklo_epi8(bytes, bytes);
}

static inline band band_high_mask(band bytes)
{
    return _mm256_unpackhi_epi8(bytes, bytes);
}

static inline band band_of_masks(band low, band high)
{
    return _mm256_packs_epi16(low, high);
}

static inline band band_from_1(band low, band high)
{
    return _mm256_alignr_epi8(high, low, 2);
}

static inline band band_from_7(band low, band high)
{
    return _mm256_alignr_epi8(high, low, 14);
}

static inline band band_bytes_from_1(band low, band high)
{
    return _mm256_alignr_epi8(high, low, 1);
}

static inline band band_bytes_from_15(band low, band high)
{
    return _mm256_alignr_epi8(high, low, 15);
}

/** Difference, 0 when it is less. */
static inline band band_sub(band a, band b)
{
    return _mm256_subs_epu16(a, b);
}

static inline band band_even(band low, band high)
{
    return _mm256_packs_epi32(_mm256_srai_epi32(_mm256_slli_epi32(low, 16), 16),
                              _mm256_srai_epi32(_mm256_slli_epi32(high, 16), 16));
}

static inline band band_odd(band low, band high)
{
    return _mm256_packs_epi32(_mm256_srai_epi32(low, 16), _mm256_srai_epi32(high, 16));
}

static inline band band_join_low(band even, band odd)
{
    return _mm256_unpacklo_epi16(even, odd);
}

static inline band band_join_high(band even, band odd)
{
    return _mm256_unpackhi_epi16(even, odd);
}

static inline band band_even_bytes(band bytes)
{
    return _mm256_and_si256(bytes, _mm256_set1_epi16(255));
}

static inline band band_odd_bytes(band bytes)
{
    return _mm256_srli_epi16(bytes, 8);
}

static inline bool band_any(band a)
{
    return _mm256_testz_si256(a, a) == 0;
}

/** Stored registers of consecutive rows, from this one on. */
static inline band band_at(const lanes *row)
{
    const void *rows = row;
    return _mm256_loadu_si256((const __m256i *)rows);
}

static inline void band_put(lanes *row, band a)
{
    void *rows = row;
    _mm256_storeu_si256((__m256i *)rows, a);
}

static inline lanes band_row(band a, int row)
{
    return row == 0 ? _mm256_castsi256_si128(a) : _mm256_extracti128_si256(a, 1);
}

#endif
