/* What the parts of the senses share.
 *
 *   sources, observers, lamps    by index; free ones are chained by their slots
 *   kept     | observer 0: A [limit] B [limit] | observer 1: A B | ...   what is seen, two lists each:
 *                                              an update writes the other one, then they change places
 *   others   | observer, noise or touch | ...  of the last update, by observer
 *   indices  of sources, of those that block, of lamps, of observers: rows of cells (index.h)
 *
 * An update computes everything in memory that is not read meanwhile, reserves what it needs, and only then
 * commits. */
#ifndef WENDI_MIND_SENSES_STORE_H
#define WENDI_MIND_SENSES_STORE_H

#include "base/core/slots.h"
#include "mind/senses/index.h"
#include "wend/sense.h"
#include "world/walls/fan.h"

enum {
    WENDI_SENSES_CROSSINGS = 256, /* of a noise's way that count by their materials */
    WENDI_SENSES_TRACES = 8       /* of an observer */
};

/* What the last look found out about a target: walls between most often are the same again. */
typedef struct wendi_sense_trace {
    uint32_t source;
    uint32_t edge1; /* an edge of the walls + 1 that hid all of it; 0 = none is known */
    wend_vec2 at;   /* where it was */
    double clear;   /* no edge but the near ones came so near to the line to it; 0 = not known */
    uint32_t near_count;
    uint32_t near[WENDI_WALL_FAN_NEAR];
} wendi_sense_trace;

typedef struct wendi_sense_source {
    double light; /* beside the position, which is read with it */
    bool is_lit;  /* light is that of the present position, lamps and walls */
    wend_source def;
} wendi_sense_source;

typedef struct wendi_sense_observer {
    wend_observer def;
    wend_vec2 facing;
    uint64_t last_tick; /* of its last look; 0 = never */
    double search;      /* where its targets will be found: no answer depends on it; 0 = unknown */
    uint32_t kept_count;
    uint32_t kept_half;                                       /* 0 or 1: the list that is valid */
    uint32_t new_count, event_count, ray_count, target_count; /* of the update under way */
    bool looks;
    uint32_t trace_count;
    uint64_t traces_revision; /* the walls that traces are of */
    wend_vec2 traces_eye;     /* and the eye */
    wendi_sense_trace
        traces[WENDI_SENSES_TRACES + 1]; /* the last one of all others; no answer depends
                                                          on them */
} wendi_sense_observer;

typedef struct wendi_sense_profile {
    wend_sense_profile def;
    /* cosines of half the angles times their sizes; below -1: all around */
    double square_cosine, square_peripheral_cosine;
    double square_range, square_peripheral_range; /* below 0: blind */
    double reach;                                 /* the greater range */
    double cosine, sine;                          /* of half the wider angle */
} wendi_sense_profile;

typedef struct wendi_sense_touch {
    wend_touch def;
    wend_observer_id observer;
} wendi_sense_touch;

typedef struct wendi_sense_other {
    wend_perception perception;
    uint32_t observer;
} wendi_sense_other;

typedef struct wendi_sense_material {
    uint64_t user;
    double decibels;
} wendi_sense_material;

/* A noise and a listener in its reach. */
typedef struct wendi_sense_pair {
    uint32_t observer, noise, profile;
    wend_vec3 ear;
    double distance; /* of the louder way */
    double level;
    double straight_level; /* without walls; only where has_level */
    bool has_level, is_muffled, is_around_corner;
} wendi_sense_pair;

struct wend_senses {
    wend_allocator allocator;
    wend_message message;
    const wend_walls *walls;
    wend_sound_paths sound_paths;
    wend_sense_react_fn react;
    void *user;
    double tick_seconds, cell_size, ambient, muffling, corner_loss;
    uint32_t target_limit, perception_limit;
    uint64_t tick;
    bool is_busy;

    wendi_slots source_slots, observer_slots, lamp_slots;
    wendi_sense_source *sources;     /* [source_capacity] */
    wendi_sense_observer *observers; /* [observer_capacity] */
    wend_lamp *lamps;                /* [lamp_capacity] */
    wend_perception *kept;           /* [kept_capacity][2][perception_limit] */
    uint32_t source_capacity, observer_capacity, lamp_capacity, kept_capacity;
    wendi_sense_profile *profiles;
    uint32_t profile_count, profile_capacity;
    wendi_sense_material *materials; /* by rising user */
    uint32_t material_count, material_capacity;
    wend_noise *noises;
    uint32_t noise_count, noise_capacity;
    wendi_sense_touch *touches;
    uint32_t touch_count, touch_capacity;

    wendi_sense_other *others, *new_others;
    uint32_t other_count, other_capacity, new_other_count, new_other_capacity;
    wend_sense_event *events;
    size_t event_count, event_capacity;
    wend_senses_info info;

    /* of the update under way */
    wendi_sense_index source_index, blocker_index, lamp_index, observer_index;
    double blocker_radius, lamp_radius; /* the greatest ones */
    bool are_lamps_indexed;
    uint64_t walls_revision;
    wendi_wall_cells wall_cells; /* useful from the second update after edits on */
    uint64_t cells_revision, seen_revision;
    wendi_sense_pair *pairs;
    uint32_t pair_count, pair_capacity;
    wendi_sort_pair *order; /* [order_capacity][2] */
    uint32_t order_capacity;
};

