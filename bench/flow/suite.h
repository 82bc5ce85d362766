/* The common parts of the sections of `wend bench flow`. */
#ifndef BENCH_FLOW_SUITE_H
#define BENCH_FLOW_SUITE_H

#include "measure/maps.h"
#include "measure/table.h"

typedef struct flow_suite {
    bench_report report;
    size_t runs;
    bool is_quick;
    const char *only;        /* the one section to run; NULL: all */
    const char *maps_folder; /* NULL: no files */
    size_t mismatches, failures;
} flow_suite;

/* A contestant. All do the same work in turn, so that noise affects all alike. */
typedef struct flow_contestant {
    bool (*work)(void *context, size_t run); /* false: it failed */
    void *context;
    double ns; /* the median run, per work */
} flow_contestant;

/** Lets each do its work suite->runs times, each time once more before to warm up. @return false:
 * something failed, and has been said. */
bool flow_suite_race(flow_suite *suite, const char *name, flow_contestant *contestants,
                     size_t count);
/** Reports a failure on stderr, and records it. */
void flow_suite_fail(flow_suite *suite, const char *where, const char *what);

/** The sections. */
void bench_flow_tiles(flow_suite *suite);
void bench_flow_whole(flow_suite *suite);
void bench_flow_figures(flow_suite *suite);
void bench_flow_orders(flow_suite *suite);
void bench_flow_budget(flow_suite *suite);
void bench_flow_quality(flow_suite *suite);

#endif
