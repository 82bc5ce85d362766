/* Reports a run of `wend flow`: the picture, JSON, and text.
 * Cost: linear in the output. */
#include "commands/flow.h"

#include "core/report.h"

#include "wend/wend.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* More are only summed up in text; JSON has them all. */
enum { WALKS_SHOWN = 20 };

static const char *state_name(wend_flow_state state)
{
    static const char *const NAMES[] = {"none",     "waiting",     "routed",      "ready",
                                        "updating", "unreachable", "goal blocked"};
    return NAMES[state];
}

/* Ends of a walk. */
static const char *end_name(const flow_walk *walk)
{
    static const char *const NAMES[] = {"invalid", "arrived", "lost",        "lost",       "lost",
                                        "lost",    "waiting", "not covered", "unreachable"};
    return walk->is_blocked ? "blocked" : NAMES[walk->why];
}

static double milliseconds(uint64_t nanoseconds)
{
    return (double)nanoseconds / 1e6;
}

static double stretch_of(const flow_walk *walk)
{
    return walk->why != WEND_FLOW_ARRIVED ? (double)NAN
           : walk->best > 0.0             ? walk->cost / walk->best
                                          : 1.0;
}

/* ---- picture ---- */

static void paint_walks(const flow_work *work, const wend_draw *draw)
{
    for (size_t i = 0; work->walks != NULL && i < work->source_count; i++) {
        const flow_walk *walk = &work->walks[i];
        for (size_t k = 0; k + 1 < walk->count && draw->line != NULL; k++) {
            draw->line(draw->context, walk->points[k], walk->points[k + 1], WEND_MEANING_PATH,
                       (double)(i + 1));
        }
    }
}

static void paint_goals(const flow_work *work, const wend_draw *draw)
{
    for (size_t i = 0; i < work->arguments->to.count && draw->circle != NULL; i++) {
        draw->circle(draw->context, work->goal_positions[i].position, 0.0, WEND_MEANING_GOAL,
                     (double)i);
    }
}

/* A hundred random paths would hide the fields: they are shown only on request. */
static uint32_t shown(const flow_work *work)
{
    const uint32_t fields = WEND_FLOW_SHOW_INTEGRATION | WEND_FLOW_SHOW_DIRECTIONS |
                            WEND_FLOW_SHOW_LINE_OF_SIGHT | WEND_FLOW_SHOW_SECTORS |
                            WEND_FLOW_SHOW_PORTALS | WEND_FLOW_SHOW_GOALS;
    if (work->arguments->show != 0) {
        return work->arguments->show;
    }
    return work->are_random ? fields : fields | WEND_FLOW_SHOW_ROUTE | FLOW_DRAW_WALKS;
}

void flow_paint(void *context, const wend_draw *draw)
{
    const flow_work *work = context;
    const uint32_t show = shown(work);
    const uint32_t fields = show & (uint32_t)WEND_FLOW_SHOW_ALL;
    const bool has_starts = !work->are_random || (show & FLOW_DRAW_WALKS) != 0;
    (void)wend_grid_draw(work->grid, (uint32_t)work->arguments->agent.movement_class, draw);
    (void)wend_flow_draw(work->flow, work->id, 0, fields & ~(uint32_t)WEND_FLOW_SHOW_GOALS, draw);
    if ((show & FLOW_DRAW_PORTALS) != 0) {
        (void)wend_flow_draw_portals(work->flow, 0, 0, draw);
    }
    if ((show & FLOW_DRAW_WALKS) != 0) {
        paint_walks(work, draw);
    }
    if (has_starts) {
        (void)wend_flow_draw(work->flow, work->id, 0, fields & WEND_FLOW_SHOW_GOALS, draw);
    } else if ((show & WEND_FLOW_SHOW_GOALS) != 0) {
        paint_goals(work, draw);
    }
}

/* ---- why nothing leads there ---- */

static const char *explain(const flow_work *work)
{
    const bool is_one = work->arguments->to.count == 1;
    if (work->order.state == WEND_FLOW_STATE_GOAL_BLOCKED) {
        const bool is_grown = work->arguments->agent.radius > 0.0;
        return is_one ? is_grown ? "the goal is blocked, or nearer than the radius to a wall"
                                 : "the goal is blocked"
                      : "no goal is open";
    }
    if (work->source_count == 0) {
        return "no cell was found from which the goal can be reached";
    }
    return is_one ? "the goal is cut off from where the agents are"
                  : "all goals are cut off from where the agents are";
}

/* ---- JSON ---- */

static void put_cells(json *j, const char *key, const flow_work *work, bool are_goals)
{
    const size_t count = are_goals ? work->arguments->to.count : work->source_count;
    json_array(j, key);
    for (size_t i = 0; i < count; i++) {
        report_node_json(j, NULL, work->grid, are_goals ? work->goals[i] : work->walks[i].start);
    }
    json_close(j);
}

