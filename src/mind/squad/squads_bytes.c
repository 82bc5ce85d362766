/* Squads: hash, save, load.
 *
 * Bytes: one section of bytes.h, magic "WSQD", version 1, with these numbers, little-endian: the five
 * counts of the definition u32, the tick u64, the squads in use u32; then each squad up to there, free ones
 * with their generation alone: its fields, members, enemies and seen cells in the order of the visits
 * below. */
#include "mind/squad/squad.h"

#include "base/core/message.h"
#include "base/core/visitor.h"
#include "wend/walls.h"

#include <string.h>

enum { MAGIC = 0x44515357, VERSION = 1, SQUAD_BYTES = 8, PARTS = 2, STAGES = 2 };

static const double FAR = 4294967296.0; /* no position that follows from others is farther */

static bool is_position(wend_vec2 at)
{
    return at.x >= -FAR && at.x <= FAR && at.y >= -FAR && at.y <= FAR;
}

static void visit_place(wendi_visitor *v, wend_vec2 *at)
{
    wendi_visit_vec2(v, at);
    wendi_visit_expect(v, is_position(*at), "a position is out of range");
}

static void visit_heading(wendi_visitor *v, double *heading)
{
    wendi_visit_f64(v, heading);
    wendi_visit_expect(v, *heading >= -FAR && *heading <= FAR, "a heading is out of range");
}

static void visit_def(wendi_visitor *v, wend_squad_def *it)
{
    wendi_visit_u32(v, &it->files);
    wendi_visit_f64(v, &it->spacing);
    wendi_visit_f64(v, &it->arrival);
    wendi_visit_f64(v, &it->retreat_ratio);
    wendi_visit_f64(v, &it->return_ratio);
    wendi_visit_f64(v, &it->threat_range);
    wendi_visit_f64(v, &it->retreat_distance);
    wendi_visit_f64(v, &it->spread_limit);
    wendi_visit_f64(v, &it->engage_range);
    wendi_visit_f64(v, &it->bound);
    wendi_visit_f64(v, &it->flank_distance);
    wendi_visit_f64(v, &it->keep_target);
    wendi_visit_wide_bool(v, &it->is_captain_protected);
    wendi_visit_wide_bool(v, &it->has_rally);
    wendi_visit_vec2(v, &it->rally);
    wendi_visit_u64(v, &it->user);
    if (wendi_visitor_is_reading(v)) {
        it->cookie = wend_squad_def_default().cookie;
        wendi_visit_expect(v, wendi_squad_check_def(it, NULL, "") == WEND_OK,
                           "the definition of a squad is out of range");
    }
}

static void visit_order(wendi_visitor *v, const wend_squads *squads, wend_squad_order *it)
{
    it->kind = (wend_squad_order_kind)wendi_visit_code(v, (uint32_t)it->kind, WEND_SQUAD_SCOUT);
    it->tactic = (wend_squad_tactic)wendi_visit_code(v, (uint32_t)it->tactic, WEND_SQUAD_BOUNDING);
    wendi_visit_vec2(v, &it->at);
    wendi_visit_vec2(v, &it->low);
    wendi_visit_vec2(v, &it->high);
    wendi_visit_f64(v, &it->radius);
    wendi_visit_f64(v, &it->heading);
    wendi_visit_wide_bool(v, &it->has_heading);
    wendi_visit_u32(v, &it->danger_profile);
    wendi_visit_u64(v, &it->target);
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        const wend_squad_order read = *it;
        const bool is_plain =
            wendi_squad_check_order(squads, it, NULL, "") == WEND_OK &&
            (it->kind == WEND_SQUAD_SCOUT ||
             (wendi_vec2_is_same(read.low, it->low) && wendi_vec2_is_same(read.high, it->high))) &&
            !(read.heading < it->heading) && !(read.heading > it->heading);
        /* A squad without an order has a radius of 0. */
        it->radius = read.radius;
        it->heading = read.heading;
        it->low = read.low;
        it->high = read.high;
        wendi_visit_expect(v, is_plain, "an order is out of range");
    }
}

static void visit_assignment(wendi_visitor *v, wend_squad_assignment *it)
{
    it->action = (wend_squad_action)wendi_visit_code(v, (uint32_t)it->action, WEND_SQUAD_DO_SCOUT);
    it->reason = (wend_squad_reason)wendi_visit_code(v, (uint32_t)it->reason, WEND_SQUAD_BY_TURN);
    visit_place(v, &it->position);
    visit_heading(v, &it->heading);
    wendi_visit_wide_bool(v, &it->has_target);
    wendi_visit_u64(v, &it->target);
    wendi_visit_u32(v, &it->slot);
    wendi_visit_u32(v, &it->danger_profile);
}

