/* Legs of a path over cells, built from the nodes where it turns: each in one direction over
 * ground of one factor; and the cells along them again.
 * Cost: building: the turns on uniform ground, else the cells; listing: the cells. */
#include "route/path/path.h"
#include "route/space/space.h"
#include "wend/hex.h"
#include "world/graph/read.h"

/* A leg being made: it grows as long as direction and factor stay. */
typedef struct growing_leg {
    wend_node from;
    wendi_tile_border line; /* steps = those it has so far; 0 = no leg yet */
    uint8_t factor;
} growing_leg;

static bool finish_leg(wend_path *path, const wend_space *space, const growing_leg *leg)
{
    if (leg->line.steps == 0) {
        return true;
    }
    if (!wendi_path_reserve(path, &path->spare, path->spare.count + 1)) {
        return false;
    }
    wend_leg *made = &path->spare.items[path->spare.count++];
    made->from = leg->from;
    made->to = wendi_line_at(space, &leg->line, leg->from, leg->line.steps);
    /* A leg over a seam ends beyond the map's edge. */
    const bool goes_on = path->spare.count > 1 && !space->wraps;
    made->from_point = goes_on ? made[-1].to_point : wendi_path_position(space, made->from);
    made->to_point = wendi_path_position(space, made->to);
    made->from_height = made->to_height = 0;
    made->cost = wendi_line_cost(&leg->line, leg->line.steps, leg->factor);
    made->length = wendi_line_length(space, &leg->line, leg->line.steps);
    made->behaviour = WEND_BEHAVIOUR_WALK;
    made->edge = WEND_EDGE_NONE;
    return true;
}

/* Adds a piece of one direction and factor: to the leg being made, or as the beginning of the next.
 */
static bool add_piece(wend_path *path, const wend_space *space, growing_leg *leg,
                      const growing_leg *piece)
{
    bool goes_on = leg->line.steps > 0 && leg->line.heading == piece->line.heading &&
                   leg->factor == piece->factor;
    if (goes_on) {
        leg->line.steps += piece->line.steps;
        return true;
    }
    if (!finish_leg(path, space, leg)) {
        return false;
    }
    *leg = *piece;
    return true;
}

static bool add_line(wend_path *path, const wend_space *space, growing_leg *leg, wend_node from,
                     const wendi_tile_border *line)
{
    uint32_t left = line->steps;
    growing_leg piece = {.from = from, .line = *line};
    while (left > 0) {
        piece.line.steps = wendi_line_run(space, line, piece.from, left, &piece.factor);
        if (!add_piece(path, space, leg, &piece)) {
            return false;
        }
        left -= piece.line.steps;
        piece.from = wendi_line_at(space, line, piece.from, piece.line.steps);
    }
    return true;
}

/* A leg that is no line, after the one that was growing. */
static bool add_single(wend_path *path, const wend_space *space, growing_leg *leg,
                       const wend_leg *single)
{
    if (!finish_leg(path, space, leg) ||
        !wendi_path_reserve(path, &path->spare, path->spare.count + 1)) {
        return false;
    }
    path->spare.items[path->spare.count++] = *single;
    leg->line.steps = 0;
    return true;
}

/* The offset, in metres, between a cell and its next image, where a step in this direction from a
 * cell leaves the map. */
static wend_vec2 image_offset(const wend_space *space, wend_node from, uint32_t direction)
{
    const uint32_t width = (uint32_t)space->width;
    const int32_t x = (int32_t)(from % width) + wendi_direction_x(direction);
    const int32_t y = (int32_t)(from / width) + wendi_direction_y(direction);
    const int32_t columns = x < 0 ? -space->width : x >= space->width ? space->width : 0;
    const int32_t rows = y < 0 ? -space->height : y >= space->height ? space->height : 0;
    if (!space->is_hex) {
        return (wend_vec2){columns * space->cell_size, rows * space->cell_size};
    }
    const wend_vec2 zero = {0, 0};
    const wend_hex first = wend_hex_from_offset(space->hex_layout, 0, 0);
    const wend_hex image = wend_hex_from_offset(space->hex_layout, columns, rows);
    return wend_vec2_sub(wend_hex_position(space->hex_layout, space->cell_size, zero, image),
                         wend_hex_position(space->hex_layout, space->cell_size, zero, first));
}

