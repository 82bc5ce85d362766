/* The peer of meshes in a build without Detour: it names the package to install. */
#include "peers/detour_peer.h"

bool detour_peer_is_there(void)
{
    return false;
}

const char *detour_peer_hint(void)
{
    return "Built without Detour: install librecast-dev and a C++ compiler, build again.";
}

detour_peer *detour_peer_create(const wend_mesh *mesh, const char **why)
{
    (void)mesh;
    *why = detour_peer_hint();
    return NULL;
}

void detour_peer_destroy(detour_peer *peer)
{
    (void)peer;
}

size_t detour_peer_polygon_count(const detour_peer *peer)
{
    (void)peer;
    return 0;
}

detour_place detour_peer_place(detour_peer *peer, wend_vec3 at)
{
    (void)peer;
    (void)at;
    return (detour_place){0};
}

bool detour_peer_find(detour_peer *peer, const detour_place *from, const detour_place *to)
{
    (void)peer;
    (void)from;
    (void)to;
    return false;
}

double detour_peer_length(const detour_peer *peer)
{
    (void)peer;
    return 0;
}

double detour_peer_nearest(detour_peer *peer, wend_vec3 at, double most)
{
    (void)peer;
    (void)at;
    (void)most;
    return 0;
}

double detour_peer_ray(detour_peer *peer, const detour_place *from, const detour_place *to)
{
    (void)peer;
    (void)from;
    (void)to;
    return 0;
}

double detour_peer_wall(detour_peer *peer, const detour_place *from, double most)
{
    (void)peer;
    (void)from;
    (void)most;
    return 0;
}

void detour_peer_set_open(detour_peer *peer, uint32_t piece, bool is_open)
{
    (void)peer;
    (void)piece;
    (void)is_open;
}
