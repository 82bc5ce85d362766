/** @file wend/sense.h
 * Senses: what thousands of agents see, hear and feel.
 *
 * *Sources* are what can be perceived (agents, items, markers), *observers* are what perceives, each with
 * a *profile* of its senses. An update finds for each observer the sources in its cones, casts rays to
 * chosen points of them past walls and bodies, and turns what is visible into a certainty that grows to
 * 1: the source is noticed. Noises fall with distance and are muffled by each wall on their way.
 *
 *     sources, lamps --.
 *     noises, touches --+-- wend_senses_update --> perceptions of each observer, events
 *     observers, walls -'
 *
 *                    head  o
 *     eye  o-----  left  o ( ) o  right      visible fraction 3/4: all but the one behind the wall
 *                   centre  o
 *
 * An update reads positions as they are at its call, and perceptions of the last one; so the order of
 * observers never matters. Distances, ranges and cones are measured in the plane; heights count for walls
 * with heights, for bodies that block, for lamps and for noises.
 *
 * Certainty of sight: each second the source is seen adds
 *     acuity * fraction * light * visibility / notice time,
 * where acuity is 1 in the cone and peripheral_acuity beside it, and the notice time goes from
 * notice_seconds at the eye to notice_seconds_far at the end of the range. Each second it is not seen
 * takes 1 / forget_seconds.
 *
 * Level of a noise at a listener, decibels: loudness - 20 log10(distance), where less than 1 metre counts
 * as 1, less the muffling of every wall crossed; or around corners: loudness - 20 log10(length of the
 * path) - corner_loss. The louder one counts.
 *
 * Light at a point: ambient + own light of the source + for each lamp in line of sight
 * strength * (1 - (distance / radius)^2); 0 to 1.
 *
 * Equal calls give equal bits for any number of threads. Threads: one call at a time that changes senses;
 * the const calls from any number between.
 */
#ifndef WEND_SENSE_H
#define WEND_SENSE_H

#include "wend/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of senses. */
enum {
    WEND_SENSES_SOURCES_MAX = 1 << 22,   /**< Sources. */
    WEND_SENSES_OBSERVERS_MAX = 1 << 20, /**< Observers. */
    WEND_SENSES_LAMPS_MAX = 1 << 20,     /**< Lamps. */
    WEND_SENSES_NOISES_MAX = 1 << 20,    /**< Noises, and touches, between two updates. */
    WEND_SENSES_PROFILES_MAX = 1024,     /**< Profiles. */
    WEND_SENSES_MATERIALS_MAX = 1 << 20, /**< Materials of walls. */
    WEND_SENSES_TARGETS_MAX = 32,        /**< Largest target_limit. */
    WEND_SENSES_KEPT_MAX = 64,           /**< Largest perception_limit. */
    WEND_SENSES_EVERY_MAX = 1024         /**< Largest number of ticks between two looks. */
};

/** Senses, and masks of them: 1 << sense. */
typedef enum wend_sense {
    WEND_SENSE_SIGHT = 0, /**< Sight. */
    WEND_SENSE_HEARING,   /**< Hearing. */
    WEND_SENSE_TOUCH,     /**< Touch. */
    WEND_SENSE_SMELL,     /**< Smell (wend/smell.h); not given by wend_senses. */
    WEND_SENSE_COUNT      /**< Number of senses. */
} wend_sense;

/** Points of a source that rays are cast to. Bits. */
typedef enum wend_sight_point {
    WEND_SIGHT_CENTRE = 1, /**< At half the height. */
    WEND_SIGHT_HEAD = 2,   /**< At 15/16 of the height. */
    WEND_SIGHT_LEFT = 4, /**< The left side as the observer sees it (y up), at 7/8 of the radius. */
    WEND_SIGHT_RIGHT = 8, /**< The right side. */
    WEND_SIGHT_ALL = 15   /**< All of these. */
} wend_sight_point;

/** Id of a source. index1 0 = none. */
typedef struct wend_source_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_source_id;

/** Id of an observer. index1 0 = none. */
typedef struct wend_observer_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_observer_id;

/** Id of a lamp. index1 0 = none. */
typedef struct wend_lamp_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_lamp_id;