/* One step over a seam: its leg ends beyond the map's edge, as far on as any step. */
static wend_leg seam_leg(const wend_space *space, wend_node from, wend_node to, uint32_t direction)
{
    const uint32_t slot = wendi_space_slot(space, to);
    const wend_vec2 here = wendi_path_position(space, from);
    const wend_vec2 there = wendi_path_position(space, to);
    const wend_vec2 around = image_offset(space, from, direction);
    wend_leg leg = {.from = from,
                    .to = to,
                    .from_point = here,
                    .to_point = wend_vec2_add(there, around),
                    .cost = space->steps.lengths[direction] * space->costs[slot],
                    .behaviour = WEND_BEHAVIOUR_WALK,
                    .edge = WEND_EDGE_NONE};
    const wendi_tile_border step = {.steps = 1,
                                    .is_diagonal = direction % 2 == 1 && !space->is_hex};
    leg.length = wendi_line_length(space, &step, 1);
    return leg;
}

static wend_leg link_leg(const wend_space *space, wend_node from, wend_node to, uint32_t index)
{
    const wendi_link_arc *arc = &space->links.arcs[index];
    wend_leg leg = {.from = from,
                    .to = to,
                    .from_point = wendi_path_position(space, from),
                    .to_point = wendi_path_position(space, to),
                    .cost = arc->cost,
                    .behaviour = arc->behaviour,
                    .edge = arc->edge};
    leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
    return leg;
}

