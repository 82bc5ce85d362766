/* Formations as bytes, some of them changed, are refused or are formations that a crowd can live
 * with. */
#include "crowd/core/crowd.h"
#include "crowd/formation/formation.h"
#include "crowd/formation/formations.h"
#include "support/gen.h"
#include "support/test.h"
#include "support/troop.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

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

static void save(const wend_crowd *crowd, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    wendi_formations_visit(crowd->formations, &crowd->bodies, crowd->obstacles.floor_count,
                           crowd->obstacles.class_count, &v);
}

/* Reads damaged bytes; if they are valid the crowd continues with them. */
static wend_result swap(troop *t, wendi_writer *writer)
{
    const wendi_obstacles *obstacles = &t->crowd->obstacles;
    wendi_reader reader;
    wendi_formations read;
    wendi_reader_init(&reader, writer->bytes.items, writer->bytes.count);
    wend_result result =
        wendi_formations_create(&read, t->crowd->bodies.limit, &t->crowd->allocator);
    if (result == WEND_OK) {
        wendi_visitor v = wendi_visitor_reading(&reader);
        wendi_formations_visit(&read, &t->crowd->bodies, obstacles->floor_count,
                               obstacles->class_count, &v);
        result = wendi_visitor_result(&v);
    }
    if (result == WEND_OK) {
        wendi_formations_free(t->crowd->formations);
        *t->crowd->formations = read;
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
        (void)wend_formation_set_goal(t->crowd, ids[i], (wend_vec2){-5, 5}, (double)NAN);
    }
    (void)wend_crowd_remove_body(t->crowd, t->members[0]);
    return troop_tick(t, 20) == WEND_OK;
}

static bool damaged_bytes_do_no_harm(uint64_t seed, void *context)
{
    (void)context;
    troop t;
    const troop_def def = {
        .shape = (wend_formation_shape)wend_random_below(seed, 6, 0, 5), .count = 7, .gap = 2};
    bool is_fine = troop_begin(&t, &def) == WEND_OK;
    (void)wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){30, 1}, (double)NAN);
    is_fine = is_fine && troop_tick(&t, wend_random_below(seed, 7, 0, 300)) == WEND_OK;
    wendi_writer writer;
    wendi_writer_init(&writer, NULL);
    save(t.crowd, &writer);
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

/* A member listed twice, one of another formation, a removed one, a slot held by two. */
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
        wendi_formation *items = t.crowd->formations->items;
        const wendi_formation_member kept = items[0].members[0];
        items[0].members[0].body = i == 1   ? items[0].members[1].body
                                   : i == 2 ? items[1].members[0].body
                                   : i == 3 ? t.crowd->bodies.limit
                                            : kept.body;
        items[0].members[0].slot = i == 4 ? items[0].members[1].slot : kept.slot;
        wendi_writer_init(&writer, NULL);
        save(t.crowd, &writer);
        items[0].members[0] = kept;
        assert_int_equal(swap(&t, &writer), i == 0 ? WEND_OK : WEND_ERROR_FILE);
        assert_true(live_on(&t));
        wendi_writer_free(&writer);
        troop_end(&t);
    }
}

/* One number of a formation, or of its first member, slot or point of its path. */
typedef enum owner {
    OF_FORMATION,
    OF_MEMBER,
    OF_SLOT,
    OF_PLACE,
    OF_GIVEN,
    OF_POINT,
    OF_ARC,
    OF_ROOM
} owner;
typedef enum kind { IS_U8, IS_U32, IS_INDEX, IS_F64 } kind;

typedef struct number_row {
    const char *name;
    owner of;
    size_t at;
    kind is;
    double values[3]; /* that no formation can have */
    int count;
} number_row;

