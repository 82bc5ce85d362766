/* A scene while it is built and run. */
#ifndef CROWD_SCENE_PRIVATE_H
#define CROWD_SCENE_PRIVATE_H

#include "crowd_scenes.h"
#include "orca.h"
#include "wend/level.h"
#include "wend/pathfinder.h"

enum { SCENE_EXITS_MAX = 4, SCENE_ACCELERATIONS = 2048 };

/* The source of the paths of a scene's bodies. */
typedef enum scene_routes {
    SCENE_STRAIGHT = 0, /* straight lines: wend_crowd_set_goal without a route source */
    SCENE_MESH,         /* a wend_pathfinder over a mesh made of the walls, as the route source */
    SCENE_POINTS,       /* a path of two legs, through the nearest point of the first exit */
    SCENE_FLOW,         /* one order of a flow over a fine grid made of the walls */
    SCENE_OWN           /* before_tick sets the goals */
} scene_routes;

typedef struct scene_segment {
    wend_vec2 a, b;
} scene_segment;

typedef struct scene_agent {
    wend_body_id id;
    wend_vec2 start, goal;
    wend_vec2 at, before; /* now, and a tick ago */
    wend_vec2 wish;       /* SCENE_OWN: the velocity that was set */
    wend_vec2 velocity;   /* metres a second, in the last tick */
    double heading;       /* radians */
    double turned_at;     /* seconds: its last turn ... */
    int turned;           /* ... to the left (1) or to the right (-1); 0: none */
    int since_contact;    /* ticks without a contact */
    bool is_touching;     /* another body or a wall */
    double radius, speed;
    double settle; /* metres from the goal that count as being there */
    uint32_t group;
    bool stands, is_told, is_gone, is_through;
} scene_agent;

typedef struct scene scene;
typedef struct scene_kind scene_kind;

/* One line of the table of scenes. */
struct scene_kind {
    const char *name;
    crowd_family family;
    void (*build)(scene *s);
    double size;  /* of the builder: a width, a spacing */
    size_t count; /* of bodies, likewise */
    scene_routes routes;
    bool is_seeded;
};

struct scene {
    const scene_kind *kind;
    uint64_t seed, dice;
    bool is_broken; /* something failed: no memory */

    scene_segment *walls;
    size_t wall_count, wall_capacity;
    scene_agent *agents;
    size_t agent_count, agent_capacity;
    scene_segment exits[SCENE_EXITS_MAX];
    size_t exit_count;
    wend_vec2 exit_goals[SCENE_EXITS_MAX]; /* behind them */
    bool sends_by_exits;   /* bodies leave by wend_crowd_leave, through all of them */
    uint32_t party_count;  /* groups below this number go together */
    bool leaves;           /* bodies that passed an exit are removed */
    bool is_counted;       /* the flow through the exits is measured; default yes */
    bool is_endless;       /* no body has a goal */
    double radius, speed;  /* of those that are added next */
    double headway;        /* of all */
    double limit_seconds;  /* 0: four times the free walk */
    double linger_seconds; /* of observation once all bodies are there */
    double disc;           /* metres around the one goal that all bodies fill; 0: none */
    bool has_rooms;        /* speeds are measured apart, west of ... and east of ... */
    double before_x, behind_x;
    void (*before_tick)(scene *s);

    wend_walls *stops;
    wend_crowd *crowd;
    wend_path *path;
    wend_level *level;
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_pathfinder *finder;
    wend_grid *grid;
    wend_flow *flow;

    orca_agent *orca; /* [agent_count] instead of the crowd; NULL: the crowd */
    wend_vec2 *orca_next;
    orca_wall *orca_walls;

    crowd_outcome outcome;
    uint32_t *order; /* [agent_count] by x, kept from tick to tick */
    double *out;     /* [agent_count] when each passed an exit */
    size_t out_count;
    double seconds;                              /* now */
    double step;                                 /* seconds of a tick */
    uint64_t accelerations[SCENE_ACCELERATIONS]; /* how many were so large, see scene_motion.c */
    double sums[3], counts[3];                   /* of speed_part, speed_before, speed_behind */
};

