/* A planner as a route source: each ticket of the crowd is the agent of a request.
 *
 *     query --rules--> profile --> request --> answer --joined where the body is by now--> path
 *
 * Cost: that of the planner's calls; a poll copies a path that is ready. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/math/bits.h"
#include "route/planner/planner.h"
#include "route/space/space.h"
#include "wend/crowd.h"

#include <math.h>
#include <string.h>

enum { SOURCE_COOKIE = 0x50525346, PARTIAL_AFTER = 4 /* updates */ };

/* The `user` of a request of a source: a bit for a request put again, and above it the
 * hash of the last path so far; 32 bits, which are saved. */
enum { IS_AGAIN = 1 };

/* ---- requests ---- */

/* @return UINT32_MAX: no path for this body. */
static uint32_t profile_of(const wendi_plan_source *source, const wend_route_query *query)
{
    if (query->profile != WEND_ROUTE_PROFILE_ANY) {
        return query->profile < source->planner->profile_count ? query->profile : UINT32_MAX;
    }
    const wend_route_rule *rules = source->rules;
    if (rules == NULL) {
        return source->profile;
    }
    for (size_t i = 0; i < source->rule_bytes / sizeof *rules; ++i) {
        const bool is_class = rules[i].crowd_class == WEND_ROUTE_CLASS_ANY ||
                              rules[i].crowd_class == query->crowd_class;
        if (is_class && query->radius <= rules[i].max_radius) {
            return rules[i].profile;
        }
    }
    return UINT32_MAX;
}

/* Puts a query as the request of its ticket. */
static wend_result put(const wendi_plan_source *source, const wend_route_query *query,
                       uintptr_t user)
{
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_vec3 positions[WEND_CROWD_PLACES_MAX];
    wend_planner_request_id id;
    def.profile = profile_of(source, query);
    if (def.profile == UINT32_MAX) {
        return WEND_NO_PATH;
    }
    def.query.from = wend_vec3_from_vec2(query->from, query->from_height);
    def.query.to = wend_vec3_from_vec2(query->to, query->to_height);
    if (query->goal == WEND_ROUTE_TO_TAG) {
        def.query.goal_kind = source->items != NULL ? WEND_PATH_TO_ITEM : WEND_PATH_TO_TAG;
        def.query.items = source->items;
        def.query.tag = query->tag;
    } else if (query->goal == WEND_ROUTE_TO_PLACES) {
        for (size_t i = 0; i < query->place_count; ++i) {
            positions[i] = wend_vec3_from_vec2(query->places[i].position, query->place_heights[i]);
        }
        def.query.goal_kind = WEND_PATH_TO_POSITIONS;
        def.query.positions = positions;
        def.query.position_count = query->place_count;
    }
    def.query.shape = source->shape;
    def.query.noise = source->noise;
    def.query.noise_seed = source->noise > 0 ? query->body.index1 : 0;
    def.query.is_searched = source->noise > 0;
    def.agent = query->ticket;
    def.priority = query->priority + (query->is_around_jam ? 1 : 0);
    def.priority = def.priority < (uint32_t)WEND_PLANNER_PRIORITY_MAX
                       ? def.priority
                       : (uint32_t)WEND_PLANNER_PRIORITY_MAX;
    def.partial_after_updates = source->partial_after_updates;
    def.user = (void *)user; // NOLINT(performance-no-int-to-ptr): bits, never followed
    const wend_result result = wendi_plan_add_request(source->planner, &def, source->number, &id);
    return result == WEND_OK ? WEND_IN_PROGRESS : result;
}

static wend_result start(void *context, const wend_route_query *query, wend_path *path)
{
    const wendi_plan_source *source = context;
    (void)path;
    return source == NULL ? WEND_NO_PATH : put(source, query, 0);
}

/* ---- answers ---- */

/* The bits that a source keeps of a request; only the crowd's thread looks at them. */
static uintptr_t bits_of(const wendi_plan_source *source, wend_planner_request_id id)
{
    return (uintptr_t)source->planner->requests[id.index1 - 1].user;
}

static void note_item(wendi_plan_source *source, const wend_planner_answer *answer,
                      const wend_route_query *query)
{
    const wend_item_id id = answer->path.item;
    source->has_item = query->goal != WEND_ROUTE_TO_POINT;
    source->item = query->goal == WEND_ROUTE_TO_PLACES ? answer->path.goal_index
                   : source->items != NULL             ? (uint64_t)id.generation << 32 | id.index1
                                                       : answer->path.node;
    const uint32_t profile = profile_of(source, query);
    const wend_space *space =
        profile == UINT32_MAX ? NULL : source->planner->profiles[profile]->layout.space;
    source->cost_unit = space != NULL && space->net == NULL ? space->cell_size : 1;
}

