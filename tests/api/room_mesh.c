/* Meshes, however they are made, and searches of them. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

/* A lattice of quadrangles with holes; a few triangles; unsound: anything. */
static void mesh_of_polygons(fuzz *f, wend_mesh **mesh, wend_mesh_report *report)
{
    enum { SIDE = 5 };
    wend_mesh_def def = wend_mesh_def_default();
    wend_vec3 *points = scratch(f, SIDE * SIDE, sizeof *points);
    uint32_t *corners = scratch(f, 4 * SIDE * SIDE, sizeof *corners);
    uint32_t *sizes = scratch(f, SIDE * SIDE, sizeof *sizes);
    uint8_t *areas = scratch(f, SIDE * SIDE, sizeof *areas);
    double *factors = scratch(f, WEND_MESH_AREAS, sizeof *factors);
    const bool is_moved = chance(f, 3);
    size_t count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        points[i].x = 4 * (i % SIDE) + (is_moved ? real(f, 0, 1) : 0);
        points[i].y = 4 * (i / SIDE) + (is_moved ? real(f, 0, 1) : 0);
        points[i].z = chance(f, 3) ? real(f, 0, 2) : 0;
        if (i % SIDE < SIDE - 1 && i / SIDE < SIDE - 1 && !chance(f, 4)) {
            const uint32_t quad[4] = {i, i + 1, i + SIDE + 1, i + SIDE};
            sizes[count / 4] = 4;
            areas[count / 4] = (uint8_t)below(f, 3);
            memcpy(corners + count, quad, sizeof quad);
            if (unsound(f, 30)) {
                corners[count + below(f, 4)] = below(f, SIDE * SIDE + 1);
            }
            count += 4;
        }
    }
    for (uint32_t i = 0; i < WEND_MESH_AREAS; ++i) {
        factors[i] = i == 0 ? 1 : chance(f, 12) ? (double)INFINITY : real(f, 1.0 / 256, 100);
    }
    def.points = points;
    def.point_count = SIDE * SIDE;
    def.corners = corners;
    def.sizes = sizes;
    def.polygon_count = count / 4;
    def.areas = chance(f, 2) ? NULL : areas;
    def.factors = chance(f, 2) ? NULL : factors;
    def.weld = chance(f, 6) ? real(f, 0, 2) : 0;
    def.cell_size = chance(f, 6) ? real(f, 0, 20) : 0;
    def.is_strict = chance(f, 6);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    GIVES(f, wend_mesh_create(&def, mesh, report), "AMF");
}

static void mesh_of_outlines(fuzz *f, wend_mesh **mesh, wend_mesh_report *report)
{
    wend_mesh_outlines def = wend_mesh_outlines_default();
    uint32_t sizes[3] = {4, 3 + below(f, 4), 3 + below(f, 4)};
    const uint8_t is_hole[3] = {0, (uint8_t)below(f, 2), 1};
    const uint8_t areas[3] = {0, 1, 2};
    wend_vec2 points[16] = {{0, 0}, {20, 0}, {20, 20}, {0, 20}};
    for (uint32_t i = 4; i < sizes[0] + sizes[1] + sizes[2]; ++i) {
        points[i] = somewhere(f);
    }
    def.points = points;
    def.sizes = sizes;
    def.outline_count = 1 + below(f, 3);
    def.is_hole = chance(f, 2) ? is_hole : NULL;
    def.areas = chance(f, 3) && def.is_hole != NULL ? areas : NULL;
    def.merges = !chance(f, 3);
    def.is_strict = chance(f, 6);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    GIVES(f, wend_mesh_build(&def, mesh, report), "AM");
}

void make_mesh(fuzz *f)
{
    wend_mesh *mesh = NULL;
    wend_mesh_report report;
    wend_mesh_report *some = chance(f, 2) ? NULL : &report;
    const uint32_t how = below(f, f->is_sound ? 2 : 3);
    if (how == 0) {
        mesh_of_outlines(f, &mesh, some);
    } else if (how == 1) {
        mesh_of_polygons(f, &mesh, some);
    } else {
        const wend_grid *grid = get(f, KIND_GRID);
        if (grid_nodes(grid) <= FUZZ_SIDE * FUZZ_SIDE) {
            GIVES(f,
                  wend_mesh_from_grid(grid, some_class(f), some_team(f), some_allocator(f), &mesh,
                                      some_message(f)),
                  "AM");
        }
    }
    keep(f, KIND_MESH, mesh, NULL, NULL, NULL);
}

