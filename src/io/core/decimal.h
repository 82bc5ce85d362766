/* core/decimal.h: doubles as decimal text and back, correctly rounded, whatever the locale. */
#ifndef WENDI_IO_CORE_DECIMAL_H
#define WENDI_IO_CORE_DECIMAL_H

#include "io/core/lines.h"

enum { WENDI_DOUBLE_TEXT_CAPACITY = 32 };

/** A number such as -12, .5 or 1.5e-3 that fills the span, as the double nearest to it (ties to
 * even). False if it is none: words such as nan and inf are not, nor what is too large for a
 * double, nor more than 400 digits. Below 10^-300 it counts as 0. */
bool wendi_span_double(wendi_span span, double *value);

/** Writes a finite double with the fewest digits that wendi_span_double makes the same double of.
 * @param text [WENDI_DOUBLE_TEXT_CAPACITY], ends with a zero. @return its length. */
size_t wendi_double_text(double value, char *text);

#endif
