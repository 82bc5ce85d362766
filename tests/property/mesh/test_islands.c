/* Tall rooms with walls that discs may not pass though a polygon holds nothing but open ground, and
 * links: a search that knows islands answers like one that does not and like the reference, never
 * searches in vain, and does so in slices too. */
#include "support/disc_reference.h"
#include "support/gen.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_search.h"

#include <math.h>
#include <string.h>

enum { SEEDS = 150, QUERIES = 8, LEVELS_MOST = 9, GOALS = 3, LINKS_MOST = 4 };

/* Points by column and level: left wall, left and right side of the middle, right wall. */
typedef struct world {
    uint64_t seed, drawn;
    uint32_t levels; /* of squares */
    wend_vec3 points[4 * (LEVELS_MOST + 1)];
    wend_mesh *mesh;
    wend_mesh_space *spaces[2]; /* without and with islands */
    wend_mesh_search *searches[2];
    disc_walls lines;
    uint32_t links;
    double width;
} world;

static double draw(world *w)
{
    return wend_random_unit(w->seed, w->drawn++, 78);
}

static wend_vec3 *point_at(world *w, uint32_t column, uint32_t level)
{
    return &w->points[4 * level + column];
}

/* The middle is one polygon that bulges; beside it lie squares, some of which are missing. */
static void make_mesh(world *w)
{
    uint32_t corners[2 * (LEVELS_MOST + 1) + 8 * LEVELS_MOST];
    uint32_t sizes[1 + 2 * LEVELS_MOST];
    size_t count = 0;
    size_t polygons = 0;
    w->levels = 3 + (uint32_t)(draw(w) * (LEVELS_MOST - 3));
    w->width = 0.4 + 1.8 * draw(w);
    const double bulge = draw(w) < 0.4 ? 0 : 0.02 * draw(w);
    double y = 0;
    for (uint32_t level = 0; level <= w->levels; level++) {
        const double out = bulge * y * (w->levels - y);
        const double x[] = {-1.5, -out, w->width + out, w->width + 1.5};
        for (uint32_t column = 0; column < 4; column++) {
            *point_at(w, column, level) = (wend_vec3){x[column], y, 0};
        }
        y += level + 1 == w->levels ? w->levels - y : 0.2 + 0.7 * draw(w);
    }
    for (uint32_t level = 0; level <= w->levels; level++) {
        corners[count++] = 4 * level + 2;
    }
    for (uint32_t level = w->levels + 1; level > 0; level--) {
        corners[count++] = 4 * (level - 1) + 1;
    }
    sizes[polygons++] = (uint32_t)count;
    for (uint32_t level = 0; level < w->levels; level++) {
        for (uint32_t column = 0; column < 4; column += 2) {
            if (draw(w) < 0.55) {
                const uint32_t at = 4 * level + column;
                const uint32_t square[] = {at, at + 1, at + 5, at + 4};
                memcpy(&corners[count], square, sizeof square);
                count += 4;
                sizes[polygons++] = 4;
            }
        }
    }
    w->mesh = meshes_of(w->points, 4 * (w->levels + 1), corners, sizes, polygons);
}

static wend_mesh_location draw_place(world *w)
{
    wend_mesh_location place;
    do {
        place = wend_mesh_location_at((w->width + 3) * draw(w) - 1.5, w->levels * draw(w), 0);
    } while (wend_mesh_locate(w->mesh, place.x, place.y, 0) == WEND_NODE_NONE);
    return place;
}

static void add_links(world *w)
{
    w->links = draw(w) < 0.5 ? 0 : 1 + (uint32_t)(draw(w) * (double)LINKS_MOST);
    for (uint32_t i = 0; i < w->links; i++) {
        wend_mesh_link link = wend_mesh_link_default();
        link.from = draw_place(w);
        link.to = draw_place(w);
        link.is_two_way = draw(w) < 0.3;
        link.cost = 100;
        meshes_add_link(w->mesh, link);
    }
}

static world world_make(uint64_t seed)
{
    world w = {.seed = seed};
    make_mesh(&w);
    add_links(&w);
    for (int k = 0; k < 2; k++) {
        wend_mesh_space_def def = wend_mesh_space_def_default();
        def.mesh = w.mesh;
        def.has_islands = k == 1;
        w.spaces[k] = mesh_spaces_make(def);
        w.searches[k] = mesh_searches_on(w.spaces[k]);
    }
    w.lines = disc_walls_of(w.mesh);
    return w;
}

static void world_free(world *w)
{
    disc_walls_free(&w->lines);
    for (int k = 0; k < 2; k++) {
        wend_mesh_search_destroy(w->searches[k]);
        wend_mesh_space_destroy(w->spaces[k]);
    }
    wend_mesh_destroy(w->mesh);
}

static bool is_same(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* In slices, with islands. */
static wend_mesh_search_answer ask_in_slices(world *w, const wend_mesh_search_query *query)
{
    wend_mesh_search_answer answer;
    wend_mesh_search *search = mesh_searches_on(w->spaces[1]);
    assert_int_equal(wend_mesh_search_start(search, query), WEND_OK);
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(1 + (uint64_t)(draw(w) * 9));
        result = wend_mesh_search_run(search, &budget);
    }
    wend_mesh_search_get_answer(search, &answer);
    wend_mesh_search_destroy(search);
    return answer;
}

