/* Fingerprint of memories that take what senses perceive and agents smell. */
#include "golden.h"

enum { AGENTS = 40, TICKS = 40, SIDE = 32 };

static double unit(uint64_t id, uint64_t n)
{
    return wend_random_unit(43, id, n);
}

static wend_vec3 place(uint64_t id, uint64_t n, uint64_t m, double z)
{
    const double side = SIDE;
    return (wend_vec3){side * unit(id, n), side * unit(id, m), z};
}

typedef struct perceiving {
    wend_grid *grid;
    wend_senses *senses;
    wend_smell *smell;
    wend_memories *memories;
} perceiving;

static bool make(perceiving *p)
{
    wend_grid_def grid = wend_grid_def_default();
    wend_smell_def smell = wend_smell_def_default();
    const wend_senses_def senses = wend_senses_def_default();
    const wend_memories_def memories = wend_memories_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    uint32_t number;
    grid.width = grid.height = SIDE;
    if (wend_grid_create(&grid, &p->grid) != WEND_OK) {
        return false;
    }
    smell.grid = p->grid;
    return wend_senses_create(&senses, &p->senses) == WEND_OK &&
           wend_senses_add_profile(p->senses, &profile, &number) == WEND_OK &&
           wend_smell_create(&smell, &p->smell) == WEND_OK &&
           wend_memories_create(&memories, &p->memories) == WEND_OK;
}

static void add_agents(const perceiving *p)
{
    for (uint64_t i = 0; i < AGENTS; i++) {
        wend_source source = wend_source_default();
        wend_observer observer = wend_observer_default();
        wend_smell_source scent = wend_smell_source_default();
        wend_observer_id id;
        wend_smell_id smell;
        source.position = place(i, 0, 1, 0);
        source.team = (uint32_t)i % 3;
        source.tag = (uint32_t)i % 70;
        source.user = i;
        observer.position = source.position;
        observer.hostile_teams = 1U << (i + 1) % 3;
        observer.user = i;
        scent.position = (wend_vec2){source.position.x, source.position.y};
        scent.user = i;
        (void)wend_senses_add_source(p->senses, &source, &observer.self);
        (void)wend_senses_add_observer(p->senses, &observer, &id);
        (void)wend_smell_add_source(p->smell, &scent, &smell);
        (void)wend_memories_add_agent(p->memories, i);
    }
}

static uint64_t run(const perceiving *p)
{
    wend_memory_senses_options options = wend_memory_senses_options_default();
    uint64_t hash = wend_hash_begin();
    (void)wend_smell_update(p->smell);
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        wend_noise noise = wend_noise_default();
        noise.position = place(tick, 10, 11, 1);
        noise.user = wend_random_below(43, tick, 12, AGENTS);
        (void)wend_senses_add_noise(p->senses, &noise);
        for (uint32_t i = 0; i < AGENTS; i++) {
            const wend_vec3 at = place(i, 20 + tick / 8, 40 + tick / 8, 0);
            (void)wend_senses_move_source(p->senses, (wend_source_id){i + 1, 1}, at);
            (void)wend_senses_move_observer(p->senses, (wend_observer_id){i + 1, 1}, at,
                                            6 * unit(i, 60 + tick));
        }
        (void)wend_senses_update(p->senses, NULL);
        (void)wend_memories_set_tick(p->memories, tick);
        options.identifying = tick % 2 == 0 ? 15 : 1;
        (void)wend_memories_observe_senses(p->memories, p->senses, &options, NULL);
        for (uint64_t i = 0; i < AGENTS; i += 4) {
            const wend_vec3 at = place(i, 80 + tick, 130 + tick, 0);
            (void)wend_memories_observe_smell(p->memories, i, p->smell, at, NULL, &options, NULL);
        }
        hash = wend_hash_u64(hash, wend_memories_hash(p->memories));
    }
    return hash;
}

uint64_t golden_perceptions(void)
{
    perceiving p = {NULL, NULL, NULL, NULL};
    uint64_t hash = wend_hash_begin();
    if (make(&p)) {
        add_agents(&p);
        hash = run(&p);
    }
    wend_memories_destroy(p.memories);
    wend_smell_destroy(p.smell);
    wend_senses_destroy(p.senses);
    wend_grid_destroy(p.grid);
    return hash;
}
