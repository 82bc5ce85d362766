/* Spaces that follow single edits of their mesh are as new ones, and so are the answers over them, to
 * the last bit. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/meshes.h"
#include "support/same_space.h"
#include "support/test.h"

#include "route/mesh_search/search.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_overlay.h"

#include <math.h>
#include <string.h>

enum { POINTS = 512, LINKS = 6, OBSTACLES = 8, EDITS = 24, LIKE_FRESH = 150 };

typedef struct mend_world {
    mesh_world w;
    wend_overlay_id overlay;
    wend_mesh_link_id links[LINKS];
    wend_mesh_obstacle_id obstacles[OBSTACLES];
} mend_world;

/* What most edits are. */
typedef enum mend_kind { MEND_ANY, MEND_DOORS, MEND_OBSTACLES, MEND_MOVES } mend_kind;

static uint32_t below(mend_world *m, uint32_t count)
{
    return mesh_world_below(&m->w, count);
}

/* A corner, or a point between one and the middle, of a polygon or piece. */
static wend_mesh_location some_place(mend_world *m)
{
    const uint32_t count = wend_mesh_polygon_count(m->w.mesh);
    wend_node p = below(m, count);
    for (uint32_t i = 0; i < count && wend_mesh_get_polygon(m->w.mesh, p).count == 0; ++i) {
        p = p + 1 == count ? 0 : p + 1;
    }
    const wend_mesh_polygon polygon = wend_mesh_get_polygon(m->w.mesh, p);
    const wend_vec3 corner = wend_mesh_corner(
        m->w.mesh, polygon.first_corner + below(m, polygon.count == 0 ? 1 : polygon.count));
    const wend_vec2 from = {corner.x, corner.y};
    const wend_vec2 at = wend_vec2_lerp(from, polygon.centroid, below(m, 9) / 8.0);
    wend_mesh_location place = wend_mesh_location_at(at.x, at.y, 0);
    place.z = wend_mesh_height(m->w.mesh, p, at.x, at.y);
    place.polygon = wend_mesh_locate(m->w.mesh, at.x, at.y, place.z);
    if (place.polygon == WEND_NODE_NONE) {
        place = wend_mesh_location_at(from.x, from.y, corner.z);
        place.polygon = p;
    }
    return place;
}

/* ---- edits ---- */

static void edit_link(mend_world *m)
{
    const uint32_t i = below(m, LINKS);
    wend_mesh_link link = wend_mesh_link_default();
    if (m->links[i].index1 == 0) {
        link.from = some_place(m);
        link.to = some_place(m);
        link.cost = below(m, 3);
        link.is_two_way = below(m, 2) == 0;
        link.flags = below(m, 5) == 0 ? 4 : 1;
        /* Refused where nothing is left of the mesh. */
        (void)wend_mesh_add_link(m->w.mesh, &link, &m->links[i], NULL);
    } else if (below(m, 2) == 0) {
        assert_int_equal(wend_mesh_remove_link(m->w.mesh, m->links[i]), WEND_OK);
        m->links[i].index1 = 0;
    } else {
        assert_int_equal(wend_mesh_get_link(m->w.mesh, m->links[i], &link), WEND_OK);
        link.is_open = !link.is_open;
        link.cost = link.cost * 2;
        /* Likewise where an obstacle covers an end. */
        (void)wend_mesh_set_link(m->w.mesh, m->links[i], &link, NULL);
    }
}

static void edit_overlay(mend_world *m)
{
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(m->w.mesh, &low, &high);
    const double share = below(m, 100) / 100.0;
    const wend_vec2 at = {low.x + share * (high.x - low.x), low.y + share * (high.y - low.y)};
    assert_int_equal(
        wend_mesh_overlay_add(m->w.mesh, m->overlay, at, (high.x - low.x) / 8, WEND_OVERLAY_ONE),
        WEND_OK);
}

/* Some worlds are larger, or smaller, than obstacles can be. */
static double allowed(double size)
{
    return fmin(fmax(size, 1.0 / 1024), 1 << 20);
}

