/* Smells: create, sources, movement, trails, updates.
 * Cost: moving is constant; an update computes the windows of sources that moved or lie near edits. */
#include "mind/smell/smell.h"

#include "base/core/message.h"
#include "mind/memory/fading.h"
#include "wend/walls.h"
#include "world/derived/agent_grid.h"

#include <string.h>

enum {
    COOKIE = 0x534D4C31,
    SOURCE_COOKIE = 0x534D4C32,
    SOURCES_FIRST = 16,
    BUCKETS_MOST = 1 << 22
};

wend_smell_def wend_smell_def_default(void)
{
    wend_smell_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.team = WEND_TEAM_NONE;
    def.trail_limit = 16;
    def.trail_half_life = 200;
    def.trail_strength = 0.5;
    def.trail_radius = 1;
    return def;
}

wend_smell_source wend_smell_source_default(void)
{
    wend_smell_source source;
    memset(&source, 0, sizeof source);
    source.cookie = SOURCE_COOKIE;
    source.radius = 5;
    source.intensity = 1;
    return source;
}

/* ---- create, destroy ---- */

static wend_result check_def(const wend_smell_def *def, const char *function)
{
    wend_message *m = def->message;
    wend_grid_info info;
    const wend_result result =
        wendi_agent_grid_check(def->grid, def->movement_class, def->team, function, m);
    if (result != WEND_OK) {
        return result;
    }
    wend_grid_get_info(def->grid, &info);
    if (def->trail_limit > WEND_SMELL_TRAIL_MAX) {
        return wendi_refuse(m, function, "trail_limit", def->trail_limit, 0, WEND_SMELL_TRAIL_MAX);
    }
    if (def->trail_half_life < 1 || def->trail_half_life > WEND_SMELL_TICK_MAX) {
        return wendi_refuse(m, function, "trail_half_life", (double)def->trail_half_life, 1,
                            (double)WEND_SMELL_TICK_MAX);
    }
    if (!(def->trail_strength >= 0 && def->trail_strength <= 1)) {
        return wendi_refuse(m, function, "trail_strength", def->trail_strength, 0, 1);
    }
    const double most = (double)WEND_SMELL_TRAIL_RADIUS_MAX * info.cell_size;
    return def->trail_radius >= 0 && def->trail_radius <= most
               ? WEND_OK
               : wendi_refuse(m, function, "trail_radius", def->trail_radius, 0, most);
}

static bool allocate(wend_smell *smell)
{
    const wend_grid_info *info = &smell->info;
    const size_t cells = (size_t)info->width * (size_t)info->height;
    const size_t sectors = (size_t)info->sectors_x * (size_t)info->sectors_y;
    bool has_all = true;
    smell->open = wendi_alloc_zero(&smell->allocator, cells);
    smell->steps = wendi_alloc_zero(&smell->allocator, cells);
    smell->sectors = wendi_alloc_items(&smell->allocator, sectors, sizeof *smell->sectors);
    for (uint32_t c = 0; c < WENDI_SMELL_CLASSES; c++) {
        const int32_t side = wendi_smell_tile_side(c);
        smell->tiles_x[c] = (info->width + side - 1) / side;
        smell->tiles_y[c] = (info->height + side - 1) / side;
        const size_t count = wendi_smell_tile_count(smell, c);
        smell->tiles[c] = wendi_alloc_items(&smell->allocator, count, sizeof **smell->tiles);
        for (size_t i = 0; smell->tiles[c] != NULL && i < count; i++) {
            smell->tiles[c][i] = WENDI_SMELL_NONE;
        }
        has_all = has_all && smell->tiles[c] != NULL;
    }
    return has_all && smell->open != NULL && smell->steps != NULL && smell->sectors != NULL;
}

