/* All objects derived from a grid for three agents (a point, a square one and a round one), and the
 * comparison of repaired objects with new ones. */
#ifndef TEST_SUPPORT_VIEWS_H
#define TEST_SUPPORT_VIEWS_H

#include "support/edits.h"
#include "wend/islands.h"
#include "wend/path.h"
#include "wend/search.h"

enum { VIEWS_AGENTS = 3, VIEWS_TEXT = 160 };

/* One class and team of a grid. */
typedef struct views {
    wend_clearance *clearance; /* shared by all below, but for spaces that make their own */
    wend_islands *islands[VIEWS_AGENTS];
    wend_space *spaces[VIEWS_AGENTS]; /* with a jump table where there can be one */
    wend_search *searches[VIEWS_AGENTS];
} views;

/** Everything of a grid; the seed decides class, team and sizes. Aborts without memory. */
void views_make(views *v, const wend_grid *grid, uint64_t seed);
void views_free(views *v);
/** Updates them in an order that the dice decide. @return the first result that is not WEND_OK. */
wend_result views_update(views *v, edits_dice *dice);
/** Holds the one to the last bit what the other one does?
 * @param what [VIEWS_TEXT] what does not. */
bool views_are_same(const views *a, const views *b, edits_dice *dice, char *what);

#endif