/* Places, moves or removes one obstacle, or some at once. Some lie along the borders of polygons. */
static void edit_obstacles(mend_world *m)
{
    wend_mesh_obstacle_id ids[OBSTACLES];
    wend_mesh_obstacle_def defs[OBSTACLES];
    const uint32_t first = below(m, OBSTACLES);
    const uint32_t count = below(m, 3) == 0 ? 1 + below(m, OBSTACLES - first) : 1;
    if (m->obstacles[first].index1 != 0 && below(m, 2) == 0) {
        assert_int_equal(wend_mesh_remove_obstacle(m->w.mesh, m->obstacles[first]), WEND_OK);
        m->obstacles[first].index1 = 0;
        return;
    }
    for (uint32_t i = 0; i < count; ++i) {
        const wend_mesh_location at = some_place(m);
        ids[i] = m->obstacles[first + i];
        defs[i] = wend_mesh_obstacle_def_default();
        defs[i].centre = (wend_vec2){at.x, at.y};
        defs[i].radius = allowed(m->w.scale * (0.1 + below(m, 200) * 0.1));
        defs[i].corner_count = 8 + below(m, 8);
        if (below(m, 3) == 0) {
            defs[i].shape = WEND_MESH_OBSTACLE_BOX;
            defs[i].half_width = allowed(m->w.scale * (1 + below(m, 12)));
            defs[i].half_depth = allowed(m->w.scale * (1 + below(m, 12)));
        }
    }
    assert_int_equal(wend_mesh_set_obstacles(m->w.mesh, ids, defs, count, NULL), WEND_OK);
    memcpy(m->obstacles + first, ids, count * sizeof *ids);
}

/* Moves some obstacles by a bit, so that most pieces are connected as before. */
static void nudge_obstacles(mend_world *m)
{
    wend_mesh_obstacle_id ids[OBSTACLES];
    wend_mesh_obstacle_def defs[OBSTACLES];
    const double step = m->w.scale / (double)(1 << below(m, 8));
    size_t count = 0;
    for (uint32_t i = 0; i < OBSTACLES; ++i) {
        if (m->obstacles[i].index1 != 0 && below(m, 3) != 0) {
            ids[count] = m->obstacles[i];
            assert_int_equal(wend_mesh_get_obstacle(m->w.mesh, ids[count], &defs[count]), WEND_OK);
            defs[count].centre.x += step * (below(m, 9) / 8.0 - 0.5);
            defs[count].centre.y += step * (below(m, 9) / 8.0 - 0.5);
            defs[count].angle += below(m, 2) == 0 ? 0 : 0.01;
            if (count > 0 && below(m, 4) == 0) { /* their upper edges lie on one line */
                defs[count].angle = defs[count - 1].angle = 0;
                defs[count].centre.y =
                    defs[count - 1].centre.y + defs[count - 1].half_depth - defs[count].half_depth;
            }
            count++;
        }
    }
    assert_int_equal(wend_mesh_set_obstacles(m->w.mesh, ids, defs, count, NULL), WEND_OK);
}

/* One edit of any kind. */
static void edit(mend_world *m, mend_kind most)
{
    if (most == MEND_MOVES && below(m, 4) != 0) {
        nudge_obstacles(m);
        return;
    }
    wend_mesh *mesh = m->w.mesh;
    const wend_node any = below(m, wend_mesh_polygon_count(mesh));
    const wend_node p = wend_mesh_polygon_origin(mesh, any) == WEND_NODE_NONE ? 0 : any;
    const uint32_t kind = below(m, most == MEND_ANY ? 12 : 30);
    wend_result result = WEND_OK;
    if (kind >= (most >= MEND_OBSTACLES ? 8 : most == MEND_DOORS ? 30 : 10)) {
        edit_obstacles(m);
        return;
    }
    if (kind == 0) {
        result = wend_mesh_set_flags(mesh, p, below(m, 6));
    } else if (kind < 3) {
        result = wend_mesh_set_area(mesh, p, (uint8_t)(below(m, 4) == 0 ? 7 : below(m, 3)));
    } else if (kind == 3) {
        static const double factors[] = {1, 1, 2, 0.5, (double)INFINITY};
        result = wend_mesh_set_factor(mesh, (uint8_t)below(m, 3), factors[below(m, 5)]);
    } else if (kind == 4) {
        edit_link(m);
    } else if (kind == 5) {
        edit_overlay(m);
    } else {
        result = wend_mesh_set_open(mesh, p, !wend_mesh_get_polygon(mesh, p).is_open);
    }
    assert_int_equal(result, WEND_OK);
}

/* ---- answers ---- */

static uint64_t print_of(const wend_mesh_search *search)
{
    wend_mesh_search_answer answer;
    wend_vec2 points[POINTS];
    size_t count = 0;
    wend_mesh_search_get_answer(search, &answer);
    (void)wend_mesh_search_points(search, points, POINTS, &count);
    uint64_t hash = wend_hash_u64(0, (uint64_t)(int64_t)answer.result);
    hash = wend_hash_u64(hash, (uint64_t)answer.reason);
    hash = wend_hash_u64(hash, answer.expanded);
    hash = wend_hash_u64(hash, answer.location.polygon);
    const double numbers[] = {answer.length, answer.cost, answer.bound, answer.location.x,
                              answer.location.y};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        hash = wend_hash_u64(hash, bits);
    }
    for (size_t i = 0; i < 2 * count; ++i) {
        uint64_t bits;
        memcpy(&bits, i % 2 == 0 ? &points[i / 2].x : &points[i / 2].y, sizeof bits);
        hash = wend_hash_u64(hash, bits);
    }
    return hash;
}

