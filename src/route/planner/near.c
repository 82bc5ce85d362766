/* Requests that differ from another one by a small step of the start alone: they wait for its search,
 * and get its path with a walk to it.
 *
 *        L---1---2         The request at L is searched. That at F follows: its path is the cheapest
 *       F     \   \        of those by L, or straight to one of the next ends of legs 1, 2, ..., and
 *              ....3---G   on along L's.
 *
 * A path from F costs at least that of L less the way from L to F, as L could go there first: so the
 * bound of the answer is proven. Where no walk leads to the path, and where L has none, F is searched
 * itself.
 *
 *     near keys   [ hash of the query without its start, and of the square that the start lies in ]
 *                      -> jobs that others may follow
 *
 * Cost: nine chains of a table for each request with a tolerance; for each that follows a few walks. */
#include "route/pathfinder/pathfinder.h"
#include "route/planner/planner.h"
#include "route/planner/update.h"
#include "route/space/space.h"

enum { CORNERS_TRIED = 8, WALK_STEPS = 16 /* of the planner, for a test of a walk */ };

/* ---- the table ---- */

/* The square of a start along one axis: squares are as wide as the tolerance. */
static int64_t square_of(double at, double tolerance)
{
    const double least = 1.0 / 1024;
    const double scaled = at / (tolerance > least ? tolerance : least);
    const int64_t whole = (int64_t)scaled;
    return scaled < (double)whole ? whole - 1 : whole;
}

static uint64_t hash_at(const wendi_plan_job *job, int64_t x, int64_t y)
{
    uint64_t hash = wend_hash_u64(wendi_plan_job_goal_hash(job), (uint64_t)x);
    return wend_hash_u64(hash, (uint64_t)y);
}

static uint64_t own_hash(const wendi_plan_job *job)
{
    return hash_at(job, square_of(job->query.from.x, job->tolerance),
                   square_of(job->query.from.y, job->tolerance));
}

/* True if a job may follow another one, and be followed. Limits would cut a joined path elsewhere. */
static bool is_eligible(const wendi_plan_job *job)
{
    const wend_path_query *query = &job->query;
    return job->tolerance > 0 && job->may_join && query->tag_count == 0 &&
           query->from_node == WEND_NODE_NONE && query->from_polygon == WEND_NODE_NONE &&
           !(query->noise > 0) && query->max_depth == 0 && query->max_steps == 0 &&
           query->max_cost == WEND_COST_INFINITE && !query->records_order;
}

void wendi_plan_near_enter(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    if (!is_eligible(j) || j->is_near || j->has_near) {
        return;
    }
    j->near_hash = own_hash(j);
    uint32_t *first = &planner->near_keys[j->near_hash & planner->key_mask];
    j->next_near = *first;
    *first = job;
    j->has_near = true;
}

void wendi_plan_near_remove(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    if (!j->has_near) {
        return;
    }
    uint32_t *link = &planner->near_keys[j->near_hash & planner->key_mask];
    while (*link != job) {
        link = &planner->jobs[*link].next_near;
    }
    *link = j->next_near;
    j->next_near = WENDI_PLAN_NONE;
    j->has_near = false;
}

static double squared_apart(const wendi_plan_job *a, const wendi_plan_job *b)
{
    const double x = a->query.from.x - b->query.from.x;
    const double y = a->query.from.y - b->query.from.y;
    return x * x + y * y;
}

uint32_t wendi_plan_near_find(const wend_planner *planner, uint32_t draft)
{
    const wendi_plan_job *wanted = &planner->jobs[draft];
    uint32_t best = WENDI_PLAN_NONE;
    double least = wanted->tolerance * wanted->tolerance;
    if (!is_eligible(wanted)) {
        return best;
    }
    const int64_t x = square_of(wanted->query.from.x, wanted->tolerance);
    const int64_t y = square_of(wanted->query.from.y, wanted->tolerance);
    for (int64_t i = 0; i < 9; i++) {
        const uint64_t hash = hash_at(wanted, x + i % 3 - 1, y + i / 3 - 1);
        uint32_t job = planner->near_keys[hash & planner->key_mask];
        for (; job != WENDI_PLAN_NONE; job = planner->jobs[job].next_near) {
            const wendi_plan_job *j = &planner->jobs[job];
            const double squared = squared_apart(wanted, j);
            const bool is_better =
                squared < least ||
                (squared <= least &&
                 (best == WENDI_PLAN_NONE || j->sequence < planner->jobs[best].sequence));
            if (j->near_hash == hash && is_better && wendi_plan_job_may_lead(planner, job, draft)) {
                best = job;
                least = squared;
            }
        }
    }
    return best;
}

