/* Influence maps: definitions, sources, time and updates.
 * Cost: a call that changes a source takes constant time; an update, the cells of the stamps of the
 * sources that changed. */
#include "mind/strategy/influence.h"

#include "base/core/budget.h"
#include "base/math/vec2.h"

#include <string.h>

enum { COOKIE = 0x494e4631, SOURCE_COOKIE = 0x494e4632, RECORDS_FIRST = 16 };

static const double CELL_SIZE_LEAST = 1.0 / 1024;
static const double CELL_SIZE_MOST = 1 << 20;

wend_influence_def wend_influence_def_default(void)
{
    wend_influence_def def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.width = def.height = 64;
    def.cell_size = 1;
    def.block = 1;
    def.team = WEND_TEAM_NONE;
    def.side_count = 2;
    def.half_life = 64;
    return def;
}

wend_influence_source wend_influence_source_default(void)
{
    wend_influence_source source;
    memset(&source, 0, sizeof source);
    source.cookie = SOURCE_COOKIE;
    source.strength = 1;
    source.radius = 8;
    return source;
}

/* ---- create, destroy ---- */

wend_result wendi_influence_fit_grid(wend_influence_def *def, const char *function)
{
    wend_grid_info info;
    wend_message *m = def->message;
    wend_result result =
        wendi_agent_grid_check(def->grid, def->movement_class, def->team, function, m);
    if (result != WEND_OK) {
        return result;
    }
    if (def->block < 1 || def->block > WEND_INFLUENCE_BLOCK_MAX) {
        return wendi_refuse(m, function, "block", def->block, 1, WEND_INFLUENCE_BLOCK_MAX);
    }
    wend_grid_get_info(def->grid, &info);
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        return wendi_fail(m, WEND_ERROR_UNSUPPORTED,
                          "%s: the grid has hexes: maps over grids need squares", function);
    }
    def->width = (info.width + def->block - 1) / def->block;
    def->height = (info.height + def->block - 1) / def->block;
    def->cell_size = info.cell_size * def->block;
    def->origin = info.origin;
    if (def->width > WEND_INFLUENCE_SIDE_CELLS_MAX || def->height > WEND_INFLUENCE_SIDE_CELLS_MAX) {
        return wendi_fail(m, WEND_ERROR_ARGUMENT,
                          "%s: the grid makes %d x %d cells of the map, and may make %d on a side: "
                          "set block",
                          function, (int)def->width, (int)def->height,
                          (int)WEND_INFLUENCE_SIDE_CELLS_MAX);
    }
    return WEND_OK;
}

wend_result wendi_influence_check_def(const wend_influence_def *def, const char *function)
{
    wend_message *m = def->message;
    if (def->width < 1 || def->width > WEND_INFLUENCE_SIDE_CELLS_MAX) {
        return wendi_refuse(m, function, "width", def->width, 1, WEND_INFLUENCE_SIDE_CELLS_MAX);
    }
    if (def->height < 1 || def->height > WEND_INFLUENCE_SIDE_CELLS_MAX) {
        return wendi_refuse(m, function, "height", def->height, 1, WEND_INFLUENCE_SIDE_CELLS_MAX);
    }
    if (!(def->cell_size >= CELL_SIZE_LEAST && def->cell_size <= CELL_SIZE_MOST)) {
        return wendi_refuse(m, function, "cell_size", def->cell_size, CELL_SIZE_LEAST,
                            CELL_SIZE_MOST);
    }
    if (def->side_count < 1 || def->side_count > WEND_INFLUENCE_SIDES_MAX) {
        return wendi_refuse(m, function, "side_count", def->side_count, 1,
                            WEND_INFLUENCE_SIDES_MAX);
    }
    if (def->half_life < 1 || def->half_life > WEND_INFLUENCE_HALF_LIFE_MAX) {
        return wendi_refuse(m, function, "half_life", def->half_life, 1,
                            WEND_INFLUENCE_HALF_LIFE_MAX);
    }
    return wendi_check_vec2(m, function, "origin", def->origin);
}

