/* A planner as a route source: each ticket of the crowd is the agent of a request.
 * Cost: that of the planner's calls; a poll copies a path that is ready. */
#include "route/planner/planner.h"
#include "wend/crowd.h"

enum { PARTIAL_AFTER = 4 /* updates */ };

static wend_result start(void *context, const wend_route_query *query, wend_path *path)
{
    const wendi_plan_source *source = context;
    (void)path;
    if (source == NULL) {
        return WEND_NO_PATH;
    }
    wend_planner_request_def def = wend_planner_request_def_default();
    wend_planner_request_id id;
    def.profile = source->profile;
    def.query.from = wend_vec3_from_vec2(query->from, 0);
    def.query.to = wend_vec3_from_vec2(query->to, 0);
    def.agent = query->ticket;
    def.priority = query->is_around_jam ? 1 : 0;
    def.partial_after_updates = PARTIAL_AFTER;
    const wend_result result = wendi_plan_add_request(source->planner, &def, source->number, &id);
    return result == WEND_OK ? WEND_IN_PROGRESS : result;
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    const wendi_plan_source *source = context;
    if (source == NULL) {
        return WEND_NO_PATH;
    }
    const wend_planner_request_id id =
        wendi_plan_request_of(source->planner, source->number, ticket);
    wend_planner_answer answer;
    wend_result result = wend_planner_poll(source->planner, id, &answer, path);
    if (answer.state != WEND_PLANNER_READY) {
        return result; /* WEND_IN_PROGRESS, WEND_PARTIAL, or there is no such request */
    }
    if (result == WEND_ERROR_MEMORY) {
        return WEND_IN_PROGRESS; /* no memory for the path: the next tick polls again */
    }
    (void)wend_planner_release(source->planner, id);
    return result == WEND_OK ? WEND_OK : WEND_NO_PATH;
}

static void cancel(void *context, uint64_t ticket)
{
    const wendi_plan_source *source = context;
    if (source != NULL) {
        (void)wend_planner_release(source->planner,
                                   wendi_plan_request_of(source->planner, source->number, ticket));
    }
}

wend_route_source wend_route_source_from_planner(wend_planner *planner, uint32_t profile)
{
    wend_route_source made = {.start = start, .poll = poll, .cancel = cancel};
    if (planner != NULL && profile < planner->profile_count &&
        planner->source_count < WEND_PLANNER_SOURCES_MAX) {
        wendi_plan_source *source = &planner->sources[planner->source_count++];
        *source = (wendi_plan_source){planner, profile, planner->source_count};
        made.context = source;
    }
    return made;
}