/** What an observer perceives of something. */
typedef struct wend_perception {
    wend_sense sense;      /**< The sense. */
    wend_source_id source; /**< The source; {0, 0} of noises and touches without one. */
    uint64_t user;         /**< User value of the source, noise or touch. */
    uint32_t tag;          /**< Tag, likewise. */
    uint32_t team;         /**< Team, likewise; WEND_TEAM_NONE = none. */
    wend_vec3 position;    /**< Where it was when it was perceived last, metres. */
    double distance;       /**< Metres from the observer then: of sight and touch in the plane, of
                                hearing along the path of the sound. */
    double
        certainty;   /**< 0 to 1. Sight: see above. Hearing: (level - threshold) / hearing_clear, at
                           most 1. Touch: 1. */
    double fraction; /**< Sight: visible part of the points, 0 to 1. */
    uint32_t points; /**< Sight: visible points, bits of wend_sight_point. */
    uint32_t hittable;   /**< Sight: points that a shot would reach. */
    double strength;     /**< Sight: light there. Hearing: level, decibels. Touch: as given. */
    double reaction;     /**< The number that the source, noise or touch carries. */
    uint64_t first_tick; /**< Sight: tick in which it began. Else as tick. */
    uint64_t tick;       /**< Tick in which it was perceived last. */
    bool is_perceived;  /**< It was perceived when the observer sensed last, not only remembered. */
    bool is_noticed;    /**< Certainty has reached 1 since it began; always true of touch; of
                                hearing where certainty is 1. */
    bool is_peripheral; /**< Sight: seen beside the cone. */
    bool is_hostile;    /**< Of one of the observer's hostile teams. */
    bool is_around_corner; /**< Hearing: the path around corners was the louder one. */
} wend_perception;

/** Kinds of events. */
typedef enum wend_sense_event_kind {
    WEND_SENSE_BEGAN,   /**< A source came into sight. */
    WEND_SENSE_NOTICED, /**< The certainty of a source reached 1. */
    WEND_SENSE_LOST, /**< The certainty of a source fell to 0, or it was removed or made inactive. */
    WEND_SENSE_HEARD,  /**< A noise was heard. */
    WEND_SENSE_TOUCHED /**< Something touched. */
} wend_sense_event_kind;

/** An event of an update. */
typedef struct wend_sense_event {
    wend_sense_event_kind kind; /**< Kind. */
    wend_observer_id observer;  /**< The observer. */
    uint64_t observer_user;     /**< Its user value. */
    wend_perception
        perception; /**< What it perceives now; of a lost source what was last perceived. */
} wend_sense_event;

/** Returns the length in metres of the path of a sound between two positions, through openings;
 * infinity where there is none or it is longer than `limit`. The same for equal arguments. Called on the
 * thread of the update. @param context of the source of paths. */
typedef double (*wend_sound_path_fn)(void *context, wend_vec3 from, wend_vec3 to, double limit);

/** A source of sound paths, by value. */
typedef struct wend_sound_paths {
    wend_sound_path_fn get_length; /**< NULL: sounds take the straight line only. */
    void *context;                 /**< Passed back untouched. */
} wend_sound_paths;

/** Returns the sound paths that a pathfinder finds, over its world, for its agent. A small
 * radius that ignores furniture suits sounds. It must outlive the senses; no other thread uses it during
 * an update. @param pathfinder NULL: no paths. */
WEND_API wend_sound_paths wend_sound_paths_from_pathfinder(wend_pathfinder *pathfinder);

/** Decides what follows from a perception, for sources with a rule of their own. Called at the end of an
 * update for each event noticed, heard and touched, in the order of events, on the thread of the update.
 * May read the senses; calls that change them give WEND_ERROR_BUSY. @param user of the definition. */
typedef void (*wend_sense_react_fn)(void *user, wend_observer_id observer,
                                    const wend_sense_event *event);

