/* The parts of the suite of minds: each writes its tables. */
#ifndef BENCH_MIND_SUITE_H
#define BENCH_MIND_SUITE_H

#include "search/suite.h"

/** Senses: rays of sight beside plain tests, and ticks of many agents. */
void bench_mind_senses(bench_suite *suite);
/** Memories and smells: ticks of many agents. */
void bench_mind_memory(bench_suite *suite);

/** What agents share: cover, triggers, reservations. */
void bench_mind_shared(bench_suite *suite);

/** Decisions of many agents by rules. */
void bench_mind_rules(bench_suite *suite);
/** Scheduling of thoughts. */
void bench_mind_minds(bench_suite *suite);
/** Strategy: influence maps and analyses of terrain beside a plain computation of everything. */
void bench_mind_strategy(bench_suite *suite);
/** State machines with messages. */
void bench_mind_machines(bench_suite *suite);
/** Squads. */
void bench_mind_squads(bench_suite *suite);
/** One tick of everything. */
void bench_mind_tick(bench_suite *suite);

#endif
