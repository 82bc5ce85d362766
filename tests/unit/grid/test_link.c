/* Links of grids: definitions, ids, revisions, and which agents may use one. */
#include "links.h"
#include "support/grids.h"
#include "support/test.h"
#include "world/cells/store.h"
#include "world/layers/link.h"

#include <string.h>

/* ---- definitions ---- */

static void link_def_default_is_an_open_teleport_without_ends(void **state)
{
    (void)state;
    const wend_link_def def = wend_link_def_default();
    assert_true(def.from == WEND_NODE_NONE && def.to == WEND_NODE_NONE);
    assert_true(def.cost == WEND_COST_ONE);
    assert_true(def.is_open && !def.is_two_way);
    assert_true(def.class_mask == UINT32_MAX && def.team_mask == 0);
    assert_int_equal(def.behaviour, WEND_BEHAVIOUR_TELEPORT);
    assert_true(def.user == 0);
}

static void check_refused(wend_grid *grid, const wend_link_def *def, const char *text)
{
    const uint64_t revision = wend_grid_revision(grid);
    wend_link_id id = {7, 7};
    wend_message message;
    assert_int_equal(wend_grid_add_link(grid, def, &id, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, text);
    assert_true(id.index1 == 0 && id.generation == 0);
    assert_int_equal(wend_grid_add_link(grid, def, &id, NULL), WEND_ERROR_ARGUMENT);
    assert_true(wend_grid_revision(grid) == revision);
    assert_int_equal(wend_grid_link_count(grid), 0);
}

static void link_add_bad_def_is_refused_with_reason(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    const wend_link_def good = link_def(0, 199);
    wend_link_def def = good;
    def.cookie = 1;
    check_refused(grid, &def,
                  "wend_grid_add_link: cookie is 1: this was made without wend_link_def_default()");
    check_refused(grid, NULL, "wend_grid_add_link: def is NULL");
    check_refused(NULL, &good, "wend_grid_add_link: grid is NULL");
    def = link_def(200, 0);
    check_refused(grid, &def, "wend_grid_add_link: from is 200, and must be from 0 to 199");
    def = wend_link_def_default();
    check_refused(grid, &def, "wend_grid_add_link: from is WEND_NODE_NONE");
    def = link_def(0, WEND_NODE_NONE);
    check_refused(grid, &def, "wend_grid_add_link: to is WEND_NODE_NONE");
    def = link_def(5, 5);
    check_refused(grid, &def, "wend_grid_add_link: from and to are both 5, and must be two cells");
    def = good;
    def.cost = 0;
    check_refused(grid, &def, "wend_grid_add_link: cost is 0, and must be from 1 to 2^48");
    def.cost = ((wend_cost)1 << 48) + 1;
    check_refused(grid, &def,
                  "wend_grid_add_link: cost is 281474976710657, and must be from 1 to 2^48");
    wend_message message;
    assert_int_equal(wend_grid_add_link(grid, &good, NULL, &message), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text, "wend_grid_add_link: id is NULL");
    wend_link_id id;
    def.cost = (wend_cost)1 << 48;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, &message), WEND_OK);
    assert_string_equal(message.text, "");
    wend_grid_destroy(grid);
}

/* ---- ids ---- */

static void link_get_gives_all_that_was_set(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    wend_link_def def = link_def(3, 177);
    def.cost = 12345678901;
    def.is_two_way = true;
    def.is_open = false;
    def.class_mask = 0x80000001u;
    def.team_mask = 0x70000002u;
    def.behaviour = WEND_BEHAVIOUR_USER + 5;
    def.user = UINT64_C(0xfedcba9876543210);
    wend_link_id id;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    wend_link_def got;
    assert_int_equal(wend_grid_get_link(grid, id, &got), WEND_OK);
    assert_true(are_same(&def, &got));
    /* Returned definitions can be added again. */
    wend_link_id second;
    assert_int_equal(wend_grid_add_link(grid, &got, &second, NULL), WEND_OK);
    assert_int_not_equal(id.index1, second.index1);
    assert_int_equal(wend_grid_link_count(grid), 2);
    wend_grid_destroy(grid);
}