/* ---- followers ---- */

void wendi_plan_near_follow(wend_planner *planner, uint32_t job, uint32_t leader)
{
    wendi_plan_job *j = &planner->jobs[job];
    wendi_plan_job *l = &planner->jobs[leader];
    uint32_t *link = &l->first_follower; /* in the order of their requests */
    while (*link != WENDI_PLAN_NONE) {
        link = &planner->jobs[*link].next_follower;
    }
    *link = job;
    j->next_follower = WENDI_PLAN_NONE;
    j->leader = leader;
    j->state = WENDI_PLAN_FOLLOWING;
    planner->has_ready_leaders = planner->has_ready_leaders || l->state == WENDI_PLAN_DONE;
    wendi_plan_job_raise(planner, leader, j->priority);
}

void wendi_plan_near_leave(wend_planner *planner, uint32_t job)
{
    wendi_plan_job *j = &planner->jobs[job];
    uint32_t *link = &planner->jobs[j->leader].first_follower;
    while (*link != job) {
        link = &planner->jobs[*link].next_follower;
    }
    *link = j->next_follower;
    j->next_follower = j->leader = WENDI_PLAN_NONE;
}

/* A job that cannot follow is searched itself, and may be followed. */
static void go_alone(wend_planner *planner, uint32_t job)
{
    wendi_plan_near_enter(planner, job);
    wendi_plan_job_wait(planner, job);
}

void wendi_plan_near_release(wend_planner *planner, uint32_t leader)
{
    while (planner->jobs[leader].first_follower != WENDI_PLAN_NONE) {
        const uint32_t job = planner->jobs[leader].first_follower;
        wendi_plan_near_leave(planner, job);
        go_alone(planner, job);
    }
}

/* ---- the path ---- */

/* The way to a leader's path. */
typedef struct near_way {
    wend_leg walk;
    size_t passed;   /* legs of the leader's path that it leaves out */
    wend_cost whole; /* of all */
} near_way;

static bool can_walk(wend_pathfinder *probe, wend_vec3 from, wend_vec3 to, wend_leg *walk)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(probe);
    *walk = wendi_leg_straight(from, to, world->is_flat);
    return world->walk(probe, from, to, &walk->cost) == WEND_OK && walk->cost != WEND_COST_INFINITE;
}

/* The cheapest way to the path. There is one if a walk leads to the leader's start. A query that is not
 * searched where it can walk to the goal does so here, too. */
static bool find_way(wend_pathfinder *probe, const wendi_plan_job *leader, const wend_path *path,
                     const wend_path_query *query, near_way *best, uint64_t *steps)
{
    const wend_vec3 from = query->from;
    const size_t count = wend_path_leg_count(path);
    const wend_leg *legs = wend_path_legs(path);
    *steps += WALK_STEPS;
    *best = (near_way){.passed = 0};
    if (!can_walk(probe, from, leader->query.from, &best->walk)) {
        return false;
    }
    wend_cost rest = wend_path_cost(path);
    best->whole = best->walk.cost + rest;
    if (count > 0) {
        best->walk.to = legs[0].from;
    }
    for (size_t i = 0; i < count && i < CORNERS_TRIED; i++) {
        near_way way = {.passed = i + 1};
        const wend_vec3 to = wend_vec3_from_vec2(legs[i].to_point, legs[i].to_height);
        if (legs[i].behaviour != (uint32_t)WEND_BEHAVIOUR_WALK) {
            break;
        }
        rest -= legs[i].cost;
        *steps += WALK_STEPS;
        if (can_walk(probe, from, to, &way.walk) && way.walk.cost + rest <= best->whole) {
            way.walk.to = legs[i].to;
            way.whole = way.walk.cost + rest;
            *best = way;
        }
    }
    const bool is_tried = !query->is_searched && query->goal_kind == WEND_PATH_TO_POSITION &&
                          query->to_node == WEND_NODE_NONE && query->to_polygon == WEND_NODE_NONE;
    near_way way = {.passed = count};
    *steps += is_tried ? WALK_STEPS : 0;
    if (is_tried && count > 0 && can_walk(probe, from, query->to, &way.walk) &&
        way.walk.cost < best->whole) {
        way.walk.to = legs[count - 1].to;
        way.whole = way.walk.cost;
        *best = way;
    }
    return true;
}

