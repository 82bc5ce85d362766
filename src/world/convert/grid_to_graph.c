/* Makes a graph of a grid for one class and team: a node for each open cell, an edge for each step
 * and link.
 * Cost: linear in cells; 5 bytes a cell while it runs. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "wend/hex.h"
#include "world/cells/directions.h"
#include "world/cells/store.h"
#include "world/derived/agent_grid.h"
#include "world/graph_build/build.h"
#include "world/layers/link.h"

static const char *const FUNCTION = "wend_graph_from_grid";

typedef struct grid_graph_maker {
    const wend_grid *grid;
    wend_graph *graph;
    uint8_t *costs;     /* [cells], 255 = wall */
    uint32_t *nodes;    /* [cells] of open cells */
    size_t cells, open; /* their number */
} grid_graph_maker;

/* ---- cells ---- */

static size_t cells_of(const wend_grid *grid)
{
    return (size_t)grid->width * (size_t)grid->height;
}

static bool maker_init(grid_graph_maker *m, const wend_grid *grid, const wend_allocator *allocator)
{
    *m = (grid_graph_maker){.grid = grid, .cells = cells_of(grid)};
    m->costs = wendi_alloc(allocator, m->cells);
    m->nodes = wendi_alloc(allocator, m->cells * sizeof *m->nodes);
    return m->costs != NULL && m->nodes != NULL;
}

static void maker_free(grid_graph_maker *m, const wend_allocator *allocator)
{
    wendi_free(allocator, m->costs, m->cells);
    wendi_free(allocator, m->nodes, m->cells * sizeof *m->nodes);
}

static wend_result add_nodes(grid_graph_maker *m)
{
    wend_result result = WEND_OK;
    for (size_t i = 0; i < m->cells && result == WEND_OK; ++i) {
        if (m->costs[i] != WEND_COST_WALL) {
            const wend_vec2 at = wend_grid_position(m->grid, (wend_node)i);
            result = wendi_graph_assemble_node(m->graph, (wend_vec3){at.x, at.y, 0}, i);
        }
    }
    return result;
}

/* ---- steps ---- */

/* Wraps a coordinate where the map wraps; -1 outside. */
static int32_t fold(int32_t at, int32_t side, bool wraps)
{
    if (at >= 0 && at < side) {
        return at;
    }
    return !wraps ? -1 : at < 0 ? side - 1 : 0;
}

/* The open cell at an offset from a cell; `cells` if there is none. */
static size_t beside(const grid_graph_maker *m, int32_t x, int32_t y)
{
    const wend_grid *grid = m->grid;
    x = fold(x, grid->width, (grid->wrap & WEND_WRAP_X) != 0);
    y = fold(y, grid->height, (grid->wrap & WEND_WRAP_Y) != 0);
    const size_t cell = (size_t)y * (size_t)grid->width + (size_t)x;
    return x < 0 || y < 0 || m->costs[cell] == WEND_COST_WALL ? m->cells : cell;
}

static bool passes_corners(const grid_graph_maker *m, int32_t x, int32_t y, uint32_t direction)
{
    const wend_corner_rule rule = m->grid->corner_rule;
    if (direction % 2 == 0 || m->grid->neighbours == WEND_NEIGHBOURS_6 ||
        rule == WEND_CORNER_ALWAYS) {
        return true;
    }
    const bool one = beside(m, x + wendi_direction_x(direction), y) < m->cells;
    const bool other = beside(m, x, y + wendi_direction_y(direction)) < m->cells;
    return rule == WEND_CORNER_NEVER ? one && other : one || other;
}

static bool has_direction(const wend_grid *grid, int32_t x, int32_t y, uint32_t direction)
{
    if (grid->neighbours == WEND_NEIGHBOURS_6) {
        return wendi_hex_from_eight(wendi_hex_is_rows(grid->hex_layout),
                                    wendi_hex_is_shifted(grid->hex_layout, x, y), direction) < 6;
    }
    return grid->neighbours == WEND_NEIGHBOURS_8 || direction % 2 == 0;
}

static wend_result add_step(grid_graph_maker *m, size_t from, size_t to, double length,
                            bool is_two_way)
{
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = m->nodes[from];
    edge.to = m->nodes[to];
    edge.is_two_way = is_two_way;
    return wendi_graph_assemble_edge(m->graph, &edge, length * m->costs[to]);
}

/* A step costs by the cell that is entered: where both cells cost the same, one two-way edge
 * does. */
static wend_result add_steps(grid_graph_maker *m, size_t a, size_t b, double length)
{
    if (m->costs[a] == m->costs[b]) {
        return add_step(m, a, b, length, true);
    }
    const wend_result result = add_step(m, a, b, length, false);
    return result == WEND_OK ? add_step(m, b, a, length, false) : result;
}