static void check_stale(wend_grid *grid, wend_link_id id)
{
    const wend_link_def def = link_def(1, 2);
    const wend_link_def none = wend_link_def_default();
    wend_link_def got = def;
    wend_message message;
    const uint64_t revision = wend_grid_revision(grid);
    assert_int_equal(wend_grid_get_link(grid, id, &got), WEND_ERROR_STALE);
    assert_true(are_same(&got, &none));
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_ERROR_STALE);
    assert_int_equal(wend_grid_set_link(grid, id, &def, &message), WEND_ERROR_STALE);
    const char *expected = id.index1 == 0 ? "the id of the link is {0, 0}, which names none"
                                          : "does not exist or was removed: its id is out of date";
    assert_non_null(strstr(message.text, expected));
    assert_true(wend_grid_revision(grid) == revision);
}

static void link_removed_id_is_stale_also_when_its_place_is_taken_again(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    check_stale(grid, (wend_link_id){0, 0});
    check_stale(grid, (wend_link_id){1, 1});
    const wend_link_id old = add(grid, 1, 2);
    assert_int_equal(wend_grid_remove_link(grid, old), WEND_OK);
    check_stale(grid, old);
    const wend_link_id now = add(grid, 1, 2);
    assert_int_equal(now.index1, old.index1);
    assert_int_not_equal(now.generation, old.generation);
    check_stale(grid, old);
    check_stale(grid, (wend_link_id){now.index1 + 1, now.generation});
    check_stale(grid, (wend_link_id){UINT32_MAX, now.generation});
    wend_link_def def;
    assert_int_equal(wend_grid_get_link(grid, now, &def), WEND_OK);
    wend_grid_destroy(grid);
}

static void link_generation_never_becomes_0(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    const wend_link_id id = add(grid, 1, 2);
    grid->links.slots[id.index1 - 1].generation = UINT32_MAX;
    assert_int_equal(wend_grid_remove_link(grid, (wend_link_id){id.index1, UINT32_MAX}), WEND_OK);
    assert_int_equal(add(grid, 1, 2).generation, 1);
    wend_grid_destroy(grid);
}

static void link_of_edge_is_the_link_there_now(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    (void)add(grid, 1, 2);
    const wend_link_id id = add(grid, 3, 4);
    const wend_link_id found = wend_grid_link_of_edge(grid, id.index1 - 1);
    assert_true(found.index1 == id.index1 && found.generation == id.generation);
    assert_int_equal(wend_grid_link_of_edge(grid, 2).index1, 0);
    assert_int_equal(wend_grid_link_of_edge(grid, UINT32_MAX).index1, 0);
    assert_int_equal(wend_grid_link_of_edge(NULL, 0).index1, 0);
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    assert_int_equal(wend_grid_link_of_edge(grid, id.index1 - 1).index1, 0);
    wend_grid_destroy(grid);
}

