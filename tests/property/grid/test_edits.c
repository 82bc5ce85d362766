/* Sequences of all edits of random worlds of every kind: clearance, islands and spaces that were
 * updated are what fresh ones are, to the last bit of every search, also of a grid that was saved
 * and loaded in between. */
#include "support/edits.h"
#include "support/gen.h"
#include "support/test.h"
#include "support/views.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS = 600, EDITS = 40 };

typedef struct run {
    edits_world world;
    wend_grid *grid;
    wend_grid *twin; /* loaded from what the grid saved, and edited as it is; NULL at first */
    views repaired;
    uint64_t failed_at; /* the edit after which something was wrong */
    char what[VIEWS_TEXT];
} run;

static bool fails(run *r, uint64_t edit, const char *what)
{
    r->failed_at = edit;
    if (what != r->what) {
        (void)snprintf(r->what, sizeof r->what, "%s", what);
    }
    return false;
}

/* ---- one world ---- */

/* Replaces the twin by what the grid is now. */
static wend_result save_and_load(run *r)
{
    size_t count = 0;
    (void)wend_grid_save(r->grid, NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    wend_result result = wend_grid_save(r->grid, bytes, count, &count);
    wend_grid_destroy(r->twin);
    r->twin = NULL;
    if (result == WEND_OK) {
        result = wend_grid_load(bytes, count, NULL, &r->twin, NULL);
    }
    free(bytes);
    return result;
}

/* Continues with the twin, from which everything is derived again. */
static void swap_twin(run *r)
{
    views_free(&r->repaired);
    wend_grid *grid = r->grid;
    r->grid = r->twin;
    r->twin = grid;
    views_make(&r->repaired, r->grid, r->world.seed);
}

static bool edit_all(run *r, uint64_t edit)
{
    const edits_outcome outcome = edits_apply(&r->world, r->grid, edit);
    if (outcome.result != WEND_OK) {
        return fails(r, edit, outcome.what);
    }
    if (r->twin != NULL) {
        const edits_outcome other = edits_apply(&r->world, r->twin, edit);
        if (other.result != outcome.result || other.index1 != outcome.index1 ||
            other.generation != outcome.generation) {
            return fails(r, edit, "the loaded grid gives another result or id");
        }
    }
    edits_note(&r->world, &outcome);
    return true;
}

static bool check(run *r, uint64_t edit, edits_dice *dice)
{
    if (r->twin != NULL && wend_grid_hash(r->grid) != wend_grid_hash(r->twin)) {
        return fails(r, edit, "hash of the loaded grid");
    }
    if (views_update(&r->repaired, dice) != WEND_OK) {
        return fails(r, edit, "update");
    }
    views fresh;
    views_make(&fresh, r->twin != NULL ? r->twin : r->grid, r->world.seed);
    const bool is_same = views_are_same(&r->repaired, &fresh, dice, r->what);
    views_free(&fresh);
    if (!is_same) {
        return fails(r, edit, r->what);
    }
    if (edits_one_in(dice, 4) && save_and_load(r) != WEND_OK) {
        return fails(r, edit, "saving and loading");
    }
    if (r->twin != NULL && edits_one_in(dice, 8)) {
        swap_twin(r);
    }
    return true;
}

/* @param is_left_out [EDITS] */
static bool holds_with(run *r, uint64_t seed, const bool *is_left_out)
{
    memset(r, 0, sizeof *r);
    r->world = edits_world_random(seed);
    r->grid = edits_grid(&r->world);
    views_make(&r->repaired, r->grid, seed);
    bool holds = true;
    for (uint64_t edit = 0; edit < EDITS && holds; ++edit) {
        edits_dice dice = {seed, 1000000 + edit, 0};
        holds = is_left_out[edit] || edit_all(r, edit);
        if (holds && (edits_one_in(&dice, 4) || edit + 1 == EDITS)) {
            holds = check(r, edit, &dice);
        }
    }
    views_free(&r->repaired);
    wend_grid_destroy(r->twin);
    wend_grid_destroy(r->grid);
    return holds;
}

/* ---- failures ---- */

/* Leaves out all edits that the failure does not need. */
static void shrink(run *r, uint64_t seed, bool *is_left_out)
{
    for (uint64_t edit = r->failed_at + 1; edit < EDITS; ++edit) {
        is_left_out[edit] = true;
    }
    for (uint64_t edit = 0; edit < EDITS; ++edit) {
        if (!is_left_out[edit]) {
            is_left_out[edit] = true;
            is_left_out[edit] = !holds_with(r, seed, is_left_out);
        }
    }
}

static void print(const run *r, const bool *is_left_out)
{
    const wend_grid_def *def = &r->world.def;
    fprintf(stderr, "%d x %d, %d neighbours, corner %d, layout %d, wrap %d, sectors of %d: %s\n",
            (int)def->width, (int)def->height, (int)def->neighbours, (int)def->corner_rule,
            (int)def->hex_layout, (int)def->wrap, (int)def->sector_size, r->what);
    edits_world world = edits_world_random(r->world.seed);
    wend_grid *grid = edits_grid(&world);
    for (uint64_t edit = 0; edit <= r->failed_at; ++edit) {
        if (!is_left_out[edit]) {
            const edits_outcome outcome = edits_apply(&world, grid, edit);
            edits_note(&world, &outcome);
            fprintf(stderr, "  edit %d: %s\n", (int)edit, outcome.what);
        }
    }
    wend_grid_destroy(grid);
}

static bool world_holds(uint64_t seed, void *context)
{
    run *r = context;
    bool is_left_out[EDITS] = {false};
    if (holds_with(r, seed, is_left_out)) {
        return true;
    }
    shrink(r, seed, is_left_out);
    (void)holds_with(r, seed, is_left_out);
    print(r, is_left_out);
    return false;
}

static void edits_leave_all_that_is_derived_as_if_made_afresh(void **state)
{
    (void)state;
    run *r = malloc(sizeof *r);
    assert_non_null(r);
    gen_property("edits", WORLDS, world_holds, r);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edits_leave_all_that_is_derived_as_if_made_afresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
