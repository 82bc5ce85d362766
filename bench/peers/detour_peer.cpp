/* Queries Detour on the polygons of a mesh, with coordinates rounded to float only.
 * Cost: to create: some 1 us a polygon. */
#include "peers/detour_peer.h"

#include <DetourAlloc.h>
#include <DetourCommon.h>
#include <DetourNavMesh.h>
#include <DetourNavMeshBuilder.h>
#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <new>
#include <tuple>
#include <vector>

namespace
{

constexpr int NODES = 65535;
constexpr int PIECE = 6;         /* corners of a piece at most */
constexpr uint32_t OUTER = 4;    /* outer edges of a piece between two others */
constexpr float LATTICE = 60000; /* of the rounded corners that Detour's builder takes */

/* The input of Detour's builder, with the exact corners beside it. */
struct shape {
    std::vector<unsigned short> rounded, polygons, flags;
    std::vector<unsigned char> areas;
    std::vector<float> points;
    std::vector<uint32_t> first_pieces;
    float low[3], high[3], side, rise;
};

using point_key = std::tuple<double, double, double>;

} // namespace

struct detour_peer {
    dtNavMesh *mesh = nullptr;
    dtNavMeshQuery *query = nullptr;
    dtQueryFilter filter;
    size_t polygon_count = 0;
    std::vector<dtPolyRef> path;
    std::vector<float> points;
    int point_count = 0;
};

