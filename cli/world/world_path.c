/* Finds a path between two positions of a world, with the figures of the search.
 * Cost: laying the world out, and one search. */
#include "world/world_path.h"

#include "core/report.h"

#include "wend/wend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- positions ---- */

static bool read_numbers(const char *text, double numbers[3], size_t *count)
{
    char part[64];
    *count = 0;
    while (*count < 3) {
        const size_t length = strcspn(text, ",");
        if (length >= sizeof part) {
            return false;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        if (!arg_parse_number(part, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX,
                              &numbers[(*count)++])) {
            return false;
        }
        if (text[length] == '\0') {
            return *count >= 2;
        }
        text += length + 1;
    }
    return false;
}

static bool read_place(void *target, const char *text, arg_expected *expected)
{
    path_end *end = target;
    double numbers[3] = {0.0, 0.0, 0.0};
    size_t count = 0;
    snprintf(expected->text, sizeof expected->text,
             "expected a position as X,Y or X,Y,Z in metres, such as 12.5,-7, or the name of an "
             "item of the level");
    *end = (path_end){.is_given = true};
    if (strspn(text, "0123456789.,+-e") != strlen(text)) {
        end->item = text;
        return true;
    }
    const bool is_read = read_numbers(text, numbers, &count);
    end->at = (wend_vec3){numbers[0], numbers[1], numbers[2]};
    return is_read;
}

static bool read_smooth(void *target, const char *text, arg_expected *expected)
{
    static const char *const SMOOTHING[] = {"none", "quick", "precise"};
    const int choice = text == NULL ? 2 : arg_choice(text, SMOOTHING, 3, expected);
    if (choice >= 0) {
        *(path_smoothing *)target = (path_smoothing)choice;
    }
    return choice >= 0;
}

void world_path_add_options(args *a, world_path_query *request)
{
    args_custom(a, "--from", "X,Y[,Z]|ITEM",
                "start of the path (default: the first start of the level)", read_place,
                &request->from);
    args_custom(
        a, "--to", "X,Y[,Z]|ITEM",
        "where it is to lead (default: of the level's items that can be reached the farthest)",
        read_place, &request->to);
    args_text(a, "--method", "NAME",
              "meshes: exact (default), midpoint or centroid; grids and graphs: best (default), "
              "dijkstra, astar, astar-weighted, astar-bidirectional, greedy...",
              &request->method);
    args_number(a, "--weight", "W", "for astar-weighted: at most W times the least cost", 1.0,
                1000.0, &request->weight);
    args_integer(a, "--max-steps", "N", "stop with a partial path after this many steps", 1,
                 INT64_MAX, &request->max_steps);
    args_custom_optional(a, "--smooth", "[=none|quick|precise]",
                         "straighten the path where the agent fits through (default precise; left "
                         "out: none)",
                         read_smooth, &request->smoothing);
}

/* First start of the level. */
static bool find_start(const world_source *source, wend_vec3 *at)
{
    for (uint32_t i = 0; i < wend_level_item_count(source->level); i++) {
        const wend_level_item item = wend_level_get_item(source->level, i);
        if (item.is_start) {
            *at = (wend_vec3){item.position.x, item.position.y, 0.0};
            return true;
        }
    }
    return false;
}

/* The farthest item in a straight line among those that a point can reach: an unreachable item
 * would be a poor example. If the start lies off the ground, the farthest of all. */
static bool find_farthest(const world_source *source, const wend_mesh *mesh, wend_vec3 from,
                          wend_vec3 *at)
{
    const wend_node start = wend_mesh_locate(mesh, from.x, from.y, from.z);
    double most = -1.0;
    for (uint32_t i = 0; i < wend_level_item_count(source->level); i++) {
        const wend_vec2 item = wend_level_get_item(source->level, i).position;
        const double distance = wend_vec2_distance(item, (wend_vec2){from.x, from.y});
        const bool can_reach =
            start == WEND_NODE_NONE ||
            wend_mesh_can_reach(mesh, start, wend_mesh_locate(mesh, item.x, item.y, 0.0));
        if (distance > most && can_reach) {
            most = distance;
            *at = (wend_vec3){item.x, item.y, 0.0};
        }
    }
    return most >= 0.0;
}

/* Most items that are looked through for one of nearly the name. */
enum { ITEMS_COMPARED = 1024 };

static int refuse_item(const cli *c, const world_source *source, const char *option,
                       const char *text)
{
    const char *names[ITEMS_COMPARED];
    char suggestion[SUGGEST_CAPACITY];
    size_t count = wend_level_item_count(source->level);
    count = count < ITEMS_COMPARED ? count : ITEMS_COMPARED;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = wend_level_get_item(source->level, i).name;
    }
    return cli_fail(c, "%s: the level has no item named '%s'%s (wend info lists them)", option,
                    text, suggest(text, names, count, suggestion));
}