/* The steps east and south; those north and west are the same from the other side. */
static wend_result add_steps_of(grid_graph_maker *m, int32_t x, int32_t y)
{
    const bool is_hex = m->grid->neighbours == WEND_NEIGHBOURS_6;
    const size_t cell = beside(m, x, y);
    wend_result result = WEND_OK;
    for (uint32_t d = WENDI_EAST; d <= WENDI_SOUTH_WEST && result == WEND_OK; ++d) {
        const size_t other = beside(m, x + wendi_direction_x(d), y + wendi_direction_y(d));
        if (other == m->cells || other == cell || !has_direction(m->grid, x, y, d) ||
            !passes_corners(m, x, y, d)) {
            continue;
        }
        const wend_cost length = is_hex || d % 2 == 0 ? WEND_COST_ONE : WEND_COST_DIAGONAL;
        result = add_steps(m, cell, other, wend_cost_to_double(length) * m->grid->cell_size);
    }
    return result;
}

static wend_result add_all_steps(grid_graph_maker *m)
{
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < m->grid->height; ++y) {
        for (int32_t x = 0; x < m->grid->width && result == WEND_OK; ++x) {
            if (beside(m, x, y) < m->cells) {
                result = add_steps_of(m, x, y);
            }
        }
    }
    return result;
}

/* ---- links ---- */

static wend_result add_link(grid_graph_maker *m, const wendi_link *link)
{
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = m->nodes[link->from];
    edge.to = m->nodes[link->to];
    edge.is_two_way = link->is_two_way;
    edge.is_open = link->is_open;
    edge.behaviour = link->behaviour;
    edge.user = link->user;
    return wendi_graph_assemble_edge(m->graph, &edge,
                                     wend_cost_to_double(link->cost) * m->grid->cell_size);
}

/* Links that are closed now become closed edges. */
static wend_result add_links(grid_graph_maker *m, uint32_t movement_class, uint32_t team)
{
    wend_result result = WEND_OK;
    const uint32_t count = wendi_links_slot_count(m->grid);
    for (uint32_t i = 0; i < count && result == WEND_OK; ++i) {
        const wendi_link *link = wendi_link_at(m->grid, i);
        if (link == NULL) {
            continue;
        }
        wendi_link opened = *link;
        opened.is_open = true;
        if (wendi_link_is_usable(&opened, movement_class, team) &&
            m->costs[link->from] != WEND_COST_WALL && m->costs[link->to] != WEND_COST_WALL) {
            result = add_link(m, link);
        }
    }
    return result;
}

/* ---- the graph ---- */

static wend_result make(grid_graph_maker *m, const wendi_agent_grid *ground,
                        const wend_graph_build_def *def, wend_graph **graph)
{
    /* The costs of all cells, and the numbers of the open ones. */
    const int32_t width = m->grid->width;
    for (int32_t y = 0; y < m->grid->height; ++y) {
        wendi_agent_grid_copy_row(ground, 0, y, width, m->costs + (size_t)y * (size_t)width);
    }
    for (size_t i = 0; i < m->cells; ++i) {
        m->nodes[i] = (uint32_t)m->open;
        m->open += m->costs[i] != WEND_COST_WALL ? 1 : 0;
    }
    wend_result result = wendi_graph_assemble_begin(def, FUNCTION, m->open, &m->graph);
    if (result != WEND_OK) {
        return result;
    }
    result = add_nodes(m);
    result = result == WEND_OK ? add_all_steps(m) : result;
    result = result == WEND_OK ? add_links(m, ground->movement_class, ground->team) : result;
    return wendi_graph_assemble_end(def, FUNCTION, result, m->graph, graph);
}

wend_result wend_graph_from_grid(const wend_grid *grid, uint32_t movement_class, uint32_t team,
                                 const wend_graph_build_def *def, wend_graph **graph)
{
    if (graph != NULL) {
        *graph = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, wend_graph_build_def_default().cookie,
                                         def->message, FUNCTION, "wend_graph_build_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (graph == NULL) {
        return wendi_refuse_null(def->message, FUNCTION, "graph");
    }
    const wend_result checked =
        wendi_agent_grid_check(grid, movement_class, team, FUNCTION, def->message);
    if (checked != WEND_OK) {
        return checked;
    }
    const wendi_agent_grid ground = {.grid = grid,
                                     .movement_class = movement_class,
                                     .team = team,
                                     .overlay_layers = WEND_LAYER_JAM};
    grid_graph_maker m;
    const wend_result result =
        maker_init(&m, grid, &def->allocator)
            ? make(&m, &ground, def, graph)
            : wendi_fail(def->message, WEND_ERROR_MEMORY, "%s: out of memory", FUNCTION);
    maker_free(&m, &def->allocator);
    return result;
}
