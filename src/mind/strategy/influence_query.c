/* What is read from influence maps: values, cells of an area, fronts, scores, pictures.
 * Cost: a value takes the sides of its measure; a query over an area, that for each of its cells. */
#include "mind/strategy/influence.h"

#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "base/math/vec2.h"

#include <math.h>
#include <string.h>

enum { MEASURE_COOKIE = 0x494e4633, AREA_COOKIE = 0x494e4634 };

wend_influence_measure wend_influence_measure_default(void)
{
    wend_influence_measure measure;
    memset(&measure, 0, sizeof measure);
    measure.cookie = MEASURE_COOKIE;
    measure.own_sides = 1;
    measure.enemy_sides = ~(uint32_t)1;
    return measure;
}

wend_influence_area wend_influence_area_default(void)
{
    wend_influence_area area;
    memset(&area, 0, sizeof area);
    area.cookie = AREA_COOKIE;
    area.low = (wend_vec2){-(double)INFINITY, -(double)INFINITY};
    area.high = (wend_vec2){(double)INFINITY, (double)INFINITY};
    area.radius = (double)INFINITY;
    return area;
}

/* ---- values ---- */

/* Own and enemies of a cell, in units. */
typedef struct side_sums {
    int64_t own, enemies;
} side_sums;

static int64_t value_of_side(const wend_influence *map, uint32_t side, int32_t x, int32_t y)
{
    const int64_t steady =
        map->sums[side] == NULL ? 0 : map->sums[side][wendi_influence_index(map, x, y)];
    return steady + wendi_fading_value(&map->fading[side], &map->clock, x, y);
}

static side_sums sums_at(const wend_influence *map, const wend_influence_measure *measure,
                         int32_t x, int32_t y)
{
    side_sums sums = {0, 0};
    for (uint32_t side = 0; side < map->side_count; side++) {
        const bool is_own = (measure->own_sides >> side & 1) != 0;
        const bool is_enemy = (measure->enemy_sides >> side & 1) != 0;
        if (is_own || is_enemy) {
            const int64_t value = value_of_side(map, side, x, y);
            sums.own += is_own ? value : 0;
            sums.enemies += is_enemy ? value : 0;
        }
    }
    return sums;
}

static int64_t measured(wend_influence_kind kind, side_sums sums)
{
    const int64_t difference = sums.own - sums.enemies;
    const int64_t tension = sums.own + sums.enemies;
    switch (kind) {
    case WEND_INFLUENCE_OWN:
        return sums.own;
    case WEND_INFLUENCE_ENEMIES:
        return sums.enemies;
    case WEND_INFLUENCE_TENSION:
        return tension;
    case WEND_INFLUENCE_VULNERABILITY:
        return tension - (difference < 0 ? -difference : difference);
    case WEND_INFLUENCE_DIFFERENCE:
        break;
    }
    return difference;
}

static int64_t units_at(const wend_influence *map, const wend_influence_measure *measure, int32_t x,
                        int32_t y)
{
    return measured(measure->kind, sums_at(map, measure, x, y));
}

static double value_of(int64_t units)
{
    return (double)units / WENDI_INFLUENCE_UNIT;
}

/* The measure that a query uses; false where it is none. */
static bool take_measure(const wend_influence *map, const wend_influence_measure *from,
                         wend_influence_measure *measure)
{
    *measure = from == NULL ? wend_influence_measure_default() : *from;
    return map != NULL && measure->cookie == MEASURE_COOKIE &&
           (uint32_t)measure->kind <= (uint32_t)WEND_INFLUENCE_VULNERABILITY;
}

