/* takes: a request's plan.
 * gives: its three fields as cells, lines of equal cost, arrows.
 * cost:  a look at each cell of its sectors, at each twice for lines of equal cost; no memory. */
#include "flow/portals/portal_graph_private.h"
#include "flow/requests/draw.h"

/* Cells: half an arrow's length, its head's length and half its width. */
static const double ARROW = 0.34;
static const double HEAD = 0.2;
static const double HEAD_WIDE = 0.13;
/* Steps between lines of equal cost. */
static const double LINE_EVERY = 4.0;
/* Lines through four cells at most; beyond that they are as good as black. */
enum { LINES_MAX = 3 };

/* ---- cells ---- */

static void paint_cells(const wendi_flow_painter *p, int32_t x, int32_t y, int32_t count,
                        wend_meaning meaning, double value)
{
    if (p->draw->cells != NULL && count > 0) {
        p->draw->cells(p->draw->context, wendi_flow_painter_point(p, (double)x, (double)y),
                       wendi_flow_painter_point(p, (double)(x + count), (double)(y + 1)), meaning,
                       value);
    }
}

typedef void (*cell_fn)(const wendi_flow_painter *p, const wendi_sample_cell *place, double most);

/* Every cell of the plan's sectors on the floor, each sector once. */
static void for_each_cell(const wendi_flow_painter *p, cell_fn fn, double most)
{
    for (uint32_t i = 0; p->plan != NULL && i < p->plan->tile_count; ++i) {
        const uint32_t sector = p->plan->tiles[i].sector;
        const wendi_sector_bounds s = wendi_sector_map_bounds(&p->flow->map, sector);
        if (s.floor != p->floor || wendi_plan_find_tile(p->plan, sector) != i) {
            continue;
        }
        for (int32_t y = s.y; y < s.y + s.height; ++y) {
            for (int32_t x = s.x; x < s.x + s.width; ++x) {
                wendi_sample_cell place;
                if (wendi_sample_cell_at(p->flow, p->plan, p->floor, x, y, &place)) {
                    wendi_sample_cell_resolve_los(p->flow, p->plan, &place);
                    fn(p, &place, most);
                }
            }
        }
    }
}

/* ---- costs ---- */

static void paint_cost_row(const wendi_flow_painter *p, const wendi_sector_bounds *s,
                           const uint8_t *costs, int32_t y)
{
    int32_t first = 0;
    for (int32_t x = 1; x <= s->width; ++x) {
        if (x == s->width || costs[x] != costs[first]) {
            paint_cells(p, s->x + first, y, x - first,
                        costs[first] == WENDI_TILE_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND,
                        (double)costs[first]);
            first = x;
        }
    }
}

void wendi_flow_painter_cost(const wendi_flow_painter *p)
{
    const wendi_portal_graph *portals = p->flow->classes[p->way->flow_class].portals;
    for (uint32_t i = 0; i < p->way->tile_count; ++i) {
        const uint32_t sector = p->way->tiles[i].sector;
        const wendi_sector_bounds s = wendi_sector_map_bounds(&p->flow->map, sector);
        if (s.floor != p->floor || wendi_plan_find_tile(p->way, sector) != i) {
            continue;
        }
        const wendi_tile_shape shape = wendi_tile_shape_of(s.width, s.height);
        const uint8_t *costs = wendi_portal_graph_costs(portals, sector);
        for (int32_t y = 0; y < s.height; ++y) {
            paint_cost_row(p, &s, costs + wendi_tile_index(&shape, 0, y), s.y + y);
        }
    }
}

/* ---- integration ---- */

/* Steps left; below 0: none. */
static double steps_of(const wendi_flow_painter *p, const wendi_sample_cell *place)
{
    if (!wendi_sample_cell_is_visible(place) &&
        wendi_sample_cell_direction(place) == WENDI_FLOW_NONE) {
        return -1.0;
    }
    return (double)wendi_sample_cell_cost(p->flow, p->plan, place) / (double)p->flow->straight;
}

