/* Makes a grid of a level, open where a cell's centre lies in a region and away from walls.
 * Cost: the cells, and for each line the rows it passes and the cells near it.
 *
 * The centres in a region are found row by row, by a traversal of the lines that pass the row:
 *
 *      A |.....| A #### B |.......     depth of A: 1 1 0 0 0; of B: 0 0 0 1 1, and it never ends
 *
 * A region gets deeper by one behind a line that has it on its far side. A region whose outline is
 * open in this row (B) ends at a depth other than 0; then only cells inside as seen from both ends of
 * the row count, so a gap in a plan does not flood the map. The side of a line on which a centre lies
 * is decided exactly; the order of lines does not matter.
 *
 * In layouts of columns, hexes of one column have one x; there x and y change their roles. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/math/bits.h"
#include "base/math/predicates.h"
#include "wend/hex.h"
#include "wend/link.h"
#include "wend/walls.h"
#include "world/cells/directions.h"
#include "world/level/store.h"

#include <string.h>

static const uint32_t COOKIE = 0x1e7e6d1d;

/* Half a cell counts as touched within this margin: centres are rounded sums. */
static const double half_less = 0.5 - 0.5 / (1 << 20);
static const double half_more = 0.5 + 0.5 / (1 << 20);

typedef struct level_grid_builder {
    const wend_level *level;
    wend_grid *grid;
    double cell_size, radius;
    int32_t width, height;
    bool is_turned;                             /* rows of the scan are columns of the grid */
    int32_t rows, length;                       /* of the scan */
    uint8_t *costs;                             /* [height][width] */
    wendi_sort_pair *begins, *scratch, *events; /* [lines] */
    uint32_t *active;                           /* [lines] */
    int32_t *depths, *ends;                     /* [regions]; ends: depth at the row's end */
    size_t active_count, next_begin;
} level_grid_builder;

wend_level_grid_def wend_level_grid_def_default(void)
{
    wend_level_grid_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.neighbours = WEND_NEIGHBOURS_8;
    return def;
}

/* ---- coordinates ---- */

static wend_vec2 turned(const level_grid_builder *b, wend_vec2 p)
{
    return b->is_turned ? (wend_vec2){p.y, p.x} : p;
}

/* The centre of a cell, in coordinates of the scan. */
static wend_vec2 centre_of(const level_grid_builder *b, int32_t row, int32_t at)
{
    const int32_t x = b->is_turned ? row : at;
    const int32_t y = b->is_turned ? at : row;
    return turned(b, wend_grid_position(b->grid, wend_grid_node(b->grid, x, y)));
}

static uint8_t *cost_of(const level_grid_builder *b, int32_t row, int32_t at)
{
    const size_t x = (size_t)(b->is_turned ? row : at);
    const size_t y = (size_t)(b->is_turned ? at : row);
    return &b->costs[y * (size_t)b->width + x];
}

/* A line upwards, and the regions before and behind it along a row. */
typedef struct scan_line {
    wend_vec2 low, high;
    uint32_t before, behind;
} scan_line;

static scan_line scan_line_of(const level_grid_builder *b, uint32_t index)
{
    const wend_level_line *line = &b->level->lines[index];
    const wend_vec2 from = turned(b, line->a);
    const wend_vec2 to = turned(b, line->b);
    const uint32_t left = b->is_turned ? line->right : line->left;
    const uint32_t right = b->is_turned ? line->left : line->right;
    return from.y <= to.y ? (scan_line){from, to, left, right} : (scan_line){to, from, right, left};
}

/* A whole number near a value, limited to 0 ... most. */
static int32_t clamped(double value, int32_t most)
{
    if (!(value > 0)) {
        return 0;
    }
    return value < most ? (int32_t)value : most;
}

/* The first cell of a row whose centre is not before a line that passes the row. */
static int32_t first_behind(const level_grid_builder *b, const scan_line *line, int32_t row)
{
    const wend_vec2 first = centre_of(b, row, 0);
    const double part = (first.y - line->low.y) / (line->high.y - line->low.y);
    const double x = line->low.x + (line->high.x - line->low.x) * part;
    int32_t at = clamped((x - first.x) / b->cell_size, b->length);
    while (at > 0 && wendi_orient(line->low, line->high, centre_of(b, row, at - 1)) <= 0) {
        --at;
    }
    while (at < b->length && wendi_orient(line->low, line->high, centre_of(b, row, at)) > 0) {
        ++at;
    }
    return at;
}

/* ---- regions ---- */

