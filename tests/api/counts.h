/* What the steps of a run did, in memory that all its processes share: how often each function gave
 * each result, and the processor time of each action. */
#ifndef TEST_API_COUNTS_H
#define TEST_API_COUNTS_H

#include "fuzz.h"

#include <stdatomic.h>
#include <stdio.h>

enum { FUZZ_RESULTS = 16384, FUZZ_ROOMS = 40, FUZZ_ACTIONS = 48 };

typedef struct fuzz_counts {
    _Atomic(uint64_t) steps, calls, pairs;
    struct {
        _Atomic(uint64_t) key; /* the text of the call and its result; 0 = free */
        _Atomic(uint64_t) count;
    } results[FUZZ_RESULTS];
    struct {
        _Atomic(uint64_t) count, ns;
    } actions[FUZZ_ROOMS][FUZZ_ACTIONS];
} fuzz_counts;

/** All zero. Lives as long as the process. */
void counts_begin(fuzz_counts *counts);
void counts_add_result(const char *call, wend_result result);
/** Runs an action of a room, and adds its time. */
void counts_run_action(fuzz *f, size_t room, size_t action);
/** Each function with each of its results, and how often, one a line, sorted. @return how many. */
size_t counts_print_results(FILE *file);
/** Actions by their time, longest first. */
void counts_print_times(FILE *file);

#endif
