/* Scenes of crowds by name and seed, run for a bounded time and measured.
 *
 * The bench and the scenario tests share them. A scene is built over the public interface alone.
 * All figures come from the positions of bodies, not from wend_crowd_info: the deepest overlap by a
 * sweep over x, walls by distances to segments and by crossings of them.
 */
#ifndef CROWD_SCENES_H
#define CROWD_SCENES_H

#include "wend/crowd.h"

typedef enum crowd_family {
    CROWD_CIRCLES = 0, /* bodies that move to the opposite side of a circle */
    CROWD_CORRIDORS,   /* opposing ones, crossings */
    CROWD_DOORS,
    CROWD_STANDING,   /* passing, stopping, settling around one point */
    CROWD_GATHERINGS, /* many bodies sent to one point */
    CROWD_STEERBENCH, /* our own versions of its situations */
    CROWD_RIMEA,      /* of the guideline's tests */
    CROWD_FAMILY_COUNT
} crowd_family;

typedef struct crowd_scene_info {
    const char *name;
    crowd_family family;
    bool is_seeded; /* else every seed gives the same scene */
} crowd_scene_info;

/* How bodies move from tick to tick. A body moves if it is faster than 0.1 m/s. */
typedef struct crowd_motion {
    double ticks;        /* in which a body moved, and before, over all bodies */
    double seconds;      /* of them */
    double sharp;        /* of them: with a turn of more than 20 degrees */
    double reversals;    /* turns to one side within a second after one to the other; turns of less
                            than a degree a tick are none */
    double acceleration; /* metres a second squared: 99.9 % of all outside of contacts are at most
                            so large */
    double heading_off;  /* radians: largest angle between the heading and the motion of a body
                            faster than 0.3 m/s */
} crowd_motion;

typedef struct crowd_outcome {
    size_t agents;
    bool is_endless;      /* no body had a goal */
    size_t in_slot;       /* at their goals at the end, or out of the building */
    size_t told;          /* reported as arrived by an event, or out */
    size_t broken;        /* positions that are not finite, in any tick */
    double seconds;       /* until all were there and had been reported; else limit_seconds */
    double free_seconds;  /* the longest free walk */
    double limit_seconds; /* that is allowed */
    double overlap;       /* deepest in any tick, part of the smaller diameter */
    double wall_depth;    /* likewise of a wall; 1 where a centre went through one */
    double flow;          /* persons a metre and second between the 10th and the 90th percentile
                             through the exits; 0 where there are none */
    double first_out;     /* seconds until the first one was through an exit */
    double last_out;
    double pile;       /* the outermost at the end, over the disc that all need; 0: no such scene */
    double speed_end;  /* mean of all in the last tick, metres a second */
    double speed_part; /* mean speed as part of the preferred speed, second half */
    double speed_before; /* mean speed over the free one in the first of two rooms ... */
    double speed_behind; /* ... and in the second, as long as there are some in the first */
    crowd_motion motion;
    uint64_t ticks;
    uint64_t hash; /* of the crowd at the end */
} crowd_outcome;

/** All scenes, in the order of families. */
size_t crowd_scene_count(void);
crowd_scene_info crowd_scene_get(size_t index);
/** The name of a family, for titles. */
const char *crowd_family_name(crowd_family family);

/** Builds a scene, runs it until all bodies have been there, and reported, for ten seconds or until
 * the time limit, and measures. @param executor NULL = serial.
 * @return false: no such scene, no memory, or a call of the library failed. */
bool crowd_scene_run(const char *name, uint64_t seed, const wend_executor *executor,
                     crowd_outcome *outcome);
/** The same with the plain ORCA of orca.h instead of a crowd, with no regard to reports.
 * @return false also where bodies do not move straight to their goals. */
bool crowd_scene_run_orca(const char *name, uint64_t seed, crowd_outcome *outcome);
/** Tests that all bodies arrived in time, without overlapping by more than a twentieth, outside of
 * walls, and (at doors) at a rate of 1.3 to 2.8, and stand still now. @return NULL, or the fault.
 */
const char *crowd_outcome_fault(const crowd_outcome *outcome);

#endif
