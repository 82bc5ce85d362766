/* Fingerprint of cover: places along walls that come and go, and the best of them for some. */
#include "golden.h"

#include <string.h>

enum { WALLS = 60, ROUNDS = 30 };

static const double SIDE = 50;

static double at(uint64_t stream, uint64_t n)
{
    return SIDE * wend_random_unit(37, stream, n);
}

static uint64_t add_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wend_hash_u64(hash, bits);
}

static uint64_t add_spots(uint64_t hash, const wend_cover *cover, uint64_t round)
{
    const wend_cover_threat threats[] = {{{at(5, round), at(6, round)}, 1, 40},
                                         {{at(7, round), at(8, round)}, 2, 40}};
    wend_cover_query query = wend_cover_query_default();
    wend_cover_spot spots[4];
    wend_cover_stats stats;
    size_t count;
    query.position = (wend_vec2){at(9, round), at(10, round)};
    query.threats = threats;
    query.threat_count = 2;
    query.max_exposure = 0.3;
    (void)wend_cover_find(cover, &query, NULL, spots, 4, &count, &stats);
    for (size_t i = 0; i < count; i++) {
        hash = wend_hash_u64(hash, (uint64_t)spots[i].place.index1 << 32 | spots[i].exposed_to);
        hash = add_double(hash, spots[i].score);
        hash = add_double(hash, spots[i].peek_position.x);
    }
    return wend_hash_u64(hash, stats.rays);
}

static void edit(wend_walls *walls, wend_cover *cover, uint64_t n)
{
    const wend_vec2 a = {at(1, n), at(2, n)};
    const wend_vec2 b = {a.x + 8 * wend_random_unit(37, 3, n) - 4,
                         a.y + 8 * wend_random_unit(37, 4, n) - 4};
    const wend_vec2 box[] = {a, {b.x, a.y}, b, {a.x, b.y}};
    wend_cover_obstacle obstacle = wend_cover_obstacle_default();
    wend_cover_id id;
    if (n % 3 == 0) {
        (void)wend_walls_add_polygon(walls, box, 4, WEND_STOPS_ALL, n, NULL);
    } else {
        (void)wend_walls_add_segment(walls, a, b, WEND_STOPS_ALL, n, NULL);
    }
    if (n % 10 == 9) {
        obstacle.position = (wend_vec2){at(11, n), at(12, n)};
        (void)wend_cover_add_obstacle(cover, &obstacle, &id);
    }
}

uint64_t golden_cover(void)
{
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    wend_cover *cover = NULL;
    uint64_t hash = wend_hash_begin();
    wend_cover_def def = wend_cover_def_default();
    if (wend_walls_create(&walls_def, &walls) != WEND_OK) {
        return 0;
    }
    def.walls = walls;
    if (wend_cover_create(&def, &cover) == WEND_OK) {
        for (uint64_t n = 0; n < WALLS; n++) {
            edit(walls, cover, n);
        }
        for (uint64_t round = 0; round < ROUNDS; round++) {
            (void)wend_cover_update(cover, NULL);
            hash = add_spots(hash, cover, round);
            edit(walls, cover, WALLS + round);
        }
        hash = wend_hash_u64(hash, wend_cover_hash(cover));
    }
    wend_cover_destroy(cover);
    wend_walls_destroy(walls);
    return hash;
}
