/* One tick of a crowd.
 *
 *    obstacles            edits of grids and walls        obstacles/obstacles.h
 *    routes               queries, in body order          goals/goals.h
 *    formations           queries, memory                 formation/formations.h
 *               ---- until here the tick may fail, and nothing has changed ----
 *    groups               of new flow requests              goals/goals.h
 *    routes               answers, ground closed by edits goals/goals.h
 *    formations           anchors, slots                  formation/formations.h
 *    social groups        patterns                        social/social.h
 *    levels of detail     which bodies move                 tick/detail.h         parallel over bodies
 *    forces               external forces                 contact/forces.h      parallel over bodies
 *    displacement         movement by them                contact/forces.h      on one thread
 *    sort                 bodies by cell                  core/body_grid.h      beside the next pass
 *    preferred velocity   goals, walls, right of way      goals/goals.h         over bodies
 *    gather, avoidance    neighbours                      avoidance/avoidance.h over sorted bodies
 *    contact, overlap     soft and hard contact           contact/contact.h     over sorted bodies
 *    arrival              positions, progress             goals/goals.h         over bodies
 *    contacts             that began in the tick          contact/contacts.h
 *    jams, events         deferred work                   goals/goals.h, core/events.h
 *    exits                which one each body takes       exits/exits.h
 *
 * Each pass reads the results of earlier passes and writes its own entries: threads do not matter.
 * Cost: the passes, in blocks over the executor; see docs/performance.md. */
#include "crowd/avoidance/avoidance.h"
#include "crowd/contact/contact.h"
#include "crowd/contact/contacts.h"
#include "crowd/contact/forces.h"
#include "crowd/exits/exits.h"
#include "crowd/formation/formations.h"
#include "crowd/goals/goals.h"
#include "crowd/social/social.h"
#include "crowd/tick/detail.h"

enum { SOFT_PASSES = 4, HARD_PASSES = 3 };

typedef void (*pass_fn)(wend_crowd *crowd, size_t begin, size_t end);

typedef struct pass_job {
    wend_crowd *crowd;
    pass_fn pass;
} pass_job;

static void run_block(void *context, size_t begin, size_t end)
{
    const pass_job *job = context;
    job->pass(job->crowd, begin, end);
}

static void run(wend_crowd *crowd, size_t count, pass_fn pass)
{
    pass_job job = {crowd, pass};
    wend_parallel_for(&crowd->executor, count, WENDI_CROWD_BLOCK, run_block, &job);
}

static void swap(wendi_vec2_f32 **a, wendi_vec2_f32 **b)
{
    wendi_vec2_f32 *kept = *a;
    *a = *b;
    *b = kept;
}

static size_t block_count(size_t items)
{
    return (items + WENDI_CROWD_BLOCK - 1) / WENDI_CROWD_BLOCK;
}

/* ---- sorting and preferred velocities ---- */

/* The largest displacement of any body in this tick. @return true if it is that of all. */
static bool find_reach(wend_crowd *crowd)
{
    const wendi_block_summary *blocks = crowd->work.blocks;
    float least = 1e9F;
    float most = 0;
    for (size_t i = 0; i < block_count(crowd->bodies.high); ++i) {
        least = blocks[i].reach_least < least ? blocks[i].reach_least : least;
        most = blocks[i].reach_most > most ? blocks[i].reach_most : most;
    }
    crowd->reach_now = most;
    return least >= most;
}

/* Cells are as wide as the largest bodies may touch. With levels of detail they are as wide as those
 * that move may meet others: the cells around them hold all of these.
 * @param is_near only bodies that move and those near them; their reach is known. */
static void sort(wend_crowd *crowd, bool is_near)
{
    const wendi_block_summary *blocks = crowd->work.blocks;
    wendi_bodies_extent all = {1e300, -1e300, 1e300, -1e300};
    double least = 1e300;
    double most = 0;
    uint32_t layer = UINT32_MAX;
    uint32_t touches = UINT32_MAX;
    for (size_t i = 0; i < block_count(crowd->bodies.high); ++i) {
        const wendi_bodies_extent *e = &blocks[i].extent;
        all.low_x = e->low_x < all.low_x ? e->low_x : all.low_x;
        all.high_x = e->high_x > all.high_x ? e->high_x : all.high_x;
        all.low_y = e->low_y < all.low_y ? e->low_y : all.low_y;
        all.high_y = e->high_y > all.high_y ? e->high_y : all.high_y;
        least = blocks[i].radius_least < least ? blocks[i].radius_least : least;
        most = blocks[i].max_radius > most ? blocks[i].max_radius : most;
        layer &= blocks[i].layer;
        touches &= blocks[i].touches;
    }
    crowd->radius_now = most;
    crowd->work.are_alike = least >= most && (layer & touches) != 0;
    const double moved = is_near ? 2 * (double)crowd->reach_now : 0;
    const double size = 2 * most + (moved > 0.25 ? moved : 0.25) + (is_near ? 1e-3 : 0);
    wendi_body_grid_sort(&crowd->cells, &crowd->bodies, &all, size > 1 ? size : 1, crowd->reach,
                         is_near ? crowd->detail.stride : NULL);
}

