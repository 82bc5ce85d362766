/* Fingerprint of traffic maps: agents that go round, and events. */
#include "golden.h"

#include "wend/traffic.h"

enum { TICKS = 300, AGENTS = 20 };

uint64_t golden_traffic(void)
{
    wend_traffic_def def = wend_traffic_def_default();
    wend_traffic *traffic = NULL;
    uint64_t hash = wend_hash_begin();
    def.width = def.height = 32;
    def.half_life = 70;
    if (wend_traffic_create(&def, &traffic) != WEND_OK) {
        return 0;
    }
    for (uint64_t tick = 0; tick < TICKS; tick++) {
        (void)wend_traffic_set_tick(traffic, tick);
        for (uint64_t i = 0; i < AGENTS; i++) {
            const double angle = (double)(tick + 31 * i) / 17;
            const double radius = 2 + (double)(i % 7) * 2;
            const wend_vec2 at = {16 + radius * wend_cos(angle), 16 + radius * wend_sin(angle)};
            (void)wend_traffic_add(traffic, at, (wend_vec2){-wend_sin(angle), wend_cos(angle)});
        }
        (void)wend_traffic_add_event(
            traffic, (uint32_t)tick % 2,
            (wend_vec2){wend_random_unit(9, 1, tick) * 32, wend_random_unit(9, 2, tick) * 32}, 1.5);
        if (tick % 30 == 0) {
            hash = wend_hash_u64(hash, wend_traffic_hash(traffic));
        }
    }
    wend_traffic_cell cells[8];
    const size_t count = wend_traffic_busiest(traffic, WEND_TRAFFIC_MOVES, 0, 0, 32, 32, cells, 8);
    for (size_t i = 0; i < count; i++) {
        hash = wend_hash_u64(hash, (uint64_t)cells[i].y * 32 + (uint64_t)cells[i].x);
    }
    wend_traffic_destroy(traffic);
    return hash;
}
