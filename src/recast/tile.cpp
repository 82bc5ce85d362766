/* One tile of a bake by Recast: polygons on the lattice of cells, and the floors that can be
 * stepped to across its sides.
 * Cost: 2 to 20 us a square metre at cells of 0.3; memory some 100 bytes a cell while baking. */
#include "recast/tile.h"

#include <Recast.h>
#include <RecastAlloc.h>

#include <cstring>
#include <new>

namespace
{

/* Keeps the first error, else the first warning. */
class log_context : public rcContext
{
  public:
    log_context() : rcContext(true)
    {
        enableTimer(false);
    }
    uint32_t warnings = 0;
    char text[WEND_MESSAGE_CAPACITY] = "";

  protected:
    void doLog(const rcLogCategory category, const char *message, const int length) override
    {
        if (category == RC_LOG_PROGRESS) {
            return;
        }
        const bool is_first = text[0] == '\0' || (category == RC_LOG_ERROR && !has_error);
        has_error = has_error || category == RC_LOG_ERROR;
        warnings++;
        if (is_first) {
            const std::size_t most = sizeof text - 1;
            const std::size_t count =
                static_cast<std::size_t>(length) < most ? static_cast<std::size_t>(length) : most;
            std::memcpy(text, message, count);
            text[count] = '\0';
        }
    }

  private:
    bool has_error = false;
};

/* A zeroed block. All memory of a tile comes through Recast's own allocator, malloc by default. */
template <class T> T *allocate(std::size_t count)
{
    const std::size_t bytes = (count > 0 ? count : 1) * sizeof(T);
    void *block = rcAlloc(bytes, RC_ALLOC_PERM);
    return static_cast<T *>(block != nullptr ? std::memset(block, 0, bytes) : nullptr);
}

} // namespace

struct wendi_tile {
    wendi_tile_config config;
    log_context log;
    rcHeightfield *solid;
    rcCompactHeightfield *open;
    rcContourSet *contours;
    rcPolyMesh *mesh;
    uint32_t *corners, *neighbours;
    uint8_t *sizes;
    wendi_tile_edge *edges;
    wendi_tile_row *rows;
    uint32_t corner_count, edge_count, row_count;
};