/** Grows an array to at least `count` items; false without memory: as before. */
bool wendi_senses_reserve(const wend_allocator *allocator, void **items, uint32_t *capacity,
                          size_t item_bytes, uint64_t count);
/** The same for slots. */
bool wendi_senses_reserve_slots(const wend_allocator *allocator, wendi_slots *slots,
                                uint64_t count);

/** True if a source is there and can be perceived. */
static inline bool wendi_senses_is_active_source(const wend_senses *senses, wend_source_id id)
{
    return wendi_slots_has(&senses->source_slots, id.index1, id.generation) &&
           senses->sources[id.index1 - 1].def.is_active;
}

static inline wend_perception *wendi_senses_kept(const wend_senses *senses, uint32_t observer,
                                                 uint32_t half)
{
    return senses->kept + ((size_t)observer * 2 + half) * senses->perception_limit;
}

/** The cells of the walls as they are; NULL where they are of no use. */
static inline const wendi_wall_cells *wendi_senses_cells(const wend_senses *senses)
{
    return senses->wall_cells.is_useful &&
                   senses->cells_revision == wend_walls_revision(senses->walls)
               ? &senses->wall_cells
               : NULL;
}

/** True if a team is one of an observer's hostile ones. */
static inline bool wendi_senses_is_hostile(const wend_observer *observer, uint32_t team)
{
    return team < 32 && (observer->hostile_teams >> team & 1) != 0;
}

/** Reserves room for more touches. */
wend_result wendi_senses_put_touches(wend_senses *senses, const char *function, uint64_t count);
/** Sets what follows from an observer's or profile's definition. */
void wendi_senses_derive_observer(wendi_sense_observer *observer);
void wendi_senses_derive_profile(wendi_sense_profile *profile);
/** Checks of definitions, for calls and for files. @param m may be NULL. */
wend_result wendi_senses_check_def(const wend_senses_def *def, wend_message *m,
                                   const char *function);
wend_result wendi_senses_check_source(const wend_source *source, wend_message *m,
                                      const char *function);
wend_result wendi_senses_check_observer(const wend_observer *observer, uint32_t profile_count,
                                        wend_message *m, const char *function);
wend_result wendi_senses_check_profile(const wend_sense_profile *profile, wend_message *m,
                                       const char *function);
wend_result wendi_senses_check_lamp(const wend_lamp *lamp, wend_message *m, const char *function);
wend_result wendi_senses_check_noise(const wend_noise *noise, wend_message *m,
                                     const char *function);
wend_result wendi_senses_check_touch(const wend_touch *touch, wend_message *m,
                                     const char *function);

/* ---- parts of an update ---- */

/** Light at a position, from the lamps of the index, or from all of them. */
double wendi_senses_light(const wend_senses *senses, wend_vec3 position, double own_light,
                          bool uses_index);
/** Sets the light of a source. */
void wendi_senses_light_source(wend_senses *senses, uint32_t source);

/** An observer that looks around. */
typedef struct wendi_sense_view {
    const wend_senses *senses;
    const wendi_sense_observer *observer;
    const wendi_sense_profile *profile;
    wend_vec3 eye;
    uint32_t self; /* index of its own source, or UINT32_MAX */
    bool has_fan, uses_index;
    wendi_wall_fan fan;
} wendi_sense_view;

wendi_sense_view wendi_sense_view_make(const wend_senses *senses, uint32_t observer,
                                       bool uses_index);
/** True if a position lies in the cones. @param x, y from the eye. @param square x * x + y * y. */
bool wendi_sense_view_is_in_cones(const wendi_sense_view *view, double x, double y, double square,
                                  bool *is_peripheral);
/** Casts the rays to a source in the cones. @param proof of the walls; may be NULL. */
void wendi_sense_view_see(wendi_sense_view *view, uint32_t source, wend_sight *sight,
                          wendi_wall_fan_proof *proof);
/** True if sight suffices for the profile. */
bool wendi_sense_view_suffices(const wendi_sense_view *view, const wend_sight *sight);
/** Computes what an observer sees in the tick into its other list; new_count and so on are set. */
void wendi_senses_look(wend_senses *senses, uint32_t observer, uint64_t tick);

/** Calls for each event between an observer's lists, in order. @return their number.
 * @param events room for all of them; NULL: they are only counted. */
uint32_t wendi_senses_list_changes(const wend_senses *senses, uint32_t observer,
                                   wend_sense_event *events);

/** Finds pairs of noises and listeners, and their levels. */
wend_result wendi_senses_listen(wend_senses *senses, const wend_executor *executor);
/** The level of the straight way. @param level without walls. @param need may be NULL; where the way is
 * known to cross more walls, the level is -infinity. @param crossings number of walls. */
double wendi_senses_muffled_level(const wend_senses *senses, double level, wend_vec3 from,
                                  wend_vec3 ear, uint32_t stops, wendi_crossings_need *need,
                                  size_t *crossings);
/** The level of the way around corners, and its length; -infinity where it is not above `least`. */
double wendi_senses_corner_level(const wend_senses *senses, const wend_noise *noise, wend_vec3 ear,
                                 double straight_level, double least, double *length);
/** 20 log10(distance), where less than 1 counts as 1. */
double wendi_senses_distance_loss(double distance);

/** Where an observer's noises and touches begin in `others`. */
uint32_t wendi_senses_first_other(const wend_senses *senses, uint32_t observer);

#endif
