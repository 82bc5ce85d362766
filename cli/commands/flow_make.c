/* Loads the map of `wend flow`, builds its portals, adds stamps and the request, and times each
 * step.
 * Cost: that of the objects. */
#include "commands/flow.h"

#include "core/report.h"

#include "wend/io.h"

#include <stdlib.h>

/* Tries for each random position; in a map with few open cells fewer positions are found. */
enum { TRIES_EACH = 200, SEED = 1 };

/* ---- the map ---- */

/* The same ground in sectors of another size. */
static int change_sectors(const cli *c, flow_work *work)
{
    wend_grid *made = NULL;
    wend_grid_def def = map_def_of(work->grid);
    def.class_count = work->grid_info.class_count;
    def.sector_size = (int32_t)work->arguments->sector;
    if (wend_grid_link_count(work->grid) > 0) {
        return cli_fail(c, "--sector: the map has links, which keep to its own sectors of %d cells",
                        (int)work->grid_info.sector_size);
    }
    const wend_result result = map_copy(work->grid, &def, 0, &made);
    if (result != WEND_OK) {
        return cli_fail_call(c, "--sector", result, NULL);
    }
    wend_grid_destroy(work->grid);
    work->grid = made;
    wend_grid_get_info(made, &work->grid_info);
    return CLI_OK;
}

static int open_map(const cli *c, flow_arguments *arguments, flow_work *work)
{
    if (map_open(c, &arguments->map, &work->file, &work->grid) != CLI_OK ||
        !map_agent_resolve(c, work->file, &arguments->agent) ||
        !map_agent_fits(c, work->grid, &arguments->agent)) {
        return CLI_BAD;
    }
    wend_grid_get_info(work->grid, &work->grid_info);
    const bool has_others =
        arguments->sector >= 0 && arguments->sector != work->grid_info.sector_size;
    return has_others ? change_sectors(c, work) : CLI_OK;
}

static wend_vec2 position_of(const flow_work *work, const map_position *given, wend_node node)
{
    return given->is_position ? given->position : wend_grid_position(work->grid, node);
}

static int find_positions(const cli *c, flow_work *work)
{
    const flow_arguments *arguments = work->arguments;
    for (size_t i = 0; i < arguments->to.count; i++) {
        const map_position *given = &arguments->to.items[i];
        work->goals[i] = map_position_node(c, work->file, work->grid, "--to", given);
        if (work->goals[i] == WEND_NODE_NONE) {
            return CLI_BAD;
        }
        work->goal_positions[i].position = position_of(work, given, work->goals[i]);
    }
    for (size_t i = 0; i < arguments->from.count; i++) {
        const map_position *given = &arguments->from.items[i];
        const wend_node node = map_position_node(c, work->file, work->grid, "--from", given);
        if (node == WEND_NODE_NONE) {
            return CLI_BAD;
        }
        work->sources[i].position = position_of(work, given, node);
    }
    work->source_count = arguments->from.count;
    work->are_random = arguments->from.count == 0;
    return CLI_OK;
}

/* ---- the flow ---- */

static wend_flow_class class_of(const map_agent *agent)
{
    wend_flow_class movement = wend_flow_class_default();
    movement.movement_class = (uint32_t)agent->movement_class;
    movement.team = agent->team < 0 ? WEND_TEAM_NONE : (uint32_t)agent->team;
    movement.radius = agent->radius;
    return movement;
}

static int make_flow(const cli *c, flow_work *work)
{
    const flow_arguments *arguments = work->arguments;
    wend_message message = {0};
    const wend_flow_class movement = class_of(&arguments->agent);
    wend_flow_def def = wend_flow_def_default();
    def.grid = work->grid;
    def.classes = &movement;
    def.class_count = 1;
    def.integration = arguments->integration;
    def.is_fine = arguments->is_fine;
    def.has_angles = arguments->has_angles;
    def.margin = arguments->margin >= 0 ? (int32_t)arguments->margin : def.margin;
    def.message = &message;
    const uint64_t begin = wend_clock_ns();
    wend_result result = wend_flow_create(&def, &work->flow);
    if (result == WEND_OK) {
        result = wend_flow_update(work->flow, NULL);
    }
    work->portals_ns = wend_clock_ns() - begin;
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "flow", result, &message);
}

static int place_stamp(const cli *c, flow_work *work, const flow_stamp *stamp, uint8_t *costs)
{
    wend_message message = {0};
    wend_stamp_def def = wend_stamp_def_default();
    wend_stamp_id id;
    for (int32_t i = 0; i < stamp->width * stamp->height; i++) {
        costs[i] = stamp->cost;
    }
    def.x = stamp->x;
    def.y = stamp->y;
    def.width = stamp->width;
    def.height = stamp->height;
    def.costs = costs;
    const wend_result result = wend_grid_add_stamp(work->grid, &def, &id, &message);
    return result == WEND_OK ? CLI_OK : cli_fail(c, "--stamp: %s", message.text);
}