/* True if the step in a direction is allowed, which may be none. */
static bool can_step(const wend_space *space, uint32_t slot, uint32_t direction)
{
    const uint32_t py = slot / space->stride;
    const uint32_t kind = wendi_space_kind(space, slot - py * space->stride, py);
    const uint32_t open =
        wendi_neighbour_costs_open(wendi_space_neighbour_costs(space, slot, kind));
    const uint32_t steps = space->steps.natural[kind * 256 + open][WENDI_DIRECTION_NONE];
    return direction < WENDI_DIRECTIONS && (steps >> direction & 1) != 0;
}

/* The cost of a path over cells by steps in one line, then diagonal or straight ones; infinite where
 * it is blocked. */
static wend_cost cost_of_steps(const wend_space *space, wend_node from, wend_node to,
                               bool is_diagonal_first)
{
    uint32_t slot = wendi_space_slot(space, from);
    const uint32_t goal = wendi_space_slot(space, to);
    wend_cost sum = 0;
    while (slot != goal) {
        const int32_t dx = (int32_t)(goal % space->stride) - (int32_t)(slot % space->stride);
        const int32_t dy = (int32_t)(goal / space->stride) - (int32_t)(slot / space->stride);
        const int32_t wide = dx < 0 ? -dx : dx;
        const int32_t high = dy < 0 ? -dy : dy;
        const bool is_diagonal = space->neighbours == WEND_NEIGHBOURS_8 && wide > 0 && high > 0 &&
                                 (is_diagonal_first || wide == high);
        const bool goes_across = is_diagonal || wide >= high;
        const int32_t sx = goes_across ? (dx > 0) - (dx < 0) : 0;
        const int32_t sy = is_diagonal || !goes_across ? (dy > 0) - (dy < 0) : 0;
        uint32_t d = 0;
        while (d < WENDI_DIRECTIONS && (wendi_direction_x(d) != sx || wendi_direction_y(d) != sy)) {
            d++;
        }
        if (!can_step(space, slot, d)) {
            return WEND_COST_INFINITE;
        }
        slot = wendi_space_beside(space, slot, d);
        sum += space->steps.lengths[d] * space->costs[slot];
    }
    return sum;
}

/* The most that the cheapest path of this world costs from the leader's start to a follower's:
 * infinite where it is not known. Paths over cells begin in the middle of one; over graphs a node that
 * one start sees may be hidden from the other. */
static wend_cost way_between(wend_pathfinder *probe, const wendi_plan_job *leader, wend_vec3 to)
{
    const wend_space *space = probe->def.space;
    wend_leg walk;
    if (space == NULL) {
        return can_walk(probe, leader->query.from, to, &walk) ? walk.cost : WEND_COST_INFINITE;
    }
    if (space->net != NULL || space->is_hex || space->wraps) {
        return WEND_COST_INFINITE;
    }
    const wend_vec3 from = leader->query.from;
    const wend_node a = wend_grid_node_at(space->grid, (wend_vec2){from.x, from.y});
    const wend_node b = wend_grid_node_at(space->grid, (wend_vec2){to.x, to.y});
    if (a == WEND_NODE_NONE || b == WEND_NODE_NONE ||
        space->costs[wendi_space_slot(space, a)] == WEND_COST_WALL) {
        return WEND_COST_INFINITE; /* the search began in a cell beside */
    }
    const wend_cost first = cost_of_steps(space, a, b, true);
    const wend_cost other = first == WEND_COST_INFINITE ? cost_of_steps(space, a, b, false) : first;
    /* To the middle of the leader's cell: at most 0.7072 of its side. */
    const wend_cost half = (uint64_t)space->costs[wendi_space_slot(space, a)] * 3037357000u;
    return other == WEND_COST_INFINITE ? other : other + half;
}

/* How many times its own least cost a joined path may cost; 0 = not known. */
static double bound_of(wend_pathfinder *probe, const wendi_plan_job *leader,
                       const wendi_plan_job *job, const wend_path_answer *answer, wend_cost cost)
{
    const wendi_pathfinder_world *world = wendi_pathfinder_world_of(probe);
    const wend_cost between = way_between(probe, leader, job->query.from);
    double least = 0;
    if (between != WEND_COST_INFINITE && answer->bound > 0) {
        least = wend_cost_to_double(answer->cost) / answer->bound - wend_cost_to_double(between);
    }
    if (job->query.goal_kind == WEND_PATH_TO_POSITION && job->query.to_node == WEND_NODE_NONE) {
        const double straight =
            wend_cost_to_double(world->least(probe, job->query.from, job->query.to));
        least = straight > least ? straight : least;
    }
    const double own = wend_cost_to_double(cost);
    return own <= least ? 1 : least > 0 ? own / least : 0;
}

