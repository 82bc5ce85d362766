/** @file wend/explore.h
 * Agents without a map: local ways over the cells of a grid, and a map that agents make together.
 *
 *     ..........        An agent that knows only what it touches: it walks straight at its goal,
 *     S---->#...        meets a wall, and then turns, traces the wall, steps back, or remembers
 *     ..../.#.G.        where it has been.
 *     ....'-->'.
 *
 * wend_cell_explorer walks from cell to cell; it looks at the neighbours of its cell alone. Bodies of
 * a crowd do the same as discs: wend/explorers.h.
 *
 * wend_explored_map holds what agents report: cells seen open or closed, and when. Searches,
 * pathfinders and planners run over its grid, in which unknown cells are open or closed as they
 * choose.
 *
 * Sources: Lumelsky, Stepanov, "Path-Planning Strategies for a Point Mobile Automaton Moving Amidst
 * Unknown Obstacles of Arbitrary Shape" (1987), whose second algorithm is tracing with the line;
 * Stout, "Smart Moves: Intelligent Pathfinding" (1996), for the rest.
 */
#ifndef WEND_EXPLORE_H
#define WEND_EXPLORE_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- methods ---- */

/** Ways to go without a map. All go straight at the goal until something is in the way. */
typedef enum wend_explore_method {
    WEND_EXPLORE_TRACE_LINE =
        0,                    /**< Traces the wall with one hand, until it is on the line from the
                                      collision to the goal again, nearer to the goal. Always ends:
                                      at the goal, or back at the collision, which proves that there
                                      is no path. The default. */
    WEND_EXPLORE_TRACE,       /**< Traces the wall with one hand, until the straight way to the
                                      goal is free. Back at the collision it reports that there is no
                                      path, which is not proven; it may go round for ever. */
    WEND_EXPLORE_CRASH_TURN,  /**< Turns to the side nearer to the goal, to a random one when both
                                      are equal, and goes there until the straight way to the goal is
                                      free. Gets lost in hollows. */
    WEND_EXPLORE_STEP_BACK,   /**< Goes a few steps in a random direction, and tries again. */
    WEND_EXPLORE_DEPTH_FIRST, /**< Explores depth first, the neighbours nearer to the goal first,
                                      remembers all cells it was in, and goes back where none is new.
                                      Always ends, and proves that there is no path. */
    WEND_EXPLORE_RANDOM,      /**< Goes straight in random directions. */
    WEND_EXPLORE_BY_MAP       /**< Bodies only (wend/explorers.h): by the explored map, with a new
                                      path where what is seen contradicts the old one. */
} wend_explore_method;

/** Hands of wall tracing. */
typedef enum wend_explore_hand {
    WEND_EXPLORE_HAND_LEFT =
        0,                   /**< The wall is on the left. With x to the right and y downwards, as
                                     grids are drawn. */
    WEND_EXPLORE_HAND_RIGHT, /**< The wall is on the right. */
    WEND_EXPLORE_HAND_NEARER /**< At each collision the one that leads nearer to the goal; a random
                                     one when both are equal. */
} wend_explore_hand;

/** States of an explorer. */
typedef enum wend_explore_state {
    WEND_EXPLORE_STRAIGHT = 0, /**< Goes straight at the goal, or on along its line. */
    WEND_EXPLORE_TRACING,      /**< Traces a wall. */
    WEND_EXPLORE_TURNED,       /**< Goes where it turned to. */
    WEND_EXPLORE_BACK,         /**< Steps back, or goes back where it came from. */
    WEND_EXPLORE_ARRIVED,      /**< At the goal. */
    WEND_EXPLORE_NO_PATH,      /**< There is no path, or it gave up (see wend_explore_method). */
    WEND_EXPLORE_LIMIT         /**< The limit of steps is reached. */
} wend_explore_state;

/* ---- explorers of cells ---- */

/** An explorer of the cells of a grid. */
typedef struct wend_cell_explorer wend_cell_explorer;