static bool is_inside(const wend_influence *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

double wend_influence_cell_value(const wend_influence *influence,
                                 const wend_influence_measure *measure, int32_t x, int32_t y)
{
    wend_influence_measure m;
    return take_measure(influence, measure, &m) && is_inside(influence, x, y)
               ? value_of(units_at(influence, &m, x, y))
               : 0;
}

wend_result wend_influence_get_values(const wend_influence *influence,
                                      const wend_influence_measure *measure, int32_t x, int32_t y,
                                      int32_t width, int32_t height, double *values, size_t stride)
{
    wend_influence_measure m;
    if (!take_measure(influence, measure, &m) || values == NULL || x < 0 || y < 0 || width < 0 ||
        height < 0 || width > influence->width || height > influence->height ||
        x > influence->width - width || y > influence->height - height || stride < (size_t)width ||
        stride > SIZE_MAX / sizeof *values / WEND_INFLUENCE_SIDE_CELLS_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    for (int32_t row = 0; row < height; row++) {
        for (int32_t i = 0; i < width; i++) {
            values[(size_t)row * stride + (size_t)i] =
                value_of(units_at(influence, &m, x + i, y + row));
        }
    }
    return WEND_OK;
}

bool wend_influence_cell_at(const wend_influence *influence, wend_vec2 position, int32_t *x,
                            int32_t *y)
{
    int32_t column = -1, row = -1;
    if (influence != NULL && wendi_is_finite(position.x) && wendi_is_finite(position.y)) {
        column = wendi_influence_cell_of(position.x, influence->origin.x, influence->cell_size);
        row = wendi_influence_cell_of(position.y, influence->origin.y, influence->cell_size);
    }
    const bool is_in = influence != NULL && is_inside(influence, column, row);
    if (x != NULL) {
        *x = is_in ? column : -1;
    }
    if (y != NULL) {
        *y = is_in ? row : -1;
    }
    return is_in;
}

wend_vec2 wend_influence_position(const wend_influence *influence, int32_t x, int32_t y)
{
    if (influence == NULL) {
        return (wend_vec2){0, 0};
    }
    return (wend_vec2){influence->origin.x + ((double)x + 0.5) * influence->cell_size,
                       influence->origin.y + ((double)y + 0.5) * influence->cell_size};
}

/* The values of four cells around a position, and where it lies between their centres.
 *
 *     v00 --- v10        u from left to right, v from top to bottom, 0 to 1
 *      |   .   |
 *     v01 --- v11 */
typedef struct corner_values {
    double v00, v10, v01, v11, u, v;
} corner_values;

static int32_t within(int32_t at, int32_t count)
{
    return at < 0 ? 0 : at >= count ? count - 1 : at;
}

/* The first of two cells along an axis, and the part of the way to the second. */
static int32_t between(double coordinate, double origin, double cell_size, int32_t count,
                       double *part)
{
    const double at = wendi_is_finite(coordinate) ? (coordinate - origin) / cell_size - 0.5 : 0;
    if (!(at > 0)) {
        *part = 0;
        return 0;
    }
    if (at >= (double)(count - 1)) {
        *part = 0;
        return count - 1;
    }
    const int32_t first = (int32_t)at;
    *part = at - (double)first;
    return first;
}

static corner_values corners_of(const wend_influence *map, const wend_influence_measure *measure,
                                wend_vec2 position)
{
    corner_values c;
    const int32_t x = between(position.x, map->origin.x, map->cell_size, map->width, &c.u);
    const int32_t y = between(position.y, map->origin.y, map->cell_size, map->height, &c.v);
    const int32_t home_x = c.u < 0.5 ? x : x + 1, home_y = c.v < 0.5 ? y : y + 1;
    const bool is_home_open = wendi_influence_is_open(map, home_x, home_y);
    double values[4];
    for (int32_t i = 0; i < 4; i++) {
        int32_t column = within(x + (i & 1), map->width), row = within(y + (i >> 1), map->height);
        if (is_home_open && !wendi_influence_is_open(map, column, row)) {
            column = home_x;
            row = home_y;
        }
        values[i] = value_of(units_at(map, measure, column, row));
    }
    c.v00 = values[0];
    c.v10 = values[1];
    c.v01 = values[2];
    c.v11 = values[3];
    return c;
}

static double value_at(const wend_influence *map, const wend_influence_measure *measure,
                       wend_vec2 position)
{
    const corner_values c = corners_of(map, measure, position);
    const double top = c.v00 + (c.v10 - c.v00) * c.u;
    const double bottom = c.v01 + (c.v11 - c.v01) * c.u;
    return top + (bottom - top) * c.v;
}

double wend_influence_value(const wend_influence *influence, const wend_influence_measure *measure,
                            wend_vec2 position)
{
    wend_influence_measure m;
    return take_measure(influence, measure, &m) && wendi_is_finite(position.x) &&
                   wendi_is_finite(position.y)
               ? value_at(influence, &m, position)
               : 0;
}

wend_result wend_influence_gradient(const wend_influence *influence,
                                    const wend_influence_measure *measure, wend_vec2 position,
                                    wend_vec2 *gradient)
{
    wend_influence_measure m;
    if (gradient != NULL) {
        *gradient = (wend_vec2){0, 0};
    }
    if (!take_measure(influence, measure, &m) || gradient == NULL || !wendi_is_finite(position.x) ||
        !wendi_is_finite(position.y)) {
        return WEND_ERROR_ARGUMENT;
    }
    const corner_values c = corners_of(influence, &m, position);
    const double size = influence->cell_size;
    gradient->x = ((c.v10 - c.v00) + ((c.v11 - c.v01) - (c.v10 - c.v00)) * c.v) / size;
    gradient->y = ((c.v01 - c.v00) + ((c.v11 - c.v10) - (c.v01 - c.v00)) * c.u) / size;
    return WEND_OK;
}

uint32_t wend_influence_control(const wend_influence *influence, int32_t x, int32_t y,
                                double *margin)
{
    if (margin != NULL) {
        *margin = 0;
    }
    if (influence == NULL || !is_inside(influence, x, y)) {
        return WEND_SIDE_NONE;
    }
    int64_t most = 0, next = 0;
    uint32_t holder = WEND_SIDE_NONE;
    for (uint32_t side = 0; side < influence->side_count; side++) {
        const int64_t value = value_of_side(influence, side, x, y);
        if (value > most) {
            next = most;
            most = value;
            holder = side;
        } else if (value > next) {
            next = value;
        }
    }
    if (most == next) {
        return WEND_SIDE_NONE;
    }
    if (margin != NULL) {
        *margin = value_of(most - next);
    }
    return holder;
}

/* ---- areas ---- */

/* The columns and rows that may lie in an area, and its circle. */
typedef struct area_cells {
    const wend_influence *map;
    int32_t x0, y0, x1, y1;
    wend_vec2 centre;
    double radius;
} area_cells;

/* The first cell whose centre lies at or above a line; count where there is none. */
static int32_t first_at(double line, double origin, double cell_size, int32_t count)
{
    const double at = (line - origin) / cell_size - 0.5;
    if (!(at > -1)) {
        return 0;
    }
    if (at >= (double)count) {
        return count;
    }
    int32_t cell = (int32_t)(at < 0 ? 0 : at);
    while (cell < count && origin + ((double)cell + 0.5) * cell_size < line) {
        cell++;
    }
    while (cell > 0 && origin + ((double)cell - 0.5) * cell_size >= line) {
        cell--;
    }
    return cell;
}

/* The last cell whose centre lies at or below a line; -1 where there is none. */
static int32_t last_at(double line, double origin, double cell_size, int32_t count)
{
    int32_t cell = first_at(line, origin, cell_size, count);
    while (cell < count && origin + ((double)cell + 0.5) * cell_size <= line) {
        cell++;
    }
    return cell - 1;
}

static bool take_area(const wend_influence *map, const wend_influence_area *from, area_cells *cells)
{
    const wend_influence_area area = from == NULL ? wend_influence_area_default() : *from;
    if (area.cookie != AREA_COOKIE || wendi_is_nan(area.low.x) || wendi_is_nan(area.low.y) ||
        wendi_is_nan(area.high.x) || wendi_is_nan(area.high.y) || !wendi_is_finite(area.centre.x) ||
        !wendi_is_finite(area.centre.y) || !(area.radius >= 0)) {
        return false;
    }
    const double x0 = wendi_max(area.low.x, area.centre.x - area.radius);
    const double x1 = wendi_min(area.high.x, area.centre.x + area.radius);
    const double y0 = wendi_max(area.low.y, area.centre.y - area.radius);
    const double y1 = wendi_min(area.high.y, area.centre.y + area.radius);
    *cells = (area_cells){map,
                          first_at(x0, map->origin.x, map->cell_size, map->width),
                          first_at(y0, map->origin.y, map->cell_size, map->height),
                          last_at(x1, map->origin.x, map->cell_size, map->width),
                          last_at(y1, map->origin.y, map->cell_size, map->height),
                          area.centre,
                          area.radius};
    return true;
}

static double square_distance(wend_vec2 a, wend_vec2 b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* True if a cell of the columns and rows lies in the circle and is open. */
static bool counts(const area_cells *cells, int32_t x, int32_t y)
{
    return (!wendi_is_finite(cells->radius) ||
            square_distance(wend_influence_position(cells->map, x, y), cells->centre) <=
                cells->radius * cells->radius) &&
           wendi_influence_is_open(cells->map, x, y);
}

static wend_influence_cell found(const wend_influence *map, int32_t x, int32_t y, double value)
{
    return (wend_influence_cell){x, y, wend_influence_position(map, x, y), value};
}

/* The cell with the greatest value times sign. */
static bool find_extreme(const wend_influence *map, const wend_influence_measure *measure,
                         const wend_influence_area *area, int64_t sign, wend_influence_cell *cell)
{
    wend_influence_measure m;
    area_cells a;
    bool is_found = false;
    int64_t best = 0;
    if (cell != NULL) {
        memset(cell, 0, sizeof *cell);
    }
    if (!take_measure(map, measure, &m) || cell == NULL || !take_area(map, area, &a)) {
        return false;
    }
    for (int32_t y = a.y0; y <= a.y1; y++) {
        for (int32_t x = a.x0; x <= a.x1; x++) {
            const int64_t units = sign * units_at(map, &m, x, y);
            if ((!is_found || units > best) && counts(&a, x, y)) {
                is_found = true;
                best = units;
                *cell = found(map, x, y, value_of(sign * units));
            }
        }
    }
    return is_found;
}

bool wend_influence_strongest(const wend_influence *influence,
                              const wend_influence_measure *measure,
                              const wend_influence_area *area, wend_influence_cell *cell)
{
    return find_extreme(influence, measure, area, 1, cell);
}

bool wend_influence_weakest(const wend_influence *influence, const wend_influence_measure *measure,
                            const wend_influence_area *area, wend_influence_cell *cell)
{
    return find_extreme(influence, measure, area, -1, cell);
}

/* A search by rings of cells around a position. */
typedef struct ring_search {
    area_cells area;
    wend_influence_measure measure;
    wend_vec2 position;
    double low, high, best; /* best: squared distance */
    bool is_found;
    wend_influence_cell cell;
} ring_search;

static void look_at(ring_search *s, int32_t x, int32_t y)
{
    const wend_influence *map = s->area.map;
    const double distance = square_distance(wend_influence_position(map, x, y), s->position);
    const bool is_earlier = y < s->cell.y || (y == s->cell.y && x < s->cell.x);
    if (s->is_found && (distance > s->best || (distance >= s->best && !is_earlier))) {
        return;
    }
    const double value = value_of(units_at(map, &s->measure, x, y));
    if (value >= s->low && value <= s->high && counts(&s->area, x, y)) {
        s->is_found = true;
        s->best = distance;
        s->cell = found(map, x, y, value);
    }
}

static void look_at_ring(ring_search *s, int32_t x, int32_t y, int32_t ring)
{
    const area_cells *a = &s->area;
    const int32_t from_y = y - ring > a->y0 ? y - ring : a->y0;
    const int32_t to_y = y + ring < a->y1 ? y + ring : a->y1;
    for (int32_t row = from_y; row <= to_y; row++) {
        const bool is_whole = row == y - ring || row == y + ring;
        const int32_t from_x = x - ring > a->x0 ? x - ring : a->x0;
        const int32_t to_x = x + ring < a->x1 ? x + ring : a->x1;
        for (int32_t column = from_x; is_whole && column <= to_x; column++) {
            look_at(s, column, row);
        }
        if (!is_whole && x - ring >= a->x0 && x - ring <= a->x1) {
            look_at(s, x - ring, row);
        }
        if (!is_whole && x + ring >= a->x0 && x + ring <= a->x1) {
            look_at(s, x + ring, row);
        }
    }
}

bool wend_influence_nearest(const wend_influence *influence, const wend_influence_measure *measure,
                            wend_vec2 position, double low, double high,
                            const wend_influence_area *area, wend_influence_cell *cell)
{
    ring_search s = {.position = position, .low = low, .high = high};
    if (cell != NULL) {
        memset(cell, 0, sizeof *cell);
    }
    if (!take_measure(influence, measure, &s.measure) || cell == NULL ||
        !take_area(influence, area, &s.area) || !wendi_is_finite(position.x) ||
        !wendi_is_finite(position.y)) {
        return false;
    }
    const wend_influence *map = influence;
    const int32_t x = wendi_influence_cell_of(position.x, map->origin.x, map->cell_size);
    const int32_t y = wendi_influence_cell_of(position.y, map->origin.y, map->cell_size);
    /* Rings begin where they meet the map, and end behind its farthest cell. */
    const int32_t beside_x = x < 0 ? -x : x >= map->width ? x - map->width + 1 : 0;
    const int32_t beside_y = y < 0 ? -y : y >= map->height ? y - map->height + 1 : 0;
    int32_t ring = beside_x > beside_y ? beside_x : beside_y;
    const int32_t last = beside_x + beside_y + map->width + map->height;
    for (; ring <= last; ring++) {
        /* The centres of a ring lie at least ring - 1/2 cells away. */
        const double least = ((double)ring - 0.5) * map->cell_size;
        if (s.is_found && ring > 0 && least * least > s.best) {
            break;
        }
        look_at_ring(&s, x, y, ring);
    }
    if (s.is_found) {
        *cell = s.cell;
    }
    return s.is_found;
}

double wend_influence_sum(const wend_influence *influence, const wend_influence_measure *measure,
                          const wend_influence_area *area)
{
    wend_influence_measure m;
    area_cells a;
    double sum = 0;
    if (!take_measure(influence, measure, &m) || !take_area(influence, area, &a)) {
        return 0;
    }
    for (int32_t y = a.y0; y <= a.y1; y++) {
        for (int32_t x = a.x0; x <= a.x1; x++) {
            sum += counts(&a, x, y) ? value_of(units_at(influence, &m, x, y)) : 0;
        }
    }
    return sum;
}

/* ---- lists ---- */

typedef struct cell_list {
    wend_influence_cell *cells;
    size_t capacity, count;
} cell_list;

static void add_cell(cell_list *list, wend_influence_cell cell)
{
    if (list->count < list->capacity) {
        list->cells[list->count] = cell;
    }
    list->count++;
}

/* What is listed of a cell; false: nothing. */
typedef bool (*list_rule_fn)(const wend_influence *map, const wend_influence_measure *measure,
                             const double *numbers, int32_t x, int32_t y, double *value);

static bool is_in_range(const wend_influence *map, const wend_influence_measure *measure,
                        const double *numbers, int32_t x, int32_t y, double *value)
{
    *value = value_of(units_at(map, measure, x, y));
    return *value >= numbers[0] && *value <= numbers[1];
}

static bool is_front(const wend_influence *map, const wend_influence_measure *measure,
                     const double *numbers, int32_t x, int32_t y, double *value)
{
    static const int32_t steps[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    (void)numbers;
    const side_sums here = sums_at(map, measure, x, y);
    const int64_t own = here.own - here.enemies;
    bool is_above = own > 0, is_below = own < 0;
    for (int32_t i = 0; i < 4 && !(is_above && is_below); i++) {
        const int32_t column = x + steps[i][0], row = y + steps[i][1];
        if (is_inside(map, column, row) && wendi_influence_is_open(map, column, row)) {
            const side_sums beside = sums_at(map, measure, column, row);
            is_above = is_above || beside.own > beside.enemies;
            is_below = is_below || beside.own < beside.enemies;
        }
    }
    *value = value_of(own);
    return is_above && is_below;
}

static bool is_conflict(const wend_influence *map, const wend_influence_measure *measure,
                        const double *numbers, int32_t x, int32_t y, double *value)
{
    const side_sums sums = sums_at(map, measure, x, y);
    const double own = value_of(sums.own), enemies = value_of(sums.enemies);
    *value = value_of(measured(WEND_INFLUENCE_VULNERABILITY, sums));
    return own >= numbers[0] && enemies >= numbers[0] &&
           fabs(own - enemies) <= numbers[1] * (own + enemies);
}

static wend_result list_cells(const wend_influence *map, const wend_influence_measure *measure,
                              list_rule_fn rule, const double *numbers,
                              const wend_influence_area *area, cell_list *list, size_t *count)
{
    wend_influence_measure m;
    area_cells a;
    double value;
    if (count != NULL) {
        *count = 0;
    }
    if (!take_measure(map, measure, &m) || count == NULL || !take_area(map, area, &a) ||
        (list->cells == NULL && list->capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (int32_t y = a.y0; y <= a.y1; y++) {
        for (int32_t x = a.x0; x <= a.x1; x++) {
            if (counts(&a, x, y) && rule(map, &m, numbers, x, y, &value)) {
                add_cell(list, found(map, x, y, value));
            }
        }
    }
    *count = list->count;
    return list->count > list->capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_influence_list(const wend_influence *influence,
                                const wend_influence_measure *measure, double low, double high,
                                const wend_influence_area *area, wend_influence_cell *cells,
                                size_t capacity, size_t *count)
{
    const double numbers[2] = {low, high};
    cell_list list = {cells, capacity, 0};
    return list_cells(influence, measure, is_in_range, numbers, area, &list, count);
}

wend_result wend_influence_list_front(const wend_influence *influence,
                                      const wend_influence_measure *measure,
                                      const wend_influence_area *area, wend_influence_cell *cells,
                                      size_t capacity, size_t *count)
{
    cell_list list = {cells, capacity, 0};
    return list_cells(influence, measure, is_front, NULL, area, &list, count);
}

wend_result wend_influence_list_conflicts(const wend_influence *influence,
                                          const wend_influence_measure *measure, double strength,
                                          double closeness, const wend_influence_area *area,
                                          wend_influence_cell *cells, size_t capacity,
                                          size_t *count)
{
    const double numbers[2] = {strength, closeness};
    cell_list list = {cells, capacity, 0};
    if (!(strength > 0) || !(closeness >= 0 && closeness <= 1)) {
        if (count != NULL) {
            *count = 0;
        }
        return WEND_ERROR_ARGUMENT;
    }
    return list_cells(influence, measure, is_conflict, numbers, area, &list, count);
}

/* ---- several maps ---- */

static bool are_terms(const wend_influence_term *terms, size_t count)
{
    wend_influence_measure m;
    for (size_t i = 0; terms != NULL && i < count; i++) {
        if (!take_measure(terms[i].influence, &terms[i].measure, &m) ||
            !wendi_is_finite(terms[i].weight)) {
            return false;
        }
    }
    return terms != NULL || count == 0;
}

static double score_of(const wend_influence_term *terms, size_t count, wend_vec2 position)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += terms[i].weight * value_at(terms[i].influence, &terms[i].measure, position);
    }
    return sum;
}

double wend_influence_score(const wend_influence_term *terms, size_t count, wend_vec2 position)
{
    return are_terms(terms, count) && wendi_is_finite(position.x) && wendi_is_finite(position.y)
               ? score_of(terms, count, position)
               : 0;
}

bool wend_influence_best(const wend_influence_term *terms, size_t count,
                         const wend_influence_area *area, wend_influence_cell *cell)
{
    area_cells a;
    bool is_found = false;
    if (cell != NULL) {
        memset(cell, 0, sizeof *cell);
    }
    if (count == 0 || cell == NULL || !are_terms(terms, count) ||
        !take_area(terms[0].influence, area, &a)) {
        return false;
    }
    for (int32_t y = a.y0; y <= a.y1; y++) {
        for (int32_t x = a.x0; x <= a.x1; x++) {
            if (!counts(&a, x, y)) {
                continue;
            }
            const double score =
                score_of(terms, count, wend_influence_position(terms[0].influence, x, y));
            if (!is_found || score > cell->value) {
                is_found = true;
                *cell = found(terms[0].influence, x, y, score);
            }
        }
    }
    return is_found;
}

/* ---- pictures ---- */

wend_result wend_influence_draw(const wend_influence *influence,
                                const wend_influence_measure *measure, const wend_draw *draw)
{
    wend_influence_measure m;
    double most = 0, value;
    if (!take_measure(influence, measure, &m) || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_influence *map = influence;
    const double half = map->cell_size / 2;
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            most = wendi_max(most, fabs(value_of(units_at(map, &m, x, y))));
        }
    }
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            const wend_vec2 at = wend_influence_position(map, x, y);
            const double here = value_of(units_at(map, &m, x, y));
            if (draw->cells != NULL && !wendi_is_zero(here)) {
                draw->cells(draw->context, (wend_vec2){at.x - half, at.y - half},
                            (wend_vec2){at.x + half, at.y + half}, WEND_MEANING_INFLUENCE,
                            here / most);
            }
        }
    }
    for (int32_t y = 0; y < map->height && draw->circle != NULL; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            if (wendi_influence_is_open(map, x, y) && is_front(map, &m, NULL, x, y, &value)) {
                draw->circle(draw->context, wend_influence_position(map, x, y), 0,
                             WEND_MEANING_CORNER, 0);
            }
        }
    }
    return WEND_OK;
}
