/* Fingerprint of the senses: agents among walls, lamps and bodies that see, hear and feel. */
#include "golden.h"

enum { AGENTS = 60, WALLS = 80, TICKS = 30 };

static double unit(uint64_t id, uint64_t tick)
{
    return wend_random_unit(31, id, tick);
}

static wend_vec3 place_of(uint64_t id, uint64_t tick)
{
    return (wend_vec3){40 * unit(id, 4 * tick), 40 * unit(id, 4 * tick + 1),
                       unit(id, 4 * tick + 2)};
}

static void add_walls(wend_walls *walls)
{
    for (uint64_t i = 0; i < WALLS; i++) {
        const wend_vec3 a = place_of(i, 1000), b = place_of(i, 1001);
        const uint32_t stops = i % 3 == 0   ? WEND_STOPS_ALL
                               : i % 3 == 1 ? WEND_STOPS_SHOT
                                            : WEND_STOPS_SOUND;
        wend_wall_id id;
        (void)wend_walls_add_segment(walls, (wend_vec2){a.x, a.y},
                                     (wend_vec2){a.x + b.x / 8, a.y + b.y / 8 - 2}, stops, i, &id);
        if (i % 4 == 0) {
            (void)wend_walls_set_heights(walls, id, 0, 1 + a.z);
        }
    }
}

static void add_agents(wend_senses *senses)
{
    for (uint64_t i = 0; i < AGENTS; i++) {
        wend_source source = wend_source_default();
        wend_observer observer = wend_observer_default();
        wend_observer_id id;
        source.position = observer.position = place_of(i, 0);
        source.blocks_sight = i % 2 == 0;
        source.team = (uint32_t)i % 3;
        (void)wend_senses_add_source(senses, &source, &observer.self);
        observer.heading = 6 * unit(i, 3);
        observer.hostile_teams = 1U << (i + 1) % 3;
        observer.every = 1 + (uint32_t)i % 2;
        (void)wend_senses_add_observer(senses, &observer, &id);
    }
    for (uint64_t i = 0; i < 6; i++) {
        wend_lamp lamp = wend_lamp_default();
        wend_lamp_id id;
        lamp.position = place_of(i, 2000);
        (void)wend_senses_add_lamp(senses, &lamp, &id);
        (void)wend_senses_set_material(senses, 5 * i, 4 * (double)i);
    }
}

static uint64_t run_senses(wend_senses *senses)
{
    uint64_t hash = wend_hash_begin();
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        wend_noise noise = wend_noise_default();
        wend_touch touch = wend_touch_default();
        const uint32_t agent = 1 + wend_random_below(31, 500, tick, AGENTS);
        for (uint32_t i = 0; i < 10; i++) {
            const uint32_t moved = 1 + wend_random_below(31, 600 + i, tick, AGENTS);
            const wend_vec3 at = place_of(moved, tick);
            (void)wend_senses_move_source(senses, (wend_source_id){moved, 1}, at);
            (void)wend_senses_move_observer(senses, (wend_observer_id){moved, 1}, at, at.x / 7);
        }
        noise.position = place_of(agent, tick);
        noise.loudness = 50 + 20 * unit(700, tick);
        (void)wend_senses_add_noise(senses, &noise);
        (void)wend_senses_add_touch(senses, (wend_observer_id){agent, 1}, &touch);
        (void)wend_senses_update(senses, NULL);
        hash = wend_hash_u64(hash, wend_senses_hash(senses));
    }
    return hash;
}

uint64_t golden_senses(void)
{
    const wend_walls_def walls_def = wend_walls_def_default();
    const wend_sense_profile profile = wend_sense_profile_default();
    wend_senses_def def = wend_senses_def_default();
    wend_walls *walls = NULL;
    wend_senses *senses = NULL;
    uint64_t hash = wend_hash_begin();
    uint32_t number;
    def.ambient = 0.4;
    def.cell_size = 16;
    if (wend_walls_create(&walls_def, &walls) == WEND_OK) {
        add_walls(walls);
        def.walls = walls;
        if (wend_senses_create(&def, &senses) == WEND_OK &&
            wend_senses_add_profile(senses, &profile, &number) == WEND_OK) {
            add_agents(senses);
            hash = run_senses(senses);
        }
    }
    wend_senses_destroy(senses);
    wend_walls_destroy(walls);
    return hash;
}
