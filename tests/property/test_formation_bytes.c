/* Takes: formations as bytes, some of which are changed.
 * Gives: whether they are refused or are formations that a crowd can live with.
 * Cost: seconds. */
#include "crowd/crowd_private.h"
#include "crowd/formation_private.h"
#include "support/gen.h"
#include "support/test.h"
#include "support/troop.h"

#include <math.h>

/* Some bytes become others; mostly small changes, which look sound. */
static void damage(wendi_writer *writer, uint64_t seed)
{
    const uint32_t changes = 1 + wend_random_below(seed, 1, 0, 3);
    for (uint32_t i = 0; i < changes; ++i) {
        const uint32_t at = wend_random_below(seed, 2, i, (uint32_t)writer->bytes.count);
        const uint8_t bit = (uint8_t)(1U << wend_random_below(seed, 3, i, 8));
        writer->bytes.items[at] = wend_random_below(seed, 4, i, 4) == 0
                                      ? (uint8_t)wend_random_below(seed, 5, i, 256)
                                      : writer->bytes.items[at] ^ bit;
    }
}

/* Reads damaged bytes; if they make sense the crowd goes on with them. */
static wend_result swap(troop *t, wendi_writer *writer)
{
    const wendi_barriers *barriers = &t->crowd->barriers;
    wendi_reader reader;
    wendi_formations read;
    wendi_reader_init(&reader, writer->bytes.items, writer->bytes.count);
    wend_result result =
        wendi_formations_create(&read, t->crowd->bodies.limit, &t->crowd->allocator);
    if (result == WEND_OK) {
        result = wendi_formations_read(&read, &t->crowd->bodies, barriers->floor_count,
                                       barriers->class_count, &reader);
    }
    if (result == WEND_OK) {
        wendi_formations_free(&t->crowd->formations);
        t->crowd->formations = read;
    } else {
        wendi_formations_free(&read);
    }
    return result;
}

static bool live_on(troop *t)
{
    wend_formation_id ids[4];
    size_t count = 0;
    (void)wend_formation_list(t->crowd, ids, 4, &count);
    if (troop_tick(t, 20) != WEND_OK) {
        return false;
    }
    for (size_t i = 0; i < count && i < 4; ++i) {
        (void)wend_formation_go(t->crowd, ids[i], (wend_vec2){-5, 5}, (double)NAN);
    }
    (void)wend_crowd_remove(t->crowd, t->members[0]);
    return troop_tick(t, 20) == WEND_OK;
}

static bool damaged_bytes_do_no_harm(uint64_t seed, void *context)
{
    (void)context;
    troop t;
    const troop_def def = {
        .shape = (wend_formation_shape)wend_random_below(seed, 6, 0, 5), .count = 7, .gap = 2};
    bool is_fine = troop_begin(&t, &def) == WEND_OK;
    (void)wend_formation_go(t.crowd, t.formation, (wend_vec2){30, 1}, (double)NAN);
    is_fine = is_fine && troop_tick(&t, wend_random_below(seed, 7, 0, 300)) == WEND_OK;
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    wendi_formations_write(&t.crowd->formations, &writer);
    damage(&writer, seed);
    const wend_result result = swap(&t, &writer);
    is_fine = is_fine && (result == WEND_OK || result == WEND_ERROR_FILE) && live_on(&t);
    wendi_writer_free(&writer);
    troop_end(&t);
    return is_fine;
}

static void damaged_formations_are_refused_or_harmless(void **state)
{
    (void)state;
    gen_property("bytes", 400, damaged_bytes_do_no_harm, NULL);
}

/* A member listed twice, one of another formation, one who is not there, a slot held by two. */
static void members_that_cannot_be_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 5; ++i) {
        troop t;
        const troop_def def = {.shape = WEND_FORMATION_LINE, .count = 6};
        const wend_formation_def pair = wend_formation_def_default();
        wend_formation_id id;
        wendi_writer writer;
        assert_int_equal(troop_begin(&t, &def), WEND_OK);
        assert_int_equal(wend_formation_create(t.crowd, &pair, t.members, NULL, 2, &id), WEND_OK);
        wendi_formation *items = t.crowd->formations.items;
        const wendi_formation_member kept = items[0].members[0];
        items[0].members[0].body = i == 1   ? items[0].members[1].body
                                   : i == 2 ? items[1].members[0].body
                                   : i == 3 ? t.crowd->bodies.limit
                                            : kept.body;
        items[0].members[0].slot = i == 4 ? items[0].members[1].slot : kept.slot;
        wendi_writer_init(&writer, NULL);
        wendi_formations_write(&t.crowd->formations, &writer);
        items[0].members[0] = kept;
        assert_int_equal(swap(&t, &writer), i == 0 ? WEND_OK : WEND_ERROR_FILE);
        assert_true(live_on(&t));
        wendi_writer_free(&writer);
        troop_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_formations_are_refused_or_harmless),
        cmocka_unit_test(members_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
