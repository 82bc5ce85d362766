/* Positions in cover. */
#include "fuzz.h"

enum { COVER_THREATS = 3, COVER_SPOTS = 4 };

void make_cover(fuzz *f)
{
    wend_cover_def def = wend_cover_def_default();
    wend_walls *walls = get(f, KIND_WALLS);
    wend_grid *grid = chance(f, 4) ? get(f, KIND_GRID) : NULL;
    wend_mesh *mesh = chance(f, 6) ? get(f, KIND_MESH) : NULL;
    def.walls = walls;
    def.grid = grid;
    def.mesh = mesh;
    def.movement_class = chance(f, 8) ? some_class(f) : 0;
    def.stops = chance(f, 3) ? some_stops(f) : def.stops;
    def.stops_low = chance(f, 3) ? some_stops(f) : 0;
    def.radius = chance(f, 2) ? real(f, 0.25, 4) : def.radius;
    def.gap = chance(f, 3) ? real(f, 0, 2) : def.gap;
    def.spacing = chance(f, 3) ? real(f, 0.5, 50) : def.spacing;
    def.peek_distance = chance(f, 3) ? real(f, 0, 4) : def.peek_distance;
    def.standing_height = chance(f, 3) ? real(f, 0, 4) : def.standing_height;
    def.crouched_height = chance(f, 3) ? real(f, 0, 4) : def.crouched_height;
    def.cell_size = chance(f, 3) ? real(f, 0.5, 30) : def.cell_size;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_cover *cover = NULL;
    GIVES(f, wend_cover_create(&def, &cover), "AM");
    cover = keep(f, KIND_COVER, cover, walls, grid, mesh);
}

static wend_cover_id some_place(fuzz *f, const wend_cover *cover)
{
    const uint32_t limit = wend_cover_limit(cover);
    wend_cover_id id = {below(f, 8), 1 + below(f, 2)};
    return limit > 0 && chance(f, 2) ? wend_cover_id_at(cover, below(f, limit)) : id;
}

static void edit_places(fuzz *f)
{
    wend_cover *cover = get(f, KIND_COVER);
    wend_cover_place place = wend_cover_place_default();
    wend_cover_id id;
    place.position = somewhere(f);
    place.direction = somewhere(f);
    place.trusted_arc = chance(f, 2) ? real(f, 0, 3.2) : 0;
    place.is_trusted_low = chance(f, 2);
    place.user = roll(f);
    some_cookie(f, &place.cookie);
    fuzz_watch(f, KIND_COVER, cover);
    if (chance(f, 3)) {
        GIVES(f, wend_cover_remove_place(cover, some_place(f, cover)), "AS");
    } else {
        const wend_result result = GIVES(f, wend_cover_add_place(cover, &place, &id), "AMF");
        CHECK(f, (result == WEND_OK) == (id.index1 != 0));
    }
    CHECK(f, wend_cover_error(cover) != NULL);
}

static void edit_obstacles(fuzz *f)
{
    wend_cover *cover = get(f, KIND_COVER);
    wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    wend_cover_id id = {1 + below(f, 4), 1 + below(f, 3)};
    obstacle.position = somewhere(f);
    obstacle.radius = real(f, 1.0 / 1024, 4);
    if (chance(f, 2)) {
        obstacle.half_size = (wend_vec2){real(f, 0, 4), real(f, 0, 4)};
        obstacle.heading = somewhere(f);
    }
    obstacle.height = chance(f, 2) ? real(f, 0, 4) : obstacle.height;
    some_cookie(f, &obstacle.cookie);
    fuzz_watch(f, KIND_COVER, cover);
    switch (below(f, 4)) {
    case 0:
        GIVES(f, wend_cover_remove_obstacle(cover, id), "AS");
        break;
    case 1:
        GIVES(f, wend_cover_set_obstacle(cover, id, &obstacle), "AMFS");
        break;
    default:
        if (wend_cover_obstacle_count(cover) < 6) {
            GIVES(f, wend_cover_add_obstacle(cover, &obstacle, &id), "AMF");
        }
        break;
    }
    f->watched = NULL;
    GIVES(f, wend_cover_get_obstacle(cover, id, &obstacle), "AS");
}

static void update_cover(fuzz *f)
{
    wend_cover *cover = get(f, KIND_COVER);
    wend_budget budget = wend_budget_steps(below(f, 400));
    if (chance(f, 3)) {
        GIVES(f, wend_cover_invalidate(cover, somewhere(f), somewhere(f)), "AM");
    }
    const wend_result result = GIVES(f, wend_cover_update(cover, &budget), "AIMF");
    CHECK(f, cover == NULL || (result == WEND_OK) == wend_cover_is_current(cover));
}

static double some_cost_of_way(void *user, wend_vec2 from, wend_vec2 to)
{
    (void)user;
    call_back();
    return wend_vec2_distance(from, to) * 2;
}