/** Definition of an explorer of cells. */
typedef struct wend_cell_explorer_def {
    uint32_t cookie;            /**< Set by wend_cell_explorer_def_default; leave it. */
    const wend_grid *grid;      /**< Squares or hexes, not wrapping; must outlive the explorer.
                                     Default NULL: set it. */
    uint32_t movement_class;    /**< Movement class whose walls apply. Default 0. */
    uint32_t team;              /**< Team whose gates apply. Default WEND_TEAM_NONE. */
    wend_explore_method method; /**< Default tracing with the line. */
    wend_explore_hand hand;     /**< Of tracing. Default left. */
    uint64_t seed;              /**< Of random choices. Default 1. */
    uint64_t max_steps;         /**< Steps after which it stops; 0 (default) = no limit. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< Text of a failure of create; may be NULL (default). */
} wend_cell_explorer_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_cell_explorer_def wend_cell_explorer_def_default(void);
/** Creates an explorer, which waits for wend_cell_explorer_start.
 * @param explorer set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY,
 * WEND_ERROR_UNSUPPORTED (a grid that wraps: around a torus a hand leads nowhere). */
WEND_API wend_result wend_cell_explorer_create(const wend_cell_explorer_def *def,
                                               wend_cell_explorer **explorer);
/** Returns the message of the last failure of a call that changes the explorer; "" if none failed
 * (see wend/base.h). Never NULL. */
WEND_API const char *wend_cell_explorer_error(const wend_cell_explorer *explorer);
/** Frees an explorer; NULL is allowed. */
WEND_API void wend_cell_explorer_destroy(wend_cell_explorer *explorer);
/** Puts the explorer at a cell and gives it a goal. It forgets all it knew.
 * @param from an open cell.
 * @param goal any cell of the grid; one that is closed turns out to have no path.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, outside, from is closed). */
WEND_API wend_result wend_cell_explorer_start(wend_cell_explorer *explorer, wend_node from,
                                              wend_node goal);
/** Goes one step, to a neighbouring cell that is open. Steps are those of the grid's neighbours and
 * corner rule; links are not seen. Edits of the grid between steps count from the next step on; what
 * is proven holds for a grid that was not edited since the start.
 *
 * Depth first exploration remembers some 30 bytes a cell and allocates now and then.
 * @return WEND_IN_PROGRESS (it has moved), WEND_OK (at the goal), WEND_NO_PATH, WEND_PARTIAL (the
 * limit of steps), WEND_ERROR_ARGUMENT (NULL, not started), WEND_ERROR_MEMORY (as before; call
 * again). */
WEND_API wend_result wend_cell_explorer_step(wend_cell_explorer *explorer);

/** What is known of an explorer of cells. */
typedef struct wend_cell_explorer_info {
    wend_explore_state state; /**< What it does. */
    wend_node node;           /**< Its cell; WEND_NODE_NONE before the start. */
    wend_node goal;           /**< Its goal; WEND_NODE_NONE before the start. */
    uint64_t steps;           /**< Steps since the start. */
    uint64_t collisions;      /**< How often something was in its way. */
    size_t remembered;        /**< Cells that it remembers. */
    size_t memory_bytes;      /**< Memory of the explorer. */
} wend_cell_explorer_info;

/** Gets what is known of an explorer. @param info zeroed when explorer is NULL. */
WEND_API void wend_cell_explorer_get_info(const wend_cell_explorer *explorer,
                                          wend_cell_explorer_info *info);
/** Returns a hash of the explorer's state. */
WEND_API uint64_t wend_cell_explorer_hash(const wend_cell_explorer *explorer);
/** Saves the explorer with all it remembers (little-endian, with version and checksum); its grid is
 * not included.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_cell_explorer_save(const wend_cell_explorer *explorer, uint8_t *bytes,
                                             size_t capacity, size_t *count);
/** Loads what wend_cell_explorer_save wrote; it replaces the state of the explorer, method, hand,
 * seed and limit included, and continues bit for bit over an equal grid. Bytes from any origin are
 * safe to try.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, or of a grid of another size or
 * kind), WEND_ERROR_MEMORY. After an error all is as before. */
WEND_API wend_result wend_cell_explorer_load(wend_cell_explorer *explorer, const uint8_t *bytes,
                                             size_t count, wend_message *message);

/* ---- explored maps ---- */

/** Movement classes of the grid of an explored map: how unknown cells count. */
enum {
    WEND_EXPLORED_OPTIMISTIC = 0, /**< Class 0: unknown cells are open, of cost 1. */
    WEND_EXPLORED_CAREFUL = 1     /**< Class 1: unknown cells are closed. */
};

