/* Doubles as decimal text and back, in every locale. */
#ifndef WENDI_IO_CORE_DECIMAL_H
#define WENDI_IO_CORE_DECIMAL_H

#include "io/core/lines.h"

enum { WENDI_DOUBLE_TEXT_CAPACITY = 32, WENDI_NUMBER_CAPACITY = 24 };

/** A number such as -12, .5 or 1.5e-3 that fills the span, as the double nearest to it (ties to
 * even). False if it is none: words such as nan and inf are not, nor numbers too large for a
 * double or of more than 400 digits. Below 10^-300 it counts as 0. */
bool wendi_span_double(wendi_span span, double *value);

/** A coordinate that fills the span: finite and at most WEND_COORDINATE_MAX in size. */
bool wendi_span_coordinate(wendi_span span, double *value);

/** Writes a finite double with the fewest digits that wendi_span_double reads as the same double.
 * @param text [WENDI_DOUBLE_TEXT_CAPACITY], ends with a zero. @return its length. */
size_t wendi_double_text(double value, char *text);

/** Writes a number with at most two decimals, trailing zeros cut: "-12.5". Infinite and NaN values
 * and those beyond 10^15 are written as a word. @param text [WENDI_NUMBER_CAPACITY], ends with a
 * zero. @return its length. */
size_t wendi_number_text(double value, char *text);

#endif