static int resolve(const cli *c, const world_source *source, const char *option,
                   const path_end *end, wend_vec3 *at)
{
    wend_level_item item;
    if (end->item == NULL) {
        *at = end->at;
        return CLI_OK;
    }
    if (!source_find_item(source, end->item, &item)) {
        return refuse_item(c, source, option, end->item);
    }
    *at = (wend_vec3){item.position.x, item.position.y, 0.0};
    return CLI_OK;
}

static int find_ends(const cli *c, const world *w, const world_path_query *request,
                     world_path *found)
{
    if (request->from.is_given) {
        if (resolve(c, w->source, "--from", &request->from, &found->from) != CLI_OK) {
            return CLI_BAD;
        }
    } else if (!find_start(w->source, &found->from)) {
        return cli_fail(c, "--from: missing; the file has no start");
    }
    if (request->to.is_given) {
        return resolve(c, w->source, "--to", &request->to, &found->to);
    }
    wend_mesh *mesh = NULL;
    const wend_level_mesh_def def = wend_level_mesh_def_default();
    (void)wend_level_build_mesh(w->source->level, &def, &mesh, NULL);
    const bool is_found = find_farthest(w->source, mesh, found->from, &found->to);
    wend_mesh_destroy(mesh);
    return is_found ? CLI_OK
                    : cli_fail(c, "--to: missing; the file has no item that can be reached");
}

/* ---- meshes ---- */

static int mesh_query(const cli *c, const world *w, const world_path_query *request,
                      const world_path *found, wend_path_query *query)
{
    *query = wend_path_query_default();
    if (request->method != NULL && strcmp(request->method, "best") != 0) {
        query->mesh_method = wend_mesh_method_from_name(request->method);
    }
    if (query->mesh_method == WEND_MESH_METHOD_COUNT) {
        static const char *const NAMES[] = {"exact", "midpoint", "centroid"};
        arg_expected expected = {.text = ""};
        (void)arg_choice(request->method, NAMES, 3, &expected);
        return cli_fail(c, "--method: %s, found '%s'%s", expected.text, request->method,
                        expected.suggestion);
    }
    query->from = found->from;
    query->to = found->to;
    query->corners = w->how->corners;
    query->max_steps = (uint64_t)request->max_steps;
    query->shape = WEND_PATH_AS_FOUND;
    query->is_searched = true;
    return CLI_OK;
}

/* The length of the search's answer; for a disc it follows the arcs. */
static void take_mesh_answer(const wend_mesh_search *search, world_path *found)
{
    wend_mesh_search_answer answer;
    wend_mesh_search_get_answer(search, &answer);
    found->result = answer.result;
    found->reason = answer.reason;
    found->method = wend_mesh_method_name(answer.method);
    found->bound = answer.bound;
    found->cost = answer.cost;
    found->length = answer.length;
    found->expanded = answer.expanded;
    found->generated = answer.generated;
    found->memory_bytes = answer.memory_bytes;
}

static wend_result run_mesh(const world_path_query *request, const wend_path_query *query,
                            double radius, wend_pathfinder *pathfinder, world_path *found)
{
    const uint64_t begin = wend_clock_ns();
    wend_result result = wend_pathfinder_find(pathfinder, query);
    if (result >= 0) {
        result = wend_path_from_pathfinder(found->path, pathfinder);
    }
    found->search_ns = wend_clock_ns() - begin;
    take_mesh_answer(wend_pathfinder_mesh_search(pathfinder), found);
    if (result >= 0 && request->smoothing != PATH_SMOOTHING_NONE) {
        const wend_result smoothed = wend_path_smooth_mesh(
            found->path, wend_pathfinder_mesh_space(pathfinder), radius,
            request->smoothing == PATH_SMOOTHING_QUICK ? WEND_SMOOTHING_QUICK
                                                       : WEND_SMOOTHING_PRECISE);
        result = smoothed < 0 ? smoothed : result;
    }
    return result;
}