wend_result wend_smell_create(const wend_smell_def *def, wend_smell **smell)
{
    static const char function[] = "wend_smell_create";
    if (smell != NULL) {
        *smell = NULL;
    }
    if (def == NULL ||
        !wendi_has_cookie(def->cookie, COOKIE, def->message, function, "wend_smell_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    const wend_result result = check_def(def, function);
    if (result != WEND_OK) {
        return result;
    }
    if (smell == NULL) {
        return wendi_refuse_null(def->message, function, "smell");
    }
    wend_smell *made = wendi_alloc_zero(&def->allocator, sizeof *made);
    if (made == NULL) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    made->allocator = def->allocator;
    made->executor = def->executor;
    made->grid = def->grid;
    wend_grid_get_info(def->grid, &made->info);
    made->movement_class = def->movement_class;
    made->team = def->team;
    made->trail_limit = def->trail_limit;
    made->trail_strength = def->trail_strength + 0.0;
    made->trail_radius = def->trail_radius + 0.0;
    made->trail_share = (uint32_t)(def->trail_strength * WENDI_SMELL_ONE);
    made->trail_reach = wendi_smell_reach_of(made, def->trail_radius);
    made->trail_half_life = def->trail_half_life;
    made->free_first = WENDI_SMELL_NONE;
    if (!allocate(made)) {
        wend_smell_destroy(made);
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    wendi_smell_read_grid(made, true);
    *smell = made;
    return WEND_OK;
}

void wend_smell_destroy(wend_smell *smell)
{
    if (smell == NULL) {
        return;
    }
    const wend_allocator allocator = smell->allocator;
    const wend_grid_info *info = &smell->info;
    for (uint32_t i = 0; i < smell->limit; i++) {
        const uint32_t side = smell->sources[i].side;
        wendi_free(&allocator, smell->sources[i].window,
                   (size_t)side * side * sizeof *smell->sources[i].window);
    }
    wendi_free(&allocator, smell->open, (size_t)info->width * (size_t)info->height);
    wendi_free(&allocator, smell->steps, (size_t)info->width * (size_t)info->height);
    wendi_free(&allocator, smell->sectors,
               (size_t)info->sectors_x * (size_t)info->sectors_y * sizeof *smell->sectors);
    for (uint32_t c = 0; c < WENDI_SMELL_CLASSES; c++) {
        wendi_free(&allocator, smell->tiles[c],
                   wendi_smell_tile_count(smell, c) * sizeof **smell->tiles);
    }
    wendi_free(&allocator, smell->sources, smell->capacity * sizeof *smell->sources);
    wendi_free(&allocator, smell->spots, smell->capacity * sizeof *smell->spots);
    wendi_free(&allocator, smell->dirty, smell->capacity * sizeof *smell->dirty);
    wendi_free(&allocator, smell->points,
               (size_t)smell->capacity * smell->trail_limit * sizeof *smell->points);
    wendi_free(&allocator, smell->buckets, smell->bucket_count * sizeof *smell->buckets);
    wendi_free(&allocator, smell->scratch,
               smell->scratch_words * WENDI_SMELL_LANES * sizeof *smell->scratch);
    wendi_free(&allocator, smell, sizeof *smell);
}

const char *wend_smell_error(const wend_smell *smell)
{
    return smell == NULL ? "" : smell->message.text;
}

size_t wend_smell_memory_bytes(const wend_smell *smell)
{
    if (smell == NULL) {
        return 0;
    }
    const wend_grid_info *info = &smell->info;
    size_t bytes =
        sizeof *smell + 2 * (size_t)info->width * (size_t)info->height +
        (size_t)info->sectors_x * (size_t)info->sectors_y * sizeof *smell->sectors +
        smell->capacity * (sizeof *smell->sources + sizeof *smell->spots + sizeof *smell->dirty) +
        (size_t)smell->capacity * smell->trail_limit * sizeof *smell->points +
        smell->bucket_count * sizeof *smell->buckets +
        smell->scratch_words * WENDI_SMELL_LANES * sizeof *smell->scratch;
    for (uint32_t c = 0; c < WENDI_SMELL_CLASSES; c++) {
        bytes += wendi_smell_tile_count(smell, c) * sizeof **smell->tiles;
    }
    for (uint32_t i = 0; i < smell->limit; i++) {
        const size_t side = smell->sources[i].side;
        bytes += side * side * sizeof *smell->sources[i].window;
    }
    return bytes;
}

wend_result wend_smell_set_tick(wend_smell *smell, uint64_t tick)
{
    if (smell == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < smell->tick || tick > WEND_SMELL_TICK_MAX) {
        return wendi_refuse(&smell->message, "wend_smell_set_tick", "tick", (double)tick,
                            (double)smell->tick, (double)WEND_SMELL_TICK_MAX);
    }
    smell->tick = tick;
    return WEND_OK;
}

uint64_t wend_smell_tick(const wend_smell *smell)
{
    return smell == NULL ? 0 : smell->tick;
}

/* ---- trails ---- */

static void unlink_point(wend_smell *smell, uint32_t at)
{
    const wendi_smell_point *point = &smell->points[at];
    if (point->previous == WENDI_SMELL_NONE) {
        smell->buckets[wendi_smell_bucket(smell, point->cell)] = point->next;
    } else {
        smell->points[point->previous].next = point->next;
    }
    if (point->next != WENDI_SMELL_NONE) {
        smell->points[point->next].previous = point->previous;
    }
}

static void link_point(wend_smell *smell, uint32_t at)
{
    wendi_smell_point *point = &smell->points[at];
    uint32_t *first = &smell->buckets[wendi_smell_bucket(smell, point->cell)];
    point->previous = WENDI_SMELL_NONE;
    point->next = *first;
    if (*first != WENDI_SMELL_NONE) {
        smell->points[*first].previous = at;
    }
    *first = at;
}

static uint32_t index_of(const wend_smell *smell, const wendi_smell_point *point)
{
    return (uint32_t)(point - smell->points);
}

static void drop_oldest(wend_smell *smell, uint32_t source)
{
    wendi_smell_source *it = &smell->sources[source];
    unlink_point(smell, index_of(smell, wendi_smell_point_at(smell, source, 0)));
    it->trail_oldest = (it->trail_oldest + 1) % smell->trail_limit;
    it->trail_count--;
}

void wendi_smell_leave(wend_smell *smell, uint32_t source, uint32_t cell, uint64_t tick)
{
    wendi_smell_source *it = &smell->sources[source];
    while (it->trail_count > 0 &&
           (it->trail_count == smell->trail_limit ||
            !wendi_smell_is_alive(smell, wendi_smell_point_at(smell, source, 0)))) {
        drop_oldest(smell, source);
    }
    wendi_smell_point *point = wendi_smell_point_at(smell, source, it->trail_count);
    *point = (wendi_smell_point){.tick = tick, .cell = cell};
    it->trail_count++;
    link_point(smell, index_of(smell, point));
}

uint32_t wendi_smell_trail_intensity(const wend_smell *smell, uint32_t source,
                                     const wendi_smell_point *point)
{
    const uint32_t fresh =
        (uint32_t)((uint64_t)smell->sources[source].intensity * smell->trail_share >> 16);
    return (uint32_t)((double)fresh *
                      wendi_fade(smell->tick - point->tick, smell->trail_half_life));
}

/* ---- tiles ---- */

/* The tile of a linked source. */
static uint32_t *tile_of(const wend_smell *smell, uint32_t index)
{
    const uint32_t radius_class = wendi_smell_class(smell->sources[index].side);
    const int32_t side = wendi_smell_tile_side(radius_class);
    const wendi_smell_spot *spot = &smell->spots[index];
    return &smell->tiles[radius_class][spot->centre_y / side * smell->tiles_x[radius_class] +
                                       spot->centre_x / side];
}

/* Links a source to the tile of its centre. */
static void link_source(wend_smell *smell, uint32_t index)
{
    wendi_smell_source *it = &smell->sources[index];
    wendi_smell_spot *spot = &smell->spots[index];
    *spot = (wendi_smell_spot){.window = it->window,
                               .centre_x = (int32_t)(it->centre % (uint32_t)smell->info.width),
                               .centre_y = (int32_t)(it->centre / (uint32_t)smell->info.width),
                               .reach = it->reach};
    uint32_t *first = tile_of(smell, index);
    spot->previous = WENDI_SMELL_NONE;
    spot->next = *first;
    if (*first != WENDI_SMELL_NONE) {
        smell->spots[*first].previous = index;
    }
    *first = index;
    it->is_linked = true;
    const uint32_t radius_class = wendi_smell_class(it->side);
    const int32_t radius = (int32_t)(it->side / 2);
    smell->class_counts[radius_class]++;
    if (smell->class_reach[radius_class] < radius) {
        smell->class_reach[radius_class] = radius;
    }
}

static void unlink_source(wend_smell *smell, uint32_t index)
{
    wendi_smell_source *it = &smell->sources[index];
    const wendi_smell_spot *spot = &smell->spots[index];
    if (!it->is_linked) {
        return;
    }
    if (spot->previous == WENDI_SMELL_NONE) {
        *tile_of(smell, index) = spot->next;
    } else {
        smell->spots[spot->previous].next = spot->next;
    }
    if (spot->next != WENDI_SMELL_NONE) {
        smell->spots[spot->next].previous = spot->previous;
    }
    it->is_linked = false;
    smell->class_counts[wendi_smell_class(it->side)]--;
}

/* ---- sources ---- */

uint32_t wendi_smell_reach_of(const wend_smell *smell, double radius)
{
    const double units = radius / smell->info.cell_size * WENDI_SMELL_ONE;
    const uint32_t most = (uint32_t)WEND_SMELL_RADIUS_MAX * WENDI_SMELL_ONE;
    return units < 1 ? 1 : units < most ? (uint32_t)units : most;
}

bool wendi_smell_is_sound(const wend_smell *smell, const wend_smell_source *source,
                          const char **field, double *most)
{
    const double radius = (double)WEND_SMELL_RADIUS_MAX * smell->info.cell_size;
    *most = radius;
    *field = NULL;
    if (source->kind >= WEND_SMELL_KINDS_MAX) {
        *field = "kind";
    } else if (wendi_check_vec2(NULL, "", "", source->position) != WEND_OK) {
        *field = "position";
    } else if (!(source->radius >= 0 && source->radius <= radius)) {
        *field = "radius";
    } else if (!(source->intensity >= 0 && source->intensity <= WEND_SMELL_INTENSITY_MAX)) {
        *field = "intensity";
        *most = WEND_SMELL_INTENSITY_MAX;
    }
    return *field == NULL;
}

static wend_result check_source(wend_smell *smell, const char *function,
                                const wend_smell_source *source)
{
    wend_message *m = &smell->message;
    const char *field;
    double most;
    if (source == NULL) {
        return wendi_refuse_null(m, function, "source");
    }
    if (source->cookie != SOURCE_COOKIE) {
        return wendi_refuse_cookie(m, function, source->cookie, "wend_smell_source_default");
    }
    if (wendi_smell_is_sound(smell, source, &field, &most)) {
        return WEND_OK;
    }
    if (strcmp(field, "kind") == 0) {
        return wendi_refuse_index(m, function, field, source->kind, "kinds", WEND_SMELL_KINDS_MAX);
    }
    if (strcmp(field, "position") == 0) {
        return wendi_check_vec2(m, function, field, source->position);
    }
    return wendi_refuse(m, function, field,
                        strcmp(field, "radius") == 0 ? source->radius : source->intensity, 0, most);
}

static void chain_points(wend_smell *smell)
{
    for (uint32_t i = 0; i < smell->bucket_count; i++) {
        smell->buckets[i] = WENDI_SMELL_NONE;
    }
    for (uint32_t s = 0; s < smell->limit; s++) {
        for (uint32_t k = 0; smell->sources[s].is_used && k < smell->sources[s].trail_count; k++) {
            link_point(smell, index_of(smell, wendi_smell_point_at(smell, s, k)));
        }
    }
}

static uint32_t buckets_for(const wend_smell *smell, uint32_t capacity)
{
    const uint64_t wanted = (uint64_t)capacity * smell->trail_limit;
    uint32_t count = 64;
    while (count < wanted && count < BUCKETS_MOST) {
        count *= 2;
    }
    return count;
}

bool wendi_smell_reserve(wend_smell *smell, uint32_t capacity)
{
    const wend_allocator *a = &smell->allocator;
    const uint32_t old = smell->capacity;
    if (capacity <= old) {
        return true;
    }
    uint32_t wanted = old == 0 ? (uint32_t)SOURCES_FIRST : old;
    while (wanted < capacity) {
        wanted *= 2;
    }
    const uint32_t bucket_count = buckets_for(smell, wanted);
    const size_t trail_bytes = smell->trail_limit * sizeof(wendi_smell_point);
    wendi_smell_source *sources = wendi_alloc_items(a, wanted, sizeof *sources);
    wendi_smell_spot *spots = wendi_alloc_items(a, wanted, sizeof *spots);
    uint32_t *dirty = wendi_alloc_items(a, wanted, sizeof *dirty);
    wendi_smell_point *points = wendi_alloc_items(a, wanted, trail_bytes);
    uint32_t *buckets = wendi_alloc_items(a, bucket_count, sizeof *buckets);
    if (sources == NULL || spots == NULL || dirty == NULL || buckets == NULL ||
        (points == NULL && trail_bytes > 0)) {
        wendi_free(a, sources, wanted * sizeof *sources);
        wendi_free(a, spots, wanted * sizeof *spots);
        wendi_free(a, dirty, wanted * sizeof *dirty);
        wendi_free(a, points, wanted * trail_bytes);
        wendi_free(a, buckets, bucket_count * sizeof *buckets);
        return false;
    }
    if (old > 0) {
        memcpy(sources, smell->sources, old * sizeof *sources);
        memcpy(spots, smell->spots, old * sizeof *spots);
        memcpy(dirty, smell->dirty, old * sizeof *dirty);
    }
    if (old > 0 && trail_bytes > 0) {
        memcpy(points, smell->points, old * trail_bytes);
    }
    wendi_free(a, smell->sources, old * sizeof *sources);
    wendi_free(a, smell->spots, old * sizeof *spots);
    wendi_free(a, smell->dirty, old * sizeof *dirty);
    wendi_free(a, smell->points, old * trail_bytes);
    wendi_free(a, smell->buckets, smell->bucket_count * sizeof *buckets);
    smell->sources = sources;
    smell->spots = spots;
    smell->dirty = dirty;
    smell->points = points;
    smell->buckets = buckets;
    smell->bucket_count = bucket_count;
    smell->capacity = wanted;
    chain_points(smell);
    return true;
}

bool wendi_smell_reserve_window(wend_smell *smell, uint32_t side, uint32_t **window)
{
    *window = NULL;
    if (side > smell->scratch_side) {
        const size_t words = wendi_smell_scratch_words(side);
        uint16_t *scratch =
            wendi_alloc_items(&smell->allocator, WENDI_SMELL_LANES * words, sizeof *scratch);
        if (scratch == NULL) {
            return false;
        }
        wendi_free(&smell->allocator, smell->scratch,
                   smell->scratch_words * WENDI_SMELL_LANES * sizeof *scratch);
        smell->scratch = scratch;
        smell->scratch_words = words;
        smell->scratch_side = side;
    }
    *window = wendi_alloc_items(&smell->allocator, (size_t)side * side, sizeof **window);
    return *window != NULL;
}

static void mark_dirty(wend_smell *smell, uint32_t index)
{
    if (!smell->sources[index].is_dirty) {
        smell->sources[index].is_dirty = true;
        smell->dirty[smell->dirty_count++] = index;
    }
}

void wendi_smell_begin(wend_smell *smell, uint32_t index)
{
    wendi_smell_source *it = &smell->sources[index];
    it->cell = wend_grid_node_at(smell->grid, it->position);
    it->centre = WEND_NODE_NONE;
    mark_dirty(smell, index);
}

wendi_smell_source *wendi_smell_find(const wend_smell *smell, wend_smell_id id)
{
    if (smell == NULL || id.index1 == 0 || id.index1 > smell->limit) {
        return NULL;
    }
    wendi_smell_source *it = &smell->sources[id.index1 - 1];
    return it->is_used && it->generation == id.generation ? it : NULL;
}

static uint32_t fixed(double intensity)
{
    return (uint32_t)(intensity * WENDI_SMELL_ONE);
}

wend_result wend_smell_add_source(wend_smell *smell, const wend_smell_source *source,
                                  wend_smell_id *id)
{
    static const char function[] = "wend_smell_add_source";
    if (id != NULL) {
        *id = (wend_smell_id){0, 0};
    }
    if (smell == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wend_result result = check_source(smell, function, source);
    if (result != WEND_OK) {
        return result;
    }
    if (id == NULL) {
        return wendi_refuse_null(&smell->message, function, "id");
    }
    const bool is_new = smell->free_first == WENDI_SMELL_NONE;
    if (is_new && smell->limit >= WEND_SMELL_SOURCES_MAX) {
        return wendi_fail(&smell->message, WEND_ERROR_FULL,
                          "%s: there are %lu sources, no more fit", function,
                          (unsigned long)smell->count);
    }
    const uint32_t reach = wendi_smell_reach_of(smell, source->radius);
    uint32_t *window = NULL;
    if ((is_new && !wendi_smell_reserve(smell, smell->limit + 1)) ||
        !wendi_smell_reserve_window(smell, wendi_smell_side(reach), &window)) {
        return wendi_fail_plain(&smell->message, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = is_new ? smell->limit++ : smell->free_first;
    wendi_smell_source *it = &smell->sources[index];
    const uint32_t before = is_new ? 0 : it->generation;
    smell->free_first = is_new ? smell->free_first : it->next;
    *it = (wendi_smell_source){.position = {source->position.x + 0.0, source->position.y + 0.0},
                               .radius = source->radius + 0.0,
                               .user = source->user,
                               .kind = source->kind,
                               .intensity = fixed(source->intensity),
                               .generation = before == UINT32_MAX ? 1 : before + 1,
                               .reach = reach,
                               .side = wendi_smell_side(reach),
                               .window = window,
                               .is_used = true,
                               .leaves_trail = source->leaves_trail};
    smell->count++;
    wendi_smell_begin(smell, index);
    *id = (wend_smell_id){index + 1, it->generation};
    return WEND_OK;
}

static wendi_smell_source *begin_edit(wend_smell *smell, const char *function, wend_smell_id id,
                                      wend_result *result)
{
    *result = WEND_ERROR_ARGUMENT;
    if (smell == NULL) {
        return NULL;
    }
    wendi_smell_source *it = wendi_smell_find(smell, id);
    *result = it != NULL
                  ? WEND_OK
                  : wendi_refuse_id(&smell->message, function, "source", id.index1, id.generation);
    return it;
}

wend_result wend_smell_remove_source(wend_smell *smell, wend_smell_id id)
{
    wend_result result;
    wendi_smell_source *it = begin_edit(smell, "wend_smell_remove_source", id, &result);
    if (it == NULL) {
        return result;
    }
    const uint32_t index = id.index1 - 1;
    while (it->trail_count > 0) {
        drop_oldest(smell, index);
    }
    unlink_source(smell, index);
    for (uint32_t i = 0; it->is_dirty && i < smell->dirty_count; i++) {
        if (smell->dirty[i] == index) {
            smell->dirty[i] = smell->dirty[--smell->dirty_count];
            it->is_dirty = false;
        }
    }
    wendi_free(&smell->allocator, it->window, (size_t)it->side * it->side * sizeof *it->window);
    *it = (wendi_smell_source){.generation = it->generation, .next = smell->free_first};
    smell->free_first = index;
    smell->count--;
    return WEND_OK;
}

static void move(wend_smell *smell, uint32_t index, wend_vec2 position)
{
    wendi_smell_source *it = &smell->sources[index];
    const uint32_t cell = wend_grid_node_at(smell->grid, position);
    const uint32_t before = it->cell;
    it->position = (wend_vec2){position.x + 0.0, position.y + 0.0};
    if (cell != before) {
        it->cell = cell;
        mark_dirty(smell, index);
        if (it->leaves_trail && smell->trail_limit > 0 && before != WEND_NODE_NONE) {
            wendi_smell_leave(smell, index, before, smell->tick);
        }
    }
}

wend_result wend_smell_move(wend_smell *smell, wend_smell_id id, wend_vec2 position)
{
    static const char function[] = "wend_smell_move";
    wend_result result;
    if (begin_edit(smell, function, id, &result) != NULL) {
        result = wendi_check_vec2(&smell->message, function, "position", position);
        if (result == WEND_OK) {
            move(smell, id.index1 - 1, position);
        }
    }
    return result;
}

wend_result wend_smell_set_source(wend_smell *smell, wend_smell_id id,
                                  const wend_smell_source *source)
{
    static const char function[] = "wend_smell_set_source";
    wend_result result;
    wendi_smell_source *it = begin_edit(smell, function, id, &result);
    if (it == NULL) {
        return result;
    }
    result = check_source(smell, function, source);
    if (result != WEND_OK) {
        return result;
    }
    const uint32_t reach = wendi_smell_reach_of(smell, source->radius), index = id.index1 - 1;
    if (reach != it->reach) {
        uint32_t *window;
        if (!wendi_smell_reserve_window(smell, wendi_smell_side(reach), &window)) {
            return wendi_fail_plain(&smell->message, function, WEND_ERROR_MEMORY);
        }
        unlink_source(smell, index);
        wendi_free(&smell->allocator, it->window, (size_t)it->side * it->side * sizeof *it->window);
        it->window = window;
        it->reach = reach;
        it->side = wendi_smell_side(reach);
        it->centre = WEND_NODE_NONE;
        mark_dirty(smell, index);
    }
    it->radius = source->radius + 0.0;
    it->kind = source->kind;
    it->intensity = fixed(source->intensity);
    it->user = source->user;
    it->leaves_trail = source->leaves_trail;
    move(smell, index, source->position);
    return WEND_OK;
}

wend_result wend_smell_get_source(const wend_smell *smell, wend_smell_id id,
                                  wend_smell_source *source)
{
    if (source != NULL) {
        *source = wend_smell_source_default();
    }
    if (smell == NULL || source == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_smell_source *it = wendi_smell_find(smell, id);
    if (it == NULL) {
        return WEND_ERROR_STALE;
    }
    source->kind = it->kind;
    source->position = it->position;
    source->radius = it->radius;
    source->intensity = (double)it->intensity / WENDI_SMELL_ONE;
    source->leaves_trail = it->leaves_trail;
    source->user = it->user;
    return WEND_OK;
}

bool wend_smell_has_source(const wend_smell *smell, wend_smell_id id)
{
    return wendi_smell_find(smell, id) != NULL;
}

uint32_t wend_smell_source_count(const wend_smell *smell)
{
    return smell == NULL ? 0 : smell->count;
}

/* ---- updates ---- */

/* Marks the sources whose window may reach into a rectangle of cells. */
static void mark_around(wend_smell *smell, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    const wend_grid_info *info = &smell->info;
    for (uint32_t i = 0; i < smell->limit; i++) {
        const wendi_smell_source *it = &smell->sources[i];
        if (!it->is_linked) {
            continue;
        }
        const int32_t radius = (int32_t)(it->side / 2);
        const int32_t x = (int32_t)(it->centre % (uint32_t)info->width);
        const int32_t y = (int32_t)(it->centre / (uint32_t)info->width);
        /* Where the map wraps, the window may lie on its other side as well. */
        const int32_t width = (info->wrap & WEND_WRAP_X) != 0 ? info->width : 0;
        const int32_t height = (info->wrap & WEND_WRAP_Y) != 0 ? info->height : 0;
        bool meets_x = false, meets_y = false;
        for (int32_t k = -(radius / info->width) - 1; k <= radius / info->width + 1; k++) {
            meets_x = meets_x || (x + k * width + radius >= x0 && x + k * width - radius <= x1);
        }
        for (int32_t k = -(radius / info->height) - 1; k <= radius / info->height + 1; k++) {
            meets_y = meets_y || (y + k * height + radius >= y0 && y + k * height - radius <= y1);
        }
        if (meets_x && meets_y) {
            mark_dirty(smell, i);
        }
    }
}

/* Reads a row of a rectangle; @return true if a cell changed, within *low to *high. */
static bool read_row(wend_smell *smell, int32_t x, int32_t y, int32_t count, int32_t *low,
                     int32_t *high)
{
    enum { PART = 64 };
    const wendi_agent_grid ground = {
        .grid = smell->grid, .movement_class = smell->movement_class, .team = smell->team};
    uint8_t costs[PART];
    bool is_changed = false;
    for (int32_t done = 0; done < count; done += PART) {
        const int32_t part = count - done < PART ? count - done : PART;
        uint8_t *open = &smell->open[(size_t)y * (size_t)smell->info.width + (size_t)(x + done)];
        wendi_agent_grid_copy_row(&ground, x + done, y, part, costs);
        for (int32_t i = 0; i < part; i++) {
            const uint8_t is_open = costs[i] != WEND_COST_WALL ? 1 : 0;
            if (open[i] != is_open) {
                open[i] = is_open;
                *low = !is_changed || x + done + i < *low ? x + done + i : *low;
                *high = !is_changed || x + done + i > *high ? x + done + i : *high;
                is_changed = true;
            }
        }
    }
    return is_changed;
}

static void read_sector(wend_smell *smell, uint32_t sector)
{
    const wend_grid_info *info = &smell->info;
    const int32_t size = info->sector_size;
    const int32_t x = (int32_t)(sector % (uint32_t)info->sectors_x) * size;
    const int32_t y = (int32_t)(sector / (uint32_t)info->sectors_x) * size;
    const int32_t width = info->width - x < size ? info->width - x : size;
    const int32_t height = info->height - y < size ? info->height - y : size;
    int32_t x0 = info->width, x1 = -1, y0 = 0, y1 = -1, low = 0, high = 0;
    for (int32_t row = y; row < y + height; row++) {
        if (read_row(smell, x, row, width, &low, &high)) {
            y0 = y1 < 0 ? row : y0;
            y1 = row;
            x0 = low < x0 ? low : x0;
            x1 = high > x1 ? high : x1;
        }
    }
    if (y1 >= 0) {
        wendi_smell_find_steps(smell, x0 - 1, y0 - 1, x1 + 1, y1 + 1);
        mark_around(smell, x0, y0, x1, y1);
    }
}

void wendi_smell_read_grid(wend_smell *smell, bool is_whole)
{
    const size_t all = (size_t)smell->info.sectors_x * (size_t)smell->info.sectors_y;
    size_t count = 0;
    if (is_whole) {
        for (uint32_t i = 0; i < all; i++) {
            read_sector(smell, i);
        }
    } else {
        (void)wend_grid_list_changes(smell->grid, smell->revision, smell->sectors, all, &count);
        for (size_t i = 0; i < count; i++) {
            read_sector(smell, smell->sectors[i]);
        }
    }
    smell->revision = wend_grid_revision(smell->grid);
}

/* The dirty sources of some lanes; each lane takes every sixteenth. */
static void compute(void *context, size_t begin, size_t end)
{
    wend_smell *smell = context;
    for (size_t lane = begin; lane < end; lane++) {
        uint16_t *memory = &smell->scratch[lane * smell->scratch_words];
        for (size_t i = lane; i < smell->dirty_count; i += WENDI_SMELL_LANES) {
            wendi_smell_source *it = &smell->sources[smell->dirty[i]];
            if (it->cell != WEND_NODE_NONE) {
                const wendi_smell_scratch scratch = wendi_smell_scratch_of(memory, it->side);
                wendi_smell_spread(smell, it->cell, it->reach, it->side, &scratch, it->window);
            }
        }
    }
}

wend_result wend_smell_update(wend_smell *smell)
{
    if (smell == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (smell->revision != wend_grid_revision(smell->grid)) {
        wendi_smell_read_grid(smell, false);
    }
    if (smell->dirty_count == 0) {
        return WEND_OK;
    }
    wend_parallel_for(&smell->executor, WENDI_SMELL_LANES, 1, compute, smell);
    for (uint32_t i = 0; i < smell->dirty_count; i++) {
        const uint32_t index = smell->dirty[i];
        wendi_smell_source *it = &smell->sources[index];
        it->is_dirty = false;
        if (it->centre != it->cell || !it->is_linked) {
            unlink_source(smell, index);
            it->centre = it->cell;
            if (it->cell != WEND_NODE_NONE) {
                link_source(smell, index);
            }
        }
    }
    smell->dirty_count = 0;
    return WEND_OK;
}

bool wend_smell_is_fresh(const wend_smell *smell)
{
    return smell != NULL && smell->dirty_count == 0 &&
           smell->revision == wend_grid_revision(smell->grid);
}

wend_result wend_smell_trail(const wend_smell *smell, wend_smell_id id, wend_smell_step *steps,
                             size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (smell == NULL || count == NULL || (steps == NULL && capacity > 0)) {
        return WEND_ERROR_ARGUMENT;
    }
    const wendi_smell_source *it = wendi_smell_find(smell, id);
    if (it == NULL) {
        return WEND_ERROR_STALE;
    }
    size_t found = 0;
    for (uint32_t i = 0; i < it->trail_count; i++) {
        const wendi_smell_point *point = wendi_smell_point_at(smell, id.index1 - 1, i);
        if (!wendi_smell_is_alive(smell, point)) {
            continue;
        }
        if (found < capacity) {
            steps[found] = (wend_smell_step){
                .position = wend_grid_position(smell->grid, point->cell),
                .tick = point->tick,
                .intensity = (double)wendi_smell_trail_intensity(smell, id.index1 - 1, point) /
                             WENDI_SMELL_ONE};
        }
        found++;
    }
    *count = found;
    return found > capacity ? WEND_TRUNCATED : WEND_OK;
}