static const number_row NUMBERS[] = {
    {"shape", OF_FORMATION, offsetof(wendi_formation, shape), IS_U32, {99}, 1},
    {"files",
     OF_FORMATION,
     offsetof(wendi_formation, files),
     IS_U32,
     {WEND_FORMATION_SLOTS_MAX + 1},
     1},
    {"spacing_def",
     OF_FORMATION,
     offsetof(wendi_formation, spacing_def),
     IS_F64,
     {-1, 2e3, (double)NAN},
     3},
    {"spacing", OF_FORMATION, offsetof(wendi_formation, spacing), IS_F64, {0, 2e3, (double)NAN}, 3},
    {"given offset.x",
     OF_GIVEN,
     offsetof(wend_formation_slot, offset.x),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"given offset.y",
     OF_GIVEN,
     offsetof(wend_formation_slot, offset.y),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"radius", OF_FORMATION, offsetof(wendi_formation, radius), IS_F64, {0, 2e3, (double)NAN}, 3},
    {"leader", OF_FORMATION, offsetof(wendi_formation, leader), IS_U32, {1e6, 5}, 2},
    {"leader_class", OF_FORMATION, offsetof(wendi_formation, leader_class), IS_U32, {1000}, 1},
    {"floor", OF_FORMATION, offsetof(wendi_formation, floor), IS_U32, {1000}, 1},
    {"member slot",
     OF_MEMBER,
     offsetof(wendi_formation_member, slot),
     IS_U32,
     {WEND_FORMATION_SLOTS_MAX, 50},
     2},
    {"member mode",
     OF_MEMBER,
     offsetof(wendi_formation_member, mode),
     IS_U8,
     {WENDI_MEMBER_BY_ROUTE, WENDI_MEMBER_BY_FLOW, 4},
     3},
    {"member target.x",
     OF_MEMBER,
     offsetof(wendi_formation_member, target.x),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"member target.y",
     OF_MEMBER,
     offsetof(wendi_formation_member, target.y),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"slot offset.x", OF_SLOT, offsetof(wend_formation_slot, offset.x), IS_F64, {-2e13, 2e13}, 2},
    {"place y", OF_PLACE, offsetof(wend_vec2, y), IS_F64, {-2e13, 2e13}, 2},
    {"pattern.files",
     OF_FORMATION,
     offsetof(wendi_formation, pattern.files),
     IS_U32,
     {0, WEND_FORMATION_SLOTS_MAX + 1},
     2},
    {"pattern.width",
     OF_FORMATION,
     offsetof(wendi_formation, pattern.width),
     IS_F64,
     {-1, 2e13, (double)NAN},
     3},
    {"pattern.depth",
     OF_FORMATION,
     offsetof(wendi_formation, pattern.depth),
     IS_F64,
     {-1, 2e13, (double)NAN},
     3},
    {"pattern.half_width",
     OF_FORMATION,
     offsetof(wendi_formation, pattern.half_width),
     IS_F64,
     {-1, 2e13, (double)NAN},
     3},
    {"pattern.reach",
     OF_FORMATION,
     offsetof(wendi_formation, pattern.reach),
     IS_F64,
     {-1, 2e13, (double)NAN},
     3},
    {"pinned",
     OF_FORMATION,
     offsetof(wendi_formation, pinned),
     IS_U32,
     {WEND_FORMATION_SLOTS_MAX + 1},
     1},
    {"full_files",
     OF_FORMATION,
     offsetof(wendi_formation, full_files),
     IS_U32,
     {0, WEND_FORMATION_SLOTS_MAX + 1},
     2},
    {"full_width",
     OF_FORMATION,
     offsetof(wendi_formation, full_width),
     IS_F64,
     {-1, 2e13, (double)NAN},
     3},
    {"full_depth",
     OF_FORMATION,
     offsetof(wendi_formation, full_depth),
     IS_F64,
     {-1, 2e13, (double)NAN},
     3},
    {"room",
     OF_FORMATION,
     offsetof(wendi_formation, room),
     IS_U32,
     {WEND_FORMATION_SLOTS_MAX + 1},
     1},
    {"order",
     OF_FORMATION,
     offsetof(wendi_formation, order),
     IS_U8,
     {WENDI_FORMATION_BY_FLOW + 1},
     1},
    {"state", OF_FORMATION, offsetof(wendi_formation, state), IS_U8, {WEND_BODY_NO_PATH + 1}, 1},
    {"goal.x",
     OF_FORMATION,
     offsetof(wendi_formation, goal.x),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"goal.y",
     OF_FORMATION,
     offsetof(wendi_formation, goal.y),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"goal_heading", OF_FORMATION, offsetof(wendi_formation, goal_heading), IS_F64, {-2e6, 2e6}, 2},
    {"mean_least",
     OF_FORMATION,
     offsetof(wendi_formation, mean_least),
     IS_F64,
     {-1, 1e301, (double)NAN},
     3},
    {"exit_arc",
     OF_FORMATION,
     offsetof(wendi_formation, exit_arc),
     IS_F64,
     {-2, 2e13, (double)NAN},
     3},
    {"anchor.position.x",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.position.x),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"anchor.position.y",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.position.y),
     IS_F64,
     {-2e13, 2e13, (double)NAN},
     3},
    {"anchor.heading",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.heading),
     IS_F64,
     {-5, 5, (double)NAN},
     3},
    {"anchor.forward.x",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.forward.x),
     IS_F64,
     {-2, 2, (double)NAN},
     3},
    {"anchor.velocity.x",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.velocity.x),
     IS_F64,
     {-2e3, 2e3, (double)NAN},
     3},
    {"anchor.velocity.y",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.velocity.y),
     IS_F64,
     {-2e3, 2e3, (double)NAN},
     3},
    {"anchor.turn_rate",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.turn_rate),
     IS_F64,
     {-2e9, 2e9, (double)NAN},
     3},
    {"anchor.leg",
     OF_FORMATION,
     offsetof(wendi_formation, anchor.leg),
     IS_INDEX,
     {4294967295.0, 1e6},
     2},
    {"path.open", OF_FORMATION, offsetof(wendi_formation, path.open), IS_U32, {0, 1e6}, 2},
    {"point x", OF_POINT, offsetof(wend_vec2, x), IS_F64, {-2e13, 2e13, (double)NAN}, 3},
    {"arc", OF_ARC, 0, IS_F64, {-1, 2e13, (double)NAN}, 3},
    {"room beside", OF_ROOM, 0, IS_F64, {-1, 2e3, (double)NAN}, 3},
};

