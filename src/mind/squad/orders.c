/* What members do under each order. Cost: targets, and an assignment when slots change. */
#include "mind/squad/squad.h"

static const double PRIMARY = 4, LEAST_WORTH = 0.001, LEAST_RANGE = 0.1, NEARNESS = 0.05;
static const double APPROACH = 0.9;

/* ---- targets ---- */

/* Which enemies may be attacked beside those in range. */
typedef enum aim_mode { AIM_RANGE, AIM_TARGET, AIM_AREA, AIM_DEFEND } aim_mode;

static bool may_attack(const wendi_trooper *it)
{
    return it->has_state && (it->member.roles & WEND_SQUAD_CAN_ATTACK) != 0 &&
           it->state.ammunition > 0 && it->member.strength > 0;
}

static bool is_aimed_at(const wendi_squad *squad, const wend_squad_enemy *enemy, aim_mode mode)
{
    return mode == AIM_TARGET ? enemy->number == squad->order.target
           : mode == AIM_RANGE
               ? false
               : wendi_squad_distance(enemy->position, squad->order.at) <= squad->order.radius;
}

static bool may_aim(const wendi_squad *squad, const wendi_trooper *it, double distance,
                    bool is_aimed, aim_mode mode)
{
    if (distance <= it->member.range) {
        return true;
    }
    return mode != AIM_RANGE && !wendi_squad_is_protected(squad, it) &&
           (is_aimed || (mode != AIM_DEFEND && distance <= squad->def.engage_range));
}

/* Chooses targets of all members. lists: members, then enemies of the problem. */
static void aim(wend_squads *squads, wendi_squad *squad, aim_mode mode)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    wendi_focus *focus = &squads->focus;
    uint32_t numbers[WEND_SQUAD_ENEMIES_MAX] = {0};
    focus->members = squad->member_count;
    focus->enemies = 0;
    for (uint32_t j = 0; j < squad->enemy_count; j++) {
        if (wendi_squad_is_target(&enemies[j])) {
            const bool is_first = mode == AIM_TARGET && enemies[j].number == squad->order.target;
            const double strength =
                enemies[j].strength > LEAST_WORTH ? enemies[j].strength : LEAST_WORTH;
            focus->health[focus->enemies] = enemies[j].health;
            focus->worth[focus->enemies] =
                enemies[j].certainty * strength * (is_first ? PRIMARY : 1);
            numbers[focus->enemies++] = j;
        }
    }
    for (uint32_t i = 0; i < focus->members; i++) {
        wendi_trooper *it = &troopers[i];
        const double strength = may_attack(it) ? it->member.strength * it->state.health : 0;
        const double reach = it->member.range > LEAST_RANGE ? it->member.range : LEAST_RANGE;
        focus->before[i] = UINT32_MAX;
        for (uint32_t j = 0; j < focus->enemies; j++) {
            const wend_squad_enemy *enemy = &enemies[numbers[j]];
            const size_t at = (size_t)i * focus->enemies + j;
            const double distance = wendi_squad_distance(it->state.position, enemy->position);
            const bool may = may_aim(squad, it, distance, is_aimed_at(squad, enemy, mode), mode);
            const double damage =
                distance <= it->member.range ? strength : strength * reach / (distance + reach);
            focus->damage[at] = may ? damage : 0;
            focus->bonus[at] = focus->worth[j] * NEARNESS * reach / (distance + reach);
            if (it->has_shot && it->shot == enemy->number) {
                const double part = damage < focus->health[j] ? damage / focus->health[j] : 1;
                focus->before[i] = j;
                focus->bonus[at] += squad->def.keep_target * focus->worth[j] * part;
            }
        }
    }
    wendi_focus_choose(focus, &squads->scratch, squads->targets);
    for (uint32_t i = 0; i < focus->members; i++) {
        wendi_trooper *it = &troopers[i];
        it->has_shot = squads->targets[i] != UINT32_MAX;
        it->shot = 0;
        it->shot_at = (wend_vec2){0, 0};
        if (it->has_shot) {
            const wend_squad_enemy *enemy = &enemies[numbers[squads->targets[i]]];
            it->shot = enemy->number;
            it->shot_at = enemy->position;
        }
    }
}

