/* Which rows of a scenario can be run, and where its map is. */
#ifndef CLI_MAP_SCEN_ROWS_H
#define CLI_MAP_SCEN_ROWS_H

#include "wend/io_map.h"

enum { SCEN_NAME_CAPACITY = 4096 };

/* A row that is not run. */
typedef struct scen_skip {
    uint32_t line;
    const char *why; /* static storage */
} scen_skip;

typedef struct scen_rows {
    size_t *run; /* [run_count] indices into the scenario */
    size_t run_count;
    scen_skip *skips; /* [skip_count] */
    size_t skip_count;
} scen_rows;

/** Sorts the first rows of a scenario into those to run and those that do not fit the map.
 * @return false when there is no memory. Free with scen_rows_free in either case. */
bool scen_rows_choose(scen_rows *rows, const wend_scenario *scenario, const wend_grid *grid,
                      const wend_space *space, size_t limit);
void scen_rows_free(scen_rows *rows);

/** Looks for the map beside the scenario: the scenario's name without ".scen", that with ".map",
 * then the name that its rows give, in the same folder.
 * @param map [SCEN_NAME_CAPACITY]. @return found? */
bool scen_find_map(const char *scenario_file, const wend_scenario *scenario, char *map);

#endif