namespace
{

/* Recast's rcAlloc... functions write to what they allocate before they return it, so that none of
 * them can return NULL. */
bool make_solid(wendi_tile *tile)
{
    const wendi_tile_config &c = tile->config;
    const int width = c.width + 2 * c.border;
    const int height = c.height + 2 * c.border;
    const float low[3] = {0, 0, 0};
    const float high[3] = {static_cast<float>(width) * c.cell_size,
                           static_cast<float>(c.height_cells) * c.cell_height,
                           static_cast<float>(height) * c.cell_size};
    tile->solid = rcAllocHeightfield();
    return rcCreateHeightfield(&tile->log, *tile->solid, width, height, low, high, c.cell_size,
                               c.cell_height);
}

bool make_open(wendi_tile *tile)
{
    const wendi_tile_config &c = tile->config;
    rcFilterLowHangingWalkableObstacles(&tile->log, c.walkable_climb, *tile->solid);
    rcFilterLedgeSpans(&tile->log, c.walkable_height, c.walkable_climb, *tile->solid);
    rcFilterWalkableLowHeightSpans(&tile->log, c.walkable_height, *tile->solid);
    tile->open = rcAllocCompactHeightfield();
    if (!rcBuildCompactHeightfield(&tile->log, c.walkable_height, c.walkable_climb, *tile->solid,
                                   *tile->open)) {
        return false;
    }
    rcFreeHeightField(tile->solid);
    tile->solid = nullptr;
    return c.walkable_radius == 0 ||
           rcErodeWalkableArea(&tile->log, c.walkable_radius, *tile->open);
}

/* Small regions are kept: whether an island is small shows only when the tiles are joined. */
bool divide(wendi_tile *tile)
{
    const wendi_tile_config &c = tile->config;
    switch (c.partition) {
    case WEND_BAKE_MONOTONE:
        return rcBuildRegionsMonotone(&tile->log, *tile->open, c.border, 0, c.merge_cells);
    case WEND_BAKE_LAYERS:
        return rcBuildLayerRegions(&tile->log, *tile->open, c.border, 0);
    case WEND_BAKE_WATERSHED:
    case WEND_BAKE_PARTITION_COUNT:
    default:
        return rcBuildDistanceField(&tile->log, *tile->open) &&
               rcBuildRegions(&tile->log, *tile->open, c.border, 0, c.merge_cells);
    }
}

bool make_mesh(wendi_tile *tile)
{
    const wendi_tile_config &c = tile->config;
    tile->contours = rcAllocContourSet();
    tile->mesh = rcAllocPolyMesh();
    if (!rcBuildContours(&tile->log, *tile->open, c.max_edge_error, c.max_edge_cells,
                         *tile->contours)) {
        return false;
    }
    if (tile->contours->nconts == 0) {
        return true;
    }
    return rcBuildPolyMesh(&tile->log, *tile->contours, c.max_polygon_corners, *tile->mesh);
}

/* ---- out of Recast's layout ---- */

int polygon_size(const rcPolyMesh *mesh, const unsigned short *polygon)
{
    int size = 0;
    while (size < mesh->nvp && polygon[size] != RC_MESH_NULL_IDX) {
        size++;
    }
    return size;
}

/* The side an edge lies on whose polygon has none beyond it; 4 = none. */
uint32_t side_of(const unsigned short beyond)
{
    return beyond != RC_MESH_NULL_IDX && (beyond & 0x8000) != 0 ? beyond & 0x3 : 4;
}

/* The two ends of an edge along its side. */
void extent_of(const wendi_tile *tile, uint32_t side, const uint32_t ends[2], uint32_t *low,
               uint32_t *high)
{
    const uint32_t axis = side == 0 || side == 2 ? 2 : 0;
    const uint32_t a = tile->mesh->verts[ends[0] * 3 + axis];
    const uint32_t b = tile->mesh->verts[ends[1] * 3 + axis];
    *low = a < b ? a : b;
    *high = a < b ? b : a;
}

/* The cell of a side's row, in the field with its border. */
int cell_of(const wendi_tile *tile, uint32_t side, uint32_t row)
{
    const wendi_tile_config &c = tile->config;
    const int r = static_cast<int>(row) + c.border;
    const int x = side == 0 ? c.border : side == 2 ? c.border + c.width - 1 : r;
    const int y = side == 3 ? c.border : side == 1 ? c.border + c.height - 1 : r;
    return x + y * tile->open->width;
}

/* The floor beyond a span, if an agent can step to it. */
uint16_t floor_beyond(const wendi_tile *tile, int cell, int span, int side)
{
    const rcCompactHeightfield *open = tile->open;
    const int connection = rcGetCon(open->spans[span], side);
    if (connection == RC_NOT_CONNECTED) {
        return WENDI_TILE_NO_FLOOR;
    }
    const int other = cell + rcGetDirOffsetX(side) + rcGetDirOffsetY(side) * open->width;
    const int beyond = static_cast<int>(open->cells[other].index) + connection;
    return open->areas[beyond] == RC_NULL_AREA ? static_cast<uint16_t>(WENDI_TILE_NO_FLOOR)
                                               : open->spans[beyond].y;
}

/* The floor of a polygon in one cell: the one of its region, or where it covers several regions the
 * one nearest to its height there. */
wendi_tile_row row_of(const wendi_tile *tile, unsigned short region, double height, int cell,
                      int side)
{
    const rcCompactHeightfield *open = tile->open;
    const rcCompactCell &column = open->cells[cell];
    wendi_tile_row row = {WENDI_TILE_NO_FLOOR, WENDI_TILE_NO_FLOOR};
    double least = 1e9;
    for (int k = 0; k < static_cast<int>(column.count); k++) {
        const int span = static_cast<int>(column.index) + k;
        const bool is_other = region != RC_MULTIPLE_REGS && open->spans[span].reg != region;
        const double off = open->spans[span].y - height;
        const double distance = (off < 0 ? -off : off) + (is_other ? 1e6 : 0);
        if (open->areas[span] != RC_NULL_AREA && distance < least) {
            least = distance;
            row.own = open->spans[span].y;
            row.beyond = floor_beyond(tile, cell, span, side);
        }
    }
    return row;
}

void add_rows(wendi_tile *tile, wendi_tile_edge *edge, int polygon, const uint32_t ends[2])
{
    const rcPolyMesh *mesh = tile->mesh;
    const uint32_t axis = edge->side == 0 || edge->side == 2 ? 2 : 0;
    const unsigned short *a = mesh->verts + ends[0] * 3;
    const unsigned short *b = mesh->verts + ends[1] * 3;
    for (uint32_t r = edge->low; r < edge->high; r++) {
        const double along = (r + 0.5 - a[axis]) / (static_cast<double>(b[axis]) - a[axis]);
        const double height = a[1] + along * (static_cast<double>(b[1]) - a[1]);
        tile->rows[tile->row_count++] =
            row_of(tile, mesh->regs[polygon], height, cell_of(tile, edge->side, r),
                   static_cast<int>(edge->side));
    }
}

/* Calls back for every edge that lies on a side. */
template <class F> void each_side_edge(const wendi_tile *tile, F use)
{
    const rcPolyMesh *mesh = tile->mesh;
    uint32_t corner = 0;
    for (int p = 0; p < mesh->npolys; p++) {
        const unsigned short *polygon = mesh->polys + p * 2 * mesh->nvp;
        const int size = tile->sizes[p];
        for (int k = 0; k < size; k++) {
            wendi_tile_edge edge = {corner + static_cast<uint32_t>(k),
                                    side_of(polygon[mesh->nvp + k]), 0, 0, 0};
            const uint32_t ends[2] = {polygon[k], polygon[(k + 1) % size]};
            if (edge.side < 4) {
                extent_of(tile, edge.side, ends, &edge.low, &edge.high);
                use(edge, p, ends);
            }
        }
        corner += static_cast<uint32_t>(size);
    }
}

bool copy_sides(wendi_tile *tile)
{
    std::size_t edges = 0, rows = 0;
    each_side_edge(tile, [&](const wendi_tile_edge &edge, int, const uint32_t *) {
        edges++;
        rows += edge.high - edge.low;
    });
    tile->edges = allocate<wendi_tile_edge>(edges);
    tile->rows = allocate<wendi_tile_row>(rows);
    if (tile->edges == nullptr || tile->rows == nullptr) {
        return false;
    }
    each_side_edge(tile, [&](wendi_tile_edge edge, int polygon, const uint32_t *ends) {
        edge.first_row = tile->row_count;
        tile->edges[tile->edge_count++] = edge;
        add_rows(tile, &edge, polygon, ends);
    });
    return true;
}

void copy_polygon(wendi_tile *tile, int p)
{
    const rcPolyMesh *mesh = tile->mesh;
    const unsigned short *polygon = mesh->polys + p * 2 * mesh->nvp;
    const int size = polygon_size(mesh, polygon);
    tile->sizes[p] = static_cast<uint8_t>(size);
    for (int k = 0; k < size; k++) {
        const unsigned short beyond = polygon[mesh->nvp + k];
        tile->corners[tile->corner_count] = polygon[k];
        tile->neighbours[tile->corner_count++] =
            beyond == RC_MESH_NULL_IDX || (beyond & 0x8000) != 0 ? WEND_NODE_NONE : beyond;
    }
}

bool copy_mesh(wendi_tile *tile)
{
    const std::size_t polygons = static_cast<std::size_t>(tile->mesh->npolys);
    const std::size_t corners =
        polygons * static_cast<std::size_t>(tile->config.max_polygon_corners);
    tile->sizes = allocate<uint8_t>(polygons);
    tile->corners = allocate<uint32_t>(corners);
    tile->neighbours = allocate<uint32_t>(corners);
    if (tile->sizes == nullptr || tile->corners == nullptr || tile->neighbours == nullptr) {
        return false;
    }
    for (int p = 0; p < tile->mesh->npolys; p++) {
        copy_polygon(tile, p);
    }
    return copy_sides(tile);
}

} // namespace

