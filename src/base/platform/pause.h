/* platform/pause.h: waiting for a moment without giving up the processor. */
#ifndef WENDI_BASE_PLATFORM_PAUSE_H
#define WENDI_BASE_PLATFORM_PAUSE_H

/** Tells the processor that this thread waits in a loop: the other thread of the core gets more of
 * it. Tens of cycles. */
#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
static inline void wendi_pause(void)
{
    __builtin_ia32_pause();
}
#elif defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))
static inline void wendi_pause(void)
{
    __asm__ __volatile__("yield");
}
#else
static inline void wendi_pause(void)
{
}
#endif

#endif
