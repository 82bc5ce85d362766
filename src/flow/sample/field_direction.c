/* takes: a point of a cell that has a direction.
 * gives: a direction blended with those of the cells around the point, where that is safe; else
 *        the one to the middle of the next cell.
 * cost:  10 to 30 ns; more where the four cells are not of one sector. */
#include "flow/sample/blend.h"

/* Sines of a quarter turn in 256ths of a turn, rounded to the nearest double. */
static const double QUARTER[65] = {
    0.0,
    0.024541228522912288,
    0.049067674327418015,
    0.07356456359966743,
    0.0980171403295606,
    0.1224106751992162,
    0.14673047445536175,
    0.17096188876030122,
    0.19509032201612825,
    0.2191012401568698,
    0.24298017990326387,
    0.26671275747489837,
    0.29028467725446233,
    0.3136817403988915,
    0.33688985339222005,
    0.3598950365349881,
    0.3826834323650898,
    0.40524131400498986,
    0.4275550934302821,
    0.44961132965460654,
    0.47139673682599764,
    0.49289819222978404,
    0.5141027441932217,
    0.5349976198870972,
    0.5555702330196022,
    0.5758081914178453,
    0.5956993044924334,
    0.6152315905806268,
    0.6343932841636455,
    0.6531728429537768,
    0.6715589548470183,
    0.6895405447370668,
    0.7071067811865475,
    0.7242470829514669,
    0.7409511253549591,
    0.7572088465064845,
    0.773010453362737,
    0.7883464276266062,
    0.8032075314806448,
    0.8175848131515837,
    0.8314696123025452,
    0.844853565249707,
    0.8577286100002721,
    0.8700869911087113,
    0.8819212643483549,
    0.8932243011955153,
    0.9039892931234433,
    0.9142097557035307,
    0.9238795325112867,
    0.9329927988347388,
    0.9415440651830208,
    0.9495281805930367,
    0.9569403357322089,
    0.9637760657954398,
    0.970031253194544,
    0.9757021300385286,
    0.9807852804032304,
    0.9852776423889412,
    0.989176509964781,
    0.99247953459871,
    0.9951847266721968,
    0.9972904566786902,
    0.9987954562051724,
    0.9996988186962042,
    1.0,
};

wend_vec2 wendi_angle_vector(uint32_t angle)
{
    const uint32_t part = angle & 63;
    const double near = QUARTER[64 - part];
    const double far = QUARTER[part];
    switch (angle >> 6 & 3) {
    case 0:
        return (wend_vec2){near, far};
    case 1:
        return (wend_vec2){-far, near};
    case 2:
        return (wend_vec2){-near, -far};
    default:
        return (wend_vec2){far, -near};
    }
}

wend_vec2 wendi_direction_toward(double from_x, double from_y, double to_x, double to_y)
{
    return wendi_flow_unit_vector(to_x - from_x, to_y - from_y);
}

/* ---- directions of cells ---- */

/* What the fields say of a cell. */
typedef struct said {
    uint8_t flow, sight, angle;
} said;

static said said_of(const wend_flow *flow, const wendi_sample_cell *place)
{
    said of = {place->flow, place->sight, 0};
    if (flow->has_angles && place->field != NULL) {
        of.angle =
            wendi_plan_tile_view_directions(flow, place->look)[flow->fields.cells + place->at];
    }
    return of;
}

/* The finer direction where there is one. @return false: the cell says nothing. */
static bool vector_of(const wend_flow *flow, const wendi_plan *plan, said of, double px, double py,
                      wend_vec2 *vector)
{
    if ((of.sight & WENDI_FLOW_VISIBLE) != 0) {
        const wendi_flow_endpoint *goal = &plan->goals[of.sight & WENDI_FLOW_DIRECTION_MASK];
        *vector = wendi_direction_toward_goal(px, py, goal);
        return true;
    }
    const uint32_t direction = of.flow & WENDI_FLOW_DIRECTION_MASK;
    if (direction >= WENDI_FLOW_GOAL) {
        return false;
    }
    *vector = flow->has_angles ? wendi_angle_vector(of.angle) : wendi_flow_vectors[direction];
    return true;
}

