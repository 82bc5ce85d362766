/* Bands for registers that hold one row only. */
#ifndef WENDI_FLOW_TILE_KERNEL_BANDS_H
#define WENDI_FLOW_TILE_KERNEL_BANDS_H

typedef lanes band;

enum { BAND_ROWS = 1 };

/** A register of a row and, where there is room, one of the next row. */
static inline band band_load(const void *row, const void *next)
{
    (void)next;
    return lanes_load(row);
}

static inline band band_lanes(uint16_t value)
{
    return lanes_of(value);
}

static inline band band_bytes(uint8_t value)
{
    return bytes_of(value);
}

static inline band band_or(band a, band b)
{
    return lanes_or(a, b);
}

static inline band band_and(band a, band b)
{
    return lanes_and(a, b);
}

/** Bits of b that are not in a. */
static inline band band_without(band a, band b)
{
    return lanes_without(a, b);
}

/** Sum, 65535 when it is more. */
static inline band band_add(band a, band b)
{
    return lanes_add(a, b);
}

static inline band band_times(band a, band b)
{
    return lanes_times(a, b);
}

static inline band band_min(band a, band b)
{
    return lanes_min(a, b);
}

static inline band band_equal(band a, band b)
{
    return lanes_equal(a, b);
}

static inline band band_equal_bytes(band a, band b)
{
    return bytes_equal(a, b);
}

static inline band band_max_bytes(band a, band b)
{
    return bytes_max(a, b);
}

static inline band band_sub_bytes(band a, band b)
{
    return bytes_sub(a, b);
}

/* As the functions of lanes of the same names, for each row separately. */
static inline band band_low_bytes(band bytes)
{
    return lanes_low_bytes(bytes);
}

static inline band band_high_bytes(band bytes)
{
    return lanes_high_bytes(bytes);
}

static inline band band_low_mask(band bytes)
{
    return lanes_low_mask(bytes);
}

static inline band band_high_mask(band bytes)
{
    return lanes_high_mask(bytes);
}

static inline band band_of_masks(band low, band high)
{
    return bytes_of_masks(low, high);
}

static inline band band_from_1(band low, band high)
{
    return lanes_from_1(low, high);
}

static inline band band_from_7(band low, band high)
{
    return lanes_from_7(low, high);
}

static inline band band_bytes_from_1(band low, band high)
{
    return bytes_from_1(low, high);
}

static inline band band_bytes_from_15(band low, band high)
{
    return bytes_from_15(low, high);
}

/** Difference, 0 when it is less. */
static inline band band_sub(band a, band b)
{
    return lanes_sub(a, b);
}

static inline band band_even(band low, band high)
{
    return lanes_even(low, high);
}

static inline band band_odd(band low, band high)
{
    return lanes_odd(low, high);
}

static inline band band_join_low(band even, band odd)
{
    return lanes_join_low(even, odd);
}

static inline band band_join_high(band even, band odd)
{
    return lanes_join_high(even, odd);
}

static inline band band_even_bytes(band bytes)
{
    return lanes_even_bytes(bytes);
}

static inline band band_odd_bytes(band bytes)
{
    return lanes_odd_bytes(bytes);
}

static inline bool band_any(band a)
{
    return lanes_any(a);
}

/** Stored registers of consecutive rows, from this one on. */
static inline band band_at(const lanes *row)
{
    return row[0];
}

static inline void band_put(lanes *row, band a)
{
    row[0] = a;
}

static inline lanes band_row(band a, int row)
{
    (void)row;
    return a;
}

#endif
