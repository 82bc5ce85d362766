/* core/number.h: numbers as text, whatever the locale's decimal point is. */
#ifndef WENDI_IO_CORE_NUMBER_H
#define WENDI_IO_CORE_NUMBER_H

#include <stddef.h>

enum { WENDI_NUMBER_CAPACITY = 24 };

/** Writes a number with at most two decimals, trailing zeros cut: "-12.5". What is not finite or
 * not within 10^15 is written as a word. @param text [WENDI_NUMBER_CAPACITY], ends with a zero.
 * @return its length. */
size_t wendi_number_text(double value, char *text);

#endif
