/* What a commander knows under fog: enemies that were reported, and cells that were seen; goals to scout.
 * Cost: reports are found by bisection; scouting takes the cells times groups and enemies. */
#include "mind/commander/commander.h"

#include "base/core/memory.h"
#include "base/math/vec2.h"
#include "mind/memory/fading.h"
#include "wend/memory.h"
#include "wend/walls.h"

#include <string.h>

double wendi_commander_certainty(const wend_commander *commander, const wend_commander_enemy *enemy)
{
    return enemy->tick >= commander->tick
               ? enemy->certainty
               : enemy->certainty *
                     wendi_fade(commander->tick - enemy->tick, commander->def.half_life);
}

void wendi_commander_forget(wend_commander *commander)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < commander->enemy_count; i++) {
        const double certainty = wendi_commander_certainty(commander, &commander->enemies[i]);
        if (certainty >= commander->def.forget_below && certainty > 0) {
            commander->enemies[kept++] = commander->enemies[i];
        }
    }
    commander->enemy_count = kept;
}

bool wendi_commander_check_enemy(const wend_commander_enemy *enemy, wend_message *m,
                                 const char *function)
{
    if (wendi_check_vec2(m, function, "position", enemy->position) != WEND_OK) {
        return false;
    }
    if (!(enemy->strength >= 0 && enemy->strength <= WEND_COMMANDER_VALUE_MAX)) {
        (void)wendi_refuse(m, function, "strength", enemy->strength, 0, WEND_COMMANDER_VALUE_MAX);
        return false;
    }
    if (!(enemy->certainty >= 0 && enemy->certainty <= 1)) {
        (void)wendi_refuse(m, function, "certainty", enemy->certainty, 0, 1);
        return false;
    }
    return true;
}

