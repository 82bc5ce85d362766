/* Paths of discs over random ground of several costs: their cost is that of the ground under them, they
 * are never dearer than the shortest path, the bound is their cost over that of the shortest path on the
 * cheapest ground, and slices change nothing. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/mesh_path.h"
#include "wend/mesh_search.h"

#include <math.h>

enum { SEEDS = 250, QUERIES = 6, SIDE = 7 };

typedef struct world {
    uint64_t seed, drawn;
    gen_mesh gen;
    wend_mesh *mesh;
    wend_mesh_space *space, *plain; /* plain: all ground is the cheapest */
    wend_mesh_search *search, *plain_search;
    wend_path *path, *plain_path;
    double factors[WEND_MESH_AREAS];
    double least;
} world;

static double draw(world *w)
{
    return wend_random_unit(w->seed, w->drawn++, 78);
}

static world world_make(uint64_t seed)
{
    world w = {.seed = seed};
    w.gen = gen_mesh_make((gen_mesh_kind)(seed % 2), seed, SIDE);
    w.mesh = gen_mesh_build(&w.gen, NULL);
    assert_non_null(w.mesh);
    const double share = draw(&w);
    double plain[WEND_MESH_AREAS];
    w.least = 0.5 + draw(&w);
    for (int i = 0; i < WEND_MESH_AREAS; i++) {
        w.factors[i] = w.least * (i == 0 ? 1 : 1 + i * draw(&w));
    }
    w.least = 65536; /* of areas that are there */
    for (wend_node p = 0; p < wend_mesh_polygon_count(w.mesh); p++) {
        const uint8_t area = (uint8_t)(draw(&w) < share ? 0 : 1 + (int)(3 * draw(&w)));
        assert_int_equal(wend_mesh_set_area(w.mesh, p, area), WEND_OK);
        w.least = fmin(w.least, w.factors[area]);
    }
    for (int i = 0; i < WEND_MESH_AREAS; i++) {
        plain[i] = w.least;
    }
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = w.mesh;
    def.factors = w.factors;
    w.space = mesh_spaces_make(def);
    def.factors = plain;
    w.plain = mesh_spaces_make(def);
    w.search = mesh_searches_on(w.space);
    w.plain_search = mesh_searches_on(w.plain);
    w.path = paths_make();
    w.plain_path = paths_make();
    return w;
}

static void world_free(world *w)
{
    wend_path_destroy(w->path);
    wend_path_destroy(w->plain_path);
    wend_mesh_search_destroy(w->search);
    wend_mesh_search_destroy(w->plain_search);
    wend_mesh_space_destroy(w->space);
    wend_mesh_space_destroy(w->plain);
    wend_mesh_destroy(w->mesh);
    gen_mesh_free(&w->gen);
}

/* What a path costs by the polygons under many points of it, and how much of that is not sure. */
static double cost_of(const world *w, const wend_path *path, double *slack)
{
    double sum = 0;
    *slack = 1e-6;
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        const wend_leg leg = wend_path_leg(path, i);
        const double x = leg.to_point.x - leg.from_point.x;
        const double y = leg.to_point.y - leg.from_point.y;
        const double length = sqrt(x * x + y * y);
        const int samples = 1 + (int)(length * 10);
        for (int k = 0; k < samples; k++) {
            const double t = (k + 0.5) / samples;
            const wend_node p =
                wend_mesh_locate(w->mesh, leg.from_point.x + x * t, leg.from_point.y + y * t, 0);
            sum += length / samples *
                   (p == WEND_NODE_NONE ? w->least
                                        : w->factors[wend_mesh_get_polygon(w->mesh, p).area]);
        }
        /* A leg meets some borders, and is wrong by half a sample at each. */
        *slack += 12 * 4 * w->least * length / samples;
    }
    return sum;
}

static bool complain(const world *w, const char *what, double a, double b)
{
    print_error("seed %llu: %s: %.12g, %.12g\n", (unsigned long long)w->seed, what, a, b);
    return false;
}

