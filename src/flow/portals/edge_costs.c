/* The cost from each portal's node to each other one inside a sector.
 *
 * Cost: 0.1 us for a portal of a sector of 10 x 10 cells; a few ns a pair on uniform ground.
 *
 * All targets are solved at once: each cell holds the costs to 16 portals side by side, which fit
 * the registers of any machine, and a step between two cells is one minimum for all of them.
 *
 *   cell  [ to portal 0 | 1 | 2 | ... | 15 ]   once with a straight step into the cell added,
 *                                              once with a diagonal one
 *
 * Sweeps go down and up through rows of open cells. A row is swept down again when it or the row
 * above changed since its last sweep, and up when it or the row below did, until no row is left. */
#include "flow/portals/lanes.h"
#include "flow/portals/portal_graph_private.h"

#include "base/math/bits.h"

#include <string.h>

enum {
    WIDE_LANES = 8,
    SIDE = WENDI_TILE_SIDE + 2, /* of a framed array without padding */
    CELLS = SIDE * SIDE,
    UNREACHED_BYTE = 0x6d,
    UNREACHED = UNREACHED_BYTE << 8 | UNREACHED_BYTE, /* One more step into a wall still fits 16
                                                       * bits. */
    WIDE_UNREACHED = 1 << 30
};

/* An open cell. */
typedef struct edge_cell {
    uint16_t at;
    uint16_t straight;   /* cost of a straight step into it */
    uint16_t more;       /* extra cost of a diagonal step */
    uint16_t corners[4]; /* north-west, north-east, south-east, south-west; 0 where no diagonal
                          * step exists: a frame cell, never reached */
} edge_cell;

typedef struct edge_sector {
    edge_cell cells[WENDI_TILE_SIDE * WENDI_TILE_SIDE]; /* in reading order */
    uint16_t rows[WENDI_TILE_SIDE + 1];                 /* first cell of each row */
    uint64_t open[SIDE];                                /* rows and columns from 1 on */
    int32_t height, stride;
    uint32_t max_step; /* cost of the most expensive step */
} edge_sector;

/* ---- uniform ground ---- */

typedef struct cell_point {
    int32_t x, y;
} cell_point;

static cell_point portal_point(const wendi_tile_shape *shape, const wendi_portal *portal)
{
    const wendi_sector_bounds at = {.width = shape->width, .height = shape->height};
    cell_point p;
    wendi_portal_cell(&at, portal, &p.x, &p.y);
    return p;
}

static uint32_t open_cost(cell_point a, cell_point b, bool has_diagonals)
{
    const int32_t dx = a.x < b.x ? b.x - a.x : a.x - b.x;
    const int32_t dy = a.y < b.y ? b.y - a.y : a.y - b.y;
    const int32_t both = has_diagonals ? (dx < dy ? dx : dy) : 0;
    return (uint32_t)(WENDI_FLOW_STRAIGHT * (dx + dy - 2 * both) + WENDI_FLOW_DIAGONAL * both);
}

/* ---- reading ---- */

static uint16_t corner_of(uint64_t mask, uint32_t x, int32_t at)
{
    return (mask >> x & 1) != 0 ? (uint16_t)at : 0;
}

/* @param open bits of the row and of those above and below. @param row its costs, from column 1
 * on. */
static uint32_t read_row(edge_sector *s, const uint64_t *open, int32_t y, const uint8_t *row,
                         bool has_diagonals)
{
    const int32_t stride = s->stride;
    const uint64_t above = open[0];
    const uint64_t below = open[2];
    const uint64_t all = has_diagonals ? UINT64_MAX : 0;
    const uint64_t left = open[1] << 1 & all;
    const uint64_t right = open[1] >> 1 & all;
    const uint64_t masks[4] = {above << 1 & left & above, above >> 1 & right & above,
                               below >> 1 & right & below, below << 1 & left & below};
    edge_cell *c = &s->cells[s->rows[y]];
    uint32_t max_step = 0;
    for (uint64_t bits = open[1]; bits != 0; bits &= bits - 1, ++c) {
        const uint32_t x = wendi_ctz64(bits);
        const int32_t at = (y + 1) * stride + (int32_t)x;
        const uint32_t cost = row[x];
        max_step = cost > max_step ? cost : max_step;
        c->at = (uint16_t)at;
        c->straight = (uint16_t)(cost * WENDI_FLOW_STRAIGHT);
        c->more = (uint16_t)(cost * (WENDI_FLOW_DIAGONAL - WENDI_FLOW_STRAIGHT));
        c->corners[0] = corner_of(masks[0], x, at - stride - 1);
        c->corners[1] = corner_of(masks[1], x, at - stride + 1);
        c->corners[2] = corner_of(masks[2], x, at + stride + 1);
        c->corners[3] = corner_of(masks[3], x, at + stride - 1);
    }
    s->rows[y + 1] = (uint16_t)(c - s->cells);
    return max_step;
}

