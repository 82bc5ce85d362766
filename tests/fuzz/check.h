/* The entry of every fuzz target, a check that ends the run, and a choice of inputs.
 * FUZZ_IS_REPLAY is 1 in the programs that run stored inputs, 0 in live fuzzers. */
#ifndef TEST_FUZZ_CHECK_H
#define TEST_FUZZ_CHECK_H

#include "wend/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The entry point for libFuzzer and replay_main.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void check(bool holds)
{
    if (!holds) {
        abort();
    }
}

/* How many inputs a target's reader took, and how many it refused; one each for the program. */
__attribute__((weak)) size_t fuzz_taken_count;
__attribute__((weak)) size_t fuzz_refused_count;

/** Notes whether a reader took its input, so that a replay can tell that none of its stored inputs is
 * still taken, as after a change of the format. Returns the result. */
static inline wend_result noted(wend_result result)
{
    fuzz_taken_count += result == WEND_OK ? 1 : 0;
    fuzz_refused_count += result == WEND_OK ? 0 : 1;
    return result;
}

/** True for the inputs that get checks far slower than reading them. The bytes alone decide, which
 * makes a finding repeatable. A replay, which has few inputs, checks all of them.
 * @param one_in of this number of inputs one is selected, 1 to 2^31. */
static inline bool is_chosen(const uint8_t *data, size_t size, uint32_t one_in)
{
    return FUZZ_IS_REPLAY != 0 || wend_hash_bytes(wend_hash_begin(), data, size) % one_in == 0;
}

#endif
