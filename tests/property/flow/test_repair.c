/* Flows under random edits, stamps, gates, links, overlays and requests that come, go and change,
 * with updates of any budget: a flow that is up to date equals a fresh one to the bit, and holds as
 * much memory as it took. */
#include "support/fault.h"
#include "support/flow_reference.h"
#include "support/flow_world.h"
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 40, SLOTS = 5, LOG_MAX = 64, ROUNDS = 10 };

/* An order, and the sources that its plan was made for: new ones on covered ground change nothing.
 */
typedef struct slot {
    bool is_live;
    wend_flow_request_id id;
    flow_order order;
    wend_flow_position planned[FLOW_ORDER_SOURCES];
    size_t planned_count;
    uint64_t built;
} slot;

typedef struct log_entry {
    bool is_end;
    int slot;
    wend_flow_request_id id;
} log_entry;

typedef struct history {
    flow_world world;
    fault_heap heap;
    wend_flow *flow;
    slot slots[SLOTS];
    log_entry log[LOG_MAX];
    int log_count;
    const char *complaint;
    uint32_t compared, orders_compared, fields_compared, plans_shared;
} history;

static bool complain(history *h, const char *text)
{
    h->complaint = text;
    return false;
}

/* ---- what is done ---- */

static void place_order(history *h, int index)
{
    slot *s = &h->slots[index];
    if (h->log_count + SLOTS >= LOG_MAX) {
        return;
    }
    const slot *other = &h->slots[flow_world_roll(&h->world, SLOTS)];
    if (other->is_live) { /* once more, or a part of it */
        s->order = other->order;
        s->order.def.source_count -= flow_world_roll(&h->world, 4) == 0 &&
                                     !s->order.def.covers_all && s->order.def.source_count > 1;
    } else {
        flow_world_order(&h->world, &s->order);
    }
    assert_true(wend_flow_add_request(h->flow, flow_order_def(&s->order), &s->id, NULL) >= 0);
    s->is_live = true;
    s->built = 0;
    memcpy(s->planned, s->order.sources, sizeof s->planned);
    s->planned_count = s->order.def.source_count;
    h->log[h->log_count++] = (log_entry){false, index, s->id};
}

static void end_order(history *h, int index)
{
    slot *s = &h->slots[index];
    assert_int_equal(wend_flow_remove_request(h->flow, s->id), WEND_OK);
    assert_int_equal(wend_flow_remove_request(h->flow, s->id), WEND_ERROR_STALE);
    s->is_live = false;
    h->log[h->log_count++] = (log_entry){true, index, s->id};
}

/* The same order once more takes the plan of the one that ended, if nothing on it changed. */
static void repeat_order(history *h, int index)
{
    slot *s = &h->slots[index];
    if (h->log_count + SLOTS >= LOG_MAX) {
        return;
    }
    end_order(h, index);
    if (flow_world_roll(&h->world, 2) == 0) {
        flow_world_edit(&h->world);
    }
    assert_true(wend_flow_add_request(h->flow, flow_order_def(&s->order), &s->id, NULL) >= 0);
    s->is_live = true;
    s->built = 0;
    memcpy(s->planned, s->order.sources, sizeof s->planned);
    s->planned_count = s->order.def.source_count;
    h->log[h->log_count++] = (log_entry){false, index, s->id};
}

static void move_goals(history *h, slot *s)
{
    flow_order *order = &s->order;
    order->def.goal_count = 1 + flow_world_roll(&h->world, 3);
    order->def.area_count = 0;
    for (size_t i = 0; i < order->def.goal_count; ++i) {
        order->goals[i] = flow_world_place(&h->world);
    }
    assert_true(wend_flow_set_goals(h->flow, s->id, order->goals, order->def.goal_count, NULL) >=
                0);
}

