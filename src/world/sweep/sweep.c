/* Moves a disc along a segment over a grid, to the first contact with a closed cell.
 * Cost: the cells within radius of the segment read, line by line; an exact test for each closed
 * one, and the contact's arithmetic for each that is touched. */
#include "wend/sweep.h"

#include "base/math/clamp.h"
#include "base/math/floating_point.h"
#include "world/cells/directions.h"
#include "world/cells/store.h"
#include "world/derived/agent_grid.h"
#include "world/sweep/segment.h"

enum { CORNERS_MOST = 6, PART = 64 };

/* The square root of 3, rounded to nearest. */
static const double SQRT_3 = 1.7320508075688772;
static const double COORDINATE_MAX = 1073741824.0;
static const double UNIT = 65536.0; /* units along a cell */
/* Never is later than any time from 0 to 1. */
static const double NEVER = 2;

/* A grid by lines: rows, or columns in layouts of columns. */
typedef struct cell_lines {
    wendi_agent_grid ground;
    bool is_hex, is_rows;
    int32_t line_count, line_length;
    double across; /* units across per cell: UNIT, on hexes UNIT * sqrt(3) */
} cell_lines;

/* The sweep: in units for the exact tests, and in cells for the contact. */
typedef struct grid_sweep {
    cell_lines lines;
    wendi_segment segment;
    wend_vec2 a, b; /* x along, y across the lines */
    double radius;
} grid_sweep;

typedef struct grid_contact {
    bool is_any, is_inside;
    double fraction;
    wend_node node;
    int32_t line, place;
} grid_contact;

static cell_lines lines_of(const wend_grid *grid, uint32_t movement_class, uint32_t team)
{
    const bool is_hex = grid->neighbours == WEND_NEIGHBOURS_6;
    const bool is_rows = !is_hex || wendi_hex_is_rows(grid->hex_layout);
    return (cell_lines){.ground = {.grid = grid,
                                   .movement_class = movement_class,
                                   .team = team,
                                   .overlay_layers = WEND_LAYER_JAM},
                        .is_hex = is_hex,
                        .is_rows = is_rows,
                        .line_count = is_rows ? grid->height : grid->width,
                        .line_length = is_rows ? grid->width : grid->height,
                        .across = is_hex ? UNIT * SQRT_3 : UNIT};
}

static bool is_moved(const cell_lines *lines, int32_t line)
{
    return lines->is_hex && wendi_hex_is_shifted(lines->ground.grid->hex_layout, line, line) != 0;
}

/* A cell in units: the low corner of a square, the centre of a hex. */
static void cell_anchor(const cell_lines *lines, int32_t line, int32_t place, int64_t *u,
                        int64_t *v)
{
    if (lines->is_hex) {
        *u = (2 * (int64_t)place + (is_moved(lines, line) ? 2 : 1)) * WENDI_HEX_HALF;
        *v = (3 * (int64_t)line + 2) * WENDI_HEX_HALF;
        return;
    }
    *u = place * WENDI_SEGMENT_CELL;
    *v = line * WENDI_SEGMENT_CELL;
}

static bool is_near(const grid_sweep *s, const wendi_segment *segment, int32_t line, int32_t place)
{
    int64_t u;
    int64_t v;
    cell_anchor(&s->lines, line, place, &u, &v);
    return s->lines.is_hex ? wendi_segment_is_near_hex(segment, u, v)
                           : wendi_segment_is_near_square(segment, u, v);
}

/* ---- the contact, in cells ---- */

