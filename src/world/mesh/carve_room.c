/* Memory of a mesh that is carved: arrays grow, and nothing else changes.
 * Cost: arrays double. Those that views show are kept until the mesh is destroyed, since spaces may
 * still read them; together they are no larger than the present ones. */
#include "world/mesh/carve.h"

#include "base/core/memory.h"

#include <string.h>

static const uint64_t COUNT_MAX = (uint64_t)1 << 31;

/* An array that grows together with others. */
typedef struct carve_array {
    void *block;
    size_t item_bytes, count, wanted;
    int fill; /* bytes of new items */
    bool is_shown;
    void *grown;
} carve_array;

/* The first obstacles make room for pieces of so many polygons. */
enum { SLOTS_SHARE = 16 };

enum { ARRAYS_MAX = 24, SHOWN_MAX = 12 };

typedef struct carve_arrays {
    carve_array items[ARRAYS_MAX];
    uint32_t count;
} carve_arrays;

static void add(carve_arrays *arrays, void *block, size_t item_bytes, size_t count, size_t wanted,
                int fill, bool is_shown)
{
    if (block != NULL) {
        arrays->items[arrays->count++] =
            (carve_array){block, item_bytes, count, wanted, fill, is_shown, NULL};
    }
}

static bool reserve_retired(wend_mesh *m)
{
    if (m->retired_count + SHOWN_MAX <= m->retired_capacity) {
        return true;
    }
    const size_t wanted = m->retired_capacity + 8 * SHOWN_MAX;
    wendi_mesh_retired *grown = wendi_resize_items(&m->allocator, m->retired, m->retired_capacity,
                                                   wanted, sizeof *m->retired);
    if (grown == NULL) {
        return false;
    }
    m->retired = grown;
    m->retired_capacity = wanted;
    return true;
}

/* Allocates all grown arrays, or none. */
static bool allocate(wend_mesh *m, carve_arrays *arrays)
{
    bool is_done = reserve_retired(m);
    for (uint32_t i = 0; i < arrays->count; i++) {
        carve_array *array = &arrays->items[i];
        array->grown =
            is_done ? wendi_alloc_items(&m->allocator, array->wanted, array->item_bytes) : NULL;
        is_done = is_done && array->grown != NULL;
    }
    for (uint32_t i = 0; !is_done && i < arrays->count; i++) {
        wendi_free(&m->allocator, arrays->items[i].grown,
                   arrays->items[i].wanted * arrays->items[i].item_bytes);
    }
    return is_done;
}

/* Fills a grown array, frees or retires the old one. @return the grown one. */
static void *take(wend_mesh *m, carve_arrays *arrays, const void *block)
{
    uint32_t i = 0;
    while (i < arrays->count && arrays->items[i].block != block) {
        i++;
    }
    if (i == arrays->count) {
        return NULL;
    }
    const carve_array *array = &arrays->items[i];
    const size_t bytes = array->count * array->item_bytes;
    memcpy(array->grown, array->block, bytes);
    memset((char *)array->grown + bytes, array->fill, array->wanted * array->item_bytes - bytes);
    if (array->is_shown) {
        m->retired[m->retired_count++] = (wendi_mesh_retired){array->block, bytes};
    } else {
        wendi_free(&m->allocator, array->block, bytes);
    }
    return array->grown;
}

void wendi_mesh_carve_free_retired(wend_mesh *m)
{
    for (size_t i = 0; i < m->retired_count; i++) {
        wendi_free(&m->allocator, m->retired[i].block, m->retired[i].bytes);
    }
    wendi_free(&m->allocator, m->retired, m->retired_capacity * sizeof *m->retired);
    m->retired = NULL;
    m->retired_count = m->retired_capacity = 0;
}

/* ---- polygons ---- */