static void move_sources(history *h, slot *s)
{
    flow_order *order = &s->order;
    order->def.source_count = flow_world_roll(&h->world, 4);
    for (size_t i = 0; i < order->def.source_count; ++i) {
        order->sources[i] = flow_world_place(&h->world);
    }
    assert_true(
        wend_flow_set_sources(h->flow, s->id, order->sources, order->def.source_count, NULL) >= 0);
}

static void add_source(history *h, slot *s)
{
    const wend_flow_position place = flow_world_place(&h->world);
    if (s->order.def.source_count == FLOW_ORDER_SOURCES) {
        return;
    }
    assert_true(
        wend_flow_add_source(h->flow, s->id, place.floor, place.position.x, place.position.y) >= 0);
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(h->flow, s->id, &info), WEND_OK);
    if (info.source_count > s->order.def.source_count) {
        s->order.sources[s->order.def.source_count++] = place;
    }
}

static void do_something(history *h)
{
    const uint32_t kind = flow_world_roll(&h->world, 12);
    const int index = (int)flow_world_roll(&h->world, SLOTS);
    slot *s = &h->slots[index];
    if (kind < 6) {
        flow_world_edit(&h->world);
    } else if (!s->is_live) {
        place_order(h, index);
    } else if (kind == 6) {
        end_order(h, index);
    } else if (kind == 7) {
        move_goals(h, s);
    } else if (kind == 8) {
        move_sources(h, s);
    } else if (kind == 9) {
        add_source(h, s);
    } else if (kind == 10) {
        repeat_order(h, index);
    }
}

static wend_result update(history *h)
{
    const uint32_t kind = flow_world_roll(&h->world, 4);
    wend_budget budget = wend_budget_steps(flow_world_roll(&h->world, kind == 1 ? 3 : 120));
    const wend_result result = wend_flow_update(h->flow, kind == 0 ? NULL : &budget);
    for (int i = 0; i < SLOTS; ++i) {
        slot *s = &h->slots[i];
        wend_flow_request_info info;
        if (s->is_live && wend_flow_get_request(h->flow, s->id, &info) == WEND_OK &&
            info.built_revision != s->built) {
            s->built = info.built_revision;
            memcpy(s->planned, s->order.sources, sizeof s->planned);
            s->planned_count = s->order.def.source_count;
        }
    }
    return result;
}

/* ---- the same from the beginning ---- */

static bool is_live_entry(const history *h, int at)
{
    const log_entry *entry = &h->log[at];
    const slot *s = &h->slots[entry->slot];
    return !entry->is_end && s->is_live && s->id.index1 == entry->id.index1 &&
           s->id.generation == entry->id.generation;
}

static bool replay(history *h, wend_flow *fresh)
{
    for (int i = 0; i < h->log_count; ++i) {
        const log_entry *entry = &h->log[i];
        if (entry->is_end) {
            assert_int_equal(wend_flow_remove_request(fresh, entry->id), WEND_OK);
            continue;
        }
        flow_order order = h->slots[entry->slot].order;
        const slot *s = &h->slots[entry->slot];
        wend_flow_request_def def = *flow_order_def(&order);
        wend_flow_request_id id;
        if (is_live_entry(h, i)) {
            def.sources = s->planned;
            def.source_count = s->planned_count;
        }
        assert_int_equal(wend_flow_add_request(fresh, &def, &id, NULL), WEND_OK);
        if (id.index1 != entry->id.index1 || id.generation != entry->id.generation) {
            return complain(h, "another id");
        }
    }
    return true;
}

/* ---- comparing ---- */

