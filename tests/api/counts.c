#include "counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static fuzz_counts *counts;

void counts_begin(fuzz_counts *all)
{
    counts = all;
}

/* The text of a call lies at the same address in all processes, because they are forked. */
void counts_add_result(const char *call, wend_result result)
{
    const uint64_t key = (uint64_t)(uintptr_t)call << 8 | (uint8_t)result;
    const uint64_t first = wend_hash_u64(wend_hash_begin(), key);
    atomic_fetch_add_explicit(&counts->calls, 1, memory_order_relaxed);
    for (uint32_t i = 0; i < FUZZ_RESULTS; ++i) {
        const size_t at = (first + i) % FUZZ_RESULTS;
        uint64_t there = 0;
        if (atomic_compare_exchange_strong(&counts->results[at].key, &there, key) || there == key) {
            atomic_fetch_add_explicit(&counts->results[at].count, 1, memory_order_relaxed);
            return;
        }
    }
}

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

void counts_run_action(fuzz *f, size_t room, size_t action)
{
    const uint64_t began = now_ns();
    fuzz_rooms[room]->actions[action].run(f);
    if (room < FUZZ_ROOMS && action < FUZZ_ACTIONS) {
        atomic_fetch_add_explicit(&counts->actions[room][action].count, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&counts->actions[room][action].ns, now_ns() - began,
                                  memory_order_relaxed);
    }
}

/* ---- printing ---- */

typedef struct line {
    char text[128];
    uint64_t count;
    uint64_t order; /* larger ones come first; then by text */
} line;

static int compare_lines(const void *left, const void *right)
{
    const line *a = left;
    const line *b = right;
    return a->order != b->order ? (a->order < b->order ? 1 : -1) : strcmp(a->text, b->text);
}

/* Several texts are calls of the same function: "wend_grid_hash(grid)", "wend_grid_hash(copy)". */
static size_t put_together(line *lines, size_t count)
{
    size_t kept = 0;
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; ++i) {
        if (kept > 0 && strcmp(lines[kept - 1].text, lines[i].text) == 0) {
            lines[kept - 1].count += lines[i].count;
        } else {
            lines[kept++] = lines[i];
        }
    }
    return kept;
}

size_t counts_print_results(FILE *file)
{
    line *lines = calloc(FUZZ_RESULTS, sizeof *lines);
    size_t count = 0;
    for (size_t i = 0; i < FUZZ_RESULTS && lines != NULL; ++i) {
        const uint64_t key = counts->results[i].key;
        if (key != 0) {
            const char *call = (const char *)(uintptr_t)(key >> 8);
            const wend_result result = (wend_result)(int8_t)(uint8_t)key;
            snprintf(lines[count].text, sizeof lines->text, "%.*s: %s", (int)strcspn(call, "("),
                     call, wend_result_text(result));
            lines[count++].count = counts->results[i].count;
        }
    }
    count = put_together(lines, count);
    for (size_t i = 0; i < count && file != NULL; ++i) {
        fprintf(file, "%s %llu\n", lines[i].text, (unsigned long long)lines[i].count);
    }
    free(lines);
    return count;
}

void counts_print_times(FILE *file)
{
    line *lines = calloc((size_t)FUZZ_ROOMS * FUZZ_ACTIONS, sizeof *lines);
    size_t count = 0;
    uint64_t all = 1;
    for (size_t room = 0; room < fuzz_room_count && lines != NULL; ++room) {
        for (size_t i = 0; i < fuzz_rooms[room]->count && i < FUZZ_ACTIONS; ++i) {
            snprintf(lines[count].text, sizeof lines->text, "%s.%s", fuzz_rooms[room]->name,
                     fuzz_rooms[room]->actions[i].name);
            lines[count].order = counts->actions[room][i].ns;
            all += lines[count].order;
            lines[count++].count = counts->actions[room][i].count;
        }
    }
    count = put_together(lines, count);
    for (size_t i = 0; i < count; ++i) {
        fprintf(file, "%8.3f s %5.2f %% %8llu times %9.1f us  %s\n", (double)lines[i].order * 1e-9,
                100 * (double)lines[i].order / (double)all, (unsigned long long)lines[i].count,
                lines[i].count > 0 ? (double)lines[i].order * 1e-3 / (double)lines[i].count : 0,
                lines[i].text);
    }
    free(lines);
}