/* ---- sweeps ---- */

/* Rows to be swept. */
typedef struct due_rows {
    uint64_t down, up; /* bits */
} due_rows;

/* Queues the sweeps that a change of row y makes necessary. */
static void queue_row(due_rows *rows, int32_t y, int32_t height)
{
    const uint64_t all = (UINT64_C(1) << height) - 1;
    const uint64_t row = UINT64_C(1) << y;
    rows->down |= (row | row << 1) & all;
    rows->up |= row | row >> 1;
}

/* Costs including a step into the cell. */
typedef struct edge_field {
    int16_t straight[CELLS][LANES], diagonal[CELLS][LANES];
} edge_field;

static portal_lanes lower_cell(edge_field *f, const edge_cell *c, const int32_t beside[2],
                               const uint16_t corners[2], portal_lanes changed)
{
    const int32_t at = c->at;
    const portal_lanes corner = portal_lanes_min(portal_lanes_load(f->diagonal[corners[0]]),
                                                 portal_lanes_load(f->diagonal[corners[1]]));
    /* The value written last comes last, as it has to be waited for. */
    const portal_lanes apart =
        portal_lanes_min(corner, portal_lanes_load(f->straight[at + beside[0]]));
    const portal_lanes best =
        portal_lanes_min(apart, portal_lanes_load(f->straight[at + beside[1]]));
    const portal_lanes before = portal_lanes_load(f->straight[at]);
    const portal_lanes after =
        portal_lanes_min(before, portal_lanes_add(best, portal_lanes_of((int16_t)c->straight)));
    portal_lanes_store(f->straight[at], after);
    /* Unreached values grow a little here, by less than a step of 16 bits leaves room for. */
    portal_lanes_store(f->diagonal[at], portal_lanes_add(after, portal_lanes_of((int16_t)c->more)));
    return portal_lanes_differ(changed, before, after);
}

static bool sweep_down(edge_field *f, const edge_sector *s, int32_t y)
{
    const int32_t beside[2] = {-s->stride, -1};
    portal_lanes changed = portal_lanes_of(0);
    for (int32_t i = s->rows[y]; i < s->rows[y + 1]; ++i) {
        changed = lower_cell(f, &s->cells[i], beside, s->cells[i].corners, changed);
    }
    return portal_lanes_any(changed);
}

static bool sweep_up(edge_field *f, const edge_sector *s, int32_t y)
{
    const int32_t beside[2] = {s->stride, 1};
    portal_lanes changed = portal_lanes_of(0);
    for (int32_t i = s->rows[y + 1] - 1; i >= s->rows[y]; --i) {
        changed = lower_cell(f, &s->cells[i], beside, s->cells[i].corners + 2, changed);
    }
    return portal_lanes_any(changed);
}

static void sweep(edge_field *f, const edge_sector *s, due_rows rows)
{
    while ((rows.down | rows.up) != 0) {
        while (rows.down != 0) {
            const int32_t y = (int32_t)wendi_ctz64(rows.down);
            const uint64_t row = UINT64_C(1) << y;
            if (sweep_down(f, s, y)) {
                queue_row(&rows, y, s->height);
            }
            rows.down &= ~row;
        }
        while (rows.up != 0) {
            const int32_t y = 63 - (int32_t)wendi_clz64(rows.up);
            const uint64_t row = UINT64_C(1) << y;
            if (sweep_up(f, s, y)) {
                queue_row(&rows, y, s->height);
            }
            rows.up &= ~row;
        }
    }
}

/* ---- the same with 32 bits, for ground too expensive for 16 ---- */

