/* takes: a sector's costs and its windows.
 * gives: what it costs to get from each window's portal to each other one inside the sector.
 * cost:  0.1 us for a window of 10 x 10 cells; uniform ground a few ns a pair.
 *
 * All goals at once: each cell holds the costs to 16 portals side by side, which fit the registers
 * of any machine, and a step between two cells is one minimum for all of them.
 *
 *   cell  [ to portal 0 | 1 | 2 | ... | 15 ]  once with a straight step into the cell added, and
 * once with a diagonal one
 *
 * Sweeps go down and up through rows of open cells. A row is swept down again when it or the row
 * above changed since it was last, and up when it or the row below did, until none is left. */
#include "flow/portals/lanes.h"
#include "flow/portals/portal_graph_private.h"

#include "base/math/bits.h"

#include <string.h>

enum {
    WIDE_LANES = 8,
    SIDE = WENDI_ISLAND_TILE_SIDE + 2, /* of a framed array without padding */
    CELLS = SIDE * SIDE,
    FAR_BYTE = 0x6d,
    FAR = FAR_BYTE << 8 | FAR_BYTE, /* Not reached. A step into a wall more still fits 16 bits. */
    WIDE_FAR = 1 << 30
};

/* An open cell. */
typedef struct cell {
    uint16_t at;
    uint16_t straight;   /* price of a step into it */
    uint16_t more;       /* that a diagonal one costs more */
    uint16_t corners[4]; /* north-west, north-east, south-east, south-west; 0 where no diagonal step
                            leads: a cell of the frame, never reached */
} cell;

typedef struct sector {
    cell cells[WENDI_ISLAND_TILE_SIDE * WENDI_ISLAND_TILE_SIDE]; /* in reading order */
    uint16_t rows[WENDI_ISLAND_TILE_SIDE + 1];                   /* first cell of each row */
    uint64_t open[SIDE];                                         /* rows and columns from 1 on */
    int32_t height, stride;
    uint32_t most; /* price of the dearest step */
} sector;

/* ---- uniform ground ---- */

typedef struct place {
    int32_t x, y;
} place;

static place portal_of(const wendi_tile_shape *shape, const wendi_portal *window)
{
    const wendi_sector_bounds at = {.width = shape->width, .height = shape->height};
    place p;
    wendi_portal_cell(&at, window, &p.x, &p.y);
    return p;
}

static uint32_t open_cost(place a, place b, bool has_diagonals)
{
    const int32_t dx = a.x < b.x ? b.x - a.x : a.x - b.x;
    const int32_t dy = a.y < b.y ? b.y - a.y : a.y - b.y;
    const int32_t both = has_diagonals ? (dx < dy ? dx : dy) : 0;
    return (uint32_t)(WENDI_FLOW_STRAIGHT * (dx + dy - 2 * both) + WENDI_FLOW_DIAGONAL * both);
}

static uint32_t uniform_edges(const wendi_tile_shape *shape, const wendi_portal *windows,
                              uint32_t count, bool has_diagonals, uint32_t *table)
{
    for (uint32_t to = 0; to < count; ++to) {
        const place b = portal_of(shape, &windows[to]);
        for (uint32_t from = 0; from < count; ++from) {
            const place a = portal_of(shape, &windows[from]);
            table[to * count + from] = windows[to].cost * open_cost(a, b, has_diagonals);
        }
    }
    return count * (count - 1);
}

/* ---- reading ---- */

/* Columns from 1 on, rows from 1 on; those around are walls. */
static void read_open(const wendi_tile_shape *shape, const uint8_t *costs, uint64_t *open)
{
    memset(open, 0, (size_t)(shape->height + 2) * sizeof *open);
    for (int32_t y = 0; y < shape->height; ++y) {
        const uint8_t *row = costs + wendi_tile_index(shape, 0, y);
        for (int32_t x = 0; x < shape->width; ++x) {
            open[y + 1] |= (uint64_t)(row[x] != WENDI_TILE_WALL) << (x + 1);
        }
    }
}

static uint16_t corner_of(uint64_t mask, uint32_t x, int32_t at)
{
    return (mask >> x & 1) != 0 ? (uint16_t)at : 0;
}

