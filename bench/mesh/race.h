/* wend and Detour over the same queries on one mesh. */
#ifndef BENCH_MESH_RACE_H
#define BENCH_MESH_RACE_H

#include "measure/golden_json.h"
#include "peers/detour_peer.h"
#include "wend/mesh_search.h"

/* The results of one side. Times are a query's least over all runs, nanoseconds. */
typedef struct mesh_side {
    double *times;   /* [query_count] */
    double *lengths; /* [query_count]; negative = no path found */
} mesh_side;

typedef struct mesh_race {
    const golden_mesh *golden;
    const wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_search *search;
    detour_peer *peer; /* NULL: not there, or it cannot take the mesh */
    const char *peer_why;
    wend_mesh_method method;
    size_t query_count;
    wend_mesh_location *starts, *goals; /* [query_count] found beforehand */
    detour_place *peer_starts, *peer_goals;
    wend_vec2 *points; /* room for a path */
    size_t point_capacity;
    size_t misplaced; /* queries with an end off the mesh, for either */
    mesh_side wend, detour;
    double clock_cost;
} mesh_race;

/** Finds all ends. @param count queries, evenly spaced. @return false: a failure, described in
 * error [GOLDEN_ERROR_CAPACITY]. */
bool mesh_race_begin(mesh_race *race, const golden_mesh *golden, const wend_mesh *mesh,
                     wend_mesh_method method, size_t count, char *error);
/** All queries on both sides, `runs` times; the first side alternates. */
void mesh_race_run(mesh_race *race, size_t runs);
void mesh_race_end(mesh_race *race);
/** The golden query behind the race's query k. */
const golden_query *mesh_race_query(const mesh_race *race, size_t k);

double mesh_race_mean_us(const mesh_race *race, const mesh_side *side);
/** A quantile, 0 to 1, in microseconds. */
double mesh_race_quantile_us(const mesh_race *race, const mesh_side *side, double quantile);

/* Small queries: nanoseconds each, the least mean of all runs. */
typedef struct mesh_small {
    const char *name;
    double wend_ns, detour_ns;
} mesh_small;

enum { MESH_SMALL_COUNT = 4 };

/** Locate, nearest, ray and wall distance, from the starts of the queries. */
void mesh_race_small(const mesh_race *race, size_t runs, mesh_small small[MESH_SMALL_COUNT]);

#endif
