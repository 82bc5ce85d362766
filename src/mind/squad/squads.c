/* Squads: memory, membership, orders, and the edits of minds, which wait for the end of the update.
 * Cost: finding an agent takes constant time; joining and leaving are linear in the squad. */
#include "mind/squad/squad.h"

#include "base/core/message.h"
#include "crowd/assignment/assignment.h"

#include <string.h>

enum { COOKIE = 0x53514431, EVENTS_OF_SQUAD = 8 };

wend_squads_def wend_squads_def_default(void)
{
    wend_squads_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.max_squads = 16;
    def.max_members = 16;
    def.max_enemies = 32;
    def.max_cells = 256;
    def.max_edits = 64;
    return def;
}

/* ---- memory ---- */

/* The arrays of squads: where, how many, of which size. */
typedef struct squads_array {
    void **items;
    size_t count, bytes;
} squads_array;

enum { ARRAY_COUNT = 18 };

static void list_arrays(wend_squads *it, squads_array arrays[ARRAY_COUNT])
{
    const size_t squads = it->max_squads, members = it->max_members, enemies = it->max_enemies;
    const size_t columns = wendi_squads_columns(it);
    const squads_array all[ARRAY_COUNT] = {
        {(void **)&it->squads, squads, sizeof *it->squads},
        {(void **)&it->troopers, squads * members, sizeof *it->troopers},
        {(void **)&it->enemies, squads * enemies, sizeof *it->enemies},
        {(void **)&it->seen, squads * it->max_cells, 1},
        {(void **)&it->squad_of, it->table.capacity, sizeof *it->squad_of},
        {(void **)&it->events, squads * (members + EVENTS_OF_SQUAD), sizeof *it->events},
        {(void **)&it->edits, it->max_edits, sizeof *it->edits},
        {(void **)&it->costs, members * columns, sizeof *it->costs},
        {&it->solver, it->solver_bytes, 1},
        {(void **)&it->lists, 3 * columns, sizeof *it->lists},
        {(void **)&it->slots, members, sizeof *it->slots},
        {(void **)&it->focus.damage, members * enemies, sizeof *it->focus.damage},
        {(void **)&it->focus.bonus, members * enemies, sizeof *it->focus.bonus},
        {(void **)&it->focus.health, 2 * enemies, sizeof *it->focus.health},
        {(void **)&it->focus.before, members, sizeof *it->focus.before},
        {(void **)&it->scratch.sums, enemies, sizeof *it->scratch.sums},
        {(void **)&it->scratch.trial, 2 * members, sizeof *it->scratch.trial},
        {(void **)&it->scratch.order, enemies, sizeof *it->scratch.order}};
    memcpy(arrays, all, sizeof all);
}

bool wendi_squads_reserve(wend_squads *it)
{
    squads_array arrays[ARRAY_COUNT];
    size_t square = 0, wide = 0;
    if (!wendi_assignment_scratch_bytes(it->max_members, it->max_members, &square) ||
        !wendi_assignment_scratch_bytes(it->max_members, wendi_squads_columns(it), &wide)) {
        return false;
    }
    /* More scouts than cells have a copy of the costs. */
    it->solver_bytes = (square > wide ? square : wide) +
                       (size_t)it->max_members * it->max_members * sizeof(double);
    if (!wendi_agent_table_create(&it->table,
                                  wendi_agent_table_capacity(it->max_squads * it->max_members),
                                  &it->allocator)) {
        return false;
    }
    list_arrays(it, arrays);
    bool is_done = true;
    for (int i = 0; i < ARRAY_COUNT; i++) {
        *arrays[i].items = wendi_alloc_items_zero(&it->allocator, arrays[i].count, arrays[i].bytes);
        is_done = is_done && *arrays[i].items != NULL;
    }
    if (is_done) {
        it->focus.worth = &it->focus.health[it->max_enemies];
        it->targets = &it->scratch.trial[it->max_members];
    }
    return is_done;
}

