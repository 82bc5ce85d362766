/** @file wend/draw.h
 * Drawing: a table of callbacks that every part of wend draws itself through.
 *
 * The callbacks may read everything; they must not change or destroy the drawn object or its world.
 * The PNG and SVG writers of wend/io.h implement the table, a viewer does, and your engine can: set
 * the callbacks you need, leave the others NULL. Positions are in metres (x to the right, y as in
 * the world; grids count rows downwards).
 */
#ifndef WEND_DRAW_H
#define WEND_DRAW_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Meanings of shapes, from which the callbacks choose colours. The `value` of a callback refines
 * the meaning as each comment says. */
typedef enum wend_meaning {
    WEND_MEANING_GROUND,        /**< Open ground; value = cost factor (1 to 254). */
    WEND_MEANING_WALL,          /**< Ground that cannot be entered. */
    WEND_MEANING_SEARCHED,      /**< An expanded node; value = 0 (first) to 1 (last). */
    WEND_MEANING_FRONTIER,      /**< A generated node, not expanded yet. */
    WEND_MEANING_REACH,         /**< A node within reach; value = 0 (near) to 1 (at the limit). */
    WEND_MEANING_PATH,          /**< A path; value = number of the agent, for different colours. */
    WEND_MEANING_LEG,           /**< The end of a leg of a path; value = index of the leg. */
    WEND_MEANING_START,         /**< A start. */
    WEND_MEANING_GOAL,          /**< A goal. */
    WEND_MEANING_ITEM,          /**< An item in the world; value = its type. */
    WEND_MEANING_SECTOR,        /**< The edge of a sector. */
    WEND_MEANING_EDGE,          /**< An edge of a graph or of a mesh. */
    WEND_MEANING_PORTAL,        /**< A portal, a link, or a node of a graph. */
    WEND_MEANING_AGENT,         /**< An agent. */
    WEND_MEANING_VIEW_CONE,     /**< A field of view. */
    WEND_MEANING_NOTE,          /**< Text for people. */
    WEND_MEANING_INTEGRATION,   /**< Remaining cost; value = 0 (at the goal) to 1 (farthest). */
    WEND_MEANING_LEVEL,         /**< A line of equal cost to a goal; value = steps. */
    WEND_MEANING_LINE_OF_SIGHT, /**< A cell that is completely in line of sight of a goal; value =
                                     index of the goal. */
    WEND_MEANING_CORNER,        /**< A cell that the edge of a shadow crosses. */
    WEND_MEANING_FLOW,        /**< A direction of a field: lines of arrows; a disc: stay, or a link.
                                   */
    WEND_MEANING_WAVE_FRONT,  /**< A sector that is being integrated. */
    WEND_MEANING_BODY,        /**< A body of a crowd; value = its group, for different colours. */
    WEND_MEANING_HEADING,     /**< A line from a body's centre along its heading. */
    WEND_MEANING_VELOCITY,    /**< A body's movement in half a second. */
    WEND_MEANING_PREFERRED,   /**< A body's preferred movement in half a second. */
    WEND_MEANING_BODY_PATH,   /**< The rest of a body's path; value = index of the body. */
    WEND_MEANING_BODY_GOAL,   /**< The goal of a body; value = index of the body. */
    WEND_MEANING_NEIGHBOUR,   /**< A line from a body to one that it may touch. */
    WEND_MEANING_HALF_PLANE,  /**< A border that a body's centre may not cross in a tick. */
    WEND_MEANING_SLOT,        /**< A slot in a formation; value = index of the formation. */
    WEND_MEANING_SLOT_MEMBER, /**< A line from a body to its slot, or between friends. */
    WEND_MEANING_ANCHOR,      /**< The anchor of a formation, and its heading. */
    WEND_MEANING_ZONE,        /**< A zone; value = wend_zone_kind. */
    WEND_MEANING_STUCK,       /**< A body without progress; value = wend_stuck_plan under way. */
    WEND_MEANING_INFLUENCE,   /**< A cell of an influence map; value = -1 (enemies) to 1 (own). */
    WEND_MEANING_COUNT        /**< Number of meanings. */
} wend_meaning;

/** The table of callbacks; each may be NULL. */
typedef struct wend_draw {
    /** Draws a rectangle of ground from `low` to `high` (one cell, or a run of equal cells). */
    void (*cells)(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning, double value);
    /** Draws a straight line. */
    void (*line)(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value);
    /** Draws a closed convex or concave outline, points [count], count >= 3. */
    void (*polygon)(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                    double value);
    /** Draws a disc; radius in metres, 0 = a mark of a fixed size on the picture. */
    void (*circle)(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                   double value);
    /** Draws a short zero-terminated text (ASCII) with its lower left corner at `at`. */
    void (*text)(void *context, wend_vec2 at, const char *text, wend_meaning meaning);
    void *context; /**< Passed back untouched. */
} wend_draw;

#ifdef __cplusplus
}
#endif
#endif
