/* Maps of tiles, line of sight carried from tile to tile, and exact rays beside it. */
#ifndef TEST_PROPERTY_FLOW_SIGHT_TILES_H
#define TEST_PROPERTY_FLOW_SIGHT_TILES_H

#include "flow/line_of_sight/line_of_sight.h"
#include "support/gen.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILES_MAX = 6, SIDE_MAX = TILES_MAX * 14, CELL = WENDI_LOS_CELL, TURNS_MAX = 4096 };

/* ---- a map of tiles ---- */

typedef struct tile {
    wendi_los_input in;
    bool takes_part, is_done;
    int32_t lit; /* the answer of wendi_los_tile */
    uint8_t cost[WENDI_TILE_CELLS], flags[WENDI_TILE_CELLS];
    wendi_los_beams out[4];
} tile;

typedef struct world {
    int32_t width, height, sector;        /* cells */
    int32_t columns, rows;                /* tiles */
    int32_t goal_x, goal_y;               /* units, from the map's corner */
    bool is_blocker[SIDE_MAX * SIDE_MAX]; /* [height * width], tiles without part are */
    tile tiles[TILES_MAX * TILES_MAX];
} world;

typedef struct point {
    int32_t x, y; /* units, from the goal */
} point;

static inline uint32_t below(uint64_t seed, uint64_t id, int32_t count)
{
    return wend_random_below(seed, id, 77, (uint32_t)count);
}

/* Whole columns and rows of cells are chosen more often than chance would: goals on borders. */
static inline int32_t random_goal(uint64_t seed, uint64_t id, int32_t cells)
{
    const int32_t place = (int32_t)below(seed, id, cells * CELL + 1);
    const uint32_t kind = below(seed, id + 1, 4);
    return kind == 0 ? place / CELL * CELL : kind == 1 ? place / CELL * CELL + CELL / 2 : place;
}

static inline uint8_t random_cost(uint64_t seed, int32_t cell, uint32_t percent)
{
    if (wend_random_below(seed, (uint64_t)cell, 1, 100) >= percent) {
        return 1;
    }
    const uint32_t kind = wend_random_below(seed, (uint64_t)cell, 2, 3);
    return kind == 0 ? 0 : kind == 1 ? WENDI_TILE_WALL : (uint8_t)(2 + kind * (uint32_t)cell % 250);
}

static inline uint32_t random_percent(uint64_t seed)
{
    const uint32_t percents[7] = {1, 2, 4, 6, 10, 18, 30};
    return percents[seed % 7];
}

static const tile *tile_at(const world *map, int32_t column, int32_t row)
{
    const bool is_inside = column >= 0 && row >= 0 && column < map->columns && row < map->rows;
    return is_inside ? &map->tiles[row * map->columns + column] : NULL;
}

static inline void set_tile(world *map, int32_t column, int32_t row, uint64_t seed,
                            uint32_t percent)
{
    tile *at = &map->tiles[row * map->columns + column];
    const int32_t x = column * map->sector;
    const int32_t y = row * map->sector;
    const int32_t width = map->width - x < map->sector ? map->width - x : map->sector;
    const int32_t height = map->height - y < map->sector ? map->height - y : map->sector;
    at->in.shape = wendi_tile_shape_of(width, height);
    at->in.cost = at->cost;
    at->in.left = x * CELL - map->goal_x;
    at->in.top = y * CELL - map->goal_y;
    at->in.holds_goal = at->in.left <= 0 && at->in.top <= 0 && at->in.left + width * CELL >= 0 &&
                        at->in.top + height * CELL >= 0;
    at->takes_part =
        at->in.holds_goal || wend_random_below(seed, (uint64_t)(x + y * 91), 3, 9) != 0;
    /* Frames hold anything: they are not looked at. */
    memset(at->cost, (int)(seed % 3), sizeof at->cost);
    memset(at->flags, WENDI_FLOW_PATHABLE, sizeof at->flags);
    for (int32_t i = 0; i < width * height; ++i) {
        const int32_t cell = (y + i / width) * map->width + x + i % width;
        const uint8_t cost = random_cost(seed, cell, percent);
        at->cost[wendi_tile_index(&at->in.shape, i % width, i / width)] = cost;
        map->is_blocker[cell] = cost != 1 || !at->takes_part;
    }
}

