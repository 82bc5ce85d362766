/* Hashes, bytes and pictures of commanders.
 *
 * One section of bytes.h, magic "WCMD", version 1, with these numbers, little-endian:
 *
 *   definition, tick, changes, sum; indices of goals, and each goal in use; groups; enemies; cells
 *
 * Cost: linear in what the commander holds. */
#include "mind/commander/commander.h"

#include "base/core/memory.h"
#include "base/math/bits.h"
#include "base/math/vec2.h"
#include "wend/draw.h"

#include <string.h>

enum { MAGIC = 0x444d4357, VERSION = 1, GROUP_BYTES = 100, ENEMY_BYTES = 48, CELL_BYTES = 16 };

/* ---- the parts ---- */

static void visit_i32(wendi_visitor *v, int32_t *value)
{
    uint32_t bits = (uint32_t)*value;
    wendi_visit_u32(v, &bits);
    *value = bits <= INT32_MAX ? (int32_t)bits : -(int32_t)(UINT32_MAX - bits) - 1;
}

/* A number that is neither NaN nor -0. */
static void visit_number(wendi_visitor *v, double *value, double least, double most)
{
    wendi_visit_f64(v, value);
    wendi_visit_expect(v, *value >= least && *value <= most && wendi_f64_is_plain(*value),
                       "a number is out of range");
}

static void visit_def(wendi_visitor *v, wend_commander_def *def)
{
    wendi_visit_u32(v, &def->max_goals);
    wendi_visit_u32(v, &def->max_groups);
    wendi_visit_u32(v, &def->max_enemies);
    visit_i32(v, &def->width);
    visit_i32(v, &def->height);
    wendi_visit_f64(v, &def->cell_size);
    wendi_visit_vec2(v, &def->origin);
    wendi_visit_f64(v, &def->distance_weight);
    wendi_visit_f64(v, &def->danger_weight);
    wendi_visit_f64(v, &def->commitment);
    wendi_visit_f64(v, &def->reserve);
    wendi_visit_f64(v, &def->known_radius);
    wendi_visit_u32(v, &def->half_life);
    wendi_visit_f64(v, &def->forget_below);
    wendi_visit_u32(v, &def->scouting_count);
    wendi_visit_f64(v, &def->scouting_value);
    wendi_visit_u32(v, &def->scouting_age);
    wendi_visit_f64(v, &def->scouting_spacing);
}

static void visit_goal(wendi_visitor *v, wendi_commander_goal *goal)
{
    wend_commander_goal *it = &goal->it;
    uint64_t strength = (uint64_t)goal->strength;
    it->kind = (wend_commander_kind)wendi_visit_code(v, (uint32_t)it->kind,
                                                     (uint32_t)WEND_COMMANDER_KINDS - 1);
    wendi_visit_vec2(v, &it->position);
    wendi_visit_f64(v, &it->value);
    wendi_visit_f64(v, &it->strength);
    wendi_visit_f64(v, &it->superiority);
    wendi_visit_f64(v, &it->partial);
    wendi_visit_u32(v, &it->group_limit);
    wendi_visit_u64(v, &it->deadline);
    wendi_visit_u64(v, &it->repeat);
    wendi_visit_bool(v, &it->uses_reserve);
    wendi_visit_u64(v, &it->user);
    wendi_visit_bool(v, &goal->is_scouting);
    wendi_visit_u64(v, &goal->made);
    wendi_visit_u64(v, &goal->open_tick);
    goal->reason = (wend_commander_reason)wendi_visit_code(v, (uint32_t)goal->reason,
                                                           (uint32_t)WEND_COMMANDER_NO_GOALS);
    visit_number(v, &goal->needed, 0, DBL_MAX);
    visit_number(v, &goal->known, 0, DBL_MAX);
    visit_number(v, &goal->worth, 0, WEND_COMMANDER_VALUE_MAX);
    wendi_visit_u64(v, &strength);
    wendi_visit_u32(v, &goal->group_count);
    wendi_visit_expect(v, strength < (uint64_t)1 << 60, "a number is out of range");
    goal->strength = (int64_t)(strength & (((uint64_t)1 << 60) - 1));
}

