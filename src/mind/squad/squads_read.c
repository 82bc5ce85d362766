/* What is read of squads: assignments, events, lists, pictures, and formations of a crowd. */
#include "mind/squad/squad.h"

#include "wend/draw.h"

#include <string.h>

wend_result wend_squads_get_assignment(const wend_squads *squads, uint64_t agent,
                                       wend_squad_assignment *assignment)
{
    if (assignment != NULL) {
        memset(assignment, 0, sizeof *assignment);
    }
    if (squads == NULL || assignment == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *squad;
    const wendi_trooper *it = wendi_squads_find_trooper(squads, agent, &squad);
    if (it == NULL) {
        return WEND_ERROR_STALE;
    }
    *assignment = it->assignment;
    return WEND_OK;
}

const wend_squad_event *wend_squads_events(const wend_squads *squads, size_t *count)
{
    if (count != NULL) {
        *count = squads == NULL ? 0 : squads->event_count;
    }
    return squads == NULL ? NULL : squads->events;
}

/* The squad for a call that reads. */
static wend_result find(const wend_squads *squads, wend_squad_id id, const void *out,
                        const wendi_squad **squad)
{
    if (squads == NULL || out == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *squad = wendi_squads_find(squads, id);
    return *squad == NULL ? WEND_ERROR_STALE : WEND_OK;
}

wend_result wend_squads_get_def(const wend_squads *squads, wend_squad_id id, wend_squad_def *def)
{
    const wendi_squad *squad = NULL;
    if (def != NULL) {
        memset(def, 0, sizeof *def);
    }
    const wend_result result = find(squads, id, def, &squad);
    if (result == WEND_OK) {
        *def = squad->def;
    }
    return result;
}

wend_result wend_squads_get_order(const wend_squads *squads, wend_squad_id id,
                                  wend_squad_order *order)
{
    const wendi_squad *squad = NULL;
    if (order != NULL) {
        memset(order, 0, sizeof *order);
    }
    const wend_result result = find(squads, id, order, &squad);
    if (result == WEND_OK) {
        *order = squad->order;
    }
    return result;
}

wend_result wend_squads_get_info(const wend_squads *squads, wend_squad_id id, wend_squad_info *info)
{
    const wendi_squad *squad = NULL;
    if (info != NULL) {
        memset(info, 0, sizeof *info);
    }
    const wend_result result = find(squads, id, info, &squad);
    if (result == WEND_OK) {
        *info = (wend_squad_info){.member_count = squad->member_count,
                                  .enemy_count = squad->enemy_count,
                                  .has_captain = squad->has_captain,
                                  .has_leader = squad->has_leader,
                                  .captain = squad->captain,
                                  .leader = squad->leader,
                                  .centre = squad->centre,
                                  .heading = squad->heading,
                                  .spread = squad->spread,
                                  .strength = squad->strength,
                                  .threat = squad->threat,
                                  .is_done = squad->is_done,
                                  .is_retreating = squad->is_retreating,
                                  .is_regrouping = squad->is_regrouping,
                                  .moving_part = squad->moving,
                                  .cell_count = squad->columns * squad->rows,
                                  .seen_count = squad->seen_count};
    }
    return result;
}

wend_squad_id wend_squads_of_agent(const wend_squads *squads, uint64_t agent)
{
    wendi_squad *squad = NULL;
    if (squads == NULL || wendi_squads_find_trooper(squads, agent, &squad) == NULL) {
        return (wend_squad_id){0, 0};
    }
    return wendi_squad_id_of(squads, squad);
}

wend_result wend_squads_get_member(const wend_squads *squads, uint64_t agent,
                                   wend_squad_member *member, wend_squad_state *state)
{
    wendi_squad *squad = NULL;
    const wendi_trooper *it =
        squads == NULL ? NULL : wendi_squads_find_trooper(squads, agent, &squad);
    if (member != NULL) {
        memset(member, 0, sizeof *member);
        *member = it == NULL ? *member : it->member;
    }
    if (state != NULL) {
        memset(state, 0, sizeof *state);
        *state = it == NULL ? *state : it->state;
    }
    return squads == NULL ? WEND_ERROR_ARGUMENT : it == NULL ? WEND_ERROR_STALE : WEND_OK;
}

/* ---- lists ---- */

wend_result wend_squads_list(const wend_squads *squads, wend_squad_id *ids, size_t capacity,
                             size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (squads == NULL || count == NULL || (ids == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < squads->used; i++) {
        if (squads->squads[i].is_used) {
            if (*count < capacity) {
                ids[*count] = wendi_squad_id_of(squads, &squads->squads[i]);
            }
            ++*count;
        }
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* The squad of a call that lists. @return as find. */
static wend_result begin_list(const wend_squads *squads, wend_squad_id id, const void *items,
                              size_t capacity, size_t *count, const wendi_squad **squad)
{
    if (count != NULL) {
        *count = 0;
    }
    return items == NULL && capacity > 0 ? WEND_ERROR_ARGUMENT : find(squads, id, count, squad);
}

wend_result wend_squads_list_members(const wend_squads *squads, wend_squad_id id, uint64_t *agents,
                                     size_t capacity, size_t *count)
{
    const wendi_squad *squad = NULL;
    const wend_result result = begin_list(squads, id, agents, capacity, count, &squad);
    if (result != WEND_OK) {
        return result;
    }
    *count = squad->member_count;
    for (size_t i = 0; i < *count && i < capacity; i++) {
        agents[i] = wendi_squad_troopers(squads, squad)[i].member.agent;
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_squads_list_enemies(const wend_squads *squads, wend_squad_id id,
                                     wend_squad_enemy *enemies, size_t capacity, size_t *count)
{
    const wendi_squad *squad = NULL;
    const wend_result result = begin_list(squads, id, enemies, capacity, count, &squad);
    if (result != WEND_OK) {
        return result;
    }
    *count = squad->enemy_count;
    for (size_t i = 0; i < *count && i < capacity; i++) {
        enemies[i] = wendi_squad_enemies(squads, squad)[i];
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_squads_list_slots(const wend_squads *squads, wend_squad_id id,
                                   wend_formation_slot *slots, size_t capacity, size_t *count)
{
    const wendi_squad *squad = NULL;
    const wend_result result = begin_list(squads, id, slots, capacity, count, &squad);
    if (result != WEND_OK) {
        return result;
    }
    wend_formation_slot all[WEND_SQUAD_MEMBERS_MAX];
    wendi_squad_make_slots(squads, squad, all);
    *count = squad->member_count;
    for (size_t i = 0; i < *count && i < capacity; i++) {
        slots[i] = all[i];
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- formations ---- */

static bool is_one_of(const wend_body_id *bodies, size_t count, wend_body_id body)
{
    for (size_t i = 0; i < count; i++) {
        if (bodies[i].index1 == body.index1 && bodies[i].generation == body.generation) {
            return true;
        }
    }
    return false;
}

/* Members that left the squad leave; new ones join; the captain joins anew, for its role. */
static wend_result change_members(wend_crowd *crowd, wend_formation_id formation,
                                  const wend_body_id *bodies, const uint32_t *roles, size_t count)
{
    wend_body_id now[2 * WEND_SQUAD_MEMBERS_MAX];
    size_t now_count = 0;
    wend_result result = WEND_OK;
    /* New ones first, so that the formation is never empty. */
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_formation_id of = wend_formation_of_body(crowd, bodies[i]);
        if (of.index1 != formation.index1 || of.generation != formation.generation) {
            result = wend_formation_add_member(crowd, formation, bodies[i], roles[i]);
        }
    }
    if (result != WEND_OK) {
        return result;
    }
    (void)wend_formation_get_slots(crowd, formation, now, NULL, 2 * (size_t)WEND_SQUAD_MEMBERS_MAX,
                                   &now_count);
    now_count = now_count < 2 * (size_t)WEND_SQUAD_MEMBERS_MAX ? now_count
                                                               : 2 * (size_t)WEND_SQUAD_MEMBERS_MAX;
    for (size_t i = 0; i < now_count; i++) {
        if (now[i].index1 != 0 && !is_one_of(bodies, count, now[i])) {
            (void)wend_formation_remove_member(crowd, now[i]);
        }
    }
    return WEND_OK;
}

wend_result wend_squads_set_formation(const wend_squads *squads, wend_squad_id id,
                                      wend_crowd *crowd, const wend_body_id *bodies, size_t count,
                                      wend_formation_id *formation)
{
    wend_formation_slot slots[WEND_SQUAD_MEMBERS_MAX];
    uint32_t roles[WEND_SQUAD_MEMBERS_MAX];
    size_t slot_count = 0;
    wend_formation_info info;
    if (crowd == NULL || formation == NULL || bodies == NULL || count == 0) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_result result =
        wend_squads_list_slots(squads, id, slots, WEND_SQUAD_MEMBERS_MAX, &slot_count);
    if (result != WEND_OK) {
        return result;
    }
    if (slot_count != count) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_squad *squad = wendi_squads_find(squads, id);
    for (size_t i = 0; i < count; i++) {
        roles[i] = wendi_squad_slot_role(squad, &wendi_squad_troopers(squads, squad)[i]);
    }
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_CUSTOM;
    def.slots = slots;
    def.slot_count = count;
    def.spacing = wendi_squad_pitch(squads, squad);
    def.user = squad->def.user;
    if (wend_formation_get_info(crowd, *formation, &info) != WEND_OK) {
        return wend_formation_create(crowd, &def, bodies, roles, count, formation);
    }
    result = change_members(crowd, *formation, bodies, roles, count);
    return result != WEND_OK ? result : wend_formation_reshape(crowd, *formation, &def);
}

/* ---- drawing ---- */

static void draw_line(const wend_draw *draw, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                      double value)
{
    if (draw->line != NULL) {
        draw->line(draw->context, from, to, meaning, value);
    }
}

static void draw_member(const wend_squads *squads, const wendi_squad *squad,
                        const wendi_trooper *it, const wend_draw *draw)
{
    const double value = (double)wendi_squad_index(squads, squad);
    const wend_vec2 at = it->state.position;
    if (draw->circle != NULL) {
        draw->circle(draw->context, at, it->member.radius, WEND_MEANING_BODY, value);
        if (wendi_squad_is_captain(squad, it)) {
            draw->circle(draw->context, at, it->member.radius * 0.5, WEND_MEANING_ANCHOR, value);
        }
        if (squad->has_leader && squad->leader == it->member.agent) {
            draw->circle(draw->context, at, it->member.radius * 0.25, WEND_MEANING_GOAL, value);
        }
    }
    draw_line(draw, at, it->assignment.position, WEND_MEANING_SLOT_MEMBER, value);
    if (it->has_shot) {
        draw_line(draw, at, it->shot_at, WEND_MEANING_LINE_OF_SIGHT, value);
    }
    if (draw->text != NULL) {
        static const char *const names[] = {"hold",      "go",      "attack",  "suppress", "flank",
                                            "overwatch", "retreat", "regroup", "escort",   "scout"};
        draw->text(draw->context, at, names[it->assignment.action], WEND_MEANING_NOTE);
    }
}

wend_result wend_squads_draw(const wend_squads *squads, const wend_draw *draw)
{
    if (squads == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t s = 0; s < squads->used; s++) {
        const wendi_squad *squad = &squads->squads[s];
        const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
        for (uint32_t i = 0; i < squad->member_count; i++) {
            if (troopers[i].has_state) {
                draw_member(squads, squad, &troopers[i], draw);
            }
        }
    }
    return WEND_OK;
}
