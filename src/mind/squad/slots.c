/* Slots by unit kind, and members assigned to them by least total squared distance. */
#include "mind/squad/squad.h"

#include "base/math/constants.h"
#include "crowd/assignment/assignment.h"

#include <math.h>

enum { ROLE_CAPTAIN = 4, GROUPS = 3 };

double wendi_squad_pitch(const wend_squads *squads, const wendi_squad *squad)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    double radius = 0;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        radius = troopers[i].member.radius > radius ? troopers[i].member.radius : radius;
    }
    return 2 * radius + squad->def.spacing;
}

uint32_t wendi_squad_slot_role(const wendi_squad *squad, const wendi_trooper *trooper)
{
    return wendi_squad_is_captain(squad, trooper) ? ROLE_CAPTAIN
                                                  : (uint32_t)trooper->member.kind + 1;
}

/* The ranks of a group behind those that there are.
 *
 *    rank 0    o o o o o       files side by side
 *    rank 1     o o C o        the captain in the middle of its group's first rank
 *    rank 2      o o o   */
static void add_group(const wendi_squad *squad, wend_formation_slot *slots, uint32_t count,
                      uint32_t role, bool has_captain, double pitch, uint32_t *rank)
{
    uint32_t at = 0;
    while (at < count) {
        const uint32_t left = count - at;
        const uint32_t files = left < squad->def.files ? left : squad->def.files;
        for (uint32_t i = 0; i < files; i++, at++) {
            const bool is_captain = has_captain && at == i && i == (files - 1) / 2;
            slots[at].offset =
                (wend_vec2){-pitch * *rank, pitch * (((double)files - 1) / 2 - (double)i)};
            slots[at].role = is_captain ? (uint32_t)ROLE_CAPTAIN : role;
        }
        ++*rank;
    }
}

void wendi_squad_make_slots(const wend_squads *squads, const wendi_squad *squad,
                            wend_formation_slot *slots)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const double pitch = wendi_squad_pitch(squads, squad);
    uint32_t counts[GROUPS] = {0, 0, 0};
    for (uint32_t i = 0; i < squad->member_count; i++) {
        const uint32_t role = wendi_squad_slot_role(squad, &troopers[i]);
        counts[role == ROLE_CAPTAIN ? (uint32_t)WEND_UNIT_SUPPORT : role - 1]++;
    }
    /* A protected captain has a row in front of its own, if there is one. */
    const bool is_behind =
        squad->def.is_captain_protected && squad->has_captain && counts[WEND_UNIT_TOUGH] == 0;
    const uint32_t order[GROUPS] = {WEND_UNIT_TOUGH,
                                    is_behind ? WEND_UNIT_RANGED : WEND_UNIT_SUPPORT,
                                    is_behind ? WEND_UNIT_SUPPORT : WEND_UNIT_RANGED};
    uint32_t rank = 0, at = 0;
    for (uint32_t g = 0; g < GROUPS; g++) {
        const uint32_t group = order[g];
        add_group(squad, &slots[at], counts[group], group + 1,
                  squad->has_captain && group == WEND_UNIT_SUPPORT, pitch, &rank);
        at += counts[group];
    }
    for (uint32_t i = 0; i < squad->member_count; i++) {
        slots[i].offset.x += pitch * ((double)rank - 1) / 2;
    }
}

wend_vec2 wendi_squad_place(wend_vec2 at, double heading, wend_vec2 offset)
{
    const double c = wend_cos(heading), s = wend_sin(heading);
    return (wend_vec2){at.x + c * offset.x - s * offset.y, at.y + s * offset.x + c * offset.y};
}

static wend_vec2 position_of(const wendi_squad *squad, const wendi_trooper *trooper)
{
    return trooper->has_state ? trooper->state.position : squad->centre;
}

static double squared(wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 d = wendi_vec2_sub(a, b);
    return d.x * d.x + d.y * d.y;
}

void wendi_squad_assign_slots(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const uint32_t count = squad->member_count;
    wendi_squad_make_slots(squads, squad, squads->slots);
    if (!squad->is_dirty) {
        return;
    }
    for (uint32_t j = 0; j < count; j++) {
        const wend_vec2 place =
            wendi_squad_place(squad->goal, squad->heading, squads->slots[j].offset);
        for (uint32_t i = 0; i < count; i++) {
            const bool fits = wendi_squad_slot_role(squad, &troopers[i]) == squads->slots[j].role;
            squads->costs[(size_t)i * count + j] =
                fits ? squared(position_of(squad, &troopers[i]), place) : (double)INFINITY;
        }
    }
    (void)wendi_assignment_run(squads->costs, count, count, squads->solver, squads->lists);
    for (uint32_t i = 0; i < count; i++) {
        troopers[i].slot = squads->lists[i];
    }
    squad->is_dirty = false;
}

wend_vec2 wendi_squad_ring_place(wend_vec2 at, double radius, uint32_t slot, uint32_t count)
{
    const double angle = 4 * WENDI_HALF_PI_HI * (double)slot / (double)count;
    return (wend_vec2){at.x + radius * wend_cos(angle), at.y + radius * wend_sin(angle)};
}

uint32_t wendi_squad_assign_ring(wend_squads *squads, wendi_squad *squad, uint32_t but)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const uint32_t count = squad->member_count - (but < squad->member_count ? 1 : 0);
    if (!squad->is_dirty || count == 0) {
        return count;
    }
    uint32_t row = 0;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        for (uint32_t j = 0; j < count && i != but; j++) {
            squads->costs[(size_t)row * count + j] =
                squared(position_of(squad, &troopers[i]),
                        wendi_squad_ring_place(squad->goal, squad->order.radius, j, count));
        }
        row += i == but ? 0 : 1;
    }
    (void)wendi_assignment_run(squads->costs, count, count, squads->solver, squads->lists);
    row = 0;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        const bool is_in_ring = i != but;
        troopers[i].slot = is_in_ring ? squads->lists[row] : WEND_SQUAD_SLOT_NONE;
        row += is_in_ring ? 1 : 0;
    }
    squad->is_dirty = false;
    return count;
}