static double steps_at(const wendi_flow_painter *p, int32_t x, int32_t y)
{
    wendi_sample_cell place;
    return wendi_sample_cell_at(p->flow, p->plan, p->floor, x, y, &place) ? steps_of(p, &place)
                                                                          : -1.0;
}

static double most_steps(const wendi_flow_painter *p)
{
    double most = 1.0;
    for (uint32_t i = 0; i < p->plan->tile_count; ++i) {
        const wendi_sector_bounds s =
            wendi_sector_map_bounds(&p->flow->map, p->plan->tiles[i].sector);
        for (int32_t k = 0; s.floor == p->floor && k < s.width * s.height; ++k) {
            const double steps = steps_at(p, s.x + k % s.width, s.y + k / s.width);
            most = steps > most ? steps : most;
        }
    }
    return most;
}

static void paint_value(const wendi_flow_painter *p, const wendi_sample_cell *place, double most)
{
    const double steps = steps_of(p, place);
    if (steps >= 0.0) {
        paint_cells(p, place->x, place->y, 1, WEND_MEANING_INTEGRATION, steps / most);
    }
}

/* Where a line of equal cost crosses the side between two middles of cells. @return does it? */
static bool crosses(double level, double a, double b, double *at)
{
    if ((a < level) == (b < level)) {
        return false;
    }
    *at = (level - a) / (b - a);
    return true;
}

/* The line of one level through the square between four middles, north-west first, clockwise. */
static void paint_level(const wendi_flow_painter *p, const double steps[4], double x, double y,
                        double level)
{
    static const wend_vec2 corners[4] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}};
    wend_vec2 ends[4];
    int count = 0;
    for (int i = 0; i < 4; ++i) {
        double at;
        if (crosses(level, steps[i], steps[(i + 1) & 3], &at)) {
            const wend_vec2 a = corners[i];
            const wend_vec2 b = corners[(i + 1) & 3];
            ends[count++] = (wend_vec2){x + a.x + (b.x - a.x) * at, y + a.y + (b.y - a.y) * at};
        }
    }
    for (int i = 0; i + 1 < count; i += 2) {
        wendi_flow_painter_line(p, ends[i], ends[i + 1], WEND_MEANING_LEVEL, level);
    }
}

/* Lines of equal cost between this cell and those to the right and below. */
static void paint_levels(const wendi_flow_painter *p, const wendi_sample_cell *place, double most)
{
    (void)most;
    const double steps[4] = {steps_of(p, place), steps_at(p, place->x + 1, place->y),
                             steps_at(p, place->x + 1, place->y + 1),
                             steps_at(p, place->x, place->y + 1)};
    double low = steps[0];
    double high = steps[0];
    for (int i = 1; i < 4; ++i) {
        low = steps[i] < low ? steps[i] : low;
        high = steps[i] > high ? steps[i] : high;
    }
    if (low < 0.0 || high - low > (double)LINES_MAX * LINE_EVERY) {
        return;
    }
    const int64_t last = (int64_t)(high / LINE_EVERY);
    for (int64_t i = (int64_t)(low / LINE_EVERY) + 1; i <= last; ++i) {
        paint_level(p, steps, (double)place->x + 0.5, (double)place->y + 0.5,
                    LINE_EVERY * (double)i);
    }
}

void wendi_flow_painter_integration(const wendi_flow_painter *p)
{
    if (p->plan == NULL) {
        return;
    }
    for_each_cell(p, paint_value, most_steps(p));
    if (p->draw->line != NULL) {
        for_each_cell(p, paint_levels, 0.0);
    }
}

/* ---- sight ---- */

