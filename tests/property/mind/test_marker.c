/* Markers are those of a list that is searched from end to end; an object that is saved and loaded in
 * between, and one with another cell size, go on as the first one. */
#include "support/test.h"

#include "wend/marker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 60, STEPS = 300, SIDE = 20, OBJECTS = 3 };

typedef struct twin_marker {
    wend_marker marker;
    wend_marker_id id;
    bool is_removed;
} twin_marker;

typedef struct twin {
    uint64_t seed, draw, tick;
    uint32_t limit, count;
    twin_marker list[STEPS];
    wend_markers *objects[OBJECTS];
} twin;

static uint32_t below(twin *t, uint32_t count)
{
    return wend_random_below(t->seed, 1, t->draw++, count);
}

static bool is_there(const twin *t, uint32_t i)
{
    const twin_marker *it = &t->list[i];
    return i + t->limit >= t->count && !it->is_removed &&
           (it->marker.lifetime == 0 || t->tick < it->marker.tick + it->marker.lifetime);
}

static bool add(twin *t)
{
    twin_marker it = {.marker = wend_marker_default()};
    it.marker.kind = below(t, 3);
    it.marker.position = (wend_vec3){below(t, SIDE), below(t, SIDE), below(t, 3)};
    it.marker.lifetime = below(t, 3) == 0 ? 0 : 1 + below(t, 40);
    it.marker.value = t->count;
    for (uint32_t i = 0; i < OBJECTS; i++) {
        wend_marker_id id;
        if (wend_markers_add(t->objects[i], &it.marker, &id) != WEND_OK ||
            (i > 0 && memcmp(&id, &it.id, sizeof id) != 0)) {
            return false;
        }
        it.id = id;
    }
    it.marker.tick = t->tick;
    t->list[t->count++] = it;
    return true;
}

static bool take(twin *t)
{
    if (t->count == 0) {
        return true;
    }
    const uint32_t which = below(t, t->count);
    const wend_result expected = is_there(t, which) ? WEND_OK : WEND_ERROR_STALE;
    bool is_right = true;
    for (uint32_t i = 0; i < OBJECTS; i++) {
        is_right =
            is_right && wend_markers_has(t->objects[i], t->list[which].id) == (expected == WEND_OK);
        is_right = is_right && wend_markers_remove(t->objects[i], t->list[which].id) == expected;
    }
    t->list[which].is_removed = true;
    return is_right;
}

static bool reload(twin *t)
{
    size_t count;
    (void)wend_markers_save(t->objects[1], NULL, 0, &count);
    uint8_t *bytes = malloc(count);
    wend_markers *loaded = NULL;
    const bool is_right = bytes != NULL &&
                          wend_markers_save(t->objects[1], bytes, count, &count) == WEND_OK &&
                          wend_markers_load(NULL, bytes, count, &loaded) == WEND_OK;
    free(bytes);
    wend_markers_destroy(t->objects[1]);
    t->objects[1] = loaded;
    return is_right;
}

typedef struct area {
    uint32_t shape; /* circle, cone, box */
    wend_vec3 at;
    wend_vec2 high, direction;
    double radius, half_angle;
} area;

static bool is_inside(const area *a, const wend_marker *marker)
{
    const double x = marker->position.x - a->at.x, y = marker->position.y - a->at.y;
    if (a->shape == 2) {
        return x >= 0 && y >= 0 && marker->position.x <= a->high.x &&
               marker->position.y <= a->high.y;
    }
    const bool is_near = x * x + y * y <= a->radius * a->radius;
    if (a->shape == 0 || (fabs(x) < 0.5 && fabs(y) < 0.5)) {
        return is_near;
    }
    const double cross = a->direction.x * y - a->direction.y * x;
    const double dot = a->direction.x * x + a->direction.y * y;
    return is_near && fabs(atan2(cross, dot)) <= a->half_angle;
}

static wend_result ask(const area *a, const wend_markers *markers, const wend_marker_query *query,
                       wend_marker_id *ids, size_t capacity, size_t *count)
{
    return a->shape == 0
               ? wend_markers_in_circle(markers, a->at, a->radius, query, ids, capacity, count)
           : a->shape == 1
               ? wend_markers_in_cone(markers, a->at, a->direction, a->half_angle, a->radius, query,
                                      ids, capacity, count)
               : wend_markers_in_box(markers, a->at, a->high, query, ids, capacity, count);
}