/* Adds lines that begin at or below a row, removes those that end there. */
static void find_active(level_grid_builder *b, double y)
{
    while (b->next_begin < b->level->line_count) {
        const uint32_t line = b->begins[b->next_begin].value;
        if (scan_line_of(b, line).low.y > y) {
            break;
        }
        b->active[b->active_count++] = line;
        b->next_begin++;
    }
    size_t kept = 0;
    for (size_t k = 0; k < b->active_count; ++k) {
        if (scan_line_of(b, b->active[k]).high.y > y) {
            b->active[kept++] = b->active[k];
        }
    }
    b->active_count = kept;
}

/* Crosses a line. @return the change of the number of regions entered. */
static int32_t pass(const level_grid_builder *b, const scan_line *line)
{
    int32_t more = 0;
    if (line->before != WEND_REGION_NONE) {
        const int32_t least = b->ends[line->before] > 0 ? b->ends[line->before] : 0;
        more -= b->depths[line->before]-- == least + 1;
    }
    if (line->behind != WEND_REGION_NONE) {
        const int32_t least = b->ends[line->behind] > 0 ? b->ends[line->behind] : 0;
        more += ++b->depths[line->behind] == least + 1;
    }
    return more;
}

static void add_ends(const level_grid_builder *b, int32_t sign)
{
    for (size_t k = 0; k < b->active_count; ++k) {
        const scan_line line = scan_line_of(b, b->active[k]);
        if (line.before != WEND_REGION_NONE) {
            b->ends[line.before] -= sign;
        }
        if (line.behind != WEND_REGION_NONE) {
            b->ends[line.behind] += sign;
        }
    }
}

static void scan_row(level_grid_builder *b, int32_t row)
{
    find_active(b, centre_of(b, row, 0).y);
    for (size_t k = 0; k < b->active_count; ++k) {
        const scan_line line = scan_line_of(b, b->active[k]);
        b->events[k] = (wendi_sort_pair){(uint64_t)first_behind(b, &line, row), b->active[k]};
    }
    wendi_sort_pairs(b->events, b->scratch, b->active_count);
    add_ends(b, 1);
    int32_t inside = 0;
    size_t k = 0;
    for (int32_t at = 0; at < b->length; ++at) {
        for (; k < b->active_count && b->events[k].key == (uint64_t)at; ++k) {
            const scan_line line = scan_line_of(b, b->events[k].value);
            inside += pass(b, &line);
        }
        *cost_of(b, row, at) = inside > 0 ? 1 : WEND_COST_WALL;
    }
    add_ends(b, -1);
    for (size_t i = 0; i < b->active_count; ++i) {
        const scan_line line = scan_line_of(b, b->active[i]);
        if (line.before != WEND_REGION_NONE) {
            b->depths[line.before] = 0;
        }
        if (line.behind != WEND_REGION_NONE) {
            b->depths[line.behind] = 0;
        }
    }
}

/* ---- walls ---- */

/* True if a point is nearer to a segment than a distance. */
static bool is_nearer(wend_vec2 p, const scan_line *line, double distance)
{
    if (wendi_compare_along(line->low, line->high, p) <= 0) {
        return wendi_compare_distance(p, line->low, distance) < 0;
    }
    if (wendi_compare_along(line->high, line->low, p) <= 0) {
        return wendi_compare_distance(p, line->high, distance) < 0;
    }
    return wendi_compare_line_distance(p, line->low, line->high, distance) < 0;
}

/* Half a cell at least. Where ground lies on both sides of a wall, a centre at exactly half a
 * cell on its left is blocked too, else both cells beside it could stay open and leak. */
static double distance_at(const level_grid_builder *b, const scan_line *line, wend_vec2 centre)
{
    const bool is_thin = line->before != WEND_REGION_NONE && line->behind != WEND_REGION_NONE;
    const bool is_left = is_thin && wendi_orient(line->low, line->high, centre) > 0;
    const double half = b->cell_size * (is_left ? half_more : half_less);
    return b->radius > half ? b->radius : half;
}

/* Closes the cells of a row near a wall, between two x. */
static void close_row(const level_grid_builder *b, const scan_line *line, int32_t row, double low,
                      double high)
{
    const double first = centre_of(b, row, 0).x;
    const int32_t begin = clamped((low - first) / b->cell_size - 1, b->length);
    const int32_t end = clamped((high - first) / b->cell_size + 2, b->length);
    for (int32_t at = begin; at < end; ++at) {
        const wend_vec2 centre = centre_of(b, row, at);
        if (is_nearer(centre, line, distance_at(b, line, centre))) {
            *cost_of(b, row, at) = WEND_COST_WALL;
        }
    }
}

