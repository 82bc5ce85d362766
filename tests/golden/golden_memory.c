/* Fingerprints of what agents remember: guards that see, hear, tell and forget. */
#include "golden.h"

enum { AGENTS = 12, SUBJECTS = 20, TICKS = 300, GROUPS = 3 };

static void perceive(wend_memories *memories, uint64_t tick, uint64_t agent)
{
    wend_memory_observation o = wend_memory_observation_default();
    const uint64_t roll = wend_random(31, agent, tick);
    o.subject = roll % SUBJECTS;
    o.kind = (uint32_t)(o.subject % 3);
    o.team = (uint32_t)(o.subject % 2);
    o.position.x = 40 * wend_random_unit(32, o.subject, tick / 50) + 0.1 * (double)(tick % 50);
    o.position.y = 40 * wend_random_unit(33, o.subject, tick / 50);
    o.danger = (double)(o.subject % 5);
    o.certainty = 0.25 + 0.75 * wend_random_unit(34, agent, tick);
    (void)wend_memories_observe(memories, agent, &o);
    if (roll % 11 == 0) {
        (void)wend_memories_report_empty(memories, agent, (wend_vec2){20, 20}, 8, UINT64_MAX, NULL);
    }
}

static uint64_t add_answers(uint64_t hash, const wend_memories *memories, uint64_t agent)
{
    const wend_vec3 centre = {20, 20, 0};
    wend_memory memory;
    wend_vec3 guess;
    double danger;
    if (wend_memories_nearest(memories, agent, centre, NULL, &memory) &&
        wend_memories_guess(memories, agent, memory.subject, NULL, &guess) == WEND_OK) {
        const double numbers[] = {guess.x, guess.y, memory.certainty};
        hash = wend_hash_u64(hash, memory.subject);
        for (int i = 0; i < 3; i++) {
            hash = wend_hash_u64(hash, (uint64_t)(int64_t)(numbers[i] * 1048576));
        }
    }
    if (wend_memories_most_dangerous(memories, agent, centre, NULL, &memory, &danger)) {
        hash = wend_hash_u64(hash, memory.subject);
    }
    return hash;
}

uint64_t golden_memory(void)
{
    wend_memories_def def = wend_memories_def_default();
    wend_memory_kind kind = wend_memory_kind_default();
    wend_memories *memories = NULL;
    uint64_t hash = wend_hash_begin();
    def.record_limit = 8;
    if (wend_memories_create(&def, &memories) != WEND_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < 3; i++) {
        kind.half_life = 20 + 30 * i;
        kind.weight = 1 + i;
        (void)wend_memories_set_kind(memories, i, &kind);
    }
    for (uint64_t a = 0; a < AGENTS; a++) {
        (void)wend_memories_add_agent(memories, a);
        (void)wend_memories_join(memories, a, a % GROUPS);
    }
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        (void)wend_memories_set_tick(memories, tick);
        for (uint64_t a = 0; a < AGENTS; a++) {
            perceive(memories, tick, a);
            hash = add_answers(hash, memories, a);
        }
        (void)wend_memories_share(memories, tick % (4 * GROUPS), NULL);
    }
    hash = wend_hash_u64(hash, wend_memories_hash(memories));
    wend_memories_destroy(memories);
    return hash;
}

/* ---- markers ---- */

