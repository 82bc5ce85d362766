/** @file wend/smell.h
 * Smells: sources that spread over the cells of a grid, and the trails that agents leave behind.
 *
 *     add_source, move --> windows around the sources --> what is smelled at a position, the strongest,
 *     edits of the grid -->  (update)                      where it gets stronger
 *                       \-> trails: cells passed ---------> the next position of a trail
 *
 * A smell spreads along open cells, by the length of the path, never through walls. Its intensity falls
 * linearly from that of the source to 0 at its radius. A source that leaves a trail keeps the cells that
 * it passed; they smell of it, weaker with every half-life. Lengths are counted in integers and
 * intensities in multiples of 2^-16, so fields are the same on every machine.
 *
 * wend_smell_update computes the windows of sources that moved to another cell, and of those around
 * edited cells. Until then queries read the field of the last update; trails grow at once.
 *
 * Links, terrain costs and overlays have no effect. Equal calls give equal fields, with any executor.
 *
 * Threads: one thread at a time; the const calls from any number. The grid is edited between calls.
 */
#ifndef WEND_SMELL_H
#define WEND_SMELL_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of smells. */
enum {
    WEND_SMELL_SOURCES_MAX = 1 << 20, /**< Sources. */
    WEND_SMELL_KINDS_MAX = 64,        /**< Kinds are 0 ... 63. */
    WEND_SMELL_RADIUS_MAX = 64,       /**< Radius of a source, cells. */
    WEND_SMELL_TRAIL_MAX = 1024,      /**< Cells of a trail. */
    WEND_SMELL_TRAIL_RADIUS_MAX = 8,  /**< Radius of a trail, cells. */
    WEND_SMELL_TRAILS_MAX = 64 /**< Trails that are smelled at one position, the strongest. */
};

/** Greatest intensity of a source. */
static const double WEND_SMELL_INTENSITY_MAX = 65535;
/** Greatest tick and half-life. */
#define WEND_SMELL_TICK_MAX ((uint64_t)1 << 48)

/** Definition of smells. */
typedef struct wend_smell_def {
    uint32_t cookie;         /**< Set by wend_smell_def_default; leave it. */
    const wend_grid *grid;   /**< The world; must outlive the smells. */
    uint32_t movement_class; /**< Movement class whose walls hold smells up. Default 0. */
    uint32_t team;           /**< Team whose gates do. Default WEND_TEAM_NONE. */
    uint32_t trail_limit;    /**< Cells that a source keeps of its trail, 0 to WEND_SMELL_TRAIL_MAX.
                                   Default 16. */
    uint64_t
        trail_half_life; /**< Ticks until a trail is half as strong, 1 to WEND_SMELL_TICK_MAX. After
                                   32 of them it is gone. Default 200. */
    double
        trail_strength;  /**< Intensity of a fresh trail, as a part of the source's, 0 to 1. Default
                                   0.5. */
    double trail_radius; /**< How far a trail is smelled, metres, 0 to WEND_SMELL_TRAIL_RADIUS_MAX
                                   cells; 0: in its own cells. Default 1. */
    wend_executor executor;   /**< For updates; default serial. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create or load; may be NULL (default). */
} wend_smell_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_smell_def wend_smell_def_default(void);
/** Creates smells without sources: one byte a cell.
 * @param smell set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_smell_create(const wend_smell_def *def, wend_smell **smell);
/** Frees smells; NULL is allowed. */
WEND_API void wend_smell_destroy(wend_smell *smell);
/** Returns the message of the last failure; "" if none failed. Never NULL. */
WEND_API const char *wend_smell_error(const wend_smell *smell);
/** Sets the tick, the time of all calls that follow. Constant time.
 * @param tick at least the present one, to WEND_SMELL_TICK_MAX.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_smell_set_tick(wend_smell *smell, uint64_t tick);
/** Returns the tick; 0 at first. */
WEND_API uint64_t wend_smell_tick(const wend_smell *smell);

/* ---- sources ---- */

/** Id of a source. index1 0 = none. */
typedef struct wend_smell_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_smell_id;