static uint32_t enemy_place(const wend_commander *commander, uint64_t user)
{
    uint32_t low = 0, high = commander->enemy_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (commander->enemies[middle].user < user) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static void remove_enemy(wend_commander *commander, uint32_t index)
{
    wend_commander_enemy *it = &commander->enemies[index];
    memmove(it, it + 1, (commander->enemy_count - index - 1) * sizeof *it);
    commander->enemy_count--;
}

static double weight_of(const wend_commander *commander, const wend_commander_enemy *enemy)
{
    return enemy->strength * wendi_commander_certainty(commander, enemy);
}

/* Makes room for a report. @return false: all others weigh as much or more. */
static bool make_room(wend_commander *commander, const wend_commander_enemy *enemy)
{
    if (commander->enemy_count < commander->def.max_enemies) {
        return true;
    }
    uint32_t least = 0;
    double least_weight = weight_of(commander, &commander->enemies[0]);
    for (uint32_t i = 1; i < commander->enemy_count; i++) {
        const double weight = weight_of(commander, &commander->enemies[i]);
        if (weight < least_weight) {
            least = i;
            least_weight = weight;
        }
    }
    if (weight_of(commander, enemy) <= least_weight) {
        return false;
    }
    remove_enemy(commander, least);
    return true;
}

static wend_result report(wend_commander *commander, const wend_commander_enemy *enemy)
{
    uint32_t place = enemy_place(commander, enemy->user);
    const bool is_known =
        place < commander->enemy_count && commander->enemies[place].user == enemy->user;
    if (is_known && commander->enemies[place].tick > enemy->tick) {
        return WEND_OK;
    }
    const double certainty = wendi_commander_certainty(commander, enemy);
    if (!(certainty >= commander->def.forget_below && certainty > 0)) {
        return WEND_TRUNCATED;
    }
    if (!is_known) {
        if (!make_room(commander, enemy)) {
            return WEND_TRUNCATED;
        }
        place = enemy_place(commander, enemy->user);
        wend_commander_enemy *at = &commander->enemies[place];
        memmove(at + 1, at, (commander->enemy_count - place) * sizeof *at);
        commander->enemy_count++;
    }
    wend_commander_enemy it = *enemy;
    it.position = wendi_vec2_add(it.position, (wend_vec2){0, 0});
    it.strength = (double)wendi_allot_units(it.strength) / WENDI_ALLOT_UNIT;
    it.certainty += 0.0;
    commander->enemies[place] = it;
    return WEND_OK;
}

wend_result wend_commander_report(wend_commander *commander, const wend_commander_enemy *enemy)
{
    static const char function[] = "wend_commander_report";
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (enemy == NULL) {
        return wendi_refuse_null(&commander->message, function, "enemy");
    }
    return wendi_commander_check_enemy(enemy, &commander->message, function)
               ? report(commander, enemy)
               : WEND_ERROR_ARGUMENT;
}

wend_result wend_commander_report_gone(wend_commander *commander, uint64_t user)
{
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t place = enemy_place(commander, user);
    if (place < commander->enemy_count && commander->enemies[place].user == user) {
        remove_enemy(commander, place);
    }
    return WEND_OK;
}

/* The certainty at the tick of a record that leaves what the record has now, at most 1. */
static double certainty_then(const wend_commander *commander, const wend_memory *memory)
{
    const uint64_t age =
        memory->last_tick < commander->tick ? commander->tick - memory->last_tick : 0;
    const double left = wendi_fade(age, commander->def.half_life);
    return memory->certainty < left ? memory->certainty / left : 1;
}

/* Forgets an enemy that was seen to be gone, unless it was sighted since. */
static void report_gone(wend_commander *commander, const wend_memory *memory)
{
    const uint32_t place = enemy_place(commander, memory->subject);
    if (place < commander->enemy_count && commander->enemies[place].user == memory->subject &&
        commander->enemies[place].tick <= memory->gone_tick) {
        remove_enemy(commander, place);
    }
}

/* Reports what was listed. */
static wend_result report_list(wend_commander *commander, const wend_memory *list, size_t count)
{
    wend_result result = WEND_OK;
    for (size_t i = 0; i < count; i++) {
        const wend_memory *it = &list[i];
        if (it->is_gone) {
            report_gone(commander, it);
            continue;
        }
        const wend_commander_enemy enemy = {.user = it->subject,
                                            .position = {it->position.x, it->position.y},
                                            .strength = it->danger < WEND_COMMANDER_VALUE_MAX
                                                            ? it->danger
                                                            : WEND_COMMANDER_VALUE_MAX,
                                            .kind = it->kind,
                                            .tick = it->last_tick,
                                            .certainty = certainty_then(commander, it)};
        if (it->danger > 0 && report(commander, &enemy) != WEND_OK) {
            result = WEND_TRUNCATED;
        }
    }
    return result;
}

wend_result wend_commander_report_memories(wend_commander *commander, const wend_memories *memories,
                                           uint64_t agent, uint32_t team)
{
    static const char function[] = "wend_commander_report_memories";
    wend_memory_query query = wend_memory_query_default();
    size_t count = 0;
    wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (memories == NULL) {
        return wendi_refuse_null(&commander->message, function, "memories");
    }
    query.teams = WEND_MEMORY_TEAMS_OTHERS;
    query.team = team;
    query.is_gone_found = true;
    result = wend_memories_list(memories, agent, &query, NULL, 0, &count);
    if (result != WEND_OK && result != WEND_TRUNCATED) {
        return wendi_fail(&commander->message, result, "%s: there is no agent %llu", function,
                          (unsigned long long)agent);
    }
    if (count == 0) {
        return WEND_OK;
    }
    wend_memory *list = wendi_alloc_items(&commander->def.allocator, count, sizeof *list);
    if (list == NULL) {
        return wendi_fail_plain(&commander->message, function, WEND_ERROR_MEMORY);
    }
    const size_t capacity = count;
    (void)wend_memories_list(memories, agent, &query, list, capacity, &count);
    result = report_list(commander, list, count);
    wendi_free(&commander->def.allocator, list, capacity * sizeof *list);
    return result;
}

uint32_t wend_commander_enemy_count(const wend_commander *commander)
{
    return commander == NULL ? 0 : commander->enemy_count;
}

wend_result wend_commander_get_enemy(const wend_commander *commander, uint32_t index,
                                     wend_commander_enemy *enemy)
{
    if (enemy != NULL) {
        memset(enemy, 0, sizeof *enemy);
    }
    if (commander == NULL || enemy == NULL || index >= commander->enemy_count) {
        return WEND_ERROR_ARGUMENT;
    }
    *enemy = commander->enemies[index];
    enemy->certainty = wendi_commander_certainty(commander, enemy);
    return WEND_OK;
}

double wend_commander_known_strength(const wend_commander *commander, wend_vec2 position,
                                     double radius, uint32_t kind)
{
    double sum = 0;
    if (commander == NULL || !(radius >= 0) ||
        wendi_check_vec2(NULL, NULL, NULL, position) != WEND_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < commander->enemy_count; i++) {
        const wend_commander_enemy *it = &commander->enemies[i];
        if ((kind == UINT32_MAX || it->kind == kind) &&
            wendi_vec2_length(wendi_vec2_sub(it->position, position)) <= radius) {
            sum += weight_of(commander, it);
        }
    }
    return sum;
}

/* ---- cells ---- */

wend_vec2 wendi_commander_cell_centre(const wend_commander *commander, uint32_t index)
{
    const uint32_t width = (uint32_t)commander->def.width;
    const uint32_t column = index % width, row = index / width;
    const double size = commander->def.cell_size;
    return (wend_vec2){commander->def.origin.x + ((double)column + 0.5) * size,
                       commander->def.origin.y + ((double)row + 0.5) * size};
}

/* The goal to scout a cell, or -1. */
static int32_t scouting_of(const wend_commander *commander, uint32_t cell)
{
    for (uint32_t i = 0; i < commander->slots.limit && commander->scouting_count > 0; i++) {
        if (wendi_slots_is_used(&commander->slots, i) && commander->goals[i].is_scouting &&
            commander->goals[i].it.user == cell) {
            return (int32_t)i;
        }
    }
    return -1;
}

void wendi_commander_see_cell(wend_commander *commander, uint32_t index)
{
    const int32_t goal = scouting_of(commander, index);
    commander->cells[index].seen = commander->tick < UINT64_MAX ? commander->tick + 1 : UINT64_MAX;
    if (goal >= 0) {
        wendi_commander_drop_goal(commander, (uint32_t)goal);
    }
}

/* The column or row of a coordinate, within the rectangle and one beyond. */
static int32_t line_of(double coordinate, double origin, double size, int32_t count)
{
    const double line = (coordinate - origin) / size;
    return line < 0 ? -1 : line >= (double)count ? count : (int32_t)line;
}

wend_result wend_commander_set_seen(wend_commander *commander, wend_vec2 position, double radius)
{
    static const char function[] = "wend_commander_set_seen";
    wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_check_vec2(&commander->message, function, "position", position);
    if (result != WEND_OK) {
        return result;
    }
    if (!(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&commander->message, function, "radius", radius, 0,
                            WEND_COORDINATE_MAX);
    }
    const wend_commander_def *def = &commander->def;
    const wend_vec2 low = {position.x - radius, position.y - radius};
    const wend_vec2 high = {position.x + radius, position.y + radius};
    const int32_t own_x = line_of(position.x, def->origin.x, def->cell_size, def->width);
    const int32_t own_y = line_of(position.y, def->origin.y, def->cell_size, def->height);
    const int32_t last_x = line_of(high.x, def->origin.x, def->cell_size, def->width);
    const int32_t last_y = line_of(high.y, def->origin.y, def->cell_size, def->height);
    for (int32_t y = line_of(low.y, def->origin.y, def->cell_size, def->height); y <= last_y; y++) {
        for (int32_t x = line_of(low.x, def->origin.x, def->cell_size, def->width); x <= last_x;
             x++) {
            if (x < 0 || y < 0 || x >= def->width || y >= def->height) {
                continue;
            }
            const uint32_t index = (uint32_t)(y * def->width + x);
            const wend_vec2 centre = wendi_commander_cell_centre(commander, index);
            if ((x == own_x && y == own_y) ||
                wendi_vec2_length(wendi_vec2_sub(centre, position)) <= radius) {
                wendi_commander_see_cell(commander, index);
            }
        }
    }
    return WEND_OK;
}

static bool is_inside(const wend_commander *commander, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < commander->def.width && y < commander->def.height;
}

wend_result wend_commander_set_cell_value(wend_commander *commander, int32_t x, int32_t y,
                                          double value)
{
    static const char function[] = "wend_commander_set_cell_value";
    const wend_result result = wendi_commander_begin(commander);
    if (result != WEND_OK) {
        return result;
    }
    if (!is_inside(commander, x, y)) {
        return wendi_fail(&commander->message, WEND_ERROR_ARGUMENT,
                          "%s: cell %d, %d lies outside of %d x %d", function, (int)x, (int)y,
                          (int)commander->def.width, (int)commander->def.height);
    }
    if (!(value >= 0 && value <= 1024)) {
        return wendi_refuse(&commander->message, function, "value", value, 0, 1024);
    }
    const uint32_t index = (uint32_t)(y * commander->def.width + x);
    const int32_t goal = value > 0 ? -1 : scouting_of(commander, index);
    commander->cells[index].value = value + 0.0;
    if (goal >= 0) {
        wendi_commander_drop_goal(commander, (uint32_t)goal);
    }
    return WEND_OK;
}

double wendi_commander_unseen_part(const wend_commander *commander,
                                   const wendi_commander_cell *cell)
{
    if (cell->seen == 0) {
        return 1;
    }
    const uint64_t seen = cell->seen - 1;
    const double age = seen < commander->tick ? (double)(commander->tick - seen) : 0;
    return age / (age + (double)commander->def.scouting_age);
}

double wendi_commander_scouting_worth(const wend_commander *commander,
                                      const wendi_commander_cell *cell)
{
    return commander->def.scouting_value * cell->value *
           wendi_commander_unseen_part(commander, cell);
}

wend_result wend_commander_get_cell(const wend_commander *commander, int32_t x, int32_t y,
                                    wend_commander_cell *cell)
{
    if (cell != NULL) {
        memset(cell, 0, sizeof *cell);
    }
    if (commander == NULL || cell == NULL || !is_inside(commander, x, y)) {
        return WEND_ERROR_ARGUMENT;
    }
    const uint32_t index = (uint32_t)(y * commander->def.width + x);
    const wendi_commander_cell *it = &commander->cells[index];
    *cell = (wend_commander_cell){.position = wendi_commander_cell_centre(commander, index),
                                  .value = it->value,
                                  .was_seen = it->seen != 0,
                                  .tick = it->seen == 0 ? 0 : it->seen - 1,
                                  .scouting = wendi_commander_scouting_worth(commander, it)};
    return WEND_OK;
}

/* ---- goals to scout ---- */

static bool can_scout(const wend_commander *commander, const wendi_commander_group *group)
{
    return group->it.strength * group->it.fitness[WEND_COMMANDER_SCOUT] > 0 &&
           group->it.busy_until <= commander->tick;
}

/* Scores all cells; 0 where there is no reason to go. */
static void score_cells(wend_commander *commander)
{
    const uint32_t cells = (uint32_t)(commander->def.width * commander->def.height);
    for (uint32_t i = 0; i < cells; i++) {
        const wend_vec2 at = wendi_commander_cell_centre(commander, i);
        double worth = wendi_commander_scouting_worth(commander, &commander->cells[i]);
        double nearest = -1;
        commander->cell_scores[i] = 0;
        if (!(worth > 0)) {
            continue;
        }
        for (uint32_t g = 0; g < commander->group_count; g++) {
            const wendi_commander_group *group = &commander->groups[g];
            const double distance = wendi_vec2_length(wendi_vec2_sub(group->it.position, at));
            if (can_scout(commander, group) && (nearest < 0 || distance < nearest)) {
                nearest = distance;
            }
        }
        worth -= nearest * commander->def.distance_weight;
        worth -= worth > 0 ? commander->def.danger_weight *
                                 wend_commander_known_strength(
                                     commander, at, commander->def.known_radius, UINT32_MAX)
                           : 0;
        commander->cell_scores[i] = worth > 0 ? worth : 0;
    }
}

/* Leaves out the cells near a goal to scout. */
static void keep_away(wend_commander *commander, uint32_t cell)
{
    const uint32_t cells = (uint32_t)(commander->def.width * commander->def.height);
    const wend_vec2 centre = wendi_commander_cell_centre(commander, cell);
    for (uint32_t i = 0; i < cells; i++) {
        const wend_vec2 at = wendi_commander_cell_centre(commander, i);
        if (i == cell ||
            wendi_vec2_length(wendi_vec2_sub(at, centre)) < commander->def.scouting_spacing) {
            commander->cell_scores[i] = 0;
        }
    }
}

static wendi_commander_goal scouting_goal(const wend_commander *commander, uint32_t cell)
{
    wendi_commander_goal goal = {.it = wend_commander_goal_default(),
                                 .is_scouting = true,
                                 .made = commander->tick,
                                 .reason = WEND_COMMANDER_NEW};
    goal.it.kind = WEND_COMMANDER_SCOUT;
    goal.it.position =
        wendi_vec2_add(wendi_commander_cell_centre(commander, cell), (wend_vec2){0, 0});
    goal.it.value = wendi_commander_scouting_worth(commander, &commander->cells[cell]);
    if (goal.it.value > WEND_COMMANDER_VALUE_MAX) {
        goal.it.value = WEND_COMMANDER_VALUE_MAX;
    }
    goal.it.group_limit = 1;
    goal.it.user = cell;
    return goal;
}

uint32_t wendi_commander_find_scouting(wend_commander *commander)
{
    const uint32_t cells = (uint32_t)(commander->def.width * commander->def.height);
    uint32_t scouts = 0, found = 0;
    for (uint32_t g = 0; g < commander->group_count; g++) {
        scouts += can_scout(commander, &commander->groups[g]) ? 1 : 0;
    }
    const uint32_t most =
        scouts < commander->def.scouting_count ? scouts : commander->def.scouting_count;
    if (commander->scouting_count >= most) {
        return 0;
    }
    score_cells(commander);
    for (uint32_t i = 0; i < commander->slots.limit; i++) {
        if (wendi_slots_is_used(&commander->slots, i) && commander->goals[i].is_scouting) {
            keep_away(commander, (uint32_t)commander->goals[i].it.user);
        }
    }
    while (commander->scouting_count + found < most) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < cells; i++) {
            best = commander->cell_scores[i] > commander->cell_scores[best] ? i : best;
        }
        if (!(commander->cell_scores[best] > 0)) {
            break;
        }
        commander->candidates[found++] = scouting_goal(commander, best);
        keep_away(commander, best);
    }
    return found;
}