static void fill_numbers(wend_influence *map, const wend_influence_def *def)
{
    map->allocator = def->allocator;
    map->ground = (wendi_agent_grid){.grid = def->grid,
                                     .movement_class = def->movement_class,
                                     .team = def->team,
                                     .overlay_layers = WEND_LAYER_JAM};
    map->width = def->width;
    map->height = def->height;
    map->cell_size = def->cell_size;
    map->origin = wendi_vec2_add(def->origin, (wend_vec2){0, 0}); /* -0 would save other bytes */
    map->side_count = def->side_count;
    wendi_array_u32_init(&map->free_records, &def->allocator);
    wendi_array_u32_init(&map->waiting, &def->allocator);
    wendi_array_u32_init(&map->sectors, &def->allocator);
    wendi_array_u64_init(&map->costs, &def->allocator);
    wendi_array_u32_init(&map->fractions, &def->allocator);
    if (def->grid != NULL) {
        wend_grid_info info;
        wend_grid_get_info(def->grid, &info);
        map->block = def->block;
        map->grid_width = info.width;
        map->grid_height = info.height;
        map->movement_class = def->movement_class;
        map->team = def->team;
    }
    wendi_fading_clock_set(&map->clock, def->half_life, 0);
}

static bool allocate(wend_influence *map)
{
    const wend_allocator *a = &map->allocator;
    map->sums = wendi_alloc_items_zero(a, map->side_count, sizeof *map->sums);
    map->fading = wendi_alloc_items_zero(a, map->side_count, sizeof *map->fading);
    if (map->sums == NULL || map->fading == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < map->side_count; i++) {
        wendi_fading_init(&map->fading[i], map->width, map->height);
    }
    if (map->ground.grid == NULL) {
        return true;
    }
    map->open = wendi_alloc_items_zero(a, (size_t)map->grid_width, (size_t)map->grid_height);
    map->open_count =
        wendi_alloc_items_zero(a, wendi_influence_cells(map), sizeof *map->open_count);
    map->has_queue = wendi_bucket_queue_create(&map->queue, a);
    return map->open != NULL && map->open_count != NULL && map->has_queue;
}

wend_result wendi_influence_create(const wend_influence_def *def, wend_influence **influence)
{
    wend_influence *map = wendi_alloc_zero(&def->allocator, sizeof *map);
    if (map == NULL) {
        return WEND_ERROR_MEMORY;
    }
    fill_numbers(map, def);
    if (!allocate(map)) {
        wend_influence_destroy(map);
        return WEND_ERROR_MEMORY;
    }
    *influence = map;
    return WEND_OK;
}