/* @param open the row's and those beside it. @param row its costs, from column 1 on. */
static uint32_t read_row(sector *s, const uint64_t *open, int32_t y, const uint8_t *row,
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
    cell *c = &s->cells[s->rows[y]];
    uint32_t most = 0;
    for (uint64_t bits = open[1]; bits != 0; bits &= bits - 1, ++c) {
        const uint32_t x = wendi_ctz64(bits);
        const int32_t at = (y + 1) * stride + (int32_t)x;
        const uint32_t cost = row[x];
        most = cost > most ? cost : most;
        c->at = (uint16_t)at;
        c->straight = (uint16_t)(cost * WENDI_FLOW_STRAIGHT);
        c->more = (uint16_t)(cost * (WENDI_FLOW_DIAGONAL - WENDI_FLOW_STRAIGHT));
        c->corners[0] = corner_of(masks[0], x, at - stride - 1);
        c->corners[1] = corner_of(masks[1], x, at - stride + 1);
        c->corners[2] = corner_of(masks[2], x, at + stride + 1);
        c->corners[3] = corner_of(masks[3], x, at + stride - 1);
    }
    s->rows[y + 1] = (uint16_t)(c - s->cells);
    return most;
}

static void read_sector(sector *s, const wendi_tile_shape *shape, const uint8_t *costs,
                        bool has_diagonals)
{
    uint32_t most = 0;
    read_open(shape, costs, s->open);
    s->rows[0] = 0;
    s->height = shape->height;
    s->stride = shape->width + 2;
    for (int32_t y = 0; y < shape->height; ++y) {
        const uint8_t *row = costs + wendi_tile_index(shape, -1, y);
        const uint32_t dearest = read_row(s, s->open + y, y, row, has_diagonals);
        most = dearest > most ? dearest : most;
    }
    s->most = most * WENDI_FLOW_DIAGONAL;
}

/* ---- sweeps ---- */

/* Rows that are to be swept. */
typedef struct due {
    uint64_t down, up; /* bits */
} due;

/* A row got cheaper other than by a sweep. */
static void wake_row(due *rows, int32_t y, int32_t height)
{
    const uint64_t all = (UINT64_C(1) << height) - 1;
    const uint64_t row = UINT64_C(1) << y;
    rows->down |= (row | row << 1) & all;
    rows->up |= row | row >> 1;
}

/* Costs with a step into the cell. */
typedef struct field {
    int16_t straight[CELLS][LANES], diagonal[CELLS][LANES];
} field;

static lanes relax(field *f, const cell *c, const int32_t beside[2], const uint16_t corners[2],
                   lanes changed)
{
    const int32_t at = c->at;
    const lanes corner =
        lanes_least(lanes_load(f->diagonal[corners[0]]), lanes_load(f->diagonal[corners[1]]));
    /* What the sweep wrote last comes last: it is waited for. */
    const lanes apart = lanes_least(corner, lanes_load(f->straight[at + beside[0]]));
    const lanes best = lanes_least(apart, lanes_load(f->straight[at + beside[1]]));
    const lanes before = lanes_load(f->straight[at]);
    const lanes after = lanes_least(before, lanes_add(best, lanes_of((int16_t)c->straight)));
    lanes_store(f->straight[at], after);
    /* Far costs become a little farther by this, by less than a step of 16 bits leaves room for. */
    lanes_store(f->diagonal[at], lanes_add(after, lanes_of((int16_t)c->more)));
    return lanes_differ(changed, before, after);
}

static bool sweep_down(field *f, const sector *s, int32_t y)
{
    const int32_t beside[2] = {-s->stride, -1};
    lanes changed = lanes_of(0);
    for (int32_t i = s->rows[y]; i < s->rows[y + 1]; ++i) {
        changed = relax(f, &s->cells[i], beside, s->cells[i].corners, changed);
    }
    return lanes_any(changed);
}

static bool sweep_up(field *f, const sector *s, int32_t y)
{
    const int32_t beside[2] = {s->stride, 1};
    lanes changed = lanes_of(0);
    for (int32_t i = s->rows[y + 1] - 1; i >= s->rows[y]; --i) {
        changed = relax(f, &s->cells[i], beside, s->cells[i].corners + 2, changed);
    }
    return lanes_any(changed);
}