static void visit_score(wendi_visitor *v, wend_commander_score *score)
{
    score->reason = (wend_commander_reason)wendi_visit_code(v, (uint32_t)score->reason,
                                                            (uint32_t)WEND_COMMANDER_NO_GOALS);
    visit_number(v, &score->strength, 0, DBL_MAX);
    visit_number(v, &score->distance, 0, DBL_MAX);
    visit_number(v, &score->travel, 0, DBL_MAX);
    visit_number(v, &score->danger, 0, DBL_MAX);
    visit_number(v, &score->risk, 0, DBL_MAX);
    visit_number(v, &score->commitment, 0, DBL_MAX);
    visit_number(v, &score->cost, -DBL_MAX, DBL_MAX);
}

static void visit_group(wendi_visitor *v, wendi_commander_group *group)
{
    wend_commander_group *it = &group->it;
    wendi_visit_u64(v, &it->user);
    wendi_visit_vec2(v, &it->position);
    wendi_visit_f64(v, &it->strength);
    wendi_visit_f64_array(v, it->fitness, WEND_COMMANDER_KINDS);
    wendi_visit_f64(v, &it->speed);
    wendi_visit_u64(v, &it->busy_until);
    visit_i32(v, &group->goal);
    wendi_visit_u64(v, &group->since);
    visit_number(v, &group->gain, -DBL_MAX, DBL_MAX);
    visit_score(v, &group->score);
    group->reason = (wend_commander_reason)wendi_visit_code(v, (uint32_t)group->reason,
                                                            (uint32_t)WEND_COMMANDER_NO_GOALS);
}

static void visit_enemy(wendi_visitor *v, wend_commander_enemy *enemy)
{
    wendi_visit_u64(v, &enemy->user);
    wendi_visit_vec2(v, &enemy->position);
    wendi_visit_f64(v, &enemy->strength);
    wendi_visit_u32(v, &enemy->kind);
    wendi_visit_u64(v, &enemy->tick);
    wendi_visit_f64(v, &enemy->certainty);
}

/* ---- checks of what was read ---- */

static bool are_plain(const double *values, size_t count)
{
    bool are = true;
    for (size_t i = 0; i < count; i++) {
        are = are && wendi_f64_is_plain(values[i]);
    }
    return are;
}

static bool is_def_sound(const wend_commander_def *def)
{
    const double values[] = {def->origin.x,        def->origin.y,     def->distance_weight,
                             def->danger_weight,   def->commitment,   def->reserve,
                             def->known_radius,    def->forget_below, def->scouting_value,
                             def->scouting_spacing};
    return wendi_commander_check_def(def, NULL) &&
           are_plain(values, sizeof values / sizeof *values);
}

static bool is_goal_sound(const wend_commander *commander, const wendi_commander_goal *goal)
{
    wend_commander_goal it = goal->it;
    const double values[] = {it.position.x, it.position.y,  it.value,
                             it.strength,   it.superiority, it.partial};
    if (goal->is_scouting) {
        const uint64_t cells = (uint64_t)commander->def.width * (uint64_t)commander->def.height;
        if (it.user >= cells || it.kind != WEND_COMMANDER_SCOUT) {
            return false;
        }
        const wend_vec2 centre = wendi_commander_cell_centre(commander, (uint32_t)it.user);
        const wend_vec2 away = wendi_vec2_sub(centre, it.position);
        if (!(wendi_vec2_length(away) <= 0)) {
            return false;
        }
        it.position = (wend_vec2){0, 0}; /* it may lie beyond WEND_COORDINATE_MAX */
    }
    return wendi_commander_check_goal(&it, NULL, NULL) &&
           are_plain(values, sizeof values / sizeof *values);
}

static bool is_group_sound(const wend_commander *commander, uint32_t index)
{
    const wendi_commander_group *group = &commander->groups[index];
    const wend_commander_group *it = &group->it;
    const double values[] = {it->position.x, it->position.y, it->strength, it->speed};
    return wendi_commander_check_group(it, NULL, NULL) &&
           are_plain(values, sizeof values / sizeof *values) &&
           are_plain(it->fitness, WEND_COMMANDER_KINDS) &&
           (index == 0 || commander->groups[index - 1].it.user < it->user) &&
           (group->goal == -1 ||
            (group->goal >= 0 && wendi_slots_is_used(&commander->slots, (uint32_t)group->goal)));
}

