/* The path of an incremental search: from the start, always on to the neighbour from which the goal
 * is cheapest.
 * Cost: linear in the nodes of the path. */
#include "route/path/path.h"

#include "route/incremental/incremental.h"
#include "route/search/trace.h"
#include "wend/path.h"

/* A path as far as it is listed. */
typedef struct descent {
    wend_incremental *incremental;
    wendi_trace *trace;
    uint32_t slot, heading;
} descent;

enum { NO_HEADING = 0x7FFFFFFF };

/* The step on from a slot; of equal ones that which goes straight on, then the first. */
static const wendi_incremental_step *best_step(const descent *d)
{
    const wendi_incremental_step *best = NULL;
    uint64_t least = WEND_COST_INFINITE;
    wendi_incremental_list_out(d->incremental, d->slot);
    for (uint32_t i = 0; i < d->incremental->out.count; i++) {
        const wendi_incremental_step *step = &d->incremental->out.items[i];
        const uint64_t sum =
            wendi_incremental_sum(wendi_incremental_g(d->incremental, step->slot), step->cost);
        if (sum < least || (sum == least && best != NULL && step->how == d->heading)) {
            least = sum;
            best = step;
        }
    }
    return best;
}

/* How a step is listed in the trace of a grid. */
static uint32_t follows_of(const wend_space *space, uint32_t from,
                           const wendi_incremental_step *step)
{
    if (step->how >= (uint32_t)WENDI_DIRECTIONS) {
        return WENDI_FOLLOWS_LINK + (step->how - (uint32_t)WENDI_DIRECTIONS);
    }
    return from + (uint32_t)space->offsets[step->how] != step->slot ? WENDI_FOLLOWS_SEAM + step->how
                                                                    : (uint32_t)WENDI_FOLLOWS_LINE;
}

/* Takes a step. Straight lines of cells are listed by their ends alone; on hexes, whose lines zigzag,
 * by every cell. @return false without memory. */
static bool take_step(descent *d, const wendi_incremental_step *step)
{
    const wend_space *space = d->incremental->space;
    const wend_node node = wendi_space_node_of_slot(space, step->slot);
    if (space->net != NULL) {
        d->slot = step->slot;
        return wendi_trace_push(d->trace, node, step->how);
    }
    const uint32_t follows = follows_of(space, d->slot, step);
    const bool is_line = follows == WENDI_FOLLOWS_LINE;
    const bool goes_on = is_line && !space->is_hex && step->how == d->heading;
    d->heading = is_line ? step->how : (uint32_t)NO_HEADING;
    d->slot = step->slot;
    if (goes_on) {
        d->trace->nodes.items[d->trace->nodes.count - 1] = node;
        return true;
    }
    return wendi_trace_push(d->trace, node, follows);
}

static wend_result list_path(descent *d)
{
    const wend_incremental *incremental = d->incremental;
    wendi_array_u32_clear(&d->trace->nodes);
    wendi_array_u32_clear(&d->trace->follows);
    bool is_done =
        wendi_trace_push(d->trace, incremental->answer.start,
                         incremental->space->net != NULL ? WEND_EDGE_NONE : WENDI_FOLLOWS_LINE);
    for (uint32_t n = 0;
         is_done && d->slot != incremental->goal_slot && n < incremental->slot_count; n++) {
        const wendi_incremental_step *step = best_step(d);
        if (step == NULL) {
            return WEND_ERROR_STALE; /* never, as long as the costs hold */
        }
        is_done = take_step(d, step);
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_path_from_incremental(wend_path *path, wend_incremental *incremental)
{
    static const char function[] = "wend_path_from_incremental";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (incremental == NULL) {
        return wendi_refuse_null(&path->error, function, "incremental");
    }
    if (!incremental->has_ended) {
        return wendi_fail(&path->error, WEND_ERROR_ARGUMENT,
                          "%s: no update has ended: call wend_incremental_update first", function);
    }
    const wend_space *space = incremental->space;
    if (incremental->answer.result == WEND_NO_PATH) {
        wend_path_clear(path);
        return WEND_NO_PATH;
    }
    if (incremental->seen.update_count != space->update_count) {
        return wendi_fail(&path->error, WEND_ERROR_STALE,
                          "%s: the space was updated: call wend_incremental_update first",
                          function);
    }
    descent d = {incremental, &path->trace, incremental->start_slot, NO_HEADING};
    wend_result result = list_path(&d);
    if (result == WEND_OK) {
        result = space->net != NULL
                     ? wendi_path_build_graph(path, space, &path->trace)
                     : wendi_path_build(path, space, path->trace.nodes.items,
                                        path->trace.follows.items, path->trace.nodes.count);
    }
    return result == WEND_OK ? result : wendi_fail_plain(&path->error, function, result);
}