static wend_result add_turn(wend_path *path, const wend_space *space, growing_leg *leg,
                            wend_node from, wend_node to, uint32_t follows)
{
    wendi_tile_border line;
    bool is_done = false;
    if (follows >= WENDI_FOLLOWS_LINK) {
        const wend_leg single = link_leg(space, from, to, follows - WENDI_FOLLOWS_LINK);
        is_done = add_single(path, space, leg, &single);
    } else if (follows >= WENDI_FOLLOWS_SEAM) {
        const wend_leg single = seam_leg(space, from, to, follows - WENDI_FOLLOWS_SEAM);
        is_done = add_single(path, space, leg, &single);
    } else if (wendi_line_between(space, from, to, &line)) {
        is_done = add_line(path, space, leg, from, &line);
    } else {
        return WEND_ERROR_ARGUMENT;
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

/* True if legs can be built from turns alone: only lines of squares over ground of one factor. */
static bool is_simple(const wend_space *space)
{
    return space->is_uniform && !space->is_hex && !space->wraps && space->links.count == 0;
}

/* A cell of a simple space, with its centre. */
typedef struct grid_position {
    int32_t x, y;
    wend_vec2 point;
} grid_position;

static grid_position grid_position_of(const wend_space *space, wend_node node)
{
    const uint32_t row = node / (uint32_t)space->width;
    grid_position at = {(int32_t)(node - row * (uint32_t)space->width), (int32_t)row, {0, 0}};
    at.point.x = space->origin.x + ((double)at.x + 0.5) * space->cell_size;
    at.point.y = space->origin.y + ((double)at.y + 0.5) * space->cell_size;
    return at;
}

/* The same as turn by turn, for simple spaces: most paths are of this kind, and finding them takes
 * little more time than this. There must be room for count legs.
 * @return false: two turns are not in one line. */
static bool build_simple(wend_path *path, const wend_space *space, const wend_node *turns,
                         size_t count)
{
    wend_leg *leg = path->spare.items; /* behind the one being made */
    wendi_tile_border line = {0};
    uint32_t heading = WENDI_DIRECTION_NONE;
    uint32_t steps = 0;
    grid_position from = grid_position_of(space, turns[0]);
    for (size_t i = 1; i < count; ++i) {
        if (turns[i] >= wendi_space_node_count(space)) {
            return false;
        }
        const grid_position to = grid_position_of(space, turns[i]);
        if (!wendi_line_along(to.x - from.x, to.y - from.y, &line)) {
            return false;
        }
        if (line.heading != heading) {
            *leg++ = (wend_leg){.from = turns[i - 1],
                                .from_point = from.point,
                                .behaviour = WEND_BEHAVIOUR_WALK,
                                .edge = WEND_EDGE_NONE};
            heading = line.heading;
            steps = 0;
        }
        steps += line.steps;
        leg[-1].to = turns[i];
        leg[-1].to_point = to.point;
        leg[-1].cost = wendi_line_cost(&line, steps, space->cost_min);
        leg[-1].length = wendi_line_length(space, &line, steps);
        from = to;
    }
    path->spare.count = (size_t)(leg - path->spare.items);
    return true;
}

wend_result wendi_path_build(wend_path *path, const wend_space *space, const wend_node *turns,
                             const uint32_t *follows, size_t count)
{
    path->spare.count = 0;
    if (count > 0 && turns[0] >= wendi_space_node_count(space)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (count > 1 && is_simple(space)) {
        if (!wendi_path_reserve(path, &path->spare, count - 1)) {
            return WEND_ERROR_MEMORY;
        }
        if (!build_simple(path, space, turns, count)) {
            return WEND_ERROR_ARGUMENT;
        }
        wendi_path_commit(path, turns[0]);
        return WEND_OK;
    }
    growing_leg leg = {.from = WEND_NODE_NONE};
    for (size_t i = 1; i < count; ++i) {
        const uint32_t how = follows == NULL ? WENDI_FOLLOWS_LINE : follows[i];
        const wend_result result = add_turn(path, space, &leg, turns[i - 1], turns[i], how);
        if (result != WEND_OK) {
            return result;
        }
    }
    if (!finish_leg(path, space, &leg)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_path_commit(path, count > 0 ? turns[0] : WEND_NODE_NONE);
    return WEND_OK;
}

/* The line of a leg, or a line of one step for links and seams; false for legs that lead through
 * between cells, as smoothing makes them. */
static bool steps_of_leg(const wend_space *space, const wend_leg *leg, wendi_tile_border *line)
{
    if (wendi_leg_is_on_cells(space, leg)) {
        return wendi_line_between(space, leg->from, leg->to, line);
    }
    *line = (wendi_tile_border){.steps = 1};
    return leg->to < wendi_space_node_count(space);
}

/* Number of cells that the legs enter; false if one of them does not go from cell to cell. */
static bool count_cells(const wend_path *path, const wend_space *space, size_t *count)
{
    wend_node at = path->start;
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        wendi_tile_border line;
        if (leg->from != at || !steps_of_leg(space, leg, &line)) {
            return false;
        }
        *count += line.steps;
        at = leg->to;
    }
    return true;
}

static void list_cells(const wend_path *path, const wend_space *space, wend_node *nodes)
{
    *nodes++ = path->start;
    for (size_t i = 0; i < path->legs.count; ++i) {
        const wend_leg *leg = &path->legs.items[i];
        wendi_tile_border line = {0};
        (void)steps_of_leg(space, leg, &line);
        for (uint32_t step = 1; step < line.steps; ++step) {
            *nodes++ = wendi_line_at(space, &line, leg->from, step);
        }
        *nodes++ = leg->to;
    }
}

wend_result wend_path_cells(const wend_path *path, const wend_space *space, wend_node *nodes,
                            size_t capacity, size_t *count)
{
    if (count == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = 0;
    if (path == NULL || space == NULL || (nodes == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (space->net != NULL) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (path->start == WEND_NODE_NONE) {
        return WEND_OK;
    }
    size_t needed = 1;
    if (path->start >= wendi_space_node_count(space) || !count_cells(path, space, &needed)) {
        return WEND_ERROR_ARGUMENT;
    }
    *count = needed;
    if (needed > capacity) {
        return WEND_TRUNCATED;
    }
    list_cells(path, space, nodes);
    return WEND_OK;
}

/* ---- over a graph ---- */

/* The arc of an edge from this node; NULL = none. */
static const wendi_space_arc *find_arc(const wendi_space_graph *net, wend_node from, uint32_t edge)
{
    const wendi_space_span span = net->out.spans[from];
    for (uint32_t k = span.first; k < span.end; ++k) {
        if (net->out.items[k].edge == edge) {
            return &net->out.items[k];
        }
    }
    return NULL;
}

static wend_leg graph_leg(const wend_space *space, wend_node from, wend_node to,
                          const wendi_space_arc *arc)
{
    const uint32_t edge = arc->edge;
    const wendi_space_graph *net = space->net;
    const wend_vec3 here = net->positions[from];
    const wend_vec3 there = net->positions[to];
    /* A graph may have lost edges since the space was updated. */
    const bool is_there = edge < wend_graph_edge_limit(space->graph);
    return (wend_leg){
        .from = from,
        .to = to,
        .from_point = {here.x, here.y},
        .to_point = {there.x, there.y},
        .from_height = here.z,
        .to_height = there.z,
        .cost = arc->cost,
        .length = wendi_graph_length(WENDI_METRIC_STRAIGHT, here, there),
        .behaviour = is_there ? wendi_graph_arc_of(space->graph, edge).behaviour : 0,
        .edge = edge,
    };
}

wend_result wendi_path_build_graph(wend_path *path, const wend_space *space,
                                   const wendi_trace *trace)
{
    const size_t count = trace->nodes.count;
    path->spare.count = 0;
    if (count > 1 && !wendi_path_reserve(path, &path->spare, count - 1)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t k = 1; k < count; ++k) {
        const wend_node from = trace->nodes.items[k - 1];
        const wendi_space_arc *arc = find_arc(space->net, from, trace->follows.items[k]);
        if (arc == NULL) {
            return WEND_ERROR_STALE; /* the costs of a hierarchy's file were not those of its graph */
        }
        path->spare.items[k - 1] = graph_leg(space, from, trace->nodes.items[k], arc);
    }
    path->spare.count = count - 1;
    wendi_path_commit(path, trace->nodes.items[0]);
    return WEND_OK;
}