void wendi_squad_aim_in_range(wend_squads *squads, wendi_squad *squad)
{
    aim(squads, squad, AIM_RANGE);
}

/* ---- one member ---- */

static double heading_to(wend_vec2 from, wend_vec2 to, double otherwise)
{
    const wend_vec2 d = wendi_vec2_sub(to, from);
    return wendi_vec2_length_unscaled(d) > 0 ? wend_atan2(d.y, d.x) : otherwise;
}

static void give(wendi_trooper *it, wend_squad_action action, wend_squad_reason reason,
                 wend_vec2 position, double heading)
{
    it->assignment = (wend_squad_assignment){.action = action,
                                             .reason = reason,
                                             .position = position,
                                             .heading = heading,
                                             .slot = WEND_SQUAD_SLOT_NONE};
}

static void set_target(wendi_trooper *it)
{
    it->assignment.has_target = it->has_shot;
    it->assignment.target = it->shot;
}

void wendi_squad_stand(wendi_trooper *it, wend_vec2 position, double heading,
                       wend_squad_reason reason)
{
    if (it->has_shot) {
        const bool is_kept = reason == WEND_SQUAD_BY_PROTECTION || reason == WEND_SQUAD_BY_WEAKNESS;
        give(it, WEND_SQUAD_DO_ATTACK, is_kept ? reason : WEND_SQUAD_BY_ORDER, position,
             heading_to(position, it->shot_at, heading));
        set_target(it);
        return;
    }
    give(it, WEND_SQUAD_DO_HOLD, reason, position, heading);
}

/* Where a member attacks its target from: its position if that is in range. */
static wend_vec2 firing_place(const wendi_trooper *it, wend_vec2 target)
{
    const wend_vec2 d = wendi_vec2_sub(it->state.position, target);
    const double distance = wendi_vec2_length_unscaled(d);
    return distance <= it->member.range
               ? it->state.position
               : wendi_vec2_add(target,
                                wendi_vec2_scale(d, APPROACH * it->member.range / distance));
}

static wend_squad_reason reason_of_idle(const wendi_trooper *it)
{
    return !it->has_state                                          ? WEND_SQUAD_BY_NO_STATE
           : (it->member.roles & WEND_SQUAD_CAN_ATTACK) == 0       ? WEND_SQUAD_BY_ROLE
           : it->state.ammunition <= 0 || it->member.strength <= 0 ? WEND_SQUAD_BY_NO_AMMUNITION
                                                                   : WEND_SQUAD_BY_NO_TARGET;
}

static void attack(const wendi_squad *squad, wendi_trooper *it, wend_squad_action action)
{
    if (!it->has_shot) {
        give(it, WEND_SQUAD_DO_HOLD, reason_of_idle(it), it->state.position, squad->heading);
        return;
    }
    const wend_vec2 place = firing_place(it, it->shot_at);
    give(it, action, WEND_SQUAD_BY_ORDER, place, heading_to(place, it->shot_at, squad->heading));
    set_target(it);
}

/* Goes to a position, or stands there. @return it has arrived, or has no state. */
static bool go_to(const wendi_squad *squad, wendi_trooper *it, wend_vec2 place,
                  wend_squad_action action, wend_squad_reason reason)
{
    if (!it->has_state) {
        give(it, WEND_SQUAD_DO_HOLD, WEND_SQUAD_BY_NO_STATE, it->state.position, squad->heading);
        return true;
    }
    if (wendi_squad_distance(it->state.position, place) > squad->def.arrival) {
        give(it, action, reason, place, squad->heading);
        return false;
    }
    wendi_squad_stand(it, place, squad->heading,
                      reason == WEND_SQUAD_BY_ORDER ? WEND_SQUAD_BY_ARRIVAL : reason);
    return true;
}