/* x of a line at a height; beyond its ends, x of the end. */
static double x_at(const scan_line *line, double y)
{
    if (y <= line->low.y) {
        return line->low.x;
    }
    if (y >= line->high.y) {
        return line->high.x;
    }
    const double part = (y - line->low.y) / (line->high.y - line->low.y);
    return line->low.x + (line->high.x - line->low.x) * part;
}

static void close_near(const level_grid_builder *b, uint32_t index)
{
    const scan_line line = scan_line_of(b, index);
    const double far = (b->radius > b->cell_size ? b->radius : b->cell_size);
    const double first = centre_of(b, 0, 0).y;
    const double step = b->rows > 1 ? centre_of(b, 1, 0).y - first : b->cell_size;
    const int32_t begin = clamped((line.low.y - far - first) / step - 1, b->rows);
    const int32_t end = clamped((line.high.y + far - first) / step + 2, b->rows);
    const bool is_flat = !(line.low.y < line.high.y);
    for (int32_t row = begin; row < end; ++row) {
        const double y = centre_of(b, row, 0).y;
        const double one = is_flat ? line.low.x : x_at(&line, y - far);
        const double other = is_flat ? line.high.x : x_at(&line, y + far);
        close_row(b, &line, row, (one < other ? one : other) - far,
                  (one < other ? other : one) + far);
    }
}

/* ---- links ---- */

/* The open cell nearest to a position, among those around its own; its own if none is open. */
static wend_node open_cell_at(const level_grid_builder *b, wend_vec2 position)
{
    const wend_node own = wend_grid_node_at(b->grid, position);
    int32_t x;
    int32_t y;
    if (!wend_grid_cell(b->grid, own, &x, &y)) {
        return WEND_NODE_NONE;
    }
    wend_node best = WEND_NODE_NONE;
    double least = 0;
    for (int32_t k = 0; k < 25; ++k) {
        const wend_node node = wend_grid_node(b->grid, x + k % 5 - 2, y + k / 5 - 2);
        const double away = wend_vec2_distance(wend_grid_position(b->grid, node), position);
        if (node != WEND_NODE_NONE && b->costs[node] != WEND_COST_WALL &&
            (best == WEND_NODE_NONE || away < least)) {
            best = node;
            least = away;
        }
    }
    return best == WEND_NODE_NONE ? own : best;
}

/* A metre, as in graphs and meshes, in steps of the grid; limited to the largest cost of a link. */
static wend_cost link_cost(double cell_size)
{
    const wend_cost most = (wend_cost)1 << 48;
    const wend_cost cost = wend_cost_from_double(1 / cell_size);
    return cost < most ? cost : most;
}

static wend_result add_links(const level_grid_builder *b)
{
    wend_grid_info info;
    wend_grid_get_info(b->grid, &info);
    wend_result result = WEND_OK;
    for (size_t i = 0; i < b->level->teleport_count && result == WEND_OK; ++i) {
        const wend_level_teleport *teleport = &b->level->teleports[i];
        wend_link_def def = wend_link_def_default();
        def.from = open_cell_at(b, teleport->from);
        def.to = open_cell_at(b, teleport->to);
        def.cost = link_cost(info.cell_size);
        def.is_two_way = teleport->is_two_way;
        def.user = i;
        if (def.from != WEND_NODE_NONE && def.to != WEND_NODE_NONE && def.from != def.to) {
            wend_link_id id;
            result = wend_grid_add_link(b->grid, &def, &id, NULL);
        }
    }
    return result;
}

/* ---- the grid ---- */

static wend_result build(level_grid_builder *b)
{
    /* Regions, row by row. */
    for (size_t i = 0; i < b->level->line_count; ++i) {
        const uint64_t key = wendi_f64_sort_key(scan_line_of(b, (uint32_t)i).low.y);
        b->begins[i] = (wendi_sort_pair){key, (uint32_t)i};
    }
    wendi_sort_pairs(b->begins, b->scratch, b->level->line_count);
    for (int32_t row = 0; row < b->rows; ++row) {
        scan_row(b, row);
    }
    for (size_t i = 0; i < b->level->line_count; ++i) {
        if ((b->level->lines[i].stops & WEND_STOPS_WALK) != 0) {
            close_near(b, (uint32_t)i);
        }
    }
    const wend_result result =
        wend_grid_set_costs(b->grid, 0, 0, 0, b->width, b->height, b->costs, (size_t)b->width);
    return result == WEND_OK ? add_links(b) : result;
}

