/** @file wend/base.h
 * Common declarations of all parts of wend.
 *
 * Results and their text, the allocator hook, vectors, mathematics with the same bits everywhere,
 * random numbers without state, budgets, executors, hashes and the check of the floating-point
 * environment. These functions keep no state between calls.
 *
 * Units everywhere in wend: metres, seconds, radians; the ground plane is x, y; height is z.
 *
 * Definitions and queries with a cookie come from their _default function, which sets it; then set
 * the fields that differ. A zeroed one gives WEND_ERROR_ARGUMENT, and its message, if set, says so;
 * other content without a cookie gives WEND_ERROR_ARGUMENT without a text.
 *
 * Objects keep the message of their last failure: call, field, value and range. wend_crowd_error
 * and its like return it. Calls that change an object write it when they fail; calls that succeed
 * leave it, and calls that take the object const never change it. It is no part of hashes and
 * saves.
 *
 * Functions called wend_..._can_walk and wend_..._can_reach are bool in every object: true is yes,
 * so they can be used in an if. The cost of the walk leaves by an out parameter. A failure
 * (arguments out of range, a stale object, no memory) is false as well, never a wrong true. Where
 * more than the arguments can fail, a failure is distinguished from a no: by the last error of an
 * object that is not const (wend_pathfinder_error), by an optional wend_result of a const one
 * (wend_mesh_space_can_walk).
 */
#ifndef WEND_BASE_H
#define WEND_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Marks a function of the library. */
#if defined(_WIN32) && defined(WEND_SHARED)
#if defined(WEND_BUILDING)
#define WEND_API __declspec(dllexport)
#else
#define WEND_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version ---- */

/** The major version of these headers, for the preprocessor too: `#if WEND_VERSION_MINOR < 2`.
 * While it is 0, a new minor version may change calls and their meaning. */
#define WEND_VERSION_MAJOR 0
/** The minor version of these headers. */
#define WEND_VERSION_MINOR 1
/** The patch version of these headers. */
#define WEND_VERSION_PATCH 0

/** Returns the version of the running library as text ("0.1.0"). Never NULL; static storage. */
WEND_API const char *wend_version(void);

/* ---- results ---- */

/** Results of calls. 0 is done; above 0 is a valid lesser answer; below 0 is an
 * error, and every object is as it was before the call. */
typedef enum wend_result {
    WEND_OK = 0,              /**< Done. */
    WEND_NO_PATH = 1,         /**< The search ended and there is no path. */
    WEND_PARTIAL = 2,         /**< A limit was reached: the path leads to the best node so far. */
    WEND_IN_PROGRESS = 3,     /**< The budget is used up; call again to go on. */
    WEND_TRUNCATED = 4,       /**< The output array was too small; the count says what is needed. */
    WEND_ERROR_ARGUMENT = -1, /**< An argument is out of its documented range. */
    WEND_ERROR_STALE = -2,    /**< An id or a derived object is older than what it refers to. */
    WEND_ERROR_MEMORY = -3,   /**< The allocator returned NULL. */
    WEND_ERROR_FULL = -4,     /**< A documented limit is reached. */
    WEND_ERROR_BUSY = -5,     /**< The object is in the middle of another call (from a callback). */
    WEND_ERROR_FILE = -6,     /**< A file or a byte stream is missing, damaged or not understood. */
    WEND_ERROR_UNSUPPORTED = -7 /**< Not supported: the combination, or this build. */
} wend_result;

/** Returns a short English text for a result ("out of memory"). Never NULL; static storage. */
WEND_API const char *wend_result_text(wend_result result);

/** Size of a message. */
enum { WEND_MESSAGE_CAPACITY = 256 /**< Bytes, terminating zero included. */ };

/** Text of a failure: what, where, and what was expected. Calls that take a `wend_message *` accept
 * NULL; they write it only on failure and set it empty on success. */
typedef struct wend_message {
    uint32_t line;                    /**< Line of the file, 1-based; 0 = no line. */
    char text[WEND_MESSAGE_CAPACITY]; /**< Zero-terminated. */
} wend_message;

/* ---- memory ---- */

/** A realloc-like hook. Behaves as realloc(block, new_bytes) with two additions: it receives the
 * old size, and new_bytes 0 frees the block and returns NULL. May return NULL at any call that
 * grows; the old block then stays valid. Blocks are aligned for any type (as malloc's).
 * Called from the thread that calls into wend. It must not call functions that take an object of
 * wend. */
typedef void *(*wend_resize_fn)(void *context, void *block, size_t old_bytes, size_t new_bytes);

/** An allocator by value. A zeroed one means libc's realloc and free. */
typedef struct wend_allocator {
    wend_resize_fn resize; /**< NULL = libc. */
    void *context;         /**< Passed back untouched. */
} wend_allocator;

/* ---- vectors ---- */

/** A vector or position in the plane. */
typedef struct wend_vec2 {
    double x; /**< First coordinate. */
    double y; /**< Second coordinate. */
} wend_vec2;

/** A vector or position in space. */
typedef struct wend_vec3 {
    double x; /**< First coordinate of the plane. */
    double y; /**< Second coordinate of the plane. */
    double z; /**< Height. */
} wend_vec3;