/* Fills a path. @return WEND_OK, WEND_ERROR_MEMORY. */
static wend_result build(wend_path *path, const near_way *way, const wend_path *leader)
{
    const wend_leg *legs = wend_path_legs(leader);
    wend_path_clear(path);
    wend_result result = way->walk.length > 0 ? wendi_path_append(path, &way->walk) : WEND_OK;
    for (size_t i = way->passed; i < wend_path_leg_count(leader) && result == WEND_OK; i++) {
        result = wendi_path_append(path, &legs[i]);
    }
    return result;
}

/* Fills the answer of a job with that of a leader. @param of its answer. @return false: it has none
 * that can be joined, or there is no memory. */
static bool answer(wend_planner *planner, uint32_t job, uint32_t leader, const wendi_plan_found *of)
{
    wendi_plan_job *j = &planner->jobs[job];
    const wendi_plan_job *l = &planner->jobs[leader];
    wendi_plan_found *found = &j->found;
    wend_pathfinder *probe = planner->profiles[j->profile]->probe;
    near_way way;
    uint64_t steps = WALK_STEPS;
    const bool has_path = of->answer.result == WEND_OK && !of->is_outdated &&
                          !of->answer.is_nearest && of->path != NULL &&
                          find_way(probe, l, of->path, &j->query, &way, &steps);
    found->steps += steps;
    wendi_plan_spend(planner, steps);
    if (!has_path ||
        (found->path == NULL && wend_path_create(&planner->allocator, &found->path) != WEND_OK) ||
        build(found->path, &way, of->path) != WEND_OK) {
        return false;
    }
    found->answer = of->answer;
    found->answer.cost = wend_path_cost(found->path);
    found->answer.length = wend_path_length(found->path);
    found->answer.bound = bound_of(probe, l, j, &of->answer, found->answer.cost);
    found->answer.expanded = found->answer.generated = 0;
    found->answer.memory_bytes = 0;
    found->revision = of->revision;
    found->items_revision = of->items_revision;
    found->max_frontier = 0;
    found->is_outdated = false;
    j->is_near = true;
    return true;
}

/* Answers the followers of a job that is done. @param of its answer. */
static void resolve(wend_planner *planner, uint32_t leader, const wendi_plan_found *of)
{
    while (planner->jobs[leader].first_follower != WENDI_PLAN_NONE) {
        const uint32_t job = planner->jobs[leader].first_follower;
        wendi_plan_near_leave(planner, job);
        if (answer(planner, job, leader, of)) {
            wendi_plan_job_done(planner, job);
        } else {
            go_alone(planner, job);
        }
    }
}

void wendi_plan_near_resolve(wend_planner *planner, uint32_t leader)
{
    resolve(planner, leader, &planner->jobs[leader].found);
}

void wendi_plan_near_resolve_ready(wend_planner *planner)
{
    for (uint32_t i = 0; i < planner->job_high && planner->has_ready_leaders; i++) {
        if (planner->jobs[i].state == WENDI_PLAN_DONE) {
            resolve(planner, i, &planner->jobs[i].shown);
        }
    }
    planner->has_ready_leaders = false;
}

/* ---- loading ---- */

bool wendi_plan_near_is_sound(const wend_planner *planner, const wendi_plan_job *job)
{
    const wendi_plan_job *leader = &planner->jobs[job->leader];
    const bool is_under_way = leader->state == WENDI_PLAN_WAITING ||
                              leader->state == WENDI_PLAN_RUNNING ||
                              leader->state == WENDI_PLAN_CHECKING;
    return is_under_way && leader->profile == job->profile && leader->sequence < job->sequence;
}

void wendi_plan_near_restore(wend_planner *planner)
{
    for (uint32_t i = 0; i < planner->job_high; i++) {
        wendi_plan_job *j = &planner->jobs[i];
        if (j->state != WENDI_PLAN_FOLLOWING) {
            continue;
        }
        uint32_t *link = &planner->jobs[j->leader].first_follower; /* by their requests */
        while (*link != WENDI_PLAN_NONE && planner->jobs[*link].sequence < j->sequence) {
            link = &planner->jobs[*link].next_follower;
        }
        j->next_follower = *link;
        *link = i;
    }
}
