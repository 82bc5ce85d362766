/** @file wend/cover.h
 * Cover: positions in which walls and movable obstacles hide an agent from those that shoot at it.
 *
 *     shooter o - - - - - - - - - - -.
 *              ` - . _                ####
 *                      ` - - - - - -  ####  (o)  the three rays to the body's left edge, centre
 *               _  . - ' - - - - - -  ####       and right edge are stopped: it is hidden
 *              '                      ####
 *
 * Positions come from three origins: designers place them, they are computed along the edges and
 * around the corners of walls (wend_cover_update, which repairs only what an edit of the walls
 * changed), and they are found on the spot by a query, behind walls and obstacles around the agent.
 * Whether a position hides is tested when a query asks, against the threats of that query: three
 * rays a threat, over walls and obstacles. So what was designed or computed is only a candidate.
 *
 * A query scores candidates by the path there, by exposure, by the danger of the path and by whether
 * the agent can shoot from there by stepping out; it skips what other agents have reserved
 * (wend/reserve.h). wend_cover_spot_claim makes the claim on a position that was found; it ends
 * with the agent's death by wend_reservations_release_agent, and is saved with the reservations.
 *
 * Heights: rays go from a standing shooter to a body that stands or crouches, and walls and obstacles
 * stop those that pass below their top (wend_walls_set_heights, wend_cover_obstacle.height), so a low
 * wall hides an agent that crouches. Kinds of stops_low hide a crouched agent only, for walls whose
 * heights are not known.
 *
 * Threads: const calls from any number of threads while nothing changes.
 *
 * Source: van der Sterren, "Killzone's AI: Dynamic Procedural Combat Tactics" (GDC 2005), for
 * evaluating positions when they are needed; Buckland, "Programming Game AI by Example" (2005), for
 * hiding behind round obstacles.
 */
#ifndef WEND_COVER_H
#define WEND_COVER_H

#include "wend/reserve.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of cover. */
enum {
    WEND_COVER_PLACES_MAX = 1 << 24,    /**< Places, designed and computed. */
    WEND_COVER_OBSTACLES_MAX = 1 << 20, /**< Movable obstacles. */
    WEND_COVER_THREATS_MAX = 16,        /**< Threats of a query. */
    WEND_COVER_CANDIDATES_MAX = 128,    /**< Candidates of each sort that a query tests. */
    WEND_COVER_SAMPLES_MAX = 4096       /**< Places along one side of an edge of a wall. */
};

/** True if an agent of a radius can stand at a position; called beside the tests against walls. It
 * must depend on nothing that changes during the call, and may call const functions.
 * @param user of the definition. */
typedef bool (*wend_cover_ground_fn)(void *user, wend_vec2 position, double radius);