static void put_figures(json *j, const flow_work *work)
{
    const wend_flow_info *figures = &work->figures;
    json_unsigned(j, "sectors", figures->sectors);
    json_unsigned(j, "portals", figures->portals);
    json_unsigned(j, "portal_nodes", 2 * figures->portals);
    json_unsigned(j, "portal_edges", figures->portal_edges);
    json_number(j, "portal_build_ms", milliseconds(work->portals_ns));
    if (work->arguments->stamp_count > 0) {
        json_unsigned(j, "sectors_repaired", work->sectors_repaired);
        json_number(j, "repair_ms", milliseconds(work->repair_ns));
    }
    json_number(j, "request_ms", milliseconds(work->request_ns));
    json_unsigned(j, "route_portals", work->order.route_portals);
    json_unsigned(j, "sectors_covered", work->order.sectors);
    json_unsigned(j, "sectors_in_line_of_sight", work->order.sectors_in_line_of_sight);
    json_unsigned(j, "fields_built", figures->fields_built);
    json_unsigned(j, "fields_shared", figures->fields_shared);
    json_unsigned(j, "bytes", figures->memory_bytes);
}

static void put_walk(json *j, const flow_work *work, const flow_walk *walk)
{
    json_object(j, NULL);
    report_node_json(j, "from", work->grid, walk->start);
    json_text(j, "end", end_name(walk));
    json_number(j, "cost", walk->why == WEND_FLOW_ARRIVED ? walk->cost : (double)NAN);
    json_number(j, "best", walk->best);
    json_number(j, "stretch", stretch_of(walk));
    json_close(j);
}

void flow_put_json(const flow_work *work)
{
    json j = json_begin(stdout);
    json_text(&j, "map", work->arguments->map.file);
    json_text(&j, "state", state_name(work->order.state));
    if (!flow_has_fields(work)) {
        json_text(&j, "why", explain(work));
    }
    put_cells(&j, "to", work, true);
    put_cells(&j, "from", work, false);
    put_figures(&j, work);
    json_unsigned(&j, "arrived", work->arrived);
    json_number(&j, "path_stretch_mean", work->stretch_mean);
    json_number(&j, "path_stretch_worst", work->stretch_worst);
    json_array(&j, "walks");
    for (size_t i = 0; i < work->source_count; i++) {
        put_walk(&j, work, &work->walks[i]);
    }
    json_close(&j);
    json_finish(&j);
}

/* ---- text ---- */

static void format_cell(const flow_work *work, wend_node node, char *text, size_t capacity)
{
    int32_t x = 0;
    int32_t y = 0;
    wend_grid_cell(work->grid, node, &x, &y);
    snprintf(text, capacity, "%d,%d", (int)x, (int)y);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void put_head(const flow_work *work)
{
    char goal[32];
    format_cell(work, work->goals[0], goal, sizeof goal);
    if (work->arguments->to.count == 1) {
        printf("flow to %s: ", goal);
    } else {
        printf("flow to the nearest of %zu goals: ", work->arguments->to.count);
    }
    printf("%s\n", flow_has_fields(work) ? state_name(work->order.state) : explain(work));
}

static void put_parts(const flow_work *work)
{
    const wend_flow_info *figures = &work->figures;
    printf("portals     %u sectors, %" PRIu64 " portals, in %.2f ms\n", (unsigned)figures->sectors,
           figures->portals, milliseconds(work->portals_ns));
    if (work->arguments->stamp_count > 0) {
        printf("stamps      %zu, %u sector%s repaired, in %.2f ms\n", work->arguments->stamp_count,
               (unsigned)work->sectors_repaired, plural(work->sectors_repaired),
               milliseconds(work->repair_ns));
    }
    if (!flow_has_fields(work)) {
        return;
    }
    printf("fields      %u sector%s (%u wholly in sight of the goal), %" PRIu64 " built, %" PRIu64
           " shared, in %.2f ms\n",
           (unsigned)work->order.sectors, plural(work->order.sectors),
           (unsigned)work->order.sectors_in_line_of_sight, figures->fields_built,
           figures->fields_shared, milliseconds(work->request_ns));
    printf("memory      %zu bytes\n", figures->memory_bytes);
}

static void put_walk_line(const flow_work *work, const flow_walk *walk)
{
    char from[32];
    format_cell(work, walk->start, from, sizeof from);
    if (walk->why == WEND_FLOW_ARRIVED) {
        printf("  from %-11s cost %.2f, best %.2f\n", from, walk->cost, walk->best);
    } else {
        printf("  from %-11s %s\n", from, end_name(walk));
    }
}

static void put_walks(const flow_work *work)
{
    printf("walked      %zu of %zu%s arrived", work->arrived, work->source_count,
           work->are_random ? " random cells" : "");
    if (work->arrived > 0) {
        printf(", %.3f times the best cost on average, %.3f at worst", work->stretch_mean,
               work->stretch_worst);
    }
    printf("\n");
    for (size_t i = 0; !work->are_random && i < work->source_count && i < WALKS_SHOWN; i++) {
        put_walk_line(work, &work->walks[i]);
    }
    if (!work->are_random && work->source_count > WALKS_SHOWN) {
        printf("  and %zu more (--json lists all)\n", work->source_count - WALKS_SHOWN);
    }
}

void flow_put_text(const flow_work *work)
{
    put_head(work);
    put_parts(work);
    if (flow_has_fields(work)) {
        put_walks(work);
    }
}
