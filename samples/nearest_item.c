/* The nearest health pack. The goal is not a cell but a predicate: the search calls it for every
 * cell that it expands, cheapest first, and stops at the first true. A taken item is switched off,
 * and the next query finds the next one. */
#include "wend/wend.h"

#include <stdio.h>

enum { WIDTH = 40, HEIGHT = 16, ITEM_COUNT = 5, HEALTH_PACK = 7 };

typedef struct item {
    int32_t x, y;
    int type;
    bool is_active;
} item;

/* Data of the predicate. In a game with many items this would be an array by cell. */
typedef struct world {
    const wend_grid *grid;
    item items[ITEM_COUNT];
    int wanted_type;
} world;

static item *item_at(world *w, wend_node node)
{
    for (int i = 0; i < ITEM_COUNT; i++) {
        if (wend_grid_node(w->grid, w->items[i].x, w->items[i].y) == node) {
            return &w->items[i];
        }
    }
    return NULL;
}

/* Called by the search. It must not call back into it, and give the same answer each time. */
static bool is_wanted(void *user, wend_node node)
{
    world *w = user;
    const item *found = item_at(w, node);
    return found != NULL && found->is_active && found->type == w->wanted_type;
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = WIDTH;
    def.height = HEIGHT;
    wend_grid *grid = NULL;
    if (wend_grid_create(&def, &grid) == WEND_OK) {
        wend_grid_fill(grid, 0, 12, 0, 1, 13, WEND_COST_WALL); /* a wall with a gap below */
        wend_grid_fill(grid, 0, 20, 6, 8, 6, 4);               /* a swamp: four times the cost */
    }
    return grid;
}

/* Walks to the nearest item of the wanted type and takes it. @return false when there is none. */
static bool fetch_nearest(world *w, wend_search *search, wend_node *agent)
{
    wend_search_query query = wend_search_query_default();
    query.start = *agent;
    query.goal_kind = WEND_GOAL_PREDICATE;
    query.is_goal = is_wanted;
    query.user = w;
    const wend_result result = wend_search_find(search, &query);
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    item *found = result == WEND_OK ? item_at(w, answer.node) : NULL;
    if (found == NULL) {
        printf("no more items of type %d: %s\n", w->wanted_type,
               wend_failure_reason_text(answer.reason));
        return false;
    }
    printf("item at %2d,%2d, cost %6.2f, %llu cells searched\n", (int)found->x, (int)found->y,
           wend_cost_to_double(answer.cost), (unsigned long long)answer.expanded);
    found->is_active = false;
    *agent = answer.node;
    return true;
}

int main(void)
{
    wend_grid *grid = make_grid();
    world w = {.grid = grid,
               .items = {{16, 3, HEALTH_PACK, true}, /* near, but behind the wall */
                         {3, 14, HEALTH_PACK, true},
                         {24, 9, HEALTH_PACK, true},  /* in the swamp */
                         {8, 2, 3, true},             /* something else */
                         {5, 5, HEALTH_PACK, false}}, /* taken already */
               .wanted_type = HEALTH_PACK};
    wend_search_def def = wend_search_def_default();
    def.grid = grid;
    wend_search *search = NULL;
    if (wend_search_create(&def, &search) != WEND_OK) {
        wend_grid_destroy(grid);
        return 1;
    }
    wend_node agent = wend_grid_node(grid, 9, 3);
    while (fetch_nearest(&w, search, &agent)) {
    }
    wend_search_destroy(search);
    wend_grid_destroy(grid);
    return 0;
}