bool wendi_squad_go_to_slots(wend_squads *squads, wendi_squad *squad, wend_squad_action action,
                             wend_squad_reason reason)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    bool has_arrived = true;
    wendi_squad_assign_slots(squads, squad);
    aim(squads, squad, AIM_RANGE);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_trooper *it = &troopers[i];
        const wend_vec2 place =
            wendi_squad_place(squad->goal, squad->heading, squads->slots[it->slot].offset);
        has_arrived = go_to(squad, it, place, action, reason) && has_arrived;
        it->assignment.slot = it->slot;
    }
    return has_arrived;
}

/* A protected captain stays behind the mean of the others, seen from the enemy. */
static void stay_behind(const wend_squads *squads, const wendi_squad *squad, wendi_trooper *captain,
                        wend_vec2 enemy)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    wend_vec2 sum = {0, 0};
    double count = 0;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (troopers[i].has_state && &troopers[i] != captain) {
            sum = wendi_vec2_add(sum, troopers[i].state.position);
            count += 1;
        }
    }
    if (!(count > 0) || !captain->has_state) {
        wendi_squad_stand(captain, captain->state.position, squad->heading,
                          captain->has_state ? WEND_SQUAD_BY_PROTECTION : WEND_SQUAD_BY_NO_STATE);
        return;
    }
    const wend_vec2 mean = wendi_vec2_scale(sum, 1 / count);
    const wend_vec2 away = wendi_vec2_normalize(wendi_vec2_sub(mean, enemy));
    const double depth = 2 * wendi_squad_pitch(squads, squad);
    (void)go_to(squad, captain, wendi_vec2_add(mean, wendi_vec2_scale(away, depth)),
                WEND_SQUAD_DO_GO, WEND_SQUAD_BY_PROTECTION);
}

/* ---- hold, defend ---- */

static void hold(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    if (squad->has_place) {
        (void)wendi_squad_go_to_slots(squads, squad, WEND_SQUAD_DO_GO, WEND_SQUAD_BY_ORDER);
        return;
    }
    aim(squads, squad, AIM_RANGE);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_squad_stand(&troopers[i], troopers[i].state.position, squad->heading,
                          troopers[i].has_state ? WEND_SQUAD_BY_ORDER : WEND_SQUAD_BY_NO_STATE);
    }
}

/* Turns to the enemies where they are more than 45 degrees aside. */
static void face_enemies(wend_squads *squads, wendi_squad *squad)
{
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    wend_vec2 sum = {0, 0};
    for (uint32_t j = 0; j < squad->enemy_count; j++) {
        if (wendi_squad_is_target(&enemies[j])) {
            const wend_vec2 d =
                wendi_vec2_normalize(wendi_vec2_sub(enemies[j].position, squad->goal));
            sum = wendi_vec2_add(sum, wendi_vec2_scale(d, enemies[j].certainty));
        }
    }
    const double length = wendi_vec2_length_unscaled(sum);
    const double along = sum.x * wend_cos(squad->heading) + sum.y * wend_sin(squad->heading);
    if (length > 0 && along * along * (along > 0 ? 2 : 0) < length * length) {
        squad->heading = wend_atan2(sum.y, sum.x);
        squad->is_dirty = true;
    }
}

static void defend(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const double radius = squad->order.radius;
    if (!squad->order.has_heading) {
        face_enemies(squads, squad);
    }
    wendi_squad_assign_slots(squads, squad);
    aim(squads, squad, AIM_DEFEND);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_trooper *it = &troopers[i];
        const wend_vec2 slot =
            wendi_squad_place(squad->goal, squad->heading, squads->slots[it->slot].offset);
        if (it->has_shot &&
            wendi_squad_distance(it->shot_at, it->state.position) > it->member.range) {
            attack(squad, it, WEND_SQUAD_DO_ATTACK);
            const wend_vec2 d = wendi_vec2_sub(it->assignment.position, squad->goal);
            const double far = wendi_vec2_length_unscaled(d);
            if (far > radius) {
                it->assignment.position =
                    wendi_vec2_add(squad->goal, wendi_vec2_scale(d, radius / far));
            }
        } else if (it->has_shot) {
            attack(squad, it, WEND_SQUAD_DO_ATTACK);
        } else {
            (void)go_to(squad, it, slot, WEND_SQUAD_DO_GO,
                        wendi_squad_is_protected(squad, it) ? WEND_SQUAD_BY_PROTECTION
                                                            : WEND_SQUAD_BY_ORDER);
        }
        it->assignment.slot = it->slot;
    }
}

