/* takes: the digits of every length of a scenario.
 * gives: how far each may lie from the true one.
 * cost:  constant a row; for lengths with many digits up to length / 1.4 steps a row, 2^24 in all.
 */
#include "io/maps/scenario_rounding.h"

static const double square_root_of_2 = 1.41421356237309504880;

/* Nothing written by the usual generators is better than this, and wend's own costs are not
 * either: their diagonal is rounded to 2^-33, which adds up to 4e-9 over a long way. */
static const double finest = 1e-8;
/* Lengths added up with a square root of 2 cut to 9 decimals are good to this. */
static const double sums_of_rounded_diagonals = 1e-6;
/* A rounded number is half a unit off; the sums behind it add a little. */
static const double half_and_a_little = 0.51;

enum {
    DIGITS_OF_G = 6,     /**< What "%g" writes. */
    COARSE_DECIMALS = 4, /**< Up to here a little of a unit hides all errors of sums. */
    FIT_STEPS_MAX = 1 << 24,
    POWER_MAX = 22
};

/* Longer ones are not tested for fit. */
static const double fit_length_max = 16384.0;

/** 10 to the n, n cut to -22 ... 22. */
static double power_of_ten(int n)
{
    int size = n < 0 ? -n : n;
    double power = 1.0;
    for (int i = 0; i < size && i < POWER_MAX; i++) {
        power *= 10.0;
    }
    return n < 0 ? 1.0 / power : power;
}

void wendi_length_style_add(wendi_length_style *style, const wendi_decimal *length)
{
    style->has_mixed_decimals |= style->has_rows && length->decimals != style->decimals;
    style->has_trailing_zero |= length->ends_in_zero;
    style->has_rows = true;
    if (length->decimals > style->decimals) {
        style->decimals = length->decimals;
    }
    if (length->significant > style->significant) {
        style->significant = length->significant;
    }
}

/** Written with a fixed number of decimals, as far as the rows show? */
static bool is_fixed(const wendi_length_style *style)
{
    return style->has_trailing_zero || (!style->has_mixed_decimals && style->decimals > 0);
}

/** Written with a fixed number of digits and zeros cut, as far as the rows show? */
static bool is_general(const wendi_length_style *style)
{
    return !style->has_trailing_zero && (!is_fixed(style) || style->significant <= DIGITS_OF_G);
}

/** One unit of the last digit, for a fixed number of decimals. */
static double fixed_rounding(const wendi_length_style *style)
{
    double unit = power_of_ten(-style->decimals);
    return style->decimals <= COARSE_DECIMALS ? half_and_a_little * unit : unit;
}

/** One unit of the last significant digit. */
static double general_rounding(const wendi_length_style *style, int whole)
{
    int digits = style->significant > DIGITS_OF_G ? style->significant : DIGITS_OF_G;
    return power_of_ten(whole - digits);
}

void wendi_length_style_fit(wendi_length_style *style, double length)
{
    double unit = power_of_ten(-style->decimals);
    if (unit >= sums_of_rounded_diagonals || length > fit_length_max ||
        style->fit_steps > FIT_STEPS_MAX) {
        return;
    }
    double error_max = unit > finest ? unit : finest;
    style->tested++;
    int diagonals_max = (int)(length / square_root_of_2) + 1;
    for (int diagonals = 0; diagonals <= diagonals_max; diagonals++) {
        double straight = length - diagonals * square_root_of_2;
        double off = straight - (double)(int64_t)(straight + 0.5);
        style->fit_steps++;
        if (off <= error_max && off >= -error_max) {
            style->fitting++;
            return;
        }
    }
}

double wendi_length_rounding(const wendi_length_style *style, int whole)
{
    double rounding = 0.0;
    if (is_fixed(style)) {
        rounding = fixed_rounding(style);
    }
    if (is_general(style)) {
        double general = general_rounding(style, whole);
        rounding = general > rounding ? general : rounding;
    }
    /* Most rows, not all: one wrong row must not blunt the others. */
    bool is_exact = style->fitting > style->tested / 2;
    double floor = is_exact ? finest : sums_of_rounded_diagonals;
    return rounding > floor ? rounding : floor;
}
