/* Episodes, batches of them in processes of their own, and what happens to one that fails. */
#ifndef TEST_API_RUN_H
#define TEST_API_RUN_H

#include "counts.h"

enum { RUN_STEPS = 120, RUN_JOBS_MOST = 64 };

typedef struct run_def {
    uint64_t seed;
    uint64_t first; /* episode */
    uint64_t calls; /* at least so many steps, */
    uint64_t pairs; /* and so many objects saved and loaded */
    uint32_t jobs;  /* processes at a time: what is tested does not depend on it */
    uint32_t progress_seconds;
    const char *rooms; /* "a,b": those only; or NULL */
} run_def;

/* Where a process is: what it leaves behind when it dies. */
typedef struct run_place {
    _Atomic(uint64_t) episode, step;
} run_place;

/* In memory that all processes share. */
typedef struct run_shared {
    fuzz_counts counts;
    run_place places[RUN_JOBS_MOST + 1]; /* the last one is that of episodes that are run again */
} run_shared;

/** Makes a folder for files, or ends the process. @param shared all zero. */
void run_begin(run_shared *shared);
/** Removes the folder. */
void run_end(void);
/** Runs the steps of one episode that are not left out. @param left_out [RUN_STEPS], or NULL. */
void run_episode(const run_def *def, uint64_t episode, const bool *left_out, bool is_loud);
/** @return how many episodes failed; each is shrunk, and how to replay it is printed. */
uint32_t run_all(const run_def *def);

#endif
