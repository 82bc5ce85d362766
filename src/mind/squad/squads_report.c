/* What members remember becomes what their squad knows: of each enemy the newest record of all members.
 * Cost: linear in the records of the members, times the enemies that a squad has room for where these do
 * not suffice. */
#include "mind/squad/squad.h"

#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "wend/memory.h"

#include <string.h>

/* A record, and the member that remembers it. */
typedef struct told_record {
    wend_memory memory;
    uint64_t member;
} told_record;

/* The records of all members, and the pairs that sort them by subject. */
typedef struct squad_report {
    told_record *records;
    wendi_sort_pair *pairs; /* [2 * capacity] */
    wend_memory *list;      /* [capacity], of one member */
    wend_squad_enemy *enemies;
    size_t capacity, count;
    uint32_t enemy_count, enemy_capacity;
} squad_report;

static wend_memory_query query_of(uint32_t team)
{
    wend_memory_query query = wend_memory_query_default();
    query.teams = WEND_MEMORY_TEAMS_OTHERS;
    query.team = team;
    query.is_gone_found = true;
    return query;
}

static bool reserve(squad_report *r, const wend_allocator *allocator)
{
    r->records = wendi_alloc_items(allocator, r->capacity, sizeof *r->records);
    r->pairs = wendi_alloc_items(allocator, 2 * r->capacity, sizeof *r->pairs);
    r->list = wendi_alloc_items(allocator, r->capacity, sizeof *r->list);
    r->enemies = wendi_alloc_items(allocator, r->enemy_capacity, sizeof *r->enemies);
    return r->records != NULL && r->pairs != NULL && r->list != NULL && r->enemies != NULL;
}

static void release(squad_report *r, const wend_allocator *allocator)
{
    wendi_free(allocator, r->records, r->capacity * sizeof *r->records);
    wendi_free(allocator, r->pairs, 2 * r->capacity * sizeof *r->pairs);
    wendi_free(allocator, r->list, r->capacity * sizeof *r->list);
    wendi_free(allocator, r->enemies, r->enemy_capacity * sizeof *r->enemies);
}

static uint64_t tick_of(const wend_memory *it)
{
    return it->is_gone ? it->gone_tick : it->last_tick;
}

/* The order of wend_memories_share. */
static bool is_newer(const told_record *a, const told_record *b)
{
    const wend_memory *p = &a->memory, *q = &b->memory;
    if (tick_of(p) != tick_of(q)) {
        return tick_of(p) > tick_of(q);
    }
    if (p->is_gone != q->is_gone) {
        return p->is_gone;
    }
    if (p->certainty > q->certainty || p->certainty < q->certainty) {
        return p->certainty > q->certainty;
    }
    return p->source != q->source ? p->source < q->source : a->member < b->member;
}

/* Health is not remembered: that which the squad knew, or 1. */
static double health_of(const wend_squads *squads, const wendi_squad *squad, uint64_t number)
{
    const wend_squad_enemy *known = wendi_squad_enemies(squads, squad);
    for (uint32_t i = 0; i < squad->enemy_count; i++) {
        if (known[i].number == number) {
            return known[i].health;
        }
    }
    return 1;
}

/* Adds an enemy behind those of smaller numbers; where all places are taken the weakest is left out.
 * @return false: one was left out. */
static bool add_enemy(squad_report *r, const wend_squad_enemy *enemy)
{
    if (r->enemy_count < r->enemy_capacity) {
        r->enemies[r->enemy_count++] = *enemy;
        return true;
    }
    uint32_t least = 0;
    for (uint32_t i = 1; i < r->enemy_count; i++) {
        if (r->enemies[i].strength * r->enemies[i].certainty <=
            r->enemies[least].strength * r->enemies[least].certainty) {
            least = i;
        }
    }
    if (enemy->strength * enemy->certainty >
        r->enemies[least].strength * r->enemies[least].certainty) {
        memmove(&r->enemies[least], &r->enemies[least + 1],
                (r->enemy_count - 1 - least) * sizeof *r->enemies);
        r->enemies[r->enemy_count - 1] = *enemy;
    }
    return false;
}

/* The newest record of each subject. @return false: not all enemies had a place. */
static bool choose(squad_report *r, const wend_squads *squads, const wendi_squad *squad)
{
    bool has_all = true;
    for (size_t i = 0; i < r->count; i++) {
        r->pairs[i] = (wendi_sort_pair){r->records[i].memory.subject, (uint32_t)i};
    }
    wendi_sort_pairs(r->pairs, r->pairs + r->capacity, r->count);
    for (size_t first = 0, next; first < r->count; first = next) {
        const told_record *best = &r->records[r->pairs[first].value];
        for (next = first + 1; next < r->count && r->pairs[next].key == r->pairs[first].key;
             next++) {
            const told_record *other = &r->records[r->pairs[next].value];
            best = is_newer(other, best) ? other : best;
        }
        const wend_memory *it = &best->memory;
        if (!it->is_gone && it->danger > 0) {
            const wend_squad_enemy enemy = {.number = it->subject,
                                            .position = {it->position.x, it->position.y},
                                            .strength = it->danger,
                                            .health = health_of(squads, squad, it->subject),
                                            .certainty = it->certainty};
            has_all = add_enemy(r, &enemy) && has_all;
        }
    }
    return has_all;
}

wend_result wend_squads_report_memories(wend_squads *squads, wend_squad_id id,
                                        const wend_memories *memories, uint32_t team)
{
    static const char function[] = "wend_squads_report_memories";
    wend_result result;
    wendi_squad *squad =
        wendi_squads_begin_edit(squads, id, memories, "memories", function, &result);
    if (squad == NULL) {
        return result;
    }
    const wendi_trooper *troopers = wendi_squad_troopers(squads, squad);
    const wend_memory_query query = query_of(team);
    squad_report report = {.enemy_capacity = squads->max_enemies};
    for (uint32_t i = 0; i < squad->member_count; i++) {
        size_t count = 0; /* of a member without a memory, too */
        (void)wend_memories_list(memories, troopers[i].member.agent, &query, NULL, 0, &count);
        report.capacity += count;
    }
    bool has_all = true;
    if (report.capacity > 0 && report.enemy_capacity > 0) {
        if (!reserve(&report, &squads->allocator)) {
            release(&report, &squads->allocator);
            return wendi_fail_plain(&squads->message, function, WEND_ERROR_MEMORY);
        }
        for (uint32_t i = 0; i < squad->member_count; i++) {
            const uint64_t member = troopers[i].member.agent;
            size_t count = 0;
            (void)wend_memories_list(memories, member, &query, report.list, report.capacity,
                                     &count);
            for (size_t j = 0; j < count; j++) {
                report.records[report.count++] = (told_record){report.list[j], member};
            }
        }
        has_all = choose(&report, squads, squad);
        memcpy(wendi_squad_enemies(squads, squad), report.enemies,
               report.enemy_count * sizeof *report.enemies);
        release(&report, &squads->allocator);
    }
    squad->enemy_count = report.enemy_count;
    return has_all ? WEND_OK : WEND_TRUNCATED;
}