/* ---- escort ---- */

static void escort(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    wendi_squad *own = NULL;
    const wendi_trooper *guest = wendi_squads_find_trooper(squads, squad->order.target, &own);
    if (guest != NULL && guest->has_state) {
        squad->order.at = guest->state.position;
    }
    squad->goal = squad->order.at;
    const uint32_t inside =
        guest != NULL && own == squad ? (uint32_t)(guest - troopers) : UINT32_MAX;
    const uint32_t count = wendi_squad_assign_ring(squads, squad, inside);
    aim(squads, squad, AIM_RANGE);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_trooper *it = &troopers[i];
        if (i == inside || !it->has_state) {
            wendi_squad_stand(it, it->state.position, squad->heading,
                              it->has_state ? WEND_SQUAD_BY_PROTECTION : WEND_SQUAD_BY_NO_STATE);
            continue;
        }
        const wend_vec2 place =
            wendi_squad_ring_place(squad->goal, squad->order.radius, it->slot, count);
        if (it->has_shot) {
            wendi_squad_stand(it, place, squad->heading, WEND_SQUAD_BY_ORDER);
        } else {
            give(it, WEND_SQUAD_DO_ESCORT, WEND_SQUAD_BY_ORDER, place,
                 heading_to(squad->goal, place, squad->heading));
            it->assignment.has_target = guest != NULL;
            it->assignment.target = guest != NULL ? squad->order.target : 0;
        }
        it->assignment.slot = it->slot;
    }
}

/* ---- flank ---- */

static bool may_flank(const wendi_squad *squad, const wendi_trooper *it)
{
    return may_attack(it) && (it->member.roles & WEND_SQUAD_CAN_FLANK) != 0 &&
           !wendi_squad_is_protected(squad, it);
}

/* How much speaks against a side: danger if there is a callback, else the other enemies there. */
static double danger_of_side(wend_squads *squads, wendi_squad *squad, wend_vec2 target, double side)
{
    const wend_vec2 axis = wendi_vec2_normalize(wendi_vec2_sub(target, squad->start));
    const wend_vec2 left = {-axis.y * side, axis.x * side};
    double sum = 0;
    if (squads->danger != NULL) {
        const wend_vec2 middle = wendi_vec2_scale(wendi_vec2_add(squad->start, target), 0.5);
        const wend_vec2 beside[2] = {
            wendi_vec2_add(middle, wendi_vec2_scale(left, squad->def.flank_distance)),
            wendi_vec2_add(target, wendi_vec2_scale(left, squad->def.flank_distance))};
        for (int i = 0; i < 2; i++) {
            const double danger =
                squads->danger(squads->user, wendi_squad_id_of(squads, squad), beside[i]);
            sum += danger > 0 && danger <= WEND_SQUAD_VALUE_MAX ? danger : 0;
        }
        return sum;
    }
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    for (uint32_t j = 0; j < squad->enemy_count; j++) {
        const wend_vec2 d = wendi_vec2_sub(enemies[j].position, target);
        if (wendi_squad_is_target(&enemies[j]) && d.x * left.x + d.y * left.y > 0) {
            sum += enemies[j].certainty * enemies[j].strength;
        }
    }
    return sum;
}