static int find_on_mesh(const cli *c, const world *w, const world_path_query *request,
                        world_path *found)
{
    wend_message message = {0};
    wend_path_query query;
    wend_pathfinder *pathfinder = NULL;
    if (mesh_query(c, w, request, found, &query) != CLI_OK) {
        return CLI_BAD;
    }
    const uint64_t begin = wend_clock_ns();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = w->mesh;
    def.radius = w->how->radius;
    def.message = &message;
    wend_result result = wend_pathfinder_create(&def, &pathfinder);
    found->prepare_ns = wend_clock_ns() - begin;
    if (result == WEND_OK) {
        result = run_mesh(request, &query, def.radius, pathfinder, found);
    }
    if (result < 0) {
        const char *text = pathfinder != NULL ? wend_pathfinder_error(pathfinder) : message.text;
        (void)cli_fail(c, "%s", text[0] != '\0' ? text : wend_result_text(result));
    }
    wend_pathfinder_destroy(pathfinder);
    return result < 0 ? CLI_BAD : CLI_OK;
}

/* ---- grids and graphs ---- */

/* A node at a position, joined to the nodes that are visible from it; WEND_NODE_NONE after a
 * failure. */
static wend_node join(const cli *c, world *w, wend_vec3 at)
{
    wend_graph_node def = wend_graph_node_default();
    wend_node node = WEND_NODE_NONE;
    def.position = (wend_vec2){at.x, at.y};
    wend_graph_build_def how = wend_graph_build_def_default();
    how.radius = w->how->radius;
    how.corners = w->how->corners;
    wend_result result = wend_graph_add_node(w->graph, &def, &node);
    if (result == WEND_OK && w->kind == WORLD_EXPANDED) {
        result = wend_graph_join_tangent(w->graph, node, w->walls, &how);
    } else if (result == WEND_OK) {
        result = wend_graph_join_visible(w->graph, node, w->walls, &how);
    }
    if (result != WEND_OK) {
        cli_fail_call(c, "joining an end to the graph", result, NULL);
        return WEND_NODE_NONE;
    }
    return node;
}

static wend_node graph_end(const cli *c, world *w, wend_vec3 *at)
{
    if (w->walls != NULL) {
        return join(c, w, *at);
    }
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.height = at->z;
    const wend_node node = wend_graph_nearest(w->graph, (wend_vec2){at->x, at->y}, &near);
    if (node == WEND_NODE_NONE) {
        cli_fail(c, "the graph has no nodes");
    }
    return node;
}

static wend_node grid_end(const cli *c, const world *w, const char *option, wend_vec3 at)
{
    const wend_node node = wend_grid_node_at(w->grid, (wend_vec2){at.x, at.y});
    if (node == WEND_NODE_NONE) {
        cli_fail(c, "%s: %g,%g lies outside of the grid", option, at.x, at.y);
    }
    return node;
}

static bool find_nodes(const cli *c, world *w, world_path *found, wend_path_query *query)
{
    if (w->grid != NULL) {
        query->from_node = grid_end(c, w, "--from", found->from);
        query->to_node =
            query->from_node == WEND_NODE_NONE ? WEND_NODE_NONE : grid_end(c, w, "--to", found->to);
    } else {
        query->from_node = graph_end(c, w, &found->from);
        query->to_node =
            query->from_node == WEND_NODE_NONE ? WEND_NODE_NONE : graph_end(c, w, &found->to);
    }
    return query->to_node != WEND_NODE_NONE;
}

static bool fill_query(const cli *c, const world_path_query *request, wend_path_query *query)
{
    *query = wend_path_query_default();
    query->shape = WEND_PATH_AS_FOUND;
    if (request->method != NULL) {
        arg_expected expected = {.text = ""};
        if (!report_method_read(&query->method, request->method, &expected)) {
            cli_fail(c, "--method: %s, found '%s'%s", expected.text, request->method,
                     expected.suggestion);
            return false;
        }
    }
    if (request->weight > 0.0 && query->method != WEND_METHOD_ASTAR_WEIGHTED) {
        cli_fail(c, "--weight: only --method astar-weighted has one");
        return false;
    }
    query->weight = request->weight > 0.0 ? request->weight : 1.0;
    query->max_steps = (uint64_t)request->max_steps;
    return true;
}