static void visit_trooper(wendi_visitor *v, const wendi_squad *squad, wendi_trooper *it)
{
    wendi_visit_u64(v, &it->member.agent);
    it->member.kind =
        (wend_unit_kind)wendi_visit_code(v, (uint32_t)it->member.kind, WEND_UNIT_RANGED);
    uint32_t rank = (uint32_t)it->member.rank;
    wendi_visit_u32(v, &rank);
    it->member.rank = (int32_t)rank;
    wendi_visit_f64(v, &it->member.strength);
    wendi_visit_f64(v, &it->member.range);
    wendi_visit_f64(v, &it->member.radius);
    wendi_visit_u32(v, &it->member.roles);
    wendi_visit_vec2(v, &it->state.position);
    wendi_visit_f64(v, &it->state.health);
    wendi_visit_f64(v, &it->state.speed);
    wendi_visit_f64(v, &it->state.ammunition);
    wendi_visit_wide_bool(v, &it->state.is_alive);
    wendi_visit_wide_bool(v, &it->state.is_in_contact);
    visit_assignment(v, &it->assignment);
    wendi_visit_u32(v, &it->slot);
    wendi_visit_u32(v, &it->part);
    wendi_visit_u32(v, &it->stage);
    wendi_visit_u32(v, &it->cell1);
    wendi_visit_wide_bool(v, &it->has_state);
    wendi_visit_wide_bool(v, &it->has_shot);
    wendi_visit_u64(v, &it->shot);
    visit_place(v, &it->shot_at);
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v,
                           wendi_squad_check_member(&it->member, NULL, "") == WEND_OK &&
                               it->member.radius > 0 && it->member.roles != 0 &&
                               wendi_squad_check_state(&it->state, NULL, "") == WEND_OK,
                           "a member is out of range");
        const bool needs_slot = squad->has_place && !squad->is_dirty;
        wendi_visit_expect(
            v,
            (it->slot < squad->member_count || (it->slot == WEND_SQUAD_SLOT_NONE && !needs_slot)) &&
                it->part < PARTS && it->stage <= STAGES &&
                it->cell1 <= squad->columns * squad->rows && (it->has_state || it->cell1 == 0),
            "the state of a member makes no sense");
    }
}

static void visit_enemy(wendi_visitor *v, wend_squad_enemy *it)
{
    wendi_visit_u64(v, &it->number);
    wendi_visit_vec2(v, &it->position);
    wendi_visit_f64(v, &it->strength);
    wendi_visit_f64(v, &it->health);
    wendi_visit_f64(v, &it->certainty);
    if (wendi_visitor_is_reading(v)) {
        wendi_visit_expect(v, wendi_squad_check_enemy(it, NULL, "") == WEND_OK,
                           "an enemy is out of range");
    }
}

static void visit_fields(wendi_visitor *v, const wend_squads *squads, wendi_squad *it)
{
    bool *const flags[] = {&it->has_captain, &it->has_leader,    &it->is_leader_set,
                           &it->is_dirty,    &it->has_begun,     &it->has_place,
                           &it->is_done,     &it->is_retreating, &it->is_regrouping,
                           &it->has_parts,   &it->has_bounded};
    visit_def(v, &it->def);
    visit_order(v, squads, &it->order);
    wendi_visit_u32(v, &it->member_count);
    wendi_visit_u32(v, &it->enemy_count);
    wendi_visit_u64(v, &it->captain);
    wendi_visit_u64(v, &it->leader);
    wendi_visit_u64(v, &it->flank_target);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        wendi_visit_wide_bool(v, flags[i]);
    }
    visit_place(v, &it->start);
    visit_place(v, &it->goal);
    visit_place(v, &it->centre);
    visit_heading(v, &it->heading);
    double *const sizes[] = {&it->spread, &it->strength, &it->threat, &it->lines[0], &it->lines[1]};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        wendi_visit_f64(v, sizes[i]);
        wendi_visit_expect(v, *sizes[i] >= 0 && *sizes[i] <= 2 * FAR, "a measure is out of range");
    }
    wendi_visit_f64(v, &it->side);
    wendi_visit_u32(v, &it->moving);
    wendi_visit_u32(v, &it->columns);
    wendi_visit_u32(v, &it->rows);
    wendi_visit_u32(v, &it->seen_count);
    if (wendi_visitor_is_reading(v) && !wendi_visitor_has_failed(v)) {
        uint32_t columns = 0, rows = 0;
        if (it->order.kind == WEND_SQUAD_SCOUT) {
            (void)wendi_squad_cells(&it->order, squads->max_cells, &columns, &rows);
        }
        wendi_visit_expect(v,
                           it->member_count <= squads->max_members &&
                               it->enemy_count <= squads->max_enemies && it->moving < PARTS &&
                               it->side >= -1 && it->side <= 1 && it->columns == columns &&
                               it->rows == rows,
                           "the state of a squad makes no sense");
    }
}

