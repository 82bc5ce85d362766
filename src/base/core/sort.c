/* Stable radix sorts.
 * Cost: linear; bytes in which all keys agree cost nothing, and short inputs are sorted by
 * insertion. */
#include "base/core/sort.h"

#include <stdbool.h>
#include <string.h>

enum {
    INSERTION_LIMIT = 64, /* Below this the histograms cost more than they save (measured). */
    DIGITS = 256
};

static void insert_pairs(wendi_sort_pair *pairs, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        wendi_sort_pair moving = pairs[i];
        size_t hole = i;
        while (hole > 0 && pairs[hole - 1].key > moving.key) {
            pairs[hole] = pairs[hole - 1];
            hole--;
        }
        pairs[hole] = moving;
    }
}

static void insert_u32(uint32_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t moving = values[i];
        size_t hole = i;
        while (hole > 0 && values[hole - 1] > moving) {
            values[hole] = values[hole - 1];
            hole--;
        }
        values[hole] = moving;
    }
}

/* Turns counts into the index of each digit's first item. */
static void counts_to_offsets(size_t offsets[DIGITS])
{
    size_t total = 0;
    for (size_t digit = 0; digit < DIGITS; digit++) {
        size_t count = offsets[digit];
        offsets[digit] = total;
        total += count;
    }
}

static void scatter_pairs(const wendi_sort_pair *from, wendi_sort_pair *to, size_t count,
                          uint32_t shift)
{
    size_t offsets[DIGITS] = {0};
    for (size_t i = 0; i < count; i++) {
        offsets[(from[i].key >> shift) & (DIGITS - 1)]++;
    }
    counts_to_offsets(offsets);
    for (size_t i = 0; i < count; i++) {
        to[offsets[(from[i].key >> shift) & (DIGITS - 1)]++] = from[i];
    }
}

static void scatter_u32(const uint32_t *from, uint32_t *to, size_t count, uint32_t shift)
{
    size_t offsets[DIGITS] = {0};
    for (size_t i = 0; i < count; i++) {
        offsets[(from[i] >> shift) & (DIGITS - 1)]++;
    }
    counts_to_offsets(offsets);
    for (size_t i = 0; i < count; i++) {
        to[offsets[(from[i] >> shift) & (DIGITS - 1)]++] = from[i];
    }
}

/* The bits in which the keys differ; 0 also when they are sorted already. */
static uint64_t pair_bits_to_sort(const wendi_sort_pair *pairs, size_t count)
{
    uint64_t differing = 0;
    bool is_sorted = true;
    for (size_t i = 1; i < count; i++) {
        differing |= pairs[i].key ^ pairs[0].key;
        is_sorted = is_sorted && pairs[i - 1].key <= pairs[i].key;
    }
    return is_sorted ? 0 : differing;
}

static uint32_t u32_bits_to_sort(const uint32_t *values, size_t count)
{
    uint32_t differing = 0;
    bool is_sorted = true;
    for (size_t i = 1; i < count; i++) {
        differing |= values[i] ^ values[0];
        is_sorted = is_sorted && values[i - 1] <= values[i];
    }
    return is_sorted ? 0 : differing;
}

void wendi_sort_pairs(wendi_sort_pair *pairs, wendi_sort_pair *scratch, size_t count)
{
    if (count < INSERTION_LIMIT) {
        insert_pairs(pairs, count);
        return;
    }
    uint64_t differing = pair_bits_to_sort(pairs, count);
    wendi_sort_pair *from = pairs;
    wendi_sort_pair *to = scratch;
    for (uint32_t shift = 0; shift < 64; shift += 8) {
        if (((differing >> shift) & (DIGITS - 1)) != 0) {
            scatter_pairs(from, to, count, shift);
            wendi_sort_pair *swapped = from;
            from = to;
            to = swapped;
        }
    }
    if (from != pairs) {
        memcpy(pairs, from, count * sizeof *pairs);
    }
}

void wendi_sort_u32(uint32_t *values, uint32_t *scratch, size_t count)
{
    if (count < INSERTION_LIMIT) {
        insert_u32(values, count);
        return;
    }
    uint32_t differing = u32_bits_to_sort(values, count);
    uint32_t *from = values;
    uint32_t *to = scratch;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        if (((differing >> shift) & (DIGITS - 1)) != 0) {
            scatter_u32(from, to, count, shift);
            uint32_t *swapped = from;
            from = to;
            to = swapped;
        }
    }
    if (from != values) {
        memcpy(values, from, count * sizeof *values);
    }
}