static wend_result check_squads_def(const wend_squads_def *def, const char *function)
{
    const struct {
        const char *name;
        uint32_t value, most;
    } fields[] = {{"max_squads", def->max_squads, WEND_SQUADS_MAX},
                  {"max_members", def->max_members, WEND_SQUAD_MEMBERS_MAX},
                  {"max_enemies", def->max_enemies, WEND_SQUAD_ENEMIES_MAX},
                  {"max_cells", def->max_cells, WEND_SQUAD_CELLS_MAX},
                  {"max_edits", def->max_edits, WEND_SQUAD_EDITS_MAX}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i].value < 1 || fields[i].value > fields[i].most) {
            return wendi_refuse(def->message, function, fields[i].name, fields[i].value, 1,
                                fields[i].most);
        }
    }
    return WEND_OK;
}

wend_result wend_squads_create(const wend_squads_def *def, wend_squads **squads)
{
    static const char function[] = "wend_squads_create";
    if (squads != NULL) {
        *squads = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_squads_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    if (check_squads_def(def, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (squads == NULL) {
        return wendi_refuse_null(def->message, function, "squads");
    }
    wend_squads *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->max_squads = def->max_squads;
    made->max_members = def->max_members;
    made->max_enemies = def->max_enemies;
    made->max_cells = def->max_cells;
    made->max_edits = def->max_edits;
    made->mind = def->mind;
    made->danger = def->danger;
    made->user = def->user;
    if (!wendi_squads_reserve(made)) {
        wend_squads_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    *squads = made;
    return WEND_OK;
}

void wend_squads_destroy(wend_squads *squads)
{
    if (squads == NULL) {
        return;
    }
    squads_array arrays[ARRAY_COUNT];
    const wend_allocator allocator = squads->allocator;
    list_arrays(squads, arrays);
    for (int i = 0; i < ARRAY_COUNT; i++) {
        wendi_free(&allocator, *arrays[i].items, arrays[i].count * arrays[i].bytes);
    }
    wendi_agent_table_destroy(&squads->table, &allocator);
    wendi_free(&allocator, squads, sizeof *squads);
}

size_t wend_squads_memory_bytes(const wend_squads *squads)
{
    if (squads == NULL) {
        return 0;
    }
    wend_squads copy = *squads;
    squads_array arrays[ARRAY_COUNT];
    list_arrays(&copy, arrays);
    size_t bytes = sizeof *squads + wendi_agent_table_bytes(squads->table.capacity);
    for (int i = 0; i < ARRAY_COUNT; i++) {
        bytes += arrays[i].count * arrays[i].bytes;
    }
    return bytes;
}

const char *wend_squads_error(const wend_squads *squads)
{
    return squads == NULL ? "" : squads->message.text;
}

/* ---- finding ---- */

wendi_squad *wendi_squads_find(const wend_squads *squads, wend_squad_id id)
{
    if (id.index1 == 0 || id.index1 > squads->used) {
        return NULL;
    }
    wendi_squad *squad = &squads->squads[id.index1 - 1];
    return squad->is_used && squad->generation == id.generation ? squad : NULL;
}

/* Index of the first trooper whose number is not below this one. */
static uint32_t place_of(const wend_squads *squads, const wendi_squad *squad, uint64_t agent)
{
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    uint32_t low = 0, high = squad->member_count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (troopers[middle].member.agent < agent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

wendi_trooper *wendi_squads_find_trooper(const wend_squads *squads, uint64_t agent,
                                         wendi_squad **squad)
{
    const int32_t index = wendi_agent_table_find(&squads->table, agent);
    if (index == WENDI_AGENT_NONE) {
        *squad = NULL;
        return NULL;
    }
    *squad = &squads->squads[squads->squad_of[index]];
    return &wendi_squad_troopers(squads, *squad)[place_of(squads, *squad, agent)];
}

/* ---- edits ---- */

static wend_result refuse_squad(wend_squads *squads, const char *function, wend_squad_id id)
{
    return wendi_refuse_id(&squads->message, function, "squad", id.index1, id.generation);
}

static wend_result refuse_agent(wend_squads *squads, const char *function, uint64_t agent)
{
    return wendi_fail(&squads->message, WEND_ERROR_STALE, "%s: agent %llu is in no squad", function,
                      (unsigned long long)agent);
}

/* For calls that minds may make: queued while one of them runs. @return WEND_OK: to be done now. */
static wend_result queue(wend_squads *squads, const wendi_squad_edit *edit, const char *function)
{
    if (!squads->is_updating) {
        return WEND_OK;
    }
    if (!squads->is_minding) {
        return WEND_ERROR_BUSY;
    }
    if (squads->edit_count == squads->max_edits) {
        return wendi_fail(&squads->message, WEND_ERROR_FULL, "%s: %u edits are queued, the most",
                          function, (unsigned)squads->max_edits);
    }
    squads->edits[squads->edit_count++] = *edit;
    return WEND_IN_PROGRESS;
}

void wendi_squads_run_edits(wend_squads *squads)
{
    for (uint32_t i = 0; i < squads->edit_count; i++) {
        const wendi_squad_edit *edit = &squads->edits[i];
        switch (edit->kind) {
        case WENDI_SQUAD_EDIT_JOIN:
            (void)wend_squads_join(squads, edit->squad, &edit->member);
            break;
        case WENDI_SQUAD_EDIT_LEAVE:
            (void)wend_squads_leave(squads, edit->member.agent);
            break;
        case WENDI_SQUAD_EDIT_MERGE:
            (void)wend_squads_merge(squads, edit->squad, edit->other);
            break;
        case WENDI_SQUAD_EDIT_REMOVE:
            (void)wend_squads_remove(squads, edit->squad);
            break;
        case WENDI_SQUAD_EDIT_ORDER:
            (void)wend_squads_set_order(squads, edit->squad, &edit->order);
            break;
        case WENDI_SQUAD_EDIT_MOVE:
            (void)wend_squads_move_order(squads, edit->squad, edit->order.at);
            break;
        case WENDI_SQUAD_EDIT_CAPTAIN:
            (void)wend_squads_set_captain(squads, edit->member.agent);
            break;
        default:
            break;
        }
    }
    squads->edit_count = 0;
}

void wendi_squads_drop(wend_squads *squads, wendi_squad *squad, wendi_trooper *trooper)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const uint32_t at = (uint32_t)(trooper - troopers);
    const uint64_t agent = trooper->member.agent;
    const int32_t index = wendi_agent_table_find(&squads->table, agent);
    if (squad->has_captain && squad->captain == agent) {
        squad->has_captain = false;
        squad->captain = 0;
    }
    if (squad->has_leader && squad->leader == agent) {
        squad->has_leader = squad->is_leader_set = false;
        squad->leader = 0;
    }
    squads->squad_of[index] = squads->squad_of[squads->table.count - 1];
    wendi_agent_table_remove(&squads->table, (uint32_t)index);
    squad->member_count--;
    memmove(trooper, trooper + 1, (squad->member_count - at) * sizeof *trooper);
    for (uint32_t i = 0; i < squad->member_count; i++) {
        troopers[i].slot = WEND_SQUAD_SLOT_NONE;
    }
    squad->is_dirty = true;
}

/* Inserts a trooper, whose agent is in no squad; there is room. */
static void insert(wend_squads *squads, wendi_squad *squad, const wendi_trooper *trooper)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const uint32_t at = place_of(squads, squad, trooper->member.agent);
    memmove(&troopers[at + 1], &troopers[at], (squad->member_count - at) * sizeof *troopers);
    troopers[at] = *trooper;
    troopers[at].slot = WEND_SQUAD_SLOT_NONE;
    troopers[at].part = troopers[at].stage = troopers[at].cell1 = 0;
    squad->member_count++;
    squads->squad_of[squads->table.count] = wendi_squad_index(squads, squad);
    wendi_agent_table_add(&squads->table, trooper->member.agent);
    squad->is_dirty = true;
}

static wendi_squad *free_squad(wend_squads *squads)
{
    for (uint32_t i = 0; i < squads->used; i++) {
        if (!squads->squads[i].is_used) {
            return &squads->squads[i];
        }
    }
    return squads->used < squads->max_squads ? &squads->squads[squads->used] : NULL;
}

/* -0 has other bytes than 0. */
static wend_squad_def plain_def(const wend_squad_def *def)
{
    wend_squad_def it = *def;
    double *const fields[] = {&it.spacing,      &it.retreat_ratio,    &it.return_ratio,
                              &it.threat_range, &it.retreat_distance, &it.spread_limit,
                              &it.engage_range, &it.keep_target,      &it.rally.x,
                              &it.rally.y};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        *fields[i] += 0.0;
    }
    return it;
}

static void take_squad(wend_squads *squads, wendi_squad *squad, const wend_squad_def *def)
{
    const uint32_t generation = squad->generation + 1;
    memset(squad, 0, sizeof *squad);
    squad->generation = generation == 0 ? 1 : generation;
    squad->is_used = true;
    squad->def = plain_def(def);
    squad->side = 1;
    const uint32_t used = wendi_squad_index(squads, squad) + 1;
    squads->used = used > squads->used ? used : squads->used;
}

static wend_result refuse_full(wend_squads *squads, const char *function, const char *things,
                               uint32_t most)
{
    return wendi_fail(&squads->message, WEND_ERROR_FULL, "%s: there are %u %s, the most", function,
                      (unsigned)most, things);
}

wend_result wend_squads_add(wend_squads *squads, const wend_squad_def *def, wend_squad_id *id)
{
    static const char function[] = "wend_squads_add";
    if (id != NULL) {
        *id = (wend_squad_id){0, 0};
    }
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (squads->is_updating) {
        return WEND_ERROR_BUSY;
    }
    if (def == NULL || id == NULL) {
        return wendi_refuse_null(&squads->message, function, def == NULL ? "def" : "id");
    }
    if (wendi_squad_check_def(def, &squads->message, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *squad = free_squad(squads);
    if (squad == NULL) {
        return refuse_full(squads, function, "squads", squads->max_squads);
    }
    take_squad(squads, squad, def);
    *id = wendi_squad_id_of(squads, squad);
    return WEND_OK;
}

/* Begins an edit of a squad outside the update. @return the squad, or NULL with a result. */
wendi_squad *wendi_squads_begin_edit(wend_squads *squads, wend_squad_id id, const void *what,
                                     const char *name, const char *function, wend_result *result)
{
    *result = squads == NULL        ? WEND_ERROR_ARGUMENT
              : squads->is_updating ? WEND_ERROR_BUSY
                                    : WEND_OK;
    if (squads == NULL || squads->is_updating) {
        return NULL;
    }
    wendi_squad *squad = wendi_squads_find(squads, id);
    if (squad == NULL) {
        *result = refuse_squad(squads, function, id);
    } else if (what == NULL) {
        *result = wendi_refuse_null(&squads->message, function, name);
    }
    return *result == WEND_OK ? squad : NULL;
}

wend_result wend_squads_set_def(wend_squads *squads, wend_squad_id id, const wend_squad_def *def)
{
    static const char function[] = "wend_squads_set_def";
    wend_result result;
    wendi_squad *squad = wendi_squads_begin_edit(squads, id, def, "def", function, &result);
    if (squad == NULL) {
        return result;
    }
    if (wendi_squad_check_def(def, &squads->message, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    squad->def = plain_def(def);
    squad->is_dirty = true;
    return WEND_OK;
}

wend_result wend_squads_remove(wend_squads *squads, wend_squad_id id)
{
    static const char function[] = "wend_squads_remove";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *squad = wendi_squads_find(squads, id);
    if (squad == NULL) {
        return squads->is_updating && !squads->is_minding ? WEND_ERROR_BUSY
                                                          : refuse_squad(squads, function, id);
    }
    const wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_REMOVE, .squad = id};
    const wend_result result = queue(squads, &edit, function);
    if (result != WEND_OK) {
        return result;
    }
    while (squad->member_count > 0) {
        wendi_squads_drop(squads, squad,
                          &wendi_squad_troopers(squads, squad)[squad->member_count - 1]);
    }
    const uint32_t generation = squad->generation;
    memset(squad, 0, sizeof *squad);
    squad->generation = generation;
    return WEND_OK;
}

wend_result wend_squads_join(wend_squads *squads, wend_squad_id id, const wend_squad_member *member)
{
    static const char function[] = "wend_squads_join";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (member == NULL) {
        return wendi_refuse_null(&squads->message, function, "member");
    }
    if (wendi_squad_check_member(member, &squads->message, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *squad = wendi_squads_find(squads, id);
    if (squad == NULL) {
        return refuse_squad(squads, function, id);
    }
    const wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_JOIN, .squad = id, .member = *member};
    const wend_result result = queue(squads, &edit, function);
    if (result != WEND_OK) {
        return result;
    }
    if (wendi_agent_table_find(&squads->table, member->agent) != WENDI_AGENT_NONE) {
        return wendi_fail(&squads->message, WEND_ERROR_ARGUMENT,
                          "%s: agent %llu is a member of a squad already", function,
                          (unsigned long long)member->agent);
    }
    if (squad->member_count == squads->max_members) {
        return refuse_full(squads, function, "members", squads->max_members);
    }
    wendi_trooper trooper;
    memset(&trooper, 0, sizeof trooper);
    trooper.member = *member;
    trooper.member.strength += 0.0;
    trooper.member.range += 0.0;
    trooper.member.radius = member->radius > 0 ? member->radius : 0.5;
    trooper.member.roles = member->roles == 0 ? (uint32_t)WEND_SQUAD_CAN_ALL : member->roles;
    trooper.state.health = 1;
    trooper.state.is_alive = true;
    trooper.assignment.reason = WEND_SQUAD_BY_NO_STATE;
    trooper.assignment.slot = WEND_SQUAD_SLOT_NONE;
    insert(squads, squad, &trooper);
    return WEND_OK;
}

wend_result wend_squads_leave(wend_squads *squads, uint64_t agent)
{
    static const char function[] = "wend_squads_leave";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *squad;
    wendi_trooper *trooper = wendi_squads_find_trooper(squads, agent, &squad);
    if (trooper == NULL) {
        return refuse_agent(squads, function, agent);
    }
    const wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_LEAVE, .member = {.agent = agent}};
    const wend_result result = queue(squads, &edit, function);
    if (result == WEND_OK) {
        wendi_squads_drop(squads, squad, trooper);
    }
    return result;
}

/* Adds or changes an enemy. @return false: no room. */
static bool put_enemy(wend_squads *squads, wendi_squad *squad, const wend_squad_enemy *enemy)
{
    wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    uint32_t at = 0;
    while (at < squad->enemy_count && enemies[at].number < enemy->number) {
        at++;
    }
    if (at == squad->enemy_count || enemies[at].number != enemy->number) {
        if (squad->enemy_count == squads->max_enemies) {
            return false;
        }
        memmove(&enemies[at + 1], &enemies[at], (squad->enemy_count - at) * sizeof *enemies);
        squad->enemy_count++;
    }
    enemies[at] = *enemy;
    enemies[at].position = wendi_vec2_add(enemy->position, (wend_vec2){0, 0});
    enemies[at].strength += 0.0;
    enemies[at].health += 0.0;
    enemies[at].certainty += 0.0;
    return true;
}

wend_result wend_squads_merge(wend_squads *squads, wend_squad_id into, wend_squad_id from)
{
    static const char function[] = "wend_squads_merge";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *target = wendi_squads_find(squads, into),
                *source = wendi_squads_find(squads, from);
    if (target == NULL || source == NULL) {
        return refuse_squad(squads, function, target == NULL ? into : from);
    }
    if (target == source) {
        return wendi_fail(&squads->message, WEND_ERROR_ARGUMENT,
                          "%s: into and from are the same squad", function);
    }
    const wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_MERGE, .squad = into, .other = from};
    const wend_result result = queue(squads, &edit, function);
    if (result != WEND_OK) {
        return result;
    }
    if (source->member_count > squads->max_members - target->member_count) {
        return refuse_full(squads, function, "members", squads->max_members);
    }
    while (source->member_count > 0) {
        wendi_trooper *last = &wendi_squad_troopers(squads, source)[source->member_count - 1];
        const wendi_trooper trooper = *last;
        wendi_squads_drop(squads, source, last);
        insert(squads, target, &trooper);
    }
    for (uint32_t j = 0; j < source->enemy_count; j++) {
        (void)put_enemy(squads, target, &wendi_squad_enemies(squads, source)[j]);
    }
    return wend_squads_remove(squads, from);
}

wend_result wend_squads_split(wend_squads *squads, wend_squad_id from, const uint64_t *agents,
                              size_t count, wend_squad_id *id)
{
    static const char function[] = "wend_squads_split";
    wend_result result;
    if (id != NULL) {
        *id = (wend_squad_id){0, 0};
    }
    wendi_squad *source =
        wendi_squads_begin_edit(squads, from, agents, "agents", function, &result);
    if (source == NULL) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&squads->message, function, "id");
    }
    if (count < 1 || count > source->member_count) {
        return wendi_refuse(&squads->message, function, "count", (double)count, 1,
                            source->member_count);
    }
    for (size_t i = 0; i < count; i++) {
        wendi_squad *squad;
        bool is_twice = false;
        if (wendi_squads_find_trooper(squads, agents[i], &squad) == NULL) {
            return refuse_agent(squads, function, agents[i]);
        }
        for (size_t j = 0; j < i && !is_twice; j++) {
            is_twice = agents[j] == agents[i];
        }
        if (squad != source || is_twice) {
            return wendi_fail(&squads->message, WEND_ERROR_ARGUMENT, "%s: agent %llu %s", function,
                              (unsigned long long)agents[i],
                              is_twice ? "is given twice" : "is a member of another squad");
        }
    }
    wendi_squad *made = free_squad(squads);
    if (made == NULL) {
        return refuse_full(squads, function, "squads", squads->max_squads);
    }
    take_squad(squads, made, &source->def);
    made->centre = source->centre;
    made->heading = source->heading;
    for (size_t i = 0; i < count; i++) {
        wendi_squad *squad;
        wendi_trooper *it = wendi_squads_find_trooper(squads, agents[i], &squad);
        if (it != NULL) {
            const wendi_trooper trooper = *it;
            wendi_squads_drop(squads, source, it);
            insert(squads, made, &trooper);
        }
    }
    for (uint32_t j = 0; j < source->enemy_count; j++) {
        (void)put_enemy(squads, made, &wendi_squad_enemies(squads, source)[j]);
    }
    *id = wendi_squad_id_of(squads, made);
    return WEND_OK;
}

wend_result wend_squads_set_captain(wend_squads *squads, uint64_t agent)
{
    static const char function[] = "wend_squads_set_captain";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_squad *squad;
    if (wendi_squads_find_trooper(squads, agent, &squad) == NULL) {
        return refuse_agent(squads, function, agent);
    }
    const wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_CAPTAIN, .member = {.agent = agent}};
    const wend_result result = queue(squads, &edit, function);
    if (result == WEND_OK) {
        squad->has_captain = squad->is_dirty = true;
        squad->captain = agent;
    }
    return result;
}

wend_result wend_squads_set_leader(wend_squads *squads, uint64_t agent, bool is_leader)
{
    static const char function[] = "wend_squads_set_leader";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (squads->is_updating) {
        return WEND_ERROR_BUSY;
    }
    wendi_squad *squad;
    if (wendi_squads_find_trooper(squads, agent, &squad) == NULL) {
        return refuse_agent(squads, function, agent);
    }
    if (is_leader) {
        squad->has_leader = squad->is_leader_set = true;
        squad->leader = agent;
    } else if (squad->has_leader && squad->leader == agent) {
        squad->is_leader_set = false;
    }
    return WEND_OK;
}

/* ---- what squads know, orders ---- */

wend_result wend_squads_set_state(wend_squads *squads, uint64_t agent,
                                  const wend_squad_state *state)
{
    static const char function[] = "wend_squads_set_state";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (squads->is_updating) {
        return WEND_ERROR_BUSY;
    }
    wendi_squad *squad;
    wendi_trooper *it = wendi_squads_find_trooper(squads, agent, &squad);
    if (it == NULL) {
        return refuse_agent(squads, function, agent);
    }
    if (state == NULL) {
        return wendi_refuse_null(&squads->message, function, "state");
    }
    if (wendi_squad_check_state(state, &squads->message, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    it->state = *state;
    it->state.position = wendi_vec2_add(state->position, (wend_vec2){0, 0});
    it->state.health += 0.0;
    it->state.speed += 0.0;
    it->state.ammunition += 0.0;
    it->has_state = true;
    return WEND_OK;
}

wend_result wend_squads_set_enemy(wend_squads *squads, wend_squad_id id,
                                  const wend_squad_enemy *enemy)
{
    static const char function[] = "wend_squads_set_enemy";
    wend_result result;
    wendi_squad *squad = wendi_squads_begin_edit(squads, id, enemy, "enemy", function, &result);
    if (squad == NULL) {
        return result;
    }
    if (wendi_squad_check_enemy(enemy, &squads->message, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    return put_enemy(squads, squad, enemy)
               ? WEND_OK
               : refuse_full(squads, function, "known enemies", squads->max_enemies);
}

wend_result wend_squads_forget_enemy(wend_squads *squads, wend_squad_id id, uint64_t number)
{
    static const char function[] = "wend_squads_forget_enemy";
    wend_result result;
    wendi_squad *squad = wendi_squads_begin_edit(squads, id, &number, "number", function, &result);
    if (squad == NULL) {
        return result;
    }
    wend_squad_enemy *enemies = wendi_squad_enemies(squads, squad);
    uint32_t at = 0;
    while (at < squad->enemy_count && enemies[at].number != number) {
        at++;
    }
    if (at == squad->enemy_count) {
        return wendi_fail(&squads->message, WEND_ERROR_ARGUMENT, "%s: enemy %llu is not known",
                          function, (unsigned long long)number);
    }
    squad->enemy_count--;
    memmove(&enemies[at], &enemies[at + 1], (squad->enemy_count - at) * sizeof *enemies);
    return WEND_OK;
}

void wendi_squad_begin(wend_squads *squads, wendi_squad *squad, const wend_squad_order *order)
{
    wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    squad->order = *order;
    squad->order.at = wendi_vec2_add(order->at, (wend_vec2){0, 0});
    squad->order.heading += 0.0;
    squad->has_begun = squad->is_done = squad->is_regrouping = false;
    squad->columns = squad->rows = squad->seen_count = 0;
    if (order->kind == WEND_SQUAD_RETREAT) {
        squad->is_retreating = false;
    }
    if (order->kind == WEND_SQUAD_SCOUT) {
        (void)wendi_squad_cells(order, squads->max_cells, &squad->columns, &squad->rows);
        memset(wendi_squad_seen(squads, squad), 0, (size_t)squad->columns * squad->rows);
    }
    for (uint32_t i = 0; i < squad->member_count; i++) {
        troopers[i].cell1 = 0;
    }
}

/* An edit of an order: checked, then queued or done. */
static wend_result edit_order(wend_squads *squads, wendi_squad_edit *edit, const char *function)
{
    wendi_squad *squad = wendi_squads_find(squads, edit->squad);
    if (squad == NULL) {
        return refuse_squad(squads, function, edit->squad);
    }
    if (wendi_squad_check_order(squads, &edit->order, &squads->message, function) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = queue(squads, edit, function);
    if (result == WEND_OK && edit->kind == WENDI_SQUAD_EDIT_ORDER) {
        wendi_squad_begin(squads, squad, &edit->order);
    } else if (result == WEND_OK) {
        squad->order.at = wendi_vec2_add(edit->order.at, (wend_vec2){0, 0});
        if (squad->has_begun && squad->has_place && squad->order.kind != WEND_SQUAD_REGROUP &&
            squad->order.kind != WEND_SQUAD_HOLD) {
            squad->goal = squad->order.at;
        }
    }
    return result;
}

wend_result wend_squads_set_order(wend_squads *squads, wend_squad_id id,
                                  const wend_squad_order *order)
{
    static const char function[] = "wend_squads_set_order";
    if (squads == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (order == NULL) {
        return wendi_refuse_null(&squads->message, function, "order");
    }
    wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_ORDER, .squad = id, .order = *order};
    return edit_order(squads, &edit, function);
}

wend_result wend_squads_move_order(wend_squads *squads, wend_squad_id id, wend_vec2 at)
{
    wendi_squad_edit edit = {.kind = WENDI_SQUAD_EDIT_MOVE, .squad = id, .order = {.at = at}};
    return squads == NULL ? WEND_ERROR_ARGUMENT
                          : edit_order(squads, &edit, "wend_squads_move_order");
}

wend_result wend_squads_report_seen(wend_squads *squads, wend_squad_id id, wend_vec2 at,
                                    double radius)
{
    static const char function[] = "wend_squads_report_seen";
    wend_result result;
    wendi_squad *squad = wendi_squads_begin_edit(squads, id, &at, "at", function, &result);
    if (squad == NULL) {
        return result;
    }
    if (wendi_check_vec2(&squads->message, function, "at", at) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!(radius >= 0 && radius <= WEND_SQUAD_VALUE_MAX)) {
        return wendi_refuse(&squads->message, function, "radius", radius, 0, WEND_SQUAD_VALUE_MAX);
    }
    wendi_squad_see(squads, squad, at, radius);
    return WEND_OK;
}