static bool answers_agree(world *w, const wend_mesh_search_query *query)
{
    wend_mesh_search_answer answers[2];
    for (int k = 0; k < 2; k++) {
        (void)wend_mesh_search_find(w->searches[k], query);
        wend_mesh_search_get_answer(w->searches[k], &answers[k]);
    }
    const wend_mesh_search_answer sliced = ask_in_slices(w, query);
    const bool is_wasted =
        answers[1].reason == WEND_FAILURE_UNREACHABLE && answers[1].expanded != 0;
    if (is_wasted || answers[0].result != answers[1].result) {
        print_message("seed %llu (%u links) radius %.17g from %.17g %.17g: %d and %d, %d steps\n",
                      (unsigned long long)w->seed, w->links, query->radius, query->start.x,
                      query->start.y, (int)answers[0].result, (int)answers[1].result,
                      (int)answers[1].expanded);
        return false;
    }
    return answers[0].reason == answers[1].reason &&
           is_same(answers[0].length, answers[1].length) && sliced.result == answers[1].result &&
           is_same(sliced.length, answers[1].length) && sliced.expanded == answers[1].expanded;
}

/* Without links: the reachability. */
static bool reference_agrees(world *w, const wend_mesh_search_query *query)
{
    const wend_vec2 start = {query->start.x, query->start.y};
    const wend_vec2 goal = {query->goal.x, query->goal.y};
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(w->searches[1], &answer);
    if (answer.reason == WEND_FAILURE_START_BLOCKED || answer.reason == WEND_FAILURE_GOAL_BLOCKED) {
        return true;
    }
    const double length = disc_reference(&w->lines, start, goal, query->radius);
    return length > 1e300 ? answer.result == WEND_NO_PATH
                          : fabs(answer.length - length) <= 1e-7 * length + 1e-9;
}

static bool islands_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    bool holds = true;
    for (int i = 0; i < QUERIES && holds; i++) {
        wend_mesh_location goals[GOALS];
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.radius = i % 2 == 0 ? 0.5 * w.width * (0.3 + 1.2 * draw(&w)) : query.radius;
        query.radius = i % 2 == 0 ? query.radius : 0.05 + 0.7 * draw(&w);
        query.start = draw_place(&w);
        query.goal = draw_place(&w);
        for (int k = 0; k < GOALS; k++) {
            goals[k] = draw_place(&w);
        }
        query.goals = goals;
        query.goal_count = GOALS;
        query.goal_kind = i % 4 == 3 ? WEND_MESH_GOAL_SET : WEND_MESH_GOAL_LOCATION;
        holds = answers_agree(&w, &query) &&
                (w.links > 0 || i % 4 == 3 || reference_agrees(&w, &query));
    }
    world_free(&w);
    return holds;
}

static void mesh_searches_with_islands_answer_as_without(void **state)
{
    (void)state;
    gen_property("mesh islands", SEEDS, islands_hold, NULL);
}

/* Two walls reach into one polygon and leave a passage of 1 m. */
static void mesh_disc_too_wide_for_a_passage_in_a_polygon_is_reported_at_once(void **state)
{
    (void)state;
    const wend_vec3 points[] = {{0, 0, 0},  {0, 4, 0},  {0, 6, 0},  {0, 10, 0},
                                {1, 0, 0},  {1, 4, 0},  {1, 6, 0},  {1, 10, 0},
                                {-3, 0, 0}, {-3, 4, 0}, {-3, 6, 0}, {-3, 10, 0},
                                {4, 0, 0},  {4, 4, 0},  {4, 6, 0},  {4, 10, 0}};
    const uint32_t corners[] = {4, 5,  6,  7, 3,  2,  1,  0,  /* the middle, */
                                8, 0,  1,  9, 10, 2,  3,  11, /* to the left, */
                                4, 12, 13, 5, 6,  14, 15, 7};
    const uint32_t sizes[] = {8, 4, 4, 4, 4};
    wend_mesh *mesh = meshes_of(points, 16, corners, sizes, 5);
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = mesh;
    space_def.has_islands = true;
    wend_mesh_space *space = mesh_spaces_make(space_def);
    wend_mesh_search *search = mesh_searches_on(space);
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(-1, 2, 0);
    query.goal = wend_mesh_location_at(2, 8, 0);
    static const double radii[] = {0.6, 0.5, 0.500001, 0.4};
    for (int i = 0; i < 4; i++) {
        query.radius = radii[i];
        wend_mesh_search_answer answer;
        const wend_result result = wend_mesh_search_find(search, &query);
        wend_mesh_search_get_answer(search, &answer);
        assert_int_equal(result, i % 2 == 0 ? WEND_NO_PATH : WEND_OK);
        assert_true(i % 2 != 0 || answer.expanded == 0);
    }
    wend_mesh_search_destroy(search);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_searches_with_islands_answer_as_without),
        cmocka_unit_test(mesh_disc_too_wide_for_a_passage_in_a_polygon_is_reported_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
