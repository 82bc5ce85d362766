/* Links of a grid. */
#ifndef TEST_UNIT_LINKS_H
#define TEST_UNIT_LINKS_H

#include "support/gen.h"
#include "support/test.h"
#include "world/cells/store.h"

static inline wend_link_def link_def(wend_node from, wend_node to)
{
    wend_link_def def = wend_link_def_default();
    def.from = from;
    def.to = to;
    return def;
}

static inline wend_link_id add(wend_grid *grid, wend_node from, wend_node to)
{
    wend_link_def def = link_def(from, to);
    wend_link_id id;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    assert_int_not_equal(id.index1, 0);
    return id;
}

static inline bool are_same(const wend_link_def *a, const wend_link_def *b)
{
    return a->from == b->from && a->to == b->to && a->cost == b->cost &&
           a->is_two_way == b->is_two_way && a->is_open == b->is_open &&
           a->class_mask == b->class_mask && a->team_mask == b->team_mask &&
           a->behaviour == b->behaviour && a->user == b->user;
}

#endif
