/* Scouting: an area in cells, which are divided among the members by least total distance. A member keeps
 * its cell until it is seen. Cost: an assignment of the members without a cell to the free cells. */
#include "mind/squad/squad.h"

#include "crowd/assignment/assignment.h"

bool wendi_squad_cells(const wend_squad_order *order, uint32_t most, uint32_t *columns,
                       uint32_t *rows)
{
    const double wide = (order->high.x - order->low.x) / order->radius;
    const double tall = (order->high.y - order->low.y) / order->radius;
    *columns = *rows = 0;
    if (!(wide > 0 && tall > 0 && wide <= most && tall <= most)) {
        return false;
    }
    *columns = (uint32_t)wide + ((double)(uint32_t)wide < wide ? 1 : 0);
    *rows = (uint32_t)tall + ((double)(uint32_t)tall < tall ? 1 : 0);
    return (uint64_t)*columns * *rows <= most;
}

/* The cells at the high borders may be cut off. */
static wend_vec2 centre_of(const wendi_squad *squad, uint32_t cell)
{
    const wend_squad_order *order = &squad->order;
    const uint32_t column = cell % squad->columns, row = cell / squad->columns;
    const double x = order->low.x + order->radius * column;
    const double y = order->low.y + order->radius * row;
    const double right = x + order->radius < order->high.x ? x + order->radius : order->high.x;
    const double top = y + order->radius < order->high.y ? y + order->radius : order->high.y;
    return (wend_vec2){(x + right) / 2, (y + top) / 2};
}

static void see_cell(const wend_squads *squads, wendi_squad *squad, uint32_t cell)
{
    uint8_t *seen = wendi_squad_seen(squads, squad);
    squad->seen_count += seen[cell] == 0 ? 1 : 0;
    seen[cell] = 1;
}

void wendi_squad_see(const wend_squads *squads, wendi_squad *squad, wend_vec2 at, double radius)
{
    const uint32_t count = squad->columns * squad->rows;
    for (uint32_t cell = 0; cell < count; cell++) {
        if (wendi_squad_distance(centre_of(squad, cell), at) <= radius) {
            see_cell(squads, squad, cell);
        }
    }
}

/* The cell under a position, if it is in the area. */
static void see_under(const wend_squads *squads, wendi_squad *squad, wend_vec2 at)
{
    const wend_squad_order *order = &squad->order;
    if (at.x >= order->low.x && at.x <= order->high.x && at.y >= order->low.y &&
        at.y <= order->high.y) {
        uint32_t column = (uint32_t)((at.x - order->low.x) / order->radius);
        uint32_t row = (uint32_t)((at.y - order->low.y) / order->radius);
        column = column < squad->columns ? column : squad->columns - 1;
        row = row < squad->rows ? row : squad->rows - 1;
        see_cell(squads, squad, row * squad->columns + column);
    }
}

static bool may_scout(const wendi_squad *squad, const wendi_trooper *trooper)
{
    return trooper->has_state && (trooper->member.roles & WEND_SQUAD_CAN_SCOUT) != 0 &&
           !wendi_squad_is_protected(squad, trooper);
}

/* Gives scouts without a cell the free cells. lists: columns of rows, scouts, free cells. */
static void divide(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const uint8_t *seen = wendi_squad_seen(squads, squad);
    const uint32_t stride = wendi_squads_columns(squads);
    uint32_t *result = squads->lists, *scouts = &squads->lists[stride],
             *cells = &squads->lists[(size_t)2 * stride];
    uint32_t scout_count = 0, cell_count = 0;
    for (uint32_t cell = 0; cell < squad->columns * squad->rows; cell++) {
        bool is_free = seen[cell] == 0;
        for (uint32_t i = 0; i < squad->member_count && is_free; i++) {
            is_free = troopers[i].cell1 != cell + 1;
        }
        if (is_free) {
            cells[cell_count++] = cell;
        }
    }
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (may_scout(squad, &troopers[i]) && troopers[i].cell1 == 0) {
            scouts[scout_count++] = i;
        }
    }
    if (scout_count == 0 || cell_count == 0) {
        return;
    }
    for (uint32_t i = 0; i < scout_count; i++) {
        for (uint32_t j = 0; j < cell_count; j++) {
            squads->costs[(size_t)i * cell_count + j] = wendi_squad_distance(
                troopers[scouts[i]].state.position, centre_of(squad, cells[j]));
        }
    }
    (void)wendi_assignment_run(squads->costs, scout_count, cell_count, squads->solver, result);
    for (uint32_t i = 0; i < scout_count; i++) {
        if (result[i] != UINT32_MAX) {
            troopers[scouts[i]].cell1 = cells[result[i]] + 1;
        }
    }
}

void wendi_squad_scout(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const uint8_t *seen = wendi_squad_seen(squads, squad);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (troopers[i].has_state) {
            see_under(squads, squad, troopers[i].state.position);
        }
    }
    for (uint32_t i = 0; i < squad->member_count; i++) {
        const uint32_t cell1 = troopers[i].cell1;
        if (cell1 != 0 && (seen[cell1 - 1] != 0 || !may_scout(squad, &troopers[i]))) {
            troopers[i].cell1 = 0;
        }
    }
    divide(squads, squad);
    wendi_squad_aim_in_range(squads, squad);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_trooper *it = &troopers[i];
        wendi_squad_stand(it, it->state.position, squad->heading,
                          !it->has_state                        ? WEND_SQUAD_BY_NO_STATE
                          : wendi_squad_is_protected(squad, it) ? WEND_SQUAD_BY_PROTECTION
                          : !may_scout(squad, it)               ? WEND_SQUAD_BY_ROLE
                                                                : WEND_SQUAD_BY_NO_TARGET);
        if (it->cell1 != 0) {
            const wend_vec2 to = centre_of(squad, it->cell1 - 1);
            const wend_vec2 d = wendi_vec2_sub(to, it->state.position);
            it->assignment.action = WEND_SQUAD_DO_SCOUT;
            it->assignment.reason = WEND_SQUAD_BY_ORDER;
            it->assignment.position = to;
            it->assignment.heading = wend_atan2(d.y, d.x);
        }
    }
    if (squad->seen_count == squad->columns * squad->rows) {
        wendi_squad_add_event(squads, squad, WEND_SQUAD_AREA_SCOUTED, 0);
        wendi_squad_finish(squads, squad);
    }
}
