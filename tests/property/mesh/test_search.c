/* The exact search over random meshes with holes, slits, floors and rooms that touch in points
 * finds the paths that going over all lines of sight finds. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { POINTS = 256 };

/* A path and its answer. */
typedef struct found {
    wend_result result;
    wend_mesh_search_answer answer;
    wend_vec2 points[POINTS];
    size_t count;
    double sum; /* of the pieces, as if all were walked */
} found;

static void take(const mesh_world *w, wend_result result, found *f)
{
    f->result = result;
    wend_mesh_search_get_answer(w->search, &f->answer);
    if (wend_mesh_search_points(w->search, f->points, POINTS, &f->count) != WEND_OK) {
        f->count = 0;
    }
    f->sum = 0;
    for (size_t i = 1; i < f->count; ++i) {
        f->sum += wend_vec2_distance(f->points[i - 1], f->points[i]);
    }
}

static void ask(const mesh_world *w, const wend_mesh_search_query *query, found *f)
{
    take(w, wend_mesh_search_find(w->search, query), f);
}

static wend_mesh_search_query query_of(mesh_world *w)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = mesh_world_place(w);
    query.goal = mesh_world_below(w, 12) == 0 ? query.start : mesh_world_place(w);
    return query;
}

static double reference(mesh_world *w, const wend_mesh_search_query *query)
{
    mesh_world_begin(w);
    const uint32_t start = mesh_world_add(w, query->start);
    const uint32_t goal = mesh_world_add(w, query->goal);
    if (!(w->surface.factors[query->start.polygon] > 0) ||
        !(w->surface.factors[query->goal.polygon] > 0)) {
        return (double)INFINITY;
    }
    surface_dijkstra(&w->surface, start);
    return surface_length(&w->surface, goal);
}

static bool is_at(wend_vec2 point, wend_mesh_location place)
{
    return !(point.x < place.x || point.x > place.x || point.y < place.y || point.y > place.y);
}

/* True if the answer is the least, and the path as long as the answer. */
static bool is_right(const found *f, const wend_mesh_search_query *query, double least,
                     bool has_links)
{
    if (!(least < (double)INFINITY)) {
        return f->result == WEND_NO_PATH && f->count == 0 && !(f->answer.length > 0) &&
               (query->goal_kind == WEND_MESH_GOAL_PREDICATE || f->answer.expanded == 0);
    }
    return f->result == WEND_OK && mesh_world_is_near(f->answer.length, least) && f->count > 0 &&
           is_at(f->points[0], query->start) && is_at(f->points[f->count - 1], query->goal) &&
           !(f->answer.bound > 1 || f->answer.bound < 1) &&
           (has_links || mesh_world_is_near(f->sum, least));
}