static double some_danger(void *user, wend_vec2 position)
{
    (void)user;
    return position.x;
}

static void find_cover(fuzz *f)
{
    const wend_cover *cover = get(f, KIND_COVER);
    wend_cover_threat *threats = scratch(f, COVER_THREATS, sizeof *threats);
    wend_cover_spot *spots = scratch(f, COVER_SPOTS, sizeof *spots);
    wend_cover_query query = wend_cover_query_default();
    wend_cover_stats stats;
    wend_budget budget;
    size_t count;
    for (uint32_t i = 0; i < COVER_THREATS; i++) {
        threats[i] = (wend_cover_threat){somewhere(f), real(f, 0, 3), real(f, 0, 60)};
    }
    query.position = somewhere(f);
    query.threats = threats;
    query.threat_count = unsound(f, 20) ? 0 : 1 + below(f, COVER_THREATS);
    query.radius = chance(f, 2) ? 0 : real(f, 0, 3);
    query.max_distance = real(f, 0, 40);
    query.max_exposure = chance(f, 2) ? real(f, 0, 1) : 0;
    query.max_candidates = below(f, 20);
    query.max_found = below(f, 20);
    query.is_crouch_allowed = chance(f, 2);
    query.min_separation = real(f, 0, 2);
    query.cost = chance(f, 3) ? some_cost_of_way : NULL;
    query.danger = chance(f, 3) ? some_danger : NULL;
    query.reservations = chance(f, 2) ? get(f, KIND_RESERVATIONS) : NULL;
    query.agent = below(f, 4);
    some_cookie(f, &query.cookie);
    const wend_result result = GIVES(f,
                                     wend_cover_find(cover, &query, some_budget(f, &budget), spots,
                                                     1 + below(f, COVER_SPOTS), &count, &stats),
                                     "AP");
    CHECK(f, count == 0 || result >= 0);
    CHECK(f, stats.places_tested <= 20 && stats.found_tested <= 20);
    for (size_t i = 0; i < count; i++) {
        const wend_claim claim = wend_cover_spot_claim(&spots[i], 0, query.agent);
        CHECK(f, spots[i].exposure <= query.max_exposure);
        CHECK(f,
              query.reservations == NULL || wend_reservations_is_free(query.reservations, &claim));
    }
    const double exposure =
        wend_cover_exposure(cover, somewhere(f), somewhere(f), real(f, 0, 3), chance(f, 2));
    CHECK(f, exposure >= 0 && exposure <= 1);
}

static void read_cover(fuzz *f)
{
    const wend_cover *cover = get(f, KIND_COVER);
    wend_cover_place place;
    wend_cover_origin origin;
    wend_draw draw;
    const wend_result result =
        GIVES(f, wend_cover_get_place(cover, some_place(f, cover), &place, &origin), "AS");
    CHECK(f, result != WEND_OK || origin != WEND_COVER_FOUND);
    CHECK(f, wend_cover_count(cover) <= wend_cover_limit(cover));
    CHECK(f, cover == NULL || wend_cover_memory_bytes(cover) > 0);
    GIVES(f, wend_cover_draw(cover, some_draw(f, &draw)), "A");
}

static void save_cover(fuzz *f)
{
    const wend_cover *cover = get(f, KIND_COVER);
    size_t count = 0;
    if (GIVES(f, wend_cover_save(cover, NULL, 0, &count), "ATM") != WEND_TRUNCATED) {
        return;
    }
    uint8_t *bytes = scratch(f, count, 1);
    GIVES(f, wend_cover_save(cover, bytes, count, &count), "AM");
    const bool is_same = !chance(f, 2);
    const uint8_t *copy = is_same ? bytes : damaged(f, bytes, &count);
    wend_cover_def def = wend_cover_def_default();
    wend_walls *walls = get(f, KIND_WALLS);
    def.walls = walls;
    def.allocator = *some_allocator(f);
    def.message = some_message(f);
    some_cookie(f, &def.cookie);
    wend_cover *loaded = NULL;
    GIVES(f, wend_cover_load(&def, copy, count, &loaded), "ALM");
    CHECK(f, !is_same || loaded == NULL || wend_cover_hash(loaded) == wend_cover_hash(cover));
    keep(f, KIND_COVER, loaded, walls, NULL, NULL);
}

static const fuzz_action actions[] = {
    {"make cover", make_cover, 1},         {"edit places", edit_places, 3},
    {"edit obstacles", edit_obstacles, 3}, {"update cover", update_cover, 3},
    {"find cover", find_cover, 5},         {"read cover", read_cover, 2},
    {"save cover", save_cover, 1},
};

const fuzz_room room_cover = {"cover", actions, sizeof actions / sizeof *actions};