/** Returns a + b. */
WEND_API wend_vec2 wend_vec2_add(wend_vec2 a, wend_vec2 b);
/** Returns a - b. */
WEND_API wend_vec2 wend_vec2_sub(wend_vec2 a, wend_vec2 b);
/** Returns a * factor. */
WEND_API wend_vec2 wend_vec2_scale(wend_vec2 a, double factor);
/** Returns the dot product. */
WEND_API double wend_vec2_dot(wend_vec2 a, wend_vec2 b);
/** Returns the z of the three-dimensional cross product: above 0 when b lies to the left of a. */
WEND_API double wend_vec2_cross(wend_vec2 a, wend_vec2 b);
/** Returns the length. */
WEND_API double wend_vec2_length(wend_vec2 a);
/** Returns the distance between two positions. */
WEND_API double wend_vec2_distance(wend_vec2 a, wend_vec2 b);
/** Returns a with length 1; the zero vector stays zero. */
WEND_API wend_vec2 wend_vec2_normalize(wend_vec2 a);
/** Returns a turned by 90 degrees to the left. */
WEND_API wend_vec2 wend_vec2_perpendicular(wend_vec2 a);
/** Returns a + (b - a) * t. */
WEND_API wend_vec2 wend_vec2_lerp(wend_vec2 a, wend_vec2 b, double t);
/** Returns the position above one in the plane, at a height. */
WEND_API wend_vec3 wend_vec3_from_vec2(wend_vec2 position, double height);

/* ---- mathematics: within 2 ulp of the true value, the same bits on every machine ---- */

/** Returns the square root, correctly rounded; below 0 gives NaN. Every NaN that these functions
 * return has the same bits. */
WEND_API double wend_sqrt(double x);
/** Returns the sine of radians, as exact for huge angles as for small ones. NaN and infinity give
 * NaN. */
WEND_API double wend_sin(double x);
/** Returns the cosine of radians, likewise. */
WEND_API double wend_cos(double x);
/** Returns the angle of the vector (x, y), -pi to pi; signed zeros and infinities as in C's atan2.
 */
WEND_API double wend_atan2(double y, double x);
/** Returns e^x; over- and underflow give infinity and 0 (through denormals). */
WEND_API double wend_exp(double x);
/** Returns the natural logarithm; 0 gives -infinity, below 0 NaN. */
WEND_API double wend_log(double x);

/* ---- random numbers without state ---- */

/** Returns 64 well-mixed bits that depend on the three numbers alone (seed of the world, id of the
 * agent, tick or counter). The same everywhere; any thread. */
WEND_API uint64_t wend_random(uint64_t seed, uint64_t id, uint64_t tick);
/** Returns a uniform number in [0, 1) with 53 bits. */
WEND_API double wend_random_unit(uint64_t seed, uint64_t id, uint64_t tick);
/** Returns a uniform number in 0 ... count-1 (bias below 2^-32); count 0 gives 0. */
WEND_API uint32_t wend_random_below(uint64_t seed, uint64_t id, uint64_t tick, uint32_t count);

/* ---- hashes ---- */

/** Returns the start value of a running hash. */
WEND_API uint64_t wend_hash_begin(void);
/** Mixes one number in; the order of calls matters. */
WEND_API uint64_t wend_hash_u64(uint64_t hash, uint64_t value);
/** Mixes bytes in; does not depend on byte order or alignment of the machine.
 * @param bytes [count]; may be NULL when count is 0. */
WEND_API uint64_t wend_hash_bytes(uint64_t hash, const void *bytes, size_t count);

/* ---- budgets ---- */

/** A limit of work. Calls that can take long take one, reduce it by the work done and return
 * WEND_IN_PROGRESS when it is used up; a NULL budget means no limit. A step budget gives the same
 * result on every machine, a time budget only the same final result. One budget can be handed
 * through several pieces of work. */
typedef struct wend_budget {
    uint64_t steps;       /**< Steps left; each function documents its steps. */
    uint64_t deadline_ns; /**< End on wend_clock_ns()'s scale; 0 = no end. */
} wend_budget;

/** Returns a budget of steps without a deadline. */
WEND_API wend_budget wend_budget_steps(uint64_t steps);
/** Returns a budget that ends nanoseconds from now, without a step limit. */
WEND_API wend_budget wend_budget_ns(uint64_t nanoseconds);
/** Returns the nanoseconds of a monotonic clock with an arbitrary start; 0 where there is no clock.
 */
WEND_API uint64_t wend_clock_ns(void);

/* ---- nodes and costs ---- */

/** A node of any world: a cell, a hex, a node of a graph, a polygon. Dense: 0 ... count-1 of its
 * world. */
typedef uint32_t wend_node;

/** No node. */
#define WEND_NODE_NONE UINT32_MAX
/** The team of agents, and of what they perceive, without a team. Of the gates of a grid only those that
 * are closed to every team stop them. */
#define WEND_TEAM_NONE UINT32_MAX

/** No edge: of a leg, it lies on open ground. */
#define WEND_EDGE_NONE UINT32_MAX