wendi_tile *wendi_tile_create(const wendi_tile_config *config)
{
    void *block = rcAlloc(sizeof(wendi_tile), RC_ALLOC_PERM);
    if (block == nullptr) {
        return nullptr;
    }
    wendi_tile *tile = new (block) wendi_tile();
    tile->config = *config;
    if (!make_solid(tile)) {
        wendi_tile_destroy(tile);
        return nullptr;
    }
    return tile;
}

bool wendi_tile_add(wendi_tile *tile, const float *triangle, uint8_t area)
{
    return rcRasterizeTriangle(&tile->log, triangle, triangle + 3, triangle + 6, area, *tile->solid,
                               tile->config.walkable_climb);
}

/* Recast reports the reason of a failure in words only. */
static wend_result failure_of(const wendi_tile *tile)
{
    return std::strstr(tile->log.text, "emory") != nullptr || tile->log.text[0] == '\0'
               ? WEND_ERROR_MEMORY
               : WEND_ERROR_FULL;
}

wend_result wendi_tile_build(wendi_tile *tile)
{
    if (!make_open(tile) || !divide(tile) || !make_mesh(tile)) {
        return failure_of(tile);
    }
    const bool is_ok = copy_mesh(tile);
    rcFreeCompactHeightfield(tile->open);
    rcFreeContourSet(tile->contours);
    tile->open = nullptr;
    tile->contours = nullptr;
    return is_ok ? WEND_OK : WEND_ERROR_MEMORY;
}

wendi_tile_view wendi_tile_get_view(const wendi_tile *tile)
{
    wendi_tile_view view = {};
    if (tile->mesh != nullptr) {
        view.points = tile->mesh->verts;
        view.point_count = static_cast<uint32_t>(tile->mesh->nverts);
        view.areas = tile->mesh->areas;
        view.polygon_count = static_cast<uint32_t>(tile->mesh->npolys);
    }
    view.corners = tile->corners;
    view.neighbours = tile->neighbours;
    view.corner_count = tile->corner_count;
    view.sizes = tile->sizes;
    view.edges = tile->edges;
    view.edge_count = tile->edge_count;
    view.rows = tile->rows;
    view.row_count = tile->row_count;
    view.warning_count = tile->log.warnings;
    view.warning = tile->log.text;
    return view;
}

void wendi_tile_destroy(wendi_tile *tile)
{
    if (tile == nullptr) {
        return;
    }
    rcFreeHeightField(tile->solid);
    rcFreeCompactHeightfield(tile->open);
    rcFreeContourSet(tile->contours);
    rcFreePolyMesh(tile->mesh);
    rcFree(tile->corners);
    rcFree(tile->neighbours);
    rcFree(tile->sizes);
    rcFree(tile->edges);
    rcFree(tile->rows);
    tile->~wendi_tile();
    rcFree(tile);
}
