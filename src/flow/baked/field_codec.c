/* Encoding and decoding of the field of a portal.
 * Cost: a few nanoseconds a cell. */
#include "flow/baked/field_codec.h"

#include "flow/portals/bit_stream.h"

#include <string.h>

/* ---- portals ---- */

/* True if the portal lies on a side of a sector of this shape. */
static bool portal_fits(const wendi_tile_shape *shape, const wendi_portal *portal)
{
    const bool is_row = portal->side == WENDI_SIDE_NORTH || portal->side == WENDI_SIDE_SOUTH;
    return portal->first + portal->count <= (is_row ? shape->width : shape->height);
}

int32_t wendi_portal_cell_beyond(const wendi_tile_shape *shape, const wendi_portal *portal,
                                 int32_t i)
{
    const int32_t along = portal->first + i;
    switch (portal->side) {
    case WENDI_SIDE_NORTH:
        return wendi_tile_index(shape, along, -1);
    case WENDI_SIDE_SOUTH:
        return wendi_tile_index(shape, along, shape->height);
    case WENDI_SIDE_WEST:
        return wendi_tile_index(shape, -1, along);
    default:
        return wendi_tile_index(shape, shape->width, along);
    }
}

/* ---- prediction of directions ---- */

enum {
    SYMBOL_NONE = 8, /* 0 to 7: directions */
    SYMBOL_WALL = 9, /* of neighbours only */
    SYMBOLS = 10,
    CONTEXTS = 9, /* directions of the portal from a cell */
    UNSEEN = 255,
    OTHER_BITS = 3
};

typedef struct direction_predictor {
    const wendi_field_codec *ground;
    bool is_row;                        /* the portal lies along a row */
    int32_t beyond;                     /* the row or column beyond it */
    int32_t to_portal[WENDI_TILE_SIDE]; /* from each position along the portal's side to the portal
                                         */
    uint8_t last[CONTEXTS][SYMBOLS][SYMBOLS]; /* last symbol with such neighbours */
    uint8_t symbols[2][WENDI_TILE_SIDE + 1];  /* of this row and the one above, from column -1 on */
} direction_predictor;

static void init_predictor(direction_predictor *g, const wendi_field_codec *ground)
{
    const wendi_portal *portal = &ground->portal;
    const int32_t first = portal->first;
    const int32_t last = portal->first + portal->count - 1;
    const bool is_low = portal->side == WENDI_SIDE_NORTH || portal->side == WENDI_SIDE_WEST;
    g->ground = ground;
    g->is_row = portal->side == WENDI_SIDE_NORTH || portal->side == WENDI_SIDE_SOUTH;
    g->beyond = is_low ? -1 : g->is_row ? ground->shape.height : ground->shape.width;
    for (int32_t i = 0; i < WENDI_TILE_SIDE; ++i) {
        g->to_portal[i] = i < first ? first - i : i > last ? last - i : 0;
    }
    memset(g->last, UNSEEN, sizeof g->last);
    memset(g->symbols, SYMBOL_WALL, sizeof g->symbols);
}

static int32_t sign_of(int32_t value)
{
    return (value > 0) - (value < 0);
}

/* The direction by its signs; of paths of equal length the lower one. */
static uint8_t open_ground_direction(int32_t dx, int32_t dy, bool has_diagonals)
{
    static const uint8_t by_signs[3][3] = {{5, 6, 7}, {4, SYMBOL_NONE, 0}, {3, 2, 1}};
    const int32_t wide = dx < 0 ? -dx : dx;
    const int32_t high = dy < 0 ? -dy : dy;
    const uint8_t across = by_signs[1][sign_of(dx) + 1];
    const uint8_t along = by_signs[sign_of(dy) + 1][1];
    const uint8_t slanting = by_signs[sign_of(dy) + 1][sign_of(dx) + 1];
    if (dx == 0 || dy == 0) {
        return slanting;
    }
    if (!has_diagonals) {
        return across < along ? across : along;
    }
    if (wide == high) {
        return slanting;
    }
    const uint8_t straight = wide > high ? across : along;
    return straight < slanting ? straight : slanting;
}