/* A cell of the place's own tile. */
static said said_near(const wend_flow *flow, const wendi_sample_cell *place, size_t at)
{
    const uint8_t *cells = wendi_plan_tile_view_directions(flow, place->look);
    const uint8_t *flags = place->look->flags;
    return (said){cells[at], flags != NULL ? flags[at] : 0,
                  flow->has_angles ? cells[flow->fields.cells + at] : 0};
}

/* Four cells around a point, by rows. @param x, y of the first one, on the floor.
 * @return false: one of them lies outside. */
static bool read_four(const wend_flow *flow, const wendi_plan *plan, const wendi_sample_cell *place,
                      int32_t x, int32_t y, said four[4])
{
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t column = x + (i & 1) - place->left;
        const int32_t row = y + (i >> 1) - place->top;
        wendi_sample_cell other;
        if (column >= 0 && row >= 0 && column < place->width && row < place->height) {
            four[i] = said_near(flow, place, (size_t)row * (size_t)place->width + (size_t)column);
        } else if (wendi_sample_cell_at(flow, plan, place->floor, x + (i & 1), y + (i >> 1),
                                        &other)) {
            four[i] = said_of(flow, &other);
        } else {
            return false;
        }
    }
    return true;
}

/* ---- blending ---- */

static bool are_alike(const said four[4])
{
    const uint32_t lit = four[0].sight | four[1].sight | four[2].sight | four[3].sight;
    const uint32_t differ = (four[0].flow ^ four[1].flow) | (four[0].flow ^ four[2].flow) |
                            (four[0].flow ^ four[3].flow);
    const uint32_t turned = (four[0].angle ^ four[1].angle) | (four[0].angle ^ four[2].angle) |
                            (four[0].angle ^ four[3].angle);
    return (lit & WENDI_FLOW_VISIBLE) == 0 && (differ & WENDI_FLOW_DIRECTION_MASK) == 0 &&
           turned == 0;
}

/* Directions of the four cells whose middles are nearest, by how near they are. */
typedef struct blend {
    wend_vec2 sum;
    bool is_own; /* all four say the same */
} blend;

/* @return false: one of the four has no direction. */
static bool blend_four(const wend_flow *flow, const wendi_plan *plan,
                       const wendi_sample_cell *place, double px, double py, blend *made)
{
    const wendi_bilinear around = wendi_bilinear_of(place->x, place->y, px, py);
    said four[4];
    if (!read_four(flow, plan, place, place->x + around.x, place->y + around.y, four)) {
        return false;
    }
    made->sum = (wend_vec2){0.0, 0.0};
    made->is_own = are_alike(four);
    if (made->is_own) {
        return vector_of(flow, plan, four[0], px, py, &made->sum);
    }
    for (int32_t i = 0; i < 4; ++i) {
        wend_vec2 vector;
        if (!vector_of(flow, plan, four[i], px, py, &vector)) {
            return false;
        }
        made->sum.x += vector.x * around.weights[i];
        made->sum.y += vector.y * around.weights[i];
    }
    return true;
}

/* D of a cell of the place's tile; the wider of the two unreached values is above all others. */
static uint32_t value_near(const wendi_sample_cell *place, int32_t x, int32_t y)
{
    const wendi_tile_shape shape = wendi_tile_shape_of(place->width, place->height);
    const int32_t at = wendi_tile_index(&shape, x - place->left, y - place->top);
    return place->look->is_wide ? ((const uint32_t *)place->look->block)[at]
                                : ((const uint16_t *)place->look->block)[at];
}