/** A source of a smell. */
typedef struct wend_smell_source {
    uint32_t cookie; /**< Set by wend_smell_source_default; leave it. */
    uint32_t kind;   /**< 0 to WEND_SMELL_KINDS_MAX - 1. Default 0. */
    wend_vec2
        position;  /**< Metres, see WEND_COORDINATE_MAX. Outside of the grid and in closed cells it
                             smells of nothing. Default 0, 0. */
    double radius; /**< Length of the path at which nothing is left, metres, 0 to
                             WEND_SMELL_RADIUS_MAX cells. 0: in its own cell. Default 5. */
    double
        intensity; /**< At the source, 0 to WEND_SMELL_INTENSITY_MAX; kept to 2^-16. Default 1. */
    bool leaves_trail; /**< Cells that it leaves become its trail. Default false. */
    uint64_t user;     /**< Your value, kept. Default 0. */
} wend_smell_source;

/** Returns the default source, with its cookie. */
WEND_API wend_smell_source wend_smell_source_default(void);
/** Adds a source; it is smelled after the next update. Constant time, but for growth; memory: four bytes
 * for each cell of the square of its radius.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_smell_add_source(wend_smell *smell, const wend_smell_source *source,
                                           wend_smell_id *id);
/** Removes a source with its trail; it is not smelled any more, at once.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_smell_remove_source(wend_smell *smell, wend_smell_id id);
/** Sets all properties of a source. It moves as with wend_smell_move; a new intensity or kind counts at
 * once, and with a new radius it is not smelled until the next update. The trail stays.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_smell_set_source(wend_smell *smell, wend_smell_id id,
                                           const wend_smell_source *source);
/** Moves a source, in every tick or when it moved by a cell. Where it leaves a trail, the cell that it
 * leaves is added, and the oldest goes when trail_limit is reached. Constant time; never allocates.
 * @param position metres.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_smell_move(wend_smell *smell, wend_smell_id id, wend_vec2 position);
/** Gets a source.
 * @param source set to the default first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_smell_get_source(const wend_smell *smell, wend_smell_id id,
                                           wend_smell_source *source);
/** True if a source exists. */
WEND_API bool wend_smell_has_source(const wend_smell *smell, wend_smell_id id);
/** Returns the number of sources. */
WEND_API uint32_t wend_smell_source_count(const wend_smell *smell);
/** Updates the field: sources that moved, and those whose square an edited cell lies in. Never
 * allocates. Time: the cells of their squares.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL). */
WEND_API wend_result wend_smell_update(wend_smell *smell);
/** True if the field is as new as its sources and the grid. */
WEND_API bool wend_smell_is_fresh(const wend_smell *smell);

/** A cell of a trail. */
typedef struct wend_smell_step {
    wend_vec2 position; /**< The centre of the cell, metres; of a source its position. */
    uint64_t tick;      /**< When the source left it; of a source the present tick. */
    double intensity;   /**< Of the trail there, before distance and nose. */
    bool is_source;     /**< It is the source itself. */
} wend_smell_step;

/** Lists the trail of a source, the oldest first.
 * @param steps [capacity], may be NULL when capacity is 0.
 * @param count number of cells.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_smell_trail(const wend_smell *smell, wend_smell_id id,
                                      wend_smell_step *steps, size_t capacity, size_t *count);

/* ---- noses ---- */

/** What a nose smells. */
typedef struct wend_nose {
    uint32_t cookie;       /**< Set by wend_nose_default; leave it. */
    double threshold;      /**< Least intensity that is smelled, after sensitivity and profile, 0 or
                                  more. Default 0: all above 0. */
    double sensitivity;    /**< Factor of all intensities, 0 to 1024. Default 1. */
    const double *profile; /**< [WEND_SMELL_KINDS_MAX] factors of the kinds, each 0 to 1024; NULL
                                  (default): all 1. */
    uint64_t kinds;        /**< Bits of the kinds that are smelled. Default all. */
    wend_smell_id own;     /**< A source that is not smelled: its own. Default {0, 0}. */
    bool has_no_trails;    /**< Trails are not smelled. Default false. */
    bool has_no_sources;   /**< Sources are not smelled. Default false. */
} wend_nose;