/** A cost of a path: length times the terrain's factor, as a fixed-point number with 32 fraction
 * bits, so that sums are exact and the same everywhere. 1 is one cell edge over ground of cost 1
 * (on graphs: one metre at factor 1). */
typedef uint64_t wend_cost;

/** One straight step over ground of cost 1. */
#define WEND_COST_ONE ((wend_cost)1 << 32)
/** One diagonal step over ground of cost 1: the square root of 2, rounded. */
#define WEND_COST_DIAGONAL ((wend_cost)6074001000)
/** More than the cost of any path. */
#define WEND_COST_INFINITE UINT64_MAX

/** Returns a cost as a plain number (1.0 = one straight step over ground of cost 1); infinity for
 * WEND_COST_INFINITE. */
WEND_API double wend_cost_to_double(wend_cost cost);
/** Returns the nearest cost to a number; NaN and negative numbers give 0, too large ones
 * WEND_COST_INFINITE. */
WEND_API wend_cost wend_cost_from_double(double value);

/** Behaviours: modes of movement along a leg of a path, a link of a grid or mesh, or an edge of a
 * graph. Values from WEND_BEHAVIOUR_USER on are the user's. */
typedef enum wend_behaviour {
    WEND_BEHAVIOUR_WALK = 0, /**< Walk. */
    WEND_BEHAVIOUR_TIPTOE,   /**< Tiptoe. */
    WEND_BEHAVIOUR_SWIM,     /**< Swim. */
    WEND_BEHAVIOUR_CRAWL,    /**< Crawl. */
    WEND_BEHAVIOUR_CREEP,    /**< Creep. */
    WEND_BEHAVIOUR_JUMP,     /**< Jump. */
    WEND_BEHAVIOUR_TELEPORT, /**< Teleport: at once, without movement. */
    WEND_BEHAVIOUR_USER = 64 /**< First of the user's. */
} wend_behaviour;

/* ---- executors: parallel work ---- */

/** Handles one block of a parallel loop: items begin ... end-1. */
typedef void (*wend_job_fn)(void *job_context, size_t begin, size_t end);

/** Runs job over 0 ... item_count-1 in blocks [k * block_items, (k + 1) * block_items), each
 * exactly once, in any order, on any thread, and returns when all are done. It must not call
 * functions that take the object whose work it runs. */
typedef void (*wend_parallel_for_fn)(void *context, size_t item_count, size_t block_items,
                                     wend_job_fn job, void *job_context);

/** An engine's job system, by value. A zeroed one runs everything on the calling thread. Results of
 * wend never depend on which executor is used. */
typedef struct wend_executor {
    wend_parallel_for_fn parallel_for; /**< NULL = serial. */
    void *context;                     /**< Passed back untouched. */
} wend_executor;

/** Runs a loop through an executor (or serially when it, or its function, is NULL).
 * @param block_items items in a block, 1 or more (0 counts as 1). */
WEND_API void wend_parallel_for(const wend_executor *executor, size_t item_count,
                                size_t block_items, wend_job_fn job, void *job_context);

/** A ready-made executor over threads; no other part of wend starts threads. After a loop they wait
 * actively for the next one for 50 microseconds before they sleep (they sleep at once if there are
 * more threads than processors), because loops mostly follow each other closely. */
typedef struct wend_pool wend_pool;

/** Definition of a pool. */
typedef struct wend_pool_def {
    uint32_t cookie;          /**< Set by wend_pool_def_default; leave it. */
    uint32_t thread_count;    /**< Working threads, the caller included: 1 to 256; 0 = one for each
                                   processor. Default 0. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< Text of a failure of create; may be NULL (default). */
} wend_pool_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_pool_def wend_pool_def_default(void);
/** Creates a pool and starts its threads.
 * @param pool set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (also when no thread can be started),
 * WEND_ERROR_UNSUPPORTED (a build without threads, thread_count above 1). */
WEND_API wend_result wend_pool_create(const wend_pool_def *def, wend_pool **pool);
/** Frees a pool: waits for running work and ends the threads. NULL is allowed. */
WEND_API void wend_pool_destroy(wend_pool *pool);
/** Returns "": no call on a pool can fail. It exists so that all objects have equal functions. */
WEND_API const char *wend_pool_error(const wend_pool *pool);
/** Returns the executor of a pool for definitions; valid as long as the pool. Loops may be started
 * from several threads at once (they take turns) and from within a job (they then run serially). */
WEND_API wend_executor wend_pool_executor(wend_pool *pool);
/** Returns the number of working threads, the caller included, 1 to 256; 0 of NULL. */
WEND_API uint32_t wend_pool_thread_count(const wend_pool *pool);

/* ---- the floating-point environment ---- */

/** Checks the floating-point environment of the calling thread, on which equal bits depend:
 * rounding to nearest, no contraction of a * b + c, no flushing of denormals, no excess precision.
 * @param message says which one fails; may be NULL.
 * @return WEND_OK or WEND_ERROR_UNSUPPORTED. */
WEND_API wend_result wend_check_floating_point(wend_message *message);

#ifdef __cplusplus
}
#endif
#endif