/* Predicts a symbol. @return where the actual one is recorded. */
static uint8_t *predict(direction_predictor *g, int32_t x, int32_t y, uint8_t *symbol)
{
    const int32_t to_portal = g->to_portal[g->is_row ? x : y];
    const int32_t away = g->beyond - (g->is_row ? y : x);
    const int32_t along_distance = to_portal < 0 ? -to_portal : to_portal;
    const int32_t context =
        3 * (sign_of(to_portal) + 1) + sign_of(along_distance - (away < 0 ? -away : away)) + 1;
    const uint8_t west = g->symbols[y & 1][x];
    const uint8_t north = g->symbols[(y & 1) ^ 1][x + 1];
    uint8_t *last = &g->last[context][west][north];
    *symbol = *last;
    if (*symbol == UNSEEN) {
        *symbol = open_ground_direction(g->is_row ? to_portal : away, g->is_row ? away : to_portal,
                                        g->ground->diagonal != 0);
    }
    return last;
}

static void record_symbol(direction_predictor *g, int32_t x, int32_t y, uint8_t symbol)
{
    g->symbols[y & 1][x + 1] = symbol;
}

static bool is_wall(const wendi_field_codec *ground, int32_t x, int32_t y)
{
    return ground->cost[wendi_tile_index(&ground->shape, x, y)] == WENDI_TILE_WALL;
}

/* ---- directions ---- */

static size_t encode_directions(const wendi_field_codec *ground, const uint8_t *flow,
                                uint8_t *bytes)
{
    wendi_bit_writer out = {.bytes = bytes};
    direction_predictor g;
    init_predictor(&g, ground);
    uint32_t right = 0;
    for (int32_t y = 0; y < ground->shape.height; ++y) {
        for (int32_t x = 0; x < ground->shape.width; ++x) {
            if (is_wall(ground, x, y)) {
                record_symbol(&g, x, y, SYMBOL_WALL);
                continue;
            }
            const uint8_t direction = flow[y * ground->shape.width + x] & WENDI_FLOW_DIRECTION_MASK;
            const uint8_t symbol = direction < SYMBOL_NONE ? direction : SYMBOL_NONE;
            uint8_t predicted = 0;
            uint8_t *last = predict(&g, x, y, &predicted);
            if (symbol == predicted) {
                ++right;
            } else {
                wendi_bit_writer_put_gamma(&out, right + 1);
                wendi_bit_writer_put(&out, (symbol + 8u - predicted) % 9, OTHER_BITS);
                right = 0;
            }
            *last = symbol;
            record_symbol(&g, x, y, symbol);
        }
    }
    wendi_bit_writer_put_gamma(&out, right + 1);
    wendi_bit_writer_finish(&out);
    return out.count;
}

static bool decode_directions(const wendi_field_codec *ground, const uint8_t *bytes, size_t count,
                              uint8_t *directions)
{
    wendi_bit_reader in = {.bytes = bytes, .count = count};
    direction_predictor g;
    init_predictor(&g, ground);
    uint32_t right = wendi_bit_reader_get_gamma(&in) - 1;
    for (int32_t y = 0; y < ground->shape.height; ++y) {
        for (int32_t x = 0; x < ground->shape.width; ++x) {
            uint8_t *direction = &directions[y * ground->shape.width + x];
            *direction = WENDI_FLOW_NONE;
            if (is_wall(ground, x, y)) {
                record_symbol(&g, x, y, SYMBOL_WALL);
                continue;
            }
            uint8_t symbol = 0;
            uint8_t *last = predict(&g, x, y, &symbol);
            if (right > 0) {
                --right;
            } else {
                symbol = (uint8_t)((symbol + 1u + wendi_bit_reader_get(&in, OTHER_BITS)) % 9);
                right = wendi_bit_reader_get_gamma(&in) - 1;
            }
            *last = symbol;
            record_symbol(&g, x, y, symbol);
            *direction = symbol == SYMBOL_NONE ? WENDI_FLOW_NONE : symbol;
        }
    }
    return right == 0 && wendi_bit_reader_is_done(&in);
}

/* ---- costs by following directions ---- */

static void clear_costs(const wendi_field_codec *ground, uint32_t *d)
{
    memset(d, 0xFF, (size_t)ground->shape.count * sizeof *d);
    for (int32_t i = 0; i < ground->portal.count; ++i) {
        d[wendi_portal_cell_beyond(&ground->shape, &ground->portal, i)] = 0;
    }
}

/* Follows directions from a cell until a known cost, then sets costs on the way back. @return
 * false: they lead nowhere, or in a circle. */
