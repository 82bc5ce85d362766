/* Paths of discs over random meshes with holes are as long as the reference's, keep clear of walls,
 * and do not depend on slices; radius 0 is the limit, and a larger radius never gives a shorter
 * path. */
#include "route/mesh_search/search.h"
#include "support/disc_reference.h"
#include "support/gen.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_search.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { SEEDS = 60, QUERIES = 6, SIDE_MOST = 7, POINTS_MOST = 512 };

typedef struct world {
    uint64_t seed, drawn;
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_search *search;
    wend_walls *walls;
    disc_walls lines;
    double side;
} world;

static double draw(world *w)
{
    return wend_random_unit(w->seed, w->drawn++, 77);
}

/* Squares of a grid whose corners were moved, some of them missing, some cut in two. */
static bool make_mesh(world *w)
{
    wend_vec3 points[(SIDE_MOST + 1) * (SIDE_MOST + 1)];
    uint32_t corners[SIDE_MOST * SIDE_MOST * 6];
    uint32_t sizes[SIDE_MOST * SIDE_MOST * 2];
    size_t polygons = 0;
    size_t count = 0;
    const uint32_t side = 2 + (uint32_t)(draw(w) * (SIDE_MOST - 1));
    const double jitter = draw(w) < 0.3 ? 0 : 0.3 * draw(w);
    const double holes = 0.02 + 0.4 * draw(w) * draw(w);
    const double offset = draw(w) < 0.2 ? 1e4 : 0;
    w->side = side;
    for (uint32_t i = 0; i < (side + 1) * (side + 1); i++) {
        points[i].x = offset + i % (side + 1) + jitter * (2 * draw(w) - 1);
        points[i].y = i / (side + 1) + jitter * (2 * draw(w) - 1);
        points[i].z = 0;
    }
    for (uint32_t i = 0; i < side * side; i++) {
        const uint32_t a = i / side * (side + 1) + i % side;
        const uint32_t b = a + side + 1;
        const bool is_cut = draw(w) < 0.5;
        const uint32_t whole[] = {a, a + 1, b + 1, b};
        const uint32_t cut[] = {a, a + 1, b, a + 1, b + 1, b};
        if (!is_cut && draw(w) >= holes) {
            memcpy(&corners[count], whole, sizeof whole);
            count += 4;
            sizes[polygons++] = 4;
        }
        /* Half a square leaves a sharp corner. */
        for (int half = 0; is_cut && half < 2; half++) {
            if (draw(w) >= holes) {
                memcpy(&corners[count], &cut[3 * half], 3 * sizeof *cut);
                count += 3;
                sizes[polygons++] = 3;
            }
        }
    }
    wend_mesh_def def = meshes_def(points, (side + 1) * (side + 1), corners, sizes, polygons);
    return polygons > 0 && wend_mesh_create(&def, &w->mesh, NULL) == WEND_OK;
}

static world world_make(uint64_t seed)
{
    world w = {.seed = seed};
    while (!make_mesh(&w)) {
    }
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = w.mesh;
    def.has_islands = seed % 4 != 0;
    w.space = mesh_spaces_make(def);
    w.search = mesh_searches_on(w.space);
    assert_int_equal(wend_mesh_walls(w.mesh, WEND_STOPS_WALK, NULL, &w.walls), WEND_OK);
    w.lines = disc_walls_of(w.mesh);
    return w;
}

static void world_free(world *w)
{
    disc_walls_free(&w->lines);
    wend_walls_destroy(w->walls);
    wend_mesh_search_destroy(w->search);
    wend_mesh_space_destroy(w->space);
    wend_mesh_destroy(w->mesh);
}

static wend_mesh_location draw_place(world *w)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w->mesh, &low, &high);
    const double x = low.x + (high.x - low.x) * draw(w);
    const double y = low.y + (high.y - low.y) * draw(w);
    /* On the lattice now and then: on edges and corners of polygons. */
    const bool is_round = draw(w) < 0.2;
    return wend_mesh_location_at(is_round ? floor(2 * x + 0.5) / 2 : x,
                                 is_round ? floor(2 * y + 0.5) / 2 : y, 0);
}