/* A path so far: returned once, from the body's position. */
static wend_result lead_on_part(wendi_plan_source *source, wend_planner_request_id id,
                                const wend_route_query *now, wend_path *path)
{
    uint64_t hash = wend_hash_begin();
    for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
        const wend_leg leg = wend_path_leg(path, i);
        hash = wend_hash_u64(hash, wendi_bits_of_f64(leg.to_point.x));
        hash = wend_hash_u64(hash, wendi_bits_of_f64(leg.to_point.y));
    }
    const uintptr_t bits = ((uintptr_t)(uint32_t)hash & ~(uintptr_t)IS_AGAIN) |
                           (bits_of(source, id) & (uintptr_t)IS_AGAIN);
    wend_path_clear(path);
    if (bits == bits_of(source, id)) {
        return WEND_IN_PROGRESS;
    }
    const wend_result result = wend_planner_join(
        source->planner, id, wend_vec3_from_vec2(now->from, now->from_height), path);
    if (result != WEND_PARTIAL) {
        wend_path_clear(path);
        return WEND_IN_PROGRESS; /* the body continues as before */
    }
    void *user = (void *)bits; // NOLINT(performance-no-int-to-ptr): bits, never followed
    source->planner->requests[id.index1 - 1].user = user;
    return WEND_PARTIAL;
}

/* The whole path from where the body is by now. Where it cannot be joined the path is requested once
 * more from there. */
static wend_result lead_on(wendi_plan_source *source, wend_planner_request_id id,
                           const wend_route_query *now, wend_path *path)
{
    const wend_result joined = wend_planner_join(
        source->planner, id, wend_vec3_from_vec2(now->from, now->from_height), path);
    const bool is_again = (bits_of(source, id) & (uintptr_t)IS_AGAIN) != 0;
    if (joined == WEND_OK || (joined == WEND_NO_PATH && is_again)) {
        const wend_result result =
            joined == WEND_OK ? WEND_OK : wend_planner_poll(source->planner, id, NULL, path);
        if (result == WEND_OK) {
            (void)wend_planner_release(source->planner, id);
        }
        return result == WEND_OK ? WEND_OK : WEND_IN_PROGRESS;
    }
    wend_path_clear(path);
    if (joined != WEND_NO_PATH) {
        return WEND_IN_PROGRESS; /* no memory, or an update by another thread: the next tick */
    }
    (void)wend_planner_release(source->planner, id);
    return put(source, now, IS_AGAIN);
}

static wend_result poll_from(void *context, const wend_route_query *now, wend_path *path)
{
    wendi_plan_source *source = context;
    if (source == NULL) {
        return WEND_NO_PATH;
    }
    const wend_planner_request_id id =
        wendi_plan_request_of(source->planner, source->number, now->ticket);
    wend_planner_answer answer;
    const wend_result result = wend_planner_poll(source->planner, id, &answer, path);
    note_item(source, &answer, now);
    if (result == WEND_ERROR_MEMORY && answer.state == WEND_PLANNER_READY) {
        return WEND_IN_PROGRESS; /* no memory for the path: the next tick polls again */
    }
    if (answer.state == WEND_PLANNER_READY && result == WEND_OK) {
        return lead_on(source, id, now, path);
    }
    if (answer.state == WEND_PLANNER_READY) {
        (void)wend_planner_release(source->planner, id);
        return WEND_NO_PATH;
    }
    return result == WEND_PARTIAL ? lead_on_part(source, id, now, path) : result;
}

/* For callers without the body's position. */
static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    const wendi_plan_source *source = context;
    if (source == NULL) {
        return WEND_NO_PATH;
    }
    const wend_planner_request_id id =
        wendi_plan_request_of(source->planner, source->number, ticket);
    wend_planner_answer answer;
    const wend_result result = wend_planner_poll(source->planner, id, &answer, path);
    if (answer.state != WEND_PLANNER_READY) {
        return result; /* WEND_IN_PROGRESS, WEND_PARTIAL, or there is no such request */
    }
    if (result == WEND_ERROR_MEMORY) {
        return WEND_IN_PROGRESS;
    }
    (void)wend_planner_release(source->planner, id);
    return result == WEND_OK ? WEND_OK : WEND_NO_PATH;
}

static void get_answer(void *context, const wend_route_query *query, wend_route_answer *answer)
{
    const wendi_plan_source *source = context;
    (void)query;
    answer->has_item = source->has_item;
    answer->item = source->item;
    answer->cost_unit = source->cost_unit;
}