static void link_list_is_by_index_and_cut_to_capacity(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    wend_link_id ids[4];
    size_t count = 9;
    assert_int_equal(wend_grid_list_links(grid, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    const wend_link_id a = add(grid, 1, 2);
    const wend_link_id b = add(grid, 1, 2);
    const wend_link_id c = add(grid, 2, 1);
    assert_int_equal(wend_grid_remove_link(grid, b), WEND_OK);
    assert_int_equal(wend_grid_list_links(grid, ids, 4, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_true(ids[0].index1 == a.index1 && ids[1].index1 == c.index1);
    assert_int_equal(ids[1].generation, c.generation);
    ids[1].index1 = 77;
    assert_int_equal(wend_grid_list_links(grid, ids, 1, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    assert_int_equal(ids[1].index1, 77);
    assert_int_equal(wend_grid_list_links(NULL, ids, 4, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_list_links(grid, NULL, 4, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_list_links(grid, ids, 4, NULL), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

static void link_calls_without_grid_are_refused(void **state)
{
    (void)state;
    wend_link_def def;
    wend_grid *grid = grids_open(8, 8);
    const wend_link_id id = add(grid, 1, 2);
    assert_int_equal(wend_grid_remove_link(NULL, id), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_link(NULL, id, &def), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_get_link(grid, id, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_link(NULL, id, &def, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_set_link(grid, id, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_link_count(NULL), 0);
    assert_int_equal(wend_grid_links_revision(NULL), 0);
    wend_grid_destroy(grid);
}

static void link_more_than_the_most_is_full(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    wend_link_id id = {0, 0};
    for (uint32_t i = 0; i < WEND_GRID_LINKS_MAX; i++) {
        id = add(grid, i % 100, 100 + i % 100);
    }
    const uint64_t revision = wend_grid_revision(grid);
    const wend_link_def def = link_def(1, 2);
    wend_link_id more;
    wend_message message;
    assert_int_equal(wend_grid_add_link(grid, &def, &more, &message), WEND_ERROR_FULL);
    assert_string_equal(message.text,
                        "wend_grid_add_link: there are 1048576 links, which is the most");
    assert_true(more.index1 == 0 && wend_grid_revision(grid) == revision);
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    assert_int_equal(wend_grid_add_link(grid, &def, &more, &message), WEND_OK);
    wend_grid_destroy(grid);
}

/* ---- revisions ---- */

/* That exactly these two sectors (which may be one) changed since. */
static void check_changes(const wend_grid *grid, uint64_t since, uint32_t low, uint32_t high)
{
    uint32_t sectors[4];
    size_t count;
    assert_true(wend_grid_revision(grid) == since + 1);
    assert_true(wend_grid_links_revision(grid) == since + 1);
    assert_int_equal(wend_grid_list_changes(grid, since, sectors, 4, &count), WEND_OK);
    assert_int_equal(count, low == high ? 1 : 2);
    assert_int_equal(sectors[0], low);
    assert_int_equal(sectors[count - 1], high);
}

static void check_marks(wend_grid *grid, wend_node from, wend_node to, uint32_t low, uint32_t high)
{
    uint64_t since = wend_grid_revision(grid);
    const wend_link_id id = add(grid, from, to);
    check_changes(grid, since++, low, high);
    wend_link_def def = link_def(from, to);
    def.is_open = false;
    assert_int_equal(wend_grid_set_link(grid, id, &def, NULL), WEND_OK);
    check_changes(grid, since++, low, high);
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    check_changes(grid, since, low, high);
}

static void link_edits_mark_the_sectors_of_both_ends(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 30); /* 4 x 3 sectors */
    assert_int_equal(wend_grid_links_revision(grid), 1);
    check_marks(grid, 0, 40 * 29 + 39, 0, 11);
    check_marks(grid, 40 * 15 + 12, 9, 0, 5);
    check_marks(grid, 40 * 15 + 12, 40 * 16 + 13, 5, 5);
    const uint64_t revision = wend_grid_links_revision(grid);
    grids_set(grid, 1, 1, 9);
    assert_true(wend_grid_links_revision(grid) == revision);
    wend_grid_destroy(grid);
    /* With a journal. */
    grid = grids_open(330, 330);
    check_marks(grid, 0, 330 * 330 - 1, 0, 33 * 33 - 1);
    wend_grid_destroy(grid);
}

static void check_change(wend_grid *grid, wend_link_id id, const wend_link_def *def)
{
    const uint64_t revision = wend_grid_revision(grid);
    const uint64_t hash = wend_grid_hash(grid);
    wend_message message;
    assert_int_equal(wend_grid_set_link(grid, id, def, &message), WEND_OK);
    assert_true(wend_grid_revision(grid) == revision + 1);
    assert_false(wend_grid_hash(grid) == hash);
    wend_link_def got;
    assert_int_equal(wend_grid_get_link(grid, id, &got), WEND_OK);
    assert_true(are_same(def, &got));
    assert_int_equal(wend_grid_set_link(grid, id, def, NULL), WEND_OK);
    assert_true(wend_grid_revision(grid) == revision + 1);
}

static void link_change_of_each_thing_is_a_revision_and_of_none_is_none(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    const wend_link_id id = add(grid, 3, 4);
    wend_link_def def = link_def(3, 4);
    def.cost = 5;
    check_change(grid, id, &def);
    def.is_two_way = true;
    check_change(grid, id, &def);
    def.is_open = false;
    check_change(grid, id, &def);
    def.class_mask = 6;
    check_change(grid, id, &def);
    def.team_mask = 6;
    check_change(grid, id, &def);
    def.behaviour = WEND_BEHAVIOUR_JUMP;
    check_change(grid, id, &def);
    def.user = 6;
    check_change(grid, id, &def);
    wend_grid_destroy(grid);
}

static void link_change_of_an_end_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    const wend_link_id id = add(grid, 3, 4);
    const uint64_t hash = wend_grid_hash(grid);
    const wend_link_def ends[2] = {link_def(5, 4), link_def(3, 5)};
    for (int i = 0; i < 2; i++) {
        wend_message message;
        assert_int_equal(wend_grid_set_link(grid, id, &ends[i], &message), WEND_ERROR_ARGUMENT);
        assert_string_equal(message.text, "wend_grid_set_link: from and to must stay 3 and 4");
    }
    assert_true(wend_grid_hash(grid) == hash);
    assert_int_equal(wend_grid_revision(grid), 2);
    wend_grid_destroy(grid);
}

/* ---- classes and teams that may use one ---- */

static void link_usable_follows_open_class_and_team(void **state)
{
    (void)state;
    wendi_link link = {.is_open = true, .class_mask = UINT32_MAX};
    assert_true(wendi_link_is_usable(&link, 0, WEND_TEAM_NONE));
    assert_true(wendi_link_is_usable(&link, 31, 31));
    link.class_mask = 2;
    assert_false(wendi_link_is_usable(&link, 0, 0));
    assert_true(wendi_link_is_usable(&link, 1, 0));
    link.team_mask = ~(uint32_t)8;
    assert_false(wendi_link_is_usable(&link, 1, 0));
    assert_true(wendi_link_is_usable(&link, 1, 3));
    assert_true(wendi_link_is_usable(&link, 1, WEND_TEAM_NONE));
    link.team_mask = UINT32_MAX;
    assert_false(wendi_link_is_usable(&link, 1, WEND_TEAM_NONE));
    link.team_mask = 0;
    link.is_open = false;
    assert_false(wendi_link_is_usable(&link, 1, 3));
}

static void link_at_gives_links_by_index(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 10);
    assert_int_equal(wendi_links_slot_count(grid), 0);
    assert_null(wendi_link_at(grid, 0));
    const wend_link_id a = add(grid, 1, 2);
    (void)add(grid, 3, 4);
    assert_int_equal(wend_grid_remove_link(grid, a), WEND_OK);
    assert_int_equal(wendi_links_slot_count(grid), 2);
    assert_null(wendi_link_at(grid, 0));
    assert_int_equal(wendi_link_at(grid, 1)->from, 3);
    assert_null(wendi_link_at(grid, 2));
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(link_def_default_is_an_open_teleport_without_ends),
        cmocka_unit_test(link_add_bad_def_is_refused_with_reason),
        cmocka_unit_test(link_get_gives_all_that_was_set),
        cmocka_unit_test(link_removed_id_is_stale_also_when_its_place_is_taken_again),
        cmocka_unit_test(link_generation_never_becomes_0),
        cmocka_unit_test(link_of_edge_is_the_link_there_now),
        cmocka_unit_test(link_list_is_by_index_and_cut_to_capacity),
        cmocka_unit_test(link_calls_without_grid_are_refused),
        cmocka_unit_test(link_more_than_the_most_is_full),
        cmocka_unit_test(link_edits_mark_the_sectors_of_both_ends),
        cmocka_unit_test(link_change_of_each_thing_is_a_revision_and_of_none_is_none),
        cmocka_unit_test(link_change_of_an_end_is_refused),
        cmocka_unit_test(link_usable_follows_open_class_and_team),
        cmocka_unit_test(link_at_gives_links_by_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
