/* Line of sight that is carried from tile to tile against exact rays over the whole map. */
#include "flow/line_of_sight/line_of_sight.h"
#include "sight_tiles.h"
#include "support/gen.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

/* ---- properties ---- */

static bool holds_cells(uint64_t seed, void *context)
{
    (void)context;
    world *map = make_world(seed, seed % 8 == 0 ? 5 : 3, random_percent(seed));
    light_world(map);
    const bool may_miss = is_crowded(map);
    bool is_same = true;
    for (int32_t i = 0; i < map->width * map->height && is_same; ++i) {
        const int32_t x = i % map->width;
        const int32_t y = i / map->width;
        const uint8_t said = sight_flags(flag_at(map, x, y));
        const uint8_t is = true_flag(map, x, y);
        const bool is_sound = is == WENDI_FLOW_VISIBLE || said == 0 || said == is;
        is_same = may_miss ? is_sound : said == is;
        if (!is_same) {
            complain(map, "cell", x, y);
        }
    }
    free(map);
    return is_same;
}

/* Half of the points lie on borders of cells, or on rays through corners. */
static point random_point(const world *map, uint64_t seed, uint64_t id)
{
    point p = {random_goal(seed, id, map->width) - map->goal_x,
               random_goal(seed, id + 2, map->height) - map->goal_y};
    const uint32_t kind = below(seed, id + 4, 4);
    if (kind == 0) {
        p.x = p.x / 2 * 2 / 3 * 3; /* no care taken: any whole numbers do */
    } else if (kind == 1) {
        const point corner = corner_of(map, (int32_t)below(seed, id + 5, map->width + 1),
                                       (int32_t)below(seed, id + 6, map->height + 1));
        const int32_t times = 1 + (int32_t)below(seed, id + 7, 3);
        const point beyond = {corner.x * times, corner.y * times};
        const int32_t x = beyond.x + map->goal_x;
        const int32_t y = beyond.y + map->goal_y;
        const bool is_inside =
            x >= 0 && y >= 0 && x <= map->width * CELL && y <= map->height * CELL;
        p = is_inside ? beyond : corner;
    } else if (kind == 2 && below(seed, id + 5, 4) == 0) {
        p.x = 0;
    }
    return p;
}

/* The guarantees of the cells that a point lies in. */
static bool flag_keeps(const world *map, point p, bool is_lit_there)
{
    const int32_t x = p.x + map->goal_x;
    const int32_t y = p.y + map->goal_y;
    if (x == map->width * CELL || y == map->height * CELL) {
        return true;
    }
    const uint8_t flags = sight_flags(flag_at(map, x / CELL, y / CELL));
    const bool is_inside = x % CELL != 0 && y % CELL != 0;
    return (flags != WENDI_FLOW_VISIBLE || is_lit_there) &&
           (flags != 0 || !is_lit_there || !is_inside);
}

static bool takes_part(const world *map, point p)
{
    const int32_t x = p.x + map->goal_x;
    const int32_t y = p.y + map->goal_y;
    for (int32_t i = 0; i < 4; ++i) {
        const tile *at =
            tile_at(map, (x - (i & 1)) / CELL / map->sector, (y - (i >> 1)) / CELL / map->sector);
        if (at != NULL && at->takes_part) {
            return true;
        }
    }
    return false;
}

static bool holds_points(uint64_t seed, void *context)
{
    (void)context;
    world *map = make_world(seed ^ 0x9999, seed % 4 == 0 ? TILES_MAX : 3, random_percent(seed));
    light_world(map);
    const bool may_miss = is_crowded(map);
    bool is_same = true;
    for (uint64_t i = 0; i < 300 && is_same; ++i) {
        const point p = random_point(map, seed, 100 + i * 10);
        if ((p.x == 0 && p.y == 0) || !takes_part(map, p)) {
            continue;
        }
        const bool is = is_lit(map, p);
        const bool said = tiles_light(map, p);
        is_same = (said == is || (may_miss && !said)) && (may_miss || flag_keeps(map, p, is));
        if (!is_same) {
            complain(map, is ? "lit point" : "dark point", p.x, p.y);
        }
    }
    free(map);
    return is_same;
}

/* Tiles that one beam covers pass it on as if they had been looked at. */
static bool holds_passing(uint64_t seed, void *context)
{
    int32_t *passed = context;
    world *map = make_world(seed ^ 0x7777, TILES_MAX, seed % 2 == 0 ? 0 : 1);
    light_world(map);
    bool is_same = true;
    for (int32_t i = 0; i < map->columns * map->rows && is_same; ++i) {
        tile *at = &map->tiles[i];
        const int32_t cells = at->in.shape.width * at->in.shape.height;
        int32_t open = 0;
        for (int32_t c = 0; c < cells; ++c) {
            open += at->cost[wendi_tile_index(&at->in.shape, c % at->in.shape.width,
                                              c / at->in.shape.width)] == 1;
        }
        if (!at->takes_part || open < cells) {
            continue;
        }
        wendi_los_beams out[4];
        memset(out, 0, sizeof out);
        const bool passes = wendi_los_fully_visible_tile(&at->in, out);
        is_same = passes == (at->lit == cells);
        for (int32_t side = 0; side < 4 && passes; ++side) {
            const wendi_los_beams *other = &at->out[side];
            is_same = is_same && out[side].count == other->count &&
                      memcmp(out[side].beams, other->beams,
                             (size_t)other->count * sizeof other->beams[0]) == 0;
        }
        *passed += passes ? 1 : 0;
        if (!is_same) {
            complain(map, "passing tile", at->in.left, at->in.top);
        }
    }
    free(map);
    return is_same;
}

/* ---- tests ---- */

static void sight_cells_are_lit_as_all_walks_to_them_say(void **state)
{
    (void)state;
    gen_property("cells", 700, holds_cells, NULL);
}

static void sight_points_are_lit_as_the_walk_to_them_says(void **state)
{
    (void)state;
    gen_property("points", 500, holds_points, NULL);
}

static void sight_through_open_tiles_passes_as_if_looked_at(void **state)
{
    (void)state;
    int32_t passed = 0;
    gen_property("passing", 2000, holds_passing, &passed);
    assert_true(passed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_cells_are_lit_as_all_walks_to_them_say),
        cmocka_unit_test(sight_points_are_lit_as_the_walk_to_them_says),
        cmocka_unit_test(sight_through_open_tiles_passes_as_if_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
