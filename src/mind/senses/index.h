/* Things in rows of cells, laid out anew.
 *
 *     row 7   | cell 3: 0, 8 | cell 4: 2 | cell 9: 5 |
 *     row 9   | cell 2: 1 | ...
 *     pairs   (7,3) (7,3) (7,4) (7,9) (9,2) ...      row << 32 | column, then by number
 *     starts  where each cell begins, row by row, if there are not many more cells than things: then
 *             things are counted into the cells, and pairs are not sorted
 *
 * What lies in a rectangle is a run of entries in each of its rows. Rows without entries cost nothing,
 * so one thing far away does not matter. */
#ifndef WENDI_MIND_SENSES_INDEX_H
#define WENDI_MIND_SENSES_INDEX_H

#include "base/core/sort.h"
#include "wend/base.h"

typedef struct wendi_sense_entry {
    double x, y;
    uint32_t number;
    uint32_t groups;
} wendi_sense_entry;

typedef struct wendi_sense_index {
    wendi_sort_pair *pairs;           /* [2][capacity] the second half is scratch */
    wendi_sense_entry *added;         /* [capacity] by number */
    wendi_sense_entry *entries;       /* [capacity] by cell, then by number */
    uint32_t *starts;                 /* for each cell */
    uint32_t first_row, first_column; /* of starts */
    uint32_t rows, columns;           /* likewise; rows 0: entries are searched */
    uint32_t capacity, count;
    double inverse_cell_size;
} wendi_sense_index;

/** Reserves memory; false without: as before. */
bool wendi_sense_index_reserve(wendi_sense_index *index, const wend_allocator *allocator,
                               uint32_t count);
void wendi_sense_index_free(wendi_sense_index *index, const wend_allocator *allocator);
size_t wendi_sense_index_bytes(const wendi_sense_index *index);

/** Empties the index, then things are added by rising number, then it is laid out. */
void wendi_sense_index_begin(wendi_sense_index *index, double cell_size);
void wendi_sense_index_add(wendi_sense_index *index, uint32_t number, wend_vec3 position,
                           uint32_t groups);
void wendi_sense_index_end(wendi_sense_index *index);

/** The runs of entries in the cells of a rectangle. */
typedef struct wendi_sense_runs {
    const wendi_sense_index *index;
    uint64_t row, last_row;
    uint32_t low_column, high_column;
    uint32_t at;
} wendi_sense_runs;

wendi_sense_runs wendi_sense_runs_make(const wendi_sense_index *index, wend_vec2 low,
                                       wend_vec2 high);
/** The next run, entries begin ... end - 1; false when there are no more. */
bool wendi_sense_runs_next(wendi_sense_runs *runs, uint32_t *begin, uint32_t *end);

#endif