static int place_stamps(const cli *c, flow_work *work, uint8_t *costs)
{
    const flow_arguments *arguments = work->arguments;
    for (size_t i = 0; i < arguments->stamp_count; i++) {
        if (place_stamp(c, work, &arguments->stamps[i], costs) != CLI_OK) {
            return CLI_BAD;
        }
    }
    const uint64_t begin = wend_clock_ns();
    const wend_result result = wend_flow_update(work->flow, NULL);
    work->repair_ns = wend_clock_ns() - begin;
    wend_flow_get_info(work->flow, &work->figures);
    work->sectors_repaired = work->figures.last_sectors_repaired;
    return result == WEND_OK ? CLI_OK : cli_fail_call(c, "--stamp", result, NULL);
}

static int change_map(const cli *c, flow_work *work)
{
    if (work->arguments->stamp_count == 0) {
        return CLI_OK;
    }
    uint8_t *costs = malloc((size_t)WEND_STAMP_SIDE_MAX * WEND_STAMP_SIDE_MAX);
    const int exit_code = costs == NULL ? cli_fail_call(c, "--stamp", WEND_ERROR_MEMORY, NULL)
                                        : place_stamps(c, work, costs);
    free(costs);
    return exit_code;
}

/* ---- the order ---- */

static bool reaches_a_goal(const flow_work *work, wend_flow_position from)
{
    for (size_t i = 0; i < work->arguments->to.count; i++) {
        if (wend_flow_can_reach(work->flow, 0, from, work->goal_positions[i])) {
            return true;
        }
    }
    return false;
}

/* Cells that a goal can be reached from, the same on every machine. */
static void draw_sources(flow_work *work)
{
    const uint32_t cells = (uint32_t)work->grid_info.width * (uint32_t)work->grid_info.height;
    for (uint64_t i = 0; i < (uint64_t)FLOW_RANDOM_WALKS * TRIES_EACH; i++) {
        const wend_node node = wend_random_below(SEED, i, 0, cells);
        const wend_flow_position given = {.position = wend_grid_position(work->grid, node)};
        if (work->source_count < FLOW_RANDOM_WALKS && reaches_a_goal(work, given)) {
            work->sources[work->source_count++] = given;
        }
    }
}

static int place_order(const cli *c, flow_work *work)
{
    wend_message message = {0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = work->goal_positions;
    def.goal_count = work->arguments->to.count;
    def.sources = work->sources;
    def.source_count = work->source_count;
    def.covers_all = work->arguments->covers_all;
    def.seeds = work->arguments->seeds_portals ? WEND_FLOW_SEED_PORTALS : WEND_FLOW_SEED_COSTS;
    const uint64_t begin = wend_clock_ns();
    wend_result result = wend_flow_add_request(work->flow, &def, &work->id, &message);
    if (result >= 0) {
        result = wend_flow_update(work->flow, NULL);
    }
    work->request_ns = wend_clock_ns() - begin;
    if (result < 0) {
        return cli_fail_call(c, "flow", result, &message);
    }
    (void)wend_flow_get_request(work->flow, work->id, &work->order);
    wend_flow_get_info(work->flow, &work->figures);
    return CLI_OK;
}

int flow_make(const cli *c, flow_arguments *arguments, flow_work *work)
{
    work->arguments = arguments;
    if (open_map(c, arguments, work) != CLI_OK || find_positions(c, work) != CLI_OK ||
        make_flow(c, work) != CLI_OK || change_map(c, work) != CLI_OK) {
        return CLI_BAD;
    }
    if (work->are_random) {
        draw_sources(work);
    }
    if (place_order(c, work) != CLI_OK ||
        map_space(c, work->grid, &arguments->agent, false, &work->space) != CLI_OK) {
        return CLI_BAD;
    }
    return report_search(c, work->space, &work->search);
}

bool flow_has_fields(const flow_work *work)
{
    return work->order.state == WEND_FLOW_STATE_READY && work->source_count > 0;
}

void flow_free(flow_work *work)
{
    for (size_t i = 0; work->walks != NULL && i < work->source_count; i++) {
        free(work->walks[i].points);
    }
    free(work->walks);
    wend_search_destroy(work->search);
    wend_space_destroy(work->space);
    wend_flow_destroy(work->flow);
    wend_grid_destroy(work->grid);
    wend_map_destroy(work->file);
}