/* ---- building (scene_build.c) ---- */

wend_vec2 scene_at(double x, double y);
/** Uniform in [low, high). */
double scene_random(scene *s, double low, double high);
void scene_wall(scene *s, double ax, double ay, double bx, double by);
void scene_exit(scene *s, double ax, double ay, double bx, double by);
scene_agent *scene_add(scene *s, wend_vec2 start, wend_vec2 goal, uint32_t group);
/** A body that stands from the beginning, and must be there at the end. */
void scene_add_standing(scene *s, wend_vec2 at);

/* The goals of a block. */
typedef enum scene_mirror { SCENE_MIRROR_X = 0, SCENE_MIRROR_Y, SCENE_STAY } scene_mirror;
/** Bodies at random positions of a rectangle, without overlaps. */
void scene_block(scene *s, wend_vec2 low, wend_vec2 high, size_t count, uint32_t group,
                 scene_mirror mirror);
/** The radius within which a group around one point counts as settled. */
double scene_settled(size_t count, double radius);

/* ---- paths (scene_routes.c) ---- */

/** Makes the objects for the scene's source of paths. */
bool scene_routes_make(scene *s);
void scene_routes_free(scene *s);
wend_route_source scene_route_source(scene *s);
/** Sends all bodies. */
bool scene_send(scene *s);
/** Metres of an agent's free walk. */
double scene_free_metres(scene *s, const scene_agent *agent);

/* ---- measuring (scene_measure.c) ---- */

/** After each tick. */
void scene_measure(scene *s);
/** At the end. */
void scene_sum_up(scene *s);
/** The motion of an agent in the last tick (scene_motion.c), once its contacts are known. */
void scene_measure_motion(scene *s, scene_agent *agent);
void scene_sum_up_motion(scene *s);
/** The point of a segment nearest to a position. */
wend_vec2 scene_nearest(scene_segment segment, wend_vec2 place);

/* ---- ORCA instead of a crowd (scene_orca.c) ---- */

bool scene_orca_begin(scene *s);
void scene_orca_tick(scene *s);
void scene_orca_get(const scene *s, const scene_agent *agent, wend_body *body);
void scene_orca_end(scene *s);

/* ---- the scenes ---- */

void scene_build_circle(scene *s);
void scene_build_jittered(scene *s);
void scene_build_corridor(scene *s);
void scene_build_corridor_points(scene *s);
void scene_build_crossing(scene *s);
void scene_build_four_ways(scene *s);
void scene_build_door(scene *s);
void scene_build_exits(scene *s);
void scene_build_pass(scene *s);
void scene_build_narrow(scene *s);
void scene_build_narrow_row(scene *s);
void scene_build_together(scene *s);
void scene_build_two_ways(scene *s);
void scene_build_oncoming(scene *s);
void scene_build_confusion(scene *s);
void scene_build_squeeze(scene *s);
void scene_build_doorway(scene *s);
void scene_build_hallway(scene *s);
void scene_build_frogger(scene *s);
void scene_build_surprise(scene *s);
void scene_build_gather(scene *s);
void scene_build_four_orders(scene *s);
void scene_build_one_by_one(scene *s);
void scene_build_charge(scene *s);
void scene_build_gather_aslant(scene *s);
void scene_build_gather_around(scene *s);
void scene_build_gather_mixed(scene *s);
void scene_build_gather_corridor(scene *s);
void scene_build_gather_corner(scene *s);
void scene_build_corner(scene *s);
void scene_build_rimea1(scene *s);
void scene_build_rimea4(scene *s);
void scene_build_rimea4_headway(scene *s);
void scene_build_rimea6(scene *s);
void scene_build_rimea9(scene *s);
void scene_build_rimea12(scene *s);

#endif
