/* Corridors over random meshes whose ends walk, and which are edited: the path is always valid, as long as
 * the bound says beside a fresh search, and never shorter. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/test.h"
#include "twins.h"
#include "wend/mesh_corridor.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_path.h"

#include <string.h>

enum { TICKS = 48, CORNERS = 256 };

static const double STEP = 0.4; /* metres */

typedef struct stage {
    world w;
    wend_mesh_space *space;
    wend_mesh_search *search;
    wend_mesh_corridor *corridor;
    wend_mesh_obstacle_id crate;
    double radius;
} stage;

static bool begin(stage *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    if (!world_make(&s->w, seed, false)) {
        return false;
    }
    s->radius = seed % 3 == 0 ? 0.5 : 0;
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    space_def.mesh = s->w.mesh;
    assert_int_equal(wend_mesh_space_create(&space_def, &s->space), WEND_OK);
    assert_int_equal(wend_mesh_search_create(s->space, NULL, &s->search), WEND_OK);
    wend_mesh_corridor_def def = wend_mesh_corridor_def_default();
    def.space = s->space;
    def.radius = s->radius;
    assert_int_equal(wend_mesh_corridor_create(&def, &s->corridor), WEND_OK);
    return true;
}

static void end(stage *s)
{
    wend_mesh_corridor_destroy(s->corridor);
    wend_mesh_search_destroy(s->search);
    wend_mesh_space_destroy(s->space);
    world_free(&s->w);
}

/* The shortest length; negative without a path. */
static double shortest(stage *s, wend_mesh_location from, wend_mesh_location to)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    wend_mesh_search_answer answer;
    query.start = from;
    query.goal = to;
    query.radius = s->radius;
    const wend_result result = wend_mesh_search_find(s->search, &query);
    wend_mesh_search_get_answer(s->search, &answer);
    return result == WEND_OK ? answer.length : -1;
}

static bool line_is_valid(stage *s, const wend_mesh_corridor_answer *a)
{
    wend_mesh_location corners[CORNERS];
    size_t count = 0;
    double length = 0;
    if (wend_mesh_corridor_corners(s->corridor, corners, CORNERS, &count) != WEND_OK ||
        count != a->corner_count || !is(corners[0].x, a->position.x) ||
        !is(corners[0].y, a->position.y)) {
        return false;
    }
    for (size_t i = 1; i < count; ++i) {
        /* Arcs around corners keep the radius but for rounding. */
        if (!wend_mesh_space_can_walk(s->space, corners[i - 1], corners[i], s->radius * (1 - 1e-6),
                                      NULL, NULL)) {
            return false;
        }
        length += hypot(corners[i].x - corners[i - 1].x, corners[i].y - corners[i - 1].y);
    }
    return fabs(length - a->length) < 1e-9 * (1 + length) &&
           (a->result != WEND_OK ||
            (is(corners[count - 1].x, a->target.x) && is(corners[count - 1].y, a->target.y)));
}

/* @param is_updated nothing is left to be done. */
static bool check(stage *s, bool is_updated)
{
    wend_mesh_corridor_answer a;
    wend_mesh_corridor_get_answer(s->corridor, &a);
    if (a.corner_count == 0) {
        return false;
    }
    if (!line_is_valid(s, &a)) {
        return false;
    }
    const double best = shortest(s, a.position, a.target);
    if (a.result != WEND_OK) {
        return !is_updated || (a.result == WEND_NO_PATH && best < 0);
    }
    const double slack = 1e-7 * (1 + best);
    return best >= 0 && a.length >= best - slack - (s->radius > 0 ? 0.02 * best : 0) &&
           (a.bound < 1 ||
            a.length <= a.bound * best + slack + (s->radius > 0 ? 0.02 * best : 0)) &&
           (!is_updated || (a.bound >= 1 && a.bound <= 1.05 + 1e-9) || a.length < 1e-6);
}

static void edit_something(stage *s)
{
    if (below(&s->w, 2) == 0) {
        const wend_node p = below(&s->w, wend_mesh_polygon_count(s->w.mesh));
        (void)wend_mesh_set_open(s->w.mesh, p, !wend_mesh_get_polygon(s->w.mesh, p).is_open);
    } else if (s->crate.index1 != 0) {
        assert_int_equal(wend_mesh_remove_obstacle(s->w.mesh, s->crate), WEND_OK);
        s->crate = (wend_mesh_obstacle_id){0, 0};
    } else {
        wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
        def.centre = some_point(&s->w);
        def.radius = 1 + 0.1 * below(&s->w, 20);
        assert_int_equal(wend_mesh_add_obstacle(s->w.mesh, &def, &s->crate, NULL), WEND_OK);
    }
}