/* The side of less danger; of equal danger that where the members are; then the left. */
static double choose_side(wend_squads *squads, wendi_squad *squad, wend_vec2 target)
{
    const double left = danger_of_side(squads, squad, target, 1);
    const double right = danger_of_side(squads, squad, target, -1);
    if (left < right || right < left) {
        return left < right ? 1 : -1;
    }
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const wend_vec2 axis = wendi_vec2_sub(target, squad->start);
    double sum = 0;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (may_flank(squad, &troopers[i])) {
            const wend_vec2 d = wendi_vec2_sub(troopers[i].state.position, squad->start);
            sum += axis.x * d.y - axis.y * d.x;
        }
    }
    return sum < 0 ? -1 : 1;
}

static wend_vec2 flank_place(const wendi_squad *squad, const wendi_trooper *it, wend_vec2 target)
{
    const wend_vec2 axis = wendi_vec2_normalize(wendi_vec2_sub(target, squad->start));
    const wend_vec2 left = {-axis.y * squad->side, axis.x * squad->side};
    const double near = APPROACH * it->member.range;
    const double wide =
        it->stage == 0 || near > squad->def.flank_distance ? squad->def.flank_distance : near;
    const wend_vec2 from =
        it->stage == 0 ? wendi_vec2_scale(wendi_vec2_add(squad->start, target), 0.5) : target;
    return wendi_vec2_add(from, wendi_vec2_scale(left, wide));
}

/* Half of the members that may flank go around: tough units before ranged ones, the nearest first. */
static bool part_flankers(wend_squads *squads, wendi_squad *squad, const wend_squad_enemy *target)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    uint32_t able = 0, fighters = 0;
    squad->start = squad->centre;
    squad->flank_target = target->number;
    squad->side = choose_side(squads, squad, target->position);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        troopers[i].part = troopers[i].stage = 0;
        able += may_flank(squad, &troopers[i]) ? 1 : 0;
        fighters += may_attack(&troopers[i]) && !wendi_squad_is_protected(squad, &troopers[i]);
    }
    uint32_t wanted = fighters / 2 < able ? fighters / 2 : able;
    for (; wanted > 0; wanted--) {
        wendi_trooper *best = NULL;
        double best_distance = 0;
        for (uint32_t i = 0; i < squad->member_count; i++) {
            wendi_trooper *it = &troopers[i];
            if (!may_flank(squad, it) || it->part == 1) {
                continue;
            }
            const double distance =
                wendi_squad_distance(it->state.position, flank_place(squad, it, target->position));
            if (best == NULL || it->member.kind < best->member.kind ||
                (it->member.kind == best->member.kind && distance < best_distance)) {
                best = it;
                best_distance = distance;
            }
        }
        if (best == NULL) {
            break;
        }
        best->part = 1;
    }
    squad->has_parts = true;
    return fighters >= 2 && able > 0;
}

/* Both parts have members that fight. */
static bool has_both_parts(const wend_squads *squads, const wendi_squad *squad)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    bool has[2] = {false, false};
    for (uint32_t i = 0; i < squad->member_count; i++) {
        const wendi_trooper *it = &troopers[i];
        if (may_attack(it) && !wendi_squad_is_protected(squad, it)) {
            has[it->part] = true;
        }
    }
    return has[0] && has[1];
}

static void go_around(const wendi_squad *squad, wendi_trooper *it, const wend_squad_enemy *target)
{
    it->has_shot = true;
    it->shot = target->number;
    it->shot_at = target->position;
    while (it->stage < 2 &&
           wendi_squad_distance(it->state.position, flank_place(squad, it, target->position)) <=
               squad->def.arrival) {
        it->stage++;
    }
    if (it->stage == 2 ||
        (it->stage == 1 &&
         wendi_squad_distance(it->state.position, target->position) <= it->member.range)) {
        it->stage = 2;
        attack(squad, it, WEND_SQUAD_DO_ATTACK);
        return;
    }
    const wend_vec2 place = flank_place(squad, it, target->position);
    give(it, WEND_SQUAD_DO_FLANK, WEND_SQUAD_BY_ORDER, place,
         heading_to(place, target->position, squad->heading));
    set_target(it);
}

