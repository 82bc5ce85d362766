/* wend/draw.h: everything can be seen.
 *
 * A table of callbacks that any part of wend draws itself through. They may read everything; what
 * is being drawn, and what it stands on, must not be changed or destroyed by them. The PNG and SVG
 * writers of wend/io.h implement it, a viewer does, and your engine can: fill in the callbacks you
 * want, leave the others NULL. Positions are in metres (x to the right, y as the world has it;
 * grids count rows downwards).
 */
#ifndef WEND_DRAW_H
#define WEND_DRAW_H

#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a shape stands for; the one who draws picks colours by it. `value` of a callback refines
 * it where a comment here says so. */
typedef enum wend_meaning {
    WEND_MEANING_GROUND,   /**< Open ground; value = cost factor (1 to 254). */
    WEND_MEANING_WALL,     /**< Ground nobody can enter. */
    WEND_MEANING_SEARCHED, /**< A place that was searched; value = 0 (first) to 1 (last). */
    WEND_MEANING_FRONTIER, /**< A place found but not searched yet. */
    WEND_MEANING_REACH,    /**< A place within reach; value = 0 (near) to 1 (at the limit). */
    WEND_MEANING_PATH,     /**< A path; value = number of the agent, for colours that differ. */
    WEND_MEANING_LEG,      /**< Where one leg of a path ends; value = index of the leg. */
    WEND_MEANING_START,
    WEND_MEANING_GOAL,
    WEND_MEANING_ITEM,   /**< Something lying in the world; value = its type. */
    WEND_MEANING_SECTOR, /**< The edge of a sector. */
    WEND_MEANING_EDGE,   /**< An edge of a graph or of a mesh. */
    WEND_MEANING_PORTAL,
    WEND_MEANING_AGENT,
    WEND_MEANING_VIEW_CONE,
    WEND_MEANING_NOTE,          /**< Text for people. */
    WEND_MEANING_INTEGRATION,   /**< What is left to a goal; value = 0 (there) to 1 (farthest). */
    WEND_MEANING_LEVEL,         /**< A line of equal cost to a goal; value = steps. */
    WEND_MEANING_LINE_OF_SIGHT, /**< A place from all of which a goal is seen; value = which goal.
                                 */
    WEND_MEANING_CORNER,        /**< A place that the edge of a shadow goes through. */
    WEND_MEANING_FLOW,        /**< Where a field leads: lines of arrows; a disc: stay, or a link. */
    WEND_MEANING_WAVE_FRONT,  /**< A sector whose field is being worked out. */
    WEND_MEANING_BODY,        /**< A body of a crowd; value = its group, for colours that differ. */
    WEND_MEANING_HEADING,     /**< From a body's middle to where it looks. */
    WEND_MEANING_VELOCITY,    /**< How far a body goes in half a second. */
    WEND_MEANING_PREFERRED,   /**< How far it would like to. */
    WEND_MEANING_BODY_PATH,   /**< What is left of a body's way; value = index of the body. */
    WEND_MEANING_BODY_GOAL,   /**< Where a body wants to be; value = index of the body. */
    WEND_MEANING_NEIGHBOUR,   /**< From a body to one that it may touch. */
    WEND_MEANING_HALF_PLANE,  /**< A border that a body's middle may not cross in a tick. */
    WEND_MEANING_SLOT,        /**< A place in a formation; value = index of the formation. */
    WEND_MEANING_SLOT_MEMBER, /**< From a body to its slot. */
    WEND_MEANING_ANCHOR,      /**< The middle of a formation, and where it looks. */
    WEND_MEANING_ZONE,        /**< Ground where something moves bodies; value = wend_zone_kind. */
    WEND_MEANING_STUCK,       /**< A body that gets no nearer; value = wend_stuck_plan under way. */
    WEND_MEANING_COUNT
} wend_meaning;

typedef struct wend_draw {
    /** A rectangle of ground from `low` to `high` (one cell, or a run of equal cells). */
    void (*cells)(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning, double value);
    /** A straight line. */
    void (*line)(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value);
    /** A closed convex or concave outline. @param points [count], count >= 3. */
    void (*polygon)(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                    double value);
    /** A disc; radius in metres, 0 = a mark of a fixed size on the picture. */
    void (*circle)(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                   double value);
    /** A short zero-terminated text (ASCII) with its lower left corner at `at`. */
    void (*text)(void *context, wend_vec2 at, const char *text, wend_meaning meaning);
    void *context; /**< Passed back untouched. */
} wend_draw;

#ifdef __cplusplus
}
#endif
#endif