/** Definition of senses. */
typedef struct wend_senses_def {
    uint32_t cookie; /**< Set by wend_senses_def_default; leave it. */
    const wend_walls
        *walls;          /**< What blocks sight and muffles sounds. Must outlive the senses. NULL
                                  (default): nothing does. */
    double tick_seconds; /**< Seconds between two updates, above 0, to 60. Default 0.05. */
    double cell_size;    /**< Cell size of the index of sources, metres, 1 to 2^30; about a quarter
                                  of a usual range. No answer depends on it. Default 8. */
    uint32_t target_limit; /**< Sources that an observer looks at in a tick, the nearest ones in its
                                  cones, 1 to WEND_SENSES_TARGETS_MAX. Default 8. */
    uint32_t perception_limit; /**< Sources that an observer keeps by sight, target_limit to
                                    WEND_SENSES_KEPT_MAX; those that are not seen now and have the least
                                    certainty are lost first. Default 16. */
    double ambient;            /**< Light everywhere, 0 to 1. Default 1. */
    double muffling;    /**< Decibels that a wall takes whose material is not known, 0 to 1000.
                                    Default 15. */
    double corner_loss; /**< Decibels that the path around corners loses, 0 to 1000. Default 6. */
    wend_sound_paths sound_paths; /**< Ways around corners. Default none. */
    wend_sense_react_fn react;    /**< Default NULL. */
    void *user;                   /**< Passed to react. Default NULL. */
    wend_allocator allocator;     /**< Default libc. */
    wend_message *message; /**< Text of a failure of create or load; may be NULL (default). */
} wend_senses_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_senses_def wend_senses_def_default(void);
/** Creates senses without sources, observers and profiles.
 * @param senses set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_senses_create(const wend_senses_def *def, wend_senses **senses);
/** Frees senses; NULL is allowed. Not from react. */
WEND_API void wend_senses_destroy(wend_senses *senses);
/** Returns the message of the last failure of a call that changes the senses; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_senses_error(const wend_senses *senses);

/* ---- profiles ---- */

/** A kind of perception, shared by observers. */
typedef struct wend_sense_profile {
    uint32_t cookie;          /**< Set by wend_sense_profile_default; leave it. */
    double sight_range;       /**< Metres, 0 (blind) to WEND_COORDINATE_MAX. Default 30. */
    double sight_angle;       /**< Full angle of the cone, radians, 0 to 2 pi. Default 2 pi / 3. */
    double peripheral_range;  /**< Range of the peripheral cone, likewise. Default 15. */
    double peripheral_angle;  /**< Its full angle. Default pi. */
    double peripheral_acuity; /**< 0 to 1. Default 0.5. */
    uint32_t points;       /**< Points that rays are cast to, bits of wend_sight_point, 1 or more.
                                 Default all four. */
    double notice_seconds; /**< Seconds to notice a source at the eye, 0 to 3600. Default 0.2. */
    double notice_seconds_far; /**< At the end of the range. Default 1. */
    double forget_seconds;     /**< Seconds in which certainty falls from 1 to 0, 0 (at once) to
                                    86400. Default 2. */
    double min_fraction;       /**< A source is seen if this part of its points is visible, and one
                                    point at least, 0 to 1. Default 0. */
    double min_light;         /**< And if the light there is at least this, 0 to 1. Default 0.05. */
    double hearing_threshold; /**< Decibels from which a noise is heard, -1000 to 1000; infinity =
                                    deaf. Default 20. */
    double hearing_clear;     /**< Decibels above the threshold at which certainty is 1, above 0, to
                                    1000. Default 20. */
    uint32_t sight_stops;     /**< Kinds of walls that block sight. Default WEND_STOPS_SIGHT. */
    uint32_t shot_stops;      /**< Kinds that block shots. Default WEND_STOPS_SHOT. */
    uint32_t sound_stops;     /**< Kinds that muffle sounds. Default WEND_STOPS_SOUND. */
    uint32_t groups;          /**< Only sources, noises and touches that share a bit with these are
                                    perceived. Default UINT32_MAX. */
} wend_sense_profile;

/** Returns the default profile, with its cookie. */
WEND_API wend_sense_profile wend_sense_profile_default(void);
/** Adds a profile. @param profile its number, from 0 on. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL (WEND_SENSES_PROFILES_MAX), WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_add_profile(wend_senses *senses, const wend_sense_profile *from,
                                             uint32_t *profile);
/** Changes a profile. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_set_profile(wend_senses *senses, uint32_t profile,
                                             const wend_sense_profile *from);
/** Gets a profile. @param to set to the default's values first. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_senses_get_profile(const wend_senses *senses, uint32_t profile,
                                             wend_sense_profile *to);
/** Returns the number of profiles. */
WEND_API uint32_t wend_senses_profile_count(const wend_senses *senses);