static bool is_any_steered(const wend_crowd *crowd)
{
    bool steering = false;
    for (size_t i = 0; i < block_count(crowd->bodies.high); ++i) {
        steering |= crowd->work.blocks[i].steering;
    }
    return steering;
}

/* A sort, and its time. */
typedef struct sort_job {
    wend_crowd *crowd;
    uint64_t sort_ns;
} sort_job;

/* The first block is the sort: one thread does it while the others process bodies. */
static void run_sort_block(void *context, size_t begin, size_t end)
{
    sort_job *job = context;
    if (begin > 0) {
        wendi_pass_preferred_velocity(job->crowd, begin - WENDI_CROWD_BLOCK,
                                      end - WENDI_CROWD_BLOCK);
        return;
    }
    const uint64_t clock = wend_clock_ns();
    sort(job->crowd, false);
    job->sort_ns = wend_clock_ns() - clock;
}

static void sum_up(wend_crowd *crowd)
{
    const wendi_block_summary *blocks = crowd->work.blocks;
    float deepest = 0;
    crowd->last_pairs = 0;
    for (size_t i = 0; i < block_count(crowd->cells.count); ++i) {
        deepest = blocks[i].deepest > deepest ? blocks[i].deepest : deepest;
        crowd->last_pairs += blocks[i].pairs;
        crowd->wall_violations += blocks[i].in_wall;
    }
    crowd->last_overlap = (double)deepest;
    if (crowd->last_overlap > crowd->max_overlap) {
        crowd->max_overlap = crowd->last_overlap;
    }
}

/* Adds sources to the flow for the bodies whose request has no field there. */
static void request_fields(wend_crowd *crowd, uint32_t begin, uint32_t end)
{
    wendi_bodies *b = &crowd->bodies;
    const uint32_t bit = (uint32_t)WENDI_BODY_NEEDS_FIELD;
    for (uint32_t i = begin; i < end; ++i) {
        if ((b->flags[i] & bit) == 0 || !wendi_bodies_is_alive(b, i)) {
            continue;
        }
        b->flags[i] &= ~bit;
        const wend_flow_request_id order = {b->order_index[i], b->order_generation[i]};
        const wend_result result =
            wend_flow_add_source(crowd->flow, order, b->floor[i], b->x[i], b->y[i]);
        if (result == WEND_NO_PATH) {
            wendi_body_lose_path(crowd, i);
        }
    }
}

/* Work that bodies deferred to one thread, block by block: most blocks have none. */
static void apply_deferred(wend_crowd *crowd)
{
    const uint32_t high = crowd->bodies.high;
    for (uint32_t begin = 0; begin < high; begin += WENDI_CROWD_BLOCK) {
        const uint32_t end =
            high - begin < WENDI_CROWD_BLOCK ? high : begin + (uint32_t)WENDI_CROWD_BLOCK;
        const uint32_t flags = crowd->work.blocks[begin / WENDI_CROWD_BLOCK].flags;
        if (crowd->flow != NULL && (flags & (uint32_t)WENDI_BODY_NEEDS_FIELD) != 0) {
            request_fields(crowd, begin, end);
        }
        if ((flags & (uint32_t)WENDI_BODY_JAMMED) != 0) {
            wendi_stuck_note_jams(crowd, begin, end);
        }
    }
    wendi_stuck_fade_jams(crowd);
}

static uint64_t lap(uint64_t *clock)
{
    const uint64_t now = wend_clock_ns();
    const uint64_t spent = now - *clock;
    *clock = now;
    return spent;
}

/* Work that allocates or calls other objects comes first: if it fails, nothing has changed. */
static wend_result begin(wend_crowd *crowd)
{
    wend_result result = wendi_crowd_update_obstacles(crowd, "wend_crowd_tick");
    if (result == WEND_OK && !wendi_contacts_prepare(crowd)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK && !wendi_formations_keep_pending(crowd)) {
        result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK) {
        result = wendi_goals_query_routes(crowd);
    }
    if (result == WEND_OK) {
        result = wendi_formations_prepare(crowd);
    }
    return result;
}