/* @return false: it cannot be flanked; nothing was decided. */
static bool flank(wend_squads *squads, wendi_squad *squad, const wend_squad_enemy *target)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    if (!squad->has_parts || squad->flank_target != target->number ||
        !has_both_parts(squads, squad)) {
        if (!part_flankers(squads, squad, target) || !has_both_parts(squads, squad)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_trooper *it = &troopers[i];
        it->has_shot = false;
        it->shot = 0;
        if (wendi_squad_is_protected(squad, it)) {
            stay_behind(squads, squad, it, target->position);
        } else if (!may_attack(it)) {
            attack(squad, it, WEND_SQUAD_DO_ATTACK);
        } else if (it->part == 1) {
            go_around(squad, it, target);
        } else {
            it->has_shot = true;
            it->shot = target->number;
            it->shot_at = target->position;
            attack(squad, it, WEND_SQUAD_DO_SUPPRESS);
        }
    }
    return true;
}

/* ---- bounding ---- */

/* Advances by bounds to `length` metres from start. @return false: both parts are there. */
static bool bound(wend_squads *squads, wendi_squad *squad, wend_vec2 to, double length)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const double pitch = wendi_squad_pitch(squads, squad);
    if (!squad->has_parts) {
        for (uint32_t i = 0; i < squad->member_count; i++) {
            troopers[i].part = wendi_squad_is_protected(squad, &troopers[i]) ? 1 : i % 2;
        }
        squad->has_parts = true;
        squad->lines[0] = squad->lines[1] = 0;
        squad->moving = 0;
    }
    const double other = squad->lines[1 - squad->moving];
    const double next = other + squad->def.bound < length ? other + squad->def.bound : length;
    if (squad->lines[0] >= length && squad->lines[1] >= length) {
        squad->has_bounded = true;
        return false;
    }
    aim(squads, squad, AIM_RANGE);
    const wend_vec2 axis = wendi_vec2_normalize(wendi_vec2_sub(to, squad->start));
    bool has_arrived = true;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        wendi_trooper *it = &troopers[i];
        const bool is_moving = it->part == squad->moving;
        const double line = is_moving ? next : squad->lines[it->part];
        const double aside = pitch * (i - ((double)squad->member_count - 1) / 2);
        const wend_vec2 place = {squad->start.x + axis.x * line - axis.y * aside,
                                 squad->start.y + axis.y * line + axis.x * aside};
        if (is_moving) {
            has_arrived =
                go_to(squad, it, place, WEND_SQUAD_DO_GO, WEND_SQUAD_BY_ORDER) && has_arrived;
            continue;
        }
        /* Before its first bound a part watches from where it is. */
        const wend_vec2 post = line > 0 ? place : it->state.position;
        give(it, WEND_SQUAD_DO_OVERWATCH,
             it->has_state ? WEND_SQUAD_BY_TURN : WEND_SQUAD_BY_NO_STATE, post,
             it->has_shot ? heading_to(post, it->shot_at, squad->heading) : squad->heading);
        set_target(it);
    }
    if (has_arrived) {
        squad->lines[squad->moving] = next;
        squad->moving = 1 - squad->moving;
        wendi_squad_add_event(squads, squad, WEND_SQUAD_PARTS_SWAPPED, 0);
    }
    return true;
}

/* ---- move, attack ---- */

static void move(wend_squads *squads, wendi_squad *squad)
{
    if (squad->order.tactic == WEND_SQUAD_BOUNDING && !squad->has_bounded &&
        bound(squads, squad, squad->goal, wendi_squad_distance(squad->start, squad->goal))) {
        return;
    }
    if (wendi_squad_go_to_slots(squads, squad, WEND_SQUAD_DO_GO, WEND_SQUAD_BY_ORDER)) {
        wendi_squad_finish(squads, squad);
    }
}

/* The enemy of an order to attack: the target, or of an area that which is flanked already, else the
 * nearest. NULL: none. */