static bool exact_is_least(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    found f;
    bool holds = true;
    mesh_world_make(&w, seed);
    for (int i = 0; i < 12 && holds; ++i) {
        const wend_mesh_search_query query = query_of(&w);
        const double least = reference(&w, &query);
        ask(&w, &query, &f);
        holds =
            is_right(&f, &query, least, false) &&
            (i > 1 || f.result != WEND_OK || mesh_world_can_go(&w, query.start, f.points, f.count));
        if (!holds) {
            print_message("query %d from %.17g %.17g in %u to %.17g %.17g in %u: %.17g for %.17g\n",
                          i, query.start.x, query.start.y, query.start.polygon, query.goal.x,
                          query.goal.y, query.goal.polygon, f.answer.length, least);
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_exact_search_finds_the_shortest_path(void **state)
{
    (void)state;
    gen_property("exact is least", 250, exact_is_least, NULL);
}

static bool links_are_taken(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    found f;
    bool holds = true;
    mesh_world_make(&w, seed);
    mesh_world_link(&w, 1 + mesh_world_below(&w, 8));
    mesh_world_follow(&w);
    for (int i = 0; i < 8 && holds; ++i) {
        const wend_mesh_search_query query = query_of(&w);
        const double least = reference(&w, &query);
        ask(&w, &query, &f);
        holds = is_right(&f, &query, least, true);
        if (!holds) {
            print_message("links: query %d: %.17g for %.17g\n", i, f.answer.length, least);
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_exact_search_takes_the_links_that_help(void **state)
{
    (void)state;
    gen_property("links are taken", 120, links_are_taken, NULL);
}

static bool nearest_of_set(uint64_t seed, void *context)
{
    enum { GOALS = 20 };
    (void)context;
    mesh_world w;
    found f;
    bool holds = true;
    mesh_world_make(&w, seed);
    mesh_world_link(&w, mesh_world_below(&w, 4));
    mesh_world_follow(&w);
    for (int i = 0; i < 5 && holds; ++i) {
        wend_mesh_location goals[GOALS];
        wend_mesh_search_query query = query_of(&w);
        query.goal_kind = WEND_MESH_GOAL_SET;
        query.goals = goals;
        query.goal_count = 1 + mesh_world_below(&w, GOALS);
        double lengths[GOALS];
        double least = (double)INFINITY;
        for (size_t k = 0; k < query.goal_count; ++k) {
            query.goal = goals[k] = mesh_world_place(&w);
            lengths[k] = reference(&w, &query);
            least = lengths[k] < least ? lengths[k] : least;
        }
        ask(&w, &query, &f);
        const uint32_t index = f.answer.goal_index;
        query.goal = goals[index < query.goal_count ? index : 0];
        holds = index < query.goal_count && is_right(&f, &query, least, true) &&
                mesh_world_is_near(f.result == WEND_OK ? lengths[index] : least, least);
        if (!holds) {
            print_message("set: query %d: %.17g for %.17g\n", i, f.answer.length, least);
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_exact_search_finds_the_nearest_of_a_set(void **state)
{
    (void)state;
    gen_property("nearest of a set", 60, nearest_of_set, NULL);
}

/* ---- polygons that are goals ---- */

typedef struct asked {
    bool is_goal[1024];
    uint32_t times[1024];
} asked;

static bool is_goal(void *user, wend_node polygon)
{
    asked *a = user;
    a->times[polygon]++;
    return a->is_goal[polygon];
}

static bool nearest_polygon(uint64_t seed, void *context)
{
    (void)context;
    mesh_world w;
    found f;
    bool holds = true;
    mesh_world_make(&w, seed);
    mesh_world_link(&w, mesh_world_below(&w, 3));
    mesh_world_follow(&w);
    int exponent;
    const bool is_rounded = frexp(w.scale, &exponent) > 0.5; /* positions lie beside their edges */
    for (int i = 0; i < 5 && holds && !is_rounded; ++i) {
        asked a;
        memset(&a, 0, sizeof a);
        wend_mesh_search_query query = query_of(&w);
        query.goal = query.start;
        query.goal_kind = WEND_MESH_GOAL_PREDICATE;
        query.is_goal = is_goal;
        query.user = &a;
        const bool starts = reference(&w, &query) < (double)INFINITY;
        const uint32_t goals = 1 + mesh_world_below(&w, 3);
        double least = (double)INFINITY;
        for (uint32_t k = 0; k < goals; ++k) {
            const wend_node polygon = mesh_world_below(&w, w.surface.polygon_count);
            a.is_goal[polygon] = true;
            const double there =
                starts ? surface_to_polygon(&w.surface, polygon) : (double)INFINITY;
            least = there < least ? there : least;
        }
        ask(&w, &query, &f);
        query.goal = f.answer.location;
        if (fabs(f.answer.length - least) <= 1e-12 * w.scale) {
            least = f.answer.length; /* rounding of coordinates near 0 metres */
        }
        holds = is_right(&f, &query, least, true);
        holds = holds && (f.result != WEND_OK || a.is_goal[f.answer.location.polygon]);
        for (uint32_t k = 0; k < w.surface.polygon_count; ++k) {
            holds = holds && a.times[k] <= 1;
        }
        if (!holds) {
            print_message("predicate: query %d: %d %.17g for %.17g in %u\n", i, f.result,
                          f.answer.length, least, f.answer.location.polygon);
        }
    }
    mesh_world_free(&w);
    return holds;
}

static void mesh_exact_search_finds_the_nearest_polygon_asked_for(void **state)
{
    (void)state;
    gen_property("nearest polygon", 100, nearest_polygon, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_exact_search_finds_the_shortest_path),
        cmocka_unit_test(mesh_exact_search_takes_the_links_that_help),
        cmocka_unit_test(mesh_exact_search_finds_the_nearest_of_a_set),
        cmocka_unit_test(mesh_exact_search_finds_the_nearest_polygon_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
