/* maps/scenario_rounding.h: how far a published length may lie from the true one.
 *
 * Files say it by how they write numbers: with a fixed number of decimals ("%.2f") or with a fixed
 * number of significant digits and trailing zeros cut ("%g"). The rule is in docs/formats.md. */
#ifndef WENDI_IO_MAPS_SCENARIO_ROUNDING_H
#define WENDI_IO_MAPS_SCENARIO_ROUNDING_H

#include "io/core/lines.h"

/** What the lengths of a file have in common so far. Zeroed at first. */
typedef struct wendi_length_style {
    bool has_rows;
    bool has_mixed_decimals;  /**< Not all with the same number of decimals. */
    bool has_trailing_zero;   /**< A zero after the point was not cut: fixed decimals. */
    int decimals;             /**< Most of any row. */
    int significant;          /**< Most of any row. */
    uint64_t fit_steps;       /**< Spent on the test of fit. */
    uint32_t fitting, tested; /**< Rows that are a + b * sqrt(2) to the last digit; rows tried. */
} wendi_length_style;

/** Takes one row's length into account. */
void wendi_length_style_add(wendi_length_style *style, const wendi_decimal *length);

/** Takes one row's exact form into account, once all were added: is it a whole number of straight
 * and diagonal steps? Does nothing where the digits are too coarse to tell. */
void wendi_length_style_fit(wendi_length_style *style, double length);

/** The rounding of a row. @param whole its digits before the point, as wendi_decimal counts. */
double wendi_length_rounding(const wendi_length_style *style, int whole);

#endif