/* ---- sources ---- */

/** What can be perceived. */
typedef struct wend_source {
    uint32_t cookie; /**< Set by wend_source_default; leave it. */
    wend_vec3
        position;  /**< Metres, see WEND_COORDINATE_MAX; z = height of its foot. Default 0, 0, 0. */
    double radius; /**< Metres, 0 to 1024. Default 0.3. */
    double height; /**< Metres, 0 to 1024. Default 1.8. */
    uint32_t tag;  /**< Your kind of source. Default 0. */
    uint32_t groups;   /**< See wend_sense_profile.groups. Default 1. */
    uint32_t team;     /**< 0 to 31, or WEND_TEAM_NONE (default). */
    double light;      /**< Light that it gives off itself, 0 to 1. Default 0. */
    double visibility; /**< How well it stands out: camouflage below 1, 0 to 1. Default 1. */
    bool blocks_sight; /**< It hides what is behind it, as a cylinder. Default false. */
    bool blocks_shots; /**< It stops shots at what is behind it, likewise. Default false. */
    bool is_active;    /**< False: it is not perceived and blocks nothing. Default true. */
    double reaction;   /**< A number of yours for what perceives it, finite. Default 0. */
    wend_body_id body; /**< For wend_senses_follow_crowd and touches. Default {0, 0}. */
    uint64_t user;     /**< Your value, kept. Default 0. */
} wend_source;

/** Returns the default source, with its cookie. */
WEND_API wend_source wend_source_default(void);
/** Adds a source. Constant time, but for growth.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_add_source(wend_senses *senses, const wend_source *source,
                                            wend_source_id *id);
/** Removes a source; what perceived it loses it in the next update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_remove_source(wend_senses *senses, wend_source_id id);
/** Sets all properties of a source. @return as wend_senses_remove_source. */
WEND_API wend_result wend_senses_set_source(wend_senses *senses, wend_source_id id,
                                            const wend_source *source);
/** Moves a source. @return as wend_senses_remove_source. */
WEND_API wend_result wend_senses_move_source(wend_senses *senses, wend_source_id id,
                                             wend_vec3 position);
/** Gets a source. @param source set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_senses_get_source(const wend_senses *senses, wend_source_id id,
                                            wend_source *source);
/** Returns the number of sources, active or not. */
WEND_API uint32_t wend_senses_source_count(const wend_senses *senses);

/* ---- observers ---- */

/** What perceives. */
typedef struct wend_observer {
    uint32_t cookie;    /**< Set by wend_observer_default; leave it. */
    wend_vec3 position; /**< Metres; z = height of its foot. Default 0, 0, 0. */
    double eye_height;  /**< Metres above it, of eyes and ears, 0 to 1024. Default 1.6. */
    double heading;     /**< Radians, -1000 to 1000; the middle of the cones. Default 0. */
    uint32_t profile;   /**< Number of a profile. Default 0. */
    uint32_t team;      /**< 0 to 31, or WEND_TEAM_NONE (default). Your value: no sense reads it. */
    uint32_t hostile_teams; /**< Bit t: sources of team t are threats. Default 0. */
    uint32_t
        every; /**< It looks in every nth tick only, 1 to WEND_SENSES_EVERY_MAX; observers of the
                         same n take turns. Noises and touches are perceived in every tick. Default 1. */
    wend_source_id
        self;          /**< Its own source, which it does not perceive and is not hidden by. Default
                               {0, 0}. */
    bool is_active;    /**< False: it perceives nothing; what it kept stays. Default true. */
    wend_body_id body; /**< For wend_senses_follow_crowd and touches. Default {0, 0}. */
    uint64_t user;     /**< Your value, kept. Default 0. */
} wend_observer;

/** Returns the default observer, with its cookie. */
WEND_API wend_observer wend_observer_default(void);
/** Adds an observer. Constant time, but for growth.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_add_observer(wend_senses *senses, const wend_observer *observer,
                                              wend_observer_id *id);
/** Removes an observer with all it perceives.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_remove_observer(wend_senses *senses, wend_observer_id id);
/** Sets all properties of an observer; what it perceives stays. @return as
 * wend_senses_remove_observer. */
