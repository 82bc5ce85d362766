/* Queries of items: nearest, in a circle, in a box.
 *
 *     3 3 3 3 3       The nearest are searched for in rings of cells around the position, until the
 *     3 2 2 2 3       next ring is farther than all requested ones. Where a query would read more
 *     3 2 1 2 3       cells than there are items, it reads the items instead.
 *     3 2 2 2 3
 *     3 3 3 3 3
 *
 * The best are kept in the caller's array as a heap, the worst on top, and sorted at the end, so a
 * query allocates nothing. Cost: the cells and items read. */
#include "wend/walls.h"
#include "world/items/store.h"

#include <math.h>
#include <string.h>

enum { QUERY_COOKIE = 0x49544D33 };

wend_items_query wend_items_query_default(void)
{
    wend_items_query query;
    memset(&query, 0, sizeof query);
    query.cookie = QUERY_COOKIE;
    query.max_distance = query.max_height_difference = (double)INFINITY;
    return query;
}

const wend_items_query *wendi_items_query_of(const wend_items_query *query,
                                             const wend_items_query *defaults)
{
    if (query == NULL) {
        return defaults;
    }
    return query->cookie == QUERY_COOKIE && query->max_distance >= 0 &&
                   query->max_height_difference >= 0
               ? query
               : NULL;
}

bool wendi_items_matches(const wend_items *items, const wend_items_query *query, double height,
                         uint32_t index)
{
    const wendi_items_record *record = &items->records[index];
    const double up = record->position.z - height;
    return record->is_used && (record->is_active || query->is_inactive_found) &&
           ((record->tag ^ query->tag) & query->tag_mask) == 0 &&
           (up > 0 ? up : -up) <= query->max_height_difference &&
           (query->is_item == NULL ||
            query->is_item(query->user, query->agent, wendi_items_id_of(items, index)));
}

/* ---- the items kept ---- */

/* A query under way. A box from low to high, or a circle. */
typedef struct items_scan {
    const wend_items *items;
    const wend_items_query *query;
    wend_vec3 at; /* the centre, or the box's low corner */
    wend_vec2 high;
    double square; /* of the radius; of a box below 0 */
    bool is_by_distance;
    wend_item_id *ids; /* [capacity] [kept]: a heap */
    size_t capacity, kept, found;
} items_scan;

static double square_to(const items_scan *scan, uint32_t index)
{
    const wend_vec3 at = scan->items->records[index].position;
    const double x = at.x - scan->at.x;
    const double y = at.y - scan->at.y;
    return x * x + y * y;
}

/* True if a comes before b in the answer. */
static bool is_before(const items_scan *scan, wend_item_id a, wend_item_id b)
{
    if (scan->is_by_distance) {
        const double to_a = square_to(scan, a.index1 - 1);
        const double to_b = square_to(scan, b.index1 - 1);
        if (to_a < to_b || to_a > to_b) {
            return to_a < to_b;
        }
    }
    return a.index1 < b.index1;
}

/* Sifts ids[0] down in a heap, the last in the answer on top. */
static void sink(const items_scan *scan, size_t count)
{
    wend_item_id *ids = scan->ids;
    const wend_item_id id = ids[0];
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= count) {
            break;
        }
        if (child + 1 < count && is_before(scan, ids[child], ids[child + 1])) {
            child++;
        }
        if (!is_before(scan, id, ids[child])) {
            break;
        }
        ids[at] = ids[child];
        at = child;
    }
    ids[at] = id;
}

