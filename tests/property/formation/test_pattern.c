/* Patterns of all shapes and sizes: no two slots are closer than the spacing, the anchor is in the
 * middle, and narrowed patterns keep the order from front to back. */
#include "support/test.h"

#include "crowd/formation/pattern.h"
#include "support/gen.h"

#include <math.h>
#include <stdlib.h>

typedef struct work {
    wendi_pattern_scratch scratch;
    wend_formation_slot wide[WEND_FORMATION_SLOTS_MAX];
    wend_formation_slot narrow[WEND_FORMATION_SLOTS_MAX];
    wendi_pattern pattern;
} work;

static wendi_pattern_def def_of(uint64_t seed)
{
    const uint32_t most = wend_random_below(seed, 1, 0, 30) == 0 ? WEND_FORMATION_SLOTS_MAX : 150;
    return (wendi_pattern_def){
        .shape = (wend_formation_shape)wend_random_below(seed, 1, 1, WEND_FORMATION_CUSTOM),
        .members = 1 + wend_random_below(seed, 1, 2, most),
        .files = wend_random_below(seed, 1, 3, 2) * wend_random_below(seed, 1, 4, 20),
        .spacing = 0.5 + wend_random_unit(seed, 1, 5),
    };
}

static bool are_apart(const wend_formation_slot *slots, uint32_t count, double spacing)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (wend_vec2_distance(slots[i].offset, slots[k].offset) < spacing * (1 - 1e-9)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_measured(const wend_formation_slot *slots, const wendi_pattern *pattern)
{
    double least_x = 0;
    double most_x = 0;
    double least_y = 0;
    double most_y = 0;
    for (uint32_t i = 0; i < pattern->slot_count; i++) {
        least_x = fmin(least_x, slots[i].offset.x);
        most_x = fmax(most_x, slots[i].offset.x);
        least_y = fmin(least_y, slots[i].offset.y);
        most_y = fmax(most_y, slots[i].offset.y);
    }
    return fabs(least_x + most_x) < 1e-9 && fabs(least_y + most_y) < 1e-9 &&
           fabs(most_x - least_x - pattern->depth) < 1e-9 &&
           fabs(most_y - least_y - pattern->width) < 1e-9 &&
           fabs(most_y - pattern->half_width) < 1e-9 &&
           pattern->reach <= sqrt(most_x * most_x + most_y * most_y) + 1e-9;
}

/* No slot well ahead of another one ends behind it. */
static bool is_front_in_front(const work *w, uint32_t count, double spacing)
{
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            if (w->wide[i].offset.x > w->wide[k].offset.x + spacing / 8 &&
                w->narrow[i].offset.x < w->narrow[k].offset.x - 1e-9) {
                return false;
            }
        }
    }
    return true;
}

static bool is_sound(uint64_t seed, void *context)
{
    work *w = context;
    wendi_pattern_def def = def_of(seed);
    if (wendi_pattern_make(&def, &w->scratch, w->wide, &w->pattern) != WEND_OK ||
        !are_apart(w->wide, def.members, def.spacing) || !is_measured(w->wide, &w->pattern)) {
        return false;
    }
    const uint32_t files = w->pattern.files;
    def.room = 1 + wend_random_below(seed, 2, 0, files);
    return wendi_pattern_make(&def, &w->scratch, w->narrow, &w->pattern) == WEND_OK &&
           w->pattern.files <= def.room && w->pattern.slot_count == def.members &&
           are_apart(w->narrow, def.members, def.spacing) && is_measured(w->narrow, &w->pattern) &&
           is_front_in_front(w, def.members, def.spacing);
}

static void pattern_of_any_shape_is_sound_and_narrows(void **state)
{
    (void)state;
    work *w = calloc(1, sizeof *w);
    assert_non_null(w);
    gen_property("sound pattern", 300, is_sound, w);
    free(w);
}

/* Rings are not much longer than they must be. */
static bool is_round(uint64_t seed, void *context)
{
    work *w = context;
    const wendi_pattern_def def = {.shape = WEND_FORMATION_CIRCLE,
                                   .members = 1 + (uint32_t)((seed - 1) % WEND_FORMATION_SLOTS_MAX),
                                   .spacing = 1};
    if (wendi_pattern_make(&def, &w->scratch, w->wide, &w->pattern) != WEND_OK) {
        return false;
    }
    return fabs(w->pattern.width - w->pattern.depth) < 1.2 &&
           w->pattern.reach < 1.5 + 1.1 * sqrt((double)seed);
}

static void pattern_circle_is_round_and_compact(void **state)
{
    (void)state;
    work *w = calloc(1, sizeof *w);
    assert_non_null(w);
    gen_property("round circle", 500, is_round, w);
    free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pattern_of_any_shape_is_sound_and_narrows),
        cmocka_unit_test(pattern_circle_is_round_and_compact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