static void cancel(void *context, uint64_t ticket)
{
    const wendi_plan_source *source = context;
    if (source != NULL) {
        (void)wend_planner_release(source->planner,
                                   wendi_plan_request_of(source->planner, source->number, ticket));
    }
}

static bool has_ticket(void *context, uint64_t ticket)
{
    const wendi_plan_source *source = context;
    return source != NULL &&
           wendi_plan_request_of(source->planner, source->number, ticket).index1 != 0;
}

/* ---- sources ---- */

static const char making[] = "wend_route_source_from_profiles";

wend_profile_source_def wend_profile_source_def_default(void)
{
    wend_profile_source_def def;
    memset(&def, 0, sizeof def);
    def.cookie = SOURCE_COOKIE;
    def.partial_after_updates = PARTIAL_AFTER;
    return def;
}

static wend_result check(const wend_profile_source_def *def, wend_message *message)
{
    const wend_planner *planner = def->planner;
    if (def->rules == NULL) {
        return wendi_refuse_null(message, making, "rules");
    }
    if (def->rule_count < 1 || def->rule_count > (size_t)WEND_CROWD_RULES_MAX) {
        return wendi_refuse(message, making, "rule_count", (double)def->rule_count, 1,
                            WEND_CROWD_RULES_MAX);
    }
    for (size_t i = 0; i < def->rule_count; ++i) {
        if (def->rules[i].profile >= planner->profile_count) {
            return wendi_refuse_index(message, making, "profile", def->rules[i].profile, "profiles",
                                      planner->profile_count);
        }
        if (!(def->rules[i].max_radius >= 0)) {
            return wendi_refuse(message, making, "max_radius", def->rules[i].max_radius, 0,
                                HUGE_VAL);
        }
    }
    if (def->shape < WEND_PATH_SMOOTH_QUICK || def->shape > WEND_PATH_AS_FOUND) {
        return wendi_refuse(message, making, "shape", (double)def->shape, 0, WEND_PATH_AS_FOUND);
    }
    if (!(def->noise >= 0 && def->noise <= 10)) {
        return wendi_refuse(message, making, "noise", def->noise, 0, 10);
    }
    return WEND_OK;
}

static wend_route_source no_source(void)
{
    return (wend_route_source){.start = start,
                               .poll = poll,
                               .cancel = cancel,
                               .poll_from = poll_from,
                               .get_answer = get_answer,
                               .has_ticket = has_ticket};
}

wend_result wend_route_source_from_profiles(const wend_profile_source_def *def,
                                            wend_route_source *source)
{
    if (source != NULL) {
        *source = (wend_route_source){.start = NULL};
    }
    if (def == NULL || source == NULL || def->cookie != SOURCE_COOKIE || def->planner == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_planner *planner = def->planner;
    const wend_result result = check(def, &planner->message);
    if (result != WEND_OK) {
        return result;
    }
    if (planner->source_count >= WEND_PLANNER_SOURCES_MAX) {
        return wendi_fail(&planner->message, WEND_ERROR_FULL, "%s: the planner has %d sources",
                          making, (int)WEND_PLANNER_SOURCES_MAX);
    }
    const size_t bytes = def->rule_count * sizeof *def->rules;
    void *rules = wendi_alloc(&planner->allocator, bytes);
    if (rules == NULL) {
        return wendi_fail_plain(&planner->message, making, WEND_ERROR_MEMORY);
    }
    memcpy(rules, def->rules, bytes);
    wendi_plan_source *made = &planner->sources[planner->source_count++];
    *made = (wendi_plan_source){.planner = planner,
                                .rules = rules,
                                .rule_bytes = bytes,
                                .number = planner->source_count,
                                .partial_after_updates = def->partial_after_updates,
                                .shape = def->shape,
                                .noise = def->noise,
                                .items = def->items};
    *source = no_source();
    source->context = made;
    return WEND_OK;
}

wend_route_source wend_route_source_from_planner(wend_planner *planner, uint32_t profile)
{
    wend_route_source made = no_source();
    if (planner != NULL && profile < planner->profile_count &&
        planner->source_count < WEND_PLANNER_SOURCES_MAX) {
        wendi_plan_source *source = &planner->sources[planner->source_count++];
        *source = (wendi_plan_source){.planner = planner,
                                      .profile = profile,
                                      .number = planner->source_count,
                                      .partial_after_updates = PARTIAL_AFTER};
        made.context = source;
    }
    return made;
}