static void list_polygon_arrays(const wend_mesh *m, uint32_t slots, carve_arrays *arrays)
{
    const wendi_mesh_carve *carve = m->carve;
    const wendi_mesh_components *components = &m->components;
    const size_t old = m->polygon_capacity;
    const size_t old_slots = old == m->base_count ? 1 : old - m->base_count; /* never none */
    const size_t now = (size_t)m->base_count + slots;
    const size_t corners = m->corner_capacity;
    const size_t corners_now = m->base_corners + (size_t)slots * WENDI_CARVE_PIECE_CORNERS;
    arrays->count = 0;
    add(arrays, m->firsts, sizeof *m->firsts, old + 1, now + 1, 0, true);
    add(arrays, m->ends, sizeof *m->ends, old, now, 0, true);
    add(arrays, m->areas, 1, old, now, 0, true);
    add(arrays, m->closed, 1, old, now, WENDI_MESH_ABSENT, true);
    add(arrays, m->flags, sizeof *m->flags, old, now, 0, true);
    add(arrays, m->vertices, sizeof *m->vertices, corners, corners_now, 0, true);
    add(arrays, m->neighbours, sizeof *m->neighbours, corners, corners_now, 0xff, true);
    add(arrays, m->twins, sizeof *m->twins, corners, corners_now, 0xff, true);
    add(arrays, m->heights, sizeof(double), corners, corners_now, 0, true);
    add(arrays, m->changes, sizeof *m->changes, old, now, 0, false);
    add(arrays, m->islands, sizeof *m->islands, old, now, 0, false);
    add(arrays, components->labels, sizeof(uint32_t), old, now, 0xff, false);
    add(arrays, components->sizes, sizeof(uint32_t), old, now, 0, false);
    add(arrays, components->marks, sizeof(uint32_t), old, now, 0, false);
    add(arrays, components->queue, sizeof(uint32_t), old, now, 0, false);
    add(arrays, m->links.groups, sizeof(uint32_t), old, now, 0, false);
    add(arrays, m->links.numbers, sizeof(uint32_t), old, now, 0xff, false);
    add(arrays, carve->members, sizeof(uint32_t), old, now, 0, false);
    add(arrays, carve->label_owners, sizeof(uint32_t), old, now, 0, false);
    add(arrays, carve->label_waiting, sizeof(uint32_t), old, now, 0, false);
    add(arrays, carve->piece_owners, sizeof(uint32_t), old_slots, slots, 0xff, false);
    add(arrays, carve->free_pieces, sizeof(uint32_t), old_slots, slots, 0, false);
}

static bool grow_polygons(wend_mesh *m, uint32_t slots)
{
    wendi_mesh_carve *carve = m->carve;
    wendi_mesh_components *components = &m->components;
    const uint32_t old = m->polygon_capacity;
    carve_arrays arrays;
    list_polygon_arrays(m, slots, &arrays);
    if (!allocate(m, &arrays)) {
        return false;
    }
    m->firsts = take(m, &arrays, m->firsts);
    m->ends = take(m, &arrays, m->ends);
    m->areas = take(m, &arrays, m->areas);
    m->closed = take(m, &arrays, m->closed);
    m->flags = take(m, &arrays, m->flags);
    m->vertices = take(m, &arrays, m->vertices);
    m->neighbours = take(m, &arrays, m->neighbours);
    m->twins = take(m, &arrays, m->twins);
    m->heights = take(m, &arrays, m->heights);
    m->changes = take(m, &arrays, m->changes);
    m->islands = take(m, &arrays, m->islands);
    components->labels = take(m, &arrays, components->labels);
    components->sizes = take(m, &arrays, components->sizes);
    components->marks = take(m, &arrays, components->marks);
    components->queue = take(m, &arrays, components->queue);
    m->links.groups = take(m, &arrays, m->links.groups);
    m->links.numbers = take(m, &arrays, m->links.numbers);
    carve->members = take(m, &arrays, carve->members);
    carve->label_owners = take(m, &arrays, carve->label_owners);
    carve->label_waiting = take(m, &arrays, carve->label_waiting);
    carve->piece_owners = take(m, &arrays, carve->piece_owners);
    carve->free_pieces = take(m, &arrays, carve->free_pieces);
    m->polygon_capacity = m->base_count + slots;
    m->corner_capacity = m->base_corners + slots * WENDI_CARVE_PIECE_CORNERS;
    for (uint32_t p = old; p < m->polygon_capacity; p++) {
        m->firsts[p] = m->ends[p] =
            m->base_corners + (p - m->base_count) * WENDI_CARVE_PIECE_CORNERS;
        if (m->links.groups != NULL) {
            m->links.groups[p] = p;
        }
    }
    m->firsts[m->polygon_capacity] = m->corner_capacity;
    return true;
}

