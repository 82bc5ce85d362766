/* Spaces that follow single edits of their mesh are as new ones, and so are the answers over them, to
 * the last bit. */
#include "support/gen.h"
#include "support/mesh_world.h"
#include "support/meshes.h"
#include "support/same_space.h"
#include "support/test.h"

#include "route/mesh_search/search.h"
#include "wend/mesh_overlay.h"

#include <math.h>
#include <string.h>

enum { POINTS = 512, LINKS = 6, EDITS = 24, LIKE_FRESH = 150 };

typedef struct mend_world {
    mesh_world w;
    wend_overlay_id overlay;
    wend_mesh_link_id links[LINKS];
} mend_world;

static uint32_t below(mend_world *m, uint32_t count)
{
    return mesh_world_below(&m->w, count);
}

/* ---- edits ---- */

static void edit_link(mend_world *m)
{
    const uint32_t i = below(m, LINKS);
    wend_mesh_link link = wend_mesh_link_default();
    if (m->links[i].index1 == 0) {
        link.from = mesh_world_place(&m->w);
        link.to = mesh_world_place(&m->w);
        link.cost = below(m, 3);
        link.is_two_way = below(m, 2) == 0;
        link.flags = below(m, 5) == 0 ? 4 : 1;
        assert_int_equal(wend_mesh_add_link(m->w.mesh, &link, &m->links[i], NULL), WEND_OK);
    } else if (below(m, 2) == 0) {
        assert_int_equal(wend_mesh_remove_link(m->w.mesh, m->links[i]), WEND_OK);
        m->links[i].index1 = 0;
    } else {
        assert_int_equal(wend_mesh_get_link(m->w.mesh, m->links[i], &link), WEND_OK);
        link.is_open = !link.is_open;
        link.cost = link.cost * 2;
        assert_int_equal(wend_mesh_set_link(m->w.mesh, m->links[i], &link, NULL), WEND_OK);
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

/* One edit of any kind. @param mostly_doors most of them open or close polygons. */
static void edit(mend_world *m, bool mostly_doors)
{
    wend_mesh *mesh = m->w.mesh;
    const wend_node p = below(m, wend_mesh_polygon_count(mesh));
    const uint32_t kind = below(m, mostly_doors ? 30 : 10);
    wend_result result = WEND_OK;
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
        query.start = mesh_world_place(&m->w);
        query.goal = mesh_world_place(&m->w);
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
    const bool mostly_doors = *(const bool *)context;
    mesh_world_make(&m.w, seed);
    wend_mesh_overlay_def overlay = wend_mesh_overlay_def_default();
    assert_int_equal(wend_mesh_add_overlay(m.w.mesh, &overlay, &m.overlay, NULL), WEND_OK);
    bool holds = true;
    for (uint32_t i = 0; i < EDITS && holds; ++i) {
        wend_mesh_space *fresh = NULL;
        const uint32_t edits = below(&m, 4) == 0 ? 1 + below(&m, 4) : 1;
        for (uint32_t k = 0; k < edits; ++k) {
            edit(&m, mostly_doors);
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
    bool mostly_doors = false;
    gen_property("mended", LIKE_FRESH, mended_is_fresh, &mostly_doors);
}

static void mesh_space_after_doors_is_a_fresh_one(void **state)
{
    (void)state;
    bool mostly_doors = true;
    gen_property("doors", LIKE_FRESH, mended_is_fresh, &mostly_doors);
}

/* More edits than a mesh remembers, and edits that close most of it. */
static void mesh_space_after_more_edits_than_remembered_is_a_fresh_one(void **state)
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
        cmocka_unit_test(mesh_space_after_more_edits_than_remembered_is_a_fresh_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