static void sweep(field *f, const sector *s, due rows)
{
    while ((rows.down | rows.up) != 0) {
        while (rows.down != 0) {
            const int32_t y = (int32_t)wendi_ctz64(rows.down);
            const uint64_t row = UINT64_C(1) << y;
            if (sweep_down(f, s, y)) {
                wake_row(&rows, y, s->height);
            }
            rows.down &= ~row;
        }
        while (rows.up != 0) {
            const int32_t y = 63 - (int32_t)wendi_clz64(rows.up);
            const uint64_t row = UINT64_C(1) << y;
            if (sweep_up(f, s, y)) {
                wake_row(&rows, y, s->height);
            }
            rows.up &= ~row;
        }
    }
}

/* ---- the same with 32 bits, for ground so dear that 16 are not enough ---- */

typedef struct wide_field {
    int32_t straight[CELLS][WIDE_LANES], diagonal[CELLS][WIDE_LANES];
} wide_field;

static void wide_clear(wide_field *f, int32_t cells)
{
    for (int32_t i = 0; i < cells; ++i) {
        for (int32_t lane = 0; lane < WIDE_LANES; ++lane) {
            f->straight[i][lane] = f->diagonal[i][lane] = WIDE_FAR;
        }
    }
}

static bool wide_relax(wide_field *f, const cell *c, const int32_t beside[2],
                       const uint16_t corners[2])
{
    int32_t *straight = f->straight[c->at];
    int32_t *diagonal = f->diagonal[c->at];
    bool changed = false;
    for (int32_t lane = 0; lane < WIDE_LANES; ++lane) {
        const int32_t from[4] = {f->straight[c->at + beside[0]][lane],
                                 f->straight[c->at + beside[1]][lane],
                                 f->diagonal[corners[0]][lane], f->diagonal[corners[1]][lane]};
        int32_t best = WIDE_FAR;
        for (int32_t i = 0; i < 4; ++i) {
            best = from[i] < best ? from[i] : best;
        }
        if (best != WIDE_FAR && best + c->straight < straight[lane]) {
            straight[lane] = best + c->straight;
            diagonal[lane] = straight[lane] + c->more;
            changed = true;
        }
    }
    return changed;
}

static void wide_sweep(wide_field *f, const sector *s)
{
    const int32_t down[2] = {-s->stride, -1};
    const int32_t up[2] = {s->stride, 1};
    const int32_t count = s->rows[s->height];
    bool changed = true;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < count; ++i) {
            changed |= wide_relax(f, &s->cells[i], down, s->cells[i].corners);
        }
        for (int32_t i = count - 1; i >= 0; --i) {
            changed |= wide_relax(f, &s->cells[i], up, s->cells[i].corners + 2);
        }
    }
}

/* ---- groups of portals ---- */

/* Where the portals lie. */
typedef struct portals_at {
    uint16_t at[WENDI_PORTALS_MAX];
    uint8_t cost[WENDI_PORTALS_MAX];
    uint32_t count;
} portals_at;

/* Is there any way between two cells? Spreads over rows until nothing is added: diagonal steps
 * reach nothing that straight ones do not. */
static bool is_connected(const sector *s, uint16_t a, uint16_t b)
{
    uint64_t found[SIDE] = {0};
    bool changed = true;
    found[a / s->stride] = UINT64_C(1) << a % s->stride;
    while (changed) {
        changed = false;
        for (int32_t i = 1; i <= 2 * s->height; ++i) {
            const int32_t y = i <= s->height ? i : 2 * s->height + 1 - i;
            const uint64_t old = found[y];
            const uint64_t near = old | old << 1 | old >> 1 | found[y - 1] | found[y + 1];
            found[y] = near & s->open[y];
            changed = changed || found[y] != old;
        }
    }
    return (found[b / s->stride] >> b % s->stride & 1) != 0;
}