static bool has_room(const world *w, wend_mesh_location place, double radius)
{
    const wend_vec2 at = {place.x, place.y};
    return wend_mesh_locate(w->mesh, place.x, place.y, 0) != WEND_NODE_NONE &&
           disc_walls_distance(&w->lines, at, at) >= radius * (1 - 4e-10);
}

static double length_of(const wend_mesh_search *search)
{
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    return answer.length;
}

/* ---- as long as the reference ---- */

/* Every straight piece passes the swept disc of the walls; the corners of the arcs' splits stay
 * where they should; ends meet. */
static bool is_clear(const world *w, double radius)
{
    const wend_mesh_search *s = w->search;
    for (size_t i = 0; i < s->piece_count; i++) {
        const wendi_mesh_piece *piece = &s->pieces[i];
        if (i > 0 && wend_vec2_distance(s->pieces[i - 1].to, piece->from) > 0) {
            return false;
        }
        if (piece->turn > 0 || piece->turn < 0) {
            const double far = wend_vec2_distance(piece->from, piece->centre);
            if (fabs(far - radius) > 1e-9 * radius + 1e-11) {
                return false;
            }
        } else if (!wend_walls_can_walk(w->walls, piece->from, piece->to, radius * (1 - 1e-9),
                                        WEND_STOPS_WALK)) {
            return false;
        }
    }
    return true;
}

static bool agrees(world *w, wend_mesh_search_query *query)
{
    const wend_vec2 start = {query->start.x, query->start.y};
    const wend_vec2 goal = {query->goal.x, query->goal.y};
    const wend_result result = wend_mesh_search_find(w->search, query);
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(w->search, &answer);
    if (!has_room(w, query->start, query->radius)) {
        /* If a point has no path either, that may be the reported reason. */
        query->radius = 0;
        return result == WEND_NO_PATH && (answer.reason == WEND_FAILURE_START_BLOCKED ||
                                          answer.reason == WEND_FAILURE_START_OFF_GROUND ||
                                          wend_mesh_search_find(w->search, query) == WEND_NO_PATH);
    }
    if (!has_room(w, query->goal, query->radius)) {
        return result == WEND_NO_PATH && answer.reason != WEND_FAILURE_START_BLOCKED &&
               answer.reason != WEND_FAILURE_START_OFF_GROUND;
    }
    const double length = wend_vec2_distance(start, goal) > 0
                              ? disc_reference(&w->lines, start, goal, query->radius)
                              : 0;
    if (length > 1e300) {
        if (w->seed % 4 != 0 && answer.expanded != 0) {
            print_message("radius %.17g from %.17g %.17g to %.17g %.17g: searched for nothing\n",
                          query->radius, start.x, start.y, goal.x, goal.y);
            return false;
        }
        return result == WEND_NO_PATH && answer.reason == WEND_FAILURE_UNREACHABLE;
    }
    const double error = fabs(answer.length - length);
    if (result != WEND_OK || error > 1e-7 * length + 1e-9 || !is_clear(w, query->radius)) {
        print_message("radius %g from %.17g %.17g to %.17g %.17g: %s, %.12g instead of %.12g\n",
                      query->radius, start.x, start.y, goal.x, goal.y, wend_result_text(result),
                      answer.length, length);
        return false;
    }
    return fabs(answer.bound - 1) <= 0;
}

static double draw_radius(world *w)
{
    static const double rounds[] = {0.5, 0.25, 0.4, 1};
    const double kind = draw(w);
    if (kind < 0.15) {
        /* Larger than the polygons. */
        return 0.5 + draw(w);
    }
    return kind < 0.4 ? rounds[(size_t)(draw(w) * 4)] : 0.01 + 0.6 * draw(w) * draw(w);
}

static bool reference_holds(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    bool holds = true;
    for (int i = 0; i < QUERIES && holds; i++) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.radius = draw_radius(&w);
        query.start = draw_place(&w);
        query.goal = draw_place(&w);
        holds = agrees(&w, &query);
    }
    world_free(&w);
    return holds;
}