bool wendi_sample_cell_neighbour_is_cheaper(const wend_flow *flow, const wendi_plan *plan,
                                            const wendi_sample_cell *place, int32_t x, int32_t y)
{
    const bool is_final = wendi_plan_los_is_final(plan);
    const int32_t column = x - place->left;
    const int32_t row = y - place->top;
    if (column >= 0 && row >= 0 && column < place->width && row < place->height) {
        const size_t at = (size_t)row * (size_t)place->width + (size_t)column;
        const uint8_t *flags = place->look->flags;
        return (is_final && flags != NULL && (flags[at] & WENDI_FLOW_VISIBLE) != 0) ||
               value_near(place, x, y) < value_near(place, place->x, place->y);
    }
    wendi_sample_cell other;
    return wendi_sample_cell_at(flow, plan, place->floor, x, y, &other) &&
           ((is_final && wendi_sample_cell_is_visible(&other)) ||
            wendi_sample_rank_less(wendi_sample_cell_rank(flow, plan, &other),
                                   wendi_sample_cell_rank(flow, plan, place)));
}

/* Does half a cell in this direction end in cells that are cheaper, and does whoever goes on?
 * The point lies in a cell with room, so none of them is a wall. */
static bool is_safe(const wend_flow *flow, const wendi_plan *plan, const wendi_sample_cell *place,
                    double px, double py, wend_vec2 to)
{
    const wendi_half_step step =
        wendi_half_step_of(px - (double)place->x, py - (double)place->y, to);
    if (!wendi_sample_cell_neighbour_is_cheaper(flow, plan, place,
                                                place->x + (step.is_x_first ? step.dx : 0),
                                                place->y + (step.is_x_first ? 0 : step.dy))) {
        return false;
    }
    return !step.is_through_both || wendi_sample_cell_neighbour_is_cheaper(
                                        flow, plan, place, place->x + step.dx, place->y + step.dy);
}

/* Does the cell's direction lead into another sector? */
static bool leads_out(const wendi_sample_cell *place, uint32_t direction)
{
    const int32_t x = place->x - place->left + wendi_flow_dx[direction];
    const int32_t y = place->y - place->top + wendi_flow_dy[direction];
    return x < 0 || y < 0 || x >= place->width || y >= place->height;
}

static bool lead_blended(const wend_flow *flow, const wendi_plan *plan,
                         const wendi_sample_cell *place, double px, double py, wend_vec2 along,
                         wend_vec2 *to)
{
    blend made;
    if ((place->flow & WENDI_FLOW_ROOM) == 0 || !blend_four(flow, plan, place, px, py, &made)) {
        return false;
    }
    *to = made.sum;
    if (made.is_own && flow->integration != WEND_FLOW_EIKONAL && !flow->has_angles &&
        !leads_out(place, wendi_sample_cell_direction(place))) {
        return true; /* the cells that the direction itself leads through are cheaper */
    }
    *to = wendi_flow_unit_vector(made.sum.x, made.sum.y);
    return to->x * along.x + to->y * along.y >= WENDI_BLEND_ALONG_MIN &&
           is_safe(flow, plan, place, px, py, *to);
}

/* ---- not blended ---- */

/* The straight neighbour that is cheapest, if it is cheaper than the cell. */
static uint32_t best_straight(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *place, uint32_t otherwise)
{
    wendi_sample_rank least = wendi_sample_cell_rank(flow, plan, place);
    uint32_t best = otherwise;
    for (uint32_t direction = 0; direction < 8; direction += 2) {
        wendi_sample_cell other;
        if (!wendi_sample_cell_at(flow, plan, place->floor, place->x + wendi_flow_dx[direction],
                                  place->y + wendi_flow_dy[direction], &other) ||
            !wendi_sample_cell_is_open(flow, plan, &other)) {
            continue;
        }
        const wendi_sample_rank rank = wendi_sample_cell_rank(flow, plan, &other);
        if (wendi_sample_rank_less(rank, least)) {
            least = rank;
            best = direction;
        }
    }
    return best;
}

/* A slanting step out of the tile may lead past a sector that takes no part, and costs that were
 * not made by steps to 8 neighbours promise nothing of the cells beside: then those are looked at.
 */
static bool needs_look(const wend_flow *flow, const wendi_sample_cell *place, uint32_t direction)
{
    return flow->integration == WEND_FLOW_EIKONAL ||
           ((direction & 1) != 0 && leads_out(place, direction));
}

