/* The update: losses and captains of all squads, then the minds, then what each squad does, then the edits
 * that minds asked for. Cost: per squad its members by its slots and enemies. */
#include "mind/squad/squad.h"

#include "base/core/message.h"

void wendi_squad_add_event(wend_squads *squads, const wendi_squad *squad,
                           wend_squad_event_kind kind, uint64_t agent)
{
    squads->events[squads->event_count++] =
        (wend_squad_event){kind, wendi_squad_id_of(squads, squad), agent};
}

void wendi_squad_finish(wend_squads *squads, wendi_squad *squad)
{
    squad->is_done = true;
    wendi_squad_add_event(squads, squad, WEND_SQUAD_ORDER_DONE, 0);
}

/* ---- losses, captains ---- */

static void remove_lost(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    for (uint32_t i = 0; i < squad->member_count;) {
        if (troopers[i].has_state && !troopers[i].state.is_alive) {
            wendi_squad_add_event(squads, squad, WEND_SQUAD_MEMBER_LOST, troopers[i].member.agent);
            wendi_squads_drop(squads, squad, &troopers[i]);
        } else {
            i++;
        }
    }
}

static void replace_captain(wend_squads *squads, wendi_squad *squad)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const wendi_trooper *best = NULL;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (best == NULL || troopers[i].member.rank > best->member.rank) {
            best = &troopers[i];
        }
    }
    if (best != NULL && !squad->has_captain) {
        squad->has_captain = true;
        squad->captain = best->member.agent;
        squad->is_dirty = true;
        wendi_squad_add_event(squads, squad, WEND_SQUAD_CAPTAIN_REPLACED, squad->captain);
    }
}

/* ---- measures ---- */

/* Centre, spread and strength. @return the number of members with a state. */
static uint32_t measure(const wend_squads *squads, wendi_squad *squad, bool *is_in_contact)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    wend_vec2 sum = {0, 0};
    uint32_t count = 0;
    squad->strength = squad->spread = 0;
    *is_in_contact = false;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (troopers[i].has_state) {
            sum = wendi_vec2_add(sum, troopers[i].state.position);
            squad->strength += troopers[i].member.strength * troopers[i].state.health;
            *is_in_contact = *is_in_contact || troopers[i].state.is_in_contact;
            count++;
        }
    }
    if (count == 0) {
        return 0;
    }
    squad->centre = wendi_vec2_scale(sum, 1 / (double)count);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        const double far = wendi_squad_distance(troopers[i].state.position, squad->centre);
        squad->spread = troopers[i].has_state && far > squad->spread ? far : squad->spread;
    }
    return count;
}

/* The threat, and the centre of the enemies that make it. */
static wend_vec2 measure_threat(const wend_squads *squads, wendi_squad *squad)
{
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    wend_vec2 sum = {0, 0};
    squad->threat = 0;
    for (uint32_t j = 0; j < squad->enemy_count; j++) {
        const wend_squad_enemy *it = &enemies[j];
        if (wendi_squad_is_target(it) &&
            wendi_squad_distance(it->position, squad->centre) <= squad->def.threat_range) {
            const double weight = it->strength * it->certainty;
            squad->threat += weight;
            sum = wendi_vec2_add(sum, wendi_vec2_scale(it->position, weight));
        }
    }
    return squad->threat > 0 ? wendi_vec2_scale(sum, 1 / squad->threat) : squad->centre;
}

static double direction(wend_vec2 from, wend_vec2 to, double otherwise)
{
    const wend_vec2 d = wendi_vec2_sub(to, from);
    return wendi_vec2_length_unscaled(d) > 0 ? wend_atan2(d.y, d.x) : otherwise;
}

/* ---- retreat, regrouping, beginnings ---- */

static void gather_at(wendi_squad *squad, wend_vec2 goal)
{
    squad->goal = goal;
    squad->has_place = true;
    squad->has_begun = false;
    squad->is_dirty = true;
}