namespace
{

void to_detour(wend_vec3 p, float out[3])
{
    out[0] = static_cast<float>(p.x);
    out[1] = static_cast<float>(p.z);
    out[2] = static_cast<float>(-p.y);
}

uint32_t piece_count(uint32_t corners)
{
    return corners <= PIECE ? 1 : (corners - 2 + OUTER - 1) / OUTER;
}

/* The piece of a polygon that has its edge from corner k to the next. */
uint32_t piece_of_edge(uint32_t corners, uint32_t k)
{
    const uint32_t last = piece_count(corners) - 1;
    return k == 0 ? 0 : std::min(last, (k - 1) / OUTER);
}

bool is_same(wend_vec3 a, wend_vec3 b)
{
    return wend_vec2_distance({a.x, a.y}, {b.x, b.y}) <= 0;
}

/* The piece beyond an edge: of the neighbour, the one with the same edge reversed. */
unsigned short beyond(const wend_mesh *mesh, const shape &s, const wend_mesh_polygon &polygon,
                      uint32_t k)
{
    const wend_node other = wend_mesh_neighbour(mesh, polygon.first_corner + k);
    if (other == WEND_NODE_NONE) {
        return 0xffff;
    }
    const wend_vec3 a = wend_mesh_corner(mesh, polygon.first_corner + k);
    const wend_vec3 b = wend_mesh_corner(mesh, polygon.first_corner + (k + 1) % polygon.count);
    const wend_mesh_polygon there = wend_mesh_get_polygon(mesh, other);
    for (uint32_t n = 0; n < there.count; n++) {
        if (is_same(wend_mesh_corner(mesh, there.first_corner + n), b) &&
            is_same(wend_mesh_corner(mesh, there.first_corner + (n + 1) % there.count), a)) {
            return static_cast<unsigned short>(s.first_pieces[other] +
                                               piece_of_edge(there.count, n));
        }
    }
    return 0xffff;
}

/* Piece i has corner 0 and the corners 1 + 4 i ... 5 + 4 i, as far as there are. */
void add_piece(const wend_mesh *mesh, shape &s, const wend_mesh_polygon &polygon,
               const std::vector<unsigned short> &points, uint32_t i)
{
    unsigned short record[2 * PIECE];
    std::fill(record, record + 2 * PIECE, static_cast<unsigned short>(0xffff));
    const uint32_t pieces = piece_count(polygon.count);
    const auto self = static_cast<unsigned short>(s.flags.size());
    const uint32_t first = 1 + OUTER * i;
    const uint32_t last = i + 1 == pieces ? polygon.count - 1 : first + OUTER;
    uint32_t size = 0;
    record[PIECE] = i == 0 ? beyond(mesh, s, polygon, 0) : static_cast<unsigned short>(self - 1);
    record[size++] = points[0];
    for (uint32_t k = first; k <= last; k++) {
        record[PIECE + size] = k < last || i + 1 == pieces ? beyond(mesh, s, polygon, k)
                                                           : static_cast<unsigned short>(self + 1);
        record[size++] = points[k];
    }
    s.polygons.insert(s.polygons.end(), record, record + 2 * PIECE);
    s.flags.push_back(1);
    s.areas.push_back(0);
}

unsigned short number_of(shape &s, std::map<point_key, unsigned short> &numbers, wend_vec3 p)
{
    const auto made = numbers.try_emplace(point_key(p.x, p.y, p.z),
                                          static_cast<unsigned short>(s.points.size() / 3));
    if (made.second) {
        float at[3];
        to_detour(p, at);
        s.points.insert(s.points.end(), at, at + 3);
    }
    return made.first->second;
}

bool add_polygons(const wend_mesh *mesh, shape &s)
{
    std::map<point_key, unsigned short> numbers;
    for (uint32_t p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(mesh, p);
        std::vector<unsigned short> points(polygon.count);
        for (uint32_t k = 0; k < polygon.count; k++) {
            points[k] = number_of(s, numbers, wend_mesh_corner(mesh, polygon.first_corner + k));
        }
        if (s.points.size() / 3 >= 0xfffe) {
            return false;
        }
        for (uint32_t i = 0; i < piece_count(polygon.count); i++) {
            add_piece(mesh, s, polygon, points, i);
        }
    }
    return true;
}

/* The builder takes corners on a lattice of 16 bits only. */
void round_points(const wend_mesh *mesh, shape &s)
{
    wend_vec3 low, high;
    wend_mesh_bounds(mesh, &low, &high);
    to_detour({low.x, high.y, low.z}, s.low);
    to_detour({high.x, low.y, high.z}, s.high);
    s.side = std::max({s.high[0] - s.low[0], s.high[2] - s.low[2], 1e-3F}) / LATTICE;
    s.rise = std::max(s.high[1] - s.low[1], 1e-3F) / LATTICE;
    for (size_t k = 0; k < s.points.size(); k++) {
        const float step = k % 3 == 1 ? s.rise : s.side;
        const float cells = (s.points[k] - s.low[k % 3]) / step;
        s.rounded.push_back(static_cast<unsigned short>(std::lround(std::max(cells, 0.0F))));
    }
}

bool make_shape(const wend_mesh *mesh, shape &s, const char **why)
{
    uint32_t pieces = 0;
    for (uint32_t p = 0; p < wend_mesh_polygon_count(mesh); p++) {
        s.first_pieces.push_back(pieces);
        pieces += piece_count(wend_mesh_get_polygon(mesh, p).count);
    }
    *why = "over 32,767 polygons or 65,533 points, Detour's most in one tile";
    if (pieces > 0x7fff || !add_polygons(mesh, s)) {
        return false;
    }
    round_points(mesh, s);
    return true;
}

unsigned char *make_data(const shape &s, int *bytes)
{
    dtNavMeshCreateParams params = {};
    params.verts = s.rounded.data();
    params.vertCount = static_cast<int>(s.rounded.size() / 3);
    params.polys = s.polygons.data();
    params.polyFlags = s.flags.data();
    params.polyAreas = s.areas.data();
    params.polyCount = static_cast<int>(s.flags.size());
    params.nvp = PIECE;
    std::memcpy(params.bmin, s.low, sizeof params.bmin);
    std::memcpy(params.bmax, s.high, sizeof params.bmax);
    params.walkableHeight = 2;
    params.walkableClimb = 0.9F;
    params.cs = s.side;
    params.ch = s.rise;
    params.buildBvTree = true;
    unsigned char *data = nullptr;
    return dtCreateNavMeshData(&params, &data, bytes) ? data : nullptr;
}

/* Puts the exact corners where the builder put the rounded ones. */
void restore_points(detour_peer *peer, const shape &s)
{
    const dtNavMesh *mesh = peer->mesh;
    for (int t = 0; t < mesh->getMaxTiles(); t++) {
        const dtMeshTile *tile = mesh->getTile(t);
        if (tile->header != nullptr) {
            std::memcpy(tile->verts, s.points.data(), s.points.size() * sizeof(float));
        }
    }
}

bool make(detour_peer *peer, const shape &s)
{
    int bytes = 0;
    unsigned char *data = make_data(s, &bytes);
    peer->mesh = dtAllocNavMesh();
    peer->query = dtAllocNavMeshQuery();
    if (data == nullptr || peer->mesh == nullptr || peer->query == nullptr) {
        dtFree(data);
        return false;
    }
    if (dtStatusFailed(peer->mesh->init(data, bytes, DT_TILE_FREE_DATA))) {
        dtFree(data);
        return false;
    }
    restore_points(peer, s);
    peer->polygon_count = s.flags.size();
    peer->path.resize(NODES);
    peer->points.resize(3 * NODES);
    return dtStatusSucceed(peer->query->init(peer->mesh, NODES));
}

dtPolyRef ref_of(const detour_place *place)
{
    return static_cast<dtPolyRef>(place->polygon);
}

} // namespace

