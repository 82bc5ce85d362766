/* Random edits of meshes: which polygons reach which, and meshes that are saved and loaded. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/test.h"
#include "twins.h"

#include <stdlib.h>
#include <string.h>

/* ---- edits and bytes ---- */

enum { LINKS = 6 };

typedef struct link_twin {
    wend_node from, to;
    bool is_two_way, is_open, is_there;
    wend_mesh_link_id id;
} link_twin;

static bool slow_reach(const world *w, const link_twin *links, wend_node from, wend_node to)
{
    const wend_mesh *m = w->mesh;
    const uint32_t count = wend_mesh_polygon_count(m);
    uint8_t *met = calloc(count, 1);
    assert_non_null(met);
    met[from] = wend_mesh_get_polygon(m, from).is_open;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (wend_node p = 0; p < count; ++p) {
            const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, p);
            for (uint32_t i = 0; met[p] != 0 && i < polygon.count + LINKS; ++i) {
                wend_node q = WEND_NODE_NONE;
                if (i < polygon.count) {
                    q = wend_mesh_neighbour(m, polygon.first_corner + i);
                } else {
                    const link_twin *link = &links[i - polygon.count];
                    const bool works = link->is_there && link->is_open;
                    q = works && link->from == p                     ? link->to
                        : works && link->is_two_way && link->to == p ? link->from
                                                                     : q;
                }
                if (q != WEND_NODE_NONE && met[q] == 0 && wend_mesh_get_polygon(m, q).is_open) {
                    met[q] = 1;
                    is_new = true;
                }
            }
        }
    }
    const bool is_met = met[to] != 0;
    free(met);
    return is_met;
}

static bool toggle_link(world *w, link_twin *link)
{
    if (link->is_there) {
        link->is_there = false;
        return wend_mesh_remove_link(w->mesh, link->id) == WEND_OK;
    }
    const uint32_t count = wend_mesh_polygon_count(w->mesh);
    wend_mesh_link def = wend_mesh_link_default();
    link->from = below(w, count);
    link->to = below(w, count);
    link->is_there = true;
    def.is_two_way = link->is_two_way = below(w, 2) == 0;
    def.is_open = link->is_open = below(w, 4) != 0;
    const wend_vec3 a =
        wend_mesh_corner(w->mesh, wend_mesh_get_polygon(w->mesh, link->from).first_corner);
    const wend_vec3 b =
        wend_mesh_corner(w->mesh, wend_mesh_get_polygon(w->mesh, link->to).first_corner);
    def.from = (wend_mesh_location){a.x, a.y, a.z, link->from};
    def.to = (wend_mesh_location){b.x, b.y, b.z, link->to};
    return wend_mesh_add_link(w->mesh, &def, &link->id, NULL) == WEND_OK;
}

static bool loads_again(const wend_mesh *m)
{
    size_t count;
    size_t count_again;
    wend_mesh *again = NULL;
    bool ok = wend_mesh_save(m, NULL, 0, &count) == WEND_TRUNCATED;
    uint8_t *bytes = malloc(2 * count);
    ok = ok && bytes != NULL && wend_mesh_save(m, bytes, count, &count) == WEND_OK &&
         wend_mesh_load(NULL, bytes, count, &again) == WEND_OK &&
         wend_mesh_hash(m) == wend_mesh_hash(again) &&
         wend_mesh_save(again, bytes + count, count, &count_again) == WEND_OK &&
         count == count_again && memcmp(bytes, bytes + count, count) == 0;
    free(bytes);
    wend_mesh_destroy(again);
    return ok;
}

static bool edit_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    link_twin links[LINKS];
    memset(links, 0, sizeof links);
    bool ok = world_make(&w, seed, false);
    const uint32_t count = ok ? wend_mesh_polygon_count(w.mesh) : 1;
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        const uint64_t before = wend_mesh_revision(w.mesh);
        const wend_node p = below(&w, count);
        if (below(&w, 4) == 0) {
            ok = toggle_link(&w, &links[below(&w, LINKS)]);
        } else {
            const bool is_open = wend_mesh_get_polygon(w.mesh, p).is_open;
            ok = wend_mesh_set_open(w.mesh, p, !is_open) == WEND_OK;
        }
        ok = ok && wend_mesh_revision(w.mesh) == before + 1;
        for (int k = 0; ok && k < 4; ++k) {
            const wend_node from = below(&w, count);
            const wend_node to = below(&w, count);
            ok = wend_mesh_can_reach(w.mesh, from, to) == slow_reach(&w, links, from, to);
        }
    }
    ok = ok && loads_again(w.mesh);
    world_free(&w);
    return ok;
}

static void mesh_reach_after_edits_equals_a_flood(void **state)
{
    (void)state;
    gen_property("edits", 150, edit_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_reach_after_edits_equals_a_flood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