static bool move_ends(stage *s)
{
    wend_mesh_location corners[2];
    wend_mesh_corridor_answer a;
    size_t count = 0;
    wend_mesh_corridor_get_answer(s->corridor, &a);
    (void)wend_mesh_corridor_corners(s->corridor, corners, 2, &count);
    const wend_vec2 aim = some_point(&s->w);
    const double stray = below(&s->w, 4) == 0 ? 0.1 : 0;
    const wend_mesh_location *next = &corners[count > 1 ? 1 : 0];
    const double way = hypot(next->x - a.position.x, next->y - a.position.y);
    const double part = way > 2 ? 2 / way : 1;
    wend_result result = wend_mesh_corridor_move(
        s->corridor,
        a.position.x + part * (next->x - a.position.x) + stray * (aim.x - a.position.x),
        a.position.y + part * (next->y - a.position.y) + stray * (aim.y - a.position.y));
    bool ok = result == WEND_OK || result == WEND_NO_PATH;
    const wend_vec2 other = some_point(&s->w);
    result = wend_mesh_corridor_move_target(s->corridor, a.target.x + 0.05 * (other.x - a.target.x),
                                            a.target.y + 0.05 * (other.y - a.target.y));
    return ok && (result == WEND_OK || result == WEND_NO_PATH);
}

static bool corridor_holds(uint64_t seed, void *context)
{
    (void)context;
    stage s;
    if (!begin(&s, seed)) {
        return false;
    }
    bool ok = true;
    for (int i = 0; i < 20; ++i) {
        const wend_vec2 from = some_point(&s.w);
        const wend_vec2 to = some_point(&s.w);
        const wend_result result =
            wend_mesh_corridor_set(s.corridor, wend_mesh_location_at(from.x, from.y, 0),
                                   wend_mesh_location_at(to.x, to.y, 0));
        if (result == WEND_OK) {
            break;
        }
        ok = ok && result == WEND_NO_PATH;
    }
    wend_mesh_corridor_answer a;
    wend_mesh_corridor_get_answer(s.corridor, &a);
    for (int tick = 0; tick < TICKS && ok && a.corner_count > 0; ++tick) {
        const bool is_sliced = below(&s.w, 2) == 0;
        ok = move_ends(&s);
        ok = ok && check(&s, false);
        if (below(&s.w, 4) == 0) {
            const uint64_t revision = wend_mesh_revision(s.w.mesh);
            edit_something(&s);
            ok = ok && (wend_mesh_revision(s.w.mesh) == revision ||
                        wend_mesh_corridor_move(s.corridor, 0, 0) == WEND_ERROR_STALE);
            ok = ok && wend_mesh_space_update(s.space) == WEND_OK;
        }
        wend_budget budget = wend_budget_steps(3);
        const wend_result result =
            wend_mesh_corridor_update(s.corridor, is_sliced ? &budget : NULL);
        ok = ok && (result == WEND_OK || result == WEND_NO_PATH ||
                    (is_sliced && result == WEND_IN_PROGRESS));
        ok = ok && check(&s, result == WEND_OK || result == WEND_NO_PATH);
        if (!ok) {
            print_error("seed %llu, tick %d\n", (unsigned long long)seed, tick);
        }
    }
    end(&s);
    return ok;
}

/* Steps a little beside the way to the next corner. @return false at the target. */
static bool step_along(stage *s)
{
    wend_mesh_location corners[2];
    size_t count = 0;
    (void)wend_mesh_corridor_corners(s->corridor, corners, 2, &count);
    if (count < 2) {
        return false;
    }
    const wend_vec2 way = {corners[1].x - corners[0].x, corners[1].y - corners[0].y};
    const double length = hypot(way.x, way.y);
    const double part = length > STEP ? STEP / length : 1;
    const double beside = 0.05 * part * ((double)below(&s->w, 3) - 1);
    wend_result result =
        wend_mesh_corridor_move(s->corridor, corners[0].x + part * way.x - beside * way.y,
                                corners[0].y + part * way.y + beside * way.x);
    if (result == WEND_NO_PATH) { /* a disc has no room beside the corner that it passes */
        result = wend_mesh_corridor_move(s->corridor, corners[0].x + part * way.x,
                                         corners[0].y + part * way.y);
    }
    return result == WEND_OK && (count > 2 || length > STEP);
}

static bool walker_arrives(uint64_t seed, void *context)
{
    (void)context;
    stage s;
    if (!begin(&s, seed)) {
        return false;
    }
    const wend_vec2 from = some_point(&s.w);
    const wend_vec2 to = some_point(&s.w);
    wend_mesh_corridor_answer a;
    bool ok = true;
    if (wend_mesh_corridor_set(s.corridor, wend_mesh_location_at(from.x, from.y, 0),
                               wend_mesh_location_at(to.x, to.y, 0)) == WEND_OK) {
        wend_mesh_corridor_get_answer(s.corridor, &a);
        int left = 20 + (int)(1.1 * a.length / STEP); /* none walks back */
        while (step_along(&s) && left > 0) {
            ok = ok && wend_mesh_corridor_update(s.corridor, NULL) == WEND_OK;
            left--;
        }
        wend_mesh_corridor_get_answer(s.corridor, &a);
        ok = ok && a.length < 2 * STEP;
    }
    end(&s);
    return ok;
}

static void walkers_along_corridors_arrive(void **state)
{
    (void)state;
    gen_property("walkers", 200, walker_arrives, NULL);
}

static void corridors_are_valid_and_as_short_as_their_bound_says(void **state)
{
    (void)state;
    gen_property("corridors", 300, corridor_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corridors_are_valid_and_as_short_as_their_bound_says),
        cmocka_unit_test(walkers_along_corridors_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