wend_mesh_location some_mesh_place(fuzz *f, const wend_mesh *mesh)
{
    const wend_vec2 at = somewhere(f);
    wend_mesh_location place = wend_mesh_location_at(at.x, at.y, chance(f, 3) ? real(f, 0, 2) : 0);
    if (chance(f, 3)) {
        place.polygon = chance(f, 2) ? wend_mesh_locate(mesh, at.x, at.y, place.z)
                                     : some_node(f, wend_mesh_polygon_count(mesh));
    } else if (chance(f, 4) && wend_mesh_corner_count(mesh) > 0) {
        const wend_vec3 corner = wend_mesh_corner(mesh, below(f, wend_mesh_corner_count(mesh)));
        place = wend_mesh_location_at(corner.x, corner.y, corner.z);
    }
    return place;
}

static void edit_mesh(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    const wend_node polygon = some_node(f, wend_mesh_polygon_count(mesh));
    const uint32_t how = below(f, 4);
    const uint8_t area = (uint8_t)below(f, chance(f, 6) ? 256 : 3);
    quiet(f, mesh);
    fuzz_watch(f, KIND_MESH, mesh);
    if (how == 0) {
        GIVES(f, wend_mesh_set_area(mesh, polygon, area), "A");
    } else if (how == 1) {
        GIVES(f, wend_mesh_set_flags(mesh, polygon, below(f, 8)), "A");
    } else if (how == 2) {
        GIVES(f, wend_mesh_set_open(mesh, polygon, chance(f, 2)), "A");
    } else {
        const double factor = chance(f, 6) ? (double)INFINITY : real(f, 1.0 / 256, 65536);
        const wend_result result = GIVES(f, wend_mesh_set_factor(mesh, area, factor), "A");
        CHECK(f, result != WEND_OK || !(wend_mesh_factor(mesh, area) < factor));
    }
}

static wend_mesh_link_id some_mesh_link(fuzz *f, const wend_mesh *mesh)
{
    wend_mesh_link_id ids[32];
    size_t count = 0;
    wend_mesh_list_links(mesh, ids, 32, &count);
    CHECK(f, count == wend_mesh_link_count(mesh));
    wend_mesh_link_id id;
    some_id(f, ids, count < 32 ? count : 32, &id);
    return id;
}

static void fill_mesh_link(fuzz *f, wend_mesh_link *link)
{
    link->cost = chance(f, 2) ? 0 : real(f, 0, chance(f, 8) ? WEND_COORDINATE_MAX : 30);
    link->is_two_way = chance(f, 2);
    link->is_open = !chance(f, 4);
    link->behaviour = below(f, 70);
    link->flags = below(f, 8);
    link->user = roll(f);
    some_cookie(f, &link->cookie);
}