wend_result wend_influence_create(const wend_influence_def *def, wend_influence **influence)
{
    static const char function[] = "wend_influence_create";
    if (influence != NULL) {
        *influence = NULL;
    }
    if (def == NULL || !wendi_has_cookie(def->cookie, COOKIE, def->message, function,
                                         "wend_influence_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    wendi_message_clear(def->message);
    wend_influence_def fitted = *def;
    wend_result result = def->grid == NULL ? WEND_OK : wendi_influence_fit_grid(&fitted, function);
    result = result == WEND_OK ? wendi_influence_check_def(&fitted, function) : result;
    if (result != WEND_OK) {
        return result;
    }
    if (influence == NULL) {
        return wendi_refuse_null(def->message, function, "influence");
    }
    wend_influence *map = NULL;
    if (wendi_influence_create(&fitted, &map) != WEND_OK) {
        return wendi_fail_plain(def->message, function, WEND_ERROR_MEMORY);
    }
    if (map->ground.grid != NULL) {
        wendi_influence_read_grid(map);
    }
    *influence = map;
    return WEND_OK;
}

void wend_influence_destroy(wend_influence *influence)
{
    if (influence == NULL) {
        return;
    }
    wend_influence *map = influence;
    const wend_allocator a = map->allocator;
    for (uint32_t i = 0; i < map->side_count; i++) {
        if (map->sums != NULL) {
            wendi_free(&a, map->sums[i], wendi_influence_cells(map) * sizeof **map->sums);
        }
        if (map->fading != NULL) {
            wendi_fading_free(&map->fading[i], &a);
        }
    }
    for (uint32_t i = 0; i < map->record_count; i++) {
        wendi_free(&a, map->records[i].list.entries,
                   map->records[i].list.capacity * sizeof(influence_entry));
    }
    wendi_influence_free_kernels(map);
    if (map->has_queue) {
        wendi_bucket_queue_destroy(&map->queue);
    }
    wendi_free(&a, map->sums, map->side_count * sizeof *map->sums);
    wendi_free(&a, map->fading, map->side_count * sizeof *map->fading);
    wendi_free(&a, map->records, map->record_capacity * sizeof *map->records);
    wendi_free(&a, map->spare.entries, map->spare.capacity * sizeof(influence_entry));
    wendi_free(&a, map->open, (size_t)map->grid_width * (size_t)map->grid_height);
    wendi_free(&a, map->open_count, wendi_influence_cells(map) * sizeof *map->open_count);
    wendi_array_u32_free(&map->free_records);
    wendi_array_u32_free(&map->waiting);
    wendi_array_u32_free(&map->sectors);
    wendi_array_u64_free(&map->costs);
    wendi_array_u32_free(&map->fractions);
    wendi_free(&a, map, sizeof *map);
}

const char *wend_influence_error(const wend_influence *influence)
{
    return influence == NULL ? "" : influence->message.text;
}

/* ---- sources ---- */

wend_result wendi_influence_check_source(const wend_influence *map, wend_message *message,
                                         const char *function, const wend_influence_source *source)
{
    wend_message *m = message;
    const double most = (double)WEND_INFLUENCE_REACH_MAX * map->cell_size;
    if (source->cookie != SOURCE_COOKIE) {
        return wendi_refuse_cookie(m, function, source->cookie, "wend_influence_source_default");
    }
    const wend_result result = wendi_check_vec2(m, function, "position", source->position);
    if (result != WEND_OK) {
        return result;
    }
    if (!(source->strength >= -WEND_INFLUENCE_STRENGTH_MAX &&
          source->strength <= WEND_INFLUENCE_STRENGTH_MAX)) {
        return wendi_refuse(m, function, "strength", source->strength, -WEND_INFLUENCE_STRENGTH_MAX,
                            WEND_INFLUENCE_STRENGTH_MAX);
    }
    if (!(source->radius >= 0 && source->radius <= most)) {
        return wendi_refuse(m, function, "radius", source->radius, 0, most);
    }
    if ((uint32_t)source->falloff > (uint32_t)WEND_FALLOFF_CONSTANT) {
        return wendi_refuse(m, function, "falloff", (double)(uint32_t)source->falloff, 0,
                            (double)WEND_FALLOFF_CONSTANT);
    }
    return source->side < map->side_count
               ? WEND_OK
               : wendi_refuse_index(m, function, "side", source->side, "sides", map->side_count);
}

/* To the nearest unit; ties away from 0. */
static double rounded(double strength)
{
    const double scaled = strength * WENDI_INFLUENCE_UNIT;
    const int64_t units = scaled < 0 ? -(int64_t)(0.5 - scaled) : (int64_t)(scaled + 0.5);
    return (double)units / WENDI_INFLUENCE_UNIT;
}

static wend_influence_source kept(const wend_influence_source *source)
{
    wend_influence_source it = *source;
    it.position = wendi_vec2_add(it.position, (wend_vec2){0, 0});
    it.strength = rounded(it.strength) + 0.0;
    it.radius += 0.0;
    return it;
}

bool wendi_influence_reserve_records(wend_influence *map, uint32_t count)
{
    if (count > map->record_capacity) {
        uint32_t capacity =
            map->record_capacity == 0 ? (uint32_t)RECORDS_FIRST : 2 * map->record_capacity;
        capacity = capacity < count ? count : capacity;
        influence_record *records = wendi_resize_items(
            &map->allocator, map->records, map->record_capacity, capacity, sizeof *records);
        if (records == NULL) {
            return false;
        }
        map->records = records;
        map->record_capacity = capacity;
    }
    return wendi_array_u32_reserve(&map->free_records, map->record_capacity) &&
           wendi_array_u32_reserve(&map->waiting, map->record_capacity);
}

bool wendi_influence_reserve_side(wend_influence *map, uint32_t side)
{
    if (map->sums[side] == NULL) {
        map->sums[side] =
            wendi_alloc_items_zero(&map->allocator, wendi_influence_cells(map), sizeof **map->sums);
    }
    return map->sums[side] != NULL;
}

void wendi_influence_wait(wend_influence *map, uint32_t index)
{
    influence_record *record = &map->records[index];
    if (record->is_waiting) {
        return;
    }
    if (map->waiting.count == map->waiting.capacity) { /* there is room in front */
        const size_t left = map->waiting.count - map->waiting_first;
        memmove(map->waiting.items, map->waiting.items + map->waiting_first,
                left * sizeof *map->waiting.items);
        map->waiting.count = left;
        map->waiting_first = 0;
    }
    record->is_waiting = true;
    (void)wendi_array_u32_push(&map->waiting, index);
}

/* The source changed: it waits where its stamp does, too. */
static void wait_if_changed(wend_influence *map, uint32_t index)
{
    const influence_record *record = &map->records[index];
    const influence_key key = record->exists ? wendi_influence_key_of(map, &record->wanted)
                                             : (influence_key){.is_set = false};
    if (!wendi_influence_is_same_key(&key, &record->key)) {
        wendi_influence_wait(map, index);
    }
}

wend_result wend_influence_add(wend_influence *influence, const wend_influence_source *source,
                               wend_influence_id *id)
{
    static const char function[] = "wend_influence_add";
    if (id != NULL) {
        *id = (wend_influence_id){0, 0};
    }
    if (influence == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *m = &influence->message;
    if (source == NULL || id == NULL) {
        return wendi_refuse_null(m, function, source == NULL ? "source" : "id");
    }
    const wend_result result = wendi_influence_check_source(influence, m, function, source);
    if (result != WEND_OK) {
        return result;
    }
    const bool is_new = influence->free_records.count == 0;
    if (is_new && influence->record_count == WEND_INFLUENCE_SOURCES_MAX) {
        return wendi_fail_plain(m, function, WEND_ERROR_FULL);
    }
    if ((is_new && !wendi_influence_reserve_records(influence, influence->record_count + 1)) ||
        !wendi_influence_reserve_side(influence, source->side)) {
        return wendi_fail_plain(m, function, WEND_ERROR_MEMORY);
    }
    const uint32_t index = is_new ? influence->record_count++
                                  : influence->free_records.items[--influence->free_records.count];
    influence_record *record = &influence->records[index];
    if (is_new) {
        *record = (influence_record){.generation = 1};
    }
    record->wanted = kept(source);
    record->exists = true;
    influence->source_count++;
    wait_if_changed(influence, index);
    *id = (wend_influence_id){index + 1, record->generation};
    return WEND_OK;
}

/* The record of an id; NULL, and the reason, where there is none. */
static influence_record *find(const wend_influence *map, wend_influence_id id, wend_message *m,
                              const char *function, wend_result *result)
{
    if (id.index1 == 0) {
        *result = wendi_refuse_null(m, function, "id");
        return NULL;
    }
    influence_record *record = id.index1 <= map->record_count ? &map->records[id.index1 - 1] : NULL;
    if (record == NULL || !record->exists || record->generation != id.generation) {
        *result = wendi_refuse_id(m, function, "source", id.index1, id.generation);
        return NULL;
    }
    return record;
}

static void free_record(wend_influence *map, uint32_t index)
{
    (void)wendi_array_u32_push(&map->free_records, index); /* there is room for all */
}

wend_result wend_influence_remove(wend_influence *influence, wend_influence_id id)
{
    static const char function[] = "wend_influence_remove";
    wend_result result = WEND_ERROR_ARGUMENT;
    influence_record *record =
        influence == NULL ? NULL : find(influence, id, &influence->message, function, &result);
    if (record == NULL) {
        return result;
    }
    const uint32_t index = id.index1 - 1;
    record->exists = false;
    record->generation++;
    record->wanted = wend_influence_source_default();
    influence->source_count--;
    wait_if_changed(influence, index);
    if (!record->is_waiting) {
        free_record(influence, index);
    }
    return WEND_OK;
}

wend_result wend_influence_set(wend_influence *influence, wend_influence_id id,
                               const wend_influence_source *source)
{
    static const char function[] = "wend_influence_set";
    wend_result result = WEND_ERROR_ARGUMENT;
    influence_record *record =
        influence == NULL ? NULL : find(influence, id, &influence->message, function, &result);
    if (record == NULL) {
        return result;
    }
    wend_message *m = &influence->message;
    if (source == NULL) {
        return wendi_refuse_null(m, function, "source");
    }
    result = wendi_influence_check_source(influence, m, function, source);
    if (result != WEND_OK) {
        return result;
    }
    if (!wendi_influence_reserve_side(influence, source->side)) {
        return wendi_fail_plain(m, function, WEND_ERROR_MEMORY);
    }
    record->wanted = kept(source);
    wait_if_changed(influence, id.index1 - 1);
    return WEND_OK;
}

wend_result wend_influence_move(wend_influence *influence, wend_influence_id id, wend_vec2 position)
{
    static const char function[] = "wend_influence_move";
    wend_result result = WEND_ERROR_ARGUMENT;
    influence_record *record =
        influence == NULL ? NULL : find(influence, id, &influence->message, function, &result);
    if (record == NULL) {
        return result;
    }
    result = wendi_check_vec2(&influence->message, function, "position", position);
    if (result != WEND_OK) {
        return result;
    }
    record->wanted.position = wendi_vec2_add(position, (wend_vec2){0, 0});
    wait_if_changed(influence, id.index1 - 1);
    return WEND_OK;
}

wend_result wend_influence_get(const wend_influence *influence, wend_influence_id id,
                               wend_influence_source *source)
{
    wend_result result = WEND_ERROR_ARGUMENT;
    if (source == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    *source = wend_influence_source_default();
    const influence_record *record =
        influence == NULL ? NULL : find(influence, id, NULL, "", &result);
    if (record == NULL) {
        return result;
    }
    *source = record->wanted;
    return WEND_OK;
}

bool wend_influence_has(const wend_influence *influence, wend_influence_id id)
{
    wend_result result;
    return influence != NULL && find(influence, id, NULL, "", &result) != NULL;
}

uint32_t wend_influence_limit(const wend_influence *influence)
{
    return influence == NULL ? 0 : influence->record_count;
}

wend_influence_id wend_influence_id_at(const wend_influence *influence, uint32_t index)
{
    if (influence == NULL || index >= influence->record_count ||
        !influence->records[index].exists) {
        return (wend_influence_id){0, 0};
    }
    return (wend_influence_id){index + 1, influence->records[index].generation};
}

/* ---- events and time ---- */

wend_result wend_influence_add_event(wend_influence *influence, const wend_influence_source *event)
{
    static const char function[] = "wend_influence_add_event";
    if (influence == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_message *m = &influence->message;
    if (event == NULL) {
        return wendi_refuse_null(m, function, "event");
    }
    const wend_result result = wendi_influence_check_source(influence, m, function, event);
    if (result != WEND_OK) {
        return result;
    }
    const wend_influence_source it = kept(event);
    const influence_key key = wendi_influence_key_of(influence, &it);
    if (!wendi_influence_prepare(influence, &key) ||
        !wendi_fading_reserve(&influence->fading[event->side], &influence->allocator)) {
        return wendi_fail_plain(m, function, WEND_ERROR_MEMORY);
    }
    influence->stamped += wendi_influence_stamp_event(influence, &key);
    return WEND_OK;
}

wend_result wend_influence_set_tick(wend_influence *influence, uint64_t tick)
{
    if (influence == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (tick < influence->clock.tick) {
        return wendi_fail(&influence->message, WEND_ERROR_ARGUMENT,
                          "wend_influence_set_tick: tick is %llu, and must not be below %llu",
                          (unsigned long long)tick, (unsigned long long)influence->clock.tick);
    }
    wendi_fading_clock_set(&influence->clock, influence->clock.half_life, tick);
    return WEND_OK;
}

wend_result wend_influence_clear_events(wend_influence *influence)
{
    if (influence == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < influence->side_count; i++) {
        wendi_fading_clear(&influence->fading[i]);
    }
    return WEND_OK;
}

/* ---- updates ---- */

/* Brings one stamp up to what is wanted. @return steps; *is_done false: no memory, and nothing changed. */
static uint64_t restamp(wend_influence *map, uint32_t index, bool *is_done)
{
    influence_record *record = &map->records[index];
    const influence_key key = record->exists ? wendi_influence_key_of(map, &record->wanted)
                                             : (influence_key){.is_set = false};
    uint64_t cells = 0;
    *is_done = true;
    if (!wendi_influence_is_same_key(&key, &record->key) || record->is_touched) {
        if (!wendi_influence_prepare_kernels(map, &record->key, &key) ||
            (!key.is_straight && !wendi_influence_prepare(map, &key))) {
            *is_done = false;
            return 0;
        }
        cells += wendi_influence_stamp(map, &record->key, &record->list, -1);
        if (!key.is_straight && key.is_set) { /* the old list is the room of the next new one */
            const influence_list list = record->list;
            record->list = map->spare;
            map->spare = list;
        }
        cells += wendi_influence_stamp(map, &key, &record->list, 1);
        record->key = key;
    }
    record->is_touched = false;
    record->is_waiting = false;
    if (!record->exists) {
        free_record(map, index);
    }
    return cells + 1;
}

wend_result wend_influence_update(wend_influence *influence, wend_budget *budget)
{
    static const char function[] = "wend_influence_update";
    if (influence == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_influence *map = influence;
    if (map->ground.grid != NULL && !wendi_influence_follow_grid(map)) {
        return wendi_fail_plain(&map->message, function, WEND_ERROR_MEMORY);
    }
    while (map->waiting_first < map->waiting.count) {
        bool is_done;
        if (wendi_budget_grant(budget, 1) == 0) {
            return WEND_IN_PROGRESS;
        }
        const uint64_t steps = restamp(map, map->waiting.items[map->waiting_first], &is_done);
        if (!is_done) {
            return wendi_fail_plain(&map->message, function, WEND_ERROR_MEMORY);
        }
        map->waiting_first++;
        map->stamped += steps - 1;
        wendi_budget_spend(budget, steps);
    }
    wendi_array_u32_clear(&map->waiting);
    map->waiting_first = 0;
    return WEND_OK;
}

bool wend_influence_is_fresh(const wend_influence *influence)
{
    return influence != NULL && influence->waiting_first == influence->waiting.count &&
           (influence->ground.grid == NULL ||
            influence->revision == wend_grid_revision(influence->ground.grid));
}

static size_t memory_bytes(const wend_influence *map)
{
    size_t bytes = sizeof *map + map->record_capacity * sizeof *map->records +
                   map->side_count * (sizeof *map->sums + sizeof *map->fading) +
                   wendi_influence_kernel_bytes(map) +
                   map->spare.capacity * sizeof(influence_entry) +
                   (map->free_records.capacity + map->waiting.capacity + map->sectors.capacity +
                    map->fractions.capacity) *
                       sizeof(uint32_t) +
                   map->costs.capacity * sizeof(uint64_t);
    for (uint32_t i = 0; i < map->side_count; i++) {
        bytes += map->sums[i] == NULL ? 0 : wendi_influence_cells(map) * sizeof **map->sums;
        bytes += wendi_fading_memory_bytes(&map->fading[i]);
    }
    for (uint32_t i = 0; i < map->record_count; i++) {
        bytes += map->records[i].list.capacity * sizeof(influence_entry);
    }
    if (map->ground.grid != NULL) {
        bytes += (size_t)map->grid_width * (size_t)map->grid_height +
                 wendi_influence_cells(map) * sizeof *map->open_count +
                 wendi_bucket_queue_memory_bytes(&map->queue);
    }
    return bytes;
}

void wend_influence_get_info(const wend_influence *influence, wend_influence_info *info)
{
    if (info == NULL) {
        return;
    }
    memset(info, 0, sizeof *info);
    if (influence != NULL) {
        *info = (wend_influence_info){
            .width = influence->width,
            .height = influence->height,
            .cell_size = influence->cell_size,
            .origin = influence->origin,
            .side_count = influence->side_count,
            .source_count = influence->source_count,
            .waiting = (uint32_t)(influence->waiting.count - influence->waiting_first),
            .tick = influence->clock.tick,
            .stamped = influence->stamped,
            .memory_bytes = memory_bytes(influence)};
    }
}