static void mesh_disc_equals_reference(void **state)
{
    (void)state;
    gen_property("mesh_disc_equals_reference", SEEDS, reference_holds, NULL);
}

/* ---- radii among each other ---- */

/* A wider disc has no shorter path, and none where a narrower one has none. */
static bool radii_hold(uint64_t seed, void *context)
{
    (void)context;
    static const double radii[] = {0, 1e-7, 0.01, 0.05, 0.13, 0.2, 0.3, 0.45};
    world w = world_make(seed);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = draw_place(&w);
    query.goal = draw_place(&w);
    bool holds = true;
    double before = 0;
    wend_result result_before = WEND_OK;
    for (size_t i = 0; i < sizeof radii / sizeof radii[0] && holds; i++) {
        query.radius = radii[i];
        const wend_result result = wend_mesh_search_find(w.search, &query);
        const double length = length_of(w.search);
        holds = result == WEND_OK ? result_before == WEND_OK && length >= before * (1 - 1e-12)
                                  : result == WEND_NO_PATH;
        if (i == 1 && result == WEND_OK) {
            holds = holds && length - before < 1e-5;
        }
        before = length;
        result_before = result;
    }
    world_free(&w);
    return holds;
}

static void mesh_disc_wider_radius_gives_no_shorter_path(void **state)
{
    (void)state;
    gen_property("mesh_disc_wider_radius_gives_no_shorter_path", 4 * SEEDS, radii_hold, NULL);
}

/* ---- slices ---- */

static bool slices_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = draw_place(&w);
    query.goal = draw_place(&w);
    query.radius = 0.2 * draw(&w) + 0.01;
    const wend_result whole = wend_mesh_search_find(w.search, &query);
    const double length = length_of(w.search);
    const size_t pieces = w.search->piece_count;
    wend_mesh_search *other = mesh_searches_on(w.space);
    wend_result result = wend_mesh_search_start(other, &query);
    while (result == WEND_OK) {
        wend_budget budget = wend_budget_steps(1 + (uint64_t)(draw(&w) * 5));
        result = wend_mesh_search_run(other, &budget);
        if (result != WEND_IN_PROGRESS) {
            break;
        }
        result = WEND_OK;
    }
    const double sliced = length_of(other);
    const bool holds = result == whole && memcmp(&sliced, &length, sizeof length) == 0 &&
                       other->piece_count == pieces;
    wend_mesh_search_destroy(other);
    world_free(&w);
    return holds;
}

static void mesh_disc_sliced_equals_whole(void **state)
{
    (void)state;
    gen_property("mesh_disc_sliced_equals_whole", 2 * SEEDS, slices_hold, NULL);
}

/* ---- mitred ---- */

/* The mitred path passes the same corners, is no shorter than the round one, and as clear. */
static bool mitred_holds(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = draw_place(&w);
    query.goal = draw_place(&w);
    query.radius = 0.2 * draw(&w) + 0.01;
    const wend_result whole = wend_mesh_search_find(w.search, &query);
    const double length = length_of(w.search);
    query.corners = WEND_CORNERS_MITRED;
    const wend_result mitred = wend_mesh_search_find(w.search, &query);
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(w.search, &answer);
    bool holds = whole == mitred;
    if (holds && whole == WEND_OK) {
        holds = answer.length >= length * (1 - 1e-12) && is_clear(&w, query.radius) &&
                fabs(answer.bound * length - answer.length) <= 1e-9 * length;
    }
    world_free(&w);
    return holds;
}

static void mesh_disc_mitred_path_is_clear_and_states_its_bound(void **state)
{
    (void)state;
    gen_property("mesh_disc_mitred_path_is_clear_and_states_its_bound", 4 * SEEDS, mitred_holds,
                 NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_disc_equals_reference),
        cmocka_unit_test(mesh_disc_wider_radius_gives_no_shorter_path),
        cmocka_unit_test(mesh_disc_sliced_equals_whole),
        cmocka_unit_test(mesh_disc_mitred_path_is_clear_and_states_its_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
