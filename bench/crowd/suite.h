/* The common parts of the sections of `wend bench crowd`. */
#ifndef BENCH_CROWD_SUITE_H
#define BENCH_CROWD_SUITE_H

#include "measure/table.h"

typedef struct crowd_suite {
    bench_report report;
    size_t runs, seeds;
    bool is_quick;
    const char *only;  /* the one section to run; NULL: all */
    const char *scene; /* prefix of the scenes to run; NULL: all */
    size_t failures;
} crowd_suite;

/** Reports a failure on stderr, and records it. */
void crowd_suite_fail(crowd_suite *suite, const char *where, const char *what);

/** True if some scene's name begins with suite->only. */
bool crowd_quality_has(const crowd_suite *suite);
/** The names of all scenes that --scene chooses from. @param names [capacity]. @return how many. */
size_t crowd_quality_names(const char **names, size_t capacity);

/** The sections. */
void bench_crowd_quality(crowd_suite *suite);
void bench_crowd_rimea(crowd_suite *suite);
void bench_crowd_speed(crowd_suite *suite);
void bench_crowd_ground(crowd_suite *suite);
void bench_crowd_detail(crowd_suite *suite);

#endif