static void paint_seen(const wendi_flow_painter *p, const wendi_sample_cell *place, double most)
{
    (void)most;
    if (wendi_sample_cell_is_visible(place)) {
        paint_cells(p, place->x, place->y, 1, WEND_MEANING_LINE_OF_SIGHT,
                    (double)(place->sight & WENDI_FLOW_DIRECTION_MASK));
    } else if ((place->sight & WENDI_FLOW_LOS_CORNER) != 0) {
        paint_cells(p, place->x, place->y, 1, WEND_MEANING_CORNER, 0.0);
    }
}

void wendi_flow_painter_line_of_sight(const wendi_flow_painter *p)
{
    for_each_cell(p, paint_seen, 0.0);
}

/* ---- directions ---- */

/* Where the cell's own direction leads from its middle; 0, 0: nowhere. */
static wend_vec2 vector_of(const wendi_flow_painter *p, const wendi_sample_cell *place)
{
    const double x = (double)place->x + 0.5;
    const double y = (double)place->y + 0.5;
    if (wendi_sample_cell_is_visible(place)) {
        const wendi_flow_endpoint *goal = &p->plan->goals[place->sight & WENDI_FLOW_DIRECTION_MASK];
        return wendi_direction_toward_goal(x, y, goal);
    }
    const uint32_t direction = wendi_sample_cell_direction(place);
    if (direction >= WENDI_FLOW_GOAL) {
        return (wend_vec2){0.0, 0.0};
    }
    const size_t at = (size_t)((place->y - place->top) * place->width + place->x - place->left);
    return wendi_angle_vector(p->flow->has_angles
                                  ? wendi_field_angles(&p->flow->fields, place->field)[at]
                                  : direction * 32);
}

static void paint_arrow(const wendi_flow_painter *p, const wendi_sample_cell *place, double most)
{
    (void)most;
    const double x = (double)place->x + 0.5;
    const double y = (double)place->y + 0.5;
    const wend_vec2 to = vector_of(p, place);
    if (!(to.x * to.x + to.y * to.y > 0.0)) {
        if (wendi_sample_cell_direction(place) != WENDI_FLOW_NONE) {
            wendi_flow_painter_mark(p, x, y, HEAD_WIDE, WEND_MEANING_FLOW, 0.0);
        }
        return;
    }
    const wend_vec2 tip = {x + to.x * ARROW, y + to.y * ARROW};
    const wend_vec2 neck = {tip.x - to.x * HEAD, tip.y - to.y * HEAD};
    const wend_vec2 left = {neck.x + to.y * HEAD_WIDE, neck.y - to.x * HEAD_WIDE};
    const wend_vec2 right = {neck.x - to.y * HEAD_WIDE, neck.y + to.x * HEAD_WIDE};
    wendi_flow_painter_line(p, (wend_vec2){x - to.x * ARROW, y - to.y * ARROW}, tip,
                            WEND_MEANING_FLOW, 0.0);
    wendi_flow_painter_line(p, left, tip, WEND_MEANING_FLOW, 0.0);
    wendi_flow_painter_line(p, tip, right, WEND_MEANING_FLOW, 0.0);
}

void wendi_flow_painter_directions(const wendi_flow_painter *p)
{
    for_each_cell(p, paint_arrow, 0.0);
}

/* ---- wave front ---- */

void wendi_flow_painter_wave_front(const wendi_flow_painter *p)
{
    const wendi_plan *next = p->request->next;
    if (next == NULL || next->phase != WENDI_PHASE_INTEGRATE || p->draw->cells == NULL) {
        return;
    }
    for (uint32_t i = 0; i < next->tile_count; ++i) {
        const wendi_sector_bounds s = wendi_sector_map_bounds(&p->flow->map, next->tiles[i].sector);
        if (s.floor == p->floor && wendi_heap_contains(&next->queue, i)) {
            p->draw->cells(
                p->draw->context, wendi_flow_painter_point(p, (double)s.x, (double)s.y),
                wendi_flow_painter_point(p, (double)(s.x + s.width), (double)(s.y + s.height)),
                WEND_MEANING_WAVE_FRONT, 0.0);
        }
    }
}