static void step(wend_crowd *crowd)
{
    wendi_workspace *w = &crowd->work;
    crowd->next_ticket = crowd->fresh_ticket;
    wendi_goals_join_groups(crowd);
    wendi_goals_apply_routes(crowd);
    crowd->exits->has_edits |=
        crowd->exits->count > 0 && wendi_obstacles_have_edits(&crowd->obstacles);
    wendi_goals_check_routes(crowd);
    wendi_goals_assign_lanes(crowd);
    wendi_goals_assign_places(crowd);
    wendi_formations_tick(crowd);
    wendi_social_tick(crowd);

    uint64_t clock = wend_clock_ns();
    if (crowd->detail.is_on) {
        run(crowd, crowd->bodies.high, wendi_pass_detail);
    }
    run(crowd, crowd->bodies.high, wendi_pass_forces);
    wendi_displace_bodies(crowd);
    w->has_edits = false;
    crowd->ns[0] = lap(&clock);

    /* Steering behaviours search the sorted bodies; for other goals the sort runs beside the pass.
     * With levels of detail it comes after the pass, as it takes few bodies. */
    sort_job job = {crowd, 0};
    const bool is_steered = is_any_steered(crowd);
    if (crowd->detail.is_on && !is_steered) {
        run(crowd, crowd->bodies.high, wendi_pass_preferred_velocity);
        (void)find_reach(crowd);
        const uint64_t sort_clock = wend_clock_ns();
        sort(crowd, true);
        job.sort_ns = wend_clock_ns() - sort_clock;
    } else if (is_steered) {
        run_sort_block(&job, 0, WENDI_CROWD_BLOCK);
        run(crowd, crowd->bodies.high, wendi_pass_preferred_velocity);
    } else {
        wend_parallel_for(&crowd->executor, (size_t)WENDI_CROWD_BLOCK + crowd->bodies.high,
                          WENDI_CROWD_BLOCK, run_sort_block, &job);
    }
    const bool is_one_reach = find_reach(crowd);
    w->are_alike = w->are_alike && is_one_reach && !crowd->detail.is_on;
    const uint64_t both_ns = lap(&clock);
    crowd->ns[0] += job.sort_ns;
    crowd->ns[1] = both_ns > job.sort_ns ? both_ns - job.sort_ns : 0;

    run(crowd, crowd->cells.count, wendi_pass_gather);
    run(crowd, crowd->cells.count, wendi_pass_avoidance);
    crowd->ns[2] = lap(&clock);

    for (int32_t i = 0; i < SOFT_PASSES; ++i) {
        run(crowd, crowd->cells.count,
            i + 1 < SOFT_PASSES ? wendi_pass_contact_soft : wendi_pass_contact_soft_last);
        swap(&w->target, &w->next);
        uint8_t *moved = w->moved;
        w->moved = w->next_moved;
        w->next_moved = moved;
    }
    for (int32_t i = 0; i < HARD_PASSES; ++i) {
        run(crowd, crowd->cells.count,
            i == 0 ? wendi_pass_contact_hard_first : wendi_pass_contact_hard);
        swap(&w->travelled, &w->next);
    }
    crowd->ns[3] = lap(&clock);

    run(crowd, crowd->cells.count, wendi_pass_overlap);
    run(crowd, crowd->bodies.high, wendi_pass_arrival);
    sum_up(crowd);
    wendi_contacts_collect(crowd);
    apply_deferred(crowd);
    wendi_exits_tick(crowd);
    wendi_events_collect(&crowd->events, &crowd->bodies, &crowd->queries, &crowd->routes);
    wendi_detail_end_tick(crowd);
    crowd->tick++;
    crowd->ns[4] = lap(&clock);
}

static wend_result update_own_flow(const wend_crowd *crowd)
{
    if (crowd->own_flow == NULL) {
        return WEND_OK;
    }
    wend_budget budget = wend_budget_steps(crowd->flow_steps);
    const wend_result result = wend_flow_update(crowd->own_flow, &budget);
    return result == WEND_IN_PROGRESS ? WEND_OK : result;
}

wend_result wend_crowd_tick(wend_crowd *crowd)
{
    wend_result result = wendi_crowd_check_idle(crowd);
    if (result != WEND_OK) {
        return result;
    }
    crowd->is_busy = true;
    result = update_own_flow(crowd);
    if (result == WEND_OK) {
        result = begin(crowd);
    }
    if (result == WEND_OK) {
        step(crowd);
    }
    crowd->is_busy = false;
    return wendi_fail_plain(&crowd->error, "wend_crowd_tick", result);
}