WEND_API wend_result wend_senses_set_observer(wend_senses *senses, wend_observer_id id,
                                              const wend_observer *observer);
/** Moves an observer and turns it. @return as wend_senses_remove_observer. */
WEND_API wend_result wend_senses_move_observer(wend_senses *senses, wend_observer_id id,
                                               wend_vec3 position, double heading);
/** Gets an observer. @param observer set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_senses_get_observer(const wend_senses *senses, wend_observer_id id,
                                              wend_observer *observer);
/** Returns the number of observers, active or not. */
WEND_API uint32_t wend_senses_observer_count(const wend_senses *senses);

/** Moves all sources and observers that have a body of this crowd to it, with its heading; those whose
 * body no longer exists stay. Heights stay, but where floors have heights.
 * @param floor_heights [floor_count] z of each floor; NULL: heights stay.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_follow_crowd(wend_senses *senses, const wend_crowd *crowd,
                                              const double *floor_heights, uint32_t floor_count);

/* ---- light ---- */

/** A lamp. */
typedef struct wend_lamp {
    uint32_t cookie;    /**< Set by wend_lamp_default; leave it. */
    wend_vec3 position; /**< Metres. Default 0, 0, 0. */
    double radius;      /**< Metres, above 0, to WEND_COORDINATE_MAX. Default 10. */
    double strength;    /**< Light beside it, 0 to 1. Default 1. */
    uint32_t stops;     /**< Kinds of walls that stop its light. Default WEND_STOPS_SIGHT. */
    bool is_on;         /**< Default true. */
    uint64_t user;      /**< Your value, kept. Default 0. */
} wend_lamp;

/** Returns the default lamp, with its cookie. */
WEND_API wend_lamp wend_lamp_default(void);
/** Adds a lamp. @param id set to {0, 0} first. @return as wend_senses_add_source. */
WEND_API wend_result wend_senses_add_lamp(wend_senses *senses, const wend_lamp *lamp,
                                          wend_lamp_id *id);
/** Removes a lamp. @return as wend_senses_remove_source. */
WEND_API wend_result wend_senses_remove_lamp(wend_senses *senses, wend_lamp_id id);
/** Sets all properties of a lamp. @return as wend_senses_remove_source. */
WEND_API wend_result wend_senses_set_lamp(wend_senses *senses, wend_lamp_id id,
                                          const wend_lamp *lamp);
/** Gets a lamp. @param lamp set to the default's values first. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
WEND_API wend_result wend_senses_get_lamp(const wend_senses *senses, wend_lamp_id id,
                                          wend_lamp *lamp);
/** Returns the number of lamps. */
WEND_API uint32_t wend_senses_lamp_count(const wend_senses *senses);
/** Sets the light everywhere. @param ambient 0 to 1. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_set_ambient(wend_senses *senses, double ambient);
/** Returns the light at a position, 0 to 1; 0 for bad arguments. Time: linear in the lamps. */
WEND_API double wend_senses_light_at(const wend_senses *senses, wend_vec3 position);

/* ---- noises ---- */

/** A noise, heard in the next update. */
typedef struct wend_noise {
    uint32_t cookie;       /**< Set by wend_noise_default; leave it. */
    wend_vec3 position;    /**< Metres. Default 0, 0, 0. */
    double loudness;       /**< Decibels at 1 metre, -1000 to 1000. Default 60, a voice. */
    wend_source_id source; /**< What made it; observers do not hear themselves. Default {0, 0}. */
    uint32_t tag;          /**< Your kind of noise. Default 0. */
    uint32_t groups;       /**< See wend_sense_profile.groups. Default 1. */
    uint32_t team;         /**< 0 to 31, or WEND_TEAM_NONE (default). */
    double reaction;       /**< As of a source. Default 0. */
    uint64_t user;         /**< Your value, kept. Default 0. */
} wend_noise;

/** Returns the default noise, with its cookie. */
WEND_API wend_noise wend_noise_default(void);
/** Adds a noise for the next update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_add_noise(wend_senses *senses, const wend_noise *noise);
/** Returns the loudness of a sound with this energy: 10 log10(energy / 1e-12 J), decibels; 0 from 1e-12
 * J downwards and for NaN. A hit turns a small part of its energy into sound.
 * @param joules of sound. */