static void keep(items_scan *scan, wend_item_id id)
{
    wend_item_id *ids = scan->ids;
    if (scan->kept == scan->capacity) {
        if (scan->capacity > 0 && is_before(scan, id, ids[0])) {
            ids[0] = id;
            sink(scan, scan->kept);
        }
        return;
    }
    size_t at = scan->kept++;
    while (at > 0 && is_before(scan, ids[(at - 1) / 2], id)) {
        ids[at] = ids[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    ids[at] = id;
}

static void sort_kept(items_scan *scan)
{
    for (size_t count = scan->kept; count > 1; count--) {
        const wend_item_id last = scan->ids[count - 1];
        scan->ids[count - 1] = scan->ids[0];
        scan->ids[0] = last;
        sink(scan, count - 1);
    }
}

/* ---- looking ---- */

static bool is_inside(const items_scan *scan, uint32_t index)
{
    const wend_vec3 at = scan->items->records[index].position;
    return scan->square >= 0 ? square_to(scan, index) <= scan->square
                             : at.x >= scan->at.x && at.x <= scan->high.x && at.y >= scan->at.y &&
                                   at.y <= scan->high.y;
}

static void look_at(items_scan *scan, uint32_t index)
{
    if (scan->items->records[index].is_used && is_inside(scan, index) &&
        wendi_items_matches(scan->items, scan->query, scan->at.z, index)) {
        scan->found++;
        keep(scan, wendi_items_id_of(scan->items, index));
    }
}

static void look_at_all(items_scan *scan)
{
    scan->kept = scan->found = 0;
    for (uint32_t i = 0; i < scan->items->limit; i++) {
        look_at(scan, i);
    }
}

static void look_into(items_scan *scan, int64_t x, int64_t y)
{
    const wend_items *items = scan->items;
    const wendi_items_cell cell = {x, y};
    uint32_t i = items->buckets[wendi_items_bucket(items, cell)];
    for (; i != WENDI_ITEMS_NONE; i = items->records[i].next) {
        const wendi_items_record *record = &items->records[i];
        if (record->cell.x == x && record->cell.y == y) {
            look_at(scan, i);
        }
    }
}

/* The cells of a box, or all items where those are fewer. */
static void look_around(items_scan *scan, wend_vec2 low, wend_vec2 high)
{
    const wend_items *items = scan->items;
    const bool is_bounded = low.x >= -WEND_COORDINATE_MAX && low.y >= -WEND_COORDINATE_MAX &&
                            high.x <= WEND_COORDINATE_MAX && high.y <= WEND_COORDINATE_MAX;
    if (items->count == 0 || !(low.x <= high.x && low.y <= high.y)) {
        return;
    }
    const double columns = is_bounded ? (high.x - low.x) / items->cell_size + 2 : items->count;
    const double rows = is_bounded ? (high.y - low.y) / items->cell_size + 2 : 2;
    if (!is_bounded || columns * rows > (double)items->count) {
        look_at_all(scan);
        return;
    }
    const int64_t last_x = wendi_items_cell_of(items, high.x);
    const int64_t last_y = wendi_items_cell_of(items, high.y);
    for (int64_t y = wendi_items_cell_of(items, low.y); y <= last_y; y++) {
        for (int64_t x = wendi_items_cell_of(items, low.x); x <= last_x; x++) {
            look_into(scan, x, y);
        }
    }
}

/* True if all requested items are known to be nearer than any cell of the ring: its cells begin at
 * more than ring - 2 cell sizes from the position, with any rounding. */
static bool is_ring_too_far(const items_scan *scan, int64_t ring)
{
    const double least = ((double)ring - 2) * scan->items->cell_size;
    const double square = least > 0 ? least * least : 0;
    return square > scan->square ||
           (scan->kept == scan->capacity && square > square_to(scan, scan->ids[0].index1 - 1));
}

static void look_in_rings(items_scan *scan)
{
    const wend_items *items = scan->items;
    const int64_t x = wendi_items_cell_of(items, scan->at.x);
    const int64_t y = wendi_items_cell_of(items, scan->at.y);
    uint64_t cells = 1;
    look_into(scan, x, y);
    for (int64_t ring = 1; !is_ring_too_far(scan, ring); ring++) {
        cells += 8 * (uint64_t)ring;
        if (cells > items->count) {
            look_at_all(scan);
            return;
        }
        for (int64_t i = -ring; i <= ring; i++) {
            look_into(scan, x + i, y - ring);
            look_into(scan, x + i, y + ring);
        }
        for (int64_t i = 1 - ring; i < ring; i++) {
            look_into(scan, x - ring, y + i);
            look_into(scan, x + ring, y + i);
        }
    }
}

/* ---- the public face ---- */

static bool is_position(wend_vec3 position)
{
    return wendi_check_vec3(NULL, "", "", position) == WEND_OK;
}

size_t wend_items_nearest_many(const wend_items *items, wend_vec3 position,
                               const wend_items_query *query, wend_item_id *ids, size_t capacity)
{
    const wend_items_query defaults = wend_items_query_default();
    query = wendi_items_query_of(query, &defaults);
    if (items == NULL || query == NULL || ids == NULL || capacity == 0 || items->count == 0 ||
        !is_position(position)) {
        return 0;
    }
    items_scan scan = {.items = items,
                       .query = query,
                       .at = position,
                       .square = query->max_distance * query->max_distance,
                       .is_by_distance = true,
                       .ids = ids,
                       .capacity = capacity};
    look_in_rings(&scan);
    sort_kept(&scan);
    return scan.kept;
}

wend_item_id wend_items_nearest(const wend_items *items, wend_vec3 position,
                                const wend_items_query *query)
{
    wend_item_id id = {0, 0};
    (void)wend_items_nearest_many(items, position, query, &id, 1);
    return id;
}

/* Lists the items in the area of the scan, which lies in the box. */
static wend_result list(items_scan *scan, wend_vec2 low, wend_vec2 high, size_t *count)
{
    look_around(scan, low, high);
    sort_kept(scan);
    *count = scan->found;
    return scan->found > scan->capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_items_in_circle(const wend_items *items, wend_vec3 centre, double radius,
                                 const wend_items_query *query, wend_item_id *ids, size_t capacity,
                                 size_t *count)
{
    const wend_items_query defaults = wend_items_query_default();
    query = wendi_items_query_of(query, &defaults);
    if (count != NULL) {
        *count = 0;
    }
    if (items == NULL || query == NULL || count == NULL || (ids == NULL && capacity > 0) ||
        !(radius >= 0) || !is_position(centre)) {
        return WEND_ERROR_ARGUMENT;
    }
    items_scan scan = {.items = items,
                       .query = query,
                       .at = centre,
                       .square = radius * radius,
                       .ids = ids,
                       .capacity = capacity};
    /* A little more than the circle: a square of a distance may be rounded down. */
    const double reach = radius * (1 + 1e-12) + 1e-150;
    const wend_vec2 low = {centre.x - reach, centre.y - reach};
    const wend_vec2 high = {centre.x + reach, centre.y + reach};
    return list(&scan, low, high, count);
}

wend_result wend_items_in_box(const wend_items *items, wend_vec3 low, wend_vec2 high,
                              const wend_items_query *query, wend_item_id *ids, size_t capacity,
                              size_t *count)
{
    const wend_items_query defaults = wend_items_query_default();
    query = wendi_items_query_of(query, &defaults);
    if (count != NULL) {
        *count = 0;
    }
    if (items == NULL || query == NULL || count == NULL || (ids == NULL && capacity > 0) ||
        !is_position(low) || wendi_check_vec2(NULL, "", "", high) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    items_scan scan = {.items = items,
                       .query = query,
                       .at = low,
                       .high = high,
                       .square = -1,
                       .ids = ids,
                       .capacity = capacity};
    return list(&scan, (wend_vec2){low.x, low.y}, high, count);
}
