/* Walls and levels. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

static wend_wall_id some_wall(fuzz *f, const wend_walls *walls)
{
    wend_wall_id ids[64];
    size_t count = 0;
    wend_walls_list(walls, ids, 64, &count);
    CHECK(f, count == wend_walls_count(walls));
    wend_wall_id id;
    some_id(f, ids, count < 64 ? count : 64, &id);
    return id;
}

/* A coordinate of any size that walls take. */
static wend_vec2 some_corner(fuzz *f)
{
    wend_vec2 at = somewhere(f);
    if (chance(f, 40)) {
        at.x = chance(f, 2) ? WEND_COORDINATE_MAX : -WEND_COORDINATE_MAX;
    }
    return at;
}

static wend_vec2 *some_points(fuzz *f, size_t count)
{
    wend_vec2 *points = scratch(f, count, sizeof *points);
    for (size_t i = 0; i < count; ++i) {
        points[i] = chance(f, 6) && i > 0 ? points[i - 1] : some_corner(f);
    }
    return points;
}

static void fill_walls(fuzz *f, wend_walls *walls)
{
    for (uint32_t i = below(f, 12); i > 0; --i) {
        const wend_vec2 a = {below(f, FUZZ_SIDE), below(f, FUZZ_SIDE)};
        const wend_vec2 b = {a.x + below(f, 8), chance(f, 2) ? a.y : a.y + below(f, 8)};
        wend_walls_add_segment(walls, a, b, WEND_STOPS_WALK, i, NULL);
    }
}

void make_walls(fuzz *f)
{
    wend_walls_def def = wend_walls_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_walls *walls = NULL;
    GIVES(f, wend_walls_create(&def, &walls), "AM");
    keep(f, KIND_WALLS, walls, NULL, NULL, NULL);
    if (walls != NULL && !chance(f, 4)) {
        fill_walls(f, walls);
    }
}

static void add_walls(fuzz *f)
{
    wend_walls *walls = get(f, KIND_WALLS);
    const uint32_t stops = some_stops(f);
    wend_wall_id id = {7, 7};
    quiet(f, walls);
    fuzz_watch(f, KIND_WALLS, walls);
    const uint32_t how = below(f, 3);
    if (how == 0) {
        const wend_result result = GIVES(
            f, wend_walls_add_segment(walls, some_corner(f), some_corner(f), stops, 1, &id), "AMF");
        CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    } else if (how == 1) {
        const size_t count = below(f, 9);
        GIVES(f, wend_walls_add_polygon(walls, some_points(f, count), count, stops, 2, &id), "AMF");
    } else {
        const size_t count = below(f, 9);
        uint32_t *all = scratch(f, count, sizeof *all);
        wend_wall_id *ids = scratch(f, count, sizeof *ids);
        for (size_t i = 0; i < count; ++i) {
            all[i] = unsound(f, 60) ? 0 : 1 + below(f, 15);
        }
        GIVES(f,
              wend_walls_add_segments(walls, some_points(f, 2 * count), chance(f, 2) ? NULL : all,
                                      count, chance(f, 2) ? NULL : ids),
              "AMF");
    }
}

static void edit_walls(fuzz *f)
{
    wend_walls *walls = get(f, KIND_WALLS);
    const wend_wall_id id = some_wall(f, walls);
    quiet(f, walls);
    fuzz_watch(f, KIND_WALLS, walls);
    const uint64_t revision = wend_walls_revision(walls);
    if (chance(f, 12)) {
        wend_walls_clear(walls);
        CHECK(f, wend_walls_count(walls) == 0);
    } else if (chance(f, 2)) {
        GIVES(f, wend_walls_remove(walls, id), "AS");
    } else if (chance(f, 2)) {
        GIVES(f, wend_walls_set_stops(walls, id, some_stops(f)), "AS");
    } else if (chance(f, 3)) {
        GIVES(f, wend_walls_set_user(walls, id, roll(f)), "AS");
    } else {
        const double bottom = chance(f, 3) ? -(double)INFINITY : real(f, -3, 3);
        const double top = chance(f, 3) ? (double)INFINITY : real(f, 3, 9);
        GIVES(f, wend_walls_set_heights(walls, id, bottom, top), "AS");
    }
    CHECK(f, wend_walls_revision(walls) >= revision);
}