static const wend_squad_enemy *primary_enemy(const wend_squads *squads, const wendi_squad *squad)
{
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    const wend_squad_enemy *best = NULL;
    for (uint32_t j = 0; j < squad->enemy_count; j++) {
        const wend_squad_enemy *it = &enemies[j];
        const bool is_meant =
            is_aimed_at(squad, it,
                        squad->order.kind == WEND_SQUAD_ATTACK ? AIM_TARGET : AIM_AREA) &&
            wendi_squad_is_target(it);
        if (is_meant && squad->has_parts && squad->order.tactic == WEND_SQUAD_FLANK &&
            it->number == squad->flank_target) {
            return it;
        }
        if (is_meant && (best == NULL || wendi_squad_distance(it->position, squad->centre) <
                                             wendi_squad_distance(best->position, squad->centre))) {
            best = it;
        }
    }
    return best;
}

/* How far bounds lead: until the target is in the least range of those that attack. */
static double bounds_length(const wend_squads *squads, const wendi_squad *squad, wend_vec2 to)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    double range = WEND_SQUAD_VALUE_MAX;
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (may_attack(&troopers[i]) && troopers[i].member.range < range) {
            range = troopers[i].member.range;
        }
    }
    const double length = wendi_squad_distance(squad->start, to) - APPROACH * range;
    return length > 0 ? length : 0;
}

static void attack_enemies(wend_squads *squads, wendi_squad *squad)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const bool is_area = squad->order.kind == WEND_SQUAD_ATTACK_AREA;
    const wend_squad_enemy *enemy = primary_enemy(squads, squad);
    if (enemy == NULL &&
        (!is_area || wendi_squad_distance(squad->centre, squad->goal) <= squad->order.radius)) {
        squad->has_place = false;
        wendi_squad_finish(squads, squad);
        hold(squads, squad);
        return;
    }
    if (enemy == NULL) {
        (void)wendi_squad_go_to_slots(squads, squad, WEND_SQUAD_DO_GO, WEND_SQUAD_BY_ORDER);
        return;
    }
    if (!is_area) {
        squad->goal = enemy->position;
    }
    if (squad->order.tactic == WEND_SQUAD_FLANK && flank(squads, squad, enemy)) {
        return;
    }
    if (squad->order.tactic == WEND_SQUAD_BOUNDING && !squad->has_bounded &&
        bound(squads, squad, enemy->position, bounds_length(squads, squad, enemy->position))) {
        return;
    }
    aim(squads, squad, is_area ? AIM_AREA : AIM_TARGET);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        if (wendi_squad_is_protected(squad, &troopers[i])) {
            stay_behind(squads, squad, &troopers[i], enemy->position);
        } else {
            attack(squad, &troopers[i], WEND_SQUAD_DO_ATTACK);
        }
    }
}

void wendi_squad_do_order(wend_squads *squads, wendi_squad *squad)
{
    if (squad->is_done) {
        hold(squads, squad);
        return;
    }
    switch (squad->order.kind) {
    case WEND_SQUAD_MOVE:
        move(squads, squad);
        break;
    case WEND_SQUAD_ATTACK:
    case WEND_SQUAD_ATTACK_AREA:
        attack_enemies(squads, squad);
        break;
    case WEND_SQUAD_DEFEND:
        defend(squads, squad);
        break;
    case WEND_SQUAD_ESCORT:
        escort(squads, squad);
        break;
    case WEND_SQUAD_RETREAT:
    case WEND_SQUAD_REGROUP:
        if (wendi_squad_go_to_slots(squads, squad,
                                    squad->order.kind == WEND_SQUAD_RETREAT ? WEND_SQUAD_DO_RETREAT
                                                                            : WEND_SQUAD_DO_REGROUP,
                                    WEND_SQUAD_BY_ORDER)) {
            wendi_squad_finish(squads, squad);
        }
        break;
    case WEND_SQUAD_SCOUT:
        wendi_squad_scout(squads, squad);
        break;
    case WEND_SQUAD_HOLD:
    default:
        hold(squads, squad);
        break;
    }
}
