/* Moves bodies on a square without walls by DetourCrowd.
 * Cost: some 6 us a body and tick. */
#include "peers/crowd_peer.h"

#include <DetourAlloc.h>
#include <DetourCrowd.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <new>

struct crowd_peer {
    dtNavMesh *mesh = nullptr;
    dtCrowd *crowd = nullptr;
    size_t count = 0;
};

namespace
{

constexpr unsigned short LATTICE = 60000; /* cells along a side: corners are unsigned shorts */
constexpr float HEIGHT = 2;
constexpr int BEST_QUALITY = 3;

/* Detour's data of one square polygon; to be freed by it. */
unsigned char *square_data(wend_vec2 low, wend_vec2 high, int *bytes)
{
    const unsigned short none = 0xffff;
    const unsigned short corners[] = {0, 0, 0, 0, 0, LATTICE, LATTICE, 0, LATTICE, LATTICE, 0, 0};
    const unsigned short polygon[] = {0, 1, 2, 3, none, none, none, none};
    const unsigned short flags[] = {1};
    const unsigned char areas[] = {0};
    dtNavMeshCreateParams params = {};
    params.verts = corners;
    params.vertCount = 4;
    params.polys = polygon;
    params.polyFlags = flags;
    params.polyAreas = areas;
    params.polyCount = 1;
    params.nvp = 4;
    params.bmin[0] = static_cast<float>(low.x);
    params.bmin[2] = static_cast<float>(low.y);
    params.bmax[0] = static_cast<float>(high.x);
    params.bmax[1] = HEIGHT;
    params.bmax[2] = static_cast<float>(high.y);
    params.walkableHeight = HEIGHT;
    params.cs = static_cast<float>(std::fmax(high.x - low.x, high.y - low.y) / LATTICE);
    params.ch = 1;
    params.buildBvTree = true;
    unsigned char *data = nullptr;
    return dtCreateNavMeshData(&params, &data, bytes) ? data : nullptr;
}

dtNavMesh *make_mesh(wend_vec2 low, wend_vec2 high)
{
    int bytes = 0;
    unsigned char *data = square_data(low, high, &bytes);
    dtNavMesh *mesh = dtAllocNavMesh();
    if (data == nullptr || mesh == nullptr ||
        dtStatusFailed(mesh->init(data, bytes, DT_TILE_FREE_DATA))) {
        dtFree(data);
        dtFreeNavMesh(mesh);
        return nullptr;
    }
    return mesh;
}

dtCrowdAgentParams agent_params(double radius, double speed)
{
    constexpr float look = 4; /* metres, as wend_crowd_def.reach */
    dtCrowdAgentParams params = {};
    params.radius = static_cast<float>(radius);
    params.height = HEIGHT;
    params.maxAcceleration = 100;
    params.maxSpeed = static_cast<float>(speed);
    params.collisionQueryRange = look;
    params.pathOptimizationRange = look;
    params.separationWeight = 2;
    params.updateFlags = DT_CROWD_OBSTACLE_AVOIDANCE | DT_CROWD_SEPARATION;
    params.obstacleAvoidanceType = BEST_QUALITY;
    return params;
}

/* Puts one down and sends it. */
bool put(dtCrowd *crowd, wend_vec2 start, wend_vec2 goal, const dtCrowdAgentParams &params)
{
    const float from[3] = {static_cast<float>(start.x), 0, static_cast<float>(start.y)};
    const float to[3] = {static_cast<float>(goal.x), 0, static_cast<float>(goal.y)};
    const int id = crowd->addAgent(from, &params);
    dtPolyRef polygon = 0;
    float nearest[3];
    const dtStatus status = crowd->getNavMeshQuery()->findNearestPoly(
        to, crowd->getQueryHalfExtents(), crowd->getFilter(0), &polygon, nearest);
    return id >= 0 && dtStatusSucceed(status) && polygon != 0 &&
           crowd->requestMoveTarget(id, polygon, nearest);
}

} // namespace

const char *crowd_peer_hint(void)
{
    return "";
}

crowd_peer *crowd_peer_create(wend_vec2 low, wend_vec2 high, const wend_vec2 *starts,
                              const wend_vec2 *goals, size_t count, double radius, double speed)
{
    const dtCrowdAgentParams params = agent_params(radius, speed);
    crowd_peer *peer = new (std::nothrow) crowd_peer;
    if (peer == nullptr) {
        return nullptr;
    }
    peer->count = count;
    peer->mesh = make_mesh(low, high);
    peer->crowd = dtAllocCrowd();
    bool is_done = peer->mesh != nullptr && peer->crowd != nullptr &&
                   peer->crowd->init(static_cast<int>(count), params.radius, peer->mesh);
    for (size_t i = 0; is_done && i < count; i++) {
        is_done = put(peer->crowd, starts[i], goals[i], params);
    }
    if (!is_done) {
        crowd_peer_destroy(peer);
        return nullptr;
    }
    return peer;
}

void crowd_peer_destroy(crowd_peer *peer)
{
    if (peer != nullptr) {
        dtFreeCrowd(peer->crowd);
        dtFreeNavMesh(peer->mesh);
        delete peer;
    }
}

void crowd_peer_tick(crowd_peer *peer, double step)
{
    peer->crowd->update(static_cast<float>(step), nullptr);
}

double crowd_peer_speed(const crowd_peer *peer)
{
    double sum = 0;
    for (size_t i = 0; i < peer->count; i++) {
        const float *v = peer->crowd->getAgent(static_cast<int>(i))->vel;
        sum += std::sqrt(static_cast<double>(v[0] * v[0] + v[2] * v[2]));
    }
    return peer->count > 0 ? sum / static_cast<double>(peer->count) : 0;
}
