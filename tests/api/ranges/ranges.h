/* The documented ranges of the definitions' fields. */
#ifndef TEST_API_RANGES_H
#define TEST_API_RANGES_H

#include "wend/io.h"

typedef enum range_type {
    RANGE_DOUBLE,
    RANGE_INT32,
    RANGE_UINT32,
    RANGE_UINT8,
    RANGE_UINT64,
    RANGE_SIZE
} range_type;

enum {
    RANGE_COSTLY_LOW = 1,
    RANGE_COSTLY_HIGH = 2, /* taken, but not within a test's time or memory */
    RANGE_ANY_BELOW = 4,   /* smaller values have another meaning */
    RANGE_ANY_ABOVE = 8,
    RANGE_FULL_BELOW = 16, /* refused as WEND_ERROR_FULL */
    RANGE_FULL_ABOVE = 32,
    RANGE_STALE_ABOVE = 64 /* refused as WEND_ERROR_STALE */
};

typedef struct range range;
typedef struct range_world range_world;
typedef void (*range_set_fn)(void *def, const range *r, double value);

/* A tiny world of each kind, and what moves in it. */
struct range_world {
    wend_grid *grid;
    wend_walls *walls;
    wend_graph *graph;
    wend_level *level;
    wend_mesh *mesh;
    wend_path *path;
    wend_clearance *clearance;     /* of the grid */
    wend_search *search;           /* of the grid */
    wend_space *graph_space;       /* of the graph */
    wend_mesh_space *mesh_space;   /* of the mesh */
    wend_mesh_search *mesh_search; /* of its space */
};

/* One value of one field, to be set in a definition that is then used in a tiny world. */
typedef struct range_trial {
    const range *range;
    double value;
    range_set_fn set;
    const range_world *world;
} range_trial;

struct range {
    const char *name, *field;
    size_t offset, cookie; /* where these lie in the definition */
    range_type type;
    double low, high;
    wend_result (*use)(const range_trial *t);
    uint32_t flags;
};

typedef struct range_list {
    const range *items;
    size_t count;
} range_list;

extern const range_list ranges_world, ranges_route, ranges_planner, ranges_crowd, ranges_io,
    ranges_reserve, ranges_cover, ranges_trigger, ranges_mind, ranges_machines, ranges_messages,
    ranges_commander, ranges_mix, ranges_traffic, ranges_terrain_analysis, ranges_influence,
    ranges_senses, ranges_rules, ranges_squad, ranges_minds, ranges_memory, ranges_bake;

/* The beginning of a row: the definition, its field, where that and the cookie lie. */
#define FIELD(type, field) #type, #field, offsetof(type, field), offsetof(type, cookie)
#define PART(type, field, part) #type, #field, offsetof(type, part), offsetof(type, cookie)

/* Sets the field and uses its definition in a world made for it. @return what the use gave. */
wend_result range_try(const range *r, double value, range_set_fn set);

/* Fields that are no numbers: pointers, bools, callbacks, positions. A number has a range. */
typedef struct unbounded_fields {
    const char *name;
    const char *fields; /* each after a space */
} unbounded_fields;

extern const unbounded_fields unbounded[];
extern const size_t unbounded_count;

#endif