bool detour_peer_is_there(void)
{
    return true;
}

const char *detour_peer_hint(void)
{
    return "";
}

detour_peer *detour_peer_create(const wend_mesh *mesh, const char **why)
{
    shape s;
    if (!make_shape(mesh, s, why)) {
        return nullptr;
    }
    *why = "Detour cannot take this mesh";
    detour_peer *peer = new (std::nothrow) detour_peer;
    if (peer != nullptr && !make(peer, s)) {
        detour_peer_destroy(peer);
        return nullptr;
    }
    return peer;
}

void detour_peer_destroy(detour_peer *peer)
{
    if (peer != nullptr) {
        dtFreeNavMeshQuery(peer->query);
        dtFreeNavMesh(peer->mesh);
        delete peer;
    }
}

size_t detour_peer_polygon_count(const detour_peer *peer)
{
    return peer->polygon_count;
}

detour_place detour_peer_place(detour_peer *peer, wend_vec3 at)
{
    const float extents[3] = {0.1F, 1.0F, 0.1F};
    detour_place place = {0, {0, 0, 0}};
    float near[3] = {0, 0, 0};
    dtPolyRef ref = 0;
    to_detour(at, place.at);
    peer->query->findNearestPoly(place.at, extents, &peer->filter, &ref, near);
    place.polygon = ref;
    return place;
}

bool detour_peer_find(detour_peer *peer, const detour_place *from, const detour_place *to)
{
    int count = 0;
    peer->point_count = 0;
    const dtStatus status = peer->query->findPath(ref_of(from), ref_of(to), from->at, to->at,
                                                  &peer->filter, peer->path.data(), &count, NODES);
    if (dtStatusFailed(status) || dtStatusDetail(status, DT_PARTIAL_RESULT) ||
        peer->path[static_cast<size_t>(count > 0 ? count - 1 : 0)] != ref_of(to)) {
        return false;
    }
    return dtStatusSucceed(peer->query->findStraightPath(from->at, to->at, peer->path.data(), count,
                                                         peer->points.data(), nullptr, nullptr,
                                                         &peer->point_count, NODES));
}

double detour_peer_length(const detour_peer *peer)
{
    double length = 0;
    for (int k = 1; k < peer->point_count; k++) {
        const float *a = &peer->points[3 * static_cast<size_t>(k - 1)];
        const float *b = a + 3;
        length += std::hypot(static_cast<double>(b[0]) - a[0], static_cast<double>(b[2]) - a[2]);
    }
    return length;
}

double detour_peer_nearest(detour_peer *peer, wend_vec3 at, double most)
{
    const float reach = static_cast<float>(most);
    const float extents[3] = {reach, 4, reach};
    float from[3], near[3] = {0, 0, 0};
    dtPolyRef ref = 0;
    to_detour(at, from);
    peer->query->findNearestPoly(from, extents, &peer->filter, &ref, near);
    return near[0] + static_cast<double>(ref);
}

double detour_peer_ray(detour_peer *peer, const detour_place *from, const detour_place *to)
{
    float t = 0, normal[3];
    int count = 0;
    peer->query->raycast(ref_of(from), from->at, to->at, &peer->filter, &t, normal,
                         peer->path.data(), &count, NODES);
    return t;
}

double detour_peer_wall(detour_peer *peer, const detour_place *from, double most)
{
    float distance = 0, at[3], normal[3];
    peer->query->findDistanceToWall(ref_of(from), from->at, static_cast<float>(most), &peer->filter,
                                    &distance, at, normal);
    return distance;
}

void detour_peer_set_open(detour_peer *peer, uint32_t piece, bool is_open)
{
    const dtNavMesh *mesh = peer->mesh;
    const dtPolyRef base = peer->mesh->getPolyRefBase(mesh->getTile(0));
    peer->mesh->setPolyFlags(base | piece, is_open ? 1 : 0);
}