static unsigned char *place_of(const number_row *row, wendi_formation *f)
{
    void *blocks[] = {
        f, f->members, f->slots, f->at, f->def_slots, f->path.points, f->path.arcs, f->path.rooms};
    return (unsigned char *)blocks[row->of] + row->at;
}

/* Puts the value there; `before` gets what was there. */
static size_t put_number(const number_row *row, unsigned char *place, double value, void *before)
{
    const uint8_t u8 = (uint8_t)(row->is == IS_U8 ? value : 0);
    const uint32_t u32 = (uint32_t)(row->is == IS_U32 ? value : 0);
    const size_t index = (size_t)(row->is == IS_INDEX ? value : 0);
    const void *from[] = {&u8, &u32, &index, &value};
    const size_t bytes[] = {sizeof u8, sizeof u32, sizeof index, sizeof value};
    memcpy(before, place, bytes[row->is]);
    memcpy(place, from[row->is], bytes[row->is]);
    return bytes[row->is];
}

/* A formation of given slots on its march, so that there is something of everything. */
static void begin_march(troop *t)
{
    const troop_def def = {.shape = WEND_FORMATION_LINE, .count = 6, .gap = 2};
    wend_formation_def custom = wend_formation_def_default();
    wend_formation_slot slots[3] = {{{0, 0}, 0}, {{0, 2}, 0}, {{2, 0}, 0}};
    assert_int_equal(troop_begin(t, &def), WEND_OK);
    assert_int_equal(wend_formation_destroy(t->crowd, t->formation), WEND_OK);
    custom.shape = WEND_FORMATION_CUSTOM;
    custom.slots = slots;
    custom.slot_count = 3;
    assert_int_equal(wend_formation_create(t->crowd, &custom, t->members, NULL, 3, &t->formation),
                     WEND_OK);
    assert_int_equal(
        wend_formation_set_goal(t->crowd, t->formation, (wend_vec2){30, 1}, (double)NAN), WEND_OK);
    assert_int_equal(troop_tick(t, 20), WEND_OK);
    assert_true(t->crowd->formations->items[0].path.count > 1);
}

/* Reads the bytes into separate formations, which are destroyed. */
static wend_result read_bytes(const troop *t, const wendi_writer *writer, size_t count)
{
    const wendi_obstacles *obstacles = &t->crowd->obstacles;
    wendi_reader reader;
    wendi_formations read;
    wendi_reader_init(&reader, writer->bytes.items, count);
    assert_int_equal(wendi_formations_create(&read, t->crowd->bodies.limit, &t->crowd->allocator),
                     WEND_OK);
    wendi_visitor v = wendi_visitor_reading(&reader);
    wendi_formations_visit(&read, &t->crowd->bodies, obstacles->floor_count, obstacles->class_count,
                           &v);
    wendi_formations_free(&read);
    return wendi_visitor_result(&v);
}

static void every_number_out_of_range_is_refused(void **state)
{
    (void)state;
    troop t;
    begin_march(&t);
    wendi_formation *f = &t.crowd->formations->items[0];
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; ++i) {
        for (int v = 0; v < NUMBERS[i].count; ++v) {
            unsigned char *place = place_of(&NUMBERS[i], f);
            double before;
            wendi_writer writer;
            const size_t bytes = put_number(&NUMBERS[i], place, NUMBERS[i].values[v], &before);
            wendi_writer_init(&writer, NULL);
            save(t.crowd, &writer);
            memcpy(place, &before, bytes);
            const wend_result result = read_bytes(&t, &writer, writer.bytes.count);
            wendi_writer_free(&writer);
            if (result != WEND_ERROR_FILE) {
                fail_msg("%s = %g gives %d", NUMBERS[i].name, NUMBERS[i].values[v], (int)result);
            }
        }
    }
    troop_end(&t);
}

static void bytes_that_end_early_are_refused(void **state)
{
    (void)state;
    troop t;
    wendi_writer writer;
    begin_march(&t);
    wendi_writer_init(&writer, NULL);
    save(t.crowd, &writer);
    for (size_t count = 0; count < writer.bytes.count; ++count) {
        assert_int_equal(read_bytes(&t, &writer, count), WEND_ERROR_FILE);
    }
    assert_int_equal(read_bytes(&t, &writer, writer.bytes.count), WEND_OK);
    wendi_writer_free(&writer);
    troop_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_formations_are_refused_or_harmless),
        cmocka_unit_test(members_that_cannot_be_are_refused),
        cmocka_unit_test(every_number_out_of_range_is_refused),
        cmocka_unit_test(bytes_that_end_early_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