/* The corners of a cell in order. @return how many. */
static int corners_of(const cell_lines *lines, int32_t line, int32_t place,
                      wend_vec2 corners[CORNERS_MOST])
{
    static const int8_t SQUARE[4][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    static const int8_t HEX[6][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
    int64_t u;
    int64_t v;
    cell_anchor(lines, line, place, &u, &v);
    const int count = lines->is_hex ? 6 : 4;
    for (int i = 0; i < count; ++i) {
        const int8_t *offset = lines->is_hex ? HEX[i] : SQUARE[i];
        corners[i] = (wend_vec2){(double)(u + offset[0] * WENDI_HEX_HALF) / UNIT,
                                 (double)(v + offset[1] * WENDI_HEX_HALF) / lines->across};
    }
    return count;
}

static double limited(double time)
{
    return time > 0 ? time : 0;
}

/* The time at which the centre comes within the radius of a corner. */
static double time_to_corner(const grid_sweep *s, wend_vec2 corner, double *ahead, double *beside)
{
    const wend_vec2 along = wend_vec2_sub(s->b, s->a);
    const wend_vec2 to_corner = wend_vec2_sub(corner, s->a);
    const double length = wend_vec2_length(along);
    *ahead = wend_vec2_dot(along, to_corner) / length;
    *beside = wend_vec2_cross(along, to_corner) / length;
    *beside = *beside < 0 ? -*beside : *beside;
    if (!(*ahead > 0) || !(*beside < s->radius)) {
        return NEVER;
    }
    const double before = wend_sqrt((s->radius - *beside) * (s->radius + *beside));
    return limited((*ahead - before) / length);
}

/* The time at which it comes within the radius of an edge between its corners. */
static double time_to_edge(const grid_sweep *s, wend_vec2 p, wend_vec2 q)
{
    const wend_vec2 edge = wend_vec2_sub(q, p);
    const double length = wend_vec2_length(edge);
    const double side = wend_vec2_cross(edge, wend_vec2_sub(s->a, p)) / length;
    const double speed = wend_vec2_cross(edge, wend_vec2_sub(s->b, s->a)) / length;
    const double nearer = side > 0 ? -speed : speed;
    if (!(nearer > 0)) {
        return NEVER;
    }
    const double time = ((side > 0 ? side : -side) - s->radius) / nearer;
    const double at =
        wend_vec2_dot(edge, wend_vec2_sub(wend_vec2_lerp(s->a, s->b, time), p)) / length;
    return time > 1 || at < 0 || at > length ? NEVER : limited(time);
}

/* Contacts that are so slight that roundings hide them are at the corner nearest to the line. */
static double contact_time(const grid_sweep *s, int32_t line, int32_t place)
{
    wend_vec2 corners[CORNERS_MOST];
    const int count = corners_of(&s->lines, line, place, corners);
    const double length = wend_vec2_distance(s->a, s->b);
    double first = NEVER;
    double abreast = 1;
    double nearest = 1e300;
    for (int i = 0; i < count; ++i) {
        double ahead;
        double beside;
        const double corner = time_to_corner(s, corners[i], &ahead, &beside);
        const double edge = time_to_edge(s, corners[i], corners[(i + 1) % count]);
        first = corner < first ? corner : first;
        first = edge < first ? edge : first;
        const double time = wendi_clamp(ahead / length, 0, 1);
        if (beside < nearest - 1e-6 || (beside < nearest + 1e-6 && time < abreast)) {
            nearest = beside < nearest ? beside : nearest;
            abreast = time;
        }
    }
    return first <= 1 ? first : abreast;
}

/* From the nearest point of a cell to the centre; for a centre on its edge across that edge. */
static wend_vec2 normal_at(const grid_sweep *s, const grid_contact *c, wend_vec2 centre)
{
    wend_vec2 corners[CORNERS_MOST];
    const int count = corners_of(&s->lines, c->line, c->place, corners);
    wend_vec2 away = {0, 0};
    double nearest = 1e300;
    double outermost = -1e300; /* of the centre, over the edges: below 0 inside */
    wend_vec2 outwards = {0, 0};
    for (int i = 0; i < count; ++i) {
        const wend_vec2 p = corners[i];
        const wend_vec2 edge = wend_vec2_sub(corners[(i + 1) % count], p);
        const wend_vec2 to_centre = wend_vec2_sub(centre, p);
        const double square = wend_vec2_dot(edge, edge);
        const double at = wendi_clamp(wend_vec2_dot(edge, to_centre) / square, 0, 1);
        const wend_vec2 gap = wend_vec2_sub(to_centre, wend_vec2_scale(edge, at));
        const double distance = wend_vec2_dot(gap, gap);
        if (distance < nearest) {
            nearest = distance;
            away = gap;
        }
        const double over = -wend_vec2_cross(edge, to_centre);
        if (over > outermost) {
            outermost = over;
            outwards = (wend_vec2){edge.y, -edge.x};
        }
    }
    if (outermost < -1e-9) {
        return (wend_vec2){0, 0};
    }
    return wend_vec2_normalize(nearest > 1e-12 ? away : outwards);
}

/* ---- the cells near the segment ---- */

static bool is_earlier(const grid_contact *c, const grid_contact *than)
{
    if (!than->is_any || c->is_inside != than->is_inside) {
        return !than->is_any || c->is_inside;
    }
    return c->fraction < than->fraction ||
           (!(c->fraction > than->fraction) && c->node < than->node);
}

static void meet(const grid_sweep *s, int32_t line, int32_t place, wend_node node,
                 grid_contact *first)
{
    if (!is_near(s, &s->segment, line, place)) {
        return;
    }
    wendi_segment start = s->segment;
    start.bx = start.ax;
    start.by = start.ay;
    grid_contact c = {.is_any = true, .node = node, .line = line, .place = place};
    c.is_inside = is_near(s, &start, line, place);
    c.fraction = c.is_inside ? 0 : contact_time(s, line, place);
    if (is_earlier(&c, first)) {
        *first = c;
    }
}

/* Tests the closed cells among the indices first_place ... last_place of a line; all cells beyond
 * the map are closed. */
static void meet_line(const grid_sweep *s, int32_t line, int32_t first_place, int32_t last_place,
                      grid_contact *first)
{
    const cell_lines *lines = &s->lines;
    const wend_grid *grid = lines->ground.grid;
    const bool is_outside = line < 0 || line >= lines->line_count;
    uint8_t costs[PART];
    int32_t known_end = 0; /* costs hold the cells up to here */
    int32_t known_begin = 0;
    for (int32_t place = first_place; place <= last_place; ++place) {
        if (is_outside || place < 0 || place >= lines->line_length) {
            meet(s, line, place, WEND_NODE_NONE, first);
            continue;
        }
        if (place >= known_end) {
            const int32_t end =
                last_place < lines->line_length ? last_place + 1 : lines->line_length;
            const int32_t most = lines->is_rows ? PART : 1;
            const int32_t count = end - place < most ? end - place : most;
            wendi_agent_grid_copy_row(&lines->ground, lines->is_rows ? place : line,
                                      lines->is_rows ? line : place, count, costs);
            known_begin = place;
            known_end = place + count;
        }
        if (costs[place - known_begin] == WEND_COST_WALL) {
            const int32_t x = lines->is_rows ? place : line;
            const int32_t y = lines->is_rows ? line : place;
            meet(s, line, place, (wend_node)y * (wend_node)grid->width + (wend_node)x, first);
        }
    }
}

/* Rounded down. */
static int64_t floor_of(double value)
{
    const int64_t whole = (int64_t)value;
    return value < (double)whole ? whole - 1 : whole;
}

static int32_t limited_index(double value, int32_t least, int32_t most)
{
    return (int32_t)wendi_clamp_i64(floor_of(wendi_clamp(value, -1e6, 1e6)), least, most);
}

/* The parts of the segment, 0 to 1, whose centre lies within low ... high across the lines.
 * @return false: none. */
static bool part_within(double from, double to, double low, double high, double *begin, double *end)
{
    *begin = 0;
    *end = 1;
    const double way = to - from;
    if (way > 1e-9 || way < -1e-9) {
        const double one = (low - from) / way;
        const double two = (high - from) / way;
        *begin = wendi_clamp(one < two ? one : two, 0, 1);
        *end = wendi_clamp(one < two ? two : one, 0, 1);
    }
    const double least = from < to ? from : to;
    const double most = from < to ? to : from;
    return least <= high && most >= low;
}

/* Lines in the order of the segment, until no later one can be met earlier. */
static grid_contact first_contact(const grid_sweep *s)
{
    const cell_lines *lines = &s->lines;
    /* In cells, a little more than radius and rounding. */
    const double margin = s->radius + 1e-3;
    const double pitch = lines->is_hex ? SQRT_3 / 2 : 1; /* from one line to the next */
    const double height = lines->is_hex ? 2 / SQRT_3 : 1;
    const double low = s->a.y < s->b.y ? s->a.y : s->b.y;
    const double high = s->a.y < s->b.y ? s->b.y : s->a.y;
    const int32_t first_line =
        limited_index((low - margin - height) / pitch, -1, lines->line_count);
    const int32_t last_line = limited_index((high + margin) / pitch, -1, lines->line_count);
    const bool is_upwards = s->b.y < s->a.y;
    grid_contact first = {.fraction = 1};
    for (int32_t i = 0; i <= last_line - first_line; ++i) {
        const int32_t line = is_upwards ? last_line - i : first_line + i;
        double begin;
        double end;
        const double top = line * pitch;
        if (!part_within(s->a.y, s->b.y, top - margin, top + height + margin, &begin, &end)) {
            continue;
        }
        if (first.is_any && begin > first.fraction + 1e-6) {
            break;
        }
        const double x0 = s->a.x + (s->b.x - s->a.x) * begin;
        const double x1 = s->a.x + (s->b.x - s->a.x) * end;
        const double shift = is_moved(lines, line) ? 0.5 : 0;
        meet_line(s, line,
                  limited_index((x0 < x1 ? x0 : x1) - margin - shift - 1, -1, lines->line_length),
                  limited_index((x0 < x1 ? x1 : x0) + margin - shift, -1, lines->line_length),
                  &first);
    }
    return first;
}

/* ---- from metres and back ---- */

/* The part of the segment, 0 to 1, that lies within 0 ... most along one axis. The start does. */
static double part_inside(double from, double to, double most)
{
    if (to < 0) {
        return from / (from - to);
    }
    return to > most ? (most - from) / (to - from) : 1;
}

static int64_t to_units(double cells, double units_per_cell)
{
    return (int64_t)(cells * units_per_cell + 0.5);
}

/* As wend_space_can_walk rounds it. */
static int64_t radius_units(bool is_hex, double cells)
{
    const double exact = wendi_clamp(cells, 0, WEND_GRID_SIDE_MAX) * UNIT;
    const int64_t whole = (int64_t)exact;
    if (is_hex) {
        return whole > 1 ? whole - 1 : whole;
    }
    return whole + (exact - (double)whole > 0.5 ? 1 : 0);
}

/* Sets the segment, cut where it leaves the map. @param part of the segment up to there, 0 to 1.
 * @return false: it begins outside. */
static bool sweep_make(grid_sweep *s, wend_vec2 from, wend_vec2 to, double radius, double *part)
{
    const wend_grid *grid = s->lines.ground.grid;
    const double ax = (from.x - grid->origin.x) / grid->cell_size;
    const double ay = (from.y - grid->origin.y) / grid->cell_size;
    const double bx = (to.x - grid->origin.x) / grid->cell_size;
    const double by = (to.y - grid->origin.y) / grid->cell_size;
    s->a = s->lines.is_rows ? (wend_vec2){ax, ay} : (wend_vec2){ay, ax};
    s->b = s->lines.is_rows ? (wend_vec2){bx, by} : (wend_vec2){by, bx};
    /* The rectangle around the map; see wendi_hex_to_units of route/segment/hex.h. */
    const double along = s->lines.is_hex ? s->lines.line_length + 0.5 : s->lines.line_length;
    const double across =
        s->lines.is_hex ? (3.0 * s->lines.line_count + 1) / (2 * SQRT_3) : s->lines.line_count;
    if (!(s->a.x >= 0 && s->a.x <= along && s->a.y >= 0 && s->a.y <= across)) {
        return false;
    }
    const double part_x = part_inside(s->a.x, s->b.x, along);
    const double part_y = part_inside(s->a.y, s->b.y, across);
    *part = part_x < part_y ? part_x : part_y;
    s->b = *part < 1 ? wend_vec2_lerp(s->a, s->b, *part) : s->b;
    s->b.x = wendi_clamp(s->b.x, 0, along);
    s->b.y = wendi_clamp(s->b.y, 0, across);
    s->segment = (wendi_segment){.ax = to_units(s->a.x, UNIT),
                                 .ay = to_units(s->a.y, s->lines.across),
                                 .bx = to_units(s->b.x, UNIT),
                                 .by = to_units(s->b.y, s->lines.across),
                                 .radius = radius_units(s->lines.is_hex, radius / grid->cell_size)};
    s->a = (wend_vec2){(double)s->segment.ax / UNIT, (double)s->segment.ay / s->lines.across};
    s->b = (wend_vec2){(double)s->segment.bx / UNIT, (double)s->segment.by / s->lines.across};
    s->radius = (double)s->segment.radius / UNIT;
    return true;
}

static bool is_in_range(wend_vec2 p)
{
    return p.x >= -COORDINATE_MAX && p.x <= COORDINATE_MAX && p.y >= -COORDINATE_MAX &&
           p.y <= COORDINATE_MAX;
}

bool wend_grid_sweep(const wend_grid *grid, uint32_t movement_class, uint32_t team, wend_vec2 from,
                     wend_vec2 to, double radius, wend_grid_hit *hit)
{
    wend_grid_hit none = {.node = WEND_NODE_NONE, .fraction = 1, .point = to};
    wend_grid_hit *out = hit != NULL ? hit : &none;
    *out = none;
    if (grid == NULL || movement_class >= grid->class_count ||
        (team != WEND_TEAM_NONE && team >= WEND_GRID_TEAMS_MAX) || !is_in_range(from) ||
        !is_in_range(to) || !(radius >= 0) || !(radius <= 1.7976931348623157e308)) {
        return false;
    }
    out->distance = wend_vec2_distance(from, to);
    grid_sweep s = {.lines = lines_of(grid, movement_class, team)};
    double part;
    if (!sweep_make(&s, from, to, radius, &part)) {
        *out = (wend_grid_hit){
            .node = WEND_NODE_NONE, .fraction = 0, .point = from, .is_inside = true};
        return true;
    }
    const grid_contact c = first_contact(&s);
    if (!c.is_any) {
        return false;
    }
    const wend_vec2 normal = normal_at(&s, &c, wend_vec2_lerp(s.a, s.b, c.fraction));
    out->node = c.node;
    out->fraction = c.fraction * part;
    out->point = c.fraction > 0 ? wend_vec2_lerp(from, to, out->fraction) : from;
    out->distance *= out->fraction;
    out->normal = s.lines.is_rows ? normal : (wend_vec2){normal.y, normal.x};
    out->is_inside = c.is_inside;
    return true;
}