/** Definition of cover. */
typedef struct wend_cover_def {
    uint32_t cookie;         /**< Set by wend_cover_def_default; leave it. */
    const wend_walls *walls; /**< Needed; outlive the cover. Edited only between its calls. */
    const wend_grid *grid;   /**< Positions lie on open cells of this grid; NULL (default): no test.
                                  Outlives the cover, as the mesh. */
    uint32_t movement_class; /**< Class of the grid. Default 0. */
    const wend_mesh *mesh;   /**< Positions lie on this mesh, the radius from its outer edges; NULL
                                  (default): no test. */
    wend_cover_ground_fn is_ground; /**< A further test of the ground; NULL (default): none. */
    void *user;                     /**< Passed to is_ground. Default NULL. */
    uint32_t stops_walk; /**< Kinds of walls that an agent cannot stand in. Default WEND_STOPS_WALK.
                              */
    uint32_t stops;      /**< Kinds of walls that hide an agent that stands: walls that stop any of
                              them. Not 0. Default WEND_STOPS_SHOT. */
    uint32_t stops_low; /**< Kinds of walls that hide an agent only while it crouches. Default 0. */
    double radius; /**< Radius of agents, for which places are computed, metres, 1/64 to 64. Default
                        0.5. */
    double gap; /**< Distance of computed places from the wall, beyond the radius, metres, 0 to 64.
                        Default 0.1. */
    double spacing;       /**< Distance between computed places along a wall, metres, 1/64 to
                                 65536. Default 1. */
    double peek_distance; /**< Farthest step out of cover to shoot, metres, 0 to 64. Default 1.5. */
    double
        standing_height; /**< Height of the rays of shooters and of agents that stand, metres, 0 to
                                   2^30. Default 1.8. */
    double crouched_height; /**< Height of the rays to an agent that crouches, metres, 0 to 2^30.
                                   Default 1. */
    double cell_size; /**< Cell size of the index of places, metres, 1/1024 to 2^30. Results do not
                           depend on it. Default 8. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_cover_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_cover_def wend_cover_def_default(void);
/** Creates cover without places. wend_cover_update computes them.
 * @param cover set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_cover_create(const wend_cover_def *def, wend_cover **cover);
/** Frees cover; NULL is allowed. */
WEND_API void wend_cover_destroy(wend_cover *cover);
/** Returns the message of the last failure of a call that changes the cover; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_cover_error(const wend_cover *cover);

/* ---- places ---- */

/** Id of a place. index1 0 = none. */
typedef struct wend_cover_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_cover_id;

/** Where a place comes from. */
typedef enum wend_cover_origin {
    WEND_COVER_DESIGNED = 0, /**< wend_cover_add_place. */
    WEND_COVER_COMPUTED,     /**< wend_cover_update. */
    WEND_COVER_FOUND         /**< By a query, on the spot. */
} wend_cover_origin;

/** A place. */
typedef struct wend_cover_place {
    uint32_t cookie;     /**< Set by wend_cover_place_default; leave it. */
    wend_vec2 position;  /**< Metres, see WEND_COORDINATE_MAX. Default 0, 0. */
    wend_vec2 direction; /**< To what it is behind of; is made length 1; 0, 0 (default) = any. */
    double trusted_arc;  /**< Shooters within this angle of the direction, to either side, count as
                              stopped without rays: for cover that no wall stands for. Radians, 0
                              (default) to 3.2. */
    bool is_trusted_low; /**< The trusted arc hides only while crouched. Default false. */
    uint64_t user;       /**< Your value, kept; 0 for computed ones. Default 0. */
} wend_cover_place;

/** Returns the default place, with its cookie. */
WEND_API wend_cover_place wend_cover_place_default(void);
/** Adds a designed place.
 * @param id may be NULL; set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_cover_add_place(wend_cover *cover, const wend_cover_place *place,
                                          wend_cover_id *id);
/** Removes a place. A computed one comes back when its wall is computed again.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_cover_remove_place(wend_cover *cover, wend_cover_id id);
/** Gets a place. @param place set to the default's values first. @param origin may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_cover_get_place(const wend_cover *cover, wend_cover_id id,
                                          wend_cover_place *place, wend_cover_origin *origin);
/** Returns the number of places. */
WEND_API uint32_t wend_cover_count(const wend_cover *cover);
/** Returns the limit of indices: all are below it. */
WEND_API uint32_t wend_cover_limit(const wend_cover *cover);
/** Returns the id of the place of an index; {0, 0} if there is none. */
WEND_API wend_cover_id wend_cover_id_at(const wend_cover *cover, uint32_t index);

/* ---- obstacles ---- */

/** A movable obstacle: a crate, a car, a big body. */
typedef struct wend_cover_obstacle {
    uint32_t cookie;     /**< Set by wend_cover_obstacle_default; leave it. */
    wend_vec2 position;  /**< Its centre, metres, to 131072 less than WEND_COORDINATE_MAX. Default
                              0, 0. */
    double radius;       /**< Of a disc, which counts as the regular polygon of 16 corners in it;
                              metres, 1/1024 to 65536. Default 0.5. */
    wend_vec2 half_size; /**< Of a box, along heading and across; both 0 (default): a disc. Metres,
                              to 65536. */
    wend_vec2 heading;   /**< Of a box; is made length 1. Not 0, 0. Default 1, 0. */
    double height;       /**< Metres, 0 or more. Default infinity. */
} wend_cover_obstacle;

/** Returns the default obstacle, with its cookie. */
WEND_API wend_cover_obstacle wend_cover_obstacle_default(void);
/** Adds an obstacle. Obstacles hide, and no agent stands in them; they compute no places, but
 * queries find the positions behind them.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_cover_add_obstacle(wend_cover *cover, const wend_cover_obstacle *obstacle,
                                             wend_cover_id *id);
/** Sets an obstacle: moves or turns it.
 * @return as wend_cover_add_obstacle, and WEND_ERROR_STALE. */
WEND_API wend_result wend_cover_set_obstacle(wend_cover *cover, wend_cover_id id,
                                             const wend_cover_obstacle *obstacle);
/** Removes an obstacle. @return as wend_cover_remove_place. */
WEND_API wend_result wend_cover_remove_obstacle(wend_cover *cover, wend_cover_id id);
/** Gets an obstacle. @param obstacle set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_cover_get_obstacle(const wend_cover *cover, wend_cover_id id,
                                             wend_cover_obstacle *obstacle);
/** Returns the number of obstacles. */
WEND_API uint32_t wend_cover_obstacle_count(const wend_cover *cover);

/* ---- computing ---- */

/** Computes the places along all walls at first, and from then on only those around walls that
 * came, went or changed what they stop: the result equals computing all anew. A place that is there
 * before and after keeps its id. A place stands before each side of each edge, the radius and the
 * gap away, one at either end and others at most `spacing` apart between; an edge shorter than the
 * agent has one at its middle. It is kept where an agent can stand and the three rays straight at
 * the wall are stopped: where the wall is wide enough.
 * @param budget a step is a position tested; NULL = no limit.
 * @return WEND_OK, WEND_IN_PROGRESS (call again), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY and
 * WEND_ERROR_FULL (the walls computed before stay so; call again), WEND_ERROR_BUSY. */
WEND_API wend_result wend_cover_update(wend_cover *cover, wend_budget *budget);
/** True if wend_cover_update has nothing to do. */
WEND_API bool wend_cover_is_current(const wend_cover *cover);
/** Marks the walls in a box for the next update: the ground there was edited.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_BUSY. */
WEND_API wend_result wend_cover_invalidate(wend_cover *cover, wend_vec2 low, wend_vec2 high);

/* ---- questions ---- */

/** Returns the part of a body that a shooter can see: 0, 1/3, 2/3 or 1, by three rays to its left
 * edge, centre and right edge as the shooter sees it, over walls and obstacles. 1 if the shooter is
 * nearer than the radius.
 * @param radius metres, 0 or more. @return 1 for a bad argument. */
WEND_API double wend_cover_exposure(const wend_cover *cover, wend_vec2 shooter, wend_vec2 position,
                                    double radius, bool is_crouched);

/** A threat of a query. */
typedef struct wend_cover_threat {
    wend_vec2 position; /**< Metres. */
    double weight;      /**< Share of its exposure in the sum, 0 or more. */
    double range;       /**< A candidate farther away is not exposed to it, metres; may be infinite.
                             */
} wend_cover_threat;

/** Cost of the path between two positions, as metres; infinity = there is none.
 * @param user of the query. */
typedef double (*wend_cover_cost_fn)(void *user, wend_vec2 from, wend_vec2 to);
/** Danger at a position on the path, 0 or more. @param user of the query. */
typedef double (*wend_cover_danger_fn)(void *user, wend_vec2 position);

/** A query. */
typedef struct wend_cover_query {
    uint32_t cookie;    /**< Set by wend_cover_query_default; leave it. */
    wend_vec2 position; /**< The agent's position, metres. Default 0, 0. */
    double
        radius; /**< The agent's radius, metres, 0 to 64; 0 (default) = that of the definition. */
    const wend_cover_threat *threats; /**< [threat_count]. */
    size_t threat_count;              /**< 1 to WEND_COVER_THREATS_MAX. Default 0. */
    double max_distance; /**< Candidates are at most so far away in a straight line, metres, 0 or
                              more, finite. Default 20. */
    double max_cost;     /**< And this cost of the path. Default infinity. */
    double max_exposure; /**< Greatest exposure that counts as cover, 0 (default) to 1. */
    uint32_t max_candidates; /**< Places tested, the nearest ones, 0 to
                                  WEND_COVER_CANDIDATES_MAX. Default 64. */
    uint32_t max_found;      /**< Positions tested that are found on the spot, 0 to
                                  WEND_COVER_CANDIDATES_MAX: behind the nearest obstacles, as the
                                  threat of the greatest weight sees them, and, while the cover is
                                  not current (wend_cover_is_current), along walls around. Default
                                  32. */
    bool is_crouch_allowed;  /**< Positions that hide only a crouched agent count. Default true. */
    double min_separation;   /**< Spots of one answer are at least so far apart, metres, 0 or more.
                                  Default 0.5. */
    double
        distance_weight; /**< Weight of the path, for each metre of cost, 0 or more. Default 1. */
    double exposure_weight;  /**< Weight of an exposure of 1, 0 or more. Default 20. */
    double danger_weight;    /**< Weight of the danger of the path, 0 or more. Default 1. */
    double peek_weight;      /**< Taken off where the agent can shoot from there, 0 or more. Default
                                 2. */
    double danger_spacing;   /**< Distance of the positions at which danger is asked, metres, 1/64
                                 to 65536. Default 1. */
    wend_cover_cost_fn cost; /**< NULL (default): the straight distance. */
    wend_cover_danger_fn danger; /**< Asked at the middle of each step of the straight line; its
                                      sum, times the step. NULL (default): none. */
    void *user;                  /**< Passed to cost and danger. Default NULL. */
    const wend_reservations *reservations; /**< Positions whose claim would not be granted are
                                                skipped. NULL (default): none. */
    uint32_t claim_kind;                   /**< Kind of the claims. Default 0. */
    uint64_t agent;                        /**< The agent, whose own claims do not count. Default 0.
                                                */
    int32_t priority;                      /**< Priority of its claim. Default 0. */
} wend_cover_query;

/** Returns the default query, with its cookie. */
WEND_API wend_cover_query wend_cover_query_default(void);

/** How an agent shoots from a spot. */
typedef enum wend_cover_peek {
    WEND_COVER_PEEK_NONE = 0, /**< It cannot. */
    WEND_COVER_PEEK_LEFT,     /**< It steps to the left, as it faces the direction of the spot, or
                                   the threat where that is 0, 0. */
    WEND_COVER_PEEK_RIGHT,    /**< To the right. */
    WEND_COVER_PEEK_UP        /**< It stands up. */
} wend_cover_peek;

/** A spot that a query found. */
typedef struct wend_cover_spot {
    wend_cover_id place;      /**< {0, 0} of one found on the spot. */
    wend_cover_origin origin; /**< Where it comes from. */
    wend_vec2 position;       /**< Metres. */
    wend_vec2 direction;      /**< To what it is behind of; 0, 0 = any. */
    double radius;            /**< Of the agent. */
    double score;             /**< Less is better: the weights times cost, exposure and danger, less
                                   peek_weight if the agent can peek. */
    double cost;              /**< Of the path. */
    double exposure;          /**< Mean of the exposures to the threats by their weights, 0 to 1. */
    double danger;            /**< Of the path. */
    uint32_t exposed_to;      /**< Bit i: threat i sees a part of the body. */
    bool is_crouched;         /**< It hides so while crouched. */
    wend_cover_peek peek;     /**< Way to shoot at the threat of the greatest weight, the first of
                                   equal ones. */
    wend_vec2 peek_position;  /**< Where the agent shoots from; position if it cannot. */
} wend_cover_spot;

/** Figures of a query. */
typedef struct wend_cover_stats {
    uint32_t places_tested; /**< Places. */
    uint32_t found_tested;  /**< Positions found on the spot. */
    uint32_t hidden;        /**< Of both, those with an exposure of at most max_exposure. */
    uint32_t rays;          /**< Rays of exposures and peeks. */
} wend_cover_stats;

/** Finds the best spots, the best first; ties: places by index, then found positions in their order.
 * Its work is bounded: at most max_candidates places (the nearest) and max_found others, each with
 * three rays a threat, or six where it is crouched, and nine for the peek.
 * @param budget a step is a candidate; NULL = no limit.
 * @param spots [capacity], 1 or more.
 * @param count number of spots written.
 * @param stats may be NULL; always set.
 * @return WEND_OK, WEND_PARTIAL (the budget was used up: the best of those tested),
 * WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_cover_find(const wend_cover *cover, const wend_cover_query *query,
                                     wend_budget *budget, wend_cover_spot *spots, size_t capacity,
                                     size_t *count, wend_cover_stats *stats);
/** Returns the claim on a spot for wend_reservations_claim: a place of its position and radius, so
 * that no two agents take spots that overlap.
 * @param spot NULL gives the default claim. */
WEND_API wend_claim wend_cover_spot_claim(const wend_cover_spot *spot, uint32_t claim_kind,
                                          uint64_t agent);

/* ---- all cover ---- */

/** Returns a hash of the places, obstacles, numbers of the definition and walls seen. 0 for NULL. */
WEND_API uint64_t wend_cover_hash(const wend_cover *cover);
/** Returns the memory of the cover in bytes. */
WEND_API size_t wend_cover_memory_bytes(const wend_cover *cover);
/** Saves the cover as bytes, the same on every machine; not the walls.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_cover_save(const wend_cover *cover, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads cover from the bytes of wend_cover_save; ids and hash are as before. The next update looks
 * at all walls, and computes anew around those that are not as saved.
 * @param def gives walls, grid, mesh, is_ground and user, cell_size, allocator and message; the
 * other numbers are as saved.
 * @param cover set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_cover_load(const wend_cover_def *def, const uint8_t *bytes, size_t count,
                                     wend_cover **cover);
/** Draws places as marks with a line to what they are behind of (WEND_MEANING_SLOT, value = origin),
 * and obstacles (WEND_MEANING_WALL).
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_cover_draw(const wend_cover *cover, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