static inline world *make_world(uint64_t seed, int32_t tiles_max, uint32_t percent)
{
    world *map = calloc(1, sizeof *map);
    assert_non_null(map);
    map->sector = 8 + (int32_t)below(seed, 1, 7);
    map->columns = 1 + (int32_t)below(seed, 2, tiles_max);
    map->rows = 1 + (int32_t)below(seed, 3, tiles_max);
    map->width = map->columns * map->sector - (int32_t)below(seed, 4, map->sector);
    map->height = map->rows * map->sector - (int32_t)below(seed, 5, map->sector);
    map->goal_x = random_goal(seed, 6, map->width);
    map->goal_y = random_goal(seed, 8, map->height);
    for (int32_t i = 0; i < map->columns * map->rows; ++i) {
        set_tile(map, i % map->columns, i / map->columns, seed, percent);
    }
    return map;
}

/* ---- light from tile to tile ---- */

static inline void light_tile(world *map, int32_t column, int32_t row)
{
    static const int32_t dx[4] = {0, 1, 0, -1};
    static const int32_t dy[4] = {-1, 0, 1, 0};
    tile *at = &map->tiles[row * map->columns + column];
    for (int32_t side = 0; side < 4; ++side) {
        const tile *beyond = tile_at(map, column + dx[side], row + dy[side]);
        const bool is_lit = beyond != NULL && beyond->is_done;
        at->in.in[side] = is_lit ? &beyond->out[(side + 2) % 4] : NULL;
    }
    at->lit = wendi_los_tile(&at->in, at->flags, at->out);
    at->is_done = true;
}

/* By the distance of sectors, as it is done everywhere. */
static inline void light_world(world *map)
{
    const int32_t from_x = map->goal_x / CELL / map->sector;
    const int32_t from_y = map->goal_y / CELL / map->sector;
    for (int32_t distance = 0; distance <= 2 * TILES_MAX; ++distance) {
        for (int32_t i = 0; i < map->columns * map->rows; ++i) {
            const int32_t x = i % map->columns;
            const int32_t y = i / map->columns;
            if (abs(x - from_x) + abs(y - from_y) == distance && map->tiles[i].takes_part) {
                light_tile(map, x, y);
            }
        }
    }
}

/* If beams were left out for lack of room, visibility may be missing. */
static inline bool is_crowded(const world *map)
{
    bool is_full = false;
    for (int32_t i = 0; i < map->columns * map->rows; ++i) {
        for (int32_t side = 0; side < 4; ++side) {
            is_full = is_full || map->tiles[i].out[side].count == WENDI_LOS_BEAMS_MAX;
        }
    }
    return is_full;
}

/* ---- one walk ---- */

