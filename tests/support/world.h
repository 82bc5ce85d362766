/* A grid and what searches and paths need on it, for tests that only use them. */
#ifndef TEST_SUPPORT_WORLD_H
#define TEST_SUPPORT_WORLD_H

#include "wend/path.h"
#include "wend/search.h"

typedef struct world {
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
} world;

/** Makes the rest on a grid, which then belongs to the world. Fails the cmocka test when it cannot,
 * also for a grid that is NULL. */
world world_on(wend_grid *grid);
/** Runs a query that has a path, or fails the test. */
wend_search_answer world_ask(const world *w, const wend_search_query *query);
void world_free(world *w);

#endif