/* Numbers rise; captain and leader are members; as many cells are seen as counted. */
static bool is_sound(const wend_squads *squads, const wendi_squad *it)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, it);
    const wend_squad_enemy *enemies = wendi_squad_enemies(squads, it);
    bool captain = !it->has_captain, leader = !it->has_leader;
    uint32_t seen = 0;
    for (uint32_t i = 0; i < it->member_count; i++) {
        captain = captain || it->captain == troopers[i].member.agent;
        leader = leader || it->leader == troopers[i].member.agent;
        if (i > 0 && troopers[i].member.agent <= troopers[i - 1].member.agent) {
            return false;
        }
    }
    for (uint32_t j = 1; j < it->enemy_count; j++) {
        if (enemies[j].number <= enemies[j - 1].number) {
            return false;
        }
    }
    for (uint32_t cell = 0; cell < it->columns * it->rows; cell++) {
        const uint8_t mark = wendi_squad_seen(squads, it)[cell];
        if (mark > 1) {
            return false;
        }
        seen += mark;
    }
    return captain && leader && (it->has_leader || !it->is_leader_set) && seen == it->seen_count;
}

static void visit_squad(wendi_visitor *v, const wend_squads *squads, wendi_squad *it)
{
    const bool is_reading = wendi_visitor_is_reading(v);
    wendi_squad fields = *it;
    wendi_visit_u32(v, &fields.generation);
    wendi_visit_wide_bool(v, &fields.is_used);
    if (fields.is_used) {
        visit_fields(v, squads, &fields);
    }
    if (wendi_visitor_has_failed(v)) {
        return; /* the counts of what follows are not those of a squad */
    }
    if (is_reading) {
        *it = fields;
    }
    if (!fields.is_used) {
        return;
    }
    for (uint32_t i = 0; i < it->member_count && !wendi_visitor_has_failed(v); i++) {
        wendi_trooper trooper = wendi_squad_troopers(squads, it)[i];
        visit_trooper(v, it, &trooper);
        if (is_reading) {
            wendi_squad_troopers(squads, it)[i] = trooper;
        }
    }
    for (uint32_t j = 0; j < it->enemy_count && !wendi_visitor_has_failed(v); j++) {
        wend_squad_enemy enemy = wendi_squad_enemies(squads, it)[j];
        visit_enemy(v, &enemy);
        if (is_reading) {
            wendi_squad_enemies(squads, it)[j] = enemy;
        }
    }
    wendi_visit_u8_array(v, wendi_squad_seen(squads, it), (size_t)it->columns * it->rows);
    if (is_reading && !wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, is_sound(squads, it), "the parts of a squad do not fit");
    }
}

static void visit_head(wendi_visitor *v, wend_squads *it)
{
    wendi_visit_u32(v, &it->max_squads);
    wendi_visit_u32(v, &it->max_members);
    wendi_visit_u32(v, &it->max_enemies);
    wendi_visit_u32(v, &it->max_cells);
    wendi_visit_u32(v, &it->max_edits);
    wendi_visit_u64(v, &it->tick);
    wendi_visit_u32(v, &it->used);
}

/* Only reading changes what is visited. */
static void visit_squads(wendi_visitor *v, const wend_squads *squads)
{
    wend_squads head = *squads;
    visit_head(v, &head);
    for (uint32_t i = 0; i < squads->used; i++) {
        visit_squad(v, squads, &squads->squads[i]);
    }
}

uint64_t wend_squads_hash(const wend_squads *squads)
{
    wendi_visitor v = wendi_visitor_hashing(wend_hash_begin());
    if (squads == NULL) {
        return 0;
    }
    visit_squads(&v, squads);
    return v.hash;
}

