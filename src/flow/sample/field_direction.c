/* The direction of a field at a point, blended from the cells around it where that is safe; else
 * towards the middle of the next cell.
 * Cost: 10 to 30 ns; more where the four cells are in several sectors. */
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

wend_vec2 wendi_direction_toward(double from_x, double from_y, double x, double y)
{
    return wendi_flow_unit_vector(x - from_x, y - from_y);
}

/* ---- directions of cells ---- */

/* Field values of a cell. */
typedef struct cell_flow {
    uint8_t flow, los, angle;
} cell_flow;

/* The direction of a cell, at the finest resolution. @return false: it has none. */
static bool vector_of(const wend_flow *flow, const wendi_plan *plan, cell_flow of, double px,
                      double py, wend_vec2 *vector)
{
    if ((of.los & WENDI_FLOW_VISIBLE) != 0) {
        const wendi_flow_endpoint *goal = &plan->goals[of.los & WENDI_FLOW_DIRECTION_MASK];
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

/* For a cell of the same tile. */
static cell_flow cell_flow_in_tile(const wend_flow *flow, const wendi_sample_cell *cell, size_t at)
{
    const uint8_t *cells = wendi_plan_tile_view_directions(flow, cell->view);
    const uint8_t *flags = cell->view->flags;
    return (cell_flow){cells[at], flags != NULL ? flags[at] : 0,
                       flow->has_angles ? cells[flow->fields.cells + at] : 0};
}

/* Reads the four cells around a point, by rows. @param x, y of the first one, on the floor.
 * @return false: one of them lies outside. */
static bool read_neighbours(const wend_flow *flow, const wendi_plan *plan,
                            const wendi_sample_cell *cell, int32_t x, int32_t y, cell_flow four[4])
{
    for (int32_t i = 0; i < 4; ++i) {
        const int32_t column = x + (i & 1) - cell->left;
        const int32_t row = y + (i >> 1) - cell->top;
        wendi_sample_cell other;
        if (column >= 0 && row >= 0 && column < cell->width && row < cell->height) {
            four[i] =
                cell_flow_in_tile(flow, cell, (size_t)row * (size_t)cell->width + (size_t)column);
        } else if (wendi_sample_cell_at(flow, plan, cell->floor, x + (i & 1), y + (i >> 1),
                                        &other)) {
            cell_flow of = {other.flow, other.los, 0};
            if (flow->has_angles && other.field != NULL) {
                of.angle = wendi_plan_tile_view_directions(
                    flow, other.view)[flow->fields.cells + other.at];
            }
            four[i] = of;
        } else {
            return false;
        }
    }
    return true;
}

/* ---- blending ---- */

/* Sum of the directions of the four nearest cells, weighted by distance. */
typedef struct blended_direction {
    wend_vec2 sum;
    bool is_own; /* all four have the same direction */
} blended_direction;

/* @return false: one of the four has no direction. */
static bool sum_neighbours(const wend_flow *flow, const wendi_plan *plan,
                           const wendi_sample_cell *cell, double px, double py,
                           blended_direction *made)
{
    const wendi_bilinear around = wendi_bilinear_of(cell->x, cell->y, px, py);
    cell_flow four[4];
    if (!read_neighbours(flow, plan, cell, cell->x + around.x, cell->y + around.y, four)) {
        return false;
    }
    made->sum = (wend_vec2){0.0, 0.0};

    const uint32_t los = four[0].los | four[1].los | four[2].los | four[3].los;
    const uint32_t differ = (four[0].flow ^ four[1].flow) | (four[0].flow ^ four[2].flow) |
                            (four[0].flow ^ four[3].flow);
    const uint32_t turned = (four[0].angle ^ four[1].angle) | (four[0].angle ^ four[2].angle) |
                            (four[0].angle ^ four[3].angle);
    made->is_own =
        (los & WENDI_FLOW_VISIBLE) == 0 && (differ & WENDI_FLOW_DIRECTION_MASK) == 0 && turned == 0;
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

/* D of a cell of the same tile; the unreached value is above all others. */
static uint32_t neighbour_cost(const wendi_sample_cell *cell, int32_t x, int32_t y)
{
    const wendi_tile_shape shape = wendi_tile_shape_of(cell->width, cell->height);
    const int32_t at = wendi_tile_index(&shape, x - cell->left, y - cell->top);
    return cell->view->is_wide ? ((const uint32_t *)cell->view->block)[at]
                               : ((const uint16_t *)cell->view->block)[at];
}

bool wendi_sample_cell_neighbour_is_cheaper(const wend_flow *flow, const wendi_plan *plan,
                                            const wendi_sample_cell *cell, int32_t x, int32_t y)
{
    const bool is_final = wendi_plan_los_is_final(plan);
    const int32_t column = x - cell->left;
    const int32_t row = y - cell->top;
    if (column >= 0 && row >= 0 && column < cell->width && row < cell->height) {
        const size_t at = (size_t)row * (size_t)cell->width + (size_t)column;
        const uint8_t *flags = cell->view->flags;
        return (is_final && flags != NULL && (flags[at] & WENDI_FLOW_VISIBLE) != 0) ||
               neighbour_cost(cell, x, y) < neighbour_cost(cell, cell->x, cell->y);
    }
    wendi_sample_cell other;
    return wendi_sample_cell_at(flow, plan, cell->floor, x, y, &other) &&
           ((is_final && wendi_sample_cell_is_visible(&other)) ||
            wendi_sample_rank_less(wendi_sample_cell_rank(flow, plan, &other),
                                   wendi_sample_cell_rank(flow, plan, cell)));
}

/* True if half a step in this direction crosses only cheaper cells. The point lies in a cell with
 * room, so none of them is a wall. */
static bool is_safe(const wend_flow *flow, const wendi_plan *plan, const wendi_sample_cell *cell,
                    double px, double py, wend_vec2 to)
{
    const wendi_half_step step = wendi_half_step_of(px - (double)cell->x, py - (double)cell->y, to);
    if (!wendi_sample_cell_neighbour_is_cheaper(flow, plan, cell,
                                                cell->x + (step.is_x_first ? step.dx : 0),
                                                cell->y + (step.is_x_first ? 0 : step.dy))) {
        return false;
    }
    return !step.is_through_both || wendi_sample_cell_neighbour_is_cheaper(
                                        flow, plan, cell, cell->x + step.dx, cell->y + step.dy);
}

/* True if the cell's direction leads into another sector. */
static bool leads_out(const wendi_sample_cell *cell, uint32_t direction)
{
    const int32_t x = cell->x - cell->left + wendi_flow_dx[direction];
    const int32_t y = cell->y - cell->top + wendi_flow_dy[direction];
    return x < 0 || y < 0 || x >= cell->width || y >= cell->height;
}

static bool find_blended(const wend_flow *flow, const wendi_plan *plan,
                         const wendi_sample_cell *cell, double px, double py, wend_vec2 along,
                         wend_vec2 *to)
{
    blended_direction made;
    if ((cell->flow & WENDI_FLOW_ROOM) == 0 || !sum_neighbours(flow, plan, cell, px, py, &made)) {
        return false;
    }
    *to = made.sum;
    if (made.is_own && flow->integration != WEND_FLOW_EIKONAL && !flow->has_angles &&
        !leads_out(cell, wendi_sample_cell_direction(cell))) {
        return true; /* the cells that the direction itself crosses are cheaper */
    }
    *to = wendi_flow_unit_vector(made.sum.x, made.sum.y);
    return to->x * along.x + to->y * along.y >= WENDI_BLEND_ALONG_MIN &&
           is_safe(flow, plan, cell, px, py, *to);
}

/* ---- unblended directions ---- */

/* The cheapest straight neighbour, if it is cheaper than the cell. */
static uint32_t best_straight(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *cell, uint32_t otherwise)
{
    wendi_sample_rank least = wendi_sample_cell_rank(flow, plan, cell);
    uint32_t best = otherwise;
    for (uint32_t direction = 0; direction < 8; direction += 2) {
        wendi_sample_cell other;
        if (!wendi_sample_cell_at(flow, plan, cell->floor, cell->x + wendi_flow_dx[direction],
                                  cell->y + wendi_flow_dy[direction], &other) ||
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

/* A diagonal step out of the tile may pass a sector outside of the plan, and costs that do not
 * come from steps to 8 neighbours guarantee nothing for the cells beside: then those are checked.
 */
static bool must_check_neighbours(const wend_flow *flow, const wendi_sample_cell *cell,
                                  uint32_t direction)
{
    return flow->integration == WEND_FLOW_EIKONAL ||
           ((direction & 1) != 0 && leads_out(cell, direction));
}

static wend_vec2 straight_target(const wend_flow *flow, const wendi_plan *plan,
                                 const wendi_sample_cell *cell, uint32_t direction)
{
    const uint32_t best = best_straight(flow, plan, cell, direction);
    return wendi_cell_centre(cell->x + wendi_flow_dx[best], cell->y + wendi_flow_dy[best]);
}

bool wendi_sample_cell_passes_corner(const wend_flow *flow, const wendi_plan *plan,
                                     const wendi_sample_cell *cell, int32_t dx, int32_t dy)
{
    if ((cell->flow & WENDI_FLOW_ROOM) != 0) {
        return false;
    }
    const wendi_tile_shape shape = wendi_tile_shape_of(cell->width, cell->height);
    const uint8_t *here =
        wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, cell->sector) +
        wendi_tile_index(&shape, cell->x - cell->left, cell->y - cell->top);
    const int32_t next = here[dx + dy * shape.stride];
    const int32_t across = here[dx];
    const int32_t down = here[dy * shape.stride];
    const int32_t least = here[0] < next ? here[0] : next;
    const int32_t most = across > down ? across : down;
    return WENDI_EVEN_LEAST * most > WENDI_EVEN_MOST * least;
}

/* The target of a diagonal step: the middle of the next cell, or the corner itself. */
static wend_vec2 diagonal_target(const wend_flow *flow, const wendi_plan *plan,
                                 const wendi_sample_cell *cell, int32_t x, int32_t y)
{
    if (!wendi_sample_cell_passes_corner(flow, plan, cell, x - cell->x, y - cell->y)) {
        return wendi_cell_centre(x, y);
    }
    return (wend_vec2){(double)(x > cell->x ? x : cell->x), (double)(y > cell->y ? y : cell->y)};
}

/* The target without blending: the next cell, or a cheaper one beside it where the next one is not
 * known to be cheaper. */
static wend_vec2 unblended_target(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_sample_cell *cell, uint32_t direction)
{
    const int32_t x = cell->x + wendi_flow_dx[direction];
    const int32_t y = cell->y + wendi_flow_dy[direction];
    const bool is_diagonal = (direction & 1) != 0;
    if (!must_check_neighbours(flow, cell, direction)) {
        return is_diagonal ? diagonal_target(flow, plan, cell, x, y) : wendi_cell_centre(x, y);
    }
    const bool is_next = wendi_sample_cell_neighbour_is_cheaper(flow, plan, cell, x, y);
    if (!is_diagonal) {
        return is_next ? wendi_cell_centre(x, y) : straight_target(flow, plan, cell, direction);
    }
    const bool is_across = wendi_sample_cell_neighbour_is_cheaper(flow, plan, cell, x, cell->y);
    const bool is_down = wendi_sample_cell_neighbour_is_cheaper(flow, plan, cell, cell->x, y);
    if (is_across != is_down) {
        return is_across ? wendi_cell_centre(x, cell->y) : wendi_cell_centre(cell->x, y);
    }
    if (is_next && is_across) {
        return diagonal_target(flow, plan, cell, x, y);
    }
    if (is_next) {
        return (wend_vec2){(double)(x > cell->x ? x : cell->x),
                           (double)(y > cell->y ? y : cell->y)};
    }
    return straight_target(flow, plan, cell, direction);
}

/* The direction of a cell for all of its points; every step keeps a component along it. */
static wend_vec2 cell_vector(const wend_flow *flow, const wendi_sample_cell *cell,
                             uint32_t direction, wend_vec2 target)
{
    if (!must_check_neighbours(flow, cell, direction)) {
        return wendi_flow_vectors[direction];
    }
    const wend_vec2 from = wendi_cell_centre(cell->x, cell->y);
    return wendi_direction_toward(from.x, from.y, target.x, target.y);
}

wend_vec2 wendi_sample_cell_blend(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_sample_cell *cell, double px, double py)
{
    const uint32_t direction = wendi_sample_cell_direction(cell);
    const wend_vec2 target = unblended_target(flow, plan, cell, direction);
    const wend_vec2 along = cell_vector(flow, cell, direction, target);
    wend_vec2 to;
    if (find_blended(flow, plan, cell, px, py, along, &to)) {
        return to;
    }
    to = wendi_direction_toward(px, py, target.x, target.y);
    const bool is_there = !(to.x * to.x + to.y * to.y > 0.0); /* exactly on the corner */
    return is_there ? along : to;
}
