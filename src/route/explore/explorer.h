/* The state of an explorer of cells.
 *
 *   tracing, with the wall on the left: `side` leads to the wall, `side` + turn is the heading
 *
 *        # # #            Where the heading is closed, it becomes the side, where the side is open,
 *        . x >            the wall ended, and the walk goes around its end. From each cell and side
 *                         exactly one other comes next and one came before, so the walk around a
 *                         wall closes at the cell and side where it began. */
#ifndef WENDI_ROUTE_EXPLORE_EXPLORER_H
#define WENDI_ROUTE_EXPLORE_EXPLORER_H

#include "base/core/key_table.h"
#include "base/core/message.h"
#include "route/explore/cells.h"
#include "wend/explore.h"

enum { WENDI_CELL_EXPLORER_MAGIC = 0x4C504557, WENDI_CELL_EXPLORER_VERSION = 1 };

/* No direction: where a remembered cell was begun from. */
enum { WENDI_EXPLORE_NO_DIRECTION = 255 };

/* A cell that was visited, and the direction back to where it was first entered from. */
typedef struct wendi_explore_visit {
    wend_node node;
    uint8_t back;
} wendi_explore_visit;

struct wend_cell_explorer {
    wend_allocator allocator;
    wend_message error;
    wendi_explore_cells cells;
    wend_explore_method method;
    wend_explore_hand hand;
    uint64_t seed, max_steps;

    wend_explore_state state;
    wend_node from, node, goal; /* WEND_NODE_NONE before the start */
    uint64_t steps, collisions;
    uint64_t draws; /* random numbers drawn */

    /* tracing */
    wend_node hit_node; /* where it began */
    uint32_t hit_side;
    uint32_t side;      /* the direction of the wall */
    bool is_right;      /* the wall is on the right */
    int64_t line_index; /* of the last cell on the line, the nearest to the goal so far */

    /* turned, stepping back, random */
    uint32_t heading, run_left;

    wendi_key_table table; /* index of each visited node */
    wendi_explore_visit *visits;
    uint32_t visit_capacity;
};

/** Makes room for one more visited cell. @return false without memory. */
bool wendi_cell_explorer_reserve(wend_cell_explorer *explorer);
/** Remembers a cell; there is room. */
void wendi_cell_explorer_remember(wend_cell_explorer *explorer, wend_node node, uint32_t back);
/** Moves by a step of the method. The state is one of those that move. @return WEND_OK,
 * WEND_ERROR_MEMORY. */
wend_result wendi_cell_explorer_move(wend_cell_explorer *explorer);

#endif