static void take_answer(const wend_search *search, world_path *found)
{
    wend_search_answer answer;
    wend_search_get_answer(search, &answer);
    found->result = answer.result;
    found->reason = answer.reason;
    found->method = wend_method_name(answer.method);
    found->bound = answer.bound;
    found->cost = wend_cost_to_double(answer.cost);
    found->expanded = answer.expanded;
    found->generated = answer.generated;
    found->memory_bytes = answer.memory_bytes;
}

static wend_result smooth(const world *w, const wend_space *space, path_smoothing how,
                          world_path *found)
{
    const wend_smoothing smoothing =
        how == PATH_SMOOTHING_QUICK ? WEND_SMOOTHING_QUICK : WEND_SMOOTHING_PRECISE;
    if (how == PATH_SMOOTHING_NONE || (w->grid == NULL && w->walls == NULL)) {
        return WEND_OK;
    }
    if (w->grid != NULL) {
        return wend_path_smooth(found->path, space, w->how->radius, smoothing);
    }
    wend_path_walls walls = wend_path_walls_default();
    walls.walls = w->walls;
    walls.radius = w->how->radius;
    walls.smoothing = smoothing;
    return wend_path_smooth_walls(found->path, &walls);
}

static wend_result run_search(const world *w, const world_path_query *request,
                              const wend_path_query *query, wend_pathfinder *pathfinder,
                              world_path *found)
{
    const uint64_t begin = wend_clock_ns();
    wend_result result = wend_pathfinder_find(pathfinder, query);
    if (result >= 0) {
        result = wend_path_from_pathfinder(found->path, pathfinder);
    }
    found->search_ns = wend_clock_ns() - begin;
    take_answer(wend_pathfinder_search(pathfinder), found);
    const double along_arcs = wend_path_length(found->path);
    if (result >= 0 && w->graph != NULL && w->walls != NULL) {
        /* An arc's chord would cut the corner: lines that touch it from outside instead. */
        const wend_result split = wend_path_split_arcs(found->path, w->graph, w->walls);
        result = split < 0 ? split : result;
    }
    const wend_result smoothed =
        result >= 0 ? smooth(w, wend_pathfinder_space(pathfinder), request->smoothing, found)
                    : WEND_OK;
    found->length =
        request->smoothing == PATH_SMOOTHING_NONE ? along_arcs : wend_path_length(found->path);
    return smoothed < 0 ? smoothed : result;
}

/* Start and goal are nodes of the graph by now, so that pictures show how they are joined. */
static int find_by_nodes(const cli *c, world *w, const world_path_query *request, world_path *found)
{
    wend_message message = {0};
    wend_path_query query;
    wend_space *space = NULL;
    wend_pathfinder *pathfinder = NULL;
    if (!fill_query(c, request, &query) || !find_nodes(c, w, found, &query)) {
        return CLI_BAD;
    }
    const uint64_t begin = wend_clock_ns();
    wend_space_def def = wend_space_def_default();
    def.grid = w->grid;
    def.graph = w->graph;
    def.message = &message;
    wend_pathfinder_def finder_def = wend_pathfinder_def_default();
    finder_def.message = &message;
    wend_result result = wend_space_create(&def, &space);
    finder_def.space = space;
    if (result == WEND_OK) {
        result = wend_pathfinder_create(&finder_def, &pathfinder);
    }
    found->prepare_ns = wend_clock_ns() - begin;
    if (result == WEND_OK) {
        result = run_search(w, request, &query, pathfinder, found);
    }
    if (result < 0) {
        const char *text = pathfinder != NULL ? wend_pathfinder_error(pathfinder) : message.text;
        (void)cli_fail(c, "%s", text[0] != '\0' ? text : wend_result_text(result));
    }
    wend_pathfinder_destroy(pathfinder);
    wend_space_destroy(space);
    return result < 0 ? CLI_BAD : CLI_OK;
}

int world_path_find(const cli *c, world *w, const world_path_query *request, world_path *found)
{
    *found = (world_path){.result = WEND_NO_PATH, .method = ""};
    if (find_ends(c, w, request, found) != CLI_OK) {
        return CLI_BAD;
    }
    const wend_result result = wend_path_create(NULL, &found->path);
    if (result != WEND_OK) {
        return cli_fail_call(c, "path", result, NULL);
    }
    return w->mesh != NULL ? find_on_mesh(c, w, request, found)
                           : find_by_nodes(c, w, request, found);
}

void world_path_close(world_path *found)
{
    wend_path_destroy(found->path);
    found->path = NULL;
}