static inline int64_t turn(point a, point b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

/* True if the open segment to p meets the inside of the square: its share of each axis' band, in
 * numerators over |p.x| |p.y|, overlaps. */
static inline bool meets_inside(point p, point low, point high)
{
    int64_t from = 0;
    int64_t to = (int64_t)(p.x == 0 ? 1 : abs(p.x)) * (p.y == 0 ? 1 : abs(p.y));
    const int64_t whole = to;
    const int32_t along[2] = {p.x, p.y};
    const int32_t lows[2] = {low.x, low.y};
    const int32_t highs[2] = {high.x, high.y};
    for (int32_t axis = 0; axis < 2; ++axis) {
        if (along[axis] == 0) {
            if (lows[axis] >= 0 || highs[axis] <= 0) {
                return false;
            }
            continue;
        }
        const int64_t scale = whole / along[axis];
        const int64_t a = lows[axis] * scale;
        const int64_t b = highs[axis] * scale;
        from = (a < b ? a : b) > from ? (a < b ? a : b) : from;
        to = (a < b ? b : a) < to ? (a < b ? b : a) : to;
    }
    return from < to;
}

enum { TOUCHED_LEFT = 1, TOUCHED_RIGHT = 2, MET = 3 };

/* The sides from which one blocker touches the open segment to p. */
static inline int32_t met_by(point p, point low)
{
    const point corners[4] = {
        low, {low.x + CELL, low.y}, {low.x, low.y + CELL}, {low.x + CELL, low.y + CELL}};
    const int64_t length = (int64_t)p.x * p.x + (int64_t)p.y * p.y;
    int64_t first = INT64_MAX; /* of corners on the line, along it */
    int64_t last = INT64_MIN;
    bool is_left = false;
    bool is_right = false;
    for (int32_t i = 0; i < 4; ++i) {
        const int64_t side = turn(p, corners[i]);
        const int64_t along = (int64_t)p.x * corners[i].x + (int64_t)p.y * corners[i].y;
        is_left = is_left || side < 0;
        is_right = is_right || side > 0;
        first = side == 0 && along < first ? along : first;
        last = side == 0 && along > last ? along : last;
    }
    if (is_left && is_right) {
        return meets_inside(p, low, corners[3]) ? MET : 0;
    }
    const bool is_touched = first < length && last > 0;
    return !is_touched ? 0 : is_left ? TOUCHED_LEFT : TOUCHED_RIGHT;
}

static inline point corner_of(const world *map, int32_t x, int32_t y)
{
    return (point){x * CELL - map->goal_x, y * CELL - map->goal_y};
}

/* All around the map are blockers too. */
static inline bool is_blocker(const world *map, int32_t x, int32_t y)
{
    const bool is_inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
    return !is_inside || map->is_blocker[y * map->width + x];
}

static inline bool is_lit(const world *map, point p)
{
    int32_t met = 0;
    for (int32_t y = -1; y <= map->height; ++y) {
        for (int32_t x = -1; x <= map->width; ++x) {
            met |= is_blocker(map, x, y) ? met_by(p, corner_of(map, x, y)) : 0;
        }
    }
    return met != MET;
}

/* ---- whole cells ---- */

/* Directions in which something changes for a cell: its own two and those of blockers' corners
 * between them, in order. */
typedef struct turns {
    point at[TURNS_MAX];
    int32_t count;
} turns;

static inline void add_turn(turns *all, point way)
{
    int32_t at = all->count;
    while (at > 0 && turn(all->at[at - 1], way) < 0) {
        at--;
    }
    if ((at > 0 && turn(all->at[at - 1], way) == 0) || all->count == TURNS_MAX) {
        return;
    }
    memmove(&all->at[at + 1], &all->at[at], (size_t)(all->count - at) * sizeof all->at[0]);
    all->at[at] = way;
    all->count++;
}

/* The outermost corners of a cell that does not touch the goal. */
static inline void span_of(point low, point *first, point *last)
{
    const point corners[4] = {
        low, {low.x + CELL, low.y}, {low.x, low.y + CELL}, {low.x + CELL, low.y + CELL}};
    *first = low;
    *last = low;
    for (int32_t i = 1; i < 4; ++i) {
        *first = turn(*first, corners[i]) < 0 ? corners[i] : *first;
        *last = turn(*last, corners[i]) > 0 ? corners[i] : *last;
    }
}

static inline bool is_between(point first, point way, point last)
{
    const point middle = {first.x + last.x, first.y + last.y};
    const int64_t ahead = (int64_t)middle.x * way.x + (int64_t)middle.y * way.y;
    return ahead > 0 && turn(first, way) > 0 && turn(way, last) > 0;
}

/* True if a ray, not along an axis, crosses the inside of a square; gives the distance. The
 * distance to a border of one axis is a quotient by that axis' part; all are multiplied by both
 * parts. */
static inline bool crosses(point way, point low, int64_t *entry)
{
    const int64_t wide = abs(way.x);
    const int64_t high = abs(way.y);
    const int64_t near_x = (way.x > 0 ? low.x : -low.x - CELL) * high;
    const int64_t near_y = (way.y > 0 ? low.y : -low.y - CELL) * wide;
    const int64_t far_x = near_x + CELL * high;
    const int64_t far_y = near_y + CELL * wide;
    *entry = near_x > near_y ? near_x : near_y;
    *entry = *entry > 0 ? *entry : 0;
    return *entry < (far_x < far_y ? far_x : far_y);
}

/* The cells that a walk from the goal to a cell can meet. */
typedef struct box {
    int32_t left, top, right, bottom;
} box;

static inline box box_of(const world *map, int32_t x, int32_t y)
{
    const int32_t goal_x = map->goal_x / CELL;
    const int32_t goal_y = map->goal_y / CELL;
    return (box){x < goal_x ? x : goal_x - 1, y < goal_y ? y : goal_y - 1,
                 x > goal_x ? x : goal_x + 1, y > goal_y ? y : goal_y + 1};
}

static inline bool is_shadowed(const world *map, point way, int32_t cell_x, int32_t cell_y)
{
    const box around = box_of(map, cell_x, cell_y);
    int64_t cell;
    int64_t other;
    assert_true(crosses(way, corner_of(map, cell_x, cell_y), &cell));
    for (int32_t y = around.top; y <= around.bottom; ++y) {
        for (int32_t x = around.left; x <= around.right; ++x) {
            if (is_blocker(map, x, y) && crosses(way, corner_of(map, x, y), &other) &&
                other < cell) {
                return true;
            }
        }
    }
    return false;
}

static inline void find_turns(const world *map, int32_t x, int32_t y, turns *all)
{
    const box around = box_of(map, x, y);
    point first;
    point last;
    span_of(corner_of(map, x, y), &first, &last);
    all->count = 0;
    add_turn(all, first);
    add_turn(all, last);
    for (int32_t cy = around.top; cy <= around.bottom + 1; ++cy) {
        for (int32_t cx = around.left; cx <= around.right + 1; ++cx) {
            const point way = corner_of(map, cx, cy);
            const bool is_corner = is_blocker(map, cx - 1, cy - 1) || is_blocker(map, cx, cy - 1) ||
                                   is_blocker(map, cx - 1, cy) || is_blocker(map, cx, cy);
            if (is_corner && is_between(first, way, last)) {
                add_turn(all, way);
            }
        }
    }
    const point axes[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int32_t i = 0; i < 4; ++i) {
        if (is_between(first, axes[i], last)) {
            add_turn(all, axes[i]);
        }
    }
}

/* WENDI_FLOW_VISIBLE, WENDI_FLOW_LOS_CORNER or 0: between two neighbouring turns all is visible or
 * nothing. */
static inline uint8_t true_flag(const world *map, int32_t x, int32_t y)
{
    const point cell = corner_of(map, x, y);
    if (is_blocker(map, x, y)) {
        return 0;
    }
    if (cell.x <= 0 && cell.y <= 0 && cell.x >= -CELL && cell.y >= -CELL) {
        return WENDI_FLOW_VISIBLE;
    }
    turns all;
    find_turns(map, x, y, &all);
    assert_true(all.count < TURNS_MAX);
    int32_t lit = 0;
    for (int32_t i = 0; i + 1 < all.count; ++i) {
        const point way = {all.at[i].x + all.at[i + 1].x, all.at[i].y + all.at[i + 1].y};
        lit += is_shadowed(map, way, x, y) ? 0 : 1;
    }
    return lit == all.count - 1 ? WENDI_FLOW_VISIBLE : lit > 0 ? WENDI_FLOW_LOS_CORNER : 0;
}

static inline uint8_t flag_at(const world *map, int32_t x, int32_t y)
{
    const tile *at = &map->tiles[y / map->sector * map->columns + x / map->sector];
    return at->flags[wendi_tile_index(&at->in.shape, x % map->sector, y % map->sector)];
}

/* True if one of the tiles that the point touches has it as visible. */
static inline bool tiles_light(const world *map, point p)
{
    bool is_lit_somewhere = false;
    for (int32_t i = 0; i < map->columns * map->rows; ++i) {
        const tile *at = &map->tiles[i];
        const int32_t right = at->in.left + at->in.shape.width * CELL;
        const int32_t bottom = at->in.top + at->in.shape.height * CELL;
        if (at->takes_part && p.x >= at->in.left && p.x <= right && p.y >= at->in.top &&
            p.y <= bottom && wendi_los_point(&at->in, p.x, p.y)) {
            is_lit_somewhere = true;
        }
    }
    return is_lit_somewhere;
}

static inline uint8_t sight_flags(uint8_t flags)
{
    return flags & (WENDI_FLOW_VISIBLE | WENDI_FLOW_LOS_CORNER);
}

static inline void complain(const world *map, const char *what, int32_t x, int32_t y)
{
    (void)fprintf(stderr, "%s: %d, %d; goal %d, %d; sectors of %d in %d x %d\n", what, (int)x,
                  (int)y, (int)map->goal_x, (int)map->goal_y, (int)map->sector, (int)map->width,
                  (int)map->height);
}

#endif
