/* islands.h: how many parts of a map cannot reach each other. */
#ifndef CLI_ISLANDS_H
#define CLI_ISLANDS_H

#include "map.h"

typedef struct islands {
    uint32_t count;
    uint32_t largest;  /* cells of the largest one */
    uint32_t *numbers; /* [height][width]: 1 ... count, 0 = blocked */
    uint32_t main;     /* the number of the largest one; 0 when there is none */
} islands;

/** Numbers the islands of one class and team. @return false when there is no memory. Free with
 * islands_free in either case. */
bool islands_find(islands *found, const wend_grid *grid, const map_agent *agent);
void islands_free(islands *found);

#endif