static bool is_right(world *w, const wend_mesh_search_query *query)
{
    const wend_result result = wend_mesh_search_find(w->search, query);
    const wend_result plain_result = wend_mesh_search_find(w->plain_search, query);
    wend_mesh_search_answer answer;
    wend_mesh_search_answer plain;
    wend_mesh_search_get_answer(w->search, &answer);
    wend_mesh_search_get_answer(w->plain_search, &plain);
    if (result != plain_result) {
        return complain(w, "results differ", result, plain_result);
    }
    if (result != WEND_OK) {
        return result == WEND_NO_PATH;
    }
    assert_int_equal(wend_path_from_mesh_search(w->path, w->search), WEND_OK);
    assert_int_equal(wend_path_from_mesh_search(w->plain_path, w->plain_search), WEND_OK);
    double slack;
    double plain_slack;
    const double sampled = cost_of(w, w->path, &slack);
    const double plain_cost = cost_of(w, w->plain_path, &plain_slack);
    const double legs = wend_cost_to_double(wend_path_cost(w->path));
    const double tiny = 1e-9 * (1 + answer.cost);
    /* Lines around arcs are up to 2 % longer than the arcs, which turn by a few times the radius. */
    const double arcs = 0.02 * legs;
    return (answer.cost >= plain.cost - tiny ||
            complain(w, "below the least", answer.cost, plain.cost)) &&
           (fabs(answer.bound - (answer.cost > plain.cost + tiny ? answer.cost / plain.cost : 1)) <
                1e-6 ||
            complain(w, "bound", answer.bound, answer.cost / plain.cost)) &&
           (fabs(legs - sampled) < slack || complain(w, "cost of the ground", legs, sampled)) &&
           (fabs(legs - answer.cost) <= arcs + tiny ||
            complain(w, "cost of legs", legs, answer.cost)) &&
           (answer.cost <= plain_cost + plain_slack ||
            complain(w, "dearer than the shortest path", answer.cost, plain_cost)) &&
           (wend_path_is_valid_mesh(w->path, w->space, query->radius, 0, NULL, NULL) ||
            complain(w, "no room", query->radius, 0));
}

static bool slices_change_nothing(world *w, const wend_mesh_search_query *query)
{
    wend_mesh_search_answer whole;
    wend_mesh_search_answer sliced;
    (void)wend_mesh_search_find(w->search, query);
    wend_mesh_search_get_answer(w->search, &whole);
    wend_result result = wend_mesh_search_start(w->search, query);
    for (result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS;) {
        wend_budget budget = wend_budget_steps(1 + (uint64_t)(9 * draw(w)));
        result = wend_mesh_search_run(w->search, &budget);
    }
    wend_mesh_search_get_answer(w->search, &sliced);
    return result == whole.result && !(whole.cost < sliced.cost) && !(whole.cost > sliced.cost) &&
           !(whole.bound < sliced.bound) && !(whole.bound > sliced.bound);
}

static bool ground_counts(uint64_t seed, void *context)
{
    (void)context;
    world w = world_make(seed);
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w.mesh, &low, &high);
    bool ok = true;
    for (int i = 0; i < QUERIES && ok; i++) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        const double x = low.x + (high.x - low.x) * draw(&w);
        const double y = low.y + (high.y - low.y) * draw(&w);
        query.start = wend_mesh_location_at(x, y, 0);
        query.goal = wend_mesh_location_at(low.x + (high.x - low.x) * draw(&w),
                                           low.y + (high.y - low.y) * draw(&w), 0);
        query.radius = 0.1 + 3 * draw(&w) * draw(&w);
        ok = is_right(&w, &query) &&
             (i > 1 || slices_change_nothing(&w, &query) || complain(&w, "slices", 0, 0));
    }
    world_free(&w);
    return ok;
}

static void mesh_disc_counts_the_ground_under_its_path(void **state)
{
    (void)state;
    gen_property("discs over ground of several costs", SEEDS, ground_counts, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_disc_counts_the_ground_under_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
