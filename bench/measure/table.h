/* Reports of benchmarks: tables, figures with their bounds, notes. */
#ifndef BENCH_MEASURE_TABLE_H
#define BENCH_MEASURE_TABLE_H

#include "json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { BENCH_TARGETS_MAX = 256, BENCH_NOTES_MAX = 32, BENCH_NAME_CAPACITY = 128 };

typedef struct bench_column {
    const char *key;   /* in JSON */
    const char *title; /* in Markdown */
} bench_column;

/* A figure that has a bound to keep. */
typedef struct bench_target {
    char name[BENCH_NAME_CAPACITY];
    double value, bound;
    bool is_at_least; /* else: at most */
    bool is_judged;
} bench_target;

typedef struct bench_report {
    FILE *out;
    bool json; /* else Markdown */
    json writer;
    size_t table_count, row_count, cell_count;
    const bench_column *columns;
    size_t column_count;
    bench_target targets[BENCH_TARGETS_MAX];
    size_t target_count;
    char notes[BENCH_NOTES_MAX][2 * BENCH_NAME_CAPACITY];
    size_t note_count;
    bool is_quick; /* too few runs to judge times by */
    size_t missed; /* bounds, of those that are judged */
} bench_report;

/** @param is_quick times are printed, not judged. */
void bench_report_begin(bench_report *report, FILE *out, bool is_json, bool is_quick);
/** Writes the figures with their bounds, and the notes. @return how many bounds are missed, of
 * those that are judged. */
size_t bench_report_end(bench_report *report);

/** @param columns [count], must live until the table ends. */
void bench_table_begin(bench_report *report, const char *key, const char *title,
                       const bench_column *columns, size_t count);
void bench_table_end(bench_report *report);
/** Cells fill the rows from left to right; the last one of a row ends it. */
void bench_cell_text(bench_report *report, const char *text);
void bench_cell_number(bench_report *report, double value, int decimals);
void bench_cell_none(bench_report *report);

/** Keeps a figure for the end that is the same in every run: a count, a size, a length. Beyond
 * BENCH_TARGETS_MAX it is judged, but not listed, with a note. */
void bench_report_target(bench_report *report, const char *name, double value, double bound,
                         bool is_at_least);
/** The same for a time or a ratio of times, which a quick run does not judge. */
void bench_report_time(bench_report *report, const char *name, double value, double bound,
                       bool is_at_least);
void bench_report_note(bench_report *report, const char *text);
/** True if the figure keeps its bound. */
bool bench_target_is_met(const bench_target *target);

#endif
