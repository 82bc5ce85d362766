/* Flows over random maps on pools of 1, 2 and 8 threads and on none have the same fields and
 * figures after each update of any budget. */
#include "support/flow_world.h"
#include "support/gen.h"
#include "support/test.h"

enum { SIDE_MAX = 60, ROUNDS = 6, FLOWS = 4, ORDERS_MAX = 3 * ROUNDS };

static const uint32_t THREADS[FLOWS] = {0, 1, 2, 8}; /* 0: no executor */

typedef struct pools {
    wend_pool *pool[FLOWS];
    uint64_t relaxed; /* by all worlds */
} pools;

typedef struct team {
    flow_world world;
    wend_flow *flow[FLOWS];
    wend_flow_request_id id[ORDERS_MAX];
    uint32_t id_count;
} team;

static void place_order(team *t)
{
    flow_order order;
    flow_world_order(&t->world, &order);
    for (int i = 0; i < FLOWS; ++i) {
        wend_flow_request_id id;
        assert_true(wend_flow_add_request(t->flow[i], flow_order_def(&order), &id, NULL) >= 0);
        t->id[t->id_count] = id;
    }
    ++t->id_count;
}

static void move_goal(team *t)
{
    const wend_flow_position goal = flow_world_place(&t->world);
    const wend_flow_request_id id = t->id[flow_world_roll(&t->world, t->id_count)];
    for (int i = 0; i < FLOWS; ++i) {
        assert_true(wend_flow_set_goals(t->flow[i], id, &goal, 1, NULL) >= 0);
    }
}

static bool is_same(const wend_flow *a, const wend_flow *b)
{
    wend_flow_info x, y;
    wend_flow_get_info(a, &x);
    wend_flow_get_info(b, &y);
    return wend_flow_hash(a) == wend_flow_hash(b) && x.fields_built == y.fields_built &&
           x.fields_shared == y.fields_shared && x.tiles_integrated == y.tiles_integrated &&
           x.fields_kept == y.fields_kept && x.fields_unused == y.fields_unused &&
           x.fields_evicted == y.fields_evicted && x.sectors_built == y.sectors_built &&
           x.memory_bytes == y.memory_bytes;
}

static bool update_all(team *t)
{
    const uint64_t steps =
        flow_world_roll(&t->world, 2) == 0 ? UINT64_MAX : flow_world_roll(&t->world, 300);
    wend_result results[FLOWS];
    bool is_good = true;
    for (int i = 0; i < FLOWS; ++i) {
        wend_budget budget = wend_budget_steps(steps);
        results[i] = wend_flow_update(t->flow[i], &budget);
        is_good = is_good && results[i] == results[0] && is_same(t->flow[i], t->flow[0]);
    }
    return is_good;
}

static bool agree(uint64_t seed, void *context)
{
    pools *p = context;
    static team t;
    t = (team){.id_count = 0};
    bool is_good = true;
    flow_world_make(&t.world, seed, SIDE_MAX);
    for (int i = 0; i < FLOWS; ++i) {
        const wend_executor executor =
            p->pool[i] != NULL ? wend_pool_executor(p->pool[i]) : (wend_executor){NULL, NULL};
        t.flow[i] = flow_world_flow(&t.world, NULL, &executor);
    }
    for (int round = 0; round < ROUNDS && is_good; ++round) {
        place_order(&t);
        place_order(&t);
        if (flow_world_roll(&t.world, 2) == 0) {
            move_goal(&t);
        }
        flow_world_edit(&t.world);
        is_good = update_all(&t);
    }
    wend_flow_info info;
    wend_flow_get_info(t.flow[0], &info);
    p->relaxed += info.tiles_integrated;
    for (int i = 0; i < FLOWS; ++i) {
        wend_flow_destroy(t.flow[i]);
    }
    flow_world_free(&t.world);
    return is_good;
}

static void flow_any_number_of_threads_gives_the_same_bits_and_figures(void **state)
{
    (void)state;
    pools p = {.relaxed = 0};
    for (int i = 0; i < FLOWS; ++i) {
        wend_pool_def def = wend_pool_def_default();
        def.thread_count = THREADS[i];
        if (THREADS[i] > 0) {
            const wend_result result = wend_pool_create(&def, &p.pool[i]);
            if (result == WEND_ERROR_UNSUPPORTED) {
                skip();
            }
            assert_int_equal(result, WEND_OK);
        }
    }
    gen_property("flow threads", 40, agree, &p);
    assert_true(p.relaxed > 0);
    for (int i = 0; i < FLOWS; ++i) {
        wend_pool_destroy(p.pool[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_any_number_of_threads_gives_the_same_bits_and_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