typedef struct wide_edge_field {
    int32_t straight[CELLS][WIDE_LANES], diagonal[CELLS][WIDE_LANES];
} wide_edge_field;

static bool lower_wide_cell(wide_edge_field *f, const edge_cell *c, const int32_t beside[2],
                            const uint16_t corners[2])
{
    int32_t *straight = f->straight[c->at];
    int32_t *diagonal = f->diagonal[c->at];
    bool changed = false;
    for (int32_t lane = 0; lane < WIDE_LANES; ++lane) {
        const int32_t from[4] = {f->straight[c->at + beside[0]][lane],
                                 f->straight[c->at + beside[1]][lane],
                                 f->diagonal[corners[0]][lane], f->diagonal[corners[1]][lane]};
        int32_t best = WIDE_UNREACHED;
        for (int32_t i = 0; i < 4; ++i) {
            best = from[i] < best ? from[i] : best;
        }
        if (best != WIDE_UNREACHED && best + c->straight < straight[lane]) {
            straight[lane] = best + c->straight;
            diagonal[lane] = straight[lane] + c->more;
            changed = true;
        }
    }
    return changed;
}

/* ---- batches of portals ---- */

/* Cells and step costs of the portals. */
typedef struct portal_cells {
    uint16_t at[WENDI_PORTALS_MAX];
    uint8_t cost[WENDI_PORTALS_MAX];
    uint32_t count;
} portal_cells;

/* True if two cells are connected. Spreads over rows until nothing is added; diagonal steps reach
 * nothing that straight ones do not. */
static bool is_connected(const edge_sector *s, uint16_t a, uint16_t b)
{
    uint64_t found[SIDE] = {0};
    bool changed = true;
    found[a / s->stride] = UINT64_C(1) << a % s->stride;
    while (changed) {
        changed = false;
        for (int32_t i = 1; i <= 2 * s->height; ++i) {
            const int32_t y = i <= s->height ? i : 2 * s->height + 1 - i;
            const uint64_t old = found[y];
            const uint64_t neighbourhood = old | old << 1 | old >> 1 | found[y - 1] | found[y + 1];
            found[y] = neighbourhood & s->open[y];
            changed = changed || found[y] != old;
        }
    }
    return (found[b / s->stride] >> b % s->stride & 1) != 0;
}

/* Costs to the portals first ... first + LANES - 1. @return false: some overflow 16 bits. */
static bool solve(const edge_sector *s, const portal_cells *p, uint32_t first, uint32_t *table)
{
    edge_field f;
    const size_t used = (size_t)(s->height + 2) * (size_t)s->stride;
    memset(f.straight, UNREACHED_BYTE, used * sizeof f.straight[0]);
    memset(f.diagonal, UNREACHED_BYTE, used * sizeof f.diagonal[0]);
    const uint32_t lane_count = p->count - first < LANES ? p->count - first : LANES;
    due_rows rows = {0, 0};
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        const uint16_t at = p->at[first + lane];
        f.straight[at][lane] = (int16_t)(p->cost[first + lane] * WENDI_FLOW_STRAIGHT);
        f.diagonal[at][lane] = (int16_t)(p->cost[first + lane] * WENDI_FLOW_DIAGONAL);
        queue_row(&rows, at / s->stride - 1, s->height);
    }
    sweep(&f, s, rows);
    /* Where a path through all open cells could overflow, an unreached cell may only be too far
     * away. */
    const bool can_overflow = s->rows[s->height] * s->max_step >= UNREACHED;
    bool is_whole = true;
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        uint32_t *row = table + (first + lane) * p->count;
        for (uint32_t from = 0; from < p->count; ++from) {
            const int32_t cost = f.straight[p->at[from]][lane];
            const bool is_unreached = cost == UNREACHED;
            row[from] = is_unreached ? WENDI_PORTAL_UNCONNECTED
                                     : (uint32_t)(cost - p->cost[from] * WENDI_FLOW_STRAIGHT);
            is_whole = is_whole && !(is_unreached && can_overflow &&
                                     is_connected(s, p->at[from], p->at[first + lane]));
        }
    }
    return is_whole;
}

