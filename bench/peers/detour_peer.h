/* Detour on the polygons of a mesh, for side by side measurements.
 *
 * Built from detour_peer.cpp if librecast-dev is installed, else from detour_peer_none.c. Polygons
 * of more than six corners are cut into fans of at most six, which is Detour's most. One tile: at
 * most 32,767 polygons and 65,534 points. Coordinates are 32-bit floats. */
#ifndef BENCH_PEERS_DETOUR_PEER_H
#define BENCH_PEERS_DETOUR_PEER_H

#include "wend/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct detour_peer detour_peer;

/* A location, found before the measurement. */
typedef struct detour_place {
    uint64_t polygon; /* 0 = nowhere */
    float at[3];
} detour_place;

/** True if Detour is in this build. */
bool detour_peer_is_there(void);
/** The package that provides it; "" when it is there. */
const char *detour_peer_hint(void);
/** @param why set to a text on failure. @return NULL: not in this build, too large, no memory. */
detour_peer *detour_peer_create(const wend_mesh *mesh, const char **why);
void detour_peer_destroy(detour_peer *peer);
/** Pieces its polygons were cut into. */
size_t detour_peer_polygon_count(const detour_peer *peer);
/** The nearest location within a tenth of a metre. */
detour_place detour_peer_place(detour_peer *peer, wend_vec3 at);

/** findPath and findStraightPath. @return did it arrive? */
bool detour_peer_find(detour_peer *peer, const detour_place *from, const detour_place *to);
/** Length in the ground plane of the path that find found. */
double detour_peer_length(const detour_peer *peer);

/** Small queries; each returns a number that depends on its answer. */
double detour_peer_nearest(detour_peer *peer, wend_vec3 at, double most);
double detour_peer_ray(detour_peer *peer, const detour_place *from, const detour_place *to);
double detour_peer_wall(detour_peer *peer, const detour_place *from, double most);

/** setPolyFlags for a piece. */
void detour_peer_set_open(detour_peer *peer, uint32_t piece, bool is_open);

#ifdef __cplusplus
}
#endif
#endif
