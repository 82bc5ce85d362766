/* Room for many bodies: the positions of a lattice that can be walked to, the nearest first.
 *
 *     . 9 4 8 .      A position is reached from a neighbour in its row or column, if the disc can move
 *     . 3 1 2 .      straight from there. Positions are visited by distance from the first one, of
 *     # # 5 7 .      equal ones by row and column. Bodies that stand there take a position, but do
 *     . # 6 . .      not block it.
 *
 * Cost: a heap of the positions, at most four tests of a segment and a pass over the bodies for
 * each of them. */
#include "crowd/tick/room.h"

#include "base/core/heap.h"
#include "base/core/memory.h"

/* Between neighbours, in radii: gaps of half a radius. */
static const double SPACING = 2.5;

typedef struct room {
    const wend_crowd *crowd;
    const wend_body_def *def;
    const wendi_obstacle_set *set;
    int32_t rows;           /* on each side of the first position */
    uint8_t *seen;          /* [2 rows + 1][2 rows + 1]: in the heap, or was */
    wend_mesh_location *at; /* likewise: where they are */
    wendi_heap open;
} room;

static uint32_t id_of(const room *r, int32_t x, int32_t y)
{
    return (uint32_t)(y + r->rows) * (uint32_t)(2 * r->rows + 1) + (uint32_t)(x + r->rows);
}

static wend_vec2 position_of(const room *r, int32_t x, int32_t y)
{
    const double spacing = SPACING * r->def->radius;
    return (wend_vec2){r->def->position.x + spacing * x, r->def->position.y + spacing * y};
}

/* True if no body overlaps a disc of the definition here. */
static bool is_free(const room *r, const wend_mesh_location *at)
{
    const wendi_bodies *b = &r->crowd->bodies;
    for (uint32_t i = 0; i < b->high; ++i) {
        const double x = b->x[i] - at->x;
        const double y = b->y[i] - at->y;
        const double apart = b->radius[i] + r->def->radius;
        const bool is_level =
            b->z == NULL || (b->z[i] <= at->z + r->def->height && at->z <= b->z[i] + b->height[i]);
        if (wendi_bodies_is_alive(b, i) && b->floor[i] == r->def->floor && is_level &&
            x * x + y * y < apart * apart) {
            return false;
        }
    }
    return true;
}

static bool is_on_map(wend_vec2 at)
{
    const double most = WEND_COORDINATE_MAX;
    return at.x >= -most && at.x <= most && at.y >= -most && at.y <= most;
}

/* Adds the neighbours that the disc can walk to. @return false: no memory. */
static bool expand(room *r, int32_t x, int32_t y)
{
    static const int32_t steps[4][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}};
    const wend_mesh_location from = r->at[id_of(r, x, y)];
    for (uint32_t i = 0; i < 4; ++i) {
        const int32_t to_x = x + steps[i][0];
        const int32_t to_y = y + steps[i][1];
        if (to_x < -r->rows || to_x > r->rows || to_y < -r->rows || to_y > r->rows) {
            continue;
        }
        const uint32_t id = id_of(r, to_x, to_y);
        const wend_vec2 to = position_of(r, to_x, to_y);
        if (r->seen[id] != 0 || !is_on_map(to) ||
            !wendi_obstacles_is_way_clear(r->set, &from, to, r->def->radius,
                                          r->crowd->obstacles.margin, &r->at[id])) {
            continue;
        }
        const uint64_t distance = (uint64_t)((int64_t)to_x * to_x + (int64_t)to_y * to_y);
        if (!wendi_heap_push(&r->open, distance, id)) {
            return false;
        }
        r->seen[id] = 1;
    }
    return true;
}

static wend_result find(room *r, const wend_mesh_location *first_at, uint32_t count,
                        wend_mesh_location *positions, uint32_t *found)
{
    const uint32_t side = 2 * (uint32_t)r->rows + 1;
    const uint32_t first = id_of(r, 0, 0);
    if (!wendi_heap_push(&r->open, 0, first)) {
        return WEND_ERROR_MEMORY;
    }
    r->seen[first] = 1;
    r->at[first] = *first_at;
    uint64_t distance = 0;
    uint32_t id = 0;
    while (*found < count && wendi_heap_pop(&r->open, &distance, &id)) {
        const int32_t x = (int32_t)(id % side) - r->rows;
        const int32_t y = (int32_t)(id / side) - r->rows;
        if (is_free(r, &r->at[id])) {
            positions[(*found)++] = r->at[id];
        }
        if (!expand(r, x, y)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

wend_result wendi_find_room(const wend_crowd *crowd, const wend_body_def *def,
                            const wend_mesh_location *first, uint32_t count,
                            wend_mesh_location *positions, uint32_t *found)
{
    *found = 0;
    room r = {.crowd = crowd,
              .def = def,
              .set = wendi_obstacles_set_of(&crowd->obstacles, def->floor, def->crowd_class)};
    while ((uint64_t)r.rows * (uint64_t)r.rows < (uint64_t)count * 4) {
        r.rows++;
    }
    const size_t side = 2 * (size_t)r.rows + 1;
    r.seen = wendi_alloc_zero(&crowd->allocator, side * side);
    r.at = wendi_alloc(&crowd->allocator, side * side * sizeof *r.at);
    wendi_heap_init(&r.open, &crowd->allocator);
    const wend_result result = r.seen == NULL || r.at == NULL
                                   ? WEND_ERROR_MEMORY
                                   : find(&r, first, count, positions, found);
    wendi_heap_free(&r.open);
    wendi_free(&crowd->allocator, r.at, r.at == NULL ? 0 : side * side * sizeof *r.at);
    wendi_free(&crowd->allocator, r.seen, r.seen == NULL ? 0 : side * side);
    return result;
}
