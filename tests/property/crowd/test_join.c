/* Random rooms and bars. The path of a body comes late from a planner, while the body stands, seeks its
 * goal, wanders, traces walls or walks paths so far. The whole path leads on from where the body is,
 * is about as short as one that is found from there, and the distance left only shrinks.
 * Cost: the searches of some dozen maps, and a walk on each. */
#include "support/crowds.h"
#include "support/gen.h"
#include "support/test.h"
#include "wend/planner.h"

enum { SIDE = 40, TICKS = 12000, POINTS = 256 };

static const double RADIUS = 0.3;

typedef struct stage {
    wend_grid *grid;
    wend_planner *planner;
    wend_pathfinder *pathfinder;
    wend_crowd *crowd;
    wend_body_id id;
    wend_vec2 from, to;
} stage;

static wend_vec2 centre(const gen_map *map, wend_node node)
{
    return (wend_vec2){(double)(node % (uint32_t)map->width) + 0.5,
                       (double)(node / (uint32_t)map->width) + 0.5};
}

static stage begin(const gen_map *map, uint64_t seed)
{
    stage s = {.grid = gen_map_grid(map, NULL)};
    s.from = centre(map, map->start);
    s.to = centre(map, map->goal);
    wend_planner_def planner_def = wend_planner_def_default();
    wend_planner_profile_def profile_def = wend_planner_profile_def_default();
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    wend_profile_source_def source_def = wend_profile_source_def_default();
    uint32_t profile;
    planner_def.grid = s.grid;
    planner_def.quantum = 16;
    profile_def.radius = RADIUS;
    finder_def.grid = s.grid;
    finder_def.radius = RADIUS;
    assert_int_equal(wend_planner_create(&planner_def, &s.planner), WEND_OK);
    assert_int_equal(wend_planner_add_profile(s.planner, &profile_def, &profile), WEND_OK);
    assert_int_equal(wend_pathfinder_create(&finder_def, &s.pathfinder), WEND_OK);
    const wend_route_rule rule = {WEND_ROUTE_CLASS_ANY, 1, profile};
    source_def.planner = s.planner;
    source_def.rules = &rule;
    source_def.rule_count = 1;
    source_def.partial_after_updates = (uint32_t)(seed / 4 % 3) * 3;
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s.grid;
    def.max_bodies = 2;
    def.meanwhile = (wend_meanwhile)(1 + seed % 4);
    assert_int_equal(wend_route_source_from_profiles(&source_def, &def.route_source), WEND_OK);
    s.crowd = crowds_make(def);
    return s;
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_pathfinder_destroy(s->pathfinder);
    wend_planner_destroy(s->planner);
    wend_grid_destroy(s->grid);
}

/* Metres of a path found now; below 0: there is none. */
static double metres(stage *s, wend_vec2 from)
{
    wend_path_query query = wend_path_query_default();
    wend_path_answer answer;
    query.from = wend_vec3_from_vec2(from, 0);
    query.to = wend_vec3_from_vec2(s->to, 0);
    if (wend_pathfinder_find(s->pathfinder, &query) != WEND_OK) {
        return -1;
    }
    wend_pathfinder_get_answer(s->pathfinder, &answer);
    return answer.length;
}

enum { WORLDS = 96, ROUTES_LEAST = 40 };

typedef struct tally {
    uint32_t worlds, routes;
} tally;

/* What is left of the body's path. */
static double metres_left(const stage *s)
{
    wend_vec2 points[POINTS];
    size_t count = 0;
    double sum = 0;
    if (wend_crowd_get_path(s->crowd, s->id, points, POINTS, &count) != WEND_OK) {
        return -1;
    }
    for (size_t i = 1; i < count; i++) {
        sum += wend_vec2_distance(points[i - 1], points[i]);
    }
    return sum;
}

static bool has_event(const stage *s, wend_event_kind kind)
{
    size_t count;
    const wend_event *events = wend_crowd_get_events(s->crowd, &count);
    bool has = false;
    for (size_t i = 0; i < count; i++) {
        has = has || events[i].kind == kind;
    }
    return has;
}

static bool leads_on(uint64_t seed, void *context)
{
    tally *t = context;
    t->worlds++;
    static const gen_kind kinds[] = {GEN_ROOMS, GEN_BARS, GEN_CAVE, GEN_NOISE};
    gen_map map = gen_map_make(kinds[seed / 12 % 4], seed, SIDE, SIDE);
    map.neighbours = WEND_NEIGHBOURS_8;
    stage s = begin(&map, seed);
    const double all = metres(&s, s.from);
    wend_body_def def = wend_body_def_default();
    def.position = s.from;
    def.radius = RADIUS;
    bool is_good = true;
    if (all > 5 && wend_crowd_add_body(s.crowd, &def, &s.id) == WEND_OK) {
        assert_int_equal(wend_crowd_set_goal(s.crowd, s.id, s.to, 0), WEND_OK);
        double last = -1;
        for (int tick = 0; tick < TICKS && is_good; tick++) {
            wend_budget budget = wend_budget_steps(1 + seed % 5);
            assert_true(wend_planner_update(s.planner, &budget) >= 0);
            const wend_vec2 before = crowds_body(s.crowd, s.id).position;
            crowds_tick(s.crowd, 1);
            if (has_event(&s, WEND_EVENT_ROUTE)) {
                const double shortest = metres(&s, before);
                last = metres_left(&s);
                is_good = shortest < 0 || last <= 1.1 * shortest + 1;
                t->routes++;
            } else if (last >= 0 && crowds_body(s.crowd, s.id).state == WEND_BODY_MOVING) {
                const double left = crowds_body(s.crowd, s.id).distance_left;
                is_good = left <= last + 0.15;
                last = left < last ? left : last;
            }
            if (crowds_body(s.crowd, s.id).state >= WEND_BODY_ARRIVED) {
                break;
            }
        }
        is_good = is_good && crowds_body(s.crowd, s.id).state == WEND_BODY_ARRIVED;
    }
    end(&s);
    gen_map_free(&map);
    return is_good;
}

static void nobody_turns_back(void **state)
{
    (void)state;
    tally t = {0, 0};
    gen_property("nobody turns back", WORLDS, leads_on, &t);
    /* In proportion, as a scale leaves fewer worlds. */
    assert_true(t.routes * WORLDS > t.worlds * ROUTES_LEAST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_turns_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