static bool is_listed(twin *t)
{
    area a = {.shape = below(t, 3)};
    wend_marker_query query = wend_marker_query_default();
    wend_marker_id expected[STEPS], ids[STEPS];
    a.at = (wend_vec3){below(t, SIDE), below(t, SIDE), 1};
    a.high = (wend_vec2){a.at.x + below(t, 9), a.at.y + below(t, 9)};
    a.radius = 0.5 + below(t, 12);
    a.direction = (wend_vec2){below(t, 9) - 4.0, below(t, 9) - 4.5};
    a.half_angle = 0.1234 + 0.3 * below(t, 10); /* away from the angles of whole numbers */
    query.kinds = 1 + below(t, 7);
    query.max_age = below(t, 2) == 0 ? UINT64_MAX : below(t, 30);
    query.max_height_difference = below(t, 2);
    size_t found = 0;
    for (uint32_t i = t->count; i > 0; i--) {
        const wend_marker *marker = &t->list[i - 1].marker;
        if (is_there(t, i - 1) && is_inside(&a, marker) && (query.kinds >> marker->kind & 1) != 0 &&
            t->tick - marker->tick <= query.max_age &&
            fabs(marker->position.z - 1) <= query.max_height_difference) {
            expected[found++] = t->list[i - 1].id;
        }
    }
    const size_t capacity = below(t, (uint32_t)found + 3);
    const size_t listed = capacity < found ? capacity : found;
    for (uint32_t i = 0; i < OBJECTS; i++) {
        size_t count;
        const wend_result result = ask(&a, t->objects[i], &query, ids, capacity, &count);
        if (result != (found > capacity ? WEND_TRUNCATED : WEND_OK) || count != found ||
            memcmp(ids, expected, listed * sizeof *ids) != 0) {
            return false;
        }
    }
    return true;
}

static bool is_nearest(twin *t)
{
    const wend_vec3 at = {below(t, 2 * SIDE) - 10.0, below(t, SIDE), 0};
    wend_marker_query query = wend_marker_query_default();
    query.kinds = 1 + below(t, 7);
    query.max_distance = below(t, 2) == 0 ? (double)INFINITY : below(t, 9);
    wend_marker_id best = {0, 0};
    double least = query.max_distance * query.max_distance;
    for (uint32_t i = t->count; i > 0; i--) {
        const wend_marker *marker = &t->list[i - 1].marker;
        const double x = marker->position.x - at.x, y = marker->position.y - at.y;
        const double square = x * x + y * y;
        if (is_there(t, i - 1) && (query.kinds >> marker->kind & 1) != 0 &&
            (square < least || (square <= least && best.index1 == 0))) {
            least = square;
            best = t->list[i - 1].id;
        }
    }
    for (uint32_t i = 0; i < OBJECTS; i++) {
        const wend_marker_id found = wend_markers_nearest(t->objects[i], at, &query);
        if (memcmp(&found, &best, sizeof best) != 0) {
            return false;
        }
    }
    return true;
}

static bool is_as_twin(twin *t)
{
    size_t count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        count += is_there(t, i) ? 1 : 0;
    }
    const uint64_t hash = wend_markers_hash(t->objects[0]);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        if (wend_markers_count(t->objects[i]) != count ||
            wend_markers_hash(t->objects[i]) != hash) {
            return false;
        }
    }
    return is_listed(t) && is_nearest(t);
}

static bool play(uint64_t seed)
{
    static twin t;
    static const double sizes[OBJECTS] = {4, 1, 0.3};
    bool is_right = true;
    memset(&t, 0, sizeof t);
    t.seed = seed;
    t.limit = 1 + below(&t, 120);
    for (uint32_t i = 0; i < OBJECTS; i++) {
        wend_markers_def def = wend_markers_def_default();
        def.marker_limit = t.limit;
        def.cell_size = sizes[i];
        assert_int_equal(wend_markers_create(&def, &t.objects[i]), WEND_OK);
    }
    for (uint32_t step = 0; step < STEPS && is_right; step++) {
        const uint32_t what = below(&t, 20);
        is_right = what < 12 ? add(&t) : what < 14 ? take(&t) : what < 15 ? reload(&t) : true;
        for (uint32_t i = 0; what >= 15 && what < 18 && i < OBJECTS; i++) {
            t.tick += i == 0 ? below(&t, 6) : 0;
            is_right = is_right && wend_markers_set_tick(t.objects[i], t.tick) == WEND_OK;
        }
        is_right = is_right && is_as_twin(&t);
        if (!is_right) {
            print_error("seed %u, step %u, call %u\n", (unsigned)seed, step, what);
        }
    }
    for (uint32_t i = 0; i < OBJECTS; i++) {
        wend_markers_destroy(t.objects[i]);
    }
    return is_right;
}

static void markers_are_those_of_a_list(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        assert_true(play(seed));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(markers_are_those_of_a_list)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