static bool follow_directions(const wendi_field_codec *ground, const uint8_t *directions, int32_t x,
                              int32_t y, uint32_t *d)
{
    uint16_t trail[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    uint8_t directions_taken[WENDI_TILE_SIDE * WENDI_TILE_SIDE];
    const wendi_tile_shape *shape = &ground->shape;
    const int32_t most = shape->width * shape->height;
    int32_t steps = 0;
    int32_t at = wendi_tile_index(shape, x, y);
    while (d[at] == WENDI_TILE_WIDE_UNREACHED) {
        if (x < 0 || y < 0 || x >= shape->width || y >= shape->height || steps == most ||
            directions[y * shape->width + x] == WENDI_FLOW_NONE) {
            return false;
        }
        const uint8_t direction = directions[y * shape->width + x];
        trail[steps] = (uint16_t)at;
        directions_taken[steps++] = direction;
        x += wendi_flow_dx[direction];
        y += wendi_flow_dy[direction];
        at = wendi_tile_index(shape, x, y);
    }
    while (steps-- > 0) {
        const uint32_t step =
            (directions_taken[steps] & 1) != 0 ? ground->diagonal : ground->straight;
        const uint32_t left = d[at] + step * ground->cost[at];
        at = trail[steps];
        d[at] = left;
    }
    return true;
}

static bool integrate_by_directions(const wendi_field_codec *ground, const uint8_t *directions,
                                    uint32_t *d)
{
    clear_costs(ground, d);
    for (int32_t y = 0; y < ground->shape.height; ++y) {
        for (int32_t x = 0; x < ground->shape.width; ++x) {
            if (directions[y * ground->shape.width + x] != WENDI_FLOW_NONE &&
                !follow_directions(ground, directions, x, y, d)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- costs by differences ---- */

/* The reference of a difference: the cost of a reached neighbour that comes earlier. */
static uint32_t reference_cost(const wendi_field_codec *ground, const uint32_t *d, int32_t at)
{
    const uint32_t west = d[at - 1];
    const uint32_t north = d[at - ground->shape.stride];
    return west != WENDI_TILE_WIDE_UNREACHED    ? west
           : north != WENDI_TILE_WIDE_UNREACHED ? north
                                                : 0;
}

static uint8_t *put_varint(uint8_t *at, uint64_t value)
{
    for (; value > 127; value >>= 7) {
        *at++ = (uint8_t)(value | 128);
    }
    *at++ = (uint8_t)value;
    return at;
}

static size_t encode_costs(const wendi_field_codec *ground, const uint32_t *d, uint8_t *bytes)
{
    uint8_t *end = bytes;
    for (int32_t y = 0; y < ground->shape.height; ++y) {
        for (int32_t x = 0; x < ground->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&ground->shape, x, y);
            if (is_wall(ground, x, y)) {
                continue;
            }
            end = put_varint(end, d[at] == WENDI_TILE_WIDE_UNREACHED
                                      ? 0
                                      : 1 + wendi_zigzag((int64_t)d[at] -
                                                         (int64_t)reference_cost(ground, d, at)));
        }
    }
    return (size_t)(end - bytes);
}

static bool decode_costs(const wendi_field_codec *ground, const uint8_t *bytes, size_t count,
                         uint32_t *d)
{
    wendi_reader reader;
    wendi_reader_init(&reader, bytes, count);
    clear_costs(ground, d);
    for (int32_t y = 0; y < ground->shape.height; ++y) {
        for (int32_t x = 0; x < ground->shape.width; ++x) {
            const int32_t at = wendi_tile_index(&ground->shape, x, y);
            const uint64_t code1 = is_wall(ground, x, y) ? 0 : wendi_read_varint(&reader);
            if (code1 == 0) {
                continue;
            }
            if (code1 > UINT64_C(1) << 33) {
                return false;
            }
            const int64_t left = (int64_t)reference_cost(ground, d, at) + wendi_unzigzag(code1 - 1);
            if (left < 0 || left >= (int64_t)WENDI_TILE_WIDE_UNREACHED) {
                return false;
            }
            d[at] = (uint32_t)left;
        }
    }
    return wendi_reader_is_done(&reader);
}

/* ---- fields ---- */

size_t wendi_field_encode(const wendi_field_codec *ground, const uint32_t *d, const uint8_t *flow,
                          uint8_t *bytes)
{
    return ground->is_eikonal ? encode_costs(ground, d, bytes)
                              : encode_directions(ground, flow, bytes);
}

bool wendi_field_decode(const wendi_field_codec *ground, const uint8_t *bytes, size_t count,
                        uint32_t *d, uint8_t *directions)
{
    if (!portal_fits(&ground->shape, &ground->portal)) {
        return false;
    }
    return ground->is_eikonal ? decode_costs(ground, bytes, count, d)
                              : decode_directions(ground, bytes, count, directions) &&
                                    integrate_by_directions(ground, directions, d);
}