WEND_API double wend_loudness_of_energy(double joules);
/** Sets the muffling of all walls with this user value.
 * @param wall_user wend_wall.user of the walls. @param decibels 0 to 1000; NaN: as unknown again.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_set_material(wend_senses *senses, uint64_t wall_user,
                                              double decibels);
/** Returns the level of a noise at a position, decibels, as an update computes it, ways around corners
 * included; -infinity for bad arguments. A polygon muffles once each time the straight line passes
 * through it. The first 256 crossings count by their materials, further ones as of unknown material.
 * @param sound_stops kinds of walls that muffle. */
WEND_API double wend_senses_level_at(const wend_senses *senses, const wend_noise *noise,
                                     wend_vec3 position, uint32_t sound_stops);

/* ---- touches ---- */

/** A touch or a hit, felt in the next update. */
typedef struct wend_touch {
    uint32_t cookie;       /**< Set by wend_touch_default; leave it. */
    wend_vec3 position;    /**< Metres. Default 0, 0, 0. */
    double strength;       /**< Your measure: damage, speed of the contact; finite. Default 1. */
    wend_source_id source; /**< What touches. Default {0, 0}. */
    uint32_t tag;          /**< Your kind of touch. Default 0. */
    uint32_t groups;       /**< See wend_sense_profile.groups. Default 1. */
    uint32_t team;         /**< 0 to 31, or WEND_TEAM_NONE (default). */
    double reaction;       /**< As of a source. Default 0. */
    uint64_t user;         /**< Your value, kept. Default 0. */
} wend_touch;

/** Returns the default touch, with its cookie. */
WEND_API wend_touch wend_touch_default(void);
/** Adds a touch for the next update.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (no such observer), WEND_ERROR_MEMORY,
 * WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_add_touch(wend_senses *senses, wend_observer_id observer,
                                           const wend_touch *touch);
/** Adds a touch for each contact of the last tick of a crowd (wend_crowd_get_contacts) whose body is that
 * of an observer: strength = speed; source, tag, groups, team, reaction and user are those of the source
 * with the other body, if there is one; of walls the default's, and user 0. Several observers or sources
 * of a body: the smallest index. Time: linear in observers, sources and contacts. All or none.
 * @param contacts [count].
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FULL, WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_add_contacts(wend_senses *senses, const wend_contact *contacts,
                                              size_t count);

/* ---- the update ---- */

/** Senses: a tick for all observers. Noises and touches since the last update are perceived and gone.
 * Time: for each observer the sources in the cells of its range, and rays to target_limit of them at
 * most; for each noise the observers in its reach. A steady update allocates nothing.
 * @param executor NULL = serial. Nothing depends on it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY (as before; call again), WEND_ERROR_BUSY. */
WEND_API wend_result wend_senses_update(wend_senses *senses, const wend_executor *executor);
/** Returns the number of updates so far: the tick of the last one. */
WEND_API uint64_t wend_senses_tick(const wend_senses *senses);

/** Figures of the last update. */
typedef struct wend_senses_info {
    uint64_t looks;      /**< Observers that looked. */
    uint64_t targets;    /**< Sources that rays were cast to. */
    uint64_t rays;       /**< Rays of sight. */
    uint64_t noises;     /**< Noises. */
    uint64_t listens;    /**< Pairs of a noise and a listener in its reach. */
    uint64_t paths;      /**< Ways around corners that were asked for. */
    size_t memory_bytes; /**< Memory of the senses. */
} wend_senses_info;

/** Gets the figures of the last update. @param info zeroed first. */
WEND_API void wend_senses_get_info(const wend_senses *senses, wend_senses_info *info);
/** Returns the events of the last update: by index of the observer; of one first sight by index of the
 * source (lost before began before noticed), then noises, then touches in the order they were added.
 * Valid until the next call that changes the senses.
 * @param count always set. @return [count], NULL when there are none. */
WEND_API const wend_sense_event *wend_senses_get_events(const wend_senses *senses, size_t *count);

/* ---- what an observer perceives ---- */