static wend_result build_with_memory(level_grid_builder *b, const wend_allocator *a)
{
    const size_t lines = b->level->line_count;
    const size_t cells = (size_t)b->width * (size_t)b->height;
    const size_t pair_bytes = 3 * lines * sizeof *b->begins;
    const size_t depth_bytes = 2 * (b->level->region_count + 1) * sizeof *b->depths;
    b->costs = wendi_alloc(a, cells);
    b->begins = wendi_alloc(a, pair_bytes);
    b->active = wendi_alloc(a, lines * sizeof *b->active);
    b->depths = wendi_alloc_zero(a, depth_bytes);
    wend_result result = WEND_ERROR_MEMORY;
    if (b->costs != NULL && b->begins != NULL && b->active != NULL && b->depths != NULL) {
        b->scratch = b->begins + lines;
        b->events = b->scratch + lines;
        b->ends = b->depths + b->level->region_count;
        result = build(b);
    }
    wendi_free(a, b->costs, cells);
    wendi_free(a, b->begins, pair_bytes);
    wendi_free(a, b->active, lines * sizeof *b->active);
    wendi_free(a, b->depths, depth_bytes);
    return result;
}

/* Cells along a side to cover it, `step` cells apart, and one more where hexes are moved; 0 when
 * there would be too many. */
static int32_t side_of(double extent, double cell_size, double step, int32_t more)
{
    const double cells = extent / cell_size / step;
    if (!(cells < WEND_GRID_SIDE_MAX - more)) {
        return 0;
    }
    const int32_t whole = (int32_t)cells;
    return (whole < cells || whole == 0 ? whole + 1 : whole) + more;
}

static wend_result check(const wend_level *level, const wend_level_grid_def *def)
{
    static const char function[] = "wend_level_build_grid";
    if (!wendi_has_cookie(def->cookie, COOKIE, def->message, "wend_level_build_grid",
                          "wend_level_grid_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (level == NULL) {
        return wendi_refuse_null(def->message, function, "level");
    }
    if (level->line_count == 0) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: level has 0 lines, and needs 1 or more", function);
    }
    if (!(def->cell_size > 0 && def->cell_size <= WEND_COORDINATE_MAX)) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                          "%s: cell_size is %s, and must be above 0 and at most 2^30", function,
                          wendi_format_number(def->cell_size).text);
    }
    return def->radius >= 0 && def->radius <= WEND_COORDINATE_MAX
               ? WEND_OK
               : wendi_refuse(def->message, function, "radius", def->radius, 0,
                              WEND_COORDINATE_MAX);
}

static wend_result make_grid(level_grid_builder *b, const wend_level_grid_def *def)
{
    wend_vec2 low;
    wend_vec2 high;
    wend_level_bounds(b->level, &low, &high);
    const bool is_hex = def->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows = wendi_hex_is_rows(def->hex_layout);
    const double across = 0.8660254037844386;
    b->is_turned = is_hex && !is_rows;
    b->width = side_of(high.x - low.x, def->cell_size, b->is_turned ? across : 1, is_hex);
    b->height = side_of(high.y - low.y, def->cell_size, is_hex && is_rows ? across : 1, is_hex);
    if (b->width == 0 || b->height == 0) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_level_build_grid: cell_size is %s, too small for this level: a grid "
            "has at most %d cells along a side",
            wendi_format_number(def->cell_size).text, (int)WEND_GRID_SIDE_MAX);
    }
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = b->width;
    grid_def.height = b->height;
    grid_def.neighbours = def->neighbours;
    grid_def.hex_layout = def->hex_layout;
    grid_def.cost = WEND_COST_WALL;
    grid_def.cell_size = def->cell_size;
    grid_def.origin = low;
    grid_def.allocator = def->allocator;
    grid_def.message = def->message;
    b->rows = b->is_turned ? b->width : b->height;
    b->length = b->is_turned ? b->height : b->width;
    return wendi_fail_as(def->message, "wend_level_build_grid",
                         wend_grid_create(&grid_def, &b->grid));
}

wend_result wend_level_build_grid(const wend_level *level, const wend_level_grid_def *def,
                                  wend_grid **grid)
{
    if (grid != NULL) {
        *grid = NULL;
    }
    if (def == NULL || check(level, def) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (grid == NULL) {
        return wendi_refuse_null(def->message, "wend_level_build_grid", "grid");
    }
    level_grid_builder b = {.level = level, .cell_size = def->cell_size, .radius = def->radius};
    wend_result result = make_grid(&b, def);
    if (result != WEND_OK) {
        return result;
    }
    result = build_with_memory(&b, &def->allocator);
    if (result != WEND_OK) {
        wend_grid_destroy(b.grid);
        return wendi_fail(def->message, result, "wend_level_build_grid: %s",
                          result == WEND_ERROR_MEMORY ? "no memory for the cells"
                                                      : "more teleports than a grid has links");
    }
    *grid = b.grid;
    return WEND_OK;
}
