/** @file wend/detail.h
 * Level of detail: bodies of a crowd outside of regions of interest tick less often.
 *
 *        level 2          level 1        margin     region
 *     every 4th tick   every 2nd tick    :       +----------+
 *     <-- band ----> . <-- band ----> .  :       |  level 0 |   bodies in a region, and those that
 *                                     .  :       |  (full)  |   left it by less than the margin,
 *                                     .  :       +----------+   tick every time
 *
 * A body outside of all regions keeps its goal, route, order and events. It ticks every 2nd, 4th,
 * 8th or 16th time, by the distance to the nearest region, and then walks the whole time since its
 * last tick: at its own speed, along its route, and swept, so that it crosses no wall and
 * overlaps no other. Between its own ticks it stands still, and others take it for a body that moves
 * at its velocity. Each tick moves an equal share of the bodies, 32 neighbouring indices at a time.
 *
 * When a region comes to a body, or the body gets an order or a push, it is at full detail in the
 * next tick, and has then walked all of its time.
 *
 * What a body leaves out while it is not at full detail: it turns and accelerates at once
 * (acceleration, turn_rate and turn_radius are not read, nor the limits of people); it avoids only
 * those within some two metres; zones reach it at its own ticks; its events come at its own ticks;
 * and of two bodies that touch the one that moves in the tick reports the contact.
 *
 * Bodies walk at most 0.4 seconds at once, and at most a metre and their radius: those that are
 * faster, or a longer step, allow fewer levels. At full detail wherever they are: members of
 * formations and of social groups, bodies with steering behaviours, those that forces push, those in
 * new walls and on links, and those that others hold up or that have more than three others within
 * reach on their way.
 *
 * Regions are inputs as orders are: games in lockstep set the same ones on all machines. All of it is
 * part of the hash and of the saved state of the crowd. A crowd without it is as it was, bit for bit.
 *
 * Source: simulation level of detail, as in Carlson, Hodgins, "Simulation Levels of Detail for
 * Real-time Animation" (1997); the differences and figures are in docs/crowd.md. */
#ifndef WEND_DETAIL_H
#define WEND_DETAIL_H

#include "wend/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of the level of detail. */
enum {
    WEND_DETAIL_REGIONS_MAX = 64, /**< Most regions of a crowd. */
    WEND_DETAIL_LEVEL_MAX = 4     /**< The lowest level of detail: every 16th tick. */
};

/** Floor of a region that is on all floors. */
#define WEND_DETAIL_ALL_FLOORS UINT32_MAX

/** A region of interest: all positions within a radius of a rectangle. A circle has both corners
 * in its centre, a box has the radius 0. */
typedef struct wend_detail_region {
    uint32_t floor; /**< Floor, or WEND_DETAIL_ALL_FLOORS. */
    wend_vec2 low;  /**< Lower corner, metres, up to 2^30 from the origin. */
    wend_vec2 high; /**< Upper corner, likewise, nowhere below the lower one. */
    double radius;  /**< Metres, 0 to 2^30. */
} wend_detail_region;

/** Definition of the level of detail. */
typedef struct wend_detail_def {
    uint32_t cookie;                   /**< Set by wend_detail_def_default; leave it. */
    const wend_detail_region *regions; /**< [region_count]; read by the call only. Default NULL. */
    uint32_t region_count;             /**< 0 (default) to WEND_DETAIL_REGIONS_MAX. Without regions
                                            all bodies are at level_most. */
    double
        margin; /**< Metres, 0 to 2^30: a body at full detail stays so until it is further than this
                        from all regions, so that it does not come and go at an edge. Default 4. */
    double band; /**< Metres, 0 to 2^30: width of the band of each level outside of the margin. The
                        last level has no end. Default 16. */
    uint32_t level_most; /**< The lowest level, 1 to WEND_DETAIL_LEVEL_MAX: bodies at level n tick
                              every (2^n)th time. Default 3. Bodies walk at most 0.4 s at once, so
                              that at the default step 4 is the same as 3: level 4 needs a step of
                              0.025 s or less, and from above 0.2 s all bodies are at level 0. */
} wend_detail_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_detail_def wend_detail_def_default(void);
/** Sets the regions and levels of a crowd, from the next tick on; call it in every frame in which a
 * region moved. The regions are copied, nothing is allocated. Time: linear in the regions, and the
 * first time in the bodies.
 * @param def NULL: none from now on; all bodies are at full detail in the next tick. After that tick
 * the hash and the saved state equal those of a crowd that never had levels, if the states of the bodies
 * are equal.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a value out of range; the crowd is as before),
 * WEND_ERROR_BUSY (from a callback). */
WEND_API wend_result wend_crowd_set_detail(wend_crowd *crowd, const wend_detail_def *def);
/** Gets the level of a body as of the last tick: 0 = full detail, n = it ticks every (2^n)th time.
 * Without levels of detail it is 0.
 * @param level set to 0 first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_crowd_get_detail(const wend_crowd *crowd, wend_body_id id,
                                           uint32_t *level);
/** Counts the bodies of each level as of the last tick. Time: linear in the bodies.
 * @param counts [WEND_DETAIL_LEVEL_MAX + 1], from level 0 on; zeros without a crowd.
 * @return the number of bodies that the last tick moved, and of those that were added or put elsewhere
 * since. A crowd that was loaded counts as the saved one. */
WEND_API uint32_t wend_crowd_count_detail(const wend_crowd *crowd,
                                          uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1]);

#ifdef __cplusplus
}
#endif
#endif
