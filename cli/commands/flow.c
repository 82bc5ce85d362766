/* Draws and measures the flow fields that lead agents to goals on a map.
 * Cost: portals of the whole map, fields around the routes, and a search for each agent. */
#include "commands/flow.h"

#include "wend/wend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options of its own ---- */

static bool read_positions(void *target, const char *text, arg_expected *expected)
{
    flow_positions *positions = target;
    if (positions->count == FLOW_POSITIONS_MAX) {
        snprintf(expected->text, sizeof expected->text, "expected at most %d of them",
                 FLOW_POSITIONS_MAX);
        return false;
    }
    return map_position_read(&positions->items[positions->count++], text, expected);
}

/* The next number of "X,Y,W,H,COST", and where the one after it begins. */
static bool read_part(const char **text, int64_t low, int64_t high, int32_t *value)
{
    char part[32];
    int64_t read = 0;
    const size_t length = strcspn(*text, ",");
    if (length == 0 || length >= sizeof part) {
        return false;
    }
    memcpy(part, *text, length);
    part[length] = '\0';
    *text += length + ((*text)[length] == ',' ? 1 : 0);
    if (!arg_parse_integer(part, low, high, &read)) {
        return false;
    }
    *value = (int32_t)read;
    return true;
}

static bool read_stamp_parts(const char *text, flow_stamp *stamp)
{
    int32_t cost = WEND_COST_WALL;
    const size_t length = strlen(text);
    if (length == 0 || text[length - 1] == ',' ||
        !read_part(&text, 0, WEND_GRID_SIDE_MAX - 1, &stamp->x) ||
        !read_part(&text, 0, WEND_GRID_SIDE_MAX - 1, &stamp->y) ||
        !read_part(&text, 1, WEND_STAMP_SIDE_MAX, &stamp->width) ||
        !read_part(&text, 1, WEND_STAMP_SIDE_MAX, &stamp->height)) {
        return false;
    }
    if (*text != '\0' && strcmp(text, "wall") != 0 &&
        (!read_part(&text, 1, 254, &cost) || *text != '\0')) {
        return false;
    }
    stamp->cost = (uint8_t)cost;
    return true;
}

static bool read_stamp(void *target, const char *text, arg_expected *expected)
{
    flow_arguments *arguments = target;
    if (arguments->stamp_count == FLOW_STAMPS_MAX) {
        snprintf(expected->text, sizeof expected->text, "expected at most %d of them",
                 FLOW_STAMPS_MAX);
        return false;
    }
    snprintf(expected->text, sizeof expected->text,
             "expected X,Y,WIDTH,HEIGHT in cells, each side up to %d, and if you like a cost from "
             "1 to 254 or 'wall', such as 10,4,3,3 or 10,4,3,3,20",
             WEND_STAMP_SIDE_MAX);
    if (!read_stamp_parts(text, &arguments->stamps[arguments->stamp_count])) {
        return false;
    }
    arguments->stamp_count++;
    return true;
}

static bool read_integration(void *target, const char *text, arg_expected *expected)
{
    static const char *const NAMES[] = {"8", "4", "eikonal"};
    static const wend_flow_integration KINDS[] = {WEND_FLOW_STEPS_8, WEND_FLOW_STEPS_4,
                                                  WEND_FLOW_EIKONAL};
    const int choice = arg_choice(text, NAMES, 3, expected);
    if (choice >= 0) {
        *(wend_flow_integration *)target = KINDS[choice];
    }
    return choice >= 0;
}

static uint32_t show_bit(const char *name, arg_expected *expected)
{
    static const char *const NAMES[] = {"costs",   "integration", "directions", "line-of-sight",
                                        "sectors", "portals",     "route",      "goals",
                                        "walks",   "portal-graph"};
    static const uint32_t BITS[] = {WEND_FLOW_SHOW_COST,       WEND_FLOW_SHOW_INTEGRATION,
                                    WEND_FLOW_SHOW_DIRECTIONS, WEND_FLOW_SHOW_LINE_OF_SIGHT,
                                    WEND_FLOW_SHOW_SECTORS,    WEND_FLOW_SHOW_PORTALS,
                                    WEND_FLOW_SHOW_ROUTE,      WEND_FLOW_SHOW_GOALS,
                                    FLOW_DRAW_WALKS,           FLOW_DRAW_PORTALS};
    const int choice = arg_choice(name, NAMES, sizeof NAMES / sizeof NAMES[0], expected);
    return choice >= 0 ? BITS[choice] : 0;
}

/* Names between commas. */
static bool read_show(void *target, const char *text, arg_expected *expected)
{
    uint32_t *show = target;
    *show = 0;
    for (;;) {
        char name[32] = "";
        const size_t length = strcspn(text, ",");
        memcpy(name, text, length < sizeof name - 1 ? length : sizeof name - 1);
        const uint32_t bit = show_bit(name, expected);
        *show |= bit;
        if (bit == 0 || text[length] == '\0') {
            return bit != 0;
        }
        text += length + 1;
    }
}