static bool has_same_answers(mend_world *m, const wend_mesh_space *fresh)
{
    bool holds = true;
    wend_mesh_search *other = mesh_searches_on(fresh);
    for (uint32_t i = 0; i < 5 && holds; ++i) {
        wend_mesh_search_query query = wend_mesh_search_query_default();
        query.start = some_place(m);
        query.goal = some_place(m);
        query.method = (wend_mesh_method)(i % WEND_MESH_METHOD_COUNT);
        query.radius = i == 4 ? 0.25 * m->w.scale : 0;
        query.method = i == 4 ? WEND_MESH_METHOD_EXACT : query.method;
        holds =
            wend_mesh_search_find(m->w.search, &query) == wend_mesh_search_find(other, &query) &&
            print_of(m->w.search) == print_of(other);
    }
    wend_mesh_search_destroy(other);
    return holds;
}

static bool mended_is_fresh(uint64_t seed, void *context)
{
    mend_world m = {.overlay = {0, 0}};
    const mend_kind most = *(const mend_kind *)context;
    mesh_world_make(&m.w, seed);
    wend_mesh_overlay_def overlay = wend_mesh_overlay_def_default();
    assert_int_equal(wend_mesh_add_overlay(m.w.mesh, &overlay, &m.overlay, NULL), WEND_OK);
    bool holds = true;
    for (uint32_t i = 0; i < EDITS && holds; ++i) {
        wend_mesh_space *fresh = NULL;
        const uint32_t edits = below(&m, 4) == 0 ? 1 + below(&m, 4) : 1;
        for (uint32_t k = 0; k < edits; ++k) {
            edit(&m, most);
        }
        if (below(&m, 2) == 0) {
            holds = wend_mesh_space_update(m.w.space) == WEND_OK;
        } else {
            wend_result result = WEND_IN_PROGRESS;
            while (result == WEND_IN_PROGRESS) {
                wend_budget budget = wend_budget_steps(1);
                result = wend_mesh_space_update_sliced(m.w.space, &budget);
            }
            holds = result == WEND_OK;
        }
        assert_int_equal(wend_mesh_space_create(&m.w.def, &fresh), WEND_OK);
        holds = holds && same_space(m.w.space, fresh) && has_same_answers(&m, fresh);
        wend_mesh_space_destroy(fresh);
    }
    mesh_world_free(&m.w);
    return holds;
}

static void mesh_space_after_any_edit_is_a_fresh_one(void **state)
{
    (void)state;
    mend_kind most = MEND_ANY;
    gen_property("mended", LIKE_FRESH, mended_is_fresh, &most);
}

static void mesh_space_after_doors_is_a_fresh_one(void **state)
{
    (void)state;
    mend_kind most = MEND_DOORS;
    gen_property("doors", LIKE_FRESH, mended_is_fresh, &most);
}

static void mesh_space_after_obstacles_is_a_fresh_one(void **state)
{
    (void)state;
    mend_kind most = MEND_OBSTACLES;
    gen_property("carved", LIKE_FRESH, mended_is_fresh, &most);
}

static void mesh_space_after_small_moves_is_a_fresh_one(void **state)
{
    (void)state;
    mend_kind most = MEND_MOVES;
    gen_property("moved", LIKE_FRESH, mended_is_fresh, &most);
}

/* Many edits between two updates, and edits that close most of a mesh. */
static void mesh_space_after_many_edits_is_a_fresh_one(void **state)
{
    (void)state;
    enum { SIDE = 60 };
    wend_mesh *mesh = meshes_lattice(SIDE, SIDE, 1, NULL);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    for (uint32_t round = 0; round < 12; ++round) {
        const uint32_t edits = round % 3 == 0 ? 300 : round % 3 == 1 ? 2000 : 40;
        for (uint32_t k = 0; k < edits; ++k) {
            const wend_node p = wend_random_below(5, round, k, SIDE * SIDE);
            assert_int_equal(wend_mesh_set_open(mesh, p, wend_random_below(6, round, k, 3) == 0),
                             WEND_OK);
        }
        assert_int_equal(wend_mesh_space_update(space), WEND_OK);
        wend_mesh_space *fresh = mesh_spaces_on(mesh);
        assert_true(same_space(space, fresh));
        wend_mesh_space_destroy(fresh);
    }
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_space_after_any_edit_is_a_fresh_one),
        cmocka_unit_test(mesh_space_after_doors_is_a_fresh_one),
        cmocka_unit_test(mesh_space_after_obstacles_is_a_fresh_one),
        cmocka_unit_test(mesh_space_after_small_moves_is_a_fresh_one),
        cmocka_unit_test(mesh_space_after_many_edits_is_a_fresh_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