static void write_squads(const void *object, wendi_writer *writer)
{
    wendi_visitor v = wendi_visitor_writing(writer);
    visit_squads(&v, object);
}

wend_result wend_squads_save(const wend_squads *squads, uint8_t *bytes, size_t capacity,
                             size_t *count)
{
    return wendi_save_object(squads, write_squads, MAGIC, VERSION, bytes, capacity, count);
}

/* ---- load ---- */

static bool are_numbers_distinct(wend_squads *squads)
{
    for (uint32_t s = 0; s < squads->used; s++) {
        const wendi_squad *squad = &squads->squads[s];
        for (uint32_t i = 0; i < squad->member_count; i++) {
            const uint64_t agent = wendi_squad_troopers(squads, squad)[i].member.agent;
            if (wendi_agent_table_find(&squads->table, agent) != WENDI_AGENT_NONE) {
                return false;
            }
            squads->squad_of[squads->table.count] = s;
            wendi_agent_table_add(&squads->table, agent);
        }
    }
    return true;
}

static void read_squads(wendi_visitor *v, wend_squads *made)
{
    wendi_visit_part(v, "the data ends within the squads");
    visit_head(v, made);
    const bool is_head_sound =
        made->max_squads >= 1 && made->max_squads <= WEND_SQUADS_MAX && made->max_members >= 1 &&
        made->max_members <= WEND_SQUAD_MEMBERS_MAX && made->max_enemies >= 1 &&
        made->max_enemies <= WEND_SQUAD_ENEMIES_MAX && made->max_cells >= 1 &&
        made->max_cells <= WEND_SQUAD_CELLS_MAX && made->max_edits >= 1 &&
        made->max_edits <= WEND_SQUAD_EDITS_MAX && made->used <= made->max_squads;
    wendi_visit_expect(v, is_head_sound, "the counts make no sense");
    wendi_visit_expect(v, made->used <= wendi_reader_remaining(v->reader) / SQUAD_BYTES,
                       "there are fewer squads than the counts say");
    if (wendi_visitor_has_failed(v)) {
        /* Nothing is reserved for counts that make no sense. */
        made->max_squads = made->max_members = made->max_enemies = made->max_cells = 0;
        made->max_edits = made->used = 0;
        return;
    }
    if (!wendi_visit_expect_memory(v, wendi_squads_reserve(made))) {
        return;
    }
    for (uint32_t i = 0; i < made->used && !wendi_visitor_has_failed(v); i++) {
        visit_squad(v, made, &made->squads[i]);
    }
    if (!wendi_visitor_has_failed(v)) {
        wendi_visit_expect(v, are_numbers_distinct(made), "two members have one number");
        wendi_visit_expect(v, wendi_reader_is_done(v->reader), "there are bytes behind the squads");
    }
}

wend_result wend_squads_load(const wend_squads_def *def, const uint8_t *bytes, size_t count,
                             wend_squads **squads)
{
    static const char function[] = "wend_squads_load";
    wend_squads_def from = wend_squads_def_default();
    const uint32_t cookie = from.cookie;
    from = def == NULL ? from : *def;
    if (squads != NULL) {
        *squads = NULL;
    }
    if (!wendi_has_cookie(from.cookie, cookie, from.message, function, "wend_squads_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(from.message);
    if (squads == NULL || (bytes == NULL && count > 0)) {
        return wendi_refuse_null(from.message, function, squads == NULL ? "squads" : "bytes");
    }
    wendi_reader content;
    wend_message reason = {0};
    uint32_t version;
    if (wendi_read_only_section(bytes, count, MAGIC, VERSION, "there are bytes behind the squads",
                                &content, &version, &reason) != WEND_OK) {
        return wendi_fail_reason(from.message, function, WEND_ERROR_FILE, reason.text);
    }
    wend_squads *made = wendi_alloc_zero(&from.allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(from.message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = from.allocator;
    made->mind = from.mind;
    made->danger = from.danger;
    made->user = from.user;
    wendi_visitor v = wendi_visitor_reading(&content);
    read_squads(&v, made);
    const wend_result result = wendi_visitor_result(&v);
    if (result != WEND_OK) {
        wend_squads_destroy(made);
        return wendi_fail_reason(from.message, function, result,
                                 result == WEND_ERROR_FILE ? v.reason : NULL);
    }
    *squads = made;
    return WEND_OK;
}
