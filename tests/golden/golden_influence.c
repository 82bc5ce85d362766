/* Fingerprint of influence maps: sources that move over a grid that is edited, and events that fade. */
#include "golden.h"

#include "wend/grid.h"
#include "wend/influence.h"

enum { SIDE = 40, UNITS = 24, TICKS = 60 };

static double place(uint64_t unit, uint64_t tick, uint64_t axis)
{
    const double from = wend_random_unit(31, unit * 2 + axis, tick / 20);
    const double to = wend_random_unit(31, unit * 2 + axis, tick / 20 + 1);
    return (from + (to - from) * (double)(tick % 20) / 20) * (double)SIDE;
}

static wend_influence_source unit_at(uint64_t unit, uint64_t tick)
{
    wend_influence_source source = wend_influence_source_default();
    source.position = (wend_vec2){place(unit, tick, 0), place(unit, tick, 1)};
    source.strength = 1 + (double)(unit % 5);
    source.radius = 3 + (double)(unit % 7);
    source.falloff = (wend_falloff)(unit % 4);
    source.side = (uint32_t)unit % 3;
    source.is_straight = unit % 6 == 0;
    return source;
}

static uint64_t add_values(uint64_t hash, const wend_influence *map)
{
    static const wend_influence_kind kinds[] = {WEND_INFLUENCE_DIFFERENCE,
                                                WEND_INFLUENCE_VULNERABILITY};
    wend_influence_measure measure = wend_influence_measure_default();
    for (uint32_t k = 0; k < 2; k++) {
        measure.kind = kinds[k];
        for (int32_t i = 0; i < SIDE * SIDE; i += 7) {
            const double value =
                wend_influence_cell_value(map, &measure, i % SIDE, i / SIDE) * 65536;
            hash = wend_hash_u64(hash, (uint64_t)(int64_t)value);
        }
    }
    wend_influence_cell cell;
    (void)wend_influence_strongest(map, NULL, NULL, &cell);
    return wend_hash_u64(hash, (uint64_t)cell.y * (uint64_t)SIDE + (uint64_t)cell.x);
}

static uint64_t play(wend_grid *grid, wend_influence *map)
{
    wend_influence_id ids[UNITS];
    uint64_t hash = wend_hash_begin();
    for (uint64_t i = 0; i < UNITS; i++) {
        const wend_influence_source source = unit_at(i, 0);
        (void)wend_influence_add(map, &source, &ids[i]);
    }
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        (void)wend_influence_set_tick(map, tick);
        for (uint64_t i = 0; i < UNITS; i++) {
            (void)wend_influence_move(map, ids[i], unit_at(i, tick).position);
        }
        if (tick % 6 == 0) {
            const wend_influence_source event = unit_at(tick % UNITS, tick);
            (void)wend_influence_add_event(map, &event);
            (void)wend_grid_fill(grid, 0, (int32_t)tick % 30, (int32_t)(tick * 7 % 30), 2, 6,
                                 tick % 4 == 0 ? 1 : WEND_COST_WALL);
        }
        wend_budget budget = wend_budget_steps(1500);
        (void)wend_influence_update(map, &budget);
        hash = wend_hash_u64(hash, wend_influence_hash(map));
    }
    return add_values(hash, map);
}

uint64_t golden_influence(void)
{
    wend_grid_def grid_def = wend_grid_def_default();
    wend_influence_def def = wend_influence_def_default();
    wend_grid *grid = NULL;
    wend_influence *map = NULL;
    uint64_t hash = 0;
    grid_def.width = grid_def.height = SIDE;
    if (wend_grid_create(&grid_def, &grid) == WEND_OK) {
        (void)wend_grid_fill(grid, 0, 20, 5, 1, 30, WEND_COST_WALL);
        def.grid = grid;
        def.side_count = 3;
        def.half_life = 17;
        if (wend_influence_create(&def, &map) == WEND_OK) {
            hash = play(grid, map);
        }
    }
    wend_influence_destroy(map);
    wend_grid_destroy(grid);
    return hash;
}