static void mesh_links(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id = some_mesh_link(f, mesh);
    const uint32_t how = below(f, 4);
    if (how == 1) {
        GIVES(f, wend_mesh_get_link(mesh, id, &link), "AS");
        fill_mesh_link(f, &link);
    }
    quiet(f, mesh);
    fuzz_watch(f, KIND_MESH, mesh);
    if (how == 0) {
        GIVES(f, wend_mesh_remove_link(mesh, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_mesh_set_link(mesh, id, &link, some_message(f)), "AMFS");
    } else {
        fill_mesh_link(f, &link);
        link.from = some_mesh_place(f, mesh);
        link.to = some_mesh_place(f, mesh);
        const wend_result result =
            GIVES(f, wend_mesh_add_link(mesh, &link, &id, some_message(f)), "AMF");
        CHECK(f, result != WEND_OK ||
                     wend_mesh_link_of_edge(mesh, id.index1 - 1).generation == id.generation);
        CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    }
}

static void ask_mesh(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    const uint32_t count = wend_mesh_polygon_count(mesh);
    const wend_node polygon = some_node(f, count);
    const wend_mesh_polygon what = wend_mesh_get_polygon(mesh, polygon);
    const bool is_absent = what.count == 0 && !what.is_open;
    CHECK(f, polygon >= count || (what.count >= 3 && what.surface > 0) || is_absent);
    wend_mesh_neighbour(mesh, some_node(f, wend_mesh_corner_count(mesh)));
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(mesh, &low, &high);
    wend_mesh_revision(mesh);
    wend_mesh_memory_bytes(mesh);
    wend_mesh_has_floors(mesh);
    wend_mesh_factor(mesh, (uint8_t)below(f, 256));
    wend_mesh_height(mesh, polygon, real(f, 0, 20), real(f, 0, 20));
    const wend_mesh_location from = some_mesh_place(f, mesh);
    const wend_mesh_location to = some_mesh_place(f, mesh);
    const double most = chance(f, 3) ? (double)INFINITY : real(f, 0, 9);
    wend_mesh_location place;
    if (wend_mesh_nearest(mesh, from.x, from.y, from.z, most, &place)) {
        CHECK(f, place.polygon < count);
    }
    wend_node nodes[8];
    const size_t room = below(f, 9);
    size_t found = 0;
    if (GIVES(f,
              wend_mesh_polygons_in_box(mesh, somewhere_high(f), somewhere_high(f), nodes, room,
                                        &found),
              "TA") == WEND_OK) {
        CHECK(f, found <= room && (found == 0 || nodes[found - 1] < count));
    }
    if (GIVES(f,
              wend_mesh_polygons_in_circle(mesh, somewhere(f), most, real(f, -9, 9), real(f, -9, 9),
                                           nodes, room, &found),
              "TA") == WEND_OK) {
        CHECK(f, found <= room && (found == 0 || nodes[found - 1] < count));
    }
    wend_mesh_hit hit;
    const bool arrived = wend_mesh_ray(mesh, from, to.x, to.y, &hit);
    CHECK(f, !arrived || hit.corner == WEND_EDGE_NONE);
    const wend_result moved = GIVES(f, wend_mesh_move(mesh, from, to.x, to.y, &place), "A");
    CHECK(f, moved != WEND_OK || place.polygon < count);
    const double distance = wend_mesh_wall_distance(mesh, from, most, &hit);
    CHECK(f, distance <= most || most < 0 || isnan(most));
    if (GIVES(f, wend_mesh_random_location(mesh, roll(f), 1, 2, &place), "NA") == WEND_OK) {
        CHECK(f, place.polygon < count);
    }
    GIVES(f, wend_mesh_random_near(mesh, from, real(f, 0, 9), roll(f), 1, 2, &place), "NA");
    wend_mesh_can_reach(mesh, polygon, some_node(f, count));
    wend_draw draw;
    GIVES(f, wend_mesh_draw(mesh, some_draw(f, &draw)), "A");
}

static void from_mesh(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    if (chance(f, 2)) {
        wend_walls *walls = NULL;
        GIVES(f, wend_mesh_walls(mesh, some_stops(f), some_allocator(f), &walls), "AM");
        keep(f, KIND_WALLS, walls, NULL, NULL, NULL);
        return;
    }
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(mesh, &low, &high);
    wend_mesh_grid_def def = wend_mesh_grid_def_default();
    def.cell_size = real(f, 0.5, 4);
    if ((def.cell_size > 0 && def.cell_size < 0.25) || high.x - low.x > 100 ||
        high.y - low.y > 100) {
        def.cell_size = 0;
    }
    def.radius = chance(f, 2) ? 0 : real(f, 0, 2);
    def.max_slope = chance(f, 2) ? (double)INFINITY : real(f, 0, 2);
    def.low = chance(f, 3) ? real(f, -1, 1) : def.low;
    def.high = chance(f, 3) ? real(f, 0, 2) : def.high;
    def.neighbours = (wend_neighbours)(4 + 2 * below(f, 3));
    def.hex_layout = (wend_hex_layout)below(f, 4);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_grid *grid = NULL;
    if (chance(f, 2)) {
        GIVES(f, wend_mesh_to_grid(mesh, &def, &grid), "AM");
    } else {
        wend_mesh_raster *raster = NULL;
        wend_budget budget;
        uint32_t done = 0;
        uint32_t all = 0;
        GIVES(f, wend_mesh_raster_start(mesh, &def, &raster), "AM");
        while (chance(f, 3)) {
            GIVES(f, wend_mesh_raster_run(raster, some_budget(f, &budget)), "IAM");
        }
        const wend_result ran = GIVES(f, wend_mesh_raster_run(raster, NULL), "AM");
        if (raster != NULL) {
            sentences_look(f, "wend_mesh_raster_run", wend_mesh_raster_error(raster), ran);
        }
        wend_mesh_raster_progress(raster, &done, &all);
        CHECK(f, done <= all);
        GIVES(f, wend_mesh_raster_finish(raster, &grid), "IA");
        CHECK(f, (grid != NULL) == (done == all && raster != NULL));
        wend_mesh_raster_destroy(raster);
    }
    keep(f, KIND_GRID, grid, NULL, NULL, NULL);
}

/* A saved mesh; NULL: it cannot be saved. */
static uint8_t *bytes_of(fuzz *f, const wend_mesh *mesh, size_t *count)
{
    if (GIVES(f, wend_mesh_save(mesh, NULL, 0, count), "ATM") != WEND_TRUNCATED) {
        return NULL;
    }
    uint8_t *bytes = scratch(f, *count, 1);
    return GIVES(f, wend_mesh_save(mesh, bytes, *count, count), "AM") == WEND_OK ? bytes : NULL;
}

static void save_mesh(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    size_t count = 0;
    uint8_t *bytes = bytes_of(f, mesh, &count);
    if (bytes == NULL) {
        return;
    }
    const size_t whole_count = count;
    uint8_t *copy = damaged(f, bytes, &count);
    const bool is_same = count == whole_count && memcmp(copy, bytes, count) == 0;
    wend_mesh_def def = wend_mesh_def_default();
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    wend_mesh *loaded = NULL;
    const wend_result result = GIVES(f, wend_mesh_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || result == WEND_OK || result == WEND_ERROR_MEMORY);
    CHECK(f, !is_same || loaded == NULL || wend_mesh_hash(loaded) == wend_mesh_hash(mesh));
    keep(f, KIND_MESH, loaded, NULL, NULL, NULL);
}

/* A mesh goes back to bytes of its own, or meets those of another. */
static void restore_mesh(fuzz *f)
{
    const wend_mesh *mesh = get(f, KIND_MESH);
    wend_mesh *other = get(f, KIND_MESH);
    size_t count = 0;
    uint8_t *bytes = bytes_of(f, mesh, &count);
    if (bytes == NULL) {
        return;
    }
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    const uint64_t hash = wend_mesh_hash(other);
    quiet(f, other);
    fuzz_watch(f, KIND_MESH, other);
    const wend_result result =
        GIVES(f, wend_mesh_restore(other, unsound(f, 30) ? NULL : copy, count), "ALMF");
    CHECK(f, result == WEND_OK || wend_mesh_hash(other) == hash);
    CHECK(f, !is_same || result != WEND_OK || wend_mesh_hash(other) == wend_mesh_hash(mesh));
}

/* ---- searches ---- */

void make_mesh_space(fuzz *f)
{
    wend_mesh_space_def def = wend_mesh_space_def_default();
    double *factors = scratch(f, WEND_MESH_AREAS, sizeof *factors);
    for (uint32_t i = 0; i < WEND_MESH_AREAS; ++i) {
        factors[i] = chance(f, 20) ? (double)INFINITY : chance(f, 3) ? 1 : real(f, 1.0 / 256, 100);
    }
    def.mesh = get(f, KIND_MESH);
    def.flags_required = chance(f, 8) ? below(f, 4) : 0;
    def.flags_refused = chance(f, 8) ? below(f, 4) : 0;
    def.factors = chance(f, 2) ? NULL : factors;
    def.has_islands = chance(f, 2);
    def.is_deferred = chance(f, 6);
    def.overlay_layers = chance(f, 2) ? def.overlay_layers : below(f, 4);
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_mesh_space *space = NULL;
    GIVES(f, wend_mesh_space_create(&def, &space), "AM");
    keep(f, KIND_MESH_SPACE, space, def.mesh, NULL, NULL);
}

static void ask_mesh_space(fuzz *f)
{
    wend_mesh_space *space = get(f, KIND_MESH_SPACE);
    if (chance(f, 2)) {
        quiet(f, space);
        wend_budget budget = {0};
        chance(f, 2)
            ? GIVES(f, wend_mesh_space_update_sliced(space, some_budget(f, &budget)), "AMI")
            : GIVES(f, wend_mesh_space_update(space), "AM");
    }
    wend_cost cost = 1;
    const wend_mesh_location from = some_mesh_place(f, get_old(f, KIND_MESH));
    const wend_mesh_location to = some_mesh_place(f, get_old(f, KIND_MESH));
    wend_result result = WEND_OK;
    const bool can = wend_mesh_space_can_walk(space, from, to, chance(f, 2) ? 0 : real(f, 0, 2),
                                              &cost, chance(f, 3) ? NULL : &result);
    CHECK(f, can == (cost != WEND_COST_INFINITE));
    CHECK(f, !can || result == WEND_OK);
}

void make_mesh_search(fuzz *f)
{
    const wend_mesh_space *space = get(f, KIND_MESH_SPACE);
    wend_mesh_search *search = NULL;
    GIVES(f, wend_mesh_search_create(space, some_allocator(f), &search), "AM");
    keep(f, KIND_MESH_SEARCH, search, space, NULL, NULL);
}

static void run_mesh_search(fuzz *f)
{
    wend_mesh_search *search = get(f, KIND_MESH_SEARCH);
    const wend_mesh *mesh = get_old(f, KIND_MESH);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = some_mesh_place(f, mesh);
    query.goal_kind = (wend_mesh_goal_kind)(chance(f, 2) ? 0 : below(f, unsound(f, 20) ? 5 : 3));
    query.goal = some_mesh_place(f, mesh);
    query.goal_count = below(f, 5);
    wend_mesh_location *goals = scratch(f, query.goal_count, sizeof *goals);
    for (size_t i = 0; i < query.goal_count; ++i) {
        goals[i] = some_mesh_place(f, mesh);
    }
    query.goals = goals;
    query.is_goal = unsound(f, 20) ? NULL : some_is_goal;
    query.method = (wend_mesh_method)below(f, unsound(f, 20) ? 5 : 3);
    query.radius = chance(f, 2) ? 0 : real(f, 0, 2);
    query.corners = (wend_corners)below(f, unsound(f, 20) ? 4 : 2);
    query.max_steps = chance(f, 5) ? below(f, 40) : 0;
    query.max_length = chance(f, 5) ? real(f, 0, 30) : (double)INFINITY;
    query.noise = chance(f, 6) ? real(f, 0, 10) : 0;
    some_cookie(f, &query.cookie);
    may_call_back(f, KIND_MESH_SEARCH, search);
    wend_budget budget;
    if (chance(f, 2)) {
        GIVES(f, wend_mesh_search_find(search, &query), "NPAUSMF");
    } else if (GIVES(f, wend_mesh_search_start(search, &query), "AUSM") == WEND_OK) {
        GIVES(f, wend_mesh_search_run(search, some_budget(f, &budget)), "INPMF");
    }
    while (chance(f, 3)) {
        GIVES(f, wend_mesh_search_run(search, some_budget(f, &budget)), "INPMFAS");
    }
    CHECK(f, wend_mesh_search_error(search) != NULL);
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    CHECK(f, answer.result != WEND_OK || answer.length >= 0);
}

static void ask_mesh_search(fuzz *f)
{
    wend_mesh_search *search = get(f, KIND_MESH_SEARCH);
    const size_t capacity = below(f, 12);
    wend_vec2 *points = scratch(f, capacity, sizeof *points);
    wend_node *polygons = scratch(f, capacity, sizeof *polygons);
    size_t count = 0;
    GIVES(f, wend_mesh_search_points(search, points, capacity, &count), "TAM");
    GIVES(f, wend_mesh_search_polygons(search, polygons, capacity, &count), "TAM");
    CHECK(f, (wend_mesh_search_space(search) == NULL) == (search == NULL));
    wend_draw draw;
    GIVES(f, wend_mesh_search_draw(search, some_draw(f, &draw)), "A");
}

/* ---- corridors ---- */

void make_mesh_corridor(fuzz *f)
{
    wend_mesh_corridor_def def = wend_mesh_corridor_def_default();
    def.space = get(f, KIND_MESH_SPACE);
    def.radius = chance(f, 2) ? 0 : real(f, 0, 2);
    def.bound_max = chance(f, 2) ? def.bound_max : real(f, 1, 2);
    some_cookie(f, &def.cookie);
    const wend_allocator *allocator = some_allocator(f);
    def.allocator = allocator == NULL ? def.allocator : *allocator;
    def.message = some_message(f);
    wend_mesh_corridor *corridor = NULL;
    GIVES(f, wend_mesh_corridor_create(&def, &corridor), "AM");
    keep(f, KIND_MESH_CORRIDOR, corridor, def.space, NULL, NULL);
}

static void run_mesh_corridor(fuzz *f)
{
    wend_mesh_corridor *corridor = get(f, KIND_MESH_CORRIDOR);
    const wend_mesh *mesh = get_old(f, KIND_MESH);
    wend_budget budget;
    if (chance(f, 3)) {
        const wend_mesh_location from = some_mesh_place(f, mesh);
        const wend_mesh_location to = some_mesh_place(f, mesh);
        GIVES(f, wend_mesh_corridor_set(corridor, from, to), "NPAUSMF");
    }
    for (uint32_t i = below(f, 4); i > 0; --i) {
        const wend_vec2 at = somewhere(f);
        const wend_vec2 to = somewhere(f);
        GIVES(f, wend_mesh_corridor_move(corridor, at.x, at.y), "NPAUSMF");
        GIVES(f, wend_mesh_corridor_move_target(corridor, to.x, to.y), "NPAUSMF");
        GIVES(f, wend_mesh_corridor_update(corridor, some_budget(f, &budget)), "INPAUSMF");
    }
    CHECK(f, wend_mesh_corridor_error(corridor) != NULL);
    wend_mesh_corridor_answer answer;
    wend_mesh_corridor_get_answer(corridor, &answer);
    CHECK(f, answer.length >= 0 && answer.bound >= 0);
    wend_mesh_location corners[6];
    const size_t capacity = below(f, 7);
    size_t count = 0;
    GIVES(f, wend_mesh_corridor_corners(corridor, corners, capacity, &count), "TA");
    CHECK(f, count == answer.corner_count);
}

/* ---- overlays ---- */

static wend_overlay_id some_overlay(fuzz *f, const wend_mesh *mesh)
{
    wend_overlay_id ids[WEND_MESH_OVERLAYS_MAX];
    size_t count = 0;
    wend_mesh_list_overlays(mesh, ids, WEND_MESH_OVERLAYS_MAX, &count);
    wend_overlay_id id;
    some_id(f, ids, count, &id);
    return id;
}

static void add_overlay(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    wend_mesh_overlay_def def = wend_mesh_overlay_def_default();
    def.layers = chance(f, 3) ? (uint32_t)roll(f) : WEND_LAYER_JAM;
    def.keep = real(f, 0, 1);
    def.max_value = chance(f, 2) ? def.max_value : count_to(f, WEND_MESH_OVERLAY_VALUE_MAX);
    some_cookie(f, &def.cookie);
    wend_overlay_id id = {7, 7};
    quiet(f, mesh);
    fuzz_watch(f, KIND_MESH, mesh);
    GIVES(f, wend_mesh_add_overlay(mesh, &def, &id, some_message(f)), "AFM");
    GIVES(f, wend_mesh_get_overlay(mesh, some_overlay(f, mesh), &def), "AS");
}

static void edit_overlay(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    const wend_overlay_id id = some_overlay(f, mesh);
    const wend_vec2 points[4] = {somewhere(f), somewhere(f), somewhere(f), somewhere(f)};
    const int32_t amount = chance(f, 8) ? whole(f, INT32_MIN, INT32_MAX) : whole(f, -2000, 6000);
    const uint32_t how = below(f, 6);
    quiet(f, mesh);
    fuzz_watch(f, KIND_MESH, mesh);
    if (how == 0) {
        GIVES(f, wend_mesh_remove_overlay(mesh, id), "AS");
    } else if (how == 1) {
        GIVES(f, wend_mesh_overlay_add_box(mesh, id, points[0], points[1], amount), "ASFM");
    } else if (how == 2) {
        GIVES(f, wend_mesh_overlay_tick(mesh, id), "AS");
    } else if (how == 3) {
        const wend_vec2 *given = unsound(f, 20) ? NULL : points;
        GIVES(f, wend_mesh_overlay_add_polygon(mesh, id, given, below(f, 5), amount), "ASFM");
    } else {
        GIVES(f, wend_mesh_overlay_add(mesh, id, points[0], real(f, 0, 8), amount), "ASFM");
    }
    CHECK(f, wend_mesh_overlay_shape_count(mesh, id) <= WEND_MESH_OVERLAY_SHAPES_MAX);
    wend_mesh_overlay_value(mesh, id, points[2]);
    const double cost = wend_mesh_overlay_cost(mesh, below(f, 4), points[2], points[3]);
    CHECK(f, !(cost < 0));
}

/* ---- obstacles ---- */

static wend_mesh_obstacle_id some_obstacle(fuzz *f, const wend_mesh *mesh)
{
    wend_mesh_obstacle_id ids[32];
    size_t count = 0;
    wend_mesh_list_obstacles(mesh, ids, 32, &count);
    CHECK(f, count == wend_mesh_obstacle_count(mesh));
    wend_mesh_obstacle_id id;
    some_id(f, ids, count < 32 ? count : 32, &id);
    return id;
}

static void fill_obstacle(fuzz *f, wend_mesh_obstacle_def *def)
{
    *def = wend_mesh_obstacle_def_default();
    def->shape = (wend_mesh_obstacle_shape)below(f, unsound(f, 20) ? 5 : 3);
    def->centre = somewhere(f);
    def->radius = real(f, 1.0 / 1024, 3);
    def->half_width = real(f, 1.0 / 1024, 3);
    def->half_depth = real(f, 1.0 / 1024, 3);
    def->angle = chance(f, 2) ? 0 : real(f, -7, 7);
    def->corner_count = chance(f, 2) ? def->corner_count : below(f, 34);
    for (uint32_t i = 0; i < WEND_MESH_OBSTACLE_CORNERS_MAX; ++i) {
        def->corners[i] = somewhere(f);
    }
    def->corner_count = def->shape == WEND_MESH_OBSTACLE_POLYGON ? 3 : def->corner_count;
    def->low = chance(f, 3) ? real(f, -1, 2) : def->low;
    def->high = chance(f, 3) ? real(f, 0, 3) : def->high;
    def->user = roll(f);
    some_cookie(f, &def->cookie);
}

static void edit_obstacles(fuzz *f)
{
    wend_mesh *mesh = get(f, KIND_MESH);
    wend_mesh_obstacle_def defs[3];
    for (int i = 0; i < 3; ++i) {
        fill_obstacle(f, &defs[i]);
    }
    wend_mesh_obstacle_id ids[3] = {some_obstacle(f, mesh), {0, 0}, some_obstacle(f, mesh)};
    const uint32_t how = below(f, 6);
    const wend_executor executor = some_executor(f);
    quiet(f, mesh);
    GIVES(f, wend_mesh_set_executor(mesh, chance(f, 2) ? NULL : &executor), "A");
    GIVES(f, wend_mesh_set_keeps_pieces(mesh, chance(f, 4)), "A");
    fuzz_watch(f, KIND_MESH, mesh);
    if (how == 0) {
        GIVES(f, wend_mesh_remove_obstacle(mesh, ids[0]), "ASM");
    } else if (how == 1) {
        GIVES(f, wend_mesh_move_obstacle(mesh, ids[0], &defs[0], some_message(f)), "ASFM");
    } else if (how == 2) {
        GIVES(f,
              wend_mesh_set_obstacles(mesh, unsound(f, 20) ? NULL : ids, defs, below(f, 4),
                                      some_message(f)),
              "ASFM");
    } else if (wend_mesh_obstacle_count(mesh) < 24) {
        const wend_result result =
            GIVES(f, wend_mesh_add_obstacle(mesh, &defs[0], &ids[0], some_message(f)), "AFM");
        CHECK(f, (result == WEND_OK) == (ids[0].index1 != 0));
    }
    GIVES(f, wend_mesh_get_obstacle(mesh, ids[0], &defs[0]), "AS");
    CHECK(f, wend_mesh_obstacle_corners(mesh, ids[0], defs[0].corners) <=
                 WEND_MESH_OBSTACLE_CORNERS_MAX);
    const uint32_t count = wend_mesh_polygon_count(mesh);
    const wend_node origin = wend_mesh_polygon_origin(mesh, some_node(f, count));
    CHECK(f, origin == WEND_NODE_NONE || origin < count);
}

/* ---- tiles ---- */

/* Some tiles of a cut into a mesh, or none. */
static void add_tiles(fuzz *f, wend_mesh *mesh, const wend_mesh_cut *cut)
{
    const size_t count = wend_mesh_cut_count(cut);
    const size_t first = below(f, (uint32_t)count + 1);
    for (size_t i = 0; i < count && i < 6 && !chance(f, 8); ++i) {
        size_t length = 0;
        const uint8_t *bytes = wend_mesh_cut_tile(cut, (first + i) % count, &length);
        const uint8_t *some = damaged(f, bytes, &length);
        wend_mesh_tile_info info;
        const wend_result known =
            GIVES(f, wend_mesh_tile_read_info(some, length, &info, some_message(f)), "ALm");
        fuzz_watch(f, KIND_MESH, mesh);
        const wend_result result =
            GIVES(f, wend_mesh_add_tile(mesh, some, length, some_message(f)), "ALFM");
        CHECK(f, result != WEND_OK || (known == WEND_OK && wend_mesh_has_tile(mesh, info.id)));
    }
}

static wend_mesh_cut *cut_mesh(fuzz *f)
{
    wend_mesh_cut *cut = NULL;
    const wend_mesh *whole = get(f, KIND_MESH);
    GIVES(f, wend_mesh_cut_create(whole, real(f, 1, 16), some_allocator(f), &cut, some_message(f)),
          "AM");
    return cut;
}

static void make_mesh_of_tiles(fuzz *f)
{
    wend_mesh_cut *cut = cut_mesh(f);
    const bool is_small = cut == NULL || chance(f, 8);
    wend_mesh_tiles_def def = is_small ? wend_mesh_tiles_def_default() : wend_mesh_cut_def(cut);
    wend_mesh *mesh = NULL;
    def.max_tiles = 1 + below(f, 12);
    def.max_polygons = is_small ? 1 + below(f, 30) : def.max_polygons;
    def.max_corners = is_small ? 3 + below(f, 90) : def.max_corners;
    def.cell_size = chance(f, 2) ? def.cell_size : real(f, 0, 20);
    def.high.x = chance(f, 6) ? real(f, -9, 9) : def.high.x;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    GIVES(f, wend_mesh_create_tiles(&def, &mesh), "AM");
    wend_mesh_cut_destroy(cut);
    keep(f, KIND_MESH, mesh, NULL, NULL, NULL);
}

static void edit_tiles(fuzz *f)
{
    enum { MOST = 16 };
    wend_mesh *mesh = get(f, KIND_MESH);
    wend_mesh_tile_id ids[MOST];
    size_t count = 0;
    GIVES(f, wend_mesh_list_tiles(mesh, ids, below(f, MOST + 1), &count), "TA");
    const size_t known = count < MOST ? count : MOST;
    wend_mesh_tile_id id = {whole(f, -4, 4), whole(f, -4, 4)};
    GIVES(f, wend_mesh_list_tiles(mesh, ids, MOST, &count), "TA");
    if (known > 0 && !chance(f, 6)) {
        id = ids[below(f, (uint32_t)known)];
    }
    quiet(f, mesh);
    if (count == 0 || chance(f, 3)) {
        wend_mesh_cut *cut = cut_mesh(f);
        add_tiles(f, mesh, cut);
        wend_mesh_cut_destroy(cut);
        return;
    }
    size_t length = 0;
    uint8_t *bytes = NULL;
    if (GIVES(f, wend_mesh_save_tile(mesh, id, NULL, 0, &length), "ATSM") == WEND_TRUNCATED) {
        bytes = scratch(f, length, 1);
        GIVES(f, wend_mesh_save_tile(mesh, id, bytes, length, &length), "AM");
    }
    fuzz_watch(f, KIND_MESH, mesh);
    const wend_result dropped = GIVES(f, wend_mesh_drop_tile(mesh, id), "ASM");
    CHECK(f, dropped != WEND_OK || !wend_mesh_has_tile(mesh, id));
    if (dropped == WEND_OK && bytes != NULL && chance(f, 2)) {
        fuzz_watch(f, KIND_MESH, mesh);
        GIVES(f, wend_mesh_add_tile(mesh, bytes, length, some_message(f)), "M");
    }
    wend_mesh_tile_id found;
    if (wend_mesh_tile_of(mesh, some_node(f, wend_mesh_polygon_count(mesh)), &found)) {
        CHECK(f, wend_mesh_has_tile(mesh, found));
    }
}

static const fuzz_action actions[] = {
    {"make_mesh", make_mesh, 3},
    {"make_mesh_of_tiles", make_mesh_of_tiles, 3},
    {"edit_tiles", edit_tiles, 9},
    {"add_overlay", add_overlay, 2},
    {"edit_overlay", edit_overlay, 4},
    {"edit_obstacles", edit_obstacles, 5},
    {"edit_mesh", edit_mesh, 5},
    {"mesh_links", mesh_links, 5},
    {"ask_mesh", ask_mesh, 6},
    {"from_mesh", from_mesh, 2},
    {"save_mesh", save_mesh, 3},
    {"restore_mesh", restore_mesh, 3},
    {"make_mesh_space", make_mesh_space, 2},
    {"ask_mesh_space", ask_mesh_space, 4},
    {"make_mesh_search", make_mesh_search, 1},
    {"run_mesh_search", run_mesh_search, 12},
    {"ask_mesh_search", ask_mesh_search, 4},
    {"make_mesh_corridor", make_mesh_corridor, 1},
    {"run_mesh_corridor", run_mesh_corridor, 8},
};
const fuzz_room room_mesh = {"mesh", actions, sizeof actions / sizeof *actions};