uint64_t golden_markers(void)
{
    wend_markers_def def = wend_markers_def_default();
    wend_marker_query query = wend_marker_query_default();
    wend_markers *markers = NULL;
    uint64_t hash = wend_hash_begin();
    def.marker_limit = 500;
    if (wend_markers_create(&def, &markers) != WEND_OK) {
        return 0;
    }
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        (void)wend_markers_set_tick(markers, tick);
        for (uint64_t i = 0; i < 5; i++) {
            wend_marker marker = wend_marker_default();
            marker.kind = (uint32_t)(i % 3);
            marker.position.x = 50 * wend_random_unit(41, i, tick);
            marker.position.y = 50 * wend_random_unit(42, i, tick);
            marker.direction.x = wend_random_unit(43, i, tick) - 0.5;
            marker.source = i;
            marker.lifetime = 20 + 50 * i;
            (void)wend_markers_add(markers, &marker, NULL);
        }
        const wend_vec3 at = {50 * wend_random_unit(44, 0, tick), 25, 0};
        const wend_vec2 ahead = {wend_random_unit(45, 0, tick) - 0.5, 0.4};
        wend_marker_id ids[8];
        size_t count = 0;
        query.kinds = 1 + tick % 7;
        const wend_marker_id nearest = wend_markers_nearest(markers, at, &query);
        (void)wend_markers_in_cone(markers, at, ahead, 0.7, 20, &query, ids, 8, &count);
        hash = wend_hash_u64(hash, nearest.index1 | (uint64_t)nearest.generation << 32);
        hash = wend_hash_u64(hash, count | (uint64_t)(count > 0 ? ids[0].index1 : 0) << 32);
    }
    hash = wend_hash_u64(hash, wend_markers_hash(markers));
    wend_markers_destroy(markers);
    return hash;
}

/* ---- smells ---- */

static uint64_t add_scents(uint64_t hash, const wend_smell *smell, wend_vec2 at)
{
    const wend_smell_id any = {0, 0};
    wend_scent scents[4];
    wend_smell_step next;
    wend_vec2 direction;
    size_t count = 0;
    (void)wend_smell_at(smell, at, NULL, scents, 4, &count);
    for (size_t i = 0; i < count && i < 4; i++) {
        hash = wend_hash_u64(hash, scents[i].source.index1 | (uint64_t)scents[i].age << 32);
        hash = wend_hash_u64(hash, (uint64_t)(scents[i].intensity * 65536));
    }
    if (wend_smell_direction(smell, at, NULL, any, &direction)) {
        hash = wend_hash_u64(hash, (uint64_t)(int64_t)(direction.x * 1000));
    }
    if (wend_smell_follow(smell, at, NULL, any, &next)) {
        hash = wend_hash_u64(hash, next.tick);
    }
    return wend_hash_u64(hash, count);
}

uint64_t golden_smell(void)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_smell_def def = wend_smell_def_default();
    wend_grid *grid = NULL;
    wend_smell *smell = NULL;
    wend_smell_id ids[AGENTS];
    uint64_t hash = wend_hash_begin();
    grid_def.width = 40;
    grid_def.height = 30;
    grid_def.wrap = WEND_WRAP_X;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) {
        return 0;
    }
    def.grid = grid;
    if (wend_smell_create(&def, &smell) == WEND_OK) {
        for (uint32_t i = 0; i < AGENTS; i++) {
            wend_smell_source source = wend_smell_source_default();
            source.kind = i % 3;
            source.radius = 2 + i;
            source.intensity = 1 + i;
            source.leaves_trail = i % 2 == 0;
            (void)wend_smell_add_source(smell, &source, &ids[i]);
        }
        for (uint64_t tick = 1; tick <= TICKS; tick++) {
            const int32_t x = (int32_t)wend_random_below(51, 0, tick, 40);
            const int32_t y = (int32_t)wend_random_below(52, 0, tick, 30);
            (void)wend_smell_set_tick(smell, tick);
            (void)wend_grid_set_cost(grid, 0, x, y, tick % 3 != 0 ? WEND_COST_WALL : 1);
            for (uint32_t i = 0; i < AGENTS; i++) {
                const uint64_t steps = tick * (1 + i % 4) / 4;
                const wend_vec2 to = {0.5 + (double)((7 * i + steps) % 40),
                                      0.5 + (double)((3 * i + steps / 9) % 30)};
                (void)wend_smell_move(smell, ids[i], to);
            }
            (void)wend_smell_update(smell);
            hash = add_scents(hash, smell, (wend_vec2){x + 0.5, 29.5 - y});
        }
        hash = wend_hash_u64(hash, wend_smell_hash(smell));
    }
    wend_smell_destroy(smell);
    wend_grid_destroy(grid);
    return hash;
}