static bool is_enemy_sound(const wend_commander *commander, uint32_t index)
{
    const wend_commander_enemy *it = &commander->enemies[index];
    const double values[] = {it->position.x, it->position.y, it->strength, it->certainty};
    return wendi_commander_check_enemy(it, NULL, NULL) &&
           are_plain(values, sizeof values / sizeof *values) &&
           !((double)wendi_allot_units(it->strength) / WENDI_ALLOT_UNIT < it->strength ||
             (double)wendi_allot_units(it->strength) / WENDI_ALLOT_UNIT > it->strength) &&
           (index == 0 || commander->enemies[index - 1].user < it->user);
}

/* ---- all of it ---- */

/* Everything behind the definition. Only reading changes what is visited. */
static void visit_content(wendi_visitor *v, wend_commander *c)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    const uint32_t cells = (uint32_t)(c->def.width * c->def.height);
    wendi_visit_u64(v, &c->tick);
    wendi_visit_u64(v, &c->changes);
    visit_number(v, &c->total, -DBL_MAX, DBL_MAX);
    wendi_slots_visit(v, &c->slots, c->goal_capacity, "the indices of goals make no sense",
                      &c->def.allocator);
    for (uint32_t i = 0; i < c->slots.limit && !wendi_visitor_has_failed(v); i++) {
        if (!wendi_slots_is_used(&c->slots, i)) {
            continue;
        }
        wendi_commander_goal goal = c->goals[i];
        visit_goal(v, &goal);
        if (is_reading) {
            goal.it.cookie = wend_commander_goal_default().cookie;
            wendi_visit_expect(v, is_goal_sound(c, &goal), "a goal is out of range");
            c->goals[i] = goal;
            c->scouting_count += goal.is_scouting ? 1 : 0;
        }
    }
    const uint32_t groups =
        (uint32_t)wendi_visit_count(v, c->group_count, GROUP_BYTES, c->def.max_groups);
    for (uint32_t i = 0; i < groups && !wendi_visitor_has_failed(v); i++) {
        wendi_commander_group group = c->groups[i];
        visit_group(v, &group);
        if (is_reading) {
            group.it.cookie = wend_commander_group_default().cookie;
            c->groups[i] = group;
            wendi_visit_expect(v, is_group_sound(c, i), "a group is out of range");
        }
    }
    const uint32_t enemies =
        (uint32_t)wendi_visit_count(v, c->enemy_count, ENEMY_BYTES, c->def.max_enemies);
    for (uint32_t i = 0; i < enemies && !wendi_visitor_has_failed(v); i++) {
        wend_commander_enemy enemy = c->enemies[i];
        visit_enemy(v, &enemy);
        if (is_reading) {
            c->enemies[i] = enemy;
            wendi_visit_expect(v, is_enemy_sound(c, i), "an enemy is out of range");
        }
    }
    c->group_count = groups;
    c->enemy_count = enemies;
    for (uint32_t i = 0; i < cells && !wendi_visitor_has_failed(v); i++) {
        wendi_commander_cell cell = c->cells[i];
        visit_number(v, &cell.value, 0, 1024);
        wendi_visit_u64(v, &cell.seen);
        if (is_reading) {
            c->cells[i] = cell;
        }
    }
}

static void visit_commander(wendi_visitor *v, const wend_commander *commander)
{
    wend_commander head = *commander;
    visit_def(v, &head.def);
    visit_content(v, &head);
}

uint64_t wend_commander_hash(const wend_commander *commander)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (commander == NULL) {
        return 0;
    }
    visit_commander(&v, commander);
    return v.hash;
}

static void write_commander(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_commander(&v, object);
}

wend_result wend_commander_save(const wend_commander *commander, uint8_t *bytes, size_t capacity,
                                size_t *count)
{
    return wendi_save_object(commander, write_commander, MAGIC, VERSION, bytes, capacity, count);
}