static void solve_wide(const edge_sector *s, const portal_cells *p, uint32_t first, uint32_t *table)
{
    wide_edge_field f;

    const int32_t cells = (s->height + 2) * s->stride;
    for (int32_t i = 0; i < cells; ++i) {
        for (int32_t lane = 0; lane < WIDE_LANES; ++lane) {
            f.straight[i][lane] = f.diagonal[i][lane] = WIDE_UNREACHED;
        }
    }

    const uint32_t lane_count = p->count - first < WIDE_LANES ? p->count - first : WIDE_LANES;
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        const uint16_t at = p->at[first + lane];
        f.straight[at][lane] = p->cost[first + lane] * WENDI_FLOW_STRAIGHT;
        f.diagonal[at][lane] = p->cost[first + lane] * WENDI_FLOW_DIAGONAL;
    }

    const int32_t down[2] = {-s->stride, -1};
    const int32_t up[2] = {s->stride, 1};
    const int32_t count = s->rows[s->height];
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < count; ++i) {
            changed |= lower_wide_cell(&f, &s->cells[i], down, s->cells[i].corners);
        }
        for (int32_t i = count - 1; i >= 0; --i) {
            changed |= lower_wide_cell(&f, &s->cells[i], up, s->cells[i].corners + 2);
        }
    }

    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        for (uint32_t from = 0; from < p->count; ++from) {
            const int32_t cost = f.straight[p->at[from]][lane];
            table[(first + lane) * p->count + from] =
                cost == WIDE_UNREACHED ? WENDI_PORTAL_UNCONNECTED
                                       : (uint32_t)(cost - p->cost[from] * WENDI_FLOW_STRAIGHT);
        }
    }
}

static void sweep_edges(const wendi_tile_shape *shape, const uint8_t *costs, const portal_cells *p,
                        bool has_diagonals, uint32_t *table)
{
    edge_sector s;

    uint32_t max_step = 0;

    /* Bits of open cells; columns and rows count from 1, the frame is closed. */
    memset(s.open, 0, (size_t)(shape->height + 2) * sizeof *s.open);
    for (int32_t y = 0; y < shape->height; ++y) {
        const uint8_t *row = costs + wendi_tile_index(shape, 0, y);
        for (int32_t x = 0; x < shape->width; ++x) {
            s.open[y + 1] |= (uint64_t)(row[x] != WENDI_TILE_WALL) << (x + 1);
        }
    }

    s.rows[0] = 0;
    s.height = shape->height;
    s.stride = shape->width + 2;
    for (int32_t y = 0; y < shape->height; ++y) {
        const uint8_t *row = costs + wendi_tile_index(shape, -1, y);
        const uint32_t max_cost = read_row(&s, s.open + y, y, row, has_diagonals);
        max_step = max_cost > max_step ? max_cost : max_step;
    }
    s.max_step = max_step * WENDI_FLOW_DIAGONAL;

    for (uint32_t first = 0; first < p->count; first += LANES) {
        if (solve(&s, p, first, table)) {
            continue;
        }
        for (uint32_t at = first; at < first + LANES && at < p->count; at += WIDE_LANES) {
            solve_wide(&s, p, at, table);
        }
    }
}

uint32_t wendi_portal_edge_costs(const wendi_tile_shape *shape, const uint8_t *costs,
                                 const wendi_portal *portals, uint32_t count, bool has_diagonals,
                                 uint32_t *table)
{
    if (count == 0) {
        return 0;
    }
    if (wendi_cost_tile_is_uniform(shape, costs)) {
        for (uint32_t to = 0; to < count; ++to) {
            const cell_point b = portal_point(shape, &portals[to]);
            for (uint32_t from = 0; from < count; ++from) {
                const cell_point a = portal_point(shape, &portals[from]);
                table[to * count + from] = portals[to].cost * open_cost(a, b, has_diagonals);
            }
        }
        return count * (count - 1);
    }
    portal_cells p;
    p.count = count;
    for (uint32_t i = 0; i < count; ++i) {
        const cell_point at = portal_point(shape, &portals[i]);
        p.at[i] = (uint16_t)((at.y + 1) * (shape->width + 2) + at.x + 1);
        p.cost[i] = portals[i].cost;
    }
    sweep_edges(shape, costs, &p, has_diagonals, table);

    uint32_t edges = 0;
    for (uint32_t i = 0; i < count * count; ++i) {
        edges += table[i] != WENDI_PORTAL_UNCONNECTED;
    }
    return edges - count;
}