/** Definition of an explored map. */
typedef struct wend_explored_map_def {
    uint32_t cookie;              /**< Set by wend_explored_map_def_default; leave it. */
    const wend_grid *like;        /**< A grid whose size, cells and rules the map takes over; it is
                                       read by the call only. NULL (default): the fields below. */
    int32_t width;                /**< Columns, 1 to WEND_GRID_SIDE_MAX. Default 0: set it. */
    int32_t height;               /**< Rows, likewise. */
    wend_neighbours neighbours;   /**< Default 8. */
    wend_corner_rule corner_rule; /**< Default never. */
    wend_hex_layout hex_layout;   /**< For 6 neighbours. Default odd rows. */
    wend_wrap wrap;               /**< Default none. */
    double cell_size;             /**< Metres, above 0. Default 1. */
    wend_vec2 origin;             /**< Metres. Default 0, 0. */
    wend_allocator allocator;     /**< Default libc. One thread at a time calls it. */
    wend_message *message;        /**< Text of a failure of create; may be NULL (default). */
} wend_explored_map_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_explored_map_def wend_explored_map_def_default(void);
/** Creates a map of which nothing is known.
 * @param map set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (def->message gives the reason), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_explored_map_create(const wend_explored_map_def *def,
                                              wend_explored_map **map);
/** Returns the message of the last failure of a call that changes the map; "" if none failed. Never
 * NULL; not while other threads report. */
WEND_API const char *wend_explored_map_error(const wend_explored_map *map);
/** Frees a map; NULL is allowed. Objects over its grid must not be used afterwards. */
WEND_API void wend_explored_map_destroy(wend_explored_map *map);

/** A cell that was seen. */
typedef struct wend_sighting {
    wend_node node; /**< The cell. */
    uint8_t cost;   /**< Cost factor seen: 1 to 254, WEND_COST_WALL = closed. */
    uint64_t time;  /**< When: ticks, or any count that grows. */
} wend_sighting;

/** Reports what was seen; from any thread, at any time.
 *
 * Of several reports of a cell the newest holds; of equally new ones the largest cost, so closed
 * rather than open. What is known so does not depend on the order of calls. The map's grid learns it
 * with the next wend_explored_map_update.
 * @param sightings [count].
 * @param changed number of cells that were not known, or have another cost now; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, a node outside, cost 0), WEND_ERROR_MEMORY. After an
 * error nothing is reported. */
WEND_API wend_result wend_explored_map_report(wend_explored_map *map,
                                              const wend_sighting *sightings, size_t count,
                                              size_t *changed);
/** Asks what is known of a cell; from any thread, at any time.
 * @param sighting the report that holds; may be NULL.
 * @return true if the cell was seen. */
WEND_API bool wend_explored_map_get(const wend_explored_map *map, wend_node node,
                                    wend_sighting *sighting);
/** Returns the number of cells that are known; from any thread, at any time. */
WEND_API size_t wend_explored_map_known_count(const wend_explored_map *map);
/** Forgets what was seen before a time, so that those cells are unknown again; from any thread.
 * Time: all known cells. @return the number of cells forgotten. */
WEND_API size_t wend_explored_map_forget(wend_explored_map *map, uint64_t before);

/** Writes what was reported since the last call to the map's grid: spaces, pathfinders and planners
 * over it then repair themselves around these cells. Like an edit of the grid: nothing else may use
 * the grid meanwhile; reports and questions may go on. Time: the changed parts of 32 x 32 cells.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (call again: it goes on). */
WEND_API wend_result wend_explored_map_update(wend_explored_map *map);
/** Returns the grid of the map, as of the last update, with two movement classes:
 * WEND_EXPLORED_OPTIMISTIC and WEND_EXPLORED_CAREFUL. Searches, pathfinders, planners and crowds
 * take it. It lives as long as the map and must not be edited. NULL of NULL. */
WEND_API const wend_grid *wend_explored_map_grid(const wend_explored_map *map);

/** Returns a hash of size, rules, and all that is known. Equal for any order of reports. */
WEND_API uint64_t wend_explored_map_hash(const wend_explored_map *map);
/** Saves the map (little-endian, with version and checksum). Reports of other threads wait.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_explored_map_save(const wend_explored_map *map, uint8_t *bytes,
                                            size_t capacity, size_t *count);
/** Loads what wend_explored_map_save wrote; it replaces all that is known. wend_explored_map_update
 * brings the grid up to date. Bytes from any origin are safe to try.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FILE (damaged, or of a map of another size or
 * rules), WEND_ERROR_MEMORY. After an error all is as before. */
WEND_API wend_result wend_explored_map_load(wend_explored_map *map, const uint8_t *bytes,
                                            size_t count, wend_message *message);

/** Draws what is known: open cells as WEND_MEANING_GROUND, closed ones as WEND_MEANING_WALL. Unknown
 * cells are left out.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_explored_map_draw(const wend_explored_map *map, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
