/* Refuses builds that may reorder floating-point arithmetic, which could not give
 * the same bits everywhere. Every source file of the library includes it, mostly through another
 * header. wend_check_floating_point tests the rest at run time. */
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

#endif
