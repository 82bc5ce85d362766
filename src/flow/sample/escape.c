/* The direction out of a wall.
 * Cost: 50 ns beside a cell with a field. Deeper, the sectors around, ring by ring: those with
 * fields some 0.5 us each, others some 3 ns, at most 33 x 33.
 *
 *   2 2 2 2 2     Sectors around that of the agent. All cells of ring r are at least r - 1 sectors
 *   2 1 1 1 2     away, so the search ends before the ring that begins farther away than the
 *   2 1 0 1 2     nearest cell that was found.
 *   2 1 1 1 2
 *   2 2 2 2 2     An agent that goes straight to the nearest middle keeps having it nearest. */
#include "flow/sample/cell.h"

enum { RINGS = 16 };

static bool has_field(const wendi_sample_cell *cell)
{
    return wendi_sample_cell_direction(cell) != WENDI_FLOW_NONE ||
           wendi_sample_cell_is_visible(cell);
}

/* The cheapest cell beside a cell. */
static bool find_beside(const wend_flow *flow, const wendi_plan *plan,
                        const wendi_sample_cell *cell, wend_vec2 *target)
{
    wendi_sample_rank least = {WENDI_SAMPLE_UNREACHED, WENDI_SAMPLE_UNREACHED};
    bool is_found = false;
    for (uint32_t d = 0; d < 8; ++d) {
        const int32_t x = cell->x + wendi_flow_dx[d];
        const int32_t y = cell->y + wendi_flow_dy[d];
        wendi_sample_cell other;
        if (!wendi_sample_cell_at(flow, plan, cell->floor, x, y, &other) || !has_field(&other)) {
            continue;
        }
        const wendi_sample_rank rank = wendi_sample_cell_rank(flow, plan, &other);
        if (wendi_sample_rank_less(rank, least)) {
            least = rank;
            is_found = true;
            *target = wendi_cell_centre(x, y);
        }
    }
    return is_found;
}

/* The nearest cell with a field so far; of equally near ones the cheapest. */
typedef struct nearest_cell {
    const wend_flow *flow;
    const wendi_plan *plan;
    uint32_t floor;
    double px, py;
    double square; /* of the distance to its middle */
    wendi_sample_rank rank;
    wend_vec2 middle;
    bool is_found;
} nearest_cell;

static void search_sector(nearest_cell *n, int32_t column, int32_t row)
{
    const wendi_sector_map *map = &n->flow->map;
    const wendi_sector_map_floor *on = &map->floors[n->floor];
    if (column < 0 || row < 0 || column >= on->sectors_x || row >= on->sectors_y) {
        return;
    }
    const uint32_t sector = on->first_sector + (uint32_t)(row * on->sectors_x + column);
    if (wendi_plan_find_tile(n->plan, sector) == WENDI_TILE_NONE) {
        return;
    }
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(map, sector);
    for (int32_t i = 0; i < bounds.width * bounds.height; ++i) {
        const int32_t x = bounds.x + i % bounds.width;
        const int32_t y = bounds.y + i / bounds.width;
        const wend_vec2 middle = wendi_cell_centre(x, y);
        const double dx = middle.x - n->px;
        const double dy = middle.y - n->py;
        const double square = dx * dx + dy * dy;
        wendi_sample_cell cell;
        if ((n->is_found && square > n->square) ||
            !wendi_sample_cell_at(n->flow, n->plan, n->floor, x, y, &cell) || !has_field(&cell)) {
            continue;
        }
        const wendi_sample_rank rank = wendi_sample_cell_rank(n->flow, n->plan, &cell);
        if (!n->is_found || square < n->square || wendi_sample_rank_less(rank, n->rank)) {
            n->square = square;
            n->rank = rank;
            n->middle = middle;
            n->is_found = true;
        }
    }
}

bool wendi_sample_cell_escape(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *cell, double px, double py,
                              wend_vec2 *direction)
{
    nearest_cell n = {.flow = flow, .plan = plan, .floor = cell->floor, .px = px, .py = py};
    n.is_found = find_beside(flow, plan, cell, &n.middle);
    const bool is_beside = n.is_found;
    const int32_t size = flow->map.sector_size;
    const int32_t column = cell->left / size;
    const int32_t row = cell->top / size;
    for (int32_t ring = 0; ring <= RINGS && !is_beside; ++ring) {
        const double apart = (double)((ring - 1) * size);
        if (n.is_found && ring > 0 && apart * apart > n.square) {
            break;
        }
        for (int32_t down = -ring; down <= ring; ++down) {
            const bool is_end = down == -ring || down == ring;
            for (int32_t across = -ring; across <= ring; across += is_end ? 1 : 2 * ring) {
                search_sector(&n, column + across, row + down);
            }
        }
    }
    if (n.is_found) {
        *direction = wendi_direction_toward(px, py, n.middle.x, n.middle.y);
    }
    return n.is_found;
}