static wend_result read_commander(wendi_visitor *v, wend_commander_def *def,
                                  wend_commander **commander)
{
    wendi_visit_part(v, "the data ends within the commander");
    visit_def(v, def);
    def->message = NULL; /* the file is wrong, not a definition */
    wendi_visit_expect(v, is_def_sound(def), "the definition is out of range");
    /* The cells follow, and a few bytes may not describe more of them than there are. */
    wendi_visit_expect(v,
                       wendi_visitor_has_failed(v) ||
                           wendi_reader_remaining(v->reader) / CELL_BYTES >=
                               (size_t)def->width * (size_t)def->height,
                       "there are fewer cells than the definition says");
    wend_result result = wendi_visitor_result(v);
    result = result == WEND_OK ? wend_commander_create(def, commander) : result;
    if (result != WEND_OK) {
        return result;
    }
    wend_commander *made = *commander;
    visit_content(v, made);
    wendi_visit_expect(v,
                       wendi_visitor_has_failed(v) ||
                           (made->scouting_count <= made->def.scouting_count &&
                            made->slots.count - made->scouting_count <= made->def.max_goals),
                       "there are more goals than the definition says");
    wendi_visit_expect(v, wendi_visitor_has_failed(v) || wendi_reader_is_done(v->reader),
                       "there are bytes behind the commander");
    return wendi_visitor_result(v);
}

wend_result wend_commander_load(const wend_commander_def *def, const uint8_t *bytes, size_t count,
                                wend_commander **commander)
{
    static const char function[] = "wend_commander_load";
    wend_commander_def from = wend_commander_def_default();
    const uint32_t cookie = from.cookie;
    from = def == NULL ? from : *def;
    if (commander != NULL) {
        *commander = NULL;
    }
    if (!wendi_has_cookie(from.cookie, cookie, from.message, function,
                          "wend_commander_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *message = from.message;
    wendi_message_clear(message);
    if (commander == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(message, function, commander == NULL ? "commander" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION,
                                "there are bytes behind the commander", &content, &version,
                                &reason) != WEND_OK) {
        return wendi_fail_reason(message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_commander *made = NULL;
    wendi_visitor v = wendi_visitor_reading(&content);
    const wend_result result = read_commander(&v, &from, &made);
    if (result != WEND_OK) {
        wend_commander_destroy(made);
        return wendi_fail_reason(message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *commander = made;
    return WEND_OK;
}

/* ---- pictures ---- */

static void draw_cells(const wend_commander *commander, const wend_draw *draw)
{
    const uint32_t cells = (uint32_t)(commander->def.width * commander->def.height);
    const double half = commander->def.cell_size / 2;
    for (uint32_t i = 0; i < cells && draw->cells != NULL; i++) {
        const wend_vec2 at = wendi_commander_cell_centre(commander, i);
        draw->cells(draw->context, (wend_vec2){at.x - half, at.y - half},
                    (wend_vec2){at.x + half, at.y + half}, WEND_MEANING_REACH,
                    wendi_commander_unseen_part(commander, &commander->cells[i]));
    }
}

wend_result wend_commander_draw(const wend_commander *commander, const wend_draw *draw)
{
    if (commander == NULL || draw == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    draw_cells(commander, draw);
    for (uint32_t i = 0; i < commander->slots.limit; i++) {
        if (!wendi_slots_is_used(&commander->slots, i)) {
            continue;
        }
        const wend_commander_goal *goal = &commander->goals[i].it;
        if (draw->circle != NULL) {
            draw->circle(draw->context, goal->position, 0, WEND_MEANING_GOAL, 0);
        }
        if (draw->text != NULL) {
            draw->text(draw->context, goal->position, wendi_format_number(goal->value).text,
                       WEND_MEANING_NOTE);
        }
    }
    for (uint32_t i = 0; i < commander->group_count; i++) {
        const wendi_commander_group *group = &commander->groups[i];
        if (draw->circle != NULL) {
            draw->circle(draw->context, group->it.position, 0, WEND_MEANING_AGENT, 0);
        }
        if (draw->line != NULL && group->goal >= 0) {
            draw->line(draw->context, group->it.position, commander->goals[group->goal].it.position,
                       WEND_MEANING_PREFERRED, 0);
        }
    }
    for (uint32_t i = 0; i < commander->enemy_count && draw->circle != NULL; i++) {
        draw->circle(draw->context, commander->enemies[i].position, 0, WEND_MEANING_ITEM,
                     commander->enemies[i].kind);
    }
    return WEND_OK;
}