static bool are_same_doubles(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static bool is_same_cell(const wend_flow_cell *a, const wend_flow_cell *b)
{
    return a->cost == b->cost && are_same_doubles(a->integration, b->integration) &&
           a->direction == b->direction && are_same_doubles(a->angle, b->angle) &&
           a->is_pathable == b->is_pathable && a->has_field == b->has_field &&
           a->is_in_line_of_sight == b->is_in_line_of_sight && a->is_at_corner == b->is_at_corner &&
           a->is_wave_front == b->is_wave_front;
}

static bool has_same_cells(history *h, const wend_flow *fresh, wend_flow_request_id id)
{
    const wend_grid_info *info = &h->world.info;
    for (uint32_t f = 0; f < h->world.floor_count; ++f) {
        for (int32_t i = 0; i < info->width * info->height; ++i) {
            const int32_t x = i % info->width, y = i / info->width;
            wend_flow_cell a, b;
            assert_int_equal(wend_flow_get_cell(h->flow, id, f, x, y, &a), WEND_OK);
            assert_int_equal(wend_flow_get_cell(fresh, id, f, x, y, &b), WEND_OK);
            h->fields_compared += a.has_field;
            if (!is_same_cell(&a, &b)) {
                return complain(h, "another cell");
            }
        }
    }
    return true;
}

static bool is_same_request(history *h, const wend_flow *fresh, wend_flow_request_id id)
{
    wend_flow_request_info a, b;
    assert_int_equal(wend_flow_get_request(h->flow, id, &a), WEND_OK);
    assert_int_equal(wend_flow_get_request(fresh, id, &b), WEND_OK);
    ++h->orders_compared;
    if (a.state != b.state) {
        return complain(h, "another state");
    }
    if (a.flow_class != b.flow_class || a.seeds != b.seeds || a.goal_count != b.goal_count ||
        a.sources_unreachable != b.sources_unreachable || a.route_portals != b.route_portals ||
        a.sectors != b.sectors || a.sectors_in_line_of_sight != b.sectors_in_line_of_sight ||
        !are_same_doubles(a.max_cost, b.max_cost)) {
        return complain(h, "another order");
    }
    return has_same_cells(h, fresh, id);
}

static bool is_same_info(history *h, const wend_flow *fresh)
{
    wend_flow_info a, b;
    wend_flow_get_info(h->flow, &a);
    wend_flow_get_info(fresh, &b);
    if (a.portals != b.portals || a.portal_edges != b.portal_edges || a.requests != b.requests ||
        a.sectors_waiting != 0 || a.sectors != b.sectors) {
        return complain(h, "other figures");
    }
    if (a.fields_kept - a.fields_unused != b.fields_kept - b.fields_unused) {
        return complain(h, "another number of fields in use");
    }
    return true;
}

static bool equals_fresh(history *h)
{
    wend_flow *fresh = flow_world_flow(&h->world, NULL, NULL);
    bool is_good = replay(h, fresh);
    assert_int_equal(wend_flow_update(fresh, NULL), WEND_OK);
    for (int i = 0; i < SLOTS && is_good; ++i) {
        is_good = !h->slots[i].is_live || is_same_request(h, fresh, h->slots[i].id);
    }
    is_good = is_good && is_same_info(h, fresh);
    if (is_good && wend_flow_hash(h->flow) != wend_flow_hash(fresh)) {
        is_good = complain(h, "another hash");
    }
    ++h->compared;
    wend_flow_destroy(fresh);
    return is_good;
}

static void count_users(const wendi_plan *plan, uint32_t *users)
{
    for (uint32_t i = 0; plan != NULL && i < plan->tile_count; ++i) {
        if (plan->tiles[i].field < WENDI_FIELD_VISIBLE && plan->tiles[i].field_serial == 0) {
            ++users[plan->tiles[i].field];
        }
    }
}

/* @return 1: another request before this one has the plan, and it was counted there. */
static uint32_t count_plan(const wend_flow *flow, const wendi_flow_request *request,
                           const wendi_plan *plan, uint32_t *users)
{
    if (plan == NULL) {
        return 0;
    }
    uint32_t holders = 0, first = 0;
    for (uint32_t i = flow->request_count; i-- > 0;) {
        const bool has_plan = flow->requests[i].plan == plan || flow->requests[i].next == plan;
        holders += has_plan;
        first = has_plan ? i : first;
    }
    assert_int_equal(plan->users, holders);
    if (&flow->requests[first] != request) {
        return 1;
    }
    count_users(plan, users);
    return 0;
}

/* Tiles of plans and their fields are counted right, with plans dropped meanwhile. Plans without a
 * request use the fields that nothing else can use. */
static bool counts_users(history *h)
{
    const wendi_field_cache *fields = &h->flow->fields;
    uint32_t *users = calloc(fields->used + 1, sizeof *users);
    assert_non_null(users);
    uint32_t shared = 0;
    for (uint32_t r = 0; r < h->flow->request_count; ++r) {
        const wendi_flow_request *request = &h->flow->requests[r];
        shared += count_plan(h->flow, request, request->plan, users);
        shared += count_plan(h->flow, request, request->next, users);
    }
    for (uint32_t i = 0; i < h->flow->kept_count; ++i) {
        count_users(h->flow->kept[i].plan, users);
    }
    bool is_good = true;
    uint32_t unused = 0;
    for (uint32_t i = 0; i < fields->used; ++i) {
        is_good &= users[i] == wendi_field_at(fields, i)->users;
        unused += wendi_field_at(fields, i)->block != NULL && users[i] == 0;
    }
    free(users);
    h->plans_shared += shared;
    return (is_good && unused == fields->unused_count) || complain(h, "users counted wrong");
}

static bool tells_bytes(history *h)
{
    wend_flow_info info;
    wend_flow_get_info(h->flow, &info);
    const size_t live = atomic_load(&h->heap.live_bytes);
    if (info.memory_bytes != live) {
        print_message("%zu bytes told, %zu held\n", info.memory_bytes, live);
        return complain(h, "bytes told are not those held");
    }
    return true;
}

/* ---- properties ---- */

static bool report(const history *h)
{
    print_message("seed %llu: %s (%d x %d, sectors of %d, %u floors, %u classes, integration %d)\n",
                  (unsigned long long)h->world.seed, h->complaint, (int)h->world.info.width,
                  (int)h->world.info.height, (int)h->world.info.sector_size,
                  (unsigned)h->world.floor_count, (unsigned)h->world.def.class_count,
                  (int)h->world.def.integration);
    return false;
}

static void open_history(history *h, uint64_t seed)
{
    memset(h, 0, sizeof *h);
    flow_world_make(&h->world, seed, SIDE_MAX);
    fault_heap_init(&h->heap);
    const wend_allocator allocator = fault_heap_allocator(&h->heap);
    h->flow = flow_world_flow(&h->world, &allocator, NULL);
}

static void close_history(history *h)
{
    wend_flow_destroy(h->flow);
    flow_world_free(&h->world);
    assert_int_equal(atomic_load(&h->heap.live_bytes), 0);
}

/* Ends all orders: no field has a user any more. */
static bool leaves_nothing_in_use(history *h)
{
    for (int i = 0; i < SLOTS; ++i) {
        if (h->slots[i].is_live) {
            end_order(h, i);
        }
    }
    wend_flow_info info;
    wend_flow_get_info(h->flow, &info);
    return info.fields_kept == info.fields_unused || complain(h, "fields in use without orders");
}

static bool repairs(uint64_t seed, void *context)
{
    history h;
    open_history(&h, seed);
    bool is_good = true;
    for (int round = 0; round < ROUNDS && is_good; ++round) {
        for (uint32_t left = 1 + flow_world_roll(&h.world, 4); left > 0; --left) {
            do_something(&h);
        }
        const wend_result result = update(&h);
        assert_true(result >= 0);
        is_good = counts_users(&h) && tells_bytes(&h) && (result != WEND_OK || equals_fresh(&h));
    }
    while (is_good && update(&h) != WEND_OK) {
    }
    is_good = is_good && equals_fresh(&h) && leaves_nothing_in_use(&h) && tells_bytes(&h);
    if (!is_good) {
        report(&h);
    }
    uint32_t *totals = context;
    totals[0] += h.compared;
    totals[1] += h.orders_compared;
    totals[2] += h.fields_compared;
    totals[3] += h.plans_shared;
    close_history(&h);
    return is_good;
}

static void flow_repaired_equals_a_fresh_one_to_the_bit(void **state)
{
    (void)state;
    uint32_t totals[4] = {0, 0, 0, 0};
    gen_property("flow repair", 250, repairs, totals);
    print_message("%u comparisons, %u orders, %u cells with fields, %u times a plan shared\n",
                  totals[0], totals[1], totals[2], totals[3]);
    assert_true(totals[3] > 0);
}

/* ---- stamps ---- */

static void finish(history *h)
{
    while (update(h) == WEND_IN_PROGRESS) {
    }
}

/* Stamps come, overlap and go in any order: in the end all is as it was. */
static bool restores(uint64_t seed, void *context)
{
    history h;
    open_history(&h, seed);
    for (int i = 0; i < SLOTS; ++i) {
        place_order(&h, i);
    }
    finish(&h);
    const uint64_t before = wend_flow_hash(h.flow);
    uint32_t changes = 0;
    for (uint32_t left = 12; left > 0; --left) {
        if (flow_world_roll(&h.world, 3) != 0) {
            flow_world_stamp(&h.world);
        } else {
            flow_world_lift(&h.world);
        }
        changes += update(&h) == WEND_OK && wend_flow_hash(h.flow) != before;
    }
    flow_world_lift_stamps(&h.world);
    finish(&h);
    const bool is_good = wend_flow_hash(h.flow) == before || complain(&h, "not restored");
    if (!is_good) {
        report(&h);
    }
    *(uint32_t *)context += changes;
    close_history(&h);
    return is_good;
}

static void flow_stamps_removed_in_any_order_restore_all_fields(void **state)
{
    (void)state;
    uint32_t changes = 0;
    gen_property("flow stamps", 120, restores, &changes);
    print_message("%u states in between were others\n", changes);
    assert_true(changes > 0);
}

/* ---- what need not be done again ---- */

/* A walled-off corner of the map is edited: no order notices. */
static void flow_edits_that_concern_no_order_leave_plans_alone(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(100, 100, 1);
    grid_def.sector_size = 10;
    wend_grid *grid = grids_make(grid_def);
    grids_wall(grid, 0, 30, 100, 1);
    wend_flow *flow = flows_on(grid);
    const wend_flow_position places[2] = {{{5.5, 5.5}, 0}, {{95.5, 15.5}, 0}};
    wend_flow_request_def order = wend_flow_request_def_default();
    order.goals = &places[0];
    order.goal_count = 1;
    order.sources = &places[1];
    order.source_count = 1;
    wend_flow_request_id id;
    wend_flow_request_info before, after;
    wend_flow_info figures[2];
    assert_int_equal(wend_flow_add_request(flow, &order, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_get_request(flow, id, &before), WEND_OK);
    wend_flow_get_info(flow, &figures[0]);
    for (int32_t i = 0; i < 30; ++i) {
        grids_set(grid, 10 + i, 60 + i, WEND_COST_WALL);
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    }
    assert_int_equal(wend_flow_get_request(flow, id, &after), WEND_OK);
    wend_flow_get_info(flow, &figures[1]);
    assert_int_equal(before.built_revision, after.built_revision);
    assert_int_equal(figures[0].tiles_integrated, figures[1].tiles_integrated);
    assert_true(figures[1].sectors_built > figures[0].sectors_built);
    assert_true(figures[1].last_sectors_repaired <= 5);
    grids_set(grid, 50, 12, WEND_COST_WALL);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_get_request(flow, id, &after), WEND_OK);
    assert_int_equal(before.built_revision + 1, after.built_revision);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_repaired_equals_a_fresh_one_to_the_bit),
        cmocka_unit_test(flow_stamps_removed_in_any_order_restore_all_fields),
        cmocka_unit_test(flow_edits_that_concern_no_order_leave_plans_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