static void restore_walls(fuzz *f)
{
    const wend_walls *walls = get(f, KIND_WALLS);
    wend_walls *other = get(f, KIND_WALLS);
    size_t count = 0;
    if (GIVES(f, wend_walls_save(walls, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_walls_save(walls, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    const uint64_t hash = wend_walls_hash(other);
    quiet(f, other);
    fuzz_watch(f, KIND_WALLS, other);
    const wend_result result =
        GIVES(f, wend_walls_restore(other, unsound(f, 30) ? NULL : copy, count), "ALMF");
    CHECK(f, result == WEND_OK || wend_walls_hash(other) == hash);
    CHECK(f, !is_same || result != WEND_OK || wend_walls_hash(other) == wend_walls_hash(walls));
}

/* Rays with heights agree with each other. */
static void ask_heights(fuzz *f, const wend_walls *walls, wend_vec2 a, wend_vec2 b, uint32_t stops)
{
    const wend_vec3 from = wend_vec3_from_vec2(a, real(f, -3, 9));
    const wend_vec3 to[2] = {wend_vec3_from_vec2(b, real(f, -3, 9)), somewhere_high(f)};
    const size_t capacity = below(f, 12);
    wend_wall_crossing *crossings = scratch(f, capacity, sizeof *crossings);
    wend_wall_hit hit;
    size_t count = 0;
    const bool can_see = wend_walls_can_see_3d(walls, from, to[0], stops);
    CHECK(f, !wend_walls_ray_3d(walls, from, to[0], stops, &hit) || !can_see);
    const wend_result result = GIVES(
        f, wend_walls_crossings_3d(walls, from, to[0], stops, crossings, capacity, &count), "AT");
    CHECK(f, result < 0 || can_see == (count == 0));
    const uint32_t seen = wend_walls_see_points(walls, from, to, 2, stops);
    CHECK(f, seen == 0 || seen == (can_see ? 1U : 0U) +
                                      (wend_walls_can_see_3d(walls, from, to[1], stops) ? 2U : 0U));
    GIVES(f, wend_walls_crossings(walls, a, b, stops, crossings, capacity, &count), "AT");
}

static void ask_walls(fuzz *f)
{
    wend_walls *walls = get(f, KIND_WALLS);
    wend_wall wall;
    GIVES(f, wend_walls_get(walls, some_wall(f, walls), &wall), "AS");
    wend_vec2 low;
    wend_vec2 high;
    wend_walls_bounds(walls, &low, &high);
    const wend_vec2 a = some_corner(f);
    const wend_vec2 b = some_corner(f);
    const uint32_t stops = some_stops(f);
    const double radius = chance(f, 3) ? 0 : real(f, 0, 3);
    wend_wall_hit hit;
    const bool is_hit = wend_walls_ray(walls, a, b, stops, &hit);
    CHECK(f, is_hit == (hit.wall.index1 != 0));
    CHECK(f, !is_hit || (hit.fraction >= 0 && hit.fraction <= 1));
    const bool can_see = wend_walls_can_see(walls, a, b, stops);
    CHECK(f, !is_hit || !can_see);
    CHECK(f, can_see == wend_walls_can_see(walls, b, a, stops));
    const bool can_walk = wend_walls_can_walk(walls, a, b, radius, stops);
    CHECK(f, can_walk == wend_walls_can_walk(walls, b, a, radius, stops));
    const bool is_swept = wend_walls_sweep(walls, a, b, radius, stops, &hit);
    CHECK(f, walls == NULL || !can_walk || !is_swept);
    CHECK(f, !is_swept || (hit.fraction >= 0 && hit.fraction <= 1));
    const double most = chance(f, 2) ? (double)INFINITY : real(f, 0, 9);
    if (wend_walls_nearest(walls, a, most, stops, &hit)) {
        CHECK(f, hit.distance >= 0 && (hit.is_inside || hit.distance <= most));
        CHECK(f, hit.is_inside == wend_walls_is_inside(walls, a, stops));
    }
    const wend_vec2 to[3] = {b, somewhere(f), a};
    wend_wall_hit hits[3];
    CHECK(f, wend_walls_rays(walls, a, to, 3, stops, hits) <= 3);
    wend_walls_ray(walls, a, to[1], stops, &hit);
    CHECK(f, walls == NULL || memcmp(&hit.point, &hits[1].point, sizeof hit.point) == 0);
    ask_heights(f, walls, a, b, stops);
    const size_t capacity = below(f, 12);
    wend_wall_id *ids = scratch(f, capacity, sizeof *ids);
    size_t count = 0;
    GIVES(f, wend_walls_query_circle(walls, a, real(f, 0, 9), stops, ids, capacity, &count), "AT");
    const wend_vec2 size = {real(f, 0, 9), real(f, 0, 9)};
    GIVES(f, wend_walls_query_box(walls, a, wend_vec2_add(a, size), stops, ids, capacity, &count),
          "AT");
    wend_draw draw;
    GIVES(f, wend_walls_draw(walls, some_draw(f, &draw)), "A");
}

/* ---- walls of grids ---- */

static size_t count_fresh(fuzz *f, wend_grid_walls_def def)
{
    wend_grid_walls *made = NULL;
    def.walls = NULL;
    def.message = NULL;
    wend_grid_walls_create(&def, &made);
    const size_t count = wend_grid_walls_segment_count(made);
    CHECK(f, made == NULL || count == wend_walls_count(wend_grid_walls_get(made)));
    wend_grid_walls_destroy(made);
    return count;
}

static void restore_grid_walls(fuzz *f, wend_grid_walls *made)
{
    size_t count = 0;
    if (GIVES(f, wend_grid_walls_save(made, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    if (GIVES(f, wend_grid_walls_save(made, bytes, count, &count), "AM") != WEND_OK) {
        return;
    }
    const bool is_same = !chance(f, 3);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    const uint64_t hash = wend_grid_walls_hash(made);
    const wend_result result =
        GIVES(f, wend_grid_walls_restore(made, unsound(f, 30) ? NULL : copy, count), "ALM");
    CHECK(f, (!is_same && result == WEND_OK) || wend_grid_walls_hash(made) == hash);
}

static void walls_of_grid(fuzz *f)
{
    wend_grid *grid = get(f, KIND_GRID);
    wend_grid_walls_def def = wend_grid_walls_def_default();
    wend_grid_walls_layer layers[WEND_GRID_WALLS_LAYERS_MAX];
    for (uint32_t i = 0; i < WEND_GRID_WALLS_LAYERS_MAX; ++i) {
        layers[i] = (wend_grid_walls_layer){some_class(f), some_stops(f), below(f, 3)};
    }
    def.layer_count = below(f, unsound(f, 20) ? 12 : 4);
    def.layers = def.layer_count == 0 ? NULL : layers;
    def.grid = grid;
    def.team = some_team(f);
    def.has_edge = !chance(f, 3);
    def.walls = chance(f, 2) ? NULL : get(f, KIND_WALLS);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_grid_walls *made = NULL;
    const size_t before = wend_walls_count(def.walls);
    GIVES(f, wend_grid_walls_create(&def, &made), "AMF");
    if (grid != NULL && chance(f, 2)) {
        wend_grid_fill(grid, 0, 0, 0, 1 + (int32_t)below(f, 3), 1,
                       chance(f, 2) ? 1 : WEND_COST_WALL);
    }
    const wend_result result = GIVES(f, wend_grid_walls_update(made), "AMF");
    if (result == WEND_OK) {
        def.allocator = wend_grid_walls_def_default().allocator;
        CHECK(f, wend_grid_walls_is_fresh(made));
        CHECK(f, wend_grid_walls_segment_count(made) == count_fresh(f, def));
    }
    CHECK(f, wend_grid_walls_error(made) != NULL);
    wend_grid_walls_memory_bytes(made);
    restore_grid_walls(f, made);
    wend_grid_walls_destroy(made);
    CHECK(f, wend_walls_count(def.walls) == before);
}

/* ---- levels ---- */

static uint32_t some_region(fuzz *f, const wend_level *level)
{
    const uint32_t count = (uint32_t)wend_level_region_count(level);
    return chance(f, 3) ? WEND_REGION_NONE : some_node(f, count);
}

static void fill_level(fuzz *f, wend_level *level)
{
    const wend_level_region region = {0, 3, 0, 1};
    uint32_t room = WEND_REGION_NONE;
    wend_level_add_region(level, &region, &room);
    const double side = 8 + below(f, 12);
    const wend_vec2 outline[4] = {{1, 1}, {side, 1}, {side, side}, {1, side}};
    const wend_vec2 pillar[4] = {{3, 3}, {5, 3}, {5, 6}, {3, 6}};
    wend_level_add_outline(level, outline, 4, room, WEND_REGION_NONE);
    if (chance(f, 2)) {
        wend_level_add_outline(level, pillar, 4, WEND_REGION_NONE, room);
    }
}

void make_level(fuzz *f)
{
    wend_level *level = NULL;
    const uint32_t how = f->is_sound ? 0 : below(f, 4);
    if (how == 2) {
        const wend_grid *grid = get(f, KIND_GRID);
        if (grid_nodes(grid) > FUZZ_SIDE * FUZZ_SIDE) {
            return;
        }
        GIVES(f, wend_level_from_grid(grid, some_class(f), some_team(f), &level, some_message(f)),
              "AM");
    } else if (how == 3) {
        GIVES(f, wend_level_from_mesh(get(f, KIND_MESH), &level, some_message(f)), "AMU");
    } else {
        GIVES(f, wend_level_create(some_allocator(f), &level), "AM");
        if (level != NULL && !chance(f, 4)) {
            fill_level(f, level);
        }
    }
    keep(f, KIND_LEVEL, level, NULL, NULL, NULL);
}

static void add_to_level(fuzz *f)
{
    wend_level *level = get(f, KIND_LEVEL);
    const uint32_t how = below(f, 5);
    uint32_t index = 0;
    if (how == 0) {
        const wend_level_region region = {real(f, -9, 9), real(f, -9, 9), count_to(f, 255),
                                          below(f, 9)};
        GIVES(f, wend_level_add_region(level, &region, &index), "AM");
    } else if (how == 1) {
        const wend_level_line line = {some_corner(f),        some_corner(f), some_region(f, level),
                                      some_region(f, level), some_stops(f),  roll(f)};
        GIVES(f, wend_level_add_line(level, &line, &index), "AM");
    } else if (how == 2) {
        const wend_level_item item = {somewhere(f), real(f, -7, 7), below(f, 5),
                                      chance(f, 2) ? NULL : "chest", chance(f, 2)};
        GIVES(f, wend_level_add_item(level, &item, &index), "AM");
    } else if (how == 3) {
        const wend_level_teleport teleport = {somewhere(f), somewhere(f), chance(f, 2)};
        GIVES(f, wend_level_add_teleport(level, &teleport, &index), "AM");
    } else {
        const size_t count = below(f, 7);
        const uint32_t inside = some_region(f, level);
        GIVES(f,
              wend_level_add_outline(level, some_points(f, count), count, inside,
                                     some_region(f, level)),
              "AM");
    }
}

static void ask_level(fuzz *f)
{
    wend_level *level = get(f, KIND_LEVEL);
    const uint32_t index = below(f, 12);
    wend_level_get_region(level, index);
    CHECK(f, index < wend_level_line_count(level) ||
                 wend_level_get_line(level, index).left == WEND_REGION_NONE);
    CHECK(f, wend_level_get_item(level, index).name != NULL);
    CHECK(f,
          index < wend_level_item_count(level) || wend_level_get_item(level, index).name[0] == 0);
    wend_level_get_teleport(level, index);
    wend_level_teleport_count(level);
    wend_vec2 low;
    wend_vec2 high;
    wend_level_bounds(level, &low, &high);
    wend_draw draw;
    GIVES(f, wend_level_draw(level, some_draw(f, &draw)), "AM");
}

static void build_from_level(fuzz *f)
{
    wend_level *level = get(f, KIND_LEVEL);
    wend_vec2 low;
    wend_vec2 high;
    wend_level_bounds(level, &low, &high);
    const bool is_wide = !(high.x - low.x < 200 && high.y - low.y < 200);
    const uint32_t how = below(f, 4);
    if (how == 0) {
        wend_walls *walls = NULL;
        GIVES(f, wend_level_build_walls(level, some_allocator(f), &walls), "AM");
        keep(f, KIND_WALLS, walls, NULL, NULL, NULL);
    } else if (how == 1) {
        wend_level_grid_def def = wend_level_grid_def_default();
        def.cell_size = is_wide ? 1e9 : real(f, 0.5, 4);
        def.cell_size = def.cell_size > 0 && def.cell_size < 0.25 ? 0.25 : def.cell_size;
        def.radius = chance(f, 2) ? 0 : real(f, 0, 2);
        def.neighbours = (wend_neighbours)(4 + 2 * below(f, 3));
        def.hex_layout = (wend_hex_layout)below(f, 4);
        def.allocator = *some_allocator(f);
        def.message = some_message(f);
        some_cookie(f, &def.cookie);
        wend_grid *grid = NULL;
        GIVES(f, wend_level_build_grid(level, &def, &grid), "AM");
        if (grid != NULL && grid_nodes(grid) > 4096) {
            wend_grid_destroy(grid);
            grid = NULL;
        }
        keep(f, KIND_GRID, grid, NULL, NULL, NULL);
    } else if (how == 2) {
        wend_level_mesh_def def = wend_level_mesh_def_default();
        def.merges = !chance(f, 3);
        def.keeps_regions = chance(f, 3);
        def.allocator = *some_allocator(f);
        def.message = some_message(f);
        some_cookie(f, &def.cookie);
        wend_mesh *mesh = NULL;
        wend_mesh_report report;
        GIVES(f, wend_level_build_mesh(level, &def, &mesh, chance(f, 2) ? NULL : &report), "AM");
        keep(f, KIND_MESH, mesh, NULL, NULL, NULL);
    } else {
        wend_graph_build_def def = wend_graph_build_def_default();
        def.radius = chance(f, 2) ? 0 : real(f, 0, 2);
        def.spacing = is_wide ? 1e9 : 2 + below(f, 3);
        def.max_nodes = 300;
        def.allocator = *some_allocator(f);
        def.message = some_message(f);
        some_cookie(f, &def.cookie);
        wend_graph *graph = NULL;
        GIVES(f,
              wend_level_build_graph(level, (wend_graph_method)below(f, unsound(f, 20) ? 5 : 3),
                                     &def, &graph),
              "AMF");
        keep(f, KIND_GRAPH, graph, NULL, NULL, NULL);
    }
}

static const fuzz_action actions[] = {
    {"make_walls", make_walls, 2},
    {"add_walls", add_walls, 6},
    {"edit_walls", edit_walls, 3},
    {"restore_walls", restore_walls, 1},
    {"ask_walls", ask_walls, 6},
    {"make_level", make_level, 2},
    {"add_to_level", add_to_level, 4},
    {"ask_level", ask_level, 1},
    {"build_from_level", build_from_level, 3},
    {"walls_of_grid", walls_of_grid, 2},
};
const fuzz_room room_walls = {"walls", actions, sizeof actions / sizeof *actions};
