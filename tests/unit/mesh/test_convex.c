/* Rings that meshes and tiles in files may have, and those that are refused. */
#include "support/test.h"
#include "world/mesh/convex.h"

enum { CORNERS_MAX = 8 };

typedef struct ring {
    const char *name;
    size_t count;
    wend_vec2 corners[CORNERS_MAX];
    bool is_convex;
} ring;

static bool is_convex(const ring *r, size_t first)
{
    wendi_convex_walk walk = wendi_convex_begin(r->corners[(first + r->count - 2) % r->count],
                                                r->corners[(first + r->count - 1) % r->count]);
    for (size_t i = 0; i < r->count; i++) {
        wendi_convex_add(&walk, r->corners[(first + i) % r->count]);
    }
    return wendi_convex_end(&walk);
}

static void rings_are_convex_wherever_they_begin(void **state)
{
    (void)state;
    static const ring rings[] = {
        {"triangle", 3, {{0, 0}, {4, 0}, {0, 4}}, true},
        {"square", 4, {{0, 0}, {4, 0}, {4, 4}, {0, 4}}, true},
        {"corner on a straight edge", 5, {{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}}, true},
        {"clockwise", 4, {{0, 0}, {0, 4}, {4, 4}, {4, 0}}, false},
        {"dent", 5, {{0, 0}, {4, 0}, {4, 4}, {2, 3}, {0, 4}}, false},
        {"no area", 3, {{0, 0}, {2, 0}, {4, 0}}, false},
        {"edge without length", 5, {{0, 0}, {4, 0}, {4, 0}, {4, 4}, {0, 4}}, false},
        {"edge without length at a turn", 5, {{0, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}}, false},
        {"all left, but twice around", 5, {{0, 0}, {4, 3}, {-1, 3}, {3, 0}, {1.5, 5}}, false},
        {"there and back", 4, {{0, 0}, {4, 0}, {4, 4}, {4, 0}}, false},
    };
    for (size_t k = 0; k < sizeof rings / sizeof rings[0]; k++) {
        for (size_t first = 0; first < rings[k].count; first++) {
            if (is_convex(&rings[k], first) != rings[k].is_convex) {
                fail_msg("%s, from corner %zu on", rings[k].name, first);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_are_convex_wherever_they_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