/** Returns the default nose, with its cookie. */
WEND_API wend_nose wend_nose_default(void);

/** What is smelled of a source or a trail. */
typedef struct wend_scent {
    wend_smell_id source; /**< The source. */
    uint64_t user;        /**< Of the source. */
    uint32_t kind;        /**< Of the source. */
    bool is_trail;        /**< Its trail; false: the source itself. */
    double intensity;     /**< For this nose. */
    double distance; /**< Length of the path to the source, or to the cell of its trail, metres. */
    uint64_t age;    /**< Of a trail, ticks; 0 of a source. */
} wend_scent;

/** Lists what is smelled at a position: each source at most once, and each trail at most once, by its
 * cell with the greatest intensity there (ties: the newest). The strongest come first; ties: sources
 * before trails, then by index. Time: the sources of the surroundings, and the cells within trail_radius.
 * @param nose NULL = the default.
 * @param scents [capacity], may be NULL when capacity is 0.
 * @param count number of scents, with at most WEND_SMELL_TRAILS_MAX trails.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_smell_at(const wend_smell *smell, wend_vec2 position,
                                   const wend_nose *nose, wend_scent *scents, size_t capacity,
                                   size_t *count);
/** Gets the strongest scent at a position. @param scent zeroed first.
 * @return true if there is one; false also for bad arguments. */
WEND_API bool wend_smell_strongest(const wend_smell *smell, wend_vec2 position,
                                   const wend_nose *nose, wend_scent *scent);
/** Returns the sum of the intensities of all sources at a position, trails left out; each counts where it
 * reaches the threshold. 0 for bad arguments. */
WEND_API double wend_smell_intensity(const wend_smell *smell, wend_vec2 position,
                                     const wend_nose *nose);
/** Gets the direction in which the smell of sources gets stronger: to the neighbouring cell with the
 * greatest intensity, if that is greater than here (ties: north first, then clockwise).
 * @param source whose smell counts; {0, 0}: the sum of all that the nose smells.
 * @param direction of length 1; set to 0, 0 first.
 * @return true if there is such a cell; false at the source, where nothing is smelled, and for bad
 * arguments. */
WEND_API bool wend_smell_direction(const wend_smell *smell, wend_vec2 position,
                                   const wend_nose *nose, wend_smell_id source,
                                   wend_vec2 *direction);
/** Follows a trail from older to newer: gets the cell that the source passed next after the newest cell of
 * its trail that is smelled here, or the source itself behind the last one.
 * @param source whose trail; {0, 0}: the strongest trail here.
 * @param next zeroed first.
 * @return true if a trail is smelled here; false also for bad arguments. */
WEND_API bool wend_smell_follow(const wend_smell *smell, wend_vec2 position, const wend_nose *nose,
                                wend_smell_id source, wend_smell_step *next);

/* ---- all smells ---- */

/** Returns a hash of definition, tick, sources, trails and ids to come; not of the field, which follows
 * from them and the grid. 0 for NULL. */
WEND_API uint64_t wend_smell_hash(const wend_smell *smell);
/** Returns the memory of the smells in bytes; 0 for NULL. */
WEND_API size_t wend_smell_memory_bytes(const wend_smell *smell);
/** Saves sources and trails as bytes, the same on every machine; the grid is saved apart.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY,
 * WEND_ERROR_STALE (not fresh: update first). */
WEND_API wend_result wend_smell_save(const wend_smell *smell, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads smells from the bytes of wend_smell_save, over an equal grid, and updates them.
 * @param def gives grid, executor, allocator and message.
 * @param smell set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, of a newer version,
 * or of a grid of another size; the message gives the reason). */
WEND_API wend_result wend_smell_load(const wend_smell_def *def, const uint8_t *bytes, size_t count,
                                     wend_smell **smell);
/** Draws the field of some kinds, each source's cells (WEND_MEANING_REACH, value 0 at the source to 1), and
 * trails as lines (WEND_MEANING_PATH, value = index of the source).
 * @param kinds bits of the kinds. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_smell_draw(const wend_smell *smell, uint64_t kinds,
                                     const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
