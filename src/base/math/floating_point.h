/* math/floating_point.h: what every source file of the library needs to see first.
 *
 * A build that may reorder floating-point arithmetic cannot give the same bits everywhere, so it is
 * refused here, where every file passes through. */
#ifndef WENDI_BASE_MATH_FLOATING_POINT_H
#define WENDI_BASE_MATH_FLOATING_POINT_H

#if defined(__FAST_MATH__)
#error "wend needs exact IEEE arithmetic: build it without -ffast-math"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ != 0
#error "wend needs NaN and infinity: build it without -ffinite-math-only"
#endif
#if defined(_M_FP_FAST)
#error "wend needs exact IEEE arithmetic: build it without /fp:fast"
#endif

#if defined(__MINGW32__)
/* Formats are those of C17 in mingw-w64's own printf, not those of Microsoft's library. */
#define WENDI_PRINTF(format_index, first_index)                                                    \
    __attribute__((format(gnu_printf, format_index, first_index)))
#elif defined(__GNUC__)
#define WENDI_PRINTF(format_index, first_index)                                                    \
    __attribute__((format(printf, format_index, first_index)))
#else
#define WENDI_PRINTF(format_index, first_index)
#endif

#endif