/** Lists what an observer perceives: sight by index of the source, remembered ones included, then the
 * noises and touches of the last update.
 * @param senses_mask 1 << wend_sense for each sense that is wanted.
 * @param perceptions [capacity], may be NULL when capacity is 0; where there are more, the first.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_senses_get_perceptions(const wend_senses *senses, wend_observer_id id,
                                                 uint32_t senses_mask, wend_perception *perceptions,
                                                 size_t capacity, size_t *count);
/** Scores a perception: the greatest score matters most; NaN = not at all. */
typedef double (*wend_sense_score_fn)(void *user, const wend_perception *perception);
/** Finds the first that matters of all that an observer perceives: the greatest score; without a score
 * hostile before others, then noticed before others, then the greater reaction, the greater certainty,
 * the smaller distance. Ties: the first of wend_senses_get_perceptions.
 * @param score NULL = the rule above. @param user passed to score.
 * @param perception zeroed first; may be NULL. @return false if there is none, or for bad arguments. */
WEND_API bool wend_senses_get_first(const wend_senses *senses, wend_observer_id id,
                                    uint32_t senses_mask, wend_sense_score_fn score, void *user,
                                    wend_perception *perception);
/** Lists the nearest threats that an observer has noticed, by any sense: hostile ones by distance; ties as
 * above.
 * @param perceptions [capacity]. @param count number of threats written.
 * @return WEND_OK, WEND_TRUNCATED (there are more), WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_senses_get_threats(const wend_senses *senses, wend_observer_id id,
                                             wend_perception *perceptions, size_t capacity,
                                             size_t *count);

/** Sight of one source. */
typedef struct wend_sight {
    double distance;    /**< Metres in the plane. */
    double fraction;    /**< Visible part of the points. */
    uint32_t points;    /**< Visible points. */
    uint32_t hittable;  /**< Points that a shot would reach. */
    double light;       /**< Light there. */
    bool is_in_range;   /**< It is in one of the cones. */
    bool is_peripheral; /**< But not in the middle one. */
} wend_sight;

/** Finds out whether an observer sees a source as both are now, by the rules of an update but for
 * target_limit; certainty plays no part. Time: linear in the sources that block, and in the lamps.
 * @param sight zeroed first, and set whether it is seen or not; may be NULL.
 * @return true if it is in a cone, and fraction and light suffice; false for stale ids and where the
 * source is not active or not of its groups. */
WEND_API bool wend_senses_can_see(const wend_senses *senses, wend_observer_id observer,
                                  wend_source_id source, wend_sight *sight);

/* ---- all of it ---- */

/** Returns a hash of all that is saved; 0 for NULL. */
WEND_API uint64_t wend_senses_hash(const wend_senses *senses);
/** Saves the senses as bytes, the same on every machine: all but walls, callbacks and events.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_senses_save(const wend_senses *senses, uint8_t *bytes, size_t capacity,
                                      size_t *count);
/** Loads senses from the bytes of wend_senses_save; ids are as before, and they go on as the saved ones
 * would have, if walls and callbacks are the same.
 * @param def gives walls, sound_paths, react, user, allocator and message; NULL = defaults.
 * @param senses set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_senses_load(const wend_senses_def *def, const uint8_t *bytes,
                                      size_t count, wend_senses **senses);

/** Parts of senses to draw. Bits. */
typedef enum wend_senses_show {
    WEND_SENSES_SHOW_CONES = 1,   /**< Cones of sight: WEND_MEANING_VIEW_CONE, value = 1; peripheral
                                       ones 0. */
    WEND_SENSES_SHOW_RAYS = 2,    /**< Lines to what is seen: WEND_MEANING_VIEW_CONE, value =
                                       certainty. */
    WEND_SENSES_SHOW_SOURCES = 4, /**< Sources: circles of WEND_MEANING_ITEM, value = tag. */
    WEND_SENSES_SHOW_NOISES =
        8, /**< Noises that were heard: WEND_MEANING_NOTE, a mark, and a line to
                                       each listener. */
    WEND_SENSES_SHOW_LAMPS = 16, /**< Lamps: circles of WEND_MEANING_REACH, value = strength. */
    WEND_SENSES_SHOW_ALL = 31    /**< All of these. */
} wend_senses_show;

/** Draws senses. @param show bits of wend_senses_show. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_senses_draw(const wend_senses *senses, uint32_t show,
                                      const wend_draw *draw);
/** Draws one observer's cones and what it perceives, likewise.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_senses_draw_observer(const wend_senses *senses, wend_observer_id id,
                                               uint32_t show, const wend_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