static void add_own(args *a, flow_arguments *arguments)
{
    args_positional(a, "MAP", "a map file", true, &arguments->map.file);
    args_file(a, ARG_READS, "MAP", &arguments->map.file);
    args_custom(a, "--to", "X,Y|ITEM",
                "where agents are to go; may be given again: then to the nearest of them",
                read_positions, &arguments->to);
    args_may_repeat(a);
    args_custom(a, "--from", "X,Y|ITEM",
                "position of an agent; may be given again (default: 100 random cells)",
                read_positions, &arguments->from);
    args_may_repeat(a);
    args_custom(a, "--stamp", "X,Y,W,H[,COST]",
                "put a building (or ground of this cost) on the map once the portals are there; "
                "may be given again",
                read_stamp, arguments);
    args_may_repeat(a);
    args_flag(a, "--all", "fields wherever the goal can be reached from, not only along the routes",
              &arguments->covers_all);
    args_flag(a, "--seed-portals", "fields that start from portals instead of costs carried over",
              &arguments->seeds_portals);
    args_custom(a, "--integration", "8|4|eikonal",
                "steps to 8 neighbours (default), to 4, or the Eikonal equation", read_integration,
                &arguments->integration);
    args_flag(a, "--fine", "costs of 32 bits", &arguments->is_fine);
    args_flag(a, "--angles", "directions of 256 angles beside the 8", &arguments->has_angles);
    args_integer(a, "--margin", "N", "sectors that routes are widened by (default 1)", 0, 4,
                 &arguments->margin);
    args_integer(a, "--sector", "N", "cells along a sector (default 10, or as the map defines)", 8,
                 32, &arguments->sector);
    args_custom(
        a, "--show", "PARTS",
        "what pictures show, with commas between: costs, integration, directions, "
        "line-of-sight, sectors, portals, route, goals, walks, portal-graph (default all but costs "
        "and portal-graph, without --from all but route and walks too)",
        read_show, &arguments->show);
}

/* ---- running ---- */

static bool has_all_ways(const flow_work *work)
{
    return flow_has_fields(work) && work->arrived == work->source_count;
}

static int answer(const cli *c, flow_arguments *arguments, flow_work *work)
{
    if (flow_make(c, arguments, work) != CLI_OK || flow_walk_all(c, work) != CLI_OK ||
        picture_write_files(c, &arguments->picture, work->grid, flow_paint, work) != CLI_OK ||
        picture_write_ascii(c, &arguments->picture, work->grid, flow_paint, work) != CLI_OK) {
        return CLI_BAD;
    }
    if (c->is_json) {
        flow_put_json(work);
    } else {
        flow_put_text(work);
    }
    return has_all_ways(work) ? CLI_OK : CLI_NO_PATH;
}

static int run(const cli *c, flow_arguments *arguments)
{
    if (arguments->agent.size > 1) {
        return cli_fail(c, "--size: flow fields know round agents only; give a --radius instead");
    }
    if (arguments->to.count == 0) {
        return cli_fail(c, "--to: missing; expected a cell as X,Y");
    }
    flow_work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        return cli_fail_call(c, "flow", WEND_ERROR_MEMORY, NULL);
    }
    const int exit_code = answer(c, arguments, work);
    flow_free(work);
    free(work);
    return exit_code;
}

int cmd_flow(int argc, char **argv)
{
    const cli c = args_context(argc, argv);
    flow_arguments *arguments = calloc(1, sizeof *arguments);
    if (arguments == NULL) {
        return cli_fail_call(&c, "flow", WEND_ERROR_MEMORY, NULL);
    }
    arguments->map = map_arguments_default();
    arguments->margin = -1;
    arguments->sector = -1;
    args a = args_make("Draws and measures the flow fields that lead many agents to a goal.",
                       "  wend flow maps/city64.txt --to 60,58 --from 2,2 --from 5,50 --png f.png\n"
                       "  wend flow maps/rooms65.map --to 32,32 --all --svg all.svg\n"
                       "  wend flow maps/rooms65.map --to 62,62 --stamp 20,20,3,3 --json\n");
    a.details =
        "Every agent follows the fields to the end; its walk is compared with the best path "
        "over\nthe map's cells.\n";
    add_own(&a, arguments);
    map_agent_add(&a, &arguments->agent);
    map_arguments_add(&a, &arguments->map);
    picture_arguments_add(&a, &arguments->picture);
    int exit_code = CLI_BAD;
    if (args_parse(&a, &c, argc, argv, &exit_code)) {
        exit_code = run(&c, arguments);
    }
    free(arguments);
    return exit_code;
}