static void consider_retreat(wend_squads *squads, wendi_squad *squad)
{
    const wend_vec2 enemies = measure_threat(squads, squad);
    if (squad->is_retreating) {
        if (squad->strength >= squad->def.return_ratio * squad->threat) {
            squad->is_retreating = false;
            wendi_squad_add_event(squads, squad, WEND_SQUAD_RETREAT_ENDED, 0);
        }
        return;
    }
    if (squad->order.kind == WEND_SQUAD_RETREAT ||
        !(squad->strength < squad->def.retreat_ratio * squad->threat)) {
        return;
    }
    /* Away from the enemies; from amid them, back. */
    wend_vec2 away = wendi_vec2_normalize(wendi_vec2_sub(squad->centre, enemies));
    if (!(wendi_vec2_length_unscaled(away) > 0)) {
        away = (wend_vec2){-wend_cos(squad->heading), -wend_sin(squad->heading)};
    }
    gather_at(squad, squad->def.has_rally
                         ? squad->def.rally
                         : wendi_vec2_add(squad->centre,
                                          wendi_vec2_scale(away, squad->def.retreat_distance)));
    squad->heading = direction(squad->goal, enemies, squad->heading);
    squad->is_retreating = true;
    squad->is_regrouping = false;
    wendi_squad_add_event(squads, squad, WEND_SQUAD_RETREAT_BEGUN, 0);
}

static bool may_regroup(const wendi_squad *squad, bool is_in_contact)
{
    const wend_squad_order_kind kind = squad->order.kind;
    return squad->def.spread_limit > 0 && !is_in_contact && !squad->is_retreating &&
           !squad->is_done && squad->order.tactic == WEND_SQUAD_DIRECT &&
           (kind == WEND_SQUAD_MOVE || kind == WEND_SQUAD_ATTACK ||
            kind == WEND_SQUAD_ATTACK_AREA || kind == WEND_SQUAD_DEFEND);
}

static void consider_regrouping(wend_squads *squads, wendi_squad *squad, bool is_in_contact)
{
    const bool may = may_regroup(squad, is_in_contact);
    if (squad->is_regrouping && (!may || squad->spread <= squad->def.spread_limit / 2)) {
        squad->is_regrouping = false;
        wendi_squad_add_event(squads, squad, WEND_SQUAD_REGROUPED, 0);
    } else if (!squad->is_regrouping && may && squad->spread > squad->def.spread_limit) {
        gather_at(squad, squad->centre);
        squad->is_regrouping = true;
        wendi_squad_add_event(squads, squad, WEND_SQUAD_REGROUP_BEGUN, 0);
    }
}

/* Sets start, goal and heading of an order. */
static void begin_order(wend_squads *squads, wendi_squad *squad)
{
    const wend_squad_order *order = &squad->order;
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    const bool stays = order->kind == WEND_SQUAD_HOLD;
    squad->has_begun = true;
    squad->is_dirty = true;
    squad->has_parts = squad->has_bounded = false;
    squad->lines[0] = squad->lines[1] = 0;
    squad->moving = 0;
    squad->start = squad->centre;
    if (stays) {
        return;
    }
    squad->goal = order->at;
    squad->has_place = order->kind != WEND_SQUAD_ATTACK && order->kind != WEND_SQUAD_ESCORT &&
                       order->kind != WEND_SQUAD_SCOUT;
    if (order->kind == WEND_SQUAD_REGROUP) {
        squad->goal = squad->centre;
    } else if (order->kind == WEND_SQUAD_SCOUT) {
        squad->goal = wendi_vec2_scale(wendi_vec2_add(order->low, order->high), 0.5);
    } else if (order->kind == WEND_SQUAD_ATTACK) {
        squad->goal = squad->centre;
        for (uint32_t j = 0; j < squad->enemy_count; j++) {
            squad->goal = enemies[j].number == order->target ? enemies[j].position : squad->goal;
        }
    }
    squad->heading =
        order->has_heading ? order->heading : direction(squad->centre, squad->goal, squad->heading);
}