static wend_result reserve_pieces(wend_mesh *m)
{
    const wendi_mesh_carve *carve = m->carve;
    uint64_t needed = 0;
    uint64_t there = (uint64_t)carve->free_piece_count + m->polygon_capacity - m->polygon_count;
    for (uint32_t i = 0; i < carve->job_count; i++) {
        const wendi_carve_job *job = &carve->jobs[i];
        const wendi_carve_record *record = wendi_mesh_record(m, job->polygon);
        needed += job->is_whole ? 0 : job->pieces.count;
        there += record == NULL ? 0 : record->piece_count;
    }
    if (needed <= there) {
        return WEND_OK;
    }
    const uint64_t slots = m->polygon_capacity - m->base_count;
    const uint64_t usual = slots + m->base_count / SLOTS_SHARE + 16;
    const uint64_t more = needed - there < usual ? usual : needed - there;
    if (m->base_corners + (slots + more) * WENDI_CARVE_PIECE_CORNERS > COUNT_MAX) {
        return WEND_ERROR_FULL;
    }
    return grow_polygons(m, (uint32_t)(slots + more)) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- vertices ---- */

static bool grow_vertices(wend_mesh *m, uint32_t slots)
{
    wendi_mesh_carve *carve = m->carve;
    const size_t old_slots =
        m->vertex_capacity == m->base_vertices ? 1 : m->vertex_capacity - m->base_vertices;
    carve_arrays arrays = {.count = 0};
    add(&arrays, m->points, sizeof *m->points, m->vertex_capacity, (size_t)m->base_vertices + slots,
        0, true);
    add(&arrays, carve->vertex_uses, sizeof(uint32_t), old_slots, slots, 0, false);
    add(&arrays, carve->free_vertices, sizeof(uint32_t), old_slots, slots, 0, false);
    if (!allocate(m, &arrays)) {
        return false;
    }
    m->points = take(m, &arrays, m->points);
    carve->vertex_uses = take(m, &arrays, carve->vertex_uses);
    carve->free_vertices = take(m, &arrays, carve->free_vertices);
    m->vertex_capacity = m->base_vertices + slots;
    return true;
}

static wend_result reserve_vertices(wend_mesh *m)
{
    const wendi_mesh_carve *carve = m->carve;
    uint64_t needed = 0;
    uint64_t there = (uint64_t)carve->free_vertex_count + m->vertex_capacity - m->vertex_count;
    for (uint32_t i = 0; i < carve->job_count; i++) {
        const wendi_carve_job *job = &carve->jobs[i];
        const wendi_carve_record *record = wendi_mesh_record(m, job->polygon);
        needed += job->is_whole
                      ? 0
                      : (uint64_t)job->pieces.inner_count + job->rim_count - job->edge_count;
        there += record == NULL ? 0 : record->inner_count;
    }
    if (needed <= there) {
        return WEND_OK;
    }
    const uint64_t slots = m->vertex_capacity - m->base_vertices;
    const uint64_t more = needed - there < slots + 16 ? slots + 16 : needed - there;
    if (m->base_vertices + slots + more > COUNT_MAX) {
        return WEND_ERROR_FULL;
    }
    return grow_vertices(m, (uint32_t)(slots + more)) ? WEND_OK : WEND_ERROR_MEMORY;
}

/* ---- records ---- */

static bool grow_records(wend_mesh *m, uint32_t capacity)
{
    wendi_mesh_carve *carve = m->carve;
    uint32_t *free_records = wendi_resize_items(
        &m->allocator, carve->free_records, carve->record_capacity, capacity, sizeof *free_records);
    if (free_records == NULL) {
        return false;
    }
    carve->free_records = free_records;
    wendi_carve_record *records = wendi_alloc_items_zero(&m->allocator, capacity, sizeof *records);
    if (records == NULL) {
        /* The list of free ones stays as large as the capacity says. */
        uint32_t *shrunk = wendi_resize_items(&m->allocator, free_records, capacity,
                                              carve->record_capacity, sizeof *free_records);
        carve->free_records = carve->record_capacity == 0 || shrunk != NULL ? shrunk : free_records;
        return false;
    }
    if (carve->record_capacity > 0) {
        /* Those that are not in use have memory, too, after an edit that failed. */
        memcpy(records, carve->records, carve->record_capacity * sizeof *records);
    }
    wendi_free(&m->allocator, carve->records, carve->record_capacity * sizeof *records);
    carve->records = records;
    carve->record_capacity = capacity;
    return true;
}

static bool reserve_data(wend_mesh *m, wendi_carve_record *record, const wendi_carve_job *job)
{
    const size_t needed = (size_t)job->obstacle_count + job->pieces.count +
                          2 * (size_t)job->rim_count + job->edge_count + 1 +
                          2 * (size_t)job->pieces.inner_count + job->rim_count +
                          job->pieces.corner_count;
    if (needed <= record->capacity) {
        return true;
    }
    const size_t wanted = needed + needed / 2;
    uint32_t *data =
        wendi_resize_items(&m->allocator, record->data, record->capacity, wanted, sizeof *data);
    if (data == NULL) {
        return false;
    }
    record->data = data;
    record->capacity = wanted;
    return true;
}

static bool reserve_records(wend_mesh *m)
{
    wendi_mesh_carve *carve = m->carve;
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < carve->job_count; i++) {
        const wendi_carve_job *job = &carve->jobs[i];
        fresh += !job->is_whole && carve->record_of1[job->polygon] == 0 ? 1 : 0;
    }
    const uint32_t there = carve->free_record_count + carve->record_capacity - carve->record_count;
    if (fresh > there &&
        !grow_records(m, 2 * carve->record_capacity + 16 > carve->record_capacity + fresh
                             ? 2 * carve->record_capacity + 16
                             : carve->record_capacity + fresh)) {
        return false;
    }
    uint32_t taken = 0;
    for (uint32_t i = 0; i < carve->job_count; i++) {
        const wendi_carve_job *job = &carve->jobs[i];
        if (job->is_whole) {
            continue;
        }
        uint32_t index = carve->record_of1[job->polygon] - 1;
        if (carve->record_of1[job->polygon] == 0) {
            /* The one that the commit will take. */
            index = taken < carve->free_record_count
                        ? carve->free_records[carve->free_record_count - 1 - taken]
                        : carve->record_count + taken - carve->free_record_count;
            taken++;
        }
        if (!reserve_data(m, &carve->records[index], job)) {
            return false;
        }
    }
    return true;
}

wend_result wendi_mesh_carve_reserve(wend_mesh *m)
{
    size_t touched = 0;
    for (uint32_t i = 0; i < m->carve->job_count; i++) {
        const wendi_carve_job *job = &m->carve->jobs[i];
        touched += 1 + (size_t)job->pieces.count + job->rim_count;
    }
    wend_result result = reserve_pieces(m);
    if (result == WEND_OK) {
        result = reserve_vertices(m);
    }
    if (result == WEND_OK &&
        (!reserve_records(m) || !wendi_array_u32_reserve(&m->carve->touched, 5 * touched))) {
        result = WEND_ERROR_MEMORY;
    }
    return result;
}