static wend_vec2 aim_straight(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *place, uint32_t direction)
{
    const uint32_t best = best_straight(flow, plan, place, direction);
    return wendi_cell_centre(place->x + wendi_flow_dx[best], place->y + wendi_flow_dy[best]);
}

/* Where to go without blending: the middle of the next cell; or of one beside that is cheaper, too;
 * or, where only the slanting one is, the corner itself. */
static wend_vec2 aim_of(const wend_flow *flow, const wendi_plan *plan,
                        const wendi_sample_cell *place, uint32_t direction)
{
    const int32_t x = place->x + wendi_flow_dx[direction];
    const int32_t y = place->y + wendi_flow_dy[direction];
    if (!needs_look(flow, place, direction)) {
        return wendi_cell_centre(x, y);
    }
    const bool is_next = wendi_sample_cell_neighbour_is_cheaper(flow, plan, place, x, y);
    if ((direction & 1) == 0) {
        return is_next ? wendi_cell_centre(x, y) : aim_straight(flow, plan, place, direction);
    }
    const bool is_across = wendi_sample_cell_neighbour_is_cheaper(flow, plan, place, x, place->y);
    const bool is_down = wendi_sample_cell_neighbour_is_cheaper(flow, plan, place, place->x, y);
    if (is_across != is_down) {
        return is_across ? wendi_cell_centre(x, place->y) : wendi_cell_centre(place->x, y);
    }
    if (is_next && is_across) {
        return wendi_cell_centre(x, y);
    }
    if (is_next) {
        return (wend_vec2){(double)(x > place->x ? x : place->x),
                           (double)(y > place->y ? y : place->y)};
    }
    return aim_straight(flow, plan, place, direction);
}

/* The way that a cell goes, from all of its points: blended or not, a step keeps a part along it.
 */
static wend_vec2 way_of(const wend_flow *flow, const wendi_sample_cell *place, uint32_t direction,
                        wend_vec2 aim)
{
    if (!needs_look(flow, place, direction)) {
        return wendi_flow_vectors[direction];
    }
    const wend_vec2 from = wendi_cell_centre(place->x, place->y);
    return wendi_direction_toward(from.x, from.y, aim.x, aim.y);
}

wend_vec2 wendi_sample_cell_blend(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_sample_cell *place, double px, double py)
{
    const uint32_t direction = wendi_sample_cell_direction(place);
    const wend_vec2 aim = aim_of(flow, plan, place, direction);
    const wend_vec2 along = way_of(flow, place, direction, aim);
    wend_vec2 to;
    if (lead_blended(flow, plan, place, px, py, along, &to)) {
        return to;
    }
    to = wendi_direction_toward(px, py, aim.x, aim.y);
    const bool is_there = !(to.x * to.x + to.y * to.y > 0.0); /* on the corner that is aimed at */
    return is_there ? along : to;
}

bool wendi_sample_cell_escape(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *place, double px, double py,
                              wend_vec2 *direction)
{
    wendi_sample_rank least = {WENDI_SAMPLE_UNREACHED, WENDI_SAMPLE_UNREACHED};
    bool is_found = false;
    for (uint32_t d = 0; d < 8; ++d) {
        const int32_t x = place->x + wendi_flow_dx[d];
        const int32_t y = place->y + wendi_flow_dy[d];
        wendi_sample_cell other;
        if (!wendi_sample_cell_at(flow, plan, place->floor, x, y, &other) ||
            (wendi_sample_cell_direction(&other) == WENDI_FLOW_NONE &&
             !wendi_sample_cell_is_visible(&other))) {
            continue;
        }
        const wendi_sample_rank rank = wendi_sample_cell_rank(flow, plan, &other);
        if (wendi_sample_rank_less(rank, least)) {
            least = rank;
            is_found = true;
            *direction = wendi_direction_toward(px, py, (double)x + 0.5, (double)y + 0.5);
        }
    }
    return is_found;
}