/* ---- one squad ---- */

/* The member nearest to the goal; of several the first. */
static void find_leader(const wend_squads *squads, wendi_squad *squad)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const wendi_trooper *best = NULL;
    double nearest = 0;
    for (uint32_t i = 0; i < squad->member_count && !squad->is_leader_set; i++) {
        const double far = wendi_squad_distance(troopers[i].state.position, squad->goal);
        if (troopers[i].has_state && (best == NULL || far < nearest)) {
            best = &troopers[i];
            nearest = far;
        }
    }
    if (!squad->is_leader_set) {
        squad->has_leader = best != NULL;
        squad->leader = best != NULL ? best->member.agent : 0;
    }
}

static void decide(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    bool is_in_contact = false;
    if (measure(squads, squad, &is_in_contact) == 0) {
        for (uint32_t i = 0; i < squad->member_count; i++) {
            wendi_squad_stand(&troopers[i], troopers[i].state.position, squad->heading,
                              WEND_SQUAD_BY_NO_STATE);
        }
        find_leader(squads, squad);
        return;
    }
    consider_retreat(squads, squad);
    consider_regrouping(squads, squad, is_in_contact);
    if (squad->is_retreating) {
        (void)wendi_squad_go_to_slots(squads, squad, WEND_SQUAD_DO_RETREAT, WEND_SQUAD_BY_WEAKNESS);
    } else if (squad->is_regrouping) {
        if (wendi_squad_go_to_slots(squads, squad, WEND_SQUAD_DO_REGROUP, WEND_SQUAD_BY_SPREAD)) {
            squad->is_regrouping = false;
            wendi_squad_add_event(squads, squad, WEND_SQUAD_REGROUPED, 0);
        }
    } else {
        if (!squad->has_begun && !squad->is_done) {
            begin_order(squads, squad);
        }
        wendi_squad_do_order(squads, squad);
    }
    for (uint32_t i = 0; i < squad->member_count; i++) {
        troopers[i].assignment.danger_profile = squad->order.danger_profile;
    }
    find_leader(squads, squad);
}

/* ---- all squads ---- */

static void ask_minds(wend_squads *squads, uint64_t tick)
{
    squads->is_minding = true;
    for (uint32_t i = 0; i < squads->used && squads->mind != NULL; i++) {
        wendi_squad *squad = &squads->squads[i];
        wend_squad_order order = squad->order;
        if (squad->is_used && squad->member_count > 0 &&
            squads->mind(squads->user, squads, wendi_squad_id_of(squads, squad), tick, &order) &&
            wendi_squad_check_order(squads, &order, NULL, "") == WEND_OK) {
            wendi_squad_begin(squads, squad, &order);
        }
    }
    squads->is_minding = false;
}

wend_result wend_squads_update(wend_squads *squads, uint64_t tick)
{
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (squads->is_updating) {
        return WEND_ERROR_BUSY;
    }
    if (tick < squads->tick) {
        return wendi_refuse(&squads->message, "wend_squads_update", "tick", (double)tick,
                            (double)squads->tick, 18446744073709551615.0);
    }
    squads->tick = tick;
    squads->is_updating = true;
    squads->event_count = 0;
    for (uint32_t i = 0; i < squads->used; i++) {
        if (squads->squads[i].is_used) {
            remove_lost(squads, &squads->squads[i]);
            replace_captain(squads, &squads->squads[i]);
        }
    }
    ask_minds(squads, tick);
    for (uint32_t i = 0; i < squads->used; i++) {
        if (squads->squads[i].is_used) {
            decide(squads, &squads->squads[i]);
        }
    }
    squads->is_updating = false;
    wendi_squads_run_edits(squads);
    return WEND_OK;
}