/* Costs to the portals first ... first + LANES - 1. @return false: some did not fit. */
static bool solve(const sector *s, const portals_at *p, uint32_t first, uint32_t *table)
{
    field f;
    const size_t used = (size_t)(s->height + 2) * (size_t)s->stride;
    memset(f.straight, FAR_BYTE, used * sizeof f.straight[0]);
    memset(f.diagonal, FAR_BYTE, used * sizeof f.diagonal[0]);
    const uint32_t lane_count = p->count - first < LANES ? p->count - first : LANES;
    due rows = {0, 0};
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        const uint16_t at = p->at[first + lane];
        f.straight[at][lane] = (int16_t)(p->cost[first + lane] * WENDI_FLOW_STRAIGHT);
        f.diagonal[at][lane] = (int16_t)(p->cost[first + lane] * WENDI_FLOW_DIAGONAL);
        wake_row(&rows, at / s->stride - 1, s->height);
    }
    sweep(&f, s, rows);
    /* A way through all open cells fits, or else one that is not reached may just be too far. */
    const bool can_be_far = s->rows[s->height] * s->most >= FAR;
    bool is_whole = true;
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        uint32_t *row = table + (first + lane) * p->count;
        for (uint32_t from = 0; from < p->count; ++from) {
            const int32_t cost = f.straight[p->at[from]][lane];
            const bool is_far = cost == FAR;
            row[from] = is_far ? WENDI_PORTAL_UNCONNECTED
                               : (uint32_t)(cost - p->cost[from] * WENDI_FLOW_STRAIGHT);
            is_whole = is_whole &&
                       !(is_far && can_be_far && is_connected(s, p->at[from], p->at[first + lane]));
        }
    }
    return is_whole;
}

static void wide_solve(const sector *s, const portals_at *p, uint32_t first, uint32_t *table)
{
    wide_field f;
    wide_clear(&f, (s->height + 2) * s->stride);
    const uint32_t lane_count = p->count - first < WIDE_LANES ? p->count - first : WIDE_LANES;
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        const uint16_t at = p->at[first + lane];
        f.straight[at][lane] = p->cost[first + lane] * WENDI_FLOW_STRAIGHT;
        f.diagonal[at][lane] = p->cost[first + lane] * WENDI_FLOW_DIAGONAL;
    }
    wide_sweep(&f, s);
    for (uint32_t lane = 0; lane < lane_count; ++lane) {
        for (uint32_t from = 0; from < p->count; ++from) {
            const int32_t cost = f.straight[p->at[from]][lane];
            table[(first + lane) * p->count + from] =
                cost == WIDE_FAR ? WENDI_PORTAL_UNCONNECTED
                                 : (uint32_t)(cost - p->cost[from] * WENDI_FLOW_STRAIGHT);
        }
    }
}

static void sweep_edges(const wendi_tile_shape *shape, const uint8_t *costs, const portals_at *p,
                        bool has_diagonals, uint32_t *table)
{
    sector s;
    read_sector(&s, shape, costs, has_diagonals);
    for (uint32_t first = 0; first < p->count; first += LANES) {
        if (solve(&s, p, first, table)) {
            continue;
        }
        for (uint32_t at = first; at < first + LANES && at < p->count; at += WIDE_LANES) {
            wide_solve(&s, p, at, table);
        }
    }
}

static uint32_t count_edges(const uint32_t *table, uint32_t count)
{
    uint32_t edges = 0;
    for (uint32_t i = 0; i < count * count; ++i) {
        edges += table[i] != WENDI_PORTAL_UNCONNECTED;
    }
    return edges - count;
}

uint32_t wendi_portal_edge_costs(const wendi_tile_shape *shape, const uint8_t *costs,
                                 const wendi_portal *windows, uint32_t count, bool has_diagonals,
                                 uint32_t *table)
{
    if (count == 0) {
        return 0;
    }
    if (wendi_cost_tile_is_uniform(shape, costs)) {
        return uniform_edges(shape, windows, count, has_diagonals, table);
    }
    portals_at p;
    p.count = count;
    for (uint32_t i = 0; i < count; ++i) {
        const place at = portal_of(shape, &windows[i]);
        p.at[i] = (uint16_t)((at.y + 1) * (shape->width + 2) + at.x + 1);
        p.cost[i] = windows[i].cost;
    }
    sweep_edges(shape, costs, &p, has_diagonals, table);
    return count_edges(table, count);
}
